"""Intervals and quartiles against published and hand-made values."""

import pytest

from grognard.analysis.estimates import Share, Spread, share, spread, wilson


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilson_intervals(count: int, games: int, low: float, high: float):
    """The first four as R. G. Newcombe prints them, Statistics in Medicine 17 (1998)."""
    assert wilson(count, games) == pytest.approx((low, high), abs=5e-5)
    assert share(count, games) == Share(count, games, count / games, *wilson(count, games))


def test_of_no_games_nothing_is_known():
    assert share(0, 0) == Share(0, 0, 0.0, 0.0, 1.0)


def test_quartiles():
    assert spread([4, 1, 3, 2]) == Spread(1, 1.75, 2.5, 3.25, 4)
    assert spread([7, 7, 3, 9, 8]) == Spread(3, 7, 7, 8, 9)
    assert spread([5]) == Spread(5, 5, 5, 5, 5)
