"""What nobody may do is refused in one clear sentence and changes nothing: over HTTP, over sockets, over bare wires."""

import contextlib
import json
import secrets
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from tests.serving import PATIENCE, Guest, Server, good, new_key

SCENARIO = "revolution/eutaw/historical"
SEATS = {"british": "human", "american": "human"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("security")) as server:
        yield server
    assert "Traceback" not in server.said()


class Sat(NamedTuple):
    """A game in which somebody is asked and somebody else is not."""

    asked: Guest
    other: Guest
    spectator: Guest
    table: dict[str, Any]
    """As the one who is asked sees it."""

    @property
    def action(self) -> str:
        return str(self.table["decision"]["choices"][0]["action"])

    @property
    def seq(self) -> int:
        return int(self.table["seq"])

    def everything(self) -> list[Any]:
        """All that anybody here can see."""
        guests = (self.asked, self.other, self.spectator)
        seen: list[Any] = [guest.table() for guest in guests]
        for state in (state for table in seen for state in table["seats"]):
            del state["joined"], state["online"]  # who comes to look changes nothing
        seen += [good(guest.ask("GET", guest.at(path))) for guest in guests for path in ("/log", "/chat")]
        return seen + [good(guest.ask("GET", guest.at("/note"))) for guest in guests[:2]]


@pytest.fixture
def sat(server: Server) -> Sat:
    guests = Guest(server).create(SCENARIO, SEATS)
    (asked, table), *_ = [(guest, table) for guest in guests.values() if (table := guest.table())["decision"]]
    (other,) = [guest for guest in guests.values() if guest is not asked]
    return Sat(asked, other, asked.sit(asked.game, None), table)


@pytest.fixture
def unchanged(sat: Sat) -> Iterator[None]:
    """Whatever the test did, nobody can see it."""
    before = sat.everything()
    yield
    assert sat.everything() == before


def refused(response: httpx.Response, error: str, status: int) -> dict[str, Any]:
    """A refusal as all are: a word, a sentence, rules; and nothing of the machinery."""
    assert response.status_code == status, response.text
    refusal = dict(response.json())
    assert refusal["error"] == error
    check_words(refusal)
    return refusal


def check_words(refusal: dict[str, Any]) -> None:
    assert set(refusal) <= {"error", "words", "cites", "seq"}
    words = refusal["words"]
    assert words.endswith((".", "?", ")"))
    assert "\n" not in words
    assert not any(name in words for name in ("Traceback", "Exception", "Error:", 'File "', "msgspec", "grognard."))


# ---------------------------------------------------------------- commands


def test_a_repeated_command_acts_once(sat: Sat):
    key = new_key()
    first = good(sat.asked.move(sat.seq, sat.action, key=key))
    for _ in range(3):
        assert good(sat.asked.move(sat.seq, sat.action, key=key)) == first
    assert sat.spectator.table()["seq"] == first["seq"] == sat.seq + 1


def test_a_stale_command_is_refused(sat: Sat):
    good(sat.asked.move(sat.seq, sat.action))
    now = sat.everything()
    for seat in (sat.asked, sat.other):
        refusal = refused(seat.move(sat.seq, sat.action), "stale", 409)
        assert refusal["seq"] == sat.seq + 1
    assert sat.everything() == now


@pytest.mark.usefixtures("unchanged")
class TestNothingChanges:
    """Each of these is refused, and all that anybody can see is as before."""

    def test_a_number_that_is_yet_to_come(self, sat: Sat):
        refused(sat.asked.move(sat.seq + 1, sat.action), "stale", 409)
        refused(sat.asked.move(-1, sat.action), "stale", 409)

    def test_the_command_of_another_seat(self, sat: Sat):
        refused(sat.other.move(sat.seq, sat.action), "illegal", 422)

    def test_the_command_of_a_spectator(self, sat: Sat):
        refused(sat.spectator.move(sat.seq, sat.action), "not-yours", 403)
        refused(sat.spectator.move(sat.seq, do="undo"), "not-yours", 403)
        refused(sat.spectator.move(sat.seq, do="resign"), "not-yours", 403)

    def test_an_action_that_is_not_in_the_list(self, sat: Sat):
        offered = {choice["action"] for choice in sat.table["decision"]["choices"]}
        for action in ("go 0101", "stand", "done", "pass"):
            if action not in offered:
                response = sat.asked.move(sat.seq, action)
                assert response.json()["error"] in ("illegal", "malformed")
                assert response.status_code in (400, 422)
                check_words(response.json())

    @pytest.mark.parametrize(
        "action", ["", " ", "nonsense", "go", "go go go", "go 9999", "go \x00", "x" * 5000, "ä" * 100, "🂡"]
    )
    def test_an_action_that_is_none(self, sat: Sat, action: str):
        response = sat.asked.move(sat.seq, action)
        assert response.status_code in (400, 422)
        check_words(response.json())

    def test_an_undo_of_nothing(self, sat: Sat):
        response = sat.other.move(sat.seq, do="undo")
        assert response.status_code in (409, 422)
        check_words(response.json())

    def test_a_guessed_link(self, sat: Sat):
        routes = [("GET", path) for path in ("", "/map", "/log", "/chat", "/note", "/moments", "/record", "/why?place=0101")]
        for token in (secrets.token_urlsafe(24), "british", "null", "x" * 3000, "' or 1=1 --", "%00"):
            guesser = sat.asked.sit(sat.asked.game, token)
            for method, path in routes:
                refused(guesser.ask(method, guesser.at(path)), "not-yours", 403)
            refused(guesser.move(sat.seq, sat.action), "not-yours", 403)

    @pytest.mark.parametrize("header", ["bearer x", "Basic YnJpdGlzaDo=", "british", "Bearer null", "Bearer"])
    def test_a_header_that_opens_nothing(self, sat: Sat, header: str):
        refused(sat.spectator.ask("GET", sat.spectator.at(), headers={"Authorization": header}), "not-yours", 403)

    def test_the_link_of_another_game(self, sat: Sat, server: Server):
        strangers = Guest(server).create(SCENARIO, SEATS)
        for stranger in strangers.values():
            guesser = sat.asked.sit(sat.asked.game, stranger.token)
            refused(guesser.ask("GET", guesser.at()), "not-yours", 403)
            refused(guesser.move(sat.seq, sat.action), "not-yours", 403)

    def test_a_game_that_is_not_there(self, sat: Sat):
        for game in ("nosuchgame12", "..", "%2e%2e", "a" * 500, "'", "\u00e4"):
            for token in (sat.asked.token, None):
                guest = sat.asked.sit(game, token)
                for path in ("", "/map", "/log", "/moments"):
                    assert guest.ask("GET", guest.at(path)).status_code in (404, 400), path

    def test_a_note_is_for_its_writer_only(self, sat: Sat):
        refused(sat.spectator.ask("GET", sat.spectator.at("/note")), "not-yours", 403)
        refused(sat.spectator.ask("PUT", sat.spectator.at("/note"), {"text": "mine"}), "not-yours", 403)

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"null",
            b"[]",
            b"42",
            b'"x"',
            b"{}",
            b'{"seq": "0", "key": "abc", "do": "action", "action": "x"}',
            b'{"seq": 0, "key": "abc", "do": "burn"}',
            b'{"seq": 1e400, "key": "abc", "do": "undo"}',
            b'{"seq": 0.5, "key": "abc", "do": "undo"}',
            b'{"seq": 99999999999999999999999999, "key": "abc", "do": "undo"}',
            b'{"seq": 0, "key": "", "do": "undo"}',
            b'{"seq": 0, "key": "%s", "do": "undo"}' % (b"k" * 5000),
            b'{"seq": 0, "key": "a b", "do": "undo"}',
            b'{"seq": NaN, "key": "abc", "do": "undo"}',
            b'\xff\xfe{"seq": 0}',
            b'{"seq": 0, "key": "\xff", "do": "undo"}',
            b"[" * 20_000,
            b'{"seq":' * 5_000,
        ],
        ids=range(20),
    )
    def test_a_malformed_command(self, sat: Sat, body: bytes):
        headers = {"Content-Type": "application/json"}
        response = sat.asked.ask("POST", sat.asked.at("/moves"), headers=headers, content=body)
        refused(response, "malformed", 400)

    def test_an_oversized_command(self, sat: Sat):
        body = json.dumps({"seq": sat.seq, "key": new_key(), "do": "action", "action": "x" * 3_000_000})
        headers = {"Content-Type": "application/json"}
        refused(sat.asked.ask("POST", sat.asked.at("/moves"), headers=headers, content=body), "too-large", 413)

        def in_pieces() -> Iterator[bytes]:
            yield from (body[start : start + 65536].encode() for start in range(0, len(body), 65536))

        refused(sat.asked.ask("POST", sat.asked.at("/moves"), headers=headers, content=in_pieces()), "too-large", 413)

    def test_oversized_words(self, sat: Sat):
        refused(sat.asked.ask("POST", sat.asked.at("/chat"), {"text": "x" * 2001}), "malformed", 400)
        refused(sat.asked.ask("POST", sat.asked.at("/chat"), {"text": "  "}), "malformed", 400)
        refused(sat.asked.ask("PUT", sat.asked.at("/note"), {"text": "x" * 20_001}), "malformed", 400)

    @pytest.mark.parametrize("method", ["DELETE", "PATCH", "PUT", "TRACE"])
    def test_methods_that_are_not_there(self, sat: Sat, method: str):
        response = sat.asked.ask(method, sat.asked.at("/moves"))
        assert response.status_code == 405
        check_words(response.json())

    def test_bare_wires(self, sat: Sat, server: Server):
        """Bytes that are no HTTP, or only half of it; the server answers the next guest all the same."""
        command = (
            f"POST {sat.asked.at('/moves')} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {sat.asked.token}\r\n".encode()
        )
        body = json.dumps({"seq": sat.seq, "key": new_key(), "do": "action", "action": sat.action}).encode()
        length = f"Content-Length: {len(body)}\r\n\r\n".encode()
        for sent in (
            b"\x00" * 100,
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
            command + b"Content-Length: -5\r\n\r\n" + body,
            command + b"Content-Length: 99999999999999999999\r\n\r\n" + body,
            command + b"Content-Length: 5\r\nContent-Length: 500\r\n\r\n" + body,
            command + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + body,
            command + length + body[:-5],  # half a command, and then gone
        ):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as wire:
                wire.settimeout(2)
                try:
                    wire.sendall(sent)
                    wire.shutdown(socket.SHUT_WR)
                    answer = wire.recv(65536)
                except OSError:
                    answer = b""
                assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 200")), answer[:100]
            assert server.answers()


# ---------------------------------------------------------------- sockets


def follow(server: Server, game: str) -> Any:
    return connect(f"ws://127.0.0.1:{server.port}/api/games/{game}/live", max_size=None, open_timeout=PATIENCE)


def hello(token: str | None, **more: Any) -> str:
    return json.dumps({"token": token, "since": 0, "language": "en", **more})


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{",
        "null",
        "[]",
        '{"token": 5}',
        hello(None, since="x"),
        hello(None, since=-1),
        hello(None, language="x" * 100_000),
        b"\x00\xff\x00",
        "[" * 50_000,
        "x" * 3_000_000,
    ],
    ids=range(11),
)
@pytest.mark.usefixtures("unchanged")
def test_garbage_on_a_socket(sat: Sat, server: Server, first: str | bytes):
    """It is told that it is garbage, or the line is cut; whoever else follows hears nothing of it."""
    with follow(server, sat.asked.game) as good_guest:
        good_guest.send(hello(None))
        assert told(good_guest)["type"] == "update"
        with follow(server, sat.asked.game) as socket:
            try:
                socket.send(first)
                while True:
                    answer = told(socket)
                    assert answer["type"] in ("refused", "update", "chat", "thinking")
                    if answer["type"] == "refused":
                        check_words(answer["refusal"])
                    elif answer["type"] == "update":
                        break  # it could be read after all
            except (ConnectionClosed, ConnectionError):
                pass
        with pytest.raises(TimeoutError):
            good_guest.recv(timeout=0.1)


@pytest.mark.usefixtures("unchanged")
def test_a_guessed_link_on_a_socket(sat: Sat, server: Server):
    for token in (secrets.token_urlsafe(24), "", "x" * 3000):
        with follow(server, sat.asked.game) as socket:
            socket.send(hello(token))
            answer = told(socket)
            assert (answer["type"], answer["refusal"]["error"]) == ("refused", "not-yours")
            check_words(answer["refusal"])
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)


def test_a_game_that_is_not_there_on_a_socket(server: Server):
    try:
        with follow(server, "nosuchgame12") as socket:
            socket.send(hello(None))
            assert told(socket)["refusal"]["error"] == "unknown"
    except WebSocketException:
        pass


@pytest.mark.usefixtures("unchanged")
def test_words_after_the_hello_do_nothing(sat: Sat, server: Server):
    with follow(server, sat.asked.game) as socket:
        socket.send(hello(sat.asked.token))
        assert told(socket)["type"] == "update"
        try:
            for word in (
                "again",
                "{}",
                json.dumps({"seq": sat.seq, "key": new_key(), "do": "action", "action": sat.action}),
                b"\xff" * 1000,
            ):
                socket.send(word)
        except ConnectionClosed:
            pass


def told(socket: Any) -> dict[str, Any]:
    return dict(msgspec.json.decode(socket.recv(timeout=PATIENCE)))


def test_a_crowd_that_never_says_hello_keeps_nobody_out(sat: Sat, server: Server):
    with contextlib.ExitStack() as crowd:
        for _ in range(50):
            crowd.enter_context(follow(server, sat.asked.game))
        with follow(server, sat.asked.game) as socket:
            socket.send(hello(None))
            assert told(socket)["type"] == "update"


# ---------------------------------------------------------------- pages


def test_the_pages_are_guarded(server: Server):
    for path in ("/", "/table/abc", "/new/x"):
        response = httpx.get(f"{server.url}{path}", timeout=PATIENCE)
        assert response.status_code == 200
        assert "text/html" in response.headers["Content-Type"]
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy or "default-src 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in response.headers


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../../../etc/passwd",
        "/assets/../../app.py",
        "/%2e%2e/%2e%2e/app.py",
        "/assets/%2e%2e%2f%2e%2e%2fapp.py",
        "/..%5c..%5capp.py",
        "//etc/passwd",
        "/assets//etc/passwd",
        "/.built-from/../../app.py",
    ],
)
def test_no_path_leads_out_of_the_pages(server: Server, path: str):
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as wire:
        wire.settimeout(PATIENCE)
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while received := wire.recv(65536):
            answer += received
    assert b"root:" not in answer
    assert b"import " not in answer.partition(b"\r\n\r\n")[2].replace(b"important ", b"")[:5000]


def test_tokens_are_not_kept(server: Server, sat: Sat):
    """Whoever steals the database or the log cannot sit down."""
    sat.asked.table()
    time.sleep(0.2)
    stored = b"".join(path.read_bytes() for path in Path(server.folder).iterdir() if path.is_file())
    assert sat.asked.token is not None
    assert sat.asked.token.encode() not in stored
    assert len(sat.asked.token) * 6 >= 128
