"""Two things that hold for every march in every position, tried on random ones.

The list of hexes that a piece may go to is made by a flood over sets of hexes, the answer to "why not there?" by a plain search
from hex to hex. They know nothing of each other and must agree. And a march of many hexes must be one that could as well have
been made hex by hex, for the price that the list named.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.games.revolution.series.actions import Go
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import Moved
from grognard.games.revolution.series.movement import MP, March
from tests.marks import rule
from tests.proving_ground import TERRAIN, Leader, Unit, act, asked, choices, field, parse

MAPS = 12
POSITIONS = 20
"""On each map; a march is tried from its first hex and again from where it goes on."""

CENTRE = [f"{column:02}{row:02}" for column in range(6, 15) for row in range(6, 15)]
"""Where the armies stand: close enough to be in each other's way."""


# ---------------------------------------------------------------- random maps, armies and positions


def army(side: str, chance: random.Random) -> list[Unit | Leader]:
    """Foot, horse, guns and riflemen of all sizes, and a leader."""
    kinds = ["infantry", "infantry", "militia", "light_infantry", "dragoons", "artillery"]
    line = [
        Unit(f"{chance.randint(1, 6)}-0-{chance.randint(1, 4)}", id=f"{side}{n}", kind=kind) for n, kind in enumerate(kinds)
    ]
    rifles = [Unit(f"1-0-{chance.randint(2, 4)}", id=f"{side}r{n}", kind="light_infantry", flags=("rifle",)) for n in (1, 2)]
    return [*line, *rifles, Leader(f"0-0-{chance.randint(2, 4)}", id=f"{side}-leader")]


def country(chance: random.Random) -> dict[str, Any]:
    """Woods, water and streams at random, with roads, tracks and paths wandering through."""
    grid = field([Unit("1-0-4", "0101")], [Unit("1-0-4", "2020")]).rules.board.grid

    def beside(label: str) -> str:
        return chance.choice([grid.labels[h] for h in grid.neighbours[grid.by_label[label]] if h is not None])

    def chain(length: int) -> str:
        way = [chance.choice(CENTRE)]
        while len(way) < length:
            way.append(beside(way[-1]))
        return " ".join(way)

    return {
        "terrain": {label: chance.choice(list(TERRAIN)) for label in CENTRE if chance.random() < 0.4},
        "hexsides": {
            kind: [(label, beside(label)) for label in chance.sample(CENTRE, number)]
            for kind, number in (("stream", 20), ("slope", 12), ("fieldwork", 8))
        },
        "roads": {"road": [chain(14), chain(10)], "track": [chain(8)], "path": [chain(8)]},
    }


def positions(seed: int) -> Iterator[Battle]:
    """Random positions on one random map, the British about to move: full stacks, disordered and pinned units among them."""
    chance = random.Random(seed)
    armies = [*army("b", chance), *army("a", chance)]
    for number, piece in enumerate(armies):
        piece.hex = f"{number + 1:02}{1 if piece.id[0] == 'b' else 20:02}"
    base = field(armies[:9], armies[9:], **country(chance))
    start = {key: value for key, value in base.position().items() if key != "pending"}
    made = 0
    while made < POSITIONS:
        try:
            game = grognard.setup({**start, "pieces": scatter(base, armies, chance)}, dice=Dice.fast(seed))
        except grognard.PositionError:
            continue  # too many in a hex
        assert isinstance(game, Battle)
        if asked(game) == "move" and game.actors == ("british",):
            made += 1
            yield game


def scatter(base: Battle, armies: list[Unit | Leader], chance: random.Random) -> dict[str, Any]:
    """Most of the pieces somewhere in the centre, enemies in different hexes and nobody in water."""
    holders: dict[str, str] = {}
    pieces: dict[str, Any] = {}
    for piece in armies:
        if chance.random() < 0.2:
            continue
        while True:
            label = chance.choice(CENTRE)
            room = base.rules.can_be_in(base.piece(piece.id), base.rules.board.hex(label))
            if room and holders.get(label, piece.id[0]) == piece.id[0]:
                break
        holders[label] = piece.id[0]
        states = [] if isinstance(piece, Leader) else chance.choice([[], [], [], [], ["disrupted"], ["shattered"]])
        pieces[piece.id] = {"hex": label, "states": states}
    if chance.random() < 0.4:
        for side in "ba":
            units = [id for id in pieces if id[0] == side and not id.endswith("leader")]
            pieces[chance.choice(units)]["states"] = ["pinned:1"]
    return pieces


def marches(seed: int) -> Iterator[tuple[Battle, random.Random]]:
    """Pieces on the march: picked and not yet moved, and others that have gone some way and may go on."""
    chance = random.Random(seed)
    for game in positions(seed):
        while "break-contact 1" in choices(game) or asked(game) in ("break-contact", "get-clear"):
            act(game, "break-contact 1" if asked(game) == "move" else chance.choice(choices(game)))
        movers = [text for text in choices(game) if text.startswith("move ")] if asked(game) == "move" else []
        if not movers:
            continue
        act(game, chance.choice(movers))
        if asked(game) != "march":
            continue
        yield game, chance
        further = game.copy()
        act(further, chance.choice(choices(further)))
        if asked(further) == "march":
            yield further, chance


def on_road(game: Battle, here: int) -> bool:
    board = game.rules.board
    return any(board.side(here, h) & {"road", "track"} for h in board.grid.neighbours[here] if h is not None)


def marching(game: Battle) -> March:
    march = game.stack[-1]
    assert isinstance(march, March)
    return march


# ---------------------------------------------------------------- what must hold


@pytest.mark.parametrize("seed", range(MAPS))
@rule("S9.1a", "S9.1c", "S9.2a", "S9.2c", "S13.3a")
def test_a_piece_may_be_picked_exactly_when_nothing_forbids_it(seed: int) -> None:
    for game in positions(200 + seed):
        for _ in range(3):
            offered = set(choices(game))
            for text in (*(f"move {id}" for id in game.state.pieces), "break-contact 1", "break-contact 2", "end-movement"):
                reason = game.why_not("british", parse(game, text))
                assert (reason is None) == (text in offered), f"{text}: {reason}"
            movers = [text for text in choices(game) if text.startswith("move ")]
            if not movers:
                break
            act(game, movers[0])
            while asked(game) == "march":
                act(game, choices(game)[-1])
            if asked(game) != "move" or game.actors != ("british",):
                break


@pytest.mark.parametrize("seed", range(MAPS))
@rule("S9.1b", "S9.2d", "S8.31a", "S8.31b", "S9.52a", "S9.52c", "S7.2", "S9.1e", "S13.3a")
def test_a_hex_is_in_the_list_exactly_when_nothing_forbids_it(seed: int) -> None:
    tried = 0
    for game, chance in marches(seed):
        grid = game.rules.board.grid
        march = marching(game)
        here = game.piece(march.piece).hex
        offered = set(choices(game))
        points = game.rules.allowance(game, game.piece(march.piece)) // MP
        farthest = 2 * points if on_road(game, here) else points
        for h, label in grid.labels.items():
            # every step costs a point: beyond, a few hexes are enough to ask
            if grid.distance(here, h) > farthest + 1 and chance.random() > 0.02:
                assert f"go {label}" not in offered
                continue
            reason = game.why_not("british", Go(label))
            assert (reason is None) == (f"go {label}" in offered), f"{march} to {label}: {reason}"
            tried += 1
    assert tried > 900


@pytest.mark.parametrize("seed", range(MAPS))
def test_a_position_read_anew_offers_the_same_choices(seed: int) -> None:
    """What a game remembers of who stands where, through all changes, is what a fresh look at the map finds."""
    chance = random.Random(seed)
    for game in islice(positions(300 + seed), POSITIONS // 2):  # every choice makes a game of its own
        for _ in range(8):
            act(game, chance.choice(choices(game)))
            if not game.actors:
                break
            again = grognard.setup(game.position(), dice=Dice.fast(0))
            assert isinstance(again, Battle)
            assert choices(again) == choices(game)


@pytest.mark.parametrize("seed", range(MAPS))
@rule("S9.1b", "S8.31a", "S8.31c", "S9.52a")
def test_a_march_costs_what_the_list_says_and_could_be_made_hex_by_hex(seed: int) -> None:
    tried = 0
    for game, chance in marches(100 + seed):
        march = marching(game)
        reach = game.rules.destinations(game, game.piece(march.piece), march.spent, march.taken, march.road_only)
        goals = [text for text in choices(game) if text != "stop"]
        for goal in chance.sample(goals, min(len(goals), 6)):
            at_once, in_steps = game.copy(), game.copy()
            act(at_once, goal)
            walked = last_move(at_once)
            listed = reach.cost(game.rules.board.hex(goal.split()[1]))
            assert walked.way[-1] == goal.split()[1]
            if listed is not None:
                assert walked.spent == listed / MP
            else:
                assert len(walked.way) == 2  # S9.1e: one hex, whatever it costs
            for label in walked.way[1:]:
                act(in_steps, f"go {label}")
            assert last_move(in_steps).spent == walked.spent
            assert in_steps.position()["pieces"] == at_once.position()["pieces"]
            tried += 1
    assert tried > 50


def last_move(game: Battle) -> Moved:
    return [event for event in game.events(None) if isinstance(event, Moved)][-1]
