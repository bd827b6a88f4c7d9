"""Savannah: the siege, and the assault."""

from __future__ import annotations

from grognard.players.sergeant.battles.savannah.siege import situation
from grognard.players.sergeant.doctrine import Doctrine

DOCTRINE = Doctrine(situation)
