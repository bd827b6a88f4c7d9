"""Savannah 5: the historical scenario, the assault of 9 October."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from grognard.core.conditions import Condition, Count
from grognard.core.games import Outcome
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.picture import SavannahTable
from grognard.games.revolution.savannah.state import ALLIED, AMERICAN, BRITISH, DESTAING, FRENCH, SavannahState, savannah
from grognard.games.revolution.savannah.weather import FIRST_TACTICAL
from grognard.games.revolution.series.pieces import OFF_MAP, PARADE, Piece

if TYPE_CHECKING:
    from grognard.core.procedures import Procedure
    from grognard.games.revolution.savannah.data_schema import Decisive
    from grognard.games.revolution.series.battle import Battle, BattleState
    from grognard.games.revolution.series.close_combat import CloseCombat

RESERVE_ARTILLERY = "reserve_artillery"
FARTHEST = 7
"""V5.7a: in the fog nobody marches farther."""
STORMING, ABLE, WEIGHING = "storming-places", "able-to-storm", "weighing-the-duty"
"""A mark in the memo of a game while the reach of a piece is worked out without its duty (V5.7c)."""


class Historical(SavannahTable):
    """V3.0c, V5.9: initiative, movement, rally, fire, close combat and victory; V5.10d: nothing else of the campaign."""

    def opening(self) -> BattleState:
        """V5.10b: the siege works printed on the map stand."""
        state = super().opening()
        assert isinstance(state, SavannahState)
        state.works = self.printed_siege_works
        return state

    def common_phases(self, game: Battle) -> Procedure | None:
        """V5.7a: fog on turn 16, fair weather afterwards."""
        weather = self.tactical_weather(game)
        if self.weather(game) != weather:
            self.set_weather(game, weather)
        return super().common_phases(game)

    # ------------------------------------------------------------------ turn 16 (V5.7)

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        """V5.7b: American units do not attack on turn 16."""
        if game.state.turn == FIRST_TACTICAL and self.counters[piece.id].army == AMERICAN:
            return Reason("americans-do-not-attack-yet", ("V5.7b",), {"piece": self.counters[piece.id].name})
        return super().why_not_attack(game, piece)

    def why_not_end_movement(self, game: Battle) -> Reason | None:
        """V5.7c: d'Estaing must take part in an attack on turn 16; V5.10a: guns driven off go back."""
        refused = super().why_not_end_movement(game)
        if refused is not None:
            return refused
        if self.destaing_must_attack(game):
            return Reason("destaing-must-attack", ("V5.7c",), {"piece": self.counters[DESTAING].name}, (DESTAING,))
        astray = tuple(self.guns_astray(game))
        if astray:
            return Reason("guns-go-back", ("V5.10a",), {"piece": self.counters[astray[0]].name}, astray)
        return None

    def destaing_must_attack(self, game: Battle) -> bool:
        """V5.7c: he does not stand with French troops who can attack, and with what has not moved yet he still could."""
        leader = game.piece(DESTAING)
        if (game.state.turn, game.state.phasing) != (FIRST_TACTICAL, ALLIED) or leader.hex == OFF_MAP:
            return False
        troops = [unit for unit in game.units_of(ALLIED) if self.may_storm(unit)]
        if any(unit.hex == leader.hex and self.attackable(game, unit) for unit in troops):
            return False
        return bool(self.storming_places(game)) and any(self.storming_from(game, unit) for unit in troops)

    def shirking(self, game: Battle, piece: Piece) -> HexSet:
        """V5.7c: where the last who can still do the duty may not end a move; nothing if somebody else can."""
        if WEIGHING in game.memo or (game.state.turn, game.state.phasing) != (FIRST_TACTICAL, ALLIED):
            return 0
        if game.piece(DESTAING).hex == OFF_MAP or not (piece.id == DESTAING or self.may_storm(piece)):
            return 0
        if not self.storming_places(game):
            return 0
        if piece.id != DESTAING:
            others = any(id != piece.id for id in self.able_to_storm(game))
            good = 0 if others else self.storming_from(game, piece)
        else:
            good = 0
            for unit in game.units_of(ALLIED):
                good |= self.storming_from(game, unit) if self.may_storm(unit) else 0
        return self.board.grid.all & ~good if good else 0

    def able_to_storm(self, game: Battle) -> tuple[str, ...]:
        """V5.7c: two of the troops that could still attack beside him, or fewer if there are no more."""
        if ABLE not in game.memo:
            near = [unit for unit in game.units_of(ALLIED) if self.may_storm(unit) and self.gap(game, unit) <= FARTHEST]
            able = (unit.id for unit in sorted(near, key=lambda unit: self.gap(game, unit)) if self.storming_from(game, unit))
            game.memo[ABLE] = tuple(islice(able, 2))
        found: tuple[str, ...] = game.memo[ABLE]
        return found

    def gap(self, game: Battle, unit: Piece) -> int:
        """How far a unit is from the nearest hex where d'Estaing could attack."""
        return min(self.board.grid.distance(unit.hex, h) for h in members(self.storming_places(game)))

    def storming_places(self, game: Battle) -> HexSet:
        """V5.7c: where d'Estaing stands or can still get to next to the British."""
        if STORMING not in game.memo:
            game.memo[STORMING] = self.within_reach(game, game.piece(DESTAING)) & game.near(BRITISH)
        found: HexSet = game.memo[STORMING]
        return found

    def storming_from(self, game: Battle, unit: Piece) -> HexSet:
        """The hexes from which French troops could attack beside d'Estaing, as far as both can still get."""
        key = ("storming-from", unit.id)
        if key not in game.memo:
            places = self.storming_places(game)
            hexes = self.within_reach(game, unit) & places if places else 0
            game.memo[key] = hex_set(h for h in members(hexes) if self.attackable_from(game, unit, h))
        found: HexSet = game.memo[key]
        return found

    def within_reach(self, game: Battle, piece: Piece) -> HexSet:
        """Where a piece stands or can still get to, its duty left out."""
        if piece.id in game.state.moved or piece.pin:
            return 1 << piece.hex
        game.memo[WEIGHING] = True
        reach = self.work_out_destinations(game, piece, 0, 0, True).all
        del game.memo[WEIGHING]
        return reach | 1 << piece.hex

    def may_storm(self, unit: Piece) -> bool:
        counter = self.counters[unit.id]
        return counter.army == FRENCH and not counter.is_artillery and unit.order == PARADE

    def attackable_from(self, game: Battle, unit: Piece, h: Hex) -> bool:
        enemies = game.force(BRITISH).units & self.board.grid.adjacent[h]
        if not self.counters[unit.id].is_cavalry:
            return bool(enemies)
        return any("abatis_in" not in self.board.side(h, n) for n in members(enemies))

    # ------------------------------------------------------------------ guns (V5.10a)

    @cached_property
    def posts(self) -> dict[str, Hex]:
        """V5.10a: the first hex of each gun that stays where it is."""
        return {
            id: self.board.hex(label)
            for label, ids in self.components.scenario.placement.items()
            for id in ids
            if self.counters[id].is_artillery and id != RESERVE_ARTILLERY
        }

    def bound_guns(self, game: Battle) -> dict[str, Hex]:
        """V5.10a: the guns that no close combat has set free."""
        freed = savannah(game).freed_guns
        return {id: post for id, post in self.posts.items() if id not in freed}

    def frozen(self, game: Battle) -> frozenset[str]:
        """V5.10a: no gun moves from its post."""
        stay = frozenset(id for id, post in self.bound_guns(game).items() if game.piece(id).hex == post)
        return super().frozen(game) | stay

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        if piece.id in self.posts and self.bound_guns(game).get(piece.id) == piece.hex:
            return Reason("guns-stay", ("V5.10a",), {"piece": self.counters[piece.id].name})
        return super().why_not_move(game, piece)

    def closed_to_stops(self, game: Battle, piece: Piece) -> HexSet:
        """V5.10a: a gun that was driven off moves towards its post and nowhere else."""
        closed = super().closed_to_stops(game, piece)
        return closed | self.away_from_post(game, piece) | self.shirking(game, piece)

    def away_from_post(self, game: Battle, piece: Piece) -> HexSet:
        post = self.bound_guns(game).get(piece.id) if piece.id in self.posts else None
        if post is None:
            return 0
        grid = self.board.grid
        return grid.all & ~grid.disc(post, grid.distance(piece.hex, post) - 1)

    def why_not_stop(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        if self.away_from_post(game, piece) >> h & 1:
            return Reason("guns-go-back", ("V5.10a",), {"piece": self.counters[piece.id].name})
        if self.shirking(game, piece) >> h & 1:
            return Reason("destaing-must-attack", ("V5.7c",), {"piece": self.counters[DESTAING].name}, (DESTAING,))
        return super().why_not_stop(game, piece, h)

    def guns_astray(self, game: Battle) -> Iterator[str]:
        """V5.10a: guns that were driven off and can go back now."""
        for id in self.bound_guns(game):
            piece = game.piece(id)
            if self.counters[id].side != game.state.phasing or id in game.state.moved | self.frozen(game):
                continue
            if piece.hex != OFF_MAP and self.why_not_move(game, piece) is None:
                yield id

    def note_attacked(self, game: Battle, id: str, attackers: tuple[str, ...]) -> None:
        """V5.10a: a gun that has been attacked in close combat may move from then on."""
        super().note_attacked(game, id, attackers)
        if self.counters[id].is_artillery and not all(self.counters[other].is_artillery for other in attackers):
            savannah(game).freed_guns |= {id}

    # ------------------------------------------------------------------ close combat and victory

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V5.10c: French lack of cohesion."""
        yield from super().close_combat_modifiers(game, combat)
        if any(self.counters[id].army == FRENCH for id in combat.attackers):
            yield Modifier(-1, "french-lack-of-cohesion", "V5.10c")

    def decisive_lines(self) -> dict[str, Decisive]:
        """V5.8c: d'Estaing and fifteen points of French regulars and Continentals."""
        return {BRITISH: self.tables.victory_levels.historical}

    def in_the_town(self, game: Battle) -> bool:
        """V5.8a: an Allied combat unit in parade order in a town hex."""
        return any(self.town >> unit.hex & 1 and unit.order == PARADE for unit in game.units_of(ALLIED))

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        if self.in_the_town(game):
            return Outcome(ALLIED, "decisive", "the-town-entered", ("V5.8a",), self.victory_points(game))
        return super().decisive_at_once(game)

    def decisive_conditions(self, game: Battle) -> Iterator[Condition]:
        yield Condition(ALLIED, "decisive", "at-once", (Count("town-entered", self.in_the_town(game), 1),), ("V5.8a",))
        yield from super().decisive_conditions(game)
