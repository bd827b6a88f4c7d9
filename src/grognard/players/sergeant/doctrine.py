"""Which function makes which decision: those of the series, and what a battle asks for beyond it.

A battle's doctrine is the module of its name in `battles`, if there is one; without, the series is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import NamedTuple

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.revolution.series.advance import AdvanceAfterCombat
from grognard.games.revolution.series.artillery import ArtilleryFire, ArtilleryPhase
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.close_combat import CloseCombat, Combats
from grognard.games.revolution.series.initiative import Initiative
from grognard.games.revolution.series.leaders import AppointCommanders, LoseLeader
from grognard.games.revolution.series.movement_phase import MovementPhase
from grognard.games.revolution.series.pins import BreakingContact
from grognard.games.revolution.series.rally import RallyPhase
from grognard.games.revolution.series.results import MoraleCheck, Suffer
from grognard.games.revolution.series.retreat import LeadersFollow, RetreatUnit
from grognard.games.revolution.series.rifles import RifleFirePhase
from grognard.games.revolution.series.rules import SeriesRules
from grognard.games.revolution.series.seating import InOwnersOrder
from grognard.games.revolution.series.setting_up import FreeSetUp
from grognard.games.revolution.series.stacking import CureOverstacking
from grognard.players.handlers import Handlers
from grognard.players.remarks import Remark
from grognard.players.sergeant import momentum
from grognard.players.sergeant.advance import advance
from grognard.players.sergeant.fire import fire
from grognard.players.sergeant.rally import rally
from grognard.players.sergeant.retire import break_contact, retreat, withdraw
from grognard.players.sergeant.situation import Situation
from grognard.players.sergeant.tactics import tactics

Tactic = Callable[[Situation, Seat], Action | None]
SERIES: Handlers[Tactic] = Handlers(
    {
        Initiative.commit: momentum.commit,
        RallyPhase.choose_unit: rally,
        ArtilleryPhase.choose_target: fire,
        ArtilleryFire.gather_guns: fire,
        RifleFirePhase.phasing_orders: fire,
        RifleFirePhase.other_orders: fire,
        CloseCombat.offer_withdrawal: withdraw,
        CloseCombat.choose_tactics: tactics,
        CloseCombat.spend_momentum: momentum.spend,
        RetreatUnit.choose_hex: retreat,
        AdvanceAfterCombat.choose_unit: advance,
        BreakingContact.pick_hex: break_contact,
    },
    defaults=(
        AdvanceAfterCombat.choose_hex,
        AdvanceAfterCombat.name_lead,
        AppointCommanders.choose,
        BreakingContact.pick_unit,
        CloseCombat.choose_attacking_lead,
        CloseCombat.choose_defending_lead,
        Combats.choose,
        CureOverstacking.choose_loss,
        FreeSetUp.place,
        InOwnersOrder.choose,
        Initiative.overrule,
        LeadersFollow.choose,
        LoseLeader.choose,
        MoraleCheck.stand_or_check,
        MovementPhase.place_reinforcements,
        RetreatUnit.give_way,
        RetreatUnit.stand_or_go,
        Suffer.second_loss,
        Suffer.strike,
    ),
)
"""Which function makes which decision of the series; what makes little difference is left to the rules' default answer."""


def says_nothing(situation: Situation, seat: Seat) -> Action | None:
    return None


def no_reasons(situation: Situation, choice: Action) -> list[Remark]:
    return []


class Doctrine(NamedTuple):
    """How one battle is fought."""

    situation: Callable[[Battle, str, Random], Situation] = Situation
    tactics: Handlers[Tactic] = SERIES
    """Which function makes which decision, of the series and of this battle alone."""
    interject: Tactic = says_nothing
    """What is offered besides the answers to a question, such as a card, if it is better to do that first."""
    reasons: Callable[[Situation, Action], list[Remark]] = no_reasons
    """Why a choice was made that only this battle has."""
    worth_using: Callable[[Situation, str], bool] = momentum.worth_using
    """Whether it is good to use something that allies share, to answer one who speaks of it."""


PLAIN = Doctrine()


def doctrine_for(rules: SeriesRules) -> Doctrine:
    """The doctrine of the battle whose rules these are: that of the folder they come from."""
    return doctrine_of(type(rules).__module__.split(".")[-2:][0])


@cache
def doctrine_of(battle: str) -> Doctrine:
    name = f"{__package__}.battles.{battle}"
    found: Doctrine = import_module(name).DOCTRINE if find_spec(name) is not None else PLAIN
    return found
