"""What each game declares for the battery, one module a game; rules have what all their classes declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grognard.core.actions import Action
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.core.rules import Rules
from tests.battery.declared import old_joe, perfect_plan, red_dice, savannah, series, toys, victories
from tests.battery.declared.shape import Declared, Disguise, Disguises, Example, HiddenDraw, Kept, Table

DECLARED: tuple[Declared, ...] = (
    *series.DECLARED,
    *savannah.DECLARED,
    *perfect_plan.DECLARED,
    *victories.DECLARED,
    *old_joe.DECLARED,
    *red_dice.DECLARED,
    *toys.DECLARED,
)

ALIKE = frozenset(scenario for declared in DECLARED for scenario in declared.alike)
LONG = ALIKE | frozenset(scenario for declared in DECLARED for scenario in declared.long)


def declared(rules: Rules[Any]) -> list[Declared]:
    return [each for each in DECLARED if isinstance(rules, each.rules)]


def refusals(rules: Rules[Any]) -> dict[str, tuple[Example, ...]]:
    return {kind: examples for each in declared(rules) for kind, examples in each.refused.items()}


def secrets(rules: Rules[Any]) -> Mapping[str, Callable[[Any, str], tuple[Action, Action]]]:
    return {kind: pair for each in declared(rules) for kind, pair in each.sealed.items()}


def kept_secrets(rules: Rules[Any]) -> dict[str, Kept]:
    return {kind: kept for each in declared(rules) for kind, kept in each.kept.items()}


def hidden_draws(rules: Rules[Any]) -> tuple[HiddenDraw, ...]:
    return tuple(draw for each in declared(rules) for draw in each.hidden_draws)


def hiding(rules: Rules[Any]) -> list[Disguises]:
    return [each.disguises for each in declared(rules) if each.disguises is not None]


def disguises(rules: Rules[Any]) -> tuple[Disguise, ...]:
    return tuple(pair for each in hiding(rules) for pair in each.pairs(rules))


def swapped(rules: Rules[Any], disguise: Disguise, action: Action) -> Action:
    """The same order given to the other of the two."""
    return next(each.swapped(rules, disguise, action) for each in hiding(rules) if disguise in each.pairs(rules))


def fronts_shown(game: Game, disguise: Disguise) -> bool:
    """Whether one of the two has lain face up."""
    return any(each.shown(game, disguise) for each in hiding(game.rules) if disguise in each.pairs(game.rules))


def fights_of(game: Game, disguise: Disguise) -> list[Fight]:
    """Fights of the two, wherever they stand."""
    return [fight for each in hiding(game.rules) if disguise in each.pairs(game.rules) for fight in each.fights(game, disguise)]


def tables(rules: Rules[Any]) -> Iterator[Table]:
    """One function for each; that of a battle replaces the series' function of the same name."""
    makers = {make.__name__: make for each in declared(rules) for make in each.tables}
    yield from (make(rules) for make in makers.values())


def endings(rules: Rules[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ending for each in declared(rules) for ending in each.endings(rules)))


def ending(game: Game) -> str:
    assert game.over is not None
    return f"victory {game.over.level} {game.over.winner or 'nobody'}"
