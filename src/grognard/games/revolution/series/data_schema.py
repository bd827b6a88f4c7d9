"""The components of a battle and the tables of the series, as their data files hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from grognard.core.overlays.components import component as component
from grognard.core.overlays.components import load as load
from grognard.core.pictures import Art
from grognard.core.schemas import Basis, Conflict, Data, Few, Many, Table, Text, Word, Words
from grognard.hexgames.map_data import Edge as Edge
from grognard.hexgames.map_data import Grid as Grid
from grognard.hexgames.map_data import Hex as Hex
from grognard.hexgames.map_data import HexMapData
from grognard.hexgames.map_data import Hexside as Hexside
from grognard.hexgames.map_data import MapLine as MapLine
from grognard.hexgames.map_data import TerrainGrid as TerrainGrid

RuleId = Annotated[str, Meta(pattern=r"^[A-Z][A-Za-z0-9.-]*$", max_length=40)]

# What the numbers of a battle can be: far beyond what any box prints, and far below what a search could not deal with.
Strength = Annotated[int, Meta(ge=1, le=30)]
StrengthTotal = Annotated[int, Meta(ge=0, le=999)]
"""The strength points of a whole army, or of all who fire."""
Morale = Annotated[int, Meta(ge=-9, le=9)]
MovementAllowance = Annotated[int, Meta(ge=1, le=30)]
LeaderMovement = Annotated[int, Meta(ge=0, le=30)]
"""That of a leader; a combat unit has its own on each side of its counter."""
WholePoints = Annotated[int, Meta(ge=0, le=30)]
AddedPoints = WholePoints | Annotated[float, Meta(ge=0, le=30, multiple_of=0.5)]
"""What is added to the cost of a step, halves allowed."""
Points = Annotated[int, Meta(ge=1, le=30)] | Annotated[float, Meta(ge=0.5, le=30, multiple_of=0.5)]
"""What a step costs, halves allowed: nothing can be entered for nothing, or a march would never end."""
AddedMp = AddedPoints | Literal["P"]
Mp = Points | Literal["P"]
"""P is prohibited."""
Drm = Annotated[int, Meta(ge=-20, le=20)]
Shift = Annotated[int, Meta(ge=-9, le=9)]
"""By how many columns a combat shifts."""
TableRow = Annotated[int, Meta(ge=-40, le=40)]
"""A row of the close combat table: a modified die."""
DieTotal = Annotated[int, Meta(ge=-40, le=40)]
Range = Annotated[int, Meta(ge=0, le=30)]
"""In hexes."""
Turn = Annotated[int, Meta(ge=1, le=99)]
Turns = Annotated[int, Meta(ge=0, le=99)]
"""A number of turns."""
Level = Annotated[int, Meta(ge=-99, le=99)]
"""A level of army morale."""
MoraleChange = Annotated[int, Meta(ge=-20, le=20)]
"""By how much army morale changes."""
Momentum = Annotated[int, Meta(ge=0, le=20)]
MomentumChange = Annotated[int, Meta(ge=-20, le=20)]
VictoryPoints = Annotated[int, Meta(ge=-99, le=99)] | Annotated[float, Meta(ge=-99, le=99)]
Rank = Annotated[int, Meta(ge=0, le=9)]
Seniority = Annotated[int, Meta(ge=0, le=99)]
Divisor = Annotated[int, Meta(ge=1, le=9)]
HexCount = Annotated[int, Meta(ge=0, le=2_500)]
Yards = Annotated[int, Meta(ge=1, le=10_000)]
Minutes = Annotated[int, Meta(ge=1, le=1_440)]
AnyNumber = Annotated[int, Meta(ge=-999, le=999)]
"""A number of which only one battle knows what it means."""
Value = Word | AnyNumber | Annotated[float, Meta(ge=-999, le=999)] | bool | Few[Word]


# ---------------------------------------------------------------- what several files use


class DrmLine(Data):
    """A line of a list of modifiers; without a number the text says which value counts."""

    id: Word
    drm: Drm | None
    when: Text
    rule: RuleId
    charts: Few[Word] = ()


class Sources(Data):
    """What the rulebooks print and what was reconstructed."""

    printed: Few[Text]
    reconstructed: Few[Text]


# ---------------------------------------------------------------- map.json


class Scale(Data):
    hex_yards: Yards
    turn_minutes: Minutes


class River(Data):
    """A river that runs through hexes: the chain of them, each with its other terrain, and the far bank."""

    name: Word
    course: Table[Hex, Word]
    north_bank: Many[Hex]
    note: Text = ""


class MapData(HexMapData, kw_only=True):
    """A map sheet of the series; a slope is given as low hex, high hex."""

    scale: Scale
    basis: Sources
    friendly_edges: Table[Word, Few[Word]] = {}
    river: River | None = None


# ---------------------------------------------------------------- terrain.json


class UnitTerrain(Data):
    """What a terrain means for one unit that is an exception to it."""

    mp: Mp
    close_combat_drm: Drm
    rule: RuleId


class Crossing(Data):
    """What holds for a unit while it crosses the river."""

    units: Few[Word]
    needs: Text
    as_other_terrain: bool
    fire_drm: Drm
    close_combat_drm: Drm
    rule: RuleId


class HexTerrain(Data):
    """A row of the terrain table; `mp` follows the table's unit classes."""

    mp: Few[Mp] = ()
    fire_drm: Drm = 0
    close_combat_drm: Drm = 0
    blocks_los: bool = False
    zoc_enters: bool = True
    woods: bool = False  # counts as forest for the fire modifier
    open_ground: bool = False  # open, field or cultivated: S10.6a, S12.52d
    as_other_terrain: bool = False  # the other terrain of the hex counts in everything
    road_ignored: bool = False  # its price is paid, and its prohibitions hold, along a road too
    morale_check_drm: Drm = 0
    retreat_optional_on_R: bool = False
    must_attack: bool = True
    exceptions: Table[Word, UnitTerrain] = {}
    crossing: Crossing | None = None
    rule: RuleId | None = None
    note: Text = ""
    printed_row: Text = ""


class HexsideTerrain(Data):
    """A hexside row: `mp_add` to the cost of the hex, or `mp_total` for the whole step."""

    fire_drm: Drm
    close_combat_drm: Drm
    all_attackers: bool  # the modifier needs every attacker to attack across such a hexside
    rule: RuleId
    printed_row: Text
    mp_add: AddedPoints | Few[AddedMp] | None = None
    mp_total: Points | None = None
    on_map: bool = True
    note: Text = ""


class RifleZoc(Data):
    enter_mp: WholePoints
    leave_mp: WholePoints
    rule: RuleId


class StrategicMovement(Data):
    multiplier: Divisor
    requires: Text
    not_on: Few[Text]


class TerrainData(Data):
    """The terrain effects chart of a battle."""

    name: Word
    source: Text
    legend: Table[Word, Text]
    unit_classes: Few[Word]
    hexes: Table[Word, HexTerrain]
    features: Table[Word, HexTerrain]
    hexsides: Table[Word, HexsideTerrain]
    rifle_zoc: RifleZoc
    strategic_movement: StrategicMovement
    notes: Table[Word, Text]
    basis: Basis
    conflicts: Few[Conflict]
    zoc_note: Text = ""
    rows_not_here: Few[Text] = ()

    def mp(self, row: HexTerrain, unit_class: str) -> Mp:
        """What a unit of this class pays to enter."""
        return row.mp[self.unit_classes.index(unit_class)]

    def mp_add(self, kind: str, unit_class: str) -> AddedMp:
        """What a unit of this class pays more for crossing a hexside of this kind."""
        added = self.hexsides[kind].mp_add
        if isinstance(added, tuple):
            return added[self.unit_classes.index(unit_class)]
        return added or 0


# ---------------------------------------------------------------- units.json


class StepData(Data):
    """One side of a counter."""

    strength: Strength
    morale: Morale
    movement: MovementAllowance


class UnitData(Data):
    """A counter: a combat unit has steps, full side first; a leader has a rank and three numbers."""

    id: Word
    name: Word
    side: Word
    group: Word
    type: Word
    basis: Basis
    nation: Word = ""
    band: Word | None = None
    steps: Few[StepData] = ()
    flags: Words = frozenset()
    semi_leader_for: Few[Word] = ()
    rank: Rank = 0
    seniority: Seniority = 0
    combat_drm: Drm = 0
    command_drm: Drm = 0
    movement: LeaderMovement = 0
    leader_of: Word | None = None
    commands: Few[Word] = ()
    extra: Table[Word, Value] = {}  # what only one battle knows

    @property
    def is_leader(self) -> bool:
        return self.type == "leader"


# ---------------------------------------------------------------- scenarios.json


class FreePlacement(Data):
    """Units that their owner places freely, together in one hex."""

    units: Few[Word]
    where: Literal["in_terrain", "in_zone", "with_or_towards", "with_friend"]
    rule: RuleId
    text: Text
    terrain: Word | None = None
    zone: Word | None = None
    edge: Word | None = None


class Reinforcement(Data):
    turn: Turn
    entries: Few[Word]
    units: Few[Word]


class VariableEntry(Data):
    units: Few[Word]
    from_turn: Turn
    entries: Few[Word]
    together_or_separately: bool
    rule: RuleId


class OptionalReinforcements(Data):
    units: Few[Word]
    side: Word
    turn: Turn
    entries: Few[Word]
    same_hex: bool
    declared_secretly_at_start: bool
    strategic_movement_on_entry: bool
    rule: RuleId


class Deployment(Data):
    """Another set-up that the players may choose: units placed freely instead, and reinforcements so many turns earlier."""

    title: Text
    free_placement: Few[FreePlacement]
    rules: Few[RuleId]
    reinforcements_earlier: Turns = 0


class ScenarioData(Data):
    """A scenario. The order of a turn is `initiative`, `<side>_first`, `<side>_only` or `rule <id>`."""

    title: Text
    first_turn: Turn
    last_turn: Turn
    order: Table[Turn, Word]
    army_morale: Table[Word, Level]
    momentum: Table[Word, Momentum]
    momentum_pool: Momentum
    placement_order: Few[Word]
    placement: Table[Hex, Few[Word]]
    not_used: Few[Word]
    flags: Table[Word, bool | AnyNumber]
    basis: Sources
    free_placement: Few[FreePlacement] = ()
    reinforcements: Few[Reinforcement] = ()
    variable_entry: VariableEntry | None = None
    optional_reinforcements: OptionalReinforcements | None = None
    control: Table[Word, Word] = {}
    reduced: Few[Word] = ()
    deployments: Table[Word, Deployment] = {}
    alliances: Table[Word, Few[Word]] = {}  # from a side to its armies; any other side is an army of its own

    @property
    def side_of_army(self) -> dict[str, str]:
        """The side that each army fights on: those of an alliance in its order, then the others."""
        allied = {army: side for side, armies in self.alliances.items() for army in armies}
        return allied | {army: army for army in self.army_morale if army not in allied}

    @property
    def sides(self) -> tuple[str, ...]:
        """Who phases and wins together."""
        return tuple(dict.fromkeys(self.side_of_army.values()))

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


class ScenariosData(Data):
    source: Text
    die: Text
    clock: Table[Turn, Word]
    scenarios: Table[Word, ScenarioData]


# ---------------------------------------------------------------- the tables of the series


class OffTable(Data):
    column: Word
    drm: Drm
    basis: Basis


class OddsExample(Data):
    attackers: Strength
    defenders: Strength
    column: Word
    drm: Drm
    basis: Basis


class Odds(Data):
    """How two strengths find their column."""

    how: Text
    rule: RuleId
    below_table: OffTable
    above_table: OffTable
    examples: Few[OddsExample]


class Diversion(Data):
    shift: Shift
    when: Text
    rule: RuleId
    basis: Basis


class Shifts(Data):
    how: Text
    diversion: Diversion
    basis: Text


class MomentumRows(Data):
    defender_at_or_below: TableRow
    attacker_at_or_above: TableRow
    rule: RuleId
    marks: Table[Word, Table[Word, Word]]


class CloseCombatData(Data):
    """The close combat table; a cell is attacker/defender."""

    name: Word
    source: Text
    die: Text
    notation: Text
    columns: Few[Word]
    rows: Table[TableRow, Few[Word]]
    row_min: TableRow
    row_max: TableRow
    row_limits: Text
    odds: Odds
    shifts: Shifts
    momentum: MomentumRows
    results: Table[Word, Text]
    drm: Few[DrmLine]
    drm_other: Text
    conflicts: Few[Conflict]


class IllegalChit(Data):
    by_attacker: Drm
    by_defender: Drm
    by_both: Drm
    replaces_matrix: bool
    rule: RuleId


class TacticsData(Data):
    """The tactics matrix: a row for the defender's chit, its cells in the order of `chits` for the attacker's."""

    name: Word
    source: Text
    how: Text
    chits: Few[Word]
    matrix: Table[Word, Few[Drm | Literal["NC"]]]
    requirements: Table[Word, Few[Word]]
    requirement_rules: Table[Word, RuleId]
    requirement_notes: Table[Word, Text]
    illegal_chit: IllegalChit
    names: Table[Word, Table[Word, Word]]
    conflicts: Few[Conflict]

    def cell(self, defender: str, attacker: str) -> int | Literal["NC"]:
        return self.matrix[defender][self.chits.index(attacker)]


class ToHitRow(Data):
    """The number to roll, by firing strength; `sp` is the printed heading."""

    sp: Word
    min: StrengthTotal
    max: StrengthTotal | None
    adjacent: DieTotal
    range_2_3: DieTotal


class DamageRow(Data):
    min: DieTotal
    max: DieTotal
    rifle_vs_non_artillery: Word
    rifle_vs_artillery: Word
    artillery_fire: Word


class Damage(Data):
    columns: Few[Word]
    rows: Few[DamageRow]


class FireData(Data):
    """The fire tables."""

    name: Word
    source: Text
    roll: Text
    ranges: Table[Word, Range]
    to_hit: Few[ToHitRow]
    drm: Few[DrmLine]
    drm_other: Text
    damage: Damage
    conflicts: Few[Conflict]


class MoraleEvent(Data):
    """`own` is the change for the army of the unit concerned, `enemy` that for the other."""

    id: Word
    own: MoraleChange | None
    enemy: MoraleChange | None
    rule: RuleId
    event: Text

    @property
    def changes(self) -> tuple[int, int]:
        """Both, where the chart has a number; the loss of a leader is left to the table of the battle."""
        return self.own or 0, self.enemy or 0


class MoraleCase(Data):
    case: Text
    own: MoraleChange
    enemy: MoraleChange
    rule: RuleId
    plus_leader: bool = False


class Band(Data):
    id: Word
    min: Level | None
    max: Level | None
    initiative_drm: Drm | None
    unit_morale: Drm | None
    name: Table[Word, Word]
    effect: Text = ""


class Freeze(Data):
    rule: RuleId
    unit: Text


class ArmyMoraleData(Data):
    """Army morale: what changes it, and the bands of its track."""

    name: Word
    source: Text
    how: Text
    events: Few[MoraleEvent]
    no_change: Few[Text]
    composition: Few[MoraleCase]
    bands: Few[Band]
    bands_basis: Text
    bands_reasons: Few[Text]
    upper_limit: Level | None
    freeze: Freeze
    posting: Table[Word, Text]
    conflicts: Few[Conflict]


class LeaderLoss(Data):
    """Army morale for the leader's own army and for the enemy, VP for the enemy, momentum of the owner."""

    side: Word
    own: MoraleChange
    enemy: MoraleChange
    vp: VictoryPoints
    rule: RuleId
    momentum: MomentumChange = 0
    when: Text = ""


class VpLine(Data):
    id: Word
    vp: VictoryPoints | None
    note: Text = ""


class VictoryPointsData(Data):
    """Victory points, to the side whose enemy suffered the event."""

    name: Word
    source: Text
    how: Text
    counted: Text
    lines: Few[VpLine]
    lines_other: Text
    conflicts: Few[Conflict]


# ---------------------------------------------------------------- the levels of victory of a battle


class BattleMoraleEvent(Data):
    """A change of army morale that only one battle has, for holding so many hexes of a zone, say."""

    id: Word
    side: Word
    own: MoraleChange
    enemy: MoraleChange
    rule: RuleId
    event: Text
    zone: Word | None = None
    hexes: HexCount = 0


class Decisive(Data):
    """Enemy losses in strength points; a leader lost besides, where one is named."""

    sp: StrengthTotal
    groups: Few[Word]
    rules: Few[RuleId]
    text: Text
    leader: Word | None = None


class VictoryLevel(Data):
    rule: RuleId
    text: Text


class Substantial(VictoryLevel):
    army_morale: Level


class Marginal(VictoryLevel):
    vp_margin: VictoryPoints


Line = TypeVar("Line", bound=Decisive)


class VictoryLevels(Data, Generic[Line]):
    """The levels of victory; which of them a battle has, its rulebook says."""

    decisive: Table[Word, Line]
    marginal: Marginal
    substantial: Substantial | None = None
    draw: VictoryLevel | None = None


Units = Few[UnitData]
SCHEMAS: dict[str, object] = {
    "art.json": Art,
    "map.json": MapData,
    "terrain.json": TerrainData,
    "units.json": Units,
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
