"""Chapter 12.1 and 12.21: who must attack whom, diversion, and the announcement of attacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.procedures import NOT_OFFERED, Ask, Done, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import Attack, Divert, EndAnnouncement
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import AttackAnnounced, Diverted
from grognard.games.revolution.series.names import HexId, Neighbours, Side, UnitId
from grognard.games.revolution.series.pieces import Counter, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

END_ANNOUNCEMENT = EndAnnouncement()


class AnnouncedCombat(msgspec.Struct, frozen=True):
    """One combat as announced: its attackers, the hexes they attack, and whether a diversion hinders it (S12.14c)."""

    attackers: tuple[UnitId, ...]
    targets: tuple[HexId, ...]
    hindered: bool = False


class AsOne(NamedTuple):
    """Units that attack as one group, and the rule that says so."""

    ids: tuple[str, ...]
    rule: str


class Duties(Chapter):
    """Who may and must attack."""

    def in_good_order(self, piece: Piece) -> bool:
        """S3.2k: parade order; a battle may know other disorders."""
        return piece.order == 0

    def attackable(self, game: Battle, piece: Piece) -> HexSet:
        """S3.2s: the adjacent hexes with enemy combat units, whatever lies between."""
        enemy = self.enemy[self.counters[piece.id].side]
        return self.board.grid.adjacent[piece.hex] & game.force(enemy).units

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        """S12.12c, S12.12e, S13.3b, S12.4c: units that never attack or cannot now."""
        counter = self.counters[piece.id]
        name = {"piece": counter.name}
        if counter.side != game.state.phasing or piece.hex == OFF_MAP or counter.is_leader:
            return Reason("only-phasing-units-attack", ("S12.11",), name)
        if counter.is_artillery:
            return Reason("artillery-does-not-attack", ("S12.12c",), name)
        if not self.in_good_order(piece):
            return Reason("disordered-units-do-not-attack", ("S12.12e", "S13.3b"), name)
        if piece.withdrawn:
            return Reason("withdrawn-cavalry-does-not-attack", ("S12.4c",), name)
        if not self.attackable(game, piece):
            return Reason("no-enemy-adjacent", ("S12.12a",), name)
        return None

    def in_contact(self, game: Battle, side: str) -> tuple[dict[str, HexSet], frozenset[str]]:
        """The units of a side that may attack, each with the hexes it may attack, and those that must."""
        key = ("in-contact", side)
        if key not in game.memo:
            rules, near = game.rules, game.near(self.enemy[side])
            able = [u for u in game.units_of(side) if near >> u.hex & 1 and rules.why_not_attack(game, u) is None]
            must = frozenset(unit.id for unit in able if not rules.may_decline(game, unit))
            game.memo[key] = {unit.id: rules.attackable(game, unit) for unit in able}, must
        found: tuple[dict[str, HexSet], frozenset[str]] = game.memo[key]
        return found

    def may_decline(self, game: Battle, piece: Piece) -> bool:
        """S12.12d: riflemen need not attack; a pinned unit must (S13.1-PIN-c)."""
        return self.counters[piece.id].is_rifle and not piece.pin

    def fight_apart(self, one: Counter, other: Counter) -> str:
        """The rule by which two friends may not attack one hex together, or nothing; the series knows none."""
        return ""

    def attacking_as_one(self, game: Battle, ids: Iterable[str]) -> dict[str, AsOne]:
        """Those of these units that attack the same hexes or none, by unit; the series knows none."""
        return {}

    @cached_property
    def apart_in_attack(self) -> dict[str, dict[str, str]]:
        """Those with whom each piece may not attack one hex, with the rule that says so."""
        return {
            one.id: {
                id: rule
                for id, other in self.counters.items()
                if other.side == one.side and (rule := self.fight_apart(one, other))
            }
            for one in self.counters.values()
        }

    def may_divert(self, game: Battle) -> bool:
        """S12.14a: diversion belongs to the advanced game."""
        return self.advanced


def hexes_of(game: Battle, id: str, mask: int) -> HexSet:
    """The hexes of a 6-bit set of neighbours of a piece."""
    found = 0
    for direction, h in enumerate(game.rules.board.grid.neighbours[game.piece(id).hex]):
        if h is not None and mask >> direction & 1:
            found |= 1 << h
    return found


class Plan:
    """The attacks announced so far, and whether a legal announcement can still come of them (S12.1-alg).

    Allies announce one after another; units of whoever has finished attack no more (`done`), and only those of the seat that
    acts may be announced next, though an ally may still attack what it leaves.
    """

    def __init__(
        self, game: Battle, side: str, assigned: tuple[tuple[str, int], ...], diverted: Hex, done: tuple[str, ...] = ()
    ) -> None:
        rules = game.rules
        self.game = game
        self.grid = rules.board.grid
        self.diverted = diverted
        contact, self.must = rules.in_contact(game, side)
        self.contact = contact.copy()
        self.groups = rules.attacking_as_one(game, contact)
        self.combats: dict[HexSet, list[str]] = {}
        self.assigned: set[str] = set()
        self.taken: HexSet = 0
        for id, mask in assigned:
            self.assign(id, self.hexes_of(id, mask))
        self.owed: HexSet = 0
        for id in self.must:
            self.owed |= self.contact[id]
        if done:
            self.leave_out(done)

    def leave_out(self, seats: tuple[str, ...]) -> None:
        """The units of these seats that attack nobody have had their chance."""
        seat_of = self.game.rules.seat_of
        for id in [id for id in self.contact if id not in self.assigned and seat_of[id] in seats]:
            del self.contact[id]

    def assign(self, id: str, targets: HexSet) -> None:
        self.combats.setdefault(targets, []).append(id)
        self.assigned.add(id)
        self.taken |= targets

    def hexes_of(self, id: str, mask: int) -> HexSet:
        return hexes_of(self.game, id, mask)

    def mask_of(self, id: str, hexes: HexSet) -> int:
        """A set of neighbours as six bits, clockwise from north."""
        mask = 0
        for direction, h in enumerate(self.grid.neighbours[self.game.piece(id).hex]):
            if h is not None and hexes >> h & 1:
                mask |= 1 << direction
        return mask

    def may_join(self, id: str, targets: HexSet) -> bool:
        """S12.15d: one attacking or one defending hex, every attacking hex next to every defending one (S12.15e)."""
        if targets & ~self.contact[id] or self.apart(id, targets):
            return False
        if targets & (targets - 1) == 0:
            return True
        here = self.game.piece(id).hex
        return all(self.game.piece(other).hex == here for other in self.combats[targets])

    def apart(self, id: str, targets: HexSet) -> str:
        """The rule that keeps a unit out of a combat because of the friends who fight it, or nothing.

        Where units attack as one, all of them count on both sides, and among themselves they are not apart.
        """
        apart = self.game.rules.apart_in_attack
        if not self.groups:
            return next((apart[id][other] for other in self.combats[targets] if other in apart[id]), "") if apart[id] else ""
        own = self.with_all(id, targets)
        there = [each for other in self.combats[targets] for each in self.with_all(other, targets) if each not in own]
        return next((apart[one][other] for one in own for other in there if other in apart[one]), "")

    def with_all(self, id: str, targets: HexSet) -> tuple[str, ...]:
        """A unit with those that attack these hexes as one with it."""
        group = self.groups.get(id)
        return tuple(each for each in group.ids if not targets & ~self.contact.get(each, 0)) if group is not None else (id,)

    def bound_to(self, id: str) -> HexSet:
        """The hexes that a unit must attack, because others attack them with whom it attacks as one; 0 if it is free."""
        if id in self.groups:
            for targets, attackers in self.combats.items():
                if not targets & ~self.contact[id] and any(other in self.groups[id].ids for other in attackers):
                    return targets
        return 0

    def excused(self, id: str) -> bool:
        """Whether the duty of a unit to attack lapses: friends whom it may not join attack what it could."""
        closed = self.taken | (1 << self.diverted if self.diverted else 0)
        contact = self.contact[id]
        if self.bound_to(id):
            return False
        return not contact & ~closed and any(targets & contact and self.apart(id, targets) for targets in self.combats)

    def divertible(self, h: Hex) -> bool:
        """S12.14a, S12.14b: an unattacked stack without a PIN marker, next to a unit that must attack."""
        if self.taken >> h & 1 or not self.owed >> h & 1:
            return False
        return not any(unit.pin for unit in self.game.units_at(h))  # S12.14d

    def works_with(self, diverted: Hex) -> bool:
        """Every hex still owed has an unassigned unit that may attack it, every unit still owing has something to attack."""
        closed = self.taken | (1 << diverted if diverted else 0)
        owed = self.owed & ~closed
        reachable = 0
        for id, contact in self.contact.items():
            if id in self.assigned or (self.groups and self.bound_to(id)):
                continue
            free = contact & ~closed
            reachable |= free
            if not free and id in self.must and not any(self.may_join(id, targets) for targets in self.combats):
                if not self.excused(id):
                    return False
        return not owed & ~reachable

    def completable(self) -> bool:
        """Whether some announcement that contains these attacks is legal."""
        if self.works_with(self.diverted):
            return True
        if self.diverted or not self.game.rules.may_divert(self.game):
            return False
        return any(self.divertible(h) and self.works_with(h) for h in members(self.owed))

    def completable_with(self, id: str, targets: HexSet) -> bool:
        """Whether this attack may be added."""
        old = self.taken
        joined = targets in self.combats
        self.assign(id, targets)
        answer = self.completable()
        self.combats[targets].remove(id)
        if not joined:
            del self.combats[targets]
        self.assigned.discard(id)
        self.taken = old
        return answer

    def attacks(self) -> Iterator[Attack]:
        """Every attack that may be announced next."""
        closed = self.taken | (1 << self.diverted if self.diverted else 0)
        may_act, game = self.game.rules.may_act, self.game
        for id, contact in self.contact.items():
            if id in self.assigned or not may_act(game, id):
                continue
            if bound := self.bound_to(id):
                if self.completable_with(id, bound):
                    yield Attack(id, self.mask_of(id, bound))
                continue
            free = contact & ~closed
            subset = free
            candidates = []
            while subset:
                candidates.append(subset)
                subset = (subset - 1) & free
            candidates.extend(targets for targets in self.combats if self.may_join(id, targets))
            for targets in reversed(candidates):
                if self.completable_with(id, targets):
                    yield Attack(id, self.mask_of(id, targets))

    def diversions(self) -> list[Hex]:
        """S12.14: the stacks that may be named as diverted now."""
        if self.diverted or not self.game.rules.may_divert(self.game):
            return []
        return [h for h in members(self.owed) if self.divertible(h) and self.works_with(h)]

    def owing(self) -> bool:
        """S12.12a, S12.13: whether some unit or hex is still without its combat."""
        closed = self.taken | (1 << self.diverted if self.diverted else 0)
        return bool(self.idle() or self.owed & ~closed)

    def idle(self) -> list[str]:
        """The units that must attack and do not yet, but for those whose duty lapses."""
        return [id for id in self.contact if id in self.must and id not in self.assigned and not self.excused(id)]

    def debtors(self) -> tuple[str, ...]:
        """The units that still must attack, and those that still must be attacked."""
        closed = self.taken | (1 << self.diverted if self.diverted else 0)
        return *self.idle(), *(unit.id for h in members(self.owed & ~closed) for unit in self.game.units_at(h))


class Announcement(Procedure["Battle"]):
    """S12.21: the attacker announces all combats, unit by unit, before any is resolved."""

    side: Side
    assigned: tuple[tuple[UnitId, Neighbours], ...] = ()
    diverted: HexId = 0
    steps: ClassVar[tuple[str, ...]] = ("announce",)

    def plan(self, game: Battle) -> Plan:
        return Plan(game, self.side, self.assigned, self.diverted, self.allies(game)[0])

    def allies(self, game: Battle) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The seats of this side that have announced, and those that still will, where they act one after another."""
        acting, seats = game.state.acting, game.rules.seats_in_turn(game, self.side)
        if acting not in seats:
            return (), ()
        place = seats.index(acting)
        return seats[:place], seats[place + 1 :]

    def may_end(self, game: Battle, plan: Plan) -> bool:
        """S12.12a, S12.13: whether nothing is owed but what the allies who announce next can still attack."""
        done, left = self.allies(game)
        if not left:
            return not plan.owing()
        if any(game.rules.may_act(game, id) for id in plan.idle()):
            return False
        after = self.plan(game)
        after.leave_out((*done, game.state.acting))
        return after.completable()

    def announce(self, game: Battle) -> Next:
        plan = self.plan(game)
        actions: list[Action] = [*plan.attacks(), *(Divert(game.label(h)) for h in plan.diversions())]
        if self.may_end(game, plan):
            actions.append(END_ANNOUNCEMENT)
        cites = ("S12.21", "S12.13")
        return Ask(
            game.rules.acting_seat(game, self.side),
            actions,
            self.announced,
            "announce-attack",
            cites,
            self.why_not,
            closing=(END_ANNOUNCEMENT,),
        )

    def announced(self, game: Battle, answer: Action) -> Next:
        match answer:
            case Attack(id, mask):
                self.assigned += ((id, mask),)
                held = [game.held(h) for h in members(hexes_of(game, id, mask))]
                game.emit(AttackAnnounced(id, tuple(each.place for each in held), tuple(each.pieces for each in held)))
                return Goto("announce")
            case Divert(label):
                self.diverted = game.rules.board.hex(label)
                game.emit(Diverted(label, game.held(self.diverted).pieces))
                return Goto("announce")
        return Goto("announce") if game.rules.next_to_act(game, self.side) else Done(self.combats(game))

    def combats(self, game: Battle) -> tuple[AnnouncedCombat, ...]:
        """The combats as announced; S12.14c: one with an attacker next to the diverted stack is hindered."""
        plan = self.plan(game)
        near = plan.grid.adjacent[self.diverted] if self.diverted else 0
        return tuple(
            AnnouncedCombat(tuple(attackers), tuple(members(targets)), any(near >> game.piece(id).hex & 1 for id in attackers))
            for targets, attackers in plan.combats.items()
        )

    def why_not(self, game: Battle, action: Action) -> Reason | None:
        plan = self.plan(game)
        match action:
            case Attack(id, mask):
                return self.why_not_attack(game, plan, id, mask)
            case Divert(label):
                return self.why_not_divert(game, plan, label)
            case EndAnnouncement():
                if not self.may_end(game, plan):
                    return Reason("attacks-are-owed", ("S12.12a", "S12.13"), {}, plan.debtors())
                return None
        return NOT_OFFERED

    def why_not_attack(self, game: Battle, plan: Plan, id: str, mask: int) -> Reason | None:
        if id not in game.state.pieces:
            return Reason("no-such-piece", (), {"piece": id})
        refused = game.rules.why_not_attack(game, game.piece(id))
        if refused is not None:
            return refused
        if id in plan.assigned:
            return Reason("one-combat-for-each-unit", ("S12.15a",), {"piece": game.counter(id).name})
        if not game.rules.may_act(game, id):
            return Reason("piece-of-an-ally", ("S12.21",), {"piece": game.counter(id).name})
        targets = plan.hexes_of(id, mask)
        if not 0 < mask < 64 or mask != plan.mask_of(id, targets) or targets & ~plan.contact[id]:
            return Reason("no-enemy-there-to-attack", ("S12.12a",))
        if self.diverted and targets >> self.diverted & 1:
            return Reason("that-stack-is-diverted", ("S12.14a",))
        bound = plan.bound_to(id)
        if bound and bound != targets:
            return Reason("they-attack-as-one", (plan.groups[id].rule,), {"piece": game.counter(id).name})
        if targets in plan.combats:
            apart = plan.apart(id, targets)
            if apart:
                return Reason("allies-attack-apart", (apart,), {"piece": game.counter(id).name})
            if not plan.may_join(id, targets):
                return Reason("several-against-several", ("S12.15d",))
        elif targets & plan.taken:
            return Reason("a-hex-is-attacked-whole", ("S12.15c", "S12.15d"))
        if not plan.completable_with(id, targets):
            return Reason("others-could-not-attack", ("S12.12a", "S12.13", "S12.1-alg"))
        return None

    def why_not_divert(self, game: Battle, plan: Plan, label: str) -> Reason | None:
        h = game.rules.board.grid.by_label.get(label)
        if h is None:
            return Reason("no-such-hex", (), {"hex": label})
        if not game.rules.may_divert(game):
            return Reason("no-diversion-in-the-basic-game", ("S1b",))
        if self.diverted:
            return Reason("one-diversion-a-phase", ("S12.14a",))
        if any(unit.pin for unit in game.units_at(h)):
            return Reason("pinned-stacks-are-not-diverted", ("S12.14d",))
        if not plan.divertible(h):
            return Reason("nothing-to-divert", ("S12.14a", "S12.14b"))
        if not plan.works_with(h):
            return Reason("diverting-units-must-attack-elsewhere", ("S12.14b",))
        return None
