"""The table: what one seat, or a spectator, sees now."""

from __future__ import annotations

from typing import Literal

from grognard.server.shapes.base import Cites, Shape, Words
from grognard.server.shapes.cards import Agreement, CardTable, Circumstance
from grognard.server.shapes.lessons import LessonGuide
from grognard.server.shapes.pieces import Pieces
from grognard.server.shapes.questions import Question
from grognard.server.shapes.tracks import Track, Victory

HUMAN = "human"
"""The player name of a person."""


class SeatState(Shape):
    """A seat: who plays it, whether anybody was ever there, whether somebody is invited to it, and which other seats its
    person holds."""

    name: str
    title: Words
    army: Words
    colour: str
    player: str
    player_title: Words
    joined: bool
    online: bool
    called: str
    invited: bool
    held_with: tuple[str, ...]


class SideState(Shape):
    """A side with its seats, or an army of a side that has several: whom tracks, forecasts and outcomes speak of."""

    name: str
    title: Words
    army: Words
    colour: str
    seats: tuple[str, ...]


class Offer(Shape):
    """Something that needs the consent of others."""

    kind: Literal["take-back", "draw", "take-over"]
    by: str
    words: Words
    waits_for: tuple[str, ...]


class OrderAnswer(Shape):
    answer: str
    title: Words


class StandingOrder(Shape):
    """A question that a seat may have answered by itself; the empty answer is: ask me."""

    kind: str
    title: Words
    cites: Cites
    answers: tuple[OrderAnswer, ...]
    answer: str


class Over(Shape):
    """How the game ended."""

    winner: str | None
    words: Words
    level: Words
    reason: Words
    cites: Cites


class When(Shape):
    turn: int | None
    phase: Words
    phasing: str
    words: Words


class InspectionKind(Shape):
    """Something that can be inspected: its key, how it is shown on a map, whether it is shown of what is pointed at, and
    whether only of one's own counters."""

    what: str
    title: Words
    key: str
    mark: Literal["reach", "zone", "sight", "highlight"]
    pointed: bool
    own: bool


class DiceState(Shape):
    """The commitment to the dice; their secret once the game is over."""

    commitment: str
    secret: str | None
    game: str
    nonces: dict[str, str]


class OptionLine(Shape):
    title: Words
    value: Words


class Advice(Shape):
    """What one of the allies advises to `play` or to `keep`."""

    seat: str
    about: str
    word: str


class Table(Shape):
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
    circumstances: tuple[Circumstance, ...]
    cards: CardTable | None
    notes: tuple[Words, ...]
    diary: bool
    decision: Question | None
    can_undo: bool
    offers: tuple[Offer, ...]
    invites: tuple[str, ...]
    """The seats that nobody has taken, to which you have invited somebody and may invite again."""
    orders: tuple[StandingOrder, ...]
    ordered: Words
    """What the seat's standing orders will answer to its question now, if they do."""
    agreement: Agreement | None
    advice: tuple[Advice, ...]
    inspections: tuple[InspectionKind, ...]
    dice: DiceState
    options: tuple[OptionLine, ...]
    rematch: str
    lesson: LessonGuide | None
    earlier: Words
    """Why the game can only be read, if it was played by earlier rules."""
