"""Guilford 3.7: Greene's army waits until it is released, and the militia stays behind the streams."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.texts import Reason
from grognard.games.revolution.guilford.state import AMERICAN, BRITISH, guilford
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.guilford.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.movement import March


class ContactMade(Event, frozen=True):
    """The armies have met; Greene's is released on a later turn."""

    release: int


class ArmyReleased(Event, frozen=True):
    """Greene's army may move from now on."""


class GreenesArmy(SeriesRules):
    """Who may move before the release, and where to afterwards."""

    tables: TablesData

    # ------------------------------------------------------------------ release (G3.7a to G3.7e)

    @cached_property
    def sortie_limits(self) -> bool:
        """GH9: the historical scenario knows none."""
        return bool(self.components.scenario.flags["sortie_limits"])

    def release_turn(self, game: Battle) -> int:
        """Two turns after first contact, and on turn 6 at the latest."""
        release, contact = self.tables.release, guilford(game).contact
        if not contact:
            return release.turn  # G3.7e
        return min(contact + release.turns_after_contact, release.turn)  # G3.7d

    def is_released(self, game: Battle) -> bool:
        return not self.sortie_limits or game.state.turn >= self.release_turn(game)

    @cached_property
    def waiting_army(self) -> frozenset[str]:
        """G3.7a: every American unit and leader but Lee's vanguard and Bretigny."""
        return frozenset(self.sheets[AMERICAN]) - frozenset(self.tables.release.free_units)

    def frozen(self, game: Battle) -> frozenset[str]:
        """G3.7a, G3.7b: the army does not move before its release; nothing else is forbidden to it."""
        held = super().frozen(game)
        return held if self.is_released(game) else held | self.waiting_army

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        refused = super().why_not_move(game, piece)
        if refused is None and piece.id in self.waiting_army and not self.is_released(game):
            return Reason("army-not-released", ("G3.7a",), {"piece": self.counters[piece.id].name})
        return refused

    def why_not_break(self, game: Battle, number: int) -> Reason | None:
        """G3.7a: breaking contact is movement."""
        held = [unit for unit in self.pinned_units(game, game.state.phasing, number) if unit.id in self.waiting_army]
        if held and not self.is_released(game):
            return Reason("army-not-released", ("G3.7a",), {"piece": self.counters[held[0].id].name})
        return super().why_not_break(game, number)

    def begin_movement(self, game: Battle) -> None:
        super().begin_movement(game)
        if self.sortie_limits and game.state.phasing == AMERICAN and game.state.turn == self.release_turn(game):
            game.emit(ArmyReleased())

    # ------------------------------------------------------------------ contact (G3.7c)

    def makes_contact(self, id: str) -> bool:
        """G3.7c: not the British light infantry and dragoons, who only skirmish."""
        return self.counters[id].side != BRITISH or self.counters[id].kind not in self.tables.release.no_contact_with

    def note_attacked(self, game: Battle, id: str, attackers: tuple[str, ...]) -> None:
        """Fire and close combat are contact at once."""
        super().note_attacked(game, id, attackers)
        if self.makes_contact(id) and any(self.makes_contact(other) for other in attackers):
            self.note_contact(game)  # G3.7c

    def end_movement(self, game: Battle) -> None:
        """G3.7c: sight is tested at the end of every movement phase, at any range."""
        super().end_movement(game)
        if not guilford(game).contact and not self.is_released(game) and self.armies_in_sight(game):
            self.note_contact(game)

    def armies_in_sight(self, game: Battle) -> bool:
        enemies = hex_set([unit.hex for unit in game.units_of(BRITISH) if self.makes_contact(unit.id)])
        ours, blocking = members(game.force(AMERICAN).units), self.blocking_units(game)
        return any(self.sees_past(blocking, a, b) for a in ours for b in members(self.not_hidden(a, enemies)))

    def note_contact(self, game: Battle) -> None:
        if guilford(game).contact or self.is_released(game):
            return
        guilford(game).contact = game.state.turn
        game.emit(ContactMade(self.release_turn(game)))

    # ------------------------------------------------------------------ the streams (G3.7f to G3.7h)

    @cached_property
    def confined(self) -> dict[str, HexSet]:
        """G3.7f: the militia and the guns of the army, once it is released."""
        limited = self.tables.release.limited_units if self.sortie_limits else ()
        return super().confined | dict.fromkeys(limited, self.beyond_the_streams)

    def closed_zone(self, game: Battle, piece: Piece) -> HexSet:
        """G3.7f: the ground beyond the streams is closed to the militia and the guns of the army once it is released."""
        if piece.id not in self.tables.release.limited_units or not self.sortie_limits or not self.is_released(game):
            return 0
        return self.beyond_the_streams

    @cached_property
    def beyond_the_streams(self) -> HexSet:
        closed = 0
        for zone in self.tables.release.closed_zones:
            closed |= self.board.zones[zone]
        return closed

    def closed_ground(self, game: Battle, piece: Piece) -> HexSet:
        """G3.7f: a unit that was driven into its closed zone may only go nearer to its edge."""
        zone = self.closed_zone(game, piece)
        if not zone >> piece.hex & 1:
            return zone
        return zone & ~self.nearer_to_the_edge(zone, piece.hex)

    def nearer_to_the_edge(self, zone: HexSet, h: Hex) -> HexSet:
        """The hexes of a zone that lie nearer to its outside than this one, by steps."""
        grid = self.board.grid
        outside, nearer = grid.all & ~zone, 0
        while True:
            ring = grid.around_set(outside | nearer) & zone & ~nearer
            if ring >> h & 1 or not ring:
                return nearer
            nearer |= ring

    def barred(self, game: Battle, piece: Piece) -> HexSet:
        barred = super().barred(game, piece)
        return barred | self.closed_ground(game, piece) if piece.id in self.confined else barred

    def why_not_step(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Reason | None:
        return super().why_not_step(game, piece, a, b) or self.why_closed(game, piece, b)

    def why_not_reach(self, game: Battle, march: March, goal: Hex) -> Reason | None:
        refused = super().why_not_reach(game, march, goal)
        return self.why_closed(game, game.piece(march.piece), goal) or refused if refused is not None else None

    def why_closed(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        """Why the battle closes this hex to the piece."""
        if self.closed_ground(game, piece) >> h & 1:
            return Reason("beyond-the-streams", ("G3.7f",), {"piece": self.counters[piece.id].name, "hex": game.label(h)})
        return None

    def why_not_advance(self, game: Battle, id: str, h: Hex) -> Reason | None:
        """G3.7f: nor may they advance there; a forced retreat is not barred."""
        return super().why_not_advance(game, id, h) or self.why_closed(game, game.piece(id), h)

    def can_enter_any(self, game: Battle, piece: Piece, hexes: tuple[Hex, ...]) -> bool:
        """G3.7f: for the advance the closed ground is like prohibited terrain."""
        closed = self.closed_ground(game, piece)
        return super().can_enter_any(game, piece, tuple(h for h in hexes if not closed >> h & 1))
