"""The help of the table: its keys, and what the signs on the map mean."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from grognard.cli.table.drawing import CROSSINGS, FEATURES, GROUNDS, HEXSIDES, ROADS
from grognard.core.texts import text
from grognard.telling.boards import Board, HexBoard
from grognard.telling.words import call, say

KEYS = (
    ("arrows", "keys.arrows"),
    ("shift+arrows", "keys.leap"),
    ("Enter", "keys.enter"),
    ("Tab", "keys.tab"),
    ("/", "keys.filter"),
    ("Esc", "keys.clear"),
    ("n", "keys.next"),
    ("e", "keys.end"),
    ("+ -", "keys.zoom"),
    ("c", "keys.centre"),
    ("h", "keys.bare"),
    ("u", "keys.undo"),
    ("w", "keys.why"),
    ("r", "keys.rules"),
    ("o", "keys.odds"),
    ("l", "keys.log"),
    ("Ctrl+arrows", "keys.facts"),
    ("Ctrl+S", "keys.save"),
    ("x", "keys.resign"),
    ("q", "keys.quit"),
)


def help_page(board: Board | None, inspections: tuple[str, ...]) -> Iterator[RenderableType]:
    """What to do, the keys, and the legend of the map."""
    yield Text(say("help-first") + "\n")
    keys = Table.grid(padding=(0, 2))
    for key, words in KEYS:
        keys.add_row(Text(key, style="bold"), say(words))
    for number, what in enumerate(inspections, 1):
        keys.add_row(Text(str(number), style="bold"), say("keys.inspect", what=text(f"inspect.{what}")))
    yield keys
    if isinstance(board, HexBoard):
        yield Text("")
        yield from legend(board)


def legend(board: HexBoard) -> Iterator[Text]:
    """The signs of the terrain, features, hexsides and roads on this map, and how its counters are read."""
    sheet = board.sheet
    yield Text(say("legend"), style="bold")
    for terrain in dict.fromkeys(h.terrain for h in sheet.hexes):
        ground = GROUNDS.get(terrain)
        sign = Text(f" {ground.signs} ", style=f"{ground.ink} on {ground.paper}") if ground else Text(f" {terrain[:1]} ")
        yield sign.append(f" {call(terrain)}", style="default on default")
    for feature in dict.fromkeys(feature for h in sheet.hexes for feature in h.features):
        yield Text(f" {FEATURES.get(feature, feature[:1].upper())}  {call(feature)}")
    for kind in dict.fromkeys(side.kind for side in sheet.hexsides):
        yield Text(f" {CROSSINGS.get(kind, '/')}  ", style=f"bold {HEXSIDES.get(kind, '#ffffff')}").append(
            call(kind), "default"
        )
    for kind in dict.fromkeys(road.kind for road in sheet.roads):
        yield Text(f" {ROADS.get(kind, ROADS['track'])[0]}  {call(kind)}")
    if sheet.values:
        yield Text(say("counter-values", values=sheet.values))
    yield Text(say("counter-marks"))
    yield Text(say("north", way=say(f"way.{sheet.north}")))
