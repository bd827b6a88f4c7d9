"""The whole table as one seat, or a spectator, sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.dice import Dice, Live
from grognard.core.features import Story
from grognard.core.games import Outcome
from grognard.core.orders import StandingOrder as Known
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.core.texts import TextScope, in_table, scope_in_force, text
from grognard.server.shapes import (
    HUMAN,
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
from grognard.server.views.context import ViewContext
from grognard.server.views.maps import map_of
from grognard.server.views.pieces import pieces_of
from grognard.server.views.questions import inspections_of, question_of
from grognard.server.views.tracks import tracks_of, victories_of
from grognard.telling.words import action_in_words, capital, reason_in_words, verdict_in_words

NO_DICE = DiceState("", None, "", {})


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
    dice: DiceState = NO_DICE


def table_of(context: ViewContext, info: TableInfo) -> Table:
    """Every part of the table."""
    return Table(**parts_of_game(context), **parts_of_table(context, info))


def parts_of_game(context: ViewContext) -> dict[str, Any]:
    """The parts that change only with a move."""
    return {**parts_for_all(context.public), **parts_for_seat(context)}


def parts_for_all(context: ViewContext) -> dict[str, Any]:
    """Those that are the same for everybody who reads the same language, from a spectator's context."""
    seat, rules = context.seat, context.seat.rules
    return {
        "scenario": rules.scenario.id,
        "moment": seat.log.moments,
        "actors": seat.actors,
        "victories": victories_of(context),
        "circumstances": circumstances_of(context),
        "diary": Story in rules.features,
        "inspections": inspections_of(rules),
        "options": options_of(rules, scope_in_force()),
        **(parts_of_board(context) if rules.open_board else {}),
    }


def parts_for_seat(context: ViewContext) -> dict[str, Any]:
    """Those that depend on the seat."""
    seat = context.seat
    return {
        "seat": seat.name,
        "over": over_of(seat.over, context),
        "cards": cards_of(context),
        "agreement": agreement_of(seat),
        "decision": question_of(context),
        "can_undo": seat.can_undo,
        **({} if seat.rules.open_board else parts_of_board(context)),
    }


def parts_of_board(context: ViewContext) -> dict[str, Any]:
    """Those that depend on what is seen on the map and on the tracks."""
    picture = context.picture
    return {
        "when": when_of(context),
        "map": map_of(picture).digest if picture is not None else "",
        "pieces": pieces_of(context),
        "tracks": tuple(tracks_of(context)),
        "notes": picture.notes if picture is not None else (),
    }


def parts_of_table(context: ViewContext, info: TableInfo) -> dict[str, Any]:
    """The parts that change with who comes and goes, and with what is asked and ordered."""
    seat, rules = context.seat, context.seat.rules
    title = title_of(rules.scenario)
    return {
        "game": info.game,
        "title": text("server.what-if", {"title": title}) if info.forked else title,
        "seq": info.seq,
        "seats": seats_of(rules, info),
        "sides": sides_of(rules, scope_in_force()),
        "offers": info.offers,
        "invites": info.invites,
        "orders": orders_of(seat, info.orders),
        "ordered": action_in_words(seat, rules.vocabulary.parse(info.ordered), context.names) if info.ordered else "",
        "advice": tuple(Advice(seat, about, word) for seat, own in info.advice.items() for about, word in own.items()),
        "dice": info.dice,
        "rematch": info.rematch,
        "lesson": info.lesson,
        "earlier": info.earlier,
    }


def seats_of(rules: Rules, info: TableInfo) -> tuple[SeatState, ...]:
    colours = rules.colours()
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
        for seat in rules.seats
    )


@lru_cache(maxsize=256)
def sides_of(rules: Rules, scope: TextScope) -> tuple[SideState, ...]:
    """Everybody whom tracks, forecasts and outcomes speak of: the sides, then the armies of which a side has several.

    The scope of texts is in force already and here only a cache key; so it is with the options.
    """
    colours = rules.colours()
    return tuple(
        SideState(name, in_table("side", name), in_table("army", name), colours.get(name, ""), rules.seats_on(name))
        for name in rules.scored
    )


def orders_of(seat: Seat, ordered: Mapping[str, str]) -> tuple[StandingOrder, ...]:
    """The standing orders that a seat may give, with what it has ordered."""
    known = seat.rules.standing_orders(seat.name) if seat.name is not None else ()
    scope = scope_in_force()
    unordered = (order_of(order, scope) for order in known)
    return tuple(replace(order, answer=ordered[order.kind]) if ordered.get(order.kind) else order for order in unordered)


@lru_cache(maxsize=1024)
def order_of(order: Known, scope: TextScope) -> StandingOrder:
    """A standing order that is not given; the scope of texts is in force already and here only a cache key."""
    answers = tuple(OrderAnswer(answer.word, capital(text(answer.title))) for answer in order.answers)
    return StandingOrder(order.kind, capital(text(order.title)), order.cites, answers, "")


def over_of(over: Outcome | None, context: ViewContext) -> Over | None:
    """How the game ended, in words."""
    if over is None:
        return None
    level, reason = in_table("outcome.level", over.level), reason_in_words(over, context.sides, context.seat.name)
    return Over(over.winner, verdict_in_words(over), capital(level), reason, over.cites)


def when_of(context: ViewContext) -> When:
    """Turn, phase and side; in words as the picture's own heading has it."""
    turn, phase, phasing = context.seat.public(Rules.when)
    named = capital(in_table("phase", phase))
    return When(turn, named, phasing, context.picture.subtitle if context.picture is not None else named)


def dice_of(dice: Dice, over: bool) -> DiceState:
    """What all may know of the dice: their secret only once the game is over."""
    if not isinstance(dice, Live):
        return NO_DICE
    return DiceState(dice.commitment, dice.secret.hex() if over else None, dice.game_id, dict(dice.nonces))


@lru_cache(maxsize=256)
def options_of(rules: Rules, scope: TextScope) -> tuple[OptionLine, ...]:
    return tuple(OptionLine(option_title(name), value_title(name, value)) for name, value in rules.options.items())
