"""A copy of the project that may be built and broken, and how a build is run where there is no node."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent.parent
PARTS = ("src", "web", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", ".gitignore")

Build = Callable[..., subprocess.CompletedProcess[str]]


def copy_of_the_project(to: Path) -> Path:
    """What a build reads, with the pages and without installed packages."""
    to.mkdir()
    left_out = shutil.ignore_patterns("node_modules", "__pycache__", "*.egg-info")
    for part in PARTS:
        if (PROJECT / part).is_dir():
            shutil.copytree(PROJECT / part, to / part, ignore=left_out)
        else:
            shutil.copy(PROJECT / part, to / part)
    return to


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return copy_of_the_project(tmp_path / "project")


def without_node(folder: Path) -> dict[str, str]:
    """An environment whose PATH holds nothing but this folder."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PATH": str(folder)}


@pytest.fixture
def empty_path(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


def run_in(project: Path, path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, *command]
    return subprocess.run(arguments, cwd=project, env=without_node(path), capture_output=True, text=True, check=False)


def build(project: Path, path: Path, target: str) -> Path:
    """A build that must succeed; gives what it made."""
    done = run_in(project, path, "-m", "hatchling", "build", "-t", target)
    assert done.returncode == 0, done.stderr
    (made,) = (project / "dist").glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made
