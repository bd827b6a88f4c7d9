"""Whether several units can all leave, one after another: to break contact (S13.1-PIN-d), or cavalry that rides off (S12.4b).

To try every order of every end takes for ever when they cannot. Here an order is found straight on where that is easy, and
else it is searched why they cannot. That rests on one thing: a friend is in the way only by the room it takes up (S7.2), so
that whoever takes up no room, and stands where it stood, hinders nobody. Therefore

- if some of the units cannot all leave even when the others take up no room, then all together cannot, and it is enough to
  try those few;
- if they are stuck wherever one of the others goes, then no other end need be tried for that one;
- of those who have left, only the room that they take up matters to the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.revolution.series.stacking import STACKING_LIMIT

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.pieces import Piece

Ends = Callable[["Battle", "Piece"], HexSet]
"""Where a unit may go in a position."""
Ids = tuple[str, ...]
ROUNDS = 4
"""How often it is tried to let all leave without taking anything back."""


class Answer(NamedTuple):
    """Where units can go, the first to leave first; or those among them who cannot, even if the others took up no room."""

    order: dict[str, Hex]
    stuck: Ids = ()


class Leaving:
    """Units of one side that must all leave. What is found out for one question about them is kept for the next.

    `ends` says where a unit may go now; `hopes` where it could go at most, which room that is taken up can only lessen.
    """

    def __init__(self, ends: Ends, hopes: Ends) -> None:
        self.ends = ends
        self.hopes = hopes
        self.order: dict[str, Hex] = {}
        """An order of leaving that was found, tried first when the question comes again a little changed."""
        self.known: dict[Hashable, Answer] = {}
        self.failed: set[Hashable] = set()

    def all_can(self, game: Battle, ids: Ids) -> bool:
        """Whether all of them can leave."""
        if not ids or self.as_before(game, ids, self.order):
            return True
        order = self.straight_on(game, ids, self.ends)
        if not order:
            answer = self.answer(game, ids)
            if answer.stuck:
                return False
            if not self.as_before(game, ids, answer.order):
                return self.search(game, ids)
            order = answer.order
        self.order = order
        return True

    def can_after(self, game: Battle, id: str, end: Hex, rest: Ids) -> bool:
        """Whether the others can leave after one has gone to this end."""
        return not rest or self.all_can(gone(game, id, end), rest)

    def ends_for(self, game: Battle, id: str, rest: Ids) -> Iterator[Hex]:
        """Where a unit may go now and leave the others an end each."""
        return (end for end in members(self.ends(game, game.piece(id))) if self.can_after(game, id, end, rest))

    # ------------------------------------------------------------------ straight on

    def as_before(self, game: Battle, ids: Ids, order: dict[str, Hex]) -> bool:
        """Whether they can leave in an order that was found before, each to the same end."""
        if not all(id in order for id in ids):
            return False
        before = ""
        for id in order:
            if id in ids:
                if before:
                    game = gone(game, before, order[before])
                if not self.ends(game, game.piece(id)) >> order[id] & 1:
                    return False
                before = id
        return True

    def straight_on(self, game: Battle, ids: Ids, ends_of: Ends) -> dict[str, Hex]:
        """An order of leaving found without taking anything back; empty if none was.

        Those with little choice go first, each where the fewest others may want to go. If some are left behind they are the
        first to go next time, and all go as far as they can.
        """
        wanted = self.wanted(game, ids)
        order: dict[str, Hex] = {}
        if not all(wanted.values()):
            return order
        first = sorted(ids, key=lambda id: wanted[id].bit_count())
        for _ in range(ROUNDS):
            order = self.go(game, first, ends_of, wanted, far=bool(order))
            behind = others(tuple(first), *order)
            if not behind:
                return order
            first = [*behind, *order]
        return {}

    def go(self, game: Battle, first: list[str], ends_of: Ends, wanted: dict[str, HexSet], far: bool) -> dict[str, Hex]:
        """Let the first who can go, again and again until nobody can."""
        left, order = list(first), {}
        while found := next(((id, ends) for id in left if (ends := ends_of(game, game.piece(id)))), None):
            id, ends = found
            left.remove(id)
            order[id] = out_of_the_way(game, id, {h: claims(wanted, left, h) for h in members(ends)}, far)
            game = gone(game, id, order[id])
        return order

    def wanted(self, game: Battle, ids: Ids) -> dict[str, HexSet]:
        """Where each of them could go if the others took up no room."""
        lightened = game.lightened(ids)
        return {id: self.hopes(lightened, game.piece(id)) for id in ids}

    # ------------------------------------------------------------------ why they cannot

    def answer(self, game: Battle, ids: Ids) -> Answer:
        """Where they can go as far as `hopes` says, or who among them is stuck; each question is worked out once."""
        key = ids, room_taken(game, ids)
        if key not in self.known:
            self.known[key] = self.work_out(game, ids)
        return self.known[key]

    def work_out(self, game: Battle, ids: Ids) -> Answer:
        """First what can be seen at once, then those with little choice by themselves, then ever more of them together."""
        wanted = self.wanted(game, ids)
        stuck = self.never_free(game, ids) or too_many(game, wanted)
        found = Answer(self.straight_on(game, ids, self.hopes) if not stuck else {}, stuck)
        if found.order or found.stuck:
            return found
        by_choice = sorted(ids, key=lambda id: wanted[id].bit_count())
        for number in range(2, len(ids) + 1):
            few = tuple(id for id in ids if id in by_choice[:number])
            found = self.try_all(game.lightened(tuple(by_choice[number:])), few, wanted)
            if found.stuck:
                break
        return found

    def never_free(self, game: Battle, ids: Ids) -> Ids:
        """Those who have no end even when everybody who may leave before them takes up no room.

        One of them would have to leave before the others of them; but until then only those who are free can have left.
        """
        free: Ids = ()
        while len(free) < len(ids):
            lightened = game.lightened(free)
            more = tuple(id for id in ids if id not in free and self.hopes(lightened, game.piece(id)))
            if not more:
                return others(ids, *free)
            free += more
        return ()

    def try_all(self, game: Battle, ids: Ids, wanted: dict[str, HexSet]) -> Answer:
        """Each of them first, to each end; but if some of the rest are stuck wherever that one goes, one end is enough."""
        for id in ids:
            rest = others(ids, id)
            for end in by_claims(self.hopes(game, game.piece(id)), wanted, rest):
                after = self.answer(gone(game, id, end), rest)
                if not after.stuck:
                    return Answer({id: end, **after.order})
                anyway = self.answer(game.lightened(others(ids, *after.stuck)), after.stuck)
                if anyway.stuck:
                    return anyway
        return Answer({}, ids)

    # ------------------------------------------------------------------ where hopes are not enough

    def search(self, game: Battle, ids: Ids) -> bool:
        """Each of them first, to each end that it really has; for ends that depend on what else is open (S13.21b)."""
        if not ids:
            return True
        key = ids, room_taken(game, ids)
        if key in self.failed:
            return False
        wanted = self.wanted(game, ids)
        for id in ids if not self.answer(game, ids).stuck else ():
            rest = others(ids, id)
            for end in by_claims(self.ends(game, game.piece(id)), wanted, rest):
                if self.search(gone(game, id, end), rest):
                    return True
        self.failed.add(key)
        return False


def others(ids: Ids, *some: str) -> Ids:
    """All of them but some."""
    return tuple(id for id in ids if id not in some)


def gone(game: Battle, id: str, end: Hex) -> Battle:
    """The game after a unit has left for this end."""
    trial = game.copy()
    trial.change(id, hex=end)
    return trial


def claims(wanted: dict[str, HexSet], ids: Iterable[str], h: Hex) -> int:
    """How many of these units may want to go to a hex."""
    return sum(wanted[id] >> h & 1 for id in ids)


def out_of_the_way(game: Battle, id: str, claimed: dict[Hex, int], far: bool) -> Hex:
    """The end that the fewest others may want, the farthest of equals; or the farthest, the least wanted of equals."""
    start, distance = game.piece(id).hex, game.rules.board.grid.distance
    return min(claimed, key=lambda h: (-distance(start, h), claimed[h]) if far else (claimed[h], -distance(start, h)))


def by_claims(ends: HexSet, wanted: dict[str, HexSet], rest: Ids) -> list[Hex]:
    """The ends that fewer of the rest may want first."""
    return sorted(members(ends), key=lambda h: claims(wanted, rest, h))


def room_taken(game: Battle, ids: Ids) -> Hashable:
    """All that matters to units about their friends: the strength in each hex, the hexes with a gun, who takes up no room."""
    side = game.side_of(ids[0])
    strengths, guns = game.rules.stacked_strength(game, side)
    return frozenset(strengths.items()), guns, game.force(side).light


# ---------------------------------------------------------------- room for all


def too_many(game: Battle, wanted: dict[str, HexSet]) -> Ids:
    """S7.1a, S7.1b: those who cannot each have one of the hexes they want without breaking the limits, if there are such.

    Who has more hexes to choose from than there are others always finds one that none of them has taken, and is left out.
    """
    left = dict(wanted)
    while easy := [id for id, hexes in left.items() if hexes.bit_count() >= len(left)]:
        for id in easy:
            del left[id]
    if not left or fit(game.lightened(tuple(wanted)), left):
        return ()
    return tuple(left)


def fit(game: Battle, wanted: dict[str, HexSet]) -> bool:
    """Whether each can have one of the hexes it wants, on top of what stands there."""
    units = sorted(wanted, key=lambda id: wanted[id].bit_count())
    held, _ = game.rules.stacked_strength(game, game.side_of(units[0]))
    failed: set[Hashable] = set()

    def place(number: int, taken: dict[tuple[Hex, bool], int]) -> bool:
        key = number, frozenset(taken.items())
        if number == len(units) or key in failed:
            return number == len(units)
        gun, strength = game.counter(units[number]).is_artillery, game.strength(game.piece(units[number]))
        for h in members(wanted[units[number]]):
            load = taken.get((h, gun), 0) + (1 if gun else strength)
            limit = 1 if gun else STACKING_LIMIT - held.get(h, 0)
            if load <= limit and place(number + 1, {**taken, (h, gun): load}):
                return True
        failed.add(key)
        return False

    return place(0, {})
