"""The application without a network: who asks it over HTTP, and who follows it over sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

from litestar import Litestar
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession

import grognard
from grognard.server.app import create_app
from tests.core.toy import TOY

Client = TestClient[Litestar]
EUTAW, PLAN = "revolution/eutaw/historical", "chancellorsville/perfect-plan"
KEYS = (f"key-{number}" for number in count())
PATIENCE = 60.0
HOME = "http://127.0.0.1"


@contextmanager
def house(folder: Path, thinkers: int = 0, **more: Any) -> Iterator[Client]:
    """A server on a file of its own; its guests have no addresses by which they could be limited."""
    settings = {"thinkers": thinkers, "modules": ("tests.core.toy",), "limit": 0, **more}
    app = create_app(f"sqlite:///{folder / 'games.db'}", **settings)
    with TestClient(cast("Litestar", app), base_url=HOME) as client:
        yield client


class Guest(NamedTuple):
    """Somebody at a game."""

    client: Client
    game: str
    token: str | None = None

    def ask(self, method: str, path: str = "", **more: Any) -> Any:
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return self.client.request(method, f"/api/games/{self.game}{path}", headers=headers | more.pop("headers", {}), **more)

    def get(self, path: str = "", **more: Any) -> Any:
        """What is there; it must be."""
        response = self.ask("GET", path, **more)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: object, status: int = 200, method: str = "POST") -> Any:
        response = self.ask(method, path, json=body)
        assert response.status_code == status, response.text
        return response.json()

    def move(self, seq: int, action: str = "", do: str = "action", key: str = "") -> Any:
        return self.ask("POST", "/moves", json={"seq": seq, "key": key or next(KEYS), "do": do, "action": action})

    def bytes(self) -> bytes:
        """All that is to be seen."""
        return b"".join(self.ask("GET", path).content for path in ("", "/log", "/map", "/chat"))

    def follow(self, since: int = 0, language: str = "en") -> WebSocketTestSession:
        return self.client.websocket_connect(f"/api/games/{self.game}/live")


def sit_down(client: Client, scenario: str = TOY.id, players: Mapping[str, str] | None = None, **more: Any) -> dict[str, Guest]:
    """A new game; its guests by the seats that persons hold, and without a name a spectator."""
    seats = dict.fromkeys(grognard.find(scenario).seats(), "human") | dict(players or {})
    made = client.post("/api/games", json={"scenario": scenario, "seats": seats, **more})
    assert made.status_code == 201, made.text
    game, links = made.json()["game"], made.json()["links"]
    return {seat: Guest(client, game, token) for seat, token in links.items()} | {"": Guest(client, game)}


def hello(socket: WebSocketTestSession, guest: Guest, since: int = 0, **more: Any) -> None:
    socket.send_text(json.dumps({"token": guest.token, "since": since, "language": "en", **more}))


def told(socket: WebSocketTestSession) -> dict[str, Any]:
    return dict(socket.receive_json(timeout=PATIENCE))


def step(guests: Mapping[str, Guest], chance: Random) -> bool:
    """Whoever is asked does anything that is allowed; False once the game is over."""
    table = guests[""].get()
    if table["over"] is not None:
        return False
    seat = chance.choice([actor for actor in table["actors"] if actor in guests])
    own = guests[seat].get()
    choice = chance.choice(own["decision"]["choices"])
    assert guests[seat].move(own["seq"], choice["action"]).status_code == 200
    return True
