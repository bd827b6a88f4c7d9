"""Settings that every test shares."""

import gc
import logging
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from grognard.core import scenarios, texts
from tests.serving import Forks, Server

# A rule takes as long as it takes: two test processes on a busy machine must not fail an example for being slow.
settings.register_profile("grognard", deadline=None, print_blob=True)
settings.load_profile("grognard")

# Started in the background of a shell, we and all that we start would be deaf to Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# The tests and all the code they import stay to the end: the collector need not walk over them again and again.
gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser scenes first: they are long and often wait, and at the end of a run no other test could use that time."""
    items.sort(key=lambda item: "browser" not in item.path.parts)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)  # games leave few cycles: to look for them more often takes a seventh of the time
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def forks() -> Iterator[None]:
    """What starts servers quickly, one after another, once there is a first."""
    Server.forks = Forks()
    yield
    Server.forks.close()


@pytest.fixture(autouse=True)
def logging_as_usual() -> None:
    """Tests that look at the log see warnings only, whatever a library made of the root logger before."""
    logging.getLogger().setLevel(logging.WARNING)


@pytest.fixture(autouse=True)
def every_text_filled_in(request: pytest.FixtureRequest) -> Iterator[None]:
    """A text whose fields do not fit its arguments is a mistake, wherever a test meets it."""
    met: list[str] = []
    listener = Listener(met)
    logging.getLogger(texts.__name__).addHandler(listener)
    yield
    logging.getLogger(texts.__name__).removeHandler(listener)
    if request.node.get_closest_marker("unfilled_texts") is None:
        assert not met, "\n".join(dict.fromkeys(met))


class Listener(logging.Handler):
    """Writes down what is logged."""

    def __init__(self, met: list[str]) -> None:
        super().__init__()
        self.met = met

    def emit(self, record: logging.LogRecord) -> None:
        self.met.append(record.getMessage())


@pytest.fixture(autouse=True, scope="module")
def as_it_was_found() -> Iterator[None]:
    """What the tests of a file add to the catalogue is gone when they are done: the next list it."""
    before = [*scenarios.ADDED]
    yield
    scenarios.ADDED[:] = [scenario for scenario in scenarios.ADDED if scenario in before]
