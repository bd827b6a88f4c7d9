"""What runs along hexsides and through hexes: streams, slopes, fences, works, roads, bridges and fords."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from math import atan2, degrees, hypot

import msgspec

from grognard.core.pictures import Art
from grognard.core.pictures.hexes import HexSheet
from grognard.drawing.layout import (
    HEIGHT,
    NEIGHBOURS,
    SIDE,
    Point,
    Step,
    centre,
    middle,
    number,
    pair,
    paper,
    side_between,
    soft_line,
    towards,
    wobbly,
)
from grognard.drawing.terrain import waters

BLUE, BANK = "#6fa8d0", "#3f7cab"
WET = {"water-narrow": 3.8, "water": 7.0, "water-wide": 14.0, "stepping-stones": 3.8, "bridge": 3.8}
"""How wide the water is that runs along a hexside; a crossing alone lies over a stream."""


class Side(msgspec.Struct, frozen=True):
    """A hexside on the paper: its ends, and the centres of the hex it is seen from and of the other."""

    a: Point
    b: Point
    here: Point
    there: Point

    @property
    def middle(self) -> Point:
        return middle(self.a, self.b)


# ---------------------------------------------------------------- hexsides, one by one


def no_mark(side: Side) -> str:
    return ""


def hachures(side: Side) -> str:
    """Strokes that run down into the lower hex, long and short in turn."""
    strokes = []
    for i in range(1, 12):
        top = towards(side.a, side.b, i / 12)
        foot = towards(top, side.here, 0.2 + 0.1 * (i % 2))
        strokes.append(f"M{pair(top)}L{pair(foot)}")
    return f'<path d="{"".join(strokes)}" stroke="#7a5230" stroke-width="1.7" stroke-linecap="round"/>'


def along(side: Side, inner: str) -> str:
    """Something drawn level, turned to run across the hexside as a road does."""
    x, y = side.middle
    turn = degrees(atan2(side.there[1] - side.here[1], side.there[0] - side.here[0]))
    return f'<g transform="translate({number(x)} {number(y)}) rotate({number(turn)})">{inner}</g>'


def bridge(side: Side) -> str:
    return along(
        side,
        '<path d="M-10-4.4H10V4.4H-10Z" fill="#e3c899"/><path d="M-6-4V4M-2-4V4M2-4V4M6-4V4" stroke="#9a7645" '
        'stroke-width=".9"/>'
        '<path d="M-12-7.4L-9-4.6H9L12-7.4M-12 7.4L-9 4.6H9L12 7.4" fill="none" stroke="#4b3720" stroke-width="2"/>',
    )


def stepping_stones(side: Side) -> str:
    return along(
        side,
        '<path d="M-9-5.5H9V5.5H-9Z" fill="#cfe4ef" opacity=".75"/>'
        '<path d="M-9-5.5H9M-9 5.5H9" stroke="#4b3720" stroke-width="1.6" stroke-dasharray="3 2.4"/>'
        '<circle cx="-4" cy="-1" r="1.5" fill="#8b7a5c"/><circle cx="1" cy="2" r="1.5" fill="#8b7a5c"/>'
        '<circle cx="5" cy="-2" r="1.5" fill="#8b7a5c"/>',
    )


def fence(side: Side) -> str:
    """A worm fence of split rails."""
    posts = [towards(side.a, side.b, i / 8) for i in range(9)]
    length = hypot(side.b[0] - side.a[0], side.b[1] - side.a[1])
    aside = (side.a[1] - side.b[1]) / length * 2.2, (side.b[0] - side.a[0]) / length * 2.2
    zigzag = [(x + aside[0] * (-1) ** i, y + aside[1] * (-1) ** i) for i, (x, y) in enumerate(posts)]
    return f'<path d="M{"L".join(map(pair, zigzag))}" fill="none" stroke="#6b4a2b" stroke-width="1.8" stroke-linejoin="round"/>'


def hedge(side: Side) -> str:
    bushes = "".join(
        f'<use href="#scrub" x="{number(x)}" y="{number(y)}"/>' for x, y in (towards(side.a, side.b, i / 5) for i in range(6))
    )
    return f"<g>{bushes}</g>"


def earthwork(side: Side) -> str:
    """An earth bank with teeth towards the enemy, who comes from the first hex."""
    teeth = "".join(
        f"M{pair(towards(side.a, side.b, i / 6))}L{pair(towards(towards(side.a, side.b, (i + 0.5) / 6), side.here, 0.22))}"
        f"L{pair(towards(side.a, side.b, (i + 1) / 6))}Z"
        for i in range(6)
    )
    return (
        f'<path d="M{pair(side.a)}L{pair(side.b)}" stroke="#5b4426" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{teeth}" fill="#8a6a3c" stroke="#5b4426" stroke-width=".8"/>'
    )


def rampart(side: Side) -> str:
    """Permanent works: an earth bank with teeth, edged in red."""
    return f'<path d="M{pair(side.a)}L{pair(side.b)}" stroke="#a8231d" stroke-width="8.6" stroke-linecap="round"/>' + earthwork(
        side
    )


def bank(side: Side) -> str:
    """A low dike."""
    path = f"M{pair(side.a)}L{pair(side.b)}"
    return (
        f'<path d="{path}" stroke="#6f5636" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="#b59a6c" stroke-width="2"/>'
    )


def timber(side: Side) -> str:
    """A wall of logs and earth."""
    path = f"M{pair(side.a)}L{pair(side.b)}"
    return (
        f'<path d="{path}" stroke="#3f2d18" stroke-width="6"/>'
        f'<path d="{path}" stroke="#a98554" stroke-width="4" stroke-dasharray="3 1.4"/>'
    )


def stakes(side: Side) -> str:
    """Felled trees, their points towards the enemy, who comes from the first hex."""
    roots = [towards(side.a, side.b, i / 7) for i in range(8)]
    branches = "".join(f"M{pair(root)}L{pair(towards(root, side.here, 0.3))}" for root in roots)
    return f'<path d="{branches}" stroke="#6b4a2b" stroke-width="1.5" stroke-linecap="round"/>'


def bastion(side: Side) -> str:
    return timber(side) + earthwork(side)


def gabions(side: Side) -> str:
    """A ditch, and gabions before it."""
    baskets = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="2.2" fill="#8a6a3c" stroke="#3f2d18" stroke-width=".7"/>'
        for x, y in (towards(towards(side.a, side.b, (i + 0.5) / 6), side.here, 0.12) for i in range(6))
    )
    return f'<path d="M{pair(side.a)}L{pair(side.b)}" stroke="#4b3720" stroke-width="4.4" stroke-linecap="round"/>{baskets}'


def wall(side: Side) -> str:
    """Stones, one beside the other."""
    path = f"M{pair(side.a)}L{pair(side.b)}"
    return (
        f'<path d="{path}" stroke="#4d463a" stroke-width="5.6" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="#b9b0a0" stroke-width="3.8" stroke-dasharray="5 1.2"/>'
    )


def trees(side: Side) -> str:
    """A row of crowns."""
    crowns = (towards(side.a, side.b, (i + 0.5) / 4) for i in range(4))
    return "".join(f'<use href="#dark-a" x="{number(x)}" y="{number(y)}"/>' for x, y in crowns)


def dotted(side: Side) -> str:
    path = f"M{pair(side.a)}L{pair(side.b)}"
    return f'<path d="{path}" stroke="#3f3a26" stroke-width="3.4" stroke-linecap="round" stroke-dasharray=".1 6"/>'


EDGES: dict[str, Callable[[Side], str]] = {
    "water-narrow": no_mark,  # drawn as a whole by `streams`
    "water": no_mark,
    "water-wide": no_mark,
    "slope": hachures,
    "fence": fence,
    "wall": wall,
    "hedge": hedge,
    "trees": trees,
    "earthwork": earthwork,
    "rampart": rampart,
    "bank": bank,
    "stakes": stakes,
    "timber": timber,
    "bastion": bastion,
    "gabions": gabions,
    "": dotted,  # what nobody has drawn
    "stepping-stones": stepping_stones,
    "bridge": bridge,
}
"""In the order of drawing."""
OVER_ROADS = ("stepping-stones", "bridge")
BELOW_ROADS = EDGES.keys() - set(OVER_ROADS)


def edge_of(art: Art, word: str) -> str:
    """The pattern of an edge."""
    pattern = art.edges.get(word, word)
    return pattern if pattern in EDGES else ""


def side_marks(sheet: HexSheet, patterns: Collection[str]) -> Iterator[str]:
    """The marks of hexsides of these patterns."""
    centres = {h.label: centre(h.column, h.row) for h in sheet.hexes}
    order = list(EDGES)
    found = [(edge_of(sheet.art, one.kind), one.between) for one in sheet.hexsides]
    for pattern, between in sorted(found, key=lambda one: order.index(one[0])):
        if pattern not in patterns:
            continue
        here, there = (centres[label] for label in between)
        a, b = side_between(here, there)
        mark = EDGES[pattern](Side(wobbly(a), wobbly(b), paper(here), paper(there)))
        if mark:
            yield mark


# ---------------------------------------------------------------- streams


def streams(sheet: HexSheet, ground: dict[Step, str]) -> Iterator[str]:
    """Every stream and river as smooth lines from source or junction to mouth; the wide ones lie over the narrow."""
    centres = {h.label: centre(h.column, h.row) for h in sheet.hexes}
    width: dict[frozenset[Step], float] = {}
    for one in sheet.hexsides:
        if wet := WET.get(edge_of(sheet.art, one.kind)):
            side = frozenset(side_between(centres[one.between[0]], centres[one.between[1]]))
            width[side] = max(width.get(side, 0), wet)
    water = waters(sheet)
    for pen, colour in ((1.8, BANK), (0.0, BLUE)):
        for wide in sorted(set(width.values())):
            ends: dict[Step, set[Step]] = {}
            for side, own in width.items():
                if own == wide:
                    a, b = sorted(side)
                    ends.setdefault(a, set()).add(b)
                    ends.setdefault(b, set()).add(a)
            paths = "".join(soft_line(mouths(chain, ends, ground, water)) for chain in chains(ends))
            yield (
                f'<path d="{paths}" fill="none" stroke="{colour}" stroke-width="{number(wide + pen)}" stroke-linecap="round" '
                'stroke-linejoin="round"/>'
            )


def chains(ends: dict[Step, set[Step]]) -> list[list[Step]]:
    """A net of hexsides taken apart into lines that do not branch."""
    left = {frozenset((a, b)) for a, others in ends.items() for b in others}
    found = []
    for start in sorted(ends, key=lambda at: (len(ends[at]) == 2, at)):
        for after in sorted(ends[start]):
            if frozenset((start, after)) not in left:
                continue
            chain = [start, after]
            left.discard(frozenset((start, after)))
            while len(ends[chain[-1]]) == 2:
                onward = [at for at in sorted(ends[chain[-1]]) if frozenset((chain[-1], at)) in left]
                if not onward:
                    break
                left.discard(frozenset((chain[-1], onward[0])))
                chain.append(onward[0])
            found.append(chain)
    return found


def mouths(chain: list[Step], ends: dict[Step, set[Step]], ground: dict[Step, str], waters: set[str]) -> list[Point]:
    """The points of a stream; where it reaches a river it runs on into it, and at the edge of the map off it."""
    points = [wobbly(at) for at in chain]
    inner = (chain[1], chain[-2])
    for last, before, extend in (
        (chain[0], inner[0], lambda at: points.insert(0, at)),
        (chain[-1], inner[1], points.append),
    ):
        if len(ends[last]) == 1:
            about = [at for at in ground if touches(at, last)]
            water = [at for at in about if ground[at] in waters]
            if water:
                extend(towards(wobbly(last), paper(water[0]), 0.3))
            elif any(len(bordering(at, ground)) < 6 for at in about):
                extend(towards(paper(before), paper(last), 2.4))
    return points


def bordering(at: Step, ground: dict[Step, str]) -> list[Step]:
    """The hexes about a hex."""
    return [there for across, down in NEIGHBOURS if (there := (at[0] + across, at[1] + down)) in ground]


def touches(at: Step, corner: Step) -> bool:
    """Whether a corner belongs to the hex."""
    return (abs(at[0] - corner[0]), abs(at[1] - corner[1])) in ((1, 1), (2, 0))


# ---------------------------------------------------------------- roads


class RoadLook(msgspec.Struct, frozen=True):
    """The two pens of a road: the wide one below, the narrow one above, and its dashes."""

    below: str
    wide: float
    above: str
    narrow: float
    dashes: str = ""


ROADS: dict[str, RoadLook] = {
    "road": RoadLook("#8a5f38", 7, "#edd6a8", 4.8),
    "causeway": RoadLook("#3f2d18", 8.4, "#edd6a8", 4.4),
    "track": RoadLook("#f4ead0", 4.6, "#8a5f38", 2.2, "7 3.6"),
    "path": RoadLook("#f4ead0", 2.6, "#8a5f38", 1.4, "2.4 2.8"),
    "road-wide": RoadLook("#6e3b1f", 8.2, "#f3d48c", 5.6),
    "road-narrow": RoadLook("#8a6a45", 4.6, "#f4ead0", 2.6),
    "railway": RoadLook("#2b2b2b", 2.2, "#2b2b2b", 7, "1.4 5"),
}


def road_of(art: Art, word: str) -> str:
    """The pattern of a road; one that nobody has drawn is a track."""
    pattern = art.roads.get(word, word)
    return pattern if pattern in ROADS else "track"


def roads(sheet: HexSheet) -> Iterator[str]:
    """Roads as curves through their hexes; first every lower pen, so that junctions are open."""
    centres = {h.label: centre(h.column, h.row) for h in sheet.hexes}
    lines = {kind: [soft_line(points) for points in road_lines(sheet, kind, centres)] for kind in ROADS}
    for kind in reversed(ROADS):
        look, path = ROADS[kind], "".join(lines[kind])
        if path:
            yield f'<path d="{path}" fill="none" stroke="{look.below}" stroke-width="{look.wide}" stroke-linecap="round"/>'
    for kind in reversed(ROADS):
        look, path = ROADS[kind], "".join(lines[kind])
        dashes = f' stroke-dasharray="{look.dashes}"' if look.dashes else ' stroke-linecap="round"'
        if path:
            yield f'<path d="{path}" fill="none" stroke="{look.above}" stroke-width="{look.narrow}"{dashes}/>'


def road_lines(sheet: HexSheet, pattern: str, centres: dict[str, Step]) -> Iterator[list[Point]]:
    """The points of each road: it joins the curve of another, and runs off the map at its edge."""
    passing = {b: (a, c) for road in sheet.roads for a, b, c in zip(road.hexes, road.hexes[1:], road.hexes[2:], strict=False)}
    size = {h.label: (h.column, h.row) for h in sheet.hexes}
    for road in sheet.roads:
        if road_of(sheet.art, road.kind) != pattern or len(road.hexes) < 2:
            continue
        for a, b in pairwise(road.hexes):
            side_between(centres[a], centres[b])
        points = [paper(centres[label]) for label in road.hexes]
        for place, last in ((0, road.hexes[0]), (-1, road.hexes[-1])):
            if last in passing:
                before, beyond = (paper(centres[label]) for label in passing[last])
                points[place] = towards(points[place], middle(before, beyond), 0.25)
            elif (way := off_the_map(sheet, size[last])) is not None:
                x, y = points[place]
                points.insert(0 if place == 0 else len(points), (x + way[0] * SIDE * 2, y + way[1] * HEIGHT))
        yield points


def off_the_map(sheet: HexSheet, at: tuple[int, int]) -> tuple[int, int] | None:
    """The way off the map from a hex at its edge."""
    column, row = at
    if row in (sheet.first_row, sheet.rows):
        return 0, -1 if row == sheet.first_row else 1
    if column in (sheet.first_column, sheet.columns):
        return -1 if column == sheet.first_column else 1, 0
    return None


def grid(hexes: list[Step]) -> str:
    """The thin lines between the hexes, each hexside once."""
    sides = set()
    for at in hexes:
        for across, down in NEIGHBOURS:
            a, b = side_between(at, (at[0] + across, at[1] + down))
            sides.add((min(a, b), max(a, b)))
    path = "".join(f"M{pair(paper(a))}L{pair(paper(b))}" for a, b in sorted(sides))
    return f'<path d="{path}" fill="none" stroke="#3f3a26" stroke-width=".8" opacity=".38"/>'
