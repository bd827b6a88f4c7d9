"""Chapter 13.1, PIN: what pinned units must and may do in the next player turn, and when the markers come off."""

from __future__ import annotations

from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import CombatBegan, PinsRemoved
from tests.marks import rule
from tests.proving_ground import (
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    attack_mask,
    choices,
    field,
    labels,
    refusal,
    tactics,
    where,
)


def reserve(id: str = "reserve") -> Unit:
    """A British unit far away, so that the movement phase stays open."""
    return Unit("1-0-4", "2001", id=id)


def held(values: str = "2-0-4", hex: str = "1010", id: str = "held", number: int = 1, kind: str = "infantry") -> Unit:
    """A British unit under a PIN marker."""
    return Unit(values, hex, id=id, states=(f"pinned:{number}",), kind=kind)


def enemy(values: str = "2-0-4", hex: str = "1011", id: str = "enemy", number: int = 1) -> Unit:
    """An American unit under a PIN marker."""
    return Unit(values, hex, id=id, states=(f"pinned:{number}",))


def combats(game: Battle) -> list[tuple[set[str], set[str]]]:
    """The attackers and the attacked hexes of every combat that has begun."""
    return [(set(event.attackers), set(event.hexes)) for event in game.events(None) if isinstance(event, CombatBegan)]


def pins(game: Battle) -> dict[str, int]:
    return {id: piece.pin for id, piece in game.state.pieces.items() if piece.pin}


# ---------------------------------------------------------------- the choice


@rule("S13.1-PIN-b")
def test_the_next_phasing_player_must_attack_or_break_contact() -> None:
    # 4 to 4 is 1-1 and the die 5 is PIN
    game = field([Unit("4-0-4", "1010", id="held")], [Unit("4-0-4", "1011", id="enemy")], phase="close combat", dice=[5])
    tactics(game)
    assert pins(game) == {"held": 1, "enemy": 1}
    assert game.actors == ("american",)
    assert choices(game) == ["break-contact 1", "end-movement"]
    assert "S9.2c" in refusal(game, "move enemy")
    act(game, "end-movement")
    assert combats(game)[-1] == ({"enemy"}, {"1010"})  # contact was not broken: he has to attack


@rule("S13.1-PIN-b")
def test_breaking_contact_is_the_other_choice_and_no_attack_follows() -> None:
    game = field([Unit("4-0-4", "1010", id="held")], [Unit("4-0-4", "1011", id="enemy")], phase="close combat", dice=[5, 9, 0])
    tactics(game)
    act(game, "break-contact 1", "go 1013")
    assert len(combats(game)) == 1
    assert army_morale(game) == (14, 13)


@rule("S13.1-PIN-b")
def test_the_same_side_may_be_the_next_phasing_player() -> None:
    # the British play second, pin the enemy and win the initiative of the next turn
    game = field(
        [Unit("4-0-4", "1010", id="held")],
        [Unit("4-0-4", "1011", id="enemy")],
        phase="close combat",
        first="american",
        dice=[5, 9, 0],
    )
    tactics(game)
    assert (game.state.turn, game.actors) == (3, ("british",))
    assert choices(game) == ["break-contact 1", "end-movement"]


@rule("S13.1-PIN-b")
def test_attack_is_compulsory_if_not_all_pinned_units_can_get_clear() -> None:
    walls = [Unit("6-0-4", h) for h in ("1209", "1309", "1310")]
    # the second pinned unit in 1210 is shut in by ponds and full stacks
    terrain = {"1110": "pond", "1311": "pond", "1211": "pond", "1111": "open"}
    british = [held("2-0-4", "1010", "free"), held("2-0-4", "1210", "shut in"), *walls]
    game = field([*british, reserve()], [enemy(hex="1111")], terrain=terrain)
    assert "break-contact 1" not in choices(game)
    assert "S13.1-PIN-b" in refusal(game, "break-contact 1")
    game = field([held("2-0-4", "1010", "free"), reserve()], [enemy(hex="1111")], terrain=terrain)
    assert "break-contact 1" in choices(game)


@rule("S13.1-PIN-b")
def test_units_that_need_the_same_room_must_get_clear_together() -> None:
    # 1009 is the only way out of 1010, with room for three points
    ponds = dict.fromkeys(("1110", "1111", "0911", "0910", "1008", "1109", "0909"), "pond")
    lone = field([held("3-0-4", id="one"), Unit("3-0-4", "1009", id="friend")], [enemy()], terrain=ponds)
    assert "break-contact 1" in choices(lone)
    british = [held("3-0-4", id="one"), held("3-0-4", id="two"), Unit("3-0-4", "1009"), reserve()]
    pair = field(british, [enemy()], terrain=ponds)
    assert "break-contact 1" not in choices(pair)
    assert "S13.1-PIN-b" in refusal(pair, "break-contact 1")


@rule("S13.1-PIN-b")
def test_each_pin_is_broken_or_fought_out_by_itself() -> None:
    british = [held(hex="0510", id="left"), held(hex="1510", id="right", number=2)]
    american = [enemy(hex="0511", id="west"), enemy(hex="1511", id="east", number=2)]
    game = field(british, american)
    assert choices(game) == ["break-contact 1", "break-contact 2", "end-movement"]
    act(game, "break-contact 2", "go 1508")
    assert choices(game) == ["break-contact 1", "end-movement"]
    assert "S13.1-PIN-d" in refusal(game, "break-contact 2")
    act(game, "end-movement")
    assert combats(game) == [({"left"}, {"0511"})]
    assert army_morale(game) == (13, 14)


# ---------------------------------------------------------------- attacking


@rule("S13.1-PIN-c")
def test_a_fresh_unit_may_join_the_pinned_one_and_attack_with_it() -> None:
    british = [held("3-0-4"), Unit("3-0-4", "1008", id="fresh")]
    game = field(british, [enemy("3-0-4")])
    act(game, "move fresh", "go 1010")
    announce(game, ("held", "1011"), ("fresh", "1011"))
    assert combats(game) == [({"held", "fresh"}, {"1011"})]
    assert [event.attack for event in game.events(None) if isinstance(event, CombatBegan)] == [6]


@rule("S13.1-PIN-c")
def test_all_pinned_units_attack_and_all_pinned_defenders_are_attacked() -> None:
    british = [held("1-0-4", "1010", "one"), held("1-0-4", "1010", "two")]
    game = field(british, [enemy("1-0-4", "1011", "south"), enemy("1-0-4", "1111", "east")], phase="close combat")
    act(game, attack_mask(game, "one", "1011"))
    assert asked(game) == "next-combat"  # the second unit had to take the other hex
    assert not pins(game)


@rule("S13.1-PIN-c")
def test_pinned_riflemen_must_attack() -> None:
    rifles = Unit("1-0-4", "1010", id="rifles", flags=("rifle",), states=("pinned:1",))
    game = field([rifles, reserve()], [enemy()], phase="close combat")
    assert combats(game) == [({"rifles"}, {"1011"})]
    unpinned = Unit("1-0-4", "1010", id="rifles", flags=("rifle",))
    free = field([unpinned, reserve()], [Unit("2-0-4", "1011")], phase="close combat")
    assert "end-announcement" in choices(free)


@rule("S13.1-PIN-c")
def test_pinned_artillery_is_ignored() -> None:
    gun = held("1-0-3", id="gun", kind="artillery")
    game = field([held(), gun], [enemy()], phase="close combat")
    assert combats(game) == [({"held"}, {"1011"})]


@rule("S13.1-PIN-c")
def test_a_pinned_stack_is_not_diverted() -> None:
    game = field([held()], [enemy(), Unit("1-0-4", "1111", id="free")], phase="close combat")
    assert "divert 1111" in choices(game)
    assert "divert 1011" not in choices(game)
    assert refusal(game, "divert 1011")


@rule("S13.1-PIN-c")
def test_which_enemy_a_pinned_unit_attacks_is_free_if_the_pinned_ones_are_attacked() -> None:
    british = [held(), Unit("2-0-4", "1010", id="fresh")]
    game = field(british, [enemy(), Unit("1-0-4", "1111", id="free")], phase="close combat")
    act(game, attack_mask(game, "held", "1111"))
    announce(game, ("fresh", "1011"))
    act(game, "take 1")
    assert combats(game) == [({"held"}, {"1111"})]


@rule("S13.1-PIN-c")
def test_a_pinned_unit_driven_out_or_disrupted_by_fire_is_released() -> None:
    for damage in (0, 4):  # R and D
        british = [held(), Unit("1-0-4", "0303", id="rifles", flags=("rifle",))]
        american = [enemy(), Unit("3-0-3", "1011", id="gun", kind="artillery"), Unit("1-0-4", "0304", id="watch")]
        game = field(british, american, phase="artillery fire", dice=[9, damage])
        act(game, "target held")
        if asked(game) == "retreat":
            act(game, f"retreat {labels(game)[0]}")
        assert asked(game) == "rifle-target"
        assert pins(game) == {"enemy": 1}


# ---------------------------------------------------------------- breaking contact


@rule("S13.1-PIN-d")
def test_after_breaking_contact_no_friend_moves_next_to_the_enemy_it_was_pinned_with() -> None:
    british = [held(), Unit("1-0-4", "1209", id="friend"), reserve()]
    game = field(british, [enemy()])
    act(game, "break-contact 1", "go 1008", "move friend")
    for end in ("1111", "1010"):
        assert "S13.1-PIN-d" in refusal(game, f"go {end}")
        assert f"go {end}" not in choices(game)
    act(game, "go 1110", "stop", "end-movement")
    assert army_morale(game) == (13, 14)


@rule("S13.1-PIN-d")
def test_after_a_friend_has_moved_next_to_that_enemy_contact_cannot_be_broken() -> None:
    british = [held(), Unit("1-0-4", "1209", id="friend"), reserve()]
    game = field(british, [enemy()])
    assert "break-contact 1" in choices(game)
    act(game, "move friend", "go 1111")
    assert "break-contact 1" not in choices(game)
    assert "S13.1-PIN-d" in refusal(game, "break-contact 1")
    act(game, "end-movement")
    announce(game, ("held", "1011"), ("friend", "1011"))
    assert combats(game) == [({"held", "friend"}, {"1011"})]


@rule("S13.1-PIN-d")
def test_a_friend_that_moved_elsewhere_leaves_the_choice_open() -> None:
    british = [held(), Unit("1-0-4", "1209", id="friend"), reserve()]
    game = field(british, [enemy()])
    act(game, "move friend", "go 1110", "stop")
    assert "break-contact 1" in choices(game)


@rule("S13.1-PIN-d")
def test_friends_who_already_stood_there_may_stay_and_then_the_enemy_keeps_his_marker() -> None:
    british = [held(), Unit("1-0-4", "1111", id="friend"), Unit("1-0-4", "0303", id="shaken", states=("disrupted",))]
    game = field(british, [enemy()])
    act(game, "break-contact 1", "go 1008", "end-movement")
    assert asked(game) == "rally"
    assert pins(game) == {"enemy": 1}
    assert army_morale(game) == (13, 14)


@rule("S13.1-PIN-d")
def test_all_units_of_a_pin_leave_at_once_and_none_ends_next_to_an_enemy() -> None:
    british = [held(id="one"), held(id="two"), reserve()]
    game = field(british, [enemy(), Unit("1-0-4", "1212", id="flank")])
    act(game, "break-contact 1")
    assert asked(game) == "break-contact"
    assert choices(game) == ["move one", "move two"]
    act(game, "move one")
    assert "S9.2c" in refusal(game, "go 1111")  # still next to the enemy
    act(game, "go 1009")
    assert asked(game) == "get-clear"  # the other goes at once
    assert "go 1009" in choices(game)
    act(game, "go 1008")
    assert choices(game) == ["move reserve", "end-movement"]
    assert "S9.1c" in refusal(game, "move one")


@rule("S13.1-PIN-d")
def test_a_pinned_gun_leaves_with_the_others() -> None:
    british = [held(id="foot"), held("1-0-3", id="gun", kind="artillery"), reserve()]
    game = field(british, [enemy()])
    act(game, "break-contact 1", "move foot", "go 1009", "go 1008", "end-movement")
    assert (where(game, "foot"), where(game, "gun")) == ("1009", "1008")
    assert not pins(game)
    assert army_morale(game) == (13, 14)


@rule("S13.1-PIN-d")
def test_the_first_to_leave_must_keep_room_for_the_others() -> None:
    # out of 1010 lead only 1009, with room for three points, and beyond it 1008 for the unit that is fast enough
    ponds = dict.fromkeys(("1110", "1111", "0911", "0910", "1109", "0909", "1007", "1108", "0908"), "pond")
    british = [held("3-0-4", id="fast"), held("3-0-1", id="slow"), Unit("3-0-4", "1009", id="friend")]
    game = field(british, [enemy()], terrain=ponds)
    act(game, "break-contact 1")  # and everything else is forced
    assert (where(game, "fast"), where(game, "slow")) == ("1008", "1009")


@rule("S13.1-PIN-d")
def test_a_unit_that_breaks_contact_goes_round_other_zones() -> None:
    # 1006 is four hexes off, but 1008 controls the way; round it it is six
    for allowance, reached in ((5, False), (6, True)):
        game = field([held(f"2-0-{allowance}"), reserve()], [enemy(), Unit("1-0-4", "1008", id="behind")])
        act(game, "break-contact 1")
        assert ("go 1006" in choices(game)) is reached


@rule("S13.1-PIN-d")
def test_leaders_may_still_go_next_to_the_enemy() -> None:
    british: list[Unit | Leader] = [held(), Leader("1-1-6", "1209", id="chief"), reserve()]
    game = field(british, [enemy()])
    act(game, "break-contact 1", "go 1008", "move chief")
    assert "go 1111" in choices(game)


# ---------------------------------------------------------------- the markers come off


@rule("S12.22")
def test_the_markers_are_off_before_the_first_combat_and_cost_nothing() -> None:
    british = [held("2-0-4", "0510", "left"), held("2-0-4", "1510", "right", number=2), Unit("1-0-4", "0101", id="free")]
    american = [enemy("2-0-4", "0511", "west"), enemy("2-0-4", "1511", "east", number=2)]
    game = field(british, american, phase="close combat")
    announce(game, ("left", "0511"), ("right", "1511"))
    assert asked(game) == "next-combat"
    assert pins(game) == {}
    removed = [set(event.pieces) for event in game.events(None) if isinstance(event, PinsRemoved)]
    assert removed == [{"left", "right", "west", "east"}]
    assert army_morale(game) == (14, 14)


@rule("S12.22")
def test_markers_count_until_the_announcement_is_made() -> None:
    game = field([held()], [enemy(), Unit("1-0-4", "1111", id="free")], phase="close combat")
    assert asked(game) == "announce-attack"
    assert pins(game) == {"held": 1, "enemy": 1}


@rule("S12.22")
def test_all_markers_on_the_map_come_off_even_of_units_that_do_not_fight() -> None:
    # the pinned enemy of 1511 has nobody next to it any more
    british = [held("2-0-4", "0510", "left")]
    american = [enemy("2-0-4", "0511", "west"), enemy("2-0-4", "1511", "east", number=2)]
    game = field(british, american, phase="close combat")
    assert asked(game) == "choose-tactics"
    assert pins(game) == {}
    assert army_morale(game) == (14, 14)


@rule("S12.22")
def test_a_pin_of_this_phase_lasts_into_the_next_player_turn_and_no_longer() -> None:
    # PIN, then the American attacks and the die 5 is PIN again: a new marker with a new number
    game = field(
        [Unit("4-0-4", "1010", id="held")], [Unit("4-0-4", "1011", id="enemy")], phase="close combat", dice=[5, 5, 9, 0]
    )
    assert not [event for event in game.events(None) if isinstance(event, PinsRemoved)]  # nobody was pinned
    tactics(game)
    assert pins(game) == {"held": 1, "enemy": 1}
    act(game, "end-movement")
    assert pins(game) == {}
    tactics(game)
    assert pins(game) == {"held": 2, "enemy": 2}
    assert army_morale(game) == (14, 14)
