"""D3.4, D4.0, D5.0, D-R12 to D-R16: close ranks, prisoners, the wounded, the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.plane import distance, squared
from grognard.games.chancellorsville.red_dice.events import (
    EscortNamed,
    ManCaptured,
    ObjectiveTaken,
    PrisonersDelivered,
    PrisonersFreed,
    RanksClosed,
    SquadActivated,
    SquadJoined,
    SuccessesCounted,
    WoundedCarried,
    WoundedSaved,
    WoundedSetDown,
)
from grognard.games.chancellorsville.red_dice.state import Skirmish
from grognard.server.storage.store import OfferRow
from grognard.server.tables.views import offer_of
from tests.marks import rule
from tests.red_dice.table import (
    RED_DICE,
    Spot,
    act,
    asked,
    far_off,
    happened,
    man,
    may,
    offered,
    position,
    refused,
    row,
    skirmish,
    where,
)

Spots = Mapping[str, Any]


def close(squads: Spots, *dice: int, **fields: Any) -> Skirmish:
    game = skirmish({**far_off(), **squads}, dice, **fields)
    act(game, "activate-squad V1", "close-ranks")
    return game


# ---------------------------------------------------------------- close ranks


@rule("D0.1", "D3.4a", "D3.4d")
def test_one_die_for_each_soldier_and_each_success_removes_a_red_die():
    game = close({"V1": row(20, 20, 6)}, 6, 5, 4, 3, 2, 1, red={"ANV": 5})
    assert [(event.dice, event.red) for event in happened(game, SquadActivated)] == [(6, 0)]
    assert game.state.red["ANV"] == 2
    assert asked(game)[0] == "AoP"
    game = skirmish({"V1": row(20, 20, 6), **far_off()})
    act(game, "activate-squad V1", "stand-fast")
    assert asked(game) == ("ANV", "Activation.commit")  # of any other action the player says how many
    assert [may(game, f"roll-dice {number}") for number in (2, 6, 7)] == [True, True, True]


@rule("D3.4a")
def test_soldiers_left_are_those_on_their_feet_and_wounds_still_count():
    hurt = {"V1-2": {"wounds": "severe"}, "V1-3": {"wounds": "light", "down": True}}
    game = close({"V1": row(20, 20, 5)}, 4, 4, 4, red={"ANV": 5}, men=hurt)
    assert happened(game, SquadActivated)[0].dice == 3
    act(game, "proceed")
    assert game.state.red["ANV"] == 3
    game = close({"V1": [(20, 20)]}, 4, red={"ANV": 5})
    assert game.state.red["ANV"] == 4
    lying = {f"V1-{n}": {"wounds": "light", "down": True} for n in (1, 2)}
    game = skirmish({"V1": row(20, 20, 2), "V2": row(40, 20, 6), **far_off()}, men=lying)
    act(game, "activate-squad V1")
    assert refused(game, "close-ranks").key == "nobody-to-close-ranks"


@rule("D3.4b")
def test_each_six_brings_back_a_runaway_but_neither_routed_nor_dead():
    gone = {
        "V1-7": {"box": "fled"},
        "V1-8": {"box": "routed"},
        "V1-9": {"box": "dead"},
        "V1-10": {"box": "fled"},
        "V1-6": {"box": "fled"},
    }
    game = close({"V1": row(20, 20, 4)}, 6, 6, 3, 2, men=gone)
    assert asked(game) == ("ANV", "Returning.choose")
    assert offered(game, "recall") == ["V1-6", "V1-7", "V1-10"]
    act(game, "recall V1-6", "put-at 22,20", "recall V1-7", "put-at 22,22")
    assert [event.returned for event in happened(game, RanksClosed)] == [("V1-6", "V1-7")]
    assert [(one.box, one.wounds) for one in game.men(["V1-6", "V1-7"])] == [("", 0), ("", 0)]
    assert len(game.unit("V1")) == 6
    assert [man(game, f"V1-{n}").box for n in (8, 9, 10)] == ["routed", "dead", "fled"]


@rule("D3.4b", "D3.4c")
def test_the_owner_says_who_comes_back_and_whether_anybody_does():
    gone = {f"V1-{n}": {"box": "fled"} for n in (7, 8, 9)} | {"V3-1": {"box": "fled"}, "V1-10": {"box": "dead"}}
    game = close({"V1": row(20, 20, 4)}, 6, 6, 3, 2, red={"ANV": 3}, men=gone)
    for words in ("recall V1-10", "recall V3-1", "recall V1-2"):
        assert refused(game, words).key == "cannot-come-back"
    assert refused(game, "put-at 22,20").key == "not-offered"
    act(game, "recall V1-9", "put-at 22,20")
    assert offered(game, "recall") == ["V1-7", "V1-8"]
    act(game, "proceed")
    assert [event.returned for event in happened(game, RanksClosed)] == [("V1-9",)]
    assert [man(game, f"V1-{n}").box for n in (7, 8, 9)] == ["fled", "fled", ""]
    assert (game.state.red["ANV"], asked(game)[0]) == (1, "AoP")  # whoever comes back, a six is a success
    game = close({"V1": row(20, 20, 4)}, 4, 5, 3, 2, men=gone)
    assert asked(game) == ("AoP", "Initiative.choose")  # without a six nobody is asked


@rule("D3.4b", "D4.0")
def test_who_comes_back_has_the_wounds_with_which_he_left():
    gone = {"V1-8": {"box": "fled", "wounds": "light"}, "V1-9": {"box": "fled"}}
    game = close({"V1": row(20, 20, 4)}, 6, 6, 3, 2, men=gone)
    act(game, "recall V1-8", "put-at 22,20", "recall V1-9", "put-at 22,22")
    assert [(one.box, one.wounds, one.down) for one in game.men(["V1-8", "V1-9"])] == [("", 1, False), ("", 0, False)]


@rule("D3.4c")
def test_men_of_another_squad_join_only_if_they_are_alike():
    game = close({"V1": row(20, 20, 3)}, 6, 2, 2, men={"V2-5": {"box": "fled"}, "V3-5": {"box": "fled"}})
    assert [event.returned for event in happened(game, RanksClosed)] == [()]
    squads = {"V1": row(20, 20, 3)}
    game = skirmish(
        {**far_off(), **squads}, (6, 2, 2), men={"V1-9": {"box": "fled", "squad": "V1-8+"}}, about={"V1-8+": {"leader": ""}}
    )
    act(game, "activate-squad V1", "close-ranks", "recall V1-9")
    assert refused(game, "put-at 20,20").key == "not-a-free-place"
    assert refused(game, "put-at 30,30").key == "breaks-cohesion"
    assert refused(game, "put-at anywhere").key == "no-such-point"
    act(game, "put-at 22,20")
    assert man(game, "V1-9").squad == "V1"


@rule("D3.4c")
def test_a_squad_of_ten_is_full():
    gone = {"V1-10": {"box": "fled", "squad": "V1"}}
    nine = close({"V1": row(20, 20, 9)}, 6, *(2,) * 8, men=gone)
    assert asked(nine)[1] == "Returning.choose"
    full = close({"V1": row(20, 20, 10)}, 6, *(2,) * 9, men={"V2-1": {"box": "fled", "squad": "V1"}})
    assert [event.returned for event in happened(full, RanksClosed)] == [()]


@rule("D3.4c")
def test_where_there_is_no_room_beside_the_squad_nobody_comes_back():
    """Men of another squad stand all around a man who is alone; with one fewer there is room."""
    close_by = [(50, 52.2), (51.56, 51.56), (52.2, 50), (51.56, 48.44), (50, 47.8), (48.44, 48.44), (47.8, 50), (48.44, 51.56)]
    gone = {"V1-9": {"box": "fled"}}
    full = close({"V1": [(50, 50)], "V2": close_by}, 6, red={"ANV": 2}, men=gone)
    assert [(event.removed, event.returned) for event in happened(full, RanksClosed)] == [(1, ())]
    assert man(full, "V1-9").box == "fled"
    assert asked(close({"V1": [(50, 50)], "V2": close_by[:7]}, 6, men=gone))[1] == "Returning.choose"


@rule("D3.4d")
def test_ones_count_as_usual_and_the_initiative_passes_in_any_case():
    game = close({"V1": row(20, 20, 4)}, 1, 1, 6, 6, red={"ANV": 4}, men={"V1-9": {"box": "fled"}})
    assert game.state.red["ANV"] == 4
    assert not happened(game, RanksClosed)
    assert asked(game)[0] == "AoP"
    game = close({"V1": row(20, 20, 4)}, 1, 1, 1, 6, 4, red={"ANV": 4})
    assert game.state.red["ANV"] == 8


# ---------------------------------------------------------------- prisoners


def captive(x: float, y: float, number: int) -> tuple[Spots, dict[str, dict[str, object]]]:
    """Union prisoners of the Confederates who wait."""
    spots: Spots = {"U1": row(x, y, number)}
    return spots, {f"U1-{n + 1}": {"captor": "ANV"} for n in range(number)}


@rule("D4.0", "D-R15")
def test_an_escort_takes_five_prisoners_to_the_rear():
    spots, men = captive(14, 20, 5)
    game = skirmish({"V1": [(16, 20), (16, 22), (16, 24), (19, 22)], **spots, **far_off()}, (4, 2), men=men)
    act(game, "activate-squad V1")
    assert offered(game, "escort") == ["V1-1", "V1-2", "V1-3"]  # the fourth is too far off
    act(game, "escort V1-2")
    assert [event.prisoners for event in happened(game, EscortNamed)] == [("U1-2", "U1-1", "U1-3", "U1-4", "U1-5")]
    act(game, "stand-fast", "roll-dice 2", "face 0")
    assert game.state.squads["V1-2+"].kind == "guard"
    assert game.points("ANV") == 0


@rule("D-R15", "D-R12", "D4.0")
def test_prisoners_in_the_rear_strip_leave_play_and_score():
    spots, men = captive(14, 20, 5)
    game = skirmish({"V1": [(16, 20), (16, 22), (16, 24)], **spots, **far_off()}, (4, 2, 4, 2), men=men)
    act(game, "activate-squad V1", "escort V1-2", "stand-fast", "roll-dice 2", "face 0")
    act(game, "activate-squad V1-2+")
    assert refused(game, "fire-at U4").key == "may-only-move"
    assert refused(game, "close-ranks").key == "may-only-move"
    assert refused(game, "form line").key == "may-only-move"
    short = game.copy()
    act(short, "walk-to 11,22", "roll-dice 2")
    assert not happened(short, PrisonersDelivered)
    act(game, "walk-to 10,22", "roll-dice 2")
    assert [event.men for event in happened(game, PrisonersDelivered)] == [tuple(f"U1-{n}" for n in range(1, 6))]
    # four prisoners at two points and the leader of the start at three
    assert game.points("ANV") == 11
    assert game.state.squads["V1-2+"].kind == "apart"


@rule("D-R15", "D4.0")
@pytest.mark.parametrize(("escorts", "points", "waiting"), [(2, 2 * 6 + 3, 0), (1, None, 2)])
def test_seven_prisoners_need_two_escorts(escorts: int, points: int | None, waiting: int):
    spots, men = captive(12, 20, 7)
    game = skirmish({"V1": [(14, 24), (14, 26), (14, 22)], **spots, **far_off()}, (4, 2, 4, 2), men=men)
    act(game, "activate-squad V1", "escort V1-2")
    if escorts == 2:
        act(game, "escort V1-3")
    act(game, "stand-fast", "roll-dice 2", "face 0", "activate-squad V1-2+", "walk-to 9,26", "roll-dice 2")
    assert len(game.waiting_prisoners("ANV")) == waiting
    if points is not None:
        assert game.points("ANV") == points


@rule("D4.0", "D3.0d6", "D-R15")
def test_after_a_surrender_the_captor_names_escorts_or_goes_on():
    """Three give up to a squad of which two men stand by them, one is hurt, and one too far off."""
    near = {"U1": [(42, 20), (44, 21), (43.5, 25), (42.3, 22.5)], "U2": row(60, 60, 6)}
    squads = {"V1": row(40, 20, 3), "V2": row(5, 90, 6), **near}
    hurt = {"U1-2": {"wounds": "light"}, "V1-2": {"wounds": "light", "down": True}}
    for order, kind in (("escort U1-1", "guard"), ("proceed", None)):
        game = skirmish(squads, (1, 1, 1, 6), men=hurt)
        act(game, "activate-squad V1", "stand-fast", "roll-dice 3")
        assert asked(game) == ("AoP", "NameEscorts.choose")
        assert (man(game, "V1-2").captor, man(game, "V1-2").down) == ("AoP", False)
        assert offered(game, "escort") == ["U1-1", "U1-4"]  # the nearest to any of them first
        reasons = [refused(game, f"escort {id}").key for id in ("U1-2", "U1-3", "U2-1")]
        assert reasons == ["only-a-healthy-soldier", "no-prisoners-near", "not-among-them"]
        assert refused(game, "decline").key == "not-offered"
        act(game, order)
        if asked(game)[1] == "NewLeaders.choose":
            act(game, "promote U1-3")
        made = game.state.squads.get("U1-1+")
        assert (made.kind if made is not None else None) == kind
        assert len(game.waiting_prisoners("AoP")) == (0 if kind else 3)
        assert asked(game) == ("AoP", "Initiative.choose")


@rule("D4.0")
def test_prisoners_who_wait_are_freed_as_men_who_ran_away():
    spots, men = captive(50, 20, 2)
    game = skirmish({"V1": row(20, 20, 3), "U2": row(60, 20, 3), **spots}, (4, 2), men=men, initiative="AoP")
    act(game, "activate-squad U2", "walk-to 52,20", "roll-dice 2", "face 12")
    assert set(happened(game, PrisonersFreed)[0].men) == {"U1-1", "U1-2"}
    assert man(game, "U1-1").box == "fled"


@rule("D4.0")
@pytest.mark.parametrize(("wound", "number"), [("healthy", 0), ("light", 1), ("severe", 2)])
def test_who_is_freed_keeps_his_wounds(wound: str, number: int):
    spots, men = captive(50, 20, 1)
    men["U1-1"]["wounds"] = wound
    game = skirmish({"V1": row(20, 20, 3), "U2": row(60, 20, 3), **spots}, (4, 2), men=men, initiative="AoP")
    act(game, "activate-squad U2", "walk-to 52,20", "roll-dice 2", "face 12")
    assert (man(game, "U1-1").box, man(game, "U1-1").wounds) == ("fled", number)


@rule("D4.0")
def test_they_are_not_freed_while_a_captor_is_near():
    spots, men = captive(50, 20, 1)
    game = skirmish({"V1": [(48, 20)], "V2": row(5, 90, 3), "U2": row(60, 20, 3), **spots}, (4, 2), men=men, initiative="AoP")
    act(game, "activate-squad U2", "walk-to 53,20", "roll-dice 2", "face 12")
    assert not happened(game, PrisonersFreed)


@rule("D-R15")
def test_prisoners_are_no_targets_and_block_nothing_and_fire_hits_only_escorts():
    spots, men = captive(40, 20, 3)
    game = skirmish({"V1": [(20, 20)], "U2": [(60, 20)], **spots}, men=men)
    act(game, "activate-squad V1")
    assert offered(game, "fire-at") == ["U2"]
    held = {id: {"captor": "ANV", "charge": "V1-2+"} for id in men}
    guard = {"V1-2+": {"kind": "guard", "parent": "V1", "leader": "V1-2"}}
    squads = {"V1": [(20, 20), (42, 20)], "U2": row(60, 20, 3), **spots}
    game = skirmish(squads, (4, 4, 4, 4, 6), men={**held, "V1-2": {"squad": "V1-2+"}}, about=guard, initiative="AoP")
    act(game, "activate-squad U2", "fire-at V1-2+", "roll-dice 4")
    assert [one.id for one in game.state.men.values() if one.wounds] == ["V1-2"]


@rule("D-R15")
def test_a_severely_wounded_prisoner_slows_the_group():
    spots, men = captive(40, 20, 2)
    held: dict[str, dict[str, object]] = {id: {"captor": "ANV", "charge": "V1-2+"} for id in men}
    held["U1-2"]["wounds"] = "severe"
    guard = {"V1-2+": {"kind": "guard", "parent": "V1", "leader": "V1-2"}}
    squads = {"V1": [(20, 50), (42, 20)], **spots, **far_off()}
    game = skirmish(squads, men={**held, "V1-2": {"squad": "V1-2+"}}, about=guard)
    act(game, "activate-squad V1-2+")
    assert may(game, "walk-to 22,20")
    assert refused(game, "walk-to 21,20").key == "way-too-dear"


@rule("D-R15")
def test_if_an_escort_falls_the_prisoners_beyond_five_for_each_left_wait():
    spots, men = captive(40, 20, 3)
    held = {id: {"captor": "ANV", "charge": "V1-2+"} for id in men}
    guard = {"V1-2+": {"kind": "guard", "parent": "V1", "leader": "V1-2"}}
    squads = {"V1": [(20, 50), (42, 20)], "U2": row(60, 20, 3), **spots}
    game = skirmish(squads, (4, 4, 4, 4, 1), men={**held, "V1-2": {"squad": "V1-2+"}}, about=guard, initiative="AoP")
    act(game, "activate-squad U2", "fire-at V1-2+", "roll-dice 4")
    assert len(game.waiting_prisoners("ANV")) == 3


def guarded(number: int, *dice: int, escorts: int = 1, more: Mapping[str, Any] | None = None, **fields: Any) -> Skirmish:
    """Escorts with prisoners far from their squad, and three enemies before them."""
    spots, men = captive(40, 20, number)
    held = {id: {"captor": "ANV", "charge": "V1-2+"} for id in men}
    own = [(20, 50), (42, 20), (42, 22)][: 1 + escorts]
    theirs = {f"V1-{place + 2}": {"squad": "V1-2+"} for place in range(escorts)}
    guard = {"V1-2+": {"kind": "guard", "parent": "V1", "leader": "V1-2"}}
    squads = {"V1": own, "U2": row(60, 20, 3), **spots}
    return skirmish(squads, dice, men={**held, **theirs, **(more or {})}, about=guard, **fields)


@rule("D-R15")
def test_an_escort_who_is_severely_wounded_has_fallen_and_takes_a_success_from_the_others():
    game = guarded(3, 4, 4, 4, 4, 3, initiative="AoP")
    act(game, "activate-squad U2", "fire-at V1-2+", "roll-dice 4")
    assert man(game, "V1-2").wounds == 2
    assert len(game.waiting_prisoners("ANV")) == 3
    game = guarded(7, 4, 4, 3, 4, 4, 4, escorts=2, initiative="AoP")
    act(game, "activate-squad U2", "fire-at V1-2+", "roll-dice 2")
    assert man(game, "V1-3").wounds == 2  # the leader is hit last
    assert [one.id for one in game.waiting_prisoners("ANV")] == ["U1-6", "U1-7"]  # the farthest from him who is left
    act(game, "decline", "activate-squad V1-2+", "stand-fast", "roll-dice 2")
    assert [modifier.value for modifier in happened(game, SuccessesCounted)[-1].modifiers] == [-1]


@rule("D-R15", "D3.0d2")
def test_prisoners_whose_escort_is_driven_off_wait_where_they_are():
    game = guarded(3, 1, 1, 1, 2)
    act(game, "activate-squad V1-2+", "walk-to 30,20", "roll-dice 3")
    assert distance(man(game, "V1-2").at, (4200, 2000)) == pytest.approx(2000, abs=2)
    assert where(game, "U1-1") == (40, 20)
    assert len(game.waiting_prisoners("ANV")) == 3
    assert game.state.squads["V1-2+"].kind == "apart"


@rule("D-R15", "D-R8")
def test_prisoners_beside_whom_an_escort_is_left_stay_in_his_charge():
    """One of two escorts lies wounded, and is left when the other is driven off."""
    lying = {"V1-3": {"squad": "V1-2+", "wounds": "light", "down": True}}
    game = guarded(3, 1, 1, 1, 2, escorts=2, more=lying)
    act(game, "activate-squad V1-2+", "walk-to 30,20", "roll-dice 3")
    assert distance(man(game, "V1-2").at, (4200, 2000)) > 1000
    assert where(game, "V1-3") == (42, 22)
    assert game.waiting_prisoners("ANV") == []
    assert {man(game, f"U1-{n}").charge for n in (1, 2, 3)} == {"V1-2+"}


@rule("D-R15")
def test_of_prisoners_beyond_five_for_each_escort_those_wait_who_are_far_from_every_escort():
    """Three escorts have eleven prisoners in a row, an escort at either end; the third runs."""
    held = {
        f"{squad}-{n}": {"captor": "ANV", "charge": "V1-2+"} for squad, n in [*(("U1", n) for n in range(1, 11)), ("U3", 1)]
    }
    theirs = {f"V1-{n}": {"squad": "V1-2+"} for n in (2, 3, 4)}
    guard = {"V1-2+": {"kind": "guard", "parent": "V1", "leader": "V1-2"}}
    own = [(20, 80), (42, 20), (42, 40), (44, 21)]
    squads = {"V1": own, "U1": row(40, 20, 10), "U3": [(40, 40)], "V2": row(5, 90, 6), **far_off()}
    game = skirmish(squads, (3, 3, 2), men={**held, **theirs}, about=guard, red={"ANV": 1})
    act(game, "activate-squad V1-2+", "stand-fast", "roll-dice 2")
    assert man(game, "V1-4").box == "fled"
    assert [one.id for one in game.waiting_prisoners("ANV")] == ["U1-6"]


@rule("D-R15", "D3.3.1a", "D4.0")
def test_prisoners_of_beaten_escorts_are_freed_by_the_winners():
    game = guarded(3, 4, 4, 4, 4, 4, 4, 1, 1, 1, 1, initiative="AoP")
    act(game, "activate-squad U2", "assault-on V1-2+", "roll-dice 2")
    assert man(game, "V1-2").box == "dead"
    assert {event.men for event in happened(game, PrisonersFreed)} == {("U1-1", "U1-2", "U1-3")}


# ---------------------------------------------------------------- bearers


@rule("D-R14", "D3.2f")
def test_a_bearer_and_his_man_are_a_pair_that_moves_at_half_speed():
    game = skirmish({"V1": row(40, 20, 4), **far_off()}, (4, 4, 4, 4, 4, 4), men={"V1-3": {"wounds": "severe"}})
    act(game, "activate-squad V1")
    assert refused(game, "bear V1-1 V1-3").key == "cannot-carry"
    assert set(offered(game, "bear")) == {"V1-2 V1-3", "V1-4 V1-3"}
    act(game, "bear V1-4 V1-3", "stand-fast", "roll-dice 2", "face 0")
    assert happened(game, WoundedCarried) == [WoundedCarried("V1-4", "V1-3")]
    assert (game.state.squads["V1-4+"].kind, man(game, "V1-3").squad) == ("pair", "V1-4+")
    assert happened(game, SuccessesCounted)[0].modifiers[0].value == -1  # he is still in cohesion with the squad
    act(game, "activate-squad V1-4+")
    x, y = where(game, "V1-4")
    assert may(game, f"walk-to {round(x) - 19},{round(y)}")
    assert refused(game, f"walk-to {round(x) - 21},{round(y)}").key == "way-too-dear"
    act(game, f"walk-to {round(x) - 19},{round(y)}", "roll-dice 4")
    assert squared(man(game, "V1-3").at, man(game, "V1-4").at) <= game.rules.numbers.contact
    assert happened(game, SuccessesCounted)[1].modifiers == ()  # nothing is taken from the pair's own roll


@rule("D-R14", "D-R12")
def test_in_the_rear_the_wounded_man_leaves_play_without_points():
    hurt = {"V1-2": {"wounds": "severe"}}
    game = skirmish({"V1": [(18, 20), (18, 22), (18, 24)], **far_off()}, (4, 4), men=hurt)
    act(game, "activate-squad V1", "bear V1-3 V1-2")
    act(game, "stand-fast", "roll-dice 2", "face 0")
    game = skirmish(
        {"V1": [(30, 20), (18, 22), (18, 24)], **far_off()},
        (4, 4),
        men={"V1-2": {"wounds": "severe", "squad": "V1-3+"}, "V1-3": {"squad": "V1-3+"}},
        about={"V1-3+": {"kind": "pair", "parent": "V1", "leader": "V1-3"}},
    )
    act(game, "activate-squad V1-3+", "walk-to 9,24", "roll-dice 2")
    assert [event.man for event in happened(game, WoundedSaved)] == ["V1-2"]
    assert man(game, "V1-2").box == "rear"
    assert (game.points("AoP"), game.state.squads["V1-3+"].kind) == (0, "apart")


@rule("D-R14", "D-R9")
def test_a_bearer_at_the_corner_of_a_house_does_not_put_his_man_through_its_wall():
    game = skirmish(
        {"V1": [(30, 20), (146.1, 97.1), (145, 96)], "V2": [(140.6, 90.9)], **far_off()},
        (4, 4, 4),
        men={"V1-2": {"wounds": "severe", "squad": "V1-3+"}, "V1-3": {"squad": "V1-3+"}},
        about={"V1-3+": {"kind": "pair", "parent": "V1", "leader": "V1-3"}},
    )
    act(game, "activate-squad V1-3+", "walk-to 139,89", "roll-dice 3")
    assert where(game, "V1-2") == (139, 90.55)  # nearer to where he lay would be inside, at (140.49, 89.4)


@rule("D-R14", "D-R9")
def test_nor_through_the_wall_of_one_of_several_houses():
    """The same at the corner of a furnace, with a shed not far off."""
    pair = {"G1-3+": {"kind": "pair", "parent": "G1", "leader": "G1-3"}}
    leaders = {squad: {"leader": f"{squad}-1"} for squad in ("G1", "G2", "S1")}
    furnace = position(
        {"G1": [(60, 20), (78.1, 59.1), (77, 58)], "G2": [(72.6, 52.9)], "S1": [(140, 80)]},
        men={"G1-2": {"wounds": "severe", "squad": "G1-3+"}, "G1-3": {"squad": "G1-3+"}},
        about={**pair, **leaders},
        scenario=RED_DICE + "furnace",
    )
    game = grognard.setup(furnace, dice=Dice.script((4, 4, 4)))
    assert isinstance(game, Skirmish)
    act(game, "activate-squad G1-3+", "walk-to 71,51", "roll-dice 3")
    assert where(game, "G1-2") == (71, 52.55)


@rule("D-R14")
def test_a_bearer_of_a_position_without_the_man_he_carried_walks_alone_and_is_free():
    alone = {"V1-2": {"squad": "V1-2+"}}
    pair = {"V1-2+": {"kind": "pair", "parent": "V1", "leader": "V1-2"}}
    game = skirmish({"V1": [(20, 60), (40, 20)], **far_off()}, (4, 4), men=alone, about=pair)
    act(game, "activate-squad V1-2+", "walk-to 50,20", "roll-dice 2")
    assert (where(game, "V1-2"), game.state.squads["V1-2+"].kind) == ((50, 20), "apart")


@rule("D-R14")
def test_without_a_bearer_a_severely_wounded_man_does_not_move_and_a_bearer_lets_go():
    game = skirmish({"V1": row(40, 20, 3), **far_off()}, (4, 4), men={"V1-3": {"wounds": "severe"}})
    act(game, "activate-squad V1", "walk-to 48,20", "roll-dice 2", "face 0")
    assert where(game, "V1-3") == (40, 24)
    game = skirmish(
        {"V1": row(40, 20, 3), **far_off()},
        men={"V1-2": {"squad": "V1-2+"}, "V1-3": {"wounds": "severe", "squad": "V1-2+"}},
        about={"V1-2+": {"kind": "pair", "parent": "V1", "leader": "V1-2"}},
    )
    act(game, "activate-squad V1-2+")
    assert refused(game, "set-down V1-1").key == "carries-nobody"
    act(game, "set-down V1-2")
    assert happened(game, WoundedSetDown) == [WoundedSetDown("V1-3")]
    assert [man(game, f"V1-{n}").squad for n in (1, 2, 3)] == ["V1", "V1", "V1"]


@rule("D-R14", "D3.2f")
@pytest.mark.parametrize(("pair", "taken"), [([(21.6, 52), (21.6, 53.6)], [-1]), ([(40, 20), (41.6, 20)], [])])
def test_a_man_carried_with_his_squad_takes_a_success_from_it(pair: list[Any], taken: list[int]):
    hurt = {"V1-3": {"wounds": "severe", "squad": "V1-4+"}, "V1-4": {"squad": "V1-4+"}}
    about = {"V1-4+": {"kind": "pair", "parent": "V1", "leader": "V1-4"}}
    game = skirmish({"V1": [(20, 50), (20, 52), *pair], **far_off()}, men=hurt, about=about)
    assert [modifier.value for modifier in game.rules.wound_modifiers(game, "V1")] == taken


@rule("D-R14", "D-R8")
def test_a_bearer_who_goes_back_leaves_his_man_where_he_is():
    hurt = {"V1-3": {"wounds": "severe", "squad": "V1-4+"}, "V1-4": {"squad": "V1-4+"}}
    pair = {"V1-4+": {"kind": "pair", "parent": "V1", "leader": "V1-4"}}
    squads = {"V1": [(20, 50), (20, 52), (40, 20), (41.6, 20)], **far_off()}
    game = skirmish(squads, (1, 1, 1, 2), men=hurt, about=pair)
    act(game, "activate-squad V1-4+", "walk-to 50,20", "roll-dice 3")
    assert where(game, "V1-3") == (40, 20)
    assert distance(man(game, "V1-4").at, (4160, 2000)) == pytest.approx(2000, abs=2)
    assert (game.state.squads["V1-4+"].kind, man(game, "V1-3").squad) == ("apart", "V1")


@rule("D-R14", "D-R11")
def test_an_assaulted_bearer_lets_go():
    game = skirmish(
        {"V1": row(20, 20, 3), "U1": [(70, 60), (38, 20), (38, 22)]},
        (4, 4, 4, 3, 3, 3, 3, 3, 3, *(3,) * 60),
        men={"U1-2": {"squad": "U1-2+"}, "U1-3": {"wounds": "severe", "squad": "U1-2+"}},
        about={"U1-2+": {"kind": "pair", "parent": "U1", "leader": "U1-2"}},
    )
    act(game, "activate-squad V1", "assault-on U1-2+", "roll-dice 3")
    assert game.state.squads["U1-2+"].kind == "apart"


@rule("D-R14")
def test_a_bearer_neither_fires_nor_assaults():
    squads = {"V1": row(40, 20, 3), "U1": row(60, 20, 3)}
    game = skirmish(
        squads,
        men={"V1-2": {"squad": "V1-2+"}, "V1-3": {"wounds": "severe", "squad": "V1-2+"}},
        about={"V1-2+": {"kind": "pair", "parent": "V1", "leader": "V1-2"}},
    )
    act(game, "activate-squad V1-2+")
    for order in ("fire-at U1", "assault-on U1", "close-ranks", "form line"):
        assert refused(game, order).key == "may-only-move"


# ---------------------------------------------------------------- squads made in play


@rule("D-R16")
def test_a_freed_bearer_who_ends_a_move_near_his_old_squad_may_rejoin_it():
    spots = [*row(30, 20, 6), (36, 20)]
    game = skirmish(
        {"V1": spots, **far_off()},
        (4, 2),
        men={"V1-7": {"squad": "V1-7+"}},
        about={"V1-7+": {"kind": "apart", "parent": "V1", "leader": "V1-7"}},
    )
    act(game, "activate-squad V1-7+", "walk-to 32,21", "roll-dice 2", "face 0")
    assert asked(game) == ("ANV", "Rejoining.choose")
    act(game, "rejoin")
    assert happened(game, SquadJoined)
    assert len(game.unit("V1")) == 7
    assert "V1-7+" not in game.state.squads


@rule("D-R16")
def test_who_alone_is_able_acts_with_his_burden_under_a_name_of_its_own():
    """V1-2 has been set free before: the squad named after him is taken."""
    men = {"V1-2": {"squad": "V1-2+"}, "V1-3": {"squad": "V1-2+", "wounds": "severe"}}
    apart = {"V1-2+": {"kind": "apart", "parent": "V1", "leader": "V1-2"}}
    game = skirmish({"V1": [(20, 60), (40, 20), (40, 22)], **far_off()}, (4, 4), men=men, about=apart)
    act(game, "activate-squad V1-2+", "bear V1-2 V1-3")
    assert {man(game, f"V1-{n}").squad for n in (2, 3)} == {"V1-1+"}
    assert (game.state.squads["V1-1+"].parent, "V1-2+" in game.state.squads) == ("V1", False)
    assert refused(game, "close-ranks").key == "may-only-move"
    act(game, "walk-to 44,20", "roll-dice 2")
    assert where(game, "V1-2") == (44, 20)
    assert [(event.squad, event.deed) for event in happened(game, SquadActivated)] == [("V1-1+", "move")]


@rule("D-R16")
def test_while_others_are_able_the_squad_goes_on_without_a_bearer():
    game = skirmish({"V1": row(40, 20, 4), **far_off()}, (4, 4), men={"V1-3": {"wounds": "severe"}})
    act(game, "activate-squad V1", "bear V1-4 V1-3", "stand-fast", "roll-dice 2", "face 0")
    assert [event.squad for event in happened(game, SquadActivated)] == ["V1"]


@rule("D-R16")
def test_he_may_stay_apart_and_ten_men_are_enough():
    spots = [*row(30, 20, 6), (36, 20)]
    more = {"men": {"V1-7": {"squad": "V1-7+"}}, "about": {"V1-7+": {"kind": "apart", "parent": "V1", "leader": "V1-7"}}}
    game = skirmish({"V1": spots, **far_off()}, (4, 2), **more)
    act(game, "activate-squad V1-7+", "walk-to 32,21", "roll-dice 2", "face 0", "keep-apart")
    assert man(game, "V1-7").squad == "V1-7+"
    assert game.state.squads["V1-7+"].level == 3


# ---------------------------------------------------------------- the end


@rule("D5.0a")
def test_points_for_the_dead_the_routed_leaders_and_prisoners():
    gone = {
        **{f"U1-{n}": {"box": "dead"} for n in (2, 3, 4, 5)},
        "U1-1": {"box": "dead"},
        "U2-2": {"box": "captured"},
        "U2-3": {"box": "captured"},
        "U3-2": {"box": "fled"},
        "U3-3": {"box": "rear"},
    }
    game = skirmish({"V1": row(20, 20, 5), "U4": row(150, 20, 9)}, men=gone)
    assert game.points("ANV") == 4 + 3 + 4
    game = skirmish({"V1": row(20, 20, 5), "U4": row(150, 20, 9)}, men={"U1-2": {"box": "routed"}, "U2-1": {"box": "captured"}})
    assert game.points("ANV") == 1 + 3


@rule("D5.0a", "D-R13")
def test_an_objective_belongs_to_who_alone_stands_by_it_or_did_last():
    game = skirmish({"V1": row(84, 30, 3), "U1": row(120, 30, 3)}, (4, 2, 4, 2, 4, 2))
    act(game, "activate-squad V1", "walk-to 94,30", "roll-dice 2", "face 0")
    assert [event.objective for event in happened(game, ObjectiveTaken)] == ["hill"]
    assert game.points("ANV") == 5
    act(game, "decline", "activate-squad U1", "walk-to 112,30", "roll-dice 2", "face 12")
    assert game.state.held == {"hill": "ANV"}


@rule("D-R13")
def test_in_a_position_that_is_set_up_an_objective_belongs_to_who_alone_stands_by_it():
    game = skirmish({"V1": row(96, 30, 3), "U1": row(120, 30, 3)}, passes=19)
    assert (game.state.held, game.points("ANV")) == ({"hill": "ANV"}, 5)
    act(game, "decline")
    assert game.over is not None
    assert game.over.winner == "ANV"
    both = skirmish({"V1": row(96, 30, 3), "U1": row(104, 30, 3)}, held={"hill": "AoP"})
    assert both.state.held == {"hill": "AoP"}


@rule("D-R13")
@pytest.mark.parametrize(
    ("spot", "near"),
    [((100, 38), True), ((100, 38.01), False), ((100, 22), True), ((100, 21.99), False)]
    + [((108, 30), True), ((108.01, 30), False), ((94.4, 35.6), True), ((94.2, 35.8), False)],
)
def test_a_man_within_eight_centimetres_holds_an_objective(spot: Spot, near: bool):
    game = skirmish({"V1": [spot], **far_off()})
    assert game.state.held == ({"hill": "ANV"} if near else {})


@rule("D-R13")
def test_men_lying_or_severely_wounded_hold_nothing():
    hurt = {"V1-1": {"wounds": "severe"}, "V1-2": {"wounds": "light", "down": True}}
    game = skirmish(
        {"V1": [(96, 30), (98, 30), (88, 30)], "U1": row(150, 30, 3)}, (4, 2), men=hurt, about={"V1": {"leader": "V1-2"}}
    )
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2")
    assert game.state.held == {}


@rule("D-R13", "D5.0b")
def test_a_side_with_fewer_than_a_quarter_in_the_ranks_has_lost_its_force():
    gone = {f"V2-{n}": {"box": "dead"} for n in range(1, 10)} | {f"V1-{n}": {"box": "dead"} for n in range(6, 11)}
    hurt = {"V1-4": {"wounds": "light", "down": True}, "V1-5": {"wounds": "light", "down": True}}
    # five of twenty: three standing and two lying down
    game = skirmish({"V1": row(20, 20, 5), "V3": [(50, 50)], **far_off()}, men=gone | hurt)
    assert (game.strength("ANV"), game.in_ranks("ANV")) == (20, 6)
    act(game, "decline")
    assert game.over is None
    game = skirmish(
        {"V1": row(20, 20, 4), "V3": [], **far_off()}, men={**gone, "V3-1": {"box": "dead"}, "V1-5": {"box": "fled"}}
    )
    assert (game.strength("ANV"), game.in_ranks("ANV")) == (20, 4)
    act(game, "decline")
    assert game.over is not None
    assert game.over.reason == "collapse"


@rule("D5.0b", "D-R13")
def test_more_points_win_and_as_many_are_a_draw():
    dead = {f"U1-{n}": {"box": "dead"} for n in (2, 3)}
    game = skirmish({"V1": row(20, 20, 5), **far_off()}, men=dead, passes=19)
    act(game, "decline")
    assert game.over is not None
    assert (game.over.winner, game.over.scores) == ("ANV", {"ANV": 2.0, "AoP": 0.0})
    assert game.over.reason == "last-pass"
    ways = {way.side: [(count.now, count.wanted) for count in way.counts] for way in game.rules.conditions(game)}
    assert ways == {"ANV": [(2, 1)], "AoP": [(0, 3)]}
    game = skirmish({"V1": row(20, 20, 5), **far_off()}, passes=19)
    act(game, "decline")
    assert game.over is not None
    assert (game.over.winner, game.over.reason) == (None, "as-many-points")


@rule("D-R13")
def test_every_pass_counts_and_players_may_agree():
    game = skirmish({"V1": row(20, 20, 5), **far_off()})
    act(game, "decline", "decline")
    assert game.state.passes == 2
    game.agree_draw()
    assert game.over is not None
    assert (game.over.winner, game.over.level, game.over.reason) == (None, "draw", "as-many-points")


@rule("D5.0b", "D-R13")
def test_points_are_counted_when_the_players_agree_to_end_the_game():
    dead = {f"U1-{n}": {"box": "dead"} for n in (2, 3)}
    game = skirmish({"V1": row(20, 20, 5), **far_off()}, men=dead)
    game.agree_draw()
    assert game.over is not None
    assert (game.over.winner, game.over.reason, game.over.scores) == ("ANV", "agreed-end", {"ANV": 2.0, "AoP": 0.0})
    assert grognard.replay(game.record()).over == game.over


@rule("D-R13")
def test_who_offers_to_end_the_game_offers_to_count_points_and_elsewhere_a_draw():
    offer = OfferRow("draw", "ANV", "", ["AoP"])
    said = offer_of(offer, skirmish({"V1": row(20, 20, 5), **far_off()})).words
    assert said.endswith("offer to end the game and count points")
    assert offer_of(offer, grognard.new("revolution/eutaw/historical", seed=1)).words.endswith("offer a draw")


@rule("D-R12")
def test_the_rear_is_ten_centimetres_deep():
    field = skirmish({"V1": row(20, 20, 2), **far_off()}).rules.field
    assert [field.in_rear("ANV", (x, 5000)) for x in (1000, 1001)] == [True, False]
    assert [field.in_rear("AoP", (x, 5000)) for x in (19000, 18999)] == [True, False]
    assert (field.toward_rear("ANV"), field.toward_rear("AoP")) == ((-1, 0), (1, 0))


@rule("D-R12", "D-R8")
def test_own_lines_may_lie_to_the_north_or_south():
    spots = {"G1": [(60, 50), (62, 50), (64, 50)], "S1": [(100, 70)]}
    furnace = position(spots, about={"G1": {"leader": "G1-1"}, "S1": {"leader": "S1-1"}}, scenario=RED_DICE + "furnace")
    game = grognard.setup(furnace, dice=Dice.script((1, 1, 1, 5, 1)))
    assert isinstance(game, Skirmish)
    field = game.rules.field
    assert (field.toward_rear("ANV"), field.toward_rear("AoP")) == ((0, -1), (0, 1))
    assert [field.in_rear("ANV", (5000, y)) for y in (1000, 1001)] == [True, False]
    assert [field.in_rear("AoP", (5000, y)) for y in (field.height - 1000, field.height - 1001)] == [True, False]
    act(game, "activate-squad G1", "stand-fast", "roll-dice 3", "flee G1-3")
    assert where(game, "G1-1") == (60, 20)


@rule("D-R15")
def test_captured_men_are_told():
    squads = {"V1": [(20, 20), (22, 20), (60, 20)], "U1": row(70, 20, 3)}
    game = skirmish(squads, (4, 2), men={"V1-3": {"wounds": "severe"}}, initiative="AoP")
    act(game, "activate-squad U1", "walk-to 62,20", "roll-dice 2", "face 12")
    assert [(event.man, event.side) for event in happened(game, ManCaptured)] == [("V1-3", "AoP")]
