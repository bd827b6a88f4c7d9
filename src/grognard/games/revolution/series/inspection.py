"""Looking at the map: what can be shown of a piece, and what there is to say about a hex. S7.4: all of it is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from grognard.core.actions import Action
from grognard.core.charts import number
from grognard.core.errors import UnknownName
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.rules import InspectionMark
from grognard.core.texts import Reason, text
from grognard.games.revolution.series.actions import Go
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.movement import MP, March
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.stacking import STACKING_LIMIT
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

FAR = 6
"""How far a line of sight is shown: twice as far as any gun of the series reaches."""


class Looking(Chapter):
    """Reach, costs nearby, zones, sight and command of a piece, and remarks about a hex."""

    inspections: ClassVar[tuple[str, ...]] = ("reach", "zoc", "sight", "costs", "command")
    inspection_marks: ClassVar[Mapping[str, InspectionMark]] = {
        "reach": "reach",
        "zoc": "zone",
        "sight": "sight",
        "costs": "reach",
        "command": "zone",
    }
    headline: ClassVar[str] = "army_morale"
    shared_phases: ClassVar[tuple[str, ...]] = ("set up", "initiative", "end of turn")

    def costs(self, game: Battle, seat: str) -> Mapping[Action, float]:
        """S9.1: what every hex costs that a marching piece can go to."""
        march = game.stack[-1] if game.stack else None
        if not isinstance(march, March):
            return {}
        reach = self.reach_of(game, game.piece(march.piece))
        return {Go(label): cost for label, cost in reach.items() if cost is not None}

    def inspect(self, game: Battle, seat: str | None, what: str, piece: str) -> Any:
        """The counter of a piece with the basis of its values; or what a piece on the map can reach, control, see or lead."""
        if what == "counter" and piece in self.counters:
            return msgspec.to_builtins(self.counters[piece].data, order="deterministic")
        if piece not in game.state.pieces or game.piece(piece).hex == OFF_MAP:
            raise UnknownName(f"There is no piece '{piece}' on the map to inspect.")
        unit = game.piece(piece)
        match what:
            case "reach":
                return self.reach_of(game, unit)
            case "zoc":
                hexes = self.zone_of(game, unit)
                return [game.label(h) for h in members(hexes)]
            case "sight":
                seen = (h for h in members(self.around(unit.hex, FAR)) if game.rules.sees(game, unit.hex, h))
                return {game.label(h): self.board.grid.distance(unit.hex, h) for h in seen}
            case "costs":
                near = self.around(unit.hex, game.rules.allowance(game, unit) // MP)
                costs = self.entry_costs(game, unit)
                return {game.label(h): costs[h][0] / MP for h in members(near) if h in costs}
            case "command":
                return self.command_of(game, unit)
        raise UnknownName(f"There is nothing called '{what}' to inspect; ask for counter, {', '.join(self.inspections)}.")

    def around(self, h: Hex, distance: int) -> HexSet:
        """The hexes within a distance, the hex itself left out."""
        found = 0
        for d in range(1, distance + 1):
            found |= self.board.grid.ring(h, d)
        return found

    def reach_of(self, game: Battle, unit: Piece) -> dict[str, float | None]:
        """S9.1: every hex that the piece can get to, with the movement points it takes; on its march, with what it has left."""
        march = game.stack[-1] if game.stack else None
        if isinstance(march, March) and march.piece == unit.id:
            found = game.rules.destinations(game, unit, march.spent, march.taken, march.road_only)
        else:
            found = game.rules.destinations(game, unit, 0, 0, True)
        costs = ((h, found.cost(h)) for h in members(found.all))
        return {game.label(h): None if cost is None else cost / MP for h, cost in costs}

    def zone_of(self, game: Battle, unit: Piece) -> int:
        """S8.1a: the zone of control of a unit, if it has one."""
        return game.rules.zoc_of(unit) if self.counters[unit.id].is_unit and game.rules.has_zoc(unit) else 0

    def entry_costs(self, game: Battle, unit: Piece) -> dict[Hex, tuple[int, int]]:
        """S9.1b: what each hex costs the piece to enter, by the cheapest and by the dearest of its sides."""
        costs: dict[Hex, tuple[int, int]] = {}
        for (_, h), cost in game.rules.move_table(unit).costs.items():
            least, most = costs.get(h, (cost, cost))
            costs[h] = min(least, cost), max(most, cost)
        return costs

    def command_of(self, game: Battle, unit: Piece) -> dict[str, int]:
        """S14.1b, S12.52b: a leader commands in his own hex, and makes tactics possible in those beside it too."""
        if not self.counters[unit.id].is_leader:
            return {}
        return {game.label(h): d for d in (0, 1) for h in members(self.board.grid.ring(unit.hex, d))}

    # ------------------------------------------------------------------ about a hex

    def remarks(self, game: Battle, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        """What the hex means for a piece, then for anybody: costs, range and sight, zones of control, stacking, modifiers."""
        h = self.board.grid.by_label.get(place)
        if h is None:
            raise UnknownName(f"There is no hex '{place}' on this map; hexes are written as on the map, column then row.")
        unit = game.state.pieces.get(piece)
        own = self.remarks_for(game, unit, h) if unit is not None and unit.hex != OFF_MAP else ()
        return (*own, *self.remarks_for_all(game, h))

    def remarks_for(self, game: Battle, unit: Piece, h: Hex) -> Iterator[Reason]:
        """What it costs the piece to enter, how far away it is, and whether it is seen."""
        piece, costs = unit.id, self.entry_costs(game, unit).get(h)
        if costs is None:
            yield Reason("closed-to-it", ("S9.2d",), {"piece": piece})
        elif costs[0] == costs[1]:
            yield Reason("enters-for", ("S9.1b",), {"piece": piece, "cost": number(costs[0] / MP)})
        else:
            least, most = (number(cost / MP) for cost in costs)
            yield Reason("enters-for-from-to", ("S9.1b",), {"piece": piece, "least": least, "most": most})
        distance = self.board.grid.distance(unit.hex, h)
        if distance > 1:
            key = "at-range-in-sight" if game.rules.sees(game, unit.hex, h) else "at-range-out-of-sight"
            yield Reason(key, ("S11.4-alg",), {"piece": piece, "range": distance})

    def remarks_for_all(self, game: Battle, h: Hex) -> Iterator[Reason]:
        """Who projects a zone of control, how full the hex is, and what its ground does in a fight."""
        for side in self.sides:
            units = [unit for unit in game.units_of(side) if self.zone_of(game, unit) >> h & 1]
            if units:
                names = ", ".join(self.counters[unit.id].name for unit in units)
                yield Reason("in-zone-of-control", ("S8.1a",), {"side": text(f"side.{side}"), "units": names})
        for side in self.sides:
            held = game.force(side).strengths(game)[0].get(h, 0)
            if held:
                yield Reason("stacked", ("S7.1a",), {"side": text(f"side.{side}"), "held": held, "limit": STACKING_LIMIT})
        row = self.ground[h]
        if row.close_combat_drm or row.fire_drm:
            combat, fire = (f"{drm:+d}" if drm else "0" for drm in (row.close_combat_drm, row.fire_drm))
            yield Reason("ground-modifiers", (row.rule or "S12.23-3g",), {"combat": combat, "fire": fire})
