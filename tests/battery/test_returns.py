"""An agreed return restores exactly, at any moment of any game, among undos and other returns; records and cursors follow."""

from grognard.testing.playing import EVERY_MOMENT, Subject
from grognard.testing.saving import check_agreed_draw, check_returns, read, wander_back_and_forth
from tests.battery.play import every_subject


@every_subject
def test_a_game_of_returns_and_undos_is_restored_replayed_and_stepped_through_exactly(subject: Subject):
    game = subject.new(71)
    check_returns(game, 71, 150 if EVERY_MOMENT or not subject.options else 60)
    assert any(entry.startswith("return ") for entry in read(game, game.seats[0]))


@every_subject
def test_an_agreed_draw_is_recorded(subject: Subject):
    game = subject.new(73)
    wander_back_and_forth(game, 73, 8)
    check_agreed_draw(game)
