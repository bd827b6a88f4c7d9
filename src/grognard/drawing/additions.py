"""What was built, broken or laid on a hex map in play, drawn over what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from grognard.core.pictures import AdditionPicture, Art
from grognard.core.pictures.hexes import HexSheet
from grognard.drawing import lines
from grognard.drawing.features import HALO
from grognard.drawing.layout import Point, centre, pair, paper, side_between, soft_line, wobbly
from grognard.drawing.lettering import BOLD, words

EARTH = "#7a5230"
HEXAGON = "M40 0L20 34.6H-20L-40 0L-20-34.6H20Z"
"""A whole hex about the origin."""
PLATE = f'<rect x="-10" y="-10" width="20" height="20" rx="3" fill="{EARTH}" stroke="#3b2612"/>'

STANDING: dict[str, str] = {
    "earthwork": (
        f'<g stroke="#3b2612" stroke-linejoin="round"><path d="M-22 12L-15-12H15L22 12L14 12L9-5H-9L-14 12Z" fill="{EARTH}" '
        'stroke-width="1.2"/><path d="M-13-9H13" stroke="#c79a63" stroke-width="1.6"/></g>'
    ),
    "zigzag": "".join(
        f'<path d="M-24 8L-16-4L-8 8L0-4L8 8L16-4L24 8" fill="none" stroke="{ink}" stroke-width="{pen}"/>'
        for ink, pen in (("#3b2612", 6.5), (EARTH, 4))
    ),
    "embrasures": (
        f'<g stroke="#3b2612" stroke-width="1.2"><path d="M-20 9V-9H-12V-3H-4V-9H4V-3H12V-9H20V9Z" fill="{EARTH}"/></g>'
    ),
    "rubble": (
        '<g fill="#8d8272" stroke="#3b3226" stroke-width="1" stroke-linejoin="round"><path d="M-20 8L-14-3L-6 1L-9 9Z"/>'
        '<path d="M-4 10L0 0L8 2L7 10Z"/><path d="M10 8L13-5L21 0L20 9Z"/><path d="M-9-6L-3-12L3-6L-2-2Z"/></g>'
    ),
    "ruins": (
        f'<path d="{HEXAGON}" fill="#3a332c" opacity=".5"/><g stroke="#201810" stroke-width="1.2" stroke-linejoin="round">'
        '<path d="M-31 8V-6L-25-11V-3L-19-8V8Z" fill="#8a7f73"/><path d="M19 10V-8L24-3V-12L31-5V10Z" fill="#8a7f73"/>'
        '<path d="M-16 31V22L-10 18V25L-4 20V31Z" fill="#8a7f73"/><path d="M3 31V21L8 25V17L15 23V31Z" fill="#8a7f73"/>'
        '<path d="M-16-20V-29L-9-32V-24L-2-28V-20Z" fill="#8a7f73"/><path d="M4-20V-30L10-25V-31L17-26V-20Z" fill="#8a7f73"/>'
        '</g><path d="M-20-34.6L20 34.6M20-34.6L-20 34.6" stroke="#c0392b" stroke-width="3.4" opacity=".9"/>'
    ),
    "building-site": (
        f'<path d="{HEXAGON}" transform="scale(.86)" fill="#b98a4e" fill-opacity=".3" stroke="#5a3a1c" stroke-width="4" '
        'stroke-dasharray="9 6"/><g fill="#8f6234" stroke="#2d1d0e" stroke-width="1.2">'
        '<path d="M-17 30C-15 21-8 21-6 30Z"/><path d="M6 30C8 21 15 21 17 30Z"/><path d="M-7 31C-5 20 5 20 7 31Z"/>'
        '<path d="M-17-23C-15-31-8-31-6-23Z"/><path d="M6-23C8-31 15-31 17-23Z"/></g>'
    ),
    "smoke": "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="#f4f1ea" stroke="#a49d90" stroke-width=".8" opacity=".85"/>'
        for x, y, r in ((-11, 5, 10), (10, 6, 11), (-3, -6, 12), (8, -9, 8))
    ),
}
"""What stands in one place."""


def level(side: lines.Side, inner: str) -> str:
    """Something drawn level along a hexside, 40 wide; the first hex, where the enemy comes from, is above."""
    return lines.along(side, f'<g transform="rotate(-90)">{inner}</g>')


RUBBLE = (
    '<g fill="#9c907e" stroke="#3b3226" stroke-linejoin="round"><path d="M-20-5H-12L-10 1L-15 6H-20Z"/>'
    '<path d="M20-5H13L10 0L14 6H20Z"/><path d="M-9 4L-5 1L-3 6L-7 8Z"/><path d="M4 5L8 2L9 7L5 9Z"/></g>'
)


def gap(side: lines.Side) -> str:
    """A gap in the works: stumps on both sides, rubble between them, and the way in."""
    gap = '<path d="M-17-9H17V9H-17Z" fill="#f4ead0" stroke="#c0392b" stroke-width="1.6" stroke-dasharray="4 2.4"/>'
    way = '<path d="M0-14V9M-5.500 3.500L0 10L5.500 3.500" fill="none" stroke="#c0392b" stroke-width="3.4"/>'
    return level(side, gap + RUBBLE + way)


def gap_in_stakes(side: lines.Side) -> str:
    """Felled trees dragged aside: the parapet behind them still stands."""
    gap = '<path d="M-16-13H16V-2H-16Z" fill="#f4ead0" stroke="#c0392b" stroke-width="1.4" stroke-dasharray="3 2"/>'
    logs = '<path d="M-19-4L-11-13M-14-3L-9-9M19-4L11-13M14-3L9-9" stroke="#6b4a2b" stroke-width="2.2"/>'
    way = '<path d="M0-16V-3M-4-7L0-2L4-7" fill="none" stroke="#c0392b" stroke-width="2.6"/>'
    return level(side, gap + logs + way)


def gap_in_wall(side: lines.Side) -> str:
    """The wall is down, the stakes before it are not."""
    return level(side, '<path d="M-17-3H17V8H-17Z" fill="#f4ead0" stroke="#c0392b" stroke-width="1.4"/>' + RUBBLE)


def gabions(side: lines.Side) -> str:
    """A ditch with its parapet, and a row of gabions towards the enemy."""
    baskets = "".join(
        f'<path d="M{x - 3.2} 1.500V-5.500H{x + 3.2}V1.500Z" fill="#c9a15f" stroke="#3b2612" stroke-width="1"/>'
        for x in (-16.5, -8.25, 0, 8.25, 16.5)
    )
    ditch = '<path d="M-20 3.500H20" stroke="#2d1d0e" stroke-width="7" stroke-linecap="round"/>'
    bank = '<path d="M-20 2H20" stroke="#8f6234" stroke-width="2.6"/>'
    return level(side, ditch + bank + baskets)


def boats(side: lines.Side) -> str:
    """A roadway of planks over boats that lie in the stream."""
    boats = "".join(
        f'<path d="M{x}-11L{x + 2.4}-6V6L{x} 11L{x - 2.4} 6V-6Z" fill="#8d97a1" stroke="#23282d" stroke-width="1"/>'
        for x in (-12, -4, 4, 12)
    )
    deck = '<path d="M-17-3.6H17V3.6H-17Z" fill="#e3c899" stroke="#3f2d18" stroke-width="1.2"/>'
    planks = '<path d="M-12-3.4V3.4M-8-3.4V3.4M-4-3.4V3.4M0-3.4V3.4M4-3.4V3.4M8-3.4V3.4M12-3.4V3.4" stroke="#9a7645"/>'
    return lines.along(side, boats + deck + planks)


BETWEEN: dict[str, Callable[[lines.Side], str]] = {
    "earthwork": lines.earthwork,
    "gap": gap,
    "gap-in-stakes": gap_in_stakes,
    "gap-in-wall": gap_in_wall,
    "gabions": gabions,
    "boats": boats,
    "bridge": lines.bridge,
}
"""What lies between two places; what is not here stands between them."""


def mark_of(art: Art, word: str, side: lines.Side | None = None) -> str:
    """What was built, in one place or between two; what nobody has drawn is a plate with its first letter."""
    drawing = art.additions.get(word, word)
    if side is not None and drawing in BETWEEN:
        return BETWEEN[drawing](side)
    mark = STANDING.get(drawing) or PLATE + words(word[:1].upper(), 0, 5, 14, fill="#fff", style=BOLD)
    return level(side, mark) if side is not None else mark


def additions(sheet: HexSheet) -> Iterator[str]:
    where = {h.label: centre(h.column, h.row) for h in sheet.hexes} if sheet.additions else {}
    for addition in sheet.additions:
        if len(addition.places) == 2:
            here, there = (where[place] for place in addition.places)
            a, b = side_between(here, there)
            side = lines.Side(wobbly(a), wobbly(b), paper(here), paper(there))
            yield titled(addition, mark_of(sheet.art, addition.kind, side))
        elif len(addition.places) > 2:
            yield titled(addition, line(sheet.art, addition.kind, [paper(where[place]) for place in addition.places]))
        else:
            x, y = paper(where[addition.places[0]])
            yield standing(sheet.art, addition, (x, y))


def standing(art: Art, addition: AdditionPicture, at: Point) -> str:
    """Something in one place, with its few letters below."""
    mark = mark_of(art, addition.kind) + words(addition.text, 0, 22, 8, style=BOLD, halo=HALO)
    return f'<g transform="translate({pair(at)})">{titled(addition, mark)}</g>'


def line(art: Art, kind: str, points: list[Point]) -> str:
    road = lines.ROADS.get(art.roads.get(kind, kind))
    colour = road.above if road else EARTH
    path = soft_line(points)
    return (
        f'<path d="{path}" fill="none" stroke="#3b2612" stroke-width="6.5"/>'
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="4"/>'
    )


def titled(addition: AdditionPicture, mark: str) -> str:
    return f"<g><title>{escape(addition.text or addition.kind)}</title>{mark}</g>"


def sample(art: Art, addition: AdditionPicture) -> str:
    """What it looks like, for a legend: about the origin, the enemy above."""
    if len(addition.places) == 2:
        side = lines.Side((-20.0, 0.0), (20.0, 0.0), (0.0, -34.6), (0.0, 34.6))
        return mark_of(art, addition.kind, side)
    if len(addition.places) > 2:
        return line(art, addition.kind, [(-20.0, 4.0), (0.0, -4.0), (20.0, 2.0)])
    return mark_of(art, addition.kind)
