"""Chapter 10: rifle fire."""

from __future__ import annotations

from typing import cast

import pytest

from grognard.core.events import Rolled
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import ArmyMoraleChanged, FireOrdered, FireResolved, Retreated
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
    piece,
    refusal,
    where,
)

USED = ("fired",)


def rifles(values: str, hex: str, id: str = "", states: tuple[str, ...] = (), reduced: str = "") -> Unit:
    """Line riflemen."""
    return Unit(values, hex, id, flags=("rifle",), states=states, reduced=reduced)


def militia_rifles(values: str, hex: str, id: str = "", states: tuple[str, ...] = ()) -> Unit:
    return Unit(values, hex, id, kind="militia", flags=("rifle",), states=states)


def jaegers(values: str, hex: str, states: tuple[str, ...] = USED) -> Unit:
    return Unit(values, hex, "jaegers", kind="light_infantry", flags=("rifle", "jaeger"), states=states)


def firer(game: Battle) -> tuple[str, str]:
    """Who is asked for orders, and for which unit."""
    seat = game.actors[0]
    decision = game.decision(seat)
    assert decision is not None
    assert decision.prompt == "rifle-target"
    return seat, str(decision.args["piece"])


def fires(game: Battle) -> list[tuple[tuple[str, ...], str]]:
    return [(event.firers, event.target) for event in game.events(None) if isinstance(event, FireOrdered)]


def results(game: Battle) -> dict[str, str]:
    return {event.target: event.result for event in game.events(None) if isinstance(event, FireResolved)}


def rolls(game: Battle) -> list[str]:
    """The purposes of all rolls, in order."""
    return [event.purpose for event in game.events(None) if isinstance(event, Rolled)]


# ---------------------------------------------------------------- 10.1, 10.2: orders


@rule("S10.1a")
@pytest.mark.parametrize(
    ("british", "american", "fired"),
    [
        ("hold-fire", "hold-fire", []),
        ("target a1", "hold-fire", [(("b1",), "a1")]),
        ("hold-fire", "target b1", [(("a1",), "b1")]),
        ("target a1", "target b1", [(("b1",), "a1"), (("a1",), "b1")]),
    ],
)
def test_either_both_or_neither_side_may_fire(british: str, american: str, fired: list[tuple[tuple[str, ...], str]]) -> None:
    game = field([rifles("1-0-4", "1010")], [rifles("1-0-4", "1011")], phase="rifle fire", dice=[0] * len(fired))
    act(game, british, american)
    assert fires(game) == fired
    assert rolls(game) == ["rifle-to-hit"] * len(fired)


@rule("S10.1a")
def test_a_unit_that_fired_may_fire_again_in_the_next_player_turn_but_only_once_in_each() -> None:
    game = field([rifles("1-0-4", "1010")], [rifles("1-0-4", "1011")], phase="rifle fire", dice=[0, 0, 0])
    act(game, "target a1", "target b1")
    assert asked(game) == "announce-attack"  # each has fired once and nobody is asked again
    act(game, "end-announcement", "end-movement")
    assert firer(game) == (AMERICAN, "a1")
    act(game, "target b1")
    assert firer(game) == (BRITISH, "b1")
    act(game, "hold-fire")
    assert fires(game) == [(("b1",), "a1"), (("a1",), "b1"), (("a1",), "b1")]


@rule("S10.1a")
@pytest.mark.parametrize("state", ["disrupted", "shattered"])
def test_only_rifle_units_in_parade_order_fire(state: str) -> None:
    british = [
        rifles("1-0-4", "1010", "broken", states=(state,)),
        Unit("1-0-4", "1010", "line"),
        rifles("1-0-4", "1010", "ready"),
    ]
    game = field(british, [Unit("2-0-4", "1011", "foe")], phase="rifle fire")
    assert firer(game) == (BRITISH, "ready")
    act(game, "hold-fire")
    assert asked(game) != "rifle-target"  # the line unit and the disordered riflemen were never asked
    assert not fires(game)


@rule("S10.2a")
@pytest.mark.parametrize("phasing", [BRITISH, AMERICAN])
def test_the_phasing_player_names_all_his_targets_first(phasing: str) -> None:
    british = [rifles("1-0-4", "1010", "b1"), rifles("1-0-4", "1010", "b2")]
    american = [rifles("1-0-4", "1011", "a1"), rifles("1-0-4", "1011", "a2")]
    game = field(british, american, phase="rifle fire", phasing=phasing, dice=[0] * 4)
    own, other = ("b", "a") if phasing == BRITISH else ("a", "b")
    seen = []
    for target in (f"{other}1", f"{other}2", f"{own}1", f"{own}2"):
        seen.append(firer(game)[1])
        assert not rolls(game)
        act(game, f"target {target}")
    assert seen == [f"{own}1", f"{own}2", f"{other}1", f"{other}2"]
    assert fires(game) == [((f"{s}{n}",), f"{e}{n}") for s, e in ((own, other), (other, own)) for n in (1, 2)]


@rule("S10.2b")
def test_the_firer_picks_a_unit_of_an_adjacent_stack() -> None:
    british: list[Unit | Leader] = [
        Unit("1-0-3", "1011", "gun", kind="artillery"),
        Unit("3-2-4", "1011", "guards"),
        Leader("1-1-6", "1011", "chief"),
    ]
    british += [Unit("2-0-4", "1012", "rear")]
    american = [rifles("1-0-4", "1010", "riflemen", states=USED), Unit("1-0-4", "1010", "friend")]
    game = field(british, american, phase="rifle fire", phasing=AMERICAN, dice=[0])
    assert sorted(choices(game)) == ["hold-fire", "target guards", "target gun"]
    assert refusal(game, "target rear") == ("S10.2b",)  # two hexes away
    assert refusal(game, "target chief") == ("S10.2b",)  # no combat unit
    assert refusal(game, "target friend") == ("S10.2b",)
    act(game, "target gun")
    assert fires(game) == [(("riflemen",), "gun")]


@rule("S10.2c")
@pytest.mark.parametrize(("die", "result"), [(5, "miss"), (6, "AM")])
def test_all_rifles_firing_at_one_unit_make_one_fire_of_their_added_strength(die: int, result: str) -> None:
    american = [militia_rifles("1--1-4", "1010", "m1", USED), militia_rifles("1--1-4", "0911", "m2", USED)]
    dice = [die] if result == "miss" else [die, 0]
    game = field([Unit("3-2-4", "1011", "guards")], american, phase="rifle fire", phasing=AMERICAN, dice=dice)
    act(game, "target guards", "target guards")
    assert fires(game) == [(("m1", "m2"), "guards")]
    assert results(game) == {"guards": result}


@rule("S10.2c")
def test_rifles_firing_at_different_units_make_separate_fires() -> None:
    american = [militia_rifles("1--1-4", "1010", "m1", USED), militia_rifles("1--1-4", "0911", "m2", USED)]
    british = [Unit("3-2-4", "1011", "guards"), Unit("2-0-4", "1011", "line")]
    game = field(british, american, phase="rifle fire", phasing=AMERICAN, dice=[6, 7, 0])
    act(game, "target guards", "target line")
    assert results(game) == {"guards": "miss", "line": "AM"}  # 1 SP needs 7


# ---------------------------------------------------------------- 10.3: rolls


@rule("S10.3a")
@pytest.mark.parametrize(("die", "hit"), [(7, False), (8, True)])
def test_fire_modifiers_add_up(die: int, hit: bool) -> None:
    lights = Unit("2-0-5", "1011", "lights", kind="light_infantry")
    shooters = [rifles("2-0-4", "1010", states=USED)]
    dice = [die, 0] if hit else [die]
    game = field([lights], shooters, phase="rifle fire", phasing=AMERICAN, terrain={"1011": "forest"}, dice=dice)
    act(game, "target lights")
    modifiers = {"target-light-infantry": -1, "target-in-woods": -1}
    assert last_roll(game, "rifle-to-hit") == {**modifiers, "die": die, "total": die - 2}
    assert results(game) == {"lights": "AM" if hit else "miss"}


@rule("S10.3c")
@pytest.mark.parametrize(("target", "die", "result"), [("gun", 4, "D"), ("line", 4, "R"), ("gun", 3, "R"), ("line", 3, "AM")])
def test_the_damage_roll_has_no_modifiers_and_a_column_for_guns(target: str, die: int, result: str) -> None:
    british = [Unit("1-0-3", "1011", "gun", kind="artillery"), Unit("2-0-4", "1011", "line")]
    # fresh riflemen (+1 to hit) at a gun (+1 to hit): neither helps the damage die
    game = field(british, [rifles("1-0-4", "1010")], phase="rifle fire", phasing=AMERICAN, dice=[7, die])
    act(game, f"target {target}")
    assert last_roll(game, "rifle-damage") == {"die": die, "total": die}
    assert results(game) == {target: result}


@rule("S10.3d", "S13.0", "S13.1-R-fire")
def test_the_other_units_of_the_stack_neither_check_nor_move() -> None:
    british = [
        Unit("2-0-4", "1011", "target"),
        Unit("1--2-4", "1011", "shaky"),
        Unit("1--2-4", "1011", "gun", kind="artillery"),
    ]
    game = field(british, [rifles("1-0-4", "1010")], phase="rifle fire", phasing=AMERICAN, dice=[9, 5])
    act(game, "target target", "retreat 1012")
    assert [where(game, id) for id in ("target", "shaky", "gun")] == ["1012", "1011", "1011"]
    assert rolls(game) == ["rifle-to-hit", "rifle-damage"]
    assert army_morale(game) == (14, 14)


@rule("S10.3d", "S13.1-L-fire")
@pytest.mark.parametrize("lost", ["senior", "junior"])
def test_an_asterisk_takes_one_leader_of_the_targets_hex_whom_his_owner_chooses(lost: str) -> None:
    british: list[Unit | Leader] = [Unit("3-1-4", "1011", "target", reduced="1-1-4"), Unit("1--2-4", "1011", "other")]
    british += [Leader("1-1-6", "1011", "senior", rank=2), Leader("0-1-6", "1011", "junior"), Leader("0-1-6", "1012", "rear")]
    game = field(british, [rifles("1-0-4", "1010")], phase="rifle fire", phasing=AMERICAN, dice=[9, 9])
    act(game, "target target")
    assert game.actors == (BRITISH,)
    assert sorted(choices(game)) == ["give junior", "give senior"]  # the leader in the next hex is safe
    act(game, f"give {lost}")
    spared = {"senior": "junior", "junior": "senior"}[lost]
    assert (where(game, lost), where(game, spared), where(game, "rear")) == ("eliminated", "1011", "1012")
    assert (where(game, "target"), piece(game, "target").step) == ("1011", 1)
    assert (where(game, "other"), order_of(game, "other"), piece(game, "other").step) == ("1011", "parade", 0)
    assert rolls(game) == ["rifle-to-hit", "rifle-damage"]


def odds(game: Battle, *orders: str) -> dict[str, float]:
    """The exact chance in percent of each result, by all the ways the dice can fall."""
    found: dict[str, float] = {}
    for chance, played in every_outcome(game, lambda copy: act(cast("Battle", copy), *orders)):
        (result,) = results(cast("Battle", played)).values()
        found[result] = found.get(result, 0) + chance
    return {result: round(100 * chance, 6) for result, chance in found.items()}


@rule("S10.3a", "S10.3c")
def test_the_odds_of_a_rifle_fire() -> None:
    british = [Unit("1-0-3", "1011", "gun", kind="artillery"), Unit("2-0-4", "1011", "line"), Unit("1-0-4", "0101", "idle")]
    game = field(british, [rifles("1-0-4", "1010", states=USED)], phase="rifle fire", phasing=AMERICAN)
    assert odds(game, "target line") == {"miss": 70, "AM": 12, "R": 9, "D": 6, "1*": 3}  # 7 or more
    assert odds(game, "target gun") == {"miss": 60, "R": 16, "D": 12, "1": 8, "1*": 4}  # 6 or more


# ---------------------------------------------------------------- 10.4: all fire is simultaneous


@rule("S10.4a")
def test_two_units_that_hit_each_other_are_both_eliminated() -> None:
    british = [rifles("1-0-4", "1010"), Unit("1-0-4", "0101", "idle")]
    american = [rifles("1-0-4", "1011"), Unit("1-0-4", "2020", "spare")]
    game = field(british, american, phase="rifle fire", dice=[9, 9, 9, 9])
    act(game, "target a1", "target b1")
    assert (where(game, "b1"), where(game, "a1")) == ("eliminated", "eliminated")


@rule("S10.4a")
@pytest.mark.parametrize(("die", "result"), [(5, "miss"), (6, "AM")])
def test_a_unit_that_will_lose_a_step_still_fires_with_its_full_strength(die: int, result: str) -> None:
    british = [rifles("1-0-4", "1010", states=USED)]
    american = [rifles("2-0-4", "1011", states=USED, reduced="1-0-4")]
    dice = [9, 9, die] if result == "miss" else [9, 9, die, 0]
    game = field(british, american, phase="rifle fire", dice=dice)
    act(game, "target a1", "target b1")
    assert piece(game, "a1").step == 1
    assert results(game) == {"a1": "1*", "b1": result}  # 2 SP need 6; the 1 SP of the reduced side would need 7


@rule("S10.4b")
def test_the_non_phasing_unit_retreats_first_and_then_bars_the_other() -> None:
    homes: dict[str, tuple[str, ...]] = {BRITISH: ("south",), AMERICAN: ("north",)}
    game = field([rifles("1-0-4", "1010")], [rifles("1-0-4", "1011")], phase="rifle fire", homes=homes, dice=[9, 5, 9, 5])
    act(game, "target a1", "target b1")
    assert (game.actors, asked(game)) == ((AMERICAN,), "retreat")
    assert labels(game) == ["0912", "1012", "1112"]
    assert refusal(game, "retreat 1010") == ("S13.22a",)  # the British unit still stands there
    assert refusal(game, "retreat 1111") == ("S13.22b",)  # and has its ZOC
    act(game, "retreat 1112")
    assert where(game, "b1") == "0911"  # the only hex towards home: 1011 and 1111 lie in the ZOC of the other's new hex
    assert [event.piece for event in game.events(None) if isinstance(event, Retreated)] == ["a1", "b1"]


@rule("S10.4b")
def test_each_owner_orders_his_own_retreats_the_non_phasing_side_first() -> None:
    british = [rifles("1-0-4", "1010", f"b{n}") for n in (1, 2)]
    american = [rifles("1-0-4", "1011", f"a{n}") for n in (1, 2)]
    game = field(british, american, phase="rifle fire", dice=[9, 5] * 4)
    act(game, "target a1", "target a2", "target b1", "target b2")
    assert (game.actors, choices(game)) == ((AMERICAN,), ["take a1", "take a2"])
    act(game, "take a2", "retreat 1012", "retreat 0912")
    assert (where(game, "a2"), where(game, "a1")) == ("1012", "0912")
    assert (game.actors, choices(game)) == ((BRITISH,), ["take b1", "take b2"])


@rule("S10.4b")
def test_step_losses_of_both_sides_come_before_any_retreat() -> None:
    homes: dict[str, tuple[str, ...]] = {BRITISH: ("south",), AMERICAN: ("north",)}
    british = [rifles("1-0-4", "1010"), Unit("1-0-4", "0101", "idle")]
    american = [Unit("2-0-4", "1011", "target"), rifles("1-0-4", "1011", "shooter")]
    game = field(british, american, phase="rifle fire", homes=homes, dice=[9, 5, 9, 9])
    act(game, "target target", "target b1")
    assert where(game, "b1") == "eliminated"
    assert where(game, "target") == "1010"  # the eliminated unit bars neither its hex nor its ZOC


@rule("S10.4b")
def test_a_shattered_unit_that_suffers_d_is_gone_before_any_retreat() -> None:
    homes: dict[str, tuple[str, ...]] = {BRITISH: ("south",), AMERICAN: ("north",)}
    british = [rifles("1-0-4", "1012"), Unit("1-0-4", "1010", "wreck", states=("shattered",))]
    american = [rifles("1-0-4", "1011", "a1")]
    game = field(british, american, phase="rifle fire", homes=homes, dice=[9, 5, 9, 7])
    act(game, "target a1", "target wreck")
    assert where(game, "wreck") == "eliminated"
    assert where(game, "a1") == "1010"  # the only hex towards home


@rule("S10.4b")
def test_army_morale_moves_after_all_retreats() -> None:
    game = field([rifles("1-0-4", "1010")], [rifles("1-0-4", "1011")], phase="rifle fire", dice=[9, 7, 9, 5])
    act(game, "target a1", "target b1")
    assert results(game) == {"a1": "D", "b1": "R"}
    assert army_morale(game) == (14, 14)
    act(game, "retreat 1014")
    kinds = [type(event) for event in game.events(None) if isinstance(event, Retreated | ArmyMoraleChanged)]
    assert kinds == [Retreated, Retreated, ArmyMoraleChanged]
    assert army_morale(game) == (14, 13)


@rule("S10.4b", "S10.4c")
def test_losses_and_gains_of_the_phase_are_summed_before_the_test() -> None:
    british = [rifles("1-0-4", "1010"), Unit("1-0-4", "1012", "b2")]
    american = [rifles("1-0-4", "1011"), Unit("1-0-4", "0120", "idle")]
    game = field(british, american, phase="rifle fire", morale=(1, 5), dice=[9, 5, 9, 0])
    act(game, "target a1", "target b1")  # a1 cannot retreat and is captured; the British suffer AM
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (1, 4)
    assert game.over is None


@rule("S10.4c")
def test_both_armies_falling_to_nought_together_is_a_draw() -> None:
    game = field([rifles("1-0-4", "1010")], [rifles("1-0-4", "1011")], phase="rifle fire", morale=(1, 1), dice=[9, 0, 9, 0])
    act(game, "target a1", "target b1")
    assert army_morale(game) == (0, 0)
    assert game.over is not None
    assert (game.over.winner, game.over.level) == (None, "draw")


@rule("S10.4c")
def test_of_two_demoralised_armies_the_lower_loses_whatever_was_rolled_first() -> None:
    british = [rifles("1-0-4", "1010", f"b{n}") for n in (1, 2)]
    american = [rifles("1-0-4", "1011", f"a{n}") for n in (1, 2)]
    game = field(british, american, phase="rifle fire", phasing=AMERICAN, morale=(1, 1), dice=[9, 0] * 3)
    act(game, "target b1", "hold-fire", "target a1", "target a2")
    assert army_morale(game) == (0, -1)
    assert game.over is not None
    assert (game.over.winner, game.over.level) == (BRITISH, "substantial")


# ---------------------------------------------------------------- 10.5: first fire


@rule("S10.5a")
@pytest.mark.parametrize(("die", "result"), [(4, "miss"), (5, "R")])
def test_two_fresh_units_get_one_point_for_their_first_fire(die: int, result: str) -> None:
    american = [militia_rifles("1--1-4", "1010", "m1"), militia_rifles("1--1-4", "0911", "m2")]
    dice = [die] if result == "miss" else [die, 4]
    game = field([Unit("3-2-4", "1011", "guards")], american, phase="rifle fire", phasing=AMERICAN, dice=dice)
    act(game, "target guards", "target guards")
    assert last_roll(game, "rifle-to-hit") == {"first-rifle-fire": 1, "die": die, "total": die + 1}
    assert results(game) == {"guards": result}


@rule("S10.5a", "S10.5b")
def test_one_used_partner_spoils_the_bonus_and_the_fresh_one_has_spent_it_too() -> None:
    american = [militia_rifles("1--1-4", "1010", "fresh"), militia_rifles("1--1-4", "0911", "used", USED)]
    game = field([Unit("3-2-4", "1011", "guards")], american, phase="rifle fire", phasing=AMERICAN, dice=[5, 6])
    act(game, "target guards", "target guards")
    assert last_roll(game, "rifle-to-hit") == {"die": 5, "total": 5}
    assert results(game) == {"guards": "miss"}
    act(game, "end-announcement", "end-movement")  # the British player turn
    assert firer(game) == (AMERICAN, "fresh")
    act(game, "target guards", "hold-fire")
    assert last_roll(game, "rifle-to-hit") == {"die": 6, "total": 6}


@rule("S10.5b")
@pytest.mark.parametrize(("first", "bonus"), [("hold-fire", {"first-rifle-fire": 1}), ("target guards", {})])
def test_a_miss_spends_the_bonus_and_holding_fire_keeps_it(first: str, bonus: dict[str, int]) -> None:
    dice = [0] if bonus else [0, 0]
    game = field([Unit("3-2-4", "1011", "guards")], [rifles("1-0-4", "1010")], phase="rifle fire", phasing=AMERICAN, dice=dice)
    act(game, first, "end-announcement", "end-movement", "target guards")
    assert last_roll(game, "rifle-to-hit") == {**bonus, "die": 0, "total": sum(bonus.values())}


# ---------------------------------------------------------------- 10.6: Jaegers


@rule("S10.6a")
@pytest.mark.parametrize(
    ("ground", "occupied", "rolled"),
    [
        ("forest", (), 2),
        ("forest", ("0911",), 2),  # 1111 is still empty
        ("forest", ("0911", "1111"), 1),
        ("open", (), 1),
        ("cultivated", (), 1),
        ("town", (), 2),
    ],
)
def test_jaegers_in_cover_with_an_open_flank_roll_twice(ground: str, occupied: tuple[str, ...], rolled: int) -> None:
    american = [Unit("2-0-4", "1011", "foe"), *(Unit("1-0-4", h) for h in occupied)]
    game = field([jaegers("2-1-5", "1010")], american, phase="rifle fire", terrain={"1010": ground}, dice=[0] * rolled)
    act(game, "target foe")
    assert rolls(game) == ["rifle-to-hit"] * rolled
    assert results(game) == {"foe": "miss"}


@rule("S10.6a")
def test_water_makes_no_open_flank() -> None:
    american = [Unit("2-0-4", "1011", "foe"), Unit("1-0-4", "0911")]
    terrain = {"1010": "forest", "1111": "pond"}
    game = field([jaegers("2-1-5", "1010")], american, phase="rifle fire", terrain=terrain, dice=[0])
    act(game, "target foe")
    assert rolls(game) == ["rifle-to-hit"]


@rule("S10.6a")
def test_other_riflemen_and_the_basic_game_know_no_second_roll() -> None:
    foe = [Unit("2-0-4", "1011", "foe")]
    others = field([rifles("2-1-5", "1010")], foe, phase="rifle fire", terrain={"1010": "forest"}, dice=[0])
    act(others, "target foe")
    assert rolls(others) == ["rifle-to-hit"]
    basic = field(
        [jaegers("2-1-5", "1010")],
        [Unit("2-0-4", "1011", "foe")],
        phase="rifle fire",
        terrain={"1010": "forest"},
        options={"game": "basic"},
        dice=[0],
    )
    act(basic, "target foe")
    assert rolls(basic) == ["rifle-to-hit"]


@rule("S10.6c")
@pytest.mark.parametrize(("first", "second"), [(6, 6), (6, 0), (0, 6)])
def test_at_most_one_jaeger_hit_counts_with_one_damage_roll(first: int, second: int) -> None:
    game = field(
        [jaegers("2-1-5", "1010")],
        [Unit("2-0-4", "1011", "foe")],
        phase="rifle fire",
        terrain={"1010": "forest"},
        dice=[first, second, 2],
    )
    act(game, "target foe")
    assert rolls(game) == ["rifle-to-hit", "rifle-to-hit", "rifle-damage"]
    assert results(game) == {"foe": "AM"}
    assert army_morale(game) == (14, 13)


@rule("S10.6a", "S10.6c")
def test_each_jaeger_unit_with_a_target_of_its_own_rolls_twice() -> None:
    second = Unit("2-1-5", "1010", "second", kind="light_infantry", flags=("rifle", "jaeger"), states=USED)
    american = [Unit("2-0-4", "1011", "foe"), Unit("2-0-4", "1011", "other")]
    dice = [6, 0, 2, 0, 0]
    game = field([jaegers("2-1-5", "1010"), second], american, phase="rifle fire", terrain={"1010": "forest"}, dice=dice)
    act(game, "target foe", "target other")
    assert rolls(game) == ["rifle-to-hit", "rifle-to-hit", "rifle-damage", "rifle-to-hit", "rifle-to-hit"]
    assert results(game) == {"foe": "AM", "other": "miss"}


@rule("S10.6c")
def test_the_odds_of_two_jaeger_rolls() -> None:
    american = [Unit("2-0-4", "1011", "foe"), Unit("1-0-4", "2020", "idle")]
    game = field([jaegers("2-1-5", "1010")], american, phase="rifle fire", terrain={"1010": "forest"})
    assert odds(game, "target foe") == {"miss": 36, "AM": 25.6, "R": 19.2, "D": 12.8, "1*": 6.4}  # 64 of 100 hit


@rule("S10.6c", "S10.5a")
def test_the_first_fire_bonus_applies_to_both_jaeger_rolls() -> None:
    game = field(
        [jaegers("2-1-5", "1010", states=())],
        [Unit("2-0-4", "1011", "foe")],
        phase="rifle fire",
        terrain={"1010": "forest"},
        dice=[4, 5, 2],
    )
    act(game, "target foe")
    assert last_roll(game, "rifle-to-hit") == {"first-rifle-fire": 1, "die": 5, "total": 6}
    assert results(game) == {"foe": "AM"}


@rule("S10.6c")
@pytest.mark.parametrize(("die", "result"), [(3, "miss"), (4, "AM")])
def test_jaegers_firing_together_with_other_riflemen_roll_once(die: int, result: str) -> None:
    british = [jaegers("2-1-5", "1010"), rifles("1-0-4", "1010", "others", USED)]
    dice = [die] if result == "miss" else [die, 0]
    game = field(british, [Unit("2-0-4", "1011", "foe")], phase="rifle fire", terrain={"1010": "forest"}, dice=dice)
    act(game, "target foe", "target foe")
    assert rolls(game)[:2] == ["rifle-to-hit", "rifle-damage"][: len(dice)]
    assert results(game) == {"foe": result}  # 3 SP need 4


@rule("S10.6c")
def test_two_jaeger_units_roll_twice_only_if_both_fulfil_the_conditions() -> None:
    for ground, rolled in (("forest", 2), ("open", 1)):
        second = Unit("1-1-5", "1012", "second", kind="light_infantry", flags=("rifle", "jaeger"), states=USED)
        terrain = {"1010": "forest", "1012": ground}
        foe = [Unit("2-0-4", "1011", "foe")]
        game = field([jaegers("2-1-5", "1010"), second], foe, phase="rifle fire", terrain=terrain, dice=[0] * rolled)
        act(game, "target foe", "target foe")
        assert rolls(game) == ["rifle-to-hit"] * rolled
