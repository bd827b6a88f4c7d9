"""The report of a finished game: levels at every moment, luck against what was to be expected, and turning points."""

from __future__ import annotations

import pytest

import grognard
from grognard.analysis.forecasts import forecast
from grognard.analysis.reports import Report, Told, report
from grognard.core.dice import D6, D10, Dice
from grognard.core.errors import GrognardError
from grognard.core.fights import Fight
from grognard.core.games import Game
from grognard.core.texts import has_text
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import CombatResolved
from tests.golden import every_short_golden_game, golden_record
from tests.proving_ground import AMERICAN, BRITISH, Unit, act, asked, choices, field, tactics


def report_of(game: Game) -> Report:
    """The report, the first seat giving up if nobody has won yet."""
    if game.over is None:
        game.resign(game.seats[0])
    return report(game.record())


def duel(scenario: str, faces: list[int], *texts: str) -> Game:
    """Both are dealt blanks; red bids more, so red strikes at 4 or more, three times a phase."""
    game = grognard.new(scenario, dice=Dice.script([1, 1, *faces]))
    for text in texts:
        seat, _, words = text.partition(" ")
        if seat == "return":
            game.return_to(int(words))
        else:
            game.play(seat, game.rules.vocabulary.parse(words))
    return game


RED_STRIKES = ("red bid 2", "blue bid 1", "blue pass")
BLUE_STRIKES = ("red bid 1", "blue bid 2", "red pass")


# ---------------------------------------------------------------- levels over time


def test_levels_are_told_where_they_change_and_at_the_end(rounds: str):
    made = report_of(duel(rounds, [5, 1, 6], *RED_STRIKES, *RED_STRIKES, *RED_STRIKES))
    assert len(made.moments) == 11  # the first, nine choices, and the end
    assert [(line.measure, line.seat, line.points) for line in made.lines] == [
        ("score", "red", ((0, 0), (3, 1), (9, 2), (10, 2))),
        ("score", "blue", ((0, 0), (10, 0))),
    ]


@pytest.mark.parametrize("name", ["guilford-campaign-brawler", "eutaw-brawler-undo", "perfect-plan-random"])
def test_every_level_is_that_of_its_moment(name: str):
    record = golden_record(name)
    made, cursor = report(record), grognard.Cursor(record)
    assert list(made.moments) == cursor.moments
    for number in range(0, len(cursor.moments), 37):
        game = cursor.game_at(number)
        levels = game.rules.fortunes(game) | game.rules.tracks(game)
        shown = {
            (line.measure, line.seat): [level for moment, level in line.points if moment <= number][-1] for line in made.lines
        }
        assert shown == {(name, seat): level for name, seats in levels.items() for seat, level in seats.items()}


def test_a_game_that_goes_on_has_no_report(rounds: str):
    with pytest.raises(GrognardError, match="This game is not over"):
        report(duel(rounds, []).record())


# ---------------------------------------------------------------- the rolls


def test_every_die_is_told_with_its_range(rounds: str):
    made = report_of(duel(rounds, [5, 2], *RED_STRIKES, *BLUE_STRIKES))
    told = [(roll.index, roll.moment, roll.purpose, roll.seat, tuple(roll.die), roll.faces, roll.drawn) for roll in made.rolls]
    assert told == [
        (0, 0, "card", "red", (0, 1), [1], True),
        (1, 0, "card", "blue", (0, 1), [1], True),
        (2, 3, "strike", "red", (1, 6), [5], False),
        (3, 6, "strike", "blue", (1, 6), [2], False),
    ]
    assert made.rolls[2].die == D6


def test_faces_that_came_against_faces_to_be_expected(rounds: str):
    made = report_of(duel(rounds, [5, 1, 2], *RED_STRIKES, *RED_STRIKES, *BLUE_STRIKES))
    assert [(luck.seat, luck.purpose, luck.rolls, luck.dice, luck.expected, luck.rolled) for luck in made.luck] == [
        ("blue", "strike", 1, 1, 3.5, 2.0),
        ("red", "strike", 2, 2, 7.0, 6.0),
    ]
    assert [luck.swing for luck in made.luck] == [None, None]  # the duel does not say what a hit is worth
    assert made.verdict is None


def test_what_was_taken_back_by_all_brought_nobody_anything(rounds: str):
    made = report_of(duel(rounds, [6, 1], *RED_STRIKES, "return 4", "blue pass"))
    assert [roll.counts for roll in made.rolls] == [True, True, False, True]
    assert [(luck.rolls, luck.rolled) for luck in made.luck] == [(1, 1.0)]
    assert [roll.index for roll in made.rolls] == [0, 1, 2, 3]


# ---------------------------------------------------------------- what rolls are worth


def close_combat(dice: list[int], *answers: str, momentum: tuple[int, int] = (0, 0)) -> Battle:
    """Equal strengths, no modifiers."""
    game = field(
        [Unit("3-0-4", "1010", "attacker", reduced="2-0-4"), Unit("1-0-4", "0303", id="home")],
        [Unit("3-0-4", "1011", "defender", reduced="2-0-4"), Unit("1-0-4", "0318", id="away")],
        phase="close combat",
        momentum=momentum,
        dice=dice,
    )
    tactics(game)
    act(game, *answers)
    return game


def expected_swing() -> float:
    """What the forecast of the same combat says, both chits giving nothing."""
    game = field(
        [Unit("3-0-4", "1010", "attacker", reduced="2-0-4")],
        [Unit("3-0-4", "1011", "defender", reduced="2-0-4")],
        phase="close combat",
    )
    prospect = game.rules.prospect(game, BRITISH, Fight("close-combat", ("attacker",), ("1011",)))
    ways = prospect.results(0)
    return sum(prospect.swing(result) * number for result, number in ways.items()) / prospect.ways


@pytest.mark.parametrize("face", range(10))
def test_a_close_combat_is_worth_what_its_forecast_said(face: int):
    game = close_combat([face])
    (result,) = [event.result for event in game.events(None) if isinstance(event, CombatResolved)]
    (roll,) = report_of(game).rolls
    assert roll.die == D10
    assert roll.came == game.rules.swing_of(result)
    assert roll.expected == pytest.approx(expected_swing())


def test_a_roll_that_was_rolled_again_counts_no_more():
    made = report_of(close_combat([0, 9], "reroll", momentum=(1, 0)))
    assert [(roll.faces, roll.counts) for roll in made.rolls] == [([0], False), ([9], True)]
    (luck,) = made.luck
    assert (luck.seat, luck.rolls, luck.rolled, luck.expected) == (BRITISH, 1, 9.0, 4.5)
    assert luck.swing == pytest.approx(made.rolls[1].came - expected_swing())


def fire(dice: list[int], guns: bool) -> Battle:
    """Guns at a target in the enemy's player turn, or Jaegers in cover, who may roll twice to hit."""
    if guns:
        firer, phase = Unit("3-0-3", "1010", "firers", kind="artillery"), "artillery fire"
    else:
        firer, phase = Unit("2-1-5", "1010", "firers", kind="light_infantry", flags=("rifle", "jaeger")), "rifle fire"
    return field(
        [firer, Unit("1-0-4", "0303", id="home")],
        [Unit("2-0-4", "1011", "foe"), Unit("1-0-4", "0318", id="away")],
        phase=phase,
        phasing=AMERICAN if guns else BRITISH,
        terrain={"1010": "forest"} if not guns else None,
        dice=dice,
    )


@pytest.mark.parametrize(
    ("guns", "dice", "rolls"),
    [
        (True, [0], 1),
        (True, [9, 0], 2),
        (True, [9, 9], 2),
        (False, [0, 0], 2),
        (False, [9, 0, 2], 3),
        (False, [0, 9, 9], 3),
    ],
)
def test_the_luck_of_a_fire_is_what_came_less_its_forecast(guns: bool, dice: list[int], rolls: int):
    game = fire(dice, guns)
    kind = "artillery-fire" if guns else "rifle-fire"
    foreseen = forecast(game.seat(BRITISH), Fight(kind, ("firers",), ("foe",))).swing
    act(game, "target foe")
    made = report_of(game)
    assert len(made.rolls) == rolls
    assert made.rolls[0].expected == pytest.approx(foreseen)
    assert sum(roll.luck for roll in made.rolls) == pytest.approx(made.rolls[-1].came - foreseen)


def test_a_volley_of_dice_is_weighed_as_one():
    made = report(golden_record("perfect-plan-brawler-live"))
    volley = next(roll for roll in made.rolls if roll.seat == "ANV" and roll.faces == [2, 3, 2, 4])
    assert volley.ways is not None
    assert sum(volley.ways.values()) == 6**4
    assert volley.came == 0
    assert volley.expected == pytest.approx(10 / 6)
    assert volley.chance == pytest.approx(volley.ways[0.0] / 6**4)
    assert volley.luck == pytest.approx(-10 / 6)


# ---------------------------------------------------------------- in words


def test_the_dice_favoured_somebody():
    made = report_of(close_combat([9]))
    assert made.verdict is not None
    assert made.verdict.key == "luck-favoured"
    swing = round(made.rolls[0].luck, 1)
    assert made.verdict.args == {"seat": BRITISH, "swing": swing, "rolls": 1, "stakes": "army_morale"}
    assert made.verdict.describe() == f"The dice favoured the British by {swing:g} army morale, over all rolls of fights (1)"
    other = report_of(close_combat([0])).verdict
    assert other is not None
    assert other.args["seat"] == AMERICAN


def test_a_roll_against_the_odds_is_a_turning_point():
    made = report_of(close_combat([0]))
    surprises = [point for point in made.turning_points if point.told.key == "surprise-at"]
    assert [(point.seat, point.moment, point.told.args["targets"]) for point in surprises] == [(AMERICAN, 2, ("1011",))]
    assert surprises[0].swing == pytest.approx(-made.rolls[0].luck)
    assert surprises[0].told.describe().startswith("1011: British combat roll, 0: army morale -")
    assert not [point for point in report_of(close_combat([5])).turning_points if point.told.key == "surprise-at"]


def test_the_phase_that_moved_most_is_a_turning_point():
    game = close_combat([9])
    while asked(game) != "move":
        act(game, choices(game)[0])
    made = report_of(game)
    (point,) = [point for point in made.turning_points if point.told.key == "swing-in-turn"]
    assert (point.seat, point.told.args["phase"], point.told.args["turn"]) == (BRITISH, "close combat", 2)
    assert point.told.describe().startswith("Turn 2, close combat, goes to the British: ")
    assert "American army morale -" in point.told.describe()


def test_swings_are_told_by_what_changed(rounds: str):
    strikes = [*RED_STRIKES, *RED_STRIKES, *BLUE_STRIKES]
    made = report_of(duel(rounds, [5, 6, 1], *strikes))
    points = [(point.moment, point.seat, point.swing, point.told.args["turn"]) for point in made.turning_points]
    assert points == [(3, "red", 1.0, 1), (6, "red", 1.0, 2)]


@every_short_golden_game
def test_all_that_a_report_says_has_words(name: str):
    made = report(golden_record(name))
    told = [point.told for point in made.turning_points] + [made.measured] + ([made.verdict] if made.verdict else [])
    assert len(told) > 2 or "random" in name  # who does not want to fight has little to tell
    for each in flattened(told):
        assert has_text(f"report.{each.key}")
        assert "{" not in each.describe()
    assert all(has_text(f"roll.{luck.purpose}") for luck in made.luck)
    assert all(has_text(f"track.{line.measure}") for line in made.lines)
    assert all(0 < point.moment < len(made.moments) for point in made.turning_points)


def flattened(told: list[Told]) -> list[Told]:
    return [each for line in told for each in (line, *line.parts)]
