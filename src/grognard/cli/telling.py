"""A game in words for the terminal: its log, its tracks and its outcome. In a pipe the same without colour."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import cycle
from typing import Any, Protocol

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from grognard.core.actions import Decision
from grognard.core.events import Event, tell
from grognard.core.features import PhaseHeadings, feature_of
from grognard.core.games import Game, Outcome
from grognard.core.rules import Rules
from grognard.core.texts import in_table
from grognard.telling.boards import board_of
from grognard.telling.fights import modifiers_in_words
from grognard.telling.names import short_names
from grognard.telling.words import capital, track_in_words, verdict_in_words

SIDE_STYLES = ("red", "bright_blue", "green", "yellow")
"""The colours of the sides, in their order."""
SILENT = frozenset({"event.chosen", "event.ended", "event.ended-undecided"})
"""Events left out of the log: sealed choices are printed when revealed, the end has its own panel."""
STYLES = {"light": "dim", "heavy": "bold"}
TRACK_STYLE = "yellow"
SCORES = "victory_points"
"""The word of the table `track` for what an outcome counts."""


def screen() -> Console:
    """Where the commands write."""
    return Console(highlight=False, markup=False, emoji=False)


class Paper(Protocol):
    """Where lines are printed: a console, or the log of a table."""

    @property
    def is_terminal(self) -> bool: ...

    def print(self, *words: Any, soft_wrap: bool | None = None) -> None: ...


def line(console: Paper, words: Text, indent: int = 0) -> None:
    """One line: wrapped under its own beginning on a terminal, left whole in a pipe."""
    if console.is_terminal:
        console.print(Padding(words, (0, 0, 0, indent), expand=False))
    else:
        console.print(Text(" " * indent) + words, soft_wrap=True)


def title(console: Console, game: Game) -> None:
    """What is played, and with which components."""
    line(console, Text(game.scenario.title, style="bold"))
    if (stamp := game.rules.stamp) is not None:
        line(console, Text(f"components: {stamp.name} ({stamp.digest})", style="dim"))


class Storyteller:
    """Prints events as they come: turns and phases are headings, and a phase without events has none."""

    def __init__(self, console: Paper, game: Game, delay: float = 0.0, seat: str | None = None) -> None:
        self.console = console
        self.delay = delay
        self.names = short_names(game)
        self.colouring = Colouring(game)
        self.tracks = tracks_of(game, seat)
        self.headline = feature_of(game.rules, PhaseHeadings).headline
        self.heading: Text | None = None
        self.last: Event | None = None

    def tell(self, events: Iterable[Event]) -> None:
        for event in events:
            joined = event.joined(self.last) if self.last is not None else None
            if joined is None:
                self.flush()
            self.last = joined or event

    def flush(self) -> None:
        """Print the event that was held back in case the next one continues it."""
        event, self.last = self.last, None
        if event is not None and event.key not in SILENT:
            self.tell_one(event)

    def tell_one(self, event: Event) -> None:
        words = event.describe(self.names)
        if event.heading == "turn":
            self.heading = None
            self.console.print()
            self.console.print(Rule(Text(words, style="bold")))
            for name, levels in self.tracks.items():
                line(self.console, Text(capital(track_in_words(name, levels)), style="dim"))
            return
        if event.heading == "phase":
            self.heading = Text(words, style=f"bold {self.colouring.styles.get(getattr(event, 'side', ''), '')}".strip())
            return
        self.head()
        self.say(Text(words, style=TRACK_STYLE if event.track is not None else STYLES.get(event.weight, "")), 2)
        listed = getattr(event, "modifiers", ()) or getattr(event, "shifts", ())
        if modifiers := modifiers_in_words(listed, self.names):
            self.say(Text(", ".join(modifiers), style="dim"), 6)
        if event.track is not None:
            track, level = event.track
            self.tracks.setdefault(track, {})[getattr(event, "side", "")] = getattr(event, level, 0)

    def remark(self, seat: str, words: str) -> None:
        """Print a player's remark about their choice, under the heading of the phase."""
        self.flush()
        self.head()
        self.say(Text(f"{capital(in_table('army', seat))}: {words}", style="italic"), 4)

    def head(self) -> None:
        """Print the heading of the phase, if it has not been printed yet."""
        if self.heading is not None:
            self.console.print()
            levels = self.tracks.get(self.headline)
            beside = f"   {track_in_words(self.headline, levels)}" if levels else ""
            line(self.console, Text.assemble(self.heading, (beside, "dim")))
            self.heading = None

    def say(self, words: Text, indent: int) -> None:
        """A line in which the pieces have the colours of their sides."""
        line(self.console, self.colouring.coloured(words), indent)
        if self.delay:
            time.sleep(self.delay)


class Colouring:
    """Names of pieces in the colours of their sides."""

    def __init__(self, game: Game) -> None:
        self.styles = side_styles(game)
        self.by_side: dict[str, list[str]] = {}
        names = short_names(game)
        board = board_of(game.rules.picture(game))
        trays = (counter for tray in board.trays for counter in tray.counters) if board is not None else ()
        stacks = (counter for counters in board.stacks.values() for counter in counters) if board is not None else ()
        for counter in (*stacks, *trays):
            if counter.side and counter.id in names:
                self.by_side.setdefault(counter.side, []).extend({names[counter.id], counter.title or counter.name})

    def coloured(self, words: Text) -> Text:
        for side, names in self.by_side.items():
            words.highlight_words(names, self.styles.get(side, ""), case_sensitive=False)
        return words


def side_styles(game: Game) -> dict[str, str]:
    """The colour of each side in order, and of each army or seat that is not a side."""
    names = dict.fromkeys((*game.rules.scored, *game.seats))
    return dict(zip(names, cycle(SIDE_STYLES), strict=False))


def tracks_of(game: Game, seat: str | None = None) -> dict[str, dict[str, float]]:
    """The tracks of a game by name, each with the level of every side."""
    tracks = game.view(seat).get("position", {}).get("tracks", {})
    return {name: dict(levels) for name, levels in tracks.items()}


def moment_in_words(rules: Rules, turn: int | None, phase: str, side: str) -> str:
    """`Turn 5, Red player turn: movement`."""
    words = f"turn {turn}, " if turn is not None else ""
    named = in_table("phase", phase)
    alone = not side or phase in feature_of(rules, PhaseHeadings).shared_phases
    return capital(words + (named if alone else f"{in_table('side', side)} player turn: {named}")).removesuffix(", ")


def summary(console: Paper, game: Game, seat: str | None = None) -> None:
    """The state of a game, as a seat sees it: its tracks and scores, and its outcome or who must decide."""
    tracks = tracks_of(game, seat)
    scores = game.rules.standings(game, seat) if game.over is None else {}
    for name, levels in (tracks | {name: levels for name, levels in scores.items() if name not in tracks}).items():
        line(console, Text(capital(track_in_words(name, levels))))
    waiting(console, game, seat)


def waiting(console: Paper, game: Game, seat: str | None = None) -> None:
    """The outcome, or who must decide, and what; a seat sees only its own question."""
    if game.over is not None:
        console.print(outcome_in_words(game.over))
    for actor in game.actors:
        decision = game.decision(actor)
        words = f"{in_table('army', actor)} must decide"
        if decision is not None and seat in (None, actor):
            words += f": {tell(Decision.WORDS + decision.prompt, decision.args, short_names(game))}"
        line(console, Text(capital(words)))


def outcome_in_words(over: Outcome) -> Panel:
    """How a game ended: level, winner, reason, rule and scores."""
    rules = f" ({', '.join(over.cites)})" if over.cites else ""
    lines = [
        Text(verdict_in_words(over), style="bold"),
        Text(capital(in_table("outcome.reason", over.reason)) + rules),
    ]
    if over.scores:
        lines.append(Text(capital(track_in_words(SCORES, over.scores))))
    return Panel(Group(*lines), expand=False)
