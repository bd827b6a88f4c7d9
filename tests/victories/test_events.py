"""Chapter 17 and the events of the scenarios; what is hidden from the enemy."""

from typing import Any

import pytest

import grognard
from grognard.core.orders import SPARE, ordered
from grognard.core.rules import Rules
from grognard.games.chancellorsville.victories.events import (
    ActivationPassed,
    DiceCounted,
    EventPlayed,
    ReinforcementPlaced,
    StackMarched,
)
from tests.marks import rule
from tests.victories.table import (
    FAR,
    act,
    asked,
    attack,
    begin,
    finish_combat,
    happened,
    may,
    offered,
    refused,
    scene,
    spent,
    until,
    where,
)

HILL, RODES = "cs_cmd_hill", "cs_cmd_rodes"
EVENTS = {"events": True}


def held(army: str, *events: str) -> dict[str, Any]:
    """The fields of a position in which an army holds these events."""
    return {"hands": {army: list(events)}, "options": EVENTS, "event_cups": {"Union": [], "CSA": []}}


def dice_of(game, army: str) -> int:
    return next(event.dice for event in reversed(happened(game, DiceCounted)) if event.army == army)


# ---------------------------------------------------------------- hands and cups


@rule("U4.2", "U17.1")
def test_three_events_at_the_start():
    game = begin("campaign", dice=(0, 0, 0, 0, 0, 0, 6), events=True)
    assert {army: len(hand) for army, hand in game.state.hands.items()} == {"Union": 3, "CSA": 3}
    assert {army: len(cup) for army, cup in game.state.event_cups.items()} == {"Union": 7, "CSA": 7}
    mine = game.view("CSA")["position"]
    assert list(mine["hands"]) == ["CSA"]
    assert mine["numbers"]["hands"] == {"Union": 3, "CSA": 3}
    assert "hands" not in game.view(None)["position"]


@rule("U6.10", "U17.1")
def test_one_event_each_night():
    cups = {"Union": ["last-effort", "steady-defense"], "CSA": []}
    game = scene(dict(FAR), phase="night", turn=10, dice=(1,), options=EVENTS, event_cups=cups)
    until(game, "ChooseFormations.choose")
    assert game.state.hands == {"Union": ("steady-defense",)}
    assert game.state.event_cups == {"Union": ("last-effort",), "CSA": ()}


@rule("U17.1", "U3.9")
def test_events_in_hand_and_cup_are_known_to_their_owner_only():
    fields: dict[str, Any] = {"event_cups": {"CSA": ["rebel-yell"], "Union": ["last-effort"]}, "hands": {"CSA": ["csa-bridge"]}}
    game = scene({"cs_lane": "2321", **FAR}, HILL, options=EVENTS, **fields)
    own, enemy = game.view("CSA")["position"], game.view("Union")["position"]
    assert (own["event_cups"], own["hands"]) == ({"CSA": ["rebel-yell"]}, {"CSA": ["csa-bridge"]})
    assert (enemy["event_cups"], "hands" in enemy) == ({"Union": ["last-effort"]}, False)
    assert enemy["numbers"]["hands"] == {"Union": 0, "CSA": 1}


@rule("U17.2")
def test_an_event_instead_of_an_activation():
    cups = {"Union": [], "CSA": ["rebel-yell"]}
    game = scene({"cs_warren": "2321", **FAR}, "cs_cmd_colston", dice=(0,), options=EVENTS, event_cups=cups)
    act(game, "draw-event")
    assert game.state.hands == {"CSA": ("rebel-yell",)}
    assert game.state.turn == 8
    game = scene({"cs_warren": "2321", **FAR}, "cs_lee", boxes={"cs_lee": ["cs_cmd_colston"]}, options=EVENTS, event_cups=cups)
    assert refused(game, "draw-event").key == "no-event-to-draw"


@rule("U17.3", "U17.1")
def test_two_events_a_turn():
    fields = held("CSA", "unknown-paths")
    game = scene({"cs_lane": "2321", **FAR}, HILL, played={"CSA": 2}, **fields)
    act(game, "place-command 2321")
    assert refused(game, "play-event-for unknown-paths cs_cmd_hill").key == "two-events-a-turn"
    assert refused(game, "play-event csa-bridge").key == "event-not-in-hand"


@rule("U17.4")
def test_some_events_return_to_the_cup_and_others_are_gone():
    game = scene({"cs_lane": "2321", **FAR}, HILL, **held("CSA", "unknown-paths", "csa-bridge"))
    act(game, "place-command 2321", "play-event-for unknown-paths cs_cmd_hill", "play-event csa-bridge")
    assert game.state.event_cups["CSA"] == ("unknown-paths",)
    assert game.state.hands["CSA"] == ()
    assert [event.name for event in happened(game, EventPlayed)] == ["Unknown Paths", "CSA Bridge"]


# ---------------------------------------------------------------- the events


@rule("U17.5", "U14.55", "U9.14", "U6.11")
def test_a_night_attack():
    pieces = {"cs_doles": "1410", "cs_oneal": "1410", "us_candy": "1512", "us_kane": "1512", **FAR}
    game = scene(pieces, RODES, dice=(1, 1, 1, 1), turn=15, **held("CSA", "night-attack"))
    act(game, "place-command 1410", "play-event-for night-attack cs_cmd_rodes", "march-stack 1410", "march-to 1411")
    assert asked(game) == "CSA March.go"  # contact cannot be broken at night
    assert spent(game) == 1  # an open hex next to the enemy costs 1 in all
    act(game, "halt")
    until(game, "Declaration.declare")
    attack(game, "1411", "1512")
    assert asked(game).split()[1] not in ("Combat.skirmish", "Combat.dig")
    game = scene(pieces, RODES, turn=15)
    act(game, "place-command 1410", "march-stack 1410")
    assert refused(game, "march-to 1411").key == "too-near-the-enemy"
    game = scene(pieces, RODES, turn=14)
    act(game, "place-command 1410", "march-stack 1410", "march-to 1411")
    assert asked(game) == "Union Contact.react", "by day contact is broken"


@rule("U14.55", "U17.5", "U6.12")
def test_under_a_superior_only_the_formation_of_the_event_attacks_by_night():
    pieces = {"cs_doles": "1410", "cs_lane": "1410", "us_candy": "1512", **FAR}
    boxes = {"cs_jackson": ["cs_cmd_rodes", "cs_cmd_hill"]}
    for unit, able in (("cs_doles", True), ("cs_lane", False)):
        game = scene(pieces, "cs_jackson", turn=15, boxes=boxes, **held("CSA", "night-attack"))
        act(game, "place-command 1410", "play-event-for night-attack cs_cmd_rodes", f"march-unit {unit}")
        assert may(game, "march-to 1411") is able
    game = scene(pieces, "cs_jackson", turn=15, boxes=boxes, **held("CSA", "night-attack"))
    act(game, "place-command 1410", "play-event-for night-attack cs_cmd_rodes", "march-stack 1410")
    assert refused(game, "march-to 1411").cites == ("U6.12",), "both together keep away"


@rule("U14.55", "U9.5")
def test_by_night_a_town_next_to_the_enemy_costs_the_point_of_contact():
    """Fredericksburg, with the enemy on the other bank: half a point of major road, and one; an open hex only the road."""
    game = scene({"cs_doles": "4123", "us_candy": "4121", **FAR}, RODES, turn=15, **held("CSA", "night-attack"))
    act(game, "place-command 4123", "play-event-for night-attack cs_cmd_rodes", "march-unit cs_doles", "march-to 4122")
    assert spent(game) == 1.5


@rule("U17.15")
def test_the_union_attacks_by_night():
    pieces = {"us_candy": "1410", "cs_lane": "1512", **FAR}
    game = scene(pieces, "us_cmd_slocum", turn=10, **held("Union", "night-attack"))
    act(game, "place-command 1410", "play-event-for night-attack us_cmd_slocum", "march-unit us_candy")
    assert may(game, "march-to 1411")


@rule("U17.6", "U17.16")
def test_a_depot_supplies_what_is_within_four_hexes():
    for army, unit, event in (("CSA", "cs_lane", "supply-depot"), ("Union", "us_candy", "supply-wagons")):
        home = "4608" if army == "CSA" else "2433"
        for place, marked in ((home, False), (None, True)):
            supplied = {"cs_oneal": "2640", "us_kane": "4701"}
            game = scene({unit: home, **supplied, **FAR}, phase="night", turn=10, dice=(0,), **held(army, event))
            until(game, "DepotCheck.offer")
            while not asked(game).startswith(army):
                act(game, "no-event")
            rules, hexes = game.rules, {text.split()[1] for text in offered(game, "play-event-at")}
            assert {rules.board.grid.distance(rules.board.hex(home), rules.board.hex(hex)) for hex in hexes} == set(range(5))
            act(game, f"play-event-at {event} {place}" if place else "no-event")
            assert game.piece(unit).unsupplied is marked


@rule("U17.8", "U14.1")
def test_demons_out_of_the_earth():
    pieces = {"cs_oneal": "1611", "cs_doles": "1413", "us_candy": "1610", "us_kane": "1512", **FAR}
    game = scene(pieces, RODES, dice=(1, 1, 1, 1, 1, 1, 1, 1, 1), **held("CSA", "demons-out-of-the-earth"))
    act(game, "place-command 1611", "end-marches")
    attack(game, "1611", "1610", "1512")
    finish_combat(game)
    until(game, "Activation.demons")
    act(game, "play-event-at demons-out-of-the-earth 1611")
    assert asked(game) == "CSA Declaration.declare"
    assert {text.split()[0] for text in offered(game, "charge")} == {"cs_oneal"}


@rule("U17.8", "U6.11")
def test_demons_need_a_fight_by_night():
    pieces = {"cs_oneal": "1611", "us_candy": "1610", **FAR}
    game = scene(pieces, RODES, turn=15, **held("CSA", "demons-out-of-the-earth"))
    act(game, "place-command 1611", "end-marches")
    assert not asked(game).endswith("Activation.demons")
    game = scene(pieces, RODES, turn=14, **held("CSA", "demons-out-of-the-earth"))
    act(game, "place-command 1611", "end-marches", "end-declaring")
    assert asked(game).endswith("Activation.demons")


@rule("U17.8")
def test_who_might_hold_demons_is_asked_and_plays_them_only_from_the_hand():
    pieces = {"cs_oneal": "1611", "us_candy": "1610", **FAR}
    cups = {"CSA": ["demons-out-of-the-earth"], "Union": ["last-effort"]}
    game = scene(pieces, RODES, options=EVENTS, event_cups=cups, hands={})
    act(game, "place-command 1611", "end-marches", "end-declaring")
    assert asked(game) == "CSA Activation.demons"
    assert offered(game, "play-event-at") == set()


@rule("U17.9", "U14.31", "U19.6")
def test_rebel_yell():
    game = begin("lee-moves")
    assert game.state.hands == {"CSA": ("rebel-yell",)}
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511", "us_candy": "1512", **FAR}
    game = scene(pieces, HILL, dice=(1,) * 12, **held("CSA", "rebel-yell"))
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    act(game, "no-skirmishers", "no-works", "play-event rebel-yell")
    assert dice_of(game, "CSA") == 5  # 12 against 4: 3 + 1, and one more
    labels = {event.army: [modifier.label for modifier in event.modifiers] for event in happened(game, DiceCounted)}
    assert labels == {"CSA": ["dice-by-ratio", "event-die"], "Union": ["dice-by-ratio"]}
    assert happened(game, DiceCounted)[0].modifiers[-1].cites == "U17.9"
    decision = game.decision("CSA")
    assert decision is not None
    assert decision.args == {"points": 2}
    # U14.31: in woods the limit comes last
    pieces = {"cs_pender": "1611", "cs_lane": "1611", "cs_mcgowan": "1611", "us_candy": "1711", **FAR}
    game = scene(pieces, HILL, dice=(1,) * 12, **held("CSA", "rebel-yell"))
    act(game, "place-command 1611", "end-marches")
    attack(game, "1611", "1711")
    act(game, "no-skirmishers", "no-works", "play-event rebel-yell")
    assert dice_of(game, "CSA") == 4


@rule("U17.10")
def test_unknown_paths():
    game = scene({"cs_lane": "1514", **FAR}, HILL, **held("CSA", "unknown-paths"))
    act(game, "place-command 1514", "play-event-for unknown-paths cs_cmd_hill", "march-unit cs_lane", "march-to 1614")
    assert happened(game, StackMarched)[-1].spent == 1
    boxes = {"cs_jackson": ["cs_cmd_rodes", "cs_cmd_hill"]}
    for march, cost in (("march-unit cs_lane", 1), ("march-unit cs_oneal", 2), ("march-stack 1514", 2)):
        game = scene({"cs_lane": "1514", "cs_oneal": "1514", **FAR}, "cs_jackson", boxes=boxes, **held("CSA", "unknown-paths"))
        act(game, "place-command 1514", "play-event-for unknown-paths cs_cmd_hill", march, "march-to 1614")
        assert happened(game, StackMarched)[-1].spent == cost, "the other division does not know them"
    game = scene(
        {"cs_lane": "1514", "cs_skirmisher_1": "1514", **FAR}, "cs_jackson", boxes=boxes, **held("CSA", "unknown-paths")
    )
    act(game, "place-command 1514", "play-event-for unknown-paths cs_cmd_hill", "march-stack 1514", "march-to 1614")
    assert happened(game, StackMarched)[-1].spent == 1, "skirmishers go with their brigade"


@rule("U17.11")
def test_alexanders_artillery():
    pieces = {"cs_walker": "1612", "cs_alexander": "1611", "us_candy": "1512", **FAR}
    game = scene(pieces, HILL, dice=(4,), **held("CSA", "alexanders-artillery"))
    act(game, "place-command 1611")
    places = {text.split()[1] for text in offered(game, "play-event-at")}
    assert {"1612", "1611", "1613", "1711"} < places, "on or next to guns"
    assert not {"1810", "0140"} & places
    distant = {"cs_walker": "1612", "cs_alexander": "1511", "us_candy": "1512", **FAR}
    for place, value in (("1612", 0), ("1611", 1)):  # 1511 is two hexes from 1612
        game = scene(distant, HILL, effects={"alexanders-artillery": place})
        found = game.rules.bombardment_modifiers(game, "CSA", game.rules.board.hex("1512"), ("cs_walker", "cs_alexander"))
        assert sum(modifier.value for modifier in found if modifier.cites == "U17.11") == value
    game = scene(pieces, HILL, dice=(4,), **held("CSA", "alexanders-artillery"))
    act(game, "place-command 1611", "take-along cs_alexander", "play-event-at alexanders-artillery 1612", "end-marches")
    act(game, "shell 1512 troops", "fire-guns 3", "no-works", "suffer us_candy")
    assert game.piece("us_candy").step == 1  # 5 factors, 4 + 1 + 1: 1DIS
    assert game.piece("us_candy").order == 1


@rule("U17.12", "U19.11")
def test_jackson_attacks():
    assert set(begin("jackson-attack").state.hands["CSA"]) == {
        "jackson-attacks",
        "demons-out-of-the-earth",
        "night-attack",
        "rebel-yell",
    }
    boxes = {"cs_jackson": ["cs_cmd_rodes"]}
    fields = held("CSA", "jackson-attacks")
    for die, gone in ((5, True), (4, False)):
        game = scene({"cs_oneal": "2321", **FAR}, "cs_jackson", dice=(die,), boxes=boxes, **fields)
        act(game, "play-event jackson-attacks", "place-command 2321", "march-unit cs_oneal", "march-to 3723")
        assert happened(game, StackMarched)[-1].spent == 7
        until(game, "ChooseFormations.choose")
        assert game.state.wounded == (frozenset({"cs_jackson"}) if gone else frozenset())
    pieces = {"cs_oneal": "1511", "us_candy": "1512", **FAR}
    game = scene(pieces, "cs_jackson", dice=(1,) * 8, boxes=boxes, **fields)
    act(game, "play-event jackson-attacks", "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    finish_combat(game)
    assert dice_of(game, "CSA") == 3  # 4 against 4: 1 + 1, and one more
    assert [m.label for m in happened(game, DiceCounted)[0].modifiers] == ["dice-by-ratio", "event-die"]
    game = scene(pieces, "cs_jackson", dice=(1,) * 8, boxes=boxes, **fields)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    finish_combat(game)
    assert dice_of(game, "CSA") == 2, "the event is still in hand"
    assert [m.label for m in happened(game, DiceCounted)[0].modifiers] == ["dice-by-ratio"]
    assert happened(game, StackMarched) == []


@rule("U17.13", "U11.16")
def test_the_confederate_pontoon():
    game = scene({"cs_wilcox": "3321", **FAR}, "cs_cmd_anderson", **held("CSA", "csa-bridge"))
    act(game, "place-command 3321")
    assert refused(game, "bridge cs_wilcox 3420").key == "no-pontoon-in-hand"
    act(game, "play-event csa-bridge", "bridge cs_wilcox 3420")
    assert game.state.pontoons == {"3321-3420": "CSA"}


@rule("U17.19", "U19.19")
def test_last_effort():
    assert begin("salem-church").state.hands == {"CSA": ("rebel-yell",), "Union": ("last-effort", "yankee-veterans")}
    pieces = {
        "us_grant": {"hex": "4124", "states": ["disorganised"]},
        "us_neill": {"hex": "4123", "states": ["demoralised", "out of supply"]},
        "us_brown": {"hex": "4224", "states": ["disorganised"]},
        "cs_hoke": "4328",
    }
    fields: dict[str, Any] = {"hands": {"Union": ["last-effort"]}, "scenario": "salem-church", "turn": 18}
    game = scene(pieces, "us_cmd_sedgwick", **fields)
    act(game, "place-command 4124", "play-event-at last-effort 4124")
    assert [game.piece(f"us_{name}").order for name in ("grant", "neill", "brown")] == [0, 1, 0]
    game = scene(
        {"us_grant": "4124", "us_neill": "4327", "us_shaler": {"hex": "4327", "states": ["disorganised"]}},
        "us_cmd_sedgwick",
        **fields,
    )
    act(game, "place-command 4327")
    assert "4124" not in {text.split()[1] for text in offered(game, "play-event-at")}, "it would help nobody there"
    game = scene({"us_grant": "4124"}, "us_cmd_sedgwick", **fields)
    act(game, "place-command 4124")
    assert offered(game, "play-event-at") == set()
    game = scene(pieces, "us_cmd_sedgwick", **fields)
    act(game, "place-command 4124", "play-event-at last-effort 4022")
    assert [game.piece(f"us_{name}").order for name in ("grant", "neill", "brown")] == [1, 1, 1]


@rule("U17.20", "U17.21", "U19.15")
def test_events_of_defence():
    assert begin("chancellorsville").state.hands == {"CSA": ("demons-out-of-the-earth", "rebel-yell")}
    pieces = {"cs_pender": "1511", "us_candy": "1512", **FAR}
    for event in ("steady-defense", "yankee-veterans"):
        game = scene(pieces, HILL, dice=(1,) * 8, **held("Union", event))
        act(game, "place-command 1511", "end-marches")
        attack(game, "1511", "1512")
        act(game, "no-skirmishers", "no-works", f"play-event {event}")
        assert dice_of(game, "Union") == 3


@rule("U17.3", "U17.20", "U17.21", "U14.31")
def test_two_events_may_be_played_in_one_combat():
    fields = held("Union", "steady-defense", "yankee-veterans")
    game = scene({"cs_pender": "1511", "us_candy": "1512", **FAR}, HILL, dice=(1,) * 8, **fields)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    act(game, "no-skirmishers", "no-works", "play-event steady-defense", "play-event yankee-veterans")
    assert dice_of(game, "Union") == 4  # 4 against 4: 1 + 1, and two more
    modifiers = happened(game, DiceCounted)[1].modifiers
    assert [(modifier.value, modifier.cites) for modifier in modifiers[-2:]] == [(1, "U17.20"), (1, "U17.21")]
    until(game, "Combat.defender_adds")
    decision = game.decision("Union")
    assert decision is not None
    assert decision.args == {"points": 2}
    assert game.state.played == {"Union": 2}


@rule("U17.21")
def test_veterans_attack_too():
    pieces = {"us_candy": "1511", "us_kane": "1511", "cs_lane": "1512", **FAR}
    game = scene(pieces, "us_cmd_slocum", dice=(1,) * 8, **held("Union", "yankee-veterans", "steady-defense"))
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    act(game, "no-skirmishers", "no-works")
    assert offered(game, "play-event") == {"yankee-veterans"}


@rule("U17.23")
def test_a_great_offensive():
    pieces = {"us_candy": "2321", **FAR}
    fields = held("Union", "great-offensive")
    game = scene(pieces, phase="formations", turn=8, last_used={"us_hooker": 7}, **fields)
    act(game, "close-cup")
    assert offered(game, "play-event") == {"great-offensive"}
    assert not offered(game, "play-event-for")  # that is another event
    assert refused(game, "entrust us_cmd_slocum us_hooker").key == "every-other-turn"
    act(game, "play-event great-offensive", "entrust us_cmd_slocum us_hooker")
    assert game.state.boxes == {"us_hooker": ("us_cmd_slocum",)}
    game = scene(pieces, phase="formations", turn=8, last_used={"us_hooker": 6}, **fields)
    act(game, "close-cup")
    assert refused(game, "play-event great-offensive").cites == ("U17.23",)  # it would be wasted


@rule("U17.24", "U18.5", "U18.9")
def test_corps_released():
    pieces = {"us_brown": "4325", "us_phelps": "4426", **FAR}
    fields = held("Union", "corps-released")
    game = scene(pieces, phase="formations", turn=3, **fields)
    act(game, "close-cup", "play-event-for corps-released us_cmd_sedgwick")
    assert game.state.released == {"VI", "Gibbon"}
    assert may(game, "put-in-cup us_cmd_sedgwick")
    game = scene(pieces, phase="formations", turn=3, **fields)
    act(game, "close-cup", "play-event-for corps-released us_cmd_reynolds")
    assert refused(game, "put-in-cup us_cmd_sedgwick").key == "still-held-back"
    assert game.state.released == {"I"}
    game = scene({**pieces, "us_davis": "1815"}, phase="formations", turn=12, **fields)
    act(game, "close-cup", "play-event corps-released")
    assert not game.rules.kept_north(game, game.piece("us_davis"))
    for released, left in (([], True), (["cavalry"], False)):
        game = scene(pieces, phase="formations", turn=12, released=released, **fields)
        act(game, "close-cup")
        assert may(game, "play-event corps-released") is left


@rule("U17.7", "U17.17")
def test_a_brigade_regroups():
    pieces = {"cs_doles": {"box": "lost"}, "cs_oneal": "2321", "us_candy": "2523", "us_devin": "0101"}
    game = scene(pieces, RODES, **held("CSA", "brigade-regroup"))
    act(game, "place-command 2321", "play-event brigade-regroup")
    assert asked(game) == "CSA Regroup.place"
    places = offered(game, "place-reinforcement")
    assert "2321" in places
    assert not any(game.next_to_enemy("CSA", game.rules.board.hex(hex)) for hex in places)
    act(game, "place-reinforcement 2321")
    assert (where(game, "cs_doles"), game.piece("cs_doles").step) == ("2321", 1)
    assert happened(game, ReinforcementPlaced) == [ReinforcementPlaced("CSA", "cs_doles", "2321")]
    assert game.lost_points("CSA") == 0
    pieces = {"us_hall": {"box": "lost"}, "us_sully": "4019", "us_zook": "3420", "us_candy": "4019", **FAR}
    game = scene(pieces, "us_cmd_slocum", turn=14, **held("Union", "brigade-regroup"))
    act(game, "place-command 4019", "play-event brigade-regroup")
    assert "3420" not in offered(game, "place-reinforcement")  # Hancock's division, not Gibbon's
    corps = {"us_hall": {"box": "lost"}, "us_zook": "3420", "us_candy": "4019", **FAR}
    game = scene(corps, "us_cmd_slocum", turn=14, **held("Union", "brigade-regroup"))
    act(game, "place-command 4019", "play-event brigade-regroup")
    places = offered(game, "place-reinforcement")
    assert "3420" in places, "without his division, Second Corps"
    assert "4019" not in places, "Candy is of the Twelfth"
    full = {f"us_{name}": "4019" for name in ("kane", "ross")}
    game = scene({**pieces, **full}, "us_cmd_slocum", turn=14, **held("Union", "brigade-regroup"))
    act(game, "place-command 4019", "play-event brigade-regroup")
    assert "4019" not in offered(game, "place-reinforcement"), "four units at most"


@rule("U17.7", "U17.17")
@pytest.mark.parametrize(
    ("army", "lost", "friend", "able"),
    [
        ("CSA", ("cs_doles", "cs_heth", "cs_pender"), "cs_lane", {"cs_heth", "cs_pender"}),  # nobody of Rodes is left
        ("CSA", ("cs_doles", "cs_nelson", "cs_heth"), "cs_lane", {"cs_nelson", "cs_heth"}),
        ("CSA", ("cs_doles",), "cs_lane", set()),
        ("Union", ("us_hall", "us_ross", "us_kane"), "us_candy", {"us_ross", "us_kane"}),
        ("Union", ("us_hall", "us_nylight"), "us_candy", set()),  # reserves stay north of the river (U18.6)
    ],
)
def test_only_units_with_a_place_to_return_to_regroup(army: str, lost: tuple[str, ...], friend: str, able: set[str]):
    command = HILL if army == "CSA" else "us_cmd_slocum"
    game = scene({**{id: {"box": "lost"} for id in lost}, friend: "2321", **FAR}, command, **held(army, "brigade-regroup"))
    act(game, "place-command 2321")
    assert may(game, "play-event brigade-regroup") is bool(able)
    if able:
        act(game, "play-event brigade-regroup")
        assert offered(game, "restore") == able


@rule("U17.7", "U17.17", "U18.6")
@pytest.mark.parametrize("lost", ["cs_nelson", "us_nylight", "us_provost", "us_devin"])
def test_an_independent_unit_regroups_next_to_any_friend_but_reserves_only_north_of_the_river(lost: str):
    army, command, friend, other = (
        ("CSA", HILL, "cs_lane", "cs_alexander") if lost == "cs_nelson" else ("Union", "us_cmd_slocum", "us_candy", "us_kane")
    )
    far = {id: h for id, h in FAR.items() if id != lost}
    pieces = {lost: {"box": "lost"}, friend: "2321", other: "4019", **far}
    game = scene(pieces, command, **held(army, "brigade-regroup"))
    act(game, "place-command 2321", "play-event brigade-regroup")
    places = offered(game, "place-reinforcement")
    assert "4019" in places
    assert ({"2321", "2421"} <= places) is (lost not in ("us_nylight", "us_provost"))


@rule("U17.14", "U17.22")
def test_the_marker_of_a_general_retreat_may_stand_in_any_hex():
    game = scene({"cs_lane": "2321", **FAR}, HILL, dice=(3,), **held("CSA", "general-retreat"))
    act(game, "place-command 2321")
    places = {text.split()[1] for text in offered(game, "play-event-at")}
    assert {"2321", "2322", "2821", "0140"} <= places, "with units or without"
    act(game, "play-event-at general-retreat 2821")
    assert offered(game, "march-unit") == {"cs_lane"}, "five hexes away"
    six = scene({"cs_lane": "2321", **FAR}, HILL, **held("CSA", "general-retreat"))
    act(six, "place-command 2321", "play-event-at general-retreat 2921")
    assert not asked(six).endswith("GeneralRetreat.choose"), "six hexes away"


def retiring(states: tuple[str, ...] = (), turn: int = 7, **pieces: Any) -> set[str]:
    """The hexes to which Lane can go from 2321 by a general retreat."""
    lane = {"hex": "2321", "states": list(states)}
    game = scene({"cs_lane": lane, **pieces, **FAR}, HILL, turn=turn, **held("CSA", "general-retreat"))
    act(game, "place-command 2321", "play-event-at general-retreat 2321")
    if not asked(game).endswith("GeneralRetreat.choose"):
        return set()
    act(game, "march-unit cs_lane")
    return offered(game, "march-to")


@rule("U17.14", "U6.12", "U14.51", "U9.5")
def test_a_general_retreat_keeps_the_rules_of_every_move():
    near: dict[str, Any] = {"us_candy": "2523"}
    by_day = retiring(**near)
    number = scene(dict(FAR), HILL).rules.board
    beside = {h for h in by_day if number.grid.distance(number.hex(h), number.hex("2523")) == 1}
    assert beside, "by day it may pass next to the enemy"
    assert not beside & retiring(turn=10, **near), "by night it may not"
    assert not beside & retiring(("demoralised",), **near), "nor if demoralised"
    assert retiring(turn=10) == retiring(), "without an enemy the night changes nothing"
    assert retiring(**near) < retiring(us_candy="0920"), "contact costs a point"


@rule("U17.14", "U14.47")
def test_who_uses_a_general_retreat_has_moved():
    for moves, order in ((True, 1), (False, 0)):
        shaken = {"cs_lane": {"hex": "2321", "states": ["disorganised"]}, **FAR}
        game = scene(shaken, HILL, **held("CSA", "general-retreat"))
        act(game, "place-command 2321", "play-event-at general-retreat 2321")
        if moves:
            act(game, "march-unit cs_lane", "march-to 2421")
        until(game, "ChooseFormations.choose")
        assert game.piece("cs_lane").order == order, "who rests is in good order again"


@rule("U17.14", "U14.53")
def test_demoralised_enemies_leave_who_comes_next_to_them_by_a_general_retreat():
    for states, stays in (([], True), (["demoralised"], False)):
        pieces = {"cs_lane": "2321", "us_candy": {"hex": "2523", "states": states}, **FAR}
        game = scene(pieces, HILL, dice=(6,), **held("CSA", "general-retreat"))
        act(game, "place-command 2321", "play-event-at general-retreat 2321", "march-unit cs_lane", "march-to 2422")
        assert (asked(game) == "Union Retreat.go") is not stays


# ---------------------------------------------------------------- windows


CALM = {"Union": ["steady-defense"], "CSA": ["rebel-yell"]}
"""Cups without an event that fits at any time."""


def marched_up(hands: dict[str, Any], *dice: int, cups: dict[str, Any] = CALM, **pieces: Any) -> Any:
    """Doles and O'Neal have marched next to Candy in 1512."""
    units = {"cs_doles": "1410", "cs_oneal": "1410", "us_candy": "1512", **FAR, **pieces}
    game = scene(units, RODES, dice=dice, turn=14, options=EVENTS, hands=hands, event_cups=cups)
    act(game, "place-command 1410", "march-stack 1410", "march-to 1411")
    return game


def up_to_the_fight(game: Any) -> None:
    """Candy stands, and the marches end."""
    while asked(game) != "CSA Activation.move":
        act(game, str(game.actions(game.actors[0])[-1]))
    act(game, "end-marches")


@rule("U17.3", "U17.22")
def test_a_general_retreat_is_ordered_as_the_enemy_comes_up():
    game = marched_up({"Union": ["general-retreat"]}, 6)
    assert asked(game) == "Union Interlude.offer", "before contact is broken"
    active = game.state.active
    act(game, "play-event-at general-retreat 1512", "march-unit us_candy")
    goal = sorted(offered(game, "march-to"))[0]
    act(game, f"march-to {goal}")
    assert (where(game, "us_candy"), game.piece("us_candy").order) == (goal, 1)
    assert asked(game).startswith("CSA March"), "the march goes on"
    assert (game.state.active, game.state.command, game.state.phasing) == (active, RODES, "CSA")
    none = marched_up({"Union": ["steady-defense"]})
    assert asked(none) == "Union Contact.react", "General Retreat is publicly gone, and nobody is lost or in disorder"


@rule("U17.3", "U17.19", "U17.17")
def test_other_events_fit_in_the_enemys_activation_too():
    shaken: dict[str, Any] = {
        "us_candy": {"hex": "1512", "states": ["disorganised"]},
        "us_kane": {"box": "lost"},
        "us_greene": "2321",
    }
    both = {"Union": ["brigade-regroup", "last-effort"]}
    game = marched_up(both, **shaken)
    act(game, "no-event")
    up_to_the_fight(game)
    assert asked(game) == "Union Interlude.offer", "once more before guns fire and combats are declared"
    act(game, "play-event-at last-effort 1512")
    assert game.piece("us_candy").order == 0
    assert asked(game) == "Union Interlude.offer", "two events a turn"
    act(game, "play-event brigade-regroup")
    act(game, f"place-reinforcement {sorted(offered(game, 'place-reinforcement'))[0]}")
    assert where(game, "us_kane") != "lost"
    assert asked(game) == "CSA Declaration.declare"
    assert game.state.played == {"Union": 2}


@rule("U17.3", "U3.9")
def test_a_window_opens_whether_or_not_the_event_is_held():
    cups = {"Union": ["general-retreat", "steady-defense"], "CSA": []}
    hands: dict[str, Any] = {"Union": ["last-effort"]}
    holds = marched_up({"Union": ["general-retreat"]}, cups={**cups, "Union": ["last-effort", "steady-defense"]})
    lacks = marched_up(hands, cups=cups)
    assert asked(holds) == asked(lacks) == "Union Interlude.offer"
    assert len(holds.actions("Union")) > len(lacks.actions("Union")) == 1
    assert "U17.3" in refused(lacks, "play-event-at general-retreat 1512").cites
    assert holds.view("CSA")["position"] == lacks.view("CSA")["position"]


@rule("U17.3")
def test_a_standing_order_spares_the_windows_in_which_nothing_fits():
    cups = {"Union": ["general-retreat"], "CSA": []}
    lacks, holds = marched_up({}, cups=cups), marched_up({"Union": ["general-retreat"]})
    order = {"between-activations": SPARE}
    assert str(ordered(lacks.seat("Union"), order)) == "no-event"
    assert ordered(holds.seat("Union"), order) is None, "General Retreat fits"
    assert str(ordered(holds.seat("Union"), {"between-activations": "keep"})) == "no-event"


@rule("U17.3")
def test_who_has_played_two_events_is_asked_no_more():
    game = marched_up({"Union": ["general-retreat"]})
    game.state.played = {"Union": 2}
    act(game, "no-event")
    up_to_the_fight(game)
    assert asked(game) == "CSA Declaration.declare"


@rule("U17.3")
def test_a_window_after_the_last_activation_of_a_turn():
    game = scene({"cs_lane": "2321", **FAR}, HILL, **held("CSA", "general-retreat"))
    act(game, "pass-activation")
    assert asked(game) == "CSA Interlude.offer", "before the turn ends"
    act(game, "no-event")
    assert game.state.turn == 8


@rule("U17.14", "U17.22")
def test_a_general_retreat():
    for army, command, unit, event in (
        ("CSA", HILL, "cs_lane", "general-retreat"),
        ("Union", "us_cmd_slocum", "us_candy", "general-retreat"),
    ):
        for die, order in ((2, 2), (3, 1)):
            game = scene({unit: "2321", **FAR}, command, dice=(die,), **held(army, event))
            act(game, "place-command 2321", "play-event-at general-retreat 2321")
            assert offered(game, "march-unit") == {unit}, "others are more than five hexes away"
            act(game, f"march-unit {unit}")
            rules = game.rules
            start = rules.distance_home(game, army, rules.board.hex("2321"))
            goal = sorted(offered(game, "march-to"))[0]
            assert rules.distance_home(game, army, rules.board.hex(goal)) < start
            act(game, f"march-to {goal}")
            assert where(game, unit) == goal
            assert game.piece(unit).order == order
    weary = {"us_candy": {"hex": "2321", "states": ["demoralised"]}, **FAR}
    game = scene(weary, "us_cmd_slocum", **held("Union", "general-retreat"))
    act(game, "place-command 2321", "play-event-at general-retreat 2321", "march-unit us_candy")
    act(game, f"march-to {sorted(offered(game, 'march-to'))[0]}")  # and no die is rolled
    assert game.piece("us_candy").order == 2


@rule("U17.14", "U17.22", "U17.3")
def test_a_general_retreat_between_two_activations():
    for army, unit, here in (("CSA", "cs_lane", "2321"), ("Union", "us_candy", "2120")):
        pieces = {"cs_lane": "2321", "us_candy": "2120", **FAR}
        game = scene(pieces, RODES, HILL, "us_cmd_slocum", dice=(3, 1, 0), **held(army, "general-retreat"))
        assert asked(game) == "CSA Activation.place", "nobody is asked before the first activation"
        act(game, "pass-activation")
        assert asked(game) == f"{army} Interlude.offer"
        act(game, f"play-event-at general-retreat {here}", f"march-unit {unit}")
        act(game, f"march-to {sorted(offered(game, 'march-to'))[0]}")
        assert where(game, unit) != here
        assert game.piece(unit).order == 1
        assert not game.state.acted, "it is no activation"
        until(game, "Activation.place")
        assert game.state.command == "us_cmd_slocum", "then the next counter is drawn"
        act(game, "pass-activation")
        assert asked(game) == "CSA Activation.place", "the marker is gone, as all know"


@rule("U17.14", "U17.22", "U17.3")
def test_nobody_learns_who_could_order_a_general_retreat():
    pieces = {"cs_lane": "2321", "us_candy": "2120", **FAR}
    cups = {"CSA": ["general-retreat", "rebel-yell"], "Union": ["last-effort"]}
    for played, question in ((1, "CSA Interlude.offer"), (2, "Union Activation.place")):
        fields: dict[str, Any] = {"options": EVENTS, "event_cups": cups, "hands": {}, "played": {"CSA": played}}
        game = scene(pieces, RODES, "us_cmd_slocum", dice=(0,), **fields)
        act(game, "pass-activation")
        assert asked(game) == question, "who has played two events this turn is not asked"
    game = scene(pieces, RODES, "us_cmd_slocum", dice=(0,), **{**fields, "played": {}})
    act(game, "pass-activation")
    assert offered(game, "play-event-at") == set()
    assert str(game.seat("CSA").ask(Rules.carry_out, "between-activations", "keep")) == "no-event", (
        "a standing order spares the question"
    )
    act(game, "no-event")
    assert asked(game) == "Union Activation.place"
    cups = {"CSA": ["rebel-yell"], "Union": ["general-retreat"]}
    game = scene(pieces, RODES, "us_cmd_slocum", dice=(0,), **{**fields, "event_cups": cups, "played": {}})
    act(game, "pass-activation")
    assert asked(game) == "Union Interlude.offer"
    assert offered(game, "play-event-at") == set()


@rule("U17.18")
def test_a_good_general():
    pieces = {"us_candy": "2321", "us_vongilsa": "2021", "us_brown": "4325", **FAR}
    game = scene(pieces, phase="formations", turn=3, dice=(2,), **held("Union", "good-general"))
    act(game, "close-cup", "play-event good-general", "put-in-cup us_cmd_slocum")
    assert game.rules.points_left(game, "Union") == 3
    act(game, "close-cup")
    until(game, "GoodGeneral.choose")
    assert offered(game, "put-in-cup") == {"us_cmd_howard"}
    act(game, "put-in-cup us_cmd_howard", "place-command 2021")
    assert game.state.active == {"us_vongilsa"}
    game = scene(pieces, phase="formations", turn=3, dice=(2, 0), **held("Union", "good-general"))
    act(game, "close-cup", "play-event good-general", "put-in-cup us_cmd_slocum", "close-cup")
    until(game, "GoodGeneral.choose")
    act(game, "pass-activation")
    assert happened(game, ActivationPassed)[-1].command == "us_good_general"


@rule("U18.10")
def test_the_cavalry_of_turn_11_acts_by_independent_or_detach_only():
    pieces = {"us_mcintosh": "2321", "us_candy": "2321", "us_us": "2321", **FAR}
    game = scene(pieces, "us_hooker", turn=12, boxes={"us_hooker": ["us_cmd_slocum"]})
    act(game, "place-command 2321")
    assert game.state.active == {"us_candy", "us_us"}
    act(game, "detach 2321")
    assert "us_mcintosh" in game.state.active
    game = scene(pieces, "us_cmd_slocum", turn=12)
    act(game, "place-command 2321")
    assert refused(game, "take-along us_mcintosh").cites == ("U8.7", "U18.10")
    game = scene(pieces, "us_independent", turn=12)
    act(game, "place-command 2321", "take-along us_mcintosh")
    assert "us_mcintosh" in game.state.active


# ---------------------------------------------------------------- hits


@rule("U14.32")
def test_five_or_more_after_modification_is_a_hit():
    rules = scene(dict(FAR), HILL).rules
    assert rules.hits((1, 0, 0), (4, 5, 3)) == 2
    assert rules.hits((-1, -1), (6, 5)) == 1


# ---------------------------------------------------------------- what the enemy may know


@rule("U9.26")
def test_a_stack_is_seen_only_from_next_to_it():
    pieces = {"cs_oneal": "4328", "cs_doles": "4328", "cs_skirmisher_1": "4328", "us_candy": "2321", "cs_lane": "2421"}
    game = scene(pieces, HILL)
    seen = game.view("Union")["position"]
    assert "cs_oneal" not in str(seen["pieces"])
    assert seen["stacks"]["CSA"]["4328"] == 3
    assert seen["pieces"]["cs_lane"] == "2421"
    assert "us_candy" in game.view("CSA")["position"]["pieces"]


@rule("U9.26", "U3.9")
def test_games_that_differ_in_what_is_hidden_look_the_same():
    number = scene(dict(FAR), HILL).rules.board.grid.by_label
    either = [number["4128"], number["4328"]]
    unseen = {"cs_oneal": either, "cs_lane": either}
    one = scene({"cs_oneal": "4328", "cs_lane": "4128", "us_candy": "2321"}, "cs_cmd_hill", sightings=unseen)
    other = scene({"cs_oneal": "4128", "cs_lane": "4328", "us_candy": "2321"}, "cs_cmd_hill", sightings=unseen)
    assert one.view("Union") == other.view("Union")
    assert one.view(None) == other.view(None)
    act(one, "place-command 4128", "march-unit cs_lane", "march-to 4127")
    act(other, "place-command 4328", "march-unit cs_lane", "march-to 4329")
    assert "cs_lane" not in str(one.events("Union"))
    assert "cs_lane" not in str(one.record("Union")["entries"])


@rule("U9.26")
def test_a_game_can_be_imagined_from_a_view():
    game = begin("chancellorsville")
    seen = game.view("Union")
    for seed in range(5):
        imagined = grognard.imagine(seen, seed)
        assert imagined.view("Union") == seen
