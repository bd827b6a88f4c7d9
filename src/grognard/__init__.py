"""Grognard: board wargames played by their real rules.

>>> import grognard
>>> game = grognard.new("revolution/eutaw/historical", seed=7)
>>> game.actors
('british',)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.analysis import forecast, odds
    from grognard.analysis.simulation import simulate
    from grognard.analysis.tournaments import tournament
    from grognard.core.actions import Action, Decision
    from grognard.core.cursors import Cursor, Moment
    from grognard.core.dice import Dice
    from grognard.core.errors import (
        DiceError,
        GrognardError,
        IllegalAction,
        OverlayError,
        PositionError,
        RecordError,
        UnknownName,
    )
    from grognard.core.events import Event
    from grognard.core.fights import Fight
    from grognard.core.games import Game, Options, Outcome
    from grognard.core.lessons import Lesson, lessons
    from grognard.core.overlays.folders import Components, Overlay, overlay
    from grognard.core.positions import imagine
    from grognard.core.records import replay, verify
    from grognard.core.scenarios import Scenario, catalogue, find
    from grognard.core.seats import Seat
    from grognard.core.texts import Modifier, Reason

__version__ = "0.1.0"

_NAMES = {
    "analysis": ("forecast", "odds"),
    "analysis.simulation": ("simulate",),
    "analysis.tournaments": ("tournament",),
    "core.actions": ("Action", "Decision"),
    "core.cursors": ("Cursor", "Moment"),
    "core.dice": ("Dice",),
    "core.errors": (
        "DiceError",
        "GrognardError",
        "IllegalAction",
        "OverlayError",
        "PositionError",
        "RecordError",
        "UnknownName",
    ),
    "core.events": ("Event",),
    "core.fights": ("Fight",),
    "core.games": ("Game", "Options", "Outcome"),
    "core.lessons": ("Lesson", "lessons"),
    "core.overlays.folders": ("Components", "Overlay", "overlay"),
    "core.positions": ("imagine",),
    "core.records": ("replay", "verify"),
    "core.scenarios": ("Scenario", "catalogue", "find"),
    "core.seats": ("Seat",),
    "core.texts": ("Modifier", "Reason"),
}
"""The modules that names come from, imported when a name of them is first used, so that commands start at once."""
_MODULES = {name: f"grognard.{module}" for module, names in _NAMES.items() for name in names}

if not TYPE_CHECKING:  # a type checker would believe that every name exists

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module 'grognard' has no attribute '{name}'")
        found = globals()[name] = getattr(import_module(_MODULES[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


def new(
    scenario: str,
    seed: int | None = None,
    options: Options | None = None,
    dice: Dice | None = None,
    components: Components | None = None,
) -> Game:
    """A new game of a scenario, with dice from a seed (or your own dice) and, optionally, the values of an overlay."""
    from grognard.core.records import start
    from grognard.core.scenarios import find

    found = find(scenario, components)
    return start(found.rules(found.complete(options)), None, _dice(seed, dice))


def setup(
    position: dict[str, Any], seed: int | None = None, dice: Dice | None = None, components: Components | None = None
) -> Game:
    """A game from a position; every fault of the position is named."""
    from grognard.core import positions

    return positions.setup(position, _dice(seed, dice), components)


def _dice(seed: int | None, dice: Dice | None) -> Dice:
    from secrets import randbits

    from grognard.core.dice import Dice
    from grognard.core.documents import LARGEST, SMALLEST
    from grognard.core.errors import DiceError

    if dice is not None:
        return dice
    if seed is None:
        return Dice.fast(randbits(48))
    if type(seed) is not int or not SMALLEST <= seed <= LARGEST:
        raise DiceError(f"A seed is a whole number from {SMALLEST} to {LARGEST}.")
    return Dice.fast(seed)


__all__ = [
    "Action",
    "Cursor",
    "Decision",
    "Dice",
    "DiceError",
    "Event",
    "Fight",
    "Game",
    "GrognardError",
    "IllegalAction",
    "Lesson",
    "Modifier",
    "Moment",
    "Options",
    "Outcome",
    "Overlay",
    "OverlayError",
    "PositionError",
    "Reason",
    "RecordError",
    "Scenario",
    "Seat",
    "UnknownName",
    "catalogue",
    "find",
    "forecast",
    "imagine",
    "lessons",
    "new",
    "odds",
    "overlay",
    "replay",
    "setup",
    "simulate",
    "tournament",
    "verify",
]
