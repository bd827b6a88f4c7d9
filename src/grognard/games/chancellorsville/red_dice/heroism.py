"""The heroic table (D3.0h)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.choices import Choices
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.plane import squared
from grognard.core.procedures import NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import FireAt, LetItPass, StandFast, WalkTo
from grognard.games.chancellorsville.red_dice.assault import Charge
from grognard.games.chancellorsville.red_dice.choosing import FireTargets, as_it_stands, point_of
from grognard.games.chancellorsville.red_dice.components import CM, ENEMY
from grognard.games.chancellorsville.red_dice.events import HeroismShown, HeroismWasted, SquadSplit
from grognard.games.chancellorsville.red_dice.fear import Calming
from grognard.games.chancellorsville.red_dice.fire import may_fire, why_not_fire
from grognard.games.chancellorsville.red_dice.moving import Walk, Walking
from grognard.games.chancellorsville.red_dice.names import Count, SquadId, UnitId
from grognard.games.chancellorsville.red_dice.state import APART, HEALTHY, LIGHTLY, SQUAD, Man, Squad
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders, recover

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

ENTERPRISING, HEARTENED, FIRE_AT_WILL, RECOVERY, TO_THE_ASSAULT, CHARGE = range(1, 7)
DEEDS_OF_HEROES = (ENTERPRISING, FIRE_AT_WILL, TO_THE_ASSAULT, CHARGE)
"""The results that are actions; the others change the pool, or the state of the wounded."""


class HeroicTable(Procedure["Skirmish"]):
    """D3.0h: 1d6 for a unit, after its action. The result is how many ones a new fire action rolled (D3.0h3)."""

    squad: SquadId
    idle: bool = False
    """D3.0d1: pinned men do nothing, so that a result which is an action comes to nothing."""
    target: UnitId = ""
    ones: Count = 0
    steps: ClassVar[tuple[str, ...]] = ("roll", "free_move", "fire_at_will", "charge", "over")

    def roll(self, game: Skirmish) -> Next:
        side = game.state.squads[self.squad].side
        return Roll("heroism", self.rolled, cites="D3.0c4", seat=side, die=D6)

    def rolled(self, game: Skirmish, rolled: Rolled) -> Next:
        result = rolled.faces[0]
        row = game.rules.numbers.heroics[result]
        squad = game.state.squads[self.squad]
        game.emit(HeroismShown(self.squad, row.name))
        # D3.0d1
        if self.idle and result in DEEDS_OF_HEROES:
            game.emit(HeroismWasted(self.squad))
            return Goto("over")
        match result:
            case 1:
                return Goto("free_move")
            case 2:
                return Call(Calming(squad.side, -row.red_dice), then="over")
            case 3:
                return Goto("fire_at_will")
            case 4:
                return Roll("men-who-recover", self.recovered, cites="D3.0h4", seat=squad.side, die=D6)
        self.target = nearest_enemy_unit(game, self.squad)
        if not self.target or squad.kind not in (SQUAD, APART):
            return Goto("over")
        if result == TO_THE_ASSAULT:
            self.squad = split(game, self.squad, self.target)
            return Call(NewLeaders(), then=self.half_charges)
        return Call(Charge(self.squad, self.target, row.advance_cm * CM, bonus=row.successes), then="over")

    def half_charges(self, game: Skirmish, result: object) -> Next:
        return Goto("charge")

    def recovered(self, game: Skirmish, rolled: Rolled) -> Next:
        """D3.0h4: those lying down first."""
        hurt = sorted((man for man in game.unit(self.squad) if man.wounds == LIGHTLY), key=lambda man: not man.down)
        for man in hurt[: rolled.faces[0]]:
            recover(game, man.id)
        return Goto("over")

    # ------------------------------------------------------------------ 1: a free move

    def walking(self, game: Skirmish) -> Walking:
        return Walking(game, self.squad, "", (), self.free_distance(game))

    def free_distance(self, game: Skirmish) -> int:
        return game.rules.numbers.heroics[ENTERPRISING].free_move_cm * CM

    def free_move(self, game: Skirmish) -> Next:
        """D3.0h1: the unit may move 20 cm at once without rolling."""
        squad = game.state.squads[self.squad]
        more = [self.walking(game).ends()] if game.man(squad.leader).is_fit else []
        actions = Choices(*more, [StandFast()], [LetItPass()])
        args = {"squad": self.squad}
        return Ask(squad.side, actions, self.walks, "free-move", "D3.0h1", self.why_not_walk, args)

    def why_not_walk(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case LetItPass() | StandFast():
                return None
            case WalkTo(point=point):
                leader = game.man(game.state.squads[self.squad].leader)
                if not leader.is_fit:
                    return Reason("the-leader-lies", ("D3.2g",), {"squad": self.squad, "man": leader.id})
                return self.walking(game).why_not(point)
        return NOT_OFFERED

    def walks(self, game: Skirmish, answer: Action) -> Next:
        gross = self.free_distance(game)
        match answer:
            case WalkTo(point=point):
                p = point_of(point)
                assert p is not None
                way = self.walking(game).way(p)
                assert way is not None
                return Call(Walk(self.squad, way.points, gross), then="over")
            case StandFast():
                here = game.man(game.state.squads[self.squad].leader).at
                return Call(Walk(self.squad, (here,), gross), then="over")
        return Goto("over")

    # ------------------------------------------------------------------ 3: fire at will

    def fire_at_will(self, game: Skirmish) -> Next:
        """D3.0h3: the unit may at once make a new fire action with one success more."""
        squad = game.state.squads[self.squad]
        enemies = [FireAt(unit) for unit in game.units(ENEMY[squad.side])] if squad.kind in (SQUAD, APART) else []
        now = as_it_stands(game)
        targets = FireTargets(enemies, lambda action: self.may_fire_at(now, action))
        actions = Choices(targets, [LetItPass()])
        return Ask(squad.side, actions, self.fires, "fire-at-will", "D3.0h3", self.why_not_fire_at, {"squad": self.squad})

    def may_fire_at(self, game: Skirmish, action: Action) -> bool:
        assert isinstance(action, FireAt)
        return may_fire(game, self.squad, action.unit)

    def why_not_fire_at(self, game: Skirmish, action: Action) -> Reason | None:
        match action:
            case LetItPass():
                return None
            case FireAt(unit=unit):
                if game.state.squads[self.squad].kind not in (SQUAD, APART):
                    return Reason("may-only-move", ("D-R14", "D-R15"), {"squad": self.squad})
                return why_not_fire(game, self.squad, unit)
        return NOT_OFFERED

    def fires(self, game: Skirmish, answer: Action) -> Next:
        if not isinstance(answer, FireAt):
            return Goto("over")
        from grognard.games.chancellorsville.red_dice.activation import FIRE, Activation

        side = game.state.squads[self.squad].side
        bonus = game.rules.numbers.heroics[FIRE_AT_WILL].successes
        again = Activation(self.squad, side, FIRE, answer.unit, bonus=bonus, nested=True, step="commit")
        return Call(again, then=self.fired)

    def fired(self, game: Skirmish, ones: object) -> Next:
        self.ones = ones if isinstance(ones, int) else 0
        return Goto("over")

    # ------------------------------------------------------------------ 5: half of them charge

    def charge(self, game: Skirmish) -> Next:
        """D3.0h5: compulsory, without a roll."""
        far = game.rules.numbers.heroics[TO_THE_ASSAULT].advance_cm * CM
        return Call(Charge(self.squad, self.target, far), then="over")

    def over(self, game: Skirmish) -> Next:
        return Done(self.ones)


def nearest_enemy_unit(game: Skirmish, squad: str) -> str:
    """D3.0h5: by the nearest pair of soldiers; it need not be in sight."""
    unit = game.unit(squad)
    found = [
        (squared(man.at, foe.at), name)
        for name, men in game.units(ENEMY[game.state.squads[squad].side]).items()
        for foe in men
        for man in unit
    ]
    return min(found)[1] if found else ""


def split(game: Skirmish, id: str, target: str) -> str:
    """D3.0h5: half of the soldiers, rounded up, healthy men nearest to the enemy, the leader last.

    Whoever lies down or is severely wounded counts among the soldiers and stays behind.
    """
    squad = game.state.squads[id]
    enemies = game.unit_named(target)
    unit = game.unit(id)
    fit = [man for man in unit if man.is_fit]

    def eagerness(man: Man) -> tuple[bool, bool, int, int]:
        near = min(squared(man.at, foe.at) for foe in enemies)
        return man.id == squad.leader, man.wounds != HEALTHY, near, game.rules.order[man.id]

    chosen = sorted(fit, key=eagerness)[: (len(unit) + 1) // 2]
    if len(chosen) == len(game.company(id)) or not chosen:
        return id
    half = Squad(
        game.new_squad_id([man.id for man in chosen]),
        squad.side,
        "",
        squad.facing,
        squad.level,
        squad.weapon,
        squad.formation,
        SQUAD,
        id,
    )
    game.set_squad(half)
    for man in chosen:
        game.change(man.id, squad=half.id)
    game.emit(SquadSplit(id, half.id, tuple(man.id for man in chosen)))
    return half.id
