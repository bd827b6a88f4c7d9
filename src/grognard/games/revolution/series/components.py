"""The components of a battle: map, counters, charts and scenario, read from data files and arranged for the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from grognard.core.boards import HexBoard
from grognard.core.hexes import Hex, HexSet, hex_set
from grognard.core.overlays.applying import check, settled
from grognard.core.overlays.components import component
from grognard.games.revolution.series.data_checks import (
    CLOSE_COMBAT_LINES,
    FIRE_LINES,
    check_army_morale,
    check_close_combat,
    check_fire,
    check_map,
    check_scenario,
    check_tactics,
    check_terrain,
    check_units,
    lines_for_reference,
)
from grognard.games.revolution.series.data_schema import (
    ArmyMoraleData,
    CloseCombatData,
    FireData,
    HexTerrain,
    LeaderLoss,
    MapData,
    MoraleEvent,
    ScenarioData,
    ScenariosData,
    TacticsData,
    TerrainData,
    UnitData,
    Units,
    VictoryPointsData,
    terrain_row,
)
from grognard.games.revolution.series.pieces import Counter
from grognard.hexgames.map_boards import board_of

SERIES = "grognard.games.revolution.series"
DIRECTED = {"slope": ("slope_up", "slope_down"), "fieldwork": ("fieldwork_in", "fieldwork_out")}
"""What a hexside is called when it is crossed as the map gives it, and when it is crossed the other way."""


class Components:
    """Everything that is printed: nothing in it ever changes."""

    def __init__(
        self,
        sheet: MapData,
        terrain: TerrainData,
        units: tuple[UnitData, ...],
        scenario: ScenarioData,
        clock: dict[int, str],
        leader_losses: dict[str, LeaderLoss],
        excluded_from_vp: tuple[str, ...] = (),
    ) -> None:
        self.sheet = sheet
        self.terrain = terrain
        self.side_of_army = scenario.side_of_army
        self.counters = {unit.id: Counter(unit, self.side_of_army.get(unit.side, "")) for unit in units}
        self.scenario = scenario
        self.clock = clock
        self.leader_losses = leader_losses
        self.excluded_from_vp = frozenset(excluded_from_vp)
        self.close_combat = component(SERIES, "close_combat.json", CloseCombatData)
        self.tactics = component(SERIES, "tactics.json", TacticsData)
        self.fire = component(SERIES, "fire.json", FireData)
        self.army_morale = component(SERIES, "army_morale.json", ArmyMoraleData)
        self.victory_points = component(SERIES, "victory_points.json", VictoryPointsData)
        self._check(units)
        self.morale_events: dict[str, MoraleEvent] = {event.id: event for event in self.army_morale.events}
        self.close_combat_drm = {line.id: line.drm or 0 for line in self.close_combat.drm}
        self.fire_drm = {line.id: line.drm or 0 for line in self.fire.drm}
        self.vp = {line.id: line.vp or 0 for line in self.victory_points.lines}

    @classmethod
    def read(
        cls,
        package: str,
        name: str,
        leader_losses: dict[str, LeaderLoss],
        excluded_from_vp: tuple[str, ...],
        adapted: Callable[[ScenarioData], ScenarioData] = lambda scenario: scenario,
    ) -> Components:
        """The components of a scenario of a battle, adapted to its options."""
        found = component(package, "scenarios.json", ScenariosData)
        return cls(
            component(package, "map.json", MapData),
            component(package, "terrain.json", TerrainData),
            component(package, "units.json", Units),
            adapted(found.scenarios[name]),
            found.clock,
            leader_losses,
            excluded_from_vp,
        )

    def _check(self, units: tuple[UnitData, ...]) -> None:
        """With an overlay everything must fit together as it does without."""
        settled("terrain.json", "rifle_zoc", "strategic_movement")
        settled("close_combat.json", *lines_for_reference(self.close_combat.drm, CLOSE_COMBAT_LINES))
        settled("fire.json", *lines_for_reference(self.fire.drm, FIRE_LINES))
        settled("tactics.json", "illegal_chit")
        settled("army_morale.json", "composition")
        sheet, terrain, scenario, clock = self.sheet, self.terrain, self.scenario, self.clock
        check("terrain.json", lambda: check_terrain(terrain))
        check("map.json", lambda: check_map(sheet, terrain))
        check("units.json", lambda: check_units(units, terrain))
        check("scenarios.json", lambda: check_scenario(scenario.title, scenario, clock, sheet, terrain, units))
        check("close_combat.json", lambda: check_close_combat(self.close_combat))
        check("tactics.json", lambda: check_tactics(self.tactics))
        check("fire.json", lambda: check_fire(self.fire))
        check("army_morale.json", lambda: check_army_morale(self.army_morale))

    @cached_property
    def board(self) -> HexBoard:
        """The map with its hexsides; S3.2o: slopes are told by the direction of crossing, and so are fieldworks."""
        works = [row.removesuffix("_in") for row in self.terrain.hexsides if row.endswith("_in")]  # S3.2e
        return board_of(self.sheet, DIRECTED | {kind: (f"{kind}_in", f"{kind}_out") for kind in works})

    @cached_property
    def ground(self) -> dict[Hex, HexTerrain]:
        """The row of the terrain chart that counts in each hex: that of its feature, or of its (other) terrain."""
        board = self.board
        return {h: terrain_row(self.sheet, self.terrain, board.label(h), terrain) for h, terrain in board.terrain.items()}

    @cached_property
    def priced_sides(self) -> frozenset[str]:
        """The hexsides that add to the cost of a step."""
        return frozenset(kind for kind, row in self.terrain.hexsides.items() if row.mp_add)

    @cached_property
    def entries(self) -> dict[str, HexSet]:
        """S2.2d: the hexes that carry each entry letter."""
        number = self.board.grid.by_label
        return {letter: hex_set(number[label] for label in labels) for letter, labels in self.sheet.entries.items()}

    @cached_property
    def arrivals(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        """S9.61a: the turn, or first turn, and the entry letters of each reinforcement."""
        found = {unit: (group.turn, group.entries) for group in self.scenario.reinforcements for unit in group.units}
        variable, optional = self.scenario.variable_entry, self.scenario.optional_reinforcements
        if variable is not None:  # E3.18
            found |= dict.fromkeys(variable.units, (variable.from_turn, variable.entries))
        if optional is not None:  # E3.20a
            found |= dict.fromkeys(optional.units, (optional.turn, optional.entries))
        return found

    def fixed_order(self, turn: int) -> tuple[str, ...] | None:
        """S6.1c: who plays in a turn, in order, if the scenario says; on some turns one side plays alone."""
        one, other = self.scenario.placement_order
        orders = {
            f"{one}_first": (one, other),
            f"{other}_first": (other, one),
            f"{one}_only": (one,),
            f"{other}_only": (other,),
        }
        return orders.get(self.scenario.order.get(turn, "initiative"))

    @cached_property
    def home_edges(self) -> dict[str, tuple[tuple[str, bool], ...]]:
        """S13.21b: for each friendly edge whether column or row tells, and whether home has the smaller numbers."""
        homes: dict[str, tuple[tuple[str, bool], ...]] = {}
        for side, names in self.sheet.friendly_edges.items():
            edges = [self.sheet.edges[name] for name in names]
            homes[side] = tuple(
                ("row", edge.row == 1) if edge.row is not None else ("column", edge.column == 1) for edge in edges
            )
        return homes
