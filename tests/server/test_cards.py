"""Cards as they are sent: one's own face up with what each would do, the others as a number."""

from __future__ import annotations

import msgspec

from grognard.server.views.cards import cards_of
from grognard.server.views.questions import question_of
from grognard.server.views.viewer import Viewer
from tests.core.raid import NORTH, SOUTH
from tests.core.test_raid import raid
from tests.savannah.positions import savannah


def test_a_seat_is_sent_its_own_hand_and_the_size_of_the_others():
    game = raid(["drum-1", "scout-1"], ["mud-1"])
    sent = msgspec.json.decode(msgspec.json.encode(cards_of(Viewer(game, NORTH))))
    own, other = sent["hands"]
    assert [(card["id"], card["standing"], card["actions"]) for card in own["cards"]] == [
        ("drum-1", "now", ["play-card drum-1"]),
        ("scout-1", "later", []),
    ]
    assert own["cards"][0]["outlook"] == ["The die +1"]
    assert own["cards"][1]["why_not"]["cites"] == ["R2"]
    assert (other["side"], other["count"], other["cards"]) == (SOUTH, 1, [])
    assert sent["out"][0]["id"] == "courier-1"


def test_what_is_sent_to_one_seat_does_not_depend_on_what_the_other_holds():
    games = raid(["drum-1", "scout-1"], ["mud-1"]), raid(["drum-1", "scout-1"], ["scout-2"])
    for who in (NORTH, None):
        one, other = (msgspec.json.encode(cards_of(Viewer(game, who))) for game in games)
        assert one == other


def test_a_choice_that_may_go_astray_says_where_it_may_strike():
    game = savannah({"mortars": "1907", "r60": "1905"}, phase="artillery fire", phasing="allied")
    question = question_of(Viewer(game, "allied"))
    assert question is not None
    aim = next(choice for choice in question.choices if choice.action == "aim-mortars 1905")
    assert {each.place: each.value for each in aim.spread} == {
        "1905": 0.4,
        **dict.fromkeys(("1904", "2004", "2005", "1906", "1805", "1804"), 0.1),
    }
    hold = next(choice for choice in question.choices if choice.action == "hold-fire")
    assert hold.spread == ()
