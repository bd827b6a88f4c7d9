"""Asks the process for odds: one question at a time, the seats in turn, and only so many of each and in all."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from grognard.core import driving
from grognard.core.games import Game
from grognard.core.overlays.folders import Components, overlay
from grognard.core.texts import Reason, language_in_force
from grognard.server.calculating.process import Answer, Question
from grognard.server.history import ANYBODY, Visitor
from grognard.server.refusals import Refused, refused
from grognard.server.shapes import Odds
from grognard.server.threads import FIGHTS, cancel_all
from grognard.server.views.context import context_of
from grognard.server.views.odds import fight_of, offered, seated

LOG = logging.getLogger("grognard.server")

OF_ONE, IN_ALL = 4, 64
"""How many questions of one seat, and of all, may wait or be under way."""
ASK_AGAIN = 2
"""Seconds after which a refused client may try again."""
TIMEOUT = 60.0
"""Seconds after which a process that has not answered is replaced."""
LONGEST = 2**24
"""Bytes of the longest answer."""
Seat = tuple[str, str]
"""Who asks: the game, and the seat."""


class Job(NamedTuple):
    question: bytes
    answer: asyncio.Future[Answer]


class Calculator:
    """The process that computes odds, and who waits for it."""

    def __init__(self, components: Components | None = None, modules: Sequence[str] = ()) -> None:
        folder = "" if components is None else overlay(components).source
        self.command = [sys.executable, "-m", "grognard.server.calculating.process", folder, *modules]
        self._asked: Counter[Seat] = Counter()
        """How many questions each seat has here; one whose client has gone does not count any more."""
        self._waiting: OrderedDict[Seat, deque[Job]] = OrderedDict()
        self._process: asyncio.subprocess.Process | None = None
        self._work: asyncio.Task[None] | None = None

    @property
    def busy(self) -> int:
        """How many questions wait or are under way."""
        return self._asked.total()

    async def odds(self, game: Game, table: str, seat: str, action: str, by: Visitor = ANYBODY, party: str = "") -> Odds:
        """The exact odds of a fight, as a seat may know them; as soon as it is its turn, and as long as its client waits."""
        key = table, seat
        if self._asked[key] >= OF_ONE:
            raise Refused("too-many", Reason("server.too-many-odds", (), {"wait": ASK_AGAIN}))
        if self.busy >= IN_ALL:
            raise Refused("too-many", Reason("server.many-odds", (), {"wait": ASK_AGAIN}))
        self._asked[key] += 1
        answering = asyncio.create_task(self._answered(game, key, action, party))
        leaving = asyncio.create_task(by.leaves())
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            answering.cancel()
            leaving.cancel()
            await asyncio.gather(answering, leaving, return_exceptions=True)
            self._asked[key] -= 1
            if not self._asked[key]:
                del self._asked[key]
        if answering.cancelled():
            raise Refused("malformed", Reason("server.cut-off"))
        return answering.result()

    async def _answered(self, game: Game, key: Seat, action: str, party: str) -> Odds:
        question = await FIGHTS.run(asked, driving.apart(game), key[1], action, party, language_in_force())
        job = Job(question, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(key, deque()).append(job)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._work_off())
        answer = await job.answer
        if answer.refusal:
            raise Refused("illegal", answer.refusal)
        if answer.odds is None:
            LOG.error("The odds of '%s' in the game %s cannot be computed: %s", action, key[0], answer.fault)
            raise refused("broken")
        return answer.odds

    async def _work_off(self) -> None:
        """Ask one question of each seat in turn; whoever has gone is passed over."""
        while self._waiting:
            key, jobs = self._waiting.popitem(last=False)
            job = jobs.popleft()
            if jobs:
                self._waiting[key] = jobs
            if not job.answer.done():
                answer = await self._ask(job.question)
                if not job.answer.done():
                    job.answer.set_result(answer)

    async def _ask(self, question: bytes) -> Answer:
        """Ask the process; one that has died or is too slow is replaced for the next question."""
        try:
            async with asyncio.timeout(TIMEOUT):
                process = await self._started()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(question + b"\n")
                await process.stdin.drain()
                return msgspec.json.decode(await process.stdout.readline(), type=Answer)
        except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as fault:
            await self._end()
            return Answer(fault=f"the process has not answered ({type(fault).__name__})")
        except asyncio.CancelledError:
            await self._end()
            raise

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=pipe, limit=LONGEST)
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            if process.stdin is not None:
                process.stdin.close()
            await process.communicate()

    async def close(self) -> None:
        """End the process; whoever still waits is refused."""
        if self._work is not None:
            await cancel_all([self._work])
        for jobs in self._waiting.values():
            for job in jobs:
                job.answer.cancel()
        await self._end()


def asked(game: Game, seat: str, action: str, party: str, language: str) -> bytes:
    """The question to the process; whatever can be refused without it is refused at once."""
    context = context_of(game, seat)
    asking = seated(context)
    fight_of(asking, offered(context, asking, action) if action else None)
    return msgspec.json.encode(Question(game.position(), game.from_frames, seat, action, language, party))
