"""What there is to say about an area, from what an army may know: control, room and combats are open to all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.texts import Reason, text
from grognard.games.chancellorsville.perfect_plan.components import ARMIES
from grognard.games.chancellorsville.perfect_plan.movement import why_not_march

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.state import Plan


def remarks(game: Plan, seat: str | None, area: str, unit: str) -> Iterator[Reason]:
    """Whether an own unit can march there, and if not, why; who holds the area; how much room there is."""
    rules, state = game.rules, game.state
    own = seat in ARMIES and unit in rules.sheets[seat]
    if seat is not None and own and state.units[unit] in rules.board.areas and state.units[unit] != area:
        yield why_not_march(game, seat, rules.marches[unit][area]) or Reason("can-march-there", ("P4b",), {"unit": unit})
    if game.is_contested(area):
        yield Reason("contested", ("P5.1",), {"army": text(f"army.{state.attackers[area]}")})
    yield Reason("held-by", ("P-D5a",), {"army": text(f"army.{game.controller(area)}")})
    if seat is not None:
        held = len(game.units_in(seat, area))
        yield Reason("room-for", ("P-D1a",), {"held": held, "limit": rules.stack_limit})
