"""Run tests against a module with a fault in it, in a process of its own."""

from __future__ import annotations

import ast
import os
import resource
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not soak")
CAUGHT, MISSED, TIMED_OUT = "caught", "missed", "timed out"


class OnlyRule:
    """Leaves of the tests collected those that are marked with a rule."""

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if any(self.rule in mark.args for mark in item.iter_markers("rule"))]


def put_in(file: Path, tree: ast.Module) -> None:
    """From now on the module of this file is imported with the fault."""
    as_it_is = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path).resolve() == file:
            return compile(tree, str(file), "exec", dont_inherit=True)
        return as_it_is(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]


def run(file: Path, tree: ast.Module, tests: Sequence[str], rule: str, seconds: int) -> str:
    """Whether the tests (those marked with the rule, if one is given) notice the fault within so many seconds of work."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        signal.alarm(20 * seconds)  # work that waits for ever costs no processor time
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        put_in(file, tree)
        plugins = [OnlyRule(rule)] if rule else []
        try:
            code = pytest.main([*tests, *OPTIONS], plugins=plugins)
        except BaseException:  # a fault may break anything
            code = pytest.ExitCode.INTERNAL_ERROR
        os._exit(int(code))
    _, status = os.waitpid(child, 0)
    if (code := os.waitstatus_to_exitcode(status)) in (-signal.SIGXCPU, -signal.SIGALRM):
        return TIMED_OUT
    return MISSED if code in (0, int(pytest.ExitCode.NO_TESTS_COLLECTED)) else CAUGHT


def check_fresh() -> None:
    """A fault only counts if the module was not imported before it was put in."""
    if any(name.startswith("grognard.games") for name in sys.modules):
        raise RuntimeError("the games were imported before the faults were put in")
