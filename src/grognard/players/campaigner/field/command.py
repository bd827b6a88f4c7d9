"""Command: which formations act, under whom, and where their counters go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.core.actions import Action
from grognard.core.hexes import Hex, members
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.pieces import DISORGANISED, Command, Piece
from grognard.players.campaigner.field.assaults import promise, would_move
from grognard.players.campaigner.field.company import acts_later, soon_out, use_of
from grognard.players.campaigner.field.marching import crossing
from grognard.players.campaigner.field.situation import Field

ENGAGED = 1.5
"""What it is worth, for each point of strength, that units near the enemy act."""
RALLYING = 6.0
"""What it is worth, for each point, that units next to a place of the enemy's come into good order (U14.47)."""
STRIKING = 60.0
"""What an attack is worth beside that, for each unit of its value."""
NEAR = 4
SHARE_IN_REACH = 0.6
"""The share of the points that must lie in the radius of a superior."""


def need(field: Field, piece: Piece) -> float:
    """How much a unit has to do."""
    if field.plan.leave:
        return soon_out(field, piece)
    found = 0.0
    if field.nearest_enemy(piece.hex) <= NEAR:
        found += ENGAGED
    if piece.order == DISORGANISED and field.leads_on(piece.hex) and not field.is_last_day_turn:
        found += RALLYING
    goal = field.goal_of((piece,))
    if goal is not None and not field.stake(piece.hex):
        far = field.far_from(piece.hex, crossing(field, piece.hex, goal))
        found += field.plan.travel if far > 4 else 0.2
    return found * field.game.points(piece)


def formation_units(field: Field, command: Command) -> list[Piece]:
    rules, game = field.rules, field.game
    return [piece for piece in rules.units_of(game, command) if not rules.is_locked(game, piece)]


def wishes(field: Field) -> list[Command]:
    """The formations that should act this turn, as far as the points of the turn go."""
    rules, game = field.rules, field.game
    commands = [command for command in rules.army_commands[field.army] if command.formation]
    needs = {command.id: sum(need(field, piece) for piece in formation_units(field, command)) for command in commands}
    points, found = rules.points_of_turn(game, field.army), []
    for command in commands if not game.night else ():
        movers = would_move(field, formation_units(field, command))
        near = [field.stake(h) for h in members(field.unclaimed) if any(mover.reach >> h & 1 for mover in movers)]
        needs[command.id] += STRIKING * sum(near)
        needs[command.id] += STRIKING * promise(field, movers)
    rank = {c.id: needs[c.id] / rules.cost_of(game, c) for c in commands}
    for command in sorted(commands, key=lambda c: (-rank[c.id], c.id)):
        cost = rules.cost_of(game, command)
        if rank[command.id] > 0 and cost <= points:
            found.append(command)
            points -= cost
    return found


def choose(field: Field, actions: Sequence[Action]) -> Action:
    """The next formation for the cup, or for the box of a superior who reaches all that are in it."""
    chosen = {command.id for command in field.rules.chosen(field.game, field.army)}
    wanted = wishes(field)
    superior = best_superior(field, wanted) if field.plan.massed else None
    for command in wanted:
        if command.id in chosen:
            continue
        trusted = words.Entrust(command.id, superior[0].id) if superior and command in superior[1] else None
        if trusted is not None and trusted in actions:
            return trusted
        if words.PutInCup(command.id) in actions:
            return words.PutInCup(command.id)
    events = [action for action in actions if isinstance(action, words.PlayEvent | words.PlayEventFor)]
    if events:
        return events[0]
    close = next((action for action in actions if isinstance(action, words.CloseCup)), None)
    return close or next(action for action in actions if isinstance(action, words.Entrust))  # U19.10


def best_superior(field: Field, wanted: Sequence[Command]) -> tuple[Command, list[Command]] | None:
    """The superior who can lead most of the formations from one hex."""
    rules, game = field.rules, field.game
    best: tuple[float, Command, list[Command]] | None = None
    for superior in rules.army_commands[field.army]:
        if not superior.is_superior or (rules.why_not_use(game, superior) and superior.id not in game.state.boxes):
            continue
        places = {piece.hex for command in wanted for piece in formation_units(field, command)}
        for h in sorted(places):
            reach = rules.in_radius(game, field.army, h, superior.radius)
            able = [command for command in wanted if share(field, command, reach) >= SHARE_IN_REACH][: superior.factor]
            worth = sum(field.strength(formation_units(field, command)) for command in able)
            if len(able) > 1 and (best is None or worth > best[0]):
                best = worth, superior, able
    return (best[1], best[2]) if best else None


def share(field: Field, command: Command, reach: int) -> float:
    units = formation_units(field, command)
    total = field.strength(units)
    return field.strength(piece for piece in units if reach >> piece.hex & 1) / total if total else 0.0


def place(field: Field, actions: Sequence[Action]) -> Action:
    """Where most acts with the counter that has something to do."""
    game, rules = field.game, field.rules
    command = rules.commands[game.state.command]
    event = next((action for action in actions if isinstance(action, words.PlayEvent)), None)
    if event is not None:
        return event
    places = [action for action in actions if isinstance(action, words.PlaceCommand)]
    if command.is_independent:
        worth = partial(placement_of_independent, field, command, {})
    else:
        worth = partial(placement, field, command, waiting_for_detach(field, command))
    best = max(places, key=worth, default=None)
    if best is None or worth(best)[0] <= 0:
        draw = next((action for action in actions if isinstance(action, words.DrawEvent)), None)
        nothing = next((action for action in actions if isinstance(action, words.PassActivation)), best)  # U19.10
        return draw or nothing or actions[0]
    return best


def waiting_for_detach(field: Field, command: Command) -> dict[Hex, float]:
    """What each stack has to do that acts in this turn only under the Detach marker."""
    game, rules = field.game, field.rules
    if command.is_independent or field.army in game.state.detached:
        return {}
    found: dict[Hex, float] = {}
    for h in members(game.held(field.army)):
        units = [game.piece(id) for id in rules.detachable(game, field.army, h)]
        found[h] = sum(need(field, piece) for piece in units if piece.hex and not is_led(field, command, piece))
    return found


def is_led(field: Field, command: Command, piece: Piece) -> bool:
    """Whether a unit acts with this command, or may act with another in this turn."""
    formation = field.formation(piece)
    under = field.game.state.boxes.get(command.id, ())
    led = {command.formation, *(field.rules.commands[id].formation for id in under)}
    return formation in led or acts_later(field, piece)


def placement(field: Field, command: Command, waiting: dict[Hex, float], action: words.PlaceCommand) -> tuple[float, int, str]:
    """What a hex is worth for the counter of a formation or a superior: what is in its radius has to do."""
    game, rules = field.game, field.rules
    h: Hex = rules.board.hex(action.hex)
    worth = sum(0.1 + need(field, game.piece(id)) for id in rules.active_units(game, command, h))
    reach = rules.in_radius(game, field.army, h, command.radius)
    worth += max((found for other, found in waiting.items() if reach >> other & 1), default=0.0)
    return worth, -from_enemy(field, h), action.hex


def placement_of_independent(
    field: Field, command: Command, strikes: dict[tuple[str, ...], float], action: words.PlaceCommand
) -> tuple[float, int, str]:
    """What a hex is worth for the Independent counter: the use of the few that it leads, and what their attacks promise."""
    game, rules = field.game, field.rules
    h: Hex = rules.board.hex(action.hex)
    reach = rules.in_radius(game, field.army, h, command.radius)
    near = [p for p in game.real(game.on_map(field.army)) if reach >> p.hex & 1 and rules.may_act(game, p)]
    led = sorted(near, key=lambda piece: use_of(field, piece), reverse=True)[: command.most]
    worth = sum(use_of(field, piece)[0] for piece in led)
    ids = tuple(sorted(piece.id for piece in led))
    if ids not in strikes:
        strikes[ids] = 0.0 if game.night or field.plan.leave else STRIKING * promise(field, would_move(field, led))
    worth += strikes[ids]
    if rules.entries(game, field.army) >> h & 1 and rules.due(game, field.army):
        worth += 3
    return worth, -from_enemy(field, h), action.hex


def from_enemy(field: Field, h: Hex) -> int:
    return min((field.grid.distance(h, other) for other in members(field.game.held(field.enemy))), default=0)
