"""Red Dice: a skirmish of single soldiers on a table measured in centimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.rules import RedDiceRules


OPTIONS = (
    Option("red_dice_count_as_successes", True, (True, False), "D0.5"),
    Option("single_modifier", False, (False, True), "D0.5"),
    Option("initiative_limit", 0, (0, 10, 15, 20, 30, 40, 60), "D0.5"),
)
"""D0.5: house rules; of `initiative_limit`, nought is what the battlefield says."""

BATTLEFIELDS = {
    "turnpike": "Red Dice: the turnpike at McGee's farm",
    "furnace": "Red Dice: the railroad cut at Catharine Furnace",
    "schoolhouse": "Red Dice: the schoolhouse at Salem Church",
}


def scenarios() -> list[Scenario]:
    """What the catalogue offers of this game."""
    return [
        Scenario(f"chancellorsville/red-dice/{name}", title, _rules, OPTIONS, minutes=30, difficulty=1, seats=("ANV", "AoP"))
        for name, title in BATTLEFIELDS.items()
    ]


def own_scenario(document: object) -> Scenario:
    """A battlefield of somebody's own, checked; its id tells it apart from others of the same name."""
    from grognard.games.chancellorsville.red_dice.own_battlefield import checked, name_of
    from grognard.games.chancellorsville.red_dice.rules import RedDiceRules

    field = checked(document)
    title = f"Red Dice: {field.title}"
    return Scenario(
        f"chancellorsville/red-dice/{name_of(field)}",
        title,
        lambda scenario, options: RedDiceRules(scenario, options, field),
        OPTIONS,
        minutes=30,
        difficulty=1,
    )


def _rules(scenario: Scenario, options: Options) -> RedDiceRules:
    from grognard.games.chancellorsville.red_dice.rules import RedDiceRules

    return RedDiceRules(scenario, options, scenario.id.rpartition("/")[2])
