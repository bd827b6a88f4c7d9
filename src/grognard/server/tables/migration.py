"""Games that were played by earlier rules: they go on by those of today if these lead to the same game, or can only be read.

A log holds choices and rolls, not what they meant. So a game goes on only if every entry is still legal in its place, the
log comes out the same, and so does everything that the players were told, as far as a snapshot has kept that.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.core import driving
from grognard.core.dice import Live
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.records import HIDDEN, digest, encode_entry, write
from grognard.core.rules import Rules
from grognard.server.storage.snapshots import restore, told_in
from grognard.server.storage.store import Loaded
from grognard.server.tables.replicas import Replica, begun
from grognard.server.views.context import context_of
from grognard.server.views.log import LogView
from grognard.server.views.table import parts_of_game

LOG = logging.getLogger("grognard.server")
OF_THE_TABLE = ("undo", "resign", "return", "agree")
"""How entries begin that are nobody's secret."""


class Earlier(msgspec.Struct, frozen=True):
    """What is known of a game that the rules of today would not tell as it was played."""

    version: str
    """The version of the rules by which it was played."""
    now: str
    finished: bool
    texts: tuple[str, ...]
    """The whole log."""
    told: int
    """How many entries of it the game that is shown has."""
    replayed: Game
    """The game as far as the rules of today can play it: its history."""

    def untold(self, seat: str | None) -> list[str]:
        """The entries that are only in the log; if it is not finished, without what a seat or a spectator may not know."""
        rest = self.texts[self.told :]
        return [text if self.finished or is_open(text, seat) else f"{text.split()[0]} {HIDDEN}" for text in rest]

    def record(self, game: Game, seat: str | None) -> dict[str, Any]:
        """The record that a seat may have: all of it once the game is finished."""
        record = write(game, None if self.finished else seat) | {"rules": self.version}
        record["entries"] = [*record["entries"][: self.told], *self.untold(seat)]
        return record | {"digest": digest(record)}


def is_open(text: str, seat: str | None) -> bool:
    """Whether a seat may read an entry of which is not known what it meant."""
    return text.split()[0] in (*OF_THE_TABLE, seat)


def migrated(loaded: Loaded, rules: Rules, dice: Live) -> tuple[Replica, Earlier | None]:
    """A game of earlier rules by the rules of today: to go on, or (with what is known of it) to be read only."""
    header, texts = loaded.header, [text for move in loaded.moves for text in move.entries]
    replayed, fault = as_far_as_legal(begun_if_possible(rules, header.position, texts, dice), texts, dice)
    body = loaded.snapshot[1] if loaded.snapshot is not None else None
    if not fault and body is not None and (told := told_in(body, texts, dice)) is not None:
        fault = "" if told.is_told_in(replayed.game) else "what happened would be told otherwise"
    if not fault:
        LOG.info("The game %s goes on by version %s of its rules, instead of %s.", header.id, rules.version, header.rules)
        return replayed, None
    LOG.warning(
        "The game %s was played by version %s of its rules and can only be read by version %s: %s.",
        header.id,
        header.rules,
        rules.version,
        fault.rstrip("."),
    )
    shown = replayed
    if body is not None and (found := as_it_stood(body, rules, header.position, texts, dice)) is not None:
        shown, _ = as_far_as_legal(Replica(found), texts, dice)
    shown.befores = []  # nothing is undone any more
    earlier = Earlier(header.rules, rules.version, header.over, tuple(texts), shown.game.entries.length, replayed.game)
    return shown, earlier


def begun_if_possible(rules: Rules, position: dict[str, Any] | None, texts: Sequence[str], dice: Live) -> Replica:
    """The game at its beginning; if that cannot be set up any more, at the beginning of the scenario."""
    try:
        return begun(rules, position, texts, dice)
    except GrognardError:
        game = rules.game_class(rules.scenario, rules.options, dice)
        driving.take_state(game, rules.opening())
        driving.begin(game, rules.first_procedure(game.state))
        return Replica(game)


def as_far_as_legal(replica: Replica, texts: Sequence[str], dice: Live) -> tuple[Replica, str]:
    """The game as long as a log leads to itself, and what comes between it and the end of the log, if anything does."""
    last, fault = replica.copy(), ""
    done = replica.game.entries.length
    if [encode_entry(entry) for entry in replica.game.entries.since(0)] != list(texts[:done]):
        return last, "it does not begin in the same way"
    try:
        for _ in replica.follow(texts[done : done + readable(replica.game.rules, texts[done:])], dice):
            length = replica.game.entries.length
            if [encode_entry(entry) for entry in replica.game.entries.since(done)] != list(texts[done:length]):
                fault = f"its log would not be the same after entry {done}"
                break
            done, last = length, replica.copy()
    except GrognardError as error:
        fault = str(error)
    if not fault and done < len(texts):
        fault = f"its entry {done + 1} '{texts[done]}' cannot be read"
    if fault:
        last.game.dice = dice
        return last, fault
    return replica, ""


def readable(rules: Rules, texts: Sequence[str]) -> int:
    """How many entries there are before the first with a word that the rules do not have any more."""
    for place, text in enumerate(texts):
        head, _, rest = text.partition(" ")
        if head in rules.seats:
            try:
                rules.vocabulary.parse(rest)
            except GrognardError:
                return place
    return len(texts)


def as_it_stood(body: bytes, rules: Rules, opening: dict[str, Any] | None, texts: Sequence[str], dice: Live) -> Game | None:
    """The game of a snapshot that earlier rules made, if the rules of today can show it to everybody."""
    game = restore(body, rules, opening, texts, dice, of_any_version=True)
    if game is None:
        return None
    try:
        for seat in (None, *game.seats):
            context = context_of(game, seat)
            parts_of_game(context)
            LogView().lines_of(context)
    except Exception:  # other rules wrote it, so anything may be wrong with it
        LOG.debug("A snapshot of earlier rules cannot be shown.", exc_info=True)
        return None
    return game
