"""J-B0f, J-B0g: the automaton's display as a sheet of the picture, with its counters where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.pictures import Colours, CounterPicture, Line, MarkerPicture, Picture, Point, StackPicture, art_of
from grognard.core.pictures.display import BOX, GAP, BoxPicture, DisplaySheet, PanelPicture, column, row, wheel
from grognard.core.texts import text
from grognard.games.chancellorsville.old_joe.track import HOOKER
from grognard.games.chancellorsville.victories.picture import BANDS
from grognard.games.chancellorsville.victories.pieces import CSA, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.data_schema import HookerBox
    from grognard.games.chancellorsville.old_joe.state import Solitaire

SCALE = 6.5
"""How much larger the strategic map is drawn than its sketch."""
AREA = (126.0, 78.0)
"""The size of an area: a line for its name, and room for two counters side by side."""
UNION_FACE = Colours("#2c4a7c", "#ffffff", "#1b2f52", "#ffffff")
CSA_FACE = Colours("#8d2b25", "#ffffff", "#5d1a16", "#ffffff")
MARKER = Colours("#f0e6c8", "#222222", "#c8b06a", "#222222")
EDGE = 12.0
HEAD = 34.0
"""The room for the title of a panel."""
PITCH = BOX + GAP
MOOD = (150.0, BOX)
SECTOR = 84.0
WAITING = (74.0, 66.0)
NORTH = 9
"""How much of the sketch is shown north of the northernmost area."""
AGGRESSIVE, CAUTIOUS, DARK = "#f3c9b4", "#c9d8ea", "#aab4d6"
"""The tints of Hooker's moods, and of the nights."""
RIVERS: tuple[Line, ...] = (
    ((12, 33), (22, 34), (36, 38), (52, 35), (70, 30), (80, 27), (90, 27)),
    (
        (26, 21),
        (40, 24),
        (58, 22),
        (74, 22),
        (90, 27),
        (104, 34),
        (118, 37),
        (134, 44),
        (147, 50),
        (160, 51),
        (171, 56),
        (182, 62),
    )
    + ((191, 70), (193, 76)),
)
"""The Rapidan and the Rappahannock on the sketch of the strategic map, over the areas of the fords."""


def counter(
    id: str, name: str, symbol: str = "corps", values: str = "", colours: Colours = UNION_FACE, side: str = UNION
) -> CounterPicture:
    return CounterPicture(id, name, symbol, values, colours, side=side)


def face_of(formation: str) -> Colours:
    """The colours of a formation, as on the map."""
    band, ink = BANDS.get(formation, (UNION_FACE.band, UNION_FACE.band_ink))
    return Colours(UNION_FACE.face, UNION_FACE.ink, band, ink)


def on_sketch(game: Solitaire, x: float, y: float) -> Point:
    """A point of the strategic map's sketch, on the display."""
    areas = game.rules.components.areas.values()
    left, top = min(area.x for area in areas), min(area.y for area in areas) - NORTH
    return EDGE + AREA[0] / 2 + (x - left) * SCALE, HEAD + AREA[1] / 2 + (y - top) * SCALE


def boxes_of(game: Solitaire) -> tuple[tuple[BoxPicture, ...], tuple[PanelPicture, ...], float, float]:
    """Everything that is printed: boxes and the frames about them, from the strategic map down to the tracks."""
    parts = game.rules.components
    found = parts.areas.values()
    wide = 2 * EDGE + AREA[0] + (max(area.x for area in found) - min(area.x for area in found)) * SCALE
    high = HEAD + EDGE + AREA[1] + (max(area.y for area in found) - min(area.y for area in found) + NORTH) * SCALE
    areas = tuple(
        BoxPicture(f"area {area.id}", area.name, on_sketch(game, area.x, area.y), AREA, about=area.id, captioned=True)
        for area in found
    )
    top = high + EDGE
    round_sectors = wheel([(f"sector {n}", str(n)) for n in range(1, 9)], (200, top + HEAD + 178), 136)
    sectors = tuple(replace(box, size=(SECTOR, SECTOR), captioned=True) for box in round_sectors)
    moods = tuple(
        mood_box(box, data) for box, data in zip(column(moods_of(game), 424, top + HEAD, MOOD), hooker(game), strict=True)
    )
    spaces = row(spaces_of(game), 612, top + HEAD, WAITING)
    holding = row([("holding 1", ""), ("holding 2", "")], 612, top + 124 + HEAD, WAITING)
    below = top + 6 * PITCH + HEAD + 2 * EDGE
    first, last = parts.display.victory.track
    half = (last - first) // 2 + 1
    points = (
        *row([(f"vp {n}", str(n)) for n in range(first, first + half)], EDGE, below + HEAD),
        *row([(f"vp {n}", str(n)) for n in range(first + half, last + 1)], EDGE, below + HEAD + PITCH),
    )
    turns_top = below + HEAD + 2 * PITCH + EDGE
    turns = row(turns_of(game), EDGE, turns_top + HEAD, (52.0, BOX))
    turns = tuple(replace(box, tint=DARK if n in parts.night_turns else "") for n, box in enumerate(turns, 1))
    bottom = turns_top + HEAD + PITCH + EDGE
    panels = (
        PanelPicture(text("display.areas"), 0, 0, wide, high),
        PanelPicture(text("display.wheel"), 0, top, 400, below - top - EDGE, "wheel"),
        PanelPicture(text("display.hooker"), 412, top, MOOD[0] + 24, below - top - EDGE, "column"),
        PanelPicture(text("display.track"), 600, top, wide - 600, HEAD + WAITING[1] + EDGE, "track"),
        PanelPicture(text("display.holding"), 600, top + 124, 2 * WAITING[0] + 36, HEAD + WAITING[1] + EDGE),
        PanelPicture(text("display.victory"), 0, below, wide, turns_top - below - EDGE, "track"),
        PanelPicture(text("display.turns"), 0, turns_top, wide, bottom - turns_top, "track"),
    )
    return (*areas, *sectors, *moods, *spaces, *holding, *points, *turns), panels, wide, bottom


def hooker(game: Solitaire) -> Sequence[HookerBox]:
    return game.rules.components.display.hooker.boxes


def moods_of(game: Solitaire) -> list[tuple[str, str]]:
    return [(f"hooker {data.box}", text(f"attitude.{data.attitude}")) for data in hooker(game)]


def mood_box(box: BoxPicture, data: HookerBox) -> BoxPicture:
    """A box of Hooker's column in the colour of its mood; those that are linked to the activation track stand out."""
    linked = text("display.linked", {"spaces": ", ".join(map(str, data.linked))}) if data.linked else ""
    tint = AGGRESSIVE if data.attitude == "A" else CAUTIOUS
    return replace(box, tint=tint, outlined=bool(data.linked), about=linked)


def spaces_of(game: Solitaire) -> list[tuple[str, str]]:
    return [(f"space {n}", str(n)) for n in range(1, game.rules.components.display.activation_track.spaces + 1)]


def turns_of(game: Solitaire) -> list[tuple[str, str]]:
    return [(f"turn {n}", str(n)) for n in range(1, game.rules.components.book.setup.last_turn + 1)]


def names(components: SoloComponents) -> dict[str, str]:
    """What lies face up on the display, by the ids of its counters, so that each can be followed from box to box."""
    formations = [*components.formations, "Independent", "X"]
    kinds = [(kind, formation) for kind in ("strategic", "wheel", "due") for formation in formations]
    markers = {f"marker-{word}": text(f"display.marker-{word}") for word in ("hooker", "vp", "turn")}
    return {f"{kind}-{formation}": formation for kind, formation in kinds} | markers


def stacks_of(game: Solitaire) -> tuple[StackPicture, ...]:
    """The counters on the display; those of the activation track and the Holding Box show their backs."""
    state, rules = game.state, game.rules
    found: dict[str, list[CounterPicture]] = {}

    def put(place: str, lying: CounterPicture) -> None:
        found.setdefault(place, []).append(lying)

    for formation, area in state.areas.items():
        value = f"{formation}+1" if formation in state.combat else formation
        put(f"area {area}", counter(f"strategic-{formation}", formation, values=value, colours=face_of(formation)))
    for formation, sector in state.wheel.items():
        put(f"sector {sector}", counter(f"wheel-{formation}", formation, values=formation, colours=face_of(formation)))
    for place in range(len(state.track)):
        put(f"space {place + 1}", counter(f"track {place + 1}", "?", "back"))
    for place in range(len(state.boxes.get(HOOKER, ()))):
        put(f"holding {place + 1}", counter(f"held {place + 1}", "?", "back"))
    if state.hooker:
        put(f"hooker {state.hooker}", counter("marker-hooker", "Hooker", "leader"))
    low, high = rules.components.display.victory.track
    for place, id in enumerate(state.laid_csa):
        put(f"vp {low + place}", counter(f"laid-{id}", rules.counters[id].name, "unit", "", CSA_FACE, CSA))
    for place, id in enumerate(state.laid_union):
        put(f"vp {high - place}", counter(f"laid-{id}", rules.counters[id].name, "unit"))
    put(f"vp {min(max(state.vp, low), high)}", counter("marker-vp", str(state.vp), "marker", str(state.vp), MARKER, CSA))
    put(f"turn {state.turn}", counter("marker-turn", str(state.turn), "marker", str(state.turn), MARKER, CSA))
    for name, turn in state.due.items():
        put(f"turn {turn}", counter(f"due-{name}", name, values=name[:4], colours=face_of(name)))
    return tuple(StackPicture(place, tuple(lying)) for place, lying in found.items())


def display_sheet(game: Solitaire) -> DisplaySheet:
    """The display with all that lies on it; objectives are flags in their areas."""
    boxes, panels, width, height = boxes_of(game)
    markers = tuple(
        MarkerPicture(f"area {objective.area}", f"{formation} {'X' if objective.x else objective.value}", UNION_FACE.face)
        for formation, objective in game.state.objectives.items()
    )
    return DisplaySheet(
        id="display",
        title=text("display.title"),
        art=art_of(game.rules),
        width=width,
        height=height,
        boxes=boxes,
        panels=panels,
        stacks=stacks_of(game),
        markers=markers,
        rivers=tuple(tuple(on_sketch(game, x, y) for x, y in course) for course in RIVERS),
    )


def picture(game: Solitaire, board: Picture) -> Picture:
    """The map of the campaign, and the display beside it."""
    sheet = display_sheet(game)
    state = game.state
    notes = (text("display.note", {"vp": state.vp, "attitude": text(f"attitude.{state.attitude}")}),)
    return Picture(
        title=board.title,
        sheets=(replace(board.sheets[0], title=text("display.map")), *board.sheets[1:], sheet),
        subtitle=board.subtitle,
        notes=(*board.notes, *notes),
        values=board.values,
        trays=board.trays,
        tracks=board.tracks,
    )
