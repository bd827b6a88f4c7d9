"""A sheet as SVG: title, map, trays and legend on one page. The same sheet gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import chain

import msgspec
from msgspec.structs import replace

from grognard.core.pictures import Direction, Sheet, TrayPicture
from grognard.drawing import counters, features, lines, terrain
from grognard.drawing.layout import CORNERS, HEIGHT, SIDE, Step, Window, centre, number, outlines, pair, paper, polygon
from grognard.drawing.lettering import BOLD, SANS, SERIF, SERIF_BOLD, SERIF_ITALIC, width_of, words

MARGIN = 26.0
BROADSHEET = 960.0
"""The width from which the notes stand beside the title."""
NOTES = 300.0
TRAY = 84.0
"""The height of a line of counters beside the map, with its title."""
PAPER = "#f6efdc"
FRAME = "#4a3b26"
ZONES = ("#b3312a", "#7a4b9a", "#b8741a", "#1f6f6b")
"""The colours of outlined zones, in the order of the sheet."""
HEX = polygon([paper(at) for at in CORNERS])
"""A hex about the origin."""
NORTH = {"up": 0, "right": 90, "down": 180, "left": -90}


class Frame(msgspec.Struct, frozen=True):
    """The part of the map that is shown, in units of the paper."""

    left: float
    top: float
    width: float
    height: float


def svg(sheet: Sheet, window: Window | None = None) -> str:
    """The picture of a sheet, or of a part of its map."""
    frame = framed(sheet, window)
    seen = within(sheet, frame, SIDE)
    wide = frame.width + 2 * MARGIN
    head = 96.0 if wide >= BROADSHEET or not sheet.notes else 114.0
    tray, tray_height = trays(sheet.trays, frame.width)
    strip, strip_height = legend(seen, frame.width)
    high = head + frame.height + tray_height + strip_height + MARGIN + 14
    top = head + frame.height + 14
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
            f'viewBox="0 0 {number(wide)} {number(high)}" font-family="{SANS}" font-stretch="condensed">\n',
            f"<title>{escape(sheet.title)}</title>\n",
            f"<defs>{terrain.SYMBOLS}",
            *terrain.tiles(list(dict.fromkeys(h.terrain for h in sheet.hexes))),
            f'<clipPath id="map"><rect x="{number(frame.left)}" y="{number(frame.top)}" width="{number(frame.width)}" '
            f'height="{number(frame.height)}"/></clipPath><clipPath id="hex"><path d="{HEX}"/></clipPath></defs>\n',
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n',
            heading(sheet, wide),
            f'<g transform="translate({number(MARGIN - frame.left)} {number(head - frame.top)})"><g clip-path="url(#map)">\n',
            "\n".join(map_parts(sheet, seen, frame)),
            "\n</g>\n",
            border(frame),
            "</g>\n",
            f'<g transform="translate({number(MARGIN)} {number(top)})">{tray}</g>\n' if tray else "",
            f'<g transform="translate({number(MARGIN)} {number(top + tray_height)})">{strip}</g>\n</svg>\n',
        )
    )


def framed(sheet: Sheet, window: Window | None) -> Frame:
    """The rectangle about all hexes of the window."""
    shown = window or Window(1, 1, sheet.columns, sheet.rows)
    columns = shown.last_column - shown.first_column + 1
    rows = shown.last_row - shown.first_row + 1
    left = (shown.first_column - 1) * 1.5 * SIDE
    return Frame(left, (shown.first_row - 1) * HEIGHT, (columns * 1.5 + 0.5) * SIDE, (rows + 0.5) * HEIGHT)


def within(sheet: Sheet, frame: Frame, slack: float) -> Sheet:
    """What of a sheet lies in a frame, or so near that it reaches into it."""
    hexes = tuple(h for h in sheet.hexes if holds(frame, centre(h.column, h.row), slack))
    seen = {h.label for h in hexes}
    return replace(
        sheet,
        hexes=hexes,
        hexsides=tuple(side for side in sheet.hexsides if seen.issuperset(side.between)),
        roads=tuple(road for road in sheet.roads if not seen.isdisjoint(road.hexes)),
        names=tuple(name for name in sheet.names if name.hex in seen),
        entries=tuple(entry for entry in sheet.entries if entry.hex in seen),
        zones=tuple(zone for zone in sheet.zones if not seen.isdisjoint(zone.hexes)),
        stacks=tuple(stack for stack in sheet.stacks if stack.hex in seen),
        markers=tuple(marker for marker in sheet.markers if marker.hex in seen),
    )


def holds(frame: Frame, at: Step, slack: float) -> bool:
    x, y = paper(at)
    across, down = x - frame.left, y - frame.top
    return -slack <= across <= frame.width + slack and -slack <= down <= frame.height + slack


def map_parts(sheet: Sheet, seen: Sheet, frame: Frame) -> Iterator[str]:
    """The layers of the map, the lowest first. What runs on through many hexes is taken from the whole sheet."""
    ground = terrain.ground_of(sheet)
    yield (
        f'<rect x="{number(frame.left)}" y="{number(frame.top)}" width="{number(frame.width)}" height="{number(frame.height)}" '
        f'fill="{terrain.BARE}"/>'
    )
    yield from terrain.areas(ground)
    yield "".join(terrain.textures({at: kind for at, kind in ground.items() if holds(frame, at, SIDE)}))
    yield from lines.streams(sheet, ground)
    yield from lines.side_marks(seen, tuple(kind for kind in lines.HEXSIDES if kind not in lines.OVER_ROADS))
    yield from lines.roads(sheet)
    yield from lines.side_marks(seen, lines.OVER_ROADS)
    yield lines.grid([centre(h.column, h.row) for h in seen.hexes])
    yield from features.features(seen)
    yield from zones(sheet)
    yield hex_numbers(seen)
    yield from features.entries(seen)
    yield from features.names(within(sheet, frame, 0))
    yield from counters.stacks(seen)
    yield from features.markers(seen)


def hex_numbers(sheet: Sheet) -> str:
    places = ((h.label, paper(centre(h.column, h.row))) for h in sheet.hexes)
    texts = "".join(f'<text x="{number(x)}" y="{number(y - HEIGHT / 2 + 9)}">{label}</text>' for label, (x, y) in places)
    style = (
        f'font-size="7.2" fill="#3f3a26" text-anchor="middle" stroke="{PAPER}" stroke-width="1.4" '
        'stroke-opacity=".55" paint-order="stroke"'
    )
    return f"<g {style}>{texts}</g>"


def zones(sheet: Sheet) -> Iterator[str]:
    """Each zone within a dashed line of its colour."""
    where = {h.label: centre(h.column, h.row) for h in sheet.hexes}
    for i, zone in enumerate(sheet.zones):
        path = "".join(polygon([paper(at) for at in loop]) for loop in outlines(where[label] for label in zone.hexes))
        colour = ZONES[i % len(ZONES)]
        yield (
            f'<path d="{path}" fill="{colour}" fill-opacity=".07" fill-rule="evenodd" stroke="{colour}" stroke-width="2.6" '
            'stroke-dasharray="8 4" stroke-linejoin="round" opacity=".85"/>'
        )


# ---------------------------------------------------------------- about the map


def heading(sheet: Sheet, wide: float) -> str:
    """Title and moment at the left, the tracks at the right (in a narrow picture below), the north arrow in the corner."""
    room = wide - 2 * MARGIN - 76
    serif = f'font-family="{SERIF}"'
    if wide >= BROADSHEET:
        room -= NOTES
        notes = "".join(
            words(note, wide - MARGIN - 76, 42 + i * 21, 14, anchor="end", room=NOTES, style=serif)
            for i, note in enumerate(sheet.notes)
        )
    else:
        notes = words(" · ".join(sheet.notes), MARGIN, 96, 13, anchor="start", room=wide - 2 * MARGIN, style=serif)
    return (
        words(sheet.title, MARGIN, 50, 31, fill=FRAME, anchor="start", room=room, style=SERIF_BOLD)
        + words(sheet.subtitle, MARGIN, 75, 15.5, fill="#7a3b22", anchor="start", room=room, style=SERIF_ITALIC)
        + notes
        + f'<g transform="translate({number(wide - MARGIN - 24)} 50)">{compass(sheet.north)}</g>\n'
    )


def compass(north: Direction) -> str:
    """A north arrow that points where north is; the letter stands upright."""
    letter = {"up": (0, -20), "down": (0, 31), "left": (-29, 5.5), "right": (29, 5.5)}[north]
    return (
        f'<circle r="19" fill="none" stroke="{FRAME}" stroke-width="1"/><g transform="rotate({NORTH[north]})" stroke="{FRAME}" '
        f'stroke-linejoin="round"><path d="M0-19L6 0L0 19L-6 0Z" fill="{PAPER}"/><path d="M0-19L6 0H-6Z" fill="{FRAME}"/>'
        f'<path d="M-17 0H-6M6 0H17" /></g>'
        f"{words('N', letter[0], letter[1], 15, fill=FRAME, style=SERIF_BOLD)}"
    )


def border(frame: Frame) -> str:
    """A double neatline."""
    lines_ = ((0.0, 1.6), (5.0, 3.2))
    return "".join(
        f'<rect x="{number(frame.left - out)}" y="{number(frame.top - out)}" width="{number(frame.width + 2 * out)}" '
        f'height="{number(frame.height + 2 * out)}" fill="none" stroke="{FRAME}" stroke-width="{pen}"/>'
        for out, pen in lines_
    )


def trays(found: tuple[TrayPicture, ...], wide: float) -> tuple[str, float]:
    """The counters beside the map, box beside box, and how much room they take."""
    parts, x, y = [], 0.0, 0.0
    pitch = counters.SIZE + 7
    each = max(1, int(wide // pitch))
    for tray in found:
        lines_of = (len(tray.counters) - 1) // each + 1
        room = max(min(len(tray.counters), each) * pitch, width_of(tray.title, 13)) + 22
        if x and (x + room > wide or lines_of > 1):
            x, y = 0.0, y + TRAY
        parts.append(words(tray.title, x, y + 13, 13, anchor="start", style=SERIF_BOLD))
        for i, counter in enumerate(tray.counters):
            place = f"translate({number(x + i % each * pitch)} {number(y + 20 + i // each * pitch)})"
            parts.append(f'<g transform="{place}">{counters.face(counter)}</g>')
        x, y = x + room, y + (lines_of - 1) * pitch
    return "".join(parts), y + TRAY if found else 0.0


# ---------------------------------------------------------------- the legend


class Entry(msgspec.Struct, frozen=True):
    """A line of the legend: a small picture about the origin, half so wide, and its words."""

    picture: str
    text: str
    half: float = 18.0


def legend(sheet: Sheet, wide: float) -> tuple[str, float]:
    """The strip below the map, filled line by line, and its height."""
    parts, y = [f'<path d="M0 0H{number(wide)}" stroke="{FRAME}" stroke-width="1.2"/>'], 25.0
    groups = (
        list(chain(grounds(sheet), standing(sheet))),
        list(chain(running(sheet), outlined(sheet), distance(sheet))),
        list(troops(sheet)),
    )
    for group in groups:
        x = 0.0
        for entry in group:
            room = entry.half * 2 + 6 + width_of(entry.text, 11.5) * 0.86 + 15
            if x and x + room > wide + 12:
                x, y = 0.0, y + 38
            parts.append(f'<g transform="translate({number(x + entry.half)} {number(y)})">{entry.picture}</g>')
            parts.append(words(entry.text, x + entry.half * 2 + 6, y + 4, 11.5, anchor="start"))
            x += room
        y += 38 if group else 0
    return "".join(parts), y - 18


def said(kind: str) -> str:
    return kind.replace("_", " ")


def grounds(sheet: Sheet) -> Iterator[Entry]:
    """A small hex of every terrain on the map."""
    used = {h.terrain for h in sheet.hexes}
    for name, look in terrain.GROUNDS.items():
        if name in used:
            small = (
                f'<g transform="scale(.42)"><g clip-path="url(#hex)"><path d="{HEX}" fill="{look.fill}"/>'
                f'<use href="#{name}-0"/></g><path d="{HEX}" fill="none" stroke="#3f3a26" stroke-width="1.8"/></g>'
            )
            yield Entry(small, said(name), 17)


def standing(sheet: Sheet) -> Iterator[Entry]:
    used = {feature for h in sheet.hexes for feature in h.features}
    for name, picture in features.FEATURES.items():
        if name in used:
            yield Entry(f'<g transform="scale(.62)">{picture}</g>', said(name), 18)


def running(sheet: Sheet) -> Iterator[Entry]:
    """Roads and hexsides, each on a short stretch."""
    for kind, look in lines.ROADS.items():
        if any(road.kind == kind for road in sheet.roads):
            dashes = f' stroke-dasharray="{look.dashes}"' if look.dashes else ""
            yield Entry(
                f'<path d="M-18 3Q-6-6 4 1T18-3" fill="none" stroke="{look.below}" stroke-width="{look.wide}"/>'
                f'<path d="M-18 3Q-6-6 4 1T18-3" fill="none" stroke="{look.above}" stroke-width="{look.narrow}"{dashes}/>',
                said(kind),
            )
    used = {side.kind for side in sheet.hexsides}
    for kind, draw in lines.HEXSIDES.items():
        if kind in used:
            water = kind in lines.WET
            a, b = ((0.0, -13.0), (0.0, 13.0)) if kind in lines.OVER_ROADS else ((-17.0, 0.0), (17.0, 0.0))
            here, there = ((-30.0, 0.0), (30.0, 0.0)) if kind in lines.OVER_ROADS else ((0.0, 30.0), (0.0, -30.0))
            course = (
                f'<path d="M{pair(a)}L{pair(b)}" stroke="{lines.BANK}" stroke-width="5.6"/>'
                f'<path d="M{pair(a)}L{pair(b)}" stroke="{lines.BLUE}" stroke-width="3.8"/>'
            )
            yield Entry((course if water else "") + draw(lines.Side(a, b, here, there)), said(kind), 17)


def outlined(sheet: Sheet) -> Iterator[Entry]:
    for i, zone in enumerate(sheet.zones):
        colour = ZONES[i % len(ZONES)]
        yield Entry(f'<path d="M-17 0H17" stroke="{colour}" stroke-width="2.6" stroke-dasharray="8 4"/>', zone.name)
    if sheet.entries:
        yield Entry('<circle r="8" fill="#9c2f24"/>' + words("A", 0, 3.8, 10.5, fill="#fff", style=BOLD), "entry", 9)


def distance(sheet: Sheet) -> Iterator[Entry]:
    """A bar as long as a hex is wide."""
    if sheet.scale:
        half = HEIGHT / 2
        bar = (
            f'<path d="M{number(-half)} 0H{number(half)}M{number(-half)}-5V5M{number(half)}-5V5M0-3V3" '
            f'stroke="{FRAME}" stroke-width="1.5"/>'
        )
        yield Entry(bar, sheet.scale, half)


def troops(sheet: Sheet) -> Iterator[Entry]:
    """The symbols and states that are in the picture, and what the numbers mean."""
    seen = [c for stack in sheet.stacks for c in stack.counters] + [c for tray in sheet.trays for c in tray.counters]
    kinds = {counter.symbol for counter in seen}
    for kind in counters.SYMBOLS:
        if kind in kinds:
            box = '<rect x="-14" y="-8.5" width="28" height="17" rx="1.5" fill="#fffaf0" stroke="#2b241a" stroke-width=".8"/>'
            yield Entry(box + counters.symbol(kind, 1), said(kind), 15)
    states = {state for counter in seen for state in counter.states}
    for state in counters.STATES:
        if state in states:
            yield Entry(counters.state_band(state, 5), "", 23)
    if any(counter.lost for counter in seen):
        yield Entry(
            '<rect x="-9" y="-9" width="18" height="18" rx="3" fill="#777"/>'
            '<rect x="-8" y="-8" width="16" height="16" rx="2.5" fill="none" stroke="#fff" stroke-width="1.6" '
            'stroke-dasharray="4 3"/>',
            "reduced",
            10,
        )
    if sheet.values and kinds:
        yield Entry(words("4-1-4", 0, 4.5, 13, fill=FRAME, style=BOLD), sheet.values, 19)
