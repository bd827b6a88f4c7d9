"""The tables that only Savannah has, as data/tables.json holds them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.schemas import Basis, Conflict, Data, Few, Table, Text, Word
from grognard.games.revolution.series.data_schema import Decisive as SeriesDecisive
from grognard.games.revolution.series.data_schema import (
    DieTotal,
    Drm,
    DrmLine,
    Hex,
    HexCount,
    LeaderLoss,
    MoraleChange,
    Range,
    RuleId,
    StrengthTotal,
    Turn,
    VictoryPoints,
)
from grognard.games.revolution.series.data_schema import ToHitRow as SeriesToHitRow
from grognard.games.revolution.series.data_schema import VictoryLevels as SeriesVictoryLevels

Face = Annotated[int, Meta(ge=0, le=9)]
Faces = tuple[Face, Face]
"""The lowest and the highest face that count."""
Weather = Literal["hurricane", "gale", "squall", "storms", "heavy_rain", "fair", "fog"]
Compass = Literal["N", "NE", "SE", "S", "SW", "NW"]


class ToHitRow(SeriesToHitRow, kw_only=True):
    """The number to roll, by firing strength and range; None: no fire."""

    range_4: DieTotal | None
    mortar_2_3: DieTotal | None
    mortar_4: DieTotal | None
    mortar_5: DieTotal | None


class DamageRow(Data):
    die: Face
    other: Word
    artillery: Word


class Ranges(Data):
    field: Range
    naval: Range
    mortar_min: Range
    mortar_max: Range


class Fire(Data):
    """The fire tables of this game in place of those of the series."""

    rule: RuleId
    ranges: Ranges
    to_hit: Few[ToHitRow]
    damage: Few[DamageRow]
    drm: Few[DrmLine]


class Scatter(Data):
    """Where a mortar bomb falls: on its target, or so far off in a direction."""

    basis: Basis
    rule: RuleId
    on_target: Faces
    directions: Table[Face, Compass]
    far_range: Range
    two_hexes: Faces


class MortarDestruction(Data):
    rule: RuleId
    step_loss: Faces
    disrupted: Faces
    after: Few[Word]


class WeatherRow(Data):
    min: Face
    max: Face
    weather: Weather


class WeatherEffects(Data):
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


class WeatherData(Data):
    rule: RuleId
    turns: Few[Turn]
    turns_basis: Basis
    first_roll: Few[WeatherRow]
    second_roll: Few[WeatherRow]
    severe: Few[Weather]
    turn_drm: Table[Turn, Drm]
    after_fair_drm: Drm
    effects: Table[Weather, WeatherEffects]


class FireShip(Data):
    min: Face
    army_morale: Table[Word, MoraleChange]


class SiegeResult(Data):
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


class SiegeRow(Data):
    french: SiegeResult
    british: SiegeResult


class SiegeRules(Data):
    first: RuleId
    second: RuleId


class Siege(Data):
    """Siege and Bombardment I and II."""

    rules: SiegeRules
    first: Table[Face, SiegeRow]
    second: Table[Face, SiegeRow]
    turns: Few[Turn]
    turns_basis: Basis


class LostOnTheWay(Data):
    """A stack is lost on the covered way at a total of `lost_at` or more."""

    rule: RuleId
    lost_at: DieTotal
    hexes_for_one: HexCount
    previously_lost: Drm


class Surrender(Data):
    rule: RuleId
    at_most: DieTotal
    wavering: Drm
    fatigued: Drm
    prevost_lost: Drm
    each_town_hex: Drm


class EntryRow(Data):
    min: Face
    max: Face
    entry: Word
    bonus: Drm
    guns_double: bool


class VariableFrenchEntry(Data):
    rule: RuleId
    turns: Few[Turn]
    rows: Few[EntryRow]


class TurnData(Data):
    """What a turn of the track has."""

    kind: Literal["strategic", "tactical"]
    weather: bool
    events: bool
    works: bool
    siege: bool
    variable_entry: bool
    defences_drm: Drm
    sortie_limits: bool


class TurnTrack(Data):
    basis: Text
    turns: Table[Turn, TurnData]


class SpringHill(Data):
    hex: Hex
    vp: VictoryPoints
    rule: RuleId


class Decisive(SeriesDecisive):
    """Enemy losses in strength points, some of them of the better troops; a leader lost besides, where one is named."""

    min_sp: StrengthTotal = 0
    min_groups: Few[Word] = ()


class VictoryLevels(SeriesVictoryLevels[Decisive], kw_only=True):
    historical: Decisive


class TablesData(Data):
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
