"""Positions on the map of Guilford Courthouse, written by hand for one test each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import grognard
from grognard.core.dice import Dice
from grognard.core.games import Options, Outcome
from grognard.games.revolution.series.battle import Battle
from tests.proving_ground import AMERICAN, BRITISH

CAMPAIGN = "revolution/guilford/campaign"
HISTORICAL = "revolution/guilford/historical"


def guilford(
    pieces: Mapping[str, Any],
    *,
    phase: str = "movement",
    phasing: str = BRITISH,
    first: str = "",
    turn: int = 8,
    dice: Iterable[int] = (),
    morale: tuple[int, int] = (14, 14),
    momentum: tuple[int, int] = (0, 0),
    state: Mapping[str, Any] | None = None,
    options: Options | None = None,
    scenario: str = CAMPAIGN,
) -> Battle:
    """A game at the beginning of a phase: each piece in a hex, `eliminated`, `captured`, `exited` or an object.

    Pieces that are not named are out of play. Pairs of numbers are (british, american). `first` is who plays first this turn
    (default: the phasing side).
    """
    first = first or phasing
    position: dict[str, Any] = {
        "scenario": scenario,
        "options": options or {},
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "order": [first, BRITISH if first == AMERICAN else AMERICAN],
        "tracks": {
            "army_morale": {BRITISH: morale[0], AMERICAN: morale[1]},
            "momentum": {BRITISH: momentum[0], AMERICAN: momentum[1]},
        },
        "pieces": {id: _written(place) for id, place in pieces.items()},
        "state": dict(state or {}),
    }
    game = grognard.setup(position, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def _written(place: Any) -> Any:
    if place in ("eliminated", "captured", "exited", "waiting"):
        return {"box": place}
    return place


def reduced(hex: str) -> dict[str, Any]:
    """A unit on its back."""
    return {"hex": hex, "step": 2}


def in_state(hex: str, *states: str, step: int = 1) -> dict[str, Any]:
    """A unit under markers or in a state: disrupted, shattered, fired, pinned:1."""
    return {"hex": hex, "states": list(states), "step": step}


def outcome(game: Battle) -> Outcome:
    assert game.over is not None
    return game.over
