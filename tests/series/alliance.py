"""A small battle of the series with two sides and three armies: what seat, side and army are proved on.

The British hold a wood against the French and the Americans, who are the Allies. Each of the three armies has its own morale
and victory points, each of the two sides its own momentum. In `toy/alliance-two` one seat plays both allies; in
`toy/alliance-three` each has a seat. An option keeps French and Americans from ending a move in one hex.
"""

from __future__ import annotations

from typing import Any

import grognard
from grognard.core import scenarios
from grognard.core.dice import Dice
from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.data_schema import LeaderLoss, ScenarioData, Sources, UnitData
from grognard.games.revolution.series.options import SERIES_OPTIONS
from grognard.games.revolution.series.pieces import Counter
from grognard.games.revolution.series.rules import SeriesRules
from tests.proving_ground import CHART, Leader, Unit, _counter, _sheet

BRITISH, ALLIED, FRENCH, AMERICAN = "british", "allied", "french", "american"
ARMIES: dict[str, tuple[Unit | Leader, ...]] = {
    BRITISH: (
        Unit("5-1-4", "0905", "foot-1", reduced="2-1-4"),
        Unit("4-1-4", "1006", "foot-2", reduced="2-0-4"),
        Unit("4-0-4", "1106", "foot-3"),
        Unit("3-1-4", "1206", "foot-4", reduced="2-1-4"),
        Unit("2-1-8", "1105", "horse", "dragoons", flags=()),
        Unit("2-0-3", "1006", "battery", "artillery"),
        Leader("1-1-6", "1105", "maitland", 2, loss=(-1, 1), vp=1),
    ),
    FRENCH: (
        Unit("5-1-4", "0909", "gatinois", reduced="3-0-4"),
        Unit("4-1-4", "1009", "foix", reduced="2-1-4"),
        Unit("3-0-4", "1010", "armagnac"),
        Unit("2-0-3", "0910", "mortars", "artillery"),
        Leader("1-1-6", "1009", "d-estaing", 3, loss=(-1, 1), vp=1),
    ),
    AMERICAN: (
        Unit("4-1-4", "1109", "1st-sc", reduced="2-0-4"),
        Unit("3-0-4", "1209", "2nd-sc", reduced="1-0-4"),
        Unit("3--1-4", "1210", "militia", "militia"),
        Unit("2-1-4", "1309", "rifles", "light_infantry", flags=("rifle",)),
        Unit("2-0-3", "1110", "guns", "artillery"),
        Leader("1-1-6", "1209", "lincoln", 2, loss=(-1, 1), vp=0.5),
    ),
}
MORALE = {BRITISH: 12, FRENCH: 11, AMERICAN: 9}
TURNS = 4


def components() -> Components:
    counters: list[UnitData] = []
    placement: dict[str, tuple[str, ...]] = {}
    losses: dict[str, LeaderLoss] = {}
    for army, force in ARMIES.items():
        for piece in force:
            counters.append(_counter(piece, army))
            placement[piece.hex] = (*placement.get(piece.hex, ()), piece.id)
            if isinstance(piece, Leader):
                losses[piece.id] = LeaderLoss(army, piece.loss[0], piece.loss[1], piece.vp, "S14.32c")
    wood = dict.fromkeys(("1006", "1106", "1005"), "light_forest")
    sheet = _sheet(wood, {}, {}, {}, {BRITISH: ("north",), ALLIED: ("south",)})
    scenario = ScenarioData(
        "An alliance",
        1,
        TURNS,
        {1: "allied_first"} | dict.fromkeys(range(2, TURNS + 1), "initiative"),
        MORALE,
        {BRITISH: 1, ALLIED: 1},
        5,
        (BRITISH, ALLIED),
        placement,
        (),
        {},
        Sources((), ()),
        alliances={ALLIED: (FRENCH, AMERICAN)},
    )
    return Components(sheet, CHART, tuple(counters), scenario, {}, losses)


class AllianceRules(SeriesRules):
    """One seat for each side."""

    margin = 1

    def kept_apart(self, one: Counter, other: Counter) -> str:
        """With the option French and American units end no move together; leaders go where they like."""
        apart = self.options.get("stacking") == "apart" and one.army != other.army and one.is_unit and other.is_unit
        return "A1" if apart else ""


class ThreeSeats(AllianceRules):
    """One seat for each army."""

    def seating(self) -> dict[str, str]:
        return {army: army for army in self.components.side_of_army}


def _two(scenario: Scenario, options: Options) -> AllianceRules:
    return AllianceRules(scenario, options, components())


def _three(scenario: Scenario, options: Options) -> AllianceRules:
    return ThreeSeats(scenario, options, components())


OPTIONS = (SERIES_OPTIONS[1], Option("stacking", "free", ("free", "apart"), "A1"))
TWO = scenarios.add(Scenario("toy/alliance-two", "An alliance of one seat", _two, OPTIONS))
THREE = scenarios.add(Scenario("toy/alliance-three", "An alliance of two seats", _three, OPTIONS))


def changed(rules: type[SeriesRules]) -> Scenario:
    """The battle by other rules: in the catalogue among the fields, which is cleared as it fills."""
    make = lambda scenario, options: rules(scenario, options, components())  # noqa: E731
    return scenarios.add(Scenario(f"proving-ground/alliance-{id(rules)}", "An alliance", make, OPTIONS))


def alliance(
    pieces: dict[str, Any],
    *dice: int,
    scenario: Scenario = THREE,
    phase: str = "movement",
    phasing: str = ALLIED,
    morale: dict[str, int] | None = None,
    momentum: dict[str, int] | None = None,
    turn: int = 2,
    rules: type[SeriesRules] | None = None,
    **options: Any,
) -> Battle:
    """A game at the beginning of a phase: these pieces in their hexes and the others out of play; by other rules if given."""
    if rules is not None:
        scenario = changed(rules)
    position = {
        "scenario": scenario.id,
        "options": options,
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "tracks": {"army_morale": morale or MORALE, "momentum": momentum or {BRITISH: 0, ALLIED: 0}},
        "pieces": pieces,
    }
    game = grognard.setup(position, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game
