"""The tables that only Savannah has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from grognard.core.schemas import Few, Table, Text, Word
from grognard.games.revolution.series.data_schema import (
    Basis,
    Conflict,
    DieTotal,
    Drm,
    DrmLine,
    Hex,
    HexCount,
    LeaderLoss,
    Marginal,
    MoraleChange,
    Range,
    RuleId,
    StrengthTotal,
    Turn,
    VictoryPoints,
)

Face = Annotated[int, Meta(ge=0, le=9)]
Faces = tuple[Face, Face]
"""The lowest and the highest face that count."""
Weather = Literal["hurricane", "gale", "squall", "storms", "heavy_rain", "fair", "fog"]
Compass = Literal["N", "NE", "SE", "S", "SW", "NW"]


class ToHitRow(Struct, frozen=True, forbid_unknown_fields=True):
    """The number to roll, by firing strength and range; None: no fire."""

    sp: Word
    min: StrengthTotal
    max: StrengthTotal | None
    adjacent: DieTotal
    range_2_3: DieTotal
    range_4: DieTotal | None
    mortar_2_3: DieTotal | None
    mortar_4: DieTotal | None
    mortar_5: DieTotal | None


class DamageRow(Struct, frozen=True, forbid_unknown_fields=True):
    die: Face
    other: Word
    artillery: Word


class Ranges(Struct, frozen=True, forbid_unknown_fields=True):
    field: Range
    naval: Range
    mortar_min: Range
    mortar_max: Range


class Fire(Struct, frozen=True, forbid_unknown_fields=True):
    """The fire tables of this game in place of those of the series."""

    rule: RuleId
    ranges: Ranges
    to_hit: Few[ToHitRow]
    damage: Few[DamageRow]
    drm: Few[DrmLine]


class Scatter(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a mortar bomb falls: on its target, or so far off in a direction."""

    basis: Basis
    rule: RuleId
    on_target: Faces
    directions: Table[Face, Compass]
    far_range: Range
    two_hexes: Faces


class MortarDestruction(Struct, frozen=True, forbid_unknown_fields=True):
    rule: RuleId
    step_loss: Faces
    disrupted: Faces
    after: Few[Word]


class WeatherRow(Struct, frozen=True, forbid_unknown_fields=True):
    min: Face
    max: Face
    weather: Weather


class WeatherEffects(Struct, frozen=True, forbid_unknown_fields=True):
    """What a weather does; None where it forbids a thing altogether."""

    strategic_movement: Literal["none", "half_bonus", "normal"]
    movement: Literal["none", "half", "half_off_road", "normal"]
    fire: Drm | None
    close_combat: Drm | None
    rally: Drm
    siege: Drm | None
    reinforcements: bool
    cards: bool
    works_begin: bool
    works_complete: bool


class WeatherData(Struct, frozen=True, forbid_unknown_fields=True):
    rule: RuleId
    turns: Few[Turn]
    turns_basis: Basis
    first_roll: Few[WeatherRow]
    second_roll: Few[WeatherRow]
    severe: Few[Weather]
    turn_drm: Table[Turn, Drm]
    after_fair_drm: Drm
    effects: Table[Weather, WeatherEffects]


class FireShip(Struct, frozen=True, forbid_unknown_fields=True):
    min: Face
    army_morale: Table[Word, MoraleChange]


class SiegeResult(Struct, frozen=True, forbid_unknown_fields=True):
    """What one side's line of a siege table brings; nothing set: no effect."""

    repair: HexCount = 0
    breach: HexCount = 0
    if_none: Table[Word, MoraleChange] = {}
    no_works_remove_counter: bool = False
    british_fire_drm: Drm = 0
    army_morale: Table[Word, MoraleChange] = {}
    army_morale_choice: Few[Table[Word, MoraleChange]] = ()
    gun_loses_step: bool = False
    destroy_town_hex: bool = False
    double_movement: Literal["guns", "graham"] | None = None
    fires_at_once: Word | None = None
    fire_ship: FireShip | None = None
    roll_again: bool = False


class SiegeRow(Struct, frozen=True, forbid_unknown_fields=True):
    french: SiegeResult
    british: SiegeResult


class SiegeRules(Struct, frozen=True, forbid_unknown_fields=True):
    first: RuleId
    second: RuleId


class Siege(Struct, frozen=True, forbid_unknown_fields=True):
    """Siege and Bombardment I and II."""

    rules: SiegeRules
    first: Table[Face, SiegeRow]
    second: Table[Face, SiegeRow]
    turns: Few[Turn]
    turns_basis: Basis


class LostOnTheWay(Struct, frozen=True, forbid_unknown_fields=True):
    """A stack is lost on the covered way at a total of `lost_at` or more."""

    rule: RuleId
    lost_at: DieTotal
    hexes_for_one: HexCount
    previously_lost: Drm


class Surrender(Struct, frozen=True, forbid_unknown_fields=True):
    rule: RuleId
    at_most: DieTotal
    wavering: Drm
    fatigued: Drm
    prevost_lost: Drm
    each_town_hex: Drm


class EntryRow(Struct, frozen=True, forbid_unknown_fields=True):
    min: Face
    max: Face
    entry: Word
    bonus: Drm
    guns_double: bool


class VariableFrenchEntry(Struct, frozen=True, forbid_unknown_fields=True):
    rule: RuleId
    turns: Few[Turn]
    rows: Few[EntryRow]


class TurnData(Struct, frozen=True, forbid_unknown_fields=True):
    """What a turn of the track has."""

    kind: Literal["strategic", "tactical"]
    weather: bool
    events: bool
    works: bool
    siege: bool
    variable_entry: bool
    defences_drm: Drm
    sortie_limits: bool


class TurnTrack(Struct, frozen=True, forbid_unknown_fields=True):
    basis: Text
    turns: Table[Turn, TurnData]


class SpringHill(Struct, frozen=True, forbid_unknown_fields=True):
    hex: Hex
    vp: VictoryPoints
    rule: RuleId


class Decisive(Struct, frozen=True, forbid_unknown_fields=True):
    """Enemy losses in strength points, some of them of the better troops; a leader lost besides, where one is named."""

    sp: StrengthTotal
    groups: Few[Word]
    rules: Few[RuleId]
    text: Text
    min_sp: StrengthTotal = 0
    min_groups: Few[Word] = ()
    leader: Word | None = None


class VictoryLevels(Struct, frozen=True, forbid_unknown_fields=True):
    decisive: Table[Word, Decisive]
    historical: Decisive
    marginal: Marginal


class TablesData(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of Savannah beside those of the series."""

    name: Word
    source: Text
    fire: Fire
    scatter: Scatter
    mortar_destruction: MortarDestruction
    weather: WeatherData
    siege: Siege
    leader_losses: Table[Word, LeaderLoss]
    lost_on_the_covered_way: LostOnTheWay
    surrender: Surrender
    variable_entry: VariableFrenchEntry
    turn_track: TurnTrack
    spring_hill: SpringHill
    victory_levels: VictoryLevels
    conflicts: Few[Conflict]


SCHEMAS: dict[str, object] = {"tables.json": TablesData}
