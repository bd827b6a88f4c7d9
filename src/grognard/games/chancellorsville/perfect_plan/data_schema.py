"""The components of A Perfect Plan, as its data files hold them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.pictures import Art
from grognard.core.schemas import Basis, Conflict, Data, Few, Many, Table, Text, Word

RuleId = Annotated[str, Meta(pattern=r"^P[A-Za-z0-9.-]*$", max_length=40)]
Army = Literal["AoP", "ANV"]

# What the numbers of the game can be: far beyond what its box holds, and far below what a search could not deal with.
Millimetres = Annotated[float, Meta(ge=-2_000, le=2_000)]
Point = tuple[Millimetres, Millimetres]
PaperSize = Annotated[float, Meta(ge=10, le=2_000)]
Degrees = Annotated[float, Meta(ge=-180, le=180)]
AreaNumber = Annotated[int, Meta(ge=1, le=200)]
HitsOn = Annotated[int, Meta(ge=0, le=12)]
"""The modified die with which a unit hits; 0 for what has none."""
Bonus = Annotated[int, Meta(ge=-6, le=6)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Count = Annotated[int, Meta(ge=0, le=99)]
"""Of units, trenches, moves."""
Total = Annotated[int, Meta(ge=0, le=200)]
MoveCost = Annotated[int, Meta(ge=1, le=9)]
"""How many moves something takes, or how many areas a move leads through."""
StackLimit = Annotated[int, Meta(ge=1, le=99)]
Hits = Annotated[int, Meta(ge=0, le=99)]


# ---------------------------------------------------------------- areas.json


class SheetData(Data):
    """The paper, in millimetres from its upper left corner."""

    width_mm: PaperSize
    height_mm: PaperSize
    origin: Text
    y: Text
    north: Text
    window_degrees: Table[Word, Degrees]


class AreaBasis(Data):
    name: Basis
    initial_control: Basis


class AreaData(Data):
    """One area: its flag, where its name and its place stand, and its outline."""

    number: AreaNumber
    id: Word
    name: Word
    initial_control: Army
    bank: Word
    label: Point
    place: Point
    polygon: Many[Point]
    basis: AreaBasis


class BorderData(Data):
    """Where two areas touch; a river can be crossed where it has arrows."""

    areas: tuple[Word, Word]
    kind: Literal["land", "river"]
    passable: bool
    lines: Few[Many[Point]]
    river: Word = ""
    crossing: Word = ""
    arrow: Point | None = None


class RecoveryAreas(Data):
    AoP: Few[Word]
    ANV: Few[Word]
    controller: Few[Word]


class MapData(Data):
    name: Word
    source: Text
    sheet: SheetData
    objectives: Few[Word]
    initiative_area: Word
    recovery: RecoveryAreas
    areas: Few[AreaData]
    borders: Few[BorderData]
    rivers: Table[Word, Many[Point]]
    roads: Few[Few[Word]]


# ---------------------------------------------------------------- units.json


class CounterData(Data):
    """A counter: what it is, the modified die with which it hits, the bonus it gives."""

    id: Word
    name: Word
    side: Literal["AoP", "ANV", "both"]
    type: Literal["commander", "formation", "small", "trench", "marker"]
    counter: Word
    setup: Word | Table[Word, Word | Count]
    basis: Basis
    hits_on: HitsOn = 0
    bonus: Bonus = 0
    bonus_scope: Text = ""
    recoverable: bool = False
    counts_for_stacking: bool = True
    note: Text = ""


# ---------------------------------------------------------------- setup.json


class Limit(Data):
    min: Count
    max: Count


class ReinforcementsData(Data):
    turn: Turn
    area: Word
    units: Few[Word]


class ArmyData(Data):
    pieces: Few[Word]
    limits: Table[Word, Limit]
    trenches_on_map: Few[Word]
    trenches_in_hand: Count
    reinforcements: ReinforcementsData


class HistoricalPlacement(Data):
    """Where the troops stood, inside the limits; a convenience, not a rule."""

    basis: Basis
    AoP: Table[Word, Few[Word]]
    ANV: Table[Word, Few[Word]]


class SetUpData(Data):
    source: Text
    placement_order: tuple[Army, Army]
    rule: RuleId
    armies: Table[Word, ArmyData]
    historical_placement: HistoricalPlacement


# ---------------------------------------------------------------- tables.json


class Turns(Data):
    count: Turn
    rule: RuleId


class Impulses(Data):
    """The moves of each impulse, and how many of them a special move takes."""

    moves: Few[Count]
    areas_per_unit: MoveCost
    place_trench: MoveCost
    exchange_two_counters: MoveCost
    resolve_one_combat: MoveCost
    rule: RuleId


class Stacking(Data):
    units_per_army_and_area: StackLimit
    trenches_per_army_and_area: StackLimit
    trenches_count_as_units: bool
    rule: RuleId


class CombatTable(Data):
    die: Literal["d6"]
    loss_order: Few[Literal["attacker", "defender"]]
    trench_absorbs: Hits
    commander_bonus_cumulative: bool
    rule: RuleId


class RecoveryTable(Data):
    from_turn: Turn
    order: tuple[Word, Word]
    per_area: Count
    rule: RuleId


class Trenches(Data):
    AoP: Count
    ANV: Count
    rule: RuleId


class ArmyMix(Data):
    formations: Count
    commanders: Count
    small: Count
    trenches: Count


class CounterMix(Data):
    total: Total
    AoP: ArmyMix
    ANV: ArmyMix
    markers: Table[Word, Count]
    rule: RuleId


class InitiativeTable(Data):
    turn_1: Army
    later: Text
    rule: RuleId


class TablesData(Data):
    name: Word
    source: Text
    turns: Turns
    impulses: Impulses
    stacking: Stacking
    combat: CombatTable
    recovery: RecoveryTable
    trenches: Trenches
    counters: CounterMix
    initiative: InitiativeTable
    conflicts: Few[Conflict]


Units = Few[CounterData]
SCHEMAS: dict[str, object] = {
    "art.json": Art,
    "areas.json": MapData,
    "units.json": Units,
    "setup.json": SetUpData,
    "tables.json": TablesData,
}
