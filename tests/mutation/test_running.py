"""How a fault gets into code that is loaded already."""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.faults import faults_in
from tests.mutation.running import Child, Loaded, changed_code, marked_with, others

MODULE = """\
from functools import cache, cached_property


def plain():
    return 1


@cache
def kept():
    return 3


class Rules:
    LIMIT = 5

    def method(self, most=9):
        return [7 for _ in range(1)]

    @property
    def shown(self):
        return 11

    @cached_property
    def made(self):
        return 13

    @staticmethod
    def still():
        return (lambda: 15)()
"""


@pytest.fixture
def loaded(tmp_path: Path):
    file = tmp_path / "loaded_rules.py"
    file.write_text(MODULE)
    spec = importlib.util.spec_from_file_location("loaded_rules", file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["loaded_rules"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["loaded_rules"]


def said(module: ModuleType) -> tuple[object, ...]:
    rules = module.Rules()
    return module.plain(), module.kept(), rules.method(), rules.shown, rules.made, rules.still()


def test_a_fault_is_put_into_functions_where_they_stand(loaded: ModuleType):
    file = Path(str(loaded.__file__))
    found = []
    for fault in faults_in(MODULE, range(1, 99)):
        faulty = changed_code(file, fault.module())

        def trial(faulty=faulty) -> str:
            for function, code in faulty:
                function.__code__ = code
            return str(said(loaded))

        found.append((fault.change, Child(trial, 10).wait()))
    sound = "(1, 3, [7], 11, 13, 15)"
    assert dict(found) == {
        "1  ->  2": "(1, 3, [7, 7], 11, 13, 15)",  # the later of two: the range
        "3  ->  4": "(1, 4, [7], 11, 13, 15)",
        "7  ->  8": "(1, 3, [8], 11, 13, 15)",
        "11  ->  12": "(1, 3, [7], 12, 13, 15)",
        "13  ->  14": "(1, 3, [7], 11, 14, 15)",
        "15  ->  16": "(1, 3, [7], 11, 13, 16)",
        "5  ->  6": sound,  # made when the module was loaded: it has to be loaded afresh
        "9  ->  10": sound,
    }
    assert str(said(loaded)) == sound


def test_a_function_that_ran_while_tests_were_collected_is_known(loaded: ModuleType):
    tests = Loaded(lambda _: None)
    sys.setprofile(tests.note_call)
    loaded.kept()
    sys.setprofile(None)
    changed = {
        fault.change: changed_code(Path(str(loaded.__file__)), fault.module()) for fault in faults_in(MODULE, range(1, 99))
    }
    assert [change for change, faulty in changed.items() if tests.has_run(faulty)] == ["3  ->  4"]


def test_one_of_several_processes_may_end_first():
    reading, writing = os.pipe()
    patient = Child(lambda: os.read(reading, 9).decode(), 10)
    quick = Child(lambda: "quick", 10)
    assert quick.wait() == "quick"
    assert patient.poll() is None
    os.write(writing, b"patient")
    assert patient.wait() == "patient"
    os.close(reading)
    os.close(writing)


def test_a_process_that_breaks_or_never_ends_says_so():
    assert Child(lambda: "", 10).wait() == ""
    assert Child(lambda: str(1 // 0), 10).wait().startswith("broke: ZeroDivisionError")

    def never() -> str:
        while True:
            pass

    assert Child(never, 1).wait().startswith("ended: ")


class Item:
    """As much of a test as decides whether and when it is run."""

    def __init__(self, name: str, *rules: str) -> None:
        self.nodeid, self.path, self.rules = name, Path(name.partition("::")[0]), rules

    def iter_markers(self, name: str) -> list[pytest.Mark]:
        return [pytest.mark.rule(*self.rules).mark]


def test_tests_of_the_rule_are_run_first_then_those_beside_them_then_the_rest_of_the_game():
    items = [
        Item("tests/x/test_a.py::one", "X2"),
        Item("tests/x/test_fire_properties.py::one"),
        Item("tests/x/test_fire.py::one", "X2"),
        Item("tests/x/test_fire_properties.py::two", "X1"),
        Item("tests/x/test_fire.py::two", "X1"),
        Item("tests/x/test_fire.py::three", "X3"),
        Item("tests/xy/test_fire.py::one"),
        Item("tests/core/test_fire.py::one", "X1"),
        Item("tests/core/test_fire.py::two"),
        Item("tests/golden/test_golden.py::replays[x-random]"),
        Item("tests/golden/test_golden.py::replays[xy-random]"),
    ]

    def names(found: list[Item]) -> list[str]:
        return [item.nodeid.removeprefix("tests/") for item in found]

    assert names(marked_with("X1", "X3")(items)) == [  # type: ignore[arg-type]
        "x/test_fire.py::two",
        "core/test_fire.py::one",
        "x/test_fire_properties.py::two",
        "x/test_fire.py::three",
    ]
    files = ["tests/x/test_fire.py", "tests/x/test_fire_properties.py", "tests/core/test_fire.py"]
    assert names(others(["X1", "X3"], files, ["tests/x", "tests/golden/test_golden.py::replays[x-"])(items)) == [  # type: ignore[arg-type]
        "x/test_fire.py::one",
        "core/test_fire.py::two",
        "x/test_a.py::one",
        "golden/test_golden.py::replays[x-random]",
        "x/test_fire_properties.py::one",
    ]
