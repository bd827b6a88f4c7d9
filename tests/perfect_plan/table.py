"""Positions of A Perfect Plan written shortly, and play in words: `march V chancellorsville`."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.dice import Dice
from grognard.core.events import Event
from grognard.core.texts import Reason
from grognard.games.chancellorsville.perfect_plan.components import Components
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.other_actions import try_other_actions

SCENARIO = "chancellorsville/perfect-plan"
COUNTERS = Components().counters
E = TypeVar("E", bound=Event)


def pieces(army: str, stacks: dict[str, str]) -> dict[str, Any]:
    """`{"falmouth": "V XI"}`, or a box by its name, as the pieces of a position."""
    boxes = ("eliminated", "reinforcements", "in hand")
    return {
        f"{army}-{name}": {"box": place} if place in boxes else place
        for place, names in stacks.items()
        for name in names.split()
    }


def position(aop: dict[str, str] | None = None, anv: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    """A position on turn 2 in which AoP has the initiative and moves in impulse 1, unless the fields say otherwise."""
    body: dict[str, Any] = {"scenario": SCENARIO, "turn": 2, "phase": "movement", "initiative": "AoP"}
    return body | {"pieces": pieces("AoP", aop or {}) | pieces("ANV", anv or {})} | fields


def plan(
    aop: dict[str, str] | None = None, anv: dict[str, str] | None = None, dice: tuple[int, ...] = (), **fields: Any
) -> Plan:
    return cast("Plan", grognard.setup(position(aop, anv, **fields), dice=Dice.script(dice)))


def trenches(**areas: str) -> dict[str, Any]:
    """`trenches(ANV="fredericksburg")`."""
    return {army: {"areas": names.split()} for army, names in areas.items()}


def action(game: Plan, army: str, words: str) -> Action:
    """An action in words; units by their names without the army."""
    parts = [f"{army}-{word}" if f"{army}-{word}" in COUNTERS else word for word in words.split()]
    return game.rules.vocabulary.parse(" ".join(parts))


def act(game: Plan, *orders: str) -> None:
    """Let whoever must decide do this."""
    for words in orders:
        army = game.actors[0]
        try_other_actions(game)
        refused = game.why_not(army, action(game, army, words))
        game.play(army, action(game, army, words))
        assert refused is None, f"{words!r} is offered, and refused: {refused}"


def refused(game: Plan, words: str, army: str = "") -> Reason:
    """Why whoever must decide may not do this; `play` refuses it, too."""
    who = army or game.actors[0]
    with pytest.raises(grognard.IllegalAction) as fault:
        game.play(who, action(game, who, words))
    return fault.value.reason


def may(game: Plan, words: str) -> bool:
    army = game.actors[0]
    is_offered = action(game, army, words) in game.actions(army)
    assert is_offered == (game.why_not(army, action(game, army, words)) is None)
    return is_offered


def offered(game: Plan, word: str) -> set[str]:
    """The actions of this word, units without their army."""
    army = game.actors[0]
    return {str(found).replace(f"{army}-", "").removeprefix(word + " ") for found in game.actions(army) if found.word == word}


def where(game: Plan, unit: str) -> str:
    return game.state.units[unit]


def happened(game: Plan, kind: type[E], seat: str | None = None) -> list[E]:
    return [event for event in game.events(seat) if isinstance(event, kind)]


def asked(game: Plan) -> tuple[str, str]:
    """Who must decide, and what kind of decision it is."""
    (army,) = game.actors
    decision = game.decision(army)
    assert decision is not None
    return army, decision.kind


def end_turn(game: Plan) -> None:
    """Let both armies end their impulses, and recover nothing, until the turn is over."""
    turn = game.state.turn
    while game.over is None and game.state.turn == turn:
        act(game, "end-impulse")
