"""Telling a person who is away that it is his turn.

Now and then the database is asked which games have moved on since a person who wants to be told was last there. If it is his
turn indeed, one process sets about to send the notice, and nothing more is sent until he has been at the table again.
"""

from __future__ import annotations

import asyncio
import logging
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid
from typing import TYPE_CHECKING

import msgspec

from grognard.core.texts import in_table, language_in_force, speaking, text
from grognard.server.autoplay.answering import HUMAN
from grognard.server.notices.due import DueNotices, OwedRow
from grognard.server.notices.sending import Unsent, post, send_letter
from grognard.server.notices.settings import MAIL, Kind, NoticeSettings, check_address
from grognard.server.refusals import Refused
from grognard.server.tables.cache import LATELY
from grognard.server.tables.table import Table
from grognard.server.threads import end
from grognard.server.views.catalogue import title_of
from grognard.server.views.table import when_of
from grognard.server.views.viewer import Viewer
from grognard.telling.words import capital

if TYPE_CHECKING:
    from grognard.server.tables.registry import Tables

AT_ONCE = 4
"""How many notices are sent at the same time."""
END_WITHIN = 5.0
"""Seconds that what is being sent may take when the server closes; what is not sent by then is sent by the next."""

LOG = logging.getLogger(__name__)


class YourTurn(msgspec.Struct, frozen=True):
    """What a notice says; a webhook is posted this as JSON."""

    event: str
    game: str
    title: str
    seat: str
    side: str
    turn: int | None
    when: str
    link: str
    text: str
    """What to say of it in one line."""
    content: str
    """The same: chat services look for the one or the other."""


def your_turn(table: Table, seat: str, public_url: str) -> YourTurn:
    """The notice to a seat, in the language in force. The secret of the seat is not known here: its browser knows it again."""
    sight = Viewer(table.game, seat)
    title, side, when = title_of(sight.scenario), capital(in_table("side", seat)), when_of(sight)
    link = f"{public_url}/table/{table.id}/mine"
    words = text("server.notice.turn", {"title": title, "side": side})
    if when.words:
        words = f"{words} {text('server.notice.when', {'when': when.words})}"
    said = f"{words} {link}"
    return YourTurn("your-turn", table.id, title, seat, side, when.turn, when.words, link, said, said)


def letter(notice: YourTurn, sender: str, to: str) -> EmailMessage:
    """The notice as a letter."""
    message = EmailMessage()
    message["Subject"] = text("server.notice.subject", {"title": notice.title})
    message["From"] = formataddr((text("server.notice.from"), sender))
    message["To"] = to
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid("your-turn", sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    turn = notice.text.removesuffix(f" {notice.link}")
    words = (turn, text("server.notice.where", {"link": notice.link}), text("server.notice.why"))
    message.set_content("\n\n".join(words) + "\n")
    return message


class Notices:
    """The notices of all tables of this process."""

    def __init__(self, tables: Tables, bag: NoticeSettings | None) -> None:
        self.tables = tables
        self.bag = bag
        self.owed = DueNotices(tables.store.database)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._attended: set[tuple[str, str, str]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.bag is not None:
            self._watch = asyncio.create_task(self._keep_watching(self.bag))

    async def close(self) -> None:
        """Let what is being sent be sent, but not for ever."""
        if self._watch is not None:
            await end([self._watch])
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=END_WITHIN)
        await end(list(self._tasks))

    # ------------------------------------------------------------------ what a seat leaves

    async def of(self, game: str, seat: str) -> dict[Kind, str]:
        """The kinds of notices that are offered, each with the address that a seat has left, if any."""
        if self.bag is None:
            return {}
        kept = await self.owed.of(game, seat)
        return {kind: kept.get(kind, "") for kind in self.bag.kinds}

    async def leave(self, game: str, seat: str, kind: str, address: str) -> None:
        """Keep the address at which a seat wants to be told; an empty one ends it, whatever is offered."""
        address = address.strip(" ")
        if not address:
            await self.owed.clear(game, seat, kind)
            return
        check_address(self.bag, kind, address)
        await self.owed.leave(game, seat, kind, address, language_in_force())

    # ------------------------------------------------------------------ who is owed one

    async def _keep_watching(self, bag: NoticeSettings) -> None:
        while True:
            try:
                await self.look_around()
            except Refused:
                pass  # the database is out of reach: it is asked again soon
            except Exception:
                LOG.exception("Who is owed a notice cannot be found out.")
            await asyncio.sleep(bag.every)

    async def look_around(self) -> list[asyncio.Task[None]]:
        """Attend to all that is owed now; returns what was begun."""
        bag = self.bag
        if bag is None:
            return []
        await self.owed.clear_finished()
        begun = []
        for row in await self.owed.owed(bag.kinds, bag.grace, LATELY.total_seconds()):
            key = row.game, row.seat, row.kind
            if key not in self._attended:
                self._attended.add(key)
                task = asyncio.create_task(self._attend(bag, row))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                begun.append(task)
        return begun

    async def _attend(self, bag: NoticeSettings, row: OwedRow) -> None:
        """Send one notice, if it is owed indeed and nobody else does."""
        try:
            async with self._places:
                claimed = await self.owed.claim(row, bag.lease)
                if claimed is not None:
                    await self._tell(bag, claimed)
        except Refused:
            pass  # the database is out of reach; whoever sees it again goes on
        except Exception:
            LOG.exception("A notice of the game %s cannot be sent.", row.game)
        finally:
            self._attended.discard((row.game, row.seat, row.kind))

    async def _tell(self, bag: NoticeSettings, row: OwedRow) -> None:
        try:
            table = await self.tables.open(row.game)
        except Refused as refusal:
            if refusal.error == "unavailable":
                raise
            await self.owed.not_asked(row)  # it cannot be opened: there is nothing to be asked
            return
        if table.seq != row.seq or row.seat in table.online:
            await self.owed.not_now(row)
        elif not is_asked(table, row.seat):
            await self.owed.not_asked(row)
        else:
            await self._send(bag, row, table)

    async def _send(self, bag: NoticeSettings, row: OwedRow, table: Table) -> None:
        try:
            with speaking(row.language):
                notice = your_turn(table, row.seat, bag.public_url)
                if row.kind == MAIL and bag.mail is not None:
                    await send_letter(bag.mail, letter(notice, bag.mail.sender, row.address))
                else:
                    await post(row.address, msgspec.json.encode(notice), bag.anywhere)
        except Unsent as fault:
            pause = bag.pauses[row.tries - 1] if row.tries <= len(bag.pauses) else None
            then = "it is given up" if pause is None else f"again in {pause:.0f} seconds"
            LOG.warning("A notice (%s) of the game %s was not sent: %s; %s.", row.kind, row.game, fault, then)
            await (self.owed.told(row) if pause is None else self.owed.again(row, pause))
        else:
            await self.owed.told(row)


def is_asked(table: Table, seat: str) -> bool:
    """Whether a table waits for the person of a seat, and nothing answers for him."""
    return seat in table.game.actors and table.players[seat] == HUMAN and seat not in table.automatic
