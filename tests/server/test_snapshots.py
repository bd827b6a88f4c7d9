"""A snapshot of any moment of any recorded game leads to the very game that the log leads to."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.games import Choice, Game, Return, Undo
from grognard.core.records import encode_entry, rules_of
from grognard.server.storage.snapshots import restore, take
from grognard.server.tables.replicas import Replica, begun
from tests.core.toy import TOY
from tests.core.wandering import Work, undoer, wander
from tests.golden import every_short_golden_game, golden_record
from tests.server.seating import everything

BETWEEN = 101
"""How many entries lie between two moments that are tried, at least."""
MOMENTS = 2
"""How many moments of a long game are tried, and its end; in the soak more."""


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


def turns(texts: list[str], first: int) -> list[int]:
    """The places in a log at which somebody decides."""
    return [place for place in range(first, len(texts)) if not texts[place].startswith("roll ")]


@pytest.mark.parametrize("moments", [MOMENTS, pytest.param(10, marks=pytest.mark.soak)])
@every_short_golden_game
def test_every_recorded_game(name: str, moments: int):
    record = golden_record(name)
    texts = record["entries"]
    replica = begun(rules_of(record, None), record.get("position"), texts)
    done = replica.game.entries.length
    for place in (*turns(texts, done)[17 :: max(BETWEEN, len(texts) // moments)], len(texts)):
        follow(replica, texts[done:place])
        done = place
        check(replica, texts[:place])


def test_a_game_in_which_all_went_back():
    record = golden_record("eutaw-brawler-live")
    texts = record["entries"]
    replica = begun(rules_of(record, None), None, texts)
    first = replica.game.entries.length
    here = turns(texts, first)[150]
    follow(replica, texts[first:here])
    replica.enter(Return(turns(texts, first)[90]))
    assert replica.befores == []
    check(replica, [encode_entry(entry) for entry in replica.game.entries.since(0)])
    replica.game.dice = Dice.fast(5)
    seat = replica.game.actors[0]
    replica.enter(Choice(seat, replica.game.actions(seat)[0]))
    check(replica, [encode_entry(entry) for entry in replica.game.entries.since(0)])


@pytest.mark.parametrize("scenario", [TOY.id, "chancellorsville/perfect-plan", "revolution/eutaw/historical"])
def test_from_a_snapshot_of_any_moment_the_same_can_be_undone(scenario: str):
    undone = 0
    for seed in range(6 if scenario == TOY.id else 1):

        def check(game: Game) -> bool:
            texts = [encode_entry(entry) for entry in game.entries.since(0)]
            found = restore(take(game, game.dice), game.rules, game.opening, texts, game.dice)
            assert found is not None
            assert [found.can_undo(seat) for seat in game.seats] == [game.can_undo(seat) for seat in game.seats]
            seat = undoer(game)
            if seat is None:
                return False
            one, other = game.copy(), found
            for twin in (one, other):
                twin.undo(seat)
            assert seen(other) == seen(one)
            assert [other.can_undo(seat) for seat in game.seats] == [one.can_undo(seat) for seat in game.seats]
            return True

        undone += sum(wander(grognard.new(scenario, seed=seed), seed, 50, undo=0.3, back=0.08, seen=check))
    assert undone > 10


def test_only_what_can_still_be_undone_is_kept_for_it():
    replica = Replica(grognard.new("chancellorsville/perfect-plan", seed=1))
    game = replica.game
    for _ in range(40):
        seat = game.actors[0]
        replica.enter(Choice(seat, game.actions(seat)[0]))
        twin, able = replica.copy(), 0
        while (seat := undoer(twin.game) or "") != "":
            twin.enter(Undo(seat))
            able += 1
        assert len(replica.befores) == able


def test_a_log_with_many_returns_is_followed_without_playing_again(monkeypatch: pytest.MonkeyPatch):
    game = grognard.new("chancellorsville/perfect-plan", seed=2)
    wander(game, 2, 80, undo=0.2, back=0.2)
    texts = [encode_entry(entry) for entry in game.entries.since(0)]
    work = Work(monkeypatch)
    replica = begun(game.rules, None, texts)
    follow(replica, texts[replica.game.entries.length :])
    assert work["restart"] == 0
    assert work["play"] == sum(isinstance(entry, Choice) for entry in game.entries.since(0))
    assert seen(replica.game) == seen(game)
    assert sum(isinstance(entry, Return) for entry in game.entries.since(0)) > 5
