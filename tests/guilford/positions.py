"""Positions on the map of Guilford Courthouse, written by hand for one test each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import grognard
from grognard.core.dice import Dice
from grognard.core.events import Event
from grognard.core.games import Options, Outcome
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import CombatResolved, Moved
from tests.proving_ground import AMERICAN, BRITISH, act, announce, asked, last_roll, tactics

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


# ---------------------------------------------------------------- playing and looking


def fight(pieces: Mapping[str, Any], *attacks: tuple[str, str], leads: tuple[str, ...] = (), **fields: Any) -> Battle:
    """A close combat at die 5, stopped before its result is carried out: the attacker is asked to spend momentum.

    Cavalry stands and the guns hold their fire.
    """
    momentum = (1, 0) if fields.get("phasing", BRITISH) == BRITISH else (0, 1)
    game = guilford(pieces, **{"phase": "close combat", "momentum": momentum, "dice": [5], **fields})
    to_tactics(game, *attacks, leads=leads)
    tactics(game)
    return game


def to_tactics(game: Battle, *attacks: tuple[str, str], leads: tuple[str, ...] = ()) -> None:
    """A close combat up to the choice of chits."""
    announce(game, *attacks)
    for question, answer in (("cavalry-withdrawal", "stand"), ("melee-fire", "hold-fire")):
        if asked(game) == question:
            act(game, answer)
    for lead in leads:
        act(game, f"lead {lead}")
    assert asked(game) == "choose-tactics"


def modifiers(game: Battle) -> dict[str, int]:
    """The modifiers of the last close combat, by label."""
    return {
        label: value for label, value in last_roll(game, "close-combat").items() if label not in ("die", "total", "tactics")
    }


def happened(game: Battle, kind: type[Event]) -> list[Event]:
    return [event for event in game.events(None) if isinstance(event, kind)]


def column(game: Battle) -> str:
    """The column of the last close combat that was resolved."""
    return [event.column for event in game.events(None) if isinstance(event, CombatResolved)][-1]


def spent(game: Battle, id: str) -> list[float]:
    """The movement points a piece had spent after each `go`."""
    return [event.spent for event in game.events(None) if isinstance(event, Moved) and event.piece == id]


def end_of_game(pieces: Mapping[str, Any], turn: int = 13, **fields: Any) -> Battle:
    """A game at the end of its last turn; two units far from everything keep both armies on the map."""
    return guilford({"holcombe": "2020", "r7": "0120", **pieces}, phase="end of turn", turn=turn, **fields)
