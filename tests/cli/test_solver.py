"""The solver of sealed choices is loaded before the first forecast waits for it."""

from __future__ import annotations

from threading import Event, Timer

import pytest

from grognard.cli import play


def test_the_terminal_loads_the_solver_in_the_background(monkeypatch: pytest.MonkeyPatch):
    loaded = Event()
    monkeypatch.setattr(play, "LOAD_AFTER", 0.0)
    monkeypatch.setattr(play, "load_solver", loaded.set)
    with play.loading_solver():
        assert loaded.wait(60)


def test_a_table_that_is_left_at_once_loads_nothing(monkeypatch: pytest.MonkeyPatch):
    timers: list[Timer] = []

    class Noted(Timer):
        def start(self) -> None:
            timers.append(self)
            super().start()

    loaded = Event()
    monkeypatch.setattr(play, "Timer", Noted)
    monkeypatch.setattr(play, "load_solver", loaded.set)
    monkeypatch.setattr(play, "LOAD_AFTER", 3600.0)
    with play.loading_solver():
        pass
    timers[0].join(60)
    assert not timers[0].is_alive()
    assert not loaded.is_set()
