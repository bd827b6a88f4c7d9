"""A computer player for Harrow Mill: it fires where the chance is good, and makes for the mill."""

from random import Random

from grognard.authoring import Action, Rules, Seat, distance
from harrow_mill.rules import MILL, Fire, March


class Miller:
    """Takes the order that looks best, and of equals any."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def choose(self, seat: Seat) -> Action:
        return max(seat.actions, key=lambda action: (self.worth(seat, action), self.chance.random()))

    def worth(self, seat: Seat, action: Action) -> float:
        """How good an order looks, from what the seat may know; ending the turn is worth nothing."""
        at = seat.view["position"]["state"]["at"]
        match action:
            case Fire():
                return seat.ask(Rules.chance, action) or 0.0
            case March(piece, hex) if at[piece] != MILL:
                return 0.5 * (distance(at[piece], MILL) - distance(hex, MILL))
        return 0.0
