"""Which tests check each rule and which code cites it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from grognard.core.errors import DataError, GrognardError
from grognard.rulebooks.ledger import Entry, check_book, entries_of, every_book, ledger

RULE_ID = re.compile(r"(?<![\w.-])[A-Z]\w*(?:[.-]\w+)*")
"""A whole token that may be an id: `S13.1-R-fire` is one and not S13.1-R; a full stop at its end is not part of it."""

PROSE = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}  # from Python 3.12 on


class CodeLocation(Struct, frozen=True, order=True):
    """A line of a file; a test has a name, too."""

    file: str
    line: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}".rstrip()


class Row(Struct, frozen=True):
    """One rule with its tests and its citations."""

    entry: Entry
    tests: tuple[CodeLocation, ...]
    citations: tuple[CodeLocation, ...]

    @property
    def is_hole(self) -> bool:
        return self.entry.needs_test and not self.tests


class Report(Struct, frozen=True):
    """The coverage of the ledgers; a fault is a test that names an unknown rule."""

    rows: tuple[Row, ...]
    faults: tuple[str, ...]

    @property
    def holes(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.is_hole)

    @property
    def books(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.entry.book for row in self.rows))

    def of_book(self, book: str) -> Report:
        """The part for one rulebook; faults are for all."""
        check_book(book, self.books)
        return Report(tuple(row for row in self.rows if row.entry.book == book), self.faults)


def entries_below(root: Path) -> tuple[Entry, ...]:
    """The rules of the games in a project folder; if no installed game lies there, all of them."""
    own = [book for book in every_book() if Path(str(book.data)).resolve().is_relative_to(root.resolve())]
    return tuple(entry for book in own for entry in entries_of(book)) or ledger()


def coverage(root: Path, entries: Sequence[Entry] | None = None) -> Report:
    """Search the tests and the code of a project folder, for the rules of the games in it."""
    for folder in ("tests", "src"):
        if not (root / folder).is_dir():
            raise GrognardError(f"There is no folder '{folder}' in {root}; give the project's own folder with --root.")
    entries = entries_below(root) if entries is None else entries
    known = {entry.id for entry in entries}
    tests: defaultdict[str, list[CodeLocation]] = defaultdict(list)
    citations: defaultdict[str, list[CodeLocation]] = defaultdict(list)
    faults = []
    for file in _python_files(root / "tests"):
        for id, place in tested_rules(file, root):
            tests[id].append(place)
            if id not in known:
                faults.append(f"{place} names the rule '{id}', which is in no ledger.")
    for file in _python_files(root / "src"):
        if "rulebooks" not in file.parts:  # these tools mention ids as examples, and do not implement them
            for id, place in cited_rules(file, root, known):
                citations[id].append(place)
    rows = (Row(entry, tuple(tests[entry.id]), tuple(citations[entry.id])) for entry in entries)
    return Report(tuple(rows), tuple(faults))


def _python_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def tested_rules(file: Path, root: Path) -> Iterator[tuple[str, CodeLocation]]:
    """The ids in the `@rule(...)` decorators of a test file; an id must be a literal."""
    for node in _definitions(_parsed(file, root).body):
        place = CodeLocation(file.relative_to(root).as_posix(), node.lineno, node.name)
        for call in node.decorator_list:
            if not isinstance(call, ast.Call) or not _is_rule(call.func):
                continue
            for argument in call.args:
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise DataError(f"{place} must name its rules as literals, not as '{ast.unparse(argument)}'.")
                yield argument.value, place


def _definitions(body: Sequence[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """The functions and classes of a module, and those within its classes: a test is nowhere else."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node.body)


def _is_rule(function: ast.expr) -> bool:
    """`rule`, or `marks.rule`; `pytest.mark.rule` serves as well."""
    return (isinstance(function, ast.Name) and function.id == "rule") or (
        isinstance(function, ast.Attribute) and function.attr == "rule"
    )


def cited_rules(file: Path, root: Path, known: Collection[str]) -> Iterator[tuple[str, CodeLocation]]:
    """The known ids in the comments and strings of a file, each line and id once; names in the code do not count."""
    text = file.read_text(encoding="utf-8")
    if not any(id in known for id in RULE_ID.findall(text)):
        return
    _parsed(file, root)
    seen = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in PROSE:
            continue
        for offset, line in enumerate(token.string.splitlines()):
            for id in RULE_ID.findall(line):
                place = CodeLocation(file.relative_to(root).as_posix(), token.start[0] + offset)
                if id in known and (id, place) not in seen:
                    seen.add((id, place))
                    yield id, place


def _parsed(file: Path, root: Path) -> ast.Module:
    try:
        return ast.parse(file.read_text(encoding="utf-8"), str(file))
    except (SyntaxError, ValueError) as fault:
        raise DataError(f"{file.relative_to(root).as_posix()} is not Python: {fault}.") from None
