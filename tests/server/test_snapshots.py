"""A snapshot of any moment of any recorded game leads to the very game that the log leads to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grognard.core.dice import Dice
from grognard.core.games import Choice, Game, Return, Undo
from grognard.core.records import rules_of, spell
from grognard.server.replicas import Replica, begun
from grognard.server.snapshots import restore, take
from tests.golden.make import FOLDER
from tests.server.seating import everything

NAMES = sorted(file.stem for file in FOLDER.glob("*.json"))
BETWEEN = 101
"""How many entries lie between two moments that are tried."""


def follow(replica: Replica, texts: list[str]) -> None:
    for _ in replica.follow(texts):
        pass


def seen(game: Game) -> list[Any]:
    """All that can be got out of a game, whatever its dice."""
    twin = game.copy()
    twin.dice = Dice.fast(5)
    return everything(twin)


def check(replica: Replica, texts: list[str]) -> None:
    """The game from a snapshot, and what has been played since, is the game."""
    game = replica.game
    found = restore(take(replica.base, game.dice), game.rules, game.opening, texts, game.dice)
    assert found is not None
    assert seen(found) == seen(replica.base)
    again = Replica(found)
    follow(again, texts[found.entries.length :])
    assert seen(again.game) == seen(game)
    seat = next((seat for seat in game.seats if game.can_undo(seat)), None)
    if seat is not None:
        one, other = replica.copy(), again.copy()
        one.enter(Undo(seat))
        other.enter(Undo(seat))
        assert seen(other.game) == seen(one.game)


def record_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["record"]
    return found


def turns(texts: list[str], first: int) -> list[int]:
    """The places in a log at which somebody decides."""
    return [place for place in range(first, len(texts)) if not texts[place].startswith("roll ")]


@pytest.mark.parametrize("name", NAMES)
def test_every_recorded_game(name: str):
    record = record_of(name)
    texts = record["entries"]
    replica = begun(rules_of(record, None), record.get("position"), texts)
    done = replica.game.entries.length
    for place in (*turns(texts, done)[17::BETWEEN], len(texts)):
        follow(replica, texts[done:place])
        done = place
        check(replica, texts[:place])


def test_a_game_in_which_all_went_back():
    record = record_of("eutaw-brawler-live")
    texts = record["entries"]
    replica = begun(rules_of(record, None), None, texts)
    first = replica.game.entries.length
    here = turns(texts, first)[150]
    follow(replica, texts[first:here])
    replica.enter(Return(turns(texts, first)[90]))
    assert replica.befores == []
    check(replica, [spell(entry) for entry in replica.game.entries.since(0)])
    replica.game.dice = Dice.fast(5)
    seat = replica.game.actors[0]
    replica.enter(Choice(seat, replica.game.actions(seat)[0]))
    check(replica, [spell(entry) for entry in replica.game.entries.since(0)])
