"""Sections C, D, H and I: what an activated formation of the automaton does."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.flood import flood
from grognard.core.hexes import Hex, members
from grognard.core.procedures import DONE, Ask, Call, Draw, Goto, Next, Procedure, Roll
from grognard.core.texts import Argument, Modifier, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.engagement import Engagement
from grognard.games.chancellorsville.old_joe.events import Lifted, PageRead
from grognard.games.chancellorsville.old_joe.names import Contact as ContactState
from grognard.games.chancellorsville.old_joe.names import Formation, Objective
from grognard.games.chancellorsville.old_joe.objectives import ENDED, Arrival, Crossing, Reading
from grognard.games.chancellorsville.old_joe.scoring import Trophies
from grognard.games.chancellorsville.victories.actions import Suffer
from grognard.games.chancellorsville.victories.bombardment import GUNS, TROOPS, Bombardment
from grognard.games.chancellorsville.victories.contact import Contact
from grognard.games.chancellorsville.victories.events import Bombarded
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.names import Count, HalfPoints, HexId, HexOrNone, UnitId, UnitOrNone
from grognard.games.chancellorsville.victories.pieces import CSA, DEMORALISED, GOOD, UNION, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire

FREE: Literal["free"] = "free"
NEAR: Literal["near"] = "near"
TOUCHING: Literal["touching"] = "touching"
POINTS = {"+1PM": 1, "-1PM": -1, "-2PM": -2}
MANOEUVRE = 2


class CorpsActivation(Procedure["Solitaire"]):
    """J-C0d: behaviour, objective, movement, bombardment and engagement of one formation."""

    formation: Formation
    proximity: Count = 0
    arty: Count = 0
    bombards: bool = False
    points: Count = 4
    """J-D3: the movement points of this activation."""
    contact: ContactState = ""
    skirmisher: bool = False
    """J-C1b: a skirmisher is to be placed."""
    peaceful: bool = False
    """J-P800: it falls back and does not fight."""
    target: HexOrNone = 0
    leader: UnitOrNone = ""
    path: tuple[HexId, ...] = ()
    route: tuple[HexId, ...] = ()
    """J-D2: where the leading unit has been, its start first."""
    told: Count = 0
    """How many hexes of it have been told."""
    spent: HalfPoints = 0
    by_road: bool = True
    held_fast: bool = False
    """U9.12: the player will not break contact for the rest of this march."""
    waiting: tuple[HexId, ...] = ()
    """Hexes in which units have come into contact."""
    touched: tuple[tuple[HexId, tuple[UnitId, ...]], ...] = ()
    """The stacks that are touched, as they stood before the player could break contact."""
    broken: tuple[tuple[UnitId, ...], ...] = ()
    """J-H3b: stacks that have broken contact and have still to pay for it."""
    broke: bool = False
    """J-H3: whether the player has broken contact in this activation."""
    strays: tuple[UnitId, ...] = ()
    """J-N7: units that were isolated when it began."""
    stood: tuple[tuple[UnitId, HexId], ...] = ()
    """J-D4: where the divisions stood when it was last asked whether one has come onto the objective."""
    settled: bool = False
    """J-D6: an objective was reached: the movement is over, and the next objective waits for the next activation."""
    steps: ClassVar[tuple[str, ...]] = (
        "begin",
        "worn_out",
        "behave",
        "place_skirmisher",
        "objective",
        "assess",
        "come_onto",
        "meet",
        "pay",
        "follow_up",
        "march",
        "walk",
        "walked",
        "shake",
        "bombard",
        "fire",
        "engage",
        "gather",
        "come_home",
        "finish",
    )

    def units(self, game: Solitaire) -> list[Piece]:
        """The divisions that act."""
        return [piece for piece in game.divisions(self.formation) if piece.id not in self.strays]

    def fighters(self, game: Solitaire) -> list[Piece]:
        """J-K4: those in good order next to an enemy."""
        return [piece for piece in self.units(game) if piece.order == GOOD and by.in_contact(game, piece.hex)]

    # ------------------------------------------------------------------ behaviour and objective

    def begin(self, game: Solitaire) -> Next:
        rules, state = game.rules, game.state
        if not game.divisions(self.formation):
            return Goto("finish")
        self.points = rules.components.display.movement
        self.strays = tuple(piece.id for piece in rules.isolated(game, self.formation))
        self.note_places(game)
        state.phasing = UNION
        state.active = frozenset(piece.id for piece in self.units(game))
        rules.explain(game, self.formation, Reason("why.activated", ("J-C0d", "J-C0e")))
        for id in self.strays:
            rules.explain(game, self.formation, Reason("why.isolated", ("J-N7",), {"unit": game.counter(id).name}))
        return None

    def worn_out(self, game: Solitaire) -> Next:
        """J-N8: a formation of reduced divisions only reads [800] first."""
        rules = game.rules
        if not all(rules.is_reduced(piece) for piece in game.divisions(self.formation)):
            return None
        rules.tell(game, "[800]")
        modifier = Modifier(1, "aggressive", "J-P800") if game.state.attitude == "A" else Modifier(-1, "cautious", "J-P800")
        return Roll("worn-out", self.worn_rolled, (modifier,), "J-P800", UNION, D6)

    def worn_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        rules = game.rules
        rows = rules.components.specials["[800]"].results
        place = next(place for place, row in enumerate(rows) if rolled.total in row.roll)
        if place == 0:
            self.peaceful = True
            rules.explain(game, self.formation, Reason("why.falls-back", ("J-P800",)))
            game.state.objectives.pop(self.formation, None)
            rules.give(game, self.formation, Objective(rules.nearest_ford_area(game, self.formation), 0))
            return Goto("march")
        if place == 1:
            rules.explain(game, self.formation, Reason("why.digs-in", ("J-P800",)))
            for piece in self.units(game):
                if by.in_contact(game, piece.hex) and rules.why_not_dig(game, UNION, piece.hex) is None:
                    rules.dig(game, UNION, piece.hex)
            return Goto("finish")
        return None

    def behave(self, game: Solitaire) -> Next:
        """J-C1a: three dice, unless all its units are north of the river."""
        if game.rules.wholly_north(game, self.formation):
            game.rules.explain(game, self.formation, Reason("why.north-of-the-river", ("J-C1e",)))
            return None  # J-C1e
        return Roll("behaviour", self.behaved, (), "J-C1a", UNION, D6, 3)

    def behaved(self, game: Solitaire, rolled: Rolled) -> Next:
        """J-C1b: the effect is carried out at once; proximity and guns hold until the activation ends."""
        rules, state = game.rules, game.state
        one, two, three = rolled.faces
        row = rules.components.row(one + two, three)  # J-C1a
        self.proximity = row.proximity.A if state.attitude == "A" else row.proximity.C  # J-C1c
        self.arty, self.bombards = row.arty_value, row.bombards  # J-C1c
        story = rules.components.page_text(one + two)  # J-B0h
        game.emit(PageRead(self.formation, one + two, row.id, row.behaviour, self.proximity, row.arty, story))  # J-B0h
        for word in row.behaviour.split():
            if word in POINTS:
                self.points += POINTS[word]
            elif word == "+C":
                state.combat |= {self.formation}
            elif word == "-C":
                state.combat -= {self.formation}
            elif word.endswith("<"):
                rules.hasten(game, word[:-1])
            elif word == "SK":
                self.skirmisher = True
        return None

    def place_skirmisher(self, game: Solitaire) -> Next:
        """J-N2: on the division nearest to the enemy, by lot among equals; one a formation."""
        if not self.skirmisher or game.rules.has_skirmisher(game, self.formation):
            return None
        able = by.nearest(game, game.divisions(self.formation))
        return Draw("skirmisher", tuple(sorted(piece.id for piece in able)), self.skirmisher_placed)

    def skirmisher_placed(self, game: Solitaire, id: str) -> Next:
        game.rules.add_skirmisher(game, id)
        return None

    def objective(self, game: Solitaire) -> Next:
        """J-C2a: a formation without objective reads the paragraph of its area."""
        if self.formation in game.state.objectives:
            return None  # J-C2c
        return Call(Reading(self.formation), then="assess")

    # ------------------------------------------------------------------ in proximity, or adjacent

    def assess(self, game: Solitaire) -> Next:
        """J-H2: adjacent, in proximity, or neither."""
        rules, units = game.rules, self.units(game)
        touching = self.fighters(game)
        if touching:
            places = by.bring_up(game, units)
            if len(touching) + len(places) > 1:
                return self.engage_adjacent(game, places, len(touching) == len(units))
            rules.explain(game, self.formation, Reason("why.no-engagement", ("J-H2c",)))
        else:
            value = self.proximity_value(game)
            found = rules.proximate(game, self.formation, units, value)
            if found is not None:
                self.contact, self.target = NEAR, found[0]
                points = found[1] / MP if found[1] % MP else found[1] // MP
                args: dict[str, Argument] = {"hex": game.label(found[0]), "points": points, "value": value}
                rules.explain(game, self.formation, Reason("why.in-proximity", ("J-H1a", "J-H2b"), args))
                self.come_up(game, by.transfer(game, units, self.target, game.state.attitude))
                return None
        self.contact = FREE
        return Goto("march")

    def proximity_value(self, game: Solitaire) -> int:
        """The booklet's value less that of the objective, and never above the movement points."""
        objective = game.state.objectives.get(self.formation)
        value = max(0, self.proximity - (objective.value if objective else 0))  # J-H1a
        return min(value, self.points)  # J-H1d

    def note_places(self, game: Solitaire) -> None:
        """J-D4: where everybody stands now."""
        self.stood = tuple((piece.id, piece.hex) for piece in game.divisions(self.formation))

    def arrival(self, game: Solitaire) -> Arrival | None:
        """J-D4, J-D6: once in an activation, who has come onto the objective since the last look, in whatever way."""
        came = [id for id, h in self.stood if game.piece(id).hex not in (OFF_MAP, h)]
        self.note_places(game)
        found = None if self.settled else game.rules.arrival(game, self.formation, came)
        self.settled |= found is not None
        return found

    def come_onto(self, game: Solitaire) -> Next:
        """J-D4: a transfer, being brought up and a manoeuvre reach the objective as a march does, and at once."""
        arrival = self.arrival(game)
        return Call(arrival, then="came_onto") if arrival else None

    def came_onto(self, game: Solitaire, result: object) -> Next:
        return Goto("gather" if result == ENDED else "meet")  # J-G1

    def engage_adjacent(self, game: Solitaire, places: dict[str, Hex], all_touch: bool) -> Next:
        """J-H2c: the others are brought up; or all shift toward the objective without losing contact."""
        rules = game.rules
        self.contact = TOUCHING
        rules.explain(game, self.formation, Reason("why.adjacent", ("J-H2c",)))
        self.come_up(game, places)
        # J-H2d
        if all_touch and rules.options["manoeuvre"]:
            self.manoeuvre(game)
        return None

    def manoeuvre(self, game: Solitaire) -> None:
        """J-H2d: each, the strongest first, to the free hex within two that is in contact and nearest to the objective."""
        rules, goal = game.rules, game.rules.goal_of(game, self.formation)
        if goal is None:
            return
        costs = by.costs_to(game, goal)
        for piece in by.by_strength(game, self.units(game)):
            near = rules.board.grid.disc(piece.hex, MANOEUVRE) & ~by.taken(game)
            able = [h for h in members(near) if by.in_contact(game, h) and by.may_be_put(game, piece, h)]
            best = min(able, key=lambda h: (costs[h], game.label(h)), default=piece.hex)
            if costs[best] < costs[piece.hex]:
                rules.lift_all(game, {piece.id: best}, "J-H2d")
                self.waiting += (best,)

    def come_up(self, game: Solitaire, places: dict[str, Hex]) -> None:
        """Transfer units, and remember where they come into contact."""
        before = {id: game.piece(id).hex for id in places}
        game.rules.lift_all(game, places, "TRANSFER")
        self.waiting = tuple(h for id, h in places.items() if h != before[id] and by.in_contact(game, h))

    def meet(self, game: Solitaire) -> Next:
        """U9.7: the player's stacks that are touched may break contact."""
        if not self.waiting:
            return None
        h, self.waiting = self.waiting[0], self.waiting[1:]
        self.note_touched(game, h)
        return Call(Contact(CSA, h, self.held_fast), then="met")

    def note_touched(self, game: Solitaire, h: Hex) -> None:
        """Who could break contact now; the demoralised retreat in any case, which is no breaking of contact (U14.53)."""
        self.touched = tuple(
            (other, tuple(piece.id for piece in game.units_at(CSA, other) if piece.order != DEMORALISED))
            for other in members(by.in_contact(game, h))
        )

    def stacks_gone(self, game: Solitaire) -> list[tuple[str, ...]]:
        """The stacks that were touched and have broken contact."""
        gone = [units for h, units in self.touched if units and not game.units_at(CSA, h)]
        self.touched = ()
        return gone

    def met(self, game: Solitaire, result: object) -> Next:
        gone = self.stacks_gone(game)
        self.broken += tuple(gone)
        self.broke |= bool(gone)
        return Goto("meet")

    def pay(self, game: Solitaire) -> Next:
        """J-H3b: breaking contact costs a loss if the Union is aggressive, and disorganises if it is cautious."""
        while self.broken:
            units = [id for id in game.alive(self.broken[0]) if game.counter(id).is_real]
            if units:
                prompt = "pay-with-a-loss" if game.state.attitude == "A" else "pay-with-disorder"
                return Ask(CSA, [Suffer(id) for id in units], self.paid, prompt, "J-H3b")
            self.broken = self.broken[1:]
        return None

    def paid(self, game: Solitaire, answer: Suffer) -> Next:
        self.broken = self.broken[1:]
        rules = game.rules
        if game.state.attitude == "A":
            rules.lose_level(game, answer.unit, "J-H3b")
            return Goto("pay")
        return Call(rules.disorder(game, CSA, (answer.unit,), "J-H3b"), then="pay")

    def follow_up(self, game: Solitaire) -> Next:
        """J-H3b: cautious, the formation moves one hex toward its objective; new contact allows no new breaking off."""
        rules, goal = game.rules, game.rules.marching_goal(game, self.formation)
        if self.broke and game.state.attitude == "C" and goal is not None and not self.settled:
            leader = by.lead(game, self.units(game), goal)
            way = by.path(game, leader.hex, goal) if leader else ()
            if leader and way and not by.taken(game) >> way[0] & 1:
                start = leader.hex
                rules.lift_all(game, {leader.id: way[0]}, "PATH")
                others = [piece for piece in self.units(game) if piece.id != leader.id]
                places = by.column(game, game.piece(leader.id), others, (start, way[0]), goal)
                rules.lift_all(game, places, "COLUMN")
                arrival = self.arrival(game)
                if arrival is not None:
                    return Call(arrival, then="arrived")
        return Goto("bombard")

    # ------------------------------------------------------------------ the march

    def march(self, game: Solitaire) -> Next:
        """The leading unit goes by the most direct way; a formation north of the river makes for a ford."""
        rules, state = game.rules, game.state
        goal = rules.marching_goal(game, self.formation)
        units = self.units(game)
        if goal is None or not units:
            rules.explain(game, self.formation, Reason("why.stays", ("J-C2e",)))
            return Goto("gather")
        name = rules.ford_of(game, self.formation)
        if name is None:
            state.fords.pop(self.formation, None)  # J-N6a: some of it are south of the river already
        elif self.formation not in state.fords:
            state.fords[self.formation] = name
            rules.explain(game, self.formation, Reason("why.makes-for-ford", ("J-N6a",), {"ford": name}))
        leader = by.lead(game, units, goal)  # J-D2
        if leader is None:
            return Goto("gather")
        self.leader, self.route = leader.id, (leader.hex,)
        avoided = game.near(CSA) | game.held(CSA) if self.peaceful else 0  # J-P800
        self.path = by.path(game, leader.hex, goal, avoided)  # J-D1
        args: dict[str, Argument] = {"unit": game.counter(leader.id).name, "hex": game.label(goal), "points": self.points}
        rules.explain(game, self.formation, Reason("why.marches", ("J-D1", "J-D2"), args))
        if self.is_there(game, leader.hex):
            return Goto("walked")  # J-D4
        return None

    def is_there(self, game: Solitaire, h: Hex) -> bool:
        name = game.state.fords.get(self.formation)
        if name is not None:
            return game.rules.at_bank(game, self.formation, h, name)
        return game.rules.has_reached(game, self.formation, h)

    def walk(self, game: Solitaire) -> Next:
        """Step by step at full cost; who stands on the way stops it, contact beside it does not."""
        rules = game.rules
        here = self.route[-1]
        if self.is_there(game, here):
            self.path = ()
        while self.path:
            there = self.path[0]
            if game.held(CSA) >> there & 1:
                rules.explain(game, self.formation, Reason("why.way-barred", ("J-H2a",), {"hex": game.label(there)}))
                break
            price = rules.step_cost(game, UNION, here, there)
            near = bool(game.near(CSA) >> there & 1)
            by_road = self.by_road and rules.road_cost(here, there) is not None  # J-D3
            budget = self.points * MP + (rules.road_bonus() if by_road and not near else 0)  # J-D3
            demoralised = game.piece(self.leader).order == DEMORALISED  # J-K4
            if price is None or self.spent + price > budget or (near and (self.peaceful or demoralised)):
                break  # J-D3
            self.spent, self.by_road, self.path = self.spent + price, by_road, self.path[1:]
            # J-B0d: it passes through friends, and never stands among them
            if not self.is_shared(game, there):
                rules.put(game, self.leader, there)
            self.route, here = (*self.route, there), there
            # J-H3c
            if by.in_contact(game, there):
                self.tell_march(game)
                self.note_touched(game, there)
                return Call(Contact(CSA, there, self.held_fast), then="walked_on")
            if self.is_there(game, there):
                break
        self.path = ()
        self.tell_march(game)
        return None

    def tell_march(self, game: Solitaire) -> None:
        """The way of the leading unit since it was told last."""
        place = self.route.index(game.piece(self.leader).hex)
        if place > self.told:
            start, *way, end = (game.label(h) for h in self.route[self.told : place + 1])
            game.emit(Lifted(self.leader, start, tuple(way), end, "PATH"))
            self.told = place

    def walked_on(self, game: Solitaire, result: object) -> Next:
        gone = self.stacks_gone(game)
        self.broke |= bool(gone)
        return Goto("walk")

    def walked(self, game: Solitaire) -> Next:
        """What the end of the march leads to."""
        rules, state = game.rules, game.state
        arrived = self.is_there(game, self.route[-1])
        self.settle(game)
        leader = game.piece(self.leader)
        goal = rules.marching_goal(game, self.formation)
        others = [piece for piece in self.units(game) if piece.id != leader.id]
        enemies = by.in_contact(game, leader.hex) if leader.order == GOOD and not self.peaceful else 0
        name = state.fords.get(self.formation)
        cautious = self.broke and state.attitude == "C"  # J-H3c
        if arrived or not enemies or cautious or goal is None:
            places = by.column(game, leader, others, self.route, goal or leader.hex)
            rules.lift_all(game, places, "COLUMN")
        if arrived and name is not None:
            north = tuple(piece.id for piece in game.divisions(self.formation) if rules.is_north(piece.hex))
            return Call(Crossing(self.formation, name, north), then="gather")
        if arrived:
            self.settled = True
            return Call(Arrival(self.formation), then="arrived")  # J-D6
        if not enemies or cautious:
            arrival = self.arrival(game)  # J-D4
            if arrival is not None:
                return Call(arrival, then="arrived")
        if not enemies:
            return Goto("gather")
        if cautious:
            rules.explain(game, self.formation, Reason("why.no-attack", ("J-H3c",)))
            return None
        self.target = self.in_the_way(game, enemies)
        rules.explain(game, self.formation, Reason("why.closes-in", ("J-H2a",), {"hex": game.label(self.target)}))
        rules.lift_all(game, by.transfer(game, [leader, *others], self.target, state.attitude), "TRANSFER")
        arrival = self.arrival(game)  # J-D4
        return Call(arrival, then="arrived") if arrival else Goto("bombard")

    def settle(self, game: Solitaire) -> None:
        """J-B0d: nobody ends in an occupied hex: back to the last free one, or aside if friends alone are in the way."""
        rules = game.rules
        while len(self.route) > 1 and self.is_shared(game, self.route[-1]):
            self.route = self.route[:-1]
        rules.lift(game, self.leader, self.route[-1], "PATH")
        goal = rules.marching_goal(game, self.formation)
        if len(self.route) == 1 and goal is not None and self.spent:
            piece = game.piece(self.leader)
            costs = by.costs_to(game, goal)
            reach = flood(rules.tables(game, UNION).move, piece.hex, self.points * MP, rules.area)
            able = members(reach.all & ~by.taken(game) & ~game.near(CSA))
            best = min(able, key=lambda h: (costs[h], game.label(h)), default=piece.hex)
            if costs[best] < costs[piece.hex]:
                rules.lift(game, self.leader, best, "PATH")
                self.route = (*self.route, best)

    def is_shared(self, game: Solitaire, h: Hex) -> bool:
        return any(piece.id != self.leader for piece in game.real(game.units_at(UNION, h)))

    def in_the_way(self, game: Solitaire, enemies: int) -> Hex:
        """The enemy on the path, or the one nearest to the objective."""
        costs = by.costs_to(game, game.rules.marching_goal(game, self.formation))
        return min(members(enemies), key=lambda h: (costs[h], game.label(h)))

    def arrived(self, game: Solitaire, result: object) -> Next:
        """Combat may follow, but not at Chancellorsville, nor a cautious march past who broke contact."""
        if result == ENDED:
            return Goto("gather")  # J-G1
        cautious = self.contact == FREE and self.broke and game.state.attitude == "C"  # J-H3c
        return Goto("shake") if cautious else Goto("bombard")  # J-D6, J-H3c

    def shake(self, game: Solitaire) -> Next:
        """J-H3c: cautious, there is no attack, and one unit in contact with the leading unit is disorganised."""
        enemies = by.in_contact(game, game.piece(self.leader).hex)
        units = [piece.id for h in members(enemies) for piece in game.real(game.units_at(CSA, h))]
        if not units:
            return Goto("gather")
        return Ask(CSA, [Suffer(id) for id in units], self.shaken, "pay-with-disorder", "J-H3c")

    def shaken(self, game: Solitaire, answer: Suffer) -> Next:
        return Call(game.rules.disorder(game, CSA, (answer.unit,), "J-H3c"), then="gather")

    # ------------------------------------------------------------------ bombardment and engagement

    def bombard(self, game: Solitaire) -> Next:
        """Once, at the hex that gives the best modifier, by lot among equals."""
        if self.peaceful or not self.fighters(game):
            return Goto("gather")  # J-D7
        if not self.arty or not self.bombards:
            game.rules.explain(game, self.formation, Reason("why.no-bombardment", ("J-I3b",), {"arty": self.arty}))
            return Goto("engage")
        able = by.target(game, self.fighters(game))  # J-I3a
        return Draw("target", tuple(game.label(h) for h in able), self.aimed)  # J-I3a

    def aimed(self, game: Solitaire, label: str) -> Next:
        self.target = game.rules.board.hex(label)
        return None

    def fire(self, game: Solitaire) -> Next:
        return Call(bombardment(game, self.formation, self.target, self.arty), then="engage")

    def engage(self, game: Solitaire) -> Next:
        """J-J2a: all in contact attack all enemies next to them, in one engagement."""
        units = self.fighters(game)
        if not units:
            return None
        targets = 0
        for piece in units:
            targets |= by.in_contact(game, piece.hex)
        along = [other.id for piece in units for other in game.units_at(UNION, piece.hex)]
        return Call(
            Engagement(UNION, tuple(along), tuple(members(targets)), formation=self.formation, arty=self.arty), then="fought"
        )

    def fought(self, game: Solitaire, result: object) -> Next:
        """J-C2d: an advance may have reached the objective."""
        arrival = game.rules.arrival(game, self.formation, [piece.id for piece in self.units(game) if piece.id == result])
        if arrival is not None:
            self.settled = True
            return Call(arrival, then="gather")
        return Goto("gather")

    # ------------------------------------------------------------------ the end

    def gather(self, game: Solitaire) -> Next:
        """J-N7: isolated units move toward the others, never next to the enemy; those cut off by a river make for a ford."""
        for id in game.alive(self.strays):
            piece = game.piece(id)
            friends = [other for other in game.divisions(self.formation) if other.id != id]
            if not friends:
                continue
            goal = min((friend.hex for friend in friends), key=lambda h: (by.cost_between(game, piece.hex, h), game.label(h)))
            self.come_back(game, piece, goal)
        cut_off = tuple(piece.id for piece in game.divisions(self.formation) if self.is_cut_off(game, piece))
        if cut_off:
            return self.cross_alone(game, cut_off)
        return None

    def is_cut_off(self, game: Solitaire, piece: Piece) -> bool:
        """FORD: north of the river without a way to the others, who are south of it."""
        rules = game.rules
        others = [other.hex for other in game.divisions(self.formation) if not rules.is_north(other.hex)]
        return rules.is_north(piece.hex) and bool(others) and not any(by.is_way(game, piece.hex, h) for h in others)

    def come_back(self, game: Solitaire, piece: Piece, goal: Hex) -> None:
        rules = game.rules
        danger = game.near(CSA) | game.held(CSA)
        here, spent, by_road, last = piece.hex, 0, True, piece.hex
        for there in by.path(game, piece.hex, goal, danger):
            price = rules.step_cost(game, UNION, here, there)
            by_road = by_road and rules.road_cost(here, there) is not None
            if (
                price is None
                or danger >> there & 1
                or spent + price > self.points * MP + (rules.road_bonus() if by_road else 0)
            ):
                break
            here, spent = there, spent + price
            if not by.taken(game) >> there & 1:
                last = there
                if not self.settled and rules.has_reached(game, self.formation, there):
                    break  # J-D4
        rules.lift_all(game, {piece.id: last}, "J-N7")

    def cross_alone(self, game: Solitaire, units: tuple[str, ...]) -> Next:
        """FORD, CROSS: the units that are cut off go to the nearest free ford, and over it when they are there."""
        rules = game.rules
        goal = rules.goal_of(game, self.formation) or next(
            piece.hex for piece in game.divisions(self.formation) if not rules.is_north(piece.hex)
        )
        first = game.piece(units[0])
        name = by.ford(game, first.hex, goal)
        if name is None:
            return None
        bank = rules.components.south_fords[name][0]
        for id in units:
            self.come_back(game, game.piece(id), bank)
        there = tuple(id for id in units if rules.board.grid.distance(game.piece(id).hex, bank) <= 1)
        return Call(Crossing(self.formation, name, there), then="come_home") if there else None

    def come_home(self, game: Solitaire) -> Next:
        """J-D4, J-N7: who came back to the others, or over a ford, may have come onto the objective as well."""
        arrival = self.arrival(game)
        return Call(arrival, then="finish") if arrival else None

    def finish(self, game: Solitaire) -> Next:
        """Who did not move recovers its order; the counter goes back to the track."""
        rules = game.rules
        rules.settle_works(game)
        rules.rest(game, UNION)  # J-K4
        rules.after_activation(game)
        rules.back_to_track(game, self.formation)  # J-C0e
        return Call(Trophies(), then="ended") if game.state.fallen else DONE

    def ended(self, game: Solitaire, result: object) -> Next:
        return DONE


def bombardment(game: Solitaire, formation: str, h: Hex, factor: int) -> Bombardment:
    """J-I1: the guns of a formation fire at a hex; the infantry is named, guns only if they are alone."""
    stack = [game.counter(piece.id) for piece in game.units_at(CSA, h) if not game.counter(piece.id).is_dummy]
    kind = GUNS if stack and all(counter.is_artillery for counter in stack) else TROOPS
    game.rules.explain(game, formation, Reason("why.bombards", ("J-I1", "J-I3a"), {"hex": game.label(h), "factor": factor}))
    game.emit(Bombarded(UNION, (), factor, game.label(h), kind))
    return Bombardment(UNION, h, kind, (), factor)  # type: ignore[arg-type]
