"""What an attack in Give Us Victories promises: the exact chances of its dice, with the points piled up before the roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories.actions import Shelter
from grognard.games.chancellorsville.victories.bonuses import HIGH, LOW, Pool
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.forecasts import shelter_of
from grognard.games.chancellorsville.victories.names import WorksEffect
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
def piled(pool: Pool, points: int, penalty: bool) -> Pool:
    """Dice with all points on as few of them as possible."""
    dice = list(pool)
    if penalty and dice[-1] > LOW:
        dice[-1] -= 1
    for place, die in enumerate(dice):
        added = min(points, HIGH - die)
        dice[place] += added
        points -= added
    return tuple(sorted(dice, reverse=True))


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
    fight = rules.planned(army, attackers, tuple(targets))
    defenders = [game.piece(id) for id in fight.defenders(game)]
    if not rules.combat_points(game, fight.attackers) or not rules.defence_points(game, fight):
        return Blow(0.0, 0.0, 0.0, 0.0, 0.0)
    take_cover(game, fight)
    points = rules.bonus_of(Piece(piece.id, h, step=piece.step) for piece, h in attackers)
    (reply, tired), penalty = fight.points_and_penalty(game, enemy), fight.attacker_penalty(game)
    reserve = int(bool(rules.may_add_skirmisher(game, fight)))
    theirs, fleeing, ours = side_of(game, defenders, reserve), side_of(game, defenders, reserve, 1), side_of(game, pieces)
    yields = YIELDS if can_go else 0.0
    real = tuple(sorted(rules.levels(piece) for piece in defenders if rules.counters[piece.id].is_real))

    def result(works: WorksEffect) -> Blow:
        fight.works = works
        attack, defence = rules.dice_pools(game, fight, *rules.dice_of(game, fight))
        own, foe = piled(attack, points, penalty), piled(defence, reply, tired)
        inflicted, kills = losses(own, theirs, 0)
        kills += yields * (losses(own, fleeing, 0)[1] - kills)
        if careless:
            anyhow = sum(p * strewn(hits, real, theirs.levels - sum(real), can_go) for hits, p in enumerate(chances(own)))
            kills += careless * (anyhow - kills)
        suffered, deaths = losses(foe, ours, fight.works_cost)
        left = cleared(own, theirs.levels, can_go)
        entered = LATER + (1 - LATER) * survival(foe, ours.levels - fight.works_cost)
        if rules.rule_of_six():
            left += (1 - left) * driven_off(len(own), len(foe))
        return Blow(inflicted, kills, left * entered, suffered, deaths)

    works = rules.works_effect(game, fight)
    if works == "" and any(rules.why_not_dig(game, enemy, h) is None for h in targets):
        works = None
    if works is not None:
        return result(works)
    return mean(result("die"), result("level"))  # as the defender likes


def take_cover(game: Campaign, fight: Combat) -> None:
    """The defender chooses the ground that helps most (U14.6), and the modifier (U14.16)."""

    def help_of(kind: str) -> tuple[float, str]:
        return shelter_of(game, Shelter(kind))

    fight.ground = max({game.rules.board.terrain[h] for h in fight.targets}, key=help_of)
    fight.cover = max(game.rules.terrain_effects(game, fight), key=help_of, default="")


def mean(one: Blow, other: Blow) -> Blow:
    return Blow(*((a + b) / 2 for a, b in zip(one, other, strict=True)))
