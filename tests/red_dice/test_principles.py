"""D0, D1, D2: dice, squads, the initiative."""

from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import PositionError
from grognard.games.chancellorsville.red_dice import OPTIONS
from grognard.games.chancellorsville.red_dice.data_checks import check_battlefield
from grognard.games.chancellorsville.red_dice.data_schema import BattlefieldData
from grognard.games.chancellorsville.red_dice.events import (
    Disaster,
    Fiasco,
    InitiativePassed,
    LeaderNamed,
    SquadActivated,
    SuccessesCounted,
    UnitFired,
)
from grognard.games.chancellorsville.red_dice.state import Skirmish
from tests.marks import rule
from tests.red_dice.table import (
    BATTLEFIELDS,
    RED_DICE,
    act,
    asked,
    far_off,
    happened,
    man,
    may,
    offered,
    refused,
    row,
    skirmish,
    where,
)
from tests.red_dice.table import battlefield as ground


def march(*dice: int, number: int = 5, **fields: Any) -> Skirmish:
    """A squad of five in the open is sent forty centimetres east."""
    game = skirmish({"V1": row(20, 20, number), **far_off()}, dice, **fields)
    act(game, "activate-squad V1", "walk-to 60,20")
    return game


# ---------------------------------------------------------------- dice


@rule("D0.1")
def test_a_single_soldier_may_roll_twelve_dice_but_not_one():
    game = march(number=1)
    assert may(game, "roll-dice 12")
    assert may(game, "roll-dice 2")
    assert may(game, "roll-dice 99")
    assert refused(game, "roll-dice 1").key == "so-many-dice"
    assert refused(game, "roll-dice 100").key == "so-many-dice"
    assert len(offered(game, "roll-dice")) == 98


@rule("D0.2")
@pytest.mark.parametrize(
    ("faces", "successes", "level"),
    [
        ((1, 3, 4, 5, 5, 6), 4, "Excellent"),
        ((4, 2), 1, "Ordinary"),
        ((4, 5), 2, "Fair"),
        ((4, 5, 6), 3, "Good"),
        ((4, 4, 4, 5, 6), 5, "Magnificent"),
        ((4,) * 6, 6, "Sensational"),
        ((4,) * 9, 9, "Epic"),
        ((3, 2), 0, ""),
    ],
)
def test_every_four_or_more_is_a_success_and_each_raises_the_level(faces: tuple[int, ...], successes: int, level: str):
    game = march(*faces)
    act(game, f"roll-dice {len(faces)}")
    (counted,) = happened(game, SuccessesCounted)
    assert (counted.successes, counted.level) == (successes, level)


@rule("D0.3", "D2.0b")
def test_two_ones_are_a_fiasco_whatever_the_successes():
    game = march(1, 1, 3, 5, 5, 6)
    act(game, "roll-dice 6")
    assert where(game, "V1-1") == (20, 20)
    assert happened(game, Fiasco)
    assert asked(game) == ("AoP", "Initiative.choose")
    assert game.state.red == {"ANV": 0, "AoP": 0}


@rule("D0.4")
def test_three_ones_are_a_disaster():
    game = skirmish({"V1": row(20, 20, 5), "U1": row(60, 20, 5)}, (1, 1, 1, 2, 3, 4, 4, 4, 6, 6, 1))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 10")
    assert not happened(game, UnitFired)
    assert [event.ones for event in happened(game, Disaster)] == [3]
    assert game.state.red["ANV"] == 2
    assert game.state.initiative == "AoP"
    assert game.state.squads["V1"].pinned


@rule("D0.4")
def test_four_ones_are_one_disaster():
    game = march(1, 1, 1, 1, 6, 6, 4)
    act(game, "roll-dice 6")
    assert len(happened(game, Disaster)) == 1
    assert game.state.red["ANV"] == 4  # two for the disaster, two because it was Fearful


@rule("D0.5")
def test_house_rules_are_options_and_the_record_names_them():
    game = march(2, 3, 4, 5, red={"ANV": 2}, options={"red_dice_count_as_successes": False})
    act(game, "roll-dice 2", "shed-dice 0")
    assert [event.successes for event in happened(game, SuccessesCounted)] == [0]
    assert game.record()["options"]["red_dice_count_as_successes"] is False
    game = march(2, 3, 4, 5, red={"ANV": 2})
    act(game, "roll-dice 2", "shed-dice 0")
    assert [event.successes for event in happened(game, SuccessesCounted)] == [2]


@rule("D0.5")
def test_which_house_rules_there_are():
    assert [(option.name, option.default, option.values) for option in OPTIONS] == [
        ("red_dice_count_as_successes", True, (True, False)),
        ("single_modifier", False, (False, True)),
        ("initiative_limit", 0, (0, 10, 15, 20, 30, 40, 60)),
    ]


@rule("D3.2g", "D-R1", "D-R15", "D1.1a")
@pytest.mark.parametrize(
    ("men", "fault"),
    [
        ({"V1-2": {"wounds": "light", "down": True}}, ""),
        ({"V1-2": {"down": True}}, "The man 'V1-2' lies down ('down': true) only with a light wound (D3.2g)."),
        (
            {"V1-2": {"wounds": "severe", "down": True}},
            "The man 'V1-2' lies down ('down': true) only with a light wound (D3.2g).",
        ),
        (
            {"V1-2": {"wounds": "light", "down": "yes"}},
            "The man 'V1-2' lies down ('down': true) only with a light wound (D3.2g).",
        ),
        ({"V1-2": {"captor": "AoP"}}, ""),
        (
            {"V1-2": {"captor": "AoP", "wounds": "light", "down": True}},
            "The man 'V1-2' is a prisoner and does not lie in shock (D-R15).",
        ),
        ({"V1-2": {"captor": "ANV"}}, "The man 'V1-2' can only be a prisoner of AoP, not of 'ANV'."),
        ({"V1-2": {"charge": "U4"}}, "The man 'V1-2' is in somebody's charge but no prisoner (D-R15)."),
        (
            {"V1-2": {"captor": "AoP", "charge": "U4"}},
            "The prisoner 'V1-2' is in the charge of 'U4', who are no escorts (D-R15).",
        ),
        ({"V1-2": {"at": [50, 2000]}}, "The base of 'V1-2' at [50, 2000] does not lie on the table (D-R1)."),
        ({"V1-2": {"at": [2000, 2150]}}, ""),
        ({"V1-2": {"at": [2000, 2149]}}, "The bases of 'V1-1' and 'V1-2' overlap (D-R1)."),
        ({"V1-2": {"at": [2000, 2100]}}, "The bases of 'V1-1' and 'V1-2' overlap (D-R1)."),
        ({"V1-1": {"wounds": "severe"}}, "The squad 'V1' cannot be led by a severely wounded man (D1.1a)."),
    ],
)
def test_what_no_position_can_hold(men: dict[str, dict[str, object]], fault: str):
    squads = {"V1": row(20, 20, 3), **far_off()}
    if not fault:
        skirmish(squads, men=men)
        return
    with pytest.raises(PositionError) as refused:
        skirmish(squads, men=men)
    assert fault in refused.value.faults


@rule("D0.5", "D-R13")
def test_the_number_of_passes_can_be_chosen():
    game = skirmish({"V1": row(20, 20, 5), "U1": row(60, 20, 5)}, options={"initiative_limit": 10}, passes=8)
    act(game, "decline")
    assert game.over is None
    act(game, "decline")
    assert game.over is not None


@rule("D0.5", "D3.2.1c")
def test_a_single_modifier_may_count_alone():
    squads = {"V1": row(150, 100, 5), "U1": row(172, 100, 5)}  # behind the trench, 22 cm off
    for single, total in ((False, [1, -2]), (True, [-2])):
        game = skirmish(squads, (4, 4, 4, 2), options={"single_modifier": single})
        act(game, "activate-squad V1", "fire-at U1", "roll-dice 4")
        (fired,) = happened(game, UnitFired)
        assert [modifier.value for modifier in fired.modifiers] == total


@rule("D-T1", "D3.1d")
@pytest.mark.parametrize(("successes", "distance"), [(1, 10), (2, 20), (3, 30), (4, 40), (6, 40)])
def test_the_table_of_successes_and_distances(successes: int, distance: int):
    game = march(*(4,) * successes, 2)
    act(game, f"roll-dice {successes + 1}", "face 0")
    assert where(game, "V1-1")[0] == pytest.approx(20 + distance)


@rule("D0.2", "D-T1")
def test_the_chart_of_successes_is_shown_as_it_is_played():
    chart = next(chart for chart in march().rules.charts() if chart.id == "successes")
    assert [(line.title, *line.cells) for line in reversed(chart.rows)] == [
        ("1", "Ordinary", "Rabble", "10 cm"),
        ("2", "Fair", "Militia", "20 cm"),
        ("3", "Good", "Regulars", "30 cm"),
        ("4", "Excellent", "Veterans", "40 cm"),
        ("5", "Magnificent", "Elite", "-"),
        ("6", "Sensational", "-", "-"),
        ("7+", "Epic", "-", "-"),
    ]


@rule("D-T1")
def test_the_rows_of_the_table():
    table = march().rules.components.tables.success_quality_movement.rows
    assert [(row.min, row.success, row.level, row.movement_cm) for row in reversed(table)] == [
        (1, "Ordinary", 1, 10),
        (2, "Fair", 2, 20),
        (3, "Good", 3, 30),
        (4, "Excellent", 4, 40),
        (5, "Magnificent", 5, None),
        (6, "Sensational", None, None),
        (7, "Epic", None, None),
    ]


# ---------------------------------------------------------------- the table and the squads


def faults(**changes: object) -> list[str]:
    field = msgspec.convert(msgspec.to_builtins(ground()) | changes, BattlefieldData)
    return list(check_battlefield(field, march().rules.components.tables))


@rule("D-T1")
def test_the_quality_of_a_squad_is_that_of_its_level():
    first, *others = msgspec.to_builtins(ground())["squads"]
    assert not [fault for fault in faults() if "(D-T1)" in fault]
    changed = faults(squads=[{**first, "level": 1, "quality": "Elite"}, *others])
    assert len([fault for fault in changed if "is of level 1, which is Rabble, not Elite (D-T1)" in fault]) == 1


@rule("D1.0a")
def test_the_table_is_large_enough_in_either_orientation():
    assert faults() == []
    (small,) = [fault for fault in faults(table={"width_cm": 110, "height_cm": 90}) if "measures" in fault]
    assert small == "The battlefield 'ground' measures 110 x 90 cm; the least is 120 x 80 cm (D1.0a)."
    assert not [fault for fault in faults(table={"width_cm": 80, "height_cm": 120}) if "measures" in fault]
    assert [fault for fault in faults(table={"width_cm": 130, "height_cm": 70}) if "measures 130 x 70" in fault]


@rule("D-R12")
def test_the_sides_have_rears_of_their_own():
    rears = {"ANV": {"edge": "north"}, "AoP": {"edge": "north"}}
    assert [fault for fault in faults(rear=rears) if "both sides the north edge" in fault]
    assert faults(rear={**rears, "AoP": {"edge": "south"}}) == []


@rule("D-R1")
@pytest.mark.parametrize(
    ("spot", "words"),
    [
        ((0.7, 50), "does not lie on the table"),
        ((199.3, 50), "does not lie on the table"),
        ((50, 0.7), "does not lie on the table"),
        ((50, 119.3), "does not lie on the table"),
        ((0.75, 119.25), ""),
        ((199.25, 0.75), ""),
        ((3.1, 3), "overlaps that of 'V1-1'"),
        ((3.1, 3.1), ""),
    ],
)
def test_soldiers_of_a_battlefield_stand_on_the_table_and_apart(spot: tuple[float, float], words: str):
    first, *others = msgspec.to_builtins(ground())["squads"]
    soldiers = list(first["soldiers"])
    soldiers[9] |= {"x": spot[0], "y": spot[1]}
    found = faults(squads=[{**first, "soldiers": soldiers}, *others])
    assert [words in fault and "(D-R1)" in fault for fault in found] == ([True] if words else [])


@rule("D1.0b", "D2.0a")
@pytest.mark.parametrize("name", BATTLEFIELDS)
def test_the_supplied_battlefields_are_full_and_the_confederate_begins(name: str):
    game = grognard.new(RED_DICE + name, seed=1)
    assert isinstance(game, Skirmish)
    field = game.rules.field.data
    assert list(check_battlefield(field, game.rules.components.tables)) == []
    assert len(field.features) >= 12
    assert all(game.strength(side) >= 20 for side in ("ANV", "AoP"))
    assert field.strength is not None
    assert (field.strength.ANV, field.strength.AoP) == (game.strength("ANV"), game.strength("AoP"))
    assert asked(game) == ("ANV", "Initiative.choose")


@rule("D1.0b")
def test_an_empty_table_or_too_few_soldiers_are_refused():
    field = ground()
    assert [fault for fault in faults(features=()) if "pieces of terrain" in fault]
    squads = [msgspec.to_builtins(squad) for squad in field.squads if squad.id in ("V1", "U1", "U2")]
    assert [fault for fault in faults(squads=squads) if "ANV; use at least 20" in fault]
    features = msgspec.to_builtins(field)["features"]
    assert [bool([fault for fault in faults(features=features[:number]) if "terrain" in fault]) for number in (11, 12)] == [
        True,
        False,
    ]


@rule("D1.1a")
def test_a_squad_has_one_to_ten_soldiers():
    squads = [msgspec.to_builtins(squad) for squad in ground().squads]
    squads[0]["soldiers"] = [*squads[0]["soldiers"], {"id": "V1-11", "x": 50, "y": 50}]
    assert "The battlefield 'ground': squad 'V1' has 11 soldiers; a squad has 1 to 10 (D1.1a)." in faults(squads=squads)
    for number in (10, 1):
        squads[0]["soldiers"] = squads[0]["soldiers"][:number]
        assert faults(squads=squads) == []


@rule("D1.1a")
def test_a_lone_survivor_may_still_be_activated():
    assert may(skirmish({"V1": [(20, 20)], **far_off()}), "activate-squad V1")


@rule("D1.1a")
def test_a_fallen_leader_is_replaced_at_once_the_healthy_first():
    hurt = {"U1-2": {"wounds": "light"}, **{f"U1-{n}": {"wounds": "light", "down": True} for n in (3, 4)}}
    game = skirmish({"V1": row(20, 20, 5), "U1": row(40, 20, 4)}, (4, 4, 4, 2, 6, 1), men=hurt)
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 4")  # two hits: the wounded man who stands, then the leader
    assert (man(game, "U1-1").box, man(game, "U1-2").wounds) == ("dead", 2)
    assert asked(game) == ("AoP", "NewLeaders.choose")
    assert offered(game, "promote") == ["U1-3", "U1-4"]
    assert refused(game, "promote U1-2").key == "the-healthy-lead-first"
    assert refused(game, "promote U2-1").key == "not-of-the-squad"
    assert refused(game, "decline").key == "not-offered"
    assert grognard.setup(game.position(), dice=Dice.script(())).actors == ("AoP",)  # a position may wait for a leader
    act(game, "promote U1-4")
    assert game.state.squads["U1"].leader == "U1-4"
    assert happened(game, LeaderNamed) == [LeaderNamed("U1", "U1-4")]


@rule("D1.1a")
def test_a_severely_wounded_leader_stays_where_nobody_is_better():
    game = skirmish(
        {"V1": row(20, 20, 5), "U1": row(40, 20, 2), **far_off()}, (4, 4, 4, 2, 1, 3), men={"U1-2": {"wounds": "severe"}}
    )
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 4")
    assert (man(game, "U1-1").wounds, man(game, "U1-2").box) == (2, "dead")
    assert asked(game) == ("ANV", "Initiative.choose")
    assert game.state.squads["U1"].leader == "U1-1"


@rule("D1.1a")
@pytest.mark.parametrize(
    ("men", "about", "fault"),
    [
        ({}, {"V1": {"leader": "V1-4"}}, ""),
        ({}, {"V1": {"leader": "V2-1"}}, "The squad 'V1' must be led by one of its men on the table, not by 'V2-1' (D1.1a)."),
        ({"V2-1": {"squad": "V1"}}, {}, "The squad 'V1' has 11 men on the table; ten are the most (D1.1a)."),
    ],
)
def test_who_leads_a_squad_in_a_position_and_how_many_it_has(
    men: dict[str, dict[str, object]], about: dict[str, dict[str, object]], fault: str
):
    squads = {"V1": row(20, 20, 10), "V2": [(40, 20), (40, 22)], **far_off()}
    more = {"V2": {"leader": "V2-2"}} if "V2-1" in men else {}
    if not fault:
        skirmish(squads, men=men, about=about)  # ten are not too many
        return
    with pytest.raises(PositionError) as refused:
        skirmish(squads, men=men, about={**about, **more})
    assert fault in refused.value.faults


@rule("D1.1b")
def test_a_man_who_joins_a_squad_counts_as_one_of_its_quality():
    game = skirmish({"V2": row(20, 20, 4), **far_off()}, (6, 4, 4, 2), men={"V2-9": {"box": "fled"}})
    act(game, "activate-squad V2", "close-ranks", "recall V2-9", "put-at 22,20")
    assert man(game, "V2-9").squad == "V2"
    assert game.state.squads[man(game, "V2-9").squad].level == 4


@rule("D1.1c")
def test_the_unit_is_who_is_linked_to_the_leader():
    game = skirmish({"V1": [(20, 20), (22.9, 20), (25.8, 20), (29, 20)], **far_off()})
    assert [one.id for one in game.unit("V1")] == ["V1-1", "V1-2", "V1-3"]
    assert list(game.units("ANV")) == ["V1", "V1-4"]


@rule("D1.1c")
def test_which_formations_can_be_taken_up():
    game = skirmish({"V1": row(20, 20, 3), **far_off()})
    act(game, "activate-squad V1")
    assert offered(game, "form") == ["line", "column", "fence"]
    assert refused(game, "form cloud").key == "in-that-formation"
    assert refused(game, "form square").key == "no-such-formation"
    act(game, "form line")
    assert refused(game, "form column").key == "formed-already"


@rule("D1.1c")
def test_strays_are_units_of_their_own_and_take_no_part():
    squads = {"U1": [(60, 20)], "V1": [(20, 20), (20, 22), (30, 30), (30, 32)]}
    game = skirmish(squads, (4, 4, 4, 2, 1), initiative="AoP")
    act(game, "activate-squad U1")
    assert offered(game, "fire-at") == ["V1", "V1-3"]
    act(game, "fire-at V1-3", "roll-dice 4")
    assert [one.id for one in game.state.men.values() if one.box == "dead"] == ["V1-4"]
    assert [event.unit for event in happened(game, UnitFired)] == ["V1-3"]
    game = skirmish({"V1": [(20, 20), (22, 20), (30, 20)], **far_off()}, (4, 3))
    act(game, "activate-squad V1", "close-ranks")
    assert [event.dice for event in happened(game, SquadActivated)] == [2]


# ---------------------------------------------------------------- the initiative


@rule("D2.0a")
def test_the_confederate_starts_with_the_initiative():
    assert asked(skirmish({"V1": row(20, 20, 3), **far_off()})) == ("ANV", "Initiative.choose")


@rule("D2.0b")
def test_without_successes_nothing_happens_and_the_initiative_is_kept():
    game = march(1, 2, 3)
    act(game, "roll-dice 3")
    assert where(game, "V1-1") == (20, 20)
    assert asked(game) == ("ANV", "Initiative.choose")


@rule("D2.0b")
def test_only_an_own_squad_with_somebody_able_is_activated():
    hurt = {f"V2-{n}": {"wounds": "severe"} for n in (1, 2)}
    game = skirmish({"V1": row(20, 20, 3), "V2": row(40, 20, 2), "U1": row(60, 20, 3)}, men=hurt)
    assert offered(game, "activate-squad") == ["V1"]
    assert refused(game, "activate-squad V2").key == "nobody-to-activate"
    assert [refused(game, f"activate-squad {squad}").key for squad in ("U1", "V9")] == ["not-your-squad"] * 2
    assert refused(game, "close-ranks").key == "not-offered"


@rule("D2.0b")
def test_a_player_may_decline_and_must_where_no_unit_can_be_activated():
    game = skirmish({"V1": row(20, 20, 3), "U1": row(60, 20, 3)})
    act(game, "decline")
    assert asked(game) == ("AoP", "Initiative.choose")
    assert [event.passes for event in happened(game, InitiativePassed)] == [1]
    twice = {"squad": "V1", "deed": "fire", "repeats": 2}
    last = skirmish({"V1": row(20, 20, 3), "U1": row(60, 20, 3)}, options={"initiative_limit": 10}, passes=9, last=twice)
    act(last, "decline")
    assert last.state.repeats == 0
    assert last.over is not None  # the end is looked at whenever the initiative passes
    hurt = {f"V1-{n}": {"wounds": "severe"} for n in (1, 2, 3)}
    game = skirmish({"V1": row(20, 20, 3), "U1": row(60, 20, 3)}, men=hurt)
    assert [event.side for event in happened(game, InitiativePassed)] == ["AoP"]


@rule("D2.0c")
def test_each_consecutive_action_of_the_same_type_adds_a_die():
    dice = (*(2,) * 9, *(3,) * 10, *(2,) * 11, *(2,) * 4, *(2,) * 4)
    game = skirmish({"V1": row(20, 20, 5), "V2": row(20, 40, 3), "U1": row(60, 20, 5)}, dice)
    for number in (9, 9, 9):
        act(game, "activate-squad V1", "fire-at U1", f"roll-dice {number}")
    assert [(event.dice, event.extra) for event in happened(game, SquadActivated)] == [(9, 0), (9, 1), (9, 2)]
    act(game, "activate-squad V2", "stand-fast", "roll-dice 4")  # another activation in between
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 4")
    assert happened(game, SquadActivated)[-1].extra == 0


@rule("D2.0c")
def test_another_type_of_action_or_a_pass_resets_the_count():
    game = skirmish({"V1": row(20, 20, 5), "U1": row(60, 20, 5)}, (*(2,) * 5, *(2,) * 2, *(2,) * 2))
    act(game, "activate-squad V1", "fire-at U1", "roll-dice 5", "activate-squad V1", "stand-fast", "roll-dice 2")
    assert happened(game, SquadActivated)[-1].extra == 0
    act(game, "decline", "decline", "activate-squad V1", "stand-fast", "roll-dice 2")
    assert happened(game, SquadActivated)[-1].extra == 0
