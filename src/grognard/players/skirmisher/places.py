"""Where to stand: near what is fought for, in cover, and not under fire for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from grognard.core.actions import Action
from grognard.core.plane import Point, squared
from grognard.games.chancellorsville.red_dice.actions import Face, WalkTo
from grognard.games.chancellorsville.red_dice.choosing import spelled
from grognard.games.chancellorsville.red_dice.components import CM, ENEMY, HEADINGS
from grognard.games.chancellorsville.red_dice.formations import heading_toward
from grognard.games.chancellorsville.red_dice.heroism import HeroicTable
from grognard.games.chancellorsville.red_dice.moving import Walk, Walking
from grognard.games.chancellorsville.red_dice.sight import cover_of
from grognard.games.chancellorsville.red_dice.state import GUARD, PAIR, Skirmish

INSIDE = 600
"""So near to its middle a place is surely held."""
COVER = 0.22
"""What a class of cover is worth against each enemy squad in range."""
NEAR, IN_RANGE = 3_000**2, 6_100**2
STEP = 3
LIKELY = 60
"""How many places he looks at closely."""


class Map:
    """What the places of a battlefield are worth to a squad."""

    def __init__(self, game: Skirmish, squad: str) -> None:
        self.game, self.squad = game, game.state.squads[squad]
        self.side, self.enemy = self.squad.side, ENEMY[self.squad.side]
        self.goals = list(self.wanted())
        self.foes = [game.unit_leader(name).at for name in game.units(self.enemy)]

    def wanted(self) -> Iterator[tuple[Point, float]]:
        """The places worth going to, or staying at, each with what it is worth."""
        game, state = self.game, self.game.state
        for id, objective in game.rules.field.objectives.items():
            mine, theirs = objective.points[self.side], objective.points[self.enemy]
            worth = mine + theirs if state.held.get(id) != self.side else 0.0
            guarded = any(
                squared(man.at, objective.at) <= objective.radius
                for man in game.on_feet(self.side)
                if man.squad != self.squad.id
            )
            if state.held.get(id) == self.side and not guarded:
                threatened = any(squared(man.at, objective.at) <= 6_000**2 for man in game.on_feet(self.enemy))
                worth = (mine + theirs) * (0.7 if threatened else 0.35)
            elif guarded:
                worth *= 0.5
            if worth:
                yield objective.at, worth

    def promise(self, p: Point) -> float:
        """What a place is worth for what is fought for, and for who could fire at it, whatever its cover."""
        if self.squad.kind in (GUARD, PAIR):
            dx, dy = self.game.rules.field.toward_rear(self.side)
            return (p[0] * dx + p[1] * dy) / 4_000
        best = 0.0
        for place, points in self.goals:
            away = max(sqrt(squared(p, place)) - INSIDE, 0)
            best = max(best, points * (0.8 if not away else 0.55 * (1 - away / 16_000)))
        return best - sum(0.12 if away < NEAR else 0.06 for foe in self.foes if (away := squared(p, foe)) < IN_RANGE)

    def shelter(self, p: Point) -> float:
        """What the cover there is worth."""
        if self.squad.kind in (GUARD, PAIR):
            return 0.0
        field, numbers = self.game.rules.field, self.game.rules.numbers
        return sum(COVER * cover_of(field, numbers, foe, p) for foe in self.foes if squared(p, foe) < IN_RANGE)

    def worth(self, p: Point) -> float:
        """What it is worth to stand there."""
        return self.promise(p) + self.shelter(p)


def destinations(walking: Walking, chart: Map, most: int = 6) -> list[tuple[Point, int, float]]:
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
    likely = sorted(((chart.promise(p), p) for p in points), reverse=True)[:LIKELY]
    ranked = sorted(((promise + chart.shelter(p), p) for promise, p in likely), reverse=True)
    found: list[tuple[Point, int, float]] = []
    for worth, p in ranked:
        mark = walking.mark(p)
        if mark is not None:
            found.append((p, mark, worth))
            if len(found) >= most:
                break
    return found


def free_move(game: Skirmish, side: str) -> Action | None:
    """The best place within a free move, if it is better than here."""
    frame = game.stack[-1]
    assert isinstance(frame, HeroicTable)
    leader = game.man(game.state.squads[frame.squad].leader)
    if not leader.is_fit:
        return None
    chart = Map(game, frame.squad)
    best = max(destinations(frame.walking(game), chart), key=lambda found: found[2], default=None)
    return WalkTo(spelled(best[0])) if best is not None and best[2] > chart.worth(leader.at) + 0.1 else None


def facing(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """Toward the nearest enemy from where the leader will stand."""
    frame = game.stack[-1]
    assert isinstance(frame, Walk)
    enemy = game.nearest_enemy(side, frame.end)
    if enemy is None:
        return actions[0]
    found = Face(heading_toward(frame.end, enemy.at))
    assert found.heading < len(HEADINGS)
    return found
