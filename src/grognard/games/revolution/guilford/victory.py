"""Guilford 2: exits, victory hexes, decisive victories, and the fence of the historical scenario."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, cast

from grognard.core.actions import Action
from grognard.core.conditions import Condition, Count
from grognard.core.events import Event
from grognard.core.games import Outcome
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.pictures import MarkerPicture
from grognard.core.procedures import NOT_OFFERED, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.guilford.state import AMERICAN, BRITISH, GuilfordState, guilford
from grognard.games.revolution.series.movement import MP, March
from grognard.games.revolution.series.names import Label, PieceId
from grognard.games.revolution.series.pieces import CAPTURED, ELIMINATED, EXITED, PARADE, Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.guilford.data_schema import Decisive, TablesData, VictoryHexes
    from grognard.games.revolution.series.battle import Battle, BattleState

CONTESTED = "contested"
CONTROL_COLOURS = {AMERICAN: "#24436b", BRITISH: "#8f1f1b", CONTESTED: "#6d6a63"}


class Exit(Action, frozen=True):
    """Let this unit leave the map (G2.1b)."""

    piece: PieceId


class Exited(Event, frozen=True):
    """A unit left the map; so many points have left in all."""

    piece: PieceId
    hex: Label
    total: int


class ControlTaken(Event, frozen=True):
    """A victory hex changed hands."""

    side: str
    hex: Label


class Objectives(SeriesRules):
    """What the battle is fought for."""

    tables: TablesData
    victory_hexes: VictoryHexes

    # ------------------------------------------------------------------ leaving the map (G2.1a, G2.1b)

    @cached_property
    def exit_line(self) -> Decisive:
        return self.tables.victory_levels.decisive["exit"]

    @cached_property
    def exit_hexes(self) -> HexSet:
        return self.board.zones[self.exit_line.zone or ""]

    def why_not_exit(self, game: Battle, march: March) -> Reason | None:
        """G2.1b: out of an exit hex for one more point, in the movement phase; not if it had to stop there.

        Leaving is no step along a road, so the point must be left of the normal allowance.
        """
        piece = game.piece(march.piece)
        name = {"piece": self.counters[piece.id].name}
        if self.counters[piece.id].side != self.exit_line.side or self.counters[piece.id].is_leader:
            return Reason("only-british-units-exit", ("G2.1b",), name)
        if piece.hex == OFF_MAP or not self.exit_hexes >> piece.hex & 1:
            return Reason("not-in-an-exit-hex", ("G2.1a",), name)
        if march.taken and piece.order != PARADE:
            return Reason("disrupted-units-move-one-hex", ("S9.2b",))
        if march.taken and self.halts(game, piece) >> piece.hex & 1:
            return Reason("the-move-is-over", ("S8.31a",))
        if march.taken and march.spent + self.exit_line.exit_mp * MP > self.allowance(game, piece):
            return Reason("no-points-left-to-exit", ("G2.1b",), name)
        return None

    def special_steps(self, game: Battle, march: March) -> list[Action]:
        actions = super().special_steps(game, march)
        if march.taken and self.exit_hexes >> game.piece(march.piece).hex & 1 and self.why_not_exit(game, march) is None:
            actions.append(Exit(march.piece))
        return actions

    def why_not_special_step(self, game: Battle, march: March, action: Action) -> Reason | None:
        if not isinstance(action, Exit):
            return super().why_not_special_step(game, march, action)
        if action.piece != march.piece or not march.taken:
            return NOT_OFFERED
        return self.why_not_exit(game, march)

    def special_moves(self, game: Battle) -> list[Action]:
        """G2.1b: a unit that begins in an exit hex may leave at once, even out of an enemy zone of control."""
        actions = super().special_moves(game)
        for h in members(self.exit_hexes & game.force(self.exit_line.side).units):
            units = game.units_at(h, self.exit_line.side)
            actions.extend(Exit(unit.id) for unit in units if self.why_not_leave(game, unit) is None)
        return actions

    def why_not_special(self, game: Battle, action: Action) -> Reason | None:
        if not isinstance(action, Exit):
            return super().why_not_special(game, action)
        if action.piece not in game.state.pieces:
            return Reason("no-such-piece", (), {"piece": action.piece})
        return self.why_not_leave(game, game.piece(action.piece))

    def why_not_leave(self, game: Battle, piece: Piece) -> Reason | None:
        """Why a piece that has not moved may not leave the map."""
        refused = self.why_not_exit(game, March(piece.id))
        if refused is not None:
            return refused
        if game.state.phasing != self.exit_line.side:
            return Reason("not-your-piece", ("S9.1a",), {"piece": self.counters[piece.id].name})
        if piece.id in game.state.moved:
            return Reason("has-moved", ("S9.1c",), {"piece": self.counters[piece.id].name})
        if self.is_held(piece):
            return Reason("cannot-leave-now", ("S9.2a", "S9.2c"), {"piece": self.counters[piece.id].name})
        return None

    def special_move(self, game: Battle, action: Action) -> None:
        if not isinstance(action, Exit):
            super().special_move(game, action)
            return
        hex = game.label(game.piece(action.piece).hex)
        game.change(action.piece, hex=OFF_MAP, box=EXITED)
        game.emit(Exited(action.piece, hex, self.strength_exited(game)))
        self.check_at_once(game)

    def strength_exited(self, game: Battle) -> int:
        """G2.1a, G2.1b: the strength, as it stood, of the units that have left, artillery not counted."""
        gone = (piece for piece in game.state.pieces.values() if piece.box == EXITED)
        return sum(game.strength(piece) for piece in gone if not self.counters[piece.id].is_artillery)

    def unit_points(self, box: str, h: int, step: int, order: int, steps: int) -> float:
        """G2.1b: a unit that has left the map is not lost and gives the enemy nothing."""
        return 0.0 if box == EXITED else super().unit_points(box, h, step, order, steps)

    # ------------------------------------------------------------------ decisive victories (G2.1, G2.2)

    def groups_of(self, line: Decisive) -> tuple[str, ...]:
        """G1.11c: with the option the Virginia line counts among the Continentals."""
        groups = line.groups
        if self.options.get("virginia_line") == "continental":
            for option in self.tables.options.values():
                if line is self.tables.victory_levels.decisive[option.decisive]:
                    groups += option.adds_groups
        return groups

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        """G1.4b, GH7: each counts the moment its condition holds."""
        lines = self.tables.victory_levels.decisive
        greene, cornwallis = lines["greene"], lines["cornwallis"]
        # G2.1a
        if self.strength_exited(game) >= self.exit_line.sp:
            return Outcome(BRITISH, "decisive", "the-army-has-passed", self.exit_line.rules, self.victory_points(game))
        # G2.1c
        if self.is_destroyed(game, greene):
            return Outcome(BRITISH, "decisive", "greene-and-the-continentals-lost", greene.rules, self.victory_points(game))
        # G2.2a
        if self.is_destroyed(game, cornwallis):
            return Outcome(AMERICAN, "decisive", "cornwallis-and-his-army-lost", cornwallis.rules, self.victory_points(game))
        return None

    def is_destroyed(self, game: Battle, line: Decisive) -> bool:
        """G2.1c, G2.2a: the general lost, and so much of his army, in whatever order."""
        lost = game.piece(line.leader or "").box in (ELIMINATED, CAPTURED)
        side = self.enemy[line.side]
        counted = self.strength_lost(game, side, self.groups_of(line), line.not_counted)  # G2.1d, G2.2b
        return lost and counted >= line.sp

    def decisive_conditions(self, game: Battle) -> Iterator[Condition]:
        """G2.1, G2.2: what each side still needs."""
        lines = self.tables.victory_levels.decisive
        passed = Count("strength-exited", self.strength_exited(game), self.exit_line.sp)
        yield Condition(BRITISH, "decisive", "at-once", (passed,), self.exit_line.rules)
        for name in ("greene", "cornwallis"):
            line = lines[name]
            lost = self.strength_lost(game, self.enemy[line.side], self.groups_of(line), line.not_counted)
            counts = self.leader_lost(game, line.leader or ""), Count(f"{name}-army-lost", lost, line.sp)
            yield Condition(line.side, "decisive", "at-once", counts, line.rules)

    def drawn(self, points: dict[str, float], reason: str, cites: tuple[str, ...]) -> Outcome:
        """G2.4b, G2.4c: in a tournament a draw is a loss for both, or by agreement a win for the Americans."""
        if self.options.get("draws") == "american-marginal":
            return Outcome(AMERICAN, "marginal", "a-draw-is-american", ("G2.4c",), points)
        return super().drawn(points, reason, cites)

    # ------------------------------------------------------------------ victory hexes (G2.6, GH4, GH5)

    def take_control(self, game: Battle, piece: Piece, h: Hex) -> None:
        """G2.6b: a combat unit other than artillery takes a victory hex that it enters."""
        counter, label, line = self.counters[piece.id], game.label(h), self.victory_hexes
        if counter.is_leader or counter.is_artillery or label not in line.hexes or line.control != "last_through":
            return
        if self.last_through(game, label) != counter.side:
            guilford(game).control[label] = counter.side
            game.emit(ControlTaken(counter.side, label))

    def fill_in(self, state: BattleState) -> None:
        """G2.6b: a victory hex of which a position says nothing belongs to the side that occupies it."""
        super().fill_in(state)
        line, control = self.victory_hexes, cast("GuilfordState", state).control
        if line.control == "last_through":
            for label, side in self.occupiers(state).items():
                if label in line.hexes and side != self.components.scenario.control[label]:
                    control.setdefault(label, side)

    def last_through(self, game: Battle, label: str) -> str:
        """G2.6a, G2.6b: whose unit was the last in a victory hex; at the start all are American."""
        return guilford(game).control.get(label) or self.components.scenario.control[label]

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        return super().alert_hexes(game, piece) | self.scored_hexes

    @cached_property
    def scored_hexes(self) -> HexSet:
        return hex_set(self.board.hex(label) for label in self.victory_hexes.hexes)

    def entered(self, game: Battle, piece: Piece, h: Hex) -> Procedure | None:
        procedure = super().entered(game, piece, h)
        self.take_control(game, piece, h)
        return procedure

    def advanced_into(self, game: Battle, id: str, h: Hex) -> None:
        super().advanced_into(game, id, h)
        self.take_control(game, game.piece(id), h)

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        """A retreat through the hex takes nothing, but a unit that ends in it occupies it."""
        super().retreated_into(game, piece)
        self.take_control(game, piece, piece.hex)  # G2.6b

    def controller(self, game: Battle, label: str) -> str | None:
        """Who controls a victory hex now, or nobody."""
        h, line = self.board.hex(label), self.victory_hexes
        # GH4
        if line.control == "held_in_good_order":
            holds = any(self.occupies(unit) and unit.order == PARADE for unit in game.units_at(h, BRITISH))
            return BRITISH if holds and not game.force(AMERICAN).zoc >> h & 1 else line.otherwise
        side = self.last_through(game, label)  # G2.6b
        return None if game.force(self.enemy[side]).zoc >> h & 1 else side  # G2.6c

    def occupies(self, unit: Piece) -> bool:
        return not self.counters[unit.id].is_artillery

    def objectives(self, game: Battle, side: str) -> dict[Hex, float]:
        """G2.6a: the victory hexes."""
        return {self.board.hex(label): worth for label, worth in self.victory_hexes.hexes.items()}

    def victory_points(self, game: Battle) -> dict[str, float]:
        """G2.6a: a point for each victory hex."""
        points, line = super().victory_points(game), self.victory_hexes
        owners = {label: self.controller(game, label) for label in line.hexes}
        # G2.6d: with the Courthouse lost the Americans score none
        beaten = line.british_hold_cancels is not None and owners[line.british_hold_cancels] == BRITISH
        for label, owner in owners.items():
            if owner is not None and not (beaten and owner == AMERICAN):
                points[owner] += line.hexes[label]
        return points

    def markers(self, game: Battle) -> list[MarkerPicture]:
        """G2.6a: a flag on every victory hex; a grey one where nobody would score it now."""
        found = super().markers(game)
        for label in self.victory_hexes.hexes:
            side = self.controller(game, label) or CONTESTED
            found.append(MarkerPicture(label, side.capitalize(), CONTROL_COLOURS[side]))
        return found

    # ------------------------------------------------------------------ the fence (GH8)

    def check_end_of_turn(self, game: Battle) -> None:
        if self.components.scenario.flags["fence_bonus"]:
            self.clear_the_fence(game)
        super().check_end_of_turn(game)

    def clear_the_fence(self, game: Battle) -> None:
        """GH8a, GH8b: no American in any fence hex, and British combat units in at least two, however that came about."""
        for event in self.tables.army_morale_events:
            fence = self.board.zones[event.zone]
            enemy = game.force(self.enemy[event.side])
            held = len(list(members(game.force(event.side).units & fence)))
            if game.state.turn == event.turn and not fence & (enemy.units | enemy.leaders) and held >= event.hexes:
                self.note_change(game, event.id, event.side, event.own, event.enemy, event.rule)
                self.post_army_morale(game)
