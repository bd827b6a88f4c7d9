"""G3.6: the Marquis de Bretigny's dragoons, and the march up to them."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Captured, CombatBegan
from tests.guilford.positions import fight, guilford, happened, in_state, modifiers, reduced, spent
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    act,
    announce,
    army_morale,
    asked,
    attack_mask,
    choices,
    labels,
    refusal,
    where,
)

RING = {"r23": "1313", "r33": "1315", "r71": "1213", "bose": "1214", "guards_1": "1413", "guards_2": "1414"}
"""British units in every hex around 1314."""
GATE = {id: hex for id, hex in RING.items() if hex != "1414"}
"""The same, with 1414 left open."""


def american_movement(bretigny: Any = "1314", **pieces: Any) -> Battle:
    """The beginning of the American movement phase, with Lee's cavalry far away for something to move."""
    return guilford({"bretigny": bretigny, "lee_cavalry": "2105", **pieces}, phasing=AMERICAN)


def struck(game: Battle) -> tuple[int, int]:
    """The strengths of the last combat begun."""
    [event] = happened(game, CombatBegan)[-1:]
    assert isinstance(event, CombatBegan)
    return event.attack, event.defence


# ---------------------------------------------------------------- G3.6a, defence only


@rule("G3.6a")
def test_alone_bretigny_neither_may_nor_must_attack() -> None:
    """Tarleton next to him need not be attacked; the 23rd and the 33rd next to Kirkwood must."""
    pieces = {"bretigny": "1314", "tarleton": "1313", "kirkwood": "1722", "r23": "1721", "r33": "1621"}
    game = guilford(pieces, phase="close combat", phasing=AMERICAN)
    assert not any("bretigny" in choice for choice in choices(game))
    assert refusal(game, attack_mask(game, "bretigny", "1313")) == ("G3.6a",)
    broken = guilford({**pieces, "lynch": in_state("1722", "disrupted")}, phase="close combat", phasing=AMERICAN)
    assert refusal(broken, attack_mask(broken, "lynch", "1721")) == ("S12.12e", "S13.3b")
    announce(game, ("kirkwood", "1721 1621"))
    assert asked(game) == "choose-lead"  # nothing else is owed


@rule("G3.6a")
def test_others_next_to_the_same_enemy_must_attack_it() -> None:
    game = guilford({"bretigny": "1314", "tarleton": "1313", "kirkwood": "1412"}, phase="close combat", phasing=AMERICAN)
    assert asked(game) == "cavalry-withdrawal"
    assert struck(game) == (1, 2)


@rule("G3.6a")
def test_with_nobody_else_in_contact_the_phase_passes() -> None:
    game = guilford({"bretigny": "1314", "tarleton": "1313"}, phase="close combat", phasing=AMERICAN, first=BRITISH, turn=13)
    assert game.over is not None
    assert not happened(game, CombatBegan)


@rule("G3.6a")
def test_he_defends_with_his_point() -> None:
    game = fight({"bretigny": "1314", "tarleton": "1313"})
    assert struck(game) == (2, 1)


# ---------------------------------------------------------------- G3.6b, he must move away


@rule("G3.6b")
def test_without_a_way_out_he_is_captured_at_once() -> None:
    game = american_movement(**RING)
    assert where(game, "bretigny") == "captured"
    assert army_morale(game) == (14, 14)  # G3.11a
    assert choices(game) == ["move lee_cavalry", "end-movement"]


@rule("G3.6b")
def test_he_must_go_and_end_next_to_no_enemy() -> None:
    game = american_movement(**GATE)
    assert choices(game) == ["move lee_cavalry", "move bretigny"]
    assert refusal(game, "end-movement") == ("G3.6b",)
    act(game, "move bretigny")
    assert "1514" not in labels(game)  # next to 1413
    assert refusal(game, "go 1514") == ("G3.6b",)
    assert refusal(game, "go 1414") == ("G3.6b",)
    assert refusal(game, "go 1313") == ("S9.2d",)
    assert "1515" in labels(game)
    act(game, "go 1515")
    assert "1514" not in labels(game)  # nor does he come back
    assert refusal(game, "go 1514") == ("G3.6b",)
    act(game, "stop")
    act(game, "end-movement")
    assert where(game, "bretigny") == "1515"


@rule("G3.6b")
def test_from_a_start_clear_of_enemies_he_goes_where_he_likes() -> None:
    game = american_movement("1316", r23="1314")
    assert "end-movement" in choices(game)
    act(game, "move bretigny", "go 1315", "stop")
    assert where(game, "bretigny") == "1315"
    act(game, "end-movement")
    assert not happened(game, Captured)


@rule("G3.6b")
def test_the_duty_lasts_for_one_phase() -> None:
    """He moves up to the 23rd; in the next American turn he must get away again."""
    game = american_movement("1316", r23="1314")
    act(game, "move bretigny", "go 1315", "stop", "end-movement")
    again = guilford({"bretigny": where(game, "bretigny"), "r23": "1314", "lee_cavalry": "2105"}, phasing=AMERICAN)
    assert refusal(again, "end-movement") == ("G3.6b",)


@rule("G3.6b")
def test_in_the_british_phase_nothing_is_asked_of_him() -> None:
    game = guilford({"bretigny": "1314", "cornwallis": "0505", **RING}, phasing=BRITISH)
    assert where(game, "bretigny") == "1314"
    assert "end-movement" in choices(game)


@rule("G3.6b")
def test_the_duty_of_one_phase_is_none_in_the_next() -> None:
    state = {"fleeing": True}
    game = guilford({"bretigny": "1314", "r23": "1313", "cornwallis": "0505"}, phasing=BRITISH, state=state)
    assert "fleeing" not in game.position().get("state", {})
    game = guilford({"bretigny": "1316", "r23": "1314", "lee_cavalry": "2105"}, phasing=AMERICAN, state=state)
    assert "end-movement" in choices(game)


@rule("G3.6b")
def test_a_leader_in_his_hex_is_no_company() -> None:
    assert where(american_movement(eaton="1314", **RING), "bretigny") == "captured"


@rule("G3.6b")
def test_enemy_leaders_do_not_drive_him_off() -> None:
    assert "end-movement" in choices(american_movement(cornwallis="1313"))


@rule("G3.6b")
def test_a_way_that_friends_have_closed_is_closed() -> None:
    """Green and Lynch, six points, fill 1515: he can get no farther than 1414, and is captured at the end of the phase."""
    game = american_movement(**GATE, tarleton="1514", royal_nc="1415", green="1616", lynch="1616")
    act(game, "move green", "go 1515", "stop")
    assert refusal(game, "end-movement") == ("G3.6b",)
    act(game, "move lynch", "go 1515", "stop")
    assert where(game, "bretigny") == "1314"
    assert choices(game) == ["move lee_cavalry", "end-movement"]
    assert refusal(game, "move bretigny") == ("G3.6b",)
    act(game, "end-movement")
    assert where(game, "bretigny") == "captured"
    assert army_morale(game) == (14, 14)


@rule("G3.6b")
@pytest.mark.parametrize("state", ["shattered", "withdrawn"])
def test_unable_to_move_he_is_captured(state: str) -> None:
    assert where(american_movement(in_state("1314", state), r23="1313"), "bretigny") == "captured"


@rule("G3.6b")
def test_disrupted_he_has_one_hex_to_get_clear_in() -> None:
    game = american_movement(in_state("1314", "disrupted"), r23="1313")
    act(game, "move bretigny")
    assert labels(game) == ["1214", "1315", "1414"]
    assert "G3.6b" not in refusal(game, "go 1316")  # S9.2b
    game = american_movement(in_state("1314", "disrupted"), r23="1413", r33="1213")
    assert labels_of_move(game) == ["1315"]
    game = american_movement(in_state("1314", "disrupted"), r23="1413", r33="1215", r71="1113")
    assert where(game, "bretigny") == "captured"


def labels_of_move(game: Battle) -> list[str]:
    """Where Bretigny may go; the game goes by itself if there is one hex only."""
    act(game, "move bretigny")
    return labels(game) if asked(game) == "march" else [where(game, "bretigny")]


@rule("G3.6b")
def test_pinned_he_must_break_contact() -> None:
    pieces = {"r23": in_state("1313", "pinned:1")}
    game = american_movement(in_state("1314", "pinned:1"), **pieces)
    assert choices(game) == ["move lee_cavalry", "break-contact 1"]
    assert refusal(game, "end-movement") == ("G3.6b",)
    act(game, "break-contact 1")
    assert asked(game) == "get-clear"
    act(game, "go 1415", "end-movement")
    assert where(game, "bretigny") == "1415"


@rule("G3.6b")
def test_pinned_without_a_way_out_he_is_captured() -> None:
    pieces: dict[str, Any] = {**RING, "r23": in_state("1313", "pinned:1")}
    assert where(american_movement(in_state("1314", "pinned:1"), **pieces), "bretigny") == "captured"


@rule("G3.6b")
def test_a_friend_who_comes_close_to_the_pin_keeps_him_there() -> None:
    game = american_movement(in_state("1314", "pinned:1"), r23=in_state("1313", "pinned:1"), kirkwood="1511")
    act(game, "move kirkwood", "go 1412")
    assert refusal(game, "break-contact 1") == ("S13.1-PIN-d",)
    act(game, "end-movement")
    assert where(game, "bretigny") == "captured"


@rule("G3.6b")
def test_what_somebody_looked_up_before_changes_nothing() -> None:
    """Where he can go is asked for while initiative is rolled; the phase then begins as without it."""
    pieces = {"bretigny": "1314", "lee_cavalry": "2105", **GATE, "tarleton": "1514", "royal_nc": "1415", "jaegers": "1515"}
    for looks in (True, False):
        game = guilford(pieces, phase="initiative", phasing=AMERICAN, dice=[9, 0], momentum=(0, 1))
        assert asked(game) == "commit-momentum"
        if looks:
            assert game.inspect(AMERICAN, "reach", "bretigny")
        act(game, "commit 0")
        assert game.state.phasing == AMERICAN
        assert where(game, "bretigny") == "captured"


@rule("G3.6b")
def test_a_game_saved_in_the_middle_remembers_the_duty() -> None:
    game = american_movement(**GATE)
    act(game, "move bretigny")
    again = grognard.setup(game.position(), seed=1)
    assert isinstance(again, Battle)
    assert labels(again) == labels(game)
    assert refusal(again, "go 1514") == ("G3.6b",)


# ---------------------------------------------------------------- G3.6c, stacked


@rule("G3.6c")
def test_stacked_he_adds_his_point_to_an_attack() -> None:
    pieces = {"bretigny": "1314", "nc_volunteers": "1314", "jaegers": "1313"}
    game = fight(pieces, ("bretigny", "1313"), ("nc_volunteers", "1313"), leads=("nc_volunteers",), phasing=AMERICAN)
    assert struck(game) == (3, 1)


@rule("G3.6c")
def test_any_other_unit_attacks_alone() -> None:
    pieces = {"nc_volunteers": "1314", "jaegers": "1313", "bretigny": "1820"}
    assert struck(fight(pieces, ("nc_volunteers", "1313"), phasing=AMERICAN)) == (2, 1)


@rule("G3.6c")
def test_stacked_he_need_not_move_off() -> None:
    game = american_movement(nc_volunteers="1314", **RING)
    assert where(game, "bretigny") == "1314"
    assert "end-movement" in choices(game)


@rule("G3.6c")
def test_a_gun_is_company_too() -> None:
    game = american_movement(singleton="1314", **RING)
    assert where(game, "bretigny") == "1314"
    assert "end-movement" in choices(game)


@rule("G3.6c")
def test_stacked_he_may_go_next_to_another_enemy() -> None:
    game = american_movement(nc_volunteers="1314", r23="1313", r33="1116")
    act(game, "move bretigny", "go 1215", "stop")
    assert where(game, "bretigny") == "1215"


@rule("G3.6c")
def test_a_friend_who_joins_him_lifts_the_duty() -> None:
    game = american_movement(**GATE, kirkwood="1515")
    act(game, "move kirkwood", "go 1314")
    assert "end-movement" in choices(game)
    act(game, "move bretigny", "go 1514", "stop")  # next to 1413
    assert where(game, "bretigny") == "1514"


@rule("G3.6b", "G3.6c")
def test_passing_a_friend_does_not_lift_the_duty() -> None:
    game = american_movement(**GATE, kirkwood="1515")
    act(game, "move bretigny", "go 1515")
    assert "1514" not in labels(game)
    assert refusal(game, "go 1514") == ("G3.6b",)


@rule("G3.6c")
def test_a_leader_who_joins_him_does_not() -> None:
    game = american_movement(**GATE, eaton="1515")
    act(game, "move eaton", "go 1314")
    assert refusal(game, "end-movement") == ("G3.6b",)


# ---------------------------------------------------------------- G3.6d, the western limit


@rule("G3.6d")
def test_he_does_not_go_west_of_row_11() -> None:
    game = american_movement("1111")
    act(game, "move bretigny")
    assert "1211" in labels(game)
    assert all(hex[2:] > "10" for hex in labels(game))
    assert refusal(game, "go 1110") == ("G3.6d",)
    assert refusal(game, "go 1210") == ("G3.6d",)
    assert refusal(game, "go 1108") == ("G3.6d",)
    act(game, "go 1211")
    assert refusal(game, "go 1210") == ("G3.6d",)


@rule("G3.6d")
def test_with_only_closed_hexes_beside_him_he_does_not_move() -> None:
    """In 0111 at the edge of the map, with six points in 0211 and in 0112."""
    pieces = {"green": "0211", "lynch": "0211", "hawes": "0112", "perkins": "0112", "lee_cavalry": "2105"}
    game = guilford({"bretigny": "0111", **pieces}, phasing=AMERICAN, turn=3)
    assert "move bretigny" not in choices(game)
    assert refusal(game, "move bretigny") == ("S9.1a", "S9.2d")


@rule("G3.6d")
def test_others_do() -> None:
    game = american_movement("1111", campbell="1111")
    act(game, "move campbell", "go 1110")
    assert where(game, "campbell") == "1110"


@rule("G3.6d")
def test_driven_west_he_comes_only_nearer() -> None:
    game = american_movement("1109")
    act(game, "move bretigny")
    assert {"1110", "1111", "1010", "1210"} <= set(labels(game))
    assert not {"1108", "1008", "1208", "1009", "1209"} & set(labels(game))  # 1009 and 1209 are as far from row 11
    assert refusal(game, "go 1108") == ("G3.6d",)
    assert refusal(game, "go 1209") == ("G3.6d",)
    assert refusal(game, "go 1308") == ("G3.6d",)


@rule("G3.6d")
def test_he_does_not_advance_there_but_may_retreat_there() -> None:
    """He and the Volunteers attack 1110, which is eliminated: the Volunteers lead and advance, he stays."""
    pieces = {"bretigny": "1111", "nc_volunteers": "1111", "jaegers": "1110", "r23": "0505"}
    # 3 to 1; the Volunteers 0, Jaegers -1, a militia attack -1, rifles +1; die 9: 8 is -/1
    game = guilford(pieces, phasing=AMERICAN, phase="close combat", dice=[9])
    announce(game, ("bretigny", "1110"), ("nc_volunteers", "1110"))
    assert asked(game) == "choose-tactics"  # only the Volunteers can lead
    act(game, "american: chit attack_echelon", "british: chit attack_echelon")
    assert where(game, "jaegers") == "eliminated"
    assert where(game, "nc_volunteers") == "1110"
    assert where(game, "bretigny") == "1111"
    assert asked(game) != "advance"


@rule("G3.6d")
def test_a_retreat_may_take_him_there() -> None:
    """British all round but in the west; an R takes him to 1110 or 1010."""
    pieces = {"bretigny": "1111", "r23": "1211", "r33": "1112", "r71": "1210", "bose": "1011"}
    # 3 to 1; the 23rd 1, Bretigny +1, disordered nobody, a militia defence +1, surrounded nobody; die 1: 4 is R/R on 3-1
    game = guilford(pieces, phase="close combat", dice=[1, 5])
    announce(game, *((id, "1111") for id in ("r23", "r33", "r71", "bose")))
    if asked(game) == "cavalry-withdrawal":
        act(game, "stand")
    act(game, "lead r23", "british: chit attack_echelon", "american: chit attack_echelon")
    assert asked(game) == "retreat"
    assert "1110" in labels(game)


# ---------------------------------------------------------------- G3.6e, skirmished on the road


def marches_to(goal: str, id: str = "r33", **pieces: Any) -> bool:
    """Whether a British unit reaches a hex in its movement; where it does not, it is refused too."""
    game = guilford({"bretigny": "1314", "r33": "0708", **pieces})
    act(game, f"move {id}")
    if goal in labels(game):
        return True
    refusal(game, f"go {goal}")
    return False


@rule("G3.6e", "G3.6f")
def test_tarleton_beside_him_opens_the_road() -> None:
    """Tarleton comes from 1011 by 1112 and 1212 to 1313, next to Bretigny; then the 33rd may come up."""
    game = guilford({"bretigny": "1314", "tarleton": "1011", "r33": "0808"})
    act(game, "move r33")
    assert "1213" not in labels(game)
    game = guilford({"bretigny": "1314", "tarleton": "1011", "r33": "0707"})
    act(game, "move tarleton", "go 1313")
    assert spent(game, "tarleton") == [3]
    act(game, "move r33")
    assert "1212" in labels(game)  # eight hexes
    game = guilford({"bretigny": "1314", "tarleton": "1011", "r33": "0708"})
    act(game, "move tarleton", "go 1213", "move r33", "go 1313")
    assert spent(game, "r33") == [8]


@rule("G3.6e")
def test_without_a_zone_on_the_road_he_blocks_nothing() -> None:
    """In 1415 there is forest all round him, so his zone of control covers no road hex."""
    assert marches_to("1414", bretigny="1413", tarleton="1314", r33="1011") is False  # 1313 stops the march
    for bretigny, goal in (("1415", "1414"), ("1416", "1415")):
        assert not marches_to(goal, bretigny=bretigny, tarleton="1515", r33="1010"), bretigny


@rule("G3.6e")
def test_in_disorder_he_has_no_zone() -> None:
    assert marches_to("1313", tarleton="1213")
    assert not marches_to("1313", bretigny=in_state("1314", "disrupted"), tarleton="1213")


@rule("G3.6e")
def test_in_company_he_is_not_skirmished() -> None:
    assert not marches_to("1313", tarleton="1213", nc_volunteers="1314")
    assert marches_to("1313", tarleton="1213", eaton="1314")  # a leader is no company


@rule("G3.6e", "G3.6f")
def test_tarleton_must_be_adjacent() -> None:
    assert not marches_to("1313", tarleton="1212")
    assert not marches_to("1313", tarleton="1112")
    assert not marches_to("1313", tarleton="eliminated")
    assert not marches_to("1313", guards_light="1213")


# ---------------------------------------------------------------- G3.6f, the march


@rule("G3.6f")
def test_the_march_keeps_away_from_every_other_american() -> None:
    """Campbell in disorder has no zone of control to stop it."""
    for hex, free in (("0710", True), ("0908", False), ("1113", False), ("1312", False), ("0807", False)):
        assert marches_to("1313", tarleton="1213", campbell=hex) == free, hex
        assert marches_to("1313", tarleton="1213", campbell=in_state(hex, "disrupted")) == free, hex


@rule("G3.6f")
def test_the_march_is_for_infantry_and_light_infantry() -> None:
    assert marches_to("1313", "guards_light", guards_light="0708", tarleton="1213")
    assert marches_to("1313", "jaegers", jaegers="0708", tarleton="1213")
    assert not marches_to("1313", "macleod", macleod="0910", tarleton="1213")
    assert not marches_to("1313", "cornwallis", cornwallis="0707", tarleton="1213")
    assert marches_to("1212", "cornwallis", cornwallis="0707", tarleton="1213")


@rule("G3.6f")
def test_the_americans_know_no_such_march() -> None:
    """Lee's infantry, six road hexes from 1728, may not come up to the 23rd in 1727 while Tarleton skirmishes far away."""
    game = guilford({"lee_infantry": "1833", "bretigny": "1314", "tarleton": "1213", "r23": "1727"}, phasing=AMERICAN)
    act(game, "move lee_infantry")
    assert "1828" in labels(game)  # five points
    assert "2431" in labels(game)  # eight road hexes, away from everybody
    assert refusal(game, "go 1728") == ("S9.1a",)


@rule("G3.6f")
def test_it_may_attack_in_the_same_turn() -> None:
    game = guilford({"bretigny": "1314", "tarleton": "1213", "r33": "0708"}, dice=[5], momentum=(1, 0))
    act(game, "move r33", "go 1313", "end-movement")
    announce(game, ("r33", "1314"), ("tarleton", "1314"))
    assert struck(game) == (3, 1)


@rule("G3.6f", "G3.6g")
def test_only_a_doubled_march_that_ends_beside_him_is_remembered() -> None:
    for start, end, remembered in (("0708", "1313", ["r33"]), ("1010", "1313", []), ("0707", "1212", [])):
        game = guilford({"bretigny": "1314", "tarleton": "1213", "r33": start, "r23": "0201"})
        act(game, "move r33", f"go {end}")
        assert game.position()["state"].get("marched", []) == remembered


# ---------------------------------------------------------------- G3.6g, half strength


def marched(*ids: str, bretigny: str = "1314", **pieces: Any) -> Battle:
    """The close combat phase after these units have marched up to Bretigny."""
    fields: dict[str, Any] = {"dice": [5], "momentum": (1, 0), "state": {"marched": list(ids)}}
    return guilford({"bretigny": bretigny, **pieces}, phase="close combat", **fields)


@rule("G3.6g")
def test_each_marching_unit_attacks_with_half_its_strength_rounded_down() -> None:
    game = guilford({"bretigny": "1314", "tarleton": "1213", "r33": "0708", "r23": "0708"}, dice=[5], momentum=(1, 0))
    act(game, "move r33", "go 1313", "move r23", "go 1313", "end-movement")
    announce(game, ("r33", "1314"), ("r23", "1314"), ("tarleton", "1314"))
    assert struck(game) == (1 + 1 + 2, 1)


@rule("G3.6g")
def test_reduced_units_halve_what_they_have_left() -> None:
    game = marched("r33", r33=reduced("1313"), bose="1214")
    announce(game, ("r33", "1314"), ("bose", "1314"))
    assert struck(game) == (1 + 3, 1)


@rule("G3.6g")
def test_a_unit_of_one_point_cannot_attack() -> None:
    game = guilford({"bretigny": "1314", "tarleton": "1213", "jaegers": "0708"}, dice=[5], momentum=(1, 0))
    act(game, "move jaegers", "go 1313", "end-movement")
    assert asked(game) == "rifle-target"
    act(game, "hold-fire")
    announce(game)
    assert struck(game) == (2, 1)  # Tarleton alone
    game = marched("jaegers", jaegers="1313", r33="1213", r23="1721", kirkwood="1722", lynch="1622")
    assert refusal(game, attack_mask(game, "jaegers", "1314")) == ("G3.6g",)
    assert not any("jaegers" in choice for choice in choices(game))


@rule("G3.6g")
def test_who_came_at_his_normal_pace_attacks_in_full() -> None:
    """From 1010 the 33rd has four points to go."""
    game = guilford({"bretigny": "1314", "tarleton": "1213", "r33": "1010"}, dice=[5], momentum=(1, 0))
    act(game, "move r33", "go 1313")
    assert spent(game, "r33") == [4]
    act(game, "end-movement")
    announce(game, ("r33", "1314"), ("tarleton", "1314"))
    assert struck(game) == (3 + 2, 1)


@rule("G3.6g")
def test_a_march_that_does_not_end_beside_him_costs_nothing() -> None:
    game = guilford({"bretigny": "1314", "tarleton": "1213", "r33": "0708", "r23": "0707"})
    act(game, "move r33", "go 1212", "stop")
    assert spent(game, "r33") == [7]
    act(game, "move r23", "go 1112")
    assert "marched" not in game.position()["state"]


@rule("G3.6g")
def test_americans_who_march_up_to_him_lose_nothing() -> None:
    game = american_movement("1830", maryland_1="1834")
    act(game, "move maryland_1", "go 1829", "stop")
    assert spent(game, "maryland_1") == [5]
    assert "marched" not in game.position()["state"]


@rule("G3.6g")
def test_in_the_next_turn_they_have_their_breath_back() -> None:
    fields: dict[str, Any] = {"dice": [5], "momentum": (1, 0), "state": {"marched": ["r33"]}}
    game = guilford({"bretigny": "1314", "r33": "1313", "cornwallis": "0505"}, **fields)
    act(game, "end-movement")
    assert asked(game) == "cavalry-withdrawal"
    assert struck(game) == (3, 1)


# ---------------------------------------------------------------- G3.6h, unprepared


@rule("G3.6h")
def test_the_attack_after_the_march_is_unprepared() -> None:
    game = fight(
        {"bretigny": "1314", "r23": "1313", "r33": "1313", "tarleton": "1213"},
        ("r23", "1314"),
        ("r33", "1314"),
        ("tarleton", "1314"),
        leads=("r23",),
        state={"marched": ["r23", "r33"]},
    )
    assert modifiers(game) == {
        "attackers-lead-unit": 1,
        "defenders-lead-unit": 1,
        "all-defenders-militia": 1,
        "unprepared-attack": -1,
    }


@rule("G3.6h")
def test_one_unit_that_marched_is_enough() -> None:
    pieces = {"bretigny": "1314", "r23": "1313", "tarleton": "1213"}
    attacks = (("r23", "1314"), ("tarleton", "1314"))
    game = fight(pieces, *attacks, leads=("tarleton",), state={"marched": ["r23"]})
    assert modifiers(game)["unprepared-attack"] == -1
    game = fight(pieces, *attacks, leads=("tarleton",))
    assert "unprepared-attack" not in modifiers(game)


@rule("G3.6h")
def test_tarleton_alone_is_prepared() -> None:
    game = fight({"bretigny": "1314", "jaegers": "1313", "tarleton": "1213"}, state={"marched": ["jaegers"]})
    assert struck(game) == (2, 1)
    assert "unprepared-attack" not in modifiers(game)


@rule("G3.6b")
def test_movement_waits_for_bretigny_and_names_him() -> None:
    game = american_movement(tarleton="1313")
    [end] = game.seat(AMERICAN).closing
    reason = game.why_not(AMERICAN, end)
    assert reason is not None
    assert (reason.cites, reason.pieces) == (("G3.6b",), ("bretigny",))
    assert asked(game) == "move-on"
