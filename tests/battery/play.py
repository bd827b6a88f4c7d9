"""What the battery plays: every scenario with every option, by a player who chooses anything and by one who wants to fight."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.choices import Choices, Group
from grognard.core.dice import Dice, Die
from grognard.core.games import Game, Options
from grognard.core.orders import ordered, orders_for
from grognard.core.rules import Rules
from grognard.core.scenarios import Option, Scenario, installed
from grognard.players import player
from tests.battery.declared import ALIKE, LONG
from tests.core.nim import NIM
from tests.core.raid import RAID
from tests.core.relief import RELIEF
from tests.core.tabletop import TABLETOP
from tests.core.toy import TOY
from tests.series.alliance import THREE, TWO

STYLES = ("random", "brawler")
"""The players that know no game and so play every one."""
MANY_DECISIONS = 10_000
"""No game of any scenario takes nearly as many; one that does will never end."""

FIRST_TIMES = 1
"""How often each kind of question is looked at in any case."""
RARELY = 6
"""After so many moments every second one is looked at, after twice as many every third, and so on."""
EVERY_MOMENT = "EVERY_MOMENT" in os.environ
"""Set by `make soak`."""
SEEDS = (8_642_097_531_864 if EVERY_MOMENT else 8_642_097_531_868, 1, 2, 3, 4, 5)
"""Every test looks at the games of these seeds, so that each is played once. Nobody overlooks the first where it is told; it
brings campaigns of some 1,000 decisions, and that of the soak campaigns of some 3,000."""

TOYS = (TOY, RAID, NIM, TABLETOP, RELIEF)
WHOLE: tuple[Scenario, ...] = (*(each for each in installed() if EVERY_MOMENT or each.id not in ALIKE), *TOYS)
"""Those of which a sample of games must reach everything there is."""
SCENARIOS: tuple[Scenario, ...] = (*installed(), *TOYS, TWO, THREE)
"""The small battles have few units, and the tables of the whole series, which the real battles reach."""


class Subject(NamedTuple):
    """A scenario with its options."""

    scenario: Scenario
    options: Options

    def __str__(self) -> str:
        chosen = "".join(f" {name}={value}" for name, value in self.options.items())
        return self.scenario.id + chosen

    @property
    def rules(self) -> Rules:
        return self.scenario.rules(self.scenario.complete(self.options))

    def new(self, seed: int, dice: Dice | None = None) -> Game:
        return grognard.new(self.scenario.id, seed=seed, options=self.options, dice=dice)


def telling_values(option: Option) -> list[str | int | bool]:
    """The values besides the default; of a number only the highest."""
    others = [value for value in option.values if value != option.default]
    return others if isinstance(option.default, (str, bool)) else others[-1:]


def variants(scenario: Scenario) -> list[Subject]:
    """The scenario as it comes, and every other value of each option in some game: every second option changes together."""
    found = [Subject(scenario, {})]
    for options in (scenario.options[0::2], scenario.options[1::2]):
        others = {option.name: telling_values(option) for option in options}
        for turn in range(max((len(values) for values in others.values()), default=0)):
            chosen = {name: values[turn % len(values)] for name, values in others.items()}
            found.append(Subject(scenario, chosen))
    return found


def played(scenario: Scenario) -> list[Subject]:
    """The variants that the battery plays; of a long scenario only some, where every option is changed once, and of those whose
    options others have too, none."""
    found = variants(scenario)
    if EVERY_MOMENT or scenario.id not in LONG:
        return found
    if scenario.id in ALIKE:
        return found[:1]
    changed = {name: value for subject in reversed(found) for name, value in subject.options.items()}
    return [found[0], Subject(scenario, changed)] if changed else found


SUBJECTS: tuple[Subject, ...] = tuple(subject for scenario in SCENARIOS for subject in played(scenario))


def styles_of(subject: Subject, number: int) -> Sequence[str]:
    """All for a scenario as it comes; of a long one the aggressive player, and the other one with other options."""
    if subject.scenario.id in LONG and not EVERY_MOMENT:
        return STYLES[:1] if subject.options else STYLES[1:]
    return STYLES if not subject.options else (STYLES[number % len(STYLES)],)


STYLES_OF_PLAY = [(subject, style) for number, subject in enumerate(SUBJECTS) for style in styles_of(subject, number)]
"""Every scenario as it comes by all of them, and with other options by one or the other."""

FIRST_OF_CLASS = {type(subject.rules): (str(subject), style) for subject, style in reversed(STYLES_OF_PLAY)}
"""By class of rules the first subject, and the first style by which it is played: what `make test` plays."""
CORE_STYLES = frozenset(FIRST_OF_CLASS.values())
CORE_SUBJECTS = frozenset(subject for subject, _ in CORE_STYLES)


def extended_unless(core: bool) -> Sequence[pytest.MarkDecorator]:
    """The marks of a test that `make test` leaves to `make test-all` unless it is one of the core."""
    return () if core else (pytest.mark.extended,)


def over_scenarios(scenarios: Sequence[Scenario]) -> pytest.MarkDecorator:
    each = [pytest.param(each, marks=extended_unless(each.id in CORE_SUBJECTS), id=each.id) for each in scenarios]
    return pytest.mark.parametrize("scenario", each)


def over_styles(pairs: Sequence[tuple[Subject, str]]) -> pytest.MarkDecorator:
    each = [
        pytest.param(subject, style, marks=extended_unless((str(subject), style) in CORE_STYLES), id=f"{subject}-{style}")
        for subject, style in pairs
    ]
    return pytest.mark.parametrize(("subject", "style"), each)


every_scenario = over_scenarios(SCENARIOS)
every_whole_scenario = pytest.mark.parametrize(
    "scenario", [pytest.param(each, marks=extended_unless(each in TOYS), id=each.id) for each in WHOLE]
)
"""For what needs games of all styles and options."""
every_subject = pytest.mark.parametrize(
    "subject", [pytest.param(each, marks=extended_unless(str(each) in CORE_SUBJECTS), id=str(each)) for each in SUBJECTS]
)
as_it_comes = over_styles([(subject, style) for subject, style in STYLES_OF_PLAY if not subject.options])
"""For what is the same whatever the options are."""
every_style_of_play = over_styles(STYLES_OF_PLAY)


STYLE_OF = {str(subject): style for subject, style in STYLES_OF_PLAY}
"""One style by which each is played, for what is the same whoever plays."""


def seeds_of(subject: Subject, number: int, for_others: int = 1) -> Sequence[int]:
    """So many seeds for a scenario as it comes, the first for one with other options or with long games."""
    if subject.scenario.id in LONG:
        return SEEDS[:1]
    return SEEDS[: number if not subject.options else for_others]


class Shifted(Dice):
    """The rolls of another source from some index on: what a game that was saved goes on with."""

    def __init__(self, source: Dice, start: int) -> None:
        self.source = source
        self.start = start

    def face(self, index: int, die: Die, purpose: str) -> int:
        return self.source.face(index + self.start, die, purpose)


class Moment(NamedTuple):
    """A decision in a game, before it is taken."""

    number: int
    game: Game
    seat: str
    action: Action

    @property
    def kind(self) -> str:
        decision = self.game.decision(self.seat)
        assert decision is not None
        return decision.kind


def moments(game: Game, seed: int, style: str) -> Iterator[Moment]:
    """Play a game to its end, decision by decision; whoever looks on may try what they like on copies."""
    order = Random(seed)
    players = {name: player(style, 2 * seed + place) for place, name in enumerate(game.seats)}
    seats = {name: game.seat(name) for name in game.seats}
    for number in range(MANY_DECISIONS):
        if game.over is not None:
            return
        assert game.actors, "nobody is asked and the game is not over"
        name = order.choice(game.actors)
        action = players[name].choose(seats[name])
        yield Moment(number, game, name, action)
        game.play(name, action)
    raise AssertionError(f"no end after {MANY_DECISIONS} decisions")


class Glances:
    """Which moments of a game are looked at: each kind of question the first times it is asked, and others ever more rarely.

    So a game of a thousand decisions takes little longer than one of a hundred. The soak looks at every moment.
    """

    def __init__(self, subject: Subject) -> None:
        self.rarely = RARELY if not subject.options else RARELY // 2
        if subject.scenario.id in LONG:
            self.rarely = RARELY // 6
        self.met: Counter[str] = Counter()
        self.due = 0

    def take(self, moment: Moment) -> bool:
        """Whether this one is looked at."""
        self.met[moment.kind] += 1
        if EVERY_MOMENT:
            return True
        if moment.number < self.due and self.met[moment.kind] > FIRST_TIMES:
            return False
        self.due = moment.number + 1 + moment.number // self.rarely
        return True


class Walk(NamedTuple):
    """A game that was played once: what was chosen, the moments that are looked at, and how it ended."""

    script: tuple[tuple[str, Action], ...]
    glances: tuple[Moment, ...]
    end: Game


_WALKS: dict[tuple[str, int, str], Walk] = {}


def walk(subject: Subject, seed: int, style: str) -> Walk:
    """A whole game, played by the first test that asks for it."""
    key = str(subject), seed, style
    if key not in _WALKS:
        game, look = subject.new(seed), Glances(subject)
        script, seen = [], []
        for moment in moments(game, seed, style):
            script.append((moment.seat, moment.action))
            if look.take(moment) and not EVERY_MOMENT:
                seen.append(moment._replace(game=game.copy()))
        _WALKS[key] = Walk(tuple(script), tuple(seen), game)
    return _WALKS[key]


def step_through(subject: Subject, seed: int, style: str) -> Iterator[Moment]:
    """Every moment of a game, which is played again without players; whoever looks on may try what they like on copies."""
    game = subject.new(seed)
    for number, (seat, action) in enumerate(walk(subject, seed, style).script):
        yield Moment(number, game, seat, action)
        game.play(seat, action)


def glances(subject: Subject, seed: int, style: str) -> Iterator[Moment]:
    """The moments of a game that are looked at, each with a copy of its own."""
    if EVERY_MOMENT:
        return step_through(subject, seed, style)
    return (moment._replace(game=moment.game.copy()) for moment in walk(subject, seed, style).glances)


def play_out(subject: Subject, seed: int, style: str) -> Game:
    """A whole game."""
    return walk(subject, seed, style).end.copy()


SOME = 12
"""How many actions of a kind that has thousands are looked at."""


def looked_at(actions: Sequence[Action], some: int = SOME) -> list[Action]:
    """The actions of a list; of those that are worked out only if somebody looks, a few, and in the soak all."""
    if not isinstance(actions, Choices) or EVERY_MOMENT:
        return list(actions)
    return [action for group in actions.groups for action in (few_of(group, some) if isinstance(group, Group) else group)]


def few_of(group: Group, some: int) -> list[Action]:
    """Some actions of a group, the same every time."""
    found = (group.draw((place + 0.5) / some) for place in range(some))
    return list(dict.fromkeys(action for action in found if action is not None))


def encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=looked_at)


def same(one: bytes, other: bytes) -> None:
    """Both say the same; if not, where they part."""
    if one != other:
        place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        start = max(place - 60, 0)
        raise AssertionError(f"they part at {place}: {one[start : place + 60]!r} and {other[start : place + 60]!r}")


def position(game: Game) -> bytes:
    """The whole position, to compare."""
    return encode(game.position())


def offered(game: Game) -> bytes:
    """Who is asked what, and every list in its order."""
    return encode([game.actors, [(seat, game.decision(seat), game.actions(seat)) for seat in game.seats]])


def told(game: Game, seat: str | None) -> bytes:
    """Everything that a seat, or a spectator, gets of a game."""
    public: list[Any] = [game.view(seat), game.events(seat), game.seats, game.actors, game.over]
    public += [game.rules.card_table(game, seat), game.rules.circumstances(game)]
    if seat is not None:
        own = game.seat(seat)
        public.append(own.agreement)
        public += [own.view, own.events(), own.decision, own.actions, own.decides]
        public += [game.record(seat), game.can_undo(seat), _complaint(game, seat), _orders(game, seat)]
        public.append(_looked_at(game, seat))
    return encode(public)


def _orders(game: Game, seat: str) -> list[Any]:
    """Which orders could answer the seat's question, and what each answer would do."""
    own = game.seat(seat)
    found = orders_for(own)
    answers = [ordered(own, {order.kind: answer.word}) for order in found for answer in order.answers]
    return [own.reacts, found, *answers] if found else []


def _looked_at(game: Game, seat: str) -> list[Any]:
    """What the seat sees when it looks at a piece, its own or another's, and at places; now and then, each time at others."""
    own, turn, seen = game.seat(seat), game.happened.length, []
    if turn % 10:
        return []
    names = list(own.names)
    piece = names[turn % len(names)] if names else ""
    for what in own.inspections:
        try:
            seen.append(own.inspect(what, piece))
        except grognard.UnknownName as refused:
            seen.append(str(refused))
    board = getattr(game.rules, "board", None)
    places = list(getattr(board, "areas", ())) or list(getattr(getattr(board, "grid", None), "by_label", ()))
    return [*seen, *(own.remarks(place, piece) for place in places[turn % 97 :: 97])]


@cache
def any_action(rules: Rules) -> Action:
    """The first action of the table, which may have a quarter of a million."""
    return rules.action_table()[0]


def _complaint(game: Game, seat: str) -> list[str]:
    """What the seat hears when it tries what it may not do."""
    heard = []
    if not game.can_undo(seat):
        with pytest.raises(grognard.IllegalAction) as refused:
            game.undo(seat)
        heard.append(str(refused.value))
    if not game.actions(seat) and game.over is None:
        action = any_action(game.rules)
        heard.append(str(game.why_not(seat, action)))
    return heard
