"""Positions made to keep a game from asking: the work of each question is counted and bounded, Python calls included."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.choices import drawn, listed
from grognard.core.dice import Dice
from grognard.core.games import Game
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.scenarios import find
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP, ARMIES
from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules
from grognard.games.revolution.series import stacking
from grognard.games.revolution.series.actions import BreakContact
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.leaving import Leaving
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from tests.battery.work import CALLS, COUNTED, TooMuchWork, Work, calls_counted
from tests.proving_ground import Unit, act, asked, choices, field

POSITIONS = Path(__file__).with_name("positions")
ON = 8
"""How many decisions each position is played on."""
PLAN = "chancellorsville/perfect-plan"
BATTLES = ("revolution/eutaw/historical", "revolution/guilford/historical")
SIDES = ("british", "american")
PINNED = {
    (BATTLES[0], "british"): (0, 1),
    (BATTLES[0], "american"): (1, 101),
    (BATTLES[1], "british"): (0, 113),
    (BATTLES[1], "american"): (103,),
}
"""Seeds of positions with a whole army pinned: some where nobody gets clear, some where all do, but only in the right order."""
TURN = 8
"""In the middle of both battles."""


def play_on(position: dict[str, Any], work: Work, seed: int = 1, decisions: int = ON) -> Game:
    """Set up a position and play on at random, breaking contact where that is possible; all of it counted."""
    rng = Random(seed)
    with calls_counted(work):
        game = grognard.setup(position, dice=Dice.fast(seed))
        for _ in range(decisions):
            if game.over is not None:
                break
            seat = rng.choice(game.actors)
            actions = game.actions(seat)
            breaking = [action for action in listed(actions) if isinstance(action, BreakContact)]
            game.play(seat, rng.choice(breaking) if breaking else drawn(actions, rng.random()))
    return game


# ---------------------------------------------------------------- battles of the revolution


def battle(scenario: str, phase: str, phasing: str, pieces: Mapping[str, Any], **state: Any) -> dict[str, Any]:
    other = SIDES[phasing == SIDES[0]]
    tracks = {"army_morale": dict.fromkeys(SIDES, 14), "momentum": dict.fromkeys(SIDES, 0)}
    return {
        "scenario": scenario,
        "turn": TURN,
        "phase": phase,
        "phasing": phasing,
        "order": [phasing, other],
        "tracks": tracks,
        "pieces": dict(pieces),
        "state": state,
    }


class Crowd:
    """Units put one by one into hexes where they may stand, both sides close to each other."""

    def __init__(self, scenario: str, rng: Random) -> None:
        rules = find(scenario, None).rules(find(scenario, None).complete(None))
        assert isinstance(rules, SeriesRules)
        self.rules, self.rng = rules, rng
        self.owner: dict[Hex, str] = {}
        self.strength: dict[Hex, int] = {}
        self.guns: set[Hex] = set()
        self.placed: dict[str, Hex] = {}

    def units(self, side: str) -> list[str]:
        found = [id for id in self.rules.sheets[side] if self.rules.counters[id].is_unit]
        self.rng.shuffle(found)
        return found

    def put(self, id: str, hexes: list[Hex]) -> bool:
        """Put a unit into one of the hexes, if there is room for it somewhere."""
        counter, piece = self.rules.counters[id], self.rules.opening().pieces[id]
        gun, strength = counter.is_artillery, counter.strengths[0]
        able = [
            h
            for h in hexes
            if self.owner.get(h, counter.side) == counter.side
            and self.rules.can_be_in(piece, h)
            and (h not in self.guns if gun else self.strength.get(h, 0) + strength <= 6)
        ]
        if not able:
            return False
        h = self.rng.choice(able)
        self.owner[h], self.placed[id] = counter.side, h
        if gun:
            self.guns.add(h)
        else:
            self.strength[h] = self.strength.get(h, 0) + strength
        return True

    def around(self, h: Hex, distance: int) -> list[Hex]:
        grid = self.rules.board.grid
        return [h, *(n for d in range(1, distance + 1) for n in members(grid.ring(h, d)))]

    def label(self, id: str) -> str:
        return self.rules.board.label(self.placed[id])


def pinned_army(scenario: str, side: str, seed: int) -> dict[str, Any]:
    """All units of a side under one PIN marker, heaped around a few enemies and shut in by the others."""
    rng = Random(seed)
    crowd, enemy = Crowd(scenario, rng), SIDES[side == SIDES[0]]
    grid = crowd.rules.board.grid
    centre = rng.choice([h for h in grid.hexes if not grid.is_edge(h)])
    enemies = crowd.units(enemy)
    for id in enemies[:2]:
        crowd.put(id, crowd.around(centre, 1))
    for id in crowd.units(side):
        crowd.put(id, crowd.around(centre, rng.choice((1, 2))))
    shut_in = crowd.around(centre, 6)[len(crowd.around(centre, 2)) :]
    for id in enemies[2:]:
        crowd.put(id, shut_in)
    pieces = {
        id: {"hex": crowd.label(id), "states": ["pinned:1"]} if id not in enemies[2:] else crowd.label(id)
        for id in crowd.placed
    }
    return battle(scenario, "movement", side, pieces)


def close_lines(scenario: str, side: str, seed: int) -> dict[str, Any]:
    """Two armies mixed up in a few hexes, everybody next to many enemies."""
    rng = Random(seed)
    crowd = Crowd(scenario, rng)
    grid = crowd.rules.board.grid
    near = crowd.around(rng.choice([h for h in grid.hexes if not grid.is_edge(h)]), 3)
    for ids in zip(crowd.units("british"), crowd.units("american"), strict=False):
        for id in ids:
            crowd.put(id, [h for h in near if h not in crowd.owner] or near)
    return battle(scenario, "close combat", side, {id: crowd.label(id) for id in crowd.placed})


def cavalry(seed: int) -> dict[str, Any]:
    """All the American cavalry of Eutaw Springs in a hex, attacked, with its friends behind it."""
    scenario, rng = BATTLES[0], Random(seed)
    crowd = Crowd(scenario, rng)
    grid = crowd.rules.board.grid
    here = grid.by_label["1113"]
    horse = [id for id in crowd.units("american") if crowd.rules.counters[id].is_cavalry]
    for id in horse:
        crowd.put(id, [here])
    crowd.put("buffs", [grid.by_label["1112"]])
    behind = [h for h in crowd.around(here, 3) if h not in crowd.around(grid.by_label["1112"], 1)]
    for id in crowd.units("american"):
        if id not in horse:
            crowd.put(id, behind)
    return battle(scenario, "close combat", "british", {id: crowd.label(id) for id in crowd.placed})


def entry(scenario: str, side: str) -> dict[str, Any]:
    """A whole army that has just entered by one hex, in the last phase of its turn, and the enemy far away."""
    crowd = Crowd(scenario, Random(1))
    board = crowd.rules.board
    units, pieces = crowd.units(side), crowd.rules.opening().pieces
    rooms = [h for h in board.grid.hexes if all(crowd.rules.can_be_in(pieces[id], h) for id in units)]
    here, enemy = rooms[0], crowd.units(SIDES[side == SIDES[0]])[0]
    crowd.put(enemy, rooms[-1:])
    where = {**dict.fromkeys(units, board.label(here)), enemy: board.label(rooms[-1])}
    return battle(scenario, "close combat", side, where, entered=units)


def hard_positions() -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
    """By name, how each is made."""
    for path in sorted(POSITIONS.glob("*.json")):
        yield path.stem, partial(written, path)
    for scenario in BATTLES:
        for side in SIDES:
            yield f"{scenario} {side} entry", partial(entry, scenario, side)
            for seed in PINNED[scenario, side]:
                yield f"{scenario} {side} pinned {seed}", partial(pinned_army, scenario, side, seed)
            for seed in range(2):
                yield f"{scenario} {side} lines {seed}", partial(close_lines, scenario, side, seed)
    for seed in range(2):
        yield f"cavalry {seed}", partial(cavalry, seed)


def written(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


HARD = dict(hard_positions())


@pytest.mark.parametrize("name", HARD)
def test_no_battle_is_kept_from_asking(name: str, work: Work):
    play_on(HARD[name](), work)


FORK = dict.fromkeys(["0912", "0913", "1113", "0914", "1114", "1212", "1213", "1310", "1312", "1313"], "pond")
"""From 1011 two ways lead off: south to 1014, and by 1112 and 1211 to 1311."""


@pytest.mark.parametrize("room", [5, 6])
def test_six_of_cavalry_are_not_kept_from_riding_off(room: int, work: Work):
    dragoons = [Unit("1-0-8", "1011", kind="dragoons") for _ in range(6)]
    behind = [Unit("4-0-4", "1014"), Unit(f"{8 - room}-0-4", "1311")]
    with calls_counted(work):
        game = field([Unit("6-0-4", "1010")], [*dragoons, *behind], phase="close combat", terrain=FORK)
        assert (asked(game) == "cavalry-withdrawal") == (room == 6)
        while asked(game) in ("cavalry-withdrawal", "next-retreat", "retreat"):
            act(game, choices(game)[-1])


# ---------------------------------------------------------------- A Perfect Plan


def full_areas(seed: int) -> dict[str, Any]:
    """Both armies in as few areas as they may stand in, every one contested if it can be."""
    rules = find(PLAN, None).rules(find(PLAN, None).complete(None))
    assert isinstance(rules, PerfectPlanRules)
    areas = list(rules.board.areas)
    Random(seed).shuffle(areas)
    pieces = {unit: areas[number // rules.stack_limit] for army in ARMIES for number, unit in enumerate(rules.sheets[army])}
    contested = sorted({pieces[unit] for unit in rules.sheets[ANV]} & {pieces[unit] for unit in rules.sheets[AOP]})
    attackers = dict.fromkeys(contested, AOP)
    return {
        "scenario": PLAN,
        "turn": 3,
        "phase": "movement",
        "initiative": AOP,
        "pieces": pieces,
        "attackers": attackers,
    }


@pytest.mark.parametrize("seed", range(2))
def test_no_plan_is_kept_from_asking(seed: int, work: Work):
    play_on(full_areas(seed), work, decisions=60)


# ---------------------------------------------------------------- the guard itself


def every_order(game: Battle, ids: tuple[str, ...], ends: Callable[[Battle, Piece], HexSet]) -> bool:
    """What must not be done: every order of every end."""
    for id in ids:
        rest = tuple(other for other in ids if other != id)
        for end in members(ends(game, game.piece(id))):
            trial = game.copy()
            trial.change(id, hex=end)
            if every_order(trial, rest, ends):
                return True
    return not ids


def test_a_search_that_tries_everything_is_caught(work: Work, monkeypatch: pytest.MonkeyPatch):
    def all_can(self: Leaving, game: Battle, ids: tuple[str, ...]) -> bool:
        return every_order(game, ids, self.ends)

    monkeypatch.setattr(Leaving, "all_can", all_can)
    position = written(POSITIONS / "five-pinned.json")
    with pytest.raises(TooMuchWork) as caught:
        grognard.setup(position)
    most = COUNTED["floods"][-1]
    assert str(caught.value) == f"revolution/eutaw/historical: MovementPhase.pick_piece takes more than {most} floods."


def test_calls_are_counted_where_nothing_else_is(work: Work, monkeypatch: pytest.MonkeyPatch):
    def busy(*_: object) -> list[str]:
        while True:
            sorted([1], key=lambda one: one)

    monkeypatch.setattr(stacking, "needed_losses", busy)
    with pytest.raises(TooMuchWork, match=rf"CureOverstacking\.choose_loss takes more than {CALLS} calls\."):
        play_on(entry(BATTLES[1], "british"), work)
