"""What a squad could do, each deed with its dice and what it promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.core.actions import Action
from grognard.games.chancellorsville.red_dice.actions import AssaultOn, CloseRanks, FireAt, Form, StandFast, WalkTo
from grognard.games.chancellorsville.red_dice.activation import FIRE, MOVE, Activation
from grognard.games.chancellorsville.red_dice.assault import charge_way, may_assault, nearest_of
from grognard.games.chancellorsville.red_dice.choosing import spelled
from grognard.games.chancellorsville.red_dice.components import ENEMY
from grognard.games.chancellorsville.red_dice.fire import Shot, may_fire
from grognard.games.chancellorsville.red_dice.formations import CLOUD, LINE
from grognard.games.chancellorsville.red_dice.moving import Walking, keeps_line
from grognard.games.chancellorsville.red_dice.pools import exactly
from grognard.games.chancellorsville.red_dice.ranks import who_returns
from grognard.games.chancellorsville.red_dice.state import APART, LIGHTLY, SQUAD, Skirmish
from grognard.games.chancellorsville.red_dice.ways import measured
from grognard.players.skirmisher.places import Map, destinations
from grognard.players.skirmisher.stakes import INITIATIVE, RED_DIE, Stakes


class Deed(NamedTuple):
    """What a squad does: the actions that declare it, its dice, and what it is worth."""

    steps: tuple[Action, ...]
    dice: int
    worth: float

    @property
    def action(self) -> Action:
        return self.steps[-1]


def repetition(game: Skirmish, squad: str, deed: str) -> int:
    state = game.state
    return state.repeats if (state.last_squad, state.last_deed) == (squad, deed) else 0


def best_deed(game: Skirmish, squad: str, stakes: Stakes, frame: Activation | None = None) -> Deed | None:
    """The deed of a squad that promises most."""
    return max(deeds(game, squad, stakes, frame), key=lambda deed: deed.worth, default=None)


def deeds(game: Skirmish, squad: str, stakes: Stakes, frame: Activation | None) -> Iterator[Deed]:
    found = game.state.squads[squad]
    formation = frame.formation if frame is not None else ""
    rising = 0.3 * sum(man.down for man in game.unit(squad))
    yield Deed((StandFast(),), 2, rising - 0.2 - stakes.price(2, stakes.red))
    if found.pinned:
        return
    if frame is None or not frame.bends:
        yield from walking(game, squad, stakes, formation, frame)
    if found.kind in (SQUAD, APART) and not formation:
        yield from shooting(game, squad, stakes)
        yield from charging(game, squad, stakes)
        yield from closing(game, squad, stakes)


def shooting(game: Skirmish, squad: str, stakes: Stakes) -> Iterator[Deed]:
    """D3.2: fire at each unit that can be fired at."""
    extra = repetition(game, squad, FIRE)
    for unit, men in game.units(stakes.enemy).items():
        if not may_fire(game, squad, unit):
            continue
        shot = Shot(game, squad, men)
        found = shot.aim()
        if found is None:
            continue
        needed = stakes.needed(shot, found, game.squad_of_unit(unit).level)
        worth, dice = stakes.best_fire(needed, len(shot.targets), extra, stakes.red)
        yield Deed((FireAt(unit),), dice, worth)


def walking(game: Skirmish, squad: str, stakes: Stakes, formation: str, frame: Activation | None) -> Iterator[Deed]:
    """D3.1: go to a better place."""
    found = game.state.squads[squad]
    leader = game.man(found.leader)
    if not leader.is_fit:
        return
    chart = Map(game, squad)
    here = chart.worth(leader.at)
    in_line = keeps_line(game, squad, LINE)
    for form in (formation,) if formation else ("", CLOUD) if in_line and found.formation == LINE else ("",):
        paths = Walking(game, squad, form, ())
        extra = repetition(game, squad, MOVE)
        for p, needed, worth in destinations(paths, chart):
            gain = worth - here - (0.3 if form == CLOUD and in_line else 0.0)
            if gain <= 0:
                continue

            def brings(successes: int, needed: int = needed, gain: float = gain) -> float:
                return gain * min(successes / needed, 1.0)

            promise, dice = stakes.best_pool(brings, extra, stakes.red)
            steps: tuple[Action, ...] = (WalkTo(spelled(p)),)
            if form and not formation:
                steps = (Form(form), *steps)
            yield Deed(steps, dice, promise)


def charging(game: Skirmish, squad: str, stakes: Stakes) -> Iterator[Deed]:
    """D3.3: assault where the odds of the melee are good."""
    found, numbers = game.state.squads[squad], game.rules.numbers
    leader = game.man(found.leader)
    if leader.wounds == LIGHTLY:
        return
    mine = [man for man in game.unit(squad) if man.is_fit]
    for unit, men in game.units(ENEMY[found.side]).items():
        if not may_assault(game, squad, unit):
            continue
        theirs = [man for man in men if man.is_fit]
        way = charge_way(game, leader.at, men)
        near = nearest_of(game, leader.at, men)
        far = way.length - numbers.contact_cm + way.deductions(numbers)
        needed = max(-int(-far // numbers.step), 1)
        if needed > 4 or near is None:
            continue
        level = game.squad_of_unit(unit).level
        edge = len(mine) * found.level / max(len(theirs) * level, 1)
        if edge < 1.3:
            continue
        prize = (
            0.5 * len(theirs) + 0.6 * (len(men) - len(theirs)) + (1.5 * len(theirs) if edge >= 2 and len(theirs) <= 4 else 0)
        )
        prize -= 0.35 * len(theirs) / edge

        def brings(successes: int, needed: int = needed, prize: float = prize) -> float:
            return prize if successes >= needed else 0.0

        promise, dice = stakes.best_pool(brings, 0, stakes.red)
        yield Deed((AssaultOn(unit),), dice, promise)


def closing(game: Skirmish, squad: str, stakes: Stakes) -> Iterator[Deed]:
    """D3.4: calm the red dice, and bring men back."""
    number = sum(man.is_fit for man in game.unit(squad))
    if not number or not (stakes.red or who_returns(game, squad)):
        return
    chances = exactly(number)
    calmed = sum(chance * min(successes, stakes.red) for successes, chance in enumerate(chances))
    back = number / 6 * (who_returns(game, squad) is not None)
    worth = (
        calmed * RED_DIE * (0.6 + stakes.red / 5) + 0.4 * back - INITIATIVE - stakes.price(number, 0, loses_initiative=False)
    )
    yield Deed((CloseRanks(),), 0, worth)


def dice_for(game: Skirmish, frame: Activation) -> int:
    """How many dice to take for what was declared."""
    stakes = Stakes(game, frame.side)
    red, extra = stakes.red, frame.repetition(game)
    match frame.deed:
        case "fire":
            men = game.unit_named(frame.unit)
            shot = Shot(game, frame.squad, men)
            found = shot.aim()
            if found is None:
                return 2
            needed = stakes.needed(shot, found, game.squad_of_unit(frame.unit).level)
            return stakes.best_fire(needed, len(shot.targets), extra, red, frame.bonus)[1]
        case "move":
            return dice_for_way(game, frame, stakes, extra, red)
        case "assault":
            leader = game.man(game.state.squads[frame.squad].leader)
            numbers = game.rules.numbers
            way = charge_way(game, leader.at, game.unit_named(frame.unit))
            far = way.length - numbers.contact_cm + way.deductions(numbers)
            needed = max(-int(-far // numbers.step), 1)
            return stakes.best_pool(lambda successes: 3.0 if successes >= needed else 0.0, extra, red)[1]
    return 2


def dice_for_way(game: Skirmish, frame: Activation, stakes: Stakes, extra: int, red: int) -> int:
    numbers = game.rules.numbers
    paths = Walking(game, frame.squad, frame.formation, ())
    if len(frame.way) < 2:
        return 2
    share = paths.full / paths.most * measured(game.rules.field, frame.way).cost(numbers)
    needed = max(-int(-(share - numbers.slack) // numbers.step), 1)
    chart = Map(game, frame.squad)
    gain = max(chart.worth(frame.way[-1]) - chart.worth(frame.way[0]), 0.3)
    return stakes.best_pool(lambda successes: gain * min(successes / needed, 1.0), extra, red)[1]
