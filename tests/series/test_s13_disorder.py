"""Chapters 13.3 and 13.4: what disrupted and shattered units may not do, how they defend, and what the phase's end brings."""

from __future__ import annotations

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexTerrain
from grognard.games.revolution.series.events import ArmyMoraleChanged, Captured, CombatBegan, FireOrdered
from tests.marks import rule
from tests.proving_ground import (
    TERRAIN,
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    attack_mask,
    choices,
    combat,
    field,
    labels,
    last_roll,
    order_of,
    refusal,
    where,
)

DISRUPTED, SHATTERED = ("disrupted",), ("shattered",)


def defence(game: Battle) -> int:
    """The strength with which the last defenders fought."""
    return [event.defence for event in game.events(None) if isinstance(event, CombatBegan)][-1]


def column(game: Battle) -> str:
    return [event.column for event in game.events(None) if isinstance(event, CombatBegan)][-1]


# ---------------------------------------------------------------- S13.3b


@rule("S13.3b")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_disordered_riflemen_do_not_fire(state: str) -> None:
    british = [
        Unit("1-0-4", "1010", id="shaken", flags=("rifle",), states=(state,)),
        Unit("1-0-4", "0510", id="steady", flags=("rifle",)),
    ]
    american = [Unit("2-0-4", "1011", id="near"), Unit("2-0-4", "0511", id="far")]
    game = field(british, american, phase="rifle fire", dice=[0])
    decision = game.decision("british")
    assert decision is not None
    assert decision.args["piece"] == "steady"
    assert choices(game) == ["target far", "hold-fire"]
    assert refusal(game, "target near")
    act(game, "target far")
    assert game.state.phase == "close combat"  # nobody was asked for the shaken riflemen
    assert [event.firers for event in game.events(None) if isinstance(event, FireOrdered)] == [("steady",)]


@rule("S13.3b")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_disordered_guns_do_not_fire(state: str) -> None:
    american = [
        Unit("2-0-3", "1011", id="shaken", kind="artillery", states=(state,)),
        Unit("2-0-3", "0511", id="one", kind="artillery"),
        Unit("2-0-3", "0611", id="two", kind="artillery"),
    ]
    british = [Unit("2-0-4", "1009", id="near"), Unit("2-0-4", "0509", id="far")]
    game = field(british, american, phase="artillery fire")
    assert choices(game) == ["target far", "hold-fire"]
    assert refusal(game, "target near")


@rule("S13.3b")
def test_a_disordered_gun_does_not_join_the_fire_of_others() -> None:
    american = [
        Unit("2-0-3", "1011", id="shaken", kind="artillery", states=SHATTERED),
        Unit("2-0-3", "0911", id="one", kind="artillery"),
        Unit("2-0-3", "1111", id="two", kind="artillery"),
    ]
    game = field([Unit("2-0-4", "1009")], american, phase="artillery fire")
    act(game, "target b1")
    assert choices(game) == ["add-gun one", "add-gun two"]
    assert refusal(game, "add-gun shaken")


@rule("S13.3b")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_disordered_units_do_not_attack(state: str) -> None:
    british = [
        Unit("1-0-4", "1010", id="rifles", flags=("rifle",), states=(state,)),
        Unit("1-0-4", "1010", id="foot", states=(state,)),
        Unit("2-0-4", "1010", id="steady"),
    ]
    american = [Unit("2-0-4", "1011", id="south"), Unit("2-0-4", "0911", id="west")]
    game = field(british, american, phase="close combat")
    assert asked(game) == "announce-attack"
    assert not [text for text in choices(game) if "rifles" in text or "foot" in text]
    assert "S13.3b" in refusal(game, attack_mask(game, "rifles", "1011"))
    assert "S13.3b" in refusal(game, attack_mask(game, "foot", "1011"))


# ---------------------------------------------------------------- S13.3c


@rule("S13.3c")
def test_each_disrupted_unit_defends_with_half_its_strength_rounded_up() -> None:
    american = [Unit("3-0-4", "1011", states=DISRUPTED), Unit("1-0-4", "1011", states=DISRUPTED)]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat")
    announce(game, ("b1", "1011"))
    assert defence(game) == 2 + 1
    assert column(game) == "2-1"


@rule("S13.3c")
@pytest.mark.parametrize(("strength", "halved"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_half_of_odd_strengths_is_rounded_up(strength: int, halved: int) -> None:
    game = field([Unit("6-0-4", "1010")], [Unit(f"{strength}-0-4", "1011", states=DISRUPTED)], phase="close combat")
    assert defence(game) == halved


@rule("S13.3c")
def test_a_friend_in_parade_order_keeps_its_full_strength() -> None:
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1011", states=DISRUPTED), Unit("2-0-3", "1011", kind="artillery")]
    game = field([Unit("6-0-4", "1010")], american, phase="close combat")
    assert defence(game) == 3 + 2


# ---------------------------------------------------------------- S13.4c


@rule("S13.4c")
def test_a_lone_shattered_unit_defends_with_one_point_and_without_its_walls() -> None:
    british, american = [Unit("4-0-4", "1010")], [Unit("5-0-4", "1011", states=SHATTERED), Unit("1-0-4", "1515")]
    game = field(british, american, phase="close combat", dice=[4], terrain={"1011": "courthouse"})
    combat(game, ("b1", "1011"))
    assert (defence(game), column(game)) == (1, "4-1")
    roll = last_roll(game, "close-combat")
    assert "defenders-terrain" not in roll
    assert roll["total"] == 4 + 1  # a defender is disordered


@rule("S13.4c")
@pytest.mark.parametrize("state", ["disrupted", ""])
def test_a_unit_that_is_not_shattered_keeps_its_walls(state: str) -> None:
    american = [Unit("5-0-4", "1011", states=(state,) if state else ())]
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[9], terrain={"1011": "courthouse"})
    combat(game, ("b1", "1011"))
    assert last_roll(game, "close-combat")["defenders-terrain"] == -1


@rule("S13.4c")
def test_a_shattered_lead_loses_the_stream_in_front_of_it_too() -> None:
    american = [Unit("5-0-4", "1011", states=SHATTERED), Unit("1-0-4", "1515")]
    stream = {"stream": [("1010", "1011")]}
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[4], hexsides=stream)
    combat(game, ("b1", "1011"))
    assert "attack-across-hexside" not in last_roll(game, "close-combat")


@rule("S13.4c")
def test_in_a_mixed_hex_the_lead_decides_about_the_terrain() -> None:
    american = [Unit("2-0-4", "1011", id="lead"), Unit("4-0-4", "1011", id="broken", states=SHATTERED)]
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[9, 9], terrain={"1011": "courthouse"})
    combat(game, ("b1", "1011"))
    assert defence(game) == 2 + 1
    assert last_roll(game, "close-combat")["defenders-terrain"] == -1


@rule("S13.4c")
@pytest.mark.parametrize(("lead", "walls"), [("broken", False), ("shaken", True)])
def test_without_parade_order_the_owner_chooses_between_walls_and_none(lead: str, walls: bool) -> None:
    american = [
        Unit("2-0-4", "1011", id="shaken", states=DISRUPTED),
        Unit("4-0-4", "1011", id="broken", states=SHATTERED),
        Unit("1-0-4", "1515"),
    ]
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[9, 9], terrain={"1011": "courthouse"})
    combat(game, ("b1", "1011"), leads=(lead,))
    assert ("defenders-terrain" in last_roll(game, "close-combat")) is walls


@rule("S13.4c")
def test_unfavourable_terrain_still_counts_against_a_shattered_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TERRAIN, "crest", HexTerrain((1,) * 6, +1, +1, rule="S12.23-3g"))
    american = [Unit("5-0-4", "1011", states=SHATTERED), Unit("1-0-4", "1515")]
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[3], terrain={"1011": "crest"})
    combat(game, ("b1", "1011"))
    assert last_roll(game, "close-combat")["defenders-terrain"] == +1
    game = field(
        [Unit("4-0-4", "1010", states=SHATTERED)],
        [Unit("3-0-3", "1013", kind="artillery")],
        phase="artillery fire",
        dice=[0],
        terrain={"1010": "crest"},
    )
    act(game, "target b1")
    assert last_roll(game, "artillery-to-hit")["target-terrain"] == +1


@rule("S13.4c")
@pytest.mark.parametrize(("state", "modifier"), [("shattered", None), ("disrupted", -1)])
def test_woods_do_not_hide_a_shattered_target(state: str, modifier: int | None) -> None:
    british = [Unit("4-0-4", "1010", id="target", states=(state,)), Unit("2-0-4", "1010", id="mate")]
    american = [Unit("3-0-3", "1013", kind="artillery")]
    game = field(british, american, phase="artillery fire", dice=[0], terrain={"1010": "forest"})
    act(game, "target target")
    assert last_roll(game, "artillery-to-hit").get("target-in-woods") == modifier


# ---------------------------------------------------------------- S13.3g


@rule("S13.3g")
def test_a_disrupted_unit_next_to_the_enemy_at_the_end_of_its_own_phase_suffers_d() -> None:
    game = field([Unit("3-0-4", "1010", states=DISRUPTED)], [Unit("3-0-4", "1011")], phase="close combat")
    assert game.actors == ("british",)
    assert labels(game) == sorted(["1007", "0908", "1108", "0808", "1208", "0709", "1309"])
    act(game, "retreat 1007")
    assert (where(game, "b1"), order_of(game, "b1")) == ("1007", "shattered")
    assert army_morale(game) == (13, 14)


@rule("S13.3g")
def test_nothing_happens_to_a_disrupted_unit_in_the_enemys_phase() -> None:
    british, american = [Unit("3-0-4", "1010", states=DISRUPTED)], [Unit("3-0-3", "1011", kind="artillery")]
    game = field(british, american, phase="close combat", phasing="american")  # the gun does not attack
    assert game.state.phase == "movement"
    assert (where(game, "b1"), order_of(game, "b1")) == ("1010", "disrupted")
    assert army_morale(game) == (14, 14)


@rule("S13.3g")
@pytest.mark.parametrize(
    "friend",
    [
        Unit("1-0-8", "1010", id="friend", kind="dragoons", states=("withdrawn",)),
        Unit("1-0-3", "1010", id="friend", kind="artillery"),
    ],
)
def test_a_unit_in_parade_order_in_its_hex_protects_a_disrupted_unit(friend: Unit) -> None:
    game = field([Unit("3-0-4", "1010", states=DISRUPTED), friend], [Unit("1-0-4", "1011")], phase="close combat")
    assert (where(game, "b1"), order_of(game, "b1")) == ("1010", "disrupted")
    assert (game.state.phase, game.state.phasing) == ("movement", "american")


@rule("S13.3g")
def test_a_friend_that_has_attacked_and_stayed_protects_it() -> None:
    british = [Unit("3-0-4", "1010", states=DISRUPTED), Unit("1-1-4", "1010", id="friend")]
    # 1 to 1; 9 + 1 is 10: -/1, and the reduced American stays
    game = field(british, [Unit("1-0-4", "1011", reduced="1-0-4")], phase="close combat", dice=[9])
    combat(game, ("friend", "1011"))
    assert where(game, "a1") == "1011"
    assert (where(game, "b1"), order_of(game, "b1")) == ("1010", "disrupted")


@rule("S13.3g")
@pytest.mark.parametrize(
    "friend",
    [
        Unit("1-0-4", "1010", id="friend", states=DISRUPTED),
        Unit("1-0-3", "1010", id="friend", kind="artillery", states=DISRUPTED),
        Leader("0-0-6", "1010", id="friend"),
        Unit("1-0-4", "1009", id="friend"),
    ],
)
def test_disordered_friends_leaders_and_friends_in_the_next_hex_do_not_protect_it(friend: Unit | Leader) -> None:
    game = field([Unit("3-0-4", "1010", states=DISRUPTED), friend], [Unit("1-0-4", "1011")], phase="close combat")
    if asked(game) == "next-disruption":
        act(game, "take b1")
    decision = game.decision("british")
    assert decision is not None
    assert (decision.prompt, decision.args["piece"]) == ("retreat", "b1")


@rule("S13.3g")
def test_it_takes_an_enemy_unit_in_any_state_but_not_a_leader() -> None:
    game = field([Unit("3-0-4", "1010", states=DISRUPTED)], [Unit("1-0-4", "1011", states=DISRUPTED)], phase="close combat")
    assert asked(game) == "retreat"
    leader = Leader("0-0-6", "1011", id="scout")
    game = field([Unit("3-0-4", "1010", states=DISRUPTED)], [leader, Unit("1-0-4", "1515")], phase="close combat")
    assert order_of(game, "b1") == "disrupted"
    assert game.state.phase == "movement"


@rule("S13.3g")
def test_a_disrupted_unit_that_cannot_get_away_is_captured() -> None:
    american = [Unit("3-0-4", "1009"), Unit("3-0-4", "1011")]
    game = field([Unit("3-0-4", "1010", states=DISRUPTED)], american, phase="close combat")
    assert where(game, "b1") == "captured"
    assert army_morale(game) == (13, 15)


@rule("S13.3g")
def test_the_owner_chooses_the_order_and_each_army_morale_is_posted_at_once() -> None:
    british = [Unit("3-0-4", "1010", states=DISRUPTED), Unit("3-0-4", "1010", states=DISRUPTED)]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat")
    assert choices(game) == ["take b1", "take b2"]
    act(game, "take b2", "retreat 1007")
    assert army_morale(game) == (13, 14)
    act(game, "retreat 0908")
    assert (order_of(game, "b1"), order_of(game, "b2")) == ("shattered", "shattered")
    assert army_morale(game) == (12, 14)


@rule("S13.3g", "S13.4g")
def test_a_unit_shattered_at_the_end_of_the_phase_is_not_captured_in_the_same_phase() -> None:
    # the only end of its three-hex retreat, 1007, is next to a shattered American, who is judged on the same position
    closed = dict.fromkeys(["0910", "0911", "1110", "1111", "0909", "1109", "0908", "1108"], "pond")
    american = [Unit("3-0-4", "1011", id="near"), Unit("1-0-4", "1006", id="far", states=DISRUPTED)]
    game = field([Unit("3-0-4", "1010", states=DISRUPTED)], american, phase="close combat", terrain=closed)
    assert (where(game, "b1"), order_of(game, "b1")) == ("1007", "shattered")
    assert game.state.phase == "movement"
    assert army_morale(game) == (13, 14)


# ---------------------------------------------------------------- S13.4g


@rule("S13.4g")
@pytest.mark.parametrize("phasing", ["british", "american"])
def test_a_shattered_unit_next_to_the_enemy_at_the_end_of_any_combat_phase_is_captured(phasing: str) -> None:
    # the British gun does not attack, the shattered American cannot
    british = [Unit("3-0-3", "1010", kind="artillery"), Unit("1-0-4", "0505")]
    american = [Unit("3-0-4", "1011", states=SHATTERED), Unit("1-0-4", "1515")]
    game = field(british, american, phase="close combat", phasing=phasing)
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (15, 13)


@rule("S13.4g")
def test_a_shattered_unit_stacked_with_a_unit_in_parade_order_is_safe() -> None:
    british = [Unit("3-0-3", "1010", kind="artillery"), Unit("1-0-4", "0505")]
    american = [Unit("3-0-4", "1011", states=SHATTERED), Unit("1-0-3", "1011", id="gun", kind="artillery")]
    game = field(british, american, phase="close combat")
    assert (where(game, "a1"), order_of(game, "a1")) == ("1011", "shattered")
    assert army_morale(game) == (14, 14)


@rule("S13.4g")
def test_neither_a_leader_nor_a_disrupted_friend_saves_a_shattered_unit() -> None:
    british = [Unit("3-0-3", "1010", kind="artillery"), Unit("1-0-4", "0505")]
    american: list[Unit | Leader] = [
        Unit("3-0-4", "1011", states=SHATTERED),
        Unit("1-0-4", "1011", id="shaken", states=DISRUPTED),
        Leader("0-0-6", "1011", id="leader"),
    ]
    game = field(british, american, phase="close combat")
    assert (where(game, "a1"), where(game, "shaken")) == ("captured", "1011")
    assert army_morale(game) == (15, 13)


@rule("S13.4g")
def test_a_shattered_unit_away_from_the_enemy_is_left_alone() -> None:
    game = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1012", states=SHATTERED)], phase="close combat")
    assert where(game, "a1") == "1012"
    assert game.state.phasing == "american"


@rule("S13.3g", "S13.4g")
def test_all_are_judged_on_one_position_and_the_phasing_side_comes_first() -> None:
    # the only neighbour of the shattered American is the disrupted Briton, who retreats first; he is captured all the same
    british = [Unit("3-0-4", "1010", id="shaken", states=DISRUPTED), Unit("2-0-4", "1210", id="broken", states=SHATTERED)]
    american = [Unit("3-0-4", "1011", id="lost", states=SHATTERED), Unit("2-0-3", "1211", id="gun", kind="artillery")]
    game = field(british, american, phase="close combat", terrain={"1111": "pond"})
    assert where(game, "broken") == "captured"
    act(game, "retreat 1007")
    captured = [event.piece for event in game.events(None) if isinstance(event, Captured)]
    assert captured == ["broken", "lost"]
    assert order_of(game, "shaken") == "shattered"
    causes = [(event.side, event.change) for event in game.events(None) if isinstance(event, ArmyMoraleChanged)]
    assert causes == [("british", -1), ("american", +1), ("british", -1), ("american", -1), ("british", +1)]


@rule("S13.4g")
def test_captures_end_with_the_game() -> None:
    british = [Unit("3-0-3", "1010", kind="artillery")]
    american = [Unit("3-0-4", "1011", states=SHATTERED), Unit("3-0-4", "1011", states=SHATTERED)]
    game = field(british, american, phase="close combat", morale=(14, 1))
    assert game.over is not None
    assert army_morale(game) == (15, 0)
    assert [event.piece for event in game.events(None) if isinstance(event, Captured)] == ["a1"]


@rule("S13.3a")
def test_movement_does_not_end_before_the_disrupted_have_got_away_and_it_is_said_who_they_are() -> None:
    british = [Unit("2-0-4", "1010", id="near", states=DISRUPTED), Unit("2-0-4", "0505", id="far")]
    game = field(british, [Unit("2-0-4", "1011", id="enemy")], phase="movement")
    assert asked(game) == "move-on"  # the question does not speak of an end that is not offered
    assert "end-movement" not in choices(game)
    [end] = game.seat("british").closing
    reason = game.why_not("british", end)
    assert reason is not None
    assert (reason.key, reason.cites, reason.pieces) == ("a-disrupted-unit-must-move", ("S13.3a",), ("near",))
    act(game, "move near")
    act(game, next(choice for choice in choices(game) if choice.startswith("go ")))
    assert asked(game) == "move"
    assert game.why_not("british", end) is None
