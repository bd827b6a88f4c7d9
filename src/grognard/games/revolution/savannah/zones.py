"""Savannah 4.9 and 4.10: ground that whoever enters it does not leave again in the same move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, HexSet
from grognard.core.texts import Reason
from grognard.games.revolution.savannah.leadership import Leadership
from grognard.games.revolution.series.pieces import Piece
from grognard.hexgames.marches import Destinations

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.movement import March

AVOIDED = "avoided-ground"
"""In the memo of a game the ground that is left out while it is worked out where a unit can go without it."""
Way = tuple[int, int, bool]
"""What a move has spent, how many hexes it has entered, and whether it has kept to roads."""


class Divided(Destinations):
    """The hexes of a zone that can be reached at all, and others that can be reached without entering it."""

    __slots__ = ("beyond", "inside", "outside", "zone")

    def __init__(self, inside: Destinations, outside: Destinations, zone: HexSet) -> None:
        super().__init__(inside.across, inside.road, inside.least)
        self.inside = inside
        self.outside = outside
        self.zone = zone
        self.all = inside.all & zone | outside.all & ~zone
        self.beyond: HexSet = inside.all & ~zone & ~outside.all
        """What is reached through the zone only."""

    def path(self, goal: Hex) -> tuple[Hex, ...]:
        return (self.inside if self.zone >> goal & 1 else self.outside).path(goal)

    def cost(self, goal: Hex) -> int | None:
        return (self.inside if self.zone >> goal & 1 else self.outside).cost(goal)


class Zones(Leadership):
    """Where a unit can go if it stays in a zone once it has entered it."""

    def barred(self, game: Battle, piece: Piece) -> HexSet:
        """S9.2d: a leader does not enter a hex that an enemy leader holds, either; only units take leaders (S14.32a)."""
        avoided: HexSet = game.memo.get(AVOIDED, 0)
        counter = self.counters[piece.id]
        held = game.force(self.enemy[counter.side]).leaders if counter.is_leader else 0
        return super().barred(game, piece) | avoided | held

    def held_hexes(self, game: Battle) -> HexSet:
        """S9.2d: those with leaders as well."""
        one, other = self.sides
        return super().held_hexes(game) | game.force(one).leaders | game.force(other).leaders

    def why_not_step(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Reason | None:
        counter = self.counters[piece.id]
        if counter.is_leader and game.force(self.enemy[counter.side]).leaders >> b & 1:
            return Reason("enemy-there", ("S9.2d",), {"hex": game.label(b)})
        return super().why_not_step(game, piece, a, b)

    def why_not_reach(self, game: Battle, march: March, goal: Hex) -> Reason | None:
        refused = super().why_not_reach(game, march, goal)
        counter = self.counters[march.piece]
        if refused is not None and refused.key == "out-of-reach" and counter.is_leader:
            if game.force(self.enemy[counter.side]).leaders >> goal & 1:
                return Reason("enemy-there", ("S9.2d",), {"hex": game.label(goal)})
        return refused

    def kept_in(self, game: Battle, piece: Piece, found: Destinations, zone: HexSet, way: Way) -> Destinations:
        """The same for a unit outside the zone that does not leave it once it has entered it."""
        avoided: HexSet = game.memo.get(AVOIDED, 0)
        if not (found.all | self.passed(found)) & zone & ~avoided:
            return found
        game.memo[AVOIDED] = avoided | zone
        try:
            outside = self.work_out_destinations(game, piece, *way)
        finally:
            game.memo[AVOIDED] = avoided
        return Divided(found, outside, zone)

    def passed(self, found: Destinations) -> HexSet:
        """The hexes that ways may lead through, though nobody may stop there."""
        return (found.across.all if found.across is not None else 0) | (found.road.all if found.road is not None else 0)
