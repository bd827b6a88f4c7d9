"""One version, wherever it is written."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import grognard

ROOT = Path(__file__).parents[2]


def test_the_version_is_the_same_everywhere():
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    pages = json.loads((ROOT / "web/package.json").read_text("utf-8"))["version"]
    assert {package, pages, grognard.__version__} == {package}


def test_the_changelog_speaks_of_this_version_or_of_the_next():
    headings = [line for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines() if line.startswith("## ")]
    assert headings[0].startswith(("## Unreleased", f"## {grognard.__version__}"))
