"""`grognard.testing` finds what a game does wrong, and says where; a game that does nothing wrong passes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest

from grognard.core import scenarios, texts
from grognard.core.actions import Action, Pass
from grognard.core.games import Options
from grognard.core.procedures import Ask, Goto, Next, Procedure
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import Reason
from grognard.core.windows import Window
from grognard.testing import Nonconforming, assert_conforms, check, playing, showing
from grognard.testing.reports import misfitting_texts
from tests.core.raid import RAID
from tests.core.tabletop import TABLETOP
from tests.core.toy import Bid, Duel, ToyGame, ToyRules, ToyState

Making = Callable[[type[Rules[Any]]], Scenario]


@pytest.mark.parametrize("scenario", [RAID, TABLETOP], ids=lambda scenario: scenario.id)
def test_a_game_that_conforms_passes(scenario: Scenario):
    assert_conforms(scenario, games=2)


@pytest.mark.extended
def test_a_game_of_the_catalogue_conforms_with_its_texts_rules_and_lessons():
    report = check("chancellorsville/red-dice/turnpike", games=1, players=["brawler"])
    assert report.ok, str(report)
    assert report.checks["lessons"] > 0
    assert report.decisions > 50


# ---------------------------------------------------------------- games with one mistake each


class AskingChanges(Duel):
    def bid(self, game: ToyGame) -> Next:
        game.state.round += 1
        return super().bid(game)


class OfferingTwice(Duel):
    steps: ClassVar[tuple[str, ...]] = ("deal", "stop", "bid", "draw", "window", "strike", "again")

    def stop(self, game: ToyGame) -> Next:
        return Ask("red", [Bid(1), Bid(1)], self.stopped, "bid", "T1")

    def stopped(self, game: ToyGame, answer: Action) -> Next:
        return None


class RefusingTheLegal(OfferingTwice):
    def stop(self, game: ToyGame) -> Next:
        return Ask("red", [Bid(1), Bid(2)], self.stopped, "bid", "T1", self.why_not)

    def why_not(self, game: ToyGame, action: Action) -> Reason | None:
        return Reason("not-offered", ("T1",), {"action": str(action)})


class OfferingTheUnlisted(OfferingTwice):
    def stop(self, game: ToyGame) -> Next:
        return Ask("red", [Bid(1), Bid(9)], self.stopped, "bid", "T1")


class NamingNothing(Duel):
    """Its own field says neither what it names nor between which limits it lies."""

    count: int = 0


class Endless(Duel):
    def again(self, game: ToyGame) -> Next:
        game.state.score = {"red": 0, "blue": 0}
        self.striker = ""
        return Goto("bid")


class Crashing(Duel):
    def again(self, game: ToyGame) -> Next:
        raise RuntimeError("the dice fell off the table")


class Leaking(ToyRules):
    def seen(self, state: dict[str, Any], seat: str | None) -> dict[str, Any]:
        return state


class Forgetting(ToyRules):
    def restore(self, body: dict[str, Any]) -> ToyState:
        state = super().restore(body)
        state.round = 1
        return state


class DisorderlyTable(ToyRules):
    def action_table(self) -> list[Action]:
        return [Pass(), *super().action_table()]


def duel_with(kind: type[Procedure]) -> type[ToyRules]:
    """The rules of the duel with another procedure."""

    class Changed(ToyRules):
        procedures: ClassVar[tuple[type[Procedure], ...]] = (kind, Window)

        def first_procedure(self, state: Any) -> Procedure:
            return kind()

    return Changed


@pytest.fixture
def made() -> Iterator[Making]:
    """Scenarios that are gone after the test."""
    before = list(scenarios.ADDED)

    def make(rules: type[Rules[Any]]) -> Scenario:
        def build(scenario: Scenario, options: Options) -> Rules[Any]:
            return rules(scenario, options)

        return Scenario("toy/mistaken", "A duel with a mistake", build)

    yield make
    scenarios.ADDED[:] = before


MISTAKES: dict[str, tuple[type[Rules[Any]], str, str]] = {
    "asking changes": (duel_with(AskingChanges), "asking again", "asks, and changes something"),
    "offering twice": (duel_with(OfferingTwice), "choices", "offered twice"),
    "refusing the legal": (duel_with(RefusingTheLegal), "refusals", "is offered, but refused"),
    "offering the unlisted": (duel_with(OfferingTheUnlisted), "choices", "not in the action table"),
    "naming nothing": (duel_with(NamingNothing), "frames", "NamingNothing.count"),
    "endless": (duel_with(Endless), "end", "no end after"),
    "crashing": (duel_with(Crashing), "play", "the dice fell off the table"),
    "forgetting": (Forgetting, "positions", "another after it has been loaded"),
    "disorderly table": (DisorderlyTable, "action table", "has an action twice"),
    "leaking": (Leaking, "secrets", "told what was drawn face down"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found_and_named(mistake: str, made: Making, monkeypatch: pytest.MonkeyPatch):
    rules, wanted, words = MISTAKES[mistake]
    monkeypatch.setattr(playing, "MANY_DECISIONS", 300)
    monkeypatch.setattr(showing, "MANY_DECISIONS", 300)
    report = check(made(rules), games=2)
    found = [finding for finding in report.findings if finding.check == wanted and words in finding.words]
    assert found, f"{wanted}: {words} was not found, but {report}"
    assert found[0].replay.startswith("grognard fuzz toy/mistaken")
    assert str(found[0]) in str(report)


def test_the_first_finding_ends_the_checks_and_comes_with_its_game(made: Making):
    report = check(made(duel_with(Crashing)), games=9, first=True)
    (finding,) = report.findings
    assert report.games == 0
    assert finding.record is not None
    assert len(finding.record["entries"]) == finding.entry > 0
    assert f"--player {finding.player} --seed {finding.seed} --games 1" in finding.replay


def test_a_report_can_end_a_check(made: Making):
    seen: list[int] = []

    def enough(report: Any) -> bool:
        seen.append(report.decisions)
        return len(seen) < 3

    assert check(made(ToyRules), games=9, progress=enough).ok
    assert len(seen) == 3


def test_what_does_not_conform_fails_a_test(made: Making):
    with pytest.raises(Nonconforming, match="action table: the action table of toy/mistaken has an action twice"):
        assert_conforms(made(DisorderlyTable), games=1)


@pytest.mark.unfilled_texts
def test_texts_that_do_not_fit_are_heard_and_not_logged(caplog: pytest.LogCaptureFixture):
    with misfitting_texts() as misfits:
        assert "?" not in texts.text("not-offered", {})
    assert len(misfits) == 1
    assert "'not-offered' cannot be filled in" in misfits[0]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
