"""The ground: soft areas of colour, and on them trees, tufts, furrows and waves.

A terrain has a few tiles, drawn once and used again; which one a hex gets depends on its place alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from colorsys import hls_to_rgb
from math import cos, pi, sin
from random import Random
from zlib import crc32

import msgspec

from grognard.core.pictures import Art
from grognard.core.pictures.hexes import HexSheet
from grognard.drawing.layout import (
    HEIGHT,
    SIDE,
    Point,
    Step,
    centre,
    number,
    outlines,
    paper,
    scatter,
    soft_loop,
    wobbly,
)

VARIANTS = 6

Tile = Callable[[Random], str]


class TerrainLook(msgspec.Struct, frozen=True):
    """How a terrain looks: its colour, the line about it, and its texture."""

    fill: str
    edge: str
    tile: Tile


# ---------------------------------------------------------------- textures


def strewn(chance: Random, count: int, apart: float, reach: float = 0.9) -> list[Point]:
    """Points strewn over a hex, none too near another, the farthest first."""
    found: list[Point] = []
    for _ in range(count * 40):
        if len(found) == count:
            break
        x, y = chance.uniform(-SIDE, SIDE) * reach, chance.uniform(-HEIGHT / 2, HEIGHT / 2) * reach
        inside = abs(x) + abs(y) / HEIGHT * SIDE <= SIDE * reach
        if inside and all((x - p) ** 2 + (y - q) ** 2 >= apart * apart for p, q in found):
            found.append((x, y))
    return sorted(found, key=lambda at: at[1])


def placed(symbol: str, at: Point) -> str:
    return f'<use href="#{symbol}" x="{number(at[0])}" y="{number(at[1])}"/>'


def grass(chance: Random) -> str:
    blades = "".join(f"M{number(x)} {number(y)}l-1.2-3M{number(x + 1)} {number(y)}l1.2-3.4" for x, y in strewn(chance, 4, 18))
    return f'<path d="{blades}" stroke="#c9bf93" stroke-width=".8" fill="none"/>'


def woods(chance: Random) -> str:
    return "".join(placed(chance.choice(("tree-a", "tree-b", "tree-c")), at) for at in strewn(chance, 8, 17.5, 0.95))


def thin_woods(chance: Random) -> str:
    return "".join(placed(chance.choice(("tree-a", "tree-b")), at) for at in strewn(chance, 4, 22, 0.95))


def blocks(chance: Random) -> str:
    """The squares of a town between straight streets."""
    spots = [(x, y) for x in (-22, -7, 8) for y in (-24, -9, 6, 21) if abs(x + 6) + abs(y) / HEIGHT * SIDE <= SIDE * 0.9]
    houses = "".join(f"M{x} {y}h12v11h-12Z" for x, y in spots)
    return f'<path d="{houses}" fill="#b4785c" stroke="#5d3a2a" stroke-width=".8"/>'


def rubble(chance: Random) -> str:
    stones = "".join(f"M{number(x)} {number(y)}h5l1 4h-7Z" for x, y in strewn(chance, 7, 13, 0.8))
    return f'<path d="{stones}" fill="#9a8f7c" stroke="#5d5547" stroke-width=".7"/>'


def paddies(chance: Random) -> str:
    """Flooded squares with low banks."""
    lines = "".join(f"M{-30 + abs(y) // 2} {y}H{30 - abs(y) // 2}" for y in (-24, -8, 8, 24)) + "M-12-28V28M12-28V28"
    return f'<path d="{lines}" stroke="#8aa35c" stroke-width="1.2" fill="none"/>' + marsh(chance)


def deep_woods(chance: Random) -> str:
    return "".join(placed(chance.choice(("dark-a", "dark-b", "pine")), at) for at in strewn(chance, 16, 12.5, 0.98))


def tangle(chance: Random) -> str:
    """Stunted oaks and thorns, grown into one another."""
    loops = []
    for x, y in strewn(chance, 16, 12, 0.95):
        turn = chance.uniform(0, pi)
        a, b = 9 * cos(turn), 9 * sin(turn)
        loops.append(
            f"M{number(x - a)} {number(y - b)}q{number(-b)} {number(a)} {number(a)} {number(b)}t{number(a)} {number(b)}"
        )
    scrub = "".join(placed("scrub", at) for at in strewn(chance, 17, 11.5, 0.97))
    return (
        f'{scrub}<path d="{"".join(loops)}" stroke="#2f3f26" stroke-width="1" fill="none" stroke-linecap="round" opacity=".8"/>'
    )


def marsh(chance: Random) -> str:
    return "".join(placed(chance.choice(("reed-a", "reed-b", "pool")), at) for at in strewn(chance, 8, 17, 0.9))


def furrows(chance: Random) -> str:
    """Ploughed lines across the hex, in the direction of its field."""
    turn = chance.choice((0, 60, 120)) + chance.uniform(-6, 6)
    lines = []
    for i in range(-5, 6):
        y = i * 6.2
        half = (SIDE - abs(y) / HEIGHT * SIDE) * 0.9
        lines.append(f"M{number(-half)} {number(y)}q{number(half / 2)} 2 {number(half)} 0t{number(half)} 0")
    path = "".join(lines)
    return (
        f'<g transform="rotate({number(turn)})" fill="none"><path d="{path}" stroke="#cdb067" stroke-width="1.5"/>'
        f'<path d="{path}" transform="translate(0 1.6)" stroke="#f6e9b8" stroke-width=".9"/></g>'
    )


def orchard_rows(chance: Random) -> str:
    spots = [(x * 15.0 + (7.5 if y % 2 else 0), y * 13.0) for y in range(-2, 3) for x in range(-2, 3)]
    return "".join(placed("fruit", (x, y)) for x, y in spots if abs(x) + abs(y) / HEIGHT * SIDE <= SIDE * 0.95)


def waves(chance: Random) -> str:
    lines = "".join(
        f"M{number(x - 8)} {number(y)}q4-3.6 8 0t8 0"
        + (f"M{number(x - 2)} {number(y + 5)}q3-2.6 6 0" if chance.random() < 0.5 else "")
        for x, y in strewn(chance, 6, 17, 0.8)
    )
    return f'<path d="{lines}" stroke="#6c9fc4" stroke-width="1.1" fill="none" stroke-linecap="round" opacity=".8"/>'


def stones(chance: Random) -> str:
    path = "".join(f"M{number(x - 4)} {number(y + 3)}l1.6-6 4-1 3 4-1.6 3.4Z" for x, y in strewn(chance, 7, 15, 0.85))
    return f'<path d="{path}" fill="#a79c88" stroke="#5d5546" stroke-width=".8" stroke-linejoin="round"/>'


def dots(chance: Random) -> str:
    path = "".join(f"M{number(x)} {number(y)}h.1" for x, y in strewn(chance, 12, 13, 0.9))
    return f'<path d="{path}" stroke="#3f3a26" stroke-width="2.2" stroke-linecap="round" opacity=".4"/>'


PATTERNS: dict[str, TerrainLook] = {
    "grass": TerrainLook("#f1e8c9", "#d9cda0", grass),
    "rubble": TerrainLook("#ddd2bb", "#a3957c", rubble),
    "rocks": TerrainLook("#cfc6b2", "#8d8272", stones),
    "furrows": TerrainLook("#ead694", "#c9ad63", furrows),
    "orchard": TerrainLook("#dbe3ab", "#a9ba70", orchard_rows),
    "paddies": TerrainLook("#d3dfae", "#98ad6a", paddies),
    "marsh": TerrainLook("#c9dccb", "#93b3a4", marsh),
    "trees-light": TerrainLook("#dfe5c2", "#c0cc9f", thin_woods),
    "trees": TerrainLook("#d0dbab", "#a9bb80", woods),
    "trees-dense": TerrainLook("#a5bf85", "#7d9d62", deep_woods),
    "scrub": TerrainLook("#83955f", "#55683d", tangle),
    "rooftops": TerrainLook("#e0cbb2", "#a98468", blocks),
    "water": TerrainLook("#a3cae2", "#5f93ba", waves),
    "pond": TerrainLook("#a9cbd8", "#6d97a8", waves),
}
"""In the order of painting: a later ground lies over the edges of an earlier one."""
COLOURS = {
    "meadow": ("#dfe3b4", "#bcc98a"),
    "straw": ("#eee2b8", "#cdbb83"),
    "brine": ("#bccfc6", "#86a39b"),
    "moss": ("#bfd0b0", "#8ba37c"),
    "green": ("#cbd8a6", "#a3b77b"),
    "brick": ("#dcc7b0", "#8f6c55"),
}
"""The colours that a pattern may have instead of its own, each with the line about it."""
BARE = PATTERNS["grass"].fill
"""What lies below every other ground."""


def ground_look(art: Art, word: str) -> TerrainLook:
    """How a ground looks; one that nobody has drawn gets a tint of its own and dots, so that it can be told from others."""
    look = PATTERNS.get(art.pattern(word)) or plain(word)
    colour = art.ground[word].colour if word in art.ground else ""
    own = (colour, shaded(colour, -0.22)) if colour.startswith("#") else (look.fill, look.edge)
    fill, edge = COLOURS.get(colour, own)
    return TerrainLook(fill, edge, look.tile)


def plain(word: str) -> TerrainLook:
    red, green, blue = hls_to_rgb(crc32(word.encode()) % 360 / 360, 0.78, 0.26)
    fill = "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))
    return TerrainLook(fill, shaded(fill, -0.28), dots)


def shaded(colour: str, by: float) -> str:
    """A colour `#rrggbb` made darker, as far as black at -1."""
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * (1 + by)):02x}" for i in (1, 3, 5))


def in_order(art: Art, words: Iterable[str]) -> list[str]:
    """The grounds of a map, the lowest first; what nobody has drawn lies over the fields."""
    order, listed = list(PATTERNS), list(art.ground)

    def place(word: str) -> tuple[int, int, str]:
        pattern = art.pattern(word)
        return (
            order.index(pattern if pattern in order else "orchard"),
            listed.index(word) if word in listed else len(listed),
            word,
        )

    return sorted(set(words), key=place)


def waters(sheet: HexSheet) -> set[str]:
    """The words of the grounds that streams run into."""
    return {h.terrain for h in sheet.hexes if sheet.art.pattern(h.terrain) == "water"}


CROWN = (
    (-1, 0.2),
    (-0.3, -0.7, 0.2, -1.1, 0.6, -1.0),
    (0.3, -0.5, 1.1, -0.4, 1.2, 0.1),
    (0.6, 0.1, 0.7, 0.9, 0.2, 1.1),
    (-0.2, 0.6, -1.0, 0.7, -1.3, 0.3),
    (-0.4, 0.2, -0.8, 0.0, -0.7, -0.5),
)
"""The outline of a tree of radius 1: where it begins, and its lobes."""


def _tree(name: str, r: float, crown: str, light: str, line: str) -> str:
    start, *curves = (" ".join(number(part * r) for part in parts) for parts in CROWN)
    return (
        f'<g id="{name}"><ellipse cx="2" cy="{number(r * 0.75)}" rx="{number(r)}" ry="{number(r * 0.5)}" fill="#4d5a30" '
        f'opacity=".2"/><path d="M{start}c{"c".join(curves)}Z" fill="{crown}" stroke="{line}" stroke-width=".8"/>'
        f'<circle cx="{number(-r * 0.25)}" cy="{number(-r * 0.4)}" r="{number(r * 0.42)}" fill="{light}" opacity=".75"/></g>'
    )


SYMBOLS = "".join(
    (
        _tree("tree-a", 5.4, "#adc389", "#c4d4a3", "#87a167"),
        _tree("tree-b", 4.5, "#a3bc80", "#bccf9b", "#7f9b61"),
        _tree("tree-c", 6.2, "#b4c88f", "#cbd9aa", "#8da66c"),
        _tree("dark-a", 6.2, "#7a9c63", "#91b078", "#57774a"),
        _tree("dark-b", 5.2, "#6f945d", "#88a971", "#517146"),
        _tree("scrub", 4.3, "#4f6339", "#667b48", "#2c3c22"),
        _tree("fruit", 4.2, "#8fb266", "#b2cb84", "#5f8042"),
        '<g id="pine"><ellipse cx="2" cy="4" rx="5" ry="2.2" fill="#35451f" opacity=".3"/>'
        '<path d="M0-10L4.6-2H2.6L5.8 4H-5.8L-2.6-2H-4.6Z" fill="#618755" stroke="#48693f" stroke-width=".7"/></g>',
        '<g id="reed-a" fill="none" stroke="#5d8672" stroke-width="1" stroke-linecap="round">'
        '<path d="M0 2V-6M-2 2l-2.4-6M2 2l2.4-6M-4 2l-3.4-3M4 2l3.4-3"/>'
        '<path d="M-8 4H8M-4 6.4H5" stroke="#7fa9b8" stroke-width=".9"/></g>',
        '<g id="reed-b" fill="none" stroke="#6d9279" stroke-width="1" stroke-linecap="round">'
        '<path d="M0 2V-5M-1.6 2l-2-4.6M1.6 2l2-4.6"/>'
        '<path d="M-6 3.6H6" stroke="#7fa9b8" stroke-width=".9"/></g>',
        '<g id="pool"><ellipse rx="8" ry="3" fill="#a9cbd6" stroke="#7fa9b8" stroke-width=".7"/>'
        '<path d="M-3 0H2" stroke="#7fa9b8" stroke-width=".7"/></g>',
    )
)


def tiles(art: Art, terrains: list[str]) -> Iterator[str]:
    """The definitions of the tiles of these terrains."""
    for terrain in terrains:
        ground = ground_look(art, terrain)
        for variant in range(VARIANTS):
            yield f'<g id="{terrain}-{variant}">{ground.tile(Random(f"{terrain} {variant}"))}</g>'


def ground_of(sheet: HexSheet) -> dict[Step, str]:
    """The terrain of every hex, and of one hex beyond the edge so that the map runs on to its frame."""
    terrain = {(h.column, h.row): h.terrain for h in sheet.hexes}
    ground = {}
    for column in range(sheet.first_column - 1, sheet.columns + 2):
        for row in range(sheet.first_row - 1, sheet.rows + 2):
            nearest = min(max(column, sheet.first_column), sheet.columns), min(max(row, sheet.first_row), sheet.rows)
            if nearest in terrain:
                ground[centre(column, row)] = terrain[nearest]
    return ground


def areas(art: Art, ground: dict[Step, str]) -> Iterator[str]:
    """Each ground as soft areas, the later ones also beneath, so that no gap shows between two."""
    order = in_order(art, ground.values())
    for place, terrain in enumerate(order):
        look = ground_look(art, terrain)
        if place == 0 and look.fill == BARE:
            continue
        above = set(order[place:])
        loops = outlines(at for at, kind in ground.items() if kind in above)
        path = "".join(soft_loop([wobbly(at) for at in loop]) for loop in loops)
        yield f'<path d="{path}" fill="{look.fill}" fill-rule="evenodd" stroke="{look.edge}" stroke-width="1.2"/>'


def textures(ground: dict[Step, str]) -> Iterator[str]:
    """A tile for every hex, from the far edge of the map to the near one."""
    for at in sorted(ground, key=lambda at: (at[1], at[0])):
        yield placed(f"{ground[at]}-{scatter(at) % VARIANTS}", paper(at))
