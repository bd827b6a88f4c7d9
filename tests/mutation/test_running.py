"""How a fault gets into code that is loaded already."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.faults import faults_in
from tests.mutation.running import changed_code, in_child

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

        found.append((fault.change, in_child(trial, 10)))
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


def test_a_process_that_breaks_or_never_ends_says_so():
    assert in_child(lambda: "", 10) == ""
    assert in_child(lambda: str(1 // 0), 10).startswith("broke: ZeroDivisionError")

    def never() -> str:
        while True:
            pass

    assert in_child(never, 1).startswith("ended: ")
