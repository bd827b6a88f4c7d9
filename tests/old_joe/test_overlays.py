"""The owner's booklet: printed pages and paragraphs replace the reconstructed cells, one by one, and are checked alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

import grognard
from grognard.core.errors import OverlayError
from grognard.games.chancellorsville.old_joe.events import PageRead
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.events import DicePenalised
from tests.marks import rule
from tests.old_joe.table import ANCHOR, CORPS, ID, happened, open_fight


def box(files: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str = "old_joe") -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"box/{game}").mkdir(parents=True)
    for name, given in files.items():
        Path(f"box/{game}/{name}.json").write_text(json.dumps(given), encoding="utf-8")


def drawn(*dice: int, **fields: Any) -> Solitaire:
    """XII Corps is activated with the components of the box."""
    position = {
        "scenario": ID, "turn": 7, "phase": "activations", "cup": [CORPS["XII"], "cs_cmd_early"], "track": [], "due": {},
        "pontoons": {}, "forts": {}, "combat": [], "pieces": {**ANCHOR, "ai_XII_geary": "0936"}, **fields,
    }  # fmt: skip
    return cast("Solitaire", grognard.setup(position, dice=grognard.Dice.script([1, *dice, 0]), components="box"))


def test_a_printed_row_takes_the_place_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    row = {"behaviour": "+C", "proximity": {"A": 6, "C": 5}, "arty": "N(4)", "arty_value": 4, "bombards": False}
    box({"choices": {"pages": {"7": {"text": "As printed.", "rows": {"3-4": row}}}}}, tmp_path, monkeypatch)
    game = drawn(3, 4, 3, objectives={"XII": {"area": "[025]"}})
    (read,) = happened(game, PageRead)
    assert (read.behaviour, read.proximity, read.arty, read.story) == ("+C", 6, "N(4)", "As printed.")
    assert game.state.combat == {"XII"}
    other = drawn(3, 4, 1, 0, objectives={"XII": {"area": "[025]"}})
    assert happened(other, PageRead)[0].behaviour == "SK", "the other rows of the page are still ours"


@rule("J-A2", "U14.16")
@pytest.mark.parametrize(("woods", "stream"), [("all", 1), (1, "all")])
def test_of_two_covers_the_automaton_takes_that_which_lowers_every_die(
    woods: object, stream: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rows = {"woods": {"attacker_drm": {"dice": woods, "value": -1}}}
    sides = {"stream": {"attacker_drm": {"dice": stream, "value": -1}}}
    box({"terrain": {"hexes": rows, "hexsides": sides}}, tmp_path, monkeypatch, "victories")
    pieces = {**ANCHOR, "ai_V_griffin": "1615", "cs_lane": "1616", "cs_heth": "1616", "cs_pender": "1616"}
    game = drawn(1, 1, 1, 1, 1, 1, 1, 1, pieces=pieces, cup=["cs_cmd_hill", "cs_cmd_early"])
    open_fight(game, "1616", "1615")
    assert [line.label for line in happened(game, DicePenalised)[0].penalties] == ["terrain-each-die"]


def test_a_printed_cell_of_a_paragraph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    cell = {"result": "objective", "area": "[025]", "name": "Spotsylvania", "value": 2}
    box({"choices": {"location_paragraphs": {"[011]": {"table": {"2 4-6": cell}}}}}, tmp_path, monkeypatch)
    game = drawn(1, 1, 1, 2, 5, areas={"XII": "[011]"})
    assert (game.state.objectives["XII"].area, game.state.objectives["XII"].value) == ("[025]", 2)


def test_a_printed_division(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    values = {"values": [10, 8, 6, 5, 3, 2], "boxed": [8, 3], "boxed_steps": [1, 4]}
    box({"choices": {"divisions": {"ai_XII_geary": values}}}, tmp_path, monkeypatch)
    game = drawn(1, 1, 1, objectives={"XII": {"area": "[025]"}})
    assert game.points(game.piece("ai_XII_geary")) == 10
    assert game.rules.boxed("ai_XII_geary") == (1, 4)
    assert grognard.replay(game.record(), components="box").state == game.state


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (
            {"pages": {"7": {"rows": {"3-5": {"behaviour": "-"}}}}},
            "choices.json, pages.7.rows.3-5: the field 'proximity' is missing; did you mean '3-4'?",
        ),
        ({"pages": {"7": {"rows": {"3-4": {"behaviour": "XX"}}}}}, "choices.json, pages.7.rows.3-4.behaviour: "),
        ({"pages": {"13": {"text": "Beyond the end.", "rows": []}}}, "choices.json, pages.13.id: "),
        (
            {"location_paragraphs": {"[011]": {"table": {"2 4-6": {"area": "[099]"}}}}},
            "choices.json: The table of [011] names the unknown area '[099]'.",
        ),
        (
            {"location_paragraphs": {"[011]": {"table": {"2 4-5": {"result": "hold"}}}}},
            "choices.json: The table of [011] must cover each result of two dice once.",
        ),
        (
            {"divisions": {"ai_XII_geary": {"values": [9, 9, 6, 5, 3, 2]}}},
            "choices.json: The values of Geary must fall from one to the next.",
        ),
    ],
)
def test_what_does_not_fit_is_refused_by_file(
    given: dict[str, Any], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    box({"choices": given}, tmp_path, monkeypatch)
    with pytest.raises(OverlayError) as refused:
        grognard.new(ID, seed=1, components="box")
    assert refused.value.faults[0].startswith(f"box/old_joe/{fault}"), refused.value.faults


def test_the_display_may_be_printed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    box({"display": {"break_contact": {"leaves_at": 3}}}, tmp_path, monkeypatch)
    game = cast("Solitaire", grognard.new(ID, seed=1, components="box"))
    assert game.rules.components.display.break_contact.leaves_at == 3
    Path("box/old_joe/display.json").write_text('{"hooker": {"boxes": []}}', encoding="utf-8")
    with pytest.raises(OverlayError, match=r"Hooker's column must have the boxes 1 to 6"):
        grognard.new(ID, seed=1, components="box")
