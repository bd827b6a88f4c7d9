"""Thumbnails: small in bytes, true to the sheet, and without words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import grognard
from grognard.core.area_pictures import AreaSheet
from grognard.core.pictures import Sheet
from grognard.core.scenarios import installed
from grognard.drawing import DrawingError, thumbnail
from grognard.drawing.hex_map import Frame
from grognard.drawing.thumbnails import HIGH, WIDE, cut
from tests.drawing.campaign import campaign
from tests.drawing.opening import opening_sheet

SVG = "{http://www.w3.org/2000/svg}"
MOST = 60_000
"""Bytes: a list of twenty games must load at once."""


def sheet_of(scenario: str) -> Sheet | AreaSheet:
    game = grognard.new(scenario, seed=7)
    sheet = game.rules.picture(game)
    assert isinstance(sheet, Sheet | AreaSheet)
    return sheet


@pytest.mark.parametrize("scenario", [scenario.id for scenario in installed()])
def test_every_scenario_has_a_small_picture(scenario: str) -> None:
    small = thumbnail(sheet_of(scenario))
    assert len(small.encode()) <= MOST
    root = ElementTree.fromstring(small)
    assert (root.get("width"), root.get("height")) == (str(WIDE), str(HIGH))
    assert not list(root.iter(f"{SVG}text"))


def test_what_it_refers_to_is_in_it() -> None:
    for sheet in (opening_sheet(), campaign_sheet()):
        root = ElementTree.fromstring(thumbnail(sheet))
        known = {found.get("id") for found in root.iter()}
        asked = {found.get("href", "")[1:] for found in root.iter(f"{SVG}use")}
        asked |= {fill[5:-1] for found in root.iter() if (fill := found.get("fill", "")).startswith("url(")}
        assert asked <= known


def campaign_sheet() -> AreaSheet:
    game = campaign()
    return game.rules.picture(game, "AoP")


def test_every_stack_in_the_frame_is_a_card_of_its_colour() -> None:
    sheet = opening_sheet()
    small = thumbnail(sheet)
    for stack in sheet.stacks:
        assert stack.counters[-1].colours.face in small


def test_a_sheet_without_troops_has_no_cards() -> None:
    assert "card-" in thumbnail(opening_sheet())
    assert "card-" not in thumbnail(replace(opening_sheet(), stacks=()))
    assert "card-" not in thumbnail(replace(campaign_sheet(), stacks=()))


def test_what_lies_face_down_stays_so() -> None:
    """Two sheets that differ in nothing a thumbnail shows give the same bytes."""
    sheet = campaign_sheet()
    renamed = tuple(
        replace(stack, counters=tuple(replace(counter, name="?", values="", title="") for counter in stack.counters))
        for stack in sheet.stacks
    )
    assert thumbnail(replace(sheet, stacks=renamed)) == thumbnail(sheet)


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert thumbnail(opening_sheet()) == thumbnail(opening_sheet())


def test_a_terrain_without_a_drawing_is_named() -> None:
    sheet = opening_sheet()
    with pytest.raises(DrawingError, match="lava"):
        thumbnail(replace(sheet, hexes=tuple(replace(h, terrain="lava") for h in sheet.hexes)))


def test_the_frame_is_cut_about_the_troops_and_stays_on_the_map() -> None:
    whole = Frame(0, 0, 400, 900)
    assert cut(whole, []) == Frame(0, 300, 400, 300)
    assert cut(whole, [(200, 700)]) == Frame(0, 550, 400, 300)
    assert cut(whole, [(200, 880), (10, 899)]) == Frame(0, 600, 400, 300)
    assert cut(Frame(0, 0, 900, 300), [(0, 0)]) == Frame(0, 0, 400, 300)
