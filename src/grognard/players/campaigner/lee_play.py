"""What Lee does: who gets a counter, where stacks march, whom they attack, who stands and who gets away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.seats import Seat
from grognard.games.chancellorsville.old_joe.actions import RetreatStack, TakePoint
from grognard.games.chancellorsville.old_joe.assault import Assault
from grognard.games.chancellorsville.old_joe.corps import CorpsActivation
from grognard.games.chancellorsville.old_joe.engagement import Engagement
from grognard.games.chancellorsville.old_joe.scoring import Trophies
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.activation import Activation
from grognard.games.chancellorsville.victories.attacks import Declaration
from grognard.games.chancellorsville.victories.bombardment import Bombardment, Bombardments
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.combat_order import Combats
from grognard.games.chancellorsville.victories.command import ChooseFormations
from grognard.games.chancellorsville.victories.contact import Contact, Scattering
from grognard.games.chancellorsville.victories.disorder import Retreat
from grognard.games.chancellorsville.victories.event_procedures import GeneralRetreat, Regroup
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.night import Recovery
from grognard.games.chancellorsville.victories.pieces import CSA, GOOD, Piece
from grognard.games.chancellorsville.victories.skirmishers import Skirmish
from grognard.games.chancellorsville.victories.stacking import Unstacking
from grognard.players.campaigner.answers import enemy_loss, own_loss, standard, withdraw
from grognard.players.campaigner.lee import GUARDS, WORTH_IT, LeeOutlook, Target
from grognard.players.campaigner.outlook import Ways
from grognard.players.handlers import Handlers

STEADY, WEAK = 12, 6
"""The points of a stack that stands well, and those below which one cannot stand alone."""
ALONE = 12
"""How far, in half-points, a stack goes out of its way to join friends."""
OUT_OF_REACH, AT_EASE, APART = 5, 2, 4
"""Hexes from the nearest enemy: where nobody comes, where units rest by night, and where weak stacks wait."""
LOOKED_AT, RISK = 16, 12
"""How many hexes are looked at closely, and how many half-points a point at risk there is worth."""
RELUCTANT = 0.25
"""What getting away must save, in victory points."""


def lose(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """The cheapest loss; a stack retreats rather than lose a unit."""
    return own_loss(outlook, actions, [action for action in actions if isinstance(action, RetreatStack)])


def fall_back(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Out of contact, to friends."""
    return withdraw(outlook, actions, goals_of(outlook, actions))


def restore(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """The strongest unit."""
    offers = [action for action in actions if isinstance(action, words.Restore)]
    return max(offers, key=lambda action: (outlook.game.counter(action.unit).strengths[0], action.unit), default=actions[0])


def keep_score(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """A point rather than a division out of play."""
    return next(action for action in actions if isinstance(action, TakePoint))


def goals_of(outlook: LeeOutlook, actions: Sequence[Action]) -> list[tuple[Hex, Action]]:
    """The hexes to go to: for all together, if that is possible."""
    find = outlook.rules.board.hex
    together = [(find(action.hex), action) for action in actions if isinstance(action, words.RetreatAll)]
    alone = [(find(action.hex), action) for action in actions if isinstance(action, words.RetreatTo)]
    return [*together] or [*alone]


# ---------------------------------------------------------------- command


def formations(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """The hunters under one superior, then the guards, those next to the enemy first."""
    game = outlook.game
    trusts = [action for action in actions if isinstance(action, words.Entrust)]
    hunting = [action for action in trusts if game.rules.commands[action.command].formation not in GUARDS]
    if hunting:
        boxed = {action.superior: len(game.state.boxes.get(action.superior, ())) for action in hunting}
        return max(hunting, key=lambda a: (boxed[a.superior], a.superior == "cs_jackson", near(outlook, a.command)))
    cups = [action for action in actions if isinstance(action, words.PutInCup)]
    if cups:
        return max(cups, key=lambda action: near(outlook, action.command))
    return actions[-1]


def near(outlook: LeeOutlook, command: str) -> tuple[int, str]:
    """How near a formation is to the enemy: the nearer the more."""
    units = outlook.game.rules.units_of(outlook.game, outlook.game.rules.commands[command])
    return -min((outlook.nearest_enemy(piece.hex) for piece in units if piece.hex), default=99), command


def post(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Where most points act with the counter."""
    game, rules = outlook.game, outlook.game.rules
    command = rules.commands[game.state.command]

    def points(action: words.PlaceCommand) -> tuple[int, str]:
        ids = rules.active_units(game, command, rules.board.hex(action.hex))
        return outlook.strength(game.piece(id) for id in ids), action.hex

    held = game.held(CSA)
    places = [a for a in actions if isinstance(a, words.PlaceCommand) and held >> rules.board.hex(a.hex) & 1]
    best = max(places, key=points, default=None)
    if best is None or not points(best)[0]:
        return next(action for action in actions if isinstance(action, words.PassActivation))
    return best


# ---------------------------------------------------------------- marches


def active_stacks(outlook: LeeOutlook) -> list[list[Piece]]:
    """The units that act, by their hexes."""
    game = outlook.game
    found: dict[Hex, list[Piece]] = {}
    for id in sorted(game.state.active):
        piece = game.piece(id)
        if piece.hex:
            found.setdefault(piece.hex, []).append(piece)
    return list(found.values())


def march(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Units that need a rest by night, then the next stack that has somewhere better to be; then the marches are over."""
    game = outlook.game
    stacks = active_stacks(outlook)
    targets = [] if game.night else outlook.targets(stacks)
    if game.night:
        alone = (words.MarchUnit(piece.id) for piece in outlook.resting(piece for stack in stacks for piece in stack))
        rest = next((action for action in alone if action in actions), None)
        if rest is not None:
            return rest
    for stack in sorted(stacks, key=lambda each: (-outlook.strength(each), each[0].hex)):
        fresh = [piece for piece in stack if piece.id not in game.state.moved and piece.id not in game.state.finished]
        if fresh and wanted(outlook, fresh, targets) not in (None, stack[0].hex):
            both = words.MarchStack(game.label(stack[0].hex))
            one = words.MarchUnit(fresh[0].id)
            if len(fresh) == len(stack) and both in actions:
                return both
            if one in actions:
                return one
    return next(action for action in actions if isinstance(action, words.EndMarches))


def wanted(outlook: LeeOutlook, stack: Sequence[Piece], targets: Sequence[Target]) -> Hex | None:
    """The hex that a stack should march to now."""
    reach, here = outlook.reach(stack), stack[0].hex
    for target in targets:
        place = target.places.get(here)
        if place is not None and (place == here or outlook.fits(place, stack)):
            return place
    if outlook.game.night and len(stack) == 1 and outlook.resting(stack):
        return rear(outlook, stack, reach, AT_EASE)
    if outlook.touching(here) and outlook.key_places >> here & 1:
        return here
    if outlook.is_worn(stack) and not outlook.rules.has_fortification(outlook.game, CSA, here):
        return rear(outlook, stack, reach, OUT_OF_REACH)
    points = outlook.strength(stack)
    goal = (outlook.company(stack) if points < WEAK else None) or outlook.goal(stack)
    if goal is None:
        return None
    guards = any(outlook.formation(piece) in GUARDS for piece in stack)

    def together(h: Hex) -> int:
        return points + outlook.strength(piece for piece in outlook.own.get(h, ()) if piece not in stack)

    def is_fit(h: Hex) -> bool:
        if together(h) < WEAK and not outlook.rules.has_fortification(outlook.game, CSA, h):
            return outlook.nearest_enemy(h) >= APART
        return guards or outlook.is_safe(h)

    def rank(h: Hex) -> tuple[int, bool, Hex]:
        return outlook.cost(h, goal) + (ALONE if together(h) < STEADY else 0), h != here, h

    fit = sorted((h for h in members(reach) if (h == here or outlook.fits(h, stack)) and is_fit(h)), key=rank)

    def danger(h: Hex) -> float:
        return RISK * max(0.0, outlook.exposed(h, stack) - outlook.place(h))

    best = min(fit[:LOOKED_AT], key=lambda h: (rank(h)[0] + danger(h), rank(h)), default=None)
    return rear(outlook, stack, reach, OUT_OF_REACH) if best is None else best


def rear(outlook: LeeOutlook, stack: Sequence[Piece], reach: HexSet, far: int) -> Hex | None:
    """So many hexes from the enemy, or as many as possible; no farther than needed."""
    here = stack[0].hex
    able = [h for h in members(reach) if h == here or outlook.fits(h, stack)]
    return max(able, key=lambda h: (min(outlook.nearest_enemy(h), far), -outlook.cost(here, h), h), default=None)


def go_on(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Where the marching stack goes, or that it stops."""
    game = outlook.game
    halt = next(action for action in actions if isinstance(action, words.Halt))
    units = [game.piece(id) for id in game.state.marching]
    if not units:
        return halt
    others = [stack for stack in active_stacks(outlook) if stack[0].hex != units[0].hex]
    targets = [] if game.night else outlook.targets([units, *others])
    goal = wanted(outlook, units, targets)
    choice = words.MarchTo(game.label(goal)) if goal is not None else halt
    return choice if choice in actions else halt


# ---------------------------------------------------------------- fights


def shell(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Fire at the hex where it strikes hardest."""
    game, rules = outlook.game, outlook.game.rules
    shots = [action for action in actions if isinstance(action, words.Shell)]

    def rank(action: words.Shell) -> tuple[int, int, str]:
        h = rules.board.hex(action.hex)
        sure = sum(modifier.value for modifier in rules.bombardment_modifiers(game, CSA, h, ()))
        return sure, outlook.strength(game.units_at(outlook.enemy, h)), action.hex

    return max(shots, key=rank, default=actions[-1])


def declare(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """The attack that promises most, until none promises enough; where attacks are due the least bad."""
    best, action = max(((attack_value(outlook, action), action) for action in actions), key=lambda found: found[0])
    end = next((action for action in actions if isinstance(action, words.EndDeclaring)), None)
    return end if end is not None and best < WORTH_IT else action


def attack_value(outlook: LeeOutlook, action: Action) -> float:
    """What an attack promises; what is no attack promises nothing."""
    game, rules = outlook.game, outlook.game.rules
    frame = game.stack[-1]
    if not isinstance(frame, Declaration):
        return 0.0
    plan = frame.plan(game)
    match action:
        case words.Converge(label):
            h = rules.board.hex(label)
            units, targets = plan.converging(h), 1 << h
        case words.AssaultFrom(label, mask):
            h = rules.board.hex(label)
            units, targets = plan.group(h), plan.hexes_of(h, mask)
        case words.Charge(id, mask):
            units, targets = (id,), plan.hexes_of(game.piece(id).hex, mask)
        case words.EndDeclaring():
            return 0.0
        case _:
            return -1.0
    pieces = [game.piece(id) for id in units if game.piece(id).order == GOOD]
    hexes = [piece.hex for piece in pieces]
    goals = members(targets)
    value = sum(outlook.value(h, pieces, hexes) for h in goals if h in outlook.enemies)
    return value / len(goals) - 0.5 * (len(goals) - 1)


def react(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Who is touched stands if the fight promises more than getting away costs (J-H3b, J-H3c)."""
    game, rules = outlook.game, outlook.game.rules
    corps = next((frame for frame in reversed(game.stack) if isinstance(frame, CorpsActivation)), None)
    ways: dict[Hex, list[tuple[Hex, Action]]] = {}
    for action in actions:
        if isinstance(action, words.BreakAway):
            ways.setdefault(rules.board.hex(action.stack), []).append((rules.board.hex(action.hex), action))
    if corps is not None and ways:
        touched = outlook.engaged(corps)
        stays = outlook.standing(corps, touched)
        for leaving in [(h,) for h in ways] + [tuple(ways)]:
            rest = [h for h in touched if h not in leaving]
            price = sum(outlook.leaving(corps, h) for h in leaving)
            if outlook.standing(corps, rest) - price > stays + RELUCTANT:
                return withdraw(outlook, actions, ways[leaving[0]])
    return next(action for action in actions if isinstance(action, words.StandGround))


def six(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Keep one's own place; otherwise strike where it counts."""
    kept = next((action for action in actions if isinstance(action, words.CancelRetreat)), None)
    return kept or enemy_loss(outlook, actions)


def advance(outlook: LeeOutlook, actions: Sequence[Action]) -> Action:
    """Only into a place worth holding."""
    rules = outlook.game.rules
    for action in actions:
        if isinstance(action, words.AdvanceInto) and outlook.key_places >> rules.board.hex(action.hex) & 1:
            return action
    stop = next((action for action in actions if isinstance(action, words.StopAdvance)), None)
    return stop or next((action for action in actions if isinstance(action, words.AdvanceAll)), actions[0])


HANDLERS: Handlers[Callable[[LeeOutlook, Sequence[Action]], Action]] = Handlers(
    {
        ChooseFormations.choose: formations,
        Activation.place: post,
        Activation.move: march,
        Activation.take_march_loss: lose,
        March.go: go_on,
        Contact.react: react,
        CorpsActivation.pay: lose,
        CorpsActivation.shake: lose,
        Scattering.next_unit: fall_back,
        Bombardments.aim: shell,
        Bombardment.suffer: lose,
        Declaration.declare: declare,
        Combat.attacker_sixes: six,
        Combat.defender_sixes: six,
        Assault.defender_sixes: lose,
        Engagement.attacker_sixes: lose,
        Combat.attacker_loses: lose,
        Combat.defender_loses: lose,
        Combat.advance: advance,
        Retreat.go: fall_back,
        Unstacking.place: fall_back,
        Recovery.choose: restore,
        Trophies.choose: keep_score,
    },
    defaults=(
        Activation.demons,
        Activation.give_up,
        Bombardment.dig,
        Bombardments.fire,
        Combat.advance_units,
        Combat.attacker_adds,
        Combat.attacker_event,
        Combat.attacker_subtracts,
        Combat.choose_cover,
        Combat.choose_ground,
        Combat.choose_works,
        Combat.dig,
        Combat.skirmish,
        Combats.choose,
        Engagement.defender_adds,
        GeneralRetreat.choose,
        GeneralRetreat.march,
        Regroup.choose,
        Regroup.place,
        Retreat.bridge,
        Skirmish.place,
        Unstacking.choose,
    ),
)
"""Which function makes which decision; what needs no thought is left to `standard`."""


def decide(seat: Seat, game: Solitaire, ways: Ways) -> Action:
    """What to do now."""
    outlook = LeeOutlook(game, ways)
    return (HANDLERS.of(game.stack[-1]) or standard)(outlook, seat.actions)
