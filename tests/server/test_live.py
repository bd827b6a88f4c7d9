"""The socket of a game: everything at first, then only what has changed, to each what it may see; and back after a break."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from socket import SHUT_RDWR
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from websockets.sync.client import connect

from grognard.server.http import live
from grognard.server.shapes import Table
from tests.server.house import EUTAW, PATIENCE, PLAN, Client, Guest, hello, house, sit_down, step, told
from tests.serving import Guest as Player
from tests.serving import Server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with house(tmp_path_factory.mktemp("house")) as client:
        yield client


class Page:
    """A client that puts together what it is told."""

    def __init__(self, guest: Guest, since: int = 0) -> None:
        self.guest = guest
        self.parts: dict[str, Any] = {}
        self.log: list[Any] = []
        self.chat: list[Any] = []
        self.socket = guest.client.websocket_connect(f"/api/games/{guest.game}/live").__enter__()
        hello(self.socket, guest, since)

    def until(self, seq: int) -> dict[str, Any]:
        """What is known once this move is."""
        while self.parts.get("seq", -1) < seq:
            self.hear()
        return self.parts

    def hear(self) -> dict[str, Any]:
        message = told(self.socket)
        if message["type"] == "update":
            self.parts |= message["parts"]
            self.log += message["log"]
        elif message["type"] == "chat":
            self.chat += message["lines"]
        return message

    def close(self) -> None:
        self.socket.close()


def test_a_page_that_only_listens_knows_as_much_as_one_that_asks(client: Client):
    guests, chance = sit_down(client, PLAN), Random(1)
    pages = {seat: Page(guest) for seat, guest in guests.items()}
    for number in range(60):
        assert step(guests, chance)
        if number % 10 == 9:
            for seat, page in pages.items():
                asked = guests[seat].get()
                page.until(asked["seq"])
                assert page.parts == asked
                assert page.log == guests[seat].get("/log")
    for page in pages.values():
        page.close()


def test_the_first_update_has_every_part_and_later_ones_only_what_changed(client: Client):
    guests = sit_down(client, EUTAW)
    british = guests["british"]
    page = Page(british)
    first = page.hear()
    assert set(first["parts"]) == set(Table.__struct_fields__)
    table = british.get()
    british.move(table["seq"], table["decision"]["choices"][0]["action"])
    page.until(1)
    second = {name for name in page.parts if page.parts[name] != first["parts"][name]}
    assert "pieces" in second
    assert not second & {"options", "map", "title", "inspections", "game"}
    page.close()


def test_a_page_comes_back_with_what_it_has(client: Client):
    guests, chance = sit_down(client, PLAN), Random(2)
    for _ in range(20):
        step(guests, chance)
    page = Page(guests[""])
    page.until(20)
    page.close()
    for _ in range(20):
        step(guests, chance)
    again = Page(guests[""], len(page.log))
    again.until(40)
    assert page.log + again.log == guests[""].get("/log")
    assert again.parts == guests[""].get()
    again.close()


def test_who_comes_and_goes_is_seen(client: Client):
    guests = sit_down(client, EUTAW)
    watching = Page(guests[""])
    watching.hear()

    def american() -> dict[str, Any]:
        return next(seat for seat in watching.parts["seats"] if seat["name"] == "american")

    assert not american()["joined"]
    page = Page(guests["american"])
    while not (american()["joined"] and american()["online"]):
        watching.hear()
    page.close()
    while american()["online"]:
        watching.hear()
    assert american()["joined"]
    watching.close()


def test_chat_reaches_seats_and_no_spectator(client: Client):
    guests = sit_down(client, EUTAW)
    guests["british"].post("/chat", {"text": "early"}, 201)
    page, watching = Page(guests["american"]), Page(guests[""])
    while len(page.chat) < 1:
        page.hear()
    guests["british"].post("/chat", {"text": "late"}, 201)
    while len(page.chat) < 2:
        page.hear()
    assert [line["text"] for line in page.chat] == ["early", "late"]
    assert page.chat[0]["name"] == "British"
    table = guests["british"].get()
    guests["british"].move(table["seq"], table["decision"]["choices"][0]["action"])
    watching.until(1)
    assert watching.chat == []
    page.close()
    watching.close()


def test_the_nonce_of_a_hello_goes_into_the_dice(client: Client):
    guests = sit_down(client, EUTAW)
    with client.websocket_connect(f"/api/games/{guests['british'].game}/live") as socket:
        hello(socket, guests["british"], nonce="chance-7")
        assert told(socket)["parts"]["dice"]["nonces"] == {"british": "chance-7"}


@pytest.mark.parametrize(
    ("first", "error"),
    [
        ("", "malformed"),
        ("{", "malformed"),
        ("[]", "malformed"),
        ('{"token": 5}', "malformed"),
        ('{"since": -1}', "malformed"),
        ('{"more": 1}', "malformed"),
        ('{"token": "x"}', "not-yours"),
        ('{"token": ""}', "not-yours"),
        ('{"nonce": "a b", "token": TOKEN}', "malformed"),
        ("x" * 20_000, "too-large"),
        ("[" * 15_000, "malformed"),
    ],
    ids=range(11),
)
def test_a_hello_that_is_none_is_refused_in_words(client: Client, first: str, error: str):
    guest = sit_down(client, EUTAW)["british"]
    with client.websocket_connect(f"/api/games/{guest.game}/live") as socket:
        socket.send_text(first.replace("TOKEN", json.dumps(guest.token)))
        message = told(socket)
        assert message["type"] == "refused"
        assert message["refusal"]["error"] == error
        assert message["refusal"]["words"].endswith(".")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json(timeout=PATIENCE)
        assert closed.value.code == live.REFUSED


def test_a_game_that_is_not_there(client: Client):
    with client.websocket_connect("/api/games/nosuchgame12/live") as socket:
        socket.send_text("{}")
        assert told(socket)["refusal"]["error"] == "unknown"


def test_who_says_nothing_is_sent_away(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live, "HELLO_TIMEOUT", 0.05)
    guest = sit_down(client)["red"]
    with client.websocket_connect(f"/api/games/{guest.game}/live") as socket:
        assert told(socket)["refusal"]["error"] == "no-hello"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://testserver.local:81", "file://", "x"])
def test_a_page_of_another_site_may_not_listen(client: Client, origin: str):
    guest = sit_down(client)["red"]
    with pytest.raises(WebSocketDisconnect) as closed:
        client.websocket_connect(f"/api/games/{guest.game}/live", headers={"Origin": origin}).__enter__()
    assert closed.value.code == 1008


def test_words_after_the_hello_do_nothing(client: Client):
    guests = sit_down(client, EUTAW)
    british = guests["british"]
    page = Page(british)
    page.hear()
    for words in ("again", "{}", json.dumps({"seq": 0, "key": "k", "do": "resign"})):
        page.socket.send_text(words)
    assert british.get()["over"] is None
    table = british.get()
    british.move(table["seq"], table["decision"]["choices"][0]["action"])
    assert page.until(1)["seq"] == 1
    page.close()


@pytest.mark.parametrize("goodbye", [True, False])
def test_a_line_that_breaks_is_told_from_a_goodbye(tmp_path: Path, goodbye: bool):
    """Who says goodbye has seen all that was sent; whose line breaks may not have."""
    with Server(tmp_path) as server:
        guests = Player(server).create(EUTAW, {"british": "human", "american": "human"})
        british = guests["british"]
        with connect(
            f"ws://127.0.0.1:{server.port}/api/games/{british.game}/live", max_size=None, close_timeout=PATIENCE
        ) as line:
            line.send(json.dumps({"token": british.token}))
            line.recv(PATIENCE)
            arrived = seen(tmp_path, here=True)
            if not goodbye:
                line.socket.shutdown(SHUT_RDWR)
        assert (seen(tmp_path, here=False) > arrived) == goodbye


def seen(folder: Path, here: bool) -> str:
    """When the only person was last seen, as it is written once they have come or gone."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with closing(sqlite3.connect(folder / "games.sqlite")) as database:
            known = database.execute("SELECT seen FROM seats WHERE here = ? AND joined", (here,)).fetchone()
        if known is not None:
            return str(known[0])
        time.sleep(0.02)
    raise AssertionError("nothing is written of who comes and goes")
