"""A table of three seats on two sides: links, what each ally may see, giving up, a draw, the record and the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

import grognard
from grognard.analysis.reports import report
from grognard.server.autoplay import computers
from grognard.server.autoplay.bot_runner import Answer, BotRunner, Question
from grognard.server.autoplay.computers import question
from grognard.server.registry import Table, Tables
from grognard.server.tables.advice import MOST_ADVICE
from tests.savannah.card_table import events
from tests.savannah.positions import CAMPAIGN
from tests.series.alliance import ALLIED, AMERICAN, BRITISH, FRENCH, THREE, TWO
from tests.server.house import Guest, house, sit_down
from tests.server.seating import PATIENCE, everything, new_table, play, play_at_random, refusal, reopened, run, tables_at, until
from tests.server.test_live import Page


def test_every_seat_has_a_link_and_every_side_a_name(tmp_path: Path):
    with house(tmp_path) as client:
        guests = sit_down(client, THREE.id)
        assert set(guests) == {BRITISH, FRENCH, AMERICAN, ""}
        table = guests[FRENCH].get()
        assert [seat["name"] for seat in table["seats"]] == [BRITISH, FRENCH, AMERICAN]
        sides = {side["name"]: (side["title"], side["army"], side["seats"]) for side in table["sides"]}
        assert sides == {
            BRITISH: ("British", "the British", [BRITISH]),
            ALLIED: ("Allied", "the Allies", [FRENCH, AMERICAN]),
            FRENCH: ("French", "the French", []),
            AMERICAN: ("American", "the Americans", []),
        }
        levels = {track["name"]: [level["seat"] for level in track["levels"]] for track in table["tracks"]}
        assert levels["army_morale"] == levels["victory_points"] == [BRITISH, FRENCH, AMERICAN]
        assert levels["momentum"] == [BRITISH, ALLIED]
        assert {way["seat"] for way in table["victories"]} == {BRITISH, ALLIED}
        assert table["actors"] == [FRENCH]
        assert table["decision"] is not None
        assert guests[AMERICAN].get()["decision"] is None
        two = sit_down(client, TWO.id)
        assert set(two) == {BRITISH, ALLIED, ""}


def test_allies_are_told_what_they_share_and_who_decides(tmp_path: Path):
    with house(tmp_path) as client:
        guests = sit_down(client, THREE.id)
        shared = guests[AMERICAN].get()["agreement"]
        assert shared["decides"] == FRENCH
        assert shared == guests[FRENCH].get()["agreement"]
        assert guests[BRITISH].get()["agreement"] is None
        assert guests[""].get()["agreement"] is None
        assert sit_down(client, TWO.id)[ALLIED].get()["agreement"] is None


def test_an_ally_who_does_not_act_is_told_whose_turn_it_is(tmp_path: Path):
    with house(tmp_path) as client:
        guests = sit_down(client, THREE.id)
        refused = guests[AMERICAN].move(0, "end-movement")
        assert refused.status_code == 422
        assert "the French" in refused.json()["words"]
        assert guests[FRENCH].move(0, "end-movement").status_code == 200
        assert guests[AMERICAN].get()["actors"] == [AMERICAN]


@pytest.mark.parametrize(
    ("seat", "winner", "own", "ally"),
    [
        (AMERICAN, BRITISH, "The Allies resigned", "The Allies resigned"),
        (BRITISH, ALLIED, "You resigned", "The British resigned"),
    ],
)
def test_a_seat_gives_up_for_its_side(tmp_path: Path, seat: str, winner: str, own: str, ally: str):
    with house(tmp_path) as client:
        guests = sit_down(client, THREE.id)
        assert guests[seat].move(0, do="resign").status_code == 200
        assert guests[seat].get()["over"]["winner"] == winner
        assert guests[seat].get()["over"]["reason"] == own
        assert guests[FRENCH].get()["over"]["reason"] == ally
        assert guests[FRENCH].get("/report")["over"]["winner"] == winner


def test_a_draw_needs_all_three(tmp_path: Path):
    with house(tmp_path) as client:
        guests = sit_down(client, THREE.id)
        guests[AMERICAN].post("/offers", {"kind": "draw", "about": ""}, 200)
        (offer,) = guests[BRITISH].get()["offers"]
        assert offer["waits_for"] == [BRITISH, FRENCH]
        for seat in (FRENCH, BRITISH):
            assert guests[seat].get()["over"] is None
            guests[seat].post("/offers/draw", {"yes": True}, 200)
        assert guests[BRITISH].get()["over"]["winner"] is None


def test_a_game_of_three_is_kept_replayed_and_reported(tmp_path: Path):
    address = f"sqlite:///{tmp_path / 'games.db'}"

    async def scene() -> None:
        async with tables_at(address) as tables:
            table, links = await new_table(tables, THREE.id)
            assert set(links) == {BRITISH, FRENCH, AMERICAN}
            done = await play_at_random(table, 4)
            assert {seat for seat, _ in done} == {BRITISH, FRENCH, AMERICAN}
            game = table.game
            assert game.over is not None
            again = await reopened(tables, table.id)
            assert everything(again.game) == everything(game)
            assert grognard.replay(game.record()).position() == game.position()
            told = report(game.record())
            assert {point.seat for point in told.turning_points} <= {BRITISH, ALLIED}
            assert {luck.seat for luck in told.luck} <= {BRITISH, FRENCH, AMERICAN}

    run(scene())


# ---------------------------------------------------------------- advice between allies


def test_advice_is_seen_by_allies_and_by_nobody_else(tmp_path: Path):
    with house(tmp_path) as client:
        guests = sit_down(client, THREE.id)
        unseen = {seat: guests[seat].bytes() for seat in (BRITISH, "")}
        guests[AMERICAN].post("/advice", {"about": "reroll", "word": "keep"}, method="PUT")
        guests[FRENCH].post("/advice", {"about": "move foix", "word": "play"}, method="PUT")
        said = [
            {"seat": FRENCH, "about": "move foix", "word": "play"},
            {"seat": AMERICAN, "about": "reroll", "word": "keep"},
        ]
        assert guests[FRENCH].get()["advice"] == guests[AMERICAN].get()["advice"] == said
        assert {seat: guests[seat].bytes() for seat in (BRITISH, "")} == unseen
        guests[AMERICAN].post("/advice", {"about": "reroll", "word": ""}, method="PUT")
        assert guests[FRENCH].get()["advice"] == said[:1]


def test_who_has_no_ally_gives_no_advice(tmp_path: Path):
    with house(tmp_path) as client:
        guests, two = sit_down(client, THREE.id), sit_down(client, TWO.id)
        for guest in (guests[BRITISH], two[ALLIED]):
            refused = guest.post("/advice", {"about": "reroll", "word": "keep"}, 409, method="PUT")
            assert refused["error"] == "no-ally"
        for body in ({"about": "", "word": "keep"}, {"about": "reroll", "word": "burn"}, {"about": "x" * 101, "word": "play"}):
            guests[FRENCH].post("/advice", body, 400, method="PUT")
        guests[FRENCH].post("/advice", {"about": "a\nb", "word": "play"}, 400, method="PUT")
        assert guests[FRENCH].get()["advice"] == []
        guests[""].post("/advice", {"about": "reroll", "word": "keep"}, 403, method="PUT")


def test_advice_is_kept_by_the_table_and_not_by_the_game(tmp_path: Path):
    address = f"sqlite:///{tmp_path / 'games.db'}"

    async def scene() -> None:
        async with tables_at(address) as tables:
            table, _ = await new_table(tables, THREE.id)
            game = everything(table.game)
            await table.advise(AMERICAN, "reroll", "keep")
            assert (everything(table.game), table.seq) == (game, 0)
            again = await reopened(tables, table.id)
            assert again.advice_for(FRENCH) == {AMERICAN: {"reroll": "keep"}}
            assert again.advice_for(BRITISH) == again.advice_for(None) == {}
            heard = {seat: question(again, seat, "sergeant", 0).said for seat in (FRENCH, AMERICAN, BRITISH)}
            said = {AMERICAN: {"reroll": "keep"}}
            assert heard == {FRENCH: said, AMERICAN: said, BRITISH: {}}, "a computer player hears its allies"
            for number in range(MOST_ADVICE - 1):
                await again.advise(AMERICAN, f"card {number}", "play")
            assert "which is the most" in str(await refusal(again.advise(AMERICAN, "one more", "play")))
            await again.advise(AMERICAN, "reroll", "play")  # a change of mind is no more

    run(scene())


def test_an_enemy_who_follows_hears_nothing_of_advice(tmp_path: Path):
    with house(tmp_path) as client:
        guests = sit_down(client, THREE.id)
        enemy, ally = Page(guests[BRITISH]), Page(guests[FRENCH])
        guests[FRENCH].move(0, "end-movement")
        for page in (enemy, ally):
            page.until(1)
        guests[AMERICAN].post("/advice", {"about": "reroll", "word": "keep"}, method="PUT")
        heard: dict[str, Any] = {}
        while "advice" not in heard.get("parts", {}):
            heard = ally.hear()
        assert heard["parts"]["advice"] == [{"seat": AMERICAN, "about": "reroll", "word": "keep"}]
        guests[AMERICAN].move(1, "end-movement")
        told: list[dict[str, Any]] = []
        while not told or told[-1].get("parts", {}).get("seq") != 2:
            told.append(enemy.hear())
        assert all(message["parts"] and "advice" not in message["parts"] for message in told if message["type"] == "update")
        for page in (enemy, ally):
            page.close()


# ---------------------------------------------------------------- computer players beside a person


async def window(tables: Tables, *cards: int, **players: str) -> Table:
    """The events phase of a campaign at Savannah with three seats; British and French are asked, sealed."""
    game = events(british=[24], allied=cards, options={"seats": "three"})
    seats = dict.fromkeys((BRITISH, FRENCH, AMERICAN), "human") | players
    new = await tables.create(CAMPAIGN, {"seats": "three"}, seats, position=game.position())
    return await tables.open(new.game)


@pytest.fixture(autouse=True)
def patient_allies(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a player needs longer to begin than people at a table would wait for its word."""
    monkeypatch.setattr(computers, "ADVICE_TIMEOUT", PATIENCE)


@pytest.mark.parametrize("name", ["random", "brawler", "sergeant"])
def test_a_computer_player_answers_its_ally(tmp_path: Path, name: str):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            table = await window(tables, 5, american=name)
            before = everything(table.game)
            for word in ("play", "keep"):
                await table.advise(FRENCH, "V-C05", word)
                await until(lambda word=word: table.advice_for(FRENCH).get(AMERICAN) == {"V-C05": word})  # type: ignore[misc]
            assert (everything(table.game), table.seq) == (before, 0), "no record, no bound of undo"
            assert table.advice_for(BRITISH) == table.advice_for(None) == {}
            assert table.thinking == set()

    run(scene())


def test_a_computer_player_proposes_where_its_ally_is_asked_and_only_there(tmp_path: Path):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            table = await window(tables, 5, american="sergeant")
            await until(lambda: table.advice_for(FRENCH) == {AMERICAN: {"V-C05": "play"}})
            await play(table, FRENCH, "pass")
            await play(table, BRITISH, "pass")
            await until(lambda: not table.advice_for(FRENCH))

    run(scene())


def test_a_computer_player_keeps_to_an_agreement_reached_while_its_answer_waits(tmp_path: Path):
    """The French have decided to play the card before the American speaks; what is sealed is not yet done."""

    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            table = await window(tables, 5, french="sergeant")
            await table.advise(AMERICAN, "V-C05", "keep")
            await until(lambda: table.advice_for(AMERICAN).get(FRENCH) == {"V-C05": "keep"})
            await play(table, BRITISH, "pass")
            await until(lambda: table.seq >= 2)
            assert "card_played" not in str(table.game.events(BRITISH))
            assert [held.card for held in table.game.state.hands[ALLIED]] == ["V-C05"]  # type: ignore[attr-defined]

    run(scene())


def test_without_a_word_a_computer_player_decides_and_says_nothing(tmp_path: Path):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            table = await window(tables, 5, french="sergeant")
            await play(table, BRITISH, "pass")
            await until(lambda: table.seq >= 2)
            assert not table.game.state.hands.get(ALLIED), "it has played the card"  # type: ignore[attr-defined]
            assert table.advice == {}

    run(scene())


def test_computer_players_who_are_all_alone_do_not_talk(tmp_path: Path):
    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            table = await window(tables, 5, french="sergeant", american="sergeant")
            assert table.due_to_speak() == []
            await play(table, BRITISH, "pass")
            await until(lambda: table.seq >= 2)
            assert (table.advice, table.spoken) == ({}, {})

    run(scene())


def test_a_game_waits_for_nobody_who_finds_no_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []

    async def silent(self: computers.BotWorker, table: Table, seat: str, name: str) -> dict[str, str]:
        asked.append(seat)
        raise computers.WorkerFailed("it has lost its voice")

    monkeypatch.setattr(computers.BotWorker, "advise", silent)

    async def scene() -> None:
        async with tables_at(f"sqlite:///{tmp_path / 'games.db'}", thinkers=1) as tables:
            table = await window(tables, 5, french="sergeant")
            await table.advise(AMERICAN, "V-C05", "play")
            await until(lambda: asked == [FRENCH])
            await play(table, BRITISH, "pass")
            await until(lambda: table.seq >= 2)
            assert not table.game.state.hands.get(ALLIED)  # type: ignore[attr-defined]

    run(scene())


def test_a_player_that_does_not_talk_is_silent():
    runner = BotRunner()
    record: dict[str, Any] = {"scenario": THREE.id, "options": {}, "rules": "1", "components": None}
    asked = Question("g", FRENCH, "random", 1, 0, [], record, said={AMERICAN: {"momentum": "play"}}, advice=True)
    assert runner.answer(asked).words == {"momentum": "play"}
    runner.player = lambda question, replica: object()  # type: ignore[method-assign, assignment, return-value]
    assert runner.answer(asked) == Answer()


def test_an_enemy_learns_nothing_of_what_a_computer_player_says(tmp_path: Path):
    with house(tmp_path, thinkers=1) as client:
        seats = {BRITISH: "human", FRENCH: "sergeant", AMERICAN: "human"}
        made = client.post("/api/games", json={"scenario": CAMPAIGN, "options": {"seats": "three"}, "seats": seats}).json()
        british, american = (Guest(client, made["game"], made["links"][seat]) for seat in (BRITISH, AMERICAN))
        patiently(lambda: FRENCH not in british.get()["actors"])
        before = british.bytes()
        american.post("/advice", {"about": "storm", "word": "keep"}, method="PUT")
        patiently(lambda: {"seat": FRENCH, "about": "storm", "word": "keep"} in american.get()["advice"])
        assert british.bytes() == before


def patiently(condition: Callable[[], bool]) -> None:
    """Wait until something has come about."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "it does not come about"
        sleep(0.02)
