"""What may come of a fight: forecasts, exact odds, and the equilibrium of sealed choices. It knows no game by name."""

from __future__ import annotations

from grognard.analysis.equilibrium import Equilibrium, equilibrium
from grognard.analysis.exact import Odds, odds
from grognard.analysis.forecasts import Forecast, forecast

__all__ = ["Equilibrium", "Forecast", "Odds", "equilibrium", "forecast", "odds"]
