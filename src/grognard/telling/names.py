"""What pieces are called in a sentence."""

from __future__ import annotations

from collections import Counter as Count

from grognard.core.events import Names
from grognard.core.games import Game
from grognard.core.seats import Seat


def short_names(game: Game) -> Names:
    """Each piece's name for the log."""
    return shortened(game.rules.names())


def names_of(seat: Seat) -> Names:
    return shortened(seat.rules.names())


def shortened(names: Names) -> Names:
    """Names without what stands in brackets, unless another has the same name then."""
    short = {id: name.partition(" (")[0] for id, name in names.items()}
    count = Count(short.values())
    return {id: name if count[name] == 1 else names[id] for id, name in short.items()}
