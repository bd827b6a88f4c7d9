"""Close ranks (D3.4): red dice leave the pool, and men who ran away come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.choices import Choices
from grognard.core.plane import Point, squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import Proceed, PutAt, Recall
from grognard.games.chancellorsville.red_dice.choosing import HALF, Spots, point_of
from grognard.games.chancellorsville.red_dice.events import RanksClosed
from grognard.games.chancellorsville.red_dice.formations import RINGS, ground_for
from grognard.games.chancellorsville.red_dice.names import Count, ManId, SquadId
from grognard.games.chancellorsville.red_dice.state import FLED, LARGEST_SQUAD, Man

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish


def who_may_return(game: Skirmish, squad: str) -> list[Man]:
    """D3.4c: those who fled from the squad; when there are none, those of others like it.

    The healthy come first in the list.
    """
    if len(game.company(squad)) >= LARGEST_SQUAD:
        return []
    own = game.state.squads[squad]
    fled = [man for man in game.state.men.values() if man.box == FLED and man.side == own.side]
    fled.sort(key=lambda man: man.wounds)
    squads = game.state.squads
    return [man for man in fled if man.squad == squad] or [
        man for man in fled if (squads[man.squad].level, squads[man.squad].weapon) == (own.level, own.weapon)
    ]


class Returning(Procedure["Skirmish"]):
    """D3.4a to D3.4c: each success removes a red die, each six may bring a man back."""

    squad: SquadId
    successes: Count
    sixes: Count
    removed: Count = 0
    back: tuple[ManId, ...] = ()
    coming: ManId = ""
    steps: ClassVar[tuple[str, ...]] = ("remove", "choose", "put", "over")

    def remove(self, game: Skirmish) -> Next:
        side = game.state.squads[self.squad].side
        self.removed = min(self.successes, game.state.red[side])
        game.add_red(side, -self.removed)
        return None

    def choose(self, game: Skirmish) -> Next:
        """D3.4b: for each six the owner may have one man back, and says who."""
        able = who_may_return(game, self.squad) if self.sixes else []
        if not able or not self.spots(game):  # there is no room anywhere
            return Goto("over")
        side = game.state.squads[self.squad].side
        actions: list[Action] = [*(Recall(man.id) for man in able), Proceed()]
        args: dict[str, str | int | float] = {"squad": self.squad, "number": self.sixes}
        return Ask(side, actions, self.recalled, "who-comes-back", ("D3.4b", "D3.4c"), self.why_not_recall, args)

    def why_not_recall(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case Proceed():
                return None
            case Recall(man=man):
                if man in [one.id for one in who_may_return(game, self.squad)]:
                    return None
                return Reason("cannot-come-back", ("D3.4b", "D3.4c"), {"man": man, "squad": self.squad})
        return NOT_OFFERED

    def recalled(self, game: Skirmish, answer: Action) -> Next:
        if not isinstance(answer, Recall):
            return Goto("over")
        self.coming = answer.man
        return None

    def put(self, game: Skirmish) -> Next:
        """D3.4c: placed by the owner within three centimetres of a soldier of the squad, in no contact with the enemy."""
        args = {"man": self.coming}
        actions = Choices(self.spots(game))
        side = game.state.squads[self.squad].side
        return Ask(side, actions, self.was_put, "man-comes-back", "D3.4c", self.why_not_put, args)

    def spots(self, game: Skirmish) -> Spots:
        why_not = self.places(game)
        comrades = [man.at for man in game.unit(self.squad)]
        return Spots(game.rules.field, comrades, RINGS[-1], lambda p: None if why_not(p) else 1)

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
        game.change(self.coming, at=p, box="", squad=self.squad, down=False)
        self.back = (*self.back, self.coming)
        self.sixes -= 1
        return Goto("choose")

    def over(self, game: Skirmish) -> Next:
        game.emit(RanksClosed(self.squad, self.removed, self.back))
        return DONE
