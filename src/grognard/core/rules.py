"""What core asks of a game's rules. Everything else is between the game and its procedures."""

from __future__ import annotations

from collections.abc import Container, Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Union

import msgspec

from grognard.core.actions import Action, Pass, Proposal, Vocabulary
from grognard.core.charts import Chart
from grognard.core.conditions import Condition
from grognard.core.dice import D10, Die
from grognard.core.errors import GrognardError, PositionError
from grognard.core.events import Rolled
from grognard.core.fights import Consequences, Fight, Prospect
from grognard.core.games import Game, Options, State
from grognard.core.orders import PASS, StandingOrder
from grognard.core.overlays.folders import Stamp
from grognard.core.pictures import Picture
from grognard.core.procedures import Ask, Procedure, Roll
from grognard.core.texts import Reason
from grognard.core.tracks import Scale

if TYPE_CHECKING:
    from grognard.core.scenarios import Scenario


class Rules:
    """The rules of one scenario with its options: made once, shared by all its games."""

    seats: tuple[str, ...]
    """Who answers: persons and computer players sit here."""
    automata: ClassVar[tuple[str, ...]] = ()
    """Who is asked, too, but nobody sits there: their own rules answer (`answer_for`)."""
    version: ClassVar[str] = "1"
    actions: ClassVar[tuple[type[Action], ...]] = ()
    procedures: ClassVar[tuple[type[Procedure], ...]] = ()
    game_class: ClassVar[type[Game]] = Game
    windows: ClassVar[tuple[str, ...]] = ()
    """The names of the windows that open in this game (see `core.windows`)."""
    inspections: ClassVar[tuple[str, ...]] = ()
    """What `inspect` can be asked of a piece: places, or places with a number each."""
    turns: int | None = None
    """How many turns a game lasts at most, where that is fixed."""
    stakes: ClassVar[str] = ""
    """What `worth` counts: a word of the table `track`."""
    stamp: Stamp | None = None
    """The overlay with which the components were read, if there was one."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.scenario = scenario
        self.options = options
        self.vocabulary = Vocabulary(self.actions)
        self._frame_type: Any = None
        self._action_ids: dict[Action, int] | None = None

    # ------------------------------------------------------------------ to be given by a game

    @property
    def sides(self) -> tuple[str, ...]:
        """Who wins or loses together; usually every seat, and every automaton, is a side of its own."""
        return (*self.seats, *self.automata)

    @property
    def scored(self) -> tuple[str, ...]:
        """Whom an outcome may name, as its winner or with a score: the sides, and parts of them that count for themselves."""
        return self.sides

    def side_of(self, seat: str) -> str:
        """The side that a seat belongs to."""
        return seat

    def seats_on(self, side: str) -> tuple[str, ...]:
        """The seats of a side, in their order."""
        return tuple(seat for seat in self.seats if self.side_of(seat) == side)

    def opening(self) -> State:
        """The state before the first step."""
        raise NotImplementedError

    def for_state(self, state: State) -> Rules:
        """The rules that a game in this state is played by: these, unless the ground has changed and asks for other tables."""
        return self

    def first_procedure(self, state: State) -> Procedure:
        """The procedure that a new game, or a hand-written position, starts with."""
        raise NotImplementedError

    def view(self, game: Game, seat: str | None) -> dict[str, Any]:
        """All that a seat may know, by allow-list."""
        raise NotImplementedError

    def inspect(self, game: Game, seat: str | None, what: str, piece: str) -> Any:
        raise NotImplementedError

    def remarks(self, game: Game, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        """What there is to say about a place now, for a piece if one is named, from what the seat may know."""
        return ()

    def describe(self, game: Game) -> dict[str, Any]:
        """The state as plain data for a position file."""
        raise NotImplementedError

    def when(self, game: Game) -> tuple[int | None, str, str]:
        """Turn, phase and phasing side, as the state names them; what a game does not have stays empty."""
        state = game.state
        return getattr(state, "turn", None), getattr(state, "phase", ""), getattr(state, "phasing", "")

    def restore(self, body: dict[str, Any]) -> State:
        """The state from a position file; raises PositionError with every fault named."""
        raise NotImplementedError

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        """What a frame or a state of a position may name, by the kind of thing (see `core.frames`)."""
        return {"seat": self.seats}

    def action_table(self) -> list[Action]:
        """Every action that can ever be offered, in a fixed order."""
        raise NotImplementedError

    def names(self) -> dict[str, str]:
        """The names of the pieces by their ids."""
        return {}

    def said(self, game: Game, action: Action) -> dict[str, object]:
        """What the text of an action may speak of: its fields; where a field is a code, what it stands for."""
        return {field: getattr(action, field) for field in action.__struct_fields__}

    def chance(self, game: Game, seat: str, action: Action) -> float | None:
        """The chance that what an action tries succeeds, where a single roll decides it and the seat may know."""
        return None

    def tracks(self, game: Game) -> dict[str, dict[str, float]]:
        """The tracks by name, each with the level of every side: the `tracks` of a position, where a game has them."""
        levels: dict[str, dict[str, float]] = self.describe(game).get("tracks", {})
        return levels

    def standings(self, game: Game, seat: str | None) -> dict[str, dict[str, float]]:
        """The tracks as a seat (None: a spectator) may read them; a game that keeps scores adds them."""
        levels: dict[str, dict[str, float]] = self.view(game, seat).get("position", {}).get("tracks", {})
        return levels

    def conditions(self, game: Game) -> tuple[Condition, ...]:
        """The ways to win with what each counts now, made of open information only."""
        return ()

    def scales(self) -> dict[str, Scale]:
        """How far each track goes, and its bands, where a game has them printed."""
        return {}

    def meaning(self, result: str) -> Reason:
        """What a result of a table does, and the rules that say so; the words are of the table `result`."""
        return Reason(f"result.{result}")

    def die_of(self, rolled: Rolled) -> Die:
        """The die that a roll was made with; most games have but one kind."""
        return D10

    def colours(self) -> dict[str, str]:
        """The colour by which each seat is known, and each side and army that is no seat."""
        return {}

    def fortunes(self, game: Game) -> dict[str, dict[str, float]]:
        """How well the sides stand, measure by measure (words of the table `track`), more being better; usually the tracks."""
        return self.tracks(game)

    def picture(self, game: Game, seat: str | None = None) -> Picture | None:
        """The position, as a seat (None: a spectator) sees it, to be drawn, if the game can be drawn."""
        return None

    def listing(self, game: Game, seat: str | None = None) -> list[str] | None:
        """The position in words, line by line, as a seat (None: a spectator) sees it, where a game has a manner of its own."""
        return None

    def charts(self) -> tuple[Chart, ...]:
        """The printed tables of the scenario, in the language in force."""
        return ()

    def secret_entries(self, game: Game, seat: str) -> set[int]:
        """The places in the log of choices that stay secret to a seat beyond the sealed question they answered."""
        return set()

    def hides(self, game: Game, seat: str) -> bool:
        """Whether the state, or a frame under way, holds anything that this seat may not know; answers sealed are not meant."""
        return True

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        """The position of a view, with whatever it hides made up."""
        position: dict[str, Any] = view["position"]
        return position

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        """The position a game was set up from, without what a seat may not know; a game with hidden pieces hides them too."""
        sealed = {who: answer for who, answer in position.get("sealed", {}).items() if who == seat}
        return {key: value for key, value in position.items() if key != "sealed"} | ({"sealed": sealed} if sealed else {})

    def answer_for(self, game: Game, ask: Ask) -> Action:
        """What an automaton does: one of the legal actions, found by its own rules from what a player there could see."""
        raise NotImplementedError

    def pugnacity(self, game: Game, seat: str, action: Action) -> float:
        """How much a brawler likes an action, from what his seat may know; where a game does not say, all are alike."""
        return 1.0

    def reminders(self, game: Game, seat: str, action: Action) -> tuple[Reason, ...]:
        """What a seat leaves undone that it may come to regret, if it takes an action that ends something."""
        return ()

    def proposals(self, game: Game, seat: str) -> tuple[Proposal, ...]:
        """Whole answers to what a seat is asked now that a game has ready, such as a set-up."""
        return ()

    # ------------------------------------------------------------------ standing orders

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        """What a seat may order in advance; the same list all game long, so that it betrays nothing."""
        return ()

    def reacts(self, game: Game, seat: str) -> bool:
        """Whether what a seat is asked now is asked in another's turn, so that a standing order may answer it."""
        if game.stack and game.stack[-1].in_anothers_turn:
            return True
        phasing = self.when(game)[2]
        return bool(phasing) and phasing != self.side_of(seat)

    def carry_out(self, game: Game, seat: str, order: str, answer: str) -> Action | None:
        """What an order means here, from what the seat may know; None: nothing, and the seat is asked."""
        return Pass() if answer == PASS else None

    # ------------------------------------------------------------------ fights, for forecasts and odds

    def fights(self, game: Game) -> list[Fight]:
        """The fights under way or announced, the next first."""
        return []

    def fight_under_way(self, game: Game) -> Fight | None:
        """The fight that is being fought out now, if one is; whatever is asked meanwhile is asked within it."""
        return None

    def fight_of(self, game: Game, seat: str, action: Action) -> Fight | None:
        """The fight that an action offered to a seat begins or joins, if it does."""
        return None

    def prospect(self, game: Game, seat: str | None, fight: Fight) -> Prospect:
        """What may come of a fight, by the very code that resolves it, from what the seat may know."""
        raise GrognardError(f"'{self.scenario.id}' does not forecast its fights.")

    def worth(self, game: Game, roll: Roll, reading: Hashable) -> float | None:
        """How far a die that reads so moves the fortunes of the sides, in favour of who rolls it, where the game can tell."""
        return None

    def rolls_again(self, game: Game, roll: Roll) -> bool:
        """Whether dice about to fall replace those that fell before them in the same fight."""
        return False

    def stage(self, game: Game, fight: Fight) -> Procedure | None:
        """Leave only this fight on the stack, above an `Aside`; returns its procedure, or None if it is under way."""
        raise GrognardError(f"'{self.scenario.id}' does not work out the odds of its fights.")

    def usual(self, game: Game, ask: Ask) -> tuple[str, Action]:
        """How a question in a fight is taken for granted to be answered: the policy (a text key under `policy`), the action."""
        return "first-legal", ask.actions[0]

    def consequences(self, before: Game, after: Game) -> Consequences:
        """What came of a fight."""
        raise GrognardError(f"'{self.scenario.id}' does not work out the odds of its fights.")

    def scene(self, game: Game, fight: Fight) -> Hashable:
        """What of a game's hidden pieces counts in a fight; imagined games in which it is equal are taken as one."""
        return ()

    def alike(self, game: Game) -> Hashable:
        """Games that are equal in this fight out alike by the usual answers; exact odds take them as one."""
        return state_key(game.state), tuple((type(frame), *msgspec.structs.astuple(frame)) for frame in game.stack)

    # ------------------------------------------------------------------ given by core

    def question_kinds(self) -> frozenset[str]:
        """Every kind of question that there can be: by procedure and step, or by the name of a window."""
        found: set[str] = set()
        for procedure in self.procedures:
            names = self.windows if procedure.in_anothers_turn else procedure.steps
            found.update(f"{procedure.__name__}.{name}" for name in names)
        return frozenset(found)

    def action_id(self, action: Action) -> int:
        """The place of an action in the finite table of actions."""
        if self._action_ids is None:
            self._action_ids = {action: place for place, action in enumerate(self.action_table())}
        return self._action_ids[action]

    def frame(self, data: object) -> Procedure:
        """A frame from its plain form."""
        if self._frame_type is None:
            self._frame_type = Union[self.procedures]  # noqa: UP007
        try:
            frame: Procedure = msgspec.convert(data, self._frame_type)
        except msgspec.ValidationError as fault:
            raise PositionError([f"A pending frame cannot be read: {fault}; leave 'pending' out to start the phase."]) from None
        if frame.step not in frame.steps:
            raise PositionError([f"The pending frame {type(frame).__name__} has no step '{frame.step}'."])
        return frame


def state_key(state: State) -> Hashable:
    """A state as one value that can be compared and hashed."""
    return tuple(tuple(value.items()) if isinstance(value, dict) else value for value in msgspec.structs.astuple(state))
