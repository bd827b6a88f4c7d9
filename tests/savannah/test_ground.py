"""Savannah's terrain: works, roads, streets, causeways, breaches and ruins."""

import pytest

from tests.marks import rule
from tests.proving_ground import act, announce, asked, attack_mask, choices, labels, last_roll, refusal
from tests.savannah.positions import cost, rolls, rules_of, savannah, spent, tactics

FULL_BREACH = {"breaches": [["2205", "2105", "all"]]}


@rule("V-T-terrain")
def test_rice_is_closed_to_guns_and_slow_for_others():
    game = savannah({"beekman": "2205", "light_corps": "2203", "sc_1": "2202", "pulaski": "2204", "lincoln": "2102"})
    assert cost(game, "beekman", "2603", "2602") is None
    assert cost(game, "light_corps", "2603", "2602") == 2
    assert cost(game, "sc_1", "2603", "2602") == 3
    assert cost(game, "pulaski", "2603", "2602") == 4
    assert cost(game, "lincoln", "2603", "2602") == 2


@rule("V-T-terrain")
def test_the_town_protects_its_defenders_once():
    def lines(pieces: dict[str, str], *attacks: tuple[str, str]) -> list[int]:
        game = savannah({**pieces, "graham": "1803"}, phase="close combat", dice=[4, 9, 9, 9])
        announce(game, *attacks)
        while asked(game) == "choose-lead":
            act(game, choices(game)[0])
        tactics(game)
        return [line.value for line in rolls(game, "close-combat")[-1].modifiers if line.label == "defenders-terrain"]

    assert lines({"irish": "1903", "r60": "1902", "r16": "1802"}, ("irish", "1902 1802")) == [-2]
    assert lines({"foix": "1307", "r60": "1306"}, ("foix", "1306")) == []


@rule("V-T-terrain")
def test_forest_and_light_forest_by_unit_class():
    game = savannah({"sc_1": "1013", "light_corps": "1014", "pulaski": "1114", "beekman": "1115", "lincoln": "1014"})
    forest = {id: cost(game, id, "1111", "1110") for id in ("sc_1", "light_corps", "pulaski", "beekman", "lincoln")}
    assert forest == {"sc_1": 1.5 + 0, "light_corps": 1, "pulaski": 2, "beekman": 2, "lincoln": 1}
    light = {id: cost(game, id, "1009", "1008") for id in ("sc_1", "light_corps", "pulaski", "beekman", "lincoln")}
    assert light == {"sc_1": 2, "light_corps": 2, "pulaski": 2.5, "beekman": 3, "lincoln": 2}, "a stream adds 1"
    assert cost(game, "sc_1", "3605", "3604") is None, "salt marsh"
    assert cost(game, "sc_1", "3508", "3509") is None, "pond"


@rule("V-T-terrain-n10")
def test_hexes_partly_river_use_their_other_terrain():
    game = savannah({"r60": "1502"})
    assert cost(game, "r60", "1502", "1501") == 1
    assert cost(game, "r60", "2702", "2701") is None, "a whole river hex"


@rule("V-T-terrain-works", "V-T-terrain-n8")
def test_works_cost_only_those_who_cross_into_them():
    game = savannah({"armagnac": "1405", "graham": "1805", "conde": "1506", "reserve_artillery": "1405"})
    assert cost(game, "armagnac", "1405", "1404") == 3
    assert cost(game, "armagnac", "1404", "1405") == 1, "out of them"
    assert cost(game, "graham", "1805", "1806") == 1
    assert cost(game, "graham", "1806", "1805") == 1, "the owner pays nothing"
    assert cost(game, "conde", "1506", "1505") is None
    assert cost(game, "reserve_artillery", "1405", "1404") is None


@rule("V-T-terrain-works")
def test_works_open_no_ground_that_is_prohibited():
    game = savannah({"battery_a": "1106", "graham": "1106"}, state={"works": [["1106", "1105"], ["1002", "1001"]]})
    assert cost(game, "graham", "1106", "1105") == 2
    assert cost(game, "battery_a", "1106", "1105") is None, "guns do not enter a swamp"
    assert cost(game, "graham", "1002", "1001") is None, "nor does anybody enter the river"


@rule("V-T-terrain-n8", "V4.4h")
def test_siege_works_cost_the_british():
    game = savannah({"graham": "2006", "marine_bn": "2008"}, state={"works": [["2006", "2007"]]})
    assert cost(game, "graham", "2006", "2007") == 2
    assert cost(game, "marine_bn", "2006", "2007") == 1


@rule("V-T-terrain-road")
def test_a_road_does_not_open_enemy_works():
    game = savannah({"armagnac": "1305", "conde": "1306", "reserve_artillery": "1206", "r60": "1504"})
    assert cost(game, "armagnac", "1305", "1404") == 3
    assert cost(game, "conde", "1305", "1404") is None
    assert cost(game, "reserve_artillery", "1305", "1404") is None
    assert cost(game, "r60", "1404", "1305") == 1
    assert cost(game, "reserve_artillery", "1206", "1205") == 1
    act(game, "move armagnac")
    assert "1404" in labels(game), "three of its four points"


@rule("V-T-terrain-road")
def test_strategic_movement_runs_along_roads_and_causeways():
    game = savannah({"harden": "1018", "r60": "1702"})
    act(game, "move harden")
    assert "1023" in labels(game), "1019, 1020, the causeway 1021 and 1022, and 1023"
    assert cost(game, "harden", "1020", "1021") == 1
    assert cost(game, "harden", "1121", "1021") == 3, "off the causeway it is swamp"
    rules, hex = game.rules, game.rules.board.hex
    assert rules.carries_strategic(hex("1020"), hex("1021"))
    assert not rules.carries_strategic(hex("1121"), hex("1021"))
    for id, a, b, follows in (("harden", "1305", "1404", False), ("r60", "1305", "1404", True), ("r60", "1121", "1021", False)):
        assert rules.follows_road(game.piece(id), hex(a), hex(b)) is follows


@rule("V-T-terrain-n1")
def test_town_hexes_are_joined_by_streets():
    game = savannah({"royal_marines": "1601", "harden": "1014"}, phasing="british")
    act(game, "move royal_marines", "go 1901")
    assert spent(game, "royal_marines") == [3]
    ruined = savannah({"royal_marines": "1601"}, phasing="british", state={"destroyed": ["1701", "1702"]})
    act(ruined, "move royal_marines")
    board = ruined.rules.board
    assert "road" not in board.side(board.hex("1601"), board.hex("1701"))
    assert "road" in board.side(board.hex("1801"), board.hex("1901"))
    streets = [rules_of(ruined).carries_strategic(board.hex(a), board.hex("1801")) for a in ("1701", "1901")]
    assert streets == [False, True], "no quick march through ruins"


@rule("V4.6d")
def test_a_town_hex_in_ruins_is_open_ground():
    game = savannah({"royal_marines": "1601"}, state={"destroyed": ["1701"]})
    h = game.rules.board.hex("1701")
    assert game.rules.ground[h].open_ground
    assert not game.rules.blocking_terrain >> h & 1
    assert game.rules.blocking_terrain >> game.rules.board.hex("1801") & 1


@rule("V-T-terrain-n4")
def test_a_slope_with_a_stream_counts_once():
    game = savannah({"irish": "1302", "royal_navy": "1402"}, phase="close combat", dice=[4])
    assert cost(game, "irish", "1302", "1402") == 2
    announce(game, ("irish", "1402"))
    tactics(game)
    assert last_roll(game, "close-combat")["attack-across-hexside"] == -1


@rule("V-T-terrain-n5", "V-T-terrain-works")
def test_works_help_only_against_those_who_all_cross_them():
    game = savannah({"armagnac": "1405", "auxerrois": "1305", "r60": "1404"}, phase="close combat", dice=[4])
    announce(game, ("armagnac", "1404"), ("auxerrois", "1404"))
    act(game, "lead armagnac")
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert (rolled["attack-across-works"], rolled["attack-across-abatis"]) == (-1, -1)
    inside = savannah({"armagnac": "1305", "auxerrois": "1504", "r60": "1404"}, phase="close combat", dice=[4])
    announce(inside, ("armagnac", "1404"), ("auxerrois", "1404"))
    act(inside, "lead armagnac")
    tactics(inside)
    assert not {"attack-across-works", "attack-across-abatis"} & last_roll(inside, "close-combat").keys()


@rule("V-T-terrain-n5")
@pytest.mark.parametrize(("hexes", "drm"), [("3905", -1), ("3905 4006", -1), ("3905 3907", 0)])
def test_a_line_of_the_chart_is_met_by_different_hexsides_together(hexes: str, drm: int):
    """From 3905 a dike, from 4006 a slope, from 3907 nothing."""
    attackers = dict(zip(("foix", "auxerrois"), hexes.split(), strict=False))
    game = savannah({**attackers, "r60": "3906", "sc_1": "1912"}, phase="close combat", dice=[4, 9, 9])
    announce(game, *((id, "3906") for id in attackers))
    if asked(game) == "choose-lead":
        act(game, "lead foix")
    tactics(game)
    assert last_roll(game, "close-combat").get("attack-across-hexside", 0) == drm


@rule("V-T-terrain-n6", "V4.6c")
def test_a_breached_hexside_is_open():
    game = savannah({"conde": "2205", "reserve_artillery": "2205", "delancey_1": "2105"}, state=FULL_BREACH)
    assert cost(game, "conde", "2205", "2105") == 1
    assert cost(game, "reserve_artillery", "2205", "2105") == 1
    assert cost(game, "conde", "2106", "2105") is None, "the next hexside stands"
    fight = savannah({"hainault": "2205", "delancey_1": "2105"}, phase="close combat", state=FULL_BREACH, dice=[4])
    announce(fight, ("hainault", "2105"))
    tactics(fight)
    assert not {"attack-across-works", "attack-across-abatis"} & last_roll(fight, "close-combat").keys()


@rule("V-T-terrain-n6")
def test_horse_and_guns_before_works_are_told_why():
    game = savannah({"conde": "2106", "reserve_artillery": "2106", "r16": "1605"}, state={"freed_guns": ["reserve_artillery"]})
    for id in ("conde", "reserve_artillery"):
        act(game, f"move {id}")
        assert refusal(game, "go 2105") == ("V-T-terrain-n6",)
        act(game, "go 2107")
        if "stop" in choices(game):
            act(game, "stop")


@rule("V4.6c")
def test_a_breach_may_open_only_the_abatis_or_only_the_parapet():
    abatis = savannah({"hainault": "2205", "conde": "2206"}, state={"breaches": [["2205", "2105", "abatis"]]})
    assert cost(abatis, "hainault", "2205", "2105") == 2
    assert cost(abatis, "conde", "2205", "2105") == 3
    parapet = savannah({"hainault": "2205", "conde": "2206"}, state={"breaches": [["2205", "2105", "parapet"]]})
    assert cost(parapet, "hainault", "2205", "2105") == 2
    assert cost(parapet, "conde", "2205", "2105") is None


@rule("V-T-terrain-n7")
def test_horse_does_not_fight_across_an_abatis():
    game = savannah({"conde": "1506", "foix": "1506", "r16": "1605", "highlanders_2": "1505"}, phase="close combat")
    assert refusal(game, attack_mask(game, "conde", "1605")) == ("V-T-terrain-n7",)
    assert any(text.startswith("attack foix") for text in choices(game))
    open_way = savannah({"conde": "2205", "delancey_1": "2105"}, phase="close combat", state=FULL_BREACH, dice=[4])
    announce(open_way, ("conde", "2105"))
    tactics(open_way)
    assert last_roll(open_way, "close-combat")["die"] == 4


@rule("V-T-terrain-n9")
def test_swamp_exposes_only_to_those_who_are_not_in_it():
    into = savannah({"irish": "1305", "graham": "1304"}, phase="close combat", dice=[4])
    announce(into, ("irish", "1304"))
    tactics(into)
    assert last_roll(into, "close-combat")["defenders-terrain"] == 1
    both = savannah({"irish": "1202", "graham": "1201"}, phase="close combat", dice=[4])
    announce(both, ("irish", "1201"))
    tactics(both)
    assert "defenders-terrain" not in last_roll(both, "close-combat")
    some = savannah({"irish": "1201", "foix": "1302", "graham": "1202"}, phase="close combat", dice=[4])
    announce(some, ("irish", "1202"), ("foix", "1202"))
    act(some, "lead irish")
    tactics(some)
    assert "defenders-terrain" not in last_roll(some, "close-combat"), "one attacker in the swamp is enough"


@rule("V-T-cc-causeway")
def test_two_hexes_of_a_causeway_are_one_line_of_the_chart():
    game = savannah({"graham": "3014", "r60": "3015", "irish": "2915"}, phase="close combat", dice=[4, 9, 9])
    act(game, attack_mask(game, "irish", "3014", "3015"), "lead graham")
    tactics(game)
    lines = [modifier.value for modifier in rolls(game, "close-combat")[0].modifiers if modifier.label == "defenders-terrain"]
    assert lines == [1]


@rule("V-T-cc-causeway")
def test_a_unit_on_a_causeway_is_not_in_the_swamp():
    game = savannah({"irish": "2914", "graham": "3014"}, phase="close combat", dice=[4])
    announce(game, ("irish", "3014"))
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled["defenders-terrain"] == 1
    assert rules_of(game).ground[game.rules.board.hex("3014")].rule == "V-T-cc-causeway"


@rule("V4.19c")
def test_zones_do_not_reach_into_swamp_and_town():
    game = savannah({"r60": "1404", "irish": "1306"})
    zone, hex = game.force("british").zoc, game.rules.board.hex
    assert zone >> hex("1305") & 1
    assert not zone >> hex("1304") & 1
    town = savannah({"irish": "1803", "r60": "1404"})
    assert not town.force("allied").zoc >> town.rules.board.hex("1802") & 1
    ruined = savannah({"irish": "1803", "r60": "1404"}, state={"destroyed": ["1802"]})
    assert ruined.force("allied").zoc >> ruined.rules.board.hex("1802") & 1
    way = savannah({"irish": "1402", "r60": "1505"})
    assert not way.force("allied").zoc >> way.rules.board.hex("1302") & 1, "the covered way counts as swamp"


@rule("V-T-los")
def test_town_and_covered_way_block_sight():
    game = savannah({"battery_a": "1804", "irish": "1801"})
    hex = game.rules.board.hex
    assert not game.rules.sees(game, hex("1804"), hex("1801"))
    assert game.rules.sees(game, hex("1804"), hex("1802"))
    assert not game.rules.sees(game, hex("1204"), hex("1202")), "over the covered way in 1203"


def test_horse_that_is_lost_does_not_attack():
    """Asked about a unit that is off the map, the rules answer instead of failing."""
    pieces = {"armagnac": "1808", "foix": "1808", "graham": "1807", "pulaski": "eliminated"}
    game = savannah(pieces, phase="close combat")
    assert asked(game) == "announce-attack"
    assert refusal(game, "attack pulaski 1") == ("S12.11",)
