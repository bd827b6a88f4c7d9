"""Fights: bombardments, declared attacks, broken contact, losses, retreats and advances."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.core.hexes import Hex
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.attacks import Declaration
from grognard.games.chancellorsville.victories.bonuses import pool_of
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.forecasts import price, shelter_of, suggested
from grognard.games.chancellorsville.victories.pieces import Piece
from grognard.games.chancellorsville.victories.volleys import SIDES, expected
from grognard.players.campaigner.field.assaults import assaults_of, movers_of
from grognard.players.campaigner.field.distribution import share_out
from grognard.players.campaigner.field.situation import Field

Attack = words.Converge | words.AssaultFrom | words.Charge
EFFECT = {"-": 0.0, "DIS": 0.3, "1": 1.0, "1DIS": 1.3}
"""The results of a bombardment in levels."""
PRESSING = 0.4
"""The worth of one's own levels, beside the enemy's, below which an attack looks only at its own dice."""
OUTNUMBERED = 1.3
"""The superiority of the enemy around a stack from which it breaks contact, beside that in which it goes somewhere."""


# ---------------------------------------------------------------- attacks


def declare(field: Field, actions: Sequence[Action]) -> Action:
    """The attack that promises most, until none promises enough; where attacks are due, the least bad."""
    game = field.game
    frame = game.stack[-1]
    end = next((action for action in actions if isinstance(action, words.EndDeclaring)), None)
    if not isinstance(frame, Declaration):
        return end or actions[0]
    attack = next_attack(field, frame, actions)
    if attack is not None:
        return skirmish_first(field, frame, attack, actions) or attack
    offers = [action for action in actions if isinstance(action, Attack)]
    best = max(((attack_value(field, frame, action), str(action), action) for action in offers), default=None)
    if best is None or (end is not None and best[0] < field.plan.threshold):
        return end or actions[0]
    skirmish = skirmish_first(field, frame, best[2], actions)
    return skirmish or best[2]


def next_attack(field: Field, frame: Declaration, actions: Sequence[Action]) -> Attack | None:
    """The next attack, when all that can attack are shared out among the enemies next to them: in groups if they can."""
    plan = frame.plan(field.game)
    shares = share_out(field, plan)
    for id, target in shares.items():
        here = field.game.piece(id).hex
        mask = plan.mask_of(here, 1 << target)
        label = field.game.label
        groups: list[Attack] = [words.Converge(label(target)), words.AssaultFrom(label(here), mask), words.Charge(id, mask)]
        for attack in groups:
            if attack in actions and all(shares.get(unit) == target for unit in frame.meant(field.game, attack, plan)[0]):
                return attack
    return None


def attack_value(field: Field, frame: Declaration, action: Attack) -> float:
    """What a combat promises with those who join it, less what it promises without."""
    game = field.game
    plan = frame.plan(game)
    ids, targets = frame.meant(game, action, plan)
    hexes = sum(1 << h for h in targets)
    there = [game.piece(id) for id in plan.combats.get(hexes, ())]
    joined = [*there, *(game.piece(id) for id in ids)]
    before = field.value([(piece, piece.hex) for piece in there], targets)
    value = field.value([(piece, piece.hex) for piece in joined], targets) - before
    for id in ids:
        plan.assign(id, hexes)
    return value - field.plan.owed * plan.owed().bit_count()


def skirmish_first(field: Field, frame: Declaration, attack: Attack, actions: Sequence[Action]) -> Action | None:
    """A skirmisher for the attack takes the first loss; one is kept for the defence."""
    left = field.rules.skirmishers_left(field.game, field.army)
    if len(left) < 2:
        return None
    ids, _ = frame.meant(field.game, attack, frame.plan(field.game))
    if any(field.game.counter(id).is_skirmisher for id in ids):
        return None
    return next((action for action in actions if isinstance(action, words.SendSkirmishers) and action.unit in ids), None)


def planned(field: Field, without: frozenset[str] = frozenset()) -> tuple[float, frozenset[str]]:
    """What the attacks worth making from where all stand now promise together, and who takes part; without some units."""
    movers = [
        mover._replace(units=tuple(piece for piece in mover.units if piece.id not in without), reach=1 << mover.here)
        for mover in movers_of(field)
    ]
    found = assaults_of(field, movers, set())
    busy = {piece.id for assault in found for place in assault.stands for piece in movers[place].units}
    return sum(assault.value for assault in found), frozenset(busy)


def barrage(field: Field, guns: Sequence[Piece], h: Hex) -> float:
    """What the fire of guns on a hex promises; the enemy digs in if they can."""
    rules, game = field.rules, field.game
    sure = sum(modifier.value for modifier in rules.bombardment_modifiers(game, field.army, h, tuple(gun.id for gun in guns)))
    if rules.why_not_dig(game, field.enemy, h) is None:
        sure += rules.components.terrain.markers.breastworks.bombard_drm
    results = [rules.bombardment_result(field.strength(guns), die + sure) for die in range(1, SIDES + 1)]
    return field.worth_of_level(h) * sum(EFFECT[result] for result in results) / SIDES


def finishes(field: Field, h: Hex, kind: str) -> bool:
    """Whether a level lost to guns that aim at this kind is a unit lost: all of them are down to their last."""
    units = field.game.units_at(field.enemy, h)
    aimed = [piece for piece in units if field.game.counter(piece.id).is_artillery == (kind == "guns")] or units
    return all(field.game.counter(piece.id).is_real and field.rules.levels(piece) == 1 for piece in aimed)


def battery(field: Field, h: Hex) -> tuple[float, tuple[Piece, ...]]:
    """The guns that should fire at a hex: those that do not attack, or all, if their fire promises more than their attack."""
    guns = tuple(field.rules.guns_on(field.game, field.army, h))
    attack, busy = planned(field)
    free = tuple(gun for gun in guns if gun.id not in busy)
    best = (barrage(field, free, h), free) if free else (0.0, ())
    if len(free) < len(guns):
        rest, _ = planned(field, frozenset(gun.id for gun in guns))
        best = max(best, (barrage(field, guns, h) - (attack - rest), guns), key=lambda each: each[0])
    return best


def shell(field: Field, actions: Sequence[Action]) -> Action:
    """Fire where it promises most."""
    game = field.game
    best: tuple[float, str, Action] | None = None
    gains: dict[Hex, float] = {}
    for action in actions:
        if isinstance(action, words.Shell):
            h = field.rules.board.hex(action.hex)
            if h not in gains:
                gains[h] = battery(field, h)[0]
            aimed = any(game.counter(p.id).is_artillery == (action.kind == "guns") for p in game.units_at(field.enemy, h))
            deadly = 1 + field.plan.kill / field.worth_of_level(h) if finishes(field, h, action.kind) else 1
            rank = gains[h] * deadly + (0.01 if aimed else 0.0), str(action), action
            if gains[h] > 0 and (best is None or rank[:2] > best[:2]):
                best = rank
    return best[2] if best else next(action for action in actions if isinstance(action, words.CeaseFire))


def fire(field: Field, actions: Sequence[Action]) -> Action:
    """The guns for which the hex was chosen."""
    h = getattr(field.game.stack[-1], "hex", 0)
    _, firing = battery(field, h)
    guns = field.rules.guns_on(field.game, field.army, h)
    mask = sum(1 << place for place, gun in enumerate(guns) if gun in firing)
    return words.FireGuns(mask) if words.FireGuns(mask) in actions else actions[-1]


# ---------------------------------------------------------------- contact


def react(field: Field, actions: Sequence[Action]) -> Action:
    """Stacks that are outnumbered get away, unless they stand for a place or behind strong works."""
    leaving: list[tuple[tuple[float, float, str], Action]] = []
    rules = field.rules
    for action in actions:
        if isinstance(action, words.BreakAway):
            h, goal = rules.board.hex(action.stack), rules.board.hex(action.hex)
            if gets_away(field, h):
                leaving.append((refuge(field, h, goal), action))
    if leaving:
        return min(leaving, key=lambda each: each[0])[1]
    return next(action for action in actions if isinstance(action, words.StandGround))


def gets_away(field: Field, h: Hex) -> bool:
    stack = field.game.units_at(field.army, h)
    if field.stake(h) >= 1 or field.rules.has_fortification(field.game, field.army, h):
        return False
    if field.rules.has_works(field.game, field.army, h):
        return False
    return field.pressure(h) > OUTNUMBERED * field.plan.risk * field.support(h, stack)


def refuge(field: Field, h: Hex, goal: Hex) -> tuple[float, float, str]:
    """Where a stack goes that leaves: little pressure, on the way to its goal."""
    stack = field.game.units_at(field.army, h)
    wanted = field.goal_of(stack) if stack else None
    far = field.far_from(goal, wanted) if wanted is not None else 0
    return field.pressure(goal) - 0.8 * field.support(goal, stack) + 0.2 * far, far, field.game.label(goal)


def retreat(field: Field, actions: Sequence[Action]) -> Action:
    """Together, away from the enemy."""
    together = [action for action in actions if isinstance(action, words.RetreatAll)]
    alone = [action for action in actions if isinstance(action, words.RetreatTo)]

    def rank(action: words.RetreatAll | words.RetreatTo) -> tuple[float, str]:
        h = field.rules.board.hex(action.hex)
        room = field.rules.room(field.game, field.army, h)
        crowded = 20.0 if room[0] <= 0 or room[1] <= 0 else 0.0
        return field.pressure(h) - field.support(h, ()) + crowded - 2 * field.stake(h), action.hex

    return min(together or alone, key=rank, default=actions[0])


# ---------------------------------------------------------------- losses


def lose(field: Field, actions: Sequence[Action]) -> Action:
    """The cheapest loss; a retreat instead, where the hex is not worth a level."""
    game = field.game
    suffer = [action for action in actions if isinstance(action, words.Suffer)]
    best = min(suffer, key=lambda action: (*cost_of_level(field, action.unit), action.unit), default=None)
    instead = next((action for action in actions if isinstance(action, words.RetreatInstead)), None)
    if best is None:
        return actions[0]
    if instead is None or not game.counter(best.unit).is_real:
        return best
    return best if stands_firm(field) else instead


def cost_of_level(field: Field, id: str) -> tuple[bool, float]:
    """What a level of a unit costs: where units are counted, its last one most."""
    game = field.game
    last = field.plan.by_heads and game.counter(id).is_real and field.rules.levels(game.piece(id)) == 1
    return last, price(game, id)


def stands_firm(field: Field) -> bool:
    """Whether the defenders of the combat rather lose levels than the hex."""
    frame = field.game.stack[-1]
    if not isinstance(frame, Combat):
        return True
    stake = max((field.stake(h) for h in frame.targets), default=0.0)
    if not stake:
        return False
    left = sum(field.rules.levels(field.game.piece(id)) for id in frame.defenders(field.game))
    return frame.hits < left and stake > field.plan.own_kill


def six(field: Field, actions: Sequence[Action]) -> Action:
    """Cancel what drives us from our place; force the enemy out of theirs; else strike who is nearest to destruction."""
    game = field.game
    frame = game.stack[-1]
    cancel = next((action for action in actions if isinstance(action, words.CancelRetreat)), None)
    if cancel is not None:
        return cancel
    force = next((action for action in actions if isinstance(action, words.ForceRetreat)), None)
    if force is not None and isinstance(frame, Combat):
        if any(field.stake(h) or (not frame.forced and field.leads_on(h)) for h in frame.targets):
            return force
    suffer = [action for action in actions if isinstance(action, words.Suffer)]
    return max(suffer, key=lambda action: (price(game, action.unit), action.unit), default=actions[-1])


# ---------------------------------------------------------------- advances


def advance(field: Field, actions: Sequence[Action]) -> Action:
    """Into places, and where the attack goes on; out of a place only into another, and not all."""
    game, rules = field.game, field.rules
    stop = next((action for action in actions if isinstance(action, words.StopAdvance)), None)
    frame = game.stack[-1]
    if not isinstance(frame, Combat):
        return stop or actions[0]
    goals = {rules.board.hex(action.hex): action for action in actions if isinstance(action, words.AdvanceInto)}
    if goals:
        best = max(goals, key=lambda h: (field.stake(h), goals[h].hex))
        return goals[best] if field.stake(best) or worth_entering(field, best) else stop or actions[0]
    units = [action for action in actions if isinstance(action, words.AdvanceUnit)]
    going = [action for action in units if may_follow(field, game.piece(action.unit).hex, frame.goal)]
    all_go = next((action for action in actions if isinstance(action, words.AdvanceAll)), None)
    if all_go is not None and len(going) == len(units) and not any(field.stake(game.piece(each.unit).hex) for each in going):
        return all_go
    best_unit = max(going, key=lambda action: (game.points(game.piece(action.unit)), action.unit), default=None)
    return best_unit or stop or actions[0]


def may_follow(field: Field, here: Hex, goal: Hex) -> bool:
    """Whether a unit may leave a hex to advance: out of a place only into a better one, or into another if somebody stays."""
    stake = field.stake(here)
    return not stake or stake < field.stake(goal) or (field.stake(goal) > 0 and field.can_spare(here))


def worth_entering(field: Field, h: Hex) -> bool:
    """Whether a hex that was left brings the attackers nearer to their goal, with little danger."""
    frame = field.game.stack[-1]
    if not isinstance(frame, Combat):
        return False
    pieces = [field.game.piece(id) for id in field.game.alive(frame.attackers)]
    if not pieces:
        return False
    goal = field.goal_of(pieces)
    if field.plan.at_once and field.leads_on(h):
        return True
    nearer = goal is not None and field.far_from(h, goal) < max(field.far_from(piece.hex, goal) for piece in pieces)
    return nearer and field.is_safe(h, pieces[:3])


# ---------------------------------------------------------------- the rest of a combat


def cover(field: Field, actions: Sequence[Action]) -> Action:
    return max(actions, key=lambda action: shelter_of(field.game, action))


def share(field: Field, actions: Sequence[Action]) -> Action:
    """As the exchange of levels asks; where one's own hardly count, all points go to one's own dice."""
    frame = field.game.stack[-1]
    adds = [action for action in actions if isinstance(action, words.AddBonus)]
    if adds and isinstance(frame, Combat) and frame.army == field.army and field.plan.own_level < PRESSING * field.plan.level:
        levels = sum(field.rules.levels(field.game.piece(id)) for id in frame.defenders(field.game))
        return max(adds, key=lambda action: (expected(pool_of(action.dice), levels), action.dice))
    found = suggested(field.game)
    return found if found is not None and found in actions else actions[0]
