"""Chapter 6: initiative."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.events import Rolled
from grognard.core.procedures import DONE, Ask, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier
from grognard.games.revolution.series.actions import Accept, Commit, Overrule
from grognard.games.revolution.series.events import InitiativeWon
from grognard.games.revolution.series.names import Count, DieTotal, Side

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

MOMENTUM_BONUS = 2
OVERRULE_COST = 3


class Initiative(Procedure["Battle"]):
    """S6: momentum committed, both roll, ties reroll; three chits overrule the outcome."""

    committed: tuple[tuple[Side, Count], ...] = ()
    totals: tuple[tuple[Side, DieTotal], ...] = ()
    winner: Side = ""
    declined: tuple[Side, ...] = ()
    overruled_by: Side = ""
    steps: ClassVar[tuple[str, ...]] = ("fixed_order", "commit", "roll", "overrule", "settle")

    def fixed_order(self, game: Battle) -> Next:
        """S6.1c: where the order is fixed there is no roll and no momentum is spent on it."""
        order = game.rules.order_of_play(game)
        if order is None:
            return None
        game.state.order = order
        game.emit(InitiativeWon(order[0], "fixed" if len(order) > 1 else "alone"))
        return DONE

    def commit(self, game: Battle) -> Next:
        """S6.2a: each may return chits for +2 each; who had initiative last turn commits first."""
        if not game.rules.advanced:
            return None
        first = game.state.first_last_turn or game.rules.sides[0]
        given = dict(self.committed)
        for side in (first, game.enemy(first)):
            if side not in given:
                held = game.state.momentum[side]
                seat = game.rules.seat_for(game, side)
                return Ask(seat, [Commit(n) for n in range(held + 1)], self.committed_by, "commit-momentum", "S6.2a")
        return None

    def committed_by(self, game: Battle, answer: Commit) -> Next:
        first = game.state.first_last_turn or game.rules.sides[0]
        side = game.enemy(first) if self.committed else first
        self.committed += ((side, answer.number),)
        game.rules.spend_momentum(game, side, answer.number, "initiative")
        return Goto("commit")

    def roll(self, game: Battle) -> Next:
        """S6.1a: a die, the DRM of the band and the momentum bonus."""
        rules, side = game.rules, game.rules.sides[len(self.totals)]
        band = rules.band_of(game, rules.leading_army(side))
        modifiers = [Modifier(band.initiative_drm or 0, "initiative-of-band", "S16.21")]
        bonus = MOMENTUM_BONUS * dict(self.committed).get(side, 0)
        if bonus:
            modifiers.append(Modifier(bonus, "momentum-committed", "S6.2a"))
        return Roll("initiative", self.rolled, tuple(modifiers), "S6.1a", rules.seat_for(game, side))

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        self.totals += ((game.rules.side_of(rolled.seat), rolled.total),)
        if len(self.totals) < len(game.rules.sides):
            return Goto("roll")
        (one, high), (other, low) = self.totals
        if high == low:
            self.totals = ()  # S6.1b: same modifiers, no further momentum
            return Goto("roll")
        self.winner = one if high > low else other
        return None

    def overrule(self, game: Battle) -> Next:
        """S6.2b: exactly three chits cancel the outcome and name the side; the loser of the roll is asked first."""
        if not game.rules.advanced:
            return None
        for side in (game.enemy(self.winner), self.winner):
            if side not in self.declined and game.state.momentum[side] >= OVERRULE_COST:
                actions = [Accept(), *(Overrule(named) for named in game.rules.sides)]
                return Ask(game.rules.seat_for(game, side), actions, self.overruled, "overrule-initiative", "S6.2b")
        return None

    def overruled(self, game: Battle, answer: Action) -> Next:
        asked = next(
            side
            for side in (game.enemy(self.winner), self.winner)
            if side not in self.declined and game.state.momentum[side] >= OVERRULE_COST
        )
        if isinstance(answer, Overrule):
            game.rules.spend_momentum(game, asked, OVERRULE_COST, "overruled")
            self.overruled_by = asked
            self.winner = answer.side
            return None
        self.declined += (asked,)
        return Goto("overrule")

    def settle(self, game: Battle) -> Next:
        """S6.1a: the winner plays first."""
        game.state.order = (self.winner, game.enemy(self.winner))
        how = "overruled" if self.overruled_by else "rolled"  # S6.2b
        game.emit(InitiativeWon(self.winner, how))
        return None
