"""The way of a leader as it is drawn: while it is declared, before it is chosen, and when it was taken."""

from __future__ import annotations

from grognard.core.events import Effect
from grognard.core.features import DeclaredWays, feature_of
from grognard.core.pictures import TollPicture, WayPicture
from grognard.games.chancellorsville.red_dice.actions import StandFast, WalkBy, WalkTo
from grognard.games.chancellorsville.red_dice.events import SquadWalked
from grognard.games.chancellorsville.red_dice.state import Skirmish
from tests.marks import rule
from tests.red_dice.table import act, far_off, happened, skirmish


def drawn(game: Skirmish) -> tuple[WayPicture, ...]:
    return game.rules.picture(game).main.ways


@rule("D-R9")
def test_a_way_is_drawn_bend_by_bend_until_the_dice_are_rolled():
    game = skirmish({"V1": [(20, 20), (18, 20)], **far_off()}, dice=[6, 6, 6])
    act(game, "activate-squad V1")
    assert drawn(game) == ()
    act(game, "walk-by 30,20")
    assert drawn(game) == (WayPicture(("20,20", "30,20"), ("10.0 cm",), "10.0 of 40 cm, 30.0 left", (), True),)
    act(game, "walk-to 30,32")
    way = WayPicture(("20,20", "30,20", "30,32"), ("10.0 cm", "22.0 cm"), "22.0 of 40 cm, 18.0 left")
    assert drawn(game) == (way,)
    act(game, "roll-dice 3")
    (taken,) = drawn(game)
    assert (taken.places, taken.text, taken.taken) == (("20,20", "30,20", "30,32"), "22.0 cm", True)
    act(game, "face 0")
    assert drawn(game) == ()


@rule("D3.1b", "D3.1c")
def test_a_way_says_what_it_crosses_and_where():
    game = skirmish({"V1": [(65, 80), (63, 80)], **far_off()})
    act(game, "activate-squad V1", "walk-by 75,80")
    (way,) = drawn(game)
    assert way.tolls == (TollPicture("70,80", "fence2 +5"),)
    assert way.text == "10.0 + 5 = 15.0 of 40 cm, 25.0 left"
    game = skirmish({"V1": [(95, 80), (93, 80)], **far_off()})
    act(game, "activate-squad V1", "walk-by 105,80", "walk-by 110,80")
    (way,) = drawn(game)
    assert way.tolls == (TollPicture("100,80", "wood +10"),)  # once, however many legs run through the wood
    assert way.text == "15.0 + 10 = 25.0 of 40 cm, 15.0 left"
    game = skirmish({"V1": [(99, 80), (97, 80)], **far_off()})
    act(game, "activate-squad V1", "walk-by 126,80")  # through the wood into the marsh
    assert drawn(game)[0].tolls == (TollPicture("100,80", "wood +10"),)


@rule("D3.2g")
def test_of_a_wounded_leader_half_the_distance_is_the_most():
    game = skirmish({"V1": [(20, 20), (18, 20)], **far_off()}, men={"V1-1": {"wounds": "light"}})
    act(game, "activate-squad V1", "walk-by 25,20")
    assert drawn(game)[0].text == "5.0 of 20 cm, 15.0 left"


@rule("D-R9")
def test_a_way_can_be_drawn_before_it_is_chosen():
    """Two fences, a wall and a stream lie between; the cheapest way goes around their ends, a declared leg straight on."""
    game = skirmish({"V1": [(59, 61), (57, 61)], **far_off()})
    assert feature_of(game.rules, DeclaredWays).way_of(game, "ANV", WalkTo("96,61")) is None  # no squad is active
    act(game, "activate-squad V1")
    around, straight = (
        feature_of(game.rules, DeclaredWays).way_of(game, "ANV", action) for action in (WalkTo("96,61"), WalkBy("65,61"))
    )
    assert around is not None
    assert straight is not None
    assert (len(around.places) > 2, around.tolls, around.goes_on) == (True, (), False)
    assert (straight.places, straight.goes_on) == (("59,61", "65,61"), True)
    assert straight.tolls == (TollPicture("60,61", "fence1 +5"),)
    assert feature_of(game.rules, DeclaredWays).way_of(game, "ANV", StandFast()) is None
    for nowhere in ("nowhere", "190,61", "59,200"):  # no point, out of reach, off the table
        assert feature_of(game.rules, DeclaredWays).way_of(game, "ANV", WalkTo(nowhere)) is None
    assert feature_of(game.rules, DeclaredWays).way_of(game, "ANV", WalkBy("nowhere")) is None
    act(game, "walk-by 59,55")
    onward = feature_of(game.rules, DeclaredWays).way_of(game, "ANV", WalkTo("70,55"))
    assert onward is not None
    assert onward.places == ("59,61", "59,55", "70,55")


@rule("D3.1a")
def test_the_way_that_was_taken_ends_where_the_successes_do():
    game = skirmish({"V1": [(20, 20), (18, 20)], **far_off()}, dice=[6, 6, 2])
    act(game, "activate-squad V1", "walk-by 30,20", "walk-to 30,40", "roll-dice 3")
    (taken,) = drawn(game)
    assert (taken.places, taken.lengths) == (("20,20", "30,20", "30,30"), ("10.0 cm", "20.0 cm"))
    (walked,) = happened(game, SquadWalked)
    assert walked.effect == Effect("way", ("20,20", "30,30"))


@rule("D3.1a")
def test_who_stays_leaves_no_way():
    game = skirmish({"V1": [(20, 20), (18, 20)], **far_off()}, dice=[6, 6, 2])
    act(game, "activate-squad V1", "stand-fast", "roll-dice 3")
    (walked,) = happened(game, SquadWalked)
    assert (drawn(game), walked.effect) == ((), None)
