"""Chapter 12.5: which tactics chits a side may choose."""

from collections.abc import Sequence

import pytest

from grognard.core.events import Rolled
from grognard.core.games import Options
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.data_schema import HexTerrain
from grognard.games.revolution.series.events import CombatResolved, TacticsRevealed
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    TERRAIN,
    Leader,
    Unit,
    act,
    announce,
    asked,
    choices,
    field,
    refusal,
    tactics,
)

ALWAYS = {"skirmish", "attack_echelon", "stand_fast"}
LEADER = {"frontal_assault", "commit_reserve"}
FLANK = {"turn_flank", "refuse_flank"}
WITHDRAW = {"withdraw"}
ALL = ALWAYS | LEADER | FLANK | WITHDRAW

ANY: Options = {"chits": "any"}
BASIC: Options = {"game": "basic"}

Pieces = Sequence[Unit | Leader]


def chits(game: Battle, side: str) -> set[str]:
    """The chits a side may choose now; every other one is refused."""
    assert asked(game) == "choose-tactics"
    legal = {str(action).removeprefix("chit ") for action in game.actions(side)}
    for chit in ALL - legal:
        refusal(game, f"chit {chit}", side)
    return legal


def meet(british: Pieces, american: Pieces, terrain: dict[str, str] | None = None) -> Battle:
    """The British attack; everything before the chits is forced."""
    game = field(british, american, phase="close combat", terrain=terrain)
    assert asked(game) == "choose-tactics"
    return game


# ---------------------------------------------------------------- one set of eight


@rule("S12.51")
def test_every_combat_asks_both_sides_for_a_chit_and_none_is_used_up() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "0505"), Unit("1-0-4", "0303")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "0506"), Unit("1-0-4", "0318")]
    game = field(british, american, phase="close combat", momentum=(1, 0), dice=[5, 5])
    announce(game, ("b1", "1011"), ("b2", "0506"))
    act(game, "take 1")
    for _ in range(2):
        assert asked(game) == "choose-tactics"
        assert set(game.actors) == {BRITISH, AMERICAN}
        tactics(game, attacker="skirmish", defender="skirmish")
        act(game, "accept")  # PIN
    shown = [(event.attacker, event.defender) for event in game.events(None) if isinstance(event, TacticsRevealed)]
    assert shown == [("skirmish", "skirmish")] * 2


@rule("S12.51")
def test_there_are_eight_chits() -> None:
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", "1010", id="howe")]
    game = meet(british, [Unit("3-0-4", "1011")])
    assert chits(game, BRITISH) == ALL
    assert len(ALL) == 8
    assert refusal(game, "chit bayonet", BRITISH) == ("S12.51",)


@rule("S12.51")
def test_a_combat_that_does_not_reach_step_four_needs_no_chit() -> None:
    american = [Unit("1-0-4", "1011", kind="artillery"), Unit("1-0-4", "0318")]
    game = field([Unit("3-0-4", "1010")], american, phase="artillery fire")
    act(game, "hold-fire")
    assert asked(game) == "move"  # the gun, alone, was captured in step 1
    assert not [event for event in game.events(None) if isinstance(event, TacticsRevealed)]


# ---------------------------------------------------------------- requirements


@rule("S12.52a")
def test_without_a_leader_four_chits_are_left_in_forest() -> None:
    dragoons = [Unit("3-0-6", "1010", kind="dragoons")]
    game = meet(dragoons, [Unit("3-0-4", "1011")], terrain={"1011": "forest"})
    assert chits(game, AMERICAN) == ALWAYS | WITHDRAW
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW


@rule("S12.52a")
def test_in_the_basic_game_all_eight_are_available() -> None:
    dragoons = [Unit("3-0-6", "1010", kind="dragoons")]
    game = field(dragoons, [Unit("3-0-4", "1011")], phase="close combat", options=BASIC)
    assert chits(game, AMERICAN) == ALL
    assert chits(game, BRITISH) == ALL


@rule("S12.52b")
@pytest.mark.parametrize(("place", "near"), [("1010", True), ("1009", True), ("0910", True), ("1008", False), ("0909", False)])
def test_frontal_assault_and_commit_reserve_need_a_leader_with_or_next_to_an_involved_unit(place: str, near: bool) -> None:
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", place, id="howe")]
    game = meet(british, [Unit("3-0-4", "1011")])
    assert chits(game, BRITISH) == (ALL if near else ALWAYS | WITHDRAW)
    assert chits(game, AMERICAN) == ALWAYS | WITHDRAW  # he serves his own side only
    if not near:
        assert "S12.52b" in refusal(game, "chit frontal_assault", BRITISH)
        assert "S12.52b" in refusal(game, "chit commit_reserve", BRITISH)


@rule("S12.52b")
def test_the_leader_need_not_be_near_the_lead() -> None:
    british: list[Unit | Leader] = [
        Unit("3-0-4", "1010", id="lead"),
        Unit("2-0-4", "1111", id="other"),
        Leader("0-0-6", "1211", id="howe"),
    ]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat")
    announce(game, ("lead", "1011"), ("other", "1011"))
    act(game, "lead lead")
    assert chits(game, BRITISH) >= LEADER


@rule("S12.52b")
def test_a_leader_next_to_a_unit_that_is_not_involved_is_of_no_use() -> None:
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Unit("3-0-4", "1008"), Leader("0-0-6", "1008", id="howe")]
    game = meet(british, [Unit("3-0-4", "1011")])
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW


@rule("S12.52b")
def test_the_leader_must_be_one_who_may_command_the_unit() -> None:
    class Jealous(SeriesRules):
        def may_command(self, game: Battle, leader: Piece, unit: Piece) -> bool:
            return unit.id == "guards" or leader.id == "riedesel"

    british: list[Unit | Leader] = [Unit("3-0-4", "1010", id="guards"), Leader("0-0-6", "1010", id="howe")]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat", rules=Jealous)
    assert chits(game, BRITISH) >= LEADER
    british = [Unit("3-0-4", "1010", id="hessians"), Leader("0-0-6", "1010", id="howe")]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat", rules=Jealous)
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW
    british.append(Leader("0-0-6", "1010", id="riedesel", rank=2))
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat", rules=Jealous)
    assert chits(game, BRITISH) >= LEADER  # one of the two may


def flanks(*more_british: Unit, american: Sequence[Unit | Leader] = (), terrain: dict[str, str] | None = None) -> Battle:
    """Infantry with leaders in 1010 and 1011; the flank hexes are 0911 and 1111."""
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", "1009", id="howe"), *more_british]
    americans: list[Unit | Leader] = [Unit("3-0-4", "1011"), Leader("0-0-6", "1012", id="greene"), *american]
    game = field(british, americans, phase="close combat", terrain=terrain)
    for _ in range(4):
        if asked(game) == "announce-attack":
            act(game, choices(game)[0])
    return game


def both_flanks_filled(terrain: dict[str, str] | None = None, left: str = "0911", right: str = "1111") -> Battle:
    """Guns, which do not attack, stand on the flanks of the two units."""
    guns = [Unit("1-0-4", hex, kind="artillery") for hex in (left, right) if hex]
    return flanks(*guns, terrain=terrain)


@rule("S12.52a", "S12.52c", "S12.52-alg")
def test_flank_chits_need_an_empty_hex_adjacent_to_both_sides() -> None:
    game = both_flanks_filled()
    for side in (BRITISH, AMERICAN):
        assert chits(game, side) == ALWAYS | WITHDRAW | LEADER
        assert "S12.52c" in refusal(game, "chit turn_flank", side)
        assert "S12.52c" in refusal(game, "chit refuse_flank", side)
    for game in (both_flanks_filled(right=""), both_flanks_filled(left=""), both_flanks_filled(right="1211")):
        assert chits(game, BRITISH) == ALL
        assert chits(game, AMERICAN) == ALL


@rule("S12.52c")
def test_flank_chits_need_a_leader_as_well() -> None:
    game = meet([Unit("3-0-4", "1010")], [Unit("3-0-4", "1011")])
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW
    assert "S12.52b" in refusal(game, "chit turn_flank", BRITISH)


@rule("S12.52-alg")
def test_a_lone_leader_or_an_enemy_zone_of_control_leaves_a_flank_empty() -> None:
    game = flanks(
        Unit("1-0-4", "0911", kind="artillery"),
        american=[Leader("0-0-6", "1111", id="lee"), Unit("1-0-4", "1212", kind="artillery")],
    )
    assert chits(game, BRITISH) == ALL
    assert chits(game, AMERICAN) == ALL


@rule("S12.52-alg")
def test_a_pond_makes_no_flank() -> None:
    game = both_flanks_filled(right="", terrain={"1111": "pond"})
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW | LEADER
    assert chits(game, AMERICAN) == ALWAYS | WITHDRAW | LEADER


@rule("S12.52-alg")
def test_ground_closed_to_one_side_alone_is_a_flank_for_the_other() -> None:
    british: list[Unit | Leader] = [Unit("3-0-6", "1010", kind="dragoons"), Leader("0-0-6", "1009", id="howe")]
    american: list[Unit | Leader] = [Unit("3-0-6", "1011"), Leader("0-0-6", "1012", id="greene")]
    game = meet(british, american, terrain={"0911": "bog", "1111": "bog", "1011": "forest"})
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW | LEADER
    assert chits(game, AMERICAN) == ALL


@rule("S12.52-alg")
def test_one_involved_unit_that_can_go_there_is_enough() -> None:
    ground = {"0911": "bog", "1111": "bog"}
    british: list[Unit | Leader] = [
        Unit("2-0-6", "1010", kind="dragoons"),
        Unit("2-0-4", "1010"),
        Leader("0-0-6", "1009", id="howe"),
    ]
    american: list[Unit | Leader] = [
        Unit("3-0-6", "1011", kind="dragoons"),
        Unit("1-0-4", "1011", kind="artillery"),
        Leader("0-0-6", "1012"),
    ]
    game = field(british, american, phase="close combat", terrain=ground)
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1")
    assert chits(game, BRITISH) == ALL
    assert chits(game, AMERICAN) == ALWAYS | WITHDRAW | LEADER


@rule("S12.52-alg")
def test_a_gun_that_could_go_there_does_not_make_a_flank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TERRAIN, "causeway", HexTerrain(("P", "P", "P", "P", 1, 1)))  # for guns alone
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", "1009", id="howe")]
    american: list[Unit | Leader] = [
        Unit("3-0-4", "1011"),
        Unit("1-0-4", "1011", id="gun", kind="artillery"),
        Leader("0-0-6", "1012", id="greene"),
    ]
    game = meet(british, american, terrain={"0911": "causeway", "1111": "causeway"})
    assert chits(game, AMERICAN) == ALWAYS | WITHDRAW | LEADER


@rule("S12.52-alg")
def test_a_hex_off_the_map_is_no_flank() -> None:
    # 0110 and 0111 on the western edge: the hexes adjacent to both are 0210 and one that does not exist
    british: list[Unit | Leader] = [
        Unit("3-0-4", "0110"),
        Leader("0-0-6", "0109", id="howe"),
        Unit("1-0-4", "0210", kind="artillery"),
    ]
    game = meet(british, [Unit("3-0-4", "0111")])
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW | LEADER
    game = meet(british[:2], [Unit("3-0-4", "0111")])
    assert chits(game, BRITISH) == ALL


@rule("S12.52-alg")
@pytest.mark.parametrize(("guns", "open_flank"), [(["1111"], True), (["0912"], True), (["0912", "1111"], False)])
def test_the_flank_of_any_attacking_hex_will_do(guns: list[str], open_flank: bool) -> None:
    # 1010 and 0911 attack 1011. Beside 1010 stands 0911 and lies 1111; beside 0911 stands 1010 and lies 0912
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Unit("3-0-4", "0911"), Leader("0-0-6", "1009", id="howe")]
    british += [Unit("1-0-4", hex, kind="artillery") for hex in guns]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat")
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1")
    assert chits(game, BRITISH) == (ALL if open_flank else ALWAYS | WITHDRAW | LEADER)


@rule("S12.52-alg")
@pytest.mark.parametrize(("guns", "open_flank"), [(["0911"], True), (["1110"], True), (["0911", "1110"], False)])
def test_the_flank_of_any_defending_hex_will_do(guns: list[str], open_flank: bool) -> None:
    # 1010 attacks 1011 and 1111. Beside 1011 stands 1111 and lies 0911; beside 1111 stands 1011 and lies 1110
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", "1009", id="howe")]
    british += [Unit("1-0-4", hex, kind="artillery") for hex in guns]
    game = field(british, [Unit("3-0-4", "1011"), Unit("3-0-4", "1111")], phase="close combat")
    announce(game, ("b1", "1011 1111"))
    act(game, "lead a1")
    assert chits(game, BRITISH) == (ALL if open_flank else ALWAYS | WITHDRAW | LEADER)


@rule("S12.52-alg")
@pytest.mark.parametrize("attacker", [BRITISH, AMERICAN])
def test_units_of_either_side_that_are_not_involved_fill_a_flank(attacker: str) -> None:
    # 1010 attacks 1011; an own gun fills 0911, and an enemy whom 1211 attacks fills 1111
    own: Pieces = [
        Unit("3-0-4", "1010", "one"),
        Unit("3-0-4", "1211", "two"),
        Leader("0-0-6", "1009", "chief"),
        Unit("1-0-4", "0911", "gun", kind="artillery"),
    ]
    others: Pieces = [Unit("3-0-4", "1011", "near"), Unit("3-0-4", "1111", "far")]
    british, american = (own, others) if attacker == BRITISH else (others, own)
    game = field(british, american, phase="close combat", phasing=attacker)
    announce(game, ("one", "1011"), ("two", "1111"))
    act(game, "take 1")
    assert chits(game, attacker) == ALWAYS | WITHDRAW | LEADER


# ---------------------------------------------------------------- withdraw


@rule("S12.52d")
@pytest.mark.parametrize(
    ("ground", "legal"), [("open", False), ("cultivated", False), ("forest", True), ("light_forest", True), ("orchard", True)]
)
def test_foot_may_not_withdraw_from_cavalry_in_the_open(ground: str, legal: bool) -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-0-6", "1010", kind="dragoons")]
    game = field(british, [Unit("3-0-4", "1011")], phase="close combat", terrain={"1011": ground})
    announce(game, ("b1", "1011"), ("b2", "1011"))
    act(game, "lead b1")
    assert chits(game, AMERICAN) == (ALWAYS | WITHDRAW if legal else ALWAYS)
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW
    if not legal:
        assert refusal(game, "chit withdraw", AMERICAN) == ("S12.52d",)


@rule("S12.52d")
def test_foot_may_withdraw_from_foot_in_the_open() -> None:
    game = meet([Unit("3-0-4", "1010")], [Unit("3-0-4", "1011")])
    assert chits(game, AMERICAN) == ALWAYS | WITHDRAW


@rule("S12.52d")
def test_it_limits_the_defender_only() -> None:
    game = meet([Unit("3-0-4", "1010")], [Unit("3-0-6", "1011", kind="dragoons", states=("disrupted",))])
    assert chits(game, BRITISH) == ALWAYS | WITHDRAW


@rule("S12.52d")
def test_guns_count_as_foot_and_horse_does_not() -> None:
    dragoons = Unit("3-0-6", "1010", kind="dragoons")
    game = meet([dragoons], [Unit("3-0-4", "1011"), Unit("1-0-4", "1011", kind="artillery")])
    assert chits(game, AMERICAN) == ALWAYS
    american = [Unit("3-0-4", "1011"), Unit("1-0-6", "1011", kind="dragoons")]
    game = field([dragoons], american, phase="close combat")
    act(game, "lead a1")
    assert chits(game, AMERICAN) == ALWAYS | WITHDRAW


@rule("S12.52d")
def test_one_hex_of_open_ground_is_enough() -> None:
    dragoons = [Unit("3-0-6", "1010", kind="dragoons")]
    american = [Unit("2-0-4", "1011"), Unit("2-0-4", "1111")]
    for ground, legal in (({"1011": "forest"}, False), ({"1011": "forest", "1111": "forest"}, True)):
        game = field(dragoons, american, phase="close combat", terrain=ground)
        announce(game, ("b1", "1011 1111"))
        act(game, "lead a1")
        assert chits(game, AMERICAN) == (ALWAYS | WITHDRAW if legal else ALWAYS)


# ---------------------------------------------------------------- one leader for all


@rule("S12.53")
@pytest.mark.parametrize("order", ["1", "2"])
def test_one_leader_serves_all_his_neighbours_in_any_number_of_combats(order: str) -> None:
    british: list[Unit | Leader] = [Unit("3-0-4", "0910"), Unit("3-0-4", "1010"), Leader("0-0-6", "1009", id="howe")]
    american = [Unit("3-0-4", "0810"), Unit("3-0-4", "1111")]
    game = field(british, american, phase="close combat", momentum=(1, 0), dice=[5, 5])
    announce(game, ("b1", "0810"), ("b2", "1111"))
    act(game, f"take {order}")
    assert chits(game, BRITISH) >= LEADER
    tactics(game, attacker="frontal_assault")
    act(game, "accept")  # PIN
    assert chits(game, BRITISH) >= LEADER
    tactics(game, attacker="frontal_assault")
    assert [event.total for event in game.events(None) if isinstance(event, CombatResolved)] == [5, 5]
    assert (
        not chits(meet([Unit("3-0-4", "1010"), Leader("0-0-6", "1008", id="gage")], [Unit("3-0-4", "1011")]), BRITISH) & LEADER
    )


# ---------------------------------------------------------------- illegal chits


def manual(attacker: str, defender: str, british: Pieces = (), american: Pieces = ()) -> Battle:
    """Any chit may be laid; the attacker holds a momentum chit, so that the roll can be looked at."""
    british = british or [Unit("3-0-4", "1010")]
    american = american or [Unit("3-0-4", "1011")]
    game = field(british, american, phase="close combat", options=ANY, momentum=(1, 0), dice=[5])
    tactics(game, attacker=attacker, defender=defender)
    return game


def penalty(game: Battle) -> dict[str, int]:
    """The modifier of the chits in the roll, by label."""
    resolved = [event for event in game.events(None) if isinstance(event, CombatResolved)][-1]
    return {m.label: m.value for m in resolved.modifiers if m.label in ("tactics", "illegal-chit")}


@rule("S12.54a")
def test_an_illegal_chit_of_the_attacker_is_one_for_the_defender() -> None:
    game = manual("turn_flank", "stand_fast")
    assert penalty(game) == {"illegal-chit": -1}  # the matrix would say +2
    (rolled,) = [event for event in game.events(None) if isinstance(event, Rolled)]
    assert [line.cites for line in rolled.modifiers if line.label == "illegal-chit"] == ["S12.54a"]


@rule("S12.54a")
def test_an_illegal_chit_of_the_defender_is_one_for_the_attacker() -> None:
    assert penalty(manual("skirmish", "frontal_assault")) == {"illegal-chit": 1}  # the matrix would say -2


@rule("S12.54a")
def test_two_illegal_chits_cancel() -> None:
    assert penalty(manual("commit_reserve", "commit_reserve")) == {"illegal-chit": 0}
    assert penalty(manual("frontal_assault", "commit_reserve")) == {"illegal-chit": 0}  # the matrix would say -1


@rule("S12.54a")
def test_an_illegal_chit_never_gives_no_combat() -> None:
    game = manual("stand_fast", "withdraw", british=[Unit("3-0-6", "1010", kind="dragoons")])
    assert penalty(game) == {"illegal-chit": 1}
    game = manual("withdraw", "refuse_flank")
    assert penalty(game) == {"illegal-chit": 1}


@rule("S12.54a")
def test_legal_chits_are_read_in_the_matrix() -> None:
    assert penalty(manual("skirmish", "attack_echelon")) == {"tactics": 1}
    british: list[Unit | Leader] = [Unit("3-0-4", "1010"), Leader("0-0-6", "1010", id="howe")]
    assert penalty(manual("turn_flank", "stand_fast", british=british)) == {"tactics": 2}


@rule("S12.54a")
def test_the_table_offers_legal_chits_only() -> None:
    game = meet([Unit("3-0-4", "1010")], [Unit("3-0-4", "1011")])
    assert "S12.52b" in refusal(game, "chit turn_flank", BRITISH)
