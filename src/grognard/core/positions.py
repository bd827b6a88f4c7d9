"""Positions: any moment of any game as plain data. It is to a wargame what FEN is to chess."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.core.dice import Dice
from grognard.core.errors import PositionError
from grognard.core.games import Game
from grognard.core.scenarios import find

FORMAT = 1


def describe(game: Game, seat: str | None = None, redact: bool = False) -> dict[str, Any]:
    """The position of a game; the body is the game's own, the frames under way are core's."""
    position: dict[str, Any] = {"grognard": FORMAT, "scenario": game.scenario.id, "options": game.options}
    position |= game.rules.describe(game)
    if game.stack:
        position["pending"] = [msgspec.to_builtins(frame) for frame in game.stack]
    sealed = {who: str(action) for who, action in game.sealed.items() if not redact or who == seat}
    if sealed:
        position["sealed"] = sealed
    if game.over is not None:
        position["over"] = msgspec.to_builtins(game.over)
    return position


def setup(position: object, dice: Dice) -> Game:
    """A game from a position: validated, every fault named; without `pending` it starts the phase."""
    if not isinstance(position, dict) or "scenario" not in position:
        raise PositionError(["A position is an object with at least a 'scenario'; see docs/positions.md."])
    if position.get("grognard", FORMAT) != FORMAT:
        raise PositionError([f"This position is of format {position['grognard']}; this version reads format {FORMAT}."])
    scenario = find(position["scenario"])
    options = scenario.complete(position.get("options"))
    rules = scenario.rules(options)
    game = rules.game_class(scenario, options, dice)
    game.opening = position
    game.state = rules.restore(position)
    if position.get("over"):
        from grognard.core.games import Outcome

        game.over = msgspec.convert(position["over"], Outcome)
        return game
    if "pending" in position:
        game.stack = [rules.frame(data) for data in position["pending"]]
        game.sealed = {who: rules.vocabulary.parse(text) for who, text in position.get("sealed", {}).items()}
        try:
            game.resume()
        except (LookupError, AttributeError, TypeError, ValueError, AssertionError) as fault:
            raise PositionError(
                [f"The pending frames do not fit the position ({fault!r}); leave 'pending' out to start the phase."]
            ) from None
    else:
        game.begin(rules.first_procedure(game.state))
    return game


def imagine(view: dict[str, Any], seed: int) -> Game:
    """A full game consistent with a view; a game with hidden pieces makes them up."""
    position = view["position"]
    scenario = find(position["scenario"])
    rules = scenario.rules(scenario.complete(position.get("options")))
    complete = getattr(rules, "imagine", None)
    return setup(complete(view, seed) if complete else position, Dice.fast(seed))
