"""Which function of a player answers which question.

A table is written with the steps that ask, `{CloseCombat.spend_momentum: spend}`, so that a step that does not exist is an
error when the player is imported. A step serves every procedure that inherits it, unless one of them has a step of its own.
"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.procedures import Procedure

Step = Callable[..., Any]
"""A step of a procedure, such as `CloseCombat.spend_momentum`."""
Handler = TypeVar("Handler")
log = logging.getLogger(__name__)


class Handlers(Generic[Handler]):
    """The handlers of a player by the steps that ask, and the steps that it leaves to its usual answer."""

    def __init__(self, handlers: Mapping[Step, Handler], defaults: Iterable[Step] = ()) -> None:
        self.handlers = dict(handlers)
        self.defaults = frozenset(defaults)
        self.fallbacks: Counter[str] = Counter()
        """How often the usual answer was taken though nobody meant it: to a question that is not listed, or for want of a
        legal answer."""
        self._known: dict[tuple[type[Procedure], str], Step | None] = {}
        for step in (*self.handlers, *self.defaults):
            if not is_step(step):
                raise GrognardError(f"'{getattr(step, '__qualname__', step)}' is not a step of a procedure.")
        both = sorted(step.__qualname__ for step in self.defaults & set(self.handlers))
        if both:
            raise GrognardError(f"'{both[0]}' has a handler and is left to the usual answer, too; leave one of them out.")

    def extended(self, handlers: Mapping[Step, Handler], defaults: Iterable[Step] = ()) -> Handlers[Handler]:
        """This table with more handlers; those of steps that it has already take their place."""
        return Handlers(self.handlers | dict(handlers), self.defaults.union(defaults).difference(handlers))

    def get(self, frame: Procedure) -> Handler | None:
        """The handler of the question that a procedure asks now, if there is one."""
        step = self.listed(type(frame), frame.step)
        return self.handlers.get(step) if step is not None else None

    def of(self, frame: Procedure) -> Handler | None:
        """The same, but a question that is not listed is logged and counted: nobody has thought of it."""
        if self.listed(type(frame), frame.step) is None:
            self.fall_back(frame, "it is not listed")
        return self.get(frame)

    def is_legal(self, frame: Procedure, choice: Action, actions: Sequence[Action]) -> bool:
        """Whether a handler has chosen one of the actions; if not, that is logged and counted."""
        if choice in actions:
            return True
        self.fall_back(frame, f"'{choice}' is not legal")
        return False

    def fall_back(self, frame: Procedure, why: str) -> None:
        self.fallbacks[frame.at] += 1
        log.debug("the usual answer to %s: %s", frame.at, why)

    def listed(self, kind: type[Procedure], step: str) -> Step | None:
        """The step as it is in the table: that of the procedure, or one that it has inherited or replaced."""
        key = kind, step
        if key not in self._known:
            own = (vars(owner).get(step) for owner in kind.__mro__)
            self._known[key] = next((each for each in own if each in self.handlers or each in self.defaults), None)
        return self._known[key]


def is_step(step: Step) -> bool:
    """Whether a function is a step of the procedure in which it is written."""
    owner = getattr(sys.modules.get(step.__module__), step.__qualname__.partition(".")[0], None)
    return isinstance(owner, type) and issubclass(owner, Procedure) and step.__name__ in owner.steps
