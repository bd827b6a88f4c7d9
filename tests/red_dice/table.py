"""A table to try the rules of Red Dice on: open in the south, one feature of every kind in the north.

Rears: the Confederates in the west (x = 0), the Union in the east (x = 200). Places are written in centimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec
import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.events import Event
from grognard.core.games import Options
from grognard.core.scenarios import Scenario
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice import OPTIONS
from grognard.games.chancellorsville.red_dice.data_schema import BattlefieldData
from grognard.games.chancellorsville.red_dice.rules import RedDiceRules
from grognard.games.chancellorsville.red_dice.state import Man, Skirmish
from tests.other_actions import try_other_actions

E = TypeVar("E", bound=Event)
Spot = tuple[float, float]

BATTLEFIELDS = ("turnpike", "furnace", "schoolhouse")
RED_DICE = "chancellorsville/red-dice/"
GROUND = "tests/red-dice"
CORNERS = "tests/red-dice-corners"

FEATURES: dict[str, tuple[str, str, list[list[float]]]] = {
    "orchard": ("orchard", "area", [[20, 60], [30, 60], [30, 110], [20, 110]]),
    "fence1": ("fence", "line", [[60, 60], [60, 110]]),
    "fence2": ("fence", "line", [[70, 60], [70, 110]]),
    "wall": ("wall", "line", [[80, 60], [80, 110]]),
    "stream": ("stream", "line", [[90, 60], [90, 110]]),
    "wood": ("woods", "area", [[100, 60], [120, 60], [120, 110], [100, 110]]),
    "marsh": ("marsh", "area", [[125, 60], [135, 60], [135, 110], [125, 110]]),
    "house": ("building", "area", [[140, 70], [150, 70], [150, 90], [140, 90]]),
    "rocks": ("rocks", "area", [[155, 70], [160, 70], [160, 90], [155, 90]]),
    "hedge": ("hedge", "line", [[165, 60], [165, 110]]),
    "trench": ("trench", "line", [[170, 60], [170, 110]]),
    "trees": ("treeline", "line", [[175, 60], [175, 110]]),
    "brush": ("brush", "area", [[180, 60], [190, 60], [190, 110], [180, 110]]),
    "road": ("road", "line", [[0, 55], [200, 55]]),
}
EDGES: dict[str, tuple[str, str, list[list[float]]]] = {
    "rail": ("fence", "line", [[1.5, 114], [1.5, 118], [5, 118]]),  # a centimetre west of it no base is on the table
    "scrub": ("brush", "area", [[195, 114], [200, 114], [200, 115.5], [195, 115.5]]),  # nowhere a centimetre deep
}
"""What another table has in its corners besides."""
SQUADS = {
    "V1": ("ANV", 3, "rifle"),
    "V2": ("ANV", 4, "rifle"),
    "V3": ("ANV", 3, "musket"),
    "V4": ("ANV", 3, "pistol"),
    "U1": ("AoP", 3, "rifle"),
    "U2": ("AoP", 4, "rifle"),
    "U3": ("AoP", 3, "musket"),
    "U4": ("AoP", 2, "rifle"),
}
QUALITIES = ("", "Rabble", "Militia", "Regulars", "Veterans", "Elite")


def battlefield(id: str = GROUND) -> BattlefieldData:
    found = FEATURES | EDGES if id == CORNERS else FEATURES
    squads = []
    for place, (id, (side, level, weapon)) in enumerate(SQUADS.items()):
        soldiers = [{"id": f"{id}-{n + 1}", "x": 2 + 3 * n, "y": 2 + 3 * place} for n in range(10)]
        squads.append(
            {
                "id": id,
                "side": side,
                "name": id,
                "quality": QUALITIES[level],
                "level": level,
                "weapon": weapon,
                "facing_deg": 0 if side == "ANV" else 180,
                "formation": "cloud",
                "leader": f"{id}-1",
                "soldiers": soldiers,
            }
        )
    features = [
        {"id": id, "kind": kind, "name": id, "shape": shape, "points": points} for id, (kind, shape, points) in found.items()
    ]
    hill = {"id": "hill", "name": "hill", "x": 100, "y": 30, "radius_cm": 8, "points": {"ANV": 5, "AoP": 5}}
    data = {
        "id": "ground",
        "title": "Proving ground",
        "table": {"width_cm": 200, "height_cm": 120},
        "rear": {"ANV": {"edge": "west"}, "AoP": {"edge": "east"}},
        "initiative_limit": 20,
        "features": features,
        "objectives": [hill],
        "squads": squads,
    }
    return msgspec.convert(data, BattlefieldData)


def make(scenario: Scenario, options: Options) -> RedDiceRules:
    return RedDiceRules(scenario, options, battlefield(scenario.id))


SCENARIOS = tuple(Scenario(id, "Red Dice: a proving ground", make, OPTIONS) for id in (GROUND, CORNERS))
"""What the tests of this folder play besides; conftest.py adds it to the catalogue meanwhile."""


def at(spot: Sequence[float]) -> list[int]:
    return [round(spot[0] * 100), round(spot[1] * 100)]


def position(
    squads: Mapping[str, Any],
    *,
    men: Mapping[str, Mapping[str, Any]] | None = None,
    about: Mapping[str, Mapping[str, Any]] | None = None,
    options: Options | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Squads by the places of their men in centimetres; `men` adds to single men, `about` to squads."""
    written: dict[str, Any] = {}
    for squad, spots in squads.items():
        for number, spot in enumerate(spots):
            id = f"{squad}-{number + 1}"
            written[id] = {"at": at(spot), **(men or {}).get(id, {})}
    for id, body in (men or {}).items():
        if "box" in body:
            written[id] = dict(body)
    return {"scenario": GROUND, "options": options or {}, "men": written, "squads": dict(about or {}), **fields}


def skirmish(squads: Mapping[str, Any], dice: Iterable[int] = (), **fields: Any) -> Skirmish:
    return cast("Skirmish", grognard.setup(position(squads, **fields), dice=Dice.script(dice)))


def row(x: float, y: float, number: int, step: float = 2.0) -> list[Spot]:
    """Men side by side, northward from a place."""
    return [(x, y + step * n) for n in range(number)]


def act(game: Skirmish, *orders: str) -> None:
    """Let whoever must decide do this."""
    for words in orders:
        seat, action = game.actors[0], game.rules.vocabulary.parse(words)
        try_other_actions(game)
        refused = game.why_not(seat, action)
        game.play(seat, action)
        assert refused is None, f"{words!r} is offered, and refused: {refused}"


def refused(game: Skirmish, words: str) -> Reason:
    """Why whoever must decide may not do this; `play` refuses it, too."""
    seat = game.actors[0]
    action = game.rules.vocabulary.parse(words)
    with pytest.raises(grognard.IllegalAction) as fault:
        game.play(seat, action)
    assert action not in game.actions(seat)
    return fault.value.reason


def may(game: Skirmish, words: str) -> bool:
    seat = game.actors[0]
    action = game.rules.vocabulary.parse(words)
    allowed = action in game.actions(seat)
    assert allowed == (game.why_not(seat, action) is None)
    return allowed


def offered(game: Skirmish, word: str) -> list[str]:
    """The actions of this word, without it."""
    return [str(found).removeprefix(word).strip() for found in game.actions(game.actors[0]) if found.word == word]


def asked(game: Skirmish) -> tuple[str, str]:
    (seat,) = game.actors
    decision = game.decision(seat)
    assert decision is not None
    return seat, decision.kind


def happened(game: Skirmish, kind: type[E]) -> list[E]:
    return [event for event in game.events(None) if isinstance(event, kind)]


def where(game: Skirmish, id: str) -> Spot:
    x, y = game.man(id).at
    return x / 100, y / 100


def man(game: Skirmish, id: str) -> Man:
    return game.man(id)


def far_off(side: str = "AoP") -> dict[str, list[Spot]]:
    """A few men in a corner, so that the other side is there."""
    return {"U4": row(196, 3, 4)} if side == "AoP" else {"V4": row(4, 3, 4)}
