"""Announce the attacks: of all ways to make the mandatory attacks, the most promising."""

from __future__ import annotations

from typing import cast

from grognard.core.actions import Action
from grognard.core.hexes import HexSet
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


Announced = tuple[tuple[tuple[str, int], ...], int]
"""What is announced so far: each unit with its targets, and the hex that is diverted."""
Steps = dict[Announced, Action]
"""What to announce next, by what is announced so far."""


class Announcements:
    """The attacks of a phase, thought of once and then announced one by one."""

    def __init__(self) -> None:
        self.moment: tuple[int, str, HexSet, HexSet] = (0, "", 0, 0)
        self.steps: Steps = {}

    def next_action(self, situation: Situation) -> Action | None:
        """The next step of the best announcement found."""
        state, frame = situation.game.state, cast("Announcement", situation.game.stack[-1])
        standing = frame.assigned, frame.diverted
        moment = state.turn, state.phasing, situation.game.force(situation.side).units, situation.enemy_hexes
        if moment != self.moment or standing not in self.steps:
            self.moment, self.steps = moment, Search(situation).best(situation.game)
        return self.steps.get(standing)


class Search:
    """Announcements are built unit by unit; each is worth the sum of its forecasts."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.leaves = LEAVES
        self.known: dict[tuple[tuple[str, ...], tuple[int, ...], bool], float] = {}

    def best(self, game: Battle) -> Steps:
        """The steps to the best announcement found, as far as it was thought of."""
        frame = cast("Announcement", game.stack[-1])
        return self.onward((frame.assigned, frame.diverted), game)[1]

    def onward(self, standing: Announced, game: Battle) -> tuple[float, Steps]:
        """The value of the best way to go on from here, and its steps."""
        most, found = float("-inf"), {}
        for action in self.choices(game):
            value, steps = self.value(self.after(standing, action), game, action)
            if value > most:
                most, found = value, {standing: action, **steps}
        return most, found

    def choices(self, game: Battle) -> list[Action]:
        """The next unit's attacks, or everything offered: the order of units makes no difference."""
        offered = list(game.actions(self.situation.seat))
        end = [action for action in offered if isinstance(action, EndAnnouncement)]
        attacks = [action for action in offered if isinstance(action, Attack)]
        diversions = [action for action in offered if isinstance(action, Divert)]
        first = [action for action in attacks if action.piece == attacks[0].piece] if attacks else []
        return [*end, *first, *diversions] or offered

    def after(self, standing: Announced, action: Action) -> Announced:
        assigned, diverted = standing
        if isinstance(action, Attack):
            return (*assigned, (action.piece, action.hexes)), diverted
        if isinstance(action, Divert):
            return assigned, self.situation.rules.board.hex(action.hex)
        return standing

    def value(self, standing: Announced, game: Battle, action: Action) -> tuple[float, Steps]:
        """The value of the best completion; when the budget is used up, of the fights announced so far."""
        frame = Announcement(self.situation.side, *standing, step="announce")
        if isinstance(action, EndAnnouncement):
            self.leaves -= 1
            return self.worth(game, frame), {}
        trial = game.copy()
        trial.stack[-1] = frame
        trial.pending = frame.announce(trial)  # type: ignore[assignment]
        if self.leaves <= 0:
            return self.worth(trial, frame) - 0.5 * len(trial.actions(self.situation.seat)), {}
        return self.onward(standing, trial)

    def worth(self, game: Battle, frame: Announcement) -> float:
        total = 0.0
        for combat in frame.combats(game):
            key = combat.attackers, combat.targets, combat.hindered
            if key not in self.known:
                found = self.situation.forecast(combat.attackers, combat.targets)
                self.known[key] = self.situation.gain(found) - (HINDERED if combat.hindered else 0.0) if found else HOPELESS
            total += self.known[key]
        return total
