"""Chapters 6, 15, 16: the night turn, supply, recovery, the end of a turn."""

from typing import Any

import pytest

from grognard.games.chancellorsville.victories.events import ArmyPlaced, OrderRestored, SupplyFound, SupplyLost, WorksGone
from tests.marks import rule
from tests.victories.table import FAR, act, asked, begin, happened, may, offered, scene, until, where


def night(pieces, **fields):
    """The night steps of turn 10, after the activations; back at the choice of formations of turn 11."""
    game = scene(pieces, phase="night", turn=10, **fields)
    until(game, "ChooseFormations.choose")
    return game


@rule("U6.1", "U6.2", "U6.3")
def test_a_day_turn_ends_without_its_markers():
    pieces = {"cs_walker": {"hex": "2321", "states": ["fired"]}, "cs_lane": {"hex": "2321", "states": ["forced march"]}, **FAR}
    game = scene(pieces, "cs_cmd_hill", works={"2321": "CSA"}, detached={"CSA": "2321"}, turn=2)
    act(game, "pass-activation")
    assert game.state.turn == 3
    assert not game.piece("cs_walker").fired
    assert not game.piece("cs_lane").tired
    assert game.state.works == {"2321": "CSA"}
    assert game.state.detached == {}
    assert game.state.drawn == ()


@rule("U6.4")
def test_the_game_is_over_after_its_last_turn():
    game = scene(dict(FAR), "us_independent", turn=25)
    act(game, "pass-activation")
    assert game.over is not None


@rule("U6.5", "U6.6", "U13.13", "U13.8")
def test_skirmishers_go_home_but_one():
    pieces: dict[str, Any] = {f"cs_skirmisher_{number}": "2321" for number in (1, 2, 3)}
    pieces |= {f"cs_skirmisher_{number}": {"box": "lost"} for number in (4, 5)}
    game = night({**pieces, "cs_lane": "2321", **FAR})
    left = [where(game, f"cs_skirmisher_{number}") for number in range(1, 11)]
    assert left.count("available") == 9
    assert left.count("out") == 1


@rule("U9.19", "U13.13")
def test_a_skirmisher_that_left_the_map_does_not_return():
    game = night({"cs_skirmisher_1": {"box": "left"}, "cs_lane": "2321", **FAR})
    assert where(game, "cs_skirmisher_1") == "left"


@rule("U14.21")
def test_breastworks_go_at_night():
    game = night({"cs_lane": "2321", **FAR}, works={"2321": "CSA"})
    assert game.state.works == {}
    assert [event.hex for event in happened(game, WorksGone)] == ["2321"]


@rule("U6.8", "U14.48", "U6.7")
def test_units_in_supply_rally():
    pieces = {
        "cs_lane": {"hex": "3640", "states": ["disorganised"]},
        "cs_heth": {"hex": "3640", "states": ["demoralised"]},
        "us_candy": {"hex": "2433", "states": ["disorganised", "out of supply"]},
        **FAR,
    }
    game = night(pieces)
    assert {event.unit: (event.order, event.cites) for event in happened(game, OrderRestored)} == {
        "cs_lane": ("good", "U6.8"),
        "cs_heth": ("disorganised", "U6.8"),
    }
    assert game.piece("cs_lane").order == 0
    assert game.piece("cs_heth").order == 1
    assert game.piece("us_candy").order == 2  # U15.7: one stage worse, and no rally


@rule("U6.9", "U16.1", "U16.2")
def test_one_unit_of_each_formation_recovers():
    pieces = {
        "us_barnes": {"hex": "4701", "step": 2},
        "us_ayres": {"hex": "4701", "step": 2},
        "us_us": {"hex": "4701", "step": 2},
        "us_provost": {"hex": "4701", "step": 2},
        "us_candy": {"box": "lost"},
        **FAR,
    }
    game = scene(pieces, phase="night", turn=15)
    assert asked(game) == "Union Recovery.choose"
    assert offered(game, "restore") == {"us_barnes", "us_ayres"}
    act(game, "restore us_ayres", "restore us_us")
    assert [game.piece(id).step for id in ("us_barnes", "us_ayres", "us_us", "us_provost")] == [1, 0, 0, 1]
    assert where(game, "us_candy") == "lost"


@rule("U16.1")
def test_nobody_recovers_next_to_the_enemy_or_in_disorder():
    pieces = {
        "us_barnes": {"hex": "4701", "step": 2},
        "us_ross": {"hex": "4812", "step": 2, "states": ["demoralised"]},
        "cs_flee": "4702",
        "us_devin": "0101",
    }
    game = night(pieces)
    assert game.piece("us_barnes").step == 1
    assert game.piece("us_ross").step == 1


@rule("U6.11", "U12.6")
def test_there_is_no_fighting_at_night():
    pieces = {"cs_lane": "1511", "cs_walker": "1511", "us_candy": "1512", **FAR}
    game = scene(pieces, "cs_cmd_hill", turn=10)
    act(game, "place-command 1511", "end-marches")
    assert game.state.turn == 11
    game = scene(pieces, "cs_cmd_hill", turn=9)
    act(game, "place-command 1511", "end-marches")
    assert may(game, "shell 1512 troops"), "by day there is"


@rule("U19.2", "U6.7")
@pytest.mark.parametrize(("scenario", "turn", "unsupplied"), [("campaign", 10, True), ("jackson-attack", 15, False)])
def test_supply_is_checked_in_the_campaign_only(scenario: str, turn: int, unsupplied: bool):
    """Candy has no line across the Rappahannock."""
    game = scene({"us_candy": "2018", "cs_lane": "1420"}, phase="night", turn=turn, scenario=scenario)
    until(game, "ChooseFormations.choose")
    assert game.piece("us_candy").unsupplied is unsupplied
    game = night({"us_candy": "2018", "cs_lane": "4608", **FAR})
    assert [game.piece(id).unsupplied for id in ("us_candy", "cs_lane")] == [True, True], "of both armies"


@rule("U15.1", "U13.16")
def test_cavalry_and_skirmishers_are_always_in_supply():
    game = night({"us_devin": "2433", "us_candy": "2433", "cs_whflee": "0140"})
    assert not game.piece("us_devin").unsupplied
    assert game.piece("us_candy").unsupplied


@rule("U15.2")
@pytest.mark.parametrize(
    ("hex", "rain", "supplied"),
    [
        ("1333", False, True),  # three woods hexes from a road: 2 + 2 + 2
        ("1334", False, False),  # a fourth
        ("0933", False, False),  # three woods hexes, and an open one: 7
        ("4040", False, True),  # 6 with a stream on the way
        ("4040", True, False),  # which is 7 in rain
    ],
)
def test_six_points_to_the_road(hex: str, rain: bool, supplied: bool):
    game = night({"cs_lane": hex, "us_devin": "0101", "cs_whflee": "0140"}, rain=rain)
    assert game.piece("cs_lane").unsupplied is not supplied


@rule("U15.3")
def test_an_enemy_next_to_an_empty_road_hex_cuts_it():
    pieces = {"us_candy": "2321", "us_devin": "0101", "cs_whflee": "0140"}
    bridge = {"2617-2718": "Union"}
    for others, cut in (
        ({}, False),
        ({"cs_flee": "2618"}, True),
        ({"cs_skirmisher_1": "2618"}, False),  # gone home by then
        ({"cs_flee": "2618", "us_ross": "2617", "us_kane": "2518"}, True),  # 2718 is still empty
        ({"cs_flee": "2618", "us_ross": "2617", "us_kane": "2518", "us_knipe": "2718"}, False),  # the road is held
    ):
        game = night({**pieces, **others}, pontoons=bridge)
        assert game.piece("us_candy").unsupplied is cut, others


@rule("U15.5")
def test_a_centre_that_the_enemy_holds_does_not_count():
    game = scene({"us_devin": "4340", "cs_whflee": "0140"}, "us_independent")
    centres = {game.label(h) for h in game.rules.board.grid.hexes if game.rules.supply_centres(game, "CSA") >> h & 1}
    assert centres == {"0127", "2640", "3640", "4740"}
    cavalry = ("devin", "davis", "sargent", "mcintosh")
    held = {f"us_{name}": hex for name, hex in zip(cavalry, ("0127", "2640", "3640", "4740"), strict=True)}
    for fifth, cut in (({}, False), ({"us_candy": "4340"}, True)):
        game = night({"cs_lane": "4338", "cs_heth": "4339", **held, **fifth})
        assert game.piece("cs_lane").unsupplied is cut


@rule("U15.6", "U15.7")
def test_the_stages_of_being_cut_off():
    pieces = {"us_candy": "2433", **FAR}
    found, told = [], []
    for states in ([], ["out of supply"], ["out of supply", "disorganised"], ["out of supply", "demoralised"]):
        game = night(pieces | {"us_candy": {"hex": "2433", "states": states}})
        piece = game.piece("us_candy")
        found.append((piece.unsupplied, piece.order, piece.step))
        told.append([event.unit for event in happened(game, SupplyLost)])
    assert found == [(True, 0, 0), (True, 1, 0), (True, 2, 0), (True, 2, 1)]
    assert told == [["us_candy"], [], [], []]
    for enemy, stays in (("2434", False), ("2436", True)):
        game = night({"us_candy": {"hex": "2433", "states": ["out of supply", "disorganised"]}, "cs_lane": enemy, **FAR})
        assert (where(game, "us_candy") == "2433") is stays, "demoralised next to the enemy it retreats at once"
    game = night({"us_candy": {"hex": "4701", "states": ["out of supply"]}, **FAR})
    assert not game.piece("us_candy").unsupplied
    assert [event.unit for event in happened(game, SupplyFound)] == ["us_candy"]


@rule("U15.7", "U15.6")
@pytest.mark.parametrize(("order", "levels"), [("demoralised", 1), ("disorganised", 0)])
def test_the_demoralised_lose_a_level_on_the_first_night_too(order: str, levels: int):
    """U15.7 asks a marker of the day before for its first two stages, and not for the last."""
    game = night({"us_candy": {"hex": "2433", "states": [order]}, **FAR})
    piece = game.piece("us_candy")
    assert (piece.unsupplied, piece.step) == (True, levels)
    assert [event.unit for event in happened(game, SupplyLost)] == ["us_candy"]
    game = night({"us_candy": {"hex": "4701", "states": [order]}, **FAR})
    assert (game.piece("us_candy").unsupplied, game.piece("us_candy").step) == (False, 0), "it is in supply"


@rule("U14.47")
def test_a_disorganised_unit_that_rests_is_in_good_order():
    pieces = {"us_knipe": {"hex": "2321", "states": ["disorganised"]}, "us_ross": {"hex": "2421", "states": ["disorganised"]}}
    game = scene({**pieces, **FAR}, "us_cmd_slocum")
    act(game, "place-command 2321", "march-unit us_ross", "march-to 2522", "halt", "end-marches")
    assert game.piece("us_knipe").order == 0
    assert game.piece("us_ross").order == 1
    assert [(event.army, event.unit, event.order) for event in happened(game, OrderRestored)] == [("Union", "us_knipe", "good")]


@rule("U3.1")
def test_the_calendar():
    components = begin("campaign", dice=(6,)).rules.components
    assert components.night_turns == {5, 10, 15, 20, 25}
    assert [turn.turn for turn in components.turns.turns] == list(range(1, 26))
    assert [components.turns.turns[turn - 1].day for turn in (5, 6)] == [1, 2]


@rule("U4.1")
def test_who_is_placed_first():
    game = begin("campaign", dice=(6,))
    assert [event.army for event in happened(game, ArmyPlaced)] == ["CSA", "Union"]
    assert game.state.in_hand["CSA"] == 0, "only the Union has pontoons"
    game = begin("jackson-attack")
    assert [event.army for event in happened(game, ArmyPlaced)] == ["Union", "CSA"]
