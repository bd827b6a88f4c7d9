"""The example of docs/writing-a-game.md as a package that is installed beside this one."""

from __future__ import annotations

import ast
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "harrow-mill"


def lent(folder: Path) -> str:
    """What PYTHONPATH has to be for a process in which the example counts as installed, without a build."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return f"{folder}:{EXAMPLE}"


def copy_of_the_example(to: Path) -> Path:
    """The example where it may be built."""
    shutil.copytree(EXAMPLE, to, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    return to


def code_lines(file: Path) -> Iterator[str]:
    """The lines of a file but blank ones, comments and docstrings."""
    source = file.read_text("utf-8")
    docs = [
        node.body[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
    ]
    silent = {number for doc in docs for number in range(doc.lineno, (doc.end_lineno or doc.lineno) + 1)}
    for number, line in enumerate(source.splitlines(), start=1):
        if line.strip() and not line.strip().startswith("#") and number not in silent:
            yield line
