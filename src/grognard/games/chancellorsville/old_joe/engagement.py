"""Sections J.2, J.3 and K: the automaton attacks with all of a formation that is in contact, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex
from grognard.core.procedures import Ask, Done, Goto, Next, Roll
from grognard.core.texts import Argument, Modifier, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.actions import RetreatStack
from grognard.games.chancellorsville.old_joe.combat import SoloCombat
from grognard.games.chancellorsville.old_joe.names import FormationOrNone
from grognard.games.chancellorsville.victories.actions import AddBonus, CancelRetreat, DigIn, Suffer
from grognard.games.chancellorsville.victories.bonuses import LOW, encode_pool, in_order, own_outcomes, pool_of
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.events import BonusesShared
from grognard.games.chancellorsville.victories.names import Count, HexId, UnitOrNone
from grognard.games.chancellorsville.victories.pieces import CSA, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire


def second_thoughts(less: int, aggressive: bool) -> tuple[Modifier, ...]:
    """J-J3e: what is added to the die of an automaton that has so many dice less than the player."""
    fewer = Modifier(-less, "fewer-dice", "J-J3e")
    return (fewer, Modifier(1, "aggressive", "J-J3e")) if aggressive else (fewer,)


class Engagement(SoloCombat):
    """J-J2, J-J3: the automaton attacks with all of a formation that is in contact, all enemies next to it, at once."""

    formation: FormationOrNone = ""
    arty: Count = 0
    forced_hexes: tuple[HexId, ...] = ()
    """J-K2b: stacks that must retreat."""
    leaving: tuple[HexId, ...] = ()
    """J-K3c: stacks that retreat to absorb a loss."""
    came: UnitOrNone = ""
    """J-K3b: who has advanced."""
    retreat_rule: ClassVar[str] = "J-K3c"
    steps: ClassVar[tuple[str, ...]] = (
        "begin",
        "overrun",
        "skirmish",
        "dig",
        "choose_works",
        "choose_ground",
        "choose_cover",
        "count_dice",
        "hindered",
        "break_off",
        "use_marker",
        "attacker_rolls",
        "attacker_sixes",
        "defender_adds",
        "defender_rolls",
        "defender_sixes",
        "defender_struck",
        "defender_loses",
        "attacker_struck",
        "attacker_loses",
        "retreats",
        "advance",
        "end",
    )

    def overrun(self, game: Solitaire) -> Next:
        """J-J3d: a single defender of strength 1 is destroyed without a roll."""
        defenders = self.defenders(game)
        needed = game.rules.components.display.engagement.overrun_by
        if len(defenders) != 1 or game.points(game.piece(defenders[0])) != 1:
            return None
        if not any(game.points(game.piece(id)) >= needed for id in self.attackers):
            return None
        game.rules.explain(game, self.formation, Reason("why.overrun", ("J-J3d",)))
        game.rules.eliminate(game, defenders[0], "J-J3d")
        return Goto("advance")

    def dug(self, game: Solitaire, answer: Action) -> Next:
        """J-J3a: one breastwork only."""
        if isinstance(answer, DigIn):
            game.rules.dig(game, CSA, game.rules.board.hex(answer.hex))
        return None

    def choose_ground(self, game: Solitaire) -> Next:
        """J-J3b: only if all defenders are on the same kind of terrain."""
        kinds = {game.rules.board.terrain[h] for h in self.targets}
        self.ground = kinds.pop() if len(kinds) == 1 else ""
        return None

    def use_marker(self, game: Solitaire) -> Next:
        """J-N3: the marker is used, unless the attack was broken off before any die was rolled."""
        game.state.combat -= game.rules.marked(game, self.attackers)
        return None

    def hindered(self, game: Solitaire) -> Next:
        """U14.16: terrain may take a point from one of the automaton's dice."""
        pool = list(pool_of(self.attack))
        if self.attacker_penalty(game) and pool[-1] > LOW:
            pool[-1] -= 1
            self.attack = encode_pool(tuple(pool))
        return None

    def break_off(self, game: Solitaire) -> Next:
        """J-J3e: with fewer dice than the player it may think better of it."""
        less = len(self.defence) - len(self.attack)
        if less <= 0:
            return None
        modifiers = second_thoughts(less, game.state.attitude == "A")
        most = game.rules.components.display.engagement.breaks_off_at - sum(each.value for each in modifiers)
        return Roll("break-off", self.break_off_rolled, modifiers, "J-J3e", UNION, D6, reading=most.__lt__)

    def break_off_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        if rolled.total > game.rules.components.display.engagement.breaks_off_at:
            return None
        game.rules.explain(game, self.formation, Reason("why.breaks-off", ("J-J3e",), {"total": rolled.total}))
        return Goto("end")

    def name(self) -> str:
        return self.formation

    def attacker_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        """J-J2c: the automaton rolls first, and adds its points in the best way."""
        self.hits = self.raised_hits(game, in_order(pool_of(self.attack)), rolled.faces)
        return None

    def attacker_sixes(self, game: Solitaire) -> Next:
        """J-K2b: a six forces a stack to retreat where that is called for; otherwise it strikes the strongest unit."""
        rules = game.rules
        while self.sixes:
            h = self.to_be_forced(game)
            if h is None:
                break
            self.sixes -= 1
            self.forced += 1
            self.forced_hexes += (h,)
            rules.explain(game, self.formation, Reason("why.forces-retreat", ("J-K2b",), {"hex": game.label(h)}))
        units = rules.struck_first(game, self.strikable(game, self.defenders(game), self.victims)) if self.sixes else []
        if not units:
            return None
        return Ask(CSA, [Suffer(piece.id) for piece in units], self.six_used, "struck-by-six", "J-K2b")

    def to_be_forced(self, game: Solitaire) -> Hex | None:
        """J-K2b: aggressive against works, on the objective, or a retreat that cannot be made; the objective first."""
        rules, goal = game.rules, game.rules.goal_of(game, self.formation)

        def is_called_for(h: Hex) -> bool:
            if game.state.attitude == "A" and rules.has_works(game, CSA, h):
                return True
            units = tuple(piece.id for piece in game.units_at(CSA, h))
            return h == goal or not rules.can_retreat(game, CSA, units)

        able = [h for h in self.targets if h not in self.forced_hexes and game.units_at(CSA, h) and is_called_for(h)]

        def rank(h: Hex) -> tuple[bool, int, str]:
            return h != goal, -sum(game.points(piece) for piece in game.units_at(CSA, h)), game.label(h)

        return min(able, key=rank, default=None)

    def defender_adds(self, game: Solitaire) -> Next:
        """J-J2c: the player declares points on their own dice."""
        points = game.rules.points_of(game, self, CSA)
        found = own_outcomes(pool_of(self.defence), (), points, game.rules.is_tired(game, self))
        args: dict[str, Argument] = {"points": points}
        return Ask(CSA, [AddBonus(encode_pool(pool)) for pool in found], self.added, "add-bonus", "J-J2c", None, args)

    def added(self, game: Solitaire, answer: AddBonus) -> Next:
        self.defence = answer.dice
        game.emit(BonusesShared(CSA, self.defence, self.attack))
        return None

    def defender_six_used(self, game: Solitaire, answer: Action) -> Next:
        """J-K2b: a natural six of the player's may cancel one forced retreat."""
        if isinstance(answer, CancelRetreat):
            self.forced_hexes = self.forced_hexes[:-1]
        return Combat.defender_six_used(self, game, answer)

    def instead_of_a_loss(self, game: Solitaire) -> list[Action]:
        """J-K3c: the player may retreat up to two stacks, each absorbing a loss, after the first."""
        rules = game.rules
        if not self.lost or len(self.leaving) >= rules.components.display.engagement.retreats:
            return []
        stacks = {h: tuple(piece.id for piece in game.units_at(CSA, h)) for h in self.targets}
        gone = (*self.leaving, *self.forced_hexes)
        return [
            RetreatStack(game.label(h))
            for h, ids in stacks.items()
            if ids and h not in gone and rules.can_retreat(game, CSA, ids)
        ]

    def defender_lost(self, game: Solitaire, answer: Action) -> Next:
        if not isinstance(answer, RetreatStack):
            return Combat.defender_lost(self, game, answer)
        self.hits -= 1
        self.retreat = True
        self.leaving += (game.rules.board.hex(answer.hex),)
        return Goto("defender_loses")

    def suffer_works(self, game: Solitaire) -> None:
        """J-J3a: a loss that works inflict falls on a division next to them."""
        rules = game.rules
        held = [h for h in self.targets if rules.has_works(game, CSA, h)]
        near = [id for id in game.alive(self.attackers) if any(h in by.beside(game, game.piece(id).hex) for h in held)]
        first = by.damage(game, near, (*self.struck, *self.hurt))
        if first is not None:
            self.hurt += (first,)
            rules.lose_level(game, first, "J-J3a")

    def attacker_loses(self, game: Solitaire) -> Next:
        """J-K1a: losses are applied after both rolls, the automaton's by DAMAGE."""
        while self.hits > 0:
            id = by.damage(game, self.attackers, (*self.struck, *self.hurt))
            if id is None:
                break
            self.hits -= 1
            self.hurt += (id,)
            game.rules.lose_level(game, id, "J-K1a")
        self.hits = 0
        return None

    def advance(self, game: Solitaire) -> Next:
        """J-K3b: only nearer to the objective, and the strongest only."""
        rules, held = game.rules, game.held(CSA) | game.held(UNION)
        units = [game.piece(id) for id in game.alive(self.attackers) if id in rules.components.divisions]
        vacated = [h for h in self.targets if not held >> h & 1]
        found = by.advance(game, units, vacated, rules.goal_of(game, self.formation))
        if found is not None:
            self.came, h = found
            rules.lift_all(game, {self.came: h}, "ADVANCE")
        elif vacated:
            rules.explain(game, self.formation, Reason("why.no-advance", ("J-K3b",)))
        return None

    def end(self, game: Solitaire) -> Next:
        game.rules.settle_works(game)
        return Done(self.came)
