"""Savannah 1.7, 4.10, 4.14 and 4.15: the line of works about the town, and how the British fight from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex
from grognard.core.inheritance import flatten_mro
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.ground import OWNER, WORKS_IN
from grognard.games.revolution.savannah.state import ALLIED, AMERICAN, BRITISH, FRENCH, savannah
from grognard.games.revolution.savannah.zones import Zones
from grognard.games.revolution.series.pieces import Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

TURN_FLANK = "turn_flank"
BRITISH_WORKS = frozenset(kind for kind in WORKS_IN if OWNER[kind] == BRITISH)
HEADQUARTERS = {BRITISH: "hq_british", FRENCH: "hq_french", AMERICAN: "hq_american"}


@flatten_mro
class Perimeter(Zones):
    """What the perimeter changes for those within it and those before it."""

    def must_advance(self, game: Battle, id: str, hexes: list[Hex]) -> bool:
        """V1.7c, V4.19h: a British lead unit need not advance out of the perimeter."""
        if self.counters[id].side == BRITISH and self.perimeter >> game.piece(id).hex & 1:
            return any(self.perimeter >> h & 1 for h in hexes)
        return super().must_advance(game, id, hexes)

    def closed_chit(self, game: Battle, combat: CloseCombat, side: str, chit: str) -> Reason | None:
        """V4.15: the British do not turn a flank from within the perimeter against enemies who are all outside."""
        if chit == TURN_FLANK and side == BRITISH:
            own = [game.piece(id).hex for id in combat.involved(game, BRITISH)]
            theirs = [game.piece(id).hex for id in combat.involved(game, ALLIED)]
            if any(self.perimeter >> h & 1 for h in own) and not any(self.perimeter >> h & 1 for h in theirs):
                return Reason("the-british-stay-in-their-works", ("V4.15",))
        return super().closed_chit(game, combat, side, chit)

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V4.14a: Allied attacks across British works that are not finished yet."""
        yield from super().close_combat_modifiers(game, combat)
        drm = self.unfinished_defences(game)
        if drm and combat.attacker == ALLIED and all(side & BRITISH_WORKS for side in self.crossings(game, combat)):
            yield Modifier(drm, "unfinished-defences", "V4.14a")

    def unfinished_defences(self, game: Battle) -> int:
        """V4.14a, V4.14b, V4.14c: by the turn of the strategic track; on the tactical track as it was frozen."""
        turn = self.tables.turn_track.turns[game.state.turn]
        return turn.defences_drm if turn.kind == "strategic" else savannah(game).defences_drm

    # ------------------------------------------------------------------ retreat and rally (V4.19)

    def nears_home(self, piece: Piece, h: Hex) -> bool:
        """V4.19e: each army retreats towards its headquarters."""
        zone = self.components.sheet.zones[HEADQUARTERS[self.counters[piece.id].army]]
        home, distance = self.board.hex(zone[0]), self.board.grid.distance
        return distance(h, home) < distance(piece.hex, home)

    def why_not_retreat(
        self, game: Battle, piece: Piece, h: Hex, distance: int, clear: bool, strength: int | None
    ) -> Reason | None:
        refused = super().why_not_retreat(game, piece, h, distance, clear, strength)
        if refused is not None and refused.key == "not-towards-home":
            return Reason("not-towards-headquarters", ("V4.19e", "S13.21b"), {"hex": game.label(h)})
        return refused

    def rally_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """V4.11: Allied units under the guns of the frigate; V4.19f: units behind whole works."""
        yield from super().rally_modifiers(game, piece)
        if self.counters[piece.id].side == ALLIED and self.board.zones["naval_zone"] >> piece.hex & 1:
            yield Modifier(-1, "under-naval-guns", "V4.11")
        if self.behind_whole_works(game, piece.hex):
            yield Modifier(+1, "behind-fieldworks", "V4.19f")

    def check_modifiers(self, game: Battle, piece: Piece, in_works: bool) -> Iterator[Modifier]:
        """V4.19f: nor do breached works, or works with the enemy inside, help in a morale check."""
        sheltered = in_works and not self.breached_at(game, piece.hex) and not self.enemy_inside(game, piece)
        yield from super().check_modifiers(game, piece, sheltered)

    def enemy_inside(self, game: Battle, piece: Piece) -> bool:
        """V4.19f: an enemy unit is next to it within the same work: in the perimeter, where it stands there itself."""
        inside = self.perimeter >> piece.hex & 1
        near = self.board.grid.adjacent[piece.hex] & self.perimeter
        return bool(inside and near & game.force(self.enemy[self.counters[piece.id].side]).units)

    def breached_at(self, game: Battle, h: Hex) -> bool:
        """V4.19f: whether any of the hex's own works is breached."""
        label = game.label(h)
        return any(inner == label for _, inner, _ in savannah(game).breaches)

    def behind_whole_works(self, game: Battle, h: Hex) -> bool:
        """V4.19f: the hex holds works, and none of its hexsides is breached; next to the enemy nobody rallies (S15.1a)."""
        if self.breached_at(game, h):
            return False
        return any(self.board.side(n, h) & WORKS_IN for n in self.board.grid.neighbours[h] if n is not None)
