"""Units are named, not the hexes they stand in; of those that a reader may not see only the place is told."""

from __future__ import annotations

import grognard
from grognard.core.events import PlaceWithPieces, spoken
from grognard.core.fights import Fight
from grognard.server.views.context import context_of
from grognard.server.views.odds import forecast_at
from grognard.server.views.questions import question_of
from grognard.telling.boards import board_of
from grognard.telling.fights import fight_in_words
from grognard.telling.names import shortened
from tests.eutaw.positions import eutaw
from tests.proving_ground import act
from tests.server.test_views import played
from tests.server.views import log

FIELD = {"maryland": "1112", "kirkwood": "1112", "buffs": "1111", "coffin": "1111", "63rd": "1012"}


def test_a_place_is_told_by_who_holds_it():
    names = {"guard": "Old Guard", "line": "45th Line"}
    assert spoken(PlaceWithPieces("1412", ("guard", "line")), names) == "Old Guard, 45th Line (1412)"
    assert spoken((PlaceWithPieces("1412", ("guard",)), PlaceWithPieces("1413")), names) == "Old Guard (1412), 1413"


def test_attacks_name_the_units_in_choices_odds_and_log():
    game = eutaw(FIELD, phase="close combat", dice=[9] * 9)
    context = context_of(game, "american")
    question = question_of(context)
    assert question is not None
    choice = next(each for each in question.choices if each.action.startswith("attack maryland") and len(each.places) == 3)
    assert choice.words == "Maryland Brigade to attack 3rd Foot (1111), 63rd Foot (1012)"
    assert choice.pieces == ("maryland",)  # what is clicked is as it was
    assert set(choice.places) == {"1111", "1012", "1112"}
    assert (
        forecast_at(context, choice.action).title == "Close combat: Maryland Brigade against 63rd Foot (1012), 3rd Foot (1111)"
    )
    act(game, choice.action)
    lines = [line.words for line in log(game, "british")]
    assert "Attack announced: Maryland Brigade on 63rd Foot (1012), 3rd Foot (1111)" in lines
    assert any("against 63rd Foot (1012), 3rd Foot (1111); " in line for line in lines if line.startswith("Close combat"))


def test_a_choice_names_who_stands_there_now():
    words = []
    for defender in ("buffs", "64th"):
        game = eutaw({"maryland": "1112", "lee_inf": "1112", defender: "1111"}, phase="close combat")
        question = question_of(context_of(game, "american"))
        assert question is not None
        words.append(question.choices[0].words)
    assert words == ["Maryland Brigade to attack 3rd Foot (1111)", "Maryland Brigade to attack 64th Foot (1111)"]


def test_a_target_of_fire_is_named_with_its_hex():
    game = eutaw({"maryland": "1112", "light_arty": "1111"}, phase="artillery fire", phasing="american")
    question = question_of(context_of(game, "british"))
    assert question is not None
    assert question.choices[0].words == "Fire at Maryland Brigade (1112)"
    assert forecast_at(context_of(game, "british"), question.choices[0].action).title.endswith(
        "against Maryland Brigade (1112)"
    )


def test_counters_are_named_only_when_they_lie_face_up():
    game = grognard.new("chancellorsville/perfect-plan", seed=4)
    told = face_up = 0
    for seat, _ in played(game, 4):
        context = context_of(game, seat)
        question = question_of(context)
        assert question is not None
        assert context.board is not None
        hidden = {
            name for id, name in context.names.items() if id not in context.board.where and id not in context.board.places
        }
        for words in [*(fight.words for fight in question.fights), *(each.words for each in question.choices if each.fight)]:
            named = words.partition(" against ")[2].rpartition(" (")[0].split(", ")
            assert hidden.isdisjoint(named)
            told += 1
            face_up += named != [""]
    assert told > 10
    assert face_up > 0


def test_without_a_board_a_fight_names_its_places():
    game = eutaw(FIELD, phase="close combat")
    names, board = shortened(game.rules.names()), board_of(game.rules.picture(game))
    fight = Fight("close-combat", ("maryland",), ("1111",))
    assert fight_in_words(fight, names, board) == "Close combat: Maryland Brigade against 3rd Foot (1111)"
    assert fight_in_words(fight, names, None) == "Close combat: Maryland Brigade against 1111"
