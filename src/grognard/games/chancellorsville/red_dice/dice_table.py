"""The table of the dice decision: for each number of dice, what each success would do and all that is to be feared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.core.risk_tables import RiskColumn, RiskRow, RiskTable
from grognard.core.texts import text
from grognard.games.chancellorsville.red_dice.actions import RollDice
from grognard.games.chancellorsville.red_dice.activation import FIRE, Activation
from grognard.games.chancellorsville.red_dice.assault import Charge
from grognard.games.chancellorsville.red_dice.fire import hits_of
from grognard.games.chancellorsville.red_dice.forecasts import (
    ARRIVES,
    CONTACT,
    declared,
    declared_now,
    defenders_bonus,
    fire_use,
    risk,
    walk_use,
)

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish


def risk_table(game: Skirmish) -> RiskTable | None:
    """The dice decision: for each number of dice the chances of one success and more, and of all that is to be feared."""
    frame = game.stack[-1] if game.stack else None
    if isinstance(frame, Charge) and frame.step == "offer_fire":
        return defence_table(game, frame)
    if not isinstance(frame, Activation) or frame.step != "commit":
        return None
    red, extra = game.state.red[frame.side], frame.repetition(game)
    uses = uses_of(game, frame)
    most = len(uses)
    columns = goods(uses)
    columns += [bad(word) for word in FEARED if red or word not in OF_RED]
    rows = []
    for number in range(game.rules.numbers.least_dice, MOST_LISTED + 1):
        found = risk(number, extra, red, game.rules.red_succeed, max(most, 1))
        of_red = {"somebody-runs": 1 - found.runs[0], "heroic": found.heroic} if red else {}
        chances = {"initiative-lost": found.loses_initiative, "disaster": found.disaster, **of_red}
        rows.append(RiskRow(RollDice(number), (*found.reached[:most], *(chances[word] for word in FEARED if word in chances))))
    return RiskTable(tuple(columns), tuple(rows))


def defence_table(game: Skirmish, charge: Charge) -> RiskTable:
    """D3.3d: the same for fire at a charge: no red dice, and no initiative to lose."""
    level, added = game.state.squads[charge.squad].level, defenders_bonus(game, charge)
    columns = goods([str(hits_of(number + added, level)) for number in range(1, SHOWN + 1)])
    columns += [bad("no-fire"), bad("disaster")]
    rows = []
    for number in range(game.rules.numbers.least_dice, MOST_LISTED + 1):
        found = risk(number, 0, 0, True, SHOWN)
        rows.append(RiskRow(RollDice(number), (*found.reached, found.loses_initiative, found.disaster)))
    return RiskTable(tuple(columns), tuple(rows))


SHOWN = 6
"""The columns for successes."""
MOST_LISTED = 16
"""More dice can be rolled, but hardly anybody should."""
FEARED = ("initiative-lost", "disaster", "somebody-runs", "heroic")
OF_RED = ("somebody-runs", "heroic")


def goods(uses: Sequence[str]) -> list[RiskColumn]:
    """What each number of successes does; the first that does what is wanted is the goal."""
    goal = next((place for place, result in enumerate(uses) if is_wanted(result)), -1)
    return [
        RiskColumn(text("risk.successes", {"number": place + 1}), use_in_words(result), goal=place == goal)
        for place, result in enumerate(uses)
    ]


def is_wanted(result: str) -> bool:
    return result in (ARRIVES, CONTACT) or (result.isdecimal() and result != "0")


def use_in_words(result: str) -> str:
    """In few words: they head a column."""
    if result.isdecimal():
        return text("risk.hits", {"hits": result})
    if result.endswith("-cm"):
        return text("risk.far", {"far": result.removesuffix("-cm")})
    return text(f"risk.{result}")


def bad(word: str) -> RiskColumn:
    return RiskColumn(text(f"risk.{word}"), "", bad=word != "heroic")


def uses_of(game: Skirmish, frame: Activation) -> list[str]:
    """What one success on the dice would do, two, three and so on, until more make no difference."""
    fight = declared_now(game)
    if fight is None:
        return []
    trial = declared(game, fight)
    use, modifiers, _ = fire_use(game, trial) if trial.deed == FIRE else walk_use(game, trial)
    added = sum(modifier.value for modifier in modifiers)
    found: list[str] = []
    for number in range(1, SHOWN + 1):
        result = use(number + added)
        found.append(result)
        if result in (ARRIVES, CONTACT):
            break
    return found
