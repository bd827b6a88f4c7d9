"""Fights before they are fought: the breakdown of a forecast, and the exact odds."""

from __future__ import annotations

from msgspec.structs import replace

import grognard
from grognard.analysis import Forecast, verdict_on_all
from grognard.analysis import Odds as Chances
from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.features import FightParties
from grognard.core.fights import Fight
from grognard.core.fights import Party as Muster
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.core.texts import in_table
from grognard.server.refusals import Refused, only_seats, refused
from grognard.server.shapes import Breakdown, Consequence, Fate, Odds, Party
from grognard.server.views.breakdowns import breakdown_of
from grognard.server.views.context import ViewContext
from grognard.server.views.questions import parsed
from grognard.telling.fights import by_chance, consequences_in_words, policies_in_words
from grognard.telling.words import capital

SHOWN = 20
"""How many of the exact outcomes are listed, the likeliest first."""


def forecast_if_any(context: ViewContext, action: str, party: str = "") -> Breakdown | None:
    """The same; without a choice, nothing if the fight that was under way is over by now."""
    return forecast_at(context, action, party) if action or seated(context).public(Rules.fights) else None


def forecast_at(context: ViewContext, action: str, party: str = "") -> Breakdown:
    """The breakdown of the fight that a choice begins or joins, or of the one under way with this sealed choice.

    Where it is asked next who takes part, these do (ids with commas between them); if none are named, the best."""
    seat = seated(context)
    choice = offered(context, seat, action) if action else None
    fight = fight_of(seat, choice)
    parties = seat.ask(FightParties.parties, choice) if choice is not None else ()
    if parties:
        chosen = party_of(parties, party)
        found = breakdown_of(grognard.forecast(seat, replace(fight, units=chosen.pieces)), context)
        shapes = tuple(Party(each.pieces, tuple(map(str, each.actions)), each.chance) for each in parties)
        return replace(found, party=chosen.pieces, parties=shapes)
    sealed = str(choice) if choice is not None and seat.ask(Rules.fight_of, choice) is None else None
    try:
        return breakdown_of(grognard.forecast(seat, fight, sealed), context)
    except GrognardError:
        if sealed is None:
            raise
    return breakdown_of(grognard.forecast(seat, fight), context)  # the choice has no part in the fight


def party_of(parties: tuple[Muster, ...], party: str) -> Muster:
    """Those who are named, if they can take part together; if none are named, the best."""
    wanted = frozenset(filter(None, party.split(",")))
    found = next((each for each in parties if not wanted or frozenset(each.pieces) == wanted), None)
    if found is None:
        raise refused("no-fight")
    return found


def odds_at(context: ViewContext, action: str, party: str = "") -> Odds:
    """The exact odds of the fight that a choice begins or joins, or of the one under way."""
    seat = seated(context)
    choice = offered(context, seat, action) if action else None
    fight = fight_of(seat, choice)
    parties = seat.ask(FightParties.parties, choice) if choice is not None else ()
    if parties:
        fight = replace(fight, units=party_of(parties, party).pieces)
    return odds_of(grognard.odds(seat, fight), grognard.forecast(seat, fight), context)


def seated(context: ViewContext) -> Seat:
    if context.seat.name is None:
        raise only_seats()
    return context.seat


def offered(context: ViewContext, seat: Seat, words: str) -> Action:
    """An action that is among the choices now."""
    action = parsed(context, words)
    reason = seat.why_not(action)
    if reason is not None:
        raise Refused("illegal", reason)
    return action


def fight_of(seat: Seat, action: Action | None) -> Fight:
    """The fight that a choice begins or joins, otherwise the one under way."""
    begun = None if action is None else seat.ask(Rules.fight_of, action)
    fight = begun or next(iter(seat.public(Rules.fights)), None)
    if fight is None:
        raise refused("no-fight")
    return fight


# ---------------------------------------------------------------- in shape


def odds_of(odds: Chances, forecast: Forecast, context: ViewContext) -> Odds:
    """What may come of it, the likeliest first, and the chances of every piece."""
    names = context.names
    return Odds(
        verdict_on_all(odds, forecast, context.seat.side),
        tuple(
            Consequence(chance, tuple(map(capital, consequences_in_words(found, names))))
            for chance, found in odds.outcomes[:SHOWN]
        ),
        tuple(
            Fate(piece, capital(in_table("fate", fate)), chance)
            for piece, fates in odds.fates().items()
            for fate, chance in by_chance(fates)
        ),
        tuple(map(capital, policies_in_words(odds.policies.values()))),
    )
