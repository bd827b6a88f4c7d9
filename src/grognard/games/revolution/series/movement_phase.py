"""Chapter 9: the movement phase: reinforcements, one piece after another, then the pins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import members
from grognard.core.procedures import Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import BreakContact, EndMovement, KeepBack, Move, Place
from grognard.games.revolution.series.events import ContactBroken, Placed
from grognard.games.revolution.series.movement import March
from grognard.games.revolution.series.names import PieceId, Side
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.pins import BreakingContact
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

END_MOVEMENT = EndMovement()
ENDS = (END_MOVEMENT,)
KEEP_BACK = KeepBack()


class MovementPhase(Procedure["Battle"]):
    """S9: reinforcements, the moves of the phasing side one piece after another, then the pins."""

    side: Side
    kept_back: frozenset[PieceId] = frozenset()
    """Reinforcements that wait for a later turn by their owner's choice."""
    steps: ClassVar[tuple[str, ...]] = ("begin", "before_arrivals", "place_reinforcements", "pick_piece", "clear_pins")

    def begin(self, game: Battle) -> Next:
        game.state.moved = game.state.entered = frozenset()
        game.state.approached = game.state.broken = frozenset()
        game.rules.begin_movement(game)
        return None

    def before_arrivals(self, game: Battle) -> Next:
        procedure = game.rules.before_arrivals(game, self.side)
        return Call(procedure) if procedure is not None else None

    def place_reinforcements(self, game: Battle) -> Next:
        """S9.61a: arrival is not optional in general; it costs nothing (S9.62a) and may overstack (S9.61b)."""
        waiting = self.waiting(game)
        if not waiting:
            return None
        piece = waiting[0]
        actions: list[Action] = [game.rules.places[h] for h in members(game.rules.entry_hexes(game, piece))]
        cites: tuple[str, ...] = ("S9.61a",)
        rule = game.rules.may_wait(piece)
        if rule:
            actions.append(KEEP_BACK)
            cites = ("S9.61a", rule)
        return Ask(game.seat_of(piece.id), actions, self.placed, "place-reinforcement", cites, None, {"piece": piece.id})

    def waiting(self, game: Battle) -> list[Piece]:
        return [piece for piece in game.rules.arriving(game) if piece.id not in self.kept_back]

    def placed(self, game: Battle, answer: Action) -> Next:
        piece = self.waiting(game)[0]
        if not isinstance(answer, Place):
            self.kept_back |= {piece.id}
            return Goto("place_reinforcements")
        piece = game.change(piece.id, hex=game.rules.board.hex(answer.hex), box="")
        game.state.entered |= {piece.id}
        game.emit(Placed(piece.id, answer.hex))
        game.rules.arrived(game, piece)
        return Goto("place_reinforcements")

    def pick_piece(self, game: Battle) -> Next:
        """S9.1a: all, some or none may move; S9.1c: one at a time."""
        rules, state = game.rules, game.state
        stay = state.moved.union(rules.frozen(game), rules.not_acting[state.acting])
        moves, pieces, force = rules.moves, state.pieces, game.force(self.side)
        free = rules.board.grid.all & ~rules.held_hexes(game)
        confined, known, stacks = rules.confined_now(game), rules.known_steps(game), force.stacks
        actions: list[Action] = [
            moves[id]
            for id, ways in force.ways.items()
            if ways is not None
            and id not in stay
            and (
                ways & (free & ~confined[id] if id in confined else free)
                or ((step := known.get(id)) and step[0] is pieces[id] and stacks.get(step[1]) is step[2])
                or rules.free_to_move(game, pieces[id])
            )
        ]
        actions += rules.special_moves(game)
        if force.pinned:
            pins = sorted({piece.pin for piece in force.pieces.values() if piece.pin and piece.hex != OFF_MAP} - state.broken)
            actions += [BreakContact(n) for n in pins if rules.why_not_break(game, n) is None]
        may_end = rules.why_not_end_movement(game) is None
        if may_end:
            actions.append(END_MOVEMENT)
        prompt = "move" if may_end else "move-on"
        seat = rules.acting_seat(game, self.side)
        return Ask(
            seat,
            actions,
            self.picked,
            prompt,
            "S9.1a",
            self.why_not_pick,
            always=rules.ask_always(game, seat),
            closing=ENDS,
        )

    def why_not_pick(self, game: Battle, action: Action) -> Reason | None:
        match action:
            case Move(id):
                if id not in game.state.pieces:
                    return Reason("no-such-piece", (), {"piece": id})
                return game.rules.why_not_move(game, game.piece(id))
            case BreakContact(number):
                return game.rules.why_not_break(game, number)
            case EndMovement():
                return game.rules.why_not_end_movement(game)
        return game.rules.why_not_special(game, action)

    def picked(self, game: Battle, answer: Action) -> Next:
        match answer:
            case Move(id):
                return Call(March(id), then="pick_piece")
            case BreakContact(number):
                game.state.broken |= {number}
                game.emit(ContactBroken(self.side, number))
                return Call(BreakingContact(self.side, number), then="pick_piece")
            case EndMovement():
                return Goto("pick_piece") if game.rules.next_to_act(game, self.side) else None
        procedure = game.rules.special_move(game, answer)
        return Call(procedure, then="pick_piece") if procedure is not None else Goto("pick_piece")

    def clear_pins(self, game: Battle) -> Next:
        game.rules.clear_pins(game)
        game.rules.end_movement(game)
        return None
