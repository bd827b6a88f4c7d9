"""Savannah 1.5 to 1.7, 2.1, 2.4, 4.8 and 4.10: the campaign."""

from typing import Any

import pytest

import grognard
from grognard.core.features import Alliances, EndingWarnings, feature_of
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import act, announce, asked, attack_mask, choices, labels, last_roll, parse, refusal, where
from tests.savannah.positions import (
    CAMPAIGN,
    campaign,
    in_state,
    opening,
    outcome,
    rolls,
    rules_of,
    siege_of,
    state_of,
    tactics,
    told,
)

SCENE = {"graham": "1803", "foix": "1912"}


def allied_turn_ends(turn: int, weather: str = "fair", *dice: int, **pieces: object) -> Battle:
    """The end of the Allied part of a turn."""
    scene = {**SCENE, **pieces}
    return campaign(scene, turn=turn, phasing="allied", phase="close combat", state={"weather": weather}, dice=dice)


# ---------------------------------------------------------------- turns and tracks


@rule("V1.5", "V1.6a", "V1.6b", "V-T-track")
def test_the_turn_track():
    tables = rules_of(campaign(SCENE)).tables
    turns = tables.turn_track.turns
    assert [turn for turn in turns if turns[turn].kind == "strategic"] == list(range(1, 16))
    assert [turn for turn in turns if turns[turn].events] == [2, 3, 5, 6, 8, 9, 11, 12, 14, 15]
    assert (turns[6].events, turns[6].weather) == (True, False)
    assert [turn for turn in turns if turns[turn].works] == list(range(9, 16))
    assert [turn for turn in turns if turns[turn].siege] == list(range(10, 16))
    assert [turn for turn in turns if turns[turn].sortie_limits] == list(range(1, 11))
    assert rules_of(campaign(SCENE)).last_turn == 25


@rule("V1.5", "V3.0a")
def test_the_chart_of_the_turn_track():
    chart = next(chart for chart in campaign(SCENE).rules.charts() if chart.id == "turn-track")
    assert len(chart.rows) == 25
    rows = {row.title: row.cells for row in chart.rows}
    assert rows["1"] == ("strategic", "yes", "-", "-", "-", "-", "yes", "+2")
    assert rows["2"] == ("strategic", "yes", "yes", "-", "-", "-", "yes", "+2")
    assert rows["10"] == ("strategic", "yes", "-", "yes", "yes", "yes", "yes", "+1")
    assert rows["16"] == ("tactical", *["-"] * 7)


@rule("V4.19a", "V3.1")
def test_the_order_of_play():
    fixed = rules_of(campaign(SCENE)).components.fixed_order
    assert fixed(1) == ("british",)
    assert {fixed(turn) for turn in range(2, 16)} == {("british", "allied")}
    assert fixed(16) == ("allied", "british")
    assert {fixed(turn) for turn in range(17, 26)} == {None}
    game = opening(dice=[4, 4, 0, 2], scenario=CAMPAIGN)
    act(game, "end-movement", "allied: pass", "british: pass", "allied: pass")
    assert (game.state.turn, game.state.phasing) == (2, "british"), "the British played turn 1 alone"


@rule("V3.0a", "V3.0b", "V1.6b")
def test_the_sequence_of_a_turn():
    state = {"works": [["2008", "2009"]], "construction": ["2109"], "counters_used": 8, "weather": "fair"}
    last_turn = {"siege_fire_drm": -1, "doubled": ["guns"], "variable_entry": "V1"}
    game = campaign(SCENE, turn=10, phase="initiative", state={**state, **last_turn}, dice=[5, 0, 0])
    kept = state_of(game)
    assert (kept.siege_fire_drm, kept.doubled, kept.variable_entry) == (0, frozenset(), ""), "what was of the last turn is over"
    assert rolls(game, "weather")
    assert asked(game) == "face-works"
    act(game, "front 0")
    assert asked(game) == "open-bombardment"
    act(game, "hold-fire")
    assert (asked(game), game.actors) == ("move", ("british",))
    act(game, "end-movement")
    assert (asked(game), game.actors) == ("move", ("allied",)), "phases VI to X by the second player"
    tactical = campaign(SCENE, turn=16, phase="initiative", first="allied", state=state)
    assert (asked(tactical), tactical.actors) == ("move", ("allied",)), "none of the common phases on the tactical track"
    assert [rules_of(game).is_tactical(each) for each in (game, tactical)] == [False, True]
    begun = campaign(SCENE, turn=10, phase="siege", state=state)
    assert asked(begun) == "open-bombardment", "a position may begin with any of them"


@rule("V1.6c", "V1.6f", "V1.5")
def test_an_early_assault():
    game = allied_turn_ends(9)
    assert (asked(game), game.actors) == ("announce-assault", ("allied",))
    assert [feature_of(game.rules, Alliances).subject_of(game, parse(game, text)) for text in ("storm", "wait")] == [
        "storm",
        "",
    ]
    act(game, "storm")
    assert game.state.turn == 16
    assert game.state.phasing == "allied", "they move twice in a row"


@rule("V1.6g", "V1.6d")
def test_what_an_early_assault_ends_is_said_before_it_is_announced():
    game = allied_turn_ends(9, "squall")
    ended = {reason.key: dict(reason.args) for reason in game.seat("allied").ask(EndingWarnings.finality, parse(game, "storm"))}
    assert ended["the-siege-is-over"] == {"turns": 6}
    assert ended["the-weather-stays"] == {"weather": "heavy rain"}
    assert all(reason.cites for reason in game.seat("allied").ask(EndingWarnings.finality, parse(game, "storm")))
    assert game.seat("allied").ask(EndingWarnings.finality, parse(game, "wait")) == ()
    late = sum(piece.box == "waiting" for piece in game.state.pieces.values())
    assert ended.get("they-never-arrive") == ({"number": late} if late else None)


@rule("V1.6c")
def test_without_it_the_siege_goes_on():
    game = allied_turn_ends(9, "fair", 5)
    act(game, "wait")
    assert game.state.turn == 10
    assert asked(allied_turn_ends(14)) == "announce-assault"
    last = allied_turn_ends(15)
    assert asked(last) != "announce-assault", "no announcement after turn 14"


@rule("V1.6d", "V4.2e")
@pytest.mark.parametrize(
    ("weather", "later"),
    [("squall", "heavy_rain"), ("gale", "heavy_rain"), ("hurricane", "heavy_rain"), ("storms", "storms"), ("fair", "fair")],
)
def test_the_weather_after_an_announcement(weather: str, later: str):
    game = allied_turn_ends(9, weather)
    act(game, "storm")
    rules = rules_of(game)
    assert rules.weather(game) == later
    assert len(told(game, "AssaultAnnounced")) == 1
    assert [event.weather for event in told(game, "WeatherChanged")] == ([later] if later != weather else []), "said once"
    game.state.turn = 20
    assert rules.tactical_weather(game) == later, "never fog, and the same to the end"


@rule("V1.6e", "V1.6f")
def test_turn_16_comes_by_itself():
    game = allied_turn_ends(15, "storms")
    assert (game.state.turn, game.state.phasing) == (16, "allied")
    assert rules_of(game).weather(game) == "fog"
    assert told(game, "TacticalTrackBegan")
    game.state.turn = 17
    assert rules_of(game).tactical_weather(game) == "fair"
    day = campaign(SCENE, turn=14)
    assert rules_of(day).turn_after(day) == 15
    assert not told(day, "TacticalTrackBegan")
    hour = campaign(SCENE, turn=17, first="allied")
    assert rules_of(hour).turn_after(hour) == 18


@rule("V1.6g")
def test_what_is_lost_with_the_switch():
    waiting = dict.fromkeys(("maitland", "highlanders_1", "trumbach", "royal_nc"), "waiting")
    game = allied_turn_ends(6, "fair", **waiting, martinique="waiting", wissenbach="eliminated")
    act(game, "storm")
    assert {game.piece(id).box for id in waiting} == {"out"}
    assert len(told(game, "TacticalTrackBegan")) == 1
    assert game.piece("wissenbach").box == "eliminated", "who is out of play already stays there"
    late = campaign({**SCENE, **waiting}, turn=17, first="allied")
    assert not siege_of(late).due(late, "british"), "no arrivals on the tactical track"
    assert {late.piece(id).box for id in waiting} == {"waiting"}
    assert not siege_of(game).due(game, "british")
    before = allied_turn_ends(7, "fair", **waiting, martinique="waiting")
    assert {piece.id for piece in siege_of(before).due(before, "british")} == {"maitland", "highlanders_1"}
    assert {piece.id for piece in siege_of(before).due(before, "allied")} == {"martinique"}
    assert game.state.morale["british"] == 19
    state = {"construction": ["2009"], "counters_used": 1, "weather": "fair"}
    digging = campaign(SCENE, turn=9, phasing="allied", phase="close combat", state=state)
    act(digging, "storm")
    assert state_of(digging).construction == frozenset()


@rule("V4.14c", "V4.14a", "V4.14b")
@pytest.mark.parametrize(("turn", "drm"), [(2, 2), (7, 2), (8, 1), (11, 1), (12, 0)])
def test_the_defences_are_frozen_at_the_switch(turn: int, drm: int):
    game = allied_turn_ends(turn)
    assert rules_of(game).unfinished_defences(game) == drm
    act(game, "storm")
    assert state_of(game).defences_drm == drm
    assert rules_of(game).unfinished_defences(game) == drm


# ---------------------------------------------------------------- no assault yet


@rule("V1.6i", "V1.7b", "V1.6a")
def test_nobody_comes_near_the_perimeter_on_strategic_turns():
    game = campaign({**SCENE, "irish": "1306", "dillon": "1306", "armagnac": "2107"}, turn=12, phasing="allied")
    act(game, "move irish")
    assert "1305" not in labels(game)
    assert refusal(game, "go 1305") == ("V1.6i", "V1.7b")
    act(game, "go 1307", "stop", "move dillon")
    assert "1305" in labels(game), "a leader alone does not attack"
    act(game, "go 1305", "stop", "move armagnac")
    assert refusal(game, "go 2106") == ("V1.6i", "V1.7b"), "even where the works are empty"
    tactical = campaign({**SCENE, "irish": "1306"}, turn=17, phasing="allied", first="allied")
    act(tactical, "move irish")
    assert "1305" in labels(tactical)


@rule("V1.6a")
def test_a_sortie_must_be_attacked():
    pieces = {"graham": "1508", "irish": "1509", "foix": "1912"}
    game = campaign(pieces, turn=8, phasing="allied", phase="close combat", dice=[4, 9, 9])
    announce(game, ("irish", "1508"))
    tactics(game)
    assert last_roll(game, "close-combat")["die"] == 4
    perimeter = campaign({"r60": "1404", "irish": "1305", "foix": "1912"}, turn=8, phasing="allied", phase="close combat")
    assert not told(perimeter, "CombatBegan"), "the perimeter is not attacked"


@rule("V1.6a", "V1.6i")
def test_an_attack_on_the_perimeter_is_refused_by_name():
    pieces = {"r60": "1404", "irish": "1305", "graham": "1508", "armagnac": "1509", "foix": "1507"}
    game = campaign(pieces, turn=8, phasing="allied", phase="close combat", dice=[4, 9, 9])
    assert asked(game) == "announce-attack"
    assert refusal(game, attack_mask(game, "irish", "1404")) == ("V1.6a", "V1.6i")


@rule("V1.7b")
def test_a_retreat_ends_before_the_perimeter_only_if_it_must_and_the_unit_moves_away():
    game = campaign({**SCENE, "irish": "1305"}, turn=12, phasing="allied")
    assert refusal(game, "end-movement") == ("V1.7b",)
    act(game, "move irish", "go 1306", "stop")
    assert "end-movement" in choices(game)
    retreating = campaign({**SCENE, "irish": "1306"}, turn=12, phasing="allied")
    ends = rules_of(retreating).retreat_hexes(retreating, retreating.piece("irish"), 1)
    assert not ends & siege_of(retreating).front


@rule("V1.7b", "V4.19e", "V4.8a", "V4.1e")
def test_a_retreat_that_the_perimeter_or_the_headquarters_forbids_says_so():
    def refused(id: str, start: str, end: str, **pieces: str) -> tuple[str, ...] | None:
        game = campaign({**SCENE, id: start, **pieces}, turn=12, phasing="allied")
        reason = rules_of(game).why_not_retreat(game, game.piece(id), game.rules.board.hex(end), 1, False, None)
        return reason.cites if reason is not None else None

    assert refused("irish", "1306", "1305") == ("V1.7b",)
    assert refused("irish", "1306", "1206") == ("V4.19e", "S13.21b"), "away from 2214"
    assert refused("irish", "1306", "1307") is None
    assert refused("irish", "1305", "1404") == ("V1.7b",)
    assert refused("creeks", "1305", "1404") == ("V4.8a",)
    assert refused("creeks", "1218", "1319") == ("S13.22c",), "closed to everybody"
    assert refused("irish", "1218", "1319") == ("S13.22c",), "the perimeter is far away"
    assert refused("creeks", "1306", "1305") is None
    assert refused("irish", "1306", "1307", armagnac="1307", avant_garde="1307") == ("S13.22e",), "it is full"
    assert refused("royal_nc", "1503", "1502", black_volunteers="1502") == ("V4.1e",)


# ---------------------------------------------------------------- sorties


@rule("V4.10a")
def test_sorties_need_a_leader():
    game = campaign({"graham": "1805", "foix": "1912"}, turn=6)
    act(game, "move graham")
    assert "1806" not in labels(game)
    assert refusal(game, "go 1806") == ("V4.10a",)
    led = campaign({"graham": "1805", "porbeck": "1805", "foix": "1912", "r60": "1605"}, turn=6)
    act(led, "move graham", "go 1806", "stop")
    assert state_of(led).sorties == {"graham": "porbeck"}
    assert refusal(led, "end-movement") == ("V4.10a",), "they leave together"
    act(led, "move porbeck", "go 1806", "stop")
    assert where(led, "porbeck") == "1806"
    lost = campaign({"graham": "eliminated", "porbeck": "1805", "foix": "1912"}, state={"sorties": {"graham": "porbeck"}})
    assert "end-movement" in choices(lost), "nobody is out whom he led"


@rule("V4.10a")
def test_only_those_who_stand_with_the_leader_go_out_with_him():
    """A unit elsewhere stays in, also when a leader is out already; so does one whose leader has left before it."""
    game = campaign({"graham": "1805", "porbeck": "1805", "r60": "1605", "foix": "1912"}, turn=6)
    act(game, "move graham", "go 1806", "stop", "move porbeck", "go 1806", "stop", "move r60")
    outside = [label for label in labels(game) if not siege_of(game).perimeter >> game.rules.board.hex(label) & 1]
    assert outside == [], "no leader stands with it"
    alone = campaign({"graham": "1805", "porbeck": "1805", "foix": "1912"}, turn=6)
    act(alone, "move porbeck", "go 1806", "stop", "move graham")
    assert refusal(alone, "go 1806") == ("V4.10a",), "he has gone without it"
    late = campaign({"graham": "1805", "foix": "1912"}, turn=11)
    act(late, "move graham")
    assert "1806" in labels(late), "from turn 11 on all may"


@rule("V4.10a")
def test_the_leader_of_the_stack_follows_whatever_way_it_goes_out():
    """They begin together well inside, and the unit goes out two hexes farther on, at once or step by step."""
    for way in (["go 1806"], ["go 1805", "go 1806"]):
        game = campaign({"graham": "1803", "porbeck": "1803", "foix": "1912", "r60": "1605"}, turn=6)
        act(game, "move graham", *way, "stop")
        assert state_of(game).sorties == {"graham": "porbeck"}
        assert refusal(game, "end-movement") == ("V4.10a",)
        act(game, "move porbeck")
        assert not [label for label in labels(game) if siege_of(game).perimeter >> game.rules.board.hex(label) & 1]
        assert refusal(game, "go 1805") == ("V4.10a",), "he does not dodge it by a move within"
        assert "1806" in labels(game)


@rule("V4.10a")
def test_nobody_picks_up_a_leader_on_the_way():
    for way in (["go 1806"], ["go 1805", "go 1806"]):
        game = campaign({"graham": "1803", "porbeck": "1805", "foix": "1912", "r60": "1605"}, turn=6)
        act(game, "move graham", *way[:-1])
        assert "1806" not in labels(game)
        assert refusal(game, "go 1806") == ("V4.10a",)


@rule("V4.10a")
def test_a_leader_who_cannot_follow_leads_nobody_out():
    pieces = {"graham": "1805", "porbeck": "1805", "foix": "1912", "r60": "1605"}
    game = campaign(pieces, turn=6, state={"wounded": ["porbeck"]})
    act(game, "move graham")
    assert "1806" not in labels(game)


@rule("V4.10a", "V1.7c")
def test_no_advance_out_of_the_perimeter_without_a_leader():
    pieces = {"highlanders_1": "1805", "highlanders_2": "1805", "foix": "1806", "auxerrois": "1912"}

    def fought(*, turn: int = 6, **more: str) -> Battle:
        fields = {"turn": turn, "phase": "close combat", "dice": [9, 9, 9, 9]}
        game = campaign({**pieces, **more}, **fields)
        announce(game, ("highlanders_1", "1806"), ("highlanders_2", "1806"))
        act(game, "lead highlanders_1")
        tactics(game)
        return game

    assert "advance" not in asked(fought()), "nobody may leave"
    led = fought(porbeck="1805")
    assert {"advance highlanders_1", "end-advance"} <= set(choices(led))
    act(led, "advance highlanders_1")
    assert where(led, "highlanders_1") == where(led, "porbeck") == "1806", "he goes along"
    assert state_of(led).sorties == {"highlanders_1": "porbeck"}
    assert -1 in [event.change for event in told(led, "ArmyMoraleChanged") if event.cites == "V4.10b"]
    within = fought(porbeck="1805", turn=11)
    act(within, "advance highlanders_1")
    assert asked(within) == "leaders-follow", "later he may stay"
    assert "advance highlanders_1" in choices(fought(turn=11))


@rule("V4.10b")
def test_a_unit_found_outside_is_on_a_sortie():
    pieces = {"graham": in_state("1808", "disrupted"), "foix": "1912", "delancey_1": "1612", "porbeck": "1808"}
    game = campaign(pieces, turn=6, phase="rally", dice=[5, 5, 5])
    act(game, "rally graham")
    assert last_roll(game, "rally")["on-a-sortie"] == -1, "though the position does not say with whom it left"
    game = campaign({**pieces, "graham": "1808"}, turn=6)
    act(game, "move porbeck")
    assert refusal(game, "go 1805") == ("V4.10c",)


@rule("V4.10a")
def test_a_leader_who_cannot_get_out_does_not_hold_up_the_others():
    pieces, led = {"graham": "1806", "porbeck": "1701", "foix": "1912"}, {"sorties": {"graham": "porbeck"}}
    assert refusal(campaign(pieces, turn=6, state=led), "end-movement") == ("V4.10a",)
    assert "end-movement" in choices(campaign(pieces, turn=6, state={**led, "weather": "storms"})), "it is too far"


@rule("V4.10a", "V-C44")
def test_a_wounded_leader_neither_follows_nor_leads():
    """He is carried back to headquarters while his units are out; movement ends without him."""
    hurt: dict[str, Any] = {"wounded": ["porbeck"]}
    out = campaign(
        {"graham": "1806", "porbeck": "1702", "foix": "1912"}, turn=6, state=hurt | {"sorties": {"graham": "porbeck"}}
    )
    act(out, "end-movement")
    assert out.state.phasing == "allied"
    lead = campaign({"graham": "1805", "porbeck": "1805", "foix": "1912"}, turn=6, state=hurt)
    act(lead, "move graham")
    assert refusal(lead, "go 1806") == ("V4.10a",)


@rule("V4.10b")
def test_a_sortie_costs_morale():
    unit = in_state("1808", "disrupted")
    pieces = {"graham": unit, "porbeck": "1806", "foix": "1912"}
    game = campaign(pieces, turn=6, phase="rally", state={"sorties": {"graham": "porbeck"}}, dice=[5, 5, 5])
    act(game, "rally graham")
    assert last_roll(game, "rally")["on-a-sortie"] == -1
    inside = campaign({**pieces, "graham": in_state("1805", "disrupted")}, turn=6, phase="rally", dice=[5, 5, 5])
    act(inside, "rally graham")
    assert "on-a-sortie" not in last_roll(inside, "rally")
    later = campaign(pieces, turn=11, phase="rally", state={"sorties": {"graham": "porbeck"}}, dice=[5, 5, 5])
    act(later, "rally graham")
    assert "on-a-sortie" not in last_roll(later, "rally")


@rule("V4.10b", "V-T-am")
def test_a_sortie_costs_army_morale_once():
    """The table prints 0/-1 for a sortie, besides what the units suffer."""
    pieces = {"graham": "1805", "r60": "1805", "porbeck": "1805", "delancey_1": "1807", "foix": "2512"}
    game = campaign(pieces, turn=6)
    act(game, "move delancey_1", "go 1907", "stop")
    assert game.state.morale["british"] == 19, "who started outside makes no sortie"
    act(game, "move graham", "go 1806", "stop")
    (changed,) = told(game, "ArmyMoraleChanged")
    assert (changed.side, changed.change, changed.cites) == ("british", -1, "V4.10b")
    act(game, "move r60", "go 1806", "stop", "go 1806", "stop")
    assert game.state.morale == {"british": 18, "french": 17, "american": 18}, "one sortie, however many go"
    later = campaign(pieces, turn=11)
    act(later, "move graham", "go 1806", "stop")
    assert later.state.morale["british"] == 19, "from turn 11 on they go out freely"


@rule("V4.10c")
def test_the_leader_comes_back_last():
    pieces = {"graham": "1806", "r60": "1806", "porbeck": "1806", "foix": "1912"}
    state = {"sorties": {"graham": "porbeck", "r60": "porbeck"}}
    game = campaign(pieces, turn=6, state=state)
    act(game, "move porbeck")
    assert refusal(game, "go 1805") == ("V4.10c",)
    act(game, "go 1807", "stop", "move graham")
    assert "1805" in labels(game)
    back = campaign({**pieces, "r60": "eliminated", "graham": "1805"}, turn=6, state=state)
    act(back, "move porbeck")
    assert "1805" in labels(back), "who is lost no longer counts"


@rule("V4.10c")
def test_a_leader_waits_only_for_those_who_went_out_with_him():
    pieces = {"graham": "1806", "porbeck": "1806", "maitland": "1806", "foix": "1912"}
    game = campaign(pieces, turn=6, state={"sorties": {"graham": "porbeck"}})
    act(game, "move graham", "go 1807", "stop", "move maitland")
    assert "1805" in labels(game)
    act(game, "go 1805", "stop", "move porbeck")
    assert refusal(game, "go 1805") == ("V4.10c",)


@rule("V4.10d")
def test_units_that_started_outside_need_no_leader_until_they_have_come_in():
    game = campaign({"delancey_1": "1806", "foix": "1912", "graham": "1803"}, turn=3)
    act(game, "move delancey_1", "go 1805", "stop")
    assert state_of(game).been_inside == {"delancey_1"}
    inside = campaign({"delancey_1": "1805", "foix": "1912", "graham": "1803"}, turn=5, state={"been_inside": ["delancey_1"]})
    act(inside, "move delancey_1")
    assert "1806" not in labels(inside)
    outside = campaign({"delancey_1": "1807", "foix": "1912"}, turn=5)
    modifiers = {modifier.label for modifier in rules_of(outside).morale_modifiers(outside, outside.piece("delancey_1"))}
    assert "on-a-sortie" not in modifiers


@rule("V4.10d")
def test_who_enters_the_perimeter_is_bound_from_that_hex_on():
    """It does not come out again in the same move, neither step by step nor on its way to a hex outside."""
    game = campaign({"delancey_1": "1806", "foix": "2512", "graham": "1803"}, turn=3)
    act(game, "move delancey_1")
    assert {"1805", "1807"} <= set(labels(game))
    assert "2204" not in labels(game), "only the way through the perimeter is short enough"
    assert refusal(game, "go 2204") == ("V4.10d", "V4.10a")
    assert refusal(game, "go 2306") == ("S9.1a",)
    act(game, "go 1805")
    assert state_of(game).been_inside == {"delancey_1"}
    assert "1806" not in labels(game)
    assert refusal(game, "go 1806") == ("V4.10a",)
    assert "1804" in labels(game), "inside it goes on"
    later = campaign({"delancey_1": "1806", "foix": "2512", "graham": "1803"}, turn=11)
    act(later, "move delancey_1")
    assert "2204" in labels(later)


@rule("V4.10e")
@pytest.mark.parametrize("turn", [11, 17])
def test_the_limits_end_with_turn_10(turn: int):
    game = campaign({"graham": "1805", "foix": "1912"}, turn=turn)
    act(game, "move graham")
    assert "1806" in labels(game)


# ---------------------------------------------------------------- Creeks


@rule("V4.8a")
def test_the_creeks_know_the_swamp_and_stay_outside():
    game = campaign({"creeks": "1205", "foix": "1912"}, turn=6)
    act(game, "move creeks")
    assert "1304" in labels(game)
    assert not {"1303", "1403", "1404"} & set(labels(game))
    act(game, "go 1304")
    assert told(game, "Moved")[0].spent == 2
    assert game.counter("creeks").is_light
    assert game.counter("creeks").is_militia
    before = campaign({"creeks": "1305", "foix": "1912"}, turn=6)
    act(before, "move creeks")
    assert refusal(before, "go 1404") == ("V4.8a",)


@rule("V4.8a")
def test_the_creeks_do_not_advance_into_the_perimeter():
    pieces = {"creeks": "1506", "highlanders_1": "1506", "highlanders_2": "1504", "foix": "1505", "irish": "1912"}
    game = campaign(pieces, turn=18, first="british", phase="close combat", dice=[9, 9, 9])
    announce(game, ("creeks", "1505"), ("highlanders_1", "1505"), ("highlanders_2", "1505"))
    act(game, "lead highlanders_2")
    tactics(game)
    assert asked(game) == "advance"
    assert "advance creeks" not in choices(game)
    assert refusal(game, "advance creeks") == ("V4.8a",)


@rule("V4.8b")
def test_the_creeks_alone_only_defend():
    alone = campaign({"creeks": "1508", "irish": "1509", "graham": "1803"}, turn=6, phase="close combat", dice=[4, 9, 9])
    assert not told(alone, "CombatBegan")
    pieces = {"creeks": "1508", "graham": "1508", "irish": "1509"}
    together = campaign(pieces, turn=6, phase="close combat", dice=[4, 9, 9])
    announce(together, ("graham", "1509"), ("creeks", "1509"))
    assert told(together, "CombatBegan")[0].attack == 3


@rule("V4.8c")
def test_the_creeks_in_the_forest():
    def drm(hex: str, attacker: str) -> dict[str, int]:
        pieces = {"creeks": hex, "sc_1": attacker, "graham": "1803"}
        game = campaign(pieces, phasing="allied", turn=6, phase="close combat", dice=[4, 9, 9])
        announce(game, ("sc_1", hex))
        tactics(game)
        return last_roll(game, "close-combat")

    forest = drm("1110", "1111")
    assert (forest["creeks-in-the-forest"], forest["all-defenders-militia"]) == (-1, 1)
    assert "creeks-in-the-forest" not in drm("1108", "1109"), "light forest is no forest"


@rule("V4.8e")
def test_the_chatham_militia_is_tory_militia():
    counter = campaign(SCENE).counter("chatham_militia")
    assert (counter.group, counter.is_militia) == ("tory_militia", True)
    assert opening(dice=[4], scenario=CAMPAIGN).piece("chatham_militia").box == "out"


@rule("V4.8e", "V6.3")
@pytest.mark.parametrize("turn", [3, 7, 12])
def test_who_comes_only_by_a_card_never_comes_by_the_schedule(turn: int):
    """The militia, the Creeks and the replacements stay out, whatever turn it is, while those who are due come."""
    due = {"florida_rangers": "waiting"} if turn == 3 else {}
    game = campaign({**SCENE, **due, "chatham_militia": {"box": "out"}, "creeks": {"box": "out"}}, turn=turn, phasing="british")
    rules = siege_of(game)
    coming = {piece.id for piece in rules.due(game, "british")} | {piece.id for piece in rules.due(game, "allied")}
    assert not coming & {"chatham_militia", "creeks"}
    assert all(game.piece(id).hex for id in due), "who is due has come"
    assert {game.piece(id).box for id in ("chatham_militia", "creeks")} == {"out"}
    assert not state_of(game).replaced  # type: ignore[attr-defined]
    with pytest.raises(grognard.IllegalAction):
        game.play("british", game.rules.vocabulary.parse("move chatham_militia"))


# ---------------------------------------------------------------- victory


def in_town(*hexes: str, die: int, morale: int = 19, **pieces: object) -> Battle:
    units = dict(zip(("irish", "armagnac", "avant_garde", "reserve_bn"), hexes, strict=False))
    scene = {"graham": "2003", "foix": "1912", **units, **pieces}
    return campaign(
        scene, turn=20, phase="rally", morale=(morale, 17, 18), dice=[die, 5, 3, *[5] * 8], first="allied", phasing="british"
    )


@rule("V2.1a", "V2.1c", "V-T-surrender")
def test_one_town_hex_is_enough_to_roll_for_surrender():
    game = in_town("1902", die=0)
    assert rolls(game, "surrender")[0].total == -1
    assert (outcome(game).winner, outcome(game).level, outcome(game).reason) == ("allied", "decisive", "surrender")
    held = in_town("1902", die=1)
    assert rolls(held, "surrender")[0].total == 0
    assert held.over is None or outcome(held).reason != "surrender"
    assert not rolls(in_town(die=0), "surrender")


@rule("V2.1a")
def test_only_units_in_parade_order_count_and_ruins_do():
    game = in_town("1902", die=5, sc_1=in_state("1901", "disrupted"))
    assert {m.label: m.value for m in rolls(game, "surrender")[0].modifiers}["town-hexes-lost"] == -1


@rule("V2.1b", "V-T-surrender")
def test_the_modifiers_of_surrender():
    game = in_town("1902", "1901", die=3, morale=8, prevost="eliminated")
    assert rolls(game, "surrender")[0].total == 3 - 1 - 1 - 2
    assert outcome(game).reason == "surrender"
    four = in_town("1902", "1901", "1802", "1801", die=6, morale=4, prevost="captured")
    assert rolls(four, "surrender")[0].total == 6 - 2 - 1 - 4
    chart = next(chart for chart in four.rules.charts() if chart.id == "surrender")
    assert [row.cells[0] for row in chart.rows] == ["-1 or less", "-2", "-1", "-1", "-1"]


def after_losses(*lost: str) -> Battle:
    pieces = {**dict.fromkeys(lost, "eliminated"), "san_domingue_volunteers": "1912", "ga_militia_1": "1803"}
    return campaign(pieces, turn=20, phase="end of turn", phasing="british", first="allied", dice=[5, 3])


@rule("V2.1d", "V2.0")
def test_the_allies_win_by_british_losses():
    regulars = ("highlanders_1", "highlanders_2", "r60", "royal_navy")
    others = ("wissenbach", "trumbach", "delancey_1", "delancey_2", "ny_volunteers", "nj_volunteers_3", "sc_royalists")
    game = after_losses(*regulars, *others)
    assert rules_of(game).strength_lost(game, "british", ("regulars",)) == 10
    assert (outcome(game).winner, outcome(game).level, outcome(game).cites) == ("allied", "decisive", ("V2.1d",))
    few = after_losses("highlanders_1", "highlanders_2", "r60", "r16", *others, "royal_nc")
    assert rules_of(few).strength_lost(few, "british", ("regulars",)) == 9
    assert few.over is None, "27 points, but 9 regulars"
    militia = after_losses(*regulars, *others[:-1], "savannah_militia", "black_volunteers")
    assert militia.over is None, "militia count for nothing"


@rule("V2.4")
def test_the_british_win_by_allied_losses():
    metropolitan = ("avant_garde", "armagnac", "grenadier_bn", "reserve_bn", "marine_bn", "auxerrois", "champagne")
    game = after_losses(*metropolitan, "irish", "sc_1", "sc_2")
    assert (outcome(game).winner, outcome(game).level, outcome(game).cites) == ("british", "decisive", ("V2.4",))
    colonial = after_losses(*metropolitan[:-1], "irish", "sc_1", "sc_2", "martinique")
    assert colonial.over is None, "17 of 18, and colonial regulars do not count among them"
    islands = ("martinique", "port_au_prince", "ducap", "guadeloupe_fusiliers")
    regulars = after_losses(*metropolitan, "irish", *islands)
    assert rules_of(regulars).strength_lost(regulars, "allied", ("metropolitan", "mercenaries", "continentals")) < 26
    assert outcome(regulars).cites == ("V2.4",), "they do among the 26"
    militia = after_losses(*metropolitan, "irish", "sc_1", "san_domingue_volunteers")
    assert militia.over is None, "colonial militia counts for neither"
