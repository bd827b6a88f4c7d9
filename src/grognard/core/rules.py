"""The interface between core and a game's rules. Everything else is up to the game and its procedures."""

from __future__ import annotations

import warnings
from collections.abc import Container, Hashable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Union

import msgspec

from grognard.core.actions import Action, Pass, Proposal, Vocabulary
from grognard.core.charts import Chart
from grognard.core.conditions import Condition
from grognard.core.dice import D10, Die
from grognard.core.errors import GrognardError, PositionError
from grognard.core.events import Rolled
from grognard.core.features import Feature, by_anyone, by_players, features_of, public, undeclared
from grognard.core.fights import Consequences, Fight, Prospect
from grognard.core.former_names import accept_former_names, formerly
from grognard.core.games import Choice, Game, Options, Outcome, State
from grognard.core.orders import PASS, StandingOrder
from grognard.core.overlays.folders import Stamp
from grognard.core.pictures import Picture
from grognard.core.procedures import Ask, Procedure, Roll
from grognard.core.texts import Reason, packages_of
from grognard.core.tracks import Scale

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, which typing has from Python 3.13 on

    from grognard.core.knowledge import Knowledge
    from grognard.core.scenarios import Scenario

    G = TypeVar("G", bound=Game, contravariant=True, default=Game)
else:
    from typing import TypeVar

    G = TypeVar("G", bound=Game, contravariant=True)

InspectionMark = Literal["reach", "zone", "sight"]
"""Places with what it takes to get there, places under an influence, places that are seen."""


class Rules(Generic[G]):
    """The rules of one scenario with its options: built once, shared by all its games.

    They are generic in their class of games, which every method gets: `class ToyRules(Rules[ToyGame])`.
    """

    seats: tuple[str, ...]
    """Who answers: people and computer players sit here."""
    automata: ClassVar[tuple[str, ...]] = ()
    """Seats that are asked, too, but where nobody sits: their own rules answer (`answer_for`)."""
    version: ClassVar[str] = "1"
    actions: ClassVar[tuple[type[Action], ...]] = ()
    procedures: ClassVar[tuple[type[Procedure], ...]] = ()
    game_class: ClassVar[type[Game]] = Game
    windows: ClassVar[tuple[str, ...]] = ()
    """The names of the windows that open in this game (see `core.windows`)."""
    face_down: ClassVar[tuple[type[Action], ...]] = ()
    """Actions that are carried out face down: secret to the other seats until the game is over."""
    concealment: ClassVar[tuple[str, ...]] = ()
    """The rules by which pieces are hidden from other seats."""
    open_board: ClassVar[bool] = False
    """Whether the picture and the standings are the same for every seat and spectator, so that a server draws them once."""
    inspections: ClassVar[tuple[str, ...]] = ()
    """What `inspect` can show of a piece: places, places with a number each, or lines of sight."""
    inspects_own: ClassVar[bool] = False
    """Whether only the pieces of the seat that looks can be inspected."""
    pointed_inspection: ClassVar[str] = ""
    """The one of them that is shown of whatever piece is pointed at."""
    inspection_marks: ClassVar[Mapping[str, InspectionMark]] = {}
    """How what was inspected is shown on a map, where it is not simply pointed out."""
    turns: int | None = None
    """The most turns a game can last, if that is fixed."""
    stakes: ClassVar[str] = ""
    """The unit of `worth`: a word of the table `track`."""
    stamp: Stamp | None = None
    """The overlay that the components were read with, if any."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        accept_former_names(cls)
        for found in undeclared(cls):
            told = f"{cls.__name__} has {found}: derive the rules from it (`grognard.core.features`), or it is not asked for."
            warnings.warn(told, DeprecationWarning, stacklevel=2)

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.scenario = scenario
        self.options = options
        self.vocabulary = Vocabulary(self.actions)
        self._frame_type: Any = None
        self._action_ids: dict[Action, int] | None = None

    @property
    def text_packages(self) -> tuple[str, ...]:
        """The packages in which texts are looked up: those of this class and of its base classes."""
        return packages_of(type(self))

    @cached_property
    def features(self) -> frozenset[type[Feature[Any]]]:
        """What this game offers beyond what every game has: the features that its rules derive from."""
        return features_of(type(self))

    # ------------------------------------------------------------------ to be given by a game

    @property
    def sides(self) -> tuple[str, ...]:
        """Who wins or loses together; usually every seat, and every automaton, is its own side."""
        return (*self.seats, *self.automata)

    @property
    def scored(self) -> tuple[str, ...]:
        """What an outcome may name, as its winner or with a score: the sides, and parts of them with their own score."""
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

    def for_state(self, state: State) -> Rules[G]:
        """The rules that a game in this state is played by: these, unless the ground has changed and asks for other tables."""
        return self

    def first_procedure(self, state: State) -> Procedure[G]:
        """The procedure that a new game, or a hand-written position, starts with."""
        raise NotImplementedError

    def view(self, game: G, seat: str | None) -> dict[str, Any]:
        """Everything a seat may know, by allow-list."""
        raise NotImplementedError

    def inspect(self, game: G, seat: str | None, what: str, piece: str) -> Any:
        raise NotImplementedError

    def remarks(self, game: G, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        """Facts about a place now, for a piece if one is named, from what the seat may know."""
        return ()

    def describe(self, game: G) -> dict[str, Any]:
        """The state as plain data for a position file."""
        raise NotImplementedError

    @public
    def when(self, game: G) -> tuple[int | None, str, str]:
        """Turn, phase and phasing side, as in the state; empty where a game has none."""
        state = game.state
        return getattr(state, "turn", None), getattr(state, "phase", ""), getattr(state, "phasing", "")

    def restore(self, body: dict[str, Any]) -> State:
        """The state from a position file; raises PositionError with every fault named."""
        raise NotImplementedError

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        """Everything that a frame or a state of a position may name, by the kind of thing (see `core.frames`)."""
        return {"seat": self.seats, "window": self.windows}

    def action_table(self) -> list[Action]:
        """Every action that can ever be offered, in a fixed order."""
        raise NotImplementedError

    def names(self) -> dict[str, str]:
        """The names of the pieces by their ids."""
        return {}

    def conceals(self, game: G, seat: str | None, piece: str) -> bool:
        """Whether a seat (None: a spectator) may not know what has become of a piece; then nothing is looked up about it.

        What a game shows of its pieces is its view; whoever knows a quicker way to say the same overrides this.
        """
        there, seen = self.describe(game).get("pieces", ()), self.view(game, seat)["position"].get("pieces", ())
        return piece in there and piece not in seen

    def place_of(self, game: G, piece: str) -> str:
        """Where a piece is; nothing if it is nowhere or there is no such piece. Words get it only through `Knowledge`."""
        return ""

    def pieces_of(self, game: G, place: str) -> tuple[str, ...]:
        """The pieces that tell what a place is. Words get them only through `Knowledge`."""
        return ()

    def said(self, known: Knowledge, action: Action) -> dict[str, object]:
        """The arguments for the text of an action: its fields; if a field is a code, what it stands for."""
        return {field: getattr(action, field) for field in action.__struct_fields__}

    @by_players
    def costs(self, game: G, seat: str) -> Mapping[Action, float]:
        """What the actions offered to a seat cost, where a game counts that: movement points, say."""
        return {}

    @by_players
    def chance(self, game: G, seat: str, action: Action) -> float | None:
        """The chance that an action succeeds, if a single roll decides it and the seat may know."""
        return None

    def tracks(self, game: G) -> dict[str, dict[str, float]]:
        """The tracks by name, each with the level of every side: the `tracks` of a position, if the game has them."""
        levels: dict[str, dict[str, float]] = self.describe(game).get("tracks", {})
        return levels

    @by_anyone
    def standings(self, game: G, seat: str | None) -> dict[str, dict[str, float]]:
        """The tracks as a seat (None: a spectator) may see them; a game with scores adds them."""
        levels: dict[str, dict[str, float]] = self.view(game, seat).get("position", {}).get("tracks", {})
        return levels

    @public
    def conditions(self, game: G) -> tuple[Condition, ...]:
        """The ways to win with their present counts, from public information only."""
        return ()

    def scales(self) -> dict[str, Scale]:
        """The range of each track and its bands, if the game prints them."""
        return {}

    def meaning(self, result: str) -> Reason:
        """What a result of a table does, and its rules; the text is in the table `result`."""
        return Reason(f"result.{result}")

    def die_of(self, rolled: Rolled) -> Die:
        """The die of a roll; most games have only one kind."""
        return D10

    def colours(self) -> dict[str, str]:
        """The colour of each seat, and of each side and army that is not a seat."""
        return {}

    def agreed_end(self, game: G) -> Outcome:
        """How the game ends if its players agree to end it now."""
        return Outcome(None, "agreed", "agreed-draw")

    def fortunes(self, game: G) -> dict[str, dict[str, float]]:
        """How well the sides are doing, by measure (words of the table `track`), higher is better; usually the tracks."""
        return self.tracks(game)

    @by_anyone
    def picture(self, game: G, seat: str | None = None) -> Picture | None:
        """The position as a seat (None: a spectator) sees it, as a picture, if the game can be drawn."""
        return None

    @by_anyone
    def listing(self, game: G, seat: str | None = None) -> list[str] | None:
        """The position in words, line by line, as a seat (None: a spectator) sees it, if a game has its own format."""
        return None

    def charts(self) -> tuple[Chart, ...]:
        """The printed tables of the scenario, in the current language."""
        return ()

    def secret_entries(self, game: G, seat: str) -> set[int]:
        """The log positions of choices that stay secret to a seat beyond the sealed question they answered."""
        if game.over is not None or not self.face_down:
            return set()
        entries = enumerate(game.entries.since(0))
        return {
            place
            for place, entry in entries
            if isinstance(entry, Choice) and entry.seat != seat and isinstance(entry.action, self.face_down)
        }

    def hides(self, game: G, seat: str) -> bool:
        """Whether the state, or a pending frame, holds anything that this seat may not know; sealed answers do not count."""
        return True

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        """The position of a view, with everything hidden made up."""
        position: dict[str, Any] = view["position"]
        return position

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        """The position a game was set up from, without what a seat may not know, such as hidden pieces."""
        sealed = {who: answer for who, answer in position.get("sealed", {}).items() if who == seat}
        return {key: value for key, value in position.items() if key != "sealed"} | ({"sealed": sealed} if sealed else {})

    def answer_for(self, game: G, ask: Ask) -> Action:
        """The action of an automaton: a legal one, chosen by its own rules from what a player there could see."""
        raise NotImplementedError

    @by_players
    def aggression(self, game: G, seat: str, action: Action) -> float:
        """How aggressive an action is, from what the seat may know; without an override all are equal."""
        return 1.0

    @by_players
    def proposals(self, game: G, seat: str) -> tuple[Proposal, ...]:
        """Ready-made answers to a seat's question, such as a complete set-up."""
        return ()

    # ------------------------------------------------------------------ standing orders

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        """The standing orders of a seat; the same list all game long, so that it reveals nothing."""
        return ()

    @by_players
    def reacts(self, game: G, seat: str) -> bool:
        """Whether a seat's question now is asked in another's turn, so that a standing order may answer it."""
        if game.stack and game.stack[-1].in_anothers_turn:
            return True
        phasing = self.when(game)[2]
        return bool(phasing) and phasing != self.side_of(seat)

    @by_players
    def carry_out(self, game: G, seat: str, order: str, answer: str) -> Action | None:
        """The action that an order means here, from what the seat may know; None: it does not apply, ask the seat."""
        return Pass() if answer == PASS else None

    # ------------------------------------------------------------------ fights, for forecasts and odds

    @public
    def fights(self, game: G) -> list[Fight]:
        """The fights in progress or announced, the next first."""
        return []

    @public
    def fight_under_way(self, game: G) -> Fight | None:
        """The fight being resolved now, if any; every question until its end is part of it."""
        return None

    @by_players
    def fight_of(self, game: G, seat: str, action: Action) -> Fight | None:
        """The fight that a legal action of a seat begins or joins, if any."""
        return None

    def prospect(self, game: G, seat: str | None, fight: Fight) -> Prospect:
        """What may come of a fight, computed by the code that resolves it, from what the seat may know."""
        raise GrognardError(f"'{self.scenario.id}' does not forecast its fights.")

    def worth(self, game: G, roll: Roll, reading: Hashable) -> float | None:
        """How much a roll of this value is worth to the side that rolls it, if the game can tell."""
        return None

    def stage(self, game: G, fight: Fight) -> Procedure[G] | None:
        """Leave only this fight on the stack, above a `TrialEnd`; returns its procedure, or None if it is in progress."""
        raise GrognardError(f"'{self.scenario.id}' does not work out the odds of its fights.")

    def default_answer(self, game: G, ask: Ask) -> tuple[str, Action]:
        """The assumed answer to a question in a fight: the policy (a text key under `policy`) and the action."""
        return "first-legal", ask.actions[0]

    def consequences(self, before: G, after: G) -> Consequences:
        """The consequences of a fight."""
        raise GrognardError(f"'{self.scenario.id}' does not work out the odds of its fights.")

    def scene(self, game: G, fight: Fight) -> Hashable:
        """What matters of a game's hidden pieces in a fight; imagined games that agree in it are taken as one."""
        return ()

    def equivalence_key(self, game: G) -> Hashable:
        """Games that agree in this continue a fight identically with the default answers; exact odds take them as one."""
        return state_key(game.state), tuple((type(frame), *msgspec.structs.astuple(frame)) for frame in game.stack)

    usual = formerly("usual")
    alike = formerly("alike")

    # ------------------------------------------------------------------ given by core

    def question_kinds(self) -> frozenset[str]:
        """Every possible kind of question: by procedure and step, or by the name of a window."""
        found: set[str] = set()
        for procedure in self.procedures:
            names = self.windows if procedure.in_anothers_turn else procedure.steps
            found.update(f"{procedure.__name__}.{name}" for name in names)
        return frozenset(found)

    def action_id(self, action: Action) -> int:
        """The index of an action in the finite table of actions."""
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
