"""Step 5: combat, round after round until there is a winner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.procedures import NOT_OFFERED, Ask, Call, EachInOrder, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.chancellorsville.perfect_plan.actions import Inspire, LoseTrench, LoseUnit
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP, ENEMY
from grognard.games.chancellorsville.perfect_plan.events import CombatEnded, FaceUp, VolleyFired
from grognard.games.chancellorsville.perfect_plan.hidden import saw_fronts
from grognard.games.chancellorsville.perfect_plan.names import AreaId, ArmyName, Face, Hits, UnitId
from grognard.games.chancellorsville.perfect_plan.retreat import CommandersLeave, Retreat, eliminate
from grognard.games.chancellorsville.perfect_plan.state import Plan

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.components import Counter


class CombatPhase(EachInOrder[Plan]):
    """P5.1, P-D4: every contested area must be fought, in the order that the army with the initiative chooses."""

    items: tuple[AreaId, ...]
    prompt: ClassVar[str] = "next-area"
    cites: ClassVar[str] = "P5.1"

    def procedure_for(self, game: Plan, item: str) -> Procedure:
        return Combat(item)


# ---------------------------------------------------------------- the dice


def troops(game: Plan, army: str, area: str) -> list[Counter]:
    """P5.3a: formations and small units, who roll a die each; commanders roll none."""
    counters = game.rules.counters
    return [counters[unit] for unit in game.units_in(army, area) if not counters[unit].is_commander]


def bonus(game: Plan, army: str, area: str) -> int:
    """P5.4: what the commanders present add; several add no more than one (P-D3b)."""
    counters = game.rules.counters
    return max((0, *(counters[unit].bonus for unit in game.units_in(army, area))))


def face_to_hit(unit: Counter, modifier: int) -> int:
    """P5.5a: the face with which a unit scores: a modified 4 for a formation, a modified 6 for a small unit."""
    return unit.hits_on - modifier


def reading(needed: int, near: int, face: int) -> tuple[bool, bool]:
    """All that counts of a face: whether it is a hit, and whether it would be one with the most that can be added."""
    return face >= needed, face >= near


def readings(army: str, units: Sequence[Counter], best: int) -> tuple[Callable[[int], tuple[bool, bool]], ...]:
    """How each die of an army is read, so that equal outcomes can be merged."""
    sure = 0 if army == AOP else best
    return tuple(partial(reading, face_to_hit(unit, sure), face_to_hit(unit, best)) for unit in units)


def ways_to_hit(army: str, units: Sequence[Counter], best: int) -> dict[int, int]:
    """P5.4, P5.5a: in how many ways the dice of these units can score each number of hits, Hooker raising one if that helps."""
    ways = {(0, False): 1}
    for read in readings(army, units, best):
        found: dict[tuple[int, bool], int] = {}
        for (hits, near), number in ways.items():
            for face in range(D6.low, D6.high + 1):
                hit, could = read(face)
                key = hits + hit, near or could > hit
                found[key] = found.get(key, 0) + number
        ways = found
    scores: dict[int, int] = {}
    for (hits, near), number in sorted(ways.items()):
        scores[hits + near] = scores.get(hits + near, 0) + number
    return scores


def winner(left: tuple[int, int], scored: tuple[int, int]) -> int | None:
    """P5.6a, P5.6b: which of two armies wins with so many units left and so many results, if the combat is decided.

    Who alone is left wins, then who scored more; on a tie they fight on, and where nobody is left nobody wins.
    """
    if not all(left):
        return left.index(max(left)) if any(left) else None
    return scored.index(max(scored)) if scored[0] != scored[1] else None


# ---------------------------------------------------------------- one combat


class Combat(Procedure["Plan"]):
    """P5.2 to P5.7: one contested area."""

    area: AreaId
    attacker: ArmyName = ""
    attack: tuple[Face, ...] = ()
    """The faces of the attacker's dice, in the order of their units."""
    defence: tuple[Face, ...] = ()
    inspired: UnitId = ""
    """P-D3c: the unit to whose die Hooker adds one in this round."""
    scored: tuple[Hits, Hits] = (0, 0)
    """The elimination results of attacker and defender in this round."""
    owed: tuple[Hits, Hits] = (0, 0)
    """The losses that they have still to take."""
    loser: ArmyName = ""
    steps: ClassVar[tuple[str, ...]] = (
        "reveal",
        "commanders_alone",
        "attackers_dice",
        "defenders_dice",
        "commanders_bonus",
        "count_hits",
        "attackers_losses",
        "defenders_losses",
        "decide",
        "retreat",
        "turn_back",
    )

    @property
    def defender(self) -> str:
        return ENEMY[self.attacker]

    def reveal(self, game: Plan) -> Next:
        """P5.2: all units in the area are turned face up."""
        self.attacker = game.state.attackers[self.area]
        game.state.revealed = self.area
        saw_fronts(game, self.area)
        attackers, defenders = (game.units_in(army, self.area) for army in (self.attacker, self.defender))
        game.emit(FaceUp(self.area, self.attacker, attackers, defenders))
        return None

    def commanders_alone(self, game: Plan) -> Next:
        """P5.3b: where both armies have only commanders nobody fights, in the first round or later."""
        if any(troops(game, army, self.area) for army in (self.attacker, self.defender)):
            return None
        return Call(CommandersLeave(self.area, (self.attacker, self.defender)), then="turn_back")

    def attackers_dice(self, game: Plan) -> Next:
        return self.throw(game, self.attacker)

    def defenders_dice(self, game: Plan) -> Next:
        return self.throw(game, self.defender)

    def throw(self, game: Plan, army: str) -> Next:
        """P5.3a: a die for each formation and small unit."""
        each = readings(army, troops(game, army, self.area), bonus(game, army, self.area))
        # P5.3c: commanders alone roll none
        if not each:
            self.keep(army, ())
            return None
        return Roll("combat-dice", self.thrown, cites="P5.3a", seat=army, die=D6, count=len(each), each=each)

    def thrown(self, game: Plan, rolled: Rolled) -> Next:
        self.keep(rolled.seat, rolled.faces)
        return None

    def keep(self, army: str, faces: tuple[int, ...]) -> None:
        if army == self.attacker:
            self.attack = faces
        else:
            self.defence = faces

    def faces(self, army: str) -> tuple[int, ...]:
        return self.attack if army == self.attacker else self.defence

    # ------------------------------------------------------------------ commanders and hits

    def commanders_bonus(self, game: Plan) -> Next:
        """P-D3c: after the roll, and afresh in each round, AoP chooses the one unit whose die Hooker raises.

        Nothing is asked where no die would become a hit by it.
        """
        self.inspired = ""
        added = bonus(game, AOP, self.area)
        units = troops(game, AOP, self.area)
        faces = self.faces(AOP)
        if not any(face_to_hit(u, added) <= face < face_to_hit(u, 0) for u, face in zip(units, faces, strict=True)):
            return None
        args = {"dice": ", ".join(f"{unit.name} {face}" for unit, face in zip(units, faces, strict=True))}
        actions = [Inspire(unit.id) for unit in units]
        return Ask(AOP, actions, self.chosen, "inspire", ("P-D3c", "P5.4"), self.why_not_inspire, args)

    def why_not_inspire(self, game: Plan, action: Action) -> Reason | None:
        if not isinstance(action, Inspire):
            return NOT_OFFERED
        if action.unit not in [unit.id for unit in troops(game, AOP, self.area)]:
            return Reason("no-die-to-raise", ("P-D3c",), {"unit": action.unit})
        return None

    def chosen(self, game: Plan, answer: Inspire) -> Next:
        self.inspired = answer.unit
        return None

    def modifiers(self, game: Plan, army: str, unit: str) -> tuple[Modifier, ...]:
        """P5.4: what is added to the die of a unit: Hooker to one, the Confederate commanders to all."""
        added = bonus(game, army, self.area)
        if army == ANV and added:
            return (Modifier(added, "commanders-to-every-die", "P-D3b"),)
        if army == AOP and unit == self.inspired:
            return (Modifier(added, "hooker-to-one-die", "P-D3c", {"unit": unit}),)
        return ()

    def count_hits(self, game: Plan) -> Next:
        """P5.5a: the results of both armies, at the same moment."""
        attack, defence = (self.volley(game, army) for army in (self.attacker, self.defender))
        self.scored, self.owed = (attack, defence), (defence, attack)
        return None

    def volley(self, game: Plan, army: str) -> int:
        """The elimination results of an army's dice."""
        hits = 0
        used: tuple[Modifier, ...] = ()
        for unit, face in zip(troops(game, army, self.area), self.faces(army), strict=True):
            modifiers = self.modifiers(game, army, unit.id)
            used = used or modifiers
            hits += face >= face_to_hit(unit, sum(modifier.value for modifier in modifiers))
        game.emit(VolleyFired(army, hits, used))
        return hits

    # ------------------------------------------------------------------ losses

    def attackers_losses(self, game: Plan) -> Next:
        """P5.5b: the attacker takes losses first."""
        return self.take_losses(game, self.attacker)

    def defenders_losses(self, game: Plan) -> Next:
        """P5.5b: then the defender, who knows them."""
        return self.take_losses(game, self.defender)

    def take_losses(self, game: Plan, army: str) -> Next:
        """P5.5b to P5.5d: the owner chooses among their units, commanders too, and their trench; excess results are lost."""
        owed = self.owed[army != self.attacker]
        stack = game.units_in(army, self.area)
        if not owed or not stack:
            return None
        actions: list[Action] = [LoseUnit(unit) for unit in stack]
        if self.area in game.state.trenches[army]:
            actions.append(LoseTrench())
        cites = ("P5.5b", "P5.5c", "P5.5d")
        return Ask(army, actions, self.lost, "take-loss", cites, self.why_not_lose, {"number": owed, "area": self.area})

    def loss_taker(self) -> str:
        """Who is taking losses."""
        return self.attacker if self.step == "attackers_losses" else self.defender

    def why_not_lose(self, game: Plan, action: Action) -> Reason | None:
        army = self.loss_taker()
        match action:
            case LoseUnit(unit) if unit in game.units_in(army, self.area):
                return None
            case LoseUnit(unit):
                return Reason("not-in-this-combat", ("P5.5b",), {"unit": unit})
            case LoseTrench() if self.area in game.state.trenches[army]:
                return None
            case LoseTrench():
                return Reason("no-trench-here", ("P5.5c",), {"area": self.area})
        return NOT_OFFERED

    def lost(self, game: Plan, answer: Action) -> Next:
        army = self.loss_taker()
        attackers, defenders = self.owed
        self.owed = (attackers - 1, defenders) if army == self.attacker else (attackers, defenders - 1)
        if isinstance(answer, LoseUnit):
            eliminate(game, army, answer.unit)
        else:
            game.remove_trench(army, self.area)
        return Goto(self.step)

    # ------------------------------------------------------------------ the end of a round

    def decide(self, game: Plan) -> Next:
        """P5.6a: who alone is left wins, then who scored more."""
        left = [army for army in (self.attacker, self.defender) if game.units_in(army, self.area)]
        if len(left) < 2:
            return Goto("turn_back")
        won = winner((1, 1), self.scored)
        if won is None:
            return Goto("commanders_alone")  # P5.6b
        self.loser = (self.defender, self.attacker)[won]
        return None

    def retreat(self, game: Plan) -> Next:
        """P5.6c, P5.6d: the winner stays, the loser's units leave."""
        return Call(Retreat(self.loser, self.area))

    def turn_back(self, game: Plan) -> Next:
        """P5.7: the units are turned back to the hidden side."""
        game.state.revealed = ""
        # P5.6a
        left = [army for army in (self.attacker, self.defender) if game.units_in(army, self.area)]
        game.emit(CombatEnded(self.area, left[0] if left else ""))  # P5.6a
        return None
