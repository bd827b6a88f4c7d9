"""Positions: any moment of any game as plain data. It is to a wargame what FEN is to chess."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from grognard.core.dice import Dice, Die
from grognard.core.errors import PositionError
from grognard.core.games import Game, Log, Outcome
from grognard.core.overlays import Components, disagreement
from grognard.core.procedures import AskAll
from grognard.core.scenarios import find

FORMAT = 1


def describe(game: Game, seat: str | None = None, redact: bool = False) -> dict[str, Any]:
    """The position of a game; the body is the game's own, the frames under way are core's."""
    position: dict[str, Any] = {"grognard": FORMAT, "scenario": game.scenario.id, "options": game.options}
    if game.rules.stamp is not None:
        position["components"] = msgspec.to_builtins(game.rules.stamp)
    position |= game.rules.describe(game)
    if game.stack:
        position["pending"] = [msgspec.to_builtins(frame, order="deterministic") for frame in game.stack]
    sealed = {who: str(action) for who, action in game.sealed.items() if not redact or who == seat}
    if sealed:
        position["sealed"] = sealed
    if game.over is not None:
        position["over"] = msgspec.to_builtins(game.over)
    return position


def setup(position: object, dice: Dice, components: Components | None = None) -> Game:
    """A game from a position: validated, every fault named; without `pending` it starts the phase.

    A position that says with which overlay it was made wants that one; any other takes the one it is given.
    """
    if not isinstance(position, dict) or not isinstance(position.get("scenario"), str):
        raise PositionError(["A position is an object with at least a 'scenario'; see docs/positions.md."])
    if not isinstance(position.get("options", {}), dict):
        raise PositionError([f"The 'options' of a position are an object from name to value, not {position['options']!r}."])
    if position.get("grognard", FORMAT) != FORMAT:
        raise PositionError([f"This position is of format {position['grognard']}; this version reads format {FORMAT}."])
    scenario = find(position["scenario"], components)
    options = scenario.complete(position.get("options"))
    rules = scenario.rules(options)
    fault = disagreement("position", position.get("components"), rules.stamp, scenario.overlay)
    if fault is not None:
        raise PositionError([fault])
    game = rules.game_class(scenario, options, dice)
    game.opening = position
    try:
        game.state = rules.restore(position)
    except (LookupError, AttributeError, TypeError, ValueError) as fault:
        raise PositionError([f"A value in this position is of the wrong kind ({fault}); see docs/positions.md."]) from None
    if position.get("over"):
        try:
            game.over = msgspec.convert(position["over"], Outcome)
        except msgspec.ValidationError as fault:
            raise PositionError([f"The outcome under 'over' cannot be read: {fault}."]) from None
    elif "pending" in position:
        resume(game, position["pending"], position.get("sealed", {}))
    else:
        game.begin(rules.first_procedure(game.state))
    return game


def resume(game: Game, pending: object, sealed: object) -> None:
    """Go on in the middle of a procedure: the step that asks is called again."""
    if not isinstance(pending, list) or not pending or not isinstance(sealed, dict):
        raise PositionError(["'pending' is a list of frames and 'sealed' an object from seat to answer; leave both out."])
    game.stack = [game.rules.frame(data) for data in pending]
    for caller, frame in pairwise(game.stack):
        if frame.then and not hasattr(caller, frame.then):
            raise PositionError([f"The pending frame {type(caller).__name__} has no '{frame.then}' to hand a result to."])
    game.sealed = {who: game.rules.vocabulary.parse(str(text)) for who, text in sealed.items()}
    answers = dict(game.sealed)
    try:
        game.resume()
    except (LookupError, AttributeError, TypeError, ValueError, AssertionError) as fault:
        raise PositionError(
            [f"The pending frames do not fit the position ({fault!r}); leave 'pending' out to start the phase."]
        ) from None
    asks = {ask.seat: ask for ask in game.pending.asks} if isinstance(game.pending, AskAll) else {}
    for who, answer in answers.items():
        if who not in asks or answer not in asks[who].actions:
            raise PositionError([f"'{answer}' is no answer that '{who}' could have sealed here; leave 'sealed' out."])


def imagine(view: dict[str, Any], seed: int, components: Components | None = None) -> Game:
    """A full game consistent with a view: hidden pieces (by the game) and answers sealed to the seat are made up."""
    position = view["position"]
    scenario = find(position["scenario"], components)
    rules = scenario.rules(scenario.complete(position.get("options")))
    game = setup(rules.imagine(view, seed), Dice.fast(seed), components)
    make_up_answers(game, [who for who in game.actors if who not in view.get("actors", game.actors)], seed)
    return game


def imagine_dice(game: Game, seat: str, seed: int) -> Game:
    """The same for a game that hides nothing now but coming dice and answers sealed to the seat: a copy without its past."""
    twin = game.copy()
    twin.dice, twin.rolled = Dice.fast(seed), 0
    twin.entries, twin.marks, twin.happened, twin.known = Log(), Log(), Log(), 0
    answered = [who for who in game.sealed if who != seat]
    twin.sealed = {who: action for who, action in game.sealed.items() if who == seat}
    make_up_answers(twin, answered, seed)
    return twin


def make_up_answers(game: Game, seats: list[str], seed: int) -> None:
    """Answers that these seats may have sealed."""
    for number, who in enumerate(seats):
        actions = game.actions(who)
        game.sealed[who] = actions[Dice.fast(seed).face(-1 - number, Die(0, len(actions) - 1), "imagine")]
