"""Chapter 16, and step 7 of a close combat: army morale."""

from collections.abc import Sequence

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.events import Rolled
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import ArmyMoraleChanged, Captured, MoraleChecked, Retreated
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Leader,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    field,
    last_roll,
    order_of,
    piece,
    tactics,
    where,
)

Pieces = Sequence[Unit | Leader]
LAKE = dict.fromkeys(("0301", "0302", "0202", "0102"), "pond")
"""Ponds that leave 0101 and 0201, in the corner, without any other neighbour on dry land."""


def finish(game: Battle) -> None:
    """The first choice in retreats, checks and advances, up to the next movement phase or the end."""
    while asked(game) not in ("move", ""):
        act(game, choices(game)[0])


def fight(
    british: Pieces,
    american: Pieces,
    dice: list[int],
    *attacks: tuple[str, str],
    leads: tuple[str, ...] = (),
    morale: tuple[int, int] = (14, 14),
    terrain: dict[str, str] | None = None,
) -> Battle:
    """The British attack and the whole combat is carried out; `home` and `away` stand far from it."""
    game = field(
        [*british, Unit("1-0-4", "1503", id="home")],
        [*american, Unit("1-0-4", "1518", id="away")],
        phase="close combat",
        dice=dice,
        morale=morale,
        terrain=terrain,
    )
    combat(game, *attacks, leads=leads)
    finish(game)
    return game


def ended(game: Battle) -> tuple[str | None, str] | None:
    return (game.over.winner, game.over.level) if game.over is not None else None


# ---------------------------------------------------------------- step 7


@rule("S12.23-7b", "S16.1b")
def test_the_defender_retreats_and_checks_first() -> None:
    british = [Unit("2-0-4", "1010", id="grenadiers"), Unit("1-0-4", "1010", id="fusiliers")]
    american = [Unit("2-0-4", "1011", id="maryland"), Unit("1-0-4", "1011", id="virginia")]
    attacks = ("grenadiers", "1011"), ("fusiliers", "1011")
    # 3 to 3 is 1-1; 6 is R/R; both companions fail with 0
    game = fight(british, american, [6, 0, 0], *attacks, leads=("grenadiers", "maryland"))
    moves = [event.piece for event in game.events(None) if isinstance(event, Retreated | MoraleChecked)]
    assert moves == ["maryland", "virginia", "virginia", "grenadiers", "fusiliers", "fusiliers"]
    assert army_morale(game) == (14, 14)  # R and failed checks move no army morale


@rule("S12.23-7c")
def test_army_morale_is_adjusted_after_the_results() -> None:
    american: list[Unit | Leader] = [Unit("1-0-4", "1011", reduced="1-0-4"), Leader("0-0-6", "1011", id="greene", loss=(-2, 1))]
    game = fight([Unit("4-0-4", "1010")], american, [8])  # 4-1: -/1*
    assert where(game, "greene") == "eliminated"
    assert piece(game, "a1").step == 1
    assert army_morale(game) == (14 + 1 + 1, 14 - 1 - 2)


@rule("S12.23-7c")
def test_army_morale_is_adjusted_before_the_advance() -> None:
    british = [Unit("2-0-4", "1010"), Unit("2-0-4", "1010"), Unit("1-0-4", "1503", id="home")]
    american = [Unit("1-0-4", "1011"), Unit("1-0-4", "1518", id="away")]
    game = field(british, american, phase="close combat", dice=[7])  # 4-1: -/1
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1",))
    assert asked(game) == "advance"
    assert army_morale(game) == (15, 13)


@rule("S12.23-7c")
def test_the_defenders_losses_are_posted_first() -> None:
    # R/R, and neither can go anywhere: the American leader who is left in 0101 closes it to the British
    american: list[Unit | Leader] = [Unit("3-0-4", "0101"), Leader("0-0-6", "0101", id="lee")]
    game = fight([Unit("3-0-4", "0201")], american, [6], terrain=LAKE)
    taken = [event.piece for event in game.events(None) if isinstance(event, Captured)]
    assert taken == ["a1", "b1"]
    posted = [(event.side, event.change) for event in game.events(None) if isinstance(event, ArmyMoraleChanged)]
    assert posted == [(AMERICAN, -1), (BRITISH, 1), (BRITISH, -1), (AMERICAN, 1)]


@rule("S12.23-7c", "S16.3")
def test_after_each_posting_an_army_at_zero_has_lost() -> None:
    american: list[Unit | Leader] = [Unit("3-0-4", "0101"), Leader("0-0-6", "0101", id="lee")]
    game = fight([Unit("3-0-4", "0201")], american, [6], terrain=LAKE, morale=(1, 1))
    assert ended(game) == (BRITISH, "substantial")  # the attacker's own loss is not posted any more
    assert army_morale(game) == (2, 0)


# ---------------------------------------------------------------- what changes the level


@rule("S16.1a")
def test_the_scenario_sets_the_level() -> None:
    game = field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")], morale=(9, 8))
    position = game.position()
    del position["tracks"]
    fresh = grognard.setup(position, dice=Dice.script([]))
    assert isinstance(fresh, Battle)
    assert army_morale(fresh) == (14, 14)


@rule("S16.1a")
def test_there_is_no_upper_limit() -> None:
    british = [Unit("3-0-4", "1010", states=("disrupted",))]
    game = field(british, [Unit("3-0-4", "1015")], phase="rally", morale=(19, 14), dice=[5])
    act(game, "rally b1")
    assert army_morale(game) == (20, 14)


@rule("S16.1a")
def test_a_leader_lost_changes_both_levels() -> None:
    american: list[Unit | Leader] = [Leader("1-1-6", "1012", id="lee", loss=(-3, 2)), Unit("3-0-4", "0318")]
    game = field([Unit("3-0-4", "1010"), Unit("1-0-4", "0303")], american)
    act(game, "move b1", "go 1012")
    assert army_morale(game) == (16, 11)


@rule("S16.1b")
@pytest.mark.parametrize(("die", "what"), [(5, "PIN"), (7, "-/R"), (4, "R/-")])
def test_retreats_and_pins_alone_change_nothing(die: int, what: str) -> None:
    game = fight([Unit("3-0-4", "1010")], [Unit("3-0-4", "1011")], [die])
    assert army_morale(game) == (14, 14)


@rule("S16.1c")
def test_each_unit_that_suffers_d_costs_one() -> None:
    british = [Unit("6-1-4", "1010"), Unit("6-1-4", "1111")]
    american = [Unit("1-0-4", "1011", id=name) for name in ("first", "second", "third")]
    game = field(
        [*british, Unit("1-0-4", "1503", id="home")],
        [*american, Unit("1-0-4", "1518", id="away")],
        phase="close combat",
        dice=[9, 0, 0],  # 4-1 with 10: -/AC; both companions fail into D
    )
    combat(game, ("b1", "1011"), ("b2", "1011"), leads=("b1", "first"))
    assert asked(game) == "give-up-unit"
    assert game.actors == (BRITISH,)
    act(game, "give second")
    finish(game)
    assert where(game, "second") == "captured"
    assert (order_of(game, "first"), order_of(game, "third")) == ("disrupted", "disrupted")
    assert army_morale(game) == (14 + 1, 14 - 1 - 2)


@rule("S16.1c")
def test_d_from_fire_and_at_the_end_of_the_phase_costs_one_too() -> None:
    british = [Unit("3-0-4", "1010", flags=("rifle",)), Unit("1-0-4", "1503")]
    game = field(british, [Unit("3-0-4", "1011"), Unit("1-0-4", "1518")], phase="rifle fire", dice=[9, 7])
    act(game, "target a1")
    act(game, choices(game)[0])
    assert order_of(game, "a1") == "disrupted"
    assert army_morale(game) == (14, 13)
    british = [Unit("3-0-4", "1010", states=("disrupted",)), Unit("1-0-4", "1503", states=("disrupted",))]
    game = field(british, [Unit("3-0-4", "1011"), Unit("1-0-4", "1518")], phase="rally")
    act(game, "end-rally")
    finish(game)
    assert order_of(game, "b1") == "shattered"  # left alone next to the enemy
    assert army_morale(game) == (13, 14)


@rule("S16.1c")
def test_a_shattered_unit_that_suffers_d_costs_one_and_gives_nothing() -> None:
    american = [Unit("3-0-4", "1011", states=("shattered",))]
    game = fight([Unit("1-0-4", "1010")], american, [7])  # 1-1, a defender is disordered: 8, -/D
    assert where(game, "a1") == "eliminated"
    assert army_morale(game) == (14, 13)


@rule("S16.1c")
def test_d_with_no_retreat_is_scored_as_a_capture() -> None:
    game = fight([Unit("3-0-4", "0201")], [Unit("3-0-4", "0101")], [8], terrain=LAKE)  # -/D; both surrounded: 0
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (15, 13)


@rule("S16.1d")
def test_a_one_costs_one_and_gives_one() -> None:
    game = fight([Unit("4-0-4", "1010")], [Unit("1-0-4", "1011", reduced="1-0-4")], [7])  # 4-1: -/1
    assert army_morale(game) == (15, 13)
    game = fight([Unit("4-0-4", "1010")], [Unit("4-0-4", "1011")], [0])  # 1-1: 1/-
    assert army_morale(game) == (13, 15)


@rule("S16.1d")
def test_a_two_costs_two_and_gives_one() -> None:
    game = fight([Unit("4-2-4", "1010")], [Unit("1-0-4", "1011", reduced="1-0-4")], [9])  # 4-1, 11: -/2
    assert where(game, "a1") == "eliminated"
    assert army_morale(game) == (15, 12)
    game = fight([Unit("1-0-4", "1010")], [Unit("3-2-4", "1011")], [0])  # 1-3, -2: 2/-
    assert army_morale(game) == (12, 15)


@rule("S16.1e")
def test_a_captured_unit_costs_one_and_gives_one() -> None:
    british = [Unit("3-0-4", "1010"), Unit("1-0-4", "1503")]
    american = [Unit("2-0-4", "1011", kind="artillery"), Unit("1-0-4", "1518")]
    game = field(british, american, phase="artillery fire")
    act(game, "hold-fire")  # the gun, alone, falls in step 1
    assert where(game, "a1") == "captured"
    assert army_morale(game) == (15, 13)


@rule("S16.1f")
def test_every_event_of_a_combat_is_counted() -> None:
    # 0101 has no way out: the companion that fails its check is captured
    american: list[Unit | Leader] = [
        Unit("1-0-4", "0101", id="lead", reduced="1-0-4"),
        Unit("1-0-4", "0101", id="other"),
        Leader("0-0-6", "0101", id="lee", loss=(-3, 2)),
    ]
    game = fight([Unit("6-0-4", "0201")], american, [8, 4], leads=("lead",))  # 3-1, surrounded: 9, -/1*
    assert last_roll(game, "close-combat")["total"] == 9
    assert where(game, "other") == "captured"
    assert army_morale(game) == (14 + 1 + 2 + 1, 14 - 1 - 3 - 1)


# ---------------------------------------------------------------- bands


def initiative_drm(level: int) -> int:
    """What a British army at this level adds to its initiative roll."""
    game = field(
        [Unit("3-0-4", "0303")],
        [Unit("3-0-4", "0318")],
        phasing=AMERICAN,
        first=BRITISH,
        morale=(level, 14),
        dice=[9, 0],
    )
    act(game, "end-movement")
    rolls = [event for event in game.events(None) if isinstance(event, Rolled) and event.seat == BRITISH]
    return rolls[-1].total - 9


def rally_total(level: int) -> int:
    """The modifiers of a rally attempt by a unit of morale +1."""
    british = [Unit("3-1-4", "1010", states=("disrupted",))]
    game = field(british, [Unit("3-0-4", "1015")], phase="rally", morale=(level, 14), dice=[0])
    act(game, "rally b1")
    return last_roll(game, "rally")["total"]


@rule("S16.2-bands")
@pytest.mark.parametrize(
    ("level", "drm", "morale"),
    [(19, 1, 0), (14, 1, 0), (11, 1, 0), (10, 0, -1), (8, 0, -1), (6, 0, -1), (5, -1, -2), (3, -1, -2), (1, -1, -2)],
)
def test_the_level_puts_an_army_in_a_band(level: int, drm: int, morale: int) -> None:
    assert initiative_drm(level) == drm
    assert rally_total(level) == 1 + morale


@rule("S16.2-bands")
def test_a_position_at_zero_is_over() -> None:
    with pytest.raises(grognard.PositionError, match=r"S16\.3"):
        field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")], morale=(0, 14))


@rule("S16.21")
def test_bands_change_initiative_and_unit_morale() -> None:
    assert [initiative_drm(level) for level in (12, 8, 3)] == [1, 0, -1]
    assert [rally_total(level) for level in (12, 8, 3)] == [1, 0, -1]


@rule("S16.21")
@pytest.mark.parametrize(("level", "lead"), [(12, 1), (8, 0), (3, -1)])
def test_bands_change_leads_and_morale_checks(level: int, lead: int) -> None:
    british = [Unit("2-1-4", "1010", id="lead"), Unit("1-1-4", "1010", id="other")]
    attacks = ("lead", "1011"), ("other", "1011")
    # 1-1, a modified die of 4: R/-; the companion stays on 5
    dice = [4 - lead, 5 - lead]
    game = fight(british, [Unit("3-0-4", "1011")], dice, *attacks, leads=("lead",), morale=(level, 14))
    assert last_roll(game, "close-combat")["attackers-lead-unit"] == lead
    assert last_roll(game, "morale-check")["total"] == 5
    assert where(game, "other") == "1010"
    dice = [4 - lead, 4 - lead]
    game = fight(british, [Unit("3-0-4", "1011")], dice, *attacks, leads=("lead",), morale=(level, 14))
    assert where(game, "other") != "1010"


@rule("S16.24a", "S16.24b")
def test_a_band_holds_through_a_combat_and_changes_for_the_next() -> None:
    british = [Unit("5-1-4", "1010"), Unit("5-1-4", "0505"), Unit("1-0-4", "1503", id="home")]
    american = [
        Unit("2-1-4", "1011", id="lead", reduced="1-0-4"),
        Unit("1-1-4", "1011", id="other"),
        Unit("2-1-4", "0506", id="next", reduced="1-0-4"),
        Unit("1-1-4", "0506", id="last"),
        Unit("1-0-4", "1518", id="away"),
    ]
    # 5 to 3 is 3-2, where 9 is -/1; each companion rolls 4
    game = field(british, american, phase="close combat", morale=(14, 11), dice=[9, 4, 8, 4])
    announce(game, ("b1", "1011"), ("b2", "0506"))
    act(game, "take 1", "lead lead")
    tactics(game)
    roll = last_roll(game, "close-combat")
    assert (roll["defenders-lead-unit"], roll["total"]) == (-1, 9)
    assert army_morale(game) == (15, 10)
    assert last_roll(game, "morale-check")["total"] == 5  # still High
    assert where(game, "other") == "1011"
    act(game, "lead next")
    tactics(game)
    roll = last_roll(game, "close-combat")
    assert (roll["defenders-lead-unit"], roll["total"]) == (0, 9)
    check = last_roll(game, "morale-check")
    assert (check["army-morale"], check["total"]) == (-1, 4)  # now Fatigued
    finish(game)
    assert where(game, "last") != "0506"


@rule("S16.24a")
@pytest.mark.parametrize(("phase", "phasing", "damage"), [("rifle fire", BRITISH, 4), ("artillery fire", AMERICAN, 0)])
def test_a_fire_keeps_the_bands_it_began_with(phase: str, phasing: str, damage: int) -> None:
    firer = Unit("1-0-4", "1010", flags=("rifle",)) if phase == "rifle fire" else Unit("2-0-3", "1010", kind="artillery")
    american = [Unit("2-0-4", "1011", "target"), Unit("1-0-4", "1518", "away")]
    game = field([firer], american, phase=phase, phasing=phasing, morale=(14, 11), dice=[9, damage])
    act(game, "target target")
    assert asked(game) == "retreat"
    game.state.morale[AMERICAN] = 10  # as an exclusive rule might post it
    assert game.rules.band_of(game, AMERICAN).id == "high"
    act(game, choices(game)[0])
    assert game.rules.band_of(game, AMERICAN).id == "fatigued"


@rule("S16.24a")
def test_leads_and_checks_of_a_close_combat_keep_the_band_of_its_step_1() -> None:
    british = [Unit("5-1-4", "1010"), Unit("1-0-4", "1503", id="home")]
    american = [Unit("2-1-4", "1011", id="lead", reduced="1-0-4"), Unit("1-1-4", "1011", id="other")]
    game = field(british, [*american, Unit("1-0-4", "1518", id="away")], phase="close combat", morale=(14, 11), dice=[9, 4])
    assert asked(game) == "choose-lead"
    game.state.morale[AMERICAN] = 10  # as an exclusive rule might post it
    act(game, "lead lead")
    tactics(game)
    assert last_roll(game, "close-combat")["defenders-lead-unit"] == -1
    assert "army-morale" not in last_roll(game, "morale-check")
    assert where(game, "other") == "1011"


@rule("S16.24b")
def test_everything_outside_combat_uses_the_current_band() -> None:
    british = [Unit("5-1-4", "1010"), Unit("1-0-4", "1503", id="home")]
    american = [Unit("3-1-4", "1011", reduced="2-0-4"), Unit("3-1-4", "1518", id="away", states=("disrupted",))]
    game = field(british, american, phase="close combat", morale=(14, 11), dice=[9, 4])
    tactics(game)
    assert army_morale(game) == (15, 10)
    act(game, "end-movement", "rally away")
    assert last_roll(game, "rally")["total"] == 4 + 1 - 1


# ---------------------------------------------------------------- demoralisation


@rule("S16.3")
def test_an_army_at_zero_loses_at_once_even_in_movement() -> None:
    def breaks_contact(level: int) -> Battle:
        british = [Unit("3-0-4", "1010", states=("pinned:1",))]
        american = [Unit("3-0-4", "1011", states=("pinned:1",))]
        game = field(british, american, morale=(level, 14))
        act(game, "break-contact 1", "go 1008")
        return game

    game = breaks_contact(1)
    assert ended(game) == (AMERICAN, "substantial")
    assert (game.state.phase, game.state.phasing) == ("movement", BRITISH)
    assert game.actors == ()
    assert ended(breaks_contact(2)) is None


@rule("S16.3")
def test_the_level_is_not_held_at_zero() -> None:
    game = fight([Unit("4-2-4", "1010")], [Unit("1-0-4", "1011")], [9], morale=(14, 1))  # 4-1, 11: -/2
    assert ended(game) == (BRITISH, "substantial")
    assert army_morale(game) == (15, -1)


@rule("S16.3")
@pytest.mark.parametrize(("morale", "ended"), [((0, 14), True), ((14, 0), True), ((14, -1), True), ((1, 1), False)])
def test_no_position_goes_on_with_a_demoralised_army(morale: tuple[int, int], ended: bool) -> None:
    def begin() -> Battle:
        return field([Unit("3-0-4", "1010")], [Unit("3-0-4", "1015")], morale=morale)

    if ended:
        with pytest.raises(grognard.PositionError, match=r"demoralised and the game is over \(S16\.3\)"):
            begin()
    else:
        assert begin().over is None
