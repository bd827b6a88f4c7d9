"""What the sergeant sees: the battle from its side, the objectives, and what a fight is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from random import Random
from typing import cast

from grognard.analysis.forecasts import Forecast, forecast
from grognard.core.actions import Action
from grognard.core.agreements import SILENCE
from grognard.core.errors import GrognardError
from grognard.core.fights import Fight
from grognard.core.hexes import Hex, HexSet, members
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.forecasts import CLOSE_COMBAT
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.stacks import OFF_MAP

STEP = 0.5
"""What a step is worth besides the army morale that its loss costs anyway."""
STOUT = 1.25
"""The factor for each point of morale in a unit's fighting value."""


class Situation:
    """A battle as one seat sees it: with its own pieces, beside those of an ally if it has one."""

    def __init__(self, game: Battle, seat: str, chance: Random) -> None:
        self.game = game
        self.seat = seat
        self.rules: SeriesRules = game.rules
        self.side = self.rules.side_of(seat)
        self.enemy = game.enemy(self.side)
        self.chance = chance
        self.grid = game.rules.board.grid
        # The enemy stands still while we think, so that what depends on them alone is worked out once.
        self.to_objective: dict[Hex, float] = {}
        self.to_enemy: dict[Hex, int] = {}
        self.threats: dict[Hex, float] = {}
        self.assigned: set[str] = set()
        """The pieces that have been given an attack."""
        self.heard = SILENCE
        """What is said among allies."""

    # ------------------------------------------------------------------ pieces

    @cached_property
    def units(self) -> list[Piece]:
        """Our infantry and cavalry on the map."""
        return [unit for unit in self.own(self.game.units_of(self.side)) if not self.rules.counters[unit.id].is_artillery]

    @cached_property
    def guns(self) -> list[Piece]:
        return [unit for unit in self.own(self.game.units_of(self.side)) if self.rules.counters[unit.id].is_artillery]

    @cached_property
    def leaders(self) -> list[Piece]:
        return [piece for piece in self.own(self.game.on_map(self.side)) if self.rules.counters[piece.id].is_leader]

    def own(self, pieces: list[Piece]) -> Iterator[Piece]:
        """Those of a side's pieces that are this seat's."""
        return (piece for piece in pieces if self.rules.seat_of[piece.id] == self.seat)

    @property
    def enemies(self) -> list[Piece]:
        return self.game.units_of(self.enemy)

    @property
    def enemy_hexes(self) -> HexSet:
        return self.game.force(self.enemy).units

    def power(self, unit: Piece) -> float:
        """What a unit is worth in a fight: its strength, and also its morale, because die rolls matter a lot."""
        morale = self.rules.counters[unit.id].morales[unit.step]
        return self.rules.defence_strength(self.game, unit) * STOUT**morale

    def power_at(self, h: Hex, side: str) -> float:
        return sum(self.power(unit) for unit in self.game.units_at(h, side))

    def hex_of(self, action: Action) -> Hex:
        """The hex that an action names."""
        return self.rules.board.hex(cast("str", getattr(action, "hex", "")))

    def near_enemy(self, h: Hex) -> bool:
        return bool(self.game.near(self.enemy) >> h & 1)

    def reach(self, piece: Piece) -> HexSet:
        """Where a piece can be at the end of this phase, including where it is now."""
        here = 1 << piece.hex
        if piece.id in self.game.state.moved or piece.pin or self.rules.why_not_move(self.game, piece) is not None:
            return here
        return self.rules.destinations(self.game, piece, 0, 0, True).all | here

    # ------------------------------------------------------------------ what it is fought for

    @cached_property
    def objectives(self) -> dict[Hex, float]:
        return self.rules.objectives(self.game, self.side)

    @cached_property
    def turns_left(self) -> int:
        return self.rules.last_turn - self.game.state.turn + 1

    @cached_property
    def lead(self) -> float:
        """By how many victory points we are ahead."""
        points = self.rules.side_points(self.rules.victory_points(self.game))
        return points[self.side] - points[self.enemy]

    @cached_property
    def winning(self) -> bool:
        """Whether keeping the present position is enough."""
        return self.lead >= self.rules.margin + 1

    def distance_to_objective(self, h: Hex) -> float:
        """How far a hex is from the objectives, weighted by their value; without objectives, from the enemy."""
        if h not in self.to_objective:
            goals = self.objectives or dict.fromkeys(members(self.enemy_hexes), 1.0)
            distances = (self.grid.distance(h, goal) / worth**0.25 for goal, worth in goals.items())
            self.to_objective[h] = min(distances, default=0.0)
        return self.to_objective[h]

    def distance_to_enemy(self, h: Hex) -> int:
        if h not in self.to_enemy:
            self.to_enemy[h] = next((far for far, within in enumerate(self.rings) if within >> h & 1), 0)
        return self.to_enemy[h]

    @cached_property
    def rings(self) -> list[HexSet]:
        """The hexes within so many hexes of the enemy, from none on, until it is the whole map."""
        found = [self.enemy_hexes]
        while found[-1] and found[-1] != self.grid.all:
            found.append(found[-1] | self.grid.around_set(found[-1]))
        return found

    # ------------------------------------------------------------------ what a fight is worth

    def forecast(self, units: tuple[str, ...], targets: tuple[Hex, ...]) -> Forecast | None:
        """The forecast of a close combat, or None if it is impossible."""
        labels = tuple(self.game.label(h) for h in targets)
        try:
            return forecast(self.game.seat(self.seat), Fight(CLOSE_COMBAT, units, labels))
        except GrognardError:
            return None

    def gain(self, found: Forecast) -> float:
        """What a fight gains us on average, in points of army morale, plus a little for steps."""
        swing = found.swing if found.attacker == self.side else -found.swing
        return swing + STEP * (found.losses.get(self.enemy, 0.0) - found.losses.get(self.side, 0.0))

    @property
    def least_gain(self) -> float:
        """An attack must promise more to a side that is ahead, and less as the last turns pass."""
        if self.winning:
            return 0.9
        return 0.25 if self.turns_left > 2 else 0.0

    # ------------------------------------------------------------------ allies

    def advised(self, action: Action) -> str:
        """What an ally advises about what an action uses: to play it, to keep it, or nothing."""
        return self.heard.allies.get(self.rules.subject_of(self.game, action), "")

    def settled(self, action: Action) -> str:
        """What is settled among allies about what an action uses."""
        return self.heard.settled.get(self.rules.subject_of(self.game, action), "")

    # ------------------------------------------------------------------ where to go

    def may_assault(self, unit: Piece) -> bool:
        """Whether a unit is free to be brought into an attack."""
        return self.rules.in_good_order(unit) and not unit.withdrawn and unit.id not in self.game.state.moved

    def attack_reach(self, unit: Piece) -> HexSet:
        """Where a unit may go to attack."""
        return self.reach(unit)

    def risk(self, units: tuple[str, ...], places: set[Hex]) -> float:
        """What it costs on average to be where units attack from, besides the fight itself."""
        return 0.0

    def errands(self, busy: Collection[str]) -> dict[str, Hex]:
        """Where a battle's own plan sends single pieces, besides those that are busy."""
        return {}

    def leader_for(self, unit: Piece, h: Hex) -> Piece | None:
        """The leader who goes along with a unit to where it attacks, if that is settled with the attack."""
        return None

    def march(self, unit: Piece, h: Hex) -> float:
        """The remaining distance to the goal: the objective, and the enemy as long as they must be beaten."""
        to_goal = self.distance_to_objective(h)
        to_enemy = abs(self.distance_to_enemy(h) - 2)
        if self.winning:
            return 0.6 * to_goal
        return 0.35 * to_goal + 0.45 * to_enemy

    def pull(self, piece: Piece, h: Hex) -> float:
        """What a battle's own plan adds to a hex for a piece."""
        return 0.0

    # ------------------------------------------------------------------ danger

    @cached_property
    def enemy_reach(self) -> list[tuple[Hex, int, float]]:
        """The enemy's infantry and cavalry that could attack next turn: where they are, their reach and power."""
        found = []
        for unit in self.enemies:
            counter = self.rules.counters[unit.id]
            if not counter.is_artillery and unit.order == 0 and unit.hex != OFF_MAP:
                allowance = counter.movements[min(unit.step, len(counter.movements) - 1)]
                found.append((unit.hex, min(allowance, 6) + 1, self.power(unit)))
        return found

    def threat(self, h: Hex) -> float:
        """The power that the enemy could bring against a hex next turn."""
        if h not in self.threats:
            self.threats[h] = sum([power for reach, power in self.enemy_discs if reach >> h & 1])
        return self.threats[h]

    @cached_property
    def enemy_discs(self) -> list[tuple[HexSet, float]]:
        """What each of them could attack, with its power."""
        return [(self.grid.disc(where, reach), power) for where, reach, power in self.enemy_reach]

    @cached_property
    def exposed(self) -> HexSet:
        """The hexes that the enemy can come to next turn."""
        found = 0
        for where, reach, _ in self.enemy_reach:
            found |= self.grid.disc(where, reach - 1)
        return found
