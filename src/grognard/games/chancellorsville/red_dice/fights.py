"""Rolls asked about beforehand: what each number of dice may bring, exactly and with the red pool counted in.

A fire is written `fire V1 U2`, or `fire V1 U2 7` with the number of white dice. Without a number it is the one that most often
hits somebody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.actions import Action
from grognard.core.errors import IllegalAction
from grognard.core.fights import Fight, Prospect
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.red_dice.actions import FireAt, RollDice
from grognard.games.chancellorsville.red_dice.activation import ASSAULT, FIRE, MOVE, Activation
from grognard.games.chancellorsville.red_dice.assault import charge_way
from grognard.games.chancellorsville.red_dice.components import ENEMY
from grognard.games.chancellorsville.red_dice.fire import Shot, hits_of, why_not_fire
from grognard.games.chancellorsville.red_dice.moving import gross_for
from grognard.games.chancellorsville.red_dice.pools import heroic, running
from grognard.games.chancellorsville.red_dice.ways import measured

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

FIASCO, DISASTER = "fiasco", "disaster"


# ---------------------------------------------------------------- a pool


def ways_of(white: int, red: int, red_succeed: bool) -> dict[int | str, int]:
    """In how many of all falls there are so many successes and fewer than two ones; and a fiasco, and a disaster."""
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
    return Risk(dice, reached, ways[FIASCO] / total, ways[DISASTER] / total, running(red), heroic(dice + extra, red))


def risks(game: Skirmish, numbers: range = range(2, 21)) -> Iterator[Risk]:
    """The table of the dice decision, where one is asked for; for Close ranks and elsewhere nothing."""
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Activation) and frame.step == "commit":
        red, extra = game.state.red[frame.side], frame.repetition(game)
        for number in numbers:
            yield risk(number, extra, red, game.rules.red_succeed)


# ---------------------------------------------------------------- what a declared action needs


def standing_modifiers(game: Skirmish, squad: str) -> tuple[Modifier, ...]:
    """D3.2f, D3.0d3: what will be taken from the successes, whatever they are used for."""
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
            shot = Shot(game, frame.squad, game.unit_named(frame.unit))
            found = shot.aim()
            if found is None:
                return None
            level = game.squad_of_unit(frame.unit).level
            return level - sum(modifier.value for modifier in shot.modifiers(found)) - off
        case "assault":
            way = charge_way(game, leader.at, game.unit_named(frame.unit))
            far = way.length - numbers.contact_cm + way.deductions(numbers)
            share = 2 if leader.wounds else 1
            return max(-int(-(far - numbers.slack) * share // numbers.step), 1) - off
    return None


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


# ---------------------------------------------------------------- fire, as a fight


def fight_of(game: Skirmish, seat: str, action: Action) -> Fight | None:
    """The fire that an action declares, or that a number of dice is chosen for."""
    frame = game.stack[-1] if game.stack else None
    if not isinstance(frame, Activation):
        return None
    match action:
        case FireAt(unit=unit):
            return Fight(FIRE, (frame.squad,), (unit,))
        case RollDice(number=number) if frame.deed == FIRE:
            return Fight(FIRE, (frame.squad,), (frame.unit,), (str(number),))
    return None


def why_not(game: Skirmish, fight: Fight) -> Reason | None:
    """Why this cannot be fired as things stand."""
    dice = fight.circumstances
    is_fire = fight.kind == FIRE and len(fight.units) == len(fight.targets) == 1 and len(dice) < 2
    if not is_fire or not all(number.isdecimal() and len(number) < 3 for number in dice):
        return Reason("no-such-fire", (), {"fight": str(fight)})
    (squad,) = fight.units
    if squad not in game.state.squads or not game.unit(squad):
        return Reason("no-such-squad", (), {"squad": squad})
    refused = game.rules.why_not_dice(int(dice[0])) if dice else None
    return refused or why_not_fire(game, squad, fight.targets[0])


def prospect(game: Skirmish, fight: Fight) -> Prospect:
    """D3.2: the chances of each number of hits, of a fiasco and of a disaster."""
    refused = why_not(game, fight)
    if refused is not None:
        raise IllegalAction(refused)
    (squad,), (unit,) = fight.units, fight.targets
    side = game.state.squads[squad].side
    men = game.unit_named(unit)
    shot = Shot(game, squad, men)
    found = shot.aim()
    assert found is not None
    level = game.squad_of_unit(unit).level
    modifiers = (*shot.modifiers(found), *standing_modifiers(game, squad))
    added, red, state = sum(modifier.value for modifier in modifiers), game.state.red[side], game.state
    extra = state.repeats if (state.last_squad, state.last_deed) == (squad, FIRE) else 0
    succeed, most = game.rules.red_succeed, len(shot.targets)
    dice = int(fight.circumstances[0]) if fight.circumstances else best_dice(level - added, extra, red, succeed)
    ways = ways_of(dice + extra, red, succeed)

    def results(more: int) -> Mapping[str, int]:
        falls: dict[str, int] = {}
        for number, count in ways.items():
            key = str(min(hits_of(number + added + more, level), most)) if isinstance(number, int) else number
            falls[key] = falls.get(key, 0) + count
        return {key: count for key, count in falls.items() if count}

    return Prospect(
        fight,
        side,
        ENEMY[side],
        {side: dice + extra + red, ENEMY[side]: level},
        f"{level - added}+",
        (),
        modifiers,
        6 ** (dice + extra + red),
        results,
        lambda result: (0, int(result) if result.isdecimal() else 0),
        lambda result: int(result) if result.isdecimal() else -1,
        counted="men",
    )


def best_dice(needed: int, extra: int, red: int, red_succeed: bool) -> int:
    """The number of dice that most often brings so many successes."""
    table = [risk(number, extra, red, red_succeed, most=max(needed, 1)) for number in range(2, 21)]
    return max(table, key=lambda row: row.reached[max(needed, 1) - 1]).dice
