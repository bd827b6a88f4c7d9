"""The cards about the siege: works, the town, new units, reinforcements, guns."""

from __future__ import annotations

from typing import cast

import pytest

from grognard.games.revolution.savannah.state import ALLIED, BRITISH
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.proving_ground import act, asked, choices, last_roll, order_of, refusal, where
from tests.savannah.card_table import BASE, card, events, hand, morale, rules_of, state_of, tactical
from tests.savannah.positions import rolls, told

WORKS = {"works": [["2008", "2009"], ["1909", "2009"]]}

DRAWN = (0, 1)
"""On a turn with draws: the British draw V-C01, the Allies V-C03; neither can use it."""
UNANSWERED = ("allied: pass", "allied: pass")
"""The other side passes in the window, and does not cancel the card."""


def play(game: Battle, seat: str, number: int, *more: str) -> Battle:
    act(game, f"{seat}: play {card(number)}", *more)
    return game


# ---------------------------------------------------------------- new units


@rule("V-C03", "V4.8e", "V6.3")
def test_the_chatham_militia_comes_to_a_house():
    game = play(events(british=[3]), "british", 3)
    assert asked(game) == "place-reinforcement"
    assert "place 1610" in choices(game)
    assert "place 2410" in choices(game)
    assert "place 1611" not in choices(game), "no house"
    act(game, "place 1610")
    assert game.label(game.piece("chatham_militia").hex) == "1610"
    assert [(event.piece, event.hex) for event in told(game, "Placed")] == [("chatham_militia", "1610")]
    assert "move chatham_militia" in choices(game), "it acts normally in its turn of arrival"


@rule("V-C03")
def test_no_house_next_to_the_enemy():
    game = play(events(british=[3], pieces={"foix": "1611"}), "british", 3)
    assert "place 1610" not in choices(game)


@rule("V-C06", "V6.3")
def test_the_creeks_come_to_a_forest():
    game = play(events(british=[6], pieces={"foix": "1310"}), "british", 6)
    terrain, board = game.rules.board.terrain, game.rules.board
    hexes = [board.hex(choice.split()[1]) for choice in choices(game)]
    assert {terrain[h] for h in hexes} == {"forest"}
    assert not any(game.near(ALLIED) >> h & 1 for h in hexes)
    act(game, choices(game)[0])
    assert game.piece("creeks").hex == hexes[0]
    assert [event.piece for event in told(game, "Placed")] == ["creeks"]
    again = events(british=[6, 8], pieces={"creeks": "eliminated"})
    assert refusal(again, "play V-C06", "british") == ("V-C06",)


# ---------------------------------------------------------------- siege rolls


@rule("V-C09")
def test_a_sortie_stops_the_french_roll():
    game = play(events(british=[9], turn=13, state={**WORKS, "french_rolled": True}), "british", 9)
    assert not rules_of(game).may_bombard(game, ALLIED)
    assert rules_of(game).may_bombard(game, BRITISH), "the British may still answer"
    while asked(game) != "open-bombardment":
        act(game, "end-digging")
    assert game.actors == ("british",)
    early = events(british=[9, 8])
    assert refusal(early, "play V-C09", "british") == ("V-C09",)
    assert refusal(events(british=[9, 8], turn=13), "play V-C09", "british") == ("V-C09",), "no works, no roll"


@rule("V-C21")
def test_guns_short_of_ammunition_do_not_answer():
    game = play(events(allied=[21], turn=13, state={**WORKS, "french_rolled": True}), "allied", 21)
    assert not rules_of(game).may_bombard(game, BRITISH)
    assert rules_of(game).may_bombard(game, ALLIED)
    assert refusal(events(allied=[21, 4]), "play V-C21", "allied") == ("V-C21",), "no siege on turn 4"
    play(events(allied=[21], turn=13), "allied", 21)


@rule("V-C21")
def test_guns_short_of_ammunition_hit_less_often():
    pieces = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
    game = tactical("artillery fire", pieces, allied=[21], dice=[0])
    assert asked(game) == "window-fire"
    assert game.actors == ("allied",)
    act(game, "play V-C21", "target foix")
    assert last_roll(game, "artillery-to-hit")["short-of-ammunition"] == -1


@rule("V-C21", "V-C09")
@pytest.mark.parametrize(("gun", "phasing"), [("eliminated", "allied"), ("1505", "british")])
def test_without_guns_that_can_fire_nobody_is_short_of_ammunition(gun: str, phasing: str):
    pieces = {"battery_a": gun, "foix": "1507", "prevost": "1702"}
    game = tactical("movement", pieces, allied=[21], phasing=phasing, first=phasing)
    reason = rules_of(game).why_not_card(game, "allied", card(21), "fire")
    assert reason is not None
    assert (reason.key, reason.cites) == ("no-gun-that-can-fire", ("V-C21",))


# ---------------------------------------------------------------- town and works


@rule("V-C15")
def test_four_days_of_bombardment():
    game = play(events(allied=[15], pieces={"convalescents": "1802"}, dice=[2, 9]), "allied", 15)
    assert game.actors == ("allied",)
    act(game, "aim-mortars 1802")
    assert "1802" in state_of(game).destroyed
    assert game.piece("convalescents").step == 1
    assert morale(game) == (17, 18, 18), "-1 for the card, -1 and +1 for the step"
    assert game.rules.victory_points(game)["french"] == 0.5
    assert last_roll(game, "morale-check")["the-town-in-ruins"] == -1


@rule("V-C15")
def test_bombs_that_miss_the_town_only_frighten():
    game = play(events(allied=[15], dice=[6]), "allied", 15, "aim-mortars 1702")
    struck = state_of(game).destroyed
    assert morale(game)[0] == 18
    assert struck <= {"1601", "1602", "1701", "1702", "1801", "1802", "1901", "1902"}


@rule("V-C15")
def test_a_town_in_ruins_is_not_aimed_at():
    ruins = ["1601", "1602", "1701", "1702", "1801", "1802", "1901", "1902"]
    game = play(events(allied=[15], state={"destroyed": ruins}), "allied", 15)
    assert (morale(game)[0], asked(game)) == (18, "move")


@rule("V-C28", "V4.5d")
@pytest.mark.parametrize(("side", "breach"), [("british", ["1806", "1805", "all"]), ("allied", ["2008", "2009", "all"])])
def test_engineers_repair_and_go_back_to_the_deck(side: str, breach: list[str]):
    breaches = [["1806", "1805", "all"], ["2008", "2009", "all"]]
    game = events(**{side: [28]}, state={**WORKS, "breaches": breaches})
    play(game, side, 28)
    if asked(game) == "card-hexside":
        act(game, f"choose-hexside {breach[0]} {breach[1]}")
    assert tuple(breach) not in state_of(game).breaches
    assert len(state_of(game).breaches) == 1
    assert card(28) in rules_of(game).deck(state_of(game))


@rule("V-C28")
def test_engineers_do_not_work_under_the_enemy():
    state = {**WORKS, "breaches": [["2008", "2009", "all"]]}
    game = events(allied=[28, 4], state=state, pieces={"graham": "2009"})
    assert refusal(game, "play V-C28", "allied") == ("V-C28",)


@rule("V-C34", "V4.6c")
def test_heavy_rain_breaks_a_parapet_but_no_abatis():
    pieces = {"r16": "1705"}
    game = play(events(allied=[34], pieces=pieces, state={"weather": "storms"}, dice=[9]), "allied", 34)
    assert "choose-hexside 1706 1705" in choices(game)
    act(game, "choose-hexside 1706 1705")
    assert state_of(game).breaches == {("1706", "1705", "parapet")}
    side = game.rules.board.side(game.rules.board.hex("1706"), game.rules.board.hex("1705"))
    assert "revetment_in" not in side
    assert "redoubt_in" not in side
    assert last_roll(game, "morale-check")["die"] == 9, "the units behind it check morale"
    fair = events(allied=[34, 4])
    assert refusal(fair, "play V-C34", "allied") == ("V-C34",)


@rule("V-C34", "V4.6c")
def test_the_british_break_siege_works():
    state = {**WORKS, "weather": "squall"}
    game = play(events(british=[34], pieces={"foix": "2009"}, state=state, dice=[9]), "british", 34)
    assert choices(game) == ["choose-hexside 1909 2009", "choose-hexside 2008 2009"]
    act(game, "choose-hexside 1909 2009")
    assert [event.seat for event in rolls(game, "morale-check")] == ["allied"], "the French behind it check morale"


@rule("V-C25")
def test_the_abatis_is_cleared_on_two_hexsides():
    pieces = {**BASE, "laurens": "1406", "light_corps": "1406"}
    game = tactical("movement", pieces, allied=[25])
    act(game, "play V-C25")
    assert "choose-hexside 1405 1404" in choices(game)
    assert "choose-hexside 2106 2105" not in choices(game), "too far from Laurens"
    act(game, "choose-hexside 1405 1404")
    assert asked(game) == "card-hexside"
    assert "choose-hexside 1405 1404" not in choices(game)
    act(game, choices(game)[0])
    assert {part for _, _, part in state_of(game).breaches} == {"abatis"}
    assert len(state_of(game).breaches) == 2
    assert asked(game) != "card-hexside", "two and no more"
    for place, near in (("1407", True), ("1408", False)):
        game = tactical("movement", {**BASE, "laurens": place, "light_corps": place}, allied=[25, 8])
        if "play V-C25" in choices(game):
            act(game, "play V-C25")
        assert ("choose-hexside 1405 1404" in choices(game)) is near, "the nearer hex within two"
    away = tactical("movement", BASE, allied=[25])
    assert refusal(away, "play V-C25") == ("V-C25",)


# ---------------------------------------------------------------- raids


def raid(die: int) -> Battle:
    pieces = {"graham": "1806", "bombardiers": "1909", "marine_bn": "1909", "mortars": "2012"}
    game = events(british=[51], pieces=pieces, dice=[die])
    return play(game, "british", 51)


@rule("V-C51")
@pytest.mark.parametrize(
    ("die", "gun", "unit"),
    [
        (4, ("parade", 0), ("parade", 0)),
        (5, ("disrupted", 0), ("parade", 0)),
        (6, ("disrupted", 0), ("disrupted", 0)),
        (7, ("disrupted", 0), ("disrupted", 0)),
        (8, ("parade", 1), ("parade", 1)),
    ],
)
def test_light_infantry_goes_for_the_guns(die: int, gun: tuple[str, int], unit: tuple[str, int]):
    game = raid(die)
    assert (order_of(game, "bombardiers"), game.piece("bombardiers").step) == gun
    assert (order_of(game, "graham"), game.piece("graham").step) == unit


@rule("V-C51")
def test_the_creeks_are_light_infantry_here():
    game = play(events(british=[51], pieces={"creeks": "1210", "bombardiers": "1211"}, dice=[8]), "british", 51)
    assert game.piece("bombardiers").step == 1
    assert game.piece("creeks").box == "eliminated"


@rule("V-C51")
def test_a_nine_takes_a_step_and_the_raiders():
    game = raid(9)
    assert game.piece("bombardiers").step == 1
    assert game.piece("graham").box == "captured"
    assert refusal(events(british=[51, 8]), "play V-C51", "british") == ("V-C51",)
    for gun, able in (("1810", True), ("1811", False)):
        near = events(british=[51, 8], pieces={"florida_rangers": "1806", "bombardiers": gun})
        assert ("play V-C51" in choices(near)) is able, "within four hexes"


# ---------------------------------------------------------------- reinforcements


@rule("V-C20")
def test_the_fleet_is_driven_out_to_sea():
    pieces = {"cambresis": "waiting", "hainault": "waiting", "pulaski": "waiting", "martinique": "waiting"}
    game = play(events(british=[20], pieces=pieces), "british", 20)
    assert state_of(game).schedule == {"cambresis": 5, "hainault": 5, "pulaski": 5}
    assert rules_of(game).due(game, ALLIED) == []
    assert refusal(events(british=[20, 8]), "play V-C20", "british") == ("V-C20",)


@rule("V-C20")
def test_a_group_that_was_kept_waiting_is_still_to_come():
    """The San Domingue men were due on turn 11, when there was a gale."""
    late = {"san_domingue_detachment": "waiting"}
    state = {"gone": [card(number) for number in range(1, 56) if number != 20]}
    drawn = events(turn=12, pieces=late, state=state, dice=[0])
    assert [each.card for each in rules_of(drawn).hand(drawn, BRITISH)] == ["V-C20"], "not exchanged"
    game = events(british=[20], turn=12, pieces=late, state=state)
    act(game, "british: play V-C20", "end-digging", "end-movement")
    assert state_of(game).schedule == {"san_domingue_detachment": 13}
    assert game.piece("san_domingue_detachment").box == "waiting"


@rule("V-C46")
def test_guides_bring_the_next_group_a_turn_early():
    game = events(british=[46], turn=6, pieces={"maitland": "waiting", "highlanders_1": "waiting"}, dice=DRAWN)
    play(game, "british", 46, *UNANSWERED)
    assert state_of(game).schedule == {"maitland": 6, "highlanders_1": 6}
    assert {piece.id for piece in rules_of(game).due(game, BRITISH)} == {"maitland", "highlanders_1"}


@rule("V-C46")
def test_a_group_that_comes_early_enters_in_the_turn_before():
    pieces = {**BASE, "maitland": "waiting", "highlanders_1": "waiting", "marine_bn": "waiting", "sc_2": "waiting"}
    state = {"gone": [card(number) for number in range(1, 56) if number != 46]}
    game = events(british=[46], turn=6, pieces=pieces, state=state)
    act(game, "british: play V-C46")
    assert (game.state.phase, where(game, "maitland"), where(game, "highlanders_1")) == ("movement", "1702", "1702")
    game = events(allied=[46], turn=7, pieces={"marine_bn": "waiting"}, state=state, dice=[6])
    act(game, "allied: play V-C46", "end-movement")
    assert where(game, "marine_bn") == "4214", "variable entry is rolled for on the early turn"


@rule("V-C46")
def test_guides_for_nobody_are_useless():
    nobody = events(british=[46, 8])
    assert refusal(nobody, "play V-C46", "british") == ("V-C46",)
    assert rules_of(nobody).lost_object(nobody, "V-C46")
    allies = events(british=[46, 8], pieces={"va_levies": "waiting"})
    assert refusal(allies, "play V-C46", "british") == ("V-C46",)
    assert not rules_of(allies).lost_object(allies, "V-C46"), "the other side may still use it"


@rule("V-C46")
def test_the_allies_choose_whose_group():
    pieces = {"martinique": "waiting", "va_levies": "waiting"}
    game = play(events(allied=[46], pieces=pieces), "allied", 46)
    assert choices(game) == ["choose-army french", "choose-army american"]
    act(game, "choose-army american")
    assert state_of(game).schedule == {"va_levies": 4}


@rule("V-C20", "V-C52")
@pytest.mark.parametrize("number", [20, 52])
def test_a_card_about_landings_says_itself_why_it_is_useless(number: int):
    game = events(british=[number, 8], pieces={"foix": "2214"})
    assert refusal(game, f"play {card(number)}", "british") == (card(number),)


@rule("V-C20", "V-C52")
@pytest.mark.parametrize("number", [20, 52])
@pytest.mark.parametrize("to_come", [True, False])
def test_a_card_about_landings_is_exchanged_when_all_have_landed(number: int, to_come: bool):
    state = {"gone": [card(other) for other in range(1, 56) if other != number]}
    game = events(turn=11, pieces={"marine_bn": "waiting"} if to_come else {}, state=state, dice=[0])
    assert hand(game, BRITISH) == ([card(number)] if to_come else [])


@rule("V-C52")
def test_surf_slows_the_landing():
    game = events(british=[52], turn=8, pieces={"marine_bn": "waiting", "mortars": "waiting"}, dice=DRAWN)
    play(game, "british", 52, *UNANSWERED)
    assert state_of(game).slowed == {"marine_bn", "mortars"}
    assert rules_of(game).allowance_change(game, game.piece("foix")) == 0
    state_of(game).variable_entry = "V1"
    hex = game.rules.board.hex("3822")
    for id in ("marine_bn", "mortars"):
        game.change(id, hex=hex, box="")
    game.state.entered = frozenset({"marine_bn", "mortars"})
    assert rules_of(game).usual_allowance(game, game.piece("marine_bn")) == 2 * (4 - 1 + 2)
    assert rules_of(game).usual_allowance(game, game.piece("mortars")) == 2 * (2 - 1 + 2) * 2


# ---------------------------------------------------------------- the defences


@rule("V-C55", "V4.14b")
@pytest.mark.parametrize(("die", "turn"), [(7, 10), (6, 11)])
def test_moncrief_hurries_on_turn_10(die: int, turn: int):
    game = play(events(british=[55], turn=10, dice=[die]), "british", 55)
    assert state_of(game).complete_from == turn
    assert rules_of(game).unfinished_defences(game) == (0 if turn == 10 else 1)


@rule("V-C55")
def test_how_often_moncrief_is_done_on_turn_10():
    found: dict[int, float] = {}
    for chance, after in every_outcome(events(british=[55], turn=10), lambda game: act(cast("Battle", game), "play V-C55")):
        turn = state_of(cast("Battle", after)).complete_from
        found[turn] = found.get(turn, 0) + chance
    assert found == pytest.approx({10: 0.3, 11: 0.7})


@rule("V-C55")
def test_on_turn_11_no_die_is_needed():
    game = events(british=[55], turn=11, dice=DRAWN)
    play(game, "british", 55, *UNANSWERED)
    assert rules_of(game).unfinished_defences(game) == 0
    assert refusal(events(british=[55, 8]), "play V-C55", "british") == ("V-C55",)
