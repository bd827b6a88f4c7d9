"""G3.7: Greene's army waits for its release, and the militia stays behind the streams."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.revolution.guilford.greenes_army import ArmyReleased, ContactMade
from grognard.games.revolution.series.battle import Battle
from tests.guilford.positions import CAMPAIGN, guilford, happened, in_state
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    act,
    announce,
    asked,
    choices,
    combat,
    labels,
    parse,
    refusal,
    tactics,
    where,
)


def american_movement(turn: int, **pieces: Any) -> Battle:
    """The beginning of an American movement phase without contact; Lee's cavalry, far away, may always move."""
    return guilford({"lee_cavalry": "2105", **pieces}, phasing=AMERICAN, turn=turn)


def contact(game: Battle) -> int:
    """The turn of first contact, or 0."""
    found: int = game.position().get("state", {}).get("contact", 0)
    return found


def movers(game: Battle) -> set[str]:
    return {choice.removeprefix("move ") for choice in choices(game) if choice.startswith("move ")}


# ---------------------------------------------------------------- G3.7a, frozen


@rule("G3.7a")
def test_greenes_army_does_not_move_before_its_release() -> None:
    army = {"maryland_1": "1929", "greene": "1929", "stevens": "1625", "lynch": "2022"}
    game = american_movement(3, campbell="1010", bretigny="1314", **army)
    assert movers(game) == {"lee_cavalry", "campbell", "bretigny"}
    for id in army:
        assert refusal(game, f"move {id}") == ("G3.7a",)


@rule("G3.7a")
def test_in_the_whole_army_only_the_vanguard_and_bretigny_move() -> None:
    game = grognard.new(CAMPAIGN, seed=3)
    assert isinstance(game, Battle)
    while game.state.phasing != AMERICAN or asked(game) != "move":
        act(game, "end-movement" if asked(game) == "move" else choices(game)[-1])
    assert movers(game) == {"lee_cavalry", "lee_infantry", "campbell", "nc_volunteers", "bretigny"}


@rule("G3.7a")
def test_breaking_contact_is_movement() -> None:
    pieces = {"lynch": in_state("2022", "pinned:1"), "jaegers": in_state("2021", "pinned:1")}
    game = american_movement(4, **pieces)
    assert "break-contact 1" not in choices(game)
    assert refusal(game, "break-contact 1") == ("G3.7a",)
    assert refusal(game, "move lynch") == ("S9.2c",)
    act(game, "end-movement")
    assert "break-contact 1" in choices(american_movement(6, **pieces))


@rule("G3.7a")
def test_the_vanguard_breaks_contact_as_it_likes() -> None:
    game = american_movement(4, campbell=in_state("1010", "pinned:1"), jaegers=in_state("0910", "pinned:1"))
    assert "break-contact 1" in choices(game)


@rule("G3.7a")
def test_the_british_break_contact_with_a_frozen_unit() -> None:
    pieces = {"lynch": in_state("2022", "pinned:1"), "jaegers": in_state("2021", "pinned:1")}
    assert "break-contact 1" in choices(guilford(pieces, turn=4))


# ---------------------------------------------------------------- G3.7b, frozen units still fight


@rule("G3.7b")
def test_frozen_units_fire() -> None:
    game = guilford({"lynch": "2022", "jaegers": "2021"}, phase="rifle fire", phasing=AMERICAN, turn=4)
    assert game.actors == (AMERICAN,)
    assert choices(game) == ["target jaegers", "hold-fire"]


@rule("G3.7b")
def test_frozen_units_attack_and_advance() -> None:
    # 4 to 1; Green 1, Jaegers -1, rifles +1; die 6: 7 is -/1
    game = guilford(
        {"green": "2022", "jaegers": "2021", "r23": "0505"}, phase="close combat", phasing=AMERICAN, turn=4, dice=[6]
    )
    combat(game)
    assert where(game, "jaegers") == "eliminated"
    assert where(game, "green") == "2021"


@rule("G3.7b")
def test_frozen_units_retreat() -> None:
    # 3 to 3; the 23rd 1, Linton +2, a militia defence +1; die 2: 6 is R/R
    game = guilford({"r23": "1922", "linton": "1923", "greene": "1930"}, phase="close combat", turn=4, dice=[2])
    combat(game)
    assert asked(game) == "retreat"
    act(game, "retreat 1924")
    assert where(game, "linton") == "1924"


@rule("G3.7b")
def test_frozen_units_rally() -> None:
    game = guilford({"linton": in_state("1924", "disrupted"), "r23": "0505"}, phase="rally", phasing=AMERICAN, turn=4, dice=[9])
    act(game, "rally linton")
    assert not game.is_disordered(game.piece("linton"))


@rule("G3.7b")
def test_a_frozen_unit_in_disorder_stays_next_to_the_enemy() -> None:
    """S13.3a would have it move away; it may not, and the phase can end."""
    game = american_movement(4, linton=in_state("1923", "disrupted"), jaegers="1922")
    assert choices(game) == ["move lee_cavalry", "end-movement"]
    assert refusal(game, "move linton") == ("G3.7a",)


# ---------------------------------------------------------------- G3.7c, contact


@rule("G3.7c")
def test_skirmishing_with_dragoons_is_no_contact() -> None:
    pieces = {"lee_cavalry": "0808", "tarleton": "0807", "r23": "0505", "greene": "1930"}
    game = guilford(pieces, phase="close combat", turn=2, dice=[3], momentum=(1, 0))
    tactics(game)
    assert contact(game) == 0


@rule("G3.7c")
def test_sight_at_the_end_of_a_movement_phase_is_contact() -> None:
    """The 23rd next to Campbell at the end of the British movement phase of turn 3."""
    game = guilford({"campbell": "1010", "r23": "0909", "cornwallis": "0201"}, turn=3)
    act(game, "move r23", "go 0910")
    assert contact(game) == 0
    act(game, "end-movement")
    assert contact(game) == 3
    assert happened(game, ContactMade) == [ContactMade(5)]


def seen(british: str, hex: str, american: str = "campbell", at: str = "1720", turn: int = 3, phasing: str = BRITISH) -> int:
    """The turn of contact after a movement phase in which nobody who matters moves."""
    pieces = {american: at, british: hex, "cornwallis": "0201", "nc_volunteers": "2305"}
    game = guilford(pieces, turn=turn, phasing=phasing)
    act(game, "end-movement")
    return contact(game)


@rule("G3.7c")
def test_sight_has_no_limit_of_range() -> None:
    """Hoskins' field is open from 1718 to 1723; the woods begin in 1724."""
    assert seen("r23", "1723") == 3
    assert seen("r23", "1718") == 3
    assert seen("r23", "1723", at="1717") == 3  # six hexes
    assert seen("r23", "1725", at="1722") == 0  # 1724 lies between


@rule("G3.7c")
def test_either_sides_movement_phase_counts() -> None:
    assert seen("r23", "1723", phasing=AMERICAN) == 3


@rule("G3.7c")
@pytest.mark.parametrize("british", ["jaegers", "guards_light", "tarleton"])
def test_light_infantry_and_dragoons_are_not_counted(british: str) -> None:
    assert seen(british, "1721") == 0
    assert seen(british, "1723") == 0


@rule("G3.7c")
@pytest.mark.parametrize("british", ["r7", "royal_nc", "bose", "macleod", "guards_grenadiers"])
def test_all_other_combat_units_are(british: str) -> None:
    assert seen(british, "1721") == 3


@rule("G3.7c")
@pytest.mark.parametrize("american", ["lee_infantry", "bretigny", "washington", "singleton", "linton"])
def test_any_american_combat_unit_makes_contact(american: str) -> None:
    assert seen("r23", "1722", american) == 3


@rule("G3.7c")
def test_leaders_see_nothing() -> None:
    assert seen("r23", "1721", "greene") == 0
    assert seen("webster", "1721") == 0


@rule("G3.7c")
def test_rifle_fire_is_contact_at_once() -> None:
    pieces = {"campbell": "1010", "r23": "0910", "jaegers": "1009"}
    for target, turn in (("r23", 3), ("jaegers", 0)):
        game = guilford(pieces, phase="rifle fire", phasing=AMERICAN, turn=3, dice=[0, 0])
        act(game, f"target {target}", "hold-fire")
        assert asked(game) == "announce-attack"  # riflemen need not attack
        assert contact(game) == turn


@rule("G3.7c")
def test_the_fire_of_the_jaegers_is_none() -> None:
    game = guilford({"campbell": "1010", "jaegers": "1009", "r23": "0505"}, phase="rifle fire", turn=3, dice=[0, 0])
    act(game, "target campbell", "hold-fire")
    assert game.rolled == 2  # Jaegers in the woods roll twice
    assert contact(game) == 0


@rule("G3.7c")
def test_artillery_fire_is_contact_at_once() -> None:
    pieces = {"macleod": "1720", "lee_infantry": "1722", "tarleton": "0505"}
    game = guilford(pieces, phase="artillery fire", phasing=AMERICAN, first=BRITISH, turn=3, dice=[0], momentum=(0, 1))
    act(game, "target lee_infantry")
    assert contact(game) == 3
    for target, turn in (("jaegers", 0), ("royal_nc", 3)):
        pieces = {"singleton": "1723", "lee_cavalry": "2105", target: "1721"}
        game = guilford(pieces, phase="artillery fire", turn=3, dice=[0])
        act(game, f"target {target}")
        assert game.state.phasing == AMERICAN
        assert contact(game) == turn


@rule("G3.7c")
def test_close_combat_is_contact_at_once() -> None:
    """Campbell attacked by the Jaegers alone, and by the Jaegers together with the 23rd."""
    pieces = {"campbell": "1010", "jaegers": "0910", "cornwallis": "0505", "r33": "0505"}
    game = guilford(pieces, phase="close combat", turn=3)
    announce(game, ("jaegers", "1010"))
    assert asked(game) == "choose-tactics"
    assert contact(game) == 0
    game = guilford({**pieces, "r23": "0910"}, phase="close combat", turn=3)
    announce(game, ("jaegers", "1010"), ("r23", "1010"))
    assert asked(game) == "choose-lead"
    assert contact(game) == 3


@rule("G3.7c")
def test_an_attack_on_light_infantry_alone_is_none() -> None:
    pieces = {"lee_infantry": "1010", "jaegers": "0910"}
    game = guilford(pieces, phase="close combat", phasing=AMERICAN, turn=3)
    assert asked(game) == "choose-tactics"
    assert contact(game) == 0
    game = guilford({**pieces, "r7": "0910"}, phase="close combat", phasing=AMERICAN, turn=3)
    assert contact(game) == 3


@rule("G3.7c")
def test_only_the_first_contact_counts() -> None:
    pieces = {"campbell": "1720", "r23": "1723", "cornwallis": "0201"}
    game = guilford(pieces, turn=3, state={"contact": 2})
    act(game, "end-movement")
    assert contact(game) == 2
    assert not happened(game, ContactMade)


@rule("G3.7c")
def test_a_combat_after_contact_or_release_notes_nothing() -> None:
    pieces = {"campbell": "1010", "r23": "0910", "lee_cavalry": "2105"}
    for turn, before in ((3, 2), (8, 0)):
        game = guilford(pieces, phase="close combat", turn=turn, state={"contact": before})
        assert asked(game) == "choose-tactics"
        assert contact(game) == before
        assert not happened(game, ContactMade)


@rule("G3.7c")
def test_after_the_release_there_is_nothing_to_note() -> None:
    assert seen("r23", "1723", turn=6) == 0
    assert seen("r23", "1723", turn=5) == 5


# ---------------------------------------------------------------- G3.7d, G3.7e, release


@rule("G3.7d")
@pytest.mark.parametrize(("turn_of_contact", "release"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 6)])
def test_the_army_is_released_two_turns_after_contact_and_on_turn_6_at_the_latest(turn_of_contact: int, release: int) -> None:
    def phase(turn: int) -> Battle:
        pieces = {"lee_cavalry": "2105", "maryland_1": "1929", "greene": "1929"}
        return guilford(pieces, phasing=AMERICAN, turn=turn, state={"contact": turn_of_contact})

    before, after, later = phase(release - 1), phase(release), phase(release + 1)
    assert movers(before) == {"lee_cavalry"}
    assert not happened(before, ArmyReleased)
    assert movers(after) == {"lee_cavalry", "maryland_1", "greene"}
    assert happened(after, ArmyReleased) == [ArmyReleased()]
    assert "maryland_1" in movers(later)
    assert not happened(later, ArmyReleased)


@rule("G3.7d")
def test_contact_announces_the_turn_of_release() -> None:
    for turn, release in ((2, 4), (4, 6), (5, 6)):
        game = guilford({"campbell": "1720", "r23": "1723", "cornwallis": "0201"}, turn=turn)
        act(game, "end-movement")
        assert happened(game, ContactMade) == [ContactMade(release)]


@rule("G3.7a", "G3.7b", "G3.7e")
def test_without_contact_the_army_is_released_on_turn_6() -> None:
    assert movers(american_movement(5, maryland_1="1929", linton="1923", greene="1930")) == {"lee_cavalry"}
    game = american_movement(6, maryland_1="1929", linton="1923", greene="1930")
    assert movers(game) == {"lee_cavalry", "maryland_1", "linton", "greene"}
    assert happened(game, ArmyReleased) == [ArmyReleased()]


@rule("G3.7e")
def test_the_release_is_announced_in_the_american_phase() -> None:
    assert not happened(guilford({"maryland_1": "1929", "r23": "0505"}, turn=6), ArmyReleased)


# ---------------------------------------------------------------- G3.7f, the streams


@rule("G3.7f")
def test_the_militia_does_not_cross_little_horse_pen_creek() -> None:
    game = american_movement(8, randolph="1718")
    act(game, "move randolph")
    assert "1717" not in labels(game)
    assert refusal(game, "go 1717") == ("G3.7f",)
    assert refusal(game, "go 1616") == ("G3.7f",)
    assert "1617" in labels(game)


@rule("G3.7f")
def test_the_militia_does_not_cross_sawpit_branch() -> None:
    game = american_movement(8, perkins="1224")
    act(game, "move perkins")
    assert "1124" in labels(game)
    assert refusal(game, "go 1024") == ("G3.7f",)
    act(game, "go 1124")
    assert refusal(game, "go 1024") == ("G3.7f",)
    assert "1024" not in labels(game)


@rule("G3.7f")
@pytest.mark.parametrize(
    "id",
    ["randolph", "holcombe", "moffett", "perkins", "linton", "williams", "butler_1", "butler_2", "finley", "singleton"],
)
def test_which_units_the_streams_hold_back(id: str) -> None:
    game = american_movement(8, **{id: "1718"})
    act(game, f"move {id}")
    assert refusal(game, "go 1717") == ("G3.7f",)


@rule("G3.7f")
def test_leaders_are_not_held_back() -> None:
    for leader in ("greene", "stevens", "eaton"):
        game = american_movement(8, **{leader: "1718"})
        act(game, f"move {leader}")
        assert "1717" in labels(game)


@rule("G3.7f")
def test_no_way_leads_round_through_closed_ground() -> None:
    """1816 and 1817 lie on either side of the creek; from 1717's bank no short cut is taken."""
    game = american_movement(8, randolph="1718")
    act(game, "move randolph")
    zone = game.rules.board.zones
    closed = zone["west_of_little_horse_pen_creek"] | zone["south_of_sawpit_branch"]
    assert not any(closed >> game.rules.board.hex(hex) & 1 for hex in labels(game))


@rule("G3.7f")
def test_driven_beyond_a_stream_a_unit_comes_only_back() -> None:
    """1715 is three steps from the near bank, 1716 two, 1717 one."""
    game = american_movement(8, randolph="1715")
    act(game, "move randolph")
    assert {"1716", "1717", "1718"} <= set(labels(game))
    assert refusal(game, "go 1514") == ("G3.7f",)
    assert not {"1714", "1614", "1814"} & set(labels(game))  # 1614 and 1814 are as far from the bank as 1715
    assert refusal(game, "go 1714") == ("G3.7f",)
    assert refusal(game, "go 1814") == ("G3.7f",)
    act(game, "go 1716")
    assert "1715" not in labels(game)
    assert refusal(game, "go 1715") == ("G3.7f",)
    act(game, "go 1717", "go 1718")
    assert refusal(game, "go 1717") == ("G3.7f",)


@rule("G3.7f")
def test_closed_ground_all_round_keeps_a_unit_where_it_is() -> None:
    """Randolph, driven to 1717, has the 23rd, the 33rd and the 71st between him and the near bank."""
    pieces = {"randolph": "1717", "r23": "1718", "r33": "1617", "r71": "1817"}
    game = american_movement(8, **pieces)
    assert movers(game) == {"lee_cavalry"}
    assert refusal(game, "move randolph")
    act(game, "end-movement")
    assert where(game, "randolph") == "1717"


@rule("G3.7f")
def test_a_disrupted_unit_does_not_flee_beyond_the_streams() -> None:
    game = american_movement(8, randolph=in_state("1718", "disrupted"), r23="1719")
    act(game, "move randolph")
    if asked(game) == "march":
        assert "1717" not in labels(game)
        assert refusal(game, "go 1717") == ("G3.7f",)
    else:
        assert where(game, "randolph") != "1717"


@rule("G3.7f")
def test_they_do_not_advance_beyond_the_streams() -> None:
    """Randolph and Kirkwood attack 1717 across the bridge: Kirkwood must lead, and Randolph may not follow."""
    # 4 to 1; Kirkwood 2, Jaegers -1, rifles +1, the bridge -1; die 6: 7 is -/1
    pieces = {"randolph": "1718", "kirkwood": "1718", "jaegers": "1717", "r23": "0505"}
    game = guilford(pieces, phase="close combat", phasing=AMERICAN, dice=[6])
    announce(game, ("randolph", "1717"), ("kirkwood", "1717"))
    assert asked(game) == "choose-tactics"  # there is one unit only that may lead
    tactics(game)
    assert where(game, "jaegers") == "eliminated"
    assert where(game, "kirkwood") == "1717"
    assert where(game, "randolph") == "1718"
    assert asked(game) != "advance"


@rule("G3.7f")
def test_an_advance_beyond_the_stream_is_refused_by_the_rule() -> None:
    """Lynch leads over the bridge; Washington may follow, Randolph may not."""
    # 6 to 1; Lynch 0, Jaegers -1, rifles +1 and -1, the bridge -1; die 9: 7 is -/1
    pieces = {"randolph": "1718", "washington": "1718", "lynch": "1718", "jaegers": "1717", "r23": "0505"}
    game = guilford(pieces, phase="close combat", phasing=AMERICAN, dice=[9])
    announce(game, ("randolph", "1717"), ("washington", "1717"), ("lynch", "1717"))
    assert choices(game) == ["lead washington", "lead lynch"]
    assert refusal(game, "lead randolph") == ("S12.23-2e",)
    act(game, "lead lynch")
    tactics(game)
    assert where(game, "lynch") == "1717"
    assert choices(game) == ["advance washington", "end-advance"]
    assert refusal(game, "advance randolph") == ("G3.7f",)


@rule("G3.7f")
def test_alone_he_stays_on_his_bank() -> None:
    # 3 to 1; Randolph -1, Jaegers -1, rifles +1, a militia attack -1, the bridge -1; die 9: 6... with Greene 9 is -/1*
    pieces = {"randolph": "1718", "greene": "1718", "jaegers": "1717", "r23": "0505"}
    game = guilford(pieces, phase="close combat", phasing=AMERICAN, dice=[9])
    combat(game)
    assert where(game, "jaegers") != "1717"
    assert where(game, "randolph") == "1718"


@rule("G3.7f")
def test_a_forced_retreat_may_lead_beyond_the_streams() -> None:
    """The British stand between Randolph and home; only the west is open."""
    # 3+3+3+2 to 3: 3-1; the 23rd 1, Randolph +1, a militia defence +1; die 1: 4 is R/R
    pieces = {"randolph": "1718", "r23": "1719", "r33": "1818", "r71": "1618", "guards_1": "1817", "greene": "2030"}
    game = guilford(pieces, phase="close combat", dice=[1])
    announce(game, *((id, "1718") for id in ("r23", "r33", "r71", "guards_1")))
    act(game, "lead r23")
    tactics(game)
    assert where(game, "randolph") == "1717"


@rule("G3.7f")
def test_before_the_release_nothing_is_closed() -> None:
    """A frozen unit that attacks may advance over the stream; the limit holds once the army is released."""
    pieces = {"randolph": "1718", "greene": "1718", "jaegers": "1717", "r23": "0505"}
    game = guilford(pieces, phase="close combat", phasing=AMERICAN, turn=4, dice=[9])
    combat(game)
    assert where(game, "randolph") == "1717"


# ---------------------------------------------------------------- G3.7g, G3.7h, who goes where he likes


@rule("G3.7g")
def test_lynch_may_cross_both_streams() -> None:
    game = american_movement(8, lynch="1718")
    act(game, "move lynch", "go 1717")
    assert where(game, "lynch") == "1717"
    game = american_movement(8, lynch="1124")
    act(game, "move lynch")
    assert "1024" in labels(game)


@rule("G3.7h")
def test_campbell_goes_on_west_of_the_creek() -> None:
    game = american_movement(7, campbell="1212")
    act(game, "move campbell", "go 1112")
    assert where(game, "campbell") == "1112"


@rule("G3.7h")
@pytest.mark.parametrize(
    "id",
    ["maryland_1", "maryland_2", "kirkwood", "washington", "green", "hawes", "lee_infantry", "campbell", "nc_volunteers"],
)
def test_all_others_go_anywhere(id: str) -> None:
    for start, goal in (("1718", "1717"), ("1124", "1024")):
        game = american_movement(8, **{id: start})
        act(game, f"move {id}")
        assert parse(game, f"go {goal}") in game.actions(AMERICAN)


@rule("G3.7h")
def test_bretigny_has_only_his_own_limit() -> None:
    game = american_movement(8, bretigny="1718")
    act(game, "move bretigny")
    assert {"1717", "1616"} <= set(labels(game))
