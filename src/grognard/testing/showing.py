"""Outcomes, standing orders, forecasts, charts and pictures: what a game shows and offers besides its choices."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec

import grognard
from grognard.analysis.exact import Odds
from grognard.core.actions import Action
from grognard.core.charts import Chart
from grognard.core.choices import Choices
from grognard.core.events import Ended
from grognard.core.fights import Fight
from grognard.core.games import Game, Outcome
from grognard.core.orders import ASK, COMPUTER, ordered, orders_for
from grognard.core.rules import Rules
from grognard.core.texts import has_text
from grognard.drawing import svg, thumbnail
from grognard.players import player
from grognard.telling.boards import board_of
from grognard.testing.deciding import known_rules
from grognard.testing.playing import MANY_DECISIONS, STYLES, Subject, encode, fail, looked_at, require

# ---------------------------------------------------------------- the outcome


def check_outcome(game: Game) -> None:
    """A finished game has an outcome that makes sense, told once, and nobody is asked any more."""
    over = game.over
    if over is None:
        fail("the game is not over")
    scored = game.rules.scored
    require(over.winner is None or over.winner in scored, "the winner '{0}' is none of {1}", over.winner, scored)
    require(over.level and over.reason, "the outcome has no level or no reason: {0}", over)
    require(set(over.scores) <= set(scored), "the scores name others than {0}: {1}", scored, over.scores)
    require(all(math.isfinite(score) for score in over.scores.values()), "a score is endless: {0}", over.scores)
    require(msgspec.json.decode(encode(over), type=Outcome) == over, "the outcome cannot be read again: {0}", over)
    ended = [event for event in game.events(None) if isinstance(event, Ended)]
    require(ended == [Ended(over.winner, over.level, over.reason)], "the end is not told once: {0}", ended)
    asked = [seat for seat in game.seats if game.decision(seat) or game.actions(seat) or game.can_undo(seat)]
    require(not game.actors and not asked, "the game is over, but {0} can do something", asked)


# ---------------------------------------------------------------- standing orders


def check_orders(rules: Rules) -> None:
    """Each standing order answers questions that there are."""
    for seat in rules.seats:
        orders = rules.standing_orders(seat)
        kinds = [order.kind for order in orders]
        require(len(set(kinds)) == len(kinds), "{0} has a standing order twice: {1}", seat, kinds)
        for order in orders:
            unknown = set(order.questions) - rules.question_kinds()
            require(not unknown, "the standing order '{0}' is about questions that there are not: {1}", order.kind, unknown)
            words = [answer.word for answer in order.answers]
            enough = len(words) == len(set(words)) > 2 and (words[0], words[-1]) == (ASK, COMPUTER)
            require(
                enough, "the standing order '{0}' needs answers between '{1}' and '{2}': {3}", order.kind, ASK, COMPUTER, words
            )


def check_order_words(rules: Rules) -> None:
    """Each standing order is in words, and cites its rules."""
    for order in (order for seat in rules.seats for order in rules.standing_orders(seat)):
        for key in (order.title, *(answer.title for answer in order.answers)):
            require(has_text(key), "'{0}' of a standing order has no text", key)
        known = order.cites and set(order.cites) <= known_rules()
        require(known, "the standing order '{0}' cites rules that there are not: {1}", order.kind, order.cites)


def check_absent(subject: Subject, seed: int, strictly: bool = True) -> int:
    """Who has ordered everything is asked nothing in another's turn; returns how often an order answered.

    Unless it is taken strictly, a seat may be asked what its order would answer in another way than is legal now.
    """
    answered = 0
    game = subject.new(seed)
    players = {name: player(STYLES[-1], 2 * seed + place) for place, name in enumerate(game.seats)}
    absent = game.seats[seed % len(game.seats)]
    known = game.seat(absent).rules.standing_orders(game.seat(absent).seated_as)
    orders = {order.kind: order.answers[1 + seed % min(len(order.answers) - 2, 3)].word for order in known}
    for _ in range(MANY_DECISIONS):
        if game.over is not None:
            break
        name = game.actors[-1]
        seat = game.seat(name)
        if name == absent and seat.ask(Rules.reacts):
            action = ordered(seat, orders)
            if action is None:
                kind = seat.decision.kind if seat.decision is not None else ""
                may_be_asked = not strictly and orders_for(seat)
                require(may_be_asked, "{0} is asked in another's turn, and no standing order answers {1}", name, kind)
                action = players[name].choose(seat)
            else:
                answered += 1
            require(action in game.actions(name), "a standing order means '{0}', which is not legal", action)
        else:
            action = players[name].choose(seat)
        game.play(name, action)
    return answered


# ---------------------------------------------------------------- forecasts


def fights_at(game: Game, seat: str) -> list[Fight]:
    """Those under way or announced, and those that the first actions of a seat would begin."""
    offered = (game.rules.fight_of(game, seat, action) for action in some_of(game.actions(seat)))
    return [*game.rules.fights(game), *(fight for fight in offered if fight is not None)]


def some_of(actions: Sequence[Action]) -> list[Action]:
    """The first actions of a list, or of each kind of action in a long one."""
    if not isinstance(actions, Choices):
        return list(actions[:4])
    return [action for group in actions.groups for action in looked_at(Choices(group), 1)[:1]]


def check_forecast(game: Game, seat: str, fight: Fight, exactly: bool) -> None:
    """A forecast holds together, changes nothing, and is the same from what the seat may know."""
    before = game.position()
    forecast = grognard.forecast(game.seat(seat), fight)
    require(Fight.of(str(fight)) == fight, "the text of the fight '{0}' is read as another", fight)
    require(
        math.isclose(sum(forecast.results.values()), 1, rel_tol=1e-6), "the chances in the forecast of {0} are not 1", fight
    )
    parties = {forecast.attacker, forecast.defender}
    require(set(forecast.losses) == parties, "the forecast of {0} has losses of {1}", fight, forecast.losses)
    for modifier in (*forecast.shifts, *forecast.modifiers):
        require(has_text(modifier.label), "the modifier '{0}' has no text", modifier.label)
        require(modifier.cites, "the modifier '{0}' cites no rule", modifier.label)
    for policy in forecast.policies:
        require(has_text(f"policy.{policy}"), "the policy '{0}' has no text", policy)
    same = grognard.forecast(game.seat(seat), fight) == forecast
    require(same, "the forecast of {0} for {1} is another when it is asked for again", fight, seat)
    if exactly and (odds := exact_odds(game, fight)) is not None:
        total = sum(chance for chance, _ in odds.outcomes)
        require(math.isclose(total, 1, rel_tol=1e-6), "the odds of {0} add up to {1}", fight, total)
        keys = [f"policy.{policy}" for policy in odds.policies.values()]
        keys += [f"fate.{fate}" for fates in odds.fates().values() for fate in fates]
        for key in keys:
            require(has_text(key), "'{0}' in the odds has no text", key)
    require(game.position() == before, "a forecast changes the game")


def exact_odds(game: Game, fight: Fight) -> Odds | None:
    """The odds, unless a fight has too many courses, which is said in words."""
    try:
        return grognard.odds(game, fight)
    except grognard.IllegalAction as refused:
        if refused.reason.key != "too-many-ways":
            raise
        return None


# ---------------------------------------------------------------- charts and pictures

KEY = re.compile(r"^(chart|cause|chit|side|order)\.|\{")
"""What a text looks like that nobody has written, or that was not filled in."""


def check_charts(charts: Sequence[Chart], rules: frozenset[str]) -> None:
    """Each chart is whole, in words, and rests on rules that there are."""
    require(len({chart.id for chart in charts}) == len(charts), "two charts have the same id")
    for chart in charts:
        require(chart.rows, "the chart '{0}' is empty", chart.id)
        widths = {len(row.cells) for row in chart.rows}
        require(widths == {len(chart.columns)}, "the chart '{0}' has rows of other lengths than its columns", chart.id)
        titles = [row.title for row in chart.rows]
        require(len(set(titles)) == len(titles), "the chart '{0}' has two rows of one title: {1}", chart.id, titles)
        cells = [cell for row in chart.rows for cell in (row.title, *row.cells)]
        for words in (chart.title, chart.corner, *chart.columns, *cells, *chart.notes):
            require(words and not KEY.search(words), "the chart '{0}' has no words for '{1}'", chart.id, words)
        unknown = sorted({*chart.cites, *(cite for row in chart.rows for cite in row.cites)} - rules)
        require(chart.cites and not unknown, "the chart '{0}' rests on no rules, or on unknown ones: {1}", chart.id, unknown)


def check_picture(game: Game) -> None:
    """The position can be drawn for everybody, every piece lies on the board, and the views are JSON."""
    for seat in (None, *game.seats):
        encode(game.view(seat))
        picture = game.rules.picture(game, seat)
        if picture is None:
            continue
        board = board_of(picture)
        for sheet in picture.sheets:
            for stack in sheet.stacks:
                address = stack.place if board is None or len(picture.sheets) == 1 else board.address(sheet.id, stack.place)
                known = board is None or address in board.places
                require(known, "{0} lies in '{1}', which is no place of the board", stack.counters[:1], stack.place)
        require(svg(picture).startswith("<svg") and thumbnail(picture), "the position cannot be drawn for {0}", seat)
