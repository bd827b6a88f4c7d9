"""The components of Red Dice, as its data files hold them."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

from msgspec import Meta

from grognard.core.pictures import Art
from grognard.core.schemas import Basis, Conflict, Data, Few, Table, Text, Word

Army = Literal["ANV", "AoP"]
Edge = Literal["north", "south", "east", "west"]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,19}$", max_length=20)]

# What the numbers of the game can be: beyond what its tables hold, and far below what geometry could not deal with.
Centimetres = Annotated[float, Meta(ge=0, le=400)]
Length = Annotated[float, Meta(ge=0, le=400)]
Change = Annotated[int, Meta(ge=-99, le=99)]
Count = Annotated[int, Meta(ge=0, le=200)]
Level = Annotated[int, Meta(ge=1, le=5)]
Points = Annotated[int, Meta(ge=0, le=99)]
Passes = Annotated[int, Meta(ge=1, le=200)]
Degrees = Annotated[int, Meta(ge=0, le=345, multiple_of=15)]
Angle = Annotated[int, Meta(ge=0, le=180)]
Face = Annotated[int, Meta(ge=1, le=6)]
Share = Annotated[float, Meta(ge=0, le=1)]
Point = tuple[Centimetres, Centimetres]


# ---------------------------------------------------------------- scenarios.json, and a battlefield of one's own


class TableData(Data):
    width_cm: Centimetres
    height_cm: Centimetres
    north: Word = "up"


class RearData(Data):
    edge: Edge


class RearsData(Data):
    ANV: RearData
    AoP: RearData


class FeatureData(Data):
    """A piece of terrain: an outline, or a line from point to point."""

    id: Id
    kind: Word
    name: Word
    shape: Literal["area", "line"]
    points: Few[Point]


class ObjectivePoints(Data):
    ANV: Points = 0
    AoP: Points = 0


class ObjectiveData(Data):
    id: Id
    name: Word
    x: Centimetres
    y: Centimetres
    radius_cm: Centimetres
    points: ObjectivePoints
    held_at_start: Army | None = None


class SoldierData(Data):
    id: Id
    x: Centimetres
    y: Centimetres


class SquadData(Data):
    id: Id
    side: Army
    name: Word
    quality: Word
    level: Level
    weapon: Literal["rifle", "musket", "pistol"]
    facing_deg: Degrees
    formation: Literal["line", "cloud", "column"]
    leader: Id
    soldiers: Few[SoldierData]
    leader_name: Word = ""
    basis: Basis = "reconstructed"


class StrengthData(Data):
    ANV: Count
    AoP: Count


class EndData(Data):
    initiative_passes: Passes
    collapse_below: Text = ""


class PointsData(Data):
    source: Text
    geographic_objective: Points
    enemy_soldier_eliminated: Points
    prisoner: Points
    leader_eliminated_or_captured: Points


class BattlefieldData(Data):
    """One battlefield: the table, what stands on it, the squads, and what is fought for."""

    id: Id
    title: Word
    table: TableData
    rear: RearsData
    initiative_limit: Passes
    features: Few[FeatureData]
    objectives: Few[ObjectiveData]
    squads: Few[SquadData]
    date: Word = ""
    text: Text = ""
    first_initiative: Army = "ANV"
    attacker: Army | None = None
    strength: StrengthData | None = None
    end: EndData | None = None
    victory_points: PointsData | None = None


class ScenariosData(Data):
    source: Text
    units: Text
    terrain_kinds: Text
    scenarios: Few[BattlefieldData]


# ---------------------------------------------------------------- tables.json


class OnesData(Data):
    source: Text
    effect: Text
    ones: Count = 0
    ones_at_least: Count = 0


Row = TypeVar("Row")


class RowTable(Data, Generic[Row]):
    source: Text
    rows: Few[Row]


class SuccessRow(Data):
    successes: Word
    min: Count
    success: Word
    printed_name: Word
    troop_quality: Word | None
    printed_quality: Word | None
    level: Level | None
    movement_cm: Count | None


class MovementData(Data):
    source: Text
    cm_per_success: Count
    maximum_cm: Count
    linear_obstacle_cm: Change
    difficult_terrain_cm: Change
    half_speed: Few[Text]


class ResultRow(Data):
    """A row of the disaster table or of the heroic table."""

    roll: Face
    name: Word
    printed_name: Word
    effect: Text
    retreat_cm: Count = 0
    next_activation_successes: Change = 0
    current_activation_completed: bool = False
    red_dice: Change = 0
    flee: Word = ""
    surrender_within_cm: Count = 0
    free_move_cm: Count = 0
    successes: Change = 0
    recover: Word = ""
    advance_cm: Count = 0


class ResultTable(RowTable[ResultRow]):
    die: Word
    max_per_activation: Count = 0


class RedDieRow(Data):
    roll: Few[Face]
    effect: Text


class CasualtyRow(Data):
    roll: Few[Face]
    result: Literal["dead", "severe", "light"]
    red_dice: Count
    effect: Text


class CasualtyTable(RowTable[CasualtyRow]):
    die: Word


class BandsData(Data):
    short: tuple[Count, Count]
    medium: tuple[Count, Count]
    long: tuple[Count, Count]


class WeaponRow(Data):
    weapon: Word
    printed_name: Word
    short: Change | None
    medium: Change | None
    long: Change | None


class WeaponTable(Data):
    source: Text
    bands_cm: BandsData
    rows: Few[WeaponRow]
    null_means: Text


class CoverRow(Data):
    cover: Word
    successes: Change
    printed_examples: Few[Word]


class DoubtDie(Data):
    behind: Few[Face]
    not_behind: Few[Face]


class SurrenderData(Data):
    left_at_most: Count
    winners_at_least: Word


class AssaultData(Data):
    source: Text
    sight_cm: Count
    voice_range_cm: Count
    defensive_fire_successes: Change
    from_behind_doubt_die: DoubtDie
    loser_flees_cm: Count
    surrender: SurrenderData


class VolleyData(Data):
    source: Text
    minimum_soldiers: Count


class PrisonersData(Data):
    source: Text
    per_escort: Count


class TerrainRow(Data):
    kind: Word
    shape: Literal["area", "line"]
    los: Literal["clear", "blocked", "blocked beyond depth"]
    cover: Literal["light", "heavy"] | None
    printed_name: Text | None
    depth_cm: Length = 0.0
    difficult: bool = False
    obstacle_cm: Count = 0


class RefereeData(Data):
    """What the rulebook leaves to fair play, fixed."""

    source: Text
    base_radius_cm: Length
    contact_cm: Length
    coherence_cm: Length
    line_tolerance_cm: Length
    behind_cover_cm: Length
    capture_cm: Length
    rear_zone_cm: Length
    front_half_angle_deg: Angle
    rear_from_angle_deg: Angle
    objective_radius_cm: Length
    cover_clear_of_enemy_cm: Length
    tolerance_cm: Length
    range_rounding: Text
    volley_half_angle_deg: Angle
    sight_blocking_radius_cm: Length
    sight_clear_of_shooter_cm: Length
    cover_place_depth_cm: Length
    half_speed: Text
    melee_rounds_max: Count
    melee_draw_fall_back_cm: Length
    collapse_below: Share
    terrain: Few[TerrainRow]


class TablesData(Data):
    name: Word
    source: Text
    success_on: Few[Face]
    minimum_dice: Count
    maximum_dice: Count | None
    fiasco: OnesData
    disaster: OnesData
    success_quality_movement: RowTable[SuccessRow]
    movement: MovementData
    disaster_table: ResultTable
    red_die: RowTable[RedDieRow]
    heroic_table: ResultTable
    fire_casualties: CasualtyTable
    melee_casualties: CasualtyTable
    wound_sum: Table[Word, Word]
    weapons: WeaponTable
    cover: RowTable[CoverRow]
    assault: AssaultData
    close_ranks: Table[Word, Text]
    volley: VolleyData
    prisoners: PrisonersData
    victory_points: PointsData
    referee: RefereeData
    conflicts: Few[Conflict]


SCHEMAS: dict[str, object] = {"art.json": Art, "scenarios.json": ScenariosData, "tables.json": TablesData}
