"""Prepares what the first visitor would otherwise wait for: rules, cards, pictures, maps and rulebooks.

It runs in a background thread, one small step at a time, and stops when the server shuts down.
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
from grognard.core.overlays.folders import Components
from grognard.core.scenarios import Scenario
from grognard.core.texts import languages, speaking, texts_of
from grognard.rulebooks.library import library
from grognard.server.refusals import Refused
from grognard.server.routes.scenarios import drawn_opening
from grognard.server.views.catalogue import card_of
from grognard.server.views.context import context_of
from grognard.server.views.maps import map_of
from grognard.server.views.rulebook import contents_in
from grognard.server.views.table import parts_of_game

Step = Callable[[], object]
PAUSE = 0.02
"""Seconds to pause between two steps, so that requests are not delayed."""
HEAVY_AFTER = 2.0
"""Seconds to pause before each heavy step: by then the first visitor has the list of games."""

LOG = logging.getLogger(__name__)


@asynccontextmanager
async def warming_up(_: Any, components: Components | None = None) -> AsyncIterator[None]:
    """Run the warm-up while the application runs."""
    ended = Event()
    thread = Thread(target=warm, args=(ended, components), name="grognard-warming", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        gc.unfreeze()


def warm(ended: Event, components: Components | None = None) -> None:
    """Take every step until the server shuts down; a failure is logged, and shows again when the thing is really needed."""
    for steps, pause in ((light_steps(components), PAUSE), (heavy_steps(), HEAVY_AFTER)):
        for step in steps:
            if ended.wait(pause):
                return
            try:
                with suppress(Refused):  # a game may have no picture
                    step()
            except Exception:
                LOG.exception("A warm-up step failed (%s).", step)
        gc.freeze()  # all of it stays: scanning it in every garbage collection took a fifth of a second


def light_steps(components: Components | None) -> Iterator[Step]:
    """What the list of games needs; then, for every scenario and language, its picture and its table at the beginning."""
    for scenario in grognard.catalogue():
        yield partial(scenario.rules, scenario.complete(None))
        for language in languages():
            yield partial(in_language, language, partial(card_of, scenario))
    for scenario in grognard.catalogue():
        for language in languages():
            yield partial(in_language, language, partial(drawn_opening, scenario.id, language))
            yield partial(in_language, language, partial(look_at, scenario, components))


def heavy_steps() -> Iterator[Step]:
    yield library
    for language in languages():
        yield partial(in_language, language, partial(contents_in, "", language))


def in_language(language: str, step: Step) -> None:
    with speaking(language):
        step()


def look_at(scenario: Scenario, components: Components | None) -> None:
    """Build the first view of a game for every seat: maps, names and texts are cached for all games."""
    game = grognard.new(scenario.id, seed=0, components=components)
    with texts_of(game.rules):
        for who in (None, *game.seats):
            context = context_of(game, who)
            parts_of_game(context)
            if context.picture is not None:
                map_of(context.picture)
