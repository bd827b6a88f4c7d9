"""What can be shown of a piece, and what there is to say about a hex."""

from __future__ import annotations

import pytest

from grognard.core.errors import UnknownName
from grognard.core.texts import Reason
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, Leader, Unit, act, field


def remarks(game: Battle, place: str, piece: str = "") -> dict[str, dict[str, object]]:
    """What is said about a hex, by key; to spectators and both sides alike (S7.4)."""
    said = game.remarks(BRITISH, place, piece)
    assert said == game.remarks(AMERICAN, place, piece) == game.remarks(None, place, piece)
    return {reason.key: dict(reason.args) for reason in said}


@rule("S9.1b", "S9.2d")
def test_the_costs_are_those_of_the_cheapest_side():
    game = field(
        [Unit("3-0-4", "1010", "line"), Unit("2-0-8", "0707", "horse", kind="dragoons")],
        terrain={"1009": "forest", "1110": "bog"},
        hexsides={"stream": [("1010", "1011")]},
    )
    foot, horse = game.inspect(BRITISH, "costs", "line"), game.inspect(BRITISH, "costs", "horse")
    assert (foot["1008"], foot["1009"], foot["1011"], foot["1110"]) == (1, 1.5, 1, 2)
    assert horse["1009"] == 2
    assert "1110" not in horse
    assert ("1006" in foot, "1005" in foot, "1010" in foot) == (True, False, False), "as far as it could ever go"


@rule("S11.4-alg", "S11.41a")
def test_the_line_of_sight_is_shown_with_its_range():
    game = field([Unit("3-0-4", "1010", "line")], terrain={"1008": "courthouse"})
    seen = game.inspect(None, "sight", "line")
    assert (seen["1009"], seen["1008"], seen.get("1004")) == (1, 2, None)
    assert seen["1016"] == 6
    assert "1017" not in seen


@rule("S14.1b", "S12.52b")
def test_a_leader_helps_in_his_hex_and_with_tactics_beside_it():
    game = field([Leader("1-1-6", "1010", "greene"), Unit("3-0-4", "1010", "line")])
    assert game.inspect(BRITISH, "command", "greene") == {
        "1010": 0,
        **dict.fromkeys(("1009", "1011", "0910", "0911", "1110", "1111"), 1),
    }
    assert game.inspect(BRITISH, "command", "line") == {}


@rule("S9.1b")
def test_on_a_march_the_reach_is_what_is_left():
    game = field([Unit("3-0-4", "1010", "line")])
    before = game.inspect(BRITISH, "reach", "line")
    act(game, "move line", "go 1008")
    after = game.inspect(BRITISH, "reach", "line")
    assert (before["1006"], "1004" in before) == (4, False)
    assert "1006" in after
    assert "1012" not in after


@rule("S9.1b", "S9.2d", "S11.4-alg")
def test_a_hex_is_spoken_of_as_it_is_for_a_piece():
    game = field(
        [Unit("3-0-4", "1010", "line")],
        terrain={"1007": "courthouse", "1110": "pond"},
        hexsides={"stream": [("1008", "1009")]},
    )
    assert remarks(game, "1008", "line")["enters-for-from-to"] == {"piece": "line", "least": "1", "most": "2"}
    assert remarks(game, "1108", "line")["enters-for"] == {"piece": "line", "cost": "1"}
    assert "closed-to-it" in remarks(game, "1110", "line")
    assert remarks(game, "1006", "line")["at-range-out-of-sight"] == {"piece": "line", "range": 4}
    assert remarks(game, "1008", "line")["at-range-in-sight"] == {"piece": "line", "range": 2}
    assert "at-range-in-sight" not in remarks(game, "1009", "line")


@rule("S8.1a", "S8.1b", "S7.1a", "S12.23-3g")
def test_a_hex_is_spoken_of_as_it_is_for_all():
    game = field(
        [Unit("3-0-4", "1010", "line"), Unit("2-0-4", "1010", "light"), Unit("1-0-4", "1111", "tired", states=("shattered",))],
        [Unit("1-0-4", "1013", "pickets")],
        terrain={"1111": "courthouse"},
    )
    said = remarks(game, "1011")
    assert said["in-zone-of-control"] == {"side": "British", "units": "line, light"}
    assert "stacked" not in said
    assert remarks(game, "1010")["stacked"] == {"side": "British", "held": 5, "limit": 6}
    assert remarks(game, "1111")["ground-modifiers"] == {"combat": "-1", "fire": "-1"}
    assert remarks(game, "0505") == {}
    both = [reason for reason in game.remarks(None, "1012") if reason.key == "in-zone-of-control"]
    assert both == [Reason("in-zone-of-control", ("S8.1a",), {"side": "American", "units": "pickets"})]
    assert not game.inspect(None, "zoc", "tired")


def test_what_is_not_there_is_refused():
    game = field([Unit("3-0-4", "1010", "line"), Unit("1-0-4", "", "late", box="waiting")])
    with pytest.raises(UnknownName, match="There is no hex '9999' on this map"):
        game.remarks(None, "9999")
    with pytest.raises(UnknownName, match="ask for counter, reach, zoc, sight, costs, command"):
        game.inspect(None, "supply", "line")
    with pytest.raises(UnknownName, match="There is no piece 'late' on the map"):
        game.inspect(None, "reach", "late")
    assert remarks(game, "0505", "late") == {}
    assert remarks(game, "0505", "nobody") == {}
