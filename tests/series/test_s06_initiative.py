"""Chapter 6: who plays first."""

import pytest

import grognard
from grognard.core.events import Rolled
from grognard.core.games import Options
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import InitiativeWon
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, Unit, act, asked, choices, field, momentum_of, refusal

ADVANCED: Options = {"game": "advanced"}
BASIC: Options = {"game": "basic"}


def turn_ends(
    dice: list[int],
    *,
    morale: tuple[int, int] = (14, 14),
    momentum: tuple[int, int] = (0, 0),
    first: str = BRITISH,
    options: Options = ADVANCED,
) -> Battle:
    """Turn 2 is over and the initiative of turn 3 has begun; the dice are British, American, British ..."""
    second = AMERICAN if first == BRITISH else BRITISH
    game = field(
        [Unit("3-0-4", "0303")],
        [Unit("3-0-4", "0318")],
        phasing=second,
        first=first,
        morale=morale,
        momentum=momentum,
        dice=dice,
        options=options,
    )
    act(game, "end-movement")
    assert game.state.turn == 3
    return game


def totals(game: Battle) -> list[int]:
    return [event.total for event in game.events(None) if isinstance(event, Rolled) and event.purpose == "initiative"]


def first_to_play(game: Battle) -> str:
    """The side whose movement phase is asked for."""
    assert asked(game) == "move"
    assert game.state.order[0] == game.actors[0]
    return game.actors[0]


@rule("S6.1a")
def test_the_higher_total_of_die_and_band_plays_first() -> None:
    game = turn_ends([5, 6], morale=(14, 3))  # High 5 + 1 against Wavering 6 - 1
    assert totals(game) == [6, 5]
    assert first_to_play(game) == BRITISH
    won = [(event.side, event.how) for event in game.events(None) if isinstance(event, InitiativeWon)]
    assert won == [(BRITISH, "rolled")]
    game = turn_ends([6, 5], morale=(3, 14))
    assert totals(game) == [5, 6]
    assert first_to_play(game) == AMERICAN


@rule("S6.1a")
@pytest.mark.parametrize("options", [ADVANCED, BASIC])
def test_a_fatigued_army_adds_nothing(options: Options) -> None:
    game = turn_ends([5, 5], morale=(8, 3), options=options)
    assert totals(game) == [5, 4]
    assert first_to_play(game) == BRITISH


@rule("S6.1a")
def test_an_order_left_in_the_position_does_not_decide_initiative() -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, phase="initiative", first=BRITISH, momentum=(1, 0), dice=[2, 7])
    act(game, "commit 0")
    assert first_to_play(game) == AMERICAN


@rule("S6.1b")
def test_ties_are_rerolled_with_the_same_modifiers_until_one_is_higher() -> None:
    game = turn_ends([4, 5, 3, 4, 2, 4], morale=(14, 8))
    assert totals(game) == [5, 5, 4, 4, 3, 4]
    assert first_to_play(game) == AMERICAN


@rule("S6.1b")
def test_a_reroll_keeps_momentum_already_spent_and_takes_no_more() -> None:
    game = turn_ends([1, 3, 6, 7], momentum=(4, 0))
    act(game, "commit 1")  # 1 + 1 + 2 against 3 + 1: a tie, rerolled at once
    assert totals(game) == [4, 4, 9, 8]
    assert momentum_of(game) == (3, 0)


@rule("S6.1b")
def test_three_chits_may_be_spent_only_after_the_tie_is_broken() -> None:
    game = turn_ends([5, 5, 2, 9], momentum=(3, 0))
    act(game, "commit 0")
    assert totals(game) == [6, 6, 3, 10]
    assert asked(game) == "overrule-initiative"


@rule("S6.1c")
@pytest.mark.parametrize("side", [BRITISH, AMERICAN])
def test_a_fixed_order_has_no_roll_and_takes_no_momentum(side: str) -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, phase="initiative", turn=1, order=f"{side}_first", momentum=(2, 3))
    assert first_to_play(game) == side
    refusal(game, "commit 1")
    act(game, "end-movement")
    assert game.actors == (game.enemy(side),)
    assert totals(game) == []
    assert momentum_of(game) == (2, 3)


@rule("S6.1c", "S5c")
def test_a_turn_may_belong_to_one_side_alone() -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, phase="initiative", turn=1, order="american_only", dice=[9, 0])
    assert first_to_play(game) == AMERICAN
    assert [str(event) for event in game.events(None)] == [
        "The Americans play first: the other side has no player turn",
        "American player turn: movement",
    ]
    act(game, "end-movement")
    assert game.state.turn == 2
    assert first_to_play(game) == BRITISH
    game = field(*units, phase="initiative", turn=1, order="british_only", dice=[0, 9])
    assert first_to_play(game) == BRITISH
    act(game, "end-movement")
    assert game.state.turn == 2


@rule("S6.1c")
def test_a_position_of_a_fixed_turn_keeps_to_its_order() -> None:
    """Where it does not say who plays, the scenario does; on the turn of one side the other cannot be phasing."""
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    alone = {**field(*units, phase="initiative", turn=1, order="american_only").position(), "phase": "movement"}
    del alone["pending"], alone["order"]
    game = grognard.setup({**alone, "phasing": AMERICAN}, seed=1)
    assert game.position()["order"] == [AMERICAN]
    said = "Only american plays in turn 1: 'phasing' and 'order' can name no other side (S6.1c)."
    for wrong in ({"phasing": BRITISH}, {"phasing": AMERICAN, "order": [AMERICAN, BRITISH]}):
        with pytest.raises(grognard.PositionError) as refused:
            grognard.setup({**alone, **wrong}, seed=1)
        assert refused.value.faults == (said,)
    both = {**field(*units, phase="initiative", turn=1, order="american_first").position(), "phase": "movement"}
    del both["pending"], both["order"]
    assert grognard.setup({**both, "phasing": BRITISH}, seed=1).position()["order"] == [AMERICAN, BRITISH]
    free = {**field(*units, phase="movement", turn=1).position(), "phasing": BRITISH}
    del free["pending"], free["order"]
    assert grognard.setup(free, seed=1).position()["order"] == [BRITISH, AMERICAN]


@rule("S6.2a")
def test_each_chit_committed_adds_two() -> None:
    game = turn_ends([3, 6], momentum=(2, 0))
    assert choices(game) == ["commit 0", "commit 1", "commit 2"]
    assert refusal(game, "commit 3") == ("S6.2a",)
    act(game, "commit 2")
    assert totals(game) == [3 + 1 + 4, 6 + 1]
    assert momentum_of(game) == (0, 0)
    assert first_to_play(game) == BRITISH


@rule("S6.2a")
def test_who_played_first_last_turn_commits_first() -> None:
    for first, second in ((BRITISH, AMERICAN), (AMERICAN, BRITISH)):
        game = turn_ends([5, 4], momentum=(1, 1), first=first)
        assert game.actors == (first,)
        act(game, "commit 1")
        assert game.actors == (second,)
        act(game, "commit 0")
        assert totals(game) == ([8, 5] if first == BRITISH else [6, 7])
        assert momentum_of(game) == ((0, 1) if first == BRITISH else (1, 0))


@rule("S6.2a")
def test_playing_first_by_a_fixed_order_counts_as_initiative() -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, phase="initiative", turn=1, order="american_first", momentum=(1, 1))
    act(game, "end-movement", "end-movement")
    assert asked(game) == "commit-momentum"
    assert game.actors == (AMERICAN,)


@rule("S6.2a")
def test_winning_by_a_roll_counts_as_initiative_next_turn() -> None:
    game = turn_ends([0, 9], momentum=(1, 1), first=BRITISH)
    act(game, "commit 0", "commit 0", "end-movement", "end-movement")
    assert game.state.turn == 4
    assert game.actors == (AMERICAN,)
    assert asked(game) == "commit-momentum"


@rule("S6.2a")
def test_on_the_first_turn_the_side_listed_first_commits_first() -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, phase="initiative", turn=1, phasing=AMERICAN, momentum=(1, 1))
    assert asked(game) == "commit-momentum"
    assert game.actors == (BRITISH,)


@rule("S6.2a", "S6.2b")
def test_the_basic_game_knows_no_momentum_in_initiative() -> None:
    game = turn_ends([2, 9], momentum=(3, 2), options=BASIC)
    assert totals(game) == [3, 10]
    assert first_to_play(game) == AMERICAN
    assert momentum_of(game) == (3, 2)


@rule("S6.2b")
@pytest.mark.parametrize("named", [BRITISH, AMERICAN])
def test_three_chits_after_the_roll_name_either_side(named: str) -> None:
    game = turn_ends([2, 9], momentum=(3, 2))
    act(game, "commit 0", "commit 0")
    assert game.actors == (BRITISH,)
    assert choices(game) == ["accept", "overrule british", "overrule american"]
    act(game, f"overrule {named}")
    assert momentum_of(game) == (0, 2)
    assert first_to_play(game) == named


@rule("S6.2b")
def test_the_roll_stands_if_the_chits_are_kept() -> None:
    game = turn_ends([2, 9], momentum=(3, 2))
    act(game, "commit 0", "commit 0", "accept")
    assert momentum_of(game) == (3, 2)
    assert first_to_play(game) == AMERICAN


@rule("S6.2b")
def test_the_winner_of_the_roll_may_give_initiative_away() -> None:
    game = turn_ends([9, 2], momentum=(4, 0))
    act(game, "commit 0")
    assert game.actors == (BRITISH,)
    act(game, "overrule american")
    assert momentum_of(game) == (1, 0)  # exactly three
    assert first_to_play(game) == AMERICAN


@rule("S6.2b")
def test_two_chits_overrule_nothing() -> None:
    game = turn_ends([2, 9], momentum=(3, 0))
    act(game, "commit 1")
    assert totals(game) == [5, 10]
    assert first_to_play(game) == AMERICAN
