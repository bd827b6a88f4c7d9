"""Savannah 1.6, 1.7 and 4.10: strategic turns: nobody attacks the perimeter yet, and few leave it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, HexSet
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.picture import SavannahTable
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, CREEKS, savannah
from grognard.games.revolution.savannah.zones import Divided
from grognard.games.revolution.series.advance import AdvanceAfterCombat
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.pieces import Piece
from grognard.hexgames.marches import Destinations
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.core.procedures import Procedure
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.movement import March

STARTS_OUTSIDE = "starts_outside"


class StrategicTurns(SavannahTable):
    """Where the perimeter keeps the Allies out, and the British in."""

    @cached_property
    def front(self) -> HexSet:
        """V1.7b: the perimeter, and the hexes that touch it."""
        return self.perimeter | self.components.board.zones["before_the_perimeter"]

    # ------------------------------------------------------------------ the Allies (V1.6i, V1.7b)

    def keeps_off(self, game: Battle, piece: Piece) -> bool:
        """V1.7b: whether a piece may not come near the perimeter; leaders alone may."""
        counter = self.counters[piece.id]
        return counter.side == ALLIED and counter.is_unit and not self.is_tactical(game)

    def barred(self, game: Battle, piece: Piece) -> HexSet:
        """What the perimeter closes to a piece; `why_not_cross` says why."""
        closed = super().barred(game, piece)
        if self.keeps_off(game, piece):
            return closed | self.front  # V1.7b
        if piece.id == CREEKS:
            return closed | self.perimeter  # V4.8a
        return closed | self.not_on_a_sortie(game, piece)

    def held_hexes(self, game: Battle) -> HexSet:
        """The Allies keep off the perimeter; on turns with sorties every British piece is asked separately."""
        if game.state.phasing == ALLIED:
            return super().held_hexes(game) | (0 if self.is_tactical(game) else self.front)
        return self.board.grid.all if self.sortie_limits(game) else super().held_hexes(game)

    @cached_property
    def confined(self) -> dict[str, HexSet]:
        """V4.8a: the Creeks stay outside."""
        return super().confined | {CREEKS: self.perimeter}

    def why_not_cross(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        """Why the perimeter closes a hex to a piece, from wherever it comes."""
        where = {"hex": game.label(h)}
        if self.keeps_off(game, piece) and self.front >> h & 1:
            return Reason("no-assault-yet", ("V1.6i", "V1.7b"), where)
        if piece.id == CREEKS and self.perimeter >> h & 1:
            return Reason("creeks-stay-outside", ("V4.8a",), where)
        if self.not_on_a_sortie(game, piece) >> h & 1:
            if self.counters[piece.id].is_leader:
                return Reason("units-are-still-out", ("V4.10c",), where)
            return Reason("sorties-need-a-leader", ("V4.10a",), where)
        return None

    def why_not_step(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Reason | None:
        refused = self.why_not_cross(game, piece, b) or super().why_not_step(game, piece, a, b)
        if refused is None and self.would_come_out(game, piece, a, b):
            return Reason("sorties-need-a-leader", ("V4.10d", "V4.10a"), {"hex": game.label(b)})
        return refused

    def would_come_out(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> bool:
        """V4.10d: whether a unit that started outside would leave the perimeter again on its way."""
        if STARTS_OUTSIDE not in self.counters[piece.id].flags or self.perimeter >> piece.hex & 1:
            return False
        return bool(self.perimeter >> a & 1 and not self.perimeter >> b & 1) and self.sortie_limits(game)

    def why_not_reach(self, game: Battle, march: March, goal: Hex) -> Reason | None:
        """A hex that is closed is refused for that, unless it is too far anyway."""
        refused = super().why_not_reach(game, march, goal)
        rules, piece = game.rules, game.piece(march.piece)
        reach = rules.destinations(game, piece, march.spent, march.taken, march.road_only)
        if refused is None and self.perimeter >> goal & 1 and not reach.all >> goal & 1 and self.must_go_out(game, piece):
            return Reason("the-leader-goes-along", ("V4.10a",), {"piece": self.counters[piece.id].name})
        if refused is None or refused.key != "out-of-reach":
            return refused
        if isinstance(reach, Divided) and reach.zone == self.perimeter and reach.beyond >> goal & 1:
            return Reason("sorties-need-a-leader", ("V4.10d", "V4.10a"), {"hex": game.label(goal)})
        points = max(rules.allowance(game, piece), rules.road_allowance(game, piece)) - march.spent
        if self.board.grid.distance(piece.hex, goal) * MP > points:
            return refused
        return self.why_not_cross(game, piece, goal) or refused

    def attackable(self, game: Battle, piece: Piece) -> HexSet:
        """V1.6a: no close combat against the perimeter on the strategic track."""
        hexes = super().attackable(game, piece)
        return hexes & ~self.perimeter if self.keeps_off(game, piece) else hexes

    def why_not_advance(self, game: Battle, id: str, h: Hex) -> Reason | None:
        """V1.7b, V4.8a, V4.10a: what keeps a march out of a hex keeps an advance out of it."""
        return self.why_not_cross(game, game.piece(id), h) or super().why_not_advance(game, id, h)

    def closed_to_retreat(self, game: Battle, piece: Piece, strength: int | None = None) -> HexSet:
        """V1.7b, V4.8a: a retreat never leads into the perimeter, nor through it."""
        closed = super().closed_to_retreat(game, piece, strength)
        return closed | self.perimeter if piece.id == CREEKS or self.keeps_off(game, piece) else closed

    def retreat_hexes(self, game: Battle, piece: Piece, distance: int, strength: int | None = None) -> HexSet:
        """V1.7b: a retreat ends before the perimeter only if no other hex is legal."""
        hexes = super().retreat_hexes(game, piece, distance, strength)
        return hexes & ~self.front or hexes if self.keeps_off(game, piece) else hexes

    def why_not_retreat(
        self, game: Battle, piece: Piece, h: Hex, distance: int, clear: bool, strength: int | None
    ) -> Reason | None:
        """V1.7b, V4.8a: the perimeter closes hexes that would else be open to a retreat."""
        refused = super().why_not_retreat(game, piece, h, distance, clear, strength)
        if refused is None or refused.key != "no-way-there":
            return refused
        where = {"hex": game.label(h)}
        if piece.id == CREEKS and self.perimeter >> h & 1:
            return Reason("creeks-stay-outside", ("V4.8a",), where)
        if self.keeps_off(game, piece) and self.front >> h & 1:
            return Reason("no-assault-yet", ("V1.7b",), where)
        return refused

    def too_near(self, game: Battle) -> list[str]:
        """V1.7b: Allied units that a retreat has brought before the perimeter, and that can move away."""
        if game.state.phasing != ALLIED or self.is_tactical(game):
            return []
        return [
            unit.id
            for unit in game.units_of(ALLIED)
            if self.front >> unit.hex & 1 and unit.id not in game.state.moved and self.why_not_move(game, unit) is None
        ]

    def why_not_end_movement(self, game: Battle) -> Reason | None:
        refused = super().why_not_end_movement(game)
        if refused is not None:
            return refused
        near = tuple(self.too_near(game))
        if near:
            return Reason("away-from-the-perimeter", ("V1.7b",), {"piece": self.counters[near[0]].name}, near)
        inside = tuple(self.leaders_left_behind(game))
        if inside:
            return Reason("the-leader-goes-along", ("V4.10a",), {"piece": self.counters[inside[0]].name}, inside)
        return None

    # ------------------------------------------------------------------ British sorties (V4.10)

    def sortie_limits(self, game: Battle) -> bool:
        """V4.10a, V4.10e: on the strategic turns 1 to 10."""
        return self.tables.turn_track.turns[game.state.turn].sortie_limits

    def needs_leader(self, game: Battle, id: str) -> bool:
        """V4.10d: units that started outside need none until they have entered the perimeter."""
        return STARTS_OUTSIDE not in self.counters[id].flags or id in savannah(game).been_inside

    def not_on_a_sortie(self, game: Battle, piece: Piece) -> HexSet:
        """V4.10a: what is closed to a British piece: the outside without a leader, and to leaders the way back."""
        counter = self.counters[piece.id]
        if counter.side != BRITISH or piece.hex == OFF_MAP or not self.sortie_limits(game):
            return 0
        inside = self.perimeter >> piece.hex & 1
        if counter.is_leader:
            return self.perimeter if not inside and self.led_out(game, piece.id) else 0  # V4.10c
        if not inside or not self.needs_leader(game, piece.id) or self.leader_for_sortie(game, piece):
            return 0
        return self.board.grid.all & ~self.perimeter

    def leader_for_sortie(self, game: Battle, piece: Piece) -> str:
        """V4.10a: a leader of the stack in which a unit has begun its move, who can still go along; wherever it goes out."""
        start = self.sortie_start(game, piece)
        if not self.perimeter >> start & 1:
            return ""
        for leader in game.leaders_at(start, BRITISH):
            if self.may_command(game, leader, piece) and self.could_go_out(game, leader):
                return leader.id
        return ""

    def sortie_start(self, game: Battle, piece: Piece) -> Hex:
        """V4.10a: where a unit stood when its movement phase began."""
        label = savannah(game).sortie_starts.get(piece.id) if self.is_british_movement(game) else None
        return self.board.hex(label) if label is not None else piece.hex

    def is_british_movement(self, game: Battle) -> bool:
        return game.state.phase == "movement" and game.state.phasing == BRITISH

    def could_go_out(self, game: Battle, leader: Piece) -> bool:
        """V4.10a: whether a leader inside can leave the perimeter: in this movement phase, or along with an advance."""
        if not self.is_british_movement(game):
            return leader.id not in self.frozen(game)
        if not self.can_still_move(game, leader.id):
            return False
        return bool(self.destinations(game, leader, 0, 0, True).all & ~self.perimeter)

    def on_a_sortie(self, game: Battle, unit: Piece) -> bool:
        """V4.10b: whether a British unit that belongs inside is out, while sorties are limited."""
        if self.perimeter >> unit.hex & 1 or self.counters[unit.id].side != BRITISH or not self.sortie_limits(game):
            return False
        return unit.hex != OFF_MAP and self.needs_leader(game, unit.id)  # V4.10d

    def can_still_move(self, game: Battle, leader: str) -> bool:
        """Whether a leader has not moved, and nothing keeps him where he is (V-C44)."""
        return leader not in game.state.moved and leader not in self.frozen(game)

    def led_out(self, game: Battle, leader: str) -> list[str]:
        """V4.10c: the units that are out and went out with this leader, as far as is known."""
        led_by = savannah(game).sorties
        return [
            unit.id for unit in game.units_of(BRITISH) if led_by.get(unit.id, leader) == leader and self.on_a_sortie(game, unit)
        ]

    def leaders_left_behind(self, game: Battle) -> Iterator[str]:
        """V4.10a: they leave together: leaders whose units are out, and who could follow."""
        if game.state.phasing != BRITISH:
            return
        for leader in dict.fromkeys(savannah(game).sorties.values()):
            piece = game.piece(leader)
            if piece.hex == OFF_MAP or not self.perimeter >> piece.hex & 1 or not self.can_still_move(game, leader):
                continue
            if self.led_out(game, leader) and self.could_go_out(game, piece):
                yield leader

    def must_go_out(self, game: Battle, leader: Piece) -> bool:
        """V4.10a: whether a leader inside must follow units that he has led out, if he can."""
        if leader.id not in savannah(game).sorties.values() or not self.perimeter >> leader.hex & 1:
            return False
        return self.is_british_movement(game) and self.sortie_limits(game) and bool(self.led_out(game, leader.id))

    def work_out_destinations(self, game: Battle, piece: Piece, spent: int, steps: int, road_only: bool) -> Destinations:
        """V4.10a: a leader whose units are out does not stop inside, if he can get out; V4.10d: who enters is bound."""
        found = super().work_out_destinations(game, piece, spent, steps, road_only)
        if self.counters[piece.id].side != BRITISH or piece.hex == OFF_MAP or not self.sortie_limits(game):
            return found
        if self.counters[piece.id].is_leader:
            if found.all & ~self.perimeter and self.must_go_out(game, piece):
                closed = self.closed_to_stops(game, piece) | self.perimeter
                return Destinations(found.across, found.road, found.least, closed)
            return found
        if self.perimeter >> piece.hex & 1 or self.needs_leader(game, piece.id):
            return found
        return self.kept_in(game, piece, found, self.perimeter, (spent, steps, road_only))

    def entered_from(self, game: Battle, piece: Piece, a: Hex, b: Hex) -> Procedure | None:
        """V4.10a: note who leaves the perimeter with whom; V4.10d: who enters it is bound from that hex on."""
        if self.counters[piece.id].side == BRITISH and self.counters[piece.id].is_unit and self.sortie_limits(game):
            if self.perimeter >> a & 1 and not self.perimeter >> b & 1 and self.needs_leader(game, piece.id):
                self.note_sortie(game, piece.id, self.leader_for_sortie(game, piece))
            self.bind(game, piece)
        return super().entered_from(game, piece, a, b)

    def note_sortie(self, game: Battle, id: str, leader: str) -> None:
        """V4.10a: who leads a unit out; V4.10b: each sortie costs a point of army morale, however many units go."""
        led_by = savannah(game).sorties
        if leader and led_by.get(id) != leader:
            savannah(game).sorties = led_by | {id: leader}
            game.forget()
            if leader not in led_by.values():
                self.note_change(game, "sortie", BRITISH, -1, 0, "V4.10b")
                if not game.state.bands:
                    self.post_army_morale(game)  # in combat with its results

    def may_stay_behind(self, game: Battle, side: str, start: Hex, end: Hex) -> bool:
        """V4.10a: a leader goes along with an advance out of the perimeter."""
        if side != BRITISH or not self.sortie_limits(game) or not self.perimeter >> start & 1 or self.perimeter >> end & 1:
            return super().may_stay_behind(game, side, start, end)
        if not isinstance(game.stack[-2] if len(game.stack) > 1 else None, AdvanceAfterCombat):
            return True  # a retreat
        led = [unit for unit in game.units_at(end, BRITISH) if self.on_a_sortie(game, unit)]
        return not led or bool(game.leaders_at(end, BRITISH))

    def after_advance(self, game: Battle, advanced: tuple[str, ...]) -> Procedure | None:
        """V4.10a: the leader who has gone along leads the sortie."""
        for id in game.alive(advanced):
            piece = game.piece(id)
            leaders = game.leaders_at(piece.hex, BRITISH)
            if leaders and id not in savannah(game).sorties and self.on_a_sortie(game, piece):
                self.note_sortie(game, id, leaders[0].id)
        return super().after_advance(game, advanced)

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        alert = super().alert_hexes(game, piece)
        if self.counters[piece.id].side != BRITISH or not self.sortie_limits(game):
            return alert
        entering = self.perimeter if self.counters[piece.id].is_unit and not self.needs_leader(game, piece.id) else 0
        return alert | entering | self.components.board.zones["before_the_perimeter"]

    def begin_movement(self, game: Battle) -> None:
        super().begin_movement(game)
        self.note_inside(game)
        limited = game.state.phasing == BRITISH and self.sortie_limits(game)
        units = game.units_of(BRITISH) if limited else []
        savannah(game).sortie_starts = {unit.id: game.label(unit.hex) for unit in units}

    def ended_march(self, game: Battle, march: March) -> None:
        super().ended_march(game, march)
        self.note_inside(game)

    def advanced_into(self, game: Battle, id: str, h: Hex) -> None:
        super().advanced_into(game, id, h)
        self.bind(game, game.piece(id))

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        super().retreated_into(game, piece)
        self.bind(game, piece)

    def bind(self, game: Battle, piece: Piece) -> None:
        """V4.10d: a unit that started outside and enters the perimeter is like the rest from then on."""
        inside = STARTS_OUTSIDE in self.counters[piece.id].flags and self.perimeter >> piece.hex & 1
        if inside and piece.id not in savannah(game).been_inside:
            savannah(game).been_inside |= {piece.id}
            game.forget()

    def note_inside(self, game: Battle) -> None:
        """V4.10c: who is back; V4.10d: who has come in for the first time."""
        state = savannah(game)
        inside = {unit.id for unit in game.units_of(BRITISH) if self.perimeter >> unit.hex & 1}
        for id in inside:
            self.bind(game, game.piece(id))
        gone = [id for id in state.sorties if id in inside or game.piece(id).hex == OFF_MAP]
        if gone:
            state.sorties = {id: leader for id, leader in state.sorties.items() if id not in gone}

    def morale_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """V4.10b: -1 while the sortie lasts."""
        yield from super().morale_modifiers(game, piece)
        if self.on_a_sortie(game, piece):
            yield Modifier(-1, "on-a-sortie", "V4.10b")

    # ------------------------------------------------------------------ attacks (V1.6a, V4.8b)

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        """Who stands only before the perimeter does not attack yet; the Creeks alone only defend."""
        before = super().attackable(game, piece) if piece.hex != OFF_MAP and self.keeps_off(game, piece) else 0
        if before and not self.attackable(game, piece):
            return Reason("no-assault-yet", ("V1.6a", "V1.6i"), {"hex": game.label(piece.hex)})
        if piece.id == CREEKS and len(game.units_at(piece.hex, BRITISH)) == 1:
            return Reason("creeks-alone-do-not-attack", ("V4.8b",))
        return super().why_not_attack(game, piece)
