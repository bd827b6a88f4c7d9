"""The components of Red Dice, as its data files hold them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.core.schemas import Few, Table, Text, Word

Basis = Annotated[str, Meta(pattern=r"^(seed|reconstructed)", max_length=10_000)]
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


class TableData(Struct, frozen=True, forbid_unknown_fields=True):
    width_cm: Centimetres
    height_cm: Centimetres
    north: Word = "up"


class RearData(Struct, frozen=True, forbid_unknown_fields=True):
    edge: Edge


class RearsData(Struct, frozen=True, forbid_unknown_fields=True):
    ANV: RearData
    AoP: RearData


class FeatureData(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain: an outline, or a line from point to point."""

    id: Id
    kind: Word
    name: Word
    shape: Literal["area", "line"]
    points: Few[Point]


class ObjectivePoints(Struct, frozen=True, forbid_unknown_fields=True):
    ANV: Points = 0
    AoP: Points = 0


class ObjectiveData(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Word
    x: Centimetres
    y: Centimetres
    radius_cm: Centimetres
    points: ObjectivePoints
    held_at_start: Army | None = None


class SoldierData(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    x: Centimetres
    y: Centimetres


class SquadData(Struct, frozen=True, forbid_unknown_fields=True):
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


class StrengthData(Struct, frozen=True, forbid_unknown_fields=True):
    ANV: Count
    AoP: Count


class EndData(Struct, frozen=True, forbid_unknown_fields=True):
    initiative_passes: Passes
    collapse_below: Text = ""


class PointsData(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    geographic_objective: Points
    enemy_soldier_eliminated: Points
    prisoner: Points
    leader_eliminated_or_captured: Points


class BattlefieldData(Struct, frozen=True, forbid_unknown_fields=True):
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


class ScenariosData(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    units: Text
    terrain_kinds: Text
    scenarios: Few[BattlefieldData]


# ---------------------------------------------------------------- tables.json


class OnesData(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    effect: Text
    ones: Count = 0
    ones_at_least: Count = 0


class SuccessRow(Struct, frozen=True, forbid_unknown_fields=True):
    successes: Word
    min: Count
    success: Word
    seed_name: Word
    troop_quality: Word | None
    seed_quality: Word | None
    level: Level | None
    movement_cm: Count | None


class SuccessTable(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    rows: Few[SuccessRow]


class MovementData(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    cm_per_success: Count
    maximum_cm: Count
    linear_obstacle_cm: Change
    difficult_terrain_cm: Change
    half_speed: Few[Text]


class ResultRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the disaster table or of the heroic table."""

    roll: Face
    name: Word
    seed_name: Word
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


class ResultTable(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    die: Word
    rows: Few[ResultRow]
    max_per_activation: Count = 0


class RedDieRow(Struct, frozen=True, forbid_unknown_fields=True):
    roll: Few[Face]
    effect: Text


class RedDieTable(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    rows: Few[RedDieRow]


class CasualtyRow(Struct, frozen=True, forbid_unknown_fields=True):
    roll: Few[Face]
    result: Literal["dead", "severe", "light"]
    red_dice: Count
    effect: Text


class CasualtyTable(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    die: Word
    rows: Few[CasualtyRow]


class BandsData(Struct, frozen=True, forbid_unknown_fields=True):
    short: tuple[Count, Count]
    medium: tuple[Count, Count]
    long: tuple[Count, Count]


class WeaponRow(Struct, frozen=True, forbid_unknown_fields=True):
    weapon: Word
    seed_name: Word
    short: Change | None
    medium: Change | None
    long: Change | None


class WeaponTable(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    bands_cm: BandsData
    rows: Few[WeaponRow]
    null_means: Text


class CoverRow(Struct, frozen=True, forbid_unknown_fields=True):
    cover: Word
    successes: Change
    seed_examples: Few[Word]


class CoverTable(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    rows: Few[CoverRow]


class DoubtDie(Struct, frozen=True, forbid_unknown_fields=True):
    behind: Few[Face]
    not_behind: Few[Face]


class SurrenderData(Struct, frozen=True, forbid_unknown_fields=True):
    left_at_most: Count
    winners_at_least: Word


class AssaultData(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    sight_cm: Count
    voice_range_cm: Count
    defensive_fire_successes: Change
    from_behind_doubt_die: DoubtDie
    loser_flees_cm: Count
    surrender: SurrenderData


class VolleyData(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    minimum_soldiers: Count


class PrisonersData(Struct, frozen=True, forbid_unknown_fields=True):
    source: Text
    per_escort: Count


class TerrainRow(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Word
    shape: Literal["area", "line"]
    los: Literal["clear", "blocked", "blocked beyond depth"]
    cover: Literal["light", "heavy"] | None
    seed: Text | None
    depth_cm: Length = 0.0
    difficult: bool = False
    obstacle_cm: Count = 0


class RefereeData(Struct, frozen=True, forbid_unknown_fields=True):
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


class Conflict(Struct, frozen=True, forbid_unknown_fields=True):
    cell: Text
    printed: Text
    ruling: Text


class TablesData(Struct, frozen=True, forbid_unknown_fields=True):
    name: Word
    source: Text
    success_on: Few[Face]
    minimum_dice: Count
    maximum_dice: Count | None
    fiasco: OnesData
    disaster: OnesData
    success_quality_movement: SuccessTable
    movement: MovementData
    disaster_table: ResultTable
    red_die: RedDieTable
    heroic_table: ResultTable
    fire_casualties: CasualtyTable
    melee_casualties: CasualtyTable
    wound_sum: Table[Word, Word]
    weapons: WeaponTable
    cover: CoverTable
    assault: AssaultData
    close_ranks: Table[Word, Text]
    volley: VolleyData
    prisoners: PrisonersData
    victory_points: PointsData
    referee: RefereeData
    conflicts: Few[Conflict]


SCHEMAS: dict[str, object] = {"scenarios.json": ScenariosData, "tables.json": TablesData}
