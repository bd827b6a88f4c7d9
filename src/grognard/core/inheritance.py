"""Rules that are inherited through many classes, found at once.

The rules of a game may be some fifty classes, one for each chapter. `super()` looks through them one after another each time it
is called: up to forty, when the rule stands in a chapter that many games share. A class with `flatten_mro` has what it
inherits as its own, so that `super()` looks no farther.
"""

from __future__ import annotations

from typing import TypeVar

Kind = TypeVar("Kind", bound=type)
_FLATTENED: set[type] = set()


def flatten_mro(kind: Kind) -> Kind:
    """Give a class what it inherits as its own."""
    own = vars(kind)
    for parent in kind.__mro__[1:-1]:
        for name, inherited in vars(parent).items():
            if not name.startswith("__") and name not in own:
                setattr(kind, name, inherited)
    _FLATTENED.add(kind)
    return kind


def check_mro(kind: type) -> None:
    """Refuse a class that puts others behind a flattened one it derives from: what they override would be passed over."""
    order = kind.__mro__
    for place, below in enumerate(order):
        if below in _FLATTENED and below.__mro__ != order[place:]:
            raise TypeError(f"{kind.__name__} must name {below.__name__} after the classes that override its rules.")
