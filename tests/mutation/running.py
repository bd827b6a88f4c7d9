"""Run tests against code with a fault in it. No file is changed: the fault is put into a process that ends with the run."""

from __future__ import annotations

import ast
import gc
import inspect
import os
import resource
import select
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path, PurePosixPath
from types import CodeType, FrameType, FunctionType, ModuleType

import pytest

OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not soak")


Faulty = Sequence[tuple[FunctionType, CodeType]]
"""Functions, each with its code that has a fault."""
MEMORY = 3 << 30
Selection = Callable[[Sequence[pytest.Item]], Sequence[pytest.Item]]


class Run:
    """Some of the tests collected, until one fails: `failed` says which."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self.selection(items)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


def is_marked(item: pytest.Item, rules: Collection[str]) -> bool:
    return any(rule in rules for mark in item.iter_markers("rule") for rule in mark.args)


def marked_with(*rules: str) -> Selection:
    """The tests of some rules, those of the first rule first, and of these the long ones last."""
    return lambda items: [
        *sorted((item for item in items if is_marked(item, rules[:1])), key=takes_long),
        *(item for item in items if is_marked(item, rules[1:]) and not is_marked(item, rules[:1])),
    ]


def takes_long(item: pytest.Item) -> bool:
    """What is tried on many positions; most faults are noticed without."""
    return item.path.stem.endswith("_properties")


def others(rules: Collection[str], tests: Collection[str], game: Collection[str]) -> Selection:
    """The tests of a game that are not marked with these rules: those in the files of tests that are come first, as they are
    likeliest to notice, and the long ones last."""
    return lambda items: sorted(
        (item for item in items if not is_marked(item, rules) and (is_in(item, tests) or is_in(item, game))),
        key=lambda item: (takes_long(item), not is_in(item, tests)),
    )


def is_in(item: pytest.Item, places: Collection[str]) -> bool:
    """Whether a test is in one of these files and folders, or its name in a file begins so: `file::name`."""
    file = PurePosixPath(file_of(item.nodeid))
    return any(item.nodeid.startswith(place) if "::" in place else file.is_relative_to(place) for place in places)


def of_games(*places: str) -> Selection:
    """All tests in some places."""
    return lambda items: [item for item in items if is_in(item, places)]


def file_of(test: str) -> str:
    return test.partition("::")[0]


class Child:
    """Work in a process of its own."""

    def __init__(self, work: Callable[[], str], seconds: int) -> None:
        reading, writing = os.pipe()
        self.id = os.fork()
        if self.id == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # a loop without end may fill it
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
        self.pipe = os.fdopen(reading, "rb")

    def poll(self) -> str | None:
        """What it says, once it has ended."""
        return self.wait() if select.select([self.pipe], [], [], 0)[0] else None

    def wait(self) -> str:
        """What it says; a process that breaks or takes too long says how it ended."""
        with self.pipe:
            said = self.pipe.read().decode(errors="replace")
        code = os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1])
        return said if code == 0 else said or f"ended: {code}"


# ---------------------------------------------------------------- into functions that are loaded


def changed_code(file: Path, module: ast.Module) -> Faulty:
    """The loaded functions that a fault changes, each with its code that has the fault; none, if it is not in a function.

    What was made from a function before (a cache, a table) stays as it is: then a fault may still be noticed afresh.
    """
    sound, faulty = sound_codes(file), codes_in(compile(module, str(file), "exec", dont_inherit=True))
    changed = {name: codes[0] for name, codes in faulty.items() if codes != sound.get(name) and len(codes) == 1}
    loaded = (found for found in list(sys.modules.values()) if getattr(found, "__file__", None) == str(file))
    return [
        (function, changed[name_of(function.__code__)])
        for found in loaded
        for function in functions_in(found)
        if name_of(function.__code__) in changed
        and changed[name_of(function.__code__)].co_freevars == function.__code__.co_freevars
    ]


def functions_in(holder: object) -> Iterator[FunctionType]:
    """The functions of a module and of its classes, out of what wraps them."""
    module = getattr(holder, "__name__" if isinstance(holder, ModuleType) else "__module__", "")
    for held in list(vars(holder).values()):
        if isinstance(held, type) and held.__module__ == module and held is not holder:
            yield from functions_in(held)
        for part in ("fget", "func", "__func__"):
            held = getattr(held, part, None) or held
        held = inspect.unwrap(held) if callable(held) else held
        if isinstance(held, FunctionType) and held.__module__ == module:
            yield held


@cache
def sound_codes(file: Path) -> dict[tuple[str, int], list[CodeType]]:
    return codes_in(compile(file.read_text("utf-8"), str(file), "exec", dont_inherit=True))


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
        self.ran: set[CodeType] = set()
        """What has run while the tests were collected."""

    def note_call(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.ran.add(frame.f_code)

    def has_run(self, faulty: Faulty) -> bool:
        """Whether one of these functions has run already: what was made of it then does not have the fault."""
        return any(function.__code__ in self.ran for function, _ in faulty)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        self.session = session
        session.config.pluginmanager.unregister(name="terminalreporter")
        gc.collect()
        gc.freeze()
        self.work(self)
        return True

    def run(self, selection: Selection, seconds: int, faulty: Faulty = ()) -> Child:
        """Says the first of the tests selected that fails, with a fault or as the code is."""

        def work() -> str:
            for function, code in faulty:
                function.__code__ = code
            run = Run(selection)
            self.session.config.pluginmanager.register(run)
            items = selection(self.session.items)
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if run.failed:
                    break
            return run.failed

        return Child(work, seconds)


def collect(folders: Sequence[str], work: Callable[[Loaded], None]) -> None:
    """Collect the tests of these folders, then do the work instead of running them."""
    loaded = Loaded(work)
    sys.setprofile(loaded.note_call)
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


def run_afresh(file: Path, module: ast.Module, tests: Sequence[str], selection: Selection, seconds: int) -> str:
    """The first of the tests selected that fails with the fault, in a process that has not loaded the module before."""

    def work() -> str:
        put_in(file, module)
        run = Run(selection)
        code = pytest.main([*tests, "-x", *OPTIONS], plugins=[run])
        quiet = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return "" if quiet else run.failed or f"ended: {code}"

    return Child(work, seconds).wait()
