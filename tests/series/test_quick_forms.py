"""Lists ask whether a piece may move in a quicker form than refusals do: both must say the same."""

from __future__ import annotations

from typing import ClassVar, cast

import pytest

import grognard
from grognard.core.hexes import HexSet, hex_set
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.movement import KnownSteps
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.players import player
from tests.marks import rule
from tests.proving_ground import Unit, act, choices, field, parse

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


class Fenced(SeriesRules):
    """A battle that closes some ground to b1, and has nothing to say for it otherwise."""

    fence: ClassVar[tuple[str, ...]] = ()

    def confined_now(self, game: Battle) -> dict[str, HexSet]:
        return {"b1": hex_set(self.board.hex(label) for label in self.fence)}

    def is_held(self, piece: Piece) -> bool:
        return piece.id == "b1" or super().is_held(piece)


@rule("S9.1a")
def test_a_piece_to_which_the_ground_around_it_is_closed_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(*fence: str) -> list[str]:
        monkeypatch.setattr(Fenced, "fence", fence)
        return choices(field([Unit("2-0-4", "1010", "b1"), Unit("2-0-4", "0101", "b2")], [Unit("1-0-4", "1515")], rules=Fenced))

    around = ("0910", "0911", "1009", "1011", "1110", "1111")
    assert offered(*around) == ["move b2", "end-movement"]
    assert offered(*around[1:]) == ["move b1", "move b2", "end-movement"]


@rule("S9.1a", "S9.1c")
def test_why_a_piece_does_not_go_is_said_by_the_first_reason_that_holds() -> None:
    def why(game: Battle, text: str) -> str:
        reason = game.why_not(game.actors[0], parse(game, text))
        assert reason is not None
        return reason.key

    british = [Unit("2-0-4", "1010", "b1"), Unit("2-0-4", "0101", "b2"), Unit("2-0-4", "", "b3", box="eliminated")]
    game = field(british, [Unit("1-0-4", "1515", "a1")])
    assert [why(game, f"move {id}") for id in ("a1", "b3")] == ["not-your-piece", "not-on-the-map"]
    act(game, "move b1")
    assert [why(game, text) for text in ("go 1010", "stop", "go 1020")] == ["already-there", "not-moved-yet", "out-of-reach"]
    act(game, "go 1009", "stop")
    assert why(game, "move b1") == "has-moved"
