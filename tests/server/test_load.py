"""A short form of the load that `make soak` puts on a server: everything goes right; how long it takes is not asked here."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.figures import Figures
from benchmarks.load import fill, look_over, parsed
from tests.serving import Server


def load(folder: Path, options: str, *of_the_server: str) -> Figures:
    with Server(folder, "", *of_the_server) as server:
        figures = asyncio.run(fill(server, parsed(options.split())))
        look_over(server.said(), 0, figures)
    assert not figures.errors
    return figures


def test_games_with_undos_are_played_while_others_look_at_their_past(tmp_path: Path):
    figures = load(tmp_path, "--games 8 --seconds 3 --pace 0.2 --played 12 --undos 0.3 --lookers 4")
    assert figures.games >= 8
    assert figures.undos > 0
    assert figures.looked_through >= 4
    assert figures.longest > 12


def test_games_are_played_while_idle_connections_take_all_the_room(tmp_path: Path):
    options = "--games 8 --seconds 3 --pace 0.2 --idle 200"
    figures = load(tmp_path, options, "--connections", "100")
    assert figures.games >= 8
    assert figures.closed >= 100
    assert max(figures.held) > 0
    assert figures.newcomers
