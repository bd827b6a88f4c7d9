"""The cards about the fighting: fire, close combat, movement and rally, and who plays first."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.revolution.savannah.state import ALLIED
from grognard.games.revolution.series.battle import Battle
from tests.marks import rule
from tests.proving_ground import act, announce, asked, choices, last_roll, order_of, refusal
from tests.savannah.card_table import BASE, card, hand, morale, rules_of, state_of, tactical
from tests.savannah.positions import in_state, rolls, tactics, told

GUN = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
"""A British battery with a French target."""


# ---------------------------------------------------------------- fire


@rule("V-C10")
def test_a_betrayed_plan_helps_the_british_guns():
    game = tactical("artillery fire", GUN, british=[10], dice=[6, 0])
    assert game.actors == ("british",)
    act(game, "play V-C10", "target foix")
    assert last_roll(game, "artillery-to-hit")["plan-of-attack-betrayed"] == 1
    assert told(game, "FireResolved")[-1].result == "R", "6 + 1 hits, and 6 would not"
    plain = tactical("artillery fire", GUN, british=[10], dice=[6, 0])
    act(plain, "target foix")
    assert "plan-of-attack-betrayed" not in last_roll(plain, "artillery-to-hit")


def armed(*dice: int, british: tuple[int, ...] = (), gun: Any = "1505") -> Battle:
    game = tactical("artillery fire", {**GUN, "battery_a": gun}, allied=[43], british=british, dice=dice)
    assert asked(game) == "window-fire"
    act(game, "allied: arm battery_a")
    return game


@rule("V-C43")
def test_an_armed_card_goes_off_when_the_battery_fires():
    game = armed(0)
    assert hand(game, "allied") == [card(43)], "unseen until then"
    assert not told(game, "CardPlayed")
    act(game, "target foix")
    assert game.piece("battery_a").step == 1
    assert [event.piece for event in told(game, "GunExploded")] == ["battery_a"]
    assert last_roll(game, "artillery-to-hit")["die"] == 0, "it still fires with what is left"
    assert morale(game) == (14, 12, 13)
    assert game.rules.victory_points(game)["french"] == 0
    assert state_of(game).gone == (card(43),)
    assert not state_of(game).armed
    rules_of(game).lose_unscored(game, "battery_a")
    assert game.piece("battery_a").box == "eliminated"
    assert game.rules.victory_points(game)["french"] == 0, "nor for a second step lost so"


@rule("V-C43")
def test_a_battery_without_a_step_left_does_not_fire():
    game = armed(gun={"hex": "1505", "step": 2})
    act(game, "target foix")
    assert game.piece("battery_a").box == "eliminated"
    assert not told(game, "FireOrdered")
    assert game.rules.victory_points(game)["french"] == 0.5, "for the step lost before"


@rule("V-C43")
def test_what_is_armed_and_does_not_go_off_stays_in_hand():
    game = armed()
    act(game, "hold-fire")
    assert hand(game, "allied") == [card(43)]
    assert state_of(game).armed == {}


@rule("V-C43")
def test_another_battery_fires_without_harm():
    game = tactical("artillery fire", {**GUN, "battery_b": "1606", "irish": "1607"}, allied=[43], dice=[0, 0])
    assert refusal(game, "play V-C43", "allied") == ("V-C43",), "it is armed against a battery"
    assert refusal(game, "arm naval_battery", "allied") == ("V-C43",), "which does not fire"
    act(game, "allied: arm battery_a", "target irish")
    assert last_roll(game, "artillery-to-hit")["die"] == 0
    assert not told(game, "GunExploded")


@rule("V-C43", "V-C07")
def test_an_explosion_is_cancelled():
    game = armed(0, british=(7,))
    act(game, "target foix")
    assert asked(game) == "window-response"
    act(game, "play V-C07")
    assert game.piece("battery_a").step == 0
    assert set(state_of(game).gone) == {card(7), card(43)}


@rule("V-C43")
def test_the_british_arm_against_mortars():
    game = tactical("artillery fire", {"mortars": "1907", "r60": "1703", "prevost": "1702"}, british=[43], dice=[0, 0])
    assert game.actors == ("british",)
    act(game, "arm mortars", "aim-mortars 1703")
    assert game.piece("mortars").step == 1


@rule("V3.7", "V4.3b", "V-C43")
@pytest.mark.parametrize(
    ("phasing", "mortars", "battery", "seats"),
    [
        ("allied", "1907", "1505", {"british", "allied"}),
        ("allied", "eliminated", "1505", {"allied"}),
        ("allied", "1907", "eliminated", {"british"}),
        ("british", "1907", "1505", {"british"}),
    ],
)
def test_whoever_can_be_hit_may_arm_a_card(phasing: str, mortars: str, battery: str, seats: set[str]):
    """The mortars fire in the Allied part, where the Allies are under fire themselves."""
    pieces = {**GUN, "mortars": mortars, "battery_a": battery, "bombardiers": "2008", "r60": "2006"}
    game = tactical("artillery fire", pieces, british=[43], allied=[43], phasing=phasing, first=phasing)
    assert (asked(game), set(game.actors)) == ("window-fire", seats)
    assert {side for side in ("british", "allied") if rules_of(game).batteries_to_arm(game, side)} == seats


# ---------------------------------------------------------------- close combat


ASSAULT = {"tawes": "1404", "foix": "1305", "prevost": "1901"}
"""The French in 1305 must attack 1404."""
BESIDE_PULASKI = {"foix": "1406", "destaing": "1406", "pulaski": "1507", "graham": "1506", "prevost": "1901"}
"""French and Americans attack together."""


def assault(pieces: dict[str, Any], *, allied: tuple[int, ...] = (), british: tuple[int, ...] = (), dice: Any = ()) -> Battle:
    game = tactical("close combat", pieces, british=british, allied=allied, dice=dice)
    while asked(game) == "announce-attack":
        act(game, choices(game)[0])
    return game


def fight(game: Battle) -> dict[str, int]:
    """Resolve the combat under way and return its roll."""
    if asked(game) == "next-combat":
        act(game, "take 1")
    while asked(game) == "choose-lead":
        act(game, choices(game)[0])
    tactics(game)
    return last_roll(game, "close-combat")


@rule("V-C12")
def test_guides_mislead_the_french():
    game = assault(ASSAULT, british=(12,), dice=[5, 5, 5, 5])
    assert (asked(game), game.actors) == ("window-attack", ("british",))
    act(game, "play V-C12")
    assert fight(game)["guides-mislead-the-columns"] == -1
    assert "guides-mislead-the-columns" not in fight(assault(ASSAULT, dice=[5] * 4)), "only by the card"
    both = {**ASSAULT, "sc_1": "2106", "r60": "2105"}
    game = assault(both, british=(12,), dice=[5] * 6)
    act(game, "play V-C12", "take 2")
    assert "guides-mislead-the-columns" not in fight(game), "the Americans have their own"
    state = {"in_force": [{"card": "V-C12", "side": "british"}]}
    legion = tactical("close combat", {**ASSAULT, "pulaski": "1305"}, state=state, dice=[5] * 4)
    announce(legion, ("foix", "1404"), ("pulaski", "1404"))
    assert fight(legion)["guides-mislead-the-columns"] == -1, "some of them are French"
    beside = tactical("close combat", BESIDE_PULASKI, state=state, dice=[5] * 4)
    announce(beside, ("foix", "1506"), ("pulaski", "1506"))
    assert fight(beside)["guides-mislead-the-columns"] == -1, "some of them are French"
    americans = assault({"tawes": "1404", "sc_1": "1305", "prevost": "1901"}, british=(12, 8), dice=[5] * 4)
    assert refusal(americans, "play V-C12") == ("V-C12",)


@rule("V-C13")
def test_destaing_leads_from_the_front():
    game = assault({**ASSAULT, "destaing": "1305"}, allied=(13,), dice=[5] * 5)
    act(game, "play V-C13")
    assert fight(game)["under-this-leader"] == 2
    without = assault(ASSAULT, allied=(13, 8), dice=[5] * 5)
    assert "play V-C13" not in choices(without)


@rule("V-C26")
def test_a_vigorous_feint_of_militia():
    game = assault({"tawes": "2105", "harden": "2106", "garden": "2106", "huger": "2106"}, allied=(26,), dice=[5] * 6)
    act(game, "play V-C26")
    assert fight(game)["under-this-leader"] == 1


@rule("V-C27")
def test_a_furious_melee_under_dillon():
    pieces = {**ASSAULT, "foix": "2214", "irish": "1305", "dillon": "1305"}
    game = assault(pieces, allied=(27,), dice=[5] * 6)
    act(game, "play V-C27")
    assert fight(game)["under-this-leader"] == 1


@rule("V-C36")
def test_surprise_moves_the_odds_to_the_right():
    plain, surprised = (assault(ASSAULT, allied=(36,), dice=[5] * 6) for _ in range(2))
    act(surprised, "play V-C36")
    act(plain, "take 1")
    columns = plain.rules.components.close_combat.columns
    before, now = (told(game, "CombatBegan")[-1].column for game in (plain, surprised))
    assert columns.index(now) == columns.index(before) + 1
    assert rules_of(plain).odds_column(1, 9) == 0, "below the table"


@rule("V-C29")
def test_chaos_makes_attackers_check_first():
    pieces = {"tawes": "1404", "foix": "1305", "auxerrois": "1305", "prevost": "1901"}
    game = assault(pieces, british=(29,), dice=[0, 9, 5, 5, 5])
    assert asked(game) == "window-attack"
    act(game, "play V-C29")
    while asked(game) in ("next-companion", "retreat"):
        act(game, choices(game)[0])
    gone = [id for id in ("foix", "auxerrois") if game.label(game.piece(id).hex) != "1305"]
    assert len(gone) == 1
    began = told(game, "CombatBegan")[-1]
    assert set(began.attackers) == {"foix", "auxerrois"} - set(gone)
    assert "behind-fieldworks" not in last_roll(game, "morale-check")
    assert fight(game)["chaos"] == -1


@rule("V-C29")
@pytest.mark.parametrize(("number", "side", "drm"), [(29, "british", -1), (29, "allied", 0), (10, "british", 0)])
def test_chaos_is_the_enemys(number: int, side: str, drm: int):
    state = {"in_force": [{"card": card(number), "side": side}]}
    assert fight(tactical("close combat", ASSAULT, state=state, dice=[5] * 5)).get("chaos", 0) == drm


@rule("V-C29")
def test_an_attack_without_attackers_is_dropped():
    game = assault(ASSAULT, british=(29,), dice=[0])
    act(game, "play V-C29")
    if asked(game) == "retreat":
        act(game, choices(game)[0])
    assert not told(game, "CombatBegan")


@rule("V-C53")
def test_french_officers_quarrel():
    game = assault({**ASSAULT, "destaing": "1305"}, british=(53,), dice=[5] * 5)
    act(game, "play V-C53")
    chits = {str(action) for action in game.actions("allied")}
    assert chits <= {"chit skirmish", "chit attack_echelon", "chit stand_fast", "chit withdraw"}
    assert refusal(game, "chit frontal_assault", "allied") == ("V-C53",)
    game = tactical("close combat", BESIDE_PULASKI, british=(53,), dice=[5] * 5)
    announce(game, ("foix", "1506"), ("pulaski", "1506"))
    act(game, "play V-C53", "lead pulaski")
    assert refusal(game, "chit frontal_assault", "allied") == ("V-C53",), "beside Pulaski too"
    americans = assault({"tawes": "1404", "sc_1": "1305", "prevost": "1901"}, british=(53, 8), dice=[5] * 5)
    assert refusal(americans, "play V-C53") == ("V-C53",)
    beside = {**ASSAULT, "sc_2": "1606", "lincoln": "1606", "r16": "1605"}
    game = tactical("close combat", beside, british=(53,), dice=[5] * 5)
    announce(game, ("foix", "1404"), ("sc_2", "1605"))
    act(game, "play V-C53", "take 2")
    assert "chit frontal_assault" in map(str, game.actions("allied")), "where no French fight they do not quarrel"


@rule("V-C53")
def test_french_officers_may_quarrel_before_any_attack_is_announced():
    game = initiative(0, 9, british=[53])
    assert (asked(game), game.actors) == ("window-turn", ("british",))
    act(game, "play V-C53")
    assert [(each.card, each.side) for each in state_of(game).in_force] == [("V-C53", "british")]


# ---------------------------------------------------------------- movement and rally


def points(game: Battle, id: str) -> float:
    return rules_of(game).allowance(game, game.piece(id)) / 2


@rule("V-C48", "V-C49", "V-C50")
@pytest.mark.parametrize(
    ("turn", "cards", "times"), [(18, (48,), 2), (18, (48, 49), 3), (7, (50,), 3), (7, (49, 50), 5), (7, (48, 49, 50), 7)]
)
def test_gold_and_rum_hurry_french_guns(turn: int, cards: tuple[int, ...], times: int):
    pieces = {**BASE, "bombardiers": "2215", "beekman": "1412"}
    game = tactical("movement", pieces, allied=cards, turn=turn, first="british" if turn < 16 else "allied")
    printed, beekman = points(game, "bombardiers"), points(game, "beekman")
    for number in cards:
        act(game, f"play {card(number)}")
    assert points(game, "bombardiers") == printed * times
    assert points(game, "beekman") == beekman, "he is not French"


@rule("V-C22")
def test_american_leaders_take_the_initiative():
    pieces = {**BASE, "mcintosh": "1413", "sc_3": "1413", "dillon": "2215", "irish": "2215"}
    game = tactical("movement", pieces, allied=[22])
    act(game, "play V-C22")
    assert choices(game) == ["hurry lincoln", "hearten lincoln"]
    act(game, "hurry lincoln", "hearten mcintosh")
    assert asked(game) == "move", "the French leaders are not asked"
    assert (points(game, "sc_1"), points(game, "sc_3")) == (8, 4)
    labels = [modifier.label for modifier in rules_of(game).rally_modifiers(game, game.piece("sc_3"))]
    assert "leaders-take-the-initiative" in labels


@rule("V-C54")
def test_french_leaders_take_the_initiative():
    pieces = {**BASE, "dillon": "2215", "irish": "2215"}
    game = tactical("movement", pieces, allied=[54])
    act(game, "play V-C54")
    assert choices(game) == ["hurry destaing", "hearten destaing"]
    act(game, "hurry destaing", "hurry dillon")
    assert (points(game, "foix"), points(game, "irish"), points(game, "sc_1")) == (8, 8, 4)


@rule("V-C54", "V-C22")
@pytest.mark.parametrize("number", [22, 54])
def test_who_is_heartened_is_told_by_which_card(number: int):
    pieces = {**BASE, "prevost": "1703", "r60": in_state("1703", "disrupted")}
    game = tactical("movement", pieces, british=[number], phasing="british", first="british", dice=[9])
    act(game, f"play {card(number)}", "hearten prevost", "end-movement", "rally r60")
    said = {modifier.label: (modifier.value, modifier.cites) for modifier in rolls(game, "rally")[-1].modifiers}
    assert said["leaders-take-the-initiative"] == (1, card(number))


@rule("V-C54", "V-C22")
def test_what_heartens_the_british_is_neither_another_card_nor_the_same_card_of_the_enemy():
    pieces = {**BASE, "prevost": "1703", "r60": in_state("1703", "disrupted")}
    before = [{"card": "V-C10", "side": "british"}, {"card": "V-C22", "side": "allied"}]
    game = tactical("movement", pieces, british=[54], phasing="british", dice=[9, 9, 0], state={"in_force": before})
    act(game, "play V-C54", "hearten prevost", "end-movement", "rally r60")
    cites = {modifier.label: modifier.cites for modifier in rolls(game, "rally")[-1].modifiers}
    assert cites["leaders-take-the-initiative"] == "V-C54"


@rule("V-C54", "V-C22")
def test_each_card_of_the_allies_heartens_its_own_army():
    game = tactical("movement", {**BASE, "irish": "1306"}, allied=[22, 54])
    act(game, "play V-C22", "hearten lincoln", "play V-C54", "hearten destaing")
    for unit, cards in (("sc_1", ["V-C22"]), ("foix", ["V-C54"]), ("irish", [])):
        given = rules_of(game).rally_modifiers(game, game.piece(unit))
        assert [m.cites for m in given if m.label == "leaders-take-the-initiative"] == cards


@rule("V-C48", "V-C49", "V-C50")
@pytest.mark.parametrize("number", [48, 49, 50])
def test_rum_without_french_guns_is_refused_by_its_own_card(number: int):
    game = tactical("movement", BASE, allied=[number, 36])
    assert refusal(game, f"play {card(number)}") == (card(number),)


@rule("V-C54", "V-C22")
@pytest.mark.parametrize("number", [22, 54])
def test_for_the_british_both_work_for_their_own(number: int):
    game = tactical("movement", {**BASE, "prevost": "1703"}, british=[number], phasing="british", first="british")
    act(game, f"play {card(number)}")
    act(game, "hurry prevost")
    assert points(game, "r60") == 8


@rule("V-C22", "V-C48")
def test_cards_for_a_whole_movement_phase_come_before_the_first_move():
    game = tactical("movement", {**BASE, "bombardiers": "2215"}, allied=[22, 48, 54])
    act(game, "move sc_1", "go 1412")
    if "stop" in choices(game):
        act(game, "stop")
    assert refusal(game, "play V-C22") == ("V4.3b",)
    assert refusal(game, "play V-C48") == ("V4.3b",)


@rule("V-C42")
def test_the_frigate_runs_aground():
    pieces = {**BASE, "auxerrois": in_state("1204", "disrupted")}

    def labels(game: Battle) -> list[str]:
        return [modifier.label for modifier in rules_of(game).rally_modifiers(game, game.piece("auxerrois"))]

    game = tactical("movement", pieces, allied=[42])
    assert "under-naval-guns" in labels(game)
    act(game, "play V-C42")
    assert "under-naval-guns" not in labels(game)


@rule("V-C39")
def test_desperate_measures_rally_before_the_march():
    pieces = {
        "prevost": "1702",
        "r60": in_state("1702", "disrupted"),
        "graham": "1805",
        "foix": "1504",
        "highlanders_2": "1701",
    }
    game = tactical("movement", pieces, british=[39], phasing="british", first="british", dice=[9])
    act(game, "play V-C39", "rally r60")
    assert order_of(game, "r60") == "parade"
    assert "move r60" in choices(game)
    act(game, "end-movement")
    assert asked(game) != "rally", "there is no second rally phase"
    failed = tactical("movement", pieces, british=[39], phasing="british", first="british", dice=[0])
    act(failed, "play V-C39", "rally r60")
    assert order_of(failed, "r60") == "disrupted"
    act(failed, "end-movement")
    assert failed.state.phasing == ALLIED, "nor for those who have not rallied"
    outside = tactical("movement", BASE, british=[39], phasing="british", first="british")
    assert refusal(outside, "play V-C39") == ("V-C39",)


@rule("V-C39")
def test_those_with_prevost_fight_harder():
    pieces = {"prevost": "1503", "r60": "1503", "foix": "1504", "lincoln": "1411"}
    game = tactical("movement", pieces, british=[39], phasing="british", first="british", dice=[5] * 6)
    act(game, "play V-C39", "end-movement")
    while asked(game) not in ("choose-tactics", "move", "announce-attack"):
        act(game, choices(game)[0])
    if asked(game) == "announce-attack":
        act(game, choices(game)[0])
    assert fight(game)["desperate-measures"] == 1


@rule("V-C39")
@pytest.mark.parametrize(("prevost", "drm"), [("1404", -1), ("1901", 0)])
def test_those_with_prevost_defend_better(prevost: str, drm: int):
    state = {"in_force": [{"card": "V-C39", "side": "british"}]}
    game = tactical("close combat", {**ASSAULT, "prevost": prevost}, state=state, dice=[5] * 5)
    while asked(game) == "announce-attack":
        act(game, choices(game)[0])
    assert fight(game).get("desperate-measures", 0) == drm


@rule("V-C39")
@pytest.mark.parametrize(("in_force", "drm"), [(True, 1), (False, 0)])
def test_prevost_helps_an_attack_that_only_some_make_from_his_hex(in_force: bool, drm: int):
    state = {"in_force": [{"card": "V-C39", "side": "british"}] if in_force else []}
    pieces = {"prevost": "1503", "r60": "1503", "highlanders_2": "1404", "foix": "1504", "lincoln": "1411"}
    game = tactical("close combat", pieces, phasing="british", first="british", state=state, dice=[5] * 6)
    announce(game, ("r60", "1504"), ("highlanders_2", "1504"))
    while asked(game) == "choose-lead":
        act(game, choices(game)[0])
    assert fight(game).get("desperate-measures", 0) == drm


# ---------------------------------------------------------------- the order of play


def initiative(*dice: int, **fields: Any) -> Battle:
    return tactical("initiative", BASE, phasing="", first="british", dice=dice, **fields)


@rule("V-C47")
def test_the_initiative_changes_hands():
    game = initiative(9, 0, allied=[47])
    assert (asked(game), game.actors) == ("window-turn", ("allied",))
    act(game, "play V-C47", "go-first")
    assert game.state.order == (ALLIED, "british")
    assert game.state.phasing == ALLIED
    assert told(game, "InitiativeWon")[-1].how == "card"


@rule("V-C47")
def test_from_turn_17_on_it_can_be_played_and_one_may_choose_to_go_second():
    game = initiative(9, 0, allied=[47], turn=17)
    act(game, "play V-C47", "go-second")
    assert game.state.order == ("british", ALLIED)


@rule("V-C47")
def test_who_loses_the_first_place_is_asked_in_turn():
    game = initiative(9, 0, allied=[47], british=[8])
    act(game, "play V-C47", "british: pass", "go-first")
    assert (asked(game), game.actors) == ("window-turn", ("british",))
    act(game, "play V-C08")
    assert morale(game) == (14, 11, 12)


@rule("V-C47")
def test_on_turn_16_the_order_is_fixed():
    game = tactical("initiative", BASE, phasing="", first="allied", turn=16, british=[47, 8])
    assert asked(game) == "window-turn"
    assert refusal(game, "play V-C47", "british") == ("V-C47",)


def test_effects_end_with_the_turn():
    game = tactical("movement", {**BASE, "bombardiers": "2215"}, allied=[48], first="british", dice=[9, 0])
    act(game, "play V-C48", "end-movement")
    while game.state.turn == 18:
        act(game, choices(game)[-1])
    assert state_of(game).in_force == ()
