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


class Stacks(Generic[P]):
    """The pieces of one army, and who of them stand together in a hex.

    A changed piece makes new stacks of the old ones, so that copies of a game may share them; a stack in which nobody has
    changed stays the same object.
    """

    __slots__ = ("order", "pieces", "stacks")

    def __init__(self, pieces: Iterable[P], order: Mapping[str, int]) -> None:
        self.order = order
        """The places of the pieces on the counter sheet."""
        self.pieces: dict[str, P] = {piece.id: piece for piece in pieces}
        self.stacks: dict[Hex, tuple[P, ...]] = {}
        for piece in self.pieces.values():
            if piece.hex != OFF_MAP:
                self._enter(piece)

    def take(self, before: Stacks[P], pieces: Iterable[P]) -> None:
        """Begin as these stood before, and change these pieces."""
        self.order = before.order
        standing = self.pieces = before.pieces.copy()
        stacks = self.stacks = before.stacks.copy()
        for new in pieces:
            old = standing[new.id]
            standing[new.id] = new
            if old.hex == new.hex != OFF_MAP:
                stacks[new.hex] = tuple([new if piece is old else piece for piece in stacks[new.hex]])
                continue
            if old.hex != OFF_MAP:
                self._leave(old)
            if new.hex != OFF_MAP:
                self._enter(new)

    def _leave(self, old: P) -> None:
        h, stacks = old.hex, self.stacks
        left: tuple[P, ...] = ()
        if len(stacks[h]) > 1:
            left = stacks[h] = tuple([piece for piece in stacks[h] if piece is not old])
        else:
            del stacks[h]
        self.note(h, left)

    def _enter(self, new: P) -> None:
        h, stacks, order = new.hex, self.stacks, self.order
        stack = (new,) if h not in stacks else tuple(sorted((*stacks[h], new), key=lambda piece: order[piece.id]))
        stacks[h] = stack
        self.note(h, stack)

    def note(self, h: Hex, stack: tuple[P, ...]) -> None:
        """Note who stands in a hex now."""
        raise NotImplementedError

    def at(self, h: Hex) -> tuple[P, ...]:
        """The pieces in a hex, in the order of the counter sheet."""
        return self.stacks.get(h, ())


class Holdings(Stacks[P]):
    """An army of which every piece holds the hex it stands in."""

    __slots__ = ("_near", "held")

    def __init__(self, pieces: Iterable[P], order: Mapping[str, int]) -> None:
        self.held: HexSet = 0
        self._near: HexSet | None = None
        super().__init__(pieces, order)

    def changed(self, pieces: Iterable[P]) -> Holdings[P]:
        """These holdings after pieces have changed."""
        clone: Holdings[P] = object.__new__(type(self))
        clone.held, clone._near = self.held, None
        clone.take(self, pieces)
        if clone.held == self.held:
            clone._near = self._near
        return clone

    def note(self, h: Hex, stack: tuple[P, ...]) -> None:
        self.held = self.held | 1 << h if stack else self.held & ~(1 << h)

    def near(self, grid: HexGrid) -> HexSet:
        """Every hex next to a piece of this army."""
        if self._near is None:
            self._near = grid.around_set(self.held)
        return self._near
