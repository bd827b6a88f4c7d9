"""Section H.3: who breaks contact when the player comes up to the automaton."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Argument, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.victories.chapter import Chapter
from grognard.games.chancellorsville.victories.events import BrokeContact
from grognard.games.chancellorsville.victories.names import HexId, UnitId
from grognard.games.chancellorsville.victories.pieces import CSA, DEMORALISED, UNION, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire
    from grognard.games.chancellorsville.victories.movement import March


class SoloContacts(Chapter["Solitaire"]):
    """Contact with the automaton."""

    def touched(self, game: Solitaire, army: str, h: Hex) -> HexSet:
        """J-H2: over a great river nobody is in contact, bridge or not."""
        around = members(self.board.grid.adjacent[h] & game.held(army))
        return hex_set(other for other in around if not game.rules.across_great_river(h, other))

    def may_play_now(self, game: Solitaire, army: str) -> bool:
        """J-A1: the player plays events in activations and combats of their own army only."""
        return False

    def worded(self, game: Solitaire, ask: Ask) -> Ask:
        """With what it costs: nothing while a formation only marches by."""
        frame = game.stack[-2] if len(game.stack) > 1 else None
        args: dict[str, Argument] = {"hex": ask.args["hex"]}
        price = "break-away-cautious" if game.state.attitude == "C" else "break-away-aggressive"  # J-H3b
        marches = getattr(frame, "contact", "free") == "free"  # J-H3c
        prompt = "break-away-from-march" if marches else price  # J-H3c
        return Ask(ask.seat, ask.actions, ask.then, prompt, ("U9.7", "J-H3b", "J-H3c"), ask.why_not, args, always=True)

    def contact(self, game: Solitaire, march: March) -> Procedure:
        """J-H3a: what a march of the player's brings about that has come next to the automaton."""
        return AutomatonContact(march.hex)


class AutomatonContact(Procedure["Solitaire"]):
    """The demoralised retreat; each other division breaks contact on 1 or 2, but not out of works."""

    hex: HexId
    """Where the player's stack is."""
    units: tuple[UnitId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("demoralised", "flown_onto", "who", "roll")

    def touched(self, game: Solitaire) -> list[Piece]:
        """J-H2: the divisions next to the stack, but not over a great river."""
        hexes = game.rules.attackable(game, CSA, self.hex)
        return [piece for h in members(hexes) for piece in game.real(game.units_at(UNION, h))]

    def demoralised(self, game: Solitaire) -> Next:
        """J-K4: these always break contact."""
        units = tuple(piece.id for piece in self.touched(game) if piece.order == DEMORALISED)
        self.units = units
        return Call(game.rules.flight(UNION, units), then="flown_onto") if units else None

    def flown_onto(self, game: Solitaire) -> Next:
        """J-D4, J-K4: the demoralised, who always break contact, may have come onto the objective of their formation."""
        while self.units:
            id, self.units = self.units[0], self.units[1:]
            arrival = game.rules.arrival(game, game.counter(id).formation, (id,))
            if arrival is not None:
                return Call(arrival, then="flown_onto")
        return None

    def who(self, game: Solitaire) -> Next:
        """J-H3a: not at night, and nobody in breastworks or fortifications."""
        able = [piece for piece in self.touched(game) if not game.rules.has_works(game, UNION, piece.hex)]
        self.units = () if game.night else tuple(piece.id for piece in able)
        return None

    def roll(self, game: Solitaire) -> Next:
        if not self.units:
            return DONE
        return Roll("break-contact", self.rolled, (), "J-H3a", UNION, D6, reading=lambda face: self.leaves(game, face))

    def leaves(self, game: Solitaire, face: int) -> bool:
        return face <= game.rules.components.display.break_contact.leaves_at

    def rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        """J-H3a: one hex back, if there is one."""
        rules, id = game.rules, self.units[0]
        self.units = self.units[1:]
        piece = game.piece(id)
        formation = game.counter(id).formation
        goal = by.break_away(game, piece, rules.goal_of(game, formation))
        args: dict[str, Argument] = {"unit": game.counter(id).name, "die": rolled.total}
        if not self.leaves(game, rolled.total):
            rules.explain(game, formation, Reason("why.stands", ("J-H3a",), args))
        elif goal is None:
            rules.explain(game, formation, Reason("why.cannot-break", ("J-H3a",), args))
        else:
            start = game.label(piece.hex)
            rules.explain(game, formation, Reason("why.breaks-contact", ("J-H3a",), args))
            rules.lift_all(game, {id: goal}, "BREAK")
            game.emit(BrokeContact(UNION, (id,), start, game.label(goal)))
            arrival = rules.arrival(game, formation, (id,))  # J-D4
            if arrival is not None:
                return Call(arrival, then="broke_onto")
        return Goto("roll")

    def broke_onto(self, game: Solitaire, result: object) -> Next:
        """J-D6, J-G1: an objective was reached by breaking off; who was deployed elsewhere is not in contact any more."""
        near = {piece.id for piece in self.touched(game)}
        self.units = tuple(id for id in self.units if id in near)
        return Goto("roll")
