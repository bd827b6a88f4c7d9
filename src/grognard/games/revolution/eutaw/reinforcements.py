"""Eutaw 3.1, 3.18 and 3.20: the march to the field, variable entry, and the two regiments from Charleston."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, cast

from grognard.core.actions import Action
from grognard.core.events import Chosen, Event
from grognard.core.games import Choice
from grognard.core.hexes import HexSet
from grognard.core.procedures import DONE, Ask, Next, Procedure
from grognard.core.records import standing_places
from grognard.games.revolution.eutaw.state import EutawState, eutaw
from grognard.games.revolution.series.names import Side
from grognard.games.revolution.series.pieces import OUT, WAITING, Piece
from grognard.games.revolution.series.rules import SeriesRules
from grognard.games.revolution.series.sequence import PHASES

if TYPE_CHECKING:
    from grognard.games.revolution.eutaw.data_schema import TablesData
    from grognard.games.revolution.series.battle import Battle, BattleState
    from grognard.games.revolution.series.data_schema import OptionalReinforcements

YES, NO = "yes", "no"
"""E3.20c: what the British decided, while only they know it."""
ANNOUNCED, DECLINED = "announced", "declined"
"""E3.20c: the same when it has been shown."""
SECRET = "secret"
"""What others see of it before."""


class CallUp(Action, frozen=True):
    """Decide that the regiments from Charleston come (E3.20c)."""


class Forgo(Action, frozen=True):
    """Decide that the regiments from Charleston stay where they are (E3.20c)."""


class CallUpShown(Event, frozen=True):
    """What the British decided in secret before the first turn is shown."""

    called: bool
    reveals: ClassVar[bool] = True


class Reinforcements(SeriesRules):
    """Who comes to the field, when and where."""

    tables: TablesData

    @property
    def optional(self) -> OptionalReinforcements | None:
        """E3.20a: the regiments from Charleston, where they are played with."""
        return self.components.scenario.optional_reinforcements

    def is_optional(self, id: str) -> bool:
        return self.optional is not None and id in self.optional.units

    # ------------------------------------------------------------------ no road bonus (E3.1, E3.20b)

    def may_march_strategically(self, game: Battle, piece: Piece) -> bool:
        """Not on turn 1, nor the regiments from Charleston on the turn they enter."""
        if game.state.turn == 1 and self.components.scenario.flags.get("strategic_movement_turn_1") is False:
            return False  # E3.1
        if self.is_optional(piece.id) and piece.id in game.state.entered:
            return False  # E3.20b
        return super().may_march_strategically(game, piece)

    # ------------------------------------------------------------------ variable entry (E3.18)

    def may_wait(self, piece: Piece) -> str:
        """E3.18: no duty to enter for those with variable entry."""
        variable = self.components.scenario.variable_entry
        return variable.rule if variable is not None and piece.id in variable.units else super().may_wait(piece)

    # ------------------------------------------------------------------ the regiments from Charleston (E3.20)

    @cached_property
    def charleston_entries(self) -> HexSet:
        hexes = 0
        for letter in self.optional.entries if self.optional is not None else ():
            hexes |= self.components.entries[letter]
        return hexes

    def entry_hexes(self, game: Battle, piece: Piece) -> HexSet:
        """E3.20a: both in the same hex, at C or D, whichever no enemy holds; where both are held they wait."""
        hexes = super().entry_hexes(game, piece)
        if self.optional is None or not self.is_optional(piece.id):
            return hexes
        for id in self.optional.units:
            if id in game.state.entered:
                return 1 << game.piece(id).hex
        return hexes & self.charleston_entries

    def set_up_procedure(self, game: Battle) -> Procedure | None:
        """E3.20c: the British decide at the start of the game."""
        return CallUpDecision(self.optional.side) if self.optional is not None else super().set_up_procedure(game)

    def begin_player_turn(self, game: Battle, side: str) -> Procedure | None:
        """E3.20c, E3.20d: what they decided is shown, and paid for, at the start of their part of turn 7."""
        optional = self.optional
        if optional is not None and (side, game.state.turn) == (optional.side, optional.turn):
            self.show_call_up(game, optional)
        return super().begin_player_turn(game, side)

    def show_call_up(self, game: Battle, optional: OptionalReinforcements) -> None:
        """E3.20d: using them costs a point of army morale, which can end the game."""
        decided = eutaw(game).called_up
        if decided == YES:
            eutaw(game).called_up = ANNOUNCED
            game.emit(CallUpShown(True))
            event = self.tables.morale_event("optional_reinforcements")
            self.note_change(game, event.id, event.side, event.own, event.enemy, event.rule)
            self.post_army_morale(game)  # E2.3
        elif decided == NO:  # E3.20c
            eutaw(game).called_up = DECLINED
            game.emit(CallUpShown(False))
            for id in optional.units:
                game.change(id, box=OUT)  # nobody waits who was not called up

    # ------------------------------------------------------------------ a secret of the British (E3.20c)

    def knows_call_up(self, seat: str | None) -> bool:
        return self.optional is None or seat == self.optional.side

    def view(self, game: Battle, seat: str | None) -> dict[str, Any]:
        seen = super().view(game, seat)
        if game.over is None and not self.knows_call_up(seat):
            seen["position"] = without_call_up(seen["position"])
        return seen

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        position = super().redact(position, seat)
        return position if self.knows_call_up(seat) else without_call_up(position)

    def secret_entries(self, game: Battle, seat: str) -> set[int]:
        """The decision until it is shown, and what was decided and taken back until the game is over."""
        hidden = super().secret_entries(game, seat)
        if game.over is not None or self.knows_call_up(seat):
            return hidden
        entries = game.entries.since(0)
        decisions = {
            place
            for place, entry in enumerate(entries)
            if isinstance(entry, Choice) and isinstance(entry.action, CallUp | Forgo)
        }
        shown = eutaw(game).called_up in (ANNOUNCED, DECLINED)
        return hidden | (decisions - set(standing_places(entries)) if shown else decisions)

    def hides(self, game: Battle, seat: str) -> bool:
        """E3.20c: the decision, from all but the side that made it, until it is shown."""
        secret = eutaw(game).called_up in (YES, NO)
        return super().hides(game, seat) or (secret and self.optional is not None and self.optional.side != seat)

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        """The position of a view with a decision made up where it is secret; either is possible."""
        position: dict[str, Any] = view["position"]
        state = position.get("state", {})
        if state.get("called_up") != SECRET:
            return position
        return {**position, "state": {**state, "called_up": Random(seed).choice((YES, NO))}}

    # ------------------------------------------------------------------ positions

    def impossible(self, state: BattleState) -> list[str]:
        return [*super().impossible(state), *self.call_up_faults(cast("EutawState", state))]

    def call_up_faults(self, state: EutawState) -> Iterator[str]:
        """What cannot be written of the decision of E3.20c."""
        optional, decided = self.optional, state.called_up
        waiting = any(self.is_optional(piece.id) and piece.box == WAITING for piece in state.pieces.values())
        if optional is None:
            if decided:
                yield "'called_up' belongs to the option 'reinforcements' with the value 'optional' (E3.20a)."
        elif decided not in ("", YES, NO, ANNOUNCED, DECLINED):
            yield f"'called_up' is yes or no while it is secret, then announced or declined, not {decided!r} (E3.20c)."
        elif decided in (YES, NO) and self.has_begun(state, optional):
            yield f"The decision is known by now: 'called_up' must be announced or declined, not {decided!r} (E3.20c)."
        elif decided == DECLINED and waiting:
            yield "The regiments from Charleston do not come, so they cannot be 'waiting': leave them out (E3.20c)."
        elif not decided and waiting and state.phase != "set up":
            yield "The regiments from Charleston wait, so 'called_up' must say whether they come: yes or no (E3.20c)."

    def has_begun(self, state: EutawState, optional: OptionalReinforcements) -> bool:
        """Whether the player turn in which the decision is shown has begun."""
        if state.turn != optional.turn or state.phase not in PHASES:
            return state.turn > optional.turn
        return optional.side in state.order[: state.order.index(state.phasing) + 1]


def without_call_up(position: dict[str, Any]) -> dict[str, Any]:
    """A position in which the decision of E3.20c, if it has been made, cannot be read."""
    state = position.get("state", {})
    return {**position, "state": {**state, "called_up": SECRET}} if state.get("called_up") in (YES, NO) else position


class CallUpDecision(Procedure["Battle"]):
    """E3.20c: before the first turn the British decide in secret whether the regiments from Charleston come."""

    side: Side
    steps: ClassVar[tuple[str, ...]] = ("decide",)

    def decide(self, game: Battle) -> Next:
        return Ask(game.rules.seat_for(game, self.side), [CALL_UP, FORGO], self.decided, "call-up", "E3.20c")

    def decided(self, game: Battle, answer: Action) -> Next:
        eutaw(game).called_up = YES if isinstance(answer, CallUp) else NO
        game.emit(Chosen(self.side))
        return DONE


CALL_UP = CallUp()
FORGO = Forgo()
