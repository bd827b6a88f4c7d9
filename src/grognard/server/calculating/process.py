"""A process that computes exact odds: one line of JSON a question, one line an answer.

It gets the position of a game, never its dice, and remembers nothing but the rules.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from grognard.core.dice import Dice
from grognard.core.errors import GrognardError
from grognard.core.overlays.folders import Components, overlay
from grognard.core.positions import arrange
from grognard.core.texts import speaking, texts_of
from grognard.server.shapes import Odds
from grognard.server.views.context import context_of
from grognard.server.views.odds import odds_at

YIELDING = 5
"""The niceness of the process, so that serving requests comes first."""


class Question(msgspec.Struct, frozen=True):
    """What are the odds of the fight that this action begins, or of the one under way?"""

    position: dict[str, Any]
    untrusted: bool
    """Whether the game was set up from frames that contradict each other, perhaps."""
    seat: str
    action: str
    language: str
    party: str = ""
    """Who takes part, where that is asked next."""


class Answer(msgspec.Struct, frozen=True):
    """The odds; or a sentence that says why there are none; or what went wrong."""

    odds: Odds | None = None
    refusal: str = ""
    fault: str = ""


def answer(question: Question, components: Components | None = None) -> Answer:
    try:
        game = arrange(question.position, Dice.fast(0), components)
        game.from_frames = question.untrusted
        with speaking(question.language), texts_of(game.rules):
            return Answer(odds_at(context_of(game, question.seat), question.action, question.party))
    except GrognardError as fault:
        return Answer(refusal=str(fault))
    except Exception as fault:
        return Answer(fault=f"{type(fault).__name__}: {fault}")


def main(arguments: Sequence[str]) -> None:
    """The folder of the components (or an empty string), and modules with further scenarios."""
    components, *modules = arguments or [""]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and that ends us
    if hasattr(os, "nice"):
        os.nice(YIELDING)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            waiting.put(line)
        os._exit(0)  # the server is gone

    Thread(target=read, daemon=True).start()
    try:
        for module in modules:
            import_module(module)
        known = overlay(components) if components else None
        while True:
            found = answer(msgspec.json.decode(waiting.get(), type=Question), known)
            answers.write(msgspec.json.encode(found) + b"\n")
            answers.flush()
    except GrognardError as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main(sys.argv[1:])
