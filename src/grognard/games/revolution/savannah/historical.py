"""Savannah 5: the historical scenario, the assault of 9 October."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from grognard.core.conditions import Condition, Count
from grognard.core.flood import MoveTable, flood
from grognard.core.games import Outcome
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.picture import SavannahTable
from grognard.games.revolution.savannah.state import ALLIED, AMERICAN, BRITISH, DESTAING, FRENCH, SavannahState, savannah
from grognard.games.revolution.savannah.weather import FIRST_TACTICAL
from grognard.games.revolution.series.movement import MP, NO_STEPS, KnownSteps
from grognard.games.revolution.series.pieces import PARADE, Piece
from grognard.games.revolution.series.retreat import RetreatUnit
from grognard.hexgames.marches import Destinations
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.core.procedures import Procedure
    from grognard.games.revolution.savannah.data_schema import Decisive
    from grognard.games.revolution.series.battle import Battle, BattleState, Force
    from grognard.games.revolution.series.close_combat import CloseCombat

RESERVE_ARTILLERY = "reserve_artillery"
STORMING, ABLE, STEPS = "storming-places", "able-to-storm", "steps-found"
Pins = frozenset[int]
Way = tuple[tuple[Hex, tuple[Piece, ...] | None], ...]
"""Hexes with their stacks."""
WEIGHING = "weighing-the-duty"
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
        if savannah(game).weather != weather:
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
            return self.must_attack()
        astray = self.guns_astray(game)
        if astray:
            return Reason("guns-go-back", ("V5.10a",), {"piece": self.counters[astray[0]].name}, astray)
        return None

    def is_the_day(self, game: Battle) -> bool:
        """V5.7c: the Allied player turn in which d'Estaing attacks."""
        return game.state.turn == FIRST_TACTICAL and game.state.phasing == ALLIED

    def destaing_must_attack(self, game: Battle) -> bool:
        """V5.7c: he does not stand with French troops who can attack, and with what has not moved yet he still could."""
        if not self.is_the_day(game):
            return False
        leader = game.piece(DESTAING)
        if leader.hex == OFF_MAP:
            return False
        if any(self.may_storm(unit) and self.attackable(game, unit) for unit in game.units_at(leader.hex, ALLIED)):
            return False
        return bool(self.able_to_storm(game))

    def shirking(self, game: Battle, piece: Piece) -> HexSet:
        """V5.7c: where the last who can still do the duty may not end a move; nothing if somebody else can."""
        if not self.is_the_day(game) or WEIGHING in game.memo:
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
            for unit in self.nearest_troops(game):
                good |= self.storming_from(game, unit)
        return self.board.grid.all & ~good if good else 0

    def able_to_storm(self, game: Battle) -> dict[str, Hex]:
        """V5.7c: two of the troops that could still attack beside him, each with a hex for it; fewer if there are no more."""
        key = (ABLE, game.state.moved)
        if key not in game.memo:
            known = {proof[1].id: proof[4] for proof in game.memo.proofs.get(ABLE, ()) if self.still_able(game, *proof)}
            game.memo[key] = known if len(known) == 2 else self.find_able(game)
        found: dict[str, Hex] = game.memo[key]
        return found

    def find_able(self, game: Battle) -> dict[str, Hex]:
        able = list(islice((unit for unit in self.nearest_troops(game) if self.storming_from(game, unit)), 2))
        leader, stacks = game.piece(DESTAING), game.force(ALLIED).stacks
        found, proofs = {}, []
        for unit in able:
            h = found[unit.id] = self.storming_from(game, unit).bit_length() - 1
            way = {*self.way_to(game, leader, h), *self.way_to(game, unit, h)}
            if not hex_set(way) & self.covered_way:
                held = tuple((hex, stacks.get(hex)) for hex in way)
                proofs.append((leader, unit, game.force(BRITISH), game.state.broken, h, held))
        game.memo.proofs[ABLE] = proofs
        return found

    def still_able(self, game: Battle, leader: Piece, unit: Piece, british: Force, broken: Pins, h: Hex, way: Way) -> bool:
        """Whether d'Estaing and a unit can still come together where they could before: on their way nothing has changed."""
        moved, stacks = game.state.moved, game.force(ALLIED).stacks
        return (
            all(game.piece(one.id) is one and (one.hex == h or one.id not in moved) for one in (leader, unit))
            and game.force(BRITISH) is british
            and game.state.broken is broken
            and all(stacks.get(hex) is stack for hex, stack in way)
        )

    def way_to(self, game: Battle, piece: Piece, h: Hex) -> tuple[Hex, ...]:
        march = self.march_of(game, piece) if piece.hex != h else None
        return march.path(h) if march is not None else ()

    def nearest_troops(self, game: Battle) -> Iterator[Piece]:
        """The French troops near enough to attack beside d'Estaing, those next to him first."""
        places = self.storming_places(game)
        if not places:
            return
        here, pieces, moved, grid = game.piece(DESTAING).hex, game.state.pieces, game.state.moved, self.board.grid
        troops = [pieces[id] for id in self.french_troops if pieces[id].hex != OFF_MAP and pieces[id].order == PARADE]
        for unit in sorted(troops, key=lambda unit: grid.distance(unit.hex, here)):
            near = 1 << unit.hex if unit.id in moved or unit.pin else self.reach_alone(game, unit)
            if near & places:
                yield unit

    def reach_alone(self, game: Battle, unit: Piece) -> HexSet:
        """Where a unit stands or could get to if nobody else were on the map."""
        here, table, roads = unit.hex, self.move_table(unit), self.road_table_of(unit)
        points, by_road = self.allowance(game, unit), self.road_allowance(game, unit)
        key = here, table, points, by_road
        found = self.reaches_alone.get(key)
        if found is None:
            normal, road = flood(table, here, points, table.room), flood(roads, here, by_road, table.room)
            found = self.reaches_alone[key] = 1 << here | normal.all | road.all | table.open[here]
        return found

    @cached_property
    def reaches_alone(self) -> dict[tuple[Hex, MoveTable, int, int], HexSet]:
        """By hex, table and the points for a march across country and by road."""
        return {}

    @cached_property
    def french_troops(self) -> tuple[str, ...]:
        """V5.7c: those who can attack beside d'Estaing."""
        french = (counter for counter in self.counters.values() if counter.army == FRENCH and counter.is_unit)
        return tuple(counter.id for counter in french if not counter.is_artillery)

    def farthest(self, game: Battle, unit: Piece) -> int:
        """The number of hexes that a unit can march at most."""
        by_road = self.road_table_of(unit).open[unit.hex]
        return max(1, (self.road_allowance(game, unit) if by_road else self.allowance(game, unit)) // MP)

    def storming_places(self, game: Battle) -> HexSet:
        """V5.7c: where d'Estaing stands or can still get to next to the British; friends are in his way by V4.9c only."""
        rests_on = game.piece(DESTAING), game.force(BRITISH), DESTAING in game.state.moved, savannah(game).way_ends
        known = game.memo.proofs.get(STORMING)
        if known is None or known[0] != rests_on:
            known = game.memo.proofs[STORMING] = rests_on, self.find_storming_places(game)
        places: HexSet = known[1]
        return places

    def find_storming_places(self, game: Battle) -> HexSet:
        leader, near = game.piece(DESTAING), game.near(BRITISH)
        far = self.board.grid.disc(leader.hex, self.farthest(game, leader)) & near
        return self.within_reach(game, leader) & near if far else 0

    def storming_from(self, game: Battle, unit: Piece) -> HexSet:
        """The hexes from which French troops could attack beside d'Estaing, as far as both can still get."""
        key = ("storming-from", unit.id, game.state.moved)
        if key not in game.memo:
            places = self.storming_places(game)
            hexes = self.within_reach(game, unit) & places if places else 0
            game.memo[key] = hex_set(h for h in members(hexes) if self.attackable_from(game, unit, h))
        found: HexSet = game.memo[key]
        return found

    def within_reach(self, game: Battle, piece: Piece) -> HexSet:
        """Where a piece stands or can still get to, its duty left out."""
        march = self.march_of(game, piece)
        return 1 << piece.hex | (march.all if march is not None else 0)

    def march_of(self, game: Battle, piece: Piece) -> Destinations | None:
        """Where a piece can still get to, its duty left out."""
        if piece.id in game.state.moved or piece.pin:
            return None
        key = (WEIGHING, piece.id)
        if key not in game.memo:
            game.memo[WEIGHING] = True
            game.memo[key] = self.work_out_destinations(game, piece, 0, 0, True)
            del game.memo[WEIGHING]
        found: Destinations = game.memo[key]
        return found

    def may_storm(self, unit: Piece) -> bool:
        counter = self.counters[unit.id]
        return counter.army == FRENCH and counter.is_unit and not counter.is_artillery and unit.order == PARADE

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

    @cached_property
    def guns_with_posts(self) -> dict[str, frozenset[str]]:
        """Those of each side."""
        return {side: frozenset(id for id in self.posts if self.counters[id].side == side) for side in self.sides}

    def post_of(self, game: Battle, id: str) -> Hex | None:
        """V5.10a: the post of a gun that no close combat has set free."""
        return None if id not in self.posts or id in savannah(game).freed_guns else self.posts[id]

    def frozen(self, game: Battle) -> frozenset[str]:
        """V5.10a: no gun moves from its post."""
        return super().frozen(game) | self.at_their_posts(game)[0]

    def driven_off(self, game: Battle) -> tuple[str, ...]:
        """V5.10a: the guns of the phasing side that are not at their posts and must go back."""
        return self.at_their_posts(game)[1]

    def at_their_posts(self, game: Battle) -> tuple[frozenset[str], tuple[str, ...]]:
        """V5.10a: the guns of the phasing side that no close combat has set free: those at their posts, and those elsewhere."""
        state = savannah(game)
        guns, freed, pieces = self.guns_with_posts.get(state.phasing), state.freed_guns, state.pieces
        if not guns:
            return frozenset(), ()

        def by_place() -> tuple[frozenset[str], tuple[str, ...]]:
            bound = [(id, post) for id, post in self.posts.items() if id in guns and id not in freed]
            there = frozenset(id for id, post in bound if pieces[id].hex == post)
            return there, tuple(id for id, post in bound if pieces[id].hex not in (post, OFF_MAP))

        return game.force(state.phasing).what_follows(("posts", freed), guns, by_place)

    def confined_now(self, game: Battle) -> dict[str, HexSet]:
        """V5.10a: guns go back to their posts and nowhere else; V5.7c: d'Estaing, and the last who can attack with him."""
        bound = self.driven_off(game)
        if self.is_the_day(game) and game.piece(DESTAING).hex != OFF_MAP:
            able = self.able_to_storm(game)
            bound = (*bound, DESTAING, *(able if len(able) == 1 else ()))
        return self.confined | dict.fromkeys(bound, self.board.grid.all) if bound else self.confined

    def free_to_move(self, game: Battle, piece: Piece) -> bool:
        """V5.7c: d'Estaing may always go where he can attack."""
        if self.is_held(piece):
            return False
        if self.is_the_day(game):
            if piece.id == DESTAING and self.may_go_to_storm(game, piece):
                return True
            if self.shirking(game, piece):
                return super().free_to_move(game, piece)
        return self.still_has_a_step(game, piece) or super().free_to_move(game, piece)

    def may_go_to_storm(self, game: Battle, leader: Piece) -> bool:
        """V5.7c: whether there is another hex from which he could attack beside French troops."""
        if any(h != leader.hex for h in self.able_to_storm(game).values()):
            return True
        return any(self.storming_from(game, unit) & ~(1 << leader.hex) for unit in self.nearest_troops(game))

    def still_has_a_step(self, game: Battle, piece: Piece) -> bool:
        """Whether a piece has a hex to step into; a hex that was found before does while nobody has come or gone there.

        Not for disrupted units: where they may go depends on the other hexes beside them, too (S13.3a).
        """
        side = self.counters[piece.id].side
        stacks, found = game.force(side).stacks, self.steps_found(game, side)
        known = found.get(piece.id) if piece.id not in savannah(game).mixed_starts else None
        if known and known[0] is piece and stacks.get(known[1]) is known[2]:
            return True
        steps = self.single_steps(game, piece) if piece.order == PARADE else self.destinations(game, piece, 0, 0, True).all
        lasting = steps & ~self.yamacraw
        if lasting and piece.order == PARADE:
            h = lasting.bit_length() - 1
            found[piece.id] = piece, h, stacks.get(h)
        return bool(steps)

    def steps_found(self, game: Battle, side: str) -> KnownSteps:
        """The hexes that were found for this side while the enemy stood as now, with the same contacts broken."""
        enemy, broken = game.force(self.enemy[side]), game.state.broken
        known = game.memo.proofs.get(STEPS)
        if known is None or known[0] is not enemy or known[1] is not broken:
            known = game.memo.proofs[STEPS] = enemy, broken, {}
        found: KnownSteps = known[2]
        return found

    def known_steps(self, game: Battle) -> KnownSteps:
        """V5.7c: a duty may close the hex to d'Estaing, and to the last who can attack with him."""
        found = self.steps_found(game, game.state.phasing)
        if self.is_the_day(game) and game.piece(DESTAING).hex != OFF_MAP:
            if len(self.able_to_storm(game)) < 2:
                return NO_STEPS
            found.pop(DESTAING, None)
        for id in savannah(game).mixed_starts:
            found.pop(id, None)  # V4.1d
        return found

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        if piece.hex != OFF_MAP and self.post_of(game, piece.id) == piece.hex:
            return Reason("guns-stay", ("V5.10a",), {"piece": self.counters[piece.id].name})
        refused = super().why_not_move(game, piece)
        if refused is not None and refused.key == "no-hex-within-reach" and self.shirking(game, piece):
            return self.must_attack()  # V5.7c
        return refused

    def closed_to_stops(self, game: Battle, piece: Piece) -> HexSet:
        """V5.10a: a gun that was driven off moves towards its post and nowhere else."""
        closed = super().closed_to_stops(game, piece)
        if piece.id in self.posts:
            closed |= self.away_from_post(game, piece)
        return closed | self.shirking(game, piece) if self.is_the_day(game) else closed

    def away_from_post(self, game: Battle, piece: Piece) -> HexSet:
        post = self.post_of(game, piece.id)
        if post is None:
            return 0
        grid = self.board.grid
        return grid.all & ~grid.disc(post, grid.distance(piece.hex, post) - 1)

    def why_not_stop(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        if self.away_from_post(game, piece) >> h & 1:
            return Reason("guns-go-back", ("V5.10a",), {"piece": self.counters[piece.id].name})
        if self.shirking(game, piece) >> h & 1:
            return self.must_attack()
        return super().why_not_stop(game, piece, h)

    def must_attack(self) -> Reason:
        """V5.7c: nobody keeps d'Estaing from an attack."""
        return Reason("destaing-must-attack", ("V5.7c",), {"piece": self.counters[DESTAING].name}, (DESTAING,))

    def guns_astray(self, game: Battle) -> tuple[str, ...]:
        """V5.10a: guns that were driven off and can go back now."""
        return tuple([id for id in self.driven_off(game) if self.may_begin_move(game, game.piece(id))])

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

    def entered_town(self, game: Battle, piece: Piece) -> None:
        """V5.8a: an Allied combat unit enters the town in parade order; who rallies there, or comes disrupted, does not."""
        super().entered_town(game, piece)
        counter, frame = self.counters[piece.id], game.stack[-1] if game.stack else None
        disrupted = isinstance(frame, RetreatUnit) and frame.cause == "D"  # the marker comes after the retreat
        if game.over is None and counter.side == ALLIED and counter.is_unit and piece.order == PARADE and not disrupted:
            game.end(Outcome(ALLIED, "decisive", "the-town-entered", ("V5.8a",), self.victory_points(game)))

    def decisive_conditions(self, game: Battle) -> Iterator[Condition]:
        entered = game.over is not None and game.over.reason == "the-town-entered"
        yield Condition(ALLIED, "decisive", "at-once", (Count("town-entered", entered, 1),), ("V5.8a",))
        yield from super().decisive_conditions(game)
