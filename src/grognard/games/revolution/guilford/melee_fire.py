"""Guilford 3.1: the British guns fire into the melee."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.orders import StandingOrder, standing_order
from grognard.core.procedures import Ask, Done, Next, Procedure
from grognard.core.texts import Modifier
from grognard.games.revolution.guilford.state import guilford
from grognard.games.revolution.series.fire import HOLD_FIRE
from grognard.games.revolution.series.names import PieceId
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.guilford.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat


MELEE_FIRE = standing_order("melee-fire", ("FireIntoTheMelee.offer",), ("G3.1a", "G3.1c"), ("hold", "fire"))


class FireIntoMelee(Action, frozen=True):
    """Let the guns fire into this close combat (G3.1a)."""


class FiredIntoMelee(Event, frozen=True):
    """The guns fired into a close combat."""

    piece: PieceId


class MeleeFire(SeriesRules):
    """Guns that shift the odds of one American attack."""

    tables: TablesData

    def may_fire_into(self, game: Battle, combat: CloseCombat) -> bool:
        """G3.1a: an American attack in reach of the guns."""
        fire = self.tables.melee_fire
        if combat.defender != fire.side:
            return False
        if guilford(game).melee_fire:
            return False  # G3.1c: once a game, whether or not they have fired this turn
        guns = game.piece(fire.unit)
        if guns.hex == OFF_MAP or not self.may_fire(game, guns):
            return False  # G3.1b
        return any(self.covers(game, guns.hex, h) for h in combat.targets)

    def covers(self, game: Battle, guns: int, h: int) -> bool:
        """G3.1b: within range and sight; an adjacent hex, or the guns' own, always."""
        reach = self.gun_range(game.piece(self.tables.melee_fire.unit))
        return self.board.grid.distance(guns, h) <= reach and self.sees(game, guns, h)

    def intervention(self, game: Battle, combat: CloseCombat) -> Procedure | None:
        return FireIntoTheMelee() if self.may_fire_into(game, combat) else super().intervention(game, combat)

    # ------------------------------------------------------------------ standing orders

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        """G3.1a: only the side with these guns is asked."""
        known = super().standing_orders(seat)
        return (*known, MELEE_FIRE) if seat == self.tables.melee_fire.side else known

    def carry_out(self, game: Battle, seat: str, order: str, answer: str) -> Action | None:
        if order == MELEE_FIRE.kind:
            return FireIntoMelee() if answer == "fire" else HOLD_FIRE
        return super().carry_out(game, seat, order, answer)


class FireIntoTheMelee(Procedure["Battle"]):
    """G3.1a: no die is rolled; G3.1d: the shift may go past the left end of the table."""

    steps: ClassVar[tuple[str, ...]] = ("offer",)

    def offer(self, game: Battle) -> Next:
        fire = cast("MeleeFire", game.rules).tables.melee_fire
        actions = [FireIntoMelee(), HOLD_FIRE]
        return Ask(
            game.seat_of(fire.unit), actions, self.answered, "melee-fire", ("G3.1a", "G3.1c"), None, {"piece": fire.unit}
        )

    def answered(self, game: Battle, answer: Action) -> Next:
        if not isinstance(answer, FireIntoMelee):
            return Done(None)
        fire = cast("MeleeFire", game.rules).tables.melee_fire
        guilford(game).melee_fire = game.state.turn
        game.emit(FiredIntoMelee(fire.unit))
        return Done(Modifier(fire.shift, "melee-fire", "G3.1a"))
