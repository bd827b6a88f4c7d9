"""Choices by the place they are about: those in a region of points, and those that a person may have had in mind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.actions import Action
from grognard.core.choices import Choices, listed, regions
from grognard.core.facts import roles
from grognard.core.pictures.plane import point_of
from grognard.core.seats import Seat
from grognard.telling.boards import Board


def at_point(board: Board, actions: Sequence[Action], place: str) -> Iterator[Action]:
    """The actions of regions that a point of the table stands for."""
    point = point_of(board.at(place)[1]) if isinstance(actions, Choices) and place in board.places else None
    for group, region in regions(actions) if point is not None else ():
        action = group.kind.of(*region.text(*point or (0, 0)).split()[1:])
        if action in group:
            yield action


def refused(seat: Seat, board: Board | None, actions: Sequence[Action], place: str, like: Action | None) -> list[Action]:
    """Actions of the kinds offered now that concern a place and are not among those offered."""
    stack = (
        [counter.id for counter in board.stacks.get(place, ()) if counter.id in seat.rules.names()] if board is not None else []
    )
    own = board.at(place)[1] if board is not None and place in board.places else place
    kinds = {type(action): action for action in listed(actions)}
    kinds |= {group.kind: sample for group, _ in regions(actions) if (sample := group.draw(0.0)) is not None}
    found: dict[Action, None] = {}
    for action in [*kinds.values(), *([like] if like is not None else [])]:
        for field, role in roles(type(action)).items():
            if role == "place":
                found[changed(action, field, own)] = None
            elif len(action.__struct_fields__) == 1:
                found |= {changed(action, field, id): None for id in stack}
    return [action for action in found if action not in actions and seat.why_not(action) is not None]


def changed(action: Action, field: str, value: str) -> Action:
    """The same action about another place or piece."""
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    return type(action)(**fields | {field: value})
