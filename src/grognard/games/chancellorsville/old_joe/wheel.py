"""Section G: the wheel of Chancellorsville and its paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex, members
from grognard.core.procedures import DONE, Goto, Next, Procedure, Roll
from grognard.core.texts import Argument, Reason
from grognard.games.chancellorsville.old_joe.components import CHANCELLORSVILLE
from grognard.games.chancellorsville.old_joe.names import Formation, FormationOrNone, Objective
from grognard.games.chancellorsville.old_joe.procedures import by_strength, taken
from grognard.games.chancellorsville.victories.chapter import Chapter
from grognard.games.chancellorsville.victories.names import HexOrNone
from grognard.games.chancellorsville.victories.pieces import CSA, UNION, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.state import Solitaire

Task = Literal["[029]", "[110]", "[111]", "out"]
"""J-G4: a paragraph to be read, or a roll for a counter that leaves the wheel by [111]."""
FORDS = ("[011]", "[012]", "[013]", "[014]", "[018]")
ZOAN = Objective("[021]", 1)


class Wheels(Chapter["Solitaire"]):
    """Where counters stand on the wheel, and how formations deploy at the crossroads."""

    components: SoloComponents

    @property
    def crossroads(self) -> Hex:
        return self.components.places["Chancellorsville"]

    def set_sector(self, game: Solitaire, formation: str, sector: int) -> None:
        state = game.state
        state.wheel[formation] = sector
        if sector < 5:
            state.stung -= {formation}
        game.rules.explain(game, formation, Reason("why.on-the-wheel", ("J-G2",), {"sector": sector}))

    def leave_wheel(self, game: Solitaire, formation: str, objective: Objective, to_cup: bool = False) -> None:
        """The counter goes to the bottom of the track, or into the cup, with a new objective."""
        state = game.state
        del state.wheel[formation]
        state.stung -= {formation}
        game.rules.give(game, formation, objective)
        id = self.components.command_of[formation]
        if not to_cup:
            state.track += (id,)
        elif game.night:
            state.track = (id, *state.track)
        else:
            state.cup += (id,)

    def highest_first(self, game: Solitaire) -> list[str]:
        wheel = game.state.wheel
        return sorted(wheel, key=lambda formation: -wheel[formation])

    # ------------------------------------------------------------------ deployment

    def deploy(self, game: Solitaire, formation: str, units: list[Piece]) -> dict[str, Hex]:
        """J-P019: the divisions in the places of the row of this arrival; the empty crossroads first."""
        rows = self.components.specials[CHANCELLORSVILLE].rows
        occupied = taken(game)
        for piece in units:
            occupied &= ~(1 << piece.hex)
        arrival = game.state.arrivals
        row = next((row for row in rows if row.arrival == arrival), None)
        if row is None:
            row = next(
                (r for r in rows if any(not self.is_taken(occupied, self.spot(p.distance, p.bearing)) for p in r.places)),
                rows[0],
            )
        places = [self.spot(place.distance, place.bearing) for place in row.places]
        if not occupied >> self.crossroads & 1 and self.crossroads not in places:
            places = [self.crossroads, *places]
        found: dict[str, Hex] = {}
        for piece, wanted in zip(by_strength(game, units), places, strict=False):
            spot = wanted if wanted is not None and self.is_fit(game, occupied, wanted) else None
            if spot is None:
                spot = self.substitute(game, occupied, wanted or self.crossroads, list(found.values()))
            if spot is None:
                spot = piece.hex
            occupied |= 1 << spot
            found[piece.id] = spot
        return found

    def is_taken(self, occupied: int, h: Hex | None) -> bool:
        return h is None or bool(occupied >> h & 1)

    def is_fit(self, game: Solitaire, occupied: int, h: Hex) -> bool:
        """A free place, and not next to the enemy while cautious."""
        return not occupied >> h & 1 and not (game.state.attitude == "C" and game.near(CSA) >> h & 1)

    def substitute(self, game: Solitaire, occupied: int, wanted: Hex, placed: list[Hex]) -> Hex | None:
        """The free hex nearest to a place that touches a unit placed before; ties: nearest to the crossroads, lowest number."""
        grid = self.board.grid
        for distance in range(8):
            able = [
                h
                for h in members(grid.ring(wanted, distance))
                if self.is_fit(game, occupied, h) and (not placed or any(grid.adjacent[h] >> p & 1 for p in placed))
            ]
            if able:
                return min(able, key=lambda h: (grid.distance(h, self.crossroads), game.label(h)))
        return None

    def spot(self, distance: int, bearing: int) -> Hex | None:
        """The hex so far from the crossroads in a direction: degrees clockwise from north."""
        grid, h = self.board.grid, self.crossroads
        first = bearing // 60
        steps = [first] * distance if bearing % 60 == 0 else [first, (first + 1) % 6] * (distance // 2)
        for direction in steps:
            there = grid.neighbours[h][direction]
            if there is None:
                return None
            h = there
        return h


class Wheeling(Procedure["Solitaire"]):
    """J-G1 to J-G5: counters enter, are pushed, jump or advance; then the paragraphs are read, the highest sector first."""

    why: Literal["enter", "jump", "advance"]
    formation: FormationOrNone = ""
    attacker: HexOrNone = 0
    """J-P029: where the strongest attacker stands."""
    tasks: tuple[tuple[Task, Formation], ...] = ()
    """Paragraphs still to be read, each with its formation."""
    steps: ClassVar[tuple[str, ...]] = ("turn", "read")

    def turn(self, game: Solitaire) -> Next:
        match self.why:
            case "enter":
                self.enter(game)
            case "jump":
                self.jump(game)
            case "advance":
                self.advance(game)
        return None

    def enter(self, game: Solitaire) -> None:
        """J-G1: into sector 1; the others move on, or the fourth formation sends them off."""
        rules, wheel = game.rules, game.state.wheel
        chart = rules.components.display.wheel
        # J-P028
        if len(wheel) >= chart.full_with:
            rules.tell(game, chart.full)
            rules.move_hooker(game, -2, False, "J-P028")
            goals = rules.components.specials[chart.full].objectives
            for formation, goal in zip(rules.highest_first(game), goals, strict=False):
                rules.leave_wheel(game, formation, Objective(goal.area, goal.value))
        for formation in rules.highest_first(game):
            self.put(game, formation, wheel[formation] + 1)  # J-G2
        self.take_counter(game)
        rules.set_sector(game, self.formation, 1)

    def take_counter(self, game: Solitaire) -> None:
        """J-G1: the counter of a formation that arrives out of its activation is taken from where it lies."""
        state = game.state
        id = game.rules.components.command_of[self.formation]
        state.track = tuple(other for other in state.track if other != id)
        state.cup = tuple(other for other in state.cup if other != id)
        state.boxes = {box: tuple(other for other in held if other != id) for box, held in state.boxes.items()}

    def put(self, game: Solitaire, formation: str, sector: int, jumped: bool = False) -> None:
        """Put a counter in a sector, and note the paragraph that it comes to."""
        rules = game.rules
        before = game.state.wheel.get(formation, 0)
        rules.set_sector(game, formation, min(sector, 8))
        data = rules.components.display.wheel.sectors[min(sector, 8) - 1]
        number = data.jump if jumped else data.advance
        if number and sector != before:
            self.tasks += ((number, formation),)

    def jump(self, game: Solitaire) -> None:
        """J-G3: to the opposite sector; who is there is pushed on, and pushes the next in turn."""
        state, rules = game.state, game.rules
        wheel = state.wheel
        sector = rules.components.display.wheel.sectors[wheel[self.formation] - 1].opposite
        del wheel[self.formation]
        self.push(game, sector)
        self.put(game, self.formation, sector, jumped=True)
        if sector >= 5:
            state.stung |= {self.formation}
        state.jumped |= {self.formation}

    def push(self, game: Solitaire, sector: int) -> None:
        other = next((formation for formation, place in game.state.wheel.items() if place == sector), None)
        if other is not None and sector < 8:
            self.push(game, sector + 1)
            self.put(game, other, sector + 1)

    def advance(self, game: Solitaire) -> None:
        """J-G5: from the highest sector down."""
        for formation in game.rules.highest_first(game):
            self.put(game, formation, game.state.wheel[formation] + 1)

    # ------------------------------------------------------------------ the paragraphs

    def read(self, game: Solitaire) -> Next:
        """J-G4: [110] in sector 4, [111] in sector 8 by an advance, [029] by a jump."""
        rules, wheel = game.rules, game.state.wheel
        while self.tasks:
            number, formation = self.tasks[0]
            if formation not in wheel:
                self.tasks = self.tasks[1:]
                continue
            if number == "[029]":
                self.tasks = self.tasks[1:]
                rules.tell(game, number)
                game.state.combat |= {formation}
                rules.leave_wheel(game, formation, Objective(self.area_near(game), 1), to_cup=True)
                continue
            if number == "[111]":
                rules.tell(game, number)
                rules.move_hooker(game, -1, False, "J-P111")
                self.tasks = tuple(("out", other) for other in rules.highest_first(game))
                continue
            if number == "[110]":
                rules.tell(game, number)
            return Roll("wheel", self.rolled, (), "J-P110", UNION, D6, 2)
        return DONE

    def rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        rules = game.rules
        number, formation = self.tasks[0]
        self.tasks = self.tasks[1:]
        red, white = rolled.faces
        row = rules.components.wheel_row(red, white)
        read: dict[str, Argument] = {"number": "[110]", "red": red, "white": white}
        rules.explain(game, formation, Reason("why.paragraph-read", ("J-P110",), read))
        if row.area is not None:
            rules.leave_wheel(game, formation, Objective(row.area, row.value))
        elif number == "out":
            rules.leave_wheel(game, formation, ZOAN)  # J-P111
        else:
            rules.explain(game, formation, Reason("why.stays-in-sector", ("J-P110",), {"red": red}))
        return Goto("read")

    def area_near(self, game: Solitaire) -> str:
        """J-P029: the area nearest to the attacker, fords, Chancellorsville and what lies north of the river left out."""
        rules = game.rules
        grid, areas = rules.board.grid, rules.components.areas
        named = {number: rules.board.hex(area.hex) for number, area in areas.items() if area.hex}
        able = {n: h for n, h in named.items() if n != CHANCELLORSVILLE and not rules.is_north(h)}
        return min(able, key=lambda number: (grid.distance(able[number], self.attacker), number))
