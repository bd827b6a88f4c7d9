"""Chapters 2, 3, 4, 18, 19: the order of battle, the scenarios, who wins."""

from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.core.games import Outcome
from grognard.games.chancellorsville.victories.events import ReinforcementPlaced
from grognard.games.chancellorsville.victories.picture import values
from tests.marks import rule
from tests.victories.table import FAMILY, FAR, act, asked, begin, happened, offered, scene, spent, until, where


def ended(pieces: dict[str, Any], turn: int, scenario: str = "campaign", **fields: Any) -> Outcome | None:
    """How a turn ends in which nothing more is done."""
    army = "us" if scenario != "jackson-attack" else "cs"
    game = scene(pieces, f"{army}_independent", turn=turn, scenario=scenario, **fields)
    act(game, "pass-activation")
    return game.over


LOST = {"box": "lost"}
HILL = "cs_cmd_hill"


# ---------------------------------------------------------------- counters


@rule("U3.3", "U3.5", "U3.6")
def test_levels_types_and_formations():
    rules = begin("campaign", dice=(6,)).rules
    assert rules.counters["us_vongilsa"].levels == 2
    assert rules.counters["cs_beckham"].levels == 1
    assert rules.counters["us_robertson"].kind == rules.counters["cs_beckham"].kind == "horse_artillery"
    assert [rules.counters[id].is_foot_artillery for id in ("cs_walker", "cs_beckham", "cs_lane")] == [True, False, False]
    shown = [values(rules.counters[id], step) for id, step in (("us_vongilsa", 0), ("us_vongilsa", 1), ("us_skirmisher_1", 0))]
    assert shown == ["3-4", "2-4", ""]
    assert {rules.counters[f"us_{name}"].formation for name in ("sully", "owen", "hall")} == {"II"}
    game = scene({"us_zook": "2522", "us_candy": "2522", "cs_lane": "3640", **FAR})
    assert [piece.id for piece in game.rules.units_of(game, rules.commands["us_cmd_couch"])] == ["us_zook"]


@rule("U3.14", "U3.15", "U18.1")
def test_the_orders_of_battle():
    game = begin("campaign", dice=(6,))
    rules = game.rules
    real = [counter for counter in rules.counters.values() if counter.is_real]
    union = Counter(c.formation for c in real if c.side == "Union")
    assert [union[corps] for corps in ("I", "II", "III", "V", "VI", "XI", "XII")] == [10, 11, 10, 9, 10, 7, 7]
    on_map = [rules.counters[piece.id] for army in ("Union", "CSA") for piece in game.on_map(army)]
    infantry = Counter(counter.side for counter in on_map if counter.is_infantry)
    assert infantry == {"CSA": 28, "Union": 58}


@rule("U3.16")
def test_the_terrain_chart_is_read_from_its_table():
    chart = begin("campaign", dice=(6,)).rules.components.terrain
    assert (chart.hexes["woods"].mp, chart.hexes["woods"].dice_cap) == (2, 4)


@rule("U3.16", "U14.17")
def test_the_terrain_chart_is_shown_as_it_is_played():
    ground, sides, *_ = begin("campaign", dice=(6,)).rules.charts()
    assert {row.title: row.cells for row in ground.rows} == {
        "Open ground": ("1", "+1", "6", "-", "+1", "no"),
        "Woods": ("2", "-", "4", "-", "-1", "yes"),
        "The town": ("1", "+1", "4", "-1 on one die", "-1", "yes"),
    }
    assert {row.title: row.cells for row in sides.rows} == {
        "Major road": ("1/2", "1/2", "-"),
        "Minor road": ("1", "1", "-"),
        "Stream": ("1", "2", "-1 on one die"),
        "Small river": ("2", "closed", "-1 on all dice"),
        "Ford of the Rapidan": ("2", "closed", "none"),
        "Ford of the Rappahannock without a pontoon": ("closed", "closed", "none"),
        "Pontoon": ("1", "1", "none"),
        "Leaving the map": ("1", "1", "-"),
    }


@rule("U14.9", "U14.10")
def test_the_chart_of_dice_is_shown_as_it_is_played():
    *_, dice, _ = begin("campaign", dice=(6,)).rules.charts()
    played = {
        "1:4": (2, 5),
        "1:3": (2, 4),
        "1:2": (2, 3),
        "1:1": (2, 2),
        "2:1": (3, 2),
        "3:1": (4, 2),
        "4:1": (5, 2),
        "5:1": (6, 2),
    }
    assert {row.title: tuple(map(int, row.cells)) for row in dice.rows} == played


@rule("U3.11")
def test_of_the_enemys_box_only_the_number_of_skirmishers_is_told():
    game = scene({"cs_lane": "2321", "cs_skirmisher_1": "2321", **FAR}, HILL, options={"dummies": True})
    assert game.view("Union")["position"]["stacks"]["CSA"]["available"] == 9
    titles = {}
    for seat in ("Union", "CSA"):
        picture = game.rules.picture(game, seat)
        assert picture is not None
        trays = {tray.title: [counter.id for counter in tray.counters] for tray in picture.trays}
        titles[seat] = trays["Confederate, skirmishers and dummies at hand"]
    assert titles["Union"] == [f"CSA-available-{number}" for number in range(9)]
    assert {"cs_skirmisher_2", "cs_dummy_1"} < set(titles["CSA"])
    assert "cs_skirmisher_1" not in titles["CSA"]


@rule("U3.11")
def test_a_lost_unit_lies_in_the_losses_box():
    game = scene({"cs_thomas": LOST, **FAR}, "cs_independent")
    assert game.lost_points("CSA") == 3
    assert game.rules.points(game)["losses"] == 3
    picture = game.rules.picture(game, "Union")
    assert picture is not None
    trays = {tray.title: [counter.id for counter in tray.counters] for tray in picture.trays}
    assert trays["Confederate, losses"] == ["cs_thomas"]
    assert "Union, losses" not in trays


@rule("U18.2")
def test_the_bridgeheads_are_fortified_on_every_side():
    game = begin("campaign", dice=(6,))
    h = game.rules.board.hex
    assert game.rules.has_fortification(game, "Union", h("4325"))
    assert not game.rules.has_fortification(game, "CSA", h("4325"))
    assert game.rules.faced(game, "Union", h("4325"), (h("4225"),))


@rule("U18.8")
def test_the_cavalry_of_turn_11_waits():
    assert where(begin("campaign", dice=(6,)), "us_davis") == "waiting"
    coming = {f"us_{name}": {"box": "waiting"} for name in ("davis", "sargent", "mcintosh")}
    game = scene({**coming, **FAR}, "us_independent", turn=10)
    assert "0105" not in offered(game, "place-command")
    game = scene({**coming, **FAR}, "us_independent", turn=11)
    act(game, "place-command 0105", "take-along us_davis")
    assert where(game, "us_davis") == "0105"
    act(game, "march-unit us_davis")
    assert spent(game) == 1  # the minor road of the entry hex
    game = scene({**coming, **FAR}, "us_independent", turn=11)
    act(game, "place-command 0107", "take-along us_davis", "march-unit us_davis")
    assert spent(game) == 0.5  # a major road
    game = scene({**coming, "cs_flee": "0105", **FAR}, "us_independent", turn=12)
    assert "0107" in offered(game, "place-command")
    assert "0105" not in offered(game, "place-command")


@rule("U18.8", "U8.13")
def test_detach_brings_the_cavalry_in_as_well():
    coming = {f"us_{name}": {"box": "waiting"} for name in ("davis", "sargent", "mcintosh")}
    game = scene({**coming, "us_candy": "0206", **FAR}, "us_cmd_slocum", turn=13)
    act(game, "place-command 0206", "detach 0105")
    assert {where(game, id) for id in coming} == {"0105"}
    assert {event.unit for event in happened(game, ReinforcementPlaced)} == set(coming)
    assert set(coming) < game.state.active


@rule("U3.13", "U9.27", "U13.17", "U14.36", "U17.1", "U20.1", "U20.4", "U20.5")
def test_optional_rules_hold_only_if_the_players_agree_on_them():
    agreed = {option.name: (option.default, set(option.values)) for option in grognard.find(f"{FAMILY}/campaign").options}
    either = False, {False, True}
    assert agreed == {
        "counters": ("symbols", {"symbols", "soldiers"}),
        "extra_skirmishers_union": (0, {0, 1, 2, 3, 4}),
        "extra_skirmishers_csa": (0, {0, 1, 2}),
        **dict.fromkeys(("rule_of_six", "dummies", "events", "hypothetical", "stoneman", "longstreet"), either),
    }
    others = {option.name for option in grognard.find(f"{FAMILY}/lee-moves").options}
    assert set(agreed) - others == {"events", "hypothetical", "stoneman", "longstreet"}, "for the campaign only"


@rule("U13.17")
def test_extra_skirmishers():
    game = begin("campaign", dice=(6,), extra_skirmishers_union=4)
    assert len(game.rules.skirmishers_left(game, "Union")) == 10
    assert len(game.rules.skirmishers_left(game, "CSA")) == 10


# ---------------------------------------------------------------- the campaign


def worth(army: str, points: int) -> dict[str, Any]:
    """Units of an army in the losses box, worth so much when full."""
    rules = scene(dict(FAR), "us_independent").rules
    units = [c for c in rules.counters.values() if c.side == army and c.is_real and c.id not in FAR]
    found: dict[str, Any] = {}
    for counter in sorted(units, key=lambda counter: -counter.strengths[0]):
        if counter.strengths[0] <= points and points - counter.strengths[0] != 1:
            points -= counter.strengths[0]
            found[counter.id] = LOST
    assert points == 0
    return found


@rule("U2.1", "U2.3")
@pytest.mark.parametrize(
    ("csa", "union", "winner"), [(27, 3, "Union"), (26, 3, None), (3, 27, "CSA"), (0, 23, None), (0, 24, "CSA")]
)
def test_a_difference_of_24_points_wins(csa: int, union: int, winner: str | None):
    over = ended({**worth("CSA", csa), **worth("Union", union), **FAR}, 9)
    assert (over.winner if over else None) == winner


@rule("U2.1")
@pytest.mark.parametrize("scenario", ["campaign", "lee-moves"])
def test_losses_are_shown_as_far_as_the_difference_that_wins_the_campaign(scenario: str):
    scale = begin(scenario, dice=(6,)).rules.scales()["losses"]
    assert (scale.least, scale.most) == (0, 24)


@rule("U2.6")
def test_skirmishers_are_no_losses():
    game = scene({**{f"us_skirmisher_{number}": LOST for number in range(1, 7)}, **FAR}, "us_independent")
    assert game.rules.points(game)["losses"] == 0


@rule("U2.2")
def test_the_confederate_condition_of_turn_14():
    pieces = {"cs_oneal": "2321", "cs_barksdale": "4022", **FAR}
    for turn, winner in ((13, None), (14, "CSA"), (16, None)):
        over = ended(pieces, turn)
        assert (over.winner if over else None) == winner


CENTRES = {"us_davis": "0127", "us_sargent": "2640", "us_mcintosh": "3640", "us_kane": "4340", "us_ross": "4740"}
"""Union units in every Confederate supply centre."""


@rule("U2.2", "U15.5")
@pytest.mark.parametrize(
    ("holders", "cut", "winner"),
    [
        (("cs_oneal", "cs_barksdale"), False, "CSA"),
        (("cs_oneal", "cs_barksdale"), True, None),  # out of supply
        (("cs_flee", "cs_whflee"), True, "CSA"),  # cavalry is always in supply
        (("cs_flee", "cs_barksdale"), True, None),
    ],
)
def test_the_places_of_turn_14_are_held_in_supply(holders: tuple[str, str], cut: bool, winner: str | None):
    pieces = dict(zip(holders, ("2321", "4022"), strict=True)) | {"us_devin": "0101"}
    over = ended(pieces | (CENTRES if cut else {}), 14)
    assert (over.winner if over else None) == winner


@rule("U2.3")
def test_heavy_losses_come_before_the_places_of_turn_14():
    over = ended({"cs_oneal": "2321", "cs_barksdale": "4022", **worth("CSA", 24), "cs_whflee": "0140", "us_devin": "0101"}, 14)
    assert over is not None
    assert (over.winner, over.cites) == ("Union", ("U2.1",))


@rule("U2.4", "U2.5")
@pytest.mark.parametrize(
    ("places", "csa", "union", "total", "winner"),
    [
        ({"us_sully": "4019", "us_candy": "2321"}, 3, 0, 18, "Union"),
        ({"us_sully": "4019", "us_candy": "2321"}, 2, 0, 17, "Union"),
        ({"us_sully": "4019", "us_candy": "2321"}, 4, 3, 16, None),  # the gap in the table is a draw
        ({"us_sully": "4019", "us_candy": "2321"}, 0, 6, 9, None),
        ({"us_sully": "4019", "us_candy": "2321"}, 0, 7, 8, "CSA"),
        ({}, 12, 20, -8, "CSA"),
    ],
)
def test_the_limits_of_victory_by_points(places: dict[str, Any], csa: int, union: int, total: int, winner: str | None):
    lost = {id: box for id, box in (worth("CSA", csa) | worth("Union", union)).items() if id not in places}
    over = ended({**lost, **places, **FAR}, 25, pontoons={"2617-2718": "Union"})
    assert over is not None
    assert (over.scores["Union"], over.winner) == (total, winner)


@rule("U2.4", "U2.5", "U2.7")
@pytest.mark.parametrize(
    ("pieces", "winner"),
    [
        ({"us_sully": "4019", "us_candy": "2321"}, None),
        ({"us_sully": "4019", "us_candy": "2321", "us_kane": "4022"}, "Union"),
        ({"us_sully": "4019"}, "CSA"),
    ],
)
def test_points_for_places(pieces: dict[str, str], winner: str | None):
    bridge = {"2617-2718": "Union", "4121-4122": "Union"}
    over = ended({**pieces, **FAR}, 25, pontoons=bridge)
    assert over is not None
    assert over.winner == winner
    assert over.scores["Union"] == {None: 15, "Union": 25, "CSA": 5}[winner]


@rule("U2.7")
def test_a_place_counts_only_with_supply():
    game = scene({"us_sully": "4019", "us_candy": {"hex": "2321", "states": ["out of supply"]}, **FAR}, "us_independent")
    points = game.rules.points(game)
    assert points["Falmouth"] == 5
    assert points["Chancellorsville"] == 0


@rule("U2.8", "U2.9")
def test_points_for_leaving_by_the_south():
    rules = scene(dict(FAR), "us_independent").rules
    union = [id for id, c in rules.counters.items() if c.side == "Union" and c.is_infantry and c.levels == 2][:18]
    csa = [id for id, c in rules.counters.items() if c.side == "CSA" and c.is_infantry and c.levels == 2][:8]
    bridge = {"2617-2718": "Union", "0802-0903": "Union"}

    def points(gone: list[str]) -> int:
        pieces = {id: {"box": "left"} for id in gone}
        game = scene(
            {**pieces, "us_devin": "3640", "cs_whflee": "0140"},
            "us_independent",
            pontoons=bridge,
            exits=dict.fromkeys(gone, "3640"),
        )
        return game.rules.exit_points(game)

    assert points(union) == 10
    assert points(union[:17]) == 0

    def scored(full: int, reduced: bool, others: int, rider: str = "0140") -> float:
        """The score at the end of turn 25 with so many full units gone by 3640, and perhaps one that was reduced."""
        gone: dict[str, Any] = {id: {"box": "left"} for id in (*union[:full], *csa[:others])}
        gone |= {union[full]: {"box": "left", "step": 2}} if reduced else {}
        riders = {"us_devin": "0101", "cs_whflee": rider}
        over = ended({**gone, **riders}, 25, pontoons=bridge, exits=dict.fromkeys(gone, "3640"))
        assert over is not None
        return over.scores["Union"]

    assert scored(17, True, 0) == 10  # 35 levels
    assert scored(17, False, 0) == 0
    assert scored(17, True, 7) == 10  # 14 levels do not cancel it
    assert scored(17, True, 8) == 0
    assert scored(17, True, 0, rider="3639") == 0  # the road to 3640 is cut
    assert points(union + csa) == 0
    assert points(union + csa[:7]) == 10
    gun = next(id for id, c in rules.counters.items() if c.side == "CSA" and c.is_artillery and c.levels == 1)
    assert points([*union, *csa[:7], gun]) == 0  # 15 levels cancel it


# ---------------------------------------------------------------- the scenarios


@rule("U19.1", "U19.3", "U19.8", "U19.13", "U19.17")
@pytest.mark.parametrize(
    ("scenario", "turns", "points"),
    [
        ("lee-moves", (6, 8), {6: (1, 2), 7: (2, 3), 8: (2, 3)}),
        ("jackson-attack", (13, 15), {13: (1, 3), 14: (2, 3), 15: (1, 1)}),
        ("chancellorsville", (16, 18), {16: (2, 4), 17: (2, 4), 18: (2, 4)}),
        ("salem-church", (16, 19), {16: (1, 1), 17: (1, 1), 18: (1, 1), 19: (1, 1)}),
    ],
)
def test_length_and_points(scenario: str, turns: tuple[int, int], points: dict[int, tuple[int, int]]):
    game = begin(scenario)
    data = game.rules.components.scenario
    assert (data.first_turn, data.last_turn) == turns
    assert data.points == points
    assert all(game.rules.area >> piece.hex & 1 for army in game.seats for piece in game.on_map(army))
    assert not game.rules.area >> game.rules.board.hex("0101") & 1


@rule("U19.4", "U19.9", "U19.14", "U19.18", "U13.2", "U4.1")
@pytest.mark.parametrize(
    ("scenario", "csa", "union", "skirmishers"),
    [
        ("lee-moves", "Jackson Anderson Rodes McLaws Independent", "Meade Slocum Couch Independent", (5, 2)),
        ("jackson-attack", "Jackson Hill Rodes Colston Independent", "Howard Sickles Slocum Independent", (5, 2)),
        (
            "chancellorsville",
            "Lee Hill Rodes Colston Anderson McLaws Independent",
            "Meade Reynolds Howard Couch Slocum Sickles Independent",
            (4, 2),
        ),
        ("salem-church", "Early McLaws Independent", "Sedgwick Independent", (2, 3)),
    ],
)
def test_commands_and_skirmishers(scenario: str, csa: str, union: str, skirmishers: tuple[int, int]):
    game = begin(scenario)
    for army, names in (("CSA", csa), ("Union", union)):
        assert {command.name for command in game.rules.army_commands[army]} == set(names.split())
    left = tuple(len(game.rules.skirmishers_left(game, army)) for army in ("CSA", "Union"))
    assert left == skirmishers


@rule("U19.7")
@pytest.mark.parametrize(("holder", "winner"), [("cs_mahone", "CSA"), ("us_skirmisher_1", "Union"), (None, None)])
def test_lee_moves_is_won_at_zoan_church(holder: str | None, winner: str | None):
    pieces = {"us_barnes": "2321", "cs_kershaw": "3223"} | ({holder: "2923"} if holder else {})
    over = ended(pieces, 8, "lee-moves")
    assert over is not None
    assert over.winner == winner


@rule("U19.12")
@pytest.mark.parametrize(
    ("pieces", "winner"),
    [
        ({"cs_lane": "2321", "cs_heth": LOST}, "CSA"),
        ({"us_candy": LOST, "us_kane": LOST, "cs_heth": LOST}, "CSA"),
        ({"cs_heth": LOST, "us_skirmisher_1": LOST}, "Union"),
        ({"cs_heth": LOST, "us_kane": LOST}, None),
    ],
)
def test_jacksons_attack(pieces: dict[str, Any], winner: str | None):
    over = ended({"us_carr": "2320", "cs_oneal": "1519", **pieces}, 15, "jackson-attack")
    assert over is not None
    assert over.winner == winner


@rule("U19.16")
def test_hazel_grove_is_given_up_when_chancellorsville_begins():
    game = begin("chancellorsville")
    hexes = game.rules.board.hex
    assert not (game.held("Union") | game.held("CSA")) >> hexes("2222") & 1
    fairview = {piece.id for piece in game.units_at("Union", hexes("2221"))}
    assert fairview == {"us_bowman", "us_best", "us_randolph"}


@rule("U19.16")
def test_chancellorsville_is_won_at_once():
    pieces = {"cs_lane": "2221", "cs_oneal": "2322", "us_barnes": "2518"}
    game = scene(pieces, "cs_cmd_rodes", turn=17, scenario="chancellorsville")
    act(game, "place-command 2322", "march-unit cs_oneal", "march-to 2321")
    assert game.over is not None
    assert game.over.winner == "CSA"
    for here, scenario in (("2220", "chancellorsville"), ("2221", "campaign")):
        game = scene({**pieces, "cs_lane": here}, "cs_cmd_rodes", turn=17, scenario=scenario)
        act(game, "place-command 2322", "march-unit cs_oneal", "march-to 2321")
        assert game.over is None, "one of two places, or another scenario"
    over = ended({"cs_lane": "2221", "us_barnes": "2518"}, 18, "chancellorsville")
    assert over is not None
    assert over.winner == "Union"


@rule("U19.21")
def test_reinforcements_of_salem_church():
    pieces: dict[str, Any] = {
        id: {"box": "waiting"} for id in ("cs_kershaw", "cs_semmes", "cs_wofford", "cs_cabell", "cs_mahone")
    }
    pieces |= {"us_grant": "4124", "cs_hoke": "4126"}
    game = scene(pieces, phase="arrivals", turn=17, scenario="salem-church", dice=(4,))
    assert asked(game) == "CSA ChooseFormations.choose"
    game = scene(pieces, phase="arrivals", turn=18, scenario="salem-church", dice=(4,))
    assert asked(game) == "CSA Arrivals.place"
    assert offered(game, "place-reinforcement") == {"3023", "3123"}
    until(game, "ChooseFormations.choose")
    assert {where(game, id) for id in ("cs_kershaw", "cs_semmes", "cs_wofford")} == {"3123"}
    game = scene(pieces, phase="arrivals", turn=19, scenario="salem-church")
    assert asked(game) == "CSA Arrivals.place"
    for enemy, nearest in (("3023", {"3122"}), ("3123", {"3024"}), ("3124", {"3022", "3122"})):  # in the columns 30 and 31
        game = scene({**pieces, "us_grant": enemy}, phase="arrivals", turn=19, scenario="salem-church")
        assert offered(game, "place-reinforcement") == nearest
    full = {f"cs_{name}": "3122" for name in ("hoke", "hays", "gordon", "smith")}
    game = scene({**pieces, **full, "us_grant": "3023"}, phase="arrivals", turn=19, scenario="salem-church")
    assert offered(game, "place-reinforcement") == {"3021", "3025", "3121", "3125"}, "there is no room in 3122"


@rule("U19.22", "U19.17")
def test_three_brigades_break_through():
    pieces = {"us_wheaton": "3023", "us_shaler": "3023", "us_grant": "3023", "us_tompkins": "3016", "cs_hoke": "4126"}
    game = scene(pieces, "us_cmd_sedgwick", turn=17, scenario="salem-church")
    act(game, "place-command 3023", "march-stack 3023", "leave-map")
    assert game.over is not None
    assert game.over.winner == "Union"
    game = scene(pieces, "us_cmd_sedgwick", turn=17, scenario="salem-church")
    act(game, "place-command 3016", "march-unit us_tompkins")
    assert offered(game, "leave-map") == set()
    rules, hexes = game.rules, ("3020", "3021", "3023", "3123")  # by road in woods, in woods, by road, not at the edge
    assert [rules.exit_cost(game, "Union", rules.board.hex(hex)) for hex in hexes] == [2, 4, 2, None]  # in half-points
    assert rules.exit_cost(game, "CSA", rules.board.hex("3023")) is None
    assert begin("salem-church").state.in_hand["Union"] == 1
    over = ended({"us_grant": "4124", "cs_hoke": "4126"}, 19, "salem-church")
    assert over is not None
    assert over.winner == "CSA"


@rule("U19.22")
@pytest.mark.parametrize(
    ("gone", "scenario", "winner"),
    [
        ("wheaton shaler", "salem-church", None),
        ("wheaton shaler tompkins", "salem-church", None),  # artillery is no brigade
        ("wheaton shaler brown", "salem-church", "Union"),
        ("wheaton shaler brown", "campaign", None),
    ],
)
def test_only_brigades_that_left_count_and_only_at_salem_church(gone: str, scenario: str, winner: str | None):
    """One brigade more leaves, by the edge of the scenario or of the whole map."""
    left = {f"us_{name}": {"box": "left"} for name in gone.split()[1:]}
    edge = "3023" if scenario == "salem-church" else "3640"
    game = scene({**left, "us_wheaton": edge, "cs_hoke": "4126"}, "us_cmd_sedgwick", turn=17, scenario=scenario)
    act(game, f"place-command {edge}", "march-unit us_wheaton", "leave-map")
    assert (game.over.winner if game.over else None) == winner


WAYS: dict[str, tuple[int, dict[str, Any], list[tuple[str, str, str, list[tuple[str, float, float]]]]]] = {
    "lee-moves": (
        8,
        {"us_barnes": "2321", "cs_mahone": "2923"},
        [
            ("Union", "at-the-end", "U19.7", [("place-occupied", 0, 1)]),
            ("CSA", "at-the-end", "U19.7", [("place-occupied", 1, 1)]),
        ],
    ),
    "jackson-attack": (
        15,
        {"us_carr": "2320", "cs_lane": "2321", "cs_heth": LOST, "cs_oneal": LOST, "us_kane": LOST, "us_skirmisher_1": LOST},
        [
            ("CSA", "at-the-end", "U19.12", [("place-occupied", 1, 1)]),
            ("Union", "at-the-end", "U19.12", [("units-eliminated", 2, 2)]),
            ("CSA", "at-the-end", "U19.12", [("units-eliminated", 1, 3)]),
        ],
    ),
    "chancellorsville": (
        17,
        {"cs_lane": "2221", "us_barnes": "2518"},
        [
            ("CSA", "at-once", "U19.16", [("place-occupied", 1, 1), ("place-occupied", 0, 1)]),
            ("Union", "at-the-end", "U19.16", [("places-kept", 1, 1)]),
        ],
    ),
    "salem-church": (
        19,
        {"us_grant": "4124", "cs_hoke": "4126", "us_wheaton": {"box": "left"}, "us_tompkins": {"box": "left"}},
        [
            ("Union", "at-once", "U19.22", [("brigades-gone", 1, 3)]),
            ("CSA", "at-the-end", "U19.22", [("brigades-held", 2, 1)]),
        ],
    ),
    "campaign": (
        9,
        {"cs_thomas": LOST, **FAR},
        [
            ("Union", "end-of-turn", "U2.1", [("loss-lead", 3, 24)]),
            ("CSA", "end-of-turn", "U2.1", [("loss-lead", -3, 24)]),
        ],
    ),
}


@rule("U19.7", "U19.12", "U19.16", "U19.22", "U2.1", "U2.4", "U2.5")
@pytest.mark.parametrize("scenario", WAYS)
def test_the_ways_to_win_say_what_they_count_now(scenario: str):
    turn, pieces, wanted = WAYS[scenario]
    game = scene(pieces, "us_independent" if scenario != "jackson-attack" else "cs_independent", turn=turn, scenario=scenario)
    found = game.rules.conditions(game)
    assert [
        (way.side, way.when, way.cites[0], [(count.word, count.now, count.wanted) for count in way.counts]) for way in found
    ] == wanted


@rule("U2.4", "U19.7", "U19.12", "U19.16", "U19.22", "U6.4")
@pytest.mark.parametrize(
    ("scenario", "turn", "pieces", "outcome"),
    [
        ("lee-moves", 8, {"us_barnes": "2321", "cs_mahone": "2923"}, ("CSA", "victory", "place-held", "U19.7")),
        ("lee-moves", 8, {"us_barnes": "2321", "cs_mahone": "3223"}, (None, "draw", "place-empty", "U19.7")),
        ("jackson-attack", 15, {"us_carr": "2320", "cs_lane": "2321"}, ("CSA", "victory", "place-held", "U19.12")),
        (
            "jackson-attack",
            15,
            {"us_carr": LOST, "us_kane": "2320", "cs_lane": "1519"},
            ("CSA", "victory", "more-units", "U19.12"),
        ),
        ("jackson-attack", 15, {"us_carr": "2320", "cs_lane": "1519"}, (None, "draw", "equal-losses", "U19.12")),
        ("chancellorsville", 18, {"cs_lane": "2221", "us_barnes": "2518"}, ("Union", "victory", "places-kept", "U19.16")),
        ("salem-church", 19, {"us_grant": "4124", "cs_hoke": "4126"}, ("CSA", "victory", "brigades-held", "U19.22")),
        ("campaign", 25, dict(FAR), ("CSA", "victory", "points", "U2.4")),
    ],
)
def test_how_the_last_turn_ends_a_scenario(
    scenario: str, turn: int, pieces: dict[str, Any], outcome: tuple[str | None, str, str, str]
):
    if scenario != "campaign":
        assert ended(pieces, turn - 1, scenario) is None
    over = ended(pieces, turn, scenario)
    assert over is not None
    assert (over.winner, over.level, over.reason, over.cites[0]) == outcome
