"""The fourteen procedures that take the place of a player's good sense (J-A2): each one function, named as in the booklet.

They look only at what stands on the map. Ties end with the lowest division or hex number, or by lot where the rules say so:
then a function returns all that are equal, and the caller draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from grognard.core.flood import MoveTable, flood
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DiceOutcome
from grognard.games.chancellorsville.victories.pieces import CSA, DEMORALISED, GOOD, UNION, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire

FAR = 10_000
"""More than any way costs."""
LONGEST = 600
NEARBY = 16
"""Half-points, with which a unit reaches most hexes that are asked about."""
MOST_WAYS = 400
"""The most results that `ways` keeps."""
HIT, SIX = 5, 6


# ---------------------------------------------------------------- PATH


class Costs(dict[Hex, int]):
    """What the cheapest way between one hex and each other costs, `FAR` where there is none; counted when it is looked up.

    The rules hardly ever want it for more than a few of the hexes.
    """

    def __init__(self, levels: Sequence[HexSet] = ()) -> None:
        """The hexes by what they cost, as `Reach` has them; none by default, so that all are far."""
        super().__init__()
        self.levels = levels

    def __missing__(self, h: Hex) -> int:
        bit = 1 << h
        cost = self[h] = next((cost for cost, level in enumerate(self.levels) if level & bit), FAR)
        return cost


def costs_to(game: Solitaire, goal: Hex | None, closed: HexSet = 0) -> Costs:
    """What the cheapest way from each hex to a goal, if there is one, costs in half-points; the Confederates are ignored."""
    return Costs() if goal is None else ways(game, game.rules.tables(game, UNION).toward_road, goal, closed)


def costs_from(game: Solitaire, start: Hex) -> Costs:
    """What the cheapest way to each hex costs, in half-points; the Confederates are ignored."""
    return ways(game, game.rules.tables(game, UNION).move, start)


def ways(game: Solitaire, table: MoveTable, end: Hex, closed: HexSet = 0) -> Costs:
    """What the ways between a hex and all others cost by a table; worked out once."""
    rules = game.rules
    key = (table, end, closed)
    found = rules.ways.get(key)
    if found is None:
        if len(rules.ways) > MOST_WAYS:
            rules.ways.clear()
        found = rules.ways[key] = Costs(flood(table, end, LONGEST, rules.area & ~closed).levels)
    return found


def costs_of(game: Solitaire, start: Hex, wanted: HexSet) -> dict[Hex, int]:
    """What the cheapest way to each of some hexes costs, in half-points, without those to which there is none.

    Most are near, so that it does not look far at first.
    """
    rules = game.rules
    tables = rules.tables(game, UNION)
    wanted &= tables.connected(start)
    for budget in (NEARBY, LONGEST):
        reach = flood(tables.move, start, budget, rules.area)
        if not wanted & ~(reach.all | reach.starts):
            break
    return {h: cost for cost, level in enumerate(reach.levels) if level & wanted for h in members(level & wanted)}


def cost_between(game: Solitaire, start: Hex, goal: Hex) -> int:
    return costs_to(game, goal)[start]


def is_way(game: Solitaire, start: Hex, goal: Hex) -> bool:
    """Whether there is a way at all, whatever it costs."""
    return bool(game.rules.tables(game, UNION).connected(start) >> goal & 1)


def path(game: Solitaire, start: Hex, goal: Hex, closed: HexSet = 0) -> tuple[Hex, ...]:
    """PATH (J-D1): the cheapest way; of equals most major road, most road, fewest hexes near the enemy, lowest numbers.

    `closed` hexes are left out if there is a way without them.
    """
    rules = game.rules
    costs = costs_to(game, goal, closed & ~(1 << goal))
    if costs[start] == FAR:
        costs = costs_to(game, goal)
    if costs[start] == FAR or start == goal:
        return ()
    table, board, levels = rules.tables(game, UNION).move, rules.board, costs.levels
    dangerous = game.held(CSA) | game.near(CSA)
    best: dict[Hex, tuple[int, int, int, tuple[str, ...], tuple[Hex, ...]]] = {goal: (0, 0, 0, (), ())}
    left, queue = {start: costs[start]}, [start]  # what is left of the cost in each hex that is on one of the cheapest ways
    next_on: dict[Hex, list[Hex]] = {}
    while queue:
        here = queue.pop()
        next_on[here] = []
        for there in members(table.open[here]):
            rest = left[here] - table.costs[here, there]
            if rest < 0 or not levels[rest] >> there & 1:
                continue
            next_on[here].append(there)
            if there not in left:
                left[there] = rest
                queue.append(there)
    for here in sorted(left.keys() - {goal}, key=lambda h: left[h]):
        ways = []
        for there in next_on[here]:
            major, road, near, labels, way = best[there]
            kinds = board.side(here, there)
            is_major, is_road = "major" in kinds, bool(kinds & {"major", "minor"})
            danger = dangerous >> there & 1
            ways.append((major - is_major, road - is_road, near + danger, (board.label(there), *labels), (there, *way)))
        best[here] = min(ways)
    return best[start][4]


# ---------------------------------------------------------------- LEAD and COLUMN


def number_of(game: Solitaire, id: str) -> int:
    return game.rules.components.divisions[id].division


def by_strength(game: Solitaire, units: Iterable[Piece]) -> list[Piece]:
    """The strongest first, then the lower division number."""
    return sorted(units, key=lambda piece: (-game.points(piece), number_of(game, piece.id), piece.id))


def lead(game: Solitaire, units: Sequence[Piece], goal: Hex) -> Piece | None:
    """LEAD (J-D2): the unit with the smallest path cost, then the stronger, then the lower number; not a demoralised one."""
    able = [piece for piece in units if piece.order != DEMORALISED] or list(units)
    costs = costs_to(game, goal)
    order = {piece.id: place for place, piece in enumerate(by_strength(game, able))}
    return min(able, key=lambda piece: (costs[piece.hex], order[piece.id]), default=None)


def taken(game: Solitaire) -> HexSet:
    """Hexes where nobody can be put: both armies', and what is off the map that is played on."""
    rules = game.rules
    return game.held(UNION) | game.held(CSA) | (rules.board.grid.all & ~rules.area)


def may_be_put(game: Solitaire, piece: Piece, h: Hex) -> bool:
    """J-H2t: over any ground, but not over a great river without a bridge or a usable ford; the demoralised keep away."""
    if piece.order == DEMORALISED and game.near(CSA) >> h & 1:
        return False
    return is_way(game, piece.hex, h)


def column(game: Solitaire, leader: Piece, others: Sequence[Piece], route: Sequence[Hex], goal: Hex) -> dict[str, Hex]:
    """COLUMN (J-D2): where the others go: the hexes that the leading unit has passed, from the one behind it backward."""
    rules, costs = game.rules, costs_to(game, goal)
    grid = rules.board.grid
    occupied = taken(game)
    found: dict[str, Hex] = {}
    places = [h for h in reversed(route) if h != leader.hex]
    for piece in sorted(others, key=lambda p: (costs[p.hex], number_of(game, p.id))):
        free = occupied & ~(1 << piece.hex)
        spot = next((h for h in places if not free >> h & 1 and costs[h] <= costs[piece.hex]), None)
        if spot is not None and not may_be_put(game, piece, spot):
            spot = bank_on_this_side(game, piece, goal, free) if not is_way(game, piece.hex, spot) else None
        if spot is None:
            near = min(
                (grid.distance(piece.hex, found.get(p.id, p.hex)) for p in (leader, *others) if p.id != piece.id), default=0
            )
            if near <= 2:
                spot = piece.hex
            else:
                spot = nearest_free(game, piece, leader.hex, costs, free)
        occupied = occupied & ~(1 << piece.hex) | 1 << spot
        found[piece.id] = spot
    return found


def nearest_free(game: Solitaire, piece: Piece, h: Hex, costs: Costs, occupied: HexSet) -> Hex:
    """The free hex nearest to another; ties: road, smaller path cost, lowest number."""
    grid, roads = game.rules.board.grid, game.rules.road_hexes
    for distance in range(1, 12):
        able = [n for n in members(grid.ring(h, distance) & ~occupied) if may_be_put(game, piece, n)]
        if able:
            return min(able, key=lambda n: (not roads >> n & 1, costs[n], game.label(n)))
    return piece.hex


def bank_on_this_side(game: Solitaire, piece: Piece, goal: Hex, occupied: HexSet) -> Hex | None:
    """The bank hex of the nearest crossing on a unit's own side."""
    banks = [bank for bank, _ in game.rules.components.south_fords.values()]
    able = [h for h in banks if is_way(game, piece.hex, h) and not occupied >> h & 1]
    return min(able, key=lambda h: (cost_between(game, piece.hex, h), game.label(h)), default=None)


# ---------------------------------------------------------------- TRANSFER


def beside(game: Solitaire, h: Hex) -> list[Hex]:
    """The neighbours of a hex that no great river parts from it."""
    rules = game.rules
    return [n for n in members(rules.board.grid.adjacent[h]) if not rules.across_great_river(h, n)]


def in_contact(game: Solitaire, h: Hex) -> HexSet:
    """J-H2: the Confederate hexes next to a hex, but not over a great river."""
    return game.rules.attackable(game, UNION, h)


def transfer(game: Solitaire, units: Sequence[Piece], target: Hex, attitude: str) -> dict[str, Hex]:
    """TRANSFER (J-H2b, J-H2t): all next to the target, the strongest first; those for whom there is no room beside their own.

    Units that stand next to the target already stay there.
    """
    woods = game.rules.woods
    occupied, found = taken(game), {}
    around = beside(game, target)
    order = sorted(by_strength(game, units), key=lambda piece: piece.order == DEMORALISED)
    for piece in order:
        if piece.hex in around:
            found[piece.id] = piece.hex
            continue
        able = [h for h in around if not occupied >> h & 1 and may_be_put(game, piece, h)]
        if able:
            costs = costs_of(game, piece.hex, hex_set(able))
            spot = min(
                able,
                key=lambda h: (in_contact(game, h) != 1 << target, costs[h], not woods >> h & 1, game.label(h)),
            )
        else:
            spot = beside_friends(game, piece, units, found, occupied, attitude)
        occupied = occupied & ~(1 << piece.hex) | 1 << spot
        found[piece.id] = spot
    return found


def beside_friends(
    game: Solitaire,
    piece: Piece,
    units: Sequence[Piece],
    placed: dict[str, Hex],
    occupied: HexSet,
    attitude: str,
) -> Hex:
    """J-H2t: next to one's own formation: in contact if aggressive, out of contact if cautious."""
    grid = game.rules.board.grid
    friends = grid.around_set(hex_set(placed.get(other.id, other.hex) for other in units if other.id != piece.id))
    able = [h for h in members(friends & ~occupied) if may_be_put(game, piece, h)]
    costs = costs_of(game, piece.hex, hex_set(able))

    def rank(h: Hex) -> tuple[bool, int, str]:
        touching = bool(in_contact(game, h))
        return (not touching if attitude == "A" else touching), costs[h], game.label(h)

    return min(able, key=rank, default=piece.hex)


def bring_up(game: Solitaire, units: Sequence[Piece]) -> dict[str, Hex]:
    """J-H2c: the others go to free hexes next both to a unit of their formation in contact and to an enemy."""
    touching = {piece.id: piece.hex for piece in units if piece.order == GOOD and in_contact(game, piece.hex)}
    occupied, found = taken(game), {}
    for piece in by_strength(game, units):
        if piece.id in touching or piece.order != GOOD:
            continue
        near = game.rules.board.grid.around_set(hex_set(touching.values()))
        able = hex_set(h for h in members(near & ~occupied) if in_contact(game, h))
        costs = costs_of(game, piece.hex, able)
        if costs:
            spot = min(costs, key=lambda h: (costs[h], game.label(h)))
            occupied = occupied & ~(1 << piece.hex) | 1 << spot
            touching[piece.id] = found[piece.id] = spot
    return found


# ---------------------------------------------------------------- BREAK, RETREAT, ADVANCE


def break_away(game: Solitaire, piece: Piece, goal: Hex | None) -> Hex | None:
    """BREAK (J-H3a): one hex, away from the enemy, next to one's own formation first, then nearest to the objective."""
    rules, grid = game.rules, game.rules.board.grid
    friends = hex_set(p.hex for p in game.divisions(game.counter(piece.id).formation) if p.id != piece.id)
    near = grid.around_set(friends)
    costs = costs_to(game, goal)
    free = rules.tables(game, UNION).move.open[piece.hex] & rules.area & ~taken(game) & ~game.near(CSA)
    return min(
        members(free),
        key=lambda h: (not near >> h & 1, costs[h], not rules.road_hexes >> h & 1, game.label(h)),
        default=None,
    )


def retreat(game: Solitaire, piece: Piece, barred: HexSet = 0) -> Hex | None:
    """RETREAT (J-K3a): toward the nearest other automaton unit, of equals one of the own formation; next to the enemy last.

    Over a great river only by a pontoon, not by a ford. Where all neighbours are full it is one of those, from which the
    unit goes on.
    """
    rules, grid = game.rules, game.rules.board.grid
    near = rules.tables(game, UNION).move.open[piece.hex] & rules.area & ~game.held(CSA) & ~barred
    near &= ~hex_set(h for h in members(near) if rules.across_great_river(piece.hex, h) and not is_bridged(game, piece.hex, h))
    able = near & ~game.held(UNION) or near
    own = {p.id for p in game.divisions(game.counter(piece.id).formation)}
    others = [p for p in game.real(game.on_map(UNION)) if p.id != piece.id]
    ranks = {p.hex: (grid.distance(piece.hex, p.hex), p.id not in own) for p in others}
    friends = [h for h, rank in ranks.items() if rank == min(ranks.values())]
    enemy = game.near(CSA)
    return min(
        members(able),
        key=lambda h: (enemy >> h & 1, min((grid.distance(h, friend) for friend in friends), default=0), game.label(h)),
        default=None,
    )


def is_bridged(game: Solitaire, a: Hex, b: Hex) -> bool:
    return game.rules.hexside_key(a, b) in game.state.pontoons


def advance(game: Solitaire, units: Sequence[Piece], vacated: Sequence[Hex], goal: Hex | None) -> tuple[str, Hex] | None:
    """ADVANCE (J-K3b): the strongest attacker next to a hex that was left, if that is nearer to the objective."""
    if goal is None:
        return None
    costs = costs_to(game, goal)
    for h in sorted(vacated, key=lambda h: (costs[h], game.label(h))):
        able = [p for p in by_strength(game, units) if h in beside(game, p.hex) and costs[h] < costs[p.hex]]
        if able:
            return able[0].id, h
    return None


# ---------------------------------------------------------------- FORD and CROSS


def watched(game: Solitaire, name: str) -> bool:
    """J-N6a: a Confederate unit within two hexes of either bank."""
    rules, within = game.rules, game.rules.components.display.ford.watched_within
    return any(rules.board.grid.disc(bank, within) & game.held(CSA) for bank in rules.components.south_fords[name])


def ford(game: Solitaire, start: Hex, goal: Hex) -> str | None:
    """FORD (J-N6a): the nearest ford free of the enemy that leads south; if none is free, the nearest to the objective."""
    fords = game.rules.components.south_fords
    able = {name: banks for name, banks in fords.items() if is_way(game, start, banks[0])}
    unwatched = {name: banks for name, banks in able.items() if not watched(game, name)}
    if unwatched:
        return min(unwatched, key=lambda name: ford_rank(game, name, start, goal))
    return min(able, key=lambda name: (cost_between(game, able[name][1], goal), game.label(able[name][0])), default=None)


def ford_rank(game: Solitaire, name: str, start: Hex, goal: Hex) -> tuple[int, int, str]:
    north, south = game.rules.components.south_fords[name]
    return cost_between(game, start, north), cost_between(game, south, goal), game.label(north)


def free_ford_near(game: Solitaire, name: str) -> str | None:
    """J-N6c: the free ford nearest to a blocked one, on either river."""
    fords, grid = game.rules.components.south_fords, game.rules.board.grid
    here = fords[name][0]
    able = [other for other in fords if other != name and not watched(game, other)]
    return min(able, key=lambda o: (grid.distance(here, fords[o][0]), game.label(fords[o][0])), default=None)


def cross(game: Solitaire, units: Sequence[Piece], name: str) -> dict[str, Hex]:
    """CROSS (J-N6b): the units go south of the river, the strongest first, as near to the ford as possible."""
    rules, south = game.rules, game.rules.regions["south"]
    bank = rules.components.south_fords[name][1]
    occupied, found = taken(game), {}
    for piece in by_strength(game, units):
        for distance in range(12):
            able = members(rules.board.grid.ring(bank, distance) & south & ~occupied)
            if able:
                spot = min(able, key=lambda h: (game.near(CSA) >> h & 1, not rules.road_hexes >> h & 1, game.label(h)))
                occupied |= 1 << spot
                found[piece.id] = spot
                break
    return found


# ---------------------------------------------------------------- NIGHT, TARGET, DAMAGE, BONUS, NEAREST


def surrounded(game: Solitaire, piece: Piece) -> bool:
    """J-M1: all six neighbours are held by the enemy or closed."""
    table = game.rules.tables(game, UNION).move
    return not table.open[piece.hex] & game.rules.area & ~game.held(CSA)


def night(game: Solitaire, wing: Sequence[str]) -> list[tuple[tuple[int, int], str]]:
    """NIGHT (J-M1): the formations of a wing that may move, ranked: farthest from the objective, then next to fewer enemies."""
    state, rules = game.state, game.rules
    found = []
    for formation in wing:
        units = game.divisions(formation)
        if formation not in state.objectives or formation in state.wheel or formation in state.due or not units:
            continue
        if any(surrounded(game, piece) for piece in units):
            continue
        goal = rules.marching_goal(game, formation)
        assert goal is not None  # it has an objective
        leader = lead(game, units, goal)
        assert leader is not None
        touched = hex_set(h for piece in units for h in members(in_contact(game, piece.hex)))
        enemies = sum(len(game.real(game.units_at(CSA, h))) for h in members(touched))
        found.append(((-cost_between(game, leader.hex, goal), enemies), formation))
    return sorted(found)


def target(game: Solitaire, units: Sequence[Piece]) -> list[Hex]:
    """TARGET (J-I3a): the Confederate hexes next to the formation with the best modifier; all that are equal."""
    rules = game.rules
    hexes = 0
    for piece in units:
        hexes |= in_contact(game, piece.hex)
    ranked = {h: sum(m.value for m in rules.bombardment_modifiers(game, UNION, h, ())) for h in members(hexes)}
    best = max(ranked.values(), default=None)
    return sorted(h for h, value in ranked.items() if value == best)


def damage(game: Solitaire, units: Sequence[str], struck: Sequence[str]) -> str | None:
    """DAMAGE (J-K1a): a skirmisher first; then the strongest, one loss each before anyone takes a second."""
    alive = [game.piece(id) for id in game.alive(units)]
    for piece in alive:
        if game.counter(piece.id).is_skirmisher:
            return piece.id
    if not alive:
        return None
    least = min(struck.count(piece.id) for piece in alive)
    return by_strength(game, [piece for piece in alive if struck.count(piece.id) == least])[0].id


def bonus(pool: Sequence[int], faces: Sequence[int], points: int) -> tuple[int, ...]:
    """BONUS (J-J1d): what each die gets after the roll: those that can be raised to 5, the cheapest first."""
    given = [0] * len(faces)
    for place in sorted(range(len(faces)), key=lambda i: HIT - faces[i] - pool[i]):
        needed = HIT - faces[place] - pool[place]
        if 0 < needed <= points and pool[place] > -2:
            given[place] = needed
            points -= needed
    return tuple(given)


def hits_with(pool: Sequence[int], faces: Sequence[int], points: int) -> int:
    """The hits of the automaton's dice, with so many points given in the best way after the roll."""
    given = bonus(pool, faces, points)
    return sum(face + modifier + more >= HIT for face, modifier, more in zip(faces, pool, given, strict=True))


@cache
def dice_outcomes(pool: tuple[int, ...], points: int) -> tuple[DiceOutcome, ...]:
    """One roll for each number of hits, points included, and of natural sixes, with its chance; for exact odds."""
    found: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
    for faces in product(range(1, SIX + 1), repeat=len(pool)):
        sixes = sum(face == SIX and face + modifier >= HIT for face, modifier in zip(faces, pool, strict=True))
        key = hits_with(pool, faces, points), sixes
        found[key] = faces, found.get(key, (faces, 0))[1] + 1
    return tuple(DiceOutcome(faces, ways / SIX ** len(pool)) for faces, ways in found.values())


def nearest(game: Solitaire, units: Sequence[Piece]) -> list[Piece]:
    """NEAREST (J-N2): the units nearest to a Confederate unit, counted in hexes, over rivers too; all that are equal."""
    grid = game.rules.board.grid
    enemies = members(game.held(CSA))
    far = {piece.id: min((grid.distance(piece.hex, h) for h in enemies), default=0) for piece in units}
    least = min(far.values(), default=None)
    return [piece for piece in units if far[piece.id] == least]
