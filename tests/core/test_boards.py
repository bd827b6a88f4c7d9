"""Boards of hexes and of areas."""

import pytest

from grognard.core.areas import Area, AreaBoard, Border
from grognard.core.boards import HexBoard
from grognard.core.errors import DataError
from grognard.core.hexes import hex_grid, hex_set, members


def board() -> HexBoard:
    grid = hex_grid(4, 5)
    a, b = grid.by_label["0202"], grid.by_label["0203"]
    return HexBoard(
        grid,
        {h: "woods" if h == a else "open" for h in grid.hexes},
        {b: frozenset({"house", "well"})},
        {(a, b): frozenset({"slope_up"}), (b, a): frozenset({"slope_down"})},
        {"camp": hex_set([a, b])},
    )


def test_a_hex_is_found_by_its_label():
    map = board()
    assert map.label(map.hex("0203")) == "0203"
    with pytest.raises(DataError, match="Hex '0506' is not on the map; its hexes run from 0101 to 0405"):
        map.hex("0506")


def test_terrain_features_and_zones_are_sets_of_hexes():
    map = board()
    a, b = map.hex("0202"), map.hex("0203")
    assert map.with_terrain("woods") == 1 << a
    assert map.with_terrain("woods", "open") == map.grid.all
    assert map.with_feature("well") == 1 << b
    assert map.with_feature("tower") == 0
    assert members(map.zones["camp"]) == sorted([a, b])


def test_what_lies_on_a_side_depends_on_the_way_it_is_crossed():
    map = board()
    a, b = map.hex("0202"), map.hex("0203")
    assert map.side(a, b) == {"slope_up"}
    assert map.side(b, a) == {"slope_down"}
    assert map.side(a, map.hex("0201")) == frozenset()


def test_a_board_does_not_change_with_what_it_was_made_from():
    grid = hex_grid(2, 2)
    terrain = dict.fromkeys(grid.hexes, "open")
    map = HexBoard(grid, terrain, {}, {}, {})
    terrain[grid.hexes[0]] = "lake"
    assert map.with_terrain("lake") == 0


AREAS = [Area("town", "Town"), Area("hill", "The Hill", features=frozenset({"height"})), Area("ford", "The Ford")]


def test_areas_know_their_neighbours_in_the_order_of_the_map():
    map = AreaBoard(AREAS, [Border(("ford", "town"), frozenset({"river"})), Border(("hill", "town"))])
    assert map.neighbours == {"town": ("hill", "ford"), "hill": ("town",), "ford": ("town",)}


def test_a_border_is_the_same_from_both_sides():
    map = AreaBoard(AREAS, [Border(("ford", "town"), frozenset({"river"})), Border(("hill", "town"))])
    assert map.border("town", "ford") == map.border("ford", "town") == frozenset({"river"})
    assert map.border("town", "hill") == frozenset()
    assert map.border("hill", "ford") is None


def test_a_border_names_areas_that_exist():
    with pytest.raises(DataError, match="A border names the area 'lake', which is not on the map"):
        AreaBoard(AREAS, [Border(("town", "lake"))])
