"""Records: the log is the truth. A header and the entries, choices and rolls; replay is exact."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from grognard.core import driving
from grognard.core.actions import Vocabulary
from grognard.core.dice import Dice, Fast, Live, Recorded, Scripted
from grognard.core.documents import document_fault, in_short, shortened, whole_number
from grognard.core.errors import GrognardError, IllegalAction, RecordError
from grognard.core.games import AgreedDraw, Choice, Entry, Faces, Game, Resignation, Return, Undo
from grognard.core.overlays.folders import Components, disagreement
from grognard.core.positions import setup
from grognard.core.rules import Rules
from grognard.core.scenarios import find

FORMAT = 1
HIDDEN = "(sealed)"
AGREE_DRAW = "agree draw"
SECRET = re.compile(r"([0-9a-f]{2})+")
NOT_ITSELF = "This record does not replay to itself: a roll or a choice is missing or left over."


def write(game: Game, seat: str | None = None) -> dict[str, Any]:
    """The record of a game; with a seat, without the secret of the dice and what is still sealed to that seat."""
    dice = game.dice.header()
    if seat is not None:
        public = {"kind", "game", "nonces", "commitment"} | ({"secret"} if game.over is not None else set())
        dice = {key: value for key, value in dice.items() if key in public}
    header: dict[str, Any] = {
        "grognard-record": FORMAT,
        "scenario": game.scenario.id,
        "options": game.options,
        "rules": game.rules.version,
        "dice": dice,
    }
    if game.rules.stamp is not None:
        header["components"] = msgspec.to_builtins(game.rules.stamp)
    if game.opening is not None:
        header["position"] = game.opening if seat is None or game.over else game.rules.redact(game.opening, seat)
    header["entries"] = encoded_entries(game, seat)
    header["digest"] = digest(header)
    return header


def encoded_entries(game: Game, seat: str | None) -> list[str]:
    """The log as text; with a seat, without what that seat may not read."""
    hidden = hidden_entries(game, seat)
    return [
        f"{encode_entry(entry).partition(' ')[0]} {HIDDEN}" if place in hidden else encode_entry(entry)
        for place, entry in enumerate(game.entries.since(0))
    ]


def hidden_entries(game: Game, seat: str | None) -> set[int]:
    """The log positions that a seat may not read: answers still sealed or undone unseen, and draws shown only to others."""
    if seat is None:
        return set()
    if game.over is not None:
        return game.rules.secret_entries(game, seat)
    return hidden_now(game, seat, *hidden_at_return(seat, game.entries.since(0)))


def hidden_now(game: Game, seat: str, last: int, hidden_then: set[int]) -> set[int]:
    """The same in the middle of a game. What was shown before an agreed return was seen, whatever the position says now."""
    hidden = game.rules.secret_entries(game, seat) | sealed_entries(seat, game.entries.since(0))
    return {place for place in hidden if place > last or place in hidden_then}


def hidden_at_return(seat: str, entries: Sequence[Entry]) -> tuple[int, set[int]]:
    """The position of the last agreed return (-1: none), and the positions that a seat could not read then."""
    last, hidden = -1, set[int]()
    for place, entry in enumerate(entries):
        if isinstance(entry, Return):
            last = place
            hidden -= entry.shown[seat]
            hidden |= entry.hidden[seat]
    return last, hidden


def agreed_return(game: Game, moment: int) -> Return:
    """The entry for going back to a moment, with what each seat could not read until now.

    It contains only what has changed since the previous return, or countless returns would fill the memory.
    """
    hidden: dict[str, frozenset[int]] = {}
    shown: dict[str, frozenset[int]] = {}
    for seat in game.seats:
        last, before = hidden_at_return(seat, game.entries.since(0))
        now = hidden_now(game, seat, last, before)
        hidden[seat] = frozenset(place for place in now if place > last)
        shown[seat] = frozenset(before - now)
    return Return(moment, hidden, shown)


def sealed_entries(seat: str, entries: Sequence[Entry]) -> set[int]:
    """The positions of answers that have not been shown to a seat, and of draws shown only to others."""
    answers, draws = set[int](), set[int]()
    for place, entry in enumerate(entries):
        if isinstance(entry, Choice):
            if entry.sealed and entry.seat != seat:
                answers.add(place)
        elif isinstance(entry, Faces) and (entry.shown is None or (entry.shown and seat not in entry.shown)):
            draws.add(place)
    return draws | (answers - opened_places(entries) if answers else answers)


def opened_places(entries: Sequence[Entry]) -> set[int]:
    """The positions of sealed answers that were shown: the last answer to a question shows all answers to it."""
    opened: set[int] = set()
    for place, course in enumerate(courses(entries)[1:]):
        entry = entries[place]
        if isinstance(entry, Choice) and entry.opens:
            while course is not None and course[0] not in opened and is_sealed(entries[course[0]]):
                opened.add(course[0])
                course = course[1]
    return opened


def is_sealed(entry: Entry) -> bool:
    return isinstance(entry, Choice) and entry.sealed


def encode_entry(entry: Entry) -> str:
    """An entry as text: `british go 1108`, `roll 7`, `undo british`, `resign british`, `return 57`, `agree draw`."""
    match entry:
        case Choice(seat, action):
            return f"{seat} {action}"
        case Faces(faces):
            return "roll " + " ".join(str(face) for face in faces)
        case Undo(seat):
            return f"undo {seat}"
        case Resignation(seat):
            return f"resign {seat}"
        case Return(entries):
            return f"return {entries}"
        case AgreedDraw():
            return AGREE_DRAW


def digest(record: dict[str, Any]) -> str:
    """A short hash of everything else, to detect a truncated or edited record."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    return hashlib.sha256(msgspec.json.encode(rest, order="sorted")).hexdigest()[:16]


def check(record: object) -> dict[str, Any]:
    """The record, if it is valid, complete and of a supported version."""
    fault = document_fault(record)
    if fault is not None:
        raise RecordError(f"This record cannot be read: {fault}.")
    if not isinstance(record, dict) or "grognard-record" not in record:
        raise RecordError("This is not a Grognard record: it has no field 'grognard-record'.")
    version = record["grognard-record"]
    if type(version) is not int or not 1 <= version <= FORMAT:
        raise RecordError(
            f"This record is of format {in_short(version)}, and this version reads up to {FORMAT}; install a newer Grognard."
        )
    missing = [key for key in ("scenario", "options", "entries", "digest") if key not in record]
    if missing:
        raise RecordError(f"This record is incomplete: it has no field '{missing[0]}'; get it again from its source.")
    if digest(record) != record["digest"]:
        raise RecordError("This record was edited or cut short: its digest does not match; get it again from its source.")
    if not isinstance(record["scenario"], str) or not isinstance(record["options"], dict):
        raise RecordError("The scenario or the options of this record cannot be read; get it again from its source.")
    if not isinstance(record.get("rules"), str):
        raise RecordError("This record does not say by which version of the rules it was played; get it again from its source.")
    if not isinstance(record["entries"], list) or not all(isinstance(entry, str) for entry in record["entries"]):
        raise RecordError("The entries of this record are not a list of texts; get it again from its source.")
    return record


Course = tuple[int, "Course"] | None
"""The entries that have not been undone at some length of a log: the position of the last, and those before it."""


def courses(entries: Sequence[Entry], known: Sequence[Course] = (None,)) -> list[Course]:
    """What has not been undone after each number of entries, from none to all; `known` is the same for a shorter log."""
    found = list(known)
    for place in range(len(found) - 1, len(entries)):
        entry, now = entries[place], found[-1]
        if isinstance(entry, Undo):
            choice = last_choice(entries, now)
            found.append(choice and choice[1])
        elif isinstance(entry, Return):
            found.append(found[entry.entries] if 0 <= entry.entries < place else now)
        else:
            found.append((place, now))
    return found


def last_choice(entries: Sequence[Entry], course: Course) -> Course:
    """What is left up to the last choice, if nothing was rolled since: otherwise it cannot be undone."""
    return course if course is not None and isinstance(entries[course[0]], Choice) else None


def taken_back(entries: Sequence[Entry], stood: Sequence[Course], since: int = 0) -> dict[int, int]:
    """For every undo and agreed return from a log position on, the number of entries at the moment it goes back to."""
    found: dict[int, int] = {}
    for place in range(since, len(entries)):
        entry = entries[place]
        if isinstance(entry, Return):
            found[place] = entry.entries
        elif isinstance(entry, Undo) and (choice := last_choice(entries, stood[place])) is not None:
            found[place] = choice[0]
    return found


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that are left once every undo and agreed return has been carried out."""
    return [entries[place] for place in standing_places(entries)]


def standing_places(entries: Sequence[Entry]) -> list[int]:
    """Their positions in the log."""
    kept: list[int] = []
    course = courses(entries)[-1]
    while course is not None:
        kept.append(course[0])
        course = course[1]
    return kept[::-1]


def start(rules: Rules, opening: dict[str, Any] | None, dice: Dice) -> Game:
    """A game at its very beginning: from the rules, or from the position it was set up from."""
    if opening is not None:
        return setup(opening, dice, rules.scenario.overlay)
    game = rules.game_class(rules.scenario, rules.options, dice)
    driving.take_state(game, rules.opening())
    driving.begin(game, rules.first_procedure(game.state))
    return game


def restart(game: Game, entries: Sequence[Entry]) -> Game:
    """The same game replayed with the given entries."""
    again = start(game.rules, game.opening, Recorded(faces_of(entries), game.dice))
    for entry in entries:
        if isinstance(entry, Choice):
            again.play(entry.seat, entry.action)
        elif isinstance(entry, Resignation):
            again.resign(entry.seat)
    again.dice = game.dice
    return again


def read_entries(record: dict[str, Any], vocabulary: Vocabulary) -> list[Entry]:
    """The entries of a record from their text."""
    entries: list[Entry] = []
    for number, words in enumerate(record["entries"], 1):
        head, _, rest = words.partition(" ")
        try:
            if rest == HIDDEN:
                raise RecordError(
                    f"Entry {number} of this record is still sealed to its reader; only the full record can be replayed."
                )
            if head == "roll":
                entries.append(Faces(tuple(whole_number(face) for face in rest.split(" "))))
            elif head == "undo":
                entries.append(Undo(rest))
            elif head == "resign":
                entries.append(Resignation(rest))
            elif head == "return":
                entries.append(Return(whole_number(rest)))
            elif words == AGREE_DRAW:
                entries.append(AgreedDraw())
            else:
                entries.append(Choice(head, vocabulary.parse(rest)))
        except RecordError:
            raise
        except (ValueError, GrognardError) as fault:
            raise RecordError(f"Entry {number} of this record, '{shortened(words)}', cannot be read: {fault}") from None
    return entries


def dice_of(record: dict[str, Any]) -> Dice | None:
    """The dice for the continuation of a record, if it has any."""
    match record.get("dice") or {}:
        case {"kind": "fast", "seed": seed} if type(seed) is int:
            return Fast(seed)
        case {"kind": "script", "faces": list(faces)} if all(type(face) is int for face in faces):
            return Scripted(faces)
        case {"kind": "live", "game": str(game), "nonces": dict(nonces), "secret": str(secret)} if all(
            isinstance(nonce, str) for nonce in nonces.values()
        ) and SECRET.fullmatch(secret):
            return Live(game, nonces, bytes.fromhex(secret))
        case dict(dice) if not dice.keys() & {"seed", "faces", "secret"}:
            return None  # a record that somebody at the table was given
    raise RecordError("The dice of this record cannot be read; get it again from its source.")


def faces_of(entries: Sequence[Entry]) -> list[int]:
    """Every die result, in order."""
    return [face for entry in entries if isinstance(entry, Faces) for face in entry.faces]


def enter(game: Game, entry: Entry, before: Game | None = None) -> None:
    """Replay an entry of the log; rolls follow automatically. `before` is a copy of the moment it goes back to."""
    match entry:
        case Choice(seat, action):
            game.play(seat, action)
        case Undo(seat):
            game.undo(seat, before)
        case Resignation(seat):
            game.resign(seat)
        case Return(moment):
            game.return_to(moment, before)
        case AgreedDraw():
            game.agree_draw()


def play_through(game: Game, entries: Sequence[Entry]) -> Iterator[None]:
    """Replay the entries of a log, yielding after each except rolls."""
    return play_on(game, entries, 0, taken_back(entries, courses(entries)))


def play_on(
    game: Game,
    entries: Sequence[Entry],
    since: int,
    back: Mapping[int, int],
    earlier: Callable[[int], Game] | None = None,
) -> Iterator[None]:
    """The same from a log position on; `back` says where each undo and return from there on goes back to.

    A copy of every such moment is kept until its last use, so the cost depends only on the number of entries, whatever is
    undone; `earlier` gives the game at a moment before this starts.
    """
    last_use = {moment: place for place, moment in back.items()}
    copies: dict[int, Game] = {}
    for place in range(since, len(entries)):
        entry = entries[place]
        if isinstance(entry, Faces):
            continue
        if game.entries.length != place:
            raise RecordError(NOT_ITSELF)
        if place in last_use:
            copies[place] = game.copy()
        moment = back.get(place)
        before = copies.get(moment) if moment is not None else None
        if moment is not None and before is not None and last_use[moment] == place:
            del copies[moment]
        elif before is not None:
            before = before.copy()
        elif moment is not None and moment < since and earlier is not None:
            before = earlier(moment)
        try:
            enter(game, entry, before)
        except IllegalAction as fault:
            raise RecordError(f"Entry {place + 1} of this record, '{encode_entry(entry)}', is not legal: {fault}") from None
        except GrognardError as fault:
            raise RecordError(f"Entry {place + 1} of this record, '{encode_entry(entry)}', cannot be played: {fault}") from None
        yield


def check_texts(game: Game, record: dict[str, Any]) -> None:
    """After a replay, the log of the game must equal the record's."""
    if encoded_entries(game, None) != record["entries"]:
        raise RecordError(NOT_ITSELF)


def is_earlier(version: object, than: str) -> bool:
    """Whether one version of the rules comes before another; versions are counted."""
    return isinstance(version, str) and version.isdecimal() and than.isdecimal() and int(version) < int(than)


def rules_of(data: dict[str, Any], components: Components | None, or_later: bool = False) -> Rules:
    """The rules and components a record was played with, if they are available; or those that came later, for who asks so."""
    scenario = find(data["scenario"], components)
    rules = scenario.rules(scenario.complete(data["options"]))
    if data.get("rules") != rules.version and not (or_later and is_earlier(data.get("rules"), rules.version)):
        raise RecordError(
            f"This record was played by version {data.get('rules')} of the rules of '{scenario.id}',"
            f" and this is version {rules.version}; replay it with that version."
        )
    if rules.stamp is not None and data.get("components") is None:
        raise RecordError("This record was made with the game's own components; leave --components (components=...) out.")
    fault = disagreement("record", data.get("components"), rules.stamp, scenario.overlay)
    if fault is not None:
        raise RecordError(fault)
    return rules


def replay(record: object, dice: Dice | None = None, upto: int | None = None, components: Components | None = None) -> Game:
    """The exact game of a record; it can be continued with the given dice or those of the record.

    A record of earlier rules is replayed by those of today if they lead to the same log.
    """
    data = check(record)
    rules = rules_of(data, components, or_later=True)
    try:
        return _replayed(data, rules, dice, upto)
    except GrognardError as fault:
        if data["rules"] == rules.version:
            raise
        raise RecordError(
            f"This record was played by version {data['rules']} of the rules of '{rules.scenario.id}', and version"
            f" {rules.version} does not lead to the same game: {fault} Replay it with that version."
        ) from None


def _replayed(data: dict[str, Any], rules: Rules, dice: Dice | None, upto: int | None) -> Game:
    entries = read_entries(data, rules.vocabulary)
    if upto is not None:
        entries = entries[:upto]
    after = dice or dice_of(data)
    game = start(rules, data.get("position"), Recorded(faces_of(entries), after))
    for _ in play_through(game, entries):
        pass
    if upto is None:
        check_texts(game, data)
    if after is not None:
        game.dice = after
    return game


def verify(record: object, components: Components | None = None) -> int:
    """Check every roll of a finished live game against its committed secret; returns the number of rolls."""
    data = check(record)
    header = data.get("dice")
    if not isinstance(header, dict) or header.get("kind") != "live":
        raise RecordError("This game was not played with live dice, so there is nothing to verify.")
    if "secret" not in header:
        raise RecordError("The secret of these dice is not in the record; it is shown when the game is over.")
    dice = dice_of(data)
    if not isinstance(dice, Live) or dice.commitment != header.get("commitment"):
        raise RecordError("The secret does not match the commitment published when the game started.")
    rules = rules_of(data, components)
    entries = read_entries(data, rules.vocabulary)
    recorded = faces_of(entries)
    game = start(rules, data.get("position"), dice)
    checked = check_faces(game, recorded, 0, 0)
    known = game.entries.length
    for _ in play_through(game, entries):
        checked = check_faces(game, recorded, known, checked)
        known = game.entries.length
    if checked != len(recorded):
        raise RecordError(f"This game has {len(recorded)} rolls in its record and {checked} when it is replayed.")
    return checked


def check_faces(game: Game, recorded: Sequence[int], since: int, checked: int) -> int:
    """Compare the rolls since a log position with the record; returns how many dice have been checked so far."""
    for face in faces_of(game.entries.since(since)):
        if checked == len(recorded):
            raise RecordError(f"This game has {checked} rolls in its record and more when it is replayed.")
        if face != recorded[checked]:
            number, claimed = checked + 1, recorded[checked]
            raise RecordError(f"Roll {number} of this game is recorded as {claimed}, but the committed dice show {face}.")
        checked += 1
    return checked
