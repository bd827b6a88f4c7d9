"""Eutaw 2.6, 3.4, 3.10 and 3.11: the camp, the perimeter, and looting."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.events import Event, Rolled
from grognard.core.hexes import Hex, HexGrid, HexSet, hex_set
from grognard.core.pictures import MarkerPicture
from grognard.core.procedures import DONE, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.eutaw.state import AMERICAN, BRITISH, DISORDER, SWAMP_FOX, eutaw
from grognard.games.revolution.series.names import Label, PieceId, UnitId
from grognard.games.revolution.series.pieces import PARADE, Counter, Piece
from grognard.games.revolution.series.rules import SeriesRules

if TYPE_CHECKING:
    from grognard.games.revolution.eutaw.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat
    from grognard.games.revolution.series.movement import March


@lru_cache(maxsize=1024)
def hexes_labelled(grid: HexGrid, labels: frozenset[str]) -> HexSet:
    """The hexes with these labels."""
    return hex_set(grid.by_label[label] for label in labels)


class CampEntered(Event, frozen=True):
    """A camp hex changed hands."""

    side: str
    hex: Label


class PerimeterEntered(Event, frozen=True):
    """An American unit entered a perimeter hex."""

    hex: Label
    count: int


class Looted(Event, frozen=True):
    """A unit that entered the camp tested for looting."""

    piece: PieceId
    disordered: bool


class LootingEnded(Event, frozen=True):
    """A looting unit rallied."""

    piece: PieceId


class Camp(SeriesRules):
    """The camp and what it does to order."""

    tables: TablesData

    # ------------------------------------------------------------------ control

    def camp_owner(self, game: Battle, label: str) -> str:
        """E2.6b, E2.6c: British until an American unit takes it; where no marker lies, whoever occupies it has taken it."""
        marked = eutaw(game).camp.get(label)
        if marked is None and any(
            not self.counters[unit.id].is_artillery for unit in game.units_at(self.board.hex(label), AMERICAN)
        ):
            return AMERICAN
        return marked or BRITISH

    def can_be(self, counter: Counter, state: str) -> bool:
        """E3.11d: only American units loot."""
        return counter.side == AMERICAN and counter.is_unit if state == DISORDER else super().can_be(counter, state)

    def take_ground(self, game: Battle, piece: Piece) -> None:
        """A combat unit that is no artillery takes camp hexes and counts on the perimeter."""
        counter = self.counters[piece.id]
        if counter.is_leader or counter.is_artillery:
            return  # E2.6b, E3.4a
        label = game.label(piece.hex)
        if self.board.zones["camp"] >> piece.hex & 1:
            self.take_camp_hex(game, counter.side, label)  # E2.6b, E3.10c
        if counter.side == AMERICAN and self.board.zones["perimeter"] >> piece.hex & 1:
            self.enter_perimeter(game, label)  # E3.4a

    def take_camp_hex(self, game: Battle, side: str, label: str) -> None:
        if eutaw(game).camp.get(label, BRITISH) != side:
            eutaw(game).camp[label] = side
            game.emit(CampEntered(side, label))

    def enter_perimeter(self, game: Battle, label: str) -> None:
        """E3.4a, E3.4b: the fourth different hex costs the British one point of army morale at once, and only once."""
        event = self.tables.morale_event("perimeter")
        if label in eutaw(game).perimeter:
            return
        eutaw(game).perimeter |= {label}
        count = len(eutaw(game).perimeter)
        game.emit(PerimeterEntered(label, count))
        if count == event.hexes:
            self.note_change(game, event.id, event.side, event.own, event.enemy, event.rule)
            if not game.state.bands:
                self.post_army_morale(game)

    def markers(self, game: Battle) -> list[MarkerPicture]:
        """E3.10b, E3.10c: the camp markers that lie on the map."""
        colours = {AMERICAN: "#24436b", BRITISH: "#8f1f1b"}
        return [MarkerPicture(label, side.capitalize(), colours[side]) for label, side in eutaw(game).camp.items()]

    # ------------------------------------------------------------------ entering

    def unspoilt_camp(self, game: Battle) -> HexSet:
        """E3.10b: the camp hexes that no marker lies on yet."""
        camp, marked = self.board.zones["camp"], eutaw(game).camp
        return camp & ~hexes_labelled(self.board.grid, frozenset(marked)) if marked else camp

    def begin_movement(self, game: Battle) -> None:
        super().begin_movement(game)
        eutaw(game).halted = frozenset()

    def halts(self, game: Battle, piece: Piece) -> HexSet:
        """E3.10b: the first American unit to enter a camp hex ends its movement there; a leader does not stop."""
        halts, counter = super().halts(game, piece), self.counters[piece.id]
        return halts | self.unspoilt_camp(game) if counter.side == AMERICAN and counter.is_unit else halts

    def alert_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """E2.6b, E3.4a: the camp hexes that the enemy has, and for Americans the perimeter where they have not been yet."""
        alert, counter, state = super().alert_hexes(game, piece), self.counters[piece.id], eutaw(game)
        if not counter.is_unit:
            return alert
        grid, zones = self.board.grid, self.board.zones
        labels = [label for label, side in state.camp.items() if side == AMERICAN] if state.camp else ()
        taken = hexes_labelled(grid, frozenset(labels)) if labels else 0
        if counter.side == BRITISH:
            return alert | taken
        return alert | zones["camp"] & ~taken | zones["perimeter"] & ~hexes_labelled(grid, state.perimeter)

    def may_go_on(self, game: Battle, march: March) -> bool:
        """E3.10b: not into a camp hex and out again."""
        return march.piece not in eutaw(game).halted and super().may_go_on(game, march)

    def entered(self, game: Battle, piece: Piece, h: Hex) -> Procedure | None:
        """E3.11a: in the movement phase the first unit to enter tests at once."""
        procedure = super().entered(game, piece, h)
        if not (self.board.zones["camp"] | self.board.zones["perimeter"]) >> h & 1:
            return procedure
        counter = self.counters[piece.id]
        tests = counter.side == AMERICAN and counter.is_unit and self.unspoilt_camp(game) >> h & 1
        self.take_ground(game, piece)
        if tests:
            eutaw(game).halted |= {piece.id}
            return Looting((piece.id,))
        return procedure

    def advanced_into(self, game: Battle, id: str, h: Hex) -> None:
        """E3.11a: units advancing after one combat enter together, so each tests."""
        super().advanced_into(game, id, h)
        counter, label = self.counters[id], game.label(h)
        if counter.side == AMERICAN and (self.unspoilt_camp(game) >> h & 1 or label in eutaw(game).newly_entered):
            eutaw(game).newly_entered |= {label}
            eutaw(game).looters += (id,)
        self.take_ground(game, game.piece(id))

    def after_advance(self, game: Battle, advanced: tuple[str, ...]) -> Procedure | None:
        looters, eutaw(game).looters = eutaw(game).looters, ()
        eutaw(game).newly_entered = frozenset()
        return Looting(looters) if looters else super().after_advance(game, advanced)

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        """A retreating unit takes the hex it lands in without testing."""
        super().retreated_into(game, piece)
        self.take_ground(game, piece)  # E3.11a

    # ------------------------------------------------------------------ looting

    def looting_limit(self, id: str) -> int:
        """E3.11b: the unit's row of the looting table."""
        return next(row.max for row in self.tables.looting.rows.values() if id in row.units)

    def looting_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """E3.11b, E3.11c: the command DRM of a leader in the hex, or Swamp Fox's +1: one of them, the better."""
        leader = self.commander(game, piece)
        command = self.counters[leader.id].command if leader is not None else 0
        if self.steadied_by_swamp_fox(game, piece) and command < 1:
            yield Modifier(+1, "swamp-fox", "E3.11c")
        elif leader is not None and command:
            yield Modifier(command, "command", "E3.11b", {"leader": leader.id})

    def steadied_by_swamp_fox(self, game: Battle, piece: Piece) -> bool:
        """E3.11c: Swamp Fox steadies itself and militia stacked with it, unless it is disrupted or shattered."""
        fox = game.state.pieces.get(SWAMP_FOX)
        if fox is None or fox.hex != piece.hex or fox.order != PARADE:
            return False
        return piece.id == SWAMP_FOX or self.counters[piece.id].group == "militia"

    def is_looting(self, piece: Piece) -> bool:
        return DISORDER in piece.marks

    # ------------------------------------------------------------------ what disorder does (E3.11d)

    def in_good_order(self, piece: Piece) -> bool:
        return super().in_good_order(piece) and not self.is_looting(piece)

    def has_zoc(self, piece: Piece) -> bool:
        return not self.is_looting(piece) and super().has_zoc(piece)

    def may_fire(self, game: Battle, piece: Piece) -> bool:
        return not self.is_looting(piece) and super().may_fire(game, piece)

    def is_held(self, piece: Piece) -> bool:
        return self.is_looting(piece) or super().is_held(piece)

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        refused = super().why_not_move(game, piece)
        if refused is None and self.is_looting(piece):
            return Reason("looting-units-do-not-move", ("E3.11d",), {"piece": self.counters[piece.id].name})
        return refused

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        if self.is_looting(piece) and self.counters[piece.id].side == game.state.phasing:
            return Reason("looting-units-do-not-attack", ("E3.11d",), {"piece": self.counters[piece.id].name})
        return super().why_not_attack(game, piece)

    def defence_strength(self, game: Battle, piece: Piece) -> int:
        """E3.11d: half strength, rounded up."""
        strength = super().defence_strength(game, piece)
        return (strength + 1) // 2 if self.is_looting(piece) else strength

    def lead_candidates(self, game: Battle, combat: CloseCombat, side: str) -> list[str]:
        """E3.11d: a looting unit does not lead while stacked with a unit that is not."""
        pool = super().lead_candidates(game, combat, side)
        able = [id for id in pool if not self.overshadowed(game, game.piece(id), pool)]
        return able or pool

    def why_not_lead(self, game: Battle, combat: CloseCombat, side: str, id: str) -> Reason | None:
        able = [other for other in combat.involved(game, side) if not self.counters[other].is_artillery]
        if id in able and self.overshadowed(game, game.piece(id), able):
            return Reason("looting-units-do-not-lead", ("E3.11d",), {"piece": self.counters[id].name})
        return super().why_not_lead(game, combat, side, id)

    def overshadowed(self, game: Battle, piece: Piece, pool: list[str]) -> bool:
        others = (game.piece(id) for id in pool if id != piece.id)
        return self.is_looting(piece) and any(o.hex == piece.hex and not self.is_looting(o) for o in others)

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        yield from super().close_combat_modifiers(game, combat)
        if any(self.is_looting(game.piece(id)) for id in combat.defenders):
            yield Modifier(self.tables.disorder.close_combat_drm.drm, "a-defender-is-looting", "E3.11d")

    def captured_by_pin(self, game: Battle, piece: Piece) -> bool:
        """E3.11f: a PIN captures a looting unit."""
        return self.is_looting(piece) or super().captured_by_pin(game, piece)

    def relieve(self, game: Battle, piece: str) -> None:
        """R and D remove the marker."""
        super().relieve(game, piece)
        self.stop_looting(game, piece)  # E3.11f

    def relieve_by_loss(self, game: Battle, id: str) -> None:
        """A step loss removes the marker."""
        super().relieve_by_loss(game, id)
        self.stop_looting(game, id)  # E3.11f

    def stop_looting(self, game: Battle, id: str) -> None:
        piece = game.piece(id)
        if self.is_looting(piece):
            game.change(id, marks=piece.marks - {DISORDER})
            eutaw(game).looted.pop(id, None)

    # ------------------------------------------------------------------ rally from disorder (E3.11e)

    def needs_rally(self, game: Battle, piece: Piece) -> bool:
        return self.is_looting(piece) or super().needs_rally(game, piece)

    def why_not_rally(self, game: Battle, piece: Piece, tried: frozenset[str]) -> Reason | None:
        refused = super().why_not_rally(game, piece, tried)
        if refused is None and self.is_looting(piece) and eutaw(game).looted.get(piece.id) == game.state.turn:
            return Reason("looting-began-this-turn", ("E3.11e",), {"piece": self.counters[piece.id].name})
        return refused

    def rally_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """E3.11c: Swamp Fox helps to rally looting units."""
        modifiers = list(super().rally_modifiers(game, piece))
        commanded = any(modifier.label == "command" for modifier in modifiers)
        yield from modifiers
        if self.is_looting(piece) and not commanded and self.steadied_by_swamp_fox(game, piece):
            yield Modifier(+1, "swamp-fox", "E3.11c")

    def rally(self, game: Battle, piece: Piece) -> None:
        """E3.11e: the marker comes off and army morale does not move."""
        if self.is_looting(piece):
            self.stop_looting(game, piece.id)
            game.emit(LootingEnded(piece.id))
        else:
            super().rally(game, piece)


class Looting(Procedure["Battle"]):
    """E3.11b: one roll for each unit; within the range of its row it becomes disordered."""

    pieces: tuple[UnitId, ...]
    steps: ClassVar[tuple[str, ...]] = ("test",)

    def test(self, game: Battle) -> Next:
        waiting = game.alive(self.pieces)
        if not waiting:
            return DONE
        rules = cast("Camp", game.rules)
        modifiers = tuple(rules.looting_modifiers(game, game.piece(waiting[0])))
        limit, bonus = rules.looting_limit(waiting[0]), sum(modifier.value for modifier in modifiers)
        return Roll("looting", self.tested, modifiers, "E3.11b", AMERICAN, reading=lambda face: face + bonus <= limit)

    def tested(self, game: Battle, rolled: Rolled) -> Next:
        id = game.alive(self.pieces)[0]
        loots = rolled.total <= cast("Camp", game.rules).looting_limit(id)
        if loots:
            game.change(id, marks=game.piece(id).marks | {DISORDER})
            eutaw(game).looted[id] = game.state.turn
        game.emit(Looted(id, loots))
        self.pieces = tuple(other for other in self.pieces if other != id)
        return Goto("test")
