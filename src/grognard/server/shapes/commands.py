"""What a seat does, asks of the others, and is refused."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.server.shapes.base import Cites, Optional, Sent, Shape, Words


class Move(Sent):
    """What a seat does: the number of the last move it saw, a key that makes a repetition harmless, and the command."""

    seq: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    key: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
    do: Literal["action", "undo", "resign"]
    action: Annotated[str, Meta(max_length=200)] = ""


class Committed(Shape):
    seq: int


class Refusal(Optional):
    """Every refusal, of whatever route: a word for programs, and one clear sentence for people."""

    error: str
    words: Words
    cites: Cites
    seq: int | None = None


class NewOffer(Sent):
    """Ask the others for something; `about` is the seat that a computer player should take over, or its player."""

    kind: Literal["take-back", "draw", "take-over"]
    about: Annotated[str, Meta(max_length=100)] = ""


class Answer(Sent):
    yes: bool


class Say(Sent):
    text: Annotated[str, Meta(min_length=1, max_length=2000)]


class Called(Sent):
    """What the person of a seat is called at the table."""

    name: Annotated[str, Meta(max_length=200)]


class Note(Sent):
    """The private note of a seat."""

    text: Annotated[str, Meta(max_length=20_000)]


class Order(Sent):
    """A standing order; the empty answer ends it."""

    kind: Annotated[str, Meta(min_length=1, max_length=200)]
    answer: Annotated[str, Meta(max_length=200)]


class NewAdvice(Sent):
    """What a seat advises its allies to `play` or to `keep`; the empty word ends it."""

    about: Annotated[str, Meta(min_length=1, max_length=100)]
    word: Literal["play", "keep", ""]


class Notice(Sent):
    """Where the person of a seat wants to be told that it is their turn; the empty address ends it."""

    kind: Literal["mail", "webhook"]
    address: Annotated[str, Meta(max_length=2000)]
