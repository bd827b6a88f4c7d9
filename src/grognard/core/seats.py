"""A seat: everything a client or a computer player gets of a game. It never contains what the seat may not know.

What the rules tell a seat is asked for by name: `seat.ask(Rules.costs)`, `seat.ask(RiskTables.risk_table)`. What they tell
everybody alike, `seat.public(Rules.fights)`, is the same for all seats of a game.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from grognard.core import driving, features
from grognard.core.actions import Action, Decision
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, IllegalAction
from grognard.core.events import Event
from grognard.core.features import OF_A_SEAT, PUBLIC, Motives, feature_of, refuse
from grognard.core.fights import Fight, Prospect
from grognard.core.games import Game
from grognard.core.knowledge import Knowledge, concealed
from grognard.core.rules import Rules
from grognard.core.texts import Reason

if TYPE_CHECKING:
    from grognard.core.games import Outcome

P = ParamSpec("P")
R = TypeVar("R")


class Seat:
    """A game as one seat may use it; without a name, as a spectator may. It follows the game as it goes on."""

    __slots__ = ("__game", "name")

    def __init__(self, game: Game, name: str | None) -> None:
        if name is not None:
            game.question(name)  # refuses a seat that does not exist
        self.__game = game
        self.name = name

    # ------------------------------------------------------------------ the same for everybody

    @property
    def rules(self) -> Rules:
        """The rules in force, with the printed components; they know nothing of the game but its ground."""
        return self.__game.rules

    @property
    def actors(self) -> tuple[str, ...]:
        """The seats that must decide now, without those that have already answered a sealed question."""
        return self.__game.actors

    @property
    def over(self) -> Outcome | None:
        return self.__game.over

    def public(self, method: Callable[Concatenate[Any, Any, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What the rules, or a feature, tell everybody: `seat.public(Rules.fights)`."""
        name, feature, _ = PUBLIC.get(method) or refuse(method, "in public")
        game = self.__game
        answer: Callable[..., R] = getattr(game.rules if feature is None else feature_of(game.rules, feature), name)
        return answer(game, *args, **kwargs)

    @property
    def spectator(self) -> Seat:
        """The same game as a spectator sees it."""
        return self if self.name is None else Seat(self.__game, None)

    # ------------------------------------------------------------------ what is asked of this seat

    @property
    def seated_as(self) -> str:
        """The name of this seat, for what only a player may ask or do; a spectator has none and is refused."""
        if self.name is None:
            raise GrognardError("A spectator plays no seat; ask as one of the seats.")
        return self.name

    @property
    def side(self) -> str | None:
        """The side that this seat wins or loses with."""
        return None if self.name is None else self.__game.rules.side_of(self.name)

    @property
    def decides(self) -> bool:
        """Whether this seat must decide now."""
        return self.name in self.__game.actors

    @property
    def decision(self) -> Decision | None:
        return None if self.name is None else self.__game.decision(self.name)

    @property
    def actions(self) -> Sequence[Action]:
        return () if self.name is None else self.__game.actions(self.name)

    @property
    def closing(self) -> tuple[Action, ...]:
        """The actions that end this seat's question, legal now or not."""
        ask = None if self.name is None else self.__game.question(self.name)
        return () if ask is None else ask.closing

    def why_not(self, action: Action) -> Reason | None:
        return self.__game.why_not(self.seated_as, action)

    @property
    def can_undo(self) -> bool:
        return self.name is not None and self.__game.can_undo(self.name)

    # ------------------------------------------------------------------ what this seat knows

    def ask(self, method: Callable[Concatenate[Any, Any, str, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What the rules, or a feature, tell this seat: `seat.ask(Rules.chance, action)`."""
        name, feature, players_only = OF_A_SEAT.get(method) or refuse(method, "of itself")
        game, who = self.__game, self.name
        if who is None and players_only:
            who = self.seated_as  # refused
        answer: Callable[..., R] = getattr(game.rules if feature is None else feature_of(game.rules, feature), name)
        return answer(game, who, *args, **kwargs)

    def asking(self, method: Callable[Concatenate[Any, Any, str, P], R]) -> Callable[P, R]:
        """`ask` for many questions of one kind at this moment: `chances = map(seat.asking(Rules.chance), seat.actions)`."""
        name, feature, players_only = OF_A_SEAT.get(method) or refuse(method, "of itself")
        game, who = self.__game, self.seated_as if players_only else self.name
        answer: Callable[..., R] = getattr(game.rules if feature is None else feature_of(game.rules, feature), name)

        def ask(*args: P.args, **kwargs: P.kwargs) -> R:
            return answer(game, who, *args, **kwargs) if kwargs else answer(game, who, *args)

        return ask

    @property
    def view(self) -> dict[str, Any]:
        return self.__game.view(self.name)

    def said(self, action: Action) -> dict[str, object]:
        """The arguments for the text of an action."""
        return self.__game.rules.said(Knowledge(self.__game, self.name), action)

    def saying(self) -> Callable[[Action], dict[str, object]]:
        """`said` for many actions at this moment."""
        return partial(self.__game.rules.said, Knowledge(self.__game, self.name))

    def events(self, since: int = 0) -> list[Event]:
        return self.__game.events(self.name, since)

    @property
    def log(self) -> SeenLog:
        """What happened, with the places that the events have in the log of the game."""
        return SeenLog(self.__game, self.name)

    def inspect(self, what: str, piece: str) -> Any:
        return self.__game.inspect(self.name, what, piece)

    def remarks(self, place: str, piece: str = "") -> tuple[Reason, ...]:
        """Facts about a place, for a piece if one is named."""
        return self.__game.remarks(self.name, place, piece)

    def decisions(self, piece: str) -> tuple[Reason, ...]:
        """Why an automaton last did what it did with a piece."""
        game = self.__game
        if game.rules.conceals(game, self.name, piece):
            return ()
        return feature_of(game.rules, Motives).decisions(game, self.name, piece)

    def prospect(self, fight: Fight) -> Prospect:
        """What may come of a fight, from what this seat may know; `grognard.forecast` turns it into chances."""
        game, who = self.__game, self.name
        if who is not None and fight not in game.rules.fights(game) and concealed(game, who, fight.units):
            raise IllegalAction(Reason("nothing-known-of-those", game.rules.concealment))
        return game.rules.prospect(game, who, fight)

    # ------------------------------------------------------------------ other games

    def after(self, action: Action) -> Seat | None:
        """This seat after an action, if that teaches nobody anything: it could be taken back at once."""
        who, trial = self.seated_as, self.__game.copy()
        trial.dice = Dice.script([])
        try:
            trial.play(who, action)
        except GrognardError:  # dice would fall
            return None
        return Seat(trial, who) if trial.can_undo(who) else None

    def asks_within(self, other: Seat) -> bool:
        """Whether what is asked here is a part of what is asked there: one level deeper, called by the same procedure."""
        here, there = self.__game.stack, other.__game.stack
        return other.decision is not None and len(here) == len(there) + 1 and here[-2].at == there[-1].at

    def imagine(self, seed: int) -> Game:
        """A full game consistent with what this seat knows: for search without seeing secrets or future dice."""
        from grognard.core.positions import imagine, imagine_dice

        game, who = self.__game, self.seated_as
        if not game.rules.hides(game, who):
            return imagine_dice(game, who, seed)
        return imagine(self.view, seed, game.scenario.overlay)


class SeenLog:
    """What happened in a game as a seat sees it: each event with its place among all events, seen or unseen."""

    __slots__ = ("__game", "__name")

    def __init__(self, game: Game, name: str | None) -> None:
        self.__game = game
        self.__name = name

    @property
    def length(self) -> int:
        """How many events there were, seen or unseen."""
        return self.__game.happened.length

    @property
    def moments(self) -> int:
        """How often somebody has done something so far."""
        return self.__game.marks.length

    @property
    def marks(self) -> Sequence[int]:
        """For each thing done how many events lay before it, seen or unseen."""
        return self.__game.marks.since(0)

    def since(self, start: int) -> list[tuple[int, Event]]:
        """What happened after the first so many events: each with its place, as it is seen."""
        seen = ((place, event.seen_by(self.__name)) for place, event in enumerate(self.__game.happened.since(start), start))
        return [(place, event) for place, event in seen if event is not None]


# ---------------------------------------------------------------- former names


_PUBLIC = frozenset(("conditions", "circumstances", "fights", "fight_under_way", "subject_of"))
_ASKED_AT_ONCE: dict[str, Callable[..., Any]] = {
    "picture": Rules.picture,
    "conditions": Rules.conditions,
    "circumstances": features.Circumstances.circumstances,
    "card_table": features.CardHands.card_table,
    "agreement": features.Alliances.agreement,
    "costs": Rules.costs,
    "risk_table": features.RiskTables.risk_table,
    "proposals": Rules.proposals,
    "diary": features.Story.diary,
    "reacts": Rules.reacts,
    "unasked": features.SparedWindows.unasked,
    "fights": Rules.fights,
    "fight_under_way": Rules.fight_under_way,
}
_ASKED: dict[str, Callable[..., Any]] = {
    "subject_of": features.Alliances.subject_of,
    "chance": Rules.chance,
    "parties": features.FightParties.parties,
    "finality": features.EndingWarnings.finality,
    "idle": features.EndingWarnings.idle,
    "pools": features.DicePools.pools,
    "spread": features.StrayShots.spread,
    "way_of": features.DeclaredWays.way_of,
    "reminders": features.EndingWarnings.reminders,
    "carry_out": Rules.carry_out,
    "spared": features.SparedWindows.auto_pass,
    "aggression": Rules.aggression,
    "fight_of": Rules.fight_of,
}


_OF_DRIVING = {name: name for name in ("apart", "begin", "go_on", "resume", "take_state")} | {"look": "check_shown"}
_OF_A_SEAT = ("closing", "decisions", "diary", "prospect", "said")
"""What a game was asked for a seat, which now only a seat is."""


class FormerName:
    """A former name of a class. A `__getattr__` would do, too, but slow down every other attribute."""

    def __init__(self, name: str, told: str, found: Callable[[Any], Any]) -> None:
        self.name, self.told, self.found = name, told, found

    def __get__(self, owner: Any, kind: type) -> Any:
        if owner is None:
            return self
        warnings.warn(f"{self.name} will go; use {self.told}.", DeprecationWarning, stacklevel=2)
        return self.found(owner)


def _asked(seat: Seat, way: str, method: Callable[..., Any], *args: Any) -> Any:
    return getattr(seat, way)(method, *args)


def _of_a_seat(game: Game, name: str, seat: str | None, *args: Any) -> Any:
    own = game.seat(seat)
    if name == "closing":
        return own.closing
    return own.ask(features.Story.diary) if name == "diary" else getattr(own, name)(*args)


def _keep_former_names() -> None:
    """The names of version 0.1, for one version more."""
    kept: dict[str, tuple[str, Callable[[Any], Any]]] = {
        "names": ("seat.rules.names()", lambda seat: seat.rules.names()),
        "inspections": ("seat.rules.inspections", lambda seat: seat.rules.inspections),
        "standing_orders": (
            "seat.rules.standing_orders(seat.name)",
            lambda seat: seat.rules.standing_orders(seat.seated_as),
        ),
    }
    for name, method in (_ASKED_AT_ONCE | _ASKED).items():
        way = "public" if name in _PUBLIC else "ask"
        answer = partial(_asked, way=way, method=method) if name in _ASKED_AT_ONCE else partial(_later, way, method)
        kept[name] = f"seat.{way}({method.__qualname__})", answer
    for name, (told, found) in kept.items():
        setattr(Seat, name, FormerName(f"Seat.{name}", told, found))
    for name, now in _OF_DRIVING.items():
        setattr(Game, name, FormerName(f"Game.{name}", f"grognard.core.driving.{now}", partial(partial, getattr(driving, now))))
    for name in _OF_A_SEAT:
        told = f"game.seat(seat).{'ask(Story.diary)' if name == 'diary' else name}"
        setattr(Game, name, FormerName(f"Game.{name}", told, partial(_of_a_seat_later, name)))


def _later(way: str, method: Callable[..., Any], seat: Seat) -> Callable[..., Any]:
    return partial(_asked, seat, way, method)


def _of_a_seat_later(name: str, game: Game) -> Callable[..., Any]:
    return partial(_of_a_seat, game, name)


_keep_former_names()
