"""The table as an application for the terminal."""

from __future__ import annotations

from textual.app import App

from grognard.cli.table.choosing import ChooseGame
from grognard.cli.table.host import Host
from grognard.cli.table.screen import TableScreen
from grognard.core.texts import use_texts_of
from grognard.telling.words import say


class TableApp(App[str]):
    """Choose a game, sit down, and play it."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, scenario: str, host: Host | None = None, components: str | None = None) -> None:
        super().__init__()
        self.scenario = scenario
        self.host = host
        self.components = components
        self.title = say("title")

    def on_mount(self) -> None:
        if self.host is not None:
            self.sit_down(self.host)
        else:
            self.push_screen(ChooseGame(self.scenario, self.components, self.sit_down))

    def sit_down(self, host: Host) -> None:
        """Begin or go on with a game; the screens before it are gone."""
        use_texts_of(host.game.rules)
        self.host = host
        self.switch_to(TableScreen(host))

    def switch_to(self, table: TableScreen) -> None:
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(table)
