"""U9.27 to U9.30: dummy counters, which make a stack look higher than it is."""

from __future__ import annotations

from functools import cached_property

from grognard.core.hexes import Hex
from grognard.core.procedures import Draw, Receiver
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.pieces import ARMIES, AVAILABLE


class Dummies(Chapter[C]):
    """Where dummies may lie."""

    def dummies_left(self, game: C, army: str) -> list[str]:
        pieces = game.state.pieces
        return [id for id in self.dummy_ids[army] if pieces[id].box == AVAILABLE]

    def dummies_at(self, game: C, army: str, h: Hex) -> list[str]:
        return [piece.id for piece in game.units_at(army, h) if self.counters[piece.id].is_dummy]

    def why_not_place_dummy(self, game: C, army: str, h: Hex) -> Reason | None:
        """U9.27, U9.28: on friendly units, lone skirmishers included, within the limit of four."""
        left, where = self.dummies_left(game, army), {"hex": game.label(h)}
        if not left:
            return Reason("no-dummies-left", ("U9.27",))
        if not game.units_at(army, h):
            return Reason("dummies-need-units", ("U9.27",), where)
        if not game.rules.has_room(game, army, h, (game.piece(left[0]),)):
            return Reason("no-room-for-a-dummy", ("U9.27", "U5.2"), where)
        return None

    def draw_dummy(self, game: C, army: str, then: Receiver) -> Draw:
        """U9.27: any of those that are left, so that its number does not tell how many are out."""
        return Draw("dummy", tuple(self.dummies_left(game, army)), then, army, (army,), blind=True)

    def why_not_remove_dummy(self, game: C, army: str, label: str) -> Reason | None:
        h = self.board.grid.by_label.get(label)
        there = h is not None and bool(self.dummies_at(game, army, h))
        return None if there else Reason("no-dummy-here", ("U9.28",), {"hex": label})

    def remove_dummy(self, game: C, army: str, h: Hex) -> None:
        """U9.28: they may be taken off at any time."""
        game.take_off(self.dummies_at(game, army, h)[0], AVAILABLE)

    def dummies_follow(self, game: C, army: str, start: Hex, goal: Hex) -> None:
        """U9.29: dummies that would be left alone go with the units that advance, as far as there is room."""
        stack = game.units_at(army, start)
        if all(self.counters[piece.id].is_dummy for piece in stack):
            for piece in stack:
                if game.rules.has_room(game, army, goal, (piece,)):
                    game.move((piece.id,), goal)

    def dummy_hexes(self, game: C, army: str) -> list[Hex]:
        """Where an army's dummies lie."""
        pieces = game.state.pieces
        return sorted({pieces[id].hex for id in self.dummy_ids[army] if pieces[id].hex})

    @cached_property
    def dummy_ids(self) -> dict[str, list[str]]:
        """The dummies of each army, in the order of the counter sheet."""
        return {army: [id for id in self.sheets[army] if self.counters[id].is_dummy] for army in ARMIES}
