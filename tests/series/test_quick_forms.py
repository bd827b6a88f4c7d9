"""Lists ask whether a piece may move in a quicker form than refusals do: both must say the same."""

from typing import cast

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from grognard.players import player

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
