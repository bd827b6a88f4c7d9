"""The booklet and the display of Hurrah for Old Joe, as its data files hold them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.core.pictures import Art
from grognard.core.schemas import Basis, Conflict, Data, Few, Table, Text, Word
from grognard.hexgames.map_data import Hex

Number = Annotated[str, Meta(pattern=r"^\[[0-9]{3}\]$", max_length=5)]
"""A paragraph of the booklet."""
Face = Annotated[int, Meta(ge=1, le=6)]
Span = Annotated[str, Meta(pattern=r"^[1-6](-[1-6])?$", max_length=3)]
"""Faces of a die: `5`, or `5-6`."""
Spans = Annotated[str, Meta(pattern=r"^[1-6](-[1-6])? [1-6](-[1-6])?$", max_length=7)]
PageNumber = Annotated[str, Meta(pattern=r"^([2-9]|1[0-2])$", max_length=2)]
Small = Annotated[int, Meta(ge=0, le=9)]
Value = Annotated[int, Meta(ge=0, le=2)]
"""What an objective is worth."""
Strength = Annotated[int, Meta(ge=1, le=30)]
StepNumber = Annotated[int, Meta(ge=0, le=12)]
Place = Annotated[int, Meta(ge=0, le=500)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Box = Annotated[int, Meta(ge=1, le=6)]
Sector = Annotated[int, Meta(ge=1, le=8)]
Space = Annotated[int, Meta(ge=1, le=9)]
Bearing = Annotated[int, Meta(ge=0, le=359)]
Points = Annotated[int, Meta(ge=0, le=99)]
Total = Annotated[int, Meta(ge=0, le=20)]
Arrow = Annotated[str, Meta(pattern=r"^([1-9](\^\^?|vv?)|H[\^v]\*?)$", max_length=4)]
Attitude = Literal["A", "C"]
WheelParagraph = Literal["", "[029]", "[110]", "[111]"]
"""What is read in a sector, if anything."""
Behaviour = Annotated[str, Meta(pattern=r"^(-|(SK|\+C|-C|\+1PM|-[12]PM|VI<|I<)( (SK|\+C))*)$", max_length=20)]
Use = Literal["-", "GIB", "ACT", "ART", "SK", "+C", "RALLY", "DIG", "WHEEL", "Hv", "H^", "I<", "VI<"]


def faces_of(span: str) -> tuple[int, ...]:
    """The faces that a span names."""
    first, _, last = span.partition("-")
    return tuple(range(int(first), int(last or first) + 1))


# ---------------------------------------------------------------- choices.json


class Legend(Data):
    behaviour: Table[Word, Text]
    proximity: Text
    arty: Text
    independent: Table[Word, Text]
    activation: Text


class Proximity(Data):
    A: Small
    C: Small


class RowData(Data):
    """J-C1a: one row of a page's border."""

    id: Span
    """The faces of the third die."""
    behaviour: Behaviour
    proximity: Proximity
    arty: Word
    arty_value: Small
    bombards: bool
    independent: Use
    activation: Few[Arrow]

    @property
    def faces(self) -> tuple[int, ...]:
        return faces_of(self.id)


class PageData(Data):
    id: PageNumber
    text: Text
    rows: Few[RowData]


class AreaData(Data):
    """J-B0g: an area of the strategic map: one hex, or one on each bank of a ford."""

    id: Number
    """Its paragraph."""
    name: Word
    x: Place
    y: Place
    basis: Basis
    hex: Hex | None = None
    north_bank: Hex | None = None
    south_bank: Hex | None = None


class Sketch(Data):
    width: Place
    height: Place


class StrategicMap(Data):
    sketch: Sketch
    areas: Few[AreaData]
    note: Text


class ObjectiveRow(Data):
    """J-C2b: what two dice give: an objective, or none for now."""

    id: Spans
    """The faces of the red die, then those of the white one."""
    result: Literal["objective", "hold", "stay in the sector"]
    area: Number | None = None
    name: Word = ""
    value: Value = 0

    @property
    def red(self) -> tuple[int, ...]:
        return faces_of(self.id.split()[0])

    @property
    def white(self) -> tuple[int, ...]:
        return faces_of(self.id.split()[1])


class LocationData(Data):
    id: Number
    title: Word
    text: Text
    dice: Text
    table: Few[ObjectiveRow]
    table_for: Table[Word, Few[ObjectiveRow]] = {}


class DayPoints(Data):
    place: Word
    vp_union: Points
    from_turn: Turn


class CheckData(Data, rename={"condition": "if"}):
    id: Word
    condition: Text
    then: Text


class PlaceData(Data):
    distance: Small
    bearing: Bearing


class ArrivalRow(Data):
    arrival: Space
    places: Few[PlaceData]


class AreaValue(Data):
    area: Number
    value: Value


class WornOutRow(Data):
    roll: Few[Total]
    effect: Text


class SpecialData(Data):
    """A paragraph that is not of a place."""

    id: Number
    title: Word
    text: Text
    when: Text
    effect: Text | Few[DayPoints | Text] = ""
    condition: Text = ""
    note: Text = ""
    checks: Few[CheckData] = ()
    rows: Few[ArrivalRow] = ()
    bearing: Text = ""
    later_arrivals: Text = ""
    gibbon: Text = ""
    objectives: Few[AreaValue] = ()
    table: Few[ObjectiveRow] = ()
    results: Few[WornOutRow] = ()


class ProcedureData(Data):
    id: Word
    rules: Few[Word]
    text: Text


class DivisionData(Data):
    """J-B0b: a division with its values from full strength down; some are boxed."""

    id: Word
    corps: Word
    division: Space
    name: Word
    brigades: Space
    movement: Small
    values: Few[Strength]
    boxed: Few[Strength]
    boxed_steps: Few[StepNumber]
    reduced_from_step: StepNumber
    hits_to_eliminate: StepNumber
    vp_if_destroyed: Small
    start_hex: Hex
    basis: Basis


class CounterPlace(Data):
    formation: Word
    area: Number
    combat: Annotated[int, Meta(ge=0, le=1)]


class Ferries(Data):
    on_map: Few[Word]
    in_hand: Small


class SetUpStep(Data, rename={"independent": "Independent", "first": "I", "sixth": "VI"}):
    """J-B1: a step of the set-up."""

    step: Points
    do: Text
    placement: Few[CounterPlace] = ()
    spaces: Table[Word, Few[Word]] = {}
    order: Text = ""
    note: Text = ""
    hooker_box: Box = 2
    first: Turn = 6
    sixth: Turn = 11
    independent: Turn = 3
    objective_X: Turn = 16
    attitude: Attitude = "A"
    vp: Points = 12
    confederate: Text = ""
    union: Text = ""
    garrison_markers: Text = ""
    file: Text = ""
    pontoons: Ferries | None = None
    fortification_markers: Few[Hex] = ()
    rain: Text = ""


class SoloSetUp(Data):
    source: Text
    basis: Basis
    steps: Few[SetUpStep]
    last_turn: Turn
    night_turns: Few[Turn]
    days: Table[Word, tuple[Turn, Turn]]
    excluded_csa_formations: Few[Word]
    excluded_union_units: Text


class BookletData(Data):
    """The Choices booklet, the strategic map, the automaton's counters and the set-up."""

    name: Text
    source: Text
    legend: Legend
    pages: Few[PageData]
    strategic_map: StrategicMap
    location_paragraphs: Few[LocationData]
    special_paragraphs: Few[SpecialData]
    procedures: Few[ProcedureData]
    divisions: Few[DivisionData]
    setup: SoloSetUp
    hold: Text


# ---------------------------------------------------------------- display.json


class SectorData(Data):
    """J-G4: a sector, and the paragraph of who comes to it by an advance or by a jump."""

    sector: Sector
    opposite: Sector
    advance: WheelParagraph
    jump: WheelParagraph


class WheelData(Data):
    basis: Text
    sectors: Few[SectorData]
    advance_on: Total
    full: Number
    full_with: Small


class TrackData(Data):
    basis: Text
    spaces: Space


class HookerBox(Data):
    box: Box
    attitude: Attitude
    linked: Few[Space]


class HookerData(Data):
    basis: Text
    boxes: Few[HookerBox]
    away: Small


class BonusRow(Data):
    corps: Few[Word]
    full: Small
    reduced: Small


class BreastworkDie(Data):
    loss_from: Face


class EngagementData(Data):
    divisor: Annotated[int, Meta(ge=1, le=20)]
    least: Box
    most: Box
    breaks_off_at: Face
    retreats: Small
    overrun_by: Strength


class BreakContactData(Data):
    leaves_at: Face


class DefenderRetreat(Data):
    retreats_at: Face


class TrackVictory(Data):
    """J-E: the track, the highest numbers of a minor Union victory and of a draw, and what eliminated units count."""

    track: tuple[Points, Points]
    minor_union: Points
    draw: Points
    units_lost: Points
    on_track_from: Strength
    counts_from: Strength


class NightData(Data):
    even: Few[Word]
    odd: Few[Word]
    hexes: Small


class ObjectiveX(Data):
    """J-L0x: up to this face the first paragraph, above it the second."""

    heights: Face
    low: Number
    high: Number


class Isolation(Data):
    confederate: Small
    union: Small


class FordData(Data):
    watched_within: Small
    loss_at: Face


class DisplayData(Data):
    """The numbers of the display and of the rules about it."""

    source: Text
    wheel: WheelData
    activation_track: TrackData
    hooker: HookerData
    bonuses: Few[BonusRow]
    breastwork_die: BreastworkDie
    engagement: EngagementData
    break_contact: BreakContactData
    defender_retreat: DefenderRetreat
    victory: TrackVictory
    night_moves: NightData
    objective_x: ObjectiveX
    isolation: Isolation
    ford: FordData
    reserve_guns: Small
    movement: Small
    conflicts: Few[Conflict]


SCHEMAS: dict[str, object] = {"art.json": Art, "choices.json": BookletData, "display.json": DisplayData}
