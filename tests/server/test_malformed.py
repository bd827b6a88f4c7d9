"""Headers, paths and queries that no proper client sends are answered or refused, and never a fault of the server."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

import pytest

from tests.server.house import HOME, Client, Guest, house, sit_down
from tests.server.test_routes import check_refusal
from tests.server.wire import asked, upgrade
from tests.serving import Server

ORIGINS = [
    b"http://[",
    b"http://]",
    b"http://[::1",
    b"http://\xff",
    b"\xff",
    b"\xc3\xa4://",
    b"",
    b" ",
    b"null",
    b"://",
    b"http:",
]
ORIGINS += [b"http://127.0.0.1:x", b"http://127.0.0.1@evil.example", b"http://evil.example@127.0.0.1", b"http://evil.example"]

HEADERS = (
    *("Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Encoding", "Content-Type"),
    *("Cookie", "Date", "Forwarded", "Host", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "Last-Event-ID"),
    *(
        "Origin",
        "Range",
        "Referer",
        "Sec-Fetch-Site",
        "Sec-WebSocket-Extensions",
        "Sec-WebSocket-Key",
        "Sec-WebSocket-Protocol",
    ),
    *("Sec-WebSocket-Version", "TE", "Upgrade", "User-Agent", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-HTTP-Method"),
)
PIECES = (
    *ORIGINS,
    *(
        b"[",
        b"[::1]:x",
        b"127.0.0.1:99999999",
        b"Bearer",
        b"Bearer ",
        b"bearer \xff",
        b'Digest x="',
        b"%",
        b"%00",
        b"%ff",
        b"%zz",
    ),
    *(b"*", b",,,,", b";;;", b";=;=", b"=", b"q=", b"en;q=\xc3", b'text/html;charset="', b"application/json; charset=utf-99"),
    *(b"multipart/form-data", b"multipart/form-data; boundary=", b"application/x-www-form-urlencoded", b"application/msgpack"),
    *(
        b"bytes=0-",
        b"bytes=9-1,a-b",
        b'W/"',
        b'W/"x", *',
        b"a=b; c",
        b"=;=\xff",
        b'"\\"',
        b"gzip;q=0, *;q=x",
        b"permessage-deflate;x",
    ),
    *(
        b"-1",
        b"99999999999999999999",
        b"\xd9\xa3",
        b"1e9",
        b"NaN",
        b"chunked",
        b"Mon, 99 Foo 2020 99:99:99 GMT",
        b"\xed\xa0\x80",
    ),
    *(b"../../etc", b"\xe2\x80\xae", b"\t", b"\x85", b"\xa0", b"x" * 3000),
)
PATHS = (
    *("/api/games", "/api/games/{}", "/api/games/{}/moments/{}", "/api/games/{}/log?since={}", "/api/games/{}/moves"),
    *("/api/games/{}/offers/{}", "/api/games/{}/why?action={}&place={}&piece={}", "/api/games/{}/odds?action={}"),
    *("/api/games/{}/inspect?what={}&piece={}", "/api/games/{}/remarks?place={}", "/api/games/{}/moments/0?decision={}"),
    "/api/games/{}/way?action={}",
    *("/api/rules?find={}&scenario={}", "/api/rules/{}", "/api/scenarios/{}/picture", "/api/scenarios/{}/{}/charts"),
    *(
        "/api/{}",
        "/schema/{}",
        "/schema?language={}",
        "/api/nothing?{}",
        "/api/games/{}/log?since=0&{}={}",
        "/api/games/{}/live",
    ),
)
METHODS = ("GET", "GET", "GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE")
BODIES = (b"", b"", b"{}", b"{", b"\xff", b'{"scenario": "\\ud800"}')


class Request(NamedTuple):
    """A request that may be nonsense."""

    method: str
    target: str
    headers: dict[str, bytes]
    body: bytes


def requests(seed: int, game: str, token: str) -> Iterator[Request]:
    """No end of them, the same for each seed."""
    chance = Random(seed)

    def nonsense() -> bytes:
        if chance.random() < 0.2:
            return bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
        return b"".join(chance.choice(PIECES) for _ in range(chance.choice((1, 1, 2, 3))))

    while True:
        target = chance.choice(PATHS)
        while "{}" in target:
            target = target.replace("{}", game if chance.random() < 0.5 else quote_from_bytes(nonsense(), safe="%"), 1)
        headers = {"Authorization": f"Bearer {token}".encode()} if chance.random() < 0.5 else {}
        headers |= {chance.choice(HEADERS): nonsense() for _ in range(chance.randrange(4))}
        yield Request(chance.choice(METHODS), target, headers, chance.choice(BODIES))


# ---------------------------------------------------------------- over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("malformed")) as server:
        yield server
    assert "Traceback" not in server.said()
    assert "ERROR" not in server.said()


def begin(server: Server) -> tuple[str, str]:
    """A game, and the link to one of its seats."""
    seats = {"british": "human", "american": "human"}
    made = server.client.post("/api/games", json={"scenario": "revolution/eutaw/historical", "seats": seats}).json()
    return made["game"], made["links"]["british"]


def on_a_wire(value: bytes) -> bytes:
    """What can stand in a header at all: the rest would end it."""
    return value.translate(None, b"\r\n\x00").strip()


@pytest.mark.parametrize("seed", range(3))
def test_no_request_is_a_fault_of_the_server(server: Server, seed: int):
    statuses = set()
    for request in itertools.islice(requests(seed, *begin(server)), 150):
        headers = {name: on_a_wire(value) for name, value in request.headers.items()}
        answer = asked(server.port, request.method, request.target, headers, request.body)
        assert answer.status < 500, (request, answer)
        statuses.add(answer.status)
    assert {200, 400, 404} <= statuses
    assert server.answers()


@pytest.mark.parametrize("seed", range(3))
def test_no_socket_is_a_fault_of_the_server(server: Server, seed: int):
    game, token = begin(server)
    statuses = set()
    for request in itertools.islice(requests(seed, game, token), 150):
        headers = {name: on_a_wire(value) for name, value in request.headers.items()}
        target = f"/api/games/{game}/live" if request.method == "GET" else request.target
        answer = upgrade(server.port, target, headers)
        assert answer.status < 500, (request, answer)
        statuses.add(answer.status)
    assert {101, 400} <= statuses
    assert server.answers()


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_malformed_origin_is_another_site_on_the_wire(server: Server, origin: bytes):
    game, _ = begin(server)
    for answer in (
        asked(server.port, "POST", "/api/games", {"Origin": origin, "Content-Type": "application/json"}, b"{}"),
        upgrade(server.port, f"/api/games/{game}/live", {"Origin": origin}),
    ):
        assert answer.status == 403
        refusal = json.loads(answer.body)
        assert refusal["error"] == "cross-site"
        assert refusal["words"].startswith("The request comes from another site; ")


# ---------------------------------------------------------------- whatever a server of HTTP lets through


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with house(tmp_path_factory.mktemp("house")) as client:
        yield client


def answered(client: Client, kind: str, request: Request) -> list[dict[str, Any]]:
    """What the application sends; a fault that it does not answer is raised."""
    heard = [{"type": "http.request", "body": request.body}]
    if kind == "websocket":
        heard = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": "{"}]
    path, _, query = request.target.partition("?")
    headers = {"Host": HOME.removeprefix("http://").encode(), **request.headers}
    scope: dict[str, Any] = {
        "type": kind,
        **({"method": request.method} if kind == "http" else {}),
        "path": unquote_to_bytes(path).decode("utf-8", "replace"),
        "raw_path": path.encode(),
        "query_string": unquote_to_bytes(query),  # raw bytes, which no browser sends
        "headers": [(name.lower().encode(), value) for name, value in headers.items()],
        "client": None,
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
        "extensions": {"websocket.http.response": {}},
    }
    said: list[dict[str, Any]] = []

    async def receive() -> Any:
        return heard.pop(0) if heard else {"type": f"{kind}.disconnect", "code": 1005}

    async def send(message: Any) -> None:
        said.append(dict(message))

    application: Any = client.app
    client.blocking_portal.call(application, scope, receive, send)
    return said


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("seed", range(10, 13))
def test_no_bytes_are_a_fault_of_the_application(client: Client, kind: str, seed: int):
    guest = sit_down(client)["red"]
    assert guest.token is not None
    for request in itertools.islice(requests(seed, guest.game, guest.token), 300):
        said = answered(client, kind, request)
        assert said, request
        assert all(message.get("status", 200) < 500 for message in said), (request, said)
    assert guest.get()["seq"] == 0


# ---------------------------------------------------------------- numbers


NUMBERS = [
    "\u0660",
    "\uff10",
    "\u0966",
    "+0",
    "0_0",
    " 0",
    "0 ",
    "0\u00a0",
    "\u00b2",
    "0x0",
    "0.0",
    "0e0",
    "\x00",
    "",
]


@pytest.fixture
def guest(client: Client) -> Guest:
    return sit_down(client)["red"]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_written_in_plain_digits(guest: Guest, number: str):
    for path in ("/log", "/chat"):
        refusal = check_refusal(guest.ask("GET", path, params={"since": number}), "malformed", 400)
        assert "'since' must be a whole number in digits from 0 to 9" in refusal["words"]
    if number:
        written = quote_from_bytes(number.encode())
        assert guest.ask("GET", f"/moments/{written}").status_code in (400, 404)


def test_plain_digits_are_read(guest: Guest):
    for number in ("0", "000"):
        assert guest.ask("GET", f"/moments/{number}").status_code == 200
    for number in ("0", "7", "999999999"):
        assert guest.ask("GET", f"/log?since={number}").status_code == 200
    assert guest.ask("GET", "/log?since=0&since=\u0660").status_code == 400
    check_refusal(guest.ask("GET", "/moments/-1"), "unknown", 404)


# ---------------------------------------------------------------- the description


PAGES = ("", "/", "/more", "/more/", "/more/openapi.json", "/openapi.json", "/openapi.yaml", "/openapi.yml")
SITES = ("/swagger", "/redoc", "/elements", "/rapidoc", "/scalar", "/more/swagger", "/oauth2-redirect.html")


@pytest.mark.parametrize("path", [*PAGES, *SITES])
def test_the_description_is_json_and_points_nowhere_else(client: Client, path: str):
    response = client.get(f"/schema{path}")
    assert response.headers["content-type"].startswith("application/json")
    assert not any(word in response.text for word in ("<script", "<html", "cdn", "http://", "https://"))
    if path.strip("/"):
        check_refusal(response, "unknown", 404)
    else:
        assert response.json()["openapi"]
