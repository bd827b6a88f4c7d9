"""Counters: a rounded square with its name, the symbol of its arm, its values, its steps and its states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from math import cos, pi, sin
from typing import NamedTuple
from zlib import crc32

from grognard.core.pictures import Art, CounterPicture, StackPicture, StateArt
from grognard.core.pictures.hexes import HexSheet
from grognard.core.texts import in_table
from grognard.drawing.layout import HEIGHT, Point, centre, number, paper, polygon
from grognard.drawing.lettering import BOLD, width_of, words

SIZE = 47.0
BAND = 11.0
CURVE = 4.5
GOLD = "#f2c94c"

# ---------------------------------------------------------------- symbols, in a box of 26 by 15 about the origin

MUSKET = (
    '<g transform="rotate({turn})"><path d="M-11 .3H10.5" stroke-width="1.1"/>'
    '<path d="M-12.5-.3L-6-.9L-4 .9L-12 2.6Z" fill="{ink}" stroke="none"/></g>'
)
SABRE = (
    '<g transform="rotate({turn})"><path d="M-9 1.4C-3 2.6 5 1.6 11-2.6C6 3 0 4.2-9 3.2Z" fill="{ink}" '
    'stroke="none"/><path d="M-9.4-1.4V5.4M-9.4 2.2H-12.5"/></g>'
)


def star(x: float, y: float, radius: float, fill: str) -> str:
    """A five-pointed star."""
    spikes = [(radius if i % 2 == 0 else radius * 0.42, -pi / 2 + i * pi / 5) for i in range(10)]
    points: list[Point] = [(x + r * cos(turn), y + r * sin(turn)) for r, turn in spikes]
    return f'<path d="{polygon(points)}" fill="{fill}" stroke="#5a4310" stroke-width=".6" stroke-linejoin="round"/>'


def muskets(ink: str, rank: int) -> str:
    return MUSKET.format(turn=-27, ink=ink) + MUSKET.format(turn=207, ink=ink)


def musket_and_horn(ink: str, rank: int) -> str:
    """A musket and a bugle horn."""
    return (
        MUSKET.format(turn=-27, ink=ink)
        + '<path d="M-8-4.6C-7 5.5 6 6.5 8.2-.4" stroke-width="1.7"/>'
        + f'<path d="M6 .2L10.8-2.6L10.4 2.4Z" fill="{ink}" stroke="none"/><path d="M-9.6-5H-6.4"/>'
    )


def musket_and_target(ink: str, rank: int) -> str:
    """A musket before a target."""
    target = '<circle r="6" stroke-width="1"/><circle r="2.6" stroke-width="1"/>'
    return target + '<g transform="translate(0 .2)">' + MUSKET.format(turn=-14, ink=ink) + "</g>"


def musket_and_fork(ink: str, rank: int) -> str:
    """A musket crossed with a pitchfork."""
    fork = '<g transform="rotate(207)"><path d="M-12 .4H5M5-2.6V3.4M5-2.6H11M5 .4H11.5M5 3.4H11" stroke-width="1"/></g>'
    return MUSKET.format(turn=-27, ink=ink) + fork


def sabres(ink: str, rank: int) -> str:
    flipped = f'<g transform="scale(-1 1)">{SABRE.format(turn=-27, ink=ink)}</g>'
    return SABRE.format(turn=-27, ink=ink) + flipped


def gun(ink: str, rank: int) -> str:
    """A gun on its carriage."""
    return (
        f'<path d="M-7-3.2L10.6-6.4L11-3.2L-6.6 1Z" fill="{ink}" stroke="none"/><path d="M-3-1L-12.5 6" stroke-width="2"/>'
        '<circle cx="0" cy="2" r="4.6" stroke-width="1.3" fill="#f7efd9"/>'
        '<path d="M0-2.6V6.6M-4.6 2H4.6M-3.2-1.2L3.2 5.2M3.2-1.2L-3.2 5.2" stroke-width=".7"/>'
    )


def stars_of_rank(ink: str, rank: int) -> str:
    """As many stars as the rank."""
    count = max(rank, 1)
    return "".join(star((i - (count - 1) / 2) * 9.5, 0.4, 5.6 if count > 1 else 7, GOLD) for i in range(count))


def musket(ink: str, rank: int) -> str:
    """A single musket."""
    return MUSKET.format(turn=-14, ink=ink)


def horse(ink: str, rank: int) -> str:
    """A horse's head."""
    return (
        f'<path d="M-8.5 6.6C-9.6 3-9-.8-6.4-3.2L-7.4-6.2L-4-5C1-7.6 6-4.2 9.4 1.2L8.2 3.6L5.6 2.6C3.6 1.4 1.4 1.6 .6 3.2'
        f'L2.4 6.6Z" fill="{ink}" stroke="none"/>'
    )


def horse_and_gun(ink: str, rank: int) -> str:
    """A gun, and the horse that it goes with."""
    rider = f'<g transform="translate(-7 -1.5) scale(.5)">{horse(ink, rank)}</g>'
    return f'<g transform="translate(3 1) scale(.72)">{gun(ink, rank)}</g>{rider}'


def men(ink: str, rank: int) -> str:
    """Men in open order."""
    man = '<circle cx="{x}" cy="-3.4" r="1.7" fill="{ink}" stroke="none"/><path d="M{x}-1.4V3M{x} 3l-1.8 3.4M{x} 3l1.8 3.4"/>'
    return "".join(man.format(x=x, ink=ink) for x in (-8, 0, 8))


def empty(ink: str, rank: int) -> str:
    """A box with nothing in it."""
    return '<path d="M-11-6L11 6M11-6L-11 6" stroke-width=".9"/><circle r="4.4" fill="#f7efd9"/>'


def formation(ink: str, rank: int) -> str:
    """The sign of a large formation: crosses over a box."""
    crosses = "".join(f"M{x}-6.5l3 3m0-3l-3 3" for x in (-6.5, -1.5, 3.5))
    return f'<path d="M-10-2H10V6H-10ZM-10-2L10 6M10-2L-10 6" stroke-width="1"/><path d="{crosses}"/>'


def box_cross(ink: str, rank: int) -> str:
    """The sign of foot: a crossed box."""
    return '<path d="M-10-5.5H10V5.5H-10ZM-10-5.5L10 5.5M10-5.5L-10 5.5" stroke-width="1.1"/>'


def box_slash(ink: str, rank: int) -> str:
    """The sign of horse: a box with one diagonal."""
    return '<path d="M-10-5.5H10V5.5H-10ZM-10 5.5L10-5.5" stroke-width="1.1"/>'


def box_dot(ink: str, rank: int) -> str:
    """The sign of guns: a box with a ball."""
    return f'<path d="M-10-5.5H10V5.5H-10Z" stroke-width="1.1"/><circle r="2.6" fill="{ink}" stroke="none"/>'


def box_slash_dot(ink: str, rank: int) -> str:
    """The sign of guns that ride: a ball on the diagonal."""
    return f'{box_slash(ink, rank)}<circle r="2.6" fill="{ink}" stroke="none"/>'


def diamond(ink: str, rank: int) -> str:
    """A pointer."""
    return f'<path d="M0-6.5L7 0L0 6.5L-7 0Z" fill="{ink}" stroke="none"/>'


def back(ink: str, rank: int) -> str:
    """A shield: what shows of a counter that lies face down."""
    return f'<path d="M-11-12Q0-7 11-12V2Q9 12 0 17Q-9 12-11 2Z" fill="none" stroke-width="2"/>{star(0, 0.5, 7.5, ink)}'


def signed(path: str) -> Callable[[str, int], str]:
    return lambda ink, rank: f'<path d="{path}" stroke-width="1.3"/>'


SYMBOLS: dict[str, Callable[[str, int], str]] = {
    "muskets": muskets,
    "musket-and-horn": musket_and_horn,
    "musket-and-target": musket_and_target,
    "musket-and-fork": musket_and_fork,
    "sabres": sabres,
    "gun": gun,
    "stars": stars_of_rank,
    "musket": musket,
    "horse": horse,
    "horse-and-gun": horse_and_gun,
    "men": men,
    "empty": empty,
    "formation": formation,
    "box-cross": box_cross,
    "box-slash": box_slash,
    "box-dot": box_dot,
    "box-slash-dot": box_slash_dot,
    "diamond": diamond,
    "bridge": signed("M-9 5.5V-3.5H9V5.5M0-3.5V5.5"),
    "wagon": signed("M-10 5.5H10M-9 5.5V-2C-6-6.5 6-6.5 9-2V5.5M-3 5.5V-4.4M3 5.5V-4.4"),
    "flag": signed("M-6 7V-6.5H9L5.5-2.5L9 1.5H-6"),
    "back": back,
}
UNKNOWN = signed("M-11 5.5L11-5.5M-11-5.5L11 5.5M0-4.5L4.5 0L0 4.5L-4.5 0Z")


def symbol_of(art: Art, word: str) -> str:
    """The drawing of a kind of counter."""
    return art.symbols.get(word, word)


def symbol(drawing: str, rank: int = 0, ink: str = "#2b241a") -> str:
    """A drawing; one that there is not is a crossed diamond."""
    draw = SYMBOLS.get(drawing, UNKNOWN)
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="1.2" stroke-linecap="round" stroke-linejoin="round">{draw(ink, rank)}</g>'
    )


# ---------------------------------------------------------------- states


def slanted(w: float, h: float) -> str:
    return f"M{number(-w + 4)} {number(-h)}H{number(w)}L{number(w - 4)} {number(h)}H{number(-w)}Z"


def jagged(w: float, h: float) -> str:
    """A band broken along both edges."""
    teeth = 9
    points: list[Point] = [(-w + 2 * w * i / teeth, -h - (2.2 if i % 2 else -0.4)) for i in range(teeth + 1)]
    points += [(w - 2 * w * i / teeth, h + (2.2 if i % 2 else -0.4)) for i in range(teeth + 1)]
    return polygon(points)


def pill(w: float, h: float) -> str:
    straight = number(2 * (w - h))
    r = number(h)
    high = number(2 * h)
    return f"M{number(-w + h)} {number(-h)}h{straight}a{r} {r} 0 0 1 0 {high}h-{straight}a{r} {r} 0 0 1 0-{high}Z"


def arrow(w: float, h: float) -> str:
    return f"M{number(w)} {number(-h)}H{number(-w + 5)}L{number(-w)} 0L{number(-w + 5)} {number(h)}H{number(w)}Z"


def cloud(w: float, h: float) -> str:
    puffs = 5
    step = 2 * w / puffs
    upper = "".join(f"q{number(step / 2)}-3.6 {number(step)} 0" for _ in range(puffs))
    lower = "".join(f"q{number(-step / 2)} 3.6 {number(-step)} 0" for _ in range(puffs))
    return f"M{number(-w)} {number(-h + 1)}{upper}V{number(h - 1)}{lower}Z"


def wavy(w: float, h: float) -> str:
    step = number(w / 4)
    upper = f"q{step}-2.6 {number(w / 2)} 0t{number(w / 2)} 0" * 2
    lower = f"q-{step}-2.6 {number(-w / 2)} 0t{number(-w / 2)} 0" * 2
    return f"M{number(-w)} {number(-h)}{upper}V{number(h)}{lower}Z"


def swollen(w: float, h: float) -> str:
    low, high = number(h * 0.5), number(h * 1.5)
    return f"M{number(-w)} -{low}Q0 -{high} {number(w)} -{low}V{low}Q0 {high} {number(-w)} {low}Z"


def waisted(w: float, h: float) -> str:
    waist = number(h * 0.6)
    return f"M{number(-w)} {number(-h)}L0 -{waist}L{number(w)} {number(-h)}V{number(h)}L0 {waist}L{number(-w)} {number(h)}Z"


def box(w: float, h: float) -> str:
    return f"M{number(-w)} {number(-h)}H{number(w)}V{number(h)}H{number(-w)}Z"


def sack(w: float, h: float) -> str:
    return f"M{number(-w)} {number(h)}L{number(-w + 3)} {number(-h)}H{number(w - 3)}L{number(w)} {number(h)}Z"


def basket(w: float, h: float) -> str:
    return f"M{number(-w)} {number(-h)}H{number(w)}L{number(w - 4)} {number(h)}H{number(-w + 4)}Z"


def leaning(w: float, h: float) -> str:
    return f"M{number(-w)} {number(-h)}H{number(w - 4)}L{number(w)} {number(h)}H{number(-w + 4)}Z"


def notched(w: float, h: float) -> str:
    """A band cut into from above."""
    return f"M{number(-w)} {number(-h)}H-3L0 {number(-h * 0.2)}L3 {number(-h)}H{number(w)}V{number(h)}H{number(-w)}Z"


def hexagon(w: float, h: float) -> str:
    left, right = number(-w + h), number(w - h)
    return f"M{number(-w)} 0L{left} {number(-h)}H{right}L{number(w)} 0L{right} {number(h)}H{left}Z"


def chevron(w: float, h: float) -> str:
    return (
        f"M{number(-w)} {number(-h)}H{number(w - h)}L{number(w)} 0L{number(w - h)} {number(h)}H{number(-w)}L{number(-w + h)} 0Z"
    )


def tag(w: float, h: float) -> str:
    return f"M{number(-w)} {number(-h)}H{number(w - h)}L{number(w)} 0L{number(w - h)} {number(h)}H{number(-w)}Z"


SHAPES: dict[str, Callable[[float, float], str]] = {
    "box": box,
    "slanted": slanted,
    "leaning": leaning,
    "jagged": jagged,
    "notched": notched,
    "pill": pill,
    "arrow": arrow,
    "tag": tag,
    "chevron": chevron,
    "hexagon": hexagon,
    "cloud": cloud,
    "wavy": wavy,
    "swollen": swollen,
    "waisted": waisted,
    "sack": sack,
    "basket": basket,
}
COLOURS = {
    "amber": ("#f4b731", "#3a2600"),
    "black": ("#1f1a17", "#ff8a70"),
    "white": ("#fffdf5", "#a3121f"),
    "cream": ("#fff6d8", "#5b4306"),
    "grey": ("#e2e2e2", "#44444c"),
    "brown": ("#c99755", "#33200a"),
    "tan": ("#e6c9a0", "#5a1a10"),
    "blue": ("#a3cae2", "#143f63"),
    "lilac": ("#d9d2e6", "#33204d"),
    "green": ("#cfe3c0", "#264a1c"),
    "mint": ("#d7e6cf", "#143f63"),
    "olive": ("#b8c486", "#2f3a10"),
    "sage": ("#b7d3b4", "#17361b"),
    "pale-green": ("#e3ecd9", "#17361b"),
}
"""The band of a state, and the ink on it."""
INK, LIGHT_INK = "#23201a", "#fffdf5"
GREYS = ("#e8e2d2", "#d8dde0", "#e0d8e0")
"""Of states without a colour, which are told apart all the same."""


class StateLook(NamedTuple):
    """How a state shows on a counter."""

    shape: Callable[[float, float], str]
    fill: str
    ink: str
    letter: str
    icon: str


def state_look(art: Art, word: str) -> StateLook:
    pick = art.states.get(word) or StateArt()
    own = pick.colour if pick.colour.startswith("#") else GREYS[crc32(word.encode()) % len(GREYS)]
    red, green, blue = (int(own[i : i + 2], 16) for i in (1, 3, 5))
    fill, ink = COLOURS.get(pick.colour) or (own, INK if 0.21 * red + 0.72 * green + 0.07 * blue > 120 else LIGHT_INK)
    icon = PIN if pick.shape == "pill" else ""
    return StateLook(SHAPES.get(pick.shape, box), fill, ink, pick.letter or word[:1].upper(), icon)


PIN = (
    '<circle cx="-11" cy="-1" r="2.3" fill="#c4202e" stroke="#6d0a14" stroke-width=".5"/>'
    '<path d="M-11 1.2V4" stroke="#333" stroke-width=".8"/>'
)


def state_band(art: Art, state: str, half: float) -> str:
    """The band of a state about the origin, so many units high to either side."""
    look = state_look(art, state)
    wide = SIZE / 2 - 2
    word, room = in_table("state", state).upper(), wide * 2 - 9
    size = half * (1.75 if width_of(word, half * 1.75) < room * 1.6 else 1.3)
    letters = words(word, 3 if look.icon else 0, half * 0.68, size, fill=look.ink, room=room, style=BOLD)
    return (
        f'<path d="{look.shape(wide, half)}" fill="{look.fill}" stroke="{look.ink}" stroke-width=".8" '
        f'stroke-linejoin="round"/>{look.icon}{letters}'
    )


def state_bands(art: Art, states: tuple[str, ...]) -> Iterator[str]:
    """The bands of a counter's states, one below another across its symbol."""
    half = 4.4 if len(states) < 3 else 3.0 if len(states) == 3 else 2.2
    for i, state in enumerate(states):
        y = 21.5 + (i - (len(states) - 1) / 2) * (half * 2 + 1)
        yield f'<g transform="translate({number(SIZE / 2)} {number(y)})">{state_band(art, state, half)}</g>'


def state_letters(art: Art, states: tuple[str, ...]) -> Iterator[str]:
    """Discs at the end of the name, which show even when another counter lies on top."""
    for i, state in enumerate(states):
        look = state_look(art, state)
        x = SIZE - 6 - i * 8
        yield (
            f'<circle cx="{number(x)}" cy="{number(BAND / 2)}" r="3.7" fill="{look.fill}" stroke="{look.ink}" '
            'stroke-width=".7"/>'
        )
        yield words(look.letter, x, BAND / 2 + 2.1, 5.8, fill=look.ink, style=BOLD)


# ---------------------------------------------------------------- the counter


def pips(counter: CounterPicture) -> Iterator[str]:
    """A square for each strength step, hollow when it is gone."""
    for i in range(counter.steps):
        fill = counter.colours.ink if i < counter.steps - counter.lost else "none"
        y = 14.4 + i * 6
        yield (
            f'<rect x="{number(SIZE - 6.6)}" y="{number(y)}" width="4" height="4" fill="{fill}" '
            f'stroke="{counter.colours.ink}" stroke-width=".8"/>'
        )


def face(art: Art, counter: CounterPicture) -> str:
    """A counter with its upper left corner at the origin."""
    if counter.symbol == "back":
        return turned_over(counter)
    hover = "; ".join((counter.title or counter.name, counter.values, *(["reduced"] if counter.lost else []), *counter.states))
    return "".join(
        (
            f'<g id="counter-{escape(counter.id)}"><title>{escape(hover)}</title>',
            card(counter),
            name_band(art, counter),
            stars(counter) if has_stars(art, counter) else arm(art, counter),
            words(counter.values, SIZE / 2, 43.6, 14, fill=counter.colours.ink, room=SIZE - 6, style=BOLD),
            *state_bands(art, counter.states),
            rim(counter),
            "</g>",
        )
    )


def turned_over(counter: CounterPicture) -> str:
    """A counter that lies face down: the colour and the shield of its army, and nothing else."""
    shield = (
        f'<g transform="translate({number(SIZE / 2)} {number(SIZE / 2 - 2)})">{symbol("back", ink=counter.colours.ink)}</g>'
    )
    frame = f'<rect x="4" y="4" width="{number(SIZE - 8)}" height="{number(SIZE - 8)}" rx="2.5" fill="none"'
    inner = f'{frame} stroke="{counter.colours.band}" stroke-width="1.4"/>'
    title = escape(counter.title or counter.name)
    return f'<g id="counter-{escape(counter.id)}"><title>{title}</title>{card(counter)}{inner}{shield}{rim(counter)}</g>'


def card(counter: CounterPicture) -> str:
    """The square and its shadow."""
    square = f'width="{number(SIZE)}" height="{number(SIZE)}" rx="{CURVE}"'
    return f'<rect x="1.6" y="2" {square} fill="#221b10" opacity=".38"/><rect {square} fill="{counter.colours.face}"/>'


def name_band(art: Art, counter: CounterPicture) -> str:
    """The band at the top: a leader's star, the name, and the letters of the states."""
    look = counter.colours
    before = 8.0 if has_stars(art, counter) else 0.0
    room = SIZE - 5 - before - 8 * len(counter.states)
    bend = f"{CURVE} {CURVE} 0 0 1"
    outline = f"M0 {BAND}V{CURVE}A{bend} {CURVE} 0H{number(SIZE - CURVE)}A{bend} {number(SIZE)} {CURVE}V{BAND}Z"
    return "".join(
        (
            f'<path d="{outline}" fill="{look.band}"/>',
            star(6.8, BAND / 2 + 0.3, 3.9, GOLD) if before else "",
            words(counter.name, 2.5 + before + room / 2, 8.2, 7.4, fill=look.band_ink, room=room, style=BOLD),
            *state_letters(art, counter.states),
        )
    )


def has_stars(art: Art, counter: CounterPicture) -> bool:
    return symbol_of(art, counter.symbol) == "stars"


def stars(counter: CounterPicture) -> str:
    return f'<g transform="translate({number(SIZE / 2)} 21.7)">{symbol("stars", counter.rank)}</g>'


def arm(art: Art, counter: CounterPicture) -> str:
    """The symbol of the arm in its box, and the steps beside it."""
    x = SIZE / 2 - 2
    frame = 'width="28" height="16.6" rx="1.5" fill="#f7efd9" stroke="#2b241a" stroke-width=".7"'
    drawing = f'<g transform="translate({number(x)} 21.7)">{symbol(symbol_of(art, counter.symbol))}</g>'
    return f'<rect x="{number(x - 14)}" y="13.4" {frame}/>{drawing}{"".join(pips(counter))}'


def rim(counter: CounterPicture) -> str:
    """The edge of the counter; dashed in white on a unit that has lost a step."""
    edge = f'<rect x=".5" y=".5" width="{number(SIZE - 1)}" height="{number(SIZE - 1)}" rx="4" fill="none" stroke="#221b10"/>'
    if not counter.lost:
        return edge
    square = f'x="1" y="1" width="{number(SIZE - 2)}" height="{number(SIZE - 2)}" rx="4"'
    return f'{edge}<rect {square} fill="none" stroke="#fff" stroke-width="1.6" stroke-dasharray="4 3"/>'


def stacks(sheet: HexSheet) -> Iterator[str]:
    """Every stack, from the far edge of the map to the near one, so that the nearer lies on top."""
    where = {h.label: centre(h.column, h.row) for h in sheet.hexes}
    for stack in sorted(sheet.stacks, key=lambda stack: (where[stack.place][1], where[stack.place][0])):
        yield cascade(sheet.art, stack, paper(where[stack.place]))


def cascade(art: Art, stack: StackPicture, at: Point) -> str:
    """A stack as a cascade: of each lower counter the name and the right edge remain in sight."""
    count = len(stack.counters)
    down = max(7.5, min(BAND, (HEIGHT + 6 - SIZE) / max(count - 1, 1)))
    across = min(3.0, 14 / max(count - 1, 1))
    x = at[0] - SIZE / 2 + across * (count - 1) / 2
    y = max(at[1] - SIZE / 2 + 3 - down * (count - 1) / 2, at[1] - HEIGHT / 2 - 5)
    placed = (
        f'<g transform="translate({number(x - across * i)} {number(y + down * i)})">{face(art, counter)}</g>'
        for i, counter in enumerate(stack.counters)
    )
    dug = trench(at, y + down * (count - 1) + SIZE, stack.colour) if stack.entrenched else ""
    return f'<g id="stack-{stack.place}">{"".join(placed)}{dug}</g>'


def trench(at: Point, foot: float, colour: str) -> str:
    """A bank of earth with teeth before a stack, in the colour of its army."""
    teeth = "l4 6l4-6" * 7
    return (
        f'<g transform="translate({number(at[0] - 28)} {number(foot - 3)})"><path d="M0-6V2{teeth}V-6L51-2H5Z" fill="#7a5230" '
        f'stroke="#2f1e0e" stroke-width="1.1" stroke-linejoin="round"/><path d="M3 .2H53" stroke="{colour or "#444"}" '
        'stroke-width="2.4"/></g>'
    )
