"""Red dice, men who run, disasters (D3.0c, D3.0d)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.plane import squared
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.chancellorsville.red_dice.actions import Flee, ShedDice
from grognard.games.chancellorsville.red_dice.components import CM, ENEMY
from grognard.games.chancellorsville.red_dice.events import DisasterSuffered, ManFled, ManRouted
from grognard.games.chancellorsville.red_dice.names import Count, ManId, SideName, UnitId
from grognard.games.chancellorsville.red_dice.prisoners import NameEscorts, capture
from grognard.games.chancellorsville.red_dice.retreat import is_in_cover, retreat_to_cover, retreat_to_lines
from grognard.games.chancellorsville.red_dice.state import FLED, ROUTED, SEVERELY, Man
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders

if TYPE_CHECKING:
    from grognard.games.chancellorsville.red_dice.state import Skirmish

CONFUSED, CAUTIOUS, DOUBTFUL, FEARFUL, FRIGHTENED, EVERY_MAN = range(1, 7)


class Runaways(Procedure["Skirmish"]):
    """D3.0c1, D3.0d5: so many soldiers of a unit run away; their owner says who."""

    unit: UnitId
    number: Count
    men: tuple[ManId, ...] = ()
    """Those who were in cohesion when it began, but the severely wounded."""
    leader: ManId = ""
    steps: ClassVar[tuple[str, ...]] = ("gather", "choose", "leaders")

    def gather(self, game: Skirmish) -> Next:
        """D3.0c1: only soldiers in cohesion count."""
        if not self.men:
            self.men = tuple(man.id for man in game.unit_named(self.unit) if man.wounds < SEVERELY)
        self.leader = game.unit_leader(self.unit).id if self.men else ""
        return None

    def able(self, game: Skirmish) -> list[Man]:
        """D3.0c1: who may run: the leader only when he is the last.

        First the healthy soldier farthest from the leader, then the highest id.
        """
        here, order = game.man(self.leader).at, game.rules.order
        others = [man for man in game.men(self.men) if man.is_free and man.id != self.leader]
        others.sort(key=lambda man: (man.wounds, -squared(man.at, here), -order[man.id]))
        return others or [man for man in game.men(self.men) if man.is_free]

    def choose(self, game: Skirmish) -> Next:
        if not self.number or not self.men:
            return None
        able = self.able(game)
        if not able:
            return None
        if self.number >= len([man for man in game.men(self.men) if man.is_free]):
            for man in able:
                self.run(game, man.id)
            return Goto("choose")
        return Ask(
            able[0].side,
            [Flee(man.id) for man in able],
            self.ran,
            "who-runs",
            ("D3.0c1",),
            self.why_not_run,
            {"number": self.number, "unit": self.unit},
        )

    def why_not_run(self, game: Skirmish, action: Action) -> Reason | None:
        if not isinstance(action, Flee):
            return NOT_OFFERED
        if action.man in [man.id for man in self.able(game)]:
            return None
        man = game.state.men.get(action.man)
        if man is not None and man.is_free and man.wounds == SEVERELY:
            return Reason("too-badly-hurt-to-run", ("D3.0c1",), {"man": action.man})
        if action.man == self.leader:
            return Reason("the-leader-runs-last", ("D3.0c1",), {"man": action.man})
        return Reason("not-in-cohesion", ("D3.0c1",), {"man": action.man, "unit": self.unit})

    def ran(self, game: Skirmish, answer: Flee) -> Next:
        self.run(game, answer.man)
        return Goto("choose")

    def run(self, game: Skirmish, id: str) -> None:
        game.change(id, box=FLED, down=False)
        game.emit(ManFled(id))
        self.number -= 1

    def leaders(self, game: Skirmish) -> Next:
        return Call(NewLeaders())


class Calming(Procedure["Skirmish"]):
    """D3.0c3, D3.0h2: a player may remove so many red dice from their pool."""

    side: SideName
    number: Count
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def most(self, game: Skirmish) -> int:
        return min(self.number, game.state.red[self.side])

    def choose(self, game: Skirmish) -> Next:
        most = self.most(game)
        actions = [ShedDice(number) for number in range(most, -1, -1)]
        args = {"number": most}
        return Ask(self.side, actions, self.shed, "shed-red-dice", ("D3.0c3",), self.why_not_shed, args)

    def why_not_shed(self, game: Skirmish, action: Action) -> Reason | None:
        if not isinstance(action, ShedDice):
            return NOT_OFFERED
        most = self.most(game)
        if not 0 <= action.number <= most:
            return Reason("so-many-red-dice", ("D3.0c3",), {"number": action.number, "most": most})
        return None

    def shed(self, game: Skirmish, answer: ShedDice) -> Next:
        game.add_red(self.side, -answer.number)
        return DONE


class DisasterTable(Procedure["Skirmish"]):
    """D3.0d: 1d6 for a unit. The result is whether its action is completed all the same (D3.0d3)."""

    unit: UnitId
    captors: tuple[ManId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("roll", "frightened", "name_escorts", "leaders", "over")
    completed: bool = False
    runaways: Count = 0
    men: tuple[ManId, ...] = ()
    """D3.0d5: those who may run; men lying down were left behind when the others went back."""

    def roll(self, game: Skirmish) -> Next:
        if not game.unit_named(self.unit):
            return Goto("over")
        side = game.squad_of_unit(self.unit).side
        return Roll("disaster", self.rolled, cites="D0.4", seat=side, die=D6)

    def rolled(self, game: Skirmish, rolled: Rolled) -> Next:
        numbers, result = game.rules.numbers, rolled.faces[0]
        row = numbers.disasters[result]
        squad, unit = game.squad_of_unit(self.unit), game.unit_named(self.unit)
        game.emit(DisasterSuffered(squad.id, row.name))
        if result == CONFUSED:
            game.change_squad(squad.id, pinned=True)
        elif result == CAUTIOUS:
            if not is_in_cover(game, squad.side, unit):
                retreat_to_cover(game, squad.id, unit, row.retreat_cm * CM)
        elif result == DOUBTFUL:
            game.change_squad(squad.id, doubtful=True)
            self.completed = True
        elif result == FEARFUL:
            game.add_red(squad.side, row.red_dice)
        elif result == FRIGHTENED:
            return Roll("men-who-run", self.counted, cites="D3.0d5", seat=squad.side, die=D6)
        else:
            self.break_up(game, unit)
        return Goto("name_escorts")

    def counted(self, game: Skirmish, rolled: Rolled) -> Next:
        """D3.0d5: the unit goes back, and so many run away."""
        squad, unit = game.squad_of_unit(self.unit), game.unit_named(self.unit)
        self.runaways = rolled.faces[0]
        self.men = tuple(man.id for man in unit if man.wounds < SEVERELY)
        retreat_to_lines(game, squad.id, unit, game.rules.numbers.disasters[FRIGHTENED].retreat_cm * CM)
        if not game.unit_named(self.unit):  # strays that came into cohesion, or left the table, go by another name
            left = [man for man in game.men(self.men) if man.is_free]
            if not left:
                return Goto("leaders")
            self.unit = self.name_of(game, left[0])
        return None

    def name_of(self, game: Skirmish, man: Man) -> str:
        """The unit that a man stands in."""
        return next(name for name, men in game.units(man.side).items() if man.id in [one.id for one in men])

    def frightened(self, game: Skirmish) -> Next:
        return Call(Runaways(self.unit, self.runaways, self.men), then="leaders")

    def break_up(self, game: Skirmish, unit: tuple[Man, ...]) -> None:
        """D3.0d6: within 30 cm of the enemy all surrender, farther off they are routed."""
        side = unit[0].side
        far = game.rules.numbers.at_most(game.rules.numbers.disasters[EVERY_MAN].surrender_within_cm)
        pairs = [(squared(man.at, foe.at), game.rules.order[foe.id]) for man in unit for foe in game.free_men(ENEMY[side])]
        if pairs and min(pairs)[0] <= far:
            nearest = game.rules.by_order[min(pairs)[1]]
            squad = game.man(nearest).squad
            self.captors = tuple(man.id for man in game.company(squad))
            capture(game, [man.id for man in unit])
            return
        for man in unit:
            game.change(man.id, box=ROUTED, down=False)
            game.emit(ManRouted(man.id))

    def name_escorts(self, game: Skirmish) -> Next:
        if not self.captors:
            return None
        return Call(NameEscorts(game.man(self.captors[0]).side, self.captors))

    def leaders(self, game: Skirmish) -> Next:
        return Call(NewLeaders())

    def over(self, game: Skirmish) -> Next:
        return Done(self.completed)
