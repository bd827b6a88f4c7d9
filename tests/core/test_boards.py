"""Boards of hexes and of areas."""

import pytest

from grognard.core.boards import Area, AreaBoard, Border, HexBoard
from grognard.core.errors import DataError
from grognard.core.hexes import HexGrid, hex_grid, hex_set, members


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


# ---------------------------------------------------------------- the grid


def test_even_columns_lie_half_a_hex_lower():
    grid = HexGrid(5, 5)
    around = {
        label: [grid.labels[n] if n else None for n in grid.neighbours[grid.by_label[label]]] for label in ("0303", "0203")
    }
    assert around["0303"] == ["0302", "0402", "0403", "0304", "0203", "0202"]
    assert around["0203"] == ["0202", "0303", "0304", "0204", "0104", "0103"]


def test_neighbours_are_mutual_in_opposite_directions():
    grid = HexGrid(6, 7)
    for h in grid.hexes:
        for direction, n in enumerate(grid.neighbours[h]):
            if n is not None:
                assert grid.neighbours[n][(direction + 3) % 6] == h
                assert grid.direction(h, n) == direction
                assert grid.distance(h, n) == 1


def test_the_edge_is_where_a_neighbour_is_missing():
    grid = HexGrid(4, 4)
    inside = {grid.labels[h] for h in grid.hexes if not grid.is_edge(h)}
    assert inside == {"0202", "0203", "0302", "0303"}


@pytest.mark.parametrize("size", [(1, 1), (3, 9), (8, 8)])
def test_distance_is_the_length_of_the_shortest_way(size: tuple[int, int]):
    grid = HexGrid(*size)
    for start in grid.hexes:
        reached, ring, steps = 1 << start, 1 << start, 0
        while ring:
            assert ring == grid.ring(start, steps)
            assert all(grid.distance(start, h) == steps for h in members(ring))
            ring = grid.around_set(ring) & ~reached
            reached |= ring
            steps += 1
        assert reached == grid.all


def test_a_set_gives_its_members_lowest_first():
    for hexes in ([], [0], [3, 7, 8], [5, 64, 65, 200, 1023]):
        assert list(members(hex_set(reversed(hexes)))) == hexes


def test_a_line_along_a_side_may_pass_on_either_side():
    assert ways("0301", "0304") == {("0302", "0303")}
    assert ways("0303", "0504") == {("0403",)}
    assert ways("0203", "0403") == {("0303",), ("0304",)}
    assert ways("0303", "0402") == {()}


def ways(a: str, b: str) -> set[tuple[str, ...]]:
    grid = hex_grid(6, 6)
    return {tuple(grid.labels[h] for h in way) for way in grid.lines(grid.by_label[a], grid.by_label[b])}
