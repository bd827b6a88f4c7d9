"""Chapter 7: stacking."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

import grognard
from grognard.core.fights import Fight
from grognard.core.hexes import members
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Moved
from tests.marks import rule
from tests.proving_ground import (
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    choices,
    field,
    labels,
    order_of,
    refusal,
    tactics,
    where,
)

FAR = Unit("1-0-4", "0218", id="far")
"""An American far away, who is asked to move when the British player turn is over."""


def marching(*british: Unit | Leader, **terrain: str) -> Battle:
    """The British movement phase, with b1 on the march."""
    game = field([*british, Unit("1-0-4", "0203", id="reserve")], [FAR], terrain={h.strip("h"): t for h, t in terrain.items()})
    act(game, f"move {british[0].id}")
    return game


def way(game: Battle) -> tuple[str, ...]:
    """The hexes of the last move."""
    return [event for event in game.events(None) if isinstance(event, Moved)][-1].way


# ---------------------------------------------------------------- 7.1  the limits


@rule("S7.1a", "S7.2")
def test_three_strength_points_may_not_join_four_but_two_may() -> None:
    held = Unit("4-0-4", "1010")
    three = marching(Unit("3-0-4", "1009"), held)
    assert {"S7.1a", "S7.2"} <= set(refusal(three, "go 1010"))
    assert "go 1010" not in choices(three)
    two = marching(Unit("2-0-4", "1009"), held)
    act(two, "go 1010", "stop")
    assert where(two, "b1") == "1010"


@pytest.mark.parametrize("kind", ["infantry", "light_infantry", "militia", "dragoons"])
@rule("S7.1a")
def test_foot_and_horse_of_every_kind_count_together(kind: str) -> None:
    stack = [Unit("2-0-4", "1010"), Unit("3-0-4", "1010", kind=kind, flags=("rifle",) if kind == "militia" else ())]
    one = marching(Unit("1-0-4", "1009"), *stack)
    assert "go 1010" in choices(one)
    two = marching(Unit("2-0-8", "1009", kind="dragoons"), *stack)
    assert "S7.1a" in refusal(two, "go 1010")


@rule("S7.1a")
def test_only_friends_count_against_the_limit() -> None:
    british, american = [Unit("6-0-4", "1010"), Unit("6-0-4", "0203")], [Unit("6-0-4", "1012")]
    game = field(british, american)
    act(game, "move b1")
    assert "go 1011" in choices(game)


@rule("S7.1b")
def test_a_gun_may_join_six_points_of_foot_and_a_second_gun_may_not() -> None:
    foot = Unit("6-0-4", "1010")
    first = marching(Unit("3-0-3", "1009", kind="artillery"), foot)
    assert "go 1010" in choices(first)
    second = marching(Unit("1-0-3", "1009", kind="artillery"), foot, Unit("3-0-3", "1010", kind="artillery"))
    assert "S7.1b" in refusal(second, "go 1010")
    assert "S7.1b" not in refusal(marching(Unit("1-0-4", "1009"), foot), "go 1010")  # that is too much foot


@rule("S7.1b")
def test_the_points_of_a_gun_do_not_count_against_the_six() -> None:
    game = marching(Unit("2-0-4", "1009"), Unit("4-0-4", "1010"), Unit("3-0-3", "1010", kind="artillery"))
    assert "go 1010" in choices(game)


@rule("S7.1c")
def test_any_number_of_leaders_stack_with_a_full_hex() -> None:
    full: list[Unit | Leader] = [
        Unit("6-0-4", "1010"),
        Unit("3-0-3", "1010", kind="artillery"),
        Leader("1-1-6", "1010"),
        Leader("1-1-6", "1010"),
    ]
    game = marching(Leader("1-1-6", "1009", id="third"), *full)
    act(game, "go 1010", "stop")
    assert where(game, "third") == "1010"


@rule("S7.1c")
def test_leaders_take_no_room_from_units() -> None:
    leaders = [Leader("1-1-6", "1010") for _ in range(3)]
    game = marching(Unit("2-0-4", "1009"), Unit("4-0-4", "1010"), *leaders)
    act(game, "go 1010", "stop")
    assert where(game, "b1") == "1010"


@rule("S7.1d")
def test_a_disrupted_unit_takes_the_room_of_its_printed_strength() -> None:
    for state in ("disrupted", "shattered"):
        held = Unit("4-0-4", "1010", states=(state,))
        three = marching(Unit("3-0-4", "1009"), held)
        assert "S7.1a" in refusal(three, "go 1010")
        two = marching(Unit("2-0-4", "1009"), held)
        assert "go 1010" in choices(two)


@rule("S7.1d")
def test_a_reduced_unit_takes_the_room_of_its_reduced_side() -> None:
    held = Unit("5-0-4", "1010", reduced="3-0-4", step=2)
    three = marching(Unit("3-0-4", "1009"), held)
    assert "go 1010" in choices(three)
    reduced = marching(Unit("6-0-4", "1009", reduced="3-0-4", step=2), held)
    assert "go 1010" in choices(reduced)
    four = marching(Unit("4-0-4", "1009"), held)
    assert "S7.1a" in refusal(four, "go 1010")


# ---------------------------------------------------------------- 7.2  at every moment


@rule("S7.2")
def test_a_full_hex_is_not_even_passed_through() -> None:
    game = marching(Unit("1-0-4", "1010"), Unit("6-0-4", "1011"))
    act(game, "go 1012")
    assert "1011" not in way(game)
    assert len(way(game)) == 4  # three steps instead of two: round the full hex
    assert asked(game) == "march"


@rule("S7.2")
def test_a_gun_does_not_pass_through_a_hex_with_another_and_others_do() -> None:
    game = marching(Unit("1-0-4", "1010", kind="artillery"), Unit("1-0-4", "1011", kind="artillery"))
    act(game, "go 1012")
    assert len(way(game)) == 4
    game = marching(Unit("1-0-4", "1010"), Unit("1-0-4", "1011", kind="artillery"))
    act(game, "go 1012")
    assert len(way(game)) == 3
    game = marching(Unit("1-0-4", "1010", kind="artillery"), Unit("6-0-4", "1011"))
    act(game, "go 1012")
    assert len(way(game)) == 3


@rule("S7.2")
def test_a_unit_walled_in_by_full_hexes_cannot_move() -> None:
    around = ("1009", "1110", "1111", "1011", "0911", "0910")
    british = [Unit("1-0-4", "1010", id="inside"), *(Unit("6-0-4", h) for h in around)]
    game = field(british, [FAR])
    assert "move inside" not in choices(game)
    assert refusal(game, "move inside")


@rule("S7.2")
def test_a_retreat_may_not_enter_a_full_hex() -> None:
    american = [Unit("2-0-4", "1011"), Unit("5-0-4", "1012"), Unit("4-0-4", "1112"), FAR]
    # 4 to 2 is 2-1 and the die 5 is "-/R"
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[5])
    tactics(game)
    assert "S13.22e" in refusal(game, "retreat 1012")  # 5 and 2 SP
    assert labels(game) == ["0912", "1112"]  # 4 and 2 SP fit


# ---------------------------------------------------------------- 7.3  overstacking


def overstacked(*british: Unit, american: Sequence[Unit] = (FAR,)) -> Battle:
    """The British player turn ends with all these units in one entry hex."""
    return field(list(british), list(american), phase="close combat", state={"entered": [unit.id or "b1" for unit in british]})


@rule("S7.3a")
def test_the_owner_chooses_which_steps_cure_an_overstacked_hex() -> None:
    game = overstacked(Unit("4-0-4", "1010", id="four", reduced="2-0-4"), Unit("3-0-4", "1010", id="three"))
    assert (asked(game), game.actors) == ("cure-overstacking", ("british",))
    assert choices(game) == ["lose-step four", "lose-step three"]
    act(game, "lose-step four")
    assert (game.piece("four").step, where(game, "three")) == (1, "1010")
    assert game.state.phasing == "american"  # 5 SP remain and no more is removed


@rule("S7.3a")
def test_no_step_is_lost_that_could_be_kept() -> None:
    # 10 SP; the loss of the four leaves 6, and with it the one may stay
    game = overstacked(
        Unit("5-0-4", "1010", id="five", reduced="4-0-4"), Unit("4-0-4", "1010", id="four"), Unit("1-0-4", "1010", id="one")
    )
    assert choices(game) == ["lose-step five", "lose-step four"]
    assert "S7.3a" in refusal(game, "lose-step one")


@rule("S7.3a")
def test_the_steps_chosen_must_all_be_needed_together() -> None:
    # once the five has lost a step the four must stay: without the four the full five could have been kept
    game = overstacked(
        Unit("5-0-4", "1010", id="five", reduced="4-0-4"), Unit("4-0-4", "1010", id="four"), Unit("1-0-4", "1010", id="one")
    )
    act(game, "lose-step five")
    assert where(game, "five") == "eliminated"  # its second step is the only cure left
    assert (where(game, "four"), where(game, "one")) == ("1010", "1010")
    assert game.state.phasing == "american"


@rule("S7.3a", "S7.1b")
def test_two_guns_in_a_hex_are_cured_by_the_loss_of_one() -> None:
    guns = [Unit("2-0-3", "1010", id=id, kind="artillery") for id in ("left", "right")]
    game = overstacked(Unit("6-0-4", "1010", id="foot"), *guns)
    assert choices(game) == ["lose-step left", "lose-step right"]
    act(game, "lose-step left")
    assert [where(game, id) for id in ("foot", "left", "right")] == ["1010", "eliminated", "1010"]


def cures(steps: Sequence[Sequence[int]], guns: Sequence[bool]) -> list[tuple[int, ...]]:
    """S7.3a by trying everything: how many steps each unit may lose so that the hex is legal and no step could be kept."""

    def legal(lost: tuple[int, ...]) -> bool:
        left = [(list(unit)[n:], gun) for unit, n, gun in zip(steps, lost, guns, strict=True)]
        return sum(unit[0] for unit, gun in left if unit and not gun) <= 6 and sum(bool(unit) for unit, gun in left if gun) <= 1

    def fewer(lost: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [tuple(n - (i == j) for j, n in enumerate(lost)) for i in range(len(lost)) if lost[i]]

    every = product(*(range(len(unit) + 1) for unit in steps))
    return [lost for lost in every if legal(lost) and not any(legal(less) for less in fewer(lost))]


@rule("S7.3a")
def test_the_steps_offered_are_those_of_some_cure_whatever_the_stack() -> None:
    rng = random.Random(1)
    for _ in range(40):
        guns = [rng.random() < 0.25 for _ in range(rng.randint(2, 6))]
        steps = [sorted(rng.choices(range(1, 7), k=rng.randint(1, 2)), reverse=True) for _ in guns]
        units = [
            Unit(
                f"{full[0]}-0-4",
                "1010",
                f"u{number}",
                "artillery" if gun else "infantry",
                "".join(f"{n}-0-4" for n in full[1:]),
            )
            for number, (full, gun) in enumerate(zip(steps, guns, strict=True))
        ]
        game, lost = overstacked(*units), [0] * len(units)
        while asked(game) == "cure-overstacking":
            lost = [
                game.piece(unit.id).step if game.piece(unit.id).hex else len(s) for unit, s in zip(units, steps, strict=True)
            ]
            possible = [cure for cure in cures(steps, guns) if all(n <= m for n, m in zip(lost, cure, strict=True))]
            wanted = [f"lose-step u{i}" for i, n in enumerate(lost) if any(cure[i] > n for cure in possible)]
            assert choices(game) == wanted
            act(game, rng.choice(wanted))


@rule("S7.3a")
def test_a_whole_army_in_one_hex_is_cured_step_by_step() -> None:
    army = [Unit("3-0-4", "1010", f"u{number}", reduced="2-0-4") for number in range(30)]
    game = overstacked(*army)
    while asked(game) == "cure-overstacking":
        act(game, choices(game)[-1])
    assert [unit.id for unit in army if game.piece(unit.id).hex] == ["u0", "u1"]


@rule("S7.3a")
def test_six_points_a_gun_and_leaders_are_no_overstacking() -> None:
    british: list[Unit | Leader] = [Unit("6-0-4", "1010"), Unit("3-0-3", "1010", kind="artillery"), Leader("1-1-6", "1010")]
    game = field(british, [FAR], phase="close combat", state={"entered": ["b1"]})
    assert game.state.phasing == "american"
    assert where(game, "b1") == where(game, "b2") == "1010"


@rule("S7.3a")
def test_a_position_over_the_limit_is_not_accepted() -> None:
    with pytest.raises(grognard.PositionError, match=r"S7\.1a"):
        field([Unit("4-0-4", "1010"), Unit("3-0-4", "1010")], [FAR])
    with pytest.raises(grognard.PositionError, match=r"S7\.1b"):
        field([Unit("1-0-3", "1010", kind="artillery"), Unit("1-0-3", "1010", kind="artillery")], [FAR])


@rule("S7.3b")
def test_a_step_lost_to_overstacking_scores_but_moves_no_army_morale() -> None:
    game = overstacked(Unit("4-0-4", "1010", id="four", reduced="2-0-4"), Unit("3-0-4", "1010", id="three"))
    act(game, "lose-step four")
    assert game.view(None)["victory_points"] == {"british": 0.0, "american": 0.5}
    assert army_morale(game) == (14, 14)


@rule("S7.3b")
def test_a_unit_eliminated_for_overstacking_scores_as_eliminated() -> None:
    game = overstacked(Unit("4-0-4", "1010", id="four", reduced="2-0-4"), Unit("3-0-4", "1010", id="three"))
    act(game, "lose-step three")
    assert where(game, "three") == "eliminated"
    assert game.view(None)["victory_points"] == {"british": 0.0, "american": 1.0}
    assert army_morale(game) == (14, 14)


# ---------------------------------------------------------------- 7.4  open information


@rule("S7.4")
def test_both_players_and_spectators_see_every_stack() -> None:
    american: list[Unit | Leader] = [
        Unit("4-0-4", "1011", id="held", reduced="2-0-4", step=2),
        Unit("2-0-4", "1011", id="shaken", states=("disrupted",)),
        Leader("1-1-6", "1011", id="chief"),
    ]
    game = field([Unit("4-0-4", "0303"), Unit("4-0-4", "0505")], american)
    seen = {"held": {"hex": "1011", "step": 2}, "shaken": {"hex": "1011", "states": ["disrupted"]}, "chief": "1011"}
    for seat in ("british", "american", None):
        pieces = game.view(seat)["position"]["pieces"]
        assert {id: pieces[id] for id in seen} == seen
        assert set(game.inspect(seat, "zoc", "held")) == {"1010", "1012", "1111", "1112", "0911", "0912"}
    assert order_of(game, "shaken") == "disrupted"


@rule("S7.4")
def test_the_tracks_and_the_victory_points_are_open_to_all() -> None:
    game = field([Unit("2-0-4", id="lost", box="eliminated"), Unit("4-0-4", "0505")], [Unit("4-0-4", "1011")])
    for seat in ("british", "american", None):
        seen = game.rules.standings(game, seat)
        assert seen["army_morale"] == {"british": 14, "american": 14}
        assert seen["victory_points"] == {"british": 0, "american": 1}


@rule("S7.4")
def test_a_forecast_counts_what_has_been_lost_in_the_combat_under_way() -> None:
    """7 to 3 is 2-1; when -/1 has cost the lead the same attack is 7 to 2, 3-1, while its companions check their morale."""
    defenders = [Unit("1-0-4", "1011", id=id) for id in ("lead", "second", "third")]
    game = field([Unit("6-2-4", "1010"), Unit("1-0-4", "1111")], defenders, phase="close combat", dice=[7])
    fight = Fight("close-combat", ("b1", "b2"), ("1011",))
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1", "lead lead")
    assert grognard.forecast(game, fight).column == "2-1"
    tactics(game)
    assert (asked(game), where(game, "lead")) == ("next-companion", "eliminated")
    assert grognard.forecast(game, fight).column == "3-1"


@rule("S7.4")
def test_only_the_chit_chosen_for_a_combat_is_secret_until_revealed() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], phase="close combat", dice=[7])
    act(game, "british: chit skirmish")
    for seat in ("american", None):
        assert "skirmish" not in str(game.view(seat))
        assert "skirmish" not in str(game.events(seat))
        assert "skirmish" not in str(game.record(seat or "american"))
    assert "skirmish" in str(game.view("british"))
    act(game, "american: chit stand_fast")
    assert "skirmish" in str(game.events("american"))


def test_a_copy_keeps_its_own_account_of_where_pieces_stand():
    game = field([Unit("1-0-4", "0505", id="b1")], [FAR])
    group = frozenset({"b1"})
    game.force("british")
    twin = game.copy()
    act(twin, "move b1", "go 0506")
    assert [twin.rules.board.grid.labels[h] for h in members(twin.force("british").where(group))] == ["0506"]
    assert [game.rules.board.grid.labels[h] for h in members(game.force("british").where(group))] == ["0505"]
