"""The rules over HTTP: contents, searching, a section, charts; standing orders and remarks about a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.serving import Guest, Server, good

EUTAW = "revolution/eutaw/historical"
PLAN = "chancellorsville/perfect-plan"
RED_DICE = "chancellorsville/red-dice/turnpike"
PEOPLE = {"british": "human", "american": "human"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("rules")) as server:
        yield server
    assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def reader(server: Server) -> Guest:
    return Guest(server)


def asked(reader: Guest, path: str, **query: str) -> Any:
    return good(reader.ask("GET", f"/api/{path}", params=query))


def refusal(reader: Guest, status: int, path: str, method: str = "GET", body: object = None, **query: str) -> dict[str, Any]:
    response = reader.ask(method, path if path.startswith("/") else f"/api/{path}", body, params=query)
    assert response.status_code == status, response.text
    told: dict[str, Any] = response.json()
    assert told["words"].endswith((".", "?"))
    return told


# ---------------------------------------------------------------- rules


def test_the_contents_are_those_of_the_rulebooks_of_a_scenario(reader: Guest):
    lines = asked(reader, "rules", scenario=EUTAW)
    assert list(dict.fromkeys(line["book"] for line in lines)) == [
        "Eutaw Springs",
        "Battles of the American Revolution: series rules",
    ]
    assert {"id": "S12.14", "title": "Diversion (advanced)"}.items() <= next(
        line for line in lines if line["id"] == "S12.14"
    ).items()
    assert {line["depth"] for line in lines} >= {0, 1, 2}
    assert len(asked(reader, "rules")) > len(lines)


def test_rules_are_found_by_their_words_and_by_their_numbers(reader: Guest):
    found = asked(reader, "rules", find="cavalry withdraw", scenario=EUTAW)
    assert found[0]["id"] == "S12.4"
    assert all("avalry" in line["title"] + line["text"] or "ithdraw" in line["title"] + line["text"] for line in found)
    assert [line["id"] for line in asked(reader, "rules", find="12.14")] == [
        "S12.14",
        "S12.14a",
        "S12.14b",
        "S12.14c",
        "S12.14d",
    ]
    assert asked(reader, "rules", find="P5.5b")[0]["id"] == "P5.5b"
    assert asked(reader, "rules", find="P5.5b", scenario=EUTAW) == []
    assert asked(reader, "rules", find="zeppelin") == []


def test_a_rule_is_shown_with_its_section(reader: Guest):
    page = asked(reader, "rules/S12.14c")
    assert (page["id"], page["title"]) == ("S12.14", "Diversion (advanced)")
    assert [rule["id"] for rule in page["rules"]] == ["S12.14a", "S12.14b", "S12.14c", "S12.14d"]
    assert [link["id"] for link in page["above"]] == ["S", "S12"]
    assert {"id": "S12.13", "title": "Who must be attacked"} in page["see"]
    assert (page["before"]["id"], page["after"]["id"]) == ("S12.13", "S12.15")
    whole = asked(reader, "rules/S12")
    assert (whole["text"], whole["within"][0]["id"]) == ("", "S12.1")


def test_every_game_has_its_summaries(reader: Guest):
    page = asked(reader, "rules/P5.5b")
    assert (page["id"], page["title"]) == ("P5.5", "Hits and losses")
    assert [rule["id"] for rule in page["rules"]] == ["P5.5a", "P5.5b", "P5.5c", "P5.5d"]


def test_the_rules_that_a_text_names_can_be_followed(reader: Guest):
    page = asked(reader, "rules/S13.25b")
    for id in page["links"]:
        assert any(id in text for rule in page["rules"] for text in rule.values())
        assert asked(reader, f"rules/{id}")["rules"] is not None


@pytest.mark.parametrize(("path", "query"), [("rules/S99.9", {}), ("rules", {"scenario": "nowhere"}), ("rules/%20", {})])
def test_a_rule_that_there_is_not_is_refused(reader: Guest, path: str, query: dict[str, str]):
    assert refusal(reader, 404, path, **query)["error"] == "unknown"


# ---------------------------------------------------------------- charts


@pytest.mark.parametrize("scenario", [EUTAW, PLAN])
def test_the_charts_of_a_scenario(reader: Guest, scenario: str):
    charts = asked(reader, f"scenarios/{scenario}/charts")
    assert len(charts) > 3
    for chart in charts:
        assert {len(row["cells"]) for row in chart["rows"]} == {len(chart["columns"])}
        assert chart["title"]
        assert chart["corner"]


@pytest.mark.parametrize("scenario", ["nowhere", "revolution/nowhere", "revolution/eutaw/nowhere"])
def test_a_scenario_that_there_is_not_has_no_charts(reader: Guest, scenario: str):
    assert refusal(reader, 404, f"scenarios/{scenario}/charts")["error"] == "unknown"


# ---------------------------------------------------------------- standing orders


def test_orders_are_given_and_ended_and_only_ones_own_are_seen(reader: Guest):
    guests = reader.create(EUTAW, PEOPLE)
    british, american = guests["british"], guests["american"]
    given = good(british.ask("PUT", british.at("/orders"), {"kind": "tactics", "answer": "stand_fast"}))
    chosen = {order["kind"]: order["answer"] for order in given if order["answer"]}
    assert chosen == {"tactics": "stand_fast"}
    assert british.table()["orders"] == given
    assert all(order["answer"] == "" for order in american.table()["orders"])
    assert british.sit(british.game, None).table()["orders"] == []
    ended = good(british.ask("PUT", british.at("/orders"), {"kind": "tactics", "answer": ""}))
    assert all(order["answer"] == "" for order in ended)
    assert {answer["answer"] for answer in ended[0]["answers"]} >= {"", "computer"}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"kind": "surrender", "answer": "now"}, "There is no standing order 'surrender'; there are "),
        ({"kind": "tactics", "answer": "run"}, "'run' is not an answer to the standing order 'tactics'; give "),
    ],
)
def test_an_order_that_nobody_knows_is_refused(reader: Guest, body: dict[str, str], told: str):
    british = reader.create(EUTAW, PEOPLE)["british"]
    before = british.table()
    assert refusal(british, 400, british.at("/orders"), "PUT", body)["words"].startswith(told)
    spectator = british.sit(british.game, None)
    refusal(spectator, 403, spectator.at("/orders"), "PUT", {"kind": "tactics", "answer": "skirmish"})
    assert british.table() == before


# ---------------------------------------------------------------- remarks about a place


def test_a_place_is_spoken_of(reader: Guest):
    british = reader.create(EUTAW, PEOPLE)["british"]
    said = asked(british, british.at("/remarks").removeprefix("/api/"), place="0914", piece="buffs")
    words = [remark["words"] for remark in said["remarks"]]
    assert any(word.startswith("Entry costs 3rd Foot ") for word in words), words
    assert any(word.startswith("Against units here: close combat 0, fire -1") for word in words), words
    assert all(remark["cites"] for remark in said["remarks"])
    everybody = asked(
        british.sit(british.game, None), british.at("/remarks").removeprefix("/api/"), place="0914", piece="buffs"
    )
    assert everybody == said
    assert refusal(british, 404, british.at("/remarks"), place="9999")["error"] == "no-place"


def test_a_way_is_drawn_before_it_is_chosen(reader: Guest):
    guests = reader.create(RED_DICE, {"ANV": "human", "AoP": "human"})
    first = next(guest for guest in guests.values() if guest.table()["decision"])
    squad = next(choice["action"] for choice in first.table()["decision"]["choices"] if "activate-squad" in choice["action"])
    first.move(first.table()["seq"], squad)
    region = first.table()["decision"]["regions"][0]
    (x, y), runs = region["origin"], region["rows"][0]
    before = next(number for number, (_, mark) in enumerate(runs) if mark)
    point = f"{x + sum(length for length, _ in runs[:before]) * region['step']:g},{y:g}"
    way = asked(first, first.at("/way").removeprefix("/api/"), action=f"walk-to {point}")
    assert (way["places"][-1], way["goes_on"]) == (point, False)
    assert way["text"].endswith(" left")
    assert asked(first, first.at("/way").removeprefix("/api/"), action="stand-fast") is None
    assert asked(first, first.at("/way").removeprefix("/api/"), action="walk-to 0,0") is None
    other = next(guest for guest in guests.values() if guest is not first)
    assert asked(other, other.at("/way").removeprefix("/api/"), action=f"walk-to {point}") is None
    assert refusal(first.sit(first.game, None), 403, first.at("/way"), action="stand-fast")["error"] == "not-yours"


def test_an_area_is_spoken_of_only_as_a_seat_may_know_it(reader: Guest):
    guests = reader.create(PLAN, {"AoP": "human", "ANV": "human"})
    told = {
        seat: asked(guest, guest.at("/remarks").removeprefix("/api/"), place="fredericksburg", piece="AoP-V")
        for seat, guest in guests.items()
    }
    assert [remark["words"] for remark in told["ANV"]["remarks"]] == [
        "Held by the Army of Northern Virginia",
        "0 of 4 units of yours are here",
    ]


# ---------------------------------------------------------------- the story so far


def test_the_story_is_read_while_the_game_goes_on(reader: Guest):
    lee = reader.create("chancellorsville/old-joe", {"CSA": "human"})["CSA"]
    assert lee.table()["diary"]
    for action in ("close-cup", "pass-activation"):
        lee.move(lee.table()["seq"], action)
    pages = asked(lee, lee.at("/diary").removeprefix("/api/"))
    assert [page["turn"] for page in pages] == [1, 2]
    assert pages[0]["title"].startswith("Turn 1")
    assert pages[0]["lines"][-1].startswith("The victory marker stands on ")
    british = reader.create(EUTAW, PEOPLE)["british"]
    assert not british.table()["diary"]
    assert asked(british, british.at("/diary").removeprefix("/api/")) == []
