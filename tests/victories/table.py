"""Positions of Give Us Victories, and playing them with scripted dice."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import grognard
from grognard.core.actions import Action
from grognard.core.dice import Dice
from grognard.core.errors import IllegalAction
from grognard.core.events import Event
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories import scenarios
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.state import Campaign
from tests.other_actions import try_other_actions

E = TypeVar("E", bound=Event)

SCENARIOS = tuple(scenarios())

FAMILY = "chancellorsville/victories"
FAR = {"us_devin": "0101", "cs_whflee": "0140"}
"""Units in the corners, so that each army has one on the map."""


def scene(
    pieces: dict[str, Any],
    *cup: str,
    dice: tuple[int, ...] = (),
    scenario: str = "campaign",
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> Campaign:
    """A position in the activations of a day turn; the counters of the cup are drawn in this order."""
    draws: list[int] = []
    left = sorted(cup)
    for counter in cup:
        draws.append(left.index(counter))
        left.remove(counter)
    position = {
        "scenario": f"{FAMILY}/{scenario}",
        "options": options or {},
        "turn": 7,
        "phase": "activations",
        "pieces": pieces,
        "cup": list(cup),
        "pontoons": {},
        "forts": {},
        **fields,
    }
    return cast("Campaign", grognard.setup(position, dice=Dice.script([*draws[:1], *dice])))


def begin(scenario: str, dice: tuple[int, ...] = (), **options: Any) -> Campaign:
    """A new game with scripted dice."""
    return cast("Campaign", grognard.new(f"{FAMILY}/{scenario}", dice=Dice.script(dice), options=options))


def act(game: Campaign, *texts: str) -> list[Event]:
    """Play actions, each by whoever must decide; returns what happened as all see it."""
    before = game.happened.length
    for text in texts:
        (seat,) = game.actors
        action = game.rules.vocabulary.parse(text)
        try_other_actions(game)
        refused = game.why_not(seat, action)
        game.play(seat, action)
        assert refused is None, f"{text!r} is offered, and refused: {refused}"
        pass_over(game)
    return game.happened.since(before)


def pass_over(game: Campaign) -> None:
    """Answer what is asked only so that nobody learns whether there are guns, or how many."""
    while game.actors and asked(game).endswith(("Bombardments.aim", "Bombardments.fire")):
        (seat,) = game.actors
        if len(game.actions(seat)) > 1:
            return
        game.play(seat, game.actions(seat)[0])


def asked(game: Campaign) -> str:
    """`CSA March.go`: who is asked what."""
    (seat,) = game.actors
    decision = game.decision(seat)
    assert decision is not None
    return f"{seat} {decision.kind}"


def refused(game: Campaign, text: str) -> Reason:
    """Why an action is refused; it must be."""
    (seat,) = game.actors
    action: Action = game.rules.vocabulary.parse(text)
    assert action not in game.actions(seat)
    try:
        game.play(seat, action)
    except IllegalAction as refusal:
        return refusal.reason
    raise AssertionError(f"{text} was played")


def may(game: Campaign, text: str) -> bool:
    """Whether an action is offered, which its refusal must agree with."""
    (seat,) = game.actors
    action = game.rules.vocabulary.parse(text)
    offered = action in game.actions(seat)
    assert offered == (game.why_not(seat, action) is None), text
    return offered


def verdict(game: Campaign, text: str) -> tuple[str, ...]:
    """Nothing if an action is offered; otherwise why it is refused, and by which rules."""
    if may(game, text):
        return ()
    reason = refused(game, text)
    return reason.key, *reason.cites


def offered(game: Campaign, word: str) -> set[str]:
    """The fields of all actions with this word."""
    (seat,) = game.actors
    return {str(action).partition(" ")[2] for action in game.actions(seat) if action.word == word}


def where(game: Campaign, unit: str) -> str:
    """The hex or box of a unit."""
    piece = game.piece(unit)
    return game.label(piece.hex) if piece.hex else piece.box


def happened(game: Campaign, kind: type[E]) -> list[E]:
    return [event for event in game.happened.since(0) if isinstance(event, kind)]


def spent(game: Campaign) -> float:
    """The movement points that the march under way has spent."""
    (march,) = (frame for frame in game.stack if isinstance(frame, March))
    return march.spent / 2


def until(game: Campaign, kind: str, *, most: int = 60) -> None:
    """Let everybody take the last action offered until a question of this kind comes."""
    for _ in range(most):
        if not game.actors or asked(game).endswith(kind):
            return
        easy_answer(game)
    raise AssertionError(f"{kind} was not asked")


def easy_answer(game: Campaign) -> None:
    """The last action offered, or all points for one's own dice."""
    (seat,) = game.actors
    actions = game.actions(seat)
    game.play(seat, actions[0] if actions[0].word in ("add-bonus", "subtract-bonus") else actions[-1])


def finish_combat(game: Campaign) -> None:
    """Fight the combat under way to its end with easy answers."""
    depth = next(place for place, frame in enumerate(game.stack) if isinstance(frame, Combat))
    while len(game.stack) > depth and isinstance(game.stack[depth], Combat):
        easy_answer(game)


def mask(game: Campaign, start: str, *hexes: str) -> int:
    """Neighbouring hexes as the six bits of an attack."""
    grid = game.rules.board.grid
    found = 0
    for label in hexes:
        direction = grid.direction(grid.by_label[start], grid.by_label[label])
        assert direction is not None, f"{label} is no neighbour of {start}"
        found |= 1 << direction
    return found


def attack(game: Campaign, start: str, *hexes: str) -> None:
    """All in a hex attack some of the hexes around it; then that combat begins."""
    bits = mask(game, start, *hexes)
    stack = f"assault-from {start} {bits}"
    (seat,) = game.actors
    if game.rules.vocabulary.parse(stack) in game.actions(seat):
        act(game, stack)
    else:
        (unit,) = {text.split()[0] for text in offered(game, "charge") if where(game, text.split()[0]) == start}
        act(game, f"charge {unit} {bits}")
    fight_first(game)


def fight_first(game: Campaign) -> None:
    """End declaring, and begin the first of the combats, where that is asked."""
    if asked(game).endswith("Declaration.declare"):
        act(game, "end-declaring")
    if asked(game).endswith("Combats.choose"):
        act(game, "resolve 0")
