"""How the checks play: a scenario with its options, whole games decision by decision, and how two games are compared."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, NoReturn

import msgspec

import grognard
from grognard.core.actions import Action
from grognard.core.choices import Choices, Group
from grognard.core.dice import Dice, Die
from grognard.core.errors import IllegalAction, UnknownName
from grognard.core.features import Alliances, CardHands, Circumstances, feature_of
from grognard.core.games import Game, Options
from grognard.core.orders import ordered, orders_for
from grognard.core.rules import Rules
from grognard.core.scenarios import Option, Scenario
from grognard.core.texts import Reason
from grognard.players import Player, find_player

STYLES = ("random", "brawler")
"""The players that know no game and so play every one: one chooses anything, the other wants to fight."""
MANY_DECISIONS = 10_000
"""No game of any scenario takes nearly as many; one that does will never end."""
EVERY_MOMENT = "EVERY_MOMENT" in os.environ
"""Whether every moment and every action is looked at, instead of a sample."""
FIRST_TIMES = 1
"""How often each kind of question is looked at in any case."""
RARELY = 6
"""After so many moments every second one is looked at, after twice as many every third, and so on."""
SOME = 12
"""How many actions of a kind that has thousands are looked at."""


class Nonconforming(AssertionError):
    """A game does something that no game may do."""


def require(holds: object, fault: str = "", /, *about: object) -> None:
    """Fail with a sentence unless something holds; `about` is put into its braces only then."""
    if not holds:
        fail(fault.format(*about))


def fail(fault: str) -> NoReturn:
    raise Nonconforming(fault)


def refusal_of(act: Callable[..., object], *what: object) -> Reason | None:
    """The reason for which something is refused; None if it is done."""
    try:
        act(*what)
    except IllegalAction as refused:
        return refused.reason
    return None


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


@cache
def action_table(rules: Rules) -> Sequence[Action]:
    """Every action of some rules, which may be a quarter of a million."""
    return rules.action_table()


def other_values(option: Option) -> list[str | int | bool]:
    """The values besides the default; of a number only the highest."""
    others = [value for value in option.values if value != option.default]
    return others if isinstance(option.default, (str, bool)) else others[-1:]


def variants(scenario: Scenario) -> list[Subject]:
    """The scenario as it comes, and every other value of each option in some game: every second option changes together."""
    found = [Subject(scenario, {})]
    for options in (scenario.options[0::2], scenario.options[1::2]):
        others = {option.name: other_values(option) for option in options}
        for turn in range(max((len(values) for values in others.values()), default=0)):
            chosen = {name: values[turn % len(values)] for name, values in others.items()}
            found.append(Subject(scenario, chosen))
    return found


# ---------------------------------------------------------------- playing


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
        if decision is None:
            fail(f"{self.seat} is to decide, but is asked nothing.")
        return decision.kind


def moments(game: Game, seed: int, style: str) -> Iterator[Moment]:
    """Play a game to its end, decision by decision; whoever looks on may try what they like on copies."""
    order = Random(seed)
    players: Mapping[str, Player] = {name: find_player(style, 2 * seed + place) for place, name in enumerate(game.seats)}
    seats = {name: game.seat(name) for name in game.seats}
    for number in range(MANY_DECISIONS):
        if game.over is not None:
            return
        require(game.actors, "nobody is asked and the game is not over")
        name = order.choice(game.actors)
        action = players[name].choose(seats[name])
        yield Moment(number, game, name, action)
        game.play(name, action)
    fail(f"no end after {MANY_DECISIONS} decisions")


class Glances:
    """Which moments of a game are looked at: each kind of question the first times it is asked, and others ever more rarely.

    So a game of a thousand decisions takes little longer than one of a hundred.
    """

    def __init__(self, rarely: int = RARELY) -> None:
        self.rarely = rarely
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


# ---------------------------------------------------------------- comparing


def looked_at(actions: Sequence[Action], some: int = SOME) -> list[Action]:
    """The actions of a list; of those that are worked out only if somebody looks, a few (all with `EVERY_MOMENT`)."""
    if not isinstance(actions, Choices) or EVERY_MOMENT:
        return list(actions)
    return [action for group in actions.groups for action in (few_of(group, some) if isinstance(group, Group) else group)]


def few_of(group: Group, some: int) -> list[Action]:
    """Some actions of a group, the same every time."""
    found = (group.draw((place + 0.5) / some) for place in range(some))
    return list(dict.fromkeys(action for action in found if action is not None))


def encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=looked_at)


def through_json(value: object) -> Any:
    """The same after it has been written and read again."""
    return msgspec.json.decode(encode(value))


def same(one: bytes, other: bytes, what: str = "") -> None:
    """Both say the same; if not, where they part."""
    if one != other:
        place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        start = max(place - 60, 0)
        about = f"{what}: " if what else ""
        fail(f"{about}they part at {place}: {one[start : place + 60]!r} and {other[start : place + 60]!r}")


def position(game: Game) -> bytes:
    """The whole position, to compare."""
    return encode(game.position())


def offered(game: Game) -> bytes:
    """Who is asked what, and every list in its order."""
    return encode([game.actors, [(seat, game.decision(seat), game.actions(seat)) for seat in game.seats]])


def told(game: Game, seat: str | None) -> bytes:
    """Everything that a seat, or a spectator, gets of a game."""
    public: list[Any] = [game.view(seat), game.events(seat), game.seats, game.actors, game.over]
    public += [
        feature_of(game.rules, CardHands).card_table(game, seat),
        feature_of(game.rules, Circumstances).circumstances(game),
    ]
    if seat is not None:
        own = game.seat(seat)
        public.append(own.ask(Alliances.agreement))
        public += [own.view, own.events(), own.decision, own.actions, own.decides]
        public += [game.record(seat), game.can_undo(seat), _complaint(game, seat), _orders(game, seat)]
        public.append(_looked_at(game, seat))
    return encode(public)


def _orders(game: Game, seat: str) -> list[Any]:
    """Which orders could answer the seat's question, and what each answer would do."""
    own = game.seat(seat)
    found = orders_for(own)
    answers = [ordered(own, {order.kind: answer.word}) for order in found for answer in order.answers]
    return [own.ask(Rules.reacts), found, *answers] if found else []


def places_of(rules: Rules) -> list[str]:
    """The areas or hexes of the board, if the rules have one."""
    board = getattr(rules, "board", None)
    return list(getattr(board, "areas", ())) or list(getattr(getattr(board, "grid", None), "by_label", ()))


def _looked_at(game: Game, seat: str) -> list[Any]:
    """What the seat sees when it looks at a piece, its own or another's, and at places; now and then, each time at others."""
    own, turn, seen = game.seat(seat), game.happened.length, []
    if turn % 10:
        return []
    names = list(own.rules.names())
    piece = names[turn % len(names)] if names else ""
    for what in own.rules.inspections:
        try:
            seen.append(own.inspect(what, piece))
        except UnknownName as refused:
            seen.append(str(refused))
    return [*seen, *(own.remarks(place, piece) for place in places_of(game.rules)[turn % 97 :: 97])]


def _complaint(game: Game, seat: str) -> list[str]:
    """What the seat hears when it tries what it may not do."""
    heard = []
    if not game.can_undo(seat):
        refused = refusal_of(game.undo, seat)
        require(refused, "{0} may not undo, and it was done", seat)
        heard.append(str(refused))
    if not game.actions(seat) and game.over is None:
        heard.append(str(game.why_not(seat, action_table(game.rules)[0])))
    return heard
