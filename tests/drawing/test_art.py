"""The catalogue of art: everything in it is drawn, every word of our games picks from it, and other words are drawn plainly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import grognard
from grognard.core.errors import DataError
from grognard.core.overlays.components import load
from grognard.core.pictures import AdditionPicture, Art, GroundArt, Sheet, StackPicture, StateArt, art_of
from grognard.core.pictures import art as catalogue
from grognard.core.pictures.areas import AreaSheet
from grognard.core.pictures.art import PLAIN
from grognard.core.pictures.hexes import HexSheet, HexsidePicture, RoadPicture
from grognard.core.pictures.plane import PlaneSheet
from grognard.core.scenarios import installed
from grognard.drawing import additions, counters, features, lines, plane_map, svg, terrain, thumbnail
from tests.drawing import catalogue as picture_of
from tests.drawing.opening import PICTURES, opening_picture, opening_sheet

PICTURE, SHEET = opening_picture(), opening_sheet()
STATES = {
    "revolution": {"disrupted", "shattered", "pinned", "withdrawn", "fired"},
    "victories": {"disorganised", "demoralised", "unsupplied", "fired", "tired"},
    "red-dice": {"wounded", "hurt", "lying", "prisoner", "stray"},
}
"""Those that the rules do not list themselves."""


@pytest.mark.parametrize(
    ("names", "drawn"),
    [
        (catalogue.GroundPattern, terrain.PATTERNS),
        (catalogue.GroundColour, terrain.COLOURS),
        (catalogue.EdgePattern, lines.EDGES.keys() - {""}),
        (catalogue.RoadPattern, lines.ROADS),
        (catalogue.FeatureDrawing, features.FEATURES),
        (catalogue.SymbolDrawing, counters.SYMBOLS.keys() - {"back"}),
        (catalogue.StateShape, counters.SHAPES),
        (catalogue.StateColour, counters.COLOURS),
        (catalogue.AdditionDrawing, {*additions.STANDING, *additions.BETWEEN}),
    ],
)
def test_everything_in_the_catalogue_is_drawn_and_nothing_else_is(names: object, drawn: object) -> None:
    assert set(get_args(names)) == set(drawn)  # type: ignore[call-overload]


def test_grounds_are_painted_in_the_order_of_the_catalogue() -> None:
    assert get_args(catalogue.GroundPattern) == tuple(terrain.PATTERNS)


def test_the_picture_in_the_documents_is_the_one_we_draw() -> None:
    written = (PICTURES / f"{picture_of.NAME}.svg").read_text("utf-8")
    assert written == picture_of.sheet(), "draw it anew: python -m tests.drawing.catalogue"


# ---------------------------------------------------------------- the words of our games


def unknown(sheet: Sheet, additions_of: tuple[AdditionPicture, ...] = ()) -> Iterator[str]:
    """The words on a sheet for which its art has nothing."""
    art = sheet.art
    hexes = sheet if isinstance(sheet, HexSheet) else None
    plane = sheet if isinstance(sheet, PlaneSheet) else None
    areas = sheet.areas if isinstance(sheet, AreaSheet) else ()
    seen = [counter for stack in sheet.stacks for counter in stack.counters]
    grounds = [h.terrain for h in hexes.hexes] if hexes else []
    grounds += [ground.kind for ground in plane.grounds] if plane else [area.ground for area in areas]
    tables: list[tuple[list[str], dict[str, str], object]] = [
        (grounds, {word: look.pattern for word, look in art.ground.items()}, catalogue.GroundPattern),
        ([side.kind for side in hexes.hexsides] if hexes else [], dict(art.edges), catalogue.EdgePattern),
        ([road.kind for road in hexes.roads] if hexes else [], dict(art.roads), catalogue.RoadPattern),
        ([word for h in hexes.hexes for word in h.features] if hexes else [], dict(art.features), catalogue.FeatureDrawing),
        ([counter.symbol for counter in seen if counter.symbol != "back"], dict(art.symbols), catalogue.SymbolDrawing),
        ([each.kind for each in (*sheet.additions, *additions_of)], dict(art.additions), catalogue.AdditionDrawing),
    ]
    for words, picked, names in tables:
        yield from (word for word in dict.fromkeys(words) if picked.get(word, word) not in get_args(names))
    if plane:
        yield from (line.kind for line in plane.lines if plane_map.line_of(art, line.kind) not in plane_map.LINES)


@pytest.mark.parametrize("scenario", [scenario.id for scenario in installed()])
def test_every_word_on_our_maps_and_counters_is_in_the_catalogue(scenario: str) -> None:
    game = grognard.new(scenario, seed=7)
    for seat in game.seats:
        picture = game.rules.picture(game, seat)
        assert picture is not None
        for sheet in picture.sheets:
            assert list(unknown(sheet)) == []
        family, which, *_ = scenario.split("/")
        states = {*getattr(game.rules, "marks", ()), *STATES.get(family, ()), *STATES.get(which, ())}
        assert states <= picture.main.art.states.keys()


def test_what_is_built_in_savannah_and_on_the_rappahannock_is_in_the_catalogue() -> None:
    siege = art_of(installed_rules("revolution/savannah/historical")).additions
    assert siege.keys() == {"destroyed", "construction", "siege_works", "breach", "cleared_abatis", "fallen_parapet"}
    war = art_of(installed_rules("chancellorsville/victories/campaign")).additions
    assert war.keys() == {"pontoon", "works", "battery"}


def installed_rules(scenario: str) -> object:
    return grognard.new(scenario, seed=7).rules


def test_a_game_adds_to_the_art_of_its_family() -> None:
    eutaw, savannah = (art_of(installed_rules(f"revolution/{battle}/historical")) for battle in ("eutaw", "savannah"))
    assert eutaw.states["disrupted"] == savannah.states["disrupted"] == StateArt("slanted", "amber", "D")
    assert "foraging" in eutaw.states.keys() - savannah.states.keys()
    assert art_of(object()) == Art()


@pytest.mark.parametrize(
    "wrong",
    [
        {"ground": {"heath": {"pattern": "lava"}}},
        {"ground": {"heath": {"pattern": "grass", "colour": "#12"}}},
        {"states": {"weary": {"shape": "round"}}},
        {"states": {"weary": {"colour": "ambr"}}},
        {"edges": {"ditch": "canal"}},
        {"tunes": {}},
    ],
)
def test_a_fault_in_the_art_of_a_game_is_told(wrong: object, tmp_path: Path) -> None:
    file = tmp_path / "art.json"
    file.write_text(json.dumps(wrong))
    with pytest.raises(DataError, match=r"art\.json cannot be used: "):
        load(file, Art)


# ---------------------------------------------------------------- words without art


def strange(art: Art = PLAIN) -> HexSheet:
    counter = replace(SHEET.stacks[2].counters[0], symbol="elephants", states=("asleep", "cursed"))
    return replace(
        SHEET,
        art=art,
        hexes=tuple(replace(h, terrain="lava" if h.column % 2 else "ice", features=("volcano",)) for h in SHEET.hexes),
        hexsides=(HexsidePicture("moat", ("0101", "0102")),),
        roads=(RoadPicture("canal", ("0101", "0102")),),
        additions=(AdditionPicture("tower", ("0303",)), AdditionPicture("tower", ("0303", "0304"))),
        stacks=(StackPicture("1112", (counter,)),),
    )


def test_words_that_no_art_is_given_for_are_drawn_plainly_and_always_alike() -> None:
    picture = replace(PICTURE, sheets=(strange(),))
    drawing = svg(picture)
    assert drawing == svg(picture)
    shown = {"".join(found.itertext()) for found in ElementTree.fromstring(drawing).iter("{http://www.w3.org/2000/svg}text")}
    assert {"lava", "ice", "volcano", "moat", "canal", "elephants", "ASLEEP", "CURSED", "A", "C", "T"} <= shown
    assert terrain.plain("lava").fill != terrain.plain("ice").fill
    assert thumbnail(picture)


def test_art_that_was_not_read_from_a_file_may_name_what_there_is_not() -> None:
    odd = replace(GroundArt("grass"), pattern="plasma", colour="nothing")
    state = replace(StateArt(), shape="blob", colour="ultraviolet")
    others = {"edges": "moat", "roads": "canal", "features": "volcano", "symbols": "elephants", "additions": "tower"}
    slimy = {kind: {word: "slime"} for kind, word in others.items()}
    art = replace(PLAIN, ground={"lava": odd}, states={"asleep": state}, **slimy)
    assert svg(replace(PICTURE, sheets=(strange(art),)))


def test_a_game_has_the_look_of_what_it_picks() -> None:
    art = Art(
        ground={"lava": GroundArt("rocks", "#a05040"), "ice": GroundArt("pond")},
        edges={"moat": "water-wide"},
        roads={"canal": "railway"},
        features={"volcano": "kiln"},
        symbols={"elephants": "horse"},
        states={"asleep": StateArt("hexagon", "lilac", "Z"), "cursed": StateArt(colour="#102030")},
        additions={"tower": "embrasures"},
    )
    drawing = svg(replace(PICTURE, sheets=(strange(art),)))
    own = [features.FEATURES["kiln"], counters.symbol("horse"), additions.STANDING["embrasures"], ">Z<", '"#102030"', "#a05040"]
    own += [terrain.PATTERNS["pond"].fill, counters.COLOURS["lilac"][0]]
    for sign in own:
        assert sign in drawing
        assert sign not in svg(replace(PICTURE, sheets=(strange(),)))
