"""Chapter 14: who attacks whom. All combats of an activation are declared before the first is fought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.procedures import NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import (
    AssaultFrom,
    Charge,
    Converge,
    Detach,
    EndDeclaring,
    SendSkirmishers,
)
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import AttackDeclared
from grognard.games.chancellorsville.victories.names import ArmyName, HexId, UnitId
from grognard.games.chancellorsville.victories.pieces import ENEMY, GOOD, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

END_DECLARING = EndDeclaring()


class DeclaredCombat(msgspec.Struct, frozen=True):
    """One combat as declared: its attackers and the hexes they attack."""

    attackers: tuple[UnitId, ...]
    targets: tuple[HexId, ...]


class Attacking(Chapter[C]):
    """Who may attack, and who must be attacked."""

    def attackable(self, game: C, army: str, h: Hex) -> HexSet:
        """U14.1: the enemy hexes next to a hex, but for those across a great river."""
        found = self.board.grid.adjacent[h] & game.held(ENEMY[army])
        # U10.2
        for other in members(found):
            if game.rules.across_great_river(h, other):
                found &= ~(1 << other)
        return found

    def why_not_attack(self, game: C, piece: Piece) -> Reason | None:
        """U14.1, U14.46, U12.1, U9.22, U11.7: why a unit cannot attack in this activation."""
        state, counter = game.state, self.counters[piece.id]
        name = {"unit": counter.name}
        if game.night and not game.rules.attacks_by_night(game, piece):
            return Reason("no-combat-at-night", ("U6.11",))
        demons = game.state.effects.get("demons-out-of-the-earth", "")
        if demons and self.board.grid.distance(self.board.hex(demons), piece.hex) > 1:
            return Reason("not-among-the-demons", ("U17.8",), name)
        if not counter.is_dummy and not counter.is_skirmisher and piece.id not in state.active:
            return Reason("not-active", ("U14.1",), name)
        if piece.id in state.attacked:
            return Reason("has-attacked", ("U14.1",), name)
        unfit = self.why_unfit_to_attack(game, piece)
        if unfit is not None:
            return unfit
        if not self.attackable(game, counter.side, piece.hex):
            return Reason("no-enemy-next-to-it", ("U14.1", "U10.2"), name)
        return None

    def why_unfit_to_attack(self, game: Campaign, piece: Piece) -> Reason | None:
        """U9.27, U14.46, U12.1, U9.22, U11.7: why a unit could not attack, wherever it stood and whoever was active."""
        name = {"unit": self.counters[piece.id].name}
        if self.counters[piece.id].is_dummy:
            return Reason("dummies-do-not-attack", ("U9.27",), name)
        if piece.order != GOOD:
            return Reason("in-disorder", ("U14.46", "U14.51"), name)
        if piece.fired:
            return Reason("has-bombarded", ("U12.1",), name)
        if game.rules.on_forced_march(game, piece):
            return Reason("after-a-forced-march", ("U9.22",), name)
        if piece.id in game.state.builders:
            return Reason("builders-do-not-attack", ("U11.7",), name)
        return None

    def must_be_engaged(self, game: C, army: str, h: Hex) -> HexSet:
        """U14.2: what an attack out of a hex has to engage."""
        if self.woods >> h & 1:
            return 0  # U14.3
        found = self.attackable(game, army, h)
        for other in members(found):
            real = game.real(game.units_at(ENEMY[army], other))
            if real and all(piece.order != GOOD for piece in real):
                found &= ~(1 << other)  # U14.50
        return found


class AttackPlan:
    """The attacks declared so far, and whether a legal declaration can still come of them."""

    def __init__(self, game: Campaign, army: str, assigned: tuple[tuple[str, int], ...]) -> None:
        rules = game.rules
        self.game, self.army, self.grid = game, army, rules.board.grid
        self.contact: dict[str, HexSet] = {}
        self.alone: set[str] = set()
        """U13.10: those that may attack by themselves."""
        near = game.near(ENEMY[army])
        for piece in game.on_map(army):
            if near >> piece.hex & 1 and rules.why_not_attack(game, piece) is None:
                found = rules.attackable(game, army, piece.hex)
                if found:
                    self.contact[piece.id] = found
                    if not rules.counters[piece.id].is_skirmisher:
                        self.alone.add(piece.id)
        self.combats: dict[HexSet, list[str]] = {}
        self.assigned: set[str] = set()
        self.taken: HexSet = 0
        for id, targets in assigned:
            self.assign(id, targets)

    def assign(self, id: str, targets: HexSet) -> None:
        self.combats.setdefault(targets, []).append(id)
        self.assigned.add(id)
        self.taken |= targets

    def hexes_of(self, h: Hex, mask: int) -> HexSet:
        """The hexes of a 6-bit set of neighbours."""
        found = 0
        for direction, other in enumerate(self.grid.neighbours[h]):
            if other is not None and mask >> direction & 1:
                found |= 1 << other
        return found

    def mask_of(self, h: Hex, hexes: HexSet) -> int:
        """A set of neighbours as six bits, clockwise from north."""
        mask = 0
        for direction, other in enumerate(self.grid.neighbours[h]):
            if other is not None and hexes >> other & 1:
                mask |= 1 << direction
        return mask

    def owed(self) -> HexSet:
        """U14.2: the hexes that must still be attacked because somebody attacks next to them from a hex that is not woods."""
        found = 0
        for id in self.assigned:
            found |= self.game.rules.must_be_engaged(self.game, self.army, self.game.piece(id).hex)
        return found & ~self.taken

    def completable(self) -> bool:
        """Whether every hex owed has an unassigned neighbour that may attack it: it can take all that is untaken around it."""
        owed = self.owed()
        if not owed:
            return True
        reachable = 0
        for id in self.alone - self.assigned:
            reachable |= self.contact[id]
        return not owed & ~reachable

    def completable_with(self, ids: tuple[str, ...], targets: HexSet) -> bool:
        """Whether these attacks may be added."""
        taken, joined = self.taken, targets in self.combats
        for id in ids:
            self.assign(id, targets)
        answer = self.completable()
        for id in ids:
            self.combats[targets].remove(id)
            self.assigned.discard(id)
        if not joined:
            del self.combats[targets]
        self.taken = taken
        return answer

    def has_company(self, id: str, targets: HexSet) -> bool:
        """U13.10: whether another unit of the skirmisher's hex fights in the combat."""
        here = self.game.piece(id).hex
        return any(other in self.alone and self.game.piece(other).hex == here for other in self.combats.get(targets, ()))

    def candidates(self, contact: HexSet) -> list[HexSet]:
        """U14.5, U14.7: the sets of hexes that a unit with this contact could attack: untaken ones, or those of a combat."""
        free = contact & ~self.taken
        subset, found = free, []
        while subset:
            found.append(subset)
            subset = (subset - 1) & free
        found.extend(targets for targets in self.combats if not targets & ~contact)
        return found

    def attacks(self) -> Iterator[Action]:
        """Every attack that may be declared next."""
        rules = self.game.rules
        stacks: dict[Hex, list[str]] = {}
        for piece in rules.distinct(self.game, (self.game.piece(id) for id in self.contact if id not in self.assigned)):
            contact = self.contact[piece.id]
            if piece.id in self.alone:
                stacks.setdefault(piece.hex, []).append(piece.id)
            for targets in self.candidates(contact):
                able = piece.id in self.alone or self.has_company(piece.id, targets)  # U13.10
                if able and self.completable_with((piece.id,), targets):
                    yield Charge(piece.id, self.mask_of(piece.hex, targets))
        for h, ids in stacks.items():
            group = self.group(h)
            if len(group) > 1:
                for targets in self.candidates(self.contact[ids[0]]):
                    if self.completable_with(group, targets):
                        yield AssaultFrom(self.game.label(h), self.mask_of(h, targets))
        enemies = 0
        for id in self.alone - self.assigned:
            enemies |= self.contact[id]
        for h in members(enemies & ~self.taken):
            group = self.converging(h)
            if len({self.game.piece(id).hex for id in group}) > 1 and self.completable_with(group, 1 << h):
                yield Converge(self.game.label(h))

    def group(self, h: Hex) -> tuple[str, ...]:
        """All that may still attack from a hex, skirmishers with them."""
        here = [id for id in self.contact if id not in self.assigned and self.game.piece(id).hex == h]
        return tuple(here) if any(id in self.alone for id in here) else ()

    def converging(self, target: Hex) -> tuple[str, ...]:
        """All that may still attack a hex, skirmishers with units of their own hex."""
        able = [id for id, contact in self.contact.items() if contact >> target & 1 and id not in self.assigned]
        hexes = {self.game.piece(id).hex for id in able if id in self.alone}
        return tuple(id for id in able if self.game.piece(id).hex in hexes)

    def why_not(self, ids: tuple[str, ...], targets: HexSet) -> Reason | None:
        """Why these units cannot be sent against these hexes."""
        if not targets or not ids or any(id not in self.contact or targets & ~self.contact[id] for id in ids):
            return Reason("no-enemy-to-assault", ("U14.1", "U10.2"))
        if targets not in self.combats and targets & self.taken:
            return Reason("hex-attacked-once", ("U14.1", "U14.5"))
        if not any(id in self.alone for id in ids) and not all(self.has_company(id, targets) for id in ids):
            return Reason("skirmishers-need-company", ("U13.10",))
        if not self.completable_with(ids, targets):
            return Reason("all-around-must-be-engaged", ("U14.2",))
        return None


class Declaration(Procedure["Campaign"]):
    """U14.2 to U14.8: the attacker declares all combats of the activation."""

    army: ArmyName
    assigned: tuple[tuple[UnitId, tuple[HexId, ...]], ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("declare",)

    def plan(self, game: Campaign) -> AttackPlan:
        assigned = tuple((id, sum(1 << h for h in hexes)) for id, hexes in self.assigned)
        return AttackPlan(game, self.army, assigned)

    def declare(self, game: Campaign) -> Next:
        plan, rules = self.plan(game), game.rules
        actions: list[Action] = [*plan.attacks()]
        fresh = [id for id in plan.alone if id not in plan.assigned]
        able = (game.piece(id) for id in sorted(fresh))
        actions.extend(SendSkirmishers(p.id) for p in able if rules.why_not_skirmish(game, p) is None)
        near = game.near(ENEMY[self.army])
        if not rules.marches_by_force(game, self.army):
            actions.extend(a for a in rules.detachments(game) if near >> rules.board.hex(a.hex) & 1)
        if not plan.owed():
            actions.append(END_DECLARING)
        if not plan.contact and len(actions) == 1:
            return Done(())
        cites = ("U14.2", "U14.8")
        closing = (END_DECLARING,)
        return Ask(self.army, actions, self.declared, "declare-attacks", cites, self.why_not, closing=closing)

    def why_not(self, game: Campaign, action: Action) -> Reason | None:
        plan, rules, grid = self.plan(game), game.rules, game.rules.board.grid
        match action:
            case EndDeclaring():
                return Reason("attacks-are-due", ("U14.2",)) if plan.owed() else None
            case Charge(id, mask):
                if id not in rules.counters or rules.counters[id].side != self.army or not game.piece(id).hex:
                    return Reason("no-unit-of-yours-here", ("U14.1",), {"unit": id})
                refused = rules.why_not_attack(game, game.piece(id))
                if refused is not None:
                    return refused
                here = game.piece(id).hex
                targets = plan.hexes_of(here, mask)
                if mask != plan.mask_of(here, targets):
                    return Reason("no-enemy-to-assault", ("U14.1",))
                if id not in {piece.id for piece in rules.distinct(game, (game.piece(i) for i in self.open_units(plan)))}:
                    return Reason("one-combat-each", ("U14.4",))
                return plan.why_not((id,), targets)
            case AssaultFrom(label, mask):
                h = grid.by_label.get(label)
                group = plan.group(h) if h is not None else ()
                if h is None or len(group) < 2 or mask != plan.mask_of(h, plan.hexes_of(h, mask)):
                    return Reason("nobody-to-assault-from", ("U14.4",), {"hex": label})
                return plan.why_not(group, plan.hexes_of(h, mask))
            case Converge(label):
                h = grid.by_label.get(label)
                group = plan.converging(h) if h is not None and not plan.taken >> h & 1 else ()
                if h is None or len({game.piece(id).hex for id in group}) < 2:
                    return Reason("nobody-to-converge", ("U14.7",), {"hex": label})
                return plan.why_not(group, 1 << h)
            case SendSkirmishers(id):
                if id not in plan.alone or id in plan.assigned:
                    return Reason("not-about-to-attack", ("U13.3",), {"unit": id})
                return rules.why_not_skirmish(game, game.piece(id))
            case Detach(label):
                h = grid.by_label.get(label)
                if h is not None and not game.near(ENEMY[self.army]) >> h & 1:
                    return Reason("nobody-to-attack-with", ("U8.13",), {"hex": label})
                if rules.marches_by_force(game, self.army):
                    name = rules.commands[game.state.command].name
                    return Reason("nobody-attacks-on-a-forced-march", ("U9.22", "U8.13"), {"command": name})
                return rules.why_not_detach_at(game, label)
        return NOT_OFFERED

    def open_units(self, plan: AttackPlan) -> list[str]:
        return [id for id in plan.contact if id not in plan.assigned]

    def declared(self, game: Campaign, answer: Action) -> Next:
        plan, rules = self.plan(game), game.rules
        match answer:
            case Charge() | AssaultFrom() | Converge():
                self.add(game, *self.meant(game, answer, plan))
            case SendSkirmishers(id):
                return Call(rules.skirmish(game, self.army, id), then="declare")
            case Detach(label):
                rules.detach(game, rules.board.hex(label))
            case _:
                return Done(self.combats(plan))
        return Goto("declare")

    def meant(
        self, game: Campaign, action: Charge | AssaultFrom | Converge, plan: AttackPlan
    ) -> tuple[tuple[str, ...], tuple[Hex, ...]]:
        """The units that a legal action sends, and the hexes that they attack."""
        rules = game.rules
        match action:
            case Charge(id, mask):
                return (id,), tuple(members(plan.hexes_of(game.piece(id).hex, mask)))
            case AssaultFrom(label, mask):
                h = rules.board.hex(label)
                return plan.group(h), tuple(members(plan.hexes_of(h, mask)))
        h = rules.board.hex(action.hex)
        return plan.converging(h), (h,)

    def add(self, game: Campaign, ids: tuple[str, ...], hexes: tuple[Hex, ...]) -> None:
        self.assigned += tuple((id, hexes) for id in ids)
        game.emit(AttackDeclared(self.army, ids, tuple(game.label(h) for h in hexes)))

    def combats(self, plan: AttackPlan) -> tuple[DeclaredCombat, ...]:
        return tuple(DeclaredCombat(tuple(ids), tuple(members(targets))) for targets, ids in plan.combats.items())
