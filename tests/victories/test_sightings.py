"""U9.26: what a player can add up about hidden units, and games that are imagined within it."""

from __future__ import annotations

import pytest

import grognard
from grognard.testing.playing import Subject, moments
from grognard.testing.secrets import check_alike
from tests.battery.declared.shape import Disguise
from tests.battery.declared.victories import seen_by_the_enemy, swapped
from tests.marks import rule
from tests.victories.table import FAMILY, FAR, act, asked, begin, scene, until

HILL = "cs_cmd_hill"
PAIR = {"cs_lane": "4128", "cs_heth": "4128", "cs_doles": "4128"}


def sets(game, *units: str) -> list[set[str]]:
    """The hexes in which the Union must look for units."""
    labels = game.rules.board.grid.labels
    known = game.view("Union")["position"]["sightings"]
    return [{labels[h] for h in known[unit]} for unit in units]


@rule("U9.26")
def test_a_march_unseen_may_have_been_any_unit_of_the_formation():
    game = scene({**PAIR, **FAR}, HILL)
    act(game, "place-command 4128", "march-unit cs_lane", "march-to 4127")
    either = {"4128", "4127"}
    assert sets(game, "cs_lane", "cs_heth", "cs_doles") == [either, either, {"4128"}]  # Doles is of another division


@rule("U9.26")
def test_a_hex_left_empty_tells_where_all_went():
    game = scene({"cs_lane": "4128", "cs_heth": "4128", **FAR}, HILL)
    act(game, "place-command 4128", "march-unit cs_lane", "march-to 4127", "halt", "march-unit cs_heth", "march-to 4229")
    assert sets(game, "cs_lane", "cs_heth") == [{"4127", "4229"}] * 2


@rule("U9.26")
def test_who_is_seen_is_known_and_so_are_the_others():
    game = scene({"cs_lane": "2421", "cs_heth": "2421", "us_candy": "2221", **FAR}, HILL)
    act(game, "place-command 2421", "march-unit cs_lane", "march-to 2422", "halt")
    assert len(sets(game, "cs_heth")[0]) == 2
    assert game.can_undo("CSA")
    act(game, "march-unit cs_heth", "march-to 2321")
    assert not game.can_undo("CSA"), "the Union has seen who it is"
    seen = game.view("Union")["position"]
    assert seen["pieces"]["cs_heth"] == "2321"
    assert sets(game, "cs_lane") == [{"2422"}]


@rule("U9.26")
def test_imagined_units_are_where_they_may_be():
    game = scene({**PAIR, **FAR}, HILL)
    act(game, "place-command 4128", "march-unit cs_lane", "march-to 4127")
    found = set()
    for seed in range(20):
        imagined = grognard.imagine(game.view("Union"), seed)
        assert imagined.view("Union") == game.view("Union")
        pieces = imagined.position()["pieces"]
        assert pieces["cs_doles"] == "4128"
        found.add((pieces["cs_lane"], pieces["cs_heth"]))
    assert found == {("4127", "4128"), ("4128", "4127")}


def believed(game, seat: str, unit: str) -> object:
    """A hidden unit as it is imagined; the view that it was made from must agree."""
    imagined = grognard.imagine(game.view(seat), 5)
    assert imagined.view(seat) == game.view(seat)
    return imagined.position()["pieces"][unit]


@rule("U9.26", "U14.49")
def test_a_unit_that_was_seen_in_disorder_is_imagined_so():
    pieces = {"us_vongilsa": {"hex": "1512", "states": ["disorganised"], "step": 2}, "cs_lane": "1513", **FAR}
    game = scene(pieces, "us_cmd_howard", turn=10)
    act(game, "place-command 1512", "march-unit us_vongilsa", "march-to 1410", "halt")
    assert believed(game, "CSA", "us_vongilsa") == {"hex": "1410", "step": 2, "states": ["disorganised"]}
    until(game, "ChooseFormations.choose")  # a night has passed, and one may expect that it has rallied
    assert believed(game, "CSA", "us_vongilsa") == {"hex": "1410", "step": 2}


@rule("U9.26", "U12.11")
def test_disorder_out_of_sight_is_not_known():
    pieces = {"cs_walker": "1711", "us_vongilsa": "1512", "us_mclean": "1512", **FAR}
    game = scene(pieces, "cs_cmd_hill", dice=(4,))
    act(game, "place-command 1711", "end-marches", "shell 1512 troops", "no-works", "suffer us_mclean")
    assert game.piece("us_mclean").order == 1
    assert believed(game, "CSA", "us_mclean") == "1512"


@rule("U8.11", "U9.26")
def test_a_formation_that_was_drawn_is_imagined_to_have_acted():
    game = scene({**PAIR, **FAR}, HILL, "us_independent", dice=(0,))
    assert not grognard.imagine(game.view("Union"), 3).state.acted  # type: ignore[attr-defined]
    act(game, "place-command 4128", "end-marches")
    assert asked(game) == "Union Activation.place"
    imagined = grognard.imagine(game.view("Union"), 3)
    assert imagined.state.acted == {"cs_lane", "cs_heth"}  # type: ignore[attr-defined]
    assert imagined.view("Union") == game.view("Union")


@rule("U9.26")
def test_at_the_start_all_know_where_everybody_stands():
    game = begin("chancellorsville")
    imagined = grognard.imagine(game.view("CSA"), 3)
    assert imagined.position()["pieces"] == game.position()["pieces"]


@rule("U9.26", "U3.9")
@pytest.mark.parametrize(("owner", "one", "other"), [("Union", "us_barnes", "us_mcquade"), ("CSA", "cs_oneal", "cs_colquitt")])
def test_two_brigades_of_a_stack_cannot_be_told_apart(owner: str, one: str, other: str):
    """Two games in which they have each other's part look alike to the enemy, and to who looks on, until one is seen."""
    subject, pair = Subject(grognard.find(f"{FAMILY}/campaign"), {}), Disguise(owner, one, other)
    game, twin = subject.new(63), subject.new(63)
    marched = 0
    for moment in moments(game, 63, "random"):
        if seen_by_the_enemy(game, pair) or moment.number > 250:
            break
        if moment.number % 12 == 0:
            check_alike((game, twin), None, *(seat for seat in game.seats if seat != owner))
        own = moment.seat == owner
        marched += own and str(moment.action).startswith(("march-to", "march-unit"))
        twin.play(moment.seat, swapped(game.rules, pair, moment.action) if own else moment.action)  # type: ignore[arg-type]
    assert moment.number > 60
    assert marched
    check_alike((game, twin), None, *(seat for seat in game.seats if seat != owner))
