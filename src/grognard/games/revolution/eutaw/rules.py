"""Eutaw Springs: the exclusive rules, as overrides of the series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.conditions import Condition, Count
from grognard.core.games import Options, Outcome
from grognard.core.hexes import Hex
from grognard.core.overlays.applying import check, settled
from grognard.core.overlays.components import component
from grognard.core.procedures import Procedure
from grognard.core.scenarios import Scenario
from grognard.core.texts import Modifier
from grognard.games.revolution.eutaw.camp import Camp, Looting
from grognard.games.revolution.eutaw.charts import EutawCharts
from grognard.games.revolution.eutaw.data_checks import check_tables
from grognard.games.revolution.eutaw.data_schema import TablesData
from grognard.games.revolution.eutaw.house import House
from grognard.games.revolution.eutaw.leadership import Leadership
from grognard.games.revolution.eutaw.reinforcements import CallUp, CallUpDecision, Forgo, Reinforcements
from grognard.games.revolution.eutaw.rooting_party import RootingParty
from grognard.games.revolution.eutaw.santee import Cross, Santee
from grognard.games.revolution.eutaw.state import AMERICAN, BRITISH, CROSSING, DISORDER, FORAGING, NORTH_BANK, EutawState, eutaw
from grognard.games.revolution.series.actions import SERIES_ACTIONS
from grognard.games.revolution.series.announcement import AnnouncedCombat
from grognard.games.revolution.series.battle import Battle, BattleState
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.data_schema import ScenarioData, Units
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, PARADE
from grognard.games.revolution.series.rules import SERIES_PROCEDURES

PACKAGE = "grognard.games.revolution.eutaw"


class EutawRules(House, Leadership, EutawCharts, Reinforcements, Camp, Santee, RootingParty):
    """The exclusive rules of Eutaw Springs. E3.17c: Swamp Fox, unit and leader, is lost as both (`unit_lost` of the series)."""

    actions: ClassVar[tuple[type[Action], ...]] = (*SERIES_ACTIONS, Cross, CallUp, Forgo)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (*SERIES_PROCEDURES, Looting, CallUpDecision)
    state_class: type[BattleState] = EutawState
    marks: tuple[str, ...] = (DISORDER, CROSSING, NORTH_BANK, FORAGING)

    def __init__(self, scenario: Scenario, options: Options, components: Components, tables: TablesData) -> None:
        self.tables = tables
        self.margin = tables.victory_levels.marginal.vp_margin
        super().__init__(scenario, options, components)

    # ------------------------------------------------------------------ surprise (E3.5)

    def begin_close_combat(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> None:
        """E3.5a: the surprise is spent in the first phase in which a close combat is declared."""
        super().begin_close_combat(game, combats)
        if eutaw(game).surprise == "now":
            eutaw(game).surprise = "spent"
        elif not eutaw(game).surprise and combats:
            eutaw(game).surprise = "now"

    def column_shifts(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """E3.5a: one column in the Americans' favour: right when they attack, left when they defend."""
        yield from super().column_shifts(game, combat)
        if eutaw(game).surprise == "now":
            surprise = self.tables.surprise
            yield Modifier(surprise.shift if combat.attacker == surprise.side else -surprise.shift, "surprise", surprise.rule)

    # ------------------------------------------------------------------ victory (E2)

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        """E2.2a: Greene lost, and twelve points of his better troops, eight of them Continentals."""
        line = self.tables.victory_levels.decisive[BRITISH]
        if game.piece(line.leader or "").box not in (ELIMINATED, CAPTURED):
            return None
        if self.strength_lost(game, AMERICAN, line.groups) < line.sp:
            return None
        if self.strength_lost(game, AMERICAN, line.min_groups) < line.min_sp:
            return None  # E2.2b
        return Outcome(BRITISH, "decisive", "greene-and-his-army-lost", line.rules, self.victory_points(game))

    def decisive_at_end_of_turn(self, game: Battle) -> Outcome | None:
        """The house held free of the enemy, and fourteen points lost, eight of them regulars."""
        line = self.tables.victory_levels.decisive[AMERICAN]
        if not self.holds_the_house(game, line.hex or ""):
            return None  # E2.1a
        if self.strength_lost(game, BRITISH, line.groups) < line.sp:
            return None  # E2.1b
        if self.strength_lost(game, BRITISH, line.min_groups) < line.min_sp:
            return None  # E2.1b
        return Outcome(AMERICAN, "decisive", "the-house-and-losses", line.rules, self.victory_points(game))

    def decisive_conditions(self, game: Battle) -> Iterator[Condition]:
        """E2.1, E2.2: what each side still needs."""
        for side, line in self.tables.victory_levels.decisive.items():
            first = (
                self.leader_lost(game, line.leader)
                if line.leader
                else Count("house-held", self.holds_the_house(game, line.hex or ""), 1)
            )
            counts = (
                first,
                *(
                    Count(word, self.strength_lost(game, self.enemy[side], groups), wanted)
                    for word, groups, wanted in (
                        (f"{side}-needs", line.groups, line.sp),
                        (f"{side}-needs-of-them", line.min_groups, line.min_sp),
                    )
                ),
            )
            yield Condition(side, "decisive", line.when.replace(" ", "-"), counts, line.rules)

    def holds_the_house(self, game: Battle, label: str) -> bool:
        """E2.1a: an American combat unit inside, and no British unit in good order next to it."""
        h = self.board.hex(label)
        if not game.units_at(h, AMERICAN):
            return False
        near = self.board.grid.adjacent[h]
        return not any(
            near >> unit.hex & 1 and unit.order == PARADE and self.in_good_order(unit) for unit in game.units_of(BRITISH)
        )

    def objectives(self, game: Battle, side: str) -> dict[Hex, float]:
        """E2.6a: the camp, each hex its share of the points for four of them."""
        line = next(line for line in self.tables.victory_points if line.id == "camp")
        return {self.board.hex(label): line.vp / line.hexes for label in self.components.sheet.zones[line.zone]}

    def victory_points(self, game: Battle) -> dict[str, float]:
        """E2.6a: three points to whoever controls at least four camp hexes."""
        points = super().victory_points(game)
        line = next(line for line in self.tables.victory_points if line.id == "camp")
        labels = self.components.sheet.zones[line.zone]
        for side in self.sides:
            held = sum(self.camp_owner(game, label) == side for label in labels)
            if held >= line.hexes:
                points[side] += line.vp
        return points


def eutaw_rules(scenario: Scenario, options: Options, name: str) -> EutawRules:
    """The rules of one scenario of Eutaw Springs."""
    tables = component(PACKAGE, "tables.json", TablesData)
    settled("tables.json", "looting.modifiers", "victory_levels.substantial")

    def adapted(sheet: ScenarioData) -> ScenarioData:
        optional = options.get("reinforcements") == "optional"
        return sheet if optional else replace(sheet, optional_reinforcements=None)  # E3.20a

    components = Components.read(PACKAGE, name, tables.leader_losses, tables.vp_excluded_units, adapted)
    check("tables.json", lambda: check_tables(tables, components.sheet, component(PACKAGE, "units.json", Units)))
    return EutawRules(scenario, options, components, tables)
