"""Fights in words: who against whom, the column, what is taken for granted, what may come of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core.events import Names, PlaceWithPieces, spoken, tell
from grognard.core.fights import Consequences, Fight
from grognard.core.texts import Modifier, in_table
from grognard.telling.boards import Board
from grognard.telling.words import say


def fight_in_words(fight: Fight, names: Names, board: Board | None) -> str:
    """Pieces by their names, places by the enemies that are seen there; an army stands for all its pieces there."""
    units = ", ".join(names.get(id) or in_table("army", id) for id in fight.units)
    targets = ", ".join(str(spoken(target_seen(fight, id, names, board), names, "unit")) for id in fight.targets)
    more = "".join(f" ({in_table('circumstance', word)})" for word in fight.circumstances)
    return say("fight", kind=in_table("fight", fight.kind), units=units, targets=targets) + more


def target_seen(fight: Fight, target: str, names: Names, board: Board | None) -> str | PlaceWithPieces:
    """A target piece with the place it is in, or a target place with the enemies there whose faces are seen."""
    if board is None or target in board.where:
        return target if board is None else PlaceWithPieces(board.where[target], (target,))
    own = {counter.side for counters in board.stacks.values() for counter in counters if counter.id in fight.units}
    stack = reversed(board.stacks.get(target, ()))  # as one reads it, the top counter first
    seen = [each for each in stack if each.side not in own.union(fight.units) and each.id in names]
    return PlaceWithPieces(target, tuple(each.id for each in seen if not each.rank) or tuple(each.id for each in seen))


def rolls_dice(column: str) -> bool:
    """Whether both sides throw dice, and no table is read."""
    return re.search(r"\dd\d", column) is not None


def column_in_words(column: str) -> str:
    """The column of the table, the number to roll (`7+`), or the dice of both sides (`3d6 to 2d6`)."""
    if rolls_dice(column):
        return say("dice", dice=column)
    if column.endswith("+"):
        return say("hits-from", number=column[:-1])
    return say("column", column=column) if column else say("no-roll")


def modifiers_in_words(listed: Iterable[Modifier], names: Names) -> list[str]:
    """Each modifier that is not nought, with its rule."""
    return [
        f"{modifier.value:+d} {tell(modifier.label, modifier.args, names)} ({modifier.cites})"
        for modifier in listed
        if modifier.value
    ]


def choice_in_words(choice: str) -> str:
    """`chit stand_fast` as the chit is called."""
    word, _, name = choice.partition(" ")
    return in_table(word, name)


def effect_in_words(effect: int | str) -> str:
    return f"{effect:+d}" if isinstance(effect, int) else in_table("result", effect)


def by_chance(chances: Mapping[Any, float]) -> list[tuple[Any, float]]:
    """The likeliest first."""
    return sorted(chances.items(), key=lambda item: -item[1])


def policies_in_words(policies: Iterable[str]) -> list[str]:
    """What is taken for granted, each thing once."""
    return [tell(f"policy.{policy}", {}) for policy in dict.fromkeys(policies)]


def consequences_in_words(found: Consequences, names: Names) -> list[str]:
    """The fates of pieces, the changes of tracks, and the end of the game if it comes to that."""
    fates = [
        say("fate", piece=names.get(piece, piece), fates=f" {say('and')} ".join(in_table("fate", fate) for fate in all))
        for piece, all in found.fates
    ]
    tracks = [
        say("track-moves", side=in_table("side", side), track=in_table("track", name), change=f"{change:+d}")
        for name, side, change in found.tracks
    ]
    over = [say("game-ends", level=in_table("outcome.level", found.over.partition(" ")[0]))] if found.over else []
    return [*fates, *tracks, *over] or [say("nothing-happens")]
