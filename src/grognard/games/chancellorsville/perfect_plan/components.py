"""The components put together: the map as a graph, the counters, the limits."""

from __future__ import annotations

from collections import deque

from grognard.core.areas import Area, AreaBoard, Border
from grognard.core.overlays.applying import check
from grognard.core.overlays.components import component
from grognard.games.chancellorsville.perfect_plan.data_checks import check_map, check_setup
from grognard.games.chancellorsville.perfect_plan.data_schema import CounterData, MapData, SetUpData, TablesData, Units

PACKAGE = "grognard.games.chancellorsville.perfect_plan"

AOP, ANV = "AoP", "ANV"
ARMIES = (AOP, ANV)
ENEMY = {AOP: ANV, ANV: AOP}

RIVER, ARROWS = "river", "arrows"
"""P4d: what lies on a border."""


class Counter:
    """P-D11a: a unit as printed on its counter."""

    __slots__ = ("bonus", "hits_on", "id", "is_commander", "is_small", "name", "printed", "recoverable", "side")

    def __init__(self, data: CounterData) -> None:
        self.id = data.id
        self.name = data.name
        self.side = data.side
        self.printed = data.counter
        self.hits_on = data.hits_on
        self.bonus = data.bonus
        self.recoverable = data.recoverable
        self.is_commander = data.type == "commander"
        self.is_small = data.type == "small"


class Components:
    """Everything in the box, read once."""

    def __init__(self) -> None:
        self.map = component(PACKAGE, "areas.json", MapData)
        self.setup = component(PACKAGE, "setup.json", SetUpData)
        self.tables = component(PACKAGE, "tables.json", TablesData)
        counters = component(PACKAGE, "units.json", Units)
        check("areas.json", lambda: check_map(self.map))
        check("setup.json", lambda: check_setup(self.setup, self.map, counters))
        # P-C1
        self.counters = {data.id: Counter(data) for data in counters if data.type not in ("trench", "marker")}
        # P-C1
        self.sheets = {army: tuple(id for id, counter in self.counters.items() if counter.side == army) for army in ARMIES}
        # P-C2
        self.flags = {area.id: str(area.initial_control) for area in self.map.areas}
        self.limits = {army: dict(self.setup.armies[army].limits) for army in ARMIES}
        self.reinforcements = {army: self.setup.armies[army].reinforcements for army in ARMIES}
        # P-C2
        self.board = AreaBoard(
            (Area(area.id, area.name, area.polygon) for area in self.map.areas),
            (Border(border.areas, border_features(border.kind, border.passable)) for border in self.map.borders),
        )
        self.connected = {area: self.passable_from(area) for area in self.board.areas}
        self.distances = {area: self.distances_from(area) for area in self.board.areas}

    def passable_from(self, area: str) -> tuple[str, ...]:
        """P4d: the areas that can be entered from here; a river is crossed only at its arrows."""
        around = ((other, self.board.borders[area, other]) for other in self.board.neighbours[area])
        return tuple(other for other, features in around if RIVER not in features or ARROWS in features)

    def distances_from(self, area: str) -> dict[str, int]:
        """How many passable borders lie between this area and each other."""
        found, waiting = {area: 0}, deque([area])
        while waiting:
            here = waiting.popleft()
            for other in self.connected[here]:
                if other not in found:
                    found[other] = found[here] + 1
                    waiting.append(other)
        return found


def border_features(kind: str, passable: bool) -> frozenset[str]:
    if kind != RIVER:
        return frozenset()
    return frozenset({RIVER, ARROWS}) if passable else frozenset({RIVER})
