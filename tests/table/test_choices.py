"""The list of choices: its order, its filters, and what is refused about a place."""

from grognard.cli.table.choices import Choices
from grognard.core.rules import Rules
from grognard.core.seats import Seat
from grognard.telling.boards import board_of
from grognard.telling.names import names_of
from tests.eutaw.positions import eutaw
from tests.perfect_plan.table import plan
from tests.proving_ground import act


def choices_of(seat: Seat) -> Choices:
    return Choices(seat, names_of(seat), board_of(seat.ask(Rules.picture)))


def test_what_ends_a_phase_comes_last():
    seat = plan({"falmouth": "I"}, {"fredericksburg": "Early"}).seat("AoP")
    assert str(seat.actions[0]) == "end-impulse"
    assert str(choices_of(seat).actions[-1]) == "end-impulse"


def test_a_place_is_spoken_of_by_its_name_and_by_the_pieces_in_it():
    seat = plan({"falmouth": "I", "hartwood_church": "V"}, {"fredericksburg": "Early"}).seat("AoP")
    choices = choices_of(seat)
    there = {str(action) for action in choices.at("hartwood_church")}
    assert "march AoP-I hartwood_church" in there  # into it
    assert "march AoP-V falmouth" in there  # out of it
    assert not any(action.startswith("march AoP-I fred") for action in there)


def test_filters_by_words_and_by_place():
    choices = choices_of(eutaw({"maryland": "1320", "virginia": "1520", "buffs": "0913"}).seat("american"))
    choices.wanted = "MARY 13"
    assert [str(action) for action in choices.shown()] == ["move maryland"]
    assert choices.places == {"1320"}
    choices.wanted, choices.only = "", "1520"
    assert [str(action) for action in choices.shown()] == ["move virginia", "end-movement"]


def test_what_is_refused_about_a_place():
    game = eutaw({"maryland": "1320", "virginia": {"hex": "1520", "states": ["shattered"]}, "buffs": "0913"})
    seat = game.seat("american")
    assert [str(action) for action in choices_of(seat).refused("1520", None)] == ["move virginia"]
    act(game, "move maryland")
    assert [str(action) for action in choices_of(seat).refused("0913", None)] == ["go 0913"]
    assert choices_of(seat).refused("1319", None) == []


def test_a_choice_that_one_roll_decides_is_listed_with_its_chance():
    pieces = {"maryland": {"hex": "1320", "states": ["disrupted"]}, "buffs": "0913"}
    seat = eutaw(pieces, phase="rally").seat("american")
    rally = next(action for action in seat.actions if str(action) == "rally maryland")
    assert choices_of(seat).spoken[rally] == f"Rally Maryland Brigade, {seat.ask(Rules.chance, rally):.0%}"
