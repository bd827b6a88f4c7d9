"""G3.2 to G3.5: no militia, semi-leaders, and the generals of militia."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.events import Rolled
from grognard.games.revolution.series.battle import Battle
from tests.guilford.positions import fight, guilford, in_state, modifiers, to_tactics
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, act, announce, asked, last_roll, parse, refusal, tactics


def led(game: Battle, side: str) -> bool:
    """Whether a side that is to choose its chit has a leader for it."""
    assert asked(game) == "choose-tactics"
    offered = parse(game, "chit frontal_assault") in game.actions(side)
    if not offered:
        assert refusal(game, "chit frontal_assault", side) == ("S12.52b",)
    return offered


def attacked(pieces: dict[str, Any], *attacks: tuple[str, str], phasing: str = BRITISH, leads: tuple[str, ...] = ()) -> Battle:
    """A close combat up to the choice of chits."""
    game = guilford(pieces, phase="close combat", phasing=phasing)
    to_tactics(game, *attacks, leads=leads)
    return game


# ---------------------------------------------------------------- G3.2, who is no militia


@rule("G3.2")
def test_provincials_in_defence_are_no_militia() -> None:
    game = fight({"royal_nc": "1722", "maryland_1": "1723"}, phasing=AMERICAN)
    assert modifiers(game) == {"attackers-lead-unit": 2, "defenders-lead-unit": 0}


@rule("G3.2")
def test_militia_in_defence_is() -> None:
    game = fight({"r23": "1722", "linton": "1723"})
    assert modifiers(game) == {"attackers-lead-unit": 1, "defenders-lead-unit": 2, "all-defenders-militia": 1}


@rule("G3.2")
@pytest.mark.parametrize("unit", ["royal_nc", "tarleton"])
def test_provincials_attack_as_regulars(unit: str) -> None:
    assert "all-attackers-militia" not in modifiers(fight({unit: "1722", "kirkwood": "1723"}))


@rule("G3.2")
@pytest.mark.parametrize("unit", ["green", "hawes"])
def test_state_troops_fight_as_regulars(unit: str) -> None:
    assert "all-attackers-militia" not in modifiers(fight({unit: "1722", "r23": "1723"}, phasing=AMERICAN))
    assert "all-defenders-militia" not in modifiers(fight({unit: "1722", "r23": "1723"}))


@rule("G3.2")
@pytest.mark.parametrize("unit", ["randolph", "moffett", "lynch", "campbell", "butler_1", "nc_volunteers"])
def test_all_other_militia_is_militia(unit: str) -> None:
    attacks = [(unit, "1723")]
    assert modifiers(fight({unit: "1722", "r23": "1723"}, *attacks, phasing=AMERICAN))["all-attackers-militia"] == -1
    assert modifiers(fight({unit: "1722", "r23": "1723"}))["all-defenders-militia"] == 1


# ---------------------------------------------------------------- G3.3, Tarleton


@rule("G3.3a")
def test_tarleton_serves_himself_for_chits_and_gives_no_modifier() -> None:
    pieces = {"tarleton": "0707", "lee_cavalry": "0708"}
    game = attacked(pieces)
    assert led(game, BRITISH)
    assert led(game, AMERICAN)  # Lee for himself
    found = modifiers(fight(pieces))
    assert "attackers-leader" not in found
    assert found["attackers-lead-unit"] == 1  # his own morale, no command


@rule("G3.3a")
def test_tarleton_serves_himself_in_defence() -> None:
    assert led(attacked({"kirkwood": "0707", "tarleton": "0708"}, phasing=AMERICAN), BRITISH)


@rule("G3.3a")
def test_tarleton_serves_nobody_else() -> None:
    """He stands in 0606, next to the 33rd and not to Kirkwood."""
    assert not led(attacked({"tarleton": "0606", "r33": "0707", "kirkwood": "0708"}), BRITISH)


@rule("G3.3b")
def test_in_an_attack_from_several_hexes_tarleton_is_no_leader() -> None:
    pieces = {"tarleton": "0707", "jaegers": "0807", "lee_cavalry": "0708"}
    attacks = (("tarleton", "0708"), ("jaegers", "0708"))
    assert not led(attacked(pieces, *attacks, leads=("tarleton",)), BRITISH)


@rule("G3.3b")
def test_an_illegal_chit_gives_the_opponent_one() -> None:
    pieces = {"tarleton": "0707", "jaegers": "0807", "lee_cavalry": "0708"}
    fields: dict[str, Any] = {"dice": [5], "momentum": (1, 0), "options": {"chits": "any"}}
    game = guilford(pieces, phase="close combat", **fields)
    to_tactics(game, ("tarleton", "0708"), ("jaegers", "0708"), leads=("tarleton",))
    tactics(game, "frontal_assault", "skirmish")
    assert last_roll(game, "close-combat")["illegal-chit"] == -1
    game = guilford({**pieces, "jaegers": "0505"}, phase="close combat", **fields)
    tactics(game, "frontal_assault", "skirmish")
    assert last_roll(game, "close-combat")["tactics"] == 2


@rule("G3.3b")
def test_in_an_attack_on_several_hexes_tarleton_is_no_leader() -> None:
    pieces = {"tarleton": "0707", "lee_cavalry": "0708", "lee_infantry": "0807"}
    game = attacked(pieces, ("tarleton", "0708 0807"), leads=("lee_cavalry",))
    assert not led(game, BRITISH)
    assert not led(game, AMERICAN)  # G3.4b


@rule("G3.3b")
def test_attacked_from_several_hexes_tarleton_is_no_leader() -> None:
    pieces = {"tarleton": "0708", "kirkwood": "0707", "lee_infantry": "0807"}
    attacks = (("kirkwood", "0708"), ("lee_infantry", "0708"))
    assert not led(attacked(pieces, *attacks, phasing=AMERICAN, leads=("kirkwood",)), BRITISH)


@rule("G3.3b")
def test_stacked_with_a_unit_tarleton_is_no_leader() -> None:
    pieces = {"tarleton": "0707", "jaegers": "0707", "lee_cavalry": "0708"}
    attacks = (("tarleton", "0708"), ("jaegers", "0708"))
    assert not led(attacked(pieces, *attacks, leads=("tarleton",)), BRITISH)
    assert not led(attacked({"tarleton": "0707", "macleod": "0707", "lee_cavalry": "0708"}), BRITISH)


@rule("G3.3a", "G3.3b")
def test_a_leader_in_his_hex_makes_tarletons_ability_needless() -> None:
    pieces = {"tarleton": "0707", "webster": "0707", "jaegers": "0707", "lee_cavalry": "0708"}
    attacks = (("tarleton", "0708"), ("jaegers", "0708"))
    assert led(attacked(pieces, *attacks, leads=("tarleton",)), BRITISH)


# ---------------------------------------------------------------- G3.4, Lee


@rule("G3.4a")
def test_lee_serves_campbell_beside_him() -> None:
    game = attacked({"lee_cavalry": "1010", "campbell": "1010", "r23": "0910"}, leads=("campbell",))
    assert parse(game, "chit commit_reserve") in game.actions(AMERICAN)
    found = modifiers(fight({"lee_cavalry": "1010", "campbell": "1010", "r23": "0910"}, leads=("campbell",)))
    assert "defenders-leader" not in found
    assert found["defenders-lead-unit"] == 0  # Campbell's morale, no command


@rule("G3.4a")
@pytest.mark.parametrize(
    ("unit", "served"),
    [
        ("lee_infantry", True),
        ("campbell", True),
        ("nc_volunteers", True),
        ("bretigny", True),
        ("washington", True),
        ("kirkwood", False),
        ("lynch", False),
        ("butler_2", False),
        ("hawes", False),
    ],
)
def test_lee_serves_those_on_his_list_from_next_door(unit: str, served: bool) -> None:
    """The 23rd in 1720 attacks 1721; Lee stands behind in 1722, next to the unit and not to the enemy."""
    assert led(attacked({"lee_cavalry": "1722", unit: "1721", "r23": "1720"}), AMERICAN) == served


@rule("G3.4a")
def test_lee_serves_nobody_two_hexes_away() -> None:
    assert not led(attacked({"lee_cavalry": "1723", "campbell": "1721", "r23": "1720"}), AMERICAN)
    assert not led(attacked({"lee_cavalry": "eliminated", "campbell": "1721", "r23": "1720"}), AMERICAN)


@rule("G3.4a")
def test_lee_serves_in_attack() -> None:
    pieces = {"lee_cavalry": "1722", "lee_infantry": "1721", "r23": "1720"}
    assert led(attacked(pieces, phasing=AMERICAN), AMERICAN)


@rule("G3.4b")
def test_stacked_with_kirkwood_lee_is_no_leader() -> None:
    game = attacked({"lee_cavalry": "1721", "kirkwood": "1721", "r23": "1720"}, leads=("kirkwood",))
    assert not led(game, AMERICAN)
    assert "S12.52b" in refusal(game, "chit turn_flank", AMERICAN)


@rule("G3.4b")
@pytest.mark.parametrize("unit", ["kirkwood", "linton", "finley"])
def test_stacked_with_a_stranger_lee_does_not_serve_next_door_either(unit: str) -> None:
    pieces = {"lee_cavalry": "1722", unit: "1722", "campbell": "1721", "r23": "1720"}
    assert not led(attacked(pieces), AMERICAN)


@rule("G3.4b")
def test_a_leader_or_one_of_his_own_stacked_with_lee_changes_nothing() -> None:
    pieces = {"lee_cavalry": "1722", "bretigny": "1722", "nc_volunteers": "1721", "r23": "1720"}
    assert led(attacked(pieces), AMERICAN)
    assert led(attacked({"lee_cavalry": "1722", "stevens": "1722", "lee_infantry": "1721", "r23": "1720"}), AMERICAN)


@rule("G3.4b")
def test_in_a_combat_of_several_hexes_lee_serves_nobody() -> None:
    pieces = {"lee_cavalry": "1722", "campbell": "1721", "r23": "1720", "r33": "1620"}
    attacks = (("r23", "1721"), ("r33", "1721"))
    assert not led(attacked(pieces, *attacks, leads=("r23",)), AMERICAN)


# ---------------------------------------------------------------- G3.5, Eaton and Stevens


def command(leader: str, unit: str, **others: str) -> int | None:
    """The command DRM in a rally of a unit stacked with a leader."""
    pieces = {unit: in_state("1825", "disrupted"), leader: "1825", "r23": "0505", **others}
    game = guilford(pieces, phase="rally", phasing=AMERICAN, dice=[9])
    act(game, f"rally {unit}")
    return last_roll(game, "rally").get("command")


@rule("G3.5a")
@pytest.mark.parametrize("unit", ["linton", "williams", "butler_1", "butler_2", "nc_volunteers", "bretigny"])
def test_eaton_commands_the_north_carolina_militia(unit: str) -> None:
    assert command("eaton", unit) == 1
    assert command("stevens", unit) is None


@rule("G3.5b")
@pytest.mark.parametrize("unit", ["randolph", "holcombe", "moffett", "perkins", "campbell", "lynch"])
def test_stevens_commands_the_virginia_militia(unit: str) -> None:
    assert command("stevens", unit) == 1
    assert command("eaton", unit) is None


@rule("G3.5a", "G3.5b")
@pytest.mark.parametrize("unit", ["green", "hawes", "maryland_1", "kirkwood", "washington", "finley"])
def test_neither_commands_anybody_else(unit: str) -> None:
    assert command("stevens", unit) is None
    assert command("eaton", unit) is None
    assert command("greene", unit) == 2


@rule("G3.5a")
def test_eaton_adds_nothing_when_holcombe_checks_morale() -> None:
    for unit, expected in (("holcombe", {"unit-morale": -1}), ("williams", {"unit-morale": -2, "command": 1})):
        assert companion_checks("linton", unit, "eaton", 4) == expected


def companion_checks(lead: str, unit: str, leader: str, die: int) -> dict[str, int]:
    """How a unit checks its morale beside a leader when its stack in 1823 suffers an R, at this die, and the lead retreats."""
    pieces = {lead: "1823", unit: "1823", "r23": "1822", "r33": "1822", "greene": "1930", leader: "1823"}
    game = guilford(pieces, phase="close combat", dice=[die, 9])
    announce(game, ("r23", "1823"), ("r33", "1823"))
    act(game, "lead r23")
    if asked(game) == "choose-lead":
        act(game, f"lead {lead}")
    tactics(game)
    act(game, "retreat 1824", "stay")
    [_, check] = [event for event in game.events(None) if isinstance(event, Rolled)]
    assert check.purpose == "morale-check"
    return {modifier.label: modifier.value for modifier in check.modifiers}


@rule("G3.5b")
def test_stevens_helps_lynch() -> None:
    found = modifiers(fight({"lynch": "1823", "stevens": "1823", "r23": "1822"}))
    assert found["defenders-leader"] == -1
    assert found["defenders-lead-unit"] == -(0 + 1)
    found = modifiers(fight({"hawes": "1823", "stevens": "1823", "r23": "1822"}))
    assert "defenders-leader" not in found
    assert found["defenders-lead-unit"] == 0
    assert companion_checks("perkins", "lynch", "stevens", 5) == {"unit-morale": 0, "command": 1}


@rule("G3.5b", "G3.5a")
def test_chits_too_need_a_leader_who_may_command() -> None:
    for leader, unit, served in (
        ("stevens", "lynch", True),
        ("stevens", "linton", False),
        ("stevens", "hawes", False),
        ("eaton", "linton", True),
        ("eaton", "lynch", False),
        ("greene", "hawes", True),
    ):
        assert led(attacked({unit: "1823", leader: "1823", "r23": "1822"}), AMERICAN) == served, (leader, unit)
        assert led(attacked({unit: "1823", leader: "1824", "r23": "1822"}), AMERICAN) == served, (leader, unit)


@rule("G3.5c")
def test_with_both_generals_in_the_stack_stevens_commands_all_of_it() -> None:
    pieces = {"linton": "1823", "perkins": "1823", "eaton": "1823", "stevens": "1823", "r23": "1822"}
    for lead, morale in (("linton", -2 + 1), ("perkins", 0 + 1)):
        found = modifiers(fight(pieces, leads=(lead,)))
        assert found["defenders-leader"] == -1
        assert found["defenders-lead-unit"] == -morale


@rule("G3.5c")
def test_stevens_commands_no_north_carolinians_without_eaton_or_virginians() -> None:
    pieces = {"linton": "1823", "eaton": "1823", "stevens": "1823", "r23": "1822"}
    found = modifiers(fight(pieces))
    assert found["defenders-leader"] == 0  # Eaton's
    assert found["defenders-lead-unit"] == -(-2 + 1)  # Eaton's command
    pieces = {"linton": "1823", "perkins": "1823", "eaton": "1824", "stevens": "1823", "r23": "1822"}
    assert "defenders-leader" not in modifiers(fight(pieces, leads=("linton",)))


@rule("G3.5c")
def test_campbell_and_the_volunteers_make_a_mixed_stack_too() -> None:
    pieces = {"nc_volunteers": "1823", "campbell": "1823", "eaton": "1823", "stevens": "1823", "r23": "1822"}
    assert modifiers(fight(pieces, leads=("nc_volunteers",)))["defenders-leader"] == -1


@rule("G3.5c")
def test_a_stack_with_others_in_it_stevens_does_not_command() -> None:
    pieces = {"linton": "1823", "lynch": "1823", "kirkwood": "1823", "eaton": "1823", "stevens": "1823", "r23": "1822"}
    assert "defenders-leader" not in modifiers(fight(pieces, leads=("kirkwood",)))


@rule("G3.5d")
def test_a_mixed_stack_has_no_modifier_from_one_general() -> None:
    pieces = {"linton": "1823", "perkins": "1823", "r23": "1822"}
    for leader, linton, perkins in (("stevens", -2, 0 + 1), ("eaton", -2 + 1, 0)):
        found = modifiers(fight({**pieces, leader: "1823"}, leads=("perkins",)))
        assert "defenders-leader" not in found
        assert found["defenders-lead-unit"] == -perkins
        found = modifiers(fight({**pieces, leader: "1823"}, leads=("linton",)))
        assert found["defenders-lead-unit"] == -linton


@rule("G3.5d")
def test_in_a_mixed_stack_each_general_serves_his_own_in_checks_and_rallies() -> None:
    assert companion_checks("linton", "perkins", "stevens", 3) == {"unit-morale": 0, "command": 1}
    assert companion_checks("perkins", "linton", "stevens", 6) == {"unit-morale": -2}
    assert companion_checks("perkins", "linton", "eaton", 5) == {"unit-morale": -2, "command": 1}
    assert companion_checks("linton", "perkins", "eaton", 4) == {"unit-morale": 0}
    assert command("stevens", "perkins", linton="1825") == 1
    assert command("stevens", "linton", perkins="1825") is None
    assert command("eaton", "linton", perkins="1825") == 1


@rule("G3.5d")
def test_in_a_mixed_stack_his_own_kind_has_its_leader_for_chits() -> None:
    pieces = {"linton": "1823", "perkins": "1823", "stevens": "1823", "r23": "1822"}
    assert led(attacked(pieces, leads=("linton",)), AMERICAN)


@rule("G3.5d")
def test_a_unit_of_the_stack_that_stays_out_of_the_attack_counts_too() -> None:
    """Lynch attacks the 23rd out of the hex, Kirkwood another hex, and Stevens gives nothing."""
    pieces = {"lynch": "1823", "stevens": "1823", "r23": "1822"}
    found = modifiers(fight(pieces, ("lynch", "1822"), phasing=AMERICAN))
    assert found["attackers-leader"] == 1
    fields: dict[str, Any] = {"phase": "close combat", "phasing": AMERICAN, "dice": [5], "momentum": (0, 1)}
    game = guilford({**pieces, "kirkwood": "1823", "r33": "1923"}, **fields)
    announce(game, ("lynch", "1822"), ("kirkwood", "1923"))
    act(game, "take 1")
    tactics(game)
    assert "attackers-leader" not in modifiers(game)


@rule("G3.5d")
def test_guns_in_the_stack_do_not_matter() -> None:
    found = modifiers(fight({"lynch": "1823", "finley": "1823", "stevens": "1823", "r23": "1822"}))
    assert found["defenders-leader"] == -1


@rule("G3.5d")
def test_greene_and_the_british_command_every_stack() -> None:
    pieces = {"linton": "1823", "perkins": "1823", "kirkwood": "1823", "greene": "1823", "r23": "1822"}
    assert modifiers(fight(pieces, leads=("kirkwood",)))["defenders-leader"] == -1
    pieces = {"bose": "1822", "tarleton": "1822", "leslie": "1822", "linton": "1823"}
    found = modifiers(fight(pieces, ("bose", "1823"), ("tarleton", "1823"), leads=("bose",)))
    assert found["attackers-leader"] == 1


@rule("G3.5e")
def test_singletons_guns_take_command_from_either_general() -> None:
    assert command("eaton", "singleton") == 1
    assert command("stevens", "singleton") == 1
    assert companion_checks("williams", "singleton", "eaton", 2) == {"unit-morale": 0, "command": 1}
    assert companion_checks("perkins", "singleton", "stevens", 5) == {"unit-morale": 0, "command": 1}


@rule("G3.5f")
def test_ohara_is_senior_to_webster() -> None:
    pieces = {"r23": "1822", "ohara": "1822", "webster": "1822", "kirkwood": "1823"}
    game = fight(pieces)
    found = modifiers(game)
    assert found["attackers-leader"] == 1
    assert found["attackers-lead-unit"] == 1 + 1  # O'Hara's command; Webster has none
    [rolled] = [event for event in game.events(None) if isinstance(event, Rolled)]
    leader = next(modifier for modifier in rolled.modifiers if modifier.label == "attackers-leader")
    assert leader.args["leader"] == "ohara"
