"""Bombardments and combats for forecasts and odds: the real procedures, with stated policies for the choices in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, cast

from grognard.core import driving
from grognard.core.actions import Action
from grognard.core.chances import run
from grognard.core.charts import ChartLine
from grognard.core.dice import Enumerated
from grognard.core.errors import IllegalAction
from grognard.core.fights import Consequences, Fight, Prospect, TrialEnd
from grognard.core.procedures import Ask, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.attacks import Declaration
from grognard.games.chancellorsville.victories.bombardment import KINDS, Bombardment, Bombardments
from grognard.games.chancellorsville.victories.bonuses import Pool, encode_pool, foe_outcomes, pool_of
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.combat_order import Combats
from grognard.games.chancellorsville.victories.pieces import ARMIES, ENEMY, ORDERS
from grognard.games.chancellorsville.victories.volleys import best_answer, best_opening, expected, volley, worth

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

COMBAT, BOMBARDMENT = "combat", "bombardment"
BEST_SHARE, BEST_COVER, WEAKEST_FIRST, STRONGEST_STRUCK = "best-share", "best-cover", "weakest-first", "strongest-struck"
DIGS_IN, NO_RESERVES, HOMEWARD, ADVANCES = "digs-in", "no-reserves", "homeward", "all-advance"


# ---------------------------------------------------------------- which fights there are


def combat_fight(game: Campaign, attackers: Iterable[str], targets: Iterable[int]) -> Fight:
    return Fight(COMBAT, tuple(attackers), tuple(game.label(h) for h in targets))


def gun_fight(game: Campaign, army: str, target: int, kind: str, mask: int = -1) -> Fight:
    guns = game.rules.guns_on(game, army, target)
    firing = tuple(gun.id for place, gun in enumerate(guns) if mask >> place & 1)
    return Fight(BOMBARDMENT, firing, (game.label(target),), (kind,))


def fights(game: Campaign) -> list[Fight]:
    """Those under way or declared, the next first."""
    found = []
    for frame in reversed(game.stack):
        match frame:
            case Combat():
                found.append(combat_fight(game, game.alive(frame.attackers), frame.targets))
            case Combats():
                found.extend(combat_fight(game, combat.attackers, combat.targets) for _, combat in frame.remaining(game))
            case Declaration():
                found.extend(combat_fight(game, c.attackers, c.targets) for c in frame.combats(frame.plan(game)))
            case Bombardment():
                found.append(Fight(BOMBARDMENT, frame.guns, (game.label(frame.hex),), (frame.kind,)))
    return [fight for fight in found if fight.units]


def fight_under_way(game: Campaign) -> Fight | None:
    if any(isinstance(frame, Combat | Bombardment) for frame in game.stack):
        return next(iter(fights(game)), None)
    return None


def fight_of(game: Campaign, seat: str, action: Action) -> Fight | None:
    """The fight that an action begins or joins."""
    frame = game.stack[-1] if game.stack else None
    match action, frame:
        case words.Shell(label, kind), Bombardments():
            return gun_fight(game, frame.army, game.rules.board.hex(label), kind)
        case words.FireGuns(mask), Bombardments():
            return gun_fight(game, frame.army, frame.hex, frame.kind, mask)
        case words.Resolve(number), Combats():
            combat = dict(frame.remaining(game)).get(number)
            return combat_fight(game, combat.attackers, combat.targets) if combat else None
        case ((words.Charge() | words.AssaultFrom() | words.Converge()), Declaration()):
            plan = frame.plan(game)
            ids, targets = frame.meant(game, action, plan)
            joined = plan.combats.get(sum(1 << h for h in targets), [])
            return combat_fight(game, (*joined, *ids), targets)
    return None


# ---------------------------------------------------------------- setting the scene


def why_not_fight(game: Campaign, seat: str | None, fight: Fight) -> Reason | None:
    """Why this cannot be fought; a seat may ask about its own units and about enemies that it sees."""
    rules, hexes = game.rules, game.rules.board.grid.by_label
    if fight.kind not in (COMBAT, BOMBARDMENT) or not fight.units or not fight.targets:
        return Reason("not-a-combat", (), {"fight": str(fight)})
    if any(label not in hexes for label in fight.targets):
        return Reason("hex-not-on-the-map", (), {"hex": ", ".join(fight.targets)})
    armies = {rules.counters[id].side for id in fight.units if id in rules.counters}
    known = all(id in rules.counters and rules.is_known(game, seat, id) for id in fight.units) if seat else True
    if len(armies) != 1 or not known or any(id not in rules.counters or not game.piece(id).hex for id in fight.units):
        return Reason("no-units-to-fight-with", ("U14.1", "U12.1"), {"fight": str(fight)})
    dummy = next((rules.counters[id] for id in fight.units if rules.counters[id].is_dummy), None)
    if dummy is not None:
        return Reason("dummies-do-not-attack", ("U9.27",), {"unit": dummy.name})
    (army,) = armies
    held, grid = game.held(ENEMY[army]), rules.board.grid
    for label in fight.targets:
        h = hexes[label]
        if fight.kind == COMBAT:
            near = all(rules.attackable(game, army, game.piece(id).hex) >> h & 1 for id in fight.units)
        else:
            near = all(grid.distance(game.piece(id).hex, h) <= 2 and rules.counters[id].is_artillery for id in fight.units)
        if not held >> h & 1 or not near:
            return Reason("nobody-to-fight-there", ("U14.1", "U12.1"), {"hex": label})
    return None


def stage(game: Campaign, fight: Fight) -> Procedure | None:
    """Leave this fight alone on the stack; one that is under way goes on from where it is."""
    for place, frame in enumerate(game.stack):
        if isinstance(frame, Combat | Bombardment) and is_frame_of(game, frame, fight):
            game.stack = [TrialEnd(), *game.stack[place:]]
            frame.then = ""
            return None
    refused = why_not_fight(game, None, fight)
    if refused is not None:
        raise IllegalAction(refused)
    rules = game.rules
    army, targets = rules.counters[fight.units[0]].side, tuple(rules.board.hex(label) for label in fight.targets)
    game.stack, game.pending = [TrialEnd()], None
    if fight.kind == COMBAT:
        return rules.combat(army, fight.units, targets)
    kind = fight.circumstances[0] if fight.circumstances and fight.circumstances[0] in KINDS else KINDS[-1]
    factor = sum(game.points(game.piece(id)) for id in fight.units)
    return Bombardment(army, targets[0], kind, fight.units, factor)  # type: ignore[arg-type]


def is_frame_of(game: Campaign, frame: Combat | Bombardment, fight: Fight) -> bool:
    rules = game.rules
    hexes = tuple(rules.board.grid.by_label.get(label, 0) for label in fight.targets)
    if isinstance(frame, Combat):
        return fight.kind == COMBAT and set(hexes) == set(frame.targets) and set(fight.units) <= set(frame.attackers)
    return fight.kind == BOMBARDMENT and hexes == (frame.hex,) and set(fight.units) == set(frame.guns)


def before_the_dice(game: Campaign, fight: Fight) -> tuple[Campaign, Procedure, set[str]]:
    """The game with everything decided that comes before the dice of a fight, its procedure, and the policies used."""
    trial = game.copy()
    trial.dice = Enumerated((), game.rolled)
    frame = stage(trial, fight)
    used: set[str] = set()

    def answers(there: object) -> list[tuple[float, dict[str, Action]]]:
        (who,) = trial.actors
        ask = trial.question(who)
        assert ask is not None
        policy, action = default_answer(trial, ask)
        used.add(policy)
        return [(1.0, {who: action})]

    procedure: Procedure = frame or trial.stack[1]
    if frame is not None or procedure.step in BEFORE:
        run(trial, partial(begin, frame=frame), answers)
        procedure = trial.stack[1] if len(trial.stack) > 1 else procedure
    return trial, procedure, used


BEFORE = (*Combat.steps[: Combat.steps.index("attacker_rolls") + 1], "dig", "roll")
"""The steps of a fight up to its first dice."""


def begin(game: Campaign, frame: Procedure | None) -> None:
    if frame is not None:
        driving.begin(game, frame)


# ---------------------------------------------------------------- what may come of it


def prospect(game: Campaign, seat: str | None, fight: Fight) -> Prospect:
    """What a fight may bring, from what the seat may know: whoever fights stands next to the enemy and is seen."""
    refused = why_not_fight(game, seat, fight) if not is_under_way(game, fight) else None
    if refused is not None:
        raise IllegalAction(refused)
    trial, frame, used = before_the_dice(game, fight)
    if isinstance(frame, Combat):
        return combat_prospect(trial, frame, fight, tuple(sorted(used)))
    shot = cast("Bombardment", frame)
    if DIGS_IN in used and seat == shot.army and not game.rules.sees(game, seat, shot.hex):
        trial.rules.dig(trial, ENEMY[shot.army], shot.hex)  # U12.9, U9.26: nobody learns that only skirmishers are there
    return bombardment_prospect(trial, shot, fight, tuple(sorted(used)))


def is_under_way(game: Campaign, fight: Fight) -> bool:
    return any(isinstance(frame, Combat | Bombardment) and is_frame_of(game, frame, fight) for frame in game.stack)


def combat_prospect(game: Campaign, frame: Combat, fight: Fight, policies: tuple[str, ...]) -> Prospect:
    """The dice of both sides after the points are shared out, and the hits of each."""
    rules, army = game.rules, frame.army
    own, foe = pool_of(frame.attack), pool_of(frame.defence)
    attack, defence = rules.combat_points(game, game.alive(frame.attackers)), rules.defence_points(game, frame)
    ours, theirs = rules.dice_of(game, frame) if attack and defence else ((), ())  # some may have fallen already
    levels = {army: levels_of(game, game.alive(frame.attackers)), ENEMY[army]: levels_of(game, frame.defenders(game))}
    cost = frame.works_cost
    # U14.32
    found = {f"{h}-{s}": ways * others for h, ways in enumerate(volley(own)) for s, others in enumerate(volley(foe))}
    found = {result: ways for result, ways in found.items() if ways}

    modifiers = tuple(modifier for modifier in (*ours, *theirs) if modifier.label != "dice-by-ratio")
    dice = f"{len(own)}d6 to {len(foe)}d6"
    return prospect_of_hits(fight, army, {army: attack, ENEMY[army]: defence}, dice, modifiers, found, levels, policies, cost)


def prospect_of_hits(
    fight: Fight,
    army: str,
    strengths: dict[str, int],
    dice: str,
    modifiers: tuple[Modifier, ...],
    found: dict[str, int],
    levels: dict[str, int],
    policies: tuple[str, ...],
    cost: int = 0,
) -> Prospect:
    """What the hits of both sides (`3-1`: the attacker's, then the defender's), in so many ways each, come to in levels.

    Nobody loses more levels than they have; `cost` is what works cost the attacker besides.
    """

    def losses(result: str) -> tuple[int, int]:
        hits, suffered = (int(number) for number in result.split("-"))
        return min(suffered + cost, levels[army]), min(hits, levels[ENEMY[army]])

    def gain(result: str) -> int:
        own, enemy = losses(result)
        return enemy - own

    return Prospect(
        fight,
        army,
        ENEMY[army],
        strengths,
        dice,
        modifiers,
        (),
        sum(found.values()),
        lambda _: found,
        losses,
        gain,
        policies=policies,
        favours=gain,
        lines=(ChartLine("combat-dice"),),
        counted="levels",
    )


def bombardment_prospect(game: Campaign, frame: Bombardment, fight: Fight, policies: tuple[str, ...]) -> Prospect:
    """U12.10: one die in the row of the factors."""
    rules, army = game.rules, frame.army
    modifiers = rules.bombardment_modifiers(game, army, frame.hex, frame.guns)
    added = sum(modifier.value for modifier in modifiers)

    def results(extra: int) -> Mapping[str, int]:
        return Counter(rules.bombardment_result(frame.factor, face + added + extra) for face in range(1, 7))

    def losses(result: str) -> tuple[int, int]:
        return 0, int(result.startswith("1"))

    def swing(result: str) -> int:
        return 2 * int(result.startswith("1")) + int(result.endswith("DIS"))

    row = rules.artillery_row(frame.factor)
    strengths = {army: frame.factor, ENEMY[army]: 0}
    return Prospect(
        fight,
        army,
        ENEMY[army],
        strengths,
        rules.components.artillery.rows[row].factor,
        (),
        modifiers,
        6,
        results,
        losses,
        swing,
        policies=policies,
        columns=tuple(each.factor for each in rules.components.artillery.rows),
        lines=(ChartLine("artillery", row),),
        counted="levels",
    )


def levels_of(game: Campaign, units: Iterable[str]) -> int:
    """U3.3: the levels that these units can lose."""
    return sum(game.rules.levels(game.piece(id)) for id in units)


# ---------------------------------------------------------------- how choices are usually made


def default_answer(game: Campaign, ask: Ask) -> tuple[str, Action]:
    """What a side with sense does at a question in a fight; the policy is told."""
    actions = ask.actions
    match ask.prompt:
        case "add-bonus" | "subtract-bonus":
            return BEST_SHARE, suggested(game) or actions[0]
        case "dig-in":
            return DIGS_IN, next((a for a in actions if isinstance(a, words.DigIn)), actions[-1])
        case "add-skirmishers" | "combat-event":
            return NO_RESERVES, actions[-1]
        case "works-cost":
            return BEST_COVER, next(a for a in actions if isinstance(a, words.TakeDie))
        case "whose-terrain" | "which-cover":
            return BEST_COVER, max(actions, key=lambda action: shelter_of(game, action))
        case "take-losses" | "suffer-bombardment" | "use-six":
            return losses_taken(game, ask)
        case "retreat-to" | "scatter-to":
            return HOMEWARD, max(actions, key=lambda action: homeward(game, ask.seat, action))
        case "advance-into" | "who-advances":
            return ADVANCES, next((a for a in actions if isinstance(a, words.AdvanceAll)), actions[0])
        case "dismantle-behind-you":
            return "first-legal", actions[0]
    return "first-legal", actions[0]


def losses_taken(game: Campaign, ask: Ask) -> tuple[str, Action]:
    """Losses fall where they hurt least; a six strikes the strongest, or cancels a forced retreat."""
    suffered = [action for action in ask.actions if isinstance(action, words.Suffer)]
    if ask.prompt == "use-six":
        cancel = next((action for action in ask.actions if isinstance(action, words.CancelRetreat)), None)
        best = max(suffered, key=lambda action: price(game, action.unit), default=None)
        return STRONGEST_STRUCK, cancel or best or ask.actions[-1]
    action = min(suffered, key=lambda action: price(game, action.unit))
    instead = next((each for each in ask.actions if isinstance(each, words.RetreatInstead)), None)
    if instead is not None and game.rules.levels(game.piece(action.unit)) == 1 and game.counter(action.unit).is_real:
        return WEAKEST_FIRST, instead
    return WEAKEST_FIRST, action


def price(game: Campaign, id: str) -> float:
    """What a lost level of a unit costs: skirmishers nothing, a last level the whole unit."""
    piece, counter = game.piece(id), game.counter(id)
    if not counter.is_real:
        return 0
    last = game.rules.levels(piece) == 1
    return counter.strengths[0] if last else counter.strengths[piece.step] - counter.strengths[piece.step + 1]


def shelter_of(game: Campaign, action: Action) -> tuple[float, str]:
    """How much a terrain helps the defender: fewer dice for the attacker, or a worse modifier."""
    chart = game.rules.components.terrain
    ground: str = action.ground  # type: ignore[attr-defined]
    row = chart.hexes.get(ground)
    drm = row.attacker_drm if row else getattr(chart.hexsides, ground).attacker_drm
    weight = (-drm.value) * (3 if drm.dice == "all" else 1) if drm is not None else 0
    return weight - (row.dice_cap if row else 0), ground


def homeward(game: Campaign, army: str, action: Action) -> tuple[int, int, str]:
    """U14.42: together rather than apart, and nearer home."""
    label: str = action.hex  # type: ignore[attr-defined]
    far = game.rules.distance_home(game, army, game.rules.board.hex(label))
    return isinstance(action, words.RetreatAll), -far, label


def suggested(game: Campaign) -> Action | None:
    """U14.28, U14.29: the best way to share out the points of who is asked, against the best reply of the other."""
    rules, frame = game.rules, game.stack[-1]
    if not isinstance(frame, Combat):
        return None
    own, foe = pool_of(frame.attack), pool_of(frame.defence)
    ours, theirs = levels_of(game, frame.attackers), levels_of(game, frame.defenders(game))
    reply = rules.points_of(game, frame, frame.enemy), rules.is_tired(game, frame)
    match frame.step:
        case "attacker_adds":
            points, penalty = rules.points_of(game, frame, frame.army), frame.attacker_penalty(game)
            return words.AddBonus(encode_pool(best_opening(own, foe, points, penalty, reply, ours, theirs)[0]))
        case "attacker_subtracts":
            return words.SubtractBonus(encode_pool(best_after(own, foe, frame.points, reply, ours, theirs)))
        case "defender_adds":
            return words.AddBonus(encode_pool(best_answer(foe, own, *reply, theirs, ours)[0]))
        case "defender_subtracts":
            return words.SubtractBonus(encode_pool(best_last(own, frame.points, theirs, ours)))
    return None


def best_after(own: Pool, foe: Pool, points: int, reply: tuple[int, bool], ours: int, theirs: int) -> Pool:
    """The attacker's own dice are settled: what to take from the defender's."""

    def outcome(yours: Pool) -> float:
        answered, left = best_answer(yours, own, *reply, theirs, ours)
        return worth(left, answered, ours, theirs)

    return max(foe_outcomes(foe, points), key=outcome)


def best_last(own: Pool, points: int, ours: int, theirs: int) -> Pool:
    """The last points are taken from the attacker's dice."""
    return min(foe_outcomes(own, points), key=lambda pool: expected(pool, ours))


# ---------------------------------------------------------------- what came of it


def consequences(before: Campaign, after: Campaign) -> Consequences:
    """Who is eliminated, reduced, in disorder or gone elsewhere, and the levels that each side has lost."""
    fates, lost = [], dict.fromkeys(ARMIES, 0)
    for id, was in before.state.pieces.items():
        now = after.state.pieces[id]
        if now == was or after.counter(id).is_dummy:
            continue
        found = tuple(fate_of(was.hex, now.hex, was.step, now.step, was.order, now.order))
        if was.hex and not now.hex:
            lost[after.counter(id).side] += before.rules.levels(was)
        elif now.step > was.step:
            lost[after.counter(id).side] += now.step - was.step
        if found:
            fates.append((id, found))
    over = after.over
    ending = f"{over.level} {over.winner or 'none'}" if over is not None else ""
    return Consequences(tuple(fates), (), tuple((army, lost[army]) for army in ARMIES if lost[army]), ending)


def fate_of(start: int, end: int, was: int, step: int, order: int, now: int) -> Iterator[str]:
    if start and not end:
        yield "eliminated"
        return
    if step > was:
        yield "level-lost"
    if now > order:
        yield ORDERS[now]
    if start != end:
        yield "elsewhere"


def scene(game: Campaign, fight: Fight) -> Hashable:
    """Who stands in and around the hexes fought for, with how many points: that is what counts of hidden units."""
    grid, found = game.rules.board.grid, []
    for label in fight.targets:
        h = grid.by_label.get(label)
        if h is not None:
            near = grid.disc(h, 2)
            found.append(tuple((p.id, p.hex, p.step) for army in ARMIES for p in game.on_map(army) if near >> p.hex & 1))
    return tuple(found)


def read_worth(roll: Roll, reading: Hashable) -> float | None:
    """U14.32: what a combat die is worth: a hit."""
    match reading:
        case (bool(hit), bool()) if roll.purpose == "combat":
            return float(hit)
    return None
