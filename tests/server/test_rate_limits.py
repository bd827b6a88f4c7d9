"""Whoever asks too much is told when to come again, and nobody else feels it; requests from this machine are not counted."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from grognard.server.app import create_app
from grognard.server.http import rate_limits as module
from grognard.server.http.rate_limits import LIMITED, RATES, UNKNOWN, Kind, Limits, Rate, network_of
from grognard.server.refusals import Refused
from tests.core.toy import TOY
from tests.server.house import HOME, PATIENCE, Client, Guest, hello, sit_down, told
from tests.server.test_routes import check_refusal

FAR, FARTHER = "203.0.113.7", "198.51.100.9"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def scope_of(client: str | None, headers: Mapping[str, str] = {}) -> dict[str, Any]:
    return {
        "client": None if client is None else (client, 50_000),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
    }


def taken(limits: Limits, kind: Kind, scope: Mapping[str, Any], most: int = 10_000) -> int:
    """How many requests come through before one is refused."""
    for number in range(most):
        try:
            limits.check(kind, scope)
        except Refused:
            return number
    return most


# ---------------------------------------------------------------- buckets


@pytest.mark.parametrize("kind", RATES)
def test_a_bucket_is_emptied_and_fills_again(kind: Kind):
    clock = Clock()
    limits, rate = Limits(clock=clock), RATES[kind]
    assert taken(limits, kind, scope_of(FAR)) == rate.at_once
    with pytest.raises(Refused) as refused:
        limits.check(kind, scope_of(FAR))
    assert refused.value.error == "too-many"
    wait = refused.value.reason.args["wait"]  # type: ignore[union-attr]
    assert str(wait) in str(refused.value)
    clock.now += float(wait) * 1.001
    assert taken(limits, kind, scope_of(FAR)) >= 1
    clock.now += 1e9
    assert taken(limits, kind, scope_of(FAR)) == rate.at_once


def test_each_client_has_its_own():
    limits = Limits(clock=Clock())
    everything = taken(limits, "games", scope_of(FAR))
    assert taken(limits, "games", scope_of(FAR)) == 0
    assert taken(limits, "games", scope_of(FARTHER)) == everything
    assert taken(limits, "any", scope_of(FAR)) == RATES["any"].at_once


def test_seats_at_one_address_have_each_their_own_words():
    limits = Limits(clock=Clock())
    one, other = (scope_of(FAR, {"Authorization": f"Bearer {link}"}) for link in ("one", "other"))
    assert taken(limits, "words", one) == taken(limits, "words", other) == RATES["words"].at_once
    assert taken(limits, "games", one) == RATES["games"].at_once
    assert taken(limits, "games", other) == 0


LINK = "k7_Zx-q"


@pytest.mark.parametrize(
    "header", [f"bearer {LINK}", f"BEARER {LINK}", f"bEARer   {LINK}", f"Bearer {LINK}  ", f"Bearer \t{LINK}\xa0"], ids=range(5)
)
def test_a_seat_is_the_same_however_its_header_is_written(header: str):
    limits = Limits(clock=Clock())
    assert taken(limits, "words", scope_of(FAR, {"Authorization": f"Bearer {LINK}"})) == RATES["words"].at_once
    assert taken(limits, "words", scope_of(FARTHER, {"Authorization": header})) == 0


def test_another_header_is_another_seat():
    limits = Limits(clock=Clock())
    assert taken(limits, "words", scope_of(FAR, {"Authorization": f"Bearer {LINK}"})) == RATES["words"].at_once
    for header in (f"Bearer {LINK.lower()}", f"Basic {LINK}"):
        assert taken(limits, "words", scope_of(FAR, {"Authorization": header})) == RATES["words"].at_once


@pytest.mark.parametrize("here", ["127.0.0.1", "127.8.9.1", "::1", "::1%lo", "::ffff:127.0.0.1", "", None])
def test_nobody_is_counted_at_this_machine(here: str | None):
    assert taken(Limits(), "games", scope_of(here)) == 10_000


@pytest.mark.parametrize("peer", ["testclient", "unknown", "localhost", "127.0.0.1.evil.example"])
def test_whoever_has_no_address_is_not_this_machine(peer: str):
    assert taken(Limits(clock=Clock()), "games", scope_of(peer)) == RATES["games"].at_once


@pytest.mark.parametrize("proxies", [1, 2])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", None])
@pytest.mark.parametrize("told", [None, "127.0.0.1", "127.0.0.1:4711", "[::1]:80", "", "unknown", "localhost", "_hidden"])
def test_behind_a_proxy_on_this_machine_everybody_is_counted(proxies: int, peer: str | None, told: str | None):
    """The peer is always the proxy then, and what it tells is never a reason not to count."""
    scope = scope_of(peer, {} if told is None else {"X-Forwarded-For": told})
    assert taken(Limits(proxies=proxies, clock=Clock()), "games", scope) == RATES["games"].at_once


WRITTEN = {
    FAR: [
        FAR,
        f" {FAR} ",
        f"{FAR}:4711",
        f'"{FAR}"',
        f'"{FAR}:4711"',
        f"::ffff:{FAR}",
        f"[::ffff:{FAR}]:80",
        f"[::FFFF:{FAR}]",
    ],
    "2001:0db8:0001:0002": [
        "2001:db8:1:2::1",
        "2001:DB8:1:2:ffff::9",
        "[2001:db8:1:2::1]",
        "[2001:db8:1:2::1]:4711",
        '"[2001:db8:1:2::1]:4711"',
        "2001:db8:1:2::1%eth0",
        "[2001:db8:1:2::1%25eth0]:4711",
    ],
    UNKNOWN: [
        "",
        " ",
        "unknown",
        "_hidden",
        "x" * 10_000,
        "1.2.3",
        "1.2.3.4.5",
        "01.2.3.4",
        "1.2.3.4:",
        "1.2.3.4:x",
        "1.2.3.4/8",
    ]
    + [
        "[",
        "[]",
        "[]:80",
        "[1.2.3.4",
        "2001:db8::1]:80",
        ":::",
        "\u0661.2.3.4",
        "\xff",
        "\x00",
        "1.2.3.4\x00",
        '"',
        '""',
        "%eth0",
    ],
}


@pytest.mark.parametrize(("client", "told"), [(client, told) for client, ways in WRITTEN.items() for told in ways])
def test_an_address_is_the_same_however_a_proxy_writes_it(client: str, told: str):
    scope = scope_of("127.0.0.1") | {"headers": [(b"x-forwarded-for", told.encode("latin-1", "replace"))]}
    assert Limits(proxies=1).client(scope) == network_of(told) == client


def test_all_whose_address_cannot_be_read_share_one_bucket():
    limits = Limits(proxies=1, clock=Clock())
    counts = [taken(limits, "games", scope_of("127.0.0.1", {"X-Forwarded-For": told})) for told in ("unknown", "", "x", "[")]
    assert counts == [RATES["games"].at_once, 0, 0, 0]


def test_limits_can_be_left_out_and_made_wider():
    assert taken(Limits(0), "games", scope_of(FAR)) == 10_000
    assert taken(Limits(3, clock=Clock()), "games", scope_of(FAR)) == 3 * RATES["games"].at_once
    assert taken(Limits(0.0001, clock=Clock()), "games", scope_of(FAR)) == 1


def test_a_subscriber_of_many_addresses_is_one_client():
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth1") != UNKNOWN
    assert network_of("::ffff:203.0.113.7") == FAR


def test_a_proxy_is_believed_only_where_there_is_one():
    made_up = {"X-Forwarded-For": f"10.0.0.1, {FARTHER}, {FAR}"}
    assert Limits().client(scope_of("127.0.0.1", made_up)) is None
    assert Limits().client(scope_of("192.0.2.1", made_up)) == "192.0.2.1"
    assert Limits(proxies=1).client(scope_of("127.0.0.1", made_up)) == FAR
    assert Limits(proxies=2).client(scope_of("127.0.0.1", made_up)) == FARTHER
    assert Limits(proxies=9).client(scope_of("127.0.0.1", made_up)) == "10.0.0.1"
    assert Limits(proxies=1).client(scope_of("192.0.2.1")) == "192.0.2.1"
    assert Limits(proxies=1).client(scope_of("127.0.0.1")) == "127.0.0.1"


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "REMEMBERED", 10)
    limits = Limits(clock=Clock())
    for number in range(100):
        limits.check("any", scope_of(f"203.0.113.{number}"))
    assert len(limits._buckets) == 10


# ---------------------------------------------------------------- over HTTP


@contextmanager
def far_away(folder: Path, monkeypatch: pytest.MonkeyPatch, **rates: Rate) -> Iterator[Client]:
    """A house whose guests come through a proxy from afar, with rates that are soon exceeded."""
    monkeypatch.setattr(module, "RATES", dict(RATES) | rates)
    app = create_app(f"sqlite:///{folder / 'games.db'}", thinkers=0, proxies=1)
    with TestClient(cast("Litestar", app), base_url=HOME) as client:
        client.headers["X-Forwarded-For"] = FAR
        yield client


ONCE = Rate(1, 0.01)
BOTH = dict.fromkeys(TOY.seats(), "human")


def test_a_refusal_says_when_to_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with far_away(tmp_path, monkeypatch, games=ONCE) as client:
        assert client.post("/api/games", json={"scenario": TOY.id, "seats": BOTH}).status_code == 201
        refused = client.post("/api/games", json={"scenario": TOY.id, "seats": BOTH})
        check_refusal(refused, "too-many", 429)
        assert refused.headers["retry-after"] == "100"
        elsewhere = {"X-Forwarded-For": FARTHER}
        assert client.post("/api/games", json={"scenario": TOY.id, "seats": BOTH}, headers=elsewhere).status_code == 201
        assert client.get("/api/scenarios").status_code == 200


def test_every_request_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with far_away(tmp_path, monkeypatch, any=Rate(3, 0.01)) as client:
        for path in ("/api/scenarios", "/nowhere", "/schema"):
            assert client.get(path).status_code in (200, 503)
        for path in ("/api/scenarios", "/", "/api/nothing"):
            check_refusal(client.get(path), "too-many", 429)
        assert client.get("/", headers={"X-Forwarded-For": FARTHER}).status_code in (200, 503)


@pytest.mark.parametrize(
    ("kind", "method", "path", "body"),
    [
        ("words", "POST", "/chat", {"text": "hear, hear"}),
        ("words", "PUT", "/note", {"text": "remember"}),
        ("words", "POST", "/offers", {"kind": "take-back"}),
        ("words", "POST", "/invitation", {"invitation": "guessed"}),
        ("words", "POST", "/invitation/seat", {"invitation": "guessed", "key": "a-key-of-at-least-22-letters"}),
        ("words", "POST", "/invitations", {"seat": "blue"}),
        ("words", "POST", "/invitations/withdraw", {"seat": "blue"}),
        ("words", "PUT", "/orders", {"kind": "any", "answer": ""}),
        ("words", "PUT", "/notices", {"kind": "mail", "address": ""}),
        ("fights", "GET", "/odds", None),
        ("fights", "GET", "/forecast", None),
        ("past", "GET", "/moments", None),
        ("past", "GET", "/moments/0", None),
        ("past", "GET", "/record", None),
        ("past", "GET", "/report", None),
        ("games", "POST", "/rematch", None),
        ("games", "POST", "/fork", {"moment": 0, "seats": BOTH}),
    ],
)
def test_what_is_asked_at_a_table_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind, method: str, path: str, body: Any
):
    with far_away(tmp_path, monkeypatch, **{kind: Rate(2, 0.01)}) as client:
        red, blue = (guest for seat, guest in sit_down(client).items() if seat)
        first = red.ask(method, path, json=body)
        assert first.status_code != 429
        red.ask(method, path, json=body)
        check_refusal(red.ask(method, path, json=body), "too-many", 429)
        if kind in module.OF_A_SEAT:
            assert blue.ask(method, path, json=body).status_code != 429
        assert red.move(0, red.get()["decision"]["choices"][0]["action"]).status_code == 200


def test_other_spellings_of_a_link_have_no_words_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with far_away(tmp_path, monkeypatch, words=Rate(2, 0.01)) as client:
        red = sit_down(client)["red"]
        for header in (f"Bearer {red.token}", f"bEARER   {red.token}"):
            assert red.ask("PUT", "/note", json={"text": "x"}, headers={"Authorization": header}).status_code == 200
        refused = red.ask("PUT", "/note", json={"text": "x"}, headers={"Authorization": f"BEARER {red.token} "})
        check_refusal(refused, "too-many", 429)


def test_every_kind_is_of_use_and_every_command_but_a_move_is_limited():
    app: Any = create_app("never-opened.db").app
    handlers = [handler for route in app.routes for handler in getattr(route, "route_handlers", ())]
    kinds = {handler.opt[LIMITED] for handler in handlers if LIMITED in handler.opt}
    assert kinds | {"any"} == set(RATES)
    commands = [handler for handler in handlers if not handler.http_methods <= {"GET", "HEAD", "OPTIONS"}]
    free = {path.partition("{game:str}")[2] for handler in commands if LIMITED not in handler.opt for path in handler.paths}
    assert free == {"/moves", "/offers/{kind:str}", "/seat"}, "what a game needs is limited only as any request is"


# ---------------------------------------------------------------- lines


def test_lines_are_counted_and_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "SOCKETS", 2)
    with far_away(tmp_path, monkeypatch) as client:
        guest = sit_down(client)["red"]
        with listening(client, guest) as one, listening(client, guest) as two:
            for socket in (one, two):
                hello(socket, guest)
                assert told(socket)["type"] == "update"
            with listening(client, guest) as three:
                refused = told(three)
                assert (refused["type"], refused["refusal"]["error"]) == ("refused", "too-many")
                assert "close some" in refused["refusal"]["words"]
            with listening(client, guest, FARTHER) as elsewhere:
                hello(elsewhere, guest)
                assert told(elsewhere)["type"] == "update"
        deadline, heard = time.monotonic() + PATIENCE, "refused"
        while heard == "refused":  # until the server knows that they are closed
            assert time.monotonic() < deadline
            with listening(client, guest) as again:
                hello(again, guest)
                heard = told(again)["type"]
        assert heard == "update"


def listening(client: Client, guest: Guest, address: str = FAR) -> Any:
    return client.websocket_connect(f"/api/games/{guest.game}/live", headers={"X-Forwarded-For": address})


def test_the_words_are_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with far_away(tmp_path, monkeypatch, any=Rate(1, 0.01)) as client:
        client.get("/schema")
        with client.websocket_connect("/api/games/any/live") as socket:
            assert json.loads(socket.receive_text())["refusal"]["error"] == "too-many"
