"""Sections J and K: what the player's assaults and the automaton's engagements share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.fights import TrialEnd
from grognard.core.procedures import Roll
from grognard.core.texts import Argument, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.victories.bonuses import Pool
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.events import HitsScored
from grognard.games.chancellorsville.victories.names import UnitId
from grognard.games.chancellorsville.victories.pieces import UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire


class SoloCombat(Combat["Solitaire"]):
    """What assaults and engagements share: the automaton gives its points after the roll, and loses by DAMAGE."""

    hurt: tuple[UnitId, ...] = ()
    """J-K1a: the automaton's units that have taken a loss."""

    def side(self, game: Solitaire) -> tuple[str, ...]:
        """The automaton's units."""
        return game.alive(self.attackers) if self.army == UNION else self.defenders(game)

    def name(self) -> str:
        """The formation that the automaton's steps are told of."""
        raise NotImplementedError

    def dice(self, game: Solitaire, army: str, pool: Pool) -> Roll:
        """J-J1d: the automaton's dice are read together, with its points; the odds follow each number of hits and sixes."""
        roll = Combat.dice(self, game, army, pool)
        if army != UNION:
            return roll
        return replace(roll, outcomes=partial(by.dice_outcomes, pool, game.rules.bonus_points(game, self.side(game))))

    def raised_hits(self, game: Solitaire, pool: Pool, faces: tuple[int, ...]) -> int:
        """J-J1d: the hits of the automaton's dice with its points given in the best way; a raised die is not a natural six."""
        points = game.rules.bonus_points(game, self.side(game))
        hits = by.hits_with(pool, faces, points)
        args: dict[str, Argument] = {"points": points, "used": sum(by.bonus(pool, faces, points)), "hits": hits}
        game.rules.explain(game, self.name(), Reason("why.bonus", ("J-J1c", "J-J1d"), args))
        self.sixes = game.rules.sixes(pool, faces)
        game.emit(HitsScored(UNION, hits))
        return hits

    def is_trial(self, game: Solitaire) -> bool:
        """Whether the fight is tried out in isolation, for its odds."""
        return isinstance(game.stack[0], TrialEnd)
