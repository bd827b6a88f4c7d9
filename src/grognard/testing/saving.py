"""What is kept of a game: positions, records, undo and agreed returns. Whatever is restored is exactly what it was."""

from __future__ import annotations

from random import Random

import grognard
from grognard.core.games import Choice, Faces, Game, Outcome, Undo
from grognard.core.procedures import AskAll
from grognard.players import player
from grognard.testing.playing import (
    STYLES,
    Moment,
    Shifted,
    encode,
    offered,
    position,
    refusal_of,
    require,
    same,
    through_json,
    told,
)

# ---------------------------------------------------------------- positions


def reload(game: Game) -> Game:
    """The game from its position, after that has been written and read, with the dice that it would have had."""
    return grognard.setup(through_json(game.position()), dice=Shifted(game.dice, game.rolled))


def check_saved(moment: Moment) -> None:
    """What is loaded asks the same of the same seats, shows the same, and goes on in the same way."""
    game, again = moment.game, reload(moment.game)
    same(position(again), position(game), "a position is another after it has been loaded")
    same(offered(again), offered(game), "a loaded game asks something else")
    for who in (None, *game.seats):
        same(encode(again.view(who)), encode(game.view(who)), f"a loaded game shows {who} something else")
    original = game.copy()
    same(encode(again.play(moment.seat, moment.action)), encode(original.play(moment.seat, moment.action)))
    same(position(again), position(original), "a loaded game goes on to another position")
    same(offered(again), offered(original), "a loaded game goes on to another question")
    require(again.over == original.over, "a loaded game ends otherwise")


def check_saved_at_the_end(game: Game) -> None:
    again = reload(game)
    require(again.over == game.over, "the outcome is another after the position has been loaded")
    same(position(again), position(game), "the position at the end is another after it has been loaded")
    same(offered(again), offered(game))


def check_fork(game: Game) -> None:
    """A game set up from a moment tells no more of it than was seen: its record begins with the position."""
    fork = grognard.setup(through_json(game.position()), seed=1)
    for seat in game.seats:
        there, seen = fork.record(seat)["position"], game.view(seat)["position"]
        require(
            through_json(there) == through_json(seen),
            "the record of a game set up from a position shows {0} another position than the view does",
            seat,
        )


def check_imagined(game: Game) -> None:
    """A game that a seat imagines asks and shows it the same."""
    for seat in game.seats:
        imagined = game.seat(seat).imagine(7)
        require(imagined.decision(seat) == game.decision(seat), "a game that {0} imagines asks it something else", seat)
        same(encode(imagined.actions(seat)), encode(game.actions(seat)), f"a game that {seat} imagines offers something else")
        same(encode(imagined.view(seat)), encode(game.view(seat)), f"a game that {seat} imagines looks different to it")


# ---------------------------------------------------------------- records


def check_same_game(game: Game, again: Game) -> None:
    """Two games are the same in all that is kept of them and shown of them."""
    same(position(game), position(again), "another position")
    same(offered(game), offered(again), "another question")
    require(game.over == again.over, "another outcome: {0} and {1}", game.over, again.over)
    require(game.rolled == again.rolled, "another number of rolls: {0} and {1}", game.rolled, again.rolled)
    same(encode(game.record()["entries"]), encode(again.record()["entries"]), "another log")
    for seat in (None, *game.seats):
        same(encode(game.events(seat)), encode(again.events(seat)), f"other events for {seat}")
        same(encode(game.view(seat)), encode(again.view(seat)), f"another view for {seat}")


def check_record(game: Game, written: bool = True) -> None:
    """A record, written and read again, replays to the same game."""
    record = game.record()
    again = grognard.replay(through_json(record) if written else record)
    check_same_game(game, again)
    same(encode(again.record()), encode(record), "the record of a replayed game is another")


def check_own_record(game: Game, seat: str) -> None:
    """A seat can replay its own record when the game is over."""
    check_same_game(game, grognard.replay(through_json(game.record(seat))))


def check_replayed_half(game: Game) -> None:
    """A game replayed up to its middle goes on as the first did."""
    log = game.entries.since(0)
    again = grognard.replay(game.record(), upto=len(log) // 2)
    for entry in log[again.entries.length :]:
        if isinstance(entry, Choice):
            again.play(entry.seat, entry.action)
        else:
            require(isinstance(entry, Faces), "the log holds {0}", entry)
    check_same_game(game, again)


def check_resignation(game: Game) -> None:
    """A resignation ends the game at once, and is recorded."""
    loser = game.seats[0]
    game.resign(loser)
    over = game.over
    require(
        over is not None and over.winner != loser and over.reason == "resigned",
        "{0} resigns, and the outcome is {1}",
        loser,
        over,
    )
    require(not game.actors, "somebody is asked after a resignation")
    check_same_game(game, grognard.replay(through_json(game.record())))


# ---------------------------------------------------------------- undo


class Latest:
    """Who may take back the last choice of a game, followed from moment to moment: nobody who has shown or learnt something."""

    def __init__(self) -> None:
        self.seat = ""
        self.entries = self.happened = 0
        self.completes = False

    def follow(self, moment: Moment) -> None:
        """Check who may undo before this choice, and remember it."""
        game = moment.game
        self.check(game)
        self.completes = isinstance(game.pending, AskAll) and len(game.actors) == 1
        self.seat, self.entries, self.happened = moment.seat, game.entries.length, game.happened.length

    def check(self, game: Game) -> None:
        for seat in game.seats:
            may = seat == self.seat and not self.completes and not taught(game, self.entries, self.happened)
            require(
                game.can_undo(seat) == may,
                "{0} {1} undo the last choice, but somebody has {2} something from it",
                seat,
                "may not" if may else "may",
                "not learnt" if may else "learnt",
            )
            if not may:
                reason = refusal_of(game.undo, seat)
                require(reason is not None and reason.key == "nothing-to-undo", "{0} can undo, but may not", seat)


def taught(game: Game, entries: int, happened: int) -> bool:
    """Whether somebody has learnt something since these places in the two logs."""
    fell = any(isinstance(entry, Faces) for entry in game.entries.since(entries))
    shown = any(event.reveals for event in game.happened.since(happened))
    return fell or shown


def check_undo(game: Game, seat: str, before: Game) -> None:
    """Undo restores exactly, and the choice can be made again."""
    then, after = position(before) + offered(before), position(game) + offered(game)
    choice = game.entries.since(0)[-1]
    require(isinstance(choice, Choice) and choice.seat == seat, "{0} may undo what it did not do", seat)
    game.undo(seat)
    same(position(game) + offered(game), then, "an undo does not restore the position")
    require(game.rolled == before.rolled, "an undo takes back a roll")
    require(game.entries.since(before.entries.length) == [choice, Undo(seat)], "an undo is not in the log")
    again = grognard.replay(through_json(game.record()))
    same(position(again) + offered(again), then, "an undo is replayed otherwise")
    game.play(seat, choice.action)  # type: ignore[union-attr]
    same(position(game) + offered(game), after, "what was undone and done again comes to something else")
    again = grognard.replay(through_json(game.record()))
    same(position(again) + offered(again), after, "what was undone and done again is replayed otherwise")
    same(encode([again.record(), again.events(None)]), encode([game.record(), game.events(None)]))


# ---------------------------------------------------------------- agreed returns

ONE_RETURN_IN = 8
"""One act in so many is a return; one in five an undo, where there is one."""


def wander_back_and_forth(game: Game, seed: int, acts: int) -> list[tuple[int, bytes]]:
    """Play for a while, taking back now and then; what every moment was like, by the length of the log."""
    chance = Random(seed)
    players = {name: player(STYLES[0], 2 * seed + place) for place, name in enumerate(game.seats)}
    trail = [(game.entries.length, likeness(game))]
    for _ in range(acts):
        if game.over is not None:
            break
        back = next((seat for seat in game.seats if game.can_undo(seat)), None)
        if len(trail) > 1 and chance.randrange(ONE_RETURN_IN) == 0:
            go_back(game, *chance.choice(trail[:-1]))
        elif back is not None and chance.randrange(5) == 0:
            game.undo(back)
        else:
            seat = chance.choice(game.actors)
            game.play(seat, players[seat].choose(game.seat(seat)))
        trail.append((game.entries.length, likeness(game)))
    return trail


def likeness(game: Game) -> bytes:
    return position(game) + offered(game)


def go_back(game: Game, entries: int, then: bytes) -> None:
    rolled, happened, readable = game.rolled, game.happened.length, [read(game, seat) for seat in game.seats]
    game.return_to(entries)
    same(likeness(game), then, "a return does not restore the position")
    require(game.rolled == rolled, "a return takes back a roll")
    require(game.happened.length == happened + 1, "a return is not told once")
    require(not any(game.can_undo(seat) for seat in game.seats), "a return can be undone")
    for seat, before in zip(game.seats, readable, strict=True):
        require(read(game, seat) == [*before, f"return {entries}"], "after a return {0} reads another log", seat)


def read(game: Game, seat: str) -> list[str]:
    """The log as a seat may read it."""
    entries: list[str] = game.record(seat)["entries"]
    return entries


def check_returns(game: Game, seed: int, acts: int) -> None:
    """A game of returns and undos is restored, replayed and stepped through exactly."""
    trail = wander_back_and_forth(game, seed, acts)
    record = through_json(game.record())
    again = grognard.replay(record)
    same(encode([again.record(), again.rolled]), encode([game.record(), game.rolled]), "returns are replayed otherwise")
    for seat in game.seats:
        same(told(again, seat), told(game, seat), f"after returns a replayed game tells {seat} something else")
    cursor = grognard.Cursor(record)
    stops = [moment.entries for moment in cursor.moments]
    require(stops == [entries for entries, _ in trail], "the history has other moments than the game had")
    for number in Random(seed + 1).sample(range(len(trail)), min(len(trail), 40)):
        cursor.go(number)
        same(likeness(cursor.game), trail[number][1], f"moment {number} of the history is another")


def check_agreed_draw(game: Game) -> None:
    """An agreed draw ends the game as the rules say, and is recorded."""
    wanted = game.rules.agreed_end(game)
    game.agree_draw()
    require(game.over == wanted, "an agreed draw ends the game in {0}, not in {1}", game.over, wanted)
    usual = wanted == Outcome(None, "agreed", "agreed-draw") or set(wanted.scores) == set(game.rules.sides)
    require(usual, "an agreed end that is no draw scores every side")
    again = grognard.replay(through_json(game.record()))
    require(again.over == game.over, "an agreed draw is replayed otherwise")
    same(encode(again.record()), encode(game.record()))
