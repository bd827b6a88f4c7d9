"""An area map as SVG: ground, rivers with their crossings, roads, names and flags, counters, tracks and trays."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import atan2, degrees, hypot
from random import Random

from grognard.core.pictures import Art, FlagPicture, Picture, StackPicture
from grognard.core.pictures.areas import AreaPicture, AreaSheet, CrossingPicture, RiverPicture
from grognard.drawing import counters, terrain
from grognard.drawing.features import HALO
from grognard.drawing.layout import Point, Spots, Window, number, pair, polygon, soft_line
from grognard.drawing.lettering import BOLD, SANS, SERIF, SERIF_BOLD, SERIF_ITALIC, width_of, words
from grognard.drawing.lines import BANK, BLUE
from grognard.drawing.page import FRAME, MARGIN, PAPER, Frame, border, compass, map_clip, trays

SCALE = 3.6
"""Units of the picture to a millimetre of the printed map."""
HEAD = 92.0
TRACKS = 78.0
COUNTER = 0.86
"""How large counters lie on the map, against those beside it."""
OUTSIDE = "#e4d9b8"
EARTH = "#7a5230"
ARROW = "#a3201c"
GOLD = "#e9c64f"
NOTE = 9.0
"""The height of a line of small print below a name."""
SPARSE = (34.0, ("tree-a", "tree-b"))
WOODED = (19.0, ("tree-a", "tree-b", "tree-c"))
TREES = {"trees": WOODED, "trees-dense": WOODED, "scrub": (13.0, ("scrub", "dark-b"))}
"""For each pattern of ground how far trees stand apart, and which; on any other they are sparse."""


def at(point: Point) -> Point:
    return point[0] * SCALE, point[1] * SCALE


def all_at(line: tuple[Point, ...]) -> list[Point]:
    return [at(point) for point in line]


def page(picture: Picture, sheet: AreaSheet, window: Window | None = None) -> str:
    """The page of a sheet; an area map is always shown whole."""
    frame = Frame(sheet.left * SCALE, sheet.top * SCALE, sheet.width * SCALE, sheet.height * SCALE)
    wide = frame.width + 2 * MARGIN
    tray, tray_height = trays(sheet.art, picture.trays, frame.width)
    below = HEAD + frame.height + 18
    high = below + TRACKS + tray_height + 10
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
            f'viewBox="0 0 {number(wide)} {number(high)}" font-family="{SANS}" font-stretch="condensed">\n',
            f"<title>{escape(picture.title)}</title>\n<defs>{terrain.SYMBOLS}",
            f"{map_clip(frame)}</defs>\n",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n',
            heading(picture, wide),
            f'<g transform="translate({number(MARGIN - frame.left)} {number(HEAD - frame.top)})"><g clip-path="url(#map)">\n',
            "\n".join(map_parts(sheet, frame)),
            "\n</g>\n",
            border(frame),
            "</g>\n",
            f'<g transform="translate({number(MARGIN)} {number(below)})">{tracks(picture)}{legend(frame.width)}</g>\n',
            f'<g transform="translate({number(MARGIN)} {number(below + TRACKS)})">{tray}</g>\n</svg>\n',
        )
    )


def heading(picture: Picture, wide: float) -> str:
    serif = f'font-family="{SERIF}"'
    notes = "".join(
        words(note, wide - MARGIN, 38 + i * 19, 14, anchor="end", style=serif) for i, note in enumerate(picture.notes)
    )
    return (
        words(picture.title, MARGIN, 48, 31, fill=FRAME, anchor="start", style=SERIF_BOLD)
        + words(picture.subtitle, MARGIN, 73, 15.5, fill="#7a3b22", anchor="start", style=SERIF_ITALIC)
        + notes
        + "\n"
    )


def map_parts(sheet: AreaSheet, frame: Frame) -> Iterator[str]:
    """The layers of the map, the lowest first."""
    yield (
        f'<rect x="{number(frame.left)}" y="{number(frame.top)}" width="{number(frame.width)}" height="{number(frame.height)}" '
        f'fill="{OUTSIDE}"/>'
    )
    edge = 'stroke="#6b5a3c" stroke-width="1.2"'
    yield from (f'<path d="{polygon(all_at(area.polygon))}" fill="{area.tint}" {edge}/>' for area in sheet.areas)
    yield from (forest(area, sheet.art.pattern(area.ground)) for area in sheet.areas)
    yield from (border_line(line) for line in sheet.borders)
    yield from (road(line) for line in sheet.roads)
    yield from rivers(sheet.rivers)
    yield from (crossing(found) for found in sheet.crossings)
    yield from (village(area) for area in sheet.areas)
    yield cartouche(sheet)
    flying = {flying.place: flying.flag for flying in sheet.flags}
    yield from (label(area, flying.get(area.id, area.printed)) for area in sheet.areas)
    yield from stacks(sheet)


# ---------------------------------------------------------------- the ground


def inside(outline: list[Point], point: Point) -> bool:
    """Whether a point lies within an outline."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def clear_of(outline: list[Point], point: Point, room: float) -> bool:
    """Whether a point keeps its distance from an outline's corners and its sides' middles."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)]
    return all(hypot(point[0] - x, point[1] - y) > room for x, y in (*outline, *middles))


def forest(area: AreaPicture, pattern: str) -> str:
    """Trees strewn over an area, the same every time; its name and its edges stay free."""
    apart, kinds = TREES.get(pattern, SPARSE)
    outline = all_at(area.polygon)
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    chance = Random(area.id)
    name = at(area.label)
    trees = Spots(apart)
    for _ in range(int((max(xs) - min(xs)) * (max(ys) - min(ys)) / apart**2 * 4)):
        point = chance.uniform(min(xs), max(xs)), chance.uniform(min(ys), max(ys))
        if abs(point[0] - name[0]) < 62 and -26 < point[1] - name[1] < 26:
            continue
        if inside(outline, point) and clear_of(outline, point, 9):
            trees.add(point)
    placed = "".join(terrain.placed(chance.choice(kinds), tree) for tree in trees.top_to_bottom())
    return f'<g opacity=".8">{placed}</g>'


def border_line(line: tuple[Point, ...]) -> str:
    path = soft_line(all_at(line))
    return (
        f'<path d="{path}" fill="none" stroke="#fbf3da" stroke-width="4.4" opacity=".55"/>'
        f'<path d="{path}" fill="none" stroke="#6b5a3c" stroke-width="1.7" stroke-dasharray="7 3"/>'
    )


def road(line: tuple[Point, ...]) -> str:
    path = soft_line(all_at(line))
    return (
        f'<path d="{path}" fill="none" stroke="#8b6537" stroke-width="3.6" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="#efdcae" stroke-width="1.9" stroke-linecap="round"/>'
    )


def village(area: AreaPicture) -> str:
    x, y = at(area.place)
    houses = "".join(
        f'<rect x="{number(x + dx)}" y="{number(y + dy)}" width="4.4" height="3.8"/>'
        for dx, dy in ((-5, -4), (1, -3), (-3, 1.6))
    )
    return f'<g fill="#3b2a1c" stroke="{HALO}" stroke-width=".7">{houses}</g>'


# ---------------------------------------------------------------- rivers


def rivers(found: tuple[RiverPicture, ...]) -> Iterator[str]:
    """First all banks, then all water, so that one river runs into another."""
    paths = "".join("M" + "L".join(map(pair, all_at(line))) for river in found for line in river.lines)
    for colour, pen in ((BANK, 10.4), (BLUE, 7.8), ("#9cc8e4", 2.6)):
        look = f'stroke="{colour}" stroke-width="{pen}" stroke-linejoin="round" stroke-linecap="round"'
        yield f'<path d="{paths}" fill="none" {look}/>'
    for place, river in enumerate(found):
        yield river_name(river, place)


def river_name(river: RiverPicture, place: int) -> str:
    """The name on the bank, along its course."""
    way = soft_line([(x, y - 9) for x, y in all_at(river.course)])
    return (
        f'<path id="river-{place}" d="{way}" fill="none"/><text font-size="15" fill="#1f5480" letter-spacing="2.4" '
        f'{SERIF_ITALIC} stroke="{HALO}" stroke-width="3" paint-order="stroke" stroke-linejoin="round">'
        f'<textPath href="#river-{place}" startOffset="2%">{escape(river.name)}</textPath></text>'
    )


def crossing(found: CrossingPicture) -> str:
    """A pair of arrow heads across the river."""
    x, y = at(found.at)
    turn = degrees(atan2(found.along[1], found.along[0]))
    return (
        f'<g transform="translate({number(x)} {number(y)}) rotate({number(turn)})"><title>{escape(found.name)}</title>'
        f'<path d="M-2.6-9H2.6V9H-2.6ZM0-19L7.4-8H-7.4ZM0 19L7.4 8H-7.4Z" fill="{ARROW}" stroke="{HALO}" stroke-width="1.5" '
        'stroke-linejoin="round" paint-order="stroke"/></g>'
    )


# ---------------------------------------------------------------- names and flags


def label(area: AreaPicture, flying: FlagPicture) -> str:
    """The name of an area, the flag that flies there, and what else is printed; a prize stands on gold."""
    x, y = at(area.label)
    y -= 9
    size = 14.5 if area.prize else 12.6
    half = width_of(area.name, size) * 0.47 + 16
    ribbon = ""
    if area.prize:
        ribbon = (
            f'<rect x="{number(x - half)}" y="{number(y - 14)}" width="{number(2 * half)}" height="20" rx="3" fill="{GOLD}" '
            'stroke="#7a5a12" stroke-width="1.2"/>'
        )
    halo = "" if area.prize else HALO
    notes = "".join(
        words(note, x, y + NOTE + 4 + NOTE * i, 7.6, fill="#7a1f16", style=BOLD, halo=HALO) for i, note in enumerate(area.notes)
    )
    return (
        f'<g id="area-{area.id}">{ribbon}{flag(flying, area.printed, x - half + 11, y - 4)}'
        f"{words(area.name, x + 10, y, size, fill='#2b2114', style=SERIF_BOLD, halo=halo)}{notes}</g>"
    )


def flag(flying: FlagPicture, printed: FlagPicture, x: float, y: float) -> str:
    """The printed flag; where another flies it stands before it, larger and on a staff."""
    cloth = f'width="18" height="12" rx="1.4" fill="{printed.colour}" stroke="#221b10" stroke-width=".8"'
    letters = words(printed.letters, x, y + 3, 7.6, fill="#fff", style=BOLD)
    shown = f'<rect x="{number(x - 9)}" y="{number(y - 6)}" {cloth}/>{letters}'
    if flying == printed:
        return shown
    return shown + (
        f'<g transform="translate({number(x - 7)} {number(y)})"><path d="M-8 9V-16" stroke="#221b10" stroke-width="1.8"/>'
        f'<path d="M-8-16C-2-19 4-13 13-16V-3C4 0-2-6-8-3Z" fill="{flying.colour}" stroke="#221b10" stroke-width=".9"/>'
        f"{words(flying.letters, 2.4, -6.4, 8.4, fill='#fff', style=BOLD)}</g>"
    )


def cartouche(sheet: AreaSheet) -> str:
    """The lettering in the corner, and the north arrow beside it."""
    x, y = at(sheet.corner)
    title, *rest = sheet.cartouche
    lines = "".join(
        words(line, x, y + 26 + i * 19, 13.5, anchor="start", style=SERIF_ITALIC, fill="#5a4630") for i, line in enumerate(rest)
    )
    return (
        words(title, x, y, 30, anchor="start", fill=FRAME, style=f'{SERIF_BOLD} letter-spacing="2"')
        + lines
        + f'<g transform="translate({number(x + 372)} {number(y + 12)})">{compass("up")}</g>'
    )


# ---------------------------------------------------------------- counters


def stacks(sheet: AreaSheet) -> Iterator[str]:
    """The counters of each area below its name, the armies one above the other where both are there."""
    where = {area.id: (at(area.label)[0], at(area.label)[1] + NOTE * len(area.notes)) for area in sheet.areas}
    here: dict[str, list[StackPicture]] = {}
    for stack in sheet.stacks:
        here.setdefault(stack.place, []).append(stack)
    for area in sorted(here, key=lambda area: where[area][1]):
        x, y = where[area]
        for row, stack in enumerate(here[area]):
            yield spread(sheet.art, stack, x + 8 * row, y + row * counters.SIZE * COUNTER * 0.7)


def spread(art: Art, stack: StackPicture, x: float, y: float) -> str:
    """Counters side by side, each over the edge of the one before, fronts so that their names show; before them the trench."""
    size = counters.SIZE * COUNTER
    hidden = all(counter.symbol == "back" for counter in stack.counters)
    step = size * (0.5 if hidden else 0.86)
    wide = size + step * (len(stack.counters) - 1)
    left = x - wide / 2
    placed = "".join(
        f'<g transform="translate({number(left + step * i)} {number(y)}) scale({COUNTER})">{counters.face(art, counter)}</g>'
        for i, counter in enumerate(stack.counters)
    )
    return f"<g>{placed}{trench(stack.colour, left - 5, y + size, wide + 10) if stack.entrenched else ''}</g>"


def trench(colour: str, x: float, y: float, wide: float) -> str:
    """A bank of earth with teeth, in the colour of its army."""
    teeth = max(int(wide / 9), 4)
    tooth = wide / teeth
    zigzag = "".join(f"l{number(tooth / 2)} 7l{number(tooth / 2)}-7" for _ in range(teeth))
    return (
        f'<path d="M{number(x)} {number(y - 7)}V{number(y + 2)}{zigzag}V{number(y - 7)}L{number(x + wide - 5)} {number(y - 2)}'
        f'H{number(x + 5)}Z" fill="{EARTH}" stroke="#3b2612" stroke-width="1.1" stroke-linejoin="round"/>'
        f'<path d="M{number(x + 3)} {number(y + 0.4)}H{number(x + wide - 3)}" stroke="{colour}" stroke-width="2.4"/>'
    )


# ---------------------------------------------------------------- beside the map


def tracks(picture: Picture) -> str:
    """Each track as a row of boxes, the marker on one of them."""
    parts, x = [], 0.0
    for track in picture.tracks:
        parts.append(words(track.title, x, 12, 13, anchor="start", style=SERIF_BOLD))
        for i, text in enumerate(track.boxes):
            here = i == track.marker
            fill, ink = ("#7a3b22", "#fff") if here else ("#fffaf0", FRAME)
            parts.append(
                f'<rect x="{number(x + i * 46)}" y="20" width="40" height="40" rx="3" fill="{fill}" stroke="{FRAME}" '
                f'stroke-width="1.2"/>{words(text, x + i * 46 + 20, 47, 19, fill=ink, style=SERIF_BOLD)}'
            )
        x += len(track.boxes) * 46 + 40
    return "".join(parts)


def legend(wide: float) -> str:
    """What arrows, gold and flags mean."""
    x = wide - 470
    arrow = f'<path d="M-2.6-9H2.6V9H-2.6ZM0-19L7.4-8H-7.4ZM0 19L7.4 8H-7.4Z" fill="{ARROW}"/>'
    return (
        f'<g transform="translate({number(x)} 42)">{arrow}</g>{words("river crossing", x + 14, 46, 12, anchor="start")}'
        f'<rect x="{number(x + 118)}" y="34" width="26" height="16" rx="3" fill="{GOLD}" stroke="#7a5a12"/>'
        f"{words('objective', x + 150, 46, 12, anchor='start')}"
        f'<path d="M{number(x + 224)} 40h30v6l-4 6-4-6-4 6-4-6-4 6-4-6-3 6-3-6Z" fill="{EARTH}" stroke="#3b2612"/>'
        f"{words('trench', x + 262, 46, 12, anchor='start')}"
        f'<path d="M{number(x + 322)} 56V30" stroke="#221b10" stroke-width="1.8"/><path d="M{number(x + 322)} 30h20v13h-20Z" '
        f'fill="#777" stroke="#221b10"/>{words("taken by the other side", x + 348, 46, 12, anchor="start", room=125)}'
    )
