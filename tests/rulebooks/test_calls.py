"""One way to call a rule: `self` where the rules have or inherit it, `game.rules` everywhere else (docs/style.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from grognard import games
from grognard.core.rules import Rules

FOLDER = Path(games.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))


def rules_in(file: Path) -> Iterator[tuple[type, ast.ClassDef]]:
    """The classes of a file that are rules, or a chapter of them."""
    name = ".".join((games.__name__, *file.relative_to(FOLDER).with_suffix("").parts))
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found = getattr(import_module(name.removesuffix(".__init__")), node.name)
            if issubclass(found, Rules) or any(base.__name__ == "Chapter" for base in found.__mro__):
                yield found, node


def needless_calls(node: ast.ClassDef, rules: type) -> Iterator[str]:
    """The rules that a class calls as `game.rules.x` although it has them itself."""
    methods = [method for method in node.body if isinstance(method, ast.FunctionDef)]
    for method in methods:
        for part in ast.walk(method):
            match part:
                case ast.Attribute(ast.Attribute(ast.Name("game"), "rules"), called) if hasattr(rules, called):
                    yield f"{node.name}.{method.name}: game.rules.{called}"


def test_the_rules_of_every_game_are_looked_at():
    found = {file.relative_to(FOLDER).parts[1] for file in FILES for _ in rules_in(file)}
    assert {"series", "eutaw", "guilford", "savannah", "victories", "old_joe"} <= found


@pytest.mark.parametrize("family", ["revolution", "chancellorsville"])
def test_rules_call_their_own_on_themselves(family: str):
    files = [file for file in FILES if file.is_relative_to(FOLDER / family)]
    assert [call for file in files for rules, node in rules_in(file) for call in needless_calls(node, rules)] == []
