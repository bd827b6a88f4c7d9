"""A table of three seats on two sides: links, what each ally may see, giving up, a draw, the record and the report."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.analysis.reports import report
from tests.series.alliance import ALLIED, AMERICAN, BRITISH, FRENCH, THREE, TWO
from tests.server.house import house, sit_down
from tests.server.seating import everything, new_table, play_at_random, reopened, run, tables_at


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
