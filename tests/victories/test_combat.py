"""Chapter 14: attacks, dice, bonuses, losses, retreats, advance; chapter 13 in combat."""

from typing import Any

import pytest

from grognard.games.chancellorsville.victories.bonuses import foe_outcomes, own_outcomes, shares
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.combat_dice import ratio
from grognard.games.chancellorsville.victories.events import (
    AttackDeclared,
    CombatOpened,
    Destroyed,
    DiceCounted,
    DicePenalised,
    HitsScored,
    LevelLost,
)
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
    verdict,
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


HILLS_ATTACK = {
    **VON_GILSA,
    "cs_heth": "1412",
    "cs_skirmisher_2": "1412",
    "us_buschbeck": "1312",
    "cs_mcgowan": "1611",
    "cs_skirmisher_3": "1611",
    "us_barlow": "1610",
    "us_mclean": "1711",
    "us_schirmer": "1712",
}
"""The rulebook's example: Hill's division attacks XI Corps in three combats."""


def ratios(game) -> list[tuple[object, object]]:
    """The combat points of attacker and defender, by which the attacker's dice were counted."""
    first = [event.modifiers[0] for event in happened(game, DiceCounted)[::2]]
    return [(modifier.args["attack"], modifier.args["defence"]) for modifier in first]


@rule("U14.56", "U14.57", "U14.58", "U14.2", "U14.5", "U14.7", "U14.8", "U14.9", "U14.12", "U14.13", "U14.14", "U14.18")
@rule("U14.19", "U14.22", "U14.28", "U14.29", "U14.35", "U14.36", "U14.37", "U14.39", "U14.54", "U13.12")
def test_hills_division_attacks():
    """All three combats of the example, number by number, in one activation and with the rule of six."""
    dice = (3, 4, 4, 5, 1, 5, 1, 4, 2, 5, 3, 6, 2, 3, 6, 6)
    game = declaring(HILLS_ATTACK, "1611", dice=dice, options=SIXES)
    act(game, f"assault-from 1511 {mask(game, '1511', '1512')}", f"charge cs_nelson {mask(game, '1513', '1512')}")
    act(game, f"assault-from 1612 {mask(game, '1612', '1512')}", f"assault-from 1412 {mask(game, '1412', '1312')}")
    three = mask(game, "1611", "1610", "1711", "1712")
    assert offered(game, "charge") == {f"cs_mcgowan {three}"}  # he is in the open, and von Gilsa is engaged already
    act(game, f"assault-from 1611 {three}")

    act(game, "resolve 0", "send-skirmishers us_vongilsa", "dig-in 1512", "take-die")
    assert ratios(game) == [(16, 4)]
    assert [modifier.value for modifier in happened(game, DiceCounted)[0].modifiers] == [4 + 1, 1, -1]
    assert dice_counted(game) == {"CSA": 5, "Union": 2}
    assert points_to_share(game) == 4
    act(game, "add-bonus 44222")  # 3-4-4-5-1 becomes 5-6-4-5-1; the six is not natural
    assert [event.hits for event in happened(game, HitsScored)] == [3, 1]
    act(game, "suffer us_skirmisher_1", "suffer us_vongilsa", "retreat-instead", "suffer cs_skirmisher_1")
    assert (where(game, "us_vongilsa"), game.piece("us_vongilsa").step, game.piece("us_vongilsa").order) == ("1411", 1, 1)
    act(game, "advance-into 1512", "advance-unit cs_thomas", "advance-unit cs_lane", "advance-unit cs_walker")
    act(game, "stop-advance", "stop-advance")
    assert {where(game, id) for id in ("cs_thomas", "cs_lane", "cs_walker")} == {"1512"}
    assert game.state.works == {}

    act(game, "resolve 0", "no-skirmishers", "no-works")
    assert ratios(game)[1:] == [(4, 3)]
    assert dice_counted(game) == {"CSA": 2, "Union": 2}
    assert points_to_share(game) == 1
    act(game, "add-bonus 32")
    assert [event.hits for event in happened(game, HitsScored)[2:]] == [0, 1]
    act(game, "suffer cs_skirmisher_2")
    assert game.piece("cs_heth").step == 0

    act(game, "resolve 0", "no-skirmishers", "no-works")
    until(game, "Combat.defender_adds")
    assert ratios(game)[2:] == [(5, 10)]
    assert dice_counted(game) == {"CSA": 2, "Union": 3}
    assert points_to_share(game) == 1
    act(game, "add-bonus 322", "suffer us_schirmer", "suffer cs_mcgowan")  # the point goes to the 3, which makes a 4
    assert [event.hits for event in happened(game, HitsScored)[4:]] == [1, 2]
    assert offered(game, "suffer") == {"cs_skirmisher_3"}  # U14.37: no unit twice while another has none
    act(game, "suffer cs_skirmisher_3")
    assert [game.piece(id).step for id in ("us_schirmer", "cs_mcgowan")] == [1, 1]
    assert {where(game, f"cs_skirmisher_{number}") for number in (1, 2, 3)} == {"lost"}


def points_to_share(game) -> object:
    decision = game.decision(game.actors[0])
    assert decision is not None
    return decision.args["points"]


def six_rolled():
    """8 points and a bonus of one against 4: the attacker rolls 4 (+1), 6 and 2, the defender 3 and 6."""
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "us_vongilsa": "1512", "us_skirmisher_1": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(4, 6, 2, 3, 6), options=SIXES)
    act(game, "no-skirmishers", "no-works", "add-bonus 322")
    assert dice_counted(game) == {"CSA": 3, "Union": 2}
    assert [event.hits for event in happened(game, HitsScored)] == [2]
    assert asked(game) == "CSA Combat.attacker_sixes"
    assert offered(game, "suffer") == {"us_vongilsa", "us_skirmisher_1"}
    return game


@rule("U14.40", "U14.36", "U14.38")
def test_a_six_names_the_unit_and_the_defender_cancels_the_other_loss():
    game = six_rolled()
    act(game, "suffer us_vongilsa")
    assert asked(game) == "Union Combat.defender_sixes"
    assert not may(game, "cancel-retreat")
    act(game, "suffer cs_lane")
    assert asked(game) == "Union Combat.defender_loses"
    assert offered(game, "suffer") == {"us_vongilsa", "us_skirmisher_1"}
    act(game, "retreat-instead")
    assert game.piece("us_vongilsa").step == 1
    assert game.piece("cs_lane").step == 1
    assert game.piece("cs_pender").step == 0
    assert asked(game) == "Union Retreat.go"


@rule("U14.40", "U14.38", "U14.39")
def test_a_six_forces_the_retreat_and_the_defender_names_both_losses():
    game = six_rolled()
    act(game, "force-retreat", "suffer cs_pender")
    assert not may(game, "retreat-instead")  # a retreat that is forced cancels nothing
    act(game, "suffer us_skirmisher_1")
    assert where(game, "us_skirmisher_1") == "lost"
    assert game.piece("us_vongilsa").step == 1  # nobody else could take the second
    assert game.piece("cs_pender").step == 1
    assert where(game, "us_vongilsa") == "1612"
    assert asked(game) == "CSA Combat.advance"


@rule("U14.40", "U14.39", "U14.38")
def test_a_six_of_the_defender_cancels_the_forced_retreat():
    """The units stay, and may not retreat any more to cancel a loss either."""
    game = six_rolled()
    act(game, "force-retreat", "cancel-retreat", "suffer us_skirmisher_1")
    assert game.piece("us_vongilsa").step == 1  # nobody else could take the second
    assert where(game, "us_vongilsa") == "1512"
    assert asked(game) == "CSA Combat.attacker_loses"  # the six still costs a level, of the attacker's choice
    act(game, "suffer cs_lane")
    assert [game.piece(id).step for id in ("cs_pender", "cs_lane")] == [0, 1]
    assert where(game, "us_vongilsa") == "1512"


@rule("U14.39")
def test_a_six_of_the_defender_has_no_retreat_to_cancel_unless_one_was_forced():
    for used, able in (("force-retreat", True), ("suffer us_vongilsa", False)):
        game = six_rolled()
        act(game, used)
        until(game, "Combat.defender_sixes")
        assert may(game, "cancel-retreat") is able


@rule("U14.37", "U14.36")
def test_no_six_strikes_a_unit_beyond_its_last_level():
    """Von Gilsa has one level left: a second six can only force the retreat, or be left to the defender."""
    for step, again in ((1, {"us_vongilsa"}), (2, set())):
        pieces = {"cs_pender": "1511", "cs_lane": "1511", "us_vongilsa": {"hex": "1512", "step": step}, **HOME}
        game = fight(pieces, "1511", "1512", dice=(6, 6, 1, 1, 1, 1), options=SIXES)
        until(game, "Combat.attacker_sixes")
        assert offered(game, "suffer") == {"us_vongilsa"}
        act(game, "suffer us_vongilsa")
        assert offered(game, "suffer") == again
    assert game.rules.sixes((2, -2, 0), (6, 6, 5)) == 1, "a natural six that hits"


# ---------------------------------------------------------------- who attacks whom


@rule("U13.3")
def test_only_who_is_about_to_attack_sends_skirmishers_then():
    game = scene({"cs_lane": "1611", "cs_thomas": "1611", "cs_heth": "1612", "us_barlow": "1610", **HOME}, HILL)
    act(game, "place-command 1611", "end-marches")
    assert verdict(game, "send-skirmishers cs_lane") == ()
    assert verdict(game, "send-skirmishers cs_heth") == ("not-about-to-attack", "U13.3")
    act(game, f"charge cs_lane {mask(game, '1611', '1610')}")
    assert verdict(game, "send-skirmishers cs_lane") == ("not-about-to-attack", "U13.3")
    assert verdict(game, "send-skirmishers cs_thomas") == ()


@rule("U14.1", "U10.2")
def test_only_hexes_with_enemies_next_to_a_unit_are_assaulted():
    game = scene({"cs_mcgowan": "1611", "us_barlow": "1610", **HOME}, HILL)
    act(game, "place-command 1611", "end-marches")
    assert may(game, f"charge cs_mcgowan {mask(game, '1611', '1610')}")
    for hexes in (("1711",), ("1610", "1711")):
        reason = refused(game, f"charge cs_mcgowan {mask(game, '1611', *hexes)}")
        assert (reason.key, reason.cites) == ("no-enemy-to-assault", ("U14.1", "U10.2"))
    for nobody in ("us_barlow", "cs_thomas", "nobody"):  # the enemy's, off the map, unknown
        assert verdict(game, f"charge {nobody} 1") == ("no-unit-of-yours-here", "U14.1")
    game = scene({"us_candy": "0101", "cs_lane": "0102", **HOME, "us_devin": "4701"}, "us_cmd_slocum")
    act(game, "place-command 0101", "end-marches")
    target = mask(game, "0101", "0102")
    assert verdict(game, f"charge us_candy {target}") == ()
    assert verdict(game, f"charge us_candy {target | 1}") == ("no-enemy-to-assault", "U14.1"), "the map ends there"


@rule("U14.1", "U14.46", "U14.51", "U12.1", "U9.22", "U9.27", "U11.7", "U17.8")
@pytest.mark.parametrize(
    ("unit", "more", "fields", "said"),
    [
        ("cs_lane", {}, {}, ()),
        ("cs_oneal", {"cs_oneal": "1611"}, {}, ("not-active", "U14.1")),
        ("cs_lane", {}, {"attacked": ["cs_lane"]}, ("has-attacked", "U14.1")),
        ("cs_lane", {}, {"attacked": ["cs_thomas"]}, ()),
        ("cs_lane", {}, {"builders": ["cs_lane"]}, ("builders-do-not-attack", "U11.7")),
        ("cs_lane", {"cs_lane": {"hex": "1611", "states": ["disorganised"]}}, {}, ("in-disorder", "U14.46", "U14.51")),
        ("cs_lane", {"cs_lane": {"hex": "1611", "states": ["demoralised"]}}, {}, ("in-disorder", "U14.46", "U14.51")),
        ("cs_lane", {"cs_lane": {"hex": "1611", "states": ["forced march"]}}, {}, ("after-a-forced-march", "U9.22")),
        ("cs_walker", {"cs_walker": {"hex": "1611", "states": ["fired"]}}, {}, ("has-bombarded", "U12.1")),
        ("cs_heth", {"cs_heth": "1612"}, {}, ("no-enemy-next-to-it", "U14.1", "U10.2")),
        ("cs_dummy_1", {"cs_dummy_1": "1611"}, {"options": {"dummies": True}}, ("dummies-do-not-attack", "U9.27")),
        ("cs_lane", {}, {"effects": {"demons-out-of-the-earth": "1612"}}, ()),
        (
            "cs_pender",
            {"cs_pender": "1510"},
            {"effects": {"demons-out-of-the-earth": "1612"}},
            ("not-among-the-demons", "U17.8"),
        ),
    ],
)
def test_who_may_be_sent_into_an_attack(unit: str, more: dict[str, str], fields: dict[str, Any], said: tuple[str, ...]):
    game = scene({"cs_lane": "1611", "cs_thomas": "1611", "us_barlow": "1610", **more, **HOME}, HILL, **fields)
    act(game, "place-command 1611", "end-marches")
    start = {"cs_heth": "1612", "cs_pender": "1510"}.get(unit, "1611")
    target = "1512" if unit == "cs_heth" else "1610"
    assert verdict(game, f"charge {unit} {mask(game, start, target)}") == said


@rule("U6.11", "U14.55", "U17.5")
def test_by_night_only_the_formation_of_the_event_is_sent_into_an_attack():
    pieces = {"cs_doles": "1611", "cs_lane": "1611", "us_barlow": "1610", **HOME}
    fields: dict[str, Any] = {
        "boxes": {"cs_jackson": ["cs_cmd_rodes", "cs_cmd_hill"]},
        "effects": {"night-attack": "cs_cmd_rodes"},
    }
    game = scene(pieces, "cs_jackson", turn=15, **fields)
    act(game, "place-command 1611", "end-marches")
    at = mask(game, "1611", "1610")
    assert verdict(game, f"charge cs_doles {at}") == ()
    assert verdict(game, f"charge cs_lane {at}") == ("no-combat-at-night", "U6.11")


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
    game = scene({"cs_mcgowan": "1611", "us_barlow": "1610", "us_mclean": "1711", **HOME}, HILL)
    act(game, "place-command 1611", "end-marches")
    assert not may(game, f"charge cs_mcgowan {mask(game, '1611', '1610')}"), "in the open they do not"


@rule("U14.4", "U14.5")
def test_the_units_of_a_stack_may_fight_in_different_combats():
    pieces = {"cs_lane": "1611", "cs_thomas": "1611", "us_barlow": "1610", "us_mclean": "1711", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1611", "end-marches")
    act(game, f"charge cs_lane {mask(game, '1611', '1610')}")
    assert refused(game, "end-declaring").key == "attacks-are-due"
    assert verdict(game, f"charge cs_lane {mask(game, '1611', '1711')}") == ("one-combat-each", "U14.4")
    assert verdict(game, f"charge cs_thomas {mask(game, '1611', '1610', '1711')}") == ("hex-attacked-once", "U14.1", "U14.5")
    act(game, f"charge cs_thomas {mask(game, '1611', '1711')}")
    assert offered(game, "resolve") == {"0", "1"}


@rule("U14.4", "U14.7")
def test_a_stack_is_sent_together_and_a_single_unit_by_itself():
    game = scene({"cs_lane": "1611", "cs_thomas": "1611", "cs_heth": "1511", "us_barlow": "1610", **HOME}, HILL)
    act(game, "place-command 1611", "end-marches")
    assert verdict(game, f"assault-from 1611 {mask(game, '1611', '1610')}") == ()
    assert verdict(game, f"assault-from 1511 {mask(game, '1511', '1610')}") == ("nobody-to-assault-from", "U14.4")
    assert verdict(game, "assault-from 1610 1") == ("nobody-to-assault-from", "U14.4")
    assert verdict(game, "converge 1610") == ()
    assert verdict(game, "converge 1512") == ("nobody-to-converge", "U14.7")
    act(game, "converge 1610")
    assert set(happened(game, AttackDeclared)[-1].units) == {"cs_heth", "cs_lane", "cs_thomas"}


@rule("U14.11", "U14.1", "U18.4")
def test_a_combat_opens_with_who_attacks_whom():
    game = fight(
        {"cs_lane": "1511", "cs_thomas": "1511", "us_brown": "1512", "us_skirmisher_1": "1512", **HOME}, "1511", "1512"
    )
    (opened,) = happened(game, CombatOpened)
    assert (opened.army, opened.hexes) == ("CSA", ("1512",))
    assert set(opened.units) == game.state.attacked == {"cs_lane", "cs_thomas"}
    assert set(opened.defenders) == {"us_brown", "us_skirmisher_1"}
    assert "VI" in game.state.stirred, "his corps is held back no longer from the next turn on"


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


@rule("U14.2", "U14.8")
def test_what_is_called_off_takes_the_attacks_with_it_that_need_it():
    """Lane and Thomas attack two hexes out of the open: neither may fight while the other's enemy is left in peace."""
    pieces = {"cs_lane": "1611", "cs_thomas": "1611", "us_barlow": "1610", "us_mclean": "1711", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1611", "end-marches")
    act(game, f"charge cs_lane {mask(game, '1611', '1610')}", f"charge cs_thomas {mask(game, '1611', '1711')}")
    assert verdict(game, "resolve 2") == verdict(game, "call-off 2") == ("no-combat-of-that-number", "U14.8")
    act(game, "call-off 0")
    assert game.state.turn == 8  # the other could only be called off too
    assert game.state.attacked == frozenset()


@rule("U14.8", "U14.3")
def test_a_combat_out_of_woods_is_fought_whatever_else_is_called_off():
    pieces = {"cs_lane": "1513", "cs_thomas": "1513", "us_barlow": "1512", "us_mclean": "1413", **HOME}
    game = scene(pieces, HILL, dice=(1,) * 4)
    act(game, "place-command 1513", "end-marches")
    act(game, f"charge cs_lane {mask(game, '1513', '1512')}", f"charge cs_thomas {mask(game, '1513', '1413')}")
    act(game, "call-off 0")
    assert may(game, "resolve 0")
    assert may(game, "call-off 0")


@rule("U14.8", "U14.2")
def test_a_combat_that_an_owed_one_needs_is_owed_as_well():
    """Pender's attack out of 1611 needs the one on 1511, and that one, out of 1411, needs the one on 1312."""
    pieces = {"cs_pender": "1611", "cs_lane": "1411", "cs_thomas": "1411", **HOME}
    defenders = {"us_barlow": "1610", "us_mclean": "1511", "us_buschbeck": "1312"}
    game = scene({**pieces, **defenders}, HILL, dice=(1,) * 5)
    act(game, "place-command 1512", "end-marches")
    act(game, f"charge cs_pender {mask(game, '1611', '1610')}", f"charge cs_lane {mask(game, '1411', '1511')}")
    act(game, f"charge cs_thomas {mask(game, '1411', '1312')}")
    assert may(game, "call-off 2")
    act(game, "resolve 0")
    finish_combat(game)
    assert offered(game, "resolve") == {"0", "1"}
    assert {refused(game, f"call-off {number}").cites for number in (0, 1)} == {("U14.8", "U14.2")}


@rule("U10.2")
def test_there_is_no_combat_across_a_great_river():
    pieces = {"us_graham": "4121", "us_nylight": "4121", "cs_barksdale": "4122", **HOME}
    game = scene(pieces, "us_cmd_sickles", pontoons={"4121-4122": "Union"})
    act(game, "place-command 4121", "end-marches", "cease-fire")
    assert offered(game, "charge") == offered(game, "assault-from") == set()
    assert refused(game, f"charge us_graham {mask(game, '4121', '4122')}").key == "no-enemy-next-to-it"


@rule("U14.50")
def test_disorganised_stacks_need_not_be_attacked():
    pieces = {"cs_mcgowan": "1611", "us_barlow": {"hex": "1610", "states": ["disorganised"]}, "us_mclean": "1711", **HOME}
    game = scene(pieces, HILL)
    act(game, "place-command 1611", "end-marches")
    assert may(game, f"charge cs_mcgowan {mask(game, '1611', '1711')}")
    assert not may(game, f"charge cs_mcgowan {mask(game, '1611', '1610')}")
    game = scene({**pieces, "us_candy": "1610"}, HILL)
    act(game, "place-command 1611", "end-marches")
    assert not may(game, f"charge cs_mcgowan {mask(game, '1611', '1711')}"), "Candy beside him is in good order"


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
    pair = {**pieces, "cs_skirmisher_1": "1513", "cs_skirmisher_2": "1511"}
    game = scene(pair, HILL)
    act(game, "place-command 1513", "end-marches", f"charge cs_lane {mask(game, '1513', '1512')}")
    assert may(game, f"charge cs_skirmisher_1 {mask(game, '1513', '1512')}")
    assert refused(game, f"charge cs_skirmisher_2 {mask(game, '1511', '1512')}").key == "skirmishers-need-company"


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
    game = fight(pieces, "1511", "1512", dice=(1,) * 8)
    assert counted(game) == {"CSA": 6, "Union": 1}
    assert [event.cap for event in happened(game, DiceCounted)] == [6, 1]
    game = fight({**pieces, "us_vongilsa": "1411"}, "1511", "1411", "1512", dice=(1,) * 8)
    counted(game)
    assert [event.cap for event in happened(game, DiceCounted)][1] == 6, "with infantry in the next hex"


@rule("U14.18")
@pytest.mark.parametrize(
    ("hexes", "bystander", "extra"),
    [
        ("1511 1513", {}, 1),
        ("1411 1612", {}, 1),
        ("1511 1612", {}, 0),
        ("1511 1611 1612", {}, 0),
        ("1511 1412 1612", {}, 1),
        ("1511 1412 1612", {"cs_whflee": "1513"}, 0),
        ("1511 1412 1612", {"us_devin": "1513"}, 0),
        ("1511 1412 1612", {"cs_skirmisher_1": "1611"}, 0),
    ],
)
def test_encirclement_needs_opposite_hexes_or_every_second_one(hexes: str, bystander: dict[str, str], extra: int):
    """Three brigades, 10 points, attack 4; a bystander between them, of either army, breaks the ring of three."""
    units = dict(zip(("cs_heth", "cs_thomas", "cs_lane"), [*hexes.split(), hexes.split()[-1]], strict=False))
    game = declaring({"us_candy": "1512", **units, **HOME, **bystander}, hexes.split()[0])
    act(game, "converge 1512")
    fight_first(game)
    assert counted(game)["CSA"] == 2 + 1 + extra


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
    act(game, "suffer us_wheaton")
    assert [game.piece(id).step for id in ("us_wheaton", "us_shaler", "us_browne")] == [1, 0, 0]
    assert not game.actors or not asked(game).endswith("attacker_loses"), "one level"
    behind = {"us_wheaton": "3923", "us_shaler": "3923", "cs_barksdale": "4022"}
    game = scene({**behind, **HOME}, "us_cmd_sedgwick", turn=17)
    act(game, "place-command 3923", "end-marches")
    attack(game, "3923", "4022")
    act(game, "no-skirmishers")
    assert asked(game) == "CSA Combat.choose_works"
    game = scene({"us_wheaton": "4122", "cs_barksdale": "4123", **HOME}, "us_cmd_sedgwick", dice=(1,) * 4, turn=17)
    act(game, "place-command 4122", "end-marches")
    attack(game, "4122", "4123")
    act(game, "no-skirmishers", "no-works")
    assert not asked(game).endswith("choose_works"), "there is no fortification"


@rule("U14.26")
def test_one_attacker_through_a_faced_side_is_enough():
    pieces = {"us_wheaton": "4122", "us_shaler": "3923", "cs_barksdale": "4022", **HOME}
    game = scene(pieces, "us_cmd_sedgwick", dice=(1,) * 8, turn=17)
    act(game, "place-command 4023", "end-marches")
    act(game, f"charge us_wheaton {mask(game, '4122', '4022')}", f"charge us_shaler {mask(game, '3923', '4022')}")
    while asked(game) != "Union Combat.attacker_loses" and not asked(game).endswith("choose_works"):
        (seat,) = game.actors
        game.play(seat, game.actions(seat)[0])
    assert asked(game) == "Union Combat.attacker_loses"


@rule("U14.7")
@pytest.mark.parametrize(
    ("pieces", "said"),
    [({"cs_lane": "1511", "cs_heth": "1612"}, ()), ({"cs_lane": "1511", "cs_heth": "1511"}, ("nobody-to-converge", "U14.7"))],
)
def test_units_of_two_hexes_converge(pieces: dict[str, str], said: tuple[str, ...]):
    game = scene({**pieces, "us_vongilsa": "1512", **HOME}, "cs_cmd_hill")
    act(game, "place-command 1511", "end-marches")
    assert verdict(game, "converge 1512") == said
    assert verdict(game, "converge 9999") == ("nobody-to-converge", "U14.7")
    assert [action.word for action in game.actions("CSA") if action.leads] == ([] if said else ["converge"])


@rule("U14.20")
def test_breastworks_are_placed_where_they_may_before_the_dice_are_counted():
    """4122 is Fredericksburg and 4022 a fortification: only the third stack digs in, once."""
    pieces = {"us_wheaton": "4123", "us_shaler": "4123", "us_browne": "4123", **HOME}
    defenders = {"cs_barksdale": "4122", "cs_kershaw": "4022", "cs_hays": {"hex": "4124", "states": ["disorganised"]}}
    game = scene({**pieces, **defenders}, "us_cmd_sedgwick", turn=17)
    act(game, "place-command 4123", "end-marches")
    attack(game, "4123", "4122", "4022", "4124")
    act(game, "no-skirmishers")
    assert asked(game) == "CSA Combat.dig"
    assert offered(game, "dig-in") == {"4124"}
    refused(game, "dig-in 4122")
    refused(game, "dig-in 4022")
    act(game, "dig-in 4124")
    assert game.state.works == {"4124": "CSA"}
    assert asked(game) != "CSA Combat.dig"  # one marker a hex: nobody is asked again
    assert happened(game, DiceCounted) == []


@rule("U14.20")
@pytest.mark.parametrize("hex", ["4122", "4022"])
def test_no_breastworks_in_fredericksburg_or_fortifications(hex: str):
    """Barksdale alone there is not even asked."""
    game = scene({"us_wheaton": "4123", "cs_barksdale": hex, **HOME}, "us_cmd_sedgwick", dice=(1,) * 6, turn=17)
    act(game, "place-command 4123", "end-marches")
    attack(game, "4123", hex)
    act(game, "no-skirmishers")
    while not happened(game, DiceCounted):
        assert not asked(game).endswith("Combat.dig")
        act(game, str(game.actions(game.actors[0])[0]))
    assert game.state.works == {}


@rule("U14.20", "U13.15")
@pytest.mark.parametrize(
    ("unit", "digs"),
    [
        ({"us_schirmer": "1512"}, True),
        ({"us_vongilsa": {"hex": "1512", "states": ["disorganised"]}}, True),
        ({"us_skirmisher_1": "1512"}, False),
    ],
)
def test_guns_and_the_disorganised_dig_in_and_skirmishers_do_not(unit, digs: bool):
    game = fight({"cs_lane": "1511", **unit, **HOME}, "1511", "1512", dice=(1,) * 6)
    questions = set()
    while not happened(game, DiceCounted):
        questions.add(asked(game))
        act(game, str(game.actions(game.actors[0])[-1]))
    assert ("Union Combat.dig" in questions) is digs


@rule("U14.19", "U14.25")
@pytest.mark.parametrize(("choice", "dice", "step"), [("take-level", 3, 2), ("take-die", 2, 1)])
def test_works_cost_a_level_or_a_die(choice: str, dice: int, step: int):
    game = fight({"cs_pender": "1511", "us_candy": "1512", **HOME}, "1511", "1512", dice=(1,) * 6, works={"1512": "Union"})
    act(game, "no-skirmishers", choice)
    while not happened(game, HitsScored)[1:]:
        act(game, str(game.actions(game.actors[0])[-1]))
    until(game, "ChooseFormations.choose")
    assert dice_counted(game) == {"CSA": dice - 1, "Union": 2}
    assert game.piece("cs_pender").step == step - 1


@rule("U14.20")
def test_works_that_are_there_serve_again():
    game = fight({"cs_lane": "1511", "us_vongilsa": "1512", **HOME}, "1511", "1512", works={"1512": "Union"})
    act(game, "no-skirmishers")
    assert asked(game) == "Union Combat.choose_works"


# ---------------------------------------------------------------- bonuses


@rule("U14.22", "U14.45", "U14.21")
@pytest.mark.parametrize(("dig", "order"), [("dig-in 1512, take-die", 1), ("no-works", 0)])
def test_only_who_retreats_out_of_works_is_disorganised(dig: str, order: int):
    pieces = {"cs_archer": "1511", "cs_pender": "1511", "cs_walker": "1511", "us_vongilsa": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(6, 6, 1, 1, 1, 1))
    act(game, "no-skirmishers", *dig.split(", "))
    until(game, "defender_loses")
    act(game, "retreat-instead")
    assert (where(game, "us_vongilsa") != "1512", game.piece("us_vongilsa").order) == (True, order)
    assert game.state.works == {}


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


@rule("U14.30", "U14.28")
def test_one_bonus_of_each_kind_from_each_hex():
    """Archer and Pender have a bonus, and so have Walker's guns; Thomas has none."""

    def points(**places: str) -> int:
        game = scene({**{f"cs_{name}": hex for name, hex in places.items()}, **HOME}, HILL)
        return game.rules.bonus_of(game.piece(f"cs_{name}") for name in places)

    assert points(thomas="1511") == 0
    assert points(archer="1511") == points(archer="1511", pender="1511") == points(archer="1511", thomas="1511") == 1
    assert points(archer="1511", walker="1511") == points(archer="1511", pender="1513") == 2
    assert points(archer="1511", walker="1511", pender="1513", thomas="1513") == 3


@rule("U14.10", "U14.15", "U14.17", "U13.11")
@pytest.mark.parametrize(
    ("attackers", "target", "defender", "wanted"),
    [
        ("pender lane", "1512", {"us_vongilsa": "1512"}, (3, 2)),  # 8 to 4
        (
            "pender lane mcgowan thomas",
            "1512",
            {"us_vongilsa": {"hex": "1512", "step": 2}},
            (6, 2),
        ),  # six at most
        ("pender lane mcgowan thomas", "1610", {"us_vongilsa": {"hex": "1610", "step": 2}}, (4, 2)),  # four in the woods
        ("heth", "1512", {f"us_{name}": "1512" for name in ("candy", "kane", "best", "knipe")}, (2, 5)),  # 3 to 13
        ("pender lane", "1512", {"us_skirmisher_1": "1512"}, (6, 1)),
    ],
)
def test_dice_on_both_sides(attackers: str, target: str, defender: dict[str, str], wanted: tuple[int, int]):
    game = fight({**{f"cs_{name}": "1611" for name in attackers.split()}, **defender, **HOME}, "1611", target, dice=(1,) * 12)
    while not happened(game, DiceCounted):
        act(game, str(game.actions(game.actors[0])[-1]))
    assert (dice_counted(game)["CSA"], dice_counted(game)["Union"]) == wanted
    assert penalties(game) == {}


@rule("U15.8")
def test_units_out_of_supply_cost_every_die_a_point():
    pieces = {"cs_pender": {"hex": "1511", "states": ["out of supply"]}, "cs_lane": "1511", "us_vongilsa": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(6, 5, 5, 1, 1))
    act(game, "no-skirmishers", "no-works", "add-bonus 111")
    assert happened(game, HitsScored)[0].hits == 1
    assert penalties(game) == {"CSA": [(-1, "U15.8")]}
    for states, hits in ((["out of supply"], False), ([], True)):
        weak = {"us_vongilsa": {"hex": "1512", "states": states}}
        game = fight({"cs_lane": "1511", **weak, **HOME}, "1511", "1512", dice=(1, 1, 5, 5, 5, 5))
        finish_combat(game)
        assert bool(happened(game, HitsScored)[1].hits) is hits, "the dice of the defender, too"


def penalties(game) -> dict[str, list[tuple[int, str]]]:
    """What was taken from the dice of each side before they were rolled, and by which rule."""
    return {event.army: [(m.value, m.cites) for m in event.penalties] for event in happened(game, DicePenalised)}


@rule("U9.23", "U14.28")
def test_a_tired_defender_has_a_point_less_on_one_die():
    pieces = {"cs_lane": "1511", "us_vongilsa": {"hex": "1512", "states": ["forced march"]}, **HOME}
    game = fight(pieces, "1511", "1512", dice=(1, 1, 5, 3))
    finish_combat(game)
    assert happened(game, HitsScored)[-1].hits == 0  # the five is the die with -1
    assert penalties(game) == {"Union": [(-1, "U9.23")]}
    game = fight(pieces, "1511", "1512", dice=(1, 1, 6, 6))
    finish_combat(game)
    assert happened(game, HitsScored)[-1].hits == 2  # 6 - 1 is still a hit
    for states, cites in ((["forced march"], ("U14.28", "U9.23")), ([], ("U14.28",))):
        guns = {"us_schirmer": "1512", "us_vongilsa": {"hex": "1512", "states": states}}
        game = fight({"cs_lane": "1511", **guns, **HOME}, "1511", "1512", dice=(1,) * 4)
        until(game, "Combat.defender_adds")
        decision = game.decision("Union")
        assert decision is not None
        assert decision.cites == cites
        assert penalties(game) == ({"Union": [(-1, "U9.23")]} if states else {})


# ---------------------------------------------------------------- losses


@rule("U14.34", "U14.33")
def test_the_first_loss_falls_on_infantry():
    attackers = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511"}
    pieces = {**attackers, "us_buschbeck": "1512", "us_schirmer": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(5, 5, 1, 1, 1))
    act(game, "no-skirmishers", "no-works")
    until(game, "defender_loses")
    assert game.piece("us_buschbeck").step == 1  # nobody else could take the first
    assert offered(game, "suffer") == {"us_buschbeck", "us_schirmer"}
    act(game, "retreat-instead")
    assert asked(game) == "Union Retreat.go"
    assert [game.piece(id).step for id in ("us_buschbeck", "us_schirmer")] == [1, 0]


@rule("U14.35", "U3.4")
def test_with_a_single_hit_nothing_can_be_cancelled():
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511", "us_buschbeck": "1512", **HOME}
    game = fight(pieces, "1511", "1512", dice=(5, 1, 1, 1, 1, 1, 1))
    act(game, "no-skirmishers", "no-works")
    finish_combat(game)
    assert game.piece("us_buschbeck").step == 1
    assert [(event.unit, event.hex) for event in happened(game, LevelLost)] == [("us_buschbeck", "1512")]
    assert where(game, "us_buschbeck") == "1512"


@rule("U14.33", "U3.3", "U3.4", "U2.1")
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
    game = fight(pieces, "1611", "1610", "1711", dice=(6, *(1,) * 6))
    until(game, "Combat.defender_loses")
    act(game, "suffer us_barlow")
    assert (where(game, "us_barlow"), where(game, "us_mclean")) == ("1610", "1711"), "nobody has chosen to retreat"


@rule("U14.54")
def test_a_hex_that_nobody_wants_to_enter_is_not_offered_again():
    """Each hex that was left may be entered, also after others; who chooses one and sends nobody is done with it."""
    brigades = ("cs_pender", "cs_lane", "cs_mcgowan")
    union = {"us_barlow": {"hex": "1610", "step": 1}, "us_mclean": {"hex": "1711", "step": 1}}
    game = fight({**dict.fromkeys(brigades, "1611"), **union, **HOME}, "1611", "1610", "1711", dice=(6, 6, 6, 1, 1))
    act(game, "no-skirmishers", "no-works")
    until(game, "Combat.advance")
    assert offered(game, "advance-into") == {"1610", "1711"}
    act(game, "advance-into 1610", "stop-advance")
    assert offered(game, "advance-into") == {"1711"}
    act(game, "advance-into 1711", "advance-unit cs_lane", "stop-advance")
    assert offered(game, "advance-into") == {"1711"}  # some have gone there, and others may follow
    act(game, "advance-into 1711", "stop-advance")
    assert not asked(game).startswith("CSA Combat")
    assert [where(game, id) for id in brigades] == ["1611", "1711", "1611"]


@rule("U14.54", "U5.2", "U5.4")
def test_a_fifth_unit_does_not_advance():
    brigades = {f"cs_{name}": "1611" for name in ("pender", "lane", "mcgowan", "thomas")}
    pieces = {**brigades, "cs_heth": "1511", "us_vongilsa": {"hex": "1512", "step": 2}, **HOME}
    game = declaring(pieces, "1611", dice=(6,) * 6 + (1,) * 4)
    act(game, "converge 1512")
    fight_first(game)
    until(game, "Combat.advance")
    act(game, "advance-into 1512")
    assert not may(game, "advance-all")
    act(game, "advance-unit cs_heth", "advance-unit cs_pender", "advance-unit cs_lane")
    assert offered(game, "advance-unit") == {"cs_mcgowan", "cs_thomas"}
    act(game, "advance-unit cs_thomas")
    assert not asked(game).startswith("CSA Combat")
    assert where(game, "cs_mcgowan") == "1611"


@rule("U14.54", "U7.3")
@pytest.mark.parametrize("rain", [False, True])
def test_nobody_advances_over_a_river_that_rain_has_closed(rain: bool):
    """The Ny lies between 2427 and 2428."""
    brigades = dict.fromkeys(("cs_pender", "cs_lane", "cs_heth"), "2427")
    pieces = {**brigades, "us_candy": {"hex": "2428", "step": 2}, **HOME}
    game = fight(pieces, "2427", "2428", dice=(6,) * 6 + (1,) * 4, rain=rain)
    finish = "ChooseFormations.choose" if rain else "Combat.advance"
    until(game, "Combat.attacker_adds")
    act(game, str(game.actions("CSA")[0]))
    while asked(game) == "CSA Combat.attacker_loses":
        act(game, str(game.actions("CSA")[0]))
    assert asked(game).endswith(finish)
    assert where(game, "us_candy") == "lost"


NO_HOME = {"cs_gordon": "1801", "cs_hoke": "4701", "cs_hays": "4812", "cs_smith": "4820"}


@rule("U14.42")
@pytest.mark.parametrize(
    ("others", "goals"),
    [
        ({}, {"1411", "1511", "1611"}),  # 1412 and 1612 are next to Lane, and 1412 is farther from home
        ({"cs_thomas": "1510"}, {"1411", "1611"}),  # 1511 is nearer home than 1411, but next to Thomas
        ({"cs_thomas": "1610"}, {"1411"}),
        ({"cs_thomas": "1611"}, {"1411"}),  # nobody retreats into the enemy
        ({"us_mclean": "1511"}, {"1411", "1611"}),  # empty hexes first
        ({"us_mclean": "1511", "us_candy": "1611"}, {"1411"}),
        ({"us_mclean": "1511", "us_candy": "1611", "us_kane": "1411"}, {"1411", "1511", "1611"}),  # none is empty
        ({"cs_thomas": "1510", "us_mclean": "1411", "us_candy": "1611"}, {"1411", "1611"}),  # safety before an empty hex
        ({**NO_HOME, "cs_thomas": "1510"}, {"1411", "1611"}),  # every supply centre is lost: no way is homeward
    ],
)
def test_a_retreat_prefers_home_then_safety_then_an_empty_hex(others: dict[str, str], goals: set[str]):
    game = declaring({"cs_lane": "1513", "us_vongilsa": "1512", **others, **HOME}, "1513", dice=(6, 1, 1, 1, 1), options=SIXES)
    act(game, f"charge cs_lane {mask(game, '1513', '1512')}")
    fight_first(game)
    until(game, "Combat.attacker_sixes")
    act(game, "force-retreat")
    if asked(game) == "Union Retreat.go":
        assert offered(game, "retreat-to") == goals
    else:
        assert {where(game, "us_vongilsa")} == goals


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


CORNERED = {"us_phelps": "4426", "cs_gordon": "4326", "cs_hoke": "4327", "cs_smith": "4427", **HOME}
"""The other neighbours of 4426 lie across the river."""


def force_retreat(pieces, *answers: str, **options: bool):
    """Early's division attacks 4426 and rolls one six, which forces the retreat."""
    game = scene(pieces, "cs_cmd_early", dice=(6, 1, 1, 1, 1, 1), options=SIXES | options)
    act(game, "place-command 4327", "end-marches", "converge 4426")
    fight_first(game)
    act(game, "no-skirmishers", "no-works")
    until(game, "Combat.attacker_sixes")
    act(game, "force-retreat", *answers)
    return game


@rule("U14.44", "U2.1")
def test_who_cannot_retreat_is_eliminated():
    game = force_retreat(CORNERED)
    (gone,) = happened(game, Destroyed)
    assert (gone.unit, gone.cites) == ("us_phelps", "U14.44")
    assert where(game, "us_phelps") == "lost"
    bluff = force_retreat({**CORNERED, "us_dummy_1": "4426"}, dummies=True)
    assert (where(bluff, "us_phelps"), where(bluff, "us_dummy_1")) == ("lost", "available"), "a dummy is no loss"
    game = force_retreat({**CORNERED, "us_meredith": "4426"}, "suffer us_phelps")
    assert {event.unit for event in happened(game, Destroyed)} == {"us_phelps", "us_meredith"}
    open_side = {**CORNERED, "cs_smith": "4328"}
    game = force_retreat(open_side)
    assert where(game, "us_phelps") == "4427"
    assert happened(game, Destroyed) == []


@rule("U14.44")
def test_an_impossible_retreat_cannot_be_chosen():
    for pieces, able in ((CORNERED, False), ({**CORNERED, "cs_smith": "4328"}, True)):
        game = scene({**pieces, "us_meredith": "4426"}, "cs_cmd_early", dice=(5, 5, 1, 1, 1, 1))
        act(game, "place-command 4327", "end-marches", "converge 4426")
        fight_first(game)
        act(game, "no-skirmishers", "no-works")
        until(game, "Combat.defender_loses")
        act(game, "suffer us_phelps")
        assert asked(game) == "Union Combat.defender_loses"
        assert may(game, "retreat-instead") is able


@rule("U14.44", "U14.43")
def test_a_retreat_that_ends_nowhere_cannot_be_chosen():
    """The only hex to go to, 4427, is full, and there is no way on from there, or one."""
    wall = {"us_phelps": "4426", "us_meredith": "4426", "cs_gordon": "4326", "cs_hoke": "4327", **HOME}
    full = {f"us_{unit}": "4427" for unit in ("candy", "kane", "knipe", "ross")}
    shut = {"cs_smith": "4328", "cs_hays": "4428", "cs_warren": "4528"}
    tight = {f"us_{unit}": "4427" for unit in ("brown", "candy", "greene")}  # 13 points: room for Phelps, not for Meredith
    some = {f"us_{unit}": "4427" for unit in ("brown", "candy", "knipe")}
    for extra, able in ((full, False), ({**full, "cs_warren": "4027"}, True), (tight, False), (some, True)):
        game = scene({**wall, **shut, **extra}, "cs_cmd_early", dice=(5, 5, 1, 1, 1, 1, 1))
        act(game, "place-command 4327", "end-marches")
        act(game, f"charge cs_gordon {mask(game, '4326', '4426')}")
        fight_first(game)
        until(game, "Combat.defender_loses")
        act(game, "suffer us_phelps")
        assert asked(game) == "Union Combat.defender_loses"
        assert may(game, "retreat-instead") is able


@rule("U14.45", "U14.53", "U14.43")
@pytest.mark.parametrize(
    ("states", "works", "able"),
    [([], {}, True), (["disorganised"], {}, True), ([], {"4426": "Union"}, True)]
    + [(["disorganised"], {"4426": "Union"}, False), (["demoralised"], {}, False)],
)
def test_who_would_be_demoralised_needs_a_refuge_away_from_the_enemy(states: list[str], works: dict[str, str], able: bool):
    """The only hex to retreat to is next to the enemy, and leads no further."""
    wall = {"cs_gordon": "4326", "cs_hoke": "4327", "cs_smith": "4328", "cs_hays": "4428", "cs_warren": "4528", **HOME}
    union = {id: {"hex": "4426", "states": states} for id in ("us_phelps", "us_meredith")}
    game = scene({**wall, **union}, "cs_cmd_early", dice=(6, 6, 1, 1, 1, 1, 1), works=works)
    act(game, "place-command 4327", "end-marches", f"charge cs_gordon {mask(game, '4326', '4426')}")
    fight_first(game)
    until(game, "Combat.defender_loses")
    act(game, "suffer us_phelps")
    assert asked(game) == "Union Combat.defender_loses"
    assert may(game, "retreat-instead") is able


@rule("U14.24")
def test_who_advances_out_of_works_is_not_disorganised():
    pieces = {"cs_pender": "1511", "cs_lane": "1511", "cs_mcgowan": "1511", "us_vongilsa": {"hex": "1512", "step": 2}, **HOME}
    game = fight(pieces, "1511", "1512", dice=(6, 6, 6, 6, 6, 6, 1, 1), works={"1511": "CSA"})
    act(game, "no-skirmishers", "no-works")
    until(game, "Combat.advance")
    act(game, "advance-into 1512", "advance-all")
    assert game.piece("cs_pender").order == 0
    assert game.state.works == {}
