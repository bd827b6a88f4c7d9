"""Nothing that a seat may not know comes over the wire: two games that differ only in that are byte-equal to it, asked or told.

Two servers run on copies of one database: the same game, the same dice, the same links. They are played in step, and where
somebody decides in secret they decide otherwise on the other server.
"""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import grognard
from grognard.core.actions import Action
from grognard.core.dice import Dice
from grognard.core.games import Game
from grognard.core.procedures import AskAll
from grognard.players import player
from grognard.testing.playing import same
from tests.battery.declared import disguises, fronts_shown, kept_secrets, secrets, swapped
from tests.battery.declared.shape import Disguise
from tests.serving import PATIENCE, Guest, Server, good, new_key

EUTAW, GUILFORD, PLAN = "revolution/eutaw/historical", "revolution/guilford/historical", "chancellorsville/perfect-plan"
CAMPAIGN = "revolution/eutaw/campaign"
OPTIONS: dict[str, dict[str, str | int | bool]] = {CAMPAIGN: {"reinforcements": "optional"}}  # which are called up in secret
DISGUISES = disguises(grognard.new(PLAN, seed=1).rules)

Both = tuple[Any, Any]


class Ear:
    """A page that follows one of the twins; keeps every frame as it came."""

    def __init__(self, server: Server, game: str, token: str | None) -> None:
        self.frames: list[bytes] = []
        self.parts: dict[str, Any] = {}
        self.line = connect(f"ws://127.0.0.1:{server.port}/api/games/{game}/live", max_size=None, open_timeout=PATIENCE)
        self.socket = self.line.__enter__()
        self.socket.send(msgspec.json.encode({"token": token, "since": 0, "language": "en"}), text=True)
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self) -> None:
        try:
            for frame in self.socket:
                self.frames.append(frame.encode() if isinstance(frame, str) else frame)
                self.parts |= msgspec.json.decode(frame).get("parts", {})
        except ConnectionClosed:
            pass

    def wait_until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not (self.parts and holds(self.parts)):
            assert time.monotonic() < deadline, "the page is behind"
            time.sleep(0.002)


class Twins:
    """One game on both servers, with two games here that know the same as they."""

    def __init__(self, servers: Sequence[Server], folder: Path, scenario: str, game: str, links: Mapping[str, str]) -> None:
        self.links = links
        self.guests = [{seat: Guest(server, game, token) for seat, token in links.items()} for server in servers]
        self.watching = [Guest(server, game) for server in servers]
        self.shadows = [grognard.new(scenario, options=OPTIONS.get(scenario), dice=dice_of(folder, game)) for _ in servers]
        self.servers = servers
        self.ears: dict[str | None, list[Ear]] = {}
        self.seq = 0
        self.checks = 0

    def follow(self) -> None:
        """Pages open for everybody, if they have not yet: from now on all that they are told is kept."""
        if self.ears:
            return
        game = self.watching[0].game
        for seat in (None, *self.links):
            self.ears[seat] = [Ear(server, game, None if seat is None else self.links[seat]) for server in self.servers]
        self.wait_until(lambda parts: parts["seq"] >= self.seq and all(state["online"] for state in parts["seats"]))
        for ear in self.all_ears():
            ear.frames.clear()  # who came first is chance

    def close(self) -> None:
        for ear in self.all_ears():
            ear.line.__exit__(None, None, None)

    def all_ears(self) -> list[Ear]:
        return [ear for pair in self.ears.values() for ear in pair]

    def wait_until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """All pages have come so far."""
        for ear in self.all_ears():
            ear.wait_until(holds)

    def moved(self) -> None:
        """A move was made on both; all pages are told of it before the next, else one might be told of two at once."""
        self.seq += 1
        self.wait_until(lambda parts: parts["seq"] >= self.seq)

    @property
    def game(self) -> Game:
        return self.shadows[0]

    def who(self, seat: str | None, twin: int) -> Guest:
        return self.watching[twin] if seat is None else self.guests[twin][seat]

    def play(self, seat: str, actions: tuple[Action, Action]) -> None:
        for twin, action in enumerate(actions):
            assert good(self.who(seat, twin).move(self.seq, str(action)))["seq"] == self.seq + 1
            self.shadows[twin].play(seat, action)
        self.moved()

    def undo(self, seat: str) -> None:
        for twin in (0, 1):
            assert good(self.who(seat, twin).move(self.seq, do="undo"))["seq"] == self.seq + 1
            self.shadows[twin].undo(seat)
        self.moved()

    # ------------------------------------------------------------------ comparing

    def check(self, *unknowing: str | None) -> None:
        """All that these may ask for or try, and all that they were told, is the same on both."""
        self.checks += 1
        for seat in unknowing:
            for request in self.requests(seat):
                same(self.answer(seat, 0, *request), self.answer(seat, 1, *request))
            one, other = ([*ear.frames] for ear in self.ears[seat])
            for mine, yours in zip(one, other, strict=True):
                same(mine, yours)

    def check_knowing(self, seat: str) -> None:
        """Whoever decided it does see the difference; else this test would see nothing."""
        assert self.answer(seat, 0, "GET", "/record", None) != self.answer(seat, 1, "GET", "/record", None)

    def requests(self, seat: str | None) -> Iterator[tuple[str, str, Any]]:
        """What one may ask, and what one may try in vain."""
        for path in (
            "",
            "/log?since=0",
            f"/log?since={self.seq}",
            "/map",
            "/chat",
            "/moments",
            "/record",
            "/report",
            "/nothing",
        ):
            yield "GET", path, None
        moments = good(self.watching[0].ask("GET", self.watching[0].at("/moments")))["moments"]
        for moment in (0, len(moments) // 2, len(moments) - 1, len(moments)):
            yield "GET", f"/moments/{moment}", None
        chance = Random(self.seq)
        table = self.who(seat, 0).table()
        places = [stack["place"] for stack in table["pieces"]["stacks"]]
        for place in chance.sample(places, min(3, len(places))):
            yield "GET", f"/why?place={place}", None
            for inspection in table["inspections"]:
                yield "GET", f"/inspect?what={inspection['what']}&piece={place}", None
        pieces = [id for stack in table["pieces"]["stacks"] for counter in stack["counters"] if (id := counter["id"])]
        for piece in chance.sample(pieces, min(3, len(pieces))):
            yield "GET", f"/why?piece={piece}", None
            for inspection in table["inspections"]:
                yield "GET", f"/inspect?what={inspection['what']}&piece={piece}", None
        for choice in (table["decision"] or {"choices": []})["choices"][:40]:
            if choice["fight"]:
                yield "GET", f"/forecast?action={choice['action']}", None
        if seat is not None:
            yield "GET", "/note", None
            for action in chance.sample(self.game.rules.action_table(), 4):
                yield "GET", f"/why?action={action}", None
                if action not in self.game.actions(seat):
                    yield "POST", "/moves", {"seq": self.seq, "key": new_key(), "do": "action", "action": str(action)}
            if not table["can_undo"]:
                yield "POST", "/moves", {"seq": self.seq, "key": new_key(), "do": "undo"}
            yield "POST", "/moves", {"seq": self.seq - 1, "key": new_key(), "do": "resign"}

    def answer(self, seat: str | None, twin: int, method: str, path: str, body: Any) -> bytes:
        guest = self.who(seat, twin)
        response = guest.ask(method, guest.at(path), body)
        kind = response.headers.get("Content-Type", "")
        return f"{method} {path} {response.status_code} {kind}\n".encode() + response.content


def dice_of(folder: Path, game: str) -> Dice:
    """The dice of a game, of which only the database knows the secret."""
    with sqlite3.connect(folder / "one.sqlite") as database:
        ((secret, nonces),) = database.execute("select secret, nonces from games where id = ?", (game,)).fetchall()
    return Dice.live(game, msgspec.json.decode(nonces), bytes.fromhex(secret))


class Prepared(NamedTuple):
    """Two servers on copies of one database, and the games that are in it, each to be played once."""

    servers: tuple[Server, Server]
    folder: Path
    games: dict[str, list[tuple[str, dict[str, str]]]]

    def twins(self, scenario: str) -> Twins:
        game, links = self.games[scenario].pop()
        return Twins(self.servers, self.folder, scenario, game, links)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    folder = tmp_path_factory.mktemp("twins")
    games: dict[str, list[tuple[str, dict[str, str]]]] = {EUTAW: [], GUILFORD: [], CAMPAIGN: [], PLAN: []}
    one = Server(folder, f"sqlite:///{folder / 'one.sqlite'}")
    with one:
        for scenario, made in games.items():
            seats = dict.fromkeys(grognard.new(scenario, seed=1).seats, "human")
            for _ in DISGUISES if scenario == PLAN else (1,):
                wanted = {"scenario": scenario, "seats": seats, "options": OPTIONS.get(scenario, {})}
                new = good(Guest(one).ask("POST", "/api/games", wanted))
                made.append((new["game"], new["links"]))
    for path in folder.glob("one.sqlite*"):
        shutil.copy(path, folder / path.name.replace("one", "other"))
    with one, Server(folder, f"sqlite:///{folder / 'other.sqlite'}") as other:
        yield Prepared((one, other), folder, games)
    assert "Traceback" not in one.said() + other.said()


def decisions(twins: Twins, seed: int, style: str = "brawler") -> Iterator[tuple[str, Action]]:
    """Who is asked and what they choose, until the game is over; whoever looks on plays it."""
    chance = Random(seed)
    players = {seat: player(style, seed + place) for place, seat in enumerate(twins.game.seats)}
    while twins.game.over is None:
        seat = chance.choice(twins.game.actors)
        yield seat, players[seat].choose(twins.game.seat(seat))


@pytest.mark.parametrize(("scenario", "secretive"), [(EUTAW, "british"), (GUILFORD, "american")])
def test_a_sealed_answer_stays_sealed(prepared: Prepared, scenario: str, secretive: str):
    twins = prepared.twins(scenario)
    declared = secrets(twins.game.rules)
    for seat, action in decisions(twins, 3):
        game = twins.game
        decision = game.decision(seat)
        assert decision is not None
        others = [other for other in game.seats if other != seat]
        if isinstance(game.pending, AskAll) and seat == secretive and set(game.actors) & set(others):
            answers = declared[decision.kind](game, seat)
            if answers[0] != answers[1]:
                twins.follow()
                twins.play(seat, answers)
                twins.check(None, *others)
                twins.check_knowing(seat)
                twins.undo(seat)
                twins.check(None, *others)
                twins.play(seat, (answers[0], answers[0]))
                twins.check(None, *others)
                if twins.checks >= 3:
                    break
                continue
        twins.play(seat, (action, action))
    twins.close()
    assert twins.checks >= 3


def test_a_secret_decision_stays_secret_until_it_is_shown(prepared: Prepared):
    twins = prepared.twins(CAMPAIGN)
    declared = kept_secrets(twins.game.rules)
    secret = None
    for number, (seat, action) in enumerate(decisions(twins, 4, "random")):
        decision = twins.game.decision(seat)
        assert decision is not None
        others = [other for other in twins.game.seats if other != seat]
        if secret is None and decision.kind in declared:
            secret, knowing = declared[decision.kind], seat
            twins.follow()
            twins.play(seat, secret.answers)
            twins.check(None, *others)
            twins.check_knowing(knowing)
            continue
        if secret is not None and number % 15 == 0:
            twins.check(None, *(other for other in twins.game.seats if other != knowing))
        twins.play(seat, (action, action))
        if secret is not None and (twins.checks >= 3 or any(secret.shown(shadow) for shadow in twins.shadows)):
            break
    twins.close()
    assert twins.checks >= 2


@pytest.mark.parametrize("disguise", DISGUISES, ids=lambda disguise: disguise.one)
def test_hidden_pieces_cannot_be_told_apart(prepared: Prepared, disguise: Disguise):
    twins = prepared.twins(PLAN)
    twins.follow()
    others = [seat for seat in twins.game.seats if seat != disguise.owner]
    for number, (seat, action) in enumerate(decisions(twins, 54)):
        other = swapped(twins.game.rules, disguise, action) if seat == disguise.owner else action
        twins.play(seat, (action, other))
        if fronts_shown(twins.game, disguise):
            break
        if number % 10 == 5:
            twins.check(None, *others)
            if twins.game.can_undo(disguise.owner) and seat == disguise.owner:
                twins.undo(seat)
                twins.check(None, *others)
                twins.play(seat, (action, other))
        if twins.checks >= 3:
            break
    twins.close()
    assert twins.checks >= 3
