"""What the strategist believes: its own army as it is, and the enemy's as in several imagined games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from grognard.games.chancellorsville.perfect_plan.components import ENEMY
from grognard.games.chancellorsville.perfect_plan.state import Plan
from grognard.players.strategist.fighting import Side, fought_out
from grognard.players.strategist.forces import NOBODY, WORTH, Dispositions, Force, force_of, strongest


class Chance(NamedTuple):
    """The expected result of a combat over all imagined games: the chance to hold the area, and the value of the losses."""

    wins: float
    own: float
    theirs: float


class Outlook:
    """The campaign as one army sees it. Nothing here depends on what its seat may not know."""

    def __init__(self, games: Sequence[Plan], army: str, chance: Random) -> None:
        game = games[0]
        self.chance = chance
        self.game = game
        self.army, self.enemy = army, ENEMY[army]
        self.rules = game.rules
        self.near = game.rules.connected
        self.own = dispositions(game, army)
        self.imagined = [dispositions(imagined, self.enemy) for imagined in games]
        self.trenches = game.state.trenches[army]
        self.enemy_trenches = game.state.trenches[self.enemy]
        self.backs = {area: len(stack) for area, stack in game.stacks(self.enemy).items()}
        self.combats: dict[tuple[str, Side, bool], Chance] = {}
        self.threats: dict[tuple[str, Side], float] = {}

    # ------------------------------------------------------------------ what is still to come

    @property
    def enemy_moves_before_combat(self) -> bool:
        """Whether the enemy has moves left in this turn after the current part of an impulse."""
        state = self.game.state
        if state.phase != "movement":
            return state.phase not in ("combat", "end of turn")
        return state.initiative == self.army or state.impulse < len(self.rules.impulses.moves)

    @property
    def moves_again(self) -> bool:
        """Whether this army has moves left in this turn after the current part of an impulse."""
        state = self.game.state
        if state.phase != "movement":
            return state.phase not in ("combat", "end of turn")
        return state.impulse < len(self.rules.impulses.moves) or state.moving != self.army

    @property
    def last_turn(self) -> bool:
        return self.game.state.turn == self.rules.last_turn

    # ------------------------------------------------------------------ combats

    def enemies(self, imagined: Dispositions, area: str) -> Side:
        return Side(imagined.get(area, NOBODY), area in self.enemy_trenches)

    def combat(self, area: str, mine: Side, reinforced: bool = False) -> Chance:
        """A combat in an area, on average; if reinforced, with what the enemy can bring there in an impulse."""
        key = area, mine, reinforced
        if key not in self.combats:
            self.combats[key] = self.average(area, mine, reinforced)
        return self.combats[key]

    def average(self, area: str, mine: Side, reinforced: bool) -> Chance:
        wins = own = theirs = 0.0
        for imagined in self.imagined:
            side = self.enemies(imagined, area)
            if reinforced:
                side = Side(side.force.plus(self.brought(imagined, area, side.force.size)), side.entrenched)
            result = fought_out(self.rules, self.army, mine, side)
            wins += result.wins
            own += sum(lost * worth for lost, worth in zip(result.own, WORTH.values(), strict=True))
            theirs += sum(lost * worth for lost, worth in zip(result.theirs, WORTH.values(), strict=True))
        number = len(self.imagined)
        return Chance(wins / number, own / number, theirs / number)

    def brought(self, forces: Dispositions, area: str, present: int) -> Force:
        """The best that an army can bring to an area from those around it in one impulse."""
        room = self.rules.stack_limit - present
        return strongest((forces[other] for other in self.near[area] if other in forces), room)

    def threat(self, area: str, mine: Side) -> float:
        """The chance that the enemy, with everything they can bring, drives a force out of an area."""
        key = area, mine
        if key not in self.threats:
            sides = [Side(self.brought(imagined, area, 0)) for imagined in self.imagined]
            lost = sum(fought_out(self.rules, self.army, mine, side).loses for side in sides if side.force.size)
            self.threats[key] = lost / len(sides)
        return self.threats[key]


def dispositions(game: Plan, army: str) -> dict[str, Force]:
    counters = game.rules.counters
    return {area: force_of(counters[unit] for unit in stack) for area, stack in game.stacks(army).items()}
