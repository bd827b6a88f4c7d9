"""What stands on the map: houses, tents, gardens, springs, ferries; names, entry letters and flags."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from grognard.core.pictures import Art, MarkerPicture
from grognard.core.pictures.hexes import EntryPicture, HexPicture, HexSheet, NamePicture
from grognard.drawing.layout import HEIGHT, SIDE, centre, number, paper
from grognard.drawing.lettering import BOLD, SERIF_ITALIC, words
from grognard.drawing.lines import off_the_map
from grognard.drawing.terrain import waters

HALO = "#fbf6e3"

FEATURES: dict[str, str] = {
    "headquarters": (
        '<g stroke="#3b2612" stroke-width="1.2" stroke-linejoin="round"><path d="M-13 12L0-6L13 12Z" fill="#fdf9ec"/>'
        '<path d="M0-6V-22" fill="none"/><path d="M0-22L14-18L0-14Z" fill="#b3312a"/></g>'
    ),
    "cemetery": (
        '<g stroke="#3b3226" stroke-width="1.2"><path d="M-16-11H16V12H-16Z" fill="none"/>'
        '<path d="M-11-2V-7L-9-9L-7-7V-2ZM-2-2V-7L0-9L2-7V-2ZM7-2V-7L9-9L11-7V-2ZM-7 8V3L-5 1L-3 3V8ZM3 8V3L5 1L7 3V8Z" '
        'fill="#b9b2a2"/></g>'
    ),
    "house": (
        '<g stroke="#4a2a1e" stroke-width=".9" stroke-linejoin="round"><ellipse cx="2" cy="12" rx="22" ry="4" fill="#4d4a30" '
        'opacity=".3" stroke="none"/><path d="M-18-4H18V12H-18Z" fill="#b8553f"/>'
        '<path d="M-21-4L-13-16H13L21-4Z" fill="#6d6a70"/>'
        '<path d="M-13-15V-21H-8V-16M8-16V-21H13V-15" fill="#a04a38"/><path d="M-3 4H3V12H-3Z" fill="#f3e6c8"/>'
        '<path d="M-14-1H-10V4H-14ZM-8-1H-5V4H-8ZM5-1H8V4H5ZM10-1H14V4H10Z" fill="#fbf3d6"/>'
        '<path d="M-6-4L0-9L6-4Z" fill="#f3e6c8"/></g>'
    ),
    "cottage": (
        '<g stroke="#4a3420" stroke-width=".9" stroke-linejoin="round"><path d="M-8-2H8V8H-8Z" fill="#b98d5c"/>'
        '<path d="M-10-2L-6-9H6L10-2Z" fill="#7d5f3c"/><path d="M-1.5 3H2V8H-1.5Z" fill="#4a3420"/></g>'
    ),
    "tents": "".join(
        f'<g transform="translate({x} {y})" stroke="#6b5d45" stroke-width=".8" stroke-linejoin="round">'
        '<path d="M-8 5L-2-7L8-7L13 5Z" fill="#e9dfc6"/><path d="M-8 5L-2-7L4 5Z" fill="#fdf9ec"/>'
        '<path d="M-3.4 5L-2-2L-.6 5Z" fill="#8a7a5c"/></g>'
        for x, y in ((-15, -9), (9, -12), (-4, 6), (18, 5), (-22, 12))
    ),
    "garden": (
        '<g fill="none"><path d="M-20-12H20V14H-20Z" fill="#cfdda0" stroke="#7b5a35" stroke-width="1.4" '
        'stroke-dasharray="2.4 1.6"/>'
        '<path d="M-16-7H16M-16-1H16M-16 5H16M-16 11H16" stroke="#7c9c52" stroke-width="2.6" stroke-dasharray="3.2 2.2"/>'
        '<path d="M0-12V14" stroke="#ead9ac" stroke-width="3"/></g>'
    ),
    "springs": (
        '<g fill="none" stroke="#3f7cab"><ellipse cx="0" cy="4" rx="13" ry="6.5" fill="#8fc0e0" stroke-width="1.1"/>'
        '<ellipse cx="0" cy="4" rx="7.5" ry="3.4" stroke="#e6f3fa" stroke-width="1"/>'
        '<path d="M0 3C-1-4-6-7-9-5M0 3C1-4 6-7 9-5M0 3V-8" '
        'stroke-width="1.5" stroke-linecap="round"/></g>'
    ),
    "village": "".join(
        f'<g transform="translate({x} {y}) scale(.62)" stroke="#4a3420" stroke-width="1.2" stroke-linejoin="round">'
        '<path d="M-8-2H8V8H-8Z" fill="#d8b98c"/><path d="M-10-2L-6-9H6L10-2Z" fill="#8c5a3c"/></g>'
        for x, y in ((-17, -9), (-1, -13), (15, -8), (-12, 8), (7, 6), (20, 10))
    ),
    "town": "".join(
        f'<g transform="translate({x} {y}) scale(.66)" stroke="#4a2a1e" stroke-width="1.2" stroke-linejoin="round">'
        '<path d="M-8-2H8V8H-8Z" fill="#c26a4d"/><path d="M-10-2L-6-9H6L10-2Z" fill="#6d6a70"/></g>'
        for x, y in ((-20, -12), (-5, -16), (10, -12), (-13, 1), (4, -1), (20, 2), (-20, 14), (-3, 14), (13, 15))
    ),
    "church": (
        '<g stroke="#3b3226" stroke-width="1.1" stroke-linejoin="round"><path d="M-10-1H12V10H-10Z" fill="#f6efdc"/>'
        '<path d="M-12-1L-7-8H10L14-1Z" fill="#77747a"/><path d="M-13-5H-6V10H-13Z" fill="#f6efdc"/>'
        '<path d="M-14-5L-9.5-14L-5-5Z" fill="#77747a"/><path d="M-9.5-14V-20M-12-17.6H-7" fill="none"/></g>'
    ),
    "tavern": (
        '<g stroke="#4a3420" stroke-width="1" stroke-linejoin="round"><path d="M-11-2H9V9H-11Z" fill="#d9b27a"/>'
        '<path d="M-13-2L-8-10H6L11-2Z" fill="#7d4f32"/><path d="M-3 3H1V9H-3Z" fill="#4a3420"/>'
        '<path d="M9-6H18M15-6V-2" fill="none"/><path d="M11-2H19V4H11Z" fill="#b3312a"/></g>'
    ),
    "station": (
        '<g stroke="#2b2b2b" stroke-width="1" stroke-linejoin="round"><path d="M-15-3H15V8H-15Z" fill="#e6d2a5"/>'
        '<path d="M-18-3L-13-10H13L18-3Z" fill="#5b5b62"/><path d="M-4 1H4V8H-4Z" fill="#4a3420"/>'
        '<path d="M-20 12H20M-16 10V14M-8 10V14M0 10V14M8 10V14M16 10V14" fill="none" stroke-width="1.6"/></g>'
    ),
    "kiln": (
        '<g stroke="#3b2612" stroke-width="1.1" stroke-linejoin="round"><path d="M-10 10L-6-10H6L10 10Z" fill="#8d8272"/>'
        '<path d="M-3 10V3Q0 0 3 3V10Z" fill="#d4622a"/><path d="M-2-11q-4-4 0-7t0-6" fill="none" stroke="#77747a" '
        'stroke-width="2"/></g>'
    ),
    "redoubt": (
        '<path d="M-16-14H16L21 3L0 18L-21 3Z" fill="#c79a63" fill-opacity=".5" stroke="#3b2612" stroke-width="5.6"/>'
        '<path d="M-16-14H16L21 3L0 18L-21 3Z" fill="none" stroke="#7a5230" stroke-width="4"/>'
    ),
    "ferry": (
        '<g stroke="#4a3420" stroke-width="1" stroke-linejoin="round">'
        '<path d="M-33 5C-20 11 20 11 33 5" fill="none" stroke-dasharray="3 2"/>'
        '<path d="M-15-3H15L11 7H-11Z" fill="#c69a63"/><path d="M-12 0H12" fill="none"/>'
        '<path d="M-4-3V-14M-4-14L6-9L-4-6" fill="#fdf9ec"/></g>'
    ),
}


LANDMARK = (
    '<circle r="9" fill="#fbf6e3" stroke="#3b2612" stroke-width="1.4"/><path d="M0-5.4L5.4 0L0 5.4L-5.4 0Z" fill="#3b2612"/>'
)


def feature(art: Art, word: str) -> str:
    """What stands in a place; what nobody has drawn is a stone with a ring about it."""
    return FEATURES.get(art.features.get(word, word), LANDMARK)


def features(sheet: HexSheet) -> Iterator[str]:
    for h in sheet.hexes:
        for word in h.features:
            x, y = paper(centre(h.column, h.row))
            yield f'<g transform="translate({number(x)} {number(y)})">{feature(sheet.art, word)}</g>'


def names(sheet: HexSheet) -> Iterator[str]:
    where = {h.label: h for h in sheet.hexes}
    water = waters(sheet)
    for name in sheet.names:
        yield lettered(name, where[name.hex], where[name.hex].terrain in water)


def lettered(name: NamePicture, h: HexPicture, on_water: bool) -> str:
    """A name in the manner of its kind: rivers upright along their course, streams and roads beside them, places below."""
    x, y = paper(centre(h.column, h.row))
    match name.kind:
        case "water" if not on_water:
            return words(name.text, x, y + 5, 12.5, fill="#2c5f8a", style=SERIF_ITALIC, halo=HALO)
        case "water":
            turned = f'{SERIF_ITALIC} transform="rotate(-90 {number(x)} {number(y)})" letter-spacing="3"'
            return words(name.text, x, y + 6, 17, fill="#2c5f8a", style=turned, halo="#c3ddec")
        case "crossing":
            return words(name.text, x, y + 5, 9.5, fill="#1f5480", style=SERIF_ITALIC, halo=HALO)
        case "road":
            return words(name.text, x + 26, y + 5, 12.5, fill="#6b3f1d", anchor="start", style=SERIF_ITALIC, halo=HALO)
        case "place":
            bold = f'{SERIF_ITALIC} font-weight="bold"'
            return words(name.text, x, y + HEIGHT / 2 + 1, 12.5, fill="#3a2a18", style=bold, halo=HALO)


def entries(sheet: HexSheet) -> Iterator[str]:
    where = {h.label: (h.column, h.row) for h in sheet.hexes}
    for entry in sheet.entries:
        yield entry_letter(entry, where[entry.hex], off_the_map(sheet, where[entry.hex]) or (0, 1))


def entry_letter(entry: EntryPicture, at: tuple[int, int], way: tuple[int, int]) -> str:
    """A disc with the letter, and an arrow that points onto the map."""
    x, y = paper(centre(*at))
    turn = {(0, 1): 0, (0, -1): 180, (1, 0): -90, (-1, 0): 90}[way]
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<path transform="rotate({turn})" d="M0-{number(SIDE * 0.62)}L9-9H-9Z" '
        f'fill="#9c2f24" stroke="{HALO}" stroke-width="1.2"/><circle r="12" fill="#9c2f24" stroke="{HALO}" stroke-width="1.6"/>'
        f"{words(entry.letter, 0, 5.2, 14.5, fill='#fff', style=BOLD)}</g>"
    )


def markers(sheet: HexSheet) -> Iterator[str]:
    where = {h.label: (h.column, h.row) for h in sheet.hexes}
    for marker in sheet.markers:
        yield flag(marker, where[marker.place])


def flag(marker: MarkerPicture, at: tuple[int, int]) -> str:
    """A flag on a staff at the left of the hex."""
    x, y = paper(centre(*at))
    return (
        f'<g transform="translate({number(x - SIDE * 0.92)} {number(y + 8)})"><title>{escape(marker.text)}</title>'
        f'<path d="M0 8V-18" stroke="#3a2a18" stroke-width="1.6"/><path d="M0-18C6-21 9-15 16-18V-7C9-4 6-10 0-7Z" '
        f'fill="{marker.colour}" stroke="#3a2a18" stroke-width=".8"/>'
        f"{words(marker.text, 8, -10.4, 5.6, fill='#fff', room=14, style=BOLD)}</g>"
    )
