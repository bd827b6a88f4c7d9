"""Savannah 4.2: the weather phase of the strategic turns, and what a hurricane costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.events import Rolled
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier
from grognard.games.revolution.savannah.state import ALLIED, CREEKS, savannah
from grognard.games.revolution.savannah.victory import SavannahVictory
from grognard.games.revolution.savannah.weather import FAIR, HEAVY_RAIN, HURRICANE
from grognard.games.revolution.series.actions import LoseStep
from grognard.games.revolution.series.names import Army
from grognard.games.revolution.series.pieces import Counter, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle

FIRST_TURN, SECOND_TURN = 1, 2
CAVALRY, FOOT, GUNS = 0, 1, 2
"""V4.2k: who is lost first."""


class WeatherPhase(Procedure["Battle"]):
    """V3.2: roll on weather turns, go on otherwise; without a roll severe weather is followed by heavy rain."""

    steps: ClassVar[tuple[str, ...]] = ("roll", "second_roll", "strike")

    def tables(self, game: Battle) -> TablesData:
        return rules_of(game).tables

    def roll(self, game: Battle) -> Next:
        """V4.2a: a roll on the turns that the track marks."""
        table, before, turn = self.tables(game).weather, rules_of(game).weather(game), game.state.turn
        if turn not in table.turns:
            return self.settle(game, HEAVY_RAIN if before in table.severe else before)  # V4.2c, V4.2d
        modifiers = []
        calmed = turn == SECOND_TURN and before in table.severe
        if turn in table.turn_drm and not calmed:
            modifiers.append(Modifier(table.turn_drm[turn], "weather-of-the-turn", "V4.2b", {"turn": turn}))
        if before == FAIR and turn > FIRST_TURN:
            modifiers.append(Modifier(table.after_fair_drm, "after-fair-weather", "V4.2b"))
        return Roll("weather", self.rolled, tuple(modifiers), "V4.2a", game.rules.seat_for(game, ALLIED))

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        """V-T-weather: a 0 calls for a second roll."""
        total = min(max(rolled.total, 0), 9)
        if total == 0:
            return Goto("second_roll")
        return self.settle(game, rules_of(game).weather_rolled(total))

    def second_roll(self, game: Battle) -> Next:
        """V4.2b: after a 0, unmodified."""
        return Roll("weather-again", self.rolled_again, (), "V-T-weather", game.rules.seat_for(game, ALLIED))

    def rolled_again(self, game: Battle, rolled: Rolled) -> Next:
        return self.settle(game, rules_of(game).weather_rolled_again(rolled.faces[0]))

    def settle(self, game: Battle, weather: str) -> Next:
        rules_of(game).set_weather(game, weather)
        return Goto("strike")

    def strike(self, game: Battle) -> Next:
        """V4.2k: what a hurricane takes."""
        if savannah(game).weather != HURRICANE:
            return DONE
        return Call(HurricaneLosses(game.rules.armies), then=self.struck)

    def struck(self, game: Battle, _: object) -> Next:
        return DONE


class HurricaneLosses(Procedure["Battle"]):
    """V4.2k: the easternmost unit of each army loses a step, its owner choosing among equals."""

    armies: tuple[Army, ...]
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        while self.armies:
            units = exposed_to_the_storm(game, self.armies[0])
            if units:
                seat = game.rules.seat_of_army[self.armies[0]]
                return Ask(seat, [LoseStep(unit.id) for unit in units], self.lose, "hurricane-loss", "V4.2k")
            self.armies = self.armies[1:]
        return DONE

    def lose(self, game: Battle, answer: LoseStep) -> Next:
        """V4.2k: no victory points, and only the army's own loss of morale."""
        rules = rules_of(game)
        rules.lose_unscored(game, answer.piece)
        if answer.piece != CREEKS:  # V4.8d
            rules.note_change(game, "hurricane", self.armies[0], -1, 0, "V4.2k")
        self.armies = self.armies[1:]
        rules.post_army_morale(game)
        return Goto("choose")


def exposed_to_the_storm(game: Battle, army: str) -> list[Piece]:
    """V4.2k: the units in the easternmost column that an army holds, cavalry before infantry before artillery."""
    grid, side = game.rules.board.grid, game.rules.components.side_of_army[army]
    units = [unit for unit in game.units_of(side) if game.army_of(unit.id) == army]
    if not units:
        return []
    column = max(grid.column(unit.hex) for unit in units)
    there = [unit for unit in units if grid.column(unit.hex) == column]
    first = min(rank(game.counter(unit.id)) for unit in there)
    return [unit for unit in there if rank(game.counter(unit.id)) == first]


def rank(counter: Counter) -> int:
    return CAVALRY if counter.is_cavalry else GUNS if counter.is_artillery else FOOT


def rules_of(game: Battle) -> SavannahVictory:
    return cast("SavannahVictory", game.rules)
