"""Complete recorded games replay to the very position and outcome that they came to when they were played."""

from collections import Counter

import pytest

import grognard
from grognard.core.scenarios import installed
from tests.golden import NAMES, every_golden_game, golden
from tests.golden.make import RECIPES, summary


@every_golden_game
def test_a_golden_game_replays_exactly(name: str):
    told = golden(name)
    record = told.pop("record")
    game = grognard.replay(record)
    assert summary(game) == told
    assert game.record()["entries"] == record["entries"]
    assert game.over is not None


@every_golden_game
def test_every_roll_of_a_live_game_is_verified(name: str):
    record = golden(name)["record"]
    if record["dice"]["kind"] == "live":
        assert grognard.verify(record) == golden(name)["rolls"] > 0
    else:
        with pytest.raises(grognard.RecordError):
            grognard.verify(record)


def test_the_library_holds_every_kind_of_game():
    assert sorted(recipe.name for recipe in RECIPES) == NAMES
    records = [golden(name)["record"] for name in NAMES]
    assert len(records) >= 4
    assert {record["dice"]["kind"] for record in records} == {"fast", "live"}
    assert {"basic", "advanced"} <= {record["options"].get("game") for record in records}
    assert {"any", "legal"} <= {record["options"].get("chits") for record in records}
    assert {"none", "optional"} <= {record["options"].get("reinforcements") for record in records}
    assert {record["scenario"] for record in records} == {scenario.id for scenario in installed()}
    by_game = Counter(record["scenario"].rpartition("/")[0] for record in records)
    assert all(times >= 2 for times in by_game.values())
    assert any(entry.startswith("undo ") for record in records for entry in record["entries"])
