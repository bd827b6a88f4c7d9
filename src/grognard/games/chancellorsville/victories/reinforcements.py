"""U18.8, U19.21: units that come later, and U17.7: a unit that comes back."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.data_schema import Reinforcement
from grognard.games.chancellorsville.victories.events import ReinforcementPlaced
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.pieces import ENEMY, LOST, WAITING, Piece


class Arriving(Chapter[C]):
    """Who comes, when, and where."""

    # ------------------------------------------------------------------ brought by a command

    def due(self, game: C, army: str) -> list[Piece]:
        """U18.8: units off the map that a command may bring in now."""
        groups = (g for g in self.components.scenario.reinforcements if g.by and g.side == army and g.turn <= game.state.turn)
        return [game.piece(id) for group in groups for id in group.units if game.piece(id).box == WAITING]

    def entries(self, game: C, army: str) -> HexSet:
        """U18.8: the entry hexes that no enemy holds, while somebody is to come."""
        if not self.due(game, army):
            return 0
        groups = (group for group in self.components.scenario.reinforcements if group.by and group.side == army)
        found = 0
        for group in groups:
            for label in group.entry:
                found |= 1 << self.board.hex(label)
        return found & ~game.held(ENEMY[army])

    def enter(self, game: C, ids: Iterable[str], h: Hex) -> None:
        """U18.8: units that stood off the map count as standing in the entry hex."""
        for id in ids:
            game.move((id,), h)
            game.state.entered |= {id}
            game.emit(ReinforcementPlaced(self.counters[id].side, id, game.label(h)))

    def entry_price(self, game: C, ids: Iterable[str]) -> int:
        """U18.8: who has just come pays for the road of the entry hex when it marches on."""
        fresh = [game.piece(id) for id in ids if id in game.state.entered]
        roads = self.components.terrain.roads
        price = 0
        for piece in fresh:
            kinds = {kind for n in members(self.board.grid.adjacent[piece.hex]) for kind in self.board.side(piece.hex, n)}
            cost = roads.major.mp if "major" in kinds else roads.minor.mp
            price = max(price, int((cost or 0) * MP))
        return price

    # ------------------------------------------------------------------ brought by a die

    def rolled_for(self, game: C) -> list[Reinforcement]:
        """U19.21: groups that a die brings and that have not come yet."""
        groups = (group for group in self.components.scenario.reinforcements if group.roll)
        return [group for group in groups if any(game.piece(id).box == WAITING for id in group.units)]

    def to_place(self, game: C) -> list[Piece]:
        return [game.piece(id) for group in self.rolled_for(game) for id in group.units if game.piece(id).box == WAITING]

    def arrival_hexes(self, game: C, piece: Piece) -> list[Hex]:
        """U19.21: the entry hexes, or the nearest of their columns that are neither the enemy's nor next to the enemy."""
        grid, army = self.board.grid, self.counters[piece.id].side
        group = next(group for group in self.rolled_for(game) if piece.id in group.units)
        entries = [self.board.hex(label) for label in group.entry]
        closed = game.held(ENEMY[army]) | game.near(ENEMY[army])
        able = [h for h in entries if not closed >> h & 1 and game.rules.has_room(game, army, h, (piece,))]
        if able:
            return able
        columns = {grid.column(h) for h in entries}
        south = self.regions["south"] & self.area & ~closed
        free = [h for h in grid.hexes if grid.column(h) in columns and south >> h & 1]
        roomy = [h for h in free if game.rules.has_room(game, army, h, (piece,))]
        far = {h: min(grid.distance(h, entry) for entry in entries) for h in roomy}
        least = min(far.values(), default=0)
        return [h for h in roomy if far[h] == least]

    # ------------------------------------------------------------------ brought back by an event

    def can_regroup(self, game: C, army: str) -> list[str]:
        """U17.7, U17.17: the lost units that find a place."""
        lost = [id for id, piece in game.army(army).pieces.items() if piece.box == LOST and self.counters[id].is_real]
        return [id for id in lost if self.regroup_hexes(game, army, id)]

    def regroup_hexes(self, game: C, army: str, id: str) -> HexSet:
        """U17.7, U17.17: with or next to units of its division, or else of its formation; never next to the enemy.

        A unit that may not cross the great rivers does not come back beyond them (U18.6, U18.9).
        """
        counter = self.counters[id]
        pieces = [p for p in game.on_map(army) if self.counters[p.id].is_real]
        friends = [p for p in pieces if counter.division and self.counters[p.id].division == counter.division]
        friends = friends or [p for p in pieces if self.counters[p.id].formation == counter.formation]
        if not counter.formation:
            friends = pieces
        hexes = 0
        for piece in friends:
            hexes |= 1 << piece.hex | self.board.grid.adjacent[piece.hex]
        free = hexes & self.area & ~game.held(ENEMY[army]) & ~game.near(ENEMY[army])
        back = Piece(id, step=counter.levels - 1)
        if "reserve_no_crossing" in counter.flags and self.components.scenario.supply:
            free &= self.regions["north"]  # U18.6
        elif game.rules.kept_north(game, back):
            free &= ~self.regions["south"]  # U18.9
        found = 0
        for h in members(free):
            if game.rules.has_room(game, army, h, (back,)):
                found |= 1 << h
        return found
