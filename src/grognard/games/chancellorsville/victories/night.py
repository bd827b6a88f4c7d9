"""Chapters 6, 15 and 16: the night: skirmishers, supply, rallying, recovery."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic

from grognard.core.actions import Action
from grognard.core.hexes import HexSet, members
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure
from grognard.games.chancellorsville.victories.actions import PlayEventAt, Restore
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.event_markers import DEPOTS, NO_EVENT, DrawEvents
from grognard.games.chancellorsville.victories.events import OrderRestored, SupplyFound, SupplyLost, UnitRestored, WorksGone
from grognard.games.chancellorsville.victories.names import ArmyName
from grognard.games.chancellorsville.victories.pieces import ARMIES, DEMORALISED, ENEMY, GOOD, ORDERS, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

INDEPENDENT = "Independent"
"""The units without a formation, when one of them recovers."""


class Nights(Chapter[C]):
    """What each step of the night does."""

    def clear_markers(self, game: C) -> None:
        """U6.5: Detach markers, skirmishers and breastworks go."""
        state = game.state
        state.detached = {}  # U8.14
        # U14.21
        for label in sorted(state.works):
            game.emit(WorksGone(label))
        state.works = {}
        for army in ARMIES:
            game.rules.return_skirmishers(game, army)  # U6.6

    def needs_supply(self, piece: Piece) -> bool:
        """U15.1, U13.16: infantry and artillery do; cavalry and skirmishers are always in supply."""
        counter = self.counters[piece.id]
        return bool(piece.hex) and (counter.is_infantry or counter.is_artillery)

    def supply_state(self, game: C, army: str) -> list[str]:
        """U15.6: markers are placed and removed, one stage a night; returns those that are demoralised by it."""
        rules, supplied, fleeing = game.rules, game.rules.check_supply(game, army), []
        for piece in [piece for piece in game.on_map(army) if rules.needs_supply(piece)]:
            if supplied >> piece.hex & 1:
                if piece.unsupplied:
                    game.change(piece.id, unsupplied=False)
                    game.emit(SupplyFound(army, piece.id))
                continue
            if not piece.unsupplied:
                game.change(piece.id, unsupplied=True)
                game.emit(SupplyLost(army, piece.id))
            if piece.order == DEMORALISED:
                rules.lose_level(game, piece.id, "U15.7")  # marked before or not
            elif piece.unsupplied and rules.worsen(game, piece.id, "U15.7") and game.next_to_enemy(army, piece.hex):
                fleeing.append(piece.id)
        return fleeing

    def depot_hexes(self, game: C, army: str, id: str) -> HexSet:
        """U17.6: hexes without enemies from which a depot serves a unit that cannot trace supply."""
        supplied, wanted = game.rules.check_supply(game, army), 0
        for piece in game.on_map(army):
            if self.needs_supply(piece) and not supplied >> piece.hex & 1:
                wanted |= self.board.grid.disc(piece.hex, game.rules.event(army, id).radius)
        return wanted & ~game.held(ENEMY[army])

    def rally_all(self, game: C, army: str) -> None:
        """U6.8, U14.48: Disorganised comes off, Demoralised becomes Disorganised, but not out of supply."""
        for piece in game.on_map(army):
            if piece.order != GOOD and not piece.unsupplied:
                order = piece.order - 1
                game.change(piece.id, order=order)
                game.emit(OrderRestored(army, piece.id, ORDERS[order], "U6.8"))
        game.rules.expect_rally(game, army)  # U9.26

    def can_recover(self, game: C, army: str, piece: Piece) -> bool:
        """U6.9, U16.1: reduced, in supply, in good order and not next to the enemy."""
        fit = piece.hex and piece.step and piece.order == GOOD and not piece.unsupplied
        return bool(fit) and not game.next_to_enemy(army, piece.hex)

    def recoverable(self, game: C, army: str, formation: str) -> list[Piece]:
        """The units of a formation, or the independent ones, of which one recovers."""
        name = "" if formation == INDEPENDENT else formation
        pieces = (piece for piece in game.on_map(army) if self.counters[piece.id].is_real)
        return [p for p in pieces if self.counters[p.id].formation == name and self.can_recover(game, army, p)]


class Night(Procedure[C], Generic[C]):
    """U6.5: the steps of the night."""

    armies: tuple[ArmyName, ...] = ()
    """Whose supply is still to be checked."""
    steps: ClassVar[tuple[str, ...]] = (
        "clear",
        "supply",
        "depots",
        "check_army",
        "rally",
        "recover_first",
        "recover_second",
        "first_event",
        "second_event",
    )

    def clear(self, game: C) -> Next:
        game.rules.clear_markers(game)
        return None

    def supply(self, game: C) -> Next:
        """U6.7, U19.2: in the scenarios all units are always in supply."""
        self.armies = ARMIES if game.rules.components.scenario.supply else ()
        return None

    def depots(self, game: C) -> Next:
        """U17.6, U17.16: a depot may be put on the map before the check of its army."""
        if not self.armies:
            return Goto("check_army")
        return Call(DepotCheck(self.armies[0]), then="check_army")

    def check_army(self, game: C) -> Next:
        """U6.7: one army after the other; who is demoralised by it retreats at once."""
        if not self.armies:
            return None
        army, self.armies = self.armies[0], self.armies[1:]
        fleeing = game.rules.supply_state(game, army)
        return Call(game.rules.flight(army, tuple(fleeing)), then="depots") if fleeing else Goto("depots")

    def rally(self, game: C) -> Next:
        """U6.8: both armies."""
        for army in ARMIES:
            game.rules.rally_all(game, army)
        return None

    def recover_first(self, game: C) -> Next:
        """U6.9: the Union first."""
        return Call(Recovery(ARMIES[0]), then="recover_second")

    def recover_second(self, game: C) -> Next:
        return Call(Recovery(ARMIES[1]), then="first_event")

    def first_event(self, game: C) -> Next:
        """U6.10: each player draws one event."""
        return Call(DrawEvents(ARMIES[0], game.rules.components.event_rules.draw_each_night), then="second_event")

    def second_event(self, game: C) -> Next:
        return Call(DrawEvents(ARMIES[1], game.rules.components.event_rules.draw_each_night), then="ended")

    def ended(self, game: C, result: object) -> Next:
        return DONE


class DepotCheck(Procedure["Campaign"]):
    """U17.6, U17.16: whether a depot is put on the map for this supply check."""

    army: ArmyName
    steps: ClassVar[tuple[str, ...]] = ("offer",)

    def offer(self, game: Campaign) -> Next:
        rules = game.rules
        ids = [id for id in DEPOTS if id in rules.components.events[self.army] and rules.could_hold(game, self.army, id)]
        if not ids or not rules.may_play_more(game, self.army):
            return DONE
        actions: list[Action] = []
        for id in rules.playable(game, self.army, ids):
            actions.extend(PlayEventAt(id, game.label(h)) for h in members(rules.depot_hexes(game, self.army, id)))
        return Ask(self.army, [*actions, NO_EVENT], self.answered, "supply-event", ("U17.6", "U17.16"), always=True)

    def answered(self, game: Campaign, answer: Action) -> Next:
        if isinstance(answer, PlayEventAt):
            game.rules.play(game, self.army, answer)
            game.forget_ground()
        return DONE


class Recovery(Procedure["Campaign"]):
    """U6.9, U16.1: one unit of each formation and one independent unit return to full strength."""

    army: ArmyName
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def waiting(self, game: Campaign) -> list[str]:
        """The formations of which a unit can still recover; what was restored tonight only the owner knows."""
        named = (command.formation for command in game.rules.army_commands[self.army] if command.formation)
        done = {game.counter(id).formation or INDEPENDENT for id in game.state.restored}
        return [n for n in (*named, INDEPENDENT) if n not in done and game.rules.recoverable(game, self.army, n)]

    def choose(self, game: Campaign) -> Next:
        able = self.waiting(game)
        if not able:
            game.state.restored = frozenset()
            return DONE
        units = game.rules.recoverable(game, self.army, able[0])
        actions = [Restore(piece.id) for piece in units]
        args = {"formation": able[0]}
        return Ask(self.army, actions, self.chosen, "restore", ("U6.9", "U16.1"), None, args, game.rules.secretive)

    def chosen(self, game: Campaign, answer: Restore) -> Next:
        game.change(answer.unit, step=0)
        game.emit(UnitRestored(self.army, answer.unit))
        game.state.restored |= {answer.unit}
        return Goto("choose")
