"""The points of a table top: any point is a place; those where somebody stands, and the objectives, are listed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from math import hypot

from grognard.core.pictures import CounterPicture, Line, Point
from grognard.core.pictures.plane import PlaneSheet, place_of, point_of
from grognard.core.texts import in_table
from grognard.telling.sheets.places import STEPS, Places, Way
from grognard.telling.words import call, say

NEAR = 1.5
"""From how near a line is told of, in centimetres."""


class Points(Collection[str]):
    """Every point of a table, and the objectives by their ids; walked through, those that matter now."""

    def __init__(self, sheet: PlaneSheet, listed: Mapping[str, Point]) -> None:
        self.sheet = sheet
        self.listed = listed

    def __contains__(self, place: object) -> bool:
        return place in self.listed or (isinstance(place, str) and self.sheet.holds(place))

    def __iter__(self) -> Iterator[str]:
        return iter(self.listed)

    def __len__(self) -> int:
        return len(self.listed)


class PlanePlaces(Places[PlaneSheet]):
    """A table top."""

    def __init__(self, sheet: PlaneSheet) -> None:
        super().__init__(sheet)
        self.objectives = {objective.id: objective for objective in sheet.objectives}
        listed = {place: point for place in self.stacks if (point := point_of(place)) is not None}
        listed |= {objective.id: objective.at for objective in sheet.objectives}
        self.points = listed or {place_of((sheet.width // 2, sheet.height // 2)): (sheet.width / 2, sheet.height / 2)}
        self.all = Points(sheet, self.points)
        self.names = {objective.id: objective.name for objective in sheet.objectives}

    def printed(self) -> Collection[str]:
        return self.objectives

    def name(self, place: str) -> str:
        return self.names.get(place, place)

    def point(self, place: str) -> Point:
        found = self.points.get(place)
        return found or point_of(place) or (0.0, 0.0)

    def centre(self, place: str) -> tuple[float, float]:
        x, y = self.point(place)
        return x, self.sheet.height - y

    def step(self, place: str, way: Way) -> str:
        """One step of the table, on whole steps."""
        across, down = STEPS[way]
        x, y = self.point(place)
        step = self.sheet.step
        there = round(x / step + across) * step, round(y / step - down) * step
        name = place_of(there)
        return name if self.sheet.holds(name) else place

    def ground(self, place: str) -> list[str]:
        point = self.point(place)
        within = [ground for ground in self.sheet.grounds if inside(ground.outline, point)]
        words = [f"{call(ground.kind)} ({ground.name})" if ground.name else call(ground.kind) for ground in within]
        lines = [f"{self.name(place)}: {', '.join(words) or call('open')}"]
        for line in self.sheet.lines:
            far = min((distance(point, a, b) for a, b in pairwise(line.points)), default=NEAR + 1)
            if far <= NEAR:
                lines.append(say("near-line", what=line.name or call(line.kind), far=f"{far:.1f}"))
        for objective in self.sheet.objectives:
            if hypot(point[0] - objective.at[0], point[1] - objective.at[1]) <= objective.radius:
                lines.append(say("at-objective", name=objective.name, worth=objective.worth))
        return lines

    def squads(self) -> Iterator[str]:
        """Each squad with what is worth knowing, where it stands by what has a name, who is near, and who is not well."""
        men: dict[str, list[tuple[Point, CounterPicture]]] = {group.id: [] for group in self.sheet.groups}
        for place, counters in self.stacks.items():
            for counter in counters:
                men.setdefault(counter.group, []).append((self.point(place), counter))
        for group in self.sheet.groups:
            if not men[group.id]:
                continue
            spots = [point for point, _ in men[group.id]]
            middle = min(spots, key=lambda p: sum(hypot(p[0] - q[0], p[1] - q[1]) for q in spots))
            badge = " · ".join([group.badge, *(in_table("state", state) for state in group.states)])
            enemies = (
                (min(hypot(p[0] - q[0], p[1] - q[1]) for p in spots for q, _ in men[other.id]), other.title)
                for other in self.sheet.groups
                if other.side != group.side and men[other.id]
            )
            far, enemy = min(enemies, default=(0.0, ""))
            about = [*self.landmarks(middle), *([say("squad-enemy", what=enemy, far=f"{far:.0f}")] if enemy else [])]
            about += [
                say("squad-states", who=counter.id, states=", ".join(in_table("state", state) for state in counter.states))
                for _, counter in men[group.id]
                if counter.states
            ]
            yield say("squad", title=group.title, badge=badge, place=place_of(middle), about="; ".join(about))

    def landmarks(self, point: Point) -> Iterator[str]:
        """The ground that a point is in, and the nearest two things with names."""
        within = [ground for ground in self.sheet.grounds if inside(ground.outline, point)]
        yield (
            say("squad-in", what=", ".join(ground.name or call(ground.kind) for ground in within))
            if within
            else say("squad-in-the-open")
        )
        far = {
            objective.name: hypot(point[0] - objective.at[0], point[1] - objective.at[1]) for objective in self.sheet.objectives
        }
        for name, outline in [
            *((ground.name, (*ground.outline, ground.outline[0])) for ground in self.sheet.grounds if ground not in within),
            *((line.name, line.points) for line in self.sheet.lines),
        ]:
            if name:
                near = min(distance(point, a, b) for a, b in pairwise(outline))
                far[name] = min(near, far.get(name, near))
        for name, near in sorted(far.items(), key=lambda each: each[1])[:2]:
            yield say("squad-near", what=name, far=f"{near:.0f}")

    def legend(self) -> Iterator[tuple[str, str]]:
        yield from (("ground", word) for word in dict.fromkeys(ground.kind for ground in self.sheet.grounds))
        yield from (("line", word) for word in dict.fromkeys(line.kind for line in self.sheet.lines))


def inside(outline: Line, point: Point) -> bool:
    """Whether a point lies within an outline."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def distance(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from a stretch of a line."""
    across, up = b[0] - a[0], b[1] - a[1]
    length = across * across + up * up
    share = ((point[0] - a[0]) * across + (point[1] - a[1]) * up) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - a[0] - share * across, point[1] - a[1] - share * up)
