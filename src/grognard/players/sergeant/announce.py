"""Announce the attacks: of all ways to make the mandatory attacks, the most promising."""

from __future__ import annotations

from typing import cast

from grognard.core.actions import Action
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import Attack, Divert, EndAnnouncement
from grognard.games.revolution.series.announcement import Announcement
from grognard.games.revolution.series.battle import Battle
from grognard.players.sergeant.situation import Situation

LEAVES = 60
"""How many complete announcements are compared."""
HINDERED = 0.4
"""The cost of the column shift of a diversion."""
HOPELESS = -2.0
"""The value of a fight that cannot be forecast."""


def announce(situation: Situation, seat: Seat) -> Action | None:
    """The first step of the best announcement found."""
    return Search(situation).best(situation.game)


class Search:
    """Announcements are built unit by unit; each is worth the sum of its forecasts."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.leaves = LEAVES
        self.known: dict[tuple[tuple[str, ...], tuple[int, ...], bool], float] = {}

    def best(self, game: Battle) -> Action | None:
        frame = cast("Announcement", game.stack[-1])
        found: Action | None = None
        most = float("-inf")
        for action in self.choices(game):
            value = self.value(self.after(frame, action), game, action)
            if value > most:
                found, most = action, value
        return found

    def choices(self, game: Battle) -> list[Action]:
        """The next unit's attacks, or everything offered: the order of units makes no difference."""
        offered = list(game.actions(self.situation.seat))
        end = [action for action in offered if isinstance(action, EndAnnouncement)]
        attacks = [action for action in offered if isinstance(action, Attack)]
        diversions = [action for action in offered if isinstance(action, Divert)]
        first = [action for action in attacks if action.piece == attacks[0].piece] if attacks else []
        return [*end, *first, *diversions] or offered

    def after(self, frame: Announcement, action: Action) -> tuple[tuple[tuple[str, int], ...], int]:
        board = self.situation.rules.board
        if isinstance(action, Attack):
            return (*frame.assigned, (action.piece, action.hexes)), frame.diverted
        if isinstance(action, Divert):
            return frame.assigned, board.hex(action.hex)
        return frame.assigned, frame.diverted

    def value(self, plan: tuple[tuple[tuple[str, int], ...], int], game: Battle, action: Action) -> float:
        """The value of the best completion; when the budget is used up, of the fights announced so far."""
        frame = Announcement(self.situation.side, plan[0], plan[1], step="announce")
        if isinstance(action, EndAnnouncement):
            self.leaves -= 1
            return self.worth(game, frame)
        trial = game.copy()
        trial.stack[-1] = frame
        trial.pending = frame.announce(trial)  # type: ignore[assignment]
        if self.leaves <= 0:
            return self.worth(trial, frame) - 0.5 * len(trial.actions(self.situation.seat))
        return max(
            (self.value(self.after(frame, choice), trial, choice) for choice in self.choices(trial)), default=float("-inf")
        )

    def worth(self, game: Battle, frame: Announcement) -> float:
        total = 0.0
        for combat in frame.combats(game):
            key = combat.attackers, combat.targets, combat.hindered
            if key not in self.known:
                found = self.situation.forecast(combat.attackers, combat.targets)
                self.known[key] = self.situation.gain(found) - (HINDERED if combat.hindered else 0.0) if found else HOPELESS
            total += self.known[key]
        return total
