"""What every move brings with it, by whatever rule units move: a march, breaking contact, a retreat, an advance, an event.

Whoever lets units move asks `open_to` and `step_cost` (movement.py) for where they may go and at what price: night, forced
marches, demoralisation and contact are in them. Then `relocate` carries the move out, and `drive_off` ends the step.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from grognard.core.hexes import Hex, members
from grognard.core.procedures import Call, Goto, Next
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.pieces import DEMORALISED, ENEMY
from grognard.games.chancellorsville.victories.sightings import ANY


class Moves(Chapter[C]):
    """What follows when units on the map have moved."""

    def relocate(self, game: C, ids: Iterable[str], h: Hex, who: Container[str] = ANY) -> None:
        """U11.4, U14.47: units go to a hex, and have moved; `who` are the formations that, as all see it, may have gone."""
        state, ids = game.state, tuple(ids)
        state.moved |= set(ids)
        state.moved_this_turn |= set(ids)
        game.move(ids, h, who)

    def driven_off(self, game: C, army: str, hexes: Iterable[Hex]) -> tuple[str, ...]:
        """U14.53: the demoralised units next to hexes to which an enemy of theirs has come; who retreats already goes on."""
        enemy, near = ENEMY[army], 0
        for h in hexes:
            near |= game.rules.touched(game, enemy, h)
        leaving = game.rules.on_their_way(game)
        units = (piece for h in members(near) for piece in game.units_at(enemy, h))
        return tuple(piece.id for piece in units if piece.order == DEMORALISED and piece.id not in leaving)

    def drive_off(self, game: C, army: str, hexes: Iterable[Hex], then: str) -> Next:
        """U14.53: units of an army have come to these hexes: demoralised enemies next to them retreat, then a step follows."""
        units = self.driven_off(game, army, hexes)
        return Call(game.rules.flight(ENEMY[army], units, "U14.53"), then=then) if units else Goto(then)
