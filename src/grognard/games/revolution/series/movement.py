"""Chapter 9: movement. Movement points are counted in half-points (S3.2c)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.flood import MoveTable, flood
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import EndMovement, Go, Stop
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import Moved
from grognard.games.revolution.series.names import Count, HalfPoints, HexId, PieceId
from grognard.games.revolution.series.pieces import DISRUPTED, SHATTERED, Piece
from grognard.hexgames.marches import NOWHERE, Destinations
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

MP = 2
"""Half-points in a movement point."""
ROADS = frozenset({"road", "track", "path"})
STRATEGIC_ROADS = frozenset({"road", "track"})
KnownSteps = dict[str, tuple[Piece, Hex, tuple[Piece, ...] | None]]
"""By piece: the piece as it was, a hex, and the stack that was there."""
NO_STEPS: KnownSteps = {}


class Movement(Chapter):
    """What movement costs and forbids."""

    move_tables: dict[str, MoveTable]
    piece_tables: dict[tuple[str, frozenset[str]], MoveTable]
    plain_tables: dict[str, MoveTable]
    """The tables of pieces without a marker of their battle."""
    road_table: MoveTable

    # ------------------------------------------------------------------ costs

    def mobility(self, piece: Piece) -> str:
        """The column of the terrain chart a piece uses (S3.2g, S3.2r, S9.1f)."""
        return self.counters[piece.id].kind

    def entry_cost(self, mobility: str, a: Hex, b: Hex) -> int | None:
        """S9.1b: the hex entered plus the hexside crossed, in half-points; None where prohibited."""
        side = self.board.side(a, b)
        # S9.51a, S9.51b: along a road, track or path that crosses this hexside it is one point in all
        if side & ROADS and not self.ground[b].road_ignored:
            return MP
        price = self.components.terrain.mp(self.ground[b], mobility)
        if price == "P":
            return None  # S9.2d
        total = float(price)
        for kind in self.crossed(side):
            added = self.components.terrain.mp_add(kind, mobility)
            if added == "P":
                return None  # S9.2d
            total += float(added)
        return int(total * MP)

    def crossed(self, side: frozenset[str]) -> frozenset[str]:
        """S9.4b: a slope with a stream is one combined terrain and counts once."""
        if "stream" in side and side & {"slope_up", "slope_down"}:
            return (side - {"stream", "slope_up", "slope_down"} | {"slope_and_stream"}) & self.components.priced_sides
        return side & self.components.priced_sides

    def move_table(self, piece: Piece) -> MoveTable:
        """The costs of a piece's mobility class, worked out once."""
        if not piece.marks:
            return self.plain_tables[piece.id]
        key = piece.id, piece.marks
        table = self.piece_tables.get(key)
        if table is None:
            table = self.piece_tables[key] = self.table_for(self.mobility(piece))
        return table

    def table_for(self, mobility: str) -> MoveTable:
        """The costs of a mobility class."""
        table = self.move_tables.get(mobility)
        if table is None:
            table = MoveTable(self.board.grid, lambda a, b: self.entry_cost(mobility, a, b))
            self.move_tables[mobility] = table
        return table

    def room_set(self, piece: Piece) -> HexSet:
        """The hexes that pieces of this mobility can be in at all (S9.2d)."""
        return self.move_table(piece).room

    def can_be_in(self, piece: Piece, h: Hex) -> bool:
        """S9.2d: whether the terrain of a hex is open to this piece."""
        return bool(self.room_set(piece) >> h & 1)

    def carries_strategic(self, a: Hex, b: Hex) -> bool:
        """S9.52a, S9.52d: a connected road or track crosses the hexside; fords do not interrupt it."""
        return bool(self.board.side(a, b) & STRATEGIC_ROADS)

    def follows_road(self, piece: Piece, a: Hex, b: Hex) -> bool:
        """Whether this piece marches along the road when it crosses a hexside; a battle may close roads to some."""
        return self.carries_strategic(a, b)

    def road_table_of(self, piece: Piece) -> MoveTable:
        """The roads that this piece may follow."""
        return self.road_table

    def allowance(self, game: Battle, piece: Piece) -> int:
        """S9.1a: the printed allowance in half-points."""
        return self.allowances[piece.id][piece.step]

    @cached_property
    def allowances(self) -> dict[str, tuple[int, ...]]:
        """S9.1a: the printed allowance of each piece in half-points, step by step; without steps it is that of the last."""
        return {
            id: tuple([MP * points for points in (*counter.movements, counter.movements[-1])])
            for id, counter in self.counters.items()
        }

    # ------------------------------------------------------------------ restrictions

    def barred(self, game: Battle, piece: Piece) -> HexSet:
        """S9.2d, S7.2, S13.1-PIN-d: hexes a moving piece may not enter: enemy units, full stacks, the broken-off enemy."""
        counter = self.counters[piece.id]
        closed = game.force(self.enemy[counter.side]).units | game.rules.crowded(game, piece)
        return closed | self.shunned(game, piece) if game.state.broken and counter.is_unit else closed

    def shunned(self, game: Battle, piece: Piece) -> HexSet:
        """S13.1-PIN-d: once contact is broken no friend may move next to the enemies that were pinned."""
        broken = game.state.broken
        if not broken:
            return 0
        grid, closed = self.board.grid, 0
        for other in game.units_of(self.enemy[self.counters[piece.id].side]):
            if other.pin in broken and other.pin != piece.pin:
                closed |= grid.adjacent[other.hex]
        return closed

    def halts(self, game: Battle, piece: Piece) -> HexSet:
        """S8.31a: hexes that end a move when entered."""
        return game.rules.enemy_zoc(game, piece)

    def road_allowance(self, game: Battle, piece: Piece) -> int:
        """S9.52a: what a march along the road has in all: twice the allowance."""
        return 2 * self.allowance(game, piece)

    def free_steps(self, game: Battle, piece: Piece) -> HexSet:
        """S9.1e: the hexes that a piece may enter as its whole move, whatever they cost: all."""
        return self.board.grid.all

    def may_march_strategically(self, game: Battle, piece: Piece) -> bool:
        """S9.52c: not if it starts adjacent to an enemy unit; disrupted units never (S9.2b)."""
        return piece.order == 0 and not self.closed_to_strategic(game, piece) >> piece.hex & 1

    def closed_to_strategic(self, game: Battle, piece: Piece) -> HexSet:
        """S9.52c: strategic movement never touches a hex adjacent to an enemy unit."""
        return game.near(self.enemy[self.counters[piece.id].side])

    def destinations(self, game: Battle, piece: Piece, spent: int, steps: int, road_only: bool) -> Destinations:
        """Every hex the piece can reach with what it has left."""
        key = ("destinations", piece.id, spent, steps, road_only)
        found: Destinations | None = game.memo.get(key)
        if found is None:
            found = game.memo[key] = self.work_out_destinations(game, piece, spent, steps, road_only)
        return found

    def work_out_destinations(self, game: Battle, piece: Piece, spent: int, steps: int, road_only: bool) -> Destinations:
        """Where a move that has gone so far may go on to."""
        rules = game.rules
        if piece.order == DISRUPTED:
            return Destinations(
                None, None, rules.ways_out(game, piece) if steps == 0 else 0, rules.closed_to_stops(game, piece)
            )
        allowance = rules.allowance(game, piece)
        may_step = not steps or spent + MP <= allowance
        if not may_step and not road_only:
            return NOWHERE
        here = piece.hex
        halts = rules.halts(game, piece)
        # S8.31a: a move that has entered an enemy ZOC is over; S8.32a: one that starts there may go on, into a ZOC too
        if steps and halts >> here & 1:
            return NOWHERE
        roads = rules.road_table_of(piece) if road_only else None
        by_road = roads is not None and roads.open[here] and rules.may_march_strategically(game, piece)  # S9.52a
        if not may_step and not by_road:
            return NOWHERE
        allowed = self.board.grid.all & ~rules.barred(game, piece)
        across = road = None
        least = 0
        if may_step:
            table, taxed = rules.move_table(piece), rules.taxed(game, piece)
            leaving = MP if taxed >> here & 1 and not steps else 0  # S8.31b
            across = flood(table, here, allowance, allowed, halts, taxed, MP, spent + leaving)
            if not steps:
                least = table.open[here] & allowed & rules.free_steps(game, piece)  # S9.1e
        if roads is not None and by_road:
            clear = allowed & rules.room_set(piece) & ~rules.closed_to_strategic(game, piece)
            road = flood(roads, here, rules.road_allowance(game, piece), clear, halts, 0, 0, spent)
        return Destinations(across, road, least, rules.closed_to_stops(game, piece))

    def ways_out(self, game: Battle, piece: Piece) -> HexSet:
        """S13.3a, S9.2b: a disrupted unit may move one hex, not next to the enemy; starting there it must get away.

        From next to the enemy only the hexes with the fewest adjacent enemy units count, and only if that is an improvement.
        """
        side = self.counters[piece.id].side
        open_hexes = self.open_hexes(game, piece)
        if not game.next_to_enemy(piece):
            return open_hexes & ~game.near(self.enemy[side])
        counts = {h: game.adjacent_enemies(side, h) for h in members(open_hexes)}
        best = min(counts.values(), default=0)
        if not counts or best >= game.adjacent_enemies(side, piece.hex):
            return 0
        return hex_set(h for h, count in counts.items() if count == best)

    def open_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """S9.1e: the neighbours a piece may step into, whatever the cost."""
        return self.move_table(piece).open[piece.hex] & ~self.barred(game, piece)

    def is_held(self, piece: Piece) -> bool:
        """S9.2a, S12.4c, S9.2c: whether the state or a marker of a piece forbids it to begin a move."""
        return piece.order == SHATTERED or piece.withdrawn or bool(piece.pin)

    def held_hexes(self, game: Battle) -> HexSet:
        """The hexes that somebody stands in; into any other that is not closed to it a piece may always step."""
        one, other = self.sides
        held = game.force(one).units | game.force(other).units
        return held if not game.state.broken else self.board.grid.all

    def free_to_move(self, game: Battle, piece: Piece) -> bool:
        """Whether a piece that has not moved may begin a move: the quick form of `why_not_move`, for making lists."""
        rules = game.rules
        if rules.is_held(piece):
            return False
        if rules.strangers[piece.id]:
            return bool(rules.destinations(game, piece, 0, 0, True).all)
        if piece.order == DISRUPTED:
            return bool(rules.ways_out(game, piece))
        return bool(self.open_hexes(game, piece))

    def known_steps(self, game: Battle) -> KnownSteps:
        """A hex that each piece of the phasing side was found able to step into, where a battle remembers it.

        It still can while it has not changed, and while the same friends, or nobody, stand there.
        """
        return NO_STEPS

    def may_begin_move(self, game: Battle, piece: Piece) -> bool:
        """Whether `why_not_move` finds nothing against a piece of the phasing side; quicker, for lists."""
        rules = game.rules
        if piece.hex == OFF_MAP or piece.id in game.state.moved or not rules.may_act(game, piece.id):
            return False
        return piece.id not in rules.frozen(game) and rules.free_to_move(game, piece)

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        """Why this piece may not begin a move now, in the order of the rules."""
        name = {"piece": self.counters[piece.id].name}
        if self.counters[piece.id].side != game.state.phasing:
            return Reason("not-your-piece", ("S9.1a",), name)
        if not game.rules.may_act(game, piece.id):
            return Reason("piece-of-an-ally", ("S9.1a",), name)
        if piece.hex == OFF_MAP:
            return Reason("not-on-the-map", ("S9.1a",), name)
        if piece.id in game.state.moved:
            return Reason("has-moved", ("S9.1c",), name)
        if piece.order == SHATTERED:
            return Reason("shattered-units-do-not-move", ("S9.2a",), name)
        if piece.withdrawn:
            return Reason("withdrawn-cavalry-does-not-move", ("S12.4c",), name)
        if piece.pin:
            return Reason("pinned-units-only-break-contact", ("S9.2c",), name)
        if piece.order == DISRUPTED and not self.ways_out(game, piece):
            return Reason("no-way-out", ("S13.3a",), name)
        if not self.open_hexes(game, piece):
            return Reason("no-hex-to-enter", ("S9.1a", "S9.2d"), name)
        strangers = game.rules.strangers[piece.id]
        if strangers and not self.destinations(game, piece, 0, 0, True).all:
            return Reason("no-hex-to-stop-in", ("S9.1a", *sorted({*strangers.values()})), name)
        return None

    def frozen(self, game: Battle) -> frozenset[str]:
        """Pieces that their battle keeps from moving in this phase, whatever their state."""
        return frozenset()

    @cached_property
    def confined(self) -> dict[str, HexSet]:
        """Pieces to which their battle may close some ground, and that ground."""
        return {}

    def confined_now(self, game: Battle) -> dict[str, HexSet]:
        """The same in this phase."""
        return self.confined

    def must_move(self, game: Battle, piece: Piece) -> bool:
        """S13.3a: a disrupted unit next to the enemy must get away if it can."""
        return piece.order == DISRUPTED and game.next_to_enemy(piece) and self.may_begin_move(game, piece)

    # ------------------------------------------------------------------ refusing a step, in words

    def why_not_step(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Reason | None:
        """Why a piece may not step from a into b, whatever it costs, in the order of the rules."""
        rules, counter, where = game.rules, self.counters[piece.id], {"hex": game.label(b)}
        if game.force(self.enemy[counter.side]).units >> b & 1:
            return Reason("enemy-there", ("S9.2d",), where)
        if rules.move_table(piece).cost(a, b) is None:
            return Reason("prohibited-terrain", ("S9.2d",), where)
        if counter.is_unit and rules.shunned(game, piece) >> b & 1:
            return Reason("contact-was-broken", ("S13.1-PIN-d",), where)
        return rules.why_not_stack(game, piece, b)

    def step_cost(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> int:
        """S9.1b: what a step costs a piece, the rifle tax included."""
        return step_price(self.move_table(piece).costs, self.taxed(game, piece), a, b)

    def taxed(self, game: Battle, piece: Piece) -> HexSet:
        """S8.31b: the hexes that cost a piece more, to leave and to enter: those in the zone of control of enemy rifles."""
        return game.rules.enemy_rifle_zoc(game, piece)

    def why_not_reach(self, game: Battle, march: March, goal: Hex) -> Reason | None:
        """Why the moving piece cannot go to a hex: a plain search, step by step, beside the flood that makes the list."""
        rules, piece = game.rules, game.piece(march.piece)
        here, side = piece.hex, self.counters[piece.id].side
        grid = self.board.grid
        if goal == here:
            return Reason("already-there", ("S9.1a",))
        if rules.closed_to_stops(game, piece) >> goal & 1:
            return rules.why_not_stop(game, piece, goal)
        near = grid.direction(here, goal) is not None
        if piece.order == DISRUPTED:
            if march.taken or not near:
                return Reason("disrupted-units-move-one-hex", ("S9.2b",))
            refused = rules.why_not_step(game, piece, here, goal)
            return refused or (None if rules.ways_out(game, piece) >> goal & 1 else Reason("away-from-the-enemy", ("S13.3a",)))
        if march.taken and rules.halts(game, piece) >> here & 1:
            return Reason("the-move-is-over", ("S8.31a",))
        refused = rules.why_not_step(game, piece, here, goal) if near else None
        if near and refused is None and not march.taken and rules.free_steps(game, piece) >> goal & 1:
            return None  # S9.1e
        allowance = rules.allowance(game, piece)
        if self.walked(game, march, allowance, strategic=False) >> goal & 1:
            return None
        may_double = march.road_only and rules.may_march_strategically(game, piece)
        if may_double and self.walked(game, march, rules.road_allowance(game, piece), strategic=True) >> goal & 1:
            return None
        if refused is not None:
            return refused
        if game.force(self.enemy[side]).units >> goal & 1:
            return Reason("enemy-there", ("S9.2d",), {"hex": game.label(goal)})
        if not rules.can_be_in(piece, goal):
            return Reason("prohibited-terrain", ("S9.2d",), {"hex": game.label(goal)})
        if self.counters[piece.id].is_unit and rules.shunned(game, piece) >> goal & 1:
            return Reason("contact-was-broken", ("S13.1-PIN-d",), {"hex": game.label(goal)})
        return rules.why_not_stack(game, piece, goal) or Reason(
            "out-of-reach", ("S9.1a",), {"hex": game.label(goal), "left": (allowance - march.spent) / MP}
        )

    def walked(self, game: Battle, march: March, budget: int, strategic: bool) -> HexSet:
        """The hexes to which some way within the budget leads."""
        key = ("walked", march.piece, march.spent, budget, strategic)
        found: HexSet | None = game.memo.get(key)
        if found is None:
            found = game.memo[key] = hex_set(self.search(game, march, budget, strategic))
        return found

    def search(self, game: Battle, march: March, budget: int, strategic: bool) -> Iterable[Hex]:
        """The same, each step allowed by the named rules."""
        rules, piece = game.rules, game.piece(march.piece)
        halts, closed = rules.halts(game, piece), rules.closed_to_strategic(game, piece)
        queue, best = [(march.spent, piece.hex)], {piece.hex: march.spent}
        while queue:
            spent, here = heapq.heappop(queue)
            if here != piece.hex and halts >> here & 1:
                continue
            for there in self.board.grid.neighbours[here]:
                if there is None or rules.why_not_step(game, piece, here, there):
                    continue
                if strategic and (not rules.follows_road(piece, here, there) or closed >> there & 1):
                    continue
                price = spent + rules.step_cost(game, piece, here, there)
                if price <= budget and price < best.get(there, budget + 1):
                    best[there] = price
                    heapq.heappush(queue, (price, there))
        return best

    # ------------------------------------------------------------------ what happens on the way

    def entered(self, game: Battle, piece: Piece, h: Hex) -> Procedure | None:
        """What entering a hex by movement brings about: lone leaders are captured (S14.32a, S14.32b)."""
        game.rules.capture_lone_leaders(game, piece, h)
        return None

    def entered_from(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Procedure | None:
        """The same where it matters over which hexside a piece has come."""
        return self.entered(game, piece, b)

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """The hexes whose entry may bring something about: those with enemy leaders to capture, or next to pinned enemies."""
        enemy = game.force(self.enemy[self.counters[piece.id].side])
        return enemy.leaders | enemy.next_to_pinned

    def note_approach(self, game: Battle, piece: Piece) -> None:
        """S13.1-PIN-d: remember that a friend has moved next to pinned enemies."""
        counter = self.counters[piece.id]
        pinned = game.force(self.enemy[counter.side]).pinned
        if not pinned or not counter.is_unit:
            return
        for h in members(self.board.grid.adjacent[piece.hex] & pinned):
            for other in game.units_at(h):
                if other.pin and other.pin != piece.pin:
                    game.state.approached |= {other.pin}

    def begin_movement(self, game: Battle) -> None:
        """What a battle does when a movement phase begins."""

    def why_not_end_movement(self, game: Battle) -> Reason | None:
        """S13.3a: why the movement phase may not end yet: somebody must still get away."""
        disrupted = game.force(game.state.phasing).disrupted
        owing = tuple([piece.id for piece in disrupted if self.must_move(game, piece)]) if disrupted else ()
        if not owing:
            return None
        key = "a-disrupted-unit-must-move" if len(owing) == 1 else "disrupted-units-must-move"
        return Reason(key, ("S13.3a",), {"piece": self.counters[owing[0]].name, "number": len(owing)}, owing)

    def reminders(self, game: Battle, seat: str, action: Action) -> tuple[Reason, ...]:
        """S9.61b, S7.3a: what stands overstacked when movement ends loses steps at the end of the player turn."""
        if not isinstance(action, EndMovement):
            return ()
        side = self.side_of_seat[seat]
        return tuple(
            Reason(
                "overstacked-in-the-end",
                ("S9.61b", "S7.3a"),
                {"hex": game.label(h)},
                tuple(unit.id for unit in game.units_at(h, side)),
            )
            for h in game.rules.overstacked(game, side)
        )

    def end_movement(self, game: Battle) -> None:
        """What a battle does when a movement phase ends."""

    def special_moves(self, game: Battle) -> list[Action]:
        """Moves that only one battle knows."""
        return []

    def why_not_special(self, game: Battle, action: Action) -> Reason | None:
        return NOT_OFFERED

    def special_move(self, game: Battle, action: Action) -> Procedure | None:
        """Carry out what only one battle knows, offered by `special_moves`, `special_fires` or `special_combats`."""
        return None

    def ask_always(self, game: Battle, seat: str) -> bool:
        """Whether a seat is asked even where one choice is left, lest the lack of a question betray what it holds."""
        return False

    def special_steps(self, game: Battle, march: March) -> list[Action]:
        """What only one battle lets a piece do in the middle of its move; `special_move` carries it out."""
        return []

    def why_not_special_step(self, game: Battle, march: March, action: Action) -> Reason | None:
        return NOT_OFFERED

    def may_go_on(self, game: Battle, march: March) -> bool:
        """Whether a move may go on after what happened on the way; a battle may end it."""
        return True

    def ended_march(self, game: Battle, march: March) -> None:
        """What the end of a piece's move brings about in a battle."""


class March(Procedure["Battle"]):
    """S9.1: the move of one piece. It may go on while it has points; each hex opens what happens there."""

    piece: PieceId
    spent: HalfPoints = 0
    taken: Count = 0
    """How many hexes it has entered."""
    road_only: bool = True
    """S9.52a: every step so far was along a connected road or track, never next to the enemy."""
    path: tuple[HexId, ...] = ()
    final: bool = False
    """Whether the move ends at the end of the path (breaking contact)."""
    steps: ClassVar[tuple[str, ...]] = ("choose", "walk")

    def choose(self, game: Battle) -> Next:
        if self.path:
            return None
        rules, id = game.rules, self.piece
        piece = game.state.pieces[id]
        if self.final or piece.hex == OFF_MAP or not rules.may_go_on(game, self):
            return self.finish(game)
        reach = rules.destinations(game, piece, self.spent, self.taken, self.road_only)
        actions = rules.goes.of(reach.all)
        actions += rules.special_steps(game, self)
        if self.taken:
            if not actions:
                return self.finish(game)
            actions.append(STOP)
        return Ask(rules.seat_of[id], actions, self.chosen, "march", "S9.1b", self.why_not_go, {"piece": id}, False, STOPS)

    def finish(self, game: Battle) -> Next:
        game.state.moved |= {self.piece}
        game.rules.ended_march(game, self)
        return DONE

    def why_not_go(self, game: Battle, action: Action) -> Reason | None:
        match action:
            case Go(label):
                goal = game.rules.board.grid.by_label.get(label)
                if goal is None:
                    return Reason("no-such-hex", (), {"hex": label})
                return game.rules.why_not_reach(game, self, goal)
            case Stop():
                return None if self.taken else Reason("not-moved-yet", ("S9.1a",))
        return game.rules.why_not_special_step(game, self, action)

    def chosen(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Go):
            piece = game.piece(self.piece)
            reach = game.rules.destinations(game, piece, self.spent, self.taken, self.road_only)
            self.path = reach.path(game.rules.board.hex(answer.hex))
            return None
        if not isinstance(answer, Stop):
            game.rules.special_move(game, answer)
        return self.finish(game)

    def walk(self, game: Battle) -> Next:
        """Along the path; where a hex may bring something about, it is done before the next."""
        rules, piece = game.rules, game.state.pieces[self.piece]
        alert = rules.alert_hexes(game, piece)
        way = [piece.hex]
        procedure = None
        while self.path and procedure is None and game.over is None:
            there = self.go_along(game, piece, way, alert)
            piece = game.change(self.piece, hex=there)
            if alert >> there & 1:
                rules.note_approach(game, piece)
                procedure = rules.entered_from(game, piece, way[-2], there)
                piece = game.piece(self.piece)
        if len(way) > 1:
            labels = rules.board.grid.labels
            game.emit(Moved(self.piece, tuple([labels[h] for h in way]), self.spent / MP))
        return Call(procedure, then=self.resumed) if procedure is not None else GO_ON

    def resumed(self, game: Battle, _: object) -> Next:
        """What happened on the way may have ended the move."""
        if not game.rules.may_go_on(game, self):
            self.path = ()
        return Goto("walk")

    def go_along(self, game: Battle, piece: Piece, way: list[Hex], alert: HexSet) -> Hex:
        """Pay for the path as far as the next hex that may bring something about, and remember whether it keeps to the road."""
        rules, path, here, taken, spent = game.rules, self.path, way[-1], 0, self.spent
        prices, taxed = rules.move_table(piece).costs, rules.taxed(game, piece)
        roads = rules.road_table_of(piece).costs if self.road_only else NO_ROADS
        by_road = (here, path[0]) in roads
        closed = rules.closed_to_strategic(game, piece) if by_road else 0
        for there in path:
            spent += step_price(prices, taxed, here, there) if taxed else prices.get((here, there), 0)
            if by_road:
                by_road = (here, there) in roads and not (closed >> here | closed >> there) & 1
            way.append(there)
            here, taken = there, taken + 1
            if alert >> there & 1:
                break
        self.spent, self.road_only = spent, by_road
        self.taken += taken
        self.path = path[taken:]
        return here


def step_price(prices: Mapping[tuple[Hex, Hex], int], taxed: HexSet, a: Hex, b: Hex) -> int:
    """S8.31b, S8.31c: the price of a step with the rifle tax, once for leaving and once for entering."""
    price = prices.get((a, b), 0)  # S9.1b
    return price + MP * ((taxed >> a & 1) + (taxed >> b & 1)) if taxed else price


GO_ON = Goto("choose")
STOP = Stop()
STOPS = (STOP,)
NO_ROADS: dict[tuple[Hex, Hex], int] = {}
