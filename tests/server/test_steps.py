"""The pieces between two updates, as they truly stood and each seat could see them; and the forecasts of rolls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

import grognard
from grognard.core.games import Choice, Game
from grognard.server.shapes import LogLine, Pieces, PiecesChange, Step
from grognard.server.tables.replicas import MOST_KEPT, CopyingLog, Replica
from grognard.server.views.context import context_of
from grognard.server.views.forecasts import Forecasts
from grognard.server.views.log import LogView
from grognard.server.views.pieces import pieces_of
from grognard.server.views.steps import change_of, steps_of, stops_of
from tests.server.house import EUTAW, hello, house, sit_down, told

JOE, SAVANNAH, PLAN = "chancellorsville/old-joe", "revolution/savannah/historical", "chancellorsville/perfect-plan"


class News:
    """What one choice brought to one seat: the lines, and the pieces before, after each, and at the end."""

    def __init__(self, lines: list[LogLine], steps: tuple[Step, ...], before: Pieces, end: Pieces) -> None:
        self.lines, self.steps, self.before, self.end = lines, steps, before, end

    def pieces(self) -> Iterator[tuple[LogLine, LogLine, Pieces]]:
        """Each line but the last, with the one that follows, and the pieces as the page has them then."""
        now, changes = self.before, {step.line: step.pieces for step in self.steps}
        for line, following in zip(self.lines, self.lines[1:], strict=False):
            if line.number in changes:
                change = changes[line.number]
                now = self.end if change is None else applied(now, change)
            yield line, following, now


def applied(before: Pieces, change: PiecesChange) -> Pieces:
    """As the page does it."""
    differ = {stack.place for stack in change.stacks} | set(change.left)
    trays = {tray.title: tray for tray in before.trays if tray.title not in change.cleared}
    whole = {name: getattr(change, name) for name in ("markers", "flags", "groups", "additions", "ways", "sky")}
    return replace(
        before,
        stacks=(*(stack for stack in before.stacks if stack.place not in differ), *change.stacks),
        trays=tuple((trays | {tray.title: tray for tray in change.trays}).values()),
        **{name: part for name, part in whole.items() if part is not None},
    )


def play(scenario: str, choices: int, seed: int) -> Iterator[tuple[str | None, News]]:
    """Random choices at a table that somebody follows, as each seat and a spectator are told of them."""
    chance, replica = Random(seed), Replica(grognard.new(scenario, seed=seed))
    logs = {who: LogView() for who in (None, *replica.game.seats)}
    for _ in range(choices):
        if replica.game.over is not None:
            return
        before = {who: seen(replica.game, who) for who in logs}
        replica = after(replica, chance)
        for who, log in logs.items():
            known = len(log.lines)
            lines = log.lines_of(context_of(replica.game, who))[known:]
            stops = stops_of(replica.lately, replica.game, lines, log.places[known:])
            steps = steps_of(stops, who, Raw(msgspec.json.encode(before[who]))) if stops else ()
            yield who, News(lines, steps, before[who], seen(replica.game, who))


def after(replica: Replica, chance: Random, followed: bool = True) -> Replica:
    trial, seat = replica.copy(), replica.game.actors[0]
    trial.enter(Choice(seat, chance.choice(list(replica.game.actions(seat)))), followed=followed)
    return trial


def seen(game: Game, who: str | None) -> Pieces:
    return pieces_of(context_of(game, who))


def where(pieces: Pieces) -> dict[str, str]:
    return {counter.id: stack.place for stack in pieces.stacks for counter in stack.counters if counter.id}


OF_FIGHTS = (" against ", " aimed at ", " fires at ", "announced")
"""Lines that name who fights whom: nobody has gone anywhere."""


@pytest.mark.parametrize(("scenario", "choices"), [(JOE, 120), (SAVANNAH, 250), (PLAN, 120)])
def test_whoever_is_told_to_have_gone_somewhere_stands_there_in_that_scene(scenario: str, choices: int):
    stood = 0
    for _, news in play(scenario, choices, 3):
        for line, following, pieces in news.pieces():
            goes = len(line.pieces) == 1 and len(line.places) > 1 and not any(words in line.words for words in OF_FIGHTS)
            if not goes or following.pieces == line.pieces or line.pieces[0] not in where(news.before):
                continue
            assert where(pieces)[line.pieces[0]] == line.places[-1], line.words
            stood += 1
    assert stood >= 3


def test_a_seat_is_told_nothing_in_between_of_whom_it_sees_neither_before_nor_after_nor_in_the_log():
    hidden = 0
    for _, news in play(PLAN, 150, 5):
        known = where(news.before).keys() | where(news.end).keys() | {piece for line in news.lines for piece in line.pieces}
        for _, _, pieces in news.pieces():
            assert where(pieces).keys() <= known
            hidden += any(not counter.id for stack in pieces.stacks for counter in stack.counters)
    assert hidden


def test_a_step_tells_only_what_differs_and_never_more_than_the_whole():
    news = max((news for _, news in play(JOE, 120, 3)), key=lambda news: len(news.steps))
    whole = len(msgspec.json.encode(news.end))
    sizes = sorted(len(msgspec.json.encode(step)) for step in news.steps)
    assert len(sizes) > 5
    assert sizes[len(sizes) // 2] < whole / 10
    assert sizes[-1] < whole


def test_nothing_differs_from_itself_and_what_differs_is_put_together_again():
    games = [grognard.new(SAVANNAH, seed=1)]
    chance = Random(1)
    for _ in range(60):
        game = games[-1].copy()
        game.play(game.actors[0], chance.choice(list(game.actions(game.actors[0]))))
        games.append(game)
    first, last = seen(games[0], "allied"), seen(games[-1], "allied")
    assert change_of(first, first) == PiecesChange()
    again = applied(first, change_of(first, last))
    assert {stack.place: stack for stack in again.stacks} == {stack.place: stack for stack in last.stacks}
    assert {tray.title: tray for tray in again.trays} == {tray.title: tray for tray in last.trays}
    assert replace(again, stacks=(), trays=()) == replace(last, stacks=(), trays=())


def test_games_are_copied_at_events_only_while_somebody_follows_and_no_more_than_needed():
    chance, replica = Random(2), Replica(grognard.new(JOE, seed=2))
    for _ in range(80):
        replica = after(replica, chance)
        assert len(replica.lately) <= MOST_KEPT
        assert not isinstance(replica.game.happened, CopyingLog)
        assert replica.lately[-1].happened.length == replica.game.happened.length
    assert len(replica.lately) == MOST_KEPT
    alone = after(replica, Random(3), followed=False)
    assert alone.lately == []
    assert alone.game.happened.since(0) == after(replica, Random(3)).game.happened.since(0)


# ---------------------------------------------------------------- forecasts


def fought(scenario: str, seed: int, choices: int) -> tuple[Forecasts, Replica, dict[str | None, list[LogLine]]]:
    chance, replica, forecasts = Random(seed), Replica(grognard.new(scenario, seed=seed)), Forecasts()
    logs = {who: LogView(forecasts) for who in (None, *replica.game.seats)}
    for _ in range(choices):
        if replica.game.over is not None:
            break
        replica = after(replica, chance)
        forecasts.add(replica.lately, replica.game)
        for who, log in logs.items():
            log.lines_of(context_of(replica.game, who))
    return forecasts, replica, {who: log.lines for who, log in logs.items()}


def test_a_roll_that_decides_a_fight_comes_with_what_was_forecast():
    _, _, logs = fought(EUTAW, 3, 500)
    forecast = [line for line in logs["british"] if line.forecast is not None]
    assert len(forecast) >= 3
    for line in forecast:
        assert line.roll is not None
        assert line.forecast is not None
        chances = {result.word: result.chance for result in line.forecast.results}
        assert 0 < chances[line.roll.result] <= 1
        assert sum(chances.values()) == pytest.approx(1)
        assert {modifier.words for modifier in line.forecast.modifiers} <= {modifier.words for modifier in line.roll.modifiers}
    spectators = {line.number for line in logs[None] if line.forecast is not None}
    assert spectators == {line.number for line in forecast}


def test_who_knows_everything_shares_one_forecast_and_of_other_rolls_there_is_none():
    forecasts, replica, _ = fought(EUTAW, 3, 500)
    rolls = range(replica.game.happened.length)
    known = [place for place in rolls if forecasts.known_to("british", place) is not None]
    assert known
    assert all(forecasts.known_to("british", place) is forecasts.known_to("american", place) for place in known)
    assert len(known) < len(rolls) / 10


# ---------------------------------------------------------------- over the socket


def test_an_update_with_several_scenes_brings_the_pieces_of_each(tmp_path: Path):
    with house(tmp_path) as client:
        guest = sit_down(client, JOE)["CSA"]
        with guest.follow() as socket:
            hello(socket, guest)
            first = told(socket)
            assert "steps" not in first
            seq, chance, steps = first["parts"]["seq"], Random(3), 0
            for _ in range(40):
                table = guest.get()
                if table["decision"] is None:
                    break
                guest.move(table["seq"], chance.choice(table["decision"]["choices"])["action"])
                seq = guest.get()["seq"]
                update: dict[str, object] = {}
                while update.get("type") != "update" or update["parts"].get("seq", -1) < seq:  # type: ignore[attr-defined]
                    update = told(socket)
                numbers = {line["number"] for line in update["log"]}  # type: ignore[attr-defined]
                for step in update.get("steps", ()):  # type: ignore[attr-defined]
                    assert step["line"] in numbers
                    steps += 1
            assert steps
