"""Overlays of A Perfect Plan: what does not fit together is refused by file."""

import json
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.errors import OverlayError
from tests.marks import rule
from tests.perfect_plan.table import SCENARIO


@rule("P-D1b")
@pytest.mark.parametrize(
    ("file", "given", "fault"),
    [
        ("areas", {"objectives": ["richmond"]}, "Among the objectives is 'richmond', which is not on the map."),
        ("areas", {"initiative_area": "richmond"}, "Among the areas of initiative is 'richmond', which is not on the map."),
        (
            "areas",
            {"recovery": {"AoP": ["richmond"]}},
            "Among the areas of recovery is 'richmond', which is not on the map.",
        ),
        (
            "setup",
            {"armies": {"ANV": {"reinforcements": {"units": ["ANV-Hill", "AoP-V"]}}}},
            "The set-up of ANV names 'AoP-V', which is not a unit of that army.",
        ),
        (
            "setup",
            {"armies": {"ANV": {"reinforcements": {"area": "richmond"}}}},
            "The set-up of ANV names 'richmond', which is not an area of the map.",
        ),
        (
            "setup",
            {"armies": {"ANV": {"limits": {"elys_ford": {"min": 0, "max": 3}}}}},
            "Both armies would be set up in 'elys_ford' (P-D1b).",
        ),
        (
            "setup",
            {"armies": {"ANV": {"limits": {"*": None, "salem_church": {"min": 2, "max": 2}}}}},
            "ANV has 13 units to set up, and its areas take from 2 to 2.",
        ),
        ("setup", {"armies": {"ANV": None}}, "The set-up does not name the army ANV."),
    ],
)
def test_what_does_not_fit_together_is_refused(
    file: str, given: dict[str, Any], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("box/perfect_plan").mkdir(parents=True)
    Path(f"box/perfect_plan/{file}.json").write_text(json.dumps(given), encoding="utf-8")
    with pytest.raises(OverlayError) as refused:
        grognard.new(SCENARIO, seed=1, components="box")
    assert refused.value.faults[0] == f"box/perfect_plan/{file}.json: {fault}"
