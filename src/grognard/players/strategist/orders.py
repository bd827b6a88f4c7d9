"""Orders for an impulse: single steps, and several units brought to one area together, with a combat if it pays off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from grognard.core.actions import Action
from grognard.games.chancellorsville.perfect_plan.actions import EndImpulse, Entrench, Exchange, Fight, March
from grognard.players.strategist.forces import COMMANDER, FORMATION, NOBODY, ONE, SMALL, Force, kind_of
from grognard.players.strategist.outlook import Outlook
from grognard.players.strategist.worth import FALLEN, Idea, worth

ENOUGH = 0.05
"""What an order must gain per move, or nothing is done."""
Marches = dict[str, dict[str, list[March]]]
"""The marches into each area, by the kind of the unit."""


class Order(NamedTuple):
    """Some actions that belong together."""

    actions: tuple[Action, ...]
    cost: int
    worth: float


def order(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """The first action of the order that gains most per move."""
    idle = worth(outlook, as_it_is(outlook))
    best, promise = actions[0], ENOUGH
    for found in orders(outlook, actions):
        gain = (found.worth - idle) / found.cost
        if gain > promise:
            best, promise = found.actions[0], gain
    return best if promise > ENOUGH else EndImpulse()


def as_it_is(outlook: Outlook) -> Idea:
    return Idea(outlook.own, outlook.trenches)


def orders(outlook: Outlook, actions: Sequence[Action]) -> Iterator[Order]:
    moves = outlook.game.state.moves
    by_area: Marches = {}
    exchanged: set[tuple[str, ...]] = set()
    for action in actions:
        match action:
            case March(unit, area):
                by_area.setdefault(area, {}).setdefault(kind(outlook, unit), []).append(action)
            case Exchange():
                yield from exchange(outlook, action, exchanged)
            case Entrench(area):
                yield ordered(outlook, action, worth(outlook, Idea(outlook.own, outlook.trenches | {area})))
            case Fight(area):
                yield ordered(outlook, action, worth_of_combat(outlook, as_it_is(outlook), area))
    for area, marches in by_area.items():
        yield from gatherings(outlook, area, marches, moves)


def ordered(outlook: Outlook, action: Action, worth: float) -> Order:
    """An order of one action."""
    return Order((action,), outlook.rules.moves_for(action), worth)


def kind(outlook: Outlook, unit: str) -> str:
    return kind_of(outlook.rules.counters[unit])


# ---------------------------------------------------------------- several to one place


def gatherings(outlook: Outlook, area: str, marches: dict[str, list[March]], moves: int) -> Iterator[Order]:
    """Every choice of how many of each kind to bring to an area, and to fight there at once if moves are left."""
    room = outlook.rules.stack_limit - outlook.own.get(area, NOBODY).size
    limit = min(room, moves)
    ready = {word: least_missed(outlook, found) for word, found in marches.items()}
    counts = [range(min(len(ready.get(word, ())), limit) + 1) for word in (FORMATION, SMALL, COMMANDER)]
    for numbers in product(*counts):
        if not 0 < sum(numbers) <= limit:
            continue
        chosen = [
            march
            for word, number in zip((FORMATION, SMALL, COMMANDER), numbers, strict=True)
            for march in ready.get(word, ())[:number]
        ]
        idea, cost = marched(outlook, chosen), sum(map(outlook.rules.moves_for, chosen))
        yield Order(tuple(chosen), cost, worth(outlook, idea))
        fight = outlook.rules.moves_for(Fight(area))
        if area in outlook.backs and cost + fight <= moves:
            yield Order(tuple(chosen), cost + fight, worth_of_combat(outlook, idea, area))


def least_missed(outlook: Outlook, marches: list[March]) -> list[March]:
    """The units that are missed least where they are now come first."""
    units = outlook.game.state.units
    starts = {units[march.unit]: march for march in marches}
    value = {start: worth(outlook, marched(outlook, [march])) for start, march in starts.items()}
    return sorted(marches, key=lambda march: -value[units[march.unit]])


def marched(outlook: Outlook, marches: Sequence[March]) -> Idea:
    own = dict(outlook.own)
    for march in marches:
        move(own, outlook.game.state.units[march.unit], march.area, ONE[kind(outlook, march.unit)])
    return Idea(own, frozenset(area for area in outlook.trenches if area in own))


def move(own: dict[str, Force], start: str, end: str, force: Force) -> None:
    own[start] = own[start].minus(force)
    if not own[start].size:
        del own[start]
    own[end] = own.get(end, NOBODY).plus(force)


# ---------------------------------------------------------------- exchanges and combats


def exchange(outlook: Outlook, action: Exchange, known: set[tuple[str, ...]]) -> Iterator[Order]:
    """Two counters of different kinds swap places: the enemy cannot see it."""
    units = outlook.game.state.units
    one, other = ((units[unit], kind(outlook, unit)) for unit in (action.unit, action.other))
    key = (*one, *other)
    if one[1] == other[1] or key in known:
        return
    known.add(key)
    own = dict(outlook.own)
    own[one[0]] = own[one[0]].minus(ONE[one[1]]).plus(ONE[other[1]])
    own[other[0]] = own[other[0]].minus(ONE[other[1]]).plus(ONE[one[1]])
    yield ordered(outlook, action, worth(outlook, Idea(own, outlook.trenches)))


def worth_of_combat(outlook: Outlook, idea: Idea, area: str) -> float:
    """The value of fighting now: the area cleared, or the survivors gone from it, and the losses of both sides."""
    mine = idea.side(area)
    expected = outlook.combat(area, mine)
    rest = {other: force for other, force in idea.own.items() if other != area}
    won = Idea({**rest, area: survivors(mine.force, expected.own)}, idea.trenches - {area}, idea.cleared | {area})
    lost = Idea(rest, idea.trenches - {area}, idea.cleared)
    fortunes = FALLEN * (expected.theirs - expected.own)
    return expected.wins * worth(outlook, won) + (1 - expected.wins) * worth(outlook, lost) + fortunes


def survivors(force: Force, lost: float) -> Force:
    """What is left after losses of this value, small units lost first."""
    while lost > 0.5 and force.size > 1:
        fallen = ONE[SMALL if force.small else FORMATION if force.formation else COMMANDER]
        force, lost = force.minus(fallen), lost - fallen.worth
    return force
