"""Positions of Hurrah for Old Joe, and playing them with scripted dice."""

from __future__ import annotations

from typing import Any, cast

import grognard
from grognard.core.dice import Dice
from grognard.games.chancellorsville.old_joe import scenarios
from grognard.games.chancellorsville.old_joe.events import Explained, PageRead, StoryTold
from grognard.games.chancellorsville.old_joe.state import Solitaire
from tests.victories.table import act, asked, attack, happened, may, offered, where

__all__ = ["act", "asked", "happened", "may", "offered", "where"]

SCENARIOS = tuple(scenarios())

ID = "chancellorsville/old-joe"
CORPS = {
    "I": "us_cmd_reynolds",
    "II": "us_cmd_couch",
    "III": "us_cmd_sickles",
    "V": "us_cmd_meade",
    "VI": "us_cmd_sedgwick",
    "XI": "us_cmd_howard",
    "XII": "us_cmd_slocum",
}
ANCHOR = {"cs_hays": "2240", "cs_hoke": "2239"}
"""Confederates far from everything, whose counter is drawn after the automaton's."""
QUIET = (2, 4, 1)
"""Page 6, first row: no effect, proximity 3 (A) or 2 (C), guns 2."""
SILENT = (1, 2, 1)
"""Page 3, first row: a movement point fewer, proximity 3 or 2, N(2)."""


def begin(*dice: int, **options: Any) -> Solitaire:
    """A new game; the first five dice lay the activation track."""
    return cast("Solitaire", grognard.new(ID, dice=Dice.script(dice), options=options))


def scene(pieces: dict[str, Any], *dice: int, options: dict[str, Any] | None = None, **fields: Any) -> Solitaire:
    """A position of turn 7 in which only what is named is in play."""
    position = {
        "scenario": ID,
        "options": options or {},
        "turn": 7,
        "phase": "activations",
        "pieces": {**ANCHOR, **pieces},
        "pontoons": {},
        "forts": {},
        "track": [],
        "due": {},
        "combat": [],
        **fields,
    }
    return cast("Solitaire", grognard.setup(position, dice=Dice.script(dice)))


def activate(corps: str, pieces: dict[str, Any], *dice: int, **fields: Any) -> Solitaire:
    """A Corps is drawn first, then Early, whom the player must place; the dice are those of the activation."""
    cup = [CORPS[corps], "cs_cmd_early"]
    return scene(pieces, 1, *dice, 0, cup=cup, **fields)


def why(game: Solitaire) -> list[str]:
    """What decided the automaton's steps, by the keys of their reasons."""
    return [event.reason.key.removeprefix("why.") for event in happened(game, Explained)]


def told(game: Solitaire) -> list[tuple[str, str, dict[str, Any]]]:
    """Everything that was said of the automaton's steps: the formation, the key of the reason and its arguments."""
    return [(e.formation, e.reason.key.removeprefix("why."), dict(e.reason.args)) for e in happened(game, Explained)]


def prompt(game: Solitaire) -> str:
    """How the player is asked."""
    decision = game.decision("CSA")
    assert decision is not None
    return decision.prompt


def reason(game: Solitaire, key: str) -> dict[str, Any]:
    """The arguments of the first reason of this key."""
    return next(dict(e.reason.args) for e in happened(game, Explained) if e.reason.key == f"why.{key}")


def read(game: Solitaire) -> list[str]:
    """The paragraphs that were read."""
    return [event.number for event in happened(game, StoryTold)]


def pages(game: Solitaire) -> list[tuple[str, int, str]]:
    return [(event.formation, event.page, event.row) for event in happened(game, PageRead)]


def hexes(game: Solitaire, *units: str) -> list[str]:
    return [where(game, unit) for unit in units]


def hex_of(game: Solitaire, label: str) -> int:
    return game.rules.board.hex(label)


def finish_turn(game: Solitaire) -> None:
    """The player passes whatever is left of the turn."""
    act(game, "pass-activation")


def open_fight(game: Solitaire, start: str, *targets: str) -> None:
    """Hill is placed, and all in a hex attack others; the automaton digs in."""
    act(game, f"place-command {start}", "end-marches")
    if asked(game).endswith("Bombardments.aim"):
        act(game, "cease-fire")
    attack(game, start, *targets)


def play_on(game: Solitaire, most: int = 40) -> None:
    """Easy answers of the player until the next counter is drawn."""
    for _ in range(most):
        if not game.actors or asked(game).endswith(("Activation.place", "ChooseFormations.choose")):
            return
        actions = game.actions("CSA")
        game.play("CSA", actions[0] if actions[0].word in ("add-bonus", "subtract-bonus", "take-point") else actions[-1])


def fight(game: Solitaire, start: str, *targets: str) -> None:
    open_fight(game, start, *targets)
    play_on(game)
