"""Messages over the socket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Raw

from grognard.server.shapes.base import Nonce, Optional, Sent, Shape, Words
from grognard.server.shapes.commands import Refusal
from grognard.server.shapes.log import LogLine
from grognard.server.shapes.pieces import PiecesChange


class Hello(Sent):
    """The first message of a client: who it is, the log lines it has, its language, and a nonce for the dice."""

    token: str | None = None
    since: Annotated[int, Meta(ge=0)] = 0
    language: Annotated[str, Meta(max_length=20)] = "en"
    nonce: Nonce = ""


class ChatLine(Shape):
    number: int
    seat: str | None
    name: Words
    text: str
    at: str


class Step(Optional):
    """How the pieces stood once a line of the log had happened: what differs from the step before; None: as they stand now."""

    line: int
    pieces: PiecesChange | None = None


class Update(Optional, tag_field="type", tag="update"):
    """The parts of the table that changed, as JSON, and the new lines of the log.

    If several things happened, `steps` tell how the pieces stood in between; the part `pieces` is how they stand now.
    """

    parts: dict[str, Raw]
    log: tuple[LogLine, ...]
    steps: tuple[Step, ...] = ()


class Chat(Shape, tag_field="type", tag="chat"):
    lines: tuple[ChatLine, ...]


class Thinking(Shape, tag_field="type", tag="thinking"):
    seats: tuple[str, ...]


class RefusedHello(Shape, tag_field="type", tag="refused"):
    refusal: Refusal


FromServer = Update | Chat | Thinking | RefusedHello
