"""Chapter 5: the sequence of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.procedures import Call, Goto, Next, Procedure
from grognard.games.revolution.series.artillery import ArtilleryPhase
from grognard.games.revolution.series.close_combat import CloseCombatPhase
from grognard.games.revolution.series.events import PhaseBegan, TurnBegan
from grognard.games.revolution.series.initiative import Initiative
from grognard.games.revolution.series.movement_phase import MovementPhase
from grognard.games.revolution.series.names import PhaseName, Side
from grognard.games.revolution.series.rally import RallyPhase
from grognard.games.revolution.series.rifles import RifleFirePhase
from grognard.games.revolution.series.stacking import CureOverstacking

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

PHASES = ("movement", "rally", "artillery fire", "rifle fire", "close combat")


class SequenceOfPlay(Procedure["Battle"]):
    """S5a: initiative, two player turns and an end-of-turn segment, turn after turn."""

    phase: PhaseName = ""
    """The phase at which a game set up from a position begins its player turn."""
    steps: ClassVar[tuple[str, ...]] = (
        "set_up",
        "begin_turn",
        "initiative",
        "common_phases",
        "first_player_turn",
        "second_player_turn",
        "end_of_turn",
    )

    def set_up(self, game: Battle) -> Next:
        procedure = game.rules.set_up_procedure(game)
        return Call(procedure) if procedure is not None else None

    def begin_turn(self, game: Battle) -> Next:
        """Who played first last turn is remembered, fixed order included."""
        if game.state.order:  # S6.2a
            game.state.first_last_turn = game.state.order[0]
        game.state.order = ()
        game.forget()
        game.emit(TurnBegan(game.state.turn))
        return None

    def initiative(self, game: Battle) -> Next:
        game.state.phase = "initiative"
        return Call(Initiative())

    def common_phases(self, game: Battle) -> Next:
        """What a battle plays once a turn for both sides."""
        procedure = game.rules.common_phases(game)
        return Call(procedure) if procedure is not None else None

    def first_player_turn(self, game: Battle) -> Next:
        """S5b: the side with initiative plays first."""
        return self.player_turn(game, 0)

    def second_player_turn(self, game: Battle) -> Next:
        """S5c: the other side has the same five phases."""
        return self.player_turn(game, 1) if len(game.state.order) > 1 else None

    def player_turn(self, game: Battle, place: int) -> Next:
        phase, self.phase = self.phase, ""
        turn = PlayerTurn(game.state.order[place])
        if phase:
            turn.step = phase.replace(" ", "_")
            game.state.phasing = turn.side
        return Call(turn)

    def end_of_turn(self, game: Battle) -> Next:
        """S5d: automatic victory, then the last turn's verdict or the next turn."""
        game.state.phase = "end of turn"
        game.rules.check_end_of_turn(game)
        if game.over is None and game.state.turn >= game.rules.last_turn:
            game.end(game.rules.final_outcome(game))
        if game.over is None:
            game.state.turn = game.rules.turn_after(game)
        return Goto("begin_turn")


class PlayerTurn(Procedure["Battle"]):
    """S5b, S5c, S5e: movement, rally, defensive artillery fire, rifle fire, close combat."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = (
        "begin",
        "movement",
        "rally",
        "artillery_fire",
        "other_fire",
        "rifle_fire",
        "close_combat",
        "finish",
        "end",
    )

    def begin(self, game: Battle) -> Next:
        """The phasing player is the one whose player turn is in progress."""
        game.state.phasing = self.side  # S3.2l
        procedure = game.rules.begin_player_turn(game, self.side)
        return Call(procedure) if procedure is not None else None

    def enter(self, game: Battle, phase: str, acts: str = "") -> None:
        game.state.phase = phase
        game.rules.first_to_act(game, acts or self.side)
        game.forget()
        game.emit(PhaseBegan(phase, self.side))

    def movement(self, game: Battle) -> Next:
        self.enter(game, "movement")
        return Call(MovementPhase(self.side))

    def rally(self, game: Battle) -> Next:
        self.enter(game, "rally")
        return Call(RallyPhase(self.side))

    def artillery_fire(self, game: Battle) -> Next:
        """S11.1a: the non-phasing player fires."""
        enemy = game.enemy(self.side)
        self.enter(game, "artillery fire", enemy)
        return Call(ArtilleryPhase(enemy))

    def other_fire(self, game: Battle) -> Next:
        """What only one battle lets fire besides."""
        procedure = game.rules.other_fire(game, self.side)
        return Call(procedure) if procedure is not None else None

    def rifle_fire(self, game: Battle) -> Next:
        if not game.rules.has_rifles:
            return None
        self.enter(game, "rifle fire")
        return Call(RifleFirePhase(self.side))

    def close_combat(self, game: Battle) -> Next:
        self.enter(game, "close combat")
        return Call(CloseCombatPhase(self.side))

    def finish(self, game: Battle) -> Next:
        """S9.61b: overstacking on entry must be gone by the end of the player turn."""
        if game.rules.overstacked(game, self.side):
            return Call(CureOverstacking(self.side), then=self.cured)
        game.state.entered = frozenset()
        return None

    def cured(self, game: Battle, _: object) -> Next:
        """S4b: a loss by overstacking is an event like others."""
        game.state.entered = frozenset()
        game.rules.check_at_once(game)
        return Goto("finish")

    def end(self, game: Battle) -> Next:
        """What a battle does at the end of a player turn."""
        procedure = game.rules.end_player_turn(game, self.side)
        return Call(procedure) if procedure is not None else None
