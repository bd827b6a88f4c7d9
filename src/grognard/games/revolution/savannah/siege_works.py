"""Savannah 4.4 and 4.5: the French dig, and the British hinder them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from grognard.core.actions import Action
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.savannah.state import BRITISH, FRENCH, savannah
from grognard.games.revolution.savannah.strategic import StrategicTurns
from grognard.games.revolution.series.names import Count, Label
from grognard.games.revolution.series.pieces import PARADE, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

CLOSED = ("rice", "swamp", "city", "river", "pond", "salt_marsh", "covered_way")
"""V4.4b: where no siege works are dug; nor in the Jewish cemetery, nor on a causeway."""
STEPS = ((1, 4, 4), (3, 3, 4), (99, 2, 4))
"""V4.4b, V4.4c, V4.4d: how many counters a step has at most, and how far from the perimeter they lie."""


class Dig(Action, frozen=True):
    """Begin siege works in this hex (V4.4b)."""

    hex: Label


class EndDigging(Action, frozen=True):
    """Begin no more siege works this turn."""


class Front(Action, frozen=True):
    """Let the works face this direction, clockwise from north (V4.4f)."""

    number: int


class WorksBegun(Event, frozen=True):
    """Siege works were begun in a hex."""

    hex: Label


class WorksCompleted(Event, frozen=True):
    """Siege works in a hex were completed."""

    hex: Label


class WorksRemoved(Event, frozen=True):
    """The enemy has undone siege works under construction."""

    hex: Label


class SiegeWorks(StrategicTurns):
    """Where siege works may be dug."""

    def unused_counters(self, game: Battle) -> int:
        """V4.4f: the counters are the limit of what can be fortified."""
        on_map = len(savannah(game).construction) + len(self.completed(game))
        return int(self.components.scenario.flags["siege_work_counters"]) - max(savannah(game).counters_used, on_map)

    def completed(self, game: Battle) -> frozenset[str]:
        """V4.5c: the hexes with completed siege works."""
        return frozenset(inner for _, inner in savannah(game).works)

    def distance_to_perimeter(self, h: Hex) -> int:
        grid = self.board.grid
        return min(grid.distance(h, other) for other in members(self.perimeter))

    def diggable(self, game: Battle, step: int, first: bool) -> HexSet:
        """V4.4b: where a counter of this step may be placed; the first of a later step must extend completed works."""
        _, low, high = STEPS[min(step, 2)]
        open_hexes = self.may_be_dug(game)
        if first and step:  # V4.4c, V4.4d
            open_hexes &= self.board.grid.around_set(self.hexes_of(tuple(self.completed(game))))
        return hex_set(h for h in members(open_hexes) if low <= self.distance_to_perimeter(h) <= high)

    def may_be_dug(self, game: Battle) -> HexSet:
        """V4.4b: the ground open to siege works, without the distance."""
        board = self.board
        taken = self.hexes_of(tuple(savannah(game).construction | self.completed(game)))
        closed = board.with_terrain(*CLOSED) | board.with_feature("cemetery") | hex_set(self.causeway_rows)
        return board.grid.all & ~(closed | taken | self.perimeter | game.near(BRITISH) | game.force(BRITISH).units)

    def step_of_works(self, game: Battle) -> int | None:
        """V4.4b, V4.4c, V4.4d: which step comes next; None: nothing may be begun now."""
        state = savannah(game)
        track = self.tables.turn_track.turns[game.state.turn]
        if not track.works or not self.sky(game).works_begin or not self.unused_counters(game):
            return None
        if not self.completed(game):
            return None if state.construction else 0
        return min(max(state.work_step, 1), 2)

    def hindered(self, game: Battle, label: str) -> bool:
        """V4.5a: an enemy combat unit in parade order is adjacent, or guns that did not undo the works are there."""
        near = self.board.grid.disc(self.board.hex(label), 1)
        return any(near >> unit.hex & 1 and unit.order == PARADE for unit in game.units_of(BRITISH))

    def to_be_completed(self, game: Battle) -> list[str]:
        """V4.4c: the counters that can be turned over now."""
        if not self.sky(game).works_complete:
            return []  # V4.2n
        return [label for label in sorted(savannah(game).construction) if not self.hindered(game, label)]

    def complete_works(self, game: Battle, label: str, direction: int) -> None:
        """V4.4c, V4.4f: three joined hexsides about a direction."""
        state, around = savannah(game), self.board.grid.neighbours[self.board.hex(label)]
        sides = {around[(direction + turn) % 6] for turn in (-1, 0, 1)}
        state.construction -= {label}
        state.works |= {(game.label(n), label) for n in sides if n is not None}
        game.emit(WorksCompleted(label))
        self.change_ground(game)

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        alert = super().alert_hexes(game, piece)
        dug = savannah(game).construction
        return alert | self.hexes_of(tuple(dug)) if dug and self.counters[piece.id].side == BRITISH else alert

    def entered(self, game: Battle, piece: Piece, h: Hex) -> Procedure | None:
        """V4.5b: a British unit in parade order that enters removes what is under construction; guns alone do not."""
        procedure = super().entered(game, piece, h)
        self.undo_construction(game, piece, h)
        return procedure

    def advanced_into(self, game: Battle, id: str, h: Hex) -> None:
        super().advanced_into(game, id, h)
        self.undo_construction(game, game.piece(id), h)

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        super().retreated_into(game, piece)
        self.undo_construction(game, piece, piece.hex)

    def undo_construction(self, game: Battle, piece: Piece, h: Hex) -> None:
        counter, label, state = self.counters[piece.id], game.label(h), savannah(game)
        if counter.side != BRITISH or counter.is_leader or counter.is_artillery or piece.order != PARADE:
            return
        if label in state.construction:
            state.construction -= {label}
            state.counters_used -= 1
            game.emit(WorksRemoved(label))


class SiegeWorksPhase(Procedure["Battle"]):
    """V3.4: first counters are turned over, then new ones are placed."""

    hex: Label = ""
    done: tuple[Label, ...] = ()
    placed: Count = 0
    steps: ClassVar[tuple[str, ...]] = ("complete", "face", "dig")

    def facts(self, game: Battle) -> Mapping[str, Any]:
        return {"faced from": self.hex} if self.hex else {}

    def complete(self, game: Battle) -> Next:
        rules = rules_of(game)
        waiting = [label for label in rules.to_be_completed(game) if label not in self.done]
        if not waiting:
            return Goto("dig")
        self.hex = waiting[0]
        return None

    def face(self, game: Battle) -> Next:
        """V4.4f: the direction is chosen when they are completed."""
        seat = game.rules.seat_of_army[FRENCH]
        actions = [Front(direction) for direction in range(6)]
        return Ask(seat, actions, self.faced, "face-works", "V4.4f", None, {"hex": self.hex})

    def faced(self, game: Battle, answer: Front) -> Next:
        rules_of(game).complete_works(game, self.hex, answer.number)
        self.done += (self.hex,)
        return Goto("complete")

    def step_now(self, game: Battle) -> int | None:
        """Which step this is: it stays the same while its counters are placed."""
        return rules_of(game).step_of_works(game) if not self.placed else savannah(game).work_step - 1

    def open_hexes(self, game: Battle) -> HexSet:
        rules, step = rules_of(game), self.step_now(game)
        if step is None or not rules.unused_counters(game) or self.placed >= STEPS[min(step, 2)][0]:
            return 0
        return rules.diggable(game, step, first=not self.placed)

    def dig(self, game: Battle) -> Next:
        hexes = self.open_hexes(game)
        if not hexes:
            return DONE
        actions: list[Action] = [*(Dig(game.label(h)) for h in members(hexes)), EndDigging()]
        cites, closing = ("V4.4b", "V4.4c", "V4.4d"), (EndDigging(),)
        return Ask(game.rules.seat_of_army[FRENCH], actions, self.dug, "dig-works", cites, self.why_not, closing=closing)

    def why_not(self, game: Battle, action: Action) -> Reason | None:
        match action:
            case EndDigging():
                return None
            case Dig(label):
                h = game.rules.board.grid.by_label.get(label)
                if h is None:
                    return Reason("no-such-hex", (), {"hex": label})
                if self.open_hexes(game) >> h & 1:
                    return None
                distance = rules_of(game).distance_to_perimeter(h)
                return Reason("no-works-there", (self.rule_against(game, h),), {"hex": label, "distance": distance})
        return NOT_OFFERED

    def rule_against(self, game: Battle, h: Hex) -> str:
        """V4.4b: the limits that hold for every counter; V4.4c, V4.4d: how near, and next to what, in the later steps."""
        step = self.step_now(game) or 0
        if not step or not rules_of(game).may_be_dug(game) >> h & 1:
            return "V4.4b"
        return "V4.4c" if step == 1 else "V4.4d"

    def dug(self, game: Battle, answer: Action) -> Next:
        if not isinstance(answer, Dig):
            return DONE
        state = savannah(game)
        if not self.placed:
            state.work_step = (rules_of(game).step_of_works(game) or 0) + 1
        state.construction |= {answer.hex}
        state.counters_used += 1
        self.placed += 1
        game.emit(WorksBegun(answer.hex))
        return Goto("dig")


def rules_of(game: Battle) -> SiegeWorks:
    return cast("SiegeWorks", game.rules)
