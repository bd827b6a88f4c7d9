"""The list of games, and new ones."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from grognard.server.shapes.base import Cites, Nonce, Sent, Shape, Value, Words


class SeatCard(Shape):
    name: str
    title: Words
    colour: str


class PlayerCard(Shape):
    """A computer player."""

    name: str
    title: Words
    about: Words


class ValueCard(Shape):
    value: Value
    title: Words


class OptionCard(Shape):
    """A choice made before the game."""

    name: str
    title: Words
    about: Words
    value: Value
    values: tuple[ValueCard, ...]
    cites: Cites


class ScenarioCard(Shape):
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


class NewGame(Sent):
    """Who plays what: each seat for `human` or a computer player; the nonce goes into the dice.

    To the seats in `invite` others are invited; you hold the other seats for `human`, and everybody at the table sees which.
    """

    scenario: Annotated[str, Meta(max_length=200)]
    seats: dict[str, str]
    options: dict[str, Value] = {}
    nonce: Nonce = ""
    invite: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=20)] = ()


class NewTable(Shape):
    """A game that was begun: the secret of each seat that you hold, and of each invitation to another."""

    game: str
    links: dict[str, str]
    invitations: dict[str, str]
