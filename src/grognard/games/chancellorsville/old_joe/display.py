"""J-B0f, J-B0g: the automaton's display as a sheet of the picture, with its counters where they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.pictures import Colours, CounterPicture, MarkerPicture, Picture, StackPicture
from grognard.core.pictures.display import BOX, GAP, BoxPicture, DisplaySheet, PanelPicture, column, row, wheel
from grognard.core.texts import text
from grognard.games.chancellorsville.old_joe.track import HOOKER
from grognard.games.chancellorsville.victories.pieces import CSA, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire

SCALE = 4.0
"""How much larger the strategic map is drawn than its sketch."""
UNION_FACE = Colours("#2c4a7c", "#ffffff", "#1b2f52", "#ffffff")
CSA_FACE = Colours("#8d2b25", "#ffffff", "#5d1a16", "#ffffff")
MARKER = Colours("#f0e6c8", "#222222", "#c8b06a", "#222222")
EDGE = 12.0
PITCH = BOX + GAP


def counter(
    id: str, name: str, symbol: str = "corps", values: str = "", colours: Colours = UNION_FACE, side: str = UNION
) -> CounterPicture:
    return CounterPicture(id, name, symbol, values, colours, side=side)


def boxes_of(game: Solitaire) -> tuple[tuple[BoxPicture, ...], tuple[PanelPicture, ...], float, float]:
    """Everything that is printed: boxes and the frames about them."""
    parts = game.rules.components
    sketch = parts.book.strategic_map.sketch
    wide, high = sketch.width * SCALE, sketch.height * SCALE
    areas = tuple(
        BoxPicture(f"area {area.id}", f"{area.name} {area.id}", (EDGE + area.x * SCALE, EDGE + area.y * SCALE))
        for area in parts.areas.values()
    )
    right = wide + 3 * EDGE
    sectors = wheel([(f"sector {n}", str(n)) for n in range(1, 9)], (right + 180, 200), 130)
    spaces = column(
        [(f"space {n}", str(n)) for n in range(1, parts.display.activation_track.spaces + 1)], right + 400, 3 * EDGE
    )
    moods = column([(f"hooker {b.box}", f"{b.box} {b.attitude}") for b in parts.display.hooker.boxes], right + 500, 3 * EDGE)
    moods = tuple(
        BoxPicture(box.id, box.text, box.at, box.size, outlined=bool(data.linked))
        for box, data in zip(moods, parts.display.hooker.boxes, strict=True)
    )
    holding = column([("holding 1", "1"), ("holding 2", "2")], right + 600, 3 * EDGE)
    below = high + 5 * EDGE
    first, last = parts.display.victory.track
    points = row([(f"vp {n}", str(n)) for n in range(first, last + 1)], EDGE, below)
    nights = parts.night_turns
    turns = row(
        [(f"turn {n}", f"{n}{' *' if n in nights else ''}") for n in range(1, parts.book.setup.last_turn + 1)],
        EDGE,
        below + PITCH + 3 * EDGE,
    )
    width = max(right + 600 + BOX + EDGE, EDGE * 2 + (last - first + 1) * PITCH)
    panels = (
        PanelPicture(text("display.areas"), 0, 0, wide + 2 * EDGE, high + 2 * EDGE),
        PanelPicture(text("display.wheel"), right, 0, 360, 400, "wheel"),
        PanelPicture(text("display.track"), right + 392, 0, BOX + 16, 3 * EDGE + 7 * PITCH, "column"),
        PanelPicture(text("display.hooker"), right + 492, 0, BOX + 16, 3 * EDGE + 6 * PITCH, "column"),
        PanelPicture(text("display.holding"), right + 592, 0, BOX + 16, 3 * EDGE + 2 * PITCH, "column"),
        PanelPicture(text("display.victory"), 0, below - 2 * EDGE, width, PITCH + 2 * EDGE, "track"),
        PanelPicture(text("display.turns"), 0, below + PITCH + EDGE, EDGE + 20 * PITCH, PITCH + 2 * EDGE, "track"),
    )
    return (*areas, *sectors, *spaces, *moods, *holding, *points, *turns), panels, width, below + 2 * PITCH + 6 * EDGE


def stacks_of(game: Solitaire) -> tuple[StackPicture, ...]:
    """The counters on the display; those of the activation track and the Holding Box show their backs."""
    state, rules = game.state, game.rules
    found: dict[str, list[CounterPicture]] = {}

    def put(place: str, lying: CounterPicture) -> None:
        found.setdefault(place, []).append(lying)

    for formation, area in state.areas.items():
        value = "+1" if formation in state.combat else ""
        put(f"area {area}", counter(f"strategic {formation}", formation, values=value))
    for formation, sector in state.wheel.items():
        put(f"sector {sector}", counter(f"wheel {formation}", formation))
    for place in range(len(state.track)):
        put(f"space {place + 1}", counter(f"track {place + 1}", "?", "back"))
    for place in range(len(state.boxes.get(HOOKER, ()))):
        put(f"holding {place + 1}", counter(f"held {place + 1}", "?", "back"))
    if state.hooker:
        put(f"hooker {state.hooker}", counter("hooker", "Hooker", "leader"))
    low, high = rules.components.display.victory.track
    for place, id in enumerate(state.laid_csa):
        put(f"vp {low + place}", counter(f"laid {id}", rules.counters[id].name, "unit", "", CSA_FACE, CSA))
    for place, id in enumerate(state.laid_union):
        put(f"vp {high - place}", counter(f"laid {id}", rules.counters[id].name, "unit"))
    put(f"vp {min(max(state.vp, low), high)}", counter("vp", str(state.vp), "marker", "", MARKER, CSA))
    put(f"turn {state.turn}", counter("turn", str(state.turn), "marker", "", MARKER, CSA))
    for name, turn in state.due.items():
        put(f"turn {turn}", counter(f"due {name}", name))
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
        width=width,
        height=height,
        boxes=boxes,
        panels=panels,
        stacks=stacks_of(game),
        markers=markers,
    )


def picture(game: Solitaire, board: Picture | None) -> Picture:
    """The map of the campaign, where it can be drawn, and the display beside it."""
    sheet = display_sheet(game)
    state = game.state
    notes = (text("display.note", {"vp": state.vp, "attitude": text(f"attitude.{state.attitude}")}),)
    if board is None:
        return Picture(title=game.scenario.title, sheets=(sheet,), notes=notes)
    return Picture(
        title=board.title,
        sheets=(*board.sheets, sheet),
        subtitle=board.subtitle,
        notes=(*board.notes, *notes),
        values=board.values,
        trays=board.trays,
        tracks=board.tracks,
    )
