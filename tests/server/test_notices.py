"""Your-turn notices: who is away is told once, at the address they left, and nobody else learns of it."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update

from grognard.core import texts
from grognard.core.texts import Reason, language_in_force, speaking
from grognard.server.notices import sending as posting
from grognard.server.notices import your_turn as notices
from grognard.server.notices.due import DueNotices
from grognard.server.notices.sending import Mail, Unsent, post, send_mail
from grognard.server.notices.settings import NoticeSettings, check_address
from grognard.server.refusals import Refused
from grognard.server.registry import Tables
from grognard.server.storage.schema import GAMES, NOTICES
from grognard.server.tables.table import Table
from tests.core.toy import TOY
from tests.server.house import Client, Guest, hello, house, sit_down, told
from tests.server.post_office import CERTIFICATE, PostOffice, Webhook, opened, secured
from tests.server.seating import EUTAW, new_table, play, play_at_random, run, settled, tables_at, until, written

PUBLIC = "https://games.example.org"
ADDRESS = "blue.player@example.org"
AGES = 3600.0
NOWHERE = Mail("127.0.0.1", 1, False, "table@example.org")
TITLE = "Eutaw Springs: the historical scenario"


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with opened(PostOffice()) as office:
        yield office


@pytest.fixture
def hook() -> Iterator[Webhook]:
    with opened(Webhook()) as hook:
        yield hook


def bag_for(office: PostOffice, **more: Any) -> NoticeSettings:
    """What the tests send: without grace, and only when they say that it is time to look around."""
    settings: dict[str, Any] = {"grace": 0.0, "every": AGES, "pauses": (0.0, 0.0), "webhooks": True, "anywhere": True} | more
    return NoticeSettings(PUBLIC, Mail("127.0.0.1", office.port, False, "table@example.org"), **settings)


@asynccontextmanager
async def quiet_tables(address: str, notice_settings: NoticeSettings | None = None) -> AsyncIterator[Tables]:
    """A server that looks around only when it is told to."""
    async with tables_at(address, notice_settings=notice_settings) as tables:
        await tables.notices.close()
        yield tables


async def send_due(*several: Tables) -> None:
    """Let these servers look at the same time who is owed a notice, and send it."""
    await asyncio.gather(*[settled(tables) for tables in several])
    for begun in await asyncio.gather(*[tables.notices.send_due() for tables in several]):
        await asyncio.gather(*begun)


async def visit(tables: Tables, table: Table, seat: str) -> None:
    """The person of a seat comes, looks, and goes."""
    async with table.subscribe(seat):
        await settled(tables)
    await settled(tables)


async def duel(tables: Tables, address: str = ADDRESS, kind: str = "mail") -> Table:
    """A duel in which both are asked; blue has left an address."""
    table, _ = await new_table(tables)
    await tables.notices.leave(table.id, "blue", kind, address)
    return table


async def duel_that_waits(tables: Tables, address: str = ADDRESS, kind: str = "mail") -> Table:
    """The same, and now only blue is asked."""
    table = await duel(tables, address, kind)
    await play(table, "red", "bid 2")
    return table


async def next_round(table: Table) -> None:
    """Blue answers, and once more only blue is asked."""
    await play(table, "blue", "bid 0")
    await play(table, "blue", "pass")
    await play(table, "red", "bid 2")


# ---------------------------------------------------------------- when somebody is told


def test_who_is_away_is_told_by_letter_when_the_game_waits_for_him(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel(tables)
            await send_due(tables)
            assert office.letters == [], "whoever leaves an address knows how the game stands"
            await play(table, "red", "bid 2")
            await send_due(tables)
            ((to, letter),) = office.letters
            assert to == [ADDRESS]
            assert (letter["To"], letter["From"]) == (ADDRESS, "Grognard <table@example.org>")
            assert letter["Subject"] == f"Your turn: {TOY.title}"
            words = letter.get_content().replace("\r", "")
            assert f"Open {PUBLIC}/table/{table.id}/mine in the browser you have played in" in words
            assert "#" not in words, "the secret of a seat is sent to nobody"
            assert letter["Auto-Submitted"] == "auto-generated"

    run(scene())


def test_a_webhook_is_posted_the_same(address, office, hook):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel_that_waits(tables, hook.url, "webhook")
            await send_due(tables)
            ((path, headers, body),) = hook.posts
            assert (path, headers["Content-Type"]) == ("/bell?for=me", "application/json")
            assert headers["Host"] == f"127.0.0.1:{hook.port}"
            assert (body["event"], body["game"], body["seat"]) == ("your-turn", table.id, "blue")
            assert body["title"] == TOY.title
            assert body["link"] == f"{PUBLIC}/table/{table.id}/mine"
            assert body["text"] == body["content"]
            assert body["link"] in body["text"]
            assert office.letters == []

    run(scene())


def test_a_seat_may_be_told_in_both_ways(address, office, hook):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel(tables)
            await tables.notices.leave(table.id, "blue", "webhook", hook.url)
            await play(table, "red", "bid 2")
            await send_due(tables)
            assert (len(office.letters), len(hook.posts)) == (1, 1)

    run(scene())


def test_a_notice_speaks_of_the_turn_and_the_side(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table, _ = await new_table(tables, EUTAW)
            for seat in table.game.seats:
                await tables.notices.leave(table.id, seat, "mail", f"{seat}@example.org")
            first = table.game.actors
            while table.game.actors == first:
                await play(table, first[0])
            await send_due(tables)
            ((to, letter),) = office.letters
            assert to == [f"{seat}@example.org" for seat in table.game.actors]
            words = f"It is your turn in {TITLE}; you play {table.game.actors[0].capitalize()}. Turn 4, 10:00 AM: "
            assert letter.get_content().startswith(words)
            assert letter["Subject"] == f"Your turn: {TITLE}"

    run(scene())


def test_it_is_said_in_the_language_of_the_seat(address, office, monkeypatch):
    spoken: list[str] = []

    def noted(*args: Any) -> notices.YourTurn:
        spoken.append(language_in_force())
        return your_turn(*args)

    your_turn = notices.your_turn
    monkeypatch.setattr(texts, "languages", lambda: ("en", "it"))
    monkeypatch.setattr(notices, "your_turn", noted)

    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table, _ = await new_table(tables)
            with speaking("it-CH"):
                await tables.notices.leave(table.id, "blue", "mail", ADDRESS)
            (row,) = (await written(tables))["notices"]
            assert row[4] == "it"
            await play(table, "red", "bid 2")
            await send_due(tables)
            assert (spoken, len(office.letters)) == (["it"], 1)

    run(scene())


# ---------------------------------------------------------------- once


def test_he_is_told_once_until_he_has_been_at_the_table(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel_that_waits(tables)
            await send_due(tables)
            await send_due(tables)
            assert len(office.letters) == 1
            await table.offer("red", "take-back")
            await table.answer("blue", "take-back", True)
            await play(table, "red", "bid 1")
            await send_due(tables)
            assert len(office.letters) == 1, "the game has moved on, but they have not been there since they were told"
            await visit(tables, table, "blue")
            await send_due(tables)
            assert len(office.letters) == 1, "they have seen that it is their turn"
            await play(table, "blue", "bid 0")
            await send_due(tables)
            assert len(office.letters) == 1, "a question that follows from what they did is of the same turn"
            await play(table, "blue", "pass")
            await play(table, "red", "bid 2")
            await send_due(tables)
            assert len(office.letters) == 2

    run(scene())


def test_a_question_that_does_not_last_is_told_to_nobody(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office, grace=AGES)) as tables:
            await duel_that_waits(tables)
            await send_due(tables)
            assert office.letters == []
            tables.notices.settings = bag_for(office)
            await send_due(tables)
            assert len(office.letters) == 1

    run(scene())


def test_who_is_at_the_table_is_not_told(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel(tables)
            async with table.subscribe("blue"):
                await settled(tables)
                await play(table, "red", "bid 2")
                await send_due(tables)
            await send_due(tables)
            assert office.letters == [], "they were there when it became their turn"

    run(scene())


def test_whose_line_was_lost_is_told_what_he_may_not_have_seen(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            for lost in (False, True):
                table = await duel(tables)
                async with table.subscribe("blue") as subscription:
                    await settled(tables)
                    await play(table, "red", "bid 2")
                    subscription.lost = lost
                await send_due(tables)
                assert len(office.letters) == lost
            arrived = max(row[6] for row in (await written(tables))["seats"] if row[:2] == (table.id, "blue"))
            await play(table, "blue", "bid 0")
            async with table.subscribe("blue") as subscription:
                await settled(tables)
                again = table.seats["blue"].seen
                subscription.lost = True
            await settled(tables)
            assert table.seats["blue"].seen == again > arrived, "but that they have come is known"

    run(scene())


def test_whose_turn_it_is_not_is_told_when_it_is(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel(tables)
            await play(table, "blue", "bid 2")
            await play(table, "red", "bid 0")
            assert table.game.actors == ("red",)
            await send_due(tables)
            (row,) = (await written(tables))["notices"]
            assert row[6] == table.seq, "it need not be looked into before the next move"
            assert office.letters == []
            await play(table, "red", "pass")
            assert "blue" in table.game.actors
            await send_due(tables)
            assert len(office.letters) == 1

    run(scene())


def test_what_is_ordered_need_not_be_told(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel(tables)
            await table.order("blue", "parry", "pass")
            await play(table, "blue", "bid 0")
            await play(table, "red", "bid 2")
            await until(lambda: table.seq == 3)
            assert "blue" in table.game.actors, "the order was carried out, and now both bid anew"
            await send_due(tables)
            assert len(office.letters) == 1, "that their order was carried out does not mean that they were there"

    run(scene())


def test_nobody_is_told_for_a_computer_player_or_when_the_game_is_over(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel_that_waits(tables)
            await table.offer("red", "take-over", "blue")
            assert table.players["blue"] != "human"
            await send_due(tables)
            other = await duel(tables)
            await play_at_random(other, 3)
            assert other.game.over is not None
            await send_due(tables)
            assert office.letters == []
            assert {row[0] for row in (await written(tables))["notices"]} == {table.id}, (
                "an address of no more use is forgotten"
            )

    run(scene())


def test_an_address_that_was_cleared_is_forgotten(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel_that_waits(tables)
            assert await tables.notices.of(table.id, "blue") == {"mail": ADDRESS, "webhook": ""}
            await tables.notices.leave(table.id, "blue", "mail", "")
            await send_due(tables)
            assert office.letters == []
            assert (await written(tables))["notices"] == []

    run(scene())


def test_an_address_goes_with_its_game(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel(tables)
            await tables.store.database.write(
                lambda connection: connection.execute(delete(GAMES).where(GAMES.c.id == table.id))
            )
            assert (await written(tables))["notices"] == []

    run(scene())


# ---------------------------------------------------------------- whatever happens to servers


def test_what_is_owed_is_sent_after_a_restart(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office, grace=AGES)) as tables:
            await duel_that_waits(tables)
        async with tables_at(address, notice_settings=bag_for(office)):
            await until(lambda: len(office.letters) == 1)

    run(scene())


def test_what_a_server_died_over_is_sent_by_the_next(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            await duel_that_waits(tables)
            due = tables.notices.due
            (row,) = await due.find(("mail",), 0.0, 180.0)
            assert await due.claim(row, AGES) is not None
            await send_due(tables)
            assert office.letters == [], "somebody else is about to send it"
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            long_ago = update(NOTICES).values(later="2000-01-01")
            await tables.store.database.write(lambda connection: connection.execute(long_ago))
            await send_due(tables)
            assert len(office.letters) == 1

    run(scene())


def test_of_several_servers_one_sends_it(new_postgres, office, hook):
    place = new_postgres()

    async def scene():
        bag = bag_for(office)
        async with (
            quiet_tables(place, notice_settings=bag) as one,
            quiet_tables(place, notice_settings=bag) as two,
            quiet_tables(place, notice_settings=bag) as three,
        ):
            tables = [await duel(one) for _ in range(10)]
            await one.notices.leave(tables[0].id, "blue", "webhook", hook.url)
            for table in tables:
                await play(table, "red", "bid 2")
            await send_due(one, two, three)
            await send_due(one, two, three)
            told_of = sorted(letter.get_content().partition("/table/")[2].partition("/")[0] for _, letter in office.letters)
            assert told_of == sorted(table.id for table in tables)
            assert len(hook.posts) == 1

    run(scene())


def test_who_is_at_another_server_is_at_the_table(new_postgres, office):
    place = new_postgres()

    async def scene():
        async with (
            quiet_tables(place, notice_settings=bag_for(office)) as one,
            quiet_tables(place, notice_settings=bag_for(office)) as two,
        ):
            table = await duel(one)
            async with (await two.open(table.id)).subscribe("blue"):
                await until(lambda: table.online == {"blue"})
                await play(table, "red", "bid 2")
                await send_due(one)
                assert office.letters == []

    run(scene())


# ---------------------------------------------------------------- what goes wrong


def test_what_could_not_be_sent_is_tried_again_and_told_in_the_log_without_the_address(address, office, caplog):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel_that_waits(tables)
            office.refuses = 2
            for _ in range(2):
                await send_due(tables)
            assert office.letters == []
            await send_due(tables)
            await send_due(tables)
            assert len(office.letters) == 1
            assert [record.getMessage() for record in caplog.records] == [
                f"A notice (mail) for the game {table.id} was not sent: "
                "the mail server refused it with 550; trying again in 0 seconds."
            ] * 2

    with caplog.at_level(logging.WARNING):
        run(scene())


def test_after_some_attempts_it_is_given_up_until_the_next_turn(address, office, caplog):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office)) as tables:
            table = await duel_that_waits(tables)
            office.refuses = 3
            for _ in range(6):
                await send_due(tables)
            assert (office.letters, office.refuses) == ([], 0)
            assert len(caplog.records) == 3
            assert caplog.records[-1].getMessage().endswith("it is dropped.")
            await visit(tables, table, "blue")
            await next_round(table)
            await send_due(tables)
            assert len(office.letters) == 1

    run(scene())


def test_a_pause_does_not_reach_into_the_next_turn(address, office):
    async def scene():
        async with quiet_tables(address, notice_settings=bag_for(office, pauses=(AGES,))) as tables:
            table = await duel_that_waits(tables)
            office.refuses = 1
            await send_due(tables)
            await send_due(tables)
            assert (office.letters, office.refuses) == ([], 0)
            await visit(tables, table, "blue")
            await next_round(table)
            await send_due(tables)
            assert len(office.letters) == 1

    run(scene())


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_webhook_that_says_no_is_not_followed(tmp_path, office, hook, caplog, status):
    async def scene():
        async with quiet_tables(f"sqlite:///{tmp_path}/games.db", notice_settings=bag_for(office)) as tables:
            await duel_that_waits(tables, hook.url, "webhook")
            hook.answers = [status]
            await send_due(tables)
            assert [path for path, _, _ in hook.posts] == ["/bell?for=me"]
            assert f"the webhook answered {status}; trying again" in caplog.text
            await send_due(tables)
            assert [path for path, _, _ in hook.posts] == ["/bell?for=me"] * 2

    run(scene())
    assert str(hook.port) not in caplog.text


def test_a_mail_server_that_is_not_there_holds_nobody_up(tmp_path, office, caplog):
    nowhere = NoticeSettings(PUBLIC, NOWHERE, grace=0.0, every=AGES)

    async def scene():
        async with quiet_tables(f"sqlite:///{tmp_path}/games.db", notice_settings=nowhere) as tables:
            table = await duel_that_waits(tables)
            await send_due(tables)
            assert "the mail server could not be used (ConnectionRefusedError); trying again in 60 seconds." in caplog.text
            await play(table, "blue", "bid 1")

    run(scene())


@asynccontextmanager
async def somebody(talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]) -> AsyncIterator[int]:
    """Somebody who listens on a port, and whose lines are cut in the end."""
    lines = []

    async def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(writer)
        await talk(reader, writer)

    async with await asyncio.start_server(met, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
        server.close()
        await rounds_of_the_loop()  # whoever was let in at the last moment is met
        for line in lines:
            line.transport.abort()
        await rounds_of_the_loop()


async def rounds_of_the_loop() -> None:
    """Let the loop do whatever can be done at once."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_server_that_takes_and_says_nothing_is_given_up(monkeypatch, caplog):
    monkeypatch.setattr(posting, "TOTAL_TIMEOUT", 0.05)

    async def scene():
        async def silence(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        async with somebody(silence) as port:
            with pytest.raises(Unsent, match="the webhook does not answer"):
                await post(f"http://127.0.0.1:{port}/", b"{}", anywhere=True)
            with pytest.raises(Unsent, match="the mail server does not answer"):
                await send_mail(Mail("127.0.0.1", port, False, "a@b"), EmailMessage())

    run(scene())


def test_a_server_that_answers_without_end_is_given_up():
    async def scene():
        async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 103 soon\r\n" + b"x: y\r\n" * 1000)
            await reader.read()
            writer.close()

        async def one_line(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"x" * 100_000)
            await reader.read()
            writer.close()

        for talker in (babble, one_line):
            async with somebody(talker) as port:
                with pytest.raises(Unsent, match="could not be reached"):
                    await post(f"http://127.0.0.1:{port}/", b"{}", anywhere=True)

    run(scene())


# ---------------------------------------------------------------- letters over an encrypted line


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_password_goes_over_an_encrypted_line(scheme, office, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    monkeypatch.setattr(posting, "is_this_machine", lambda host: False)
    if scheme == "smtps":
        office.socket = secured().wrap_socket(office.socket, server_side=True)
    office.starttls = scheme == "smtp"
    mail = Mail("127.0.0.1", office.port, scheme == "smtps", "table@example.org", "us", "pass word")
    message = EmailMessage()
    message["From"], message["To"] = "table@example.org", ADDRESS
    run(send_mail(mail, message))
    assert office.logins == [["us", "pass word"]]
    assert [words.split()[0] for words in office.heard].index("AUTH") > (
        office.heard.index("STARTTLS") if office.starttls else 0
    )
    assert len(office.letters) == 1


def test_a_password_never_goes_over_a_plain_line(office, monkeypatch):
    monkeypatch.setattr(posting, "is_this_machine", lambda host: False)
    message = EmailMessage()
    message["From"], message["To"] = "table@example.org", ADDRESS
    with pytest.raises(Unsent, match="SMTPNotSupportedError"):
        run(send_mail(Mail("127.0.0.1", office.port, False, "table@example.org", "us", "secret"), message))
    assert not any("AUTH" in words for words in office.heard)
    assert office.letters == []


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("kind", "wrong", "key"),
    [
        ("mail", "nobody", "mail"),
        ("mail", "a@b@c.org", "mail"),
        ("mail", "a b@example.org", "mail"),
        ("mail", "a@example.org\nBcc: all@example.org", "mail"),
        ("mail", "a@example.org\r\nBcc: all@example.org", "mail"),
        ("mail", "a@example.org\n", "mail"),
        ("mail", "a@example.org\x00", "mail"),
        ("mail", "a@example.org, b@example.org", "mail"),
        ("mail", "Blue <a@example.org>", "mail"),
        ("mail", "@example.org", "mail"),
        ("mail", "a@", "mail"),
        ("mail", "a@-example.org", "mail"),
        ("mail", "\ud800@example.org", "mail"),
        ("mail", "ä@example.org", "mail"),
        ("mail", "a" * 300 + "@example.org", "notice"),
        ("webhook", "example.org/bell", "webhook"),
        ("webhook", "ftp://example.org/bell", "webhook"),
        ("webhook", "file:///etc/passwd", "webhook"),
        ("webhook", "https://", "webhook"),
        ("webhook", "https://example.org/be ll", "webhook"),
        ("webhook", "https://example.org/\r\nX: y", "webhook"),
        ("webhook", "https://example.org\t/", "webhook"),
        ("webhook", "https://example.org:99999/", "webhook"),
        ("webhook", "https://example.org:0/", "webhook"),
        ("webhook", "https://us:secret@example.org/", "webhook"),
        ("webhook", "https://example.org/#there", "webhook"),
        ("webhook", "https://[::1/", "webhook"),
        ("webhook", "https://example.org/" + "x" * 1000, "notice"),
        ("webhook", "http://127.0.0.1/", "private"),
        ("webhook", "http://127.1/", "private"),
        ("webhook", "http://2130706433/", "private"),
        ("webhook", "http://0x7f000001/", "private"),
        ("webhook", "http://localhost:8765/", "private"),
        ("webhook", "http://LOCALHOST./", "private"),
        ("webhook", "http://table.localhost/", "private"),
        ("webhook", "http://10.0.0.1/", "private"),
        ("webhook", "http://192.168.1.1/", "private"),
        ("webhook", "http://172.16.0.1/", "private"),
        ("webhook", "http://100.64.0.1/", "private"),
        ("webhook", "http://169.254.169.254/latest/meta-data", "private"),
        ("webhook", "http://0.0.0.0/", "private"),
        ("webhook", "http://224.0.0.1/", "private"),
        ("webhook", "http://[::1]/", "private"),
        ("webhook", "http://[::]/", "private"),
        ("webhook", "http://[fe80::1]/", "private"),
        ("webhook", "http://[fd00::1]/", "private"),
        ("webhook", "http://[::ffff:127.0.0.1]/", "private"),
        ("webhook", "http://[64:ff9b::7f00:1]/", "private"),
        ("webhook", "http://[2002:7f00:1::]/", "private"),
        ("webhook", "http://192.0.0.8/", "private"),
        ("webhook", "http://[::127.0.0.1]/", "private"),
        ("webhook", "http://[64:ff9b:1::a00:1]/", "private"),
        ("webhook", "http://[fec0::1]/", "private"),
    ],
)
def test_an_address_that_is_none_is_refused(kind, wrong, key):
    with pytest.raises(Refused) as caught:
        check_address(NoticeSettings(PUBLIC, NOWHERE, webhooks=True), kind, wrong)
    assert caught.value.error == "malformed"
    assert isinstance(caught.value.reason, Reason)
    assert caught.value.reason.key == f"server.malformed.{key}"
    assert caught.value.reason.args.keys() <= {"most"}, "what was written is not told again"


@pytest.mark.parametrize(
    ("kind", "right"),
    [
        ("mail", "a@b"),
        ("mail", "first.last+grognard@mail.example.co.uk"),
        ("webhook", "https://example.org/bell?secret=1"),
        ("webhook", "http://8.8.8.8:8080/"),
        ("webhook", "https://[2606:4700:4700::1111]/"),
    ],
)
def test_an_address_that_is_one_is_kept(tmp_path, office, kind, right):
    async def scene():
        async with quiet_tables(f"sqlite:///{tmp_path}/games.db", notice_settings=bag_for(office, anywhere=False)) as tables:
            table, _ = await new_table(tables)
            await tables.notices.leave(table.id, "blue", kind, f" {right} ")
            assert (await tables.notices.of(table.id, "blue"))[kind] == right

    run(scene())


def test_a_name_that_leads_into_the_own_network_is_found_out_when_it_is_looked_up(tmp_path, office, hook, monkeypatch, caplog):
    """Whatever the name said when it was left: what counts is where it leads now, and we connect to nothing else."""
    real = socket.getaddrinfo
    asked: list[str] = []

    def looked_up(host: str, port: int, **more: Any) -> Any:
        asked.append(host)
        return real("127.0.0.1", port, **more)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)

    async def scene():
        async with quiet_tables(f"sqlite:///{tmp_path}/games.db", notice_settings=bag_for(office, anywhere=False)) as tables:
            await duel_that_waits(tables, f"http://bells.example.org:{hook.port}/bell", "webhook")
            await send_due(tables)
            assert asked == ["bells.example.org"]
            assert hook.posts == []
            assert "the webhook is in a network that is not public; trying again" in caplog.text
            assert "bells" not in caplog.text
            tables.notices.settings = bag_for(office, anywhere=True)
            await send_due(tables)
            assert [headers["Host"] for _, headers, _ in hook.posts] == [f"bells.example.org:{hook.port}"]

    run(scene())


def test_one_private_address_among_public_ones_is_enough_to_refuse_it(monkeypatch):
    found = [(2, 1, 6, "", (address, 80)) for address in ("8.8.8.8", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Unsent, match="not public"):
        run(post("http://both.example.org/", b"{}", anywhere=False))


# ---------------------------------------------------------------- over HTTP


@pytest.fixture
def client(tmp_path, office) -> Iterator[Client]:
    with house(tmp_path, notice_settings=bag_for(office)) as client:
        yield client


def test_a_seat_leaves_and_takes_back_its_address(client: Client):
    blue = sit_down(client)["blue"]
    none = [{"kind": "mail", "address": ""}, {"kind": "webhook", "address": ""}]
    assert blue.get("/notices") == none
    left = [{"kind": "mail", "address": ADDRESS}, none[1]]
    assert blue.post("/notices", left[0], method="PUT") == left == blue.get("/notices")
    assert blue.post("/notices", none[0], method="PUT") == none == blue.get("/notices")


def test_a_refusal_says_what_to_do(client: Client):
    blue = sit_down(client)["blue"]
    response = blue.ask("PUT", "/notices", json={"kind": "mail", "address": "nobody"})
    assert (response.status_code, response.json()["error"]) == (400, "malformed")
    assert response.json()["words"].startswith("That is not an e-mail address; give one such as name@example.org")
    for body in ({"kind": "pigeon", "address": ""}, {"kind": "mail"}, {"kind": "mail", "address": "x" * 3000}, {}):
        assert blue.ask("PUT", "/notices", json=body).status_code == 400


def test_where_nothing_is_configured_nothing_is_offered(tmp_path):
    with house(tmp_path) as client:
        blue = sit_down(client)["blue"]
        assert blue.get("/notices") == []
        response = blue.ask("PUT", "/notices", json={"kind": "mail", "address": ADDRESS})
        assert (response.status_code, response.json()["error"]) == (404, "no-notices")
        assert blue.post("/notices", {"kind": "mail", "address": ""}, method="PUT") == []


def test_nobody_else_learns_of_an_address(client: Client):
    """Neither by what they ask nor by what they are told, byte for byte; nor is it in any record."""
    guests = sit_down(client)
    red, blue, spectator = guests["red"], guests["blue"], guests[""]
    for method in ("GET", "PUT"):
        response = spectator.ask(
            method, "/notices", **({"json": {"kind": "mail", "address": ADDRESS}} if method == "PUT" else {})
        )
        assert (response.status_code, response.json()["error"]) == (403, "not-yours")

    def seen(guest: Guest) -> list[bytes]:
        paths = ("", "/log", "/chat", "/moments", *(("/notices", "/record", "/note") if guest.token else ()))
        return [guest.ask("GET", path).content for path in paths]

    before = {guest: seen(guest) for guest in (red, spectator)}
    with red.follow() as follows, spectator.follow() as watches:
        for line, guest in ((follows, red), (watches, spectator)):
            hello(line, guest)
        heard = [told(follows), told(watches)]
        for address in (ADDRESS, "", ADDRESS):
            blue.post("/notices", {"kind": "mail", "address": address}, method="PUT")
        blue.post("/chat", {"text": "done"}, 201)
        while heard[-1]["type"] != "chat":
            heard.append(told(follows))
        assert [message["type"] for message in heard[2:]] in (["chat"], ["update", "chat"]), heard
        for message in heard[2:-1]:
            assert set(message["parts"]) == {"seats"}, "only that red is here in person"
        red.move(0, "bid 1")
        watched = told(watches)
        while "seq" not in watched.get("parts", {}):
            watched = told(watches)
        assert ADDRESS.encode() not in msgspec.json.encode([heard, watched])
    for guest, known in before.items():
        for old, new in zip(known, seen(guest), strict=True):
            assert ADDRESS.encode() not in old + new


def test_what_others_see_is_byte_for_byte_the_same_whether_or_not_there_is_an_address(tmp_path, office):
    async def scene():
        async with quiet_tables(f"sqlite:///{tmp_path}/games.db", notice_settings=bag_for(office)) as tables:
            table, _ = await new_table(tables)
            await play(table, "red", "bid 2")
            before, version = await written(tables), table.version
            await tables.notices.leave(table.id, "blue", "mail", ADDRESS)
            await play(table, "blue", "bid 0")
            await play(table, "blue", "pass")
            await play(table, "red", "bid 1")
            moved = await written(tables)
            await send_due(tables)
            assert len(office.letters) == 1
            after = await written(tables)
            assert {**after, "notices": []} == {**moved, "notices": []}, "a notice changes nothing but itself"
            assert before["notices"] == []
            assert table.version == version + 3, "and is no change that anybody is told of"

    run(scene())


def test_two_who_leave_an_address_at_once_both_succeed(address):
    async def scene():
        async with quiet_tables(address) as tables:
            table, _ = await new_table(tables)
            due = DueNotices(tables.store.database)
            await asyncio.gather(*[due.leave(table.id, "blue", "mail", f"{number}@example.org", "en") for number in range(8)])
            assert len((await written(tables))["notices"]) == 1

    run(scene())
