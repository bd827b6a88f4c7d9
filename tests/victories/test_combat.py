"""Chapter 14: attacks, dice, bonuses, losses, retreats, advance; chapter 13 in combat."""

import pytest

from grognard.games.chancellorsville.victories.bonuses import foe_outcomes, own_outcomes, shares
from grognard.games.chancellorsville.victories.combat import Combat, ratio
from grognard.games.chancellorsville.victories.events import DiceCounted, HitsScored
from tests.marks import rule
from tests.victories.table import (
    act,
    asked,
    attack,
    fight_first,
    finish_combat,
    happened,
    mask,
    may,
    offered,
    refused,
    scene,
    until,
    where,
)

HILL = "cs_cmd_hill"
HOME = {"us_devin": "0101", "cs_whflee": "0140"}
VON_GILSA = {
    "cs_pender": "1511",
    "cs_skirmisher_1": "1511",
    "cs_nelson": "1513",
    "cs_thomas": "1612",
    "cs_lane": "1612",
    "cs_walker": "1612",
    "us_vongilsa": "1512",
    **HOME,
}
SIXES = {"rule_of_six": True}


def dice_counted(game) -> dict[str, int]:
    return {event.army: event.dice for event in happened(game, DiceCounted)}


def declaring(pieces, post: str, command: str = HILL, dice: tuple[int, ...] = (), **fields):
    """A position in which attacks are declared."""
    game = scene(pieces, command, dice=dice, **fields)
    act(game, f"place-command {post}")
    for id in sorted(offered(game, "take-along"))[:1]:
        act(game, f"take-along {id}")
    act(game, "end-marches")
    until(game, "Declaration.declare")
    return game


def fight(pieces, start: str, *targets: str, dice: tuple[int, ...] = (), **fields):
    """A position in which all in one hex attack others; the defender is asked first."""
    game = declaring(pieces, start, dice=dice, **fields)
    attack(game, start, *targets)
    return game


# ---------------------------------------------------------------- the worked examples


@rule("U14.56", "U14.7", "U14.14", "U14.18", "U14.19", "U14.22", "U14.28", "U14.35", "U14.54", "U14.13")
def test_the_attack_on_von_gilsa():
    game = declaring(VON_GILSA, "1611", dice=(3, 4, 4, 5, 1, 5, 1))
    act(game, "converge 1512")
    fight_first(game)
    act(game, "send-skirmishers us_vongilsa", "dig-in 1512", "take-die")
    assert dice_counted(game) == {"CSA": 5, "Union": 2}
    act(game, "add-bonus 44222")
    assert [event.hits for event in happened(game, HitsScored)] == [3, 1]
    assert asked(game) == "Union Combat.defender_loses"
    act(game, "suffer us_skirmisher_1", "suffer us_vongilsa", "retreat-instead")
    assert asked(game) == "CSA Combat.attacker_loses"
    act(game, "suffer cs_skirmisher_1", "retreat-to 1411")
    assert where(game, "us_vongilsa") == "1411"
    assert game.piece("us_vongilsa").order == 1
    assert game.piece("us_vongilsa").step == 1
    act(game, "advance-into 1512", "advance-unit cs_thomas", "advance-unit cs_lane", "advance-unit cs_walker", "stop-advance")
    assert where(game, "cs_thomas") == where(game, "cs_walker") == "1512"
    assert game.state.works == {}
    assert where(game, "us_skirmisher_1") == where(game, "cs_skirmisher_1") == "lost"


@rule("U14.57", "U14.12", "U14.29", "U13.12")
def test_heth_against_buschbeck():
    pieces = {"cs_heth": "1412", "cs_skirmisher_1": "1412", "us_buschbeck": "1312", **HOME}
    game = fight(pieces, "1412", "1312", dice=(4, 2, 5, 3))
    act(game, "no-skirmishers", "no-works", "add-bonus 32")
    assert [event.hits for event in happened(game, HitsScored)] == [0, 1]
    act(game, "suffer cs_skirmisher_1")
    assert game.piece("cs_heth").step == 0


@rule("U14.58", "U14.5", "U14.9", "U14.36", "U14.39")
def test_mcgowan_against_three_hexes():
    pieces = {
        "cs_mcgowan": "1611",
        "cs_skirmisher_1": "1611",
        "us_barlow": "1610",
        "us_mclean": "1711",
        "us_schirmer": "1712",
        **HOME,
    }
    game = fight(pieces, "1611", "1610", "1711", "1712", dice=(6, 2, 6, 6, 3), options=SIXES)
    act(game, "no-skirmishers", "no-works")
    until(game, "Combat.defender_adds")
    assert dice_counted(game) == {"CSA": 2, "Union": 3}
    act(game, "add-bonus 322")
    assert asked(game) == "CSA Combat.attacker_sixes"
    act(game, "suffer us_schirmer")
    assert asked(game) == "Union Combat.defender_sixes"
    act(game, "suffer cs_mcgowan")
    assert offered(game, "suffer") == {"cs_skirmisher_1"}  # U14.37: no unit twice while another has none
    act(game, "suffer cs_skirmisher_1")
    assert game.piece("us_schirmer").step == 1
    assert game.piece("cs_mcgowan").step == 1
    assert where(game, "cs_skirmisher_1") == "lost"


@rule("U14.40", "U14.38", "U14.37")
def test_the_example_of_the_rule_of_six():
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "us_vongilsa": "1512", "us_schirmer": "1512", **HOME}

    def roll(*dice: int):
        game = fight(pieces, "1511", "1512", dice=dice, options=SIXES)
        act(game, "no-skirmishers", "no-works")
        until(game, "Combat.attacker_sixes")
        return game

    game = roll(4, 6, 3, 6)
    act(game, "force-retreat")
    act(game, "cancel-retreat")
    assert where(game, "us_vongilsa") == "1512"


# ---------------------------------------------------------------- who attacks whom


@rule("U14.2")
def test_an_attack_out_of_the_open_engages_all_around():
    pieces = {"cs_mcgowan": "1611", "us_barlow": "1610", "us_mclean": "1711", "us_schirmer": "1712", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1611", "end-marches")
    assert offered(game, "charge") == {f"cs_mcgowan {mask(game, '1611', '1610', '1711', '1712')}"}
    one = mask(game, "1611", "1610")
    assert refused(game, f"charge cs_mcgowan {one}").cites == ("U14.2",)
    assert may(game, "end-declaring")


@rule("U14.3")
def test_attackers_in_woods_choose():
    pieces = {"cs_mcgowan": "1513", "us_barlow": "1512", "us_mclean": "1413", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1513", "end-marches")
    assert may(game, f"charge cs_mcgowan {mask(game, '1513', '1512')}")


@rule("U14.4", "U14.5")
def test_the_units_of_a_stack_may_fight_in_different_combats():
    pieces = {"cs_lane": "1611", "cs_thomas": "1611", "us_barlow": "1610", "us_mclean": "1711", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1611", "end-marches")
    act(game, f"charge cs_lane {mask(game, '1611', '1610')}")
    assert refused(game, "end-declaring").key == "attacks-are-due"
    act(game, f"charge cs_thomas {mask(game, '1611', '1711')}")
    assert offered(game, "resolve") == {"0", "1"}


@rule("U14.8")
def test_a_combat_may_be_called_off_unless_it_is_owed():
    pieces = {"cs_lane": "1611", "cs_thomas": "1611", "us_barlow": "1610", "us_mclean": "1711", **HOME}
    game = scene(pieces, HILL, dice=(1, 1, 1, 1, 1))
    act(game, "place-command 1611", "end-marches")
    act(game, f"charge cs_lane {mask(game, '1611', '1610')}", f"charge cs_thomas {mask(game, '1611', '1711')}")
    assert may(game, "call-off 0")
    act(game, "resolve 0", "no-skirmishers", "no-works")
    until(game, "Combat.skirmish")  # the second must be fought now, so that nobody is asked about it
    combat = game.stack[-1]
    assert isinstance(combat, Combat)
    assert combat.targets == (game.rules.board.hex("1711"),)


@rule("U10.2")
def test_there_is_no_combat_across_a_great_river():
    pieces = {"us_graham": "4121", "us_nylight": "4121", "cs_barksdale": "4122", **HOME}
    game = scene(pieces, "us_cmd_sickles", pontoons={"4121-4122": "Union"})
    act(game, "place-command 4121", "end-marches")
    assert offered(game, "charge") == offered(game, "assault-from") == set()
    assert refused(game, f"charge us_graham {mask(game, '4121', '4122')}").key == "no-enemy-next-to-it"


@rule("U14.50")
def test_disorganised_stacks_need_not_be_attacked():
    pieces = {"cs_mcgowan": "1611", "us_barlow": {"hex": "1610", "states": ["disorganised"]}, "us_mclean": "1711", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1611", "end-marches")
    assert may(game, f"charge cs_mcgowan {mask(game, '1611', '1711')}")
    assert not may(game, f"charge cs_mcgowan {mask(game, '1611', '1610')}")


@rule("U14.46", "U14.51")
def test_units_in_disorder_do_not_attack_but_defend_with_all_they_have():
    pieces = {"cs_mcgowan": {"hex": "1611", "states": ["disorganised"]}, "cs_lane": "1611", "us_barlow": "1610", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1611", "end-marches")
    assert refused(game, f"charge cs_mcgowan {mask(game, '1611', '1610')}").cites == ("U14.46", "U14.51")
    pieces = {"cs_lane": "1611", "us_meredith": {"hex": "1610", "states": ["disorganised"]}, **HOME}
    game = fight(pieces, "1611", "1610")
    until(game, "Combat.defender_adds")
    assert dice_counted(game) == {"CSA": 2, "Union": 2}
    assert offered(game, "add-bonus") > {"22"}


@rule("U13.10")
def test_skirmishers_attack_only_in_company():
    pieces = {"cs_lane": "1513", "cs_skirmisher_1": "1511", "us_vongilsa": "1512", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1513", "end-marches")
    wanted = f"charge cs_skirmisher_1 {mask(game, '1511', '1512')}"
    assert refused(game, wanted).key == "skirmishers-need-company"


# ---------------------------------------------------------------- dice


@rule("U14.9")
@pytest.mark.parametrize(
    ("attack", "defence", "wanted"), [(16, 4, (4, 1)), (5, 10, (1, 2)), (11, 4, (2, 1)), (4, 5, (1, 2)), (3, 3, (1, 1))]
)
def test_the_ratio_is_rounded_against_the_attacker(attack: int, defence: int, wanted: tuple[int, int]):
    assert ratio(attack, defence) == wanted


def counted(game) -> dict[str, int]:
    """The dice, as soon as they are counted."""
    while not dice_counted(game):
        (seat,) = game.actors
        game.play(seat, game.actions(seat)[-1])
    return dice_counted(game)


@rule("U14.10", "U14.11")
def test_each_side_has_one_die_more_than_its_number():
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511", "us_vongilsa": "1512", **HOME}
    assert counted(fight(pieces, "1511", "1512", dice=(1,) * 8)) == {"CSA": 5, "Union": 2}


@rule("U14.17")
def test_woods_limit_the_dice():
    pieces = {"cs_pender": "1611", "cs_lane": "1611", "cs_mcgowan": "1611", "us_schirmer": "1711", **HOME}
    assert counted(fight(pieces, "1611", "1711", dice=(1,) * 8))["CSA"] == 4


@rule("U13.11")
def test_a_lone_skirmisher_rolls_one_die():
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "us_skirmisher_1": "1512", **HOME}
    assert counted(fight(pieces, "1511", "1512", dice=(1,) * 8)) == {"CSA": 6, "Union": 1}


@rule("U14.18")
def test_encirclement_needs_opposite_hexes_or_every_second_one():
    rules = scene({**HOME}, "cs_independent").rules
    game = scene({**HOME}, "cs_independent")
    h = rules.board.hex

    def encircled(*hexes: str) -> bool:
        return rules.is_encircled(game, h("1512"), {h(hex) for hex in hexes})

    assert encircled("1511", "1513")
    assert encircled("1411", "1612")
    assert not encircled("1511", "1612")
    assert not encircled("1511", "1611", "1612")
    assert encircled("1511", "1412", "1612")
    game = scene({"us_candy": "1513", **HOME}, "cs_independent")
    assert not encircled("1511", "1412", "1612")


@rule("U14.25", "U14.26")
def test_a_fortification_costs_a_level_and_gives_a_die_where_it_faces():
    pieces = {"us_wheaton": "4122", "us_shaler": "4122", "us_browne": "4122", "cs_barksdale": "4022", "cs_washington": "4022"}
    game = scene({**pieces, **HOME}, "us_cmd_sedgwick", dice=(1,) * 6, turn=17)
    act(game, "place-command 4122", "end-marches")
    attack(game, "4122", "4022")
    act(game, "no-skirmishers")
    for _ in range(8):
        if asked(game).endswith("attacker_loses"):
            break
        (seat,) = game.actors
        game.play(seat, game.actions(seat)[0])
    assert dice_counted(game) == {"Union": 3, "CSA": 3}
    assert asked(game) == "Union Combat.attacker_loses"
    behind = {"us_wheaton": "3923", "us_shaler": "3923", "cs_barksdale": "4022"}
    game = scene({**behind, **HOME}, "us_cmd_sedgwick", turn=17)
    act(game, "place-command 3923", "end-marches")
    attack(game, "3923", "4022")
    act(game, "no-skirmishers")
    assert asked(game) == "CSA Combat.choose_works"


@rule("U14.20")
def test_no_breastworks_in_fredericksburg_or_fortifications():
    game = scene({"cs_barksdale": "4122", "cs_kershaw": "4022", **HOME}, "cs_independent")
    rules = game.rules
    for hex, key in (("4122", "no-works-in-town"), ("4022", "no-works-in-fortifications")):
        refused = rules.why_not_dig(game, "CSA", rules.board.hex(hex))
        assert refused is not None
        assert (refused.key, refused.cites) == (key, ("U14.20",))


# ---------------------------------------------------------------- bonuses


@rule("U14.28", "U14.29")
def test_every_way_of_sharing_out_points_is_offered_once():
    """The rulebook's example: five dice against two, four points."""
    found = {(own, foe) for own in own_outcomes((0,) * 5, (0, 0), 4, False) for foe in foe_outcomes((0, 0), 4 - sum(own))}
    assert len(found) == 14
    assert shares((0, 0), 5, -1) == frozenset()


@rule("U14.30")
def test_two_bonuses_from_a_hex():
    pieces = {"cs_archer": "1511", "cs_pender": "1511", "cs_walker": "1511", "us_vongilsa": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(1,) * 8)
    act(game, "no-skirmishers", "no-works")
    decision = game.decision("CSA")
    assert decision is not None
    assert decision.args == {"points": 2}


@rule("U15.8")
def test_units_out_of_supply_cost_every_die_a_point():
    pieces = {"cs_pender": {"hex": "1511", "states": ["out of supply"]}, "cs_lane": "1511", "us_vongilsa": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(6, 5, 5, 1, 1))
    act(game, "no-skirmishers", "no-works", "add-bonus 111")
    assert happened(game, HitsScored)[0].hits == 1


@rule("U9.23")
def test_a_tired_defender_has_a_point_less_on_one_die():
    pieces = {"cs_lane": "1511", "us_vongilsa": {"hex": "1512", "states": ["forced march"]}, **HOME}
    game = fight(pieces, "1511", "1512", dice=(1, 1, 3, 5))
    finish_combat(game)
    assert happened(game, HitsScored)[-1].hits == 0  # the five is the die with -1


# ---------------------------------------------------------------- losses


@rule("U14.34")
def test_the_first_loss_falls_on_infantry():
    attackers = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511"}
    pieces = {**attackers, "us_buschbeck": "1512", "us_schirmer": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(5, 5, 1, 1, 1))
    act(game, "no-skirmishers", "no-works")
    until(game, "defender_loses")
    assert game.piece("us_buschbeck").step == 1  # nobody else could take the first
    assert offered(game, "suffer") == {"us_buschbeck", "us_schirmer"}
    assert may(game, "retreat-instead")


@rule("U14.35")
def test_with_a_single_hit_nothing_can_be_cancelled():
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511", "us_buschbeck": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(5, 1, 1, 1, 1, 1, 1))
    act(game, "no-skirmishers", "no-works")
    finish_combat(game)
    assert game.piece("us_buschbeck").step == 1
    assert where(game, "us_buschbeck") == "1512"


@rule("U14.33", "U3.4", "U2.1")
def test_losses_beyond_the_last_level_are_ignored():
    pieces = {
        "cs_pender": "1511",
        "cs_lane": "1511",
        "cs_mcgowan": "1511",
        "us_vongilsa": {"hex": "1512", "step": 2},
        **HOME,
    }
    game = fight(pieces, "1511", "1512", dice=(6, 6, 6, 6, 6, 6, 1, 1))
    act(game, "no-skirmishers", "no-works")
    until(game, "advance", most=8)
    assert where(game, "us_vongilsa") == "lost"
    assert game.lost_points("Union") == 3


# ---------------------------------------------------------------- retreats


@rule("U14.41")
def test_all_the_defenders_retreat():
    pieces = {"cs_pender": "1611", "cs_lane": "1611", "cs_mcgowan": "1611", "us_barlow": "1610", "us_mclean": "1711", **HOME}
    game = fight(pieces, "1611", "1610", "1711", dice=(6, 6, 6, 1, 1))
    act(game, "no-skirmishers", "no-works")
    until(game, "defender_loses")
    act(game, "suffer us_barlow", "retreat-instead")
    until(game, "Combat.advance", most=8)
    assert where(game, "us_barlow") != "1610"
    assert where(game, "us_mclean") != "1711"


@rule("U14.42")
def test_a_retreat_prefers_home_then_safety_then_an_empty_hex():
    game = scene({"us_vongilsa": "1512", "cs_lane": "1513", **HOME}, HILL)
    rules, piece = game.rules, game.piece("us_vongilsa")
    found = rules.retreat_hexes(game, "Union", piece, 0)
    home = rules.distance_home(game, "Union", piece.hex)
    from grognard.core.hexes import members

    assert all(rules.distance_home(game, "Union", h) <= home for h in members(found))
    assert not found & game.near("CSA")


@rule("U14.43")
def test_a_full_hex_is_passed_through():
    pieces = {
        "cs_pender": "1511",
        "cs_lane": "1511",
        "cs_mcgowan": "1611",
        "cs_heth": "1513",
        "us_vongilsa": "1512",
        **{f"us_{unit}": "1411" for unit in ("candy", "kane", "knipe", "ross")},
        **HOME,
    }
    game = declaring(pieces, "1611", dice=(6, 6, 1, 1, 1, 1, 1, 1))
    act(game, "converge 1512")
    fight_first(game)
    act(game, "no-skirmishers", "no-works")
    until(game, "defender_loses")
    act(game, "retreat-instead")
    while asked(game).startswith("Union Retreat"):
        (seat,) = game.actors
        game.play(seat, game.actions(seat)[0])
    assert where(game, "us_vongilsa") not in ("1512", "1411")
    assert game.rules.overstacked(game, "Union") == []


@rule("U14.44")
def test_who_cannot_retreat_is_eliminated():
    pieces = {
        "us_phelps": {"hex": "4426", "states": ["disorganised"]},
        "cs_gordon": "4326",
        "cs_hoke": "4327",
        "cs_smith": "4427",
        **HOME,
    }
    game = scene(pieces, "cs_independent")
    assert game.rules.can_retreat(game, "Union", ("us_phelps",)) is False


@rule("U14.24")
def test_who_advances_out_of_works_is_not_disorganised():
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511", "us_vongilsa": {"hex": "1512", "step": 2}, **HOME}
    game = fight(pieces, "1511", "1512", dice=(6, 6, 6, 6, 6, 6, 1, 1), works={"1511": "CSA"})
    act(game, "no-skirmishers", "no-works")
    until(game, "Combat.advance")
    act(game, "advance-into 1512", "advance-all")
    assert game.piece("cs_pender").order == 0
    assert game.state.works == {}
