"""Retreats: toward the nearest cover or the own lines, in a straight line and without a roll (D-R8, D-R12)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.plane import Point, along, distance, nearest_on, squared, squared_to_segment
from grognard.games.chancellorsville.red_dice.components import ENEMY, HEADINGS, NONE
from grognard.games.chancellorsville.red_dice.events import ManFled, SquadFled, SquadTurned
from grognard.games.chancellorsville.red_dice.formations import Obstacles, around, ground_for, heading_toward, nearest
from grognard.games.chancellorsville.red_dice.sight import bystanders, sees, unit_cover
from grognard.games.chancellorsville.red_dice.state import FLED, GUARD, PAIR, Man
from grognard.games.chancellorsville.red_dice.wounds import set_down

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish


class Shelter(NamedTuple):
    """A place in cover that a unit could retreat to; the best sorts first (D-R8)."""

    away: float
    cover: int
    """Negative, so that heavier cover sorts first."""
    from_enemy: float
    """Negative, so that what is farther from the enemy sorts first."""
    feature: str
    place: Point


def shelters(game: Skirmish, side: str, leader: Point) -> Iterator[Shelter]:
    """D-R8: the nearest point inside each area with cover, and behind each linear cover on the side away from the enemy."""
    field, numbers = game.rules.field, game.rules.numbers
    enemy = game.nearest_enemy(side, leader)
    here = leader if enemy is None else enemy.at
    places: list[tuple[Point, int, str]] = []
    for ground in field.covering:
        inner = ground.shape.inner(leader, numbers.cover_depth)
        if inner is not None:
            places.append(((round(inner[0]), round(inner[1])), ground.cover, ground.id))
    for barrier in field.covering_lines:
        points = barrier.line.points
        spots = [behind(a, b, nearest_on(leader, a, b), here, numbers.cover_depth) for a, b in itertools.pairwise(points)]
        places.append((min(spots, key=lambda spot: squared(spot, leader)), barrier.cover, barrier.id))
    foes = [man.at for man in game.on_feet(ENEMY[side])]
    touching = [foe for foe in foes if squared(foe, leader) <= numbers.contact]
    ahead = [foe for foe in foes if foe not in touching]
    for place, cover, feature in places:
        if not field.on_table(place):
            continue
        if any(squared(place, foe) < numbers.clear_of_enemy for foe in foes):
            continue
        if squared(place, here) < squared(leader, here):
            continue
        if any(squared_to_segment(foe, leader, place) <= numbers.contact for foe in ahead):
            continue
        yield Shelter(round(distance(leader, place)), -cover, -round(distance(place, here)), feature, place)


def behind(a: Point, b: Point, near: tuple[float, float], enemy: Point, depth: int) -> Point:
    """The point so far beyond a segment, on the side away from the enemy."""
    length = distance(a, b)
    nx, ny = (a[1] - b[1]) / length, (b[0] - a[0]) / length
    if (enemy[0] - a[0]) * nx + (enemy[1] - a[1]) * ny > 0:
        nx, ny = -nx, -ny
    return round(near[0] + nx * depth), round(near[1] + ny * depth)


def is_in_cover(game: Skirmish, side: str, men: Sequence[Man]) -> bool:
    """D3.0d2: whether a unit is in cover from the nearest enemy."""
    enemy = min(
        game.on_feet(ENEMY[side]),
        key=lambda foe: (min(squared(foe.at, man.at) for man in men), game.rules.order[foe.id]),
        default=None,
    )
    standing = game.targets(men)
    return enemy is not None and bool(standing) and unit_cover(game, enemy.at, standing) != NONE


def retreat_to_cover(game: Skirmish, squad: str, men: Sequence[Man], far: int) -> None:
    """D-R8: toward the nearest cover, or straight to the own edge where there is none."""
    runners, pivot = who_runs(game, squad, men)
    if pivot is None:
        return
    side = game.state.squads[squad].side
    found = min(shelters(game, side, pivot.at), default=None)
    if found is None:
        retreat_to_lines(game, squad, men, far)
    else:
        goal = found.place if found.away <= far else along(pivot.at, found.place, far)
        shift(game, squad, runners, pivot, goal)


def retreat_to_lines(game: Skirmish, squad: str, men: Sequence[Man], far: int) -> None:
    """D-R12: straight toward the own table edge."""
    runners, pivot = who_runs(game, squad, men)
    if pivot is None:
        return
    dx, dy = game.rules.field.toward_rear(game.state.squads[squad].side)
    shift(game, squad, runners, pivot, (pivot.at[0] + dx * far, pivot.at[1] + dy * far))


def fall_back(game: Skirmish, squad: str, men: Sequence[Man], enemy: Point, far: int) -> None:
    """D3.3.1d: straight away from the enemy."""
    runners, pivot = who_runs(game, squad, men)
    if pivot is not None:
        shift(game, squad, runners, pivot, along(pivot.at, enemy, -far))


def who_runs(game: Skirmish, squad: str, men: Sequence[Man]) -> tuple[list[Man], Man | None]:
    """D-R8: men lying down and severely wounded men are left; the leader's way is the unit's.

    If the leader is left, or is not among them, the nearest to him leads the way.
    """
    runners = [man for man in men if man.is_free and man.is_fit]
    leader = game.man(game.state.squads[squad].leader)
    pivot = min(
        runners, key=lambda man: (man.id != leader.id, squared(man.at, leader.at), game.rules.order[man.id]), default=None
    )
    return runners, pivot


def shift(game: Skirmish, squad: str, runners: Sequence[Man], pivot: Man, goal: Point) -> None:
    """D-R8: every man is shifted by the same vector; who would leave the table has run away."""
    side, field = game.state.squads[squad].side, game.rules.field
    dx, dy = goal[0] - pivot.at[0], goal[1] - pivot.at[1]
    ground = ground_for(game, side, [man.id for man in runners])
    start = pivot.at
    together = pivot.id in [man.id for man in game.unit(squad)]
    chain: list[Point] = []
    ordered = [pivot, *(man for man in runners if man.id != pivot.id)]
    for man in ordered:
        place = man.at[0] + dx, man.at[1] + dy
        if not field.on_table(place):
            game.change(man.id, box=FLED)
            game.emit(ManFled(man.id))
            continue
        spot = free_place(ground, place, chain)
        game.change(man.id, at=spot)
        ground.others.append(spot)
        chain.append(spot)
    if not game.man(pivot.id).box:
        game.emit(SquadFled(squad, start, game.man(pivot.id).at))
    leader = game.man(game.state.squads[squad].leader)
    remaining = [man for man in game.men(man.id for man in ordered) if not man.box]
    if remaining and together and leader.is_free and not leader.is_fit:
        game.change_squad(squad, leader=remaining[0].id)
    part_from_charges(game, squad)
    face_nearest_enemy(game, squad)


def part_from_charges(game: Skirmish, squad: str) -> None:
    """Prisoners whose escorts are driven off wait where they are, and a man carried is left."""
    escorts = game.company(squad)
    kind = game.state.squads[squad].kind
    # D-R15
    if kind == GUARD:
        prisoners = game.prisoners_of(squad)
        near = {man.id for escort in escorts for man in game.linked(escort, [escort, *prisoners])}
        for man in prisoners:
            if man.id not in near:
                game.change(man.id, charge="")
    # D-R14
    if kind == PAIR and len(game.unit(squad)) < len(escorts):
        set_down(game, squad)


def free_place(ground: Obstacles, place: Point, chain: Sequence[Point]) -> Point:
    """The place itself, or the nearest free one in cohesion with those already there; without any, the nearest at all."""
    if ground.is_free(place):
        return place
    found = nearest(around([place, *chain]), place, ground.is_free)
    ring = 1
    while found is None:
        ring += 1
        spots = ((place[0] + 150 * ring * hx // 1000, place[1] + 150 * ring * hy // 1000) for hx, hy in HEADINGS)
        found = nearest(spots, place, ground.is_free)
    return found


def face_nearest_enemy(game: Skirmish, squad: str) -> None:
    """D-R7: after a retreat toward the nearest visible enemy, else away from the own edge."""
    unit = game.unit(squad)
    if not unit:
        return
    side = game.state.squads[squad].side
    leader = game.man(game.state.squads[squad].leader)
    others = bystanders(game, unit)
    foes = sorted(game.on_feet(ENEMY[side]), key=lambda man: (squared(man.at, leader.at), game.rules.order[man.id]))
    for foe in foes:
        theirs = [man for man in others if man.squad != foe.squad]
        if sees(game, leader.at, foe.at, theirs):
            facing = HEADINGS[heading_toward(leader.at, foe.at)]
            break
    else:
        dx, dy = game.rules.field.toward_rear(side)
        facing = (-1000 * dx, -1000 * dy)
    game.change_squad(squad, facing=facing)
    game.emit(SquadTurned(squad, facing))
