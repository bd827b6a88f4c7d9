"""Savannah 4.2: the weather of the strategic turns."""

import pytest

from tests.marks import rule
from tests.proving_ground import act, asked, choices, last_roll, where
from tests.savannah.positions import campaign, in_state, rolls, rules_of, siege_of, state_of

SECOND_ROLL = ("hurricane", "gale", "gale", "squall", "squall", "squall", "storms", "storms", "storms", "storms")
SCENE = {"graham": "1803", "foix": "3123"}


def weather(turn: int, before: str, *dice: int, **pieces: object) -> str:
    """The weather of a strategic turn after that of the turn before."""
    game = campaign({**SCENE, **pieces}, turn=turn, phase="initiative", state={"weather": before}, dice=dice)
    return rules_of(game).weather(game)


@rule("V4.2a", "V3.2", "V-T-track")
def test_weather_turns():
    track = rules_of(campaign(SCENE)).tables
    turns = [turn for turn, data in track.turn_track.turns.items() if data.weather]
    assert turns == list(track.weather.turns) == [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]
    assert weather(5, "storms", 3) == "heavy_rain"
    assert weather(6, "storms") == "storms", "no roll"


@rule("V-T-weather", "V4.2b")
@pytest.mark.parametrize(
    ("dice", "found"),
    [((1,), "storms"), ((2,), "heavy_rain"), ((3,), "heavy_rain"), ((4,), "fair"), ((9,), "fair")]
    + [
        ((0, face), name)
        for face, name in enumerate(["hurricane", "gale", "gale", "squall", "squall", "squall", *["storms"] * 4])
    ],
)
def test_the_weather_table(dice: tuple[int, ...], found: str):
    if found == "hurricane":
        game = campaign(SCENE, turn=5, phase="initiative", state={"weather": "storms"}, dice=dice)
        assert rules_of(game).weather(game) == found
    else:
        assert weather(5, "storms", *dice) == found


@rule("V4.2b")
def test_the_modifiers_of_the_weather_roll():
    game = campaign(SCENE, turn=4, phase="initiative", state={"weather": "fair"}, dice=[3])
    assert last_roll(game, "weather") == {"weather-of-the-turn": -2, "after-fair-weather": 1, "die": 3, "total": 2}
    assert rules_of(game).weather(game) == "heavy_rain"
    game = campaign(SCENE, turn=2, phase="initiative", state={"weather": "storms"}, dice=[3])
    assert last_roll(game, "weather")["weather-of-the-turn"] == -1
    assert weather(4, "storms", 1, 6) == "storms", "below 0 counts as 0"
    game = campaign(SCENE, turn=5, phase="initiative", state={"weather": ""}, dice=[3])
    assert last_roll(game, "weather")["after-fair-weather"] == 1, "a position that names no weather has fair weather"
    game = campaign(SCENE, turn=1, phase="initiative", state={"weather": ""}, dice=[3])
    assert "after-fair-weather" not in last_roll(game, "weather"), "before turn 1 there was none"


@rule("V4.2g", "V4.2h", "V4.2i", "V4.2j", "V4.2l", "V4.2m", "V4.2n", "V5.7a")
@pytest.mark.parametrize(
    ("sky", "always", "siege", "cards"),
    [
        ("gale", "half-movement, no-fire, close-combat -2, rally -1", "no-siege, no-works, no-reinforcements", "no-cards"),
        ("squall", "half-movement, fire -1, close-combat -1", "siege -2, no-works", ""),
        ("storms", "half-movement, fire -1", "siege -1, no-works", ""),
        ("heavy_rain", "half-bonus, fire -1", "no-works-begun", ""),
        ("fog", "half-off-road", "no-works", ""),
        ("fair", "", "", ""),
    ],
)
def test_the_table_shows_what_the_weather_changes(sky: str, always: str, siege: str, cards: str):
    """The siege is of the strategic track only."""
    for turn, first, lines in ((10, "british", (always, siege, cards)), (18, "allied", (always, cards))):
        game = campaign(SCENE, turn=turn, first=first, state={"weather": sky})
        changes = [(each.key.removeprefix("weather-"), each.args.get("drm", "")) for each in siege_of(game).sky_changes(game)]
        assert ", ".join(f"{key} {drm}".strip() for key, drm in changes) == ", ".join(line for line in lines if line)


@rule("V4.2g", "V4.2i", "V4.2j", "V4.2l")
def test_the_table_shows_what_a_hurricane_forbids():
    game = campaign(SCENE, turn=10, state={"weather": "hurricane"})
    changes = [each.key.removeprefix("weather-") for each in siege_of(game).sky_changes(game)]
    assert changes[:4] == ["no-movement", "no-fire", "no-close-combat", "rally"]
    assert changes[4:] == ["no-siege", "no-works", "no-reinforcements", "no-cards"]


@rule("V4.2c")
def test_without_a_roll_the_weather_goes_on():
    assert weather(3, "storms") == "storms"
    assert weather(3, "fair") == "fair"
    assert weather(5, "storms", 3) == "heavy_rain", "on a weather turn it is rolled for"


@rule("V4.2d")
@pytest.mark.parametrize("before", ["hurricane", "gale", "squall"])
def test_severe_weather_is_followed_by_heavy_rain_where_nothing_is_rolled(before: str):
    assert weather(6, before) == "heavy_rain"
    assert weather(6, "fair") == "fair"
    assert weather(5, before, 9) == "fair", "a weather turn has its roll"


@rule("V4.2b", "V4.2d")
@pytest.mark.parametrize("before", ["hurricane", "gale", "squall"])
def test_after_severe_weather_turn_2_rolls_without_its_modifier(before: str):
    game = campaign(SCENE, turn=2, phase="initiative", state={"weather": before}, dice=[3])
    assert last_roll(game, "weather") == {"die": 3, "total": 3}
    game = campaign(SCENE, turn=4, phase="initiative", state={"weather": before}, dice=[3])
    assert last_roll(game, "weather")["weather-of-the-turn"] == -2, "the note is on turn 2 alone"


@rule("V4.2k")
def test_what_a_hurricane_takes():
    pieces = {"auxerrois": "3123", "reserve_artillery": "3123", "sc_1": "1014", "graham": "1803", "r60": "1803"}
    game = campaign(pieces, turn=5, phase="initiative", state={"weather": "storms"}, dice=[0, 0], morale=(19, 17, 18))
    assert (asked(game), game.actors) == ("hurricane-loss", ("british",))
    assert set(choices(game)) == {"lose-step graham", "lose-step r60"}
    act(game, "lose-step graham")
    assert (game.piece("graham").step, game.piece("auxerrois").step, game.piece("sc_1").step) == (1, 1, 1)
    assert game.piece("reserve_artillery").step == 0, "infantry before artillery"
    assert dict(game.state.morale) == {"british": 18, "french": 16, "american": 17}
    assert game.rules.victory_points(game) == {"british": 0, "french": 0, "american": 0}


@rule("V4.2k")
def test_a_shattered_unit_that_a_hurricane_takes_is_worth_nothing():
    pieces = {"royal_marines": in_state("2105", "shattered"), "r16": "1605", "foix": "1709"}
    game = campaign(pieces, turn=5, phase="weather", phasing="", state={"weather": "storms"}, dice=[0, 0])
    assert where(game, "royal_marines") == "eliminated"
    assert game.rules.victory_points(game)["french"] == 0


@rule("V4.2k", "V2.9a")
def test_after_a_hurricane_the_rest_of_a_unit_is_scored_by_who_takes_it():
    pieces = {"graham": "1908", "sc_1": "1909", "sc_2": "1909", "lincoln": "1909", "r16": "1605", "foix": "3123"}
    game = campaign(pieces, turn=5, phase="weather", phasing="", state={"weather": "storms"}, dice=[0, 0])
    assert game.piece("graham").step == 1
    game.rules.eliminate(game, "graham")
    game.state.beaten_by["graham"] = "american"
    points = game.rules.victory_points(game)
    assert (points["french"], points["american"]) == (0, 1.5)


@rule("V4.2k")
def test_what_is_lost_later_counts_in_full():
    state = {"weather": "fair", "storm_points": {"auxerrois": 0.5}}
    game = campaign({**SCENE, "auxerrois": {"box": "eliminated", "step": 2}}, turn=6, state=state)
    assert game.rules.victory_points(game)["british"] == 1.5


@rule("V4.2l")
@pytest.mark.parametrize("sky", ["gale", "hurricane"])
def test_no_reinforcement_arrives_in_gale_and_hurricane(sky: str):
    pieces = {**SCENE, "marine_bn": "waiting", "bombardiers": "waiting", "mortars": "waiting"}
    fair, game = (
        campaign(pieces, phasing="british", turn=8, state={"weather": weather}, dice=[5] * 5) for weather in ("fair", sky)
    )
    act(fair, "end-movement")
    assert len(rolls(fair, "variable-entry")) == 1
    if sky == "gale":  # nobody moves in a hurricane
        act(game, "end-movement")
    assert game.state.phasing == "allied"
    assert game.piece("marine_bn").box == "waiting"
    assert not rolls(game, "variable-entry")
    assert not rules_of(game).sky(game).cards


@rule("V4.2m", "V4.2l")
@pytest.mark.parametrize(("sky", "drm"), [("squall", -2), ("storms", -1), ("heavy_rain", 0), ("fair", 0)])
def test_the_weather_bears_on_siege_rolls(sky: str, drm: int):
    state = {"weather": sky, "works": [["2008", "2009"]]}
    game = campaign(SCENE, turn=12, phase="siege", state=state, dice=[0, 0, 0, 0])
    act(game, "cannonade")
    rolled = rolls(game, "siege")[0]
    assert (rolled.total, [line.value for line in rolled.modifiers]) == (drm, [drm] if drm else [])
    assert state_of(game).french_rolled


@rule("V4.2l")
@pytest.mark.parametrize("sky", ["gale", "hurricane"])
def test_no_bombardment_in_gale_and_hurricane(sky: str):
    game = campaign(SCENE, turn=12, state={"weather": sky, "works": [["2008", "2009"]]})
    assert not siege_of(game).may_bombard(game, "allied")
