"""Chapter 12: close combat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from grognard.core.actions import Action, Take
from grognard.core.events import Rolled
from grognard.core.hexes import Hex
from grognard.core.procedures import NOT_OFFERED, Ask, AskAll, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Arguments, Modifier, Reason
from grognard.games.revolution.series.actions import Accept, Chit, Lead, Reroll, Withdraw
from grognard.games.revolution.series.advance import AdvanceAfterCombat
from grognard.games.revolution.series.announcement import AnnouncedCombat, Announcement
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.combat_odds import BELOW_TABLE
from grognard.games.revolution.series.events import (
    CavalryWithdrew,
    ColumnShifted,
    CombatBegan,
    CombatResolved,
    LeadChosen,
    Pinned,
    PinsRemoved,
    TacticsRevealed,
)
from grognard.games.revolution.series.leaders import appoint_commanders
from grognard.games.revolution.series.names import ChitName, Column, CombatNumber, CombatResult, DieTotal, HexId, Side, UnitId
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.results import EndOfCombatPhase, Suffer, check_late_arrivals
from grognard.games.revolution.series.retreat import STAND
from grognard.games.revolution.series.retreat import WITHDRAW as RIDE_OFF
from grognard.games.revolution.series.seating import InOwnersOrder
from grognard.games.revolution.series.tactics import NO_COMBAT, WITHDRAW
from grognard.games.revolution.series.withdrawal import CavalryWithdrawal, Withdrawals

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

ADVERSE = ("R", "D", "1", "2", "DC", "AC")


class CloseCombats(Chapter):
    """Lead units, and what a battle adds to a close combat."""

    def intervention(self, game: Battle, combat: CloseCombat) -> Procedure | None:
        """What a battle lets a side do when the odds are set; the procedure returns a column shift or nothing."""
        return None

    def lead_candidates(self, game: Battle, combat: CloseCombat, side: str) -> list[str]:
        """S12.23-2b: in parade order if possible, never artillery; attackers that can enter go first."""
        units = [game.piece(id) for id in combat.involved(game, side) if not self.counters[id].is_artillery]
        pool = [unit for unit in units if game.rules.in_good_order(unit)] or units
        if side == combat.attacker:  # S12.23-2e
            pool = [unit for unit in pool if self.can_enter_any(game, unit, combat.targets)] or pool
        return [unit.id for unit in pool]

    def why_not_lead(self, game: Battle, combat: CloseCombat, side: str, id: str) -> Reason | None:
        """S12.23-2b: why a unit may not be lead unit."""
        if id not in combat.involved(game, side):
            return Reason("not-involved", ("S3.2t", "S12.23-2b"))
        if self.counters[id].is_artillery:
            return Reason("artillery-never-leads", ("S12.23-2b",))
        piece = game.piece(id)
        others = [game.piece(o) for o in combat.involved(game, side) if not self.counters[o].is_artillery]
        ordered = [unit for unit in others if game.rules.in_good_order(unit)]
        if ordered and piece not in ordered:
            return Reason("lead-must-be-in-parade-order", ("S12.23-2b",))
        pool = ordered or others
        if side == combat.attacker and not self.can_enter_any(game, piece, combat.targets):  # S12.23-2e
            if any(self.can_enter_any(game, unit, combat.targets) for unit in pool):
                return Reason("lead-cannot-enter", ("S12.23-2e",))
        if id not in self.lead_candidates(game, combat, side):
            return Reason("another-unit-must-lead", ("S12.23-2b",))
        return None

    def can_enter_any(self, game: Battle, piece: Piece, hexes: tuple[Hex, ...]) -> bool:
        """S12.23-2e: one enterable hex is enough."""
        return any(game.rules.move_table(piece).cost(piece.hex, h) is not None for h in hexes)

    def note_attacked(self, game: Battle, id: str, attackers: tuple[str, ...]) -> None:
        """Remember that a unit has been attacked, or fired at, by these others, where a battle asks."""

    def begin_close_combat(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> None:
        """What the announcement of attacks brings about in a battle."""

    def before_combats(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> Procedure | None:
        """What a battle lets happen when all attacks are announced and none is resolved."""
        return None

    def special_combats(self, game: Battle) -> list[Action]:
        """What only one battle lets the attacker do instead of resolving a combat; `special_move` carries it out."""
        return []

    def results_done(self, game: Battle, combat: CloseCombat) -> None:
        """What else a battle does when both sides have carried out their results."""

    def still_attacking(self, game: Battle, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the units announced that still attack when their combat is resolved."""
        return game.alive(ids)


class CloseCombatPhase(Procedure["Battle"]):
    """S12.2: announce all attacks, take off all pins, resolve the combats one by one, then the end-of-phase checks."""

    side: Side
    combats: tuple[AnnouncedCombat, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("announce", "remove_pins", "react", "resolve", "end_of_phase")

    def announce(self, game: Battle) -> Next:
        game.state.fled = frozenset()
        if not game.force(self.side).units & game.near(game.enemy(self.side)):
            return self.announced(game, ())  # nobody is in contact
        return Call(Announcement(self.side), then=self.announced)

    def announced(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> Next:
        self.combats = combats
        game.state.acting = ""  # from here on the owners of the units concerned are asked
        game.rules.begin_close_combat(game, combats)
        return None

    def remove_pins(self, game: Battle) -> Next:
        """S12.22: all PIN markers come off after the announcement, at no cost."""
        pinned = tuple(piece.id for piece in game.state.pieces.values() if piece.pin)
        for id in pinned:
            game.change(id, pin=0)
        if pinned:
            game.emit(PinsRemoved(pinned, "attacks announced"))
        return None

    def react(self, game: Battle) -> Next:
        procedure = game.rules.before_combats(game, self.combats) if self.combats else None
        return Call(procedure) if procedure is not None else None

    def resolve(self, game: Battle) -> Next:
        """S12.23: in the attacker's order."""
        if not self.combats:
            return None
        items = tuple(str(number) for number in range(1, len(self.combats) + 1))
        attackers = [id for combat in self.combats for id in combat.attackers]
        return Call(Combats(game.rules.seat_for(game, self.side, attackers), items, self.combats))

    def end_of_phase(self, game: Battle) -> Next:
        return Call(EndOfCombatPhase(self.side))


class Combats(InOwnersOrder):
    """S12.23: each combat is resolved completely before the next; the attacker chooses the order along the way."""

    items: tuple[CombatNumber, ...]
    combats: tuple[AnnouncedCombat, ...]
    prompt: ClassVar[str] = "next-combat"
    cites: ClassVar[str] = "S12.23"

    def facts(self, game: Battle) -> Mapping[str, Any]:
        """Who attacks which hexes in each combat."""
        found = ((item, self.combats[int(item) - 1]) for item in self.items)
        return {item: (combat.attackers, tuple(map(game.label, combat.targets))) for item, combat in found}

    def concerned(self, game: Battle, items: Collection[str]) -> Iterable[str]:
        """The attackers of these combats."""
        return (id for item in items for id in self.combats[int(item) - 1].attackers)

    def choose(self, game: Battle) -> Next:
        """The first is asked for even if there is but one, where the lack of a question would betray something."""
        ask, rules = super().choose(game), game.rules
        if not isinstance(ask, Ask):
            return ask
        first = len(self.items) == len(self.combats) and rules.ask_always(game, ask.seat)
        special = rules.special_combats(game)
        return replace(ask, actions=[*ask.actions, *special], why_not=self.why_not, always=True) if first else ask

    def why_not(self, game: Battle, action: Action) -> Reason | None:
        if isinstance(action, Take):
            return None if action.item in self.choices(game) else NOT_OFFERED
        return game.rules.why_not_special(game, action)

    def taken(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Take):
            return super().taken(game, answer)
        procedure = game.rules.special_move(game, answer)
        return Call(procedure, then="choose") if procedure is not None else Goto("choose")

    def procedure_for(self, game: Battle, item: str) -> Procedure | None:
        combat = self.combats[int(item) - 1]
        attackers = game.rules.still_attacking(game, combat.attackers)
        if not attackers:
            return None  # S12.21: a combat that has lost all its attackers is dropped
        side = game.rules.side_of(self.seat)
        return CloseCombat(side, game.enemy(side), attackers, combat.targets, combat.hindered)


class CloseCombat(Procedure["Battle"]):
    """S12.23: one close combat, from odds to advance."""

    attacker: Side
    defender: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[HexId, ...]
    hindered: bool = False
    defenders: tuple[UnitId, ...] = ()
    late_attackers: tuple[UnitId, ...] = ()
    late_defenders: tuple[UnitId, ...] = ()
    column: Column = 0
    attacking_lead: UnitId = ""
    defending_lead: UnitId = ""
    chits: tuple[ChitName, ChitName] = ("", "")
    total: DieTotal = 0
    result: CombatResult = ""
    declined: tuple[Side, ...] = ()
    steps: ClassVar[tuple[str, ...]] = (
        "odds",  # 1  strengths, column, shifts; guns alone are captured
        "offer_withdrawal",  # cavalry may ride off (S12.4)
        "intervene",  # what one battle knows (S1a)
        "choose_attacking_lead",  # 2
        "choose_defending_lead",
        "appoint_attackers_commander",  # where it is in doubt (S3.2d)
        "appoint_defenders_commander",
        "choose_tactics",  # 4  both sides, sealed (3, the modifiers, are summed when the die is rolled)
        "resolve",  # 5
        "spend_momentum",  # 6  may go back to 5
        "defender_suffers",  # 7
        "attacker_suffers",
        "pin",
        "adjust_army_morale",
        "gain_momentum",  # 8
        "withdraw_on_no_combat",
        "advance",  # 9
        "finish",
    )

    def involved(self, game: Battle, side: str) -> tuple[str, ...]:
        """S3.2t: the involved units of a side that are still there."""
        return game.alive(self.attackers if side == self.attacker else self.defenders)

    def seat_of(self, game: Battle, side: str) -> str:
        """Who answers for a side in this combat: the owner of its units."""
        return game.rules.seat_for(game, side, self.involved(game, side))

    # ------------------------------------------------------------------ step 1

    def odds(self, game: Battle) -> Next:
        """S12.23-1a to 1e: strengths, column and shifts; S13.25a: late arrivals add nothing."""
        rules = game.rules
        rules.freeze_bands(game)
        self.muster(game)
        if not self.defenders:
            return Goto("advance")  # S12.21: all its defenders are gone
        for id in self.defenders:
            rules.note_attacked(game, id, self.attackers)
        if self.only_guns_defend(game):
            return self.capture_guns(game)
        self.column = self.column_in_force(game)
        attack, defence = self.strengths(game)
        held = [game.held(h) for h in self.targets]
        hexes, defenders = tuple(each.place for each in held), tuple(each.pieces for each in held)
        shifts = tuple(rules.column_shifts(game, self))
        game.emit(CombatBegan(self.attackers, hexes, attack, defence, rules.column_name(self.column), shifts, defenders))
        return None

    def muster(self, game: Battle) -> None:
        """S3.2t, S13.25a: who defends, and who has retreated into the fight."""
        fled = game.state.fled
        here = [unit for h in self.targets for unit in game.units_at(h, self.defender)]
        self.defenders = tuple(unit.id for unit in here if unit.id not in fled)
        self.late_defenders = tuple(unit.id for unit in here if unit.id in fled)
        homes = {game.piece(id).hex for id in self.attackers}
        self.late_attackers = tuple(u.id for h in sorted(homes) for u in game.units_at(h, self.attacker) if u.id in fled)

    def only_guns_defend(self, game: Battle) -> bool:
        return all(game.rules.counters[id].is_artillery for id in self.defenders)

    def strengths(self, game: Battle) -> tuple[int, int]:
        """S12.23-1a: of the attack and of the defence."""
        attack = sum(game.rules.attack_strength(game, game.piece(id)) for id in self.attackers)
        defence = sum(game.rules.defence_strength(game, game.piece(id)) for id in self.defenders)
        return attack, defence

    def column_in_force(self, game: Battle) -> int:
        """The column of the odds, shifted, held between below the table and its last."""
        rules = game.rules
        odds = rules.odds_column(*self.strengths(game))  # S12.23-1b
        shift = sum(modifier.value for modifier in rules.column_shifts(game, self))
        return self.shifted(game, odds + shift)  # S12.23-1d

    def capture_guns(self, game: Battle) -> Next:
        """S12.3b: guns that defend alone are captured; then comes step 9."""
        for id in self.defenders:
            game.rules.capture(game, id)
        late = check_late_arrivals(game, self.defender, self.late_defenders, self.only_across_works(game))
        return Call(late, then="adjust_army_morale") if late is not None else Goto("adjust_army_morale")

    def offer_withdrawal(self, game: Battle) -> Next:
        """S12.4a: the defender may ride off instead of fighting."""
        if game.rules.may_withdraw_cavalry(game, self):
            seat = game.rules.seat_for(game, self.defender, self.defenders)
            return Ask(seat, [STAND, RIDE_OFF], self.withdrawal_answered, "cavalry-withdrawal", "S12.4a")
        return None

    def withdrawal_answered(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Withdraw):
            game.emit(CavalryWithdrew(self.defenders))
            seat = game.rules.seat_for(game, self.defender, self.defenders)
            return Call(CavalryWithdrawal(seat, self.defenders), then="advance")
        return None

    def intervene(self, game: Battle) -> Next:
        """G3.1a: between the odds and the lead units a battle may let a side change the column."""
        procedure = game.rules.intervention(game, self)
        return Call(procedure, then=self.intervened) if procedure is not None else None

    def intervened(self, game: Battle, shift: Modifier | None) -> Next:
        """S12.23-1d: a further shift; however far past the end it goes, the lowest column is one."""
        if shift is not None:
            self.column = self.shifted(game, self.column + shift.value)  # S12.23-1e
            game.emit(ColumnShifted(game.rules.column_name(self.column), (shift,)))
        return None

    def shifted(self, game: Battle, column: int) -> int:
        return min(max(column, BELOW_TABLE), len(game.rules.components.close_combat.columns))

    # ------------------------------------------------------------------ step 2

    def choose_attacking_lead(self, game: Battle) -> Next:
        """S12.23-2a: first the attacker, openly."""
        return self.ask_lead(game, self.attacker, {})

    def choose_defending_lead(self, game: Battle) -> Next:
        """S12.23-2a: then the defender, who is told the attacker's choice."""
        return self.ask_lead(game, self.defender, {"attackers_lead": self.attacking_lead})

    def ask_lead(self, game: Battle, side: str, known: Arguments) -> Next:
        actions = [Lead(id) for id in game.rules.lead_candidates(game, self, side)]
        cites = ("S12.23-2a", "S12.23-2b")
        return Ask(self.seat_of(game, side), actions, self.lead_chosen, "choose-lead", cites, self.why_not_lead, known)

    def why_not_lead(self, game: Battle, action: Action) -> Reason | None:
        if not isinstance(action, Lead):
            return NOT_OFFERED
        side = self.attacker if self.step == "choose_attacking_lead" else self.defender
        return game.rules.why_not_lead(game, self, side, action.piece)

    def lead_chosen(self, game: Battle, answer: Lead) -> Next:
        if self.step == "choose_attacking_lead":
            self.attacking_lead = answer.piece
        else:
            self.defending_lead = answer.piece
        game.emit(LeadChosen(game.side_of(answer.piece), answer.piece))
        return None

    def appoint_attackers_commander(self, game: Battle) -> Next:
        """S3.2d: before the modifiers are summed, the commander where that is in doubt."""
        return self.appoint(game, self.attacker)

    def appoint_defenders_commander(self, game: Battle) -> Next:
        return self.appoint(game, self.defender)

    def appoint(self, game: Battle, side: str) -> Next:
        procedure = appoint_commanders(game, side, self.involved(game, side))
        return Call(procedure) if procedure is not None else None

    # ------------------------------------------------------------------ step 4

    def choose_tactics(self, game: Battle) -> Next:
        """S12.23-4a: both sides choose a chit, sealed."""
        asks = tuple(self.ask_tactics(game, side) for side in (self.attacker, self.defender))
        return AskAll(asks, self.tactics_revealed)

    def ask_tactics(self, game: Battle, side: str) -> Ask:
        rules = game.rules
        chits = rules.components.tactics.chits if rules.any_chit else rules.legal_chits(game, self, side)
        seat, actions = self.seat_of(game, side), [Chit(chit) for chit in chits]
        return Ask(seat, actions, self.tactics_revealed, "choose-tactics", "S12.23-4a", self.why_not_chit, with_seat=True)

    def why_not_chit(self, game: Battle, seat: str, action: Action) -> Reason | None:
        if not isinstance(action, Chit):
            return NOT_OFFERED
        if action.name not in game.rules.components.tactics.chits:
            return Reason("no-such-chit", ("S12.51",), {"chit": action.name})
        if not game.rules.advanced or game.rules.any_chit:
            return None
        return game.rules.why_not_chit(game, self, game.rules.side_of(seat), action.name)

    def tactics_revealed(self, game: Battle, answers: dict[str, Chit]) -> Next:
        """S12.23-4a: the matrix, no combat, or the penalty for an illegal chit."""
        attackers, defenders = (answers[self.seat_of(game, side)] for side in (self.attacker, self.defender))
        self.chits = attackers.name, defenders.name
        drm = self.tactics_drm(game)
        game.emit(TacticsRevealed(self.chits[0], self.chits[1], str(drm)))
        return Goto("withdraw_on_no_combat") if drm == NO_COMBAT else None  # S12.23-4b

    def illegal_chits(self, game: Battle) -> tuple[bool, bool]:
        """S12.54a: which of the revealed chits, attacker's and defender's, were not allowed."""
        if not game.rules.advanced or not game.rules.any_chit:
            return False, False
        refused = (
            game.rules.why_not_chit(game, self, side, chit) is not None
            for side, chit in zip((self.attacker, self.defender), self.chits, strict=True)
        )
        return next(refused), next(refused)

    def tactics_drm(self, game: Battle) -> int | str:
        attackers, defenders = self.illegal_chits(game)
        if attackers or defenders:
            return defenders - attackers
        return game.rules.tactics_result(*self.chits)

    # ------------------------------------------------------------------ steps 3 and 5

    def modifiers(self, game: Battle) -> tuple[Modifier, ...]:
        """S12.23-3a: every applicable line, tactics included."""
        drm, illegal = int(self.tactics_drm(game)), any(self.illegal_chits(game))
        tactics = Modifier(drm, "illegal-chit", "S12.54a") if illegal else Modifier(drm, "tactics", "S12.23-4a")
        return (*game.rules.close_combat_modifiers(game, self), tactics)

    def resolve(self, game: Battle) -> Next:
        """S12.23-5a: a die and all modifiers, read in the odds column."""
        modifiers = self.modifiers(game)
        bonus, column, rules = sum(modifier.value for modifier in modifiers), self.column, game.rules
        limits = rules.components.close_combat.momentum

        def reading(face: int) -> tuple[str, bool, bool]:
            total = face + bonus
            gains = total <= limits.defender_at_or_below, total >= limits.attacker_at_or_above
            return rules.read_table(column, total), *gains

        seat = self.seat_of(game, self.attacker)
        return Roll("close-combat", self.rolled, modifiers, "S12.23-5a", seat, reading=reading)

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        self.total = rolled.total
        self.result = game.rules.read_table(self.column, rolled.total)
        self.declined = ()
        game.emit(CombatResolved(game.rules.column_name(self.column), self.total, self.result, rolled.modifiers))
        return None

    # ------------------------------------------------------------------ step 6

    def asked_to_reroll(self, game: Battle) -> str | None:
        """S12.23-6a: the side with fewer chits first, the defender if equal; then the other."""
        if not game.rules.advanced:
            return None
        held = game.state.momentum
        first = self.attacker if held[self.attacker] < held[self.defender] else self.defender
        for side in (first, game.enemy(first)):
            if side not in self.declined and held[side]:
                return side
        return None

    def spend_momentum(self, game: Battle) -> Next:
        """S12.23-6b: one chit at a time; the step ends when both decline."""
        side = self.asked_to_reroll(game)
        if side is None:
            return None
        seat, known = game.rules.spends_momentum(game, side, self.involved(game, side)), {"result": self.result}
        return Ask(seat, [Accept(), Reroll()], self.momentum_answered, "spend-momentum", "S12.23-6a", None, known)

    def momentum_answered(self, game: Battle, answer: Action) -> Next:
        side = self.asked_to_reroll(game) or ""
        if isinstance(answer, Reroll):
            game.rules.spend_momentum(game, side, 1, "reroll")
            return Goto("resolve")
        self.declined += (side,)
        return Goto("spend_momentum")

    # ------------------------------------------------------------------ step 7

    def codes(self) -> tuple[str, str]:
        """The attacker's and the defender's part of the result."""
        if self.result == "PIN":
            return "-", "-"
        attacker, defender = self.result.split("/")
        return attacker, defender

    def suffer(self, game: Battle, side: str, code: str) -> Next:
        star = code.endswith("*")
        code = code.rstrip("*")
        if code not in ADVERSE:
            return None
        defending = side == self.defender
        lead = self.defending_lead if defending else self.attacking_lead
        late = self.late_defenders if defending else self.late_attackers
        chooser = self.defender if code == "DC" else self.attacker
        in_works = defending and self.only_across_works(game)
        return Call(Suffer(side, code, star, lead, self.involved(game, side), late, chooser, in_works))

    def only_across_works(self, game: Battle) -> bool:
        """S13.5b: attacked exclusively across fieldwork hexsides, into the works."""
        homes = {game.piece(id).hex for id in game.alive(self.attackers)}
        board = game.rules.board
        return bool(homes) and all("fieldwork_in" in board.side(a, d) for a in homes for d in self.targets)

    def defender_suffers(self, game: Battle) -> Next:
        """S12.23-7b: the defender carries out their results first."""
        return self.suffer(game, self.defender, self.codes()[1])

    def attacker_suffers(self, game: Battle) -> Next:
        return self.suffer(game, self.attacker, self.codes()[0])

    def pin(self, game: Battle) -> Next:
        """S13.1-PIN-a: disordered units in the hexes involved are captured, the defender's first; the rest is pinned."""
        if self.result != "PIN":
            game.rules.results_done(game, self)
            return None
        late = {*self.late_attackers, *self.late_defenders}
        homes = sorted({game.piece(id).hex for id in self.attackers})
        for side, hexes in ((self.defender, self.targets), (self.attacker, homes)):
            for unit in [unit for h in hexes for unit in game.units_at(h, side)]:
                if unit.id not in late and game.rules.captured_by_pin(game, unit):
                    game.rules.capture(game, unit.id)
        attackers, defenders = game.alive(self.attackers), game.alive(self.defenders)
        if attackers and defenders:
            game.state.pins += 1
            for id in (*attackers, *defenders):
                game.change(id, pin=game.state.pins)
            game.emit(Pinned((*attackers, *defenders), game.state.pins))
        return None

    def adjust_army_morale(self, game: Battle) -> Next:
        """S12.23-7c: after the results."""
        game.rules.post_army_morale(game)
        return None

    # ------------------------------------------------------------------ steps 8 and 9

    def gain_momentum(self, game: Battle) -> Next:
        """S12.23-8: a final modified die of -1 or less, or of 10 or more."""
        if not self.result:
            return None
        limits = game.rules.components.close_combat.momentum
        if self.total <= limits.defender_at_or_below:
            game.rules.gain_momentum_defending(game, self)
        elif self.total >= limits.attacker_at_or_above:
            game.rules.gain_momentum_attacking(game, self)
        return None

    def withdraw_on_no_combat(self, game: Battle) -> Next:
        """S12.23-4c, S12.23-4d: on NC, never else, a side that chose Withdraw retreats all involved units; defender first."""
        if self.result or not self.chits[0]:
            return None
        sides = ((self.defender, self.chits[1]), (self.attacker, self.chits[0]))
        going = tuple(side for side, chit in sides if chit == WITHDRAW)
        return Call(Withdrawals(going, tuple(self.involved(game, side) for side in going)), then=self.withdrawn)

    def withdrawn(self, game: Battle, _: object) -> Next:
        game.rules.post_army_morale(game)
        return None

    def advance(self, game: Battle) -> Next:
        """S12.23-9a to 9d; S13.1-PIN-a: after PIN nobody advances while an involved defender is left."""
        if self.result == "PIN" and game.alive(self.defenders):
            return None
        return Call(AdvanceAfterCombat(self.attacker, game.alive(self.attackers), self.targets, self.attacking_lead))

    def finish(self, game: Battle) -> Next:
        game.rules.thaw_bands(game)
        game.rules.post_army_morale(game)
        return None
