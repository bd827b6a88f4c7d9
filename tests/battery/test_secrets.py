"""Hidden information never leaves the table: two games that differ only in what a seat may not know look alike to it."""

from random import Random

import msgspec
import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.games import Game
from grognard.core.procedures import AskAll
from grognard.core.scenarios import Scenario
from grognard.testing.asking import alike, answers, looks, prospects, table_of
from grognard.testing.playing import EVERY_MOMENT, STYLES, Subject, encode, moments, told, variants
from grognard.testing.secrets import check_alike, check_dice_unseen, check_live_dice, check_sealed
from tests.battery.declared import ALIKE, LONG, disguises, fights_of, fronts_shown, hidden_draws, kept_secrets, secrets, swapped
from tests.battery.declared.shape import Disguise, Kept
from tests.battery.play import (
    SEEDS,
    SUBJECTS,
    as_it_comes,
    every_scenario,
    glances,
    glances_at,
    play_out,
    played,
    step_through,
    styles_of,
)
from tests.battery.reach import explained
from tests.core.toy import TOY

SEED = SEEDS[0]


@every_scenario
def test_a_sealed_answer_stays_sealed(scenario: Scenario):
    checked: set[str] = set()
    seldom = (3 if scenario.id not in LONG else 12) * (1 if EVERY_MOMENT else 3)
    for number, subject in enumerate(played(scenario)):
        for style in styles_of(subject, number) if scenario.id in LONG else STYLES:
            for moment in step_through(subject, SEEDS[0], style):
                game = moment.game
                if not isinstance(game.pending, AskAll):
                    continue
                declared = secrets(game.rules)
                assert moment.kind in declared, f"'{moment.kind}' is sealed: name two answers in declared/"
                answers = declared[moment.kind](game, moment.seat)
                others = [seat for seat in game.seats if seat != moment.seat]
                if answers[0] == answers[1] or not set(game.actors) & set(others):
                    continue
                if moment.kind in checked and moment.number % seldom:  # each takes its time
                    continue
                check_sealed(game, moment.seat, *answers, others)
                checked.add(moment.kind)
    expected = set(secrets(scenario.rules(scenario.complete(None))))
    assert checked == expected or (scenario.id in LONG and checked)  # rare ones of long games have tests of their own


@every_scenario
def test_a_secret_decision_stays_secret_until_it_is_shown(scenario: Scenario):
    never, _ = explained(scenario)
    declared = kept_secrets(scenario.rules(scenario.complete(None)))
    if not declared:
        return
    checked: set[str] = set()
    for subject in variants(scenario):
        for seed, style in zip(SEEDS, STYLES, strict=False):
            for moment in step_through(subject, seed, style):
                if moment.kind in declared:
                    check_kept(moment.game, moment.seat, declared[moment.kind], seed, style)
                    checked.add(moment.kind)
    assert checked == {kind for kind in declared if f"ask {kind}" not in never}


def check_kept(game: Game, seat: str, kept: Kept, seed: int, style: str) -> None:
    """Play on alike from either answer: until it is shown the others are told the same, after undo and after load, too."""
    others = [other for other in game.seats if other != seat]
    games = [game.copy(), game.copy()]
    for twin, answer in zip(games, kept.answers, strict=True):
        twin.play(seat, answer)
        twin.undo(seat)
    check_alike(games, None, *others)
    for twin, answer in zip(games, kept.answers, strict=True):
        twin.play(seat, answer)
    assert encode(games[0].view(seat)) != encode(games[1].view(seat))
    check_alike(games, None, *others)
    for moment in moments(games[0], seed, style):
        assert not any(kept.shown(twin) for twin in games)
        if moment.number % 10 == 0:
            check_alike(games, None, *others)
            saved = [grognard.setup(msgspec.json.decode(encode(twin.position())), seed=1) for twin in games]
            check_alike(saved, None, *others)
        games[1].play(moment.seat, moment.action)
        if kept.shown(games[1]):
            break
    else:
        return  # the game ended before
    games[0].play(moment.seat, moment.action)
    assert all(kept.shown(twin) for twin in games)
    for who in (None, *others):
        assert told(games[0], who) != told(games[1], who)


@pytest.mark.parametrize(("one", "other", "seat"), hidden_draws(TOY.rules({})))
def test_a_hidden_draw_stays_hidden(one: tuple[int, ...], other: tuple[int, ...], seat: str):
    games = [grognard.new(TOY.id, dice=Dice.script([*faces, 5, 0, 5, 0])) for faces in (one, other)]
    check_alike(games, seat, None)
    saved = [grognard.setup(game.position(), seed=1) for game in games]
    check_alike(saved, seat, None)
    for text in ("red: bid 2", "blue: bid 1"):
        who, _, words = text.partition(": ")
        for game in games:
            game.play(who, game.rules.vocabulary.parse(words))
        check_alike(games, seat, None)
    assert games[0].actors == ("blue",)


DISGUISED = [
    pytest.param(subject, disguise, style, id=f"{subject} {disguise.one} {style}")
    for subject in SUBJECTS
    for disguise in disguises(subject.rules)
    for style in (STYLES if subject.scenario.id not in LONG or EVERY_MOMENT else STYLES[:1])
    if EVERY_MOMENT or subject.scenario.id not in ALIKE
]


@pytest.mark.parametrize(("subject", "disguise", "style"), DISGUISED)
def test_hidden_pieces_cannot_be_told_apart(subject: Subject, disguise: Disguise, style: str):
    """Two games in which two hidden pieces have each other's part look alike to all but their owner."""
    longest, is_long = 0, subject.scenario.id in LONG
    first = disguise == disguises(subject.rules)[0] and not (is_long and subject.options)
    for seed in (54, 55, 56) if EVERY_MOMENT else (54,) if is_long else (54, 55):
        game, twin = subject.new(seed), subject.new(seed)
        chance, asked = Random(seed), 0
        others, look = [seat for seat in game.seats if seat != disguise.owner], glances_at(subject)
        for moment in moments(game, seed, style):
            if fronts_shown(game, disguise) or (is_long and moment.number > LONG_ENOUGH and not EVERY_MOMENT):
                break
            longest = max(longest, moment.number)
            if look.take(moment) and (not is_long or EVERY_MOMENT or moment.number % 4 == 0):
                check_disguise((game, twin), disguise, others)
                whole = first and longest > 30 and moment.seat in others and asked < WHOLE_TABLES
                asked += whole
                check_answers(game, twin, disguise, others, chance, whole)
            own = moment.seat == disguise.owner
            twin.play(moment.seat, swapped(game.rules, disguise, moment.action) if own else moment.action)
    assert longest > 30


LONG_ENOUGH = 120
"""How many decisions of a long game two such games are compared."""
WHOLE_TABLES = 1
"""How often in a game all actions that there are are asked about; otherwise one of every word about every piece."""


def check_answers(game: Game, twin: Game, disguise: Disguise, others: list[str], chance: Random, whole: bool) -> None:
    """Whatever others ask, about whatever action, piece and fight, they get the same answer in both games."""
    table = table_of(game.rules)
    actions = table.all if whole else list(table.some(chance))
    pieces = [disguise.one, disguise.other, *chance.sample(list(game.rules.names()), 10)]
    board = game.rules.board  # type: ignore[attr-defined]
    places = list(getattr(board, "areas", ())) or list(board.grid.by_label)
    places = chance.sample(places, min(5, len(places)))
    fights = {fight for each in (game, twin) for fight in fights_of(each, disguise)}
    for seat in (None, *others):
        asked = actions if seat is not None else actions[:: 1 + len(actions) // 2000]
        alike(answers(game, seat, asked), answers(twin, seat, asked))
        alike(looks(game, seat, pieces, places), looks(twin, seat, pieces, places))
        if seat is not None:
            alike(prospects(game, seat, fights), prospects(twin, seat, fights))


def check_disguise(games: tuple[Game, Game], disguise: Disguise, others: list[str]) -> None:
    """Others see the same now, after a save, and after an undo; only the owner knows better."""
    check_alike(games, None, *others)
    saved = [grognard.setup(msgspec.json.decode(encode(game.position())), seed=1) for game in games]
    check_alike(saved, None, *others)
    assert [game.can_undo(disguise.owner) for game in games] in ([True, True], [False, False])
    if games[0].can_undo(disguise.owner) and games[0].entries.length % 5 == 0:
        undone = [game.copy() for game in games]
        for game in undone:
            game.undo(disguise.owner)
        check_alike(undone, None, *others)


@as_it_comes
def test_coming_dice_cannot_be_seen(subject: Subject, style: str):
    everybody, seed = (None, *subject.scenario.seats(subject.options)), str(SEED).encode()
    for turn, moment in enumerate(glances(subject, SEED, style)):
        check_dice_unseen(moment.game, everybody if EVERY_MOMENT else (everybody[turn % len(everybody)],), seed)
    game = play_out(subject, SEED, style)
    assert not any(seed in told(game, who) for who in (None, *game.seats))
    assert seed in encode(game.record())


@pytest.mark.parametrize("subject", [each for each in SUBJECTS if EVERY_MOMENT or not each.options], ids=str)
def test_the_secret_of_live_dice_is_shown_only_when_the_game_is_over(subject: Subject):
    check_live_dice(subject, STYLES[0], 53, glances_at(subject))
