"""Chapters 3 and 14: losing levels, disorganised and demoralised units, retreats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure
from grognard.games.chancellorsville.victories.actions import Dismantle, KeepBridge, RetreatAll, RetreatTo
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import Destroyed, FellIntoDisorder, LevelLost, RetreatedTo
from grognard.games.chancellorsville.victories.names import ArmyName, HexId, UnitId, Word
from grognard.games.chancellorsville.victories.pieces import DEMORALISED, ENEMY, LOST, ORDERS, UNION, Piece
from grognard.games.chancellorsville.victories.pontoons import TakeUp

KEEP_BRIDGE = KeepBridge()


class Disorder(Chapter[C]):
    """Losses, disorder, and where units retreat to."""

    def levels(self, piece: Piece) -> int:
        """U3.3: the strength levels that a unit has left."""
        return self.counters[piece.id].levels - piece.step

    def lose_level(self, game: C, id: str, cites: str) -> None:
        """U3.4: the first level turns a two-level unit over, the last one eliminates."""
        piece = game.piece(id)
        if self.levels(piece) <= 1:
            self.eliminate(game, id, cites)
            return
        game.change(id, step=piece.step + 1)
        if cites.startswith("U14"):  # in combat all see it
            game.state.reduced |= {id}
        game.emit(LevelLost(self.counters[id].side, id, game.label(piece.hex), cites))

    def eliminate(self, game: C, id: str, cites: str) -> None:
        """U2.1: a unit goes to the losses box; a dummy is only taken off."""
        piece, counter = game.piece(id), self.counters[id]
        game.take_off(id, LOST if not counter.is_dummy else "available")
        game.emit(Destroyed(counter.side, id, game.label(piece.hex), cites))
        self.drop_dummies(game, counter.side, piece.hex)
        game.rules.settle_works(game)

    def drop_dummies(self, game: C, army: str, h: Hex) -> None:
        """U9.27: dummies without real units are taken off."""
        stack = game.units_at(army, h)
        if stack and all(self.counters[piece.id].is_dummy for piece in stack):
            for piece in stack:
                game.take_off(piece.id, "available")

    def settle_dummies(self, game: C, army: str) -> None:
        """U9.27, U9.29: dummies that have gone a way of their own are taken off."""
        for h in game.rules.dummy_hexes(game, army):
            self.drop_dummies(game, army, h)

    def worsen(self, game: C, id: str, cites: str) -> bool:
        """U14.49: disorganised, or demoralised if it was; True if it is demoralised now. Skirmishers are immune."""
        piece, counter = game.piece(id), self.counters[id]
        if not counter.is_real:
            return False  # U13.14
        if piece.order == DEMORALISED:
            return False
        order = piece.order + 1
        game.change(id, order=order)
        game.state.disordered |= {counter.side}
        game.rules.order_changed(game, id, told=cites.startswith("U14"))  # U9.26
        game.emit(FellIntoDisorder(counter.side, id, ORDERS[order], game.label(piece.hex), cites))
        return order == DEMORALISED

    def disorder(self, game: C, army: str, units: Iterable[str], cites: str) -> Procedure:
        """U14.49: disorganise units; those demoralised next to the enemy retreat at once."""
        fleeing = [id for id in units if game.piece(id).hex and self.worsen(game, id, cites)]
        near = [id for id in fleeing if game.next_to_enemy(army, game.piece(id).hex)]  # U14.52
        return self.flight(army, tuple(near))

    def flight(self, army: str, units: tuple[str, ...], cites: str = "U14.52") -> Procedure:
        """U14.52, U14.53: these demoralised units retreat until no enemy is next to them."""
        return self.retreat_of(army, units, cites)

    def retreat_of(self, army: str, units: tuple[str, ...], cites: str, works: frozenset[Hex] = frozenset()) -> Procedure:
        """U14.41, U14.45: these units retreat, out of these works in disorder."""
        return Retreat(army, units, works, cites)

    # ------------------------------------------------------------------ where to

    def retreat_hexes(self, game: C, army: str, piece: Piece, barred: HexSet) -> HexSet:
        """U14.42: the neighbours that a unit may retreat to, by the tests of the rule, one after another."""
        rules, enemy = game.rules, ENEMY[army]
        found = rules.tables(game, army).move.open[piece.hex] & ~game.held(enemy) & ~rules.closed_to(game, piece) & ~barred
        for test in rules.retreat_ranks(game, army, piece):
            found = found & test or found
        return found

    def retreat_ranks(self, game: C, army: str, piece: Piece) -> tuple[HexSet, ...]:
        """U14.42: not farther from home, not next to the enemy, empty; a test that nothing meets is dropped."""
        return game.rules.homeward(game, army, piece.hex), ~game.near(ENEMY[army]), ~game.held(army)

    def on_their_way(self, game: C) -> set[str]:
        """The units that are retreating already."""
        return {id for frame in game.stack if isinstance(frame, Retreat) for id in frame.units}

    def can_retreat(self, game: C, army: str, units: Sequence[str]) -> bool:
        """U14.44: whether each of these units has somewhere to go, past full hexes too."""
        return all(self.finds_refuge(game, army, game.piece(id)) for id in units)

    def finds_refuge(self, game: C, army: str, piece: Piece) -> bool:
        """U14.43: whether some way leads to a hex where the unit may stay; out of works it may have to flee."""
        rules = game.rules
        # U14.45, U14.53
        flees = self.counters[piece.id].is_real and piece.order + rules.has_works(game, army, piece.hex) >= DEMORALISED
        seen, ahead = 1 << piece.hex, [piece]
        while ahead:
            here = ahead.pop()
            goals = rules.retreat_hexes(game, army, here, seen)
            for h in members(goals):
                if rules.has_room(game, army, h, (piece,)) and not (flees and game.next_to_enemy(army, h)):
                    return True
                ahead.append(replace(here, hex=h))
            seen |= goals
        return False

    def is_settled(self, game: C, army: str, id: str) -> bool:
        """Whether a retreating unit may stay where it is now."""
        piece = game.piece(id)
        others = [other for other in game.units_at(army, piece.hex) if other.id != id]
        if not game.rules.fits(game, (*others, piece)):
            return False  # U14.43
        return not (piece.order == DEMORALISED and game.next_to_enemy(army, piece.hex))  # U14.53


class Retreat(Procedure[C], Generic[C]):
    """U14.41 to U14.45: units retreat one hex, hex by hex until they may stay; who cannot is eliminated."""

    army: ArmyName
    units: tuple[UnitId, ...]
    works: frozenset[HexId] = frozenset()
    """U14.45: hexes with works that the units leave by a combat result."""
    cites: Word = "U14.42"
    passed: frozenset[HexId] = frozenset()
    """Where the unit on its way has been."""
    arrived: tuple[UnitId, ...] = ()
    """Those who have just come to another hex."""
    crossed: tuple[HexId, ...] = ()
    """U11.10: the pontoon that was crossed, as two hexes."""
    steps: ClassVar[tuple[str, ...]] = ("go", "bridge", "settle", "cornered")

    def together(self, game: C) -> tuple[str, ...]:
        """The units that are still where the first of them is."""
        start = game.piece(self.units[0]).hex
        return tuple(id for id in self.units if game.piece(id).hex == start)

    def go(self, game: C) -> Next:
        if not self.units:
            return None
        rules, first = game.rules, game.piece(self.units[0])
        goals = rules.retreat_hexes(game, self.army, first, hex_set(self.passed))
        if not goals:
            return Goto("cornered")
        actions: list[Action] = [RetreatTo(game.label(h)) for h in members(goals)]
        group = self.together(game)
        if len(group) > 1 and not self.passed:
            pieces = [game.piece(id) for id in group]
            for h in members(goals):
                able = all(rules.retreat_hexes(game, self.army, piece, 0) >> h & 1 for piece in pieces)
                if able and rules.has_room(game, self.army, h, pieces):
                    actions.append(RetreatAll(game.label(h)))
        args = {"unit": first.id, "hex": game.label(first.hex)}
        always = rules.secretive and len(group) > 1 and not self.passed  # room in the stacks around is hidden
        return Ask(self.army, actions, self.went, "retreat-to", (self.cites, "U14.42"), None, args, always)

    def cornered(self, game: C) -> Next:
        """U14.44: a unit that cannot retreat is eliminated."""
        game.rules.eliminate(game, self.units[0], "U14.44")
        self.units, self.passed = game.alive(self.units[1:]), frozenset()
        return Goto("go")

    def went(self, game: C, answer: Action) -> Next:
        rules = game.rules
        goal = rules.board.hex(answer.hex)  # type: ignore[attr-defined]
        group = self.together(game) if isinstance(answer, RetreatAll) else self.units[:1]
        start = game.piece(group[0]).hex
        rules.relocate(game, group, goal)
        game.emit(RetreatedTo(self.army, group, game.label(start), game.label(goal), self.cites))
        if game.state.pontoons.get(rules.hexside_key(start, goal)) == self.army:
            self.crossed = (start, goal)
        if start in self.works:
            for id in group:
                rules.worsen(game, id, "U14.45")
        rules.drop_dummies(game, self.army, start)
        self.arrived, self.passed = group, self.passed | {start}
        return rules.drive_off(game, self.army, (goal,), then="settle")  # U14.53

    def settle(self, game: C) -> Next:
        """U14.43, U14.53: who may not stay goes on."""
        group, self.arrived = self.arrived, ()
        rest = game.alive(id for id in self.units if id not in group)
        going_on = tuple(id for id in game.alive(group) if not game.rules.is_settled(game, self.army, id))
        self.units = (*going_on, *rest)
        if not going_on:
            self.passed = frozenset()
        return Goto("go")

    def bridge(self, game: C) -> Next:
        """U11.10: Union units that retreated over a pontoon may take it up."""
        game.rules.settle_dummies(game, self.army)  # U9.29
        game.rules.settle_works(game)  # U14.21
        if not self.crossed or self.army != UNION:
            return DONE
        a, b = self.crossed
        actions: list[Action] = [KEEP_BRIDGE]
        if game.rules.why_not_dismantle(game, self.army, a, b) is None:
            actions.append(Dismantle(game.label(a), game.label(b)))
        return Ask(self.army, actions, self.bridge_answered, "dismantle-behind-you", "U11.10")

    def bridge_answered(self, game: C, answer: Action) -> Next:
        if isinstance(answer, Dismantle):
            return Call(TakeUp(self.army, self.crossed[0], self.crossed[1], True), then="ended")
        return DONE

    def ended(self, game: C, result: object) -> Next:
        return DONE
