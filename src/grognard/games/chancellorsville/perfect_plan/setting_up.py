"""Set-up: each army places its starting counters within its limits (P-S1 to P-S5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action, Proposal
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.perfect_plan.actions import Deploy
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP
from grognard.games.chancellorsville.perfect_plan.events import Deployed, Entrenched
from grognard.games.chancellorsville.perfect_plan.hidden import saw_deployment
from grognard.games.chancellorsville.perfect_plan.state import IN_HAND

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.state import Plan

LIMITS = {AOP: "P-S2", ANV: "P-S3"}
"""The rule with the limits of each army."""


def in_hand(game: Plan, army: str) -> list[str]:
    """The units that an army has still to place."""
    units = game.state.units
    return [unit for unit in game.rules.sheets[army] if units[unit] == IN_HAND]


def owed(game: Plan, army: str) -> dict[str, int]:
    """How many units each area still needs to reach its least number."""
    limits = game.rules.limits[army].items()
    return {area: max(limit.min - len(game.units_in(army, area)), 0) for area, limit in limits}


def why_not_deploy(game: Plan, army: str, area: str) -> Reason | None:
    """P-S2: only in the areas of the set-up, within their limits, and so that all limits can still be kept."""
    limits, cites = game.rules.limits[army], (LIMITS[army],)
    if area not in limits:
        return Reason("not-a-set-up-area", cites, {"area": area})
    if len(game.units_in(army, area)) >= limits[area].max:
        return Reason("set-up-area-full", cites, {"area": area, "limit": limits[area].max})
    needed = owed(game, army)
    # P-S3
    if not needed[area] and sum(needed.values()) >= len(in_hand(game, army)):
        other = next(place for place, number in needed.items() if number)
        return Reason("another-area-needs-units", cites, {"area": other, "number": needed[other]})
    return None


def as_in_history(game: Plan, army: str) -> Proposal | None:
    """Where the units in hand stood in history, unless those placed before already stand elsewhere."""
    placement = game.rules.components.setup.historical_placement
    stood = {unit: area for area, units in (placement.AoP if army == AOP else placement.ANV).items() for unit in units}
    held = in_hand(game, army)
    elsewhere = any(game.state.units[unit] not in (area, IN_HAND) for unit, area in stood.items())
    if not held or elsewhere:
        return None
    return Proposal("historical", tuple(Deploy(unit, stood[unit]) for unit in held), ("P-S1", LIMITS[army]))


class SetUp(Procedure["Plan"]):
    """P-S1: first ANV, then AoP, counter by counter, in whatever order the owner likes."""

    steps: ClassVar[tuple[str, ...]] = ("place",)

    def army(self, game: Plan) -> str:
        """Whose turn it is to place; empty when all is placed."""
        order = game.rules.components.setup.placement_order
        return next((army for army in order if in_hand(game, army)), "")

    def place(self, game: Plan) -> Next:
        army = self.army(game)
        if not army:
            return DONE
        areas = [area for area in game.rules.limits[army] if why_not_deploy(game, army, area) is None]
        actions = [Deploy(unit, area) for unit in in_hand(game, army) for area in areas]
        return Ask(army, actions, self.placed, "deploy", ("P-S1", LIMITS[army]), self.why_not)

    def why_not(self, game: Plan, action: Action) -> Reason | None:
        if not isinstance(action, Deploy):
            return NOT_OFFERED
        army = self.army(game)
        if action.unit not in game.rules.sheets[army]:
            return Reason("not-your-unit", ("P-S1",), {"unit": action.unit})
        if action.unit not in in_hand(game, army):
            return Reason("not-in-hand", ("P-S1",), {"unit": action.unit})
        return why_not_deploy(game, army, action.area)

    def placed(self, game: Plan, answer: Deploy) -> Next:
        army = self.army(game)
        game.emit(Deployed(army, answer.unit, answer.area))
        game.put(answer.unit, answer.area)
        saw_deployment(game, army, answer.area)  # P-D11b
        # P-S4
        if not in_hand(game, army):
            self.finish(game, army)
        return Goto("place")

    def finish(self, game: Plan, army: str) -> None:
        """P-S4: the army that has placed its units adds the trenches that start on the map."""
        for area in game.rules.components.setup.armies[army].trenches_on_map:
            game.state.unbuilt[army] -= 1
            game.state.trenches[army] |= {area}
            game.emit(Entrenched(army, area))
