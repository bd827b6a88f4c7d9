"""Pictures of area maps: nothing is left out, nothing hidden is shown, and the same position gives the same bytes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from grognard.core.pictures import Picture
from grognard.core.pictures.areas import AreaSheet
from grognard.drawing import png, svg
from grognard.drawing.area_map import clear_of, inside
from grognard.drawing.counters import SYMBOLS
from grognard.games.chancellorsville.perfect_plan.picture import arm, direction
from tests.drawing.campaign import campaign
from tests.drawing.opening import PICTURES
from tests.marks import rule
from tests.perfect_plan.table import act, plan

GAME = campaign()


def picture_for(seat: str | None) -> Picture:
    return GAME.rules.picture(GAME, seat)


def sheet(seat: str | None) -> AreaSheet:
    found = picture_for(seat).main
    assert isinstance(found, AreaSheet)
    return found


def texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return ["".join(found.itertext()) for found in root.iter("{http://www.w3.org/2000/svg}text")]


def ids(picture: str) -> list[str]:
    return [found.attrib["id"] for found in ElementTree.fromstring(picture).iter() if "id" in found.attrib]


def test_the_map_shows_areas_rivers_tracks_and_moment():
    said = texts(svg(picture_for("AoP")))
    for area in GAME.rules.board.areas.values():
        assert area.name in said
    assert {"Rappahannock", "Rapidan", "Turn", "Impulse: moves", "A PERFECT PLAN", "AoP recovery", "AoP entry, turn 4"} <= set(
        said
    )
    assert "Turn 1, impulse 3: the Army of the Potomac, moves left: 2" in said
    assert "Trenches to build: Union 4, Confederate 4" in said


def test_every_crossing_has_its_arrows():
    picture = ElementTree.fromstring(svg(picture_for(None)))
    titles = [found.text for found in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert {"Ely's Ford", "United States Ford", "Kelly's Ford", "Germanna Ford", "Bank's Ford"} <= set(titles)
    assert len(sheet(None).crossings) == 8


@rule("P-D11b")
@pytest.mark.parametrize(("seat", "own", "other"), [("AoP", "AoP", "ANV"), ("ANV", "ANV", "AoP")])
def test_a_seat_sees_its_fronts_and_the_backs_of_the_others(seat: str, own: str, other: str):
    drawn = {id.removeprefix("counter-") for id in ids(svg(picture_for(seat))) if id.startswith("counter-")}
    on_map = {unit for unit, place in GAME.state.units.items() if place in GAME.rules.board.areas}
    assert {unit for unit in on_map if unit.startswith(own)} <= drawn
    assert not {unit for unit in on_map if unit.startswith(other)} & drawn
    backs = [counter for stack in sheet(seat).stacks for counter in stack.counters if counter.symbol == "back"]
    assert len(backs) == sum(unit.startswith(other) for unit in on_map)


@rule("P-D11b")
def test_a_spectator_sees_nobodys_fronts():
    counters = [counter for stack in sheet(None).stacks for counter in stack.counters]
    assert {counter.symbol for counter in counters} == {"back"}
    assert len(counters) == 27


@rule("P-D11b")
def test_two_positions_that_differ_in_what_is_hidden_are_the_same_picture():
    one = plan({"elys_ford": "V", "falmouth": "small-1"}, {"bowling_green": "Lee"})
    other = plan({"elys_ford": "small-1", "falmouth": "V"}, {"bowling_green": "Lee"})
    for seat in ("ANV", None):
        assert svg(one.rules.picture(one, seat)) == svg(other.rules.picture(other, seat))
        assert one.rules.listing(one, seat) == other.rules.listing(other, seat)
    assert svg(one.rules.picture(one, "AoP")) != svg(other.rules.picture(other, "AoP"))


@rule("P5.2")
def test_in_a_combat_both_armies_lie_face_up():
    game = plan({"zoan_church": "V XI"}, {"zoan_church": "Hill Rodes"}, (6, 1, 1, 1))
    act(game, "fight zoan_church")
    drawn = ids(svg(game.rules.picture(game, None)))
    assert {"counter-AoP-V", "counter-ANV-Hill"} <= set(drawn)
    assert "Zoan Church: Union Meade (V Corps), Howard (XI Corps); Confederate Hill (division), Rodes (division)" in (
        game.rules.listing(game, None) or []
    )


def test_control_trenches_and_boxes_show():
    game = plan(
        {"chancellorsville": "V", "eliminated": "XI"},
        {"bowling_green": "Lee"},
        trenches={"AoP": {"areas": ["chancellorsville"]}},
    )
    found = game.rules.picture(game, None)
    assert isinstance(found.main, AreaSheet)
    areas = {area.id: area for area in found.main.areas}
    flying = {flying.place: flying.flag for flying in found.main.flags}
    assert flying["chancellorsville"].letters == "U.S."
    assert areas["chancellorsville"].printed.letters == "C.S."
    assert areas["chancellorsville"].prize
    assert [stack.entrenched for stack in found.main.stacks] == [True, False]
    assert "Howard" in texts(svg(found))
    assert "Union, eliminated" in texts(svg(found))
    levelled = tuple(replace(stack, entrenched=False) for stack in found.main.stacks)
    without = replace(found, sheets=(replace(found.main, stacks=levelled),))
    assert len(svg(without)) < len(svg(found))


def test_every_arm_has_its_own_drawing():
    kinds = {arm(counter) for counter in GAME.rules.counters.values()}
    assert kinds == {"leader", "infantry", "dragoons", "small_unit"}
    assert {GAME.rules.picture(GAME).main.art.symbols[kind] for kind in kinds} <= set(SYMBOLS)


def test_no_id_is_given_twice():
    for seat in (None, "AoP", "ANV"):
        found = ids(svg(picture_for(seat)))
        assert len(found) == len(set(found))


def test_the_picture_in_the_documents_is_the_one_we_draw():
    written = (PICTURES / "perfect-plan.svg").read_text("utf-8")
    assert written == svg(picture_for("AoP")), "draw it anew: python -m tests.drawing.campaign"
    assert (PICTURES / "perfect-plan.png").stat().st_size < 1_200_000
    assert png(written, width=300).startswith(b"\x89PNG")


def test_points_within_and_near_an_outline():
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert inside(square, (5, 5))
    assert not inside(square, (15, 5))
    assert clear_of(square, (5, 5), 4)
    assert not clear_of(square, (5, 1), 4)


def test_an_arrow_lies_across_the_nearest_stretch_of_the_river():
    assert direction((((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)),), (5.0, 1.0)) == (10.0, 0.0)
    assert direction((((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)),), (9.0, 6.0)) == (0.0, 10.0)
