"""Chapter 9: marches. Movement points are counted in halves."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.charts import number
from grognard.core.flood import flood
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import (
    Halt,
    LeaveBehind,
    LeaveMap,
    MarchTo,
    SeizeBridge,
    SendSkirmishers,
    WreckBridge,
)
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import LeftBehind, LeftTheMap, MarchedOutOfWorks, StackMarched
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.names import ArmyName, Count, HalfPoints, HexId
from grognard.games.chancellorsville.victories.pieces import AVAILABLE, DEMORALISED, ENEMY, GOOD, LEFT, Command, Piece
from grognard.hexgames.marches import NOWHERE, Destinations

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

HALT = Halt()
LEAVE_MAP = LeaveMap()
REACH = ("reach",)


class Marching(Chapter[C]):
    """What a march may do, and what it costs."""

    # ------------------------------------------------------------------ how far

    def allowance(self, game: C, units: Iterable[Piece]) -> int:
        """U9.3: the half-points of the slowest unit."""
        return min((self.allowance_of(game, unit) for unit in units if self.counters[unit.id].is_real), default=0)

    def allowance_of(self, game: C, unit: Piece) -> int:
        """U9.20: the half-points of one unit, doubled on a forced march."""
        points = (self.counters[unit.id].movement + game.rules.extra_movement(game)) * MP
        return 2 * points if unit.tired else points

    def road_bonus(self) -> int:
        """U9.16: a march by road only has a point more."""
        return int((self.components.terrain.roads.all_road_bonus.mp or 0) * MP)

    def keeps_away(self, game: C, units: Iterable[Piece]) -> bool:
        """At night, on a forced march and if demoralised nobody goes next to the enemy."""
        units = tuple(units)
        if game.night and not all(game.rules.attacks_by_night(game, unit) for unit in units):
            return True  # U6.12
        if any(unit.tired for unit in units):
            return True  # U9.21
        return any(unit.order == DEMORALISED for unit in units)  # U14.51

    def taxed(self, game: C, army: str) -> HexSet:
        """U9.5: hexes next to the enemy that are not woods cost a point more; open ones do not in a night attack."""
        free = self.woods | self.clear if game.night else self.woods  # U14.55
        return game.near(ENEMY[army]) & ~free

    def tax(self) -> int:
        return int(self.components.terrain.contact.mp * MP)

    def open_to(self, game: C, army: str, units: Sequence[Piece]) -> HexSet:
        """U9.4: the hexes that these units may enter at all."""
        rules = game.rules
        allowed = self.board.grid.all & ~game.held(ENEMY[army]) & ~rules.closed_to_all(game, units)
        # U6.12
        return allowed & ~game.near(ENEMY[army]) if rules.keeps_away(game, units) else allowed

    def destinations(self, game: C, army: str, units: Sequence[Piece], spent: int, by_road: bool) -> Destinations:
        """U9.2: every hex that these units, all in one hex, can reach with what they have left."""
        rules = game.rules
        if not units:
            return NOWHERE
        here, allowance = units[0].hex, rules.allowance(game, units)
        allowed, taxed, near = rules.open_to(game, army, units), rules.taxed(game, army), game.near(ENEMY[army])
        table = rules.tables(game, army, rules.knows_paths(game, army)).move
        wanted = here, allowance, allowed, taxed, near, table, spent, by_road
        known: tuple[object, Destinations] | None = game.memo.get(REACH)  # the answer to a question needs it again
        if known is not None and known[0] == wanted:
            return known[1]
        tax, bonus = self.tax(), self.road_bonus()
        across = flood(table, here, allowance, allowed, 0, taxed, tax, spent) if spent <= allowance else None
        road = None
        # U9.16
        if by_road and rules.road_table.open[here]:
            road = flood(rules.road_table, here, allowance + bonus, allowed, 0, taxed, tax, spent, bonus, near)
        found = Destinations(across, road)
        game.memo[REACH] = wanted, found
        return found

    def knows_paths(self, game: C, army: str) -> bool:
        """U17.10: whether the marching units are of the formation that pays for woods as if they were open."""
        command = game.state.effects.get("unknown-paths", "")
        if not command or not game.state.marching or self.commands[command].side != army:
            return False
        formation, superior = self.commands[command].formation, self.commands[game.state.command].is_superior
        real = (self.counters[id] for id in game.state.marching if self.counters[id].is_real)
        return all(counter.formation == formation or not superior for counter in real)

    def step_cost(self, game: C, army: str, a: Hex, b: Hex) -> int | None:
        """U9.2: the price of a step with the contact cost; None where it is forbidden."""
        rules = game.rules
        cost = rules.tables(game, army, rules.knows_paths(game, army)).move.cost(a, b)
        if cost is None:
            return None
        return cost + (self.tax() if rules.taxed(game, army) >> b & 1 else 0)  # U9.5

    # ------------------------------------------------------------------ who marches

    def why_not_march(self, game: C, piece: Piece) -> Reason | None:
        """Why a unit may not begin a march in this activation."""
        state, counter = game.state, self.counters[piece.id]
        name = {"unit": counter.name}
        if counter.is_skirmisher:
            return Reason("skirmishers-do-not-march-alone", ("U13.9", "U13.1"), name)
        if counter.is_dummy:
            return Reason("dummies-do-not-march-alone", ("U9.29",), name)
        if piece.id not in state.active:
            return Reason("not-active", ("U8.1",), name)
        if piece.id in state.builders:
            return Reason("builders-stay", ("U11.7",), name)
        if piece.id in state.finished:
            return Reason("march-is-over", ("U9.1",), name)
        return None

    def movable(self, game: C, army: str, h: Hex) -> list[Piece]:
        """U13.9: all that may march from a hex together; skirmishers go with infantry only, dummies with real units."""
        stack = game.units_at(army, h)
        real = [piece for piece in game.real(stack) if self.why_not_march(game, piece) is None]  # U9.1
        if not real:
            return []
        infantry = any(self.counters[piece.id].is_infantry for piece in real)
        finished = game.state.finished
        along = [p for p in stack if self.goes_along(p, infantry) and p.id not in finished]
        return sorted([*real, *along], key=lambda piece: self.places_on_sheet[piece.id])

    def goes_along(self, piece: Piece, infantry: bool) -> bool:
        counter = self.counters[piece.id]
        return counter.is_dummy or (counter.is_skirmisher and infantry)

    def may_split(self, units: Sequence[Piece], leaving: Piece) -> bool:
        """What goes on without a unit must still be able to: real units, and infantry for skirmishers."""
        rest = [self.counters[unit.id] for unit in units if unit.id != leaving.id]
        if not any(counter.is_real for counter in rest):
            return False  # U9.29
        return any(c.is_infantry for c in rest) or not any(c.is_skirmisher for c in rest)  # U13.9

    # ------------------------------------------------------------------ forced march

    def why_not_force(self, game: C, command: Command) -> Reason | None:
        """U9.20: one formation of an army in each turn, before any of its units has moved."""
        state, rules = game.state, game.rules
        name = {"command": command.name}
        acting = self.commands[state.command]
        if command.side in state.forced:
            return Reason("one-forced-march", ("U9.20",), name)
        if acting.is_independent or command.formation not in rules.commanded(game, acting) or not command.formation:
            return Reason("not-a-formation-here", ("U9.20",), name)
        own = [id for id in state.active if self.counters[id].formation == command.formation]
        if not own:
            return Reason("nobody-to-march", ("U9.20", "U8.1"), name)
        if any(id in state.moved or id in state.finished - state.builders for id in own):
            return Reason("has-marched-already", ("U9.20",), name)
        return None

    def force_march(self, game: C, command: Command) -> list[str]:
        """U9.20: double the units in the radius that are in good order and in supply; returns them."""
        state = game.state
        acting = self.commands[state.command]
        state.forced[command.side] = command.id
        own = (id for id in state.active if self.counters[id].formation == command.formation or not acting.is_superior)
        return self.hurry(game, own)

    def hurry(self, game: C, units: Iterable[str]) -> list[str]:
        """U9.20: double those of these units that may make a forced march; returns them."""
        found = [id for id in sorted(units) if id not in game.state.builders and self.fit_to_force(game.piece(id))]
        for id in found:
            game.change(id, tired=True)
        return found

    def fit_to_force(self, piece: Piece) -> bool:
        """U9.25: in good order and in supply."""
        return piece.order == GOOD and not piece.unsupplied

    def why_not_hurry(self, game: C, piece: Piece) -> Reason | None:
        """U9.20: under a superior commander the owner names at once the others who make the forced march of one formation."""
        state, counter = game.state, self.counters[piece.id]
        acting, name = self.commands[state.command], {"unit": counter.name}
        forced, commanded = state.forced.get(acting.side, ""), game.rules.commanded(game, acting)
        if not acting.is_superior or not forced or self.commands[forced].formation not in commanded:
            return Reason("the-activation-has-begun", ("U8.10",))
        if piece.id not in state.active or counter.formation in commanded:
            return Reason("not-under-this-command", ("U9.20", "U8.17"), name)
        moved = any(self.counters[id].side == acting.side for id in state.moved)
        if moved or state.finished or state.builders & state.active or state.skirmished:
            return Reason("the-activation-has-begun", ("U9.20",))
        if piece.tired or not self.fit_to_force(piece):
            return Reason("cannot-hurry", ("U9.25", "U9.20"), name)
        return None

    # ------------------------------------------------------------------ leaving the map

    def exit_cost(self, game: C, army: str, h: Hex) -> int | None:
        """U9.19: the half-points it takes to leave the map here; None where nobody may."""
        victory, grid = self.components.scenario.victory, self.board.grid
        by_road = int((self.components.terrain.roads.exit_map.mp or 0) * MP)
        # U2.8
        if victory.type == "points" and victory.exit is not None:
            return by_road if self.board.zones[victory.exit.zone] >> h & 1 else None
        # U19.22
        if victory.type == "union_exits_brigades_else_csa" and army == "Union":
            if grid.column(h) != victory.edge_column or not self.regions[victory.edge_region] >> h & 1:
                return None
            if game.rules.road_hexes >> h & 1:
                return by_road
            return int(self.components.terrain.hexes[self.board.terrain[h]].mp * MP)
        return None

    # ------------------------------------------------------------------ what leaving works does

    def are_bound(self, game: C, army: str, h: Hex) -> bool:
        """U14.23: whether units that leave a hex all together fall into disorder: out of works next to the enemy, by day."""
        return game.rules.has_works(game, army, h) and not game.night and game.next_to_enemy(army, h)

    def note_departure(self, game: C, army: str, units: Sequence[str], h: Hex) -> tuple[str, ...]:
        """U14.23: who is disorganised because all have left works next to the enemy by day; call before they go.

        Skirmishers do not count as staying.
        """
        state, label = game.state, game.label(h)
        if not self.are_bound(game, army, h):
            return ()
        going = [id for id in units if self.counters[id].is_real]
        staying = [piece for piece in game.real(game.units_at(army, h)) if piece.id not in going]
        for id in going:
            state.left_works[id] = label
        if staying:
            return ()
        return tuple(id for id, place in state.left_works.items() if place == label)

    def why_not_leave_behind(self, game: C, units: Sequence[Piece], id: str) -> Reason | None:
        piece = next((unit for unit in units if unit.id == id), None)
        if piece is None:
            return Reason("not-marching", ("U9.1",), {"unit": id})
        if not self.may_split(units, piece):
            return Reason("the-rest-cannot-go-on", ("U13.9", "U9.29"), {"unit": self.counters[id].name})
        return None

    # ------------------------------------------------------------------ refusing a march, in words

    def why_not_reach(self, game: C, march: March, goal: Hex) -> Reason | None:
        """Why the marching units cannot go to a hex: a plain search, step by step, beside the flood that makes the list."""
        rules, units = game.rules, march.units(game)
        army, here = march.army, march.hex
        where = {"hex": game.label(goal)}
        if goal == here:
            return Reason("is-there-already", ("U9.2",), where)
        if game.held(ENEMY[army]) >> goal & 1:
            return Reason("enemy-holds-it", ("U9.4", "U5.1"), where)
        if not self.area >> goal & 1:
            return Reason("off-the-playing-area", ("U19.1",), where)
        if rules.closed_to_all(game, units) >> goal & 1:
            return Reason("may-not-cross-there", rules.rules_of_banks(game, units), where)
        if rules.keeps_away(game, units) and game.near(ENEMY[army]) >> goal & 1:
            return Reason("too-near-the-enemy", self.rules_of_distance(game, units), where)
        allowance = rules.allowance(game, units)
        if self.leads_to(game, march, goal, allowance, by_road=False):
            return None
        if march.by_road and self.leads_to(game, march, goal, allowance + self.road_bonus(), by_road=True):
            return None
        neighbours = self.board.grid.adjacent[here]
        if neighbours >> goal & 1 and self.step_cost(game, army, here, goal) is None:
            return Reason("cannot-be-crossed", rules.rules_of_crossing(game, here, goal), where)
        return Reason("beyond-reach", ("U9.2",), {"hex": game.label(goal), "left": rules.points_to_march(game, march)})

    def rules_of_distance(self, game: C, units: Sequence[Piece]) -> tuple[str, ...]:
        """The rules that keep these units away from the enemy."""
        reasons = {
            "U6.12": game.night and not all(game.rules.attacks_by_night(game, unit) for unit in units),
            "U9.21": any(unit.tired for unit in units),
            "U14.51": any(unit.order == DEMORALISED for unit in units),
        }
        return tuple(rule for rule, applies in reasons.items() if applies)

    def points_to_march(self, game: C, march: March) -> str:
        """U9.16: what is left of the allowance; the point of the road, which only some ways can use, is not counted."""
        left = self.allowance(game, march.units(game)) - march.spent
        return number(max(0, left) / MP)

    def leads_to(self, game: C, march: March, goal: Hex, budget: int, by_road: bool) -> bool:
        """Whether some way within the budget leads to the goal, each step allowed by the named rules."""
        rules, army, units = game.rules, march.army, march.units(game)
        allowed, near, bonus = rules.open_to(game, army, units), game.near(ENEMY[army]), self.road_bonus()
        queue, best = [(march.spent, march.hex)], {march.hex: march.spent}
        while queue:
            spent, here = heapq.heappop(queue)
            if here == goal:
                return True
            for there in members(self.board.grid.adjacent[here] & allowed):
                price = self.step_cost(game, army, here, there)
                if price is None or (by_road and rules.road_cost(here, there) is None):
                    continue
                total = spent + price
                if by_road and total > budget - bonus and near >> there & 1:
                    continue
                if total <= budget and total < best.get(there, budget + 1):
                    best[there] = total
                    heapq.heappush(queue, (total, there))
        return False


class March(Procedure["Campaign"]):
    """U9.1: the march of a stack. It may go on while it has points; each hex next to the enemy opens what happens there."""

    army: ArmyName
    hex: HexId
    spent: HalfPoints = 0
    taken: Count = 0
    """How many hexes it has entered."""
    by_road: bool = True
    """U9.16: every step so far was along a road."""
    path: tuple[HexId, ...] = ()
    held_fast: bool = False
    """U9.12: the enemy will not break contact for the rest of this march."""
    steps: ClassVar[tuple[str, ...]] = ("go", "walk")

    def units(self, game: Campaign) -> list[Piece]:
        return [game.piece(id) for id in game.state.marching]

    def go(self, game: Campaign) -> Next:
        if self.path:
            return None
        rules, units = game.rules, self.units(game)
        if not units:
            return DONE
        reach = rules.destinations(game, self.army, units, self.spent, self.by_road)
        actions: list[Action] = [*rules.goals.of(reach.all)]
        actions.extend(self.other_actions(game, units))
        if not actions and not rules.secretive:
            return self.finish(game)
        actions.append(HALT)
        args = {"hex": game.label(self.hex), "left": rules.points_to_march(game, self), "unit": units[0].id}
        closing = (HALT,) if self.taken else ()  # before the first step one rather takes the march back
        return Ask(self.army, actions, self.chosen, "march-on", "U9.2", self.why_not, args, always=True, closing=closing)

    def other_actions(self, game: Campaign, units: Sequence[Piece]) -> list[Action]:
        """What else can be done on the way."""
        rules = game.rules
        found: list[Action] = []
        found.extend(LeaveBehind(unit.id) for unit in units if rules.may_split(units, unit))  # U9.1
        found.extend(SendSkirmishers(unit.id) for unit in units if rules.why_not_skirmish(game, unit) is None)  # U13.3
        # U11.12
        for other in rules.bridges_at(game, self.hex):
            for kind in (WreckBridge, SeizeBridge):
                action = kind(game.label(other))
                if rules.why_not_harm_bridge(game, self, action) is None:
                    found.append(action)
        if self.why_not_leave_map(game, units) is None:
            found.append(LEAVE_MAP)  # U9.19
        return found

    def why_not_leave_map(self, game: Campaign, units: Sequence[Piece]) -> Reason | None:
        cost = game.rules.exit_cost(game, self.army, self.hex)
        if cost is None:
            return Reason("no-exit-here", ("U9.19", "U19.22"), {"hex": game.label(self.hex)})
        if self.spent + cost > self.budget(game, units):
            return Reason("no-points-to-leave", ("U9.19",), {"cost": cost / MP})
        return None

    def budget(self, game: Campaign, units: Sequence[Piece]) -> int:
        """U9.16: what may be spent in all, with the bonus of a march by road only."""
        return game.rules.allowance(game, units) + (game.rules.road_bonus() if self.by_road and self.taken else 0)

    def why_not(self, game: Campaign, action: Action) -> Reason | None:
        rules, units = game.rules, self.units(game)
        match action:
            case MarchTo(label):
                goal = rules.board.grid.by_label.get(label)
                if goal is None:
                    return Reason("hex-not-on-the-map", (), {"hex": label})
                return rules.why_not_reach(game, self, goal)
            case Halt():
                return None
            case LeaveBehind(id):
                return rules.why_not_leave_behind(game, units, id)
            case SendSkirmishers(id):
                piece = next((unit for unit in units if unit.id == id), None)
                if piece is None:
                    return Reason("not-marching", ("U13.3",), {"unit": id})
                return rules.why_not_skirmish(game, piece)
            case WreckBridge() | SeizeBridge():
                return rules.why_not_harm_bridge(game, self, action)
            case LeaveMap():
                return self.why_not_leave_map(game, units)
        return NOT_OFFERED

    def chosen(self, game: Campaign, answer: Action) -> Next:
        rules, state = game.rules, game.state
        match answer:
            case MarchTo(label):
                reach = rules.destinations(game, self.army, self.units(game), self.spent, self.by_road)
                self.path = reach.path(rules.board.hex(label))
                return None
            case LeaveBehind(id):
                state.marching = tuple(unit for unit in state.marching if unit != id)
                if self.taken:
                    state.finished |= {id}
                    game.emit(LeftBehind(self.army, id, game.label(self.hex)))
                return Goto("go")
            case SendSkirmishers(id):
                return Call(rules.skirmish(game, self.army, id), then="go")
            case WreckBridge() | SeizeBridge():
                self.spent += rules.harm_bridge(game, self.army, self.hex, answer)
                self.by_road = False
                return Goto("go")
            case LeaveMap():
                return self.leave_map(game)
        return self.finish(game)

    def finish(self, game: Campaign) -> Next:
        state = game.state
        state.finished |= set(state.marching)
        state.marching = ()
        return DONE

    def leave_map(self, game: Campaign) -> Next:
        """U9.19: units that left are set aside and never return; a dummy has left nobody (U9.27)."""
        state, label = game.state, game.label(self.hex)
        units = state.marching
        state.marching = ()
        for id in units:
            if game.counter(id).is_dummy:
                game.take_off(id, AVAILABLE)
            else:
                game.take_off(id, LEFT)
                state.exits[id] = label
        game.emit(LeftTheMap(self.army, units, label))
        game.rules.drop_dummies(game, self.army, self.hex)  # U9.29
        game.rules.units_left(game, self.army)
        return DONE

    def walk(self, game: Campaign) -> Next:
        """Along the path; next to the enemy what happens there is done before the next step."""
        rules, state, army = game.rules, game.state, self.army
        near, start, way = game.near(ENEMY[army]), self.hex, [self.hex]
        disordered = rules.note_departure(game, army, state.marching, self.hex) if self.path else ()
        stirred = False
        while self.path and not stirred and not disordered:
            if not self.pay(game):
                self.path = ()
                break
            way.append(self.hex)
            stirred = bool(near >> self.hex & 1)
        if len(way) > 1:
            rules.relocate(game, state.marching, self.hex, rules.who_may_march(game, army))
            state.trodden |= {game.label(self.hex)}
            rules.drop_dummies(game, army, start)
            rules.settle_works(game)
            labels = rules.board.grid.labels
            path = tuple(labels[h] for h in way)
            game.emit(StackMarched(army, state.marching, len(state.marching), path, self.spent / MP, stirred))
        if disordered:
            return self.march_out_of_works(game, disordered)
        if stirred:
            return Call(rules.contact(game, self), then="go_on")
        return Goto("walk") if self.path else Goto("go")

    def march_out_of_works(self, game: Campaign, units: tuple[str, ...]) -> Next:
        """U14.23: the step out of the works is made, and disorganises; the march goes on from there."""
        rules, state, army = game.rules, game.state, self.army
        start = self.hex
        if self.pay(game):
            rules.relocate(game, state.marching, self.hex, rules.who_may_march(game, army))
            state.trodden |= {game.label(self.hex)}
            rules.drop_dummies(game, army, start)
            rules.settle_works(game)
            labels = rules.board.grid.labels
            stirred = game.next_to_enemy(army, self.hex)
            way = (labels[start], labels[self.hex])
            game.emit(StackMarched(army, state.marching, len(state.marching), way, self.spent / MP, stirred))
            game.emit(MarchedOutOfWorks(army, units, labels[start]))
            return Call(rules.disorder(game, army, units, "U14.23"), then="after_works")
        self.path = ()
        return Goto("go")

    def after_works(self, game: Campaign, result: object) -> Next:
        """Those that the step demoralised have gone their own way."""
        state = game.state
        state.marching = tuple(id for id in state.marching if game.piece(id).hex == self.hex)
        if not state.marching:
            return DONE
        if game.next_to_enemy(self.army, self.hex):
            return Call(game.rules.contact(game, self), then="go_on")
        return Goto("walk") if self.path else Goto("go")

    def go_on(self, game: Campaign, result: object) -> Next:
        """U9.13: after contact the march goes on, unless its way is closed now."""
        if self.path and not self.open_ahead(game):
            self.path = ()
        return Goto("go")

    def open_ahead(self, game: Campaign) -> bool:
        allowed = game.rules.open_to(game, self.army, self.units(game))
        return all(allowed >> h & 1 for h in self.path)

    def pay(self, game: Campaign) -> bool:
        """U9.2: pay for the next hex of the path; False if it can no longer be paid for."""
        rules, there = game.rules, self.path[0]
        price = rules.step_cost(game, self.army, self.hex, there)
        by_road = self.by_road and rules.road_cost(self.hex, there) is not None
        budget = rules.allowance(game, self.units(game))
        if by_road and not game.near(ENEMY[self.army]) >> there & 1:
            budget += rules.road_bonus()
        if price is None or self.spent + price > budget:
            return False
        self.spent += price
        self.by_road = by_road
        self.taken += 1
        self.hex, self.path = there, self.path[1:]
        return True
