"""What stands about a map on its page, whatever its kind: the heading, the neatline, the north arrow, trays, the legend."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import msgspec

from grognard.core.pictures import Art, Picture, TrayPicture
from grognard.core.pictures.hexes import Direction
from grognard.drawing import counters
from grognard.drawing.layout import number
from grognard.drawing.lettering import SANS, SERIF, SERIF_BOLD, SERIF_ITALIC, width_of, words

MARGIN = 26.0
BROADSHEET = 960.0
"""The width from which the notes stand beside the title."""
NOTES = 300.0
TRAY = 84.0
"""The height of a line of counters beside the map, with its title."""
PAPER = "#f6efdc"
FRAME = "#4a3b26"
NORTH = {"up": 0, "right": 90, "down": 180, "left": -90}


class Frame(msgspec.Struct, frozen=True):
    """The part of the map that is shown, in units of the paper."""

    left: float
    top: float
    width: float
    height: float


def map_clip(frame: Frame) -> str:
    """What cuts the map off at its frame."""
    return (
        f'<clipPath id="map"><rect x="{number(frame.left)}" y="{number(frame.top)}" width="{number(frame.width)}" '
        f'height="{number(frame.height)}"/></clipPath>'
    )


def head_of(picture: Picture, wide: float) -> float:
    """How high the heading is."""
    return 96.0 if wide >= BROADSHEET or not picture.notes else 114.0


def whole_page(
    picture: Picture, frame: Frame, north: Direction | None, defs: Iterable[str], parts: Iterable[str], strip: tuple[str, float]
) -> str:
    """A page: the heading, the map in its neatline, the trays, and a strip below them with its height."""
    wide = frame.width + 2 * MARGIN
    head = head_of(picture, wide)
    tray, tray_height = trays(picture.main.art, picture.trays, frame.width)
    high = head + frame.height + tray_height + strip[1] + MARGIN + 14
    top = head + frame.height + 14
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
            f'viewBox="0 0 {number(wide)} {number(high)}" font-family="{SANS}" font-stretch="condensed">\n',
            f"<title>{escape(picture.title)}</title>\n",
            "<defs>",
            *defs,
            "</defs>\n",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n',
            heading(picture, wide, north),
            f'<g transform="translate({number(MARGIN - frame.left)} {number(head - frame.top)})"><g clip-path="url(#map)">\n',
            "\n".join(parts),
            "\n</g>\n",
            border(frame),
            "</g>\n",
            f'<g transform="translate({number(MARGIN)} {number(top)})">{tray}</g>\n' if tray else "",
            f'<g transform="translate({number(MARGIN)} {number(top + tray_height)})">{strip[0]}</g>\n</svg>\n',
        )
    )


def heading(picture: Picture, wide: float, north: Direction | None) -> str:
    """Title and moment at the left, the tracks at the right (in a narrow picture below), the north arrow in the corner."""
    room = wide - 2 * MARGIN - 76
    serif = f'font-family="{SERIF}"'
    if wide >= BROADSHEET:
        room -= NOTES
        notes = "".join(
            words(note, wide - MARGIN - 76, 42 + i * 21, 14, anchor="end", room=NOTES, style=serif)
            for i, note in enumerate(picture.notes)
        )
    else:
        notes = words(" · ".join(picture.notes), MARGIN, 96, 13, anchor="start", room=wide - 2 * MARGIN, style=serif)
    return (
        words(picture.title, MARGIN, 50, 31, fill=FRAME, anchor="start", room=room, style=SERIF_BOLD)
        + words(picture.subtitle, MARGIN, 75, 15.5, fill="#7a3b22", anchor="start", room=room, style=SERIF_ITALIC)
        + notes
        + (f'<g transform="translate({number(wide - MARGIN - 24)} 50)">{compass(north)}</g>' if north else "")
        + "\n"
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


def trays(art: Art, found: tuple[TrayPicture, ...], wide: float) -> tuple[str, float]:
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
            parts.append(f'<g transform="{place}">{counters.face(art, counter)}</g>')
        x, y = x + room, y + (lines_of - 1) * pitch
    return "".join(parts), y + TRAY if found else 0.0


# ---------------------------------------------------------------- the legend


class Entry(msgspec.Struct, frozen=True):
    """A line of the legend: a small picture about the origin, half so wide, and its words."""

    picture: str
    text: str
    half: float = 18.0


def legend_of(groups: Iterable[Iterable[Entry]], wide: float) -> tuple[str, float]:
    """The strip below the map, filled line by line, each group from the left, and its height."""
    parts, y = [f'<path d="M0 0H{number(wide)}" stroke="{FRAME}" stroke-width="1.2"/>'], 25.0
    for group in map(list, groups):
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
