"""Step 4: movement in four impulses, and what may be done instead of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.perfect_plan.actions import EndImpulse, Entrench, Exchange, Fight, March
from grognard.games.chancellorsville.perfect_plan.combat import Combat
from grognard.games.chancellorsville.perfect_plan.components import ENEMY
from grognard.games.chancellorsville.perfect_plan.events import Entrenched, Exchanged, ImpulseBegan, Marched
from grognard.games.chancellorsville.perfect_plan.hidden import forget_moves, saw_exchange, saw_march

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.state import Plan

# ---------------------------------------------------------------- the list


def unmoved(game: Plan, army: str) -> dict[str, tuple[str, ...]]:
    """P4b: the units that have not moved in this impulse, in the order of the map."""
    stacks, moved = game.stacks(army), game.state.moved
    areas = sorted(stacks, key=game.rules.places.__getitem__)
    if not moved:
        return {area: stacks[area] for area in areas}
    return {area: tuple([unit for unit in stacks[area] if unit not in moved]) for area in areas}


def marches(game: Plan, army: str, able: dict[str, tuple[str, ...]]) -> list[Action]:
    """P4b, P4f: one area, where there may be an enemy."""
    stacks, enemies, rules = game.stacks(army), game.stacks(ENEMY[army]), game.rules
    # P4e
    full = {area for area, stack in stacks.items() if len(stack) >= rules.stack_limit}
    found: list[Action] = []
    for area, units in able.items():
        exits = rules.connected[area]  # P4d
        if area in enemies:
            # P4g
            exits = tuple([other for other in exits if other in stacks or game.controller(other) == army])
        # P4e
        if full:
            exits = tuple([other for other in exits if other not in full])
        for unit in units:
            words = rules.marches[unit]
            found += [words[other] for other in exits]
    return found


def exchanges(game: Plan, able: dict[str, tuple[str, ...]]) -> list[Action]:
    """P4h: one unit that has not moved for another in a connected area."""
    rules = game.rules
    pairs = rules.exchanges
    found: list[Action] = []
    for area, units in able.items():
        for beyond in rules.onward[area]:
            if beyond in able:
                others = able[beyond]
                found += [pairs[unit, other] for unit in units for other in others]
    return found


def entrenchments(game: Plan, army: str) -> list[Action]:
    """P-D10a, P-D10b: a trench where the army has units and no trench yet, while it has some to build."""
    # P-D10e
    if not game.state.unbuilt[army]:
        return []
    dug, rules = game.state.trenches[army], game.rules
    return [rules.entrenchments[area] for area in sorted(game.stacks(army).keys() - dug, key=rules.places.__getitem__)]


def fights(game: Plan) -> list[Action]:
    """P4i: a combat costs two moves."""
    if game.state.moves < game.rules.impulses.resolve_one_combat:
        return []
    return [game.rules.combats[area] for area in game.contested()]


# ---------------------------------------------------------------- the reasons


def why_not_move(game: Plan, army: str, unit: str) -> Reason | None:
    """P4b: only own units on the map that have not moved in this impulse."""
    if unit not in game.rules.sheets[army]:
        return Reason("not-your-unit", ("P4a",), {"unit": unit})
    if game.state.units[unit] not in game.rules.board.areas:
        return Reason("unit-not-on-the-map", ("P4a",), {"unit": unit})
    if unit in game.state.moved:
        return Reason("unit-has-moved", ("P4b",), {"unit": unit})
    return None


def why_not_pass(game: Plan, start: str, end: str) -> Reason | None:
    """P4b, P4d: areas must touch, and a river be crossed at its arrows."""
    rules = game.rules
    if end in rules.connected[start]:
        return None
    if end not in rules.board.areas:
        return Reason("no-such-area", ("P4b",), {"area": end})
    if rules.board.border(start, end) is None:
        return Reason("areas-do-not-touch", ("P4b",), {"area": end, "start": start})
    return Reason("no-arrows-here", ("P4d",), {"area": end, "start": start})


def why_not_march(game: Plan, army: str, action: March) -> Reason | None:
    refused = why_not_move(game, army, action.unit)
    if refused is not None:
        return refused
    start, end = game.state.units[action.unit], action.area
    refused = why_not_pass(game, start, end)
    if refused is not None:
        return refused
    if not game.has_room(army, end):
        return Reason("area-full", ("P-D1a", "P4e", "P4f"), {"area": end})
    return why_not_leave(game, army, start, end)


def why_not_leave(game: Plan, army: str, start: str, end: str) -> Reason | None:
    """P4g: out of a contested area only to where the army is or what it controls."""
    if game.is_contested(start) and end not in game.stacks(army) and game.controller(end) != army:
        return Reason("only-to-friends", ("P4g",), {"area": end, "start": start})
    return None


def why_not_exchange(game: Plan, army: str, action: Exchange) -> Reason | None:
    for unit in (action.unit, action.other):
        refused = why_not_move(game, army, unit)
        if refused is not None:
            return refused
    start, end = game.state.units[action.unit], game.state.units[action.other]
    refused = why_not_pass(game, start, end)
    if refused is not None:
        return replace(refused, cites=("P4h", *refused.cites))
    sheet = game.rules.sheets[army]
    return None if sheet.index(action.unit) < sheet.index(action.other) else NOT_OFFERED


def why_not_entrench(game: Plan, army: str, area: str) -> Reason | None:
    if area not in game.stacks(army):
        return Reason("nobody-to-dig", ("P-D10a",), {"area": area})
    if area in game.state.trenches[army]:
        return Reason("entrenched-already", ("P-D10b",), {"area": area})
    if not game.state.unbuilt[army]:
        return Reason("no-trenches-left", ("P-D10e",))
    return None


def why_not_fight(game: Plan, area: str) -> Reason | None:
    if area not in game.contested():
        return Reason("nothing-to-fight-for", ("P4i", "P-D4"), {"area": area})
    cost = game.rules.impulses.resolve_one_combat
    if game.state.moves < cost:
        return Reason("too-few-moves-to-fight", ("P4i",), {"moves": game.state.moves, "cost": cost})
    return None


# ---------------------------------------------------------------- the phase


class MovementPhase(Procedure["Plan"]):
    """P4a: four impulses, in each first the army with the initiative, then the other."""

    steps: ClassVar[tuple[str, ...]] = ("begin_part", "part", "end_part")

    def begin_part(self, game: Plan) -> Next:
        state = game.state
        state.moves = game.rules.impulses.moves[state.impulse - 1]
        game.emit(ImpulseBegan(state.moving, state.impulse, state.moves))
        return None

    def part(self, game: Plan) -> Next:
        """P4c: any number of the moves, or none. Whether the question is asked must not reveal which units have moved."""
        state = game.state
        army = state.moving
        if not state.moves:
            return None
        able = unmoved(game, army)
        actions = [
            game.rules.end_impulse,
            *marches(game, army, able),
            *exchanges(game, able),
            *entrenchments(game, army),
            *fights(game),
        ]
        args = {"moves": state.moves, "impulse": state.impulse}
        cites, closing = ("P4a", "P4c"), (game.rules.end_impulse,)
        return Ask(army, actions, self.chosen, "impulse", cites, self.why_not, args, always=True, closing=closing)

    def why_not(self, game: Plan, action: Action) -> Reason | None:
        army = game.state.moving
        match action:
            case EndImpulse():
                return None
            case March():
                return why_not_march(game, army, action)
            case Exchange():
                return why_not_exchange(game, army, action)
            case Entrench():
                return why_not_entrench(game, army, action.area)
            case Fight():
                return why_not_fight(game, action.area)
        return NOT_OFFERED

    def chosen(self, game: Plan, answer: Action) -> Next:
        army = game.state.moving
        game.state.moves -= game.rules.moves_for(answer)
        match answer:
            case March():
                march(game, army, answer)
            case Exchange():
                exchange(game, army, answer)
            case Entrench():
                entrench(game, army, answer.area)
            case Fight():
                return Call(Combat(answer.area), then="part")
            case _:
                return None
        return Goto("part")

    def end_part(self, game: Plan) -> Next:
        """P4a, P4c: the other army, or the next impulse; moves not made are lost."""
        state = game.state
        forget_moves(game, state.moving)  # P-D11b
        state.moved, state.moves = frozenset(), 0
        if state.moving == state.initiative:
            state.moving = ENEMY[state.moving]
            return Goto("begin_part")
        state.moving = state.initiative
        if state.impulse == len(game.rules.impulses.moves):
            return DONE
        state.impulse += 1
        return Goto("begin_part")


def march(game: Plan, army: str, action: March) -> None:
    """P4b: a unit moves one area; if enemies are there nothing else happens now."""
    start = game.state.units[action.unit]
    game.enter(action.unit, action.area, Marched(army, action.unit, start, action.area))
    game.state.moved |= {action.unit}
    saw_march(game, army, start, action.area)


def exchange(game: Plan, army: str, action: Exchange) -> None:
    """P4h: at the same moment, so that neither area is ever empty."""
    units = game.state.units
    one, other = sorted((action.unit, action.other), key=lambda unit: game.rules.places[units[unit]])
    area, beyond = units[one], units[other]
    game.put(one, beyond)
    game.put(other, area)
    game.state.moved |= {one, other}
    saw_exchange(game, army, area, beyond)
    game.emit(Exchanged(army, one, other, area, beyond))


def entrench(game: Plan, army: str, area: str) -> None:
    """P-D10a: a trench is placed; of those in hand there is one fewer (P-D10e)."""
    game.state.unbuilt[army] -= 1
    game.state.trenches[army] |= {area}
    game.emit(Entrenched(army, area))
