"""What is done with a game around playing it: to begin it, to go on where it was loaded or forked, to copy it for a thread."""

from __future__ import annotations

from typing import TypeVar

from grognard.core.choices import only
from grognard.core.documents import in_short
from grognard.core.errors import GrognardError, OverlayError, PositionError
from grognard.core.games import Choice, Game, Return, State, Undo
from grognard.core.procedures import Draw, Procedure, Roll

Played = TypeVar("Played", bound=Game)


def take_state(game: Game, state: State) -> None:
    """Give a game this state, and the rules with the tables for its ground."""
    game.state = state
    rules = game.rules.for_state(state)
    if rules is not game.rules:
        game.rules, game.memo = rules, game.fresh_memo()


def begin(game: Game, procedure: Procedure) -> None:
    """Start from the first procedure of a scenario."""
    game._run(game._enter(procedure))


def go_on(game: Game, request: Roll | Draw, faces: tuple[int, ...]) -> None:
    """Continue from an undecided roll, as if these faces had come up."""
    game._run(game._fell(request, faces) if isinstance(request, Roll) else game._drew(request, faces[0]))


def resume(game: Game) -> None:
    """After loading: the step that asks is called again and gives the same list."""
    frame = game.stack[-1]
    game._run(getattr(frame, frame.step)(game))


def trace(game: Game) -> None:
    """Work out from a loaded log which choices have not been undone and who acts."""
    game.standing, game.acting = None, ("", 0)
    for place, entry in enumerate(game.entries.since(0)):
        if isinstance(entry, Return):
            game.standing = None
        elif isinstance(entry, Choice | Undo):
            if isinstance(entry, Choice):
                game.standing = (place, game.standing)
            elif game.standing is not None:
                game.standing = game.standing[1]
            if entry.seat != game.acting[0]:
                game.acting = (entry.seat, place)


def apart(game: Played) -> Played:
    """A copy for another thread: it shares nothing that either may change, not even the lists of their logs."""
    clone = game.copy()
    clone.entries, clone.happened, clone.marks = game.entries.apart(), game.happened.apart(), game.marks.apart()
    clone.memo = game.fresh_memo()
    return clone


# ---------------------------------------------------------------- untrusted input


def is_untrusted(game: Game) -> bool:
    """Whether a game is played with untrusted input: frames that it was set up with, or an overlay."""
    return game.from_frames or game.rules.stamp is not None


def inconsistency(game: Game, fault: Exception) -> GrognardError:
    """The error for an untrusted game that cannot continue."""
    why = in_short(fault)
    if game.from_frames or game.rules.stamp is None:
        words = "The 'pending' frames of this position do not fit together; remove 'pending' to start the phase"
        return PositionError([f"{words} ({why})."])
    words = f"The components '{game.rules.stamp.name}' do not fit together"
    return OverlayError([f"{words}: the game cannot go on with their values ({why}); correct them, or play without."])


def check_shown(game: Game) -> None:
    """Build everything that anybody at the table is shown, to test whether it can be shown."""
    for seat in (None, *game.seats):
        game.view(seat)
        game.rules.picture(game, seat)
        game.rules.listing(game, seat)
    for seat in game.seats:
        game.decision(seat)
        only(game.actions(seat))
