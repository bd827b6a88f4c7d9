"""The toy duel with turns and tracks: a turn is a round, and the score is a track."""

from typing import Any

from grognard.core.games import Options
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from tests.core.toy import ToyRules


class Rounds(ToyRules):
    def when(self, game: Any) -> tuple[int | None, str, str]:
        return int(game.state.round), "", ""

    def tracks(self, game: Any) -> dict[str, dict[str, float]]:
        return {"score": dict(game.state.score)}


def _make(scenario: Scenario, options: Options) -> Rules:
    return Rounds(scenario, options)


ROUNDS = Scenario("toy/rounds", "A duel in rounds", _make)
