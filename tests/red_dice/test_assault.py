"""D3.3, D3.3.1, D-R7, D-R8, D-R11: assault and melee."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import cos, radians, sin
from typing import Any

import pytest

import grognard
from grognard.core.fights import Fight
from grognard.core.plane import distance, squared
from grognard.games.chancellorsville.red_dice.events import (
    AssaultFellShort,
    AssaultLaunched,
    Disaster,
    Fiasco,
    FromBehind,
    ManFled,
    ManHit,
    MeleeEnded,
    MeleeFought,
    MenPlaced,
    SquadFled,
    SquadTurned,
    SuccessesCounted,
    UnitFired,
)
from grognard.games.chancellorsville.red_dice.retreat import shelters
from grognard.games.chancellorsville.red_dice.sight import BEHIND, DOUBT, FRONT, quarter
from grognard.games.chancellorsville.red_dice.state import Skirmish
from tests.marks import rule
from tests.red_dice.table import CORNERS, Spot, act, asked, far_off, happened, man, may, offered, refused, row, skirmish, where

Spots = Mapping[str, Any]
WON, LOST = (4, 4, 4, 3, 3, 3), (3, 3, 3, 4, 4, 4)
"""The dice of a pair of Regulars, the attacker's first."""


def assault(squads: Spots, *dice: int, roll: int = 3, meet: bool = True, **fields: Any) -> Skirmish:
    game = skirmish(squads, dice, **fields)
    act(game, "activate-squad V1", "assault-on U1")
    if asked(game)[1] == "Activation.call_out":
        act(game, "proceed")
    act(game, f"roll-dice {roll}")
    if meet and game.over is None and asked(game)[1] == "Charge.offer_fire":
        act(game, "meet-them")
    return game


def men_of(game: Skirmish) -> tuple[str, ...]:
    return happened(game, AssaultLaunched)[-1].men


# ---------------------------------------------------------------- reaching the enemy


@rule("D3.3a")
def test_the_leader_must_see_somebody_within_forty_centimetres():
    game = skirmish({"V1": row(20, 20, 3), "U1": row(60, 20, 3), "U2": row(61, 40, 3)})
    act(game, "activate-squad V1")
    assert may(game, "assault-on U1")
    beyond = skirmish({"V1": row(20, 20, 3), "U1": row(60.01, 20, 3)})
    act(beyond, "activate-squad V1")
    assert refused(beyond, "assault-on U1").key == "too-far-to-assault"
    reason = refused(game, "assault-on U2")
    assert reason.key == "too-far-to-assault"
    assert reason.args["range"] == 45.6
    assert refused(game, "assault-on U9").key == "no-such-enemy"
    game = skirmish({"V1": row(137, 80, 2), "U1": row(153, 80, 2)})
    act(game, "activate-squad V1")
    assert refused(game, "assault-on U1").key == "leader-sees-nobody"
    game = skirmish({"V1": row(137, 80, 2), "U1": [(153, 80), (153, 82), (137, 92)]})
    act(game, "activate-squad V1")
    assert refused(game, "assault-on U1").key == "leader-sees-nobody"  # the third is a stray, a unit of his own
    assert may(game, "assault-on U1-3")
    game = skirmish({"V1": [(138, 93)], "U1": [(153, 91), (153, 88), (153, 85), (153, 82)]})
    act(game, "activate-squad V1")
    assert may(game, "assault-on U1")  # he sees the first two of four


@rule("D3.3a", "D-R14")
def test_a_leader_who_lies_and_a_bearer_lead_no_assault():
    down = {"V1-1": {"wounds": "light", "down": True}}
    game = skirmish({"V1": row(20, 20, 3), "U1": row(40, 20, 3)}, men=down)
    act(game, "activate-squad V1")
    assert refused(game, "assault-on U1").key == "leader-cannot-assault"
    carried = {"V1-2": {"squad": "V1-2+"}, "V1-3": {"squad": "V1-2+", "wounds": "severe"}}
    pair = {"V1-2+": {"kind": "pair", "parent": "V1", "leader": "V1-2"}}
    game = skirmish({"V1": row(20, 20, 3), "U1": row(40, 20, 3)}, men=carried, about=pair)
    with pytest.raises(grognard.IllegalAction) as fault:
        grognard.forecast(game.seat("ANV"), Fight("assault", ("V1-2+",), ("U1",)))
    assert fault.value.reason.key == "leader-cannot-assault"


@rule("D3.3a", "D3.3b")
def test_terrain_deductions_apply_and_who_falls_short_stops():
    game = assault({"V1": [(42, 80)], "U1": [(80, 80)], **far_off()}, 4, 4, 4, 4, roll=4)
    assert happened(game, AssaultFellShort)  # 38 less 1.6, over two fences: 40 - 10 do not suffice
    assert not happened(game, AssaultLaunched)
    assert where(game, "V1-1")[0] == pytest.approx(72, abs=0.2)
    for wounds, x in (("", 50), ("light", 35)):
        men = {"V1-1": {"wounds": wounds}} if wounds else {}
        game = assault({"V1": [(20, 20)], "U1": [(60, 20)], **far_off()}, 4, 4, 4, 2, roll=4, men=men)
        assert where(game, "V1-1")[0] == pytest.approx(x, abs=0.2), "a lightly wounded leader comes half as far"
    game = assault({"V1": [(45, 80)], "U1": [(69, 80)], **far_off()}, 4, 4, 4, 3, 3, 3, 3, 3, 3, *(3,) * 54)
    assert happened(game, AssaultLaunched)  # the example of D-R11: 22.4 + 5 are within 30


@rule("D3.3b", "D3.1b", "D3.2g")
def test_those_who_follow_an_assault_that_falls_short_have_what_is_left_to_each():
    """The leader gets twenty centimetres over two fences; the others have as many, and a lightly wounded man five."""
    spots = [(50, 80), (48, 80), (47, 82), (47, 78)]
    hurt = {"V1-4": {"wounds": "light"}}
    game = assault({"V1": spots, "U1": [(85, 80)], **far_off()}, 4, 4, 4, 2, 2, roll=5, men=hurt)
    assert happened(game, AssaultFellShort)
    assert where(game, "V1-1")[0] == pytest.approx(70, abs=0.2)
    gone = {n: distance(man(game, f"V1-{n}").at, (round(spots[n - 1][0] * 100), spots[n - 1][1] * 100)) for n in (2, 3, 4)}
    assert gone[4] == pytest.approx(500, abs=1)
    assert all(gone[n] <= 2001 for n in (2, 3))
    assert [one.id for one in game.unit("V1")] == ["V1-1", "V1-2", "V1-3"]


@rule("D3.3b")
def test_with_two_successes_the_unit_advances_twenty_and_stops():
    game = assault({"V1": [(20, 20)], "U1": [(44, 20)], **far_off()}, 4, 4, roll=2)
    assert where(game, "V1-1") == (40, 20)
    assert not happened(game, MeleeFought)
    game = assault({"V1": [(20, 20)], "U1": [(44, 20)], **far_off()}, 4, 4, 4, *WON, 1)
    assert len(happened(game, MeleeFought)) == 1


@rule("D-R11")
def test_there_is_contact_only_if_the_leader_makes_it_and_each_man_by_his_own_distance():
    spots = [(20.0, 20), (17.5, 20), (15.0, 20), (12.4, 20)]
    game = assault({"V1": spots, "U1": [(44, 20)], **far_off()}, 4, 4, 4, *WON, 1)
    assert men_of(game) == ("V1-1", "V1-2", "V1-3", "V1-4")  # 31.6 less 1.6 are just near enough for the last
    spots = [(20.0, 20), (17.5, 20), (15.0, 20), (12.39, 20)]
    game = assault({"V1": spots, "U1": [(44, 20)], **far_off()}, 4, 4, 4, *WON, 1)
    assert men_of(game) == ("V1-1", "V1-2", "V1-3")
    assert distance(man(game, "V1-4").at, (1239, 2000)) > 500  # he follows as far as he can


@rule("D-R11")
def test_each_runs_to_contact_with_an_enemy_of_his_own_and_the_surplus_behind_a_comrade():
    """U1-1 is the nearest to all three. A man of another unit stands so near that nobody can stop on that side of U1-1."""
    squads = {"V1": [(20, 20), (20, 22), (20, 18)], "U1": [(38, 21), (38, 23.9)], "U2": [(36, 19.4)], **far_off("ANV")}
    game = assault(squads, 4, 4, 4, *(3,) * 200)
    (placed, *_) = happened(game, MenPlaced)
    place = dict(zip(placed.men, placed.places, strict=True))
    contact = game.rules.numbers.contact
    pairs = {
        (one, foe): squared(place[one], at) <= contact
        for one in place
        for foe, at in (("U1-1", (3800, 2100)), ("U1-2", (3800, 2390)), ("U2-1", (3600, 1940)))
    }
    assert [pair for pair, touches in pairs.items() if touches] == [("V1-1", "U1-1"), ("V1-2", "U1-2")]
    assert any(squared(place["V1-3"], place[one]) <= contact for one in ("V1-1", "V1-2"))


@rule("D-R11")
def test_those_who_run_together_do_not_stand_on_each_other():
    squads = {"V1": [(20, 20), (18, 20.5), (16, 20), (14, 20)], "U1": [(38, 20), (38, 21.5)], **far_off()}
    game = assault(squads, 4, 4, 4, *(3,) * 200)
    (placed, *_) = happened(game, MenPlaced)
    everybody = [*placed.places, (3800, 2000), (3800, 2150)]
    assert len(placed.men) == 4
    assert all(squared(one, other) >= game.rules.numbers.apart for one, other in combinations(everybody, 2))


def beside(spot: Spot, *degrees: int) -> list[Spot]:
    """Places in contact with a man, so many degrees from east."""
    x, y = spot
    return [(round(x + 1.55 * cos(radians(turn)), 2), round(y + 1.55 * sin(radians(turn)), 2)) for turn in degrees]


def among_wounded(*lying: Spot) -> Skirmish:
    """Two charge a man among comrades who lie so close around him that there is little room."""
    down = {f"U1-{n}": {"wounds": "light", "down": True} for n in range(2, len(lying) + 2)}
    squads = {"V1": [(20, 20), (18, 20)], "U1": [(38, 20), *lying], "V2": row(5, 90, 4), "U2": row(190, 40, 4)}
    return assault(squads, 4, 4, 4, *WON, 1, men=down)


@rule("D-R11")
def test_who_finds_no_place_in_contact_or_behind_a_comrade_stays_out():
    """There is room for one between those who lie; he fights alone, and nobody deals with the men lying down."""
    game = among_wounded(*beside((38, 20), 0, 60, 120, 240, 300), *beside((36.45, 20), 120, 180, 240))
    assert men_of(game) == ("V1-1", "V1-2")
    assert [placed.men for placed in happened(game, MenPlaced)] == [("V1-1",)]
    assert (where(game, "V1-1"), where(game, "V1-2")) == ((36.45, 20), (18, 20))
    assert happened(game, MeleeFought) == [MeleeFought("V1-1", "U1-1", 3, 0)]
    assert [event.man for event in happened(game, ManHit)] == ["U1-1"]


@rule("D-R11")
def test_where_nobody_finds_a_place_there_is_no_melee():
    game = among_wounded(*beside((38, 20), 0, 60, 120, 180, 240, 300))
    assert men_of(game) == ("V1-1", "V1-2")
    assert (happened(game, MenPlaced), happened(game, MeleeEnded)) == ([], [])
    assert (where(game, "V1-1"), asked(game)) == ((20, 20), ("ANV", "Initiative.choose"))


@rule("D-R11", "D3.1b", "D3.2g")
def test_who_follows_has_the_distance_less_the_deductions_of_the_charge():
    """The example of D-R11 with two more, who are too far off: 30 - 5 for one of them, and half of 30 less 5 for the other."""
    spots = [(45, 80), (42.1, 80), (39.2, 80), (36.3, 80)]
    squads = {"V1": spots, "U1": [(69, 80)], **far_off()}
    game = assault(squads, 4, 4, 4, *WON, 1, men={"V1-4": {"wounds": "light"}})
    assert men_of(game) == ("V1-1",)
    gone = [distance(man(game, f"V1-{n}").at, (round(spots[n - 1][0] * 100), 8000)) for n in (3, 4)]
    assert gone == pytest.approx([2500, 1000], abs=60)
    assert all(far <= most + 1 for far, most in zip(gone, (2500, 1000), strict=True))


@rule("D-R11", "D3.3d")
def test_where_the_leader_is_hit_they_follow_one_who_comes_to_contact():
    """Behind the corner of a house V1-3 is not seen, and runs on alone; V1-4 is hurt and has ten centimetres."""
    spots = [(138, 68), (138, 65.5), (138, 70.9), (135.8, 67)]
    squads = {"V1": spots, "U1": [(153, 66)], "V2": row(5, 90, 9), "U2": row(190, 40, 4)}
    game = assault(squads, 4, 4, 2, 4, 4, 4, 4, 5, 5, *(3,) * 60, meet=False, men={"V1-4": {"wounds": "light"}})
    act(game, "roll-dice 4")
    assert men_of(game) == ("V1-1", "V1-2", "V1-3")
    assert [event.man for event in happened(game, ManHit)] == ["V1-2", "V1-1"]
    assert {event.man for event in happened(game, MeleeFought)} == {"V1-3"}
    (_, followed, *_) = happened(game, MenPlaced)
    assert followed.men == ("V1-4",)
    assert distance(followed.places[0], (13580, 6700)) == pytest.approx(1000, abs=60)


@rule("D-R11")
def test_winners_scattered_by_the_charge_close_up():
    """A severely wounded man between the two who fight parts the attackers by six centimetres."""
    squads = {"V1": [(20, 20), (20, 22.9)], "U1": [(38, 20), (38, 23), (38, 26)], "V2": row(5, 90, 4), "U2": row(190, 40, 4)}
    game = assault(squads, 4, 4, 4, *WON, 1, *WON, 1, men={"U1-2": {"wounds": "severe"}})
    (placed, *_) = happened(game, MenPlaced)
    assert squared(*placed.places) > game.rules.numbers.cohesion
    assert [one.id for one in game.unit("V1")] == ["V1-1", "V1-2"]
    assert man(game, "V1-1").at == placed.places[0]  # the leader stays


@rule("D-R11", "D3.3c")
def test_men_called_out_stand_where_the_melee_left_them_and_face_the_losers_from_there():
    """Of the five whom they charge two are severely wounded; two are left, who run off to the north-east."""
    squads = {"V1": [(20, 20)], "V2": [(20, 28.9), (20, 26)], "U1": row(38, 20, 5, 3), "U2": row(190, 40, 4)}
    hurt = {f"U1-{n}": {"wounds": "severe"} for n in (2, 4)}
    game = skirmish({**squads, "V3": row(5, 90, 4)}, (4, 4, 4, *WON, 1, *(3,) * 14), men=hurt)
    act(game, "activate-squad V1", "assault-on U1", "call-out V2-1", "call-out V2-2", "roll-dice 3", "meet-them")
    (placed, *_) = happened(game, MenPlaced)
    act(game, "promote U1-3")
    assert happened(game, MeleeEnded) == [MeleeEnded("ANV", 0, 1)]
    stood = dict(zip(placed.men, placed.places, strict=True))
    assert {id: man(game, id).at for id in ("V1-1", "V2-1", "V2-2")} == stood
    assert squared(stood["V2-1"], stood["V2-2"]) > game.rules.numbers.cohesion
    assert happened(game, SquadTurned)[-2:] == [SquadTurned("V1", (500, 866)), SquadTurned("V2", (707, 707))]


@rule("D-R11")
def test_who_cannot_reach_contact_follows_the_leader():
    """The leader and V1-1 end six centimetres apart; V1-3, who is hurt, has fifteen."""
    squads = {"V1": [(20, 22.9), (20, 20), (18, 20)], "U1": row(38, 20, 3, 3), **far_off()}
    hurt = {"U1-2": {"wounds": "severe"}, "V1-3": {"wounds": "light"}}
    game = assault(squads, 4, 4, 4, *(3,) * 200, men=hurt, about={"V1": {"leader": "V1-2"}})
    charged, followed, *_ = happened(game, MenPlaced)
    assert charged.men == ("V1-2", "V1-1")
    assert (followed.men, followed.places) == (("V1-3",), ((3300, 2000),))


@rule("D-R11", "D3.2g")
def test_the_lightly_wounded_have_half_of_the_gross_distance():
    squads = {"V1": [(20, 20), (20, 22), (20, 24)], "U1": [(38, 22)], **far_off()}
    game = assault(squads, 4, 4, 4, *WON, 1, men={"V1-3": {"wounds": "light"}})
    assert men_of(game) == ("V1-1", "V1-2")
    game = assault(squads, 4, 4, 4, 4, *WON, 1, roll=4, men={"V1-3": {"wounds": "light"}})
    assert men_of(game) == ("V1-1", "V1-2", "V1-3")


@rule("D3.3c")
def test_the_leader_calls_soldiers_within_twenty_centimetres():
    second = [(20, 40), (20, 37), (20, 34), (20, 32), (17.5, 39.85), (20, 44), (20, 46)]
    squads = {"V1": row(20, 20, 2), "V2": second, "U1": row(40, 26, 3)}
    game = skirmish(squads, (4, 4, 4, 4))
    act(game, "activate-squad V1", "assault-on U1")
    assert asked(game) == ("ANV", "Activation.call_out")
    assert offered(game, "call-out") == ["V2-1", "V2-2", "V2-3", "V2-4"]
    assert refused(game, "call-out V2-5").key == "cannot-be-called"
    act(game, "call-out V2-4", "proceed", "roll-dice 4")
    assert men_of(game) == ("V1-1", "V1-2", "V2-4")
    assert man(game, "V2-4").squad == "V2"
    hurt = skirmish(squads, men={"V2-4": {"wounds": "severe"}, "V2-3": {"wounds": "light"}})
    act(hurt, "activate-squad V1", "assault-on U1")
    assert offered(hurt, "call-out") == ["V2-1", "V2-2", "V2-3"]
    pinned = skirmish(squads, about={"V2": {"pinned": True}})
    act(pinned, "activate-squad V1", "assault-on U1")
    assert asked(pinned)[1] == "Activation.commit"


@rule("D3.3c")
def test_men_of_the_squad_beyond_his_voice_stay():
    chain = [(25 - 2.5 * n, 20.0) for n in range(9)]
    for last, called in ((5, True), (4.99, False)):  # twenty centimetres behind the leader, and a little more
        game = skirmish({"V1": [*chain[:8], (last, 20)], "U1": [(35, 20)], **far_off()}, (4,) * 4)
        act(game, "activate-squad V1", "assault-on U1", "roll-dice 4")
        assert ("V1-9" in men_of(game)) == called
        assert "V1-8" in men_of(game)


@rule("D3.3c", "D3.3b")
def test_nor_do_they_advance_where_the_assault_falls_short():
    chain = [(25 - 2.5 * n, 20.0) for n in range(9)]
    for last, called in ((5, True), (4.99, False)):
        game = skirmish({"V1": [*chain[:8], (last, 20)], "U1": [(45, 20)], **far_off()}, (4, 2))
        act(game, "activate-squad V1", "assault-on U1", "roll-dice 2")
        assert where(game, "V1-1") == (35, 20)
        assert (where(game, "V1-9") != (last, 20)) == called


@rule("D3.3c", "D1.1c")
def test_a_stray_of_his_own_squad_hears_him_like_any_friend():
    squads = {"V1": [*row(20, 20, 3), (20, 28)], "U1": row(38, 20, 3), **far_off()}
    game = skirmish(squads, (4,) * 3)
    act(game, "activate-squad V1", "assault-on U1")
    assert offered(game, "call-out") == ["V1-4"]
    act(game, "call-out V1-4", "roll-dice 3")
    assert "V1-4" in men_of(game)


# ---------------------------------------------------------------- front and rear


@rule("D3.3e", "D-R7")
@pytest.mark.parametrize(
    ("place", "found"),
    [
        ((60, 20), FRONT),
        ((40, 60), FRONT),  # exactly at 90 degrees
        ((33, 60), DOUBT),  # about 100
        ((20.6, 54.6), DOUBT),  # 119
        ((19, 55), BEHIND),  # more than 120
        ((20, 40), BEHIND),  # 135
        ((20, 20), BEHIND),
    ],
)
def test_front_rear_and_doubt(place: tuple[float, float], found: int):
    x, y = round(place[0] * 100) - 4000, round(place[1] * 100) - 2000
    assert quarter((1000, 0), (4000, 2000), (4000 + x, 2000 + y)) == found
    assert quarter((0, 1000), (4000, 2000), (4000 - y, 2000 + x)) == found  # all turned by a quarter
    assert quarter((600, -800), (4000, 2000), (4000 + (3 * x + 4 * y) // 5, 2000 + (3 * y - 4 * x) // 5)) == found


@rule("D3.3e", "D3.3d", "D-R7")
def test_taken_from_behind_nobody_fires():
    squads = {"V1": row(20, 20, 2), "U1": row(40, 20, 2)}
    game = skirmish(squads, (4, 4, 4, *WON, 1, *WON, 1), about={"U1": {"facing": [1000, 0]}})
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 3")
    assert [event.behind for event in happened(game, FromBehind)] == [True]
    assert happened(game, MeleeFought)
    game = skirmish(squads, (4, 4, 4), about={"U1": {"facing": [-1000, 0]}})
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 3")
    assert not happened(game, FromBehind)  # from the front there is no doubt
    assert asked(game) == ("AoP", "Charge.offer_fire")


@rule("D3.3e")
@pytest.mark.parametrize(("face", "behind"), [(1, True), (3, True), (4, False), (6, False)])
def test_in_doubt_a_die_decides(face: int, behind: bool):
    squads = {"V1": [(33, 40)], "U1": [(40, 20)], **far_off()}
    dice = (4, 4, 4, face, *(WON if behind else ()), *((1,) if behind else ()))
    game = skirmish(squads, dice, about={"U1": {"facing": [1000, 0]}})
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 3")
    assert [event.behind for event in happened(game, FromBehind)] == [behind]
    assert bool(happened(game, MeleeFought)) == behind
    if not behind:
        assert asked(game) == ("AoP", "Charge.offer_fire")


@rule("D-R7")
def test_facing_follows_the_last_act():
    game = skirmish({"V1": row(40, 40, 3), "U1": row(40, 70, 3), "V2": row(10, 10, 3)}, (2, 3, 4, 2))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 2")
    assert game.state.squads["V1"].facing == (0, 1000)
    act(game, "activate-squad V2", "walk-to 15,10", "roll-dice 2", "face 18")
    assert game.state.squads["V2"].facing == (0, -1000)
    game = skirmish_at_face()
    assert [refused(game, f"face {heading}").key for heading in (24, -1)] == ["no-such-heading"] * 2
    assert [may(game, f"face {heading}") for heading in (0, 23)] == [True, True]


@rule("D-R7", "D-R14")
def test_a_pair_faces_the_way_it_went():
    carried = {"V1-2": {"squad": "V1-2+"}, "V1-3": {"squad": "V1-2+", "wounds": "severe"}}
    pair = {"V1-2+": {"kind": "pair", "parent": "V1", "leader": "V1-2"}}
    game = skirmish({"V1": [(20, 60), (40, 20), (40, 21.6)], **far_off()}, (4, 4), men=carried, about=pair)
    act(game, "activate-squad V1-2+", "walk-to 40,12", "roll-dice 2")
    assert game.state.squads["V1-2+"].facing == (0, -1000)
    assert asked(game) == ("ANV", "Initiative.choose")


@rule("D-R7")
@pytest.mark.parametrize(
    ("enemies", "facing"),
    [
        ({"U1": [(130, 110)], "U2": [(130, 65)]}, (0, -1000)),  # the nearer of the two after the retreat
        ({"U1": [(153, 80)], "U2": [(130, 118)]}, (0, 1000)),  # the nearest is hidden by a house
        ({"U1": [(130, 118)], "U2": [(130, 110)]}, (0, 1000)),  # a man of another unit hides the one behind him, not himself
        ({"U1": [(153, 80)]}, (1000, 0)),  # away from the own edge, where nobody is seen
    ],
)
def test_after_a_retreat_a_unit_faces_the_nearest_enemy_it_sees(enemies: Spots, facing: tuple[int, int]):
    lying = {"U3-1": {"wounds": "light", "down": True}}
    squads = {"V1": [(160, 85), (160, 87)], "V2": row(5, 30, 6), "U3": [(130, 95)], **enemies}
    game = skirmish(squads, (1, 1, 1, 5, 1), men=lying, about={"V1": {"facing": [707, 707]}})
    act(game, "activate-squad V1", "stand-fast", "roll-dice 3")
    assert where(game, "V1-1") == (130, 85)
    assert game.state.squads["V1"].facing == facing
    assert happened(game, SquadTurned)[-1] == SquadTurned("V1", facing)


def skirmish_at_face() -> Skirmish:
    game = skirmish({"V1": row(40, 40, 3), **far_off()}, (4, 2))
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2")
    return game


# ---------------------------------------------------------------- defensive fire


def under_fire(*dice: int, number: int = 3, **fields: Any) -> Skirmish:
    """Two Regulars assault three, who may fire at them from twenty centimetres."""
    game = skirmish({"V1": row(20, 20, 2), "U1": row(40, 20, number)}, (4, 4, 4, *dice), **fields)
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 3")
    return game


@rule("D3.3d", "D-R11")
def test_the_defender_may_fire_first_with_one_success_less():
    game = under_fire(4, 4, 4, 1, *WON, 1)
    assert asked(game) == ("AoP", "Charge.offer_fire")
    act(game, "roll-dice 3")
    (fired,) = happened(game, UnitFired)
    assert [modifier.value for modifier in happened(game, SuccessesCounted)[-1].modifiers] == [-1]
    assert ([modifier.value for modifier in fired.modifiers], fired.hits) == ([1], 1)
    assert man(game, "V1-2").box == "dead"
    assert man(game, "V1-2").at == (2000, 2200)
    assert [event.man for event in happened(game, MeleeFought)] == ["V1-1"]


@rule("D3.3d", "D3.0b")
def test_red_dice_are_not_added_and_the_initiative_does_not_change():
    game = under_fire(1, 1, *WON, 1, *WON, 1, red={"AoP": 4}, number=2)
    act(game, "roll-dice 2")
    assert happened(game, Fiasco)
    assert game.state.initiative == "ANV"
    assert happened(game, MeleeFought)


@rule("D3.3d", "D-R11")
def test_three_ones_are_a_disaster_at_once():
    game = under_fire(1, 1, 1, 2, *(), number=3)
    act(game, "roll-dice 3")
    assert [event.squad for event in happened(game, Disaster)] == ["U1"]
    assert game.state.red["AoP"] == 2
    assert not happened(game, MeleeFought)  # the unit has gone back and is not there for the melee
    game = under_fire(1, 1, 1, 1, *WON, 1, *WON, 1, number=2)
    act(game, "roll-dice 3")
    assert game.state.squads["U1"].pinned
    assert happened(game, MeleeFought)
    game = under_fire(1, 1, 1, 6, number=2)
    act(game, "roll-dice 3")
    assert {one.captor for one in game.men(["U1-1", "U1-2"])} == {"ANV"}
    assert (where(game, "V1-1"), happened(game, MeleeEnded)) == ((20, 20), [])


@rule("D3.3d", "D-R11", "D-R8")
def test_of_a_unit_that_goes_back_those_left_lying_are_there_for_the_melee():
    game = under_fire(1, 1, 1, 2, number=3, men={"U1-3": {"wounds": "severe"}})
    act(game, "roll-dice 3")
    assert where(game, "U1-1") != (40, 20)
    assert (happened(game, MeleeFought), happened(game, MeleeEnded)) == ([], [MeleeEnded("ANV", 0, 0)])
    assert [man(game, f"U1-{n}").captor for n in (1, 2, 3)] == ["", "", "ANV"]


@rule("D3.3d", "D-R11")
def test_if_nobody_is_left_on_his_feet_there_is_no_melee():
    game = skirmish({"V1": [(20, 20)], "U1": row(40, 20, 3), "V2": row(5, 90, 3)}, (4, 4, 4, 4, 4, 4, 5))
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 3", "roll-dice 3")
    assert man(game, "V1-1").down
    assert man(game, "V1-1").at == (2000, 2000)
    assert not happened(game, MeleeFought)


@rule("D3.3d", "D3.0d1")
def test_a_pinned_unit_does_not_fire_but_fights():
    game = skirmish({"V1": row(20, 20, 2), "U1": row(40, 20, 2)}, (4, 4, 4, *WON, 1, *WON, 1), about={"U1": {"pinned": True}})
    act(game, "activate-squad V1", "assault-on U1", "roll-dice 3")
    assert happened(game, MeleeFought)
    free = skirmish({"V1": row(20, 20, 2), "U1": row(40, 20, 2)}, (4, 4, 4))
    act(free, "activate-squad V1", "assault-on U1", "roll-dice 3")
    assert asked(free) == ("AoP", "Charge.offer_fire")


@rule("D3.3d")
def test_dice_of_the_defence_are_two_or_more():
    game = under_fire()
    assert refused(game, "roll-dice 1").key == "so-many-dice"
    assert may(game, "meet-them")


# ---------------------------------------------------------------- melee


def melee(attackers: int, defenders: int, *dice: int, **fields: Any) -> Skirmish:
    squads = {"V1": row(20, 20, attackers), "U1": row(38, 20, defenders), "V2": row(5, 90, 4), "U2": row(190, 40, 4)}
    return assault(squads, 4, 4, 4, *dice, **fields)


def pairs(game: Skirmish) -> list[tuple[str, str]]:
    return [(event.man, event.enemy) for event in happened(game, MeleeFought)]


@rule("D3.3.1a")
def test_pairs_are_made_by_the_shortest_distance_and_the_surplus_supports():
    game = melee(7, 5, *(WON + (1,)) * 5)
    assert asked(game) == ("ANV", "Melee.assist")
    assert len(offered(game, "assist")) == 5
    act(game, f"assist {offered(game, 'assist')[0]}")
    assert len(offered(game, "assist")) == 4  # an even distribution
    assert refused(game, "assist V1-7").key == "others-have-less-support"
    act(game, f"assist {offered(game, 'assist')[0]}")
    assert len(pairs(game)) == 5
    assert [one for one, _ in pairs(game)] == ["V1-1", "V1-2", "V1-3", "V1-4", "V1-5"]
    assert sorted(event.successes for event in happened(game, MeleeFought)) == [3, 3, 3, 4, 4]


@rule("D3.3.1a", "D3.2g")
def test_the_surplus_first_deals_with_enemies_lying_down():
    down = {"U1-2": {"wounds": "light", "down": True}}
    game = melee(2, 2, *WON, 1, men=down)
    assert [(event.man, event.result) for event in happened(game, ManHit)] == [("U1-2", "dead"), ("U1-1", "dead")]
    assert len(pairs(game)) == 1


@rule("D3.3.1a", "D3.2g")
def test_of_enemies_lying_down_the_nearest_is_dealt_with_and_comrades_are_left():
    down = {f"U1-{n}": {"wounds": "light", "down": True} for n in (2, 3)}
    game = melee(2, 3, *WON, 1, men=down)
    assert [event.man for event in happened(game, ManHit)] == ["U1-2", "U1-1"]
    game = melee(1, 3, *LOST, 1, men={"U1-3": {"wounds": "light", "down": True}})
    assert [event.man for event in happened(game, ManHit)] == ["V1-1"]  # U1-2 has nobody to fight, and supports
    assert [event.against for event in happened(game, MeleeFought)] == [4]
    assert man(game, "U1-3").down


@rule("D3.2g", "D-R17")
def test_who_is_knocked_down_in_his_own_activation_does_not_rise_at_its_end():
    game = melee(3, 3, *WON, 1, *WON, 1, *LOST, 6)
    while asked(game)[1] != "Initiative.choose":
        act(game, str(game.actions(game.actors[0])[0]))
    assert man(game, "V1-3").down


@rule("D3.3.1a")
def test_severely_wounded_men_are_not_paired():
    game = melee(1, 2, *WON, 1, men={"U1-2": {"wounds": "severe"}})
    assert pairs(game) == [("V1-1", "U1-1")]
    assert man(game, "U1-2").captor == "ANV"


@rule("D3.3.1b")
def test_dice_by_level_and_a_success_for_support_a_tie_has_no_result():
    squads = {"V2": row(20, 20, 2), "U1": [(38, 20)], "V1": row(5, 90, 4), "U2": row(190, 40, 4)}
    game = skirmish(squads, (4, 4, 4, 4, 2, 2, 1, 4, 5, 1, *WON[:3], 4, *WON[3:], 1))
    act(game, "activate-squad V2", "assault-on U1", "roll-dice 3", "meet-them")
    first = happened(game, MeleeFought)[0]
    assert (first.successes, first.against) == (2, 2)
    assert len(happened(game, MeleeFought)) == 2  # equal casualties: another round


@rule("D3.3.1c", "D3.2e")
@pytest.mark.parametrize(
    ("face", "result", "red"), [(1, "dead", 1), (3, "dead", 1), (4, "severe", 1), (5, "severe", 1), (6, "light", 0)]
)
def test_the_table_of_melee_casualties(face: int, result: str, red: int):
    game = melee(3, 3, *WON, 1, *WON, 1, *LOST, face)
    hit = happened(game, ManHit)[-1]  # of the winners, who keep their wounded
    assert (hit.man, hit.result) == ("V1-3", result)
    assert game.state.red["ANV"] == red
    state = {"dead": ("dead", 0, False), "severe": ("", 2, False), "light": ("", 1, True)}[result]
    assert (man(game, hit.man).box, man(game, hit.man).wounds, man(game, hit.man).down) == state


@rule("D3.3.1a", "D3.3.1d", "D3.3.1e")
def test_a_unit_in_which_nobody_can_fight_has_lost():
    squads = {"V1": row(20, 20, 2), "U1": row(38, 20, 2), "V2": row(5, 90, 4), "U2": row(190, 40, 4)}
    game = assault(squads, 4, 4, 4, men={f"U1-{n}": {"wounds": "severe"} for n in (1, 2)})
    assert happened(game, MeleeEnded) == [MeleeEnded("ANV", 0, 0)]
    assert not happened(game, MeleeFought)
    assert {man(game, f"U1-{n}").captor for n in (1, 2)} == {"ANV"}


@rule("D3.3.1d", "D-R11")
def test_who_lost_more_flees_thirty_centimetres_and_the_winner_stays():
    game = melee(5, 4, *(WON + (1,)) * 1, *(3, 3, 3, 3, 3, 3) * 3)
    if asked(game)[1] == "Melee.assist":
        act(game, f"assist {offered(game, 'assist')[-1]}")
    assert [event.winner for event in happened(game, MeleeEnded)] == ["ANV"]
    act(game, "promote U1-2")
    assert [event.squad for event in happened(game, SquadFled)] == ["U1"]
    left = game.company("U1")
    assert len(left) == 3
    for one in left:
        assert min(squared(one.at, foe.at) for foe in game.company("V1")) > game.rules.numbers.contact
    assert distance(man(game, "U1-2").at, (3800, 2200)) == pytest.approx(3000, abs=10)
    assert len(game.unit("V1")) == 5


@rule("D3.3.1d")
def test_beaten_attackers_flee():
    game = melee(4, 4, *LOST, 1, *(3,) * 18)
    assert [event.winner for event in happened(game, MeleeEnded)] == ["AoP"]
    act(game, "promote V1-2")
    assert [event.squad for event in happened(game, SquadFled)] == ["V1"]


@rule("D-R7", "D-R11")
@pytest.mark.parametrize(
    ("dice", "fled", "turned"),
    [((*WON, 1, *(3,) * 12), "U1", "V1"), ((*LOST, 1, *(3,) * 12), "V1", "U1"), ((3,) * 180, "V1", "V1")],
)
def test_the_winner_faces_where_the_loser_fled(dice: tuple[int, ...], fled: str, turned: str):
    """V1 looks east and U1 west until V1 charges to the north; the losers run on to cover there."""
    lines = {squad: [(60, y), (62, y), (64, y)] for squad, y in (("V1", 20), ("U1", 38))}
    game = assault({**lines, **far_off()}, 4, 4, 4, *dice)
    if asked(game)[1] == "NewLeaders.choose":  # the leader of the losers fell
        act(game, f"promote {fled}-2")
    north = (0, 1000)
    assert [event.squad for event in happened(game, SquadFled)] == [fled]
    charged, *after = happened(game, SquadTurned)
    assert charged == SquadTurned("V1", north)
    # without a winner V1 falls back, looking at the enemy
    assert [turn for turn in after if turn.squad == turned] == [SquadTurned(turned, north)]


@rule("D1.1a", "D3.3.1d", "D-R8")
def test_a_leader_who_falls_in_a_melee_is_replaced_before_his_men_flee():
    game = melee(4, 4, *LOST, 1, *(3,) * 18)
    assert asked(game) == ("ANV", "NewLeaders.choose")
    start = man(game, "V1-4").at
    act(game, "promote V1-4")
    (fled,) = happened(game, SquadFled)
    assert fled.start == start  # his way is the squad's


@rule("D3.3.1d", "D3.3c", "D-R8")
def test_men_called_out_who_flee_do_not_take_their_squad_from_its_leader():
    squads = {"V1": [(20, 20)], "V2": [(14, 30), (14, 32), (20, 24), (20, 26)], "U1": row(30, 20, 3)}
    game = skirmish({**squads, **far_off()}, (4, 4, 2, 2, 2, 4, 4, 4, 1, *(2,) * 14))
    act(game, "activate-squad V1", "assault-on U1", "call-out V2-3", "call-out V2-4", "proceed", "roll-dice 2", "meet-them")
    assert [event.squad for event in happened(game, SquadFled)] == ["V2"]
    assert game.state.squads["V2"].leader == "V2-1"
    assert [one.id for one in game.unit("V2")] == ["V2-1", "V2-2"]


@rule("D3.3.1c", "D3.3.1d")
def test_after_ten_equal_rounds_the_attackers_fall_back_ten():
    game = melee(1, 1, *(3,) * 60)
    assert len(happened(game, MeleeFought)) == 10
    assert [event.winner for event in happened(game, MeleeEnded)] == [""]
    assert distance(man(game, "V1-1").at, man(game, "U1-1").at) == pytest.approx(1155, abs=20)


@rule("D3.3.1d", "D3.3.1e")
def test_without_a_loser_nobody_is_taken():
    """Two against one and a wounded man: with the support, one success against one, ten times."""
    game = melee(2, 2, *(3, 3, 3, 4, 3, 3) * 10, men={"U1-2": {"wounds": "severe"}})
    assert happened(game, MeleeEnded) == [MeleeEnded("", 0, 0)]
    assert {man(game, f"U1-{n}").captor for n in (1, 2)} == {""}
    assert [event.squad for event in happened(game, SquadFled)] == ["V1"]


@rule("D3.3.1e")
@pytest.mark.parametrize(("attackers", "surrender"), [(6, True), (5, False)])
def test_three_or_fewer_surrender_to_twice_as_many(attackers: int, surrender: bool):
    # The first pair is won, and those that have support end level.
    supported = (3, 3, 3, 4, 3, 3) if surrender else (3,) * 6
    game = melee(attackers, 4, *WON, 4, *supported, *(3,) * 12)
    for helped in ("V1-1", "V1-2")[: attackers - 4]:
        act(game, f"assist {helped}")
    wounded = [event.man for event in happened(game, ManHit)]
    assert man(game, wounded[0]).captor == "ANV"  # the wounded are taken in any case
    rest = [one for one in game.state.men.values() if one.squad == "U1" and one.id not in wounded and one.box != "out"]
    assert {one.captor for one in rest} == ({"ANV"} if surrender else {""})


@rule("D3.3.1e")
def test_those_left_are_counted_without_the_wounded():
    """Three unhurt and one lightly wounded are left of five."""
    game = melee(6, 5, *WON, 1, *(3,) * 24, men={"U1-5": {"wounds": "light"}})
    act(game, "assist V1-1")
    assert [event.man for event in happened(game, ManHit)] == ["U1-1"]
    assert {one.captor for one in game.men(f"U1-{n}" for n in (2, 3, 4, 5))} == {"ANV"}


@rule("D-R8")
def test_the_nearest_cover_is_a_house_rather_than_a_fence_at_the_same_distance():
    # East of the enemy: the hedge at 165 lies as far as the rocks at 160 are from x = 162.5
    game = skirmish({"U1": [(162.5, 80)], "V1": [(162.5, 60)]}, initiative="AoP")
    found = sorted(shelters(game, "AoP", man(game, "U1-1").at))
    assert found[0].feature == "rocks"
    assert next(shelter.away for shelter in found if shelter.feature == "hedge") == found[0].away


@rule("D-R8")
def test_places_near_the_enemy_or_nearer_to_him_are_no_cover():
    game = skirmish({"U1": [(64, 80)], "V1": [(72, 80)]}, initiative="AoP")
    found = {shelter.feature for shelter in shelters(game, "AoP", man(game, "U1-1").at)}
    assert "fence2" not in found
    assert "wall" not in found
    assert "fence1" in found


@rule("D-R8")
@pytest.mark.parametrize(
    ("leader", "enemies", "places"),
    [
        ((64, 80), [(72, 80)], {"fence1": (59, 80), "orchard": (29, 80)}),  # all else is nearer to the enemy
        ((64, 80), [(72, 80), (49, 80)], {"fence1": (59, 80)}),  # ten centimetres from the second, who bars the way on
        ((64, 80), [(72, 80), (50, 80)], {}),  # nine
        ((64, 80), [(62.5, 80), (30, 80)], {"wall": (81, 80), "wood": (101, 80), "house": (141, 80)}),  # in contact: no bar
        ((137, 80), [(100, 40)], {"house": (141, 80), "rocks": (156, 80), "hedge": (166, 80)}),
        ((150, 20), [(140, 20)], {"hedge": (166, 60), "trench": (171, 60), "trees": (176, 60)}),
        ((64, 80), [(61.5, 95)], {"fence1": (59, 80), "fence2": (71, 80), "wall": (81, 80)}),  # no nearer to the enemy
        ((64, 80), [], {"fence1": (59, 80), "fence2": (71, 80), "wall": (81, 80)}),  # away from the leader himself
    ],
)
def test_where_cover_is_found(leader: Spot, enemies: list[Spot], places: dict[str, Spot]):
    """The nearest three places: a centimetre into an area, or beyond a line away from the enemy."""
    lying = {"V4-1": {"wounds": "light", "down": True}}  # nobody to be covered from
    game = skirmish({"U1": [leader], "V1": enemies, **({} if enemies else {"V4": [(4, 3)]})}, initiative="AoP", men=lying)
    found = sorted(shelters(game, "AoP", man(game, "U1-1").at))[:3]
    assert {shelter.feature: (shelter.place[0] / 100, shelter.place[1] / 100) for shelter in found} == places
    assert [shelter.away for shelter in found] == [round(distance(man(game, "U1-1").at, shelter.place)) for shelter in found]


@rule("D-R8")
@pytest.mark.parametrize(
    ("leader", "nearest"),
    [
        ((4.5, 116.5), ("rail", (450, 11900))),  # behind the nearer of its two parts
        ((3, 115.5), ("orchard", (2100, 10900))),  # beyond the nearer part no base is on the table
        ((197, 113), None),  # nobody is a centimetre deep in the scrub
    ],
)
def test_where_cover_is_found_in_the_corners_of_a_table(leader: Spot, nearest: tuple[str, Spot] | None):
    game = skirmish({"U1": [leader], "V1": [(10, 108)]}, initiative="AoP", scenario=CORNERS)
    found = min(shelters(game, "AoP", man(game, "U1-1").at), default=None)
    assert (found and (found.feature, found.place)) == nearest


@rule("D-R8", "D-R12")
def test_without_cover_a_unit_goes_to_its_own_edge_and_leaves_its_wounded():
    squads = {"U1": row(150, 20, 3), "V1": row(140, 20, 3)}
    hurt = {"U1-3": {"wounds": "severe"}}
    game = skirmish(squads, (1, 1, 1, 5, 1), initiative="AoP", men=hurt)
    act(game, "activate-squad U1", "stand-fast", "roll-dice 3")
    assert where(game, "U1-1") == (180, 20)
    assert where(game, "U1-3") == (150, 24)
    # cautious, it would go to cover, but an enemy is near each that there is
    game = skirmish({"U1": [(64, 80)], "V1": [(72, 80), (50, 80)], "U2": row(190, 90, 4)}, (1, 1, 1, 2), initiative="AoP")
    act(game, "activate-squad U1", "stand-fast", "roll-dice 3")
    assert where(game, "U1-1") == (84, 80)


@rule("D-R8")
def test_who_would_leave_the_table_has_run_away():
    game = skirmish({"U1": row(180, 20, 3), "V1": row(140, 20, 3), "U2": row(190, 90, 4)}, (1, 1, 1, 5, 1), initiative="AoP")
    act(game, "activate-squad U1", "stand-fast", "roll-dice 3")
    assert {one.box for one in game.men(["U1-1", "U1-2", "U1-3"])} == {"fled"}
    assert [event.man for event in happened(game, ManFled)] == ["U1-1", "U1-2", "U1-3"]
    assert not happened(game, SquadFled)


@rule("D-R8")
def test_who_stays_on_the_table_is_led_by_one_who_does():
    """The leader lies wounded; the man next to him, whose way is the squad's, runs off the table."""
    squads = {"U1": [(171, 22), (171, 20), (169, 20), (167, 20)], "V1": row(140, 20, 3), "U2": row(190, 90, 4)}
    down = {"U1-1": {"wounds": "light", "down": True}}
    game = skirmish(squads, (1, 1, 1, 5, 1), initiative="AoP", men=down)
    act(game, "activate-squad U1", "stand-fast", "roll-dice 3")
    assert [event.man for event in happened(game, ManFled)] == ["U1-2"]
    assert (where(game, "U1-3"), game.state.squads["U1"].leader) == ((199, 20), "U1-3")
