"""Savannah 4.2 and 5.7: what the weather changes."""

from typing import Any

import pytest

from grognard.core.events import Rolled
from tests.marks import rule
from tests.proving_ground import act, announce, choices, labels, last_roll, refusal
from tests.savannah.positions import (
    LAST,
    campaign,
    happened,
    in_state,
    opening,
    rules_of,
    savannah,
    spent,
    state_of,
    tactics,
    told,
)


def sky(weather: str) -> dict[str, str]:
    return {"weather": weather}


@rule("V4.2g", "V4.2f")
@pytest.mark.parametrize("weather", ["gale", "squall", "storms"])
def test_bad_weather_halves_every_allowance_and_closes_the_roads(weather: str):
    game = savannah({"champagne": "1208", "armagnac": "1106", "r60": "1605"}, state=sky(weather))
    rules = rules_of(game)
    assert rules.weather(game) == weather
    assert rules.allowance(game, game.piece("champagne")) == 2 * 3, "5 halved is 3"
    assert rules.allowance(game, game.piece("armagnac")) == 2 * 2
    assert rules.allowance(game, game.piece("r60")) == 2 * 2
    act(game, "move champagne")
    assert "1011" not in labels(game), "five hexes of road"
    assert not rules.may_march_strategically(game, game.piece("champagne"))


@rule("V4.2g", "V4.2j")
def test_in_a_hurricane_nobody_moves_and_nobody_fights():
    game = savannah({"champagne": "1405", "r60": "1404", "harden": "1014"}, state=sky("hurricane"), **LAST)
    assert game.over is not None, "nobody could do anything"
    assert not happened(game, Rolled)
    assert game.piece("champagne").hex == game.rules.board.hex("1405")


@rule("V4.2h")
def test_heavy_rain_halves_the_bonus_of_a_march():
    game = savannah({"armagnac": "1014", "reserve_artillery": "1013", "mortars": "1907"}, state=sky("heavy_rain"))
    rules = rules_of(game)
    assert rules.road_allowance(game, game.piece("armagnac")) == 2 * 6
    assert rules.road_allowance(game, game.piece("reserve_artillery")) == 2 * 5, "3 and 1.5, rounded up"
    assert rules.allowance(game, game.piece("armagnac")) == 2 * 4
    act(game, "move armagnac", "go 1109")
    assert spent(game, "armagnac") == [6]


@rule("V4.2i", "V-T-weather")
@pytest.mark.parametrize(("weather", "drm"), [("squall", -1), ("storms", -1), ("heavy_rain", -1), ("fog", -1), ("fair", 0)])
def test_fire_in_bad_weather(weather: str, drm: int):
    game = savannah({"battery_a": "1505", "foix": "1507"}, phase="artillery fire", state=sky(weather), dice=[0], **LAST)
    act(game, "target foix")
    assert last_roll(game, "artillery-to-hit").get("bad-weather") == (drm or None)


@rule("V4.2i")
@pytest.mark.parametrize("weather", ["gale", "hurricane"])
def test_no_fire_in_hurricane_and_gale(weather: str):
    game = savannah({"battery_a": "1505", "foix": "1507"}, phase="artillery fire", state=sky(weather), **LAST)
    assert not told(game, "FireOrdered")
    assert game.over is not None


@rule("V4.2j")
@pytest.mark.parametrize(("weather", "drm"), [("gale", -2), ("squall", -1), ("storms", 0), ("heavy_rain", 0)])
def test_close_combat_in_bad_weather(weather: str, drm: int):
    game = savannah({"irish": "1507", "graham": "1508"}, phase="close combat", state=sky(weather), dice=[4])
    announce(game, ("irish", "1508"))
    tactics(game)
    assert last_roll(game, "close-combat").get("bad-weather", 0) == drm


@rule("V4.2l", "V-T-mc")
@pytest.mark.parametrize(("weather", "drm"), [("gale", -1), ("hurricane", -2), ("squall", 0)])
def test_rally_in_bad_weather(weather: str, drm: int):
    unit = {"hex": "1808", "states": ["disrupted"]}
    game = savannah({"foix": unit, "r60": "1404"}, phase="rally", state=sky(weather), dice=[5], **LAST)
    act(game, "rally foix")
    assert last_roll(game, "rally").get("bad-weather", 0) == drm
    assert game.piece("foix").order == (1 if drm else 0)


@rule("V5.7a", "V1.6e", "V4.2e")
def test_turn_16_is_fog_and_the_next_is_fair():
    game = opening()
    act(game, "place 1602")
    assert state_of(game).weather == "fog"
    assert game.state.turn == 16
    game = savannah(
        {"irish": "1208", "r60": "1404"}, turn=16, phase="end of turn", phasing="british", state=sky("fog"), dice=[5, 3]
    )
    assert game.state.turn == 17
    assert rules_of(game).weather(game) == "fair"


@rule("V5.7a")
def test_in_fog_only_a_march_wholly_by_road_has_its_whole_allowance():
    game = savannah({"armagnac": "1306", "irish": "1206"}, turn=16, state=sky("fog"))
    act(game, "move armagnac")
    assert {"1304", "1306"}.isdisjoint(labels(game))
    assert "1308" in labels(game)
    assert "1309" not in labels(game), "three hexes off the road"
    game = savannah({"irish": "1206"}, turn=16, state=sky("fog"))
    act(game, "move irish")
    assert "1110" in labels(game), "four hexes of road"
    assert "1010" not in labels(game), "no strategic movement"


@rule("V5.7a", "V4.2g")
@pytest.mark.parametrize(
    ("weather", "points", "by_road", "passes"), [("fog", 2, True, True), ("fair", 4, False, False), ("gale", 2, False, False)]
)
def test_a_march_by_road_in_fog_begins_next_to_the_enemy_and_passes_him(weather: str, points: int, by_road: bool, passes: bool):
    game = savannah({"irish": "1206", "graham": "1107", "r60": "1205"}, turn=17, state=sky(weather))
    rules, irish = rules_of(game), game.piece("irish")
    assert rules.allowance(game, irish) == 2 * points
    assert rules.may_march_strategically(game, irish) is by_road
    assert (rules.closed_to_strategic(game, irish) == 0) is passes
    broken = savannah({"irish": in_state("1206", "disrupted"), "graham": "1605"}, turn=17, state=sky(weather))
    assert not rules.may_march_strategically(broken, broken.piece("irish"))


@rule("V4.19d")
def test_no_free_hex_in_the_yamacraw_swamp():
    game = savannah({"armagnac": "1305"}, turn=16, state=sky("fog"))
    act(game, "move armagnac")
    assert "1304" not in labels(game)
    assert refusal(game, "go 1304") == ("V4.19d",)
    assert refusal(game, "go 1303") == ("S9.1a",), "two hexes away no hex is free to anybody"
    fair = savannah({"armagnac": "1305"})
    act(fair, "move armagnac")
    assert "1304" in labels(fair)


@rule("V5.7a", "V1.6e")
def test_a_position_on_turn_16_that_names_no_weather_has_fog():
    pieces = {"bombardiers": "1806", "graham": "1805", "foix": "1912"}
    for game in (
        savannah(pieces, turn=16, phasing="british", first="allied", phase="artillery fire", dice=[9, 9]),
        campaign(pieces, turn=16, first="allied", phase="artillery fire", dice=[9, 9], state={"weather": ""}),
    ):
        assert rules_of(game).weather(game) == "fog"
        act(game, "target graham")
    assert rules_of(savannah(pieces)).weather(savannah(pieces)) == "fair", "turn 17"


@rule("V4.2i", "V-T-firedrm", "V1.6e")
def test_fog_hampers_fire_in_the_historical_scenario_only():
    pieces = {"bombardiers": "1806", "graham": "1805", "foix": "1912"}
    fields: dict[str, Any] = {"turn": 16, "phasing": "british", "first": "allied", "phase": "artillery fire", "dice": [9, 9]}
    historical = savannah(pieces, state={"weather": "fog"}, **fields)
    act(historical, "target graham")
    assert last_roll(historical, "artillery-to-hit")["bad-weather"] == -1
    siege = campaign(pieces, state={"weather": "fog"}, **fields)
    act(siege, "target graham")
    assert "bad-weather" not in last_roll(siege, "artillery-to-hit")
    rain = campaign(pieces, state={"weather": "heavy_rain"}, **fields)
    act(rain, "target graham")
    assert last_roll(rain, "artillery-to-hit")["bad-weather"] == -1
    march = campaign({"armagnac": "1305", "foix": "1912"}, turn=16, phasing="allied", state={"weather": "fog"})
    assert march.rules.allowance(march, march.piece("armagnac")) == 2 * 2, "it slows their march all the same"


@rule("V4.19d", "V4.2g")
def test_disrupted_units_pay_in_full_as_well():
    pieces = {"armagnac": in_state("1305", "disrupted"), "bombardiers": in_state("1111", "disrupted"), "graham": "1803"}
    foggy = savannah(pieces, turn=16, state=sky("fog"))
    act(foggy, "move armagnac")
    assert "1304" not in labels(foggy)
    assert refusal(foggy, "go 1304") == ("V4.19d",)
    fair = savannah(pieces)
    act(fair, "move armagnac")
    assert "1304" in labels(fair), "three points of four"
    stormy = savannah(pieces, state={**sky("storms"), "freed_guns": ["bombardiers"]})
    assert "move bombardiers" not in choices(stormy), "one point, and woods all round"


@rule("V4.2g")
def test_no_unit_moves_in_a_hurricane_in_whatever_order():
    game = campaign({"graham": in_state("1803", "disrupted"), "r60": "1604", "foix": "1912"}, state={"weather": "hurricane"})
    assert told(game, "PhaseBegan")[-1].phase != "movement", "nobody can, and the phase is over"
    reason = rules_of(game).why_not_move(game, game.piece("graham"))
    assert reason is not None
    assert reason.cites == ("V4.2g",)
    game = campaign({"graham": "1803", "foix": "1912", "sc_1": "1909"}, phasing="allied", state={"weather": "hurricane"})
    for unit in ("foix", "sc_1"):
        reason = rules_of(game).why_not_move(game, game.piece(unit))
        assert reason is not None
        assert reason.cites == ("V4.2g",), "whoever they may not stop with"


@rule("S9.1a", "V4.19d")
def test_whoever_cannot_pay_for_any_hex_does_not_begin_a_move():
    """In the fog half the points are left, and of the Yamacraw swamp the whole cost is due."""
    pieces = {"highlanders_1": "1103", "graham": "1803", "armagnac": "1912"}
    foggy = savannah(pieces, phasing="british", state={"weather": "fog"})
    assert "move highlanders_1" not in choices(foggy)
    assert refusal(foggy, "move highlanders_1") == ("S9.1a", "V4.19d")
    assert "move highlanders_1" in choices(savannah(pieces, phasing="british"))


@rule("V4.19d")
@pytest.mark.parametrize(("gun", "side"), [("bombardiers", "allied"), ("naval_battery", "british")])
@pytest.mark.parametrize("order", ["parade", "disrupted"])
def test_a_heavy_gun_that_can_pay_for_no_hex_is_told_so(gun: str, side: str, order: str):
    pieces = {gun: in_state("1111", "disrupted") if order == "disrupted" else "1111", "armagnac": "1305", "graham": "1803"}
    game = savannah(pieces, phasing=side, state={**sky("storms"), "freed_guns": [gun]})
    assert refusal(game, f"move {gun}") == ("S9.1a", "V4.19d")


@rule("V4.19d")
def test_a_piece_that_could_pay_is_told_who_stands_in_its_way():
    americans = {"sc_1": "1207", "sc_2": "1308", "sc_3": "1309", "sc_5": "1209", "sc_6": "1109", "light_corps": "1108"}
    state = {**sky("storms"), "freed_guns": ["mortars"]}
    game = savannah({"mortars": "1208", "armagnac": "1912", **americans}, state=state)
    assert refusal(game, "move mortars") == ("S9.1a", "V4.18c", "V4.1a"), "they could pay for 1207"
    enemies = {"r60": "1507", "graham": "1509", "r16": "1608", "tawes": "1408", "highlanders_1": "1407", "royal_nc": "1607"}
    game = savannah({"foix": in_state("1508", "disrupted"), "armagnac": "1912", **enemies})
    assert refusal(game, "move foix") == ("S13.3a",)


@rule("V4.19d", "S13.3a")
def test_a_disrupted_gun_that_could_pay_for_a_hex_is_kept_from_it_by_the_enemy():
    pieces = {"battery_a_left": in_state("1108", "disrupted"), "graham": "1107", "irish": "1912"}
    game = savannah(pieces, state={**sky("storms"), "freed_guns": ["battery_a_left"]})
    act(game, "move battery_a_left")
    assert labels(game) == ["1109", "1208"]
    assert refusal(game, "go 1207") == ("S13.3a",), "it has the one point that this would cost"
    assert refusal(game, "go 1008") == ("V4.19d",), "this would cost two"


@rule("V4.19d")
def test_naval_guns_and_mortars_pay_in_full():
    state = {"freed_guns": ["battery_a_left", "mortars", "reserve_artillery"], "weather": "storms"}
    pieces = {"battery_a_left": "1108", "mortars": "1109", "reserve_artillery": "1106"}
    game = savannah(pieces, state=state)
    act(game, "move battery_a_left")
    assert labels(game) == ["1107", "1207", "1208"], "one point each; the woods of 1008 would cost two"
    act(game, "go 1107")
    act(game, "move reserve_artillery")
    assert "1006" in labels(game), "a field gun may always go one hex"
