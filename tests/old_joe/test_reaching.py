"""Sections C.2, D, H and N: an objective is reached by whatever way a division comes onto it, and who helps to reach it."""

from typing import Any

import pytest

from grognard.games.chancellorsville.old_joe.state import Solitaire
from tests.marks import rule
from tests.old_joe.table import CORPS, QUIET, SILENT, act, activate, asked, hexes, play_on, read, reason, scene, where, why

WIDE = (3, 4, 5)
"""Page 7, third row: proximity 5 (A) or 3 (C), guns 3."""
HOLD = (1, 1)
"""Zoan Church says: hold."""
ZOAN: dict[str, Any] = {"XII": {"area": "[021]", "value": 1}}
ELSEWHERE: dict[str, Any] = {"XII": {"area": "[025]", "value": 1}}
STACK = {"cs_wofford": "2822", "cs_semmes": "2822"}
XII = ("ai_XII_geary", "ai_XII_williams")


def pair(geary: str, williams: str) -> dict[str, str]:
    return dict(zip(XII, (geary, williams), strict=True))


def stand(game: Solitaire) -> None:
    while asked(game) == "CSA Contact.react":
        act(game, "stand-ground")


def has_arrived(game: Solitaire) -> bool:
    """Whether XII Corps has reached Zoan Church: it scored, its strategic counter is there, and the paragraph was read."""
    arrived = game.state.areas["XII"] == "[021]"
    assert arrived is (game.state.vp == 11) is ("[021]" in read(game)) is ("reached" in why(game))
    return arrived


@rule("J-D4", "J-D6", "J-H2b")
def test_a_division_transferred_onto_its_objective_reaches_it():
    game = activate("XII", {**pair("3021", "3022"), **STACK}, *WIDE, *HOLD, 0, objectives=ZOAN)
    assert hexes(game, *XII) == ["2922", "2923"]
    assert "in-proximity" in why(game)
    assert has_arrived(game)
    assert asked(game) == "CSA Contact.react", "it is scored as soon as they stand there"
    stand(game)
    assert reason(game, "bombards") == {"hex": "2822", "factor": 3}, "combat follows"
    other = activate("XII", {**pair("3021", "3022"), **STACK}, *WIDE, objectives=ELSEWHERE)
    assert hexes(other, *XII) == ["2922", "2923"]
    assert not has_arrived(other), "that is not where it was to go"
    beside = activate("XII", {**pair("2622", "2621"), **STACK}, *WIDE, objectives=ZOAN)
    assert "2923" not in hexes(beside, *XII)
    assert not has_arrived(beside), "next to it, but not on it"


@rule("J-D4", "J-H2c")
def test_a_division_brought_up_onto_its_objective_reaches_it():
    pieces = {**pair("2922", "3022"), **STACK}
    game = activate("XII", pieces, *QUIET, *HOLD, objectives=ZOAN)
    assert hexes(game, *XII) == ["2922", "2923"]
    assert "adjacent" in why(game)
    assert has_arrived(game)
    other = activate("XII", pieces, *QUIET, objectives=ELSEWHERE)
    assert hexes(other, *XII) == ["2922", "2923"]
    assert not has_arrived(other)


@rule("J-D4", "J-H2d")
def test_a_division_that_shifts_in_contact_onto_its_objective_reaches_it():
    pieces = {**pair("2922", "2821"), **STACK}
    game = activate("XII", pieces, *QUIET, *HOLD, objectives=ZOAN, options={"manoeuvre": True})
    assert "2923" in hexes(game, *XII)
    assert has_arrived(game)
    stays = activate("XII", pieces, *QUIET, 0, objectives=ZOAN)
    assert hexes(stays, *XII) == ["2922", "2821"]
    assert not has_arrived(stays), "the option is off"


@rule("J-D4", "J-N7")
@pytest.mark.parametrize(("start", "end", "reached"), [("3523", "3423", True), ("3624", "3723", False)])
def test_an_isolated_division_that_comes_back_by_the_objective_stops_there_and_reaches_it(start: str, end: str, reached: bool):
    pieces = {"ai_V_griffin": "2421", "ai_V_sykes": "2422", "ai_V_humphreys": start}
    fight = {"cs_wofford": "2522", "cs_semmes": "2522"}
    fought = (1, 1, 1, 1)
    read_it = HOLD if reached else ()
    game = activate("V", pieces | fight, *SILENT, *fought, *read_it, objectives={"V": {"area": "[020]", "value": 1}})
    act(game, "no-skirmishers", "no-works")
    play_on(game)
    assert reason(game, "isolated") == {"unit": "Humphreys"}
    assert where(game, "ai_V_humphreys") == end
    assert (game.state.vp, game.state.areas["V"]) == ((11, "[020]") if reached else (12, "[012]"))


# ---------------------------------------------------------------- breaking off


def approached(goal: str, *dice: int, geary: str = "2822", to: str = "2723", **fields: Any) -> Solitaire:
    """Lane comes next to Geary, who rolls a die; XII Corps has not been drawn yet."""
    pieces = {"ai_XII_geary": geary, "ai_XII_williams": "2320", "cs_lane": "2522" if to == "2723" else "2622"}
    objectives = {"XII": {"area": goal, "value": 1}}
    cup = ["cs_cmd_hill", CORPS["XII"]]
    game = scene(pieces, 0, *dice, cup=cup, objectives=objectives, **fields)
    act(game, f"place-command {pieces['cs_lane']}", "march-unit cs_lane", f"march-to {to}")
    return game


@rule("J-D4", "J-D6", "J-H3a", "J-C2d")
def test_a_division_that_breaks_off_onto_its_objective_reaches_it_in_the_players_turn():
    game = approached("[021]", 2, *HOLD)
    assert where(game, "ai_XII_geary") == "2923"
    assert has_arrived(game)
    assert asked(game).startswith("CSA"), "the march goes on"
    stands = approached("[021]", 3)
    assert where(stands, "ai_XII_geary") == "2822"
    assert not has_arrived(stands)
    other = approached("[025]", 2)
    assert where(other, "ai_XII_geary") != "2822"
    assert not has_arrived(other)


@rule("J-D4", "J-K4", "J-H3a")
def test_a_demoralised_division_that_breaks_off_onto_its_objective_reaches_it():
    for area, reached in (("[021]", True), ("[025]", False)):
        pieces = {"ai_XII_geary": {"hex": "2822", "states": ["demoralised"]}, "ai_XII_williams": "3023", "cs_lane": "2522"}
        read_it = HOLD if reached else ()
        game = scene(pieces, 0, *read_it, cup=["cs_cmd_hill", CORPS["XII"]], objectives={"XII": {"area": area, "value": 1}})
        act(game, "place-command 2522", "march-unit cs_lane", "march-to 2723")
        assert where(game, "ai_XII_geary") == "2923"
        assert has_arrived(game) is reached


@rule("J-G1", "J-D6", "J-H3a")
def test_who_breaks_off_onto_chancellorsville_goes_to_the_wheel_from_the_cup():
    game = approached("[019]", 2, geary="2421", to="2522")
    assert game.state.wheel == {"XII": 1}
    assert game.state.cup == (), "its counter is taken out of the cup: it is not activated again"
    assert "[019]" in read(game)
    assert game.state.vp == 11
    waits = approached("[019]", 3, geary="2421", to="2522")
    assert (waits.state.wheel, waits.state.cup) == ({}, (CORPS["XII"],))


@rule("J-G1", "J-M1")
def test_who_comes_to_chancellorsville_at_night_leaves_the_track():
    pieces = {"ai_XII_geary": "2121", "ai_XII_williams": "2021", "ai_V_sykes": "1411", "cs_wofford": "3030"}
    fields: dict[str, Any] = {"phase": "night", "turn": 10, "track": [CORPS["XII"], CORPS["V"]]}
    game = scene(pieces, 2, 0, objectives={"XII": {"area": "[019]", "value": 1}}, **fields)
    assert "XII" in game.state.wheel
    assert CORPS["XII"] not in game.state.track
    assert CORPS["V"] in (*game.state.track, *game.state.cup)


# ---------------------------------------------------------------- J-D5


@rule("J-D5")
def test_only_a_formation_that_stays_in_the_area_makes_another_reach_it():
    def marched(**fields: Any) -> tuple[str, bool]:
        game = activate("XII", {**pair("2321", "2320"), "ai_VI_brooks": "2821"}, *QUIET, *HOLD, **fields)
        return where(game, "ai_XII_geary"), "reached" in why(game)

    there: dict[str, Any] = {"areas": {"VI": "[021]", "XII": "[019]"}}
    assert marched(**there, objectives=ZOAN) == ("2822", True), "VI Corps has reached Zoan Church and holds"
    gone = {"VI": {"area": "[025]", "value": 0}}
    assert marched(**there, objectives=ZOAN | gone) == ("2923", True), (
        "it is on its way elsewhere: only the place itself counts"
    )
    elsewhere: dict[str, Any] = {"areas": {"VI": "[016]", "XII": "[019]"}}
    assert marched(**elsewhere, objectives=ZOAN) == ("2923", True), "it has never been there"
    waiting = {"VI": 11}
    assert marched(**there, objectives=ZOAN, due=waiting) == ("2923", True), "nor has who is not in play yet"
