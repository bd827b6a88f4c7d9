"""The set-up: strong at the objectives, with equally many counters everywhere; a few counters swap places at random."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.games.chancellorsville.perfect_plan.actions import Deploy
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP
from grognard.players.strategist.forces import COMMANDER, FORMATION, SMALL, kind_of
from grognard.players.strategist.outlook import Outlook

LETTERS = {"f": FORMATION, "s": SMALL, "c": COMMANDER}
PLANS: dict[str, dict[str, str]] = {
    AOP: {"elys_ford": "cff", "falmouth": "ffs", "germanna_ford": "fss", "banks_ford": "fss", "franklins_crossing": "fs"},
    ANV: {
        "salem_church": "ff",
        "fredericksburg": "cff",
        "hamiltons_crossing": "cff",
        "guineys_station": "fss",
        "bowling_green": "ss",
    },
}
"""How many formations (f), small units (s) and commanders (c) of an army are where."""


def deploy(outlook: Outlook, actions: Sequence[Action]) -> Action:
    """A counter that the plan still needs somewhere."""
    plan = {area: [LETTERS[letter] for letter in letters] for area, letters in PLANS[outlook.army].items()}
    for area, stack in outlook.game.stacks(outlook.army).items():
        for unit in stack:
            word = kind_of(outlook.rules.counters[unit])
            if word in plan[area]:
                plan[area].remove(word)
    wanted = [
        action
        for action in actions
        if isinstance(action, Deploy) and kind_of(outlook.rules.counters[action.unit]) in plan[action.area]
    ]
    return outlook.chance.choice(wanted) if wanted else actions[0]
