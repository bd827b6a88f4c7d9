"""A simulation as one picture: who wins, how long it takes, and how the tracks develop. The same games give the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import cycle
from math import ceil, floor, log10

import msgspec

from grognard.analysis.estimates import Share
from grognard.analysis.simulation import Band, Ending, Simulation, Summary
from grognard.core.rules import Rules
from grognard.core.scenarios import find
from grognard.core.texts import in_table
from grognard.drawing.layout import number
from grognard.drawing.lettering import SANS, SERIF_BOLD, SERIF_ITALIC, words

PAPER, INK, FAINT, GRID = "#fbf8f0", "#3a3122", "#7d7361", "#e3dbc9"
SIDES = ("#b3312a", "#2f5f9e", "#3f7d3a", "#b8741a")
"""The colours of the sides, in their order."""
NOBODY = "#8b8474"
WIDE, HIGH = 400.0, 236.0
"""A panel, with its title and its axes."""
MARGIN, GAP, HEAD, FOOT = 30.0, 34.0, 92.0, 20.0
LEFT, TOP, BOTTOM = 44.0, 40.0, 34.0
"""The room for the axes and the title of a panel."""
STRONG, WEAK = 1.0, 0.38
"""How dark the first and the last level of victory are."""
BARS = 24
"""The most bars of a histogram."""


class Scale(msgspec.Struct, frozen=True):
    """A linear scale: values along an axis and their coordinates."""

    first: float
    last: float
    start: float
    length: float

    def __call__(self, figure: float) -> float:
        return self.start + (figure - self.first) / ((self.last - self.first) or 1) * self.length


def svg(simulation: Simulation) -> str:
    """The picture of a simulation."""
    title = find(simulation.scenario).title
    summary = simulation.summary()
    colours = in_order(simulation.rules, SIDES)
    moving = {name: sides for name, sides in summary.tracks.items() if moves(sides)}
    rows = 1 + (len(moving) + 1) // 2
    wide, high = 2 * (WIDE + MARGIN) + GAP, HEAD + rows * HIGH + (rows - 1) * GAP + FOOT
    panels = [endings(summary, colours), lengths(simulation, summary)]
    for place, (name, sides) in enumerate(moving.items()):
        alone = place % 2 == 0 and place == len(moving) - 1
        panels.append(track(name, sides, colours, 2 * WIDE + GAP if alone else WIDE))
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
            f'viewBox="0 0 {number(wide)} {number(high)}" font-family="{SANS}">\n<title>{escape(title)}</title>\n',
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n',
            words(title, MARGIN, 44, 24, fill=INK, anchor="start", room=wide - 2 * MARGIN, style=SERIF_BOLD),
            words(subtitle(simulation), MARGIN, 66, 13, fill=FAINT, anchor="start", room=wide - 2 * MARGIN, style=SERIF_ITALIC),
            "\n",
            *(placed(panel, place) for place, panel in enumerate(panels)),
            "</svg>\n",
        )
    )


def in_order(rules: Rules, colours: Sequence[str]) -> dict[str, str]:
    """A colour for each side in order, then for each army and seat that is not a side."""
    return dict(zip(dict.fromkeys((*rules.scored, *rules.seats)), cycle(colours), strict=False))


def subtitle(simulation: Simulation) -> str:
    sides = ", ".join(f"{in_table('side', seat)}: {name}" for seat, name in simulation.players.items())
    options = "".join(f", {name} {value}" for name, value in differing(simulation).items())
    return f"{sides}; {len(simulation.results)} games, seed {simulation.seed}{options}"


def differing(simulation: Simulation) -> dict[str, object]:
    """The options that differ from their defaults."""
    usual = find(simulation.scenario).complete(None)
    return {name: value for name, value in simulation.options.items() if value != usual[name]}


def moves(sides: dict[str, tuple[Band, ...]]) -> bool:
    """Whether there is anything to show: the median of some side changes."""
    return any(band.level.median != bands[0].level.median for bands in sides.values() for band in bands)


def placed(panel: str, place: int) -> str:
    x, y = MARGIN + place % 2 * (WIDE + GAP), HEAD + place // 2 * (HIGH + GAP)
    return f'<g transform="translate({number(x)} {number(y)})">{panel}</g>\n'


def heading(title: str, note: str, wide: float = WIDE) -> str:
    beside = words(note, wide, 14, 11, fill=FAINT, anchor="end")
    return words(title, 0, 14, 15, fill=INK, anchor="start", style=SERIF_BOLD) + beside


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- who wins


def endings(summary: Summary, colours: dict[str, str]) -> str:
    """A bar for each seat and one for draws, cut by level, each with the 95 % interval of the whole."""
    rows = [(in_table("side", seat), ending, colours.get(seat, NOBODY)) for seat, ending in summary.wins.items()]
    rows.append(("nobody", summary.draws, NOBODY))
    levels = list(dict.fromkeys(level for ending in summary.wins.values() for level in ending.levels))
    scale = Scale(0, 1, 78, WIDE - 78 - 56)
    shades = {level: shade(place, len(levels)) for place, level in enumerate(levels)}
    pitch = (HIGH - TOP - BOTTOM) / len(rows)
    parts = [
        heading("Who wins", "with 95 % intervals"),
        *percents(scale),
        *key({level: (INK, dark) for level, dark in shades.items()}, 78),
    ]
    for i, (name, ending, colour) in enumerate(rows):
        y = TOP + pitch * (i + 0.5)
        parts.append(words(capital(name), 70, y + 4.5, 13, fill=INK, anchor="end", room=70))
        parts.extend(bar(ending, shades, scale, y, colour))
        parts.append(whisker(ending.games, scale, y))
        parts.append(words(f"{ending.games.share:.0%}", WIDE, y + 4.5, 13, fill=INK, anchor="end", style='font-weight="bold"'))
    return "".join(parts)


def bar(ending: Ending, shades: dict[str, float], scale: Scale, y: float, colour: str) -> Iterator[str]:
    """The levels one after the other."""
    at = 0.0
    for level, part in ending.levels.items():
        x, wide = scale(at), scale(at + part.share) - scale(at)
        yield (
            f'<rect x="{number(x)}" y="{number(y - 13)}" width="{number(wide)}" height="26" fill="{colour}" '
            f'fill-opacity="{number(shades.get(level, STRONG))}" stroke="{PAPER}"/>'
        )
        at += part.share


def shade(place: int, levels: int) -> float:
    return STRONG - (STRONG - WEAK) * place / max(1, levels - 1)


def whisker(share: Share, scale: Scale, y: float) -> str:
    low, high = number(scale(share.low)), number(scale(share.high))
    a, b, at = number(y - 5), number(y + 5), number(y)
    path = f"M{low} {at}H{high}M{low} {a}V{b}M{high} {a}V{b}"
    return f'<path d="{path}" stroke="{PAPER}" stroke-width="3.6"/><path d="{path}" stroke="{INK}" stroke-width="1.5"/>'


def percents(scale: Scale) -> Iterator[str]:
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = scale(share)
        yield f'<path d="M{number(x)} {number(TOP)}V{number(HIGH - BOTTOM)}" stroke="{GRID}"/>'
        yield words(f"{share:.0%}", x, HIGH - BOTTOM + 16, 11, fill=FAINT)


# ---------------------------------------------------------------- how long


def lengths(simulation: Simulation, summary: Summary) -> str:
    """How many games took how many turns; decisions if a game has no turns."""
    turns = [result.turns for result in simulation.results if result.turns is not None]
    figures = turns or [result.decisions for result in simulation.results]
    unit, around = ("turns", summary.turns) if turns and summary.turns else ("decisions", summary.decisions)
    note = f"median {around.median:g} {unit}, quartiles {around.low:g} and {around.high:g}"
    step = max(1, ceil((max(figures) - min(figures) + 1) / BARS))
    first = min(figures) // step * step
    count = Counter((figure - first) // step for figure in figures)
    bars = max(count) + 1
    across = Scale(0, bars, LEFT, WIDE - LEFT)
    up = Scale(0, top_of(max(count.values())), HIGH - BOTTOM, -(HIGH - TOP - BOTTOM))
    parts = [heading("How long it takes", note), *levels_across(up, LEFT)]
    gap = 2.0 if bars > 8 else 6.0
    for place in range(bars):
        x, wide, y = across(place) + gap / 2, across(1) - across(0) - gap, up(count[place])
        parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(up(0) - y)}" fill="#6f6450"/>'
        )
        if place % ceil(bars / 12) == 0:
            parts.append(words(f"{first + place * step}", x + wide / 2, HIGH - BOTTOM + 16, 11, fill=FAINT))
    parts.append(words(unit if step == 1 else f"{unit}, by {step}", (LEFT + WIDE) / 2, HIGH - 2, 11, fill=FAINT))
    return "".join(parts)


# ---------------------------------------------------------------- tracks


def track(name: str, sides: dict[str, tuple[Band, ...]], colours: dict[str, str], wide: float) -> str:
    """The median of each side as a line in the band of its quartiles."""
    every = [band for bands in sides.values() for band in bands]
    turns = sorted({band.turn for band in every})
    across = Scale(turns[0], turns[-1], LEFT + 8, wide - LEFT - 16)
    low = min(0.0, *(band.level.low for band in every))
    up = Scale(low, top_of(max(band.level.high for band in every)), HIGH - BOTTOM, -(HIGH - TOP - BOTTOM))
    parts = [
        heading(capital(in_table("track", name)), "median and quartiles at the end of each turn", wide),
        *levels_across(up, LEFT, wide),
        *(words(f"{turn}", across(turn), HIGH - BOTTOM + 16, 11, fill=FAINT) for turn in turns[:: ceil(len(turns) / 14)]),
        words("turn", (LEFT + wide) / 2, HIGH - 2, 11, fill=FAINT),
        *key({in_table("side", side): (colours.get(side, NOBODY), STRONG) for side in sides}, LEFT + 8),
    ]
    for side, bands in sides.items():
        colour = colours.get(side, NOBODY)
        edge = [(across(band.turn), up(band.level.high)) for band in bands]
        edge += [(across(band.turn), up(band.level.low)) for band in reversed(bands)]
        line = [(across(band.turn), up(band.level.median)) for band in bands]
        parts.append(f'<path d="{path(edge)}Z" fill="{colour}" fill-opacity=".16"/>')
        parts.append(f'<path d="{path(line)}" fill="none" stroke="{colour}" stroke-width="2.4" stroke-linejoin="round"/>')
    return "".join(parts)


def key(entries: dict[str, tuple[str, float]], x: float) -> Iterator[str]:
    """What the colours and their shades mean, below the title of a panel."""
    for text, (colour, dark) in entries.items():
        yield f'<rect x="{number(x)}" y="22" width="14" height="7" fill="{colour}" fill-opacity="{number(dark)}"/>'
        yield words(text, x + 19, 29, 10.5, fill=FAINT, anchor="start")
        x += 19 + 7 * len(text) + 14


def path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


# ---------------------------------------------------------------- axes


def levels_across(up: Scale, left: float, wide: float = WIDE) -> Iterator[str]:
    """Lines across the panel at round figures."""
    step = round_step(up.last - up.first)
    at = ceil(up.first / step) * step
    while at <= up.last + step / 1000:
        y = up(at)
        yield f'<path d="M{number(left)} {number(y)}H{number(wide)}" stroke="{GRID if at else FAINT}"/>'
        yield words(f"{at:g}", left - 6, y + 4, 11, fill=FAINT, anchor="end")
        at += step


def round_step(length: float) -> float:
    """1, 2 or 5 times a power of ten, so that four or five lines fit."""
    rough = max(length, 1e-9) / 5
    power = 10.0 ** floor(log10(rough))
    return float(next(power * times for times in (1, 2, 5, 10) if power * times >= rough))


def top_of(most: float) -> float:
    """The next round figure."""
    step = round_step(most or 1)
    return ceil((most or 1) / step) * step
