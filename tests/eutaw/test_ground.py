"""E3.12 and E3.13: the friendly edges, and the thicket of black jack oak."""

from __future__ import annotations

import pytest

from tests.eutaw.positions import eutaw, fire_result, result, spent
from tests.marks import rule
from tests.proving_ground import act, asked, combat, labels, last_roll, refusal, where

AWAY = {"hampton": "1520", "stuart": "1504"}
"""A leader for each side far away, so that every movement phase asks something."""


# ---------------------------------------------------------------- E3.12, friendly edges


@rule("E3.12")
def test_the_british_retreat_to_the_east() -> None:
    """Two guns, far enough away, drive the 63rd out of 1313: 2 points need 8, less 1 for the woods; damage 0 is R."""
    pieces = {"63rd": "1313", "gaines": "1113", "browne": "1111", **AWAY}
    game = eutaw(pieces, phasing="british", phase="artillery fire", dice=[9, 0])
    act(game, "target 63rd", "add-gun gaines", "add-gun browne")
    assert fire_result(game) == "R"
    assert labels(game) == ["1312", "1412"]
    assert refusal(game, "retreat 1314") == ("S13.21b",)
    assert refusal(game, "retreat 1413") == ("S13.21b",)  # the same row in another column is not toward the edge
    act(game, "retreat 1312")
    assert where(game, "63rd") == "1312"


@rule("E3.12")
def test_the_americans_retreat_to_the_west() -> None:
    # 4 to 4; Buffs +1, Maryland -2; die 8: -/R
    game = eutaw({"buffs": "1111", "maryland": "1112", **AWAY}, phasing="british", phase="close combat", dice=[8])
    combat(game, ("buffs", "1112"))
    assert result(game) == "-/R"
    assert where(game, "maryland") == "1113"  # 1012 and 1212 are no farther west


@rule("E3.12")
def test_the_edge_gives_way_to_safety_from_the_enemy() -> None:
    """With another enemy next to 1113 and 1212 only 1012 is away from the enemy."""
    pieces = {"buffs": "1111", "maryland": "1112", "63rd": "1213", **AWAY}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[8])
    combat(game, ("buffs", "1112"))
    assert result(game) == "-/R"
    assert where(game, "maryland") == "1012"


# ---------------------------------------------------------------- E3.13, thicket


@rule("E3.13a")
def test_light_infantry_enters_the_thicket_for_two_points() -> None:
    game = eutaw({"light_inf": "0910", "grenadiers": "0910", "maryland": "1520"}, phasing="british")
    act(game, "move light_inf", "go 0810", "go 0811", "go 0812")
    assert spent(game, "light_inf") == [1, 2, 4]
    act(game, "stop", "move grenadiers", "go 0810", "go 0811")
    assert refusal(game, "go 0812") == ("S9.1a",)  # 2 + 3 is more than 4


@rule("E3.13a")
@pytest.mark.parametrize(
    ("piece", "price"), [("grenadiers", 3), ("ninety_six", 3), ("sheridan", 3), ("light_inf", 2), ("stuart", 2)]
)
def test_the_price_of_the_thicket(piece: str, price: int) -> None:
    game = eutaw({piece: "0811", "maryland": "1520"}, phasing="british")
    act(game, f"move {piece}", "go 0812")
    assert spent(game, piece) == [price]


@rule("E3.13a")
@pytest.mark.parametrize("unit", ["charleston_cav", "light_arty"])
def test_dragoons_and_guns_may_not_enter_the_thicket(unit: str) -> None:
    game = eutaw({unit: "0811", "maryland": "1520"}, phasing="british")
    act(game, f"move {unit}")
    assert refusal(game, "go 0812") == ("S9.2d",)


@rule("E3.13b")
def test_zones_of_control_reach_out_of_the_thicket_and_not_into_it() -> None:
    pieces = {"light_inf": "0812", "lee_inf": "0914", **AWAY}
    game = eutaw(pieces)
    act(game, "move lee_inf", "go 0913")
    assert asked(game) == "march"  # the forest is in no zone
    act(game, "go 0912")
    assert asked(game) == "move"  # open ground next to the thicket is
    game = eutaw({**pieces, "lee_inf": "0815"})
    act(game, "move lee_inf", "go 0814", "go 0813")
    assert asked(game) == "march"  # 1 point is left, and no zone ends the move
    act(game, "go 0913")


@rule("E3.13c", "E-T-firedrm")
def test_fire_at_light_infantry_in_the_thicket_is_at_minus_two() -> None:
    pieces = {"light_inf": "0812", "sc_rifles": {"hex": "0912", "states": ["fired"]}, **AWAY}
    game = eutaw(pieces, phase="rifle fire", dice=[8])
    act(game, "target light_inf")
    assert last_roll(game, "rifle-to-hit") == {"target-light-infantry": -1, "target-in-woods": -1, "die": 8, "total": 6}
    assert fire_result(game) == "miss"


@rule("E3.13c", "E-T-ccdrm-b")
def test_close_combat_against_the_thicket_is_at_minus_two() -> None:
    game = eutaw({"maryland": "0912", "light_inf": "0812"}, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("maryland", "0812"))
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 2,
        "defenders-lead-unit": -2,
        "defenders-terrain": -2,
        "tactics": 0,
        "die": 5,
        "total": 3,
    }


@rule("E3.13c")
def test_one_defender_in_the_thicket_is_enough() -> None:
    pieces = {"maryland": "0912", "light_inf": "0812", "ny_vols": "0911"}
    game = eutaw(pieces, phase="close combat", momentum=(0, 1), dice=[5])
    combat(game, ("maryland", "0812 0911"), leads=("ny_vols",))
    assert last_roll(game, "close-combat")["defenders-terrain"] == -2
