"""The command line: `grognard play | serve | watch | games | new | show | odds | replay | verify | simulate | ...`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.cli.arguments import Parser

COMMANDS = (
    "play",
    "serve",
    "watch",
    "games",
    "lessons",
    "new",
    "show",
    "odds",
    "replay",
    "verify",
    "simulate",
    "tournament",
    "fuzz",
)
"""Each is a module of this package. All is imported within `main`, where Ctrl-C is expected, and only if it is needed."""
BAD_INPUT = 2
INTERRUPTED = 130


def parser(command: str = "") -> Parser:
    """The parser of all commands, or of one if one is named."""
    import grognard
    from grognard.cli.arguments import Help, Parser

    top = Parser(
        prog="grognard",
        formatter_class=Help,
        description="Board wargames played by their real rules.",
        epilog="'grognard COMMAND --help' explains a command; 'grognard play' starts a game.",
    )
    top.add_argument("--version", action="version", version=f"grognard {grognard.__version__}")
    commands = top.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    for name in (command,) if command in COMMANDS else COMMANDS:
        import_module(f"grognard.cli.{name}").add(commands)
    commands.add_parser("rules", help="read the rules, and see which tests and code implement them", add_help=False)
    return top


def main(argv: list[str] | None = None) -> int:
    """Run a command: 0 on success, 1 if `fuzz` found something, 2 for bad input, which one sentence on stderr explains."""
    argv = sys.argv[1:] if argv is None else argv
    try:
        code = run(argv)
        sys.stdout.flush()
    except SystemExit as end:  # from argparse, and from rich when its output pipe is closed
        return end.code if isinstance(end.code, int) else 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # discard the rest of the buffer
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as fault:
        return refuse(f"The output cannot be written: {fault.strerror or fault}")
    except Exception as fault:
        from grognard.core.errors import GrognardError

        if not isinstance(fault, GrognardError):
            raise
        return refuse(str(fault))
    return code


def refuse(fault: str) -> int:
    """Print what is wrong as one sentence on one line."""
    from grognard.core.documents import CONTROL

    words = CONTROL.sub("?", " ".join(fault.split()))
    print(words if words.endswith((".", "?", ")")) else f"{words}.", file=sys.stderr)
    return BAD_INPUT


def run(argv: list[str]) -> int:
    if argv[:1] == ["rules"]:
        from grognard.cli.rules import command

        return command(argv[1:])
    top = parser(*argv[:1])
    arguments = top.parse_args(argv)
    if arguments.command is None:
        top.print_help()
        return 0
    from grognard.core.texts import ENGLISH, speaking

    with speaking(ENGLISH):  # a command that finds out which game it is about uses the texts of that game from then on
        code: int | None = arguments.run(arguments)
    return code or 0
