"""Chapter 12.6 and steps 6 and 8 of a close combat: spending, gaining and losing momentum."""

import pytest
from msgspec.structs import replace

import grognard
from grognard.core.events import Rolled
from grognard.core.features import Rerolls, feature_of
from grognard.core.games import Options
from grognard.core.procedures import Roll
from grognard.core.scenarios import Scenario
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.components import Components
from grognard.games.revolution.series.events import CombatResolved, MomentumChanged
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
    field,
    last_roll,
    momentum_of,
    tactics,
    where,
)

ADVANCED: Options = {"game": "advanced"}
BASIC: Options = {"game": "basic"}


def fight(
    attack: str,
    defence: str,
    dice: list[int],
    momentum: tuple[int, int] = (0, 0),
    options: Options = ADVANCED,
) -> Battle:
    """The British in 1010 attack the Americans in 1011; both chits give 0 and the die is rolled."""
    game = field(
        [Unit(attack, "1010"), Unit("1-0-4", "0303", id="home")],
        [Unit(defence, "1011"), Unit("1-0-4", "0318", id="away")],
        phase="close combat",
        momentum=momentum,
        dice=dice,
        options=options,
    )
    tactics(game)
    return game


def finish(game: Battle) -> None:
    """Carry the combat out: no more rerolls, and the first choice in retreats and advances."""
    while asked(game) != "move":
        act(game, choices(game)[0])


def totals(game: Battle) -> list[int]:
    return [event.total for event in game.events(None) if isinstance(event, CombatResolved)]


# ---------------------------------------------------------------- step 6


@rule("S12.23-6a")
@pytest.mark.parametrize(
    ("held", "first", "second"),
    [((2, 1), AMERICAN, BRITISH), ((1, 2), BRITISH, AMERICAN), ((1, 1), AMERICAN, BRITISH), ((2, 2), AMERICAN, BRITISH)],
)
def test_the_side_with_fewer_chits_is_asked_first(held: tuple[int, int], first: str, second: str) -> None:
    game = fight("3-0-4", "3-0-4", [7], momentum=held)
    assert asked(game) == "spend-momentum"
    assert game.actors == (first,)
    act(game, "accept")
    assert asked(game) == "spend-momentum"
    assert game.actors == (second,)
    act(game, "accept")
    assert asked(game) == "retreat"
    assert momentum_of(game) == held


@rule("S12.23-6a")
def test_who_has_no_chit_is_not_asked() -> None:
    game = fight("3-0-4", "3-0-4", [7], momentum=(2, 0))
    assert game.actors == (BRITISH,)
    act(game, "accept")
    assert asked(game) == "retreat"
    game = fight("3-0-4", "3-0-4", [7])
    assert asked(game) == "retreat"


@rule("S12.23-6a")
def test_the_basic_game_has_no_rerolls() -> None:
    game = fight("3-0-4", "3-0-4", [7], momentum=(2, 1), options=BASIC)
    assert asked(game) == "retreat"


@rule("S12.23-6a", "S12.62a")
def test_a_chit_returned_buys_a_reroll_that_replaces_the_roll() -> None:
    game = fight("3-0-4", "3-0-4", [0, 7], momentum=(1, 0))  # 0 would be 1/-
    act(game, "reroll")
    assert totals(game) == [0, 7]
    assert momentum_of(game) == (0, 0)
    assert asked(game) == "retreat"  # -/R, and only that
    finish(game)
    assert where(game, "b1") == "1011"


@rule("S12.23-6b")
def test_the_count_is_taken_afresh_at_each_visit() -> None:
    game = fight("3-0-4", "3-0-4", [7, 6, 5, 7], momentum=(2, 1))
    assert game.actors == (AMERICAN,)
    act(game, "accept")
    assert game.actors == (BRITISH,)
    act(game, "reroll")  # now one each
    assert game.actors == (AMERICAN,)
    act(game, "reroll")  # now the attacker alone has one
    assert game.actors == (BRITISH,)
    assert momentum_of(game) == (1, 0)
    act(game, "reroll")
    assert totals(game) == [7, 6, 5, 7]
    assert momentum_of(game) == (0, 0)
    assert asked(game) == "retreat"


@rule("S12.23-6b")
def test_a_reroll_keeps_leads_chits_and_modifiers() -> None:
    game = field(
        [Unit("3-1-4", "1010", id="guards"), Unit("2--1-4", "1010", id="levy")],
        [Unit("3-0-4", "1011"), Unit("1-0-4", "0318")],
        phase="close combat",
        momentum=(1, 0),
        dice=[2, 3],
    )
    announce(game, ("guards", "1011"), ("levy", "1011"))
    act(game, "lead guards")
    tactics(game, attacker="skirmish", defender="attack_echelon")  # +1
    before = last_roll(game, "close-combat")
    act(game, "reroll")
    after = last_roll(game, "close-combat")
    assert (before.pop("die"), before.pop("total")) == (2, 4)
    assert (after.pop("die"), after.pop("total")) == (3, 5)
    assert before == after
    assert after["tactics"] == 1
    assert after["attackers-lead-unit"] == 1


@rule("S12.23-6b")
def test_one_chit_a_visit() -> None:
    game = fight("3-0-4", "3-0-4", [7, 7], momentum=(3, 0))
    assert choices(game) == ["accept", "reroll"]
    roll = Roll("close-combat", lambda game, rolled: None)
    assert feature_of(game.rules, Rerolls).rolls_again(game, roll)
    before = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1011")], phase="close combat")
    assert (asked(before), feature_of(before.rules, Rerolls).rolls_again(before, roll)) == ("choose-tactics", False)
    elsewhere = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1018")])
    assert not feature_of(elsewhere.rules, Rerolls).rolls_again(elsewhere, roll)
    act(game, "reroll")
    assert momentum_of(game) == (2, 0)
    assert choices(game) == ["accept", "reroll"]


# ---------------------------------------------------------------- step 8


@rule("S12.23-8")
@pytest.mark.parametrize(
    ("attack", "defence", "die", "total", "gained"),
    [
        ("3-1-4", "3-0-4", 9, 10, (1, 0)),
        ("3-0-4", "3-0-4", 9, 9, (0, 0)),
        ("3-4-4", "3-0-4", 9, 13, (1, 0)),  # one, not more
        ("3-0-4", "3-1-4", 0, -1, (0, 1)),
        ("3-0-4", "3-0-4", 0, 0, (0, 0)),
        ("3-0-4", "3-5-4", 0, -5, (0, 1)),
        ("1-0-4", "4-0-4", 0, -1, (0, 1)),  # below 1-3: column 1-3 and -1
        ("1-1-4", "4-0-4", 9, 9, (0, 0)),
    ],
)
def test_extreme_dice_give_momentum(attack: str, defence: str, die: int, total: int, gained: tuple[int, int]) -> None:
    game = fight(attack, defence, [die])
    finish(game)
    assert totals(game) == [total]
    assert momentum_of(game) == gained


@rule("S12.23-8", "S12.65")
def test_with_all_chits_in_hand_nothing_is_left_to_gain() -> None:
    game = fight("3-1-4", "3-0-4", [9], momentum=(5, 0))
    act(game, "accept")
    finish(game)
    assert momentum_of(game) == (5, 0)


@rule("S12.23-8")
def test_only_the_last_roll_counts_for_momentum() -> None:
    game = fight("3-1-4", "3-0-4", [9, 6], momentum=(0, 1))
    act(game, "reroll")
    finish(game)
    assert totals(game) == [10, 7]
    assert momentum_of(game) == (0, 0)
    game = fight("3-1-4", "3-0-4", [6, 9], momentum=(0, 1))
    act(game, "reroll")
    finish(game)
    assert totals(game) == [7, 10]
    assert momentum_of(game) == (1, 0)


@rule("S12.23-8")
def test_the_basic_game_gives_no_momentum() -> None:
    game = fight("3-1-4", "3-0-4", [9], options=BASIC)
    finish(game)
    assert momentum_of(game) == (0, 0)


@rule("S12.23-8")
def test_no_combat_and_captures_give_no_momentum_in_this_step() -> None:
    game = field(
        [Unit("3-1-4", "1010"), Unit("1-0-4", "0303")],
        [Unit("1-0-4", "1011", kind="artillery"), Unit("1-0-4", "0318")],
        phase="artillery fire",
    )
    act(game, "hold-fire")  # the gun, alone, is captured without a roll
    assert where(game, "a1") == "captured"
    assert momentum_of(game) == (0, 0)
    game = field(
        [Unit("3-1-4", "1010"), Unit("1-0-4", "0303")],
        [Unit("1-0-4", "1011"), Unit("1-0-4", "0318")],
        phase="close combat",
    )
    tactics(game, attacker="skirmish", defender="withdraw")
    finish(game)
    assert totals(game) == []
    assert momentum_of(game) == (0, 0)


# ---------------------------------------------------------------- the pool


@rule("S12.61")
def test_there_are_five_chits_in_all() -> None:
    game = fight("3-1-4", "3-0-4", [9], momentum=(3, 1))  # the pool holds one
    finish(game)
    assert momentum_of(game) == (4, 1)
    game = fight("3-1-4", "3-0-4", [9], momentum=(4, 1))  # and now none: S12.65
    finish(game)
    assert momentum_of(game) == (4, 0)


@rule("S12.61")
def test_a_position_holds_no_more_than_five_chits() -> None:
    with pytest.raises(grognard.PositionError, match="five momentum chits"):
        field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")], momentum=(3, 3))
    with pytest.raises(grognard.PositionError, match="five momentum chits"):
        field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")], momentum=(-1, 3))
    field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")], momentum=(3, 2))


@rule("S12.61")
def test_the_tracks_show_five_chits_and_as_many_boxes_of_army_morale_as_the_battle_needs() -> None:
    rules = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")]).rules
    found = {name: (scale.least, scale.most) for name, scale in rules.scales().items()}
    assert found == {"army_morale": (0, 20), "momentum": (0, 5)}
    rules.components.scenario = replace(rules.components.scenario, army_morale={"british": 23, "american": 18})
    assert rules.scales()["army_morale"].most == 23
    basic = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")], options={"game": "basic"}).rules
    assert set(basic.scales()) == {"army_morale"}


@rule("S12.61")
def test_one_side_starts_with_one_and_four_can_still_be_gained() -> None:
    british, american = [], [Unit("1-0-4", "0318", id="away")]
    for column in (2, 5, 8, 11, 14):
        british.append(Unit("3-1-4", f"{column:02}10"))
        american.append(Unit("1-0-4", f"{column:02}11"))
    # 3-1 with 10: -/DC; every attack wins one chit as long as there are any
    game = field(british, american, phase="close combat", momentum=(0, 1), dice=[9, 9, 9, 9, 9])
    held = [momentum_of(game)]
    while asked(game) != "move":
        if asked(game) == "choose-tactics":
            tactics(game)
        else:
            act(game, choices(game)[0])
        if held[-1] != momentum_of(game):
            held.append(momentum_of(game))
    assert held == [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (4, 0)]


@rule("S12.62a")
def test_a_spent_chit_returns_to_the_pool_and_can_be_gained_again() -> None:
    game = fight("3-1-4", "3-0-4", [5, 9], momentum=(3, 2))
    assert game.actors == (AMERICAN,)
    act(game, "accept", "reroll")  # the pool holds one now
    assert momentum_of(game) == (2, 2)
    finish(game)
    assert momentum_of(game) == (3, 2)


@rule("S12.62a")
def test_a_chit_spent_on_initiative_returns_to_the_pool() -> None:
    british = [Unit("3-1-4", "1010"), Unit("1-0-4", "0303")]
    american = [Unit("3-0-4", "1011"), Unit("1-0-4", "0318")]
    game = field(british, american, phase="initiative", momentum=(3, 2), dice=[9, 0, 9])
    act(game, "commit 1", "commit 0", "end-movement")
    tactics(game)
    finish(game)
    assert momentum_of(game) == (3, 2)  # spent one, gained one with a 10: the pool was not empty


@rule("S12.65")
def test_with_an_empty_pool_the_opponent_returns_a_chit_instead() -> None:
    game = fight("3-1-4", "3-0-4", [9], momentum=(3, 2))
    finish(game)
    assert momentum_of(game) == (3, 1)
    game = fight("3-0-4", "3-1-4", [0], momentum=(3, 2))
    finish(game)
    assert momentum_of(game) == (2, 2)


@rule("S12.65")
def test_with_an_empty_pool_and_an_opponent_without_chits_nothing_happens() -> None:
    game = fight("3-1-4", "3-0-4", [9], momentum=(5, 0))
    finish(game)
    assert momentum_of(game) == (5, 0)


# ---------------------------------------------------------------- elite troops and commanders


def cornered(unit: Unit, die: int, momentum: tuple[int, int], options: Options = ADVANCED) -> Battle:
    """A unit in the corner 0101, attacked at 1-1 from 0201, has no retreat: R captures it."""
    unit.hex, unit.id = "0101", "elite"
    game = field(
        [Unit("4-0-4", "0201"), Unit("1-0-4", "0310")],
        [unit, Unit("1-0-4", "0318")],
        phase="close combat",
        momentum=momentum,
        dice=[die],
        options=options,
    )
    tactics(game)
    finish(game)
    assert last_roll(game, "close-combat")["total"] == 7  # -/R
    assert where(game, "elite") == "captured"
    return game


@rule("S12.64")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2, 0), (3, 0)),  # the owner has none: the opponent takes one from the pool
        ((2, 1), (2, 0)),  # the owner returns his
        ((3, 2), (3, 1)),
        ((5, 0), (5, 0)),  # the pool is empty: nothing happens
    ],
)
def test_a_full_unit_of_morale_two_captured_costs_momentum(before: tuple[int, int], after: tuple[int, int]) -> None:
    assert momentum_of(cornered(Unit("4-2-4"), 8, before)) == after
    assert momentum_of(cornered(Unit("4-2-4", reduced="2-1-4"), 8, before)) == after


@rule("S12.64")
def test_a_printed_morale_above_two_counts_and_one_below_does_not() -> None:
    assert momentum_of(cornered(Unit("4-3-4"), 9, (2, 0))) == (3, 0)
    assert momentum_of(cornered(Unit("4-1-4"), 7, (2, 1))) == (2, 1)


@rule("S12.64")
def test_a_reduced_unit_or_the_basic_game_costs_no_momentum() -> None:
    assert momentum_of(cornered(Unit("5-3-4", reduced="4-2-4", step=2), 8, (2, 1))) == (2, 1)
    assert momentum_of(cornered(Unit("4-2-4"), 8, (2, 1), BASIC)) == (2, 1)


@rule("S12.64")
def test_an_eliminated_unit_costs_no_momentum() -> None:
    game = fight("5-2-4", "3-2-4", [9], momentum=(2, 1))  # 3-2: -/1
    finish(game)
    assert where(game, "a1") == "eliminated"
    assert momentum_of(game) == (2, 1)


@rule("S12.64")
def test_any_way_of_being_captured_counts() -> None:
    british = [Unit("4-0-4", "1010"), Unit("1-0-4", "0310")]
    american = [Unit("1-2-4", "1011", kind="artillery"), Unit("1-0-4", "0318")]
    game = field(british, american, phase="artillery fire", momentum=(0, 1))
    act(game, "hold-fire")  # guns alone are captured in step 1
    assert where(game, "a1") == "captured"
    assert momentum_of(game) == (0, 0)
    british = [Unit("4-0-4", "1010", states=("shattered",)), Unit("4-2-4", "1210", states=("shattered",))]
    american = [Unit("4-0-4", "1211"), Unit("1-0-4", "0318")]
    game = field(british, american, phase="rally", momentum=(1, 0))
    act(game, "end-rally")  # left shattered next to the enemy at the end of the close combat phase
    assert where(game, "b2") == "captured"
    assert momentum_of(game) == (0, 0)


@rule("S12.65b")
@pytest.mark.parametrize(
    ("chits", "before", "after"),
    [
        (1, (1, 1), (1, 0)),  # Greene
        (1, (1, 3), (1, 2)),
        (1, (1, 0), (2, 0)),  # no chit: the opponent takes one from the pool
        (1, (5, 0), (5, 0)),  # if there is one
        (2, (1, 3), (1, 1)),  # Cornwallis
        (2, (1, 2), (1, 0)),
        (2, (1, 1), (1, 0)),  # what he has
        (2, (1, 0), (2, 0)),
        (0, (1, 1), (1, 1)),  # a lesser leader
    ],
)
def test_certain_commanders_cost_momentum(chits: int, before: tuple[int, int], after: tuple[int, int]) -> None:
    american: list[Unit | Leader] = [Leader("1-2-6", "1012", id="greene", momentum=chits, loss=(-2, 1)), Unit("3-0-4", "0318")]
    game = field([Unit("3-0-4", "1010"), Unit("1-0-4", "0310")], american, momentum=before)
    act(game, "move b1", "go 1012")
    assert where(game, "greene") == "captured"
    assert (momentum_of(game), army_morale(game)) == (after, (15, 12))


class Forgotten(SeriesRules):
    """A battle whose tables name no leader."""

    def __init__(self, scenario: Scenario, options: Options, components: Components) -> None:
        components.leader_losses.clear()
        super().__init__(scenario, options, components)


@rule("S12.65b")
def test_a_leader_whom_the_tables_do_not_name_costs_nothing() -> None:
    american: list[Unit | Leader] = [Leader("1-2-6", "1012", id="aide", momentum=1, loss=(-2, 1)), Unit("3-0-4", "0318")]
    for rules, after in ((SeriesRules, ((15, 12), (1, 0))), (Forgotten, ((14, 14), (1, 1)))):
        game = field([Unit("3-0-4", "1010")], american, momentum=(1, 1), rules=rules)
        act(game, "move b1", "go 1012")
        assert (where(game, "aide"), (army_morale(game), momentum_of(game))) == ("captured", after)


@rule("S12.65b")
def test_a_commander_killed_in_combat_costs_the_same_and_the_basic_game_nothing() -> None:
    for options, left in ((ADVANCED, (0, 0)), (BASIC, (0, 1))):
        american: list[Unit | Leader] = [
            Unit("1-0-4", "1011", reduced="1-0-4"),
            Leader("0-0-6", "1011", id="greene", momentum=1),
            Unit("1-0-4", "0318"),
        ]
        game = field(
            [Unit("4-0-4", "1010"), Unit("1-0-4", "0310")],
            american,
            phase="close combat",
            momentum=(0, 1),
            dice=[8],  # 4-1: -/1*
            options=options,
        )
        tactics(game)
        finish(game)
        assert where(game, "greene") == "eliminated"
        assert momentum_of(game) == left
        changes = [event.change for event in game.events(None) if isinstance(event, MomentumChanged)]
        assert changes == ([-1] if options == ADVANCED else [])
        assert len([event for event in game.events(None) if isinstance(event, Rolled)]) == 1
