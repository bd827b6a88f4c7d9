"""Scenarios of one's own: a file that a game turns into a scenario, and that is checked before it is played.

A game that can do so has a function `own_scenario(document)` in the module of its entry point. It returns a `Scenario`, or
raises `ScenarioError` with every fault named.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from grognard.core.documents import read_bytes, read_json
from grognard.core.errors import GrognardError, ScenarioError
from grognard.core.scenarios import Scenario, add, catalogue, packages


def bring_scenario(file: str | Path) -> Scenario:
    """The scenario of a file; from now on it is in the catalogue of this process."""
    path = Path(file)
    try:
        document = read_json(read_bytes(path))
    except FileNotFoundError:
        raise GrognardError(f"There is no file '{path}'.") from None
    except OSError as fault:
        raise GrognardError(f"'{path}' cannot be read ({fault.strerror}).") from None
    except ValueError as fault:
        raise ScenarioError([f"'{path}' cannot be read: {fault}."]) from None
    found = maker()(document)
    known = next((scenario for scenario in catalogue() if scenario.id == found.id), None)
    return known or add(found)


def maker() -> Callable[[object], Scenario]:
    """The game that reads scenarios of one's own; so far there is one."""
    for package in packages():
        make: Callable[[object], Scenario] | None = getattr(import_module(package), "own_scenario", None)
        if make is not None:
            return make
    raise GrognardError("No installed game reads a battlefield of your own; install one that does.")
