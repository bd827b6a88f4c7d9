"""Section E: the track of victory points, losses of the automaton's divisions, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.conditions import Condition, Count
from grognard.core.games import Outcome
from grognard.core.procedures import DONE, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.old_joe.actions import LayOnTrack, TakePoint
from grognard.games.chancellorsville.old_joe.events import Explained, PointsScored
from grognard.games.chancellorsville.victories.disorder import Disorder
from grognard.games.chancellorsville.victories.events import Destroyed, LevelLost
from grognard.games.chancellorsville.victories.pieces import AVAILABLE, CSA, LOST, OUT, UNION, Piece

if TYPE_CHECKING:
    from grognard.core.actions import Action
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.state import Solitaire


class Scoring(Disorder["Solitaire"]):
    """What each side scores, and when the game is over."""

    components: SoloComponents

    # ------------------------------------------------------------------ the track

    def award(self, game: Solitaire, army: str, points: int, why: str, cites: str) -> None:
        """J-E1: one space at a time, to the right for the player and to the left for the Union."""
        state = game.state
        for _ in range(points):
            if game.over is not None:
                return
            state.vp += 1 if army == CSA else -1
            game.emit(PointsScored(army, 1, state.vp, why, cites))
            self.judge_at_once(game)  # J-E7

    def judge_at_once(self, game: Solitaire) -> None:
        """J-E7: the marker has come to an end of the track, or to a counter that lies on it."""
        state = game.state
        low, high = self.ends(game)
        if state.vp >= high:
            game.end(Outcome(CSA, "strategic", "end-of-the-track", ("J-E7",), {CSA: float(state.vp)}))
        elif state.vp <= low:
            game.end(Outcome(UNION, "strategic", "end-of-the-track", ("J-E7",), {CSA: float(state.vp)}))

    def ends(self, game: Solitaire) -> tuple[int, int]:
        """Where the marker ends the game: the ends of the track, or the innermost counter that lies on it."""
        first, last = self.components.display.victory.track
        state = game.state
        return first + max(0, len(state.laid_csa) - 1), last - max(0, len(state.laid_union) - 1)

    # ------------------------------------------------------------------ losses

    def boxed(self, id: str) -> tuple[int, ...]:
        """J-B0b: the steps of a division that are boxed; more of XII Corps where the players have chosen so."""
        data = self.components.divisions[id]
        if data.corps == "XII" and self.options["xii_boxes"]:
            return tuple(range(1, len(data.values), 2))
        return data.boxed_steps

    def is_reduced(self, piece: Piece) -> bool:
        """J-B0c: a division shows a value of the second half of its steps."""
        return piece.step >= self.components.divisions[piece.id].reduced_from_step

    def lose_level(self, game: Solitaire, id: str, cites: str) -> None:
        """J-B0b, J-K1b: a division turns to its next value; a boxed one is a point for the player."""
        if not game.piece(id).hex:
            return None  # J-N2: a skirmisher that was struck, too, has gone with its division
        if id not in self.components.divisions:
            return super().lose_level(game, id, cites)
        piece = game.piece(id)
        if self.levels(piece) <= 1:
            return self.eliminate(game, id, cites)
        game.change(id, step=piece.step + 1)
        game.emit(LevelLost(UNION, id, game.label(piece.hex), cites))
        if piece.step + 1 in self.boxed(id):
            self.award(game, CSA, 1, "boxed-value", "J-E2")
        return None

    def eliminate(self, game: Solitaire, id: str, cites: str) -> None:
        """J-E3: a division waits for the player's choice; Confederate units score for the Union."""
        counter, piece = self.counters[id], game.piece(id)
        if id in self.components.divisions:
            game.take_off(id, LOST)
            game.emit(Destroyed(UNION, id, game.label(piece.hex), cites))
            game.state.fallen += (id,)
            game.state.fell = True
            game.rules.settle_works(game)
            return
        if counter.side == UNION:
            game.take_off(id, AVAILABLE)
            game.emit(Destroyed(UNION, id, game.label(piece.hex), cites))
            return
        super().eliminate(game, id, cites)
        if counter.is_real:
            self.confederate_lost(game, id)  # J-E4, J-E5

    def confederate_lost(self, game: Solitaire, id: str) -> None:
        """By the printed strength; from fifteen units on the player has lost."""
        chart, strength = self.components.display.victory, self.counters[id].strengths[0]
        if strength >= chart.on_track_from:
            game.state.laid_csa += (id,)  # J-E4
        if strength >= chart.counts_from:
            self.award(game, UNION, 1, "confederate-unit", "J-E4" if strength >= chart.on_track_from else "J-E5")
        if game.rules.lost_units(game, CSA) >= chart.units_lost:
            game.end(Outcome(UNION, "strategic", "units-lost", ("J-E8",), {CSA: float(game.state.vp)}))

    # ------------------------------------------------------------------ the end

    def victory(self, game: Solitaire) -> None:
        """J-E9: after the last turn the marker tells who has won."""
        if game.over is not None or game.state.turn < self.components.book.setup.last_turn:
            return
        chart, vp = self.components.display.victory, game.state.vp
        scores = {CSA: float(vp)}
        if vp <= chart.minor_union:
            game.end(Outcome(UNION, "minor", "track", ("J-E9",), scores))
        elif vp <= chart.draw:
            game.end(Outcome(None, "draw", "track", ("J-E9",), scores))
        else:
            game.end(Outcome(CSA, "minor", "track", ("J-E9",), scores))

    def victory_conditions(self, game: Solitaire) -> tuple[Condition, ...]:
        """J-E7, J-E8, J-E9: where the marker must come, and how many units may be lost."""
        low, high = self.ends(game)
        chart, vp = self.components.display.victory, game.state.vp
        lost = Count("units-lost", game.rules.lost_units(game, CSA), chart.units_lost)
        return (
            Condition(CSA, "strategic", "at-once", (Count("track-at", vp, high),), ("J-E7",)),
            Condition(UNION, "strategic", "at-once", (Count("track-down", high - vp, high - low),), ("J-E7",)),
            Condition(UNION, "strategic", "at-once", (lost,), ("J-E8",)),
            Condition(CSA, "minor", "at-the-end", (Count("track-at", vp, chart.draw + 1),), ("J-E9",)),
        )

    def occupied(self, game: Solitaire) -> None:
        """Nobody wins by holding places here."""

    def units_left(self, game: Solitaire, army: str) -> None:
        """Nobody wins by leaving the map here."""

    def exit_cost(self, game: Solitaire, army: str, h: int) -> int | None:
        """J-A1: victory is by the track, so nobody leaves the map."""
        return None


class Trophies(Procedure["Solitaire"]):
    """J-E3: for each division eliminated the player scores a last point, or puts it on the track."""

    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Solitaire) -> Next:
        fallen = game.state.fallen
        if not fallen:
            return DONE
        actions: list[Action] = [TakePoint(fallen[0]), LayOnTrack(fallen[0])]
        return Ask(CSA, actions, self.chosen, "division-fallen", "J-E3", None, {"unit": fallen[0]})

    def chosen(self, game: Solitaire, answer: Action) -> Next:
        state, rules = game.state, game.rules
        id, state.fallen = state.fallen[0], state.fallen[1:]
        if isinstance(answer, TakePoint):
            game.take_off(id, OUT)
            rules.award(game, CSA, 1, "division-eliminated", "J-E3")
        else:
            state.laid_union += (id,)
            space = rules.components.display.victory.track[1] - len(state.laid_union) + 1
            game.emit(Explained("", Reason("why.laid-on-track", ("J-E3",), {"unit": game.counter(id).name, "space": space})))
            rules.judge_at_once(game)
        return Goto("choose")
