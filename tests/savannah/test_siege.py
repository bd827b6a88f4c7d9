"""Savannah 4.6: siege and bombardment."""

from typing import cast

import pytest

from grognard.games.revolution.series.actions import Target
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.proving_ground import act, announce, asked, choices, last_roll, order_of, where
from tests.savannah.positions import campaign, in_state, rolls, rules_of, savannah, siege_of, state_of, tactics, told

SCENE = {"graham": "1803", "foix": "1912", "sc_1": "1812"}
WORKS = {"works": [["2008", "2009"], ["2109", "2009"], ["1909", "2009"]], "counters_used": 8}


def french(*dice: int, pieces: dict[str, object] | None = None, **state: object) -> Battle:
    """The French roll on turn 12; the British hold their fire as far as they are asked at once."""
    scene = {**SCENE, **(pieces or {})}
    game = campaign(scene, turn=12, phase="siege", state={**WORKS, **state}, dice=dice)
    act(game, "cannonade")
    return game


def british(*dice: int, pieces: dict[str, object] | None = None, **state: object) -> Battle:
    """The British roll on turn 12, after the French have held their fire."""
    fields = {**WORKS, "french_rolled": True, **state}
    game = campaign({**SCENE, **(pieces or {})}, turn=12, phase="siege", state=fields, dice=dice)
    if game.actors == ("allied",) and "cannonade" in choices(game):
        act(game, "hold-fire")
    act(game, "cannonade")
    return game


def morale(game: Battle) -> tuple[int, int, int]:
    return game.state.morale["british"], game.state.morale["french"], game.state.morale["american"]


@rule("V4.6a", "V3.5")
def test_the_french_open_the_exchange():
    game = campaign(SCENE, turn=12, phase="siege", state=WORKS, dice=[0])
    assert (asked(game), game.actors) == ("open-bombardment", ("allied",))
    act(game, "hold-fire")
    assert asked(game) != "open-bombardment", "the roll is optional, and the British can never be first"
    none = campaign(SCENE, turn=12, phase="siege")
    assert asked(none) != "open-bombardment"
    lost = campaign(SCENE, turn=12, phase="siege", state={"french_rolled": True})
    assert (asked(lost), lost.actors) == ("open-bombardment", ("british",)), "the French have lost their works"


@rule("V4.6b", "V3.5")
def test_the_british_may_answer_from_then_on():
    game = french(0, 0)
    assert (asked(game), game.actors) == ("open-bombardment", ("british",))
    later = campaign(SCENE, turn=13, phase="siege", state={**WORKS, "french_rolled": True})
    act(later, "hold-fire")
    assert (asked(later), later.actors) == ("open-bombardment", ("british",)), "whether the French roll this turn or not"


@rule("V-T-siege1")
def test_army_morale_by_the_first_table():
    assert morale(french(4)) == (18, 17, 18)
    assert morale(french(3, 0)) == (18, 17, 18)
    assert morale(french(5, 0)) == (19, 18, 18)
    assert morale(british(3)) == (19, 16, 18)
    assert morale(british(5, 0)) == (20, 17, 18)
    game = british(4, 0)
    assert set(choices(game)) == {"shake-french", "shake-americans"}
    act(game, "shake-americans")
    assert morale(game) == (19, 17, 17)


@rule("V-T-siege1")
def test_wet_powder_ends_the_rollers_own_bombardment():
    game = french(0)
    assert morale(game) == (19, 17, 18)
    assert game.actors == ("british",)
    assert len(rolls(game, "siege")) == 1


@rule("V-T-siege1", "V-T-siege2")
def test_british_fire_is_hindered_or_helped_this_turn():
    assert state_of(french(2)).siege_fire_drm == -1
    assert state_of(british(2)).siege_fire_drm == 1
    assert state_of(british(5, 5)).siege_fire_drm == 1
    pieces = {"battery_a": "1505", "foix": "1507"}
    game = campaign(pieces, phasing="allied", turn=12, phase="artillery fire", state={"siege_fire_drm": -1}, dice=[0, 5, 5])
    act(game, "target foix")
    assert rolls(game, "artillery-to-hit")[0].modifiers[-1].value == -1


@rule("V-T-siege1", "V4.6c", "V4.19g")
def test_a_breach():
    game = french(7, 4, pieces={"wissenbach": "1805"})
    assert asked(game) == "breach-works"
    act(game, "breach 1805")
    assert asked(game) == "which-hexside"
    act(game, "front 3")
    assert state_of(game).breaches == {("1806", "1805", "all")}
    check = rolls(game, "morale-check")[0]
    assert (check.total, [line.label for line in check.modifiers if line.cites == "V4.19g"]) == (4, [])
    assert asked(game) == "retreat", "4 is less than 5"
    board = game.rules.board
    assert "redoubt_in" not in board.side(board.hex("1806"), board.hex("1805"))


@rule("V4.6c", "V-C25", "V-C34")
def test_what_cards_have_broken_down_cannot_be_breached_again():
    state = {"breaches": [["1706", "1705", "parapet"], ["1706", "1705", "abatis"], ["1806", "1805", "abatis"]]}
    game = campaign(SCENE, turn=12, state=state)
    standing = siege_of(game).hexsides_of(game, "british")
    assert ("1706", "1705") not in standing, "nothing of it is left"
    assert ("1806", "1805") in standing, "its redoubt stands"


@rule("V-T-siege1")
def test_the_british_breach_siege_works():
    game = british(9, 0)
    assert choices(game) == ["breach 2009"] or asked(game) == "which-hexside"
    act(game, "front 0", "front 1")
    assert len(state_of(game).breaches) == 2
    none = british(8, 0, works=[], counters_used=8)
    assert morale(none) == (19, 16, 18)
    seven = british(7, works=[], counters_used=5)
    assert state_of(seven).counters_used == 6
    assert told(seven, "CounterRemoved")


@rule("V-T-siege1")
def test_one_breach_instead_of_two_costs_the_french_no_morale():
    one = british(9, 0, works=[["2008", "2009"]])
    assert state_of(one).breaches == {("2008", "2009", "all")}
    assert morale(one) == (19, 17, 18)
    none = british(9, 0, works=[["2008", "2009"]], breaches=[["2008", "2009", "all"]])
    assert morale(none) == (19, 16, 18)


@rule("V4.5d", "V-T-siege1", "V-T-siege2")
def test_repairs():
    broken = [["2008", "2009", "all"], ["1806", "1805", "all"]]
    game = french(1, breaches=broken)
    assert state_of(game).breaches == {("1806", "1805", "all")}
    game = british(1, breaches=broken)
    assert state_of(game).breaches == {("2008", "2009", "all")}
    game = french(5, 2, breaches=broken)
    assert state_of(game).breaches == {("1806", "1805", "all")}
    assert morale(french(1)) == (19, 17, 18), "nothing to repair"


@rule("V-T-siege6")
def test_a_battery_accident():
    game = french(6, pieces={"grand_battery": "1705", "battery_a": "1505"})
    assert set(choices(game)) == {"target grand_battery", "target battery_a"}
    ask = game.question("allied")
    assert ask is not None
    assert rules_of(game).default_answer(game, ask) == ("least-loss", Target("grand_battery"))
    act(game, "target grand_battery")
    assert game.strength(game.piece("grand_battery")) == 3
    assert morale(game) == (18, 18, 18)
    assert game.rules.victory_points(game)["french"] == 0.5
    answer = british(6, pieces={"mortars": "1907", "beekman": "1908"})
    assert told(answer, "StepLost")[0].piece == "mortars", "one French battery; Beekman is American"
    assert told(british(6, pieces={"beekman": "1908"}), "StepLost") == [], "no French battery, no loss"
    assert asked(french(4, pieces={"grand_battery": "1705", "battery_a": "1505"})) != "strike-a-gun"


@rule("V4.6d", "V4.19g", "V-T-siege1", "V-T-scatter")
def test_a_town_hex_is_destroyed():
    game = french(9, 2, 5, 0, pieces={"convalescents": "1702", "prevost": "1702"})
    assert asked(game) == "aim-at-the-town"
    ground, there = game.rules.board, game.rules.board.hex("1702")
    assert (game.rules.ground[there].printed_row, ground.side(ground.hex("1602"), there)) == (
        "Savannah town, not destroyed",
        frozenset({"road"}),
    )
    act(game, "aim-mortars 1702")
    assert state_of(game).destroyed == {"1702"}
    assert [event.hex for event in told(game, "TownHexDestroyed")] == ["1702"]
    ground = game.rules.board
    assert (game.rules.ground[there].printed_row, ground.side(ground.hex("1602"), there)) == (
        "open, cultivated, stubble",
        frozenset(),
    )
    assert game.piece("convalescents").step == 1
    assert morale(game) == (18, 18, 18)
    check = rolls(game, "morale-check")[0]
    assert {modifier.label: modifier.value for modifier in check.modifiers}["the-town-in-ruins"] == -1
    assert game.rules.victory_points(game)["french"] == 0.5


@rule("V4.6d", "V4.19g")
def test_where_the_ruins_bury_the_last_unit_nobody_checks_morale():
    game = french(9, 2, 0, pieces={"r16": "1702", "prevost": "1702"})
    act(game, "aim-mortars 1702")
    assert where(game, "r16") == "eliminated"
    assert not rolls(game, "morale-check")
    assert (asked(game), game.actors) == ("open-bombardment", ("british",))


@rule("V4.19g")
@pytest.mark.parametrize(("unit", "chance"), [("wissenbach", 0.5), ("highlanders_1", 0.3), ("convalescents", 0.6)])
def test_how_often_units_leave_a_breach(unit: str, chance: float):
    """Five or more stays, with their morale: 0, 2 and -1."""
    game = french(7, pieces={unit: "1805"})
    act(game, "breach 1805")
    after = every_outcome(game, lambda copy: act(cast("Battle", copy), "front 3"))
    assert sum(chance for chance, copy in after if asked(cast("Battle", copy)) == "retreat") == pytest.approx(chance)


@rule("V4.6d")
def test_a_strike_off_the_town_has_no_effect():
    game = french(9, 7, 0)
    act(game, "aim-mortars 1902")
    assert state_of(game).destroyed == frozenset(), "it fell in 1903"
    assert [(event.aim, event.hex) for event in told(game, "TownMissed")] == [("1902", "1903")], "and the log says so"


@rule("V-T-siege2")
def test_the_second_table():
    assert state_of(french(5, 4)).doubled == {"guns"}
    assert state_of(british(5, 4)).doubled == {"graham"}
    assert morale(french(5, 6, 7)) == (19, 18, 18)
    assert morale(french(5, 6, 8)) == (18, 18, 18), "the fire ship"
    assert morale(french(5, 7)) == morale(french(5, 8)) == (18, 18, 18)
    assert morale(french(5, 9)) == (19, 18, 20)
    assert morale(british(5, 6)) == morale(british(5, 7)) == (21, 17, 18)
    assert morale(british(5, 8)) == (20, 17, 17)
    assert morale(british(5, 9)) == (20, 16, 17)


@rule("V-T-siege2")
def test_doubled_movement():
    game = campaign({**SCENE, "reserve_artillery": "1911"}, turn=12, state={"doubled": ["guns", "graham"]})
    assert rules_of(game).allowance(game, game.piece("reserve_artillery")) == 2 * 6
    assert rules_of(game).allowance(game, game.piece("graham")) == 2 * 10
    assert rules_of(game).allowance(game, game.piece("foix")) == 2 * 4
    for doubled, said in (((), []), (("guns",), ["siege-doubles-guns"]), (("graham",), ["siege-doubles-graham"])):
        game = campaign(SCENE, turn=12, state={"doubled": list(doubled)})
        assert [reason.key for reason in siege_of(game).siege_changes(game)] == said


@rule("V-T-siege1")
@pytest.mark.parametrize(("drm", "said"), [(0, []), (-1, ["-1"]), (1, ["+1"])])
def test_the_table_shows_what_the_bombardment_did_to_british_fire(drm: int, said: list[str]):
    game = campaign(SCENE, turn=12, state={"siege_fire_drm": drm})
    assert [reason.args["drm"] for reason in siege_of(game).siege_changes(game)] == said


@rule("V-T-siege-beekman")
def test_beekman_fires_at_once():
    game = french(5, 5, 9, 5, pieces={"beekman": "1607", "r16": "1606"})
    assert set(choices(game)) == {"target r16", "hold-fire"}, "he may"
    act(game, "target r16")
    assert rolls(game, "artillery-to-hit")[0].seat == "allied"
    assert asked(game) == "retreat" or order_of(game, "r16") == "disrupted"
    spared = french(5, 5, pieces={"beekman": "1607", "r16": "1606"})
    act(spared, "hold-fire")
    assert not rolls(spared, "artillery-to-hit")
    assert order_of(spared, "r16") == "parade"
    silent = french(5, 5)
    assert not rolls(silent, "artillery-to-hit")
    idle = french(5, 5, pieces={"beekman": "1610", "r16": "1603"})
    assert not rolls(idle, "artillery-to-hit"), "nobody is in reach"
    shaken = french(5, 5, pieces={"beekman": in_state("1607", "disrupted"), "r16": "1606"})
    assert not rolls(shaken, "artillery-to-hit"), "he is in disorder"


@rule("V4.4h")
def test_completed_works_help_whoever_holds_them():
    state = {"works": [["2007", "2008"]]}
    game = savannah({"graham": "2008", "foix": "2007"}, phase="close combat", state=state, dice=[4, 9, 9])
    announce(game, ("foix", "2008"))
    tactics(game)
    assert last_roll(game, "close-combat")["attack-across-works"] == -1, "French works, British defenders"


@pytest.mark.parametrize("turn", [9, 16])
@rule("V3.5")
def test_when_there_is_no_siege_phase(turn: int):
    game = campaign(SCENE, turn=turn, phasing="allied", first="allied" if turn == 16 else "british", state={**WORKS})
    assert not siege_of(game).may_bombard(game, "allied")
