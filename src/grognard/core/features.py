"""What some games offer beyond what every game has: cards, a diary, tables of risks and the like.

A game declares a feature by deriving its rules from it, and `Rules.features` lists those declared. Pages, the terminal and
computer players ask for it by name, `seat.ask(RiskTables.risk_table)`. Where a game does not declare it, the defaults here are
the answer: there is nothing.

The decorators say who may ask, here and in `Rules`. A method without one cannot be asked through a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, NoReturn, TypeVar

from grognard.core.choices import only
from grognard.core.errors import UnknownName
from grognard.core.former_names import formerly

if TYPE_CHECKING:
    from grognard.core.actions import Action
    from grognard.core.agreements import Agreement
    from grognard.core.cards import CardTable
    from grognard.core.circumstances import Circumstance
    from grognard.core.diary import DiaryPage
    from grognard.core.fights import DicePool, Party
    from grognard.core.games import Game
    from grognard.core.pictures import WayPicture
    from grognard.core.procedures import Roll
    from grognard.core.risk_tables import RiskTable
    from grognard.core.texts import Reason

Hook = TypeVar("Hook", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound="Feature[Any]")
G = TypeVar("G", bound="Game", contravariant=True)


# ---------------------------------------------------------------- who may ask


class Askable(NamedTuple):
    """How a method of the rules is asked through a seat."""

    name: str
    feature: type[Feature[Any]] | None = None
    """The feature that it belongs to."""
    players_only: bool = False
    """Whether a spectator may not ask."""


PUBLIC: dict[Callable[..., Any], Askable] = {}
"""The methods `(game, ...)` whose answer everybody may know."""
OF_A_SEAT: dict[Callable[..., Any], Askable] = {}
"""The methods `(game, seat, ...)` that answer from what the seat may know."""


def public(method: Hook) -> Hook:
    """Let everybody ask a method `(game, ...)` of the rules."""
    PUBLIC[method] = Askable(method.__name__)
    return method


def by_anyone(method: Hook) -> Hook:
    """Let each seat, and a spectator (None), ask a method `(game, seat, ...)` of the rules."""
    OF_A_SEAT[method] = Askable(method.__name__)
    return method


def by_players(method: Hook) -> Hook:
    """Let each seat, and no spectator, ask a method `(game, seat, ...)` of the rules."""
    OF_A_SEAT[method] = Askable(method.__name__, players_only=True)
    return method


def refuse(method: Callable[..., Any], how: str) -> NoReturn:
    """Say that a method cannot be asked like this."""
    raise UnknownName(f"'{getattr(method, '__qualname__', method)}' is not what a seat may ask {how}.")


# ---------------------------------------------------------------- features


class Feature(Generic[G]):
    """Something that a game may offer; the methods of a bare one say that there is nothing."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if Feature in cls.__bases__:
            _NOTHING[cls] = cls()
            for method in filter(callable, vars(cls).values()):
                for asked in (PUBLIC, OF_A_SEAT):
                    if method in asked:
                        asked[method] = asked[method]._replace(feature=cls)


_NOTHING: dict[type[Feature[Any]], Feature[Any]] = {}


def features_of(rules: type) -> frozenset[type[Feature[Any]]]:
    """The features that a class of rules declares."""
    return frozenset(kind for kind in rules.__mro__ if kind in _NOTHING)


def undeclared(rules: type) -> list[str]:
    """What a class of rules has by the name of a feature's method, though it does not derive from the feature."""
    return [
        f"'{name}', which belongs to the feature {kind.__name__}"
        for kind in _NOTHING
        if not issubclass(rules, kind)
        for name in vars(kind)
        if not name.startswith("_") and hasattr(rules, name)
    ]


def feature_of(rules: object, kind: type[Kind]) -> Kind:
    """A feature as the rules of a game have it, or as it is where there is none."""
    if isinstance(rules, kind):
        return rules
    nothing = _NOTHING[kind]
    assert isinstance(nothing, kind)
    return nothing


class Alliances(Feature[G]):
    """Allies who share things and talk them over."""

    @by_players
    def agreement(self, game: G, seat: str) -> Agreement | None:
        """What a seat shares with its allies and may talk over with them, in the current language."""
        return None

    @public
    def subject_of(self, game: G, action: Action) -> str:
        """Which of the things that allies share an action uses, by its id; usually none."""
        return ""


class CardHands(Feature[G]):
    """Hands of cards, and a deck."""

    @by_anyone
    def card_table(self, game: G, seat: str | None) -> CardTable | None:
        """The cards as a seat (None: a spectator) may see them, in the current language."""
        return None


class Circumstances(Feature[G]):
    """What holds for everybody now and changes other rules: the weather, say."""

    @public
    def circumstances(self, game: G) -> tuple[Circumstance, ...]:
        """Each with all that it changes."""
        return ()


class DeclaredWays(Feature[G]):
    """Actions that declare the way which a piece takes."""

    @by_players
    def way_of(self, game: G, seat: str, action: Action) -> WayPicture | None:
        """The way that an action declares, where it declares one."""
        return None


class DicePools(Feature[G]):
    """Fights in which each side gathers its dice."""

    @by_players
    def pools(self, game: G, seat: str, action: Action) -> tuple[DicePool, ...]:
        """The dice of both sides as an action would leave them, where it is about them."""
        return ()


class EndingWarnings(Feature[G]):
    """What to say before an action that ends something."""

    @by_players
    def reminders(self, game: G, seat: str, action: Action) -> tuple[Reason, ...]:
        """What a seat would leave undone, and might regret."""
        return ()

    @by_players
    def finality(self, game: G, seat: str, action: Action) -> tuple[Reason, ...]:
        """What an action ends for good, though more could have been made of it: a seat is asked once whether it means that."""
        return ()

    @by_players
    def idle(self, game: G, seat: str, action: Action) -> tuple[str, ...]:
        """The pieces of a seat that an action ends the turn of to act, though they still could, if no choice names them."""
        return ()


class FightParties(Feature[G]):
    """Fights that pieces can begin together or alone."""

    @by_players
    def parties(self, game: G, seat: str, action: Action) -> tuple[Party, ...]:
        """Who can take part in the fight that an action begins, if that is asked next; the best first."""
        return ()


class Motives(Feature[G]):
    """An automaton that can say why it does what it does."""

    def decisions(self, game: G, seat: str | None, piece: str) -> tuple[Reason, ...]:
        """Why it last did what it did with a piece: each step with what decided it. A seat asks with `Seat.decisions`."""
        return ()


class PhaseHeadings(Feature[G]):
    """How the beginning of a phase is told."""

    headline: ClassVar[str] = ""
    """The track that is told with every phase."""
    shared_phases: ClassVar[tuple[str, ...]] = ()
    """Phases in which it is nobody's turn, whichever side the state calls phasing."""


class Rerolls(Feature[G]):
    """Rolls that a player may replace by another one."""

    def rolls_again(self, game: G, roll: Roll) -> bool:
        """Whether the next roll replaces the previous one in the same fight."""
        return False


class RiskTables(Feature[G]):
    """Questions about how much to risk."""

    @by_players
    def risk_table(self, game: G, seat: str) -> RiskTable | None:
        """What each choice may bring, from what the seat may know."""
        return None


class SettledParts(Feature[G]):
    """Fights of which some part can be settled before the rest. Their consequences can be added up (`Consequences.then`)."""

    def still_matters(self, game: G) -> Hashable | None:
        """At a roll within a fight: all that the rest of the fight depends on, if some of what happened matters no more."""
        return None


class SparedWindows(Feature[G]):
    """Windows that a seat need not be asked in."""

    @by_players
    def auto_pass(self, game: G, seat: str, kept: frozenset[str]) -> Action | None:
        """The pass of a seat that wants to be asked only if something it holds fits; None: something does.

        What the orders of these kinds are about is kept, and no reason to ask.
        """
        return only(game.actions(seat))

    spared = formerly("spared")

    @by_players
    def unasked(self, game: G, seat: str) -> Action | None:
        """The answer given at once for a person whom the table, by a public option, does not ask here; orders come first."""
        return None


class Story(Feature[G]):
    """A game that is told as a story."""

    @by_anyone
    def diary(self, game: G, seat: str | None) -> tuple[DiaryPage, ...]:
        """The story of the game so far as a seat (None: a spectator) may know it."""
        return ()


class StrayShots(Feature[G]):
    """Shots that may go astray."""

    @by_players
    def spread(self, game: G, seat: str, action: Action) -> Mapping[str, float]:
        """The places that an action may strike, with the chance of each, if it may go astray."""
        return {}
