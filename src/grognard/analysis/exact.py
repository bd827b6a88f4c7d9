"""Exact odds: the real procedure for every possible roll, with stated policies for choices in between."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from operator import itemgetter

import msgspec

from grognard.analysis.forecasts import EQUILIBRIUM, fight_meant, sealed_equilibrium
from grognard.core import driving
from grognard.core.actions import Action
from grognard.core.chances import every_end
from grognard.core.features import SettledParts, feature_of
from grognard.core.fights import Consequences, Fight
from grognard.core.former_calls import also_called_with_a_seat, seat_named
from grognard.core.games import Game, Log
from grognard.core.procedures import AskAll
from grognard.core.rules import Rules
from grognard.core.seats import Seat

Ways = list[tuple[float, dict[str, Action]]]
IMAGINED = 12
"""How many games a seat imagines if it does not see all pieces."""

MOST_WAYS = 20_000
"""The most branches of a fight that are followed: a few seconds of work. Two full stacks of six units each take 2,500."""


class Odds(msgspec.Struct, frozen=True):
    """The possible outcomes of a fight, the most likely first."""

    fight: Fight
    outcomes: tuple[tuple[float, Consequences], ...]
    policies: Mapping[str, str]
    """The policy for each kind of decision: text keys under `policy`."""

    def chance(self, holds: Callable[[Consequences], bool]) -> float:
        """The chance that something is true of the consequences."""
        return sum(chance for chance, found in self.outcomes if holds(found))

    def fates(self) -> dict[str, dict[str, float]]:
        """For each piece, the chance of everything that may happen to it."""
        found: dict[str, dict[str, float]] = {}
        for chance, consequences in self.outcomes:
            for piece, fates in consequences.fates:
                for fate in fates:
                    chances = found.setdefault(piece, {})
                    chances[fate] = chances.get(fate, 0.0) + chance
        return found

    def track(self, name: str, side: str) -> dict[int, float]:
        """The chance of each change of a track, from the lowest."""
        found: dict[int, float] = {}
        for chance, consequences in self.outcomes:
            change = sum(moved for track, who, moved in consequences.tracks if (track, who) == (name, side))
            found[change] = found.get(change, 0.0) + chance
        return dict(sorted(found.items()))

    def losses(self) -> dict[str, float]:
        """The expected losses of each side that may have any."""
        found: dict[str, float] = {}
        for chance, consequences in self.outcomes:
            for side, lost in consequences.lost:
                found[side] = found.get(side, 0.0) + chance * lost
        return found

    def expected(self, name: str, side: str) -> float:
        """The expected change of a track."""
        return sum(change * chance for change, chance in self.track(name, side).items())


def former_odds(table: Game | Seat, seat: str | None, attack: Fight | Action) -> Odds:
    """Of a game: with all that is true in it, but for what others have sealed."""
    fight = fight_meant(seat_named(table, seat), attack)
    return odds_in([(1.0, table)] if isinstance(table, Game) else scenes(table, fight), seat, fight)


@also_called_with_a_seat(former_odds)
def odds(table: Seat | Game, attack: Fight | Action) -> Odds:
    """The exact odds of a fight, by the rules' own procedures, averaged over the games that a seat imagines.

    Of a game: with all that is true in it, but for what is sealed.
    """
    return former_odds(table, table.name if isinstance(table, Seat) else None, attack)


def odds_in(games: Iterable[tuple[float, Game]], seat: str | None, fight: Fight) -> Odds:
    """The odds of a fight in several games, each with its share."""
    policies = Policies(fight, seat)
    found: dict[Consequences, float] = {}
    for share, game in games:
        ends = chances(game, seat, fight, policies)
        if share == 1.0:  # there is no other
            found = ends
            break
        for consequences, chance in ends.items():
            found[consequences] = found.get(consequences, 0.0) + share * chance
    likely = sorted(found.items(), key=itemgetter(1), reverse=True)
    return Odds(fight, tuple((chance, consequences) for consequences, chance in likely), policies.named)


def scenes(seat: Seat, fight: Fight) -> Iterator[tuple[float, Game]]:
    """The games a seat imagines that differ in what matters in the fight, each with its share."""
    imagined: dict[Hashable, list[Game]] = {}
    for seed in range(IMAGINED):
        game = seat.imagine(seed)
        imagined.setdefault(game.rules.scene(game, fight), []).append(game)
    for games in imagined.values():
        yield len(games) / IMAGINED, games[0]


def chances(game: Game, seat: str | None, fight: Fight, policies: Policies) -> dict[Consequences, float]:
    """The chances of all outcomes of a fight in a game in which everything but sealed choices is known."""
    stage = game.copy()
    stage.entries, stage.marks, stage.happened = Log(), Log(), Log()
    stage.sealed = {who: action for who, action in game.sealed.items() if who == seat}
    frame = stage.rules.stage(stage, fight)

    def begin(trial: Game) -> None:
        if frame is not None:
            driving.begin(trial, frame)

    rules = stage.rules
    return every_end(stage, begin, policies.answers, lambda after: rules.consequences(stage, after), MOST_WAYS, Settled(rules))


class Settled:
    """Consequences that can be added up, by the rules of a game."""

    def __init__(self, rules: Rules) -> None:
        self.between, self.still_matters = rules.consequences, feature_of(rules, SettledParts).still_matters

    def add(self, one: Consequences, other: Consequences) -> Consequences:
        return one.then(other)


class Policies:
    """Answers every question in a fight, and remembers which policy it used."""

    def __init__(self, fight: Fight, seat: str | None) -> None:
        self.fight = fight
        self.seat = seat
        self.named: dict[str, str] = {}

    def answers(self, game: Game) -> Ways:
        if isinstance(game.pending, AskAll):
            return self.sealed_answers(game)
        (who,) = game.actors
        return [(1.0, {who: self.default_answer(game, who)})]

    def default_answer(self, game: Game, who: str) -> Action:
        ask, decision = game.question(who), game.decision(who)
        assert ask is not None
        assert decision is not None
        policy, action = game.rules.default_answer(game, ask)
        self.named[decision.prompt] = policy
        return action

    def sealed_answers(self, game: Game) -> Ways:
        """Every pair of sealed choices with its chance in equilibrium; a choice already sealed is kept."""
        prospect = game.rules.prospect(game, self.seat, self.fight)
        if prospect.sealed is None:
            return [(1.0, {who: self.default_answer(game, who) for who in game.actors})]
        for who in game.actors:
            decision = game.decision(who)
            assert decision is not None
            self.named[decision.prompt] = EQUILIBRIUM
        found = sealed_equilibrium(prospect, prospect.sealed)
        shares = {
            prospect.attacker: list(zip(prospect.sealed.attackers, found.rows, strict=True)),
            prospect.defender: list(zip(prospect.sealed.defenders, found.columns, strict=True)),
        }
        ways: Ways = [(1.0, {})]
        for who in game.actors:
            mix = [(action, float(share)) for action, share in shares[game.rules.side_of(who)] if share]
            ways = [(chance * share, {**actions, who: action}) for chance, actions in ways for action, share in mix]
        return ways
