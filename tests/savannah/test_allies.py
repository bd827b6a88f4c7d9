"""Savannah 4.1, 4.13, 4.16 and 4.17: who stands and fights beside whom."""

import pytest

from tests.marks import rule
from tests.proving_ground import act, announce, asked, attack_mask, choices, labels, last_roll, refusal, where
from tests.savannah.positions import LAST, campaign, in_state, savannah, spent, tactics, told

FOUR = (4, 9, 9, 9, 9)
"""A four for the combat, and passes for whoever must check."""


@rule("V4.1a")
def test_french_and_americans_pass_through_each_other_and_do_not_stay():
    game = savannah({"cambresis": "1808", "sc_1": "1807", "pulaski": "1707", "lincoln": "1707"})
    act(game, "move sc_1")
    assert "1808" not in labels(game)
    assert refusal(game, "go 1808") == ("V4.1a",)
    act(game, "go 1809")
    assert spent(game, "sc_1") == [2], "by the road through 1808"
    act(game, "stop", "move pulaski")
    assert "1808" in labels(game)
    act(game, "go 1808", "stop", "move lincoln")
    assert "1808" in labels(game)


@rule("V4.1b")
def test_units_mixed_by_retreat_must_separate():
    game = savannah({"foix": "1808", "sc_2": "1808", "armagnac": "1810"})
    assert "end-movement" not in choices(game)
    assert refusal(game, "end-movement") == ("V4.1a", "V4.1b")
    act(game, "move sc_2", "go 1908", "stop")
    assert "end-movement" in choices(game)
    theirs = savannah({"foix": "1808", "sc_2": "1808", "graham": "1803"}, phasing="british")
    assert "end-movement" in choices(theirs), "in the British part nobody is asked to"
    fleeing = savannah({"foix": in_state("1508", "disrupted"), "r60": "1507", "armagnac": "1912"})
    assert refusal(fleeing, "end-movement") == ("S13.3a",), "the duties of the series stand"


@rule("V4.1b")
def test_a_mixed_stack_that_cannot_move_stays():
    pieces = {
        "foix": in_state("1808", "pinned:1"),
        "sc_2": in_state("1808", "pinned:1"),
        "graham": in_state("1807", "pinned:1"),
    }
    game = savannah({**pieces, "armagnac": "1812"})
    assert "end-movement" in choices(game)


@rule("V4.1c")
def test_a_mixed_stack_is_easier_to_attack():
    game = savannah(
        {"foix": "1308", "sc_2": "1308", "highlanders_1": "1307"}, phasing="british", phase="close combat", dice=[4]
    )
    announce(game, ("highlanders_1", "1308"))
    act(game, "lead foix")
    tactics(game)
    assert last_roll(game, "close-combat")["defenders-of-two-armies"] == 1
    two_hexes = {"foix": "1308", "sc_2": "1308", "armagnac": "1407", "highlanders_1": "1307"}
    game = savannah(two_hexes, phasing="british", phase="close combat", dice=[4])
    announce(game, ("highlanders_1", "1308 1407"))
    act(game, "lead armagnac")
    tactics(game)
    assert last_roll(game, "close-combat")["defenders-of-two-armies"] == 1, "one of the hexes is mixed"
    with_pulaski = {"foix": "1308", "pulaski": "1308", "highlanders_1": "1307"}
    game = savannah(with_pulaski, phasing="british", phase="close combat", dice=FOUR)
    announce(game, ("highlanders_1", "1308"))
    act(game, "lead foix")
    tactics(game)
    assert "defenders-of-two-armies" not in last_roll(game, "close-combat")


@rule("V4.1d")
def test_a_mixed_stack_that_must_attack_does_so_badly():
    game = savannah({"foix": "1405", "sc_2": "1405", "r60": "1404"}, phase="close combat", dice=FOUR)
    announce(game, ("foix", "1404"))
    assert [event.attackers for event in told(game, "CombatBegan")] == [("foix", "sc_2")], "as one group"
    act(game, "lead foix")
    tactics(game)
    assert last_roll(game, "close-combat")["attackers-of-two-armies"] == -2
    joined = savannah({"foix": "1405", "sc_2": "1405", "pulaski": "1306", "r60": "1404"}, phase="close combat", dice=FOUR)
    announce(joined, ("foix", "1404"), ("sc_2", "1404"), ("pulaski", "1404"))
    act(joined, "lead foix")
    tactics(joined)
    assert last_roll(joined, "close-combat")["attackers-of-two-armies"] == -2, "one of the hexes is mixed"
    game = savannah({"foix": "1405", "r60": "1404"}, phase="close combat", dice=FOUR)
    tactics(game)
    assert "attackers-of-two-armies" not in last_roll(game, "close-combat")
    game = savannah({"foix": "1308", "sc_2": "1308", "r60": "1307"}, phasing="british", phase="close combat", dice=FOUR)
    act(game, "lead foix")
    tactics(game)
    assert "attackers-of-two-armies" not in last_roll(game, "close-combat"), "they defend"


@rule("V4.1d", "V4.13c")
def test_a_mixed_stack_attacks_the_same_hexes():
    pieces = {"foix": "1507", "sc_2": "1507", "graham": "1506", "highlanders_1": "1508"}
    basic = savannah(pieces, phase="close combat", dice=[4] * 9, options={"game": "basic"})
    assert set(choices(basic)) == {attack_mask(basic, id, "1506", "1508") for id in ("foix", "sc_2")}, "or one goes free"
    act(basic, attack_mask(basic, "foix", "1506", "1508"))
    assert [(event.attackers, event.hexes) for event in told(basic, "CombatBegan")] == [(("foix", "sc_2"), ("1506", "1508"))]
    game = savannah(pieces, phase="close combat", dice=[4] * 9)
    act(game, attack_mask(game, "foix", "1506"))
    assert refusal(game, attack_mask(game, "sc_2", "1508")) == ("V4.1d",)
    act(game, attack_mask(game, "sc_2", "1506"))
    assert [event.attackers for event in told(game, "CombatBegan")] == [("foix", "sc_2")]
    both = savannah(pieces, phase="close combat", dice=[4] * 9)
    act(both, attack_mask(both, "sc_2", "1506", "1508"))
    assert [event.attackers for event in told(both, "CombatBegan")] == [("sc_2", "foix")]
    apart = savannah({**pieces, "sc_2": "1607"}, phase="close combat", dice=[4] * 9)
    assert attack_mask(apart, "foix", "1506") in choices(apart), "no stack, no group"


@rule("V4.1d", "V4.13c")
def test_friends_in_other_hexes_do_not_join_the_other_army():
    pieces = {"foix": "1405", "sc_2": "1405", "armagnac": "1305", "r60": "1404"}
    game = savannah(pieces, phase="close combat", dice=FOUR)
    act(game, attack_mask(game, "foix", "1404"))
    if asked(game) == "announce-attack":
        assert refusal(game, attack_mask(game, "armagnac", "1404")) == ("V4.13c",)
        announce(game, ("sc_2", "1404"))
    assert [event.attackers for event in told(game, "CombatBegan")] == [("foix", "sc_2")]
    first = savannah(pieces, phase="close combat", dice=FOUR)
    act(first, attack_mask(first, "armagnac", "1404"))
    assert [event.attackers for event in told(first, "CombatBegan")] == [("armagnac",)], "the duty of the stack lapses"


@rule("V4.1d", "V1.0")
def test_with_three_players_each_army_of_a_mixed_stack_attacks():
    """Pinned, it stays; the Americans attack with the French, who announce first."""
    pin = "pinned:1"
    pieces = {"foix": in_state("1507", pin), "sc_2": in_state("1507", pin), "graham": in_state("1506", pin)}
    three = {"seats": "three"}
    game = savannah({**pieces, "sc_1": "1606", "r16": "1706"}, phase="close combat", dice=FOUR, options=three)
    act(game, attack_mask(game, "foix", "1506"))
    if game.actors == ("french",):
        act(game, "end-announcement")
    assert game.actors == ("american",)
    assert attack_mask(game, "sc_2", "1506") in choices(game)
    assert refusal(game, "end-announcement", "american") == ("S12.12a", "S12.13")
    assert refusal(game, attack_mask(game, "sc_1", "1506"), "american") == ("V4.13c",)
    act(game, attack_mask(game, "sc_2", "1506"))
    announced = [event.piece for event in told(game, "AttackAnnounced")]
    assert announced == ["foix", "sc_2", "sc_1"]


@rule("V4.1d")
def test_a_mixed_stack_next_to_the_enemy_gets_away_whole():
    pieces = {"foix": "1507", "sc_2": "1507", "r60": "1506", "armagnac": "1912"}
    game = savannah(pieces)
    assert refusal(game, "end-movement") == ("V4.1d",)
    act(game, "move sc_2")
    near = game.near("british")
    assert not [label for label in labels(game) if near >> game.rules.board.hex(label) & 1]
    assert refusal(game, "go 1406") == ("V4.1d",), "it is next to the 60th"
    act(game, "go 1608", "stop")
    assert refusal(game, "end-movement") == ("V4.1d",), "the French as well, though the stack is mixed no more"
    act(game, "move foix", "go 1508", "stop")
    assert "end-movement" in choices(game)
    plain = savannah({"foix": "1507", "r60": "1506", "armagnac": "1912"})
    assert "end-movement" in choices(plain)
    far = savannah({"foix": "1508", "sc_2": "1508", "r60": "1506", "armagnac": "1912"})
    act(far, "move sc_2", "go 1406")
    assert "end-movement" in choices(far), "who did not begin next to the enemy only has to separate"


@rule("V4.1d")
def test_with_three_players_each_gets_its_own_away():
    game = savannah(
        {"foix": "1507", "sc_2": "1507", "r60": "1506", "armagnac": "1912", "sc_1": "1812"}, options={"seats": "three"}
    )
    assert refusal(game, "end-movement") == ("V4.1d",)
    act(game, "move foix", "go 1508", "stop", "end-movement")
    assert game.actors == ("american",)
    assert refusal(game, "end-movement", "american") == ("V4.1d",)
    act(game, "move sc_2", "go 1608", "stop")
    assert "end-movement" in choices(game)


@rule("V4.1d", "V4.1b")
def test_what_cannot_get_away_whole_only_separates():
    """The Charlestown men are shattered and stay; so the stack does not withdraw, and who can leaves it, even to the enemy."""
    pieces = {"foix": "1507", "charlestown_1": in_state("1507", "shattered"), "r60": "1506", "armagnac": "1912"}
    game = savannah(pieces)
    assert refusal(game, "end-movement") == ("V4.1a", "V4.1b")
    act(game, "move foix")
    assert "1406" in labels(game)


@rule("V4.1e")
def test_the_black_volunteers_and_southern_troops_keep_apart():
    game = savannah({"black_volunteers": "1504", "sc_royalists": "1503", "r60": "1403"}, phasing="british")
    act(game, "move black_volunteers")
    assert "1503" not in labels(game)
    assert refusal(game, "go 1503") == ("V4.1e",)
    assert "1403" in labels(game)
    assert game.rules.board.grid.distance(game.rules.board.hex("1504"), game.rules.board.hex("1502")) == 2
    act(game, "go 1403", "stop", "move sc_royalists")
    assert "1403" not in labels(game), "nor do they come to the Volunteers"


@rule("V4.1f")
def test_the_black_volunteers_are_captured_where_only_such_hexes_are_left():
    pieces = {"irish": "1401", "black_volunteers": "1501", "royal_nc": "1502", "sc_royalists": "1601"}
    game = savannah(pieces, phase="close combat", dice=[5])
    announce(game, ("irish", "1501"))
    tactics(game)
    assert [event.result for event in told(game, "CombatResolved")] == ["-/R"]
    assert where(game, "black_volunteers") == "captured"
    assert game.state.morale["british"] == 13
    assert game.rules.victory_points(game)["french"] == 1


@rule("V4.1f")
def test_the_black_volunteers_give_way_to_who_cannot_retreat_elsewhere():
    pieces = {"irish": "1401", "royal_nc": "1501", "black_volunteers": "1601"}
    game = savannah(pieces, phase="close combat", dice=[7])
    announce(game, ("irish", "1501"))
    tactics(game)
    assert [event.result for event in told(game, "CombatResolved")] == ["-/R"]
    assert (where(game, "royal_nc"), where(game, "black_volunteers")) == ("1601", "captured")
    assert game.state.morale["british"] == 13
    assert game.rules.victory_points(game)["french"] == 1


@rule("V4.1g", "V4.1j")
def test_french_regulars_and_colonial_militia_do_not_stay_together():
    game = savannah({"san_domingue_volunteers": "1907", "marine_bn": "1909", "martinique": "1908", "irish": "1809"})
    act(game, "move marine_bn")
    assert "1907" not in labels(game)
    assert refusal(game, "go 1907") == ("V4.1g",)
    act(game, "go 1910", "stop", "move martinique")
    assert "1907" in labels(game), "colonial regulars may"
    act(game, "go 1907", "stop")
    guns = savannah({"san_domingue_volunteers": "1907", "reserve_artillery": "1908"})
    act(guns, "move reserve_artillery")
    assert "1907" in labels(guns)


COLONIALS = {"colonial militia": "san_domingue_detachment", "colonial regulars": "martinique", "the Irish": "irish"}


@rule("V4.1j")
@pytest.mark.parametrize(
    ("one", "other"), [(a, b) for a in COLONIALS.values() for b in COLONIALS.values() if a != b] + [("martinique", "armagnac")]
)
def test_colonials_and_the_irish_stand_together(one: str, other: str):
    """Each may end its move with each, and they may go on standing so."""
    game = savannah({one: "1907", other: "1908", "foix": "2512"})
    act(game, f"move {other}", "go 1907")
    if asked(game) == "march":
        act(game, "stop")
    assert where(game, other) == where(game, one) == "1907"
    assert "end-movement" in choices(game), "nobody has to separate"
    assert "not-stay-together" not in str(game.why_not("allied", game.rules.vocabulary.parse("end-movement")))


@rule("V4.1h")
def test_mixed_by_retreat_regulars_and_colonials_may_stay_if_the_enemy_is_all_around():
    free = savannah({"armagnac": "1808", "san_domingue_grenadiers": "1808", "foix": "1812"})
    assert "end-movement" not in choices(free)
    theirs = savannah({"armagnac": "1808", "san_domingue_grenadiers": "1808", "graham": "1803"}, phasing="british")
    assert "end-movement" in choices(theirs), "in the British part nobody is asked to"
    ring = {"graham": "1708", "highlanders_1": "1908", "highlanders_2": "1809"}
    held = savannah({"armagnac": "1808", "san_domingue_grenadiers": "1808", "foix": "2512", **ring}, turn=17)
    assert "end-movement" in choices(held)


@rule("V4.1a", "V4.1b", "V4.1g", "V4.1h")
@pytest.mark.parametrize(
    ("one", "other", "cites", "said"),
    [
        (
            "foix",
            "sc_2",
            ("V4.1a", "V4.1b"),
            "French and American units do not stay in one hex when movement ends",
        ),
        (
            "armagnac",
            "san_domingue_grenadiers",
            ("V4.1g", "V4.1h"),
            "French regulars and colonial militia do not stay",
        ),
    ],
)
def test_why_movement_may_not_end_yet_is_said_of_who_stands_together_however_they_met(one, other, cites, said):
    """They may have come in as reinforcements on one hex: nothing is said of a retreat."""
    game = savannah({one: "2008", other: "2008", "irish": "2512"})
    assert refusal(game, "end-movement") == cites
    reason = game.why_not("allied", game.rules.vocabulary.parse("end-movement"))
    assert reason is not None
    assert said in str(reason)
    assert "retreat" not in str(reason)
    assert set(reason.pieces) <= {one, other}
    apart = savannah({one: "2008", other: "2010", "irish": "2512"})
    assert "end-movement" in choices(apart)


@rule("V4.1i")
def test_regulars_beside_colonials_attack_badly():
    pieces = {"armagnac": "1808", "san_domingue_grenadiers": "1808", "graham": "1807"}
    game = savannah(pieces, phase="close combat", dice=FOUR)
    announce(game, ("armagnac", "1807"), ("san_domingue_grenadiers", "1807"))
    act(game, "lead armagnac")
    tactics(game)
    assert last_roll(game, "close-combat")["regulars-beside-colonials"] == -1
    game = savannah({**pieces, "foix": "1708"}, phase="close combat", dice=FOUR)
    announce(game, ("armagnac", "1807"), ("san_domingue_grenadiers", "1807"), ("foix", "1807"))
    act(game, "lead armagnac")
    tactics(game)
    assert last_roll(game, "close-combat")["regulars-beside-colonials"] == -1, "one of the hexes is mixed"
    game = savannah({"armagnac": "1808", "graham": "1807"}, phase="close combat", dice=FOUR)
    tactics(game)
    assert "regulars-beside-colonials" not in last_roll(game, "close-combat")


@rule("V4.13a", "V4.13c")
def test_pulaski_fights_beside_the_french():
    game = savannah({"foix": "1406", "pulaski": "1507", "graham": "1506"}, phase="close combat", dice=FOUR)
    announce(game, ("foix", "1506"), ("pulaski", "1506"))
    act(game, "lead foix")
    tactics(game)
    assert last_roll(game, "close-combat")["die"] == 4


@rule("V4.13c", "V4.13a")
def test_french_and_americans_do_not_attack_one_hex_together():
    game = savannah({"foix": "1406", "sc_2": "1507", "graham": "1506"}, phase="close combat", dice=FOUR)
    act(game, attack_mask(game, "foix", "1506"))
    if asked(game) == "announce-attack":
        assert refusal(game, attack_mask(game, "sc_2", "1506")) == ("V4.13c",)
        act(game, "end-announcement")
    tactics(game)
    begun = [event.attackers for event in told(game, "CombatBegan")]
    assert begun == [("foix",)], "the duty of the Americans lapsed"


@rule("V4.13c")
def test_the_other_army_must_attack_what_is_left():
    pieces = {"foix": "1406", "sc_2": "1507", "graham": "1506", "highlanders_1": "1508"}
    game = savannah(pieces, phase="close combat", dice=[4, 4, 4, 4, 4])
    act(game, attack_mask(game, "foix", "1506"))
    assert "end-announcement" not in choices(game) if asked(game) == "announce-attack" else True
    announced = [event.piece for event in told(game, "AttackAnnounced")]
    assert announced == ["foix", "sc_2"]


@rule("V4.13b")
def test_what_pulaski_suffers_beside_the_french_is_theirs():
    pieces = {"foix": "1406", "pulaski": "1507", "highlanders_1": "1506", "highlanders_2": "1506"}
    game = savannah(pieces, phase="close combat", dice=[0, 9], morale=(14, 12, 13), **LAST)
    announce(game, ("foix", "1506"), ("pulaski", "1506"))
    act(game, "lead pulaski", "lead highlanders_1")
    tactics(game)
    act(game, "give pulaski")
    changed = [(event.side, event.change) for event in told(game, "ArmyMoraleChanged")]
    assert ("french", -1) in changed
    assert "american" not in dict(changed)


@rule("V4.13b")
def test_what_pulaski_suffers_alone_is_the_americans():
    pieces = {"pulaski": "1507", "highlanders_1": "1506", "highlanders_2": "1506"}
    game = savannah(pieces, phase="close combat", dice=[0, 9], morale=(14, 12, 13), **LAST)
    announce(game, ("pulaski", "1506"))
    act(game, "lead highlanders_1")
    tactics(game)
    changed = {event.side: event.change for event in told(game, "ArmyMoraleChanged")}
    assert changed["american"] < 0
    assert "french" not in changed


@rule("V4.16")
def test_irish_ferocity():
    game = savannah({"irish": "1305", "r60": "1404"}, phase="close combat", dice=FOUR)
    announce(game, ("irish", "1404"))
    tactics(game)
    assert last_roll(game, "close-combat")["irish-ferocity"] == 1
    game = savannah({"irish": "1305", "sc_royalists": "1404"}, phase="close combat", dice=FOUR)
    announce(game, ("irish", "1404"))
    tactics(game)
    assert "irish-ferocity" not in last_roll(game, "close-combat")
    game = savannah({"irish": "1305", "r60": "1404", "sc_royalists": "1404"}, phase="close combat", dice=FOUR)
    announce(game, ("irish", "1404"))
    act(game, "lead sc_royalists")
    tactics(game)
    assert last_roll(game, "close-combat")["irish-ferocity"] == 1, "one regiment of regulars is enough"
    game = savannah({"irish": "1305", "grenadier_volunteers": "1305", "r60": "1404"}, phase="close combat", dice=FOUR)
    announce(game, ("irish", "1404"), ("grenadier_volunteers", "1404"))
    act(game, "lead grenadier_volunteers")
    tactics(game)
    assert "irish-ferocity" not in last_roll(game, "close-combat"), "they do not lead"


@rule("V4.17", "S12.23-3e")
@pytest.mark.parametrize(("attacker", "defender"), [("charlestown_1", "ga_militia_1"), ("ga_militia_1", "charlestown_1")])
def test_against_militia_the_men_of_charlestown_win_nothing_by_it(attacker: str, defender: str):
    side = "british" if attacker == "ga_militia_1" else "allied"
    game = savannah({attacker: "1506", defender: "1507", "foix": "1912"}, phasing=side, phase="close combat", dice=FOUR)
    announce(game, (attacker, "1507"))
    tactics(game)
    assert not {"all-attackers-militia", "all-defenders-militia"} & set(last_roll(game, "close-combat"))


@rule("V4.17")
def test_the_men_of_charlestown_free_their_stack():
    game = savannah({"charlestown_1": "1606", "harden": "1606", "r16": "1605"}, phase="close combat", dice=FOUR)
    announce(game, ("charlestown_1", "1605"), ("harden", "1605"))
    act(game, "lead harden")
    tactics(game)
    assert "all-attackers-militia" not in last_roll(game, "close-combat")
    game = savannah({"garden": "1606", "harden": "1606", "r16": "1605"}, phase="close combat", dice=FOUR)
    announce(game, ("garden", "1605"), ("harden", "1605"))
    act(game, "lead harden")
    tactics(game)
    assert last_roll(game, "close-combat")["all-attackers-militia"] == -1
    defending = savannah({"charlestown_1": "1607", "r16": "1606"}, phasing="british", phase="close combat", dice=FOUR)
    announce(defending, ("r16", "1607"))
    tactics(defending)
    assert "all-defenders-militia" not in last_roll(defending, "close-combat")
    assert where(defending, "r16")


@rule("V4.1c", "V4.1d", "V4.1i", "V4.16", "V4.8c", "V-T-terrain-works")
def test_the_chart_shows_the_lines_of_the_battle():
    chart = next(
        chart for chart in campaign({"graham": "1803", "foix": "1912"}).rules.charts() if chart.id == "close-combat-modifiers"
    )
    lines = [(row.cites[0], row.cells) for row in chart.rows if row.cites and row.cites[0].startswith("V")]
    assert lines == [
        ("V4.1c", ("+1",)),
        ("V4.1d", ("-2",)),
        ("V4.1i", ("-1",)),
        ("V4.16", ("+1",)),
        ("V-T-terrain-works", ("-1",)),
        ("V-T-terrain-works", ("-1",)),
        ("V4.8c", ("-1",)),
    ]


@rule("S13.3a", "V4.1a")
def test_a_way_out_is_looked_for_anew_when_another_hex_becomes_free():
    """The Marines could go to 2206 while 2308 was full; then only 2308 counts, where Americans stand, so they do not move."""
    enemies = {"r60": "2108", "graham": "2108", "wissenbach": "2307", "grenadiers_60": "2106"}
    friends = {"beekman": "2208", "garden": "2308", "san_domingue_volunteers": "2308"}
    game = savannah({"marine_bn": in_state("2207", "disrupted"), **friends, **enemies}, turn=19)
    assert "move marine_bn" in choices(game)
    act(game, "move san_domingue_volunteers", "go 2312")
    assert "move marine_bn" not in choices(game)
    assert refusal(game, "move marine_bn")
