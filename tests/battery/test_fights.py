"""Forecasts and odds of whatever comes up in games: they hold together, change nothing and betray nothing."""

from __future__ import annotations

from grognard.testing.playing import STYLES, Subject
from grognard.testing.showing import check_forecast, fights_at
from tests.battery.play import SEEDS, every_subject, glances


@every_subject
def test_every_fight_can_be_foreseen(subject: Subject):
    seen = 0
    for moment in glances(subject, SEEDS[0], STYLES[-1]):
        for fight in fights_at(moment.game, moment.seat)[:3]:
            check_forecast(moment.game, moment.seat, fight, exactly=seen % 5 == 0)
            seen += 1
