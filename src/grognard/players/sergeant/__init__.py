"""The sergeant: a scripted player for the Revolution series that fights where the odds are good and holds the line elsewhere.

One file per tactic. It works on a game imagined from its seat, so that it knows what its seat may know and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

from grognard.core.actions import Action
from grognard.core.agreements import KEEP, PLAY, SILENCE, Heard
from grognard.core.errors import GrognardError
from grognard.core.features import Alliances
from grognard.core.games import Game
from grognard.core.seats import Seat
from grognard.games.revolution.series.actions import Advance, EndMovement, Go, Move, Place, Rally, Stop, Withdraw
from grognard.games.revolution.series.advance import AdvanceAfterCombat
from grognard.games.revolution.series.announcement import Announcement
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.movement import March
from grognard.games.revolution.series.movement_phase import MovementPhase
from grognard.games.revolution.series.seating import MOMENTUM
from grognard.players.allies import allies_asked
from grognard.players.handlers import Handlers
from grognard.players.remarks import Remark
from grognard.players.sergeant.announce import Announcements
from grognard.players.sergeant.doctrine import doctrine_for
from grognard.players.sergeant.orders import Orders
from grognard.players.sergeant.situation import Situation


class Sergeant:
    """Plays any battle of the series. The same seed makes the same choices in the same game."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.orders: Orders | None = None
        self.announcements = Announcements()
        self.remarks: list[Remark] = []
        """The reasons for the last choice, if any."""
        self.talk = Random(f"talk {seed}")
        """Apart from the choices, which are the same whatever is said but not heeded."""
        self.heard = SILENCE

    def hear_advice(self, heard: Heard) -> None:
        """What is said among allies counts where the game has such a choice."""
        self.heard = heard

    def advise(self, seat: Seat, heard: Heard) -> dict[str, str]:
        """Propose what we would use where an ally is asked, and answer what allies say by the same judgement."""
        game = battle(seat.imagine(self.talk.getrandbits(32)))
        doctrine = doctrine_for(game.rules)
        situation = doctrine.situation(game, seat.seated_as, self.talk)
        situation.heard = Heard(allies=heard.allies)
        asked = list(allies_asked(seat, game))
        advised = {self.wish(game, chair, heard) for chair in asked}
        chits_at_stake = {
            MOMENTUM for chair in asked if any(chair.public(Alliances.subject_of, each) == MOMENTUM for each in chair.actions)
        }

        def answer(subject: str, word: str) -> str:
            if heard.own.get(subject) == word:
                return word
            good = subject in advised or (subject not in chits_at_stake and doctrine.worth_using(situation, subject))
            return PLAY if good else KEEP

        proposed = {wish: PLAY for chair in asked if (wish := self.wish(game, chair, SILENCE))}
        return proposed | {subject: answer(subject, word) for subject, word in heard.allies.items()}

    def wish(self, game: Battle, chair: Seat, heard: Heard) -> str:
        """What allies share that we would use if we sat in this chair; nothing while we would only march."""
        doctrine = doctrine_for(game.rules)
        situation = doctrine.situation(game, chair.seated_as, self.talk)
        situation.heard = Heard(allies=heard.allies)
        tactic = doctrine.tactics.get(game.stack[-1])
        choice = doctrine.interject(situation, chair) or (tactic(situation, chair) if tactic is not None else None)
        return chair.public(Alliances.subject_of, choice) if choice is not None and choice in chair.actions else ""

    def plays(self, game: Game) -> bool:
        """It plays only battles of the Revolution."""
        return isinstance(game, Battle)

    def choose(self, seat: Seat) -> Action:
        actions = seat.actions
        self.remarks = []
        if len(actions) == 1:
            return actions[0]
        game = battle(seat.imagine(self.chance.getrandbits(32)))
        doctrine = doctrine_for(game.rules)
        situation = doctrine.situation(game, seat.seated_as, self.chance)
        situation.heard = self.heard
        interjected = doctrine.interject(situation, seat)
        if interjected is not None and interjected in actions:
            self.remarks = doctrine.reasons(situation, interjected)
            return interjected
        frame = game.stack[-1]
        planned = PLANNED.get(frame)
        choice: Action | None
        if planned is not None:
            choice = planned(self, situation, seat)
        else:
            tactic = doctrine.tactics.of(frame)
            choice = tactic(situation, seat) if tactic is not None else None
        if choice is None or not doctrine.tactics.is_legal(frame, choice, actions):
            return default_answer(situation, seat)
        self.remarks = remarks_on(situation, choice) or doctrine.reasons(situation, choice) or self.remarks
        return choice

    def handlers(self, game: Game) -> tuple[Handlers[Any], ...]:
        """The tables by which it answers."""
        return PLANNED, doctrine_for(battle(game).rules).tactics

    def announce(self, situation: Situation, seat: Seat) -> Action | None:
        """The next step of the best way to make the attacks."""
        return self.announcements.next_action(situation)

    def move(self, situation: Situation, seat: Seat) -> Action:
        """Plan the orders of the phase when it begins, then carry them out one by one."""
        if self.orders is None or not self.orders.hold(situation):
            self.orders = Orders(situation)
            self.remarks = self.orders.remarks
        choice = self.orders.next_action(situation, seat.actions)
        return choice if choice in seat.actions else first_of(seat, EndMovement, Stop, Move, Go)


PLANNED: Handlers[Callable[[Sergeant, Situation, Seat], Action | None]] = Handlers(
    {
        MovementPhase.pick_piece: Sergeant.move,
        March.choose: Sergeant.move,
        Announcement.announce: Sergeant.announce,
    }
)
"""The decisions of a phase that are made together, and remembered."""


def remarks_on(situation: Situation, choice: Action) -> list[Remark]:
    """The reason for a choice other than a march."""
    if isinstance(choice, Rally):
        return [Remark("rallies", {"piece": choice.piece})]
    if isinstance(choice, Withdraw):
        return [Remark("rides-off")]
    if isinstance(choice, Advance):
        frame = cast("AdvanceAfterCombat", situation.game.stack[-1])
        prizes = [h for h in frame.open_to(situation.game, choice.piece) if h in situation.objectives]
        return [Remark("takes", {"piece": choice.piece, "hex": situation.game.label(h)}) for h in prizes[:1]]
    return []


def default_answer(situation: Situation, seat: Seat) -> Action:
    """The rules' default answer, for decisions that make little difference."""
    actions = seat.actions
    places = [action for action in actions if isinstance(action, Place)]
    if places:
        return min(places, key=lambda action: situation.distance_to_objective(situation.hex_of(action)))
    ask = situation.game.question(seat.seated_as)
    choice = situation.rules.default_answer(situation.game, ask)[1] if ask is not None else actions[0]
    return choice if choice in actions else actions[0]


def first_of(seat: Seat, *kinds: type[Action]) -> Action:
    for kind in kinds:
        for action in seat.actions:
            if isinstance(action, kind):
                return action
    return seat.actions[0]


def battle(game: Game) -> Battle:
    if not isinstance(game, Battle):
        raise GrognardError(f"The sergeant plays battles of the Revolution, not '{game.scenario.id}'; choose another player.")
    return game
