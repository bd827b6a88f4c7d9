"""A process that runs computer players, so that the tables stay responsive.

It reads questions, one line of JSON each, about what a player would do in a seat of a game, and answers each with one line. It
keeps a replica of every game it was recently asked about and is sent only the new log entries. It never has the
dice: the rolls are in the log. The player gets its seat, never the game.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Sequence
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

import msgspec

from grognard.core.agreements import heard_by
from grognard.core.errors import GrognardError
from grognard.core.features import Alliances
from grognard.core.overlays.folders import Components, overlay
from grognard.core.records import rules_of
from grognard.core.texts import texts_of
from grognard.players import Player, player
from grognard.players.allies import as_ally
from grognard.server.tables.replicas import Replica, begun

REMEMBERED = 200
"""How many games are remembered."""
YIELDING = 5
"""The niceness of a bot worker, so that serving requests comes first."""


class Question(msgspec.Struct):
    """What would this player do in this seat? `entries` are the log from entry number `known` on."""

    game: str
    seat: str
    player: str
    seed: int
    known: int
    entries: list[str]
    record: dict[str, Any]
    """The header of the game: scenario, options, rules, components."""
    position: dict[str, Any] | None = None
    """The position it was set up from; sent only with the whole log."""
    said: dict[str, dict[str, str]] = {}
    """What the seat and its allies say to one another, by seat and subject."""
    advice: bool = False
    """Whether the question is what the player says to its allies."""


class Answer(msgspec.Struct):
    """The action as text, or what is said to allies; or a request to send the whole log again; or what went wrong."""

    action: str = ""
    words: dict[str, str] = {}
    again: bool = False
    fault: str = ""


class BotRunner:
    """Remembers games and players."""

    def __init__(self, components: Components | None = None) -> None:
        self.components = components
        self.replicas: OrderedDict[str, Replica] = OrderedDict()
        self.players: dict[tuple[str, str, str], Player] = {}

    def answer(self, question: Question) -> Answer:
        try:
            replica = self.replica(question)
            if replica is None:
                return Answer(again=True)
            chosen, seat = self.player(question, replica), replica.game.seat(question.seat)
            talking = as_ally(chosen)
            heard = heard_by(seat.seated_as, seat.ask(Alliances.agreement), question.said)
            with texts_of(replica.game.rules):
                if question.advice:
                    return Answer(words=talking.advise(seat, heard) if talking is not None else {})
                if talking is not None:
                    talking.hear_advice(heard)
                return Answer(str(chosen.choose(seat)))
        except Exception as fault:
            self.forget(question.game)
            return Answer(fault=f"{type(fault).__name__}: {fault}")

    def replica(self, question: Question) -> Replica | None:
        """The game at the question; None if its log is not known up to `question.known`."""
        if question.known == 0:
            self.forget(question.game)
            rules = rules_of(question.record, self.components)
            replica = begun(rules, question.position, question.entries)
            new = question.entries[replica.game.entries.length :]
        else:
            found = self.replicas.get(question.game)
            if found is None or found.game.entries.length != question.known:
                return None
            replica, new = found, question.entries
        if any(text.startswith(("undo ", "return ")) for text in new):
            self.forget(question.game)  # a player with plans should make new ones
        for _ in replica.follow(new):
            pass
        self.replicas[question.game] = replica
        self.replicas.move_to_end(question.game)
        while len(self.replicas) > REMEMBERED:
            self.forget(next(iter(self.replicas)))
        return replica

    def player(self, question: Question, replica: Replica) -> Player:
        """The player of a seat; one that was forgotten starts again with another seed."""
        key = question.game, question.seat, question.player
        if key not in self.players:
            self.players[key] = player(question.player, question.seed + replica.game.entries.length)
        return self.players[key]

    def forget(self, game: str) -> None:
        self.replicas.pop(game, None)
        self.players = {key: player for key, player in self.players.items() if key[0] != game}


def attend(questions: BinaryIO, answers: BinaryIO, runner: BotRunner) -> None:
    """Answer one question after another; when the server is gone, exit at once, even in the middle of a decision."""
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in questions:
            waiting.put(line)
        os._exit(0)

    Thread(target=read, daemon=True).start()
    while True:
        question = msgspec.json.decode(waiting.get(), type=Question)
        answers.write(msgspec.json.encode(runner.answer(question)) + b"\n")
        answers.flush()


def main(arguments: Sequence[str]) -> None:
    """The folder of the components (or an empty string), and modules with further scenarios."""
    components, *modules = arguments or [""]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and that ends us
    if hasattr(os, "nice"):
        os.nice(YIELDING)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # a player that prints must not corrupt the answers
    try:
        for module in modules:
            import_module(module)
        attend(sys.stdin.buffer, answers, BotRunner(overlay(components) if components else None))
    except GrognardError as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main(sys.argv[1:])
