"""All that the server would send of a game, to compare: every part of the table, the log, and what is refused."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.server.refusals import Refused
from grognard.server.shapes import LogLine, Table
from grognard.server.views.context import context_of
from grognard.server.views.log import LogView
from grognard.server.views.questions import inspection, why_not
from grognard.server.views.table import TableInfo, dice_of, table_of


def table_info(game: Game) -> TableInfo:
    return TableInfo(
        "game", game.marks.length, dict.fromkeys(game.seats, "human"), dice=dice_of(game.dice, game.over is not None)
    )


def face(game: Game, seat: str | None) -> Table:
    return table_of(context_of(game, seat), table_info(game))


def log(game: Game, seat: str | None) -> list[LogLine]:
    return LogView().lines_of(context_of(game, seat))


def sent(game: Game, seat: str | None) -> bytes:
    """Everything that is sent of a game without being asked for."""
    return msgspec.json.encode([face(game, seat), log(game, seat)])


def answered(game: Game, seat: str | None, pieces: Iterable[str], places: Iterable[str]) -> bytes:
    """What a seat hears when it asks about pieces and places."""
    context = context_of(game, seat)
    heard: list[object] = []
    for what in context.seat.rules.inspections:
        heard += [tried(lambda what=what, piece=piece: inspection(context, what, piece)) for piece in pieces]
    heard += [tried(lambda place=place: why_not(context, "", place, "")) for place in places]
    heard += [tried(lambda piece=piece: why_not(context, "", "", piece)) for piece in pieces]
    return msgspec.json.encode(heard)


def tried(asked: object) -> object:
    try:
        return asked()  # type: ignore[operator]
    except Refused as refusal:
        return [refusal.error, str(refusal)]
    except GrognardError as fault:
        raise AssertionError(f"what is asked in vain is refused, not {fault!r}") from fault
