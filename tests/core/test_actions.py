"""Actions are words: read from text and from JSON, written as both."""

import msgspec
import pytest

from grognard.core.actions import CORE_ACTIONS, Action, Decision, Pass, Take, Vocabulary, kebab
from grognard.core.errors import GrognardError
from tests.core.toy import Bid


class Strike(Action, frozen=True):
    piece: str
    hexes: int


WORDS = Vocabulary((*CORE_ACTIONS, Bid, Strike))


@pytest.mark.parametrize(
    ("action", "text", "data"),
    [
        (Pass(), "pass", {"do": "pass"}),
        (Take("3"), "take 3", {"do": "take", "item": "3"}),
        (Bid(2), "bid 2", {"do": "bid", "number": 2}),
        (Bid(-2), "bid -2", {"do": "bid", "number": -2}),
        (Strike("lancers", 5), "strike lancers 5", {"do": "strike", "piece": "lancers", "hexes": 5}),
    ],
)
def test_an_action_as_text_and_as_json(action: Action, text: str, data: dict[str, object]):
    assert str(action) == text
    assert WORDS.parse(text) == WORDS.read(text) == action
    assert msgspec.json.decode(msgspec.json.encode(action)) == data
    assert WORDS.read(data) == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no action ''; the words are bid, pass, strike, take."),
        ("fly", "There is no action 'fly'; the words are bid, pass, strike, take."),
        ("bid", "'bid' takes <number>, not ''."),
        ("bid 1 2", "'bid' takes <number>, not '1 2'."),
        ("pass now", "'pass' takes nothing more, not 'now'."),
        ("strike lancers", "'strike' takes <piece> <hexes>, not 'lancers'."),
        ("bid many", "'bid' wants a number for its number, not 'many'."),
    ],
)
def test_text_that_is_no_action_is_refused_in_a_sentence(text: str, words: str):
    with pytest.raises(GrognardError) as refused:
        WORDS.parse(text)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    "data", [None, 5, [], {}, {"do": "fly"}, {"do": 5}, {"do": []}, {"do": "bid"}, {"do": "bid", "number": "2"}]
)
def test_data_that_is_no_action_is_refused_in_a_sentence(data: object):
    with pytest.raises(GrognardError, match=r"\.$"):
        WORDS.read(data)


def test_actions_are_values():
    assert Bid(2) == Bid(2) != Bid(3)
    assert len({Bid(2), Bid(2), Bid(3), Pass()}) == 3


def test_names_become_words():
    assert [kebab(name) for name in ("Go", "EndMovement")] == ["go", "end-movement"]


def test_a_decision_without_words_shows_its_key():
    assert str(Decision("Duel.bid", "bid-now", ("T1",))) == "prompt.bid-now"
