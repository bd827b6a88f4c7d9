"""The end of a game: who won and why, the last tracks, the losses, and where the record is."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from grognard.cli.table.host import Host
from grognard.cli.telling import outcome_in_words, tracks_of
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.rulebooks import summary
from grognard.telling.boards import board_of
from grognard.telling.words import capital, say, track_in_words


def ending(host: Host, seat: Seat) -> Iterator[RenderableType]:
    """What there is to say when a game is over."""
    over = seat.over
    if over is None:
        return
    yield outcome_in_words(over)
    for name, levels in tracks_of(host.game).items():
        yield Text(capital(track_in_words(name, levels)))
    board = board_of(seat.ask(Rules.picture))
    for tray in board.trays if board is not None else ():
        yield Text(f"{tray.title}: ", style="bold").append(
            ", ".join(counter.title or counter.name for counter in tray.counters), style="not bold"
        )
    for section in dict.fromkeys(summary(id) for id in over.cites):
        if section is not None:
            yield Text(f"\n{section.id} {section.title}: {section.text}", style="dim")
    if host.file is not None:
        yield Text(f"\n{say('record-in', file=str(host.file))}")
