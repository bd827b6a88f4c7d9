"""What the table shows of Savannah: the layer of works, the weather, the two turn tracks, what the Allies share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.core.features import Alliances, Circumstances, StrayShots, feature_of
from grognard.core.texts import text
from grognard.games.revolution.savannah.artillery import AimMortars
from grognard.games.revolution.savannah.picture import SKIES
from grognard.games.revolution.savannah.siege import SiegeRolled
from grognard.games.revolution.savannah.siege_works import Front
from grognard.games.revolution.savannah.state import ALLIED
from grognard.server.views.context import context_of
from grognard.server.views.questions import question_of
from tests.marks import rule
from tests.proving_ground import act, asked
from tests.savannah.card_table import BASE, events, tactical
from tests.savannah.positions import LAST, campaign, savannah, siege_of, state_of


def changes(game: object, kind: str = "weather") -> list[str]:
    found = feature_of(game.rules, Circumstances).circumstances(game)  # type: ignore[attr-defined]
    return [text(reason.key, reason.args) for each in found if each.kind == kind for reason in each.changes]


@rule("V4.2g", "V4.2i", "V4.2j", "V4.2l")
def test_the_weather_tells_what_it_changes():
    assert changes(campaign(BASE, state={"weather": "fair"})) == []
    assert changes(campaign(BASE, state={"weather": "heavy_rain"}, turn=10)) == [
        "The bonus of strategic movement is halved",
        "Fire -1",
        "Siege works may be completed, but none begun",
    ]
    gale = changes(campaign(BASE, state={"weather": "gale"}))
    assert "No fire" in gale
    assert "Close combat -2" in gale
    assert "No cards are played" in gale
    assert "Rally -1" in gale
    fog = changes(savannah(BASE, turn=16, state={"weather": "fog"}))
    assert fog == ["Movement off the road is halved; by road there is no bonus", "Fire -1"]


@rule("V4.14a", "V-T-siege1", "V-T-siege2")
def test_unfinished_defences_and_the_bombardment_of_the_turn_are_told():
    game = campaign(BASE, turn=9, state={"siege_fire_drm": -1, "doubled": ["guns"]})
    assert changes(game, "defences") == ["Attacks on the British works +1"]
    assert changes(game, "siege") == ["British defensive fire -1", "French guns move twice as far"]


@rule("V1.5")
def test_the_campaign_has_a_track_of_days_and_one_of_hours():
    days, hours = campaign(BASE, turn=6).rules.picture(campaign(BASE, turn=6)).tracks
    assert (len(days.boxes), days.marker, days.boxes[0]) == (15, 5, "10 Sep")
    assert (len(hours.boxes), hours.marker, hours.boxes[0]) == (10, -1, "5 am")
    game = savannah(BASE, turn=17)
    (hours,) = game.rules.picture(game).tracks
    assert (len(hours.boxes), hours.marker) == (5, 1)


@rule("V4.6c", "V4.6d", "V4.4b")
def test_works_breaches_ruins_and_construction_lie_on_the_map():
    state = {
        "works": [("1806", "1807")],
        "breaches": [("1906", "1905", "all"), ("1806", "1805", "abatis"), ("1706", "1705", "parapet")],
        "destroyed": ["1701"],
        "construction": ["2008"],
    }
    game = campaign(BASE, turn=10, state=state)
    found = {(each.kind, *each.places) for each in game.rules.picture(game).main.additions}
    assert found == {
        ("siege_works", "1806", "1807"),
        ("breach", "1906", "1905"),
        ("cleared_abatis", "1806", "1805"),
        ("fallen_parapet", "1706", "1705"),
        ("destroyed", "1701"),
        ("construction", "2008"),
    }


@rule("V4.4f")
def test_the_way_that_works_face_can_be_pointed_at_on_the_map():
    game = campaign(BASE, turn=10, phase="siege works", phasing="", state={"construction": ["2008"], "work_step": 1})
    question = question_of(context_of(game, "allied"))
    assert question is not None
    assert {choice.action: choice.places for choice in question.choices} == {
        "front 0": ("2007",),
        "front 1": ("2108",),
        "front 2": ("2109",),
        "front 3": ("2009",),
        "front 4": ("1909",),
        "front 5": ("1908",),
    }
    words = ["North", "North-east", "South-east", "South", "South-west", "North-west"]
    assert [choice.words for choice in question.choices] == words
    assert game.seat("allied").said(Front(99)) == {"number": "99"}
    assert "towards" not in game.seat("british").said(Front(0)), "only who is asked is told which works"


@rule("V4.4c", "V4.4f", "V4.6c")
def test_at_the_edge_of_the_map_works_may_face_away_from_it():
    game = campaign(BASE, turn=10, phase="siege works", phasing="", state={"construction": ["1018"], "work_step": 1})
    question = question_of(context_of(game, "allied"))
    assert question is not None
    found = {choice.action: choice.places for choice in question.choices}
    assert {action for action, places in found.items() if not places} == {"front 4", "front 5"}
    act(game, "front 4")
    assert state_of(game).works == {("1019", "1018")}, "the only one of three hexsides that is not on the edge"
    over = campaign({"r60": "1605", "foix": "1912"}, turn=25, phase="end of turn", phasing="allied")
    assert over.over is not None
    assert over.seat("allied").said(Front(0)) == {"number": "north"}, "when all is over it faces nothing"


@rule("V-T-siege1", "V-T-siege2")
def test_a_bombardment_says_what_its_result_does():
    game = campaign(BASE, turn=10)
    assert (
        str(game.rules.meaning(SiegeRolled("french", "first", 3).result))
        == "British army morale -1; roll on the second table (V-T-siege1)"
    )
    assert all(
        str(game.rules.meaning(SiegeRolled(army, table, number).result)) != "siege-result"
        for army in ("french", "british")
        for table in ("first", "second")
        for number in range(10)
    )
    assert game.rules.meaning("AM").key == "result.AM"


@rule("V-T-scatter", "V4.12e")
def test_the_hexes_where_a_bomb_may_fall_are_told_with_their_chances():
    game = savannah({"mortars": "1907", "r60": "1905"}, phase="artillery fire", phasing=ALLIED)
    near = game.seat("allied").ask(StrayShots.spread, AimMortars("1905"))
    assert near == pytest.approx({"1905": 0.4, **dict.fromkeys(("1904", "2004", "2005", "1906", "1805", "1804"), 0.1)})
    far = game.seat("allied").ask(StrayShots.spread, AimMortars("1903"))
    assert far["1903"] == pytest.approx(0.4)
    assert far["1902"] == pytest.approx(0.07)
    assert far["1901"] == pytest.approx(0.03)
    assert sum(far.values()) == pytest.approx(1)
    edge = game.seat("allied").ask(StrayShots.spread, AimMortars("1902"))
    assert sum(edge.values()) < 1  # what is missing falls off the map
    edge = (
        savannah({"mortars": "1906", "r60": "1905"}, phase="artillery fire")
        .seat("allied")
        .ask(StrayShots.spread, AimMortars("1901"))
    )
    assert sum(edge.values()) == pytest.approx(0.7)  # of the six directions three lead off it, near or far


@rule("V-T-scatter", "V4.6d")
def test_a_bomb_on_the_town_falls_one_hex_away_at_most():
    """It comes from no mortar in particular."""
    chances = {"1702": 0.4, **dict.fromkeys(("1701", "1801", "1802", "1703", "1602", "1601"), 0.1)}
    state = {"works": [("2008", "2009")], "counters_used": 8}
    game = campaign(BASE, turn=12, phase="siege", phasing="", state=state, dice=[9])
    act(game, "cannonade")
    assert asked(game) == "aim-at-the-town"
    assert game.seat("allied").ask(StrayShots.spread, AimMortars("1702")) == pytest.approx(chances)
    over = savannah({"mortars": "1907", "r60": "1905"}, phase="artillery fire", **LAST)
    act(over, "hold-fire")
    assert over.over is not None
    assert over.seat("allied").ask(StrayShots.spread, AimMortars("1702")) == pytest.approx(chances), "nor after the game"


@rule("V1.4b", "V1.6c")
def test_with_three_players_the_allies_share_cards_and_chits_and_the_french_decide():
    game = events(allied=[5, 40], british=[8], momentum=(1, 2), options={"seats": "three"})
    agreement = game.seat("american").ask(Alliances.agreement)
    assert agreement is not None
    assert (agreement.decides, agreement.cites) == ("french", ("V1.4b", "V1.6c"))
    assert [subject.id for subject in agreement.subjects] == ["momentum", "storm", "V-C05", "V-C40"]
    assert agreement == game.seat("french").ask(Alliances.agreement)
    assert game.seat("british").ask(Alliances.agreement) is None
    assert events(allied=[5]).seat("allied").ask(Alliances.agreement) is None
    assault = tactical("movement", BASE, allied=[5], options={"seats": "three"}).seat("american").ask(Alliances.agreement)
    assert assault is not None
    assert [subject.id for subject in assault.subjects] == ["V-C05"], "it is decided"


def test_every_card_and_every_weather_has_a_drawing_on_the_page():
    page = Path(__file__).parents[2] / "web" / "src" / "panels" / "vignettes.ts"
    drawn = set(re.findall(r"^  ([a-z_]+): ", page.read_text("utf-8"), re.MULTILINE))
    cards = siege_of(campaign(BASE)).cards
    assert {card.symbol for card in cards.values()} | set(SKIES.values()) <= drawn


OTHERS, GUNS = [*"RRRRDDD11", "1*"], [*"RRRRRDDD", "AM", "1"]
CHARTS = {
    "scatter": [
        ("0-3", "on the hex aimed at"),
        ("4", "a hex north"),
        ("5", "a hex north-east"),
        ("6", "a hex south-east"),
        ("7", "a hex south"),
        ("8", "a hex south-west"),
        ("9", "a hex north-west"),
    ],
    "mortars": [("0", "loses a step"), ("1-3", "breaks its platform: disrupted"), ("4-9", "holds")],
    "covered-way": [("The stack is lost", "8+"), ("For every 2 hexes of it behind them", "+1"), ("Lost before", "+1")],
    "weather": [
        ("0", "roll again, without modifiers"),
        ("1", "storms"),
        ("2-3", "heavy rain"),
        ("4-9", "fair"),
        ("Second roll 0", "hurricane"),
        ("Second roll 1-2", "gale"),
        ("Second roll 3-5", "squall"),
        ("Second roll 6-9", "storms"),
        ("On turn 2", "-1"),
        ("On turn 4", "-2"),
        ("Fair weather the turn before", "+1"),
    ],
    "fire-to-hit": [
        ("1", "7+ 9+ - 9+ - -"),
        ("2", "6+ 8+ 9+ 6+ 7+ 8+"),
        ("3-5", "4+ 7+ 8+ 5+ 6+ 7+"),
        ("6-9", "2+ 6+ 7+ - - -"),
        ("10+", "1+ 5+ 6+ - - -"),
    ],
    "fire-damage": [(str(die), f"{other} {guns}") for die, (other, guns) in enumerate(zip(OTHERS, GUNS, strict=True))],
    "weather-effects": [
        ("Hurricane", "none none no no -2 no no no no no"),
        ("Gale", "none half no -2 -1 no no no no no"),
        ("Squall", "none half -1 -1 - -2 yes yes no no"),
        ("Storms", "none half -1 - - -1 yes yes no no"),
        ("Heavy rain", "half the bonus normal -1 - - - yes yes no yes"),
        ("Fair", "normal normal - - - - yes yes yes yes"),
        ("Fog", "none half off roads - - - - yes yes no no"),
    ],
    "victory-points": [
        ("A two-step unit eliminated", "2"),
        ("A one-step unit eliminated", "1"),
        ("A two-step unit on its reduced side", "1/2"),
        ("A unit captured", "1"),
        ("A unit on the map shattered at the end", "1/2"),
        ("The Creeks eliminated or captured", "1/2"),
        ("Spring Hill (1404) held in parade order, no enemy in parade order next to it", "1"),
    ],
}


@rule("V-T-scatter", "V-T-mortar", "V-T-lost", "V-T-weather", "V-T-fire", "V-T-damage", "V2.8", "V2.9c", "V4.2b", "V4.8d")
def test_the_charts_of_the_campaign():
    shown = {chart.id: [(row.title, " ".join(row.cells)) for row in chart.rows] for chart in campaign(BASE).rules.charts()}
    for name, rows in CHARTS.items():
        assert shown[name] == rows


@rule("V-T-siege1", "V-T-siege2")
def test_the_charts_of_the_siege():
    shown = {chart.id: [row.cells for row in chart.rows] for chart in campaign(BASE).rules.charts()}
    first, second = shown["siege-first"], shown["siege-second"]
    assert (len(first), len(second)) == (10, 10)
    assert first[2] == ("British fire -1 this turn", "British fire +1 this turn")
    assert first[6] == ("an enemy battery loses a step",) * 2
    assert second[4] == ("French guns move twice as far this turn", "Graham moves twice as far this turn")
    assert second[9] == ("American army morale +2", "French army morale -1; American army morale -1")
