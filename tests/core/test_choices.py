"""Long lists of actions: complete, drawn from fairly, and worked out only as far as somebody looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import ClassVar

import pytest

from grognard.core.actions import Action, Pass, Take
from grognard.core.choices import Choices, Group, drawn, only


class Walk(Action, frozen=True):
    place: int


class Places(Group):
    """The multiples of a number below another."""

    kind: ClassVar[type[Action]] = Walk

    def __init__(self, step: int, below: int) -> None:
        self.step, self.below, self.listed = step, below, 0

    def all(self) -> Sequence[Action]:
        self.listed += 1
        return [Walk(place) for place in range(0, self.below, self.step)]

    def has(self, action: Action) -> bool:
        assert isinstance(action, Walk)
        return 0 <= action.place < self.below and action.place % self.step == 0

    def draw(self, chance: float) -> Action | None:
        number = -(-self.below // self.step)
        return Walk(int(chance * number) * self.step) if number else None


def test_a_long_list_is_what_the_plain_list_would_be():
    choices = Choices([Pass()], Places(3, 20), [Take("a"), Take("b")])
    plain = [Pass(), *(Walk(place) for place in range(0, 20, 3)), Take("a"), Take("b")]
    assert list(choices) == plain
    assert len(choices) == len(plain)
    assert [choices[place] for place in range(len(plain))] == plain
    assert [choices[-place] for place in range(1, len(plain))] == plain[:0:-1]
    assert choices[2:5] == plain[2:5]
    with pytest.raises(IndexError):
        choices[len(plain)]
    for action in (Pass(), Walk(3), Walk(4), Walk(-3), Walk(21), Take("a"), Take("c")):
        assert (action in choices) == (action in plain)


def test_whether_an_action_is_among_them_is_told_without_listing_them():
    places = Places(1, 10**9)
    choices = Choices([Pass()], places)
    assert Walk(123_456_789) in choices
    assert Walk(10**9) not in choices
    assert bool(choices)
    assert only(choices) is None
    assert isinstance(choices.draw(0.7), Walk)
    assert places.listed == 0


def test_the_only_action_is_found_wherever_it_stands():
    assert only([Pass()]) == Pass()
    assert only([]) is None
    assert only([Pass(), Take("a")]) is None
    assert only(Choices(Places(5, 0), [Pass()])) == Pass()
    assert only(Choices(Places(5, 4))) == Walk(0)
    assert only(Choices(Places(5, 6))) is None
    assert only(Choices(Places(5, 0))) is None
    assert not Choices(Places(5, 0))
    assert not Choices()


def test_a_kind_is_drawn_first_and_then_an_action_of_it():
    chance = Random(1)
    choices = Choices([Pass()], Places(1, 1000), Places(7, 0), [Take("a"), Take("b")])
    found = Counter(drawn(choices, chance.random()) for _ in range(30_000))
    kinds = Counter[type[Action]]()
    for action, number in found.items():
        kinds[type(action)] += number
    assert set(kinds) == {Pass, Walk, Take}
    assert all(9_000 < number < 11_000 for number in kinds.values())
    assert abs(found[Take("a")] - found[Take("b")]) < 600
    halves = sum(number for action, number in found.items() if isinstance(action, Walk) and action.place < 500)
    assert abs(halves - kinds[Walk] / 2) < 300


def test_a_draw_is_a_function_of_its_number():
    choices = Choices([Pass()], Places(1, 1000), [Take("a")])
    numbers = [0.0, 0.2, 0.34, 0.5, 0.99]
    assert [choices.draw(number) for number in numbers] == [choices.draw(number) for number in numbers]
    assert choices.draw(0.0) == Pass()
    assert choices.draw(0.5) == Walk(500)
    with pytest.raises(IndexError):
        Choices(Places(1, 0)).draw(0.5)


def test_of_a_plain_list_every_action_is_as_likely_as_another():
    assert [drawn([Pass(), Take("a")], number) for number in (0.0, 0.49, 0.5, 0.99)] == [Pass(), Pass(), Take("a"), Take("a")]
