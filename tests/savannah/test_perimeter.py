"""Savannah 1.7, 4.11, 4.14, 4.15 and 4.19: the perimeter, retreats and rallies."""

from typing import Any

import pytest

from tests.marks import rule
from tests.proving_ground import act, announce, asked, choices, labels, last_roll, where
from tests.savannah.positions import LAST, campaign, in_state, rules_of, savannah, tactics

FOUR = (4, 9, 9, 9, 9)


@rule("V1.7a")
def test_the_perimeter():
    game = savannah({"foix": "1912"}, **LAST)
    inside = {game.label(h) for h in game.rules.board.grid.hexes if rules_of(game).perimeter >> h & 1}
    columns = {f"{column}{row:02}" for column in range(15, 22) for row in range(1, 6)}
    assert inside == columns | {"1303", "1402", "1403", "1404"}
    assert not {"1401", "1302"} & inside


def won_by_the_british(defender: str, attacker_hex: str = "1404"):
    """A British attack that empties the defender's hex."""
    game = savannah(
        {"harden": defender, "highlanders_1": attacker_hex, "highlanders_2": attacker_hex},
        phasing="british",
        phase="close combat",
        dice=[9, 9, 9, 9],
    )
    announce(game, ("highlanders_1", defender), ("highlanders_2", defender))
    act(game, "lead highlanders_1")
    tactics(game)
    while asked(game) not in ("advance", "occupy", "next-combat") and game.over is None and asked(game) != "move":
        game.play(game.actors[0], game.actions(game.actors[0])[0])
    return game


@rule("V1.7c", "V4.19h")
def test_the_british_need_not_advance_out_of_the_perimeter():
    game = won_by_the_british("1305")
    assert asked(game) == "advance"
    assert {"advance highlanders_1", "end-advance"} <= set(choices(game))
    act(game, "end-advance")
    assert where(game, "highlanders_1") == "1404"


@rule("V1.7c", "V4.19h")
@pytest.mark.parametrize(("defender", "attackers"), [("1504", "1404"), ("1505", "1504"), ("1307", "1306")])
def test_within_it_their_lead_must_advance(defender: str, attackers: str):
    """And out in the open as well."""
    assert where(won_by_the_british(defender, attackers), "highlanders_1") == defender


@rule("V1.7c", "V4.19h")
def test_one_emptied_hex_within_it_is_enough():
    pieces = {"harden": "1504", "sc_1": "1305", "highlanders_1": "1404", "highlanders_2": "1404"}
    game = savannah(pieces, phasing="british", phase="close combat")
    rules, hexes = rules_of(game), [game.rules.board.hex(label) for label in ("1305", "1504")]
    assert rules.must_advance(game, "highlanders_1", hexes)
    assert not rules.must_advance(game, "highlanders_1", hexes[:1])


@rule("V4.15")
def test_the_british_do_not_turn_flanks_from_within_the_perimeter():
    def british_chits(pieces: dict[str, str], *attacks: tuple[str, str]) -> set[str]:
        game = savannah({"maitland": "1404", **pieces}, phase="close combat")
        announce(game, *attacks)
        while asked(game) == "choose-lead":
            game.play(game.actors[0], game.actions(game.actors[0])[0])
        return {str(action).split()[1] for action in game.actions("british")}

    outside = british_chits({"irish": "1305", "r60": "1404"}, ("irish", "1404"))
    assert "turn_flank" not in outside
    assert "refuse_flank" in outside
    both = british_chits({"irish": "1305", "armagnac": "1504", "r60": "1404"}, ("irish", "1404"), ("armagnac", "1404"))
    assert "turn_flank" in both
    some = british_chits({"irish": "1305", "r60": "1404", "r16": "1306"}, ("irish", "1404 1306"))
    assert "turn_flank" not in some, "some of them are within it"
    out = british_chits({"irish": "1307", "r60": "1306", "maitland": "1306"}, ("irish", "1306"))
    assert "turn_flank" in out, "they have left it"


@rule("V4.14a", "V4.14b", "V5.10d")
@pytest.mark.parametrize("drm", [0, 1, 2])
def test_unfinished_defences(drm: int):
    game = savannah({"irish": "1305", "sc_royalists": "1404"}, phase="close combat", state={"defences_drm": drm}, dice=FOUR)
    announce(game, ("irish", "1404"))
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled.get("unfinished-defences", 0) == drm
    shown = [found.changes[0].args for found in rules_of(game).circumstances(game) if found.kind == "defences"]
    assert shown == ([{"drm": f"+{drm}"}] if drm else [])
    assert rolled["attack-across-works"] + rolled["attack-across-abatis"] == -2


@rule("V4.14a")
def test_they_help_only_across_the_works():
    pieces = {"irish": "1305", "armagnac": "1504", "sc_royalists": "1404"}
    game = savannah(pieces, phase="close combat", state={"defences_drm": 2}, dice=FOUR)
    announce(game, ("irish", "1404"), ("armagnac", "1404"))
    act(game, "lead irish")
    tactics(game)
    assert "unfinished-defences" not in last_roll(game, "close-combat")


@rule("V4.14a", "V4.4h")
def test_siege_works_are_no_unfinished_defences():
    state = {"works": [["2007", "2008"]]}
    pieces = {"graham": "2008", "foix": "2007", "auxerrois": "2007"}
    game = campaign(pieces, phasing="allied", turn=10, phase="close combat", dice=[4, 9, 9], state=state)
    announce(game, ("foix", "2008"), ("auxerrois", "2008"))
    act(game, "lead foix")
    tactics(game)
    assert last_roll(game, "close-combat")["attack-across-works"] == -1, "whoever holds them"
    assert "unfinished-defences" not in last_roll(game, "close-combat")


@rule("V4.11", "V-T-mc")
def test_rally_under_the_guns_of_the_frigate():
    game = savannah({"foix": in_state("1205", "disrupted")}, phase="rally", dice=[5], **LAST)
    act(game, "rally foix")
    assert "under-naval-guns" not in last_roll(game, "rally"), "1205 is outside the zone"
    game = savannah({"foix": in_state("1204", "disrupted")}, phase="rally", dice=[5], **LAST)
    act(game, "rally foix")
    assert last_roll(game, "rally")["under-naval-guns"] == -1
    assert game.piece("foix").order == 1, "5 - 1 = 4"
    british = {"graham": in_state("1303", "disrupted"), "foix": "1912"}
    game = savannah(british, phasing="british", phase="rally", dice=[4], turn=20, first="allied")
    act(game, "rally graham")
    assert "under-naval-guns" not in last_roll(game, "rally")


@rule("V4.19f", "V-T-mc")
def test_rally_behind_works():
    def bonus(hex: str, **state: object) -> int:
        pieces = {"delancey_1": in_state(hex, "disrupted"), "foix": "1912"}
        game = savannah(pieces, phasing="british", phase="rally", dice=[5], turn=20, first="allied", state=state)
        act(game, "rally delancey_1")
        return last_roll(game, "rally").get("behind-fieldworks", 0)

    assert bonus("2105") == 1
    assert bonus("2004") == 0, "no works there"
    assert bonus("2105", breaches=[["2205", "2105", "all"]]) == 0


@rule("V4.19e")
def test_each_army_retreats_towards_its_headquarters():
    pieces = {"irish": "1305", "armagnac": "1405", "foix": "1405", "ga_militia_1": "1404"}
    game = savannah(pieces, phase="close combat", dice=[7])
    announce(game, ("irish", "1404"), ("armagnac", "1404"), ("foix", "1404"))
    act(game, "lead irish")
    tactics(game)
    if asked(game) == "retreat":
        assert set(labels(game)) <= {"1403", "1504"}
    near = rules_of(game).nears_home
    hex = game.rules.board.hex
    assert near(game.piece("foix"), hex("1506"))
    assert not near(game.piece("foix"), hex("1304"))


@rule("V4.19f", "S13.5b", "V-T-mc")
def test_breached_works_do_not_help_in_a_morale_check():
    def bonus(hex: str, state: dict[str, Any] | None = None, **pieces: str) -> int:
        game = savannah({"delancey_1": hex, **pieces}, turn=18, state=state)
        modifiers = rules_of(game).check_modifiers(game, game.piece("delancey_1"), True)
        return sum(modifier.value for modifier in modifiers if modifier.label == "behind-fieldworks")

    assert bonus("2105", foix="2206") == 1
    assert bonus("2105", {"breaches": [["2205", "2105", "all"]]}, foix="2206") == 0, "another hexside is breached"
    assert bonus("2105", {"breaches": [["1404", "1305", "all"]]}, foix="2206") == 1, "the works of another hex"
    assert bonus("2105", foix="2206", irish="2104") == 0, "the enemy is inside"
    assert bonus("2007", {"works": [["2007", "2008"]]}, foix="2006") == 1, "no perimeter hex"
