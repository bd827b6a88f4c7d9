"""E3.4 and E3.5: the British perimeter and the American surprise."""

from __future__ import annotations

import pytest

import grognard
from grognard import Fight
from grognard.games.revolution.eutaw.camp import PerimeterEntered
from tests.eutaw.positions import columns, eutaw, fire_result, happened, in_state, outcome, result
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    last_roll,
    refusal,
    tactics,
    where,
)

AWAY = {"hampton": "1520", "stuart": "1504"}
"""A leader for each side far away, so that every movement phase asks something."""
UNUSED = {"surprise": ""}
PERIMETER = ["1113", "1012", "0912", "0811", "1212", "1312", "1411"]


# ---------------------------------------------------------------- E3.4, the perimeter


@rule("E3.4a")
def test_the_fourth_perimeter_hex_costs_the_british_a_point_in_mid_movement() -> None:
    game = eutaw({"lee_cav": "1214", **AWAY}, morale=(13, 14), state={"perimeter": ["0912", "1012", "1113"]})
    act(game, "move lee_cav", "go 1213")
    assert army_morale(game) == (13, 14)
    act(game, "go 1212")
    assert army_morale(game) == (12, 14)
    assert asked(game) == "march"  # the move is not over


@rule("E3.4a", "E-H7")
def test_four_hexes_passed_through_in_one_march_are_enough() -> None:
    game = eutaw({"lee_cav": "0911", **AWAY}, turn=4, morale=(13, 14))
    act(game, "move lee_cav", "go 0811", "go 0912", "go 1012")
    assert army_morale(game) == (13, 14)
    act(game, "go 1113")
    assert army_morale(game) == (12, 14)


@rule("E3.4a")
@pytest.mark.parametrize("hex", PERIMETER)
def test_each_of_the_seven_hexes_counts(hex: str) -> None:
    others = [label for label in PERIMETER if label != hex]
    game = eutaw({"kirkwood": hex, **AWAY}, state={"perimeter": others[:3]})
    board = game.rules.board
    away = next(n for n in board.grid.neighbours[board.hex(hex)] if n and board.label(n) not in PERIMETER)
    act(game, "move kirkwood", f"go {board.label(away)}", f"go {hex}")
    assert army_morale(game) == (13, 14)


@rule("E3.4a")
def test_the_same_hex_counts_once() -> None:
    game = eutaw({"lee_cav": "1213", **AWAY}, state={"perimeter": ["0912", "1012", "1212"]})
    act(game, "move lee_cav", "go 1212", "go 1211", "go 1212")
    assert army_morale(game) == (14, 14)


@rule("E3.4a")
def test_leaders_guns_and_the_british_do_not_count() -> None:
    pieces = {"greene": "1213", "gaines": "1213", "maryland": "1520", "buffs": "1504"}
    game = eutaw(pieces, state={"perimeter": ["0912", "1012", "1113"]})
    act(game, "move greene", "go 1212", "stop", "move gaines", "go 1212", "stop")
    assert army_morale(game) == (14, 14)
    game = eutaw({"buffs": "1211", "maryland": "1520"}, phasing="british", state={"perimeter": ["0912", "1012", "1113"]})
    act(game, "move buffs", "go 1212")
    assert army_morale(game) == (14, 14)


@rule("E3.4a")
def test_other_hexes_do_not_count_nor_those_of_the_camp() -> None:
    game = eutaw({"lee_cav": "1210", **AWAY}, state={"perimeter": ["0912", "1012", "1113"]}, dice=[9])  # 9: no looting
    act(game, "move lee_cav", "go 1211", "go 1210", "go 1209")
    assert army_morale(game) == (14, 14)


@rule("E3.4a")
def test_an_advance_after_combat_counts() -> None:
    # 4 to 1 is 4-1; Maryland +2, Sheridan -1, rifles +1; die 5: 7 is -/1
    pieces = {"maryland": "1213", "sheridan": "1212", "kirkwood": "1520", **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[5], state={"perimeter": ["0912", "1012", "1113"]})
    combat(game, ("maryland", "1212"))
    assert where(game, "maryland") == "1212"
    assert army_morale(game) == (14 - 1 - 1, 14 + 1)


@rule("E3.4a", "E2.3")
def test_the_perimeter_can_demoralise_the_british_in_mid_movement() -> None:
    game = eutaw({"lee_cav": "1213", **AWAY}, morale=(1, 14), state={"perimeter": ["0912", "1012", "1113"]})
    act(game, "move lee_cav", "go 1212")
    assert (outcome(game).winner, outcome(game).level) == ("american", "substantial")


@rule("E3.4b")
def test_the_perimeter_costs_only_once() -> None:
    game = eutaw({"lee_cav": "1213", **AWAY}, state={"perimeter": ["0912", "1012", "1113", "0811"]})
    act(game, "move lee_cav", "go 1212", "go 1312", "go 1411")
    assert army_morale(game) == (14, 14)
    entered = [event.count for event in game.events(None) if isinstance(event, PerimeterEntered)]
    assert entered == [5, 6, 7]
    # 4 to 1 is 4-1; Maryland +2, Sheridan -1, rifles +1; die 5: 7 is -/1
    pieces = {"maryland": "1213", "sheridan": "1212", **AWAY}
    game = eutaw(pieces, phase="close combat", dice=[5], state={"perimeter": ["0912", "1012", "1113", "1212"]})
    combat(game, ("maryland", "1212"))
    assert (where(game, "maryland"), army_morale(game)) == ("1212", (14 - 1, 14 + 1))
    assert not happened(game, PerimeterEntered)


@rule("E3.4b")
def test_recapture_and_renewed_loss_change_nothing() -> None:
    """1212 is the fourth hex; the Buffs march through it, and Lee's horse enters it again on the next turn."""
    pieces = {"lee_cav": "1213", "buffs": "1210", **AWAY}
    game = eutaw(pieces, dice=[3, 5], state={"perimeter": ["0912", "1012", "1113"]})
    act(game, "move lee_cav", "go 1212")
    assert army_morale(game) == (13, 14)
    act(game, "go 1213", "go 1214", "go 1215", "stop", "end-movement")
    act(game, "move buffs", "go 1212", "go 1311", "end-movement")
    assert (game.state.turn, game.actors) == (7, ("american",))
    act(game, "move lee_cav", "go 1213", "go 1212")
    assert where(game, "lee_cav") == "1212"
    assert army_morale(game) == (13, 14)


# ---------------------------------------------------------------- E3.5, the surprise


@rule("E3.5a")
def test_every_american_attack_of_the_surprise_phase_shifts_one_column_right() -> None:
    """4 to 4 is 1-1 and becomes 3-2; 4 to 2 is 2-1 and becomes 3-1."""
    pieces = {"maryland": "1112", "buffs": "1111", "virginia": "1408", "kirkwood": "1408", "63rd": "1407"}
    # first combat: 2 - 1 + 3 is 4: PIN
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED, dice=[3])
    announce(game, ("maryland", "1111"), ("virginia", "1407"), ("kirkwood", "1407"))
    act(game, "take 1")
    tactics(game)
    assert result(game) == "PIN"
    assert columns(game) == ["3-2", "3-1"]


@rule("E3.5a")
def test_a_british_attack_in_the_surprise_phase_shifts_one_column_left() -> None:
    pieces = {"maryland": "1112", "buffs": "1111"}
    game = eutaw(pieces, phasing="british", phase="close combat", turn=4, state=UNUSED)
    assert asked(game) == "choose-tactics"
    assert columns(game) == ["1-2"]


@rule("E3.5a", "S12.21", "S12.22")
@pytest.mark.parametrize(("surprise", "shifts"), [("", [(1, "E3.5a")]), ("spent", [])])
def test_a_forecast_before_the_announcement_counts_the_surprise(surprise: str, shifts: list[tuple[int, str]]) -> None:
    game = eutaw({"maryland": "1112", "buffs": "1111", **AWAY}, turn=4, state={"surprise": surprise})
    forecast = grognard.forecast(game.seat(AMERICAN), Fight("close-combat", ("maryland",), ("1111",)))
    assert [(shift.value, shift.cites) for shift in forecast.shifts] == shifts


@rule("E3.5a")
def test_the_surprise_is_over_after_its_phase() -> None:
    """A PIN in the American phase; the British phase of the same turn has the plain odds."""
    pieces = {"maryland": "1112", "buffs": "1111", **AWAY}
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED, dice=[3])
    combat(game)
    assert result(game) == "PIN"
    act(game, "end-movement")
    assert columns(game) == ["3-2", "1-1"]


@rule("E3.5a")
def test_a_phase_without_close_combat_does_not_spend_the_surprise() -> None:
    pieces = {"maryland": "1114", "buffs": "1111", **AWAY}
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED)
    act(game, "move buffs", "go 1113", "end-movement")
    assert columns(game) == ["1-2"]  # the British attack first


@rule("E3.5a")
def test_no_combat_spends_the_surprise_too() -> None:
    pieces = {"maryland": "1112", "buffs": "1111", **AWAY}
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED)
    tactics(game, "skirmish", "withdraw")
    act(game, "retreat 1110")
    assert where(game, "maryland") == "1111"  # the advance
    act(game, "end-movement")
    assert columns(game) == ["3-2", "1-1"]  # the Buffs, still next to Maryland, attack at plain odds


@rule("E3.5a")
def test_captured_guns_spend_the_surprise_too() -> None:
    pieces = {"maryland": "1112", "light_arty": "1111", "buffs": "1109", **AWAY}
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED)
    assert where(game, "light_arty") == "captured"
    act(game, "move buffs", "go 1110", "end-movement")
    assert columns(game) == ["1-1"]


@rule("E3.5a")
def test_a_cavalry_withdrawal_spends_the_surprise_too() -> None:
    pieces = {"maryland": "1112", "charleston_cav": "1111", "buffs": "1109", **AWAY}
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED)
    act(game, "withdraw", "retreat 1309", "move buffs", "go 1110", "end-movement")
    assert columns(game)[-1] == "1-1"


@rule("E3.5a")
def test_the_surprise_is_added_to_a_diversion() -> None:
    """Maryland attacks the 63rd and diverts the 64th: one column left, one right."""
    pieces = {"maryland": "1112", "63rd": "1111", "64th": "1113"}
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED)
    act(game, "divert 1113")
    assert columns(game) == ["2-1"]
    game = eutaw(pieces, phase="close combat", turn=4)
    act(game, "divert 1113")
    assert columns(game) == ["3-2"]


@rule("E3.5a", "E-T-crt-odds")
def test_the_surprise_at_the_ends_of_the_table() -> None:
    game = eutaw({"maryland": "1112", "sheridan": "1111"}, phase="close combat", turn=4, state=UNUSED)
    assert columns(game) == ["4-1"]  # as without it
    pieces = {"kirkwood": "1112", "63rd": "1111", "ny_vols": "1111"}
    game = eutaw(pieces, phase="close combat", turn=4, state=UNUSED, momentum=(0, 1), dice=[5])
    combat(game, ("kirkwood", "1111"), leads=("63rd",))  # 1 to 4
    assert columns(game) == ["1-3"]
    assert "odds-below-table" not in last_roll(game, "close-combat")
    pieces = {"63rd": "1112", "maryland": "1111", "swamp_fox": "1111"}
    game = eutaw(pieces, phasing="british", phase="close combat", turn=4, state=UNUSED, momentum=(1, 0), dice=[5])
    combat(game, ("63rd", "1111"), leads=("maryland",))  # 2 to 6 is 1-3
    assert columns(game) == ["below 1-3"]
    assert last_roll(game, "close-combat")["odds-below-table"] == -1


@rule("E3.5b")
def test_the_surprise_does_not_touch_fire() -> None:
    """The S.C. rifles' first fire at a unit in the open needs 7 and has +1."""
    pieces = {"sc_rifles": "1112", "buffs": "1111", **AWAY}
    game = eutaw(pieces, phase="rifle fire", turn=4, state=UNUSED, dice=[5])
    act(game, "target buffs")
    assert last_roll(game, "rifle-to-hit") == {"first-rifle-fire": 1, "die": 5, "total": 6}
    assert fire_result(game) == "miss"
    game = eutaw(pieces, phase="rifle fire", turn=4, state=UNUSED, dice=[6, 3])
    act(game, "target buffs")
    assert fire_result(game) == "AM"


# ---------------------------------------------------------------- E0a, the series rules


@rule("E0a")
def test_a_pinned_stack_cannot_be_diverted_although_only_volume_iv_says_so() -> None:
    pieces = {"maryland": in_state("1112", "pinned:1"), "63rd": in_state("1111", "pinned:1"), "64th": "1113"}
    game = eutaw(pieces, phase="close combat")
    assert "divert 1113" in choices(game)
    assert refusal(game, "divert 1111") == ("S12.14d",)


@rule("E0a")
def test_the_0_of_the_die_counts_as_0() -> None:
    # 4 to 2 is 2-1; 2 - 1 + 0: 1 is D/-
    pieces = {"maryland": "1112", "63rd": "1111", **AWAY}
    game = eutaw(pieces, phase="close combat", momentum=(0, 1), dice=[0])
    combat(game, ("maryland", "1111"))
    assert last_roll(game, "close-combat")["total"] == 1
    assert result(game) == "D/-"
