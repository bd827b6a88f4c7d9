"""G3.8: towards which edges both sides retreat, and how the British come onto the map."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from tests.guilford.positions import guilford, in_state, spent
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, act, asked, choices, combat, labels, parse, refusal, where

NEW_GARDEN = ["0101", "0102", "0202", "0301", "0302"]
"""The hexes around the entry hex 0201."""


# ---------------------------------------------------------------- G3.8a, G3.8b, retreats


def fired_at(target: str, hex: str, gun: str, at: str, side: str, **others: str) -> Battle:
    """A gun three hexes away makes a unit retreat one hex: 9 hits, 0 is R."""
    pieces = {target: hex, gun: at, **others}
    game = guilford(pieces, phase="artillery fire", phasing=side, dice=[9, 0])
    act(game, f"target {target}")
    assert asked(game) == "retreat"
    return game


@rule("G3.8a")
def test_the_british_retreat_south_or_west() -> None:
    game = fired_at("r23", "1822", "singleton", "1522", BRITISH)
    assert labels(game) == ["1722", "1723", "1821"]
    for hex in ("1922", "1823", "1923"):
        assert refusal(game, f"retreat {hex}") == ("S13.21b",)


@rule("G3.8a")
def test_with_no_way_south_or_west_the_british_retreat_elsewhere() -> None:
    """1722 and 1821 lie next to Hawes and Green, 1723 next to Perkins; away from the enemy comes before homewards."""
    game = fired_at("r23", "1822", "singleton", "1522", BRITISH, hawes="1721", green="1820", perkins="1623")
    assert labels(game) == ["1823", "1922", "1923"]


@rule("G3.8b")
def test_the_americans_retreat_north_or_east() -> None:
    """Linton, three hexes out of 1923."""
    # 3 to 3; the 23rd 1, Linton +2, a militia defence +1; die 4: 8 is -/D
    game = guilford({"r23": "1922", "linton": "1923", "greene": "1930"}, phase="close combat", dice=[4])
    combat(game)
    assert asked(game) == "retreat"
    assert "1926" in labels(game)
    assert all(hex[:2] > "19" or hex[2:] > "23" for hex in labels(game))
    assert refusal(game, "retreat 1622") == ("S13.21b",)
    assert refusal(game, "retreat 1925") == ("S13.24a",)


@rule("G3.8b")
def test_one_hex_back_the_americans_go_north_or_east_too() -> None:
    game = fired_at("hawes", "1822", "macleod", "1522", AMERICAN)
    assert labels(game) == ["1723", "1823", "1922", "1923"]  # 1723 has a higher row
    for hex in ("1722", "1821"):
        assert refusal(game, f"retreat {hex}") == ("S13.21b",)


# ---------------------------------------------------------------- G3.8c, entry


def british_movement(turn: int, **pieces: Any) -> Battle:
    return guilford({"greene": "1930", **pieces}, turn=turn)


@rule("G3.8c")
def test_reinforcements_come_in_at_the_entry_hex_and_march_by_road() -> None:
    """0201 is the only hex, so nothing is asked; the 23rd then has eight road hexes."""
    game = british_movement(2, r23="waiting", r71="waiting", cornwallis="0505")
    assert where(game, "r23") == "0201"
    assert where(game, "r71") == "waiting"  # due on turn 3
    act(game, "move r23")
    assert "0707" in labels(game)
    assert "0708" not in labels(game)
    act(game, "go 0707")
    assert spent(game, "r23") == [8]


@rule("G3.8c")
def test_off_the_road_they_have_their_normal_allowance() -> None:
    game = british_movement(2, r23="waiting")
    act(game, "move r23")
    assert "0205" in labels(game)
    assert "0206" not in labels(game)


@rule("G3.8c")
def test_leaders_and_guns_come_in_as_units_do() -> None:
    game = british_movement(3, leslie="waiting", macleod="waiting", bose="waiting")
    assert [where(game, id) for id in ("leslie", "macleod", "bose")] == ["0201"] * 3


@rule("G3.8c")
def test_too_many_in_the_entry_hex_are_cured_at_the_end_of_the_player_turn() -> None:
    """Nine points in 0201; the game can be saved while the owner chooses (S7.3a, S9.61b)."""
    game = british_movement(3, r23="0201", r33="0201", bose="waiting", campbell="1010")
    act(game, "end-movement")
    assert asked(game) == "cure-overstacking"
    again = grognard.setup(game.position(), seed=1)
    assert isinstance(again, Battle)
    assert again.position() == game.position()
    act(again, "lose-step r23", "lose-step r33")  # and then von Bose, the only cure left
    assert again.state.phasing == AMERICAN
    assert not again.state.entered


@rule("G3.8c")
def test_who_could_not_come_earlier_comes_now() -> None:
    assert where(british_movement(4, jaegers="waiting"), "jaegers") == "0201"


@rule("G3.8c")
def test_a_leader_alone_does_not_hold_the_entry_hex() -> None:
    game = british_movement(3, stevens="0201", bose="waiting")
    assert where(game, "bose") == "0201"
    assert where(game, "stevens") == "captured"
    act(game, "move bose")
    assert "0707" in labels(game)


# ---------------------------------------------------------------- G3.8d, entry hex occupied


@rule("G3.8c", "G3.8d")
def test_beside_an_occupied_entry_hex_units_come_in_at_half_pace() -> None:
    game = british_movement(3, lee_cavalry="0201", bose="waiting")
    assert asked(game) == "place-reinforcement"
    assert labels(game) == NEW_GARDEN
    assert refusal(game, "place 0201") == ("S9.61a",)
    act(game, "place 0302", "move bose")
    assert "0304" in labels(game)  # two points
    assert "0403" in labels(game)
    assert "0504" not in labels(game)  # by road it would be three
    assert "0305" not in labels(game)


@rule("G3.8d")
@pytest.mark.parametrize(
    ("id", "points", "reached", "not_reached"),
    [
        ("tarleton", 4, "0105", "0106"),
        ("jaegers", 2, "0104", "0105"),
        ("macleod", 1, "0103", "0104"),
        ("cornwallis", 3, "0105", "0106"),
        ("r23", 2, "0104", "0105"),
    ],
)
def test_half_of_every_allowance_is_rounded_down(id: str, points: int, reached: str, not_reached: str) -> None:
    game = british_movement(5, lee_cavalry="0201", **{id: "waiting"})
    act(game, "place 0102", f"move {id}")
    assert reached in labels(game)
    assert not_reached not in labels(game)
    reason = game.why_not(BRITISH, parse(game, f"go {not_reached}"))
    assert reason is not None
    assert (reason.cites, reason.args["left"]) == (("S9.1a",), points)


@rule("G3.8d")
def test_units_already_on_the_map_are_not_slowed() -> None:
    game = british_movement(3, lee_cavalry="0201", bose="waiting", r23="0104")
    act(game, "place 0102", "move r23")
    assert "0108" in labels(game)


@rule("G3.8d")
def test_units_in_disorder_occupy_the_entry_hex_too() -> None:
    game = british_movement(3, lee_cavalry=in_state("0201", "shattered"), bose="waiting")
    assert labels(game) == NEW_GARDEN


@rule("G3.8d")
def test_hexes_with_americans_are_not_used() -> None:
    pieces = {"lee_cavalry": "0201", "lee_infantry": "0302", "campbell": "0102", "nc_volunteers": "0202"}
    assert labels(british_movement(3, bose="waiting", **pieces)) == ["0101", "0301"]


@rule("G3.8d")
def test_if_no_hex_is_free_the_units_wait() -> None:
    pieces = {"lee_cavalry": "0201", "lee_infantry": "0302", "campbell": "0102", "nc_volunteers": "0202"}
    pieces |= {"washington": "0101", "kirkwood": "0301"}
    game = british_movement(8, bose="waiting", r23="0707", **pieces)
    assert where(game, "bose") == "waiting"
    assert choices(game) == ["move r23", "end-movement"]


@rule("G3.8d")
def test_the_half_pace_is_for_the_phase_of_entry_only() -> None:
    pieces = {"bose": "0102", "lee_cavalry": "0201", "greene": "1930"}
    game = guilford(pieces, turn=4, state={"entered": ["bose"], "entry_blocked": True})
    act(game, "move bose")
    assert "0106" in labels(game)


@rule("G3.8d")
def test_with_the_entry_hex_free_again_nothing_is_halved() -> None:
    game = guilford({"bose": "waiting", "greene": "1930", "lee_cavalry": "0401"}, turn=4, state={"entry_blocked": True})
    assert where(game, "bose") == "0201"
    act(game, "move bose")
    assert "0105" in labels(game)
