"""Every key that the code can speak has English words, and the words ask only for what is given."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

import grognard
import grognard.games
from grognard.core.actions import Action, Decision, kebab
from grognard.core.events import Ended, Event, Rolled, tell
from grognard.core.games import Options
from grognard.core.texts import flatten, has_text, packages_around, text, words_in
from grognard.games.revolution.savannah.cards.playing import Playing
from grognard.games.revolution.series.data_schema import ArmyMoraleData, TacticsData, component
from grognard.players import player

T = TypeVar("T")

SOURCE = Path(grognard.__path__[0])
FILES = sorted(SOURCE.rglob("data/texts/en.toml"))
SERIES = "grognard.games.revolution.series"

for module in pkgutil.walk_packages(grognard.__path__, "grognard."):
    importlib.import_module(module.name)


class Key(NamedTuple):
    """A key in the code, and the arguments given with it; None where the code puts them together elsewhere."""

    key: str
    args: frozenset[str] | None
    place: str
    file: Path


@cache
def english() -> dict[str, str]:
    found: dict[str, str] = {}
    for file in FILES:
        found |= flatten(tomllib.loads(file.read_text(encoding="utf-8")))
    return found


def placeholders(words: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(words) if field is not None}


def tables(words: str) -> set[str]:
    """The tables that `{field:table}` names."""
    return {spec for _, _, spec, _ in string.Formatter().parse(words) if spec and spec[0].isalpha() and spec != "g"}


# ---------------------------------------------------------------- the keys in the code


KINDS = {
    "Reason": (0, "key", 2, ""),
    "Modifier": (1, "label", 3, ""),
    "Ask": (3, "prompt", 6, "prompt."),
    "Roll": (0, "purpose", -1, "roll."),
}
"""For each call with a key: where the key stands, its name, where the arguments stand, and the table of the key."""


REFUSALS = {"refused": "server.", "malformed": "server.malformed."}
"""The calls by which the server refuses something: the table of the key; the arguments are those of the call, but for `seq`."""


KEYS_FOUND_ELSEWHERE = (
    "self.prompt",
    "f'window-{self.name}'",
    "f'server.{error}'",
    "f'server.malformed.{what}'",
    "f'server.{key}'",
    "f'result.{result}'",
)
"""Prompts of EachInOrder are found where its subclasses name them, those of windows by games, refusals where they are made;
results of tables are words of data, and the tests of the server ask for the words of each."""


def argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    if 0 <= place < len(call.args):
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def literals(node: ast.expr | None, scope: ast.AST) -> list[str] | None:
    """The values a key can have: a literal, either branch of a condition, or a name given such a value nearby."""
    match node:
        case ast.Constant(value=str(value)):
            return [value]
        case ast.IfExp(body=one, orelse=other):
            found = [literals(branch, scope) for branch in (one, other)]
            return [key for keys in found if keys is not None for key in keys] if None not in found else None
        case ast.Name(id=name):
            for statement in ast.walk(scope):
                if isinstance(statement, ast.Assign) and any(
                    isinstance(t, ast.Name) and t.id == name for t in statement.targets
                ):
                    return literals(statement.value, scope)
    return None


def arguments_given(node: ast.expr | None, scope: ast.AST) -> frozenset[str] | None:
    """The names in a dict of arguments, written in place or given a name nearby; none where there is no such argument."""
    match node:
        case None:
            return frozenset()
        case ast.Dict(keys=keys):
            return frozenset(key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
        case ast.Name(id=name):
            for statement in ast.walk(scope):
                if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                    if statement.target.id == name:
                        return arguments_given(statement.value, scope)
                if not isinstance(statement, ast.Assign):
                    continue
                for target in statement.targets:
                    if isinstance(target, ast.Name) and target.id == name:
                        return arguments_given(statement.value, scope)
                    if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                        for part, value in zip(target.elts, statement.value.elts, strict=True):
                            if isinstance(part, ast.Name) and part.id == name:
                                return arguments_given(value, scope)
    return None


WANTED = (ast.Call, ast.Assign, ast.AnnAssign)


def calls_and_assignments(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Each with the innermost function that it is in."""
    found: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
    while found:
        node, scope = found.pop()
        if isinstance(node, WANTED):
            yield node, scope
        within = node if isinstance(node, ast.FunctionDef) else scope
        for field in vars(node).values():
            for child in field if isinstance(field, list) else (field,):
                if isinstance(child, ast.AST) and child._fields:
                    found.append((child, within))


@cache
def code() -> dict[Path, list[tuple[ast.AST, ast.AST]]]:
    """What the code says, read once."""
    return {
        file: [*calls_and_assignments(ast.parse(file.read_text(encoding="utf-8")))] for file in sorted(SOURCE.rglob("*.py"))
    }


@cache
def keys_in_code() -> list[Key]:
    return [*search()]


def search() -> Iterator[Key]:
    for file, node, scope in ((file, *found) for file, nodes in code().items() for found in nodes):
        if isinstance(node, ast.AnnAssign | ast.Assign) and isinstance(node.value, ast.Constant):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name) and target.id == "prompt" and isinstance(node.value.value, str):
                yield Key("prompt." + node.value.value, frozenset(), f"{file.name}:{node.lineno}", file)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in REFUSALS:
            given = frozenset(keyword.arg for keyword in node.keywords if keyword.arg not in (None, "seq"))
            for key in literals(node.args[0], scope) or ():
                yield Key(REFUSALS[node.func.id] + key, given, f"{file.name}:{node.lineno}", file)
        if node.func.id not in KINDS:
            continue
        key_place, key_name, args_place, table = KINDS[node.func.id]
        written = argument(node, key_place, key_name)
        if isinstance(scope, ast.Module):
            continue  # NOT_OFFERED, which the driver replaces by a refusal with arguments
        place = f"{file.name}:{node.lineno}"
        keys = literals(written, scope)
        if keys is None:
            assert written is not None, f"{place} gives no key"
            spelled = ast.unparse(written)
            assert spelled in KEYS_FOUND_ELSEWHERE, f"{place}: what can {spelled} be?"
            continue
        args = arguments_given(argument(node, args_place, "args"), scope)
        for key in keys:
            yield Key(table + key, args, place, file)


def subclasses(kind: type[T]) -> Iterator[type[T]]:
    for child in kind.__subclasses__():
        yield child
        yield from subclasses(child)


def ours(kind: type) -> bool:
    """Tests have events and actions of their own."""
    return kind.__module__.startswith("grognard.")


EVENTS = sorted((kind for kind in subclasses(Event) if ours(kind)), key=lambda kind: kind.__name__)
ACTIONS = sorted((kind for kind in subclasses(Action) if ours(kind)), key=lambda kind: kind.__name__)


def test_the_code_was_searched():
    assert len(keys_in_code()) > 120
    assert len(EVENTS) > 30
    assert len(ACTIONS) > 30
    assert len(FILES) > 3


@cache
def readings() -> dict[str, list[Mapping[str, str]]]:
    """For each package of a game what its keys may mean: the texts of every game that it is a part of."""
    found: dict[str, list[Mapping[str, str]]] = {}
    for packages in {scenario.rules(scenario.complete(None)).text_packages for scenario in grognard.catalogue()}:
        for package in packages:
            found.setdefault(package, []).append(words_in(packages, "en"))
    return found


def lacking(found: Key) -> bool:
    """Whether a game that says this would find no words for it in its own packages."""
    module = ".".join(("grognard", *found.file.relative_to(SOURCE).with_suffix("").parts))
    package = next(iter(packages_around(module)), "")
    return any(found.key not in words for words in readings().get(package, ()))


def faults(found: Key) -> Iterator[str]:
    """What is wrong with the words of a key, and where it stands."""
    words = english().get(found.key)
    if words is None:
        yield f"{found.place}: '{found.key}' has no English text"
        return
    if lacking(found):
        yield f"{found.place}: '{found.key}' has an English text only in another game"
    if tables(words):
        yield f"{found.place}: '{found.key}' names tables, but only events and actions are told with tables"
    if unknown := placeholders(words) - (found.args or frozenset()):  # of arguments that come from elsewhere nothing is known
        yield f"{found.place}: '{found.key}' asks for {unknown}, which are not given"


def test_a_key_has_words_that_ask_only_for_what_is_given():
    assert [fault for found in keys_in_code() for fault in faults(found)] == []


def test_an_event_has_words_made_of_its_fields():
    for kind in EVENTS:
        words = english()["event." + kebab(kind.__name__)]
        given = set(kind.__struct_fields__) | ({"dice", "total"} if issubclass(kind, Rolled) else set())
        assert placeholders(words) <= given, kind


def test_an_action_has_a_label_made_of_its_fields():
    for kind in ACTIONS:
        assert placeholders(english()["action." + kebab(kind.__name__)]) <= set(kind.__struct_fields__), kind


# ---------------------------------------------------------------- words in data files and fields


CAUSES = {"note_event": 1, "note_change": 1, "gain_momentum": 2, "change_momentum": 3, "spend_momentum": 3, "lose_or_yield": 2}
"""The calls that give a cause of army morale or momentum, and where in them it stands."""


def causes() -> set[str]:
    found = {event.id for event in component(SERIES, "army_morale.json", ArmyMoraleData).events}
    for tables in SOURCE.rglob("tables.json"):
        found |= {event["id"] for event in json.loads(tables.read_text(encoding="utf-8")).get("army_morale_events", ())}
    for node, _ in (each for nodes in code().values() for each in nodes):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CAUSES:
            written = argument(node, CAUSES[node.func.attr], "cause")
            if isinstance(written, ast.Constant) and isinstance(written.value, str):
                found.add(written.value)
    return found


def test_a_cause_has_words():
    assert [cause for cause in sorted(causes()) if not has_text(f"cause.{cause}")] == []


def outcomes() -> Iterator[tuple[str, str]]:
    for node, scope in (each for nodes in code().values() for each in nodes):
        if isinstance(scope, ast.Module):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Outcome":
            for place, table in ((1, "outcome.level"), (2, "outcome.reason")):
                written = argument(node, place, table.rpartition(".")[2])
                for word in literals(written, scope) or ():
                    yield table, word
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "drawn":
            for word in literals(argument(node, 1, "reason"), scope) or ():
                yield "outcome.reason", word


def test_an_outcome_has_words():
    assert [f"{table}.{word}" for table, word in sorted(set(outcomes())) if not has_text(f"{table}.{word}")] == []


def test_phases_sides_orders_chits_and_options_have_words():
    from grognard.games.revolution.series.pieces import ORDERS
    from grognard.games.revolution.series.positions import OPENING_PHASES
    from grognard.games.revolution.series.sequence import PHASES

    wanted = {f"phase.{phase}" for phase in (*PHASES, *OPENING_PHASES)} | {f"state.{order}" for order in ORDERS}
    wanted |= {f"chit.{chit}" for chit in component(SERIES, "tactics.json", TacticsData).chits}
    for scenario in grognard.catalogue():
        if scenario.id.startswith("revolution/"):
            wanted |= {f"option.{option.name}" for option in scenario.options}
            wanted |= {f"{table}.{seat}" for seat in scenario.seats() for table in ("side", "army")}
    assert {key for key in wanted if not has_text(key)} == set()


# ---------------------------------------------------------------- the files


SENTENCES = ("server.", "lesson.")
"""What is a whole sentence by itself."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.parent.parent.name)
def test_texts_are_one_line_without_a_full_stop_at_the_end(file: Path):
    for key, words in flatten(tomllib.loads(file.read_text(encoding="utf-8"))).items():
        assert words == words.strip(), key
        assert "\n" not in words, key
        assert key.startswith(SENTENCES) or not words.endswith("."), key
        assert words.isascii(), key


def test_no_text_is_left_over():
    used = {found.key for found in keys_in_code()} | {"not-offered", Ended(None, "", "").key}
    used |= {"event." + kebab(kind.__name__) for kind in EVENTS} | {"action." + kebab(kind.__name__) for kind in ACTIONS}
    used |= {f"cause.{cause}" for cause in causes()} | {f"{table}.{word}" for table, word in outcomes()}
    used |= {f"prompt.window-{name}" for name in Playing.windows}
    used |= {key.replace("draw.", "event.drawn-") for key in english() if key.startswith("draw.")}
    checked = ("event.", "action.", "prompt.", "roll.", "cause.", "outcome.")
    assert {key for key in english() if ("." not in key or key.startswith(checked)) and key not in used} == set()


def test_the_tables_that_a_text_names_are_there():
    known = {other.rpartition(".")[0] for other in english()} | {"draw"}
    texts = {key: words for key, words in english().items() if key.startswith(("event.", "action."))}
    assert {key: tables(words) - known for key, words in texts.items() if not tables(words) <= known} == {}


# ---------------------------------------------------------------- whole games


EUTAW, CALL_UP = "eutaw/historical", "eutaw/campaign"
CAMPAIGN, GUILFORD = "guilford/campaign", "guilford/historical"


@pytest.mark.parametrize(
    ("scenario", "name", "seed"),
    [
        (EUTAW, "random", 1),
        (EUTAW, "brawler", 2),
        (EUTAW, "brawler", 3),
        (CALL_UP, "brawler", 4),
        (CAMPAIGN, "random", 1),
        (GUILFORD, "brawler", 2),
        (GUILFORD, "brawler", 3),
    ],
)
def test_all_that_is_said_in_a_game_has_words(scenario: str, name: str, seed: int):
    more: Options = {"reinforcements": "optional"} if scenario == CALL_UP else {}
    game = grognard.new(f"revolution/{scenario}", seed=seed, options={"chits": "any", **more})
    players = {seat: player(name, seed + place) for place, seat in enumerate(game.seats)}
    while game.over is None:
        seat = game.actors[0]
        decision = game.decision(seat)
        assert decision is not None
        check(Decision.WORDS + decision.prompt, str(decision))
        action = players[seat].choose(game.seat(seat))
        fields = {field: getattr(action, field) for field in action.__struct_fields__}
        check("action." + action.word, tell("action." + action.word, fields))
        game.play(seat, action)
    for event in game.events(None):
        check(event.key, str(event))
        if isinstance(event, Rolled):
            assert has_text("roll." + event.purpose)
            for modifier in event.modifiers:
                check(modifier.label, str(modifier))
    assert game.why_not(game.seats[0], action) is not None
    check("the-game-is-over", str(game.why_not(game.seats[0], action)))


def check(key: str, words: str) -> None:
    assert has_text(key), key
    assert "{" not in words, f"{key} was not filled in: {words}"
    assert words != key


def test_pieces_are_called_by_their_names():
    from grognard.games.revolution.series.events import LeadChosen, Retreated, TacticsRevealed

    names = {"nc_bde": "N.C. Brigade", "de_lancey": "de Lancey's"}
    event = Retreated("de_lancey", "1113", "1112")
    assert event.describe(names) == "De Lancey's retreated from 1113 to 1112"
    assert str(event) == event.describe() == "De_lancey retreated from 1113 to 1112"
    assert LeadChosen("british", "de_lancey").describe(names) == "Lead unit: de Lancey's"
    assert str(TacticsRevealed("stand_fast", "turn_flank", "NC")) == "Tactics: Stand Fast against Turn Flank, no combat"


def test_a_roll_is_told_with_its_sum():
    from grognard.core.texts import Modifier

    modifiers = (Modifier(+2, "tactics", "S12.23-4a"), Modifier(-1, "surprise", "E3.5a"))
    assert str(Rolled("rally", (7,), (), "S15.1a", "british")) == "British rally: 7"
    assert str(Rolled("close-combat", (7,), modifiers, "S12.23-5a", "american")) == "American combat roll: 7 +1 = 8"
    assert str(Rolled("rally", (3, 4))) == "Rally: 3+4"


def test_what_has_no_words_is_told_by_its_key():
    class Unheard(Event, frozen=True):
        piece: str

    assert str(Unheard("buffs")) == "Event.unheard {'piece': 'buffs'}"
    assert text("unheard") == "unheard"


def test_why_a_game_ended_reads_alike_for_winner_loser_and_spectator():
    """A reason that says "enemy" or "your" would be read by both sides."""
    reasons = {key: words for key, words in english().items() if key.startswith("outcome.reason.")}
    assert reasons
    assert [key for key, words in reasons.items() if {"enemy", "enemy's", "your", "you"} & set(words.casefold().split())] == []
