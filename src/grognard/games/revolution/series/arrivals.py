"""Chapter 9.6: reinforcements, when they arrive and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.hexes import HexSet, hex_set, members
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.pieces import WAITING, Piece

if TYPE_CHECKING:
    from grognard.core.procedures import Procedure
    from grognard.games.revolution.series.battle import Battle


class Arrivals(Chapter):
    """Who is due, and where they may be placed."""

    def entry_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """S9.61a: where a reinforcement may be placed: the hexes of its letter that no enemy holds.

        Where all are held it waits; from the next turn on it may use the nearest edge hexes free of enemies and their ZOC.
        """
        turn, letters = self.arrival_turn(game, piece.id), self.components.arrivals[piece.id][1]
        enemy = self.enemy[self.counters[piece.id].side]
        held = game.force(enemy).units
        marked = 0
        for letter in letters:
            marked |= self.components.entries[letter]
        if marked & ~held:
            return marked & ~held
        if game.state.turn <= turn:
            return 0
        grid = self.board.grid
        room = game.rules.room_set(piece)
        free = [h for h in members(room) if grid.is_edge(h) and not (held | game.force(enemy).zoc) >> h & 1]
        nearest = min((min(grid.distance(h, m) for m in members(marked)) for h in free), default=None)
        return hex_set(h for h in free if min(grid.distance(h, m) for m in members(marked)) == nearest)

    def arrival_turn(self, game: Battle, id: str) -> int:
        """S9.61a: the turn in which a reinforcement is due: the one printed, unless a battle has changed it."""
        return self.components.arrivals[id][0]

    def before_arrivals(self, game: Battle, side: str) -> Procedure | None:
        """What a battle decides about a side's reinforcements before they are placed."""
        return None

    def arrived(self, game: Battle, piece: Piece) -> None:
        """What the placing of a reinforcement brings about: lone leaders are captured (S14.32a)."""
        game.rules.capture_lone_leaders(game, piece, piece.hex)

    def arriving(self, game: Battle) -> list[Piece]:
        """S9.61a: the phasing side's reinforcements that are due now and can be placed."""
        return [
            piece
            for piece in game.state.pieces.values()
            if piece.box == WAITING
            and piece.id in self.components.arrivals
            and self.counters[piece.id].side == game.state.phasing
            and self.arrival_turn(game, piece.id) <= game.state.turn
            and self.entry_hexes(game, piece)
        ]

    def may_wait(self, piece: Piece) -> str:
        """The rule by which a reinforcement that is due need not enter, or nothing; the series knows none (S9.61a)."""
        return ""
