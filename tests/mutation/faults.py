"""Small faults that can be put into a stretch of code, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterator
from copy import deepcopy
from functools import cache
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


Change = Callable[[ast.AST], None]


class Fault(NamedTuple):
    """One fault that can be put into a module."""

    line: int
    change: str
    """The code as it was and as it is with the fault."""
    source: str
    place: int
    """Of the node that is changed, in the order of `ast.walk`."""
    put_in: Change

    def module(self) -> ast.Module:
        """The module with the fault in it."""
        tree = ast.parse(self.source)
        self.put_in(next(node for place, node in enumerate(ast.walk(tree)) if place == self.place))
        return ast.fix_missing_locations(tree)


def faults_in(source: str, lines: Container[int]) -> Iterator[Fault]:
    """Every fault that can be put into these lines of a module, by itself."""
    for place, node in enumerate(nodes_of(source)):
        if getattr(node, "lineno", 0) not in lines or node in not_played(source):
            continue
        for change in changes_of(node):
            altered = deepcopy(node)
            change(altered)
            before, after = ast.unparse(node), ast.unparse(altered)
            if after != before:
                yield Fault(getattr(node, "lineno", 0), f"{_short(before)}  ->  {_short(after)}", source, place, change)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """The nodes of a module in the order of `ast.walk`; nobody may change them."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def statements_of(source: str) -> list[ast.stmt]:
    return [node for node in nodes_of(source) if isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef)]


@cache
def documented(source: str) -> list[tuple[range, range]]:
    """The lines of each docstring, and those of the function or class it is about."""
    found = []
    for node in nodes_of(source):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node, clean=False) is not None:
            found.append((lines_of(node.body[0]), lines_of(node)))
    return found


def lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


STRICTNESS = {"frozen", "forbid_unknown_fields"}
"""What makes a class refuse something that no code does and no data file holds."""


@cache
def not_played(source: str) -> frozenset[ast.AST]:
    """What only says of which type something is, or how strict a class is: without it everything plays as before."""
    said = [getattr(node, name, None) for node in nodes_of(source) for name in ("annotation", "returns")]
    classes = [node for node in nodes_of(source) if isinstance(node, ast.ClassDef)]
    said += [word.value for node in classes for word in node.keywords if word.arg in STRICTNESS]
    return frozenset(node for hint in said if hint is not None for node in ast.walk(hint))


def _short(code: str) -> str:
    return " ".join(code.split())[:90]


def changes_of(node: ast.AST) -> Iterator[Change]:
    """What can be changed at a node."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARISONS:
            yield turn_comparison
        case ast.BoolOp():
            yield turn_and_or
        case ast.UnaryOp(op=ast.Not()):
            yield drop_not
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield turn_operator
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield turn_operator
        case ast.Constant(value=bool()):
            yield turn_truth
        case ast.Constant(value=int()):
            yield add_one
        case ast.If() | ast.IfExp():
            if not fills_a_cache(node):  # what is worked out anew every time is the same
                yield always
            yield never
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp() if node.generators[0].ifs:
            yield take_all
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield turn_call
        case ast.Expr(value=ast.Call()):
            yield leave_out


def fills_a_cache(node: ast.AST) -> bool:
    """Whether this is `if found is None: found = game.memo[key] = ...`."""
    match node:
        case ast.If(
            test=ast.Compare(left=ast.Name(id=asked), ops=[ast.Is()], comparators=[ast.Constant(value=None)]), orelse=[]
        ):
            kept = [target for line in node.body if isinstance(line, ast.Assign) for target in line.targets]
            names = [target.id for target in kept if isinstance(target, ast.Name)]
            return asked in names and any(isinstance(target, ast.Subscript) for target in kept)
    return False


def turn_comparison(node: ast.AST) -> None:
    assert isinstance(node, ast.Compare)
    node.ops[0] = COMPARISONS[type(node.ops[0])]()


def turn_and_or(node: ast.AST) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def drop_not(node: ast.AST) -> None:
    assert isinstance(node, ast.UnaryOp)
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


def turn_operator(node: ast.AST) -> None:
    assert isinstance(node, ast.BinOp | ast.AugAssign)
    node.op = OPERATORS[type(node.op)]()


def turn_truth(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    node.value = not node.value


def add_one(node: ast.AST) -> None:
    assert isinstance(node, ast.Constant)
    assert isinstance(node.value, int)
    node.value += 1


def always(node: ast.AST) -> None:
    assert isinstance(node, ast.If | ast.IfExp)
    node.test = ast.Constant(True)


def never(node: ast.AST) -> None:
    assert isinstance(node, ast.If | ast.IfExp)
    node.test = ast.Constant(False)


def take_all(node: ast.AST) -> None:
    assert isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp)
    node.generators[0].ifs = []


def turn_call(node: ast.AST) -> None:
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Name)
    node.func = ast.Name(CALLS[node.func.id], ast.Load())


def leave_out(node: ast.AST) -> None:
    assert isinstance(node, ast.Expr)
    node.value = ast.Constant(None)


def cited_code(source: str, line: int) -> range:
    """The lines that a citation speaks of: the function whose docstring holds it, the statement it stands in or above, or its
    entry in a table. That in a heading (`# ------ weather (V4.2)`) speaks of a chapter, not of code."""
    for words, code in documented(source):
        if line in words:
            return code
    statements = statements_of(source)
    around = [node for node in statements if node.lineno <= line <= (node.end_lineno or node.lineno)]
    inner = [node for node in around if not isinstance(node, ast.FunctionDef)]
    text = source.splitlines()[line - 1].lstrip()
    if text.startswith("# ---"):
        return range(0)
    if text.startswith("#"):
        below = [node for node in statements if node.lineno > line]
        if not below:
            return range(0)
        first = min(below, key=lambda node: (node.lineno, node.end_lineno or 0))
        return range(first.lineno, (first.end_lineno or first.lineno) + 1)
    if not inner:
        return range(0)
    least = min(inner, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)
    if isinstance(least, ast.Assign | ast.AnnAssign | ast.Return):
        for entry in entries_of(least.value):
            if line in entry:
                return entry
    holding = [node.lineno for node in around if isinstance(node, ast.If) and node is not least]
    holding += [start for node in around if isinstance(node, ast.Match) for start in starts_of_cases(node) if start <= line]
    start = max(holding, default=least.lineno)  # a reason's own `if` or `case` decides whether it is given
    return range(start, (least.end_lineno or least.lineno) + 1)


def starts_of_cases(node: ast.Match) -> list[int]:
    return [case.pattern.lineno for case in node.cases]


def entries_of(table: ast.expr | None) -> list[range]:
    """The lines of each entry of a table whose entries begin on lines of their own."""
    pairs: list[tuple[ast.expr | None, ast.expr]] = []
    match table:
        case ast.Dict():
            pairs = list(zip(table.keys, table.values, strict=True))
        case ast.Tuple() | ast.List() | ast.Set():
            pairs = list(zip(table.elts, table.elts, strict=True))
    found = [range(first.lineno, (last.end_lineno or 0) + 1) for first, last in pairs if first is not None]
    return found if table is None or all(entry.start > table.lineno for entry in found) else []
