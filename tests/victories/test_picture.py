"""The campaign as a picture: what is drawn, what each seat sees of it, and what each click costs."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.pictures import Picture
from grognard.core.pictures.hexes import HexSheet
from grognard.drawing import svg
from grognard.games.chancellorsville.victories.picture import command_counter
from grognard.games.chancellorsville.victories.pieces import ARMIES
from grognard.games.chancellorsville.victories.state import Campaign
from tests.drawing.test_art import unknown
from tests.marks import rule
from tests.victories.table import FAR, SCENARIOS, act, begin, scene


def picture_of(game: Campaign, seat: str | None) -> Picture:
    picture = game.rules.picture(game, seat)
    assert picture is not None
    return picture


def sheet_of(game: Campaign, seat: str | None) -> HexSheet:
    sheet = picture_of(game, seat).main
    assert isinstance(sheet, HexSheet)
    return sheet


def names_in(game: Campaign, seat: str | None, hex: str) -> list[str]:
    (stack,) = [stack for stack in sheet_of(game, seat).stacks if stack.place == hex]
    return [counter.name for counter in stack.counters]


@pytest.mark.parametrize("scenario", [scenario.id.rpartition("/")[2] for scenario in SCENARIOS])
def test_everything_on_the_map_has_a_drawing(scenario: str) -> None:
    game = begin(scenario, dice=(6,) * 3)
    sheet = sheet_of(game, "CSA")
    assert list(unknown(sheet)) == []
    shown = {h.label for h in sheet.hexes}
    assert shown - set(sheet.beyond) == {game.label(h) for h in game.rules.board.grid.hexes if game.rules.area >> h & 1}
    assert "Give Us Victories" in svg(picture_of(game, "CSA"))


@rule("U9.26")
def test_an_enemy_stack_shows_backs_until_a_unit_stands_next_to_it() -> None:
    pieces = {"us_candy": "1116", "us_kane": "1116", "cs_lane": "4328", "cs_heth": "1117", **FAR}
    game = scene(pieces, "us_cmd_slocum")
    assert names_in(game, "Union", "1117") == ["Heth"]
    assert names_in(game, "Union", "4328") == [""]
    assert set(names_in(game, "CSA", "1116")) == {"Candy", "Kane"}
    assert names_in(game, None, "1116") == ["", ""]
    assert names_in(game, None, "4328") == [""]


@rule("U9.26", "U3.9")
def test_two_games_that_differ_in_what_is_hidden_look_the_same() -> None:
    one = scene({"us_candy": "1116", "cs_lane": "4328", "cs_heth": {"hex": "4329", "step": 1}}, "us_cmd_slocum", "cs_cmd_hill")
    other = scene({"us_candy": "1116", "cs_heth": "4328", "cs_lane": "4329"}, "us_cmd_slocum", "cs_cmd_early")
    for seat in ("Union", None):
        assert picture_of(one, seat) == picture_of(other, seat)
    assert picture_of(one, "CSA") != picture_of(other, "CSA")


@rule("U3.9", "U8.5", "U8.16")
def test_the_cup_and_the_boxes_are_seen_by_name_by_their_owner_only() -> None:
    game = scene({"us_candy": "1116", **FAR}, "us_cmd_slocum", "us_cmd_howard", "cs_cmd_early")
    titles = {
        seat: {tray.title: [counter.name for counter in tray.counters] for tray in picture_of(game, seat).trays}
        for seat in (*ARMIES, None)
    }
    assert titles["Union"]["Union, in the cup"] == ["Howard"]  # Slocum is drawn and acts
    assert titles["CSA"]["Union, in the cup"] == [""]
    assert titles[None]["Confederate, in the cup"] == [""]
    assert titles["CSA"]["Confederate, in the cup"] == ["Early"]
    tracks = picture_of(game, None).tracks
    assert tracks[1].boxes == ("Slocum", "?", "?")
    assert tracks[1].marker == 0


@rule("U14.49", "U15.6", "U9.23", "U12.2")
def test_the_states_of_a_unit_are_on_its_counter() -> None:
    marked = {"hex": "1116", "states": ["demoralised", "out of supply", "fired", "forced march"]}
    game = scene(
        {"us_candy": marked, "us_kane": {"hex": "1117", "states": ["disorganised"], "step": 2}, **FAR}, "us_cmd_slocum"
    )
    counters = {counter.id: counter for stack in sheet_of(game, "Union").stacks for counter in stack.counters}
    assert counters["us_candy"].states == ("demoralised", "unsupplied", "fired", "tired")
    assert counters["us_kane"].states == ("disorganised",)
    assert counters["us_kane"].lost == 1
    assert {*counters["us_candy"].states, *counters["us_kane"].states} <= sheet_of(game, "Union").art.states.keys()


@rule("U3.7", "U3.8")
def test_a_command_counter_shows_its_radius_and_rank() -> None:
    commands = begin("campaign", dice=(6,)).rules.commands
    shown = {id: command_counter(commands[id]) for id in ("us_cmd_meade", "us_hooker", "us_independent")}
    assert {id: (counter.rank, counter.values) for id, counter in shown.items()} == {
        "us_cmd_meade": (1, "4"),
        "us_hooker": (2, "5"),
        "us_independent": (1, "1"),
    }


def test_pontoons_works_rain_and_night_are_shown() -> None:
    fields: dict[str, Any] = {"pontoons": {"2617-2718": "Union"}, "works": {"1116": "Union"}, "rain": True, "turn": 10}
    game = scene({"us_candy": "1116", **FAR}, "us_cmd_slocum", **fields)
    sheet = sheet_of(game, "Union")
    assert [(each.kind, each.places) for each in sheet.additions] == [("pontoon", ("2617", "2718")), ("works", ("1116",))]
    assert [stack.entrenched for stack in sheet.stacks if stack.place == "1116"] == [True]
    assert sheet.sky == ("rain", "night")
    drawing = svg(picture_of(game, "Union"))
    assert 'fill="url(#rain)"' in drawing
    assert "Union pontoon" in drawing


@rule("U9.2")
def test_the_goals_of_a_march_say_what_they_cost() -> None:
    game = scene({"us_candy": "1116", **FAR}, "us_cmd_slocum")
    act(game, "place-command 1116", "march-unit us_candy")
    costs = {str(action): cost for action, cost in game.rules.costs(game, "Union").items()}
    assert costs == {f"march-to {hex}": cost for hex, cost in game.inspect("Union", "reach", "us_candy").items()}
    assert costs["march-to 1117"] == 0.5
    assert game.rules.costs(game, "CSA") == {}
