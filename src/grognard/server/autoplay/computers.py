"""Computer players and standing orders at the tables: they move as people do, by commands with idempotency keys.

Computer players run in processes of their own (bot workers). Automatic answers to sealed questions are computed at once but
submitted only when no person is left to answer: their timing gives nothing away, and they disturb nobody. In the windows of
games with cards they come at a fixed pace, so that nobody can tell an empty hand from one that was thought about; for a seat
that wants to be asked only if something it holds fits, they come as late as a person's might, and only while that person is
there.

To a person who shares things with it a computer player also speaks (`tables/advice.py`): when that person is asked or has said
something, and apart from the course of the game, which waits for nobody's words.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence, Set
from contextlib import suppress
from functools import partial
from math import log
from random import Random, SystemRandom
from time import monotonic
from typing import TypeVar

import msgspec

from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.overlays.folders import Components, overlay
from grognard.core.procedures import AskAll
from grognard.core.records import encode_entry
from grognard.core.texts import texts_of
from grognard.players import player
from grognard.server.autoplay.bot_runner import Answer, Question
from grognard.server.refusals import Refused
from grognard.server.shapes import HUMAN
from grognard.server.tables.answering import BY_ITSELF, Automatic
from grognard.server.tables.home import Home
from grognard.server.tables.table import Move, Table
from grognard.server.threads import cancel_all

ANSWER_TIMEOUT = 120.0
"""Seconds after which a bot worker that has not answered is replaced."""
ADVICE_TIMEOUT = 10.0
"""Seconds after which a player that has not found what to say is left to be silent."""
GUARDED_PACE = 0.5
"""Seconds until an automatic answer in a window is submitted, whatever it is and however soon it was found."""
LEISURE, SHORTEST, LONGEST, SPREAD = 4.0, 1.5, 20.0, 0.6
"""How long a leisurely answer takes, in seconds: the median, the bounds, and the standard deviation of its logarithm."""
ATTEMPTS = 3
"""How often a player is asked before a simpler one decides instead."""
SIMPLER = "random"
RETRY_EVERY = 2.0
"""Seconds until we check again whether another process still has the game, or the database is back."""

LOG = logging.getLogger(__name__)
T = TypeVar("T")


class WorkerFailed(Exception):
    """A bot worker crashed, timed out or has no answer."""


class BotWorker:
    """A process that runs computer players."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.told: dict[str, int] = {}
        """How many log entries of each game it has been sent."""

    @property
    def pid(self) -> int:
        return self.process.pid

    async def choose(self, table: Table, seat: str, name: str) -> str:
        """What a player would do in a seat."""
        return (await self._answer(table, seat, name, advice=False)).action

    async def advise(self, table: Table, seat: str, name: str) -> dict[str, str]:
        """What a player says to the allies of a seat."""
        return (await self._answer(table, seat, name, advice=True)).words

    async def _answer(self, table: Table, seat: str, name: str, advice: bool) -> Answer:
        for known in (self.told.get(table.id, 0), 0):
            answer = await self._ask(question(table, seat, name, known, advice))
            if answer.fault:
                self.told.pop(table.id, None)
                raise WorkerFailed(answer.fault)
            if not answer.again:
                return answer
        raise WorkerFailed("it has lost the game's log")

    async def _ask(self, question: Question) -> Answer:
        pipe, answers = self.process.stdin, self.process.stdout
        assert pipe is not None
        assert answers is not None
        try:
            pipe.write(msgspec.json.encode(question) + b"\n")
            await pipe.drain()
            line = await answers.readline()
        except OSError as fault:
            raise WorkerFailed(repr(fault)) from None
        if not line:
            raise WorkerFailed("it has ended")
        self.told[question.game] = question.known + len(question.entries)
        return msgspec.json.decode(line, type=Answer)

    async def end(self) -> None:
        """Kill the process."""
        with suppress(ProcessLookupError):
            self.process.kill()
        if self.process.stdin is not None:
            self.process.stdin.close()
        await self.process.communicate()


def question(table: Table, seat: str, name: str, known: int, advice: bool = False) -> Question:
    """The question to a bot worker; it never learns the secret of the dice."""
    game = table.game
    return Question(
        game=table.id,
        seat=seat,
        player=name,
        seed=table.seats[seat].seed,
        known=known,
        entries=[encode_entry(entry) for entry in game.entries.since(known)],
        record=table.record_header,
        position=game.opening if known == 0 else None,
        said=table.advice_for(seat),
        advice=advice,
    )


def leisure(chance: Random) -> float:
    """Seconds that a person might think in a window. Nothing about the game goes into it, for it would come out again."""
    return min(max(chance.lognormvariate(log(LEISURE), SPREAD), SHORTEST), LONGEST)


class Leisurely:
    """When leisurely answers to a question are due: each as long after its seat could have answered as a person would take.

    A seat can answer while it is online. If it goes and comes back, it begins anew: a pass that comes as soon as somebody
    is back, because a clock ran on without them, would say that nobody had looked at it.
    """

    def __init__(self, leisure: Callable[[], float]) -> None:
        self._leisure = leisure
        self._since: dict[str, object] = {}
        """Since which arrival each seat could have answered."""
        self.due: dict[str, float] = {}
        """When each answer is due, by the clock of `monotonic`; without those who are away."""

    def look(self, table: Table, seats: Set[str]) -> None:
        """Take note of who is there now."""
        online = table.online & seats
        for seat in self._since.keys() - online:
            del self._since[seat], self.due[seat]
        for seat in online:
            arrival = table.arrivals[seat]
            if self._since.get(seat) != arrival:
                self._since[seat], self.due[seat] = arrival, monotonic() + self._leisure()


def is_guarded(game: Game) -> bool:
    """Whether the question now is asked of whoever might hold something, so that a quick answer would tell."""
    return bool(game.stack) and game.stack[-1].in_anothers_turn


class Computers:
    """The computer players of all tables of this process."""

    def __init__(self, tables: Home, workers: int = 1, modules: Sequence[str] = (), timeout: float = ANSWER_TIMEOUT) -> None:
        self.tables = tables
        self.timeout = timeout
        self.pace = GUARDED_PACE
        self.leisure: Callable[[], float] = partial(leisure, SystemRandom())
        self.command = [sys.executable, "-m", "grognard.server.autoplay.bot_runner", folder_of(tables.components), *modules]
        self.most = workers
        """How many may run at once; 0: standing orders are carried out, but computer players do not play."""
        self.workers: list[BotWorker] = []
        self._free: list[BotWorker] = []
        self._places = asyncio.Semaphore(max(1, workers))
        self._attended: dict[str, asyncio.Event] = {}
        """The tables being answered for; the event says that something has changed there."""
        self._advising: set[str] = set()
        """The tables where computer players are about to say something to their allies."""
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ which games are waiting

    async def resume(self) -> None:
        """Continue every game that was waiting for a computer player when the server last stopped."""
        for game in await self.tables.store.thinking():
            with suppress(Refused):  # a game that cannot be opened must not block the others
                await self.tables.open(game)

    def look_at(self, table: Table) -> None:
        """Something has changed at a table."""
        if table.id in self._attended:
            self._attended[table.id].set()
        elif self.to_answer(table):
            self._attended[table.id] = asyncio.Event()
            self._spawn(self._attend(table))
        if table.id not in self._advising and self.advisers(table):
            self._advising.add(table.id)
            self._spawn(self._advise(table))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def to_answer(self, table: Table) -> dict[str, Automatic]:
        """The seats to answer for."""
        return {seat: known for seat, known in table.automatic.items() if known.action or self.most}

    async def _attend(self, table: Table) -> None:
        """Answer for the seats of a table until a person must."""
        claimed = False
        try:
            while self.to_answer(table):
                claimed = claimed or await self.tables.store.database.claim(table.id)
                if claimed:
                    with texts_of(table.game.rules):
                        await self._play(table)
                else:
                    await self._change(table, RETRY_EVERY)
        except Exception:
            LOG.exception("The computer players of the game %s have failed.", table.id)
        finally:
            del self._attended[table.id]
            if claimed:
                await self.tables.store.database.release(table.id)

    async def _change(self, table: Table, seconds: float | None = None) -> None:
        """Wait until something has changed at the table, or until the timeout."""
        changed = self._attended[table.id]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await changed.wait()
        changed.clear()

    # ------------------------------------------------------------------ one question

    async def _play(self, table: Table) -> None:
        """Answer the current question for every automatic seat."""
        since, begun = table.asked.since, monotonic()
        sealed, guarded = isinstance(table.game.pending, AskAll), is_guarded(table.game)
        waiting = self.to_answer(table)
        leisurely = Leisurely(self.leisure)
        answers: dict[str, str] = {}
        heard = {seat: table.advice_for(seat) for seat in waiting}
        for seat, answer in waiting.items():
            answers[seat] = answer.action or await self._think(table, seat, answer.player, since, sealed or guarded)
        while table.asked.since == since:
            known = table.automatic
            seats = [seat for seat in known if answers.get(seat)]
            if not seats:
                return
            for seat in seats:
                if known[seat].player and heard[seat] != table.advice_for(seat):  # allies have spoken meanwhile
                    heard[seat] = table.advice_for(seat)
                    answers[seat] = await self._think(table, seat, known[seat].player, since, private=True)
            alone = not sealed or all(seat in known for seat in table.game.actors)
            leisurely.look(table, {seat for seat in seats if known[seat].leisurely})
            due = {seat: begun + (self.pace if guarded else 0.0) for seat in seats if alone and not known[seat].leisurely}
            due |= leisurely.due
            if not due:
                await self._change(table)
                continue
            seat = min(due, key=lambda seat: due[seat])
            if (early := due[seat] - monotonic()) > 0:
                await self._change(table, early)
                continue
            move = Move(table.seq, f"{BY_ITSELF}{since}", "action", answers[seat])
            try:
                await table.move_for(seat, table.seats[seat].player, move)
            except Refused as refusal:
                if refusal.error == "unavailable":
                    await self._change(table, RETRY_EVERY)
                elif refusal.error != "stale":
                    return  # the game has moved on, and the answer no longer fits

    async def _think(self, table: Table, seat: str, name: str, since: int, private: bool) -> str:
        """What a player wants to do in a seat; empty if the question is no longer open.

        Others are shown that it thinks, unless that would tell something or the player stands in for a person.
        """
        shown = not private and table.seats[seat].player != HUMAN
        if shown:
            table.show_thinking(seat, True)
        try:
            for _ in range(ATTEMPTS):
                async with self._places:
                    if table.asked.since != since:
                        return ""
                    try:
                        return await self._from(partial(legal_choice, table, seat, name), self.timeout)
                    except WorkerFailed as fault:
                        LOG.warning("The player %s of %s in the game %s failed: %s", name, seat, table.id, fault)
            if table.asked.since != since:
                return ""
            return str(player(SIMPLER, table.seats[seat].seed + table.seq).choose(table.game.seat(seat)))
        finally:
            if shown:
                table.show_thinking(seat, False)

    async def _from(self, ask: Callable[[BotWorker], Awaitable[T]], timeout: float) -> T:
        """Ask a bot worker; one that crashes, times out or answers nonsense is replaced."""
        worker = self._free.pop() if self._free else await self._start_worker()
        try:
            async with asyncio.timeout(timeout):
                answer = await ask(worker)
        except BaseException as fault:
            await worker.end()
            self.workers.remove(worker)  # one whose end was interrupted is left to `close`
            if isinstance(fault, TimeoutError):
                raise WorkerFailed(f"it has not answered in {timeout} seconds") from None
            raise
        self._free.append(worker)
        return answer

    # ------------------------------------------------------------------ what they say to their allies

    def advisers(self, table: Table) -> list[str]:
        """The seats whose players may have something new to say to an ally; whoever is to move does that first."""
        due = table.due_to_speak() if self.most else []
        return due if due and (isinstance(table.game.pending, AskAll) or not self.to_answer(table)) else []

    async def _advise(self, table: Table) -> None:
        """Let the players of a table speak to the people beside them: nothing waits for it, and only those people see it."""
        lock, claimed = f"{table.id} advice", False
        try:
            claimed = await self.tables.store.database.claim(lock)
            while claimed and (seats := self.advisers(table)):
                for seat in seats:
                    await self._speak(table, seat)
        except (WorkerFailed, Refused) as fault:
            LOG.warning("A computer player of the game %s has nothing to say: %s", table.id, fault)
        except Exception:
            LOG.exception("The computer players of the game %s cannot speak.", table.id)
        finally:
            self._advising.discard(table.id)
            if claimed:
                await self.tables.store.database.release(lock)

    async def _speak(self, table: Table, seat: str) -> None:
        """Ask a player once what it says on this occasion, and pass it on if that has not gone by."""
        name, occasion = table.seats[seat].player, table.begin_to_speak(seat)
        async with self._places:
            words = await self._from(lambda worker: worker.advise(table, seat, name), min(self.timeout, ADVICE_TIMEOUT))
        before = table.advice.get(seat, {})
        for about in sorted({*before, *words}):
            word = words.get(about, "")
            if word != before.get(about, "") and (table.seats[seat].player, table.occasion_to_speak(seat)) == (name, occasion):
                await table.advise(seat, about, word)

    async def _start_worker(self) -> BotWorker:
        pipe = asyncio.subprocess.PIPE
        worker = BotWorker(await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=pipe))
        self.workers.append(worker)
        return worker

    async def close(self) -> None:
        await cancel_all(list(self._tasks))
        for worker in self.workers:
            await worker.end()


def folder_of(components: Components | None) -> str:
    """The folder that components were read from."""
    return "" if components is None else overlay(components).source


async def legal_choice(table: Table, seat: str, name: str, worker: BotWorker) -> str:
    """What a player would do in a seat; a choice that is not offered is a failure."""
    answer = await worker.choose(table, seat, name)
    if not is_offered(table, seat, answer):
        raise WorkerFailed(f"'{answer[:50]}' is not a legal choice")
    return answer


def is_offered(table: Table, seat: str, answer: str) -> bool:
    """Whether the text of an action is among the choices of a seat; a long list is not walked through for it."""
    try:
        return table.game.rules.vocabulary.parse(answer) in table.game.actions(seat)
    except GrognardError:
        return False
