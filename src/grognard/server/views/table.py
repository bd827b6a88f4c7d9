"""The whole table as one seat, or a spectator, sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.games import Outcome
from grognard.core.orders import StandingOrder as Known
from grognard.core.texts import TextScope, in_table, scope_in_force, text
from grognard.server.autoplay.answering import HUMAN
from grognard.server.shapes import (
    Advice,
    DiceState,
    LessonGuide,
    Offer,
    OptionLine,
    OrderAnswer,
    Over,
    SeatState,
    SideState,
    StandingOrder,
    Table,
    When,
)
from grognard.server.views.cards import agreement_of, cards_of, circumstances_of
from grognard.server.views.catalogue import option_title, player_title, title_of, value_title
from grognard.server.views.maps import map_of
from grognard.server.views.pieces import pieces_of
from grognard.server.views.questions import inspections_of, question_of
from grognard.server.views.tracks import tracks_of, victories_of
from grognard.server.views.viewer import Viewer
from grognard.telling.words import action_in_words, capital, reason_in_words, verdict_in_words


class TableInfo(msgspec.Struct, frozen=True):
    """What is about the table and not about the game: who sits there, and what they have asked one another."""

    game: str
    seq: int
    players: Mapping[str, str]
    joined: frozenset[str] = frozenset()
    online: frozenset[str] = frozenset()
    offers: tuple[Offer, ...] = ()
    orders: Mapping[str, str] = {}
    """What who looks has ordered: by the kind of order the answer."""
    ordered: str = ""
    """The action with which the orders of who looks will answer their question now."""
    advice: Mapping[str, Mapping[str, str]] = {}
    """What who looks and their allies advise one another, by seat."""
    rematch: str = ""
    called: Mapping[str, str] = {}
    """What the persons of the seats are called."""
    invited: frozenset[str] = frozenset()
    """The seats to which somebody is invited, and that nobody has taken."""
    held_with: Mapping[str, tuple[str, ...]] = {}
    """Which other seats the person of each seat holds."""
    invites: tuple[str, ...] = ()
    lesson: LessonGuide | None = None
    """What the learner is told, if it is a lesson and who looks takes it."""
    forked: bool = False
    """Whether it goes on from a moment of another game."""
    earlier: str = ""
    """Why the game can only be read, if it was played by earlier rules."""


def table_of(viewer: Viewer, info: TableInfo) -> Table:
    """Every part of the table."""
    return Table(**parts_of_game(viewer), **parts_of_table(viewer, info))


def parts_of_game(viewer: Viewer) -> dict[str, Any]:
    """The parts that change only with a move."""
    picture = viewer.picture
    return {
        "scenario": viewer.scenario.id,
        "seat": viewer.who,
        "moment": viewer.moment,
        "actors": viewer.actors,
        "over": over_of(viewer.over, viewer),
        "when": when_of(viewer),
        "map": map_of(picture).digest if picture is not None else "",
        "pieces": pieces_of(viewer),
        "tracks": tuple(tracks_of(viewer)),
        "victories": victories_of(viewer),
        "circumstances": circumstances_of(viewer),
        "cards": cards_of(viewer),
        "agreement": agreement_of(viewer),
        "notes": picture.notes if picture is not None else (),
        "diary": viewer.tells_story,
        "decision": question_of(viewer),
        "can_undo": viewer.can_undo,
        "inspections": inspections_of(viewer),
        "options": options_of(viewer),
    }


def parts_of_table(viewer: Viewer, info: TableInfo) -> dict[str, Any]:
    """The parts that change with who comes and goes, and with what is asked and ordered."""
    return {
        "game": info.game,
        "title": text("server.what-if", {"title": title_of(viewer.scenario)}) if info.forked else title_of(viewer.scenario),
        "seq": info.seq,
        "seats": seats_of(viewer, info),
        "sides": sides_of(viewer),
        "offers": info.offers,
        "invites": info.invites,
        "orders": orders_of(viewer, info.orders),
        "ordered": action_in_words(viewer.seat, viewer.parse(info.ordered), viewer.names)
        if viewer.seat and info.ordered
        else "",
        "advice": tuple(Advice(seat, about, word) for seat, own in info.advice.items() for about, word in own.items()),
        "dice": dice_of(viewer),
        "rematch": info.rematch,
        "lesson": info.lesson,
        "earlier": info.earlier,
    }


def seats_of(viewer: Viewer, info: TableInfo) -> tuple[SeatState, ...]:
    colours = viewer.colours
    return tuple(
        SeatState(
            seat,
            in_table("side", seat),
            in_table("army", seat),
            colours.get(seat, ""),
            info.players[seat],
            player_title(info.players[seat]),
            seat in info.joined,
            seat in info.online,
            info.called.get(seat, "") if info.players[seat] == HUMAN else "",
            seat in info.invited,
            info.held_with.get(seat, ()),
        )
        for seat in viewer.seats
    )


def sides_of(viewer: Viewer) -> tuple[SideState, ...]:
    """Everybody whom tracks, forecasts and outcomes speak of: the sides, then the armies of which a side has several."""
    colours, sides = viewer.colours, viewer.sides
    return tuple(
        SideState(name, in_table("side", name), in_table("army", name), colours.get(name, ""), sides.get(name, ()))
        for name in viewer.scored
    )


def orders_of(viewer: Viewer, ordered: Mapping[str, str]) -> tuple[StandingOrder, ...]:
    """The standing orders that a seat may give, with what it has ordered."""
    known = viewer.seat.standing_orders if viewer.seat is not None else ()
    scope = scope_in_force()
    unordered = (order_of(order, scope) for order in known)
    return tuple(replace(order, answer=ordered[order.kind]) if ordered.get(order.kind) else order for order in unordered)


@lru_cache(maxsize=1024)
def order_of(order: Known, scope: TextScope) -> StandingOrder:
    """A standing order that is not given; the scope of texts is in force already and here only a cache key."""
    answers = tuple(OrderAnswer(answer.word, capital(text(answer.title))) for answer in order.answers)
    return StandingOrder(order.kind, capital(text(order.title)), order.cites, answers, "")


def over_of(over: Outcome | None, viewer: Viewer) -> Over | None:
    """How the game ended, in words."""
    if over is None:
        return None
    level, reason = in_table("outcome.level", over.level), reason_in_words(over, viewer.sides, viewer.who)
    return Over(over.winner, verdict_in_words(over), capital(level), reason, over.cites)


def when_of(viewer: Viewer) -> When:
    """Turn, phase and side; in words as the picture's own heading has it."""
    turn, phase, phasing = viewer.when
    named = capital(in_table("phase", phase))
    return When(turn, named, phasing, viewer.picture.subtitle if viewer.picture is not None else named)


def dice_of(viewer: Viewer) -> DiceState:
    return msgspec.convert({"commitment": "", "secret": None, "game": "", "nonces": {}} | viewer.dice, DiceState)


def options_of(viewer: Viewer) -> tuple[OptionLine, ...]:
    return tuple(OptionLine(option_title(name), value_title(name, value)) for name, value in viewer.options.items())
