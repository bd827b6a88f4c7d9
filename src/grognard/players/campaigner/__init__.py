"""The campaigner: a player of the Chancellorsville campaign, for either army of Give Us Victories (`field`) and for Lee's in
Hurrah for Old Joe (`lee`, `lee_play`, `standing`).

It sees what the player sees. Superiors act with all the formations that hunt together; attacks are weighed by the mean of
what they promise. What is the same in every campaign is in `outlook` and `answers`.
"""

from __future__ import annotations

from typing import Any

from grognard.core.actions import Action
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.seats import Seat
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players.campaigner import field, lee_play
from grognard.players.campaigner.outlook import Ways
from grognard.players.handlers import Handlers


class Campaigner:
    """The same choices in the same game, whatever the seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.ways: Ways = {}

    def plays(self, game: Game) -> bool:
        """It knows Hurrah for Old Joe and Give Us Victories."""
        return isinstance(game, Campaign)

    def choose(self, seat: Seat) -> Action:
        actions = seat.actions
        if len(actions) == 1:
            return actions[0]
        game = seat.imagine(0)
        if not isinstance(game, Campaign):
            known = "Hurrah for Old Joe and Give Us Victories"
            raise GrognardError(f"The campaigner plays {known}, not '{game.scenario.id}'; choose another player.")
        if isinstance(game, Solitaire):
            return lee_play.decide(seat, game, self.ways)
        return field.decide(seat, game, self.ways)

    def handlers(self, game: Game) -> tuple[Handlers[Any], ...]:
        """The tables by which it answers."""
        return (lee_play.HANDLERS if isinstance(game, Solitaire) else field.HANDLERS,)
