"""A table top as SVG: ground and lines at their true place, objectives, men on their bases, squads with their badges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import combinations, cycle, pairwise
from math import atan2, degrees, hypot
from random import Random

import msgspec

from grognard.core.pictures import Art, CounterPicture, GroupPicture, Line, Picture
from grognard.core.pictures.art import FigureMark
from grognard.core.pictures.plane import GroundPicture, LinePicture, ObjectivePicture, PlaneSheet, RearPicture, point_of
from grognard.drawing import terrain
from grognard.drawing.additions import mark_of
from grognard.drawing.area_map import inside
from grognard.drawing.features import HALO
from grognard.drawing.layout import Point, Spots, Window, number, pair, polygon, soft_line, soft_loop
from grognard.drawing.lettering import BOLD, SERIF_BOLD, SERIF_ITALIC, width_of, words
from grognard.drawing.lines import BANK, BLUE, ROADS
from grognard.drawing.page import FRAME, PAPER, Entry, Frame, legend_of, map_clip, said, whole_page

SCALE = 8.0
"""Units of the picture to a centimetre."""
GRASS = "#dfe3b4"
NEAR = 3
"""Men no farther apart than so many bases are within one line."""
STRIP = 2.2
"""How wide the strip of a rear edge is, in centimetres."""
BAR = 10
"""The length of the scale bar in centimetres."""


class GroundPattern(msgspec.Struct, frozen=True):
    """How a piece of ground looks: its colour, its edge, what is strewn over it, and how far apart."""

    fill: str
    edge: str
    strewn: tuple[str, ...] = ()
    apart: float = 14.0


GROUNDS: dict[str, GroundPattern] = {
    "furrows": GroundPattern("#ead694", "#c9ad63"),
    "marsh": GroundPattern("#c9dccb", "#93b3a4", ("reed-a", "reed-b", "pool"), 17),
    "scrub": GroundPattern("#b4bd7c", "#8c9a58", ("scrub",), 9),
    "orchard": GroundPattern("#dbe3ab", "#a9ba70", ("fruit",), 12),
    "trees-dense": GroundPattern("#8fae72", "#5f7d48", ("tree-a", "tree-b", "dark-a", "dark-a"), 8.5),
    "rocks": GroundPattern("#cfc6b2", "#8d8272", ("rock",), 11),
    "rooftops": GroundPattern("#a8584a", "#4a2a1e"),
}
"""In the order of drawing, over any other ground: a roof lies over the orchard about it."""
ROCK = (
    '<g id="rock"><path d="M-5 3L-3-4L2-5L6 0L4 4Z" fill="#a79c88" stroke="#5d5546" stroke-width=".9" stroke-linejoin="round"/>'
    '<path d="M-2-2L2-3" stroke="#e2dac8" stroke-width="1"/></g>'
)


def at(sheet: PlaneSheet, point: Point) -> Point:
    """A point of the table on the paper: there y runs down."""
    return point[0] * SCALE, (sheet.height - point[1]) * SCALE


def all_at(sheet: PlaneSheet, line: Line) -> list[Point]:
    return [at(sheet, point) for point in line]


def frame_of(sheet: PlaneSheet) -> Frame:
    return Frame(0.0, 0.0, sheet.width * SCALE, sheet.height * SCALE)


def page(picture: Picture, sheet: PlaneSheet, window: Window | None = None) -> str:
    """The page of a sheet; a table top is always shown whole."""
    frame = frame_of(sheet)
    defs = (terrain.SYMBOLS, ROCK, map_clip(frame))
    return whole_page(picture, frame, "up", defs, map_parts(sheet, frame), legend_of((legend(sheet),), frame.width))


def map_parts(sheet: PlaneSheet, frame: Frame) -> Iterator[str]:
    """The layers of the map, the lowest first."""
    yield from ground_parts(sheet, frame)
    yield from names(sheet)
    yield scale_bar(frame)
    yield from (rear(sheet, found) for found in sheet.rears)
    yield from objectives(sheet)
    yield from additions(sheet)
    yield from men(sheet)


def ground_parts(sheet: PlaneSheet, frame: Frame, thin: float = 1.0) -> Iterator[str]:
    """The ground and its lines; what is strewn over it stands `thin` times as far apart as it might."""
    yield f'<rect width="{number(frame.width)}" height="{number(frame.height)}" fill="{GRASS}"/>{tufts(frame, thin)}'
    for ground in sorted(sheet.grounds, key=lambda ground: place_in(GROUNDS, sheet.art.pattern(ground.kind))):
        yield piece_of_ground(sheet, ground, thin)
    for line in sorted(sheet.lines, key=lambda line: place_in(LINES, line_of(sheet.art, line.kind))):
        yield LINES.get(line_of(sheet.art, line.kind), dashed)(all_at(sheet, line.points))


def place_in(catalogue: Iterable[str], pattern: str) -> int:
    order = [*catalogue]
    return order.index(pattern) if pattern in order else -1


def line_of(art: Art, word: str) -> str:
    """The pattern of a line: here all roads look alike, and all waters."""
    pattern = art.roads[word] if word in art.roads else art.edges.get(word, word)
    return "road" if pattern in ROADS else "water" if pattern.startswith("water") else pattern


# ---------------------------------------------------------------- ground


def tufts(frame: Frame, thin: float) -> str:
    """Blades of grass here and there, the same every time."""
    chance = Random("grass")
    count = int(frame.width * frame.height / 900 / thin**2)
    spots_ = ((chance.uniform(4, frame.width - 4), chance.uniform(6, frame.height - 4)) for _ in range(count))
    blades = "".join(f"M{pair(spot)}l-1.6-3.4m1.6 3.4v-4.4m0 4.4l1.7-3.2" for spot in spots_)
    return f'<path d="{blades}" stroke="#bcc98a" stroke-width=".8" fill="none" stroke-linecap="round"/>'


def piece_of_ground(sheet: PlaneSheet, ground: GroundPicture, thin: float) -> str:
    pattern = sheet.art.pattern(ground.kind)
    look = look_of(sheet.art, ground.kind)
    outline = all_at(sheet, ground.outline)
    edge = f'fill="{look.fill}" stroke="{look.edge}" stroke-width="1.4" stroke-linejoin="round"'
    if pattern == "rooftops":
        return roof(outline, edge)
    path = polygon(outline) if pattern == "furrows" else soft_loop(doubled(outline))
    more = furrows(outline) if pattern == "furrows" else strewn_over(ground, outline, look, look.apart * thin)
    return f'<path d="{path}" {edge}/>{more}'


def look_of(art: Art, word: str) -> GroundPattern:
    """How a ground looks: as on any map where a table top has nothing of its own for it."""
    pick, own = art.ground.get(word), GROUNDS.get(art.pattern(word))
    known = terrain.ground_look(art, word)
    if own is None or (pick and pick.colour):
        return GroundPattern(known.fill, known.edge, own.strewn if own else (), own.apart if own else 14.0)
    return own


def doubled(outline: list[Point]) -> list[Point]:
    """An outline with points beside its corners, so that only these are rounded off."""
    found: list[Point] = []
    for a, b in pairwise([*outline, outline[0]]):
        found += [a, (a[0] + (b[0] - a[0]) * 0.15, a[1] + (b[1] - a[1]) * 0.15)]
        found.append((a[0] + (b[0] - a[0]) * 0.85, a[1] + (b[1] - a[1]) * 0.85))
    return found


def strewn_over(ground: GroundPicture, outline: list[Point], look: GroundPattern, apart: float) -> str:
    """Trees, reeds or rocks, the same every time."""
    if not look.strewn:
        return ""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    chance = Random(ground.id)
    spots = Spots(apart)
    for _ in range(int((max(xs) - min(xs)) * (max(ys) - min(ys)) / apart**2 * 5)):
        point = chance.uniform(min(xs), max(xs)), chance.uniform(min(ys), max(ys))
        if inside(outline, point):
            spots.add(point)
    return "".join(terrain.placed(chance.choice(look.strewn), spot) for spot in spots.top_to_bottom())


def furrows(outline: list[Point]) -> str:
    """Ploughed lines."""
    parts = []
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    y = top + 5
    while y < bottom:
        crossed = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])
            if (ay <= y) != (by <= y)
        )
        parts += [f"M{number(a + 3)} {number(y)}H{number(b - 3)}" for a, b in zip(crossed[::2], crossed[1::2], strict=True)]
        y += 7
    return f'<path d="{"".join(parts)}" stroke="#cdb067" stroke-width="1.3" fill="none"/>'


def roof(outline: list[Point], edge: str) -> str:
    """A roof from above with its shadow: the ridge along the longer sides, boards across it, a chimney."""
    shadow = f'<path d="{polygon([(x + 4, y + 5) for x, y in outline])}" fill="#2a2413" opacity=".3"/>'
    path = f'{shadow}<path d="{polygon(outline)}" {edge}/>'
    if len(outline) != 4:
        return path
    first = 0 if _length((outline[0], outline[1])) >= _length((outline[1], outline[2])) else 1
    a, b, c, d = (outline[(first + i) % 4] for i in range(4))
    left, right = between(a, d), between(b, c)
    south = (a, b, right, left) if a[1] + b[1] > c[1] + d[1] else (d, c, right, left)
    count = max(3, round(_length((left, right)) / 5))
    rows = [(between(p, q, i / count), between(left, right, i / count)) for p, q in ((a, b), (d, c)) for i in range(1, count)]
    boards = "".join(f"M{pair(p)}L{pair(q)}" for p, q in rows)
    x, y = between(left, right, 0.24)
    return (
        f'{path}<path d="{polygon(list(south))}" fill="#8d4639"/><path d="{boards}" stroke="#7a3b30" stroke-width=".5"/>'
        f'<path d="M{pair(left)}L{pair(right)}" stroke="#4a2119" stroke-width="1.4"/><path d="{polygon(outline)}" fill="none" '
        f'stroke="#4a2a1e" stroke-width="1.2"/><rect x="{number(x - 3)}" y="{number(y - 3)}" width="6" height="6" '
        f'fill="#cbc2ad" stroke="#3a2a20" stroke-width=".8"/>'
    )


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _length(side: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = side
    return hypot(bx - ax, by - ay)


# ---------------------------------------------------------------- lines, told apart by their form


def road(points: list[Point]) -> str:
    path = soft_line(points)
    return (
        f'<path d="{path}" fill="none" stroke="#b59a66" stroke-width="15" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#d6bf8b" stroke-width="12" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#ead9ac" stroke-width="9.6" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#dcc792" stroke-width="5.6" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#ead9ac" stroke-width="3.4" stroke-linecap="round"/>'
    )


def water(points: list[Point]) -> str:
    path = soft_line(points)
    return (
        f'<path d="{path}" fill="none" stroke="{BANK}" stroke-width="7.5" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="{BLUE}" stroke-width="5" stroke-linecap="round"/>'
    )


def spots(points: list[Point], apart: float) -> Iterator[tuple[Point, Point]]:
    """Points along a line, evenly apart, each with the direction there as a vector of length 1."""
    for a, b in pairwise(points):
        length = hypot(b[0] - a[0], b[1] - a[1])
        along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        count = max(1, round(length / apart))
        for i in range(count):
            yield (a[0] + (b[0] - a[0]) * (i + 0.5) / count, a[1] + (b[1] - a[1]) * (i + 0.5) / count), along


def fence(points: list[Point]) -> str:
    """A worm fence: rails laid in zigzag, which cross each other at the ends."""
    sides = zip(spots(points, 8), cycle((2.6, -2.6)), strict=False)
    turns = [(x - side * dy, y + side * dx) for ((x, y), (dx, dy)), side in sides]
    rails = "".join(f"M{pair(between(a, b, -0.14))}L{pair(between(a, b, 1.14))}" for a, b in pairwise(turns))
    shadow = "".join(f"M{pair((a[0] + 1.4, a[1] + 1.9))}L{pair((b[0] + 1.4, b[1] + 1.9))}" for a, b in pairwise(turns))
    return (
        f'<path d="{shadow}" stroke="#2a2413" stroke-width="2" opacity=".3"/><path d="{rails}" stroke="#4a3018" '
        f'stroke-width="2.6"/><path d="{rails}" stroke="#c9ad7c" stroke-width="1.1"/>'
    )


def hedge(points: list[Point]) -> str:
    line = "M" + "L".join(map(pair, points))
    bushes = "".join(terrain.placed("scrub", spot) for spot, _ in spots(points, 7))
    return f'<path d="{line}" fill="none" stroke="#4f6339" stroke-width="6"/>{bushes}'


def wall(points: list[Point]) -> str:
    """Stones, one beside the other."""
    line = "M" + "L".join(map(pair, points))
    return (
        f'<path d="{line}" fill="none" stroke="#4d463a" stroke-width="7"/>'
        f'<path d="{line}" fill="none" stroke="#b9b0a0" stroke-width="4.8" stroke-dasharray="5.4 1.4"/>'
    )


def trees(points: list[Point]) -> str:
    """A row of crowns."""
    return "".join(terrain.placed("dark-a", spot) for spot, _ in spots(points, 12))


def earthwork(points: list[Point]) -> str:
    """A parapet: a ditch, and the bank behind it."""
    line = "M" + "L".join(map(pair, points))
    logs = "".join(f"M{pair((x, y))}L{pair((x - 5.5 * dy, y + 5.5 * dx))}" for (x, y), (dx, dy) in spots(points, 6))
    return (
        f'<path d="{line}" fill="none" stroke="#3b2612" stroke-width="6.6" stroke-linejoin="round"/>'
        f'<path d="{line}" fill="none" stroke="#8a6a3c" stroke-width="3.6" stroke-linejoin="round"/>'
        f'<path d="{logs}" stroke="#5b4426" stroke-width="2"/>'
    )


def dashed(points: list[Point]) -> str:
    line = "M" + "L".join(map(pair, points))
    return f'<path d="{line}" fill="none" stroke="#3f3a26" stroke-width="3" stroke-dasharray="1 5" stroke-linecap="round"/>'


LINES: dict[str, Callable[[list[Point]], str]] = {
    "road": road,
    "water": water,
    "fence": fence,
    "hedge": hedge,
    "wall": wall,
    "earthwork": earthwork,
    "trees": trees,
}
"""In the order of drawing."""


# ---------------------------------------------------------------- names, rears, objectives


def middle_of(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def names(sheet: PlaneSheet) -> Iterator[str]:
    """Every name once, by its ground or beside its line."""
    found: dict[str, GroundPicture | LinePicture] = {}
    found.update((ground.name, ground) for ground in reversed(sheet.grounds) if ground.name)
    found.update((line.name, line) for line in reversed(sheet.lines) if line.name and line.name not in found)
    for name, one in found.items():
        if any(
            name in objective.name or (isinstance(one, GroundPicture) and inside(list(one.outline), objective.at))
            for objective in sheet.objectives
        ):
            continue  # written there
        if isinstance(one, GroundPicture):
            x, y = middle_of(all_at(sheet, one.outline))
            yield words(name, x, y + 4, 12, fill="#3a2a18", style=f'{SERIF_ITALIC} font-weight="bold"', halo=HALO)
        elif (line := line_of(sheet.art, one.kind)) in ("road", "water"):
            points = all_at(sheet, one.points)
            a, b = max(pairwise(points), key=_length)
            colour = "#1f5480" if line == "water" else "#6b3f1d"
            yield words(name, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 9, 12.5, fill=colour, style=SERIF_ITALIC, halo=HALO)


def scale_bar(frame: Frame) -> str:
    """Ten centimetres, in the lower right corner."""
    x, y, long = frame.width - 24 - BAR * SCALE, frame.height - 16, BAR * SCALE
    return (
        f'<g transform="translate({number(x)} {number(y)})"><path d="M0 0H{number(long)}M0-5V5M{number(long)}-5V5'
        f'M{number(long / 2)}-3V3" stroke="{FRAME}" stroke-width="1.6"/>{words(f"{BAR} cm", long / 2, -8, 11, halo=HALO)}</g>'
    )


def strip(sheet: PlaneSheet, found: RearPicture) -> Box:
    """Where an edge is coloured, on the paper."""
    wide, high, deep = sheet.width * SCALE, sheet.height * SCALE, STRIP * SCALE
    return {
        "north": (0.0, 0.0, wide, deep),
        "south": (0.0, high - deep, wide, high),
        "west": (0.0, 0.0, deep, high),
        "east": (wide - deep, 0.0, wide, high),
    }[found.edge]


def rear(sheet: PlaneSheet, found: RearPicture) -> str:
    """The edge over which a side goes off, in its colour."""
    x, y, right, bottom = strip(sheet, found)
    width, height = right - x, bottom - y
    turn = (
        f' transform="rotate(-90 {number(x + width / 2)} {number(y + height / 2)})"' if found.edge in ("west", "east") else ""
    )
    lettering = words(found.title, x + width / 2, y + height / 2 + 4, 11, fill="#fff", style=f"{SERIF_BOLD}{turn}")
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" fill="{found.colour}" '
        f'opacity=".72"/>{lettering}'
    )


def objectives(sheet: PlaneSheet) -> Iterator[str]:
    """A ring as far about as one must stand, with the name, its worth and who holds it."""
    flying = {flag.place: flag.flag for flag in sheet.flags}
    for found in sheet.objectives:
        flag = flying.get(found.id)
        yield objective(sheet, found, flag.colour if flag else "", flag.letters if flag else "")


def label_of(found: ObjectivePicture) -> str:
    return " · ".join(filter(None, (found.name, found.worth)))


def half_of(label: str) -> float:
    """Half the width of the plate that a label stands on."""
    return width_of(label, 10.5) * 0.44 + 12


def plate(sheet: PlaneSheet, found: ObjectivePicture) -> Box:
    """Where the name of an objective stands, on the paper."""
    x, y = at(sheet, found.at)
    half = half_of(label_of(found))
    return x - half, y - 8, x + half, y + 8


def objective(sheet: PlaneSheet, found: ObjectivePicture, colour: str, letters: str) -> str:
    x, y = at(sheet, found.at)
    label = label_of(found)
    half = half_of(label)
    holder = (
        f'<g transform="translate({number(-half - 19)} 4)"><path d="M0 10V-14" stroke="#221b10" stroke-width="1.8"/>'
        f'<path d="M0-14C6-17 10-11 17-14V-3C10 0 6-6 0-3Z" fill="{colour}" stroke="#221b10" stroke-width=".8"/>'
        f"{words(letters, 8.5, -6, 6.4, fill='#fff', room=15, style=BOLD)}</g>"
        if colour
        else ""
    )
    return (
        f'<g id="objective-{escape(found.id)}" transform="translate({number(x)} {number(y)})">'
        f'<circle r="{number(found.radius * SCALE)}" fill="#e9c64f" fill-opacity=".12" stroke="#7a5a12" stroke-width="1.8" '
        f'stroke-dasharray="6 4"/><rect x="{number(-half)}" y="-8" width="{number(2 * half)}" height="16" rx="3" '
        f'fill="#e9c64f" stroke="#7a5a12"/>{words(label, 0, 4, 10.5, style=BOLD, room=2 * half - 6)}{holder}</g>'
    )


def additions(sheet: PlaneSheet) -> Iterator[str]:
    for addition in sheet.additions:
        point = point_of(addition.places[0])
        if point is not None:
            mark = mark_of(sheet.art, addition.kind)
            yield f'<g transform="translate({pair(at(sheet, point))})"><title>{escape(addition.text)}</title>{mark}</g>'


# ---------------------------------------------------------------- men


SHAPES: tuple[Callable[[float], str], ...] = (
    lambda r: f'<circle r="{number(r)}"/>',
    lambda r: (
        f'<rect x="{number(-r)}" y="{number(-r)}" width="{number(2 * r)}" height="{number(2 * r)}" rx="{number(r * 0.25)}"/>'
    ),
    lambda r: f'<path d="M0 {number(-r * 1.2)}L{number(r * 1.2)} 0L0 {number(r * 1.2)}L{number(-r * 1.2)} 0Z"/>',
)
"""The base of a man by his side, so that sides can be told apart without their colours."""


def men(sheet: PlaneSheet) -> Iterator[str]:
    """Squad by squad: its outline, its men, its badge; then whoever belongs to none."""
    sides = list(dict.fromkeys(counter.side for stack in sheet.stacks for counter in stack.counters))
    placed: dict[str, list[tuple[Point, CounterPicture]]] = {}
    for stack in sheet.stacks:
        point = point_of(stack.place)
        if point is not None:
            for counter in stack.counters:
                placed.setdefault(counter.group, []).append((at(sheet, point), counter))
    groups = {group.id: group for group in sheet.groups}
    wide = sheet.base * SCALE
    taken = [(x - wide, y - wide, x + wide, y + wide) for found in placed.values() for (x, y), _ in found]
    taken += [*(strip(sheet, found) for found in sheet.rears), *(plate(sheet, found) for found in sheet.objectives)]
    for id, found in placed.items():
        group = groups.get(id)
        figures = "".join(figure(sheet, counter, spot, sides.index(counter.side)) for spot, counter in found)
        if group is None:
            yield figures
        else:
            spots_ = [spot for spot, _ in found]
            yield f'<g id="group-{escape(id)}">{outline(sheet, group, spots_)}{figures}{badge(sheet, group, spots_, taken)}</g>'


def outline(sheet: PlaneSheet, group: GroupPicture, spots_: list[Point]) -> str:
    """A soft line about the men of a squad; who has strayed has one of their own."""
    wide = sheet.base * SCALE * 2.1
    near = NEAR * sheet.base * SCALE
    joined = (f"M{pair(a)}L{pair(b)}" for a, b in combinations(spots_, 2) if _length((a, b)) <= near)
    path = "".join((*(f"M{pair(spot)}h.1" for spot in spots_), *joined))
    look = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {look} stroke="{group.colours.band}" stroke-width="{number(wide)}" opacity=".38"/>'
        f'<path d="{path}" {look} stroke="{PAPER}" stroke-width="{number(wide - 3)}" opacity=".35"/>'
    )


def figure(sheet: PlaneSheet, counter: CounterPicture, spot: Point, side: int) -> str:
    """A man on his base from above: whose he is, which way he looks, and how he is."""
    r = sheet.base * SCALE / 2
    colours, states = counter.colours, counter.states
    marks = {mark for state in states if state in sheet.art.states for mark in sheet.art.states[state].figure}
    hollow = "captive" in marks
    fill = PAPER if hollow else colours.face
    shape = SHAPES[side % len(SHAPES)](r)
    edge = 'stroke="#e0ad1c" stroke-width="1.5"' if counter.rank else 'stroke="#221b10" stroke-width=".8"'
    parts = [f'<g fill="{fill}" {edge}>{shape}</g>', man(counter, marks, r / 20)]
    if counter.rank:
        place = f"translate({number(r * 0.75)} {number(-r * 0.8)}) scale({number(r / 9)})"
        parts.append(f'<path transform="{place}" d="{STAR}" fill="#f2c94c" stroke="#221b10" stroke-width=".8"/>')
    if "cross" in marks:
        cross = f"M{pair((-r, -r))}L{pair((r, r))}M{pair((r, -r))}L{pair((-r, r))}"
        parts.append(f'<path d="{cross}" stroke="#a3121f" stroke-width="1.8"/>')
    told = escape("; ".join(filter(None, (counter.title or counter.name, counter.values, *states))))
    place = f'transform="translate({pair(spot)})"'
    return f'<g id="counter-{escape(counter.id)}" {place}><title>{told}</title>{"".join(parts)}</g>'


def man(counter: CounterPicture, marks: set[FigureMark], scale: float) -> str:
    """Shoulders, cap and musket, turned the way he faces; who is down lies across his base, a captive has no musket."""
    coat, cap, edge = counter.colours.band, counter.colours.ink, 'stroke="#10130f" stroke-width="1.6"'
    if "lying" in marks:
        return (
            f'<g transform="scale({number(scale)}) rotate(62)"><path d="M-5 6L-6 19M5 6L6 19" stroke="#10130f" '
            f'stroke-width="5"/><ellipse rx="8" ry="11" fill="{coat}" {edge}/><circle cy="-14" r="5.5" '
            f'fill="#e3c39b" {edge}/></g>'
        )
    x, y = counter.facing or (0, 1)
    musket = (
        ""
        if "captive" in marks
        else '<path d="M9 9V-30" stroke="#fffdf4" stroke-width="6"/><path d="M9 9V-30" stroke="#2b1a0c" stroke-width="3.6"/>'
    )
    return (
        f'<g transform="scale({number(scale)}) rotate({number(degrees(atan2(x, y)))})">{musket}<ellipse rx="15" ry="9" '
        f'fill="{coat}" {edge}/><circle cy="-1" r="6" fill="{cap}" {edge}/></g>'
    )


STAR = "M0-6L1.8-1.9L6-1.9L2.6 .8L3.7 5L0 2.5L-3.7 5L-2.6 .8L-6-1.9L-1.8-1.9Z"


def badge(sheet: PlaneSheet, group: GroupPicture, spots_: list[Point], taken: list[Box]) -> str:
    """Behind the squad, or where else it covers nobody: its name, what is worth knowing, and its states."""
    lines = [group.title, " · ".join(filter(None, (group.badge, *map(said, group.states))))]
    half = max(width_of(line, 8.5) for line in lines) * 0.46 + 5
    x, y = hung(sheet, group, spots_, half, taken)
    return (
        f'<g transform="translate({number(x)} {number(y)})"><rect x="{number(-half)}" y="-12" width="{number(2 * half)}" '
        f'height="22" rx="3" fill="{group.colours.band}" stroke="#221b10" stroke-width=".8"/>'
        f"{words(lines[0], 0, -3, 8.5, fill=group.colours.band_ink, room=2 * half - 6, style=BOLD)}"
        f"{words(lines[1], 0, 7, 8, fill=group.colours.band_ink, room=2 * half - 6)}</g>"
    )


Box = tuple[float, float, float, float]


def hung(sheet: PlaneSheet, group: GroupPicture, spots_: list[Point], half: float, taken: list[Box]) -> Point:
    """The middle of a badge: on the side of the squad where it covers least, behind it if that is free; it is taken then."""
    gap, high = sheet.base * SCALE * 1.1, 11.0
    left, right = min(x for x, _ in spots_), max(x for x, _ in spots_)
    top, bottom = min(y for _, y in spots_), max(y for _, y in spots_)
    middle, level = (left + right) / 2, (top + bottom) / 2
    fx, fy = group.facing or (0, -1)
    sides = {
        (0, -1): (middle, top - gap - high),
        (0, 1): (middle, bottom + gap + high),
        (-1, 0): (left - gap - half, level),
        (1, 0): (right + gap + half, level),
    }

    def covered(side: tuple[int, int]) -> tuple[int, float]:
        x, y = sides[side]
        box = x - half, y - high, x + half, y + high
        off = box[0] < 0 or box[1] < 0 or box[2] > sheet.width * SCALE or box[3] > sheet.height * SCALE
        met = sum(box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken)
        return met + 100 * off, side[0] * fx - side[1] * fy

    x, y = sides[min(sides, key=covered)]
    taken.append((x - half, y - high, x + half, y + high))
    return x, y


# ---------------------------------------------------------------- the legend


def legend(sheet: PlaneSheet) -> Iterator[Entry]:
    """Every ground and every kind of line that there is."""
    art = sheet.art
    kinds = {ground.kind for ground in sheet.grounds}
    for kind in sorted(kinds, key=lambda kind: (place_in(GROUNDS, art.pattern(kind)), kind)):
        look = look_of(art, kind)
        inner = terrain.placed(look.strewn[0], (0, 0)) if look.strewn else ""
        box = f'<rect x="-16" y="-9" width="32" height="18" rx="3" fill="{look.fill}" stroke="{look.edge}"/>'
        yield Entry(box + inner, said(kind), 17)
    kinds = {line.kind for line in sheet.lines}
    for kind in sorted(kinds, key=lambda kind: (place_in(LINES, line_of(art, kind)), kind)):
        yield Entry(LINES.get(line_of(art, kind), dashed)([(-16.0, 0.0), (16.0, 0.0)]), said(kind), 17)


# ---------------------------------------------------------------- from afar

SPARSE = 1.8
"""From afar fewer trees will do."""


def thumbnail_parts(sheet: PlaneSheet) -> Iterator[str]:
    """The ground, and a spot of colour for each man."""
    yield f"<defs>{terrain.SYMBOLS}{ROCK}</defs>"
    yield from ground_parts(sheet, frame_of(sheet), SPARSE)
    for stack in sheet.stacks:
        point = point_of(stack.place)
        for counter in stack.counters if point is not None else ():
            x, y = at(sheet, point or (0, 0))
            look = f'fill="{counter.colours.face}" stroke="#221b10" stroke-width="2"'
            yield f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(sheet.base * SCALE)}" {look}/>'
