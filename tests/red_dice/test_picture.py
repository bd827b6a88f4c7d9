"""The table as a picture, drawn as SVG at every kind of moment."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import grognard
from grognard.core.pictures.plane import PlaneSheet
from grognard.drawing import svg
from grognard.games.chancellorsville.red_dice.state import Skirmish
from grognard.players import player
from tests.marks import rule
from tests.red_dice.table import BATTLEFIELDS, RED_DICE, far_off, row, skirmish


def sheet(game: Skirmish) -> PlaneSheet:
    picture = game.rules.picture(game)
    assert picture is not None
    (found,) = picture.sheets
    assert isinstance(found, PlaneSheet)
    return found


def test_every_man_stands_in_his_place_with_his_squad_and_state():
    hurt = {"V1-2": {"wounds": "severe"}, "V1-3": {"wounds": "light", "down": True}}
    game = skirmish({"V1": [*row(20, 20, 3), (40, 40)], **far_off()}, men={**hurt, "V2-1": {"box": "fled"}}, red={"ANV": 3})
    counters = {counter.id: (stack.place, counter) for stack in sheet(game).stacks for counter in stack.counters}
    assert len(counters) == 8
    assert counters["V1-1"][0] == "20,20"
    assert (counters["V1-1"][1].rank, counters["V1-2"][1].rank) == (1, 0)
    assert [counters[f"V1-{n}"][1].states for n in (1, 2, 3, 4)] == [
        (),
        ("wounded",),
        ("hurt", "lying"),
        ("stray",),
    ]
    picture = game.rules.picture(game)
    assert picture is not None
    assert [tray.title for tray in picture.trays] == ["Ran away"]
    assert "3 red dice" in picture.notes[0]


@rule("D-R13")
def test_objectives_fly_the_flag_of_their_holder():
    game = grognard.new(RED_DICE + "turnpike", seed=1)
    assert isinstance(game, Skirmish)
    assert {flying.place: flying.flag.letters for flying in sheet(game).flags} == {"run": "AoP", "knoll": "ANV"}
    assert {rear.side: rear.edge for rear in sheet(game).rears} == {"ANV": "east", "AoP": "west"}


@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_a_game_can_be_drawn_from_beginning_to_end(name: str):
    game, hand = grognard.new(RED_DICE + name, seed=2), player("brawler", 2)
    for number in range(90):
        if game.over is not None:
            break
        if number % 30 == 0:
            picture = game.rules.picture(game)
            assert picture is not None
            assert ElementTree.fromstring(svg(picture)).tag.endswith("svg")
        seat = game.actors[0]
        game.play(seat, hand.choose(game.seat(seat)))
