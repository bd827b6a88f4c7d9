"""Renews the locks, those of Python in this folder and that of npm in web/: `make lock`.

A lock names the version of every package and the hashes of its files for every platform, but no index:
the packages come from the one that pip and npm are configured for.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LOCKS = Path(__file__).resolve().parent
PROJECT = LOCKS.parent
WEB = PROJECT / "web"

PACKAGE = ("pyproject.toml",)
SETS = {
    "build": ("--group", "build"),  # builds the package, and dependencies that are published as source only
    "node": ("--group", "node"),  # builds the pages where there is no Node
    "runtime": PACKAGE,
    "dev": (*PACKAGE, "--extra", "dev"),
    "cluster": (*PACKAGE, "--extra", "dev", "--extra", "cluster"),
    "lock": ("--group", "lock"),  # what this script runs
}
EVERYTHING = (*PACKAGE, "--all-extras", *SETS["build"], *SETS["node"], *SETS["lock"])

# The oldest Python is named because uv would else take the one that runs it.
COMPILE = (
    *("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--custom-compile-command", "make lock"),
)
NPM = ("npm", "install", "--package-lock-only", "--ignore-scripts", "--no-fund", "--no-audit")


class CannotLock(Exception):
    """One sentence: what failed, and what to do."""


def run(command: tuple[str, ...], folder: Path, settings: dict[str, str]) -> None:
    if shutil.which(command[0]) is None:
        raise CannotLock(f"'{command[0]}' is not on the PATH: run 'make lock', which installs it.")
    if subprocess.run(command, cwd=folder, env=os.environ | settings, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        raise CannotLock(f"No lock was changed, because '{command[0]}' failed and says why above: repair that and try again.")


def index_of_pip() -> dict[str, str]:
    """The package index for uv, which does not read pip's settings; its own come first."""
    if "UV_DEFAULT_INDEX" in os.environ or "UV_INDEX_URL" in os.environ:
        return {}
    for setting in (":env:.index-url", "install.index-url", "global.index-url"):
        asked = [sys.executable, "-m", "pip", "config", "get", setting]
        said = subprocess.run(asked, capture_output=True, text=True, check=False)
        if said.returncode == 0:
            return {"UV_DEFAULT_INDEX": said.stdout.strip()}
    return {}


def lock_python(folder: Path) -> None:
    """Everything is resolved once, and each set takes its versions from that: so no two locks disagree."""
    index = index_of_pip()
    everything = folder / "everything.txt"
    run((*COMPILE, *EVERYTHING, "--output-file", str(everything)), PROJECT, index)
    for name, sources in SETS.items():
        run((*COMPILE, *sources, "--constraint", str(everything), "--output-file", str(folder / f"{name}.txt")), PROJECT, index)


def lock_npm(folder: Path) -> None:
    """Away from web/node_modules: npm would lock only the platform it finds installed there."""
    for name in ("package.json", ".npmrc"):
        shutil.copy(WEB / name, folder / name)
    run(NPM, folder, {})


def renew() -> None:
    """Replaces the locks once all of them are made."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        lock_python(folder)
        lock_npm(folder)
        for name in SETS:
            shutil.copy(folder / f"{name}.txt", LOCKS / f"{name}.txt")
        shutil.copy(folder / "package-lock.json", WEB / "package-lock.json")


if __name__ == "__main__":
    try:
        renew()
    except CannotLock as error:
        sys.exit(str(error))
