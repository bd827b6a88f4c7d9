"""Hurrah for Old Joe at the table: the display, why Hooker's army did what it did, and the story afterwards."""

from __future__ import annotations

from itertools import combinations

import pytest

import grognard
from grognard.analysis.reports import report
from grognard.core.cursors import Moment
from grognard.core.pictures.display import BoxPicture, DisplaySheet
from grognard.core.rules import Rules
from grognard.drawing import svg
from grognard.games.chancellorsville.old_joe.events import OpenLoss, OpenMarch
from grognard.games.chancellorsville.victories.events import StackMarched
from grognard.server.refusals import Refused
from grognard.server.views.context import context_of
from grognard.server.views.history import diary_of
from grognard.server.views.questions import inspection, remarks_about
from grognard.server.views.tracks import tracks_of
from tests.marks import rule
from tests.old_joe.table import ID, act, scene
from tests.victories import table as victories


@pytest.fixture(scope="module")
def game() -> grognard.Game:
    """Three turns in which the player does nothing."""
    game = grognard.new(ID, seed=3)
    while game.rules.when(game)[0] != 4:
        (seat,) = game.actors
        game.play(seat, list(game.actions(seat))[-1])
    return game


def display_of(game: grognard.Game) -> DisplaySheet:
    rules: Rules = game.rules
    picture = rules.picture(game, "CSA")
    assert picture is not None
    (sheet,) = (sheet for sheet in picture.sheets if isinstance(sheet, DisplaySheet))
    return sheet


def apart(one: BoxPicture, other: BoxPicture) -> bool:
    across, down = (abs(one.at[axis] - other.at[axis]) for axis in (0, 1))
    return across >= (one.size[0] + other.size[0]) / 2 - 1 or down >= (one.size[1] + other.size[1]) / 2 - 1


def test_every_box_of_the_display_lies_in_a_panel_and_on_no_other(game: grognard.Game) -> None:
    sheet = display_of(game)
    for box in sheet.boxes:
        (x, y), (wide, high) = box.at, box.size
        assert any(
            panel.left <= x - wide / 2
            and x + wide / 2 <= panel.left + panel.width
            and panel.top <= y - high / 2
            and y + high / 2 <= panel.top + panel.height
            for panel in sheet.panels
        ), box.id
    assert [pair for pair in combinations((box for box in sheet.boxes if not box.round), 2) if not apart(*pair)] == []
    picture = game.rules.picture(game, "CSA")
    assert picture is not None
    assert "Chancellorsville" in svg(picture)


def test_what_lies_face_up_on_the_display_can_be_followed(game: grognard.Game) -> None:
    counters = [counter for stack in display_of(game).stacks for counter in stack.counters]
    known = game.rules.names()
    assert {counter.id for counter in counters if counter.symbol != "back"} <= set(known)
    assert not [counter.id for counter in counters if counter.symbol == "back" and counter.id in known]


def test_a_place_of_several_sheets_is_told_about_by_its_address(game: grognard.Game) -> None:
    context = context_of(game, "CSA")
    board = context.board
    assert board is not None
    where = next(place for id, place in board.where.items() if id.startswith("ai_V_"))
    told = remarks_about(context, where, "")
    assert any(remark.words.startswith("Page ") for remark in told.decisions)
    assert not {remark.words for remark in told.remarks} & {remark.words for remark in told.decisions}
    assert remarks_about(context, "display:sector 1", "").remarks == ()
    with pytest.raises(Refused):
        remarks_about(context, "map:9999", "")
    unit = next(id for id in board.where if id.startswith("cs_"))
    assert all(value.place in board.places for value in inspection(context, "supply", unit).places)


def test_the_story_has_a_leaf_for_each_turn_with_the_moment_of_its_end(game: grognard.Game) -> None:
    events = game.happened.length
    moments = [Moment(0, number * events // 10, 0, ()) for number in range(11)]
    leaves = list(diary_of(moments, context_of(game, "CSA")))
    assert [leaf.turn for leaf in leaves][:3] == [1, 2, 3]
    assert [leaf.moment for leaf in leaves] == sorted(leaf.moment for leaf in leaves)
    assert all(line[0] == line[0].upper() for leaf in leaves for line in leaf.lines)


@rule("J-E1", "J-E8", "J-E9")
def test_beside_the_map_stand_the_victory_marker_and_the_units_lost(game: grognard.Game) -> None:
    marker, lost = [track for track in tracks_of(context_of(game, "CSA")) if track.kind == "levels"]
    shown = {track.title: [(level.seat, level.words) for level in track.levels] for track in (marker, lost)}
    vp = game.rules.tracks(game)["vp"]["CSA"]
    assert shown["Victory marker"] == [("CSA", f"{vp:g} (draw)")]
    assert shown["Confederate units lost"] == [("CSA", "0")]
    assert (marker.least, marker.most, lost.most) == (0, 25, 15)
    assert game.rules.scales()["units-lost"].least == 0
    assert [(band.least, band.most) for band in marker.bands] == [(0, 0), (1, 10), (11, 18), (19, 24), (25, 25)]


def test_the_chart_of_a_finished_game_follows_the_marker() -> None:
    game = grognard.new(ID, seed=5)
    game.resign("CSA")
    (line,) = report(game.record()).lines
    assert (line.measure, line.seat, line.points[0]) == ("vp", "CSA", (0, 12.0))


@rule("J-A1")
def test_onlookers_read_which_units_march_and_what_they_lose():
    """In the main game they would read of a march of units."""
    game = scene({"cs_lane": "2422", "cs_heth": "2422", "ai_XI_devens": "1419"}, 0, cup=["cs_cmd_hill"])
    act(game, "place-command 2422", "march-stack 2422", "march-to 2522")
    march = game.events(None)[-1]
    assert isinstance(march, OpenMarch)
    assert march.units == ("cs_heth", "cs_lane")
    assert game.events("CSA")[-1] == march
    assert march.describe(game.rules.names()).startswith("Confederate: march of Heth, Lane by ")
    main = victories.scene({"cs_lane": "2422", "cs_heth": "2422", "us_candy": "1419"}, "cs_cmd_hill")
    act(main, "place-command 2422", "march-stack 2422", "march-to 2522")
    told = next(event for event in reversed(main.events(None)) if isinstance(event, StackMarched))
    assert told.units == (), "there it is hidden from the enemy"
    shot = OpenLoss("CSA", "cs_lane", "2522", "U12.11")
    assert shot.seen_by(None) == shot
