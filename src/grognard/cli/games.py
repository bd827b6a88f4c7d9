"""`grognard games`: what can be played here."""

from __future__ import annotations

import argparse
from typing import Any

from rich.text import Text

import grognard
from grognard.cli.arguments import add_command
from grognard.cli.telling import line, screen
from grognard.core.scenarios import Option
from grognard.core.texts import has_text, text, texts_of


def add(commands: Any) -> None:
    add_command(
        commands,
        "games",
        run,
        "list the scenarios and their options",
        "List every scenario by its id, with its title, its seats and its options.",
        "grognard games",
    )


def run(arguments: argparse.Namespace) -> None:
    console = screen()
    for scenario in grognard.catalogue():
        line(console, Text(scenario.id, style="bold"))
        line(console, Text(scenario.title), 2)
        line(console, Text(f"seats: {', '.join(scenario.seats())}"), 2)
        with texts_of(scenario):
            for option in scenario.options:
                line(console, Text(option_in_words(option)), 2)
                if has_text(f"option.{option.name}"):
                    line(console, Text(text(f"option.{option.name}"), style="dim"), 6)


def option_in_words(option: Option) -> str:
    """`--option game=advanced|basic (default advanced, S1b)`."""
    values = "|".join(str(value) for value in option.values)
    rule = f", {option.cites}" if option.cites else ""
    return f"--option {option.name}={values} (default {option.default}{rule})"
