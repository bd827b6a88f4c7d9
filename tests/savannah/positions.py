"""Positions on the map of Savannah, written by hand for one test each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import grognard
from grognard.core.dice import Dice
from grognard.games.revolution.savannah.rules import CampaignRules, SavannahRules
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, SavannahState
from grognard.games.revolution.series.battle import Battle
from tests.positions import happened as happened
from tests.positions import in_state as in_state
from tests.positions import outcome as outcome
from tests.positions import reduced as reduced
from tests.positions import spent as spent
from tests.proving_ground import act

LAST: dict[str, Any] = {"turn": 20, "first": BRITISH}
"""The Allied part of the last turn: what goes on by itself goes on to the end of the game and no farther."""
HISTORICAL, CAMPAIGN = "revolution/savannah/historical", "revolution/savannah/campaign"
BOXES = ("eliminated", "captured", "exited", "waiting")


def savannah(
    pieces: Mapping[str, Any],
    *,
    phasing: str = ALLIED,
    turn: int = 17,
    phase: str = "movement",
    first: str = "",
    dice: Iterable[int] = (),
    morale: tuple[int, int, int] = (14, 12, 13),
    momentum: tuple[int, int] = (0, 0),
    state: Mapping[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    scenario: str = HISTORICAL,
) -> Battle:
    """A game at the beginning of a phase: each piece in a hex or a box, or an object; others are out of play.

    It is the Allied movement phase of turn 17 unless the fields say otherwise. `morale` is that of the British, French and
    Americans, `momentum` that of the British and the Allies. The siege works printed on the map stand only if `state` says so.
    """
    first = first or phasing
    position: dict[str, Any] = {
        "scenario": scenario,
        "options": options or {},
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "order": [first, BRITISH if first == ALLIED else ALLIED],
        "tracks": {
            "army_morale": dict(zip(("british", "french", "american"), morale, strict=True)),
            "momentum": dict(zip((BRITISH, ALLIED), momentum, strict=True)),
        },
        "pieces": {id: {"box": place} if place in BOXES else place for id, place in pieces.items()},
        "state": {"works": [], **(state or {})},
    }
    game = grognard.setup(position, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def campaign(pieces: Mapping[str, Any], **fields: Any) -> Battle:
    """The same in the campaign: the British movement phase of turn 6 in fair weather unless the fields say otherwise.

    Where no hands are given all cards are out of the game, so that none is drawn.
    """
    fields = {"turn": 6, "phasing": BRITISH, "first": BRITISH, "scenario": CAMPAIGN, "morale": (19, 17, 18), **fields}
    state = fields.get("state") or {}
    no_cards = {} if "hands" in state else {"gone": [f"V-C{number:02}" for number in range(1, 56)]}
    fields["state"] = {"weather": "fair", **no_cards, **state}
    return savannah(pieces, **fields)


def opening(dice: Iterable[int] = (), scenario: str = HISTORICAL) -> Battle:
    """The game as it begins."""
    game = grognard.new(scenario, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def rules_of(game: Battle) -> SavannahRules:
    assert isinstance(game.rules, SavannahRules)
    return game.rules


def siege_of(game: Battle) -> CampaignRules:
    """The rules of the campaign."""
    assert isinstance(game.rules, CampaignRules)
    return game.rules


def state_of(game: Battle) -> SavannahState:
    assert isinstance(game.state, SavannahState)
    return game.state


def cost(game: Battle, id: str, a: str, b: str) -> float | None:
    """What a step costs a piece, in movement points."""
    hex = game.rules.board.hex
    found = game.rules.move_table(game.piece(id)).cost(hex(a), hex(b))
    return found / 2 if found is not None else None


def tactics(game: Battle, attacker: str = "attack_echelon", defender: str = "attack_echelon") -> None:
    """Both chits of the combat under way; two `attack_echelon` give 0."""
    phasing = game.state.phasing
    other = BRITISH if phasing == ALLIED else ALLIED
    act(game, f"{phasing}: chit {attacker}", f"{other}: chit {defender}")


def told(game: Battle, kind: str) -> list[Any]:
    """The events of a class, by its name."""
    return [event for event in game.events(None) if type(event).__name__ == kind]


def rolls(game: Battle, purpose: str) -> list[Any]:
    return [event for event in game.events(None) if getattr(event, "purpose", "") == purpose]
