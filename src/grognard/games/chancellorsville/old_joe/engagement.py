"""Sections H.3, J and K: contact, the player's attacks on the automaton, and the automaton's engagements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.fights import TrialEnd
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, Ask, Call, Done, Goto, Next, Procedure, Roll
from grognard.core.texts import Argument, Modifier, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.actions import RetreatStack
from grognard.games.chancellorsville.old_joe.names import Formation, FormationOrNone
from grognard.games.chancellorsville.old_joe.scoring import Trophies
from grognard.games.chancellorsville.old_joe.wheel import Wheeling
from grognard.games.chancellorsville.victories.actions import AddBonus, CancelRetreat, DigIn, Suffer
from grognard.games.chancellorsville.victories.bonuses import LOW, Pool, in_order, own_outcomes, pool_of, spelled
from grognard.games.chancellorsville.victories.chapter import Chapter
from grognard.games.chancellorsville.victories.combat import Combat, Fighting
from grognard.games.chancellorsville.victories.contact import Contact
from grognard.games.chancellorsville.victories.data_schema import DieModifier
from grognard.games.chancellorsville.victories.events import BonusesShared, BrokeContact, HitsScored
from grognard.games.chancellorsville.victories.names import Count, HexId, HexOrNone, UnitId, UnitOrNone
from grognard.games.chancellorsville.victories.pieces import CSA, DEMORALISED, UNION, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.state import Solitaire


class SoloFighting(Fighting):
    """What the solitaire game changes in the numbers of a combat."""

    components: SoloComponents

    def rule_of_six(self) -> bool:
        """J-A1, J-K2a: it is in force for both sides."""
        return True

    def combat(self, army: str, attackers: tuple[str, ...], targets: tuple[Hex, ...]) -> Combat:
        return Assault(army, attackers, targets)

    def bonus_points(self, game: Solitaire, units: Sequence[str]) -> int:
        """J-J1c: the fixed points of the automaton, the higher if several Corps fight; fewer when all are reduced."""
        pieces = [game.piece(id) for id in game.alive(units) if id in self.components.divisions]
        place = 1 if pieces and all(game.rules.is_reduced(piece) for piece in pieces) else 0
        return max((self.components.bonuses[self.counters[piece.id].formation][place] for piece in pieces), default=0)

    def points_of(self, game: Any, fight: Combat, army: str) -> int:
        """J-J1d: the automaton gives its points after the roll, so none before it."""
        return 0 if army == UNION else Fighting.points_of(self, game, fight, army)

    def guns_in_defence(self, game: Solitaire, fight: Assault) -> int:
        """J-I2, J-J1b: half the breastwork die, rounded up if a division is at full strength."""
        pieces = [game.piece(id) for id in fight.defenders(game) if id in self.components.divisions]
        full = any(not game.rules.is_reduced(piece) for piece in pieces)
        return (fight.die + (1 if full else 0)) // 2

    def defence_points(self, game: Any, fight: Combat) -> int:
        points = Fighting.defence_points(self, game, fight)
        return points + self.guns_in_defence(game, fight) if isinstance(fight, Assault) else points

    def marked(self, game: Solitaire, units: Sequence[str]) -> frozenset[str]:
        """J-N3: the formations of these units that have a Combat marker."""
        return game.state.combat & {self.counters[id].formation for id in units}

    def dice_of(self, game: Any, fight: Combat) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        """J-J1e: as in the main game, or by fives in an engagement; a Combat marker adds a die."""
        marker = (Modifier(1, "combat-marker", "J-N3"),)
        if isinstance(fight, Engagement):
            ours, theirs = self.engagement_dice(game, fight)  # J-J2b
            return (*ours, *(marker if self.marked(game, fight.attackers) else ())), theirs
        ours, theirs = Fighting.dice_of(self, game, fight)
        return ours, (*theirs, *(marker if self.marked(game, fight.defenders(game)) else ()))

    def engagement_dice(self, game: Solitaire, fight: Engagement) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        chart = self.components.display.engagement
        attack = self.combat_points(game, fight.attackers) + fight.arty
        defence = self.combat_points(game, fight.defenders(game))
        ours = [Modifier(max(chart.least, attack // chart.divisor), "dice-by-fives", "J-J2b", {"points": attack})]
        theirs = [Modifier(max(chart.least, defence // chart.divisor), "dice-by-fives", "J-J2b", {"points": defence})]
        if fight.works == "die":
            ours.append(Modifier(-1, "works-cost-a-die", "J-J3a"))
        if fight.works == "fortification":
            theirs.append(
                Modifier(self.components.terrain.hexsides.fortification_facing.defender_dice, "in-fortification", "J-J2b")
            )
        return tuple(ours), tuple(theirs)

    def dice_cap(self, game: Any, fight: Combat) -> int:
        """J-J3c: never more than six dice."""
        most = self.components.display.engagement.most
        if isinstance(fight, Engagement) and not fight.ground:
            return most  # J-J3b: terrain limits an engagement only if all defenders are on the same kind
        return min(most, Fighting.dice_cap(self, game, fight))

    def terrain_effects(self, game: Any, fight: Combat) -> dict[str, DieModifier]:
        if isinstance(fight, Engagement) and not fight.ground:
            return {}
        return Fighting.terrain_effects(self, game, fight)

    def retreating(self, game: Any, fight: Combat) -> tuple[str, ...]:
        """J-K3a, J-K3c: one division, or the stacks that were forced or absorb a loss."""
        if isinstance(fight, Engagement):
            hexes = (*fight.forced_hexes, *fight.leaving)
            return tuple(piece.id for h in hexes for piece in game.units_at(CSA, h))
        if isinstance(fight, Assault) and not fight.forced:
            return tuple(piece.id for piece in game.units_at(UNION, game.piece(fight.goes).hex)) if fight.goes else ()
        return Fighting.retreating(self, game, fight)

    def struck_first(self, game: Solitaire, units: Sequence[Piece]) -> list[Piece]:
        """J-K2a: the unit with the highest combat value, infantry before artillery; all that are equal."""

        def rank(piece: Piece) -> tuple[bool, int]:
            return self.counters[piece.id].is_artillery, -game.points(piece)

        best = min((rank(piece) for piece in units), default=None)
        return [piece for piece in units if rank(piece) == best]


class SoloContacts(Chapter):
    """J-H3a: contact with the automaton."""

    def touched(self, game: Any, army: str, h: Hex) -> HexSet:
        """J-H2: over a great river nobody is in contact, bridge or not."""
        around = members(self.board.grid.adjacent[h] & game.held(army))
        return hex_set(other for other in around if not game.rules.across_great_river(h, other))

    def worded(self, game: Any, ask: Ask) -> Ask:
        """J-H3b, J-H3c: with what it costs: nothing while a formation only marches by."""
        frame = game.stack[-2] if len(game.stack) > 1 else None
        args: dict[str, Argument] = {"hex": ask.args["hex"]}
        cautious = game.state.attitude == "C"
        price = "break-away-cautious" if cautious else "break-away-aggressive"
        marches = getattr(frame, "contact", "free") == "free"
        prompt = "break-away-from-march" if marches else price
        return Ask(ask.seat, ask.actions, ask.then, prompt, ("U9.7", "J-H3b", "J-H3c"), ask.why_not, args, always=True)

    def contact(self, game: Any, march: Any) -> Procedure:
        """What a march of the player's brings about that has come next to the automaton."""
        return AutomatonContact(march.hex) if march.army == CSA else Contact(CSA, march.hex, march.held_fast)


class AutomatonContact(Procedure):
    """J-H3a, J-K4: the demoralised retreat; each other division breaks contact on 1 or 2, but not out of works."""

    hex: HexId
    """Where the player's stack is."""
    units: tuple[UnitId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("demoralised", "who", "roll")

    def touched(self, game: Solitaire) -> list[Piece]:
        hexes = game.rules.attackable(game, CSA, self.hex)
        return [piece for h in members(hexes) for piece in game.real(game.units_at(UNION, h))]

    def demoralised(self, game: Solitaire) -> Next:
        units = tuple(piece.id for piece in self.touched(game) if piece.order == DEMORALISED)
        return Call(game.rules.flight(UNION, units), then="who") if units else None

    def who(self, game: Solitaire) -> Next:
        """Not at night, and nobody in breastworks or fortifications."""
        able = [piece for piece in self.touched(game) if not game.rules.has_works(game, UNION, piece.hex)]
        self.units = () if game.night else tuple(piece.id for piece in able)
        return None

    def roll(self, game: Solitaire) -> Next:
        limit = game.rules.components.display.break_contact.leaves_at
        if not self.units:
            return DONE
        return Roll("break-contact", self.rolled, (), "J-H3a", UNION, D6, reading=lambda face: face <= limit)

    def rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        rules, id = game.rules, self.units[0]
        self.units = self.units[1:]
        piece = game.piece(id)
        formation = game.counter(id).formation
        goal = by.break_away(game, piece, rules.goal_of(game, formation))
        args: dict[str, Argument] = {"unit": game.counter(id).name, "die": rolled.total}
        if rolled.total > rules.components.display.break_contact.leaves_at:
            rules.explain(game, formation, Reason("why.stands", ("J-H3a",), args))
        elif goal is None:
            rules.explain(game, formation, Reason("why.cannot-break", ("J-H3a",), args))
        else:
            start = game.label(piece.hex)
            rules.explain(game, formation, Reason("why.breaks-contact", ("J-H3a",), args))
            rules.lift_all(game, {id: goal}, "BREAK")
            game.emit(BrokeContact(UNION, (id,), start, game.label(goal)))
        return Goto("roll")


class SoloCombat(Combat):
    """What assaults and engagements share: the automaton gives its points after the roll, and loses by DAMAGE."""

    hurt: tuple[UnitId, ...] = ()
    """J-K1a: the automaton's units that have taken a loss."""

    def side(self, game: Any) -> tuple[str, ...]:
        """The automaton's units."""
        return game.alive(self.attackers) if self.army == UNION else self.defenders(game)

    def name(self) -> str:
        """The formation that the automaton's steps are told of."""
        raise NotImplementedError

    def dice(self, game: Any, army: str, pool: Pool) -> Roll:
        """J-J1d: the automaton's dice are read together, with its points; the odds follow each number of hits and sixes."""
        roll = Combat.dice(self, game, army, pool)
        if army != UNION:
            return roll
        return replace(roll, falls=partial(by.falls, pool, game.rules.bonus_points(game, self.side(game))))

    def raised_hits(self, game: Any, pool: Pool, faces: tuple[int, ...]) -> int:
        """J-J1d: the hits of the automaton's dice with its points given in the best way; a raised die is not a natural six."""
        points = game.rules.bonus_points(game, self.side(game))
        hits = by.hits_with(pool, faces, points)
        args: dict[str, Argument] = {"points": points, "used": sum(by.bonus(pool, faces, points)), "hits": hits}
        game.rules.explain(game, self.name(), Reason("why.bonus", ("J-J1c", "J-J1d"), args))
        self.sixes = game.rules.sixes(pool, faces)
        game.emit(HitsScored(UNION, hits))
        return hits

    def is_trial(self, game: Any) -> bool:
        """Whether the fight is tried out in isolation, for its odds."""
        return isinstance(game.stack[0], TrialEnd)


class Assault(SoloCombat):
    """J-J1: the player attacks divisions of the automaton."""

    die: Count = 0
    """J-J1a: the breastwork die."""
    goes: UnitOrNone = ""
    """J-K3a: the division that retreats to absorb the last loss."""
    formations: tuple[Formation, ...] = ()
    """Who is attacked."""
    strongest: HexOrNone = 0
    """J-P029: where the strongest attacker stood."""
    steps: ClassVar[tuple[str, ...]] = (
        "begin",
        "name_them",
        "dig",
        "breastwork",
        "choose_ground",
        "choose_cover",
        "attacker_event",
        "count_dice",
        "use_marker",
        "attacker_adds",
        "attacker_subtracts",
        "attacker_rolls",
        "attacker_sixes",
        "defender_rolls",
        "defender_sixes",
        "defender_struck",
        "defender_loses",
        "attacker_struck",
        "attacker_loses",
        "retreats",
        "advance",
        "advance_units",
        "end",
        "jump",
        "trophies",
    )

    def name_them(self, game: Any) -> Next:
        self.formations = tuple(dict.fromkeys(game.formation_at(h) for h in self.targets if game.formation_at(h)))
        best = max((game.piece(id) for id in self.attackers), key=lambda piece: (game.points(piece), piece.id))
        self.strongest = best.hex
        return None

    def dig(self, game: Any) -> Next:
        """J-J1a: an attacked division always builds breastworks where it may."""
        for h in self.targets:
            if game.rules.why_not_dig(game, UNION, h) is None:
                game.rules.dig(game, UNION, h)
        return None

    def breastwork(self, game: Any) -> Next:
        return Roll("breastwork", self.breastwork_rolled, (), "J-J1a", UNION, D6)

    def breastwork_rolled(self, game: Any, rolled: Rolled) -> Next:
        """J-J1a, J-N2: a loss or a die of the attackers, and a skirmisher on an even result; the guns come of it later."""
        rules = game.rules
        self.die = rolled.total
        effect = rules.works_effect(game, self)
        if effect is None:
            effect = "level" if self.die >= rules.components.display.breastwork_die.loss_from else "die"
        self.works = effect
        if self.die % 2 == 0:
            units = [piece for h in self.targets for piece in game.real(game.units_at(UNION, h))]
            able = [p for p in by.by_strength(game, units) if not rules.has_skirmisher(game, game.counter(p.id).formation)]
            if able:
                rules.add_skirmisher(game, able[0].id)
        args: dict[str, Argument] = {"die": self.die, "guns": rules.guns_in_defence(game, self), "effect": effect or "none"}
        rules.explain(game, self.name(), Reason("why.breastwork-die", ("J-J1a", "J-J1b"), args))
        return None

    def name(self) -> str:
        return self.formations[0] if self.formations else ""

    def use_marker(self, game: Any) -> Next:
        """J-N3: the marker is used at the first combat."""
        game.state.combat -= game.rules.marked(game, self.defenders(game))
        return None

    def defender_rolled(self, game: Any, rolled: Rolled) -> Next:
        self.answered = self.raised_hits(game, in_order(pool_of(self.defence)), rolled.faces)
        return None

    def defender_sixes(self, game: Any) -> Next:
        """J-K2a: each six strikes the strongest attacker; the player chooses among equals."""
        if not self.sixes:
            return None
        units = game.rules.struck_first(game, self.strikable(game, game.alive(self.attackers), self.struck))
        if not units:
            self.sixes = 0
            return None
        return Ask(CSA, [Suffer(piece.id) for piece in units], self.defender_six_used, "struck-by-six", "J-K2a")

    def defender_loses(self, game: Any) -> Next:
        """J-K1a, J-K3a: in the order of DAMAGE; before the last loss a die may turn it into a retreat."""
        rules = game.rules
        while self.hits:
            id = by.damage(game, self.defenders(game), (*self.victims, *self.hurt))
            if id is None:
                return None
            piece = game.piece(id)
            last = self.hits == 1 and not self.forced and not game.counter(id).is_skirmisher
            if not last or by.retreat(game, piece) is None:
                self.hits -= 1
                self.suffer(game, id)
                continue
            if rules.levels(piece) <= 1:
                self.hits = 0
                self.withdraw(game, id, Reason("why.saves-itself", ("J-K3a",), {"unit": game.counter(id).name}))
                return None
            cautious = (Modifier(-1, "cautious", "J-K3a"),) if game.state.attitude == "C" else ()
            return Roll("retreat-or-stand", self.retreat_rolled, cautious, "J-K3a", UNION, D6)
        return None

    def suffer(self, game: Any, id: str) -> None:
        self.lost += 1
        self.hurt += (id,)
        game.rules.lose_level(game, id, "U14.33")

    def withdraw(self, game: Any, id: str, why: Reason) -> None:
        self.goes, self.retreat = id, True
        game.rules.explain(game, game.counter(id).formation, why)

    def retreat_rolled(self, game: Any, rolled: Rolled) -> Next:
        id = by.damage(game, self.defenders(game), (*self.victims, *self.hurt))
        self.hits = 0
        if id is not None:
            args: dict[str, Argument] = {"unit": game.counter(id).name, "die": rolled.total}
            if rolled.total <= game.rules.components.display.defender_retreat.retreats_at:
                self.withdraw(game, id, Reason("why.retreats", ("J-K3a",), args))
            else:
                game.rules.explain(game, game.counter(id).formation, Reason("why.takes-the-loss", ("J-K3a",), args))
                self.suffer(game, id)
        return None

    def end(self, game: Any) -> Next:
        game.rules.settle_works(game)
        return None

    def jump(self, game: Any) -> Next:
        """J-G3: a formation on the wheel that was attacked jumps to the opposite sector, once a turn; odds end before."""
        state = game.state
        if self.is_trial(game):
            return None
        for formation in self.formations:
            if formation in state.wheel and formation not in state.jumped:
                return Call(Wheeling("jump", formation, self.strongest), then="jump")
        return None

    def trophies(self, game: Any) -> Next:
        return Call(Trophies(), then="over") if game.state.fallen else DONE

    def over(self, game: Any, result: object) -> Next:
        return DONE


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

    def overrun(self, game: Any) -> Next:
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

    def dug(self, game: Any, answer: Action) -> Next:
        """J-J3a: one breastwork only."""
        if isinstance(answer, DigIn):
            game.rules.dig(game, CSA, game.rules.board.hex(answer.hex))
        return None

    def choose_ground(self, game: Any) -> Next:
        """J-J3b: only if all defenders are on the same kind of terrain."""
        kinds = {game.rules.board.terrain[h] for h in self.targets}
        self.ground = kinds.pop() if len(kinds) == 1 else ""
        return None

    def use_marker(self, game: Any) -> Next:
        """J-N3: the marker is used, unless the attack was broken off before any die was rolled."""
        game.state.combat -= game.rules.marked(game, self.attackers)
        return None

    def hindered(self, game: Any) -> Next:
        """U14.16: terrain may take a point from one of the automaton's dice."""
        pool = list(pool_of(self.attack))
        if self.attacker_penalty(game) and pool[-1] > LOW:
            pool[-1] -= 1
            self.attack = spelled(tuple(pool))
        return None

    def break_off(self, game: Any) -> Next:
        """J-J3e: with fewer dice than the player it may think better of it."""
        less = len(self.defence) - len(self.attack)
        if less <= 0:
            return None
        modifiers = [Modifier(-less, "fewer-dice", "J-J3e")]
        if game.state.attitude == "A":
            modifiers.append(Modifier(1, "aggressive", "J-J3e"))
        return Roll("break-off", self.break_off_rolled, tuple(modifiers), "J-J3e", UNION, D6)

    def break_off_rolled(self, game: Any, rolled: Rolled) -> Next:
        if rolled.total > game.rules.components.display.engagement.breaks_off_at:
            return None
        game.rules.explain(game, self.formation, Reason("why.breaks-off", ("J-J3e",), {"total": rolled.total}))
        return Goto("end")

    def name(self) -> str:
        return self.formation

    def attacker_rolled(self, game: Any, rolled: Rolled) -> Next:
        """J-J2c: the automaton rolls first, and adds its points in the best way."""
        self.hits = self.raised_hits(game, in_order(pool_of(self.attack)), rolled.faces)
        return None

    def attacker_sixes(self, game: Any) -> Next:
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
            self.sixes = 0
            return None
        return Ask(CSA, [Suffer(piece.id) for piece in units], self.six_used, "struck-by-six", "J-K2b")

    def to_be_forced(self, game: Any) -> Hex | None:
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

    def defender_adds(self, game: Any) -> Next:
        """J-J2c: the player declares points on their own dice."""
        points = game.rules.points_of(game, self, CSA)
        found = own_outcomes(pool_of(self.defence), (), points, game.rules.is_tired(game, self))
        args: dict[str, Argument] = {"points": points}
        return Ask(CSA, [AddBonus(spelled(pool)) for pool in found], self.added, "add-bonus", "J-J2c", None, args)

    def added(self, game: Any, answer: AddBonus) -> Next:
        self.defence = answer.dice
        game.emit(BonusesShared(CSA, self.defence, self.attack))
        return None

    def defender_six_used(self, game: Any, answer: Action) -> Next:
        """J-K2b: a natural six of the player's may cancel one forced retreat."""
        if isinstance(answer, CancelRetreat):
            self.forced_hexes = self.forced_hexes[:-1]
        return Combat.defender_six_used(self, game, answer)

    def instead_of_a_loss(self, game: Any) -> list[Action]:
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

    def defender_lost(self, game: Any, answer: Action) -> Next:
        if not isinstance(answer, RetreatStack):
            return Combat.defender_lost(self, game, answer)
        self.hits -= 1
        self.retreat = True
        self.leaving += (game.rules.board.hex(answer.hex),)
        return Goto("defender_loses")

    def suffer_works(self, game: Any) -> None:
        """J-J3a: a loss that works inflict falls on a division next to them."""
        rules = game.rules
        held = [h for h in self.targets if rules.has_works(game, CSA, h)]
        near = [id for id in game.alive(self.attackers) if any(h in by.beside(game, game.piece(id).hex) for h in held)]
        first = by.damage(game, near, (*self.struck, *self.hurt))
        if first is not None:
            self.hurt += (first,)
            rules.lose_level(game, first, "J-J3a")

    def attacker_loses(self, game: Any) -> Next:
        """J-K1a, J-J2c: both sides' losses are applied after both rolls, the automaton's by DAMAGE."""
        while self.hits > 0:
            id = by.damage(game, self.attackers, (*self.struck, *self.hurt))
            if id is None:
                break
            self.hits -= 1
            self.hurt += (id,)
            game.rules.lose_level(game, id, "J-K1a")
        self.hits = 0
        return None

    def advance(self, game: Any) -> Next:
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

    def end(self, game: Any) -> Next:
        game.rules.settle_works(game)
        return Done(self.came)
