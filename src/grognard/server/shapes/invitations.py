"""Invitations to the seats of a game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from grognard.server.shapes.base import Sent, Shape, Words

Secret = Annotated[str, Meta(min_length=1, max_length=100)]


class Invitation(Shape):
    """What somebody is invited to: the game, the seat, and who else plays."""

    game: str
    scenario: str
    title: Words
    seat: str
    side: Words
    colour: str
    against: tuple[Words, ...]


class NewInvitation(Shape):
    """An invitation to a seat: the secret for its link, which is shown only here."""

    seat: str
    invitation: str


class Inviting(Sent):
    """The seat to which somebody is invited, or no longer."""

    seat: Annotated[str, Meta(min_length=1, max_length=100)]


class Invited(Sent):
    """The secret of an invitation."""

    invitation: Secret


class Taking(Sent):
    """An invitation, and a random key by which a repeated request gets the same token; nobody else must know it."""

    invitation: Secret
    key: Annotated[str, Meta(min_length=22, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class TakenSeat(Shape):
    """The seat that you have taken, with its secret."""

    seat: str
    token: str
