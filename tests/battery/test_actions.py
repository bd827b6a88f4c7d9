"""One legal list: an action is in it exactly when nothing speaks against it, and what is refused changes nothing."""

from collections import Counter
from collections.abc import Container, Sequence
from random import Random

import msgspec
import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.choices import Choices, only
from grognard.core.games import Game
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario, installed
from grognard.core.texts import has_text
from grognard.rulebooks.ledger import ledger
from grognard.telling.words import question_in_words
from tests.battery.asking import answers, check_words, names_of, table_of
from tests.battery.declared import ALIKE, LONG, refusals
from tests.battery.play import (
    EVERY_MOMENT,
    SEEDS,
    SOME,
    STYLES,
    Moment,
    Subject,
    as_it_comes,
    encode,
    every_scenario,
    every_style_of_play,
    every_subject,
    glances,
    looked_at,
    offered,
    played,
    same,
    seeds_of,
    step_through,
    styles_of,
)

NONSENSE = ("nobody", "", "9999", "0000", "-1")
ODD_NUMBERS = (-1, 0, 64, 99, 10**9)


MOST_STRANGERS = 20_000 if EVERY_MOMENT else 2_000
"""In the soak all actions of a game, unless it has a table top with a place at every point."""
WHOLE_LISTS = 2
"""How often in a game a whole list of a kind is tried, and many strangers, with a search for each hex; then a few are."""


class Strangers:
    """Actions that may or may not be legal: from the whole table of a scenario, and ones that nobody would ever offer."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.table = rules.action_table()
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


def check_agreement(game: Game, seat: str, actions: list[Action]) -> None:
    """List and reasons agree on these actions, and those refused are refused by `play`, which then changes nothing."""
    actions_now = game.actions(seat)
    listed: Container[Action] = actions_now if isinstance(actions_now, Choices) else frozenset(actions_now)
    before = snapshot(game)
    for action in actions:
        reason = game.why_not(seat, action)
        assert (reason is None) == (action in listed), f"{game.decision(seat)}: {action} is refused because {reason}"
        if reason is not None:
            with pytest.raises(grognard.IllegalAction) as refused:
                game.play(seat, action)
            assert refused.value.reason == reason
            assert has_text(reason.key), f"the refusal '{reason.key}' of {action} has no text"
            check_rules(game, reason.cites)
    same(snapshot(game), before)


RULES = {entry.id for entry in ledger()}


def check_rules(game: Game, cites: tuple[str, ...]) -> None:
    """Every rule that is cited is in the ledger."""
    if game.scenario in installed():
        assert not set(cites) - RULES


@every_style_of_play
def test_an_action_is_in_the_list_exactly_when_nothing_speaks_against_it(subject: Subject, style: str):
    for seed in seeds_of(subject, 2):
        strangers, met = Strangers(subject.rules, seed), Counter[str]()
        for moment in glances(subject, seed, style):
            game, seat = moment.game, moment.seat
            listed = looked_at(game.actions(seat))
            met[moment.kind] += 1
            whole = met[moment.kind] <= WHOLE_LISTS or EVERY_MOMENT
            some = listed if whole else strangers.few(listed, SOME)
            table = strangers.some(MOST_STRANGERS if moment.number % 180 == 0 else 40 if whole else SOME)
            changed = [stranger for action in (moment.action, *strangers.few(listed, 3)) for stranger in strangers.like(action)]
            check_agreement(game, seat, [*some, *table, *changed])


WHOLE_TABLES = 1
"""How often in a game somebody asks about all actions that there are; elsewhere about one of every word and piece."""
A_PART = 10
"""One action in so many, in a long game that has its words in common with a longer one."""


@every_style_of_play
def test_whatever_is_asked_about_is_answered_in_words(subject: Subject, style: str):
    """Nothing that can be written as an action of the game is more than a seat, or a spectator, can ask about."""
    table, strangers, chance, asked = table_of(subject.rules), Strangers(subject.rules, 7), Random(7), 0
    glimpsed, is_long = [*glances(subject, SEEDS[0], style)], subject.scenario.id in LONG
    often = 1 if EVERY_MOMENT else 1 + len(glimpsed) // (2 if is_long else 8)
    part = 1 if EVERY_MOMENT or not is_long or subject.scenario.id.endswith("campaign") else A_PART
    for number, moment in enumerate(glimpsed):
        game = moment.game
        changed = [stranger for action in strangers.few(table.all, 3 if is_long else 10) for stranger in strangers.like(action)]
        first = not subject.options and style == STYLES[1] and subject.scenario.id not in ALIKE
        whole = first and number > len(glimpsed) // 3 and asked < WHOLE_TABLES
        asked += whole
        listed = looked_at(game.actions(moment.seat))
        actions = [*(table.all[::part] if whole else table.some(chance) if number % often == 0 else ()), *changed, *listed]
        for _ in answers(game, moment.seat, actions):
            pass
        for seat in (None, *(seat for seat in game.seats if seat != moment.seat)):
            for _ in answers(game, seat, [*chance.sample(actions, min(len(actions), 100)), *changed]):
                pass


@as_it_comes
def test_nobody_acts_out_of_turn_or_after_the_end(subject: Subject, style: str):
    for moment in step_through(subject, SEEDS[0], style):
        game = moment.game
        if moment.number % 8 == 0:
            for seat in set(game.seats) - set(game.actors):
                assert game.decision(seat) is None
                assert not game.actions(seat)
                check_refused(game, seat, moment.action, "not-your-decision")
    for seat in game.seats:
        check_refused(game, seat, moment.action, "the-game-is-over")
        with pytest.raises(grognard.IllegalAction):
            game.resign(seat)
    with pytest.raises(grognard.UnknownName):
        game.play("nobody", moment.action)


def check_refused(game: Game, seat: str, action: Action, key: str) -> None:
    before = snapshot(game)
    with pytest.raises(grognard.IllegalAction) as refused:
        game.play(seat, action)
    assert refused.value.reason.key == key
    assert game.why_not(seat, action) == refused.value.reason
    assert has_text(key)
    same(snapshot(game), before)


@every_subject
def test_every_action_has_a_number_of_its_own(subject: Subject):
    table = subject.rules.action_table()
    plain = subject.scenario.id not in LONG and not subject.options
    step = 1 if plain or EVERY_MOMENT else 101  # a long game has a quarter of a million
    assert len(set(table)) == len(table)
    assert all(subject.scenario.action_id(table[place], subject.options) == place for place in range(0, len(table), step))


@every_style_of_play
def test_every_offered_action_is_numbered_and_can_be_read_again(subject: Subject, style: str):
    scenario, table = subject.scenario, subject.rules.action_table()
    read: set[Action] = set()
    for seed in seeds_of(subject, 2, 2):
        for moment in (glances if scenario.id in LONG else step_through)(subject, seed, style):
            game = moment.game
            actions = looked_at(game.actions(moment.seat))
            assert len(set(actions)) == len(actions) > 0
            question = game.question(moment.seat)
            assert only(game.actions(moment.seat)) is None or (question is not None and question.always), "nobody need be asked"
            for action in set(actions) - read:
                assert table[scenario.action_id(action, subject.options)] == action
                assert game.rules.vocabulary.parse(str(action)) == action
                assert game.rules.vocabulary.read(msgspec.json.decode(encode(action))) == action
            read.update(actions)


OFTEN = 20 if EVERY_MOMENT else 4
"""How often each example is tried in a scenario."""


class Declared:
    """The declared examples of a game's decisions, tried wherever a decision comes up."""

    def __init__(self, rules: Rules) -> None:
        self.examples = refusals(rules)
        self.tried: Counter[tuple[str, int]] = Counter()
        self.met: Counter[str] = Counter()

    def check(self, moment: Moment) -> None:
        kind, game, seat = moment.kind, moment.game, moment.seat
        self.met[kind] += 1
        assert kind in self.examples, f"'{kind}' is declared nowhere: say in declared/ what must be refused there"
        refused = []
        for number, example in enumerate(self.examples[kind]):
            if self.tried[kind, number] >= OFTEN:
                continue
            for action, rule in example.tries(game, seat):
                self.tried[kind, number] += 1
                reason = game.why_not(seat, action)
                assert reason is not None, f"{kind}: '{action}' is allowed, but {rule} forbids it"
                assert rule in reason.cites, f"{kind}: '{action}' is refused by {reason.cites}, not by {rule} ({reason})"
                refused.append(action)
        if refused:
            check_agreement(game, seat, refused)

    def missing(self) -> list[str]:
        """Examples that are sure to come up, and have not been tried yet."""
        return [
            f"{kind}, example {number + 1}"
            for kind in self.met
            for number, example in enumerate(self.examples[kind])
            if example.sure and not self.tried[kind, number]
        ]

    def check_all(self) -> None:
        assert not self.missing(), f"these examples were never tried: {self.missing()}"


@every_scenario
def test_the_declared_examples_are_refused_by_the_rule_they_name(scenario: Scenario):
    declared = Declared(scenario.rules(scenario.complete(None)))
    for number, subject in enumerate(played(scenario)):
        for seed in seeds_of(subject, 6, 2):
            if seed != SEEDS[0] and not EVERY_MOMENT and not declared.missing():
                break
            for style in styles_of(subject, number) if scenario.id in LONG else STYLES:
                for moment in step_through(subject, seed, style):
                    declared.check(moment)
    declared.check_all()
    assert all(examples for examples in declared.examples.values())


@every_style_of_play
def test_everything_that_is_said_has_words_and_rules(subject: Subject, style: str):
    for moment in step_through(subject, SEEDS[0], style):
        game = moment.game
        decision = game.decision(moment.seat)
        assert decision is not None
        check_rules(game, decision.cites)
        assert decision.cites
        if game.scenario in installed():
            assert has_text("prompt." + decision.prompt), f"the question '{decision.prompt}' has no text"
            check_words(question_in_words(game.seat(moment.seat), names_of(game.rules)), decision.kind)
    if game.scenario not in installed():
        return  # a toy has no texts
    assert game.over is not None
    check_rules(game, game.over.cites)
    for seat in (None, *game.seats):
        for event in game.events(seat):
            check_words(event.describe(names_of(game.rules)), event.key)
    for event in game.events(None):
        assert has_text(event.key), f"the event '{event.key}' has no text"
        for modifier in getattr(event, "modifiers", ()):
            assert has_text(modifier.label), f"the modifier '{modifier.label}' has no text"
            check_rules(game, (modifier.cites,))
