"""Lessons: short positions supplied by a game, with steps that say what to do next and why.

A lesson is a file in `data/lessons/` of a game's package. Its wording is in the game's texts, under `lesson."<id>"`: a
`title`, what it is `about`, its `end`, and for each step what to `do` and `why`, what was `done`, a text for each event
that it tells of, and what to say `otherwise`. Dice are live, so some steps are taken only if their question is asked.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from grognard.core.actions import kebab
from grognard.core.cursors import Cursor, Moment
from grognard.core.errors import GrognardError, UnknownName, near
from grognard.core.games import Choice, Game
from grognard.core.scenarios import find, packages
from grognard.core.schemas import Data
from grognard.core.texts import has_text

FOLDER = "lessons"


class Step(Data):
    """One thing to do: under which question, and what counts as doing it."""

    id: str
    when: tuple[str, ...]
    """Kinds of question under which it is shown, such as `MovementPhase.choose` or `March.*`."""
    do: tuple[str, ...] = ("*",)
    """Actions that count as doing it, as text; a star matches anything."""
    cites: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """What is marked on the map."""
    if_asked: bool = False
    """Whether the question depends on the dice or the other side; the lesson can also end without it."""
    tells: tuple[str, ...] = ()
    """Events that may follow and that the guide comments on, the most important first."""

    def fits(self, question: str) -> bool:
        return any(fnmatchcase(question, kind) for kind in self.when)

    def is_done_by(self, action: str) -> bool:
        return any(fnmatchcase(action, pattern) for pattern in self.do)


class Lesson(Data):
    """A position, the learner's seat, who plays the others, and the steps."""

    id: str
    seat: str
    players: Mapping[str, str]
    """The computer players of the other seats."""
    position: dict[str, Any]
    steps: tuple[Step, ...]
    cites: tuple[str, ...] = ()
    """The chapters it is about."""
    ends: tuple[str, ...] = ()
    """Events after which it is over, once all required steps are done."""
    minutes: int = 3

    @property
    def scenario(self) -> str:
        return str(self.position["scenario"])

    @property
    def text_packages(self) -> tuple[str, ...]:
        """The packages in which its texts are looked up: those of its scenario."""
        return find(self.scenario).text_packages

    def key(self, *parts: str) -> str:
        """The key of one of its texts."""
        return ".".join(("lesson", self.id, *parts))


# ---------------------------------------------------------------- where it stands


class Progress(msgspec.Struct, frozen=True):
    """A learner's progress in a lesson."""

    done: tuple[int, ...] = ()
    """The completed steps."""
    last: int | None = None
    """The step that the last choice did."""
    astray: bool = False
    """Whether the last choice was not the one asked for."""
    finished: bool = False
    events: int = 0
    """How many events came before the last choice."""


class Guide(msgspec.Struct, frozen=True):
    """What to say now: the next step (None: nothing is asked, or nothing that the lesson covers), and the result
    of the last one, as text keys."""

    progress: Progress
    step: int | None = None
    told: tuple[str, ...] = ()


def next_step(lesson: Lesson, done: tuple[int, ...], question: str) -> int | None:
    """The step for a question: the first required one that is not done, or one that is done whenever it is asked for."""
    due = next((place for place, step in enumerate(lesson.steps) if not step.if_asked and place not in done), None)
    fitting = (place for place, step in enumerate(lesson.steps) if step.fits(question))
    return next((place for place in fitting if place == due or lesson.steps[place].if_asked), None)


def is_finished(lesson: Lesson, done: tuple[int, ...], question: str | None, over: bool = False) -> bool:
    """Whether all required steps are done and the lesson is over: by an event, or because the question is not part of it.

    If nothing is asked (None), the rest may still be asked for.
    """
    left = [step for place, step in enumerate(lesson.steps) if place not in done]
    if not all(step.if_asked for step in left):
        return False
    if over or lesson.ends:
        return over
    return not left if question is None else not any(step.fits(question) for step in left)


def after(lesson: Lesson, progress: Progress, choice: Choice, moment: Moment, over: bool) -> Progress:
    """The progress after a choice of the learner, made at a moment when the lesson may have been over."""
    done, events = progress.done, moment.events
    if progress.finished or is_finished(lesson, done, moment.question, over):
        return Progress(done, finished=True, events=events)
    step = next_step(lesson, done, moment.question)
    if step is None:
        return Progress(done, astray=progress.astray, events=events)
    if lesson.steps[step].is_done_by(str(choice.action)):
        return Progress(done if step in done else (*done, step), step, events=events)
    return Progress(done, astray=True, events=events)


class Course:
    """A lesson kept in step with the log of a game: only with what the learner chose, was asked and could see."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._cursor: Cursor | None = None
        self._progress: list[Progress] = []
        """At each moment."""

    def guide(self, game: Game) -> Guide:
        """What to say about the present game."""
        lesson = self.lesson
        progress = self._up_to(game)
        happened = self._happened(game, progress.events)
        decision = game.decision(lesson.seat)
        over = game.over is not None or not happened.isdisjoint(lesson.ends)
        question = decision.kind if decision is not None else None
        if is_finished(lesson, progress.done, question, over):
            progress = msgspec.structs.replace(progress, finished=True)
        step = None if progress.finished or question is None else next_step(lesson, progress.done, question)
        settled = over or decision is not None
        return Guide(progress, step, tuple(self._told(progress, happened, settled)))

    def _happened(self, game: Game, since: int, until: int | None = None) -> set[str]:
        """What the learner saw happen, as words."""
        seen = (event.seen_by(self.lesson.seat) for event in game.happened.since(0)[since:until])
        return {kebab(type(event).__name__) for event in seen if event is not None}

    def _told(self, progress: Progress, happened: set[str], settled: bool) -> Iterator[str]:
        """The result of the last step: first what was done, then the most important event."""
        if progress.last is None:
            return
        lesson, step = self.lesson, self.lesson.steps[progress.last]
        came = next((event for event in step.tells if event in happened), "otherwise" if settled else "")
        for key in (lesson.key(step.id, "done"), lesson.key(step.id, came)):
            if has_text(key):
                yield key

    def _up_to(self, game: Game) -> Progress:
        """The learner's progress; undone choices do not count."""
        if self._cursor is None:
            self._cursor = Cursor.on(game)
            self._progress = [Progress()]
        elif game.entries.length > self._cursor.length:
            self._cursor.follow(game)
        log, moments = game.entries.since(0), self._cursor.moments
        for number in range(len(self._progress) - 1, len(moments) - 1):
            entry, moment, now = log[moments[number].entries], moments[number], self._progress[number]
            if isinstance(entry, Choice) and entry.seat == self.lesson.seat:
                over = not self._happened(game, now.events, moment.events).isdisjoint(self.lesson.ends)
                now = after(self.lesson, now, entry, moment, over)
            elif (back := self._cursor.gone_back(number)) is not None:
                now = self._progress[back]
            self._progress.append(now)
        return self._progress[-1]


# ---------------------------------------------------------------- the catalogue


@cache
def lessons() -> tuple[Lesson, ...]:
    """The lessons of every installed game, in the recommended order: of each family the easier and the shorter game first."""
    chapters = [found for package in sorted(packages()) if (found := lessons_of(package))]
    found = [lesson for chapter in sorted(chapters, key=lambda chapter: demands(chapter[0])) for lesson in chapter]
    for lesson in found:
        if sum(lesson.id == other.id for other in found) > 1:
            raise GrognardError(f"There are two lessons '{lesson.id}'; give one of them another id.")
    return tuple(found)


def demands(lesson: Lesson) -> tuple[str, int, int]:
    """The family of a lesson's game, how hard the game is, and how long it takes."""
    scenario = find(lesson.scenario)
    return lesson.scenario.partition("/")[0], scenario.difficulty, scenario.minutes


def lessons_of(package: str) -> list[Lesson]:
    """The lessons in a package, in the order of their file names."""
    folder = resources.files(package) / "data" / FOLDER
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
    return [read(file.read_text("utf-8"), file.name) for file in sorted(files, key=lambda file: file.name)]


def read(text: str, name: str) -> Lesson:
    """A lesson from its file; an unreadable one is refused with one clear sentence."""
    try:
        lesson = msgspec.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise GrognardError(f"The lesson in {name} cannot be read: {fault}; see docs/at-the-table.md.") from None
    ids = [step.id for step in lesson.steps]
    if not isinstance(lesson.position.get("scenario"), str):
        raise GrognardError(f"The lesson in {name} has no scenario in its position; add one.")
    if all(step.if_asked for step in lesson.steps) or len(ids) != len(set(ids)):
        raise GrognardError(f"The lesson in {name} needs a step that is always asked, and another id for each step.")
    return lesson


def find_lesson(id: str) -> Lesson:
    """The lesson with this id, or one clear sentence."""
    known = {lesson.id: lesson for lesson in lessons()}
    if id in known:
        return known[id]
    hint = near(id, known) or f"; the lessons are {', '.join(known) or 'none'}."
    raise UnknownName(f"There is no lesson '{id}'{hint}")


def lesson_after(lesson: Lesson) -> Lesson | None:
    """The next lesson of the same game, if there is one."""
    family = lesson.id.rpartition("/")[0]
    mates = [other for other in lessons() if other.id.rpartition("/")[0] == family]
    place = mates.index(lesson) + 1
    return mates[place] if place < len(mates) else None
