"""Lessons over HTTP: listed, begun, guided step by step, kept, and told to nobody but the learner."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from grognard.core.lessons import find_lesson, lesson_after, lessons
from tests.server.house import PATIENCE, Client, Guest, house

MOVING, FIGHTING = "revolution/moving", "perfect-plan/combat"


@pytest.fixture
def client(tmp_path: Path):
    with house(tmp_path) as client:
        yield client


def begin(client: Client, lesson: str) -> Guest:
    made = client.post("/api/lessons", json={"lesson": lesson})
    assert made.status_code == 201, made.text
    ((seat, token),) = made.json()["links"].items()
    assert seat == find_lesson(lesson).seat
    return Guest(client, made.json()["game"], token)


def do_next(guest: Guest) -> dict[str, Any]:
    """Do what the guide asks for; returns what it says then."""
    table = guest.get()
    step = next(step for step in find_lesson(table["lesson"]["id"]).steps if step.id == table["lesson"]["step"])
    action = next(choice["action"] for choice in table["decision"]["choices"] if step.is_done_by(choice["action"]))
    assert guest.move(table["seq"], action).status_code == 200
    return dict(guest.get()["lesson"])


def test_the_list(client: Client):
    listed = client.get("/api/lessons").json()
    assert [card["id"] for card in listed] == [lesson.id for lesson in lessons()]
    for card in listed:
        assert card["title"]
        assert card["about"].endswith(".")
        assert card["box"]
        assert card["game"] in {each["game"] for each in client.get("/api/scenarios").json()}
        assert card["minutes"] > 0
        assert set(card) == {"id", "title", "about", "box", "game", "scenario", "minutes", "steps", "cites"}


def test_a_lesson_from_its_first_step_to_its_end(client: Client):
    learner = begin(client, MOVING)
    lesson, said = find_lesson(MOVING), learner.get()["lesson"]
    for number, step in enumerate(lesson.steps):
        assert (said["step"], said["done"], said["steps"]) == (step.id, number, len(lesson.steps))
        assert said["words"]
        assert said["why"]
        assert said["cites"] == list(step.cites)
        assert said["pieces"] == list(step.pieces)
        assert not said["astray"]
        assert not said["finished"]
        said = do_next(learner)
    following = lesson_after(lesson)
    assert following is not None
    assert said["finished"]
    assert said["done"] == said["steps"]
    assert said["words"]
    assert said["step"] == ""
    assert said["next"]["id"] == following.id


def test_going_astray_and_back(client: Client):
    learner = begin(client, MOVING)
    before = learner.get()["lesson"]
    assert learner.move(0, "move tarleton").status_code == 200
    astray = learner.get()["lesson"]
    assert astray["astray"]
    assert astray["done"] == 0
    assert learner.move(1, do="undo").status_code == 200
    assert learner.get()["lesson"] == before


def test_it_is_told_to_nobody_but_the_learner(client: Client):
    learner = begin(client, FIGHTING)
    assert learner.get()["lesson"] is not None
    watching = Guest(client, learner.game).get()
    assert watching["lesson"] is None
    assert learner.get("/moments/0")["lesson"] is None


def test_what_lies_face_down_stays_so(client: Client):
    """The learner's guide and table do not name the pieces that the position of the lesson hides."""
    learner = begin(client, FIGHTING)
    hidden = [piece for piece in find_lesson(FIGHTING).position["pieces"] if not piece.startswith("AoP")]
    assert hidden
    for part in ("", "/log"):
        said = learner.ask("GET", part).text
        assert [piece for piece in hidden if f'"{piece}"' in said] == [], part
    assert not set(hidden) & set(learner.get("/record")["position"]["pieces"])


def test_a_table_that_is_no_lesson_has_no_guide(client: Client):
    seats = {"british": "human", "american": "human"}
    made = client.post("/api/games", json={"scenario": "revolution/eutaw/historical", "seats": seats}).json()
    assert Guest(client, made["game"], made["links"]["british"]).get()["lesson"] is None


@pytest.mark.parametrize(
    ("body", "error", "status"),
    [
        ({"lesson": "revolution/mooving"}, "unknown", 404),
        ({"lesson": 1}, "malformed", 400),
        ({"lesson": MOVING, "seats": {}}, "malformed", 400),
        ({"lesson": MOVING, "nonce": "no nonce!"}, "malformed", 400),
        ({}, "malformed", 400),
    ],
)
def test_what_is_no_lesson_is_refused(client: Client, body: Any, error: str, status: int):
    refused = client.post("/api/lessons", json=body)
    assert (refused.status_code, refused.json()["error"]) == (status, error)
    assert refused.json()["words"].endswith(("?", "."))


def test_it_goes_on_where_it_was_left(tmp_path: Path):
    with house(tmp_path) as client:
        learner = begin(client, MOVING)
        said = [do_next(learner) for _ in range(3)][-1]
    with house(tmp_path) as client:
        again = Guest(client, learner.game, learner.token)
        assert again.get()["lesson"] == said
        assert do_next(again)["done"] == 4


def test_computer_players_hold_the_other_seats(tmp_path: Path):
    """A fight with live dice, followed over the socket until the lesson is finished."""
    with house(tmp_path, thinkers=1) as client:
        learner = begin(client, FIGHTING)
        lesson = find_lesson(FIGHTING)
        with learner.follow() as socket:
            socket.send_text(json.dumps({"token": learner.token, "since": 0, "language": "en"}))
            table: dict[str, Any] = {}
            while not table or not table["lesson"]["finished"]:
                told = socket.receive_json(timeout=PATIENCE)
                if told["type"] != "update":
                    continue
                table |= told["parts"]
                if table["decision"] is None or table["lesson"]["finished"] or "decision" not in told["parts"]:
                    continue
                step = next(step for step in lesson.steps if step.id == table["lesson"]["step"])
                action = next(each["action"] for each in table["decision"]["choices"] if step.is_done_by(each["action"]))
                assert learner.move(table["seq"], action).status_code == 200
        assert table["lesson"]["done"] == table["lesson"]["steps"] == 2


def test_a_database_from_before_there_were_lessons_is_brought_up_to_date(tmp_path: Path):
    address = f"sqlite:///{tmp_path / 'games.db'}"
    with house(tmp_path) as client:
        seats = {"british": "human", "american": "human"}
        made = client.post("/api/games", json={"scenario": "revolution/eutaw/historical", "seats": seats}).json()
    engine = create_engine(address)
    config = Config()
    config.set_main_option("script_location", str(files("grognard.server.storage") / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0001"
    engine.dispose()
    with house(tmp_path) as client:
        assert Guest(client, made["game"], made["links"]["british"]).get()["lesson"] is None
        assert begin(client, MOVING).get()["lesson"]["done"] == 0
