"""The server is killed in the middle of everything, again and again: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from grognard.server.registry import Tables
from tests.server.sittings import House, Sitting, check_record
from tests.serving import Guest, Server, good

PLAYED = [
    ("revolution/eutaw/historical", {"british": "human", "american": "human"}),
    ("chancellorsville/perfect-plan", {"AoP": "human", "ANV": "human"}),
    ("revolution/eutaw/historical", {"british": "human", "american": "random"}),
]
"""What is played at once: between people, with hidden pieces, and against the computer."""


@pytest.mark.parametrize("kills", [6, pytest.param(200, marks=pytest.mark.soak)])
def test_nothing_acknowledged_is_lost(address: str, tmp_path: Path, kills: int):
    chance, server = Random(kills), Server(tmp_path, address)
    with server:
        house = House(server, PLAYED)
        for _ in range(kills):
            house.wait_for(chance.randrange(15))
            time.sleep(chance.uniform(0.0, 0.03))
            server.kill()
            server.start()
        sittings = house.closed()
        for sitting in sittings:
            check_told(server, sitting)
    assert "Traceback" not in server.said()
    asyncio.run(check_kept(address, sittings))
    assert house.moves > 5 * kills, "hardly anything was played"
    assert sum(sitting.follower.resumed for sitting in sittings) >= kills


def check_told(server: Server, sitting: Sitting) -> None:
    """What the server tells now, and what the page that followed has, is all that was acknowledged."""
    acknowledged = sorted(command.seq for command in sitting.acknowledged)
    assert len(set(acknowledged)) == len(acknowledged)
    spectator = Guest(server, sitting.game)
    table = spectator.table()
    if sitting.people_only:
        assert acknowledged == list(range(1, table["seq"] + 1))
    log = good(spectator.ask("GET", spectator.at("/log"), params={"since": 0}))
    assert sitting.follower.lines == log
    assert {part: table[part] for part in sitting.follower.parts} == sitting.follower.parts
    player = next(iter(sitting.guests.values()))
    chat = [line["text"] for line in good(player.ask("GET", player.at("/chat")))]
    assert len(set(chat)) == len(chat)
    assert set(sitting.said) <= set(chat)


async def check_kept(address: str, sittings: Sequence[Sitting]) -> None:
    """The database holds every game whole: it opens, replays and verifies."""
    tables = await Tables.start(address)
    try:
        for sitting in sittings:
            table = await tables.open(sitting.game)
            check_record(sitting, table.game.record())
    finally:
        await tables.close()
