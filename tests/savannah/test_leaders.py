"""Savannah 4.18: leaders and semi-leaders."""

import pytest

from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import act, announce, attack_mask, choices, labels, last_roll, parse, refusal, where
from tests.savannah.positions import LAST, campaign, in_state, savannah


def chits(game: Battle, seat: str) -> set[str]:
    return {str(action).split()[1] for action in game.actions(seat)}


@rule("V4.18a")
def test_seniority_among_equals():
    game = savannah(
        {"maitland": "1504", "porbeck": "1504", "noailles": "1208", "dillon": "1208", "mcintosh": "1407", "huger": "1407"}
    )
    for side, hex, first in (("british", "1504", "maitland"), ("allied", "1208", "noailles"), ("allied", "1407", "mcintosh")):
        assert game.leaders_at(game.rules.board.hex(hex), side)[0].id == first
        assert game.rules.undecided(game, game.rules.board.hex(hex), side) == []


@rule("V4.18b")
def test_leaders_command_their_own_army():
    unit = in_state("1804", "disrupted")
    game = savannah(
        {"porbeck": "1804", "r60": unit, "irish": "1808"}, phasing="british", phase="rally", dice=[5], turn=20, first="allied"
    )
    act(game, "rally r60")
    assert last_roll(game, "rally")["command"] == 1
    game = savannah({"destaing": "1808", "sc_2": in_state("1808", "disrupted")}, phase="rally", dice=[5], **LAST)
    act(game, "rally sc_2")
    assert "command" not in last_roll(game, "rally"), "a Frenchman does not command Americans"
    game = savannah({"destaing": "1808", "pulaski": in_state("1808", "disrupted")}, phase="rally", dice=[5], **LAST)
    act(game, "rally pulaski")
    assert "command" not in last_roll(game, "rally")


@rule("V4.18c")
def test_huger_stays_with_militia_and_guns():
    game = savannah({"huger": "1709", "sc_5": "1809", "harden": "1808", "beekman": "1708"})
    act(game, "move huger")
    assert "1809" not in labels(game)
    assert refusal(game, "go 1809") == ("V4.18c",)
    assert {"1808", "1708"} <= set(labels(game))


@rule("V4.18c")
def test_huger_parts_from_whom_he_came_in_with():
    pieces = {"huger": "waiting", "sc_5": "waiting", "harden": "waiting", "r16": "1605"}
    game = campaign(pieces, turn=7, phasing="allied")
    assert refusal(game, "end-movement") == ("V4.18c",)
    act(game, "move sc_5", "go 1114", "stop")
    assert "end-movement" in choices(game)
    game = campaign(pieces, turn=7, phasing="allied")
    act(game, "move huger", "go 1114", "stop")
    assert "end-movement" in choices(game)


@rule("V4.18c")
@pytest.mark.parametrize(("states", "owing"), [((), ("huger", "sc_5")), (("pinned:1",), ("huger",))])
def test_only_who_can_leave_must_part_from_huger(states: tuple[str, ...], owing: tuple[str, ...]):
    game = savannah({"huger": "1709", "sc_5": in_state("1709", *states), "r16": in_state("1708", *states), "foix": "1912"})
    reason = game.why_not("allied", parse(game, "end-movement"))
    assert reason is not None
    assert (reason.cites, reason.pieces) == (("V4.18c",), owing)


@rule("V4.18d")
def test_pulaski_serves_as_leader_of_his_horse():
    alone = savannah({"pulaski": "1507", "horry": "1507", "graham": "1506"}, phase="close combat")
    announce(alone, ("pulaski", "1506"), ("horry", "1506"))
    act(alone, "lead pulaski")
    assert "frontal_assault" in chits(alone, "allied")
    several = savannah({"pulaski": "1507", "va_dragoons": "1406", "graham": "1506"}, phase="close combat")
    announce(several, ("pulaski", "1506"), ("va_dragoons", "1506"))
    act(several, "lead pulaski")
    assert "frontal_assault" not in chits(several, "allied")
    mixed = savannah({"pulaski": "1507", "sc_2": "1507", "graham": "1506"}, phase="close combat")
    announce(mixed, ("pulaski", "1506"), ("sc_2", "1506"))
    act(mixed, "lead pulaski")
    assert "frontal_assault" not in chits(mixed, "allied")
    led = savannah({"pulaski": "1507", "sc_2": "1507", "lincoln": "1507", "graham": "1506"}, phase="close combat")
    announce(led, ("pulaski", "1506"), ("sc_2", "1506"))
    act(led, "lead pulaski")
    assert "frontal_assault" in chits(led, "allied"), "a leader is there"


@rule("V4.18e")
def test_tawes_serves_as_leader_in_spring_hill():
    game = savannah({"tawes": "1404", "irish": "1305"}, phase="close combat")
    announce(game, ("irish", "1404"))
    assert "commit_reserve" in chits(game, "british")
    game = savannah({"tawes": "1404", "r60": "1306", "irish": "1305"}, phase="close combat")
    announce(game, ("irish", "1404 1306"))
    act(game, "lead r60")
    assert "commit_reserve" in chits(game, "british"), "another hex is attacked too"
    game = savannah({"tawes": "1504", "irish": "1404"}, phase="close combat")
    announce(game, ("irish", "1504"))
    assert "commit_reserve" not in chits(game, "british")


@rule("V4.18e")
def test_tawes_does_not_lead_an_attack_on_several_hexes():
    pieces = {"tawes": "1404", "r60": "1404", "foix": "1305", "auxerrois": "1405", "irish": "1907"}
    one = savannah({**pieces, "auxerrois": "1907"}, phasing="british", phase="close combat")
    announce(one, ("tawes", "1305"), ("r60", "1305"))
    act(one, "lead r60")
    assert "commit_reserve" in chits(one, "british")
    both = savannah(pieces, phasing="british", phase="close combat")
    mask = attack_mask(both, "tawes", "1305", "1405")
    act(both, mask)
    act(both, "lead r60", "lead foix")
    assert "commit_reserve" not in chits(both, "british")


@rule("V4.18g", "V-T-leaders", "V2.7")
def test_what_the_loss_of_a_leader_costs():
    for leader, army, own, enemy, vp in (
        ("destaing", "french", -2, 2, 2),
        ("dillon", "french", -2, 1, 1),
        ("noailles", "french", -1, 1, 1),
        ("stedingk", "french", -1, 1, 0),
        ("laurens", "american", -2, 1, 0.5),
        ("mcintosh", "american", -1, 1, 1),
        ("huger", "american", -1, 1, 1),
        ("lincoln", "american", -2, 2, 2),
    ):
        game = savannah({leader: "1808", "graham": "1806", "irish": "1812"}, phasing="british")
        before = dict(game.state.morale)
        act(game, "move graham", "go 1808")
        assert game.state.morale[army] - before[army] == own, leader
        assert game.state.morale["british"] - before["british"] == enemy, leader
        assert game.rules.victory_points(game)["british"] == vp, leader
    for leader, own, enemy, vp in (("prevost", -2, 2, 2), ("maitland", -2, 1, 0.5), ("porbeck", -1, 1, 0)):
        game = savannah({leader: "1808", "irish": "1809", "r60": "1505"})
        before = dict(game.state.morale)
        act(game, "move irish", "go 1808")
        assert game.state.morale["british"] - before["british"] == own, leader
        assert game.state.morale["french"] - before["french"] == enemy, leader
        assert game.rules.victory_points(game)["french"] == vp, leader


@rule("V4.18h")
def test_the_loss_of_a_commander_in_chief_costs_momentum():
    game = savannah({"lincoln": "1808", "graham": "1806", "irish": "1812"}, phasing="british", momentum=(0, 1))
    act(game, "move graham", "go 1808")
    assert dict(game.state.momentum) == {"british": 0, "allied": 0}
    game = savannah({"lincoln": "1808", "graham": "1806", "irish": "1812"}, phasing="british", momentum=(0, 0))
    act(game, "move graham", "go 1808")
    assert dict(game.state.momentum) == {"british": 1, "allied": 0}
    game = savannah({"laurens": "1808", "graham": "1806", "irish": "1812"}, phasing="british", momentum=(0, 1))
    act(game, "move graham", "go 1808")
    assert dict(game.state.momentum) == {"british": 0, "allied": 1}


@rule("S9.2d")
def test_a_leader_does_not_enter_the_hex_of_an_enemy_leader():
    game = savannah({"dillon": "1508", "prevost": "1507", "foix": "1912", "r60": "1404"})
    act(game, "move dillon")
    assert "1507" not in labels(game)
    assert refusal(game, "go 1507") == ("S9.2d",)
    assert "1407" in labels(game)
    unit = savannah({"foix": "1508", "prevost": "1507", "r60": "1404"})
    act(unit, "move foix", "go 1507")
    assert where(unit, "prevost") == "captured", "a unit does, and takes him"
