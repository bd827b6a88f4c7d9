"""Where the men go: places that are free, formations around a leader, and who stays behind (D-R1, D-R6, D-R9)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.plane import Point, along, distance, nearest_on, squared
from grognard.games.chancellorsville.red_dice.components import HEADINGS
from grognard.games.chancellorsville.red_dice.ways import passed

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Battlefield, Numbers
    from grognard.games.chancellorsville.red_dice.state import Skirmish

LINE, COLUMN, CLOUD, FENCE = "line", "column", "cloud", "fence"
FORMATIONS = (CLOUD, LINE, COLUMN, FENCE)

IN_CONTACT = 155
"""Between neighbours in line or column: rounding keeps it between bases that overlap and men who are not in contact."""
LOOSE = 220
BEHIND = 100
"""How far behind a fence men stand."""
AT_FENCE = 300
"""How near to the leader a fence must be."""
RINGS = (155, 200, 250, 290)
"""How far from a comrade a place in cohesion is looked for."""
BACK = 50
"""Who cannot come up is put as far on his way as he gets, in steps of half a centimetre."""


class Obstacles(NamedTuple):
    """What keeps a base from standing somewhere: the table, other bases, enemies in contact."""

    field: Battlefield
    numbers: Numbers
    others: list[Point]
    enemies: Sequence[Point]
    """Those with whom contact needs an assault."""
    foes: Sequence[Point]
    """Those of them who stand, past whom nobody may run."""

    def is_free(self, p: Point) -> bool:
        """D-R1, D-R9: on the table, on nobody's base, in contact with no enemy."""
        if not self.field.on_table(p):
            return False
        x, y = p
        apart, contact = self.numbers.apart, self.numbers.contact
        for ox, oy in self.others:
            dx, dy = ox - x, oy - y
            if -150 < dx < 150 and -150 < dy < 150 and dx * dx + dy * dy < apart:
                return False
        for ex, ey in self.enemies:
            dx, dy = ex - x, ey - y
            if -162 < dx < 162 and -162 < dy < 162 and dx * dx + dy * dy <= contact:
                return False
        return True


def ground_for(game: Skirmish, side: str, without: Iterable[str]) -> Obstacles:
    """Where soldiers of a side may stand, those named not counting."""
    gone = set(without)
    table = game.on_table()
    others = [man.at for man in table if man.id not in gone]
    enemies = [man for man in table if man.side != side and not man.captor and man.id not in gone]
    foes = [man.at for man in enemies if not man.down]
    return Obstacles(game.rules.field, game.rules.numbers, others, [man.at for man in enemies], foes)


# ---------------------------------------------------------------- slots


def slots(field: Battlefield, formation: str, leader: Point, facing: Point, number: int) -> Iterator[Point]:
    """The places of a formation from the leader outward."""
    length = sqrt(facing[0] ** 2 + facing[1] ** 2)
    ux, uy = facing[0] / length, facing[1] / length
    x, y = leader

    def spot(ahead: float, right: float) -> Point:
        return round(x + ux * ahead + uy * right), round(y + uy * ahead - ux * right)

    if formation == LINE:
        for place in range(1, number + 1):
            yield spot(0, IN_CONTACT * place)
            yield spot(0, -IN_CONTACT * place)
    elif formation == COLUMN:
        for place in range(1, 2 * number + 1):
            yield spot(-IN_CONTACT * place, 0)
    elif formation == FENCE and (behind := fence_slots(field, leader, facing, number)):
        yield from behind
    else:
        for rank in range(number + 1):
            shift = LOOSE // 2 if rank % 2 else 0
            for file in range(4):
                for right in (file * LOOSE + shift, -file * LOOSE - LOOSE + shift):
                    if rank or right:
                        yield spot(-rank * 190, right)


def fence_slots(field: Battlefield, leader: Point, facing: Point, number: int) -> list[Point]:
    """Places a centimetre behind the linear cover that is nearest to the leader, if one is near, from him outward."""
    found: list[tuple[float, Point, Point]] = []
    for barrier in field.covering_lines:
        points = barrier.line.points
        for a, b in itertools.pairwise(points):
            near = nearest_on(leader, a, b)
            away = (near[0] - leader[0]) ** 2 + (near[1] - leader[1]) ** 2
            if away <= AT_FENCE * AT_FENCE:
                found.append((away, a, b))
    if not found:
        return []
    _, a, b = min(found)
    length = distance(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    side = -uy * facing[0] + ux * facing[1]
    nx, ny = (uy, -ux) if side > 0 else (-uy, ux)
    near = nearest_on(leader, a, b)
    start = (near[0] - a[0]) * ux + (near[1] - a[1]) * uy
    spots = []
    for place in range(number + 1):
        for far in (start + LOOSE * place, start - LOOSE * place) if place else (start,):
            if 0 <= far <= length:
                spots.append((round(a[0] + ux * far + nx * BEHIND), round(a[1] + uy * far + ny * BEHIND)))
    return spots


# ---------------------------------------------------------------- placing


class Mover(NamedTuple):
    """A man who follows: from where, how far he may go, and whether he may go through houses."""

    id: str
    at: Point
    reach: float
    through_houses: bool


def can_go(ground: Obstacles, mover: Mover, p: Point) -> bool:
    """D-R9: near enough, past no standing enemy, and through no house that was not paid for."""
    if squared(mover.at, p) > (mover.reach + ground.numbers.slack) ** 2:
        return False
    if passed(ground.numbers, mover.at, p, ground.foes) is not None:
        return False
    return mover.through_houses or all(house.shape.part(mover.at, p) is None for house in ground.field.walled)


def place_followers(
    ground: Obstacles, leader: Point, facing: Point, formation: str, movers: Sequence[Mover]
) -> dict[str, Point]:
    """Where each of these men ends; nobody overlaps, and who cannot come into cohesion goes as far as he can (D-R6)."""
    staying = {mover.id: mover.at for mover in movers if mover.reach <= 0}
    while True:
        placed = try_to_place(ground, leader, facing, formation, movers, staying)
        missing = [mover for mover in movers if mover.id not in placed]
        if not missing:
            return placed
        staying |= {mover.id: mover.at for mover in missing}


def try_to_place(
    ground: Obstacles,
    leader: Point,
    facing: Point,
    formation: str,
    movers: Sequence[Mover],
    staying: Mapping[str, Point],
) -> dict[str, Point]:
    """One try, with some who stay where they are; a man for whom there is no place is left out."""
    here = ground._replace(others=[*ground.others, leader, *staying.values()])
    placed = dict(staying)
    near = ground.numbers.cohesion
    chain = [leader]
    left = [mover for mover in movers if mover.id not in staying]
    for p in slots(ground.field, formation, leader, facing, len(movers)):
        if not left:
            break
        if not here.is_free(p) or not any(squared(p, other) <= near for other in chain):
            continue
        able = [mover for mover in left if can_go(here, mover, p)]
        if able:
            chosen = min(able, key=lambda mover: squared(mover.at, p))
            left.remove(chosen)
            placed[chosen.id] = p
            chain.append(p)
            here.others.append(p)
    for mover in sorted(left, key=lambda mover: squared(mover.at, leader)):
        spot = place_in_cohesion(here, chain, mover)
        if spot is not None:
            chain.append(spot)
        else:
            spot = as_far_as_he_can(here, mover, leader)
        if spot is not None:
            placed[mover.id] = spot
            here.others.append(spot)
    return placed


def place_in_cohesion(ground: Obstacles, chain: Sequence[Point], mover: Mover) -> Point | None:
    """The place near a comrade that is nearest to a man, if he can get to one."""
    if min(squared(mover.at, other) for other in chain) > (mover.reach + RINGS[-1]) ** 2:
        return None
    if ground.is_free(mover.at) and any(squared(mover.at, other) <= ground.numbers.cohesion for other in chain):
        return mover.at
    close = min(chain, key=lambda other: squared(mover.at, other))
    for comrades in ([close], chain):
        found = nearest(around(comrades), mover.at, lambda p: ground.is_free(p) and can_go(ground, mover, p))
        if found is not None:
            return found
    return None


def around(comrades: Iterable[Point]) -> Iterator[Point]:
    """Places in cohesion with a comrade."""
    for x, y in comrades:
        for ring in RINGS:
            for hx, hy in HEADINGS:
                yield x + ring * hx // 1000, y + ring * hy // 1000


def nearest(places: Iterable[Point], p: Point, fits: Callable[[Point], bool]) -> Point | None:
    """The nearest of some places that fits."""
    return next((place for place in sorted(places, key=lambda place: squared(place, p)) if fits(place)), None)


def as_far_as_he_can(ground: Obstacles, mover: Mover, goal: Point) -> Point | None:
    """D-R6: as far toward the leader as a man gets; his own place at worst, or the nearest that is free."""
    far = min(mover.reach, distance(mover.at, goal))
    while far > 0:
        p = along(mover.at, goal, far)
        if ground.is_free(p) and can_go(ground, mover, p):
            return p
        far -= BACK
    if ground.is_free(mover.at):
        return mover.at
    return nearest(around([mover.at]), mover.at, lambda p: ground.is_free(p) and can_go(ground, mover, p))


def heading_toward(a: Point, b: Point) -> int:
    """The heading nearest to the direction from one point to another."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return max(range(len(HEADINGS)), key=lambda place: HEADINGS[place][0] * dx + HEADINGS[place][1] * dy)
