"""Section K.3: divisions of the automaton retreat, each with its skirmisher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.actions import Action
from grognard.core.procedures import DONE, Next
from grognard.games.chancellorsville.victories.disorder import Retreat
from grognard.games.chancellorsville.victories.names import UnitId
from grognard.games.chancellorsville.victories.pieces import AVAILABLE, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire


class DivisionRetreat(Retreat["Solitaire"]):
    """J-K3a, J-N2: hex by hex, through friends too; a skirmisher goes with its division."""

    along: tuple[UnitId, ...] = ()
    """The skirmisher of the division that is on its way."""

    def went(self, game: Solitaire, answer: Action) -> Next:
        if not self.passed:
            stack = game.units_at(UNION, game.piece(self.units[0]).hex)
            self.along = tuple(piece.id for piece in stack if not game.counter(piece.id).is_real)
        goal = game.rules.board.hex(answer.hex)  # type: ignore[attr-defined]
        found = super().went(game, answer)
        game.move(self.along, goal)
        return found

    def cornered(self, game: Solitaire) -> Next:
        """U14.44: among friends, too, its skirmisher is lost with a division that cannot go on."""
        if self.passed:
            for id in self.along:
                game.take_off(id, AVAILABLE)
        return super().cornered(game)

    def bridge(self, game: Solitaire) -> Next:
        """J-A2: a pontoon that was crossed stays where it is."""
        game.rules.settle_works(game)
        return DONE
