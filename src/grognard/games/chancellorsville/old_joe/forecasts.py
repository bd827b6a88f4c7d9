"""Assaults and engagements for forecasts and odds: the real procedures, with what the automaton rolls before the dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.chances import Act, run
from grognard.core.dice import Enumerated
from grognard.core.errors import IllegalAction
from grognard.core.fights import Consequences, Fight, Prospect, TrialEnd
from grognard.core.hexes import members
from grognard.core.procedures import Ask, Procedure
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.actions import RetreatStack, TakePoint
from grognard.games.chancellorsville.old_joe.assault import Assault
from grognard.games.chancellorsville.old_joe.corps import FREE, CorpsActivation
from grognard.games.chancellorsville.old_joe.engagement import Engagement
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories import forecasts as main
from grognard.games.chancellorsville.victories.bonuses import Pool, own_outcomes, pool_of
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.contact import Contact
from grognard.games.chancellorsville.victories.pieces import CSA, ENEMY, UNION
from grognard.games.chancellorsville.victories.volleys import SIDES, volley

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire

BREASTWORK, AFTER_THE_ROLL, BREAKS_OFF = "breastwork-die", "points-after-the-roll", "may-break-off"
BY_NUMBERS = ("dice-by-ratio", "dice-by-fives")
Hits = Mapping[int, Fraction]
"""The chance of each number of hits."""


# ---------------------------------------------------------------- the automaton's dice


@cache
def automaton_hits(pool: Pool, points: int) -> Hits:
    found: dict[int, Fraction] = {}
    for faces in product(range(1, SIDES + 1), repeat=len(pool)):
        hits = by.hits_with(pool, faces, points)
        found[hits] = found.get(hits, Fraction(0)) + Fraction(1, SIDES ** len(pool))
    return found


@cache
def player_hits(pool: Pool) -> Hits:
    return {hits: Fraction(ways, SIDES ** len(pool)) for hits, ways in enumerate(volley(pool)) if ways}


# ---------------------------------------------------------------- which fights there are


def fight_of(game: Solitaire, seat: str, action: Action) -> Fight | None:
    """The fight that an action begins or joins; who stands is engaged by all of the formation that has come up (J-J2a)."""
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Contact) and isinstance(action, words.StandGround | words.HoldFast):
        corps = next((each for each in reversed(game.stack) if isinstance(each, CorpsActivation)), None)
        return engagement_of(game, corps) if corps is not None and corps.contact not in ("", FREE) else None
    return main.fight_of(game, seat, action)


def engagement_of(game: Solitaire, corps: CorpsActivation) -> Fight | None:
    """The engagement that a formation is about to begin, with its guns."""
    units, targets = corps.fighters(game), 0
    for piece in units:
        targets |= by.in_contact(game, piece.hex)
    ids = tuple(other.id for piece in units for other in game.units_at(UNION, piece.hex))
    labels = tuple(game.label(h) for h in members(targets))
    return Fight(main.COMBAT, ids, labels, (str(corps.arty),)) if ids and labels else None


def why_not_fight(game: Solitaire, seat: str | None, fight: Fight) -> Reason | None:
    """As in the campaign; but in an engagement each attacker need be next to one of the hexes only (J-J2a)."""
    if not is_engagement(game, fight):
        return main.why_not_fight(game, seat, fight)
    hexes = game.rules.board.grid.by_label
    for label in fight.targets:
        near = (id for id in fight.units if game.piece(id).hex and by.in_contact(game, game.piece(id).hex) >> hexes[label] & 1)
        if next(near, None) is None:
            return Reason("nobody-to-fight-there", ("U14.1", "J-J2a"), {"hex": label})
    return None


def is_engagement(game: Solitaire, fight: Fight) -> bool:
    """Whether it is a combat of the automaton's, with units and hexes that exist."""
    rules = game.rules
    ours = all(id in rules.counters and rules.counters[id].side == UNION and game.piece(id).hex for id in fight.units)
    known = all(label in rules.board.grid.by_label for label in fight.targets)
    return fight.kind == main.COMBAT and bool(fight.units) and bool(fight.targets) and ours and known


def stage(game: Solitaire, fight: Fight) -> Procedure | None:
    """The fight alone on the stack; what the automaton's guns add is named with the fight."""
    if main.is_under_way(game, fight) or not is_engagement(game, fight):
        return main.stage(game, fight)
    refused = why_not_fight(game, None, fight)
    if refused is not None:
        raise IllegalAction(refused)
    game.stack, game.pending = [TrialEnd()], None
    guns = int(fight.circumstances[0]) if fight.circumstances and fight.circumstances[0].isdigit() else 0
    targets = tuple(game.rules.board.hex(label) for label in fight.targets)
    return Engagement(UNION, fight.units, targets, formation=game.counter(fight.units[0]).formation, arty=min(guns, 99))


# ---------------------------------------------------------------- what may come of it


class Line(NamedTuple):
    """One way in which a fight comes to its dice: its chance, the game there, and the fight; None if there are no dice."""

    chance: Fraction
    game: Solitaire
    frame: Assault | Engagement | None


def prospect(game: Solitaire, seat: str | None, fight: Fight) -> Prospect:
    """Over every roll that comes before the dice: the breastwork die, or whether the attack is broken off."""
    refused = why_not_fight(game, seat, fight) if not main.is_under_way(game, fight) else None
    if refused is not None:
        raise IllegalAction(refused)
    if fight.kind != main.COMBAT:
        return main.prospect(game, seat, fight)
    trial = game.copy()
    trial.dice = Enumerated((), game.rolled)
    frame = stage(trial, fight)
    used = {AFTER_THE_ROLL}
    begun: Procedure = frame or trial.stack[1]
    assert isinstance(begun, Assault | Engagement)
    if frame is None and begun.step not in before_dice(begun):
        lines = [Line(Fraction(1), trial, begun)]
    else:
        lines = list(to_the_dice(trial, partial(main.begin, frame=frame), Fraction(1), used))
    used.add(BREASTWORK if isinstance(begun, Assault) else BREAKS_OFF)  # J-J3e
    return combined(fight, begun.army, lines, tuple(sorted(used)))


def before_dice(frame: Combat[Solitaire]) -> tuple[str, ...]:
    return frame.steps[: frame.steps.index("attacker_rolls") + 1]


def to_the_dice(game: Solitaire, act: Act, chance: Fraction, used: set[str]) -> Iterator[Line]:
    """Play on to the dice of the combat, branching at every other roll."""

    def answers(there: object) -> list[tuple[float, dict[str, Action]]]:
        (who,) = game.actors
        ask = game.question(who)
        assert ask is not None
        policy, action = game.rules.default_answer(game, ask)
        used.add(policy)
        return [(1.0, {who: action})]

    stop = run(game, act, answers)
    if stop is None:
        yield Line(chance, game, None)
        return
    kind, branches = stop
    if isinstance(kind, tuple) and kind[0] == "combat":
        frame = next(each for each in game.stack if isinstance(each, Assault | Engagement))
        yield Line(chance, game, frame)
        return
    for weight, further, _ in branches:
        share = Fraction(weight).limit_denominator(SIDES**3)
        yield from to_the_dice(game.copy(), further, chance * share, used)


def hits_of(game: Solitaire, frame: Assault | Engagement) -> tuple[Hits, Hits]:
    """The hits of the attacker and of the defender that are still to come, or that have fallen and are not taken yet."""
    rules, place = game.rules, frame.steps.index(frame.step)
    if place >= frame.steps.index("attacker_loses"):
        return {0: Fraction(1)}, {frame.hits: Fraction(1)}
    own, foe = pool_of(frame.attack), pool_of(frame.defence)
    if isinstance(frame, Engagement) and place <= frame.steps.index("defender_adds"):
        points = rules.points_of(game, frame, CSA)
        foe = max(own_outcomes(foe, (), points, rules.is_tired(game, frame)), key=lambda pool: (sum(pool), pool))
    attack, defence = player_hits(own), player_hits(foe)
    if frame.army == UNION:
        attack = automaton_hits(own, rules.bonus_points(game, frame.attackers))
    else:
        defence = automaton_hits(foe, rules.bonus_points(game, frame.defenders(game)))
    if place > frame.steps.index("attacker_rolls"):
        attack = {frame.hits: Fraction(1)}
    if place > frame.steps.index("defender_rolls"):
        defence = {frame.answered: Fraction(1)}
    return attack, defence


def combined(fight: Fight, army: str, lines: list[Line], policies: tuple[str, ...]) -> Prospect:
    """All lines together: the losses that the dice cost both sides, with the level that works cost the attacker."""
    chances: dict[str, Fraction] = {}
    for line in lines:
        # J-J3e
        if line.frame is None:
            chances["0-0"] = chances.get("0-0", Fraction(0)) + line.chance
            continue
        attack, defence = hits_of(line.game, line.frame)
        cost = 0 if is_paid(line.frame) else line.frame.works_cost  # J-J1a
        for (one, first), (other, second) in product(attack.items(), defence.items()):
            key = f"{one}-{other + cost}"
            chances[key] = chances.get(key, Fraction(0)) + line.chance * first * second
    ways = lcm(*(chance.denominator for chance in chances.values()))
    found = {result: int(chance * ways) for result, chance in chances.items()}
    fought = [(line.game, line.frame) for line in lines if line.frame is not None]
    levels, strengths = {army: 0, ENEMY[army]: 0}, {army: 0, ENEMY[army]: 0}
    for game, frame in fought:
        sides = {army: game.alive(frame.attackers), ENEMY[army]: frame.defenders(game)}
        points = game.rules.combat_points(game, sides[army]), game.rules.defence_points(game, frame)
        guns = frame.arty if isinstance(frame, Engagement) else 0
        for side, strength in zip(sides, (points[0] + guns, points[1]), strict=True):
            levels[side] = max(levels[side], main.levels_of(game, sides[side]))
            strengths[side] = max(strengths[side], strength)

    dice = column(frame for _, frame in fought)
    return main.prospect_of_hits(fight, army, strengths, dice, common_modifiers(fought), found, levels, policies)


def is_paid(frame: Combat[Solitaire]) -> bool:
    """Whether the level that works cost the attacker is among the losses already."""
    return frame.steps.index(frame.step) >= frame.steps.index("attacker_loses")


def column(frames: Iterable[Combat[Solitaire]]) -> str:
    """The dice of both sides; where the automaton's die changes their number, from the fewest to the most."""
    dice = [(len(frame.attack), len(frame.defence)) for frame in frames]
    if not dice:
        return ""
    return " to ".join(spread({pair[side] for pair in dice}) for side in (0, 1))


def spread(numbers: set[int]) -> str:
    few, many = min(numbers), max(numbers)
    return f"{few}d6" if few == many else f"{few}-{many}d6"


def common_modifiers(fought: list[tuple[Solitaire, Assault | Engagement]]) -> tuple[Modifier, ...]:
    """What adds to the dice or takes from them whatever the automaton rolls."""
    found: list[tuple[Modifier, ...]] = []
    for game, frame in fought:
        if game.alive(frame.attackers) and frame.defenders(game):
            ours, theirs = game.rules.dice_of(game, frame)
            found.append(tuple(modifier for modifier in (*ours, *theirs) if modifier.label not in BY_NUMBERS))
    return tuple(modifier for modifier in found[0] if all(modifier in others for others in found)) if found else ()


# ---------------------------------------------------------------- choices in between, and what came of it


def default_answer(game: Solitaire, ask: Ask) -> tuple[str, Action]:
    """As in the campaign; a stack retreats rather than lose a unit, and a division that has fallen scores a point."""
    stacks = [action for action in ask.actions if isinstance(action, RetreatStack)]
    if stacks:
        policy, action = main.losses_taken(game, replace(ask, actions=[a for a in ask.actions if a not in stacks]))
        last = isinstance(action, words.Suffer) and game.rules.levels(game.piece(action.unit)) == 1
        return policy, stacks[0] if last and game.counter(action.unit).is_real else action  # type: ignore[attr-defined]
    point = next((action for action in ask.actions if isinstance(action, TakePoint)), None)
    return ("takes-the-point", point) if point is not None else main.default_answer(game, ask)


def consequences(before: Solitaire, after: Solitaire) -> Consequences:
    """J-E1: with the marker on the track."""
    found = main.consequences(before, after)
    moved = after.state.vp - before.state.vp
    return replace(found, tracks=(("vp", CSA, moved),)) if moved else found
