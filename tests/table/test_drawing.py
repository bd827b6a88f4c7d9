"""Maps in characters: every line fits, and things are where they belong."""

import pytest

from grognard.cli.table.area_drawing import AreaDrawing
from grognard.cli.table.drawing import CURSOR, Look
from grognard.cli.table.hex_drawing import HEXSIDES, HexDrawing, in_five, initials
from grognard.core.pictures.hexes import HexPicture, HexSheet
from grognard.core.rules import Rules
from grognard.telling.boards import board_of
from grognard.telling.sheets import AreaPlaces, HexPlaces
from tests.eutaw.positions import eutaw
from tests.table.seating import EUTAW, GUILFORD, new


def hexes(game=None) -> HexPlaces:
    game = game or eutaw({"maryland": "1320", "greene": "1320", "buffs": {"hex": "0913", "step": 2, "states": ["disrupted"]}})
    board = board_of(game.seat("american").ask(Rules.picture))
    assert board is not None
    assert isinstance(board.main, HexPlaces)
    return board.main


def areas() -> AreaPlaces:
    board = board_of(new("chancellorsville/perfect-plan", seed=1).seat("AoP").ask(Rules.picture))
    assert board is not None
    assert isinstance(board.main, AreaPlaces)
    return board.main


def block(drawing: HexDrawing, place: str) -> list[str]:
    """The lines of one hex."""
    return ["".join(segment.text for segment in line) for line in drawing.hex(place)]


@pytest.mark.parametrize("near", [False, True], ids=["far", "near"])
@pytest.mark.parametrize("scenario", [EUTAW, GUILFORD])
def test_every_line_of_a_hex_map_ends_where_its_neighbours_end(scenario: str, near: bool):
    board = board_of(new(scenario).seat("british").ask(Rules.picture))
    assert board is not None
    assert isinstance(board.main, HexPlaces)
    drawing = HexDrawing(board.main, Look(near))
    lengths = {sum(len(segment.text) for segment in drawing.line(y)) for y in range(drawing.size[1])}
    assert max(lengths) <= drawing.size[0]
    assert min(lengths) >= drawing.size[0] - 2


@pytest.mark.parametrize("near", [False, True], ids=["far", "near"])
def test_a_hex_is_found_where_it_is_drawn(near: bool):
    drawing = HexDrawing(hexes(), Look(near))
    for place in ("0101", "0913", "1320", "2432"):
        left, top, width, height = drawing.box(place)
        assert drawing.place_at(left + width // 2, top + height // 2) == place
    assert drawing.place_at(0, 10_000) is None


@pytest.mark.parametrize("near", [False, True], ids=["far", "near"])
def test_a_map_that_begins_at_column_ten_is_drawn_from_there(near: bool):
    sheet = hexes().sheet
    part = tuple(h for h in sheet.hexes if h.column >= 10 and h.row >= 4)
    cut = HexSheet(columns=sheet.columns, rows=sheet.rows, first_column=10, first_row=4, hexes=part)
    drawing = HexDrawing(HexPlaces(cut), Look(near))
    assert drawing.size[0] == drawing.scale.across * 15 + 1
    lower = drawing.scale.down // 2
    assert drawing.box("1004")[:2] == (0, lower)
    assert drawing.box("1104")[:2] == (drawing.scale.across, 0)
    for place in ("1004", "1104", "1320", "2432"):
        left, top, width, height = drawing.box(place)
        assert drawing.place_at(left + width // 2, top + height // 2) == place
    assert "".join(segment.text for segment in drawing.line(lower)).strip()


def test_counters_are_read_near_by():
    drawing = HexDrawing(hexes(), Look(True))
    label, name, values, under = block(drawing, "1320")
    assert label[1:5] == "1320"
    assert name[1:] == "Maryland"
    assert values[1:] == "4-2-4   "
    assert "+1" in under
    _, name, values, _ = block(drawing, "0913")
    assert name[1:] == "3rd Foo▾"
    assert values[1:] == "2-0-4  D"


def test_counters_are_read_far_away():
    drawing = HexDrawing(hexes(), Look(False))
    assert [line[1:] for line in block(drawing, "1320")] == ["Mar 2", "4-2-4"]
    assert [line[1:] for line in block(drawing, "0913")] == ["3rd F", "2-0-D"]


def test_counters_can_be_taken_off():
    look = Look(True, bare=True)
    drawing = HexDrawing(hexes(), look)
    assert "Maryland" not in "".join(block(drawing, "1320"))
    look.bare = False
    drawing.forget()
    assert "Maryland" in "".join(block(drawing, "1320"))


def test_the_cursor_and_what_is_shown():
    drawing = HexDrawing(hexes(), Look(False, "1010", shown={"1011": "2.5", "1012": ""}))
    styles = [segment.style for line in drawing.hex("1010") for segment in line]
    papers = {style.bgcolor.name for style in styles if style is not None and style.bgcolor is not None}
    assert papers == {CURSOR}
    assert "2.5" in block(drawing, "1011")[1]


def test_streams_colour_the_border_they_run_along():
    board = hexes()
    drawing = HexDrawing(board, Look(True))
    stream = next(side.between for side in board.sheet.hexsides if side.kind == "stream")
    inks = [
        segment.style.color.name
        for place in stream
        for line in drawing.hex(place)
        for segment in line
        if segment.style and segment.style.color
    ]
    assert HEXSIDES["water-narrow"] in inks


def test_a_strange_terrain_is_shown_by_its_letter():
    sheet = HexSheet(columns=1, rows=1, hexes=(HexPicture("0101", 1, 1, "crater", ("dome",)),))
    drawing = HexDrawing(HexPlaces(sheet), Look(True))
    text = "".join(block(drawing, "0101"))
    assert "c" in text
    assert "D" in text


def test_names_and_values_in_five_letters():
    assert [initials(name) for name in ("Maryland Bde", "3rd Foot", "Picken", "N C Mil")] == ["Mar B", "3rd F", "Picke", "N C"]
    assert [in_five(values) for values in ("4-1-4", "2-(-1)-4", "5+", "")] == ["4-1-4", "2/-1", "5+", ""]


@pytest.mark.parametrize("near", [False, True], ids=["coarse", "fine"])
def test_an_area_map(near: bool):
    board = areas()
    drawing = AreaDrawing(board, Look(near))
    width, height = drawing.size
    lines = ["".join(segment.text for segment in drawing.line(y)) for y in range(height)]
    assert {len(line) for line in lines} == {width}
    text = "\n".join(lines)
    assert "Fredericksburg" in text
    assert "~" in text
    for area in board.sheet.areas:
        assert drawing.place_at(*drawing.at(area.place)) is not None
        left, top, wide, high = drawing.box(area.id)
        assert 0 <= left < left + wide <= width + 1
        assert -1 <= top < top + high <= height + 1


def test_every_area_can_be_reached_by_arrow_keys():
    board = areas()
    found, edge = {board.middle()}, [board.middle()]
    while edge:
        place = edge.pop()
        for way in ("up", "down", "left", "right"):
            other = board.step(place, way)
            if other not in found:
                found.add(other)
                edge.append(other)
    assert found == set(board.all)


def test_an_area_in_words():
    board = areas()
    first, *rest = board.describe("fredericksburg")
    assert first == "Fredericksburg: open"
    assert "held: C.S." in rest
    assert "the game is about this place" in rest


def test_a_hex_in_words():
    board = hexes()
    assert board.describe("1108")[0] == "1108: open, house (Wantoot House)"
    assert "zone: camp" in board.describe("1108")
    assert any(line.startswith("road towards ") for line in board.describe("1332"))
    assert "entry A" in board.describe("1332")
