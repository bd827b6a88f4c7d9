"""A player that chooses at random."""

from __future__ import annotations

from grognard.core.actions import Action
from grognard.core.choices import drawn
from grognard.core.seats import Seat
from grognard.players.allies import AgreeablePlayer, honouring


class RandomPlayer(AgreeablePlayer):
    """Every legal action is equally likely; in a long list first every kind is, and then every action of that kind.

    One random number per choice: choice i depends only on the seed and i.
    """

    def choose(self, seat: Seat) -> Action:
        return drawn(honouring(seat, self.heard), self.chance.random())
