"""The components of A Perfect Plan, as its data files hold them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

RuleId = Annotated[str, Meta(pattern=r"^P[A-Za-z0-9.-]*$")]
Basis = Annotated[str, Meta(pattern=r"^(seed|reconstructed)")]
Army = Literal["AoP", "ANV"]
Point = tuple[float, float]


# ---------------------------------------------------------------- areas.json


class SheetData(Struct, frozen=True, forbid_unknown_fields=True):
    """The paper, in millimetres from its upper left corner."""

    width_mm: float
    height_mm: float
    origin: str
    y: str
    north: str
    window_degrees: dict[str, float]


class AreaBasis(Struct, frozen=True, forbid_unknown_fields=True):
    name: Basis
    initial_control: Basis


class AreaData(Struct, frozen=True, forbid_unknown_fields=True):
    """One area: its flag, where its name and its place stand, and its outline."""

    number: int
    id: str
    name: str
    initial_control: Army
    bank: str
    label: Point
    place: Point
    polygon: tuple[Point, ...]
    basis: AreaBasis


class BorderData(Struct, frozen=True, forbid_unknown_fields=True):
    """Where two areas touch; a river can be crossed where it has arrows."""

    areas: tuple[str, str]
    kind: Literal["land", "river"]
    passable: bool
    lines: tuple[tuple[Point, ...], ...]
    river: str = ""
    crossing: str = ""
    arrow: Point | None = None


class RecoveryAreas(Struct, frozen=True, forbid_unknown_fields=True):
    AoP: tuple[str, ...]
    ANV: tuple[str, ...]
    controller: tuple[str, ...]


class MapData(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    source: str
    sheet: SheetData
    objectives: tuple[str, ...]
    initiative_area: str
    recovery: RecoveryAreas
    areas: tuple[AreaData, ...]
    borders: tuple[BorderData, ...]
    rivers: dict[str, tuple[Point, ...]]
    roads: tuple[tuple[str, ...], ...]


# ---------------------------------------------------------------- units.json


class CounterData(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter: what it is, the modified die with which it hits, the bonus it gives."""

    id: str
    name: str
    side: Literal["AoP", "ANV", "both"]
    type: Literal["commander", "formation", "small", "trench", "marker"]
    counter: str
    setup: str | dict[str, str | int]
    basis: Basis
    hits_on: int = 0
    bonus: int = 0
    bonus_scope: str = ""
    recoverable: bool = False
    counts_for_stacking: bool = True
    note: str = ""


# ---------------------------------------------------------------- setup.json


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    min: int
    max: int


class ReinforcementsData(Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    area: str
    units: tuple[str, ...]


class ArmyData(Struct, frozen=True, forbid_unknown_fields=True):
    pieces: tuple[str, ...]
    limits: dict[str, Limit]
    trenches_on_map: tuple[str, ...]
    trenches_in_hand: int
    reinforcements: ReinforcementsData


class HistoricalPlacement(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the troops stood, inside the limits; a convenience, not a rule."""

    basis: Basis
    AoP: dict[str, tuple[str, ...]]
    ANV: dict[str, tuple[str, ...]]


class SetUpData(Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    placement_order: tuple[Army, Army]
    rule: RuleId
    armies: dict[str, ArmyData]
    historical_placement: HistoricalPlacement


# ---------------------------------------------------------------- tables.json


class Turns(Struct, frozen=True, forbid_unknown_fields=True):
    count: int
    rule: RuleId


class Impulses(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of each impulse, and how many of them a special move takes."""

    moves: tuple[int, ...]
    areas_per_unit: int
    place_trench: int
    exchange_two_counters: int
    resolve_one_combat: int
    rule: RuleId


class Stacking(Struct, frozen=True, forbid_unknown_fields=True):
    units_per_army_and_area: int
    trenches_per_army_and_area: int
    trenches_count_as_units: bool
    rule: RuleId


class CombatTable(Struct, frozen=True, forbid_unknown_fields=True):
    die: Literal["d6"]
    loss_order: tuple[Literal["attacker", "defender"], ...]
    trench_absorbs: int
    commander_bonus_cumulative: bool
    rule: RuleId


class RecoveryTable(Struct, frozen=True, forbid_unknown_fields=True):
    from_turn: int
    order: tuple[str, str]
    per_area: int
    rule: RuleId


class Trenches(Struct, frozen=True, forbid_unknown_fields=True):
    AoP: int
    ANV: int
    rule: RuleId


class ArmyMix(Struct, frozen=True, forbid_unknown_fields=True):
    formations: int
    commanders: int
    small: int
    trenches: int


class CounterMix(Struct, frozen=True, forbid_unknown_fields=True):
    total: int
    AoP: ArmyMix
    ANV: ArmyMix
    markers: dict[str, int]
    rule: RuleId


class InitiativeTable(Struct, frozen=True, forbid_unknown_fields=True):
    turn_1: Army
    later: str
    rule: RuleId


class Conflict(Struct, frozen=True, forbid_unknown_fields=True):
    """A place where the sources differ or fail, and how it is read here."""

    cell: str
    printed: dict[str, str]
    ruling: str


class TablesData(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    source: str
    turns: Turns
    impulses: Impulses
    stacking: Stacking
    combat: CombatTable
    recovery: RecoveryTable
    trenches: Trenches
    counters: CounterMix
    initiative: InitiativeTable
    conflicts: tuple[Conflict, ...]


SCHEMAS: dict[str, object] = {
    "areas.json": MapData,
    "units.json": tuple[CounterData, ...],
    "setup.json": SetUpData,
    "tables.json": TablesData,
}
