"""Rules and players that keep the names of version 0.1 for their methods work on, and are told the new ones."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.agreements import SILENCE, Heard
from grognard.core.features import SparedWindows
from grognard.core.rules import Rules
from grognard.players.allies import as_ally
from grognard.players.random import RandomPlayer


class Latest(Rules[Any]):
    def default_answer(self, game: object, ask: object) -> Any:
        return "latest", None


def former() -> type[Latest]:
    with pytest.warns(DeprecationWarning, match=r"Outside\.usual is now called default_answer"):

        class Outside(Latest):
            def usual(self, game: object, ask: object) -> Any:
                return f"more than {super().usual(game, ask)[0]}", None

    return Outside


def test_an_override_by_a_former_name_counts():
    rules: Any = object.__new__(former())
    with pytest.warns(DeprecationWarning, match="usual is now called default_answer"):
        assert rules.default_answer(None, None) == ("more than latest", None)


def test_a_former_name_can_be_called():
    rules: Any = object.__new__(Latest)
    with pytest.warns(DeprecationWarning, match="usual is now called default_answer"):
        assert rules.usual(None, None) == ("latest", None)


def test_a_feature_knows_the_former_name_of_its_method():
    with pytest.warns(DeprecationWarning, match=r"Windows\.spared is now called auto_pass"):

        class Windows(SparedWindows[Any], Rules[Any]):
            def spared(self, game: object, seat: str, kept: frozenset[str]) -> Any:
                return "pass"

    rules: Any = object.__new__(Windows)
    assert rules.auto_pass(None, "red", frozenset()) == "pass"


def test_a_player_with_the_former_names_talks_with_its_allies():
    class Outsider:
        heard = SILENCE

        def heed(self, heard: Heard) -> None:
            self.heard = heard

        def counsel(self, seat: object, heard: Heard) -> dict[str, str]:
            return {"momentum": "play", **heard.allies}

    player, news = Outsider(), Heard(allies={"storm": "keep"})
    with pytest.warns(DeprecationWarning, match="heed and counsel of Outsider are now called hear_advice and advise"):
        talking: Any = as_ally(player)
    talking.hear_advice(news)
    assert player.heard is news
    assert talking.advise(None, news) == {"momentum": "play", "storm": "keep"}


def test_who_talks_by_the_names_of_today_is_taken_as_it_is_and_others_do_not_talk():
    player = RandomPlayer(1)
    assert as_ally(player) is player
    assert as_ally(object()) is None
