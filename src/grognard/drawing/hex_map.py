"""A hex map as SVG. The same sheet gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from msgspec.structs import replace

from grognard.core.pictures import Picture
from grognard.core.pictures.hexes import HexSheet
from grognard.core.texts import in_table
from grognard.drawing import additions, counters, features, lines, terrain
from grognard.drawing.layout import CORNERS, HEIGHT, SIDE, Step, Window, centre, number, outlines, pair, paper, polygon
from grognard.drawing.lettering import BOLD, words
from grognard.drawing.page import FRAME, PAPER, Entry, Frame, legend_of, map_clip, said, whole_page

ZONES = ("#b3312a", "#7a4b9a", "#b8741a", "#1f6f6b")
"""The colours of outlined zones, in the order of the sheet."""
HEX = polygon([paper(at) for at in CORNERS])
"""A hex about the origin."""
HEX_CLIP = f'<clipPath id="hex"><path d="{HEX}"/></clipPath>'


def page(picture: Picture, sheet: HexSheet, window: Window | None = None) -> str:
    """The page of a sheet, or of a part of its map."""
    frame = framed(sheet, window)
    seen = within(sheet, frame, SIDE)
    defs = (
        terrain.SYMBOLS,
        *terrain.tiles(sheet.art, list(dict.fromkeys(h.terrain for h in sheet.hexes))),
        map_clip(frame),
        HEX_CLIP,
    )
    return whole_page(picture, frame, sheet.north, defs, map_parts(sheet, seen, frame), legend(picture, seen, frame.width))


def framed(sheet: HexSheet, window: Window | None) -> Frame:
    """The rectangle about all hexes of the window."""
    shown = window or Window(sheet.first_column, sheet.first_row, sheet.columns, sheet.rows)
    columns = shown.last_column - shown.first_column + 1
    rows = shown.last_row - shown.first_row + 1
    left = (shown.first_column - 1) * 1.5 * SIDE
    return Frame(left, (shown.first_row - 1) * HEIGHT, (columns * 1.5 + 0.5) * SIDE, (rows + 0.5) * HEIGHT)


def within(sheet: HexSheet, frame: Frame, slack: float) -> HexSheet:
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
        stacks=tuple(stack for stack in sheet.stacks if stack.place in seen),
        markers=tuple(marker for marker in sheet.markers if marker.place in seen),
        additions=tuple(addition for addition in sheet.additions if seen.issuperset(addition.places)),
    )


def holds(frame: Frame, at: Step, slack: float) -> bool:
    x, y = paper(at)
    across, down = x - frame.left, y - frame.top
    return -slack <= across <= frame.width + slack and -slack <= down <= frame.height + slack


def map_parts(sheet: HexSheet, seen: HexSheet, frame: Frame) -> Iterator[str]:
    """The layers of the map, the lowest first. What runs on through many hexes is taken from the whole sheet."""
    ground = terrain.ground_of(sheet)
    yield (
        f'<rect x="{number(frame.left)}" y="{number(frame.top)}" width="{number(frame.width)}" height="{number(frame.height)}" '
        f'fill="{terrain.BARE}"/>'
    )
    yield from terrain.areas(sheet.art, ground)
    yield "".join(terrain.textures({at: kind for at, kind in ground.items() if holds(frame, at, SIDE)}))
    yield from lines.streams(sheet, ground)
    yield from lines.side_marks(seen, lines.BELOW_ROADS)
    yield from lines.roads(sheet)
    yield from lines.side_marks(seen, lines.OVER_ROADS)
    yield lines.grid([centre(h.column, h.row) for h in seen.hexes])
    yield from features.features(seen)
    yield from additions.additions(seen)
    yield from zones(sheet)
    yield from beyond(sheet)
    yield from sky(sheet, frame)
    yield hex_numbers(seen)
    yield from features.entries(seen)
    yield from features.names(within(sheet, frame, 0))
    yield from counters.stacks(seen)
    yield from features.markers(seen)


def beyond(sheet: HexSheet) -> Iterator[str]:
    """What is not played on lies under a veil."""
    if not sheet.beyond:
        return
    where = {h.label: centre(h.column, h.row) for h in sheet.hexes}
    path = "".join(polygon([paper(at) for at in loop]) for loop in outlines(where[label] for label in sheet.beyond))
    yield f'<path d="{path}" fill="{PAPER}" fill-opacity=".62" fill-rule="evenodd" stroke="{FRAME}" stroke-width="1.4"/>'


def sky(sheet: HexSheet, frame: Frame) -> Iterator[str]:
    """Night lies blue over the land, rain falls across it, fog hides what is far."""
    place = f'x="{number(frame.left)}" y="{number(frame.top)}" width="{number(frame.width)}" height="{number(frame.height)}"'
    if "night" in sheet.sky:
        yield f'<rect {place} fill="#15265a" fill-opacity=".34"/>'
    if "rain" in sheet.sky:
        yield (
            '<pattern id="rain" width="36" height="44" patternUnits="userSpaceOnUse"><path d="M8 3l-4 14M27 21l-4 14M20 2l-3 9'
            'M5 30l-3 9" stroke="#2f5f8c" stroke-width="1.3" stroke-linecap="round"/></pattern>'
            f'<rect {place} fill="#5f7f9c" fill-opacity=".13"/><rect {place} fill="url(#rain)" opacity=".5"/>'
        )
    if "fog" in sheet.sky:
        yield (
            '<pattern id="fog" width="360" height="150" patternUnits="userSpaceOnUse"><g fill="#fff"><ellipse cx="112" cy="40" '
            'rx="108" ry="18" opacity=".5"/><ellipse cx="246" cy="112" rx="110" ry="22" opacity=".5"/></g></pattern>'
            f'<rect {place} fill="#eef1f0" fill-opacity=".3"/>'
            f'<rect {place} fill="url(#fog)" opacity=".5"/>'
        )


def hex_numbers(sheet: HexSheet) -> str:
    places = ((h.label, paper(centre(h.column, h.row))) for h in sheet.hexes)
    texts = "".join(f'<text x="{number(x)}" y="{number(y - HEIGHT / 2 + 9)}">{label}</text>' for label, (x, y) in places)
    style = (
        f'font-size="7.2" fill="#3f3a26" text-anchor="middle" stroke="{PAPER}" stroke-width="1.4" '
        'stroke-opacity=".55" paint-order="stroke"'
    )
    return f"<g {style}>{texts}</g>"


def zones(sheet: HexSheet) -> Iterator[str]:
    """Each zone within a dashed line of its colour."""
    where = {h.label: centre(h.column, h.row) for h in sheet.hexes}
    for i, zone in enumerate(sheet.zones):
        path = "".join(polygon([paper(at) for at in loop]) for loop in outlines(where[label] for label in zone.hexes))
        colour = ZONES[i % len(ZONES)]
        yield (
            f'<path d="{path}" fill="{colour}" fill-opacity=".07" fill-rule="evenodd" stroke="{colour}" stroke-width="2.6" '
            'stroke-dasharray="8 4" stroke-linejoin="round" opacity=".85"/>'
        )


# ---------------------------------------------------------------- the legend


def legend(picture: Picture, sheet: HexSheet, wide: float) -> tuple[str, float]:
    groups = (
        chain(grounds(sheet), standing(sheet)),
        chain(running(sheet), laid(sheet), outlined(sheet), distance(sheet)),
        troops(picture, sheet),
    )
    return legend_of(groups, wide)


def as_in(catalogue: Iterable[str], picked: Mapping[str, str], words: Iterable[str]) -> list[str]:
    """Words in the order in which the catalogue has their drawings; those without come last."""
    order = [*catalogue]
    place = {word: picked.get(word, word) for word in words}
    return sorted(place, key=lambda word: (order.index(place[word]) if place[word] in order else len(order), word))


def grounds(sheet: HexSheet) -> Iterator[Entry]:
    """A small hex of every terrain on the map."""
    for name in terrain.in_order(sheet.art, (h.terrain for h in sheet.hexes)):
        small = (
            f'<g transform="scale(.42)"><g clip-path="url(#hex)"><path d="{HEX}" '
            f'fill="{terrain.ground_look(sheet.art, name).fill}"/>'
            f'<use href="#{name}-0"/></g><path d="{HEX}" fill="none" stroke="#3f3a26" stroke-width="1.8"/></g>'
        )
        yield Entry(small, said(name), 17)


def standing(sheet: HexSheet) -> Iterator[Entry]:
    art = sheet.art
    for name in as_in(features.FEATURES, art.features, (feature for h in sheet.hexes for feature in h.features)):
        yield Entry(f'<g transform="scale(.62)">{features.feature(art, name)}</g>', said(name), 18)


def running(sheet: HexSheet) -> Iterator[Entry]:
    """Roads and hexsides, each on a short stretch."""
    art = sheet.art
    for kind in as_in(lines.ROADS, art.roads, (road.kind for road in sheet.roads)):
        look = lines.ROADS[lines.road_of(art, kind)]
        dashes = f' stroke-dasharray="{look.dashes}"' if look.dashes else ""
        yield Entry(
            f'<path d="M-18 3Q-6-6 4 1T18-3" fill="none" stroke="{look.below}" stroke-width="{look.wide}"/>'
            f'<path d="M-18 3Q-6-6 4 1T18-3" fill="none" stroke="{look.above}" stroke-width="{look.narrow}"{dashes}/>',
            said(kind),
        )
    for kind in as_in(lines.EDGES, art.edges, (side.kind for side in sheet.hexsides)):
        pattern = lines.edge_of(art, kind)
        wet, over = lines.WET.get(pattern, 0), pattern in lines.OVER_ROADS
        a, b = ((0.0, -13.0), (0.0, 13.0)) if over else ((-17.0, 0.0), (17.0, 0.0))
        here, there = ((-30.0, 0.0), (30.0, 0.0)) if over else ((0.0, 30.0), (0.0, -30.0))
        course = (
            f'<path d="M{pair(a)}L{pair(b)}" stroke="{lines.BANK}" stroke-width="{number(wet + 1.8)}"/>'
            f'<path d="M{pair(a)}L{pair(b)}" stroke="{lines.BLUE}" stroke-width="{number(wet)}"/>'
        )
        yield Entry((course if wet else "") + lines.EDGES[pattern](lines.Side(a, b, here, there)), said(kind), 17)


def laid(sheet: HexSheet) -> Iterator[Entry]:
    """What was built, broken or laid on the map in play."""
    for addition in {each.kind: each for each in sheet.additions}.values():
        words_for = in_table("ground", addition.kind)
        yield Entry(f'<g transform="scale(.6)">{additions.sample(sheet.art, addition)}</g>', said(words_for), 22)


def outlined(sheet: HexSheet) -> Iterator[Entry]:
    for i, zone in enumerate(sheet.zones):
        colour = ZONES[i % len(ZONES)]
        yield Entry(f'<path d="M-17 0H17" stroke="{colour}" stroke-width="2.6" stroke-dasharray="8 4"/>', zone.name)
    if sheet.entries:
        yield Entry('<circle r="8" fill="#9c2f24"/>' + words("A", 0, 3.8, 10.5, fill="#fff", style=BOLD), "entry", 9)


def distance(sheet: HexSheet) -> Iterator[Entry]:
    """A bar as long as a hex is wide."""
    if sheet.scale:
        half = HEIGHT / 2
        bar = (
            f'<path d="M{number(-half)} 0H{number(half)}M{number(-half)}-5V5M{number(half)}-5V5M0-3V3" '
            f'stroke="{FRAME}" stroke-width="1.5"/>'
        )
        yield Entry(bar, sheet.scale, half)


def troops(picture: Picture, sheet: HexSheet) -> Iterator[Entry]:
    """The symbols and states that are in the picture, and what the numbers mean."""
    seen = [c for stack in sheet.stacks for c in stack.counters] + [c for tray in picture.trays for c in tray.counters]
    art = sheet.art
    kinds = {counter.symbol for counter in seen}
    for kind in as_in(counters.SYMBOLS, art.symbols, kinds):
        box = '<rect x="-14" y="-8.5" width="28" height="17" rx="1.5" fill="#fffaf0" stroke="#2b241a" stroke-width=".8"/>'
        yield Entry(box + counters.symbol(counters.symbol_of(art, kind), 1), said(kind), 15)
    states = {state for counter in seen for state in counter.states}
    for state in sorted(
        states, key=lambda state: (list(art.states).index(state) if state in art.states else len(states), state)
    ):
        yield Entry(counters.state_band(art, state, 5), "", 23)
    if any(counter.lost for counter in seen):
        yield Entry(
            '<rect x="-9" y="-9" width="18" height="18" rx="3" fill="#777"/>'
            '<rect x="-8" y="-8" width="16" height="16" rx="2.5" fill="none" stroke="#fff" stroke-width="1.6" '
            'stroke-dasharray="4 3"/>',
            "reduced",
            10,
        )
    if picture.values and kinds:
        yield Entry(words("4-1-4", 0, 4.5, 13, fill=FRAME, style=BOLD), picture.values, 19)
