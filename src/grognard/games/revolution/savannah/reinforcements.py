"""Savannah 4.7 and 6: who comes, when and where; variable French entry, delays and losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.events import Event, Rolled
from grognard.core.hexes import HexSet, hex_set, members
from grognard.core.procedures import DONE, Next, Procedure, Roll
from grognard.games.revolution.savannah.siege_works import SiegeWorks
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, FRENCH, savannah
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.names import PieceId
from grognard.games.revolution.series.pieces import OUT, WAITING, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.data_schema import EntryRow
    from grognard.games.revolution.series.battle import Battle

HQ, WEST, SOUTH = "HQ", "A", "F"
ONE_HEX = frozenset({"maitland", "highlanders_1", "trumbach", "royal_nc"})
"""V4.7c: they may move only one hex on the turn they arrive."""


class EntryRolled(Event, frozen=True):
    """Where the French group of this turn comes in."""

    entry: str


class ArrivalsDelayed(Event, frozen=True):
    """Reinforcements that must wait for the next turn."""

    pieces: tuple[PieceId, ...]


class ArrivalsLost(Event, frozen=True):
    """British reinforcements that have no way into the town any more."""

    pieces: tuple[PieceId, ...]


class Arrivals(SiegeWorks):
    """The schedule of reinforcements."""

    def entries_of(self, id: str) -> tuple[str, ...]:
        return self.components.arrivals[id][1] if id in self.components.arrivals else ()

    def is_variable(self, id: str) -> bool:
        """V4.7f: French groups that roll for their entry."""
        return len(self.entries_of(id)) > 1

    def entry_of(self, game: Battle, id: str) -> str:
        """The entry by which a piece comes, or came this turn."""
        if self.is_variable(id):
            return savannah(game).variable_entry
        return next(iter(self.entries_of(id)), "")

    def due(self, game: Battle, side: str) -> list[Piece]:
        """Who should come in now; nobody on the tactical track, nor in hurricane or gale."""
        if self.is_tactical(game):
            return []  # V1.6g
        if not self.sky(game).reinforcements:
            return []  # V4.2l
        rules, arrivals, turn = game.rules, self.components.arrivals, game.state.turn
        return [
            piece
            for piece in game.state.pieces.values()
            if piece.box == WAITING
            and self.counters[piece.id].side == side
            and piece.id in arrivals
            and rules.arrival_turn(game, piece.id) <= turn
        ]

    def arriving(self, game: Battle) -> list[Piece]:
        due = {piece.id for piece in self.due(game, game.state.phasing)}
        return [piece for piece in super().arriving(game) if piece.id in due]

    # ------------------------------------------------------------------ where

    def entry_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """V4.7a, V4.7c, V4.7d, V4.7f: the hexes where a reinforcement may be placed now."""
        entry = self.entry_of(game, piece.id)
        if entry == HQ:
            return self.town_entries(game)
        if self.counters[piece.id].side == BRITISH:
            return super().entry_hexes(game, piece)
        return self.allied_entries(game, piece, entry) if entry else 0

    def town_entries(self, game: Battle) -> HexSet:
        """V4.7d: the headquarters, or any other town hex that is neither in ruins nor held by the enemy."""
        hexes = self.standing_town(game) & ~game.force(ALLIED).units
        headquarters = self.components.entries[HQ]
        return hexes & headquarters or hexes

    def allied_entries(self, game: Battle, piece: Piece, entry: str) -> HexSet:
        """V4.7a: where a British unit or zone is in the way they wait a turn, and then take the nearest free hex: on the same
        edge of the map, unless their own entry is a landing place within it."""
        marked = self.components.entries[entry]
        closed = game.force(BRITISH).units | game.force(BRITISH).zoc
        if marked & ~closed:
            return marked & ~closed
        if game.state.turn <= self.arrival_turn(game, piece.id):
            return 0
        grid = self.board.grid
        goals = members(marked)
        free = members(self.room_set(piece) & ~closed)
        if grid.is_edge(goals[0]):
            free = [h for h in free if grid.is_edge(h) and self.same_edge(h, goals[0])]
        nearest = min((grid.distance(h, goal) for h in free for goal in goals), default=None)
        return hex_set(h for h in free if min(grid.distance(h, goal) for goal in goals) == nearest)

    def same_edge(self, h: int, goal: int) -> bool:
        """V4.7a: on the same side of the map."""
        grid = self.board.grid
        return grid.column(h) == grid.column(goal) or grid.row(h) == grid.row(goal)

    def arrived(self, game: Battle, piece: Piece) -> None:
        """V4.7a: where its own entry is closed a reinforcement pays for the ground of the hex that it comes in by."""
        super().arrived(game, piece)
        counter = self.counters[piece.id]
        if counter.side == ALLIED and not self.components.entries[self.entry_of(game, piece.id)] >> piece.hex & 1:
            price = self.components.terrain.mp(self.ground[piece.hex], counter.kind)
            paid = MP if price == "P" else int(float(price) * MP)  # prohibited but for the road that leads there
            savannah(game).entry_paid = savannah(game).entry_paid | {piece.id: paid}

    # ------------------------------------------------------------------ how far

    def begin_movement(self, game: Battle) -> None:
        super().begin_movement(game)
        savannah(game).entry_paid = {}

    def allowance(self, game: Battle, piece: Piece) -> int:
        """V4.7a: what is left after paying for the hex of entry."""
        return max(super().allowance(game, piece) - savannah(game).entry_paid.get(piece.id, 0), 0)

    def road_allowance(self, game: Battle, piece: Piece) -> int:
        return max(super().road_allowance(game, piece) - savannah(game).entry_paid.get(piece.id, 0), 0)

    def free_steps(self, game: Battle, piece: Piece) -> HexSet:
        """V4.7a: who has paid for the hex of entry has had the hex that is always open."""
        return 0 if piece.id in savannah(game).entry_paid else super().free_steps(game, piece)

    def confined_now(self, game: Battle) -> dict[str, HexSet]:
        paid = savannah(game).entry_paid
        confined = super().confined_now(game)
        return confined | dict.fromkeys(paid, self.board.grid.all) if paid else confined

    def came_now(self, game: Battle, piece: Piece) -> bool:
        return piece.id in game.state.entered

    def usual_allowance(self, game: Battle, piece: Piece) -> int:
        """What the way of arrival and the bombardment make of it."""
        points = super().usual_allowance(game, piece)
        counter = self.counters[piece.id]
        if self.came_now(game, piece):
            if piece.id in ONE_HEX:
                return 0  # V4.7c: one hex only
            row = self.landing(game, piece.id)
            # V4.7g: +2 at V-1, then guns double at V-1, V-2 and V-3
            if row is not None:
                points += 2 * row.bonus
                points *= 2 if row.guns_double and counter.is_artillery else 1
        doubled = savannah(game).doubled
        if ("guns" in doubled and counter.army == FRENCH and counter.is_artillery) or piece.id in doubled:
            points *= 2  # V-T-siege2
        return points

    def landing(self, game: Battle, id: str) -> EntryRow | None:
        """V-T-entry: the row by which a variable group has landed."""
        if not self.is_variable(id):
            return None
        entry = savannah(game).variable_entry
        return next((row for row in self.tables.variable_entry.rows if row.entry == entry), None)

    def may_march_strategically(self, game: Battle, piece: Piece) -> bool:
        """V4.7b: not on the turn of arrival at A or F."""
        if self.came_now(game, piece) and self.entry_of(game, piece.id) in (WEST, SOUTH):
            return False
        return super().may_march_strategically(game, piece)

    # ------------------------------------------------------------------ delays and losses

    def before_arrivals(self, game: Battle, side: str) -> Procedure | None:
        """V4.7d: who cannot enter the town any more is lost; V4.7f: the French group of the turn rolls."""
        if side == BRITISH:
            self.lose_reinforcements(game)
        elif not savannah(game).variable_entry and any(self.is_variable(piece.id) for piece in self.due(game, side)):
            return VariableEntry()
        return super().before_arrivals(game, side)

    def lose_reinforcements(self, game: Battle) -> None:
        """V4.7d: army morale -1 each time, however many units, and no victory points."""
        due = [piece for piece in self.due(game, BRITISH) if self.entry_of(game, piece.id) == HQ]
        if not due or self.town_entries(game):
            return
        for piece in due:
            game.change(piece.id, box=OUT)
        game.emit(ArrivalsLost(tuple(piece.id for piece in due)))
        self.note_change(game, "reinforcements_lost", BRITISH, -1, 0, "V4.7d")
        self.post_army_morale(game)

    def end_movement(self, game: Battle) -> None:
        """V4.7e: arrivals that stand over the limit, or with whom they may not, wait for the next turn, the last due first."""
        super().end_movement(game)
        delayed = []

        def due(id: str) -> tuple[int, int]:
            return self.arrival_turn(game, id), self.places_on_sheet[id]

        for id in sorted(game.state.entered, key=due, reverse=True):
            piece = game.piece(id)
            if piece.hex == OFF_MAP or id in game.state.moved or self.counters[id].is_leader:
                continue
            crowded = piece.hex in self.overstacked(game, self.counters[id].side)
            if crowded or self.unwelcome(game, piece) >> piece.hex & 1:
                game.change(id, hex=OFF_MAP, box=WAITING)
                delayed.append(id)
        if delayed:
            game.state.entered -= set(delayed)
            game.emit(ArrivalsDelayed(tuple(delayed)))


class VariableEntry(Procedure["Battle"]):
    """V4.7f: one roll for the whole group of the turn."""

    steps: ClassVar[tuple[str, ...]] = ("roll",)

    def roll(self, game: Battle) -> Next:
        return Roll("variable-entry", self.rolled, (), "V4.7f", game.rules.seat_of_army[FRENCH])

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        rows, face = cast("Arrivals", game.rules).tables.variable_entry.rows, rolled.faces[0]
        savannah(game).variable_entry = next(row.entry for row in rows if row.min <= face <= row.max)
        game.emit(EntryRolled(savannah(game).variable_entry))
        return DONE
