"""Why the sergeant digs, bombards, breaches, repairs, storms and plays a card, in words."""

from __future__ import annotations

from typing import cast

from grognard.core.actions import Action
from grognard.games.revolution.savannah.artillery import AimMortars
from grognard.games.revolution.savannah.campaign import Storm, Wait
from grognard.games.revolution.savannah.cards.actions import BuyCard, Play, Redraw
from grognard.games.revolution.savannah.cards.playing import CANCELS
from grognard.games.revolution.savannah.cards.state import cards_of
from grognard.games.revolution.savannah.rules import CampaignRules
from grognard.games.revolution.savannah.siege import Breach, Cannonade, Repair
from grognard.games.revolution.savannah.siege_works import Dig
from grognard.players.remarks import Remark
from grognard.players.sergeant.battles.savannah.calendar import STORMS, least_odds, odds
from grognard.players.sergeant.battles.savannah.cards import worth
from grognard.players.sergeant.battles.savannah.siege import Besiegers
from grognard.players.sergeant.situation import Situation


def reasons(situation: Situation, choice: Action) -> list[Remark]:
    """The reason for a choice that only Savannah has."""
    rules = cast("CampaignRules", situation.rules)
    match choice:
        case Dig(label):
            return [Remark("digs", {"hex": label, "distance": rules.distance_to_perimeter(situation.hex_of(choice))})]
        case Cannonade():
            return [Remark("bombards")]
        case Breach(label):
            return [Remark("breaches", {"hex": label})]
        case Repair(label):
            return [Remark("repairs", {"hex": label})]
        case AimMortars(label):
            return [Remark("aims", {"hex": label})]
        case Storm() | Wait():
            return [assault(cast("Besiegers", situation), choice)]
        case Play(card) if card == CANCELS:
            return [Remark("cancels", {"card": cards_of(situation.game).naming})]
        case Play(card):
            return [Remark("plays-card", {"card": card, "worth": round(worth(situation, card), 1)})]
        case Redraw(card):
            return [Remark("exchanges-card", {"card": card})]
        case BuyCard():
            return [Remark("buys-card")]
    return []


def assault(situation: Besiegers, choice: Action) -> Remark:
    """Why the assault is announced, or not yet."""
    rules = cast("CampaignRules", situation.rules)
    if isinstance(choice, Wait) and rules.weather(situation.game) == STORMS:
        return Remark("waits-for-weather")
    key = "storms" if isinstance(choice, Storm) else "waits"
    return Remark(key, {"odds": round(odds(situation), 1), "least": round(least_odds(situation), 1)})
