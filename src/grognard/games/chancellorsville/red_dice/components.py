"""The components put together: the tables as numbers, and a battlefield as areas, lines, objectives and squads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from grognard.core.overlays.applying import check
from grognard.core.overlays.components import component
from grognard.core.plane import Convex, Line, Point, along, distance
from grognard.games.chancellorsville.red_dice.data_checks import check_battlefield
from grognard.games.chancellorsville.red_dice.data_schema import (
    BattlefieldData,
    CasualtyTable,
    FeatureData,
    ObjectiveData,
    ScenariosData,
    TablesData,
    TerrainRow,
)
from grognard.games.chancellorsville.red_dice.reach import Outlook, outlook
from grognard.games.chancellorsville.red_dice.ways import Leg, leg

PACKAGE = "grognard.games.chancellorsville.red_dice"

ANV, AOP = "ANV", "AoP"
SIDES = (ANV, AOP)
ENEMY = {ANV: AOP, AOP: ANV}

NONE, LIGHT, HEAVY = 0, 1, 2
COVER = {None: NONE, "light": LIGHT, "heavy": HEAVY}
COVER_WORDS = ("none", "light", "heavy")

CM: Final = 100
"""Places are whole hundredths of a centimetre."""
CLEAR_OF_CORNERS = 2
"""How far from a corner a way bends around it."""

HEADINGS: tuple[Point, ...] = (
    (1000, 0),
    (966, 259),
    (866, 500),
    (707, 707),
    (500, 866),
    (259, 966),
    (0, 1000),
    (-259, 966),
    (-500, 866),
    (-707, 707),
    (-866, 500),
    (-966, 259),
    (-1000, 0),
    (-966, -259),
    (-866, -500),
    (-707, -707),
    (-500, -866),
    (-259, -966),
    (0, -1000),
    (259, -966),
    (500, -866),
    (707, -707),
    (866, -500),
    (966, -259),
)
"""The 24 directions in which a unit may face, 15 degrees apart, counter-clockwise from the east."""
TOWARD = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}


def hundredths(centimetres: float) -> int:
    return round(centimetres * CM)


class Numbers:
    """What the tables and the referee say in centimetres, as squares of hundredths to compare with (D-R1: within 0.001 cm)."""

    def __init__(self, tables: TablesData) -> None:
        referee = tables.referee
        self.slack = referee.tolerance_cm * CM
        self.radius = hundredths(referee.base_radius_cm)
        self.apart = (2 * self.radius - self.slack) ** 2
        """Two bases that are not so far from each other overlap."""
        self.contact_cm = hundredths(referee.contact_cm)
        self.contact = self.at_most(referee.contact_cm)
        self.cohesion = self.at_most(referee.coherence_cm)
        self.behind_cover = self.at_most(referee.behind_cover_cm)
        self.capture = self.at_most(referee.capture_cm)
        self.clear_of_shooter = self.at_most(referee.sight_clear_of_shooter_cm)
        self.blocking = self.at_most(referee.sight_blocking_radius_cm)
        self.off_line = referee.line_tolerance_cm * CM + self.slack
        self.rear_zone = hundredths(referee.rear_zone_cm)
        self.clear_of_enemy = (referee.cover_clear_of_enemy_cm * CM - self.slack) ** 2
        self.cover_depth = hundredths(referee.cover_place_depth_cm)
        self.fall_back = hundredths(referee.melee_draw_fall_back_cm)
        self.rounds = referee.melee_rounds_max
        self.collapse = referee.collapse_below
        move = tables.movement
        self.step = move.cm_per_success * CM
        self.most = move.maximum_cm * CM
        self.toll = -move.linear_obstacle_cm * CM
        self.difficult = -move.difficult_terrain_cm * CM
        assault = tables.assault
        self.sight = self.at_most(assault.sight_cm)
        self.voice = self.at_most(assault.voice_range_cm)
        self.flight = assault.loser_flees_cm * CM
        self.doubt_behind = frozenset(assault.from_behind_doubt_die.behind)
        self.surprise = assault.defensive_fire_successes
        self.surrender = assault.surrender.left_at_most
        self.volley = tables.volley.minimum_soldiers
        self.per_escort = tables.prisoners.per_escort
        self.successes = frozenset(tables.success_on)
        self.least_dice = tables.minimum_dice
        self.fiasco = tables.fiasco.ones
        self.disaster = tables.disaster.ones_at_least
        self.levels = tuple(reversed([row.success for row in tables.success_quality_movement.rows]))
        bands = tables.weapons.bands_cm
        # D3.2.1a: a range is rounded to the nearest centimetre, half up: short ends below 30.5.
        self.bands = tuple((2 * edge[1] + 1) ** 2 * CM * CM // 4 for edge in (bands.short, bands.medium, bands.long))
        self.weapons = {row.weapon: (row.short, row.medium, row.long) for row in tables.weapons.rows}
        self.cover = (0, *(row.successes for row in tables.cover.rows))
        self.disasters = {row.roll: row for row in tables.disaster_table.rows}
        self.heroics = {row.roll: row for row in tables.heroic_table.rows}
        self.fire_casualties = casualties(tables.fire_casualties)
        self.melee_casualties = casualties(tables.melee_casualties)
        red = tables.red_die.rows
        self.runs_on = frozenset(red[0].roll)
        self.calms_on = frozenset(red[2].roll)
        self.heroic_on = frozenset(red[3].roll)

    def at_most(self, centimetres: float) -> float:
        """The square of a distance in hundredths, with the tolerance."""
        return (centimetres * CM + self.slack) ** 2


def casualties(table: CasualtyTable) -> dict[int, str]:
    return {face: row.result for row in table.rows for face in row.roll}


class Terrain:
    """A piece of terrain with an outline."""

    __slots__ = ("blocks", "cover", "depth", "difficult", "id", "kind", "name", "shape", "walled")

    def __init__(self, data: FeatureData, row: TerrainRow, slack: float) -> None:
        self.id, self.kind, self.name = data.id, data.kind, data.name
        self.shape = Convex([(hundredths(x), hundredths(y)) for x, y in data.points])
        self.cover = COVER[row.cover]
        self.difficult = row.difficult
        self.blocks = row.los != "clear"
        self.walled = row.los == "blocked"
        """D-R3: blocks all sight through it, whatever its depth."""
        self.depth = row.depth_cm * CM + slack


class Barrier:
    """A piece of terrain that is a line."""

    __slots__ = ("cover", "id", "kind", "line", "name", "toll")

    def __init__(self, data: FeatureData, row: TerrainRow) -> None:
        self.id, self.kind, self.name = data.id, data.kind, data.name
        self.line = Line([(hundredths(x), hundredths(y)) for x, y in data.points])
        self.cover = COVER[row.cover]
        self.toll = row.obstacle_cm * CM


class Objective:
    """D-R13: a place worth points to who holds it at the end."""

    __slots__ = ("at", "held_at_start", "id", "name", "points", "radius")

    def __init__(self, data: ObjectiveData, slack: float) -> None:
        self.id, self.name = data.id, data.name
        self.at = hundredths(data.x), hundredths(data.y)
        self.radius = (data.radius_cm * CM + slack) ** 2
        self.points = {ANV: data.points.ANV, AOP: data.points.AoP}
        self.held_at_start: str = data.held_at_start or ""


class Battlefield:
    """A table with all that stands on it."""

    def __init__(self, data: BattlefieldData, tables: TablesData, numbers: Numbers) -> None:
        rows = {row.kind: row for row in tables.referee.terrain}
        self.data = data
        self.width, self.height = hundredths(data.table.width_cm), hundredths(data.table.height_cm)
        self.margin = numbers.radius
        self.rear_zone = numbers.rear_zone
        self.rear = {ANV: data.rear.ANV.edge, AOP: data.rear.AoP.edge}
        self.grounds = [Terrain(found, rows[found.kind], numbers.slack) for found in data.features if found.shape == "area"]
        self.barriers = [Barrier(found, rows[found.kind]) for found in data.features if found.shape == "line"]
        self.blocking = [ground for ground in self.grounds if ground.blocks]
        self.walled = [ground for ground in self.grounds if ground.kind == "building"]
        self.difficult = [ground for ground in self.grounds if ground.difficult]
        self.covering = [ground for ground in self.grounds if ground.cover]
        self.covering_lines = [barrier for barrier in self.barriers if barrier.cover]
        self.obstacles = [barrier for barrier in self.barriers if barrier.toll]
        self.objectives = {found.id: Objective(found, numbers.slack) for found in data.objectives}
        self.first_initiative = data.first_initiative
        self.limit = data.initiative_limit
        self.farthest = numbers.most
        self._legs: dict[tuple[int, int], Leg] = {}
        self._outlooks: dict[Point, Outlook] = {}

    def on_table(self, p: Point) -> bool:
        """D-R1: whether a base would lie on the table."""
        margin = self.margin
        return margin <= p[0] <= self.width - margin and margin <= p[1] <= self.height - margin

    def in_rear(self, side: str, p: Point) -> bool:
        """D-R12: the strip of ten centimetres along a side's own edge."""
        match self.rear[side]:
            case "east":
                return p[0] >= self.width - self.rear_zone
            case "west":
                return p[0] <= self.rear_zone
            case "north":
                return p[1] >= self.height - self.rear_zone
            case _:
                return p[1] <= self.rear_zone

    def toward_rear(self, side: str) -> Point:
        """D-R12: the direction of a side's own lines."""
        return TOWARD[self.rear[side]]

    def points(self) -> Iterator[str]:
        """Every point of the lattice of one centimetre at which a base lies on the table."""
        for y in range(1, self.height // CM + 1):
            for x in range(1, self.width // CM + 1):
                if self.on_table((x * CM, y * CM)):
                    yield f"{x},{y}"

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """Where a way may bend: just clear of the ends and bends of obstacles and of the corners of difficult ground."""
        found: dict[Point, None] = {}
        for barrier in self.obstacles:
            points = barrier.line.points
            found[along(points[0], points[1], -CLEAR_OF_CORNERS)] = None
            found[along(points[-1], points[-2], -CLEAR_OF_CORNERS)] = None
            for before, bend, after in zip(points, points[1:], points[2:], strict=False):
                for corner in aside(before, bend, after):
                    found[corner] = None
        for ground in self.difficult:
            corners = ground.shape.corners
            for place, corner in enumerate(corners):
                outer, _ = aside(corners[place - 1], corner, corners[(place + 1) % len(corners)])
                found[outer] = None
        return tuple(corner for corner in found if self.on_table(corner))

    def leg_between(self, one: int, other: int) -> Leg:
        """What the straight leg from a corner to another costs; remembered, as corners are few and never move."""
        found = self._legs.get((one, other))
        if found is None:
            found = self._legs[one, other] = leg(self, self.corners[one], self.corners[other])
        return found

    def outlook_from(self, corner: Point) -> Outlook:
        """What legs from a corner meet; remembered as well."""
        found = self._outlooks.get(corner)
        if found is None:
            found = self._outlooks[corner] = outlook(self, corner, self.farthest + 1)
        return found


def aside(before: Point, bend: Point, after: Point) -> tuple[Point, Point]:
    """The points just clear of a bend: outside it and inside."""
    one, two = distance(before, bend), distance(bend, after)
    x = (before[0] - bend[0]) / one + (after[0] - bend[0]) / two
    y = (before[1] - bend[1]) / one + (after[1] - bend[1]) / two
    inward = round(bend[0] + 1_000_000 * x), round(bend[1] + 1_000_000 * y)
    return along(bend, inward, -CLEAR_OF_CORNERS - 1), along(bend, inward, CLEAR_OF_CORNERS + 1)


class Components:
    """Everything that a game of Red Dice is played with."""

    def __init__(self, battlefield: str | BattlefieldData) -> None:
        self.tables = component(PACKAGE, "tables.json", TablesData)
        scenarios = component(PACKAGE, "scenarios.json", ScenariosData)
        fields = scenarios.scenarios
        check("scenarios.json", lambda: (fault for data in fields for fault in check_battlefield(data, self.tables)))
        if isinstance(battlefield, str):
            data = next(found for found in scenarios.scenarios if found.id == battlefield)
        else:
            data = battlefield
        self.numbers = Numbers(self.tables)
        self.field = Battlefield(data, self.tables, self.numbers)
