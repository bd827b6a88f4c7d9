"""Run tests against code with a fault in it. No file is changed: the fault is put into a process that ends with the run."""

from __future__ import annotations

import ast
import gc
import os
import resource
import signal
from collections.abc import Callable, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

import pytest

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not soak")


Wanted = Callable[[pytest.Item], bool]


class Run:
    """Some of the tests collected, until one fails: `failed` says which."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.wanted(item)]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


def is_marked(item: pytest.Item, rule: str) -> bool:
    return any(rule in mark.args for mark in item.iter_markers("rule"))


def in_child(work: Callable[[], str], seconds: int) -> str:
    """What work in a process of its own says; a process that breaks or takes too long says how it ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(20 * seconds)  # work that waits for ever costs no processor time
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            said = work()
        except BaseException as broken:  # a fault may break anything
            said = f"broke: {broken!r}"
        os.write(writing, said.encode()[:2000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    return said if os.waitstatus_to_exitcode(status) == 0 else said or f"ended: {os.waitstatus_to_exitcode(status)}"


# ---------------------------------------------------------------- into functions that are loaded


def swap_code(file: Path, module: ast.Module) -> bool:
    """Put a fault into the functions of a module that is loaded, where they stand; whether that could be done.

    What was made from a function before (a cache, a table) stays: a fault not noticed so may still be noticed afresh.
    """
    sound = codes_in(compile(file.read_text("utf-8"), str(file), "exec", dont_inherit=True))
    faulty = codes_in(compile(module, str(file), "exec", dont_inherit=True))
    changed = {name: codes[0] for name, codes in faulty.items() if codes != sound.get(name) and len(codes) == 1}
    found = False
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename == str(file):
            code = changed.get(name_of(function.__code__))
            if code is not None and code.co_freevars == function.__code__.co_freevars:
                function.__code__ = code
                found = True
    return found


def name_of(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def codes_in(code: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    """The code of every function in the code of a module, by name and line; there may be several lambdas in a line."""
    found: dict[tuple[str, int], list[CodeType]] = {}
    unread = [code]
    while unread:
        inner = [constant for constant in unread.pop().co_consts if isinstance(constant, CodeType)]
        unread += inner
        for function in inner:
            found.setdefault(name_of(function), []).append(function)
    return found


class Loaded:
    """Tests collected once, from which a process is forked for every fault: most are noticed by a test marked with the rule."""

    def __init__(self, work: Callable[[Loaded], None]) -> None:
        self.work = work
        self.session: pytest.Session

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        session.config.pluginmanager.unregister(name="terminalreporter")
        gc.collect()
        gc.freeze()
        self.work(self)
        return True

    def run(self, wanted: Wanted, seconds: int, fault: tuple[Path, ast.Module] | None = None) -> str:
        """The first of the tests wanted that fails, with a fault or as the code is."""

        def work() -> str:
            gc.unfreeze()
            if fault is not None and not swap_code(*fault):
                return ""
            gc.freeze()
            run = Run(wanted)
            self.session.config.pluginmanager.register(run)
            items = [item for item in self.session.items if wanted(item)]
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if run.failed:
                    break
            return run.failed

        return in_child(work, seconds)


def collect(folders: Sequence[str], work: Callable[[Loaded], None]) -> None:
    """Collect the tests of these folders, then do the work instead of running them."""
    loaded = Loaded(work)
    code = pytest.main([*folders, *OPTIONS], plugins=[loaded])
    if code:
        raise RuntimeError(f"the tests could not be collected: {code}")


# ---------------------------------------------------------------- into modules as they are loaded


def put_in(file: Path, module: ast.Module) -> None:
    """From now on the module of this file is imported with the fault."""
    as_it_is = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path).resolve() == file:
            return compile(module, str(file), "exec", dont_inherit=True)
        return as_it_is(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]


def run_afresh(file: Path, module: ast.Module, tests: Sequence[str], wanted: Wanted, seconds: int) -> str:
    """The first of the tests wanted that fails with the fault, in a process that has not loaded the module before."""

    def work() -> str:
        put_in(file, module)
        run = Run(wanted)
        code = pytest.main([*tests, *OPTIONS], plugins=[run])
        quiet = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return "" if quiet else run.failed or f"ended: {code}"

    return in_child(work, seconds)
