"""Sections C, F, L and O: the activation track, Hooker's column, the Holding Box, and counters that wait on the turn track."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from grognard.core.texts import Reason
from grognard.games.chancellorsville.old_joe.components import GIBBON
from grognard.games.chancellorsville.old_joe.events import Explained, StoryTold
from grognard.games.chancellorsville.victories.chapter import Chapter
from grognard.games.chancellorsville.victories.pieces import UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.names import Waiting
    from grognard.games.chancellorsville.old_joe.state import Solitaire

HOOKER, INDEPENDENT = "us_hooker", "us_independent"
UP, DOWN = "^", "v"


class Tracks(Chapter["Solitaire"]):
    """What happens to the automaton's counters."""

    components: SoloComponents

    def explain(self, game: Solitaire, formation: str, reason: Reason) -> None:
        """Say what decided a step of the automaton."""
        game.emit(Explained(formation, reason))

    def tell(self, game: Solitaire, number: str) -> None:
        """J-B0h: read a paragraph out."""
        paragraph = self.components.locations.get(number) or self.components.specials[number]
        game.emit(StoryTold(number, paragraph.title, paragraph.text))

    # ------------------------------------------------------------------ the track

    def shift(self, game: Solitaire, arrow: str) -> None:
        """J-L1a: `3^` exchanges a counter with the one above, `3v` with the one below; doubled arrows twice."""
        track = list(game.state.track)
        place = min(int(arrow[0]), len(track)) - 1  # J-L1b
        for direction in arrow[1:]:
            other = place - 1 if direction == UP else place + 1
            if 0 <= other < len(track):
                track[place], track[other] = track[other], track[place]
                place = other
        game.state.track = tuple(track)

    def move_hooker(self, game: Solitaire, boxes: int, jumps: bool, cites: str) -> None:
        """J-L1c: up is toward box 1; past an end only by an asterisk. The attitude changes with the box at once."""
        state = game.state
        if not state.hooker:
            return
        wanted = state.hooker + boxes
        before = state.hooker
        last = len(self.components.display.hooker.boxes)
        state.hooker = (wanted - 1) % last + 1 if jumps else min(max(wanted, 1), last)
        self.take_attitude(game)  # J-F1
        if state.hooker != before:
            args = {"box": state.hooker, "attitude": state.attitude}
            self.explain(game, "", Reason("why.hooker-moves", (cites, "J-L1c"), args))

    def take_attitude(self, game: Solitaire) -> None:
        """J-F1: the attitude of the box that Hooker has come to; while he is off the column the last one stays."""
        game.state.attitude = self.components.display.hooker.boxes[game.state.hooker - 1].attitude

    def follow_arrows(self, game: Solitaire, arrows: tuple[str, ...]) -> None:
        """J-L1a: from left to right."""
        for arrow in arrows:
            if arrow[0] == "H":
                self.move_hooker(game, -1 if arrow[1] == UP else 1, arrow.endswith("*"), "J-L1a")
            else:
                self.shift(game, arrow)

    # ------------------------------------------------------------------ filling the cup

    def fill_cup(self, game: Solitaire) -> None:
        """J-O1, J-C0b: Hooker's box first, then from the top of the track to the points of the turn."""
        state = game.state
        points = game.rules.points_of_turn(game, UNION)
        if state.turn > 1:
            points -= self.call_for_hooker(game, points)  # J-F2a, J-F2d
        entering, state.track = state.track[:points], state.track[points:]  # J-C0f: one point for each
        state.cup += entering
        args = {"number": len(entering), "held": len(state.boxes.get(HOOKER, ()))}
        self.explain(game, "", Reason("why.cup-filled", ("J-C0b", "J-O1"), args))

    def call_for_hooker(self, game: Solitaire, points: int) -> int:
        """J-F2a: how many points Hooker's box uses up."""
        state = game.state
        if not state.hooker:
            return 0
        linked = self.components.display.hooker.boxes[state.hooker - 1].linked
        found = tuple(state.track[space - 1] for space in linked if space <= len(state.track))
        if not found or (len(found) == len(linked) and points < len(linked)):
            return 0
        state.track = tuple(id for id in state.track if id not in found)
        if len(found) < len(linked):
            state.cup += found
            self.explain(game, "", Reason("why.one-linked-space", ("J-F2d",), {"box": state.hooker}))
            return len(found)
        state.boxes[HOOKER] = found
        state.cup += (HOOKER,)
        self.explain(game, "", Reason("why.holding-box", ("J-F2a",), {"box": state.hooker}))
        state.hooker = 0
        return len(found)

    def back_to_track(self, game: Solitaire, formation: str) -> None:
        """J-C0b, J-C0e: the counter goes face down to the first free space, unless it is elsewhere in play."""
        state = game.state
        id = self.components.command_of.get(formation)
        if id is None or formation in state.wheel or formation in state.gone or formation in state.due:
            return
        if id in state.track or id in state.cup or not game.divisions(formation):
            return
        state.track += (id,)

    # ------------------------------------------------------------------ the turn track

    def hasten(self, game: Solitaire, formation: str) -> None:
        """J-C1b: I or VI Corps comes a turn earlier, but not before the next turn; no effect once it is in play."""
        due = game.state.due
        if formation in due:
            due[formation] = max(game.state.turn + 1, due[formation] - 1)
            self.explain(game, formation, Reason("why.comes-earlier", ("J-C1b",), {"turn": due[formation]}))

    def bring_in(self, game: Solitaire, formation: str) -> None:
        """J-N5: cautious, or at night: to the bottom of the track; aggressive: into the cup, outside the points."""
        state = game.state
        del state.due[cast("Waiting", formation)]
        id = self.components.command_of[formation]
        into_cup = state.attitude == "A" and not game.night
        if into_cup:
            state.cup += (id,)
        else:
            state.track += (id,)
        key = Reason("why.enters-cup", ("J-N5",)) if into_cup else Reason("why.enters-track", ("J-N5",))
        self.explain(game, formation, key)

    def note_attacked(self, game: Solitaire, army: str, h: int) -> None:
        """J-N5, J-C0c: an attack or a bombardment brings I or VI Corps into play."""
        formation = game.formation_at(h)
        if formation in game.state.due:
            self.bring_in(game, formation)

    def is_locked(self, game: object, piece: object) -> bool:
        """J-A1: the release turns of the main game are not used."""
        return False

    def in_play(self, game: Solitaire) -> list[str]:
        """The formations with units that do not wait on the turn track."""
        state = game.state
        return [f for f in self.components.formations if f not in state.due and f not in state.gone and game.divisions(f)]

    def corps(self) -> list[str]:
        return [formation for formation in self.components.formations if formation != GIBBON]
