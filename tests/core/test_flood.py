"""The flood over whole sets of hexes agrees with a plain search, hex by hex."""

import heapq
from itertools import pairwise
from random import Random

import pytest

from grognard.core.flood import MoveTable, flood, flood_from
from grognard.core.hexes import Hex, HexSet, hex_grid, hex_set, members

GRID = hex_grid(9, 8)


def random_table(rng: Random) -> MoveTable:
    closed = rng.choice((0.0, 0.1, 0.4))
    prices = {
        (a, b): None if rng.random() < closed else rng.choice((1, 2, 2, 3, 4, 6))
        for a in GRID.hexes
        for b in GRID.neighbours[a]
        if b is not None
    }
    return MoveTable(GRID, lambda a, b: prices[a, b])


def some(rng: Random, share: float) -> HexSet:
    return hex_set(h for h in GRID.hexes if rng.random() < share)


def search(
    table: MoveTable,
    starts: HexSet,
    budget: int,
    allowed: HexSet,
    stops: HexSet,
    taxed: HexSet,
    tax: int,
    spent: int,
    reserve: int = 0,
    shunned: HexSet = 0,
) -> dict[Hex, int]:
    """Dijkstra's way: what it costs to get anywhere."""
    best = dict.fromkeys(members(starts), spent) if spent <= budget else {}
    queue = [(spent, start) for start in best]
    while queue:
        points, here = heapq.heappop(queue)
        if points > best[here] or (not starts >> here & 1 and stops >> here & 1):
            continue
        for there in members(GRID.adjacent[here] & allowed):
            price = table.cost(here, there)
            if price is None:
                continue
            cost = points + price + (tax if taxed >> there & 1 else 0)
            if cost > budget - reserve and shunned >> there & 1:
                continue
            if cost <= budget and cost < best.get(there, budget + 1):
                best[there] = cost
                heapq.heappush(queue, (cost, there))
    return best


@pytest.mark.parametrize("part", range(10))
def test_flood_agrees_with_a_search_step_by_step(part: int):
    for seed in range(30 * part, 30 * (part + 1)):
        check_flood(seed)


def check_flood(seed: int) -> None:
    rng = Random(seed)
    table = random_table(rng)
    start = rng.choice(GRID.hexes)
    allowed = some(rng, rng.choice((0.5, 0.9, 1.0)))
    stops, taxed = some(rng, rng.choice((0.0, 0.2))), some(rng, rng.choice((0.0, 0.3)))
    budget, spent, tax = rng.randrange(0, 14), rng.randrange(0, 4), rng.choice((0, 1, 2, 3))
    reach = flood(table, start, budget, allowed, stops, taxed, tax, spent)
    costs = search(table, 1 << start, budget, allowed, stops, taxed, tax, spent)
    assert {h: reach.cost(h) for h in GRID.hexes if reach.cost(h) is not None} == costs
    assert set(members(reach.all)) == set(costs) - {start}
    for goal in members(reach.all):
        points, here = spent, start
        path = reach.path(goal)
        assert path[-1] == goal
        for there in path:
            assert here == start or not stops >> here & 1
            price = table.cost(here, there)
            assert price is not None
            points, here = points + price + (tax if taxed >> there & 1 else 0), there
        assert points == reach.cost(goal)


def test_nothing_is_reached_with_no_points_left():
    table = MoveTable(GRID, lambda a, b: 1)
    assert flood(table, GRID.hexes[0], 2, GRID.all, spent=3).all == 0
    assert flood(table, GRID.hexes[0], 0, GRID.all).all == 0


def test_every_hex_lies_at_its_distance_where_every_step_costs_one():
    table = MoveTable(GRID, lambda a, b: 1)
    for start in GRID.hexes[::7]:
        reach = flood(table, start, 20, GRID.all)
        assert all(reach.cost(h) == GRID.distance(start, h) for h in GRID.hexes)


def test_a_stop_does_not_hold_a_piece_that_starts_in_it():
    table = MoveTable(GRID, lambda a, b: 1)
    start = GRID.by_label["0404"]
    assert flood(table, start, 1, GRID.all, stops=GRID.all).all == GRID.adjacent[start]
    assert flood(table, start, 5, GRID.all, stops=GRID.all).all == GRID.adjacent[start]


def test_a_table_knows_what_is_open():
    table = MoveTable(GRID, lambda a, b: None if GRID.labels[b] == "0403" else 2)
    here = GRID.by_label["0404"]
    assert table.open[here] == GRID.adjacent[here] & ~(1 << GRID.by_label["0403"])
    assert table.cost(here, GRID.by_label["0403"]) is None
    assert table.cost(here, GRID.by_label["0405"]) == 2
    assert table.cost(here, GRID.by_label["0406"]) is None


@pytest.mark.parametrize("part", range(10))
def test_a_flood_from_several_hexes_with_a_reserve_agrees_with_a_search(part: int):
    for seed in range(10 * part, 10 * (part + 1)):
        check_flood_from_several(seed)


def check_flood_from_several(seed: int) -> None:
    rng = Random(seed)
    table = random_table(rng)
    starts = hex_set(rng.sample(GRID.hexes, rng.randrange(1, 6)))
    allowed, stops, taxed, shunned = some(rng, 0.9), some(rng, 0.1), some(rng, 0.2), some(rng, 0.4)
    budget, tax, reserve = rng.randrange(0, 14), rng.choice((0, 2)), rng.choice((0, 1, 2, 20))
    reach = flood_from(table, starts, budget, allowed, stops, taxed, tax, 0, reserve, shunned)
    costs = search(table, starts, budget, allowed, stops, taxed, tax, 0, reserve, shunned)
    assert {h: reach.cost(h) for h in GRID.hexes if reach.cost(h) is not None} == costs
    assert set(members(reach.all)) == set(costs) - set(members(starts))
    for goal in members(reach.all):
        path = reach.path(goal)
        assert path[-1] == goal
        assert any(path[0] in GRID.neighbours[start] for start in members(starts))


@pytest.mark.parametrize("seed", range(30))
def test_a_patched_table_is_the_one_made_anew(seed: int):
    rng = Random(seed)
    table = random_table(rng)
    edges = [(a, b) for a in GRID.hexes for b in GRID.neighbours[a] if b is not None]
    changes = {edge: rng.choice((None, 1, 2, 5)) for edge in rng.sample(edges, 12)}
    before = dict(table.costs), dict(table.open), table.steps
    patched = table.patched(changes)
    anew = MoveTable(GRID, lambda a, b: changes[a, b] if (a, b) in changes else table.cost(a, b))
    assert (patched.costs, patched.open, patched.steps) == (anew.costs, anew.open, anew.steps)
    assert [patched.ways_into(h) for h in GRID.hexes] == [anew.ways_into(h) for h in GRID.hexes]
    assert (table.costs, table.open, table.steps) == before


@pytest.mark.parametrize("seed", range(30))
def test_a_line_leads_back_to_a_start(seed: int):
    rng = Random(seed)
    table, starts, taxed, spent = random_table(rng), some(rng, 0.1), some(rng, 0.2), rng.choice((0, 2))
    reach = flood_from(table, starts, 9, some(rng, 0.8), 0, taxed, 1, spent)
    for goal in GRID.hexes:
        line = reach.line(goal)
        if not reach.all >> goal & 1:
            assert line == ([goal] if starts >> goal & 1 else [])
            continue
        assert (line[0], bool(starts >> line[-1] & 1)) == (goal, True)
        way = line[::-1]
        prices = [(table.cost(a, b) or 0) + (taxed >> b & 1) for a, b in pairwise(way)]
        assert spent + sum(prices) == reach.cost(goal)
