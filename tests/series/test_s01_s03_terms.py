"""Chapters 1 to 3: basic and advanced game, counters, the die, and the terms that the other chapters use."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.events import Rolled
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexsideTerrain
from grognard.games.revolution.series.events import (
    CombatBegan,
    Eliminated,
    FireOrdered,
    LeadChosen,
    Moved,
    Placed,
    TacticsRevealed,
)
from tests.marks import rule
from tests.proving_ground import (
    HEXSIDES,
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    attack_mask,
    choices,
    combat,
    field,
    last_roll,
    momentum_of,
    order_of,
    refusal,
    tactics,
    where,
)

CHITS = {
    "skirmish",
    "attack_echelon",
    "stand_fast",
    "withdraw",
    "frontal_assault",
    "commit_reserve",
    "turn_flank",
    "refuse_flank",
}


def begun(game: Battle) -> CombatBegan:
    """The last close combat that began."""
    return [event for event in game.events(None) if isinstance(event, CombatBegan)][-1]


def spent(game: Battle) -> float:
    """What the last piece that moved has spent."""
    return [event for event in game.events(None) if isinstance(event, Moved)][-1].spent


def rolls(game: Battle, purpose: str) -> int:
    return sum(isinstance(event, Rolled) and event.purpose == purpose for event in game.events(None))


def chits_offered(game: Battle, seat: str) -> set[str]:
    return {str(action).split()[1] for action in game.actions(seat)}


# ---------------------------------------------------------------- 1  the game


def eutaw(phasing: str, pieces: dict[str, Any]) -> Battle:
    """The historical scenario of Eutaw Springs at the close combat phase; hex 1108 is the plantation house."""
    game = grognard.setup(
        {
            "scenario": "revolution/eutaw/historical",
            "turn": 5,
            "phase": "close combat",
            "phasing": phasing,
            "pieces": pieces,
        },
        dice=Dice.script([]),
    )
    assert isinstance(game, Battle)
    return game


@rule("S1a")
def test_at_eutaw_a_unit_in_the_house_may_decline_while_one_outside_must_attack() -> None:
    game = eutaw("british", {"ny_vols": "1108", "64th": "1207", "maryland": "1107"})
    assert "S12.12a" in refusal(game, "end-announcement")
    act(game, attack_mask(game, "64th", "1107"), "end-announcement")
    assert begun(game).attackers == ("64th",)


@rule("S1a")
def test_at_eutaw_nobody_in_the_house_has_to_attack() -> None:
    game = eutaw("british", {"ny_vols": "1108", "maryland": "1107"})
    assert set(choices(game)) == {attack_mask(game, "ny_vols", "1107"), "end-announcement"}


@rule("S1a")
def test_in_the_series_a_house_frees_nobody_from_attacking() -> None:
    game = field([Unit("1-1-4", "1108")], [Unit("4-2-4", "1107")], terrain={"1108": "courthouse"}, phase="close combat")
    assert asked(game) == "choose-tactics"  # the attack was the only choice and was announced by itself
    assert begun(game).attackers == ("b1",)


def duel(game: str, dice: tuple[int, ...] = (), momentum: tuple[int, int] = (0, 0)) -> Battle:
    """One regiment attacks another, no leader near; a far British unit and an American one leave a choice after it."""
    british = [Unit("4-0-4", "1010"), Unit("1-0-4", "0203")]
    american = [Unit("4-0-4", "1011"), Unit("1-0-4", "0218")]
    return field(british, american, phase="close combat", dice=dice, momentum=momentum, options={"game": game})


@rule("S1b")
def test_in_the_basic_game_all_eight_chits_are_free_and_the_matrix_counts() -> None:
    game = duel("basic", dice=(5,))
    assert chits_offered(game, "british") == chits_offered(game, "american") == CHITS
    act(game, "british: chit frontal_assault", "american: chit skirmish")
    assert last_roll(game, "close-combat")["tactics"] == 2


@rule("S1b")
def test_in_the_advanced_game_frontal_assault_needs_a_leader() -> None:
    game = duel("advanced")
    assert refusal(game, "chit frontal_assault", "british")[0].startswith("S12.5")
    assert chits_offered(game, "british") == {"skirmish", "attack_echelon", "stand_fast", "withdraw"}


@rule("S1b")
def test_the_advanced_game_is_the_default() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], phase="close combat")
    assert "frontal_assault" not in chits_offered(game, "british")


@rule("S1b")
def test_in_the_basic_game_momentum_neither_rerolls_nor_is_gained() -> None:
    # 4 to 4 is 1-1; Frontal Assault against Skirmish is +2 and the die 8: 10, "-/1"
    game = duel("basic", dice=(8,), momentum=(2, 1))
    act(game, "british: chit frontal_assault", "american: chit skirmish")
    assert last_roll(game, "close-combat")["total"] == 10
    assert where(game, "a1") == "eliminated"
    assert momentum_of(game) == (2, 1)


@rule("S1b")
def test_in_the_advanced_game_momentum_is_offered_and_gained() -> None:
    british: list[Unit | Leader] = [Unit("4-0-4", "1010"), Leader("0-0-6", "1010", id="chief"), Unit("1-0-4", "0203")]
    american = [Unit("4-0-4", "1011"), Unit("1-0-4", "0218")]
    game = field(british, american, phase="close combat", dice=[8], momentum=(2, 0))
    act(game, "british: chit frontal_assault", "american: chit skirmish")
    assert asked(game) == "spend-momentum"
    act(game, "accept")
    assert momentum_of(game) == (3, 0)


@rule("S1b")
def test_diversion_belongs_to_the_advanced_game() -> None:
    british, american = [Unit("4-0-4", "1010")], [Unit("1-0-4", "1011"), Unit("1-0-4", "1111")]
    basic = field(british, american, phase="close combat", options={"game": "basic"})
    assert asked(basic) == "choose-lead"  # nothing but to attack both hexes
    assert begun(basic).hexes == ("1011", "1111")
    advanced = field(british, american, phase="close combat")
    assert "divert 1111" in choices(advanced)


@rule("S1b")
def test_the_refusal_of_a_diversion_in_the_basic_game_names_the_option() -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-0-4", "1010")]
    american = [Unit("1-0-4", "1011"), Unit("1-0-4", "1111")]
    game = field(british, american, phase="close combat", options={"game": "basic"})
    assert refusal(game, "divert 1111") == ("S1b",)


@pytest.mark.parametrize(("game", "to_hit_rolls"), [("basic", 1), ("advanced", 2)])
@rule("S1b")
def test_jaegers_fire_twice_in_the_advanced_game_only(game: str, to_hit_rolls: int) -> None:
    jaegers = Unit("1-1-5", "1010", kind="light_infantry", flags=("rifle", "jaeger"), states=("fired",))
    battle = field(
        [jaegers],
        [Unit("3-0-4", "1011")],
        terrain={"1010": "forest"},
        phase="rifle fire",
        dice=[0] * to_hit_rolls,
        options={"game": game},
    )
    act(battle, "target a1")
    assert rolls(battle, "rifle-to-hit") == to_hit_rolls


@rule("S1b")
def test_in_the_basic_game_no_momentum_is_asked_for_at_initiative() -> None:
    force = [Unit("1-0-4", "0203")], [Unit("1-0-4", "0218")]
    basic = field(*force, phase="initiative", dice=[3, 5], momentum=(3, 2), options={"game": "basic"})
    assert (basic.state.order[0], momentum_of(basic)) == ("american", (3, 2))
    advanced = field(*force, phase="initiative", dice=[3, 5], momentum=(3, 2))
    assert asked(advanced) == "commit-momentum"


# ---------------------------------------------------------------- 2  counters and the die


@rule("S2.2b")
def test_a_lost_step_turns_the_counter_and_the_last_one_removes_it() -> None:
    british = [Unit("5-1-4", "1010", id="foot", reduced="3-0-4")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1011", id="gun", kind="artillery")]
    # the gun hits with 9 and its damage 8 is "1"; then 3 to 3 is 1-1 and the die 0 is "1/-"
    game = field(british, american, phase="artillery fire", dice=[9, 8, 0])
    act(game, "target foot")
    assert (where(game, "foot"), game.piece("foot").step) == ("1010", 1)
    assert begun(game).attack == 3  # it attacks with the strength of the side showing
    tactics(game)
    assert last_roll(game, "close-combat")["attackers-lead-unit"] == 0  # and with that side's morale
    assert where(game, "foot") == "eliminated"


@rule("S2.2b")
def test_a_unit_starts_on_its_full_side_and_a_unit_of_one_side_has_one_step() -> None:
    british = [Unit("5-1-4", "1010", id="foot", reduced="3-0-4")]
    american = [Unit("3-0-4", "1011", id="single"), Unit("1-0-4", "0218")]
    # 5 to 3 is 3-2; morale +1; the die 8 makes 9, "-/1"
    game = field(british, american, phase="close combat", dice=[8])
    assert begun(game).attack == 5
    tactics(game)
    assert last_roll(game, "close-combat")["attackers-lead-unit"] == 1
    assert where(game, "single") == "eliminated"


@rule("S2.2b")
def test_the_printed_back_decides_the_reduced_morale() -> None:
    british = [Unit("5-1-4", "1010", id="foot", reduced="3-1-4", step=2)]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat", dice=[5])
    tactics(game)
    assert last_roll(game, "close-combat")["attackers-lead-unit"] == 1


@rule("S2.2b")
@pytest.mark.parametrize(
    ("piece", "steps"),
    [
        (Unit("5-1-4", "1010", id="foot", reduced="3-1-4", step=3), 2),
        (Unit("5-1-4", "1010", id="foot", step=2), 1),
        (Leader("1-1-6", "1010", id="howe", step=2), 1),
        (Leader("1-1-6", "1010", id="howe", step=0), 1),
    ],
)
def test_no_position_holds_a_step_that_a_counter_does_not_have(piece: Unit | Leader, steps: int) -> None:
    with pytest.raises(grognard.GrognardError, match=rf"has no step {piece.step}; it has {steps} \(S2\.2b\)"):
        field([piece])


@rule("S2.2c")
def test_a_leader_enters_by_his_code_moves_by_his_allowance_and_commands_by_his_stars() -> None:
    greene = Leader("1-2-6", id="greene", rank=2, turn=3, entry="A")
    colonel = Leader("3-3-6", "0307", id="colonel", rank=1)
    regiment = Unit("4-0-4", "0307", id="regiment", states=("disrupted",))
    game = field([greene, colonel, regiment], [Unit("4-0-4", "0220")], turn=3, entries={"A": ("0301",)}, dice=[3])
    assert where(game, "greene") == "0301"  # 3A: turn 3, in the hex marked A
    act(game, "move greene")
    assert "S9.1a" in refusal(game, "go 0308")  # not seven hexes
    act(game, "go 0307", "end-movement", "rally regiment")  # but six
    assert last_roll(game, "rally")["command"] == 2  # two stars command before one


@rule("S2.2c")
def test_a_leaders_numbers_are_close_combat_first_then_command() -> None:
    british: list[Unit | Leader] = [Leader("1-2-6", "1010", id="greene"), Unit("4-0-4", "1010", id="foot")]
    game = field(british, [Unit("4-0-4", "1011")], phase="close combat", dice=[5])
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert rolled["attackers-leader"] == 1
    assert rolled["attackers-lead-unit"] == 2  # morale 0 and his command


@rule("S2.2c", "S2.2d")
def test_nobody_enters_before_the_turn_of_his_code() -> None:
    late: list[Unit | Leader] = [
        Leader("1-2-6", id="greene", turn=3, entry="A"),
        Unit("3-0-4", id="brigade", turn=3, entry="A"),
    ]
    game = field([*late, Unit("1-0-4", "0203")], [Unit("4-0-4", "0220")], turn=2, entries={"A": ("0301",)})
    assert choices(game) == ["move b3", "end-movement"]
    assert where(game, "greene") == where(game, "brigade") == "waiting"


@rule("S2.2d")
def test_a_unit_coded_3a_is_placed_in_a_hex_marked_a_and_moves_by_its_printed_allowance() -> None:
    brigade = Unit("3-0-4", id="brigade", turn=3, entry="A")
    entries = {"A": ("1001", "2001"), "B": ("0101",)}
    game = field([Unit("3-0-4", "1002")], [brigade], turn=3, phasing="american", entries=entries)
    assert choices(game) == ["place 1001", "place 2001"]
    act(game, "place 2001", "move brigade")
    assert "go 2005" in choices(game)  # 4 MP
    assert "S9.1a" in refusal(game, "go 2006")


@rule("S2.2d")
def test_strength_and_morale_of_a_counter_serve_in_combat() -> None:
    game = field([Unit("3-0-4", "1010", id="brigade")], [Unit("3-2-4", "1011")], phase="close combat", dice=[5])
    assert (begun(game).attack, begun(game).defence) == (3, 3)
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert (rolled["attackers-lead-unit"], rolled["defenders-lead-unit"], rolled["total"]) == (0, -2, 3)


@rule("S2.3")
def test_a_die_of_zero_is_zero() -> None:
    british = [Unit("4-0-4", "1010")]
    american = [Unit("2-0-4", "1011", id="lead"), Unit("2-2-4", "1011", id="guards")]
    # 4 to 4 is 1-1 and 7 is "-/R"; the companion's check: die 0 and morale +2 at High is 2, which fails
    game = field(british, american, phase="close combat", dice=[7, 0])
    combat(game, leads=("lead",))
    act(game, "retreat 1012")
    assert last_roll(game, "morale-check") == {"unit-morale": 2, "die": 0, "total": 2}
    act(game, "retreat 0912")
    assert where(game, "guards") == "0912"


@rule("S2.3")
def test_the_die_shows_zero_to_nine() -> None:
    for face in (-1, 10):
        game = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], phase="close combat", dice=[face])
        act(game, "british: chit skirmish")
        with pytest.raises(grognard.DiceError):
            act(game, "american: chit skirmish")
    faces = set()
    start = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], phase="close combat").position()
    for seed in range(60):
        game = grognard.setup(start, dice=Dice.fast(seed))  # type: ignore[assignment]
        act(game, "british: chit skirmish", "american: chit skirmish")
        faces.add(last_roll(game, "close-combat")["die"])
    assert faces == set(range(10))


# ---------------------------------------------------------------- 3  terms


@rule("S3.2a")
def test_germans_and_loyalists_attack_together() -> None:
    british = [Unit("3-0-4", "1010", id="german", group="germans"), Unit("3-0-4", "1010", id="loyal", group="loyalists")]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat")
    announce(game, ("german", "1011"), ("loyal", "1011"))
    assert begun(game).attack == 6
    assert set(begun(game).attackers) == {"german", "loyal"}


@rule("S3.2a")
def test_one_leader_commands_all_british_nationalities_and_they_stack() -> None:
    british: list[Unit | Leader] = [
        Leader("0-2-6", "1010", id="chief"),
        Unit("3-0-4", "1009", id="german", group="germans"),
        Unit("3-0-4", "1010", id="loyal", group="loyalists", states=("disrupted",)),
    ]
    game = field(british, [Unit("3-0-4", "0218")], dice=[3])
    act(game, "move german", "go 1010", "stop", "end-movement", "rally loyal")
    assert where(game, "german") == "1010"
    assert last_roll(game, "rally")["command"] == 2


@rule("S3.2b")
def test_a_lone_leader_blocks_no_line_of_sight_and_is_no_target() -> None:
    british: list[Unit | Leader] = [Leader("1-1-6", "1011", id="alone"), Unit("3-0-4", "1012")]
    gun = Unit("3-0-3", "1010", id="gun", kind="artillery")
    game = field(british, [gun], phase="artillery fire")
    assert choices(game) == ["target b2", "hold-fire"]
    assert "S11.2a" in refusal(game, "target alone")


@rule("S3.2b")
def test_a_combat_unit_of_any_kind_blocks_the_line_of_sight_that_a_leader_leaves_open() -> None:
    for kind in ("infantry", "light_infantry", "dragoons", "artillery", "militia"):
        british = [Unit("1-0-4", "1011", id="between", kind=kind), Unit("3-0-4", "1012", id="behind")]
        game = field(british, [Unit("3-0-3", "1010", id="gun", kind="artillery")], phase="artillery fire")
        assert choices(game) == ["target between", "hold-fire"]


@rule("S3.2b")
def test_a_lone_leader_has_no_zone_and_nobody_attacks_or_avoids_him() -> None:
    roads = {"road": ("1001 1002 1003 1004 1005 1006 1007 1008 1009 1010 1011 1012 1013",)}
    leader = Leader("1-1-6", "1106", id="alone")
    game = field([Unit("4-0-4", "1001")], [leader, Unit("1-0-4", "0218")], roads=roads)
    act(game, "move b1")
    assert "go 1009" in choices(game)  # strategic movement right past him
    act(game, "go 1009")
    assert where(game, "b1") == "1009"
    beside = field([Unit("4-0-4", "1010")], [Leader("1-1-6", "1011"), Unit("1-0-4", "0218")], phase="close combat")
    assert beside.state.phasing == "american"  # no attack was owed: the British player turn is over


@rule("S3.2b")
def test_riflemen_are_combat_units_with_a_zone() -> None:
    british = [Unit("4-0-4", "1010"), Unit("1-0-4", "0203")]
    game = field(british, [Unit("1-0-4", "1012", kind="militia", flags=("rifle",))])
    act(game, "move b1", "go 1011")
    assert asked(game) == "move"
    assert "S9.1c" in refusal(game, "move b1")


@rule("S3.2c")
def test_all_modifiers_of_a_die_are_summed() -> None:
    british: list[Unit | Leader] = [Unit("4-1-4", "1010"), Leader("1-0-6", "1010")]
    game = field(british, [Unit("4-2-4", "1011")], phase="close combat", dice=[6])
    tactics(game)
    rolled = last_roll(game, "close-combat")
    assert (rolled["attackers-lead-unit"], rolled["defenders-lead-unit"], rolled["attackers-leader"]) == (1, -2, 1)
    assert (rolled["die"], rolled["total"]) == (6, 6)


@rule("S3.2c")
def test_movement_points_are_kept_in_half_points() -> None:
    forest = {"1011": "forest", "1012": "forest", "1111": "forest", "1113": "forest"}
    game = field([Unit("4-0-4", "1010"), Unit("1-0-4", "0203")], [Unit("1-0-4", "0218")], terrain=forest)
    act(game, "move b1", "go 1011")
    assert spent(game) == 1.5
    act(game, "go 1012")
    assert spent(game) == 3
    assert "S9.1a" in refusal(game, "go 1113")  # forest again: 1.5 with 1 left
    act(game, "go 1013")
    assert spent(game) == 4
    assert asked(game) == "move"


@rule("S3.2c")
def test_adjacent_fire_needs_no_line_of_sight() -> None:
    gun = Unit("3-0-3", "1010", id="gun", kind="artillery")
    british = [Unit("3-0-4", "1011", id="near"), Unit("3-0-4", "1008", id="far")]
    hidden = {"1009": "forest", "1011": "forest", "1010": "forest"}
    game = field(british, [gun], phase="artillery fire", terrain=hidden)
    assert choices(game) == ["target near", "hold-fire"]
    assert "S11.4-alg" in refusal(game, "target far")


def rallying(*leaders: Leader, dice: tuple[int, ...] = (3,)) -> Battle:
    """A disrupted regiment in 1010 with these leaders, in the British rally phase."""
    return field(
        [Unit("4-0-4", "1010", states=("disrupted",), id="foot"), *leaders],
        [Unit("1-0-4", "0218")],
        phase="rally",
        dice=dice,
    )


@rule("S3.2d")
def test_of_two_leaders_the_one_with_more_stars_commands() -> None:
    one_star, two_stars = Leader("2-2-6", "1010", rank=1, seniority=1), Leader("0-1-6", "1010", rank=2, seniority=2)
    game = rallying(one_star, two_stars)
    act(game, "rally foot")
    assert last_roll(game, "rally")["command"] == 1


@rule("S3.2d")
def test_equal_stars_are_decided_by_seniority() -> None:
    junior, senior = Leader("2-2-6", "1010", seniority=2), Leader("0-1-6", "1010", seniority=1)
    game = rallying(junior, senior)
    act(game, "rally foot")
    assert last_roll(game, "rally")["command"] == 1


@rule("S3.2d")
def test_where_neither_stars_nor_seniority_decide_the_owner_names_the_commander() -> None:
    game = rallying(Leader("2-2-6", "1010", id="one"), Leader("0-1-6", "1010", id="other"), dice=())
    act(game, "rally foot")
    assert game.actors == ("british",)
    assert {text.split()[-1] for text in choices(game)} == {"one", "other"}


@rule("S3.2d")
def test_the_commander_is_named_each_time_one_is_needed() -> None:
    leaders = [Leader("2-2-6", "1010", id="one"), Leader("0-1-6", "1010", id="other"), Leader("0-3-6", "0505", id="apart")]
    units = [Unit("1-0-4", "1010", states=("shattered",), id=f"foot-{number}") for number in range(3)]
    game = field([*units, *leaders], [Unit("1-0-4", "0218")], phase="rally", dice=[0, 0, 0])
    for unit, leader, command in (("foot-0", "other", 1), ("foot-1", "one", 2), ("foot-2", "other", 1)):
        act(game, f"rally {unit}")
        assert sorted(choices(game)) == ["appoint one", "appoint other"]
        act(game, f"appoint {leader}")
        assert last_roll(game, "rally")["command"] == command


@rule("S3.2d")
def test_in_a_combat_of_several_hexes_the_commander_is_named_where_there_is_doubt() -> None:
    british: list[Unit | Leader] = [Unit("2-0-4", "0911", "clear"), Leader("0-1-6", "0911", "alone")]
    british += [Unit("2-0-4", "1010", "doubtful"), Leader("0-2-6", "1010", "one"), Leader("0-3-6", "1010", "other")]
    game = field(british, [Unit("4-0-4", "1011")], phase="close combat", momentum=(1, 0), dice=[4])
    announce(game, ("clear", "1011"), ("doubtful", "1011"))
    act(game, "lead doubtful")
    assert (asked(game), sorted(choices(game))) == ("appoint-commander", ["appoint one", "appoint other"])
    act(game, "appoint other")
    tactics(game)
    assert last_roll(game, "close-combat")["attackers-lead-unit"] == 3


@rule("S3.2d")
def test_for_a_morale_check_the_commander_is_named_again() -> None:
    american: list[Unit | Leader] = [Unit("1-0-4", "1011", id) for id in ("lead", "companion")]
    american += [Leader("0-2-6", "1011", "one"), Leader("0-1-6", "1011", "other")]
    # 6 to 2 is 3-1; 6 less the lead's modified morale of 1 is 5: -/R
    game = field([Unit("6-0-4", "1010", "b1")], american, phase="close combat", dice=[6, 3])
    act(game, "lead lead", "appoint other")
    tactics(game)
    assert last_roll(game, "close-combat")["defenders-lead-unit"] == -1
    act(game, "retreat 1012", "stay")
    assert asked(game) == "appoint-commander"
    act(game, "appoint one")
    assert last_roll(game, "morale-check") == {"unit-morale": 0, "command": 2, "die": 3, "total": 5}


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chart on which attacking into fieldworks gives -1, as the charts of the battles with fieldworks do."""
    monkeypatch.setitem(HEXSIDES, "fieldwork_in", HexsideTerrain(0, -1, True, "S3.2e", "", 0))


@rule("S3.2e")
@pytest.mark.usefixtures("works")
def test_an_attack_into_fieldworks_is_hindered_and_one_out_of_them_is_not() -> None:
    inside_1010 = {"fieldwork": [("1011", "1010")]}
    into = field([Unit("4-0-4", "1011")], [Unit("4-0-4", "1010")], hexsides=inside_1010, phase="close combat", dice=[5])
    tactics(into)
    assert last_roll(into, "close-combat")["attack-across-hexside"] == -1
    out = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], hexsides=inside_1010, phase="close combat", dice=[5])
    tactics(out)
    assert "attack-across-hexside" not in last_roll(out, "close-combat")


@rule("S3.2e")
def test_a_zone_of_control_goes_out_of_fieldworks_and_not_into_them() -> None:
    inside_1010 = {"fieldwork": [("1011", "1010")]}
    game = field([Unit("4-0-4", "1008")], [Unit("4-0-4", "1011")], hexsides=inside_1010)
    act(game, "move b1", "go 1010")
    assert spent(game) == 2
    assert "go 1109" in choices(game)  # inside the works the enemy below them does not stop it
    other = field([Unit("4-0-4", "1013"), Unit("1-0-4", "0203")], [Unit("4-0-4", "1010")], hexsides=inside_1010)
    act(other, "move b1", "go 1011")
    assert asked(other) == "move"  # outside it is stopped by the unit in the works
    assert "S9.1c" in refusal(other, "move b1")


@rule("S3.2g")
def test_light_infantry_pays_less_for_forest() -> None:
    for kind, cost in (("light_infantry", 1), ("infantry", 1.5)):
        game = field([Unit("2-0-4", "1010", kind=kind)], [Unit("1-0-4", "0218")], terrain={"1011": "forest"})
        act(game, "move b1", "go 1011")
        assert spent(game) == cost


@rule("S3.2g")
def test_light_infantry_is_harder_to_hit() -> None:
    british = [Unit("2-0-4", "1011", kind="light_infantry", id="light"), Unit("2-0-4", "1111", id="line")]
    guns = [Unit("1-0-3", "1010", kind="artillery"), Unit("1-0-3", "1210", kind="artillery")]
    game = field(british, guns, phase="artillery fire", dice=[0, 0])
    act(game, "target light", "target line")
    modifiers = [
        {modifier.label: modifier.value for modifier in event.modifiers}
        for event in game.events(None)
        if isinstance(event, Rolled) and event.purpose == "artillery-to-hit"
    ]
    assert modifiers == [{"target-light-infantry": -1}, {}]


@rule("S3.2i")
def test_an_all_militia_defence_helps_the_attacker() -> None:
    militia = Unit("4-0-4", "1011", kind="militia")
    game = field([Unit("4-0-4", "1010")], [militia], phase="close combat", dice=[5])
    tactics(game)
    assert last_roll(game, "close-combat")["all-defenders-militia"] == 1


@rule("S3.2i")
def test_one_regular_among_the_militia_takes_the_penalty_away() -> None:
    american = [Unit("2-0-4", "1011", kind="militia"), Unit("2-0-4", "1011", id="regular")]
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[5])
    combat(game, leads=("regular",))
    assert "all-defenders-militia" not in last_roll(game, "close-combat")


@rule("S3.2i")
def test_militia_moves_and_stacks_as_infantry() -> None:
    british = [Unit("3-0-4", "1010", kind="militia"), Unit("4-0-4", "1009"), Unit("3-0-4", "1110")]
    game = field(british, [Unit("1-0-4", "0218")], terrain={"1011": "forest"})
    act(game, "move b1")
    assert "S7.1a" in refusal(game, "go 1009")  # 4 and 3 SP
    assert "go 1110" in choices(game)  # 3 and 3 SP
    act(game, "go 1011")
    assert spent(game) == 1.5


@rule("S3.2k")
def test_a_pinned_unit_is_in_parade_order_and_has_a_zone_of_control() -> None:
    british = [
        Unit("4-0-6", "1208", id="fresh"),
        Unit("1-0-4", "0203"),
        Unit("4-0-4", "1010", states=("pinned:1",), id="held"),
    ]
    game = field(british, [Unit("3-0-4", "1011", states=("pinned:1",))])
    assert order_of(game, "a1") == "parade"
    act(game, "move fresh", "go 1110")
    assert asked(game) == "march"
    act(game, "go 1111")
    assert asked(game) == "move"  # next to the pinned enemy its move is over
    assert "S9.1c" in refusal(game, "move fresh")


@rule("S3.2k")
def test_disrupted_and_shattered_units_are_not_in_parade_order() -> None:
    british = [
        Unit("2-0-4", "0303", id="ordered"),
        Unit("2-0-4", "0503", id="disrupted", states=("disrupted",)),
        Unit("2-0-4", "0703", id="shattered", states=("shattered",)),
    ]
    game = field(british, [Unit("1-0-4", "0218")], phase="rally", dice=[9])
    assert choices(game) == ["rally disrupted", "rally shattered", "end-rally"]
    act(game, "rally shattered")
    assert [order_of(game, id) for id in ("ordered", "disrupted", "shattered")] == ["parade", "disrupted", "disrupted"]


@rule("S3.2k")
def test_only_units_in_parade_order_attack_and_fight_undisturbed() -> None:
    british = [Unit("2-0-4", "1010", id="ordered"), Unit("2-0-4", "1010", id="shaken", states=("disrupted",))]
    for states, drm in (((), 0), (("disrupted",), 1)):
        game = field(british, [Unit("2-0-4", "1011", states=states)], phase="close combat", momentum=(0, 1), dice=[5])
        tactics(game)
        assert [event.attackers for event in game.events(None) if isinstance(event, CombatBegan)] == [("ordered",)]
        assert last_roll(game, "close-combat").get("a-defender-is-disordered", 0) == drm


@rule("S3.2l")
def test_the_phasing_player_moves_rallies_and_attacks_and_the_other_fires_artillery() -> None:
    british = [Unit("4-0-4", "1010"), Unit("2-0-4", "0203", states=("disrupted",)), Unit("1-0-3", "1009", kind="artillery")]
    american = [Unit("4-0-4", "1011"), Unit("1-0-3", "1011", kind="artillery"), Unit("2-0-4", "0218", states=("disrupted",))]
    game = field(british, american, dice=[9])
    assert (asked(game), game.actors) == ("move", ("british",))
    assert refusal(game, "end-movement", "american") == ()
    act(game, "end-movement")
    assert choices(game) == ["rally b2", "end-rally"]
    act(game, "rally b2")
    assert (asked(game), game.actors) == ("artillery-target", ("american",))
    act(game, "hold-fire")
    assert begun(game).attackers == ("b1",)


@rule("S3.2l")
def test_in_the_british_turn_the_american_guns_fire() -> None:
    british = [Unit("4-0-4", "1010"), Unit("1-0-3", "1008", kind="artillery")]
    american = [Unit("1-0-3", "1012", kind="artillery")]
    game = field(british, american, phase="artillery fire", phasing="british")
    assert (game.actors, choices(game)) == (("american",), ["target b1", "hold-fire"])
    game = field(british, american, phase="artillery fire", phasing="american")
    assert game.actors == ("british",)


@rule("S3.2m")
def test_riflemen_may_fire_and_need_not_attack() -> None:
    rifles = Unit("1--1-4", "1010", kind="militia", flags=("rifle",), id="rifles")
    game = field([rifles], [Unit("4-2-4", "1011", id="guards")], phase="rifle fire", dice=[0])
    assert choices(game) == ["target guards", "hold-fire"]
    act(game, "target guards")
    assert choices(game) == [attack_mask(game, "rifles", "1011"), "end-announcement"]
    act(game, "end-announcement")
    assert game.state.phasing == "american"
    assert not [event for event in game.events(None) if isinstance(event, CombatBegan)]


@rule("S3.2m")
def test_infantry_without_rifles_neither_fires_nor_declines() -> None:
    game = field([Unit("1--1-4", "1010", kind="militia")], [Unit("4-2-4", "1011")], phase="rifle fire")
    assert not [event for event in game.events(None) if isinstance(event, FireOrdered)]
    assert asked(game) == "choose-tactics"


@rule("S3.2m")
def test_riflemen_tax_movement_in_their_zone() -> None:
    for flags, cost in ((("rifle",), 2), ((), 1)):
        rifles = Unit("1-0-4", "1012", kind="light_infantry", flags=flags)
        game = field([Unit("4-0-4", "1010"), Unit("1-0-4", "0203")], [rifles])
        act(game, "move b1", "go 1011")
        assert spent(game) == cost


UP_TO_1010 = {"slope": [("1011", "1010")]}


@rule("S3.2o")
def test_an_attack_from_the_low_into_the_high_hex_is_up_slope() -> None:
    game = field([Unit("4-0-4", "1011")], [Unit("4-0-4", "1010")], hexsides=UP_TO_1010, phase="close combat", dice=[5])
    tactics(game)
    assert last_roll(game, "close-combat")["attack-across-hexside"] == -1


@rule("S3.2o")
def test_an_attack_down_the_slope_is_not_hindered() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], hexsides=UP_TO_1010, phase="close combat", dice=[5])
    tactics(game)
    assert "attack-across-hexside" not in last_roll(game, "close-combat")


@rule("S3.2o")
def test_the_slope_counts_only_if_all_attackers_climb_it() -> None:
    british = [Unit("2-0-4", "1011"), Unit("2-0-4", "1009")]
    # 4 to 4 is 1-1; surrounded +1; the die 6 is 7, "-/R"
    game = field(british, [Unit("4-0-4", "1010")], hexsides=UP_TO_1010, phase="close combat", dice=[6])
    combat(game, ("b1", "1010"), ("b2", "1010"), leads=("b1",))
    assert "attack-across-hexside" not in last_roll(game, "close-combat")


@rule("S3.2o")
def test_movement_pays_for_a_slope_both_ways() -> None:
    for start, end in (("1011", "1010"), ("1010", "1011")):
        ponds = {"0911": "pond", "1111": "pond"}  # no way round
        game = field([Unit("4-0-4", start), Unit("1-0-4", "0203")], [Unit("1-0-4", "0218")], hexsides=UP_TO_1010, terrain=ponds)
        act(game, "move b1", f"go {end}")
        assert spent(game) == 2


@rule("S3.2r")
def test_mounted_dragoons_may_ride_off_before_dismounted_ones() -> None:
    dismounted, mounted = Unit("2-0-4", "1010", id="dismounted"), Unit("2-0-8", "1011", kind="dragoons")
    game = field([dismounted], [mounted], phase="close combat")
    assert (asked(game), game.actors) == ("cavalry-withdrawal", ("american",))


@rule("S3.2r")
def test_mounted_dragoons_may_not_ride_off_before_mounted_ones() -> None:
    attackers, mounted = Unit("2-0-8", "1010", kind="dragoons"), Unit("2-0-8", "1011", kind="dragoons")
    game = field([attackers], [mounted], phase="close combat")
    assert asked(game) == "choose-tactics"


@rule("S3.2r")
def test_mounted_units_pay_the_dragoon_column_and_dismounted_ones_the_infantry_column() -> None:
    for kind, cost in (("dragoons", 1.5), ("infantry", 1)):
        game = field([Unit("2-0-8", "1010", kind=kind)], [Unit("1-0-4", "0218")], terrain={"1011": "light_forest"})
        act(game, "move b1", "go 1011")
        assert spent(game) == cost


@pytest.fixture
def river(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chart on which nobody crosses a fence, as nobody crosses a river without a ford."""
    monkeypatch.setitem(HEXSIDES, "fence", HexsideTerrain(0, 0, False, "S9.2d", "", ("P",) * 6))


RIVER = {"fence": [("1010", "1011")]}


@rule("S3.2s")
@pytest.mark.usefixtures("river")
def test_hexes_with_an_uncrossable_hexside_between_them_are_adjacent() -> None:
    game = field([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], hexsides=RIVER, phase="close combat")
    assert begun(game).attackers == ("b1",)  # it had to attack across the river
    moving = field([Unit("4-0-4", "1010"), Unit("1-0-4", "0203")], [Unit("4-0-4", "0218")], hexsides=RIVER)
    act(moving, "move b1", "go 1011")
    assert spent(moving) == 2  # it had to walk round


@rule("S3.2s")
@pytest.mark.usefixtures("river")
def test_a_unit_across_an_uncrossable_hexside_keeps_the_other_from_rallying() -> None:
    british = [Unit("4-0-4", "1010", states=("disrupted",), id="near"), Unit("4-0-4", "1008", states=("disrupted",), id="far")]
    game = field(british, [Unit("4-0-4", "1011", states=("disrupted",))], hexsides=RIVER, phase="rally")
    assert choices(game) == ["rally far", "end-rally"]
    assert "S15.1a" in refusal(game, "rally near")


@rule("S3.2s")
def test_distance_counts_the_end_hex_and_not_the_start_hex() -> None:
    gun = Unit("2-0-3", "1010", kind="artillery", id="gun")
    british = [Unit("1-0-4", "1112", id="two"), Unit("1-0-4", "0710", id="three"), Unit("1-0-4", "1014", id="four")]
    game = field(british, [gun, Unit("1-0-4", "0218")], phase="artillery fire", dice=[7])
    # 2 SP hit with 6 at an adjacent hex and with 8 at two or three
    assert choices(game) == ["target three", "target two", "hold-fire"]
    assert "S11.2a" in refusal(game, "target four")
    act(game, "target two")
    assert rolls(game, "artillery-damage") == 0  # 7 misses at distance 2


@rule("S3.2t")
def test_only_announced_attackers_are_involved() -> None:
    british = [
        Unit("2-0-4", "1010", id="lead"),
        Unit("2-0-4", "1010", id="second"),
        Unit("2-0-3", "1010", id="gun", kind="artillery"),
        Unit("2-0-4", "1010", id="disrupted", states=("disrupted",)),
    ]
    # 4 to 4 is 1-1 and the die 3 is "R/-": the lead goes, the second foot unit alone checks (9 passes)
    game = field(british, [Unit("4-0-4", "1011"), Unit("1-0-4", "0218")], phase="close combat", dice=[3, 9])
    announce(game, ("lead", "1011"), ("second", "1011"))
    assert begun(game).attack == 4
    assert "S3.2t" in refusal(game, "lead gun")
    assert "S3.2t" in refusal(game, "lead disrupted")
    act(game, "lead lead")
    tactics(game)
    assert where(game, "lead") == "1009"
    assert rolls(game, "morale-check") == 1
    assert [where(game, id) for id in ("second", "gun", "disrupted")] == ["1010"] * 3


@rule("S3.2t")
def test_all_units_in_the_attacked_hex_are_involved_defenders() -> None:
    american = [
        Unit("2-0-4", "1011", id="lead"),
        Unit("3-0-4", "1011", id="disrupted", states=("disrupted",)),
        Unit("3-0-3", "1011", id="gun", kind="artillery"),
    ]
    # 4 to 2 and half of 3 rounded up is 1-1; with the disordered defender +1 the die 6 is 7, "-/R"; both others check and stay
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[6, 9, 9])
    assert set(begun(game).hexes) == {"1011"}
    assert begun(game).defence == 4
    tactics(game)
    act(game, "retreat 1012", "take gun")
    assert rolls(game, "morale-check") == 2
    assert [e.piece for e in game.events(None) if isinstance(e, LeadChosen)][-1:] == ["lead"]


@rule("S3.2t")
def test_a_unit_that_retreated_in_earlier_in_the_phase_is_not_involved() -> None:
    british = [Unit("4-0-4", "1010", id="first"), Unit("6-0-4", "0912", id="other")]
    american = [Unit("2-0-4", "1011", id="flees"), Unit("3-0-4", "1012", id="holds")]
    # first: 4 to 2 is 2-1 and the die 5 is "-/R"; the only way is the forest hex behind, whose own combat is still to come
    game = field(
        british,
        american,
        terrain={"1012": "forest", "1111": "pond", "1112": "pond", "1110": "pond", "0911": "pond", "0910": "pond"},
        phase="close combat",
        dice=[5],
    )
    announce(game, ("first", "1011"), ("other", "1012"))
    act(game, "take 1")
    tactics(game)
    assert where(game, "flees") == "1012"
    assert (begun(game).attack, begun(game).defence) == (6, 3)


@rule("S3.2u")
def test_a_reduced_unit_that_loses_a_step_is_eliminated() -> None:
    # 4 to 2 is 2-1 and the die 9 is "-/1"
    american = [Unit("4-0-4", "1011", reduced="2-0-4", step=2, id="reduced"), Unit("1-0-4", "0218")]
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", dice=[9])
    tactics(game)
    assert where(game, "reduced") == "eliminated"
    assert [event.piece for event in game.events(None) if isinstance(event, Eliminated)] == ["reduced"]
    assert army_morale(game) == (15, 13)
    assert game.view(None)["victory_points"] == {"british": 2.0, "american": 0.0}


@rule("S3.2u")
def test_the_same_unit_unable_to_retreat_is_captured() -> None:
    # 4 to 2 is 2-1 and the die 5 is "-/R", but every hex around is closed
    american = [Unit("4-0-4", "1011", reduced="2-0-4", step=2, id="reduced"), Unit("1-0-4", "0218")]
    ponds = dict.fromkeys(("0911", "0912", "1012", "1111", "1112"), "pond")
    # surrounded by prohibited terrain: +1, so the die is 4
    game = field([Unit("4-0-4", "1010")], american, phase="close combat", terrain=ponds, dice=[4])
    tactics(game)
    assert last_roll(game, "close-combat")["total"] == 5
    assert where(game, "reduced") == "captured"
    assert army_morale(game) == (15, 13)
    assert game.view(None)["victory_points"] == {"british": 1.0, "american": 0.0}


@rule("S3.2u")
def test_neither_the_eliminated_nor_the_captured_return() -> None:
    british = [Unit("1-0-4", box="eliminated", turn=3, entry="A"), Unit("1-0-4", box="captured", turn=3, entry="A")]
    game = field([*british, Unit("1-0-4", "0203", id="left")], [Unit("1-0-4", "0218")], turn=3, entries={"A": ("0101",)})
    assert choices(game) == ["move left", "end-movement"]
    assert not [event for event in game.events(None) if isinstance(event, Placed | TacticsRevealed)]
