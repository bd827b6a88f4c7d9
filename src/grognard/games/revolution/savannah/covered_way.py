"""Savannah 4.9: the covered way through the swamp, and losing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.events import Event, Rolled
from grognard.core.hexes import Hex, HexSet, hex_set
from grognard.core.procedures import DONE, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.perimeter import Perimeter
from grognard.games.revolution.savannah.state import LOST, PREVIOUSLY_LOST, savannah
from grognard.games.revolution.savannah.zones import Divided
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.games.revolution.series.events import Pinned, Stood
from grognard.games.revolution.series.names import HexId, Label, PieceId, UnitId
from grognard.games.revolution.series.pieces import Piece
from grognard.hexgames.marches import Destinations
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.announcement import AnnouncedCombat
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.movement import March
    from grognard.games.revolution.series.retreat import RetreatUnit

MARKERS = frozenset({LOST, PREVIOUSLY_LOST})


class WayLost(Event, frozen=True):
    """A unit lost its way on the covered way."""

    piece: PieceId
    hex: Label


class WayFound(Event, frozen=True):
    """Units that were lost know their way again."""

    pieces: tuple[PieceId, ...]


class CoveredWay(Perimeter):
    """Marching along it, one roll for each hex; those who begin in one hex share their fate."""

    # ------------------------------------------------------------------ the march

    def begin_movement(self, game: Battle) -> None:
        """V4.9e: at the start of its next movement phase a lost unit is previously lost; V4.9c: who begins with whom."""
        super().begin_movement(game)
        found = []
        pieces = game.force(game.state.phasing).pieces.values()
        for piece in list(pieces):
            if piece.hex == OFF_MAP:
                self.off_the_way(game, piece.id)
            elif LOST in piece.marks:
                game.change(piece.id, marks=piece.marks - {LOST} | {PREVIOUSLY_LOST})
                found.append(piece.id)
        if found:
            game.emit(WayFound(tuple(found)))
        state = savannah(game)
        state.way_lost = frozenset()
        state.way_ends = {}
        state.way_first = {}
        state.way_starts = {piece.id: game.label(piece.hex) for piece in pieces if self.may_come_to_the_way(piece)}

    def may_come_to_the_way(self, piece: Piece) -> bool:
        """V4.9c: whether a piece stands so near the covered way that it could enter it in this phase, even at double speed."""
        if piece.hex == OFF_MAP:
            return False
        reach, distance = 2 * max(self.counters[piece.id].movements), self.board.grid.distance
        return any(distance(piece.hex, h) <= reach for h in self.way_hexes)

    def arrived(self, game: Battle, piece: Piece) -> None:
        """V4.9c: reinforcements begin where they are placed."""
        super().arrived(game, piece)
        if self.may_come_to_the_way(piece):
            savannah(game).way_starts = savannah(game).way_starts | {piece.id: game.label(piece.hex)}

    @property
    def way_hexes(self) -> list[Hex]:
        return [self.board.hex(label) for label in self.components.sheet.zones["covered_way"]]

    def leads(self, game: Battle, id: str) -> tuple[str, ...]:
        """V4.9c: the hexes of the covered way that a companion of this piece has entered along it in this phase."""
        state = savannah(game)
        start = state.way_starts.get(id)
        return state.way_ends.get(start, ()) if start is not None and state.way_first.get(start) != id else ()

    def barred(self, game: Battle, piece: Piece) -> HexSet:
        """V4.9c: who follows companions along the covered way goes no farther than they."""
        closed = super().barred(game, piece)
        led = self.leads(game, piece.id) if savannah(game).way_ends else ()
        closed = closed | self.covered_way & ~self.hexes_of(led) if led else closed
        bound = self.covered_way >> piece.hex & 1 and not self.may_leave_the_way(game, piece)
        return closed | self.board.grid.all & ~self.covered_way if bound else closed

    # ------------------------------------------------------------------ leaving it (V4.9f)

    def may_leave_the_way(self, game: Battle, piece: Piece) -> bool:
        """V4.9f: a unit leaves the covered way in a movement phase that it began there."""
        if self.counters[piece.id].is_leader or game.state.phase != "movement":
            return True
        start = savannah(game).way_starts.get(piece.id)
        here = self.board.hex(start) if start is not None else OFF_MAP
        return game.state.phasing != self.counters[piece.id].side or bool(self.covered_way >> here & 1)

    def work_out_destinations(self, game: Battle, piece: Piece, spent: int, steps: int, road_only: bool) -> Destinations:
        """V4.9f: other ground is not reached by the covered way in the phase in which it was entered."""
        found = super().work_out_destinations(game, piece, spent, steps, road_only)
        if self.covered_way >> piece.hex & 1 or self.may_leave_the_way(game, piece):
            return found
        return self.kept_in(game, piece, found, self.covered_way, (spent, steps, road_only))

    def why_not_reach(self, game: Battle, march: March, goal: Hex) -> Reason | None:
        """V4.9f: a hex to which only the covered way leads."""
        refused = super().why_not_reach(game, march, goal)
        if refused is None or refused.key != "out-of-reach":
            return refused
        piece = game.piece(march.piece)
        reach = self.destinations(game, piece, march.spent, march.taken, march.road_only)
        if isinstance(reach, Divided) and reach.zone == self.covered_way and reach.beyond >> goal & 1:
            return Reason("leave-the-way-next-turn", ("V4.9f",), {"piece": self.counters[piece.id].name})
        return refused

    # ------------------------------------------------------------------ together (V4.9c)

    def closed_to_stops(self, game: Battle, piece: Piece) -> HexSet:
        """V4.9c: nor does he stay behind them on it."""
        closed = super().closed_to_stops(game, piece)
        led = self.leads(game, piece.id) if savannah(game).way_ends else ()
        return closed | self.covered_way & ~self.hexes_of(led[-1:]) if led else closed

    def why_not_stop(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        if self.leads(game, piece.id) and self.covered_way >> h & 1:
            return Reason("companions-stay-together", ("V4.9c",), {"piece": self.counters[piece.id].name})
        return super().why_not_stop(game, piece, h)

    def why_not_step(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Reason | None:
        led = self.leads(game, piece.id)
        if led and self.covered_way >> b & 1 and game.label(b) not in led:
            return Reason("companions-stay-together", ("V4.9c",), {"piece": self.counters[piece.id].name})
        refused = super().why_not_step(game, piece, a, b)
        leaves = self.covered_way >> a & 1 and not self.covered_way >> b & 1
        if refused is None and leaves and not self.may_leave_the_way(game, piece):
            return Reason("leave-the-way-next-turn", ("V4.9f",), {"piece": self.counters[piece.id].name})
        return refused

    def hexes_of(self, labels: tuple[str, ...]) -> HexSet:
        return hex_set(self.board.hex(label) for label in labels)

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """V4.9b: each hex of the covered way may call a roll; V4.9f: any other ends what a marker says."""
        if piece.marks & MARKERS:
            return self.board.grid.all
        return super().alert_hexes(game, piece) | self.covered_way

    def entered_from(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Procedure | None:
        """V4.9b: a roll for each covered way hex entered along it; V4.9c: companions share it."""
        procedure = super().entered_from(game, piece, a, b)
        if not self.covered_way >> b & 1:
            self.take_off_markers(game, piece.id)  # V4.9f
        if procedure is not None or game.over is not None or not self.along_covered_way(a, b):
            return procedure
        return self.on_the_way(game, piece, b)

    def on_the_way(self, game: Battle, piece: Piece, h: Hex) -> Procedure | None:
        state, label = savannah(game), game.label(h)
        led = self.leads(game, piece.id)
        if label in led:
            if label in state.way_lost and label == led[-1]:
                self.lose_way(game, piece.id)
            self.count_hex(game, piece.id)
            return None
        if self.counters[piece.id].is_leader:
            return None
        start = state.way_starts.get(piece.id)
        if start is not None:  # else nobody began with it: a card has placed it
            state.way_ends = state.way_ends | {start: (*state.way_ends.get(start, ()), label)}
            state.way_first = state.way_first | {start: piece.id}
        return LosingTheWay(piece.id, h)

    def count_hex(self, game: Battle, id: str) -> None:
        if self.counters[id].is_unit:
            entered = savannah(game).way_entered
            savannah(game).way_entered = entered | {id: entered.get(id, 0) + 1}

    def lose_way(self, game: Battle, id: str) -> None:
        """V4.9d: mark every unit of the stack."""
        piece = game.piece(id)
        game.change(id, marks=piece.marks - {PREVIOUSLY_LOST} | {LOST})
        game.emit(WayLost(id, game.label(piece.hex)))

    def may_go_on(self, game: Battle, march: March) -> bool:
        """V4.9d: a lost unit moves no farther that turn."""
        return LOST not in game.state.pieces[march.piece].marks and super().may_go_on(game, march)

    def ended_march(self, game: Battle, march: March) -> None:
        """Off the covered way the markers go, and the count begins anew."""
        super().ended_march(game, march)
        self.off_the_way(game, march.piece)  # V4.9f, V4.9g

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        super().retreated_into(game, piece)
        self.off_the_way(game, piece.id)

    def take_off_markers(self, game: Battle, id: str) -> None:
        """V4.9f: whoever leaves the covered way is neither lost nor previously lost any more."""
        marks = game.piece(id).marks
        if marks & MARKERS:
            game.change(id, marks=marks - MARKERS)

    def unit_lost(self, game: Battle, id: str) -> None:
        """V4.9e: nobody looks for the dead."""
        super().unit_lost(game, id)
        self.off_the_way(game, id)

    def off_the_way(self, game: Battle, id: str) -> None:
        piece = game.piece(id)
        if piece.hex != OFF_MAP and self.covered_way >> piece.hex & 1:
            return
        self.take_off_markers(game, id)
        entered = savannah(game).way_entered
        if id in entered:
            savannah(game).way_entered = {other: count for other, count in entered.items() if other != id}

    # ------------------------------------------------------------------ being lost (V4.9d)

    def has_zoc(self, piece: Piece) -> bool:
        return LOST not in piece.marks and super().has_zoc(piece)

    def attack_strength(self, game: Battle, piece: Piece) -> int:
        """V4.9d: half, rounded up."""
        strength = super().attack_strength(game, piece)
        return (strength + 1) // 2 if LOST in piece.marks else strength

    def defence_strength(self, game: Battle, piece: Piece) -> int:
        strength = super().defence_strength(game, piece)
        return (strength + 1) // 2 if LOST in piece.marks else strength

    def may_withdraw_cavalry(self, game: Battle, combat: CloseCombat) -> bool:
        return super().may_withdraw_cavalry(game, combat) and not any(LOST in game.piece(id).marks for id in combat.defenders)

    def begin_close_combat(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> None:
        super().begin_close_combat(game, combats)
        savannah(game).way_held = frozenset()

    def stands_instead(self, game: Battle, retreat: RetreatUnit) -> bool:
        """V4.9d: a lost unit that close combat makes retreat, by its result or by a morale check, stays where it is."""
        lost = LOST in game.piece(retreat.piece).marks
        if not lost or retreat.cause not in ("R", "check") or not retreat.from_combat or self.combat_of(game) is None:
            return super().stands_instead(game, retreat)
        savannah(game).way_held |= {retreat.piece}
        game.emit(Stood(retreat.piece))
        return True

    def combat_of(self, game: Battle) -> CloseCombat | None:
        """The close combat that is being resolved."""
        return next((frame for frame in reversed(game.stack) if isinstance(frame, CloseCombat)), None)

    def results_done(self, game: Battle, combat: CloseCombat) -> None:
        """V4.9d: the lost who stayed are pinned with those whom they fought, if these have stayed too."""
        super().results_done(game, combat)
        held, near = savannah(game).way_held, self.board.grid.adjacent
        locked: set[str] = set()
        for side in (combat.defender, combat.attacker):
            stayed = [id for id in combat.involved(game, game.enemy(side)) if id not in game.state.fled]
            for id in combat.involved(game, side):
                against = [other for other in stayed if near[game.piece(id).hex] >> game.piece(other).hex & 1]
                if id in held and against:
                    locked |= {id, *against}
        if locked:
            game.state.pins += 1
            sides = (combat.defender, combat.attacker)
            pinned = tuple(id for side in sides for id in combat.involved(game, side) if id in locked)
            for id in pinned:
                game.change(id, pin=game.state.pins)
            game.emit(Pinned(pinned, game.state.pins))

    def why_not_advance(self, game: Battle, id: str, h: Hex) -> Reason | None:
        """V4.9d: as after a PIN, neither those who were held advance, nor those who fight beside them in their hex."""
        combat, held = self.combat_of(game), savannah(game).way_held
        if combat is not None and held:
            here = game.piece(id).hex
            if any(other in held and game.piece(other).hex == here for other in combat.involved(game, combat.attacker)):
                return Reason("held-on-the-covered-way", ("V4.9d",), {"piece": self.counters[id].name})
        return super().why_not_advance(game, id, h)


class LosingTheWay(Procedure["Battle"]):
    """V4.9b: one roll for those who march together."""

    piece: UnitId
    hex: HexId
    steps: ClassVar[tuple[str, ...]] = ("roll",)

    def roll(self, game: Battle) -> Next:
        table = rules_of(game).tables.lost_on_the_covered_way
        before = savannah(game).way_entered.get(self.piece, 0) // table.hexes_for_one
        modifiers = [Modifier(before, "hexes-of-the-covered-way", "V4.9b")] if before else []
        if PREVIOUSLY_LOST in game.piece(self.piece).marks:
            modifiers.append(Modifier(table.previously_lost, "previously-lost", "V4.9e"))
        bonus = sum(modifier.value for modifier in modifiers)
        return Roll(
            "covered-way",
            self.rolled,
            tuple(modifiers),
            table.rule,
            game.seat_of(self.piece),
            reading=lambda face: face + bonus >= table.lost_at,
        )

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        rules = rules_of(game)
        rules.count_hex(game, self.piece)
        if rolled.total >= rules.tables.lost_on_the_covered_way.lost_at:
            savannah(game).way_lost |= {game.label(self.hex)}
            rules.lose_way(game, self.piece)
        return DONE


def rules_of(game: Battle) -> CoveredWay:
    return cast("CoveredWay", game.rules)
