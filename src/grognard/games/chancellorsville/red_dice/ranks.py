"""Close ranks (D3.4): red dice leave the pool, and men who ran away come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.choices import Choices
from grognard.core.plane import Point, squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import PutAt
from grognard.games.chancellorsville.red_dice.choosing import HALF, Spots, point_of
from grognard.games.chancellorsville.red_dice.events import RanksClosed
from grognard.games.chancellorsville.red_dice.formations import RINGS, ground_for
from grognard.games.chancellorsville.red_dice.names import Count, ManId, SquadId
from grognard.games.chancellorsville.red_dice.state import FLED, HEALTHY, LARGEST_SQUAD, Man

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish


def who_returns(game: Skirmish, squad: str) -> Man | None:
    """D3.4c: one of those who fled from the squad, else from another of the same side, quality and weapon."""
    if len(game.company(squad)) >= LARGEST_SQUAD:
        return None
    own = game.state.squads[squad]
    fled = [man for man in game.state.men.values() if man.box == FLED and man.side == own.side]
    from_here = [man for man in fled if man.squad == squad]
    squads = game.state.squads
    alike = [man for man in fled if (squads[man.squad].level, squads[man.squad].weapon) == (own.level, own.weapon)]
    return next(iter(from_here or alike), None)


class Returning(Procedure):
    """D3.4a to D3.4c: each success removes a red die, each six brings a man back."""

    squad: SquadId
    successes: Count
    sixes: Count
    removed: Count = 0
    back: tuple[ManId, ...] = ()
    coming: ManId = ""
    steps: ClassVar[tuple[str, ...]] = ("remove", "next_man", "put", "over")

    def remove(self, game: Skirmish) -> Next:
        side = game.state.squads[self.squad].side
        self.removed = min(self.successes, game.state.red[side])
        game.add_red(side, -self.removed)
        return None

    def next_man(self, game: Skirmish) -> Next:
        man = who_returns(game, self.squad) if self.sixes else None
        if man is None:
            return Goto("over")
        self.coming = man.id
        return None

    def put(self, game: Skirmish) -> Next:
        """D3.4c: placed by the owner within three centimetres of a soldier of the squad, in no contact with the enemy."""
        squad = game.state.squads[self.squad]
        free = self.places(game)
        spots = Spots(game.rules.field, [man.at for man in game.unit(self.squad)], RINGS[-1], lambda p: None if free(p) else 1)
        if not spots:  # there is no room anywhere
            return Goto("over")
        args = {"man": self.coming}
        return Ask(squad.side, Choices(spots), self.was_put, "man-comes-back", "D3.4c", self.why_not_put, args)

    def places(self, game: Skirmish) -> Callable[[Point], Reason | None]:
        """What says why the man cannot be put at a place."""
        near, man = game.rules.numbers.cohesion, self.coming
        comrades = [man.at for man in game.unit(self.squad)]
        ground = ground_for(game, game.state.squads[self.squad].side, ())

        def why_not(p: Point) -> Reason | None:
            if not any(squared(p, other) <= near for other in comrades):
                return Reason("breaks-cohesion", ("D3.4c",), {"man": man})
            if not ground.is_free(p):
                return Reason("not-a-free-place", ("D-R1", "D3.4c"), {"man": man})
            return None

        return why_not

    def why_not_put(self, game: Skirmish, action: Action) -> Reason | None:
        if not isinstance(action, PutAt):
            return NOT_OFFERED
        p = point_of(action.point, HALF)
        if p is None:
            return Reason("no-such-point", ("D-R9",), {"point": action.point})
        return self.places(game)(p)

    def was_put(self, game: Skirmish, answer: PutAt) -> Next:
        p = point_of(answer.point, HALF)
        assert p is not None
        game.change(self.coming, at=p, box="", squad=self.squad, wounds=HEALTHY, down=False)
        self.back = (*self.back, self.coming)
        self.sixes -= 1
        return Goto("next_man")

    def over(self, game: Skirmish) -> Next:
        game.emit(RanksClosed(self.squad, self.removed, self.back))
        return DONE
