"""Looking at the map, from what a seat may know."""

from itertools import pairwise

import pytest

from grognard.core.errors import UnknownName
from grognard.core.features import DicePools, feature_of
from tests.marks import rule
from tests.victories.table import FAR, act, scene


def test_reach_command_and_supply_of_ones_own_units():
    game = scene({"us_candy": "1116", **FAR}, "us_cmd_slocum")
    reach = game.inspect("Union", "reach", "us_candy")
    assert reach["1921"] == 5
    assert "1116" in game.inspect("Union", "radius", "us_candy")
    assert "4701" in game.inspect("Union", "supply", "us_candy")


@rule("U9.26")
def test_nothing_is_told_of_units_that_are_not_seen():
    game = scene({"us_candy": "1116", "cs_lane": "4328", "cs_heth": "1117"}, "us_cmd_slocum")
    for what, unit in (("reach", "cs_lane"), ("counter", "cs_lane"), ("reach", "cs_heth"), ("reach", "nobody")):
        with pytest.raises(UnknownName):
            game.inspect("Union", what, unit)
    assert game.inspect("Union", "counter", "cs_heth")["name"] == "Heth"
    with pytest.raises(UnknownName, match="ask for counter, reach"):
        game.inspect("Union", "zoc", "us_candy")


@rule("U15.2", "U15.3")
def test_the_line_of_supply_runs_to_the_road_and_along_it_to_a_centre():
    game = scene({"cs_lane": "1333", **FAR}, "us_independent")
    line = game.inspect("CSA", "line", "cs_lane")
    assert line[:4] == ["1333", "1332", "1331", "1330"]  # three hexes of woods
    assert line[-1] == "2640"
    rules, h = game.rules, game.rules.board.hex
    assert all(rules.board.grid.distance(h(a), h(b)) == 1 for a, b in pairwise(line))
    assert all(rules.supply_hexes >> h(label) & 1 for label in line[3:])
    game = scene({"cs_lane": "1333", "us_devin": line[-3], "cs_whflee": "0140"}, "us_independent")
    other = game.inspect("CSA", "line", "cs_lane")
    assert other[-1] == "0127"
    assert line[-3] not in other
    game = scene({"cs_lane": "1334", **FAR}, "us_independent")
    assert game.inspect("CSA", "line", "cs_lane") == []


@rule("U19.2")
def test_in_a_scenario_everybody_is_in_supply():
    game = scene({"us_candy": "2018", "cs_lane": "1420"}, scenario="jackson-attack", turn=13)
    assert len(game.inspect("Union", "supply", "us_candy")) == game.rules.area.bit_count()
    assert game.inspect("Union", "line", "us_candy") == ["2018"]
    game = scene({"us_candy": "2018", **FAR}, "us_independent")
    assert len(game.inspect("Union", "supply", "us_candy")) < game.rules.area.bit_count(), "not so in the campaign"


@rule("U8.9", "U8.8")
def test_remarks_say_how_many_units_a_counter_would_command():
    pieces = {"cs_lane": "1611", "cs_heth": "1612", "cs_thomas": "1514", "cs_pender": "2630", "us_candy": "2321", **FAR}
    game = scene(pieces, "cs_cmd_hill")

    def said(seat: str, hex: str) -> list[tuple[object, object]]:
        found = [remark.args for remark in game.remarks(seat, hex) if remark.key.startswith(("coverage", "independents"))]
        return [(args["covered"], args["units"]) for args in found]

    assert said("CSA", "1612") == [(3, 4)]
    assert said("CSA", "2630") == [(1, 4)]
    assert said("CSA", "1818") == []  # nobody of Hill's is near
    assert said("Union", "1612") == []
    act(game, "place-command 1612")
    assert game.state.active == {"cs_lane", "cs_heth", "cs_thomas"}
    assert said("CSA", "1612") == []
    game = scene(pieces, "cs_independent")
    assert said("CSA", "1612") == [(2, 3)]  # its radius is smaller
    game = scene(pieces, phase="formations")
    assert said("CSA", "2630") == [(3, 4)]  # at best, wherever it is placed
    assert said("Union", "2321") == []


@rule("U8.8", "U8.9", "U9.2", "U14.28")
def test_a_game_that_is_over_can_still_be_looked_at():
    game = scene({"us_barnes": "2321", "cs_mahone": "2923"}, "us_independent", turn=8, scenario="lee-moves")
    reach = game.inspect("Union", "reach", "us_barnes")
    act(game, "pass-activation")
    assert game.over is not None
    assert [remark.key for remark in game.remarks("Union", "2321")] == ["ground-here", "counters-here"]
    assert game.inspect("Union", "reach", "us_barnes") == reach
    assert game.rules.costs(game, "Union") == {}
    assert feature_of(game.rules, DicePools).pools(game, "Union", game.rules.vocabulary.parse("add-bonus 22")) == ()


@rule("U14.25", "U9.26", "U14.17", "U14.19")
def test_remarks_about_a_hex():
    game = scene({"cs_lane": "4022", **FAR}, "us_independent")
    keys = [remark.key for remark in game.remarks("Union", "4022")]
    assert keys == ["ground-here", "counters-here", "fortified-here"]
    assert [remark.key for remark in game.remarks("Union", "2321")] == ["ground-here"]
    game = scene({"cs_lane": "1512", **FAR}, "us_independent", works={"1512": "CSA"})
    assert [remark.key for remark in game.remarks("Union", "1512")] == ["ground-here", "counters-here", "works-here"]
    with pytest.raises(UnknownName):
        game.remarks("Union", "9999")
