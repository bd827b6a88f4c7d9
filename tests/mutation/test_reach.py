"""Which faults give another value in some run of the code."""

import pytest

from tests.mutation.faults import faults_in
from tests.mutation.reach import Reached, Watch, instrumented

MODULE = """\
class Rules:
    LIMIT = 3

    def allowed(self, cost, free=()):
        if cost < self.LIMIT and cost not in free:
            return [each for each in free if each > 1]
        return max(cost, *free) if free else cost + 0


def spelled(name):
    match name:
        case str() if len(name) > 4:
            return min(name, key=lambda letter: -ord(letter))
    return any(part.isupper() for part in name) or super
"""


def unreached(*calls: str) -> set[str]:
    """The faults that give another value in none of these calls."""
    watch = Watch()
    names: dict[str, object] = {"__name__": "rules"}
    exec(compile(instrumented(MODULE, "rules.py", watch), "rules.py", "exec"), names)
    for call in calls:
        eval(call, names)
    found = Reached(set(watch.sites), {watch.sites[number] for number in watch.reached})
    return {fault.change for fault in faults_in(MODULE, range(1, 99)) if found.misses("rules.py", fault)}


def test_what_has_not_run_is_not_reached():
    assert len(unreached()) == 14


@pytest.mark.parametrize(
    ("call", "change"),
    [
        ("Rules().allowed(3)", "cost < self.LIMIT  ->  cost <= self.LIMIT"),
        ("Rules().allowed(5)", "cost < self.LIMIT and cost not in free  ->  cost < self.LIMIT or cost not in free"),
        ("Rules().allowed(2, (1, 5))", "[each for each in free if each > 1]  ->  [each for each in free]"),
        ("Rules().allowed(5, (1,))", "max(cost, *free)  ->  min(cost, *free)"),
        ("spelled('abcd')", "len(name) > 4  ->  len(name) >= 4"),
        ("spelled('abcde')", "min(name, key=lambda letter: -ord(letter))  ->  max(name, key=lambda letter: -ord(letter))"),
        ("spelled('aB')", "any((part.isupper() for part in name))  ->  all((part.isupper() for part in name))"),
    ],
)
def test_a_fault_is_reached_where_it_gives_another_value(call: str, change: str):
    assert change in unreached("Rules().allowed(2)", "spelled('AB')")
    assert change not in unreached(call)


def test_a_condition_is_reached_both_ways():
    always, never = "max(cost, *free) if True else cost + 0", "max(cost, *free) if False else cost + 0"
    left = {change.split("  ->  ")[1] for change in unreached("Rules().allowed(4, (1,))")}
    assert (always in left, never in left) == (True, False)
    left = {change.split("  ->  ")[1] for change in unreached("Rules().allowed(4)")}
    assert (always in left, never in left) == (False, True)


def test_what_always_gives_the_same_stays_unreached():
    assert "cost + 0  ->  cost - 0" in unreached("Rules().allowed(4)", "Rules().allowed(9)")


def test_values_are_as_without_the_watch():
    watch = Watch()
    names: dict[str, object] = {"__name__": "rules"}
    exec(compile(instrumented(MODULE, "rules.py", watch), "rules.py", "exec"), names)
    calls = (
        "Rules().allowed(2, (1, 5))",
        "Rules().allowed(7, (1, 5))",
        "Rules().allowed(4)",
        "spelled('hello')",
        "spelled('ab')",
    )
    assert [eval(call, names) for call in calls] == [[5], 7, 4, "o", super]
