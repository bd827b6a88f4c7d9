"""Rolls asked about beforehand: what each number of dice may bring, exactly and with the red pool counted in.

An action is written `fire V1 U2`, `assault V1 U2` or `move V1 83,41`, with the number of white dice `fire V1 U2 7`. Without a
number it is the one that most often hits somebody, comes to contact or arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import comb
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.errors import IllegalAction
from grognard.core.events import Rolled
from grognard.core.fights import Consequences, Fight, Prospect, TrialEnd
from grognard.core.plane import Point, distance
from grognard.core.procedures import DONE, Ask, Call, DiceOutcome, Done, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.red_dice.actions import AssaultOn, FireAt, RollDice
from grognard.games.chancellorsville.red_dice.activation import ASSAULT, FIRE, MOVE, Activation
from grognard.games.chancellorsville.red_dice.assault import Charge, charge_way, why_not_assault
from grognard.games.chancellorsville.red_dice.choosing import encode_point, point_of
from grognard.games.chancellorsville.red_dice.components import CM, ENEMY, SIDES
from grognard.games.chancellorsville.red_dice.fear import DOUBTFUL, DisasterTable
from grognard.games.chancellorsville.red_dice.fire import Fire, Shot, hits_of, why_not_fire
from grognard.games.chancellorsville.red_dice.moving import Walking, formation_of, gross_for
from grognard.games.chancellorsville.red_dice.objectives import check_end, hold_objectives, men_to_spare, pass_initiative
from grognard.games.chancellorsville.red_dice.pools import MANY, dice_outcomes, heroic, running
from grognard.games.chancellorsville.red_dice.state import LIGHTLY, SEVERELY, Man, Squad
from grognard.games.chancellorsville.red_dice.ways import measured

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

FIASCO, DISASTER, ARRIVES, CONTACT = "fiasco", "disaster", "arrives", "contact"
FOUGHT = (MOVE, FIRE, ASSAULT)
FIRST_LEGAL, BEST_DICE = "first-legal", "best-dice"


# ---------------------------------------------------------------- a pool


def ways_of(white: int, red: int, red_succeed: bool) -> dict[int | str, int]:
    """In how many of all outcomes there are so many successes and fewer than two ones; and a fiasco, and a disaster."""
    found: dict[int | str, int] = {}
    for a in (0, 1):
        for b in (0, 1):
            if a + b > 1 or a > white or b > red:
                continue
            counting = white - a + (red - b if red_succeed else 0)
            idle = (red - b) * (not red_succeed)
            for successes in range(counting + 1):
                ways = comb(counting, successes) * 3**successes * 2 ** (counting - successes) * 5**idle
                found[successes] = found.get(successes, 0) + comb(white, a) * comb(red, b) * ways
    dice = white + red
    found[FIASCO] = comb(dice, 2) * 5 ** (dice - 2) if dice > 1 else 0
    found[DISASTER] = 6**dice - sum(found.values())
    return found


class Risk(NamedTuple):
    """What a number of dice may bring."""

    dice: int
    reached: tuple[float, ...]
    """The chance of at least one success, two, three and so on, with fewer than two ones."""
    fiasco: float
    disaster: float
    runs: tuple[float, ...]
    """The chance that nobody runs, one man, two and so on."""
    heroic: float

    @property
    def loses_initiative(self) -> float:
        return self.fiasco + self.disaster


def risk(dice: int, extra: int, red: int, red_succeed: bool, most: int = 7) -> Risk:
    """D0.2 to D0.4, D3.0c: the chances of so many white dice with the red ones."""
    ways, total = ways_of(dice + extra, red, red_succeed), 6 ** (dice + extra + red)
    counts = {number: found for number, found in ways.items() if isinstance(number, int)}
    reached = tuple(sum(found for number, found in counts.items() if number >= needed) / total for needed in range(1, most + 1))
    return Risk(dice, reached, ways[FIASCO] / total, ways[DISASTER] / total, running(red), heroic(red))


def risks(game: Skirmish, numbers: range = range(2, 21)) -> Iterator[Risk]:
    """The table of the dice decision, where one is asked for; for Close ranks and elsewhere nothing."""
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Activation) and frame.step == "commit":
        red, extra = game.state.red[frame.side], frame.repetition(game)
        for number in numbers:
            yield risk(number, extra, red, game.rules.red_succeed)


# ---------------------------------------------------------------- what a declared action needs


def standing_modifiers(game: Skirmish, squad: str) -> tuple[Modifier, ...]:
    """What will be taken from the successes, whatever they are used for."""
    found = list(game.rules.wound_modifiers(game, squad))
    if game.state.squads[squad].doubtful:
        found.append(Modifier(game.rules.numbers.disasters[3].next_activation_successes, "doubtful", "D3.0d3"))
    return tuple(found)


def needed_for(game: Skirmish, frame: Activation) -> int | None:
    """How many successes on the dice the declared action takes: to arrive, to hit one man, to come to contact."""
    numbers = game.rules.numbers
    off = sum(modifier.value for modifier in standing_modifiers(game, frame.squad)) + frame.bonus
    leader = game.man(game.state.squads[frame.squad].leader)
    match frame.deed:
        case "move":
            kept = frame.formation or game.state.squads[frame.squad].formation
            own = gross_for(game, frame.squad, leader, numbers.most, kept)
            cost = measured(game.rules.field, frame.way).cost(numbers) * numbers.most / own
            return max(-int(-(cost - numbers.slack) // numbers.step), 1) - off
        case "fire":
            needed = needed_to_hit(Shot(game, frame.squad, game.unit_named(frame.unit)), game.squad_of_unit(frame.unit).level)
            return needed - off if needed is not None else None
        case "assault":
            return needed_to_contact(game, frame.squad, game.unit_named(frame.unit)) - off
    return None


def needed_to_hit(shot: Shot, level: int) -> int | None:
    """D3.2c: how many successes hit a man of a level; None where nobody can be aimed at."""
    found = shot.aim()
    return level - sum(modifier.value for modifier in shot.modifiers(found)) if found is not None else None


def needed_to_contact(game: Skirmish, squad: str, target: Sequence[Man]) -> int:
    """D3.3b: how many successes bring the leader to contact."""
    numbers, leader = game.rules.numbers, game.man(game.state.squads[squad].leader)
    way = charge_way(game, leader.at, target)
    far = way.length - numbers.contact_cm + way.deductions(numbers)
    share = 2 if leader.wounds else 1
    return max(-int(-(far - numbers.slack) * share // numbers.step), 1)


def chance(game: Skirmish, action: Action) -> float | None:
    """The chance that so many dice do what was declared."""
    frame = game.stack[-1] if game.stack else None
    if not isinstance(action, RollDice) or not isinstance(frame, Activation) or frame.deed not in (MOVE, FIRE, ASSAULT):
        return None
    needed = needed_for(game, frame)
    if needed is None:
        return None
    red, extra = game.state.red[frame.side], frame.repetition(game)
    ways = ways_of(action.number + extra, red, game.rules.red_succeed)
    good = sum(found for number, found in ways.items() if isinstance(number, int) and number >= needed)
    return good / sum(ways.values())


# ---------------------------------------------------------------- an action, as a fight


def fight_of(game: Skirmish, seat: str, action: Action) -> Fight | None:
    """The action that is declared, or that a number of dice is chosen for."""
    frame = game.stack[-1] if game.stack else None
    if not isinstance(frame, Activation):
        return None
    match action:
        case FireAt(unit=unit):
            return Fight(FIRE, (frame.squad,), (unit,))
        case AssaultOn(unit=unit):
            return Fight(ASSAULT, (frame.squad,), (unit,))
        case RollDice(number=number) if frame.deed in (FIRE, ASSAULT):
            return Fight(frame.deed, (frame.squad,), aim_of(frame), (str(number),))
    return None


def under_way(game: Skirmish) -> Fight | None:
    """The fire or assault that dice are chosen for."""
    found = declared_now(game)
    return found if found is not None and found.kind != MOVE else None


def declared_now(game: Skirmish) -> Fight | None:
    """The action that dice are chosen for."""
    frame = game.stack[-1] if game.stack else None
    if not isinstance(frame, Activation) or frame.step != "commit" or frame.deed not in FOUGHT:
        return None
    return Fight(frame.deed, (frame.squad,), aim_of(frame))


def aim_of(frame: Activation) -> tuple[str, ...]:
    """The enemy unit, or the point to go to: its two numbers."""
    return (frame.unit,) if frame.unit else tuple(encode_point(frame.way[-1]).split(","))


def why_not(game: Skirmish, fight: Fight) -> Reason | None:
    """Why this cannot be done as things stand."""
    dice = fight.circumstances
    is_known = fight.kind in FOUGHT and len(fight.units) == 1 and len(dice) < 2
    is_known = is_known and len(fight.targets) == (2 if fight.kind == MOVE else 1)
    if not is_known or not all(number.isdecimal() and len(number) < 3 for number in dice):
        return Reason("no-such-fire", (), {"fight": str(fight)})
    (squad,), target = fight.units, ",".join(fight.targets)
    if squad not in game.state.squads or not game.unit(squad):
        return Reason("no-such-squad", (), {"squad": squad})
    refused = game.rules.why_not_dice(int(dice[0])) if dice else None
    if refused is not None or fight == begun(game, fight):
        return refused
    match fight.kind:
        case "fire":
            return why_not_fire(game, squad, target)
        case "assault":
            return why_not_assault(game, squad, target)
    if not game.man(game.state.squads[squad].leader).is_fit:
        return Reason("the-leader-lies", ("D3.2g",), {"squad": squad, "man": game.state.squads[squad].leader})
    return Walking(game, squad, "", ()).why_not(target)


def begun(game: Skirmish, fight: Fight) -> Fight | None:
    """The action under way, with the dice of another question about it."""
    found = declared_now(game)
    return None if found is None else replace(found, circumstances=fight.circumstances)


class Foreseen(DisasterTable):
    """The disaster table once it is known whether the action is completed: only then do the successes matter (D3.0d3)."""

    completes: bool = False

    def roll(self, game: Skirmish) -> Next:
        found = super().roll(game)
        if not isinstance(found, Roll):
            return found
        results = COMPLETING if self.completes else [face for face in range(1, 7) if face not in COMPLETING]
        return replace(found, outcomes=lambda: [DiceOutcome((face,), 1 / len(results)) for face in results])


COMPLETING = (DOUBTFUL,)
VOLLEY_LOST = 1
"""A line from which men run may lose its volley, and with it a success."""


class Trial(Activation):
    """An activation as far as its action: the heroic table and what follows are no part of its odds."""

    completes: bool = False
    steps: ClassVar[tuple[str, ...]] = ("roll", "men_run", "shed_red_dice", "judge", "carry_out", "heroism", "finish")

    def rolled(self, game: Skirmish, rolled: Rolled) -> Next:
        dice = self.dice + self.extra + self.red
        self.completes = rolled.faces[dice:] == (1,)
        return super().rolled(game, replace(rolled, faces=rolled.faces[:dice]))

    def men_run(self, game: Skirmish) -> Next:
        """The initiative passes at once: nothing that a trial follows depends on it, so it need not be remembered."""
        if self.ones() >= game.rules.numbers.fiasco:
            pass_initiative(game)
        return super().men_run(game)

    def finish(self, game: Skirmish) -> Next:
        hold_objectives(game)
        check_end(game)
        return Done()

    def judge(self, game: Skirmish) -> Next:
        found = super().judge(game)
        return replace(found, procedure=Foreseen(self.squad, completes=self.completes)) if isinstance(found, Call) else found

    def carry_out(self, game: Skirmish) -> Next:
        found = super().carry_out(game)
        if isinstance(found, Call) and isinstance(found.procedure, Charge):
            charge = found.procedure
            return Call(Approach(charge.squad, charge.unit, charge.gross, charge.called))
        return found

    def heroism(self, game: Skirmish) -> Next:
        return None

    def pool(self, game: Skirmish) -> Callable[[], Iterable[DiceOutcome]]:
        """Red sixes are fours here; so are red fives, which only take dice from the pool and change nothing else."""
        least, most = self.that_count(game)
        able = sum(man.wounds < SEVERELY for man in game.unit(self.squad))
        white, side = self.dice + self.extra, self.side
        calmed = {number: Consequences(tracks=(("red-dice", side, -number),)) for number in range(1, self.red + 1)}
        return partial(
            dice_outcomes, white, self.red, game.rules.red_succeed, most, False, least, able, calmed.__getitem__, COMPLETING
        )

    def that_count(self, game: Skirmish) -> tuple[int, int]:
        """Fewer successes than the first number hit nobody, and more than the second no more men, whoever may run before."""
        if self.deed != FIRE:
            return 0, self.most(game)
        shot = Shot(game, self.squad, game.unit_named(self.unit))
        found, needed = shot.aim(), needed_for(game, self)
        if found is None or needed is None or found.shooter.id != game.state.squads[self.squad].leader:
            return 0, MANY
        hurt = -sum(modifier.value for modifier in game.rules.wound_modifiers(game, self.squad))
        return needed - hurt, needed + len(shot.targets) + VOLLEY_LOST


class Approach(Charge):
    """An assault as far as contact: a melee of many men is not worked out."""

    completes: bool = False

    def roll(self, game: Skirmish) -> Next:
        found = super().roll(game)
        assert isinstance(found, Roll)
        return replace(found, outcomes=partial(dice_outcomes, self.dice, 0, True, self.dice, table=COMPLETING))

    def rolled(self, game: Skirmish, rolled: Rolled) -> Next:
        self.completes = rolled.faces[self.dice :] == (1,)
        return super().rolled(game, replace(rolled, faces=rolled.faces[: self.dice]))

    def defenders_disaster(self, game: Skirmish) -> Next:
        found = super().defenders_disaster(game)
        assert isinstance(found, Call)
        return replace(found, procedure=Foreseen(self.unit, completes=self.completes))

    def fight(self, game: Skirmish) -> Next:
        return DONE


def declared(game: Skirmish, fight: Fight) -> Trial:
    """The activation that a fight stands for, with its dice."""
    refused = why_not(game, fight)
    if refused is not None:
        raise IllegalAction(refused)
    (squad,), target = fight.units, ",".join(fight.targets)
    side = game.state.squads[squad].side
    if fight == begun(game, fight):
        frame = game.stack[-1]
        assert isinstance(frame, Activation)
        fields = {name: getattr(frame, name) for name in ("way", "unit", "formation", "called", "bonus", "nested")}
    elif fight.kind == MOVE:
        way = Walking(game, squad, "", ()).way(spot(target))
        assert way is not None
        fields = {"way": way.points}
    else:
        fields = {"unit": target}
    trial = Trial(squad, side, fight.kind, **fields)
    trial.red, trial.extra = game.state.red[side], trial.repetition(game)
    needed = needed_for(game, trial)
    best = best_dice(1 if needed is None else needed, trial.extra, trial.red, game.rules.red_succeed)
    trial.dice = int(fight.circumstances[0]) if fight.circumstances else best
    return trial


def spot(text: str) -> Point:
    p = point_of(text)
    assert p is not None
    return p


def prospect(game: Skirmish, fight: Fight) -> Prospect:
    """D3.1 to D3.3: the chances of each number of hits, or of each distance, of a fiasco and of a disaster."""
    trial = declared(game, fight)
    side, squad = trial.side, trial.squad
    use, modifiers, strength = fire_use(game, trial) if trial.deed == FIRE else walk_use(game, trial)
    added = sum(modifier.value for modifier in modifiers)
    needed = needed_for(game, trial)
    white, red = trial.dice + trial.extra, trial.red
    ways = ways_of(white, red, game.rules.red_succeed)

    def results(more: int) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for number, count in ways.items():
            key = use(number + added + more) if isinstance(number, int) else number
            found[key] = found.get(key, 0) + count
        return {key: count for key, count in found.items() if count}

    fires = trial.deed == FIRE
    return Prospect(
        fight,
        side,
        ENEMY[side],
        {side: white + red, ENEMY[side]: strength},
        f"{max(needed or 0, 0)}+",
        (),
        modifiers,
        6 ** (white + red),
        results,
        lambda result: (0, int(result) if fires and result.isdecimal() else 0),
        lambda result: worth_of(result, fires),
        policies=(FIRST_LEGAL,) if game.unit(squad) else (),
        counted="men",
    )


def worth_of(result: str, fires: bool) -> int:
    """What a result is worth to who acts: hits, arriving; a failure costs the initiative."""
    if result in (FIASCO, DISASTER):
        return -1
    if result.isdecimal():
        return int(result) if fires else 0
    return 1 if result in (ARRIVES, CONTACT) else 0


def fire_use(game: Skirmish, trial: Trial) -> tuple[Callable[[int], str], tuple[Modifier, ...], int]:
    """D3.2c: what a number of successes hits, what changes them, and the level of the target."""
    shot = Shot(game, trial.squad, game.unit_named(trial.unit))
    found = shot.aim()
    modifiers = () if found is None else shot.modifiers(found)
    level, most = game.squad_of_unit(trial.unit).level, len(shot.targets)
    return lambda total: str(min(hits_of(total, level), most)), (*modifiers, *added_to(game, trial)), level


def walk_use(game: Skirmish, trial: Trial) -> tuple[Callable[[int], str], tuple[Modifier, ...], int]:
    """D3.1a: how far a number of successes leads the leader, and whether that is far enough."""
    modifiers = added_to(game, trial)
    needed = (needed_for(game, trial) or 0) + sum(modifier.value for modifier in modifiers)
    there = CONTACT if trial.deed == ASSAULT else ARRIVES  # D3.3b
    most = game.rules.numbers.most // game.rules.numbers.step

    def use(total: int) -> str:
        gross = min(max(total, 0), most) * game.rules.numbers.step
        return there if total >= needed else f"{leaders_part(game, trial, gross) / CM:g}-cm"

    return use, modifiers, needed


def leaders_part(game: Skirmish, trial: Trial, gross: int) -> int:
    """What the leader has of a distance: a wounded one half, and one who moves in line."""
    leader = game.man(game.state.squads[trial.squad].leader)
    if trial.deed == ASSAULT:
        return gross // 2 if leader.wounds == LIGHTLY else gross  # D3.2g
    # D3.1a, D3.2.2b
    return gross_for(game, trial.squad, leader, gross, formation_of(game, trial.squad, trial.formation))


def added_to(game: Skirmish, trial: Trial) -> tuple[Modifier, ...]:
    bonus = (Modifier(trial.bonus, "fire-at-will", "D3.0h3"),) if trial.bonus else ()
    return (*standing_modifiers(game, trial.squad), *bonus)


# ---------------------------------------------------------------- all that may come of it


def stage(game: Skirmish, fight: Fight) -> Procedure:
    trial = declared(game, fight)
    game.stack, game.pending = [TrialEnd()], None
    return trial


def default_answer(game: Skirmish, ask: Ask) -> tuple[str, Action]:
    """Defenders of an assault fire with the dice that most often hit; elsewhere the first on the list."""
    frame = game.stack[-1]
    if isinstance(frame, Charge):
        return BEST_DICE, RollDice(defenders_dice(game, frame))
    return FIRST_LEGAL, ask.actions[0]


def defenders_dice(game: Skirmish, charge: Charge) -> int:
    """D3.3d: the number of dice that most often hits one of those who charge."""
    return best_dice(game.state.squads[charge.squad].level - defenders_bonus(game, charge), 0, 0, True)


def defenders_bonus(game: Skirmish, charge: Charge) -> int:
    """What range, cover, wounds and surprise add to the successes of who fires at a charge."""
    shot = Shot(game, charge.unit, game.men(charge.men))
    found = shot.aim()
    modifiers = [] if found is None else [modifier.value for modifier in shot.modifiers(found)]
    modifiers += [modifier.value for modifier in game.rules.wound_modifiers(game, charge.unit)]
    return sum(modifiers) + game.rules.numbers.surprise


def consequences(before: Skirmish, after: Skirmish) -> Consequences:
    """Who is hit, runs, or is taken; red dice, men in the ranks, how far the leader came, and the initiative."""
    men, squads = before.state.men, before.state.squads
    changed = [man for man in after.state.men.values() if man is not men[man.id]]
    fates = [(man.id, fate) for man in changed if (fate := fate_of(men[man.id], man))]
    hit = [after.man(id).side for id, fate in fates if {*fate} & LOST]
    moved = {man.id for man in changed}
    for squad in after.state.squads.values():
        if squad is not squads.get(squad.id) or squad.leader in moved:
            fate = squad_fate(before, after, squad)
            if fate:
                fates.append((squad.id, fate))
    tracks = []
    for side in SIDES:
        ranks = [is_in_ranks(man) - is_in_ranks(men[man.id]) for man in changed if man.side == side]
        tracks += [
            ("red-dice", side, after.state.red[side] - before.state.red[side]),
            ("in-ranks", side, sum(ranks)),
            ("initiative", side, (after.state.initiative == side) - (before.state.initiative == side)),
        ]
    over = after.over
    ending = f"{over.level} {over.winner or 'none'}" if over is not None else ""
    return Consequences(
        tuple(sorted(fates)),
        tuple(sorted(track for track in tracks if track[2])),
        tuple((side, hit.count(side)) for side in SIDES if side in hit),
        ending,
    )


def is_in_ranks(man: Man) -> bool:
    """D-R13."""
    return man.is_free and man.wounds < SEVERELY


def still_matters(game: Skirmish) -> Hashable | None:
    """What the rest of a trial depends on once dice are rolled for casualties, by defenders, or for men who run.

    By then the successes are used up, and doubt is for the next activation. Nothing is set apart where the game may end.
    """
    stack = game.stack
    if len(stack) < 3 or not isinstance(stack[0], TrialEnd) or not isinstance(stack[1], Trial):
        return None
    trial, top, state = stack[1], stack[-1], game.state
    if isinstance(top, Fire) and len(stack) == 3:
        if may_end(game, trial.side, 0, len(top.struck)):
            return None
        foes = [man for man in state.men.values() if man.side != trial.side]
        return (top.struck, *foes, *(squad for squad in state.squads.values() if squad.side != trial.side))
    charge = stack[2]
    if isinstance(charge, Charge) and isinstance(top, Charge | Fire):
        if may_end(game, trial.side, len(charge.men), 0 if isinstance(top, Fire) else len(charge.target)):
            return None
        fields = charge.squad, charge.unit, charge.men, charge.starts, charge.target, charge.stood, charge.others, charge.behind
        struck = top.struck if isinstance(top, Fire) else charge.dice
        squads = [replace(squad, doubtful=False) if squad.doubtful else squad for squad in state.squads.values()]
        return (top.step, struck, *fields, *state.men.values(), *squads)
    return None


def may_end(game: Skirmish, side: str, own: int, theirs: int) -> bool:
    """Whether the game may end when each side loses as many men as it may, or by the last pass."""
    if game.state.passes + 1 >= game.rules.limit:
        return True
    losses = {side: own, ENEMY[side]: theirs}
    return any(losses[side] > men_to_spare(game, side) for side in SIDES)


LOST = frozenset({"dead", "severely-wounded", "lightly-wounded"})


def fate_of(before: Man, after: Man) -> tuple[str, ...]:
    if after.box != before.box:
        return (after.box,)
    if after.captor != before.captor:
        return ("captured",)
    if after.wounds != before.wounds:
        return ("severely-wounded" if after.wounds == SEVERELY else "lightly-wounded",)
    return ()


def squad_fate(before: Skirmish, after: Skirmish, squad: Squad) -> tuple[str, ...]:
    """What becomes of a squad as a whole; of one that moved, how far in steps of ten centimetres."""
    old = before.state.squads.get(squad.id)
    if old is None:
        return ()
    marks = {"confused": squad.pinned and not old.pinned, "doubtful": squad.doubtful and not old.doubtful}
    found = [mark for mark, is_new in marks.items() if is_new]
    leader = after.state.men.get(squad.leader)
    if leader is not None and leader.is_free and squad.leader == old.leader:
        far = distance(before.man(leader.id).at, leader.at)
        if far:
            found.append(f"moved-{min(-int(-far // (10 * CM)), FARTHEST)}")
    return tuple(found)


FARTHEST = 4
"""A move is four steps of ten centimetres at most (D3.1a)."""


@lru_cache(maxsize=1024)
def best_dice(needed: int, extra: int, red: int, red_succeed: bool) -> int:
    """The number of dice that most often brings so many successes."""
    table = [risk(number, extra, red, red_succeed, most=max(needed, 1)) for number in range(2, 21)]
    return max(table, key=lambda row: row.reached[max(needed, 1) - 1]).dice
