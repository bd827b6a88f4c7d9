"""Small pictures of maps for a list of games: the ground, the roads, who stands where; no words and no numbers.

Textures are patterns, not trees one by one, and counters are cards of colour: a thumbnail is a tenth of the picture.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from random import Random

from msgspec.structs import replace

from grognard.core.pictures import Art, Colours, CounterPicture, Line
from grognard.core.pictures.areas import AreaPicture, AreaSheet
from grognard.core.pictures.display import DisplaySheet
from grognard.core.pictures.hexes import HexSheet
from grognard.core.pictures.plane import PlaneSheet, point_of
from grognard.drawing import area_map, display_map, features, lines, plane_map, terrain
from grognard.drawing.hex_map import framed, holds, within
from grognard.drawing.layout import (
    HEIGHT,
    SIDE,
    Point,
    Step,
    centre,
    number,
    outlines,
    paper,
    polygon,
    soft_line,
    soft_loop,
    wobbly,
)
from grognard.drawing.page import FRAME, Frame

WIDE, HIGH = 480, 360
"""Pixels of the picture; its map is cut to this shape."""
FINE = 900
"""The most hexes among which bridges and works can be made out."""
LONG = re.compile(r'<path d="([^"]{400,})" ([^>]*/>)')
FRACTION = re.compile(r"-?\d+\.\d+")
GRID = (
    f'<pattern id="grid" width="{number(3 * SIDE)}" height="{number(HEIGHT)}" patternUnits="userSpaceOnUse">'
    f'<path d="M20 0H60L80 {number(HEIGHT / 2)}L60 {number(HEIGHT)}H20L0 {number(HEIGHT / 2)}ZM80 {number(HEIGHT / 2)}H120" '
    'fill="none" stroke="#3f3a26" stroke-opacity=".4"/></pattern>'
)
"""Hexes side by side, over and over."""

PATH, COMMAND, NUMBER = re.compile(r' d="([^"]*)"'), re.compile(r"([A-Za-z])([^A-Za-z]*)"), re.compile(r"-?\d*\.?\d+")

STROKES = re.compile(r'<path d="([^"]*)"([^>]*)/>')


def picture(title: str, frame: Frame, parts: Iterable[str]) -> str:
    """An SVG that shows the frame."""
    room = " ".join(map(number, (frame.left, frame.top, frame.width, frame.height)))
    edge = f'<path d="{box(frame)}" fill="none" stroke="{FRAME}" stroke-width="{number(frame.width / 120)}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="{room}">'
        f"<title>{escape(title)}</title>{compact(''.join(parts))}{edge}</svg>\n"
    )


def compact(drawing: str) -> str:
    """The same with long lines on whole units, each of them written once however often it is drawn."""
    names: dict[str, str] = {}

    def once(found: re.Match[str]) -> str:
        line = FRACTION.sub(lambda part: str(round(float(part[0]))), found[1])
        if line in names:
            return f'<use href="#{names[line]}" {found[2]}'
        names[line] = f"line-{len(names)}"
        return f'<defs><path id="{names[line]}" d="{line}"/></defs><use href="#{names[line]}" {found[2]}'

    return LONG.sub(once, drawing)


def cut(whole: Frame, about: list[Point]) -> Frame:
    """The largest frame of our shape within the whole, its middle as near as can be to the middle of some points."""
    width = min(whole.width, whole.height * WIDE / HIGH)
    height = width * HIGH / WIDE
    middle = (whole.left + whole.width / 2, whole.top + whole.height / 2)
    if about:
        xs, ys = [x for x, _ in about], [y for _, y in about]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    left = min(max(middle[0] - width / 2, whole.left), whole.left + whole.width - width)
    top = min(max(middle[1] - height / 2, whole.top), whole.top + whole.height - height)
    return Frame(left, top, width, height)


# ---------------------------------------------------------------- hexes


def of_hexes(title: str, sheet: HexSheet) -> str:
    where = {h.label: paper(centre(h.column, h.row)) for h in sheet.hexes}
    frame = cut(framed(sheet, None), [where[stack.place] for stack in sheet.stacks])
    return picture(title, frame, hex_parts(sheet, within(sheet, frame, SIDE), frame))


def hex_parts(sheet: HexSheet, seen: HexSheet, frame: Frame) -> Iterator[str]:
    """The layers of the map, the lowest first."""
    ground = {at: kind for at, kind in terrain.ground_of(sheet).items() if holds(frame, at, 2 * SIDE)}
    count = Counter(ground.values())
    kinds = sorted(count)
    standing = {feature for h in seen.hexes for feature in h.features}
    shapes = (f'<g id="feature-{name}">{features.feature(sheet.art, name)}</g>' for name in sorted(standing))
    textures = "".join(texture(sheet.art, kind) for kind in kinds)
    bushes = "".join(lines.side_marks(seen, ("hedge", "trees")))
    yield f"<defs>{symbols(textures + bushes)}{GRID}{textures}{''.join(shapes)}</defs>"
    most = max(kinds, key=lambda kind: count[kind])
    yield twice("all", box(frame), f'fill="{terrain.ground_look(sheet.art, most).fill}"', f'fill="url(#{most})"')
    fine = len(seen.hexes) <= FINE
    yield from map(coarse, areas(sheet.art, ground, most))
    yield from map(coarse, lines.streams(seen, ground))
    yield from map(coarse, joined(lines.side_marks(seen, lines.BELOW_ROADS if fine else ())))
    yield from map(coarse, lines.roads(connected(seen)))
    yield from map(coarse, joined(lines.side_marks(seen, lines.OVER_ROADS if fine else ())))
    yield '<use href="#all" fill="url(#grid)"/>'
    where = {h.label: paper(centre(h.column, h.row)) for h in seen.hexes}
    yield from (terrain.placed(f"feature-{name}", where[h.label]) for h in seen.hexes for name in h.features)
    yield from stacks((where[stack.place], stack.counters) for stack in seen.stacks)


def symbols(drawing: str) -> str:
    """Those of the small symbols that a drawing uses."""
    each = [f"<g id={part}" for part in terrain.SYMBOLS.split("<g id=")[1:]]
    return "".join(symbol for symbol in each if f'href="#{symbol[7:].partition(chr(34))[0]}"' in drawing)


def box(frame: Frame) -> str:
    """The path about a frame."""
    return f"M{number(frame.left)} {number(frame.top)}h{number(frame.width)}v{number(frame.height)}h{number(-frame.width)}Z"


def connected(seen: HexSheet) -> HexSheet:
    """The roads as far as they lie in the picture."""
    shown = {h.label for h in seen.hexes}
    found = []
    for road in seen.roads:
        chain: list[str] = []
        for label in (*road.hexes, ""):
            if label in shown:
                chain.append(label)
            elif chain:
                found.append(replace(road, hexes=tuple(chain)))
                chain = []
    return replace(seen, roads=tuple(found))


def texture(art: Art, kind: str) -> str:
    """A pattern of two hexes of a terrain, which repeats without a seam."""
    tiles = [terrain.ground_look(art, kind).tile(Random(f"{kind} {variant}")) for variant in (0, 1)]
    corners = "".join(f'<use href="#{kind}-0" x="{x}" y="{number(y)}"/>' for x in (0, 120) for y in (0, HEIGHT))
    return (
        f'<g id="{kind}-0">{tiles[0]}</g><pattern id="{kind}" width="{number(3 * SIDE)}" height="{number(HEIGHT)}" '
        f'patternUnits="userSpaceOnUse">{corners}<g transform="translate(60 {number(HEIGHT / 2)})">{tiles[1]}</g></pattern>'
    )


def areas(art: Art, ground: dict[Step, str], most: str) -> Iterator[str]:
    """Each ground as soft areas with its texture, but for the one that lies beneath all; a wide edge closes the gaps."""
    for kind in terrain.in_order(art, ground.values()):
        look = terrain.ground_look(art, kind)
        loops = outlines(at for at, other in ground.items() if other == kind != most)
        if loops:
            path = "".join(soft_loop([whole(wobbly(at)) for at in loop]) for loop in loops)
            edge = f'fill="{look.fill}" fill-rule="evenodd" stroke="{look.fill}" stroke-width="5"'
            yield twice(f"{kind}-area", path, edge, f'fill="url(#{kind})" fill-rule="evenodd"')


def twice(name: str, path: str, first: str, second: str) -> str:
    """A path written once and drawn in two manners."""
    return f'<defs><path id="{name}" d="{path}"/></defs><use href="#{name}" {first}/><use href="#{name}" {second}/>'


def joined(parts: Iterable[str]) -> Iterator[str]:
    """Paths that look alike written as one; what is anything else stays as it is, above them."""
    alike: dict[str, list[str]] = {}
    others = []
    for part in parts:
        if STROKES.sub("", part):
            others.append(part)
        for path, look in STROKES.findall(part) if not STROKES.sub("", part) else ():
            alike.setdefault(look, []).append(path)
    yield from (f'<path d="{"".join(paths)}"{look}/>' for look, paths in alike.items())
    yield from others


def coarse(part: str) -> str:
    """Its paths on whole units and step by step, which takes half the letters; a unit is a quarter of a pixel."""
    return PATH.sub(lambda found: f' d="{steps_of(found[1])}"', part)


def steps_of(path: str) -> str:
    """A path of M, L, Q, H, V and Z with each point relative to the one before; others stay as they are."""
    here, begun, found = (0, 0), (0, 0), []
    for command, numbers in COMMAND.findall(path):
        if command not in "MLQZ":
            return path
        values = [round(float(value)) for value in NUMBER.findall(numbers)]
        points = list(zip(values[0::2], values[1::2], strict=True))
        found.append(command.lower())
        found.append(" ".join(f"{x - here[0]} {y - here[1]}" for x, y in points).replace(" -", "-"))
        here = points[-1] if points else begun
        begun = here if command == "M" else begun
    return "".join(found)


def whole(at: Point) -> Point:
    """A point on whole units: a thumbnail needs no finer ones."""
    return float(round(at[0])), float(round(at[1]))


# ---------------------------------------------------------------- areas


def of_areas(title: str, sheet: AreaSheet) -> str:
    scale = area_map.SCALE
    whole = Frame(sheet.left * scale, sheet.top * scale, sheet.width * scale, sheet.height * scale)
    labels = {area.id: area_map.at(area.label) for area in sheet.areas}
    about = [labels[stack.place] for stack in sheet.stacks] or [labels[area.id] for area in sheet.areas if area.prize]
    return picture(title, cut(whole, about), area_parts(sheet, whole, labels))


def area_parts(sheet: AreaSheet, whole: Frame, labels: dict[str, Point]) -> Iterator[str]:
    """The layers of the map, the lowest first."""
    grounds = dict.fromkeys(area.ground for area in sheet.areas)
    yield f"<defs>{terrain.SYMBOLS}{''.join(texture(sheet.art, ground) for ground in grounds)}</defs>"
    yield f'<path d="{box(whole)}" fill="{area_map.OUTSIDE}"/>'
    yield from map(area_ground, sheet.areas)
    yield ways("borders", sheet.borders, 'stroke="#fbf3da" stroke-width="4.4" opacity=".55"', DASHED)
    yield ways("roads", sheet.roads, 'stroke="#8b6537" stroke-width="5"', 'stroke="#efdcae" stroke-width="2.6"')
    yield from list(area_map.rivers(sheet.rivers))[:3]  # banks, water and light, without the names
    yield from map(area_map.crossing, sheet.crossings)
    yield from map(area_map.village, sheet.areas)
    yield from (prize(labels[area.id]) for area in sheet.areas if area.prize)
    yield from stacks((labels[stack.place], stack.counters) for stack in sheet.stacks)


DASHED = 'stroke="#6b5a3c" stroke-width="2" stroke-dasharray="9 4"'


def area_ground(area: AreaPicture) -> str:
    path = polygon([whole(at) for at in area_map.all_at(area.polygon)])
    edge = f'fill="{area.tint}" stroke="#6b5a3c" stroke-width="1.2"'
    return twice(f"area-{area.id}", path, edge, f'fill="url(#{area.ground})" opacity=".8"')


def ways(name: str, found: Iterable[Line], below: str, above: str) -> str:
    """Many lines with two pens."""
    path = "".join(soft_line([whole(at) for at in area_map.all_at(line)]) for line in found)
    return f'<g fill="none" stroke-linecap="round">{twice(name, path, below, above)}</g>'


def prize(at: Point) -> str:
    """A disc of gold: the game is about this place."""
    x, y = number(at[0]), number(at[1] - 34)
    return f'<circle cx="{x}" cy="{y}" r="13" fill="{area_map.GOLD}" stroke="#7a5a12" stroke-width="3"/>'


# ---------------------------------------------------------------- table tops and displays


def of_plane(title: str, sheet: PlaneSheet) -> str:
    about = [plane_map.at(sheet, point) for stack in sheet.stacks if (point := point_of(stack.place)) is not None]
    return picture(title, cut(plane_map.frame_of(sheet), about), plane_map.thumbnail_parts(sheet))


def of_display(title: str, sheet: DisplaySheet) -> str:
    return picture(title, cut(display_map.frame_of(sheet), []), display_map.map_parts(sheet))


# ---------------------------------------------------------------- counters


def stacks(found: Iterable[tuple[Point, tuple[CounterPicture, ...]]]) -> Iterator[str]:
    """Each stack as cards of colour, those below a little aside, from the far edge of the map to the near one."""
    kinds: dict[Colours, str] = {}
    for (x, y), counters in sorted(found, key=lambda stack: stack[0][1]):
        shown = counters[-3:]
        for i, counter in enumerate(shown):
            if counter.colours not in kinds:
                kinds[counter.colours] = f"card-{len(kinds)}"
                yield f'<defs><g id="{kinds[counter.colours]}">{card(counter.colours)}</g></defs>'
            aside = (len(shown) - 1 - i) * 6
            yield terrain.placed(kinds[counter.colours], whole((x + aside, y - aside)))


def card(colours: Colours) -> str:
    """A counter from afar: its face, its band, and something that stands for its values."""
    return (
        f'<rect x="-23" y="-23" width="46" height="46" rx="5" fill="{colours.face}" stroke="#221b10" stroke-width="2"/>'
        f'<path d="M-22-16H22" stroke="{colours.band}" stroke-width="12"/>'
        f'<path d="M-14 12H14" stroke="{colours.ink}" stroke-width="9" stroke-dasharray="6 5"/>'
    )
