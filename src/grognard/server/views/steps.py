"""How the pieces stood in between when several things have happened at once: a long turn, or what follows from a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw

from grognard.core.games import Game
from grognard.server.shapes import LogLine, Pieces, PiecesChange, Stack, Step
from grognard.server.views.context import context_of
from grognard.server.views.pieces import pieces_of

MOST_STEPS = 60
"""How many steps an update tells at most; of more, the last."""


WHOLE = ("markers", "flags", "groups", "additions", "ways", "sky")
"""What is sent whole if it differs."""


class Stop(NamedTuple):
    """A line of the log after which the position was another one, and the game then; without a game, as it is now."""

    line: int
    game: Game | None


def stops_of(copies: Sequence[Game], now: Game, lines: Sequence[LogLine], places: Sequence[int]) -> list[Stop]:
    """Where to look at the pieces: after each line that changed the position, except the last and within a march."""
    if len(lines) < 2 or not copies:
        return []
    known = {game.happened.length: game for game in copies}
    start = known.get(places[0])
    state = start.state if start is not None else None
    found: list[Stop] = []
    for line, following, place in zip(lines, lines[1:], places, strict=False):
        then = known.get(place + 1)
        if then is None or then.state == state or goes_on(line, following):
            continue
        state = then.state
        found.append(Stop(line.number, then))
    if found and state == now.state:
        found[-1] = Stop(found[-1].line, None)
    return found[-MOST_STEPS:]


def goes_on(line: LogLine, following: LogLine) -> bool:
    """Whether a counter goes on from where a line left it: a march is one thing to look at, however many places it has."""
    if line.roll is not None or len(line.pieces) != 1 or line.pieces != following.pieces:
        return False
    return len(line.places) > 1 and len(following.places) > 1 and following.places[0] == line.places[-1]


def steps_of(stops: Sequence[Stop], who: str | None, before: Raw) -> tuple[Step, ...]:
    """What who looks could see of the pieces at each stop, told as what differs from the stop before."""
    return tuple(steps_from(msgspec.json.decode(before, type=Pieces), stops, who))


def steps_from(pieces: Pieces, stops: Sequence[Stop], who: str | None) -> Iterator[Step]:
    for stop in stops:
        if stop.game is None:
            yield Step(stop.line)
            continue
        then = pieces_of(context_of(stop.game, who))
        if then != pieces:
            yield Step(stop.line, change_of(pieces, then))
            pieces = then


def change_of(before: Pieces, after: Pieces) -> PiecesChange:
    """What differs: the stacks place by place, the trays by their titles, anything else whole."""
    stood, stand = by_place(before), by_place(after)
    trays = {tray.title: tray for tray in before.trays}
    parts = {name: getattr(after, name) for name in WHOLE}
    return PiecesChange(
        tuple(stack for place, stacks in stand.items() if stood.get(place) != stacks for stack in stacks),
        tuple(place for place in stood if place not in stand),
        trays=tuple(tray for tray in after.trays if trays.pop(tray.title, None) != tray),
        cleared=tuple(trays),
        **{name: part for name, part in parts.items() if part != getattr(before, name)},
    )


def by_place(pieces: Pieces) -> Mapping[str, list[Stack]]:
    found: dict[str, list[Stack]] = {}
    for stack in pieces.stacks:
        found.setdefault(stack.place, []).append(stack)
    return found
