"""Positions with cards in hand, in the campaign of Savannah."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.games.revolution.savannah.cards.rules import Cards
from grognard.games.revolution.savannah.cards.state import CardsState
from grognard.games.revolution.savannah.state import ALLIED, BRITISH
from grognard.games.revolution.series.battle import Battle
from tests.savannah.positions import campaign

BASE = {"prevost": "1702", "r60": "1703", "destaing": "2214", "foix": "2214", "lincoln": "1411", "sc_1": "1411"}
"""A few pieces of each army, far from one another."""


def card(number: int) -> str:
    return f"V-C{number:02}"


def held(numbers: Iterable[int]) -> list[dict[str, Any]]:
    return [{"card": card(number)} for number in numbers]


def hands(british: Iterable[int], allied: Iterable[int]) -> dict[str, Any]:
    found = {BRITISH: held(british), ALLIED: held(allied)}
    return {side: hand for side, hand in found.items() if hand}


def at(
    phase: str,
    pieces: Mapping[str, Any],
    british: Iterable[int] = (),
    allied: Iterable[int] = (),
    state: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Battle:
    """A game at the beginning of a phase, with the cards of these numbers in hand."""
    return campaign(pieces, phase=phase, state={"hands": hands(british, allied), **(state or {})}, **fields)


def events(british: Iterable[int] = (), allied: Iterable[int] = (), **fields: Any) -> Battle:
    """The window of the events phase of turn 4, in which no card is drawn, unless the fields say otherwise."""
    pieces = {**BASE, **fields.pop("pieces", {})}
    fields = {"turn": 4, "first": BRITISH, "phasing": "", **fields}
    return at("random events", pieces, british, allied, **fields)


def tactical(
    phase: str, pieces: Mapping[str, Any], british: Iterable[int] = (), allied: Iterable[int] = (), **fields: Any
) -> Battle:
    """A phase of turn 18, of the Allies unless the fields say otherwise."""
    fields = {"turn": 18, "phasing": ALLIED, "first": ALLIED, "morale": (14, 12, 13), **fields}
    return at(phase, pieces, british, allied, **fields)


def rules_of(game: Battle) -> Cards:
    assert isinstance(game.rules, Cards)
    return game.rules


def state_of(game: Battle) -> CardsState:
    assert isinstance(game.state, CardsState)
    return game.state


def hand(game: Battle, side: str) -> list[str]:
    return [each.card for each in rules_of(game).hand(game, side)]


def morale(game: Battle) -> tuple[int, int, int]:
    """British, French and American."""
    level = game.state.morale
    return level["british"], level["french"], level["american"]
