"""What every move brings with it, by whatever rule units move: moved units, places held, demoralised enemies that leave."""

from typing import Any

import pytest

from grognard.games.chancellorsville.victories.events import BrokeContact, RetreatedTo
from grognard.games.chancellorsville.victories.state import Campaign
from tests.marks import rule
from tests.victories.table import FAR, act, asked, attack, happened, may, offered, scene, until, verdict, where

HILL, RODES = "cs_cmd_hill", "cs_cmd_rodes"
SIXES = {"rule_of_six": True}
OUT_OF_1512 = {"cs_lane": "1513", "cs_pender": "1513", "cs_thomas": "1411", "cs_mcgowan": "1612", "us_vongilsa": "1512"}
"""Von Gilsa has to retreat to 1511 or 1611, both next to the enemy and to 1610."""


def driven_back(others: dict[str, Any], **fields: Any) -> Campaign:
    """Von Gilsa is attacked out of 1513, and a six forces him to retreat."""
    game = scene({**OUT_OF_1512, **others, **FAR}, HILL, dice=(6, 1, 1, 1, 1, 1, 1, 1, 1), options=SIXES, **fields)
    act(game, "place-command 1513", "end-marches")
    attack(game, "1513", "1512")
    until(game, "Combat.attacker_sixes")
    act(game, "force-retreat")
    until(game, "Union Retreat.go")
    assert offered(game, "retreat-to") == {"1511", "1611"}
    act(game, "retreat-to 1511")
    return game


def winner(game: Campaign) -> str | None:
    return game.over.winner if game.over else None


@rule("U14.53", "U14.51", "U14.42")
@pytest.mark.parametrize(("order", "leaves"), [("demoralised", True), ("disorganised", False)])
def test_the_demoralised_leave_who_retreats_beside_them(order: str, leaves: bool):
    game = driven_back({"cs_heth": {"hex": "1610", "states": [order]}})
    until(game, "Combat.advance")
    assert (where(game, "cs_heth") == "1610") is not leaves
    fled = [event.cites for event in happened(game, RetreatedTo) if event.army == "CSA"]
    assert set(fled) == ({"U14.53"} if leaves else set())
    assert not leaves or not game.next_to_enemy("CSA", game.piece("cs_heth").hex)


@rule("U14.53")
def test_the_demoralised_stay_where_nobody_comes_next_to_them():
    game = driven_back({"cs_heth": {"hex": "1712", "states": ["demoralised"]}})
    assert not asked(game).startswith("CSA Retreat")
    assert where(game, "cs_heth") == "1712"


@rule("U14.53", "U14.43")
def test_two_that_are_demoralised_drive_each_other_apart():
    """Von Gilsa is demoralised as he leaves his works: he may not stay beside Heth, nor Heth beside him."""
    pieces = {**OUT_OF_1512, "us_vongilsa": {"hex": "1512", "states": ["disorganised"]}}
    game = driven_back({**pieces, "cs_heth": {"hex": "1610", "states": ["demoralised"]}}, works={"1512": "Union"})
    until(game, "ChooseFormations.choose")
    for army, unit in (("Union", "us_vongilsa"), ("CSA", "cs_heth")):
        piece = game.piece(unit)
        assert piece.order == 2
        assert not piece.hex or not game.next_to_enemy(army, piece.hex)


@rule("U20.5", "U14.53")
def test_the_demoralised_leave_who_arrives_beside_them():
    beside = {"us_kane": {"hex": "4327", "states": ["demoralised"]}, "us_ross": "4327"}
    hood = {"cs_law": {"box": "waiting"}}
    game = scene({**hood, **beside, **FAR}, phase="arrivals", turn=6, dice=(6,), options={"longstreet": True})
    act(game, "place-reinforcement 4328")
    assert where(game, "cs_law") == "4328"
    until(game, "ChooseFormations.choose")
    assert where(game, "us_ross") == "4327"
    assert where(game, "us_kane") != "4327"


# ---------------------------------------------------------------- who has moved


MOVED = ("builders-have-not-moved", "U11.4")


@rule("U11.4", "U9.7", "U14.47")
@pytest.mark.parametrize(
    ("answer", "said"), [("break-away 3320 3420", ("builders-have-not-moved", "U11.4")), ("stand-ground", ())]
)
def test_who_broke_contact_this_turn_builds_no_pontoon(answer: str, said: tuple[str, ...]):
    """Zook breaks contact to 3420, or stands there all the time."""
    start, come, near = ("3320", "3221", "3220") if said else ("3420", "3322", "3321")
    pieces = {"cs_lane": come, "us_zook": start, **FAR}
    game = scene(pieces, HILL, "us_cmd_couch", dice=(0,), in_hand={"Union": 1})
    act(game, f"place-command {come}", "march-unit cs_lane", f"march-to {near}")
    assert asked(game) == "Union Contact.react"
    act(game, answer)
    until(game, "Union Activation.place")
    assert game.state.moved == frozenset(), "that was another activation"
    act(game, f"place-command {where(game, 'us_zook')}")
    assert where(game, "us_zook") == "3420"
    assert verdict(game, "bridge us_zook 3321") == said


@rule("U11.4")
def test_on_the_next_turn_who_moved_may_build():
    game = scene({"us_zook": "3420", **FAR}, "us_cmd_couch", in_hand={"Union": 1}, moved_this_turn=["us_zook"])
    act(game, "place-command 3420")
    assert verdict(game, "bridge us_zook 3321") == MOVED
    act(game, "end-marches")
    assert game.state.turn == 8
    assert game.state.moved_this_turn == frozenset()


@rule("U14.47", "U5.5")
@pytest.mark.parametrize("surplus", ["us_zook", "us_brooke"])
def test_who_is_moved_aside_does_not_rest(surplus: str):
    stack = {f"us_{name}": "3419" for name in ("zook", "brooke", "caldwell", "meagher")}
    stack["us_sully"] = "3419"
    tired = {"us_zook": {"hex": "3419", "states": ["disorganised"]}}
    game = scene({**stack, **tired, **FAR}, "us_cmd_couch")
    act(game, "place-command 3419", "end-marches")
    until(game, "Unstacking.choose")
    act(game, f"surplus {surplus}")
    until(game, "ChooseFormations.choose")
    assert where(game, surplus) != "3419"
    assert (game.piece("us_zook").order == 0) is (surplus != "us_zook")


# ---------------------------------------------------------------- who holds a place


@rule("U19.16", "U9.7")
@pytest.mark.parametrize(("goal", "won"), [("2321", True), ("2421", False)])
def test_breaking_contact_into_a_place_holds_it(goal: str, won: bool):
    pieces = {"cs_lane": "2221", "cs_oneal": "2420", "us_barnes": "2618", "us_candy": "2718"}
    game = scene(pieces, "us_cmd_meade", turn=17, scenario="chancellorsville")
    act(game, "place-command 2618", "march-unit us_barnes", "march-to 2520")
    act(game, f"break-away 2420 {goal}")
    assert len(happened(game, BrokeContact)) == 1
    assert (winner(game) == "CSA") is won


@rule("U19.16", "U14.41")
@pytest.mark.parametrize(("goal", "won"), [("2321", True), ("2421", False)])
def test_retreating_into_a_place_holds_it(goal: str, won: bool):
    pieces = {"cs_lane": "2221", "cs_oneal": "2420", "us_barnes": "2520", "us_mcquade": "2520", "us_candy": "2718"}
    game = scene(pieces, "us_cmd_meade", turn=17, scenario="chancellorsville", options=SIXES, dice=(6, 1, 1, 1, 1, 1))
    act(game, "place-command 2520", "end-marches")
    attack(game, "2520", "2420")
    until(game, "Combat.attacker_sixes")
    act(game, "force-retreat")
    until(game, "CSA Retreat.go")
    assert may(game, f"retreat-to {goal}")
    act(game, f"retreat-to {goal}")
    assert (winner(game) == "CSA") is won


@rule("U19.16", "U14.54")
@pytest.mark.parametrize("advances", [True, False])
def test_advancing_into_a_place_holds_it(advances: bool):
    pieces = {"cs_lane": "2221", "cs_oneal": "2420", "cs_doles": "2420", "us_skirmisher_1": "2321", "us_candy": "2718"}
    game = scene(pieces, RODES, turn=17, scenario="chancellorsville", dice=(6,) * 6 + (1,))
    act(game, "place-command 2420", "end-marches")
    attack(game, "2420", "2321")
    until(game, "Combat.advance")
    assert winner(game) is None
    act(game, *(("advance-into 2321", "advance-unit cs_oneal") if advances else ("stop-advance",)))
    assert (winner(game) == "CSA") is advances


@rule("U19.16", "U13.4")
@pytest.mark.parametrize(("goal", "won"), [("2321", True), ("2421", False)])
def test_skirmishers_hold_a_place(goal: str, won: bool):
    pieces = {"cs_lane": "2221", "cs_oneal": "2420", "us_barnes": "2718"}
    game = scene(pieces, RODES, turn=17, scenario="chancellorsville")
    act(game, "place-command 2420", "send-skirmishers cs_oneal", f"skirmishers-to {goal}")
    assert (winner(game) == "CSA") is won
