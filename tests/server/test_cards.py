"""Cards as they are sent: one's own face up with what each would do, the others as a number."""

from __future__ import annotations

import msgspec
import pytest

from grognard.server.refusals import Refused
from grognard.server.views.cards import cards_of
from grognard.server.views.context import context_of
from grognard.server.views.odds import forecast_at
from grognard.server.views.questions import question_of
from tests.core.raid import NORTH, SOUTH
from tests.core.test_raid import raid
from tests.proving_ground import act
from tests.savannah.positions import savannah
from tests.savannah.test_campaign import allied_turn_ends


def test_a_seat_is_sent_its_own_hand_and_the_size_of_the_others():
    game = raid(["drum-1", "scout-1"], ["mud-1"])
    sent = msgspec.json.decode(msgspec.json.encode(cards_of(context_of(game, NORTH))))
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
        one, other = (msgspec.json.encode(cards_of(context_of(game, who))) for game in games)
        assert one == other


GUNS = {"battery_a": "1505", "battery_b": "1605", "irish": "1406"}


def test_a_question_about_fire_has_no_counter_in_hand_and_says_which_guns_would_hold_theirs():
    game = savannah(GUNS, phase="artillery fire", phasing="allied")
    question = question_of(context_of(game, "british"))
    assert question is not None
    assert {each.action: each.idle for each in question.closing} == {"hold-fire": ("battery_a", "battery_b")}
    act(game, "target irish")
    question = question_of(context_of(game, "british"))
    assert question is not None
    assert question.leave is None
    assert all(choice.chance is not None for choice in question.choices)
    before = savannah({"foix": "1808", "irish": "1808"})
    marching = before.copy()
    act(marching, "move foix")
    question = question_of(context_of(marching, "allied", before))
    assert question is not None
    assert question.leave is not None
    assert "irish" in question.leave.pieces, "who marches can be put down for another"


def test_the_ledger_of_a_fire_is_that_of_the_guns_that_are_named_or_of_the_best():
    context = context_of(savannah(GUNS, phase="artillery fire", phasing="allied"), "british")
    best = forecast_at(context, "target irish")
    assert best.party == best.parties[0].pieces
    for party in best.parties:
        ledger = forecast_at(context, "target irish", ",".join(party.pieces))
        assert ledger.party == party.pieces
        assert sum(result.chance for result in ledger.results if result.word != "miss") == pytest.approx(party.chance)
        assert ledger.parties == best.parties
    with pytest.raises(Refused):
        forecast_at(context, "target irish", "foix")


def test_a_choice_that_ends_something_for_good_says_what():
    question = question_of(context_of(allied_turn_ends(9), "allied"))
    assert question is not None
    ends = {choice.action: [(each.words, each.cites) for each in choice.ends] for choice in question.choices}
    assert ends["wait"] == []
    words, cites = ends["storm"][0]
    assert words.endswith("and no way back. Siege turns given up: 6")
    assert cites == ("V1.6g",)


def test_a_choice_that_may_go_astray_says_where_it_may_strike():
    game = savannah({"mortars": "1907", "r60": "1905"}, phase="artillery fire", phasing="allied")
    question = question_of(context_of(game, "allied"))
    assert question is not None
    aim = next(choice for choice in question.choices if choice.action == "aim-mortars 1905")
    assert {each.place: each.value for each in aim.spread} == {
        "1905": 0.4,
        **dict.fromkeys(("1904", "2004", "2005", "1906", "1805", "1804"), 0.1),
    }
    hold = next(choice for choice in question.choices if choice.action == "hold-fire")
    assert hold.spread == ()
