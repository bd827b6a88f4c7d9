"""Eutaw 3.9: the Wantoot Plantation House. Its costs and modifiers are a row of the terrain chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.orders import StandingOrder, standing_order
from grognard.core.texts import Modifier
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.retreat import STAND, WITHDRAW
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

HOLD_THE_HOUSE = standing_order(
    "hold-the-house", ("RetreatUnit.stand_or_go", "MoraleCheck.stand_or_check"), ("E3.9e",), ("stand", "go")
)


class House(SeriesRules):
    """What it means to stand inside the house."""

    def may_decline(self, game: Battle, piece: Piece) -> bool:
        """Units inside need not attack."""
        if super().may_decline(game, piece):
            return True
        # E3.9c; a pinned unit must (S13.1-PIN-c)
        return not self.ground[piece.hex].must_attack and not piece.pin

    def may_stand(self, game: Battle, piece: Piece, cause: str) -> str:
        """E3.9e: a unit inside does not have to retreat on R."""
        return "E3.9e" if cause == "R" and self.ground[piece.hex].retreat_optional_on_R else ""

    def check_modifiers(self, game: Battle, piece: Piece, in_works: bool) -> Iterator[Modifier]:
        """E3.9d: +1 for defenders on morale checks caused by a close combat; not for rally, not in the lead unit's DRM."""
        yield from super().check_modifiers(game, piece, in_works)
        bonus = self.ground[piece.hex].morale_check_drm
        if bonus and self.counters[piece.id].side != game.state.phasing:
            yield Modifier(bonus, "inside-the-house", "E3.9d")

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        """E3.9e: whether a unit inside holds the house is asked of its owner."""
        return (*super().standing_orders(seat), HOLD_THE_HOUSE)

    def carry_out(self, game: Battle, seat: str, order: str, answer: str) -> Action | None:
        if order == HOLD_THE_HOUSE.kind:
            return STAND if answer == "stand" else WITHDRAW
        return super().carry_out(game, seat, order, answer)
