"""Chapter 12.6: momentum (advanced game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import MomentumChanged
from grognard.games.revolution.series.pieces import Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

MOMENTUM_CHITS = 5
"""S12.61: there are five in all."""
ELITE_MORALE = 2


class Momentum(Chapter):
    """Gaining, spending and losing momentum chits."""

    def pool(self, game: Battle) -> int:
        """S12.61: what neither side holds."""
        return MOMENTUM_CHITS - sum(game.state.momentum.values())

    def change_momentum(self, game: Battle, side: str, change: int, cause: str) -> None:
        if change:
            game.state.momentum[side] += change
            game.emit(MomentumChanged(side, change, game.state.momentum[side], cause))

    def gain_momentum(self, game: Battle, side: str, cause: str) -> None:
        """S12.23-8, S12.65: a chit from the pool; if it is empty the opponent returns one instead."""
        if not self.advanced:
            return
        if self.pool(game):
            self.change_momentum(game, side, +1, cause)
        elif game.state.momentum[self.enemy[side]]:
            self.change_momentum(game, self.enemy[side], -1, "empty-pool")

    def gain_momentum_attacking(self, game: Battle, combat: CloseCombat) -> None:
        """S12.23-8: the attacker's gain; a battle may know enemies not worth it."""
        self.gain_momentum(game, combat.attacker, "close-combat")

    def gain_momentum_defending(self, game: Battle, combat: CloseCombat) -> None:
        """S12.23-8: the defender's gain."""
        self.gain_momentum(game, combat.defender, "close-combat")

    def spends_momentum(self, game: Battle, side: str, ids: tuple[str, ...]) -> str:
        """Who decides to spend a chit in a combat: whoever answers for the units that fight it."""
        return game.rules.seat_for(game, side, ids)

    def spend_momentum(self, game: Battle, side: str, number: int, cause: str) -> None:
        """S12.62a: a spent chit returns to the pool and can be gained again."""
        self.change_momentum(game, side, -number, cause)

    def lose_or_yield(self, game: Battle, side: str, cause: str) -> None:
        """The owner returns a chit; if they have none the opponent takes one from the pool, if there is one."""
        if game.state.momentum[side]:
            self.change_momentum(game, side, -1, cause)
        elif self.pool(game):
            self.change_momentum(game, self.enemy[side], +1, cause)

    def lose_elite(self, game: Battle, was: Piece) -> None:
        """S12.64: a unit of printed morale +2 captured at full strength costs momentum."""
        counter = self.counters[was.id]
        if self.advanced and was.step == 0 and counter.morales[0] >= ELITE_MORALE:
            self.lose_or_yield(game, counter.side, "elite-captured")

    def lose_momentum_with_leader(self, game: Battle, side: str, number: int) -> None:
        """S12.65b: certain commanders cost momentum; an owner with fewer chits returns what they have."""
        if not self.advanced or number <= 0:
            return
        held = game.state.momentum[side]
        if held:
            self.change_momentum(game, side, -min(held, number), "leader-lost")
        else:
            self.lose_or_yield(game, side, "leader-lost")
