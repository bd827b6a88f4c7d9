"""The words that games use for terrain, hexsides, symbols and states: the pages draw every one that the pictures draw.

`python -m tests.drawing.test_words` writes them anew for the pages, whose own tests ask for a drawing of each.
"""

from __future__ import annotations

import json
from pathlib import Path

from grognard.drawing.additions import BETWEEN, STANDING
from grognard.drawing.counters import STATES, SYMBOLS
from grognard.drawing.features import FEATURES
from grognard.drawing.lines import HEXSIDES, ROADS
from grognard.drawing.terrain import GROUNDS
from tests.drawing.opening import OPENINGS, opening_sheet

WORDS = Path(__file__).parents[2] / "web" / "src" / "board" / "painting" / "words.json"


def words() -> dict[str, list[str]]:
    return {
        "terrain": sorted(GROUNDS),
        "hexside": sorted(HEXSIDES),
        "road": sorted(ROADS),
        "feature": sorted(FEATURES),
        "symbol": sorted(SYMBOLS),
        "state": sorted(STATES),
        "standing": sorted(STANDING.keys() - FEATURES.keys()),
        "between": sorted({kind for kind, draw in BETWEEN.items() if HEXSIDES.get(kind) is not draw}),
    }


def test_the_pages_know_every_word_of_the_pictures() -> None:
    assert json.loads(WORDS.read_text("utf-8")) == words()


def test_the_battles_use_no_other_words() -> None:
    known = words()
    for which in OPENINGS:
        sheet = opening_sheet(which)
        assert {h.terrain for h in sheet.hexes} <= set(known["terrain"])
        assert {feature for h in sheet.hexes for feature in h.features} <= set(known["feature"])
        assert {side.kind for side in sheet.hexsides} <= set(known["hexside"])
        assert {road.kind for road in sheet.roads} <= set(known["road"])


if __name__ == "__main__":
    WORDS.write_text(json.dumps(words(), indent=1) + "\n", "utf-8")
