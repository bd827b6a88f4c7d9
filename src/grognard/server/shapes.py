"""What the server sends and takes, field by field as web/src/api/types.ts has it (a test compares the two).

Words are ready to read, in the language of the request; `cites` are ids of rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from grognard.core.pictures import Colours, FlyingPicture, MarkerPicture
from grognard.core.pictures.areas import AreaSheet
from grognard.core.pictures.display import DisplaySheet
from grognard.core.pictures.hexes import HexSheet
from grognard.core.pictures.plane import PlaneSheet

Words = str
Cites = tuple[str, ...]
Point = tuple[float, float]
Value = str | int | bool
Nonce = Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")]


class Shape(Struct, frozen=True):
    """Something that is sent."""


class Optional(Struct, frozen=True, omit_defaults=True):
    """Something that is sent without the fields that say nothing."""


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that comes from a client; what it must not have is refused."""


# ---------------------------------------------------------------- the list of games


class SeatCard(Shape, frozen=True):
    name: str
    title: Words
    colour: str


class PlayerCard(Shape, frozen=True):
    """A computer player."""

    name: str
    title: Words
    about: Words


class ValueCard(Shape, frozen=True):
    value: Value
    title: Words


class OptionCard(Shape, frozen=True):
    """A choice made before the game."""

    name: str
    title: Words
    about: Words
    value: Value
    values: tuple[ValueCard, ...]
    cites: Cites


class ScenarioCard(Shape, frozen=True):
    """A scenario in the list of games: the title in full, and as the name of the game and of the scenario in it."""

    id: str
    title: Words
    game: Words
    name: Words
    box: Words
    about: Words
    seats: tuple[SeatCard, ...]
    turns: int | None
    minutes: int
    difficulty: Literal[1, 2, 3]
    picture: str
    options: tuple[OptionCard, ...]
    players: tuple[PlayerCard, ...]


class NewGame(Sent, frozen=True):
    """Who plays what: each seat for `human` or a computer player; the nonce goes into the dice."""

    scenario: Annotated[str, Meta(max_length=200)]
    seats: dict[str, str]
    options: dict[str, Value] = {}
    nonce: Nonce = ""


class NewTable(Shape, frozen=True):
    """A game that was begun, with the secret of each seat that a person holds."""

    game: str
    links: dict[str, str]


# ---------------------------------------------------------------- lessons


class LessonCard(Shape, frozen=True):
    """A lesson in the list: whose game it is about, and how long it takes."""

    id: str
    title: Words
    about: Words
    box: Words
    scenario: str
    minutes: int
    steps: int
    cites: Cites


class NewLesson(Sent, frozen=True):
    lesson: Annotated[str, Meta(max_length=200)]
    nonce: Nonce = ""


class LessonLink(Shape, frozen=True):
    id: str
    title: Words


class LessonGuide(Shape, frozen=True):
    """Where its learner stands in a lesson: what came of the last step, what to do now and why, and what to look at."""

    id: str
    title: Words
    done: int
    steps: int
    step: str
    told: tuple[Words, ...]
    words: Words
    why: Words
    cites: Cites
    pieces: tuple[str, ...]
    places: tuple[str, ...]
    astray: bool
    finished: bool
    next: LessonLink | None


# ---------------------------------------------------------------- the map


class LegendLine(Shape, frozen=True):
    kind: str
    word: str
    title: Words


AnySheet = HexSheet | AreaSheet | PlaneSheet | DisplaySheet
"""Every kind of sheet, as core has it: what is sent of a map is the sheet itself, as it is printed."""


class SheetMap(Shape, frozen=True):
    """A sheet without all that changes in play, with what is printed in each place in words, and what is drawn on it."""

    sheet: AnySheet
    words: dict[str, Words]
    legend: tuple[LegendLine, ...]


class BoardMap(Shape, frozen=True):
    """All sheets of a game. `values` says what the numbers on a counter mean."""

    digest: str
    values: Words
    sheets: tuple[SheetMap, ...]


# ---------------------------------------------------------------- the table: what one seat, or a spectator, sees now


class SeatState(Shape, frozen=True):
    name: str
    title: Words
    army: Words
    colour: str
    player: str
    player_title: Words
    joined: bool
    online: bool
    called: str


class SideState(Shape, frozen=True):
    """A side with its seats, or an army of a side that has several: whom tracks, forecasts and outcomes speak of."""

    name: str
    title: Words
    army: Words
    colour: str
    seats: tuple[str, ...]


class CounterState(Shape, frozen=True):
    word: str
    title: Words


class Counter(Optional, frozen=True):
    """A counter; one whose face the seat may not see has no id."""

    id: str
    name: str
    title: str
    symbol: str
    values: str
    colours: Colours
    steps: int
    lost: int
    rank: int
    states: tuple[CounterState, ...]
    basis: Words
    words: Words
    group: str = ""
    facing: Point | None = None


class Stack(Optional, frozen=True):
    """The counters of a place, the top one last."""

    place: str
    counters: tuple[Counter, ...]
    colour: str = ""
    entrenched: bool = False
    side: str = ""


class Group(Optional, frozen=True):
    """Counters that act together, such as a squad: its badge, its states, which way it faces, and all of it for a label."""

    id: str
    title: Words
    badge: Words
    colours: Colours
    words: Words
    sheet: str
    side: str = ""
    states: tuple[CounterState, ...] = ()
    facing: Point | None = None


class Addition(Shape, frozen=True):
    """Something that was built, broken or laid on the map: in one place, between two, or through more."""

    kind: str
    places: tuple[str, ...]
    words: Words


class Tray(Shape, frozen=True):
    title: Words
    counters: tuple[Counter, ...]


class Pieces(Shape, frozen=True):
    """What lies on the sheets, and beside them."""

    stacks: tuple[Stack, ...]
    markers: tuple[MarkerPicture, ...]
    flags: tuple[FlyingPicture, ...]
    groups: tuple[Group, ...]
    additions: tuple[Addition, ...]
    trays: tuple[Tray, ...]


class Level(Shape, frozen=True):
    seat: str
    value: float
    words: Words


class Band(Shape, frozen=True, rename={"least": "from", "most": "to"}):
    least: int
    most: int
    title: Words


class Track(Shape, frozen=True):
    """A track: a row of boxes with a marker, or a level for each seat."""

    name: str
    title: Words
    kind: Literal["boxes", "levels"]
    boxes: tuple[Words, ...] = ()
    marker: int = -1
    levels: tuple[Level, ...] = ()
    least: int = 0
    most: int = 0
    bands: tuple[Band, ...] = ()


class Needed(Shape, frozen=True):
    """One thing that a victory needs, and how far it is."""

    words: Words
    now: Words
    met: bool


class Victory(Shape, frozen=True):
    """A way to win: its level, when it counts, and all that it needs."""

    seat: str
    level: Words
    when: Words
    needs: tuple[Needed, ...]
    cites: Cites


class Choice(Optional, frozen=True):
    """One thing that a seat may do now: what is sent back, what it speaks of, and its chance where one roll decides."""

    action: str
    word: str
    words: Words
    places: tuple[str, ...]
    pieces: tuple[str, ...]
    fight: bool
    chance: float | None = None


class RegionChoices(Shape, frozen=True):
    """Many choices that differ only in a point: rows of points on one sheet, to be clicked into."""

    action: str
    """The text of each, with `{x}` and `{y}` for its point."""
    words: Words
    """The same in words."""
    sheet: str
    origin: Point
    step: float
    rows: tuple[tuple[tuple[int, str], ...], ...]
    """Row by row the lengths of runs of points, each with a mark; no mark: not among them."""


class OpenFight(Shape, frozen=True):
    """A fight under way, or announced: who attacks, and where."""

    words: Words
    pieces: tuple[str, ...]
    places: tuple[str, ...]
    now: bool


class Duty(Shape, frozen=True):
    """Something that is still to be done, the rules that say so, and the counters that owe it."""

    words: Words
    cites: Cites
    pieces: tuple[str, ...]


class Closing(Shape, frozen=True):
    """An action that ends what is asked: what stands in its way (then it is not legal now), what it would leave undone, and
    whether nobody could take it back, because another answers at once or dice fall."""

    action: str
    words: Words
    barred: Duty | None
    duties: tuple[Duty, ...]
    final: bool


class Leave(Shape, frozen=True):
    """How a seat gets from a question about one counter back to the one before, and what it could choose there.

    The action ends what is asked; where it is empty, an undo takes back that the counter was chosen.
    """

    action: str
    pieces: tuple[str, ...]
    closing: tuple[Closing, ...]


class Proposal(Shape, frozen=True):
    """A ready-made answer: actions to be taken one after another."""

    words: Words
    about: Words
    actions: tuple[str, ...]
    cites: Cites


class Question(Optional, frozen=True):
    """What a seat must decide: exactly the legal choices."""

    kind: str
    prompt: Words
    cites: Cites
    sealed: bool
    choices: tuple[Choice, ...]
    regions: tuple[RegionChoices, ...] = ()
    pieces: tuple[str, ...] = ()
    fights: tuple[OpenFight, ...] = ()
    closing: tuple[Closing, ...] = ()
    leave: Leave | None = None
    proposals: tuple[Proposal, ...] = ()


class Offer(Shape, frozen=True):
    """Something that needs the consent of others."""

    kind: Literal["take-back", "draw", "take-over"]
    by: str
    words: Words
    waits_for: tuple[str, ...]


class OrderAnswer(Shape, frozen=True):
    answer: str
    title: Words


class StandingOrder(Shape, frozen=True):
    """A question that a seat may have answered by itself; the empty answer is: ask me."""

    kind: str
    title: Words
    cites: Cites
    answers: tuple[OrderAnswer, ...]
    answer: str


class Over(Shape, frozen=True):
    """How the game ended."""

    winner: str | None
    words: Words
    level: Words
    reason: Words
    cites: Cites


class When(Shape, frozen=True):
    turn: int | None
    phase: Words
    phasing: str
    words: Words


class InspectionKind(Shape, frozen=True):
    what: str
    title: Words
    key: str


class DiceState(Shape, frozen=True):
    """The commitment to the dice; their secret once the game is over."""

    commitment: str
    secret: str | None
    game: str
    nonces: dict[str, str]


class OptionLine(Shape, frozen=True):
    title: Words
    value: Words


class Advice(Shape, frozen=True):
    """What one of the allies advises to `play` or to `keep`."""

    seat: str
    about: str
    word: str


class Table(Shape, frozen=True):
    """Every field is a part; an update carries only the parts that changed."""

    game: str
    scenario: str
    title: Words
    seat: str | None
    seq: int
    moment: int
    seats: tuple[SeatState, ...]
    sides: tuple[SideState, ...]
    actors: tuple[str, ...]
    over: Over | None
    when: When
    map: str
    pieces: Pieces
    tracks: tuple[Track, ...]
    victories: tuple[Victory, ...]
    notes: tuple[Words, ...]
    decision: Question | None
    can_undo: bool
    offers: tuple[Offer, ...]
    orders: tuple[StandingOrder, ...]
    advice: tuple[Advice, ...]
    inspections: tuple[InspectionKind, ...]
    dice: DiceState
    options: tuple[OptionLine, ...]
    rematch: str
    lesson: LessonGuide | None


# ---------------------------------------------------------------- what happened


class ModifierLine(Shape, frozen=True):
    value: int
    words: Words
    cites: Cites


class RollLedger(Shape, frozen=True):
    words: Words
    faces: tuple[int, ...]
    sides: int
    total: int
    modifiers: tuple[ModifierLine, ...]
    cites: Cites
    result: str
    result_words: Words
    result_cites: Cites


class LogLine(Shape, frozen=True):
    """One event: its number, the moment at which it can be seen on the map, and what it speaks of.

    `undoes` is the moment whose lines were taken back by it.
    """

    number: int
    moment: int
    heading: Literal["", "turn", "phase"]
    words: Words
    places: tuple[str, ...]
    pieces: tuple[str, ...]
    roll: RollLedger | None
    undoes: int | None


# ---------------------------------------------------------------- commands


class Move(Sent, frozen=True):
    """What a seat does: the number of the last move it saw, a key that makes a repetition harmless, and the command."""

    seq: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    key: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
    do: Literal["action", "undo", "resign"]
    action: Annotated[str, Meta(max_length=200)] = ""


class Committed(Shape, frozen=True):
    seq: int


class Refusal(Optional, frozen=True):
    """Every refusal, of whatever route: a word for programs, and one clear sentence for people."""

    error: str
    words: Words
    cites: Cites
    seq: int | None = None


class NewOffer(Sent, frozen=True):
    """Ask the others for something; `about` is the seat that a computer player should take over, or its player."""

    kind: Literal["take-back", "draw", "take-over"]
    about: Annotated[str, Meta(max_length=100)] = ""


class Answer(Sent, frozen=True):
    yes: bool


class Say(Sent, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Called(Sent, frozen=True):
    """What the person of a seat is called at the table."""

    name: Annotated[str, Meta(max_length=200)]


class Note(Sent, frozen=True):
    """The private note of a seat."""

    text: Annotated[str, Meta(max_length=20_000)]


class Order(Sent, frozen=True):
    """A standing order; the empty answer ends it."""

    kind: Annotated[str, Meta(min_length=1, max_length=200)]
    answer: Annotated[str, Meta(max_length=200)]


class NewAdvice(Sent, frozen=True):
    """What a seat advises its allies to `play` or to `keep`; the empty word ends it."""

    about: Annotated[str, Meta(min_length=1, max_length=100)]
    word: Literal["play", "keep", ""]


class Notice(Sent, frozen=True):
    """Where the person of a seat wants to be told that it is his turn; the empty address ends it."""

    kind: Literal["mail", "webhook"]
    address: Annotated[str, Meta(max_length=2000)]


# ---------------------------------------------------------------- questions about the position


class Strength(Shape, frozen=True):
    seat: str
    value: int


class Result(Shape, frozen=True):
    word: str
    title: Words
    chance: float
    cites: Cites


class Loss(Shape, frozen=True):
    seat: str
    steps: float


class ChartLine(Shape, frozen=True):
    """Where a chart is read: row and column, from 0; -1 where none is known before the dice fall."""

    chart: str
    row: int
    column: int


class SealedChoice(Shape, frozen=True):
    action: str
    words: Words
    chance: float


class SealedMix(Shape, frozen=True):
    seat: str
    choices: tuple[SealedChoice, ...]


class MatrixCell(Shape, frozen=True):
    """What a pair of sealed choices gives, and whom it favours: 1 who reads the row, -1 the other side, 0 neither."""

    words: Words
    favours: int


class SealedMatrix(Shape, frozen=True):
    """Every pair of sealed choices: the rows are those of one seat; `chance` is how often each is made in equilibrium."""

    seat: str
    rows: tuple[SealedChoice, ...]
    columns: tuple[SealedChoice, ...]
    cells: tuple[tuple[MatrixCell, ...], ...]


class Ledger(Shape, frozen=True):
    """What may come of a fight, with every number explained; the verdict says it in one line."""

    title: Words
    verdict: Words
    attacker: str
    defender: str
    strengths: tuple[Strength, ...]
    column: Words
    columns: tuple[Words, ...]
    shifts: tuple[ModifierLine, ...]
    modifiers: tuple[ModifierLine, ...]
    modifier: int
    results: tuple[Result, ...]
    losses: tuple[Loss, ...]
    sealed: tuple[SealedMix, ...]
    matrix: SealedMatrix | None
    lines: tuple[ChartLine, ...]
    policies: tuple[Words, ...]


class Consequence(Shape, frozen=True):
    chance: float
    words: tuple[Words, ...]


class Fate(Shape, frozen=True):
    piece: str
    words: Words
    chance: float


class Odds(Shape, frozen=True):
    """The exact chances of all that may come of a fight; the verdict says in one line what it costs on average."""

    verdict: Words
    consequences: tuple[Consequence, ...]
    fates: tuple[Fate, ...]
    policies: tuple[Words, ...]


class RefusedAction(Shape, frozen=True):
    action: str
    words: Words
    reason: Words
    cites: Cites


class WhyNot(Shape, frozen=True):
    """What is not among the choices, and the rule that forbids it."""

    refusals: tuple[RefusedAction, ...]


class PlaceValue(Shape, frozen=True):
    place: str
    value: float | None


class Inspection(Shape, frozen=True):
    """Places on the map, each with a number where there is one."""

    what: str
    piece: str
    places: tuple[PlaceValue, ...]


class Remark(Shape, frozen=True):
    words: Words
    cites: Cites


class Remarks(Shape, frozen=True):
    """What there is to say about a place now, for a counter if one is named."""

    place: str
    piece: str
    remarks: tuple[Remark, ...]


class RuleLine(Shape, frozen=True):
    """A line of the contents, or something that was found, with the sentence that says most about it."""

    id: str
    title: Words
    text: Words
    book: Words
    depth: int
    kind: Literal["section", "rule"]


class RuleLink(Shape, frozen=True):
    id: str
    title: Words


class Rule(Shape, frozen=True):
    """A rule in full; the ruling says how a doubt about the printed text was decided."""

    id: str
    title: Words
    text: Words
    example: Words
    ruling: Words


class RulePage(Shape, frozen=True):
    """A section of the rules in short, its rules in full, and the ways to other sections."""

    id: str
    title: Words
    text: Words
    book: Words
    above: tuple[RuleLink, ...]
    within: tuple[RuleLink, ...]
    see: tuple[RuleLink, ...]
    rules: tuple[Rule, ...]
    links: tuple[str, ...]
    before: RuleLink | None
    after: RuleLink | None


class ChartRow(Shape, frozen=True):
    title: Words
    cells: tuple[Words, ...]
    cites: Cites


class Chart(Shape, frozen=True):
    """A table of the game as it is printed."""

    id: str
    title: Words
    corner: Words
    columns: tuple[Words, ...]
    rows: tuple[ChartRow, ...]
    notes: tuple[Words, ...]
    cites: Cites


# ---------------------------------------------------------------- history


class MomentLine(Shape, frozen=True):
    number: int
    turn: int | None
    phase: Words
    actors: tuple[str, ...]
    events: int


class Moments(Shape, frozen=True):
    """The moments of a game so far."""

    moments: tuple[MomentLine, ...]


class Series(Shape, frozen=True):
    """The level of a seat on a track, moment by moment."""

    seat: str
    points: tuple[Point, ...]


class TrackHistory(Shape, frozen=True):
    name: str
    title: Words
    series: tuple[Series, ...]


class Luck(Shape, frozen=True):
    """What a seat rolled for a purpose, against what it could expect: sums of faces; `swing` is what they were worth."""

    seat: str
    purpose: Words
    rolls: int
    dice: int
    expected: float
    rolled: float
    swing: float | None


class TurningPoint(Shape, frozen=True):
    moment: int
    seat: str
    words: Words
    swing: float
    kind: Literal["swing", "surprise"]


class RollFact(Shape, frozen=True):
    """A die that fell: all that is needed to compute its face anew."""

    index: int
    low: int
    high: int
    face: int
    moment: int
    seat: str
    words: Words


class TurnMark(Shape, frozen=True):
    turn: int
    moment: int


class DiceReport(Shape, frozen=True):
    verified: bool
    words: Words
    rolls: int


class Report(Shape, frozen=True):
    """The game looked back on, once it is over."""

    over: Over
    turns: tuple[TurnMark, ...]
    tracks: tuple[TrackHistory, ...]
    luck: tuple[Luck, ...]
    luck_words: tuple[Words, ...]
    stakes: Words
    measured: Words
    turning_points: tuple[TurningPoint, ...]
    rolls: tuple[RollFact, ...]
    dice: DiceReport


class Fork(Sent, frozen=True):
    """A new game from a moment of another: each seat for `human` or a computer player."""

    moment: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    seats: dict[str, str]
    nonce: Nonce = ""


# ---------------------------------------------------------------- the socket


class Hello(Sent, frozen=True):
    """The first message of a client: who it is, the log lines it has, its language, and a nonce for the dice."""

    token: str | None = None
    since: Annotated[int, Meta(ge=0)] = 0
    language: Annotated[str, Meta(max_length=20)] = "en"
    nonce: Nonce = ""


class ChatLine(Shape, frozen=True):
    number: int
    seat: str | None
    name: Words
    text: str
    at: str


class Update(Shape, frozen=True, tag_field="type", tag="update"):
    """The parts of the table that changed, as JSON, and the new lines of the log."""

    parts: dict[str, Raw]
    log: tuple[LogLine, ...]


class Chat(Shape, frozen=True, tag_field="type", tag="chat"):
    lines: tuple[ChatLine, ...]


class Thinking(Shape, frozen=True, tag_field="type", tag="thinking"):
    seats: tuple[str, ...]


class RefusedHello(Shape, frozen=True, tag_field="type", tag="refused"):
    refusal: Refusal


FromServer = Update | Chat | Thinking | RefusedHello
