"""U9.26, U3.9: what is asked about hidden units, and the records of forks, give nothing away."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.errors import UnknownName
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.server.views.context import context_of
from grognard.server.views.questions import why_not
from tests.marks import rule
from tests.victories.table import FAR, act, asked, begin, scene

HIDDEN = {"cs_lane": "2321", "cs_heth": "2321", "cs_walker": "2321", **FAR}
DUMMIES = {"dummies": True}


def told(game: Game, seat: str, action: str) -> tuple[str, str]:
    """The words of an action and of its refusal, as the server sends them."""
    (found,) = why_not(context_of(game, seat), action, "", "").refusals
    return found.words, found.reason


@rule("U9.26", "U14.1")
@pytest.mark.parametrize(("unit", "idle"), [("cs_lane", False), ("cs_skirmisher_1", True), ("cs_dummy_1", True)])
def test_the_words_of_an_attack_do_not_tell_where_a_hidden_unit_is(unit: str, idle: bool):
    """Games in which it stands elsewhere, or lies ready, answer alike; its owner knows, and so does who sees it."""
    places = ["2321", "2419", *([{"box": "available"}] if idle else [])]
    games = [scene({**HIDDEN, unit: place}, "us_cmd_couch", options=DUMMIES) for place in places]
    answers = {told(game, "Union", f"charge {unit} {mask}") for game in games for mask in (1, 63)}
    ((words, reason),) = answers
    assert words.endswith(" attacks enemies next to it")
    assert reason.endswith("is not yours, and you do not know where it is")
    assert [told(game, "CSA", f"charge {unit} 1")[0][-4:] for game in games[:2]] == ["2320", "2418"]
    seen = scene({**HIDDEN, unit: "2321", "us_candy": "2421"}, "us_cmd_slocum", options=DUMMIES)
    assert told(seen, "Union", f"charge {unit} 1")[0].endswith(" attacks 2320")


@rule("U9.26", "U12.4")
def test_the_words_of_fire_name_guns_to_who_fires_only():
    pieces = {"cs_walker": "2321", "us_candy": "2421", **FAR}
    game = scene(pieces, "cs_cmd_hill")
    act(game, "place-command 2321", "end-marches")
    game.play("CSA", game.rules.vocabulary.parse("shell 2421 troops"))
    assert asked(game) == "CSA Bombardments.fire"
    assert told(game, "Union", "fire-guns 1")[0] == "Fire: some of the guns"
    assert game.seat("CSA").said(game.rules.vocabulary.parse("fire-guns 1"))["guns"] == ("cs_walker",)
    assert game.seat(None).said(game.rules.vocabulary.parse("fire-guns 1"))["guns"] == "some of the guns"


@rule("U20.1", "U9.27")
@pytest.mark.parametrize("action", ["charge cs_dummy_1 1", "assign-box us_cmd_meade 9", "assign-box nobody 1", "add-bonus x"])
def test_what_makes_no_sense_is_refused_in_words(action: str):
    game = begin("campaign", dice=(6,), hypothetical=True, dummies=True)
    for seat in game.seats:
        words, reason = told(game, seat, action)
        assert words
        assert reason
        assert "{" not in words + reason


@rule("U9.26", "U9.27")
@pytest.mark.parametrize("what", ["counter", "reach", "contact", "nothing"])
def test_a_dummy_in_its_box_is_inspected_like_one_on_the_map(what: str):
    found = []
    for place in ("2321", {"box": "available"}):
        game = scene({**HIDDEN, "cs_dummy_1": place}, "us_cmd_couch", options=DUMMIES)
        for seat in ("Union", None):
            with pytest.raises(UnknownName) as refused:
                game.inspect(seat, what, "cs_dummy_1")
            found.append(str(refused.value))
    assert set(found) == {"There is no unit 'cs_dummy_1' of yours on the map to inspect."}
    assert game.inspect("CSA", "counter", "cs_dummy_1")


@rule("U9.26")
def test_nothing_is_told_of_fights_of_hidden_units():
    found = set()
    for place in ("2321", "2419"):
        game = scene({**HIDDEN, "cs_lane": place, "us_candy": "2421"}, "us_cmd_couch")
        for target in ("2421", "2320"):
            with pytest.raises(grognard.IllegalAction) as refused:
                grognard.forecast(game.seat("Union"), Fight("combat", ("cs_oneal",), (target,)))
            found.add(refused.value.reason.key)
    assert len(found) == 1


def fork(game: Game, seat: str) -> dict[str, Any]:
    """The position with which the record of a game set up from here begins, as a seat is given it."""
    again = grognard.setup(msgspec.json.decode(msgspec.json.encode(game.position())), seed=1)
    found: dict[str, Any] = again.record(seat)["position"]
    return found


@rule("U20.1")
def test_the_record_of_a_fork_does_not_show_the_enemys_boxes():
    game = begin("campaign", dice=(6,), hypothetical=True)
    while len(game.state.deployment) < 4:
        seat = game.actors[0]
        game.play(seat, game.actions(seat)[0])
    for seat in game.seats:
        assert {game.rules.commands[id].side for id in fork(game, seat)["deployment"]} == {seat}


@rule("U8.5")
def test_the_record_of_a_fork_does_not_count_what_is_being_chosen():
    counted = []
    for chosen in ((), ("put-in-cup cs_cmd_hill",)):
        game = scene({**HIDDEN, "us_candy": "0914"}, phase="formations")
        act(game, *chosen)
        counted.append(fork(game, "Union")["numbers"])
    assert counted[0] == counted[1]
    assert counted[0]["cup"]["CSA"] == 0
    act(game, "close-cup")
    assert fork(game, "Union")["numbers"]["cup"]["CSA"] > 0
