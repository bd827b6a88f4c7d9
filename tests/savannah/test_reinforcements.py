"""Savannah 4.7 and 6: reinforcements."""

import pytest

from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import act, asked, choices, labels, where
from tests.savannah.positions import CAMPAIGN, campaign, opening, rolls, rules_of, state_of, told

SCENE = {"graham": "1803", "sc_3": "1013"}
WAITING = "waiting"


def arrive(side: str, turn: int, *ids: str, pieces: dict[str, str] | None = None, **fields: object) -> Battle:
    """The start of a side's part of a turn, with these pieces due."""
    return campaign({**SCENE, **dict.fromkeys(ids, WAITING), **(pieces or {})}, phasing=side, turn=turn, **fields)


@rule("V1.2", "V6.1-1")
def test_the_campaign_begins_with_the_british():
    game = opening(dice=[4], scenario=CAMPAIGN)
    assert game.state.turn == 1
    on_map = {piece.id for piece in game.state.pieces.values() if piece.hex}
    assert {game.army_of(id) for id in on_map} == {"british"}
    assert (where(game, "porbeck"), where(game, "graham"), where(game, "battery_c")) == ("1805", "1803", "1805")
    assert (where(game, "delancey_1"), where(game, "ga_militia_2"), where(game, "battery_a")) == ("1723", "1723", "1702")
    act(game, "move delancey_1")
    assert "1715" in labels(game), "eight hexes by road and causeway"


SCHEDULE = {
    2: {"F": "champagne avant_garde"},
    3: {
        "B2": "florida_rangers ga_militia_1",
        "HQ": "battery_b",
        "A": "mcintosh sc_1 sc_3 sc_6 twigg dooly ga_combined",
        "F": "stedingk auxerrois foix guadeloupe_flank guadeloupe_fusiliers",
    },
    4: {"HQ": "royal_marines royal_navy naval_battery fort_battery", "F": "pulaski destaing conde cambresis hainault"},
    5: {
        "HQ": "savannah_militia battery_d",
        "A": "va_levies va_dragoons",
        "F": "colonial_chasseurs ducap port_au_prince martinique",
    },
    6: {
        "F": "dillon irish armagnac grenadier_bn grenadier_volunteers noailles reserve_bn reserve_artillery "
        "san_domingue_grenadiers san_domingue_volunteers"
    },
    7: {
        "HQ": "maitland highlanders_1",
        "A": "lincoln beekman horry laurens light_corps charlestown_1 charlestown_2 huger sc_2 sc_5 harden garden skirving "
        "reed sc_combined",
    },
    8: {"HQ": "trumbach royal_nc", "V": "marine_bn bombardiers mortars"},
    9: {"HQ": "invalid_battery", "V": "marine_company battery_a_right battery_b_right"},
    10: {"HQ": "black_volunteers augusta_battery", "V": "battery_a_left"},
    11: {"HQ": "carolina_battery", "V": "san_domingue_detachment battery_b_left"},
    12: {"HQ": "convalescents grand_battery"},
}


@rule("V6.1-2", "V6.1-3", "V6.1-4", "V6.1-5", "V6.1-6", "V6.1-7", "V6.1-8", "V6.1-9", "V6.1-10", "V6.1-11", "V6.1-12")
@rule("V-T-reinforcements", "V6.3")
@pytest.mark.parametrize("turn", SCHEDULE)
def test_the_schedule(turn: int):
    arrivals = rules_of(campaign(SCENE)).components.arrivals
    for entry, ids in SCHEDULE[turn].items():
        for id in ids.split():
            letters = ("V1", "V2", "V3", "F") if entry == "V" else (entry,)
            assert arrivals[id] == (turn, letters), id
    found = sum(len(ids.split()) for groups in SCHEDULE.values() for ids in groups.values())
    assert found + 3 == len(arrivals), "and three on turn 1; nobody after turn 12"
    assert not {"creeks", "chatham_militia"} & set(arrivals)


@rule("V3.6")
def test_each_side_brings_in_its_units_in_its_own_part():
    game = arrive("british", 3, "florida_rangers", "sc_1")
    assert where(game, "florida_rangers") == "1023"
    assert where(game, "sc_1") == WAITING
    assert where(arrive("allied", 3, "florida_rangers", "sc_1"), "sc_1") == "1014"


@rule("V4.7a")
def test_a_blocked_entry_delays_a_turn_and_then_leads_round():
    blocked = arrive("allied", 3, "sc_1", pieces={"graham": "1014"})
    assert where(blocked, "sc_1") == WAITING
    assert where(arrive("allied", 3, "sc_1", pieces={"graham": "1016"}), "sc_1") == "1014", "not in the way"
    later = arrive("allied", 4, "sc_1", pieces={"graham": "1014"})
    if asked(later) == "place-reinforcement":
        act(later, choices(later)[0])
    place = where(later, "sc_1")
    assert place.startswith("10")
    hex = later.rules.board.hex
    assert not later.force("british").zoc >> hex(place) & 1
    zone = arrive("allied", 3, "sc_1", pieces={"graham": "1114"})
    assert where(zone, "sc_1") == WAITING, "a zone of control blocks as well"


@rule("V4.7a")
def test_a_closed_landing_place_leads_to_the_nearest_free_hex():
    """The two hexes of V-1 are not on the edge of the map."""
    blocked = {"graham": "3822", "r16": "3920"}
    game = arrive("allied", 9, "marine_bn", pieces=blocked, state={"variable_entry": "V1"})
    assert labels(game) == ["3722", "3723", "3919"], "each next to one of them"
    act(game, "place 3919")
    assert rules_of(game).allowance(game, game.piece("marine_bn")) == 2 * (6 - 1), "and it pays for the ground"


@rule("V4.7a")
def test_who_comes_in_elsewhere_pays_for_the_ground():
    pieces = {"r16": "1014"}
    game = arrive("allied", 4, "sc_1", "mcintosh", "beekman", pieces=pieces)
    assert {where(game, id) for id in ("sc_1", "mcintosh")} == {"1015"}, "a forest hex"
    act(game, "move sc_1")
    assert set(labels(game)) == {"1016", "1115", "1116", "1117", "1216"}, "2.5 of 4 points are left"
    own = arrive("allied", 4, "sc_1", pieces={"r16": "1223"})
    assert where(own, "sc_1") == "1014"
    assert rules_of(own).allowance(own, own.piece("sc_1")) == 2 * 4, "its own entry costs nothing"
    assert rules_of(game).allowance(game, game.piece("sc_1")) == 2 * 4 - 3
    assert rules_of(game).allowance(game, game.piece("mcintosh")) == 2 * 6 - 2
    assert rules_of(game).free_steps(game, game.piece("sc_1")) == 0, "it has had the hex that is always open"
    assert rules_of(own).free_steps(own, own.piece("sc_1"))


@rule("V4.7a")
def test_a_changed_schedule_moves_the_delay_along():
    early = {"schedule": {"sc_2": 6}}
    game = arrive("allied", 6, "sc_2", pieces={"r16": "1014"}, state=early)
    assert where(game, "sc_2") == WAITING, "one turn early, and blocked"
    game = arrive("allied", 7, "sc_2", pieces={"r16": "1014"}, state=early)
    assert where(game, "sc_2") == "1015", "a turn after it was due"
    late = {"schedule": {"martinique": 6}}
    game = arrive("allied", 6, "martinique", pieces={"r16": "3123"}, state=late)
    assert where(game, "martinique") == WAITING, "due on turn 6 now, and blocked then"


@rule("V4.7b", "V6.2")
@pytest.mark.parametrize(
    ("turn", "id", "reach"), [(3, "auxerrois", 4), (4, "pulaski", 7), (7, "light_corps", 5), (5, "va_dragoons", 7)]
)
def test_no_strategic_movement_on_arrival_at_a_and_f(turn: int, id: str, reach: int):
    game = arrive("allied", turn, id)
    rules = rules_of(game)
    assert not rules.may_march_strategically(game, game.piece(id))
    assert rules.allowance(game, game.piece(id)) == 2 * reach
    here = campaign({**SCENE, id: "1014"}, turn=turn, phasing="allied")
    assert rules.may_march_strategically(here, here.piece(id)), "it has come before"
    friend = arrive("british", 3, "florida_rangers")
    assert rules.may_march_strategically(friend, friend.piece("florida_rangers")), "he comes in elsewhere"


@rule("V4.7c")
@pytest.mark.parametrize(("turn", "id"), [(7, "maitland"), (7, "highlanders_1"), (8, "trumbach"), (8, "royal_nc")])
def test_those_who_come_late_move_one_hex(turn: int, id: str):
    game = arrive("british", turn, id)
    assert where(game, id) == "1702"
    assert rules_of(game).allowance(game, game.piece(id)) == 0
    act(game, f"move {id}")
    assert set(labels(game)) == {"1602", "1701", "1801", "1802", "1703", "1601"} & set(labels(game))
    assert "1703" in labels(game)
    assert "1704" not in labels(game)


@rule("V4.7c")
def test_the_others_enter_where_the_schedule_says_friends_or_no_friends():
    game = arrive("british", 3, "florida_rangers", "ga_militia_1", "battery_b")
    assert [where(game, id) for id in ("florida_rangers", "ga_militia_1", "battery_b")] == ["1023", "1023", "1702"]


@rule("V4.7d")
def test_with_the_headquarters_lost_they_enter_elsewhere_in_the_town():
    game = arrive("british", 9, "invalid_battery", state={"destroyed": ["1702"]})
    assert asked(game) == "place-reinforcement"
    assert labels(game) == ["1601", "1602", "1701", "1801", "1802", "1901", "1902"]
    taken = campaign({**SCENE, "invalid_battery": WAITING, "foix": "1702"}, turn=9)
    assert "1702" not in labels(taken)


@rule("V4.7d")
def test_without_any_town_hex_they_are_lost():
    town = ["1601", "1602", "1701", "1702", "1801", "1802", "1901", "1902"]
    pieces = {**SCENE, "black_volunteers": WAITING, "augusta_battery": WAITING}
    game = campaign(pieces, turn=10, phase="siege", phasing="british", state={"destroyed": town})
    assert told(game, "ArrivalsLost")[0].pieces == ("black_volunteers", "augusta_battery")
    assert where(game, "black_volunteers") == where(game, "augusta_battery") == "out"
    assert game.state.morale["british"] == 18
    assert game.rules.victory_points(game) == {"british": 0, "french": 0, "american": 0}


@rule("V4.7e")
def test_arrivals_over_the_limit_wait():
    pieces = {"trumbach": "1702", "wissenbach": "1702"}
    game = arrive("british", 4, "royal_marines", "royal_navy", pieces=pieces)
    assert (where(game, "royal_marines"), where(game, "royal_navy")) == ("1702", "1702")
    act(game, "move royal_marines", "go 1703", "stop", "end-movement")
    assert where(game, "royal_navy") == WAITING
    assert where(game, "royal_marines") == "1703"
    assert [event.pieces for event in told(game, "ArrivalsDelayed")] == [("royal_navy",)]
    roomy = arrive("british", 4, "royal_marines")
    act(roomy, "end-movement")
    assert not told(roomy, "ArrivalsDelayed")


@rule("V4.7e")
def test_who_was_delayed_comes_before_those_due_now():
    pieces = {"wissenbach": "1702"}
    game = arrive("british", 7, "savannah_militia", "highlanders_1", "maitland", pieces=pieces)
    act(game, "end-movement")
    assert (where(game, "savannah_militia"), where(game, "highlanders_1")) == ("1702", WAITING)
    assert where(game, "maitland") == "1702", "a leader has room everywhere"


@rule("V4.7e", "V6.1-10")
def test_the_black_volunteers_do_not_stay_with_the_militia():
    game = arrive("british", 10, "black_volunteers", pieces={"savannah_militia": "1702"})
    assert where(game, "black_volunteers") == "1702"
    act(game, "end-movement")
    assert where(game, "black_volunteers") == WAITING


def landing(die: int, *ids: str, turn: int = 8) -> Battle:
    pieces = {**SCENE, **dict.fromkeys(ids, WAITING)}
    game = campaign(pieces, turn=turn, phasing="british", dice=[die])
    act(game, "end-movement")
    return game


@rule("V4.7f", "V-T-entry")
@pytest.mark.parametrize(
    ("die", "entry", "hexes"),
    [
        (0, "V1", {"3822", "3920"}),
        (4, "V1", {"3822", "3920"}),
        (5, "V2", {"4214"}),
        (7, "V2", {"4214"}),
        (8, "V3", {"4105"}),
        (9, "F", {"3123"}),
    ],
)
def test_variable_french_entry(die: int, entry: str, hexes: set[str]):
    game = landing(die, "marine_bn", "mortars")
    assert state_of(game).variable_entry == entry
    while asked(game) == "place-reinforcement":
        assert set(labels(game)) == hexes
        act(game, choices(game)[0])
    assert {where(game, "marine_bn"), where(game, "mortars")} <= hexes
    assert len(rolls(game, "variable-entry")) == 1, "one roll for the whole group"


@rule("V4.7f", "V4.7d")
def test_a_position_that_begins_with_movement_calls_its_reinforcements():
    game = arrive("allied", 8, "marine_bn", dice=[6])
    assert where(game, "marine_bn") == "4214"
    waiting = arrive("allied", 7, "marine_bn")
    assert not rules_of(waiting).entry_hexes(waiting, waiting.piece("marine_bn")), "nobody knows where before the roll"
    assert not rolls(arrive("allied", 8, "lincoln"), "variable-entry"), "nobody of the group is due"
    town = ["1601", "1602", "1701", "1702", "1801", "1802", "1901", "1902"]
    game = arrive("british", 10, "black_volunteers", state={"destroyed": town})
    assert told(game, "ArrivalsLost")[0].pieces == ("black_volunteers",)
    assert game.state.morale["british"] == 18


@rule("V4.7g", "V4.2h", "V-T-entry")
@pytest.mark.parametrize(("die", "mortar", "marines"), [(2, (8, 16), (6, 12)), (6, (4, 8), (4, 8)), (8, (4, 8), (4, 8))])
def test_variable_entry_bonuses(die: int, mortar: tuple[int, int], marines: tuple[int, int]):
    game = landing(die, "marine_bn", "mortars")
    while asked(game) == "place-reinforcement":
        act(game, choices(game)[0])
    rules = rules_of(game)
    for id, (normal, road) in (("mortars", mortar), ("marine_bn", marines)):
        piece = game.piece(id)
        assert (rules.allowance(game, piece), rules.road_allowance(game, piece)) == (2 * normal, 2 * road), id
    state_of(game).weather = "heavy_rain"
    assert rules.road_allowance(game, game.piece("mortars")) == 2 * mortar[0] * 3 // 2
    chart = next(chart for chart in rules.charts() if chart.id == "variable-entry")
    assert [row.cells for row in chart.rows] == [("V1", "+2", "yes"), ("V2", "-", "yes"), ("V3", "-", "yes"), ("F", "-", "no")]


@rule("V4.7g")
def test_at_f_there_is_no_bonus():
    game = landing(9, "marine_bn", "mortars")
    rules = rules_of(game)
    assert rules.allowance(game, game.piece("mortars")) == 2 * 2
    assert not rules.may_march_strategically(game, game.piece("mortars"))
