"""What the table shows: the picture as a seat sees it, and what the choices cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from grognard.core.actions import Action
from grognard.core.fights import DicePool
from grognard.core.hexes import Hex, members
from grognard.core.pictures import CounterPicture, Picture, StackPicture
from grognard.core.pictures.hexes import HexSheet
from grognard.games.chancellorsville.victories.actions import AddBonus, SubtractBonus
from grognard.games.chancellorsville.victories.bonuses import in_order, pool_of
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.picture import bare_map, picture_of
from grognard.games.chancellorsville.victories.pieces import ARMIES, ENEMY

HIT = 5
"""U14.32: what a die must show to hit, without a modifier."""

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.rules import VictoriesRules


def counts_from(dice: str) -> tuple[int, ...]:
    """The face from which on each die hits."""
    return tuple(HIT - modifier for modifier in in_order(pool_of(dice)))


class AtTheTable(Chapter[C]):
    """For browser and terminal alike."""

    @cached_property
    def bare_map(self) -> HexSheet:
        return bare_map(cast("VictoriesRules", self))

    @cached_property
    def drawn_counters(self) -> dict[object, CounterPicture]:
        """Counters as drawn, by unit and state."""
        return {}

    @cached_property
    def drawn_stacks(self) -> dict[object, StackPicture]:
        """Stacks as drawn, by their units, or by their number where no more is seen."""
        return {}

    def shows_face(self, game: C, seat: str | None, army: str, h: Hex) -> bool:
        """U9.26: whether a seat sees what is in a stack; when the game is over everybody does."""
        return army == seat or game.over is not None or (seat in ARMIES and game.rules.sees(game, str(seat), h))

    def picture(self, game: C, seat: str | None = None) -> Picture | None:
        return picture_of(game, seat)

    def pools(self, game: C, seat: str, action: Action) -> tuple[DicePool, ...]:
        """U14.28: the dice as a sharing out of bonuses would leave them, one's own first."""
        fight = game.stack[-1] if game.stack else None
        if not isinstance(fight, Combat) or not isinstance(action, AddBonus | SubtractBonus):
            return ()
        own, enemy = (fight.attack, fight.defence) if seat == fight.army else (fight.defence, fight.attack)
        if isinstance(action, AddBonus):
            own = action.dice
        else:
            enemy = action.dice
        return DicePool(seat, counts_from(own)), DicePool(ENEMY[seat], counts_from(enemy))

    def costs(self, game: C, seat: str) -> Mapping[Action, float]:
        """U9.2: what the hexes cost that a march can reach."""
        campaign, march = game, game.stack[-1] if game.stack else None
        if not isinstance(march, March) or march.army != seat or march.path:
            return {}
        rules = campaign.rules
        reach = rules.destinations(campaign, seat, march.units(campaign), march.spent, march.by_road)
        priced = ((goal, reach.cost(h)) for goal, h in zip(rules.goals.of(reach.all), members(reach.all), strict=True))
        return {goal: cost / MP for goal, cost in priced if cost is not None}
