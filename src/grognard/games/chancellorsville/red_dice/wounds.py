"""Hits and wounds (D3.2d to D3.2h, D3.3.1c), and leaders who fall (D1.1a)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.plane import squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import Promote
from grognard.games.chancellorsville.red_dice.events import LeaderNamed, ManHit, ManRecovered, WoundedSetDown
from grognard.games.chancellorsville.red_dice.state import (
    APART,
    DEAD,
    GUARD,
    HEALTHY,
    LIGHTLY,
    PAIR,
    SEVERELY,
    WOUNDS,
    Man,
    Squad,
)

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

KILLED = "dead"


def wounded(before: int, result: str) -> str:
    """D3.2h: what a wound makes of a man: two light ones are severe, and any upon a severe one kills."""
    if result == KILLED or before == SEVERELY:
        return KILLED
    if before == LIGHTLY or result == WOUNDS[SEVERELY]:
        return WOUNDS[SEVERELY]
    return WOUNDS[LIGHTLY]


def strike(game: Skirmish, id: str, result: str) -> str:
    """D3.2e, D3.3.1c: a man is hit; his side gains a red die if he dies or is severely wounded by it."""
    man = game.man(id)
    outcome = wounded(man.wounds, result)
    if outcome == KILLED:
        game.change(id, box=DEAD, down=False)
    elif outcome == WOUNDS[SEVERELY]:
        game.change(id, wounds=SEVERELY, down=False)
    else:
        game.change(id, wounds=LIGHTLY, down=True)
    game.emit(ManHit(id, outcome))
    if outcome != WOUNDS[LIGHTLY]:
        game.add_red(man.side, 1)
    return outcome


def recover(game: Skirmish, id: str) -> None:
    """D3.0h4: a lightly wounded man is healthy and standing again."""
    game.change(id, wounds=HEALTHY, down=False)
    game.emit(ManRecovered(id))


# ---------------------------------------------------------------- squads that lose their men


def tidy(game: Skirmish) -> None:
    """Who has lost his bearer or his escort is let go, and a bearer or escort without a charge is free."""
    for squad in list(game.state.squads.values()):
        # D-R14
        if squad.kind == PAIR:
            tidy_pair(game, squad)
        # D-R15
        if squad.kind == GUARD:
            tidy_guard(game, squad)
    # D-R16: a squad made in play is gone with its last man
    for squad in list(game.state.squads.values()):
        if squad.id not in game.rules.first_squads and not any(man.squad == squad.id for man in game.state.men.values()):
            game.remove_squad(squad.id)


def tidy_pair(game: Skirmish, pair: Squad) -> None:
    company = game.company(pair.id)
    carried = [man for man in company if man.wounds == SEVERELY]
    bearers = [man for man in company if man.wounds < SEVERELY]
    if bearers and carried and all(man.wounds == HEALTHY for man in bearers):
        return
    set_down(game, pair.id)


def set_down(game: Skirmish, pair: str) -> None:
    """D-R14: the bearer lets his man go, who belongs to his old squad again."""
    squad = game.state.squads[pair]
    for man in game.company(pair):
        if man.wounds == SEVERELY:
            game.change(man.id, squad=home_of(game, squad, man))
            game.emit(WoundedSetDown(man.id))
    game.change_squad(pair, kind=APART)


def home_of(game: Skirmish, pair: Squad, man: Man) -> str:
    """The squad that a man carried belongs to again."""
    return pair.parent if pair.parent in game.state.squads else game.rules.homes[man.id]


def tidy_guard(game: Skirmish, guard: Squad) -> None:
    """D-R15: prisoners beyond five for each escort wait where they are, the farthest from the escorts first."""
    prisoners, escorts = game.prisoners_of(guard.id), [man for man in game.company(guard.id) if man.wounds < SEVERELY]
    room = game.rules.numbers.per_escort * len(escorts)
    if len(prisoners) > room:
        near = sorted(
            prisoners,
            key=lambda man: (min((squared(man.at, one.at) for one in escorts), default=0), game.rules.order[man.id]),
        )
        for man in near[room:]:
            game.change(man.id, charge="")
    if not game.prisoners_of(guard.id):
        game.change_squad(guard.id, kind=APART)


# ---------------------------------------------------------------- leaders


def lacks_leader(game: Skirmish, squad: Squad) -> bool:
    """D1.1a: whether the leader has fallen, while somebody is left who could lead."""
    company = game.company(squad.id)
    if not company:
        return False
    leader = next((man for man in company if man.id == squad.leader), None)
    if leader is None:
        return True
    return leader.wounds == SEVERELY and any(man.wounds < SEVERELY for man in company)


def who_can_lead(game: Skirmish, squad: str) -> list[Man]:
    """D1.1a: the healthy first, then the lightly wounded, then anybody."""
    company: Sequence[Man] = game.company(squad)
    best = min((man.wounds for man in company), default=HEALTHY)
    return [man for man in company if man.wounds == best]


class NewLeaders(Procedure["Skirmish"]):
    """D1.1a: every squad whose leader has fallen gets a new one at once, named by its owner."""

    steps: ClassVar[tuple[str, ...]] = ("let_go", "choose")

    def let_go(self, game: Skirmish) -> Next:
        tidy(game)  # D-R14, D-R15
        return None

    def without(self, game: Skirmish) -> Squad | None:
        return next((squad for squad in game.state.squads.values() if lacks_leader(game, squad)), None)

    def choose(self, game: Skirmish) -> Next:
        squad = self.without(game)
        if squad is None:
            return DONE
        actions = [Promote(man.id) for man in who_can_lead(game, squad.id)]
        return Ask(squad.side, actions, self.named, "new-leader", "D1.1a", self.why_not_lead, {"squad": squad.id})

    def why_not_lead(self, game: Skirmish, action: Action) -> Reason | None:
        squad = self.without(game)
        if not isinstance(action, Promote) or squad is None:
            return NOT_OFFERED
        if action.man not in [man.id for man in game.company(squad.id)]:
            return Reason("not-of-the-squad", ("D1.1a",), {"man": action.man, "squad": squad.id})
        if action.man not in [man.id for man in who_can_lead(game, squad.id)]:
            return Reason("the-healthy-lead-first", ("D1.1a",), {"man": action.man})
        return None

    def named(self, game: Skirmish, answer: Promote) -> Next:
        squad = game.man(answer.man).squad
        game.change_squad(squad, leader=answer.man)
        game.emit(LeaderNamed(squad, answer.man))
        return Goto("choose")
