"""The components of a battle and the tables of the series, as their data files hold them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from grognard.core.components import component as component
from grognard.core.components import load as load

Hex = Annotated[str, Meta(pattern=r"^\d{4}$")]
Hexside = tuple[Hex, Hex]
RuleId = Annotated[str, Meta(pattern=r"^[A-Z][A-Za-z0-9.-]*$")]
Basis = Annotated[str, Meta(pattern=r"^(printed|reconstructed|ruling)")]
Mp = int | float | Literal["P"]
"""Movement points, halves allowed; P is prohibited."""
Value = str | int | float | bool | tuple[str, ...]


# ---------------------------------------------------------------- what several files use


class Conflict(Struct, frozen=True, forbid_unknown_fields=True):
    """A place where the printed sources differ or fail, and how it is read here."""

    cell: str
    printed: dict[str, str]
    ruling: str


class DrmLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a list of modifiers; without a number the text says which value counts."""

    id: str
    drm: int | None
    when: str
    rule: RuleId
    charts: tuple[str, ...] = ()


class Sources(Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebooks print and what was reconstructed."""

    printed: tuple[str, ...]
    reconstructed: tuple[str, ...]


# ---------------------------------------------------------------- map.json


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    hex_yards: int
    turn_minutes: int


class Grid(Struct, frozen=True, forbid_unknown_fields=True):
    """Flat-top hexes, id CCRR, even columns half a hex lower."""

    columns: Annotated[int, Meta(ge=1)]
    rows: Annotated[int, Meta(ge=1)]
    layout: str
    north: Literal["up", "down", "left", "right"]
    first_column: int = 1
    note: str = ""


class Edge(Struct, frozen=True, forbid_unknown_fields=True):
    """A map edge: the first or last column or row."""

    column: int | None = None
    row: int | None = None


class TerrainGrid(Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain as a picture: a line for each row, in it a code for each column; and single hexes that differ from it."""

    codes: dict[str, str]
    columns: str
    rows: dict[str, str]
    hexes: dict[Hex, str] = {}


class River(Struct, frozen=True, forbid_unknown_fields=True):
    """A river that runs through hexes: the chain of them, each with its other terrain, and the far bank."""

    name: str
    course: dict[Hex, str]
    north_bank: tuple[Hex, ...]
    note: str = ""


class MapData(Struct, frozen=True, forbid_unknown_fields=True):
    """A map sheet."""

    name: str
    scale: Scale
    grid: Grid
    terrain: TerrainGrid
    features: dict[Hex, tuple[str, ...]]
    names: dict[Hex, str]
    hexsides: dict[str, tuple[Hexside, ...]]  # slope: low hex, high hex
    roads: dict[str, tuple[tuple[Hex, ...], ...]]  # chains of hexes
    entries: dict[str, tuple[Hex, ...]]
    zones: dict[str, tuple[Hex, ...]]
    notes: dict[str, str]
    basis: Sources
    edges: dict[str, Edge] = {}
    friendly_edges: dict[str, tuple[str, ...]] = {}
    river: River | None = None
    outlined: tuple[str, ...] = ()  # the zones to be seen on the map; the others are only limits that a rule sets

    def columns(self) -> list[str]:
        first = self.grid.first_column
        return [f"{column:02}" for column in range(first, first + self.grid.columns)]

    def hexes(self) -> dict[str, str]:
        """The terrain of every hex."""
        codes = {
            column + row: code
            for row, line in self.terrain.rows.items()
            for column, code in zip(self.columns(), line.split(), strict=False)
        }
        return {hex: self.terrain.codes.get(code, code) for hex, code in (codes | self.terrain.hexes).items()}

    def road_hexsides(self, kind: str) -> Iterator[Hexside]:
        """The hexsides that a road, track or path crosses."""
        for chain in self.roads.get(kind, ()):
            yield from pairwise(chain)


# ---------------------------------------------------------------- terrain.json


class UnitTerrain(Struct, frozen=True, forbid_unknown_fields=True):
    """What a terrain means for one unit that is an exception to it."""

    mp: Mp
    close_combat_drm: int
    rule: RuleId


class Crossing(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds for a unit while it crosses the river."""

    units: tuple[str, ...]
    needs: str
    as_other_terrain: bool
    fire_drm: int
    close_combat_drm: int
    rule: RuleId


class HexTerrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain table; `mp` follows the table's unit classes."""

    mp: tuple[Mp, ...] = ()
    fire_drm: int = 0
    close_combat_drm: int = 0
    blocks_los: bool = False
    zoc_enters: bool = True
    woods: bool = False  # counts as forest for the fire modifier
    open_ground: bool = False  # open, field or cultivated: S10.6a, S12.52d
    as_other_terrain: bool = False  # the other terrain of the hex counts in everything
    road_ignored: bool = False  # its price is paid, and its prohibitions hold, along a road too
    morale_check_drm: int = 0
    retreat_optional_on_R: bool = False
    must_attack: bool = True
    exceptions: dict[str, UnitTerrain] = {}
    crossing: Crossing | None = None
    rule: RuleId | None = None
    note: str = ""
    printed_row: str = ""


class HexsideTerrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A hexside row: `mp_add` to the cost of the hex, or `mp_total` for the whole step."""

    fire_drm: int
    close_combat_drm: int
    all_attackers: bool  # the modifier needs every attacker to attack across such a hexside
    rule: RuleId
    printed_row: str
    mp_add: int | float | tuple[Mp, ...] | None = None
    mp_total: int | float | None = None
    on_map: bool = True
    note: str = ""


class RifleZoc(Struct, frozen=True, forbid_unknown_fields=True):
    enter_mp: int
    leave_mp: int
    rule: RuleId


class StrategicMovement(Struct, frozen=True, forbid_unknown_fields=True):
    multiplier: int
    requires: str
    not_on: tuple[str, ...]


class TerrainData(Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain effects chart of a battle."""

    name: str
    source: str
    legend: dict[str, str]
    unit_classes: tuple[str, ...]
    hexes: dict[str, HexTerrain]
    features: dict[str, HexTerrain]
    hexsides: dict[str, HexsideTerrain]
    rifle_zoc: RifleZoc
    strategic_movement: StrategicMovement
    notes: dict[str, str]
    basis: Basis
    conflicts: tuple[Conflict, ...]
    zoc_note: str = ""
    rows_not_here: tuple[str, ...] = ()

    def mp(self, row: HexTerrain, unit_class: str) -> Mp:
        """What a unit of this class pays to enter."""
        return row.mp[self.unit_classes.index(unit_class)]

    def mp_add(self, kind: str, unit_class: str) -> Mp:
        """What a unit of this class pays more for crossing a hexside of this kind."""
        added = self.hexsides[kind].mp_add
        if isinstance(added, tuple):
            return added[self.unit_classes.index(unit_class)]
        return added or 0


# ---------------------------------------------------------------- units.json


class StepData(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a counter."""

    strength: Annotated[int, Meta(ge=1)]
    morale: int
    movement: Annotated[int, Meta(ge=1)]


class UnitData(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter: a combat unit has steps, full side first; a leader has a rank and three numbers."""

    id: str
    name: str
    side: str
    group: str
    type: str
    basis: Basis
    nation: str = ""
    band: str | None = None
    steps: tuple[StepData, ...] = ()
    flags: frozenset[str] = frozenset()
    semi_leader_for: tuple[str, ...] = ()
    rank: int = 0
    seniority: int = 0
    combat_drm: int = 0
    command_drm: int = 0
    movement: int = 0
    leader_of: str | None = None
    commands: tuple[str, ...] = ()
    extra: dict[str, Value] = {}  # what only one battle knows

    @property
    def is_leader(self) -> bool:
        return self.type == "leader"


# ---------------------------------------------------------------- scenarios.json


class FreePlacement(Struct, frozen=True, forbid_unknown_fields=True):
    """Units their owner places himself, together in one hex."""

    units: tuple[str, ...]
    where: Literal["in_terrain", "in_zone", "with_or_towards", "with_friend"]
    rule: RuleId
    text: str
    terrain: str | None = None
    zone: str | None = None
    edge: str | None = None


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    entries: tuple[str, ...]
    units: tuple[str, ...]


class VariableEntry(Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[str, ...]
    from_turn: int
    entries: tuple[str, ...]
    together_or_separately: bool
    rule: RuleId


class OptionalReinforcements(Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[str, ...]
    side: str
    turn: int
    entries: tuple[str, ...]
    same_hex: bool
    declared_secretly_at_start: bool
    strategic_movement_on_entry: bool
    rule: RuleId


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """Another set-up that the players may choose: units placed freely instead, and reinforcements so many turns earlier."""

    title: str
    free_placement: tuple[FreePlacement, ...]
    rules: tuple[RuleId, ...]
    reinforcements_earlier: int = 0


class ScenarioData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario. The order of a turn is `initiative`, `<side>_first`, `<side>_only` or `rule <id>`."""

    title: str
    first_turn: int
    last_turn: int
    order: dict[int, str]
    army_morale: dict[str, int]
    momentum: dict[str, int]
    momentum_pool: int
    placement_order: tuple[str, ...]
    placement: dict[Hex, tuple[str, ...]]
    not_used: tuple[str, ...]
    flags: dict[str, bool | int]
    basis: Sources
    free_placement: tuple[FreePlacement, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()
    variable_entry: VariableEntry | None = None
    optional_reinforcements: OptionalReinforcements | None = None
    control: dict[str, str] = {}
    reduced: tuple[str, ...] = ()
    deployments: dict[str, Deployment] = {}

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.army_morale)

    def units(self) -> Iterator[str]:
        """Every unit, as often as the scenario says what becomes of it."""
        for stack in self.placement.values():
            yield from stack
        for free in self.free_placement:
            yield from free.units
        for group in self.reinforcements:
            yield from group.units
        for later in (self.variable_entry, self.optional_reinforcements):
            if later is not None:
                yield from later.units
        yield from self.not_used

    def deployed(self, name: str) -> ScenarioData:
        """The scenario with another of its deployments; nothing arrives before the first turn."""
        other = self.deployments[name]
        free = {unit for choice in other.free_placement for unit in choice.units}
        stacks = {hex: tuple(unit for unit in stack if unit not in free) for hex, stack in self.placement.items()}
        groups = tuple(
            replace(group, turn=max(self.first_turn, group.turn - other.reinforcements_earlier))
            for group in self.reinforcements
        )
        return replace(
            self,
            placement={hex: stack for hex, stack in stacks.items() if stack},
            free_placement=self.free_placement + other.free_placement,
            reinforcements=groups,
            deployments={},
        )


class ScenariosData(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    die: str
    clock: dict[int, str]
    scenarios: dict[str, ScenarioData]


# ---------------------------------------------------------------- the tables of the series


class OffTable(Struct, frozen=True, forbid_unknown_fields=True):
    column: str
    drm: int
    basis: Basis


class OddsExample(Struct, frozen=True, forbid_unknown_fields=True):
    attackers: int
    defenders: int
    column: str
    drm: int
    basis: Basis


class Odds(Struct, frozen=True, forbid_unknown_fields=True):
    """How two strengths find their column."""

    how: str
    rule: RuleId
    below_table: OffTable
    above_table: OffTable
    examples: tuple[OddsExample, ...]


class Diversion(Struct, frozen=True, forbid_unknown_fields=True):
    shift: int
    when: str
    rule: RuleId
    basis: Basis


class Shifts(Struct, frozen=True, forbid_unknown_fields=True):
    how: str
    diversion: Diversion
    basis: str


class MomentumRows(Struct, frozen=True, forbid_unknown_fields=True):
    defender_at_or_below: int
    attacker_at_or_above: int
    rule: RuleId
    marks: dict[str, dict[str, str]]


class CloseCombatData(Struct, frozen=True, forbid_unknown_fields=True):
    """The close combat table; a cell is attacker/defender."""

    name: str
    source: str
    die: str
    notation: str
    columns: tuple[str, ...]
    rows: dict[int, tuple[str, ...]]
    row_min: int
    row_max: int
    row_limits: str
    odds: Odds
    shifts: Shifts
    momentum: MomentumRows
    results: dict[str, str]
    drm: tuple[DrmLine, ...]
    drm_other: str
    conflicts: tuple[Conflict, ...]


class IllegalChit(Struct, frozen=True, forbid_unknown_fields=True):
    by_attacker: int
    by_defender: int
    by_both: int
    replaces_matrix: bool
    rule: RuleId


class TacticsData(Struct, frozen=True, forbid_unknown_fields=True):
    """The tactics matrix: a row for the defender's chit, its cells in the order of `chits` for the attacker's."""

    name: str
    source: str
    how: str
    chits: tuple[str, ...]
    matrix: dict[str, tuple[int | Literal["NC"], ...]]
    requirements: dict[str, tuple[str, ...]]
    requirement_rules: dict[str, RuleId]
    requirement_notes: dict[str, str]
    illegal_chit: IllegalChit
    names: dict[str, dict[str, str]]
    conflicts: tuple[Conflict, ...]

    def cell(self, defender: str, attacker: str) -> int | Literal["NC"]:
        return self.matrix[defender][self.chits.index(attacker)]


class ToHitRow(Struct, frozen=True, forbid_unknown_fields=True):
    """The number to roll, by firing strength; `sp` is the printed heading."""

    sp: str
    min: int
    max: int | None
    adjacent: int
    range_2_3: int


class DamageRow(Struct, frozen=True, forbid_unknown_fields=True):
    min: int
    max: int
    rifle_vs_non_artillery: str
    rifle_vs_artillery: str
    artillery_fire: str


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[str, ...]
    rows: tuple[DamageRow, ...]


class FireData(Struct, frozen=True, forbid_unknown_fields=True):
    """The fire tables."""

    name: str
    source: str
    roll: str
    ranges: dict[str, int]
    to_hit: tuple[ToHitRow, ...]
    drm: tuple[DrmLine, ...]
    drm_other: str
    damage: Damage
    conflicts: tuple[Conflict, ...]


class MoraleEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """`own` is the change for the army of the unit concerned, `enemy` that for the other."""

    id: str
    own: int | None
    enemy: int | None
    rule: RuleId
    event: str


class MoraleCase(Struct, frozen=True, forbid_unknown_fields=True):
    case: str
    own: int
    enemy: int
    rule: RuleId
    plus_leader: bool = False


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    min: int | None
    max: int | None
    initiative_drm: int | None
    unit_morale: int | None
    name: dict[str, str]
    effect: str = ""


class Freeze(Struct, frozen=True, forbid_unknown_fields=True):
    rule: RuleId
    unit: str


class ArmyMoraleData(Struct, frozen=True, forbid_unknown_fields=True):
    """Army morale: what changes it, and the bands of its track."""

    name: str
    source: str
    how: str
    events: tuple[MoraleEvent, ...]
    no_change: tuple[str, ...]
    composition: tuple[MoraleCase, ...]
    bands: tuple[Band, ...]
    bands_basis: str
    bands_reasons: tuple[str, ...]
    upper_limit: int | None
    freeze: Freeze
    posting: dict[str, str]
    conflicts: tuple[Conflict, ...]


class LeaderLoss(Struct, frozen=True, forbid_unknown_fields=True):
    """Army morale for the leader's own army and for the enemy, VP for the enemy, momentum of the owner."""

    side: str
    own: int
    enemy: int
    vp: int | float
    rule: RuleId
    momentum: int = 0
    when: str = ""


class VpLine(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    vp: int | float | None
    note: str = ""


class VictoryPointsData(Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points, to the side whose enemy suffered the event."""

    name: str
    source: str
    how: str
    counted: str
    lines: tuple[VpLine, ...]
    lines_other: str
    conflicts: tuple[Conflict, ...]


# ---------------------------------------------------------------- the levels of victory of a battle


class Substantial(Struct, frozen=True, forbid_unknown_fields=True):
    army_morale: int
    rule: RuleId
    text: str


class Marginal(Struct, frozen=True, forbid_unknown_fields=True):
    vp_margin: int | float
    rule: RuleId
    text: str


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    rule: RuleId
    text: str


SCHEMAS: dict[str, object] = {
    "map.json": MapData,
    "terrain.json": TerrainData,
    "units.json": tuple[UnitData, ...],
    "scenarios.json": ScenariosData,
    "close_combat.json": CloseCombatData,
    "tactics.json": TacticsData,
    "fire.json": FireData,
    "army_morale.json": ArmyMoraleData,
    "victory_points.json": VictoryPointsData,
}
"""What each file of the series holds; a battle with files of its own has such a table in its own data_schema."""


# ---------------------------------------------------------------- the ground of a hex


def terrain_row(sheet: MapData, terrain: TerrainData, hex: str, name: str) -> HexTerrain:
    """The row of the terrain table that counts in a hex: that of its feature, or of its (other) terrain."""
    for feature in sheet.features.get(hex, ()):
        if not terrain.features[feature].as_other_terrain:
            return terrain.features[feature]
    row = terrain.hexes[name]
    if row.as_other_terrain and sheet.river is not None:
        return terrain.hexes[sheet.river.course[hex]]
    return row


def ground(sheet: MapData, terrain: TerrainData, hex: str) -> HexTerrain:
    """The row of the terrain table that counts in a hex."""
    return terrain_row(sheet, terrain, hex, sheet.hexes()[hex])
