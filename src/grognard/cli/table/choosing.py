"""The first screens: which game, or one that was left; then who plays, and the options."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as Row

import grognard
from grognard.cli.arguments import SEED_BITS
from grognard.cli.table import saves
from grognard.cli.table.dialogs import Ask
from grognard.cli.table.host import HUMAN, Host, usual_sides
from grognard.cli.table.words import player_in_words
from grognard.core.errors import GrognardError
from grognard.core.games import Options
from grognard.core.scenarios import Option, Scenario, find
from grognard.core.texts import in_table, texts_of
from grognard.players import players_for
from grognard.telling.words import capital, option_in_words, say

Item = TypeVar("Item")
SitDown = Callable[[Host], None]
"""What is done with a table when people sit down at it."""


class ChooseGame(Screen[None]):
    """Which game: a new one, or one that was left."""

    BINDINGS = [Binding("q,escape", "app.quit", "quit")]

    def __init__(self, first: str, components: str | None, sit_down: SitDown) -> None:
        super().__init__()
        self.components = components
        self.first = first
        self.sit_down = sit_down
        self.saved = {str(game.file): game for game in saves.kept()}

    def compose(self) -> ComposeResult:
        yield Static(say("choose-game"), classes="title")
        yield OptionList(*self.rows(), id="games", markup=False)
        yield Static(id="about", markup=False)
        yield Footer()

    def rows(self) -> list[Row | None]:
        games: list[Row | None] = [Row(scenario.title, scenario.id) for scenario in self.scenarios()]
        left = [Row(self.left_in_words(game), file) for file, game in self.saved.items()]
        return [*games, None, *left] if left else games

    def scenarios(self) -> list[Scenario]:
        """All that can be played here; the one to begin with first."""
        return sorted(grognard.catalogue(), key=lambda scenario: scenario.id != self.first)

    def left_in_words(self, game: saves.Saved) -> str:
        return say("left-game", title=game.title, when=f"{game.left:%d %b %H:%M}", choices=game.choices)

    def on_mount(self) -> None:
        games = self.query_one(OptionList)
        games.highlighted = 0
        games.focus()

    @on(OptionList.OptionHighlighted)
    def tell_about(self, event: OptionList.OptionHighlighted) -> None:
        about, id = self.query_one("#about", Static), str(event.option.id)
        if id in self.saved:
            sides = self.saved[id].sides
            with texts_of(find(self.saved[id].scenario)):
                lines = (f"{capital(in_table('army', seat))}: {player_in_words(sides[seat])}" for seat in sides)
                about.update("\n".join(lines))
        else:
            seats = find(id).seats()
            with texts_of(find(id)):
                about.update(say("about-game", id=id, seats=", ".join(in_table("army", seat) for seat in seats)))

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        id = str(event.option.id)
        try:
            if id not in self.saved:
                self.app.push_screen(ChooseSides(find(id), self.components, self.sit_down))
                return
            game, players = saves.take_up(id, self.components)
            self.sit_down(Host(game, players or self.saved[id].sides, self.saved[id].file))
        except GrognardError as fault:
            self.notify(str(fault), severity="error", markup=False)


class ChooseSides(Screen[None]):
    """Who plays each seat, the seed of the dice, and the options; Enter changes what is highlighted."""

    BINDINGS = [Binding("escape", "app.pop_screen", "back")]
    START, SEED = "start", "seed"

    def __init__(self, scenario: Scenario, components: str | None, sit_down: SitDown) -> None:
        super().__init__()
        self.components = components
        self.scenario = scenario
        self.sit_down = sit_down
        self.options: Options = scenario.complete({})
        sample = grognard.new(scenario.id, seed=0, components=components)
        self.players = (HUMAN, *players_for(sample))
        self.sides = usual_sides(sample)
        self.seed: int | None = None

    def compose(self) -> ComposeResult:
        yield Static(self.scenario.title, classes="title", markup=False)
        yield OptionList(*self.rows(), id="sides", markup=False)
        yield Static(id="about", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        sides = self.query_one(OptionList)
        sides.highlighted = 0
        sides.focus()

    def rows(self) -> list[Row]:
        rows = [Row(Text(say("start"), style="bold"), self.START)]
        with texts_of(self.scenario):
            sides = [(seat, capital(in_table("army", seat)), player_in_words(who)) for seat, who in self.sides.items()]
        rows += [Row(f"{army}: {who}", seat) for seat, army, who in sides]
        rows.append(Row(say("seed-is", seed=self.seed) if self.seed is not None else say("seed-by-chance"), self.SEED))
        rows += [Row(f"{call(name)}: {value_in_words(value)}", f"option {name}") for name, value in self.options.items()]
        return rows

    def option(self, row: str | None) -> Option | None:
        """The option that a row is about."""
        return next((option for option in self.scenario.options if f"option {option.name}" == row), None)

    @on(OptionList.OptionHighlighted)
    def tell_about(self, event: OptionList.OptionHighlighted) -> None:
        found = self.option(event.option.id)
        words = say("about-start") if event.option.id == self.START else say("about-side")
        if event.option.id == self.SEED:
            words = say("about-seed")
        elif found is not None:
            values = ", ".join(value_in_words(value) for value in found.values)
            with texts_of(self.scenario):
                words = say("about-option", words=capital(option_in_words(found.name)), values=values, rule=found.cites)
        self.query_one("#about", Static).update(words)

    @on(OptionList.OptionSelected)
    def change(self, event: OptionList.OptionSelected) -> None:
        chosen = str(event.option.id)
        if chosen == self.START:
            self.start()
        elif chosen == self.SEED:
            self.ask_seed()
        elif chosen in self.sides:
            self.sides[chosen] = following(self.sides[chosen], self.players)
            self.show_rows(event.option_index)
        elif (option := self.option(chosen)) is not None:
            self.options[option.name] = following(self.options[option.name], option.values)
            self.show_rows(event.option_index)

    def show_rows(self, highlighted: int) -> None:
        rows = self.query_one(OptionList)
        rows.clear_options()
        rows.add_options(self.rows())
        rows.highlighted = highlighted

    @work
    async def ask_seed(self) -> None:
        typed = await self.app.push_screen_wait(Ask(say("ask-seed")))
        if typed is None:
            return
        self.seed = int(typed) if typed.isdigit() else None
        self.show_rows(len(self.sides) + 1)

    def start(self) -> None:
        if HUMAN not in self.sides.values():
            self.notify(say("nobody-plays"), severity="warning", markup=False)
            return
        try:
            seed = secrets.randbits(SEED_BITS) if self.seed is None else self.seed
            game = grognard.new(self.scenario.id, seed=seed, options=self.options, components=self.components)
            self.sit_down(Host(game, self.sides, saves.new_file(self.scenario.id)))
        except GrognardError as fault:
            self.notify(str(fault), severity="error", markup=False)


def call(name: str) -> str:
    return capital(name.replace("_", " "))


def value_in_words(value: str | int | bool) -> str:
    return str(value).replace("_", " ")


def following(value: Item, values: tuple[Item, ...]) -> Item:
    """The value after this one, round and round."""
    return values[(values.index(value) + 1) % len(values)]
