"""How the battle is won: E2, and the victory points."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.revolution.series.battle import Battle
from tests.eutaw.positions import (
    CAMP,
    camp_owners,
    end_of_game,
    eutaw,
    in_state,
    marked,
    outcome,
    reduced,
    result,
)
from tests.marks import rule
from tests.proving_ground import act, army_morale, combat, where

FOURTEEN_LOST: dict[str, Any] = {
    "buffs": "eliminated",  # 4
    "63rd": "captured",  # 2
    "64th": reduced("1403"),  # 1
    "light_inf": reduced("1503"),  # 1: eight regulars
    "ny_vols": "eliminated",  # 2
    "de_lancey": "eliminated",  # 2
    "nj_vols": "eliminated",  # 2
}
"""The ledger's example for E2.1b: 14 points, 8 of them regulars."""


def turn_played(pieces: dict[str, Any], turn: int = 8, **fields: Any) -> Battle:
    """The American, second this turn, moves nobody; then the end-of-turn phase. Two dice for the next initiative."""
    game = eutaw(pieces, phasing="american", first="british", turn=turn, dice=[5, 3], **fields)
    act(game, "end-movement")
    if game.over is None and game.state.turn == turn:
        act(game, "end-announcement")  # those inside the house need not attack
    return game


# ---------------------------------------------------------------- E2.1, the American decisive victory


@rule("E2.1a", "E2.1b")
def test_the_house_held_and_the_losses_win_decisively_at_the_end_of_the_turn() -> None:
    game = turn_played({**FOURTEEN_LOST, "virginia": "1108"})
    assert (outcome(game).winner, outcome(game).level) == ("american", "decisive")
    assert outcome(game).cites == ("E2.1a", "E2.1b")
    assert game.state.turn == 8


@rule("E2.1a")
def test_a_british_unit_in_good_order_next_to_the_house_denies_it() -> None:
    game = turn_played({**FOURTEEN_LOST, "virginia": "1108", "64th": reduced("1107")})
    assert game.over is None
    assert game.state.turn == 9


@rule("E2.1a")
def test_a_disrupted_british_unit_next_to_the_house_denies_nothing() -> None:
    game = turn_played({**FOURTEEN_LOST, "virginia": "1108", "64th": in_state("1107", "disrupted", step=2)})
    assert outcome(game).level == "decisive"


@rule("E2.1a")
def test_guns_next_to_the_house_deny_it_too() -> None:
    game = eutaw({**FOURTEEN_LOST, "virginia": "1108", "light_arty": "1107"}, first="british", turn=8, dice=[5, 3])
    act(game, "end-movement", "hold-fire", "end-announcement")
    assert game.over is None
    assert game.state.turn == 9


@rule("E2.1a")
def test_a_leader_alone_does_not_occupy_the_house() -> None:
    game = turn_played({**FOURTEEN_LOST, "greene": "1108", "virginia": "1520"})
    assert game.over is None


@rule("E2.1a")
def test_the_house_is_judged_at_the_end_of_the_turn_and_not_during_it() -> None:
    pieces = {**FOURTEEN_LOST, "virginia": "1109"}
    game = eutaw(pieces, phasing="american", turn=8, state=marked("american", *CAMP))
    act(game, "move virginia", "go 1108", "stop")
    assert where(game, "virginia") == "1108"
    assert game.over is None
    assert game.actors == ("british",)  # the second player turn is still to come
    act(game, "end-movement")
    assert outcome(game).level == "decisive"


@rule("E2.1b", "E1.1a")
def test_fourteen_points_with_only_seven_regulars_are_not_enough() -> None:
    pieces = {**FOURTEEN_LOST, "virginia": "1108", "light_inf": "1503", "charleston_cav": "eliminated"}
    assert turn_played(pieces).over is None


@rule("E2.1b", "E1.1a")
def test_thirteen_points_are_not_enough_and_militia_and_guns_add_nothing() -> None:
    pieces = {**FOURTEEN_LOST, "virginia": "1108", "nj_vols": reduced("1603")}
    lost = {"ninety_six": "eliminated", "light_arty": "captured", "rooting_party": "eliminated"}
    assert turn_played({**pieces, **lost}).over is None
    assert turn_played({**pieces, "sheridan": "captured"}).over is not None  # a provincial does count


@rule("E2.1b")
def test_a_two_step_unit_counts_its_printed_strength_once() -> None:
    """The 64th is reduced (1), then eliminated (2 more): 3 in all."""
    pieces: dict[str, Any] = {
        "buffs": "eliminated",  # 4
        "63rd": "captured",  # 2: six regulars
        "ny_vols": "eliminated",
        "de_lancey": "eliminated",
        "nj_vols": "eliminated",  # twelve in all
        "virginia": "1108",
    }
    assert turn_played({**pieces, "64th": reduced("1403")}).over is None  # 13 points, 7 regulars
    assert outcome(turn_played({**pieces, "64th": {"box": "eliminated", "step": 2}})).level == "decisive"  # 15 and 9
    pieces["63rd"] = reduced("1503")  # one point less
    assert outcome(turn_played({**pieces, "64th": {"box": "captured", "step": 2}})).level == "decisive"  # 14 and 8
    pieces["nj_vols"] = reduced("1603")
    assert turn_played({**pieces, "64th": {"box": "captured", "step": 2}}).over is None  # 13


@rule("E1.1a", "E2.1b")
def test_the_loss_of_the_63rd_counts_and_that_of_the_militia_does_not() -> None:
    """Thirteen points are lost, eight of them regulars; the last of the 63rd would be the fourteenth."""
    lost = {"buffs": "eliminated", "64th": "eliminated", "ny_vols": "eliminated", "de_lancey": "captured"}
    pieces = {**lost, "nj_vols": reduced("1403"), "kirkwood": "1108", "ninety_six": "1408", "maryland": "1409"}
    both = eutaw({**pieces, "63rd": reduced("1408")}, phase="close combat", first="british", turn=8, dice=[9, 9])
    combat(both, ("maryland", "1408"), leads=("63rd",))
    assert result(both) == "-/AC"  # 4 to 2 is 2-1; 9 + 2 = 11
    act(both, "give 63rd")
    assert where(both, "ninety_six") == "1407"  # it checks and falls back
    assert (outcome(both).winner, outcome(both).level) == ("american", "decisive")
    militia = eutaw({**pieces, "63rd": reduced("1503")}, phase="close combat", first="british", turn=8, dice=[9, 5, 3])
    combat(militia, ("maryland", "1408"))
    assert where(militia, "ninety_six") == "eliminated"  # 4-1 and 13: -/2
    assert militia.over is None
    assert militia.state.turn == 9


# ---------------------------------------------------------------- E2.2, the British decisive victory


ELEVEN_LOST: dict[str, Any] = {
    "maryland": "eliminated",  # 4
    "virginia": "captured",  # 3
    "washington": "eliminated",  # 1: eight Continentals
    "pickens_sumter": "eliminated",  # 3 partisans
}


@rule("E2.2a")
def test_the_last_point_lost_with_greene_gone_ends_the_game_at_once() -> None:
    pieces = {**ELEVEN_LOST, "greene": "captured", "palmetto_inf": "1112", "buffs": "1111", "kirkwood": "1520"}
    # 4 to 1; morale 1 - 0; die 7 + 1 = 8: -/1*
    game = eutaw(pieces, phasing="british", phase="close combat", turn=7, dice=[7])
    combat(game, ("buffs", "1112"))
    assert where(game, "palmetto_inf") == "eliminated"
    assert (outcome(game).winner, outcome(game).level) == ("british", "decisive")
    assert outcome(game).cites == ("E2.2a", "E2.2b")
    assert where(game, "buffs") == "1111"  # not even the advance is made


@rule("E2.2a")
def test_greene_lost_after_his_army_ends_the_game_too() -> None:
    pieces = {**ELEVEN_LOST, "palmetto_inf": "eliminated", "greene": "1112", "buffs": "1110", "kirkwood": "1520"}
    game = eutaw(pieces, phasing="british", turn=7)
    act(game, "move buffs", "go 1112")
    assert where(game, "greene") == "captured"
    assert (outcome(game).winner, outcome(game).level) == ("british", "decisive")


@rule("E2.2a", "E1.1b")
def test_militia_and_guns_do_not_make_up_the_twelve_points() -> None:
    pieces = {**ELEVEN_LOST, "greene": "1112", "buffs": "1110", "kirkwood": "1520"}
    lost = {"nc_militia": "eliminated", "sc_rifles": "eliminated", "gaines": "captured", "browne": "captured"}
    game = eutaw({**pieces, **lost}, phasing="british", turn=7)
    act(game, "move buffs", "go 1112")
    assert where(game, "greene") == "captured"
    assert game.over is None
    game = eutaw({**pieces, "palmetto_cav": "captured"}, phasing="british", turn=7)  # state troops do
    act(game, "move buffs", "go 1112")
    assert game.over is not None


@rule("E2.2a")
def test_the_losses_without_greene_end_nothing() -> None:
    pieces = {**ELEVEN_LOST, "greene": "1520", "palmetto_inf": "1112", "buffs": "1111", "kirkwood": "1520"}
    game = eutaw(pieces, phasing="british", phase="close combat", turn=7, dice=[7])
    combat(game, ("buffs", "1112"))
    assert where(game, "palmetto_inf") == "eliminated"
    assert game.over is None


@rule("E2.2b")
def test_seven_continentals_are_too_few_whatever_else_is_lost() -> None:
    """Maryland 4 and Virginia 3 are seven; partisans and state troops make another seven."""
    lost = {
        "maryland": "eliminated",
        "virginia": "captured",
        "pickens_sumter": "eliminated",
        "swamp_fox": "eliminated",
        "palmetto_inf": "captured",
        "palmetto_cav": "eliminated",
    }
    pieces = {**lost, "greene": "1112", "buffs": "1110", "kirkwood": "1520"}
    game = eutaw(pieces, phasing="british", turn=7)
    act(game, "move buffs", "go 1112")
    assert where(game, "greene") == "captured"
    assert game.over is None
    game = eutaw({**pieces, "lee_inf": "captured"}, phasing="british", turn=7)
    act(game, "move buffs", "go 1112")
    assert outcome(game).level == "decisive"  # the eighth Continental point


# ---------------------------------------------------------------- E2.3, demoralised


@rule("E2.3")
def test_an_army_at_morale_0_loses_substantially_at_once() -> None:
    # 4 to 2 is 2-1; Maryland +2, the 63rd +1 - 2 (wavering); die 5 + 3 = 8: -/D
    game = eutaw({"maryland": "1112", "63rd": "1111", "64th": "1404"}, phase="close combat", morale=(1, 14), dice=[5])
    combat(game, ("maryland", "1111"))
    assert result(game) == "-/D"
    act(game, "retreat 1108")
    assert army_morale(game)[0] == 0
    assert (outcome(game).winner, outcome(game).level) == ("american", "substantial")
    assert where(game, "maryland") == "1112"  # before the advance and any further phase


@rule("E2.3")
def test_an_army_at_morale_1_fights_on() -> None:
    game = eutaw({"maryland": "1112", "63rd": "1111", "64th": "1404"}, phase="close combat", morale=(2, 14), dice=[5])
    combat(game, ("maryland", "1111"))
    act(game, "retreat 1108")
    assert army_morale(game)[0] == 1
    assert game.over is None


# ---------------------------------------------------------------- E2.4, on points


AMERICAN_SEVEN_AND_A_HALF: dict[str, Any] = {
    "stuart": "captured",  # 2
    "majoribanks": "eliminated",  # 1
    "coffin": "captured",  # 0.5
    "buffs": "eliminated",  # 2
    "63rd": "eliminated",  # 2
}
BRITISH_FOUR_AND_A_HALF: dict[str, Any] = {  # the camp is 3
    "maryland": reduced("1420"),
    "virginia": reduced("1520"),
    "nc_bde": reduced("1620"),
}


@rule("E2.4a", "E-H8")
def test_a_margin_of_three_points_is_a_marginal_victory() -> None:
    end = end_of_game({**AMERICAN_SEVEN_AND_A_HALF, **BRITISH_FOUR_AND_A_HALF})
    assert end.scores == {"american": 7.5, "british": 4.5}
    assert (end.winner, end.level) == ("american", "marginal")


@rule("E2.4a")
def test_the_british_win_marginally_by_the_camp_alone() -> None:
    end = end_of_game({"maryland": "1420", "buffs": "1405"})
    assert (end.winner, end.level) == ("british", "marginal")


@rule("E2.4b")
def test_a_margin_of_two_points_is_a_draw() -> None:
    """Two two-step units and Stuart are six; the camp and Kirkwood's one step are four."""
    lost = {"buffs": "eliminated", "63rd": "eliminated", "stuart": "captured"}
    end = end_of_game({**lost, "maryland": "1420", "kirkwood": "eliminated"})
    assert end.scores == {"american": 6.0, "british": 4.0}
    assert (end.winner, end.level) == (None, "draw")


@rule("E2.4b")
@pytest.mark.parametrize("reduced_americans", [0, 1, 2, 3, 4])
def test_every_margin_below_three_is_a_draw(reduced_americans: int) -> None:
    """Six American points against 3.5, 4, 4.5, 5 and 5.5: the camp, Maryland reduced and up to four more."""
    lost = {"buffs": "eliminated", "63rd": "eliminated", "stuart": "captured"}
    hexes = {"virginia": "1420", "nc_bde": "1520", "pickens_sumter": "1620", "swamp_fox": "1720"}
    americans = {id: reduced(hex) if n < reduced_americans else hex for n, (id, hex) in enumerate(hexes.items())}
    end = end_of_game({**lost, **americans, "maryland": reduced("1320")})
    assert end.scores["american"] - end.scores["british"] == 2.5 - 0.5 * reduced_americans
    assert (end.winner, end.level) == (None, "draw")


# ---------------------------------------------------------------- E2.5, leaders


@rule("E2.5a")
def test_coffin_captured_and_majoribanks_lost_to_an_asterisk_score_one_and_a_half() -> None:
    """Coffin stands alone in 1311; Majoribanks is with Sheridan when Maryland attacks."""
    pieces = {"coffin": "1311", "lee_cav": "1313", "majoribanks": "1112", "sheridan": "1112", "maryland": "1113"}
    # 4 to 1; Maryland +2, Sheridan -1 - 1 (command), leader -2, rifles +1; die 9 - 1 = 8: -/1*
    game = eutaw(pieces, phasing="american", first="british", turn=10, dice=[9])
    act(game, "move lee_cav", "go 1311", "stop", "end-movement")
    assert where(game, "coffin") == "captured"
    act(game, "hold-fire")
    combat(game, ("maryland", "1112"))
    assert result(game) == "-/1*"
    assert where(game, "majoribanks") == "eliminated"
    assert outcome(game).scores["american"] == 0.5 + 1 + 1  # and the one-step riflemen


@rule("E2.5a")
def test_stuart_is_worth_two_points() -> None:
    end = end_of_game({"stuart": "captured", "maryland": "1420"})
    assert end.scores["american"] == 2


@rule("E2.5b")
def test_greene_is_worth_two_and_hampton_half_a_point() -> None:
    alone = end_of_game({"maryland": "1420"}).scores["british"]
    assert end_of_game({"maryland": "1420", "greene": "eliminated"}).scores["british"] == alone + 2
    assert end_of_game({"maryland": "1420", "hampton": "captured"}).scores["british"] == alone + 0.5


@rule("E2.5b")
def test_swamp_fox_eliminated_scores_the_unit_and_the_leader() -> None:
    alone = end_of_game({"maryland": "1420"}).scores["british"]
    assert end_of_game({"maryland": "1420", "swamp_fox": "eliminated"}).scores["british"] == alone + 2 + 1
    assert end_of_game({"maryland": "1420", "swamp_fox": "captured"}).scores["british"] == alone + 1 + 1
    assert end_of_game({"maryland": "1420", "swamp_fox": reduced("1520")}).scores["british"] == alone + 0.5


@rule("E2.5b")
def test_an_asterisk_cannot_remove_swamp_fox() -> None:
    # 4 to 2 is 2-1; Buffs +1, Fox -1, die 9 and +1 for army morale: 10 is -/1*
    pieces = {"buffs": "1111", "swamp_fox": "1112", "kirkwood": "1520"}
    game = eutaw(pieces, phasing="british", phase="close combat", morale=(14, 8), dice=[9])
    combat(game, ("buffs", "1112"))
    assert result(game) == "-/1*"
    assert game.piece("swamp_fox").step == 1  # one step lost, nothing more
    assert where(game, "swamp_fox") == "1112"
    assert army_morale(game) == (15, 7)


# ---------------------------------------------------------------- E2.6, the camp


@rule("E2.6a")
def test_four_camp_hexes_score_three_points() -> None:
    end = end_of_game({"maryland": "1420"}, state=marked("american", "1110", "1009", "1209", "1109"))
    assert end.scores == {"american": 3.0, "british": 0.0}


@rule("E2.6a")
def test_three_camp_hexes_score_nothing_and_the_other_four_do() -> None:
    end = end_of_game({"maryland": "1420"}, state=marked("american", "1110", "1009", "1209"))
    assert end.scores == {"american": 0.0, "british": 3.0}


@rule("E2.6a")
@pytest.mark.parametrize("hex", CAMP)
def test_each_of_the_seven_hexes_counts_the_house_among_them(hex: str) -> None:
    others = [label for label in CAMP if label != hex][:3]
    end = end_of_game({"maryland": "1420"}, state=marked("american", hex, *others))
    assert end.scores["american"] == 3


@rule("E-H8", "E2.6a")
def test_the_british_score_the_camp_with_five_hexes_at_the_end_of_turn_10() -> None:
    end = end_of_game({"maryland": "1420"}, state=marked("american", "1110", "1209"))
    assert end.scores["british"] == 3


@rule("E2.6b")
def test_a_british_unit_takes_a_camp_hex_back_in_spite_of_zones_of_control() -> None:
    pieces = {"grenadiers": "1111", "virginia": "1210"}
    game = eutaw(pieces, phasing="british", state=marked("american", "1110", "1109"))
    act(game, "move grenadiers", "go 1110")
    assert where(game, "grenadiers") == "1110"
    assert camp_owners(game)["1110"] == "british"
    assert camp_owners(game)["1109"] == "american"


@rule("E2.6b", "E2.6a")
def test_a_position_need_not_say_who_holds_a_camp_full_of_americans() -> None:
    away = {"maryland": "1420"}
    four = dict(zip(("virginia", "kirkwood", "nc_bde", "nc_militia"), ("1110", "1009", "1209", "1109"), strict=True))
    three = {unit: hex for unit, hex in four.items() if hex != "1109"}
    assert end_of_game(away | four).scores["american"] == 3
    assert end_of_game(away | three | {"greene": "1109", "gaines": "1208"}).scores["british"] == 3


@rule("E2.6b")
def test_passing_through_takes_a_hex() -> None:
    game = eutaw({"grenadiers": "1111", "maryland": "1420"}, phasing="british", state=marked("american", *CAMP))
    act(game, "move grenadiers", "go 1110", "go 1109", "go 1208", "go 1308")
    assert {hex for hex, owner in camp_owners(game).items() if owner == "british"} == {"1110", "1109", "1208"}


@rule("E2.6b")
def test_leaders_and_guns_never_take_control() -> None:
    pieces = {"stuart": "1111", "light_arty": "1211", "maryland": "1420"}
    game = eutaw(pieces, phasing="british", state=marked("american", *CAMP))
    act(game, "move stuart", "go 1110", "stop", "move light_arty", "go 1209", "stop")
    assert (where(game, "stuart"), where(game, "light_arty")) == ("1110", "1209")
    assert camp_owners(game) == dict.fromkeys(CAMP, "american")


@rule("E2.6b")
def test_an_advance_after_combat_takes_a_hex() -> None:
    """The New Jersey Volunteers are driven out of American 1110; a retreat from there to the west takes nothing."""
    # 4 to 2 is 2-1; Buffs +1, Virginia 0; die 7 + 1 = 8: -/D
    pieces = {"buffs": "1109", "virginia": reduced("1110"), "kirkwood": "1520", "64th": "1405"}
    game = eutaw(pieces, phasing="british", phase="close combat", dice=[7], state=marked("american", "1110", "1209"))
    combat(game, ("buffs", "1110"))
    assert result(game) == "-/D"
    act(game, "retreat 1113")
    assert where(game, "buffs") == "1110"
    assert camp_owners(game)["1110"] == "british"
    assert camp_owners(game)["1209"] == "american"


@rule("E2.6b")
def test_a_retreat_takes_the_hex_it_ends_in_and_not_those_it_passes() -> None:
    """The 63rd falls back three hexes through the American camp: 1110 and 1109 lie on its way."""
    # 4 to 2 is 2-1; Maryland +2, 63rd -1; die 7 + 1 = 8: -/D
    pieces = {"maryland": "1112", "63rd": "1111", "64th": "1405"}
    game = eutaw(pieces, phase="close combat", dice=[7], state=marked("american", *CAMP))
    combat(game, ("maryland", "1111"))
    act(game, "retreat 1108")
    assert where(game, "63rd") == "1108"
    assert {hex for hex, owner in camp_owners(game).items() if owner == "british"} == {"1108"}
