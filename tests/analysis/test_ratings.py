"""Ratings against what can be worked out by hand."""

from itertools import permutations
from math import log, log10, sqrt

import pytest

from grognard.analysis.ratings import POINTS, PRIOR, Pairing, chances, rate, slope_and_curve


def both_ways(one: str, two: str, won: int, lost: int, drawn: int) -> list[Pairing]:
    """The same results whoever sits where."""
    return [Pairing(one, two, won, lost, drawn), Pairing(two, one, lost, won, drawn)]


def test_three_wins_for_each_loss_are_191_points():
    rated = rate(both_ways("a", "b", 75_000, 25_000, 0))
    assert list(rated.players) == ["a", "b"]
    assert rated.players["a"].points - rated.players["b"].points == pytest.approx(400 * log10(3), abs=0.01)
    assert rated.players["a"].points == pytest.approx(-rated.players["b"].points)
    assert rated.first_seat.points == pytest.approx(0, abs=1e-6)


def test_the_standard_error_is_that_of_the_logarithm_of_the_odds():
    """Of 200,000 games at 3 to 1 the log odds have the variance 1 / (n p q); each rating is half the difference."""
    rated = rate(both_ways("a", "b", 75_000, 25_000, 0))
    error = POINTS / sqrt(200_000 * 0.75 * 0.25) / 2
    assert rated.players["a"].error == pytest.approx(error, rel=1e-3)
    low, high = rated.players["a"].low, rated.players["a"].high
    assert (high - low) / 2 == pytest.approx(1.96 * error, rel=1e-3)
    assert (high + low) / 2 == pytest.approx(rated.players["a"].points)


def test_an_advantage_of_the_seat_is_not_the_players():
    rated = rate([Pairing("a", "b", 900_000, 90_000, 10_000), Pairing("b", "a", 900_000, 90_000, 10_000)])
    assert [rating.points for rating in rated.players.values()] == pytest.approx([0, 0], abs=1e-6)
    assert rated.first_seat.points == pytest.approx(400, abs=0.1)


def test_draws_bring_players_together():
    """A draw says that two are alike: the same wins and losses with draws between them are worth the same odds."""
    rated = rate(both_ways("a", "b", 30_000, 10_000, 60_000))
    assert rated.players["a"].points - rated.players["b"].points == pytest.approx(400 * log10(3), abs=0.1)
    only_draws = rate(both_ways("a", "b", 0, 0, 50))
    assert only_draws.players["a"].points == 0
    assert only_draws.players["a"].error > 50


def test_a_transitive_field_is_told_apart():
    """10 to 1 between neighbours and 100 to 1 across: 400 points from each to the next."""
    neighbours = both_ways("a", "b", 10**6, 10**5, 0) + both_ways("b", "c", 10**6, 10**5, 0)
    rated = rate(neighbours + both_ways("a", "c", 10**6, 10**4, 0))
    assert [round(rating.points) for rating in rated.players.values()] == [400, 0, -400]
    assert list(rated.players) == ["a", "b", "c"]


def test_a_player_who_won_every_game_has_a_finite_rating():
    rated = rate(both_ways("a", "b", 20, 0, 0))
    more = rate(both_ways("a", "b", 200, 0, 0))
    assert 300 < rated.players["a"].points < more.players["a"].points < 1500
    assert rated.players["a"].error > 150


def test_without_games_only_the_prior_is_known():
    rated = rate([Pairing(one, two, 0, 0, 0) for one, two in permutations("abc", 2)])
    assert {rating.points for rating in rated.players.values()} == {0}
    assert rated.first_seat.error == pytest.approx(800)


def test_it_is_the_summit_of_the_likelihood():
    """The slope that Newton's method follows is that of the logarithm of likelihood times prior."""
    results = [Pairing("a", "b", 7, 3, 2), Pairing("b", "a", 1, 9, 4), Pairing("c", "a", 5, 5, 5), Pairing("b", "c", 2, 2, 1)]
    place = {"a": 0, "b": 1, "c": 2}

    def height(at: list[float]) -> float:
        total = -sum(value**2 for value in at) / (2 * PRIOR**2)
        for pairing in results:
            won, lost, drawn = chances(at[place[pairing.first]] - at[place[pairing.second]] + at[3], at[4])
            total += pairing.first_won * log(won) + pairing.second_won * log(lost) + pairing.drawn * log(drawn)
        return total

    at, step = [0.3, -0.4, 0.2, 0.5, -0.6], 1e-5
    slope, curve = slope_and_curve(results, place, at)
    for i in range(5):
        up, down = ([value + (i == j) * sign * step for j, value in enumerate(at)] for sign in (1, -1))
        assert slope[i] == pytest.approx((height(up) - height(down)) / (2 * step), abs=1e-5)
        above, below = (slope_and_curve(results, place, point)[0] for point in (up, down))
        bend = [(one - other) / (2 * step) for one, other in zip(above, below, strict=True)]
        assert [-value for value in curve[i]] == pytest.approx(bend, abs=1e-5)
    assert chances(log(4), 0) == pytest.approx((2 / 3.5, 0.5 / 3.5, 1 / 3.5))
