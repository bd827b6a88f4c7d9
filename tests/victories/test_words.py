"""What players read: the uses of sixes in the log, counts of victory in numbers, units of points and of luck."""

import re
from collections.abc import Mapping

import pytest

from grognard.analysis.reports import report
from grognard.core.texts import text
from grognard.games.chancellorsville.victories.events import RetreatCancelled, RetreatForced
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.telling.words import condition_in_words
from tests.golden import golden
from tests.marks import rule
from tests.victories.table import FAR, act, attack, happened, scene, until

SIXES = {"rule_of_six": True}
NO_NAMES: Mapping[str, str] = {}


def two_sixes(*answers: str) -> Campaign:
    """Two sixes of the attacker, one of the defender."""
    pieces = {"cs_lane": "1611", "cs_pender": "1611", "us_vongilsa": "1512", "us_mclean": "1512", **FAR}
    game = scene(pieces, "cs_cmd_hill", dice=(6, 6, 6, 1), options=SIXES)
    act(game, "place-command 1611", "end-marches")
    attack(game, "1611", "1512")
    until(game, "Combat.attacker_sixes")
    act(game, *answers)
    return game


@rule("U14.39", "U14.36")
def test_the_log_says_what_sixes_do_to_a_retreat():
    game = two_sixes("force-retreat", "force-retreat", "cancel-retreat")
    assert [event.army for event in happened(game, RetreatForced)] == ["CSA", "CSA"]
    assert [(event.army, event.left) for event in happened(game, RetreatCancelled)] == [("Union", 1)]
    lines = [event.describe() for event in game.happened.since(0)]
    assert "Confederate: a six forces the enemy to retreat" in lines
    assert "Union: a six cancels one that forces the retreat (sixes that still force it: 1)" in lines


@rule("U14.39", "U14.36")
def test_the_log_says_nothing_of_it_where_sixes_strike():
    game = two_sixes("suffer us_vongilsa", "let-them-choose")
    assert happened(game, RetreatForced) == []
    assert happened(game, RetreatCancelled) == []


@rule("U19.12")
@pytest.mark.parametrize(("lost", "union"), [((), "0 of 1"), (("us_kane", "us_candy", "cs_heth"), "1 of 3")])
def test_the_count_of_units_lost_is_told_in_numbers(lost: tuple[str, ...], union: str):
    pieces = {**{id: {"box": "lost"} for id in lost}, "us_carr": "2320", "cs_oneal": "1519"}
    game = scene(pieces, "cs_independent", turn=14, scenario="jackson-attack")
    said = {
        c.side: condition_in_words(c, NO_NAMES) for c in game.rules.conditions(game) if c.counts[0].word == "units-eliminated"
    }
    assert f"enemy units eliminated ({union})" in said["Union"]
    (held, *_) = game.rules.conditions(game)
    assert "not yet" in condition_in_words(held, NO_NAMES), "a place is held or not"


@rule("U8.2", "U9.2")
def test_points_are_told_with_what_they_are():
    assert text("prompt.choose-formations", {"left": 3}).endswith("Activation points left: 3")
    assert "Movement points left: 2.5" in text("prompt.march-on", {"left": "2.5", "hex": "2321"})


@rule("U14.32", "U3.4")
def test_the_report_of_a_game_counts_luck_in_hits_and_every_level():
    found = report(golden("victories-salem-church-brawler")["record"])
    assert found.verdict is not None
    assert re.match(r"The dice favoured .* by [\d.]+ hits, over all rolls", found.verdict.describe(NO_NAMES))
    assert {line.measure for line in found.lines} == {"combat-points"}
    assert all(len(line.points) > 4 for line in found.lines), "levels lost count, not only units destroyed"
    assert all(level > 0 for line in found.lines for _, level in line.points)
