"""U9.26: what a player can add up about hidden units, and games that are imagined within it."""

from __future__ import annotations

import pytest

import grognard
from tests.battery.declared.shape import Disguise
from tests.battery.declared.victories import seen_by_the_enemy, swapped
from tests.battery.play import Subject, moments
from tests.battery.test_secrets import check_alike
from tests.marks import rule
from tests.victories.table import FAMILY, FAR, act, begin, scene

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
    act(game, "march-unit cs_heth", "march-to 2321")
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
