"""Scenes in a real browser: the server that they play at, and how one is run."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from tests.serving import GROGNARD, Server

PROJECT = Path(__file__).parent.parent.parent
SCENES = PROJECT / "web" / "tests" / "scenes"
PAGES = PROJECT / "src" / "grognard" / "server" / "pages"
ARTEFACTS = PROJECT / "artefacts" / "browser"

FIREFOX = shutil.which("firefox") or shutil.which("firefox-esr")
"""The Firefox of this machine, if it has one: none is installed for the tests."""


class Play(Protocol):
    """Run a scene of web/tests/scenes, in Chromium or in the Firefox that is named."""

    def __call__(self, name: str, firefox: str = "") -> None: ...


OPTIONS = {
    "notices": (
        "--mail",
        "smtp://127.0.0.1:1",
        "--mail-from",
        "a@example.org",
        "--webhooks",
        "--public-url",
        "http://127.0.0.1",
    )
}
"""What the server of a scene is told besides."""


SAME_DICE = """
import sys
from grognard.cli import main
from grognard.core import dice
dice.live_face = lambda secret, game, nonces, index, die: dice.Fast(2).face(index, die, "")
sys.exit(main())
"""
RUN_MODULE = """
import runpy, sys
sys.path.insert(0, {folder!r})
runpy.run_module({module!r}, run_name="__main__")
"""
TOYS, STAGED = (RUN_MODULE.format(folder=str(PROJECT), module=f"tests.browser.{name}") for name in ("toys", "staged"))
PROGRAMS = {
    "few-clicks": SAME_DICE,
    "sheets": TOYS,
    **dict.fromkeys(("siege-day", "assault", "brigades", "automaton", "skirmish"), STAGED),
}
"""Scenes whose dice fall alike in every run, because what they count hangs on them; those that are played at toys; and those
that begin in the middle of a game."""


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    name = request.node.callspec.params.get("name")
    server = Server(tmp_path, "", *OPTIONS.get(name, ()))
    server.program = PROGRAMS.get(name, GROGNARD)
    with server:
        yield server
    assert "Traceback" not in server.said()


@pytest.fixture
def play(server: Server, tmp_path: Path) -> Play:
    """Run a scene of web/tests/scenes; it may ask to have the server killed and started again."""

    def run(name: str, firefox: str = "") -> None:
        environment = {
            **server.environment,
            "GROGNARD_URL": server.url,
            "GROGNARD_ARTEFACTS": str(ARTEFACTS),
            "GROGNARD_FIREFOX": firefox,
        }
        command = ["node", str(SCENES / f"{name}.mjs")]
        faults, pipe = tmp_path / "faults", subprocess.PIPE
        with (
            faults.open("w") as told,
            subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=told, text=True) as scene,
        ):
            assert scene.stdout is not None
            assert scene.stdin is not None
            for line in scene.stdout:
                match line.strip():
                    case "::kill":
                        server.kill()
                    case "::start":
                        server.start()
                    case said:
                        print(said)
                        continue
                scene.stdin.write("done\n")
                scene.stdin.flush()
        assert scene.returncode == 0, f"the scene '{name}' failed:\n{faults.read_text()}\n{server.said()[-3000:]}"

    return run
