"""D3.0: red dice, disasters, heroism, and the order of one activation."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

import grognard
from grognard.core.plane import squared
from grognard.games.chancellorsville.red_dice.actions import RollDice
from grognard.games.chancellorsville.red_dice.events import (
    AssaultFellShort,
    AssaultLaunched,
    DisasterSuffered,
    Fiasco,
    HeroismShown,
    HeroismWasted,
    LineOfFireLost,
    ManFled,
    ManRecovered,
    ManRouted,
    MeleeFought,
    RedDiceChanged,
    SquadActivated,
    SquadSplit,
    SuccessesCounted,
    UnitFired,
)
from grognard.games.chancellorsville.red_dice.state import Skirmish
from tests.marks import rule
from tests.red_dice.table import act, asked, far_off, happened, man, may, offered, refused, row, skirmish, where


def stand(dice: tuple[int, ...], red: int = 0, number: int = 5, roll: int = 2, **fields: Any) -> Skirmish:
    """A squad stands fast with so many white dice."""
    game = skirmish({"V1": row(40, 20, number), **far_off()}, dice, red={"ANV": red}, **fields)
    act(game, "activate-squad V1", "stand-fast", f"roll-dice {roll}")
    return game


def fled(game: Skirmish) -> list[str]:
    return [event.man for event in happened(game, ManFled)]


# ---------------------------------------------------------------- red dice


@rule("D3.0a")
def test_a_new_action_is_a_new_activation():
    game = skirmish({"V1": row(40, 20, 5), "U1": row(80, 20, 5)}, (4, 2, 2, 3))
    act(game, "activate-squad V1", "walk-to 50,20", "roll-dice 2", "face 0")
    assert asked(game) == ("ANV", "Initiative.choose")
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 2")
    assert [event.deed for event in happened(game, SquadActivated)] == ["move", "fire"]


@rule("D3.0b")
def test_all_red_dice_are_added_and_are_full_members():
    game = stand((2, 3, 2, 2, 4, 1, 3), red=3, roll=4)
    assert [(event.dice, event.red) for event in happened(game, SquadActivated)] == [(4, 3)]
    assert asked(game) == ("ANV", "Runaways.choose")  # the red one
    act(game, "flee V1-5")
    assert [(event.successes, event.ones) for event in happened(game, SuccessesCounted)] == [(1, 1)]
    game = stand((1, 3, 1, 3, 3), red=3)
    act(game, "flee V1-5")
    assert happened(game, Fiasco)  # a white one and a red one


@rule("D3.0e")
@pytest.mark.parametrize(("number", "after", "told"), [(2, 5, [(2, 5)]), (-2, 1, [(-2, 1)]), (-4, 0, [(-3, 0)]), (0, 3, [])])
def test_a_pool_grows_and_shrinks_but_not_below_nought(number: int, after: int, told: list[tuple[int, int]]):
    game = skirmish({"V1": row(40, 20, 5), **far_off()}, red={"ANV": 3, "AoP": 1})
    game.add_red("ANV", number)
    assert game.state.red == {"ANV": after, "AoP": 1}
    assert [(event.change, event.pool) for event in happened(game, RedDiceChanged)] == told


@rule("D3.0b", "D3.0e")
def test_pools_are_per_player():
    game = skirmish({"V1": row(40, 20, 5), "U1": row(120, 20, 5)}, (2, 3, 4, 3, 3, *(3,) * 7), red={"ANV": 2, "AoP": 5})
    act(game, "activate-squad V1", "stand-fast", "roll-dice 3", "face 0", "decline")
    act(game, "activate-squad U1", "stand-fast", "roll-dice 2")
    assert [(event.side, event.dice + event.red) for event in happened(game, SquadActivated)] == [("ANV", 5), ("AoP", 7)]


@rule("D3.0c1")
def test_each_red_one_or_two_sends_a_man_running_even_after_a_fiasco():
    game = stand((1, 1, 2, 2), red=2)
    assert offered(game, "flee") == ["V1-5", "V1-4", "V1-3", "V1-2"]  # the farthest from the leader first
    act(game, "flee V1-2", "flee V1-5")
    assert fled(game) == ["V1-2", "V1-5"]
    assert happened(game, Fiasco)
    assert man(game, "V1-2").box == "fled"


@rule("D3.0c1")
def test_the_leader_runs_last_and_the_severely_wounded_not_at_all():
    game = stand((3, 3, 2, 2), red=2, number=4, men={"V1-3": {"wounds": "severe"}})
    assert refused(game, "flee V1-1").key == "the-leader-runs-last"
    assert refused(game, "flee V1-3").key == "too-badly-hurt-to-run"
    assert refused(game, "flee V2-1").key == "not-in-cohesion"
    act(game, "flee V1-2")
    assert fled(game) == ["V1-2", "V1-4"]
    game = stand((4, 4, 1, 2), red=2, number=2)
    assert fled(game) == ["V1-2", "V1-1"]  # nobody is left to act
    assert not happened(game, SuccessesCounted)


@rule("D3.0c1")
def test_the_healthy_run_before_the_wounded_and_strays_do_not():
    spots = [(40, 20), (40, 22), (40, 24), (60, 40)]
    game = skirmish({"V1": spots, **far_off()}, (3, 3, 2), red={"ANV": 1}, men={"V1-3": {"wounds": "light"}})
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2")
    assert offered(game, "flee") == ["V1-2", "V1-3"]


@rule("D3.0c2")
def test_a_red_four_is_a_success_and_nothing_else():
    game = stand((2, 3, 4, 3), red=2)
    assert [event.successes for event in happened(game, SuccessesCounted)] == [1]
    assert (fled(game), game.state.red["ANV"], happened(game, HeroismShown)) == ([], 2, [])


@rule("D3.0c3")
def test_each_red_five_may_remove_a_red_die_even_if_the_activation_fails():
    game = stand((2, 3, 5, 5, 1, 3), red=4)
    act(game, "flee V1-5")
    assert asked(game) == ("ANV", "Calming.choose")
    assert offered(game, "shed-dice") == ["2", "1", "0"]
    assert refused(game, "shed-dice 3").key == "so-many-red-dice"
    assert refused(game, "decline").key == "not-offered"
    kept = game.copy()
    act(kept, "shed-dice 0")
    assert kept.state.red["ANV"] == 4
    act(game, "shed-dice 2")
    assert game.state.red["ANV"] == 2
    assert refused(stand((2, 3, 5, 5, 4, 3), red=4), "shed-dice -1").key == "so-many-red-dice"
    game = stand((1, 1, 5), red=1)
    act(game, "shed-dice 1")
    assert game.state.red["ANV"] == 0
    game = stand((2, 5, 3, 4), red=2)
    assert asked(game)[1] != "Calming.choose", "a white five removes nothing"


@rule("D3.0c4")
def test_red_sixes_give_one_heroic_roll():
    game = stand((2, 3, 6, 6, 2), red=2)
    act(game, "face 0")
    assert [event.result for event in happened(game, HeroismShown)] == ["Heartened"]


@rule("D3.0c4", "D3.0c3", "D-R17")
def test_a_red_six_counts_as_a_red_five_does_even_if_the_activation_fails():
    game = stand((1, 1, 6, 2), red=1)
    act(game, "shed-dice 1")
    assert [event.result for event in happened(game, HeroismShown)] == ["Heartened"]
    assert (game.state.red["ANV"], asked(game)) == (0, ("AoP", "Initiative.choose"))
    game = stand((1, 1, 6, 1), red=1)  # the squad did not move, but a hero takes it forward
    assert asked(game) == ("ANV", "HeroicTable.free_move")
    act(game, "walk-to 60,20", "face 0")
    assert (where(game, "V1-1"), asked(game)) == ((60, 20), ("AoP", "Initiative.choose"))
    game = stand((1, 1, 1, 6, 4, 2), red=1, roll=3)  # after the disaster table, with the four red dice of which it speaks
    act(game, "shed-dice 2")
    assert (game.state.red["ANV"], asked(game)) == (3, ("AoP", "Initiative.choose"))
    game = stand((1, 1, 3), red=1)
    assert (happened(game, HeroismShown), asked(game)) == ([], ("AoP", "Initiative.choose"))


@rule("D3.0c4", "D3.0d6")
def test_who_has_broken_up_has_no_heroes():
    game = stand((1, 1, 1, 6, 6), red=1, roll=3)
    assert man(game, "V1-1").box == "routed"
    assert not happened(game, HeroismShown)


@rule("D3.0c4")
@pytest.mark.parametrize("hurt", [{}, {"V1-2": {"wounds": "severe"}}])
def test_nobody_is_a_hero_where_nobody_is_left_to_act(hurt: dict[str, dict[str, object]]):
    game = skirmish(
        {"V1": row(40, 20, 1 + len(hurt)), "V2": row(5, 90, 9), **far_off()}, (4, 4, 2, 6), red={"ANV": 2}, men=hurt
    )
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2")
    assert fled(game) == ["V1-1"]
    assert not happened(game, HeroismShown)


# ---------------------------------------------------------------- disasters


def disaster(*after: int, squads: Mapping[str, Any] | None = None, **fields: Any) -> Skirmish:
    game = skirmish(squads or {"V1": row(40, 20, 5), **far_off()}, (1, 1, 1, *after), **fields)
    act(game, "activate-squad V1", "stand-fast", "roll-dice 3")
    return game


@rule("D3.0d1", "D3.0c4")
@pytest.mark.parametrize("result", [1, 3, 5, 6])
def test_no_heroic_action_follows_where_men_are_pinned(result: int):
    squads = {"V1": row(40, 20, 5), "U1": row(62, 20, 4)}
    for pinned, dice in ((True, (2, 3, 6, result)), (False, (1, 1, 1, 6, 1, result))):  # before, and by this disaster
        game = skirmish(squads, dice, red={"ANV": 1}, about={"V1": {"pinned": pinned}})
        act(game, "activate-squad V1", *([] if pinned else ["stand-fast"]), f"roll-dice {2 if pinned else 3}")
        assert len(happened(game, HeroismShown)) == len(happened(game, HeroismWasted)) == 1
        assert (happened(game, SquadSplit), happened(game, AssaultLaunched), where(game, "V1-1")) == ([], [], (40, 20))
        assert asked(game) == ("ANV" if pinned else "AoP", "Initiative.choose")
        assert game.state.squads["V1"].pinned is not pinned


@rule("D3.0d1", "D3.0h2", "D3.0h4")
def test_pinned_men_take_heart_and_recover_all_the_same():
    hurt = {"V1-2": {"wounds": "light"}}
    for after, red, wounds in (((2,), 0, 1), ((4, 1), 1, 0)):
        game = skirmish(
            {"V1": row(40, 20, 5), **far_off()}, (2, 3, 6, *after), red={"ANV": 1}, men=hurt, about={"V1": {"pinned": True}}
        )
        act(game, "activate-squad V1", "roll-dice 2", *(["shed-dice 1"] if after == (2,) else []))
        assert (game.state.red["ANV"], man(game, "V1-2").wounds) == (red, wounds)
        assert not happened(game, HeroismWasted)


@rule("D3.0d1")
def test_confused_a_unit_wastes_an_activation():
    game = disaster(1, 4, 4)
    assert game.state.squads["V1"].pinned
    act(game, "decline", "activate-squad V1")
    assert asked(game) == ("ANV", "Activation.commit")
    assert game.state.red["ANV"] == 2
    game = disaster(1, 1, 1, 2, 3)
    act(game, "decline", "activate-squad V1", "roll-dice 2", "flee V1-2")
    assert happened(game, Fiasco)  # dice are rolled with all their risks
    assert not game.state.squads["V1"].pinned
    assert [event.deed for event in happened(game, SquadActivated)] == ["move", "pinned"]


@rule("D3.0d2", "D-R8")
def test_cautious_a_unit_goes_back_to_the_nearest_cover():
    squads = {"V1": row(64, 80, 3), "U1": row(100, 40, 3)}
    game = disaster(2, squads=squads)
    # the fence at x = 60 lies four centimetres behind: a place one beyond it, away from the enemy
    assert where(game, "V1-1") == (59, 80)
    assert where(game, "V1-3") == (59, 84)
    facing = game.state.squads["V1"].facing
    assert facing[0] > 0 > facing[1]


@rule("D3.0d2")
def test_a_unit_in_cover_stays_where_it_is():
    game = disaster(2, squads={"V1": row(58, 80, 3), "U1": row(100, 80, 3)})
    assert where(game, "V1-1") == (58, 80)
    game = disaster(2, squads={"V1": row(58, 80, 3), "U1": row(100, 80, 3), "U2": row(40, 80, 3)})
    assert where(game, "V1-1") != (58, 80), "the fence is no cover from the nearest enemy, who is on this side of it"
    # eight centimetres from one end of the row, while the enemy beyond the fence is ten from its middle
    game = disaster(2, squads={"V1": row(58, 80, 6), "U1": [(68, 85)], "U2": [(58, 72)]})
    assert where(game, "V1-1") != (58, 80)
    lying = {"U4-1": {"wounds": "light", "down": True}}
    game = disaster(2, squads={"V1": row(58, 80, 3), "U4": [(100, 80)]}, men=lying)
    assert where(game, "V1-1") != (58, 80), "there is nobody to be covered from"


@rule("D3.0d2")
def test_cautious_means_twenty_centimetres_at_most():
    game = disaster(2, squads={"V1": row(40, 20, 3), "U1": row(80, 10, 3)})
    # the orchard's corner at (30, 60) is nearest; the way there is longer than 20 cm
    x, y = where(game, "V1-1")
    assert (x - 40) ** 2 + (y - 20) ** 2 == pytest.approx(400, abs=1)


@rule("D3.0d3")
def test_doubtful_a_unit_completes_its_action_and_loses_two_successes_next_time():
    game = skirmish({"V1": row(40, 20, 5), "U1": row(60, 20, 5)}, (1, 1, 1, 4, 5, 6, 6, 3, 1, 1, 4))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 7")
    act(game, "take-hit U1-2", "take-hit U1-3", "take-hit U1-4")
    (fired,) = happened(game, UnitFired)
    assert fired.hits == 3  # four successes and one for short range against level 3
    assert game.state.red["ANV"] == 2
    assert game.state.initiative == "AoP"
    assert game.state.squads["V1"].doubtful


@rule("D3.0d3")
def test_doubt_is_spent_by_the_next_activation_roll():
    game = skirmish({"V1": row(40, 20, 5), **far_off()}, (4, 4, 4, 4, 4, 4), about={"V1": {"doubtful": True}})
    act(game, "activate-squad V1", "walk-to 80,20", "roll-dice 3", "face 0")
    assert [modifier.value for modifier in happened(game, SuccessesCounted)[0].modifiers] == [-2]
    assert where(game, "V1-1")[0] == pytest.approx(50)
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2")
    assert happened(game, SuccessesCounted)[1].modifiers == ()


@rule("D3.0d4")
def test_fearful_adds_two_more_red_dice():
    game = disaster(3, 4, red={"ANV": 1})
    assert game.state.red["ANV"] == 5


@rule("D3.0d5", "D-R12")
def test_frightened_a_unit_goes_back_and_men_run():
    game = disaster(5, 4, squads={"V1": row(40, 20, 7), **far_off()})
    assert asked(game) == ("ANV", "Runaways.choose")
    act(game, "flee V1-7", "flee V1-6", "flee V1-5", "flee V1-4")
    assert [one.id for one in game.company("V1")] == ["V1-1", "V1-2", "V1-3"]
    assert where(game, "V1-1") == (10, 20)


@rule("D-R8")
def test_who_finds_his_place_taken_stands_in_the_nearest_free_one_in_cohesion():
    squads = {"V1": row(70, 20, 3), "V2": [(40, 22), (40.5, 25.5)], "U1": row(120, 90, 3), "V3": row(5, 90, 4)}
    game = disaster(5, 1, squads=squads)
    assert where(game, "V1-1") == (40, 20)
    spots = [one.at for one in game.free_men("ANV")]
    assert all(squared(one, other) >= game.rules.numbers.apart for one, other in combinations(spots, 2))
    assert squared(man(game, "V1-2").at, (4000, 2200)) < 250**2
    assert [one.id for one in game.unit("V1")] == ["V1-1", "V1-2", "V1-3"]
    # the place that the second man finds instead is where the third would have come
    game = disaster(5, 1, squads={**squads, "V1": [(70, 20), (70, 22), (71.5, 22.2)], "V2": [(40, 22), (40, 26)]})
    assert where(game, "V1-2") == (41.41, 21.41)
    spots = [one.at for one in game.free_men("ANV")]
    assert all(squared(one, other) >= game.rules.numbers.apart for one, other in combinations(spots, 2))


@rule("D3.0d5")
def test_a_unit_as_small_as_the_die_is_gone_but_may_return():
    game = disaster(5, 6, squads={"V1": row(40, 20, 3), "V2": row(60, 40, 3), **far_off()})
    assert game.company("V1") == []
    assert sorted(fled(game)) == ["V1-1", "V1-2", "V1-3"]


@rule("D3.0d5", "D-R8")
def test_men_left_lying_by_a_frightened_unit_may_be_those_who_run():
    down = {f"V1-{n}": {"wounds": "light", "down": True} for n in (2, 3)}
    game = disaster(5, 3, squads={"V1": row(40, 20, 3), "V2": row(60, 40, 3), **far_off()}, men=down)
    assert game.company("V1") == []
    assert sorted(fled(game)) == ["V1-1", "V1-2", "V1-3"]


@rule("D3.0d5")
def test_the_severely_wounded_of_a_frightened_unit_do_not_run():
    hurt = {"V1-3": {"wounds": "severe"}}
    game = disaster(5, 6, squads={"V1": row(40, 20, 3), "V2": row(60, 40, 3), **far_off()}, men=hurt)
    assert sorted(fled(game)) == ["V1-1", "V1-2"]
    assert where(game, "V1-3") == (40, 24)


@rule("D3.0d2", "D3.0d5", "D-R8", "D-R12")
@pytest.mark.parametrize("result", [2, 5])
def test_a_unit_in_which_nobody_stands_stays_where_it_is(result: int):
    down = {f"V1-{n}": {"wounds": "light", "down": True} for n in (1, 2, 3)}
    squads = {"V1": row(40, 20, 3), "V2": row(60, 40, 6), **far_off()}
    game = disaster(result, *([1] if result == 5 else []), squads=squads, men=down)
    assert [where(game, f"V1-{n}") for n in (1, 2, 3)] == [(40, 20), (40, 22), (40, 24)]


@rule("D3.0d5", "D1.1c")
@pytest.mark.parametrize(
    ("strays", "main", "ran"),
    [
        ([(40, 20)], (70, 22), ["U1-2"]),  # he comes back to his squad, and runs
        ([(40, 20), (40, 22), (40, 24)], (70, 26), []),  # one of them will
        ([(180, 20)], (150, 40), ["U1-2"]),  # he leaves the table
    ],
)
def test_strays_who_are_frightened_may_come_back_to_their_squad(strays: list[Any], main: Any, ran: list[str]):
    x = strays[0][0] - 20
    game = skirmish({"V1": row(x, 20, 2), "U1": [main, *strays], "U2": row(5, 90, 4)}, (4, 4, 2, 1, 1, 1, 5, 1))
    act(game, "activate-squad V1", "assault-on U1-2", "roll-dice 3", "roll-dice 3")
    assert fled(game) == ran
    if not ran:
        assert asked(game) == ("AoP", "Runaways.choose")
        assert offered(game, "flee") == ["U1-2", "U1-3", "U1-4"]  # the farthest from the leader first
        assert [one.id for one in game.unit("U1")] == ["U1-1", "U1-2", "U1-3", "U1-4"]


@rule("D3.0d5", "D-R8")
def test_a_leader_left_lying_by_a_frightened_unit_leads_it_no_more_and_may_run():
    down = {"V1-1": {"wounds": "light", "down": True}}
    game = disaster(5, 1, squads={"V1": row(60, 20, 4), **far_off()}, men=down)
    assert (where(game, "V1-1"), where(game, "V1-2")) == ((60, 20), (30, 22))
    assert game.state.squads["V1"].leader == "V1-2"
    assert offered(game, "flee") == ["V1-4", "V1-3", "V1-1"]
    assert refused(game, "flee V1-2").key == "the-leader-runs-last"


@rule("D3.0d6")
@pytest.mark.parametrize(("enemy", "box"), [(70.0, ""), (70.01, "routed")])
def test_every_man_for_himself_within_thirty_centimetres_all_surrender(enemy: float, box: str):
    squads = {"V1": row(40, 20, 3), "V2": row(20, 60, 4), "U1": row(enemy, 20, 3)}
    game = disaster(6, squads=squads)
    assert {one.box for one in game.men(["V1-1", "V1-2", "V1-3"])} == {box}
    assert {one.captor for one in game.men(["V1-1", "V1-2", "V1-3"])} == ({"AoP"} if not box else {""})
    assert [event.man for event in happened(game, ManRouted)] == (["V1-1", "V1-2", "V1-3"] if box else [])


# ---------------------------------------------------------------- heroism


def heroic(*after: int, squads: Mapping[str, Any] | None = None, **fields: Any) -> Skirmish:
    """A squad stands fast, and its one red die shows a six."""
    game = skirmish(squads or {"V1": row(40, 20, 5), **far_off()}, (2, 3, 6, *after), **({"red": {"ANV": 1}} | fields))
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2", "face 0")
    return game


@rule("D3.0h1")
def test_enterprising_a_unit_may_move_twenty_centimetres():
    game = heroic(1)
    assert asked(game) == ("ANV", "HeroicTable.free_move")
    assert may(game, "walk-to 60,20")
    assert refused(game, "walk-to 61,20").key == "way-too-dear"
    act(game, "walk-to 60,20", "face 0")
    assert where(game, "V1-1") == (60, 20)
    assert asked(game) == ("ANV", "Initiative.choose")
    game = heroic(1)
    act(game, "let-it-pass")
    assert where(game, "V1-1") == (40, 20)


@rule("D3.0h1", "D3.2g")
def test_a_leader_who_lies_makes_no_free_move_but_his_men_may_close_up():
    game = heroic(1, men={"V1-1": {"wounds": "light", "down": True}})
    assert offered(game, "walk-to") == []
    assert refused(game, "walk-to 45,20").key == "the-leader-lies"
    assert refused(game, "decline").key == "not-offered"
    act(game, "stand-fast", "face 0")
    assert where(game, "V1-1") == (40, 20)


@rule("D3.0h1")
def test_a_free_move_pays_for_the_ground():
    game = heroic(1, squads={"V1": row(55, 80, 3), **far_off()})
    assert may(game, "walk-to 69,80")
    assert refused(game, "walk-to 71,80").key == "way-too-dear"


@rule("D3.0h2")
def test_heartened_two_red_dice_go():
    game = heroic(2)
    act(game, "shed-dice 1")
    assert game.state.red["ANV"] == 0
    game = skirmish({"V1": row(40, 20, 5), **far_off()}, (2, 3, 6, 3, 3, 3, 2), red={"ANV": 4})
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2", "face 0")
    assert offered(game, "shed-dice") == ["2", "1", "0"]
    assert [refused(game, f"shed-dice {number}").key for number in (3, -1)] == ["so-many-red-dice"] * 2
    assert refused(game, "decline").key == "not-offered"
    kept = game.copy()
    act(kept, "shed-dice 0")
    assert kept.state.red["ANV"] == 4
    act(game, "shed-dice 2")
    assert game.state.red["ANV"] == 2


@rule("D3.0h3")
def test_fire_at_will_is_a_full_fire_action_with_one_success_more():
    squads = {"V1": row(40, 20, 5), "U1": row(90, 20, 5)}
    game = heroic(3, 4, 4, 4, 6, 1, 1, squads=squads)
    assert asked(game) == ("ANV", "HeroicTable.fire_at_will")
    act(game, "fire-at U1")
    foreseen = grognard.forecast(game.seat("ANV"), RollDice(3))
    assert [(found.value, found.cites) for found in foreseen.modifiers] == [(1, "D3.0h3")]
    act(game, "roll-dice 3")
    activated = happened(game, SquadActivated)[-1]
    assert (activated.dice, activated.red, activated.extra) == (3, 1, 0)
    counted = happened(game, SuccessesCounted)[-1]
    assert (counted.successes, [modifier.value for modifier in counted.modifiers]) == (4, [1])
    assert happened(game, UnitFired)[-1].hits == 3
    assert len(happened(game, HeroismShown)) == 1  # the second red six gives none


@rule("D3.0h3")
def test_ones_of_that_fire_count_and_it_may_be_left():
    squads = {"V1": row(40, 20, 5), "U1": row(90, 20, 5)}
    game = heroic(3, 1, 1, 4, squads=squads)
    act(game, "fire-at U1", "roll-dice 2")
    assert game.state.initiative == "AoP"
    game = heroic(3, squads=squads)
    act(game, "let-it-pass")
    assert asked(game) == ("ANV", "Initiative.choose")
    act(game, "activate-squad V1", "fire-at U1")
    assert grognard.forecast(game.seat("ANV"), RollDice(3)).modifiers == ()  # only that fire has a success more


@rule("D3.0h3", "D-R14")
def test_a_pair_does_not_fire_at_will():
    carried = {"V1-2": {"squad": "V1-2+"}, "V1-3": {"squad": "V1-2+", "wounds": "severe"}}
    pair = {"V1-2+": {"kind": "pair", "parent": "V1", "leader": "V1-2"}}
    squads = {"V1": [(20, 60), (40, 20), (40, 21.6)], "U1": row(60, 20, 5)}
    game = skirmish(squads, (2, 3, 6, 3), men=carried, about=pair, red={"ANV": 1})
    act(game, "activate-squad V1-2+", "stand-fast", "roll-dice 2")
    assert len(happened(game, HeroismShown)) == 1
    assert asked(game) == ("ANV", "Initiative.choose"), "there is nothing to choose"


@rule("D3.0h4")
def test_recovery_makes_the_lightly_wounded_healthy():
    hurt = {"V1-2": {"wounds": "light", "down": True}, "V1-3": {"wounds": "light"}}
    game = heroic(4, 5, men=hurt)
    assert [(one.wounds, one.down) for one in game.men(["V1-2", "V1-3"])] == [(0, False), (0, False)]
    assert [event.man for event in happened(game, ManRecovered)] == ["V1-2", "V1-3"]
    game = heroic(4, 1, men=hurt)
    assert [one.wounds for one in game.men(["V1-2", "V1-3"])] == [0, 1]


@rule("D3.0h5")
def test_to_the_assault_half_of_them_charge_and_stop_short():
    squads = {"V1": row(40, 20, 7), "U1": row(66, 20, 4)}
    game = heroic(5, squads=squads)
    assert asked(game) == ("ANV", "NewLeaders.choose")
    half = game.man("V1-2").squad
    assert [one.id for one in game.company(half)] == ["V1-2", "V1-3", "V1-4", "V1-5"]  # the nearest, the leader last
    (parted,) = happened(game, SquadSplit)
    assert (parted.squad, parted.half, set(parted.men)) == ("V1", half, {"V1-2", "V1-3", "V1-4", "V1-5"})
    act(game, f"promote {offered(game, 'promote')[0]}")
    assert len(game.company("V1")) == 3
    assert happened(game, AssaultFellShort)
    leader = game.man(game.state.squads[half].leader)
    assert min(
        (leader.at[0] - foe.at[0]) ** 2 + (leader.at[1] - foe.at[1]) ** 2 for foe in game.company("U1")
    ) == pytest.approx(600**2, abs=5000)
    assert game.state.squads[half].parent == "V1"


@rule("D3.0h5")
def test_men_lying_or_severely_wounded_are_not_among_those_who_charge():
    """Six stand in a row toward the enemy; of the nearest one lies and one is severely wounded, and one is hurt but able."""
    hurt = {"V1-6": {"wounds": "light", "down": True}, "V1-5": {"wounds": "severe"}, "V1-4": {"wounds": "light"}}
    squads = {"V1": [(40 + 2 * n, 20) for n in range(6)], "U1": row(75, 20, 4), "U2": row(40, 60, 4)}
    game = skirmish(squads, (2, 3, 6, 5), red={"ANV": 1}, men=hurt)
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 2")
    (parted,) = happened(game, SquadSplit)
    assert parted.men == ("V1-3", "V1-2", "V1-4")  # three of six: healthy men before the hurt, and the leader last


@rule("D3.0h5")
def test_half_of_the_soldiers_is_half_of_all_of_them_as_far_as_they_can_run():
    """Of seven four would charge, were there not five who lie down."""
    lying = {f"V1-{n}": {"wounds": "light", "down": True} for n in range(3, 8)}
    for hurt, number in (({}, 4), ({"V1-7": lying["V1-7"]}, 4), (lying, 2)):
        game = skirmish({"V1": row(40, 20, 7), "U1": row(75, 20, 4)}, (2, 3, 6, 5), red={"ANV": 1}, men=hurt)
        act(game, "activate-squad V1", "fire-at U1", "roll-dice 2")
        (parted,) = happened(game, SquadSplit)
        assert len(parted.men) == number


@rule("D3.0h5")
def test_those_charge_who_are_nearest_to_any_man_of_the_enemy():
    """The enemies stand aslant: V1-4 is nearest to their first man, and farthest from their last."""
    squads = {"V1": row(40, 18, 4), "U1": [(60 + 2 * n, 24 - 2 * n) for n in range(6)]}
    game = skirmish(squads, (2, 3, 6, 5), red={"ANV": 1})
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 2")
    (parted,) = happened(game, SquadSplit)
    assert parted.men == ("V1-4", "V1-3")


@rule("D3.0h5")
def test_a_man_alone_charges_alone_and_stays_in_his_squad():
    game = heroic(5, squads={"V1": [(40, 20)], "U1": row(75, 20, 4), "U2": row(160, 60, 4)})
    assert where(game, "V1-1") == (60, 20)
    assert not happened(game, SquadSplit)


@rule("D3.0h5")
@pytest.mark.parametrize("result", [5, 6])
def test_where_no_enemy_is_left_nobody_charges(result: int):
    game = skirmish({"V1": row(40, 20, 4), "U1": [(60, 20)]}, (4, 4, 6, 1, result), red={"ANV": 1})
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 2")
    assert man(game, "U1-1").box == "dead"
    assert len(happened(game, HeroismShown)) == 1
    assert (happened(game, SquadSplit), happened(game, AssaultFellShort)) == ([], [])
    assert game.over is not None
    assert game.over.reason == "collapse"


@rule("D3.0h6")
def test_charge_adds_two_successes_in_the_melee():
    squads = {"V1": row(40, 20, 2), "U1": [(60, 20)]}
    game = heroic(6, 4, 2, 1, 4, 5, 1, 6, squads=squads)
    assert asked(game)[1] == "Charge.offer_fire"
    act(game, "meet-them")
    (fought,) = happened(game, MeleeFought)
    assert (fought.successes, fought.against) == (1 + 2 + 1, 2)  # one of supporting comrade


# ---------------------------------------------------------------- the order of it all


@rule("D-R17")
def test_men_run_before_the_action_and_the_heroic_roll_comes_after_it():
    game = skirmish({"V1": row(40, 20, 5), "U1": row(60, 20, 5)}, (4, 5, 1, 6, 2, 5, 5, 2), red={"ANV": 2})
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 3")
    act(game, "flee V1-5")
    (counted,) = happened(game, SuccessesCounted)
    assert counted.successes == 3
    act(game, *(f"take-hit U1-{n}" for n in (2, 3)))
    names = [type(event).__name__ for event in game.events(None)]
    assert names.index("ManFled") < names.index("UnitFired") < names.index("HeroismShown")
    act(game, "shed-dice 2")
    assert asked(game) == ("ANV", "Initiative.choose")


@rule("D-R17", "D3.2a")
def test_shooters_are_those_left_after_the_red_dice():
    squads = {"V1": [(40, 20), (40, 22), (40, 24)], "U1": row(60, 20, 3)}
    game = skirmish(squads, (4, 4, 4, 2, 2, 2), red={"ANV": 3})
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 3")
    assert not happened(game, UnitFired)
    assert sorted(fled(game)) == ["V1-1", "V1-2", "V1-3"]


@rule("D-R17", "D3.2a")
@pytest.mark.parametrize(("runs", "fires"), [("V1-2", True), ("V1-3", False)])
def test_whether_they_see_enough_is_judged_by_those_left(runs: str, fires: bool):
    """At the corner of a house two of three see the enemy; when one of these runs, one of two is too few."""
    squads = {"V1": [(138, 68), (138, 70.9), (138, 65.5)], "U1": [(153, 66)], "V2": row(5, 90, 4), "U2": row(190, 40, 4)}
    game = skirmish(squads, (4, 3, 3, 2), red={"ANV": 1})
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 3", f"flee {runs}")
    assert [event.squad for event in happened(game, UnitFired)] == (["V1"] if fires else [])
    assert [event.squad for event in happened(game, LineOfFireLost)] == ([] if fires else ["V1"])


@rule("D-R17", "D3.2g")
def test_men_in_shock_rise_after_a_fiasco_too():
    game = skirmish({"V1": row(40, 20, 5), **far_off()}, (1, 1), men={"V1-3": {"wounds": "light", "down": True}})
    act(game, "activate-squad V1", "stand-fast", "roll-dice 2")
    assert asked(game) == ("ANV", "Activation.rise")
    act(game, "rise V1-3")
    assert not man(game, "V1-3").down
    assert asked(game)[0] == "AoP"


@rule("D-R17", "D3.2g")
def test_men_in_shock_who_were_left_behind_rise_after_the_next_activation_too():
    spots = [*row(40, 20, 4), (60, 40)]
    game = skirmish({"V1": spots, **far_off()}, (4, 2, 4, 4, 2), men={"V1-5": {"wounds": "light", "down": True}})
    act(game, "activate-squad V1", "walk-to 45,20", "roll-dice 2", "face 0")
    assert asked(game) == ("ANV", "Activation.rise")
    act(game, "rise V1-5", "activate-squad V1", "walk-to 50,28", "roll-dice 2", "face 0")
    assert where(game, "V1-5") != (60, 40)  # he comes up with the next Move


def test_a_disaster_names_its_result():
    assert [event.result for event in happened(disaster(4), DisasterSuffered)] == ["Fearful"]
