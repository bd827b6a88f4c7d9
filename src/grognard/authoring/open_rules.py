"""The rules of a game in which nothing is hidden: a class for its state is all that positions, views and records need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from grognard.core.actions import Action
from grognard.core.dice import D6, Die
from grognard.core.documents import shortened
from grognard.core.errors import DataError, PositionError, UnknownName
from grognard.core.events import Rolled
from grognard.core.frames import NAMES, unknown_names
from grognard.core.games import State
from grognard.core.positions import FIELDS, describe
from grognard.core.rules import G, Rules

STATE = "state"
"""The field of a position that holds the state."""


def limits(least: int, most: int) -> msgspec.Meta:
    """Marks a type whose values are whole numbers from one to another: `Turn = Annotated[int, limits(1, 8)]`."""
    return msgspec.Meta(ge=least, le=most)


TurnNumber = Annotated[int, limits(1, 99)]


class OpenRules(Rules[G]):
    """Give `state_class`, `seats`, `actions`, `procedures`, `opening` and `first_procedure`; the rest follows from them.

    Every field of the state, of an action and of a procedure says by its type what it names (`naming`) or between which
    numbers it lies (`limits`): so positions from strangers can be checked, and all actions can be listed. `existing` says what
    there is of each kind.
    """

    state_class: ClassVar[type[State]]
    die: ClassVar[Die] = D6
    """The die that the game rolls."""
    palette: ClassVar[Mapping[str, str]] = {}
    """The colour of each seat."""

    def inconsistencies(self, state: Any) -> Iterable[str]:
        """Why a state cannot be, though all that it names exists: a sentence for each fault."""
        return ()

    # ------------------------------------------------------------------ what follows

    def describe(self, game: G) -> dict[str, Any]:
        return {STATE: msgspec.to_builtins(game.state, order="deterministic")}

    def restore(self, body: dict[str, Any]) -> State:
        own = {name for name in body if name not in FIELDS}
        if own - {STATE}:
            raise PositionError(
                [f"A position of '{self.scenario.id}' has no field '{min(own - {STATE})}'; it has a '{STATE}'."]
            )
        given = body.get(STATE, msgspec.to_builtins(self.opening(), order="deterministic"))
        known = {field.name: field.type for field in msgspec.structs.fields(self.state_class)}
        if not isinstance(given, dict) or not set(given) <= set(known):
            raise PositionError([f"The '{STATE}' of a position is an object with these fields: {', '.join(known)}."])
        try:
            state = msgspec.convert(given, self.state_class)
        except msgspec.ValidationError as fault:
            words, _, where = str(fault).partition(" - at `$.")
            field = next((name for name in sorted(known) if where.startswith(name)), "")
            raise PositionError([f"The field '{field}' of the state cannot be read: {words}."]) from None
        faults = [
            f"The field '{name}' of the state cannot be: {words}."
            for name, kind in known.items()
            for words in unknown_names(getattr(state, name), kind, self.existing)
        ]
        faults = faults or [*self.inconsistencies(state)]
        if faults:
            raise PositionError(faults)
        return state

    def view(self, game: G, seat: str | None) -> dict[str, Any]:
        return {"position": describe(game, seat, redact=True), "actors": list(game.actors)}

    def hides(self, game: G, seat: str) -> bool:
        return False

    def conceals(self, game: G, seat: str | None, piece: str) -> bool:
        return False

    def inspect(self, game: G, seat: str | None, what: str, piece: str) -> Any:
        raise UnknownName(f"There is nothing called '{shortened(what)}' to inspect.")

    def die_of(self, rolled: Rolled) -> Die:
        return self.die

    def colours(self) -> dict[str, str]:
        return dict(self.palette)

    def action_table(self) -> list[Action]:
        """Every action with every value that its fields may have."""
        return [action for kind in self.actions for action in every(kind, self.existing)]


def every(kind: type[Action], existing: Mapping[str, Any]) -> Iterator[Action]:
    """Every action of a kind: each field may name all there is of what it names, or be any number within its limits."""
    hints = get_type_hints(kind, include_extras=True)
    fields = [values_of(hints[field], f"{kind.__name__}.{field}", existing) for field in kind.__struct_fields__]
    return (kind(*values) for values in product(*fields))


def values_of(hint: Any, field: str, existing: Mapping[str, Any]) -> list[object]:
    """The values that a field may have."""
    for meta in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
        if meta.extra and NAMES in meta.extra:
            return list(existing[meta.extra[NAMES]])
        if meta.ge is not None and meta.le is not None:
            return list(range(meta.ge, meta.le + 1))
    raise DataError(f"The field {field} of an action must say what it names, or its limits: Annotated[str, naming('unit')].")
