"""Who stands where: the stacks of one army, and the hexes it holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from grognard.core.hexes import Hex, HexGrid, HexSet

OFF_MAP: Hex = 0
"""The hex of a piece that stands in a box; the number lies in the padding of every grid."""


class Placed(Protocol):
    """A piece that stands in a hex, or off the map."""

    @property
    def id(self) -> str: ...

    @property
    def hex(self) -> Hex: ...


P = TypeVar("P", bound=Placed)


class Holdings(Generic[P]):
    """One army as it stands. A changed piece makes new holdings of the old ones, so that copies of a game may share them."""

    __slots__ = ("_near", "held", "pieces", "stacks")

    def __init__(self, pieces: Iterable[P], order: Mapping[str, int]) -> None:
        self.pieces: dict[str, P] = {piece.id: piece for piece in pieces}
        self.stacks: dict[Hex, tuple[P, ...]] = {}
        self.held: HexSet = 0
        self._near: HexSet | None = None
        for piece in self.pieces.values():
            if piece.hex != OFF_MAP:
                self._enter(piece, order)

    def changed(self, pieces: Iterable[P], order: Mapping[str, int]) -> Holdings[P]:
        """These holdings after pieces have changed."""
        twin: Holdings[P] = object.__new__(type(self))
        twin.pieces, twin.stacks, twin.held, twin._near = self.pieces.copy(), self.stacks.copy(), self.held, None
        for new in pieces:
            old = self.pieces[new.id]
            twin.pieces[new.id] = new
            if old.hex != OFF_MAP:
                twin._leave(old)
            if new.hex != OFF_MAP:
                twin._enter(new, order)
        if twin.held == self.held:
            twin._near = self._near
        return twin

    def _leave(self, old: P) -> None:
        left = tuple([piece for piece in self.stacks[old.hex] if piece.id != old.id])
        if left:
            self.stacks[old.hex] = left
        else:
            del self.stacks[old.hex]
            self.held &= ~(1 << old.hex)

    def _enter(self, new: P, order: Mapping[str, int]) -> None:
        stack = self.stacks.get(new.hex)
        both = (new,) if stack is None else tuple(sorted((*stack, new), key=lambda piece: order[piece.id]))
        self.stacks[new.hex] = both
        self.held |= 1 << new.hex

    def near(self, grid: HexGrid) -> HexSet:
        """Every hex next to a piece of this army."""
        if self._near is None:
            self._near = grid.around_set(self.held)
        return self._near

    def at(self, h: Hex) -> tuple[P, ...]:
        """The pieces in a hex, in the order of the counter sheet."""
        return self.stacks.get(h, ())
