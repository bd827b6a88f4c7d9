"""Chapter 9.6: reinforcements; and overstacking losses in the records (7.3)."""

import grognard
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import CombatBegan, Moved, Placed
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    army_morale,
    asked,
    choices,
    combat,
    field,
    labels,
    piece,
    refusal,
    where,
)

A: dict[str, tuple[str, ...]] = {"A": ("1001",)}


def coming(values: str, id: str, turn: int = 2, reduced: str = "") -> Unit:
    """A British reinforcement for entry A."""
    return Unit(values, id=id, reduced=reduced, entry="A", turn=turn, box="waiting")


def turn_two(*british: Unit | Leader, american: str = "1018", entries: dict[str, tuple[str, ...]] | None = None) -> Battle:
    """The beginning of the British movement phase of turn 2; the British play first."""
    return field([*british], [Unit("3-0-4", american)], entries=entries or A)


# ---------------------------------------------------------------- placement


@rule("S9.61a")
def test_reinforcements_are_placed_before_anything_moves() -> None:
    game = turn_two(Unit("3-0-4", "0505"), coming("4-0-4", "fresh"), entries={"A": ("1001", "1101")})
    assert asked(game) == "place-reinforcement"
    assert labels(game) == ["1001", "1101"]
    assert refusal(game, "move b1") == ("S9.61a",)
    assert refusal(game, "place 1201") == ("S9.61a",)
    act(game, "place 1101")
    assert where(game, "fresh") == "1101"
    assert asked(game) == "move"
    happened = [type(event) for event in game.events(None) if isinstance(event, Placed | Moved)]
    assert happened == [Placed]


class Stragglers(SeriesRules):
    """A battle in which the reinforcement b2 need not enter."""

    def may_wait(self, piece: Piece) -> str:
        return "E3.18" if piece.id == "b2" else ""


@rule("S9.61a")
def test_only_a_battle_can_make_arrival_optional() -> None:
    """b1 must enter; b2 may be kept back, and is asked for again in the next movement phase of its side."""
    british = [coming("2-0-4", "b1"), coming("3-0-4", "b2"), coming("4-0-4", "b3")]
    game = field([*british], [Unit("3-0-4", "1018")], entries=A, rules=Stragglers, dice=[9, 0])
    assert where(game, "b1") == "1001"
    assert (asked(game), choices(game)) == ("place-reinforcement", ["place 1001", "keep-back"])
    assert refusal(game, "place 1002") == ("S9.61a", "E3.18")
    act(game, "keep-back")
    assert (where(game, "b2"), where(game, "b3")) == ("waiting", "1001")
    assert asked(game) == "move"
    act(game, "end-movement", "end-movement")
    assert (game.state.turn, game.state.phasing) == (3, BRITISH)
    assert choices(game) == ["place 1001", "keep-back"]
    act(game, "place 1001")
    assert where(game, "b2") == "1001"
    assert asked(game) == "move"


@rule("S9.61a")
def test_reinforcements_come_on_their_turn_in_their_own_sides_movement_phase() -> None:
    british = [Unit("3-0-4", "0505"), coming("4-0-4", "fresh", turn=3)]
    game = field(british, [Unit("3-0-4", "1018")], phasing=BRITISH, entries=A, dice=[0, 9])
    assert where(game, "fresh") == "waiting"  # the British movement phase of turn 2
    act(game, "end-movement", "end-movement")
    assert (game.state.turn, game.actors) == (3, (AMERICAN,))
    assert where(game, "fresh") == "waiting"  # the American movement phase of turn 3
    act(game, "end-movement")
    assert game.actors == (BRITISH,)
    assert where(game, "fresh") == "1001"


@rule("S9.61a")
def test_a_leader_comes_in_like_any_other_piece() -> None:
    game = turn_two(Unit("3-0-4", "0505"), Leader("1-1-6", id="howe", entry="A", turn=2))
    assert where(game, "howe") == "1001"


@rule("S9.61a")
def test_arrival_is_not_optional() -> None:
    game = turn_two(Unit("3-0-4", "0505"), coming("4-0-4", "fresh"), entries={"A": ("1001", "1101")})
    assert refusal(game, "end-movement") == ("S9.61a",)
    assert choices(game) == ["place 1001", "place 1101"]


@rule("S9.61a")
def test_an_entry_hex_held_by_the_enemy_is_closed_while_another_is_open() -> None:
    game = turn_two(Unit("3-0-4", "0505"), coming("4-0-4", "fresh"), american="1001", entries={"A": ("1001", "1101", "1201")})
    assert labels(game) == ["1101", "1201"]  # next to the enemy, but not held


@rule("S9.61a")
def test_of_two_entry_hexes_that_are_held_the_nearer_one_counts() -> None:
    american = [Unit("3-0-4", hex, states=("shattered",)) for hex in ("0501", "1501")]
    game = field([Unit("3-0-4", "0505"), coming("4-0-4", "fresh")], american, turn=3, entries={"A": ("0501", "1501")})
    assert labels(game) == ["0401", "0601", "1401", "1601"]


@rule("S9.61a")
def test_where_the_entry_hex_is_held_the_unit_waits_and_comes_next_turn_at_the_nearest_free_edge_hex() -> None:
    british = [Unit("3-0-4", "0505"), coming("4-0-4", "fresh")]
    game = field(british, [Unit("3-0-4", "1001"), Unit("1-0-4", "1018")], entries=A, dice=[9, 0])
    assert asked(game) == "move"
    assert where(game, "fresh") == "waiting"
    act(game, "end-movement", "end-movement")
    assert (game.state.turn, game.actors) == (3, (BRITISH,))
    assert asked(game) == "place-reinforcement"
    assert labels(game) == ["0801", "1201"]  # 0901 and 1101 lie in the zone of control of the enemy in 1001
    act(game, "place 1201")
    assert where(game, "fresh") == "1201"


@rule("S9.61a")
def test_a_unit_that_waited_comes_in_at_its_own_hex_once_that_is_free() -> None:
    british = [Unit("3-0-4", "0505"), coming("4-0-4", "fresh")]
    game = field(british, [Unit("3-0-4", "1001"), Unit("1-0-4", "1018")], entries=A, dice=[9, 0])
    act(game, "end-movement", "move a1", "go 1005", "end-movement")
    assert (game.state.turn, game.actors) == (3, (BRITISH,))
    assert where(game, "fresh") == "1001"


# ---------------------------------------------------------------- stacking


@rule("S9.61b")
def test_reinforcements_may_be_placed_above_the_limit_and_march_off() -> None:
    game = turn_two(*(coming(f"{sp}-0-4", f"u{n}") for n, sp in enumerate((4, 4, 3, 3))))
    assert [where(game, f"u{n}") for n in range(4)] == ["1001"] * 4  # 14 SP
    act(game, "move u0", "go 1002", "stop", "move u1", "go 0902", "stop", "end-movement")  # 8 SP march off
    assert asked(game) == "move"
    assert game.actors == (AMERICAN,)  # six are left: legal
    assert [where(game, f"u{n}") for n in range(4)] == ["1002", "0902", "1001", "1001"]
    assert not any(piece(game, f"u{n}").step for n in range(4))


@rule("S9.61b")
def test_what_is_left_over_the_limit_at_the_end_of_the_player_turn_costs_a_step() -> None:
    game = turn_two(*(coming(f"{sp}-0-4", f"u{n}", reduced="2-0-4") for n, sp in enumerate((4, 4, 3, 3))))
    act(game, "move u0", "go 1002", "stop", "move u2", "go 0902", "stop", "end-movement")  # 7 SP stay
    assert asked(game) == "cure-overstacking"
    assert game.actors == (BRITISH,)
    assert choices(game) == ["lose-step u1", "lose-step u3"]
    saved = grognard.setup(game.position(), seed=1)  # what is over the limit can be saved until it is cured
    assert saved.actions(BRITISH) == game.actions(BRITISH)
    act(game, "lose-step u3")
    assert piece(game, "u3").step == 1
    assert game.actors == (AMERICAN,)


@rule("S9.61b")
def test_the_leave_to_overstack_ends_with_the_player_turn() -> None:
    """The British play second and hold momentum, so that the next thing asked is the initiative of turn 3."""
    british = [coming("4-0-4", "one", reduced="2-0-4"), coming("4-0-4", "two", reduced="2-0-4")]
    game = field([*british], [Unit("3-0-4", "1018")], entries=A, first=AMERICAN, momentum=(1, 0))
    act(game, "end-movement", "lose-step one")
    assert asked(game) == "commit-momentum"
    assert "entered" not in game.position().get("state", {})


@rule("S9.61b")
def test_the_overstacked_hex_stands_until_the_end_of_the_player_turn() -> None:
    british = [coming("4-0-4", "one"), coming("4-0-4", "two")]
    game = field(british, [Unit("1-0-4", "1002"), Unit("1-0-4", "1018")], entries=A, dice=[4])  # 4-1: -/R
    act(game, "end-movement")
    combat(game, ("one", "1002"), ("two", "1002"), leads=("one",))
    began = [event for event in game.events(None) if isinstance(event, CombatBegan)]
    assert began[0].attack == 8  # both attack from 1001
    while asked(game) != "move":
        act(game, choices(game)[0])
    assert (where(game, "one"), piece(game, "one").step) == ("1002", 0)  # the lead has advanced, and all is well
    assert (where(game, "two"), piece(game, "two").step) == ("1001", 0)


@rule("S9.61b")
def test_the_limits_bind_a_unit_as_soon_as_it_leaves_the_entry_hex() -> None:
    game = turn_two(Unit("3-0-4", "1002"), coming("4-0-4", "one"), coming("4-0-4", "two"))
    act(game, "move one")
    assert "S7.1a" in refusal(game, "go 1002")  # 3 + 4
    act(game, "go 0902", "stop", "move two")
    assert "S7.1a" in refusal(game, "go 0902")
    act(game, "go 1102", "stop")
    act(game, "move b1")
    act(game, "go 1001")  # the entry hex is empty again


@rule("S9.61b")
def test_nobody_else_may_march_into_the_overstacked_hex() -> None:
    game = turn_two(Unit("1-0-4", "1002"), coming("4-0-4", "one"), coming("4-0-4", "two"))
    act(game, "move b1")
    assert "S7.1a" in refusal(game, "go 1001")


# ---------------------------------------------------------------- movement


@rule("S9.62a")
def test_a_reinforcement_has_its_full_allowance() -> None:
    game = turn_two(coming("4-0-4", "fresh"))
    act(game, "move fresh")
    assert "go 1005" in choices(game)
    assert "S9.1a" in refusal(game, "go 1006")


ROAD = "1001 1002 1003 1004 1005 1006 1007 1008 1009 1010"


@rule("S9.62a")
def test_a_reinforcement_may_march_strategically_on_its_arrival_turn() -> None:
    game = field([coming("4-0-4", "fresh")], [Unit("3-0-4", "1018")], entries=A, roads={"road": [ROAD]})
    act(game, "move fresh")
    assert "go 1009" in choices(game)  # eight hexes
    assert "S9.1a" in refusal(game, "go 1010")
    act(game, "go 1009")
    assert where(game, "fresh") == "1009"


@rule("S9.62a")
def test_but_not_from_next_to_the_enemy() -> None:
    american = [Unit("3-0-4", "0902"), Unit("3-0-4", "1018")]
    game = field([coming("4-0-4", "fresh")], american, entries=A, roads={"road": [ROAD]})
    act(game, "move fresh")
    assert "go 1009" not in choices(game)
    assert "S9.1a" in refusal(game, "go 1009")


# ---------------------------------------------------------------- the records


@rule("S7.3b")
def test_a_step_lost_by_overstacking_scores_and_moves_no_army_morale() -> None:
    game = turn_two(coming("4-0-4", "one", reduced="2-0-4"), coming("4-0-4", "two", reduced="2-0-4"))
    assert game.view(None)["victory_points"] == {BRITISH: 0, AMERICAN: 0}
    act(game, "end-movement", "lose-step one")
    assert piece(game, "one").step == 1
    assert game.view(None)["victory_points"] == {BRITISH: 0, AMERICAN: 0.5}
    assert army_morale(game) == (14, 14)


@rule("S7.3b")
def test_a_unit_eliminated_by_overstacking_scores_as_eliminated() -> None:
    game = turn_two(coming("4-0-4", "one"), coming("4-0-4", "two"))
    act(game, "end-movement", "lose-step two")
    assert where(game, "two") == "eliminated"
    assert game.view(None)["victory_points"] == {BRITISH: 0, AMERICAN: 1}
    assert army_morale(game) == (14, 14)
