"""The components of Give Us Victories, as its data files hold them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.pictures import Art
from grognard.core.schemas import Basis, Conflict, Data, Few, Many, Table, Text, Word, Words
from grognard.hexgames.map_data import Hex, HexMapData, Hexside

RuleId = Annotated[str, Meta(pattern=r"^U[0-9.]*$", max_length=40)]
Bases = Text | Table[Word, Text]
"""Where values come from: in one line, or value by value."""
SideName = Literal["Union", "CSA"]

# What the numbers of the game can be: far beyond what its box holds, and far below what a search could not deal with.
Strength = Annotated[int, Meta(ge=1, le=16)]
Movement = Annotated[int, Meta(ge=0, le=30)]
Bonus = Annotated[int, Meta(ge=0, le=4)]
Radius = Annotated[int, Meta(ge=1, le=20)]
Factor = Annotated[int, Meta(ge=1, le=9)]
Count = Annotated[int, Meta(ge=0, le=40)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Points = Annotated[int, Meta(ge=0, le=9)]
VictoryPoints = Annotated[int, Meta(ge=-99, le=99)]
Levels = Annotated[int, Meta(ge=0, le=400)]
Line = Annotated[int, Meta(ge=1, le=50)]
Mp = Annotated[int, Meta(ge=0, le=30)] | Annotated[float, Meta(ge=0.5, le=30, multiple_of=0.5)]
Drm = Annotated[int, Meta(ge=-6, le=6)]
DiceCount = Annotated[int, Meta(ge=0, le=6)]
Dice = Annotated[int, Meta(ge=1, le=6)]
Face = Annotated[int, Meta(ge=1, le=6)]
RainNumber = Annotated[int, Meta(ge=0, le=6)]
GunFactor = Annotated[int, Meta(ge=1, le=99)]
Metres = Annotated[int, Meta(ge=1, le=10_000)]


# ---------------------------------------------------------------- map.json


class Scale(Data):
    hex_metres: Metres


class Ford(Data):
    """A crossing of a great river: the far or northern bank, then the near or southern one."""

    hexes: Hexside
    river: Literal["rappahannock", "rapidan"]


class MapData(HexMapData, kw_only=True):
    """The map; the zones `north`, `between` and `south` are the banks of the great rivers."""

    scale: Scale
    fords: Table[Word, Ford]
    waters: Table[Word, Many[Hexside]]
    road_names: Table[Word, Many[Hex]]
    basis: Basis


# ---------------------------------------------------------------- units.json


class StepData(Data):
    """One side of a counter."""

    strength: Strength
    movement: Movement
    bonus: Bonus


class CounterData(Data):
    """A counter: a unit has steps, full side first; a command has a radius."""

    id: Word
    name: Word
    side: SideName
    type: Literal[
        "infantry",
        "cavalry",
        "artillery",
        "horse_artillery",
        "skirmisher",
        "dummy",
        "formation_commander",
        "superior_commander",
        "independent_marker",
        "detach_marker",
        "pontoon",
        "fortification_marker",
    ]
    basis: Basis
    formation: Word = ""
    division: Word = ""
    group: Word = ""
    steps: Few[StepData] = ()
    flags: Words = frozenset()
    radius: Radius = 1
    factor: Factor = 1
    max_units: Count = 0
    count: Count = 0
    extra: Count = 0


# ---------------------------------------------------------------- setup.json


class Area(Data):
    """The part of the map that is played on."""

    columns: tuple[Line, Line]
    rows: tuple[Line, Line]


class Pontoons(Data):
    on_map: Few[Word]
    in_hand: Count


class Reinforcement(Data):
    """Units that come later: on a turn by these commands, or all at once when a die says so."""

    side: SideName
    units: Few[Word]
    entry: Few[Hex]
    turn: Turn = 1
    by: Few[Word] = ()
    roll: Table[Turn, Face] = {}


class Automatic(Data):
    turn: Turn
    hexes: Few[Word]


class Special(Data):
    """Rules of one scenario or of the campaign."""

    locked: Table[Word, Turn] = {}
    """U18.3: corps and divisions that act from a turn on."""
    locked_until_attacked: Few[Word] = ()
    double_cost_south: Few[Word] = ()
    independent_units: Few[Word] = ()
    first_activation: Word = ""
    jackson_turns: Few[Turn] = ()
    stuart_crossing_needs_levels: Levels = 0
    csa_automatic: Automatic | None = None
    automatic_difference: VictoryPoints = 0


class ExitPoints(Data):
    union_levels: Levels
    vp: VictoryPoints
    csa_cancel_levels: Levels
    zone: Word


class Victory(Data, rename={"otherwise": "else"}):
    type: Literal[
        "points",
        "occupy_at_end",
        "csa_occupies_at_end_else_more_units_eliminated",
        "csa_occupies_all_at_once_else_union",
        "union_exits_brigades_else_csa",
    ]
    hex: Word = ""
    hexes: Few[Word] = ()
    otherwise: Word = ""
    tie: Word = ""
    brigades: Count = 0
    edge: Word = ""
    edge_column: Line = 1
    edge_region: Word = ""
    union_more_than: VictoryPoints = 0
    draw: tuple[VictoryPoints, VictoryPoints] = (0, 0)
    csa_at_most: VictoryPoints = 0
    locations: Table[Word, VictoryPoints] = {}
    exit: ExitPoints | None = None


class ScenarioData(Data):
    """A scenario; points are those of the Union, then of the Confederates."""

    title: Word
    first_turn: Turn
    last_turn: Turn
    setup_order: tuple[SideName, SideName]
    points: Table[Turn, tuple[Points, Points]]
    commands: Table[Word, Few[Word]]
    skirmishers: Table[Word, Count]
    supply: bool
    area: Area
    placement: Table[Word, Table[Hex, Few[Word]]]
    pontoons: Table[Word, Pontoons]
    special: Special
    victory: Victory
    basis: Basis
    events: Table[Word, Few[Word]] = {}
    fortification_markers: Table[Word, Few[Hex]] = {}
    reinforcements: Few[Reinforcement] = ()


class DeploymentBox(Data):
    """U20.1: a box of the strategic map, and where on the map its formations are placed."""

    box: Word
    min: Count
    max: Count
    within: Radius
    of: Few[Word]
    bank: Literal["", "north", "south"] = ""


class HypotheticalSetUp(Data):
    basis: Basis
    first: SideName
    Union: Few[DeploymentBox]
    CSA: Few[DeploymentBox]


class StonemanVariant(Data):
    units: Few[Word]
    turn: Turn
    within: Radius
    of: Word


class LongstreetVariant(Data):
    hood: Few[Word]
    pickett: Few[Word]
    roll_turns: Few[Turn]
    arrives_on: Face
    entry: Few[Hex]
    fredericksburg_union: Drm
    and_spotsylvania_union: Drm


class Variants(Data):
    hypothetical_setup: HypotheticalSetUp
    stoneman: StonemanVariant
    longstreet: LongstreetVariant


class SetUpData(Data):
    source: Text
    scenarios: Table[Word, ScenarioData]
    variants: Variants


# ---------------------------------------------------------------- turns.json


class TurnData(Data):
    """A box of the calendar."""

    turn: Turn
    day: Turn
    date: Word
    time: Word
    rain: RainNumber
    basis: Basis
    notes: Few[Text] = ()


class TurnsData(Data):
    source: Text
    conflicts: Few[Conflict]
    night_turns: Few[Turn]
    turns: Few[TurnData]


# ---------------------------------------------------------------- terrain.json


class DieModifier(Data):
    """A change to one die of the attacker, or to all."""

    dice: Literal["all", 1]
    value: Drm


class HexTerrain(Data):
    mp: Mp
    contact_mp: Mp
    dice_cap: Dice
    attacker_drm: DieModifier | None
    bombard_drm: Drm
    blocks_bombardment: bool
    breastworks_allowed: bool
    basis: Bases
    attacker_may_choose_targets: bool = False
    which: Few[Word] = ()


class StreamRow(Data):
    mp: Mp
    mp_rain: Mp
    mp_by_road: Mp
    attacker_drm: DieModifier
    basis: Bases


class MinorRiverRow(Data):
    mp: Mp
    mp_rain: None
    mp_by_bridge: Mp
    mp_by_pontoon: Mp
    attacker_drm: DieModifier
    basis: Bases


class MajorRiverRow(Data):
    mp: None
    combat: bool
    basis: Bases


class FordRow(Data):
    mp: Mp | None
    mp_with_pontoon: Mp
    combat: bool
    basis: Bases
    mp_rain: None = None


class PontoonRow(Data):
    mp: Mp
    basis: Bases


class FortificationRow(Data):
    attacker_levels_lost: DiceCount
    defender_dice: DiceCount
    bombard_drm: Drm
    basis: Bases


class FortificationRear(Data, rename={"like": "as", "counts": "in"}):
    like: Word
    counts: Word
    bombard_drm: Drm
    basis: Bases


class Hexsides(Data):
    stream: StreamRow
    minor_river: MinorRiverRow
    major_river: MajorRiverRow
    ford_rappahannock: FordRow
    ford_rapidan: FordRow
    pontoon: PontoonRow
    fortification_facing: FortificationRow
    fortification_other_side: FortificationRear


class RoadRow(Data):
    mp: Mp | None
    basis: Bases
    counts_for_supply: bool = True
    not_usable_to_enter_hex_adjacent_to_enemy: bool = False


class Roads(Data):
    major: RoadRow
    minor: RoadRow
    railroad: RoadRow
    all_road_bonus: RoadRow
    exit_map: RoadRow


class BreastworksRow(Data):
    barred: Text
    built_by: Few[Word]
    defender_chooses: Few[Word]
    bombard_drm: Drm
    basis: Bases


class FortificationMarker(Data, rename={"like": "as"}):
    like: Text
    basis: Bases


class Markers(Data):
    breastworks: BreastworksRow
    fortification_marker: FortificationMarker


class ContactRow(Data):
    mp: Mp
    applies_to: Text
    night_attack: Text
    basis: Bases


class RainRow(Data):
    stream_extra: Mp
    minor_river: Text
    fords: Text
    basis: Bases


class CombatRow(Data):
    hit_on: Face
    extra_die_each_side: DiceCount
    minimum_dice: DiceCount
    encirclement_dice: DiceCount
    lone_skirmisher_max_dice: DiceCount
    out_of_supply_drm_each_die: Drm
    forced_march_drm_one_die: Drm
    terrain_modifiers: Text
    one_die_modifier: Text
    basis: Bases


class StackingRow(Data):
    units: Count
    combat_points: Count
    basis: Bases


class SupplyRow(Data):
    off_road_mp: Movement
    basis: Bases


class MovementRow(Data):
    infantry: Movement
    artillery: Movement
    cavalry: Movement
    horse_artillery: Movement
    skirmisher: Movement
    basis: Bases


class TerrainData(Data):
    """The Terrain Effects Chart, with the numbers of movement and combat."""

    source: Text
    conflicts: Few[Conflict]
    hexes: Table[Word, HexTerrain]
    hexsides: Hexsides
    roads: Roads
    markers: Markers
    contact: ContactRow
    rain: RainRow
    combat: CombatRow
    stacking: StackingRow
    supply: SupplyRow
    movement: MovementRow


# ---------------------------------------------------------------- artillery.json


class ArtilleryRow(Data):
    factor: Word
    min: GunFactor
    max: GunFactor | None
    results: Table[Word, Word]


class BombardmentModifier(Data, rename={"when": "if"}):
    when: Text
    drm: Drm
    basis: Basis


class PrintedCell(Data):
    factor: Word
    die: Word
    result: Word


class ArtilleryData(Data):
    """The Artillery Table: a row for the factors added up, a column for the modified die."""

    source: Text
    conflicts: Few[Conflict]
    die: Text
    columns: Few[Word]
    rows: Few[ArtilleryRow]
    results: Table[Word, Text]
    modifiers: Few[BombardmentModifier]
    printed_cells: Few[PrintedCell]
    check: Text


# ---------------------------------------------------------------- events.json


class EventRules(Data):
    start_hand: Count
    draw_each_night: Count
    draw_instead_of_activating: bool
    max_played_per_turn: Count


class EventData(Data):
    """An event marker of one side."""

    id: Word
    rule: RuleId
    name: Word
    side: SideName
    text: Text
    after_use: Literal["return", "once"]
    timing: Text
    radius: Radius = 1
    dice: DiceCount = 0
    bonus: Bonus = 0
    role: Literal["", "attack", "defence", "attack or defence"] = ""
    bombard_drm: Drm = 0
    movement: Movement = 0
    wounded_on: Face = 6
    demoralised_on: Face = 1


class EventsData(Data):
    source: Text
    conflicts: Few[Conflict]
    rules: EventRules
    after_use: Table[Word, Text]
    events: Few[EventData]


Units = Few[CounterData]
SCHEMAS: dict[str, object] = {
    "art.json": Art,
    "map.json": MapData,
    "units.json": Units,
    "setup.json": SetUpData,
    "turns.json": TurnsData,
    "terrain.json": TerrainData,
    "artillery.json": ArtilleryData,
    "events.json": EventsData,
}
"""What each file of the game holds."""
