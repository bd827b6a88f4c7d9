"""Sections C.2, D and N.6: objectives, how they are reached, and how the river is crossed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.flood import flood
from grognard.core.hexes import Hex, hex_set, members
from grognard.core.procedures import DONE, Call, Done, Next, Procedure, Roll
from grognard.core.texts import Argument, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.components import CHANCELLORSVILLE, GIBBON
from grognard.games.chancellorsville.old_joe.events import Lifted
from grognard.games.chancellorsville.old_joe.names import FordName, Formation, Objective
from grognard.games.chancellorsville.old_joe.wheel import FORDS, Wheeling
from grognard.games.chancellorsville.victories.chapter import Chapter
from grognard.games.chancellorsville.victories.events import BridgeLaid, BridgeTakenUp
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.names import UnitId
from grognard.games.chancellorsville.victories.pieces import CSA, UNION, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.state import Solitaire

ENDED = "ended"
"""What an arrival answers if the activation is over with it."""


class Objectives(Chapter["Solitaire"]):
    """Where formations go."""

    components: SoloComponents

    # ------------------------------------------------------------------ lifting units

    def lift(self, game: Solitaire, id: str, h: Hex, procedure: str) -> None:
        """J-H2t: put a division elsewhere, its skirmisher with it, without movement."""
        piece = game.piece(id)
        if piece.hex == h:
            return
        self.put(game, id, h)
        game.emit(Lifted(id, game.label(piece.hex), (), game.label(h), procedure))

    def put(self, game: Solitaire, id: str, h: Hex) -> None:
        """A division is in another hex now, its skirmisher with it."""
        piece = game.piece(id)
        game.state.moved |= {id}
        game.move([other.id for other in game.units_at(UNION, piece.hex) if not game.counter(other.id).is_real], h)
        game.move((id,), h)

    def lift_all(self, game: Solitaire, places: dict[str, Hex], procedure: str) -> None:
        """J-B0d: all at once, so that nobody stands in another's way for a moment."""
        moving = {id: h for id, h in places.items() if game.piece(id).hex != h}
        along = {
            other.id: h
            for id, h in moving.items()
            for other in game.units_at(UNION, game.piece(id).hex)
            if not game.counter(other.id).is_real
        }
        lifted = [Lifted(id, game.label(game.piece(id).hex), (), game.label(h), procedure) for id, h in moving.items()]
        game.state.moved |= frozenset(moving)
        for id, h in (moving | along).items():
            game.move((id,), h)
        for event in lifted:
            game.emit(event)
        if moving:
            game.rules.settle_works(game)

    # ------------------------------------------------------------------ where to

    def is_north(self, h: Hex) -> bool:
        """J-C1e: north of the line of Rapidan and Rappahannock; the land between the rivers is north."""
        return not self.regions["south"] >> h & 1

    def wholly_north(self, game: Solitaire, formation: str) -> bool:
        return all(self.is_north(piece.hex) for piece in game.divisions(formation))

    def area_hex(self, game: Solitaire, number: str, formation: str) -> Hex:
        """J-D4: the hex of an area; of a ford the bank on the side of the greater number, if equal the north."""
        area = self.components.areas[number]
        if area.hex is not None:
            return self.board.hex(area.hex)
        units = game.divisions(formation)
        north = sum(self.is_north(piece.hex) for piece in units)
        bank = area.north_bank if 2 * north >= len(units) else area.south_bank
        return self.board.hex(str(bank))

    def goal_of(self, game: Solitaire, formation: str) -> Hex | None:
        """The objective hex of a formation, if it has an objective."""
        objective = game.state.objectives.get(formation)
        return None if objective is None else self.area_hex(game, objective.area, formation)

    def ford_of(self, game: Solitaire, formation: str) -> str | None:
        """J-N6a: the ford by which a formation north of the river reaches an objective south of it."""
        goal = self.goal_of(game, formation)
        if goal is None or self.is_north(goal) or not self.wholly_north(game, formation):
            return None
        kept = game.state.fords.get(formation)
        if kept is not None:
            return kept
        units = game.divisions(formation)
        first = min(units, key=lambda piece: (self.bank_cost(game, piece), -game.points(piece)))
        return by.ford(game, first.hex, goal)

    def bank_cost(self, game: Solitaire, piece: Piece) -> int:
        fords = self.components.south_fords
        return min((by.cost_between(game, piece.hex, banks[0]) for banks in fords.values()), default=by.FAR)

    def marching_goal(self, game: Solitaire, formation: str) -> Hex | None:
        """Where a formation marches now: the near bank of its ford, or its objective."""
        name = self.ford_of(game, formation)
        return self.components.south_fords[name][0] if name else self.goal_of(game, formation)

    def give(self, game: Solitaire, formation: str, objective: Objective) -> None:
        """J-C2b: an objective marker is placed, and the strategic counter turned over."""
        game.state.objectives[formation] = objective
        game.state.fords.pop(formation, None)
        args: dict[str, Argument] = {"area": self.components.areas[objective.area].name, "value": objective.value}
        game.rules.explain(game, formation, Reason("why.objective", ("J-C2b",), args))

    def has_reached(self, game: Solitaire, formation: str, h: Hex) -> bool:
        """In the objective hex; next to it if another of ours stands there; next to who has reached it before."""
        objective, goal = game.state.objectives.get(formation), self.goal_of(game, formation)
        if objective is None or goal is None:
            return False
        if h == goal:
            return True  # J-D4
        grid = self.board.grid
        own = {piece.hex for piece in game.divisions(formation)}
        if grid.adjacent[h] >> goal & 1 and game.held(UNION) >> goal & 1 and goal not in own:
            return True  # J-D4
        others = (f for f in game.state.areas if f != formation and self.stays_in(game, f, objective.area))  # J-D5
        there = hex_set(piece.hex for f in others for piece in game.divisions(f))  # J-D5
        return bool(grid.adjacent[h] & there)  # J-D5

    def stays_in(self, game: Solitaire, formation: str, area: str) -> bool:
        """J-D5: a formation has reached an area, and has no other objective yet."""
        state = game.state
        return state.areas.get(formation) == area and formation not in state.objectives and formation not in state.due

    def arrival(self, game: Solitaire, formation: str, units: Iterable[str]) -> Arrival | None:
        """J-D4, J-D6: what follows when these units have come somewhere, in whatever way, if that reaches the objective."""
        hexes = [game.piece(id).hex for id in game.alive(units)]
        return Arrival(formation) if any(self.has_reached(game, formation, h) for h in hexes) else None

    def at_bank(self, game: Solitaire, formation: str, h: Hex, name: str) -> bool:
        """J-N6b: on the bank hex, or next to it if another automaton unit stands there."""
        bank = self.components.south_fords[name][0]
        own = {piece.hex for piece in game.divisions(formation)}
        near = self.board.grid.adjacent[h] >> bank & 1 and game.held(UNION) >> bank & 1 and bank not in own
        return h == bank or bool(near)

    def isolated(self, game: Solitaire, formation: str) -> list[Piece]:
        """J-N7: units three or more hexes from the nearest other of their formation."""
        grid, units = self.board.grid, game.divisions(formation)
        limit = self.components.display.isolation.union
        if len(units) < 2:
            return []
        found = [p for p in units if min(grid.distance(p.hex, o.hex) for o in units if o.id != p.id) >= limit]
        if len(found) == len(units):
            goal = self.marching_goal(game, formation)
            first = by.lead(game, units, goal) if goal else by.by_strength(game, units)[0]
            found = [piece for piece in units if first is None or piece.id != first.id]
        return found

    def nearest_ford_area(self, game: Solitaire, formation: str) -> str:
        """J-P800: the ford area whose bank on the formation's own side has the smallest path cost."""
        units = game.divisions(formation)

        def rank(number: str) -> tuple[int, str]:
            h = self.area_hex(game, number, formation)
            return min(by.cost_between(game, piece.hex, h) for piece in units), number

        return min(FORDS, key=rank)

    # ------------------------------------------------------------------ proximity

    def is_ignored(self, game: Solitaire, piece: Piece) -> bool:
        """J-H1b: cavalry, and infantry two or more hexes from the nearest other unit of its formation."""
        counter, grid = self.counters[piece.id], self.board.grid
        if counter.is_cavalry or counter.is_dummy:
            return True
        if not counter.is_infantry or not counter.formation:
            return False
        others = [other.hex for other in game.units_of(CSA, counter.formation) if other.id != piece.id]
        limit = self.components.display.isolation.confederate
        return min((grid.distance(piece.hex, h) for h in others), default=limit) >= limit

    def proximate(self, game: Solitaire, formation: str, units: Sequence[Piece], value: int) -> tuple[Hex, int] | None:
        """J-H1a: the Confederate hex that can be reached for the fewest points, if for no more than the value."""
        goal, grid = self.goal_of(game, formation), self.board.grid
        table = game.rules.tables(game, UNION).move
        to_goal = by.costs_to(game, goal)
        free = self.area & ~game.held(CSA)
        prices: dict[Hex, int] = {}
        for piece in units:
            if piece.order:
                continue
            reach = flood(table, piece.hex, value * MP, free)
            there = reach.all | reach.starts
            costs = by.Costs(reach.levels)
            for enemy in members(grid.around_set(there) & game.held(CSA)):
                if all(self.is_ignored(game, other) for other in game.units_at(CSA, enemy)):
                    continue  # J-H1b
                ways = [
                    costs[n] + table.costs[n, enemy]
                    for n in by.beside(game, enemy)
                    if there >> n & 1 and (n, enemy) in table.costs
                ]
                price = min(ways, default=by.FAR)
                if price > value * MP:
                    continue
                # J-H1c
                if goal is not None and enemy != goal and piece.hex != goal:
                    beyond = by.costs_from(game, goal)[enemy] + to_goal[piece.hex]
                    if beyond <= price:
                        continue
                prices[enemy] = min(price, prices.get(enemy, by.FAR))
        if not prices:
            return None

        def rank(h: Hex) -> tuple[int, int, int, str]:
            """J-H2b: the nearest, and of those the weakest."""
            weak = sum(game.points(piece) for piece in game.units_at(CSA, h))
            return prices[h], to_goal[h], weak, game.label(h)

        best = min(prices, key=rank)
        return best, prices[best]


class Arrival(Procedure["Solitaire"]):
    """J-D6: an objective is reached: score, move the strategic counter, read the paragraph of the new area."""

    formation: Formation
    steps: ClassVar[tuple[str, ...]] = ("arrive", "read")

    def arrive(self, game: Solitaire) -> Next:
        state, rules = game.state, game.rules
        objective = state.objectives.pop(self.formation)
        state.fords.pop(self.formation, None)
        state.areas[self.formation] = objective.area
        args: dict[str, Argument] = {"area": rules.components.areas[objective.area].name, "value": objective.value}
        rules.explain(game, self.formation, Reason("why.reached", ("J-D4", "J-D6"), args))
        state.reached |= objective.value > 0
        rules.award(game, UNION, objective.value, "objective-reached", "J-D6")
        if objective.area != CHANCELLORSVILLE:
            return None
        if self.formation == GIBBON:
            rules.explain(game, self.formation, Reason("why.gibbon-holds", ("J-N4",)))
            return Done(ENDED)
        rules.tell(game, CHANCELLORSVILLE)
        state.arrivals += 1  # J-P019
        isolated = {piece.id for piece in rules.isolated(game, self.formation)}
        units = [piece for piece in game.divisions(self.formation) if piece.id not in isolated]
        rules.lift_all(game, rules.deploy(game, self.formation, units), "[019]")
        return Call(Wheeling("enter", self.formation), then="ended")

    def ended(self, game: Solitaire, result: object) -> Next:
        return Done(ENDED)

    def read(self, game: Solitaire) -> Next:
        """J-D6: the new objective is used from the next activation on."""
        return Call(Reading(self.formation), then="over")

    def over(self, game: Solitaire, result: object) -> Next:
        return DONE


class Reading(Procedure["Solitaire"]):
    """J-C2a, J-C2b: a formation without objective reads the paragraph of its area with two dice."""

    formation: Formation
    steps: ClassVar[tuple[str, ...]] = ("read",)

    def read(self, game: Solitaire) -> Next:
        number = game.state.areas[self.formation]
        if number not in game.rules.components.locations:
            game.rules.explain(game, self.formation, Reason("why.holds", ("J-C2e",), {"area": number}))
            return DONE
        game.rules.tell(game, number)
        return Roll("location", self.rolled, (), "J-C2b", UNION, D6, 2)

    def rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        rules = game.rules
        number = game.state.areas[self.formation]
        row = rules.components.location_row(number, self.formation, *rolled.faces)
        if row.area is None:
            dice: dict[str, Argument] = {"area": number, "red": rolled.faces[0], "white": rolled.faces[1]}
            rules.explain(game, self.formation, Reason("why.told-to-hold", ("J-C2b", "J-PLOC"), dice))
        else:
            read: dict[str, Argument] = {"number": number, "red": rolled.faces[0], "white": rolled.faces[1]}
            rules.explain(game, self.formation, Reason("why.paragraph-read", ("J-C2b", "J-PLOC"), read))
            rules.give(game, self.formation, Objective(row.area, row.value))
        return DONE


class Crossing(Procedure["Solitaire"]):
    """J-N6b: units at the near bank of their ford go over, or by the next free ford if the enemy watches it."""

    formation: Formation
    ford: FordName
    units: tuple[UnitId, ...]
    steps: ClassVar[tuple[str, ...]] = ("look", "go")

    def look(self, game: Solitaire) -> Next:
        """J-N6c: a watched ford costs a roll of the die."""
        if by.watched(game, self.ford):
            return Roll("blocked-ford", self.blocked, (), "J-N6c", UNION, D6)
        return None

    def blocked(self, game: Solitaire, rolled: Rolled) -> Next:
        """J-N6c: perhaps a loss; then they go over at the nearest free ford."""
        rules = game.rules
        rules.explain(game, self.formation, Reason("why.ford-blocked", ("J-N6c",), {"ford": self.ford, "die": rolled.total}))
        if rolled.total <= rules.components.display.ford.loss_at:
            strongest = by.by_strength(game, [game.piece(id) for id in game.alive(self.units)])
            if strongest:
                rules.lose_level(game, strongest[0].id, "J-N6c")
        other = by.free_ford_near(game, self.ford)
        if other is None:
            rules.explain(game, self.formation, Reason("why.waits-at-ford", ("J-N6c",), {"ford": self.ford}))
            return DONE
        self.ford = other
        return None

    def go(self, game: Solitaire) -> Next:
        rules = game.rules
        units = [game.piece(id) for id in game.alive(self.units)]
        if not units:
            return DONE  # J-N6c: the last of them has fallen at a blocked ford
        rules.lift_all(game, by.cross(game, units, self.ford), "CROSS")
        lay_bridge(game, self.ford)
        game.state.fords.pop(self.formation, None)
        rules.explain(game, self.formation, Reason("why.crosses", ("J-N6b",), {"ford": self.ford}))
        return DONE


def lay_bridge(game: Solitaire, name: str) -> None:
    """J-N6b: a pontoon on the ford; if none is left, the one farthest from any automaton unit is taken up."""
    state, rules = game.state, game.rules
    north, south = rules.components.south_fords[name]
    key = rules.hexside_key(north, south)
    if state.pontoons.get(key) == UNION:
        return
    if not state.in_hand.get(UNION, 0):
        grid, held = rules.board.grid, members(game.held(UNION))
        own = [other for other, owner in state.pontoons.items() if owner == UNION]

        def far(other: str) -> tuple[int, str]:
            a, b = rules.river_hexsides[other]
            return -min(min(grid.distance(a, h), grid.distance(b, h)) for h in held), other

        old = min(own, key=far, default=None)
        if old is None:
            return
        del state.pontoons[old]
        game.emit(BridgeTakenUp(UNION, *old.split("-")))
    else:
        state.in_hand[UNION] -= 1
    state.pontoons[key] = UNION
    game.forget_ground()
    game.emit(BridgeLaid(UNION, game.label(north), game.label(south)))
