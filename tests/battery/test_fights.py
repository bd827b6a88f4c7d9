"""Forecasts and odds of whatever comes up in games: they hold together, change nothing and betray nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import grognard
from grognard.analysis.exact import Odds
from grognard.core.actions import Action
from grognard.core.choices import Choices
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.core.texts import has_text
from tests.battery.play import SEEDS, STYLES, Subject, every_subject, glances, looked_at


def fights_at(game: Game, seat: str) -> list[Fight]:
    """Those under way or announced, and those that the first actions of a seat would begin."""
    offered = (game.rules.fight_of(game, seat, action) for action in some_of(game.actions(seat)))
    return [*game.rules.fights(game), *(fight for fight in offered if fight is not None)]


def some_of(actions: Sequence[Action]) -> list[Action]:
    """The first actions of a list, or of each kind of action in a long one."""
    if not isinstance(actions, Choices):
        return list(actions[:4])
    return [action for group in actions.groups for action in looked_at(Choices(group), 1)[:1]]


@every_subject
def test_every_fight_can_be_foreseen(subject: Subject):
    seen = 0
    for moment in glances(subject, SEEDS[0], STYLES[-1]):
        for fight in fights_at(moment.game, moment.seat)[:3]:
            check(moment.game, moment.seat, fight, exactly=seen % 5 == 0)
            seen += 1


def check(game: Game, seat: str, fight: Fight, exactly: bool) -> None:
    before = game.position()
    forecast = grognard.forecast(game, seat, fight)
    assert Fight.of(str(fight)) == fight
    assert sum(forecast.results.values()) == pytest.approx(1)
    assert set(forecast.losses) == {forecast.attacker, forecast.defender}
    for modifier in (*forecast.shifts, *forecast.modifiers):
        assert has_text(modifier.label)
        assert modifier.cites
    assert all(has_text(f"policy.{policy}") for policy in forecast.policies)
    assert grognard.forecast(game.seat(seat), seat, fight) == forecast
    if exactly and (odds := exact_odds(game, seat, fight)) is not None:
        assert sum(chance for chance, _ in odds.outcomes) == pytest.approx(1)
        assert all(has_text(f"policy.{policy}") for policy in odds.policies.values())
        assert all(has_text(f"fate.{fate}") for fates in odds.fates().values() for fate in fates)
    assert game.position() == before


def exact_odds(game: Game, seat: str, fight: Fight) -> Odds | None:
    """The odds, unless a fight has too many courses, which is said in words."""
    try:
        return grognard.odds(game, seat, fight)
    except grognard.IllegalAction as refused:
        if refused.reason.key != "too-many-ways":
            raise
        return None
