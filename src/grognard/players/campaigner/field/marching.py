"""Marches: who goes where in an activation. Attacks that promise enough come first, then places, then the way to the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.hexes import Hex, members
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.pieces import Piece
from grognard.players.campaigner.field.assaults import Mover, assaults_of, movers_of
from grognard.players.campaigner.field.company import detach, name_unit
from grognard.players.campaigner.field.event_markers import of_activation
from grognard.players.campaigner.field.situation import Field
from grognard.players.campaigner.outlook import FAR

SAVED, HURRY = 7, 2
"""The half-points of the way that make a forced march worth its risk, and where time is everything."""
DETOUR = 16
"""The half-points that a new pontoon must save."""


class Order(NamedTuple):
    """Where some units should go."""

    units: tuple[Piece, ...]
    here: Hex
    goal: Hex
    fights: bool


# ---------------------------------------------------------------- orders


def orders_of(field: Field, movers: Sequence[Mover]) -> list[Order]:
    """What each mover should do: take a place that nobody holds, attack, fill a place, or march to its goal."""
    found: list[Order] = []
    used: set[int] = set()
    for h in members(field.unclaimed):
        claim = claim_of(field, movers, used, h)
        if claim is not None:
            used.add(claim[0])
            found.append(claim[1])
    fights = not field.game.night or field.rules.in_force(field.game, "night-attack")
    for assault in assaults_of(field, movers, used) if fights else ():
        used |= set(assault.stands)
        for place, h in assault.stands.items():
            mover = movers[place]
            if mover.free:
                found.append(Order(mover.units, mover.here, h, True))
    for place, mover in enumerate(movers):
        if mover.free and place not in used:
            order = fall_back(field, mover) or fill(field, mover) or onward(field, mover)
            if order is not None:
                found.append(order)
    return found


def claim_of(field: Field, movers: Sequence[Mover], used: set[int], h: Hex) -> tuple[int, Order] | None:
    """Who walks into a place that nobody holds: the strongest, or where no enemy is near the weakest brigade."""
    able = []
    threatened = field.pressure(h) > 0
    for place, mover in enumerate(movers):
        if mover.free and place not in used and mover.reach >> h & 1:
            together = threatened and not field.stake(mover.here)
            order = into(field, mover, h) if together else one_into(field, mover, h)
            if order is not None:
                able.append((field.strength(order.units) * (1 if threatened else -1), -place, order))
    best = max(able, key=lambda each: each[:2], default=None)
    return (-best[1], best[2]) if best else None


def one_into(field: Field, mover: Mover, h: Hex) -> Order | None:
    """The weakest unit of a stack into a hex."""
    real = sorted(field.game.real(mover.units), key=lambda piece: (field.game.points(piece), piece.id))
    one = next((piece for piece in real if field.fits(h, (piece,))), None)
    return Order((one,), mover.here, h, False) if one is not None else None


def into(field: Field, mover: Mover, h: Hex) -> Order | None:
    """Into a hex all together, or the strongest that fits."""
    if field.fits(h, mover.units):
        return Order(mover.units, mover.here, h, False)
    real = sorted(field.game.real(mover.units), key=lambda piece: (-field.game.points(piece), piece.id))
    one = next((piece for piece in real if field.fits(h, (piece,))), None)
    return Order((one,), mover.here, h, False) if one is not None else None


def fill(field: Field, mover: Mover) -> Order | None:
    """Go to a place worth holding that has room, all together or the strongest that fit."""
    if field.stake(mover.here):
        return None
    held = field.game.held(field.enemy)
    places = [h for h in field.plan.places if mover.reach >> h & 1 and not held >> h & 1 and not is_garrisoned(field, h)]
    for h in sorted(places, key=lambda h: (-field.stake(h) / (1 + len(field.own.get(h, ()))), h)):
        order = into(field, mover, h)
        if order is not None:
            return order
    return None


def is_garrisoned(field: Field, h: Hex) -> bool:
    """Whether enough units hold a place already."""
    there = field.strength(field.own.get(h, ()))
    return there > 0 and there >= field.plan.garrison * field.pressure(h)


def fall_back(field: Field, mover: Mover) -> Order | None:
    """Out of the reach of an enemy who is too strong: to a safe hex, out of contact, in woods, near the goal."""
    if not field.plan.wary or field.stake(mover.here) or field.is_safe(mover.here, mover.units):
        return None
    goal = field.goal_of(mover.units)
    near = field.game.near(field.enemy)

    def rank(h: Hex) -> tuple[float, bool, bool, int, Hex]:
        danger = field.pressure(h) / max(field.support(h, mover.units), 1)
        far = field.far_from(h, goal) if goal is not None else 0
        return max(danger, field.plan.risk), bool(near >> h & 1), not field.rules.woods >> h & 1, far, h

    best = min((h for h in members(mover.reach) if h == mover.here or field.fits(h, mover.units)), key=rank)
    return Order(mover.units, mover.here, best, False) if best != mover.here else None


def onward(field: Field, mover: Mover) -> Order | None:
    """The next stage on the way to the goal: near, safe, with room, in woods if the enemy is close."""
    if field.stake(mover.here) and not field.plan.leave:
        return None
    goal = field.goal_of(mover.units)
    if goal is None:
        return None
    goal = crossing(field, mover.here, goal)
    stay = field.far_from(mover.here, goal)
    able = []
    for h in members(mover.reach):
        far = field.far_from(h, goal)
        if far > stay + 2 or (h != mover.here and not field.fits(h, mover.units)):
            continue
        able.append((far, h))
    able.sort()
    for far, h in able[:12]:
        if h == mover.here:
            return None
        if far < stay and (field.plan.leave or field.is_safe(h, mover.units)):
            return Order(mover.units, mover.here, h, False)
    return None


def crossing(field: Field, here: Hex, goal: Hex) -> Hex:
    """Where a pontoon is needed on the way, or saves much of it, the bank from which it is laid."""
    direct = field.cost(here, goal)
    if not field.game.state.in_hand.get(field.army, 0) or (direct < FAR and field.plan.detour >= FAR):
        return goal
    best, bank = direct - (field.plan.detour if direct < FAR else 0), goal
    closed = field.game.held(field.enemy) if direct < FAR else 0
    for a, b in field.rules.components.fords:
        way = field.cost(here, a) + field.cost(b, goal)
        if way < best and not closed >> b & 1 and field.rules.hexside_key(a, b) not in field.game.state.pontoons:
            best, bank = way, a
    return bank


# ---------------------------------------------------------------- the questions


def activation(field: Field, actions: Sequence[Action]) -> Action:
    """Who comes along, pontoons, forced marches; then one march after another."""
    event = of_activation(field, actions)
    if event is not None:
        return event
    named = name_unit(field, actions)
    if named is not None:
        return named
    joining = detach(field, actions)
    if joining is not None:
        return joining
    bridge = lay_bridge(field, actions)
    if bridge is not None:
        return bridge
    movers = movers_of(field)
    for mover in movers:
        if mover.free and field.plan.leave >> mover.here & 1:
            out = start_of(field, mover.units, mover.here, actions)
            if out is not None:
                return out
    orders = orders_of(field, movers)
    forced = force(field, actions, orders)
    if forced is not None:
        return forced
    for order in sorted(orders, key=lambda each: (not each.fights, field.far_from(each.here, each.goal), each.here)):
        action = march_of(field, order, actions)
        if action is not None:
            return action
    return next(action for action in actions if isinstance(action, words.EndMarches))


def march_of(field: Field, order: Order, actions: Sequence[Action]) -> Action | None:
    """The action that sets units marching, if they are not to attack from where they are."""
    return start_of(field, order.units, order.here, actions) if order.goal != order.here else None


def start_of(field: Field, units: Sequence[Piece], here: Hex, actions: Sequence[Action]) -> Action | None:
    """The action with which units begin to march, all together if they can."""
    whole = words.MarchStack(field.game.label(here))
    movable = field.rules.movable(field.game, field.army, here)
    if len(units) > 1 and len(movable) == len(units) and whole in actions:
        return whole
    alone = next((words.MarchUnit(piece.id) for piece in units if field.game.counter(piece.id).is_real), None)
    return alone if alone in actions else None


def lay_bridge(field: Field, actions: Sequence[Action]) -> Action | None:
    """Lay a pontoon where it shortens the way to the goal."""
    for action in actions:
        if isinstance(action, words.Bridge):
            piece, other = field.game.piece(action.unit), field.rules.board.hex(action.hex)
            goal = field.goal_of((piece,))
            if goal is None or (piece.hex, other) not in field.rules.components.fords:
                continue
            saves = min(field.plan.detour, DETOUR)
            if field.cost(other, goal) + saves < field.cost(piece.hex, goal) and crossing(field, piece.hex, goal) == piece.hex:
                return action
    return None


def force(field: Field, actions: Sequence[Action], orders: Sequence[Order]) -> Action | None:
    """A forced march, where it saves much of the way and nobody is about to fight."""
    game = field.game
    for action in actions:
        if not isinstance(action, words.ForcedMarch):
            continue
        formation = field.rules.commands[action.command].formation
        units = [game.piece(id) for id in sorted(game.state.active) if field.formation(game.piece(id)) == formation]
        if any(order.fights and any(piece in units for piece in order.units) for order in orders):
            continue
        if saved_on_the_way_out(field, units) >= HURRY if field.plan.leave else saved(field, units) >= SAVED:
            return action
    return None


def saved(field: Field, units: Sequence[Piece]) -> float:
    """The half-points of the way that a forced march saves, for most of the units that can make it."""
    gains = []
    for here, stack in able_stacks(field, units).items():
        goal = field.goal_of(stack)
        if goal is None or field.stake(here):
            gains.append(0)
            continue
        goal = crossing(field, here, goal)
        gains.append(nearest_to(field, goal, stack) - nearest_to(field, goal, tired(stack)))
    gains.sort()
    return gains[len(gains) // 2] if gains else 0


def saved_on_the_way_out(field: Field, units: Sequence[Piece]) -> int:
    """The half-points that a forced march saves for the last of the brigades that must still leave the map."""
    usual: list[int] = []
    forced: list[int] = []
    for stack in able_stacks(field, units).values():
        goal = field.goal_of(stack)
        brigades = sum(field.game.counter(piece.id).is_infantry for piece in stack)
        if goal is not None:
            usual += [still_to_go(field, goal, stack)] * brigades
            forced += [still_to_go(field, goal, tired(stack))] * brigades
    wanted = field.rules.components.scenario.victory.brigades - field.rules.brigades_out(field.game)
    if len(usual) < wanted:
        return 0
    return sorted(usual)[wanted - 1] - sorted(forced)[wanted - 1]


def still_to_go(field: Field, goal: Hex, stack: Sequence[Piece]) -> int:
    """How far a stack still has to go after its march until it has left the map; nothing, if it leaves at once."""
    near = nearest_to(field, goal, stack)
    leaving = field.rules.exit_cost(field.game, field.army, goal) or 0
    left = field.rules.allowance(field.game, stack) - field.far_from(stack[0].hex, goal)
    return 0 if near == 0 and left >= leaving else near + leaving


def able_stacks(field: Field, units: Sequence[Piece]) -> dict[Hex, list[Piece]]:
    """The units that can be forced to march, by their hexes."""
    found: dict[Hex, list[Piece]] = {}
    for piece in units:
        if field.rules.fit_to_force(piece):
            found.setdefault(piece.hex, []).append(piece)
    return found


def tired(stack: Sequence[Piece]) -> list[Piece]:
    return [replace(piece, tired=True) for piece in stack]


def nearest_to(field: Field, goal: Hex, stack: Sequence[Piece]) -> int:
    """How far from a goal a stack still is after its march."""
    reach = field.rules.destinations(field.game, field.army, stack, 0, True).all | 1 << stack[0].hex
    return min(field.far_from(h, goal) for h in members(reach))


def go_on(field: Field, actions: Sequence[Action]) -> Action:
    """Where the marching units go now, or that they stop."""
    game = field.game
    halt = next(action for action in actions if isinstance(action, words.Halt))
    leave = next((action for action in actions if isinstance(action, words.LeaveMap)), None)
    if leave is not None and field.plan.leave:
        return leave
    march = game.stack[-1]
    if not isinstance(march, March) or not game.state.marching:
        return halt
    goals = 0
    for action in actions:
        if isinstance(action, words.MarchTo):
            goals |= 1 << field.rules.board.hex(action.hex)
    movers = movers_of(field, march, goals)
    going = {id for id in game.state.marching if game.counter(id).is_real}
    for order in orders_of(field, movers):
        if {piece.id for piece in game.real(order.units)} == going and order.goal != march.hex:
            action = words.MarchTo(game.label(order.goal))
            if action in actions:
                return action
    return halt
