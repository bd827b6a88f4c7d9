"""Chapter 4: how to win, and the victory points of the chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.conditions import Condition, Count
from grognard.core.games import Outcome
from grognard.core.texts import text
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, PARADE, Counter
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class Victory(Chapter):
    """S4a: decisive and marginal victories are the battle's, the substantial one is that of S16.3."""

    margin: float = 3
    """The lead in victory points that makes a marginal victory; the battle's tables say."""

    def victory_points(self, game: Battle) -> dict[str, float]:
        """S-T-vp: final states are scored, to the army whose enemy suffered them; of allies, to the one that did it."""
        points = dict.fromkeys(self.armies, 0.0)
        for piece in game.state.pieces.values():
            counter = self.counters[piece.id]
            enemy = self.army_scoring(game, piece.id)
            lost = piece.box in (ELIMINATED, CAPTURED)
            if piece.id in self.components.excluded_from_vp:
                continue
            if lost and piece.id in self.components.leader_losses:
                points[enemy] += self.components.leader_losses[piece.id].vp
            if counter.is_unit:
                worth = self.unit_points(piece.box, piece.hex, piece.step, piece.order, counter.steps)
                reducer = game.state.reduced_by.get(piece.id)
                if reducer is not None:
                    share = min(worth, float(self.components.vp["two_step_reduced"]))
                    points[reducer] += share
                    worth -= share
                points[enemy] += worth
        return points

    def army_scoring(self, game: Battle, id: str) -> str:
        """The enemy army that has the points for a piece."""
        enemy = self.enemy[self.counters[id].side]
        return game.state.beaten_by.get(id) or game.rules.leading_army(enemy)

    def side_points(self, points: Mapping[str, float]) -> dict[str, float]:
        """The victory points of each side: the sum of its armies'."""
        return {side: sum(points[army] for army in armies) for side, armies in self.armies_of.items()}

    def unit_points(self, box: str, h: int, step: int, order: int, steps: int) -> float:
        """One unit's line of the chart."""
        vp = self.components.vp
        if box == CAPTURED:
            return float(vp["captured"])
        if box == ELIMINATED:
            return float(vp["two_step_eliminated"] if steps > 1 else vp["one_step_eliminated"])
        points = float(vp["two_step_reduced"]) if step else 0.0
        return points + (float(vp["disordered_at_end"]) if h != OFF_MAP and order != PARADE else 0.0)

    def strength_lost(self, game: Battle, side: str, groups: tuple[str, ...], but: tuple[str, ...] = ()) -> int:
        """The strength points of these groups lost so far, artillery apart: full strength less what is still in play.

        Units named under `but` do not count, nor do those that score nothing at all.
        """
        lost, key = 0, (side, groups, but)
        if key not in self.counted:
            self.counted[key] = tuple(self.counted_of(side, groups, but))
        for counter in self.counted[key]:
            piece = game.state.pieces[counter.id]
            gone = piece.box in (ELIMINATED, CAPTURED)
            lost += counter.strengths[0] - (0 if gone else counter.strengths[piece.step])
        return lost

    @cached_property
    def counted(self) -> dict[tuple[str, tuple[str, ...], tuple[str, ...]], tuple[Counter, ...]]:
        """The units whose losses are counted, by what `strength_lost` was asked."""
        return {}

    def counted_of(self, side: str, groups: tuple[str, ...], but: tuple[str, ...]) -> Iterator[Counter]:
        """The units whose losses count."""
        for counter in self.counters.values():
            if counter.side != side or counter.group not in groups or counter.is_leader or counter.is_artillery:
                continue
            if counter.id not in self.components.excluded_from_vp and counter.id not in but:
                yield counter

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        """S4b: a decisive victory that counts as soon as its condition holds; the battle says."""
        return None

    def decisive_at_end_of_turn(self, game: Battle) -> Outcome | None:
        """S4b: a decisive victory tested in the end-of-turn segment; the battle says."""
        return None

    def conditions(self, game: Battle) -> tuple[Condition, ...]:
        """S4a, S16.3: the decisive victories of the battle, then the substantial and the marginal one of each side."""
        points = self.side_points(self.victory_points(game))
        found = list(self.decisive_conditions(game))
        for side in self.sides:
            enemy = self.enemy[side]
            for army in self.armies_of[enemy]:
                alone = len(self.armies_of[enemy]) == 1
                word, args = ("enemy-morale", {}) if alone else ("morale-of", {"army": text(f"army.{army}")})
                morale = Count(word, game.state.morale[army], 0, args, falls=True)
                found.append(Condition(side, "substantial", "at-once", (morale,), self.substantial_rules(side)))
            found.append(self.marginal_condition(side, points[side] - points[enemy]))
        return tuple(found)

    def substantial_rules(self, winner: str) -> tuple[str, ...]:
        """S16.3: the rules by which a side wins because an enemy army is demoralised."""
        return ("S16.3",)

    def marginal_condition(self, side: str, lead: float) -> Condition:
        """S4a: what a side needs for a marginal victory, with its present lead in victory points."""
        return Condition(side, "marginal", "at-the-end", (Count("lead-in-points", max(lead, 0.0), self.margin),), ("S4a",))

    def decisive_conditions(self, game: Battle) -> Iterator[Condition]:
        """S4b: the decisive victories with what each counts now; the battle says."""
        yield from ()

    def leader_lost(self, game: Battle, id: str) -> Count:
        return Count("leader-lost", game.piece(id).box in (ELIMINATED, CAPTURED), 1, {"leader": id})

    def check_at_once(self, game: Battle) -> None:
        """S4b: tested after every event."""
        if game.over is None:
            outcome = self.decisive_at_once(game)
            if outcome is not None:
                game.end(outcome)

    def check_end_of_turn(self, game: Battle) -> None:
        """S5d: automatic victory in the end-of-turn segment."""
        outcome = self.decisive_at_once(game) or self.decisive_at_end_of_turn(game)
        if outcome is not None:
            game.end(outcome)

    def drawn(self, points: dict[str, float], reason: str, cites: tuple[str, ...]) -> Outcome:
        """S4a, S10.4c: nobody has won; in a tournament that may count as a defeat of both."""
        level = "double-defeat" if self.options.get("draws") == "both-lose" else "draw"
        return Outcome(None, level, reason, cites, points)

    def final_outcome(self, game: Battle) -> Outcome:
        """S4a: on the last turn victory points decide between a marginal victory and a draw."""
        points = self.victory_points(game)
        totals = self.side_points(points)
        one, other = self.sides
        margin = totals[one] - totals[other]
        if abs(margin) < self.margin:
            return self.drawn(points, "victory-points", ("S4a",))
        return Outcome(one if margin > 0 else other, "marginal", "victory-points", ("S4a",), points)
