"""When to storm the town: the Allies wait for those who are near, not for the British works to be finished."""

from __future__ import annotations

from typing import cast

from grognard.core.actions import Action
from grognard.core.agreements import KEEP, PLAY
from grognard.core.seats import Seat
from grognard.games.revolution.savannah.campaign import Storm, Wait
from grognard.games.revolution.savannah.rules import CampaignRules
from grognard.games.revolution.savannah.state import ALLIED, BRITISH
from grognard.players.sergeant.battles.savannah.siege import Besiegers
from grognard.players.sergeant.situation import Situation

STORMS = "storms"
"""V1.6d: weather that would last through the assault, and halve every march."""
READY = 1.8
"""By how much we must be stronger than those inside."""
UNFINISHED = 0.1
"""What each point of unfinished defences is worth in that."""
ADVISED = {PLAY: -0.25, KEEP: 0.25}
"""How far an ally's advice moves the limit."""


def announce_assault(situation: Situation, seat: Seat) -> Action | None:
    """Storm while the odds are good."""
    settled = situation.settled(Storm())
    return Storm() if settled == PLAY or (settled != KEEP and ready(cast("Besiegers", situation))) else Wait()


def ready(situation: Besiegers) -> bool:
    """Whether the odds are good, and the weather is."""
    rules = cast("CampaignRules", situation.rules)
    return rules.weather(situation.game) != STORMS and odds(situation) >= least_odds(situation)


def least_odds(situation: Besiegers) -> float:
    """By how much we must be stronger now."""
    rules = cast("CampaignRules", situation.rules)
    limit = READY - UNFINISHED * rules.unfinished_defences(situation.game)
    return limit + ADVISED.get(situation.advised(Storm()), 0.0)


def odds(situation: Besiegers) -> float:
    """Our power before the town, beside theirs inside."""
    inside = sum(situation.power(unit) for unit in situation.game.units_of(BRITISH) if situation.is_foot(unit))
    before = sum(
        situation.power(unit)
        for unit in situation.game.units_of(ALLIED)
        if situation.is_foot(unit) and situation.to_camp.get(unit.hex, 99.0) <= 3.0
    )
    return before / max(inside, 1.0)
