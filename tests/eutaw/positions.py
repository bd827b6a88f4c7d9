"""Positions on the map of Eutaw Springs, written by hand for one test each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.core import scenarios
from grognard.core.games import Options, Outcome
from grognard.core.scenarios import Scenario
from grognard.games.revolution.eutaw.data_schema import TablesData
from grognard.games.revolution.eutaw.rules import PACKAGE, EutawRules
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.data_schema import MapData, ScenariosData, TerrainData, UnitData, component
from grognard.games.revolution.series.events import CombatBegan, CombatResolved, FireResolved, Moved
from grognard.games.revolution.series.options import SERIES_OPTIONS
from tests.positions import battle_at
from tests.positions import happened as happened
from tests.positions import in_state as in_state
from tests.positions import outcome as outcome
from tests.positions import reduced as reduced
from tests.positions import spent as spent
from tests.proving_ground import AMERICAN, BRITISH, act, asked

SCENARIO = "revolution/eutaw/historical"
CAMPAIGN = "revolution/eutaw/campaign"
OPTIONAL: Options = {"reinforcements": "optional"}
"""E3.20a: the option with which the regiments from Charleston may come."""
CAMP = ("1109", "1108", "1110", "1008", "1009", "1208", "1209")
LAST_TURN = 10


def eutaw(pieces: Mapping[str, Any], scenario: str = SCENARIO, **fields: Any) -> Battle:
    """A position of the historical scenario, in the American movement phase of turn 6 unless the fields say otherwise.

    The surprise of E3.5a is spent unless `state` says otherwise. E1.7a: Americans play the first turns of the campaign alone.
    """
    fields = {"phasing": AMERICAN, "turn": 6, **fields}
    fields["state"] = {"surprise": "spent", **(fields.get("state") or {})}
    return battle_at(scenario, pieces, alone=scenario == CAMPAIGN and fields["turn"] < 3, **fields)


def campaign(pieces: Mapping[str, Any], **fields: Any) -> Battle:
    """The same in the campaign, on turn 2 unless `turn` says otherwise."""
    return eutaw(pieces, **{"scenario": CAMPAIGN, "turn": 2, **fields})


def marked(side: str, *hexes: str) -> dict[str, Any]:
    """The state in which camp hexes carry a marker with this side up."""
    return {"camp": dict.fromkeys(hexes, side)}


def with_clearings(*hexes: str) -> str:
    """A scenario like the historical one on a map where these hexes are open, in the river the ground beside the water."""
    sheets = component(PACKAGE, "scenarios.json", ScenariosData)
    tables = component(PACKAGE, "tables.json", TablesData)
    sheet = msgspec.to_builtins(component(PACKAGE, "map.json", MapData))
    for label in hexes:
        row, place = sheet["terrain"]["rows"][label[2:]].split(), int(label[:2]) - 1
        if label in sheet["river"]["course"]:
            sheet["river"]["course"][label] = "open"
        else:
            row[place] = "."
        sheet["terrain"]["rows"][label[2:]] = " ".join(row)
    components = Components(
        msgspec.convert(sheet, MapData),
        component(PACKAGE, "terrain.json", TerrainData),
        component(PACKAGE, "units.json", tuple[UnitData, ...]),
        sheets.scenarios["historical"],
        sheets.clock,
        tables.leader_losses,
    )

    def make(scenario: Scenario, options: Options) -> EutawRules:
        return EutawRules(scenario, options, components, tables)

    name = f"{SCENARIO}/clearings/{'-'.join(hexes)}"
    return scenarios.add(Scenario(name, "Eutaw Springs with clearings", make, SERIES_OPTIONS)).id


# ---------------------------------------------------------------- looking


def marks_of(game: Battle, id: str) -> set[str]:
    return set(game.piece(id).marks)


def camp_owners(game: Battle) -> dict[str, str]:
    """Who controls each camp hex, as the scores and a reader of the position see it."""
    written = game.position().get("state", {}).get("camp", {})
    return {label: written.get(label, BRITISH) for label in CAMP}


def path_of(game: Battle, id: str) -> list[str]:
    """The hexes a piece has entered by movement, in order."""
    ways = (event.way[1:] for event in game.events(None) if isinstance(event, Moved) and event.piece == id)
    return [hex for way in ways for hex in way]


def columns(game: Battle) -> list[str]:
    """The column of each combat begun, in order."""
    return [event.column for event in game.events(None) if isinstance(event, CombatBegan)]


def result(game: Battle) -> str:
    """The last result of a close combat."""
    return [event.result for event in game.events(None) if isinstance(event, CombatResolved)][-1]


def fire_result(game: Battle) -> str:
    return [event.result for event in game.events(None) if isinstance(event, FireResolved)][-1]


def end_of_game(pieces: Mapping[str, Any], **fields: Any) -> Outcome:
    """Play the last player turn of turn 10 without a move or a rally, and see how the game ends.

    Nobody may be in a position to fire or fight; the American, who plays second, has at least one piece that could move.
    """
    game = eutaw(pieces, phasing=AMERICAN, first=BRITISH, turn=LAST_TURN, **fields)
    act(game, "end-movement")
    if asked(game) == "rally":
        act(game, "end-rally")
    return outcome(game)
