"""Steps 2 and 3: reinforcements and the recovery of eliminated units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.perfect_plan.actions import EndRecovery, Recover
from grognard.games.chancellorsville.perfect_plan.events import Recovered, Reinforced, ReinforcementsDelayed
from grognard.games.chancellorsville.perfect_plan.hidden import saw_unit
from grognard.games.chancellorsville.perfect_plan.names import AreaId, ArmyName
from grognard.games.chancellorsville.perfect_plan.state import ELIMINATED, WAITING

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.state import Plan


def enter_reinforcements(game: Plan, army: str) -> None:
    """P2a, P2b: an army's reinforcements enter together, or wait for the next turn if stacking forbids it; enemies do not."""
    group = game.rules.components.reinforcements[army]
    waiting = tuple(unit for unit in group.units if game.state.units[unit] == WAITING)
    if not waiting or game.state.turn < group.turn:
        return
    # P2c
    if not game.has_room(army, group.area, len(waiting)):
        game.emit(ReinforcementsDelayed(army, group.area))
        return
    for unit in waiting:
        game.enter(unit, group.area)
        saw_unit(game, unit, group.area)
    game.emit(Reinforced(army, waiting, group.area))


# ---------------------------------------------------------------- recovery


def recovery_areas(game: Plan, army: str) -> Iterator[str]:
    """P3b, P3c: the army's own two areas, and for the controller of Chancellorsville that one besides."""
    yield from game.rules.recovery_areas[army]
    yield from game.rules.extra_recovery_areas


def recoverable(game: Plan, army: str) -> list[str]:
    """P3a, P-D3d: formations and small units in the box, never commanders."""
    units, counters = game.state.units, game.rules.counters
    return [unit for unit in game.rules.sheets[army] if units[unit] == ELIMINATED and counters[unit].recoverable]


def why_not_recover_in(game: Plan, army: str, area: str, used: tuple[str, ...]) -> Reason | None:
    """P3b: one unit in each area that the army controls, if stacking allows."""
    if area not in recovery_areas(game, army):
        return Reason("not-a-recovery-area", ("P3b",), {"area": area})
    cites = ("P3c",) if area in game.rules.extra_recovery_areas else ("P3b",)  # P3c
    if area in used:
        return Reason("one-recovery-in-an-area", cites, {"area": area})
    if game.controller(area) != army:
        return Reason("area-not-controlled", cites, {"area": area})
    if not game.has_room(army, area):
        return Reason("area-full", (*cites, "P-D1a"), {"area": area})
    return None


END_RECOVERY = EndRecovery()


class Recovery(Procedure["Plan"]):
    """P3a: up to three units each, first the army without the initiative."""

    armies: tuple[ArmyName, ...]
    used: tuple[AreaId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Plan) -> Next:
        if not self.armies:
            return DONE
        army = self.armies[0]
        areas = [area for area in recovery_areas(game, army) if why_not_recover_in(game, army, area, self.used) is None]
        actions: list[Action] = [Recover(unit, area) for unit in recoverable(game, army) for area in areas]
        return Ask(army, [END_RECOVERY, *actions], self.chosen, "recover", "P3a", self.why_not, closing=(END_RECOVERY,))

    def why_not(self, game: Plan, action: Action) -> Reason | None:
        if isinstance(action, EndRecovery):
            return None
        if not isinstance(action, Recover):
            return NOT_OFFERED
        army = self.armies[0]
        if action.unit not in game.rules.sheets[army]:
            return Reason("not-your-unit", ("P3a",), {"unit": action.unit})
        if game.rules.counters[action.unit].is_commander:
            return Reason("commanders-are-lost-for-good", ("P3a", "P-D3d"), {"unit": action.unit})
        if action.unit not in recoverable(game, army):
            return Reason("not-in-the-box", ("P3a",), {"unit": action.unit})
        return why_not_recover_in(game, army, action.area, self.used)

    def chosen(self, game: Plan, answer: Action) -> Next:
        if isinstance(answer, Recover):
            game.enter(answer.unit, answer.area)
            saw_unit(game, answer.unit, answer.area)  # P-D11b
            game.emit(Recovered(self.armies[0], answer.unit, answer.area))
            self.used += (answer.area,)
        else:
            self.armies, self.used = self.armies[1:], ()
        return Goto("choose")
