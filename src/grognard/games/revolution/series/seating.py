"""Seat, side and army: a seat answers questions, a side wins and loses together, an army has pieces, morale and points.

By default all three are one: every side is one army with one seat. A scenario names the armies of an alliance
(`alliances` in scenarios.json); `seating` says which seat answers for each army. The hooks of this chapter, all of them
rules that a battle may override, decide the rest: whom a question goes to, and who acts when.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action, Take
from grognard.core.agreements import Agreement, Subject
from grognard.core.procedures import DONE, Ask, EachInOrder, Next
from grognard.core.texts import text
from grognard.games.revolution.series.actions import Commit, Overrule, Reroll
from grognard.games.revolution.series.chapter import Chapter

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

MOMENTUM = "momentum"
"""The chits of an alliance, as allies speak of them."""


NOBODY: frozenset[str] = frozenset()


class Seating(Chapter):
    """Who belongs to whom, and who answers for whom."""

    sharing: ClassVar[tuple[str, ...]] = ()
    """The rules by which allies share things, and one of them decides."""

    @property
    def scored(self) -> tuple[str, ...]:
        """The sides, and the armies of which a side has several: each has victory points of its own."""
        return tuple(dict.fromkeys((*self.sides, *self.armies)))

    def seating(self) -> dict[str, str]:
        """Which seat answers for each army: one for the whole side, unless a scenario seats allies apart."""
        return dict(self.components.side_of_army)

    def take_seats(self) -> None:
        """Arrange, once, what follows from the armies and their seats."""
        seat_of_army, side_of_army = self.seating(), self.components.side_of_army
        self.seat_of_army = seat_of_army
        self.armies_of = {side: tuple(army for army in side_of_army if side_of_army[army] == side) for side in self.sides}
        self.armies = tuple(army for side in self.sides for army in self.armies_of[side])
        self.seats_of = {
            side: tuple(dict.fromkeys(seat_of_army[army] for army in armies)) for side, armies in self.armies_of.items()
        }
        self.seats = tuple(seat for side in self.sides for seat in self.seats_of[side])
        self.side_of_seat = {seat: side for side, seats in self.seats_of.items() for seat in seats}
        self.seat_of = {id: seat_of_army[counter.army] for id, counter in self.counters.items() if counter.army in seat_of_army}
        self.not_acting = {"": NOBODY} | {
            seat: frozenset(id for id, owner in self.seat_of.items() if owner != seat) for seat in self.seats
        }

    def side_of(self, seat: str) -> str:
        """The side that a seat belongs to."""
        return self.side_of_seat[seat]

    # ------------------------------------------------------------------ who answers

    def leading_army(self, side: str) -> str:
        """The army that stands for a whole alliance: its morale counts for the initiative, its seat keeps what is shared."""
        return self.armies_of[side][0]

    def keeper(self, game: Battle, side: str) -> str:
        """Who answers for a side where the pieces of both allies are concerned, or none in particular."""
        return self.seat_of_army[self.leading_army(side)]

    def seat_for(self, game: Battle, side: str, ids: Iterable[str] = ()) -> str:
        """Who answers for a side about these pieces: their owner; the keeper if allies are concerned together."""
        seats = self.seats_of[side]
        if len(seats) == 1:
            return seats[0]
        owners = {self.seat_of[id] for id in ids if self.counters[id].side == side}
        return owners.pop() if len(owners) == 1 else self.keeper(game, side)

    def army_for(self, side: str, ids: Iterable[str] = ()) -> str:
        """Which army of a side is concerned by what these pieces do or suffer: theirs; the leading one if several are."""
        armies = self.armies_of[side]
        if len(armies) == 1:
            return armies[0]
        found = {self.counters[id].army for id in ids if self.counters[id].side == side}
        return found.pop() if len(found) == 1 else self.leading_army(side)

    # ------------------------------------------------------------------ what allies share

    def agreement(self, game: Battle, seat: str) -> Agreement | None:
        """What allies with a seat each share; without agreement their keeper decides."""
        side = self.side_of_seat[seat]
        if len(self.seats_of[side]) == 1:
            return None
        return Agreement(self.keeper(game, side), self.sharing, tuple(self.shared(game, side)))

    def shared(self, game: Battle, side: str) -> Iterator[Subject]:
        """The momentum of an alliance; a battle may have more."""
        if chits := game.state.momentum.get(side, 0):
            yield Subject(MOMENTUM, text("shared.momentum", {"number": chits}))

    def subject_of(self, game: Battle, action: Action) -> str:
        """What an action spends of that."""
        return MOMENTUM if isinstance(action, Reroll | Overrule) or (isinstance(action, Commit) and action.number) else ""

    # ------------------------------------------------------------------ who acts when

    def seats_in_turn(self, game: Battle, side: str) -> tuple[str, ...]:
        """The seats that act one after another in the present phase, each with its own pieces."""
        return self.seats_of[side]

    def first_to_act(self, game: Battle, side: str) -> None:
        """A phase begins. Where one seat acts for the whole side, nobody is named."""
        seats = self.seats_in_turn(game, side)
        game.state.acting = seats[0] if len(seats) > 1 else ""

    def next_to_act(self, game: Battle, side: str) -> bool:
        """The seat that acts has finished; whether another acts after it."""
        acting = game.state.acting
        seats = self.seats_in_turn(game, side) if acting else ()
        left = seats[seats.index(acting) + 1 :] if acting in seats else ()
        game.state.acting = left[0] if left else ""
        return bool(left)

    def acting_seat(self, game: Battle, side: str) -> str:
        """Who acts for a side in the present phase."""
        return game.state.acting or self.keeper(game, side)

    def may_act(self, game: Battle, id: str) -> bool:
        """Whether a piece is one of those that the acting seat acts with."""
        acting = game.state.acting
        return not acting or self.seat_of[id] == acting


class InOwnersOrder(EachInOrder["Battle"]):
    """Each of these in the order that their owner chooses as they go; where allies are concerned together, their keeper."""

    def concerned(self, game: Battle, items: Collection[str]) -> Iterable[str]:
        """The pieces that the order of these items is about; usually the items are pieces."""
        return items

    def choose(self, game: Battle) -> Next:
        items = self.choices(game)
        if not items:
            return DONE
        seat = game.rules.seat_for(game, game.rules.side_of(self.seat), self.concerned(game, items))
        return Ask(seat, [Take(item) for item in items], self.taken, self.prompt, self.cites)

    def choices(self, game: Battle) -> Collection[str]:
        """The items of which one may be next."""
        return self.remaining(game)
