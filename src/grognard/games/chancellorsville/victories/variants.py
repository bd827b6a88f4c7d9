"""Chapter 20: forces that took no part: Stoneman's cavalry corps, and Longstreet with the divisions of Hood and Pickett."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import HexSet, members
from grognard.core.procedures import DONE, Ask, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier
from grognard.games.chancellorsville.victories.actions import PlaceReinforcement
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import ForcesUnbalanced, ReinforcementPlaced
from grognard.games.chancellorsville.victories.names import UnitId
from grognard.games.chancellorsville.victories.pieces import CSA, ENEMY, UNION, WAITING, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign


class Variants(Chapter[C]):
    """Who may come, when and where."""

    def is_unbalanced(self) -> bool:
        """U20.3: for balance both forces are added together."""
        return bool(self.options.get("stoneman")) != bool(self.options.get("longstreet"))

    def stoneman_hexes(self, game: C, piece: Piece) -> HexSet:
        """U20.4: within one hex of Kelly's Ford, on either bank."""
        variant = self.components.variants.stoneman
        found = 0
        for label in self.components.sheet.fords[variant.of].hexes:
            found |= self.board.grid.disc(self.board.hex(label), variant.within)
        return self.with_room(game, piece, found)

    def with_room(self, game: C, piece: Piece, hexes: HexSet) -> HexSet:
        army, found = self.counters[piece.id].side, 0
        for h in members(hexes & ~game.held(ENEMY[self.counters[piece.id].side])):
            if game.rules.has_room(game, army, h, (piece,)):
                found |= 1 << h
        return found

    def to_deploy(self, game: C) -> list[Piece]:
        """U20.4: the units of Stoneman's corps that are not placed yet."""
        if not self.options.get("stoneman"):
            return []
        pieces = (
            game.piece(id) for id in self.components.variants.stoneman.units if "us_cmd_stoneman" not in game.state.deployment
        )
        return [piece for piece in pieces if piece.box == WAITING]

    def rolled_brigades(self, game: C) -> tuple[str, ...]:
        """U20.5, U20.6: Hood's brigades that are still to come, and Pickett's when all of Hood was in before."""
        variant = self.components.variants.longstreet
        if not self.options.get("longstreet") or game.state.turn not in variant.roll_turns:
            return ()
        for units in (variant.hood, variant.pickett):
            waiting = tuple(id for id in units if game.piece(id).box == WAITING and self.counters[id].is_infantry)
            if waiting:
                return waiting
        return ()

    def guns_with(self, game: C, id: str) -> tuple[str, ...]:
        """U20.5, U20.6: the battalion that comes with the first brigade of its division."""
        formation = self.counters[id].formation
        units = (other for other in self.sheets[CSA] if self.counters[other].formation == formation)
        return tuple(o for o in units if self.counters[o].is_artillery and game.piece(o).box == WAITING)

    def arrival_modifiers(self, game: C) -> tuple[Modifier, ...]:
        """U20.8, U2.7: the Union controls Fredericksburg, and Spotsylvania as well: with a unit in supply in each."""
        variant, places = self.components.variants.longstreet, self.components.places
        if not game.rules.holds_in_supply(game, UNION, places["Fredericksburg"]):
            return ()
        if game.rules.holds_in_supply(game, UNION, places["Spotsylvania"]):
            return (Modifier(variant.and_spotsylvania_union, "both-towns-lost", "U20.8"),)
        return (Modifier(variant.fredericksburg_union, "fredericksburg-lost", "U20.8"),)

    def longstreet_hexes(self, game: C, piece: Piece) -> HexSet:
        """U20.5: Hamilton's Crossing, or a supply centre of the south edge."""
        found = 0
        for label in self.components.variants.longstreet.entry:
            found |= 1 << self.board.hex(label)
        return self.with_room(game, piece, found)

    def longstreet_is_here(self, game: C) -> bool:
        """U20.7: from the turn in which any brigade of Hood enters."""
        return any(game.piece(id).box != WAITING for id in self.components.variants.longstreet.hood)


class DeployStoneman(Procedure["Campaign"]):
    """U20.4: the corps is placed before the first turn."""

    steps: ClassVar[tuple[str, ...]] = ("warn", "place")

    def warn(self, game: Campaign) -> Next:
        """U20.3: one force alone is allowed, and unbalanced."""
        if game.rules.is_unbalanced():
            game.emit(ForcesUnbalanced())
        return None

    def place(self, game: Campaign) -> Next:
        waiting = game.rules.to_deploy(game)
        if not waiting:
            return DONE
        actions = [PlaceReinforcement(game.label(h)) for h in members(game.rules.stoneman_hexes(game, waiting[0]))]
        return Ask(UNION, actions, self.placed, "place-arrival", "U20.4", None, {"unit": waiting[0].id}, game.rules.secretive)

    def placed(self, game: Campaign, answer: PlaceReinforcement) -> Next:
        piece = game.rules.to_deploy(game)[0]
        game.move((piece.id,), game.rules.board.hex(answer.hex))
        game.emit(ReinforcementPlaced(UNION, piece.id, answer.hex))
        return Goto("place")


class LongstreetComes(Procedure["Campaign"]):
    """U20.5, U20.6: a die for each brigade; those that arrive are placed."""

    units: tuple[UnitId, ...]
    """Brigades still to be rolled for."""
    arrived: tuple[UnitId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("roll", "place")

    def roll(self, game: Campaign) -> Next:
        if not self.units:
            return None
        modifiers = game.rules.arrival_modifiers(game)
        added = sum(modifier.value for modifier in modifiers)
        return Roll("arrival", self.rolled, modifiers, "U20.5", CSA, D6, reading=lambda face: self.arrives(game, face + added))

    def arrives(self, game: Campaign, total: int) -> bool:
        """U20.5: by a roll high enough."""
        return total >= game.rules.components.variants.longstreet.arrives_on

    def rolled(self, game: Campaign, rolled: Rolled) -> Next:
        unit, self.units = self.units[0], self.units[1:]
        if self.arrives(game, rolled.total):
            self.arrived = tuple(dict.fromkeys((*self.arrived, unit, *game.rules.guns_with(game, unit))))
        return Goto("roll")

    def place(self, game: Campaign) -> Next:
        """U20.5: a hex held by the enemy cannot be used, and stacking limits hold; without room they come another time."""
        able = [id for id in self.arrived if game.rules.longstreet_hexes(game, game.piece(id))]
        if not able:
            return DONE
        hexes = game.rules.longstreet_hexes(game, game.piece(able[0]))
        actions = [PlaceReinforcement(game.label(h)) for h in members(hexes)]
        return Ask(CSA, actions, self.placed, "place-arrival", "U20.5", None, {"unit": able[0]}, game.rules.secretive)

    def placed(self, game: Campaign, answer: PlaceReinforcement) -> Next:
        unit = next(id for id in self.arrived if game.rules.longstreet_hexes(game, game.piece(id)))
        self.arrived = tuple(id for id in self.arrived if id != unit)
        goal = game.rules.board.hex(answer.hex)
        game.move((unit,), goal)
        game.emit(ReinforcementPlaced(CSA, unit, answer.hex))
        return game.rules.drive_off(game, CSA, (goal,), then="place")
