"""The options: what a draw is worth, the Virginia line, and bids for a side."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.cli.telling import outcome_in_words, screen
from grognard.core.dice import Dice
from grognard.core.events import Ended
from grognard.core.games import Options
from grognard.games.revolution.series.battle import Battle
from tests.eutaw.positions import eutaw
from tests.guilford.positions import CAMPAIGN, HISTORICAL, end_of_game, guilford, outcome
from tests.marks import rule
from tests.proving_ground import act, army_morale

EUTAW = "revolution/eutaw/historical"

# ---------------------------------------------------------------- draws


def drawn(draws: str) -> Battle:
    """British 4 victory points, American 3 for the victory hexes."""
    return end_of_game({"green": "eliminated", "hawes": "eliminated"}, options={"draws": draws})


@rule("G2.4b", "S4a")
def test_a_margin_of_one_is_a_draw() -> None:
    game = drawn("draw")
    assert outcome(game).scores == {"british": 4, "american": 3}
    assert (outcome(game).winner, outcome(game).level, outcome(game).cites) == (None, "draw", ("S4a",))


@rule("G2.4c")
def test_in_a_tournament_it_is_a_defeat_of_both() -> None:
    game = drawn("both-lose")
    assert (outcome(game).winner, outcome(game).level, outcome(game).reason) == (None, "double-defeat", "victory-points")


@rule("G2.4c")
def test_by_agreement_a_draw_is_an_american_victory() -> None:
    game = drawn("american-marginal")
    assert (outcome(game).winner, outcome(game).level) == ("american", "marginal")
    assert (outcome(game).reason, outcome(game).cites) == ("a-draw-is-american", ("G2.4c",))
    assert outcome(game).scores == {"british": 4, "american": 3}


@rule("G2.4c", "G2.4a")
@pytest.mark.parametrize("draws", ["draw", "both-lose", "american-marginal"])
def test_a_margin_of_three_is_a_victory_whatever_a_draw_is_worth(draws: str) -> None:
    pieces = {"green": "eliminated", "hawes": "eliminated", "maryland_1": "eliminated"}
    game = end_of_game(pieces, options={"draws": draws})
    assert outcome(game).scores == {"british": 6, "american": 3}
    assert (outcome(game).winner, outcome(game).level, outcome(game).reason) == ("british", "marginal", "victory-points")


@rule("G2.4c", "GH7")
@pytest.mark.parametrize(("draws", "winner", "level"), [("both-lose", None, "double-defeat"), ("draw", None, "draw")])
def test_the_option_holds_in_the_historical_scenario_too(draws: str, winner: None, level: str) -> None:
    game = end_of_game({}, scenario=HISTORICAL, turn=12, options={"draws": draws})
    assert (outcome(game).winner, outcome(game).level) == (winner, level)


@rule("S4a")
@pytest.mark.parametrize(("draws", "level"), [("draw", "draw"), ("both-lose", "double-defeat")])
def test_at_eutaw_a_draw_may_be_a_defeat_of_both(draws: str, level: str) -> None:
    """The British hold the camp, which is worth 3; half a point for a reduced regiment makes it 2 1/2."""
    pieces = {"maryland": "0920", "buffs": {"hex": "0905", "step": 2}}
    game = eutaw(pieces, phasing="american", first="british", turn=10, options={"draws": draws})
    act(game, "end-movement")
    assert game.over is not None
    assert (game.over.winner, game.over.level) == (None, level)


def both_demoralised(**options: Any) -> Battle:
    """Campbell and the Jaegers fire at each other: both armies at 1 suffer AM."""
    pieces = {"campbell": "1822", "jaegers": "1821", "r33": "1717", "holcombe": "2020"}
    game = guilford(
        pieces, phase="rifle fire", phasing="american", morale=(1, 1), dice=[9, 0, 9, 0], options=options, scenario=CAMPAIGN
    )
    act(game, "target jaegers")
    act(game, "target campbell")
    return game


@rule("S10.4c", "G2.4c")
@pytest.mark.parametrize(
    ("draws", "winner", "level", "reason"),
    [
        ("draw", None, "draw", "both-demoralised"),
        ("both-lose", None, "double-defeat", "both-demoralised"),
        ("american-marginal", "american", "marginal", "a-draw-is-american"),
    ],
)
def test_two_demoralised_armies_draw_in_the_same_way(draws: str, winner: str | None, level: str, reason: str) -> None:
    game = both_demoralised(draws=draws)
    assert (outcome(game).winner, outcome(game).level, outcome(game).reason) == (winner, level, reason)


@pytest.mark.parametrize(
    ("draws", "words"),
    [
        ("draw", "The game ends in a draw: victory points at the end of the last turn"),
        ("both-lose", "The game ends in a defeat of both sides: victory points at the end of the last turn"),
        (
            "american-marginal",
            "The game ends in a marginal victory for the Americans: what would be a draw counts as an American victory",
        ),
    ],
)
def test_the_end_is_told_in_words(draws: str, words: str) -> None:
    (ended,) = (event for event in drawn(draws).events(None) if isinstance(event, Ended))
    assert str(ended) == words


@pytest.mark.parametrize(
    ("draws", "words"),
    [
        ("draw", "A draw"),
        ("both-lose", "A defeat of both sides"),
        ("american-marginal", "A marginal victory for the Americans"),
    ],
)
def test_the_panel_at_the_end_says_the_same(draws: str, words: str) -> None:
    console = screen()
    with console.capture() as capture:
        console.print(outcome_in_words(outcome(drawn(draws))))
    lines = [line.strip("\u2502| ") for line in capture.get().splitlines()]
    assert words in lines


def test_an_option_that_a_battle_does_not_know_is_refused() -> None:
    with pytest.raises(grognard.UnknownName, match="american-marginal"):
        grognard.new(EUTAW, options={"draws": "american-marginal"})
    with pytest.raises(grognard.UnknownName, match="lee"):
        grognard.new(HISTORICAL, options={"lee": "free"})
    with pytest.raises(grognard.UnknownName, match="6"):
        grognard.new(CAMPAIGN, options={"british_bid": 6})


# ---------------------------------------------------------------- bids


@rule("S16.1a")
@pytest.mark.parametrize(("scenario", "start"), [(CAMPAIGN, (14, 14)), (HISTORICAL, (14, 14)), (EUTAW, (13, 14))])
def test_a_bid_is_taken_from_the_army_morale_of_the_side_that_was_bid_for(scenario: str, start: tuple[int, int]) -> None:
    british, american = start
    cases: list[tuple[Options, tuple[int, int]]] = [
        ({}, (british, american)),
        ({"british_bid": 5}, (british - 5, american)),
        ({"american_bid": 3}, (british, american - 3)),
        ({"british_bid": 1, "american_bid": 2}, (british - 1, american - 2)),
    ]
    for options, levels in cases:
        game = grognard.new(scenario, options=options, dice=Dice.script([]))
        assert isinstance(game, Battle)
        assert army_morale(game) == levels


@rule("S16.1a")
def test_a_bid_counts_once_and_not_again_in_a_position() -> None:
    """A British army that starts at 9 is fatigued; a position says where the track stands now."""
    game = grognard.new(HISTORICAL, options={"british_bid": 5}, dice=Dice.script([]))
    again = grognard.setup(game.position(), dice=Dice.script([]))
    assert again.position()["tracks"]["army_morale"] == {"british": 9, "american": 14}
    pieces = {"r33": "1717", "holcombe": "2020"}
    game = guilford(pieces, morale=(14, 14), options={"british_bid": 5})
    assert army_morale(game) == (14, 14)
