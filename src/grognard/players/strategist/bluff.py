"""Face-down counters show numbers, not strength: how much the enemy must fear a face-down stack."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.players.strategist.fighting import Side
from grognard.players.strategist.forces import NOBODY, Force
from grognard.players.strategist.outlook import Outlook

BOLD = 0.4
"""How likely the enemy is to attack what must look too strong."""


def ordinary(own: Mapping[str, Force], counters: int) -> Force:
    """What this many counters hide if the army is spread evenly: all that the enemy can go by."""
    everybody = NOBODY
    for force in own.values():
        everybody = everybody.plus(force)
    share = counters / max(everybody.size, 1)
    commanders = round(everybody.commander * share)
    formations = min(round(everybody.formation * share), counters - commanders)
    return Force(formations, counters - commanders - formations, commanders)


def dared(outlook: Outlook, area: str, mine: Side) -> float:
    """How likely the enemy is to attack a stack, given what they see of it: the number of counters and the trench."""
    seen = Side(ordinary(outlook.own, mine.force.size), mine.entrenched)
    return BOLD + (1 - BOLD) * outlook.threat(area, seen)
