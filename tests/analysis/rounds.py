"""The toy duel with turns and tracks: a turn is a round, and the score is a track."""

from grognard.core.games import Options
from grognard.core.scenarios import Scenario
from tests.core.toy import ToyGame, ToyRules


class Rounds(ToyRules):
    def when(self, game: ToyGame) -> tuple[int | None, str, str]:
        return int(game.state.round), "", ""

    def tracks(self, game: ToyGame) -> dict[str, dict[str, float]]:
        return {"score": dict(game.state.score)}


def _make(scenario: Scenario, options: Options) -> Rounds:
    return Rounds(scenario, options)


ROUNDS = Scenario("toy/rounds", "A duel in rounds", _make)
