"""Computer players and standing orders at the tables: they move as a person does, by a command with a key.

Computer players think in processes of their own. A sealed answer of theirs, or one that was ordered, is found at once but put
down only when no person is left to answer: so it betrays nothing by when it comes, and disturbs nobody.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from grognard.core.errors import GrognardError
from grognard.core.overlays.folders import Components, overlay
from grognard.core.procedures import AskAll
from grognard.core.records import spell
from grognard.players import player
from grognard.server.autoplay.answering import BY_ITSELF, HUMAN, Automatic
from grognard.server.autoplay.thinking import Answer, Question
from grognard.server.refusals import Refused
from grognard.server.tables.table import Move, Table
from grognard.server.threads import end

if TYPE_CHECKING:
    from grognard.server.tables.registry import Tables

PATIENCE = 120.0
"""Seconds after which a player who has not answered is given up."""
ATTEMPTS = 3
"""How often a player is asked before somebody simpler decides in its place."""
SIMPLER = "random"
AGAIN = 2.0
"""Seconds until we look again whether another process still thinks about a game, or the database is back."""

LOG = logging.getLogger(__name__)


class GaveUp(Exception):
    """A thinker that broke down, fell silent or has no answer."""


class Thinker:
    """A process in which players think."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.told: dict[str, int] = {}
        """How much of the log of each game it has been told."""

    @property
    def pid(self) -> int:
        return self.process.pid

    async def choose(self, table: Table, seat: str, name: str) -> str:
        """What a player would do on a seat."""
        for known in (self.told.get(table.id, 0), 0):
            answer = await self._ask(question(table, seat, name, known))
            if answer.fault:
                self.told.pop(table.id, None)
                raise GaveUp(answer.fault)
            if not answer.again:
                return answer.action
        raise GaveUp("it does not remember what it was told")

    async def _ask(self, question: Question) -> Answer:
        pipe, answers = self.process.stdin, self.process.stdout
        assert pipe is not None
        assert answers is not None
        try:
            pipe.write(msgspec.json.encode(question) + b"\n")
            await pipe.drain()
            line = await answers.readline()
        except OSError as fault:
            raise GaveUp(repr(fault)) from None
        if not line:
            raise GaveUp("it has ended")
        self.told[question.game] = question.known + len(question.entries)
        return msgspec.json.decode(line, type=Answer)

    async def end(self) -> None:
        """End the process, whatever it does."""
        with suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.communicate()


def question(table: Table, seat: str, name: str, known: int) -> Question:
    """What a thinker is asked; it never learns the secret of the dice."""
    game = table.game
    return Question(
        game=table.id,
        seat=seat,
        player=name,
        seed=table.seats[seat].seed,
        known=known,
        entries=[spell(entry) for entry in game.entries.since(known)],
        record=table.record_header,
        position=game.opening if known == 0 else None,
    )


class Computers:
    """The computer players of all tables of this process."""

    def __init__(self, tables: Tables, thinkers: int = 1, bring: Sequence[str] = (), patience: float = PATIENCE) -> None:
        self.tables = tables
        self.patience = patience
        self.command = [sys.executable, "-m", "grognard.server.autoplay.thinking", folder_of(tables.components), *bring]
        self.most = thinkers
        """How many may think at once; 0: standing orders are carried out, but computer players do not play."""
        self.thinkers: list[Thinker] = []
        self._free: list[Thinker] = []
        self._places = asyncio.Semaphore(max(1, thinkers))
        self._attended: dict[str, asyncio.Event] = {}
        """The tables that are attended to; the event says that something has changed there."""
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ which games wait for them

    async def resume(self) -> None:
        """Go on with every game that waits for a computer player since an earlier life of the server."""
        for game in await self.tables.store.thinking():
            with suppress(Refused):  # one that cannot be opened must not keep the others waiting
                await self.tables.open(game)

    def look_at(self, table: Table) -> None:
        """Something has changed at a table."""
        if table.id in self._attended:
            self._attended[table.id].set()
        elif self.to_answer(table):
            self._attended[table.id] = asyncio.Event()
            task = asyncio.create_task(self._attend(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def to_answer(self, table: Table) -> dict[str, Automatic]:
        """The seats that are to be answered for."""
        return {seat: known for seat, known in table.automatic.items() if known.action or self.most}

    async def _attend(self, table: Table) -> None:
        """Answer for the seats of a table until a person must."""
        claimed = False
        try:
            while self.to_answer(table):
                claimed = claimed or await self.tables.store.database.claim(table.id)
                if claimed:
                    await self._play(table)
                else:
                    await self._change(table, AGAIN)
        except Exception:
            LOG.exception("The computer players of the game %s cannot go on.", table.id)
        finally:
            del self._attended[table.id]
            if claimed:
                await self.tables.store.database.release(table.id)

    async def _change(self, table: Table, seconds: float | None = None) -> None:
        """Wait until something has changed at the table, or so long."""
        changed = self._attended[table.id]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await changed.wait()
        changed.clear()

    # ------------------------------------------------------------------ one question

    async def _play(self, table: Table) -> None:
        """Answer the present question for every seat that is to be answered for."""
        since = table.asked.since
        sealed = isinstance(table.game.pending, AskAll)
        answers = {
            seat: known.action or await self._think(table, seat, known.player, since, sealed)
            for seat, known in self.to_answer(table).items()
        }
        while table.asked.since == since:
            known = table.automatic
            seats = [seat for seat in known if answers.get(seat)]
            if not seats:
                return
            if sealed and any(seat not in known for seat in table.game.actors):
                await self._change(table)
                continue
            seat = seats[0]
            move = Move(table.seq, f"{BY_ITSELF}{since}", "action", answers[seat])
            try:
                await table.move_for(seat, table.seats[seat].player, move)
            except Refused as refusal:
                if refusal.error == "unavailable":
                    await self._change(table, AGAIN)
                elif refusal.error != "stale":
                    return  # the game has gone another way, so that the answer no longer fits

    async def _think(self, table: Table, seat: str, name: str, since: int, sealed: bool) -> str:
        """What a player wants to do on a seat; nothing if the question has passed meanwhile.

        Everybody may know that it thinks, unless the question is sealed or a person has ordered it: that is nobody's business.
        """
        shown = not sealed and table.seats[seat].player != HUMAN
        if shown:
            table.show_thinking(seat, True)
        try:
            for _ in range(ATTEMPTS):
                async with self._places:
                    if table.asked.since != since:
                        return ""
                    try:
                        return await self._ask(table, seat, name)
                    except GaveUp as fault:
                        LOG.warning("The player %s of %s in the game %s gave up: %s", name, seat, table.id, fault)
            if table.asked.since != since:
                return ""
            return str(player(SIMPLER, table.seats[seat].seed + table.seq).choose(table.game.seat(seat)))
        finally:
            if shown:
                table.show_thinking(seat, False)

    async def _ask(self, table: Table, seat: str, name: str) -> str:
        """Ask a thinker; one that breaks down, falls silent or answers nonsense is replaced."""
        thinker = self._free.pop() if self._free else await self._hire()
        try:
            async with asyncio.timeout(self.patience):
                answer = await thinker.choose(table, seat, name)
            if not is_offered(table, seat, answer):
                raise GaveUp(f"'{answer[:50]}' is no choice that it has")
        except BaseException as fault:
            await thinker.end()
            self.thinkers.remove(thinker)  # one whose end was cut short is left to `close`
            if isinstance(fault, TimeoutError):
                raise GaveUp(f"it has not answered in {self.patience} seconds") from None
            raise
        self._free.append(thinker)
        return answer

    async def _hire(self) -> Thinker:
        pipe = asyncio.subprocess.PIPE
        thinker = Thinker(await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=pipe))
        self.thinkers.append(thinker)
        return thinker

    async def close(self) -> None:
        await end(list(self._tasks))
        for thinker in self.thinkers:
            await thinker.end()


def folder_of(components: Components | None) -> str:
    """The folder that components were read from."""
    return "" if components is None else overlay(components).source


def is_offered(table: Table, seat: str, answer: str) -> bool:
    """Whether the text of an action is among the choices of a seat; a long list is not walked through for it."""
    try:
        return table.game.rules.vocabulary.parse(answer) in table.game.actions(seat)
    except GrognardError:
        return False
