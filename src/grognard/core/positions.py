"""Positions: any moment of any game as plain data. It is to a wargame what FEN is to chess."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from grognard.core import driving
from grognard.core.choices import Choices
from grognard.core.dice import Dice, Die
from grognard.core.documents import document_fault, in_short, shortened
from grognard.core.errors import INCONSISTENCIES, PositionError
from grognard.core.frames import frame_faults
from grognard.core.games import Game, Log, Outcome
from grognard.core.overlays.folders import Components, disagreement
from grognard.core.procedures import AskAll
from grognard.core.scenarios import find

FORMAT = 1
FIELDS = ("grognard", "scenario", "options", "components", "pending", "sealed", "over")
"""The fields that a position of any game may have; a game adds its own, and refuses others."""
FINE = 1 << 30
"""The resolution of a random draw from a long list."""
MOST_FRAMES = 64
"""The most frames; no rulebook nests its headings half as deeply."""
MOST_IN_FRAMES = 2_000
"""The most values in all frames of a position; a battle has a hundred."""


def describe(game: Game, seat: str | None = None, redact: bool = False) -> dict[str, Any]:
    """The position of a game; the body is the game's own, the pending frames are core's."""
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

    A position that names its overlay requires that one; any other takes the one it is given. It is untrusted, so it is
    tried out before it is played.
    """
    fault = document_fault(position)
    if fault is not None:
        raise PositionError([f"This position cannot be read: {fault}."])
    game = arrange(position, dice, components)
    with refusing_inconsistencies(game, "The position of this game cannot be shown"):
        driving.check_shown(game)
    return game


@contextmanager
def refusing_inconsistencies(game: Game, otherwise: str) -> Iterator[None]:
    """The last resort: a position that the rules cannot continue from is refused in one sentence, too."""
    try:
        yield
    except INCONSISTENCIES as error:
        if driving.is_untrusted(game):
            raise driving.inconsistency(game, error) from None
        raise PositionError([f"{otherwise} ({in_short(error)}); see docs/positions.md."]) from None


def arrange(position: object, dice: Dice, components: Components | None = None) -> Game:
    """A game from a position that a game has written, or that has passed the checks of a document."""
    if not isinstance(position, dict) or not isinstance(position.get("scenario"), str):
        raise PositionError(["A position is an object with at least a 'scenario'; see docs/positions.md."])
    if not isinstance(position.get("options", {}), dict):
        found = in_short(position["options"])
        raise PositionError([f"The 'options' of a position are an object from name to value, not {found}."])
    if position.get("grognard", FORMAT) != FORMAT:
        version = in_short(position["grognard"])
        raise PositionError([f"This position is of format {version}; this version reads format {FORMAT}."])
    scenario = find(position["scenario"], components)
    options = scenario.complete(position.get("options"))
    rules = scenario.rules(options)
    fault = disagreement("position", position.get("components"), rules.stamp, scenario.overlay)
    if fault is not None:
        raise PositionError([fault])
    game = rules.game_class(scenario, options, dice)
    game.opening = position
    try:
        driving.take_state(game, rules.restore(position))
    except INCONSISTENCIES as error:
        words = in_short(error)
        raise PositionError([f"A value in this position is of the wrong kind ({words}); see docs/positions.md."]) from None
    if position.get("over"):
        game.over = outcome_of(game, position["over"])
    elif "pending" in position:
        resume(game, position["pending"], position.get("sealed", {}))
    else:
        with refusing_inconsistencies(game, "The phase of this position cannot be started"):
            driving.begin(game, rules.first_procedure(game.state))
    return game


def outcome_of(game: Game, over: object) -> Outcome:
    """The outcome in a position."""
    try:
        outcome = msgspec.convert(over, Outcome)
    except msgspec.ValidationError as fault:
        raise PositionError([f"The outcome under 'over' cannot be read: {fault}."]) from None
    for side in (*outcome.scores, *([outcome.winner] if outcome.winner is not None else [])):
        if side not in game.rules.scored:
            known = ", ".join(game.rules.scored)
            raise PositionError([f"The outcome under 'over' names '{shortened(side)}'; the sides are {known}."])
    return outcome


def resume(game: Game, pending: object, sealed: object) -> None:
    """Continue in the middle of a procedure: the step that asks is called again."""
    if not isinstance(pending, list) or not pending or not isinstance(sealed, dict):
        raise PositionError(["'pending' is a list of frames and 'sealed' an object from seat to answer; leave both out."])
    if len(pending) > MOST_FRAMES:
        raise PositionError([f"There are {len(pending)} frames under 'pending', and {MOST_FRAMES} is the most."])
    fault = document_fault(pending, MOST_IN_FRAMES)
    if fault is not None:
        raise PositionError([f"The frames under 'pending' cannot be read: {fault}."])
    game.stack = [game.rules.frame(data) for data in pending]
    game.from_frames = True
    faults = [
        f"The pending frames are impossible: {words}; remove 'pending' to start the phase."
        for words in frame_faults(game, game.rules.existing)
    ]
    if faults:
        raise PositionError(faults)
    for who in sealed:
        if who not in game.seats:
            raise PositionError([f"'{shortened(who)}' could not have sealed an answer here; leave 'sealed' out."])
    game.sealed = {who: game.rules.vocabulary.parse(str(text)) for who, text in sealed.items()}
    answers = dict(game.sealed)
    with refusing_inconsistencies(game, "This position cannot be continued"):
        driving.resume(game)
    asks = {ask.seat: ask for ask in game.pending.asks} if isinstance(game.pending, AskAll) else {}
    for who, answer in answers.items():
        if who not in asks or answer not in asks[who].actions:
            raise PositionError([f"'{answer}' is not an answer that '{who}' could have sealed here; leave 'sealed' out."])


def imagine(view: dict[str, Any], seed: int, components: Components | None = None) -> Game:
    """A full game consistent with a view: hidden pieces (by the game) and sealed answers of others are made up."""
    position = view["position"]
    scenario = find(position["scenario"], components)
    rules = scenario.rules(scenario.complete(position.get("options")))
    game = arrange(rules.imagine(view, seed), Dice.fast(seed), components)
    game.from_frames = False  # a game wrote them
    make_up_answers(game, [who for who in game.actors if who not in view.get("actors", game.actors)], seed)
    return game


def imagine_dice(game: Game, seat: str, seed: int) -> Game:
    """The same for a game that now hides nothing but future dice and others' sealed answers: a copy without its past."""
    clone = game.copy()
    clone.dice, clone.rolled = Dice.fast(seed), 0
    clone.entries, clone.marks, clone.happened, clone.known = Log(), Log(), Log(), 0
    clone.standing, clone.acting = None, ("", 0)
    answered = [who for who in game.sealed if who != seat]
    clone.sealed = {who: action for who, action in game.sealed.items() if who == seat}
    make_up_answers(clone, answered, seed)
    return clone


def make_up_answers(game: Game, seats: list[str], seed: int) -> None:
    """Answers that these seats may have sealed."""
    for number, who in enumerate(seats):
        actions = game.actions(who)
        sides = FINE if isinstance(actions, Choices) else len(actions)
        face = Dice.fast(seed).face(-1 - number, Die(0, sides - 1), "imagine")
        game.sealed[who] = actions.draw(face / FINE) if isinstance(actions, Choices) else actions[face]
