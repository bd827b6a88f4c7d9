"""A request under a name that is not the server's own is refused: a page of another site may have let its name lead here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from grognard.cli import main
from grognard.server import app as application
from grognard.server.http.hosts import Hosts
from grognard.server.refusals import Refused
from tests.core.toy import TOY
from tests.server.house import Client, hello, house, sit_down, told
from tests.server.test_routes import check_refusal
from tests.server.wire import asked, upgrade
from tests.serving import Server

CLUB = "games.example.org"
OWN = ["localhost", "LocalHost:8765", "localhost.:80", "127.0.0.1", "127.0.0.1:8765", "[::1]:8765", "[::1]", "192.168.1.5:8765"]
OWN += ["203.0.113.7", "[2001:db8::1]", "localhost:", "Games.Example.Org", "games.example.org:443", "games.example.org."]
STRANGE = ["evil.example", "evil.example:8765", "localhost.evil.example", "127.0.0.1.nip.io", "xgames.example.org"]
STRANGE += ["example.org", "a.games.example.org", "games.example.org.evil.example", "local-host", "1.2.3", "2130706433"]
NONE = ["", " ", "a b", "http://[", "http://localhost", "[", "[]", "[::1", "::1", "localhost:x", "localhost/", "user@localhost"]
NONE += ["localhost,evil.example", "\xff", "\x00", "localhost\x00", "*", ".", "..", ":80", "a" * 70, "a." * 200, "[v1.x]"]


def scope_of(*hosts: str) -> dict[str, Any]:
    return {"headers": [(b"accept", b"*/*"), *((b"host", host.encode("latin-1")) for host in hosts)]}


def fault_of(*hosts: str) -> str:
    with pytest.raises(Refused) as caught:
        Hosts([CLUB]).check(scope_of(*hosts))
    return caught.value.error


@pytest.mark.parametrize("host", OWN)
def test_the_own_names_and_all_addresses_are_taken(host: str):
    Hosts([CLUB]).check(scope_of(host))


@pytest.mark.parametrize("host", STRANGE)
def test_other_names_are_refused(host: str):
    assert fault_of(host) == "wrong-host"


@pytest.mark.parametrize("host", NONE)
def test_what_is_no_host_is_refused(host: str):
    assert fault_of(host) == "malformed"


def test_one_host_must_be_named():
    assert fault_of() == "malformed"
    assert fault_of("localhost", "evil.example") == "malformed"
    assert fault_of("localhost", "localhost") == "malformed"


# ---------------------------------------------------------------- over HTTP and sockets


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with house(tmp_path, hosts=[CLUB]) as client:
        yield client


BODY = {"scenario": TOY.id, "seats": {"red": "human", "blue": "human"}}


def test_a_page_whose_name_leads_here_may_do_nothing(client: Client):
    """Host and origin agree then, so that only the name can tell."""
    rebound = {"Host": "evil.example:8765", "Origin": "http://evil.example:8765"}
    begun = client.post("/api/games", json=BODY, headers=rebound)
    words = check_refusal(begun, "wrong-host", 421)["words"]
    assert "'evil.example'" in words
    assert "--allow-host evil.example" in words
    for path in ("/", "/api/scenarios", "/schema", "/assets/x.js", "/nowhere"):
        check_refusal(client.get(path, headers=rebound), "wrong-host", 421)
        assert client.head(path, headers=rebound).status_code == 421
    guest = sit_down(client)["red"]
    check_refusal(guest.ask("GET", headers=rebound), "wrong-host", 421)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/games/{guest.game}/live", headers=rebound):
        pass


def test_a_name_that_was_allowed_is_as_good_as_an_address(client: Client):
    own = {"Host": f"{CLUB}:8765", "Origin": f"http://{CLUB}:8765"}
    assert client.post("/api/games", json=BODY, headers=own).status_code == 201
    guest = sit_down(client)["red"]
    with client.websocket_connect(f"/api/games/{guest.game}/live", headers=own) as socket:
        hello(socket, guest)
        assert told(socket)["type"] == "update"


def test_what_is_no_host_is_told_so(client: Client):
    check_refusal(client.get("/api/scenarios", headers={"Host": "http://["}), "malformed", 400)


# ---------------------------------------------------------------- what whoever runs the server says


def statuses(server: Server, *hosts: str) -> list[int]:
    """How a server answers under these names: a request and a socket each."""
    found = []
    for host in hosts:
        found += [asked(server.port, "GET", "/api/games/none", {"Host": host}).status]
        found += [upgrade(server.port, "/api/games/none/live", {"Host": host}).status]
    return found


def test_names_are_allowed_by_options(tmp_path: Path):
    options = ("--allow-host", CLUB, "--allow-host", "Table:8765", "--public-url", "https://club.example")
    with Server(tmp_path, "", *options) as server:
        own = (CLUB, f"{CLUB}:8765", "table", "club.example", "localhost", f"127.0.0.1:{server.port}")
        assert statuses(server, *own) == [404, 101] * len(own)
        assert statuses(server, "evil.example", "x.table") == [421] * 4
        denied = upgrade(server.port, "/api/games/none/live", {"Host": "evil.example", "Origin": "http://evil.example"})
        assert "--allow-host evil.example" in json.loads(denied.body)["words"]
        assert server.answers()
    assert "ERROR" not in server.said(), "who is refused fills no log"
    assert "Traceback" not in server.said()


def test_a_home_server_answers_to_this_machine_only(tmp_path: Path):
    with Server(tmp_path) as server:
        assert statuses(server, "localhost", f"127.0.0.1:{server.port}", "[::1]") == [404, 101] * 3
        assert statuses(server, CLUB) == [421] * 2


def test_processes_that_serve_together_know_the_names(tmp_path: Path, new_postgres: Callable[[], str]):
    with Server(tmp_path, new_postgres(), "--processes", "2", "--allow-host", CLUB) as server:
        for _ in range(5):
            assert statuses(server, CLUB, "evil.example") == [404, 101, 421, 421]


def test_a_process_is_told_the_names_by_its_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv(application.DATABASE, f"sqlite:///{tmp_path / 'games.db'}")
    monkeypatch.setenv(application.HOSTS, f"{CLUB} table")
    assert application.from_environment().hosts.names == {"localhost", CLUB, "table"}
    monkeypatch.delenv(application.HOSTS)
    assert application.from_environment().hosts.names == {"localhost"}


@pytest.mark.parametrize(
    "name", ["https://games.example.org/", "", "a b", "*", "*.example.org", "games.example.org/x", "ä" * 80]
)
def test_what_is_no_name_is_refused_at_the_start(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["serve", "--port", "0", "--database", str(tmp_path / "games.db"), "--allow-host", name]) != 0
    said = capsys.readouterr().err
    assert f"'{name}' is not a host name" in said
    assert "--allow-host" in said
    assert not (tmp_path / "games.db").exists()


def test_a_name_with_accents_is_taken_as_browsers_write_it(tmp_path: Path):
    with Server(tmp_path, "", "--allow-host", "München.example") as server:
        assert statuses(server, "xn--mnchen-3ya.example") == [404, 101]
