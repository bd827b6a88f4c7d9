"""Seats and spectators: what they may ask of the rules, features that a game does not declare, and former names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.features import (
    Alliances,
    CardHands,
    Circumstances,
    EndingWarnings,
    Feature,
    RiskTables,
    SparedWindows,
    Story,
    feature_of,
)
from grognard.core.games import Game
from grognard.core.rules import Rules
from grognard.core.seats import FormerName, Seat
from tests.core.raid import NORTH, RAID, RaidRules
from tests.core.toy import TOY, Bid


@pytest.fixture
def game() -> Game:
    return grognard.new(TOY.id, dice=Dice.script([0, 1, 5]))


def test_a_spectator_is_a_seat_without_a_name(game: Game):
    seen = game.seat(None)
    assert (seen.name, seen.side, seen.decides, seen.decision, seen.actions, seen.closing, seen.can_undo) == (
        (None, None, False, None, (), (), False)
    )
    assert seen.view == game.view(None)
    assert seen.events() == game.events(None)
    assert seen.actors == game.actors
    assert seen.public(Rules.when) == game.rules.when(game)
    assert seen.ask(Rules.standings) == game.rules.standings(game, None)


def test_a_spectator_is_refused_what_only_a_player_may_ask(game: Game):
    seen = game.seat(None)
    for ask in (
        lambda: seen.seated_as,
        lambda: seen.ask(Rules.costs),
        lambda: seen.asking(Rules.aggression),
        lambda: seen.ask(Alliances.agreement),
        lambda: seen.why_not(Bid(7)),
        lambda: seen.after(Bid(7)),
        lambda: seen.imagine(1),
    ):
        with pytest.raises(GrognardError, match="A spectator plays no seat"):
            ask()


def test_only_what_is_marked_can_be_asked(game: Game):
    red: Any = game.seat("red")
    for method in (
        Rules.redact,
        Rules.describe,
        Rules.tracks,
        Rules.inspect,
        Rules.conceals,
        Rules.stage,
        lambda rules, game: game,
    ):
        with pytest.raises(UnknownName, match="is not what a seat may ask of itself"):
            red.ask(method)
        with pytest.raises(UnknownName, match="is not what a seat may ask in public"):
            red.public(method)
    with pytest.raises(UnknownName, match="of itself"):
        red.ask(Rules.fights)
    with pytest.raises(UnknownName, match="of itself"):
        red.asking(Rules.redact)
    assert list(map(red.asking(Rules.aggression), red.actions)) == [red.ask(Rules.aggression, each) for each in red.actions]
    with pytest.raises(UnknownName, match="in public"):
        red.public(Rules.costs)


def test_a_seat_does_not_lead_to_its_game(game: Game):
    for seat in (game.seat("red"), game.seat(None)):
        names = [name for name in dir(seat) if not name.startswith("_") and not (seat.name is None and name == "seated_as")]
        names = [name for name in names if not isinstance(getattr(Seat, name), FormerName)]
        found = [getattr(seat, name) for name in names]
        assert not any(isinstance(value, Game) for each in found for value in within(each))
        assert not any(isinstance(getattr(seat.log, name), Game) for name in dir(seat.log) if not name.startswith("_"))


def within(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from within(each)
    elif isinstance(value, Rules):
        yield from vars(value).values()


# ---------------------------------------------------------------- features


def test_a_game_declares_its_features_and_others_have_nothing_there(game: Game):
    raid = grognard.new(RAID.id, seed=1)
    assert raid.rules.features == {CardHands}
    assert game.rules.features == frozenset()
    assert raid.seat(NORTH).ask(CardHands.card_table) is not None
    assert raid.seat(None).ask(CardHands.card_table) is not None
    red = game.seat("red")
    assert red.ask(CardHands.card_table) is None
    assert red.ask(RiskTables.risk_table) is None
    assert red.ask(Story.diary) == ()
    assert red.ask(EndingWarnings.idle, Bid(1)) == ()
    assert red.public(Circumstances.circumstances) == ()
    assert red.ask(SparedWindows.auto_pass, frozenset()) is None, "several choices"
    assert feature_of(game.rules, CardHands).card_table(game, "red") is None


def test_rules_that_have_the_hook_of_a_feature_and_not_the_feature_are_told_so():
    with pytest.warns(DeprecationWarning, match="Forgetful has 'card_table', which belongs to the feature CardHands: derive"):
        type("Forgetful", (Rules,), {"card_table": RaidRules.card_table})


def test_every_feature_is_known_by_its_own_hooks():
    for kind in Feature.__subclasses__():
        assert kind.__doc__
        assert [name for name in vars(kind) if not name.startswith("_")], f"{kind.__name__} offers something"


# ---------------------------------------------------------------- former names


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("names", r"seat\.rules\.names\(\)"),
        ("inspections", r"seat\.rules\.inspections"),
        ("standing_orders", r"seat\.rules\.standing_orders\(seat\.name\)"),
        ("costs", r"seat\.ask\(Rules\.costs\)"),
        ("fights", r"seat\.public\(Rules\.fights\)"),
        ("card_table", r"seat\.ask\(CardHands\.card_table\)"),
        ("agreement", r"seat\.ask\(Alliances\.agreement\)"),
        ("conditions", r"seat\.public\(Rules\.conditions\)"),
    ],
)
def test_former_names_of_a_seat_still_work(game: Game, name: str, told: str):
    red = game.seat("red")
    expected = {"names": game.rules.names(), "standing_orders": game.rules.standing_orders("red"), "costs": {}, "fights": []}
    with pytest.warns(DeprecationWarning, match=f"Seat.{name} will go; use {told}"):
        found = getattr(red, name)
    assert found == expected.get(name, {"inspections": (), "conditions": ()}.get(name))


def test_former_questions_of_a_seat_still_take_their_arguments(game: Game):
    red: Any = game.seat("red")
    for name, expected in (("aggression", 1.0), ("chance", None), ("subject_of", ""), ("idle", ())):
        with pytest.warns(DeprecationWarning, match=f"Seat.{name} will go"):
            assert getattr(red, name)(Bid(1)) == expected


def test_former_names_of_a_game_still_work(game: Game):
    former: Any = game
    red = game.seat("red")
    with pytest.warns(DeprecationWarning, match=r"Game\.said will go; use game\.seat\(seat\)\.said"):
        assert former.said("red", Bid(1)) == red.said(Bid(1))
    with pytest.warns(DeprecationWarning, match=r"Game\.closing will go"):
        assert former.closing("red") == red.closing
    with pytest.warns(DeprecationWarning, match=r"Game\.diary will go; use game\.seat\(seat\)\.ask\(Story\.diary\)"):
        assert former.diary(None) == ()
    with pytest.warns(DeprecationWarning, match=r"Game\.decisions will go"):
        assert former.decisions("red", "nobody") == ()
    with pytest.warns(DeprecationWarning, match=r"Game\.apart will go; use grognard\.core\.driving\.apart"):
        assert former.apart().position() == game.position()


def test_what_never_was_is_unknown(game: Game):
    for thing in (game, game.seat("red")):
        with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
            _ = thing.nonsense  # type: ignore[union-attr]
    assert isinstance(game.seat("red"), Seat)
