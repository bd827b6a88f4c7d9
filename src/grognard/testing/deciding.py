"""One legal list: an action is in it exactly when nothing speaks against it, and what is refused changes nothing."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cache
from random import Random

from grognard.core.actions import Action
from grognard.core.choices import Choices, drawn, only
from grognard.core.errors import UnknownName
from grognard.core.games import Game
from grognard.core.procedures import Ask, AskAll
from grognard.core.rules import Rules
from grognard.core.scenarios import installed
from grognard.core.texts import has_text
from grognard.rulebooks.ledger import Book, current_books, ledger
from grognard.rulebooks.library import library
from grognard.testing.playing import (
    Moment,
    Subject,
    action_table,
    encode,
    fail,
    looked_at,
    offered,
    refusal_of,
    require,
    same,
    through_json,
)

NONSENSE = ("nobody", "", "9999", "0000", "-1")
ODD_NUMBERS = (-1, 0, 64, 99, 10**9)


class Strangers:
    """Actions that may or may not be legal: from the whole table of a scenario, and ones that nobody would ever offer."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.table = action_table(rules)
        self.rng = Random(seed)
        self.values: dict[str, list[object]] = {}
        for action in self.table:
            for field in action.__struct_fields__:
                self.values.setdefault(field, []).append(getattr(action, field))

    def some(self, number: int) -> list[Action]:
        return self.few(self.table, number)

    def few(self, actions: Sequence[Action], number: int) -> list[Action]:
        return self.rng.sample(actions, min(number, len(actions)))

    def like(self, action: Action) -> list[Action]:
        """The action with one field changed."""
        found = []
        for place, field in enumerate(action.__struct_fields__):
            value = getattr(action, field)
            others: list[object] = [self.rng.choice(self.values[field])] if field in self.values else []
            others += [value - 1, value + 1, *ODD_NUMBERS] if isinstance(value, int) else NONSENSE
            fields = [getattr(action, name) for name in action.__struct_fields__]
            found += [type(action)(*fields[:place], other, *fields[place + 1 :]) for other in others]
        return found


def snapshot(game: Game) -> bytes:
    counts = [game.entries.length, game.happened.length, game.rolled, game.known]
    return encode([game.position(), game.sealed, counts]) + offered(game)


def known_rules() -> frozenset[str]:
    """Every rule of every ledger that a table of the game in force may cite."""
    return ids_of(*current_books())


@cache
def ids_of(*first: Book) -> frozenset[str]:
    return frozenset(entry.id for entry in ledger(*first))


@cache
def has_ledger(rules: Rules) -> bool:
    """Whether a game has a rulebook to look its rules up in; if it has none, they are not looked up."""
    return bool(library().of_rules(rules).entries)


def check_rules(game: Game, cites: Sequence[str]) -> None:
    """Every rule that is cited is in the ledger."""
    if game.scenario in installed() and has_ledger(game.rules):
        unknown = sorted(set(cites) - known_rules())
        require(not unknown, "these rules are cited and in no ledger: {0}", ", ".join(unknown))


def check_agreement(game: Game, seat: str, actions: Sequence[Action]) -> None:
    """List and reasons agree on these actions, and those refused are refused by `play`, which then changes nothing."""
    actions_now = game.actions(seat)
    listed: Container[Action] = actions_now if isinstance(actions_now, Choices) else frozenset(actions_now)
    before = snapshot(game)
    for action in actions:
        reason = game.why_not(seat, action)
        if (reason is None) != (action in listed):
            if reason is None:
                fail(f"'{action}' is not offered, but nothing speaks against it: why_not gives no reason")
            fail(f"'{action}' is offered, but refused because {reason}")
        if reason is not None:
            given = refusal_of(game.play, seat, action)
            require(given == reason, "'{0}' is refused because {1}, but play says {2}", action, reason, given)
            require(has_text(reason.key), "the refusal '{0}' of '{1}' has no text", reason.key, action)
            check_rules(game, reason.cites)
    same(snapshot(game), before, "refused actions change the game")


def check_out_of_turn(game: Game, action: Action) -> None:
    """Whoever is not asked has nothing to choose from, and can do nothing."""
    for seat in set(game.seats) - set(game.actors):
        require(game.decision(seat) is None and not game.actions(seat), "{0} is not asked, but has actions", seat)
        check_refused(game, seat, action, "not-your-decision")


def check_after_the_end(game: Game, action: Action) -> None:
    """Nobody does anything when the game is over, and strangers never do."""
    for seat in game.seats:
        check_refused(game, seat, action, "the-game-is-over")
        require(refusal_of(game.resign, seat), "{0} can resign after the end", seat)
    try:
        game.play("nobody", action)
    except UnknownName:
        return
    fail("a seat that does not exist can play")


def check_refused(game: Game, seat: str, action: Action, key: str) -> None:
    before = snapshot(game)
    reason = refusal_of(game.play, seat, action)
    if reason is None:
        fail(f"{seat} can play '{action}', which must be refused: {key}")
    require(reason.key == key, "{0} is refused '{1}' because {2}, not because of {3}", seat, action, reason.key, key)
    require(game.why_not(seat, action) == reason, "why_not gives {0} another reason than play", seat)
    require(has_text(key), "the refusal '{0}' has no text", key)
    same(snapshot(game), before, "a refused action changes the game")


def check_seats(subject: Subject) -> None:
    """The seats that a scenario names for lists are those of its rules."""
    named, seats = subject.scenario.seats(), subject.scenario.rules(subject.scenario.complete(None)).seats
    require(named == seats, "the scenario names the seats {0}, and its rules {1}", named, seats)
    require(len(set(seats)) == len(seats) > 0, "the seats are not each once: {0}", seats)


def check_action_table(subject: Subject, step: int = 1) -> None:
    """Every action has a number of its own."""
    table = action_table(subject.rules)
    require(len(set(table)) == len(table), "the action table of {0} has an action twice", subject)
    for place in range(0, len(table), step):
        number = subject.scenario.action_id(table[place], subject.options)
        require(number == place, "'{0}' is number {1} of the action table, not {2}", table[place], place, number)


def check_offered(moment: Moment, subject: Subject, read: set[Action]) -> None:
    """What is offered is a choice, each action once, numbered, and read again from its text and its JSON."""
    game = moment.game
    actions = looked_at(game.actions(moment.seat))
    require(actions, "{0} is asked and there is nothing to choose: the game is stuck", moment.seat)
    require(len(set(actions)) == len(actions), "an action is offered twice at {0}", moment.kind)
    question = game.question(moment.seat)
    forced = only(game.actions(moment.seat)) is not None and not (question is not None and question.always)
    require(not forced, "{0} is asked, but there is only one action: nobody need be asked", moment.seat)
    table = action_table(subject.rules)
    for action in set(actions) - read:
        try:
            number = subject.scenario.action_id(action, subject.options)
        except KeyError:
            fail(f"'{action}' is offered, but is not in the action table")
        require(table[number] == action, "'{0}' has the number of '{1}'", action, table[number])
        require(game.rules.vocabulary.parse(str(action)) == action, "the text '{0}' is read as another action", action)
        again = game.rules.vocabulary.read(through_json(action))
        require(again == action, "'{0}' is read from its JSON as '{1}'", action, again)
    read.update(actions)


# ---------------------------------------------------------------- steps and copies

COMPARED = 20
"""How many entries and events at the end of a log are compared."""


def everything(game: Game) -> bytes:
    counts = [game.rolled, game.known, game.entries.length, game.happened.length]
    lately = [game.record()["entries"][-COMPARED:], game.events(None, max(game.happened.length - COMPARED, 0))]
    return encode([game.position(), lately, counts]) + offered(game)


def check_asked_again(game: Game) -> None:
    """The step that asks gives the same list again, and changes nothing."""
    asked = game.pending
    if asked is None:
        fail("nobody is asked")
    clone = game.copy()
    before = everything(clone)
    frame = clone.stack[-1]
    for _ in range(2):
        again = getattr(frame, frame.step)(clone)
        require(type(again) is type(asked), "{0} asks in another way when it is called again", frame.at)
        for one, other in zip(parts(asked), parts(again), strict=True):
            require(one.seat == other.seat, "{0} asks another seat when it is called again", frame.at)
            same(encode(one.actions), encode(other.actions), f"{frame.at} gives another list when it is called again")
            questions = [(each.prompt, each.cites, each.args) for each in (one, other)]
            require(questions[0] == questions[1], "{0} asks another question when it is called again", frame.at)
    same(everything(clone), before, f"{frame.at} asks, and changes something")


def parts(question: object) -> tuple[Ask, ...]:
    """The questions to each seat."""
    if isinstance(question, AskAll):
        return question.asks
    require(isinstance(question, Ask), "a step that asked gives {0} when it is called again", question)
    return (question,) if isinstance(question, Ask) else ()


def check_copy(game: Game, rng: Random) -> None:
    """A copy is a game of its own."""
    clone = game.copy()
    before = everything(game)
    same(everything(clone), before, "a copy differs from its original")
    wander(clone, rng, 12)
    same(everything(game), before, "what is played on a copy changes the original")
    after = everything(clone)
    other = game.copy()
    wander(other, rng, 12)
    same(everything(clone), after, "two copies are not independent")
    same(everything(game), before, "what is played on a copy changes the original")


def wander(game: Game, rng: Random, steps: int) -> None:
    """Play on at random."""
    for _ in range(steps):
        if game.over is None:
            seat = rng.choice(game.actors)
            game.play(seat, drawn(game.actions(seat), rng.random()))


def check_same_dice(moment: Moment) -> None:
    """Two copies play the same dice."""
    one, other = moment.game.copy(), moment.game.copy()
    same(encode(one.play(moment.seat, moment.action)), encode(other.play(moment.seat, moment.action)))
    same(everything(one), everything(other), "a copy plays other dice")
