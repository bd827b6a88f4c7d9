"""The three houses, and the buildings that are none: G3.9."""

from __future__ import annotations

from typing import Any

import pytest

from tests.eutaw.positions import fire_result, spent
from tests.guilford.positions import HISTORICAL, guilford, in_state
from tests.guilford.test_tables import fight
from tests.marks import rule
from tests.proving_ground import act, asked, choices, labels, last_roll, refusal, where

HOUSES = {"1832": "1831", "0927": "0926", "0404": "0403"}
"""Courthouse, plantation house and meeting house, each with an open or cultivated hex beside it."""
BUILDINGS = ("1718", "0708", "1212", "1332", "0420", "2106")
AWAY = {"perkins": "2025", "royal_nc": "0120"}


def moving(piece: str, start: str, side: str = "american") -> Any:
    game = guilford({piece: start, "holcombe": "2025", "bose": "2401"}, phasing=side, scenario=HISTORICAL)
    act(game, f"move {piece}")
    return game


# ---------------------------------------------------------------- movement


@rule("G3.9a")
def test_washingtons_dragoons_are_refused_on_the_road_and_hawes_walks_in() -> None:
    game = moving("washington", "1831")
    assert refusal(game, "go 1832") == ("S9.2d",)
    assert "1832" not in labels(game)
    act(game, "go 1833")  # round the Courthouse
    assert spent(game, "washington") == [3]
    game = moving("hawes", "1831")
    act(game, "go 1832")
    assert spent(game, "hawes") == [1]


@rule("G3.9a", "G3.9e")
@pytest.mark.parametrize("house", HOUSES)
def test_the_houses_are_closed_to_horse_and_guns_and_cost_others_one_point(house: str) -> None:
    for piece in ("washington", "finley"):
        game = moving(piece, HOUSES[house])
        assert house not in labels(game)
        assert refusal(game, f"go {house}") == ("S9.2d",)
    for piece in ("hawes", "moffett", "kirkwood", "greene"):
        game = moving(piece, HOUSES[house])
        act(game, f"go {house}")
        assert spent(game, piece) == [1]
    game = moving("tarleton", HOUSES[house], "british")
    assert house not in labels(game)


@rule("G3.9a")
def test_foot_may_march_through_the_courthouse_by_road_and_guns_may_not() -> None:
    game = moving("hawes", "1829")
    act(game, "go 1834")  # five road hexes
    assert spent(game, "hawes") == [5]
    game = moving("finley", "1829")
    assert "1833" not in labels(game)


@rule("G3.9a")
def test_horse_does_not_retreat_into_a_house() -> None:
    pieces = {"macleod": "1829", "washington": "1831", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="american", dice=[9, 0])  # R
    act(game, "target washington")
    assert "1832" not in labels(game)
    assert refusal(game, "retreat 1832") == ("S13.22c",)


# ---------------------------------------------------------------- fire and close combat


@rule("G3.9b")
@pytest.mark.parametrize(("roll", "hits"), [(9, True), (8, False)])
def test_the_jaegers_at_lees_light_infantry_in_the_meeting_house(roll: int, hits: bool) -> None:
    pieces = {"jaegers": in_state("0403", "fired"), "lee_infantry": "0404", **AWAY}
    game = guilford(pieces, phase="rifle fire", dice=[roll, 0])
    act(game, "target lee_infantry")
    found = last_roll(game, "rifle-to-hit")
    assert found["total"] == roll - 2
    assert found["target-light-infantry"] == -1
    assert (fire_result(game) != "miss") is hits


@rule("G3.9b", "G-T-fire-drm")
@pytest.mark.parametrize("house", HOUSES)
def test_a_house_takes_one_off_fire_and_close_combat(house: str) -> None:
    start = HOUSES[house]
    game = guilford({"macleod": start, "hawes": house, **AWAY}, phase="artillery fire", phasing="american", dice=[1])
    act(game, "target hawes")
    assert last_roll(game, "artillery-to-hit")["total"] == 1 - 1
    game = guilford({"jaegers": in_state(start, "fired"), "hawes": house, **AWAY}, phase="rifle fire", dice=[1])
    act(game, "target hawes")
    assert last_roll(game, "rifle-to-hit")["total"] == 1 - 1
    found = fight({"r33": start, "hawes": house}, ("r33", house))
    assert found["defenders-terrain"] == -1
    assert found["total"] == 5 + 1 - 1
    found = fight({"hawes": start, "r33": house}, ("r33", start))
    assert "defenders-terrain" not in found  # out of the house it does not help


@rule("G3.9b", "G-T-cc-drm-b")
def test_one_defended_house_among_the_hexes_attacked_is_enough() -> None:
    pieces = {"r33": "1831", "hawes": "1832", "green": "1830"}
    found = fight(pieces, ("r33", "1832 1830"), leads=("hawes",))
    assert found["defenders-terrain"] == -1


# ---------------------------------------------------------------- other buildings


@rule("G3.9c")
def test_macleod_fires_past_the_hoskins_house() -> None:
    pieces = {"macleod": "1717", "hawes": "1719", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="american", dice=[8, 0])
    act(game, "target hawes")
    assert last_roll(game, "artillery-to-hit") == {"die": 8, "total": 8}
    assert fire_result(game) == "R"


@rule("G3.9c")
@pytest.mark.parametrize("hex", BUILDINGS)
def test_other_buildings_are_ground_like_any_other(hex: str) -> None:
    """Horse may stand there, and a defender gets no more than the ground gives."""
    start = str(int(hex) - 1).zfill(4)
    game = moving("washington", start)
    assert hex in labels(game)
    found = fight({"r33": start, "hawes": hex}, ("r33", hex))
    assert "defenders-terrain" not in found


# ---------------------------------------------------------------- zones of control and sight


@rule("G3.9d")
def test_a_house_blocks_the_line_of_sight() -> None:
    pieces = {"macleod": "1831", "hawes": "1833", **AWAY}
    game = guilford(pieces, phase="artillery fire", phasing="american")
    assert asked(game) != "artillery-target"
    assert not [text for text in choices(game) if text.startswith("target")]
    seen = guilford({"macleod": "1830", "hawes": "1832", **AWAY}, phase="artillery fire", phasing="american", dice=[1])
    act(seen, "target hawes")  # into it one sees
    assert last_roll(seen, "artillery-to-hit")["total"] == 0
    assert "1833" not in guilford({"macleod": "1831", **AWAY}).inspect(None, "sight", "macleod")


@rule("G3.9d")
def test_zones_of_control_reach_into_the_houses_and_out_of_them() -> None:
    game = guilford({"r33": "1831", "hawes": "1834", "bose": "2401"}, phasing="american", scenario=HISTORICAL)
    act(game, "move hawes", "go 1832")
    assert (where(game, "hawes"), asked(game)) != ("1832", "march")  # he must stop
    for house, beside in HOUSES.items():
        game = guilford({"r33": beside, "hawes": house, **AWAY})
        assert house in game.inspect(None, "zoc", "r33")
        assert beside in game.inspect(None, "zoc", "hawes")


@rule("G3.9e")
def test_tarletons_dragoons_may_stand_in_the_hoskins_farmstead() -> None:
    game = guilford({"tarleton": "1718", **AWAY}, scenario=HISTORICAL)
    assert where(game, "tarleton") == "1718"
    game = moving("tarleton", "1717", "british")
    act(game, "go 1718")
    assert spent(game, "tarleton") == [1]
