"""Setting up: pieces on their printed hexes, and those their owner places freely."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import Place
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.data_schema import FreePlacement
from grognard.games.revolution.series.events import Placed
from grognard.games.revolution.series.names import Count

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class SettingUp(Chapter):
    """Where pieces with a free choice may be set up."""

    edge_bands: dict[tuple[str, float], HexSet]

    def set_up_procedure(self, game: Battle) -> Procedure | None:
        """What is done before the first turn."""
        return FreeSetUp() if self.components.scenario.free_placement else None

    def distance_from_edge(self, edge: str, h: Hex) -> float:
        """How far a hex lies from a map edge, even columns half a hex lower."""
        line, grid = self.components.sheet.edges[edge], self.board.grid
        column, row = h // grid.stride, h % grid.stride
        if line.column is not None:
            return abs(column - line.column)
        lowered = row + (0.5 if column % 2 == 0 else 0.0)
        return lowered if line.row == 1 else grid.rows + 0.5 - lowered

    def within_edge(self, edge: str, distance: float) -> HexSet:
        """The hexes at most so far from a map edge."""
        key = (edge, distance)
        if key not in self.edge_bands:
            hexes = (h for h in self.board.grid.hexes if self.distance_from_edge(edge, h) <= distance)
            self.edge_bands[key] = hex_set(hexes)
        return self.edge_bands[key]

    def open_for_set_up(self, game: Battle, free: FreePlacement) -> HexSet:
        """The hexes where these pieces may be set up, by masks; `why_not_set_up` says why not."""
        rules = game.rules
        side = self.counters[free.units[0]].side
        hexes = self.set_up_hexes(game, free) & ~game.force(self.enemy[side]).units
        for id in free.units:
            piece = game.piece(id)
            hexes &= rules.room_set(piece) & ~rules.crowded(game, piece)
        return hexes

    def why_not_set_up(self, game: Battle, free: FreePlacement, h: Hex) -> Reason | None:
        """Why these pieces may not be set up in a hex: enemies, terrain, stacking, and the line of the scenario."""
        rules, where = game.rules, {"hex": game.label(h)}
        side = self.counters[free.units[0]].side
        if game.force(self.enemy[side]).units >> h & 1:
            return Reason("enemy-there", ("S9.2d",), where)
        for id in free.units:
            piece = game.piece(id)
            if not rules.can_be_in(piece, h):
                return Reason("prohibited-terrain", ("S9.2d",), where)
            refused = rules.why_not_stack(game, piece, h)
            if refused is not None:
                return refused
        if not self.set_up_hexes(game, free) >> h & 1:
            return Reason("not-a-set-up-hex", (free.rule,), where)
        return None

    def set_up_hexes(self, game: Battle, free: FreePlacement) -> HexSet:
        """The hexes that the scenario's line names."""
        side = self.counters[free.units[0]].side
        others = [unit for unit in game.units_of(side) if unit.id not in free.units]
        match free.where:
            case "in_terrain":
                return self.board.with_terrain(free.terrain or "")
            case "in_zone":
                return self.board.zones[free.zone or ""]
            case "with_friend":
                return hex_set(unit.hex for unit in others)
            case "with_or_towards":
                edge = free.edge or ""
                farthest = max(self.distance_from_edge(edge, unit.hex) for unit in others)
                return self.within_edge(edge, farthest)


class FreeSetUp(Procedure["Battle"]):
    """The free choices of the set-up, in the scenario's order."""

    placed: Count = 0
    steps: ClassVar[tuple[str, ...]] = ("place",)

    def place(self, game: Battle) -> Next:
        choices = game.rules.components.scenario.free_placement
        if self.placed >= len(choices):
            return DONE
        free = choices[self.placed]
        rules = game.rules
        actions = [rules.places[h] for h in members(rules.open_for_set_up(game, free))]
        seat = rules.seat_for(game, game.side_of(free.units[0]), free.units)
        return Ask(seat, actions, self.chosen, "set-up", free.rule, self.why_not, {"piece": free.units[-1]})

    def why_not(self, game: Battle, action: Action) -> Reason | None:
        if not isinstance(action, Place):
            return NOT_OFFERED
        h = game.rules.board.grid.by_label.get(action.hex)
        if h is None:
            return Reason("no-such-hex", (), {"hex": action.hex})
        return game.rules.why_not_set_up(game, game.rules.components.scenario.free_placement[self.placed], h)

    def chosen(self, game: Battle, answer: Place) -> Next:
        for id in game.rules.components.scenario.free_placement[self.placed].units:
            game.change(id, hex=game.rules.board.hex(answer.hex), box="")
            game.emit(Placed(id, answer.hex))
        self.placed += 1
        return Goto("place")
