"""U9.26: what each player can add up about the enemy's hidden units: the hexes in which each of them may be.

Everything here is made from what both players see: stacks next to the enemy, the height of stacks, and marches with the
formation that makes them. A unit that is not mentioned is known to stand where it does.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.pieces import ENEMY, GOOD


class Everything:
    """A container of everything."""

    def __contains__(self, item: object) -> bool:
        return True


ANY = Everything()


class Sightings(Chapter[C]):
    """Where hidden units may be, which of them were last seen reduced, and in what order."""

    def may_be(self, game: C, id: str) -> frozenset[Hex]:
        """The hexes in which a unit on the map may be for all that the enemy knows."""
        return game.state.sightings.get(id) or frozenset((game.piece(id).hex,))

    def seen_acting(self, game: C, army: str) -> HexSet:
        """The hexes of an army whose units, for all that the enemy knows, act now: in the radius, or marched to."""
        state = game.state
        if not state.post:
            return 0
        found = game.rules.in_radius(game, army, self.board.hex(state.post), self.commands[state.command].radius)
        for label in state.trodden:
            found |= 1 << self.board.hex(label)
        return found & game.held(army)

    def who_may_march(self, game: C, army: str) -> Container[str]:
        """The formations whose units may march now, as all see it: those that act, and the independent units."""
        state = game.state
        command = self.commands.get(state.command)
        if command is None or command.side != army or command.is_independent or army in state.detached:
            return ANY
        return {*game.rules.commanded(game, command), "", *(("Stuart",) if command.is_superior else ())}

    def note_move(self, game: C, ids: Iterable[str], starts: dict[str, Hex], h: Hex, who: Container[str] = ANY) -> None:
        """Units have gone to a hex: what that tells the enemy about them, and them about the enemy."""
        if not self.secretive:
            return
        ids = tuple(ids)
        army = self.counters[ids[0]].side
        near = game.near(ENEMY[army])
        for start in sorted({start for start in starts.values() if start and start != h}):
            if near >> start & 1:
                self.seen(game, army, start)
                for id in ids:
                    if starts[id] == start:
                        self.seen_at(game, id)
            else:
                self.unseen_march(game, army, [id for id in ids if starts[id] == start], start, h, who)
        if near >> h & 1:
            self.seen(game, army, h)
        for other in members(self.board.grid.adjacent[h] & game.held(ENEMY[army])):
            self.seen(game, ENEMY[army], other)

    def unseen_march(self, game: C, army: str, ids: Iterable[str], start: Hex, h: Hex, who: Container[str]) -> None:
        """Anybody who may have been there, and may march, may have gone; nobody is left in a hex that is empty now."""
        known, counters = game.state.sightings, self.counters
        left = game.units_at(army, start)
        here = {*ids, *(piece.id for piece in left)}
        there = {id for id, hexes in known.items() if start in hexes and counters[id].side == army}
        for id in sorted(here | there):
            counter = counters[id]
            if not counter.is_real:
                continue
            hexes = known.get(id) or frozenset((start,))
            if counter.formation in who or id in ids:
                hexes |= {h}
            if not left:
                hexes -= {start}
            self.keep(game, id, hexes)

    def seen(self, game: C, army: str, h: Hex) -> None:
        """A stack is looked into: who is there is there, and nobody else."""
        here = {piece.id for piece in game.units_at(army, h)}
        for id in here:
            self.seen_at(game, id)
        for id, hexes in list(game.state.sightings.items()):
            if h in hexes and id not in here and self.counters[id].side == army:
                self.keep(game, id, hexes - {h})

    def seen_at(self, game: C, id: str) -> None:
        """A unit is seen: its place, whether it is reduced, and its order."""
        state = game.state
        state.sightings.pop(id, None)
        if (id in state.reduced) != bool(game.piece(id).step):
            state.reduced ^= {id}

        self.know_order(game, id, game.piece(id).order)

    def know_order(self, game: C, id: str, order: int) -> None:
        """What the enemy knows about the order of a unit from now on."""
        if order != GOOD:
            game.state.shaken[id] = order
        else:
            game.state.shaken.pop(id, None)

    def order_changed(self, game: C, id: str, told: bool = False) -> None:
        """The order of a unit has changed; the enemy knows it if all were told, or if the unit is in sight."""
        piece = game.piece(id)
        if self.secretive and (told or game.next_to_enemy(self.counters[id].side, piece.hex)):
            self.know_order(game, id, piece.order)

    def expect_rally(self, game: C, army: str) -> None:
        """A night has passed: units in sight are as they are, of others one may expect that they have rallied."""
        for id, order in list(game.state.shaken.items()):
            if self.counters[id].side == army:
                piece = game.piece(id)
                seen = game.next_to_enemy(army, piece.hex)
                self.know_order(game, id, piece.order if seen else order - 1)

    def keep(self, game: C, id: str, hexes: frozenset[Hex]) -> None:
        """Remember where a unit may be, unless only one hex is left."""
        if len(hexes) > 1:
            game.state.sightings[id] = hexes
        else:
            game.state.sightings.pop(id, None)
