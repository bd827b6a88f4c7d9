"""Eutaw 3.2 and 3.3: the rooting party, and who plays first on turn 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.events import Event
from grognard.core.texts import Reason
from grognard.games.revolution.eutaw.state import AMERICAN, BRITISH, FORAGING, ROOTING_PARTY
from grognard.games.revolution.series.names import PieceId
from grognard.games.revolution.series.pieces import Counter, Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.announcement import AnnouncedCombat
    from grognard.games.revolution.series.battle import Battle, BattleState
    from grognard.games.revolution.series.close_combat import CloseCombat

BY_THE_ROOTING_PARTY = "rule E3.2a"
"""How a scenario writes the order of the turn that the rooting party decides."""


class Roused(Event, frozen=True):
    """The rooting party was attacked for the first time."""

    piece: PieceId


class RootingParty(SeriesRules):
    """Men who dig for potatoes before the camp: they defend, and whether they give the alarm decides turn 3.

    E3.3c: for zones of control and strategic movement they are a unit like others.
    """

    def opening(self) -> BattleState:
        """E3.3b: the party begins under a marker that keeps it in place."""
        state = super().opening()
        party = state.pieces[ROOTING_PARTY]
        if party.hex != OFF_MAP:
            state.pieces[ROOTING_PARTY] = replace(party, marks=frozenset({FORAGING}))
        return state

    # ------------------------------------------------------------------ turn 3 (E3.2)

    def order_of_play(self, game: Battle) -> tuple[str, ...] | None:
        """E1.7b: on turn 3 it depends on the rooting party."""
        if self.components.scenario.order.get(game.state.turn) != BY_THE_ROOTING_PARTY:
            return super().order_of_play(game)  # E1.7a, E1.7c: the Americans alone on turns 1 and 2, from turn 4 a roll
        # E3.2a, E3.2b: the British play first if the alarm is given, else the American
        return (BRITISH, AMERICAN) if self.gives_alarm(game) else (AMERICAN, BRITISH)

    def gives_alarm(self, game: Battle) -> bool:
        """E3.2a: the party is on the map, in good order and not pinned, attacked or not."""
        party = game.piece(ROOTING_PARTY)
        return party.hex != OFF_MAP and self.in_good_order(party) and not party.pin

    # ------------------------------------------------------------------ it does not attack (E3.3a)

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        refused = super().why_not_attack(game, piece)
        if refused is None and piece.id == ROOTING_PARTY:
            return Reason("the-rooting-party-does-not-attack", ("E3.3a",))
        return refused

    # ------------------------------------------------------------------ it stays until attacked (E3.3b)

    def can_be(self, counter: Counter, state: str) -> bool:
        """E3.3b: only the rooting party forages."""
        return counter.id == ROOTING_PARTY if state == FORAGING else super().can_be(counter, state)

    def is_held(self, piece: Piece) -> bool:
        return FORAGING in piece.marks or super().is_held(piece)

    def why_not_move(self, game: Battle, piece: Piece) -> Reason | None:
        refused = super().why_not_move(game, piece)
        if refused is None and FORAGING in piece.marks:
            return Reason("the-rooting-party-stays", ("E3.3b",))
        return refused

    def note_attacked(self, game: Battle, id: str, attackers: tuple[str, ...]) -> None:
        """Whoever is fired at or attacked, whatever the result, moves like others from then on."""
        super().note_attacked(game, id, attackers)
        piece = game.piece(id)
        if FORAGING in piece.marks:  # E3.3b
            game.change(id, marks=piece.marks - {FORAGING})
            game.emit(Roused(id))

    def begin_close_combat(self, game: Battle, combats: tuple[AnnouncedCombat, ...]) -> None:
        """E3.3b: a declared close combat is enough."""
        super().begin_close_combat(game, combats)
        for combat in combats:
            if game.piece(ROOTING_PARTY).hex in combat.targets:
                self.note_attacked(game, ROOTING_PARTY, combat.attackers)

    # ------------------------------------------------------------------ it counts for nothing (E3.3d)

    def note_event(self, game: Battle, event: str, side: str, piece: str | None = None) -> None:
        """What befalls the party moves the morale of neither army; what befalls its attackers does."""
        if piece != ROOTING_PARTY:
            super().note_event(game, event, side, piece)

    def gain_momentum_attacking(self, game: Battle, combat: CloseCombat) -> None:
        """The American gains no momentum against the party alone."""
        if combat.defenders != (ROOTING_PARTY,):
            super().gain_momentum_attacking(game, combat)
