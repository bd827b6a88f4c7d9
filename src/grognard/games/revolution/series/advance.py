"""Chapter 12.23, step 9: the advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import Hex
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import Advance, EndAdvance, Lead, Occupy
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import Advanced
from grognard.games.revolution.series.names import HexId, Side, UnitId, UnitOrNone
from grognard.games.revolution.series.retreat import LeadersFollow

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

END_ADVANCE = EndAdvance()


class Advances(Chapter):
    """Who may advance where."""

    def why_not_advance(self, game: Battle, id: str, h: Hex) -> Reason | None:
        """S12.23-9c, S12.23-9d: why an attacker may not advance into a hex; ZOC and movement points do not matter."""
        piece = game.piece(id)
        if self.counters[id].is_artillery:
            return Reason("artillery-never-advances", ("S12.23-9c",))
        if id in game.state.fled:
            return Reason("it-retreated", ("S12.23-9c",))
        if game.force(self.enemy[self.counters[id].side]).units >> h & 1:
            return Reason("not-empty", ("S12.23-9a",))
        if game.rules.move_table(piece).cost(piece.hex, h) is None:
            return Reason("prohibited-terrain", ("S12.23-9d",), {"hex": game.label(h)})
        return game.rules.why_not_stack(game, piece, h)

    def must_advance(self, game: Battle, id: str, hexes: list[Hex]) -> bool:
        """S12.23-9a: whether the lead unit must advance into one of these hexes: always."""
        return True

    def advanced_into(self, game: Battle, id: str, h: Hex) -> None:
        """What an advance brings about at once: lone leaders are captured (S14.32b)."""
        game.rules.capture_lone_leaders(game, game.piece(id), h)

    def after_advance(self, game: Battle, advanced: tuple[str, ...]) -> Procedure | None:
        """What happens when a whole advance is over; a battle says."""
        return None


class AdvanceAfterCombat(Procedure["Battle"]):
    """S12.23-9: the lead must advance into an emptied hex, the others may; leaders may go along."""

    side: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[HexId, ...]
    lead: UnitOrNone
    advanced: tuple[UnitId, ...] = ()
    moving: UnitId = ""
    steps: ClassVar[tuple[str, ...]] = ("name_lead", "lead_advances", "choose_unit", "choose_hex", "finish")

    def open_to(self, game: Battle, id: str) -> list[Hex]:
        """The emptied hexes that a unit may advance into."""
        return [h for h in self.targets if game.rules.why_not_advance(game, id, h) is None]

    def name_lead(self, game: Battle) -> Next:
        """S12.3b: where no lead was chosen the attacker names one for the advance."""
        able = [id for id in game.alive(self.attackers) if self.open_to(game, id)]
        if not able:
            return DONE
        if self.lead:
            return None
        seat = game.rules.seat_for(game, self.side, able)
        return Ask(seat, [Lead(id) for id in able], self.lead_named, "name-lead-for-advance", "S12.3b")

    def lead_named(self, game: Battle, answer: Lead) -> Next:
        self.lead = answer.piece
        return None

    def lead_advances(self, game: Battle) -> Next:
        """S12.23-9a: the duty falls on the lead alone and passes to nobody."""
        if self.lead in game.alive(self.attackers):
            hexes = self.open_to(game, self.lead)
            if hexes and game.rules.must_advance(game, self.lead, hexes):
                self.moving = self.lead
                return Goto("choose_hex")
        return None

    def choose_unit(self, game: Battle) -> Next:
        """S12.23-9b: the others may advance up to the stacking limit."""
        able = [id for id in game.alive(self.attackers) if id not in self.advanced and self.open_to(game, id)]
        if not able:
            return Goto("finish")
        actions = [*(Advance(id) for id in able), END_ADVANCE]
        seat = game.rules.seat_for(game, self.side, able)
        return Ask(seat, actions, self.unit_chosen, "advance", "S12.23-9b", self.why_not, closing=(END_ADVANCE,))

    def why_not(self, game: Battle, action: Action) -> Reason | None:
        match action:
            case EndAdvance():
                return None
            case Advance(id):
                if id not in game.alive(self.attackers) or id in self.advanced:
                    return Reason("not-an-attacker-here", ("S12.23-9b", "S12.23-9c"))
                reasons = [game.rules.why_not_advance(game, id, h) for h in self.targets]
                return None if None in reasons else reasons[0]
        return NOT_OFFERED

    def unit_chosen(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Advance):
            self.moving = answer.piece
            return Goto("choose_hex")
        return Goto("finish")

    def choose_hex(self, game: Battle) -> Next:
        """S12.23-9d: with several emptied hexes the unit chooses one."""
        actions = [Occupy(game.label(h)) for h in self.open_to(game, self.moving)]
        return Ask(game.seat_of(self.moving), actions, self.hex_chosen, "occupy", "S12.23-9d", None, {"piece": self.moving})

    def hex_chosen(self, game: Battle, answer: Occupy) -> Next:
        h = game.rules.board.hex(answer.hex)
        start = game.piece(self.moving).hex
        game.change(self.moving, hex=h)
        self.advanced += (self.moving,)
        game.emit(Advanced(self.moving, answer.hex))
        game.rules.advanced_into(game, self.moving, h)
        return Call(LeadersFollow(self.side, start, h), then="choose_unit")

    def finish(self, game: Battle) -> Next:
        procedure = game.rules.after_advance(game, self.advanced)
        return Call(procedure) if procedure is not None else DONE
