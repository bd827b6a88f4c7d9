"""Files as strangers might write them: real records, positions and overlays, mutated by a seed.

`python -m tests.battery.strangers FIRST COUNT` tries so many cases one after another. It stops at the first that is neither
played nor refused in a sentence, that takes too long, or at the end if memory has grown; each case is named by its seed, and
`python -m tests.battery.strangers SEED 1` tries it again.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import io
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

import grognard
from grognard import games
from grognard.cli import main
from grognard.core.choices import drawn
from grognard.core.dice import Dice
from grognard.core.documents import read_json
from grognard.core.errors import GrognardError
from grognard.core.games import Game
from grognard.core.records import digest
from grognard.core.scenarios import Scenario, installed
from grognard.players import player
from grognard.testing.playing import STYLES, looked_at, variants

MOVES = 12
"""How many moves a file that was accepted is played on."""
TOO_LONG = 2.0
"""The most seconds of work for one case, when they are watched."""
HANGS = 240
"""After so many seconds a case that is watched is given up."""
GROWTH = 100_000_000
"""The most bytes by which memory may grow once everything has been loaded."""
BLOCK = 500
"""How many cases are made of the same games."""

Document = Any


class Case(NamedTuple):
    """A file that a stranger wrote: what it is of, and what it holds."""

    kind: str
    scenario: Scenario
    body: bytes
    name: str = ""
    """Of an overlay: the path of the file."""


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
    """The positions of a whole game, and records of its beginning and from some of its positions."""
    rng = Random(f"{scenario.id} {seed}")
    subject = rng.choice(variants(scenario))
    game = subject.new(seed, Dice.live("a game", secret=bytes(32)) if rng.random() < 0.5 else None)
    players = {seat: player(rng.choice(STYLES), seed + place) for place, seat in enumerate(game.seats)}
    positions, records = [], []
    while game.over is None:
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


@lru_cache
def data_files(scenario: Scenario) -> dict[str, Document]:
    """The data files of a scenario's game and of its series by their paths in an overlay."""
    family, game = scenario.id.replace("-", "_").split("/")[:2]
    root = Path(games.__path__[0], family)
    found = [file for file in sorted(root.rglob("data/*.json")) if file.parent.parent.name in (game, "series")]
    return {f"{file.parent.parent.name}/{file.name}": json.loads(file.read_bytes()) for file in found}


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


# ---------------------------------------------------------------- cases


def case(seed: int) -> Case:
    """The case of a seed, always the same."""
    rng = Random(seed)
    scenario = rng.choice(installed())
    kind = ("record", "position", "overlay")[seed % 3]
    if kind == "overlay":
        return overlay_case(rng, scenario)
    found = corpus(scenario, seed // BLOCK)
    mutator = Mutator(rng, rng.choice(found.positions))
    document = mutator.document(rng.choice(found.records if kind == "record" else found.positions))
    if kind == "record" and isinstance(document, dict) and rng.random() < 0.9:
        with contextlib.suppress(UnicodeEncodeError, OverflowError, ValueError):
            document["digest"] = digest(document)
    return Case(kind, scenario, spoilt(mutator, document))


def spoilt(mutator: Mutator, document: Document) -> bytes:
    body = json.dumps(document).encode()
    return mutator.text(body) if mutator.rng.random() < 0.1 else body


def overlay_case(rng: Random, scenario: Scenario) -> Case:
    """Some values of a data file, mutated: single ones, as an owner enters them, or a whole part of the file."""
    found = data_files(scenario)
    name = rng.choice(sorted(found))
    mutator = Mutator(rng, rng.choice(list(found.values())))
    given: Document = {}
    for _ in range(rng.choice((1, 1, 2, 5))):
        path = rng.choice(list(ways(found[name])))
        merge(given, found[name], path)
    return Case("overlay", scenario, spoilt(mutator, mutator.document(given)), name)


def merge(given: Document, document: Document, path: tuple[Any, ...]) -> None:
    """Give the value at a place, or the whole list that it lies in; of what has an id by the id."""
    inside = given
    for key in path[:-1]:
        document = document[key]
        name = document["id"] if isinstance(document, dict) and isinstance(key, int) and "id" in document else key
        if not isinstance(name, str) or isinstance(document, list):
            inside[str(name)] = json.loads(json.dumps(document))
            return
        if not isinstance(inside.get(name), dict):
            inside[name] = {}
        inside = inside[name]
    key = path[-1]
    value = json.loads(json.dumps(document[key]))
    inside[value["id"] if isinstance(key, int) and isinstance(value, dict) and "id" in value else str(key)] = value


# ---------------------------------------------------------------- trying


class Wrong(AssertionError):
    """A case that was neither played nor refused in a sentence."""


def try_out(tried: Case, seed: int) -> str:
    """Read a case and play on; gives what became of it."""
    try:
        if tried.kind == "overlay":
            game = with_overlay(tried, seed)
        else:
            document = read_json(tried.body)
            if tried.kind == "record":
                game = grognard.replay(document)
            else:
                game = grognard.setup(document, seed=seed)  # type: ignore[arg-type]
    except (GrognardError, ValueError) as fault:
        if not isinstance(fault, GrognardError) and type(fault) is not ValueError:
            raise
        check_sentence(str(fault))
        return "refused"
    look(game)
    return play_on(game, Random(seed))


def with_overlay(tried: Case, seed: int) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, tried.name)
        file.parent.mkdir()
        file.write_bytes(tried.body)
        return grognard.new(tried.scenario.id, seed=seed, components=folder)


def check_sentence(words: str) -> None:
    """One line, not endless, that can be printed."""
    if not words or len(words) > 1500 or not words.isprintable():
        raise Wrong(f"refused, but not in a sentence: {words[:300]!r}")


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
            raise Wrong("nobody is asked and the game is not over")
        seat = rng.choice(game.actors)
        action = drawn(game.actions(seat), rng.random())
        before = game.position()
        try:
            game.play(seat, action)
        except GrognardError as fault:
            check_sentence(str(fault))
            if game.position() != before:
                raise Wrong(f"refused, but something has changed: {fault}") from fault
            return "refused in play"
        for other in game.seats:
            looked_at(game.actions(other), 1)
        game.view(None)
    return "played on"


COMMANDS = {"record": (["show"], ["replay"], ["verify"], ["odds"]), "position": (["show"], ["odds"], ["odds", "--exact"])}


def try_command(tried: Case, seed: int) -> None:
    """The same on the command line: it says what it found, or one sentence."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, tried.name or "game.json")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(tried.body)
        if tried.kind == "overlay":
            argv = ["new", tried.scenario.id, "--components", folder]
        else:
            argv = [*rng.choice(COMMANDS[tried.kind]), str(file)]
        told, complaint = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(complaint):
            code = main(argv)
    words = complaint.getvalue()
    if code == 2:
        if words.count("\n") != 1:
            raise Wrong(f"{argv[0]} refuses, but not in a sentence: {words[:300]!r}")
        check_sentence(words.strip())
    elif code != 0 or words:
        raise Wrong(f"{argv[0]} ends with {code}: {words[:300]!r}")


def check(seed: int) -> str:
    """Try the case of a seed, now and then on the command line as well; a fault names the seed."""
    tried = case(seed)
    try:
        outcome = f"{tried.kind} {try_out(tried, seed)}"
        if seed % 10 == 0:
            try_command(tried, seed)
    except Exception as fault:
        raise AssertionError(
            f"case {seed}, {tried.kind} of {tried.scenario.id} ({fault!r}); "
            f"python -m tests.battery.strangers {seed} 1 tries it again"
        ) from fault
    return outcome


# ---------------------------------------------------------------- many cases, watched


def memory() -> int:
    """How many bytes this process holds, where the system says."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def load_what_stays() -> None:
    """Some rules of every scenario stay at hand when nobody uses them: make them now, and what they work out in play."""
    for scenario in installed():
        for subject in variants(scenario):
            random_moves(subject.new(1), Random(1), 100)


def settled_memory() -> int:
    """How many bytes stay when all that is kept for the next cases only is gone."""
    corpus.cache_clear()
    gc.collect()
    return memory()


def watched(first: int, count: int) -> Counter[str]:
    """Try so many cases; none may hang or work too long, and memory may not grow."""
    outcomes: Counter[str] = Counter()
    held = 0
    for number in range(count):
        seed = first + number
        faulthandler.dump_traceback_later(HANGS, exit=True)
        if number == count // 2:
            load_what_stays()
            held = settled_memory()
        corpus(case(seed).scenario, seed // BLOCK)  # made beforehand: playing whole games takes its time
        sys.stderr.write(f"case {seed}\n")
        start = time.process_time()
        outcomes[check(seed)] += 1
        took = time.process_time() - start
        faulthandler.cancel_dump_traceback_later()
        if took > TOO_LONG:
            raise AssertionError(f"case {seed} took {took:.1f} s of work")
    grown = settled_memory() - held
    if held and grown > GROWTH:
        raise AssertionError(f"memory has grown by {grown // 1_000_000} MB over {count} cases from {first} on")
    return outcomes


if __name__ == "__main__":
    for outcome, times in sorted(watched(*map(int, sys.argv[1:3])).items()):
        print(f"{times:6} {outcome}")
