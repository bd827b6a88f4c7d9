"""What was built, broken or laid on a hex map in play, drawn over what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from grognard.core.pictures import AdditionPicture
from grognard.core.pictures.hexes import HexSheet
from grognard.drawing import lines
from grognard.drawing.features import FEATURES, HALO
from grognard.drawing.layout import Point, centre, drawn, pair, paper, side_between, soft_line, wobbly
from grognard.drawing.lettering import BOLD, words

EARTH = "#7a5230"

STANDING: dict[str, str] = FEATURES | {
    "works": (
        f'<g stroke="#3b2612" stroke-linejoin="round"><path d="M-22 12L-15-12H15L22 12L14 12L9-5H-9L-14 12Z" fill="{EARTH}" '
        'stroke-width="1.2"/><path d="M-13-9H13" stroke="#c79a63" stroke-width="1.6"/></g>'
    ),
    "trench": "".join(
        f'<path d="M-24 8L-16-4L-8 8L0-4L8 8L16-4L24 8" fill="none" stroke="{ink}" stroke-width="{pen}"/>'
        for ink, pen in (("#3b2612", 6.5), (EARTH, 4))
    ),
    "battery": (
        f'<g stroke="#3b2612" stroke-width="1.2"><path d="M-20 9V-9H-12V-3H-4V-9H4V-3H12V-9H20V9Z" fill="{EARTH}"/></g>'
    ),
    "breach": (
        '<g fill="#8d8272" stroke="#3b3226" stroke-width="1" stroke-linejoin="round"><path d="M-20 8L-14-3L-6 1L-9 9Z"/>'
        '<path d="M-4 10L0 0L8 2L7 10Z"/><path d="M10 8L13-5L21 0L20 9Z"/><path d="M-9-6L-3-12L3-6L-2-2Z"/></g>'
    ),
    "destroyed": (
        '<g stroke="#2b2118" stroke-width="1.4" stroke-linejoin="round"><path d="M-16 11V-4L-9-10V-2L-2-8V4L5-3V2L14-6V11Z" '
        'fill="#6d655c"/><path d="M-19-15L19 15M19-15L-19 15" stroke="#9c2f24" stroke-width="3" opacity=".85"/></g>'
    ),
    "smoke": "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="#f4f1ea" stroke="#a49d90" stroke-width=".8" opacity=".85"/>'
        for x, y, r in ((-11, 5, 10), (10, 6, 11), (-3, -6, 12), (8, -9, 8))
    ),
}
"""What stands in one place."""


def breach(side: lines.Side) -> str:
    """A wall that has fallen: its stones on both sides."""
    stones = ((-3, -13), (4, -6), (-4, 0), (3, 7), (-2, 13))
    return lines.along(
        side,
        "".join(
            f'<rect x="{x - 3}" y="{y - 3}" width="6" height="5.4" rx="1" fill="#8d8272" stroke="#3b3226"/>' for x, y in stones
        ),
    )


def pontoon(side: lines.Side) -> str:
    """A roadway of planks over boats that lie in the stream."""
    boats = "".join(
        f'<path d="M{x}-11L{x + 2.4}-6V6L{x} 11L{x - 2.4} 6V-6Z" fill="#8d97a1" stroke="#23282d" stroke-width="1"/>'
        for x in (-12, -4, 4, 12)
    )
    deck = '<path d="M-17-3.6H17V3.6H-17Z" fill="#e3c899" stroke="#3f2d18" stroke-width="1.2"/>'
    planks = '<path d="M-12-3.4V3.4M-8-3.4V3.4M-4-3.4V3.4M0-3.4V3.4M4-3.4V3.4M8-3.4V3.4M12-3.4V3.4" stroke="#9a7645"/>'
    return lines.along(side, boats + deck + planks)


BETWEEN: dict[str, Callable[[lines.Side], str]] = lines.HEXSIDES | {
    "works": lines.fieldwork,
    "breach": breach,
    "pontoon": pontoon,
}
"""What lies between two places."""


def additions(sheet: HexSheet) -> Iterator[str]:
    where = {h.label: centre(h.column, h.row) for h in sheet.hexes} if sheet.additions else {}
    for addition in sheet.additions:
        if len(addition.places) == 2:
            here, there = (where[place] for place in addition.places)
            a, b = side_between(here, there)
            mark = drawn(BETWEEN, addition.kind, "addition")(lines.Side(wobbly(a), wobbly(b), paper(here), paper(there)))
            yield titled(addition, mark)
        elif len(addition.places) > 2:
            yield titled(addition, line(addition.kind, [paper(where[place]) for place in addition.places]))
        else:
            x, y = paper(where[addition.places[0]])
            yield standing(addition, (x, y))


def standing(addition: AdditionPicture, at: Point) -> str:
    """Something in one place, with its few letters below."""
    mark = drawn(STANDING, addition.kind, "addition") + words(addition.text, 0, 22, 8, style=BOLD, halo=HALO)
    return f'<g transform="translate({pair(at)})">{titled(addition, mark)}</g>'


def line(kind: str, points: list[Point]) -> str:
    colour = lines.ROADS[kind].above if kind in lines.ROADS else EARTH
    path = soft_line(points)
    return (
        f'<path d="{path}" fill="none" stroke="#3b2612" stroke-width="6.5"/>'
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="4"/>'
    )


def titled(addition: AdditionPicture, mark: str) -> str:
    return f"<g><title>{escape(addition.text or addition.kind)}</title>{mark}</g>"
