"""What every chapter of the rules stands on: the components, and tables made from them once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with a default, which typing has from Python 3.13 on

    from grognard.core.boards import HexBoard
    from grognard.core.games import Options
    from grognard.core.hexes import HexSet
    from grognard.games.chancellorsville.victories.components import Components
    from grognard.games.chancellorsville.victories.pieces import Command, Counter
    from grognard.games.chancellorsville.victories.state import Campaign

    C = TypeVar("C", bound=Campaign, contravariant=True, default=Campaign)
else:
    from typing import TypeVar

    C = TypeVar("C", bound="Campaign", contravariant=True)


class Chapter(Generic[C]):
    """A chapter's questions are small methods, one a rule, so that another game may override what its rulebook changes."""

    secretive: bool = True
    """U3.9, U9.26: whether a seat is asked even where nothing is left to choose, so that nobody reads hidden units from it."""
    seats: tuple[str, ...]
    options: Options
    components: Components
    board: HexBoard
    counters: dict[str, Counter]
    commands: dict[str, Command]
    sheets: dict[str, tuple[str, ...]]
    """The units of each army, in the order of the counter sheet."""
    places_on_sheet: dict[str, int]
    area: HexSet
    """U19.1: the hexes that are played on."""
    woods: HexSet
    clear: HexSet
    """The open hexes."""
    regions: dict[str, HexSet]
