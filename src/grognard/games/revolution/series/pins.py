"""Chapters 9.3 and 13.1: pins, and breaking contact."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.hexes import HexSet, hex_set
from grognard.core.procedures import DONE, Ask, Call, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import Go, Move
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import PinsRemoved
from grognard.games.revolution.series.leaving import Leaving, others
from grognard.games.revolution.series.movement import March
from grognard.games.revolution.series.names import PinNumber, Side, UnitId
from grognard.games.revolution.series.pieces import Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class Pins(Chapter):
    """Whom a PIN result holds, and how its units get clear."""

    def pinned_units(self, game: Battle, side: str, number: int) -> list[Piece]:
        """The units of a side that a PIN result holds."""
        return [p for p in game.units_of(side) if p.pin == number]

    def clear_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """S9.2c: where a pinned unit may end: within reach and adjacent to no enemy unit."""
        reach = game.rules.destinations(game, piece, 0, 0, True)
        return reach.all & ~game.near(self.enemy[self.counters[piece.id].side])

    def getting_clear(self) -> Leaving:
        """S13.1-PIN-d: all units of a PIN result move one after another, and none is left behind."""
        return Leaving(self.clear_hexes, self.clear_hexes)

    def can_get_clear(self, game: Battle, ids: tuple[str, ...]) -> bool:
        """S13.1-PIN-d: whether all these pinned units can still get clear together, one after another.

        Asked again before each move; the way that was found last is tried first.
        """
        leaving = self.getting_clear()
        leaving.order = game.memo.proofs.get(ids, {})
        can = leaving.all_can(game, ids)
        game.memo.proofs[ids] = leaving.order
        return can

    def why_not_break(self, game: Battle, number: int) -> Reason | None:
        """S13.1-PIN-b, S13.1-PIN-d: why contact may not be broken for this PIN result now."""
        units = self.pinned_units(game, game.state.phasing, number)
        if not number or not units or number in game.state.broken:
            return Reason("nothing-pinned", ("S13.1-PIN-d",), {"number": number})
        if game.rules.acting_seat(game, game.state.phasing) not in {game.rules.seat_of[unit.id] for unit in units}:
            return Reason("piece-of-an-ally", ("S13.1-PIN-d",), {"piece": self.counters[units[0].id].name})
        if number in game.state.approached:
            return Reason("a-friend-came-close", ("S13.1-PIN-d",))
        if not self.can_get_clear(game, tuple(unit.id for unit in units)):
            return Reason("not-all-can-get-clear", ("S13.1-PIN-b", "S9.2c"))
        return None

    def clear_pins(self, game: Battle) -> None:
        """S9.3a: pins come off units out of contact; that costs the phasing army one point, once."""
        freed = [p.id for side in self.sides for p in game.units_of(side) if p.pin and not game.next_to_enemy(p)]
        for id in freed:
            game.change(id, pin=0)
        # S9.3b
        if freed:
            game.emit(PinsRemoved(tuple(freed), "contact broken"))
            own = [id for id in freed if self.counters[id].side == game.state.phasing]
            army = game.rules.army_for(game.state.phasing, own)
            game.rules.note_event(game, "remove_pin", army, own[0] if len(own) == 1 else None)
            game.rules.post_army_morale(game)


class BreakingContact(Procedure["Battle"]):
    """S13.1-PIN-d: all units of a PIN result move away at once, one after another."""

    side: Side
    number: PinNumber
    steps: ClassVar[tuple[str, ...]] = ("pick_unit", "pick_hex")
    piece: UnitId = ""

    def waiting(self, game: Battle) -> tuple[str, ...]:
        units = game.rules.pinned_units(game, self.side, self.number)
        return tuple(unit.id for unit in units if unit.id not in game.state.moved)

    def pick_unit(self, game: Battle) -> Next:
        waiting = self.waiting(game)
        if not waiting:
            return DONE
        leaving = game.rules.getting_clear()
        actions = [game.rules.moves[id] for id in waiting if any(leaving.ends_for(game, id, others(waiting, id)))]
        if not actions:
            return DONE  # a die stopped somebody in the way of the others, who stay pinned
        return Ask(game.rules.seat_for(game, self.side, waiting), actions, self.unit_picked, "break-contact", "S13.1-PIN-d")

    def unit_picked(self, game: Battle, answer: Move) -> Next:
        self.piece = answer.piece
        return None

    def pick_hex(self, game: Battle) -> Next:
        """The clear hexes from which the others can still get clear too."""
        ends = game.rules.getting_clear().ends_for(game, self.piece, others(self.waiting(game), self.piece))
        actions = game.rules.goes.of(hex_set(ends))
        return Ask(game.seat_of(self.piece), actions, self.hex_picked, "get-clear", "S9.2c", None, {"piece": self.piece})

    def hex_picked(self, game: Battle, answer: Go) -> Next:
        reach = game.rules.destinations(game, game.piece(self.piece), 0, 0, True)
        path = reach.path(game.rules.board.hex(answer.hex))
        return Call(March(self.piece, path=path, final=True), then="pick_unit")
