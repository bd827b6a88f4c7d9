"""What the battery plays: every scenario with every option, by a player who chooses anything and by one who wants to fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from grognard.core.actions import Action
from grognard.core.games import Game
from grognard.core.scenarios import Scenario, installed
from grognard.testing.playing import EVERY_MOMENT, RARELY, STYLES, Glances, Moment, Subject, moments, variants
from tests.battery.declared import ALIKE, LONG
from tests.core.nim import NIM
from tests.core.raid import RAID
from tests.core.relief import RELIEF
from tests.core.tabletop import TABLETOP
from tests.core.toy import TOY
from tests.series.alliance import THREE, TWO

SEEDS = (8_642_097_531_864 if EVERY_MOMENT else 8_642_097_531_868, 1, 2, 3, 4, 5)
"""Every test looks at the games of these seeds, so that each is played once. Nobody overlooks the first where it is told; it
brings campaigns of some 1,000 decisions, and that of the soak campaigns of some 3,000."""

TOYS = (TOY, RAID, NIM, TABLETOP, RELIEF)
WHOLE: tuple[Scenario, ...] = (*(each for each in installed() if EVERY_MOMENT or each.id not in ALIKE), *TOYS)
"""Those of which a sample of games must reach everything there is."""
SCENARIOS: tuple[Scenario, ...] = (*installed(), *TOYS, TWO, THREE)
"""The small battles have few units, and the tables of the whole series, which the real battles reach."""


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


def glances_at(subject: Subject) -> Glances:
    """Which moments of a subject's games are looked at; `make soak` looks at every one."""
    if subject.scenario.id in LONG:
        return Glances(RARELY // 6)
    return Glances(RARELY if not subject.options else RARELY // 2)


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
        game, look = subject.new(seed), glances_at(subject)
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
