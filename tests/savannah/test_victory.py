"""Savannah 2 and 5.8: victory."""

import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.names import Cause
from grognard.games.revolution.series.retreat import RetreatUnit
from tests.marks import rule
from tests.proving_ground import act, announce, choices, where
from tests.savannah.positions import LAST, campaign, in_state, outcome, reduced, rules_of, savannah, tactics, told


def points(pieces: dict[str, object], **fields: object) -> dict[str, float]:
    game = savannah({"foix": "1912", "graham": "1803", **pieces}, **fields)  # type: ignore[arg-type]
    return game.rules.victory_points(game)


@rule("V1.1a", "V1.1b", "V1.1c")
def test_the_groups_of_the_three_armies():
    counters = savannah({"foix": "1912"}, **LAST).rules.counters
    foot = [counter for counter in counters.values() if counter.is_unit and not counter.is_artillery]
    groups = {army: {c.group for c in foot if c.army == army} for army in ("british", "french", "american")}
    assert groups["british"] == {"regulars", "germans", "provincials", "tory_militia", "indians"}
    assert groups["french"] == {"metropolitan", "colonial_regulars", "mercenaries", "colonial_militia"}
    assert groups["american"] == {"continentals", "militia"}
    assert counters["wissenbach"].group == "germans"
    assert {counters[id].group for id in ("royal_navy", "royal_marines", "convalescents")} == {"regulars"}
    assert counters["black_volunteers"].group == "tory_militia"
    assert [id for id, c in counters.items() if c.group == "mercenaries"] == ["irish"]
    assert counters["martinique"].group == "colonial_regulars"
    assert {counters[id].group for id in ("horry", "va_dragoons", "va_levies", "pulaski")} == {"continentals"}
    strengths = {group: sum(c.strengths[0] for c in foot if c.group == group) for group in {c.group for c in foot}}
    assert (strengths["regulars"], strengths["germans"], strengths["provincials"]) == (17, 6, 15)
    assert (strengths["metropolitan"], strengths["mercenaries"], strengths["continentals"]) == (28, 4, 14)


@rule("V2.9a", "V2.9b", "V-T-vp", "S-T-vp")
def test_the_worth_of_losses():
    assert points({"r16": "eliminated"})["french"] == 1, "one step"
    assert points({"r60": "eliminated"})["french"] == 2, "two steps from full strength"
    assert points({"r60": reduced("1804")})["french"] == 0.5
    assert points({"r60": {"box": "eliminated", "step": 2}})["french"] == 2, "0.5 and 1.5"
    assert points({"r60": "captured"})["french"] == 1
    assert points({"r60": {"box": "captured", "step": 2}})["french"] == 1.5, "0.5 and 1"
    assert points({"battery_a": "captured"})["french"] == 1, "guns score like others"
    assert points({"irish": "eliminated"})["british"] == 2


@rule("V2.9a")
def test_an_ally_scores_for_what_its_own_units_did():
    pieces = {"charlestown_1": "1606", "sc_2": "1606", "light_corps": "1606", "r16": "1605"}
    game = savannah(pieces, phase="close combat", dice=[9, 9, 9, 9])
    announce(game, *((id, "1605") for id in ("charlestown_1", "sc_2", "light_corps")))
    act(game, "lead sc_2")
    tactics(game)
    found = game.rules.victory_points(game)
    assert found["american"] > 0
    assert found["french"] == 0


@rule("V2.9a", "S14.32a", "S13.4g")
def test_an_ally_scores_for_whom_its_units_take_outside_combat():
    game = savannah({"prevost": "1506", "sc_1": "1507", "irish": "1912", "r16": "1703"})
    act(game, "move sc_1", "go 1506")
    assert dict(game.state.morale) == {"british": 12, "french": 12, "american": 15}
    assert game.rules.victory_points(game)["american"] == 2
    left_behind = {"r16": in_state("1506", "shattered"), "beekman": "1507", "irish": "1912"}
    game = savannah(left_behind, phase="close combat", **LAST)
    assert where(game, "r16") == "captured"
    assert dict(game.state.morale) == {"british": 13, "french": 12, "american": 14}


@rule("V2.9c")
def test_only_units_shattered_at_the_end_count():
    assert points({"r60": in_state("1804", "shattered")})["french"] == 0.5
    assert points({"r60": in_state("1804", "disrupted")})["french"] == 0


@rule("V4.8d")
def test_the_creeks_are_worth_half_a_point():
    assert points({"creeks": "eliminated"})["french"] == 0.5
    assert points({"creeks": "captured"})["french"] == 0.5


@rule("V4.8d")
@pytest.mark.parametrize(
    ("die", "order", "fate"),
    [(9, "parade", "eliminated"), (4, "shattered", "eliminated"), (2, "shattered", "eliminated"), (6, "shattered", "captured")],
)
def test_the_loss_of_the_creeks_moves_nobody(die: int, order: str, fate: str):
    pieces = {"creeks": in_state("1508", order) if order != "parade" else "1508", "sc_1": "1509", "sc_2": "1509", "r16": "1605"}
    game = campaign(pieces, phasing="allied", turn=6, phase="close combat", dice=[die, 9, 9])
    announce(game, ("sc_1", "1508"), ("sc_2", "1508"))
    act(game, "lead sc_2")
    tactics(game)
    assert where(game, "creeks") == fate
    assert dict(game.state.morale) == {"british": 19, "french": 17, "american": 18}
    assert game.rules.victory_points(game) == {"british": 0, "french": 0, "american": 0.5}
    if fate == "eliminated" and order == "parade":
        pieces = {"ga_militia_1": "1508", "sc_1": "1509", "sc_2": "1509", "r16": "1605"}
        other = campaign(pieces, phasing="allied", turn=6, phase="close combat", dice=[die, 9, 9])
        announce(other, ("sc_1", "1508"), ("sc_2", "1508"))
        act(other, "lead sc_2")
        tactics(other)
        assert other.state.morale["british"] < 19, "that of others does"


@rule("V4.8d", "V4.2k")
def test_a_hurricane_that_takes_the_creeks_moves_nobody_either():
    pieces = {"creeks": "2312", "r16": "1605", "foix": "3123", "auxerrois": "3123"}
    game = campaign(pieces, turn=5, phase="weather", phasing="", state={"weather": "storms"}, dice=[0, 0])
    assert where(game, "creeks") == "eliminated"
    assert game.state.morale["british"] == 19
    assert game.rules.victory_points(game)["french"] == 0


@rule("V2.8")
def test_spring_hill():
    assert points({"tawes": "1404"})["british"] == 1
    assert points({"tawes": "1404", "irish": "1305"})["british"] == 0
    assert points({"tawes": "1404", "irish": in_state("1305", "disrupted")})["british"] == 1
    assert points({"tawes": in_state("1404", "disrupted")})["british"] == 0
    assert points({"sc_2": "1404"}) == {"british": 0, "french": 0, "american": 1}
    assert points({"irish": "1404", "pulaski": "1404"})["french"] == 1, "of both Allies the French"


@rule("V2.3", "V2.6")
def test_the_ways_to_a_marginal_victory_as_shown():
    def marginal(pieces: dict[str, str]) -> dict[str, tuple[bool, tuple[str, ...]]]:
        game = savannah({"foix": "1912", "graham": "1803", **pieces})
        found = [each for each in game.rules.conditions(game) if each.level == "marginal"]
        return {each.side: (each.met, each.cites) for each in found}

    assert marginal({}) == {"british": (True, ("V2.6",)), "allied": (False, ("V2.3",))}, "a tie is British"
    assert marginal({"r60": "eliminated", "royal_marines": "eliminated"})["allied"][0], "a lead of 3"
    assert not marginal({"r60": "eliminated", "royal_marines": "eliminated"})["british"][0]


@rule("V2.2", "V2.5")
@pytest.mark.parametrize(("army", "rule_id"), [("british", "V2.2"), ("french", "V2.5"), ("american", "V2.5")])
def test_a_substantial_victory_names_its_rule(army: str, rule_id: str):
    levels = {"british": 12, "french": 12, "american": 12, army: 1}
    game = savannah({"r16": "1605", "foix": "1912"}, morale=(levels["british"], levels["french"], levels["american"]))
    game.rules.note_change(game, "card", army, -1, 0, "S16.1c")
    game.rules.post_army_morale(game)
    assert game.over is not None
    assert game.over.cites == (rule_id, "S16.3")


@rule("V2.3", "V2.6", "V5.8b", "V5.8d", "V2.0", "V1.6h", "V3.8")
@pytest.mark.parametrize(
    ("lost", "winner"),
    [
        ({"r60": "eliminated", "r16": "eliminated"}, "allied"),
        ({"r60": "eliminated", "royal_navy": reduced("1805")}, "british"),
        ({}, "british"),
        ({"sc_1": "eliminated"}, "british"),
        ({"r60": "eliminated", "r16": "eliminated", "sc_1": "eliminated"}, "british"),  # the points of both sides count
    ],
)
def test_a_lead_of_three_points_or_the_british_win(lost: dict[str, object], winner: str):
    game = savannah({"foix": "1912", "graham": "1803", **lost}, phase="end of turn", **LAST)
    assert (outcome(game).winner, outcome(game).level) == (winner, "marginal")
    assert outcome(game).cites == (("V2.3",) if winner == "allied" else ("V2.6",))


@rule("V2.10")
def test_the_ally_with_more_points_is_named():
    game = savannah({"foix": "1912", "graham": "1803", "r60": "eliminated", "r16": "eliminated"}, phase="end of turn", **LAST)
    (named,) = told(game, "AllyNamed")
    assert named.army == "french"
    lost = {"r60": "eliminated", "r16": "eliminated", "foix": "1912", "graham": "1803"}
    game = savannah(lost, phase="end of turn", state={"beaten_by": {"r60": "american", "r16": "american"}}, **LAST)
    (named,) = told(game, "AllyNamed")
    assert named.army == "american"
    shared = {"r60": "eliminated", "royal_navy": "eliminated", "foix": "1912", "graham": "1803"}
    game = savannah(shared, phase="end of turn", state={"beaten_by": {"r60": "american", "royal_navy": "french"}}, **LAST)
    (named,) = told(game, "AllyNamed")
    assert named.army == ""
    for ahead, behind in (("french", "american"), ("american", "french")):
        three = {**shared, "r16": "eliminated"}
        state = {"beaten_by": {"r60": ahead, "royal_navy": behind, "r16": ahead}}
        (named,) = told(savannah(three, phase="end of turn", state=state, **LAST), "AllyNamed")
        assert named.army == ahead, "by one point"
    beaten = savannah({"foix": "1912", "graham": "1803"}, phase="end of turn", **LAST)
    assert (outcome(beaten).winner, told(beaten, "AllyNamed")) == ("british", []), "nobody, if the British win"


def disrupted_by_fire(gun: str, gun_hex: str, target: str, target_hex: str, phasing: str, **fields: object) -> Battle:
    game = savannah({gun: gun_hex, target: target_hex}, phasing=phasing, phase="artillery fire", dice=[9, 5], **fields)  # type: ignore[arg-type]
    act(game, f"target {target}")
    while game.over is None:
        game.play(game.actors[0], game.actions(game.actors[0])[0])
    return game


@rule("V2.2", "V2.5", "V5.8b", "V5.8d", "V2.0")
def test_a_demoralised_army_ends_the_game():
    game = disrupted_by_fire("battery_a", "1505", "foix", "1507", "allied", morale=(14, 1, 13))
    assert (outcome(game).winner, outcome(game).level) == ("british", "substantial")
    game = disrupted_by_fire("battery_a", "1505", "sc_2", "1507", "allied", morale=(14, 12, 1))
    assert (outcome(game).winner, outcome(game).level) == ("british", "substantial"), "one of the two Allies is enough"
    game = disrupted_by_fire("bombardiers", "2008", "graham", "2006", "british", morale=(1, 12, 13), first="allied")
    assert (outcome(game).winner, outcome(game).level) == ("allied", "substantial")


@rule("V1.3", "V-T-am")
def test_each_army_has_its_own_morale():
    game = savannah({"battery_a": "1505", "foix": "1507"}, phase="artillery fire", dice=[9, 5], **LAST)
    act(game, "target foix")
    act(game, next(str(action) for action in game.actions("allied")))
    assert dict(game.state.morale) == {"british": 14, "french": 11, "american": 13}


@rule("V5.8a")
def test_an_allied_unit_in_the_town_ends_the_assault():
    game = savannah({"irish": "1903", "graham": "1605"})
    act(game, "move irish", "go 1902")
    assert (outcome(game).winner, outcome(game).level, outcome(game).cites) == ("allied", "decisive", ("V5.8a",))
    disordered = savannah({"irish": in_state("1903", "disrupted"), "foix": "1912", "graham": "1605"})
    act(disordered, "move irish", "go 1902")
    assert disordered.over is None
    beside = savannah({"foix": in_state("1902", "disrupted"), "irish": "1903", "graham": "1605"})
    act(beside, "move irish", "go 1901")
    assert outcome(beside).cites == ("V5.8a",), "one of them is enough"
    shown = next(each for each in disordered.rules.conditions(disordered) if each.cites == ("V5.8a",))
    assert [(count.now, count.wanted) for count in shown.counts] == [(0, 1)]


@rule("V5.8a")
def test_to_rally_in_the_town_is_not_to_enter_it():
    game = savannah({"foix": in_state("1902", "disrupted"), "irish": "1912", "graham": "2105"}, phase="rally", dice=[9])
    act(game, "rally foix")
    assert game.piece("foix").order == 0
    assert game.over is None
    shown = next(each for each in game.rules.conditions(game) if each.cites == ("V5.8a",))
    assert [(count.now, count.wanted) for count in shown.counts] == [(0, 1)]


@rule("V5.8a")
@pytest.mark.parametrize(("die", "won"), [(9, True), (1, False)])
def test_an_advance_into_the_town_enters_it(die: int, won: bool):
    pieces = {"irish": "1903", "champagne": "1903", "ga_militia_1": "1902", "foix": "1912", "graham": "2105"}
    game = savannah(pieces, phase="close combat", dice=[die, 9, 9, 9, 9])
    announce(game, ("irish", "1902"), ("champagne", "1902"))
    act(game, "lead irish")
    tactics(game)
    while game.over is None and where(game, "ga_militia_1") != "1902" and where(game, "irish") == "1903":
        act(game, choices(game)[0])
    assert (game.over is not None) == won


@rule("V5.8a")
def test_an_allied_unit_that_retreats_into_the_town_enters_it_unless_it_is_disrupted():
    """The only way out of 1903 leads into the town."""

    def driven(cause: Cause) -> Battle:
        game = savannah({"foix": "1903", "graham": "2105", "irish": "1912"})
        rules = rules_of(game)
        game.stack.append(RetreatUnit("foix", 1, cause))
        game.change("foix", hex=game.rules.board.hex("1902"))
        rules.retreated_into(game, game.piece("foix"))
        return game

    assert driven("R").over is not None
    assert driven("D").over is None


@rule("V5.8c")
def test_destaing_and_fifteen_points():
    lost = {"avant_garde": "eliminated", "armagnac": "eliminated", "grenadier_bn": "eliminated", "foix": "captured"}
    continentals = {"sc_1": "eliminated", "sc_2": "eliminated"}
    pieces = {**lost, **continentals, "destaing": "eliminated", "graham": "1803", "irish": "1912"}
    game = savannah(pieces, phase="end of turn", phasing="allied", first="british")
    assert (outcome(game).winner, outcome(game).level, outcome(game).cites) == ("british", "decisive", ("V5.8c",))
    alive = savannah({**pieces, "destaing": "1912"}, phase="end of turn", first="british", dice=[5, 3])
    assert alive.over is None
    irish = {**lost, "destaing": "eliminated", "irish": "eliminated", "graham": "1803", "hainault": "1912"}
    fewer = savannah(irish, phase="end of turn", first="british", dice=[5, 3])
    assert fewer.over is None, "eleven metropolitan points; Dillon's Irish do not count"
    assert rules_of(fewer).strength_lost(fewer, "allied", ("metropolitan", "continentals")) == 11
