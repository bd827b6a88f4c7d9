"""A fight in one line, before its numbers: how good the odds are, and what it costs both sides on average."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.analysis.exact import Odds
from grognard.analysis.forecasts import Forecast
from grognard.core.texts import in_table, text

VERDICTS = ((0.5, "very-good"), (0.15, "good"), (-0.15, "even"), (-0.5, "poor"), (-1.0, "very-poor"))
"""The names of the odds: by how much the chance of a favourable result exceeds that of an unfavourable one."""


def verdict_on(forecast: Forecast, side: str | None) -> str:
    """A fight in one line: how good the odds are for a side (None: for the attacker), and what each side loses on average."""
    own, enemy, good, bad = forecast.attacker, forecast.defender, forecast.good, forecast.bad
    if side == forecast.defender:
        own, enemy, good, bad = enemy, own, bad, good
    odds = odds_in_a_word(good, bad)
    args = sides_in_words(own, enemy, forecast.losses, forecast.counted)
    args |= {"odds": text(f"verdict.{odds}"), "good": percent(good), "bad": percent(bad)}
    return text("verdict.yours" if side == own else "verdict.of-side", args)


def odds_in_a_word(good: float, bad: float) -> str:
    """How good the odds are; where most likely neither side gains anything, they are neither good nor poor."""
    if round(good + bad, 9) < 0.5:
        return "open"
    return next(word for least, word in VERDICTS if round(good - bad, 9) >= least)


def verdict_on_all(odds: Odds, forecast: Forecast, side: str | None) -> str:
    """What a fight costs each side on average with all its consequences."""
    own, enemy = forecast.attacker, forecast.defender
    if side == enemy:
        own, enemy = enemy, own
    args = sides_in_words(own, enemy, odds.losses(), forecast.counted)
    return text("verdict.all-yours" if side == own else "verdict.all-of-side", args)


def sides_in_words(own: str, enemy: str, losses: Mapping[str, float], counted: str) -> dict[str, str]:
    lost = {"own": f"{losses.get(own, 0.0):.1f}", "theirs": f"{losses.get(enemy, 0.0):.1f}"}
    return lost | {"counted": in_table("lost", counted), "army": in_table("army", own), "enemy": in_table("army", enemy)}


def percent(chance: float) -> str:
    """Whole per cent, but nothing possible is shown as 0 % and nothing uncertain as 100 %."""
    if 0 < chance < 0.005 or 0.995 <= chance < 1:
        return "<1%" if chance < 0.5 else ">99%"
    return f"{chance:.0%}"
