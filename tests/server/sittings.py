"""Players who know of nothing but the server: what it acknowledged must be true for ever after."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Self

import httpx
import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

import grognard
from tests.serving import PATIENCE, Guest, Server, good, insistently, new_key


class Acknowledged(NamedTuple):
    """A command that the server said yes to."""

    seq: int
    seat: str
    key: str
    body: dict[str, Any]
    entry: str
    """How the log spells it."""


class Sitting:
    """One game, played by whoever is asked, as fast as the server answers, whether or not the server is there."""

    def __init__(self, server: Server, scenario: str, seats: Mapping[str, str], seed: int) -> None:
        self.chance = Random(seed)
        guest = Guest(server)
        made = good(insistently(lambda: guest.ask("POST", "/api/games", {"scenario": scenario, "seats": dict(seats)})))
        self.game: str = made["game"]
        self.guests = {seat: guest.sit(self.game, token) for seat, token in made["links"].items()}
        self.acknowledged: list[Acknowledged] = []
        self.said: list[str] = []
        self.over = False
        self.people_only = len(self.guests) == len(seats)
        self.follower = Follower(server, self.game, None)

    def table(self, seat: str) -> dict[str, Any]:
        return dict(good(insistently(lambda: self.guests[seat].ask("GET", self.guests[seat].at()))))

    def step(self) -> None:
        """Whoever is asked answers; now and then they take it back, say something, or send a command again."""
        seat = self.chance.choice(list(self.guests))
        table = self.table(seat)
        self.over = table["over"] is not None
        if self.over:
            return
        if table["can_undo"] and self.chance.random() < 0.1:
            self.command(seat, table["seq"], {"do": "undo"}, f"undo {seat}")
        elif table["decision"] is not None:
            action = self.chance.choice(table["decision"]["choices"])["action"]
            self.command(seat, table["seq"], {"do": "action", "action": action}, f"{seat} {action}")
        if self.chance.random() < 0.05:
            self.say(seat)
        if self.acknowledged and self.chance.random() < 0.1:
            self.repeat(self.chance.choice(self.acknowledged))

    def command(self, seat: str, seq: int, what: dict[str, Any], entry: str) -> None:
        """A command that must be acknowledged once, however often it takes to send it."""
        key = new_key()
        body = {"seq": seq, "key": key, **what}
        response = self.send(seat, body)
        if response.status_code == 409 and not self.people_only:
            return  # the computer player was faster
        committed = good(response)["seq"]
        self.acknowledged.append(Acknowledged(committed, seat, key, body, entry))

    def send(self, seat: str, body: dict[str, Any]) -> httpx.Response:
        guest = self.guests[seat]
        return insistently(lambda: guest.ask("POST", guest.at("/moves"), body))

    def repeat(self, past: Acknowledged) -> None:
        """The same command once more: the same answer, and it does nothing."""
        assert good(self.send(past.seat, past.body))["seq"] == past.seq

    def say(self, seat: str) -> None:
        """A line of chat; one that was not acknowledged may or may not have been heard."""
        guest, text = self.guests[seat], f"line {new_key()}"
        try:
            response = guest.ask("POST", guest.at("/chat"), {"text": text})
        except httpx.TransportError:
            return
        good(response)
        self.said.append(text)

    def play_until(self, stopped: threading.Event) -> None:
        """To the end of the game or until stopped; the page that follows it has seen all when this returns."""
        with self.follower:
            while not stopped.is_set() and not self.over:
                self.step()
            self.follower.wait_for(self.at_rest()["seq"])

    def at_rest(self) -> dict[str, Any]:
        """The table when a person is asked, or nobody any more: no computer player will go on."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for seat in self.guests:
                table = self.table(seat)
                if table["decision"] is not None or table["over"] is not None:
                    return table
            assert time.monotonic() < deadline, "the computer player is silent"
            time.sleep(0.02)


class Follower:
    """A page that follows a game over the socket, coming back with what it has whenever the line breaks."""

    def __init__(self, server: Server, game: str, token: str | None) -> None:
        self.address = f"{server.url.replace('http', 'ws', 1)}/api/games/{game}/live"
        self.token = token
        self.lines: list[dict[str, Any]] = []
        self.parts: dict[str, Any] = {}
        self.resumed = 0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.follow_always, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.thread.join(PATIENCE)

    def wait_for(self, seq: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.parts.get("seq", -1) < seq:
            assert self.thread.is_alive(), "the page follows no more"
            assert time.monotonic() < deadline, "the page is behind"
            time.sleep(0.02)

    def follow_always(self) -> None:
        while not self.stopped.is_set():
            try:
                self.follow()
            except (OSError, WebSocketException):
                self.resumed += 1
                self.stopped.wait(0.05)

    def follow(self) -> None:
        with connect(self.address, max_size=None, open_timeout=PATIENCE, close_timeout=1) as socket:
            hello = {"token": self.token, "since": len(self.lines), "language": "en"}
            socket.send(msgspec.json.encode(hello), text=True)
            while not self.stopped.is_set():
                try:
                    told = msgspec.json.decode(socket.recv(timeout=0.2))
                except TimeoutError:
                    continue
                assert told["type"] != "refused", told
                if told["type"] == "update":
                    self.lines += told["log"]
                    self.parts.update(told["parts"])


class House:
    """Games that are played at once, each with a page that follows it, and after each the next."""

    def __init__(self, server: Server, played: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        self.server = server
        self.sittings: list[Sitting] = []
        self.faults: list[BaseException] = []
        self.stopped = threading.Event()
        self.threads = [
            threading.Thread(target=self.play, args=(place, scenario, seats), daemon=True)
            for place, (scenario, seats) in enumerate(played)
        ]
        for thread in self.threads:
            thread.start()

    def play(self, seed: int, scenario: str, seats: Mapping[str, str]) -> None:
        try:
            while not self.stopped.is_set():
                sitting = Sitting(self.server, scenario, seats, seed + 10 * len(self.sittings))
                self.sittings.append(sitting)
                sitting.play_until(self.stopped)
        except BaseException as fault:
            self.faults.append(fault)

    @property
    def moves(self) -> int:
        """How many commands were acknowledged."""
        return sum(len(sitting.acknowledged) for sitting in self.sittings)

    def wait_for(self, more: int) -> None:
        """Let so many more commands be acknowledged."""
        goal, deadline = self.moves + more, time.monotonic() + PATIENCE
        while self.moves < goal and not self.faults:
            assert time.monotonic() < deadline, "nobody moves any more"
            time.sleep(0.002)

    def closed(self) -> list[Sitting]:
        """Let all finish the step they are at; what went wrong in any of them is raised here."""
        self.stopped.set()
        for thread in self.threads:
            thread.join(4 * PATIENCE)
            assert not thread.is_alive(), "a game hangs"
        for fault in self.faults:
            raise fault
        return self.sittings


def check_record(sitting: Sitting, record: dict[str, Any]) -> None:
    """Every acknowledged command stands in the record once and in its order, and the record replays to itself."""
    spoken = [entry for entry in record["entries"] if not entry.startswith("roll ")]
    ours = [entry for entry in spoken if entry.removeprefix("undo ").partition(" ")[0] in sitting.guests]
    assert ours == [command.entry for command in sorted(sitting.acknowledged)]
    replayed = grognard.replay(record)
    assert replayed.record() == record
    assert grognard.verify(record) == replayed.rolled
