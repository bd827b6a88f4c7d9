"""The orders for a movement phase: attacks first, then the line, then guns and leaders."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.actions import Action
from grognard.core.hexes import Hex
from grognard.games.revolution.series.actions import BreakContact, EndMovement, Go, Move, Stop
from grognard.games.revolution.series.movement import March
from grognard.players.remarks import Remark
from grognard.players.sergeant.assault import Assault, assaults
from grognard.players.sergeant.line import post
from grognard.players.sergeant.situation import Situation
from grognard.players.sergeant.support import post_guns, post_leaders


class Orders:
    """Where each piece should be at the end of the phase, in the order in which they move."""

    def __init__(self, situation: Situation) -> None:
        state = situation.game.state
        self.moment = state.turn, state.phasing
        self.goals: dict[str, Hex] = {}
        trial = type(situation)(situation.game.copy(), situation.seat, situation.chance)
        chosen, declined = assaults(trial)
        for assault in chosen:
            self.goals |= assault.places
        self.remarks = [told("assaults", situation, assault) for assault in chosen]
        if declined is not None:
            self.remarks.append(told("declines", situation, declined))
        self.send(trial, trial.errands(self.goals))
        post(trial, self.goals)
        self.remarks += [
            Remark("takes", {"piece": id, "hex": situation.game.label(goal)})
            for id, goal in self.goals.items()
            if goal in situation.objectives and not situation.game.units_at(goal, situation.side)
        ]
        post_guns(trial, self.goals)
        post_leaders(trial, self.goals)

    def send(self, trial: Situation, errands: dict[str, Hex]) -> None:
        """Give single pieces what a battle's own plan wants done."""
        for id, goal in errands.items():
            self.goals[id] = goal
            trial.game.change(id, hex=goal)
            if trial.rules.counters[id].is_unit:
                self.remarks.append(Remark("errand", {"piece": id, "hex": trial.game.label(goal)}))

    def hold(self, situation: Situation) -> bool:
        """Whether these are the orders for the current phase."""
        return self.moment == (situation.game.state.turn, situation.game.state.phasing)

    def next_action(self, situation: Situation, actions: Sequence[Action]) -> Action:
        game = situation.game
        frame = game.stack[-1]
        if isinstance(frame, March):
            goal = self.goals.get(frame.piece, 0)
            go = Go(game.label(goal)) if goal and goal != game.piece(frame.piece).hex else None
            if go is not None and go in actions:
                return go
            return Stop() if Stop() in actions else self.nearest(situation, frame.piece, actions)
        for action in actions:
            if isinstance(action, BreakContact) and self.wants_out(situation, action.number):
                return action
        for id, goal in self.goals.items():
            if goal != game.piece(id).hex and Move(id) in actions:
                return Move(id)
        end = EndMovement()
        if end in actions:
            return end
        return next(action for action in actions if isinstance(action, Move))

    def nearest(self, situation: Situation, id: str, actions: Sequence[Action]) -> Action:
        """A piece that must move and cannot go where it should: as close as it can get, out of contact if possible."""
        goal = self.goals.get(id) or situation.game.piece(id).hex
        goes = [action for action in actions if isinstance(action, Go)]
        if not goes:
            return actions[0]

        def badness(action: Go) -> tuple[bool, int]:
            h = situation.hex_of(action)
            return situation.near_enemy(h), situation.grid.distance(h, goal)

        return min(goes, key=badness)

    def wants_out(self, situation: Situation, number: int) -> bool:
        """Pinned units break contact if they would have to attack at a loss."""
        ours = situation.rules.pinned_units(situation.game, situation.side, number)
        enemies = situation.rules.pinned_units(situation.game, situation.enemy, number)
        if not ours or not enemies:
            return False
        targets = tuple(sorted({unit.hex for unit in enemies}))[:1]
        able = tuple(unit.id for unit in ours if situation.rules.in_good_order(unit))
        found = situation.forecast(able, targets) if able else None
        return found is None or situation.gain(found) < -0.5


def told(key: str, situation: Situation, assault: Assault) -> Remark:
    """An attack, made or declined, with what it promises and what it would have to."""
    return Remark(
        key,
        {
            "units": tuple(assault.places),
            "target": situation.game.label(assault.target),
            "gain": round(assault.gain, 1),
            "least": situation.least_gain,
        },
    )
