"""`grognard verify`: whether the rolls of a live game match its commitment."""

from __future__ import annotations

import argparse
from typing import Any

import grognard
from grognard.cli.arguments import add_command, add_components
from grognard.cli.files import read, use


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "verify",
        run,
        "check the live dice of a record",
        "Check every roll of a game with live dice against the secret that was committed to before the first roll.",
        "grognard verify game.json",
    )
    parser.add_argument("file", metavar="FILE", help="a record of a game with live dice ('grognard watch --live -o FILE')")
    add_components(parser)


def run(arguments: argparse.Namespace) -> None:
    components = arguments.components
    rolls = use(arguments.file, read(arguments.file), lambda record: grognard.verify(record, components))
    if rolls == 0:
        print("The secret matches the commitment; there are no rolls yet.")
    elif rolls == 1:
        print("1 roll is correct: it matches the committed dice.")
    else:
        print(f"{rolls} rolls are correct: they match the committed dice.")
