"""Rules that are inherited through many classes, found at once."""

from __future__ import annotations

import pytest

from grognard.core.inheritance import check_mro, flatten_mro


class Movement:
    def cost(self) -> int:
        return 2

    def allowance(self) -> int:
        return 8


class Weather(Movement):
    def cost(self) -> int:
        return super().cost() + 1


@flatten_mro
class Series(Weather):
    pass


class Swamp(Series):
    def cost(self) -> int:
        return 10 * super().cost()

    def allowance(self) -> int:
        return super().allowance() // 2


def test_a_flattened_class_has_what_it_inherits():
    assert vars(Series)["allowance"] is Movement.allowance


def test_super_finds_what_it_would_have_found():
    """The first class to override a rule stands before those behind it, and its own `super()` goes on from there."""
    assert Series().cost() == 3
    assert (Swamp().cost(), Swamp().allowance()) == (30, 4)


def test_what_a_class_has_of_its_own_is_kept():
    @flatten_mro
    class Mud(Movement):
        def cost(self) -> int:
            return 7

    assert (Mud().cost(), Mud().allowance()) == (7, 8)


def test_no_class_comes_behind_a_flattened_one():
    """Series has the allowance of Movement as its own, and would hide that of Hurry."""

    class Hurry(Movement):
        def allowance(self) -> int:
            return 16

    class Forced(Series, Hurry):
        pass

    class Brisk(Hurry, Series):
        pass

    with pytest.raises(TypeError, match="Forced must name Series after the classes that override its rules"):
        check_mro(Forced)
    check_mro(Brisk)
    assert Brisk().allowance() == 16
