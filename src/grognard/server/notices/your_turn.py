"""Notifies people who are away that it is their turn.

At intervals the database is asked which games have moved on since a person who wants notices was last there. If it really is
their turn, one process sends the notice, and nothing more is sent until they have been at the table again.
"""

from __future__ import annotations

import asyncio
import logging
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid

import msgspec

from grognard.core.texts import in_table, language_in_force, speaking, text, texts_of
from grognard.server.notices.due import DueNotice, DueNotices
from grognard.server.notices.sending import Unsent, post, send_mail
from grognard.server.notices.settings import MAIL, Kind, NoticeSettings, check_address
from grognard.server.refusals import Refused
from grognard.server.shapes import HUMAN
from grognard.server.tables.cache import ONLINE_GRACE
from grognard.server.tables.home import Home
from grognard.server.tables.table import Table
from grognard.server.threads import cancel_all
from grognard.server.views.catalogue import title_of
from grognard.server.views.context import context_of
from grognard.server.views.table import when_of
from grognard.telling.words import capital

AT_ONCE = 4
"""How many notices are sent at the same time."""
CLOSE_TIMEOUT = 5.0
"""Seconds to wait for notices being sent when the server closes; the rest are sent by the next process."""

LOG = logging.getLogger(__name__)


class YourTurn(msgspec.Struct, frozen=True):
    """The content of a notice; this is posted to webhooks as JSON."""

    event: str
    game: str
    title: str
    seat: str
    side: str
    turn: int | None
    when: str
    link: str
    text: str
    """A summary in one line."""
    content: str
    """The same: chat services look for one or the other."""


def your_turn(table: Table, seat: str, public_url: str) -> YourTurn:
    """The notice to a seat, in the current language. The seat's secret is not known here: the player's browser has it."""
    context = context_of(table.game, seat)
    title, side, when = title_of(context.seat.rules.scenario), capital(in_table("side", seat)), when_of(context)
    link = f"{public_url}/table/{table.id}/mine"
    words = text("server.notice.turn", {"title": title, "side": side})
    if when.words:
        words = f"{words} {text('server.notice.when', {'when': when.words})}"
    said = f"{words} {link}"
    return YourTurn("your-turn", table.id, title, seat, side, when.turn, when.words, link, said, said)


def email(notice: YourTurn, sender: str, to: str) -> EmailMessage:
    """The notice as an e-mail."""
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

    def __init__(self, tables: Home, settings: NoticeSettings | None) -> None:
        self.tables = tables
        self.settings = settings
        self.due = DueNotices(tables.store.database)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._attended: set[tuple[str, str, str]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.settings is not None:
            self._watch = asyncio.create_task(self._keep_watching(self.settings))

    async def close(self) -> None:
        """Finish sending, but not for ever."""
        if self._watch is not None:
            await cancel_all([self._watch])
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSE_TIMEOUT)
        await cancel_all(list(self._tasks))

    # ------------------------------------------------------------------ addresses

    async def of(self, game: str, seat: str) -> dict[Kind, str]:
        """The kinds of notices that are offered, each with the address of a seat, if any."""
        if self.settings is None:
            return {}
        kept = await self.due.of(game, seat)
        return {kind: kept.get(kind, "") for kind in self.settings.kinds}

    async def leave(self, game: str, seat: str, kind: str, address: str) -> None:
        """Store the address of a seat; an empty one deletes it, whatever is offered."""
        address = address.strip(" ")
        if not address:
            await self.due.clear(game, seat, kind)
            return
        check_address(self.settings, kind, address)
        await self.due.leave(game, seat, kind, address, language_in_force())

    # ------------------------------------------------------------------ due notices

    async def _keep_watching(self, settings: NoticeSettings) -> None:
        while True:
            try:
                await self.send_due()
            except Refused:
                pass  # the database cannot be reached: try again soon
            except Exception:
                LOG.exception("The due notices could not be found.")
            await asyncio.sleep(settings.every)

    async def send_due(self) -> list[asyncio.Task[None]]:
        """Start sending all notices that are due now; returns the tasks."""
        settings = self.settings
        if settings is None:
            return []
        await self.due.clear_finished()
        begun = []
        for row in await self.due.find(settings.kinds, settings.grace, ONLINE_GRACE.total_seconds()):
            key = row.game, row.seat, row.kind
            if key not in self._attended:
                self._attended.add(key)
                task = asyncio.create_task(self._attend(settings, row))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                begun.append(task)
        return begun

    async def _attend(self, settings: NoticeSettings, row: DueNotice) -> None:
        """Send one notice, if it really is due and no other process sends it."""
        try:
            async with self._places:
                claimed = await self.due.claim(row, settings.lease)
                if claimed is not None:
                    await self._tell(settings, claimed)
        except Refused:
            pass  # the database cannot be reached; the notice is found again later
        except Exception:
            LOG.exception("A notice for the game %s could not be sent.", row.game)
        finally:
            self._attended.discard((row.game, row.seat, row.kind))

    async def _tell(self, settings: NoticeSettings, row: DueNotice) -> None:
        try:
            table = await self.tables.open(row.game)
        except Refused as refusal:
            if refusal.error == "unavailable":
                raise
            await self.due.not_asked(row)  # it cannot be opened: nobody is asked anything
            return
        if table.seq != row.seq or row.seat in table.online:
            await self.due.not_now(row)
        elif not is_asked(table, row.seat):
            await self.due.not_asked(row)
        else:
            await self._send(settings, row, table)

    async def _send(self, settings: NoticeSettings, row: DueNotice, table: Table) -> None:
        try:
            with speaking(row.language), texts_of(table.game.rules):
                notice = your_turn(table, row.seat, settings.public_url)
                if row.kind == MAIL and settings.mail is not None:
                    await send_mail(settings.mail, email(notice, settings.mail.sender, row.address))
                else:
                    await post(row.address, msgspec.json.encode(notice), settings.anywhere)
        except Unsent as fault:
            pause = settings.pauses[row.tries - 1] if row.tries <= len(settings.pauses) else None
            then = "it is dropped" if pause is None else f"trying again in {pause:.0f} seconds"
            LOG.warning("A notice (%s) for the game %s was not sent: %s; %s.", row.kind, row.game, fault, then)
            await (self.due.told(row) if pause is None else self.due.again(row, pause))
        else:
            await self.due.told(row)


def is_asked(table: Table, seat: str) -> bool:
    """Whether a table waits for the person in a seat, and nothing answers for them while they are away."""
    if table.earlier is not None or seat not in table.game.actors or table.players[seat] != HUMAN:
        return False
    answer = table.automatic.get(seat)
    return answer is None or answer.leisurely
