"""What an army can look at: where its units can march, and what there is to say about an area."""

from __future__ import annotations

import pytest

from grognard.core.errors import UnknownName
from grognard.games.chancellorsville.perfect_plan.state import Plan
from tests.marks import rule
from tests.perfect_plan.table import plan

AREA = "zoan_church"


def campaign() -> Plan:
    return plan({AREA: "V", "chancellorsville": "XI small-1"}, {AREA: "Hill", "spotsylvania": "Early"}, attackers={AREA: "AoP"})


def keys(game: Plan, seat: str | None, area: str, unit: str = "") -> list[str]:
    return [reason.key for reason in game.remarks(seat, area, unit)]


@rule("P4b", "P4d", "P4g")
def test_the_reach_of_a_unit_is_where_it_can_march():
    game = campaign()
    assert set(game.inspect("AoP", "reach", "AoP-V")) == {"chancellorsville"}, "out of a combat only to friends"
    assert AREA in game.inspect("AoP", "reach", "AoP-XI")


@pytest.mark.parametrize(
    ("seat", "unit"), [("AoP", "ANV-Hill"), ("AoP", "ANV-Nobody"), (None, "AoP-V"), ("AoP", "AoP-Stonemann")]
)
def test_what_is_not_ones_own_on_the_map_is_not_inspected(seat: str | None, unit: str):
    with pytest.raises(UnknownName, match=f"There is no unit '{unit}' of yours on the map to inspect."):
        campaign().inspect(seat, "reach", unit)


@rule("P4b", "P-D5a", "P5.1", "P-D1a")
def test_an_area_is_spoken_of_as_a_seat_may_know_it():
    game = campaign()
    assert keys(game, "AoP", AREA, "AoP-XI") == ["can-march-there", "contested", "held-by", "room-for"]
    assert keys(game, "AoP", "spotsylvania", "AoP-V") == ["only-to-friends", "held-by", "room-for"]
    assert keys(game, None, AREA, "AoP-XI") == ["contested", "held-by"]
    assert keys(game, "ANV", "chancellorsville", "AoP-XI") == ["held-by", "room-for"], "an enemy's unit is nobody's business"
    room = next(reason for reason in game.remarks("AoP", "chancellorsville") if reason.key == "room-for")
    assert dict(room.args) == {"held": 2, "limit": 4}


def test_an_area_that_there_is_not_is_refused():
    with pytest.raises(UnknownName, match="There is no area 'atlantis' on the map"):
        campaign().remarks("AoP", "atlantis")
