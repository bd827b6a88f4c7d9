"""Hidden information never leaves the table: two games that differ only in what a seat may not know look alike to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from random import Random

import grognard
from grognard.core.dice import Dice, Die
from grognard.core.games import Choice, Faces, Game
from grognard.testing.asking import Table, alike, answers, shown_of
from grognard.testing.playing import (
    Glances,
    Moment,
    Subject,
    encode,
    moments,
    places_of,
    position,
    require,
    same,
    through_json,
    told,
)

SECRET = bytes.fromhex("5ec7e7" * 10 + "beef")
"""The secret of the live dice that nobody may see during a game."""
OTHER_SEED = 8_642_097_531_869
"""A seed that no digits of a game look like."""


def check_alike(games: Sequence[Game], *unknowing: str | None, hidden: bytes = b"?" * 99) -> None:
    """All that these are told is the same in both games, and what is hidden is not in it."""
    one, other = games
    for seat in unknowing:
        words = told(one, seat)
        same(words, told(other, seat), f"{seat} is told what it may not know")
        require(hidden not in words, "{0} is told '{1}'", seat, hidden)
        here, there = (position(grognard.imagine(game.view(seat), 5)) for game in (one, other))
        same(here, there, f"{seat} imagines what it may not know")


def check_dice_unseen(game: Game, looking: Sequence[str | None], hidden: bytes = b"?" * 99) -> None:
    """With other dice to come nobody is told anything else."""
    twin = game.copy()
    twin.dice = Dice.fast(OTHER_SEED)
    check_alike((game, twin), *looking, hidden=hidden)


def check_live_dice(subject: Subject, style: str, seed: int, look: Glances) -> None:
    """The secret of live dice is shown only when the game is over, and then every roll can be verified."""
    game = subject.new(0, Dice.live("a game", {"one": "nonce"}, SECRET))
    hidden = SECRET.hex().encode()
    for moment in moments(game, seed, style):
        if look.take(moment):
            for seat in (None, *game.seats):
                require(hidden not in told(game, seat), "{0} is told the secret of the dice", seat)
            for seat in game.seats:
                dice = game.record(seat)["dice"]
                require(dice["commitment"] and "secret" not in dice, "the record of {0} shows {1}", seat, dice)
    for seat in game.seats:
        require(hidden not in encode([game.view(seat), game.events(seat)]), "{0} is told the secret of the dice", seat)
        record = game.record(seat)
        require(record["dice"]["secret"] == SECRET.hex(), "the record of {0} does not reveal the dice at the end", seat)
        require(grognard.verify(record) == game.rolled, "not every roll in the record of {0} can be verified", seat)


def check_sealed(game: Game, seat: str, one: grognard.Action, other: grognard.Action, others: Sequence[str]) -> None:
    """Of two sealed answers nobody else can tell which was given, not even after it was saved or taken back."""
    games = [game.copy(), game.copy()]
    for twin, answer in zip(games, (one, other), strict=True):
        twin.play(seat, answer)
        require(seat not in twin.actors, "{0} has sealed an answer, and is asked again", seat)
    check_alike(games, None, *others)
    require(encode(games[0].view(seat)) != encode(games[1].view(seat)), "{0} does not see its own sealed answer", seat)
    saved = [grognard.setup(through_json(twin.position()), seed=1) for twin in games]
    check_alike(saved, None, *others)
    if game.entries.length % 5 == 0:  # an undo plays the whole game again
        for twin in games:
            twin.undo(seat)
        check_alike(games, None, *others)
        for twin in games:
            twin.play(seat, one)
        check_alike(games, None, *others)
        for twin in games:
            next_one = twin.actors[0]
            twin.play(next_one, twin.actions(next_one)[0])
        if games[0].over is None:  # then what was taken back is shown, too
            check_alike(games, None, *others)
            for twin in games:
                twin.return_to(game.entries.length + 1)  # where the first answer, taken back unseen, is sealed again
            check_alike(games, None, *others)


def check_imagined_words(moment: Moment, table: Table, chance: Random) -> None:
    """Whatever a seat asks of a game that it imagines, it gets the same answer: the words tell no more than the view does."""
    game = moment.game
    names = list(game.rules.names())
    pieces, places = chance.sample(names, min(len(names), 10)), places_of(game.rules)
    places = chance.sample(places, 0 if game.rules.automata else min(len(places), 5))  # why an automaton moved is in the log
    actions = list(table.some(chance))
    for seat in game.seats:
        if game.rules.hides(game, seat):
            imagined = game.seat(seat).imagine(chance.randrange(10**6))
            alike(answers(game, seat, actions), answers(imagined, seat, actions))
            for piece in pieces:
                alike(shown_of(game, seat, piece, places), shown_of(imagined, seat, piece, places))


# ---------------------------------------------------------------- what was drawn face down


class Otherwise(Dice):
    """The rolls of another source, but for some, which show the next face."""

    def __init__(self, source: Dice, others: frozenset[int]) -> None:
        self.source = source
        self.others = others

    def face(self, index: int, die: Die, purpose: str) -> int:
        found = self.source.face(index, die, purpose)
        return die.low + (found - die.low + 1) % die.sides if index in self.others else found

    def header(self) -> dict[str, object]:
        return self.source.header()


def drawn_unseen(game: Game, seat: str | None) -> frozenset[int]:
    """The rolls and draws of a game that a seat has not seen, by their places in the dice."""
    found: set[int] = set()
    place = 0
    for entry in game.entries.since(0):
        if isinstance(entry, Faces):
            if entry.shown is None or (entry.shown and seat not in entry.shown):
                found.update(range(place, place + len(entry.faces)))
            place += len(entry.faces)
    return frozenset(found)


def check_hidden_draws(subject: Subject, played: Game, seat: str | None) -> None:
    """The same game with other items where a seat did not see what was drawn: it is told the same until one is revealed."""
    unseen = drawn_unseen(played, seat)
    if not unseen:
        return
    game = subject.new(0, played.dice)
    twin = subject.new(0, Otherwise(played.dice, unseen))
    compared = 0
    for number, entry in enumerate(entry for entry in played.entries.since(0) if isinstance(entry, Choice)):
        if differ_openly(game, twin, seat, compared):
            return
        compared = game.happened.length
        if number % SELDOM == 0:
            same(told(game, seat), told(twin, seat), f"{seat} is told what was drawn face down")
        if entry.seat not in twin.actors or entry.action not in twin.actions(entry.seat):
            return  # whoever holds something else cannot do the same
        for each in (game, twin):
            each.play(entry.seat, entry.action)
        if game.over is not None or twin.over is not None:
            return


SELDOM = 3
"""One choice in so many, all that is told is compared."""


def differ_openly(game: Game, twin: Game, seat: str | None, since: int) -> bool:
    """Whether something was revealed after so many events: one that reveals something differs, and the games go apart."""
    here, there = game.events(seat, since), twin.events(seat, since)
    differing = next((pair for pair in zip_longest(here, there) if pair[0] != pair[1]), ())
    return any(event is not None and event.reveals for event in differing)
