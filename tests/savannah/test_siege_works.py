"""Savannah 4.4 and 4.5: siege works."""

import pytest

from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import act, announce, asked, choices, refusal, where
from tests.savannah.positions import campaign, cost, in_state, rules_of, siege_of, state_of, tactics, told

SCENE = {"graham": "1803", "foix": "1912"}


def works(turn: int = 9, pieces: dict[str, object] | None = None, **state: object) -> Battle:
    return campaign({**SCENE, **(pieces or {})}, turn=turn, phase="siege works", state=state)


def dug(game: Battle) -> set[str]:
    return {text.split()[1] for text in choices(game) if text.startswith("dig ")}


@rule("V4.4a")
def test_in_the_campaign_no_printed_works_stand():
    game = campaign({**SCENE, "marine_bn": "1908"}, turn=8)
    assert state_of(game).works == frozenset()
    assert cost(game, "graham", "1906", "1907") == 1
    drawn = {side.kind for side in rules_of(game).bare_map.hexsides}
    assert "siege_works" not in drawn
    assert {"abatis", "stream"} <= drawn


@rule("V4.4b", "V3.4")
def test_the_first_counter_lies_four_hexes_from_the_perimeter():
    game = works()
    assert (asked(game), game.actors) == ("dig-works", ("allied",))
    assert "2009" in dug(game)
    assert {siege_of(game).distance_to_perimeter(game.rules.board.hex(label)) for label in dug(game)} == {4}
    assert refusal(game, "dig 2008") == ("V4.4b",)
    act(game, "dig 2009")
    assert state_of(game).construction == {"2009"}
    assert asked(game) != "dig-works", "one counter only"


@rule("V4.4b")
def test_where_nothing_is_dug():
    game = works()
    terrain, board = game.rules.board.terrain, game.rules.board
    assert not {terrain[board.hex(label)] for label in dug(game)} & {"rice", "swamp", "city", "river", "pond", "salt_marsh"}
    near = works(pieces={"r60": "2010"})
    assert "2009" not in dug(near), "next to an enemy unit"
    assert "1208" not in dug(game), "the Jewish cemetery"


@rule("V3.4", "V4.4b")
def test_nothing_is_dug_before_turn_9():
    game = works(turn=8)
    assert asked(game) != "dig-works"


@rule("V4.4g", "V3.4", "V4.2n", "V4.2m")
@pytest.mark.parametrize("weather", ["storms", "squall", "heavy_rain"])
def test_bad_weather_stops_the_digging(weather: str):
    assert asked(works(weather=weather)) != "dig-works"


@rule("V4.2n", "V4.4g")
@pytest.mark.parametrize(("weather", "completed"), [("heavy_rain", True), ("fair", True), ("storms", False), ("squall", False)])
def test_what_is_under_construction_is_completed_in_heavy_rain(weather: str, completed: bool):
    game = works(turn=10, construction=["2009"], counters_used=1, work_step=1, weather=weather)
    if completed:
        act(game, "front 0")
        assert state_of(game).construction == frozenset()
    else:
        assert asked(game) != "face-works"
        assert state_of(game).construction == {"2009"}


@rule("V4.4c", "V4.4f")
def test_the_second_step():
    game = works(turn=10, construction=["2009"], counters_used=1, work_step=1)
    assert asked(game) == "face-works"
    act(game, "front 0")
    assert state_of(game).works == {("1909", "2009"), ("2008", "2009"), ("2109", "2009")}, "three joined hexsides"
    assert [event.hex for event in told(game, "WorksCompleted")] == ["2009"]
    assert cost(game, "graham", "2008", "2009") == 2, "they stand at once"
    assert {"2008", "2109"} <= dug(game)
    neighbours = {game.label(h) for h in game.rules.board.grid.neighbours[game.rules.board.hex("2009")] if h}
    assert dug(game) <= neighbours, "the first must extend the original hex"
    act(game, "dig 2008")
    assert "2108" in dug(game), "the next need not"
    assert refusal(game, "dig 2007") == ("V4.4c",)
    assert refusal(game, "dig 1803") == ("V4.4b",), "the limits of the first step hold"
    act(game, "dig 2109", "dig 2108")
    assert asked(game) != "dig-works", "three at most"
    assert state_of(game).counters_used == 4


@rule("V4.4d", "V4.4f")
def test_the_third_step():
    lines = [[outer, inner] for outer, inner in (("2008", "2009"), ("2007", "2008"), ("2108", "2109"), ("2107", "2108"))]
    game = works(turn=11, works=lines, counters_used=4, work_step=2)
    assert "2007" in dug(game), "two hexes from the perimeter"
    assert refusal(game, "dig 2006") == ("V4.4d",)
    assert refusal(game, "dig 1803") == ("V4.4b",), "the limits of the first step hold"
    act(game, "dig 2007", "dig 2107", "dig 1907", "dig 1807")
    assert asked(game) != "dig-works", "eight counters in all"


@rule("V4.4f")
def test_a_position_need_not_say_how_many_counters_its_works_have_used():
    def unused(counters: int) -> int:
        lines, begun = [["2008", "2009"], ["2007", "2008"], ["2108", "2109"]], ["2007", "2107"]
        game = works(turn=11, works=lines, construction=begun, work_step=2, counters_used=counters)
        return siege_of(game).unused_counters(game)

    assert (unused(0), unused(6)) == (3, 2)


@rule("V4.4e")
def test_the_fourth_step():
    lines = [["2008", "2009"], ["2007", "2008"]]
    game = works(turn=12, works=lines, construction=["2007", "2107"], counters_used=8, work_step=3)
    act(game, "front 0", "front 0")
    assert state_of(game).construction == frozenset()
    assert ("2006", "2007") in state_of(game).works


@rule("V4.5a")
def test_an_enemy_next_to_it_stops_completion():
    game = works(turn=12, pieces={"graham": "2107"}, construction=["2007"], works=[["2008", "2009"]], counters_used=8)
    assert asked(game) != "face-works"
    assert state_of(game).construction == {"2007"}
    others: dict[str, object] = {"graham": "2107", "r60": "1803"}  # one enemy of several is enough
    assert (
        asked(works(turn=12, pieces=others, construction=["2007"], works=[["2008", "2009"]], counters_used=8)) != "face-works"
    )
    for graham in ("2105", "1803", in_state("2107", "disrupted")):
        fields = {"construction": ["2007"], "works": [["2008", "2009"]], "counters_used": 8}
        assert asked(works(turn=12, pieces={"graham": graham}, **fields)) == "face-works"


@rule("V4.5a")
def test_guns_in_the_hex_itself_stop_completion():
    pieces = {"foix": "2012", "battery_a": "2009"}
    game = campaign(pieces, turn=10, phase="siege works", state={"construction": ["2009"], "counters_used": 1, "work_step": 1})
    assert asked(game) != "face-works"
    assert state_of(game).construction == {"2009"}
    assert not state_of(game).works


@rule("V4.5b")
def test_an_enemy_who_retreats_into_it_undoes_construction():
    pieces = {"graham": "2108", "foix": "2208", "auxerrois": "2107", "hainault": "2208", "r16": "2105"}
    state = {"construction": ["2008"], "counters_used": 1, "work_step": 1}
    game = campaign(pieces, turn=12, phasing="allied", phase="close combat", state=state, dice=[6])
    announce(game, ("foix", "2108"), ("auxerrois", "2108"), ("hainault", "2108"))
    act(game, "lead foix")
    tactics(game)
    assert where(game, "graham") == "2008"
    assert state_of(game).construction == frozenset()


@rule("V4.5b")
def test_an_enemy_who_enters_undoes_construction():
    state = {"construction": ["2009"], "counters_used": 1, "work_step": 1}
    game = campaign({**SCENE, "graham": "2010"}, turn=11, state=state)
    act(game, "move graham", "go 2009")
    assert state_of(game).construction == frozenset()
    assert state_of(game).counters_used == 0, "it may be used again"
    gun = campaign({**SCENE, "battery_a": "2010"}, turn=11, state=state)
    act(gun, "move battery_a", "go 2009")
    assert state_of(gun).construction == {"2009"}, "artillery alone does not"


@rule("V4.5c", "V4.4h")
def test_completed_works_stand():
    game = campaign({**SCENE, "graham": "2010"}, turn=11, state={"works": [["2008", "2009"]]})
    act(game, "move graham", "go 2009")
    assert state_of(game).works == {("2008", "2009")}


@rule("V4.4i", "V4.6a")
def test_no_bombardment_before_works_are_completed():
    game = campaign(SCENE, turn=10, state={"construction": ["2009"], "counters_used": 1})
    assert not siege_of(game).may_bombard(game, "allied")
    built = campaign(SCENE, turn=10, state={"works": [["2008", "2009"]]})
    assert siege_of(built).may_bombard(built, "allied")
