"""Chapter 12.23, step 9, and 12.3: the advance after combat, and guns in close combat."""

from __future__ import annotations

from grognard.core.events import Rolled
from grognard.core.hexes import Hex
from grognard.core.texts import Reason
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Advanced, Captured, LeaderLost, MoraleChecked
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    field,
    labels,
    momentum_of,
    piece,
    refusal,
    tactics,
    where,
)
from tests.series.combat_reports import announced, fought, happened, results

CLOSE_COMBAT = "close combat"
GUN = "artillery"


def advanced(game: Battle) -> dict[str, str]:
    """Who advanced where."""
    return {event.piece: event.hex for event in happened(game, Advanced)}


# ---------------------------------------------------------------- the lead


@rule("S12.23-9a")
def test_the_lead_must_advance_into_an_emptied_hex() -> None:
    # 6 to 3 is 2-1; die 5: -/R
    game = field([Unit("6-0-4", "1010")], [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[5])
    tactics(game)
    assert where(game, "a1") == "1112"
    assert where(game, "b1") == "1111"  # unasked
    assert game.state.phasing == AMERICAN


@rule("S12.23-9a")
def test_nobody_advances_while_a_defender_holds_the_hex() -> None:
    # 6 to 3 is 2-1; die 5: -/R; the companion rolls 5 and stays
    american = [Unit("2-0-4", "1111"), Unit("1-0-4", "1111")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[5, 5])
    combat(game, leads=("a1",))
    assert (where(game, "a1"), where(game, "a2")) == ("1112", "1111")
    assert advanced(game) == {}


@rule("S12.23-9a")
def test_a_gun_that_passes_its_check_holds_the_hex() -> None:
    american = [Unit("2-0-4", "1111"), Unit("1-0-3", "1111", kind=GUN)]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[5, 5])
    tactics(game)
    assert (where(game, "a1"), where(game, "a2")) == ("1112", "1111")
    assert advanced(game) == {}


@rule("S12.23-9a")
def test_a_latecomer_holds_the_hex_although_not_involved() -> None:
    british = [Unit("6-0-4", "1010"), Unit("6-0-4", "1211")]
    american = [Unit("2-0-4", "1011"), Unit("3-0-4", "1112")]
    terrain = {"1112": "forest", "0912": "pond", "1012": "pond"}
    game = field(british, american, phase=CLOSE_COMBAT, terrain=terrain, dice=[5])
    announce(game, ("b1", "1011"), ("b2", "1112"))
    act(game, "take 1")
    tactics(game)  # 3-1, die 5: -/R drives a1 into 1112
    tactics(game, "skirmish", "withdraw")  # no combat: only the involved a2 leaves
    assert (where(game, "a1"), where(game, "a2")) == ("1112", "1113")
    assert advanced(game) == {"b1": "1011"}


@rule("S12.23-9a", "S12.23-9d")
def test_a_lone_leader_in_the_emptied_hex_is_captured() -> None:
    american: list[Unit | Leader] = [Unit("3-0-4", "1111"), Leader("0-0-6", "1111", id="Greene", loss=(-2, 1))]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[5])
    tactics(game)  # 2-1, die 5: -/R
    assert results(game) == ["-/R"]
    act(game, "stay")
    assert happened(game, LeaderLost) == [LeaderLost("Greene", "captured")]
    assert where(game, "b1") == "1111"
    assert army_morale(game) == (15, 12)


@rule("S12.23-9a", "S12.23-9b")
def test_if_the_lead_retreated_the_duty_passes_to_nobody_but_others_may_advance() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010")]
    # 6 to 3 is 2-1; die 4: R/R; the other attacker passes his check
    for answer, expected in (("advance b2", {"b2": "1111"}), ("end-advance", {})):
        game = field(british, [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[4, 5])
        combat(game, ("b1", "1111"), ("b2", "1111"), leads=("b1",))
        assert results(game) == ["R/R"]
        assert where(game, "b1") == "1009"
        assert sorted(choices(game)) == ["advance b2", "end-advance"]
        assert "S12.23-9c" in refusal(game, "advance b1")
        act(game, answer)
        assert advanced(game) == expected


@rule("S12.23-9a")
def test_a_lone_lead_that_retreated_does_not_advance() -> None:
    game = field([Unit("6-0-4", "1010")], [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[4])
    tactics(game)
    assert results(game) == ["R/R"]
    assert (where(game, "b1"), where(game, "a1")) == ("1009", "1112")


@rule("S12.23-9a", "S12.23-9d")
def test_a_lead_that_may_not_enter_stays_and_others_may_advance() -> None:
    british = [Unit("3-0-8", "1010", kind="dragoons"), Unit("3-0-4", "1010")]
    # against a bog and an open hex the dragoons lead; only the bog is emptied
    american = [Unit("1-0-4", "1011"), Unit("2-0-4", "1111")]
    game = field(british, american, phase=CLOSE_COMBAT, terrain={"1011": "bog"}, dice=[5, 5])
    announce(game, ("b1", "1011 1111"), ("b2", "1011 1111"))
    act(game, "lead b1", "lead a1")
    tactics(game)  # 6 to 3 is 2-1, die 5: -/R on a1; a2 stays
    act(game, f"retreat {labels(game)[0]}")
    assert where(game, "a2") == "1111"
    assert sorted(choices(game)) == ["advance b2", "end-advance"]
    assert "S12.23-9d" in refusal(game, "advance b1")


# ---------------------------------------------------------------- the others


@rule("S12.23-9b")
def test_others_advance_up_to_the_stacking_limit() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-4", "1010"), Unit("2-0-4", "1110")]
    game = field(british, [Unit("4-0-4", "1111")], phase=CLOSE_COMBAT, dice=[5])
    combat(game, ("b1", "1111"), ("b2", "1111"), ("b3", "1111"), leads=("b1",))
    assert results(game) == ["-/R"]  # 8 to 4 is 2-1
    assert where(game, "b1") == "1111"
    assert sorted(choices(game)) == ["advance b2", "advance b3", "end-advance"]
    trial = game.copy()
    act(trial, "end-advance")
    assert advanced(trial) == {"b1": "1111"}
    act(game, "advance b3")
    assert advanced(game) == {"b1": "1111", "b3": "1111"}
    assert where(game, "b2") == "1010"
    assert game.state.phasing == AMERICAN  # 6 SP: b2 is not asked any more


@rule("S12.23-9b")
def test_a_unit_too_strong_for_the_limit_is_refused() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010"), Unit("4-0-4", "1110")]
    game = field(british, [Unit("5-0-4", "1111")], phase=CLOSE_COMBAT, dice=[5])
    combat(game, ("b1", "1111"), ("b2", "1111"), ("b3", "1111"), leads=("b1",))
    assert results(game) == ["-/R"]  # 10 to 5 is 2-1
    assert "S7.1a" in refusal(game, "advance b3")
    assert sorted(choices(game)) == ["advance b2", "end-advance"]


@rule("S12.23-9b")
def test_only_attackers_of_that_combat_advance() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010"), Unit("3-0-4", "1110")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")]
    game = field(british, american, phase=CLOSE_COMBAT, dice=[5])
    announce(game, ("b1", "1111"), ("b2", "1011"), ("b3", "1111"))
    act(game, "take 1", "lead b1")
    tactics(game)  # 6 to 3 is 2-1, die 5: -/R
    assert sorted(choices(game)) == ["advance b3", "end-advance"]
    assert "S12.23-9b" in refusal(game, "advance b2")


@rule("S12.23-9c")
def test_guns_never_advance() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010"), Unit("1-0-3", "1010", kind=GUN)]
    game = field(british, [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[5])
    combat(game, ("b1", "1111"), ("b2", "1111"), leads=("b1",))
    assert sorted(choices(game)) == ["advance b2", "end-advance"]
    assert "S12.23-9c" in refusal(game, "advance b3")
    assert "S12.23-9c" in refusal(game, "advance b1")  # the lead has advanced


@rule("S12.23-9c")
def test_the_defender_never_advances() -> None:
    # 6 to 3 is 2-1; die 2: R/-
    game = field([Unit("6-0-4", "1010")], [Unit("3-0-4", "1111"), Unit("1-0-4", "0515")], phase=CLOSE_COMBAT, dice=[2])
    tactics(game)
    assert where(game, "b1") == "1009"
    assert where(game, "a1") == "1111"
    assert asked(game) == "move"


@rule("S12.23-9c")
def test_an_attacker_that_failed_its_check_does_not_advance() -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-0-4", "1010"), Unit("2-0-4", "1010")]
    # R/R: the lead goes, b2 fails and goes, b3 passes and may advance
    game = field(british, [Unit("3-0-4", "1111")], phase=CLOSE_COMBAT, dice=[4, 4, 5])
    combat(game, ("b1", "1111"), ("b2", "1111"), ("b3", "1111"), leads=("b1",))
    act(game, "take b2")
    assert [event.passed for event in happened(game, MoraleChecked)] == [False, True]
    assert "S12.23-9c" in refusal(game, "advance b2")
    assert sorted(choices(game)) == ["advance b3", "end-advance"]
    act(game, "advance b3")
    assert where(game, "b3") == "1111"


# ---------------------------------------------------------------- the nature of the advance


@rule("S12.23-9d")
def test_zones_of_control_do_not_stop_an_advance() -> None:
    # 1111 lies in the zones of 1112, 1210 and 1211
    british = [Unit("6-0-4", "1010"), Unit("3-0-4", "1012")]
    american = [Unit("1-0-4", "1111"), Unit("3-0-4", "1112"), Unit("3-0-4", "1210"), Unit("3-0-4", "1211")]
    game = field(british, american, phase=CLOSE_COMBAT, dice=[7])
    announce(game, ("b1", "1111"), ("b2", "1112"))
    act(game, "take 1")
    tactics(game)  # 6 to 1 is 4-1, die 7: -/1
    assert advanced(game) == {"b1": "1111"}


@rule("S12.23-9d")
def test_an_advance_costs_no_movement_points() -> None:
    # one point of movement would not carry a line unit up the slope into the forest
    game = field(
        [Unit("6-0-1", "1010")],
        [Unit("1-0-4", "1111"), Unit("1-0-4", "0515")],
        phase=CLOSE_COMBAT,
        terrain={"1111": "forest"},
        hexsides={"slope": [("1010", "1111")]},
        dice=[8],
    )
    tactics(game)  # 6 to 1 is 4-1, die 8 - 1: -/1
    assert results(game) == ["-/1"]
    assert advanced(game) == {"b1": "1111"}


@rule("S12.23-9d")
def test_leaders_may_go_with_an_advancing_unit_or_stay() -> None:
    for answer, there in (("follow Howe", "1111"), ("stay", "1010")):
        british: list[Unit | Leader] = [Unit("6-0-4", "1010"), Leader("0-0-6", "1010", id="Howe")]
        american = [Unit("1-0-4", "1111"), Unit("1-0-4", "0515")]
        game = field(british, american, phase=CLOSE_COMBAT, dice=[7])
        tactics(game)
        assert where(game, "b1") == "1111"
        assert sorted(choices(game)) == ["follow Howe", "stay"]
        act(game, answer)
        assert where(game, "Howe") == there


@rule("S12.23-9d")
def test_with_several_emptied_hexes_everybody_chooses_his_own() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1010")]
    american = [Unit("1-0-4", "1011"), Unit("1-0-4", "1111")]
    # 6 to 2 is 3-1; die 8: -/1; the companion rolls 4 and retreats
    game = field(british, american, phase=CLOSE_COMBAT, dice=[8, 4])
    announce(game, ("b1", "1011 1111"), ("b2", "1011 1111"))
    act(game, "lead b1", "lead a1")
    tactics(game)
    assert where(game, "a1") == "eliminated"
    assert where(game, "a2") == "1112"
    assert sorted(choices(game)) == ["occupy 1011", "occupy 1111"]
    act(game, "occupy 1011", "advance b2")
    assert sorted(choices(game)) == ["occupy 1011", "occupy 1111"]
    act(game, "occupy 1111")
    assert advanced(game) == {"b1": "1011", "b2": "1111"}


@rule("S12.23-9d", "S12.23-9a")
def test_of_several_hexes_only_the_emptied_one_is_entered() -> None:
    american = [Unit("1-0-4", "1011"), Unit("2-0-4", "1111")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[9, 9])
    combat(game, ("b1", "1011 1111"), leads=("a1",))
    assert results(game) == ["-/1"]  # 6 to 3 is 2-1
    assert advanced(game) == {"b1": "1011"}


@rule("S12.23-9d")
def test_after_a_pin_nobody_advances_while_an_involved_defender_is_left() -> None:
    # 6 to 3 is 2-1; die 2 and +1 for the disordered defender: PIN captures a1 and pins the rest
    american = [Unit("2-0-4", "1011", states=("disrupted",)), Unit("2-0-4", "1111")]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[2])
    announce(game, ("b1", "1011 1111"))
    tactics(game)
    assert results(game) == ["PIN"]
    assert where(game, "a1") == "captured"
    assert piece(game, "a2").pin
    assert advanced(game) == {}


@rule("S12.23-9d")
def test_after_a_pin_that_captures_every_defender_the_lead_advances() -> None:
    # 4 to 2 is 2-1; die 2 and +1: PIN
    american = [Unit("4-0-4", "1111", states=("disrupted",)), Unit("1-0-4", "0515")]
    game = field([Unit("4-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[2])
    tactics(game)
    assert results(game) == ["PIN"]
    assert where(game, "a1") == "captured"
    assert advanced(game) == {"b1": "1111"}


# ---------------------------------------------------------------- guns


@rule("S12.3b")
def test_a_gun_alone_is_captured_and_the_attacker_advances() -> None:
    american = [Unit("2-0-3", "1011", kind=GUN), Unit("1-0-4", "0515")]
    game = field([Unit("1-0-4", "1010")], american, phase=CLOSE_COMBAT)
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (15, 13)
    assert game.rules.victory_points(game)[BRITISH] == 1
    assert where(game, "b1") == "1011"
    assert happened(game, Rolled) == []
    assert game.state.phasing == AMERICAN


@rule("S12.3b")
def test_the_attacker_names_a_lead_for_the_advance_into_the_guns() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1110"), Unit("1-0-8", "1110", kind="dragoons")]
    american = [Unit("2-0-3", "1111", kind=GUN), Unit("1-0-4", "0515")]
    game = field(british, american, phase=CLOSE_COMBAT, momentum=(0, 1))
    announce(game, ("b1", "1111"), ("b2", "1111"), ("b3", "1111"))
    assert sorted(choices(game)) == ["lead b1", "lead b2", "lead b3"]
    act(game, "lead b2")
    assert where(game, "b2") == "1111"
    assert sorted(choices(game)) == ["advance b1", "advance b3", "end-advance"]
    act(game, "end-advance")
    assert momentum_of(game) == (0, 1)
    # 7 to 1 is 4-1, die 7: -/1; the lead of the combat goes, and nobody is asked for another
    game = field(british, [Unit("1-0-4", "1111"), Unit("1-0-4", "0515")], phase=CLOSE_COMBAT, dice=[7])
    combat(game, ("b1", "1111"), ("b2", "1111"), ("b3", "1111"), leads=("b2",))
    assert (where(game, "a1"), where(game, "b2")) == ("eliminated", "1111")


class Halted(SeriesRules):
    """One regiment does not advance, as a rule of some battle might have it."""

    def why_not_advance(self, game: Battle, id: str, h: Hex) -> Reason | None:
        return Reason("it-retreated") if id == "b1" else super().why_not_advance(game, id, h)


@rule("S12.3b")
def test_only_who_may_advance_is_named_as_lead_for_it() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1110"), Unit("1-0-8", "1110")]
    american = [Unit("2-0-3", "1111", kind=GUN), Unit("1-0-4", "0515")]
    game = field(british, american, phase=CLOSE_COMBAT, rules=Halted)
    announce(game, ("b1", "1111"), ("b2", "1111"), ("b3", "1111"))
    assert sorted(choices(game)) == ["lead b2", "lead b3"]
    game = field(british[:1], american, phase=CLOSE_COMBAT, rules=Halted)
    assert (where(game, "a1"), where(game, "b1")) == ("captured", "1010")


@rule("S12.3b")
def test_guns_alone_in_two_hexes_are_captured_together() -> None:
    american = [Unit("1-0-3", "1011", kind=GUN), Unit("1-0-3", "1111", kind=GUN), Unit("1-0-4", "0515")]
    game = field([Unit("1-0-4", "1010")], american, phase=CLOSE_COMBAT)
    announce(game, ("b1", "1011 1111"))
    assert [event.piece for event in happened(game, Captured)] == ["a1", "a2"]
    assert army_morale(game) == (16, 12)
    assert sorted(choices(game)) == ["occupy 1011", "occupy 1111"]


@rule("S12.3c")
def test_a_gun_beside_infantry_of_another_hex_is_not_captured_but_checks() -> None:
    american = [Unit("2-0-3", "1011", kind=GUN), Unit("3-0-4", "1111")]
    # 6 to 3 is 2-1; die 5: -/R on the infantry; the gun rolls 5 and stays
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT, dice=[5, 5])
    announce(game, ("b1", "1011 1111"))
    assert announced(game) == {"b1": ("1011", "1111")}
    tactics(game)
    assert results(game) == ["-/R"]
    assert [(event.piece, event.passed) for event in happened(game, MoraleChecked)] == [("a1", True)]
    assert where(game, "a1") == "1011"
    assert advanced(game) == {"b1": "1111"}


@rule("S12.3c")
def test_a_gun_stacked_with_infantry_is_not_captured() -> None:
    american = [Unit("2-0-3", "1111", kind=GUN), Unit("3-0-4", "1111", states=("shattered",))]
    game = field([Unit("6-0-4", "1010")], american, phase=CLOSE_COMBAT)
    assert fought(game) == [(("b1",), ("1111",))]
    assert asked(game) == "choose-tactics"
