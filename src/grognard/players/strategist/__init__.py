"""The strategist: a player for A Perfect Plan that weighs its options over several imagined games.

It knows what its seat may know: its own army, the enemy's face-down counters, and what has been seen of them. Each plan is
judged by the objectives it promises after the enemy's reply, combats by their exact chances against every imagined army.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.seats import Seat
from grognard.games.chancellorsville.perfect_plan.combat import Combat, CombatPhase
from grognard.games.chancellorsville.perfect_plan.movement import MovementPhase
from grognard.games.chancellorsville.perfect_plan.reinforcements import Recovery
from grognard.games.chancellorsville.perfect_plan.retreat import CommandersLeave, Retreat
from grognard.games.chancellorsville.perfect_plan.setting_up import SetUp
from grognard.games.chancellorsville.perfect_plan.state import Plan
from grognard.players.handlers import Handlers
from grognard.players.strategist.combat import give_up, place
from grognard.players.strategist.orders import order
from grognard.players.strategist.outlook import Outlook
from grognard.players.strategist.setting_up import deploy

IMAGINED = 8
"""How many games it imagines before it decides."""


class Strategist:
    """The same seed makes the same choices in the same game."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.seeds = [self.chance.getrandbits(32) for _ in range(IMAGINED)]

    def plays(self, game: Game) -> bool:
        """It plays only A Perfect Plan."""
        return isinstance(game, Plan)

    def choose(self, seat: Seat) -> Action:
        actions = seat.actions
        if len(actions) == 1:
            return actions[0]
        outlook = Outlook([plan(seat.imagine(seed)) for seed in self.seeds], seat.seated_as, self.chance)
        handler = HANDLERS.of(outlook.game.stack[-1])
        choice = handler(outlook, actions) if handler is not None else None
        if choice is not None and HANDLERS.is_legal(outlook.game.stack[-1], choice, actions):
            return choice
        ask = outlook.game.question(seat.seated_as)
        return outlook.rules.default_answer(outlook.game, ask)[1] if ask is not None else actions[0]

    def handlers(self, game: Game) -> tuple[Handlers[Any], ...]:
        """The tables by which it answers."""
        return (HANDLERS,)


HANDLERS: Handlers[Callable[[Outlook, Sequence[Action]], Action | None]] = Handlers(
    {
        SetUp.place: deploy,
        MovementPhase.part: order,
        Combat.attackers_losses: give_up,
        Combat.defenders_losses: give_up,
        Recovery.choose: place,
        Retreat.choose: place,
        CommandersLeave.choose: place,
    },
    defaults=(Combat.commanders_bonus, CombatPhase.choose),
)
"""Which function makes which decision; for all others the rules' default answer is taken."""


def plan(game: Game) -> Plan:
    if not isinstance(game, Plan):
        raise GrognardError(f"The strategist plays A Perfect Plan, not '{game.scenario.id}'; choose another player.")
    return game
