"""Invitations: a seat has the token of whoever takes it first, and nobody else's link opens it."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, text

from grognard.server.registry import Move, Tables
from grognard.server.tables.invitations import MOST_INVITATIONS
from grognard.server.tables.table import Table
from tests.core.toy import TOY
from tests.server.house import Client, Guest, hello, house, told
from tests.server.seating import refusal, run, tables_at, written

KEY, OTHER_KEY = "a-key-of-at-least-22-letters", "another-key-of-somebody-else"
PEOPLE = {"red": "human", "blue": "human"}


async def inviting(tables: Tables) -> tuple[Table, str, str]:
    """A table whose red seat has invited somebody to the blue one: the token of the one, the invitation to the other."""
    new = await tables.create(TOY.id, {}, PEOPLE, invite=["blue"])
    assert set(new.links) == {"red"}
    assert set(new.invitations) == {"blue"}
    return await tables.open(new.game), new.links["red"], new.invitations["blue"]


def key() -> str:
    return secrets.token_urlsafe(24)


def test_who_takes_a_seat_first_gets_a_token_that_nobody_else_knows(address):
    async def scene():
        async with tables_at(address) as tables, tables_at(address) as others:
            table, link, invitation = await inviting(tables)
            assert table.invited == {"blue"}
            assert (await refusal(opened(table, invitation))).error == "only-invited"
            taken = await table.take_seat(invitation, KEY)
            assert taken.seat == "blue"
            assert table.invited == set()
            for where in (table, await others.open(table.id)):
                assert where.seat_of(taken.token) == "blue"
                assert where.seat_of(link) == "red"
                assert (await refusal(opened(where, invitation))).error == "only-invited"
                assert (await refusal(where.take_seat(invitation, OTHER_KEY))).error == "spent"
                assert (await refusal(where.take_seat("no invitation", OTHER_KEY))).error == "no-invitation"
                assert where.held_with("red") == where.held_with("blue") == ()
            await table.move("blue", Move(0, "k", "resign"))

    run(scene())


async def opened(table: Table, token: str) -> str | None:
    return table.seat_of(token)


def test_the_same_key_gets_the_same_token_again(address):
    async def scene():
        async with tables_at(address) as tables, tables_at(address) as others:
            table, _, invitation = await inviting(tables)
            first, at_once = await asyncio.gather(table.take_seat(invitation, KEY), table.take_seat(invitation, KEY))
            assert first == at_once == await table.take_seat(invitation, KEY)
            assert first == await (await others.open(table.id)).take_seat(invitation, KEY)
            for bad in ("", "short", "x" * 65, KEY + "!"):
                assert (await refusal(table.take_seat(invitation, bad))).error == "malformed"

    run(scene())


@pytest.mark.parametrize("count", [2, 7])
def test_of_those_who_open_one_invitation_at_once_exactly_one_gets_the_seat(address, count):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            table, _, invitation = await inviting(one)
            where = [table, await two.open(table.id)]
            taking = [where[number % 2].take_seat(invitation, key()) for number in range(count)]
            results = await asyncio.gather(*taking, return_exceptions=True)
            tokens = [result.token for result in results if not isinstance(result, BaseException)]
            assert len(tokens) == 1
            assert sorted(getattr(result, "error", "") for result in results) == ["", *["spent"] * (count - 1)]
            for each in (await one.open(table.id), await two.open(table.id)):
                assert each.seat_of(tokens[0]) == "blue"

    run(scene())


def test_an_invitation_that_nobody_has_taken_is_withdrawn_and_another_sent(address):
    async def scene():
        async with tables_at(address) as tables, tables_at(address) as others:
            table, _, first = await inviting(tables)
            other = await others.open(table.id)
            assert table.may_invite("red") == ("blue",)
            assert table.may_invite("blue") == table.may_invite(None) == ()
            await table.withdraw_invitation("red", "blue")
            await table.withdraw_invitation("red", "blue")  # done already
            await other.catch_up()
            assert table.invited == other.invited == set()
            assert (await refusal(other.take_seat(first, KEY))).error == "withdrawn"
            second = await table.invite("red", "blue")
            third = await table.invite("red", "blue")  # in place of the second
            await other.catch_up()
            assert (await refusal(other.take_seat(second, KEY))).error == "withdrawn"
            taken = await other.take_seat(third, KEY)
            await table.catch_up()
            assert table.seat_of(taken.token) == "blue"
            assert (await refusal(table.withdraw_invitation("red", "blue"))).error == "seat-taken"
            assert (await refusal(table.invite("red", "blue"))).error == "seat-taken"
            assert (await refusal(table.invite("blue", "red"))).error == "seat-taken"

    run(scene())


def test_only_who_invited_may_withdraw(address):
    async def scene():
        async with tables_at(address) as tables:
            new = await tables.create(TOY.id, {}, PEOPLE, invite=["red", "blue"])
            table = await tables.open(new.game)
            assert new.links == {}
            await table.take_seat(new.invitations["red"], KEY)
            assert table.may_invite("red") == ()
            assert (await refusal(table.withdraw_invitation("red", "blue"))).error == "not-inviting"
            assert (await refusal(table.invite("red", "blue"))).error == "not-inviting"
            assert table.invited == {"blue"}
            assert (await refusal(tables.create(TOY.id, {}, PEOPLE, invite=["green"]))).error == "malformed"
            assert (
                await refusal(tables.create(TOY.id, {}, {**PEOPLE, "blue": "random"}, invite=["blue"]))
            ).error == "malformed"

    run(scene())


def test_withdrawing_and_taking_at_once_leave_one_of_them(address):
    async def scene():
        async with tables_at(address) as one, tables_at(address) as two:
            for _ in range(4):
                table, _, invitation = await inviting(one)
                other = await two.open(table.id)
                taken, withdrawn = await asyncio.gather(
                    other.take_seat(invitation, key()), table.withdraw_invitation("red", "blue"), return_exceptions=True
                )
                errors = [getattr(each, "error", "") for each in (taken, withdrawn)]
                assert errors in (["", "seat-taken"], ["withdrawn", ""])

    run(scene())


def test_there_is_an_end_to_the_invitations_of_a_game(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _, _ = await inviting(tables)
            for _ in range(MOST_INVITATIONS - 1):
                last = await table.invite("red", "blue")
            assert (await refusal(table.invite("red", "blue"))).error == "too-many-invitations"
            assert (await table.take_seat(last, KEY)).seat == "blue"

    run(scene())


def test_everybody_sees_that_one_person_holds_both_seats(address):
    async def scene():
        async with tables_at(address) as tables, tables_at(address) as others:
            new = await tables.create(TOY.id, {}, PEOPLE)
            table = await tables.open(new.game)
            assert set(new.links) == {"red", "blue"}
            assert (table.held_with("red"), table.held_with("blue")) == (("blue",), ("red",))
            invited, _, invitation = await inviting(tables)
            await invited.take_seat(invitation, KEY, holding="red")  # somebody plays against themselves after all
            for each in (invited, await others.open(invited.id)):
                assert (each.held_with("red"), each.held_with("blue")) == (("blue",), ("red",))
            alone = await tables.open((await tables.create(TOY.id, {}, {**PEOPLE, "blue": "random"})).game)
            assert alone.held_with("red") == alone.held_with("blue") == ()

    run(scene())


def test_the_links_and_the_open_invitations_hold_in_a_rematch(address):
    async def scene():
        async with tables_at(address) as tables:
            table, link, invitation = await inviting(tables)
            taken = await table.take_seat(invitation, KEY)
            await table.move("blue", Move(0, "k", "resign"))
            again = await tables.open(await tables.rematch(table))
            assert (again.seat_of(taken.token), again.seat_of(link)) == ("red", "blue")
            assert again.held_with("red") == ()
            empty, link, invitation = await inviting(tables)
            await empty.move("red", Move(0, "k", "resign"))
            again = await tables.open(await tables.rematch(empty))
            assert (again.invited, again.may_invite("blue")) == ({"red"}, ("red",))
            assert again.seat_of((await again.take_seat(invitation, KEY)).token) == "red"

    run(scene())


def test_the_database_keeps_only_hashes_of_them(address):
    async def scene():
        async with tables_at(address) as tables:
            table, _, invitation = await inviting(tables)
            taken = await table.take_seat(invitation, KEY)
            rows = repr(await written(tables))
            for secret in (invitation, taken.token, KEY):
                assert secret not in rows
            assert hashlib.sha256(taken.token.encode()).hexdigest() in rows

    run(scene())


# ---------------------------------------------------------------- over HTTP


@pytest.fixture
def client(tmp_path: Path):
    with house(tmp_path) as client:
        yield client


def begun(client: Client) -> tuple[Guest, Guest, dict[str, str]]:
    """Whoever has invited, a stranger, and the invitation as it is sent."""
    made = client.post("/api/games", json={"scenario": TOY.id, "seats": PEOPLE, "invite": ["blue"]}).json()
    sent = {"invitation": made["invitations"]["blue"]}
    return Guest(client, made["game"], made["links"]["red"]), Guest(client, made["game"]), sent


def blue(table: dict[str, Any]) -> dict[str, Any]:
    return dict(next(seat for seat in table["seats"] if seat["name"] == "blue"))


def test_the_table_says_how_it_stands_with_an_invitation(client: Client):
    host, stranger, sent = begun(client)
    assert blue(stranger.get())["invited"] is True
    assert (host.get()["invites"], stranger.get()["invites"]) == (["blue"], [])
    assert stranger.post("/invitation", sent)["seat"] == "blue"
    with host.follow() as socket:
        hello(socket, host)
        assert told(socket)["parts"]["invites"] == ["blue"]
        taken = stranger.post("/invitation/seat", {**sent, "key": KEY})
        parts: dict[str, Any] = {}
        while "invites" not in parts:  # that the host is online comes first
            parts |= told(socket).get("parts", {})
        assert (parts["invites"], blue(parts)["invited"]) == ([], False)
    assert stranger.post("/invitation/seat", {**sent, "key": KEY}) == taken
    guest = Guest(client, host.game, taken["token"])
    assert guest.get()["seat"] == "blue"
    guest.post("/note", {"text": "mine"}, method="PUT")
    for path in ("", "/note", "/record"):
        assert Guest(client, host.game, sent["invitation"]).ask("GET", path).json()["error"] == "only-invited"
    assert host.get("/note")["text"] == ""


def test_what_is_refused_says_what_happened_and_what_to_do(client: Client):
    host, stranger, sent = begun(client)
    refused = stranger.post("/invitation", {"invitation": "x"}, 403)
    assert refused["words"].startswith("There is no such invitation")
    assert host.post("/invitations", {"seat": "red"}, 409)["error"] == "seat-taken"
    assert host.post("/invitations", {"seat": "green"}, 404)["error"] == "no-seat"
    assert stranger.post("/invitations", {"seat": "blue"}, 403)["error"] == "not-yours"
    renewed = host.post("/invitations", {"seat": "blue"}, 201)["invitation"]
    assert "withdrawn" in stranger.post("/invitation", sent, 409)["words"]
    host.post("/invitations/withdraw", {"seat": "blue"})
    assert stranger.post("/invitation/seat", {"invitation": renewed, "key": KEY}, 409)["error"] == "withdrawn"
    last = {"invitation": host.post("/invitations", {"seat": "blue"}, 201)["invitation"]}
    stranger.post("/invitation/seat", {**last, "key": KEY})
    words = stranger.post("/invitation/seat", {**last, "key": OTHER_KEY}, 409)["words"]
    assert "which is spent now; if it was you" in words
    assert words.count(".") == 1


def test_who_takes_a_second_seat_with_their_own_link_is_seen_to_hold_both(client: Client):
    host, stranger, sent = begun(client)
    host.post("/invitation/seat", {**sent, "key": KEY})
    assert [seat["held_with"] for seat in stranger.get()["seats"]] == [["blue"], ["red"]]


def test_the_links_of_a_database_without_invitations_go_on_opening_their_seats(tmp_path: Path):
    with house(tmp_path) as client:
        made = client.post("/api/games", json={"scenario": TOY.id, "seats": PEOPLE}).json()
    engine = create_engine(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.begin() as connection:
        downgrade(connection, "0005")
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0005"
    engine.dispose()
    with house(tmp_path) as client:
        for seat, token in made["links"].items():
            table = Guest(client, made["game"], token).get()
            assert (table["seat"], table["invites"]) == (seat, [])
            assert [(each["invited"], each["held_with"]) for each in table["seats"]] == [(False, []), (False, [])]
        Guest(client, made["game"], made["links"]["red"]).post("/invitations", {"seat": "blue"}, 409)


def downgrade(connection: Connection, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(files("grognard.server.storage") / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.downgrade(config, version)
