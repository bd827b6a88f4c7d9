"""Computer players by entry point: what they are called, which games they play and how well.

A package offers a player through the entry point group `grognard.players`: a `ComputerPlayer`, under the player's name.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

import msgspec

from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Game
from grognard.core.texts import CORE, packages_around

if TYPE_CHECKING:
    from grognard.players import Player

LOG = logging.getLogger(__name__)
GROUP = "grognard.players"


class ComputerPlayer(msgspec.Struct, frozen=True):
    """A computer player that can be chosen."""

    maker: str
    """`module:Name` of what makes one from a seed; imported only when one is wanted."""
    plays: tuple[str, ...] = ("*",)
    """What it plays: ids of scenarios, where a star matches anything, or `module:Class` of rules, with those built on them."""
    level: int = 1
    """How strong it is; 0 plays at random, 3 knows its game. The strongest is the usual opponent."""
    title: str = ""
    """Its name for people: a text key of its package, or the words themselves."""
    about: str = ""
    """A sentence about it, in the same way."""
    name: str = ""
    """The name of its entry point."""
    package: str = ""
    """The package that offers it."""

    def make(self, seed: int) -> Player:
        """A player; one that cannot be imported is refused in one sentence."""
        module, _, attribute = self.maker.partition(":")
        try:
            maker: Callable[[int], Player] = getattr(import_module(module), attribute)
        except (ImportError, AttributeError, ValueError) as fault:
            raise UnknownName(f"The player '{self.name}' cannot be loaded: {fault}.") from fault
        return maker(seed)

    def can_play(self, game: Game) -> bool:
        classes = {f"{kind.__module__}:{kind.__qualname__}" for kind in type(game.rules).__mro__}
        return any(pattern in classes or fnmatchcase(game.scenario.id, pattern) for pattern in self.plays)

    @property
    def is_ours(self) -> bool:
        return is_ours(self.package)

    @property
    def text_packages(self) -> tuple[str, ...]:
        """The packages in which its title and its remarks are looked up."""
        return *packages_around(self.package), CORE


def is_ours(module: str) -> bool:
    return module.partition(".")[0] == __name__.partition(".")[0]


@cache
def computer_players() -> Mapping[str, ComputerPlayer]:
    """Those that can be chosen here, by name: the weaker first, ours before others.

    One that cannot be used is left out, and the log says why in one sentence.
    """
    found: dict[str, ComputerPlayer] = {}
    points = sorted(entry_points(group=GROUP), key=lambda point: (not is_ours(point.module), point.name, point.value))
    for point in dict.fromkeys(points):
        if point.name in found:
            taken = "The computer player '%s' of the package %s is left out, because its name is taken; give it another name."
            LOG.warning(taken, point.name, point.module)
        elif (player := loaded(point)) is not None:
            found[point.name] = player
    if not any(player.is_ours for player in found.values()):
        raise GrognardError(
            "This installation of Grognard is older than its code and names no computer players; install it again."
        )
    return dict(sorted(found.items(), key=lambda item: item[1].level))


def loaded(point: EntryPoint) -> ComputerPlayer | None:
    try:
        player = point.load()
        if isinstance(player, ComputerPlayer):
            return msgspec.structs.replace(player, name=point.name, package=point.module)
        fault: object = f"it is no ComputerPlayer but a {type(player).__name__}"
    except Exception as caught:  # whatever a package does wrong, the others can be played
        fault = f"{type(caught).__name__}: {caught}"
    LOG.warning("The computer player '%s' of the package %s is left out: %s.", point.name, point.module, fault)
    return None


class Makers(Mapping[str, Callable[[int], "Player"]]):
    """The players by name, each created from a seed; the stronger come later."""

    def __getitem__(self, name: str) -> Callable[[int], Player]:
        return computer_players()[name].make

    def __iter__(self) -> Iterator[str]:
        return iter(computer_players())

    def __len__(self) -> int:
        return len(computer_players())


# ---------------------------------------------------------------- ours, as pyproject.toml names them

GAMES = "grognard.games"

RANDOM = ComputerPlayer("grognard.players.random:RandomPlayer", level=0)
BRAWLER = ComputerPlayer("grognard.players.brawler:Brawler", level=1)
SERGEANT = ComputerPlayer("grognard.players.sergeant:Sergeant", (f"{GAMES}.revolution.series.rules:SeriesRules",), level=3)
STRATEGIST = ComputerPlayer(
    "grognard.players.strategist:Strategist", (f"{GAMES}.chancellorsville.perfect_plan.rules:PerfectPlanRules",), level=3
)
SKIRMISHER = ComputerPlayer(
    "grognard.players.skirmisher:Skirmisher", (f"{GAMES}.chancellorsville.red_dice.rules:RedDiceRules",), level=3
)
CAMPAIGNER = ComputerPlayer(
    "grognard.players.campaigner:Campaigner", (f"{GAMES}.chancellorsville.victories.rules:VictoriesRules",), level=3
)
