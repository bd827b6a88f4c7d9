"""Forecasts: the numbers of the rulebook's own procedure, explained, from what a seat may know."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard import Fight
from grognard.analysis import Forecast
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, IllegalAction, UnknownName
from grognard.core.events import Rolled
from grognard.core.texts import Modifier, has_text
from grognard.games.revolution.series.battle import Battle
from tests.analysis.cases import CASES, COMBATS, gun, horse, rifles
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, Leader, Unit, act, announce, asked, attack_mask, field, parse, tactics
from tests.series.combat_reports import odds as odds_fought

BOTH = ("british", "american")


def attack(*units: str, at: str = "1011") -> Fight:
    return Fight("close-combat", units, tuple(at.split()))


def even(**setting: Any) -> Battle:
    """Three against two: column 3-2, and nothing that modifies the die but the leads' morale, +1 against 0."""
    far = [Unit("2-0-4", "0203", "far1"), Unit("2-0-4", "1817", "far2")]
    foes = [Unit("2-0-4", "0204", "foe1"), Unit("2-0-4", "1818", "foe2")]
    british = [Unit("3-1-4", "1010", "b1"), *far]
    return field(british, [Unit("2-0-4", "1011", "a1"), *foes], **{"phase": "close combat", **setting})


def rounded(chances: Any) -> dict[Any, float]:
    return {what: round(chance, 9) for what, chance in chances.items()}


# ---------------------------------------------------------------- numbers


@rule("S12.23", "S12.23-4a")
def test_a_close_combat_with_chits_that_are_known():
    """3 to 2 is 3-2; die 0 to 9 plus 1 for the lead, minus nothing: rows 1 to 10 of the column."""
    game = even()
    announce(game, ("b1", "1011"), ("far1", "0204"), ("far2", "1818"))
    act(game, "take 1")
    forecast = grognard.forecast(game.seat(BRITISH), attack("b1"), "attack_echelon")
    assert forecast.strengths == {BRITISH: 3, AMERICAN: 2}
    assert (forecast.column, forecast.shifts, forecast.modifier) == ("3-2", (), 1)
    assert [(m.value, m.label, m.cites) for m in forecast.modifiers] == [
        (1, "attackers-lead-unit", "S12.23-2c"),
        (0, "defenders-lead-unit", "S12.23-2c"),
    ]
    assert forecast.sealed[BRITISH] == {"chit attack_echelon": 1}
    assert sum(forecast.sealed[AMERICAN].values()) == pytest.approx(1)


@rule("S-T-crt", "S12.23-5a", "S12.23-5b")
def test_the_table_is_read_as_printed():
    """Both chits the same in the basic game, so that the tactics give 0: read rows 1 to 10 of column 3-2 off the table."""
    game = even(dice=[])
    announce(game, ("b1", "1011"), ("far1", "0204"), ("far2", "1818"))
    act(game, "take 1")
    prospect = game.rules.prospect(game, None, attack("b1"))
    assert prospect.ways == 10
    expected = {"D/-": 2, "R/-": 1, "PIN": 1, "R/R": 1, "-/R": 1, "-/D": 2, "-/1": 1, "-/1*": 1}
    assert prospect.results(0) == expected
    assert prospect.results(-20) == {"AC/-": 10}
    assert prospect.results(+20) == {"-/DC": 10}
    assert [prospect.losses(result) for result in ("D/-", "-/D", "-/1", "1*/-", "-/2", "-/DC", "PIN", "NC")] == [
        (0, 0),
        (0, 0),
        (0, 1),
        (1, 0),
        (0, 1),
        (0, 1),
        (0, 0),
        (0, 0),
    ]


def test_tactics_are_averaged_over_both_mixes():
    """With four plain chits each, the mixes leave neither side anything better; the chances follow from them."""
    game = even()
    forecast = grognard.forecast(game.seat(BRITISH), attack("b1"))
    matrix = game.rules.tactics_result
    effects: dict[int | str, float] = {}
    for ours, p in forecast.sealed[BRITISH].items():
        for theirs, q in forecast.sealed[AMERICAN].items():
            effect = matrix(ours.removeprefix("chit "), theirs.removeprefix("chit "))
            effects[effect] = effects.get(effect, 0) + p * q
    assert rounded(forecast.effects) == rounded(effects)
    assert sum(forecast.results.values()) == pytest.approx(1)
    best = max(
        grognard.forecast(game.seat(BRITISH), attack("b1"), chit).swing for chit in ("skirmish", "stand_fast", "withdraw")
    )
    assert best <= forecast.swing + 1e-12
    worst = min(
        grognard.forecast(game.seat(AMERICAN), attack("b1"), chit).swing for chit in ("skirmish", "stand_fast", "withdraw")
    )
    assert worst >= forecast.swing - 1e-12


@rule("S10.3a", "S10.3c", "S11.3a", "S11.3c")
@pytest.mark.parametrize(
    ("name", "strength", "column", "modifier", "results"),
    [
        ("rifles at a stack with leaders", 3, "4+", 0, {"miss": 0.4, "AM": 0.24, "R": 0.18, "D": 0.12, "1*": 0.06}),
        ("rifles at a gun", 1, "7+", 1, {"miss": 0.6, "R": 0.16, "D": 0.12, "1": 0.08, "1*": 0.04}),
        ("rifles at a shattered unit in the woods", 3, "4+", 1, {"miss": 0.3, "AM": 0.28, "R": 0.21, "D": 0.14, "1*": 0.07}),
        ("Jaegers roll twice", 1, "7+", 1, {"miss": 0.36, "AM": 0.256, "R": 0.192, "D": 0.128, "1*": 0.064}),
        ("a gun at a disrupted unit", 2, "6+", 0, {"miss": 0.6, "R": 0.16, "D": 0.12, "1": 0.08, "1*": 0.04}),
        ("two guns at different ranges", 3, "7+", 1, {"miss": 0.6, "R": 0.16, "D": 0.12, "1": 0.08, "1*": 0.04}),
    ],
)
def test_a_fire(name: str, strength: int, column: str, modifier: int, results: dict[str, float]):
    case = CASES[name]
    forecast = grognard.forecast(case.ready().seat(BRITISH), case.fight)
    assert forecast.strengths == {BRITISH: strength}
    assert (forecast.column, forecast.modifier) == (column, modifier)
    assert rounded(forecast.results) == results


@rule("S13.1-D3", "S13.1-1-fire", "S12.3b")
def test_losses_to_be_expected():
    shattered = CASES["rifles at a shattered unit in the woods"]  # two steps on D, one on 1*
    assert rounded(grognard.forecast(shattered.ready(), shattered.fight).losses) == {BRITISH: 0, AMERICAN: 0.35}
    guns = CASES["guns alone"]
    found = grognard.forecast(guns.ready(), guns.fight)
    assert (found.results, found.losses, found.column) == ({"guns-taken": 1}, {BRITISH: 0, AMERICAN: 1}, "")


@rule("S13.1-PIN-a", "S13.1-AC", "S13.1-DC", "S13.1-2b")
def test_a_pin_captures_what_is_disordered():
    case = COMBATS["four to one on disrupted units"]
    prospect = case.ready().rules.prospect(case.ready(), None, case.fight)
    assert prospect.losses("PIN") == (0, 3)  # two steps and one
    assert prospect.losses("-/AC") == (0, 2)  # the attacker takes the stronger
    assert prospect.losses("-/DC") == (0, 1)  # the defender gives the weaker
    assert prospect.losses("-/2") == (0, 2)  # a lead of one step, and a step of its companion


@rule("S13.1-2b", "S13.1-D3")
def test_a_second_step_is_lost_only_by_a_companion_in_the_hex_of_a_lead_with_one_step():
    def losses(*american: Unit, at: str = "1011") -> list[int]:
        game = field([Unit("4-0-4", "1010", "b1")], american, phase="close combat")
        prospect = game.rules.prospect(game, None, attack("b1", at=at))
        return [prospect.losses(f"-/{code}")[1] for code in ("1", "2", "D")]

    assert losses(Unit("1-1-4", "1011", "lead")) == [1, 1, 0]
    assert losses(Unit("1-1-4", "1011", "lead"), Unit("2-0-4", "1011", "beside")) == [1, 2, 0]
    assert losses(Unit("1-1-4", "1011", "lead"), Unit("2-0-4", "1111", "apart"), at="1011 1111") == [1, 1, 0]
    two_steps = Unit("2-1-4", "1011", "lead", reduced="1-0-4", states=("shattered",))
    assert losses(two_steps, Unit("2-0-4", "1011", "beside", states=("shattered",))) == [1, 2, 2]


# ---------------------------------------------------------------- the very modifiers of the procedure


@rule("S12.23")
@pytest.mark.parametrize("name", [name for name in COMBATS if name != "guns alone"])
def test_the_modifiers_are_those_of_the_roll(name: str):
    case = COMBATS[name]
    game = case.ready()
    foreseen = grognard.forecast(game.seat(BRITISH), case.fight)
    game.dice = Dice.fast(3)
    act(game, *case.orders)
    while "tactics" not in asked(game):
        ask = game.question(game.actors[0])
        assert ask is not None
        game.play(game.actors[0], game.rules.default_answer(game, ask)[1])
    assert grognard.forecast(game.seat(AMERICAN), case.fight).modifiers == foreseen.modifiers
    tactics(game)
    rolled = next(event for event in game.events(None) if isinstance(event, Rolled) and event.purpose == "close-combat")
    assert rolled.modifiers[:-1] == foreseen.modifiers
    assert rolled.modifiers[-1].label in ("tactics", "illegal-chit")
    attack, defence, column = odds_fought(game) if len(game.stack) else (0, 0, "")
    if case.under_way(game):
        assert (foreseen.strengths, foreseen.column) == ({BRITISH: attack, AMERICAN: defence}, column)


@pytest.mark.parametrize("name", [name for name in CASES if "fire" in CASES[name].fight.kind])
def test_the_modifiers_are_those_of_the_fire(name: str):
    case = CASES[name]
    game = case.ready()
    foreseen = grognard.forecast(game.seat(BRITISH), case.fight)
    game.dice = Dice.fast(3)
    act(game, *case.orders)
    rolled = next(event for event in game.events(None) if isinstance(event, Rolled))
    assert rolled.modifiers == foreseen.modifiers


@rule("S12.23")
@pytest.mark.parametrize("name", CASES)
def test_the_same_before_it_is_announced(name: str):
    """Announced or only thought of, and whoever asks: the numbers are the same, and the game stays as it is."""
    case = CASES[name]
    thought_of, ready = case.position(), case.ready()
    before = thought_of.position()
    first = grognard.forecast(thought_of.seat(BRITISH), case.fight)
    assert thought_of.position() == before
    assert thought_of.rolled == 0
    for seat in (BRITISH, AMERICAN, None):
        assert grognard.forecast(ready.seat(seat), case.fight) == first
    assert grognard.forecast(ready, case.fight) == first


@pytest.mark.parametrize("name", CASES)
def test_every_number_explains_itself(name: str):
    forecast = grognard.forecast(CASES[name].position(), CASES[name].fight)
    for modifier in (*forecast.shifts, *forecast.modifiers):
        assert isinstance(modifier, Modifier)
        assert has_text(modifier.label)
        assert modifier.cites
    assert all(has_text(f"policy.{policy}") for policy in forecast.policies)
    assert has_text(f"fight.{forecast.fight.kind}")


@rule("S12.23")
def test_a_forecast_points_at_its_column_of_the_chart():
    def column(strength: int, defence: int) -> int:
        game = field([Unit(f"{strength}-0-4", "1010", "b1")], [Unit(f"{defence}-0-4", "1011")])
        (line,) = grognard.forecast(game, attack("b1")).lines
        assert line.chart == "close-combat"
        return line.column

    odds = [(1, 6), (2, 6), (3, 6), (6, 6), (3, 2), (4, 2), (3, 1), (4, 1)]
    assert [column(*each) for each in odds] == [0, 0, 1, 2, 3, 4, 5, 6], "below 1-3 the first column is read"


@rule("S-T-am")
def test_a_result_moves_army_morale_as_the_table_of_events_says():
    """A D costs 1; a step costs 1 and gives 1; two steps cost 2 and give 1; a capture costs 1 and gives 1."""
    prospect = even().rules.prospect(even(), None, attack("b1"))
    swings = {"-/D": 1, "D/-": -1, "-/1": 2, "1/-": -2, "-/2": 3, "-/DC": 2, "R/-": 0, "R/R": 0, "PIN": 0, "NC": 0}
    assert {result: prospect.swing(result) for result in swings} == swings


@rule("S12.14c")
def test_the_fight_of_an_attack_beside_a_diverted_stack_is_hindered():
    british = [Unit("2-0-4", "1011", "b1"), Unit("2-0-4", "1009", "b2"), Unit("2-0-4", "1009", "b3")]
    american = [Unit("3-0-4", "1010", "a1"), Unit("3-0-4", "1111", "a2")]
    game = field(british, american, phase="close combat")

    def hindered(unit: str) -> bool:
        fight = game.rules.fight_of(game, BRITISH, parse(game, attack_mask(game, unit, "1010")))
        assert fight is not None
        return fight.circumstances == ("hindered",)

    act(game, "divert 1111")
    assert (hindered("b1"), hindered("b2")) == (True, False)
    act(game, attack_mask(game, "b1", "1010"))
    assert hindered("b2"), "it joins b1, which stands beside the diverted stack"


@rule("S12.14c")
def test_a_diversion_shifts_the_column():
    case = COMBATS["hindered by a diversion"]
    forecast = grognard.forecast(case.ready().seat(BRITISH), Fight("close-combat", ("b1",), ("1011",)))
    assert (forecast.column, [(m.value, m.cites) for m in forecast.shifts]) == ("3-2", [(-1, "S12.14c")])
    assert forecast.fight == case.fight  # as announced
    alone = grognard.forecast(case.position().seat(BRITISH), Fight("close-combat", ("b1",), ("1011",)))
    assert (alone.column, alone.shifts) == ("2-1", ())


@rule("S12.23", "S12.23-2c")
def test_the_best_lead_is_taken_for_granted():
    british = [Unit("2-0-4", "1010", "b1"), Unit("2-2-4", "1010", "b2")]
    american = [Unit("2-1-4", "1011", "a1"), Unit("2--1-4", "1011", "a2")]
    forecast = grognard.forecast(field(british, american).seat(BRITISH), attack("b1", "b2"))
    assert [m.value for m in forecast.modifiers[:2]] == [2, -1]
    assert "best-lead" in forecast.policies
    game = field(british, american, phase="close combat")
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1")
    assert [m.value for m in grognard.forecast(game.seat(BRITISH), attack("b1", "b2")).modifiers[:2]] == [0, -1]


def test_the_attack_of_the_side_that_does_not_move():
    """In the British movement phase: if the Americans attacked."""
    game = field([Unit("3-1-4", "1010", "b1")], [Unit("4-0-4", "1011", "a1")])
    forecast = grognard.forecast(game.seat(BRITISH), attack("a1", at="1010"))
    assert (forecast.attacker, forecast.defender, forecast.column) == (AMERICAN, BRITISH, "1-1")
    assert [m.value for m in forecast.modifiers[:2]] == [0, -1]
    assert game.state.phasing == BRITISH


def test_the_bands_of_morale_count():
    forecast = grognard.forecast(even(phase="movement", morale=(8, 3)).seat(BRITISH), attack("b1"))
    assert [m.value for m in forecast.modifiers[:2]] == [0, 2]  # Fatigued -1, Wavering -2


# ---------------------------------------------------------------- actions


def test_an_attack_that_could_be_announced():
    game = even()
    forecast = grognard.forecast(game.seat(BRITISH), parse(game, attack_mask(game, "b1", "1011")))
    assert forecast == grognard.forecast(game.seat(BRITISH), attack("b1"))
    from_seat = game.seat(BRITISH)
    assert grognard.forecast(from_seat, parse(game, attack_mask(game, "b1", "1011"))) == forecast


@rule("S12.15b")
def test_a_unit_that_joins_an_announced_attack():
    british = [Unit("3-1-4", "1010", "b1"), Unit("2-0-4", "1010", "b2"), Unit("2-0-4", "0203", "far")]
    game = field(british, [Unit("2-0-4", "1011", "a1"), Unit("2-0-4", "0204", "foe")], phase="close combat")
    act(game, attack_mask(game, "b1", "1011"))
    assert game.rules.fights(game) == [attack("b1")]
    joined = grognard.forecast(game.seat(BRITISH), parse(game, attack_mask(game, "b2", "1011")))
    assert (joined.fight, joined.column) == (attack("b1", "b2"), "2-1")


def test_a_target_that_could_be_chosen():
    case = CASES["two guns at different ranges"]
    game = case.position()
    both = grognard.forecast(game.seat(BRITISH), parse(game, "target a1"))
    assert both.fight == case.fight
    act(game, "target a1", "add-gun b2")
    assert game.rules.fights(game) == [Fight("artillery-fire", ("b2",), ("a1",))]
    alone = grognard.forecast(game.seat(BRITISH), parse(game, "open-fire"))
    assert (alone.fight.units, alone.column) == (("b2",), "9+")
    assert grognard.forecast(game.seat(BRITISH), parse(game, "add-gun b1")).strengths == both.strengths


def test_rifles_that_join_a_fire():
    case = CASES["rifles at a stack with leaders"]
    game = case.position()
    assert grognard.forecast(game.seat(BRITISH), parse(game, "target a1")).strengths == {BRITISH: 2}
    act(game, "target a1")
    assert game.rules.fights(game) == [Fight("rifle-fire", ("b1",), ("a1",))]
    assert grognard.forecast(game.seat(BRITISH), parse(game, "target a1")).fight == case.fight
    assert grognard.forecast(game.seat(BRITISH), parse(game, "target a2")).fight == Fight("rifle-fire", ("b2",), ("a2",))


def test_a_combat_that_could_be_taken_next():
    case = COMBATS["even odds, leaders and a gun"]
    game = case.ready()
    assert game.rules.fights(game)[0] == case.fight
    assert len(game.rules.fights(game)) == 3
    assert grognard.forecast(game.seat(BRITISH), parse(game, "take 1")).fight == case.fight
    act(game, "take 1")
    assert game.rules.fights(game)[0] == case.fight
    assert len(game.rules.fights(game)) == 3


# ---------------------------------------------------------------- secrets


def sealed(chit: str) -> Battle:
    game = even()
    announce(game, ("b1", "1011"), ("far1", "0204"), ("far2", "1818"))
    act(game, "take 1", f"american: chit {chit}")
    assert game.actors == (BRITISH,)
    return game


@rule("S7.4")
def test_a_sealed_chit_is_not_looked_at():
    one, other = sealed("skirmish"), sealed("withdraw")
    for table in ((one, other), (one.seat(BRITISH), other.seat(BRITISH))):
        first, second = (grognard.forecast(seen, attack("b1")) for seen in table)
        assert first == second
        exact, again = (grognard.odds(seen, attack("b1")) for seen in table)
        assert exact == again
    assert first.sealed[AMERICAN] != {"chit skirmish": 1}


def test_ones_own_sealed_chit_counts_in_the_odds():
    one, other = sealed("skirmish"), sealed("attack_echelon")
    first, second = (grognard.odds(game.seat(AMERICAN), attack("b1")) for game in (one, other))
    assert first != second


def test_nothing_is_rolled_and_nothing_is_said():
    game = sealed("skirmish")
    happened, entries = game.happened.length, game.entries.length
    grognard.forecast(game.seat(BRITISH), attack("b1"))
    grognard.odds(game, attack("b1"))
    assert (game.happened.length, game.entries.length, game.rolled) == (happened, entries, 0)


# ---------------------------------------------------------------- refusals

POSITION = field(
    [Unit("3-1-4", "1010", "b1"), Unit("1-1-4", "0808", "b2"), gun("2-0-3", "1010", "gun"), rifles("1-0-4", "0909", "rifles")],
    [Unit("2-0-4", "1011", "a1"), Unit("2-0-4", "1110", "a2"), horse("1-0-6", "0303", "a3"), Leader("1-1-6", "1011", "gates")],
)


@rule("S10.1a", "S10.2b", "S11.1b", "S11.2a", "S12.12a")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("close-combat nobody 1011", "There is no piece 'nobody'"),
        ("close-combat b1 9999", "There is no hex '9999' on the map"),
        ("close-combat b1,a1 1011", "is not a fight"),
        ("skirmish b1 1011", "is not a fight"),
        ("close-combat b1 1009", "without an enemy this unit can attack"),
        ("close-combat b2 1011", "b2: no enemy unit is adjacent"),
        ("close-combat gun 1011", "artillery does not attack"),
        ("close-combat gates 1010", "only combat units"),
        ("rifle-fire b1 a1", "b1 cannot take part in that fire"),
        ("rifle-fire rifles a1", "Rifles fire at adjacent units only"),
        ("rifle-fire rifles nobody", "not an enemy combat unit"),
        ("artillery-fire gun a3", "gun does not have that unit in range and sight"),
        ("artillery-fire gun b1", "not an enemy combat unit"),
        ("artillery-fire gun gates", "not an enemy combat unit"),
        ("artillery-fire rifles a1", "rifles cannot take part in that fire"),
        ("artillery-fire gun a1,a2", "not an enemy combat unit"),
    ],
)
def test_what_cannot_be_fought_is_refused(text: str, words: str):
    before = POSITION.position()
    for ask in (grognard.forecast, grognard.odds):
        with pytest.raises(IllegalAction, match=words):
            ask(POSITION.seat(BRITISH), Fight.of(text))
    assert POSITION.position() == before


@rule("S10.1a", "S10.2b", "S11.1b", "S11.2a")
@pytest.mark.parametrize("kind", ["rifle-fire", "artillery-fire"])
def test_fire_is_forecast_for_units_in_parade_order_at_one_target_in_reach(kind: str):
    def position(*states: str):
        firers = [gun("2-0-3", "1010", "first", states=states), rifles("1-0-4", "1010", "first", states=states)]
        firer = firers[kind == "rifle-fire"]
        return field([firer, Unit("1-0-4", "2001")], [Unit("2-0-4", "1011", "a1")])

    assert grognard.odds(position(), Fight.of(f"{kind} first a1")).outcomes
    with pytest.raises(IllegalAction, match="first cannot take part in that fire"):
        grognard.odds(position("disrupted"), Fight.of(f"{kind} first a1"))


@rule("S12.3b")
def test_guns_alone_are_taken_each_worth_as_much():
    british = [Unit("3-1-4", "1010", "b1")]
    one = field(british, [gun("2-0-3", "1011", "a1"), Unit("1-0-4", "0515")])
    two = field(british, [gun("2-0-3", "1011", "a1"), gun("2-0-3", "1111", "a2"), Unit("1-0-4", "0515")])
    alone, both = grognard.forecast(one, attack("b1")), grognard.forecast(two, attack("b1", at="1011 1111"))
    assert alone.results == both.results == {"guns-taken": 1}
    assert both.swing == 2 * alone.swing != 0
    assert (alone.losses["american"], both.losses["american"]) == (1, 2)


@rule("S12.15d")
def test_several_hexes_against_several():
    british = [Unit("3-1-4", "1010", "b1"), Unit("2-0-4", "1111", "b2")]
    game = field(british, [Unit("2-0-4", "1011", "a1"), Unit("2-0-4", "1110", "a2")])
    with pytest.raises(IllegalAction, match="Several hexes cannot attack several"):
        grognard.forecast(game, attack("b1", "b2", at="1011 1110"))


def test_a_piece_named_twice_counts_once():
    twice = grognard.forecast(POSITION, Fight("close-combat", ("b1", "b1"), ("1011", "1011")))
    assert twice == grognard.forecast(POSITION, attack("b1"))


def test_other_bad_questions():
    game = even()
    with pytest.raises(UnknownName, match="There is no seat 'french'"):
        grognard.forecast(game.seat("french"), attack("b1"))
    with pytest.raises(IllegalAction):
        grognard.forecast(game.seat(BRITISH), parse(game, "target a1"))
    with pytest.raises(GrognardError, match="name the seat"):
        grognard.forecast(game, parse(game, attack_mask(game, "b1", "1011")))
    with pytest.raises(GrognardError, match="'turn_flank' cannot be chosen here; choose chit skirmish"):
        grognard.forecast(game.seat(BRITISH), attack("b1"), "turn_flank")
    with pytest.raises(GrognardError, match="Only 'british' and 'american' choose"):
        grognard.forecast(game, attack("b1"), "skirmish")
    fire = CASES["rifles at a gun"]
    with pytest.raises(GrognardError, match="Nothing is sealed"):
        grognard.forecast(fire.position().seat(BRITISH), fire.fight, "skirmish")
    moving = even(phase="movement")
    with pytest.raises(GrognardError, match="begins no fight"):
        grognard.forecast(moving.seat(BRITISH), parse(moving, "move b1"))


@pytest.mark.parametrize("text", ["", "close-combat", "close-combat b1", "close-combat b1 1011 hindered more"])
def test_a_fight_that_cannot_be_read(text: str):
    with pytest.raises(GrognardError, match="A fight is written KIND UNIT,UNIT TARGET,TARGET"):
        Fight.of(text)


def test_a_fight_as_text():
    fight = Fight("close-combat", ("b1", "b2"), ("1011",), ("hindered",))
    assert str(fight) == "close-combat b1,b2 1011 hindered"
    assert Fight.of(str(fight)) == fight
    assert str(attack("b1")) == "close-combat b1 1011"


def test_what_is_said_of_a_result_under_way():
    """When the die has fallen and momentum could still be spent, the forecast is that of another roll."""
    game = even(momentum=(1, 0), dice=[5])
    announce(game, ("b1", "1011"), ("far1", "0204"), ("far2", "1818"))
    act(game, "take 1")
    tactics(game)
    assert asked(game) == "spend-momentum"
    forecast: Forecast = grognard.forecast(game.seat(BRITISH), attack("b1"))
    assert forecast.sealed == {}
    assert rounded(forecast.results) == {
        "D/-": 0.2,
        "R/-": 0.1,
        "PIN": 0.1,
        "R/R": 0.1,
        "-/R": 0.1,
        "-/D": 0.2,
        "-/1": 0.1,
        "-/1*": 0.1,
    }
    assert forecast.modifiers[-1].label == "tactics"


# ---------------------------------------------------------------- as it was called before


def test_the_seat_beside_the_game_is_still_understood():
    game, fight = even(), attack("b1")
    former: Any = grognard.forecast
    for seat in (BRITISH, None):
        with pytest.warns(DeprecationWarning, match=r"call forecast\(game.seat\(seat\), attack\)"):
            assert former(game, seat, fight) == grognard.forecast(game.seat(seat), fight)
    with pytest.warns(DeprecationWarning, match="call forecast"):
        found = former(game.seat(BRITISH), BRITISH, fight, choice="skirmish")
    assert found == grognard.forecast(game.seat(BRITISH), fight, "skirmish")
    with pytest.warns(DeprecationWarning, match="call forecast"), pytest.raises(UnknownName, match="the seat of 'british'"):
        former(game.seat(BRITISH), AMERICAN, fight)
    one, other = sealed("skirmish"), sealed("attack_echelon")
    exact: Any = grognard.odds
    with pytest.warns(DeprecationWarning, match="call odds"):
        assert exact(one, AMERICAN, fight) != exact(other, AMERICAN, fight), "one's own sealed choice counts"
    with pytest.warns(DeprecationWarning, match="call odds"):
        assert exact(one.seat(BRITISH), BRITISH, fight) == grognard.odds(one.seat(BRITISH), fight)
