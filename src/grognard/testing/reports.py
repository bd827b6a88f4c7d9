"""The checks together: games of a scenario are played and looked at, and what is found is reported."""

from __future__ import annotations

import logging
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from grognard.authoring.open_rules import OpenRules
from grognard.core import texts
from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.games import Game, Options
from grognard.core.lessons import Lesson, lessons
from grognard.core.procedures import AskAll
from grognard.core.scenarios import Scenario, add, catalogue, find, installed
from grognard.rulebooks.library import library
from grognard.testing import deciding, frames, saving, secrets, showing, untrusted_input
from grognard.testing import lessons as guided
from grognard.testing.asking import Table, answers, check_log, check_question
from grognard.testing.playing import (
    SOME,
    STYLES,
    Glances,
    Moment,
    Nonconforming,
    Subject,
    looked_at,
    moments,
    variants,
)

GAMES = 4
"""How many games are played if nobody says otherwise."""
TABLE = 40
"""How many actions of the whole table are asked about at a moment."""
RETURNS = 60
"""How many choices, undos and returns a game of them has."""
MUTATED = 12
"""How many mutated files are tried beside each game."""
LESSONS = 5
"""How often each lesson is taken, with other dice."""
LONGEST = 300
"""How much of an error's message is kept."""
KEPT = 20
"""How many findings a report keeps."""


class Finding(NamedTuple):
    """Something that a game does and no game may do."""

    check: str
    words: str
    """One sentence."""
    scenario: str
    options: Options
    seed: int = 0
    player: str = ""
    """Who played; nobody if no game was needed to find it."""
    entry: int = 0
    """After how many entries of the log it was found."""
    record: Mapping[str, Any] | None = None
    """The game up to there."""

    @property
    def replay(self) -> str:
        """The command that comes to it again."""
        words = ["grognard", "fuzz", self.scenario]
        for name, value in self.options.items():
            words += ["--option", f"{name}={value}"]
        if self.player:
            words += ["--player", self.player, "--seed", str(self.seed)]
        return shlex.join([*words, "--games", "1"])

    def __str__(self) -> str:
        where = f" (seed {self.seed}, {self.player}, after {self.entry} entries)" if self.player else ""
        return f"{self.check}: {self.words}{where}\n    again: {self.replay}"


class Report:
    """What was checked in a scenario, how often, and what was found."""

    def __init__(self, scenario: str) -> None:
        self.scenario = scenario
        self.games = 0
        self.decisions = 0
        self.checks: Counter[str] = Counter()
        self.findings: list[Finding] = []

    @property
    def ok(self) -> bool:
        return not self.findings

    def __str__(self) -> str:
        total, games = self.checks.total(), "1 game" if self.games == 1 else f"{self.games} games"
        done = f"{self.scenario}: {games}, {self.decisions} decisions, {total} checks of {len(self.checks)} kinds"
        if self.ok:
            return f"{done}, nothing found"
        return "\n".join((f"{done}, {len(self.findings)} found", *(f"  {finding}" for finding in self.findings)))


class Enough(Exception):
    """Raised to stop: at the first finding, if that is wanted, or when a report is full."""


Progress = Callable[[Report], bool]
"""Called after each game and now and then within one; False ends the checks."""


class Checks:
    """The checks of one scenario, with the report that they fill."""

    def __init__(self, scenario: Scenario, first: bool, progress: Progress | None) -> None:
        self.scenario = scenario
        self.report = Report(scenario.id)
        self.first = first
        self.progress = progress
        self.subject = Subject(scenario, {})
        self.seed = 0
        self.player = ""
        self.game: Game | None = None

    def attempt(self, check: str, act: Callable[..., object], *what: Any) -> None:
        """Do one check; whatever goes wrong in it is a finding."""
        self.report.checks[check] += 1
        with misfitting_texts() as misfits:
            try:
                act(*what)
            except Nonconforming as fault:
                self.found(check, str(fault))
            except Exception as fault:
                self.found(check, in_words(fault))
        for words in misfits:
            self.found("texts", words)

    def found(self, check: str, words: str) -> None:
        """Note a finding, unless the same was found before."""
        if any((check, alike(words)) == (other.check, alike(other.words)) for other in self.report.findings):
            return
        finding = Finding(check, words, self.scenario.id, self.subject.options)
        if self.game is not None:
            entry, record = self.game.entries.length, record_of(self.game)
            finding = finding._replace(seed=self.seed, player=self.player, entry=entry, record=record)
        self.report.findings.append(finding)
        if self.first or len(self.report.findings) >= KEPT:
            raise Enough

    def go_on(self) -> None:
        if self.progress is not None and not self.progress(self.report):
            raise Enough

    # ------------------------------------------------------------------ without a game

    def of_scenario(self) -> None:
        """What needs no game, or only the beginning of one."""
        rules, attempt = self.subject.rules, self.attempt
        attempt("seats", deciding.check_seats, self.subject)
        attempt("action table", deciding.check_action_table, self.subject)
        attempt("frames", frames.check_limits, rules.procedures)
        if isinstance(rules, OpenRules):  # whoever reads a state on their own checks it on their own
            attempt("frames", frames.check_limits, (type(rules.opening()),))
        attempt("frames", frames.check_frames, rules)
        attempt("frames", frames.check_receivers, rules)
        attempt("frames", frames.check_sizes, rules)
        attempt("standing orders", showing.check_orders, rules)
        if self.scenario in installed():
            attempt("standing orders", showing.check_order_words, rules)
            attempt("charts", lambda: showing.check_charts(rules.charts(), deciding.known_rules() | set(library().sections)))
            for lesson in lessons():
                if lesson.scenario == self.scenario.id:
                    self.of_lesson(lesson)

    def of_lesson(self, lesson: Lesson) -> None:
        attempt = self.attempt
        attempt("lessons", guided.check_beginning, lesson)
        attempt("lessons", guided.check_what_it_names, lesson)
        if deciding.has_ledger(self.subject.rules):
            attempt("lessons", guided.check_cites, lesson)
        attempt("lessons", guided.check_lesson_words, lesson)
        for seed in range(LESSONS):
            attempt("lessons", lambda seed=seed: guided.check_taken(lesson, guided.take(lesson, seed)))

    # ------------------------------------------------------------------ a game

    def of_game(self, subject: Subject, player: str, seed: int) -> None:
        """A whole game, looked at on the way, and others with the same seed."""
        self.subject, self.player, self.seed = subject, player, seed
        self.game = game = subject.new(seed)
        look, latest, looking = Glances(), saving.Latest(), Looking(self, subject, seed)
        action: Action | None = None
        try:
            for moment in moments(game, seed, player):
                self.attempt("undo", latest.follow, moment)
                action = moment.action
                if look.take(moment):
                    looking.at(moment)
                    self.go_on()
                looking.undo(moment)
                self.report.decisions += 1
        except Enough:
            raise
        except Nonconforming as fault:
            self.found("end", str(fault))
        except Exception as fault:
            self.found("play", in_words(fault))
        if game.over is not None and action is not None:
            self.attempt("undo", latest.check, game)
            self.at_the_end(game, action)
        self.beside(subject, player, seed)
        self.game = None
        self.report.games += 1
        self.go_on()

    def at_the_end(self, game: Game, action: Action) -> None:
        self.attempt("end", showing.check_outcome, game)
        self.attempt("words", check_log, game)
        self.attempt("turns", deciding.check_after_the_end, game, action)
        self.attempt("positions", saving.check_saved_at_the_end, game)
        self.attempt("records", saving.check_record, game)
        self.attempt("records", saving.check_replayed_half, game)
        for seat in game.seats:
            self.attempt("records", saving.check_own_record, game, seat)
        self.attempt("pictures", showing.check_picture, game)

        for who in (None, *game.seats):
            self.attempt("secrets", secrets.check_hidden_draws, self.subject, game, who)

    def beside(self, subject: Subject, player: str, seed: int) -> None:
        """Other games of the same scenario: what happens rarely in one that is simply played."""
        self.attempt("returns", lambda: saving.check_returns(subject.new(seed), seed, RETURNS))
        self.attempt("records", lambda: saving.check_resignation(subject.new(seed)))
        self.attempt("records", lambda: saving.check_agreed_draw(subject.new(seed)))
        self.attempt("standing orders", showing.check_absent, subject, seed, False)
        self.attempt("untrusted input", untrusted_input.check_untrusted_input, self.scenario, seed, MUTATED)
        self.attempt("secrets", secrets.check_live_dice, subject, player, seed, Glances())


class Looking:
    """What is tried at the moments of a game, each on a copy."""

    def __init__(self, checks: Checks, subject: Subject, seed: int) -> None:
        self.checks = checks
        self.subject = subject
        self.strangers = deciding.Strangers(subject.rules, seed)
        self.table = Table(subject.rules)
        self.chance = Random(seed)
        self.read: set[Action] = set()
        self.before: Game | None = None
        self.due = 0
        self.fights = 0

    def at(self, moment: Moment) -> None:
        game, seat, attempt = moment.game, moment.seat, self.checks.attempt
        copied = [moment._replace(game=game.copy()) for _ in range(4)]
        attempt("words", check_question, moment)
        attempt("choices", deciding.check_offered, moment, self.subject, self.read)
        attempt("refusals", deciding.check_agreement, copied[0].game, seat, self.actions_about(moment))
        attempt("asking again", deciding.check_asked_again, game)
        attempt("copies", deciding.check_copy, copied[1].game, self.chance)
        attempt("copies", deciding.check_same_dice, copied[1])
        attempt("turns", deciding.check_out_of_turn, copied[1].game, moment.action)
        attempt("words", self.ask, copied[1])
        attempt("positions", saving.check_saved, copied[2])
        attempt("positions", saving.check_fork, copied[2].game)
        attempt("imagining", saving.check_imagined, copied[2].game)
        attempt("secrets", secrets.check_dice_unseen, copied[3].game, (None, *game.seats))
        attempt("secrets", secrets.check_imagined_words, copied[3], self.table, self.chance)
        if isinstance(game.pending, AskAll):
            attempt("secrets", self.seal, copied[3])
        attempt("pictures", showing.check_picture, game)
        attempt("forecasts", self.foresee, copied[3])

    def actions_about(self, moment: Moment) -> list[Action]:
        """Legal ones, ones from the whole table, and legal ones with a field changed."""
        listed = self.strangers.few(looked_at(moment.game.actions(moment.seat)), SOME)
        changed = [other for action in (moment.action, *listed[:3]) for other in self.strangers.like(action)]
        return [*listed, *self.strangers.some(TABLE), *changed]

    def ask(self, moment: Moment) -> None:
        """Anybody may ask about any action, and is answered in words."""
        changed = [other for action in self.strangers.few(self.table.all, 3) for other in self.strangers.like(action)]
        asked = [*self.table.some(self.chance), *changed]
        for seat in (None, *moment.game.seats):
            for _ in answers(moment.game, seat, asked):
                pass

    def seal(self, moment: Moment) -> None:
        actions = looked_at(moment.game.actions(moment.seat), 2)
        others = [seat for seat in moment.game.seats if seat != moment.seat]
        if len(actions) > 1 and set(moment.game.actors) & set(others):
            secrets.check_sealed(moment.game, moment.seat, actions[0], actions[-1], others)

    def foresee(self, moment: Moment) -> None:
        for fight in showing.fights_at(moment.game, moment.seat)[:2]:
            showing.check_forecast(moment.game, moment.seat, fight, exactly=self.fights % 5 == 0)
            self.fights += 1

    def undo(self, moment: Moment) -> None:
        """An undo plays the whole game again: the next is tried when the game is twice as long."""
        game = moment.game
        seat = next((seat for seat in game.seats if game.can_undo(seat)), None)
        if self.before is not None and seat is not None and moment.number >= self.due:
            self.checks.attempt("undo", saving.check_undo, game.copy(), seat, self.before)
            self.due = moment.number + 1 + game.entries.length
        self.before = game.copy()


def in_words(fault: Exception) -> str:
    """What went wrong, on one line."""
    words = " ".join(str(fault).split())[:LONGEST]
    return words if isinstance(fault, GrognardError) else f"{type(fault).__name__}: {words}"


def alike(words: str) -> str:
    """What findings have in common that come from one mistake: what differs in each is told at their end."""
    return words.partition(" with {")[0].partition(": they part at")[0]


def record_of(game: Game) -> Mapping[str, Any] | None:
    """The record of a game, if it still has one."""
    try:
        return game.record()
    except Exception:  # what was found may be just that
        return None


class _Misfits(logging.Handler):
    """Collects what is logged of texts that do not fit their arguments."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.words.append(record.getMessage())


@contextmanager
def misfitting_texts() -> Iterator[list[str]]:
    """The texts met meanwhile that cannot be filled in with their arguments, in words; they are not logged."""
    handler, propagate = _Misfits(), texts.log.propagate
    texts.log.addHandler(handler)
    texts.log.propagate = False
    try:
        yield handler.words
    finally:
        texts.log.propagate = propagate
        texts.log.removeHandler(handler)


# ---------------------------------------------------------------- what an author calls


def check(
    scenario: str | Scenario,
    games: int = GAMES,
    seed: int = 1,
    options: Options | None = None,
    players: Sequence[str] = STYLES,
    *,
    seconds: float | None = None,
    first: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Play games of a scenario and check that it does what every game must; returns what was found.

    The games are played by each of the players in turn (names, or `module:Name` of your own), with the scenario's defaults and
    then with its other options, unless `options` are given, and with the seeds from `seed` on. With `seconds` no game
    begins after so long; with `first` the first finding ends the checks.

    A scenario that no entry point names can be given as such; it is added to the catalogue, and its texts, rules and lessons
    are not checked.
    """
    known = find(scenario) if isinstance(scenario, str) else scenario
    if known.id not in {other.id for other in catalogue()}:
        add(known)
    checks, began = Checks(known, first, progress), monotonic()
    subjects = variants(known) if options is None else [Subject(known, options)]
    pairs = [(subject, player) for subject in subjects for player in players]
    checks.subject = subjects[0]
    with suppress(Enough), texts.texts_of(checks.subject.rules):
        checks.of_scenario()
        for number in range(games):
            if seconds is not None and monotonic() - began >= seconds:
                break
            turn, place = divmod(number, len(pairs))
            checks.of_game(*pairs[place], seed + turn)
    return checks.report


def assert_conforms(scenario: str | Scenario, games: int = GAMES, seed: int = 1, **how: Any) -> None:
    """The same for a test: it fails with all that was found."""
    report = check(scenario, games, seed, **how)
    if not report.ok:
        raise Nonconforming(str(report))
