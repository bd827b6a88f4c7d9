"""Chapter 11.4: line of sight."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.core.hexes import hex_set, members
from grognard.games.revolution.series.events import FireOrdered
from grognard.games.revolution.series.pieces import Piece
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import Leader, Unit, act, choices, field, refusal

Pairs = Sequence[tuple[str, str]]
LEVEL: Pairs = ()


def sees(
    target: str = "1013",
    slopes: Pairs = LEVEL,
    terrain: dict[str, str] | None = None,
    british: Sequence[Unit | Leader] = (),
    american: Sequence[Unit | Leader] = (),
    gun: str = "1010",
    streams: Pairs = LEVEL,
    fences: Pairs = LEVEL,
    fords: Pairs = LEVEL,
) -> bool:
    """Whether an American gun may fire at a British unit: it does so, or the fire is refused for want of sight.

    Slopes are pairs (low, high). A second target two hexes off the gun's other side keeps the question open.
    """
    spare = "1008" if gun == "1010" else "1108"
    game = field(
        [Unit("1-0-4", target, "target"), Unit("1-0-4", spare, "spare"), *british],
        [Unit("1-0-3", gun, "gun", kind="artillery"), Unit("1-0-4", "0120", "idle"), *american],
        phase="artillery fire",
        terrain=terrain,
        hexsides={"slope": slopes, "stream": streams, "fence": fences, "ford": fords},
        dice=[0],
    )
    assert "target spare" in choices(game)
    if "target target" not in choices(game):
        assert refusal(game, "target target") == ("S11.4-alg",)
        return False
    act(game, "target target")
    assert [event.target for event in game.events(None) if isinstance(event, FireOrdered)] == ["target"]
    return True


# ---------------------------------------------------------------- 11.41: the line


@rule("S11.41a")
def test_an_adjacent_target_is_always_seen_and_one_two_hexes_off_needs_a_clear_line() -> None:
    woods = {"1010": "forest", "1011": "forest", "1012": "forest"}
    assert sees("1011", terrain=woods)
    assert sees("1011", terrain=woods, slopes=[("1010", "1011")])
    assert not sees("1012", terrain=woods)


@rule("S11.41b")
@pytest.mark.parametrize("between", ["1011", "1012"])
def test_the_line_runs_from_centre_to_centre(between: str) -> None:
    assert not sees("1013", terrain={between: "forest"})


@rule("S11.41b")
def test_hexes_off_the_line_do_not_matter() -> None:
    assert sees("1013", terrain=dict.fromkeys(("0911", "0912", "0913", "1111", "1112", "1113", "1014"), "forest"))


@rule("S11.41b")
def test_the_firing_and_the_target_hex_never_block() -> None:
    british, american = [Unit("1-0-4", "1013", "companion")], [Unit("1-0-4", "1010", "escort")]
    assert sees("1013", terrain={"1010": "forest", "1013": "forest"}, british=british, american=american)


@rule("S11.41c")
def test_a_slope_with_a_stream_is_a_slope_and_a_stream_alone_is_nothing() -> None:
    middle = [("1011", "1012")]
    assert not sees("1013", slopes=middle, streams=middle)
    assert not sees("1013", slopes=middle)
    assert sees("1013", streams=middle)
    assert sees("1013", fords=middle)


@rule("S11.41c")
def test_a_slope_with_a_stream_makes_a_unit_up_slope() -> None:
    both_up = [("1011", "1010"), ("1012", "1013")]
    assert sees("1013", slopes=both_up, streams=both_up, terrain={"1011": "forest"})
    assert not sees("1013", slopes=both_up[:1], streams=both_up, terrain={"1011": "forest"})


# ---------------------------------------------------------------- 11.42: what blocks


@rule("S11.42a")
@pytest.mark.parametrize("terrain", ["forest", "light_forest", "orchard", "courthouse", "town"])
def test_woods_named_houses_and_towns_block(terrain: str) -> None:
    assert not sees("1012", terrain={"1011": terrain})


@rule("S11.42a")
@pytest.mark.parametrize("terrain", ["open", "cultivated", "bog", "pond"])
def test_other_terrain_does_not_block(terrain: str) -> None:
    assert sees("1012", terrain={"1011": terrain})


@rule("S11.42a")
def test_fences_do_not_block() -> None:
    assert sees("1013", fences=[("1010", "1011"), ("1011", "1012"), ("1012", "1013")])


@rule("S11.42a")
def test_what_terrain_hides_is_told_apart_however_often_one_looks() -> None:
    """From 1010 the forest of 1011 hides 1012; a unit hides nothing here."""
    rules = field([Unit("1-0-4", "1110")], terrain={"1011": "forest"}).rules

    def seen(*labels: str) -> set[str]:
        found = rules.not_hidden(rules.board.hex("1010"), hex_set(rules.board.hex(label) for label in labels))
        return {rules.board.label(h) for h in members(found)}

    assert seen("1012", "1008") == {"1008"}
    assert seen("1012", "1008", "1210") == {"1008", "1210"}
    assert seen("1008", "1012") == {"1008"}
    assert seen("1012") == set()


@rule("S11.42b")
@pytest.mark.parametrize("states", [(), ("disrupted",), ("shattered",)])
@pytest.mark.parametrize("kind", ["infantry", "dragoons"])
def test_units_of_either_side_block_in_whatever_state(kind: str, states: tuple[str, ...]) -> None:
    assert not sees("1012", american=[Unit("1-0-4", "1011", "friend", kind=kind, states=states)])
    assert not sees("1012", british=[Unit("1-0-4", "1011", "enemy", kind=kind, states=states)])


@rule("S11.42b")
def test_guns_block_like_other_units() -> None:
    assert not sees("1012", american=[Unit("1-0-3", "1011", "friend", kind="artillery", states=("shattered",))])
    assert not sees("1012", british=[Unit("1-0-3", "1011", "enemy", kind="artillery")])


@rule("S11.42b")
def test_leaders_alone_do_not_block() -> None:
    assert sees("1012", american=[Leader("1-1-6", "1011", "friend")])
    assert sees("1012", british=[Leader("1-1-6", "1011", "enemy")])


@rule("S11.42c")
def test_one_sees_into_a_blocking_hex_and_never_through_it() -> None:
    assert sees("1012", terrain={"1012": "forest"})
    assert not sees("1013", terrain={"1012": "forest"})


# ---------------------------------------------------------------- 11.43: slopes

TARGET_UP = ("1012", "1013")
GUN_UP = ("1011", "1010")
RISING, FALLING = ("1011", "1012"), ("1012", "1011")


@rule("S11.43")
def test_a_target_behind_a_rising_hexside_is_up_slope_and_one_behind_a_falling_one_is_not() -> None:
    assert sees("1013", slopes=[TARGET_UP, RISING])  # case B with a slope that rises the same way
    assert not sees("1013", slopes=[TARGET_UP[::-1], RISING])  # case A: the target lies low


@rule("S11.43")
def test_a_gun_above_its_own_hexside_is_up_slope_and_one_below_is_not() -> None:
    assert sees("1013", slopes=[GUN_UP, FALLING])
    assert not sees("1013", slopes=[GUN_UP[::-1], FALLING])


@rule("S11.43")
def test_only_the_hexside_that_the_line_crosses_makes_a_unit_up_slope() -> None:
    elsewhere = [("1113", "1013"), ("0913", "1013"), ("1111", "1010"), ("0911", "1010")]
    assert not sees("1013", slopes=[*elsewhere, RISING])


@rule("S11.43A1")
def test_on_the_level_a_blocking_hex_blocks() -> None:
    assert not sees("1013", british=[Unit("1-0-4", "1012", "screen")])
    assert sees("1013")


@rule("S11.43A2")
@pytest.mark.parametrize("middle", [RISING, FALLING])
def test_on_the_level_a_slope_between_blocks(middle: tuple[str, str]) -> None:
    assert not sees("1013", slopes=[middle])


@rule("S11.43A2")
@pytest.mark.parametrize("own", [GUN_UP[::-1], TARGET_UP[::-1]])
def test_a_slope_that_belongs_to_the_firing_or_the_target_hex_does_not_block(own: tuple[str, str]) -> None:
    assert sees("1013", slopes=[own])


@rule("S11.43B1")
@pytest.mark.parametrize("own", [GUN_UP, TARGET_UP])
@pytest.mark.parametrize("between", ["1011", "1012"])
def test_with_one_unit_up_slope_blocking_hexes_still_block(own: tuple[str, str], between: str) -> None:
    assert not sees("1013", slopes=[own], terrain={between: "forest"})
    assert not sees("1013", slopes=[own], british=[Unit("1-0-4", between, "screen")])
    assert sees("1013", slopes=[own])


@rule("S11.43B2")
def test_with_one_unit_up_slope_a_slope_rising_the_same_way_does_not_block() -> None:
    assert sees("1013", slopes=[TARGET_UP, RISING])
    assert not sees("1013", slopes=[TARGET_UP, FALLING])
    assert sees("1013", slopes=[GUN_UP, FALLING])
    assert not sees("1013", slopes=[GUN_UP, RISING])


@rule("S11.43C", "S11.42c")
@pytest.mark.parametrize("middle", [LEVEL, [RISING], [FALLING]])
def test_with_both_up_slope_nothing_blocks(middle: Pairs) -> None:
    screen = [Unit("1-0-4", "1012", "screen")]
    assert sees("1013", slopes=[GUN_UP, TARGET_UP, *middle], terrain={"1011": "forest"}, british=screen)


# ---------------------------------------------------------------- 11.44 and the algorithm


@rule("S11.44")
def test_along_a_hexside_only_two_blocking_hexes_block() -> None:
    assert sees("1112", terrain={"1011": "forest"})
    assert sees("1112", terrain={"1111": "forest"})
    assert sees("1112", american=[Unit("1-0-4", "1011", "friend")])
    assert not sees("1112", terrain={"1011": "forest", "1111": "forest"})
    assert not sees("1112", terrain={"1011": "forest"}, british=[Unit("1-0-4", "1111", "screen")])


@rule("S11.4-alg", "S11.44")
@pytest.mark.parametrize(
    ("target", "paths"),
    [
        ("1012", ["1011"]),
        ("1112", ["1011", "1111"]),
        ("1113", ["1011 1112"]),
        ("1310", ["1110 1210"]),
        ("1013", ["1011 1012"]),
    ],
)
def test_the_paths_of_the_ledger(target: str, paths: list[str]) -> None:
    """Every hex near the line is wooded in turn, then every other hex but one path: sight is clear while a path is free."""
    near = {"0911", "0912", "1011", "1012", "1110", "1111", "1112", "1209", "1210", "1211", "1212"} - {target}
    trials = [{label} for label in near] + [near - set(path.split()) for path in paths] + [near]
    for woods in trials:
        free = any(not set(path.split()) & woods for path in paths)
        assert sees(target, terrain=dict.fromkeys(woods, "forest")) is free, woods


@rule("S11.4-alg")
@pytest.mark.parametrize(
    ("target", "path"),
    [("1113", "1112"), ("1213", "1112 1212"), ("1013", "1112 1012"), ("1312", "1211"), ("1412", "1211 1312")],
)
def test_the_paths_from_an_odd_column(target: str, path: str) -> None:
    for label in ("1011", "1012", "1112", "1210", "1211", "1212", "1311", "1312", "1411"):
        if label != target:
            assert sees(target, gun="1111", terrain={label: "forest"}) is (label not in path.split()), label


@rule("S11.4-alg")
@pytest.mark.parametrize("target", ["1012", "1112"])
def test_at_two_hexes_slopes_never_block(target: str) -> None:
    around = [("1010", "1011"), ("1011", "1012"), ("1010", "1111"), ("1011", "1112"), ("1111", "1112"), ("1011", "1111")]
    back = [(high, low) for low, high in around]
    for slopes in ([slope] for slope in (*around, *back)):
        assert sees(target, slopes=slopes)
    assert sees(target, slopes=around)
    assert sees(target, slopes=back)


@rule("S11.4-alg", "S11.44")
def test_along_a_hexside_each_side_is_judged_as_a_full_path() -> None:
    woods = {"1011": "forest", "1111": "forest"}
    assert sees("1112", terrain=woods, slopes=[("1011", "1010"), ("1011", "1112")])  # both up by way of 1011
    assert sees("1112", terrain=woods, slopes=[("1111", "1010"), ("1111", "1112")])
    assert not sees("1112", terrain=woods, slopes=[("1011", "1010"), ("1111", "1112")])  # each up on another path


@rule("S11.4-alg")
def test_at_three_hexes_only_the_middle_hexside_can_block() -> None:
    assert sees("1113", slopes=[("1010", "1011")])
    assert sees("1113", slopes=[("1113", "1112")])
    assert sees("1113", slopes=[("1011", "1111"), ("1011", "1012"), ("1112", "1012")])  # beside the line
    assert not sees("1113", slopes=[("1011", "1112")])
    assert not sees("1113", slopes=[("1112", "1011")])


class LongGuns(SeriesRules):
    """Guns that reach six hexes, as those of some battle do."""

    def gun_range(self, piece: Piece) -> int:
        return 6


@rule("S11.43", "S11.44")
def test_on_a_long_line_one_of_two_hexes_beside_it_is_enough() -> None:
    """From 1010 to 1315 the line passes 1011 or 1111, 1112, 1113 or 1212, 1213, 1214 or 1314."""

    def reaches(slopes: Pairs) -> bool:
        game = field(
            [Unit("1-0-4", "1315", "target"), Unit("1-0-4", "1008", "spare")],
            [Unit("1-0-3", "1010", "gun", kind="artillery")],
            phase="artillery fire",
            hexsides={"slope": slopes},
            rules=LongGuns,
        )
        return "target target" in choices(game)

    beside: Pairs = [("1113", "1213"), ("1212", "1213")]
    assert reaches(LEVEL)
    for slope in beside:
        assert reaches([slope])
    assert not reaches(beside)
