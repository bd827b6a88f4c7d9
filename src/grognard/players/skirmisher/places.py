"""Where to stand: near what is fought for, where the enemy can be hit, in cover, and not under fire for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from grognard.core.actions import Action
from grognard.core.plane import Point, squared
from grognard.games.chancellorsville.red_dice.actions import Face, WalkTo
from grognard.games.chancellorsville.red_dice.choosing import encode_point
from grognard.games.chancellorsville.red_dice.components import CM, ENEMY, HEADINGS
from grognard.games.chancellorsville.red_dice.fire import VOLLEY
from grognard.games.chancellorsville.red_dice.formations import heading_toward
from grognard.games.chancellorsville.red_dice.heroism import HeroicTable
from grognard.games.chancellorsville.red_dice.moving import Walk, Walking
from grognard.games.chancellorsville.red_dice.sight import BEYOND, band_of, cover_of, hiding
from grognard.games.chancellorsville.red_dice.state import GUARD, PAIR, Man, Skirmish
from grognard.players.skirmisher.stakes import RUNAWAY, Stakes, rate

INSIDE = 600
"""So near to its middle a place is surely held."""
FIRE = 0.5
"""What a good shot from a place counts of all that it would bring."""
EXPOSED = 0.12
"""What a good shot at a place costs of all that it would bring the enemy."""
STEP = 4
LIKELY = 24
"""How many places it looks at closely."""
PRISONER = 2.0
IN_THE_WAY = 0.4
OUT = 99
"""The successes that take a hit where the weapon does not reach."""


class Foe(NamedTuple):
    """An enemy unit as a target, and as a danger."""

    men: tuple[Point, ...]
    """Some of those who stand, the nearest to its leader first."""
    number: int
    rates: tuple[float, ...]
    """What its fire would bring the enemy in each band of range, at men in the open, in light and in heavy cover."""
    shots: tuple[tuple[tuple[int, ...], ...], ...]
    """The successes that take a hit on it, by volley or not, band and its cover; 99 where it is out of range."""


class Map:
    """What the places of a battlefield are worth to a squad."""

    def __init__(self, game: Skirmish, squad: str, stakes: Stakes) -> None:
        self.game, self.squad, self.stakes = game, game.state.squads[squad], stakes
        self.side, self.enemy = self.squad.side, ENEMY[self.squad.side]
        self.number = len(game.shooters(game.company(squad)))
        self.goals = list(self.wanted())
        numbers = game.rules.numbers
        weapon, volley = numbers.weapons[self.squad.weapon], numbers.weapons[VOLLEY]
        self.modifiers = (weapon, tuple(one if other is None else other for one, other in zip(weapon, volley, strict=True)))
        self.foes = [self.foe(name, men) for name, men in game.units(self.enemy).items() if any(not man.down for man in men)]
        self.known: dict[tuple[int, int], float] = {}
        self.prisoners = len(game.prisoners_of(squad))

    def foe(self, name: str, men: Sequence[Man]) -> Foe:
        game = self.game
        squad, leader = game.squad_of_unit(name), game.unit_leader(name)
        standing = sorted((man.at for man in men if not man.down), key=lambda at: squared(at, leader.at))
        some = (standing[0], standing[len(standing) // 2], standing[-1])
        able = bool(game.shooters(men)) and not squad.pinned
        hurt = -sum(modifier.value for modifier in game.rules.wound_modifiers(game, name)) if name in game.state.squads else 0
        runaway = RUNAWAY * self.stakes.runs
        numbers, red, ours = game.rules.numbers, game.state.red[self.enemy], self.squad.level
        rates = tuple(
            rate(ours - modifier - numbers.cover[cover] + hurt, 5, red, runaway) if modifier is not None and able else 0.0
            for modifier in numbers.weapons[squad.weapon]
            for cover in range(3)
        )
        shots = tuple(
            tuple(
                tuple(OUT if modifier is None else squad.level - modifier - cover for cover in numbers.cover)
                for modifier in modifiers
            )
            for modifiers in self.modifiers
        )
        return Foe(tuple(dict.fromkeys(some)), min(len(standing), 5), rates, shots)

    def wanted(self) -> Iterator[tuple[Point, float]]:
        """The places worth going to, or staying at, each with what it is worth."""
        game, state = self.game, self.game.state
        for id, objective in game.rules.field.objectives.items():
            points = float(objective.points[self.side] + objective.points[self.enemy])
            if not points:
                continue
            guarded = any(
                squared(man.at, objective.at) <= objective.radius
                for man in game.on_feet(self.side)
                if man.squad != self.squad.id
            )
            near = min((squared(man.at, objective.at) for man in game.on_feet(self.enemy)), default=10**9)
            points = points * self.stakes.points
            if state.held.get(id) == self.side:
                worth = points * (0.6 if near <= 4_000**2 else 0.35 if near <= 7_000**2 else 0.15) * (0.25 if guarded else 1)
            else:
                worth = points * (0.5 if guarded or near <= objective.radius else 1.0)
            yield objective.at, worth

    # ------------------------------------------------------------------ what a place is worth

    def goal(self, p: Point) -> float:
        """For what is fought for."""
        if self.squad.kind == GUARD:
            return -PRISONER * self.prisoners * self.to_rear(p) / 10_000
        if self.squad.kind == PAIR:
            return -0.4 * self.to_rear(p) / 10_000
        best = 0.0
        for place, points in self.goals:
            away = max(sqrt(squared(p, place)) - INSIDE, 0)
            best = max(best, points * (0.8 if not away else 0.5 * (1 - away / 16_000)))
        return best

    def to_rear(self, p: Point) -> float:
        """How far it is to the rear of the side."""
        field = self.game.rules.field
        match field.rear[self.side]:
            case "east":
                return field.width - p[0]
            case "west":
                return p[0]
            case "north":
                return field.height - p[1]
            case _:
                return p[1]

    def promise(self, p: Point, in_line: bool) -> float:
        """What a place is worth if everybody sees everybody in the open: at most a little more than it is."""
        worth = self.goal(p)
        if self.squad.kind in (GUARD, PAIR):
            return worth
        best, nearest, bands = 0.0, 10**9, self.game.rules.numbers.bands
        x, y = p
        for foe in self.foes:
            dx, dy = foe.men[0][0] - x, foe.men[0][1] - y
            away = dx * dx + dy * dy
            if away < nearest:
                nearest = away
            if away < bands[-1]:
                band = 0 if away < bands[0] else 1 if away < bands[1] else 2
                best = max(best, self.shot(foe, foe.shots[in_line][band][0]))
        return worth + FIRE * best + 0.3 * (1 - sqrt(nearest) / 15_000)

    def shot(self, foe: Foe, needed: int) -> float:
        """What a shot would bring in a spell of initiative."""
        if needed >= OUT or not self.number:
            return 0.0
        key = needed, foe.number
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = max(rate(needed, foe.number, self.stakes.red, self.stakes.runaway), 0.0)
        return found

    def worth(self, p: Point, in_line: bool, hurt: int = 0) -> float:
        """What it is worth to stand there, with so many severely wounded men among them."""
        worth = self.goal(p)
        if self.squad.kind in (GUARD, PAIR):
            return worth
        field, numbers = self.game.rules.field, self.game.rules.numbers
        best, nearest, danger = 0.0, 10**9, 0.0
        for foe in self.foes:
            nearest = min(nearest, squared(p, foe.men[0]))
            seen = [at for at in foe.men if hiding(field, p, at) is None]
            if 2 * len(seen) <= len(foe.men):
                continue
            away = min(squared(p, at) for at in seen)
            band = band_of(numbers, away)
            if band == BEYOND:
                continue
            cover = sorted(cover_of(field, numbers, p, at) for at in foe.men)[len(foe.men) // 2]
            best = max(best, self.shot(foe, foe.shots[in_line][band][cover] + hurt))
            danger += max(foe.rates[3 * band + cover_of(field, numbers, foe.men[0], p)], 0.0)
        return worth + FIRE * best - EXPOSED * danger + 0.3 * (1 - sqrt(nearest) / 15_000)


def in_the_way(game: Skirmish, stakes: Stakes, men: Sequence[Man]) -> float:
    """What it is worth to be rid of men who stand where a place could be taken."""
    side, worth = stakes.side, 0.0
    for id, objective in game.rules.field.objectives.items():
        if game.state.held.get(id) != side and any(squared(man.at, objective.at) <= objective.radius for man in men):
            worth += IN_THE_WAY * stakes.points * (objective.points[side] + objective.points[stakes.enemy])
    return worth


def destinations(walking: Walking, chart: Map, in_line: bool, most: int = 4) -> list[tuple[Point, int, float]]:
    """The best points that a leader can be sent to, with the successes each takes and what it is worth."""
    x0, y0 = walking.start
    reach = int(max(walking.left, 0)) // CM
    points = [
        ((x0 // CM + dx) * CM, (y0 // CM + dy) * CM)
        for dx in range(-reach, reach + 1, STEP)
        for dy in range(-reach, reach + 1, STEP)
        if dx * dx + dy * dy <= reach * reach
    ]
    points += [
        (round(place[0] / CM) * CM + dx * CM, round(place[1] / CM) * CM + dy * CM)
        for place, _ in chart.goals
        for dx in (-4, 0, 4)
        for dy in (-4, 0, 4)
        if squared(place, walking.start) <= (walking.left + 600) ** 2
    ]
    field = chart.game.rules.field
    likely = sorted(((chart.promise(p, in_line) - far(walking.start, p), p) for p in points if field.on_table(p)), reverse=True)
    ranked = sorted(((chart.worth(p, in_line) - far(walking.start, p), p) for _, p in likely[:LIKELY]), reverse=True)
    found: list[tuple[Point, int, float]] = []
    for worth, p in ranked:
        mark = walking.mark(p)
        if mark is not None:
            found.append((p, mark, worth + far(walking.start, p)))
            if len(found) >= most:
                break
    return found


def far(a: Point, b: Point) -> float:
    """What the way costs, roughly: each ten centimetres take a success."""
    return 0.15 * sqrt(squared(a, b)) / 1_000


def free_move(game: Skirmish, side: str) -> Action | None:
    """The best place within a free move, if it is better than here."""
    frame = game.stack[-1]
    assert isinstance(frame, HeroicTable)
    leader = game.man(game.state.squads[frame.squad].leader)
    if not leader.is_fit:
        return None
    chart = Map(game, frame.squad, Stakes(game, side))
    best = max(destinations(frame.walking(game), chart, False), key=lambda found: found[2], default=None)
    return WalkTo(encode_point(best[0])) if best is not None and best[2] > chart.worth(leader.at, False) + 0.1 else None


def facing(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """Toward the nearest enemy in sight from where the leader will stand, or else the nearest."""
    frame = game.stack[-1]
    assert isinstance(frame, Walk)
    field = game.rules.field
    men = sorted(game.on_feet(ENEMY[side]), key=lambda man: squared(man.at, frame.end))
    if not men:
        return actions[0]
    enemy = next((man for man in men if hiding(field, frame.end, man.at) is None), men[0])
    found = Face(heading_toward(frame.end, enemy.at))
    assert found.heading < len(HEADINGS)
    return found
