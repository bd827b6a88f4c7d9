"""Eutaw Springs: as in the series; the rules answer what only this battle asks."""

from __future__ import annotations

from grognard.games.revolution.eutaw.reinforcements import CallUpDecision
from grognard.players.sergeant.doctrine import SERIES, Doctrine

DOCTRINE = Doctrine(tactics=SERIES.extended({}, defaults=(CallUpDecision.decide,)))
