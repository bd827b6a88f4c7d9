"""Who leaves the area of a combat: the beaten army, and commanders without troops on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.perfect_plan.actions import FallBack, RideTo
from grognard.games.chancellorsville.perfect_plan.events import FellBack, RodeOff, UnitLost
from grognard.games.chancellorsville.perfect_plan.hidden import saw_unit_go, saw_unit_lost
from grognard.games.chancellorsville.perfect_plan.names import AreaId, ArmyName

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.state import Plan


def eliminate(game: Plan, army: str, unit: str) -> None:
    """P-D12: a unit goes to the box of eliminated units, open to both; a commander for good (P-D3d)."""
    game.take_off(unit, UnitLost(army, unit))
    saw_unit_lost(game, unit)  # P-D11b


def why_not_retreat(game: Plan, army: str, start: str, area: str) -> Reason | None:
    """P5.6d: to an adjacent area without combat, controlled by the retreating army, within the stacking limit."""
    if area not in game.rules.connected[start]:
        return Reason("no-retreat-there", ("P5.6d",), {"area": area})
    if game.is_contested(area):
        return Reason("combat-there", ("P5.6d",), {"area": area})
    if game.controller(area) != army:
        return Reason("enemy-controls-it", ("P5.6d",), {"area": area})
    if not game.has_room(army, area):
        return Reason("area-full", ("P5.6d", "P-D1a"), {"area": area})
    return None


class Retreat(Procedure["Plan"]):
    """P5.6d: each unit goes where its owner likes among what is legal; who finds no place is eliminated."""

    army: ArmyName
    area: AreaId
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Plan) -> Next:
        units = game.units_in(self.army, self.area)
        if not units:
            return DONE
        around = game.rules.connected[self.area]
        areas = [other for other in around if why_not_retreat(game, self.army, self.area, other) is None]
        # P5.6e
        if not areas:
            for unit in units:
                eliminate(game, self.army, unit)
            return DONE
        actions = [FallBack(unit, area) for unit in units for area in areas]
        return Ask(self.army, actions, self.chosen, "fall-back", "P5.6d", self.why_not, {"area": self.area})

    def why_not(self, game: Plan, action: Action) -> Reason | None:
        if not isinstance(action, FallBack):
            return NOT_OFFERED
        if action.unit not in game.units_in(self.army, self.area):
            return Reason("not-in-this-combat", ("P5.6d",), {"unit": action.unit})
        return why_not_retreat(game, self.army, self.area, action.area)

    def chosen(self, game: Plan, answer: FallBack) -> Next:
        game.enter(answer.unit, answer.area, FellBack(self.army, answer.unit, self.area, answer.area))
        saw_unit_go(game, answer.unit, answer.area)  # P-D11b
        return Goto("choose")


# ---------------------------------------------------------------- commanders without troops


def nearest(game: Plan, army: str, start: str) -> list[str]:
    """P5.3b: the nearest areas with own units and room, whoever holds those between; failing them, the nearest of his own."""
    far = game.rules.components.distances[start]
    rooms = [area for area in far if area != start and game.has_room(army, area)]
    friends = [area for area in rooms if area in game.stacks(army)]
    found = friends or [area for area in rooms if game.controller(area) == army]
    least = min((far[area] for area in found), default=0)
    return [area for area in found if far[area] == least]


class CommandersLeave(Procedure["Plan"]):
    """P5.3b: the commanders of both armies leave, the attacker's first, each to the nearest friends."""

    area: AreaId
    armies: tuple[ArmyName, ...]
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Plan) -> Next:
        army = next((army for army in self.armies if game.units_in(army, self.area)), "")
        if not army:
            return DONE
        units, areas = game.units_in(army, self.area), nearest(game, army, self.area)
        if not areas:
            for unit in units:
                eliminate(game, army, unit)
            return Goto("choose")
        actions = [RideTo(unit, area) for unit in units for area in areas]
        return Ask(army, actions, self.chosen, "ride-to", "P5.3b", self.why_not, {"area": self.area})

    def why_not(self, game: Plan, action: Action) -> Reason | None:
        if not isinstance(action, RideTo):
            return NOT_OFFERED
        army = next(army for army in self.armies if game.units_in(army, self.area))
        if action.unit not in game.units_in(army, self.area):
            return Reason("not-in-this-combat", ("P5.3b",), {"unit": action.unit})
        if action.area not in nearest(game, army, self.area):
            return Reason("not-the-nearest-friends", ("P5.3b",), {"area": action.area})
        return None

    def chosen(self, game: Plan, answer: RideTo) -> Next:
        army = game.rules.counters[answer.unit].side
        game.enter(answer.unit, answer.area, RodeOff(army, answer.unit, self.area, answer.area))
        saw_unit_go(game, answer.unit, answer.area)  # P-D11b
        return Goto("choose")
