"""Whole games: they end, and after every act the table is as it must be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import dist
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.events import Event
from grognard.core.plane import Point, squared
from grognard.games.chancellorsville.red_dice.events import MenPlaced, SquadActivated, SquadWalked
from grognard.games.chancellorsville.red_dice.sight import cover_of, hiding
from grognard.games.chancellorsville.red_dice.state import BOXES, GUARD, PAIR, SEVERELY, Man, Skirmish
from grognard.players import player
from tests.red_dice.table import BATTLEFIELDS, RED_DICE, Spot, position
from tests.red_dice.test_fire import slow_cover, slow_hidden, slow_share

MANY_DECISIONS = 5_000
LINES = 4
"""How many lines between two men are held against the slow check in each position of the long test."""


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


class Walls:
    """D-R9: nobody goes through the walls of a house by a Move that did not pay for it."""

    def __init__(self) -> None:
        self.starts: dict[str, Point] = {}
        self.squad = ""

    def see(self, game: Skirmish, before: dict[str, Man], events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case SquadActivated():
                    self.squad = ""
                case SquadWalked(squad=squad, difficult=difficult):
                    self.squad = "" if difficult else squad
                    self.starts = {id: man.at for id, man in before.items()}
                case MenPlaced(squad=squad, men=men, places=places) if squad == self.squad:
                    leader = game.state.squads[squad].leader if squad in game.state.squads else ""
                    for id, place in zip(men, places, strict=True):
                        led = id == leader or before[id].wounds == SEVERELY  # who is carried goes the way of his bearer
                        assert led or through_no_house(game, self.starts[id], place), (id, self.starts[id], place)
                    self.squad = ""


def through_no_house(game: Skirmish, a: Point, b: Point) -> bool:
    return a == b or not any(slow_share(a, b, house.shape.corners) for house in game.rules.field.walled)


def check_sight(game: Skirmish, chance: Random) -> None:
    """Lines between men of both sides, as they stand, are seen and covered as the slow check says."""
    field, numbers = game.rules.field, game.rules.numbers
    ours, theirs = game.on_feet("ANV"), game.on_feet("AoP")
    if not ours or not theirs:
        return
    for _ in range(LINES):
        a, b = chance.choice(ours).at, chance.choice(theirs).at
        assert (hiding(field, a, b) is not None) == slow_hidden(field, a, b), (a, b)
        slow = slow_cover(field, a, b)
        assert slow is None or cover_of(field, numbers, a, b) == slow, (a, b)


def play(
    name: str,
    style: str,
    seed: int,
    seen: Counter[str],
    options: dict[str, str | int | bool] | None = None,
    *,
    slowly: bool = False,
) -> Skirmish:
    game = grognard.new(RED_DICE + name, seed=seed, options=options)
    assert isinstance(game, Skirmish)
    hands = {seat: player(style, 2 * seed + place) for place, seat in enumerate(game.seats)}
    walls, chance = Walls(), Random(seed)
    for _ in range(MANY_DECISIONS):
        if game.over is not None:
            return game
        seat = game.actors[0]
        decision = game.decision(seat)
        assert decision is not None
        seen[decision.kind] += 1
        action = hands[seat].choose(game.seat(seat))
        seen[action.word] += 1
        before = game.state.men.copy()
        walls.see(game, before, game.play(seat, action))
        check(game)
        if slowly and is_settled(game):
            check_sight(game, chance)
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
        play(name, style, seed, seen, slowly=style == "random")
    wanted = {"fire-at", "assault-on", "close-ranks", "flee", "promote", "escort", "bear", "rise", "put-at", "shed-dice"}
    assert wanted <= set(seen)


CLEAR = 1.65
"""Nobody begins in contact."""


def hard(seed: int) -> dict[str, Any]:
    """Squads close together with strays, wounded men, bearers, prisoners, escorts, markers and red dice."""
    chance = Random(seed)
    middle = chance.uniform(60, 160), chance.uniform(35, 95)
    places: list[Spot] = []
    squads: dict[str, list[Spot]] = {}
    men: dict[str, dict[str, Any]] = {}
    about: dict[str, dict[str, Any]] = {}
    for squad in ("V1", "V2", "V3", "U1", "U2", "U3"):
        aside = chance.uniform(2, 18) * (1 if squad[0] == "U" else -1)
        here = middle[0] + aside, middle[1] + chance.uniform(-14, 14)
        wanted = chance.randint(3, 8)
        squads[squad] = []
        while len(squads[squad]) < wanted:
            far = 25 if chance.random() < 0.12 else 4
            spot = round(here[0] + chance.uniform(-far, far), 1), round(here[1] + chance.uniform(-far, far), 1)
            if 1 < spot[0] < 199 and 1 < spot[1] < 119 and all(dist(spot, other) >= CLEAR for other in places):
                places.append(spot)
                squads[squad].append(spot)
        for number in range(2, wanted + 1):
            kind = chance.choice(("severe", "light", "down", "prisoner", *[""] * 6))
            fates: dict[str, dict[str, Any]] = {
                "severe": {"wounds": "severe"},
                "light": {"wounds": "light"},
                "down": {"wounds": "light", "down": True},
                "prisoner": {"captor": "ANV" if squad[0] == "U" else "AoP"},
            }
            if kind:
                men[f"{squad}-{number}"] = fates[kind]
        about[squad] = {mark: True for mark in ("pinned", "doubtful") if chance.random() < 0.15}
    for squad, foe in (("V1", "U"), ("U1", "V")):
        guard, bearer = f"{squad}-2", f"{squad}-3"
        taken = [id for id, body in men.items() if id[0] == foe and "captor" in body][:5]
        if guard not in men and taken:
            men |= {guard: {"squad": f"{guard}+"}, **{id: {**men[id], "charge": f"{guard}+"} for id in taken}}
            about[f"{guard}+"] = {"kind": GUARD, "parent": squad, "leader": guard}
        hurt = next((id for id, body in men.items() if id.startswith(squad) and body.get("wounds") == "severe"), "")
        if bearer not in men and len(squads[squad]) >= 3 and hurt:
            men |= {bearer: {"squad": f"{bearer}+"}, hurt: {**men[hurt], "squad": f"{bearer}+"}}
            about[f"{bearer}+"] = {"kind": PAIR, "parent": squad, "leader": bearer}
    men |= {f"{squad}-{number}": {"box": "fled"} for squad in ("V4", "U4") for number in range(1, chance.randint(1, 4))}
    red = {side: chance.randint(0, 7) for side in ("ANV", "AoP")}
    return position(squads, men=men, about=about, red=red, initiative=chance.choice(("ANV", "AoP")))


def play_hard(seed: int, decisions: int) -> None:
    game = grognard.setup(hard(seed), dice=Dice.fast(seed))
    assert isinstance(game, Skirmish)
    hand, walls = player("brawler" if seed % 2 else "random", seed), Walls()
    for _ in range(decisions):
        if game.over is not None:
            return
        (seat,) = game.actors
        before = game.state.men.copy()
        walls.see(game, before, game.play(seat, hand.choose(game.seat(seat))))
        check(game)


def test_hard_positions_are_played_on_and_the_table_stays_as_it_must_be():
    for seed in range(10):
        play_hard(seed, 60)


@pytest.mark.soak
def test_hundreds_of_hard_positions_are_played_on():
    for seed in range(10, 500):
        play_hard(seed, 120)


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
