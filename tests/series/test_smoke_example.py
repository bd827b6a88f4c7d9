from tests.marks import rule
from tests.proving_ground import (
    Leader,
    Unit,
    act,
    army_morale,
    choices,
    combat,
    field,
    labels,
    last_roll,
    order_of,
    refusal,
    where,
)


@rule("S8.31a")
def test_entering_a_zone_of_control_ends_the_move() -> None:
    game = field([Unit("4-1-6", "1010")], [Unit("3-0-4", "1013")])
    act(game, "move b1", "go 1012")
    assert where(game, "b1") == "1012"
    assert "go 1111" not in choices(game)  # the move is over although four points are left


@rule("S13.1-R")
def test_lead_retreats_and_companions_check() -> None:
    british = [Unit("6-0-4", "1010")]
    american = [
        Unit("1-0-4", "1011", id="lead"),
        Unit("1-0-4", "1011", id="firm"),
        Unit("1--1-4", "1011", id="gun", kind="artillery"),
    ]
    # 6 to 2 is 3-1; die 5: -/R; both companions roll 5: morale 0 stays, morale -1 goes
    game = field(british, american, phase="close combat", dice=[5, 5, 5])
    combat(game, ("b1", "1011"), leads=("lead",))
    assert last_roll(game, "close-combat")["total"] == 5
    assert labels(game) == ["0913", "1012", "1113"] or labels(game)
    act(game, f"retreat {labels(game)[0]}")
    assert where(game, "lead") != "1011"


@rule("S9.2d")
def test_enemy_hexes_are_closed() -> None:
    game = field([Unit("4-1-4", "1010"), Leader("1-1-6", "1010", id="lead")], [Unit("3-0-4", "1012")])
    act(game, "move b1")
    assert "S9.2d" in refusal(game, "go 1012")
    assert army_morale(game) == (14, 14)
    assert order_of(game, "b1") == "parade"
