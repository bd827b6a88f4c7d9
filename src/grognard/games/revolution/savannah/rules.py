"""Savannah: the exclusive rules, as overrides of the series."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.actions import Action
from grognard.core.games import Game, Options
from grognard.core.overlays.applying import check, settled
from grognard.core.overlays.components import component
from grognard.core.procedures import Procedure
from grognard.core.scenarios import Scenario
from grognard.games.revolution.savannah.artillery import AimMortars, Bomb, BombFire, Expose, MortarPhase
from grognard.games.revolution.savannah.campaign import CAMPAIGN_ACTIONS, CAMPAIGN_PROCEDURES, Campaign
from grognard.games.revolution.savannah.cards.actions import CARD_ACTIONS
from grognard.games.revolution.savannah.cards.rules import CARD_PROCEDURES, Cards
from grognard.games.revolution.savannah.charts import HistoricalCharts, SavannahCharts
from grognard.games.revolution.savannah.covered_way import LosingTheWay
from grognard.games.revolution.savannah.data_checks import check_tables
from grognard.games.revolution.savannah.data_schema import TablesData
from grognard.games.revolution.savannah.forecasts import MortarFights, SiegeFights
from grognard.games.revolution.savannah.picture import SavannahTable
from grognard.games.revolution.savannah.reinforcements import VariableEntry
from grognard.games.revolution.savannah.siege import SIEGE_ACTIONS, SIEGE_PROCEDURES
from grognard.games.revolution.savannah.siege_works import Dig, EndDigging, Front, SiegeWorksPhase
from grognard.games.revolution.savannah.state import CREEKS, LOST, PREVIOUSLY_LOST, SavannahState
from grognard.games.revolution.savannah.victory import SavannahBattle
from grognard.games.revolution.savannah.weather_phase import HurricaneLosses, WeatherPhase
from grognard.games.revolution.series.actions import SERIES_ACTIONS
from grognard.games.revolution.series.battle import BattleState
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.data_schema import Units
from grognard.games.revolution.series.rules import SERIES_PROCEDURES

PACKAGE = "grognard.games.revolution.savannah"


class SavannahRules(SavannahTable, MortarFights, SavannahCharts):
    """The exclusive rules that both scenarios share."""

    version: ClassVar[str] = "3"
    actions: ClassVar[tuple[type[Action], ...]] = (*SERIES_ACTIONS, AimMortars, Expose)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (*SERIES_PROCEDURES, LosingTheWay, MortarPhase, Bomb, BombFire)
    game_class: ClassVar[type[Game]] = SavannahBattle
    state_class: type[BattleState] = SavannahState
    marks: tuple[str, ...] = (LOST, PREVIOUSLY_LOST)
    has_rifles: bool = False
    """V3.0d."""
    sharing: ClassVar[tuple[str, ...]] = ("V1.4b",)

    def seating(self) -> dict[str, str]:
        """V1.0: one player for both Allies, or one for each; what they share is then the French player's to decide (V1.4b)."""
        if self.options.get("seats") == "three":
            return {army: army for army in self.components.side_of_army}
        return super().seating()

    def __init__(self, scenario: Scenario, options: Options, components: Components, tables: TablesData) -> None:
        self.tables = tables
        self.margin = tables.victory_levels.marginal.vp_margin
        super().__init__(scenario, options, components)


class HistoricalRules(HistoricalCharts, SavannahRules):
    """V5: the assault of 9 October."""


class CampaignRules(SiegeFights, Cards, Campaign, SavannahRules):
    """V1.2 to V1.6: the siege from its first day."""

    sharing: ClassVar[tuple[str, ...]] = (*SavannahRules.sharing, "V1.6c")
    actions: ClassVar[tuple[type[Action], ...]] = (
        *SavannahRules.actions,
        Dig,
        EndDigging,
        Front,
        *SIEGE_ACTIONS,
        *CAMPAIGN_ACTIONS,
        *CARD_ACTIONS,
    )
    procedures: ClassVar[tuple[type[Procedure], ...]] = (
        *SavannahRules.procedures,
        WeatherPhase,
        HurricaneLosses,
        SiegeWorksPhase,
        VariableEntry,
        *SIEGE_PROCEDURES,
        *CAMPAIGN_PROCEDURES,
        *CARD_PROCEDURES,
    )


RULES: dict[str, type[SavannahRules]] = {"historical": HistoricalRules, "campaign": CampaignRules}


def savannah_rules(scenario: Scenario, options: Options, name: str) -> SavannahRules:
    """The rules of one scenario of Savannah."""
    tables = component(PACKAGE, "tables.json", TablesData)
    settled("tables.json", "fire.drm")
    components = Components.read(PACKAGE, name, tables.leader_losses, (CREEKS,))
    check("tables.json", lambda: check_tables(tables, components.sheet, component(PACKAGE, "units.json", Units)))
    return RULES[name](scenario, options, components, tables)
