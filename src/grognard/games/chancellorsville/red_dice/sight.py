"""Who sees whom, from what distance, behind what cover (D-R2 to D-R5, D-R7, D-R10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.plane import Point, squared, squared_to_segment
from grognard.games.chancellorsville.red_dice.components import HEAVY, LIGHT, NONE, SIDES

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.components import Barrier, Battlefield, Numbers, Terrain
    from grognard.games.chancellorsville.red_dice.state import Man, Skirmish

SHORT, MEDIUM, LONG, BEYOND = range(4)
BEHIND_COVER = 301
"""A line farther from a man covers him from nobody (D-R5)."""
BANDS = ("short", "medium", "long", "beyond")


def hiding(field: Battlefield, a: Point, b: Point) -> Terrain | None:
    """D-R3: the wood, building or rocks that break the line between two points."""
    ax, ay = a
    bx, by = b
    left, right = (ax, bx) if ax < bx else (bx, ax)
    bottom, top = (ay, by) if ay < by else (by, ay)
    length = -1.0
    for ground in field.blocking:
        shape = ground.shape
        if right <= shape.left or left >= shape.right or top <= shape.bottom or bottom >= shape.top:
            continue
        part = shape.part(a, b)
        if part is None:
            continue
        if ground.walled and not shape.holds(a) and not shape.holds(b):
            return ground
        if length < 0:
            length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if (part[1] - part[0]) * length > ground.depth:
            return ground
    return None


def broken_at(ground: Terrain, a: Point, b: Point) -> Point:
    """D-R3: where a ground that hides `b` breaks the line from `a`: at its edge, or as deep in it as one can look."""
    start, _ = ground.shape.part(a, b) or (0.0, 1.0)
    if not ground.walled or ground.shape.holds(a) or ground.shape.holds(b):
        start = min(1.0, start + ground.depth / sqrt(squared(a, b)))
    return round(a[0] + (b[0] - a[0]) * start), round(a[1] + (b[1] - a[1]) * start)


def in_the_way(numbers: Numbers, a: Point, b: Point, others: Sequence[Man]) -> Man | None:
    """D-R3: the soldier of another unit who blocks the line from `a`."""
    ax, ay = a
    bx, by = b
    reach = 76
    left, right = (ax - reach, bx + reach) if ax < bx else (bx - reach, ax + reach)
    bottom, top = (ay - reach, by + reach) if ay < by else (by - reach, ay + reach)
    for man in others:
        x, y = man.at
        if (
            left <= x <= right
            and bottom <= y <= top
            and squared_to_segment(man.at, a, b) <= numbers.blocking
            and squared(a, man.at) > numbers.clear_of_shooter
        ):
            return man
    return None


def bystanders(game: Skirmish, *units: Sequence[Man]) -> list[Man]:
    """D-R3: the standing soldiers of other units; prisoners and men lying down block nothing."""
    theirs = {man.id for unit in units for man in unit}
    return [man for side in SIDES for man in game.on_feet(side) if man.id not in theirs]


def sees(game: Skirmish, a: Point, b: Point, others: Sequence[Man]) -> bool:
    return hiding(game.rules.field, a, b) is None and in_the_way(game.rules.numbers, a, b, others) is None


def majority(number: int) -> int:
    """D3.2a: half plus one."""
    return number // 2 + 1


def holds_for_most(men: Sequence[Man], holds: Callable[[Man], bool]) -> bool:
    """Whether something holds for at least half plus one of these men; stops as soon as that is decided."""
    needed = majority(len(men))
    may_miss = len(men) - needed
    for man in men:
        if holds(man):
            needed -= 1
            if not needed:
                return True
        else:
            may_miss -= 1
            if may_miss < 0:
                return False
    return False


def sees_majority(game: Skirmish, a: Point, targets: Sequence[Man], others: Sequence[Man]) -> bool:
    """Whether a man sees at least half plus one of the targets."""
    return holds_for_most(targets, lambda target: sees(game, a, target.at, others))


def has_line_of_fire(game: Skirmish, shooters: Sequence[Man], targets: Sequence[Man], others: Sequence[Man]) -> bool:
    """D3.2a, D-R4: half plus one of the shooters each see half plus one of the targets."""
    return holds_for_most(shooters, lambda shooter: sees_majority(game, shooter.at, targets, others))


class Aim(NamedTuple):
    """D-R2: who measures the range, to whom, and the band."""

    shooter: Man
    target: Man
    squared: int
    band: int


def aim(game: Skirmish, leader: Man, shooters: Sequence[Man], targets: Sequence[Man], others: Sequence[Man]) -> Aim | None:
    """D-R2: from the leader to the nearest soldier he sees; if he sees nobody, from the nearest firing soldier who does."""
    able = [man for man in shooters if man.id == leader.id]
    for measuring in (able, shooters):
        pairs = sorted(
            (squared(shooter.at, target.at), i, j) for i, shooter in enumerate(measuring) for j, target in enumerate(targets)
        )
        for distance, i, j in pairs:
            if sees(game, measuring[i].at, targets[j].at, others):
                return Aim(measuring[i], targets[j], distance, band_of(game.rules.numbers, distance))
    return None


def band_of(numbers: Numbers, distance: int) -> int:
    """D3.2.1a: short, medium, long, or out of any range, by the distance to the nearest centimetre."""
    for band, edge in enumerate(numbers.bands):
        if distance < edge:
            return band
    return BEYOND


# ---------------------------------------------------------------- cover


def cover_of(field: Battlefield, numbers: Numbers, shooter: Point, target: Point) -> int:
    """D-R5: the cover that a soldier has from a shooter."""
    found = covering(field, numbers, shooter, target)
    return NONE if found is None else found.cover


def covering(field: Battlefield, numbers: Numbers, shooter: Point, target: Point) -> Terrain | Barrier | None:
    """D-R5: what covers a soldier best from a shooter."""
    best, found = NONE, None
    for ground in field.covering:
        if ground.cover > best and ground.shape.holds(target) and not ground.shape.holds(shooter):
            best, found = ground.cover, ground
    if best == HEAVY:
        return found
    away = squared(shooter, target)
    behind: Barrier | None = None
    for barrier in field.covering_lines:
        if barrier.cover <= best or not barrier.line.is_within(target, BEHIND_COVER):
            continue
        for share in barrier.line.crossings(shooter, target):
            if (1 - share) ** 2 * away <= numbers.behind_cover and barrier.line.squared_to(shooter) > numbers.behind_cover:
                best, behind = barrier.cover, barrier
                break
    return behind or found


def unit_cover(game: Skirmish, shooter: Point, targets: Sequence[Man]) -> int:
    """D-R5: the class that half plus one of a unit's standing soldiers have, or better."""
    field, numbers = game.rules.field, game.rules.numbers
    found = [cover_of(field, numbers, shooter, man.at) for man in targets]
    needed = majority(len(targets))
    if sum(cover == HEAVY for cover in found) >= needed:
        return HEAVY
    return LIGHT if sum(cover >= LIGHT for cover in found) >= needed else NONE


# ---------------------------------------------------------------- front, rear and lines


FRONT, DOUBT, BEHIND = range(3)


def quarter(facing: Point, center: Point, place: Point) -> int:
    """D-R7: whether a place lies before a unit, behind it, or in doubt: within 90 degrees, beyond 120, or in between."""
    vx, vy = place[0] - center[0], place[1] - center[1]
    dot = facing[0] * vx + facing[1] * vy
    if dot >= 0:
        return FRONT
    lengths = (facing[0] ** 2 + facing[1] ** 2) * (vx * vx + vy * vy)
    return BEHIND if 4 * dot * dot > lengths else DOUBT


def line_of(game: Skirmish, men: Sequence[Man]) -> tuple[Point, Point] | None:
    """D-R10: the first and the last of a line of men in contact, or None if they form none."""
    numbers = game.rules.numbers
    if len(men) < 2:
        return None
    _, first, last = max(
        (squared(one.at, other.at), one.at, other.at) for place, one in enumerate(men) for other in men[:place]
    )
    dx, dy = last[0] - first[0], last[1] - first[1]
    length = sqrt(dx * dx + dy * dy)
    ordered = sorted((man.at[0] * dx + man.at[1] * dy, man.at) for man in men)
    if any(squared(one[1], other[1]) > numbers.contact for one, other in pairwise(ordered)):
        return None
    off = numbers.off_line * length
    if any(abs((man.at[0] - first[0]) * dy - (man.at[1] - first[1]) * dx) > off for man in men):
        return None
    return first, last


def is_volley_line(game: Skirmish, men: Sequence[Man]) -> bool:
    """D3.2.2a: six or more able to fire, all of them in line."""
    return len(men) >= game.rules.numbers.volley and line_of(game, men) is not None


def volleys_at(game: Skirmish, men: Sequence[Man], facing: Point, target: Point) -> bool:
    """D-R10: whether a line can fire a volley at a target: within 60 degrees of its normal, on the facing side."""
    if len(men) < game.rules.numbers.volley:
        return False
    ends = line_of(game, men)
    if ends is None:
        return False
    (ax, ay), (bx, by) = ends
    nx, ny = ay - by, bx - ax
    if nx * facing[0] + ny * facing[1] < 0:
        nx, ny = -nx, -ny
    vx, vy = 2 * target[0] - ax - bx, 2 * target[1] - ay - by
    dot = nx * vx + ny * vy
    return dot > 0 and 4 * dot * dot >= (nx * nx + ny * ny) * (vx * vx + vy * vy)
