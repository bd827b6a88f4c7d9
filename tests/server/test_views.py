"""What is sent of a game is what a seat may see, in the shapes that the pages know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, cast

import msgspec
import pytest

import grognard
from grognard.core.choices import listed, regions
from grognard.core.dice import Dice
from grognard.core.games import Game
from grognard.core.pictures.hexes import HexSheet
from grognard.core.procedures import AskAll
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario, installed
from grognard.players import player
from grognard.rulebooks.library import library
from grognard.server.refusals import Refused
from grognard.server.shapes import Question
from grognard.server.views.breakdowns import result_in_words
from grognard.server.views.catalogue import scenario_cards
from grognard.server.views.context import context_of
from grognard.server.views.log import LogView
from grognard.server.views.maps import map_of
from grognard.server.views.odds import forecast_at, odds_at
from grognard.server.views.pieces import pieces_of
from grognard.server.views.questions import inspection, leave_of, question_of, why_not
from grognard.testing.playing import Moment, Subject, looked_at, same
from tests.battery.declared import disguises, fronts_shown, kept_secrets, secrets, swapped
from tests.battery.play import SEEDS, glances, step_through
from tests.proving_ground import Unit, act, field
from tests.series.alliance import THREE, TWO
from tests.server.views import answered, face, log, sent, table_info

EUTAW, PLAN = "revolution/eutaw/historical", "chancellorsville/perfect-plan"
every_game = pytest.mark.parametrize("scenario", [*installed(), TWO, THREE], ids=lambda scenario: scenario.id)


def played(game: Game, seed: int, style: str = "brawler") -> Iterator[tuple[str, grognard.Action]]:
    """Each decision of a game, before it is taken."""
    chance = Random(seed)
    players = {name: player(style, seed + place) for place, name in enumerate(game.seats)}
    while game.over is None:
        seat = chance.choice(game.actors)
        action = players[seat].choose(game.seat(seat))
        yield seat, action
        game.play(seat, action)


def story(scenario: Scenario, style: str = "brawler") -> Iterator[Moment]:
    """Each decision of a game that is played once for all tests."""
    return step_through(Subject(scenario, {}), SEEDS[0], style)


def at(game: Game, kind: str, seed: int = 1) -> str:
    """Play until a question of this kind is asked; who is asked."""
    for seat, _ in played(game, seed):
        decision = game.decision(seat)
        if decision is not None and decision.kind == kind:
            return seat
    raise AssertionError(f"{kind} was never asked")


def piece_places(game: Game, seat: str | None) -> tuple[set[str], set[str]]:
    context = context_of(game, seat)
    places = set(context.board.places) if context.board is not None else set()
    return set(context.names) - places, places


# ---------------------------------------------------------------- what is drawn once for all


@every_game
def test_on_an_open_board_everybody_sees_the_same(scenario: Scenario) -> None:
    """What the rules say of themselves, `open_board`, is true: the server draws such a board as a spectator sees it."""
    for moment in glances(Subject(scenario, {}), SEEDS[0], "brawler"):
        game = moment.game
        if not game.rules.open_board:
            return
        watching = game.seat(None)
        for seat in map(game.seat, game.seats):
            assert seat.ask(Rules.picture) == watching.ask(Rules.picture)
            assert seat.ask(Rules.standings) == watching.ask(Rules.standings)


def test_a_hidden_board_is_drawn_for_each_seat() -> None:
    """A seat sees its own counters, and a context that is given what a spectator sees does not show that instead."""
    game = grognard.new(PLAN, seed=1)
    watching = context_of(game, None)
    for seat in game.seats:
        own = context_of(game, seat, public=watching)
        assert own.public is watching
        assert own.picture == game.seat(seat).ask(Rules.picture) != watching.picture


def test_an_open_board_is_drawn_once() -> None:
    game = grognard.new(EUTAW, seed=1)
    watching = context_of(game, None)
    assert all(context_of(game, seat, public=watching).board is watching.board for seat in game.seats)


# ---------------------------------------------------------------- how a question ends


def asked_of(game: Game, seat: str, before: Game | None = None) -> Question:
    question = question_of(context_of(game, seat, before))
    assert question is not None
    return question


def test_an_end_that_is_not_legal_is_sent_with_its_reason_and_who_is_in_the_way():
    british = [Unit("2-0-4", "1010", id="near", states=("disrupted",)), Unit("2-0-4", "0505", id="far")]
    game = field(british, [Unit("2-0-4", "1011", id="enemy")], phase="movement")
    question = asked_of(game, "british")
    [closing] = question.closing
    assert closing.action == "end-movement"
    assert closing.barred is not None
    assert closing.barred.cites == ("S13.3a",)
    assert closing.barred.pieces == ("near",)
    assert "end" not in question.prompt.lower()


def test_a_piece_that_was_picked_is_left_by_undo_and_one_that_has_moved_by_its_end():
    units = [Unit("2-0-4", "1010", id="one"), Unit("2-0-4", "0505", id="two")]
    game = field(units, [Unit("2-0-4", "1020", id="enemy")], phase="movement")
    before = game.copy()
    act(game, "move one")
    leave = asked_of(game, "british", before).leave
    assert leave is not None
    assert (leave.action, set(leave.pieces)) == ("", {"one", "two"})
    assert [choice.action for choice in leave.closing] == ["end-movement"]
    assert asked_of(game, "british").leave is None  # without a game to go back to nothing is promised
    before = game.copy()
    act(game, "go 1011")
    leave = asked_of(game, "british", before).leave
    assert leave is not None
    assert (leave.action, leave.pieces) == ("stop", ("two",))


def test_an_end_that_another_answers_at_once_is_final():
    gun = Unit("2-0-3", "1012", "gun", kind="artillery")
    game = field([Unit("2-0-4", "1010")], [gun], phase="movement")
    [closing] = asked_of(game, "british").closing
    assert closing.final
    calm = field([Unit("2-0-4", "1010"), Unit("1-0-4", "0505", states=("shattered",))], [gun], phase="movement")
    [closing] = asked_of(calm, "british").closing
    assert not closing.final  # the rally phase comes first, and is one's own


def test_what_an_end_leaves_undone_is_named():
    """S9.61b: a hex that is overstacked when movement ends."""
    crowd = [Unit("6-0-4", "1010", id="one"), Unit("6-0-4", "1012", id="two")]
    game = field(crowd, [Unit("2-0-4", "1020")], phase="movement")
    assert not asked_of(game, "british").closing[0].duties
    game.change("two", hex=game.piece("one").hex)  # as reinforcements may enter
    [closing] = asked_of(game, "british").closing
    [duty] = closing.duties
    assert "1010" in duty.words
    assert set(duty.pieces) == {"one", "two"}


@every_game
def test_a_way_out_leads_back_to_what_it_says(scenario: Scenario):
    before: Game | None = None
    for moment in story(scenario):
        number, game, seat = moment.number, moment.game, moment.seat
        leave = leave_of(context_of(game, seat, before)) if number % 3 == 0 else None
        if leave is not None:
            trial = game.copy()
            trial.play(seat, trial.rules.vocabulary.parse(leave.action)) if leave.action else trial.undo(seat)
            named = counters_named(trial, seat)
            assert set(leave.pieces) <= named
        if number > 250:
            break
        before = game.copy()


def counters_named(game: Game, seat: str) -> set[str]:
    """Every word of every action; for a group, its counters."""
    board = context_of(game, seat).board
    assert board is not None
    said = [value for action in looked_at(game.actions(seat)) for value in game.seat(seat).said(action).values()]
    words = {str(word) for value in said for word in (value if isinstance(value, tuple) else (value,))}
    return {one for word in words for one in board.counters_of(word)}


# ---------------------------------------------------------------- the table


@every_game
def test_the_choices_are_exactly_the_legal_list(scenario: Scenario):
    for moment in glances(Subject(scenario, {}), SEEDS[0], "brawler"):
        game, seat = moment.game, moment.seat
        board = context_of(game, seat).board
        pieces, places = piece_places(game, seat)[0], board.places if board is not None else ()
        question = face(game, seat).decision
        assert question is not None
        assert sorted(choice.action for choice in question.choices) == sorted(map(str, listed(game.actions(seat))))
        assert len(question.regions) == len(regions(game.actions(seat)))
        assert question.sealed == isinstance(game.pending, AskAll)
        for choice in question.choices:
            assert choice.words
            assert all(place in places for place in choice.places)
            assert set(choice.pieces) <= pieces
        for other in (None, *(name for name in game.seats if name not in game.actors)):
            assert face(game, other).decision is None


@every_game
def test_every_part_can_be_read_again(scenario: Scenario):
    from grognard.server.shapes import Table

    game = grognard.new(scenario.id, dice=Dice.live())
    for number, (seat, _) in enumerate(played(game, 2, "random")):
        if number % 40 == 0:
            for who in (seat, None):
                table = face(game, who)
                assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table
                assert [state.name for state in table.seats] == list(game.seats)
                assert all(state.colour.startswith("#") and state.title for state in table.seats)
                assert table.when.words
                assert table.tracks
    over = face(game, None).over
    assert over is not None
    assert over.words
    assert over.reason


def test_the_dice_show_their_secret_only_when_the_game_is_over():
    game = grognard.new(EUTAW, dice=Dice.live("a game", {"one": "nonce"}, b"s" * 32))
    for who in (None, *game.seats):
        assert face(game, who).dice.secret is None
        assert b"73" * 32 not in sent(game, who)
    assert face(game, None).dice.commitment == game.dice.header()["commitment"]
    game.resign(game.seats[0])
    assert face(game, None).dice.secret == "73" * 32


@every_game
def test_every_track_names_the_sides_or_the_armies_in_their_order(scenario: Scenario):
    game = grognard.new(scenario.id, seed=1)
    table = face(game, None)
    assert [side.name for side in table.sides] == list(game.rules.scored)
    assert all(side.colour.startswith("#") and side.title and side.army for side in table.sides)
    for track in table.tracks:
        named = {level.seat for level in track.levels}
        assert [level.seat for level in track.levels] == [side.name for side in table.sides if side.name in named]
        assert not named or named >= {side.name for side in table.sides if side.seats} or len(named) >= len(game.rules.sides)


def test_tracks_reach_as_far_as_they_must_and_have_their_bands():
    game = grognard.new(EUTAW, seed=1)
    tracks = {track.name: track for track in face(game, None).tracks}
    morale = tracks["army_morale"]
    assert [(band.least, band.most, band.title) for band in morale.bands] == [
        (11, 20, "High"),
        (6, 10, "Fatigued"),
        (1, 5, "Wavering"),
        (0, 0, "Demoralised"),
    ]
    assert {level.seat: (level.value, level.words) for level in morale.levels} == {
        "british": (13, "13 (High)"),
        "american": (14, "14 (High)"),
    }
    points = tracks["victory_points"]
    assert (points.least, points.most) == (0, 0), "no range is printed, so none is drawn"
    turns = tracks["boxes-0"]
    assert (turns.boxes[turns.marker], len(turns.boxes)) == ("10:00 AM", 7)
    game.state.morale["american"] = 23  # type: ignore[attr-defined]
    assert next(track.most for track in face(game, None).tracks if track.name == "army_morale") == 23


def test_a_question_names_the_piece_it_is_about():
    game = grognard.new(EUTAW, seed=3)
    seat = at(game, "March.choose")
    question = face(game, seat).decision
    assert question is not None
    assert len(question.pieces) == 1
    assert all(choice.places for choice in question.choices if choice.word == "go")
    reach = game.inspect(game.actors[0], "reach", question.pieces[0])
    assert {choice.places[0]: choice.cost for choice in question.choices if choice.word == "go"} == reach
    assert all(choice.cost is None for choice in question.choices if choice.word != "go")
    assert {kind.what: kind.mark for kind in face(game, None).inspections}["zoc"] == "zone"


# ---------------------------------------------------------------- the map and what lies on it


@every_game
def test_the_map_is_the_same_for_all_and_all_the_time(scenario: Scenario):
    digests = set()
    for moment in story(scenario):
        game = moment.game
        if moment.number % 50 == 0:
            digests |= {face(game, who).map for who in (None, *game.seats)}
    assert len(digests) == 1
    picture = context_of(game, None).picture
    assert picture is not None
    drawn = map_of(picture)
    assert drawn.digest == digests.pop()
    assert drawn is map_of(picture)
    for sheet in drawn.sheets:
        assert not sheet.sheet.stacks
        assert all(line.title for line in sheet.legend)
        if isinstance(sheet.sheet, HexSheet):
            assert 0 < len(sheet.sheet.hexes) <= sheet.sheet.columns * sheet.sheet.rows  # a scenario may use a part of the map
            assert all(words.startswith(label) for label, words in sheet.words.items())
            assert list(sheet.words) == [h.label for h in sheet.sheet.hexes]
        else:
            assert all(sheet.words.values())


def test_a_counter_that_is_face_down_has_neither_id_nor_name():
    game = grognard.new(PLAN, seed=1)
    at(game, "MovementPhase.part")
    own, other = game.seats
    backs = 0
    for stack in face(game, own).pieces.stacks:
        for counter in stack.counters:
            if counter.symbol == "back":
                backs += 1
                assert (counter.id, counter.name, counter.values) == ("", "", "")
            else:
                assert counter.id.startswith(own) or counter.id in {
                    piece.id for tray in face(game, None).pieces.trays for piece in tray.counters
                }
    assert backs
    for counter in (counter for stack in face(game, None).pieces.stacks for counter in stack.counters):
        assert counter.id == ""
    assert other.encode() in msgspec.json.encode(face(game, other).pieces)


def test_who_sets_up_sees_his_own_units_and_the_backs_of_the_others():
    game = grognard.new(PLAN, seed=1)
    seat = game.actors[0]
    own = {counter.id for tray in face(game, seat).pieces.trays for counter in tray.counters}
    named = {piece for choice in face(game, seat).decision.choices for piece in choice.pieces}  # type: ignore[union-attr]
    assert named
    assert named <= own
    watched = [counter for tray in face(game, None).pieces.trays for counter in tray.counters if counter.symbol == "back"]
    assert len(watched) > len(named)
    assert not any(counter.id for counter in watched)


# ---------------------------------------------------------------- the log


@every_game
def test_the_log_is_numbered_without_gaps_and_knows_its_moments(scenario: Scenario):
    watching = (None, *scenario.seats())
    kept = {who: LogView() for who in watching}
    for moment in story(scenario):
        game = moment.game
        for who in watching:
            if game.marks.length % 30 == 0 or (who == moment.seat and moment.number % 4 == 0):
                kept[who].lines_of(context_of(game, who))
    logs = {who: log(game, who) for who in watching}
    names = {who: context_of(game, who).names for who in watching}
    for who, lines in logs.items():
        assert kept[who].lines_of(context_of(game, who)) == lines
        assert [line.number for line in lines] == list(range(len(lines)))
        assert len(lines) == len(game.events(who))
    told = {who: iter(lines) for who, lines in logs.items()}
    cursor = grognard.Cursor(game.record())
    for number in range(len(cursor.moments)):
        cursor.go(number)
        for who in watching:
            for event in cursor.events(who):
                line = next(told[who])
                assert (line.moment, line.words) == (number, event.describe(names[who]))
    assert not [line for lines in told.values() for line in lines]


def test_a_roll_opens_its_ledger():
    game = grognard.new(EUTAW, seed=7)
    for _ in played(game, 7):
        pass
    rolls = [line.roll for line in log(game, None) if line.roll is not None]
    assert rolls
    for roll in rolls:
        assert roll.sides == 10
        assert roll.total == sum(roll.faces) + sum(modifier.value for modifier in roll.modifiers)
        assert all(modifier.words and modifier.cites for modifier in roll.modifiers)
        assert roll.cites
    combats = [(line.roll, after.words) for line, after in pairwise(log(game, None)) if after.words.startswith("Result")]
    assert combats
    assert all(roll is not None and roll.result in words for roll, words in combats)
    assert all(roll is not None and roll.result_words.lower() in words.lower() for roll, words in combats)
    plan = grognard.new(PLAN, seed=7)
    for _ in played(plan, 7):
        pass
    assert {line.roll.sides for line in log(plan, None) if line.roll is not None} == {6}


@pytest.mark.parametrize("scenario", ["revolution/eutaw/historical", "revolution/guilford/historical"])
def test_every_result_of_a_table_is_told_in_words_with_its_rules(scenario: str):
    game = grognard.new(scenario, seed=7)
    components = cast("Any", game.rules).components
    results = {cell for row in components.close_combat.rows.values() for cell in row}
    results |= {getattr(row, column) for row in components.fire.damage.rows for column in components.fire.damage.columns}
    known = {entry.id for entry in library().entries}
    assert len(results) > 15
    for result in sorted(results):
        words, cites = result_in_words(context_of(game, None), result)
        assert words
        assert words != result
        assert cites
        assert set(cites) <= known
    assert result_in_words(context_of(game, None), "-/1*")[1] == ("S13.1-1", "S13.1-L")
    assert result_in_words(context_of(game, None), "1*")[1] == ("S13.1-1-fire", "S13.1-L-fire")


def test_hits_are_told_in_words():
    words, cites = result_in_words(context_of(grognard.new(PLAN, seed=7), None), "2-1")
    assert words == "Attacker's hits: 2; defender's hits: 1"
    assert cites == ("P5.5a",)


@every_game
def test_every_stack_says_whose_it_is(scenario: Scenario):
    for moment in story(scenario):
        if moment.number % 40:
            continue
        for who in (None, moment.seat):
            assert {stack.side for stack in pieces_of(context_of(moment.game, who)).stacks} <= set(moment.game.rules.sides)


def test_a_line_is_linked_to_places_and_pieces():
    game = grognard.new(EUTAW, seed=8)
    at(game, "CloseCombat.choose_tactics")
    moved = [line for line in log(game, None) if " moved: " in line.words]
    assert moved
    assert all(len(line.pieces) == 1 and len(line.places) > 1 for line in moved)


# ---------------------------------------------------------------- asking


@pytest.mark.parametrize(("scenario", "fought"), [(EUTAW, "CloseCombat"), (PLAN, "Combat")])
def test_what_is_asked_within_a_fight_names_it_to_its_last_consequence(scenario: str, fought: str):
    within: set[str] = set()
    game = grognard.new(scenario, seed=8)
    for seat, _ in played(game, 1):
        question = question_of(context_of(game, seat))
        assert question is not None
        now = [fight.now for fight in question.fights]
        if any(type(frame).__name__ == fought for frame in game.stack):
            assert now == [True, *(False for _ in now[1:])]
            within.add(question.kind.partition(".")[0])
        elif not question.kind.startswith("ArtilleryFire"):
            assert not any(now)
    assert len(within) > 1, "losses and retreats are asked about by procedures of their own"


def test_a_fight_has_its_ledger_and_its_odds():
    game = grognard.new(EUTAW, seed=8)
    seat = at(game, "CloseCombat.choose_tactics")
    question = face(game, seat).decision
    assert question is not None
    assert question.sealed
    assert all(choice.fight for choice in question.choices)
    assert question.fights
    assert [fight.now for fight in question.fights] == [True, *(False for _ in question.fights[1:])]
    where = context_of(game, seat).board.where  # type: ignore[union-attr]
    for fight in question.fights:
        assert fight.pieces
        assert fight.places
        assert all(piece in where for piece in fight.pieces)
    assert forecast_at(context_of(game, seat), "").title == question.fights[0].words
    context = context_of(game, seat)
    ledger = forecast_at(context, "")
    assert ledger.column in ledger.columns
    assert abs(sum(result.chance for result in ledger.results) - 1) < 1e-9
    assert ledger.modifier == sum(line.value for line in ledger.modifiers)
    assert {mix.seat for mix in ledger.sealed} == set(game.seats)
    chosen = forecast_at(context, question.choices[0].action)
    own = next(mix for mix in chosen.sealed if mix.seat == seat)
    assert [(choice.action, choice.chance) for choice in own.choices] == [(question.choices[0].action, 1.0)]
    odds = odds_at(context, "")
    assert odds.consequences
    assert all(0 < consequence.chance <= 1 and consequence.words for consequence in odds.consequences)


def test_what_begins_a_fight_is_marked_and_can_be_forecast():
    game = grognard.new(EUTAW, seed=9)
    seat = at(game, "Announcement.announce")
    question = face(game, seat).decision
    assert question is not None
    attacks = [choice for choice in question.choices if choice.word == "attack"]
    assert attacks
    assert all(choice.fight for choice in attacks)
    assert not any(choice.fight for choice in question.choices if choice.word == "end-announcement")
    for choice in attacks[:3]:
        assert forecast_at(context_of(game, seat), choice.action).attacker == seat


def test_what_is_no_fight_is_refused():
    game = grognard.new(EUTAW, seed=1)
    seat = game.actors[0]
    for action, error in (("", "no-fight"), ("sing", "malformed"), ("end-rally", "illegal")):
        with pytest.raises(Refused) as refused:
            forecast_at(context_of(game, seat), action)
        assert refused.value.error == error
    with pytest.raises(Refused) as refused:
        forecast_at(context_of(game, None), "")
    assert refused.value.error == "not-yours"


def test_why_not_names_the_rule():
    game = grognard.new(EUTAW, seed=3)
    seat = at(game, "March.choose")
    context = context_of(game, seat)
    assert context.board is not None
    legal = {place for choice in face(game, seat).decision.choices for place in choice.places}  # type: ignore[union-attr]
    far = next(place for place in context.board.places if place not in legal)
    about = why_not(context, "", far, "")
    assert [refusal.action for refusal in about.refusals] == [f"go {far}"]
    assert all(refusal.reason and refusal.cites for refusal in about.refusals)
    assert why_not(context, f"go {far}", "", "").refusals == about.refusals
    assert why_not(context, str(game.actions(seat)[0]), "", "").refusals == ()
    for action, place, piece, error in (
        ("", "9999", "", "no-place"),
        ("", "", "nobody", "no-piece"),
        ("sing", "", "", "malformed"),
    ):
        with pytest.raises(Refused) as refused:
            why_not(context, action, place, piece)
        assert refused.value.error == error


def test_reach_is_inspected_with_its_costs():
    game = grognard.new(EUTAW, seed=3)
    seat = at(game, "March.choose")
    piece = face(game, seat).decision.pieces[0]  # type: ignore[union-attr]
    found = inspection(context_of(game, seat), "reach", piece)
    assert found.places
    assert {place.place for place in found.places} >= {
        choice.places[0]
        for choice in face(game, seat).decision.choices  # type: ignore[union-attr]
        if choice.word == "go"
    }
    assert any(place.value for place in found.places)
    assert [kind.what for kind in face(game, seat).inspections] == ["reach", "zoc", "sight", "costs", "command"]
    for what, whose, error in (("luck", piece, "no-inspection"), ("reach", "nobody", "unknown")):
        with pytest.raises(Refused) as refused:
            inspection(context_of(game, seat), what, whose)
        assert refused.value.error == error


def test_a_line_that_tells_of_undoing_names_the_moment_that_was_taken_back():
    game = grognard.new(EUTAW, seed=1)
    (seat,) = game.actors
    for _ in range(3):
        game.play(seat, game.actions(seat)[0])
    made = {line.moment for line in log(game, None)}
    game.undo(seat)
    game.undo(seat)
    game.play(seat, game.actions(seat)[-1])
    game.undo(seat)
    undoes = [line.undoes for line in log(game, None) if line.undoes is not None]
    assert undoes == [3, 2, 6]
    assert {3, 2} <= made


def test_a_result_that_may_take_a_leader_says_if_there_is_one():
    game = grognard.new(EUTAW, seed=1)
    for result in ("-/1*", "1*/-", "1*"):
        assert "if there is one" in result_in_words(context_of(game, None), result)[0]


# ---------------------------------------------------------------- the list of games


def test_every_scenario_has_a_card_with_all_its_words():
    cards = scenario_cards()
    assert [card.id for card in cards] == [scenario.id for scenario in grognard.catalogue()]
    by_id = {card.id: card for card in cards}
    for card in (by_id[scenario.id] for scenario in installed()):
        assert card.title.startswith(card.game)
        assert card.box not in ("", card.id.partition("/")[0])
        assert len(card.about.split(". ")) >= 2
        assert card.turns or grognard.new(card.id, seed=1).rules.when(grognard.new(card.id, seed=1))[0] is None
        assert card.minutes >= 30
        assert all(seat.colour.startswith("#") and seat.title for seat in card.seats)
        assert len(card.players) >= 2
        assert all(player.title and player.about for player in card.players)
        for option in card.options:
            assert option.about
            assert set(re.findall(r"(?<!\w)'(.*?)'(?!\w)", option.about)) <= {value.title for value in option.values}
            assert option.about.split()[0].lower() not in {str(value.value) for value in option.values}
            assert option.value in [value.value for value in option.values]
            assert all(value.title for value in option.values)
    assert (by_id[EUTAW].game, by_id[EUTAW].name) == ("Eutaw Springs", "The historical scenario")
    assert by_id[EUTAW].players[-1].name == "sergeant"
    assert by_id[PLAN].players[-1].name == "strategist"


# ---------------------------------------------------------------- secrets


SEALED = 8
"""How many sealed questions of a kind are tried in a game: of those of Savannah there are hundreds, and the log grows."""


@every_game
def test_sealed_answers_are_not_in_what_the_others_are_sent(scenario: Scenario):
    declared = secrets(scenario.rules(scenario.complete(None)))
    checked: Counter[str] = Counter()
    for moment in story(scenario):
        game, seat = moment.game, moment.seat
        if not isinstance(game.pending, AskAll) or checked[moment.kind] >= SEALED:
            continue
        answers = declared[moment.kind](game, seat)
        others = [name for name in game.seats if name != seat]
        if answers[0] == answers[1] or not set(game.actors) & set(others):
            continue
        twins = [game.copy(), game.copy()]
        for twin, answer in zip(twins, answers, strict=True):
            twin.play(seat, answer)
        for who in (None, *others):
            same(sent(twins[0], who), sent(twins[1], who))
        if checked[moment.kind] % 4 == 0:  # an undo plays the whole game again
            for twin in twins:
                twin.undo(seat)
            for who in (None, *others):
                same(sent(twins[0], who), sent(twins[1], who))
        checked[moment.kind] += 1
    assert checked or not declared


def test_a_secret_decision_is_not_in_what_the_others_are_sent():
    game = grognard.new("revolution/eutaw/campaign", seed=1, options={"reinforcements": "optional"})
    seat = game.actors[0]
    kept = kept_secrets(game.rules)[game.decision(seat).kind]  # type: ignore[union-attr]
    twins = [game.copy(), game.copy()]
    for twin, answer in zip(twins, kept.answers, strict=True):
        twin.play(seat, answer)
    for who in (None, *(name for name in game.seats if name != seat)):
        same(sent(twins[0], who), sent(twins[1], who))
    assert twins[0].view(seat) != twins[1].view(seat)


def test_hidden_pieces_cannot_be_told_apart_by_what_is_sent():
    rules = grognard.new(PLAN, seed=1).rules
    for disguise in disguises(rules):
        game, twin = grognard.new(PLAN, seed=11), grognard.new(PLAN, seed=11)
        others = [seat for seat in game.seats if seat != disguise.owner]
        about = [sorted(words) for words in piece_places(game, None)]
        checked = 0
        for number, (seat, action) in enumerate(played(game, 11)):
            if fronts_shown(game, disguise):
                break
            if number % 10 == 0:
                checked += 1
                for who in (None, *others):
                    same(sent(game, who), sent(twin, who))
                    same(answered(game, who, *about), answered(twin, who, *about))
            own = seat == disguise.owner
            twin.play(seat, swapped(game.rules, disguise, action) if own else action)
        assert checked > 2
        assert sent(game, disguise.owner) != sent(twin, disguise.owner)


def test_the_setting_has_no_part_in_the_game():
    game = grognard.new(EUTAW, seed=1)
    assert table_info(game).players == {"british": "human", "american": "human"}
