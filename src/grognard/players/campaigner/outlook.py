"""What there is to see of a campaign: stacks, their strength, the ways between them. It serves either army."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from grognard.core.flood import flood
from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.victories.pieces import ENEMY, Piece
from grognard.games.chancellorsville.victories.state import Campaign

FAR = 10_000
Ways = dict[object, dict[Hex, dict[Hex, int]]]
"""What ways cost, for each state of the ground and each goal; worked out once."""
LONGEST = 400
"""No way that matters is longer, in half-points."""


class Outlook:
    """A campaign as one army sees it."""

    def __init__(self, game: Campaign, army: str, ways: Ways) -> None:
        self.game, self.rules = game, game.rules
        self.army, self.enemy = army, ENEMY[army]
        self.grid = game.rules.board.grid
        self._ways = ways.setdefault(game.rules.ground_key(game, army), {})

    @cached_property
    def own(self) -> dict[Hex, tuple[Piece, ...]]:
        return self.game.army(self.army).stacks

    @cached_property
    def enemies(self) -> dict[Hex, list[Piece]]:
        """The enemy's units that count, by their hexes."""
        stacks = self.game.army(self.enemy).stacks
        return {h: real for h, stack in stacks.items() if (real := self.game.real(stack))}

    def strength(self, pieces: Iterable[Piece]) -> int:
        return sum(self.game.points(piece) for piece in pieces)

    def formation(self, piece: Piece) -> str:
        return self.rules.counters[piece.id].formation

    def ways_to(self, goal: Hex) -> dict[Hex, int]:
        """What the cheapest way from each hex to a goal costs in half-points, whoever stands on it."""
        found = self._ways.get(goal)
        if found is None:
            reach = flood(self.rules.tables(self.game, self.army).toward_road, goal, LONGEST, self.rules.area)
            found = self._ways[goal] = {h: cost for cost, level in enumerate(reach.levels) for h in members(level)}
        return found

    def cost(self, start: Hex, goal: Hex) -> int:
        return self.ways_to(goal).get(start, FAR)

    def reach(self, stack: Iterable[Piece]) -> HexSet:
        """Where units of one hex can march to now, and where they are."""
        units = [piece for piece in stack if piece.id not in self.game.state.finished]
        if not units:
            return 0
        return self.rules.destinations(self.game, self.army, units, 0, True).all | 1 << units[0].hex

    def fits(self, h: Hex, pieces: Iterable[Piece]) -> bool:
        return self.rules.has_room(self.game, self.army, h, tuple(pieces))

    def may_fight(self, piece: Piece) -> bool:
        """Whether a unit could attack after a march."""
        return self.rules.why_unfit_to_attack(self.game, piece) is None

    def owed(self, h: Hex, target: Hex) -> HexSet:
        """What else an attack out of a hex has to engage."""
        return self.rules.must_be_engaged(self.game, self.army, h) & ~(1 << target)

    def touching(self, h: Hex) -> HexSet:
        """The enemy hexes that can be attacked from a hex."""
        return self.rules.attackable(self.game, self.army, h)

    def nearest_enemy(self, h: Hex) -> int:
        """How many hexes away the nearest enemy is."""
        return min((self.grid.distance(h, other) for other in self.enemies), default=FAR)
