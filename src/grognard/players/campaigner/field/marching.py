"""Marches: who goes where in an activation. Attacks that promise enough come first, then places, then the way to the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.combat_dice import ratio
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.pieces import GOOD, Piece
from grognard.players.campaigner.field.event_markers import of_activation
from grognard.players.campaigner.field.situation import Field
from grognard.players.campaigner.outlook import FAR

SAVED, HURRY = 7, 3
"""The half-points of the way that make a forced march worth its risk, and where time is everything."""
DETOUR = 16
"""The half-points that a new pontoon must save."""


class Mover(NamedTuple):
    """Units that march together, or that have marched already and only attack."""

    units: tuple[Piece, ...]
    here: Hex
    reach: HexSet
    """Where they can be when the marches are over, their own hex included."""
    free: bool

    def fighters(self, field: Field) -> list[Piece]:
        return [piece for piece in self.units if field.may_fight(piece)]


class Assault(NamedTuple):
    """An attack that could be made after some marches."""

    target: Hex
    value: float
    stands: dict[int, Hex]
    """By the place of each mover in the list: where it attacks from."""


class Order(NamedTuple):
    """Where some units should go."""

    units: tuple[Piece, ...]
    here: Hex
    goal: Hex
    fights: bool


# ---------------------------------------------------------------- who can march


def stays(field: Field, h: Hex, units: Sequence[Piece]) -> bool:
    """Whether units hold a place, rest from disorder, or would fall into disorder by leaving works next to the enemy."""
    if field.plan.leave:
        return False
    if field.stake(h) or any(piece.order != GOOD for piece in units):
        return True
    by_day = not field.game.night and field.game.next_to_enemy(field.army, h)
    return by_day and field.rules.has_works(field.game, field.army, h)


def worth_leaving_for(field: Field, h: Hex) -> HexSet:
    """The places that nobody holds, for units that would otherwise stay; none for those that hold one."""
    return 0 if field.stake(h) else field.unclaimed


def would_move(field: Field, units: Sequence[Piece]) -> list[Mover]:
    """Units that do not act yet, as if they did."""
    found: dict[Hex, list[Piece]] = {}
    for piece in units:
        found.setdefault(piece.hex, []).append(piece)
    game, army = field.game, field.army
    movers = []
    for h, stack in sorted(found.items()):
        reach = field.rules.destinations(game, army, stack, 0, True).all
        if stays(field, h, stack):
            reach &= worth_leaving_for(field, h)
        movers.append(Mover(tuple(stack), h, reach | 1 << h, True))
    return movers


def movers_of(field: Field, march: March | None = None, goals: HexSet = 0) -> list[Mover]:
    """The active units by their hexes, those that may still march apart from the others; one march may be under way."""
    game, rules, army = field.game, field.rules, field.army
    state = game.state
    found: list[Mover] = []
    hexes = sorted({game.piece(id).hex for id in state.active if game.piece(id).hex})
    for h in hexes:
        stack = game.units_at(army, h)
        marching = march is not None and march.hex == h
        going = state.marching if marching else ()
        free = [p for p in (stack if marching else rules.movable(game, army, h)) if not marching or p.id in going]
        rest = [p for p in stack if p not in free and (p.id in state.active or rules.counters[p.id].is_skirmisher)]
        if free:
            reach = goals if marching else rules.destinations(game, army, free, 0, True).all
            if stays(field, h, free):
                reach &= worth_leaving_for(field, h)
            found.append(Mover(tuple(free), h, reach | 1 << h, True))
        if rest:
            found.append(Mover(tuple(rest), h, 1 << h, False))
    return found


# ---------------------------------------------------------------- attacks after marches


def best_assault(field: Field, movers: Sequence[Mover], used: set[int], barred: HexSet) -> Assault | None:
    """The attack that promises most of those that these movers can make."""
    best: Assault | None = None
    unused = [(place, mover, mover.fighters(field)) for place, mover in enumerate(movers) if place not in used]
    able = [each for each in unused if each[2]]
    around = 0
    for _, mover, _ in able:
        around |= mover.reach
    around = field.grid.around_set(around) if around else 0
    for target in field.enemies:
        if not around >> target & 1 or barred >> target & 1:
            continue
        found = assault_on(field, able, target)
        if found is not None and found.value > (best.value if best else 0.0):
            best = found
    return best


def assault_on(field: Field, able: Sequence[tuple[int, Mover, list[Piece]]], target: Hex) -> Assault | None:
    """The strongest attack on a hex: from several sides, from opposite ones if possible."""
    stands, rules = field.stands(target), field.rules
    defence = max(1, field.enemy_points[target])
    cap = rules.components.terrain.hexes[rules.board.terrain[target]].dice_cap
    points, count = {}, {}
    for h in members(stands):
        stack = field.own.get(h, ())
        points[h], count[h] = field.strength(stack), len(stack)
    chosen: dict[int, Hex] = {}
    attackers: list[tuple[Piece, Hex]] = []
    attack = 0
    around = field.grid.neighbours[target]
    order = sorted(able, key=lambda each: (each[1].reach & (each[1].reach - 1) != 0, -field.strength(each[2]), each[1].here))
    for place, mover, fighters in order:
        options = [h for h in members(mover.reach & stands) if h == mover.here or fits(field, mover, points[h], count[h])]
        if not options:
            continue
        taken = {h for _, h in attackers}
        if attack and ratio(attack, defence)[0] + rules.is_encircled(field.game, target, taken) >= cap:
            break

        def rank(h: Hex) -> tuple[bool, bool, bool, float, Hex]:
            side = around.index(h)
            opposite = around[(side + 3) % 6] in taken  # noqa: B023
            return opposite, h not in taken, h == mover.here, -field.pressure(h), h  # noqa: B023

        h = max(options, key=rank)
        chosen[place] = h
        if h != mover.here:
            points[h] += field.strength(mover.units)
            count[h] += len(mover.units)
        attackers.extend((piece, h) for piece in fighters)
        attack += field.strength(fighters)
    if not attackers or not any(field.game.counter(piece.id).is_real for piece, _ in attackers):
        return None
    others = 0
    for h in {h for _, h in attackers}:
        if not rules.woods >> h & 1:
            others |= field.touching(h) & ~(1 << target)
    return Assault(target, field.value(attackers, (target,)) - field.plan.owed * others.bit_count(), chosen)


def fits(field: Field, mover: Mover, points: int, count: int) -> bool:
    limits = field.rules.components.terrain.stacking
    return count + len(mover.units) <= limits.units and points + field.strength(mover.units) <= limits.combat_points


# ---------------------------------------------------------------- orders


def orders_of(field: Field, movers: Sequence[Mover]) -> list[Order]:
    """What each mover should do: take a place that nobody holds, attack, fill a place, or march to its goal."""
    found: list[Order] = []
    used: set[int] = set()
    barred: HexSet = 0
    for h in members(field.unclaimed):
        claim = claim_of(field, movers, used, h)
        if claim is not None:
            used.add(claim[0])
            found.append(claim[1])
    while not field.game.night or field.rules.in_force(field.game, "night-attack"):
        assault = best_assault(field, movers, used, barred)
        if assault is None or assault.value < field.plan.threshold:
            break
        used |= set(assault.stands)
        barred |= 1 << assault.target
        for place, h in assault.stands.items():
            mover = movers[place]
            if mover.free:
                found.append(Order(mover.units, mover.here, h, True))
    for place, mover in enumerate(movers):
        if mover.free and place not in used:
            order = fill(field, mover) or onward(field, mover)
            if order is not None:
                found.append(order)
    return found


def claim_of(field: Field, movers: Sequence[Mover], used: set[int], h: Hex) -> tuple[int, Order] | None:
    """The strongest who can walk into a place that nobody holds, with the order to do so."""
    able = []
    for place, mover in enumerate(movers):
        if mover.free and place not in used and mover.reach >> h & 1 and not field.stake(mover.here):
            order = into(field, mover, h)
            if order is not None:
                able.append((field.strength(order.units), -place, order))
    best = max(able, key=lambda each: each[:2], default=None)
    return (-best[1], best[2]) if best else None


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
    places = [h for h in field.plan.places if mover.reach >> h & 1 and not held >> h & 1]
    for h in sorted(places, key=lambda h: (-field.stake(h) / (1 + len(field.own.get(h, ()))), h)):
        order = into(field, mover, h)
        if order is not None:
            return order
    return None


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


def name_unit(field: Field, actions: Sequence[Action]) -> Action | None:
    """The unit that comes along: of those that nobody else will command, the strongest with something to do."""
    offers = [action for action in actions if isinstance(action, words.TakeAlong)]
    if not offers or field.rules.commands[field.game.state.command].is_superior:
        return None
    best = max(offers, key=lambda action: use_of(field, field.game.piece(action.unit)))
    return best if use_of(field, field.game.piece(best.unit))[0] > 0 else None


def use_of(field: Field, piece: Piece) -> tuple[float, str]:
    """What it is worth to let a unit act now."""
    game = field.game
    waiting = {*game.state.cup, *(id for under in game.state.boxes.values() for id in under)}
    formation = field.formation(piece)
    later = any(formation and field.rules.commands[id].formation == formation for id in waiting)
    if not piece.hex:
        return 1.0, piece.id
    if field.plan.leave:
        return soon_out(field, piece) * (0.5 if later else 1.0), piece.id
    if field.stake(piece.hex):
        busy = 0.5 if field.pressure(piece.hex) else 0.0
    else:
        goal = field.goal_of((piece,))
        busy = 1.0 if goal is not None and field.far_from(piece.hex, goal) > 3 else 0.3
    if field.nearest_enemy(piece.hex) <= 3:
        busy += 0.5
    if field.unclaimed and any(mover.reach & field.unclaimed for mover in would_move(field, (piece,))):
        busy += max(field.plan.places.values())
    return busy * game.points(piece) * (0.2 if later else 1.0), piece.id


def soon_out(field: Field, piece: Piece) -> float:
    """How much a unit that should leave the map is worth: brigades, and the nearer the more."""
    goal = field.goal_of((piece,))
    if goal is None or not field.game.counter(piece.id).is_infantry:
        return 0.1
    return 200.0 / (10 + field.far_from(piece.hex, goal))


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
        least = HURRY if field.plan.leave else SAVED
        if saved(field, units) >= least:
            return action
    return None


def saved(field: Field, units: Sequence[Piece]) -> float:
    """The half-points of the way that a forced march saves, for most of the units that can make it."""
    gains = []
    stacks: dict[Hex, list[Piece]] = {}
    for piece in units:
        if piece.order == GOOD and not piece.unsupplied:
            stacks.setdefault(piece.hex, []).append(piece)
    for here, stack in stacks.items():
        goal = field.goal_of(stack)
        if goal is None or (field.stake(here) and not field.plan.leave):
            gains.append(0)
            continue
        goal = crossing(field, here, goal)
        gains.append(nearest_to(field, goal, stack) - nearest_to(field, goal, [replace(piece, tired=True) for piece in stack]))
    gains.sort()
    return gains[len(gains) // 2] if gains else 0


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
