"""Guilford 3.6: the Marquis de Bretigny's dragoons, and the march up to them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, HexSet
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.guilford.greenes_army import GreenesArmy
from grognard.games.revolution.guilford.state import AMERICAN, BRITISH, guilford
from grognard.games.revolution.series.pieces import Piece
from grognard.hexgames.marches import Destinations
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat
    from grognard.games.revolution.series.movement import March


class Bretigny(GreenesArmy):
    """One weak unit on the road, and how the British may brush it aside."""

    def stands_alone(self, game: Battle, piece: Piece) -> bool:
        """G3.6c: whether Bretigny is on the map and no other combat unit is stacked with him."""
        alone = piece.id == self.tables.bretigny.unit and piece.hex != OFF_MAP
        return alone and len(game.units_at(piece.hex, AMERICAN)) == 1

    # ------------------------------------------------------------------ defence only (G3.6a)

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        """G3.6a: alone he does not attack; G3.6g: nor does a unit that the march leaves without strength."""
        refused = super().why_not_attack(game, piece)
        if refused is not None:
            return refused
        if self.stands_alone(game, piece):
            return Reason("bretigny-only-defends", ("G3.6a",), {"piece": self.counters[piece.id].name})
        if self.attack_strength(game, piece) == 0:
            return Reason("marched-too-hard", ("G3.6g",), {"piece": self.counters[piece.id].name})
        return None

    # ------------------------------------------------------------------ he must move away (G3.6b)

    def begin_movement(self, game: Battle) -> None:
        """G3.6b: alone and next to the enemy he must get away; without a way he is captured at once."""
        super().begin_movement(game)
        guilford(game).fleeing = False
        if game.state.phasing == BRITISH:
            guilford(game).marched = frozenset()
            return
        bretigny = game.piece(self.tables.bretigny.unit)
        if self.stands_alone(game, bretigny) and game.next_to_enemy(bretigny):
            guilford(game).fleeing = True
            self.capture_if_cornered(game)

    def must_flee(self, game: Battle) -> bool:
        """G3.6b: whether he has still to get away; G3.6c: nobody has joined him since the phase began."""
        if not guilford(game).fleeing:
            return False
        bretigny = game.piece(self.tables.bretigny.unit)
        return bretigny.hex != OFF_MAP and bretigny.id not in game.state.moved

    def can_flee(self, game: Battle) -> bool:
        """Whether a legal move takes him clear of every enemy."""
        bretigny = game.piece(self.tables.bretigny.unit)
        if bretigny.pin:
            return self.why_not_break(game, bretigny.pin) is None
        return not self.is_held(bretigny) and bool(self.destinations(game, bretigny, 0, 0, True).all)

    def capture_if_cornered(self, game: Battle) -> None:
        if self.is_cornered(game):
            self.capture(game, self.tables.bretigny.unit)
            self.post_army_morale(game)

    def end_movement(self, game: Battle) -> None:
        """G3.6b: a way that his own side has closed meanwhile does not save him."""
        self.capture_if_cornered(game)
        super().end_movement(game)

    def is_cornered(self, game: Battle) -> bool:
        return self.must_flee(game) and not self.can_flee(game)

    def frozen(self, game: Battle) -> frozenset[str]:
        held = super().frozen(game)
        return held | {self.tables.bretigny.unit} if self.is_cornered(game) else held

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        refused = super().why_not_move(game, piece)
        if refused is None and piece.id == self.tables.bretigny.unit and self.is_cornered(game):
            return Reason("bretigny-is-cornered", ("G3.6b",), {"piece": self.counters[piece.id].name})
        return refused

    def why_not_end_movement(self, game: Battle) -> Reason | None:
        refused = super().why_not_end_movement(game)
        if refused is None and self.must_flee(game) and self.can_flee(game):
            return Reason("bretigny-must-get-away", ("G3.6b",), {}, (self.tables.bretigny.unit,))
        return refused

    def destinations(self, game: Battle, piece: Piece, spent: int, steps: int, road_only: bool) -> Destinations:
        """G3.6b: his move must end adjacent to no enemy."""
        found = super().destinations(game, piece, spent, steps, road_only)
        if self.flees_now(game, piece):
            closed = self.closed_to_stops(game, piece) | game.near(BRITISH)
            found = Destinations(found.across, found.road, found.least, closed)
        return found

    def why_not_reach(self, game: Battle, march: March, goal: Hex) -> Reason | None:
        refused = super().why_not_reach(game, march, goal)
        if refused is None and self.flees_now(game, game.piece(march.piece)) and game.near(BRITISH) >> goal & 1:
            return Reason("bretigny-must-get-away", ("G3.6b",))
        return refused

    def flees_now(self, game: Battle, piece: Piece) -> bool:
        return piece.id == self.tables.bretigny.unit and self.must_flee(game)

    def ended_march(self, game: Battle, march: March) -> None:
        super().ended_march(game, march)
        self.note_joined(game)
        self.note_marched(game, march)

    def note_joined(self, game: Battle) -> None:
        """G3.6c: with a friend in his hex he need not move off."""
        state = guilford(game)
        if state.fleeing and not self.stands_alone(game, game.piece(self.tables.bretigny.unit)):
            state.fleeing = False

    # ------------------------------------------------------------------ the western limit (G3.6d)

    @cached_property
    def confined(self) -> dict[str, HexSet]:
        confined, unit = super().confined, self.tables.bretigny.unit
        return confined | {unit: confined.get(unit, 0) | self.west_of_row_11}

    def closed_zone(self, game: Battle, piece: Piece) -> HexSet:
        """G3.6d: the hexes of rows 01 to 10 are closed to him."""
        closed = super().closed_zone(game, piece)
        return closed | self.west_of_row_11 if piece.id == self.tables.bretigny.unit else closed

    @cached_property
    def west_of_row_11(self) -> HexSet:
        return self.board.zones[self.tables.bretigny.closed_zone]

    def why_closed(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        if piece.id == self.tables.bretigny.unit and self.closed_ground(game, piece) >> h & 1:
            return Reason("too-far-west", ("G3.6d",), {"piece": self.counters[piece.id].name, "hex": game.label(h)})
        return super().why_closed(game, piece, h)

    # ------------------------------------------------------------------ skirmished on the road (G3.6e to G3.6h)

    def is_skirmished(self, game: Battle) -> bool:
        """G3.6e: alone, with a zone of control on a road hex, and Tarleton adjacent."""
        bretigny = game.piece(self.tables.bretigny.unit)
        tarleton = game.piece(self.tables.bretigny.skirmisher)
        if not self.stands_alone(game, bretigny) or not self.has_zoc(bretigny):
            return False
        near = self.board.grid.adjacent[bretigny.hex] >> tarleton.hex & 1
        return bool(near and self.zoc_of(bretigny) & self.road_hexes)

    @cached_property
    def road_hexes(self) -> HexSet:
        on_road = 0
        for h in self.board.grid.hexes:
            if self.road_table.open[h]:
                on_road |= 1 << h
        return on_road

    def closed_to_strategic(self, game: Battle, piece: Piece) -> HexSet:
        """G3.6f: British infantry may march up to the skirmished Bretigny; every other American keeps it off."""
        closed = super().closed_to_strategic(game, piece)
        if self.counters[piece.id].kind not in self.tables.bretigny.marchers or self.counters[piece.id].side != BRITISH:
            return closed
        if not self.is_skirmished(game):
            return closed
        others = game.force(AMERICAN).units & ~(1 << game.piece(self.tables.bretigny.unit).hex)
        return self.board.grid.around_set(others)

    def note_marched(self, game: Battle, march: March) -> None:
        """G3.6f: remember who has come up to him with more than the normal allowance."""
        piece, bretigny = game.piece(march.piece), game.piece(self.tables.bretigny.unit)
        if self.counters[piece.id].side != BRITISH or bretigny.hex == OFF_MAP:
            return
        doubled = march.road_only and march.spent > self.allowance(game, piece)
        if doubled and self.board.grid.adjacent[bretigny.hex] >> piece.hex & 1:
            guilford(game).marched |= {piece.id}

    def attack_strength(self, game: Battle, piece: Piece) -> int:
        """G3.6g: after such a march half strength, rounded down."""
        strength = super().attack_strength(game, piece)
        return strength // self.tables.bretigny.strength_divisor if piece.id in guilford(game).marched else strength

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """G3.6h: and the attack is unprepared."""
        yield from super().close_combat_modifiers(game, combat)
        if guilford(game).marched.intersection(combat.attackers):
            unprepared = self.tables.bretigny.unprepared
            yield Modifier(unprepared.drm or 0, "unprepared-attack", unprepared.rule)
