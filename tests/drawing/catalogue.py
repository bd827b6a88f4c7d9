"""The picture of the catalogue of art in docs/art.md. `python -m tests.drawing.catalogue` draws it anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from grognard.core.pictures import Art, GroundArt, StateArt
from grognard.core.pictures import art as catalogue
from grognard.core.pictures.art import PLAIN
from grognard.drawing import additions, counters, features, hex_map, lines, terrain
from grognard.drawing.layout import number
from grognard.drawing.lettering import SANS, SERIF_BOLD, words
from grognard.drawing.page import FRAME, PAPER
from tests.drawing.opening import PICTURES

WIDE, CELL, HIGH = 1120.0, 124.0, 82.0
NAME = "art-catalogue"
SIDE = lines.Side((-30.0, 0.0), (30.0, 0.0), (0.0, 34.0), (0.0, -34.0))
ACROSS = lines.Side((0.0, -16.0), (0.0, 16.0), (-30.0, 0.0), (30.0, 0.0))


def ground(name: str, art: Art = PLAIN) -> str:
    look = terrain.ground_look(art, name)
    tile = f'<g clip-path="url(#hex)"><path d="{hex_map.HEX}" fill="{look.fill}"/><use href="#{name}-0"/></g>'
    return f'<g transform="scale(.7)">{tile}<path d="{hex_map.HEX}" fill="none" stroke="{look.edge}" stroke-width="2"/></g>'


def edge(name: str) -> str:
    side = ACROSS if name in lines.OVER_ROADS else SIDE
    wet = lines.WET.get(name, 0.0)
    course = "".join(
        f'<path d="M{side.a[0]} {side.a[1]}L{side.b[0]} {side.b[1]}" stroke="{ink}" stroke-width="{number(wet + more)}"/>'
        for ink, more in ((lines.BANK, 1.8), (lines.BLUE, 0.0))
        if wet
    )
    return course + lines.EDGES[name](side)


def road(name: str) -> str:
    look = lines.ROADS[name]
    path = '<path d="M-34 6Q-12-12 8 2T34-6" fill="none" '
    dashes = f'stroke-dasharray="{look.dashes}" ' if look.dashes else ""
    return (
        f'{path}stroke="{look.below}" stroke-width="{look.wide}"/>'
        f'{path}{dashes}stroke="{look.above}" stroke-width="{look.narrow}"/>'
    )


def symbol(name: str) -> str:
    box = '<rect x="-16" y="-10" width="32" height="20" rx="2" fill="#f7efd9" stroke="#2b241a"/>'
    return f'<g transform="scale(1.5)">{box}{counters.symbol(name, 2)}</g>'


def state(name: str, look: StateArt) -> str:
    return f'<g transform="scale(1.7)">{counters.state_band(Art(states={name: look}), name, 5)}</g>'


def addition(name: str) -> str:
    apart = name in additions.STANDING and name in additions.BETWEEN
    if name not in additions.BETWEEN:
        return f'<g transform="scale(.72)">{additions.mark_of(PLAIN, name)}</g>'
    between = additions.mark_of(PLAIN, name, lines.Side((-20.0, 0.0), (20.0, 0.0), (0.0, -34.6), (0.0, 34.6)))
    if not apart:
        return between
    standing = f'<g transform="translate(-28 0) scale(.8)">{additions.mark_of(PLAIN, name)}</g>'
    return f'{standing}<g transform="translate(28 0) scale(.9)">{between}</g>'


def chapters() -> Iterator[tuple[str, dict[str, str]]]:
    grounds, colours = get_args(catalogue.GroundPattern), get_args(catalogue.GroundColour)
    yield "ground: pattern", {name: ground(name) for name in grounds}
    yield "ground: colour", {name: ground("grass", Art(ground={"grass": GroundArt("grass", name)})) for name in colours}
    yield "edges", {name: edge(name) for name in get_args(catalogue.EdgePattern)}
    yield "roads", {name: road(name) for name in get_args(catalogue.RoadPattern)}
    yield "features", {name: features.FEATURES[name] for name in get_args(catalogue.FeatureDrawing)}
    yield "symbols", {name: symbol(name) for name in get_args(catalogue.SymbolDrawing)}
    yield "states: shape", {name: state(name, StateArt(name, "cream")) for name in get_args(catalogue.StateShape)}
    yield "states: colour", {name: state(name, StateArt("box", name)) for name in get_args(catalogue.StateColour)}
    yield "additions", {name: addition(name) for name in get_args(catalogue.AdditionDrawing)}


def sheet() -> str:
    """Every name of the catalogue below its drawing, chapter by chapter."""
    each, parts, y = int(WIDE // CELL), [], 0.0
    for title, drawings in chapters():
        parts.append(words(title, 18, y + 34, 19, fill=FRAME, anchor="start", style=SERIF_BOLD))
        y += 48
        for place, (name, drawing) in enumerate(drawings.items()):
            x, top = (place % each + 0.5) * CELL, y + place // each * HIGH
            parts.append(f'<g transform="translate({number(x)} {number(top + 32)})">{drawing}</g>')
            parts.append(words(name, x, top + 76, 12))
        y += ((len(drawings) - 1) // each + 1) * HIGH
    tiles = "".join(terrain.tiles(PLAIN, list(get_args(catalogue.GroundPattern))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(WIDE)}" height="{number(y + 20)}" '
        f'viewBox="0 0 {number(WIDE)} {number(y + 20)}" font-family="{SANS}">\n<title>The catalogue of art</title>\n'
        f"<defs>{terrain.SYMBOLS}{tiles}{hex_map.HEX_CLIP}</defs>\n"
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n{"".join(parts)}\n</svg>\n'
    )


def draw() -> None:
    (PICTURES / f"{NAME}.svg").write_text(sheet(), "utf-8")


if __name__ == "__main__":
    draw()
