"""Siege works, bombardment and mortars."""

from __future__ import annotations

from typing import cast

from grognard.core.actions import Action
from grognard.core.hexes import Hex, members
from grognard.core.seats import Seat
from grognard.games.revolution.savannah.artillery import AimMortars, Expose
from grognard.games.revolution.savannah.rules import CampaignRules
from grognard.games.revolution.savannah.siege import (
    Bombardment,
    Breach,
    Cannonade,
    Repair,
    ShakeAmericans,
    ShakeFrench,
)
from grognard.games.revolution.savannah.siege_works import Dig, Front, SiegeWorksPhase
from grognard.games.revolution.savannah.state import AMERICAN, FRENCH, savannah
from grognard.games.revolution.series.actions import AddGun, HoldFire, OpenFire, Target
from grognard.games.revolution.series.artillery import ArtilleryFire, ArtilleryPhase
from grognard.players.sergeant.battles.savannah.siege import Siege
from grognard.players.sergeant.situation import Situation

NEAR = 4
"""How far a unit may be from a breach to use it."""
ON_TARGET, ASTRAY = 0.4, 0.1
"""The chance that a bomb falls where it was aimed, and in each of the hexes about it."""
OWN_MEN = 1.5
"""What our own men count for where a bomb may fall."""


def campaign(situation: Situation) -> CampaignRules:
    return cast("CampaignRules", situation.rules)


def power_about(situation: Situation, h: Hex, side: str) -> float:
    """The power of a side within reach of a hex."""
    distance = situation.grid.distance
    units = situation.game.units_of(side)
    return sum(situation.power(unit) for unit in units if distance(unit.hex, h) <= NEAR)


# ---------------------------------------------------------------- siege works (V4.4)


def dig(situation: Situation, seat: Seat) -> Action | None:
    """As near to the town as may be, beside what is dug already, where the guns come to soonest."""
    places = [action for action in seat.actions if isinstance(action, Dig)]
    return max(places, key=lambda action: (round(trench(situation, situation.hex_of(action)), 6), action.hex), default=None)


def trench(situation: Situation, h: Hex) -> float:
    """How good a hex is for siege works."""
    rules, distance = campaign(situation), situation.grid.distance
    guns = [gun.hex for gun in situation.game.units_of(situation.side) if situation.rules.counters[gun.id].is_artillery]
    coming = guns or members(rules.components.entries["F"])
    to_guns = sum(distance(h, gun) for gun in coming) / len(coming)
    dug = savannah(situation.game).construction | rules.completed(situation.game)
    beside = sum(distance(h, rules.board.hex(label)) == 1 for label in dug)
    return 0.5 * min(beside, 2) - rules.distance_to_perimeter(h) - 0.15 * to_guns


def face(situation: Situation, seat: Seat) -> Action | None:
    """Towards the town."""
    frame = cast("SiegeWorksPhase", situation.game.stack[-1])
    grid, rules = situation.grid, campaign(situation)
    here = rules.board.hex(frame.hex)
    enemy = min(members(rules.perimeter), key=lambda h: (grid.distance(here, h), h))
    fronts = [action for action in seat.actions if isinstance(action, Front)]

    def off(action: Front) -> int:
        n = grid.neighbours[here][action.number]
        return grid.distance(n, enemy) if n is not None else 99

    return min(fronts, key=off, default=None)


# ---------------------------------------------------------------- bombardment (V4.6)


def cannonade(situation: Situation, seat: Seat) -> Action | None:
    """The tables give more than they take."""
    return Cannonade()


def shake(situation: Situation, seat: Seat) -> Action | None:
    """The army that is nearer to collapse."""
    morale = situation.game.state.morale
    return ShakeFrench() if morale[FRENCH] <= morale[AMERICAN] else ShakeAmericans()


def mend(situation: Situation, seat: Seat) -> Action | None:
    """Where the enemy is strongest."""
    hexes = [action for action in seat.actions if isinstance(action, Repair)]
    return max(hexes, key=lambda action: power_about(situation, situation.hex_of(action), situation.enemy), default=None)


def breach(situation: Situation, seat: Seat) -> Action | None:
    """Where we are strong and they are weak."""
    hexes = [action for action in seat.actions if isinstance(action, Breach)]

    def promise(action: Breach) -> float:
        h = situation.hex_of(action)
        ours, theirs = power_about(situation, h, situation.side), situation.power_at(h, situation.enemy)
        return round(min(ours, 20.0) - 2.0 * theirs, 6)

    return max(hexes, key=lambda action: (promise(action), action.hex), default=None)


def which_side(situation: Situation, seat: Seat) -> Action | None:
    """The hexside with most of those about who would use it: our own for a breach, the enemy for a repair."""
    frame = cast("Bombardment", situation.game.stack[-1])
    around = situation.grid.neighbours[situation.rules.board.hex(frame.hex)]
    users = situation.side if frame.step == "break_side" else situation.enemy
    fronts = [action for action in seat.actions if isinstance(action, Front)]

    def use(action: Front) -> float:
        n = around[action.number]
        return round(power_about(situation, n, users), 6) if n is not None else 0.0

    return max(fronts, key=lambda action: (use(action), action.number), default=None)


def strike_gun(situation: Situation, seat: Seat) -> Action | None:
    """The strongest battery."""
    guns = [action for action in seat.actions if isinstance(action, Target)]
    game = situation.game
    return max(guns, key=lambda action: (game.strength(game.piece(action.piece)), action.piece), default=None)


# ---------------------------------------------------------------- fire


def volley(situation: Situation, seat: Seat) -> Action | None:
    """Each gun at a target of its own, where it has another: two shots hit more often than one of both together."""
    frame = cast("ArtilleryFire", situation.game.stack[-1])
    guns = [action for action in seat.actions if isinstance(action, AddGun)]
    others = {action: other_targets(situation, frame, action.piece) for action in guns}
    idle = [action for action in guns if not others[action]]
    if idle:
        return idle[0]
    return OpenFire() if OpenFire() in seat.actions else min(guns, key=lambda action: others[action], default=None)


def other_targets(situation: Situation, fire: ArtilleryFire, gun: str) -> int:
    """How many units a gun could still fire at instead."""
    game, rules = situation.game, situation.rules
    shot = next((frame.targets for frame in game.stack if isinstance(frame, ArtilleryPhase)), frozenset())
    units = [unit for unit in game.units_of(game.enemy(fire.side)) if unit.id not in shot and unit.id != fire.target]
    return sum(rules.reaches(game, game.piece(gun), unit) for unit in units)


# ---------------------------------------------------------------- bombs (V4.12)


def aim(situation: Situation, seat: Seat) -> Action | None:
    """Where a bomb that goes astray falls on the enemy, too, and not on us."""
    hexes = [action for action in seat.actions if isinstance(action, AimMortars)]
    best = max(hexes, key=lambda action: (round(harm(situation, situation.hex_of(action)), 6), action.hex), default=None)
    may_hold = any(isinstance(action, HoldFire) for action in seat.actions)
    return HoldFire() if best is None or (may_hold and harm(situation, situation.hex_of(best)) <= 0) else best


def harm(situation: Situation, h: Hex) -> float:
    return ON_TARGET * lying_at(situation, h) + ASTRAY * sum(
        lying_at(situation, n) for n in situation.grid.neighbours[h] if n is not None
    )


def lying_at(situation: Situation, h: Hex) -> float:
    """What a bomb in a hex would do, roughly: it strikes one unit, whoever owns it."""
    game, town = situation.game, cast("Siege", situation).siege.town >> h & 1
    if game.units_at(h, situation.enemy):
        return 1.2 if town else 1.0
    return -OWN_MEN if game.units_at(h, situation.side) else 0.1 * town


def expose(situation: Situation, seat: Seat) -> Action | None:
    """Guns suffer least, then those with a step to lose."""
    units = [action for action in seat.actions if isinstance(action, Expose)]
    game, counters = situation.game, situation.rules.counters

    def loss(action: Expose) -> tuple[bool, bool, int, str]:
        piece, counter = game.piece(action.piece), counters[action.piece]
        return not counter.is_artillery, piece.step + 1 >= counter.steps, game.strength(piece), action.piece

    return min(units, key=loss, default=None)
