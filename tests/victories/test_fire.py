"""Chapters 5, 12, 13 and the works of chapter 14: stacking, bombardment, skirmishers, breastworks, disorder."""

from typing import Any

import pytest

from grognard.core.errors import PositionError
from grognard.core.events import Rolled
from grognard.games.chancellorsville.victories.events import (
    Bombarded,
    BombardmentResult,
    DicePenalised,
    FellIntoDisorder,
    HitsScored,
    RetreatedTo,
    StackMarched,
    WorksGone,
)
from tests.marks import rule
from tests.victories.table import (
    FAR,
    act,
    asked,
    attack,
    fight_first,
    happened,
    may,
    offered,
    refused,
    scene,
    spent,
    until,
    verdict,
    where,
)

HILL = "cs_cmd_hill"


# ---------------------------------------------------------------- stacking


@rule("U5.2", "U5.3")
def test_four_units_and_sixteen_points():
    stack = {"us_grant": "4423", "us_brown": "4423", "us_wheaton": "4423"}
    for burnham, over in (("4323", True), ({"hex": "4323", "step": 2}, False)):  # 14 + 4, or + 2
        game = scene({**stack, "us_burnham": burnham, **FAR}, "us_cmd_sedgwick", turn=16)
        act(game, "place-command 4423", "march-unit us_burnham", "march-to 4423", "halt", "end-marches")
        assert (asked(game) == "Union Unstacking.choose") is over
    full = {"us_candy": "2321", "us_kane": "2321", "us_best": "2321", "us_skirmisher_1": "2321"}
    game = scene({**full, "us_knipe": "2322", **FAR}, "us_cmd_slocum")
    act(game, "place-command 2321", "march-unit us_knipe", "march-to 2321", "halt", "end-marches")
    assert asked(game) == "Union Unstacking.choose"
    assert offered(game, "surplus") == {*full, "us_knipe"}
    fours = {"us_sully": "2321", "us_carroll": "2321", "us_ward": "2321", "us_revere": "2322", **FAR}
    game = scene(fours)
    assert game.rules.has_room(game, "Union", game.rules.board.hex("2321"), (game.piece("us_revere"),))  # four, sixteen


@rule("U5.4")
def test_full_hexes_are_passed():
    full = {f"us_{name}": "2320" for name in ("candy", "kane", "knipe", "best")}
    game = scene({**full, "us_ross": "2321", **FAR}, "us_cmd_slocum")
    act(game, "place-command 2321", "march-unit us_ross", "march-to 2319")
    assert where(game, "us_ross") == "2319"


@rule("U5.5", "U5.4")
def test_the_excess_moves_aside_or_is_lost_next_to_the_enemy():
    stack = {f"us_{name}": "2320" for name in ("candy", "kane", "knipe", "best")}
    game = scene({**stack, "us_ross": "2321", **FAR}, "us_cmd_slocum")
    act(game, "place-command 2321", "march-unit us_ross", "march-to 2320", "halt", "end-marches")
    assert asked(game) == "Union Unstacking.choose"
    act(game, "surplus us_kane", "retreat-to 2319")
    assert where(game, "us_kane") == "2319"
    game = scene({**stack, "us_ross": "2320", "cs_lane": "2220", **FAR}, "us_cmd_slocum")
    act(game, "place-command 2320", "end-marches", "surplus us_kane")
    assert where(game, "us_kane") == "lost"


@rule("U5.5", "U6.12", "U9.21")
@pytest.mark.parametrize(("state", "turn", "near"), [(None, 7, True), ("forced march", 7, False), (None, 10, False)])
def test_the_excess_keeps_away_from_the_enemy_by_night_and_on_a_forced_march(state: str | None, turn: int, near: bool):
    stack = {f"us_{name}": "2320" for name in ("candy", "knipe", "best", "ross")}
    tired = {"us_kane": {"hex": "2320", "states": [state] if state else []}}
    game = scene({**stack, **tired, "cs_lane": "2318", **FAR}, "us_cmd_slocum", turn=turn)
    act(game, "place-command 2320", "end-marches", "surplus us_kane")
    assert ("2319" in offered(game, "retreat-to")) is near
    assert "2321" in offered(game, "retreat-to")


@rule("U5.5", "U14.51")
def test_a_demoralised_unit_is_not_put_next_to_the_enemy():
    stack = {f"us_{name}": "2320" for name in ("candy", "knipe", "best", "ross")}
    weak = {"us_kane": {"hex": "2320", "states": ["demoralised"]}}
    game = scene({**stack, **weak, "cs_lane": "2318", **FAR}, "us_cmd_slocum")
    act(game, "place-command 2320", "end-marches", "surplus us_kane")
    near = {hex for hex in offered(game, "retreat-to") if game.next_to_enemy("Union", game.rules.board.hex(hex))}
    assert near == set()
    assert offered(game, "retreat-to")
    game = scene({**stack, **weak, "cs_lane": "2318", **FAR}, "us_cmd_slocum")
    act(game, "place-command 2320", "end-marches", "surplus us_candy")
    assert "2319" in offered(game, "retreat-to")


@rule("U5.6", "U3.12")
def test_markers_do_not_stack():
    stack = {f"us_{name}": "2321" for name in ("candy", "kane", "knipe", "ross")}
    game = scene({**stack, **FAR}, "us_cmd_slocum", works={"2321": "Union"}, detached={"Union": "2321"})
    act(game, "place-command 2321", "end-marches")
    assert game.state.turn == 8


# ---------------------------------------------------------------- bombardment


GUNS = {"cs_walker": "1612", "cs_nelson": "1513", "us_vongilsa": "1512", **FAR}


def ready(pieces, *orders: str, post: str = "1612", dice: tuple[int, ...] = (), **fields):
    game = scene(pieces, HILL, dice=dice, **fields)
    act(game, f"place-command {post}", *orders, "end-marches")
    return game


@rule("U12.12", "U12.9", "U12.4", "U12.10", "U12.11")
def test_walker_and_nelson_bombard_von_gilsa():
    game = ready(GUNS, "take-along cs_nelson", dice=(5,))
    act(game, "shell 1512 troops", "fire-guns 3", "dig-in 1512", "suffer us_vongilsa")
    (fired,), (rolled,) = happened(game, Bombarded), happened(game, Rolled)
    assert fired.factor == 4
    assert (rolled.faces, [modifier.value for modifier in rolled.modifiers], rolled.total) == ((5,), [1, -1], 5)
    assert happened(game, BombardmentResult)[0].result == "1"
    assert (game.piece("us_vongilsa").step, game.piece("us_vongilsa").order) == (1, 0), "a level, and no disorder"
    assert game.state.works == {"1512": "Union"}


@rule("U12.1", "U12.2")
def test_guns_that_bombard_do_not_attack():
    game = ready({**GUNS, "cs_lane": "1612"}, dice=(1,))
    act(game, "shell 1512 troops", "no-works")
    assert game.piece("cs_walker").fired
    assert asked(game) == "CSA Declaration.declare"
    assert not any(text.startswith("cs_walker") for text in offered(game, "charge"))
    assert refused(game, "charge cs_walker 1").key == "has-bombarded"


@rule("U12.1", "U12.2", "U12.6", "U12.7", "U9.22", "U14.46")
@pytest.mark.parametrize(
    ("guns", "target", "said"),
    [
        ({"cs_walker": "1612"}, "1512", ()),
        ({"cs_walker": {"hex": "1612", "states": ["fired"]}}, "1512", ("has-fired", "U12.2")),
        ({"cs_walker": {"hex": "1612", "states": ["disorganised"]}}, "1512", ("in-disorder", "U12.6", "U14.46")),
        ({"cs_walker": {"hex": "1612", "states": ["forced march"]}}, "1512", ("after-a-forced-march", "U9.22", "U12.6")),
        ({"cs_carter": "1612"}, "1512", ("no-guns-bear-on-it", "U12.7")),  # of another division
        ({"cs_thomas": "1612"}, "1512", ("no-guns-bear-on-it", "U12.7")),
        ({"cs_walker": "1612"}, "1611", ("nothing-to-bombard", "U12.1")),
        ({"cs_walker": "1612"}, "1309", ("no-guns-bear-on-it", "U12.7")),  # three hexes away
    ],
)
def test_which_guns_bear_on_which_hex(guns: dict[str, str], target: str, said: tuple[str, ...]):
    """Nelson's guns bear on 1413, so that somebody may fire."""
    pieces = {
        **guns,
        "cs_nelson": "1514",
        "us_vongilsa": "1512",
        "us_candy": "1309",
        "us_kane": "1414",
        "cs_lane": "1613",
        **FAR,
    }
    game = ready(pieces, "take-along cs_nelson")
    assert asked(game) == "CSA Bombardments.aim"
    assert verdict(game, f"shell {target} troops") == said


@rule("U12.3", "U6.2")
def test_a_battery_bombards_after_moving_and_then_nobody_moves():
    game = scene({"cs_walker": "1613", "cs_lane": "1613", "us_vongilsa": "1512", **FAR}, HILL)
    act(game, "place-command 1613", "march-unit cs_walker", "march-to 1513", "stand-ground")
    until(game, "Activation.move")
    act(game, "end-marches")
    assert may(game, "shell 1512 guns")
    assert refused(game, "march-unit cs_lane").key == "not-offered"


@rule("U12.5")
def test_a_hex_is_bombarded_once_in_an_activation():
    far = {**GUNS, "us_mclean": "1711"}
    game = ready(far, "take-along cs_nelson", dice=(1,))
    act(game, "shell 1512 troops", "fire-guns 2", "no-works")
    assert refused(game, "shell 1512 troops").cites == ("U12.5",)


@rule("U12.6", "U14.46")
def test_guns_in_disorder_do_not_bombard():
    pieces = {**GUNS, "cs_walker": {"hex": "1612", "states": ["disorganised"]}}
    game = scene(pieces, HILL)
    act(game, "place-command 1612", "end-marches")
    assert offered(game, "shell") == set()
    assert refused(game, "shell 1512 troops").cites == ("U12.6", "U14.46")


@rule("U12.7")
def test_woods_on_every_hex_between_block():
    pieces = {"cs_walker": "2221", "us_candy": "2021", "us_kane": "2220", **FAR}
    game = scene(pieces, HILL)
    act(game, "place-command 2221", "end-marches")
    assert offered(game, "shell") == {"2220 guns", "2220 troops"}
    assert refused(game, "shell 2021 troops").cites == ("U12.7",)
    for guns, target in (("1611", "1411"), ("1710", "1610")):  # one of two hexes is open; next to each other in the woods
        game = scene({"cs_walker": guns, "us_candy": target, **FAR}, HILL)
        act(game, f"place-command {guns}", "end-marches")
        assert may(game, f"shell {target} troops")


@rule("U12.8")
def test_the_kind_that_is_declared_suffers():
    pieces = {"cs_walker": "1612", "cs_nelson": "1513", "us_buschbeck": "1512", "us_schirmer": "1512", **FAR}
    for kind, loser in (("guns", "us_schirmer"), ("troops", "us_buschbeck")):
        game = ready(pieces, "take-along cs_nelson", dice=(5,))
        act(game, f"shell 1512 {kind}", "fire-guns 3", "no-works")
        assert offered(game, "suffer") == {loser}
        act(game, f"suffer {loser}")
        assert game.piece(loser).step == 1
    game = ready({**GUNS}, "take-along cs_nelson", dice=(5,))
    act(game, "shell 1512 guns", "fire-guns 3", "no-works", "suffer us_vongilsa")
    assert game.piece("us_vongilsa").step == 1
    bluff = ready({**GUNS, "us_dummy_1": "1512"}, "take-along cs_nelson", dice=(5,), options={"dummies": True})
    act(bluff, "shell 1512 troops", "fire-guns 3", "no-works")
    assert bluff.piece("us_vongilsa").step == 1 or offered(bluff, "suffer") == {"us_vongilsa"}, "dummies suffer nothing"


@rule("U12.10", "U12.9", "U14.25", "U17.11")
@pytest.mark.parametrize(
    ("target", "fields", "modifiers"),
    [
        ("1512", {}, [("target-in-the-open", 1)]),
        ("1610", {}, [("target-in-the-woods", -1)]),
        ("1512", {"works": {"1512": "Union"}}, [("target-in-the-open", 1), ("target-in-breastworks", -1)]),
        ("1512", {"forts": {"1512": "Union"}}, [("target-in-the-open", 1), ("target-in-fortification", -2)]),
        ("1512", {"effects": {"alexanders-artillery": "1610"}}, [("target-in-the-open", 1), ("event-guns", 1)]),
        ("1512", {"effects": {"alexanders-artillery": "1609"}}, [("target-in-the-open", 1)]),  # two hexes from the guns
    ],
)
def test_what_modifies_the_die_of_guns(target: str, fields: dict[str, Any], modifiers: list[tuple[str, int]]):
    game = ready({"cs_walker": "1611", "us_vongilsa": target, **FAR}, post="1611", dice=(1,), **fields)
    act(game, f"shell {target} troops")
    assert asked(game).endswith("dig") == fields.keys().isdisjoint({"works", "forts"}), "asked only where works can be added"
    if asked(game).endswith("dig"):
        act(game, "no-works")
    (rolled,) = happened(game, Rolled)
    assert [(modifier.label, modifier.value) for modifier in rolled.modifiers] == modifiers


@rule("U12.10", "U12.11")
@pytest.mark.parametrize(
    ("factor", "total", "result"),
    [(1, 6, "DIS"), (2, 4, "-"), (4, 5, "1"), (6, 2, "-"), (6, 7, "1DIS"), (9, 2, "DIS"), (12, -1, "DIS"), (12, 9, "1DIS")],
)
def test_the_artillery_table(factor: int, total: int, result: str):
    assert scene(dict(FAR), HILL).rules.bombardment_result(factor, total) == result


@rule("U12.10")
def test_a_town_covers_from_guns():
    game = ready({"cs_walker": "4119", "us_vongilsa": "4019", **FAR}, post="4119", dice=(1,))
    act(game, "shell 4019 troops", "no-works")
    (rolled,) = happened(game, Rolled)
    assert [(modifier.label, modifier.value) for modifier in rolled.modifiers] == [("target-in-town", -1)]


@rule("U12.10")
def test_the_chart_tells_what_modifies_the_die_of_guns():
    (chart,) = [chart for chart in scene(dict(FAR), HILL).rules.charts() if chart.id == "artillery"]
    assert [note.split(": ")[1] for note in chart.notes if note.startswith("Target")] == ["+1", "-1", "-1", "-1", "-2"]


@rule("U2.1", "U12.11", "U14.21")
def test_the_works_of_a_unit_that_fire_eliminates_are_gone():
    pieces = {**GUNS, "us_vongilsa": {"hex": "1512", "step": 2}}
    game = ready(pieces, "take-along cs_nelson", dice=(6,), works={"1512": "Union"})
    act(game, "shell 1512 troops", "fire-guns 3", "suffer us_vongilsa")
    assert (where(game, "us_vongilsa"), game.state.works) == ("lost", {})


@rule("U12.11", "U14.49", "U14.52")
def test_a_disorganised_unit_is_demoralised_and_retreats():
    pieces = {**GUNS, "us_vongilsa": {"hex": "1512", "states": ["disorganised"]}}
    game = ready(pieces, dice=(5,))
    act(game, "shell 1512 troops", "no-works")  # factor 2, die 5 + 1: DIS
    until(game, "ChooseFormations.choose")
    assert {event.cites for event in happened(game, RetreatedTo)} == {"U14.52"}
    piece = game.piece("us_vongilsa")
    assert piece.order == 2
    assert not game.next_to_enemy("Union", piece.hex)


@rule("U14.52", "U14.49")
def test_who_is_demoralised_flees_from_the_enemy_next_to_it_as_far_as_it_takes():
    """From two hexes away nobody flees; with Confederates next to every hex around, one hex is not enough."""
    weak = {"states": ["disorganised"]}
    far = {"cs_walker": "1611", "us_vongilsa": {"hex": "1411", **weak}, **FAR}
    game = ready(far, post="1611", dice=(5,))
    act(game, "shell 1411 troops", "no-works", "suffer us_vongilsa")
    assert [event.order for event in happened(game, FellIntoDisorder)] == ["demoralised"]
    assert (where(game, "us_vongilsa"), asked(game)) == ("1411", "CSA ChooseFormations.choose")
    game = ready({**far, "us_vongilsa": {"hex": "1411", "states": ["demoralised"]}}, post="1611", dice=(5,))
    act(game, "shell 1411 troops", "no-works", "suffer us_vongilsa")
    assert (happened(game, FellIntoDisorder), game.piece("us_vongilsa").order) == ([], 2), "nothing is worse"
    ring = {"cs_thomas": "1610", "cs_heth": "1311"}
    game = ready({**GUNS, "us_vongilsa": {"hex": "1512", **weak}, **ring}, dice=(5,))
    act(game, "shell 1512 troops", "no-works")
    until(game, "ChooseFormations.choose")
    assert len(happened(game, RetreatedTo)) > 1
    assert not game.next_to_enemy("Union", game.piece("us_vongilsa").hex)


# ---------------------------------------------------------------- skirmishers


@rule("U13.1", "U13.9")
def test_a_lone_skirmisher_does_not_move():
    game = scene({"cs_lane": "2321", "cs_skirmisher_1": "2322", **FAR}, HILL)
    assert game.counter("cs_skirmisher_1").movement == 0
    act(game, "place-command 2321")
    assert refused(game, "march-unit cs_skirmisher_1").cites == ("U13.9", "U13.1")
    assert refused(game, "march-stack 2322").key == "no-stack-to-march"
    assert may(game, "march-unit cs_lane")


@rule("U13.9")
def test_a_skirmisher_goes_with_a_brigade_or_stays():
    game = scene({"cs_lane": "2321", "cs_skirmisher_1": "2321", **FAR}, HILL)
    act(game, "place-command 2321", "march-stack 2321", "march-to 2421")
    assert where(game, "cs_skirmisher_1") == "2421"
    act(game, "leave-behind cs_skirmisher_1", "march-to 2522")
    assert where(game, "cs_skirmisher_1") == "2421"


@rule("U13.9")
def test_the_last_brigade_does_not_leave_skirmishers_to_march_with_guns():
    stack = {"cs_lane": "2321", "cs_walker": "2321"}
    game = scene({**stack, "cs_skirmisher_1": "2321", **FAR}, HILL)
    act(game, "place-command 2321", "march-stack 2321")
    assert offered(game, "leave-behind") == {"cs_walker", "cs_skirmisher_1"}
    assert verdict(game, "leave-behind cs_lane") == ("the-rest-cannot-go-on", "U13.9", "U9.29")
    game = scene({**stack, **FAR}, HILL)
    act(game, "place-command 2321", "march-stack 2321")
    assert offered(game, "leave-behind") == {"cs_lane", "cs_walker"}


@rule("U13.2", "U13.3", "U13.4", "U13.7")
def test_a_brigade_makes_one_skirmisher():
    game = scene({"cs_lane": "1513", "us_vongilsa": "1411", **FAR}, HILL)
    act(game, "place-command 1513", "send-skirmishers cs_lane")
    assert not may(game, "skirmishers-to 1512")  # next to 1411
    act(game, "skirmishers-to 1513")
    assert where(game, "cs_skirmisher_1") == "1513"
    assert refused(game, "send-skirmishers cs_lane").cites == ("U13.7",)
    empty = {f"us_skirmisher_{number}": {"box": "out"} for number in range(1, 7)}
    game = scene({"us_candy": "2321", **empty, **FAR}, "us_cmd_slocum")
    act(game, "place-command 2321")
    assert refused(game, "send-skirmishers us_candy").key == "no-skirmishers-left"


@rule("U13.2", "U13.3", "U13.4", "U13.6", "U13.7", "U14.55")
@pytest.mark.parametrize(
    ("unit", "more", "fields", "said"),
    [
        ("cs_lane", {}, {}, ()),
        ("cs_walker", {"cs_walker": "1512"}, {}, ("only-brigades-skirmish", "U13.3")),
        ("cs_lane", {}, {"turn": 10}, ("no-skirmishers-at-night", "U14.55")),
        ("cs_lane", {}, {"skirmished": ["cs_lane"]}, ("one-skirmisher-each", "U13.7")),
        ("cs_lane", {}, {"skirmished": ["cs_heth"]}, ()),
        (
            "cs_lane",
            {f"cs_skirmisher_{number}": {"box": "out"} for number in range(1, 11)},
            {},
            ("no-skirmishers-left", "U13.2"),
        ),
        ("cs_lane", {f"cs_{name}": "1512" for name in ("heth", "thomas", "walker")}, {}, ()),  # into a hex beside theirs
        (
            "cs_lane",
            {
                **{f"cs_{name}": "1512" for name in ("heth", "thomas", "walker")},
                "us_candy": "1511",
                "us_kane": "1412",
                "us_knipe": "1612",  # next to every hex around
            },
            {},
            ("no-room-for-skirmishers", "U13.4", "U13.6"),
        ),
    ],
)
def test_who_makes_a_skirmisher(unit: str, more: dict[str, str], fields: dict[str, Any], said: tuple[str, ...]):
    game = scene({"cs_lane": "1512", **more, **FAR}, HILL, **fields)
    act(game, "place-command 1512")
    assert verdict(game, f"send-skirmishers {unit}") == said


@rule("U13.5")
def test_a_moving_stack_leaves_one_behind_and_brings_one_forward():
    game = scene({"cs_lane": "1613", "cs_thomas": "1613", "us_vongilsa": "1512", "us_schirmer": "1512", **FAR}, HILL)
    act(game, "place-command 1613", "march-stack 1613", "march-to 1513")
    assert happened(game, StackMarched)
    act(game, "send-skirmishers cs_lane", "skirmishers-to 1613", "send-skirmishers cs_thomas", "skirmishers-to 1513")
    assert where(game, "cs_skirmisher_1") == "1613"
    assert where(game, "cs_skirmisher_2") == "1513"


@rule("U13.4", "U13.9")
def test_a_skirmisher_made_on_the_way_goes_on_with_its_brigade():
    for hex, goal in (("2421", "2522"), ("2321", "2321")):
        game = scene({"cs_lane": "2321", **FAR}, HILL)
        act(game, "place-command 2321", "march-unit cs_lane", "march-to 2421", "send-skirmishers cs_lane")
        act(game, f"skirmishers-to {hex}", "march-to 2522")
        assert (where(game, "cs_lane"), where(game, "cs_skirmisher_1")) == ("2522", goal)


@rule("U13.6", "U14.14")
def test_a_second_skirmisher_finds_no_room():
    stack = {"us_candy": "1512", "us_kane": "1512", "us_knipe": "1512", "us_skirmisher_1": "1512"}
    game = scene({**stack, "cs_lane": "1511", **FAR}, HILL)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    assert asked(game) == "Union Combat.dig"  # nobody was asked about a skirmisher
    none_left = {f"us_skirmisher_{number}": {"box": "out"} for number in range(1, 7)}
    for skirmishers, question in (({}, "Union Combat.skirmish"), (none_left, "Union Combat.dig")):
        game = scene({"us_candy": "1512", "cs_lane": "1511", **skirmishers, **FAR}, HILL)
        act(game, "place-command 1511", "end-marches")
        attack(game, "1511", "1512")
        assert asked(game) == question


@rule("U13.3")
def test_artillery_alone_makes_no_skirmisher():
    game = scene({"us_schirmer": "1512", "cs_lane": "1511", **FAR}, HILL)
    act(game, "place-command 1511", "end-marches")
    attack(game, "1511", "1512")
    assert asked(game) == "Union Combat.dig"


@rule("U13.14", "U12.11")
def test_skirmishers_are_never_disorganised():
    pieces = {**GUNS, "us_skirmisher_1": "1512"}
    del pieces["us_vongilsa"]
    game = ready(pieces, dice=(4,))
    act(game, "shell 1512 troops", "no-works")  # factor 2, 4 + 1: DIS
    assert happened(game, BombardmentResult)[0].result == "DIS"
    assert (where(game, "us_skirmisher_1"), game.piece("us_skirmisher_1").order) == ("1512", 0)
    game = ready({**GUNS, "us_skirmisher_1": "1512"}, dice=(4,))
    act(game, "shell 1512 troops", "no-works")
    assert offered(game, "suffer") == {"us_vongilsa"}, "they shield nobody from it either"
    game = ready(pieces, dice=(6,))  # 6 + 1: a level
    act(game, "shell 1512 troops", "no-works", "suffer us_skirmisher_1")
    assert happened(game, BombardmentResult)[0].result == "1"
    assert where(game, "us_skirmisher_1") == "lost"
    with pytest.raises(PositionError, match=r"cannot be disorganised or demoralised \(U13.14\)"):
        scene({"us_skirmisher_1": {"hex": "1512", "states": ["disorganised"]}, **FAR})


@rule("U13.15", "U14.21")
def test_skirmishers_alone_keep_no_breastworks():
    game = scene({"cs_lane": "2321", "cs_skirmisher_1": "2321", **FAR}, HILL, works={"2321": "CSA"})
    act(game, "place-command 2321", "march-unit cs_lane", "march-to 2421")
    assert game.state.works == {}
    works = {"2321": "CSA", "2021": "CSA"}
    game = scene({"cs_lane": "2321", "cs_oneal": "2021", **FAR}, HILL, works=works)
    act(game, "place-command 2321", "march-unit cs_lane", "march-to 2421")
    assert game.state.works == {"2021": "CSA"}, "others keep theirs"
    assert [event.hex for event in happened(game, WorksGone)] == ["2321"]


# ---------------------------------------------------------------- works that are left


@rule("U14.23", "U14.27")
def test_leaving_works_before_the_enemy_disorganises_all_who_leave():
    pieces = {"us_barnes": "1512", "us_mcquade": "1512", "cs_lane": "1513", **FAR}
    game = scene(pieces, "us_cmd_meade", works={"1512": "Union"})
    act(game, "place-command 1512", "march-unit us_barnes", "march-to 1411", "halt")
    assert game.piece("us_barnes").order == 0
    act(game, "march-unit us_mcquade", "march-to 1411")
    assert game.piece("us_barnes").order == game.piece("us_mcquade").order == 1
    assert game.state.works == {}
    game = scene({"cs_barksdale": "4022", "us_wheaton": "4122", **FAR}, "cs_cmd_mclaws")
    act(game, "place-command 4022", "march-unit cs_barksdale", "march-to 3923")
    assert happened(game, StackMarched)[-1].path == ("4022", "3923")
    act(game, "halt", "end-marches")
    assert game.piece("cs_barksdale").order == 1, "who has moved does not rally"


@rule("U14.23", "U9.2")
def test_who_cannot_pay_for_the_step_out_of_works_stays_in_good_order():
    """Gordon means to go through the empty works of 4022 into the town; then the enemy stands next to both."""
    game = scene({"cs_gordon": "3823", "us_wheaton": "3922", "us_grant": "4025", **FAR}, "cs_cmd_early", turn=8)
    act(game, "place-command 3823", "march-unit cs_gordon", "march-to 4122", "break-away 3922 4021", "stand-ground")
    assert (asked(game), where(game, "cs_gordon")) == ("CSA March.go", "4022")
    assert spent(game) == 3.5
    assert game.piece("cs_gordon").order == 0


@rule("U14.23", "U9.10")
def test_who_scatters_out_of_works_is_disorganised():
    for works, order in (({"1710": "Union"}, 1), ({}, 0)):
        pieces = {"cs_heth": "1808", "us_vongilsa": "1710", "us_mclean": "1710", **FAR}
        game = scene(pieces, HILL, works=works)
        act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709", "scatter 1710")
        act(game, "retreat-to 1610", "retreat-to 1711")
        assert {where(game, id) for id in ("us_vongilsa", "us_mclean")} == {"1610", "1711"}
        assert [game.piece(id).order for id in ("us_vongilsa", "us_mclean")] == [order, order]
        assert asked(game) == "CSA March.go"


@rule("U14.23")
def test_at_night_there_is_no_penalty():
    game = scene({"us_barnes": "1512", "cs_lane": "1513", **FAR}, "us_cmd_meade", works={"1512": "Union"}, turn=10)
    act(game, "place-command 1512", "march-unit us_barnes", "march-to 1410")
    assert game.piece("us_barnes").order == 0


# ---------------------------------------------------------------- demoralised units


@rule("U14.51")
def test_demoralised_units_keep_away_from_the_enemy():
    pieces = {"us_barnes": {"hex": "1410", "states": ["demoralised"]}, "cs_lane": "1513", **FAR}
    game = scene(pieces, "us_cmd_meade")
    act(game, "place-command 1410", "march-unit us_barnes")
    assert refused(game, "march-to 1512").cites == ("U14.51",)
    game = scene({**pieces, "us_mcquade": "1410"}, "us_cmd_meade")
    act(game, "place-command 1410", "march-stack 1410")
    assert refused(game, "march-to 1512").cites == ("U14.51",), "nor do others with them"


@rule("U14.53", "U9.10")
def test_demoralised_units_retreat_when_the_enemy_comes():
    pieces = {"cs_heth": "1808", "us_vongilsa": {"hex": "1710", "states": ["demoralised"]}, "us_mclean": "1710", **FAR}
    game = scene(pieces, HILL)
    act(game, "place-command 1808", "march-unit cs_heth", "march-to 1709")
    while asked(game).startswith("Union Retreat"):
        act(game, str(game.actions("Union")[0]))
    assert asked(game) == "Union Contact.react"
    assert where(game, "us_vongilsa") != "1710"
    assert not game.next_to_enemy("Union", game.piece("us_vongilsa").hex)
    assert where(game, "us_mclean") == "1710"
    assert {event.cites for event in happened(game, RetreatedTo)} == {"U14.53"}


@rule("U14.51", "U14.53", "U14.54")
@pytest.mark.parametrize("advances", [False, True])
def test_demoralised_units_do_not_stay_next_to_who_advances(advances: bool):
    """McLean in 1411 is next to 1512, which is attacked; Candy beside him stays: an advance gives no other reaction."""
    attackers = {"cs_lane": "1513", "cs_pender": "1513", "cs_mcgowan": "1513"}
    union = {"us_vongilsa": {"hex": "1512", "step": 2}, "us_mclean": {"hex": "1411", "states": ["demoralised"]}}
    game = scene({**attackers, **union, "us_candy": "1411", **FAR}, HILL, dice=(6, 6, 6, 6, 6, 6, 1, 1))
    act(game, "place-command 1513", "end-marches")
    attack(game, "1513", "1512")
    act(game, "no-skirmishers", "no-works")
    until(game, "Combat.advance")
    act(game, *(("advance-into 1512", "advance-unit cs_lane", "stop-advance") if advances else ("stop-advance",)))
    until(game, "ChooseFormations.choose")
    assert (where(game, "us_mclean") == "1411") is not advances
    assert not game.next_to_enemy("Union", game.piece("us_mclean").hex)
    assert where(game, "us_candy") == "1411"
    assert [event.cites for event in happened(game, RetreatedTo)][:1] == (["U14.53"] if advances else [])


@rule("U14.45", "U14.53")
def test_who_retreats_out_of_works_is_disorganised_or_demoralised():
    pieces = {
        "us_candy": "3821",
        "us_kane": "3821",
        "us_greene": "3821",
        "cs_hays": {"hex": "3922", "states": ["disorganised"]},
        **FAR,
    }
    game = scene(pieces, "us_cmd_slocum", dice=(5, 5, 1, 1, 1, 1))
    act(game, "place-command 3821", "end-marches")
    attack(game, "3821", "3922")
    until(game, "defender_loses")
    act(game, "retreat-instead")
    until(game, "Combat.advance")
    assert game.piece("cs_hays").order == 2
    assert not game.next_to_enemy("CSA", game.piece("cs_hays").hex)


# ---------------------------------------------------------------- terrain in combat


@rule("U14.6")
def test_the_defender_chooses_between_the_terrain_of_two_hexes():
    pieces = {"cs_lane": "1611", "us_candy": "1512", "us_kane": "1610", **FAR}
    game = scene(pieces, HILL)
    rules = game.rules
    assert {rules.board.terrain[rules.board.hex(hex)] for hex in ("1512", "1610")} == {"open", "woods"}
    act(game, "place-command 1611", "end-marches")
    attack(game, "1611", "1512", "1610")
    act(game, "no-skirmishers", "no-works")
    assert offered(game, "shelter") == {"open", "woods"}


def attacked(pieces: dict[str, str], target: str, post: str, dice: tuple[int, ...] = ()):
    """All around a hex attack it; asked is what comes after skirmishers and works."""
    game = scene({**pieces, **FAR}, HILL, dice=dice)
    act(game, f"place-command {post}", "end-marches")
    if offered(game, "converge"):
        act(game, f"converge {target}")
        fight_first(game)
    else:
        attack(game, post, target)
    act(game, "no-skirmishers", "no-works")
    return game


def first_hits(game) -> int:
    """The hits of the attacker, whose points go to the enemy's dice."""
    while not happened(game, HitsScored):
        (seat,) = game.actors
        act(game, str(game.actions(seat)[-1]))
    return happened(game, HitsScored)[0].hits


@rule("U14.15", "U14.16")
@pytest.mark.parametrize(("other", "hits"), [({}, 1), ({"cs_thomas": "1115"}, 2), ({"cs_thomas": "1216"}, 1)])
def test_a_stream_counts_only_if_all_cross_it(other: dict[str, str], hits: int):
    """Two dice that both show 5: across the stream one of them has -1."""
    game = attacked({"us_candy": "1116", "cs_lane": "1216", **other}, "1116", "1216", dice=(5, 5, 1, 1))
    assert first_hits(game) == hits


@rule("U14.16")
@pytest.mark.parametrize(
    ("start", "target", "label", "hits"), [("1216", "1116", "terrain-one-die", 1), ("1426", "1425", "terrain-each-die", 0)]
)
def test_a_stream_lowers_one_die_and_a_river_every_die(start: str, target: str, label: str, hits: int):
    game = attacked({"us_candy": target, "cs_lane": start}, target, start, dice=(5, 5, 1, 1))
    assert first_hits(game) == hits
    (penalised,) = happened(game, DicePenalised)
    assert [(modifier.value, modifier.label) for modifier in penalised.penalties] == [(-1, label)]


@rule("U14.16")
@pytest.mark.parametrize("ground", ["town", "stream"])
def test_terrain_does_not_add_up_and_the_defender_chooses(ground: str):
    """Falmouth is a town, and a stream runs before it: one die has -1, not two."""
    game = attacked({"us_candy": "4019", "cs_lane": "4119"}, "4019", "4119", dice=(5, 5, 1, 1))
    assert asked(game) == "Union Combat.choose_cover"
    assert offered(game, "shelter") == {"town", "stream"}
    act(game, f"shelter {ground}")
    assert "21" in offered(game, "add-bonus")  # the point goes to the enemy's dice, so this is what terrain alone does
    assert first_hits(game) == 1


@rule("U14.16", "U14.28")
def test_the_attacker_says_which_die_terrain_lowers():
    game = attacked({"us_candy": "1116", "cs_lane": "1216"}, "1116", "1216")
    decision = game.decision("CSA")
    assert decision is not None
    assert decision.cites == ("U14.28", "U14.16")
    assert offered(game, "add-bonus") == {"21", "22", "31"}  # Lane's point on the die with -1, on the other, or on neither
