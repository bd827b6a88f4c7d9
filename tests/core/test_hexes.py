"""Hexes against plain geometry: centres and corners as whole numbers, lines cut by the sides of each hex."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.hexes import Hex, HexGrid, hex_grid, hex_set, members

GRID = hex_grid(20, 20)
FAR = hex_grid(17, 23, first_column=10, first_row=4)
"""A map that begins at hex 1004."""
EVEN, ODD = "1010", "1111"


def number(label: str) -> Hex:
    return GRID.by_label[label]


def names(hexes: int) -> set[str]:
    return {GRID.labels[h] for h in members(hexes)}


def centre(label: str) -> tuple[int, int]:
    """The centre of a flat-top hex, across in half side lengths and down in half heights; even columns lie lower."""
    column, row = int(label[:2]), int(label[2:])
    return 3 * column, 2 * row + (column % 2 == 0)


# ---------------------------------------------------------------- labels and sets


def test_every_hex_has_its_label() -> None:
    grid = HexGrid(3, 2)
    assert sorted(grid.by_label) == ["0101", "0102", "0201", "0202", "0301", "0302"]
    assert all(grid.by_label[label] == h for h, label in grid.labels.items())
    assert set(grid.hexes) == set(grid.labels) == set(members(grid.all))


def test_large_maps_keep_four_digits() -> None:
    grid = HexGrid(34, 25)
    assert grid.labels[grid.hexes[0]] == "0101"
    assert grid.labels[grid.hexes[-1]] == "3425"
    assert len(grid.by_label) == len(grid.hexes) == 34 * 25


def test_one_grid_serves_all_maps_of_a_size() -> None:
    assert hex_grid(20, 20) is GRID
    assert hex_grid(20, 19) is not GRID


@given(st.sets(st.integers(0, 600)))
def test_a_set_of_hexes_gives_back_its_members_lowest_first(hexes: set[int]) -> None:
    assert list(members(hex_set(hexes))) == sorted(hexes)


@given(st.sets(st.integers(0, 600)), st.sets(st.integers(0, 600)))
def test_sets_of_hexes_join_meet_and_differ_as_bits(one: set[int], other: set[int]) -> None:
    first, second = hex_set(one), hex_set(other)
    assert set(members(first | second)) == one | other
    assert set(members(first & second)) == one & other
    assert set(members(first & ~second)) == one - other


# ---------------------------------------------------------------- maps that begin elsewhere


def test_a_map_may_begin_at_any_column_and_row() -> None:
    assert [FAR.labels[FAR.hexes[place]] for place in (0, 1, 20, -1)] == ["1004", "1005", "1104", "1723"]
    whole = hex_grid(18, 24)
    for h, label in FAR.labels.items():
        assert (FAR.column(h), FAR.row(h)) == (int(label[:2]), int(label[2:]))
        around = [whole.labels[n] for n in whole.neighbours[whole.by_label[label]] if n]
        assert [FAR.labels[n] for n in FAR.neighbours[h] if n] == [near for near in around if near in FAR.by_label]


def test_distances_and_lines_are_those_of_the_same_hexes_on_a_whole_map() -> None:
    whole = hex_grid(17, 23)
    labels = ["1004", "1205", "1723", "1104", "1512", "1019", "1716"]
    for a, b in product(labels, labels):
        far, near = (FAR.by_label[a], FAR.by_label[b]), (whole.by_label[a], whole.by_label[b])
        assert FAR.distance(*far) == whole.distance(*near)
        passed = [[whole.labels[h] for h in hexes if whole.labels[h] in FAR.by_label] for hexes in whole.line(*near)]
        assert [[FAR.labels[h] for h in hexes] for hexes in FAR.line(*far)] == [hexes for hexes in passed if hexes]


@pytest.mark.parametrize("grid", [GRID, FAR])
def test_all_around_a_set_is_what_lies_around_its_members(grid: HexGrid) -> None:
    for step in (1, 2, 3, 7, 11, 40):
        some = grid.hexes[::step]
        expected = {n for h in some for n in grid.neighbours[h] if n is not None}
        assert set(members(grid.around_set(hex_set(some)))) == expected


# ---------------------------------------------------------------- neighbours and distances


def test_neighbours_run_clockwise_from_north() -> None:
    around = {label: [GRID.labels[h] for h in GRID.neighbours[number(label)] if h is not None] for label in (EVEN, ODD)}
    assert around[EVEN] == ["1009", "1110", "1111", "1011", "0911", "0910"]
    assert around[ODD] == ["1110", "1210", "1211", "1112", "1011", "1010"]


def test_neighbours_are_the_hexes_that_share_a_side() -> None:
    touching = {(0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1)}
    for h, label in GRID.labels.items():
        x, y = centre(label)
        expected = {other for other in GRID.by_label if (centre(other)[0] - x, centre(other)[1] - y) in touching}
        assert names(GRID.adjacent[h]) == expected
        assert {GRID.labels[n] for n in GRID.neighbours[h] if n is not None} == expected


def test_no_neighbour_lies_across_the_edge_of_the_map() -> None:
    grid = HexGrid(4, 4)
    beyond = {label: [place is None for place in grid.neighbours[grid.by_label[label]]] for label in ("0101", "0204", "0404")}
    assert beyond == {
        "0101": [True, True, False, False, True, True],
        "0204": [False, False, True, True, True, False],
        "0404": [False, True, True, True, True, False],
    }


def test_the_edge_of_the_map_is_its_outer_ring() -> None:
    edge = {label for label in GRID.by_label if label[:2] in ("01", "20") or label[2:] in ("01", "20")}
    assert {GRID.labels[h] for h in GRID.hexes if GRID.is_edge(h)} == edge


@pytest.mark.parametrize("label", [EVEN, ODD])
def test_directions_point_to_the_neighbours_and_back(label: str) -> None:
    h = number(label)
    for direction, neighbour in enumerate(GRID.neighbours[h]):
        assert neighbour is not None
        assert GRID.direction(h, neighbour) == direction
        assert GRID.direction(neighbour, h) == (direction + 3) % 6
    assert GRID.direction(h, h) is None
    assert GRID.direction(h, number("1013")) is None


def walk(label: str) -> dict[str, int]:
    """How many steps every hex lies away, counted by walking from neighbour to neighbour."""
    steps, frontier = {label: 0}, [label]
    while frontier:
        here = frontier.pop(0)
        for neighbour in GRID.neighbours[number(here)]:
            if neighbour is not None and GRID.labels[neighbour] not in steps:
                steps[GRID.labels[neighbour]] = steps[here] + 1
                frontier.append(GRID.labels[neighbour])
    return steps


@pytest.mark.parametrize("label", [EVEN, ODD, "0101", "2020", "0120"])
def test_distance_is_the_number_of_steps(label: str) -> None:
    steps = walk(label)
    assert len(steps) == 400
    for other, count in steps.items():
        assert GRID.distance(number(label), number(other)) == count
        assert GRID.distance(number(other), number(label)) == count


@given(st.sets(st.sampled_from(GRID.hexes), min_size=1), st.sampled_from(GRID.hexes))
def test_the_gap_to_a_set_is_the_distance_to_its_nearest_hex(hexes: set[Hex], h: Hex) -> None:
    assert GRID.gap(h, hex_set(hexes)) == min(GRID.distance(h, other) for other in hexes)


@pytest.mark.parametrize("label", [EVEN, ODD, "0101", "2005"])
@pytest.mark.parametrize("distance", [0, 1, 2, 3, 4, 7])
def test_a_ring_holds_the_hexes_at_exactly_its_distance(label: str, distance: int) -> None:
    assert names(GRID.ring(number(label), distance)) == {other for other, steps in walk(label).items() if steps == distance}


def test_around_a_set_lie_the_neighbours_of_its_members() -> None:
    assert names(GRID.around_set(0)) == set()
    assert names(GRID.around_set(1 << number(EVEN))) == names(GRID.adjacent[number(EVEN)])
    pair = hex_set([number("1010"), number("1011")])
    assert names(GRID.around_set(pair)) == {
        *("1009", "0910", "1110", "0911", "1111", "0912", "1112", "1012"),
        *("1010", "1011"),  # each is a neighbour of the other
    }


# ---------------------------------------------------------------- lines


def cut(start: str, end: str, label: str) -> tuple[Fraction, Fraction, bool] | None:
    """The part of the line from centre to centre in a hex with its sides, and whether it runs inside; None for a point or less.

    A hex is where |down| <= 1, |across + down| <= 2 and |across - down| <= 2, from its centre.
    """
    (ax, ay), (bx, by), (hx, hy) = centre(start), centre(end), centre(label)
    first, last = Fraction(0), Fraction(1)
    bounds = []
    for across, down, limit in ((0, 1, 1), (1, 1, 2), (1, -1, 2)):
        begin = across * (ax - hx) + down * (ay - hy)
        slope = across * (bx - ax) + down * (by - ay)
        bounds.append((begin, slope, limit))
        if slope == 0:
            if abs(begin) > limit:
                return None
            continue
        one, other = sorted((Fraction(-limit - begin, slope), Fraction(limit - begin, slope)))
        first, last = max(first, one), min(last, other)
    if first >= last:
        return None
    middle = (first + last) / 2
    inside = all(abs(begin + slope * middle) < limit for begin, slope, limit in bounds)
    return first, last, inside


def ways(start: str, end: str) -> set[tuple[str, ...]]:
    """The hexes the line crosses between two hexes, in order; along a hexside either of the two beside it."""
    stages: dict[tuple[Fraction, Fraction], list[str]] = {}
    for label in GRID.by_label:
        part = cut(start, end, label)
        if part is None or label in (start, end):
            continue
        first, last, inside = part
        beside = stages.setdefault((first, last), [])
        beside.append(label)
        assert len(beside) <= (1 if inside else 2)
    return set(product(*(stages[part] for part in sorted(stages))))


def test_the_geometry_agrees_with_lines_drawn_by_hand() -> None:
    assert ways("1010", "1012") == {("1011",)}
    assert ways("1010", "1112") == {("1011",), ("1111",)}
    assert ways("1010", "1113") == {("1011", "1112")}
    assert ways("1010", "1310") == {("1110", "1210")}
    assert ways("1010", "1013") == {("1011", "1012")}


def lines(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The ways that a line may be taken to pass: every choice of one of two hexes where it runs between them."""
    return tuple(product(*GRID.line(start, end)))


@pytest.mark.parametrize("start", [EVEN, ODD])
@pytest.mark.parametrize("distance", [2, 3, 4, 5, 6])
def test_lines_pass_the_hexes_that_geometry_says(start: str, distance: int) -> None:
    found, expected = {}, {}
    for h in members(GRID.ring(number(start), distance)):
        end = GRID.labels[h]
        found_lines = lines(number(start), h)
        found[end] = {tuple(GRID.labels[between] for between in line) for line in found_lines}
        assert len(found[end]) == len(found_lines)
        expected[end] = ways(start, end)
    assert len(expected) == 6 * distance
    assert found == expected


def test_a_line_along_the_edge_of_the_map_has_one_hex_beside_it() -> None:
    for start in ("0901", "1020", "0102"):
        for h in members(GRID.ring(number(start), 2)):
            found = {tuple(GRID.labels[between] for between in line) for line in lines(number(start), h)}
            assert found == ways(start, GRID.labels[h])
    assert lines(number("0901"), number("1101")) == ((number("1001"),),)


@pytest.mark.parametrize("start", [EVEN, ODD])
def test_lines_are_the_same_both_ways(start: str) -> None:
    for distance in (2, 3, 4):
        for h in members(GRID.ring(number(start), distance)):
            there = lines(number(start), h)
            back = lines(h, number(start))
            assert set(there) == {line[::-1] for line in back}


def test_there_is_nothing_between_neighbours() -> None:
    assert GRID.line(number("1010"), number("1011")) == ()


def test_a_long_line_along_hexsides_gives_its_choices_apart() -> None:
    labels = [tuple(GRID.labels[h] for h in hexes) for hexes in GRID.line(number("0303"), number("1103"))]
    assert labels == [("0402", "0403"), ("0503",), ("0602", "0603"), ("0703",), ("0802", "0803"), ("0903",), ("1002", "1003")]


def test_neighbours_that_are_not_farther_from_a_set():
    grid = HexGrid(6, 5)
    goal = 1 << grid.by_label["0203"] | 1 << grid.by_label["0601"]
    for h in members(grid.all):
        near = {other for other in members(grid.adjacent[h]) if grid.gap(other, goal) <= grid.gap(h, goal)}
        assert set(members(grid.not_farther(h, goal))) == near
        assert grid.not_farther(h, 0) == grid.adjacent[h], "from nothing all are as far"
