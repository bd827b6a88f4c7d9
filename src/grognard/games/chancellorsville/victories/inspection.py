"""Looking at the map: reach, command and supply of one's own units, and what there is to say about a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from grognard.core.charts import number
from grognard.core.errors import UnknownName
from grognard.core.hexes import members
from grognard.core.rules import InspectionMark
from grognard.core.texts import Reason, text
from grognard.games.chancellorsville.victories.activation import Activation
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.command import ChooseFormations
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.pieces import ARMIES, AVAILABLE, ENEMY
from grognard.hexgames.inspection import costs_by_label, labels_of


class Looking(Chapter[C]):
    """From what a seat may know: its own units, and enemies that it sees."""

    inspections: ClassVar[tuple[str, ...]] = ("reach", "radius", "supply", "line", "contact")
    inspects_own: ClassVar[bool] = True
    inspection_marks: ClassVar[Mapping[str, InspectionMark]] = {
        "reach": "reach",
        "radius": "zone",
        "supply": "zone",
        "contact": "zone",
    }

    def inspect(self, game: C, seat: str | None, what: str, piece: str) -> Any:
        """The counter of a unit that is seen; of one's own reach, command radius, supply and the line it comes by."""
        campaign = game
        known = piece in self.counters
        if what == "counter" and known:
            return msgspec.to_builtins(self.counters[piece].data, order="deterministic")
        if not known or self.counters[piece].side != seat or not campaign.piece(piece).hex:
            name = f"{self.counters[piece].name} is not" if known else f"There is no unit '{piece}'"
            raise UnknownName(f"{name} of yours on the map to inspect.")
        unit, rules, grid = campaign.piece(piece), campaign.rules, self.board.grid
        match what:
            case "reach":
                march = campaign.stack[-1] if campaign.stack else None
                on_the_way = isinstance(march, March) and piece in campaign.state.marching
                spent, by_road = (march.spent, march.by_road) if on_the_way and isinstance(march, March) else (0, True)
                return costs_by_label(rules.destinations(campaign, seat, (unit,), spent, by_road), grid, MP)
            case "radius":
                commands = [c for c in rules.army_commands[seat] if c.formation == self.counters[piece].formation != ""]
                return labels_of(rules.in_radius(campaign, seat, unit.hex, commands[0].radius) if commands else 0, grid)
            case "supply":  # U19.2: in the scenarios everybody is always in supply
                return labels_of(rules.check_supply(campaign, seat) if self.components.scenario.supply else self.area, grid)
            case "line":
                line = rules.supply_line(campaign, seat, unit.hex) if self.components.scenario.supply else [unit.hex]
                return [grid.labels[h] for h in line]
            case "contact":
                return labels_of(campaign.near(ENEMY[seat]), grid)  # U9.6
        raise UnknownName(f"There is nothing called '{what}' to inspect; ask for counter, {', '.join(self.inspections)}.")

    def is_known(self, game: C, seat: str | None, id: str) -> bool:
        """U9.26: own units, enemies next to one's own, and units off the map but for skirmishers and dummies that lie ready.

        A spectator knows what the other player sees.
        """
        piece, side = game.piece(id), self.counters[id].side
        if side == seat:
            return True
        if not piece.hex:
            return piece.box != AVAILABLE
        return game.rules.sees(game, seat if seat in ARMIES else ENEMY[side], piece.hex)

    def remarks(self, game: C, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        """What the hex means for a command that is chosen or placed, and for anybody: counters, works, the limit of dice."""
        h = self.board.grid.by_label.get(place)
        if h is None:
            raise UnknownName(f"There is no hex '{place}' on this map; hexes are written as on the map, column then row.")
        campaign = game
        return (*self.remarks_on_command(campaign, seat, h), *self.remarks_for_all(campaign, h))

    def remarks_on_command(self, game: C, seat: str | None, h: int) -> Iterator[Reason]:
        """U8.8, U8.9: how many units a counter commands here; while formations are chosen, how many it can at best."""
        rules, frame = game.rules, game.stack[-1] if game.stack else None
        if seat not in game.actors:
            return
        if isinstance(frame, Activation) and frame.step == "place":
            command = rules.commands[frame.command]
            if rules.placements(game, command) >> h & 1:
                name, covered = command.name, len(rules.covered(game, command, h))
                if command.is_independent:
                    cites, most = ("U8.9", "U8.20"), command.most
                    yield Reason("independents-here", cites, {"command": name, "covered": covered, "units": most})
                else:
                    cites, most = ("U8.9", "U8.10"), len(rules.commandable(game, command))
                    yield Reason("coverage-here", cites, {"command": name, "covered": covered, "units": most})
        elif isinstance(frame, ChooseFormations):
            here = {self.counters[piece.id].formation for piece in game.units_at(frame.army, h)}
            for command in rules.cup_of(game, frame.army):
                if command.formation in here:
                    best = max(len(rules.covered(game, command, post)) for post in members(rules.placements(game, command)))
                    name, most, cites = command.name, len(rules.commandable(game, command)), ("U8.8", "U8.9")
                    yield Reason("coverage-at-best", cites, {"command": name, "covered": best, "units": most})

    def remarks_for_all(self, game: C, h: int) -> Iterator[Reason]:
        row = self.components.terrain.hexes[self.board.terrain[h]]
        ground = text(f"cover.{self.board.terrain[h]}")
        cites = ("U3.16", "U14.17")
        yield Reason("ground-here", cites, {"ground": ground, "cost": number(row.mp), "cap": row.dice_cap})
        for army in ARMIES:
            stack = game.units_at(army, h)
            if stack:
                yield Reason("counters-here", ("U9.26",), {"army": text(f"army.{army}"), "number": len(stack)})
            if game.rules.has_fortification(game, army, h):
                yield Reason("fortified-here", ("U14.25",), {"army": text(f"army.{army}")})
            elif game.rules.has_breastworks(game, army, h):
                yield Reason("works-here", ("U14.19",), {"army": text(f"army.{army}")})
