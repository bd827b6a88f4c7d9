"""The sequence of a turn (P1 to P7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.conditions import Condition, Count
from grognard.core.events import TurnBegan
from grognard.core.games import Outcome
from grognard.core.procedures import Call, Goto, Next, Procedure
from grognard.games.chancellorsville.perfect_plan.combat import CombatPhase
from grognard.games.chancellorsville.perfect_plan.components import ARMIES, ENEMY
from grognard.games.chancellorsville.perfect_plan.events import CombatPhaseBegan, InitiativeGiven
from grognard.games.chancellorsville.perfect_plan.movement import MovementPhase
from grognard.games.chancellorsville.perfect_plan.reinforcements import Recovery, enter_reinforcements
from grognard.games.chancellorsville.perfect_plan.setting_up import SetUp

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.state import Plan

PHASES = ("set up", "initiative", "reinforcements", "recovery", "movement", "combat", "end of turn")


class SequenceOfPlay(Procedure["Plan"]):
    """The seven steps, turn after turn."""

    resumed: bool = False
    """Whether a position begins in the middle of the movement phase."""
    steps: ClassVar[tuple[str, ...]] = (
        "set_up",
        "initiative",  # 1
        "reinforcements",  # 2
        "recovery",  # 3
        "movement",  # 4
        "combat",  # 5
        "end_of_turn",  # 6 and 7
    )

    def set_up(self, game: Plan) -> Next:
        return Call(SetUp())

    def initiative(self, game: Plan) -> Next:
        """P1, P-D7: AoP on turn 1, then whoever controls Chancellorsville at the start of the turn."""
        state, rules = game.state, game.rules
        state.phase = "initiative"
        game.emit(TurnBegan(state.turn))
        state.initiative = rules.first_initiative if state.turn == 1 else game.controller(rules.initiative_area)
        game.emit(InitiativeGiven(state.initiative))
        return None

    def reinforcements(self, game: Plan) -> Next:
        """P2b: each army is judged on its own, every turn until its reinforcements are there."""
        game.state.phase = "reinforcements"
        for army in ARMIES:
            enter_reinforcements(game, army)
        return None

    def recovery(self, game: Plan) -> Next:
        """P3a: from turn 2, the army without the initiative first."""
        state = game.state
        state.phase = "recovery"
        if state.turn < game.rules.components.tables.recovery.from_turn:
            return None
        return Call(Recovery((ENEMY[state.initiative], state.initiative)))

    def movement(self, game: Plan) -> Next:
        state = game.state
        state.phase = "movement"
        if self.resumed:
            self.resumed = False
            return Call(MovementPhase(step="part"))
        state.impulse, state.moving = 1, state.initiative
        return Call(MovementPhase())

    def combat(self, game: Plan) -> Next:
        state = game.state
        state.phase, state.moving = "combat", ""
        areas = tuple(game.contested())
        if not areas:
            return None
        game.emit(CombatPhaseBegan(state.initiative))
        return Call(CombatPhase(state.initiative, areas))

    def end_of_turn(self, game: Plan) -> Next:
        """P6: the markers go on, or the last turn is over and victory is decided."""
        state = game.state
        state.phase, state.impulse = "end of turn", 1
        if state.turn == game.rules.last_turn:
            game.end(outcome(game))  # P7
        else:
            state.turn += 1
        return Goto("initiative")


def outcome(game: Plan) -> Outcome:
    """P-V1: both objectives win; one each is a draw."""
    objectives = game.rules.objectives
    scores = {army: float(sum(game.controller(area) == army for area in objectives)) for army in ARMIES}
    winner = next((army for army in ARMIES if scores[army] == len(objectives)), None)
    if winner is None:
        return Outcome(None, "draw", "one-objective-each", ("P-V1", "P7"), scores)
    return Outcome(winner, "victory", "both-objectives", ("P-V1", "P7"), scores)


def conditions(game: Plan) -> tuple[Condition, ...]:
    """P-V1: both objectives at the end; who controls an area is open."""
    objectives = game.rules.objectives
    return tuple(
        Condition(
            army,
            "victory",
            "at-the-end",
            tuple(Count("area-held", game.controller(area) == army, 1, {"area": area}) for area in objectives),
            ("P-V1", "P7"),
        )
        for army in ARMIES
    )
