"""What a seat tells a table about the game: its picture, what actions speak of, what can be inspected, whether it may undo."""

from grognard.core.events import PlaceWithPieces
from grognard.core.rules import Rules
from grognard.games.revolution.series.actions import Attack, Go, Move
from grognard.telling.words import action_in_words
from tests.core.toy import TOY
from tests.eutaw.positions import eutaw
from tests.proving_ground import act

CONTACT = {"maryland": "1112", "kirkwood": "1112", "buffs": "1111", "63rd": "1012"}


def test_an_attack_names_its_hexes_and_who_is_there():
    game = eutaw(CONTACT, phase="close combat")
    seat = game.seat("american")
    attacks = {action: seat.said(action)["hexes"] for action in seat.actions if isinstance(action, Attack)}
    buffs, other = PlaceWithPieces("1111", ("buffs",)), PlaceWithPieces("1012", ("63rd",))
    assert {(buffs,), (other,), (buffs, other)} == set(attacks.values())
    assert all(seat.said(action)["piece"] == action.piece for action in attacks)


def test_combats_are_named_by_who_fights_where():
    game = eutaw({"maryland": "1112", "virginia": "1312", "buffs": "1111", "63rd": "1311"}, phase="close combat")
    while game.decision("american") is not None and str(game.decision("american")) != "Choose the combat to resolve next":
        game.play("american", next(a for a in game.actions("american") if isinstance(a, Attack)))
    seat = game.seat("american")
    assert [(seat.said(action)["item"], seat.said(action)["against"]) for action in seat.actions] == [
        (("maryland",), (PlaceWithPieces("1111", ("buffs",)),)),
        (("virginia",), (PlaceWithPieces("1311", ("63rd",)),)),
    ]
    names = {"maryland": "Maryland Brigade", "buffs": "3rd Foot"}
    assert action_in_words(seat, seat.actions[0], names) == "Resolve: Maryland Brigade against 3rd Foot (1111)"


def test_the_reach_of_a_piece_on_the_march_is_what_it_has_left():
    game = eutaw({"maryland": "1320", "buffs": "0913"})
    before = game.inspect("american", "reach", "maryland")
    act(game, "move maryland")
    assert game.inspect("american", "reach", "maryland") == before
    act(game, "go 1321")
    after = game.inspect("american", "reach", "maryland")
    assert {f"go {label}" for label in after} == {str(a) for a in game.actions("american") if isinstance(a, Go)}
    assert set(after) - {"1320"} < set(before)


def test_a_seat_knows_whether_it_may_undo_and_how_the_game_ended():
    game = eutaw({"maryland": "1320", "buffs": "0913"})
    ours, theirs = game.seat("american"), game.seat("british")
    assert (ours.can_undo, theirs.can_undo) == (False, False)
    game.play("american", Move("maryland"))
    assert (ours.can_undo, theirs.can_undo, ours.over) == (True, False, None)
    game.resign("american")
    assert theirs.over is not None
    assert theirs.over.winner == "british"


def test_a_counter_says_why_its_values_are_what_they_are():
    game = eutaw({"maryland": "1320", "greene": "1320", "buffs": "0913"})
    picture = game.seat("american").ask(Rules.picture)
    assert picture is not None
    counters = {counter.id: counter for stack in picture.main.stacks for counter in stack.counters}
    assert counters["maryland"].basis.startswith("reconstructed")
    assert counters["greene"].basis == ""  # printed on a sample counter
    assert game.seat("american").rules.names()["maryland"] == "Maryland Brigade"


def test_a_game_without_a_map_has_no_picture_and_nothing_to_inspect():
    import grognard

    seat = grognard.new(TOY.id, seed=1).seat("red")
    assert seat.ask(Rules.picture) is None
    assert seat.rules.inspections == ()
    assert [seat.said(action) for action in seat.actions] == [{"number": 0}, {"number": 1}, {"number": 2}]
