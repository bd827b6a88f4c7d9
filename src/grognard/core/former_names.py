"""Methods of the rules that games in other packages may still override, or call, by their names of version 0.1."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

FORMER = {"usual": "default_answer", "alike": "equivalence_key", "spared": "auto_pass"}


def accept_former_names(rules: type) -> None:
    """Let what a class of rules calls by a former name override the method of today."""
    own = vars(rules)
    for old, new in FORMER.items():
        if old in own and new not in own:
            warnings.warn(f"{rules.__name__}.{old} is now called {new}; rename it.", DeprecationWarning, stacklevel=3)
            setattr(rules, new, own[old])


def formerly(old: str) -> Callable[..., Any]:
    """A method by its former name: where a class overrides it by that name, what it overrides."""
    new = FORMER[old]

    def call(self: object, *args: Any) -> Any:
        warnings.warn(f"{old} is now called {new}.", DeprecationWarning, stacklevel=2)
        named = (vars(kind) for kind in type(self).__mro__)
        return next(own[new] for own in named if new in own and own[new] is not own.get(old))(self, *args)

    return call
