"""The sergeant at Savannah: the line and the reserve, the trenches, the cards, and when to storm."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.agreements import Heard
from grognard.core.games import Outcome
from grognard.games.revolution.savannah.campaign import AssaultAnnounced
from grognard.games.revolution.savannah.state import ALLIED, BRITISH
from grognard.games.revolution.savannah.state import savannah as siege_state
from grognard.games.revolution.series.battle import Battle
from grognard.players import play_out, player, player_seeds
from grognard.players.sergeant import Sergeant
from grognard.players.sergeant.battles.savannah.cards import ONE_MARCH, sappers_nearby
from grognard.players.sergeant.battles.savannah.siege import Garrison
from tests.proving_ground import act
from tests.savannah.card_table import events, tactical
from tests.savannah.positions import CAMPAIGN, HISTORICAL, campaign, savannah

THREE = {"seats": "three"}
GATHERED = {
    "destaing": "1509",
    "avant_garde": "1509",
    "grenadier_bn": "1509",
    "irish": "1609",
    "armagnac": "1709",
    "conde": "1408",
    "reserve_bn": "1309",
    "prevost": "1702",
    "r60": "1404",
    "r16": "1505",
}
"""The Allies before the town, stronger than those inside."""


def answer(game: Battle, advice: dict[str, str] | None = None) -> str:
    """What he says for the seat that is asked."""
    sergeant = Sergeant(1)
    sergeant.hear_advice(Heard(allies=advice or {}))
    return str(sergeant.choose(game.seat(game.actors[0])))


def marched(game: Battle, side: str) -> dict[str, str]:
    """Let him play the movement phase of a side; where everybody stands then."""
    sergeant = player("sergeant", 1)
    while game.over is None and game.state.phase == "movement" and game.actors[0] == side:
        game.play(side, sergeant.choose(game.seat(side)))
    return {piece.id: game.label(piece.hex) for piece in game.on_map(side)}


def fought(scenario: str, seed: int, seats: str = "two", **names: str) -> tuple[Battle, Outcome]:
    """A game between players named by side; he plays where nobody is named."""
    game = grognard.new(scenario, seed=seed, options={"seats": seats})
    assert isinstance(game, Battle)
    seeds = player_seeds(seed, game.seats)
    players = {seat: player(names.get(game.rules.side_of(seat), "sergeant"), seeds[seat]) for seat in game.seats}
    return game, play_out(game, players)


# ---------------------------------------------------------------- the garrison


def test_the_garrison_stays_in_its_works():
    game = savannah({"graham": "1803", "r60": "1404", "wissenbach": "1805", "sc_1": "1508"}, phasing=BRITISH)
    perimeter = game.rules.board.zones["perimeter"]
    assert all(perimeter >> game.rules.board.hex(h) & 1 for h in marched(game, BRITISH).values())


def test_units_from_outside_go_home():
    game = campaign({"delancey_1": "1714", "graham": "1803", "foix": "3020"}, turn=3, phasing=BRITISH)
    distance, hex = game.rules.board.grid.distance, game.rules.board.hex
    where = marched(game, BRITISH)["delancey_1"]
    assert distance(hex(where), hex("1805")) <= distance(hex("1714"), hex("1805")) - 3


def test_guns_are_not_left_alone():
    pieces = {"battery_c": "1805", "ny_volunteers": "1804", "foix": "1808", "armagnac": "1808", "graham": "1803"}
    where = marched(savannah(pieces, phasing=BRITISH), BRITISH)
    assert "1805" in {h for id, h in where.items() if id != "battery_c"}


def test_somebody_is_kept_back_about_the_town():
    pieces = {
        "r60": "1404",
        "highlanders_2": "1505",
        "wissenbach": "1805",
        "delancey_2": "2005",
        "graham": "1803",
        "convalescents": "1702",
        "foix": "1808",
        "sc_1": "1508",
    }
    game = savannah(pieces, phasing=BRITISH)
    where = marched(game, BRITISH)
    grid, town = game.rules.board.grid, game.rules.board.zones["town"]
    assert any(grid.around_set(town) >> game.rules.board.hex(h) & 1 for h in where.values())


def test_the_headquarters_are_left_to_those_who_arrive():
    game = campaign({"wissenbach": "1702", "battery_a": "1702", "foix": "3020"}, turn=3, phasing=BRITISH)
    assert "1702" not in marched(game, BRITISH).values()


# ---------------------------------------------------------------- sorties


def sally(turn: int, **pieces: str) -> tuple[dict[str, str], frozenset[str]]:
    """The garrison's march against siege works under construction in 2008: where everybody stands, and what is left of them."""
    here = {"graham": "2005", "r60": "1404", "wissenbach": "1805", **pieces}
    game = campaign(here, turn=turn, phasing=BRITISH, state={"construction": ["2008"], "counters_used": 1})
    return marched(game, BRITISH), siege_state(game).construction


def test_sappers_whom_nobody_guards_are_driven_off():
    where, left = sally(12, foix="3020")
    assert "2008" in where.values()
    assert left == frozenset()


def test_sappers_with_an_army_beside_them_are_let_be():
    where, left = sally(12, foix="2109", armagnac="2109", irish="1909", avant_garde="1910")
    assert "2008" not in where.values()
    assert left == {"2008"}


def test_in_the_first_turns_a_leader_goes_out_with_them():
    where, left = sally(9, prevost="2005", foix="3020")
    assert where["prevost"] == "2008"
    assert left == frozenset()
    where, left = sally(9, prevost="1702", foix="3020")
    assert left == {"2008"}, "nobody leaves without one"


def test_a_battery_that_stands_alone_is_taken():
    game = campaign({"graham": "2005", "r60": "1404", "mortars": "2007", "foix": "3020"}, turn=13, phasing=BRITISH)
    marched(game, BRITISH)
    assert game.piece("mortars").box == "captured"


def test_the_line_is_not_left_in_the_assault():
    game = savannah({"graham": "2005", "r60": "1404", "mortars": "2007", "foix": "2012"}, phasing=BRITISH)
    perimeter = game.rules.board.zones["perimeter"]
    assert all(perimeter >> game.rules.board.hex(h) & 1 for h in marched(game, BRITISH).values())


# ---------------------------------------------------------------- the Allies


def test_an_open_way_into_the_town_is_taken():
    game = savannah({"dooly": "2103", "huger": "2103", "r60": "1404"}, phasing=ALLIED, turn=18)
    marched(game, ALLIED)
    assert game.over is not None
    assert game.over.reason == "the-town-entered"


def test_they_gather_out_of_range_of_the_guns():
    game = campaign({"foix": "1712", "armagnac": "1712", "graham": "1803", "battery_c": "1805"}, turn=8, phasing=ALLIED)
    grid, board = game.rules.board.grid, game.rules.board
    for label in marched(game, ALLIED).values():
        assert grid.distance(board.hex(label), board.hex("1805")) > 3


@pytest.mark.parametrize(("weather", "word"), [("fair", "storm"), ("heavy_rain", "storm"), ("storms", "wait")])
def test_they_storm_while_they_are_stronger_and_the_weather_lets_them(weather: str, word: str):
    game = campaign(GATHERED, turn=9, phasing=ALLIED, phase="close combat", state={"weather": weather})
    assert answer(game) == word


def test_they_wait_for_those_who_are_on_the_march():
    pieces = {**GATHERED, "avant_garde": "3020", "grenadier_bn": "3020", "armagnac": "3019", "conde": "3019"}
    pieces |= {"highlanders_2": "1505", "wissenbach": "1805", "graham": "1803"}
    game = campaign(pieces, turn=9, phasing=ALLIED, phase="close combat")
    assert answer(game) == "wait"


def test_works_are_dug_towards_the_town_and_face_it():
    game = campaign({"graham": "1803", "foix": "1912"}, turn=9, phase="siege works")
    assert answer(game).startswith("dig ")
    begun = campaign({"graham": "1803", "foix": "1912"}, turn=10, phase="siege works", state={"construction": ["1909"]})
    assert answer(begun) == "front 0", "north"


def test_each_gun_fires_at_a_target_of_its_own():
    pieces = {"battery_c": "1805", "battery_b": "1705", "r16": "1705", "graham": "1805", "foix": "1807", "armagnac": "1707"}
    game = savannah(pieces, phase="artillery fire", phasing=ALLIED, dice=[0, 0])
    sergeant = player("sergeant", 1)
    targets = []
    while game.actors and game.actors[0] == BRITISH and game.state.phase == "artillery fire":
        choice = sergeant.choose(game.seat(BRITISH))
        targets += [str(choice)] if str(choice).startswith("target ") else []
        game.play(BRITISH, choice)
    assert sorted(targets) == ["target armagnac", "target foix"]


def test_mortars_are_not_aimed_at_friends():
    pieces = {"mortars": "1807", "foix": "1806", "irish": "1706", "wissenbach": "1805", "graham": "2003", "trumbach": "2004"}
    game = savannah({**pieces, "delancey_2": "2005"}, phase="artillery fire", phasing=ALLIED)
    assert answer(game) in ("aim-mortars 2004", "aim-mortars 2003", "aim-mortars 2005")


# ---------------------------------------------------------------- cards


def test_a_card_that_pays_is_played_and_another_kept():
    assert answer(events(british=[24])) == "play V-C24"
    assert answer(events(british=[6])) == "pass", "there are no sappers yet"


def test_militia_that_can_march_home_is_called():
    game = events(british=[3])
    assert answer(game) == "play V-C03"
    act(game, "british: play V-C03")
    word, label = answer(game).split()
    assert word == "place"
    assert Garrison(game, BRITISH, Random(1)).home[game.rules.board.hex(label)] <= ONE_MARCH


def test_the_creeks_come_when_there_are_sappers_to_hinder():
    game = events(british=[6], turn=10, state={"construction": ["2208"], "counters_used": 1})
    beside = sappers_nearby(Garrison(game, BRITISH, Random(1)))
    assert answer(game) == "play V-C06"
    act(game, "british: play V-C06")
    assert beside >> game.rules.board.hex(answer(game).removeprefix("place ")) & 1


def test_a_card_for_attacks_waits_for_several():
    pieces = {"sc_1": "1506", "r16": "1605", "destaing": "2214", "foix": "1906", "wissenbach": "1905", "prevost": "1702"}
    game = tactical("close combat", pieces, allied=[36])
    while game.decision(ALLIED) is not None and game.decision(ALLIED).kind.startswith("Announcement"):  # type: ignore[union-attr]
        game.play(ALLIED, player("sergeant", 1).choose(game.seat(ALLIED)))
    assert answer(game) == "play V-C36"


def test_what_hurts_is_cancelled_and_the_rest_let_pass():
    def response(number: int) -> str:
        game = events(british=[number], allied=[7])
        act(game, f"british: play V-C{number:02}", "allied: pass")
        assert game.decision(ALLIED).kind == "CardWindow.response"  # type: ignore[union-attr]
        return answer(game)

    assert response(8) == "play V-C07"
    assert response(24) == "pass"


def test_an_ally_is_heard_within_reason():
    def asked(number: int) -> Battle:
        game = events(allied=[number], options=THREE)
        assert game.actors == ("french",)
        return game

    assert answer(asked(5)) == "play V-C05"
    assert answer(asked(5), {"V-C05": "keep"}) == "pass"
    assert answer(asked(4), {"V-C04": "keep"}) == "play V-C04", "too good to be kept"


def test_an_ally_may_hurry_or_delay_the_assault():
    def said(advice: str, **moved: str) -> str:
        game = campaign({**GATHERED, **moved}, turn=12, phasing=ALLIED, phase="close combat", options=THREE)
        return answer(game, {"storm": advice})

    assert [said(advice, r16="1505") for advice in ("", "keep")] == ["storm", "storm"], "too good to be missed"
    even = {"wissenbach": "1805", "trumbach": "1905", "highlanders_2": "1605"}
    assert [said(advice, **even) for advice in ("", "play", "keep")] == ["wait", "storm", "wait"]


# ---------------------------------------------------------------- reasons


def reason(game: Battle) -> str:
    """What he says about his choice."""
    sergeant = Sergeant(1)
    sergeant.choose(game.seat(game.actors[0]))
    (remark,) = sergeant.remarks
    return remark.in_words(game.rules.names())


def test_he_says_why_he_storms_waits_digs_and_plays_a_card():
    storm: dict[str, Any] = {"turn": 9, "phasing": ALLIED, "phase": "close combat"}
    assert reason(campaign(GATHERED, **storm)).startswith("we storm: before the town we have ")
    assert reason(campaign({"destaing": "1509", "foix": "3020", "r60": "1404"}, **storm)).startswith("no assault yet: before")
    severe = {"weather": "storms"}
    assert reason(campaign(GATHERED, **storm, state=severe)) == "no assault yet: the storms would last through it"
    assert "hexes from their line" in reason(campaign({"graham": "1803", "foix": "1912"}, turn=9, phase="siege works"))
    assert reason(events(british=[24])).endswith("now: worth about +1.0 points of army morale")


def test_he_says_why_he_cancels_a_card():
    game = events(british=[8], allied=[7])
    act(game, "british: play V-C08", "allied: pass")
    assert reason(game) == "I cancel the card The Allies blame each other for the British reinforcements: it would hurt us"


def test_he_says_why_somebody_goes_out():
    here = {"graham": "2005", "r60": "1404", "foix": "3020"}
    sergeant, game = Sergeant(1), campaign(here, turn=12, state={"construction": ["2008"], "counters_used": 1})
    sergeant.choose(game.seat(BRITISH))
    assert [remark.key for remark in sergeant.remarks] == ["errand"]


# ---------------------------------------------------------------- games


def test_three_of_him_play_to_the_end():
    game, outcome = fought(HISTORICAL, 3, "three")
    assert outcome.winner in (BRITISH, ALLIED)
    assert game.seats == ("british", "french", "american")


@pytest.mark.parametrize("side", [BRITISH, ALLIED])
def test_he_beats_the_brawler(side: str):
    other = ALLIED if side == BRITISH else BRITISH
    assert sum(fought(HISTORICAL, seed, **{other: "brawler"})[1].winner == side for seed in range(2)) == 2


@pytest.mark.soak
@pytest.mark.parametrize("side", [BRITISH, ALLIED])
def test_he_nearly_always_beats_the_brawler(side: str):
    other = ALLIED if side == BRITISH else BRITISH
    assert sum(fought(HISTORICAL, seed, **{other: "brawler"})[1].winner == side for seed in range(100)) >= 80


@pytest.mark.soak
@pytest.mark.parametrize("seats", ["two", "three"])
@pytest.mark.parametrize("scenario", [HISTORICAL, CAMPAIGN])
@pytest.mark.parametrize("name", ["random", "brawler"])
def test_others_finish_what_they_begin(name: str, scenario: str, seats: str):
    for seed in range(300):
        _, outcome = fought(scenario, seed, seats, british=name, allied=name)
        assert outcome.winner in (BRITISH, ALLIED)


@pytest.mark.soak
@pytest.mark.parametrize("seats", ["two", "three"])
@pytest.mark.parametrize("scenario", [HISTORICAL, CAMPAIGN])
def test_he_finishes_what_he_begins(scenario: str, seats: str):
    """V1.6c, V1.6e: the assault is announced in some campaigns, and begins on turn 16 in others."""
    switches: Counter[str] = Counter()
    for seed in range(50):
        game, outcome = fought(scenario, seed, seats)
        assert outcome.winner in (BRITISH, ALLIED)
        announced = any(isinstance(event, AssaultAnnounced) for event in game.events(None))
        switches["announced" if announced else "turn 16" if game.state.turn >= 16 else "none"] += 1
    if scenario == CAMPAIGN:
        assert switches["announced"]
        assert switches["turn 16"]
