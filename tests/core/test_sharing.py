"""What is made once and shared: found as long as somebody uses it, and the last few for a while longer."""

import gc

from grognard.core.sharing import Shared


class Thing:
    pass


def test_a_thing_in_use_is_always_found():
    shared: Shared[str, Thing] = Shared(1)
    used = Thing()
    shared.put("a", used)
    for key in "bcd":
        shared.put(key, Thing())
    gc.collect()
    assert shared.get("a") is used


def test_of_things_that_nobody_uses_the_last_few_are_found():
    shared: Shared[int, Thing] = Shared(2)
    for key in range(5):
        shared.put(key, Thing())
    gc.collect()
    assert [key for key in range(5) if shared.get(key) is not None] == [3, 4]


def test_what_was_looked_at_last_stays_longest():
    shared: Shared[int, Thing] = Shared(2)
    shared.put(1, Thing())
    shared.put(2, Thing())
    shared.get(1)
    shared.put(3, Thing())
    gc.collect()
    assert [key for key in (1, 2, 3) if shared.get(key) is not None] == [1, 3]


def test_a_thing_can_be_dropped():
    shared: Shared[str, Thing] = Shared(2)
    used = Thing()
    shared.put("a", used)
    shared.drop("a")
    shared.drop("b")
    assert shared.get("a") is None
