"""Sections A and B: sides, counters, the display, the set-up."""

import pytest

from grognard.core.errors import UnknownName
from grognard.core.games import Faces
from grognard.games.chancellorsville.old_joe.data_checks import PROCEDURES
from grognard.games.chancellorsville.old_joe.display import display_sheet
from grognard.games.chancellorsville.old_joe.events import PointsScored
from grognard.games.chancellorsville.victories.events import LevelLost
from grognard.games.chancellorsville.victories.pieces import CSA, UNION
from tests.marks import rule
from tests.old_joe.table import CORPS, QUIET, act, activate, asked, begin, happened, hex_of, offered, read, scene, where, why

TRACK = (0, 0, 0, 0, 0, 6)
"""The dice that lay the activation track, and no rain."""


@rule("J-A1")
def test_only_the_player_is_ever_asked():
    game = begin(*TRACK)
    assert game.seats == (CSA,)
    assert game.rules.automata == (UNION,)
    assert game.actors == (CSA,)
    assert game.rules.rule_of_six()
    assert game.state.hands == {}, "no events"


@rule("J-A2")
def test_every_doubt_has_a_procedure_that_is_not_asked():
    game = activate("V", {"ai_V_griffin": "1816", "ai_V_sykes": "1817"}, *QUIET, objectives={"V": {"area": "[019]"}})
    assert asked(game) == "CSA Activation.place"
    assert "marches" in why(game)
    assert [procedure.id for procedure in game.rules.components.book.procedures] == list(PROCEDURES)


@rule("J-A3")
def test_the_advanced_game_is_not_available():
    with pytest.raises(UnknownName, match="advanced"):
        begin(advanced=True)


@rule("J-B0a", "J-B1.10")
def test_divisions_for_the_union_and_no_stuart():
    game = begin(*TRACK)
    divisions = game.real(game.on_map(UNION))
    assert len(divisions) == 21
    assert len({piece.hex for piece in divisions}) == 21
    assert all(game.counter(piece.id).formation != "Stuart" for piece in game.on_map(CSA))
    assert "cs_cmd_stuart" not in offered(game, "put-in-cup")
    assert "cs_cmd_hill" in offered(game, "put-in-cup")
    assert game.state.in_hand["Union"] == 3
    assert sorted(game.state.forts) == ["4325", "4426"]


@rule("J-B0b", "J-K1b")
def test_a_loss_turns_a_division_to_its_next_value():
    game = begin(*TRACK)
    for _ in range(3):
        game.rules.lose_level(game, "ai_V_sykes", "J-B0b")
    assert game.points(game.piece("ai_V_sykes")) == 4
    assert set(game.counter("ai_V_sykes").bonuses) == {0}, "its points are those of its Corps"
    assert game.state.vp == 13
    for _ in range(2):
        game.rules.lose_level(game, "ai_XII_geary", "J-K1b")
    assert game.points(game.piece("ai_XII_geary")) == 6
    assert game.state.vp == 14
    lost = [(event.unit, event.hex, event.cites) for event in happened(game, LevelLost)]
    assert (
        lost
        == [("ai_V_sykes", where(game, "ai_V_sykes"), "J-B0b")] * 3
        + [("ai_XII_geary", where(game, "ai_XII_geary"), "J-K1b")] * 2
    )
    assert [(event.points, event.cites) for event in happened(game, PointsScored)] == [(1, "J-E2"), (1, "J-E2")]


@rule("J-B0c")
def test_the_second_half_of_the_steps_is_reduced():
    game = scene(
        {"ai_I_wadsworth": {"hex": "2321", "step": 5}, "ai_II_hancock": {"hex": "2320", "step": 4}}, 0, cup=["cs_cmd_early"]
    )
    assert game.points(game.piece("ai_I_wadsworth")) == 6
    assert game.rules.is_reduced(game.piece("ai_I_wadsworth"))
    assert not game.rules.is_reduced(game.piece("ai_II_hancock"))


@rule("J-B0d")
def test_divisions_never_end_stacked():
    pieces = {"ai_XII_geary": "1419", "ai_XII_williams": "1520", "ai_V_sykes": "2321"}
    game = activate(
        "XII", pieces, *QUIET, objectives={"XII": {"area": "[021]", "value": 0}}, areas={"XII": "[022]", "V": "[012]"}
    )
    stacks = game.army(UNION).stacks
    assert all(len(game.real(stack)) == 1 for stack in stacks.values())
    assert len(stacks) == 3
    aside = activate("XII", {"ai_XII_geary": "1923", "ai_V_griffin": "1922"}, 1, 1, 1, objectives={"XII": {"area": "[021]"}})
    assert where(aside, "ai_XII_geary") == "2022", "Griffin stands where two points lead: to another hex that is nearer"


@rule("J-B0e", "J-N4")
def test_gibbon_is_a_formation_of_his_own():
    pieces = {"ai_II_hancock": "3420", "ai_II_french": "3419", "ai_II_gibbon": "4019"}
    game = activate("II", pieces, objectives={"II": {"area": "[013]", "value": 0}}, areas={"II": "[014]", "Gibbon": "[015]"})
    assert game.rules.components.formations["II"] == ("ai_II_hancock", "ai_II_french")
    assert set(game.rules.components.formations) == {*CORPS, "Gibbon"}
    assert where(game, "ai_II_gibbon") == "4019"
    assert where(game, "ai_II_hancock") != "3420"
    assert game.rules.components.bonuses["Gibbon"] == game.rules.components.bonuses["II"]


@rule("J-B0f", "J-B0g")
def test_the_display_has_its_parts():
    game = begin(*TRACK)
    sheet = display_sheet(game)
    boxes = {box.id for box in sheet.boxes}
    assert {"area [011]", "sector 8", "space 7", "hooker 6", "holding 2", "vp 0", "vp 25", "turn 20"} <= boxes
    stacks = {stack.place: [counter.name for counter in stack.counters] for stack in sheet.stacks}
    assert stacks["area [015]"] == ["Gibbon", "III"]
    assert stacks["space 1"] == ["?"]
    assert stacks["hooker 2"] == ["Hooker"]
    assert "12" in stacks["vp 12"]
    assert len(sheet.panels) == 7
    picture = game.rules.picture(game, CSA)
    assert picture is not None
    assert picture.sheets[-1] == sheet


@rule("J-B1.1", "J-B1.3", "J-B1.5", "J-B1.7", "J-B1.9")
def test_what_lies_where_at_set_up():
    state = begin(*TRACK).state
    assert state.areas == {
        "XI": "[011]", "XII": "[011]", "V": "[012]", "II": "[014]",
        "Gibbon": "[015]", "III": "[015]", "I": "[018]", "VI": "[018]",
    }  # fmt: skip
    assert state.objectives == {}
    assert state.combat == {"XI", "XII", "V"}
    assert (state.hooker, state.attitude) == (2, "A")
    assert state.due == {"Independent": 3, "I": 6, "VI": 11, "X": 16}
    assert state.vp == 12
    assert begin(*TRACK, start=13).state.vp == 13


@rule("J-B1.4")
def test_the_track_is_laid_face_down():
    game = begin(2, 1, 0, 1, 0, 6)
    assert game.state.track == (CORPS["XII"], CORPS["V"], CORPS["XI"], CORPS["III"], CORPS["II"])
    assert set(game.state.track[:3]) == {CORPS["V"], CORPS["XI"], CORPS["XII"]}
    assert set(game.state.track[3:]) == {CORPS["II"], CORPS["III"]}
    seen = game.view(CSA)["position"]
    assert "track" not in seen
    assert seen["face_down"] == {"track": 5, "cup": 0, "held": 0}
    assert "us_cmd" not in str(game.events(CSA))
    laid = [entry for entry in game.entries.since(0) if isinstance(entry, Faces)][:5]
    assert [entry.shown for entry in laid] == [None] * 5, "nor can the order be read from the record"


@rule("J-O1")
def test_the_paragraphs_of_the_first_turn_are_read_out():
    game = begin(2, 1, 0, 1, 0, 6)
    assert read(game) == ["[001]", "[002]"]
    assert len(game.state.track) == 5, "after the track is laid"


@rule("J-B1.11")
def test_the_player_has_the_points_of_the_calendar():
    game = scene({}, phase="formations", turn=3)
    assert asked(game) == "CSA ChooseFormations.choose"
    assert game.rules.points_left(game, CSA) == 3
    assert {"cs_cmd_early cs_lee", "cs_cmd_early cs_jackson"} <= offered(game, "entrust")


@rule("J-C0a")
def test_three_activations_on_the_first_turn():
    game = begin(*TRACK, 0)
    act(game, "close-cup")
    assert set(game.state.cup) == {CORPS["V"], CORPS["XI"], CORPS["XII"]}, "Independent of the Confederates is drawn first"
    assert set(game.state.track) == {CORPS["II"], CORPS["III"]}


@rule("J-E9", "J-F1", "J-F2a", "J-G3", "J-G4", "J-J1c", "J-B0b", "J-C2b", "J-PLOC")
def test_the_charts_say_what_is_played():
    charts = {chart.id: {row.title: row.cells for row in chart.rows} for chart in begin(*TRACK).rules.charts()}
    assert list(charts["scale"].items()) == [
        ("1-10", ("minor Union victory",)),
        ("11-18", ("draw",)),
        ("19-24", ("minor Confederate victory",)),
    ]
    assert [charts["hooker"][str(box)] for box in range(1, 7)] == [
        ("aggressive", "1, 2"),
        ("aggressive", "-"),
        ("aggressive", "2, 4"),
        ("cautious", "-"),
        ("cautious", "3, 5"),
        ("cautious", "-"),
    ]
    assert {sector: cells[0] for sector, cells in charts["wheel"].items()} == {
        str(sector): str((sector + 3) % 8 + 1) for sector in range(1, 9)
    }
    assert charts["wheel"]["4"] == ("8", "[110]", "[110]")
    assert charts["wheel"]["8"] == ("4", "[111]", "[029]")
    assert list(charts["bonuses"].values()) == [("+2", "+1"), ("+3", "+2")]
    assert charts["divisions"]["Hancock (II)"] == ("9 8 [7] 6 [4] 3 [2] 1",)
    assert charts["objectives"]["[012] Ely's Ford"][:4] == ("Chancellorsville 0",) * 3 + ("Chancellorsville 1",)


def test_a_view_can_be_imagined_and_played_on():
    import grognard
    from grognard.core.dice import Dice

    game = grognard.new("chancellorsville/old-joe", dice=Dice.fast(3))
    while game.state.turn < 3:  # type: ignore[attr-defined]
        game.play(CSA, game.actions(CSA)[-1])
    twin = grognard.imagine(game.view(CSA), 5)
    assert len(twin.state.track) == len(game.state.track)  # type: ignore[attr-defined]
    assert sorted(twin.state.pieces.items()) == sorted(game.state.pieces.items())  # type: ignore[attr-defined]
    twin.play(CSA, twin.actions(CSA)[-1])
    assert grognard.replay(game.record()).state == game.state


def test_the_crossroads_are_on_the_map():
    assert begin(*TRACK).rules.crossroads == hex_of(begin(*TRACK), "2321")
