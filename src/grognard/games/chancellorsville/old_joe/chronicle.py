"""Looking back: why the automaton did what it did with a division, and the story of the game, a page a turn.

Both are read from the events, so they say what was said when it happened, and nothing that the player may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grognard.core.diary import DiaryPage
from grognard.core.events import Drawn, Event, Returned, TurnBegan, Undone, tell
from grognard.core.games import Game
from grognard.core.texts import Argument, Reason, text
from grognard.games.chancellorsville.old_joe.events import Explained, Lifted, PageRead, PointsScored, StoryTold, effects
from grognard.games.chancellorsville.victories.events import CombatOpened, Destroyed, LevelLost, RetreatedTo
from grognard.games.chancellorsville.victories.inspection import Looking
from grognard.games.chancellorsville.victories.pieces import ENEMY, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.state import Solitaire

ACTIVATED = "why.activated"
IN_REMARKS = 6
"""How many of the last decisions are told with a hex."""
EVERY_TURN = ("[001]", "[002]")
"""Paragraphs that tell nothing of this game."""


class Chronicle(Looking["Solitaire"]):
    """What is asked afterwards."""

    components: SoloComponents

    def decisions(self, game: Solitaire, seat: str | None, piece: str) -> tuple[Reason, ...]:
        """Why a division is where it is: what its formation is after, then each step since its last activation."""
        if piece not in self.components.divisions:
            return ()
        formation = self.counters[piece].formation
        return (*self.intentions(game, formation), *steps_of(game, formation, piece))

    def intentions(self, game: Solitaire, formation: str) -> Iterator[Reason]:
        """What the display says about a formation now."""
        state, areas = game.state, self.components.areas
        if formation in state.wheel:
            yield Reason("why.on-the-wheel", ("J-G1", "J-G2"), {"sector": state.wheel[formation]})
        elif formation in state.due:
            yield Reason("why.not-yet", ("J-C0c", "J-N5"), {"turn": state.due[formation]})
        elif formation in state.objectives:
            goal = state.objectives[formation]
            yield Reason("why.objective", ("J-C2b", "J-C2c"), {"area": areas[goal.area].name, "value": goal.value})
        if formation in state.fords:
            yield Reason("why.makes-for-ford", ("J-N6a",), {"ford": state.fords[formation]})

    def remarks(self, game: Solitaire, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        """What there is to say about a hex, and about the division in it the last decisions."""
        said = super().remarks(game, seat, place, piece)
        there = game.real(game.units_at(UNION, self.board.hex(place)))
        told = self.decisions(game, seat, there[0].id) if there else ()
        return (*said, *told[-IN_REMARKS:])

    # ------------------------------------------------------------------ the story

    def diary(self, game: Solitaire, seat: str | None) -> tuple[DiaryPage, ...]:
        """A page for each turn: the paragraphs that were read, arrivals, fights, losses, and where the marker stands."""
        chapters = chapters_of(game, seat)
        vp = game.state.vp + sum(shift(event) for _, events, _ in chapters for event in events) * -1
        pages: list[DiaryPage] = []
        told = set(EVERY_TURN)
        for turn, events, end in chapters:
            vp += sum(shift(event) for event in events)
            day = self.components.turns.turns[turn - 1]
            title = text("diary.title", {"turn": turn, "date": day.date, "time": day.time})
            lines = (*lines_of(self.names_of_units(), events, told), text("diary.mood", {"vp": vp}))
            evening = turn in self.components.night_turns
            pages.append(DiaryPage(turn, title, lines, end, evening, {"vp": float(vp)}))
        return tuple(pages)

    def names_of_units(self) -> dict[str, str]:
        """Those whose end is worth a line: skirmishers come and go."""
        return {id: counter.name for id, counter in self.counters.items() if not counter.is_skirmisher}


# ---------------------------------------------------------------- decisions


def steps_of(game: Game, formation: str, unit: str) -> Iterator[Reason]:
    """Each step since the last activation of a formation that concerns it or one of its units."""
    events = game.happened.since(0)
    start = next((place for place in range(len(events) - 1, -1, -1) if is_activation(events[place], formation)), None)
    acting = False
    for event in as_one(events[start:]) if start is not None else ():
        if is_activation(event, formation):
            acting = True
        elif isinstance(event, Drawn | TurnBegan) or is_activation(event):
            acting = acting and isinstance(event, Drawn) and event.purpose != "command"
        reason = told_by(event, formation, unit, acting)
        if reason is not None:
            yield reason


def as_one(events: Sequence[Event]) -> Iterator[Event]:
    """Events with those joined that are parts of one thing."""
    before: Event | None = None
    for event in events:
        joined = event.joined(before) if before is not None else None
        if before is not None and joined is None:
            yield before
        before = joined or event
    if before is not None:
        yield before


def is_activation(event: Event, formation: str = "") -> bool:
    return isinstance(event, Explained) and event.reason.key == ACTIVATED and formation in ("", event.formation)


def told_by(event: Event, formation: str, unit: str, acting: bool) -> Reason | None:
    """What an event says about a division; what names no formation belongs to the one that acts."""
    match event:
        case PageRead() if event.formation == formation:
            args: dict[str, Argument] = {
                "page": event.page,
                "row": event.row,
                "effect": effects(event.behaviour),
                "proximity": event.proximity,
                "arty": event.arty,
            }
            return Reason("why.page", event.grounds, args)
        case StoryTold() if acting:
            return Reason("why.paragraph", ("J-B0h",), {"number": event.number, "title": event.title})
        case Explained() if event.formation == formation or (acting and not event.formation):
            return event.reason
        case Lifted() if event.unit == unit:
            how = text(f"procedure.{event.by}")
            return Reason("why.lifted", ("J-A2", "J-H2t"), {"start": event.start, "end": event.end, "by": how})
        case RetreatedTo() if unit in event.units:
            return Reason("why.retreated", ("J-K3a",), {"start": event.start, "end": event.end})
    return None


# ---------------------------------------------------------------- the diary


def chapters_of(game: Game, seat: str | None) -> list[tuple[int, list[Event], int]]:
    """The events of each turn as a seat sees them, with how many had happened at its end; what was taken back is left out."""
    chapters: list[tuple[int, list[Event], int]] = []
    for place, event in enumerate(game.happened.since(0)):
        if isinstance(event, TurnBegan):
            chapters = [chapter for chapter in chapters if chapter[0] < event.turn]
            chapters.append((event.turn, [], place + 1))
        seen = event.seen_by(seat)
        if chapters and seen is not None and not isinstance(event, Undone | Returned):
            turn, events, _ = chapters[-1]
            chapters[-1] = (turn, [*events, seen], place + 1)
    return chapters


def shift(event: Event) -> int:
    """How far an event moves the marker to the right."""
    if not isinstance(event, PointsScored):
        return 0
    return -event.points if event.army == UNION else event.points


def lines_of(names: dict[str, str], events: list[Event], told: set[str]) -> Iterator[str]:
    """The turn in sentences, in the order in which things happened; a paragraph that was told is not told again."""
    for place, event in enumerate(events):
        match event:
            case StoryTold() if event.number not in told:
                told.add(event.number)
                yield event.story
            case Explained() if event.reason.key == "why.reached":
                yield tell("diary.reached", {"formation": event.formation, "area": event.reason.args["area"]})
            case Explained() if event.reason.key == "why.crosses":
                yield tell("diary.crossed", {"formation": event.formation, "ford": event.reason.args["ford"]})
            case CombatOpened():
                yield fight_told(event, events[place + 1 :])
            case Destroyed() if event.unit in names:
                yield tell("diary.destroyed", {"unit": event.unit}, names)


def fight_told(opened: CombatOpened, after: list[Event]) -> str:
    """A combat by the levels that each side lost in it."""
    lost = {UNION: 0, ENEMY[UNION]: 0}
    for event in after:
        if isinstance(event, CombatOpened | TurnBegan) or (isinstance(event, Drawn) and event.purpose == "command"):
            break
        if isinstance(event, LevelLost | Destroyed):
            lost[event.army] += 1
    args = {"army": opened.army, "hexes": opened.hexes, "ours": lost[opened.army], "theirs": lost[ENEMY[opened.army]]}
    return tell("diary.attacked", args)
