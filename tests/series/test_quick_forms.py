"""Lists ask whether a piece may move in a quicker form than refusals do: both must say the same."""

from __future__ import annotations

from typing import ClassVar, cast

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.movement import KnownSteps
from grognard.games.revolution.series.rules import SeriesRules
from grognard.players import player
from tests.marks import rule
from tests.proving_ground import Unit, act, choices, field

SCENARIOS = ["eutaw/historical", "guilford/campaign", "savannah/historical", "savannah/campaign"]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_may_begin_a_move_is_whoever_is_not_refused(scenario: str):
    game = cast("Battle", grognard.new(f"revolution/{scenario}", seed=1))
    hands = {seat: player("random", 1) for seat in game.seats}
    asked = 0
    for _ in range(200):
        if game.over is not None:
            break
        seat = game.actors[0]
        for piece in game.on_map(game.state.phasing) if game.state.phase == "movement" else ():
            assert game.rules.may_begin_move(game, piece) == (game.rules.why_not_move(game, piece) is None), piece.id
            asked += 1
        game.play(seat, hands[seat].choose(game.seat(seat)))
    assert asked > 100


class Remembering(SeriesRules):
    """A battle that has found out, while nobody stood in 1009, that b1 can step into it."""

    found: ClassVar[KnownSteps] = {}

    def known_steps(self, game: Battle) -> KnownSteps:
        return self.found


@rule("S9.1a")
def test_a_step_once_found_counts_while_it_and_those_who_stand_there_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    around = [Unit("1-0-4", hex) for hex in ("0910", "0911", "1011", "1110", "1111")]
    game = field(
        [Unit("2-0-4", "1010", "b1"), Unit("2-0-4", "0101", "b2")], [*around, Unit("1-0-4", "1009")], rules=Remembering
    )
    there = game.rules.board.hex("1009")
    piece, other = game.piece("b1"), game.piece("b2")

    def offered(found: KnownSteps) -> bool:
        monkeypatch.setattr(Remembering, "found", found)
        copy = game.copy()
        act(copy, "move b2", "go 0102", "stop")
        return "move b1" in choices(copy)

    assert not offered({})
    assert offered({"b1": (piece, there, None)})
    assert not offered({"b1": (other, there, None)}), "it has changed since"
    assert not offered({"b1": (piece, there, (other,))}), "others stand there now"
