"""Chapter 15: rally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D10
from grognard.core.events import Rolled
from grognard.core.procedures import NOT_OFFERED, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.series.actions import EndRally, Rally
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import Rallied, RallyFailed
from grognard.games.revolution.series.leaders import appoint_commanders
from grognard.games.revolution.series.names import Side, UnitId, UnitOrNone
from grognard.games.revolution.series.pieces import ORDERS, PARADE, Piece
from grognard.games.revolution.series.results import PASS_AT
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

END_RALLY = EndRally()


class Rallying(Chapter):
    """Who may rally and what it brings."""

    def needs_rally(self, game: Battle, piece: Piece) -> bool:
        """S15.1a: disrupted and shattered units."""
        return piece.order != PARADE

    def why_not_rally(self, game: Battle, piece: Piece, tried: frozenset[str]) -> Reason | None:
        """S15.1a, S15.1b: why this unit may not try to rally now."""
        name = {"piece": self.counters[piece.id].name}
        if self.counters[piece.id].side != game.state.phasing:
            return Reason("not-your-piece", ("S15.1a",), name)
        if not game.rules.may_act(game, piece.id):
            return Reason("piece-of-an-ally", ("S15.1a",), name)
        if piece.hex == OFF_MAP or not self.counters[piece.id].is_unit or not self.needs_rally(game, piece):
            return Reason("nothing-to-rally", ("S15.1a",), name)
        if piece.id in tried:
            return Reason("has-tried", ("S15.1b",), name)
        if game.next_to_enemy(piece):
            return Reason("next-to-the-enemy-no-rally", ("S15.1a",), name)
        return None

    def rally_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """S15.1b, S15.32: modified morale; a leader in command helps, none is needed."""
        return game.rules.morale_modifiers(game, piece)

    def chance_to_rally(self, game: Battle, piece: Piece) -> float:
        """S15.1a: the chance of a roll that rallies a unit."""
        morale = sum(modifier.value for modifier in self.rally_modifiers(game, piece))
        faces = range(D10.low, D10.high + 1)
        return sum(face + morale >= PASS_AT for face in faces) / len(faces)

    def rally(self, game: Battle, piece: Piece) -> None:
        """S15.2a: one state better, and the army's morale rises at once."""
        changed = game.change(piece.id, order=piece.order - 1)
        game.emit(Rallied(piece.id, ORDERS[changed.order]))
        game.rules.note_event(game, "rally", self.counters[piece.id].army, piece.id)  # S15.2c
        game.rules.post_army_morale(game)  # S15.2c


class RallyPhase(Procedure["Battle"]):
    """S15: withdrawal markers come off (S12.4d), then each disordered unit may try once, in the owner's order."""

    side: Side
    tried: frozenset[UnitOrNone] = frozenset()
    piece: UnitId = ""
    steps: ClassVar[tuple[str, ...]] = ("remove_markers", "choose_unit", "appoint", "check")

    def remove_markers(self, game: Battle) -> Next:
        for piece in game.units_of(self.side):
            if piece.withdrawn:
                game.change(piece.id, withdrawn=False)
        return None

    def choose_unit(self, game: Battle) -> Next:
        rules = game.rules
        broken = [unit for unit in game.units_of(self.side) if rules.needs_rally(game, unit)]
        able = [unit for unit in broken if rules.why_not_rally(game, unit, self.tried) is None]
        if not able:
            self.piece = ""
            return Goto("choose_unit") if rules.next_to_act(game, self.side) else Goto("check")
        actions = [*(Rally(unit.id) for unit in able), END_RALLY]
        return Ask(
            rules.acting_seat(game, self.side), actions, self.unit_chosen, "rally", "S15.1a", self.why_not, closing=(END_RALLY,)
        )

    def why_not(self, game: Battle, action: Action) -> Reason | None:
        match action:
            case EndRally():
                return None
            case Rally(id):
                if id not in game.state.pieces:
                    return Reason("no-such-piece", (), {"piece": id})
                return game.rules.why_not_rally(game, game.piece(id), self.tried)
        return NOT_OFFERED

    def unit_chosen(self, game: Battle, answer: Action) -> Next:
        self.piece = answer.piece if isinstance(answer, Rally) else ""
        return Goto("choose_unit") if not self.piece and game.rules.next_to_act(game, self.side) else None

    def appoint(self, game: Battle) -> Next:
        """S3.2d: the commander whose DRM will count, where that is in doubt."""
        procedure = appoint_commanders(game, self.side, (self.piece,)) if self.piece else None
        return Call(procedure) if procedure is not None else None

    def check(self, game: Battle) -> Next:
        if not self.piece:
            return None
        modifiers = tuple(game.rules.rally_modifiers(game, game.piece(self.piece)))
        morale = sum(modifier.value for modifier in modifiers)
        seat = game.seat_of(self.piece)
        return Roll("rally", self.checked, modifiers, "S15.1a", seat, reading=lambda face: face + morale >= PASS_AT)

    def checked(self, game: Battle, rolled: Rolled) -> Next:
        self.tried |= {self.piece}
        if rolled.total >= PASS_AT:
            game.rules.rally(game, game.piece(self.piece))
        else:
            game.emit(RallyFailed(self.piece))
        return Goto("choose_unit")
