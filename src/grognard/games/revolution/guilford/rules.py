"""Guilford Courthouse: the exclusive rules, as overrides of the series."""

from __future__ import annotations

from typing import ClassVar

from grognard.core.actions import Action
from grognard.core.games import Options
from grognard.core.overlays.applying import check, settled
from grognard.core.procedures import Procedure
from grognard.core.scenarios import Scenario
from grognard.games.revolution.guilford.bretigny import Bretigny
from grognard.games.revolution.guilford.charts import GuilfordCharts
from grognard.games.revolution.guilford.data_checks import check_tables
from grognard.games.revolution.guilford.data_schema import TablesData
from grognard.games.revolution.guilford.entry import Entry
from grognard.games.revolution.guilford.leadership import Leadership
from grognard.games.revolution.guilford.melee_fire import FireIntoMelee, FireIntoTheMelee, MeleeFire
from grognard.games.revolution.guilford.militia import Militia
from grognard.games.revolution.guilford.state import AMERICAN, BRITISH, GuilfordState
from grognard.games.revolution.guilford.victory import Exit, Objectives
from grognard.games.revolution.series.actions import SERIES_ACTIONS
from grognard.games.revolution.series.battle import BattleState
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.data_schema import ScenarioData, Units, component
from grognard.games.revolution.series.rules import SERIES_PROCEDURES

PACKAGE = "grognard.games.revolution.guilford"


class GuilfordRules(Leadership, MeleeFire, Militia, GuilfordCharts, Objectives, Bretigny, Entry):
    """The exclusive rules of Guilford Courthouse. G2.5c: Tarleton and Lee are lost with their units, as units and as leaders.

    G3.9: the houses are features of the map with rows of their own in the terrain chart.
    """

    actions: ClassVar[tuple[type[Action], ...]] = (*SERIES_ACTIONS, FireIntoMelee, Exit)
    procedures: ClassVar[tuple[type[Procedure], ...]] = (*SERIES_PROCEDURES, FireIntoTheMelee)
    state_class: type[BattleState] = GuilfordState

    def __init__(
        self, scenario: Scenario, options: Options, components: Components, tables: TablesData, name: str = "campaign"
    ) -> None:
        self.tables = tables
        self.victory_hexes = tables.victory_hexes[name]
        self.margin = tables.victory_levels.marginal.vp_margin
        super().__init__(scenario, options, components)


def guilford_rules(scenario: Scenario, options: Options, name: str) -> GuilfordRules:
    """The rules of one scenario of Guilford Courthouse, with Lee's vanguard set up as the option says."""
    tables = component(PACKAGE, "tables.json", TablesData)
    settled("tables.json", "nc_militia.army_morale_as_usual_for", "victory_levels.substantial")

    def adapted(sheet: ScenarioData) -> ScenarioData:
        return sheet.deployed("lee_option") if options.get("lee") == "free" else sheet  # G3.12a, G3.12b

    components = Components.read(PACKAGE, name, tables.leader_losses, tables.vp_excluded_units, adapted)
    units = component(PACKAGE, "units.json", Units)
    check("tables.json", lambda: check_tables(tables, components.sheet, units, (BRITISH, AMERICAN)))
    return GuilfordRules(scenario, options, components, tables, name)
