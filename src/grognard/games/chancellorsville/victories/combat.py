"""Chapter 14: combat, from the defender's skirmisher to the advance of the attacker."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import ClassVar, Generic

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure, Roll
from grognard.games.chancellorsville.victories.actions import (
    AddBonus,
    AdvanceAll,
    AdvanceInto,
    AdvanceUnit,
    CancelRetreat,
    DigIn,
    ForceRetreat,
    LetThemChoose,
    NoSkirmishers,
    NoWorks,
    PlayEvent,
    RetreatInstead,
    SendSkirmishers,
    Shelter,
    StopAdvance,
    SubtractBonus,
    Suffer,
    TakeDie,
    TakeLevel,
)
from grognard.games.chancellorsville.victories.bonuses import (
    Pool,
    encode_pool,
    foe_outcomes,
    in_order,
    own_outcomes,
    points_spent,
    pool_of,
)
from grognard.games.chancellorsville.victories.chapter import C
from grognard.games.chancellorsville.victories.event_markers import NO_EVENT
from grognard.games.chancellorsville.victories.events import (
    AdvancedTo,
    BonusesShared,
    CombatOpened,
    DiceCounted,
    DicePenalised,
    HitsScored,
    RetreatCancelled,
    RetreatForced,
)
from grognard.games.chancellorsville.victories.names import (
    ArmyName,
    Count,
    DiceKey,
    EventId,
    HexId,
    HexOrNone,
    UnitId,
    Word,
    WorksEffect,
)
from grognard.games.chancellorsville.victories.pieces import ENEMY, Piece

NO_SKIRMISHERS, NO_WORKS = NoSkirmishers(), NoWorks()
TAKE_LEVEL, TAKE_DIE = TakeLevel(), TakeDie()
FORCE_RETREAT, CANCEL_RETREAT, LET_THEM_CHOOSE = ForceRetreat(), CancelRetreat(), LetThemChoose()
RETREAT_INSTEAD = RetreatInstead()
ADVANCE_ALL, STOP_ADVANCE = AdvanceAll(), StopAdvance()
SIX = 6


@cache
def read_die(modifier: int, needed: int, six: bool) -> Callable[[int], Hashable]:
    """How a die with a modifier is read: whether it hits, and whether as a natural six; equal dice are read by one function."""
    return lambda face: (face + modifier >= needed, six and face == SIX and face + modifier >= needed)


class Combat(Procedure[C], Generic[C]):
    """U14.11, U14.12: one combat, step by step."""

    army: ArmyName
    """The attacker."""
    attackers: tuple[UnitId, ...]
    targets: tuple[HexId, ...]
    works: WorksEffect = ""
    ground: Word = ""
    """U14.6: the terrain whose effects apply."""
    cover: Word = ""
    """U14.16: the modifier of terrain that the defender has chosen."""
    called: tuple[EventId, ...] = ()
    """U17.3: the events that were played in this combat."""
    attack: DiceKey = ""
    defence: DiceKey = ""
    points: Count = 0
    """Points still to be taken from the enemy's dice."""
    hits: Count = 0
    """Levels that the side asked must still lose."""
    answered: Count = 0
    """The hits of the defender, kept until the attacker loses."""
    sixes: Count = 0
    """U14.36: natural sixes still to be used."""
    victims: tuple[UnitId, ...] = ()
    """U14.36: the defenders that the attacker's sixes strike."""
    struck: tuple[UnitId, ...] = ()
    """U14.39: the attackers that the defender's sixes strike."""
    forced: Count = 0
    """U14.36: sixes that force a retreat."""
    pressed: bool = False
    """U14.38: the attacker has forced a retreat, whether or not it was cancelled."""
    lost: Count = 0
    """Levels that the side asked has lost in this combat."""
    chose: bool = False
    """U14.34: whether a loss that no skirmisher absorbed has been taken by choice."""
    retreat: bool = False
    """U14.35: the defender retreats to cancel a level."""
    goal: HexOrNone = 0
    advanced: frozenset[UnitId] = frozenset()
    refused: frozenset[HexId] = frozenset()
    """U14.54: the hexes that were chosen for an advance, and that nobody entered then: they are not offered again."""
    retreat_rule: ClassVar[str] = "U14.35"
    """The rule by which a retreat takes the place of a loss."""
    steps: ClassVar[tuple[str, ...]] = (
        "begin",
        "skirmish",
        "dig",
        "choose_works",
        "choose_ground",
        "choose_cover",
        "attacker_event",
        "defender_event",
        "count_dice",
        "attacker_adds",
        "attacker_subtracts",
        "defender_adds",
        "defender_subtracts",
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
    )

    @property
    def enemy(self) -> str:
        return ENEMY[self.army]

    @property
    def works_cost(self) -> int:
        """U14.19, U14.25: the levels that works cost the attacker."""
        return int(self.works in ("level", "fortification"))

    def stands(self, game: C) -> set[Hex]:
        """The hexes from which it is made."""
        return {game.piece(id).hex for id in self.attackers}

    def defenders(self, game: C) -> tuple[str, ...]:
        """Every unit in the attacked hexes but dummies."""
        return tuple(id for id in self.all_defenders(game) if not game.counter(id).is_dummy)

    def all_defenders(self, game: C) -> tuple[str, ...]:
        return tuple(piece.id for h in self.targets for piece in game.units_at(self.enemy, h))

    # ------------------------------------------------------------------ steps A to D

    def begin(self, game: C) -> Next:
        """U14.11 A: who attacks whom."""
        state, rules = game.state, game.rules
        state.attacked |= set(self.attackers)
        for h in self.targets:
            rules.note_attacked(game, self.enemy, h)  # U18.4, U19.5
        labels = tuple(game.label(h) for h in self.targets)
        game.emit(CombatOpened(self.army, self.attackers, self.all_defenders(game), labels))
        return None

    def skirmish(self, game: C) -> Next:
        """U14.14: the defender may add one skirmisher in an attacked hex."""
        actions = [*map(SendSkirmishers, game.rules.may_add_skirmisher(game, self)), NO_SKIRMISHERS]
        return Ask(self.enemy, actions, self.skirmished, "add-skirmishers", "U14.14")

    def skirmished(self, game: C, answer: Action) -> Next:
        if isinstance(answer, SendSkirmishers):
            game.rules.send_skirmisher(game, self.enemy, answer.unit, game.piece(answer.unit).hex)
        return None

    def dig(self, game: C) -> Next:
        """U14.20: the defender decides on breastworks, hex by hex."""
        able = [h for h in self.targets if game.rules.why_not_dig(game, self.enemy, h) is None]
        actions: list[Action] = [*(DigIn(game.label(h)) for h in able), NO_WORKS]
        args = {"hex": ", ".join(game.label(h) for h in self.targets)}
        return Ask(self.enemy, actions, self.dug, "dig-in", "U14.20", None, args)

    def dug(self, game: C, answer: Action) -> Next:
        if isinstance(answer, DigIn):
            game.rules.dig(game, self.enemy, game.rules.board.hex(answer.hex))
            return Goto("dig")
        return None

    def choose_works(self, game: C) -> Next:
        """U14.19: breastworks cost the attacker a level or a die, as the defender likes."""
        effect = game.rules.works_effect(game, self)
        if effect is not None:
            self.works = effect
            return None
        return Ask(self.enemy, [TAKE_DIE, TAKE_LEVEL], self.works_chosen, "works-cost", "U14.19")

    def works_chosen(self, game: C, answer: Action) -> Next:
        self.works = "die" if isinstance(answer, TakeDie) else "level"
        return None

    def choose_ground(self, game: C) -> Next:
        """U14.6: against hexes of different terrain the defender chooses whose effects apply."""
        terrain = game.rules.board.terrain
        kinds = sorted({terrain[h] for h in self.targets})
        return Ask(self.enemy, [Shelter(kind) for kind in kinds], self.ground_chosen, "whose-terrain", "U14.6")

    def ground_chosen(self, game: C, answer: Shelter) -> Next:
        self.ground = answer.ground
        return None

    def choose_cover(self, game: C) -> Next:
        """U14.16: modifiers of terrain do not add up; the defender chooses one."""
        effects = game.rules.terrain_effects(game, self)
        if not effects:
            return None
        return Ask(self.enemy, [Shelter(kind) for kind in effects], self.cover_chosen, "which-cover", "U14.16")

    def cover_chosen(self, game: C, answer: Shelter) -> Next:
        self.cover = answer.ground
        return None

    def attacker_event(self, game: C) -> Next:
        """U17.9, U17.21: an event for the attack."""
        return self.offer_event(game, self.army, "attack")

    def defender_event(self, game: C) -> Next:
        """U17.20, U17.21: an event for the defence."""
        return self.offer_event(game, self.enemy, "defence")

    def offer_event(self, game: C, army: str, role: str) -> Next:
        """Asked while such an event is not publicly gone, so that nobody learns who holds it."""
        ids = [id for id in game.rules.combat_events(game, army, role) if id not in self.called]
        if not ids:
            return None
        actions: list[Action] = [*(PlayEvent(id) for id in game.rules.playable(game, army, ids)), NO_EVENT]
        hidden, rules = bool(game.state.event_cups), ("U17.3", "U14.31")
        return Ask(army, actions, self.event_chosen, "combat-event", rules, always=hidden, with_seat=True)

    def event_chosen(self, game: C, army: str, answer: Action) -> Next:
        if not isinstance(answer, PlayEvent):
            return None
        game.rules.use_event(game, army, answer.event)
        self.called += (answer.event,)
        return Goto("attacker_event" if army == self.army else "defender_event")

    def count_dice(self, game: C) -> Next:
        """U14.10: the dice, at least one, and never more than the limit of the hex."""
        rules, cap = game.rules, game.rules.dice_cap(game, self)
        ours, theirs = rules.dice_of(game, self)
        own, foe = rules.dice_pools(game, self, ours, theirs)
        self.attack, self.defence = encode_pool(own), encode_pool(foe)
        game.emit(DiceCounted(self.army, len(own), ours, cap))
        game.emit(DiceCounted(self.enemy, len(foe), theirs, min(cap, rules.defence_cap(game, self))))
        taken = {self.army: rules.attack_penalties(game, self), self.enemy: rules.defence_penalties(game, self)}
        for army, penalties in taken.items():
            if penalties:
                game.emit(DicePenalised(army, penalties))
        return None

    # ------------------------------------------------------------------ step E

    def attacker_penalty(self, game: C) -> bool:
        """U14.16: whether terrain takes a point from one die of the attacker."""
        effect = game.rules.terrain_effects(game, self).get(self.cover)
        return effect is not None and effect.dice == 1

    def points_and_penalty(self, game: C, army: str) -> tuple[int, bool]:
        """The points that an army shares out, and whether one of its dice is lowered (U14.16, U9.23)."""
        lowered = self.attacker_penalty(game) if army == self.army else game.rules.is_tired(game, self)
        return game.rules.points_of(game, self, army), lowered

    def pools(self, army: str) -> tuple[str, str]:
        """The dice of an army and those of its enemy."""
        return (self.attack, self.defence) if army == self.army else (self.defence, self.attack)

    def set_dice(self, army: str, dice: str) -> None:
        if army == self.army:
            self.attack = dice
        else:
            self.defence = dice

    def attacker_adds(self, game: C) -> Next:
        """U14.28, U14.29: the attacker shares out their points first."""
        return self.add_points(game, self.army, "U14.16")

    def attacker_subtracts(self, game: C) -> Next:
        return self.subtract_points(self.army)

    def defender_adds(self, game: C) -> Next:
        return self.add_points(game, self.enemy, "U9.23")

    def defender_subtracts(self, game: C) -> Next:
        return self.subtract_points(self.enemy)

    def add_points(self, game: C, army: str, penalty: str) -> Next:
        """U14.28: to the army's own dice, one of which may be lowered."""
        points, lowered = self.points_and_penalty(game, army)
        own, foe = self.pools(army)
        actions = [AddBonus(encode_pool(pool)) for pool in own_outcomes(pool_of(own), pool_of(foe), points, lowered)]
        cites = ("U14.28", penalty) if lowered else ("U14.28",)
        return Ask(army, actions, self.points_added, "add-bonus", cites, None, {"points": points}, with_seat=True)

    def points_added(self, game: C, army: str, answer: AddBonus) -> Next:
        points, lowered = self.points_and_penalty(game, army)
        self.points = points - points_spent(pool_of(self.pools(army)[0]), pool_of(answer.dice), lowered)
        self.set_dice(army, answer.dice)
        return None

    def subtract_points(self, army: str) -> Next:
        """U14.28: what is left is taken from the enemy's dice."""
        actions = [SubtractBonus(encode_pool(pool)) for pool in foe_outcomes(pool_of(self.pools(army)[1]), self.points)]
        args = {"points": self.points}
        return Ask(army, actions, self.points_subtracted, "subtract-bonus", "U14.28", None, args, with_seat=True)

    def points_subtracted(self, game: C, army: str, answer: SubtractBonus) -> Next:
        self.set_dice(ENEMY[army], answer.dice)
        self.points = 0
        game.emit(BonusesShared(army, *self.pools(army)))
        return None

    # ------------------------------------------------------------------ step F: the dice

    def dice(self, game: C, army: str, pool: Pool) -> Roll:
        needed, six = game.rules.components.terrain.combat.hit_on, game.rules.rule_of_six()
        each = tuple(read_die(modifier, needed, six) for modifier in pool)
        then = self.attacker_rolled if army == self.army else self.defender_rolled
        return Roll("combat", then, (), "U14.32", army, D6, len(pool), each=each)

    def attacker_rolls(self, game: C) -> Next:
        """U14.13: the attacker rolls first."""
        return self.dice(game, self.army, in_order(pool_of(self.attack)))

    def attacker_rolled(self, game: C, rolled: Rolled) -> Next:
        pool = in_order(pool_of(self.attack))
        self.hits = game.rules.hits(pool, rolled.faces)
        if game.rules.rule_of_six():
            self.sixes = game.rules.sixes(pool, rolled.faces)
        game.emit(HitsScored(self.army, self.hits))
        return None

    def attacker_sixes(self, game: C) -> Next:
        """U14.36, U14.37, U14.38: each six strikes a unit of the attacker's choice, or forces the defender to retreat."""
        if not self.sixes:
            return None
        units = self.strikable(game, self.defenders(game), self.victims)
        actions: list[Action] = [*(Suffer(piece.id) for piece in units), FORCE_RETREAT, LET_THEM_CHOOSE]
        return Ask(self.army, actions, self.six_used, "use-six", ("U14.36", "U14.37"))

    def strikable(self, game: C, units: tuple[str, ...], struck: tuple[str, ...]) -> list[Piece]:
        """U14.37: no unit twice while another has no loss; none beyond its last level."""
        rules = game.rules
        able = [game.piece(id) for id in units if struck.count(id) < rules.levels(game.piece(id))]
        fresh = [piece for piece in able if piece.id not in struck]
        return fresh or able

    def six_used(self, game: C, answer: Action) -> Next:
        self.sixes -= 1
        if isinstance(answer, Suffer):
            self.victims += (answer.unit,)
        elif isinstance(answer, ForceRetreat):
            self.forced += 1
            self.pressed = True
            game.emit(RetreatForced(self.army))
        return Goto("attacker_sixes")

    def defender_rolls(self, game: C) -> Next:
        """U14.13: the defender rolls all their dice, whatever they are about to lose."""
        return self.dice(game, self.enemy, in_order(pool_of(self.defence)))

    def defender_rolled(self, game: C, rolled: Rolled) -> Next:
        pool = in_order(pool_of(self.defence))
        self.answered = game.rules.hits(pool, rolled.faces)
        if game.rules.rule_of_six():
            self.sixes = game.rules.sixes(pool, rolled.faces)
        game.emit(HitsScored(self.enemy, self.answered))
        return None

    def defender_sixes(self, game: C) -> Next:
        """U14.39: each six strikes an attacker of the defender's choice, or cancels a six that forced the retreat."""
        if not self.sixes:
            return None
        units = self.strikable(game, self.attackers, self.struck)
        actions: list[Action] = [Suffer(piece.id) for piece in units]
        if self.forced:
            actions.append(CANCEL_RETREAT)
        actions.append(LET_THEM_CHOOSE)
        return Ask(self.enemy, actions, self.defender_six_used, "use-six", "U14.39")

    def defender_six_used(self, game: C, answer: Action) -> Next:
        self.sixes -= 1
        if isinstance(answer, Suffer):
            self.struck += (answer.unit,)
        elif isinstance(answer, CancelRetreat):
            self.forced -= 1
            game.emit(RetreatCancelled(self.enemy, self.forced))
        return Goto("defender_sixes")

    # ------------------------------------------------------------------ step F: the losses

    def defender_struck(self, game: C) -> Next:
        """U14.36: losses placed by sixes come before the others."""
        for id in self.victims:
            game.rules.lose_level(game, id, "U14.36")
        self.hits -= len(self.victims)
        self.lost = len(self.victims)
        return None

    def defender_loses(self, game: C) -> Next:
        """U14.33: the defender distributes their losses, and may cancel one by retreating."""
        units = game.rules.next_to_lose(game, self.defenders(game), not self.chose)  # U14.34
        if not self.hits or not units:
            return None
        actions: list[Action] = [*(Suffer(piece.id) for piece in units), *self.instead_of_a_loss(game)]
        args = {"number": self.hits}
        return Ask(self.enemy, actions, self.defender_lost, "take-losses", ("U14.33", self.retreat_rule), None, args)

    def instead_of_a_loss(self, game: C) -> list[Action]:
        """U14.35: the retreat that cancels a level."""
        return [RETREAT_INSTEAD] if game.rules.may_retreat_instead(game, self) else []

    def defender_lost(self, game: C, answer: Action) -> Next:
        self.hits -= 1
        if isinstance(answer, Suffer):
            self.lost += 1
            self.chose |= not game.counter(answer.unit).is_skirmisher
            game.rules.lose_level(game, answer.unit, "U14.33")
        else:
            self.retreat = True  # U14.35
        return Goto("defender_loses")

    def attacker_struck(self, game: C) -> Next:
        """Losses placed by sixes, then the hits and the level that works cost."""
        for id in self.struck:
            game.rules.lose_level(game, id, "U14.39")
        self.hits = self.answered - len(self.struck)  # U14.39
        self.answered, self.chose = 0, False
        if self.works_cost:
            self.suffer_works(game)  # U14.19, U14.25
        return None

    def suffer_works(self, game: C) -> None:
        """U14.19, U14.25: the level that works cost is taken with the hits."""
        self.hits += self.works_cost

    def attacker_loses(self, game: C) -> Next:
        units = game.rules.next_to_lose(game, game.alive(self.attackers), not self.chose)
        if not self.hits or not units:
            return None
        actions = [Suffer(piece.id) for piece in units]
        args = {"number": self.hits}
        return Ask(self.army, actions, self.attacker_lost, "take-losses", ("U14.33", "U14.34"), None, args)

    def attacker_lost(self, game: C, answer: Suffer) -> Next:
        self.hits -= 1
        self.chose |= not game.counter(answer.unit).is_skirmisher
        game.rules.lose_level(game, answer.unit, "U14.33")
        return Goto("attacker_loses")

    # ------------------------------------------------------------------ step G

    def retreats(self, game: C) -> Next:
        """U14.41: all the defenders retreat, out of works in disorder."""
        rules, units = game.rules, game.rules.retreating(game, self)
        self.hits = 0
        if not units or not (self.retreat or self.forced):
            return None
        works = frozenset(h for h in self.targets if rules.has_works(game, self.enemy, h))  # U14.22, U14.45
        return Call(rules.retreat_of(self.enemy, units, "U14.41", works), then="advance")

    def vacated(self, game: C) -> list[Hex]:
        """U14.54: the attacked hexes that nobody holds any more, and that attackers could still enter."""
        left = [h for h in self.targets if not game.held(self.enemy) >> h & 1 and h not in self.refused]
        return [h for h in left if game.rules.advancing(game, self, h)]

    def advance(self, game: C) -> Next:
        """U14.54: the attacker may advance."""
        hexes = self.vacated(game)
        if not hexes:
            return Goto("end")
        actions: list[Action] = [*(AdvanceInto(game.label(h)) for h in hexes), STOP_ADVANCE]
        return Ask(self.army, actions, self.goal_chosen, "advance-into", "U14.54")

    def goal_chosen(self, game: C, answer: Action) -> Next:
        if not isinstance(answer, AdvanceInto):
            return Goto("end")
        self.goal = game.rules.board.hex(answer.hex)
        self.refused |= {self.goal}
        return None

    def advance_units(self, game: C) -> Next:
        rules = game.rules
        units = rules.advancing(game, self, self.goal)
        if not units:
            return Goto("advance")
        actions: list[Action] = [AdvanceUnit(piece.id) for piece in rules.distinct(game, units)]
        if len(units) > 1 and rules.has_room(game, self.army, self.goal, units):
            actions.append(ADVANCE_ALL)
        actions.append(STOP_ADVANCE)
        args = {"hex": game.label(self.goal)}
        return Ask(self.army, actions, self.advanced_one, "who-advances", "U14.54", None, args)

    def advanced_one(self, game: C, answer: Action) -> Next:
        """U14.54: one unit goes, or all."""
        rules = game.rules
        if isinstance(answer, StopAdvance):
            self.goal = 0
            return Goto("advance")
        units = [p.id for p in rules.advancing(game, self, self.goal)] if isinstance(answer, AdvanceAll) else [answer.unit]  # type: ignore[attr-defined]
        starts = {game.piece(id).hex for id in units}
        rules.relocate(game, units, self.goal)  # U14.24: out of works without disorder
        game.state.trodden |= {game.label(self.goal)}
        self.advanced |= set(units)
        self.refused -= {self.goal}
        game.emit(AdvancedTo(self.army, tuple(units), game.label(self.goal)))
        for start in starts:
            rules.dummies_follow(game, self.army, start, self.goal)
            rules.drop_dummies(game, self.army, start)
        rules.settle_works(game)
        return Goto("advance_units")

    def end(self, game: C) -> Next:
        game.rules.settle_works(game)
        units = game.rules.overtaken(game, self)
        return Call(game.rules.flight(self.enemy, units, "U14.53"), then="ended") if units else DONE

    def ended(self, game: C, result: object) -> Next:
        return DONE


class PlannedCombat(Combat[C]):
    """An attack as it would be from some hexes, to ask the rules about; it is never fought."""

    hexes: tuple[HexId, ...] = ()

    def stands(self, game: C) -> set[Hex]:
        return set(self.hexes)
