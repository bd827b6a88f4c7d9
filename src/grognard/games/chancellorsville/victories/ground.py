"""Chapters 7, 9 and 10: what movement costs on the ground as it is now: weather, rivers, fords, pontoons."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple

from grognard.core.flood import MoveTable, Reach, flood, flood_from
from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.pieces import ENEMY, UNION
from grognard.hexgames.ground import TablesByGround

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.pieces import Piece

MP = 2
"""Half-points in a movement point."""
ROADS = ("major", "minor")
SUPPLY_ROADS = frozenset({"major", "minor", "railroad"})
RIVERS = frozenset({"major_river", "minor_river"})
STUART = "Stuart"
LONG = 200
"""More hexes than any road has."""


class GroundKey(NamedTuple):
    """What the costs of an army depend on."""

    rain: bool
    pontoons: frozenset[tuple[Hex, Hex]]
    """Every step over a pontoon that the army may use, both ways."""
    paths: bool = False
    """U17.10: woods are paid as if open."""


class GroundTables(Generic[C]):
    """The tables of one state of the ground, each made when it is first wanted."""

    def __init__(self, rules: Rivers[C], key: GroundKey) -> None:
        self.rules, self.key = rules, key
        self.lands: list[HexSet] = []

    @cached_property
    def plain(self) -> GroundTables[C]:
        """The tables without pontoons; the others differ from them in a few steps only."""
        return self.rules.ground_tables.at(GroundKey(self.key.rain, frozenset(), self.key.paths))

    @cached_property
    def move(self) -> MoveTable:
        """What each step costs, in half-points."""
        rules, key = self.rules, self.key
        if not key.pontoons:
            return MoveTable(rules.board.grid, lambda a, b: rules.entry_cost(key, a, b))
        return self.plain.move.patched({step: rules.entry_cost(key, *step) for step in key.pontoons})

    @cached_property
    def radius(self) -> MoveTable:
        """U8.9: one for each hex, over no hexside that is forbidden."""
        costs, pontoons = self.move.costs, self.key.pontoons
        if pontoons:
            return self.plain.radius.patched({step: 1 if step in costs else None for step in pontoons})
        return MoveTable(self.rules.board.grid, lambda a, b: 1 if (a, b) in costs else None)

    def connected(self, h: Hex) -> HexSet:
        """All hexes to which there is a way, this one included; where a unit can go it can also come back."""
        for land in self.lands:
            if land >> h & 1:
                return land
        self.lands.append(flood(self.radius, h, len(self.rules.board.grid.hexes), self.rules.area).all | 1 << h)
        return self.lands[-1]

    @cached_property
    def toward_road(self) -> MoveTable:
        """U15.2: what it costs to come back along each step, to look for units from the road."""
        costs, pontoons = self.move.costs, self.key.pontoons
        if pontoons:
            return self.plain.toward_road.patched({(a, b): costs.get((b, a)) for a, b in pontoons})
        return MoveTable(self.rules.board.grid, lambda a, b: costs.get((b, a)))

    @cached_property
    def supply_roads(self) -> MoveTable:
        """U15.2, U15.4: roads and railroads, joined over pontoons, and over the Rapidan fords when it is dry."""
        if self.key.pontoons:
            return self.plain.supply_roads.patched({step: self.joined(*step) for step in self.key.pontoons})  # U11.15
        return MoveTable(self.rules.board.grid, self.joined)

    def joined(self, a: Hex, b: Hex) -> int | None:
        rules, key = self.rules, self.key
        if rules.board.side(a, b) & SUPPLY_ROADS:
            return 1
        crossing = (a, b) in key.pontoons or (not key.rain and rules.components.fords.get((a, b)) == "rapidan")
        on_road = rules.supply_hexes
        return 1 if crossing and on_road >> a & 1 and on_road >> b & 1 else None


class Rivers(Chapter[C]):
    """The price of a step, and where units may not go."""

    @cached_property
    def ground_tables(self) -> TablesByGround[GroundKey, GroundTables[C]]:
        return TablesByGround(lambda key: GroundTables(self, key))

    @cached_property
    def road_table(self) -> MoveTable:
        """U9.15: steps along roads only."""
        return MoveTable(self.board.grid, self.road_cost)

    @cached_property
    def supply_hexes(self) -> HexSet:
        """The hexes with a road or railroad."""
        found = 0
        for (a, b), kinds in self.board.sides.items():
            if kinds & SUPPLY_ROADS:
                found |= 1 << a | 1 << b
        return found

    @cached_property
    def road_hexes(self) -> HexSet:
        found = 0
        for (a, b), kinds in self.board.sides.items():
            if not kinds.isdisjoint(ROADS):
                found |= 1 << a | 1 << b
        return found

    def ground_key(self, game: C, army: str) -> GroundKey:
        """U11.5: the weather, and the pontoons that are the army's own."""
        steps = [step for key, owner in game.state.pontoons.items() if owner == army for step in self.steps_over(key)]
        return GroundKey(game.state.rain, frozenset(steps))

    def tables(self, game: C, army: str, paths: bool = False) -> GroundTables[C]:
        """The tables for an army now."""
        key = ("ground", army, paths)
        found: GroundTables[C] | None = game.memo.get(key)
        if found is None:
            ground = self.ground_key(game, army)
            found = game.memo[key] = self.ground_tables.at(ground._replace(paths=paths) if paths else ground)
        return found

    def steps_over(self, key: str) -> tuple[tuple[Hex, Hex], tuple[Hex, Hex]]:
        """Both ways over a hexside written `2718-2617`."""
        one, other = (self.board.grid.by_label[label] for label in key.split("-"))
        return (one, other), (other, one)

    def hexside_key(self, a: Hex, b: Hex) -> str:
        """A river hexside as states write it, the smaller number first."""
        return "-".join(sorted((self.board.label(a), self.board.label(b))))

    @cached_property
    def river_hexsides(self) -> dict[str, tuple[Hex, Hex]]:
        """Every hexside where a pontoon could ever lie: fords of the great rivers, and all of the Po and the Ny."""
        found: dict[str, tuple[Hex, Hex]] = {}
        for (a, b), kinds in self.board.sides.items():
            if "minor_river" in kinds or (a, b) in self.components.fords:
                found[self.hexside_key(a, b)] = (a, b)
        return found

    @cached_property
    def banks(self) -> dict[Hex, list[tuple[Hex, str]]]:
        """By hex: the hexes across its rivers where there is no bridge, with the hexside of each."""
        found: dict[Hex, list[tuple[Hex, str]]] = {}
        for h in members(self.area):
            for other in members(self.board.grid.adjacent[h] & self.area):
                key = self.hexside_key(h, other)
                if key in self.river_hexsides and "bridge" not in self.board.side(h, other):
                    found.setdefault(h, []).append((other, key))
        return found

    def road_cost(self, a: Hex, b: Hex) -> int | None:
        """U9.15: half a point along a major road, a point along a minor one, whatever the terrain."""
        kinds, roads = self.board.side(a, b), self.components.terrain.roads
        price = roads.major.mp if "major" in kinds else roads.minor.mp if "minor" in kinds else None
        return None if price is None else int(price * MP)

    def entry_cost(self, key: GroundKey, a: Hex, b: Hex) -> int | None:
        """U9.2: the hex entered and the hexside crossed, in half-points; None where it is forbidden."""
        by_road = self.road_cost(a, b)
        if by_road is not None:
            return by_road  # U9.15
        chart = self.components.terrain
        ground = "open" if key.paths and self.board.terrain[b] == "woods" else self.board.terrain[b]  # U17.10
        crossing = self.crossing_cost(key, a, b)
        return None if crossing is None else int((chart.hexes[ground].mp + crossing) * MP)  # U9.3

    def crossing_cost(self, key: GroundKey, a: Hex, b: Hex) -> float | None:
        """What the hexside adds; None where it cannot be crossed."""
        kinds, sides = self.board.side(a, b), self.components.terrain.hexsides
        if kinds & RIVERS and (a, b) in key.pontoons:
            return sides.pontoon.mp  # U11.5
        if "major_river" in kinds:
            if self.components.fords.get((a, b)) != "rapidan":
                return None  # U10.1
            return None if key.rain else sides.ford_rapidan.mp  # U7.4, U10.3
        if "minor_river" in kinds:
            return None if key.rain else sides.minor_river.mp  # U7.3, U10.5
        if "stream" in kinds:
            return sides.stream.mp_rain if key.rain else sides.stream.mp  # U7.2
        return 0

    def rules_of_crossing(self, game: C, a: Hex, b: Hex) -> tuple[str, ...]:
        """The rules by which a hexside cannot be crossed now."""
        if "minor_river" in self.board.side(a, b):
            return ("U7.3",)
        if "north" in (self.region_of(a), self.region_of(b)):
            return ("U10.1",)
        return ("U7.4", "U10.3") if game.state.rain else ("U10.3",)

    def across_great_river(self, a: Hex, b: Hex) -> bool:
        """U10.2: whether a great river lies between two neighbours, bridged or not."""
        return "major_river" in self.board.side(a, b)

    def region_of(self, h: Hex) -> str:
        return next(region for region, hexes in self.regions.items() if hexes >> h & 1)

    # ------------------------------------------------------------------ who may not go where

    def closed_to(self, game: C, piece: Piece) -> HexSet:
        """The hexes that a unit may not be in, whatever it costs."""
        counter, closed = self.counters[piece.id], self.board.grid.all & ~self.area
        if not self.components.scenario.supply:
            return closed  # U19.1
        if "reserve_no_crossing" in counter.flags:
            return closed | self.board.grid.all & ~self.regions[self.region_of(piece.hex)]  # U18.6
        if counter.formation == STUART and not self.stuart_may_cross(game):
            here = self.region_of(piece.hex)
            return closed | self.board.grid.all & ~self.regions[here] & ~self.regions["south"]  # U18.7
        if self.kept_north(game, piece):
            return closed | self.regions["south"]  # U18.9
        return closed

    def closed_to_all(self, game: C, pieces: Iterable[Piece]) -> HexSet:
        """The hexes that some of these units may not be in."""
        closed = 0
        for piece in pieces:
            closed |= self.closed_to(game, piece)
        return closed

    def rules_of_banks(self, game: C, pieces: Iterable[Piece]) -> tuple[str, ...]:
        """The rules that keep some of these units on their bank."""
        counters = {piece.id: self.counters[piece.id] for piece in pieces}
        reasons = {
            "U18.6": any("reserve_no_crossing" in counter.flags for counter in counters.values()),
            "U18.7": any(counter.formation == STUART for counter in counters.values()),
            "U18.9": any(self.kept_north(game, game.piece(id)) for id in counters),
        }
        return tuple(rule for rule, applies in reasons.items() if applies)

    def stuart_may_cross(self, game: C) -> bool:
        """U18.7: ten levels of Confederate infantry and artillery beyond either river let the cavalry follow."""
        needed = self.components.scenario.special.stuart_crossing_needs_levels
        beyond, levels = self.regions["north"] | self.regions["between"], 0
        for piece in game.on_map("CSA"):
            counter = self.counters[piece.id]
            if beyond >> piece.hex & 1 and (counter.is_infantry or counter.is_artillery):
                levels += game.rules.levels(piece)
        return levels >= needed

    def kept_north(self, game: C, piece: Piece) -> bool:
        """U18.9: the cavalry of turn 11 stays out of the south unless Corps released is played for it."""
        return "reinforcement_T11" in self.counters[piece.id].flags and "cavalry" not in game.state.released

    # ------------------------------------------------------------------ supply

    def check_supply(self, game: C, army: str) -> HexSet:
        """U15.2 to U15.5: every hex from which supply can be traced now."""
        key = ("supply", army)
        found: HexSet | None = game.memo.get(key)
        if found is None:
            found = game.memo[key] = self.work_out_supply(game, army)
        return found

    def work_out_supply(self, game: C, army: str) -> HexSet:
        _, off_road = self.supply_reach(game, army)
        return off_road.all | off_road.starts | game.rules.in_depot(game, army)

    def supply_reach(self, game: C, army: str) -> tuple[Reach, Reach]:
        """The road net from the free centres, then six points outward; the enemy cuts hexes that no friend holds."""
        enemy = ENEMY[army]
        free = self.board.grid.all & ~game.held(enemy) & (game.held(army) | ~game.near(enemy))
        tables = self.tables(game, army)
        net = flood_from(tables.supply_roads, self.supply_centres(game, army) & free, LONG, free)
        roads = (net.all | net.starts) & free
        return net, flood_from(tables.toward_road, roads, self.components.terrain.supply.off_road_mp * MP, free)

    def supply_line(self, game: C, army: str, h: Hex) -> list[Hex]:
        """U15.2: the hexes from here to the road and along it to the nearest centre; none if there is no such line."""
        net, off_road = self.supply_reach(game, army)
        to_road = off_road.line(h)
        return [*to_road, *net.line(to_road[-1])[1:]] if to_road else []

    def supply_centres(self, game: C, army: str) -> HexSet:
        """U15.5: the centres that no enemy holds."""
        zone = "supply_union" if army == UNION else "supply_csa"
        return self.board.zones[zone] & ~game.held(ENEMY[army])

    def homeward(self, game: C, army: str, h: Hex) -> HexSet:
        """U14.42: the neighbours that are not farther from the nearest usable supply centre."""
        return self.board.grid.not_farther(h, self.supply_centres(game, army))

    def distance_home(self, game: C, army: str, h: Hex) -> int:
        """U14.42: how many hexes it is to the nearest usable supply centre."""
        centres = self.supply_centres(game, army)
        return self.board.grid.gap(h, centres) if centres else 0
