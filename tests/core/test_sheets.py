"""Pictures of several sheets and of every kind, shown by every layer: drawn, told, in the terminal, and sent to a page."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace

import grognard
from grognard.cli.table.choices import Choices as TableChoices
from grognard.cli.table.drawing import Look
from grognard.cli.table.kinds import KINDS as DRAWINGS
from grognard.cli.table.kinds import drawing_of
from grognard.core.choices import Choices, listed, regions
from grognard.core.games import Game
from grognard.core.pictures import Sheet
from grognard.core.pictures.display import row, wheel
from grognard.core.pictures.plane import PlaneSheet, place_of, point_of
from grognard.drawing import DrawingError, svg, thumbnail
from grognard.drawing.kinds import KINDS as PAGES
from grognard.server.shapes import AnySheet
from grognard.server.views.context import context_of
from grognard.server.views.maps import map_of
from grognard.server.views.pieces import pieces_of
from grognard.server.views.questions import question_of, why_not
from grognard.telling.boards import Board, board_of
from grognard.telling.names import names_of
from grognard.telling.sheets import KINDS as TOLD
from tests.core.relief import RELIEF, Beacon, Dig
from tests.core.tabletop import TABLETOP, Go, Stay, Take


def board(game: Game) -> Board:
    found = board_of(game.rules.picture(game))
    assert found is not None
    return found


@pytest.fixture
def tabletop() -> Game:
    return grognard.new(TABLETOP.id, seed=1)


@pytest.fixture
def relief() -> Game:
    return grognard.new(RELIEF.id, seed=1)


# ---------------------------------------------------------------- one registry a layer


def test_every_kind_of_sheet_is_known_to_every_layer():
    kinds = set(PAGES)
    assert kinds == set(TOLD)
    assert set(TOLD.values()) == set(DRAWINGS)
    assert kinds == set(AnySheet.__args__)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds)


def test_a_sheet_that_nobody_draws_is_refused_in_a_sentence(relief: Game):
    class Globe(Sheet, frozen=True, kw_only=True, tag="globe"):
        pass

    picture = relief.rules.picture(relief)
    assert picture is not None
    with pytest.raises(DrawingError, match="no drawing for a sheet of globe"):
        svg(replace(picture, sheets=(Globe(),)))


@pytest.mark.parametrize("scenario", [TABLETOP.id, RELIEF.id])
def test_a_bare_sheet_has_nothing_that_changes_in_play(scenario: str):
    game = grognard.new(scenario, seed=1)
    picture = game.rules.picture(game)
    assert picture is not None
    for sheet in picture.sheets:
        bare = sheet.bare()
        assert (bare.stacks, bare.markers, bare.flags, bare.groups, bare.additions) == ((), (), (), (), ())
        assert bare.kind == sheet.kind


# ---------------------------------------------------------------- drawn


def test_several_sheets_are_one_picture_in_which_no_name_is_given_twice(relief: Game):
    picture = relief.rules.picture(relief)
    assert picture is not None
    root = ElementTree.fromstring(svg(picture))
    ids = [found.attrib["id"] for found in root.iter() if "id" in found.attrib]
    assert len(ids) == len(set(ids))
    assert "s1-counter-relief" in ids
    assert "s0-map" in ids
    said = {"".join(found.itertext()) for found in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Display", "The relief", "Beacon", "1406"} <= said


def test_a_table_top_shows_ground_names_men_and_squads(tabletop: Game):
    picture = tabletop.rules.picture(tabletop)
    assert picture is not None
    drawn = svg(picture)
    root = ElementTree.fromstring(drawn)
    ids = {found.attrib["id"] for found in root.iter() if "id" in found.attrib}
    assert {"counter-N1", "counter-S2", "group-north", "objective-mill"} <= ids
    said = {"".join(found.itertext()) for found in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Long Wood", "Lick Run", "Mill Road", "10 cm", "The mill · 5 points", "muskets"} <= said
    sheet = picture.main
    assert isinstance(sheet, PlaneSheet)
    plain = replace(sheet, grounds=(replace(sheet.grounds[0], kind="lava"),), lines=(replace(sheet.lines[0], kind="moat"),))
    assert svg(replace(picture, sheets=(plain,)))
    assert len(thumbnail(picture)) < 60_000


def test_boxes_are_laid_out_in_rows_and_wheels():
    assert [box.at for box in row([("a", "A"), ("b", "B")], 0, 0)] == [(28, 28), (90, 28)]
    assert [box.at for box in wheel([(side, side) for side in "nesw"], (100, 100), 50)] == [
        (100, 50),
        (150, 100),
        (100, 150),
        (50, 100),
    ]


# ---------------------------------------------------------------- told


def test_places_are_addressed_with_their_sheet_only_where_there_are_several(relief: Game, tabletop: Game):
    two, one = board(relief), board(tabletop)
    assert two.find("1008") == "map:1008"
    assert two.find("track-0") == "display:track-0"
    assert two.find("display:north") == "display:north"
    assert two.find("nowhere") is None
    assert "1008" not in two.places
    assert "map:1008" in two.places
    assert two.where["relief"] == "display:track-0"
    assert two.name("display:track-0") == "The relief 0"
    assert two.step("map:1008", "up") == "map:1007"
    assert two.step("display:north", "down") in {"display:east", "display:west", "display:south"}
    assert two.describe("display:west") == ["Beacon West: the beacon points west"]
    assert "the head of the sap" in two.describe("map:1008")
    assert one.find("8,11") == "8,11"


def test_any_point_of_a_table_top_is_a_place(tabletop: Game):
    found = board(tabletop)
    assert "3.25,0" in found.places
    assert "31,2" not in found.places
    assert "2" not in found.places
    assert set(found.places) == {"8,11", "18,11", "9,4", "22,4", "mill"}
    assert found.step("8,11", "up") == "8,12"
    assert found.step("0,0", "left") == "0,0"
    assert found.describe("15,9")[0] == "15,9: building (Mill)"
    assert any("Mill Road" in line for line in found.describe("15,6.5"))
    assert found.name("mill") == "The mill"


@pytest.mark.parametrize("place", ["0,0", "81.5,43", "3,0.25"])
def test_a_point_is_spelt_as_it_is_read(place: str):
    point = point_of(place)
    assert point is not None
    assert place_of(point) == place


# ---------------------------------------------------------------- in the terminal


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("scenario", [TABLETOP.id, RELIEF.id])
def test_every_sheet_is_drawn_in_lines_of_its_width_and_found_where_it_is_drawn(scenario: str, near: bool):
    for places in board(grognard.new(scenario, seed=1)).sheets.values():
        drawing = drawing_of(places, Look(near))
        wide, high = drawing.size
        lines = ["".join(segment.text for segment in drawing.line(y)) for y in range(high)]
        assert all(wide - 2 <= len(line) <= wide for line in lines)
        for place in places.stacks:
            left, top, width, height = drawing.box(place)
            assert drawing.place_at(left + width // 2, top + height // 2) == place
        assert list(drawing.legend()) or not list(places.legend())


def test_a_point_under_the_cursor_is_chosen_in_the_terminal(tabletop: Game):
    tabletop.play("north", Take("N1"))
    seat = tabletop.seat("north")
    choices = TableChoices(seat, names_of(seat), board(tabletop))
    assert choices.actions == [Stay()]
    assert choices.at("9,10") == [Go("9,10")]
    assert choices.at("20,2") == []
    assert choices.refused("20,2", None) == [Go("20,2")]


# ---------------------------------------------------------------- regions


def test_a_region_unfolds_to_the_very_list(tabletop: Game):
    tabletop.play("north", Take("N1"))
    actions = tabletop.actions("north")
    assert isinstance(actions, Choices)
    assert listed(actions) == [Stay()]
    ((group, region),) = regions(actions)
    unfolded = [Go.of(*region.text(x, y).split()[1:]) for x, y in region.points()]
    assert unfolded == list(group)
    assert len(unfolded) > 60


# ---------------------------------------------------------------- sent to a page


@pytest.mark.unfilled_texts  # another game has an action of the same word
def test_a_page_gets_regions_instead_of_long_lists(tabletop: Game):
    tabletop.play("north", Take("N1"))
    context = context_of(tabletop, "north")
    question = question_of(context)
    assert question is not None
    assert [choice.action for choice in question.choices] == ["stay"]
    (region,) = question.regions
    assert (region.action, region.sheet, region.origin, region.step) == ("go {x},{y}", "map", (3, 6), 1)
    assert len(msgspec.json.encode(region)) < 1_000
    (refusal,) = why_not(context, "", "20,2", "").refusals
    assert refusal.action == "go 20,2"


def test_a_page_gets_every_sheet_as_it_is_printed_and_what_lies_on_it(relief: Game, tabletop: Game):
    drawn = map_of(context_of(relief, None).picture)  # type: ignore[arg-type]
    assert [sheet.sheet.kind for sheet in drawn.sheets] == ["hexes", "display"]
    assert drawn.sheets[1].words["track-0"] == "The relief 0"
    relief.play("besieger", Dig("1007"))
    relief.play("garrison", Beacon("east"))
    again = map_of(context_of(relief, None).picture)  # type: ignore[arg-type]
    assert again is drawn  # what was built lies over it
    pieces = pieces_of(context_of(relief, "garrison"))
    assert {stack.place for stack in pieces.stacks} >= {"display:east"}
    assert pieces.additions[-1].places == ("map:1007",)
    question = question_of(context_of(relief, "besieger"))
    assert question is not None
    assert {place for choice in question.choices for place in choice.places} <= {f"map:{each}" for each in relief_hexes()}
    men = pieces_of(context_of(tabletop, "north"))
    assert {counter.group for stack in men.stacks for counter in stack.counters} == {"north", "south"}
    assert [group.words for group in men.groups] == ["North, muskets", "South, muskets"]
    assert msgspec.json.decode(msgspec.json.encode(men))["stacks"][0]["counters"][0]["facing"] == [0.0, -1.0]


def relief_hexes() -> set[str]:
    from tests.core.relief import GRID

    return set(GRID.by_label)
