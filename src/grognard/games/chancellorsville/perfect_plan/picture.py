"""A position as a picture, as one seat sees it: the others' counters show their backs (P-D11b)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from grognard.core.pictures import (
    Colours,
    CounterPicture,
    FlagPicture,
    FlyingPicture,
    Line,
    Picture,
    Point,
    StackPicture,
    TrackPicture,
    TrayPicture,
    art_of,
)
from grognard.core.pictures.areas import AreaPicture, AreaSheet, CrossingPicture, RiverPicture
from grognard.core.texts import text
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP, ARMIES
from grognard.games.chancellorsville.perfect_plan.data_schema import BorderData
from grognard.games.chancellorsville.perfect_plan.state import ELIMINATED, IN_HAND, WAITING

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.components import Counter
    from grognard.games.chancellorsville.perfect_plan.state import Plan

FLAGS = {AOP: FlagPicture("U.S.", "#2c4a7c"), ANV: FlagPicture("C.S.", "#8d2b25")}
COLOURS = {
    AOP: Colours("#33568c", "#ffffff", "#1d3358", "#ffffff"),
    ANV: Colours("#8b8a83", "#ffffff", "#5a2a22", "#ffffff"),
}
TINTS = {AOP: ("#cfd9cb", "#c5d1cc", "#d5dccb"), ANV: ("#dfd9ae", "#d6d2a2", "#e4dcb8")}
"""The ground north and south of the rivers, in shades so that neighbours can be told apart."""
THICKET = ("wilderness", "chancellorsville", "catharine_furnace", "parkers_store")
"""The Wilderness of Spotsylvania: second growth that hides whole corps."""
WOODS = ("todds_tavern", "zoan_church", "mine_run", "spotsylvania", "germanna_ford", "elys_ford", "united_states_ford")
LETTERED = {"Rappahannock": (330.0, 412.0), "Rapidan": (12.0, 75.0)}
"""From where to where, from west to east, the name of each river runs."""
CAVALRY = ("Stoneman", "Stuart")
CORNER = (26.0, 190.0)
FRAME = (8.0, 8.0, 404.0, 240.0)


def picture_of(game: Plan, seat: str | None) -> Picture:
    rules, state = game.rules, game.state
    return Picture(
        title=rules.components.map.name,
        sheets=(sheet_of(game, seat),),
        subtitle=moment(game),
        notes=notes(game),
        trays=tuple(trays(game, seat)),
        tracks=(
            TrackPicture(text("picture.turn"), tuple(str(turn + 1) for turn in range(rules.last_turn)), state.turn - 1),
            TrackPicture(text("picture.impulse"), tuple(map(str, rules.impulses.moves)), state.impulse - 1),
        ),
    )


# ---------------------------------------------------------------- the map


def sheet_of(game: Plan, seat: str | None) -> AreaSheet:
    sheet = game.rules.components.map
    left, top, width, height = FRAME
    return AreaSheet(
        title=sheet.name,
        art=art_of(game.rules),
        cartouche=(sheet.name.upper(), text("picture.campaign"), text("picture.arrows"), text("picture.limit")),
        corner=CORNER,
        left=left,
        top=top,
        width=width,
        height=height,
        areas=tuple(area_pictures(game)),
        borders=tuple(line for border in sheet.borders if border.kind == "land" for line in border.lines),
        rivers=tuple(rivers(game)),
        crossings=tuple(crossings(sheet.borders)),
        roads=tuple(roads(game)),
        stacks=tuple(stacks(game, seat)),
        flags=tuple(flags(game)),
    )


def area_pictures(game: Plan) -> Iterator[AreaPicture]:
    rules = game.rules
    for area in rules.components.map.areas:
        flag = rules.flags[area.id]
        yield AreaPicture(
            area.id,
            area.name,
            area.polygon,
            area.label,
            area.place,
            TINTS[flag][area.number % 3],
            ground(area.id),
            FLAGS[flag],
            area.id in rules.objectives,
            printed_notes(game, area.id),
        )


def flags(game: Plan) -> Iterator[FlyingPicture]:
    """The flags that fly where another is printed."""
    for area, printed in game.rules.flags.items():
        holder = game.controller(area)
        if holder != printed:
            yield FlyingPicture(area, FLAGS[holder])


def ground(area: str) -> str:
    return "thicket" if area in THICKET else "woods" if area in WOODS else "open"


def printed_notes(game: Plan, area: str) -> tuple[str, ...]:
    """Where units come back and come in."""
    rules = game.rules
    found = [text("picture.recovery", {"army": army}) for army in ARMIES if area in rules.recovery_areas[army]]
    if area in rules.extra_recovery_areas:
        found.append(text("picture.recovery-controller"))
    groups = rules.components.reinforcements
    found.extend(
        text("picture.entry", {"army": army, "turn": group.turn}) for army, group in groups.items() if group.area == area
    )
    return tuple(found)


def rivers(game: Plan) -> Iterator[RiverPicture]:
    sheet = game.rules.components.map
    for name, course in sheet.rivers.items():
        lines = tuple(line for border in sheet.borders if border.river == name for line in border.lines)
        first, last = LETTERED[name]
        yield RiverPicture(name, lines, tuple(point for point in course if first <= point[0] <= last))


def crossings(borders: tuple[BorderData, ...]) -> Iterator[CrossingPicture]:
    for border in borders:
        if border.arrow is not None:
            yield CrossingPicture(border.crossing, border.arrow, direction(border.lines, border.arrow))


def direction(lines: tuple[Line, ...], point: Point) -> Point:
    """Which way a line runs near a point."""
    stretches = [stretch for line in lines for stretch in pairwise(line)]

    def distance(stretch: tuple[Point, Point]) -> float:
        (ax, ay), (bx, by) = stretch
        return hypot((ax + bx) / 2 - point[0], (ay + by) / 2 - point[1])

    (ax, ay), (bx, by) = min(stretches, key=distance)
    return bx - ax, by - ay


def roads(game: Plan) -> Iterator[Line]:
    """Each road from place to place, over the crossings on its way."""
    sheet = game.rules.components.map
    places = {area.id: area.place for area in sheet.areas}
    arrows = {frozenset(border.areas): border.arrow for border in sheet.borders}
    for road in sheet.roads:
        line = [places[road[0]]]
        for start, end in pairwise(road):
            arrow = arrows.get(frozenset((start, end)))
            line.extend([arrow, places[end]] if arrow is not None else [places[end]])
        yield tuple(line)


# ---------------------------------------------------------------- the counters


def stacks(game: Plan, seat: str | None) -> Iterator[StackPicture]:
    for army in ARMIES:
        for area in sorted(game.stacks(army), key=game.rules.places.__getitem__):
            known = army == seat or area == game.state.revealed
            units = game.units_in(army, area)
            counters = [front(game.rules.counters[unit]) for unit in units] if known else backs(army, area, len(units))
            yield StackPicture(area, tuple(counters), COLOURS[army].band, area in game.state.trenches[army])


def backs(army: str, area: str, number: int) -> list[CounterPicture]:
    """As many backs as there are counters; which is which nobody can tell."""
    return [
        CounterPicture(f"{army}-{area}-{place}", "", "back", "", COLOURS[army], text(f"army.{army}"), side=army)
        for place in range(number)
    ]


def front(counter: Counter) -> CounterPicture:
    value = f"+{counter.bonus}" if counter.is_commander else f"{counter.hits_on}+"
    rank = 2 if counter.is_commander else 0
    short = counter.name.partition(" (")[0]  # as it is called in a sentence
    return CounterPicture(
        counter.id, short, arm(counter), value, COLOURS[counter.side], counter.name, 0, 0, rank, side=counter.side
    )


def arm(counter: Counter) -> str:
    """Which drawing a counter carries; the two cavalry divisions show sabres."""
    if counter.is_commander:
        return "leader"
    if counter.is_small:
        return "small_unit"
    return "dragoons" if counter.printed in CAVALRY else "infantry"


def trays(game: Plan, seat: str | None) -> Iterator[TrayPicture]:
    """The box of eliminated units is open to both; the reinforcements are known; what is in hand only its owner sees."""
    for army in ARMIES:
        held = [unit for unit in game.rules.sheets[army] if game.state.units[unit] == IN_HAND]
        # P-D11b
        if held:
            shown = [front(game.rules.counters[unit]) for unit in held] if army == seat else backs(army, IN_HAND, len(held))
            yield TrayPicture(f"{text(f'side.{army}')}, {text('picture.hand')}", tuple(shown))
        # P-D12
        for box in (ELIMINATED, WAITING):
            units = [unit for unit in game.rules.sheets[army] if game.state.units[unit] == box]
            if units:
                title = f"{text(f'side.{army}')}, {text(f'picture.{box}')}"
                yield TrayPicture(title, tuple(front(game.rules.counters[unit]) for unit in units))


# ---------------------------------------------------------------- the heading


def moment(game: Plan) -> str:
    """`Turn 2, impulse 3: the Army of the Potomac, moves left: 2`."""
    state = game.state
    if state.phase == "movement":
        army = text(f"army.{state.moving}")
        at = {"turn": state.turn, "impulse": state.impulse, "moves": state.moves}
        return text("picture.in-movement", {**at, "army": army})
    return text("picture.in-phase", {"turn": state.turn, "phase": state.phase})


def notes(game: Plan) -> tuple[str, ...]:
    """The initiative, who holds the objectives, and the trenches left."""
    state, rules = game.state, game.rules
    found = [text("picture.initiative", {"army": text(f"army.{state.initiative}")})] if state.initiative else []
    held = (f"{rules.board.areas[area].name}: {text(f'side.{game.controller(area)}')}" for area in rules.objectives)
    left = text("picture.trenches", {"aop": state.unbuilt[AOP], "anv": state.unbuilt[ANV]})
    return (*found, "; ".join(held), left)


# ---------------------------------------------------------------- the same in words


def in_words(game: Plan, seat: str | None) -> Iterator[str]:
    """The position as text: the moment, every area that is occupied, and the boxes."""
    yield moment(game)
    yield from notes(game)
    held = {area for army in ARMIES for area in game.stacks(army)}
    for area in sorted(held, key=game.rules.places.__getitem__):
        troops = "; ".join(f"{text(f'side.{army}')} {stack_in_words(game, army, area, seat)}" for army in holders(game, area))
        yield f"{game.rules.board.areas[area].name}: {troops}"
    for tray in trays(game, seat):
        yield f"{tray.title}: {', '.join(counter.title for counter in tray.counters)}"


def holders(game: Plan, area: str) -> list[str]:
    return [army for army in ARMIES if area in game.stacks(army)]


def stack_in_words(game: Plan, army: str, area: str, seat: str | None) -> str:
    """Names where they may be known, otherwise how many counters there are."""
    units = game.units_in(army, area)
    known = army == seat or area == game.state.revealed
    shown = ", ".join(game.rules.counters[unit].name for unit in units) if known else str(len(units))
    return shown + (f" + {text('picture.trench')}" if area in game.state.trenches[army] else "")
