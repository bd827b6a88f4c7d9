"""The sergeant: what it declines, what it takes, and that it beats those who only fight or only gamble."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.core.games import Outcome
from grognard.core.scenarios import installed
from grognard.games.revolution.series.actions import Reroll
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Rallied
from grognard.players import play_out, player
from tests.core.toy import TOY
from tests.guilford.positions import guilford
from tests.outcomes import most_of_three
from tests.proving_ground import AMERICAN, BRITISH

HISTORICAL = ["revolution/eutaw/historical", "revolution/guilford/historical"]
BATTLES = [scenario.id for scenario in installed() if scenario.id.startswith("revolution/")]


def fought(scenario: str, side: str, opponent: str, seed: int) -> Outcome:
    """A game between the sergeant on one side and another player."""
    game = grognard.new(scenario, seed=seed)
    seats = {seat: player("sergeant" if seat == side else opponent, seed) for seat in game.seats}
    return play_out(game, seats)


def commanded(game: Battle, side: str, kind: str) -> str:
    """Let the sergeant decide for a side until it is asked this, and what it then says."""
    sergeant = player("sergeant", 1)
    while True:
        decision = game.decision(side)
        assert decision is not None, f"{game.actors} decide instead"
        choice = sergeant.choose(game.seat(side))
        if decision.kind == kind:
            return str(choice)
        game.play(side, choice)


def moved_next_to(game: Battle, side: str, hex: str) -> list[str]:
    """Play the movement phase of a side, and see who ends it next to a hex."""
    sergeant = player("sergeant", 1)
    while game.state.phase == "movement" and game.state.phasing == side:
        game.play(side, sergeant.choose(game.seat(side)))
        if game.over is not None or game.actors[0] != side:
            break
    board = game.rules.board
    near = board.grid.adjacent[board.hex(hex)]
    return sorted(unit.id for unit in game.units_of(side) if near >> unit.hex & 1)


# ---------------------------------------------------------------- decisions


def test_he_does_not_attack_uphill_at_bad_odds():
    game = guilford({"r7": "1926", "maryland_1": "1929", "hawes": "2028", "greene": "1929"}, phasing=BRITISH)
    assert moved_next_to(game, BRITISH, "1929") == []
    assert moved_next_to(guilford({"r7": "1926", "maryland_1": "1929"}, phasing=BRITISH), BRITISH, "1929") == []


def test_he_gathers_a_brigade_against_a_weak_stack():
    pieces = {"r23": "1919", "r33": "1819", "webster": "1919", "guards_2": "1719", "linton": "1923", "greene": "1930"}
    attackers = moved_next_to(guilford(pieces, phasing=BRITISH), BRITISH, "1923")
    assert len(attackers) >= 2


def test_he_takes_an_attack_he_must_make_where_it_costs_least():
    game = guilford({"r23": "1922", "linton": "1923", "maryland_1": "1921"}, phase="close combat", phasing=BRITISH)
    answer = commanded(game, BRITISH, "Announcement.announce")
    assert answer.startswith("attack r23")


def test_he_fires_at_the_better_target():
    pieces = {"macleod": "1720", "linton": "1722", "kirkwood": "1621", "r23": "1720"}
    game = guilford(pieces, phase="artillery fire", phasing=AMERICAN, dice=[0])
    answer = commanded(game, BRITISH, "ArtilleryPhase.choose_target")
    assert answer == "target linton"


def test_he_rallies_who_can_rally():
    pieces = {"r23": {"hex": "1819", "states": ["disrupted"]}, "r33": {"hex": "1719", "states": ["disrupted"]}, "hawes": "2028"}
    game = guilford(pieces, phase="rally", phasing=BRITISH, dice=[9, 9])
    sergeant = player("sergeant", 1)
    while game.actors and game.actors[0] == BRITISH and game.state.phase == "rally":
        game.play(BRITISH, sergeant.choose(game.seat(BRITISH)))
    assert {event.piece for event in game.events(None) if isinstance(event, Rallied)} == {"r23", "r33"}


def test_he_keeps_a_good_result_and_rerolls_a_bad_one():
    def answer(die: int) -> str:
        pieces = {"r23": "1922", "r33": "1922", "maryland_2": "1923"}
        game = guilford(pieces, phase="close combat", phasing=BRITISH, momentum=(1, 0), dice=[die])
        sergeant, other = player("sergeant", 1), player("random", 1)
        while True:
            seat = game.actors[0]
            decision = game.decision(seat)
            assert decision is not None
            choice = (sergeant if seat == BRITISH else other).choose(game.seat(seat))
            if decision.kind == "CloseCombat.spend_momentum":
                return str(choice)
            game.play(seat, choice)

    assert answer(9) == "accept"
    assert answer(0) == str(Reroll())


# ---------------------------------------------------------------- games


@pytest.mark.parametrize(
    "scenario",
    [pytest.param(each, marks=pytest.mark.soak) if each == "revolution/savannah/campaign" else each for each in BATTLES],
)
def test_he_plays_every_battle_to_the_end_against_himself(scenario: str):
    game = grognard.new(scenario, seed=5)
    assert isinstance(play_out(game, {seat: player("sergeant", 5) for seat in game.seats}), Outcome)


@pytest.mark.parametrize("opponent", ["random", "brawler"])
@pytest.mark.parametrize("side", [AMERICAN, BRITISH])
@pytest.mark.parametrize("scenario", HISTORICAL)
def test_he_beats_those_who_have_no_plan(scenario: str, side: str, opponent: str):
    assert most_of_three(lambda seed: fought(scenario, side, opponent, seed).winner == side)


def test_he_says_why_he_attacks_declines_rallies_and_takes_his_objective():
    game = grognard.new(HISTORICAL[0], seed=1)
    sergeant, brawler = player("sergeant", 1), player("brawler", 1)
    said = set()
    while game.over is None:
        seat = game.actors[0]
        choice = (sergeant if seat == BRITISH else brawler).choose(game.seat(seat))
        said |= {remark.key for remark in getattr(sergeant, "remarks", ())}
        game.play(seat, choice)
    assert {"assaults", "declines", "rallies", "takes"} <= said


@pytest.mark.soak
@pytest.mark.parametrize(("opponent", "share"), [("random", 0.95), ("brawler", 0.80)])
@pytest.mark.parametrize("side", [AMERICAN, BRITISH])
@pytest.mark.parametrize("scenario", HISTORICAL)
def test_he_beats_them_nearly_always(scenario: str, side: str, opponent: str, share: float):
    wins = sum(fought(scenario, side, opponent, seed).winner == side for seed in range(200))
    assert wins >= 200 * share


def test_a_game_he_does_not_know_is_named():
    duel = grognard.new(TOY.id, seed=1)
    with pytest.raises(GrognardError, match="The sergeant plays battles of the Revolution, not 'toy/duel'"):
        play_out(duel, {seat: player("sergeant", 1) for seat in duel.seats})
