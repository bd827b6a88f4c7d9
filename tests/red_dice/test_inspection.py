"""What a man sees of each enemy, and what is left to see of a volley."""

from __future__ import annotations

import msgspec
import pytest

import grognard
from grognard.core.errors import UnknownName
from grognard.core.events import Effect, PlaceWithPieces, ThrownMixed, tell
from grognard.core.fights import Fight
from grognard.core.sight_lines import SightLine, places_inspected
from grognard.games.chancellorsville.red_dice.actions import Face, FireAt, WalkTo
from grognard.games.chancellorsville.red_dice.data_schema import BattlefieldData
from grognard.games.chancellorsville.red_dice.events import SquadActivated, UnitFired
from grognard.games.chancellorsville.red_dice.rules import RedDiceRules
from grognard.games.chancellorsville.red_dice.state import Skirmish
from grognard.telling.fights import fight_in_words
from grognard.telling.names import short_names
from grognard.telling.words import refusal_in_words, said_in_words
from tests.marks import rule
from tests.red_dice.table import RED_DICE, act, asked, battlefield, far_off, happened, offered, refused, row, skirmish


def seen_from(squads: dict[str, list[tuple[float, float]]], man: str = "V1-1") -> dict[str, SightLine]:
    game = skirmish(squads)
    return {line.piece: line for line in game.inspect("ANV", "sight", man)}


@rule("D-R3", "D-R5")
def test_a_line_of_sight_says_what_covers_or_hides_each_enemy_and_where():
    lines = seen_from(
        {
            "V1": row(95, 85, 1),
            "U1": [(95, 70), (155.5, 85)],  # in the open; among the rocks, beyond a wood
            "U2": [(104, 85), (78, 85)],  # within a wood that hides nobody so near its edge; behind a wall
            "U3": [(130, 86), (101, 75)],
        }
    )
    assert [(lines[id].sight, lines[id].words) for id in ("U1-1", "U2-1", "U2-2")] == [
        ("clear", "in the open"),
        ("covered", "light cover: wood"),
        ("covered", "light cover: wall"),
    ]
    hidden = lines["U3-1"]
    assert (hidden.sight, hidden.words, hidden.start, hidden.end) == ("blocked", "hidden: wood", "95,85", "130,86")
    assert hidden.broken == "105,85.29"  # five centimetres deep in the wood
    assert round(lines["U1-1"].far, 1) == 15.0
    assert [line.far for line in lines.values()] == sorted(line.far for line in lines.values())


@rule("D-R3")
def test_a_house_breaks_the_line_at_its_wall_and_a_man_where_he_stands():
    lines = seen_from({"V1": row(138, 80, 1), "U1": [(153, 80)]})
    assert (lines["U1-1"].sight, lines["U1-1"].broken) == ("blocked", "140,80")
    lines = seen_from({"V1": row(20, 20, 1), "U1": [(60, 20)], "U2": [(40, 20)]})
    assert (lines["U1-1"].words, lines["U1-1"].broken) == ("hidden: U2-1", "40,20")


def test_whoever_is_seen_is_marked_on_a_coarse_map_with_the_distance():
    game = skirmish({"V1": row(20, 20, 1), "U1": [(60, 20)], "U2": [(40, 20)]})
    assert list(places_inspected(game.inspect("ANV", "sight", "V1-1"))) == [("40,20", 20)]
    with pytest.raises(UnknownName):
        game.inspect("ANV", "sight", "V9-9")


@rule("D3.2c")
def test_a_volley_leaves_smoke_before_the_shooters_until_it_clears():
    game = skirmish({"V1": row(20, 20, 3), "U1": row(40, 20, 3)}, dice=[6, 6, 2, 1, 1])
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 3")
    (fired,) = happened(game, UnitFired)
    assert fired.effect == Effect("smoke", ("21.3,20", "21.3,22", "21.3,24"))
    (activated,) = happened(game, SquadActivated)
    assert activated.effect == Effect("clearing")


@rule("D3.0b")
def test_red_dice_are_told_from_white_ones():
    game = skirmish({"V1": row(20, 20, 3), "U1": row(40, 20, 3)}, dice=[6, 6, 2, 3, 3, 1, 1], red={"ANV": 2})
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 3")
    rolled = next(event for event in happened(game, ThrownMixed) if event.purpose == "activation")
    assert (len(rolled.faces), rolled.coloured) == (5, 2)


@rule("D3.0b", "D5.0a", "D-R13")
@pytest.mark.parametrize(("name", "most"), [("turnpike", 25), ("furnace", 25), ("schoolhouse", 33)])
def test_points_are_drawn_as_far_as_a_fight_goes(name: str, most: int):
    game = grognard.new(RED_DICE + name, seed=1)
    assert isinstance(game, Skirmish)
    scales = {track: (scale.least, scale.most) for track, scale in game.rules.scales().items()}
    men = max(game.strength(side) for side in game.rules.sides)
    assert scales == {"points": (0, most), "red-dice": (0, 12), "in-ranks": (0, men)}


@rule("D5.0a")
def test_points_are_drawn_as_far_as_the_side_goes_for_which_the_places_are_worth_more():
    game = skirmish({"V1": row(20, 20, 3), **far_off()})
    found = {}
    for worth in (5, 9, 2):
        data = msgspec.to_builtins(battlefield())
        data["objectives"][0]["points"]["AoP"] = worth
        rules = RedDiceRules(game.scenario, game.options, msgspec.convert(data, BattlefieldData))
        found[worth] = rules.scales()["points"].most
    assert found == {5: 35, 9: 39, 2: 35}


@rule("D-R7")
def test_a_facing_is_said_by_the_compass():
    game = skirmish({"V1": row(20, 20, 3), "U1": row(40, 20, 3)})
    said = [said_in_words(Face(heading), game.seat("ANV").said(Face(heading)), {}) for heading in (0, 6, 12, 13, 23)]
    degrees = [("east", 90), ("north", 0), ("west", 270), ("west", 255), ("east", 105)]
    assert said == [f"Face {way} ({turn} degrees)" for way, turn in degrees]


@rule("D-R7")
def test_a_facing_can_be_pointed_at_while_it_is_chosen():
    game = skirmish({"V1": row(20, 20, 3), **far_off()}, dice=[6, 6, 2])
    act(game, "activate-squad V1", "walk-to 24,20", "roll-dice 3")
    assert asked(game) == ("ANV", "Walk.face")
    assert offered(game, "face")[:5] == ["0", "1", "23", "2", "22"]
    assert game.seat("ANV").said(Face(0))["toward"] == PlaceWithPieces("33,20")
    assert game.seat("ANV").said(Face(6))["toward"] == PlaceWithPieces("24,29")
    edge = skirmish({"V1": row(9, 20, 3), **far_off()}, dice=[6, 6, 2])
    act(edge, "activate-squad V1", "walk-to 9,10", "roll-dice 3")
    pointed = [edge.seat("ANV").said(Face(heading)).get("toward") for heading in (0, 6, 12, 18)]
    assert pointed == [
        PlaceWithPieces("18,10"),
        PlaceWithPieces("9,19"),
        None,
        PlaceWithPieces("9,1"),
    ]  # to the west there is no point on the table


@rule("D-R7")
def test_only_a_facing_is_said_by_the_compass_and_only_while_it_is_chosen_pointed_at():
    game = skirmish({"V1": row(20, 20, 3), **far_off()}, passes=19)
    assert game.seat("ANV").said(WalkTo("24,20")) == {"point": "24,20"}
    act(game, "decline")
    assert game.over is not None
    assert game.seat("ANV").said(Face(0)) == {"heading": "east (90 degrees)"}


@rule("D-R3", "D-R5")
def test_who_points_at_an_enemy_is_told_what_hides_or_covers_him():
    """U1-2 and U1-3 are strays, units of their own: U1-3 stands behind U1-2."""
    squads = {
        "V1": [(20, 20), (20, 22)],
        "U1": [(60, 20), (60, 30), (68, 32)],
        "U2": [(40, 20)],
        "U3": [(25, 80)],
        "U4": [(130, 90)],
    }
    game = skirmish(squads, men={"V1-2": {"wounds": "light", "down": True}})

    def said(place: str) -> list[tuple[str, object]]:
        told = game.rules.remarks(game, "ANV", place, "V1-1")
        return [(remark.key, remark.args.get("blocking") or remark.args.get("cover")) for remark in told]

    seen = ("is-seen", "in the open")
    assert [said(place)[-1] for place in ("60,20", "60,30", "68,32", "40,20")] == [
        ("hidden-by-a-man", "U2-1"),
        seen,
        ("hidden-by-a-man", "U1-2"),
        seen,
    ]
    assert said("25,80")[-1] == ("is-seen", "behind light cover")
    assert said("130,90")[-1] == ("hidden-by-ground", None)  # beyond the wood
    assert said("20,20") == []
    assert said("20,22") == [("measured", None)]
    lines = {line.piece: line.words for line in game.inspect("ANV", "sight", "V1-1")}
    assert [lines[f"U1-{n}"] for n in (1, 2, 3)] == ["hidden: U2-1", "in the open", "hidden: U1-2"]


@rule("D-R5", "D3.1b", "D3.1c")
def test_the_ground_of_a_point_says_its_cover_and_its_going():
    game = skirmish({"V1": row(20, 20, 3), **far_off()})

    def said(place: str) -> list[str]:
        return [str(remark).partition(" (")[0] for remark in game.rules.remarks(game, "ANV", place)]

    assert said("110,80") == ["wood: light cover, difficult going"]
    assert said("62,80") == ["fence1: light cover; to cross it costs 5 cm"]
    assert said("131,80") == ["marsh: no cover, difficult going"]
    assert said("25,80") == ["orchard: light cover, easy going"]
    assert said("92,80") == ["stream: no cover; to cross it costs 5 cm"]
    assert said("177,58") == ["trees: light cover; to cross it costs 0 cm"]
    assert said("50,55") == []  # a road
    assert said("50,20") == []
    assert said("57,80") == said("62,80")
    assert said("56.99,80") == []


@rule("D1.1c")
def test_strays_are_told_by_their_squad_and_a_man_by_himself():
    """Both go by the id of a man; who is meant is told in words."""
    squads = {"V1": row(40, 20, 5), "U1": [(60, 80), (60, 82), (62, 20), (64, 20), (66, 20)], **far_off()}
    game = skirmish(squads, (4, 4, 4, 2, 2, 6, 6))
    names, strays = short_names(game), "strays of U1 with U1-3"
    act(game, "activate-squad V1")
    assert "U1-3" in offered(game, "fire-at")
    assert said_in_words(FireAt("U1-3"), game.seat("ANV").said(FireAt("U1-3")), names) == f"Fire at {strays}"
    assert said_in_words(FireAt("U1"), game.seat("ANV").said(FireAt("U1")), names) == "Fire at U1"
    assert strays in fight_in_words(Fight("fire", ("V1",), ("U1-3",)), names, None)
    far = skirmish({"V3": row(2, 20, 3), "U1": [(60, 80), (66, 20)], **far_off()})
    act(far, "activate-squad V3")
    assert next(refusal_in_words(refused(far, "fire-at U1-2"), names)).startswith("Strays of U1 with U1-2 is")
    act(game, "fire-at U1-3", "roll-dice 5")
    (shot,) = happened(game, UnitFired)
    assert tell(shot.key, shot.said(), names).startswith(f"V1 fires at {strays}")
    assert tell("event.man-rose", {"man": "U1-3"}, names) == "U1-3 gets up"
