"""Looking at the map, from what a seat may know."""

import pytest

from grognard.core.errors import UnknownName
from tests.marks import rule
from tests.victories.table import FAR, scene


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


def test_remarks_about_a_hex():
    game = scene({"cs_lane": "4022", **FAR}, "us_independent")
    keys = [remark.key for remark in game.remarks("Union", "4022")]
    assert keys == ["ground-here", "counters-here", "fortified-here"]
    with pytest.raises(UnknownName):
        game.remarks("Union", "9999")
