"""Savannah's fire tables, and the mortars of 4.12."""

import pytest

from grognard.core.features import EndingWarnings, FightParties
from grognard.core.orders import ordered
from grognard.core.rules import Rules
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import act, asked, choices, last_roll, order_of, parse, refusal, where
from tests.savannah.positions import LAST, in_state, rolls, rules_of, savannah, state_of, told

MORTARS = {"mortars": "1907"}


@rule("V-T-fire", "S-T-fire")
@pytest.mark.parametrize(
    ("strength", "numbers"),
    [
        (1, (7, 9, 9)),
        (2, (6, 8, 9)),
        (3, (4, 7, 8)),
        (5, (4, 7, 8)),
        (6, (2, 6, 7)),
        (9, (2, 6, 7)),
        (10, (1, 5, 6)),
        (14, (1, 5, 6)),
    ],
)
def test_the_numbers_to_hit(strength: int, numbers: tuple[int, int, int]):
    rules = rules_of(savannah(MORTARS))
    assert tuple(rules.number_to_hit(strength, distance) for distance in (1, 2, 4)) == numbers
    assert rules.number_to_hit(strength, 3) == numbers[1]


@rule("V-T-fire")
@pytest.mark.parametrize(("strength", "numbers"), [(2, (6, 6, 7, 8)), (3, (5, 5, 6, 7)), (4, (5, 5, 6, 7))])
def test_the_numbers_of_mortars(strength: int, numbers: tuple[int, ...]):
    rules = rules_of(savannah(MORTARS))
    assert tuple(rules.mortar_number(strength, distance) for distance in (2, 3, 4, 5)) == numbers


@rule("V-T-fire")
def test_a_single_point_of_mortars_reaches_three_hexes_and_no_mortar_is_stronger_than_five():
    rules = rules_of(savannah(MORTARS))
    assert rules.mortar_number(1, 3) == 9
    for strength, distance in ((1, 4), (1, 5), (6, 2)):
        with pytest.raises(ValueError, match="no mortar"):
            rules.mortar_number(strength, distance)


@rule("V-T-fire")
def test_a_single_point_does_not_carry_four_hexes():
    game = savannah({"bombardiers": {"hex": "2008", "step": 2}, "foix": "1912"})
    assert rules_of(game).gun_range(game.piece("bombardiers")) == 3
    assert (rules_of(game).number_to_hit(1, 1), rules_of(game).number_to_hit(1, 2)) == (7, 9)


@rule("V-T-fire")
def test_naval_guns_reach_four_hexes():
    pieces = {"naval_battery": "1402", "battery_a": "1505", "irish": "1406", "foix": "1509"}
    game = savannah(pieces, phase="artillery fire", dice=[8, 0], **LAST)
    assert "target irish" in choices(game), "four hexes from 1402"
    assert "target foix" not in choices(game), "four hexes from the field guns of 1505"
    assert rules_of(game).gun_range(game.piece("naval_battery")) == 4
    assert rules_of(game).gun_range(game.piece("battery_a")) == 3


@rule("V-T-damage")
def test_guns_suffer_otherwise_than_others():
    rules = rules_of(savannah(MORTARS))
    assert [rules.damage("other", face) for face in range(10)] == ["R", "R", "R", "R", "D", "D", "D", "1", "1", "1*"]
    assert [rules.damage("artillery", face) for face in range(10)] == ["R", "R", "R", "R", "R", "D", "D", "D", "AM", "1"]
    game = savannah({"battery_a": "1505", "reserve_artillery": "1507"}, phase="artillery fire", dice=[9, 8], **LAST)
    before = game.state.morale["french"]
    act(game, "target reserve_artillery")
    assert game.state.morale["french"] == before - 1
    assert order_of(game, "reserve_artillery") == "parade"
    assert (where(game, "reserve_artillery"), game.piece("reserve_artillery").step) == ("1507", 0), "AM, and no step"


@rule("V-T-firedrm")
def test_the_modifiers_of_fire():
    def rolled(pieces: dict[str, object], target: str, **fields: object) -> dict[str, int]:
        game = savannah(pieces, phase="artillery fire", dice=[0], **{**LAST, **fields})
        act(game, f"target {target}")
        return last_roll(game, "artillery-to-hit")

    assert rolled({"battery_a": "1505", "champagne": "1507"}, "champagne")["target-light-infantry"] == -1
    assert rolled({"battery_a": "1508", "foix": "1509"}, "foix")["target-in-woods"] == -1
    assert rolled({"battery_a": "1505", "conde": "1507"}, "conde")["target-artillery-or-dragoons"] == 1
    assert rolled({"battery_a": "2102", "harden": "2303"}, "harden")["target-terrain"] == 1, "rice"
    works = {"works": [["2006", "2007"]]}
    behind = rolled({"battery_a": "2005", "marine_bn": "2007"}, "marine_bn", state=works)
    assert behind["target-behind-works"] == -1
    breached = {**works, "breaches": [["2006", "2007", "all"]]}
    assert "target-behind-works" not in rolled({"battery_a": "2005", "marine_bn": "2007"}, "marine_bn", state=breached)
    fog = {**works, "weather": "fog"}
    light = rolled({"battery_a": "2005", "colonial_chasseurs": "2007"}, "colonial_chasseurs", state=fog)
    assert light["total"] - light["die"] == -3, "light infantry behind works in fog"
    game = savannah({"battery_a": "1508", "conde": "1509"}, phase="artillery fire", dice=[0], **LAST)
    act(game, "target conde")
    lines = {line.label: line.cites for line in rolls(game, "artillery-to-hit")[0].modifiers}
    assert lines == {"target-in-woods": "V-T-firedrm", "target-artillery-or-dragoons": "V-T-firedrm"}


@rule("S11.2c", "V-T-fire")
def test_the_guns_that_can_fire_together_the_best_first():
    pieces = {"naval_battery": "1402", "battery_a": "1505", "battery_b": "1605", "irish": "1406"}
    game = savannah(pieces, phase="artillery fire", dice=[0], **LAST)
    seat, target = game.seat("british"), parse(game, "target irish")
    parties = seat.ask(FightParties.parties, target)
    sets = [frozenset(party.pieces) for party in parties]
    assert len(set(sets)) == len(sets)
    assert [party.chance for party in parties] == sorted((party.chance for party in parties), reverse=True)
    assert seat.ask(Rules.chance, target) == parties[0].chance
    alone = next(party for party in parties if party.pieces == ("battery_a",))
    whole = next(party for party in parties if "naval_battery" in party.pieces and "battery_a" in party.pieces)
    for party in (alone, whole):
        played = game.copy()
        act(played, "target irish", *map(str, party.actions))
        (fired,) = told(played, "FireOrdered")
        assert set(fired.firers) == set(party.pieces)
        lines = last_roll(played, "artillery-to-hit")
        faces = [face for face in range(10) if face + lines["total"] - lines["die"] >= fired.number]
        assert party.chance == len(faces) / 10
    assert seat.ask(FightParties.parties, parse(game, "hold-fire")) == ()


@rule("S11.2c", "S11.3a")
def test_one_gun_alone_may_be_better_than_two():
    """The range of the farthest counts: a gun next to the target loses by another that stands two hexes off."""
    pieces = {"battery_a": "1505", "battery_b": "1605", "irish": "1405"}
    game = savannah(pieces, phase="artillery fire", dice=[0], **LAST)
    chances = {
        party.pieces: party.chance for party in game.seat("british").ask(FightParties.parties, parse(game, "target irish"))
    }
    assert next(iter(chances)) == ("battery_a",)
    assert chances["battery_a",] > chances["battery_b",]
    assert chances["battery_a",] >= chances["battery_a", "battery_b"]


@rule("S11.1b")
def test_the_guns_that_hold_their_fire_are_named():
    pieces = {"battery_a": "1505", "battery_d": "1905", "irish": "1406"}
    game = savannah(pieces, phase="artillery fire", dice=[], **LAST)
    seat = game.seat("british")
    assert seat.ask(EndingWarnings.idle, parse(game, "hold-fire")) == ("battery_a",), "battery_d has no target"
    assert seat.ask(EndingWarnings.idle, parse(game, "target irish")) == ()


@rule("V-T-firedrm")
def test_the_first_fire_of_mortars_is_the_better_one():
    for before, drm in (([], 1), (["mortars"], None)):
        game = savannah(
            {**MORTARS, "r60": "1903"}, phase="artillery fire", dice=[0, 0, 0], state={"fired_mortars": before}, **LAST
        )
        act(game, "aim-mortars 1903")
        assert last_roll(game, "artillery-to-hit").get("first-mortar-fire") == drm
        assert state_of(game).fired_mortars == {"mortars"}


# ---------------------------------------------------------------- mortars


def fire(aim: str, *dice: int, **pieces: object) -> Battle:
    game = savannah({**MORTARS, **pieces}, phase="artillery fire", dice=dice, **LAST)
    if asked(game) == "artillery-target":
        act(game, "hold-fire")
    act(game, f"aim-mortars {aim}")
    return game


@rule("V4.12b", "V4.12c")
def test_mortars_aim_at_any_hex_two_to_five_away_without_sight():
    game = savannah({**MORTARS, "trumbach": "1902"}, phase="artillery fire", dice=[9] * 9, **LAST)
    assert "aim-mortars 1902" in choices(game)
    assert "aim-mortars 1909" in choices(game), "an empty hex"
    assert refusal(game, "aim-mortars 1906") == ("V4.12b",)
    assert refusal(game, "aim-mortars 1913") == ("V4.12b",)
    assert refusal(game, "aim-mortars 9999") == (), "there is no such hex"
    act(game, "hold-fire")
    assert game.over is not None, "they are not asked again"


@rule("V3.7", "V4.12a")
def test_mortars_fire_in_the_allied_part_after_the_british_guns_and_alone():
    pieces = {**MORTARS, "battery_d": "1905", "bombardiers": "2008", "foix": "1908"}
    game = savannah(pieces, phase="artillery fire", dice=[0] * 9, **LAST)
    assert (asked(game), game.actors) == ("artillery-target", ("british",))
    act(game, "hold-fire")
    assert (asked(game), game.actors) == ("aim-mortar", ("allied",))
    act(game, "aim-mortars 1904")
    assert [fell.hex for fell in told(game, "BombFell")] == ["1904"]
    pieces |= {"graham": "2006", "bombardiers": "2008"}
    british = savannah(pieces, phasing="british", phase="artillery fire", turn=20, first="allied", dice=[0] * 9)
    act(british, "target graham")
    (ordered,) = told(british, "FireOrdered")
    assert ordered.firers == ("bombardiers",), "the mortars could have reached him, too"
    assert not british.actors or asked(british) != "aim-mortar"


@rule("V3.7")
def test_a_mortar_disrupted_by_fire_does_not_fire():
    game = savannah({"mortars": in_state("1907", "disrupted"), "foix": "1208"}, phase="artillery fire", **LAST)
    assert game.over is not None


@rule("V4.12d")
def test_on_the_tactical_track_mortars_move_or_fire():
    pieces = {"mortars": "1908", "foix": "1208"}
    game = savannah(pieces, state={"freed_guns": ["mortars"]}, **LAST)
    act(game, "move mortars", "go 1907", "stop", "end-movement")
    assert game.over is not None, "nobody was asked to fire"
    standing = savannah(pieces, state={"freed_guns": ["mortars"]}, **LAST)
    act(standing, "end-movement")
    assert asked(standing) == "aim-mortar"


@rule("V4.12e", "V-T-scatter")
def test_the_procedure_of_a_bomb():
    game = fire("1805", 2, 4, 8, 9, wissenbach="1805", r16="1805")
    assert (asked(game), game.actors) == ("choose-victim", ("british",))
    act(game, "expose wissenbach")
    rolled = last_roll(game, "artillery-to-hit")
    assert (rolled["first-mortar-fire"], rolled["total"]) == (1, 5), "5 is what 4 SP need at 3 hexes"
    assert game.piece("wissenbach").step == 1, "8: a step"
    assert state_of(game).fired_mortars == {"mortars"}


@rule("V4.12e")
def test_a_standing_order_exposes_the_weakest():
    game = fire("1805", 2, 4, 8, 9, wissenbach="1805", tawes="1805")
    assert choices(game) == ["expose wissenbach", "expose tawes"]
    assert str(ordered(game.seat("british"), {"bombs": "least"})) == "expose tawes"


@rule("V-T-scatter", "V4.12e")
def test_scatter_at_short_range_is_one_hex():
    for face, hex in ((4, "1804"), (5, "1905"), (6, "1906"), (7, "1806"), (8, "1706"), (9, "1705")):
        game = fire("1805", face)
        (fell,) = told(game, "BombFell")
        assert fell.hex == hex
    for face in (0, 1, 2, 3):
        (fell,) = told(fire("1805", face), "BombFell")
        assert fell.hex == "1805"


@rule("V-T-scatter", "V4.12e")
def test_at_long_range_a_second_die_may_double_it():
    (near,) = told(fire("1902", 4, 6), "BombFell")
    (far,) = told(fire("1903", 4, 7), "BombFell")
    assert (near.hex, far.hex) == ("1901", "1901")
    assert told(fire("1902", 4, 9), "BombWasted"), "two hexes north of 1902 is off the map"


@rule("V4.12e")
def test_a_bomb_that_strikes_nobody_was_fired_all_the_same():
    game = fire("1903", 0)
    assert told(game, "BombFell")
    assert not told(game, "FireOrdered")
    assert state_of(game).fired_mortars == {"mortars"}


@rule("V4.12e")
def test_a_bomb_strikes_friends_as_well():
    game = fire("1905", 7, 9, 5, 9, foix="1906")
    act(game, "retreat 1909")
    assert order_of(game, "foix") == "disrupted"


@rule("V4.12f", "V-T-mortar")
@pytest.mark.parametrize(
    ("die", "step", "order"), [(0, 1, "parade"), (1, 0, "disrupted"), (3, 0, "disrupted"), (4, 0, "parade")]
)
def test_what_the_shot_does_to_the_mortars(die: int, step: int, order: str):
    game = fire("1805", 2, 9, 8, die, wissenbach="1805")
    assert (game.piece("mortars").step, order_of(game, "mortars")) == (step, order)
    assert game.piece("mortars").hex == game.rules.board.hex("1907")
    lost = {0: -1, 1: -1, 3: -1, 4: 0}[die]
    assert game.state.morale["french"] == 12 + 1 + lost, "and 1 for the step of the enemy"


@rule("V-T-mortar")
def test_a_reduced_mortar_that_bursts_is_gone():
    game = savannah(
        {"mortars": {"hex": "1907", "step": 2}, "wissenbach": "1805"}, phase="artillery fire", dice=[2, 9, 8, 0], **LAST
    )
    act(game, "aim-mortars 1805")
    assert game.piece("mortars").box == "eliminated"


@rule("V4.12f")
def test_a_mere_retreat_does_not_test_the_mortars():
    game = fire("1805", 2, 9, 0, wissenbach="1805")
    assert not rolls(game, "mortar")
