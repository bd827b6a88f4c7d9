"""Chapter 5: four units and sixteen combat points in a hex, checked between movement and combat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from grognard.core.hexes import Hex, HexSet, members
from grognard.core.procedures import DONE, Ask, Goto, Next, Procedure
from grognard.games.chancellorsville.victories.actions import RetreatTo, Surplus
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import MovedAside
from grognard.games.chancellorsville.victories.names import ArmyName, HexOrNone
from grognard.games.chancellorsville.victories.pieces import AVAILABLE, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign


class Stacking(Chapter[C]):
    """How much room there is."""

    def fits(self, game: C, pieces: Iterable[Piece]) -> bool:
        """Whether these units may share a hex."""
        stack, limits = tuple(pieces), self.components.terrain.stacking
        if len(stack) > limits.units:
            return False  # U5.2
        return sum(game.points(piece) for piece in stack) <= limits.combat_points  # U5.3

    def room(self, game: C, army: str, h: Hex) -> tuple[int, int]:
        """How many units and how many combat points a hex still takes."""
        stack, limits = game.units_at(army, h), self.components.terrain.stacking
        return limits.units - len(stack), limits.combat_points - sum(game.points(piece) for piece in stack)

    def has_room(self, game: C, army: str, h: Hex, pieces: Iterable[Piece]) -> bool:
        """U5.4: whether these units would fit into a hex as it is."""
        return self.fits(game, (*game.units_at(army, h), *(piece for piece in pieces if piece.hex != h)))

    def overstacked(self, game: C, army: str) -> list[Hex]:
        """U5.4: the hexes that hold too much."""
        return [h for h, stack in sorted(game.army(army).stacks.items()) if not self.fits(game, stack)]

    def aside_hexes(self, game: C, army: str, piece: Piece) -> HexSet:
        """U5.5: the neighbours that take in a unit that does not fit, and that it may enter."""
        rules = game.rules
        free = rules.tables(game, army).move.open[piece.hex]
        free &= rules.open_to(game, army, (piece,))  # U6.12, U9.21, U14.51
        found = 0
        for h in members(free):
            if rules.has_room(game, army, h, (piece,)):
                found |= 1 << h
        return found


class Unstacking(Procedure["Campaign"]):
    """U5.5: the owner moves what is too much to an adjacent hex; next to the enemy, or without room, it is eliminated."""

    army: ArmyName
    hex: HexOrNone = 0
    steps: ClassVar[tuple[str, ...]] = ("find", "choose", "place")

    def find(self, game: Campaign) -> Next:
        over = game.rules.overstacked(game, self.army)
        if not over:
            return DONE
        self.hex = over[0]
        return None

    def choose(self, game: Campaign) -> Next:
        actions = [Surplus(piece.id) for piece in game.rules.distinct(game, game.units_at(self.army, self.hex))]
        args = {"hex": game.label(self.hex)}
        return Ask(self.army, actions, self.chosen, "too-many-here", "U5.5", None, args, game.rules.secretive)

    def chosen(self, game: Campaign, answer: Surplus) -> Next:
        rules, piece = game.rules, game.piece(answer.unit)
        if game.counter(piece.id).is_dummy:  # U9.28
            game.take_off(piece.id, AVAILABLE)
            return Goto("find")
        if game.next_to_enemy(self.army, self.hex) or not rules.aside_hexes(game, self.army, piece):
            rules.eliminate(game, piece.id, "U5.5")
            return Goto("find")
        game.state.subject = piece.id
        return None

    def place(self, game: Campaign) -> Next:
        hexes = game.rules.aside_hexes(game, self.army, game.piece(game.state.subject))
        actions = [RetreatTo(game.label(h)) for h in members(hexes)]
        args = {"unit": game.state.subject}
        return Ask(self.army, actions, self.placed, "move-aside", "U5.5", None, args, game.rules.secretive)

    def placed(self, game: Campaign, answer: RetreatTo) -> Next:
        rules, goal = game.rules, game.rules.board.hex(answer.hex)
        rules.relocate(game, (game.state.subject,), goal)
        game.emit(MovedAside(self.army, (game.state.subject,), game.label(self.hex), answer.hex))
        rules.drop_dummies(game, self.army, self.hex)
        rules.settle_works(game)
        game.state.subject = ""
        return rules.drive_off(game, self.army, (goal,), then="find")
