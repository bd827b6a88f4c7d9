"""Words on the picture: fitted to the room they have, and haloed where they lie on the map."""

from __future__ import annotations

from html import escape

from grognard.drawing.layout import number

SANS = "'DejaVu Sans','Arial Narrow',Arial,Helvetica,sans-serif"
SERIF = "'DejaVu Serif',Georgia,'Times New Roman',serif"
INK = "#3a3122"
BOLD = 'font-weight="bold"'
SERIF_BOLD = f'font-family="{SERIF}" font-weight="bold"'
SERIF_ITALIC = f'font-family="{SERIF}" font-style="italic"'

NARROW, BROAD = frozenset("iljtfrI.,:;'’·!|-() "), frozenset("mwMWGOQ@%—")


def width_of(words: str, size: float) -> float:
    """About how wide words are in bold condensed letters, for want of the font itself."""
    return sum(0.42 if letter in NARROW else 0.9 if letter in BROAD else 0.66 for letter in words) * size


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    anchor: str = "middle",
    style: str = "",
    room: float = 0.0,
    halo: str = "",
) -> str:
    """A line of text at a point, narrowed if the room demands it, with a halo where one is named."""
    if not text:
        return ""
    squeeze = min(1.0, room / width_of(text, size)) if room else 1.0
    place = (
        f'x="{number(x)}" y="{number(y)}"'
        if squeeze == 1.0
        else f'transform="translate({number(x)} {number(y)}) scale({squeeze:.3f} 1)"'
    )
    rim = f' stroke="{halo}" stroke-width="{number(size * 0.28)}" stroke-linejoin="round" paint-order="stroke"' if halo else ""
    aligned = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text {place} font-size="{number(size)}" fill="{fill}"{aligned}{rim}{style and " " + style}>{escape(text)}</text>'
