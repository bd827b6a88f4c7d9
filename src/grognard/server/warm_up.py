"""What the first visitor would wait for is made ready before he comes: rules, cards, pictures and maps, and what computes odds.

It is done in a thread beside everything else, one small step after the other, and given up as soon as the server ends.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from threading import Event, Thread
from typing import Any

import grognard
from grognard.analysis import equilibrium
from grognard.core.overlays.folders import Components
from grognard.core.scenarios import Scenario
from grognard.core.texts import languages, speaking
from grognard.rulebooks.library import library
from grognard.server.refusals import Refused
from grognard.server.routes.scenarios import drawn_opening
from grognard.server.views.catalogue import scenario_card
from grognard.server.views.maps import map_of
from grognard.server.views.rulebook import contents_in
from grognard.server.views.table import parts_of_game
from grognard.server.views.viewer import Viewer

Step = Callable[[], object]
BREATH = 0.02
"""Seconds between two steps, in which nobody is kept waiting at all."""
HEAVY_AFTER = 2.0
"""Seconds until the heavy ones are begun: by then whoever comes first has his list of games."""

LOG = logging.getLogger(__name__)


@asynccontextmanager
async def warmed(_: Any, components: Components | None = None) -> AsyncIterator[None]:
    """Make everything ready while this holds."""
    ended = Event()
    thread = Thread(target=warm, args=(ended, components), name="grognard-warming", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        gc.unfreeze()


def warm(ended: Event, components: Components | None = None) -> None:
    """Take every step, unless it ends meanwhile; one that fails is for whoever comes to it in earnest."""
    for steps, breath in ((light_steps(components), BREATH), (heavy_steps(), HEAVY_AFTER)):
        for step in steps:
            if ended.wait(breath):
                return
            try:
                with suppress(Refused):  # a game may have no picture
                    step()
            except Exception:
                LOG.exception("Something could not be made ready (%s).", step)
        gc.freeze()  # all of it stays: to look through it again whenever memory is cleared took a fifth of a second


def light_steps(components: Components | None) -> Iterator[Step]:
    """For every scenario and language: its rules, its card, its picture, and its table at the beginning."""
    for scenario in grognard.catalogue():
        yield partial(scenario.rules, scenario.complete(None))
        for language in languages():
            yield partial(in_language, language, partial(scenario_card, scenario, language))
            yield partial(in_language, language, partial(drawn_opening, scenario.id, language))
            yield partial(in_language, language, partial(look_at, scenario, components))


def heavy_steps() -> Iterator[Step]:
    yield solver
    yield library
    for language in languages():
        yield partial(in_language, language, partial(contents_in, "", language))


def in_language(language: str, step: Step) -> None:
    with speaking(language):
        step()


def look_at(scenario: Scenario, components: Components | None) -> None:
    """Look at the beginning of a game with everybody's eyes: maps, names and words are remembered for all games."""
    game = grognard.new(scenario.id, seed=0, components=components)
    for who in (None, *game.seats):
        sight = Viewer(game, who)
        parts_of_game(sight)
        if sight.picture is not None:
            map_of(sight.picture)


def solver() -> None:
    """The library that solves sealed choices takes a second to load."""
    equilibrium(((1, -1), (-1, 1)))
