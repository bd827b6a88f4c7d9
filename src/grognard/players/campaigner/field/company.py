"""Who comes along with a formation that acts: an independent unit, and the stack under the Detach marker."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.pieces import Piece
from grognard.players.campaigner.field.assaults import movers_of, promise, would_move
from grognard.players.campaigner.field.situation import Field


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
    later = acts_later(field, piece)
    if not piece.hex:
        return 1.0, piece.id
    if field.plan.leave:
        return soon_out(field, piece) * (0.05 if later else 1.0), piece.id
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


# ---------------------------------------------------------------- the Detach marker


def detach(field: Field, actions: Sequence[Action]) -> Action | None:
    """The marker goes where it adds most to the attacks; the last formation of the turn may use it to march."""
    offers = [action for action in actions if isinstance(action, words.Detach)]
    if not offers:
        return None
    gains = {action: extra_attack(field, action) for action in offers}
    best = max(offers, key=lambda action: (gains[action], action.hex))
    if gains[best] >= field.plan.threshold:
        return best
    if formations_to_come(field):
        return None
    uses = {action: sum(use_of(field, piece)[0] for piece in under(field, action)) for action in offers}
    best = max(offers, key=lambda action: (uses[action], action.hex))
    return best if uses[best] > 0 else None


def under(field: Field, action: words.Detach) -> list[Piece]:
    """Who would act under the marker."""
    h = field.rules.board.hex(action.hex)
    return [field.game.piece(id) for id in field.rules.detachable(field.game, field.army, h)]


def extra_attack(field: Field, action: words.Detach) -> float:
    """What units add to the attacks, if nobody else will command them in this turn."""
    units = under(field, action)
    if field.plan.leave or field.game.night or any(acts_later(field, piece) for piece in units):
        return 0.0
    movers = movers_of(field)
    return promise(field, [*movers, *would_move(field, units)]) - promise(field, movers)


def formations_to_come(field: Field) -> bool:
    """Whether another formation of the army may still act in this turn."""
    commands = field.rules.commands
    return any(commands[id].side == field.army and not commands[id].is_independent for id in field.game.state.cup)


def acts_later(field: Field, piece: Piece) -> bool:
    """Whether the formation of a unit may still act in this turn."""
    game = field.game
    waiting = {*game.state.cup, *(id for under in game.state.boxes.values() for id in under)}
    formation = field.formation(piece)
    return any(formation and field.rules.commands[id].formation == formation for id in waiting)
