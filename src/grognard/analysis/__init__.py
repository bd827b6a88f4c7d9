"""Forecasts and odds of a fight, the equilibrium of sealed choices, simulations and tournaments.

It knows no game by name.
"""

from __future__ import annotations

from grognard.analysis.equilibrium import Equilibrium, equilibrium
from grognard.analysis.exact import Odds, odds
from grognard.analysis.forecasts import Forecast, Matrix, forecast
from grognard.analysis.verdicts import verdict_on, verdict_on_all
from grognard.core.texts import register_shared_texts

register_shared_texts(__name__)

__all__ = [
    "Equilibrium",
    "Forecast",
    "Matrix",
    "Odds",
    "equilibrium",
    "forecast",
    "odds",
    "verdict_on",
    "verdict_on_all",
]
