"""The help of the table: its keys, and what the signs on the map mean."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from grognard.cli.table.drawing import Drawing
from grognard.core.texts import text
from grognard.telling.boards import Board
from grognard.telling.words import say

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
    ("m", "keys.sheet"),
    ("h", "keys.bare"),
    ("u", "keys.undo"),
    ("w", "keys.why"),
    ("r", "keys.rules"),
    ("o", "keys.odds"),
    ("d", "keys.cards"),
    ("a", "keys.allies"),
    ("l", "keys.log"),
    ("s", "keys.diary"),
    ("Ctrl+arrows", "keys.facts"),
    ("Ctrl+S", "keys.save"),
    ("x", "keys.resign"),
    ("q", "keys.quit"),
)


def help_page(board: Board | None, drawing: Drawing | None, inspections: tuple[str, ...]) -> Iterator[RenderableType]:
    """What to do, the keys, and the legend of the map."""
    yield Text(say("help-first") + "\n")
    keys = Table.grid(padding=(0, 2))
    for key, words in KEYS:
        keys.add_row(Text(key, style="bold"), say(words))
    for number, what in enumerate(inspections, 1):
        keys.add_row(Text(str(number), style="bold"), say("keys.inspect", what=text(f"inspect.{what}")))
    yield keys
    legend = list(drawing.legend()) if drawing is not None else []
    if legend:
        yield Text("")
        yield Text(say("legend"), style="bold")
        yield from legend
        if board is not None and board.values:
            yield Text(say("counter-values", values=board.values))
        yield Text(say("counter-marks"))
