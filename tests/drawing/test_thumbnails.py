"""Thumbnails: small in bytes, true to the sheet, and without words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import grognard
from grognard.core.pictures import Picture, Sheet
from grognard.core.scenarios import installed
from grognard.drawing import thumbnail
from grognard.drawing.page import Frame
from grognard.drawing.thumbnails import HIGH, WIDE, cut
from tests.drawing.campaign import campaign
from tests.drawing.opening import opening_picture

SVG = "{http://www.w3.org/2000/svg}"
MOST = 75_000
"""Bytes: a list of twenty games must load at once."""


def picture_of(scenario: str) -> Picture:
    game = grognard.new(scenario, seed=7)
    picture = game.rules.picture(game)
    assert picture is not None
    return picture


def with_sheet(picture: Picture, sheet: Sheet) -> Picture:
    return replace(picture, sheets=(sheet,))


@pytest.mark.parametrize("scenario", [scenario.id for scenario in installed()])
def test_every_scenario_has_a_small_picture(scenario: str) -> None:
    small = thumbnail(picture_of(scenario))
    assert len(small.encode()) <= MOST
    root = ElementTree.fromstring(small)
    assert (root.get("width"), root.get("height")) == (str(WIDE), str(HIGH))
    assert not list(root.iter(f"{SVG}text"))


def test_what_it_refers_to_is_in_it() -> None:
    for picture in (opening_picture(), campaign_picture()):
        root = ElementTree.fromstring(thumbnail(picture))
        known = {found.get("id") for found in root.iter()}
        asked = {found.get("href", "")[1:] for found in root.iter(f"{SVG}use")}
        asked |= {fill[5:-1] for found in root.iter() if (fill := found.get("fill", "")).startswith("url(")}
        assert asked <= known


def campaign_picture() -> Picture:
    game = campaign()
    return game.rules.picture(game, "AoP")


def test_every_stack_in_the_frame_is_a_card_of_its_colour() -> None:
    picture = opening_picture()
    small = thumbnail(picture)
    for stack in picture.main.stacks:
        assert stack.counters[-1].colours.face in small


def test_a_sheet_without_troops_has_no_cards() -> None:
    assert "card-" in thumbnail(opening_picture())
    for picture in (opening_picture(), campaign_picture()):
        assert "card-" not in thumbnail(with_sheet(picture, picture.main.bare()))


def test_what_lies_face_down_stays_so() -> None:
    """Two sheets that differ in nothing a thumbnail shows give the same bytes."""
    picture = campaign_picture()
    renamed = tuple(
        replace(stack, counters=tuple(replace(counter, name="?", values="", title="") for counter in stack.counters))
        for stack in picture.main.stacks
    )
    assert thumbnail(with_sheet(picture, replace(picture.main, stacks=renamed))) == thumbnail(picture)


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert thumbnail(opening_picture()) == thumbnail(opening_picture())


def test_the_frame_is_cut_about_the_troops_and_stays_on_the_map() -> None:
    whole = Frame(0, 0, 400, 900)
    assert cut(whole, []) == Frame(0, 300, 400, 300)
    assert cut(whole, [(200, 700)]) == Frame(0, 550, 400, 300)
    assert cut(whole, [(200, 880), (10, 899)]) == Frame(0, 600, 400, 300)
    assert cut(Frame(0, 0, 900, 300), [(0, 0)]) == Frame(0, 0, 400, 300)
