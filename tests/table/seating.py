"""People at the table: a screen without a terminal, and the keys they press."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList, Static

import grognard
from grognard.cli.table.app import TableApp
from grognard.cli.table.host import HUMAN, Host
from grognard.cli.table.screen import TableScreen
from grognard.core.games import Game

EUTAW = "revolution/eutaw/historical"
GUILFORD = "revolution/guilford/historical"
SMALL, MEDIUM, LARGE = (80, 24), (100, 30), (140, 40)
Play = Callable[["Person"], Awaitable[None]]


def seated(game: Game, *people: str, other: str = "random", keep: bool = False) -> Host:
    """A table at which these seats are people's."""
    from grognard.cli.table import saves

    sides = {seat: HUMAN if seat in people else other for seat in game.seats}
    return Host(game, sides, saves.new_file(game.scenario.id) if keep else None)


def new(scenario: str = EUTAW, seed: int = 5, **options: Any) -> Game:
    return grognard.new(scenario, seed=seed, options=options)


class Person:
    """Whoever presses the keys."""

    def __init__(self, app: TableApp, pilot: Pilot[str]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the computer players have answered."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        await self.pilot.pause()
        while isinstance(self.app.screen, TableScreen) and self.app.screen.busy:
            await self.pilot.pause()
        await self.pilot.pause()

    async def write(self, words: str) -> None:
        await self.pilot.press(*("space" if sign == " " else sign for sign in words))
        await self.pilot.pause()

    def is_at(self, kind: type[Screen[Any]]) -> bool:
        """Whether a screen of this kind is in front."""
        return isinstance(self.app.screen, kind)

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    @property
    def game(self) -> Game:
        return self.table.host.game

    @property
    def choices(self) -> list[str]:
        """The choices as they are listed."""
        listed = self.app.screen.query_one(OptionList)
        return [str(listed.get_option_at_index(place).prompt) for place in range(listed.option_count)]

    def reads(self, id: str) -> str:
        """What a part of the screen says."""
        return rendered(self.app.screen.query_one(id, Static))

    def sees(self) -> str:
        """All that is on the screen, as text."""
        width, height = self.app.size
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in lines[:height])[: (width + 1) * height]

    async def choose(self, words: str) -> None:
        """Choose the row that begins so."""
        listed = self.app.screen.query_one(OptionList)
        rows = [row for row, said in enumerate(self.choices) if said.startswith(words)]
        assert rows, f"'{words}' is not among {self.choices}"
        listed.focus()
        listed.highlighted = rows[0]
        await self.press("enter")


def rendered(static: Static) -> str:
    from rich.console import Console

    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(static.content)
    return capture.get()


def play(host: Host | None, person: Play, size: tuple[int, int] = MEDIUM) -> str | None:
    """Let a person sit down, on a screen of this size; gives what is said at the end."""

    async def sit_down() -> str | None:
        app = TableApp(EUTAW, host)
        async with app.run_test(size=size) as pilot:
            player = Person(app, pilot)
            await player.settle()
            await person(player)
        return app.return_value

    return asyncio.run(sit_down())
