"""Scenes in a real browser: the server that they play at, and how one is run."""

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from tests.packaging.guests import lent
from tests.serving import ALONE, GROGNARD, Server

PROJECT = Path(__file__).parent.parent.parent
SCENES = PROJECT / "web" / "tests" / "scenes"
RUNNER = SCENES.parent / "runner.mjs"
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
    **dict.fromkeys(("few-clicks", "large-text"), SAME_DICE),
    "sheets": TOYS,
    **dict.fromkeys(("siege-day", "assault", "volleys", "brigades", "automaton", "skirmish"), STAGED),
}
"""Scenes whose dice fall alike in every run, because what they count hangs on them; those that are played at toys; and those
that begin in the middle of a game."""

WITH_EXAMPLE = {"ninth-game"}
"""Scenes at a server where the game of examples/ is installed, too; a fork would know only what its parent has found."""


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    name = request.node.callspec.params.get("name")
    if name in WITH_EXAMPLE:
        server = Server(tmp_path, command=ALONE, PYTHONPATH=lent(tmp_path / "lent"))
    else:
        server = Server(tmp_path, "", *OPTIONS.get(name, ()))
        server.program = PROGRAMS.get(name, GROGNARD)
    with server:
        yield server
    assert "Traceback" not in server.said()


class SceneRunner:
    """Runs scenes one after another, in one process of Node with one Chromium, as long as that lives."""

    def __init__(self, folder: Path) -> None:
        self.complaints = folder / "complaints"
        self.process: subprocess.Popen[str] | None = None

    def running(self) -> subprocess.Popen[str]:
        if self.process is None or self.process.poll() is not None:
            with self.complaints.open("w") as told:
                pipe = subprocess.PIPE
                self.process = subprocess.Popen(["node", str(RUNNER)], stdin=pipe, stdout=pipe, stderr=told, text=True)
        return self.process

    def say(self, line: str) -> None:
        stdin = self.running().stdin
        assert stdin is not None
        stdin.write(f"{line}\n")
        stdin.flush()

    def run(self, name: str, server: Server, firefox: str) -> list[str]:
        """What goes wrong in a scene; it may ask to have the server killed and started again."""
        environment = {
            "GROGNARD_URL": server.url,
            "GROGNARD_ARTEFACTS": str(ARTEFACTS),
            "GROGNARD_FIREFOX": firefox,
        }
        self.say(json.dumps({"scene": name, **environment}))
        stdout = self.running().stdout
        assert stdout is not None
        for line in stdout:
            match line.strip().split(" ", 1):
                case ["::kill"]:
                    server.kill()
                    self.say("done")
                case ["::start"]:
                    server.start()
                    self.say("done")
                case ["::faults", faults]:
                    return [str(fault) for fault in json.loads(faults)]
                case _:
                    print(line, end="")
        self.close()
        return [f"Node has ended: {self.complaints.read_text()}"]

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()
            self.process = None


@pytest.fixture(scope="session")
def scene_runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SceneRunner]:
    with contextlib.closing(SceneRunner(tmp_path_factory.mktemp("scenes"))) as scene_runner:
        yield scene_runner


@pytest.fixture
def play(server: Server, scene_runner: SceneRunner) -> Play:
    """Run a scene of web/tests/scenes."""

    def run(name: str, firefox: str = "") -> None:
        faults = scene_runner.run(name, server, firefox)
        assert not faults, "\n".join((f"the scene '{name}' failed:", *faults, server.said()[-3000:]))

    return run
