"""What one seat, or a spectator, may see of a game: the only way by which anything of a game reaches a client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from grognard.core.actions import Action, Decision
from grognard.core.cards import CardTable
from grognard.core.circumstances import Circumstance
from grognard.core.conditions import Condition
from grognard.core.diary import DiaryPage
from grognard.core.dice import Dice, Die, Live
from grognard.core.errors import GrognardError
from grognard.core.events import Event, Names, Rolled
from grognard.core.games import Game, Options, Outcome
from grognard.core.pictures import Picture
from grognard.core.rules import InspectionMark, Rules
from grognard.core.scenarios import Scenario
from grognard.core.seats import Seat
from grognard.core.texts import Reason, language_in_force
from grognard.core.tracks import Scale
from grognard.telling.boards import Board, board_of
from grognard.telling.names import shortened

REMEMBERED = 50_000
"""How many things that were said are remembered at most."""


class Viewer:
    """A game as one seat sees it; without a seat, as everybody may. It is of one moment: look anew after a move."""

    def __init__(self, game: Game, who: str | None, before: Game | None = None) -> None:
        self.who = who
        self.seat: Seat | None = None if who is None else game.seat(who)
        self.__game = game
        self.__before = before
        """The game as an undo would leave it, if it is at hand."""

    # ------------------------------------------------------------------ what is the same for all

    @property
    def scenario(self) -> Scenario:
        return self.__game.scenario

    @property
    def options(self) -> Options:
        return self.__game.options

    @property
    def seats(self) -> tuple[str, ...]:
        return self.__game.seats

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Who wins and loses together: each side with its seats."""
        rules = self.__game.rules
        return {side: rules.seats_on(side) for side in rules.sides}

    @property
    def side(self) -> str | None:
        """The side of who looks."""
        return None if self.seat is None else self.seat.side

    @property
    def scored(self) -> tuple[str, ...]:
        """Whom tracks and outcomes speak of: the sides, and the armies of which a side has several."""
        return self.__game.rules.scored

    @property
    def actors(self) -> tuple[str, ...]:
        return self.__game.actors

    @property
    def over(self) -> Outcome | None:
        return self.__game.over

    @property
    def when(self) -> tuple[int | None, str, str]:
        """Turn, phase and phasing side."""
        return self.__game.rules.when(self.__game)

    @property
    def moment(self) -> int:
        """How often somebody has done something so far."""
        return self.__game.marks.length

    @property
    def marks(self) -> Sequence[int]:
        """For each thing done how many events lay before it, seen or unseen."""
        return self.__game.marks.since(0)

    @cached_property
    def names(self) -> Names:
        """What pieces are called in a sentence."""
        return short_names(self.__game.rules)

    @property
    def memo(self) -> dict[Any, Any]:
        """What has been said before in this game, in the language in force, and is said again in the same words."""
        memo = memo_of(self.__game.rules, language_in_force())
        if len(memo) > REMEMBERED:
            memo.clear()
        return memo

    @property
    def colours(self) -> dict[str, str]:
        return self.__game.rules.colours()

    @property
    def scales(self) -> dict[str, Scale]:
        return self.__game.rules.scales()

    @property
    def inspections(self) -> tuple[str, ...]:
        return self.__game.rules.inspections

    @property
    def inspects_own(self) -> bool:
        return self.__game.rules.inspects_own

    @property
    def pointed_inspection(self) -> str:
        return self.__game.rules.pointed_inspection

    @property
    def inspection_marks(self) -> Mapping[str, InspectionMark]:
        return self.__game.rules.inspection_marks

    def meaning(self, result: str) -> Reason:
        """What a result of a table does."""
        return self.__game.rules.meaning(result)

    def die_of(self, rolled: Rolled) -> Die:
        return self.__game.rules.die_of(rolled)

    @property
    def dice(self) -> dict[str, object]:
        """What all may know of the dice: their secret only once the game is over."""
        dice = self.__game.dice
        if not isinstance(dice, Live):
            return {}
        secret = dice.secret.hex() if self.over is not None else None
        return {"commitment": dice.commitment, "secret": secret, "game": dice.game_id, "nonces": dict(dice.nonces)}

    def parse(self, action: str) -> Action:
        """An action from its text; a word that is none is refused."""
        return self.__game.rules.vocabulary.parse(action)

    # ------------------------------------------------------------------ what depends on who looks

    @cached_property
    def picture(self) -> Picture | None:
        """The position, to be drawn."""
        return self.__game.rules.picture(self.__game, self.who)

    @cached_property
    def board(self) -> Board | None:
        """The places of all sheets and what lies in them."""
        return board_of(self.picture)

    @property
    def standings(self) -> dict[str, dict[str, float]]:
        return self.__game.rules.standings(self.__game, self.who)

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The ways to win, with what each counts now."""
        return self.__game.rules.conditions(self.__game)

    @property
    def circumstances(self) -> tuple[Circumstance, ...]:
        """What holds for everybody now."""
        return self.__game.rules.circumstances(self.__game)

    @property
    def card_table(self) -> CardTable | None:
        """The cards, if the game has any."""
        return self.__game.rules.card_table(self.__game, self.who)

    def events(self, since: int) -> list[tuple[int, Event]]:
        """What happened after the first so many events that happened at all: each with its place among them, as it is seen."""
        seen = ((place, event.seen_by(self.who)) for place, event in enumerate(self.__game.happened.since(since), since))
        return [(place, event) for place, event in seen if event is not None]

    @property
    def happened(self) -> int:
        """How many events there were, seen or unseen."""
        return self.__game.happened.length

    @property
    def decision(self) -> Decision | None:
        return None if self.seat is None else self.seat.decision

    @property
    def actions(self) -> Sequence[Action]:
        return () if self.seat is None else self.seat.actions

    def inspect(self, what: str, piece: str) -> Any:
        return self.__game.inspect(self.who, what, piece)

    @property
    def tells_story(self) -> bool:
        return self.__game.rules.tells_story

    @property
    def diary(self) -> tuple[DiaryPage, ...]:
        """The story of the game so far, if the game tells one."""
        return self.__game.diary(self.who)

    def decisions(self, piece: str) -> tuple[Reason, ...]:
        """Why an automaton last did what it did with a piece."""
        return self.__game.decisions(self.who, piece)

    def remarks(self, place: str, piece: str) -> tuple[Reason, ...]:
        return self.__game.remarks(self.who, place, piece)

    @property
    def can_undo(self) -> bool:
        return self.seat is not None and self.seat.can_undo

    # ------------------------------------------------------------------ a step back, a step ahead

    @property
    def before(self) -> Viewer | None:
        """What who looks would see after an undo."""
        return Viewer(self.__before, self.who) if self.__before is not None and self.can_undo else None

    def after(self, action: Action) -> Viewer | None:
        """What who looks would see after an action, if that teaches nobody anything: it could be taken back at once."""
        if self.who is None:
            return None
        trial = self.__game.copy()
        trial.dice = Dice.script([])
        try:
            trial.play(self.who, action)
        except GrognardError:  # dice would fall
            return None
        return Viewer(trial, self.who) if trial.can_undo(self.who) else None

    def is_within(self, other: Viewer) -> bool:
        """Whether what is asked now is a part of what is asked there."""
        return other.decision is not None and self.__game.asks_within(other.__game)


@lru_cache(maxsize=32)
def memo_of(rules: Rules, language: str) -> dict[Any, Any]:
    """A memory for each kind of game and language."""
    return {}


@lru_cache(maxsize=32)
def short_names(rules: Rules) -> Names:
    """What the pieces of a game are called in a sentence."""
    return shortened(rules.names())
