"""Either army of Give Us Victories, in every scenario: marches by road, gathers, attacks where the dice favour it.

What a scenario is about is in `plans`, and for each army in `union` and `confederate`; `situation` weighs what is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.chancellorsville.victories.activation import Activation
from grognard.games.chancellorsville.victories.attacks import Declaration
from grognard.games.chancellorsville.victories.bombardment import Bombardment, Bombardments
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.combat_order import Combats
from grognard.games.chancellorsville.victories.command import ChooseFormations
from grognard.games.chancellorsville.victories.contact import Contact, Scattering
from grognard.games.chancellorsville.victories.disorder import Retreat
from grognard.games.chancellorsville.victories.event_procedures import GeneralRetreat, GoodGeneral, Interlude, Regroup
from grognard.games.chancellorsville.victories.hypothetical import HypotheticalStart
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.night import DepotCheck, Recovery
from grognard.games.chancellorsville.victories.sequence import Arrivals
from grognard.games.chancellorsville.victories.skirmishers import Skirmish
from grognard.games.chancellorsville.victories.stacking import Unstacking
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.games.chancellorsville.victories.variants import DeployStoneman, LongstreetComes
from grognard.players.campaigner.field import command, event_markers, fighting, marching, routine
from grognard.players.campaigner.field.situation import Field
from grognard.players.campaigner.outlook import Ways
from grognard.players.handlers import Handlers

Handler = Callable[[Field, Sequence[Action]], Action]


def keep_on(field: Field, actions: Sequence[Action]) -> Action:
    """No general retreat: disorder costs more than the ground."""
    return actions[-1]


HANDLERS: Handlers[Handler] = Handlers(
    {
        ChooseFormations.choose: command.choose,
        Activation.place: command.place,
        Activation.move: marching.activation,
        Activation.take_march_loss: fighting.lose,
        March.go: marching.go_on,
        Contact.react: fighting.react,
        Scattering.next_unit: fighting.retreat,
        Bombardments.aim: fighting.shell,
        Bombardments.fire: fighting.fire,
        Bombardment.suffer: fighting.lose,
        Declaration.declare: fighting.declare,
        Combat.choose_ground: fighting.cover,
        Combat.choose_cover: fighting.cover,
        Combat.attacker_event: event_markers.of_combat,
        Combat.defender_event: event_markers.of_combat,
        Combat.attacker_adds: fighting.share,
        Combat.attacker_subtracts: fighting.share,
        Combat.defender_adds: fighting.share,
        Combat.defender_subtracts: fighting.share,
        Combat.attacker_sixes: fighting.six,
        Combat.defender_sixes: fighting.six,
        Combat.attacker_loses: fighting.lose,
        Combat.defender_loses: fighting.lose,
        Combat.advance: fighting.advance,
        Combat.advance_units: fighting.advance,
        Retreat.go: fighting.retreat,
        Unstacking.place: fighting.retreat,
        Interlude.offer: keep_on,
    },
    defaults=(
        Activation.demons,
        Activation.give_up,
        Arrivals.place,
        Bombardment.dig,
        Combat.choose_works,
        Combat.dig,
        Combat.skirmish,
        Combats.choose,
        DeployStoneman.place,
        DepotCheck.offer,
        GeneralRetreat.choose,
        GeneralRetreat.march,
        GoodGeneral.choose,
        HypotheticalStart.assign,
        HypotheticalStart.place,
        LongstreetComes.place,
        Recovery.choose,
        Regroup.choose,
        Regroup.place,
        Retreat.bridge,
        Skirmish.place,
        Unstacking.choose,
    ),
)
"""Which function makes which decision; what needs little thought is in `routine`."""


def decide(seat: Seat, game: Campaign, ways: Ways) -> Action:
    """The answer to the question before a seat, in a game that agrees with what it knows."""
    field = Field(game, seat.seated_as, ways)
    return (HANDLERS.of(game.stack[-1]) or routine.answer)(field, seat.actions)
