"""Forecasts and exact odds of bombardment, bombs and surrender, held against slow counts of their own."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

import grognard
from grognard.core.fights import Fight
from grognard.core.texts import Modifier, has_text
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.savannah.positions import campaign, rules_of, savannah, siege_of

WORKS = [["1609", "1610"], ["1709", "1610"]]
GARRISON = {"prevost": "1702", "r60": "1703", "destaing": "2214", "foix": "2214", "lincoln": "1411", "sc_1": "1411"}
MORTAR = "mortars"


def siege(**state: object) -> Battle:
    """The siege phase of turn 12, with French works on the map."""
    return campaign(GARRISON, turn=12, phase="siege", phasing="", state={"works": WORKS, "french_rolled": True, **state})


# ---------------------------------------------------------------- siege and bombardment


@rule("V-T-siege1", "V4.2m")
@pytest.mark.parametrize(("weather", "drm"), [("fair", 0), ("storms", -1), ("squall", -2)])
@pytest.mark.parametrize("side", ["allied", "british"])
def test_a_bombardment_is_forecast_line_by_line(weather: str, drm: int, side: str):
    game = siege(weather=weather)
    enemy = game.enemy(side)
    forecast = grognard.forecast(game, Fight("bombardment", (side,), (enemy,)))
    rules = siege_of(game)
    slow: Counter[str] = Counter()
    for face in range(10):
        row = rules.tables.siege.first[max(face + drm, 0)]
        slow[rules.siege_words(row.french if side == "allied" else row.british)] += 1
    assert forecast.results == pytest.approx({line: number / 10 for line, number in slow.items()})
    better = Counter(rules.siege_words(rules.siege_result(False, min(max(face + drm + 3, 0), 9), side)) for face in range(10))
    assert game.rules.prospect(game, None, forecast.fight).results(3) == better
    assert [line.value for line in forecast.modifiers] == ([drm] if drm else [])
    assert sum(forecast.results.values()) == pytest.approx(1)
    assert [(line.chart, line.row, line.column) for line in forecast.lines] == [("siege-first", -1, side == "british")]


@rule("V-T-siege1", "V-T-siege2")
def test_the_exact_odds_of_a_bombardment_agree_with_every_pair_of_dice():
    """French morale and British morale after the French roll, counted by hand from the tables."""
    game = siege()
    odds = grognard.odds(game, Fight("bombardment", ("allied",), ("british",)))
    table = siege_of(game).tables.siege
    slow: Counter[tuple[int, int]] = Counter()
    for first, second, ship in product(range(10), repeat=3):
        row = table.first[first].french
        british, french = row.army_morale.get("british", 0), row.army_morale.get("french", 0)
        if row.roll_again:
            more = table.second[second].french
            british += more.army_morale.get("british", 0)
            french += more.army_morale.get("french", 0)
            if more.fire_ship is not None and ship >= more.fire_ship.min:
                british += more.fire_ship.army_morale["british"]
        slow[british, french] += 1
    found: Counter[tuple[int, int]] = Counter()
    for chance, outcome in odds.outcomes:
        moved = {who: change for name, who, change in outcome.tracks if name == "army_morale"}
        found[moved.get("british", 0), moved.get("french", 0)] += chance  # type: ignore[assignment]
    # a battery that loses a step, and ruins that shake troops, move morale as well: only where neither can happen
    quiet = {key: number / 1000 for key, number in slow.items() if key[0] >= 0 and key[1] > 0}
    assert quiet
    assert {key: found[key] for key in quiet} == pytest.approx(quiet)
    assert sum(found.values()) == pytest.approx(1)


@rule("V4.6c", "V4.6d")
def test_the_odds_tell_of_breaches_and_ruins():
    odds = grognard.odds(siege(), Fight("bombardment", ("allied",), ("british",)))
    breached = odds.chance(lambda found: ("breaches", "british", 1) in found.tracks)
    assert breached == pytest.approx(2 / 10)  # lines 7 and 8
    ruined = odds.chance(lambda found: ("ruins", "british", 1) in found.tracks)
    assert 0 < ruined <= 1 / 10  # line 9, unless the bomb scatters off the town
    assert all(has_text(f"track.{name}") for _, outcome in odds.outcomes for name, _, _ in outcome.tracks)


@rule("V4.4i", "V4.6a", "V4.6b")
def test_a_bombardment_that_may_not_be_is_refused():
    answer = Fight("bombardment", ("british",), ("allied",))
    assert grognard.forecast(siege(french_rolled=True), answer).results, "this one may be"
    game = siege(works=[], french_rolled=False)
    for side, enemy in (("allied", "british"), ("british", "allied")):
        with pytest.raises(grognard.IllegalAction, match="makes no siege roll now"):
            grognard.forecast(game, Fight("bombardment", (side,), (enemy,)))
    with pytest.raises(grognard.IllegalAction):
        grognard.forecast(game, Fight("bombardment", ("nobody",), ("british",)))


@rule("V4.6d")
def test_only_a_town_hex_that_stands_is_shot_to_ruins():
    game = siege(destroyed=["1701"])
    assert grognard.forecast(game, Fight("town-fire", ("allied",), ("1702",))).results
    for side, hex in (("allied", "1701"), ("allied", "1703"), ("allied", "9999"), ("british", "1702")):
        with pytest.raises(grognard.IllegalAction):
            grognard.forecast(game, Fight("town-fire", (side,), (hex,)))


@rule("V4.6a")
def test_the_action_that_opens_fire_can_be_asked_about():
    game = siege()
    before = game.position()
    forecast = grognard.forecast(game.seat("allied"), game.rules.vocabulary.parse("cannonade"))
    assert forecast.fight == Fight("bombardment", ("allied",), ("british",))
    assert grognard.forecast(game.seat("allied"), forecast.fight) == forecast
    assert game.position() == before


# ---------------------------------------------------------------- guns and mortars


@rule("V-T-fire")
@pytest.mark.parametrize(("target", "column"), [("1403", 0), ("1404", 1), ("1405", 1), ("1406", 2)])
def test_the_forecast_of_a_gun_points_at_its_line_of_the_chart(target: str, column: int):
    game = savannah({"naval_battery": "1402", "irish": target, "foix": "1912"}, phase="artillery fire", dice=())
    forecast = grognard.forecast(game, Fight("artillery-fire", ("naval_battery",), ("irish",)))
    rules = rules_of(game)
    row = rules.tables.fire.to_hit.index(rules.fire_row(game.strength(game.piece("naval_battery"))))
    assert [(line.chart, line.row, line.column) for line in forecast.lines] == [
        ("fire-to-hit", row, column),
        ("fire-damage", -1, 0),
    ]


@rule("V-T-fire")
def test_guns_that_fire_together_hit_as_their_farthest():
    game = savannah({"battery_a": "1505", "battery_b": "1606", "irish": "1507", "foix": "1912"}, phase="artillery fire")
    forecast = grognard.forecast(game, Fight("artillery-fire", ("battery_a", "battery_b"), ("irish",)))
    assert forecast.lines[0].column == 1, "one of them is next to the target"


@rule("V-T-firedrm")
@pytest.mark.parametrize(
    ("guns", "covered"), [(("battery_a",), True), (("battery_b",), False), (("battery_a", "battery_b"), False)]
)
def test_works_help_only_against_guns_that_all_fire_across_them(guns: tuple[str, ...], covered: bool):
    pieces = {"battery_a": "2005", "battery_b": "2206", "marine_bn": "2007", "foix": "1912"}
    game = savannah(pieces, phase="artillery fire", state={"works": [["2006", "2007"]]})
    forecast = grognard.forecast(game, Fight("artillery-fire", guns, ("marine_bn",)))
    assert ("target-behind-works" in [modifier.label for modifier in forecast.modifiers]) is covered


def mortars(aim: str, pieces: dict[str, str] | None = None, gun: str = "1608") -> tuple[Battle, Fight]:
    game = savannah({MORTAR: gun, **(pieces or {})}, phase="artillery fire", dice=())
    return game, Fight("mortar-fire", (MORTAR,), (aim,))


@rule("V4.12a")
@pytest.mark.parametrize("guns", [(MORTAR,), ("reserve_artillery", MORTAR)])
def test_mortars_do_not_fire_like_other_guns(guns: tuple[str, ...]):
    game, _ = mortars("1606", {"r60": "1606", "reserve_artillery": "1607"})
    with pytest.raises(grognard.IllegalAction) as refused:
        grognard.forecast(game, Fight("artillery-fire", guns, ("r60",)))
    assert refused.value.reason.cites == ("V4.12a",)
    assert grognard.forecast(game, Fight("artillery-fire", ("reserve_artillery",), ("r60",))).results


@rule("V-T-scatter", "V4.12e")
@pytest.mark.parametrize(
    ("gun", "aim"), [("1608", "1606"), ("1608", "1604"), ("1608", "1603"), ("1907", "1902"), ("1906", "1901"), ("1903", "1901")]
)
def test_a_bomb_falls_hex_by_hex_as_the_table_says(gun: str, aim: str):
    game, fight = mortars(aim, {"r60": "1606"}, gun)
    forecast = grognard.forecast(game, fight)
    grid, table = game.rules.board.grid, rules_of(game).tables.scatter
    here, start = grid.by_label[aim], grid.by_label[gun]
    slow: Counter[str] = Counter()
    for face, second in product(range(10), repeat=2):
        struck: int | None = here
        if face > table.on_target[1]:
            way = ("N", "NE", "SE", "S", "SW", "NW").index(table.directions[face])
            far = grid.distance(start, here) >= 4 and 7 <= second <= 9
            for _ in range(2 if far else 1):
                struck = grid.neighbours[struck][way] if struck is not None else None
        slow[grid.labels[struck] if struck is not None else "off-map"] += 1
    assert forecast.results == pytest.approx({hex: number / 100 for hex, number in slow.items()})


@rule("V4.12e", "V-T-damage")
def test_the_exact_odds_of_a_bomb_agree_with_the_tables():
    """A lone unit in the hex aimed at, everything around it empty."""
    game, fight = mortars("1606", {"r60": "1606"})
    odds = grognard.odds(game, fight)
    fire = rules_of(game).tables.fire
    row = next(row for row in fire.to_hit if row.sp == "3-5")
    bonus = 1  # the first fire of the mortars
    cover = sum(modifier.value for modifier in rolled_modifiers(game))
    assert row.mortar_2_3 is not None
    hit = sum(face + bonus + cover >= row.mortar_2_3 for face in range(10)) / 10
    step = sum(line.other.startswith("1") for line in fire.damage) / 10
    lost = odds.fates().get("r60", {}).get("step-lost", 0.0)
    assert lost == pytest.approx(4 / 10 * hit * step)


def rolled_modifiers(game: Battle) -> list[Modifier]:
    """What the ground and the target add to fire at the unit, without the mortar's own bonus."""
    found = game.rules.fire_modifiers(game, (MORTAR,), game.piece("r60"), False)
    return [modifier for modifier in found if modifier.label != "first-mortar-fire"]


@rule("V4.12a", "V4.12b", "V4.12d")
def test_a_bomb_out_of_range_is_refused():
    game, _ = mortars("1606")
    for units, hexes, why in (
        ((MORTAR, "r60"), ("1606",), "V4.12a"),
        ((MORTAR,), ("1606", "1605"), "V4.12a"),
        ((MORTAR,), ("9999",), "9999"),
        ((MORTAR,), ("1607",), "V4.12b"),
    ):
        with pytest.raises(grognard.IllegalAction, match=why):
            grognard.forecast(game, Fight("mortar-fire", units, hexes))
    for hex in ("1606", "1603"):  # two hexes away, and five
        assert grognard.forecast(game, Fight("mortar-fire", (MORTAR,), (hex,))).results
    with pytest.raises(grognard.IllegalAction):
        grognard.forecast(game, Fight("mortar-fire", (MORTAR,), ("1602",)))
    with pytest.raises(grognard.IllegalAction):
        grognard.forecast(game, Fight("mortar-fire", (MORTAR,), ("1607",)))
    with pytest.raises(grognard.IllegalAction):
        grognard.forecast(game, Fight("mortar-fire", ("r60",), ("1606",)))


# ---------------------------------------------------------------- surrender


@rule("V2.1b", "V2.1c")
@pytest.mark.parametrize(("morale", "drm"), [(19, 0), (8, -1), (3, -2)])
def test_the_surrender_roll_is_forecast(morale: int, drm: int):
    game = campaign({**GARRISON, "foix": "1702", "prevost": "1703"}, turn=17, morale=(morale, 17, 18))
    fight = Fight("surrender", ("allied",), ("british",))
    assert fight in game.rules.fights(game)
    forecast = grognard.forecast(game, fight)
    given = sum(face + drm - 1 <= -1 for face in range(10)) / 10
    assert forecast.results.get("surrenders", 0.0) == pytest.approx(given)
    assert game.rules.prospect(game, None, fight).results(5) == {"holds-out": 10}, "what cannot happen is not listed"
    assert forecast.results["holds-out"] == pytest.approx(1 - given)
    assert forecast.good == pytest.approx(given)
    assert (forecast.swing, set(forecast.losses.values())) == (0.0, {0.0})
    (line,), (chart,) = forecast.lines, [chart for chart in game.rules.charts() if chart.id == "surrender"]
    assert (line.chart, chart.rows[line.row].cells[line.column]) == ("surrender", "-1 or less")
    odds = grognard.odds(game, fight)
    assert odds.chance(lambda found: found.over.startswith("decisive")) == pytest.approx(given)


@rule("V2.1a")
def test_without_allies_in_the_town_there_is_no_roll_for_surrender():
    game = campaign(GARRISON, turn=17)
    assert not game.rules.fights(game)
    with pytest.raises(grognard.IllegalAction, match="No roll for surrender"):
        grognard.forecast(game, Fight("surrender", ("allied",), ("british",)))
