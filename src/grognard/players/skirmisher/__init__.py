"""The skirmisher: a player of Red Dice who weighs what a roll promises against what its ones and red dice cost.

Nothing is hidden in that game but coming dice, and of those he knows the exact chances. Each deed of each squad is worth what
it brings in points, less the initiative that two ones lose, the disaster that three bring, and the men who run from red dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.seats import Seat
from grognard.games.chancellorsville.red_dice.actions import ActivateSquad, CallAll, Decline, LetItPass, MeetThem, RollDice
from grognard.games.chancellorsville.red_dice.activation import Activation
from grognard.games.chancellorsville.red_dice.assault import Charge
from grognard.games.chancellorsville.red_dice.fire import Shot
from grognard.games.chancellorsville.red_dice.state import Skirmish
from grognard.players.skirmisher.deeds import Deed, best_deed, dice_for, shooting
from grognard.players.skirmisher.places import facing, free_move
from grognard.players.skirmisher.stakes import Stakes


class Skirmisher:
    """The same seed makes the same choices in the same game."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def plays(self, game: Game) -> bool:
        """He knows Red Dice only."""
        return isinstance(game, Skirmish)

    def choose(self, seat: Seat) -> Action:
        game = seat.imagine(0)
        if not isinstance(game, Skirmish):
            raise GrognardError(f"The skirmisher plays Red Dice, not '{game.scenario.id}'; choose another player.")
        actions = seat.actions
        decision = seat.decision
        match decision.prompt if decision is not None else "":
            case "activate":
                return self.activate(game, seat.name, actions)
            case "declare":
                frame = game.stack[-1]
                assert isinstance(frame, Activation)
                return declare(game, frame)
            case "how-many-dice":
                frame = game.stack[-1]
                assert isinstance(frame, Activation)
                return RollDice(dice_for(game, frame))
            case "defensive-fire":
                return defend(game)
            case "face":
                return facing(game, seat.name, actions)
            case "free-move":
                return free_move(game, seat.name) or LetItPass()
            case "fire-at-will":
                return self.fire_at_will(game, seat.name, actions)
            case "call-out":
                return CallAll()
            case "put" | "man-comes-back":
                return next(iter(actions))
        return actions[0]

    def activate(self, game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
        """The squad whose best deed promises most, or nobody if to hand over promises more."""
        stakes = Stakes(game, side)
        best, promise = "", stakes.worth_of_declining
        for action in actions:
            if isinstance(action, ActivateSquad):
                deed = best_deed(game, action.squad, stakes)
                if deed is not None and deed.worth > promise:
                    best, promise = action.squad, deed.worth
        return ActivateSquad(best) if best else Decline()

    def fire_at_will(self, game: Skirmish, side: str, actions: Sequence[Action]) -> Action:
        squad = getattr(game.stack[-1], "squad", "")
        stakes = Stakes(game, side)
        found = [deed for deed in shooting(game, squad, stakes) if deed.action in actions]
        best = max(found, key=lambda deed: deed.worth, default=None)
        return best.action if best is not None and best.worth > 0 else LetItPass()


def declare(game: Skirmish, frame: Activation) -> Action:
    """What the squad does that was chosen: the first step of its best deed."""
    deed: Deed | None = best_deed(game, frame.squad, Stakes(game, frame.side), frame)
    assert deed is not None
    return deed.steps[0]


def defend(game: Skirmish) -> Action:
    """Fire at those who charge with the number of dice that promises most hits."""
    frame = game.stack[-1]
    assert isinstance(frame, Charge)
    shot = Shot(game, frame.unit, game.men(frame.men))
    found = shot.aim()
    if found is None:
        return MeetThem()
    side = game.squad_of_unit(frame.unit).side
    stakes = Stakes(game, side)
    needed = stakes.needed(shot, found, game.state.squads[frame.squad].level) - game.rules.numbers.surprise
    worth, dice = stakes.best_fire(needed, len(frame.men), 0, 0, loses_initiative=False)
    return RollDice(dice) if worth > 0 else MeetThem()
