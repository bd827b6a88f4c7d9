"""A game looked back on: its moments, all counters face up, and its report in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from msgspec.structs import replace

from grognard.analysis.reports import Line, Luck, Report
from grognard.analysis.witness import Fallen
from grognard.core.cursors import Moment
from grognard.core.dice import Live, live_face
from grognard.core.events import Names
from grognard.core.features import Story
from grognard.core.games import Game
from grognard.core.texts import in_table, text
from grognard.server import shapes
from grognard.server.views.context import ViewContext
from grognard.server.views.pieces import pieces_of
from grognard.server.views.table import over_of
from grognard.telling.words import capital

# ---------------------------------------------------------------- moments


def moments_of(moments: Sequence[Moment], game: Game, who: str | None) -> shapes.Moments:
    """The moments of a game; events are counted as who looks sees them."""
    seen = list(accumulate((event.seen_by(who) is not None for event in game.happened.since(0)), initial=0))
    return shapes.Moments(
        tuple(
            shapes.MomentLine(number, moment.turn, capital(in_table("phase", moment.phase)), moment.actors, seen[moment.events])
            for number, moment in enumerate(moments)
        )
    )


def face_up(contexts: Iterable[ViewContext]) -> shapes.Pieces:
    """All counters as those who know them best see them."""
    first, *others = (pieces_of(context) for context in contexts)
    stacks = {(stack.place, stack.colour): stack for stack in first.stacks}
    for pieces in others:
        for stack in pieces.stacks:
            key = stack.place, stack.colour
            if key not in stacks or known(stack) > known(stacks[key]):
                stacks[key] = stack
    return replace(first, stacks=tuple(stacks.values()))


def known(stack: shapes.Stack) -> int:
    """How many counters of a stack show their faces."""
    return sum(counter.id != "" for counter in stack.counters)


# ---------------------------------------------------------------- the report


def report_of(found: Report, context: ViewContext, dice: Live, stakes: str) -> shapes.Report:
    """The report in words."""
    over, names = over_of(found.over, context), place_names(context)
    assert over is not None
    false = first_false(dice, found.rolls)
    rolls = sum(len(roll.faces) for roll in found.rolls)
    return shapes.Report(
        over,
        turn_marks(found.moments),
        tuple(track_histories(found.lines)),
        tuple(luck_line(luck) for luck in found.luck),
        () if found.verdict is None else (found.verdict.describe(names),),
        in_table("track", stakes),
        found.measured.describe(names),
        tuple(
            shapes.TurningPoint(
                point.moment,
                point.seat,
                point.told.describe(names),
                round(point.swing, 2),
                "swing" if point.told.key.startswith("swing") else "surprise",
            )
            for point in found.turning_points
        ),
        tuple(fact for roll in found.rolls for fact in roll_facts(roll)),
        shapes.DiceReport(
            false is None,
            text("server.dice-true", {"rolls": rolls}) if false is None else text("server.dice-false", {"number": false + 1}),
            rolls,
        ),
        tuple(diary_of(found.moments, context)),
    )


def diary_of(moments: Sequence[Moment], context: ViewContext) -> Iterable[shapes.DiaryLeaf]:
    """The story of the game, each chapter with the last moment that belongs to it."""
    for page in context.seat.ask(Story.diary):
        within = [number for number, moment in enumerate(moments) if moment.events <= page.events]
        yield shapes.DiaryLeaf(page.turn, page.title, tuple(map(capital, page.lines)), page.evening, max(within, default=0))


def diary_so_far(context: ViewContext) -> list[shapes.DiaryPage]:
    """The story of a game in progress, as who asks may know it."""
    pages = context.seat.ask(Story.diary)
    return [shapes.DiaryPage(page.turn, page.title, tuple(map(capital, page.lines)), page.evening) for page in pages]


def place_names(context: ViewContext) -> Names:
    """What pieces and places are called in a sentence."""
    return {**(context.board.names if context.board is not None else {}), **context.names}


def turn_marks(moments: Sequence[Moment]) -> tuple[shapes.TurnMark, ...]:
    """Where each turn begins, as it was in the end: a turn gone back to begins where it did at first."""
    first: dict[int, int] = {}
    for number, moment in enumerate(moments):
        if moment.turn is not None:
            first.setdefault(moment.turn, number)
    return tuple(shapes.TurnMark(turn, number) for turn, number in first.items())


def track_histories(lines: Iterable[Line]) -> list[shapes.TrackHistory]:
    series: dict[str, list[shapes.Series]] = {}
    for line in lines:
        series.setdefault(line.measure, []).append(shapes.Series(line.seat, line.points))
    return [shapes.TrackHistory(name, capital(in_table("track", name)), tuple(each)) for name, each in series.items()]


def luck_line(luck: Luck) -> shapes.Luck:
    swing = None if luck.swing is None else round(luck.swing, 2)
    purpose = capital(in_table("roll", luck.purpose))
    return shapes.Luck(luck.seat, purpose, luck.rolls, luck.dice, luck.expected, luck.rolled, swing)


def roll_facts(roll: Fallen) -> Iterable[shapes.RollFact]:
    """Each die of a roll by itself."""
    words = capital(in_table("draw" if roll.drawn else "roll", roll.purpose))
    for place, face in enumerate(roll.faces):
        yield shapes.RollFact(roll.index + place, roll.die.low, roll.die.high, face, roll.moment, roll.seat, words)


def first_false(dice: Live, rolls: Iterable[Fallen]) -> int | None:
    """The first die that is not as the secret has it, if there is one."""
    for roll in rolls:
        for index, face in enumerate(roll.faces, roll.index):
            if live_face(dice.secret, dice.game_id, dice.nonces, index, roll.die) != face:
                return index
    return None
