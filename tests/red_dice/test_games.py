"""Whole games: they end, and after every act the table is as it must be."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.plane import squared
from grognard.games.chancellorsville.red_dice.state import BOXES, GUARD, PAIR, SEVERELY, Skirmish
from grognard.players import player
from tests.red_dice.table import BATTLEFIELDS, RED_DICE

MANY_DECISIONS = 5_000


def is_settled(game: Skirmish) -> bool:
    """Whether no activation is under way."""
    return len(game.stack) == 1


def check(game: Skirmish) -> None:
    """Bases apart and on the table, men conserved, one leader a squad, strays exactly those who are not linked."""
    rules, state = game.rules, game.state
    numbers, table = rules.numbers, game.on_table()
    for place, one in enumerate(table):
        assert rules.field.on_table(one.at), one
        for other in table[:place]:
            assert squared(one.at, other.at) >= numbers.apart, (one, other)
    assert list(state.men) == list(rules.order)
    assert all(one.box in ("", *BOXES) for one in state.men.values())
    assert all(one.squad in state.squads and (not one.charge or one.charge in state.squads) for one in state.men.values())
    assert all(pool >= 0 for pool in state.red.values())
    if not is_settled(game):
        return
    for squad in state.squads.values():
        company = game.company(squad.id)
        if not company:
            continue
        leader = game.man(squad.leader)
        assert leader.squad == squad.id, squad
        assert leader.is_free, squad
        assert leader.wounds < SEVERELY or all(one.wounds == SEVERELY for one in company), squad
        assert len(company) <= 10, squad
        linked = {leader.id}
        while True:
            more = {
                one.id
                for one in company
                if one.id not in linked and any(squared(one.at, game.man(id).at) <= 300.1**2 for id in linked)
            }
            if not more:
                break
            linked |= more
        assert {one.id for one in game.unit(squad.id)} == linked, squad
        assert {one.id for group in game.stray_groups(squad.id) for one in group} == {one.id for one in company} - linked
        if squad.kind == PAIR:
            assert sorted(one.wounds for one in company) == [0, SEVERELY], squad
        if squad.kind == GUARD:
            assert 0 < len(game.prisoners_of(squad.id)) <= 5 * len(company), squad
    for one in game.free_men("ANV"):
        for foe in game.free_men("AoP"):
            assert squared(one.at, foe.at) > numbers.contact, (one, foe)


def play(name: str, style: str, seed: int, seen: Counter[str], options: dict[str, str | int | bool] | None = None) -> Skirmish:
    game = grognard.new(RED_DICE + name, seed=seed, options=options)
    assert isinstance(game, Skirmish)
    hands = {seat: player(style, 2 * seed + place) for place, seat in enumerate(game.seats)}
    for _ in range(MANY_DECISIONS):
        if game.over is not None:
            return game
        seat = game.actors[0]
        decision = game.decision(seat)
        assert decision is not None
        seen[decision.kind] += 1
        action = hands[seat].choose(game.seat(seat))
        seen[action.word] += 1
        game.play(seat, action)
        check(game)
    raise AssertionError("no end")


@pytest.mark.parametrize("style", ["random", "brawler"])
@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_games_end_and_the_table_is_always_as_it_must_be(name: str, style: str):
    for seed in range(6):
        game = play(name, style, seed, Counter())
        assert game.over is not None
        assert set(game.over.scores) == {"ANV", "AoP"}


@pytest.mark.soak
@pytest.mark.parametrize("style", ["random", "brawler"])
@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_hundreds_of_games_end_and_see_every_action(name: str, style: str):
    seen: Counter[str] = Counter()
    for seed in range(340):  # 1,000 random games on the three battlefields
        play(name, style, seed, seen)
    wanted = {"fire-at", "assault-on", "close-ranks", "flee", "promote", "escort", "bear", "rise", "put-at", "shed-dice"}
    assert wanted <= set(seen)


@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_a_position_comes_back_as_it_was_at_every_moment(name: str):
    """A game set up from its own position asks the same and goes on alike."""
    game = grognard.new(RED_DICE + name, seed=5)
    hand = player("brawler", 5)
    for number in range(200):
        if game.over is not None:
            break
        seat = game.actors[0]
        if number % 3 == 0:
            twin = grognard.setup(game.position(), dice=Dice.fast(1))
            assert twin.position() == game.position()
            assert twin.actors == game.actors
            assert twin.decision(seat) == game.decision(seat)
            action = hand.choose(game.seat(seat))
            assert action in twin.actions(seat)
        game.play(seat, hand.choose(game.seat(seat)))


@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_a_record_replays_exactly(name: str):
    game = play(name, "brawler", 11, Counter())
    assert grognard.replay(game.record()).position() == game.position()
