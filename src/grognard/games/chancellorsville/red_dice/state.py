"""A game in progress: every man with his place and wounds, every squad, and the questions that every chapter asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from grognard.core.games import Game, State
from grognard.core.plane import Point, squared
from grognard.games.chancellorsville.red_dice.components import ENEMY, SIDES
from grognard.games.chancellorsville.red_dice.events import RedDiceChanged

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.rules import RedDiceRules

DEAD, FLED, ROUTED, CAPTURED, REAR, OUT = "dead", "fled", "routed", "captured", "rear", "out"
BOXES = (DEAD, FLED, ROUTED, CAPTURED, REAR, OUT)
"""Off the table (D3.2e, D3.0c1, D3.0d6): prisoners delivered (D-R15), wounded carried to the rear (D-R14), not in this game."""
HEALTHY, LIGHTLY, SEVERELY = 0, 1, 2
WOUNDS = ("healthy", "light", "severe")
LARGEST_SQUAD = 10

SQUAD, PAIR, GUARD, APART = "squad", "pair", "guard", "apart"
KINDS = (SQUAD, PAIR, GUARD, APART)
"""D-R14 to D-R16: a squad, a bearer with his man, escorts with prisoners, a bearer or escort set free."""


MARKERS = frozenset({"facing", "formation", "pinned", "doubtful"})
"""What of a squad may change without changing who belongs to its unit."""


class Man(msgspec.Struct, frozen=True):
    """One soldier."""

    id: str
    side: str
    squad: str
    at: Point
    wounds: int = HEALTHY
    down: bool = False
    """D3.2g: lies in shock."""
    box: str = ""
    captor: str = ""
    """D-R15: whose prisoner he is."""
    charge: str = ""
    """D-R15: the squad of the escorts who have him in charge; without one he waits."""

    @property
    def is_free(self) -> bool:
        """On the table and no prisoner."""
        return not self.box and not self.captor

    @property
    def is_fit(self) -> bool:
        """On his feet and able to act."""
        return not self.down and self.wounds < SEVERELY


def is_near(place: Point, men: Iterable[Man], near: float) -> bool:
    """Whether one of these men is within a distance, given as a square, of a place."""
    return any(squared(place, man.at) <= near for man in men)


class Squad(msgspec.Struct, frozen=True):
    """D1.1a: soldiers under one leader."""

    id: str
    side: str
    leader: str
    facing: Point
    level: int
    weapon: str
    formation: str
    kind: str = SQUAD
    parent: str = ""
    """D-R16: the squad that it came from."""
    pinned: bool = False
    doubtful: bool = False


class SkirmishState(State):
    """Everything that is not a procedure under way."""

    men: dict[str, Man]
    squads: dict[str, Squad]
    red: dict[str, int]
    """D3.0e: the courage dice of each side."""
    held: dict[str, str]
    """D-R13: who holds each objective."""
    initiative: str = ""
    passes: int = 0
    last_squad: str = ""
    """D2.0c: the activation before this one, in the same spell of initiative."""
    last_deed: str = ""
    repeats: int = 0


class Skirmish(Game):
    """A game of Red Dice."""

    __slots__ = ()

    state: SkirmishState
    rules: RedDiceRules

    # ------------------------------------------------------------------ changes

    def set_man(self, man: Man) -> None:
        """Every change of a man goes through here; copies that share what was worked out keep it as it was."""
        self.state.men[man.id] = man
        if self.memo:
            self.memo = {}

    def change(self, id: str, **fields: Any) -> Man:
        man = replace(self.state.men[id], **fields)
        self.set_man(man)
        return man

    def set_squad(self, squad: Squad) -> None:
        self.state.squads[squad.id] = squad
        if self.memo:
            self.memo = {}

    def change_squad(self, id: str, **fields: Any) -> Squad:
        squad = replace(self.state.squads[id], **fields)
        if fields.keys() <= MARKERS:
            self.state.squads[id] = squad
        else:
            self.set_squad(squad)
        return squad

    def remove_squad(self, id: str) -> None:
        del self.state.squads[id]
        if self.memo:
            self.memo = {}

    def add_red(self, side: str, number: int) -> None:
        """D3.0e: the pool of a player grows or shrinks, never below nought."""
        before = self.state.red[side]
        after = max(before + number, 0)
        if after != before:
            self.state.red[side] = after
            self.emit(RedDiceChanged(side, after - before, after))

    # ------------------------------------------------------------------ men

    def man(self, id: str) -> Man:
        return self.state.men[id]

    def men(self, ids: Iterable[str]) -> list[Man]:
        men = self.state.men
        return [men[id] for id in ids]

    def free_men(self, side: str) -> list[Man]:
        """The soldiers of a side on the table, prisoners apart."""
        found = self.memo.get(("free", side))
        if found is None:
            found = [man for man in self.state.men.values() if man.side == side and not man.box and not man.captor]
            self.memo["free", side] = found
        return cast("list[Man]", found)

    def on_feet(self, side: str) -> list[Man]:
        """D-R4: those of them who are not lying down."""
        found = self.memo.get(("standing", side))
        if found is None:
            found = self.memo["standing", side] = [man for man in self.free_men(side) if not man.down]
        return cast("list[Man]", found)

    def on_table(self) -> list[Man]:
        """Everybody whose base is on the table."""
        found = self.memo.get("table")
        if found is None:
            found = self.memo["table"] = [man for man in self.state.men.values() if not man.box]
        return cast("list[Man]", found)

    def company(self, squad: str) -> list[Man]:
        """The soldiers of a squad on the table, strays too."""
        found = self.memo.get(("company", squad))
        if found is None:
            side = self.state.squads[squad].side
            found = self.memo["company", squad] = [man for man in self.free_men(side) if man.squad == squad]
        return cast("list[Man]", found)

    # ------------------------------------------------------------------ units

    def unit(self, squad: str) -> tuple[Man, ...]:
        """D1.1c: those linked to the leader by steps of at most three centimetres."""
        found = self.memo.get(("unit", squad))
        if found is None:
            company = self.company(squad)
            leader = self.state.squads[squad].leader
            first = next((man for man in company if man.id == leader), None)
            found = () if first is None else tuple(self.linked(first, company))
            self.memo["unit", squad] = found
        return cast("tuple[Man, ...]", found)

    def linked(self, first: Man, others: Iterable[Man]) -> list[Man]:
        """A man and all who are linked to him, in the order of the others."""
        near, reach = self.rules.numbers.cohesion, {first.id}
        waiting, left = [first], [man for man in others if man.id != first.id]
        while waiting and left:
            here = waiting.pop().at
            close = [man for man in left if squared(here, man.at) <= near]
            if close:
                waiting.extend(close)
                reach.update(man.id for man in close)
                left = [man for man in left if man.id not in reach]
        return [man for man in others if man.id in reach]

    def stray_groups(self, squad: str) -> list[list[Man]]:
        """D1.1c: the soldiers who are not linked to their leader, as units of their own."""
        inside = {man.id for man in self.unit(squad)}
        left = [man for man in self.company(squad) if man.id not in inside]
        groups = []
        while left:
            group = self.linked(left[0], left)
            groups.append(group)
            taken = {man.id for man in group}
            left = [man for man in left if man.id not in taken]
        return groups

    def units(self, side: str) -> dict[str, tuple[Man, ...]]:
        """Every unit of a side on the table: squads by their ids, strays by the first of them."""
        found = self.memo.get(("units", side))
        if found is None:
            found = {}
            for squad in self.state.squads.values():
                if squad.side != side:
                    continue
                unit = self.unit(squad.id)
                if unit:
                    found[squad.id] = unit
                if len(unit) < len(self.company(squad.id)):
                    found |= {group[0].id: tuple(group) for group in self.stray_groups(squad.id)}
            self.memo["units", side] = found
        return cast("dict[str, tuple[Man, ...]]", found)

    def unit_named(self, name: str) -> tuple[Man, ...]:
        """The men of a unit by its name; nobody where there is no such unit."""
        for side in SIDES:
            found = self.units(side).get(name)
            if found is not None:
                return found
        return ()

    def unit_of(self, man: Man) -> tuple[Man, ...]:
        """D1.1c: the unit that a man belongs to, which for strays is not their squad; a prisoner belongs to none."""
        return next((unit for unit in self.units(man.side).values() if man in unit), ())

    def squad_of_unit(self, name: str) -> Squad:
        """The squad that a unit is, or that its strays belong to."""
        squads = self.state.squads
        return squads[name] if name in squads else squads[self.state.men[name].squad]

    def unit_leader(self, name: str) -> Man:
        """The leader of a unit; of strays, the first."""
        squads = self.state.squads
        return self.man(squads[name].leader if name in squads else name)

    def shooters(self, unit: Iterable[Man]) -> list[Man]:
        """D-R4: those of a unit who are able to fire."""
        squads = self.state.squads
        return [man for man in unit if not man.down and man.wounds < SEVERELY and squads[man.squad].kind in (SQUAD, APART)]

    def targets(self, unit: Iterable[Man]) -> list[Man]:
        """D-R4: those of a unit who stand; severely wounded men do."""
        return [man for man in unit if not man.down]

    def carried_with(self, squad: str) -> list[Man]:
        """D-R14: the severely wounded carried by bearers of a squad who are in cohesion with it."""
        unit, near = self.unit(squad), self.rules.numbers.cohesion
        return [
            man
            for pair in self.pairs_of(squad)
            for man in self.company(pair.id)
            if man.wounds == SEVERELY and is_near(man.at, unit, near)
        ]

    def pairs_of(self, squad: str) -> list[Squad]:
        return [other for other in self.state.squads.values() if other.kind == PAIR and other.parent == squad]

    def prisoners_of(self, squad: str) -> list[Man]:
        """D-R15: the prisoners in charge of escorts."""
        return [man for man in self.on_table() if man.charge == squad]

    def waiting_prisoners(self, captor: str) -> list[Man]:
        return [man for man in self.on_table() if man.captor == captor and not man.charge]

    def nearest_enemy(self, side: str, place: Point) -> Man | None:
        """The nearest standing enemy of a side."""
        return min(self.on_feet(ENEMY[side]), key=lambda man: (squared(place, man.at), self.rules.order[man.id]), default=None)

    # ------------------------------------------------------------------ counting

    def strength(self, side: str) -> int:
        """D-R13: the soldiers a side began with."""
        return sum(man.side == side and man.box != OUT for man in self.state.men.values())

    def in_ranks(self, side: str) -> int:
        """D-R13: all but the dead, captured, fled, routed and severely wounded."""
        return sum(man.wounds < SEVERELY for man in self.free_men(side))

    def points(self, side: str) -> int:
        """D5.0a: enemies eliminated, prisoners delivered, objectives held."""
        worth = self.rules.worths
        total = 0
        for man in self.state.men.values():
            if man.side == side:
                continue
            if man.box in (DEAD, ROUTED):
                total += worth.leader if man.id in self.rules.first_leaders else worth.soldier
            elif man.box == CAPTURED:
                total += worth.leader if man.id in self.rules.first_leaders else worth.prisoner
        held = self.state.held
        return total + sum(found.points[side] for id, found in self.rules.field.objectives.items() if held.get(id) == side)

    def new_squad_id(self, names: Iterable[str]) -> str:
        """D-R16: a squad made in play is named after one of its men."""
        free = (f"{name}+" for name in (*names, *self.state.men) if f"{name}+" not in self.state.squads)
        return next(free)


def highest_first(men: Iterable[Man], order: dict[str, int]) -> Iterator[Man]:
    return iter(sorted(men, key=lambda man: -order[man.id]))
