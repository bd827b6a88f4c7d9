"""Protect the guns and keep the leaders useful: both go where the strongest stacks are."""

from __future__ import annotations

from grognard.core.hexes import Hex, members
from grognard.games.revolution.series.pieces import Piece
from grognard.players.sergeant.situation import Situation


def post_guns(situation: Situation, goals: dict[str, Hex]) -> None:
    """Guns stay with infantry, within range of the enemy if possible, and never alone in front."""
    for gun in situation.guns:
        crowded = situation.rules.crowded(situation.game, gun) & ~(1 << gun.hex)
        places = members(situation.reach(gun) & ~crowded)
        best = max(places, key=lambda h: (round(place_for_gun(situation, h) + situation.pull(gun, h), 6), h == gun.hex, -h))
        goals[gun.id] = best
        situation.game.change(gun.id, hex=best)


def place_for_gun(situation: Situation, h: Hex) -> float:
    game = situation.game
    foot = [unit for unit in game.units_at(h, situation.side) if not situation.rules.counters[unit.id].is_artillery]
    cover = min(sum(game.strength(unit) for unit in foot), 4)
    distance = situation.distance_to_enemy(h)
    in_range = 1.0 if 1 <= distance <= 3 else -0.2 * abs(distance - 3)
    alone = 0.0 if foot else (4.0 if distance <= 5 else 1.0)
    return 0.8 * cover + in_range - alone - 0.1 * situation.distance_to_objective(h)


def post_leaders(situation: Situation, goals: dict[str, Hex]) -> None:
    """Leaders go to the stacks that fight and that they may command, one leader per stack, never alone."""
    taken: set[Hex] = {goals[leader.id] for leader in situation.leaders if leader.id in goals}
    waiting = [leader for leader in situation.leaders if leader.id not in goals]
    for leader in sorted(waiting, key=lambda piece: (-situation.rules.counters[piece.id].rank, piece.id)):
        places = members(situation.reach(leader))
        best = max(
            places,
            key=lambda h: (round(use_of(situation, leader, h, taken) + situation.pull(leader, h), 6), h == leader.hex, -h),
        )
        goals[leader.id] = best
        taken.add(best)


def use_of(situation: Situation, leader: Piece, h: Hex, taken: set[Hex]) -> float:
    """How useful a leader is in a hex: the strength he commands there, more in a fight, and disordered units nearby."""
    game, rules = situation.game, situation.rules
    units = [unit for unit in game.units_at(h, situation.side) if rules.may_command(game, leader, unit)]
    if not units:
        return -5.0 + 0.1 * min(situation.distance_to_enemy(h), 8)
    strength = sum(game.strength(unit) for unit in units)
    worth = 1.0 + 0.3 * min(strength, 6) + 1.2 * sum(unit.order != 0 for unit in units)
    if situation.near_enemy(h):
        worth += 1.5
    elif situation.distance_to_enemy(h) <= 3:
        worth += 0.7
    return worth - (2.0 if h in taken else 0.0)
