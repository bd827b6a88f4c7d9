"""The whole table as one seat, or a spectator, sees it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.core.games import Outcome
from grognard.core.texts import in_table
from grognard.server.faces.cards import option_title, player_title, title_of, value_title
from grognard.server.faces.maps import map_of
from grognard.server.faces.pieces import pieces_of
from grognard.server.faces.questions import inspections_of, question_of
from grognard.server.faces.sight import Sight
from grognard.server.faces.tracks import tracks_of
from grognard.server.shapes import DiceState, Offer, OptionLine, Over, SeatState, StandingOrder, Table, When
from grognard.telling.words import capital, verdict_in_words


class Setting(msgspec.Struct, frozen=True):
    """What is about the table and not about the game: who sits there, and what they have asked one another."""

    game: str
    seq: int
    players: Mapping[str, str]
    joined: frozenset[str] = frozenset()
    online: frozenset[str] = frozenset()
    offers: tuple[Offer, ...] = ()
    orders: tuple[StandingOrder, ...] = ()


def table_of(sight: Sight, setting: Setting) -> Table:
    """Every part of the table."""
    sheet = sight.sheet
    return Table(
        setting.game,
        sight.scenario.id,
        title_of(sight.scenario),
        sight.who,
        setting.seq,
        sight.moment,
        seats_of(sight, setting),
        sight.actors,
        over_of(sight.over),
        when_of(sight),
        map_of(sheet).digest if sheet is not None else "",
        pieces_of(sight),
        tuple(tracks_of(sight)),
        sheet.notes if sheet is not None else (),
        question_of(sight),
        sight.can_undo,
        setting.offers,
        setting.orders,
        inspections_of(sight),
        dice_of(sight),
        options_of(sight),
    )


def seats_of(sight: Sight, setting: Setting) -> tuple[SeatState, ...]:
    colours = sight.colours
    return tuple(
        SeatState(
            seat,
            in_table("side", seat),
            colours.get(seat, ""),
            setting.players[seat],
            player_title(setting.players[seat]),
            seat in setting.joined,
            seat in setting.online,
        )
        for seat in sight.seats
    )


def over_of(over: Outcome | None) -> Over | None:
    """How the game ended, in words."""
    if over is None:
        return None
    level, reason = in_table("outcome.level", over.level), in_table("outcome.reason", over.reason)
    return Over(over.winner, verdict_in_words(over), capital(level), capital(reason), over.cites)


def when_of(sight: Sight) -> When:
    """Turn, phase and side; in words as the picture's own heading has it."""
    turn, phase, phasing = sight.when
    named = capital(in_table("phase", phase))
    return When(turn, named, phasing, sight.sheet.subtitle if sight.sheet is not None else named)


def dice_of(sight: Sight) -> DiceState:
    return msgspec.convert({"commitment": "", "secret": None, "game": "", "nonces": {}} | sight.dice, DiceState)


def options_of(sight: Sight) -> tuple[OptionLine, ...]:
    return tuple(OptionLine(option_title(name), value_title(name, value)) for name, value in sight.options.items())
