"""The report of a finished game: how the sides were doing from moment to moment, their luck, and the turning points.

It knows no game by name: a game's rules say what is measured (`Rules.fortunes`, `Rules.worth`).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from grognard.analysis.witness import Fallen, Witness
from grognard.core.cursors import Moment, moment_of
from grognard.core.errors import GrognardError
from grognard.core.events import NO_NAMES, Names, tell
from grognard.core.fights import Fight
from grognard.core.games import Choice, Faces, Game, Outcome
from grognard.core.overlays.folders import Components
from grognard.core.records import (
    check,
    check_texts,
    dice_of,
    faces_of,
    play_through,
    read_entries,
    rules_of,
    standing_places,
    start,
)
from grognard.core.texts import Argument

MOST_SWINGS = 5
MOST_SURPRISES = 5
"""How many turning points of either kind a report names."""
SURPRISING = 0.2
"""A roll goes against the odds if a result this extreme was at most this likely."""
A_WHOLE_POINT = 1.0
"""Rolls with less effect are not turning points."""
EVEN = 0.5
"""Less luck than this is not worth mentioning."""

Levels = Mapping[str, Mapping[str, float]]


class Told(msgspec.Struct, frozen=True):
    """A text key under `report` with its arguments, and further texts that stand in it as `{parts}`."""

    key: str
    args: Mapping[str, Argument | tuple[str, ...]] = {}
    parts: tuple[Told, ...] = ()

    def describe(self, names: Names = NO_NAMES) -> str:
        parts = ", ".join(part.words(names) for part in self.parts)
        words = self.words(names, parts)
        return words[:1].upper() + words[1:]

    def words(self, names: Names, parts: str = "") -> str:
        return tell(f"report.{self.key}", {**self.args, "parts": parts}, names).strip()


class Line(msgspec.Struct, frozen=True):
    """A measure of one seat over time: the moments at which it changed, and the last, with its level from then on."""

    measure: str
    seat: str
    points: tuple[tuple[int, float], ...]


class Luck(msgspec.Struct, frozen=True):
    """All rolls of a seat for one purpose: the expected and the actual sum of the dice."""

    seat: str
    purpose: str
    rolls: int
    dice: int
    expected: float
    rolled: float
    swing: float | None
    """How much more they were worth than expected, in the game's stakes, if it can tell."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment at which the game turned: in whose favour, and by how much."""

    moment: int
    seat: str
    swing: float
    told: Told


class Report(msgspec.Struct, frozen=True):
    """What can be said of a game when it is over."""

    over: Outcome
    moments: tuple[Moment, ...]
    lines: tuple[Line, ...]
    rolls: tuple[Fallen, ...]
    luck: tuple[Luck, ...]
    verdict: Told | None
    """The luck of all rolls of fights together, if there were any."""
    measured: Told
    """What turning points were measured by."""
    turning_points: tuple[TurningPoint, ...]


class Story(NamedTuple):
    """A replayed game: its moments, how the sides were doing, the rolls, and the fights that they decided."""

    game: Game
    moments: list[Moment]
    fortunes: list[Levels]
    tracks: list[Levels]
    rolls: list[Fallen]
    fights: dict[int, Fight]
    """Keyed by the moment that they led to."""


def report(record: object, components: Components | None = None) -> Report:
    """The report of the full record of a finished game."""
    steps = reporting(record, components)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Report = end.value
            return found


def reporting(record: object, components: Components | None = None) -> Generator[None, None, Report]:
    """The same moment by moment, so that it can be interrupted in between."""
    story = yield from played_again(record, components)
    game = story.game
    if game.over is None:
        raise GrognardError("This game is not over; there is a report when it is.")
    luck = luck_by_purpose(story.rolls)
    points = [*swings(story), *surprises(story)]
    return Report(
        game.over,
        tuple(story.moments),
        (*lines(story.tracks), *lines(story.fortunes, except_for=story.tracks[0])),
        tuple(story.rolls),
        luck,
        verdict(game, story.rolls),
        Told("measured", parts=tuple(Told("measure", {"measure": measure}) for measure in story.fortunes[0])),
        tuple(sorted(points, key=lambda point: (point.moment, -abs(point.swing)))),
    )


# ---------------------------------------------------------------- playing again


def played_again(record: object, components: Components | None) -> Generator[None, None, Story]:
    """Replay a record and collect everything that a report needs."""
    data = check(record)
    rules = rules_of(data, components)
    log = read_entries(data, rules.vocabulary)
    witness = Witness(faces_of(log), dice_of(data))
    game = start(rules, data.get("position"), witness)
    story = Story(game, [moment_of(game)], [rules.fortunes(game)], [rules.tracks(game)], witness.rolls, {})
    witness.game, witness.moment = game, 1
    before, fallen = game.copy(), len(witness.rolls)
    for _ in play_through(game, log):
        if any(roll.ways for roll in witness.rolls[fallen:]):
            note_fight(story, before, game)
        story.moments.append(moment_of(game))
        story.fortunes.append(rules.fortunes(game))
        story.tracks.append(rules.tracks(game))
        witness.moment += 1
        before, fallen = game.copy(), len(witness.rolls)
        yield
    check_texts(game, data)
    void_what_was_taken_back(story)
    return story


def note_fight(story: Story, before: Game, after: Game) -> None:
    """The fight that a choice began, or else the one in progress."""
    rules = before.rules
    entry = after.entries.since(before.entries.length)[0]
    fight = rules.fight_of(before, entry.seat, entry.action) if isinstance(entry, Choice) else None
    under_way = rules.fights(before)
    if fight is not None or under_way:
        story.fights[len(story.moments)] = fight or under_way[0]


def void_what_was_taken_back(story: Story) -> None:
    """Rolls before an agreed return were made, but had no effect."""
    entries = story.game.entries.since(0)
    stands = set(standing_places(entries))
    places = [place for place, entry in enumerate(entries) if isinstance(entry, Faces)]
    for place, roll in zip(places, story.rolls, strict=True):
        roll.counts = roll.counts and place in stands


# ---------------------------------------------------------------- over time


def lines(levels: Sequence[Levels], except_for: Levels | None = None) -> list[Line]:
    """Each measure of each seat, where it changed."""
    return [
        Line(measure, seat, tuple(changes([level[measure][seat] for level in levels])))
        for measure, seats in levels[0].items()
        if measure not in (except_for or {})
        for seat in seats
    ]


def changes(levels: Sequence[float]) -> Iterable[tuple[int, float]]:
    last = len(levels) - 1
    return ((moment, level) for moment, level in enumerate(levels) if moment in (0, last) or level != levels[moment - 1])


# ---------------------------------------------------------------- luck


def luck_by_purpose(rolls: Iterable[Fallen]) -> tuple[Luck, ...]:
    """Expected against actual rolls; draws are left out, because no item is better than another."""
    groups: dict[tuple[str, str], list[Fallen]] = {}
    for roll in rolls:
        if roll.counts and not roll.drawn:
            groups.setdefault((roll.seat, roll.purpose), []).append(roll)
    return tuple(
        Luck(
            seat,
            purpose,
            len(made),
            sum(len(roll.faces) for roll in made),
            sum(roll.mean for roll in made),
            float(sum(sum(roll.faces) for roll in made)),
            sum(roll.luck for roll in made) if any(roll.ways for roll in made) else None,
        )
        for (seat, purpose), made in sorted(groups.items())
    )


def verdict(game: Game, rolls: Iterable[Fallen]) -> Told | None:
    """Which side the dice favoured over all rolls of fights: its own good luck and the others' bad luck."""
    fought = [roll for roll in rolls if roll.counts and roll.ways]
    if not fought:
        return None
    rules, luck = game.rules, dict.fromkeys(game.rules.sides, 0.0)
    for roll in fought:
        if (side := side_rolling(game, roll)) in luck:
            luck[side] += roll.luck
    gained = balance({"luck": luck}, rules.sides)
    seat = max(gained, key=lambda side: gained[side])
    swing, stakes = round(gained[seat], 1), rules.stakes
    args: dict[str, Argument] = {"seat": seat, "swing": swing, "rolls": len(fought), "stakes": stakes}
    return Told("luck-favoured" if gained[seat] >= EVEN else "luck-even", args)


def side_rolling(game: Game, roll: Fallen) -> str:
    """The side whose roll it is."""
    return game.rules.side_of(roll.seat) if roll.seat in game.seats else roll.seat


# ---------------------------------------------------------------- turning points


def balance(levels: Levels, sides: Sequence[str]) -> dict[str, float]:
    """How far each side is ahead of the others, all measures added up."""
    sums = {side: sum(level.get(side, 0.0) for level in levels.values()) for side in sides}
    others = max(len(sides) - 1, 1)
    return {side: sums[side] - (sum(sums.values()) - sums[side]) / others for side in sides}


def phases(moments: Sequence[Moment]) -> Iterable[tuple[int, int]]:
    """The first moment of each phase, and that of the phase after it (the last moment, for the last)."""
    starts = [0]
    for number, (before, moment) in enumerate(pairwise(moments), 1):
        if (before.turn, before.phase, before.phasing) != (moment.turn, moment.phase, moment.phasing):
            starts.append(number)
    return pairwise([*starts, len(moments) - 1])


def swings(story: Story) -> list[TurningPoint]:
    """The phases that changed the balance most, each at the moment that changed it most."""
    sides = story.game.rules.sides
    standing = [balance(levels, sides) for levels in story.fortunes]
    found: list[TurningPoint] = []
    for first, last in phases(story.moments):
        moved = {side: standing[last][side] - standing[first][side] for side in sides}
        seat = max(moved, key=lambda seat: moved[seat])
        if moved[seat] <= 0:
            continue
        steps = range(first + 1, last + 1)
        moment = max(steps, key=lambda number: standing[number][seat] - standing[number - 1][seat])
        found.append(TurningPoint(moment, seat, moved[seat], swing_told(story, first, last, seat)))
    return sorted(found, key=lambda point: -point.swing)[:MOST_SWINGS]


def swing_told(story: Story, first: int, last: int, seat: str) -> Told:
    """When it was, in whose favour, and what changed."""
    begun = story.moments[first]
    before, after = story.fortunes[first], story.fortunes[last]
    parts = tuple(
        Told("change", {"measure": measure, "seat": side, "change": f"{after[measure][side] - level:+g}"})
        for measure, levels in before.items()
        for side, level in levels.items()
        if after[measure][side] != level
    )
    args: dict[str, Argument] = {"phase": begun.phase, "seat": seat}
    return Told("swing-in-turn", args | {"turn": begun.turn}, parts) if begun.turn is not None else Told("swing", args, parts)


def surprises(story: Story) -> list[TurningPoint]:
    """The rolls of fights that went furthest against the odds."""
    rolls = [roll for roll in story.rolls if roll.counts and abs(roll.luck) >= A_WHOLE_POINT and roll.chance <= SURPRISING]
    return [surprise(story, roll) for roll in sorted(rolls, key=lambda roll: -abs(roll.luck))[:MOST_SURPRISES]]


def surprise(story: Story, roll: Fallen) -> TurningPoint:
    """Which roll it was, its effect, and what was expected."""
    fight = story.fights.get(roll.moment)
    args: dict[str, Argument | tuple[str, ...]] = {
        "seat": roll.seat,
        "purpose": roll.purpose,
        "dice": ", ".join(str(face) for face in roll.faces),
        "expected": f"{round(roll.expected, 1):+g}",
        "came": f"{round(roll.came, 1):+g}",
        "chance": round(100 * roll.chance, 1),
        "stakes": story.game.rules.stakes,
        "targets": fight.targets if fight is not None else (),
    }
    gained = balance({"luck": {side_rolling(story.game, roll): roll.luck}}, story.game.rules.sides)
    seat = max(gained, key=lambda seat: gained[seat])
    return TurningPoint(roll.moment, seat, abs(roll.luck), Told("surprise-at" if fight is not None else "surprise", args))
