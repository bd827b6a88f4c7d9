"""Chapter 12.4: cavalry that rides off instead of fighting; and 12.23-4: withdrawals after no combat."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from grognard.core.hexes import HexSet
from grognard.core.procedures import Call, Done, Next, Procedure
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.leaving import Leaving, others
from grognard.games.revolution.series.names import Side, UnitId
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.retreat import RetreatUnit
from grognard.games.revolution.series.seating import InOwnersOrder
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat


class Withdrawal(Chapter):
    """Who may ride off, and where to."""

    def may_withdraw_cavalry(self, game: Battle, combat: CloseCombat) -> bool:
        """S12.4a, S12.4b: all defenders cavalry in parade order, no attacking cavalry, and all can get clear."""
        if any(self.counters[id].is_cavalry for id in combat.attackers):
            return False
        for id in combat.defenders:
            if not self.counters[id].is_cavalry or not game.rules.in_good_order(game.piece(id)):
                return False
        return self.can_withdraw(game, combat.defenders)

    def withdrawing(self) -> Leaving:
        """S12.4b: all the cavalry rides off, one after another, each three hexes to an end clear of the enemy."""
        return Leaving(self.withdrawal_ends, self.withdrawal_hexes)

    def withdrawal_ends(self, game: Battle, piece: Piece) -> HexSet:
        """S12.4b: where one of them may ride now."""
        return game.rules.retreat_ends(game, piece, 3, clear=True)

    def withdrawal_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """The same if homeward were no matter: a friend who fills the homeward hexes opens the others (S13.21b)."""
        return game.rules.retreat_hexes(game, piece, 3) & ~game.near(self.enemy[self.counters[piece.id].side])

    def can_withdraw(self, game: Battle, ids: tuple[str, ...]) -> bool:
        """S12.4b: whether all these units can retreat three hexes, in some order, to ends clear of the enemy."""
        return self.withdrawing().all_can(game, ids)


class CavalryWithdrawal(InOwnersOrder):
    """S12.4b, S12.4c: all the cavalry retreats three hexes, each to an end of its own, and is marked."""

    items: tuple[UnitId, ...]
    prompt: ClassVar[str] = "next-retreat"
    cites: ClassVar[str] = "S12.4b"

    def choices(self, game: Battle) -> Collection[str]:
        """Nobody goes next who would leave a comrade without an end."""
        leaving = game.rules.withdrawing()
        return [id for id in self.items if any(leaving.ends_for(game, id, others(self.items, id)))]

    def procedure_for(self, game: Battle, item: str) -> Procedure | None:
        return RideOff(item, self.items)


class RideOff(Procedure["Battle"]):
    """S12.4c: one unit rides off and is marked."""

    piece: UnitId
    keep: tuple[UnitId, ...]
    steps: ClassVar[tuple[str, ...]] = ("retreat", "mark")

    def retreat(self, game: Battle) -> Next:
        return Call(RetreatUnit(self.piece, 3, "cavalry", from_combat=True, clear=True, keep=self.keep))

    def mark(self, game: Battle) -> Next:
        if game.piece(self.piece).hex != OFF_MAP:
            game.change(self.piece, withdrawn=True)
        return None


class Withdrawals(Procedure["Battle"]):
    """S12.23-4c: the withdrawals after no combat, side by side."""

    sides: tuple[Side, ...]
    units: tuple[tuple[UnitId, ...], ...]
    steps: ClassVar[tuple[str, ...]] = ("next_side",)

    def next_side(self, game: Battle) -> Next:
        if not self.sides:
            return Done()
        side, units = self.sides[0], self.units[0]
        self.sides, self.units = self.sides[1:], self.units[1:]
        return Call(WithdrawSide(game.rules.seat_for(game, side, units), units), then="next_side")


class WithdrawSide(InOwnersOrder):
    """S12.23-4c: all involved units of a side retreat one hex, in the owner's order."""

    items: tuple[UnitId, ...]
    prompt: ClassVar[str] = "next-retreat"
    cites: ClassVar[str] = "S12.23-4c"

    def remaining(self, game: Battle) -> tuple[str, ...]:
        return game.alive(self.items)

    def procedure_for(self, game: Battle, item: str) -> Procedure | None:
        return RetreatUnit(item, 1, "withdraw", from_combat=True)
