"""What an attack in Give Us Victories promises: the exact chances of its dice, with the points piled up before the roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories.bonuses import HIGH, LOW, Pool
from grognard.games.chancellorsville.victories.combat_dice import ratio
from grognard.games.chancellorsville.victories.pieces import ENEMY, Piece
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.games.chancellorsville.victories.volleys import SIDES, chances

YIELDS = 0.4
"""How often a defender who may retreat instead of losing a level does so and leaves the hex."""


LATER = 0.5
"""What a hex that was left is worth when nobody has survived to enter it: others may come."""


class Blow(NamedTuple):
    """The means of what an attack does: levels and units lost on either side, and the chance that the hexes can be entered."""

    inflicted: float
    kills: float
    clears: float
    suffered: float
    deaths: float


class Side(NamedTuple):
    """What one side brings to the dice: levels to lose, those that cost no unit, and units."""

    levels: int
    spare: int
    units: int


@cache
def piled(dice: int, points: int, base: int, penalty: bool) -> Pool:
    """Dice with all points on as few of them as possible."""
    pool = [base] * dice
    if penalty and pool[-1] > LOW:
        pool[-1] -= 1
    for place in range(dice):
        added = min(points, HIGH - pool[place])
        pool[place] += added
        points -= added
    return tuple(sorted(pool, reverse=True))


@cache
def losses(pool: Pool, side: Side, sure: int) -> tuple[float, float]:
    """The means of the levels and the units that a roll costs a side, with levels that it loses anyhow."""
    levels = units = 0.0
    for hits, chance in enumerate(chances(pool)):
        levels += chance * min(hits + sure, side.levels)
        units += chance * min(side.units, max(0, hits + sure - side.spare))
    return levels, units


@cache
def cleared(pool: Pool, levels: int, can_go: bool) -> float:
    """The chance that a hex is left: all its levels are lost, or its defenders rather retreat."""
    found = 0.0
    for hits, chance in enumerate(chances(pool)):
        if hits >= levels:
            found += chance
        elif hits >= 2 and can_go:
            found += chance * YIELDS
    return found


@cache
def survival(pool: Pool, levels: int) -> float:
    """The chance that a roll leaves somebody of a side with so many levels."""
    return sum(chances(pool)[: max(levels, 0)])


@cache
def driven_off(dice: int, answer: int) -> float:
    """U14.36, U14.39: the chance that a six forces a retreat and that no six of the defenders cancels it."""
    return (1 - (1 - 1 / SIDES) ** dice) * (1 - 1 / SIDES) ** answer


@cache
def strewn(hits: int, units: tuple[int, ...], screen: int, way_out: bool, lost: bool = False) -> float:
    """The mean of the units lost by who takes losses anyhow: units by their levels, skirmishers before them, and perhaps a
    retreat that cancels a level after the first."""
    if not hits or not units:
        return 0.0
    found = 0.0
    for place, levels in enumerate(units):
        rest = units[:place] + units[place + 1 :]
        if levels > 1:
            rest = tuple(sorted((*rest, levels - 1)))
        found += (levels == 1) + strewn(hits - 1, rest, screen, way_out, True)
    ways = len(units) + screen
    if screen:
        found += screen * strewn(hits - 1, units, screen - 1, way_out, True)
    if way_out and lost:
        found += strewn(hits - 1, units, screen, False, True)
        ways += 1
    return found / ways


def side_of(game: Campaign, pieces: Sequence[Piece], extra: int = 0, retreat: int = 0) -> Side:
    rules = game.rules
    levels = [rules.levels(piece) for piece in pieces if not rules.counters[piece.id].is_dummy]
    real = [rules.levels(piece) for piece in pieces if rules.counters[piece.id].is_real]
    return Side(sum(levels) + extra, sum(levels) - len(real) + extra + retreat, len(real))


def blow(
    game: Campaign,
    army: str,
    attackers: Sequence[tuple[Piece, Hex]],
    targets: Sequence[Hex],
    can_go: bool,
    careless: float = 0.0,
) -> Blow:
    """An attack by units from the hexes where they would stand, on defenders who can retreat or not.

    They lose as few units as they can, but for the share of them who are careless.
    """
    rules, enemy = game.rules, ENEMY[army]
    pieces = [piece for piece, _ in attackers]
    hexes = {h for _, h in attackers}
    defenders = [piece for h in targets for piece in game.units_at(enemy, h) if not rules.counters[piece.id].is_dummy]
    attack = sum(game.points(piece) for piece in pieces)
    defence = sum(game.points(piece) for piece in defenders)
    if not attack or not defenders:
        return Blow(0.0, 0.0, 0.0, 0.0, 0.0)
    one, other = ratio(attack, max(defence, 1))
    chart = rules.components.terrain
    cap = min(chart.hexes[rules.board.terrain[h]].dice_cap for h in targets)
    dice, answer = one + 1, other + 1
    dice += any(rules.is_encircled(game, target, hexes) for target in targets)
    dice += rules.extra_attack_dice(game) if army == "CSA" else 0
    forts = [h for h in targets if rules.has_fortification(game, enemy, h)]
    faced = any(rules.faced(game, enemy, h, [n for n in hexes if rules.board.grid.adjacent[h] >> n & 1]) for h in forts)
    digs = bool(forts) or any(
        rules.has_breastworks(game, enemy, h) or rules.why_not_dig(game, enemy, h) is None for h in targets
    )
    sure = 1 if faced else 0
    answer += faced
    base, penalty = ground(game, hexes, targets)
    base += rules.base_modifier(game, [piece.id for piece in pieces])
    placed = [Piece(piece.id, h, step=piece.step) for piece, h in attackers]
    points, reply = rules.bonus_of(placed), rules.bonus_of(defenders)
    answer = max(1, min(cap, answer))
    reserve = 1 if not game.night and rules.skirmishers_left(game, enemy) and any(is_foot(game, p) for p in defenders) else 0
    theirs, fleeing, ours = side_of(game, defenders, reserve), side_of(game, defenders, reserve, 1), side_of(game, pieces)
    yields = YIELDS if can_go else 0.0
    real = tuple(sorted(rules.levels(piece) for piece in defenders if rules.counters[piece.id].is_real))
    foe = piled(answer, reply, max(rules.base_modifier(game, [p.id for p in defenders]), LOW), any(p.tired for p in defenders))

    def result(dice: int, sure: int) -> Blow:
        own = piled(max(1, min(cap, dice)), points, max(base, LOW), penalty)
        inflicted, kills = losses(own, theirs, 0)
        kills += yields * (losses(own, fleeing, 0)[1] - kills)
        if careless:
            anyhow = sum(p * strewn(hits, real, theirs.levels - sum(real), can_go) for hits, p in enumerate(chances(own)))
            kills += careless * (anyhow - kills)
        suffered, deaths = losses(foe, ours, sure)
        left = cleared(own, theirs.levels, can_go)
        entered = LATER + (1 - LATER) * survival(foe, ours.levels - sure)
        if rules.rule_of_six():
            left += (1 - left) * driven_off(len(own), answer)
        return Blow(inflicted, kills, left * entered, suffered, deaths)

    if not digs or faced:
        return result(dice, sure)
    return mean(result(dice - 1, 0), result(dice, 1))  # as the defender likes


def mean(one: Blow, other: Blow) -> Blow:
    return Blow(*((a + b) / 2 for a, b in zip(one, other, strict=True)))


def is_foot(game: Campaign, piece: Piece) -> bool:
    return game.counter(piece.id).is_infantry


def ground(game: Campaign, hexes: set[Hex], targets: Sequence[Hex]) -> tuple[int, bool]:
    """U14.16: what the ground takes from all dice of the attack, and whether it takes a point from one."""
    rules = game.rules
    chart = rules.components.terrain
    drms = [chart.hexes[rules.board.terrain[h]].attacker_drm for h in targets]
    sides = [rules.board.side(h, target) for h in hexes for target in targets if rules.board.grid.adjacent[h] >> target & 1]
    if sides and all("minor_river" in side for side in sides):
        drms.append(chart.hexsides.minor_river.attacker_drm)
    if sides and all("stream" in side for side in sides):
        drms.append(chart.hexsides.stream.attacker_drm)
    found = [drm for drm in drms if drm is not None]
    base = min((drm.value for drm in found if drm.dice == "all"), default=0)
    return base, not base and bool(found)
