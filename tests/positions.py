"""Positions of the battles of the series, written by hand for one test each, and ways to look at what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import grognard
from grognard.core.dice import Dice
from grognard.core.events import Event
from grognard.core.games import Options, Outcome
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Moved
from tests.proving_ground import AMERICAN, BRITISH, asked

BOXES = ("eliminated", "captured", "exited", "waiting")


def battle_at(
    scenario: str,
    pieces: Mapping[str, Any],
    *,
    phasing: str,
    turn: int,
    phase: str = "movement",
    first: str = "",
    alone: bool = False,
    dice: Iterable[int] = (),
    morale: tuple[int, int] = (14, 14),
    momentum: tuple[int, int] = (0, 0),
    state: Mapping[str, Any] | None = None,
    options: Options | None = None,
) -> Battle:
    """A game at the beginning of a phase: each piece in a hex or a box, or an object; others are out of play.

    Pairs of numbers are (british, american). `first` is who plays first this turn (default: the phasing side); `alone`, that
    nobody else does.
    """
    first = first or phasing
    position: dict[str, Any] = {
        "scenario": scenario,
        "options": options or {},
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "order": [first] if alone else [first, BRITISH if first == AMERICAN else AMERICAN],
        "tracks": {
            "army_morale": {BRITISH: morale[0], AMERICAN: morale[1]},
            "momentum": {BRITISH: momentum[0], AMERICAN: momentum[1]},
        },
        "pieces": {id: {"box": place} if place in BOXES else place for id, place in pieces.items()},
        "state": dict(state or {}),
    }
    game = grognard.setup(position, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def reduced(hex: str) -> dict[str, Any]:
    """A unit on its back."""
    return {"hex": hex, "step": 2}


def in_state(hex: str, *states: str, step: int = 1) -> dict[str, Any]:
    """A unit under markers or in a state: disrupted, shattered, fired, pinned:1, and what a battle knows besides."""
    return {"hex": hex, "states": list(states), "step": step}


def happened(game: Battle, kind: type[Event]) -> list[Event]:
    return [event for event in game.events(None) if isinstance(event, kind)]


def spent(game: Battle, id: str) -> list[float]:
    """The movement points a piece had spent after each `go`."""
    return [event.spent for event in game.events(None) if isinstance(event, Moved) and event.piece == id]


def outcome(game: Battle) -> Outcome:
    assert game.over is not None, f"the game goes on: {asked(game)}"
    return game.over
