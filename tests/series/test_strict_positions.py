"""A position that no game could have come to is refused, and every fault is named."""

import json
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.errors import PositionError
from tests.marks import rule

EUTAW: dict[str, Any] = {
    "scenario": "revolution/eutaw/historical",
    "phasing": "british",
    "pieces": {"buffs": "0913", "maryland": "0915"},
}


def faults(**changes: Any) -> tuple[str, ...]:
    with pytest.raises(PositionError) as refused:
        grognard.setup(EUTAW | changes, seed=1)
    return tuple(refused.value.faults)


def test_the_position_itself_can_be_played() -> None:
    assert grognard.setup(EUTAW, seed=1).actors


def test_an_unknown_field_and_a_misspelt_track_are_named() -> None:
    assert faults(pahse="rally", tracks={"army_moral": {"british": 3}}) == (
        "There is no field 'pahse' in a position of this game; its fields are "
        "turn, phase, phasing, order, tracks, pieces, state.",
        "There is no track 'army_moral'; the tracks are army_morale, momentum.",
    )


def test_an_owner_that_is_no_side_is_named() -> None:
    assert faults(state={"camp": {"1209": "nobody"}}) == (
        "The field 'camp' of the state cannot be: there is no side 'nobody'.",
    )


def test_a_piece_has_one_place() -> None:
    assert faults(pieces={"buffs": {"hex": "0913", "box": "waiting"}}) == (
        "Piece 'buffs' has two places, a hex and a box; give one.",
    )


@pytest.mark.parametrize(
    ("piece", "state"),
    [
        ("buffs", "fired"),  # no rifles
        ("buffs", "withdrawn"),  # no cavalry
        ("buffs", "disorder"),  # only Americans loot
        ("maryland", "crossing"),  # only Swamp Fox crosses the Santee
        ("maryland", "foraging"),
        ("greene", "pinned:1"),
        ("greene", "disrupted"),
        ("buffs", "asleep"),
    ],
)
def test_a_unit_is_only_in_states_that_it_can_have(piece: str, state: str) -> None:
    assert faults(pieces={piece: {"hex": "0913", "states": [state]}}) == (f"Piece '{piece}' cannot be '{state}'.",)


def test_a_unit_is_in_one_order_at_a_time() -> None:
    assert faults(pieces={"buffs": {"hex": "0913", "states": ["disrupted", "shattered"]}}) == (
        "Piece 'buffs' is both 'disrupted' and 'shattered'; give one.",
    )


@rule("S7.1a", "S7.1b")
def test_a_hex_holds_no_more_than_six_points_and_one_gun() -> None:
    full = EUTAW["pieces"] | {"63rd": "0913", "gaines": "0915"}  # six points, and a gun beside four
    assert grognard.setup(EUTAW | {"pieces": full}, seed=1).actors
    assert faults(pieces=full | {"sheridan": "0913", "browne": "0915"}) == (
        "Hex 0913 holds 7 SP; the limit is 6 (S7.1a).",
        "Hex 0915 holds 2 artillery units; the limit is one (S7.1b).",
    )


@rule("S9.2d")
def test_enemies_do_not_stand_in_one_hex_and_nobody_in_prohibited_terrain() -> None:
    assert faults(pieces={"63rd": "0913", "maryland": "0913", "greene": "0913", "lee_cav": "0304"}) == (
        "Units of both sides stand in 0913 (S9.2d).",
        "'lee_cav' cannot stand in 0304: the terrain is prohibited to it (S9.2d).",
    )
    leader = EUTAW["pieces"] | {"greene": "0913"}  # a lone leader takes up no hex
    assert grognard.setup(EUTAW | {"pieces": leader}, seed=1).actors


@rule("S7.1a")
def test_values_with_which_the_set_up_breaks_the_limit_are_refused(tmp_path: Path) -> None:
    """De Lancey stands alone in 1113; the overlay gives him this strength."""
    (tmp_path / "eutaw").mkdir()
    (tmp_path / "overlay.json").write_text('{"name": "strong", "basis": "printed"}')
    for strength, fits in ((6, True), (7, False)):
        steps = [{"strength": strength, "morale": 1, "movement": 4}, {"strength": 1, "morale": 0, "movement": 4}]
        (tmp_path / "eutaw" / "units.json").write_text(json.dumps({"de_lancey": {"steps": steps}}))
        if fits:
            assert grognard.setup(EUTAW, seed=1, components=str(tmp_path)).actors
        else:
            with pytest.raises(grognard.GrognardError, match="the units set up in 1113 have 7 strength points; a hex holds 6"):
                grognard.setup(EUTAW, seed=1, components=str(tmp_path))


@rule("S13.1-PIN-a")
def test_a_pin_holds_units_of_both_sides() -> None:
    alone = {"buffs": {"hex": "0913", "states": ["pinned:1"]}, "maryland": {"hex": "0914", "states": ["pinned:2"]}}
    assert faults(pieces=alone) == (
        "'buffs' is pinned by nobody: no enemy is 'pinned:1' (S13.1-PIN-a).",
        "'maryland' is pinned by nobody: no enemy is 'pinned:2' (S13.1-PIN-a).",
    )
    pair = {"buffs": {"hex": "0913", "states": ["pinned:1"]}, "maryland": {"hex": "0914", "states": ["pinned:1"]}}
    assert grognard.setup(EUTAW | {"pieces": pair}, seed=1).actors
