"""Chapter 17: event markers. They are drawn from a cup of one's own, kept secret, and played at most two a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.procedures import DONE, Draw, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import NoEvent, PlayEvent, PlayEventAt, PlayEventFor
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.components import GOOD_GENERAL_COUNTER
from grognard.games.chancellorsville.victories.data_schema import EventData
from grognard.games.chancellorsville.victories.events import EventPlayed, OrderRestored
from grognard.games.chancellorsville.victories.names import ArmyName, Count
from grognard.games.chancellorsville.victories.pieces import CSA, GOOD, ORDERS, Command, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

NO_EVENT = NoEvent()
NIGHT_ATTACK, PATHS, JACKSON, DEMONS = "night-attack", "unknown-paths", "jackson-attacks", "demons-out-of-the-earth"
ALEXANDER, BRIDGE, OFFENSIVE, RELEASED = "alexanders-artillery", "csa-bridge", "great-offensive", "corps-released"
DEPOTS = ("supply-depot", "supply-wagons")
OF_ACTIVATION = (NIGHT_ATTACK, PATHS, JACKSON, DEMONS)
"""Events whose effect ends with the activation."""


class EventPlay(Chapter[C]):
    """Who holds which event, when it may be played, and what it does."""

    def event(self, army: str, id: str) -> EventData:
        return self.components.events[army][id]

    def could_hold(self, game: C, army: str, id: str) -> bool:
        """Whether an event is in hand or in the cup, so that it is not publicly gone."""
        state = game.state
        return id in state.hands.get(army, ()) or id in state.event_cups.get(army, ())

    def may_play_more(self, game: C, army: str) -> bool:
        """U17.3: two events a turn."""
        return game.state.played.get(army, 0) < self.components.event_rules.max_played_per_turn

    def why_not_event(self, game: C, army: str, id: str) -> Reason | None:
        """Why an army cannot play an event at all now."""
        known = self.components.events[army]
        if id not in game.state.hands.get(army, ()):
            return Reason("event-not-in-hand", ("U17.1",), {"event": known[id].name if id in known else id})
        if not self.may_play_more(game, army):
            return Reason("two-events-a-turn", ("U17.3",), {"event": known[id].name})
        return None

    def playable(self, game: C, army: str, ids: Iterable[str]) -> list[str]:
        return [id for id in ids if self.why_not_event(game, army, id) is None]

    def use_event(self, game: C, army: str, id: str, hex: str = "") -> EventData:
        """U17.4: some events go back into the cup, others are gone; in the scenarios each is used once."""
        state, event = game.state, self.event(army, id)
        hand = list(state.hands[army])
        hand.remove(id)
        state.hands[army] = tuple(hand)
        state.played[army] = state.played.get(army, 0) + 1
        if event.after_use == "return" and army in state.event_cups:
            state.event_cups[army] = tuple(sorted((*state.event_cups[army], id)))
        game.emit(EventPlayed(army, event.name, hex))
        return event

    def in_force(self, game: C, id: str) -> str:
        """What an event that is in force was played for: a hex, a command or the like."""
        return game.state.effects.get(id, "")

    # ------------------------------------------------------------------ in an activation

    def activation_events(self, game: C, army: str, begun: bool) -> list[Action]:
        """What can be played while units move."""
        state = game.state
        found: list[Action] = game.rules.events_now(game, army)
        for id in self.playable(game, army, dict.fromkeys(state.hands.get(army, ()))):
            match id:
                case "night-attack" if game.night and not begun:
                    # U17.5
                    found.extend(PlayEventFor(id, command.id) for command in self.acting_formations(game))
                case "unknown-paths" if not begun:
                    # U17.10
                    found.extend(PlayEventFor(id, command.id) for command in self.acting_formations(game))
                case "alexanders-artillery":
                    # U17.11
                    found.extend(PlayEventAt(id, game.label(h)) for h in members(self.gun_hexes(game, army)))
                case "csa-bridge":
                    found.append(PlayEvent(id))  # U17.13
                case "corps-released":
                    found.extend(self.releases(game))  # U17.24
        return found

    def why_not_activation_event(self, game: C, army: str, begun: bool, action: Action) -> Reason | None:
        """Why an event cannot be played while units move."""
        id: str = action.event  # type: ignore[attr-defined]
        refused = self.why_not_event(game, army, id)
        if refused is not None:
            return refused
        able = action in self.activation_events(game, army, begun)
        return None if able else Reason("not-the-moment", (self.event(army, id).rule,), {"event": self.event(army, id).name})

    def acting_formations(self, game: C) -> list[Command]:
        """U17.5: the formations that act now; Independent is none."""
        acting = self.commands[game.state.command]
        commanded = game.rules.commanded(game, acting)
        return [command for command in game.rules.army_commands[acting.side] if command.formation in commanded]

    def gun_hexes(self, game: C, army: str) -> HexSet:
        """U17.11: hexes with artillery in them or next to them."""
        guns = 0
        for piece in game.on_map(army):
            if self.counters[piece.id].is_artillery:
                guns |= 1 << piece.hex
        return guns | self.board.grid.around_set(guns)

    def effort_hexes(self, game: C, army: str) -> HexSet:
        """U17.19: hexes where the marker helps somebody."""
        weak = 0
        for piece in game.on_map(army):
            if piece.order != GOOD:
                weak |= 1 << piece.hex
        return weak | self.board.grid.around_set(weak) if weak else 0

    def releases(self, game: C) -> list[Action]:
        """U17.24: one of the two corps, or the cavalry of turn 11."""
        locked, released = self.components.scenario.special.locked, game.state.released
        found: list[Action] = [
            PlayEventFor(RELEASED, command.id)
            for command in game.rules.army_commands["Union"]
            if command.formation in locked and command.formation not in released
        ]
        if "cavalry" not in released and self.components.scenario.reinforcements:
            found.append(PlayEvent(RELEASED))
        return found

    def play(self, game: C, army: str, action: Action) -> None:
        """Carry out an event that neither asks nor rolls."""
        state = game.state
        id: str = action.event  # type: ignore[attr-defined]
        place = action.hex if isinstance(action, PlayEventAt) else ""
        self.use_event(game, army, id, place)
        match id:
            case "csa-bridge":
                state.in_hand[CSA] = state.in_hand.get(CSA, 0) + 1
            case "last-effort":
                self.last_effort(game, army, self.board.hex(place))
            case "corps-released":
                self.release(game, action)
            case "good-general":
                state.cup += (GOOD_GENERAL_COUNTER,)
            case "brigade-regroup" | "general-retreat":
                pass  # what follows asks and rolls
            case _:
                state.effects[id] = place or getattr(action, "command", "") or army

    def last_effort(self, game: C, army: str, h: Hex) -> None:
        """U17.19: units in the hex and next to it lose Disorganised, and Demoralised becomes Disorganised."""
        area = self.board.grid.adjacent[h] | 1 << h
        for piece in game.on_map(army):
            if area >> piece.hex & 1 and piece.order != GOOD:
                game.change(piece.id, order=piece.order - 1)
                game.rules.order_changed(game, piece.id)
                game.emit(OrderRestored(army, piece.id, ORDERS[piece.order - 1], "U17.19"))

    def release(self, game: C, action: Action) -> None:
        """U17.24: what the marker frees; Gibbon goes with VI Corps."""
        names = {"cavalry"}
        if isinstance(action, PlayEventFor):
            formation = self.commands[action.command].formation
            names = {formation, "Gibbon"} if formation == "VI" else {formation}  # U18.5
        game.state.released |= names

    # ------------------------------------------------------------------ what is in force

    def attacks_by_night(self, game: C, piece: Piece) -> bool:
        """U14.55, U17.5: whether a unit is of the formation that attacks by night."""
        command = self.in_force(game, NIGHT_ATTACK)
        if not command:
            return False
        superior = self.commands[game.state.command].is_superior if game.state.command else False
        of_it = self.counters[piece.id].formation == self.commands[command].formation
        return of_it or not superior or not self.counters[piece.id].is_real

    def extra_attack_dice(self, game: C) -> int:
        """U17.12: Jackson's units attack with a die more."""
        return self.event(CSA, JACKSON).dice if self.in_force(game, JACKSON) else 0

    def extra_movement(self, game: C) -> int:
        """U17.12: three points more under Jackson."""
        return self.event(CSA, JACKSON).movement if self.in_force(game, JACKSON) else 0

    def combat_events(self, game: C, army: str, role: str) -> list[str]:
        """U17.9, U17.20, U17.21: events that give a die and a point in attack or in defence, unless publicly gone."""
        if not self.may_play_more(game, army):
            return []  # U17.3
        events = self.components.events[army].values()
        return [event.id for event in events if role in event.role and self.could_hold(game, army, event.id)]

    def in_depot(self, game: C, army: str) -> HexSet:
        """U17.6, U17.16: the hexes within four of a depot, for this check."""
        for id in DEPOTS:
            if id in self.components.events[army] and self.in_force(game, id):
                return self.board.grid.disc(self.board.hex(self.in_force(game, id)), self.event(army, id).radius)
        return 0


class DrawEvents(Procedure["Campaign"]):
    """U4.2, U17.1: an army draws event markers from its own cup; an empty cup gives nothing."""

    army: ArmyName
    number: Count
    steps: ClassVar[tuple[str, ...]] = ("draw",)

    def draw(self, game: Campaign) -> Next:
        cup = game.state.event_cups.get(self.army, ())
        if not self.number or not cup:
            return DONE
        return Draw("event", cup, self.drawn, self.army, (self.army,), blind=True)

    def drawn(self, game: Campaign, id: str) -> Next:
        state = game.state
        left = list(state.event_cups[self.army])
        left.remove(id)
        state.event_cups[self.army] = tuple(left)
        state.hands[self.army] = tuple(sorted((*state.hands.get(self.army, ()), id)))
        self.number -= 1
        return Goto("draw")
