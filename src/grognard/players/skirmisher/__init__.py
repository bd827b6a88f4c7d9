"""The skirmisher: a player of Red Dice who weighs what a roll promises against what its ones and red dice cost.

Nothing is hidden in that game but coming dice, and of those it knows the exact chances. Each deed of each squad is worth what
it brings in points, less the initiative that two ones lose, the disaster that three bring, and the men who run from red dice.
The initiative is dear: a spell of it with few dice lasts for many activations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.seats import Seat
from grognard.games.chancellorsville.red_dice.actions import (
    ActivateSquad,
    CallAll,
    Decline,
    LetItPass,
    MeetThem,
    Proceed,
    Recall,
    RollDice,
)
from grognard.games.chancellorsville.red_dice.activation import Activation, Initiative
from grognard.games.chancellorsville.red_dice.assault import Charge
from grognard.games.chancellorsville.red_dice.fear import Calming, Runaways
from grognard.games.chancellorsville.red_dice.fire import Fire, Shot
from grognard.games.chancellorsville.red_dice.forecasts import needed_to_hit
from grognard.games.chancellorsville.red_dice.heroism import HeroicTable
from grognard.games.chancellorsville.red_dice.melee import Melee
from grognard.games.chancellorsville.red_dice.moving import Walk
from grognard.games.chancellorsville.red_dice.prisoners import NameEscorts, Rejoining
from grognard.games.chancellorsville.red_dice.ranks import Returning
from grognard.games.chancellorsville.red_dice.state import SEVERELY, Skirmish
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders
from grognard.players.handlers import Handlers
from grognard.players.skirmisher.deeds import Aimed, Deed, best_deed, dice_for, escort, outlook, shooting
from grognard.players.skirmisher.places import facing, free_move
from grognard.players.skirmisher.stakes import Place, Stakes


class Skirmisher:
    """The same seed makes the same choices in the same game."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.plan: Deed | None = None
        """What it decided when it activated a squad, until it is done."""
        self.seen: tuple[object, ...] = ()
        self.known: dict[tuple[str, str], list[Place]] = {}

    def plays(self, game: Game) -> bool:
        """It knows Red Dice only."""
        return isinstance(game, Skirmish)

    def choose(self, seat: Seat) -> Action:
        game = seat.imagine(0)
        if not isinstance(game, Skirmish):
            raise GrognardError(f"The skirmisher plays Red Dice, not '{game.scenario.id}'; choose another player.")
        actions = seat.actions
        frame = game.stack[-1]
        planned = PLANNED.get(frame)
        if planned is not None:
            return planned(self, game, seat.seated_as, actions)
        handler = HANDLERS.of(frame)
        return handler(game, seat.seated_as, actions) if handler is not None else actions[0]

    def handlers(self, game: Game) -> tuple[Handlers[Any], ...]:
        """The tables by which it answers."""
        return PLANNED, HANDLERS

    def activate(self, game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
        """The squad whose best deed promises most, or nobody if to hand over promises more."""
        stakes, aimed = self.look(game, side)
        found = [
            deed
            for action in actions
            if isinstance(action, ActivateSquad)
            if (deed := best_deed(game, action.squad, stakes, aimed)) is not None
        ]
        self.plan = max(found, key=lambda deed: deed.worth, default=None)
        if self.plan is None or self.plan.worth < stakes.worth_of_declining:
            return Decline()
        return ActivateSquad(self.plan.squad)

    def look(self, game: Skirmish, side: str) -> tuple[Stakes, list[Aimed]]:
        """How things stand; after a roll that changed nothing it need not look at every place again."""
        state = game.state
        squads = [(squad.id, squad.formation, squad.pinned, squad.doubtful) for squad in state.squads.values()]
        now = side, *state.men.values(), *state.red.items(), *state.held.items(), *squads, state.passes
        stakes, aimed = outlook(game, side)
        if now == self.seen:
            stakes.known = self.known
        self.seen, self.known = now, stakes.known
        return stakes, aimed

    def declare(self, game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
        """What the squad does that was chosen: the next step of its best deed; a way with bends ends at once."""
        frame = game.stack[-1]
        assert isinstance(frame, Activation)
        if frame.bends:
            return actions[0]
        waiting = escort(game, frame.squad)
        if waiting is not None:
            self.plan = None
            return waiting
        plan = self.plan
        if plan is None or plan.squad != frame.squad:
            plan = self.plan = best_deed(game, frame.squad, *outlook(game, frame.side), frame)
        assert plan is not None
        step = plan.steps[0]
        if len(plan.steps) > 1:
            self.plan = plan._replace(steps=plan.steps[1:])
        return step

    def dice(self, game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
        """So many dice as the deed was weighed with."""
        frame = game.stack[-1]
        assert isinstance(frame, Activation)
        plan, self.plan = self.plan, None
        if plan is not None and plan.squad == frame.squad and plan.dice and not frame.nested:
            return RollDice(plan.dice)
        return RollDice(dice_for(game, frame))


def fire_at_will(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """D3.0h3: a shot more, if one pays."""
    squad = getattr(game.stack[-1], "squad", "")
    stakes, aimed = outlook(game, side)
    found = [deed for deed in shooting(game, squad, stakes, aimed) if deed.steps[-1] in actions]
    best = max(found, key=lambda deed: deed.worth, default=None)
    return best.steps[-1] if best is not None and best.worth > 0 else LetItPass()


def who_comes_back(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """The first of them, who are listed by their wounds; nobody if he is severely wounded."""
    first = actions[0]
    assert isinstance(first, Recall)
    return first if game.man(first.man).wounds < SEVERELY else Proceed()


def defend(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """Fire at those who charge with the number of dice that promises most hits; there is no initiative to lose."""
    frame = game.stack[-1]
    assert isinstance(frame, Charge)
    shot = Shot(game, frame.unit, game.men(frame.men))
    needed = needed_to_hit(shot, game.state.squads[frame.squad].level)
    if needed is None:
        return MeetThem()
    stakes, _ = outlook(game, game.squad_of_unit(frame.unit).side)
    needed -= sum(modifier.value for modifier in frame.modifiers(game))
    worth, dice = stakes.best_fire(needed, len(frame.men), 0, 0, keep=0.0)
    return RollDice(dice) if worth > 0 else MeetThem()


def walk_free(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """D3.0h1: to a better place, if there is one."""
    return free_move(game, side) or LetItPass()


def call_all(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """D3.3c: everybody goes along."""
    return CallAll()


Handler = Callable[[Skirmish, str, Sequence[Action]], Action]
PLANNED: Handlers[Callable[[Skirmisher, Skirmish, str, Sequence[Action]], Action]] = Handlers(
    {
        Initiative.choose: Skirmisher.activate,
        Activation.declare: Skirmisher.declare,
        Activation.commit: Skirmisher.dice,
    }
)
"""The decisions of an activation, which are made together."""
HANDLERS: Handlers[Handler] = Handlers(
    {
        Activation.call_out: call_all,
        Charge.offer_fire: defend,
        HeroicTable.fire_at_will: fire_at_will,
        HeroicTable.free_move: walk_free,
        Returning.choose: who_comes_back,
        Walk.face: facing,
    },
    defaults=(
        Activation.rise,
        Calming.choose,
        Fire.allot,
        Melee.assist,
        NameEscorts.choose,
        NewLeaders.choose,
        Rejoining.choose,
        Returning.put,
        Runaways.choose,
        Walk.adjust,
        Walk.put,
    ),
)
"""Which function makes which decision; for all others the first action is taken."""
