"""A game in progress: where every unit stands, and the questions that every chapter asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from grognard.core.events import Event
from grognard.core.games import Game, State
from grognard.games.chancellorsville.perfect_plan.components import ARMIES, ENEMY
from grognard.games.chancellorsville.perfect_plan.events import TrenchGone

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules

IN_HAND, WAITING, ELIMINATED, OUT = "in hand", "reinforcements", "eliminated", "out"
"""Boxes beside the map: units still to be set up, reinforcements, the box of P-D12, and units not in this game."""
BOXES = (IN_HAND, WAITING, ELIMINATED, OUT)

Stacks = dict[str, tuple[str, ...]]
"""The units of an army in each area that it occupies, in the order of the counter sheet."""


class PlanState(State):
    """Everything that is not a procedure under way."""

    units: dict[str, str]
    """The area or box of every unit."""
    sightings: dict[str, int] = {}
    """P-D11b: where each unit on the map may be for all that has been seen, as a set of bits (see hidden.py)."""
    unbuilt: dict[str, int] = {}
    """P-D10e: how many trenches each army may still build."""
    trenches: dict[str, frozenset[str]] = {}
    """The areas in which each army is entrenched."""
    attackers: dict[str, str] = {}
    """P4f: who is the attacker in each contested area."""
    turn: int = 1
    phase: str = "set up"
    initiative: str = ""
    """P-D7: who has the initiative for the whole turn."""
    impulse: int = 1
    moving: str = ""
    """Whose part of the impulse it is."""
    moves: int = 0
    """How many moves are left in it."""
    moved: frozenset[str] = frozenset()
    """P4b: the units that have moved in it."""
    revealed: str = ""
    """P5.2: the area in which the counters lie face up."""


class Plan(Game):
    """A game of A Perfect Plan."""

    __slots__ = ()

    state: PlanState
    rules: PerfectPlanRules

    # ------------------------------------------------------------------ who stands where

    def stacks(self, army: str) -> Stacks:
        """The areas that an army occupies, each with its units."""
        found = self.memo.get(army)
        if found is None:
            found = {}
            units = self.state.units
            for unit in self.rules.sheets[army]:
                place = units[unit]
                if place not in BOXES:
                    found.setdefault(place, []).append(unit)
            found = self.memo[army] = {area: tuple(stack) for area, stack in found.items()}
        return cast("Stacks", found)

    def units_in(self, army: str, area: str) -> tuple[str, ...]:
        return self.stacks(army).get(area, ())

    def has_room(self, army: str, area: str, more: int = 1) -> bool:
        """P-D1a, P-D1c: at most four units of an army in an area, trenches apart."""
        return len(self.units_in(army, area)) + more <= self.rules.stack_limit

    def is_contested(self, area: str) -> bool:
        """P-D1b, P-D4: units of both armies are in the area."""
        return all(area in self.stacks(army) for army in ARMIES)

    def contested(self) -> list[str]:
        """The contested areas, in the order of the map."""
        both = self.stacks(ARMIES[0]).keys() & self.stacks(ARMIES[1]).keys()
        return sorted(both, key=self.rules.places.__getitem__)

    def controller(self, area: str) -> str:
        """P-D5a: who is alone in an area controls it; the flag speaks for an empty one.

        Where both armies are it stays with the last controller, whom the attacker found there.
        """
        here = [army for army in ARMIES if area in self.stacks(army)]
        if len(here) == 1:
            return here[0]  # P-D5b
        if here:
            return ENEMY[self.state.attackers[area]]  # P-D5b
        return self.rules.flags[area]  # P-D5c

    # ------------------------------------------------------------------ changes

    def put(self, unit: str, place: str) -> None:
        """Put a unit in an area or a box; copies that share what was worked out keep it as it was."""
        start, self.state.units[unit] = self.state.units[unit], place
        army = self.rules.counters[unit].side
        stacks = self.stacks(army) if army in self.memo else None
        self.memo = {side: found for side, found in self.memo.items() if side != army}
        if stacks is None:
            return
        self.memo[army] = stacks = stacks.copy()
        if start not in BOXES:
            stacks[start] = tuple([other for other in stacks[start] if other != unit])
            if not stacks[start]:
                del stacks[start]
        if place not in BOXES:
            here = (*stacks.get(place, ()), unit)
            stacks[place] = tuple(sorted(here, key=self.rules.order.__getitem__)) if len(here) > 1 else here

    def enter(self, unit: str, area: str, told: Event | None = None) -> None:
        """P4f: whoever comes into an area that only enemies hold is the attacker there. `told` tells of it."""
        army = self.rules.counters[unit].side
        if area in self.stacks(ENEMY[army]) and area not in self.stacks(army):
            self.state.attackers[area] = army
        start = self.state.units[unit]
        self.put(unit, area)
        if told is not None:
            self.emit(told)
        self.settle(start)

    def take_off(self, unit: str, told: Event | None = None) -> None:
        """P-D12: an eliminated unit goes to the box at once. `told` tells of it."""
        area = self.state.units[unit]
        self.put(unit, ELIMINATED)
        if told is not None:
            self.emit(told)
        self.settle(area)  # P4f, P-D10d

    def settle(self, area: str) -> None:
        """What follows when units have left an area: trenches left alone go (P-D10d), and a contest may be over (P4f)."""
        state = self.state
        for army in ARMIES:
            if area in state.trenches[army] and area not in self.stacks(army):
                self.remove_trench(army, area)
        if area in state.attackers and not self.is_contested(area):
            del state.attackers[area]

    def remove_trench(self, army: str, area: str) -> None:
        """P-D10c, P-D10d: a trench leaves the game for good."""
        self.state.trenches[army] -= {area}
        self.emit(TrenchGone(army, area))
