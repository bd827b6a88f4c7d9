"""Savannah 4.9: the covered way."""

import json
from typing import cast

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.proving_ground import act, announce, asked, choices, labels, last_roll, refusal, where
from tests.savannah.positions import LAST, campaign, cost, in_state, rolls, rules_of, savannah, spent, state_of, tactics, told

ELSEWHERE = {"foix": "1912"}
"""Somebody who could still move, so that the phase does not end by itself."""


@rule("V4.9a")
def test_along_the_covered_way_swamp_costs_one():
    game = savannah({"irish": "1106", "conde": "1107", "reserve_artillery": "1206", "dillon": "1106"})
    assert cost(game, "irish", "1106", "1105") == 1
    assert cost(game, "irish", "1105", "1204") == 1
    assert cost(game, "irish", "1204", "1203") == 2, "the creek has no ford"
    assert cost(game, "irish", "1203", "1303") == 1
    assert cost(game, "irish", "1302", "1401") == 2
    assert cost(game, "conde", "1105", "1204") == 2
    assert cost(game, "reserve_artillery", "1106", "1105") is None
    assert cost(game, "irish", "1305", "1204") == 3, "into it from elsewhere it is swamp"
    assert not game.rules.carries_strategic(game.rules.board.hex("1105"), game.rules.board.hex("1204"))


@rule("V4.9b", "V-T-lost")
def test_each_hex_calls_a_roll_that_grows_harder():
    game = savannah({"irish": "1106", **ELSEWHERE}, dice=[7, 7, 7])
    act(game, "move irish", "go 1203")
    made = rolls(game, "covered-way")
    assert [roll.total for roll in made] == [7, 7, 8], "two hexes before the third: +1"
    assert "lost" in game.piece("irish").marks
    assert where(game, "irish") == "1203"


@rule("V4.9b", "V-T-lost")
def test_the_chance_to_be_lost_over_three_hexes():
    game = savannah({"irish": "1106", **ELSEWHERE})
    ways = every_outcome(game, lambda copy: act(cast("Battle", copy), "move irish", "go 1203"))
    kept = sum(chance for chance, after in ways if "lost" not in cast("Battle", after).piece("irish").marks)
    assert kept == pytest.approx(0.8 * 0.8 * 0.7)


@rule("V4.9b")
def test_entering_it_from_elsewhere_calls_no_roll():
    game = savannah({"irish": "1305"})
    act(game, "move irish", "go 1204")
    assert where(game, "irish") == "1204"
    assert not told(game, "WayLost")


@rule("V4.9b")
def test_a_leader_alone_does_not_roll():
    game = savannah({"dillon": "1106", "irish": "1206"})
    act(game, "move dillon", "go 1204")
    assert where(game, "dillon") == "1204"


@rule("V4.9c")
def test_companions_share_their_roll_and_their_way():
    game = savannah({"irish": "1106", "grenadier_volunteers": "1106", "foix": "1107", "dillon": "1106"}, dice=[3, 3])
    act(game, "move irish", "go 1204", "stop", "move grenadier_volunteers")
    assert "1204" in labels(game)
    assert not {"1105", "1203"} & set(labels(game))
    assert refusal(game, "go 1105") == ("V4.9c",)
    assert "1006" in labels(game), "other ground is free"
    act(game, "go 1204")
    assert len(rolls(game, "covered-way")) == 2


@rule("V4.9c")
def test_who_follows_does_not_pass_his_companions_on_the_way():
    pieces = {"irish": "1106", "dillon": "1106", "champagne": "1106", "sc_1": "1006", "foix": "1912"}
    game = savannah(pieces, dice=[3, 3])
    act(game, "move irish", "go 1204", "stop", "move dillon")
    assert "1202" not in labels(game), "beyond 1203, where they have not been"
    act(game, "go 1204", "stop", "move champagne")
    assert refusal(game, "go 1006") == ("V4.1a",), "the way has nothing to do with it"
    first = savannah(pieces)
    act(first, "move dillon")
    assert "1202" in labels(first)


@rule("V4.9c", "V4.9d")
def test_companions_are_lost_together():
    game = savannah({"irish": "1106", "grenadier_volunteers": "1106", "dillon": "1106", **ELSEWHERE}, dice=[9])
    act(game, "move irish", "go 1204")
    assert where(game, "irish") == "1105", "the march ended where it was lost"
    act(game, "move grenadier_volunteers", "go 1105", "move dillon", "go 1105")
    for id in ("irish", "grenadier_volunteers", "dillon"):
        assert "lost" in game.piece(id).marks


@rule("V4.9d")
def test_a_lost_unit_has_no_zone_and_half_its_strength():
    lost = in_state("1303", "lost")
    game = savannah({"armagnac": lost, "r60": "1404"}, phasing="british")
    assert not rules_of(game).has_zoc(game.piece("armagnac"))
    assert rules_of(game).attack_strength(game, game.piece("armagnac")) == 2, "3 halved, rounded up"
    assert rules_of(game).defence_strength(game, game.piece("armagnac")) == 2
    even = savannah({"irish": lost, "r60": "1404"}, phasing="british")
    assert rules_of(even).attack_strength(even, even.piece("irish")) == 2, "of 4"
    found = savannah({"armagnac": "1303", "r60": "1404"}, phasing="british")
    assert rules_of(found).has_zoc(found.piece("armagnac"))
    assert rules_of(found).attack_strength(found, found.piece("armagnac")) == 3
    assert rules_of(found).defence_strength(found, found.piece("armagnac")) == 3


@rule("V4.9d")
def test_a_retreat_of_a_lost_unit_is_a_pin():
    def attacked(armagnac: object, die: int) -> Battle:
        pieces = {"armagnac": armagnac, "graham": "1402", "royal_marines": "1402"}
        game = savannah(pieces, phasing="british", phase="close combat", dice=[die, 9, 9])
        announce(game, ("graham", "1303"), ("royal_marines", "1303"))
        act(game, "lead graham")
        tactics(game)
        assert [event.result[-2:] for event in told(game, "CombatResolved")] == ["/R"]
        return game

    game = attacked(in_state("1303", "lost"), 8)
    assert where(game, "armagnac") == "1303"
    assert game.piece("armagnac").pin == game.piece("graham").pin == 1
    assert [set(event.pieces) for event in told(game, "Pinned")] == [{"armagnac", "graham", "royal_marines"}]
    game = attacked("1303", 8)
    act(game, choices(game)[0])
    assert where(game, "armagnac") != "1303", "others retreat"
    assert not told(game, "Pinned")


@rule("V4.9e")
def test_a_lost_unit_goes_on_previously_lost_and_may_be_lost_again():
    state = {"way_entered": {"irish": 3}}
    game = savannah({"irish": in_state("1203", "lost"), **ELSEWHERE}, state=state, dice=[6])
    assert game.piece("irish").marks == {"previously lost"}
    assert [event.pieces for event in told(game, "WayFound")] == [("irish",)]
    act(game, "move irish", "go 1303")
    assert last_roll(game, "covered-way")["previously-lost"] == 1
    assert last_roll(game, "covered-way")["hexes-of-the-covered-way"] == 1
    assert game.piece("irish").marks == {"lost"}, "6 + 2 = 8"


@rule("V4.9f", "V4.9g")
def test_leaving_the_covered_way_ends_it_all():
    game = savannah({"irish": in_state("1204", "lost"), **ELSEWHERE}, state={"way_entered": {"irish": 2}})
    act(game, "move irish", "go 1305")
    assert game.piece("irish").marks == frozenset(), "as soon as it is off the way"
    act(game, "stop")
    assert state_of(game).way_entered == {}
    again = savannah({"irish": "1106"}, dice=[7])
    act(again, "move irish", "go 1105")
    assert last_roll(again, "covered-way")["total"] == 7


@rule("V4.9g")
def test_the_count_survives_a_turn_spent_standing():
    game = savannah({"irish": "1204", **ELSEWHERE}, state={"way_entered": {"irish": 2}}, dice=[7])
    act(game, "move irish", "go 1203")
    assert last_roll(game, "covered-way")["total"] == 8


@rule("V4.9h")
def test_the_covered_way_covers():
    game = savannah(
        {"irish": "1203", "royal_navy": "1402", "carolina_battery": "1403"}, phase="artillery fire", dice=[8], **LAST
    )
    row = game.rules.ground[game.rules.board.hex("1203")]
    assert (row.fire_drm, row.close_combat_drm) == (-1, -1)
    assert rules_of(game).in_swamp(game.rules.board.hex("1203")) is False
    fight = savannah({"irish": "1303", "graham": "1402"}, phasing="british", phase="close combat", dice=[4, 9, 9])
    announce(fight, ("graham", "1303"))
    tactics(fight)
    assert last_roll(fight, "close-combat")["defenders-terrain"] == -1


@rule("V4.9h")
def test_the_covered_way_covers_once_and_says_why():
    pieces = {"irish": "1303", "foix": "1302", "graham": "1402"}
    fight = savannah(pieces, phasing="british", phase="close combat", dice=[4, 9, 9])
    announce(fight, ("graham", "1302 1303"))
    act(fight, "lead irish")
    tactics(fight)
    (rolled,) = rolls(fight, "close-combat")
    lines = [(line.value, line.cites) for line in rolled.modifiers if line.label == "defenders-terrain"]
    assert lines == [(-1, "V4.9h")], "both stand on it, and it counts once"
    plain = savannah({"irish": "1503", "graham": "1402"}, phasing="british", phase="close combat", dice=[4, 9, 9])
    announce(plain, ("graham", "1503"))
    tactics(plain)
    (rolled,) = rolls(plain, "close-combat")
    assert "defenders-terrain" not in [line.label for line in rolled.modifiers], "open ground is no line of the chart"


@rule("V4.9d")
def test_lost_horse_does_not_ride_off():
    pieces = {"conde": in_state("1203", "lost"), "graham": "1202"}
    game = savannah(pieces, phasing="british", phase="close combat", dice=[4, 9, 9])
    announce(game, ("graham", "1203"))
    assert asked(game) == "choose-tactics"
    found = savannah({"conde": "1203", "graham": "1202"}, phasing="british", phase="close combat", dice=[4, 9, 9])
    announce(found, ("graham", "1203"))
    assert asked(found) == "cavalry-withdrawal"


@pytest.mark.parametrize("die", [0, 7])
@rule("V-T-lost")
def test_below_eight_nothing_happens(die: int):
    game = savannah({"irish": "1106"}, dice=[die])
    act(game, "move irish", "go 1105")
    assert spent(game, "irish") == [1]
    assert game.piece("irish").marks == frozenset()


@rule("V4.9c", "V4.9e")
def test_who_begins_where_is_remembered_of_all_who_could_come_to_the_way():
    game = savannah({"foix": "1509", "irish": "1305", "cambresis": "1912"})
    assert state_of(game).way_starts == {"irish": "1305", "foix": "1509"}, "1509 is near the beginning of the way only"


def loads(game: Battle) -> None:
    """A position that play has reached can be set up again, and imagined by each seat."""
    grognard.setup(json.loads(json.dumps(game.position())))
    for seat in game.seats:
        grognard.imagine(game.view(seat), 1)


@rule("V4.9c")
def test_reinforcements_begin_together_where_they_are_placed():
    """They come in after the phase has begun, and the position loads."""
    pieces = {"convalescents": "waiting", "graham": "2101", "foix": "3122"}
    game = campaign(pieces, turn=12, dice=[3, 3, 3])
    assert where(game, "convalescents") == "1702"
    assert state_of(game).way_starts["convalescents"] == "1702"
    act(game, "move convalescents", "go 1401")
    assert state_of(game).way_ends == {"1702": ("1401",)}
    loads(game)


@rule("V4.9c", "V-C06")
def test_whom_a_card_has_placed_goes_alone():
    """The phase had begun without it: nobody began beside it, and the position loads."""
    game = campaign({"creeks": "1106", "foix": "1912", "graham": "1803"}, turn=6, dice=[3, 3])
    state_of(game).way_starts = {}
    act(game, "move creeks", "go 1105")
    assert len(rolls(game, "covered-way")) == 1
    assert state_of(game).way_ends == {}
    loads(game)


@rule("V4.9c")
def test_who_goes_first_may_look_before_going_on():
    game = savannah({"irish": "1106", "champagne": "1106", **ELSEWHERE}, dice=[3, 3])
    act(game, "move irish", "go 1105", "go 1204", "stop")
    assert state_of(game).way_ends == {"1106": ("1105", "1204")}
    act(game, "move champagne")
    assert refusal(game, "go 1105") == ("V4.9c",), "the others follow to where it ended"
    loads(game)


def attack_from_the_way(dice: list[int], irish: object = None, champagne: object = None) -> Battle:
    """The Irish in 1203, alone or with the Champagne, attack Graham in 1202."""
    pieces = {"irish": irish, "champagne": champagne, "graham": "1202", **ELSEWHERE}
    game = savannah({id: place for id, place in pieces.items() if place}, phase="close combat", dice=[*dice, 9, 9, 9])
    announce(game, ("irish", "1202"), ("champagne", "1202"))
    if asked(game) == "choose-lead":
        act(game, "lead irish")
    tactics(game)
    return game


def result_of(game: Battle) -> str:
    return str(told(game, "CombatResolved")[-1].result)


STRAYED = in_state("1203", "lost")


@rule("V4.9d")
def test_the_lost_are_not_pinned_to_those_who_have_left():
    game = attack_from_the_way([5], STRAYED)
    assert result_of(game) == "R/R"
    assert (where(game, "irish"), where(game, "graham")) != ("1203", "1202")
    assert where(game, "irish") == "1203", "it is held where it is"
    assert where(game, "graham") != "1202", "the defender went first"
    assert not told(game, "Pinned")
    assert game.piece("irish").pin == game.piece("graham").pin == 0
    assert not told(game, "Advanced"), "nor does it go after him"
    stayed = attack_from_the_way([2], STRAYED)
    assert result_of(stayed) == "R/-"
    assert [set(event.pieces) for event in told(stayed, "Pinned")] == [{"irish", "graham"}]


@rule("V4.9d")
def test_lost_companions_who_fail_their_check_are_held_as_well():
    game = attack_from_the_way([2, 0], STRAYED, STRAYED)
    assert result_of(game) == "R/-"
    assert where(game, "irish") == where(game, "champagne") == "1203"
    assert [set(event.pieces) for event in told(game, "Pinned")] == [{"irish", "champagne", "graham"}], "one PIN holds all"
    found = attack_from_the_way([1, 0], "1203", STRAYED)
    assert where(found, "champagne") == "1203", "whoever leads"
    known = attack_from_the_way([2, 0], STRAYED, "1203")
    assert result_of(known) == "R/-"
    assert asked(known) == "retreat", "who knows the way retreats"


@rule("V4.9d")
def test_nobody_advances_from_the_hex_of_the_lost():
    game = attack_from_the_way([4], STRAYED, STRAYED)
    assert result_of(game) == "R/R"
    assert where(game, "graham") != "1202"
    assert where(game, "irish") == where(game, "champagne") == "1203"
    assert "advance" not in asked(game)
    assert not told(game, "Pinned")
    found = attack_from_the_way([3], "1203", "1203")
    assert result_of(found) == "R/R"
    while asked(found) == "retreat":
        act(found, choices(found)[0])
    assert "advance champagne" in choices(found), "who only passed its check may"


@rule("V4.9e")
def test_nothing_is_said_of_the_dead():
    dead = {"box": "eliminated", "states": ["lost"]}
    game = savannah({"irish": dead, **ELSEWHERE})
    assert not told(game, "WayFound")
    assert game.piece("irish").marks == frozenset()
    both = savannah({"irish": dead, "champagne": STRAYED, **ELSEWHERE})
    assert [event.pieces for event in told(both, "WayFound")] == [("champagne",)]
    pieces = {"champagne": STRAYED, "highlanders_1": "1202", **ELSEWHERE}
    killed = savannah(pieces, phasing="british", phase="close combat", dice=[9, 9, 9], state={"way_entered": {"champagne": 3}})
    announce(killed, ("highlanders_1", "1203"))
    tactics(killed)
    assert where(killed, "champagne") == "eliminated"
    assert killed.piece("champagne").marks == frozenset()
    assert state_of(killed).way_entered == {}


@rule("V4.9f")
def test_a_unit_leaves_the_covered_way_only_in_a_phase_that_it_begins_there():
    game = savannah({"irish": "1106", "dillon": "1106", **ELSEWHERE}, dice=[3, 3])
    act(game, "move irish", "go 1105")
    assert set(labels(game)) == {"1204", "1203"}
    assert refusal(game, "go 1106") == ("V4.9f",)
    act(game, "stop", "move dillon", "go 1105")
    assert "1005" in labels(game), "a leader may"
    begun = savannah({"irish": "1105", **ELSEWHERE})
    act(begun, "move irish")
    assert {"1005", "1106"} <= set(labels(begun))
    loads(begun)


@rule("V4.9f")
def test_the_covered_way_leads_nowhere_in_one_phase():
    """The enemy stands on the other ground about 1402."""
    blocked = {"armagnac": "1403", "irish": "1502", "r60": "2101"}

    def reach(start: str) -> set[str]:
        game = campaign({"graham": start, **blocked}, turn=12, state={"doubled": ["graham"]}, dice=[3])
        act(game, "move graham")
        return set(labels(game))

    way = {"1105", "1203", "1204", "1302", "1303", "1401"}
    assert reach("1402") == {*way, "1503"}
    assert reach("1303") >= {*way - {"1303"}, "1205", "1304", "1305"}
    game = campaign({"graham": "1402", **blocked}, turn=12, state={"doubled": ["graham"]}, dice=[3])
    act(game, "move graham")
    assert refusal(game, "go 1205") == ("V4.9f",)
    assert refusal(game, "go 2110") == ("S9.1a",), "that is too far anyway"


@rule("V4.9d", "S13.1-PIN-d")
def test_who_is_lost_on_the_way_out_of_contact_may_close_it_to_the_others():
    """Somebody breaks contact by the covered way and is lost in its first hex; who cannot stop there goes nowhere."""
    pin = "pinned:1"
    pieces = {"irish": in_state("1106", pin), "sc_1": in_state("1106", pin), "graham": in_state("1206", pin)}
    game = savannah({**pieces, "highlanders_1": "1006", **ELSEWHERE}, dice=[9])
    act(game, "break-contact 1", "move irish", "go 1204")
    assert (where(game, "irish"), where(game, "sc_1")) == ("1105", "1106")
    assert asked(game) == "move", "the phase goes on"
    assert game.piece("sc_1").pin == 1
