"""Chapter 20: Stoneman and Longstreet."""

from typing import Any, cast

import pytest

import grognard
from grognard.core.games import Game
from grognard.games.chancellorsville.victories.events import ForcesUnbalanced, ReinforcementPlaced
from grognard.games.chancellorsville.victories.state import Campaign
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.victories.table import FAR, act, asked, begin, happened, may, offered, refused, scene, until, verdict, where

HOOD = ("cs_robertson", "cs_law", "cs_anderson_br", "cs_benning", "cs_henry")
PICKETT = ("cs_garnett", "cs_kemper", "cs_armistead", "cs_corse", "cs_dearing")
LONGSTREET = {"longstreet": True}
ENTRIES = ("4328", "2640", "3640", "4340", "4740")


def coming(*units: str) -> dict[str, Any]:
    return {unit: {"box": "waiting"} for unit in units}


@rule("U20.3")
def test_one_force_alone_is_unbalanced():
    assert len(happened(begin("campaign", stoneman=True), ForcesUnbalanced)) == 1
    assert happened(begin("campaign", stoneman=True, longstreet=True), ForcesUnbalanced) == []
    assert happened(begin("campaign", dice=(6,)), ForcesUnbalanced) == []


@rule("U20.3")
def test_forces_that_are_added_bring_their_commands():
    plain, both = begin("campaign", dice=(6,)), begin("campaign", stoneman=True, longstreet=True)
    more = {"Union": {"Stoneman"}, "CSA": {"Hood", "Pickett", "Longstreet"}}
    for army, names in more.items():
        before, after = ({command.name for command in game.rules.army_commands[army]} for game in (plain, both))
        assert after - before == names
    assert plain.rules.components.scenario.reinforcements
    assert not both.rules.components.scenario.reinforcements, "the cavalry of turn 11 is Stoneman's"
    assert plain.state.forts == both.state.forts != {}


@rule("U20.4")
def test_stoneman_is_placed_at_kellys_ford():
    game = begin("campaign", dice=(6,), stoneman=True)
    assert asked(game) == "Union DeployStoneman.place"
    hexes = offered(game, "place-reinforcement")
    assert {"0802", "0903"} < hexes
    rules = game.rules
    banks = [rules.board.hex(label) for label in ("0802", "0903")]
    assert all(min(rules.board.grid.distance(rules.board.hex(hex), bank) for bank in banks) <= 1 for hex in hexes)
    until(game, "ChooseFormations.choose")
    corps = rules.components.variants.stoneman.units
    assert {where(begin("campaign", dice=(6,)), id) for id in ("us_kilpatrick", "us_buford")} == {"out"}
    assert {rules.counters[id].formation for id in corps} == {"Stoneman"}
    act(game, "close-cup")
    assert may(game, "put-in-cup us_cmd_stoneman")
    assert not rules.kept_north(game, game.piece("us_davis"))
    assert rules.due(game, "Union") == []


@rule("U20.5")
def test_hoods_brigades_are_rolled_for():
    pieces = {**coming(*HOOD, *PICKETT), **FAR}
    game = scene(pieces, phase="arrivals", turn=6, dice=(4, 2, 6, 1), options=LONGSTREET)
    assert asked(game) == "CSA LongstreetComes.place"
    assert offered(game, "place-reinforcement") == set(ENTRIES)
    act(game, "place-reinforcement 4328", "place-reinforcement 4328", "place-reinforcement 3640")
    assert [where(game, id) for id in HOOD] == ["4328", "waiting", "3640", "waiting", "4328"]  # Henry with the first
    assert [(event.unit, event.hex) for event in happened(game, ReinforcementPlaced)][-1] == (HOOD[2], "3640")
    assert may(game, "put-in-cup cs_cmd_hood")
    game = scene(pieces, phase="arrivals", turn=7, options=LONGSTREET)
    assert asked(game) == "CSA ChooseFormations.choose"


@rule("U20.5")
def test_hood_waits_off_the_map_and_for_room():
    for options, box in ((LONGSTREET, "waiting"), ({}, "out")):
        assert {where(begin("campaign", dice=(6,), **options), id) for id in (*HOOD, *PICKETT)} == {box}
    held = dict(zip(("us_candy", "us_kane", "us_barnes", "us_zook", "us_ward"), ENTRIES, strict=True))
    game = scene({**coming(*HOOD), **held, **FAR}, phase="arrivals", turn=6, dice=(4, 2, 6, 1), options=LONGSTREET)
    assert asked(game) == "CSA ChooseFormations.choose", "the enemy holds every place"
    assert {where(game, id) for id in HOOD} == {"waiting"}


@rule("U20.6")
def test_pickett_comes_when_hood_is_complete():
    in_place = {id: "4328" if id != "cs_henry" else "4340" for id in HOOD}
    game = scene({**in_place, **coming(*PICKETT), **FAR}, phase="arrivals", turn=16, dice=(1, 1, 1, 5), options=LONGSTREET)
    act(game, "place-reinforcement 3640", "place-reinforcement 3640")
    assert where(game, "cs_corse") == where(game, "cs_dearing") == "3640"
    game = scene({**in_place, **coming(*PICKETT), **FAR}, phase="arrivals", turn=17, options=LONGSTREET)
    assert asked(game) == "CSA ChooseFormations.choose", "not at this time of day"
    game = scene({**in_place, **coming("cs_law", *PICKETT), **FAR}, phase="arrivals", turn=16, dice=(1,), options=LONGSTREET)
    assert asked(game) == "CSA ChooseFormations.choose"


@rule("U20.7", "U3.8")
def test_longstreet_comes_with_hood():
    game = scene({**coming(*HOOD), "cs_lane": "4328", **FAR}, phase="formations", turn=11, options=LONGSTREET)
    assert refused(game, "entrust cs_cmd_hill cs_longstreet").key == "has-not-come-yet"
    pieces = {**coming(*HOOD), "cs_law": "4328", "cs_lane": "4328", **FAR}
    game = scene(pieces, phase="formations", turn=11, options=LONGSTREET)
    assert may(game, "entrust cs_cmd_hill cs_longstreet")


@rule("U20.8")
@pytest.mark.parametrize(
    ("union", "needed"),
    [({}, 4), ({"us_sully": "4122"}, 3), ({"us_sully": "4122", "us_hall": "2833"}, 2), ({"us_hall": "2833"}, 4)],
)
def test_lost_towns_hasten_the_arrival(union: dict[str, str], needed: int):
    for face in (needed - 1, needed):
        game = scene({**coming(*HOOD), **union, **FAR}, phase="arrivals", turn=6, dice=(face, 1, 1, 1), options=LONGSTREET)
        came = asked(game) == "CSA LongstreetComes.place"
        assert came is (face == needed)


@rule("U20.8", "U2.7", "U9.27")
@pytest.mark.parametrize(
    ("fredericksburg", "spotsylvania", "needed"),
    [
        ([], [], 2),
        (["out of supply"], [], 4),
        ([], ["out of supply"], 3),
        (["out of supply"], ["out of supply"], 4),
    ],
)
def test_a_town_is_controlled_by_units_in_supply(fredericksburg: list[str], spotsylvania: list[str], needed: int):
    union = {"us_sully": {"hex": "4122", "states": fredericksburg}, "us_hall": {"hex": "2833", "states": spotsylvania}}
    dummies = {"us_dummy_1": "4122", "us_dummy_2": "2833"}
    for face in (needed - 1, needed):
        pieces = {**coming("cs_law"), **union, **dummies, **FAR}
        game = scene(pieces, phase="arrivals", turn=6, dice=(face,), options={**LONGSTREET, "dummies": True})
        assert (asked(game) == "CSA LongstreetComes.place") is (face == needed)


@rule("U20.8", "U20.5")
@pytest.mark.parametrize(("union", "faces"), [({}, 3), ({"us_sully": "4122"}, 4), ({"us_sully": "4122", "us_hall": "2833"}, 5)])
def test_the_chance_that_a_brigade_arrives(union: dict[str, str], faces: int):
    bridges = {"4121-4122": "Union"}  # U20.8: they are in supply when the night is over
    game = scene({**coming("cs_law"), **union, **FAR}, "us_independent", turn=10, options=LONGSTREET, pontoons=bridges)

    def pass_by(end: Game) -> None:
        end.play("Union", game.rules.vocabulary.parse("pass-activation"))

    came = [
        chance for chance, end in every_outcome(game, pass_by) if asked(cast("Campaign", end)) == "CSA LongstreetComes.place"
    ]
    assert sum(came) == pytest.approx(faces / 6)


@rule("U20.1")
def test_counters_go_face_down_into_boxes():
    game = begin("campaign", dice=(6,), hypothetical=True)
    assert asked(game) == "Union HypotheticalStart.assign"
    act(game, "assign-box us_cmd_couch 0")
    assert asked(game) == "CSA HypotheticalStart.assign"
    assert verdict(game, "assign-box cs_cmd_hill 5") == verdict(game, "assign-box cs_cmd_hill -1") == ("no-such-box", "U20.1")
    assert "us_cmd_couch" not in str(game.view("CSA"))
    assert game.view("CSA")["position"]["numbers"]["deployment"]["Union"] == [1, 0, 0, 0]
    act(game, "assign-box cs_cmd_hill 0", "assign-box us_cmd_slocum 0", "assign-box cs_cmd_rodes 0")
    act(game, "assign-box us_cmd_howard 0", "assign-box cs_cmd_early 1")
    assert refused(game, "assign-box us_cmd_meade 0").key == "box-is-full"
    act(game, "assign-box us_cmd_meade 1", "assign-box cs_cmd_colston 2")
    act(game, "assign-box us_cmd_sickles 1", "assign-box cs_cmd_stuart 3")
    assert refused(game, "assign-box us_cmd_reynolds 1").key == "box-is-full"
    act(game, "assign-box us_cmd_reynolds 2", "assign-box cs_cmd_anderson 1")
    assert refused(game, "assign-box us_cmd_sedgwick 2").key == "others-need-counters"


@rule("U20.1", "U3.9")
def test_games_are_imagined_with_counters_in_the_boxes_of_the_enemy():
    game = begin("campaign", dice=(6,), hypothetical=True)
    act(
        game, "assign-box us_cmd_couch 0", "assign-box cs_cmd_hill 0", "assign-box us_cmd_slocum 1", "assign-box cs_cmd_early 1"
    )
    seen, dealt = game.view("CSA"), set()
    for seed in range(8):
        imagined = cast("Campaign", grognard.imagine(seen, seed))
        assert imagined.view("CSA") == seen
        boxes = imagined.state.deployment
        assert {id: box for id, box in boxes.items() if id.startswith("cs_")} == {"cs_cmd_hill": 0, "cs_cmd_early": 1}
        union = {id: box for id, box in boxes.items() if id.startswith("us_")}
        assert sorted(union.values()) == [0, 1]
        dealt |= set(union)
    assert len(dealt) > 2, "any of its counters may lie there"


@rule("U20.2")
def test_units_are_placed_by_their_boxes():
    game = begin("campaign", dice=(6,), hypothetical=True)
    union = ("couch 0", "slocum 0", "howard 1", "meade 1", "sickles 2", "reynolds 3", "sedgwick 3")
    csa = ("hill 0", "rodes 0", "early 1", "colston 2", "stuart 3", "anderson 1", "mclaws 0")
    for one, other in zip(union, csa, strict=True):
        act(game, f"assign-box us_cmd_{one}", f"assign-box cs_cmd_{other}")
    until(game, "ChooseFormations.choose", most=200)
    rules = game.rules
    fords = [rules.board.hex(label) for label in ("1815", "1816", "0713", "0813")]
    for id in ("us_candy", "us_zook", "us_sully"):
        assert min(rules.board.grid.distance(game.piece(id).hex, ford) for ford in fords) <= 2
    assert where(game, "us_nylight") == "4121"  # as on the card of the campaign
    assert game.state.forts == {}
    assert not rules.is_locked(game, game.piece("us_brown"))
    assert rules.overstacked(game, "Union") == rules.overstacked(game, "CSA") == []


@rule("U3.17")
@pytest.mark.parametrize("options", [{}, {"stoneman": True}, {"longstreet": True}])
def test_without_the_hypothetical_start_nothing_lies_on_the_strategic_map(options: dict[str, bool]):
    game = begin("campaign", dice=(6,), **options)
    for _ in range(40):
        assert "HypotheticalStart" not in asked(game)
        assert refused(game, "assign-box us_cmd_couch 0").key == "not-offered"
        if asked(game).endswith("ChooseFormations.choose"):
            break
        act(game, str(game.actions(game.actors[0])[-1]))
    assert game.state.deployment == {}
    assert "deployment" not in str(game.view("Union"))
    assert game.over is None
