"""Chapter 9: breaking contact, a reaction in the enemy's march; and demoralised units that the enemy comes near (U14.53)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import BreakAway, HoldFast, RetreatTo, Scatter, StandGround
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import BrokeContact, Sighted
from grognard.games.chancellorsville.victories.names import ArmyName, HexId, UnitId
from grognard.games.chancellorsville.victories.pieces import ENEMY, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.movement import March
    from grognard.games.chancellorsville.victories.state import Campaign

STAND_GROUND, HOLD_FAST = StandGround(), HoldFast()


class Contacts(Chapter[C]):
    """Who is touched by a march, who may get away, and where to."""

    def touched(self, game: C, army: str, h: Hex) -> HexSet:
        """U9.6, U9.7: the hexes of an army next to the hex that the enemy has entered, over rivers too."""
        return self.board.grid.adjacent[h] & game.held(army)

    def may_break(self, game: C, army: str, h: Hex) -> bool:
        """Not at night, not with foot artillery, and skirmishers only with infantry."""
        stack = [self.counters[piece.id] for piece in game.units_at(army, h)]
        if game.night:
            return False  # U9.14
        if any(counter.is_foot_artillery for counter in stack):
            return False  # U9.8
        if any(counter.is_skirmisher for counter in stack):
            return any(counter.is_infantry for counter in stack)  # U13.9
        return any(counter.is_real for counter in stack)

    def break_hexes(self, game: C, army: str, piece: Piece, alone: bool) -> HexSet:
        """U9.9: where a unit may withdraw to, room apart; cavalry by itself may ride two hexes."""
        rules, enemy = game.rules, ENEMY[army]
        table = rules.tables(game, army).move
        free = self.board.grid.all & ~game.held(enemy) & ~rules.closed_to(game, piece)
        near = table.open[piece.hex] & free
        clear = ~game.near(enemy)
        if alone:  # U9.11
            beyond = near
            for h in members(near):
                beyond |= table.open[h]
            return beyond & free & clear
        return near & (clear | game.held(army))

    def is_horse(self, stack: tuple[Piece, ...]) -> bool:
        """U9.11: a stack of nothing but cavalry."""
        return all(self.counters[piece.id].is_cavalry or self.counters[piece.id].is_dummy for piece in stack)

    def stack_goals(self, game: C, army: str, h: Hex) -> HexSet:
        """U9.10: where a whole stack can withdraw to, all to one hex."""
        stack = game.units_at(army, h)
        goals = self.board.grid.all
        for piece in stack:
            goals &= self.break_hexes(game, army, piece, self.is_horse(stack))
        found = 0
        for goal in members(goals):
            if game.rules.has_room(game, army, goal, stack):
                found |= 1 << goal
        return found

    def can_scatter(
        self, game: C, army: str, units: tuple[str, ...], horse: bool, gone: tuple[tuple[str, Hex], ...] = ()
    ) -> bool:
        """U9.10: whether all these units find room somewhere, tried out one after another."""
        if not units:
            return True
        first, rest = units[0], units[1:]
        piece = game.piece(first)
        for goal in members(self.break_hexes(game, army, piece, horse)):
            with_them = [game.piece(id) for id, h in gone if h == goal]
            if game.rules.has_room(game, army, goal, (*with_them, piece)):
                if self.can_scatter(game, army, rest, horse, (*gone, (first, goal))):
                    return True
        return False

    def may_scatter(self, game: C, army: str, h: Hex) -> bool:
        """U9.10: whether a stack of several units can leave to several hexes."""
        stack = game.units_at(army, h)
        units = tuple(piece.id for piece in stack)
        return len(units) > 1 and self.can_scatter(game, army, units, self.is_horse(stack))

    def contact(self, game: C, march: March) -> Procedure:
        """What a march brings about that has come next to the enemy."""
        return Contact(ENEMY[march.army], march.hex, march.held_fast)

    def worded(self, game: C, ask: Ask) -> Ask:
        """How the question is put to who may break contact."""
        return ask

    def contact_broken(self, game: C, army: str, h: Hex) -> None:
        """What follows when a stack has broken contact."""
        game.rules.settle_works(game)


class Contact(Procedure["Campaign"]):
    """U9.7 to U9.14: an enemy has moved next to this army: the demoralised retreat, others may withdraw."""

    army: ArmyName
    hex: HexId
    """Where the enemy is."""
    held_fast: bool = False
    gone_to: tuple[HexId, ...] = ()
    """The hexes to which a stack has just withdrawn."""
    steps: ClassVar[tuple[str, ...]] = ("see", "event", "demoralised", "react", "drive_off")

    def see(self, game: Campaign) -> Next:
        """U9.26: units next to each other are seen."""
        rules, enemy = game.rules, ENEMY[self.army]
        touched = rules.touched(game, self.army, self.hex)
        for army, h in ((enemy, self.hex), *((self.army, h) for h in members(touched))):
            game.emit(Sighted(army, tuple(piece.id for piece in game.units_at(army, h)), game.label(h)))
        return None

    def event(self, game: Campaign) -> Next:
        """U17.3: an event may be played before anything follows from it."""
        return game.rules.event_window(game, self.army, then="demoralised")

    def demoralised(self, game: Campaign) -> Next:
        """U14.53: demoralised units go first, and go on until no enemy is next to them."""
        return game.rules.drive_off(game, ENEMY[self.army], (self.hex,), then="react")

    def stacks(self, game: Campaign) -> list[Hex]:
        """The stacks that are touched and could break contact, room apart."""
        rules = game.rules
        touched = rules.touched(game, self.army, self.hex)
        return [h for h in members(touched) if rules.may_break(game, self.army, h)]

    def react(self, game: Campaign) -> Next:
        """U9.7: at once, before the enemy goes on."""
        stacks = self.stacks(game)
        if self.held_fast:
            return DONE  # U9.12
        if not stacks:
            return DONE
        rules = game.rules
        actions: list[Action] = []
        for h in stacks:
            label = game.label(h)
            actions.extend(BreakAway(label, game.label(goal)) for goal in members(rules.stack_goals(game, self.army, h)))
            if rules.may_scatter(game, self.army, h):  # U9.10
                actions.append(Scatter(label))
        actions += [STAND_GROUND, HOLD_FAST]
        args = {"hex": game.label(self.hex)}
        cites = ("U9.7", "U9.12")
        ask = Ask(self.army, actions, self.reacted, "break-away", cites, self.why_not, args, always=True)
        return rules.worded(game, ask)

    def why_not(self, game: Campaign, action: Action) -> Reason | None:
        rules = game.rules
        match action:
            case StandGround() | HoldFast():
                return None
            case BreakAway(stack, _) | Scatter(stack):
                h = rules.board.grid.by_label.get(stack)
                if h is None or not rules.touched(game, self.army, self.hex) >> h & 1:
                    return Reason("not-in-contact", ("U9.7",), {"hex": stack})
                if not rules.may_break(game, self.army, h):
                    return Reason("cannot-break-contact", ("U9.8",), {"hex": stack})
                if isinstance(action, Scatter):
                    able = rules.may_scatter(game, self.army, h)
                    return None if able else Reason("no-room-for-all", ("U9.10",), {"hex": stack})
                goal = rules.board.grid.by_label.get(action.hex)
                if goal is None or not rules.stack_goals(game, self.army, h) >> goal & 1:
                    return Reason("no-way-to-withdraw", ("U9.9", "U9.10", "U9.11"), {"hex": action.hex})
                return None
        return NOT_OFFERED

    def reacted(self, game: Campaign, answer: Action) -> Next:
        rules = game.rules
        match answer:
            case BreakAway(stack, label):
                h, goal = rules.board.hex(stack), rules.board.hex(label)
                units = tuple(piece.id for piece in game.units_at(self.army, h))
                disordered = rules.note_departure(game, self.army, units, h)
                rules.relocate(game, units, goal)
                game.emit(BrokeContact(self.army, units, stack, label))
                rules.contact_broken(game, self.army, h)
                self.gone_to = (goal,)
                if disordered:
                    return Call(rules.disorder(game, self.army, disordered, "U14.23"), then="drive_off")
                return Goto("drive_off")
            case Scatter(stack):
                h = rules.board.hex(stack)
                return Call(Scattering(self.army, h, rules.is_horse(game.units_at(self.army, h))), then="react")
            case HoldFast():
                self.hold_fast(game)
        return DONE

    def drive_off(self, game: Campaign) -> Next:
        """U14.53: the demoralised leave a stack that breaks contact, as they leave one that comes."""
        hexes, self.gone_to = self.gone_to, ()
        return game.rules.drive_off(game, self.army, hexes, then="react")

    def hold_fast(self, game: Campaign) -> None:
        """U9.12: the march below remembers it."""
        march: Any = game.stack[-2]
        march.held_fast = True


class Scattering(Procedure["Campaign"]):
    """U9.10: the units of a stack break contact one after another, to several hexes; the hex is left empty."""

    army: ArmyName
    hex: HexId
    horse: bool = False
    """U9.11: the stack is nothing but cavalry; one with infantry moves by the rule of infantry to the last unit."""
    left: tuple[UnitId, ...] = ()
    """Those who are disorganised in the end, because they left works."""
    gone_to: tuple[HexId, ...] = ()
    """The hexes to which units have withdrawn."""
    steps: ClassVar[tuple[str, ...]] = ("begin", "next_unit", "drive_off", "end")

    def begin(self, game: Campaign) -> Next:
        units = tuple(piece.id for piece in game.units_at(self.army, self.hex))
        self.left = game.rules.note_departure(game, self.army, units, self.hex)
        return None

    def waiting(self, game: Campaign) -> tuple[str, ...]:
        return tuple(piece.id for piece in game.units_at(self.army, self.hex))

    def next_unit(self, game: Campaign) -> Next:
        waiting = self.waiting(game)
        if not waiting:
            return None
        piece, rules = game.piece(waiting[0]), game.rules
        goals = [
            goal
            for goal in members(rules.break_hexes(game, self.army, piece, self.horse))
            if rules.has_room(game, self.army, goal, (piece,))
            and rules.can_scatter(game, self.army, waiting[1:], self.horse, ((piece.id, goal),))
        ]
        actions = [RetreatTo(game.label(goal)) for goal in goals]
        return Ask(self.army, actions, self.went, "scatter-to", "U9.10", None, {"unit": piece.id}, rules.secretive)

    def went(self, game: Campaign, answer: RetreatTo) -> Next:
        unit, goal = self.waiting(game)[0], game.rules.board.hex(answer.hex)
        game.rules.relocate(game, (unit,), goal)
        self.gone_to += (goal,)
        game.emit(BrokeContact(self.army, (unit,), game.label(self.hex), answer.hex))
        return Goto("next_unit")

    def drive_off(self, game: Campaign) -> Next:
        """U14.53: the demoralised leave them, when all have withdrawn."""
        game.rules.settle_dummies(game, self.army)
        game.rules.contact_broken(game, self.army, self.hex)
        return game.rules.drive_off(game, self.army, self.gone_to, then="end")

    def end(self, game: Campaign) -> Next:
        left = game.alive(self.left)
        self.left = ()
        return Call(game.rules.disorder(game, self.army, left, "U14.23"), then="ended") if left else DONE

    def ended(self, game: Campaign, result: object) -> Next:
        return DONE
