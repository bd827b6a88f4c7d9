"""Scenarios and the catalogue. Games register by entry points, so that other packages can add games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import entry_points
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from grognard.core.actions import Action
from grognard.core.documents import in_short, shortened
from grognard.core.errors import INCONSISTENCIES, GrognardError, OverlayError, UnknownName, near
from grognard.core.games import Options
from grognard.core.overlays.applying import apply_overlay
from grognard.core.overlays.folders import Components, Overlay, overlay
from grognard.core.sharing import Shared
from grognard.core.texts import every_package, packages_around, register_texts

if TYPE_CHECKING:
    from grognard.core.rules import Rules

GROUP = "grognard.games"
Difficulty = Literal[1, 2, 3]
AT_HAND = 8
"""How many unused rules of a scenario are cached: a scenario may have hundreds, each of some megabytes.

The same number of overlays of a scenario is cached, too.
"""
MAKING = RLock()
"""Rules are built by one thread at a time, so that there are never two of the same."""


class Option(msgspec.Struct, frozen=True):
    """A choice made before the game: its values, its default and the rule it comes from."""

    name: str
    default: str | int | bool
    values: tuple[str | int | bool, ...]
    cites: str = ""
    """The first value listed is not special; `default` is."""

    def check(self, value: object) -> None:
        if not any(value == known and type(value) is type(known) for known in self.values):
            allowed = ", ".join(repr(known) for known in self.values)
            raise UnknownName(f"Option '{self.name}' cannot be {in_short(value)}; it is one of {allowed}.")


class Scenario:
    """One way to play one game: an id, a title ("The game: the scenario"), options and the function that builds its rules."""

    def __init__(
        self,
        id: str,
        title: str,
        make: Callable[[Scenario, Options], Rules[Any]],
        options: tuple[Option, ...] = (),
        overlay: Overlay | None = None,
        minutes: int = 60,
        difficulty: Difficulty = 2,
        seats: tuple[str, ...] = (),
    ) -> None:
        """`seats` are those of a game with default options, for lists: without them, the rules have to be built to know."""
        self.id = id
        self.title = title
        self.options = options
        self.overlay = overlay
        self.minutes = minutes
        """Roughly how long a game between people takes."""
        self.difficulty = difficulty
        self._make = make
        self._seats = seats
        self._rules: Shared[tuple[tuple[str, object], ...], Rules] = Shared(AT_HAND)
        self._overlaid: Shared[Overlay, Scenario] = Shared(AT_HAND)
        self._text_packages: tuple[str, ...] = ()

    @property
    def text_packages(self) -> tuple[str, ...]:
        """The packages in which texts are looked up: those of its rules.

        Until these are built, which may take long, its own package comes first and then any other.
        """
        if self._text_packages:
            return self._text_packages
        return *packages_around(module_of(self._make)), *every_package()

    def __repr__(self) -> str:
        return f"Scenario({self.id!r})"

    def complete(self, options: Options | None) -> Options:
        """The given options, with defaults for the others; unknown names and values are refused."""
        given = dict(options or {})
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise UnknownName(f"Scenario '{self.id}' has no option '{shortened(name)}'; its options are: {names}.")
            known[name].check(value)
        return {name: given.get(name, option.default) for name, option in known.items()}

    def rules(self, options: Options) -> Rules:
        """The rules for these options, built once and shared."""
        key = tuple(sorted(options.items()))
        with MAKING:
            rules = self._rules.get(key)
            if rules is None:
                rules = self._made(options)
                self._rules.put(key, rules)
                if self.overlay is not None:
                    self._try_out(key, rules)
        return rules

    def _made(self, options: Options) -> Rules:
        rules = self._built(options)
        self._text_packages = rules.text_packages
        return rules

    def _built(self, options: Options) -> Rules:
        if self.overlay is None:
            return self._make(self, options)
        rules, stamp = apply_overlay(self.overlay, lambda: self._make(self, options), packages())
        rules.stamp = stamp
        return rules

    def _try_out(self, key: tuple[tuple[str, object], ...], rules: Rules) -> None:
        """Start a game with the values of the overlay: whatever no check has caught is refused here."""
        from grognard.core.dice import Dice
        from grognard.core.driving import check_shown
        from grognard.core.records import start

        try:
            check_shown(start(rules, None, Dice.fast(0)))
            rules.charts()
        except (GrognardError, *INCONSISTENCIES) as fault:
            self._rules.drop(key)
            source = cast("Overlay", self.overlay).source
            raise OverlayError([f"The game cannot be played with the values of '{source}' ({in_short(fault)})."]) from None

    def with_components(self, components: Components | None) -> Scenario:
        """This scenario with the values of an overlay (None: its own values)."""
        if components is None:
            return self
        over = overlay(components)
        found = self._overlaid.get(over)
        if found is None:
            found = Scenario(self.id, self.title, self._make, self.options, over, self.minutes, self.difficulty, self._seats)
            self._overlaid.put(over, found)
        return found

    def seats(self, options: Options | None = None) -> tuple[str, ...]:
        if self._seats and self.complete(options) == self.complete(None):
            return self._seats
        return self.rules(self.complete(options)).seats

    def action_id(self, action: Action, options: Options | None = None) -> int:
        return self.rules(self.complete(options)).action_id(action)


def module_of(make: Callable[..., object]) -> str:
    """The module that the function which builds the rules is written in."""
    while isinstance(make, partial):
        make = make.func
    return str(getattr(make, "__module__", ""))


ADDED: list[Scenario] = []
"""Scenarios added by hand (tests, notebooks) rather than by an entry point."""


@cache
def installed() -> tuple[Scenario, ...]:
    """The scenarios of every installed game."""
    found: list[Scenario] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found.extend(point.load()())
        for package in packages_around(point.module):
            register_texts(package)
    return tuple(sorted(found, key=lambda scenario: scenario.id))


def packages() -> tuple[str, ...]:
    """The packages of the installed games."""
    return tuple(point.module for point in entry_points(group=GROUP))


def catalogue() -> list[Scenario]:
    """All scenarios that can be played here."""
    return [*installed(), *ADDED]


def find(id: str, components: Components | None = None) -> Scenario:
    """The scenario with this id, with the values of an overlay if one is given, or one clear sentence."""
    known = {scenario.id: scenario for scenario in catalogue()}
    if id in known:
        return known[id].with_components(components)
    hint = near(str(id), known) or f"; the scenarios are {', '.join(known)}."
    raise UnknownName(f"There is no scenario '{shortened(id)}'{hint}")


def add(scenario: Scenario) -> Scenario:
    """Add a scenario by hand."""
    if any(known.id == scenario.id for known in catalogue()):
        raise GrognardError(f"There is already a scenario '{scenario.id}'; give the new one another id.")
    ADDED.append(scenario)
    return scenario
