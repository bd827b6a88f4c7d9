"""A display as SVG: boxes in their frames, lines between them, and the counters that lie on them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import atan2, degrees

from grognard.core.pictures import Art, Line, Picture, StackPicture
from grognard.core.pictures.display import BoxPicture, DisplaySheet, PanelPicture
from grognard.drawing import counters
from grognard.drawing.layout import Point, Window, number, pair, soft_line
from grognard.drawing.lettering import BOLD, SERIF_BOLD, words
from grognard.drawing.lines import BANK, BLUE
from grognard.drawing.page import FRAME, Frame, map_clip, whole_page

BOARD = "#efe4c6"
CARD = "#fffaf0"
CAPTION = 7.0
"""How much lower counters lie in a box with a caption."""
CASCADE = 7.0
"""How far a counter lies beside the one below it, at most."""


def frame_of(sheet: DisplaySheet) -> Frame:
    return Frame(0.0, 0.0, sheet.width, sheet.height)


def page(picture: Picture, sheet: DisplaySheet, window: Window | None = None) -> str:
    """The page of a sheet; a display is always shown whole."""
    frame = frame_of(sheet)
    return whole_page(picture, frame, None, (map_clip(frame),), map_parts(sheet), ("", 0.0))


def map_parts(sheet: DisplaySheet) -> Iterator[str]:
    """The frames, the lines, the boxes, then what lies on them."""
    yield f'<rect width="{number(sheet.width)}" height="{number(sheet.height)}" fill="{BOARD}"/>'
    yield from map(panel, sheet.panels)
    yield from map(river, sheet.rivers)
    yield from map(link, sheet.links)
    yield from map(box, sheet.boxes)
    where = {box.id: box for box in sheet.boxes}
    yield from (marker(where[found.place], found.text, found.colour) for found in sheet.markers)
    yield from (pile(sheet.art, where[stack.place], stack) for stack in sheet.stacks)


def panel(found: PanelPicture) -> str:
    return (
        f'<rect x="{number(found.left)}" y="{number(found.top)}" width="{number(found.width)}" height="{number(found.height)}" '
        f'rx="8" fill="#f6efdc" stroke="{FRAME}" stroke-width="1.6"/>'
        f"{words(found.title, found.left + 12, found.top + 19, 14, fill=FRAME, anchor='start', style=SERIF_BOLD)}"
    )


def link(line: Line) -> str:
    """A line with an arrow head at its end."""
    (ax, ay), (bx, by) = line[-2:]
    turn = degrees(atan2(by - ay, bx - ax))
    return (
        f'<path d="{soft_line(list(line))}" fill="none" stroke="#9a7645" stroke-width="2.4"/>'
        f'<path transform="translate({number(bx)} {number(by)}) rotate({number(turn)})" d="M0 0L-9-5V5Z" fill="#9a7645"/>'
    )


def river(line: Line) -> str:
    path = soft_line(list(line))
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {pen} stroke="{BANK}" stroke-width="15"/><path d="{path}" {pen} stroke="{BLUE}" stroke-width="12"/>'
    )


def box(found: BoxPicture) -> str:
    (x, y), (wide, high) = found.at, found.size
    ink, pen = ("#9c2f24", 3) if found.outlined else (FRAME, 1.3)
    look = f'fill="{found.tint or CARD}" stroke="{ink}" stroke-width="{pen}"'
    if found.round:
        shape = f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(wide / 2)}" ry="{number(high / 2)}" {look}/>'
    else:
        corner = f'x="{number(x - wide / 2)}" y="{number(y - high / 2)}" width="{number(wide)}" height="{number(high)}"'
        shape = f'<rect {corner} rx="4" {look}/>'
    size = 15 if len(found.text) < 4 else 12 if found.captioned else 10
    base = y - high / 2 + size + 2 if found.captioned else y + size * 0.35
    letters = words(found.text, x, base, size, fill=FRAME, room=wide - 6, style=SERIF_BOLD)
    return f'<g id="box-{escape(found.id)}"><title>{escape(found.about or found.text)}</title>{shape}{letters}</g>'


def marker(found: BoxPicture, text: str, colour: str) -> str:
    """A disc on the upper edge of a box."""
    x, y = found.at[0], found.at[1] - found.size[1] / 2
    return (
        f'<g transform="translate({number(x)} {number(y)})"><circle r="10" fill="{colour}" stroke="#221b10"/>'
        f"{words(text, 0, 3.4, 9, fill='#fff', room=18, style=BOLD)}</g>"
    )


def offsets(found: BoxPicture, count: int) -> list[Point]:
    """Where counters lie in a box: side by side where there is room, otherwise over one another."""
    room = max(found.size[0] - counters.SIZE, 0.0)
    step = min(counters.SIZE + 3, max(room / (count - 1), CASCADE)) if count > 1 else 0.0
    down = 0.0 if step * (count - 1) <= room else CASCADE
    return [((i - (count - 1) / 2) * step, (i - (count - 1) / 2) * -down) for i in range(count)]


def pile(art: Art, found: BoxPicture, stack: StackPicture) -> str:
    x, y = found.at[0] - counters.SIZE / 2, found.at[1] - counters.SIZE / 2 + (CAPTION if found.captioned else 0)
    placed = (
        f'<g transform="translate({pair((x + dx, y + dy))})">{counters.face(art, counter)}</g>'
        for counter, (dx, dy) in zip(stack.counters, offsets(found, len(stack.counters)), strict=True)
    )
    return f"<g>{''.join(placed)}</g>"
