"""`grognard lessons`: the lessons."""

from __future__ import annotations

import argparse
from typing import Any

from rich.text import Text

import grognard
from grognard.cli.arguments import add_command
from grognard.cli.telling import line, screen
from grognard.core.texts import text, texts_of


def add(commands: Any) -> None:
    add_command(
        commands,
        "lessons",
        run,
        "list the lessons",
        "List every lesson by its id, with what it teaches. 'grognard play' opens the page where you can take them.",
        "grognard lessons",
    )


def run(arguments: argparse.Namespace) -> None:
    console = screen()
    for lesson in grognard.lessons():
        line(console, Text(lesson.id, style="bold"))
        with texts_of(lesson):
            line(console, Text(f"{text(lesson.key('title'))}: {text(lesson.key('about'))}"), 2)
        line(console, Text(f"{lesson.scenario}, {lesson.minutes} minutes, {', '.join(lesson.cites)}", style="dim"), 2)
