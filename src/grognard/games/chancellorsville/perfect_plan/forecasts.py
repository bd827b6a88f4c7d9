"""Combats asked about beforehand: by the code that resolves them, tried out on a copy of the game.

A combat is written `combat AoP fredericksburg`, the army standing for all its counters there, or
`combat AoP-V,AoP-XI fredericksburg` for units that would march in from around and fight with those who are there already.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.actions import Action, Take
from grognard.core.dice import D6
from grognard.core.errors import IllegalAction
from grognard.core.fights import Consequences, Prospect, TrialEnd
from grognard.core.fights import Fight as Attack
from grognard.core.procedures import Ask, Procedure
from grognard.core.rules import state_key
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.perfect_plan import hidden
from grognard.games.chancellorsville.perfect_plan.actions import Fight, Inspire, LoseUnit, March
from grognard.games.chancellorsville.perfect_plan.combat import Combat, bonus, face_to_hit, readings, troops, ways_to_hit
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP, ARMIES, ENEMY, Counter
from grognard.games.chancellorsville.perfect_plan.movement import march, why_not_leave, why_not_pass
from grognard.games.chancellorsville.perfect_plan.state import ELIMINATED, Plan

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules

COMBAT = "combat"
DEALS = 24
"""Over how many deals of the counters that a seat does not see its forecast is averaged."""
DECIDED = ("retreat", "turn_back")
"""The steps of a combat that has its winner."""
CHEAPEST_FIRST, RAISE_A_HIT, AVERAGE = "cheapest-first", "raise-a-hit", "average-of-what-may-be"


# ---------------------------------------------------------------- which combats there are


def combats(game: Plan) -> Iterator[Attack]:
    """The combat under way, then all contested areas: each must be fought in this turn (P5.1)."""
    frames = [frame for frame in game.stack if isinstance(frame, Combat)]
    under_way = [frame.area for frame in frames]
    decided = {frame.area for frame in frames if frame.step in DECIDED}
    for area in dict.fromkeys((*under_way, *game.contested())):
        if area not in decided and game.is_contested(area):
            yield combat_in(game, area)


def under_way(game: Plan) -> Attack | None:
    """The combat that is being fought, until its last consequence."""
    frames = (frame for frame in game.stack if isinstance(frame, Combat))
    return next((Attack(COMBAT, (frame.attacker,), (frame.area,)) for frame in frames), None)


def combat_in(game: Plan, area: str) -> Attack:
    """The combat of a contested area, of which nobody knows who is in it."""
    return Attack(COMBAT, (game.state.attackers[area],), (area,))


def combat_of(game: Plan, seat: str, action: Action) -> Attack | None:
    """The combat that an action begins, or that a march begins or joins."""
    match action:
        case Fight(area) | Take(area):
            return combat_in(game, area)
        case March(unit, area) if area in game.stacks(ENEMY[seat]):
            return Attack(COMBAT, (unit,), (area,))
    return None


# ---------------------------------------------------------------- why a combat cannot be


def why_not_attack(game: Plan, seat: str | None, fight: Attack) -> Reason | None:
    """Why this cannot be fought as things stand. A seat may ask about its own units and about what it sees."""
    rules = game.rules
    if fight.kind != COMBAT or len(fight.targets) != 1 or not fight.units or fight.circumstances:
        return Reason("no-such-combat", (), {"fight": str(fight)})
    (area,) = fight.targets
    if area not in rules.board.areas:
        return Reason("no-such-area", ("P4b",), {"area": area})
    for unit in fight.units:
        if unit not in ARMIES and unit not in rules.counters:
            return Reason("no-such-unit", (), {"unit": unit})
        if seat is not None and unit in rules.counters and not sees(game, seat, unit):
            return Reason("not-your-unit", ("P-D11b",), {"unit": unit})
    if len({army_of(rules, unit) for unit in fight.units}) != 1:
        return Reason("no-such-combat", (), {"fight": str(fight)})
    return why_not_gather(game, fight, area)


def why_not_gather(game: Plan, fight: Attack, area: str) -> Reason | None:
    """They must be able to be there, and the enemy be there, too."""
    army = army_of(game.rules, fight.units[0])
    coming = newcomers(game, fight)
    if area not in game.stacks(ENEMY[army]) or not (coming or area in game.stacks(army)):
        return Reason("nothing-to-fight-for", ("P-D4",), {"area": area})
    for unit in coming:
        start = game.state.units[unit]
        if start not in game.rules.board.areas:
            return Reason("unit-not-on-the-map", ("P4a",), {"unit": unit})
        refused = why_not_pass(game, start, area) or why_not_leave(game, army, start, area)  # P4b, P4d, P4g
        if refused is not None:
            return refused
    if not game.has_room(army, area, len(coming)):
        return Reason("area-full", ("P-D1a", "P4e", "P4f"), {"area": area})
    return None


def sees(game: Plan, seat: str | None, unit: str) -> bool:
    """P-D11b: the seat's own units, and those that are face up; without a seat, all of them."""
    return seat is None or game.rules.counters[unit].side == seat or game.state.units[unit] == game.state.revealed


def army_of(rules: PerfectPlanRules, unit: str) -> str:
    return unit if unit in ARMIES else rules.counters[unit].side


def newcomers(game: Plan, fight: Attack) -> list[str]:
    """The units named that are not in the area yet."""
    return [unit for unit in fight.units if unit not in ARMIES and game.state.units[unit] not in fight.targets]


# ---------------------------------------------------------------- setting the scene


def stage(game: Plan, fight: Attack) -> Procedure | None:
    """Leave this combat alone on the stack; newcomers march in."""
    for place, frame in enumerate(game.stack):
        if isinstance(frame, Combat) and (frame.area,) == fight.targets and not newcomers(game, fight):
            game.stack = [TrialEnd(), *game.stack[place:]]
            frame.then = ""
            return None
    gather(game, None, fight)
    game.stack, game.pending = [TrialEnd()], None
    return Combat(fight.targets[0])


def scene(game: Plan, fight: Attack) -> Hashable:
    """P-D11b: who is in the area; of counters elsewhere only the number counts, and that is open."""
    return tuple(game.units_in(army, area) for army in ARMIES for area in fight.targets)


def gather(game: Plan, seat: str | None, fight: Attack) -> None:
    """Let the newcomers march in, if this can be fought."""
    refused = why_not_attack(game, seat, fight)
    if refused is not None:
        raise IllegalAction(refused)
    for unit in newcomers(game, fight):
        march(game, game.rules.counters[unit].side, March(unit, fight.targets[0]))


# ---------------------------------------------------------------- what a round may bring


class Volley(NamedTuple):
    """What an army may score in a round: in how many ways each number of hits, and with how many dice."""

    ways: Mapping[int, int]
    dice: int
    led: bool


def prospect(game: Plan, seat: str | None, fight: Attack) -> Prospect:
    """P5.3 to P5.5: one round as the area stands; of counters that the seat does not see, the average over what they may be."""
    trial = game.copy()
    gather(trial, seat, fight)
    (area,) = fight.targets
    attacker = trial.state.attackers[area]
    armies = attacker, ENEMY[attacker]
    known = {army: all(sees(trial, seat, unit) for unit in trial.units_in(army, area)) for army in armies}
    volleys = {army: volley(army, [trial.rules.counters[unit] for unit in trial.units_in(army, area)]) for army in armies}
    pairs = [volleys]
    if not all(known.values()):
        view = game.rules.view(game, seat)
        deals = (hidden.imagine(game.rules, view, seed)["pieces"] for seed in range(DEALS))
        pairs = [
            {army: volleys[army] if known[army] else volley(army, dealt(game, army, area, pieces)) for army in armies}
            for pieces in deals
        ]
    found = results(pairs, armies)
    strengths = {army: round(sum(pair[army].dice for pair in pairs) / len(pairs)) for army in armies}
    return Prospect(
        fight,
        *armies,
        strengths,
        " to ".join(f"{strengths[army]}d6" for army in armies),
        tuple(lead(army) for army in armies if known[army] and volleys[army].led),
        (),
        sum(found.values()),
        lambda _: found,
        lambda result: losses(trial, area, armies, result),
        lambda result: swing(losses(trial, area, armies, result)),
        policies=tuple(policies(trial, area, volleys, known)),
        favours=margin,
        counted="units",
    )


def dealt(game: Plan, army: str, area: str, pieces: Mapping[str, object]) -> list[Counter]:
    """The counters of an army in an area, as they have been imagined."""
    return [game.rules.counters[unit] for unit in game.rules.sheets[army] if pieces.get(unit) == area]


def volley(army: str, counters: Iterable[Counter]) -> Volley:
    """P5.3a: a die for each of the troops, and what the commanders add."""
    here = list(counters)
    units = [counter for counter in here if not counter.is_commander]
    best = max((counter.bonus for counter in here), default=0)  # P5.4
    return Volley(ways_to_hit(army, units, best), len(units), bool(best and units))


def results(pairs: list[dict[str, Volley]], armies: tuple[str, str]) -> dict[str, int]:
    """The ways to each result of a round, the attacker's hits first; each deal counts as much as another."""
    attacker, defender = armies
    most = max(sum(volley.dice for volley in pair.values()) for pair in pairs)
    found: dict[str, int] = {}
    for pair in pairs:
        weight = D6.sides ** (most - sum(volley.dice for volley in pair.values()))
        for hits, ways in pair[attacker].ways.items():
            for suffered, others in pair[defender].ways.items():
                key = f"{hits}-{suffered}"
                found[key] = found.get(key, 0) + ways * others * weight
    return dict(sorted(found.items()))


def lead(army: str) -> Modifier:
    """P-D3b, P-D3c: what the commanders present add to the dice of their army."""
    if army == ANV:
        return Modifier(1, "commanders-to-every-die", "P-D3b")
    return Modifier(1, "hooker-to-any-one-die", "P-D3c")


def losses(game: Plan, area: str, armies: tuple[str, str], result: str) -> tuple[int, int]:
    """P5.5c: the units that a result costs each side, when a trench goes first."""
    hits, suffered = (int(number) for number in result.split("-"))
    taken = [
        min(max(number - (area in game.state.trenches[army]), 0), len(game.units_in(army, area)))
        for army, number in zip(armies, (suffered, hits), strict=True)
    ]
    return taken[0], taken[1]


def swing(lost: tuple[int, int]) -> int:
    """The units that a result takes from the defender, less those that it costs the attacker."""
    return lost[1] - lost[0]


def margin(result: str) -> int:
    """P5.6b: who scores more hits wins."""
    hits, suffered = (int(number) for number in result.split("-"))
    return hits - suffered


def policies(game: Plan, area: str, volleys: Mapping[str, Volley], known: Mapping[str, bool]) -> Iterator[str]:
    if any(area in game.state.trenches[army] for army in volleys):
        yield CHEAPEST_FIRST
    if not all(known.values()):
        yield AVERAGE
    if not known[AOP] or volleys[AOP].led:
        yield RAISE_A_HIT


def hits_read(reading: Hashable) -> float | None:
    """P5.5a: whether a die reads as a hit."""
    match reading:
        case (bool(hit), bool()):
            return float(hit)
    return None


# ---------------------------------------------------------------- how choices are usually made


def default_answer(game: Plan, ask: Ask) -> tuple[str, Action]:
    """A side raises a die that becomes a hit, and gives up its cheapest first; where nothing tells, the first on the list."""
    match ask.actions[0]:
        case Inspire():
            return RAISE_A_HIT, next(action for action in ask.actions if isinstance(action, Inspire) and helps(game, action))
        case LoseUnit():
            return CHEAPEST_FIRST, min(ask.actions, key=lambda action: price(game, action))
    return "first-legal", ask.actions[0]


def helps(game: Plan, action: Inspire) -> bool:
    """P-D3c: whether the die of a unit becomes a hit by one more."""
    combat = game.stack[-1]
    assert isinstance(combat, Combat)
    units = troops(game, AOP, combat.area)
    faces = {unit.id: face for unit, face in zip(units, combat.faces(AOP), strict=True)}
    needed = face_to_hit(game.rules.counters[action.unit], 0)
    return faces[action.unit] == needed - 1


def price(game: Plan, action: Action) -> int:
    """What is given up first: the trench, then small units, formations, and commanders last."""
    if not isinstance(action, LoseUnit):
        return 0
    counter = game.rules.counters[action.unit]
    return 3 if counter.is_commander else 1 if counter.is_small else 2


# ---------------------------------------------------------------- what came of it


def equivalence_key(game: Plan) -> Hashable:
    """Of the dice only the hits count, and whether Hooker can make another."""
    return state_key(game.state), tuple(frame_key(game, frame) for frame in game.stack)


def frame_key(game: Plan, frame: Procedure) -> Hashable:
    """Where the dice wait to fall; of a round before this one nothing counts any more."""
    if not isinstance(frame, Combat):
        return type(frame), frame.step
    return frame.step, frame.area, sums(game, frame) if frame.step == "defenders_dice" else ()


def sums(game: Plan, combat: Combat) -> Hashable:
    """What the faces of the attacker's dice come to."""
    army, area = combat.attacker, combat.area
    each = readings(army, troops(game, army, area), bonus(game, army, area))
    read = [reading(face) for reading, face in zip(each, combat.attack, strict=True)]
    return sum(hit for hit, _ in read), any(could > hit for hit, could in read)


def consequences(before: Plan, after: Plan) -> Consequences:
    """Who is eliminated, who has left, what trenches are gone, and who holds what changed hands."""
    fates = [
        (unit, ("eliminated" if place == ELIMINATED else "retreated",))
        for unit, place in after.state.units.items()
        if place != before.state.units[unit]
    ]
    tracks = []
    for army in ARMIES:
        gone = len(after.state.trenches[army]) - len(before.state.trenches[army])
        won = sum(after.controller(area) == army for area in after.rules.board.areas)
        held = sum(before.controller(area) == army for area in before.rules.board.areas)
        tracks += [("trenches", army, gone), ("areas", army, won - held)]
    over = after.over
    moved = tuple(track for track in tracks if track[2])
    dead: Count[str] = Count(after.rules.counters[unit].side for unit, (fate,) in fates if fate == "eliminated")
    ending = f"{over.level} {over.winner or 'none'}" if over is not None else ""
    return Consequences(tuple(fates), moved, tuple((army, dead[army]) for army in ARMIES if dead[army]), ending)
