"""U20.1, U20.2: the hypothetical start. Command counters go face down into the boxes of the strategic map, then all units are
placed on the map as the note of their box says."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import HexSet, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import AssignBox, PlaceReinforcement
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.data_schema import DeploymentBox
from grognard.games.chancellorsville.victories.events import BoxesShown, CounterAssigned, ReinforcementPlaced
from grognard.games.chancellorsville.victories.pieces import ARMIES, ENEMY, UNION, WAITING, Command, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign


class Hypothetical(Chapter[C]):
    """The boxes of the strategic map, and where their formations stand."""

    def boxes_of(self, army: str) -> tuple[DeploymentBox, ...]:
        variant = self.components.variants.hypothetical_setup
        return variant.Union if army == UNION else variant.CSA

    def unassigned(self, game: C, army: str) -> list[Command]:
        """The formation counters that lie in no box yet."""
        placed = game.state.deployment
        return [c for c in self.on_strategic_map(army) if c.id not in placed]

    def on_strategic_map(self, army: str) -> list[Command]:
        """The counters of formations that the card of the campaign places; forces that took no part have rules of their own."""
        scenario = self.components.setup.scenarios["campaign"]
        names = scenario.commands[army]
        return [c for c in self.commands.values() if c.side == army and c.formation and c.name in names]

    def filled(self, game: C, army: str) -> list[int]:
        """How many counters lie in each box."""
        found = [0] * len(self.boxes_of(army))
        for id, box in game.state.deployment.items():
            if self.commands[id].side == army:
                found[box] += 1
        return found

    def why_not_assign(self, game: C, army: str, box: int) -> Reason | None:
        """U20.1: no box beyond its maximum, and enough counters left for the minimum of all."""
        boxes, filled = self.boxes_of(army), self.filled(game, army)
        if not 0 <= box < len(boxes):
            return Reason("no-such-box", ("U20.1",), {"box": box})
        if filled[box] >= boxes[box].max:
            return Reason("box-is-full", ("U20.1",), {"box": boxes[box].box, "most": boxes[box].max})
        filled[box] += 1
        owed = sum(max(each.min - number, 0) for each, number in zip(boxes, filled, strict=True))
        if owed > len(self.unassigned(game, army)) - 1:
            return Reason("others-need-counters", ("U20.1",), {"box": boxes[box].box})
        return None

    def box_hexes(self, game: C, piece: Piece) -> HexSet:
        """U20.2: within so many hexes of the places that the box names, either hex of a ford, on the bank that it names."""
        counter = self.counters[piece.id]
        command = next(c for c in self.commands.values() if c.side == counter.side and c.formation == counter.formation)
        box = self.boxes_of(counter.side)[game.state.deployment[command.id]]
        fords, found = self.components.sheet.fords, 0
        for place in box.of:
            hexes = (
                [self.board.hex(label) for label in fords[place].hexes] if place in fords else [self.components.places[place]]
            )
            for h in hexes:
                found |= self.board.grid.disc(h, box.within)
        if box.bank:
            found &= self.regions[box.bank]
        free = found & ~game.held(ENEMY[counter.side])
        roomy = 0
        for h in members(free):
            if game.rules.has_room(game, counter.side, h, (piece,)):
                roomy |= 1 << h
        return roomy

    def to_set_up(self, game: C) -> list[Piece]:
        """The units that are still to be placed, the army that is set up first before the other."""
        found: list[Piece] = []
        for army in self.components.scenario.setup_order:
            formations = {self.commands[id].formation for id in game.state.deployment if self.commands[id].side == army}
            pieces = (game.piece(id) for id in self.sheets[army] if self.counters[id].formation in formations)
            found.extend(piece for piece in pieces if piece.box == WAITING)
        return found


class HypotheticalStart(Procedure["Campaign"]):
    """The players put counters into boxes in turn, face down; then the units are placed."""

    steps: ClassVar[tuple[str, ...]] = ("assign", "show", "place")

    def whose(self, game: Campaign) -> str:
        """U20.1: the Union begins; whoever has put fewer counters comes next, until nobody has any left."""
        rules = game.rules
        left = {army: len(rules.unassigned(game, army)) for army in ARMIES}
        put = {army: sum(rules.filled(game, army)) for army in ARMIES}
        order = sorted((army for army in ARMIES if left[army]), key=lambda army: (put[army], army != UNION))
        return order[0] if order else ""

    def assign(self, game: Campaign) -> Next:
        army, rules = self.whose(game), game.rules
        if not army:
            return None
        boxes = [box for box in range(len(rules.boxes_of(army))) if rules.why_not_assign(game, army, box) is None]
        actions = [AssignBox(command.id, box) for command in rules.unassigned(game, army) for box in boxes]
        return Ask(army, actions, self.assigned, "assign-box", "U20.1", self.why_not, always=True)

    def why_not(self, game: Campaign, action: Action) -> Reason | None:
        army = self.whose(game)
        if not isinstance(action, AssignBox):
            return NOT_OFFERED
        if action.command not in [command.id for command in game.rules.unassigned(game, army)]:
            return Reason("no-such-command", ("U20.1",), {"command": action.command})
        return game.rules.why_not_assign(game, army, action.box)

    def assigned(self, game: Campaign, answer: AssignBox) -> Next:
        army = game.rules.commands[answer.command].side
        game.state.deployment[answer.command] = answer.box
        game.emit(CounterAssigned(army, answer.command, game.rules.boxes_of(army)[answer.box].box))
        return Goto("assign")

    def show(self, game: Campaign) -> Next:
        """U20.1: all are turned over at once."""
        game.emit(BoxesShown())
        return None

    def place(self, game: Campaign) -> Next:
        """U20.2: the units, one by one, where their box says."""
        waiting = game.rules.to_set_up(game)
        if not waiting:
            return DONE
        piece = waiting[0]
        actions = [PlaceReinforcement(game.label(h)) for h in members(game.rules.box_hexes(game, piece))]
        army = game.counter(piece.id).side
        return Ask(army, actions, self.placed, "place-arrival", "U20.2", None, {"unit": piece.id}, game.rules.secretive)

    def placed(self, game: Campaign, answer: PlaceReinforcement) -> Next:
        piece = game.rules.to_set_up(game)[0]
        game.move((piece.id,), game.rules.board.hex(answer.hex))
        game.emit(ReinforcementPlaced(game.counter(piece.id).side, piece.id, answer.hex))
        return Goto("place")
