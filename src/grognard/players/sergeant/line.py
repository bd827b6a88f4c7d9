"""Hold the line and march to the objective: where the units go that do not attack this turn."""

from __future__ import annotations

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.revolution.series.pieces import Piece
from grognard.players.sergeant.flank import open_sides
from grognard.players.sergeant.situation import Situation

CONTACT = 3.0
"""The penalty for a hex adjacent to the enemy: a unit there must attack."""
FRIENDS, BESIDE, LED = 6, 2, 0.4
"""How much strength in the same hex counts, how many hexes with friends beside it, and what a leader is worth."""
BEST_COMPANY = 0.2 * FRIENDS + 0.35 * BESIDE + LED


def post(situation: Situation, goals: dict[str, Hex]) -> None:
    """Give every unit without an attack its hex, those closest to the enemy first."""
    game = situation.game
    waiting = [unit for unit in situation.units if unit.id not in goals]
    waiting.sort(key=lambda unit: (situation.distance_to_enemy(unit.hex), unit.id))
    for unit in waiting:
        places = situation.reach(unit) & ~(situation.rules.crowded(game, unit) & ~(1 << unit.hex))
        best = best_post(situation, unit, places)
        goals[unit.id] = best
        if best != unit.hex:
            game.change(unit.id, hex=best)


def best_post(situation: Situation, unit: Piece, places: HexSet) -> Hex:
    """The best hex for a unit: those that look good without friends first, until no other can be better with them."""
    best = (float("-inf"), False, 0)
    for look, h in sorted(((ground(situation, unit, h), h) for h in members(places)), reverse=True):
        if look + BEST_COMPANY < best[0]:
            break
        total = round(look + cohesion(situation, unit, h) - exposure(situation, unit, h), 6)
        best = max(best, (total, h == unit.hex, -h))
    return -best[2]


def score(situation: Situation, unit: Piece, h: Hex) -> float:
    """How good a hex is for a unit: near the objective, with friends, out of contact, not outnumbered."""
    return ground(situation, unit, h) + cohesion(situation, unit, h) - exposure(situation, unit, h)


def ground(situation: Situation, unit: Piece, h: Hex) -> float:
    """How good a hex is by itself, whoever else is there."""
    total = situation.pull(unit, h) - situation.march(unit, h)
    if situation.near_enemy(h):
        total -= CONTACT
    elif not situation.rules.in_good_order(unit):
        total += 0.5 * min(situation.distance_to_enemy(h), 6)
    return total


def cohesion(situation: Situation, unit: Piece, h: Hex) -> float:
    """Friends in the hex and adjacent to it, and a leader nearby."""
    game = situation.game
    ours = game.force(situation.side).units
    here = sum(game.strength(other) for other in game.units_at(h, situation.side) if other.id != unit.id)
    beside = (situation.grid.adjacent[h] & ours & ~(1 << unit.hex)).bit_count()
    led = LED if game.leaders_at(h, situation.side) else 0.0
    return 0.2 * min(here, FRIENDS) + 0.35 * min(beside, BESIDE) + led - 0.15 * open_sides(situation, h)


def exposure(situation: Situation, unit: Piece, h: Hex) -> float:
    """By how much the enemy could outnumber the stack in a hex next turn."""
    game = situation.game
    comrades = (other for other in game.units_at(h, situation.side) if other.id != unit.id)
    ours = situation.power(unit) + sum(situation.power(other) for other in comrades)
    friends = 0.0
    for beside in members(situation.grid.adjacent[h] & game.force(situation.side).units):
        friends += situation.power_at(beside, situation.side)
    odds = min(situation.threat(h), 10.0) / (ours + 0.4 * friends)
    return 0.8 * max(0.0, odds - 1.0)
