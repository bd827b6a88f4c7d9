"""What is not among the choices: the actions a person may have had in mind at a place, to be told why not."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.telling.boards import Board


def refused(seat: Seat, board: Board | None, actions: Sequence[Action], place: str, like: Action | None) -> list[Action]:
    """Actions of the kinds offered now that concern a place and are not among those offered."""
    offered = set(actions)
    stack = [counter.id for counter in board.stacks.get(place, ()) if counter.id in seat.names] if board is not None else []
    kinds = {type(action): action for action in actions}
    found: dict[Action, None] = {}
    for action in [*kinds.values(), *([like] if like is not None else [])]:
        for field in action.__struct_fields__:
            value = getattr(action, field)
            if board is not None and value in board.places:
                found[changed(action, field, place)] = None
            elif value in seat.names and len(action.__struct_fields__) == 1:
                found |= {changed(action, field, id): None for id in stack}
    return [action for action in found if action not in offered and seat.why_not(action) is not None]


def changed(action: Action, field: str, value: str) -> Action:
    """The same action about another place or piece."""
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    return type(action)(**fields | {field: value})
