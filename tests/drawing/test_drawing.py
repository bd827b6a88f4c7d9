"""Pictures of positions: everything has its own drawing, nothing is left out, and the same position gives the same bytes."""

from __future__ import annotations

import random
import re
import sys
from itertools import pairwise
from time import perf_counter
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import grognard
from grognard.core.pictures import AdditionPicture, CounterPicture, MarkerPicture, StackPicture, art_of
from grognard.core.pictures.hexes import HexSheet, HexsidePicture
from grognard.core.texts import in_table
from grognard.drawing import DrawingError, Window, around, png
from grognard.drawing import svg as svg_of
from grognard.drawing.counters import SHAPES, SYMBOLS, state_look, symbol
from grognard.drawing.features import FEATURES
from grognard.drawing.layout import centre, outlines, scatter
from grognard.drawing.lines import EDGES, ROADS, chains, edge_of
from grognard.drawing.terrain import PATTERNS
from grognard.games.revolution.eutaw.rules import EutawRules
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import MapData, TerrainData, component
from grognard.games.revolution.series.picture import picture_of, shape, states
from grognard.games.revolution.series.picture import symbol as symbol_of
from grognard.games.revolution.series.pieces import ORDERS, Piece
from tests.drawing.opening import CAMPAIGN, GUILFORD, OPENINGS, PICTURES, Opening, opening, opening_picture, opening_sheet
from tests.guilford.positions import guilford

PICTURE, SHEET = opening_picture(), opening_sheet()
BATTLES = tuple(f"grognard.games.revolution.{battle}" for battle in ("eutaw", "guilford", "savannah"))
DIRECTED = {"slope_up": "slope", "slope_down": "slope", "slope_and_stream": "slope"}
"""Rows of a terrain chart that are one drawing, seen from one hex or the other."""


def svg(sheet: HexSheet, window: Window | None = None) -> str:
    """A sheet on the page of the opening."""
    return svg_of(replace(PICTURE, sheets=(sheet,)), window)


def texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return ["".join(found.itertext()) for found in root.iter("{http://www.w3.org/2000/svg}text")]


def group(picture: str, id: str) -> ElementTree.Element:
    found = [element for element in ElementTree.fromstring(picture).iter() if element.get("id") == id]
    assert len(found) == 1, f"{id} is drawn {len(found)} times"
    return found[0]


def words_on(picture: str, counter: CounterPicture) -> list[str]:
    drawing = group(picture, f"counter-{counter.id}")
    return ["".join(found.itertext()) for found in drawing.iter("{http://www.w3.org/2000/svg}text")]


def with_states(*marks: str) -> HexSheet:
    """The opening with one counter alone, in these states."""
    counter = replace(SHEET.stacks[2].counters[0], states=marks)
    return replace(SHEET, stacks=(StackPicture("1112", (counter,)),))


# ---------------------------------------------------------------- everything has a drawing


@pytest.mark.parametrize("battle", BATTLES)
def test_every_kind_in_the_data_has_its_own_drawing(battle):
    chart, sheet = component(battle, "terrain.json", TerrainData), component(battle, "map.json", MapData)
    art = art_of(grognard.new(f"revolution/{battle.rpartition('.')[2]}/historical", seed=7).rules)
    roads = {"causeway", *sheet.roads}  # a causeway is a hex row and a road
    assert {art.pattern(word) for word in {*chart.hexes, *sheet.hexes().values()} - roads} <= set(PATTERNS)
    drawn = {*chart.features, *(feature for found in sheet.features.values() for feature in found)}
    assert {art.features.get(shape(feature), shape(feature)) for feature in drawn} <= set(FEATURES)
    assert set(sheet.roads) <= set(ROADS)
    kinds = {*chart.hexsides, *sheet.hexsides} - roads
    sides = {DIRECTED.get(kind, kind.removesuffix("_in").removesuffix("_out")) for kind in kinds}
    assert {edge_of(art, side) for side in sides} <= set(EDGES) - {""}


def test_every_arm_and_state_has_its_own_drawing():
    game = opening()
    art = art_of(game.rules)
    assert {art.symbols[symbol_of(counter)] for counter in game.rules.counters.values()} <= set(SYMBOLS)
    piece = Piece("buffs", order=1, pin=3, withdrawn=True, fired=True, marks=frozenset(EutawRules.marks))
    assert {*states(piece), "shattered"} == {*ORDERS[1:], "pinned", "withdrawn", "fired", *EutawRules.marks} == set(art.states)


def test_no_two_kinds_look_alike():
    looks = [*FEATURES.values(), *(symbol(kind, 1) for kind in SYMBOLS), *(ground.fill for ground in PATTERNS.values())]
    looks += [shape(20, 4) for shape in SHAPES.values()]
    assert len(set(looks)) == len(looks)


def test_a_hexside_between_hexes_that_do_not_touch_is_refused():
    with pytest.raises(DrawingError, match="do not touch"):
        svg(replace(SHEET, hexsides=(HexsidePicture("stream", ("0101", "0103")),)))


# ---------------------------------------------------------------- nothing is left out


def test_the_opening_is_well_formed_and_shows_every_counter_with_its_values():
    picture = svg(SHEET)
    counters = [counter for stack in SHEET.stacks for counter in stack.counters]
    assert len(counters) == sum(1 for piece in opening().state.pieces.values() if piece.hex)
    for counter in counters:
        assert counter.name in words_on(picture, counter)
        assert counter.values in words_on(picture, counter)


def test_the_map_shows_numbers_names_letters_title_and_tracks():
    said = texts(svg(SHEET))
    for h in SHEET.hexes:
        assert h.label in said
    for name in SHEET.names:
        assert name.text in said
    for entry in SHEET.entries:
        assert entry.letter in said
    assert {PICTURE.title, PICTURE.subtitle, *PICTURE.notes, "N", "perimeter", "camp", "200 yards"} <= set(said)


@pytest.mark.parametrize("state", SHEET.art.states)
def test_a_state_shows_by_shape_and_word_and_at_the_end_of_the_name(state):
    sheet = with_states(state)
    picture, look = svg(sheet), state_look(sheet.art, state)
    said = words_on(picture, sheet.stacks[0].counters[0])
    assert in_table("state", state).upper() in said
    assert look.letter in said
    assert f'fill="{look.fill}" stroke="{look.ink}"' in picture


def test_several_states_show_together():
    sheet = with_states("disrupted", "pinned", "fired", "disorder")
    assert {"DISRUPTED", "PINNED", "HAS FIRED", "LOOTING"} <= set(words_on(svg(sheet), sheet.stacks[0].counters[0]))


def test_a_lost_step_shows_as_dashes_and_a_hollow_square():
    full = replace(SHEET.stacks[2].counters[0], steps=2, lost=0)
    reduced = replace(full, lost=1)
    whole, broken = (svg(replace(SHEET, stacks=(StackPicture("1112", (counter,)),))) for counter in (full, reduced))
    edge = 'stroke="#fff" stroke-width="1.6" stroke-dasharray="4 3"'
    assert edge not in whole
    assert edge in broken
    assert "reduced" in texts(broken)


def test_of_every_counter_in_a_stack_the_name_remains_in_sight():
    counters = [counter for stack in SHEET.stacks for counter in stack.counters][:9]
    picture = svg(replace(SHEET, stacks=(StackPicture("1112", tuple(counters)),)))
    heights = [float(y) for y in re.findall(r'translate\([\d.]+ ([\d.]+)\)"><g id="counter-', picture)]
    assert len(heights) == 9
    assert all(lower - upper >= 7 for upper, lower in pairwise(heights))


def test_a_flag_stands_in_its_hex():
    assert "taken & held" in texts(svg(replace(SHEET, markers=(MarkerPicture("1109", "taken & held", "#123456"),))))


def test_what_is_built_is_drawn_over_the_map():
    built = (
        AdditionPicture("works", ("1109", "1110"), "redoubt"),
        AdditionPicture("breach", ("1109", "1110")),
        AdditionPicture("smoke", ("1112",), "SMK"),
        AdditionPicture("trench", ("1112", "1113", "1114")),
    )
    assert "SMK" in texts(svg(replace(SHEET, additions=built)))
    assert "redoubt" in svg(replace(SHEET, additions=built))
    assert {"works", "breach", "smoke", "trench"} <= set(texts(svg(replace(SHEET, additions=built))))  # the legend


def test_a_map_may_begin_at_any_column_and_row():
    """Whether a column stands lower is told by its printed number: the same map, cut off, is drawn in the same places."""
    hexes = tuple(h for h in SHEET.hexes if h.column >= 10 and h.row >= 5)
    inside = {h.label for h in hexes}
    sheet = HexSheet(columns=SHEET.columns, rows=SHEET.rows, first_column=10, first_row=5, hexes=hexes)
    whole = svg(replace(SHEET.bare(), hexsides=(), roads=(), names=(), entries=(), zones=()))
    part = svg(sheet)

    def numbers(picture: str) -> dict[str, tuple[str, str]]:
        return {label: (x, y) for x, y, label in re.findall(r'<text x="([\d.]+)" y="([\d.]+)">(\d{4})</text>', picture)}

    assert numbers(part) == {label: at for label, at in numbers(whole).items() if label in inside}
    assert around(replace(sheet, stacks=(StackPicture("1005", ()),))) == Window(10, 5, 11, 6)


def test_positions_of_random_games_can_be_drawn():
    chance = random.Random(5)
    game = grognard.new("revolution/eutaw/historical", seed=5)
    assert isinstance(game, Battle)
    seen: set[str] = set()
    for turn in range(900):
        if game.over:
            break
        seat = game.actors[0]
        game.play(seat, chance.choice(game.actions(seat)))
        if turn % 60 == 0:
            found = picture_of(game)
            picture = svg_of(found)
            for stack in found.main.stacks:
                for counter in stack.counters:
                    said = words_on(picture, counter) if counter.states else [counter.values]
                    assert {counter.values, *(in_table("state", state).upper() for state in counter.states)} <= set(said)
                    seen.update(counter.states)
    assert seen


# ---------------------------------------------------------------- the same bytes, the right size


def test_the_same_position_gives_the_same_bytes():
    assert svg_of(opening_picture()) == svg_of(PICTURE)


@pytest.mark.parametrize("which", OPENINGS, ids=lambda which: which.name)
def test_the_pictures_in_the_documents_are_those_we_draw(which: Opening):
    written = (PICTURES / f"{which.name}.svg").read_text("utf-8")
    assert written == svg_of(opening_picture(which), which.field), "draw it anew: python -m tests.drawing.opening"
    assert (PICTURES / f"{which.name}.png").stat().st_size < 1_200_000


@pytest.mark.parametrize("which", OPENINGS, ids=lambda which: which.name)
def test_the_window_of_an_opening_shows_every_piece_on_the_map(which: Opening):
    picture = svg_of(opening_picture(which), which.field)
    for piece in opening(which).state.pieces.values():
        if piece.hex:
            group(picture, f"counter-{piece.id}")


def test_only_the_zones_that_the_map_names_are_outlined():
    assert [zone.name for zone in SHEET.zones] == ["perimeter", "camp"]
    sheet = opening_sheet(CAMPAIGN)
    assert [zone.name for zone in sheet.zones] == ["exit", "victory"]
    assert texts(svg(sheet)).count("fence") == 1  # the line itself, in the legend


def test_guilfords_map_lies_on_its_side():
    """Columns grow toward the north (G3.8)."""
    assert opening_sheet(GUILFORD).north == "right"


def test_a_regiment_of_a_brigade_goes_by_its_own_name_and_no_two_counters_by_the_same():
    seen: set[str] = set()
    for which in OPENINGS:
        picture = opening_picture(which)
        names = [counter.name for stack in picture.main.stacks for counter in stack.counters]
        names += [counter.name for tray in picture.trays for counter in tray.counters]
        assert len(set(names)) == len(names)
        assert max(map(len, names)) <= 18
        seen |= set(names)
    assert {"Holcombe", "Orange", "Guilford", "Lee's Cav", "Lee's Inf", "Hawes's Virginia"} <= seen


def test_the_victory_hexes_carry_the_flag_of_whoever_controls_them():
    def flags(pieces: dict[str, str], **state: dict[str, str]) -> dict[str, str]:
        game = guilford({"holcombe": "2020", "r7": "0120", **pieces}, state=state)
        return {marker.place: marker.text for marker in game.rules.picture(game).main.markers}

    assert flags({}) == {"1718": "American", "0927": "American", "1832": "American"}
    assert flags({"r33": "1719"}, control={"0927": "british"}) == {
        "1718": "Contested",
        "0927": "British",
        "1832": "American",
    }


def test_a_window_shows_its_part_and_explains_no_more():
    part = svg(SHEET, around(SHEET, 0))
    assert "1113" in texts(part)
    assert "0101" not in texts(part)
    assert "ferry" not in texts(part)
    assert len(part) < len(svg(SHEET))


def test_a_png_has_the_size_that_was_asked_for(capsys):
    pytest.importorskip("resvg_py")
    began = perf_counter()
    picture = svg(SHEET, around(SHEET))
    drawn = perf_counter()
    data = png(picture, width=400)
    done = perf_counter()
    with capsys.disabled():
        print(f" SVG {(drawn - began) * 1000:.0f} ms, {len(picture) // 1024} KB; PNG {(done - drawn) * 1000:.0f} ms ", end="")
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.endswith(b"IEND\xaeB`\x82")
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    root = ElementTree.fromstring(picture)
    assert width == 400
    assert height == pytest.approx(400 * float(root.attrib["height"]) / float(root.attrib["width"]), abs=1)


def test_without_the_extra_the_error_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(DrawingError, match="extra 'pictures'"):
        png("<svg/>")


# ---------------------------------------------------------------- lines


def test_the_outline_of_a_hex_has_six_corners_and_a_ring_two_outlines():
    at = centre(5, 5)
    assert [len(loop) for loop in outlines([at])] == [6]
    ring = [centre(5, 4), centre(6, 4), centre(6, 5), centre(5, 6), centre(4, 5), centre(4, 4)]
    assert sorted(len(loop) for loop in outlines(ring)) == [6, 18]


def test_a_net_of_streams_is_taken_apart_at_its_junctions():
    a, b, c, d = (0, 0), (1, 1), (2, 2), (3, 1)
    net = {a: {b}, b: {a, c, d}, c: {b}, d: {b}}
    assert sorted(len(line) for line in chains(net)) == [2, 2, 2]
    assert chains({a: {b}, b: {a, c}, c: {b}}) == [[a, b, c]]


def test_chance_on_the_map_is_no_chance():
    assert scatter((3, 4)) == scatter((3, 4)) != scatter((4, 3))
