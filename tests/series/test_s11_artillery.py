"""Chapter 11: defensive artillery fire, and what a fire result does (13.0, 13.1)."""

from __future__ import annotations

from typing import cast

import pytest

import grognard
from grognard.core.events import Rolled
from grognard.core.fights import Fight
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import FireOrdered, FireResolved, PhaseBegan
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    army_morale,
    asked,
    choices,
    field,
    labels,
    last_roll,
    order_of,
    parse,
    piece,
    refusal,
    where,
)

Pieces = list[Unit | Leader]


def gun(values: str, hex: str, id: str = "", states: tuple[str, ...] = ()) -> Unit:
    return Unit(values, hex, id, kind="artillery", states=states)


def idle() -> Unit:
    """An American far from everything, so that his movement phase is the next question."""
    return Unit("1-0-4", "0120", "idle")


def fires(game: Battle) -> list[tuple[tuple[str, ...], str]]:
    return [(event.firers, event.target) for event in game.events(None) if isinstance(event, FireOrdered)]


def results(game: Battle) -> list[tuple[str, str]]:
    return [(event.target, event.result) for event in game.events(None) if isinstance(event, FireResolved)]


def rolls(game: Battle) -> list[str]:
    """The purposes of all rolls, in order."""
    return [event.purpose for event in game.events(None) if isinstance(event, Rolled)]


def shot(british: Pieces, die: int, target: str = "target", morale: tuple[int, int] = (14, 14)) -> Battle:
    """An American gun of 10 SP in 1013 fires at a unit and hits; `die` is the damage roll."""
    game = field(british, [gun("10-0-3", "1013", "gun"), idle()], phase="artillery fire", morale=morale, dice=[9, die])
    act(game, f"target {target}")
    return game


# ---------------------------------------------------------------- 11.1: who fires


@rule("S11.1a")
@pytest.mark.parametrize(("phasing", "other"), [(BRITISH, AMERICAN), (AMERICAN, BRITISH)])
def test_only_the_guns_of_the_non_phasing_side_fire(phasing: str, other: str) -> None:
    british, american = [gun("2-0-3", "1010", "british-gun")], [gun("2-0-3", "1012", "american-gun")]
    game = field(british, american, phase="artillery fire", phasing=phasing, dice=[0])
    assert (game.actors, asked(game)) == ((other,), "artillery-target")
    assert [event for event in game.events(None) if isinstance(event, PhaseBegan)] == [PhaseBegan("artillery fire", phasing)]
    act(game, f"target {phasing}-gun")
    assert fires(game) == [((f"{other}-gun",), f"{phasing}-gun")]
    assert asked(game) == "move"  # the phasing gun was not asked


@rule("S11.1a")
def test_artillery_fire_is_voluntary() -> None:
    game = field([Unit("2-0-4", "1010")], [gun("2-0-3", "1012")], phase="artillery fire")
    assert "hold-fire" in choices(game)
    act(game, "hold-fire")
    assert not fires(game)
    assert not rolls(game)


@rule("S11.1b")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_a_disordered_gun_does_not_fire(state: str) -> None:
    broken, ready = gun("2-0-3", "1012", "broken", (state,)), gun("2-0-3", "1212", "ready")
    game = field([Unit("2-0-4", "1010", "target")], [broken, ready], phase="artillery fire", dice=[0])
    act(game, "target target")  # nobody asks whether the broken gun joins
    assert fires(game) == [(("ready",), "target")]
    alone = field([Unit("2-0-4", "1010", "target")], [gun("2-0-3", "1012", "broken", (state,)), idle()], phase="artillery fire")
    assert asked(alone) == "move"


@rule("S11.1b")
def test_a_gun_fires_once_in_a_phase() -> None:
    british: Pieces = [Unit("2-0-4", "1010", "one"), Unit("2-0-4", "1110", "two"), Unit("2-0-4", "1209", "three")]
    game = field(british, [gun("2-0-3", "1012", "g1"), gun("2-0-3", "1212", "g2")], phase="artillery fire", dice=[0, 0])
    act(game, "target one", "add-gun g1", "open-fire")
    assert "target two" in choices(game)
    act(game, "target two")  # only g2 is left to fire
    assert fires(game) == [(("g1",), "one"), (("g2",), "two")]
    assert asked(game) == "move"  # no gun is left for the third


# ---------------------------------------------------------------- 11.2: targets


@rule("S11.2a")
def test_artillery_fires_at_three_hexes_and_not_at_four() -> None:
    british = [Unit("2-0-4", "1013", "near"), Unit("2-0-4", "1410", "far"), Unit("2-0-4", "1014", "behind")]
    game = field(british, [gun("2-0-3", "1010")], phase="artillery fire", dice=[0])
    assert choices(game) == ["target near", "hold-fire"]
    assert refusal(game, "target far") == ("S11.2a",)
    assert refusal(game, "target behind") == ("S11.2a",)
    act(game, "target near")
    assert fires(game) == [(("a1",), "near")]
    game = field(british, [gun("2-0-3", "1010")], phase="artillery fire", terrain={"1012": "forest"})
    assert asked(game) != "artillery-target"  # in range and out of sight


@rule("S11.2a", "S11.4-alg")
def test_one_gun_of_several_within_range_and_sight_is_enough() -> None:
    british = [Unit("2-0-4", "1013", "near"), Unit("2-0-4", "1020", "far"), Unit("2-0-4", "0710", "hidden")]
    guns = [gun("2-0-3", "1010"), gun("2-0-3", "1017"), gun("2-0-3", "1510")]
    game = field(british, guns, phase="artillery fire", terrain={"0809": "forest", "0810": "forest", "0910": "forest"})
    assert choices(game) == ["target near", "target far", "hold-fire"]
    for id, why in (("near", None), ("far", None), ("hidden", "no-line-of-sight")):
        reason = game.why_not(AMERICAN, parse(game, f"target {id}"))
        assert (reason and reason.key) == why
    game = field([Unit("2-0-4", "1004"), Unit("2-0-4", "1509")], guns, phase="artillery fire")
    reason = game.why_not(AMERICAN, parse(game, "target b1"))
    assert reason is not None
    assert (reason.key, reason.args) == ("out-of-range", {"range": 6}), "from the nearest gun"


@rule("S11.2a")
def test_the_target_is_a_combat_unit_that_the_firer_picks_in_its_stack() -> None:
    british: Pieces = [Unit("2-0-4", "1012", "one"), Unit("1-0-4", "1012", "two"), Leader("1-1-6", "1012", "chief")]
    game = field(british, [gun("2-0-3", "1010"), Unit("1-0-4", "1010", "friend")], phase="artillery fire", dice=[0])
    assert choices(game) == ["target one", "target two", "hold-fire"]
    assert refusal(game, "target chief") == ("S11.2a",)
    assert refusal(game, "target friend") == ("S11.2a",)
    act(game, "target two")
    assert fires(game) == [(("a1",), "two")]


@rule("S11.2c")
@pytest.mark.parametrize(("die", "result"), [(6, "miss"), (7, "R")])
def test_guns_firing_together_add_their_strength_and_use_the_range_of_the_farthest(die: int, result: str) -> None:
    american: Pieces = [gun("1-0-3", "1011", "close"), gun("2-0-3", "1310", "distant"), idle()]
    dice = [die] if result == "miss" else [die, 0]
    game = field([Unit("2-0-4", "1010", "target")], american, phase="artillery fire", dice=dice)
    act(game, "target target", "add-gun close", "add-gun distant")
    assert fires(game) == [(("close", "distant"), "target")]
    assert results(game) == [("target", result)]  # 3 SP in the 2-3 hex column need 7


@rule("S11.2c", "S-T-fire")
@pytest.mark.parametrize(("guns", "column"), [(("close",), 0), (("close", "distant"), 1)])
def test_the_forecast_points_at_the_column_of_the_farthest(guns: tuple[str, ...], column: int) -> None:
    american: Pieces = [gun("1-0-3", "1011", "close"), gun("2-0-3", "1310", "distant"), idle()]
    game = field([Unit("2-0-4", "1010", "target")], american, phase="artillery fire")
    assert grognard.forecast(game, Fight("artillery-fire", guns, ("target",))).lines[0].column == column


@rule("S11.2c")
def test_each_gun_must_by_itself_be_in_range_and_see_the_target() -> None:
    american: Pieces = [gun("1-0-3", "1012", "seeing"), gun("1-0-3", "1310", "willing")]
    american += [gun("1-0-3", "0808", "blind"), gun("1-0-3", "1014", "distant")]
    game = field(
        [Unit("2-0-4", "1010", "target")],
        american,
        phase="artillery fire",
        terrain={"0909": "forest", "0908": "forest"},
        dice=[0],
    )
    act(game, "target target")
    assert sorted(choices(game)) == ["add-gun seeing", "add-gun willing"]
    assert refusal(game, "open-fire") == ("S11.2c",)
    assert refusal(game, "add-gun blind") == ("S11.2c",)
    assert refusal(game, "add-gun distant") == ("S11.2c",)
    act(game, "add-gun seeing")
    assert sorted(choices(game)) == ["add-gun willing", "open-fire"]
    assert refusal(game, "add-gun seeing") == ("S11.2c",)  # it fires already


@rule("S11.2d")
def test_a_unit_is_fired_at_once_but_another_of_its_stack_may_be_fired_at_separately() -> None:
    british = [Unit("2-0-4", "1010", "one"), Unit("1-0-4", "1010", "two")]
    game = field(british, [gun("1-0-3", "1012", "g1"), gun("1-0-3", "1212", "g2")], phase="artillery fire", dice=[0, 0])
    act(game, "target one", "add-gun g1", "open-fire")
    assert choices(game) == ["target two", "hold-fire"]
    assert refusal(game, "target one") == ("S11.2d",)
    act(game, "target two")
    assert fires(game) == [(("g1",), "one"), (("g2",), "two")]


@rule("S11.2e")
def test_each_result_is_applied_before_the_next_fire() -> None:
    british = [Unit("2-0-4", "1011", "screen"), Unit("2-0-4", "1012", "screened")]
    american = [gun("2-0-3", "1010", "g1"), gun("2-0-3", "1110", "g2")]
    game = field(british, american, phase="artillery fire", dice=[8, 0, 0])
    assert refusal(game, "target screened") == ("S11.4-alg",)
    act(game, "target screen", "add-gun g2", "open-fire", "retreat 0912")
    act(game, "target screened")
    assert fires(game) == [(("g2",), "screen"), (("g1",), "screened")]
    assert rolls(game) == ["artillery-to-hit", "artillery-damage", "artillery-to-hit"]


@rule("S11.2e")
def test_army_morale_moves_after_each_artillery_fire() -> None:
    british = [Unit("2-0-4", "1010", "one"), Unit("1-0-4", "1010", "two")]
    american = [gun("2-0-3", "1012", "g1"), gun("2-0-3", "1212", "g2")]
    game = field(british, american, phase="artillery fire", dice=[9, 8])
    act(game, "target one", "add-gun g1", "open-fire")
    assert asked(game) == "artillery-target"
    assert army_morale(game) == (13, 15)


# ---------------------------------------------------------------- 11.3: rolls


@rule("S11.3a")
@pytest.mark.parametrize(("die", "result"), [(6, "miss"), (7, "R")])
def test_dragoons_in_the_open_are_easier_to_hit(die: int, result: str) -> None:
    dragoons = Unit("2-0-8", "1010", "dragoons", kind="dragoons")
    dice = [die] if result == "miss" else [die, 0]
    game = field([dragoons], [gun("2-0-3", "1012")], phase="artillery fire", dice=dice)
    act(game, "target dragoons")
    assert last_roll(game, "artillery-to-hit") == {"target-artillery-or-dragoons": 1, "die": die, "total": die + 1}
    assert results(game) == [("dragoons", result)]


@rule("S11.3a")
def test_guns_know_no_first_fire_bonus_and_light_infantry_in_woods_counts_twice() -> None:
    lights = Unit("2-0-5", "1010", "lights", kind="light_infantry")
    game = field([lights], [gun("2-0-3", "1012")], phase="artillery fire", terrain={"1010": "light_forest"}, dice=[9])
    act(game, "target lights")
    assert last_roll(game, "artillery-to-hit") == {"target-light-infantry": -1, "target-in-woods": -1, "die": 9, "total": 7}
    assert results(game) == [("lights", "miss")]


@rule("S11.3c")
@pytest.mark.parametrize(("die", "result"), [(3, "R"), (4, "D"), (5, "D"), (6, "D"), (7, "1"), (8, "1"), (9, "1*")])
@pytest.mark.parametrize("kind", ["artillery", "dragoons", "infantry"])
def test_artillery_damage_is_unmodified_and_the_same_against_guns(kind: str, die: int, result: str) -> None:
    game = shot([Unit("2-0-3", "1010", "target", kind=kind), Unit("1-0-4", "1008", "rear")], die)
    assert last_roll(game, "artillery-damage") == {"die": die, "total": die}
    assert results(game) == [("target", result)]


@rule("S11.3a", "S11.3c")
def test_the_odds_of_an_artillery_fire() -> None:
    british = [Unit("2-0-4", "1010", "target"), Unit("1-0-4", "0101", "rear")]
    game = field(british, [gun("2-0-3", "1012")], phase="artillery fire")
    found: dict[str, float] = {}
    for chance, played in every_outcome(game, lambda copy: act(cast("Battle", copy), "target target")):
        result = results(cast("Battle", played))[0][1]
        found[result] = round(found.get(result, 0) + 100 * chance, 6)
    assert found == {"miss": 80, "R": 8, "D": 6, "1": 4, "1*": 2}  # 8 or more


@rule("S11.3d", "S13.0")
def test_a_step_and_a_leader_are_lost_and_the_other_unit_does_nothing() -> None:
    british: Pieces = [Unit("3-1-4", "1010", "target", reduced="1-1-4"), Unit("1--2-4", "1010", "other")]
    british += [Leader("1-1-6", "1010", "chief", loss=(-2, 1))]
    game = shot(british, 9)
    assert (where(game, "target"), piece(game, "target").step) == ("1010", 1)
    assert where(game, "chief") == "eliminated"
    assert (where(game, "other"), order_of(game, "other"), piece(game, "other").step) == ("1010", "parade", 0)
    assert rolls(game) == ["artillery-to-hit", "artillery-damage"]
    assert army_morale(game) == (11, 16)  # "1" is -1/+1, the leader -2/+1


# ---------------------------------------------------------------- 13.0, 13.1: fire results


@rule("S13.0", "S13.1-D-fire")
def test_the_other_two_units_of_the_hex_neither_check_nor_move() -> None:
    british: Pieces = [Unit("2-0-4", "1010", "target"), Unit("1--2-4", "1010", "shaky"), gun("1--2-3", "1010", "cannon")]
    game = shot(british, 5)
    act(game, "retreat 1007")
    assert [where(game, id) for id in ("target", "shaky", "cannon")] == ["1007", "1010", "1010"]
    assert [order_of(game, id) for id in ("target", "shaky", "cannon")] == ["disrupted", "parade", "parade"]
    assert rolls(game) == ["artillery-to-hit", "artillery-damage"]


@rule("S13.1-AM")
def test_am_costs_one_point_and_harms_nobody() -> None:
    british = [Unit("2-0-4", "1010", "target", reduced="1-0-4")]
    riflemen = [Unit("1-0-4", "1011", "riflemen", flags=("rifle",))]
    game = field(british, riflemen, phase="rifle fire", phasing=AMERICAN, morale=(12, 12), dice=[9, 2])
    act(game, "target target")
    assert results(game) == [("target", "AM")]
    assert army_morale(game) == (11, 12)
    assert (where(game, "target"), order_of(game, "target"), piece(game, "target").step) == ("1010", "parade", 0)


@rule("S13.1-AM")
def test_no_roll_for_damage_by_artillery_is_am() -> None:
    found = {results(shot([Unit("2-0-4", "1010", "target"), Unit("1-0-4", "1008", "rear")], die))[0][1] for die in range(10)}
    assert found == {"R", "D", "1", "1*"}


@rule("S13.1-R-fire")
def test_only_the_target_leaves_its_hex_on_r_and_army_morale_stays() -> None:
    british = [Unit("2-0-4", "1010", "target"), Unit("1--2-4", "1010", "broken", states=("disrupted",))]
    game = shot([*british, Unit("1--2-4", "1010", "ruin", states=("shattered",))], 0)
    assert where(game, "target") == "1009"  # the one hex towards home
    assert [where(game, id) for id in ("broken", "ruin")] == ["1010", "1010"]
    assert order_of(game, "target") == "parade"
    assert rolls(game) == ["artillery-to-hit", "artillery-damage"]
    assert army_morale(game) == (14, 14)


@rule("S13.1-R-fire")
def test_a_target_that_cannot_retreat_is_captured() -> None:
    american: Pieces = [gun("10-0-3", "1013", "gun"), Unit("1-0-4", "1009"), Unit("1-0-4", "0911"), Unit("1-0-4", "1111")]
    british = [Unit("2-0-4", "1010", "target"), Unit("1-0-4", "0101", "rear")]
    game = field(british, american, phase="artillery fire", dice=[9, 0])
    act(game, "target target")
    assert where(game, "target") == "captured"
    assert army_morale(game) == (13, 15)


@rule("S13.1-D-fire", "S13.1-1-fire", "S13.1-R-fire")
def test_only_d_disrupts() -> None:
    game = shot([Unit("2-0-4", "1010", "target", reduced="1-0-4"), Unit("1-0-4", "1015", "home")], 7)  # 7: a step
    assert (where(game, "target"), order_of(game, "target")) == ("1010", "parade")
    assert asked(game) != "retreat"


@rule("S13.1-D-fire")
def test_d_by_fire_drives_a_regiment_three_hexes_and_disrupts_it() -> None:
    game = shot([Unit("4-0-4", "1010", "target", reduced="2-0-4")], 4)
    assert asked(game) == "retreat"
    grid = game.rules.board.grid
    assert {grid.distance(grid.by_label["1010"], grid.by_label[label]) for label in labels(game)} == {3}
    assert refusal(game, "retreat 1009") == ("S13.24a",)
    act(game, "retreat 1108")
    assert (where(game, "target"), order_of(game, "target"), piece(game, "target").step) == ("1108", "disrupted", 0)
    assert army_morale(game) == (13, 14)


@rule("S13.1-D-fire")
def test_d_by_fire_shatters_a_disrupted_unit_and_ends_a_shattered_one() -> None:
    disrupted = shot([Unit("4-0-4", "1010", "target", states=("disrupted",))], 4)
    act(disrupted, "retreat 1007")
    assert (where(disrupted, "target"), order_of(disrupted, "target")) == ("1007", "shattered")
    assert army_morale(disrupted) == (13, 14)
    shattered = shot(
        [Unit("4-0-4", "1010", "target", reduced="2-0-4", states=("shattered",)), Unit("1-0-4", "0101", "rear")], 4
    )
    assert where(shattered, "target") == "eliminated"
    assert army_morale(shattered) == (13, 14)


@rule("S13.1-D-fire", "S10.4b")
@pytest.mark.parametrize(("state", "end"), [("disrupted", "shattered"), ("shattered", "eliminated")])
def test_d_by_rifles_makes_disorder_worse(state: str, end: str) -> None:
    british = [Unit("4-0-4", "1010", "target", states=(state,)), Unit("1-0-4", "0101", "rear")]
    riflemen = [Unit("1-0-4", "1011", "riflemen", flags=("rifle",))]
    game = field(british, riflemen, phase="rifle fire", phasing=AMERICAN, dice=[9, 7])
    act(game, "target target")
    if end == "shattered":
        act(game, "retreat 1007")
        assert order_of(game, "target") == end
    else:
        assert where(game, "target") == end
    assert army_morale(game) == (13, 14)


@rule("S13.1-1-fire")
@pytest.mark.parametrize(
    ("target", "place", "step"),
    [
        (Unit("4-0-4", "1010", "target", reduced="2-0-4"), "1010", 1),
        (Unit("4-0-4", "1010", "target", reduced="2-0-4", step=2), "eliminated", 1),
        (Unit("4-0-4", "1010", "target"), "eliminated", 0),
    ],
)
def test_one_step_is_lost_by_fire_and_nobody_checks(target: Unit, place: str, step: int) -> None:
    game = shot([target, Unit("1--2-4", "1010", "shaky"), Leader("1-1-6", "1010", "chief")], 8)
    assert (where(game, "target"), piece(game, "target").step) == (place, step)
    assert (where(game, "shaky"), where(game, "chief")) == ("1010", "1010")  # without an asterisk the leader is safe
    assert rolls(game) == ["artillery-to-hit", "artillery-damage"]
    assert army_morale(game) == (13, 15)


@rule("S13.1-L-fire")
@pytest.mark.parametrize("lost", ["senior", "junior"])
def test_the_owner_gives_up_either_of_two_leaders(lost: str) -> None:
    british: Pieces = [Unit("4-0-4", "1010", "target", reduced="2-0-4"), Leader("1-1-6", "1010", "senior", rank=2)]
    british += [Leader("0-1-6", "1010", "junior"), Leader("0-1-6", "1009", "rear")]
    game = shot(british, 9)
    assert piece(game, "target").step == 1
    assert game.actors == (BRITISH,)
    assert sorted(choices(game)) == ["give junior", "give senior"]
    assert "S13.1-L-fire" in refusal(game, "give rear")
    act(game, f"give {lost}")
    assert [id for id in ("senior", "junior", "rear") if where(game, id) == "eliminated"] == [lost]


@rule("S13.1-L-fire")
def test_an_asterisk_is_ignored_where_no_leader_stands() -> None:
    game = shot([Unit("4-0-4", "1010", "target", reduced="2-0-4"), Leader("1-1-6", "1009", "chief", loss=(-2, 1))], 9)
    assert where(game, "chief") == "1009"
    assert army_morale(game) == (13, 15)


@rule("S13.1-L-fire")
def test_the_leader_is_lost_even_if_the_target_is_eliminated() -> None:
    game = shot([Unit("4-0-4", "1010", "target"), Leader("1-1-6", "1010", "chief"), Unit("1-0-4", "0101", "rear")], 9)
    assert (where(game, "target"), where(game, "chief")) == ("eliminated", "eliminated")


# ---------------------------------------------------------------- the tables


@rule("S-T-fire", "S11.3a", "E-T-hit", "G-T-fire-hit")
@pytest.mark.parametrize("place", ["1011", "1012", "1013"])
@pytest.mark.parametrize(
    ("strength", "adjacent", "distant"),
    [(1, 7, 9), (2, 6, 8), (3, 4, 7), (5, 4, 7), (6, 2, 6), (9, 2, 6), (10, 1, 5), (12, 1, 5)],
)
def test_the_number_an_artillery_fire_needs(strength: int, adjacent: int, distant: int, place: str) -> None:
    number = adjacent if place == "1011" else distant
    for die, dice in ((number - 1, [number - 1]), (number, [number, 0])):
        british = [Unit("2-0-4", "1010", "target")]
        american: Pieces = [gun(f"{strength}-0-3", place, "gun"), Unit("1-0-4", place, "escort"), idle()]
        game = field(british, american, phase="artillery fire", dice=dice)
        act(game, "target target")
        assert results(game) == [("target", "R" if die == number else "miss")]


@rule("S-T-fire", "S10.3a")
@pytest.mark.parametrize(
    ("strengths", "number"),
    [((1,), 7), ((2,), 6), ((3,), 4), ((5,), 4), ((6,), 2), ((5, 4), 2), ((5, 5), 1), ((6, 6), 1)],
)
def test_the_number_a_rifle_fire_needs(strengths: tuple[int, ...], number: int) -> None:
    for die, dice in ((number - 1, [number - 1]), (number, [number, 0])):
        places = ("1011", "0911")
        riflemen = [
            Unit(f"{strength}-0-4", place, flags=("rifle",), states=("fired",))
            for strength, place in zip(strengths, places, strict=False)
        ]
        british = [Unit("2-0-4", "1010", "target")]
        game = field(british, riflemen, phase="rifle fire", phasing=AMERICAN, dice=dice)
        act(game, *["target target"] * len(strengths))
        assert results(game) == [("target", "AM" if die == number else "miss")]


@rule("S-T-fire")
@pytest.mark.parametrize(
    ("kind", "terrain", "states", "modifiers"),
    [
        ("infantry", "open", (), {}),
        ("militia", "cultivated", (), {}),
        ("light_infantry", "open", (), {"target-light-infantry": -1}),
        ("infantry", "forest", (), {"target-in-woods": -1}),
        ("infantry", "orchard", (), {"target-in-woods": -1}),
        ("infantry", "courthouse", (), {"target-terrain": -1}),
        ("infantry", "forest", ("shattered",), {}),
        ("infantry", "forest", ("disrupted",), {"target-in-woods": -1}),
        ("light_infantry", "light_forest", (), {"target-light-infantry": -1, "target-in-woods": -1}),
        ("artillery", "open", (), {"target-artillery-or-dragoons": 1}),
        ("dragoons", "forest", (), {"target-artillery-or-dragoons": 1, "target-in-woods": -1}),
    ],
)
def test_the_fire_modifiers_of_a_target(kind: str, terrain: str, states: tuple[str, ...], modifiers: dict[str, int]) -> None:
    british = [Unit("2-0-4", "1010", "target", kind=kind, states=states)]
    game = field(british, [gun("2-0-3", "1012"), idle()], phase="artillery fire", terrain={"1010": terrain}, dice=[0])
    act(game, "target target")
    assert last_roll(game, "artillery-to-hit") == {**modifiers, "die": 0, "total": sum(modifiers.values())}


@rule("S-T-fire", "S10.3c")
@pytest.mark.parametrize(
    ("kind", "column"),
    [
        ("infantry", "AM AM AM AM R R R D D 1*"),
        ("dragoons", "AM AM AM AM R R R D D 1*"),
        ("artillery", "R R R R D D D 1 1 1*"),
    ],
)
def test_the_damage_of_rifle_fire(kind: str, column: str) -> None:
    for die, result in enumerate(column.split()):
        british = [Unit("2-0-4", "1010", "target", kind=kind), Unit("1-0-4", "0101", "rear")]
        riflemen = [Unit("1-0-4", "1011", "riflemen", flags=("rifle",))]
        game = field(british, riflemen, phase="rifle fire", phasing=AMERICAN, dice=[9, die])
        act(game, "target target")
        assert results(game) == [("target", result)]


@rule("S-T-fire", "S11.3c")
def test_the_damage_of_artillery_fire() -> None:
    found = [results(shot([Unit("2-0-4", "1010", "target"), Unit("1-0-4", "1008")], die))[0][1] for die in range(10)]
    assert " ".join(found) == "R R R R D D D 1 1 1*"
