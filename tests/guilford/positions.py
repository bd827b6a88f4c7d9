"""Positions on the map of Guilford Courthouse, written by hand for one test each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import CombatResolved
from tests.positions import battle_at
from tests.positions import happened as happened
from tests.positions import in_state as in_state
from tests.positions import outcome as outcome
from tests.positions import reduced as reduced
from tests.positions import spent as spent
from tests.proving_ground import BRITISH, act, announce, asked, last_roll, tactics

CAMPAIGN = "revolution/guilford/campaign"
HISTORICAL = "revolution/guilford/historical"


def guilford(pieces: Mapping[str, Any], scenario: str = CAMPAIGN, **fields: Any) -> Battle:
    """A position of the campaign, in the British movement phase of turn 8 unless the fields say otherwise."""
    return battle_at(scenario, pieces, **{"phasing": BRITISH, "turn": 8, **fields})


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


def column(game: Battle) -> str:
    """The column of the last close combat that was resolved."""
    return [event.column for event in game.events(None) if isinstance(event, CombatResolved)][-1]


def end_of_game(pieces: Mapping[str, Any], turn: int = 13, **fields: Any) -> Battle:
    """A game at the end of its last turn; two units far from everything keep both armies on the map."""
    return guilford({"holcombe": "2020", "r7": "0120", **pieces}, phase="end of turn", turn=turn, **fields)
