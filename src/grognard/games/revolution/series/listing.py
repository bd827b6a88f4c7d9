"""A position in words: the moment, every stack hex by hex, and the boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grognard.core.texts import in_table

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.pieces import Counter

VALUES = "Values are strength / morale / movement; for leaders combat / command / movement."
RECONSTRUCTED = "Values marked * are reconstructed: no rulebook prints them. See docs/components.md to enter printed ones."


def in_words(game: Battle, pieces: dict[str, Any]) -> Iterator[str]:
    """The lines, the moment first; of the pieces as a position spells them."""
    yield moment(game)
    rows = [Row(game.rules.counters[id], body) for id, body in pieces.items()]
    yield from on_the_map([row for row in rows if row.hex])
    for side in dict.fromkeys(row.side for row in rows):
        for box in dict.fromkeys(row.box for row in rows if row.box and row.side == side):
            names = [row.name for row in rows if row.box == box and row.side == side]
            yield f"{in_table('side', side)}, {in_table('box', box)}: {', '.join(names)}"


def moment(game: Battle) -> str:
    """`Turn 5, American player turn: movement`."""
    turn, phase, side = game.rules.when(game)
    named = in_table("phase", phase)
    words = named if not side or phase in game.rules.shared_phases else f"{in_table('side', side)} player turn: {named}"
    return f"Turn {turn}, {words}"


class Row:
    """A piece of a position as a line."""

    def __init__(self, counter: Counter, body: Any) -> None:
        written: dict[str, Any] = {"hex": body} if isinstance(body, str) else body
        self.name = counter.name
        self.side = counter.side
        self.hex = str(written.get("hex", ""))
        self.box = str(written.get("box", ""))
        step = written.get("step", 1)
        self.reconstructed = not counter.basis.startswith("printed")
        self.values = values_of(counter, step) + ("*" if self.reconstructed else "")
        reduced = ["reduced"] if step > 1 else []
        self.states = ", ".join([*reduced, *map(state_in_words, written.get("states", ()))])


def values_of(counter: Counter, step: int) -> str:
    """`4 / +1 / 4`: strength, morale and movement of a unit's side; combat, command and movement of a leader."""
    if counter.is_leader:
        return f"{signed(counter.close_combat):>2} / {signed(counter.command):>2} / {counter.movements[0]}"
    place = step - 1
    return f"{counter.strengths[place]:2} / {signed(counter.morales[place]):>2} / {counter.movements[place]}"


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def state_in_words(state: str) -> str:
    """`pinned:2` is `pinned (PIN 2)`."""
    word, _, number = state.partition(":")
    return f"{in_table('state', word)} (PIN {number})" if number else in_table("state", word)


def on_the_map(rows: list[Row]) -> Iterator[str]:
    """Every stack, hex by hex, each hex named once."""
    wide = max((len(row.name) for row in rows), default=0)
    side = max((len(in_table("side", row.side)) for row in rows), default=0)
    above = ""
    for row in sorted(rows, key=lambda row: row.hex):
        hex = row.hex if row.hex != above else ""
        states = f"  {row.states}" if row.states else ""
        yield f"{hex:4}  {in_table('side', row.side):{side}}  {row.name:{wide}}  {row.values}{states}"
        above = row.hex
    if rows:
        yield VALUES
    if any(row.reconstructed for row in rows):
        yield RECONSTRUCTED
