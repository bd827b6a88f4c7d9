"""The skirmisher: a player of Red Dice who weighs what a roll promises against what its ones and red dice cost.

Nothing is hidden in that game but coming dice, and of those it knows the exact chances. Each deed of each squad is worth what
it brings in points, less the initiative that two ones lose, the disaster that three bring, and the men who run from red dice.
The initiative is dear: a spell of it with few dice lasts for many activations.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
from grognard.games.chancellorsville.red_dice.activation import Activation
from grognard.games.chancellorsville.red_dice.assault import Charge
from grognard.games.chancellorsville.red_dice.fire import Shot
from grognard.games.chancellorsville.red_dice.state import SEVERELY, Skirmish
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
        decision = seat.decision
        match decision.prompt if decision is not None else "":
            case "activate":
                return self.activate(game, seat.seated_as, actions)
            case "declare":
                return self.declare(game)
            case "how-many-dice":
                return RollDice(self.dice(game))
            case "defensive-fire":
                return defend(game)
            case "face":
                return facing(game, seat.seated_as, actions)
            case "free-move":
                return free_move(game, seat.seated_as) or LetItPass()
            case "fire-at-will":
                return fire_at_will(game, seat.seated_as, actions)
            case "call-out":
                return CallAll()
            case "who-comes-back":
                return who_comes_back(game, actions)
            case "put" | "man-comes-back":
                return next(iter(actions))
        return actions[0]

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

    def declare(self, game: Skirmish) -> Action:
        """What the squad does that was chosen: the next step of its best deed."""
        frame = game.stack[-1]
        assert isinstance(frame, Activation)
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

    def dice(self, game: Skirmish) -> int:
        frame = game.stack[-1]
        assert isinstance(frame, Activation)
        plan, self.plan = self.plan, None
        if plan is not None and plan.squad == frame.squad and plan.dice and not frame.nested:
            return plan.dice
        return dice_for(game, frame)


def fire_at_will(game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
    """D3.0h3: a shot more, if one pays."""
    squad = getattr(game.stack[-1], "squad", "")
    stakes, aimed = outlook(game, side)
    found = [deed for deed in shooting(game, squad, stakes, aimed) if deed.steps[-1] in actions]
    best = max(found, key=lambda deed: deed.worth, default=None)
    return best.steps[-1] if best is not None and best.worth > 0 else LetItPass()


def who_comes_back(game: Skirmish, actions: Sequence[Action]) -> Action:
    """The first of them, who are listed by their wounds; nobody if he is severely wounded."""
    first = actions[0]
    assert isinstance(first, Recall)
    return first if game.man(first.man).wounds < SEVERELY else Proceed()


def defend(game: Skirmish) -> Action:
    """Fire at those who charge with the number of dice that promises most hits; there is no initiative to lose."""
    frame = game.stack[-1]
    assert isinstance(frame, Charge)
    shot = Shot(game, frame.unit, game.men(frame.men))
    found = shot.aim()
    if found is None:
        return MeetThem()
    squad = game.squad_of_unit(frame.unit)
    stakes, _ = outlook(game, squad.side)
    modifiers = [modifier.value for modifier in (*shot.modifiers(found), *game.rules.wound_modifiers(game, frame.unit))]
    needed = game.state.squads[frame.squad].level - sum(modifiers) - game.rules.numbers.surprise
    worth, dice = stakes.best_fire(needed, len(frame.men), 0, 0, keep=0.0)
    return RollDice(dice) if worth > 0 else MeetThem()
