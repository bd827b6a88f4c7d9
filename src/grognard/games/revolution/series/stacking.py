"""Chapter 7: stacking."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grognard.core.hexes import Hex, HexSet
from grognard.core.procedures import DONE, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import LoseStep
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.names import HexId, Side, Step, UnitId
from grognard.games.revolution.series.pieces import Counter, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

STACKING_LIMIT = 6
"""S7.1a: strength points of foot and horse in a hex."""


class Stacking(Chapter):
    """Who fits where. Leaders and markers stack free (S7.1c)."""

    def stacked_strength(self, game: Battle, side: str) -> tuple[dict[Hex, int], HexSet]:
        """S7.1a, S7.1b, S7.1d: the strength showing of foot and horse in each hex, and the hexes with a gun."""
        return game.force(side).strengths(game)

    def crowded(self, game: Battle, piece: Piece, strength: int | None = None) -> HexSet:
        """S7.2: the hexes that this piece may not enter, even in passing, because they would break the limits."""
        counter = self.counters[piece.id]
        if counter.is_leader:
            return 0
        if counter.is_artillery:
            return game.force(counter.side).strengths(game)[1]
        force, room = game.fellows(piece), STACKING_LIMIT - (counter.strengths[piece.step] if strength is None else strength)
        full, before = force.crowded(game, room), force.pieces[piece.id]
        if before is not game.state.pieces[piece.id] and full >> before.hex & 1:  # it has left that hex
            left = force.strengths(game)[0][before.hex] - counter.strengths[before.step]
            return full if left > room else full ^ 1 << before.hex
        return full

    def fits(self, game: Battle, piece: Piece, h: Hex) -> bool:
        """S7.2: whether the piece may enter the hex without breaking the limits."""
        return not self.crowded(game, piece) >> h & 1

    def why_not_stack(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        """S7.1a, S7.1b: the refusal in words."""
        if self.fits(game, piece, h):
            return None
        if self.counters[piece.id].is_artillery:
            return Reason("a-gun-is-there", ("S7.1b",), {"hex": game.label(h)})
        held = self.stacked_strength(game, self.counters[piece.id].side)[0].get(h, 0)
        return Reason("overstacked", ("S7.1a", "S7.2"), {"hex": game.label(h), "held": held, "limit": STACKING_LIMIT})

    def kept_apart(self, one: Counter, other: Counter) -> str:
        """The rule by which two friends may not end a move in one hex, or nothing; the series knows none."""
        return ""

    @cached_property
    def strangers(self) -> dict[str, dict[str, str]]:
        """Those beside whom each piece may not end a move, with the rule that says so."""
        return {
            one.id: {
                id: rule
                for id, other in self.counters.items()
                if other.side == one.side and (rule := self.kept_apart(one, other))
            }
            for one in self.counters.values()
        }

    @cached_property
    def strangers_of(self) -> dict[str, frozenset[str]]:
        """The same without the rules."""
        return {id: frozenset(apart) for id, apart in self.strangers.items()}

    def are_strangers(self, stack: tuple[Piece, ...]) -> bool:
        """Whether some of a stack may not end a move together."""
        strangers, ids = self.strangers_of, [piece.id for piece in stack]
        return any(not strangers[id].isdisjoint(ids) for id in ids)

    def closed_to_stops(self, game: Battle, piece: Piece) -> HexSet:
        """The hexes that a piece may pass through but not end a move in, because of who stands there."""
        strangers = self.strangers_of[piece.id]
        return game.fellows(piece).where(strangers) if strangers else 0

    def why_not_stop(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        """Why a piece may not end a move in a hex that it may enter: because of who stands there."""
        for id, rule in self.strangers[piece.id].items():
            if game.piece(id).hex == h:
                return Reason("may-not-stop-with", (rule,), {"hex": game.label(h), "piece": self.counters[id].name})
        return None

    def overstacked(self, game: Battle, side: str) -> list[Hex]:
        """The hexes where a side is over the limits."""
        strengths, guns = self.stacked_strength(game, side)
        over = [h for h, held in strengths.items() if held > STACKING_LIMIT]
        crowded_guns = [
            h
            for h in {p.hex for p in game.units_of(side)}
            if guns >> h & 1 and sum(self.counters[p.id].is_artillery for p in game.units_at(h, side)) > 1
        ]
        return sorted({*over, *crowded_guns})


class CureOverstacking(Procedure["Battle"]):
    """S7.3a: a hex over the limit is cured at once by step losses of the owner's choice, never more than needed."""

    side: Side
    hex: HexId = 0
    stack: tuple[tuple[UnitId, Step], ...] = ()
    """The units of the hex and the step each showed before the first loss."""
    lost: tuple[UnitId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("find_hex", "choose_loss")

    def find_hex(self, game: Battle) -> Next:
        over = game.rules.overstacked(game, self.side)
        if not over:
            return DONE
        if self.hex != over[0]:
            self.hex, self.lost = over[0], ()
            self.stack = tuple((unit.id, unit.step) for unit in game.units_at(self.hex, self.side))
        return None

    def choose_loss(self, game: Battle) -> Next:
        choices = [LoseStep(id) for id in needed_losses(game.rules.counters, self.stack, self.lost)]
        seat = game.rules.seat_for(game, self.side, [id for id, _ in self.stack])
        return Ask(seat, choices, self.loss_chosen, "cure-overstacking", "S7.3a", None, {"hex": game.label(self.hex)})

    def loss_chosen(self, game: Battle, answer: LoseStep) -> Next:
        """S7.3b: the lost step counts for victory points; army morale does not move."""
        game.rules.lose_step(game, answer.piece)
        self.lost += (answer.piece,)
        return Goto("find_hex")


def needed_losses(counters: dict[str, Counter], stack: tuple[tuple[str, int], ...], lost: tuple[str, ...]) -> list[str]:
    """The units of which a step may be lost next: it and the steps lost so far belong to one cure.

    S7.3a: a cure makes the stack legal and contains no step that could be kept.
    """
    so_far = [lost.count(id) for id, _ in stack]
    units = [(counters[id], step) for id, step in stack]
    return [id for i, (id, _) in enumerate(stack) if can_cure(units, [n + (i == j) for j, n in enumerate(so_far)])]


def can_cure(units: list[tuple[Counter, int]], losses: list[int]) -> bool:
    """S7.3a: whether some cure takes at least so many steps of each unit.

    All that counts of the units gone through so far: the strength and the guns they keep, the least strength that one of the
    lost steps would bring back, and whether a gun was lost.
    """
    ways = {(0, 0, STACKING_LIMIT + 1, False)}
    for (counter, step), least in zip(units, losses, strict=True):
        found = set()
        for number in range(least, counter.steps - step + 1):
            strength, gun = room_needed(counter, step + number)
            more, another = room_needed(counter, step + number - 1) if number else (STACKING_LIMIT + 1 + strength, gun)
            if counter.is_artillery and number and another == gun:
                continue  # the step could be kept
            for held, guns, back, gun_lost in ways:
                if held + strength <= STACKING_LIMIT and guns + gun <= 1:
                    gain = back if counter.is_artillery else min(back, more - strength)
                    found.add((held + strength, guns + gun, gain, gun_lost or another > gun))
        ways = found
    return any(held + back > STACKING_LIMIT and (guns or not gun_lost) for held, guns, back, gun_lost in ways)


def room_needed(counter: Counter, step: int) -> tuple[int, int]:
    """S7.1a, S7.1b: the strength and the guns that a unit counts for in its hex; nothing when it is gone."""
    if step >= counter.steps:
        return 0, 0
    return (0, 1) if counter.is_artillery else (counter.strengths[step], 0)
