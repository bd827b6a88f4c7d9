"""Positions on the map of Eutaw Springs, written by hand for one test each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

import grognard
from grognard.core import scenarios
from grognard.core.dice import Dice
from grognard.core.events import Event
from grognard.core.games import Options, Outcome
from grognard.core.scenarios import Scenario
from grognard.games.revolution.eutaw.data_schema import TablesData
from grognard.games.revolution.eutaw.rules import PACKAGE, EutawRules
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.data_schema import MapData, ScenariosData, TerrainData, UnitData, component
from grognard.games.revolution.series.events import CombatBegan, CombatResolved, FireResolved, Moved
from grognard.games.revolution.series.rules import SERIES_OPTIONS
from tests.proving_ground import AMERICAN, BRITISH, act, asked

SCENARIO = "revolution/eutaw/historical"
CAMPAIGN = "revolution/eutaw/campaign"
OPTIONAL: Options = {"reinforcements": "optional"}
"""E3.20a: the option with which the regiments from Charleston may come."""
CAMP = ("1109", "1108", "1110", "1008", "1009", "1208", "1209")
LAST_TURN = 10


def eutaw(
    pieces: Mapping[str, Any],
    *,
    phase: str = "movement",
    phasing: str = AMERICAN,
    first: str = "",
    turn: int = 6,
    dice: Iterable[int] = (),
    morale: tuple[int, int] = (14, 14),
    momentum: tuple[int, int] = (0, 0),
    state: Mapping[str, Any] | None = None,
    options: Options | None = None,
    scenario: str = SCENARIO,
) -> Battle:
    """A game at the beginning of a phase: each piece in a hex or a box, or an object; others are out of play.

    Pairs of numbers are (british, american). `first` is who plays first this turn (default: the phasing side). The surprise of
    E3.5a is spent unless `state` says otherwise.
    """
    first = first or phasing
    alone = scenario == CAMPAIGN and turn < 3  # E1.7a
    position: dict[str, Any] = {
        "scenario": scenario,
        "options": options or {},
        "turn": turn,
        "phase": phase,
        "phasing": phasing,
        "order": [first] if alone else [first, BRITISH if first == AMERICAN else AMERICAN],
        "tracks": {
            "army_morale": {BRITISH: morale[0], AMERICAN: morale[1]},
            "momentum": {BRITISH: momentum[0], AMERICAN: momentum[1]},
        },
        "pieces": {id: _written(place) for id, place in pieces.items()},
        "state": {"surprise": "spent", **(state or {})},
    }
    game = grognard.setup(position, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def campaign(pieces: Mapping[str, Any], **fields: Any) -> Battle:
    """The same in the campaign, on turn 2 unless `turn` says otherwise."""
    return eutaw(pieces, **{"scenario": CAMPAIGN, "turn": 2, **fields})


def _written(place: Any) -> Any:
    if place in ("eliminated", "captured", "waiting"):
        return {"box": place}
    return place


def reduced(hex: str) -> dict[str, Any]:
    """A unit on its back."""
    return {"hex": hex, "step": 2}


def in_state(hex: str, *states: str, step: int = 1) -> dict[str, Any]:
    """A unit under markers or in a state: disrupted, shattered, disorder, crossing, north bank, fired, pinned:1."""
    return {"hex": hex, "states": list(states), "step": step}


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


def spent(game: Battle, id: str) -> list[float]:
    """The movement points a piece had spent after each `go`."""
    return [event.spent for event in game.events(None) if isinstance(event, Moved) and event.piece == id]


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


def happened(game: Battle, kind: type[Event]) -> list[Event]:
    return [event for event in game.events(None) if isinstance(event, kind)]


def outcome(game: Battle) -> Outcome:
    assert game.over is not None, f"the game goes on: {asked(game)}"
    return game.over


def end_of_game(pieces: Mapping[str, Any], **fields: Any) -> Outcome:
    """Play the last player turn of turn 10 without a move or a rally, and see how the game ends.

    Nobody may be in a position to fire or fight; the American, who plays second, has at least one piece that could move.
    """
    game = eutaw(pieces, phasing=AMERICAN, first=BRITISH, turn=LAST_TURN, **fields)
    act(game, "end-movement")
    if asked(game) == "rally":
        act(game, "end-rally")
    return outcome(game)
