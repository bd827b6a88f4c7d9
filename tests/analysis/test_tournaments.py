"""Tournaments: who meets whom, and what comes of it."""

import csv
import io
import json

import msgspec
import pytest

from grognard.analysis.jobs import Result, job_seed
from grognard.analysis.ratings import Pairing
from grognard.analysis.tournaments import Tournament, tournament
from grognard.core.errors import GrognardError
from grognard.core.games import Options
from grognard.core.scenarios import ADDED, Scenario
from tests.core.toy import TOY, ToyRules

FAULTLESS = "grognard.players.random:RandomPlayer"
FIELD = ("random", "brawler", FAULTLESS)


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(TOY.id, FIELD, games=4, seed=9, processes=1)


def test_every_pair_meets_in_both_orders_of_seats(played: Tournament):
    tables = [tuple(result.players.values()) for result in played.results]
    assert played.games == len(tables) == 3 * 2 * 4
    assert {tables.count(pair) for pair in set(tables)} == {4}
    assert set(tables) == {(one, other) for one in FIELD for other in FIELD if one != other}
    assert [result.seed for result in played.results] == [job_seed(9, game) for game in range(1, 25)]


def test_the_results_add_up(played: Tournament):
    pairings, standings = played.pairings(), played.standings()
    assert sum(pair.first_won + pair.second_won + pair.drawn for pair in pairings) == 24
    for name in FIELD:
        done = standings[name]
        assert done.games == 16 == done.won + done.drawn + done.lost
        first = sum(pair.first_won for pair in pairings if pair.first == name)
        second = sum(pair.second_won for pair in pairings if pair.second == name)
        assert done.won == first + second
        assert (done.wins["red"].count, done.wins["red"].games) == (first, 8)
        assert (done.wins["blue"].count, done.wins["blue"].games) == (second, 8)
        assert done.drawn == sum(pair.drawn for pair in pairings if name in (pair.first, pair.second))


def test_results_are_counted_by_seat():
    def result(red: str, blue: str, winner: str | None) -> Result:
        return Result(1, 1, {"red": red, "blue": blue}, winner, "", "", None, 1, {}, (), 0.0)

    results = (result("a", "b", "red"), result("a", "b", None), result("b", "a", "blue"), result("b", "a", "red"))
    made = Tournament(
        scenario=TOY.id, options={}, seats=("red", "blue"), seed=1, games=4, versions={}, results=results, players=("a", "b")
    )
    assert made.pairings() == (Pairing("a", "b", 1, 0, 1), Pairing("b", "a", 1, 1, 0))
    standing = made.standing("a")
    assert (standing.games, standing.won, standing.drawn, standing.lost) == (4, 2, 1, 1)
    assert (standing.wins["red"].share, standing.wins["blue"].share) == (0.5, 0.5)
    ratings = made.ratings()
    assert list(ratings.players) == ["a", "b"]
    assert ratings.players["a"].points > 0 > ratings.players["b"].points


def test_the_same_seed_gives_the_same_ratings(played: Tournament):
    again, other = (tournament(TOY.id, FIELD, games=4, seed=seed, processes=1) for seed in (9, 10))
    assert again.ratings() == played.ratings()
    assert other.ratings() != played.ratings()
    assert sum(rating.points for rating in played.ratings().players.values()) == pytest.approx(0)


def test_the_csv_has_a_line_for_each_game(played: Tournament):
    lines = list(csv.DictReader(io.StringIO(played.csv())))
    assert [(line["player_red"], line["player_blue"]) for line in lines[:5]] == [("random", "brawler")] * 4 + [
        ("random", FAULTLESS)
    ]
    assert [line["winner"] for line in lines] == [result.winner or "" for result in played.results]


def test_the_json_is_complete(played: Tournament):
    data = json.loads(json.dumps(played.data()))
    assert list(data) == [
        "grognard-tournament",
        "scenario",
        "options",
        "seats",
        "seed",
        "games",
        "versions",
        "players",
        "ratings",
        "standings",
        "pairings",
        "results",
    ]
    assert data["players"] == list(FIELD)
    assert (data["seed"], data["games"], data["seats"]) == (9, 24, ["red", "blue"])
    assert set(data["ratings"]["players"]["random"]) == {"points", "error", "low", "high"}
    assert set(data["ratings"]["first_seat"]) == {"points", "error", "low", "high"}
    assert msgspec.convert(data["pairings"], tuple[Pairing, ...]) == played.pairings()
    assert msgspec.convert(data["results"], tuple[Result, ...]) == played.results


@pytest.mark.parametrize(
    ("players", "games", "words"),
    [
        (["random"], 1, "A tournament needs at least 2 players, each named once, not: random."),
        ([], 1, "not: nobody."),
        (["random", "brawler", "random"], 1, "each named once, not: random, brawler, random."),
        (["random", "napoleon"], 1, "There is no player 'napoleon'"),
        (["random", "brawler"], 0, "The number of games is from 1 to 1,000,000, not 0."),
    ],
    ids=str,
)
def test_bad_input_is_refused(players: list[str], games: int, words: str):
    with pytest.raises(GrognardError) as caught:
        tournament(TOY.id, players, games, processes=1)
    assert words in str(caught.value)


def test_a_tournament_needs_two_sides(monkeypatch: pytest.MonkeyPatch):
    class Solitaire(ToyRules):
        seats = ("red",)  # type: ignore[assignment]

    def make(scenario: Scenario, options: Options) -> Solitaire:
        return Solitaire(scenario, options)

    monkeypatch.setattr("grognard.core.scenarios.ADDED", [*ADDED, Scenario("toy/alone", "Alone", make)])
    with pytest.raises(GrognardError, match="A tournament needs a scenario with 2 sides, and 'toy/alone' has 1"):
        tournament("toy/alone", ["random", "brawler"])
