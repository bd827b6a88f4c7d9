"""What the table shows of Savannah: the layer of works, the weather, the two turn tracks, what the Allies share."""

from __future__ import annotations

from grognard.core.texts import text
from tests.marks import rule
from tests.savannah.card_table import BASE, events
from tests.savannah.positions import campaign, savannah


def changes(game: object, kind: str = "weather") -> list[str]:
    found = game.rules.circumstances(game)  # type: ignore[attr-defined]
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
    fog = changes(savannah(BASE, turn=16, state={"weather": "fog"}))
    assert fog == ["Movement off the road is halved; by road there is no bonus", "Fire -1"]


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


@rule("V1.4b")
def test_with_three_players_the_allies_share_cards_and_chits_and_the_french_decide():
    game = events(allied=[5, 40], british=[8], momentum=(1, 2), options={"seats": "three"})
    agreement = game.seat("american").agreement
    assert agreement is not None
    assert (agreement.decides, agreement.cites) == ("french", ("V1.4b",))
    assert [subject.id for subject in agreement.subjects] == ["momentum", "V-C05", "V-C40"]
    assert agreement == game.seat("french").agreement
    assert game.seat("british").agreement is None
    assert events(allied=[5]).seat("allied").agreement is None
