"""One legal list: an action is in it exactly when nothing speaks against it, and what is refused changes nothing."""

from collections import Counter
from random import Random

from grognard.core.actions import Action
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.testing.asking import answers, check_log, check_question, table_of
from grognard.testing.deciding import (
    Strangers,
    check_action_table,
    check_after_the_end,
    check_agreement,
    check_offered,
    check_out_of_turn,
)
from grognard.testing.playing import EVERY_MOMENT, SOME, STYLES, Moment, Subject, looked_at
from tests.battery.declared import ALIKE, LONG, refusals
from tests.battery.play import (
    SEEDS,
    as_it_comes,
    every_scenario,
    every_style_of_play,
    every_subject,
    glances,
    played,
    seeds_of,
    step_through,
    styles_of,
)

MOST_STRANGERS = 20_000 if EVERY_MOMENT else 2_000
"""In the soak all actions of a game, unless it has a table top with a place at every point."""
WHOLE_LISTS = 2
"""How often in a game a whole list of a kind is tried, and many strangers, with a search for each hex; then a few are."""


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
        if moment.number % 8 == 0:
            check_out_of_turn(moment.game, moment.action)
    check_after_the_end(moment.game, moment.action)


@every_subject
def test_every_action_has_a_number_of_its_own(subject: Subject):
    plain = subject.scenario.id not in LONG and not subject.options
    check_action_table(subject, 1 if plain or EVERY_MOMENT else 101)  # a long game has a quarter of a million


@every_style_of_play
def test_every_offered_action_is_numbered_and_can_be_read_again(subject: Subject, style: str):
    read: set[Action] = set()
    for seed in seeds_of(subject, 2, 2):
        for moment in (glances if subject.scenario.id in LONG else step_through)(subject, seed, style):
            check_offered(moment, subject, read)


TRIES = 20 if EVERY_MOMENT else 4
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
            if self.tried[kind, number] >= TRIES:
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
        check_question(moment)
    check_log(moment.game)
