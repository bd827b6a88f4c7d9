"""Savannah 2 and 5.8: victory points for each army, decisive victories, and which of the Allies wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.conditions import Condition, Count
from grognard.core.events import Event
from grognard.core.games import Outcome
from grognard.core.hexes import Hex, HexSet
from grognard.core.inheritance import flatten_mro
from grognard.games.revolution.savannah.artillery import Guns
from grognard.games.revolution.savannah.state import ALLIED, AMERICAN, BRITISH, CREEKS, FRENCH, savannah
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, PARADE, SHATTERED, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.core.procedures import Procedure
    from grognard.games.revolution.savannah.data_schema import Decisive

CREEKS_WORTH = 0.5
LOSSES = ("result_1", "result_2", "capture")
"""V4.8d: what takes a unit of one step out of play."""


class AllyNamed(Event, frozen=True):
    """V2.10: which of the Allies has won more; empty if they share the victory."""

    army: str


class SavannahBattle(Battle):
    """A game of Savannah."""

    __slots__ = ()

    def end(self, outcome: Outcome) -> None:
        """V2.10: if the Allies beat the British, the Ally with more points of its own is the individual winner."""
        first = self.over is None
        super().end(outcome)
        if first and outcome.winner == ALLIED:
            points = self.rules.victory_points(self)
            ahead = points[FRENCH] - points[AMERICAN]
            self.emit(AllyNamed(FRENCH if ahead > 0 else AMERICAN if ahead < 0 else ""))


@flatten_mro
class SavannahVictory(Guns):
    """How the siege is won and lost."""

    # ------------------------------------------------------------------ victory points (V2.7 to V2.9)

    def unit_points(self, box: str, h: int, step: int, order: int, steps: int) -> float:
        """V2.9b: increments, so that a capture adds to what was scored before."""
        vp = self.components.vp
        if box == CAPTURED:
            return float(vp["captured"]) + (float(vp["two_step_reduced"]) if step else 0.0)
        if box == ELIMINATED:
            return super().unit_points(box, h, step, order, steps)
        points = float(vp["two_step_reduced"]) if step else 0.0
        # V2.9c: of the disordered only the shattered count
        return points + (float(vp["disordered_at_end"]) if h != OFF_MAP and order == SHATTERED else 0.0)

    def victory_points(self, game: Battle) -> dict[str, float]:
        """V2.8: Spring Hill; V4.8d: the Creeks."""
        points = super().victory_points(game)
        holder = self.holds_spring_hill(game)
        if holder:
            points[holder] += self.tables.spring_hill.vp
        if game.piece(CREEKS).box in (CAPTURED, ELIMINATED):
            points[self.army_scoring(game, CREEKS)] += CREEKS_WORTH
        return points

    def lose_unscored(self, game: Battle, id: str) -> None:
        """V4.2k, V-C16, V-C43: a step is lost for which nobody scores, neither now nor when the unit is lost later."""
        state, step, before = savannah(game), game.piece(id).step, self.loss_points(game, id)
        self.lose_step(game, id)
        if game.piece(id).step > step:
            state.reduced_by.pop(id, None)
        lost = self.loss_points(game, id) - before
        state.storm_points = state.storm_points | {id: lost + state.storm_points.get(id, 0.0)}

    def loss_points(self, game: Battle, id: str) -> float:
        """What a unit is worth to the enemy for its losses so far; V2.9c: shattered units count at the end only."""
        piece = game.piece(id)
        if id == CREEKS:
            return CREEKS_WORTH if piece.box in (CAPTURED, ELIMINATED) else 0.0  # V4.8d
        return self.unit_points(piece.box, piece.hex, piece.step, PARADE, self.counters[id].steps)

    def note_event(self, game: Battle, event: str, army: str, piece: str | None = None) -> None:
        """The loss of the Creeks changes nobody's army morale."""
        if piece == CREEKS and (event in LOSSES or (event == "suffer_D" and game.piece(CREEKS).order == SHATTERED)):
            return  # V4.8d
        super().note_event(game, event, army, piece)

    def holds_spring_hill(self, game: Battle) -> str:
        """V2.8: the army in the hex in parade order with no enemy in parade order next to it; of both Allies the French."""
        h = self.board.hex(self.tables.spring_hill.hex)
        own = [unit for unit in game.units_at(h) if unit.order == PARADE]
        if not own:
            return ""
        side = self.counters[own[0].id].side
        near = self.board.grid.adjacent[h]
        if any(near >> unit.hex & 1 and unit.order == PARADE for unit in game.units_of(self.enemy[side])):
            return ""
        return self.army_for(side, [unit.id for unit in own])

    def objectives(self, game: Battle, side: str) -> dict[Hex, float]:
        return {self.board.hex(self.tables.spring_hill.hex): float(self.tables.spring_hill.vp)}

    # ------------------------------------------------------------------ decisive victories

    def losses_reach(self, game: Battle, line: Decisive, side: str) -> bool:
        """V2.1d, V2.4: whether a side has lost so many points, and so many of its better troops."""
        if line.leader is not None and game.piece(line.leader).box not in (CAPTURED, ELIMINATED):
            return False  # V5.8c
        if self.strength_lost(game, side, line.groups) < line.sp:
            return False
        return self.strength_lost(game, side, line.min_groups) >= line.min_sp

    def strength_lost(self, game: Battle, side: str, groups: tuple[str, ...], but: tuple[str, ...] = ()) -> int:
        """V2.1d: without what a card has taken that brings no points (V-C16)."""
        uncounted = savannah(game).uncounted
        kept = sum(uncounted.get(counter.id, 0) for counter in self.counted_of(side, groups, but)) if uncounted else 0
        return super().strength_lost(game, side, groups, but) - kept

    def decisive_lines(self) -> dict[str, Decisive]:
        """The decisive victories by losses, by winner."""
        return self.tables.victory_levels.decisive

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        """V2.0: tested after each result."""
        for winner, line in self.decisive_lines().items():
            if self.losses_reach(game, line, self.enemy[winner]):
                return Outcome(winner, "decisive", "too-many-lost", line.rules, self.victory_points(game))
        return None

    def decisive_conditions(self, game: Battle) -> Iterator[Condition]:
        for winner, line in self.decisive_lines().items():
            side = self.enemy[winner]
            counts = [Count(f"{winner}-must-destroy", self.strength_lost(game, side, line.groups), line.sp)]
            if line.min_sp:
                counts.append(
                    Count(f"{winner}-must-destroy-of-them", self.strength_lost(game, side, line.min_groups), line.min_sp)
                )
            if line.leader is not None:
                counts.insert(0, self.leader_lost(game, line.leader))
            yield Condition(winner, "decisive", "at-once", tuple(counts), line.rules)

    # ------------------------------------------------------------------ the end (V2.2, V2.3, V2.5, V2.6)

    def substantial_rules(self, winner: str) -> tuple[str, ...]:
        """V2.2, V2.5: one demoralised army of the Allies is enough."""
        return ("V2.2" if winner == ALLIED else "V2.5", *super().substantial_rules(winner))

    def marginal_condition(self, side: str, lead: float) -> Condition:
        """V2.3, V2.6: the British need no lead, as long as that of the Allies stays below 3; points come in halves."""
        if side == ALLIED:
            count, rule = Count("lead-in-points", max(lead, 0.0), self.margin), "V2.3"
        else:
            count, rule = Count("lead-of-the-allies", max(-lead, 0.0), self.margin - 0.5, falls=True), "V2.6"
        return Condition(side, "marginal", "at-the-end", (count,), (rule,))

    def final_outcome(self, game: Battle) -> Outcome:
        """V2.3, V2.6: a lead of 3 points is an Allied marginal victory, anything less a British one."""
        points = self.victory_points(game)
        totals = self.side_points(points)
        line = self.tables.victory_levels.marginal
        winner = ALLIED if totals[ALLIED] - totals[BRITISH] >= line.vp_margin else BRITISH
        rule = "V2.3" if winner == ALLIED else "V2.6"
        return Outcome(winner, "marginal", "victory-points", (rule,), points)

    # ------------------------------------------------------------------ the town

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """The town, where a march may decide the battle."""
        return super().alert_hexes(game, piece) | self.town

    def entered(self, game: Battle, piece: Piece, h: Hex) -> Procedure | None:
        procedure = super().entered(game, piece, h)
        if self.town >> h & 1:
            self.entered_town(game, game.piece(piece.id))
        return procedure

    def advanced_into(self, game: Battle, id: str, h: Hex) -> None:
        super().advanced_into(game, id, h)
        if self.town >> h & 1:
            self.entered_town(game, game.piece(id))

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        super().retreated_into(game, piece)
        if self.town >> piece.hex & 1:
            self.entered_town(game, piece)

    def entered_town(self, game: Battle, piece: Piece) -> None:
        """What it brings about that a piece comes into a town hex; a scenario says."""
