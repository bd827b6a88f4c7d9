"""Which faults give another value in some test? What never does, no test can notice: found in one run for all of them.

Code is loaded so that an expression also works out what it would be with its fault. That the value differs is not enough for
a test to fail, so this finds the faults to begin with and takes the place of no trial.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.mutation import faults
from tests.mutation.running import OPTIONS, Child, Run, Selection

TAKEN, PASSED_BY = "taken", "passed by"
KINDS: dict[faults.Change, str] = {
    faults.turn_comparison: "comparison",
    faults.turn_operator: "operator",
    faults.turn_and_or: "and, or",
    faults.turn_call: "call",
    faults.take_all: "filter",
    faults.always: PASSED_BY,
    faults.never: TAKEN,
}
"""The faults that can be looked at so, and what tells whether one gives another value: to do something always matters when it
would have been passed by."""
FUNCTIONS: dict[type[ast.AST] | str, Callable[..., Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    "min": min,
    "max": max,
    "any": any,
    "all": all,
}
Thunk = Callable[[], Any]


class Site(NamedTuple):
    """Where a fault can be put in: the file, the place of the node in the order of `ast.walk`, and a kind."""

    file: str
    place: int
    kind: str


class Watch:
    """What the instrumented code calls: gives the value as the code is, and notes where the fault gives another."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.reached: set[int] = set()

    def compare(self, number: int, sound: Thunk, faulty: Thunk) -> Any:
        value = sound()
        if number not in self.reached:
            try:
                other = faulty()
                if bool(other) != bool(value) or other != value:
                    self.reached.add(number)
            except Exception:  # an error is another result too
                self.reached.add(number)
        return value

    def operator(self, number: int, sound: Callable[[Any, Any], Any], faulty: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
        """The operands are worked out once, whatever that does."""
        return self.compare(number, lambda: sound(a, b), lambda: faulty(a, b))

    def all_true(self, number: int, *parts: Thunk) -> Any:
        return self.compare(number, lambda: last(parts, True), lambda: last(parts, False))

    def one_true(self, number: int, *parts: Thunk) -> Any:
        return self.compare(number, lambda: last(parts, False), lambda: last(parts, True))

    def call(self, number: int, sound: Callable[..., Any], faulty: Callable[..., Any], arguments: Thunk) -> Any:
        def called(function: Callable[..., Any]) -> Any:
            places, names = arguments()
            return function(*places, **names)

        return self.compare(number, lambda: called(sound), lambda: called(faulty))

    def condition(self, passed_by: int, taken: int, value: Any) -> Any:
        self.reached.add(taken if value else passed_by)
        return value

    def filter(self, number: int, value: Any) -> Any:
        if not value:
            self.reached.add(number)
        return value


def last(parts: Sequence[Thunk], goes_on: bool) -> Any:
    """What `and` gives, which goes on while its parts are true, or `or`."""
    value: Any = None
    for part in parts:
        value = part()
        if bool(value) != goes_on:
            break
    return value


class Instrument(ast.NodeTransformer):
    """Puts calls of the watch into the functions of a module."""

    def __init__(self, file: str, watch: Watch) -> None:
        self.file, self.watch = file, watch

    def number(self, node: ast.AST, kind: str) -> ast.Constant:
        self.watch.sites.append(Site(self.file, vars(node)["place"], kind))
        return ast.Constant(len(self.watch.sites) - 1)

    def visit_Module(self, node: ast.Module | ast.ClassDef) -> ast.AST:
        """Only what is in functions: in the body of a class a lambda would not find its names."""
        kinds = ast.FunctionDef | ast.ClassDef
        node.body = [self.visit(line) if isinstance(line, kinds) else line for line in node.body]
        return node

    visit_ClassDef = visit_Module

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(line) for line in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.guard = self.visit(node.guard) if node.guard is not None else None
        node.body = [self.visit(line) for line in node.body]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        kind = type(node.ops[0])
        if len(node.ops) > 1 or kind not in FUNCTIONS:  # `==` and `in` always differ
            return node
        operators = function(kind), function(faults.COMPARISONS[kind])
        return watched("operator", self.number(node, "comparison"), *operators, node.left, *node.comparators)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        kind = type(node.op)
        if kind not in faults.OPERATORS:
            return node
        operators = function(kind), function(faults.OPERATORS[kind])
        return watched("operator", self.number(node, "operator"), *operators, node.left, node.right)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        if not can_wait(node):
            return self.generic_visit(node)
        self.generic_visit(node)
        name = "all_true" if isinstance(node.op, ast.And) else "one_true"
        return watched(name, self.number(node, "and, or"), *map(later, node.values))

    def visit_If(self, node: ast.If | ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        node.test = watched("condition", self.number(node, PASSED_BY), self.number(node, TAKEN), node.test)
        return node

    visit_IfExp = visit_If

    def visit_GeneratorExp(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        first = node.generators[0]
        if first.ifs:
            number = self.number(node, "filter")
            first.ifs = [watched("filter", number, condition) for condition in first.ifs]
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp

    def visit_Call(self, node: ast.Call) -> ast.AST:
        waits = can_wait(node)
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in faults.CALLS and waits:
                names = ast.Dict([ast.Constant(word.arg) for word in node.keywords], [word.value for word in node.keywords])
                arguments = ast.Tuple([ast.Tuple(node.args, ast.Load()), names], ast.Load())
                functions = function(name), function(faults.CALLS[name])
                return watched("call", self.number(node, "call"), *functions, later(arguments))
        return node


def can_wait(node: ast.AST) -> bool:
    """Whether an expression means the same in a lambda."""
    for part in ast.walk(node):
        match part:
            case ast.NamedExpr() | ast.Await() | ast.Yield() | ast.YieldFrom() | ast.Call(func=ast.Name(id="super")):
                return False
    return True


def later(node: ast.expr) -> ast.expr:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), node)


WATCH, OPERATION = "__watch__", "__operation__"


def watched(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name(WATCH, ast.Load()), name, ast.Load()), list(arguments), [])


def function(kind: type[ast.AST] | str) -> ast.expr:
    place = list(FUNCTIONS).index(kind)
    return ast.Subscript(ast.Name(OPERATION, ast.Load()), ast.Constant(place), ast.Load())


def instrumented(source: str, file: str, watch: Watch) -> ast.Module:
    tree = ast.parse(source)
    for place, node in enumerate(ast.walk(tree)):
        vars(node)["place"] = place
    found: ast.Module = Instrument(file, watch).visit(tree)
    setattr(builtins, WATCH, watch)
    setattr(builtins, OPERATION, list(FUNCTIONS.values()))
    return ast.fix_missing_locations(found)


def instrument_below(folder: Path, root: Path, watch: Watch) -> None:
    """From now on the modules of a folder are loaded instrumented."""
    as_it_is = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        file = Path(loader.path).resolve()
        if not file.is_relative_to(folder):
            return as_it_is(loader, name)
        tree = instrumented(file.read_text("utf-8"), file.relative_to(root).as_posix(), watch)
        return compile(tree, str(file), "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]


class Reached(NamedTuple):
    """What a run of tests has come to: the sites in the code that was loaded, and those where a fault gave another value."""

    sites: set[Site]
    reached: set[Site]

    def can_tell(self, file: str, fault: faults.Fault) -> bool:
        return site_of(file, fault) in self.sites

    def misses(self, file: str, fault: faults.Fault) -> bool:
        """Whether a fault never gave another value, as far as we can tell."""
        return self.can_tell(file, fault) and site_of(file, fault) not in self.reached


def site_of(file: str, fault: faults.Fault) -> Site:
    return Site(file, fault.place, KINDS.get(fault.put_in, ""))


LONGEST = 4 * 60 * 60


def reach_of(tests: Sequence[str], selection: Selection, folder: Path, root: Path) -> Reached:
    """Run tests in a process that loads the code of a folder instrumented. One that fails because something is worked out
    twice has come as far as it came."""
    with TemporaryDirectory() as place:
        told = Path(place) / "reached.json"

        def work() -> str:
            watch = Watch()
            instrument_below(folder, root, watch)
            pytest.main([*tests, *OPTIONS], plugins=[Run(selection)])
            told.write_bytes(msgspec.json.encode((watch.sites, [watch.sites[number] for number in watch.reached])))
            return ""

        if wrong := Child(work, LONGEST).wait():
            raise RuntimeError(wrong)
        return msgspec.json.decode(told.read_bytes(), type=Reached)
