"""What a squad could do, each deed with its dice and what it promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.actions import Action
from grognard.games.chancellorsville.red_dice.actions import AssaultOn, CloseRanks, Escort, FireAt, Form, StandFast, WalkTo
from grognard.games.chancellorsville.red_dice.activation import ASSAULT, FIRE, MOVE, Activation, repetition
from grognard.games.chancellorsville.red_dice.assault import charge_way, may_assault, reaches
from grognard.games.chancellorsville.red_dice.choosing import encode_point
from grognard.games.chancellorsville.red_dice.components import ENEMY
from grognard.games.chancellorsville.red_dice.fire import Shot, may_fire
from grognard.games.chancellorsville.red_dice.forecasts import needed_to_contact, needed_to_hit, standing_modifiers
from grognard.games.chancellorsville.red_dice.formations import CLOUD, LINE
from grognard.games.chancellorsville.red_dice.moving import Walking, keeps_line
from grognard.games.chancellorsville.red_dice.pools import exactly
from grognard.games.chancellorsville.red_dice.prisoners import can_escort
from grognard.games.chancellorsville.red_dice.ranks import who_may_return
from grognard.games.chancellorsville.red_dice.sight import FRONT, quarter
from grognard.games.chancellorsville.red_dice.state import APART, LIGHTLY, SQUAD, Skirmish
from grognard.players.skirmisher.charges import worth_of_charge
from grognard.players.skirmisher.places import Map, destinations, in_the_way
from grognard.players.skirmisher.stakes import DISASTER, SPELLS_TO_COME, Place, Stakes, lost_and_ruined

RISES = 0.4
"""What it is worth that a man who lies down may rise."""
COMES_BACK = 0.5


class Deed(NamedTuple):
    """What a squad does: the actions that declare it, its dice, and what it is worth."""

    squad: str
    steps: tuple[Action, ...]
    dice: int
    worth: float


class Aimed(NamedTuple):
    """A shot that a squad has."""

    squad: str
    unit: str
    needed: int
    targets: int


def taken_off(game: Skirmish, squad: str) -> int:
    """How many successes wounds and doubt take from every roll of a squad."""
    return -sum(modifier.value for modifier in standing_modifiers(game, squad))


def outlook(game: Skirmish, side: str) -> tuple[Stakes, list[Aimed]]:
    """How a side stands, with every shot that it has."""
    stakes = Stakes(game, side)
    aimed = [
        found
        for squad in game.state.squads.values()
        if squad.side == side and squad.kind in (SQUAD, APART) and not squad.pinned
        for found in shots(game, squad.id)
    ]
    stakes.shots = [(found.needed, found.targets) for found in aimed]
    return stakes, aimed


def shots(game: Skirmish, squad: str) -> Iterator[Aimed]:
    """D3.2: each unit that a squad can fire at, with the successes that the first hit takes."""
    off = taken_off(game, squad)
    for unit, men in game.units(ENEMY[game.state.squads[squad].side]).items():
        if not may_fire(game, squad, unit):
            continue
        shot = Shot(game, squad, men)
        needed = needed_to_hit(shot, game.squad_of_unit(unit).level)
        if needed is not None:
            yield Aimed(squad, unit, needed + off, len(shot.targets))


def best_deed(game: Skirmish, squad: str, stakes: Stakes, aimed: list[Aimed], frame: Activation | None = None) -> Deed | None:
    """The deed of a squad that promises most."""
    return max(deeds(game, squad, stakes, aimed, frame), key=lambda deed: deed.worth, default=None)


def deeds(game: Skirmish, squad: str, stakes: Stakes, aimed: list[Aimed], frame: Activation | None) -> Iterator[Deed]:
    found = game.state.squads[squad]
    formation = frame.formation if frame is not None else ""
    rising = RISES * sum(man.down for man in game.unit(squad))
    yield Deed(squad, (StandFast(),), 2, stakes.best_pool(lambda _: rising - 0.1, 0, stakes.red, stakes.keep)[0])
    if found.pinned:
        return
    if frame is None or not frame.bends:
        yield from walking(game, squad, stakes, formation)
    if found.kind in (SQUAD, APART) and not formation:
        yield from shooting(game, squad, stakes, aimed)
        yield from charging(game, squad, stakes)
        yield from closing(game, squad, stakes)


def shooting(game: Skirmish, squad: str, stakes: Stakes, aimed: list[Aimed]) -> Iterator[Deed]:
    """D3.2: fire at each unit that can be fired at."""
    extra = repetition(game, squad, FIRE)
    for found in aimed:
        if found.squad == squad:
            bonus = in_the_way(game, stakes, game.unit_named(found.unit))
            worth, dice = stakes.best_fire(found.needed, found.targets, extra, stakes.red, stakes.keep, bonus)
            yield Deed(squad, (FireAt(found.unit),), dice, worth)


def walking(game: Skirmish, squad: str, stakes: Stakes, formation: str) -> Iterator[Deed]:
    """D3.1: go to a better place, or form line where a volley pays."""
    found = game.state.squads[squad]
    leader = game.man(found.leader)
    if not leader.is_fit:
        return
    off, extra = taken_off(game, squad), repetition(game, squad, MOVE)
    key = squad, formation
    if key not in stakes.known:
        stakes.known[key] = better_places(game, squad, stakes, formation)
    for form, p, needed, gain in stakes.known[key]:

        def brings(successes: int, needed: int = needed, gain: float = gain) -> float:
            return gain * min(max(successes - off, 0) / needed, 1.0)

        promise, dice = stakes.best_pool(brings, extra, stakes.red, stakes.keep)
        steps: tuple[Action, ...] = (WalkTo(encode_point(p)),)
        if form and not formation:
            steps = (Form(form), *steps)
        yield Deed(squad, steps, dice, promise)


def better_places(game: Skirmish, squad: str, stakes: Stakes, formation: str) -> list[Place]:
    """Places to go to, each in a formation, with the successes that takes and what is gained."""
    found = game.state.squads[squad]
    leader = game.man(found.leader)
    chart = Map(game, squad, stakes)
    hurt = sum(man.wounds > LIGHTLY for man in game.unit(squad))
    volleys = chart.number >= game.rules.numbers.volley
    here = chart.worth(leader.at, keeps_line(game, squad, LINE), hurt)
    kept = formation or found.formation
    forms = [formation] if formation else [""]
    if not formation and kept == LINE:
        forms.append(CLOUD)
    elif not formation and volleys:
        forms.append(LINE)
    return [
        (form, p, needed, worth - here)
        for form in forms
        for p, needed, worth in destinations(Walking(game, squad, form, ()), chart, (form or kept) == LINE and volleys)
        if worth > here
    ]


def worth_of_contact(game: Skirmish, squad: str, unit: str, needed: int) -> float:
    """What a melee with a unit is worth to a squad that gets there with just so many successes."""
    found, numbers = game.state.squads[squad], game.rules.numbers
    target = game.unit_named(unit)
    leader = game.man(found.leader)
    off = charge_way(game, leader.at, target).deductions(numbers)
    mine = [
        man
        for man in game.unit(squad)
        if man.is_fit and reaches(game, man, target, min(needed * numbers.step, numbers.most), off)
    ]
    theirs, other = [man for man in target if man.is_fit], game.squad_of_unit(unit)
    in_front = quarter(other.facing, game.unit_leader(unit).at, leader.at) == FRONT and not other.pinned
    lying = len(target) - len(theirs)
    return worth_of_charge(len(mine), found.level, len(theirs), other.level, lying, in_front, numbers)


def charging(game: Skirmish, squad: str, stakes: Stakes) -> Iterator[Deed]:
    """D3.3: assault where the odds of the melee are good."""
    found, numbers = game.state.squads[squad], game.rules.numbers
    if game.man(found.leader).wounds == LIGHTLY:
        return
    off = taken_off(game, squad)
    for unit, men in game.units(ENEMY[found.side]).items():
        if not may_assault(game, squad, unit):
            continue
        needed = needed_to_contact(game, squad, men)
        if needed > numbers.most // numbers.step:
            continue
        prize = worth_of_contact(game, squad, unit, needed) * (1 + stakes.end * (0.5 if stakes.lead > 0 else -0.7))
        prize += 0.6 * in_the_way(game, stakes, men)
        if prize <= 0:
            continue

        def brings(successes: int, needed: int = needed, prize: float = prize) -> float:
            return prize if successes - off >= needed else 0.0

        promise, dice = stakes.best_pool(brings, repetition(game, squad, ASSAULT), stakes.red, stakes.keep)
        yield Deed(squad, (AssaultOn(unit),), dice, promise)


def closing(game: Skirmish, squad: str, stakes: Stakes) -> Iterator[Deed]:
    """D3.4: calm the red dice, and bring men back; the initiative passes in any case."""
    number = sum(man.is_fit for man in game.unit(squad))
    returns = bool(who_may_return(game, squad))
    if not number or not (stakes.red or returns):
        return
    off = taken_off(game, squad)
    now = stakes.spell(stakes.red)
    calmed = sum(
        chance * (stakes.spell(max(stakes.red - max(successes - off, 0), 0)) - now)
        for successes, chance in enumerate(exactly(number))
    )
    back = COMES_BACK * returns * number / 6
    worth = SPELLS_TO_COME * calmed + back - DISASTER * lost_and_ruined(number)[1] - stakes.keep
    yield Deed(squad, (CloseRanks(),), 0, worth)


def dice_for(game: Skirmish, frame: Activation) -> int:
    """How many dice to take for what was declared."""
    stakes, aimed = outlook(game, frame.side)
    red, extra = stakes.red, frame.repetition(game)
    off = taken_off(game, frame.squad)
    if frame.deed == FIRE:
        for found in aimed:
            if (found.squad, found.unit) == (frame.squad, frame.unit):
                return stakes.best_fire(found.needed - frame.bonus, found.targets, extra, red, stakes.keep)[1]
    if frame.deed == MOVE:
        return dice_for_way(game, frame, stakes)
    if frame.deed == ASSAULT:
        needed = needed_to_contact(game, frame.squad, game.unit_named(frame.unit))
        prize = max(worth_of_contact(game, frame.squad, frame.unit, needed), 1.0)
        return stakes.best_pool(lambda found: prize * (found - off >= needed), extra, red, stakes.keep)[1]
    return 2


def dice_for_way(game: Skirmish, frame: Activation, stakes: Stakes) -> int:
    if len(frame.way) < 2:
        return 2
    off = taken_off(game, frame.squad)
    needed = Walking(game, frame.squad, frame.formation, ()).mark(frame.way[-1]) or 1
    chart = Map(game, frame.squad, stakes)
    in_line = (frame.formation or game.state.squads[frame.squad].formation) == LINE
    gain = max(chart.worth(frame.way[-1], in_line) - chart.worth(frame.way[0], in_line), 0.3)
    extra = frame.repetition(game)
    return stakes.best_pool(lambda found: gain * min(max(found - off, 0) / needed, 1.0), extra, stakes.red, stakes.keep)[1]


def escort(game: Skirmish, squad: str) -> Action | None:
    """D-R15: a man who takes charge of prisoners that wait by his squad; never the leader if another can."""
    able = [man for man in game.unit(squad) if can_escort(game, man)]
    leader = game.state.squads[squad].leader
    best = min(able, key=lambda man: (man.id == leader, game.rules.order[man.id]), default=None)
    return Escort(best.id) if best is not None and len(game.unit(squad)) > 1 else None
