"""The catalogue of art: the patterns, drawings, shapes and colours that pages and pictures have, and what a game picks of them.

A game uses words of its own for its ground, its units and their states. In `data/art.json` beside its rules it says how each
of them looks, and gives its sheets what `art_of` read there. A word that is itself a name of the catalogue needs no entry; any
other word without one is drawn plainly, and always alike. docs/art.md shows the whole catalogue.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, cast, get_args

import msgspec
from msgspec import Meta

from grognard.core.overlays.components import load
from grognard.core.schemas import Data, Few, Table, Word

GroundPattern = Literal[
    "grass",
    "rubble",
    "rocks",
    "furrows",
    "orchard",
    "paddies",
    "marsh",
    "trees-light",
    "trees",
    "trees-dense",
    "scrub",
    "rooftops",
    "water",
    "pond",
]
"""What grows or stands on the ground, in the order of painting: a later one lies over the edges of an earlier one."""
GroundColour = Literal["meadow", "straw", "brine", "moss", "green", "brick"]
"""The colours of ground besides the one that each pattern has of its own."""
EdgePattern = Literal[
    "water-narrow",
    "water",
    "water-wide",
    "slope",
    "fence",
    "wall",
    "hedge",
    "trees",
    "earthwork",
    "rampart",
    "bank",
    "stakes",
    "timber",
    "bastion",
    "gabions",
    "stepping-stones",
    "bridge",
]
"""What runs between two places, or along a line. What has two sides faces the first of the two places."""
RoadPattern = Literal["road", "causeway", "track", "path", "road-wide", "road-narrow", "railway"]
FeatureDrawing = Literal[
    "headquarters",
    "cemetery",
    "house",
    "cottage",
    "tents",
    "garden",
    "springs",
    "village",
    "town",
    "church",
    "tavern",
    "station",
    "kiln",
    "ferry",
    "redoubt",
]
"""What stands in a place."""
SymbolDrawing = Literal[
    "muskets",
    "musket-and-horn",
    "musket-and-target",
    "musket-and-fork",
    "sabres",
    "gun",
    "stars",
    "musket",
    "horse",
    "horse-and-gun",
    "men",
    "empty",
    "formation",
    "box-cross",
    "box-slash",
    "box-dot",
    "box-slash-dot",
    "diamond",
    "bridge",
    "wagon",
    "flag",
]
"""What kind of counter it is. `stars` are as many as its rank, and take all of its middle."""
StateShape = Literal[
    "box",
    "slanted",
    "leaning",
    "jagged",
    "notched",
    "pill",
    "arrow",
    "tag",
    "chevron",
    "hexagon",
    "cloud",
    "wavy",
    "swollen",
    "waisted",
    "sack",
    "basket",
]
"""The band across a counter that is in a state."""
StateColour = Literal[
    "amber",
    "black",
    "white",
    "cream",
    "grey",
    "brown",
    "tan",
    "blue",
    "lilac",
    "green",
    "mint",
    "olive",
    "sage",
    "pale-green",
]
FigureMark = Literal["lying", "cross", "slash", "captive", "ring"]
"""How a state shows on a man who is seen from above."""
AdditionDrawing = Literal[
    "earthwork",
    "zigzag",
    "embrasures",
    "rubble",
    "ruins",
    "building-site",
    "smoke",
    "gap",
    "gap-in-stakes",
    "gap-in-wall",
    "gabions",
    "boats",
    "bridge",
]
"""What is built, broken or laid in play: in a place, between two, or both."""


def _or_own(names: object) -> Meta:
    """One of these names, any colour as `#rrggbb`, or none."""
    return Meta(pattern=f"^({'|'.join(get_args(names))}|#[0-9a-f]{{6}})?$")


class GroundArt(Data, frozen=True, omit_defaults=True):
    """A pattern in its own colour, or in another."""

    pattern: GroundPattern
    colour: Annotated[str, _or_own(GroundColour)] = ""


class StateArt(Data, frozen=True, omit_defaults=True):
    """A shape in a colour, and the letter for where there is no room for words; on a figure, its marks."""

    shape: StateShape = "box"
    colour: Annotated[str, _or_own(StateColour)] = ""
    letter: Annotated[str, Meta(max_length=2)] = ""
    figure: Few[FigureMark] = ()


class Art(Data, frozen=True, omit_defaults=True):
    """How the words of a game look."""

    ground: Table[Word, GroundArt] = {}
    edges: Table[Word, EdgePattern] = {}
    roads: Table[Word, RoadPattern] = {}
    features: Table[Word, FeatureDrawing] = {}
    symbols: Table[Word, SymbolDrawing] = {}
    states: Table[Word, StateArt] = {}
    additions: Table[Word, AdditionDrawing] = {}

    def pattern(self, word: str) -> str:
        """The pattern of a ground; a word without one stands for itself."""
        return self.ground[word].pattern if word in self.ground else word


PLAIN = Art()


def art_of(rules: object) -> Art:
    """What `data/art.json`, or `art.toml`, says beside each class that the rules are built of; a game's own words come last."""
    return _art_beside(cast("Hashable", type(rules)))


@cache
def _art_beside(rules: Hashable) -> Art:
    found: dict[str, dict[str, object]] = {}
    packages = dict.fromkeys(part.__module__.rpartition(".")[0] for part in reversed(cast("type", rules).__mro__))
    for file in (files(package) / "data" / f"art.{form}" for package in packages if package for form in ("json", "toml")):
        for part, entries in msgspec.structs.asdict(load(file, Art)).items() if file.is_file() else ():
            found[part] = found.get(part, {}) | entries
    return Art(**found)  # type: ignore[arg-type]
