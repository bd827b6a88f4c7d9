"""Files as strangers might write them: real records and positions of a game, mutated by a seed.

Whatever a stranger writes is played, or refused in one sentence.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import msgspec

import grognard
from grognard.core.choices import drawn
from grognard.core.dice import Dice
from grognard.core.documents import read_json
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.records import digest
from grognard.core.scenarios import Scenario
from grognard.players import player
from grognard.testing import playing
from grognard.testing.playing import STYLES, Nonconforming, looked_at, variants

MOVES = 12
"""How many moves a file that was accepted is played on."""

Document = Any


# ---------------------------------------------------------------- what is mutated


class Corpus(NamedTuple):
    """What a game wrote down as it went."""

    positions: tuple[Document, ...]
    records: tuple[Document, ...]


def random_moves(game: Game, rng: Random, moves: int) -> None:
    """Play on at random, with some choices taken back."""
    for _ in range(moves):
        if game.over is not None:
            return
        seat = rng.choice(game.actors)
        if rng.random() < 0.15 and game.can_undo(seat):
            game.undo(seat)
        else:
            game.play(seat, drawn(game.actions(seat), rng.random()))


@lru_cache(maxsize=16)
def corpus(scenario: Scenario, seed: int) -> Corpus:
    """The positions of a game to its end, if it has one, and records of its beginning and from some of its positions."""
    rng = Random(f"{scenario.id} {seed}")
    subject = rng.choice(variants(scenario))
    game = subject.new(seed, Dice.live("a game", secret=bytes(32)) if rng.random() < 0.5 else None)
    players = {seat: player(rng.choice(STYLES), seed + place) for place, seat in enumerate(game.seats)}
    positions, records = [], []
    for _ in range(playing.MANY_DECISIONS):
        if game.over is not None:
            break
        seat = rng.choice(game.actors)
        game.play(seat, players[seat].choose(game.seat(seat)))
        if game.entries.length in range(20, 60, 13):
            records.append(plain(game.record()))
        if rng.random() < 0.1:
            positions.append(plain(game.position()))
    for position in rng.sample(positions, min(4, len(positions))):
        begun = grognard.setup(position, seed=seed)
        random_moves(begun, rng, MOVES)
        records.append(plain(begun.record()))
    return Corpus((*positions, plain(game.position())), tuple(records))


def plain(value: object) -> Document:
    return json.loads(msgspec.json.encode(value))


# ---------------------------------------------------------------- mutations

WILD: tuple[Document, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 5, 7, 12, 31, 63, 99, 100, 1000, 2**31, 2**62, 2**64, -(2**63), 10**6, 10**12, 10**30,
    0.0, 0.5, -0.5, 1.5, 1e-9, 1e9, 1e300, "", " ", "0", "1", "-1", "1_0", "\u0661", "\ud800", "\x1b[2J", "null", "P", "*",
    "nobody", "british", "american", "AoP", "ANV", "1010", "0000", "9999", "movement", "buffs", "x" * 200, "x" * 3000,
    [], [[]], [None], [1, 2, 3], ["british"], ["british", "american"], [0] * 300, {}, {"": 0}, {"a": {}}, {"id": "x"},
    {"hex": "1010"}, {"box": "out"},
)  # fmt: skip


def ways(value: Document, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a document but the document itself."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ways(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from ways(inner, (*path, place))


def at(document: Document, path: tuple[Any, ...]) -> Document:
    for key in path:
        document = document[key]
    return document


class Mutator:
    """Changes documents, a value or two at a time, in every way that a file can be wrong."""

    def __init__(self, rng: Random, donor: Document) -> None:
        self.rng = rng
        self.donor = donor
        """Another document, of which parts are taken."""

    def document(self, original: Document) -> Document:
        document = json.loads(json.dumps(original))
        for _ in range(self.rng.choice((1, 1, 1, 2, 4))):
            places = list(ways(document))
            if places:
                deep = {path[0] for path in places if len(path) > 2} or {path[0] for path in places}
                first = self.rng.choice(sorted(deep, key=str))
                inner = [path for path in places if path[0] == first] if self.rng.random() < 0.8 else places
                self.change(document, self.rng.choice(inner))
        return document

    def change(self, document: Document, path: tuple[Any, ...]) -> None:
        inside, key = at(document, path[:-1]), path[-1]
        usual, rare = (self.nudge, self.splice), (self.drop, self.replace, self.retype, self.repeat, self.shuffle)
        how: Callable[[Document, Any, Document], None] = self.rng.choice(usual if self.rng.random() < 0.7 else rare)
        how(inside, key, document)

    def drop(self, inside: Document, key: Any, document: Document) -> None:
        del inside[key]

    def replace(self, inside: Document, key: Any, document: Document) -> None:
        inside[key] = self.rng.choice(WILD)

    def nudge(self, inside: Document, key: Any, document: Document) -> None:
        """Something near: the next number, the name of something else, a letter less."""
        value = inside[key]
        if isinstance(value, bool) or value is None:
            inside[key] = not value
        elif isinstance(value, int | float):
            inside[key] = value + self.rng.choice((-10, -2, -1, 1, 2, 10, 0.5))
        elif isinstance(value, str):
            near = [found for path in ways(document) if isinstance(found := at(document, path), str)]
            inside[key] = self.rng.choice(
                (value[:-1], value + "x", value.upper(), self.rng.choice(near), self.rng.choice(near))
            )
        else:
            self.shuffle(inside, key, document)

    def retype(self, inside: Document, key: Any, document: Document) -> None:
        value = inside[key]
        inside[key] = self.rng.choice((str(value), [value], {"value": value}, json.dumps(value), None, bool(value)))

    def repeat(self, inside: Document, key: Any, document: Document) -> None:
        """The same once more: an item, or a value under another key."""
        value = json.loads(json.dumps(inside[key]))
        if isinstance(inside, list):
            inside[key:key] = [value] * self.rng.choice((1, 1, 2, 50))
        else:
            inside[self.rng.choice((f"{key}x", key[:-1], "", *inside))] = value

    def splice(self, inside: Document, key: Any, document: Document) -> None:
        """A part of this document, or of another, in the place of this one: usually what could stand there."""
        source = self.rng.choice((document, self.donor))
        found = [(path[-1], at(source, path)) for path in ways(source)]
        alike = [value for _, value in found if type(value) is type(inside[key])]
        same = [value for name, value in found if name == key and type(value) is type(inside[key])]
        values = self.rng.choice((same, same, alike)) or [value for _, value in found] or [None]
        inside[key] = json.loads(json.dumps(self.rng.choice(values)))

    def shuffle(self, inside: Document, key: Any, document: Document) -> None:
        value = inside[key]
        if isinstance(value, list):
            self.rng.shuffle(value)
        elif isinstance(value, dict) and len(value) > 1:
            one, other = self.rng.sample(list(value), 2)
            value[one], value[other] = value[other], value[one]
        else:
            self.replace(inside, key, document)

    def text(self, body: bytes) -> bytes:
        """What happens to a file on its way: cut, damaged, recoded, pasted together."""
        rng, place = self.rng, self.rng.randrange(len(body) + 1)
        end = min(place + rng.choice((1, 4, 60)), len(body))
        return rng.choice(
            (
                body[:place],
                body[place:],
                body[:place] + bytes(rng.randrange(256) for _ in range(3)) + body[end:],
                body[:place] + body[end:],
                body[:end] + body[place:],
                body + body,
                b"\xef\xbb\xbf" + body,
                body.decode("utf-8", "surrogatepass").encode("utf-16", "surrogatepass"),
                body.replace(b":", b": NaN,", 1),
                body.replace(b"{", b"{" * 30_000, 1),
                b"[" * 50_000 + body,
                body.replace(b"1", "\u0661".encode()),
                body.replace(b'"', b"'"),
                b"",
            )
        )


# ---------------------------------------------------------------- trying


def spoilt(mutator: Mutator, document: Document) -> bytes:
    body = json.dumps(document).encode()
    return mutator.text(body) if mutator.rng.random() < 0.1 else body


def mutated(rng: Random, found: Corpus, kind: str) -> bytes:
    """A record or a position of these, with something wrong in it; the digest of a record usually fits."""
    mutator = Mutator(rng, rng.choice(found.positions))
    document = mutator.document(rng.choice(found.records if kind == "record" else found.positions))
    if kind == "record" and isinstance(document, dict) and rng.random() < 0.9:
        with contextlib.suppress(UnicodeEncodeError, OverflowError, ValueError):
            document["digest"] = digest(document)
    return spoilt(mutator, document)


def read_and_play(kind: str, body: bytes, seed: int) -> str:
    """Read a file and play on; gives what became of it."""

    def begin() -> Game:
        document = read_json(body)
        return grognard.replay(document) if kind == "record" else grognard.setup(document, seed=seed)  # type: ignore[arg-type]

    return played_or_refused(begin, seed)


def played_or_refused(begin: Callable[[], Game], seed: int) -> str:
    """What becomes of a game that is begun from a file: it is looked at and played on, or refused in a sentence."""
    try:
        game = begin()
    except (GrognardError, ValueError) as fault:
        if not isinstance(fault, GrognardError) and type(fault) is not ValueError:
            raise
        check_sentence(str(fault))
        return "refused"
    look(game)
    return play_on(game, Random(seed))


def check_untrusted_input(scenario: Scenario, seed: int, cases: int) -> None:
    """So many mutated records and positions are played, or refused in a sentence."""
    found = corpus(scenario, seed)
    for number in range(cases):
        kind = ("position", "record")[number % 2 if found.records else 0]
        body = mutated(Random(f"{seed} {number}"), found, kind)
        try:
            read_and_play(kind, body, seed)
        except Nonconforming as fault:
            raise Nonconforming(f"a mutated {kind}: {fault}") from fault
        except Exception as fault:
            raise Nonconforming(f"a mutated {kind} is neither played nor refused in a sentence: {fault!r}") from fault


def check_sentence(words: str) -> None:
    """One line, not endless, that can be printed."""
    if not words or len(words) > 1500 or not words.isprintable():
        raise Nonconforming(f"refused, but not in a sentence: {words[:300]!r}")


def look(game: Game) -> None:
    """At all that anybody at the table is shown."""
    for seat in (None, *game.seats):
        game.view(seat)
        game.rules.picture(game, seat)
        game.rules.listing(game, seat)
        game.events(seat)
    for seat in game.seats:
        decision = game.decision(seat)
        str(decision)
        for action in looked_at(game.actions(seat))[:20]:
            game.seat(seat).said(action)
    for fight in game.rules.fights(game)[:2]:
        with contextlib.suppress(GrognardError):
            grognard.forecast(game, fight)
    game.record()


def play_on(game: Game, rng: Random) -> str:
    """Some moves at random; a move that finds out that the file cannot be changes nothing."""
    for _ in range(MOVES):
        if game.over is not None:
            return "played to the end"
        if not game.actors:
            raise Nonconforming("nobody is asked and the game is not over")
        seat = rng.choice(game.actors)
        action = drawn(game.actions(seat), rng.random())
        before = game.position()
        try:
            game.play(seat, action)
        except GrognardError as fault:
            check_sentence(str(fault))
            if game.position() != before:
                raise Nonconforming(f"refused, but something has changed: {fault}") from fault
            return "refused in play"
        for other in game.seats:
            looked_at(game.actions(other), 1)
        game.view(None)
    return "played on"
