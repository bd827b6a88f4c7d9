"""Savannah's terrain: works that cost only the enemy, breaches and ruins, streets, causeways (terrain table, 4.6, 4.19)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec.structs import replace

from grognard.core.boards import HexBoard
from grognard.core.flood import MoveTable
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, CREEKS, Breach, Hexside, SavannahState
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.pieces import SHATTERED, Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.core.games import State
    from grognard.games.revolution.savannah.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat
    from grognard.games.revolution.series.data_schema import HexTerrain

ROAD, CAUSEWAY, PATH = "road", "causeway", "path"
PARAPETS = ("revetment", "redoubt", "siege_works")
WORKS = (*PARAPETS, "abatis")
WORKS_IN = frozenset(f"{kind}_in" for kind in WORKS)
PARAPETS_IN = frozenset(f"{kind}_in" for kind in PARAPETS)
OWNER = {"revetment_in": BRITISH, "redoubt_in": BRITISH, "abatis_in": BRITISH, "siege_works_in": ALLIED}
"""V-T-terrain-n8: perimeter works are British for the whole game, siege works French, whoever holds them."""
COVER = PARAPETS_IN | {"dike"}
"""V-T-firedrm: what covers from fire that comes across it."""
OBSTACLES = frozenset({"dike", "stream", "slope_up", "bridge"})
"""V-T-terrain-n5: the hexsides that satisfy one line of the chart together."""
TOWN, SWAMP, COVERED_WAY, FOREST = "city", "swamp", "covered_way", "forest"
WAY_ENDS = ("1105", "1401")
"""V4.9a: where the covered way may be entered from outside it."""


class GroundKey(msgspec.Struct, frozen=True):
    """What the ground hangs on: completed siege works, breaches, ruins."""

    works: frozenset[Hexside]
    breaches: frozenset[Breach]
    destroyed: frozenset[str]


PRINTED = GroundKey(frozenset(), frozenset(), frozenset())


class Ground(SeriesRules):
    """What the ground of Savannah costs, hides and protects, in each state that it is in."""

    tables: TablesData
    road_tables: dict[str, MoveTable]

    # ------------------------------------------------------------------ ground that changes

    def ground_of(self, state: State) -> Hashable:
        """Siege works, breaches and ruins change the ground."""
        now = cast("SavannahState", state)
        key = GroundKey(now.works, now.breaches, now.destroyed)  # V4.4, V4.6c, V4.6d
        return None if key == PRINTED else key

    def lay_tables(self) -> None:
        """V4.4a: the printed siege works are no part of the ground unless a scenario uses them."""
        self.board = self.board_with(PRINTED)
        self.ground = self.ground | self.causeway_rows
        super().lay_tables()

    def changed_board(self, key: Hashable) -> HexBoard:
        return self.board_with(cast("GroundKey", key))

    def changed_rows(self, key: Hashable) -> dict[Hex, HexTerrain]:
        """V4.6d: a town hex in ruins is open ground."""
        row = self.components.terrain.hexes["open"]
        return {self.board.hex(label): row for label in cast("GroundKey", key).destroyed}

    def board_with(self, key: GroundKey) -> HexBoard:
        """The map with these siege works, without what is broken down, and with the streets that are left."""
        bare = self.components.board
        sides = {pair: kinds - {"siege_works_in", "siege_works_out"} for pair, kinds in bare.sides.items()}
        number = bare.grid.by_label

        def change(outer: str, inner: str, kinds: tuple[str, ...], there: bool) -> None:
            for pair, ending in (((outer, inner), "in"), ((inner, outer), "out")):
                a, b = number[pair[0]], number[pair[1]]
                marks = frozenset(f"{kind}_{ending}" for kind in kinds)
                known = sides.get((a, b), frozenset())
                sides[a, b] = known | marks if there else known - marks

        for outer, inner in key.works:
            change(outer, inner, ("siege_works",), there=True)
        for outer, inner, part in key.breaches:
            broken = {"all": WORKS, "abatis": ("abatis",), "parapet": PARAPETS}[part]
            change(outer, inner, broken, there=False)
        for a, b in [pair for pair, kinds in sides.items() if kinds & WORKS_IN]:
            sides[a, b] |= {"fieldwork_in"}
            sides[b, a] |= {"fieldwork_out"}
        town = self.town & ~hex_set(number[label] for label in key.destroyed)
        for h in members(self.town):
            for n in members(bare.grid.adjacent[h] & self.town):
                known = sides.get((h, n), frozenset()) - {ROAD}
                sides[h, n] = known | {ROAD} if (town >> h & town >> n) & 1 else known
        return HexBoard(bare.grid, bare.terrain, bare.features, sides, bare.zones)

    @cached_property
    def town(self) -> HexSet:
        """V2.1a: the town hexes, intact or in ruins."""
        return self.components.board.zones["town"]

    @cached_property
    def perimeter(self) -> HexSet:
        """V1.7a: the area within the line of works; 1303 counts as part of it."""
        return self.components.board.zones["perimeter"]

    @cached_property
    def printed_siege_works(self) -> frozenset[Hexside]:
        """V4.4a: the siege works on the map."""
        return frozenset(self.components.sheet.hexsides["siege_works"])

    def standing_town(self, game: Battle) -> HexSet:
        """The town hexes that are not in ruins."""
        destroyed = cast("SavannahState", game.state).destroyed
        return self.town & ~hex_set(self.board.hex(label) for label in destroyed)

    # ------------------------------------------------------------------ causeways and the covered way

    @cached_property
    def causeway_rows(self) -> dict[Hex, HexTerrain]:
        """V-T-cc-causeway: where a causeway runs over swamp or water, a unit is on the causeway; zones stop as before."""
        board, rows = self.components.board, self.components.terrain.hexes
        found = {}
        for chain in self.components.sheet.roads[CAUSEWAY]:
            for label in chain:
                h = board.hex(label)
                below = rows[board.terrain[h]]
                if not below.open_ground and not below.woods and board.terrain[h] != TOWN:
                    found[h] = replace(rows[CAUSEWAY], zoc_enters=below.zoc_enters)
        return found

    @cached_property
    def covered_way(self) -> HexSet:
        """V4.9a: the hexes of the covered way."""
        return self.components.board.zones[COVERED_WAY]

    @cached_property
    def way_ends(self) -> HexSet:
        return hex_set(self.components.board.hex(label) for label in WAY_ENDS)

    def along_covered_way(self, a: Hex, b: Hex) -> bool:
        """V4.9a: from one hex of the covered way to the next, or into one of its ends from outside."""
        if PATH in self.board.side(a, b):
            return True
        return bool(self.way_ends >> b & 1) and not self.covered_way >> a & 1

    # ------------------------------------------------------------------ costs

    def mobility(self, piece: Piece) -> str:
        """V-T-terrain, V-T-terrain-n8: the column of the chart, and whose works cost nothing."""
        counter = self.counters[piece.id]
        column = CREEKS if piece.id == CREEKS else counter.kind  # V4.8a
        return f"{column}/{counter.side}"

    def entry_cost(self, mobility: str, a: Hex, b: Hex) -> int | None:
        """V-T-terrain-road, V-T-terrain-works: the way there, and whatever enemy works stand across it."""
        unit_class, _, side = mobility.partition("/")
        total = self.way_cost(unit_class, a, b)
        if total is None:
            return None
        for kind in self.enemy_works(side, a, b):
            added = self.components.terrain.mp_add(kind, unit_class)
            if added == "P":
                return None
            total += int(float(added) * MP)
        return total

    def enemy_works(self, side: str, a: Hex, b: Hex) -> list[str]:
        """V-T-terrain-n8: the works of the enemy that a side crosses into."""
        return sorted(kind for kind in self.board.side(a, b) & WORKS_IN if OWNER[kind] != side)

    def way_cost(self, unit_class: str, a: Hex, b: Hex) -> int | None:
        """V-T-terrain, V4.9a: the hex and the hexside without works; a road or causeway is one point in all."""
        side, terrain = self.board.side(a, b), self.components.terrain
        if side & {ROAD, CAUSEWAY}:
            return MP  # V-T-terrain-road
        price = terrain.mp(self.priced_row(a, b), unit_class)
        if price == "P":
            return None
        total = float(price)
        for kind in self.crossed(side):
            added = terrain.mp_add(kind, unit_class)
            if added == "P":
                return None
            total += float(added)
        return int(total * MP)

    def priced_row(self, a: Hex, b: Hex) -> HexTerrain:
        """V4.9a: the covered way costs as swamp except along it; off the causeway the ground below counts."""
        rows = self.components.terrain.hexes
        if self.covered_way >> b & 1 and not self.along_covered_way(a, b):
            return rows[SWAMP]
        return rows[self.board.terrain[b]] if b in self.causeway_rows else self.ground[b]

    def crossed(self, side: frozenset[str]) -> frozenset[str]:
        """V-T-terrain-n4: stream and slope count once; works are reckoned apart (V-T-terrain-n8)."""
        return super().crossed(side) - WORKS_IN

    def why_not_step(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Reason | None:
        """V-T-terrain-n6: what only works of the enemy prohibit is open once they are breached."""
        refused = super().why_not_step(game, piece, a, b)
        if refused is None or refused.key != "prohibited-terrain":
            return refused
        unit_class, _, _ = self.mobility(piece).partition("/")
        if self.way_cost(unit_class, a, b) is None:
            return refused
        return Reason("works-bar-the-way", ("V-T-terrain-n6",), {"hex": game.label(b)})

    def carries_strategic(self, a: Hex, b: Hex) -> bool:
        """V-T-terrain-road, V-T-terrain-n1: along connected roads, causeways and streets."""
        return bool(self.board.side(a, b) & {ROAD, CAUSEWAY})

    def follows_road(self, piece: Piece, a: Hex, b: Hex) -> bool:
        """V-T-terrain-road: a road does not open unbreached works of the enemy."""
        return self.carries_strategic(a, b) and not self.enemy_works(self.counters[piece.id].side, a, b)

    def road_table_of(self, piece: Piece) -> MoveTable:
        return self.road_tables[self.counters[piece.id].side]

    def assign_tables(self) -> None:
        super().assign_tables()
        self.road_tables = {side: self.roads_of(side) for side in self.sides}

    def roads_of(self, side: str) -> MoveTable:
        """The roads that a side may follow."""
        crossed = (pair for pair, kinds in self.board.sides.items() if kinds & WORKS_IN)
        return self.road_table.patched({pair: None for pair in crossed if self.enemy_works(side, *pair)})

    # ------------------------------------------------------------------ close combat

    def terrain_lines(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V-T-cc: each line of the chart once."""
        yield from self.hex_lines(game, combat)
        yield from self.hexside_lines(game, combat)

    def hex_lines(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V-T-terrain, V4.9h, V-T-cc-causeway: the ground that any involved defender stands on."""
        attackers = [game.piece(id) for id in combat.attackers]
        seen = set()
        for h in dict.fromkeys(game.piece(id).hex for id in combat.defenders):
            row = self.ground[h]
            if not row.close_combat_drm or row.printed_row in seen:
                continue
            if self.in_swamp(h) and any(self.in_swamp(unit.hex) for unit in attackers):
                continue  # V-T-terrain-n9
            seen.add(row.printed_row)
            yield Modifier(row.close_combat_drm, "defenders-terrain", row.rule or "V-T-cc")

    def in_swamp(self, h: Hex) -> bool:
        """V-T-terrain-n9: in swamp, and not on a causeway."""
        return self.board.terrain[h] == SWAMP and h not in self.causeway_rows

    def crossings(self, game: Battle, combat: CloseCombat) -> list[frozenset[str]]:
        """What every attacker attacks across."""
        homes = {game.piece(id).hex for id in combat.attackers}
        return [self.board.side(a, d) for a in homes for d in combat.targets]

    def hexside_lines(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V-T-terrain-n5, V-T-terrain-works: every attacker must attack across such a hexside; works and abatis add up."""
        sides = self.crossings(game, combat)
        if all(side & OBSTACLES for side in sides):
            yield Modifier(-1, "attack-across-hexside", "V-T-terrain-n5")
        if all(side & PARAPETS_IN for side in sides):
            yield Modifier(-1, "attack-across-works", "V-T-terrain-works")
        if all("abatis_in" in side for side in sides):
            yield Modifier(-1, "attack-across-abatis", "V-T-terrain-works")

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V4.8c: Creeks who defend alone in forest."""
        yield from super().close_combat_modifiers(game, combat)
        if combat.defenders == (CREEKS,) and self.board.terrain[game.piece(CREEKS).hex] == FOREST:
            yield Modifier(-1, "creeks-in-the-forest", "V4.8c")

    def attackable(self, game: Battle, piece: Piece) -> HexSet:
        """V-T-terrain-n7: mounted units do not fight across an abatis."""
        hexes = super().attackable(game, piece)
        if self.counters[piece.id].is_cavalry and hexes:
            for h in self.board.grid.neighbours[piece.hex]:
                if h is not None and "abatis_in" in self.board.side(piece.hex, h):
                    hexes &= ~(1 << h)
        return hexes

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        mounted = self.counters[piece.id].is_cavalry and piece.hex != OFF_MAP
        if mounted and super().attackable(game, piece) and not self.attackable(game, piece):
            return Reason("horse-before-an-abatis", ("V-T-terrain-n7",), {"piece": self.counters[piece.id].name})
        return super().why_not_attack(game, piece)

    # ------------------------------------------------------------------ fire

    def target_terrain_modifiers(self, game: Battle, target: Piece) -> Iterator[Modifier]:
        """V-T-firedrm: woods, town and covered way hide, rice and causeways expose."""
        row = self.ground[target.hex]
        if row.fire_drm and not (target.order == SHATTERED and row.fire_drm < 0):
            yield Modifier(row.fire_drm, "target-in-woods" if row.woods else "target-terrain", "V-T-firedrm")

    def behind_cover(self, guns: tuple[Piece, ...], target: Piece) -> bool:
        """V-T-firedrm: all fire comes across unbreached works, or a dike, into the target's hex."""
        return all(self.board.side(last, target.hex) & COVER for gun in guns for last in self.last_hexes(gun.hex, target.hex))

    def last_hexes(self, start: Hex, goal: Hex) -> tuple[Hex, ...]:
        """The hexes from which a line of fire enters its goal."""
        line = self.board.grid.line(start, goal)
        return line[-1] if line else (start,)
