"""E3.2 and E3.3: the rooting party, and who plays first on turn 3."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import GrognardError
from grognard.games.revolution.eutaw.rooting_party import Roused
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.pieces import DISRUPTED
from tests.eutaw.positions import campaign, columns, end_of_game, fire_result, happened, in_state, marks_of, outcome, result
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    act,
    announce,
    army_morale,
    asked,
    attack_mask,
    choices,
    combat,
    labels,
    last_roll,
    momentum_of,
    order_of,
    refusal,
    tactics,
    where,
)

FORAGERS = {"rooting_party": in_state("0925", "foraging")}
AWAY = {"hampton": "1332", "stuart": "1104"}
"""A leader for each side far away, so that every movement phase asks something."""


def attack(attacker: str, *dice: int, **others: Any) -> Battle:
    """Turn 2: one unit in 0926 attacks the party in 0925, which moves up its morale of -1; the chits give 0."""
    pieces = {attacker: "0926", **FORAGERS, **AWAY, **others.pop("pieces", {})}
    game = campaign(pieces, phase="close combat", dice=dice, morale=(13, 14), **others)
    combat(game)
    return game


def settle(game: Battle) -> None:
    """Retreat and advance as the list has it, until the next movement phase."""
    while asked(game) != "move":
        act(game, choices(game)[-1])


def points(game: Battle) -> dict[str, float]:
    return game.view(None)["victory_points"]  # type: ignore[no-any-return]


# ---------------------------------------------------------------- E3.2, who plays first on turn 3


@rule("E1.7b", "E3.2a")
@pytest.mark.parametrize(
    ("attacker", "die", "comes_to"),
    [
        ("nc_militia", 2, "D/-"),  # 2-1; -1 + 1 and -1 for militia: 1
        ("kirkwood", 0, "R/-"),  # 1-1; 2 + 1: 3
        ("kirkwood", 3, "R/R"),  # 6
        ("kirkwood", 4, "-/R"),  # 7
    ],
)
def test_a_party_unharmed_or_well_retreated_gives_the_british_turn_3(attacker: str, die: int, comes_to: str) -> None:
    game = attack(attacker, die)
    assert result(game) == comes_to
    settle(game)
    assert (game.state.turn, game.state.order, game.actors) == (3, (BRITISH, AMERICAN), (BRITISH,))
    assert where(game, "rooting_party") == ("0925" if comes_to.endswith("-") else "1024")


@rule("E1.7b", "E3.2b")
@pytest.mark.parametrize(
    ("attacker", "die", "comes_to", "end"),
    [
        ("kirkwood", 2, "PIN", "0925"),  # 5
        ("kirkwood", 5, "-/D", "1224"),  # 8: three hexes, disrupted
        ("maryland", 4, "-/1", "eliminated"),  # 4-1; 2 + 1: 7
        ("maryland", 6, "-/DC", "captured"),  # 9
        ("maryland", 8, "-/2", "eliminated"),  # 11
    ],
)
def test_any_other_result_gives_the_american_turn_3(attacker: str, die: int, comes_to: str, end: str) -> None:
    game = attack(attacker, die)
    assert result(game) == comes_to
    settle(game)
    assert (game.state.turn, game.state.order, game.actors) == (3, (AMERICAN, BRITISH), (AMERICAN,))
    assert where(game, "rooting_party") == end


@rule("E3.2b")
def test_a_retreat_that_fails_gives_the_american_turn_3() -> None:
    """1025 is held; units at 1023 and 0725 have zones over the four open hexes, so that an R is a capture."""
    others = {"kirkwood": "1025", "virginia": "1023", "nc_bde": "0725"}
    pieces = {"maryland": "0926", **FORAGERS, **AWAY, **others}
    game = campaign(pieces, phase="close combat", dice=[0], morale=(13, 14))
    combat(game, ("maryland", "0925"), ("kirkwood", "0925"), leads=("maryland",))
    assert result(game) == "-/R"  # 2 + 1 + 1 surrounded
    assert where(game, "rooting_party") == "captured"
    settle(game)
    assert game.state.order == (AMERICAN, BRITISH)
    assert army_morale(game) == (13, 14)


@rule("E3.2a")
@pytest.mark.parametrize(("chit", "end"), [("stand_fast", "0925"), ("withdraw", "1024")])
def test_no_combat_gives_the_british_turn_3(chit: str, end: str) -> None:
    """Withdraw against Stand Fast, or the other way round: whether it stays or goes, the party gives the alarm."""
    game = campaign({"kirkwood": "0926", **FORAGERS, **AWAY}, phase="close combat", morale=(13, 14))
    tactics(game, "withdraw" if chit == "stand_fast" else "stand_fast", chit)
    settle(game)
    assert where(game, "rooting_party") == end
    assert game.state.order == (BRITISH, AMERICAN)


@rule("E3.2a")
def test_a_party_that_is_not_attacked_gives_the_alarm() -> None:
    game = campaign({**FORAGERS, **AWAY}, morale=(13, 14))
    act(game, "end-movement")
    assert (game.state.turn, game.state.order) == (3, (BRITISH, AMERICAN))


@rule("E3.2a", "E3.2b")
@pytest.mark.parametrize(
    ("dice", "comes_to", "first"),
    [
        ([5], "miss", BRITISH),  # 5 + 1 for the first fire, and 7 is needed
        ([6, 0], "AM", BRITISH),
        ([6, 4], "R", BRITISH),
        ([6, 7], "D", AMERICAN),
        ([6, 9], "1*", AMERICAN),
    ],
)
def test_fire_decides_turn_3_by_what_it_leaves_of_the_party(dice: list[int], comes_to: str, first: str) -> None:
    game = campaign({"sc_rifles": "0926", **FORAGERS, **AWAY}, phase="rifle fire", dice=dice, morale=(13, 14))
    act(game, "target rooting_party")
    assert fire_result(game) == comes_to
    if asked(game) == "announce-attack":
        act(game, "end-announcement")  # riflemen need not attack
    settle(game)
    assert game.state.order[0] == first
    assert army_morale(game) == (13, 14)  # E3.3d


@rule("E1.7b")
def test_nobody_rolls_for_turn_3_and_no_momentum_is_spent() -> None:
    """The script holds no dice, and both sides hold momentum."""
    game = campaign({**FORAGERS, **AWAY}, phase="end of turn", momentum=(2, 3))
    assert (game.state.turn, asked(game), game.actors) == (3, "move", (BRITISH,))
    assert momentum_of(game) == (2, 3)


@rule("E1.7b", "E1.7c")
def test_turn_4_is_rolled_for_again() -> None:
    game = campaign({**FORAGERS, **AWAY}, turn=3, phase="end of turn", dice=[0, 9])
    assert (game.state.turn, game.state.order) == (4, (AMERICAN, BRITISH))


# ---------------------------------------------------------------- E3.3a, it never attacks


@rule("E3.3a")
def test_the_party_next_to_an_enemy_declares_no_attack() -> None:
    game = campaign(
        {**FORAGERS, **AWAY, "palmetto_cav": "0926"}, turn=3, phasing=BRITISH, phase="close combat", morale=(13, 14)
    )
    assert game.actors == (AMERICAN,)  # the British combat phase went by, and with it their player turn
    assert (where(game, "rooting_party"), order_of(game, "rooting_party")) == ("0925", "parade")
    assert army_morale(game) == (13, 14)


@rule("E3.3a")
def test_the_party_joins_no_attack_and_what_it_touches_alone_is_not_owed_one() -> None:
    pieces = {"rooting_party": "0925", **AWAY, "palmetto_cav": "0926", "63rd": "1313", "kirkwood": "1314", "64th": "1312"}
    game = campaign(pieces, turn=3, phasing=BRITISH, phase="close combat")
    assert columns(game) == ["2-1"]  # the 63rd's attack on Kirkwood was the only choice
    pieces |= {"64th": "1413"}
    game = campaign(pieces, turn=3, phasing=BRITISH, phase="close combat")
    assert refusal(game, attack_mask(game, "rooting_party", "0926")) == ("E3.3a",)
    assert {text.split()[1] for text in choices(game) if text.startswith("attack")} == {"63rd", "64th"}


@rule("E3.3a")
def test_the_party_defends_with_its_strength_and_morale() -> None:
    game = attack("kirkwood", 9)
    assert last_roll(game, "close-combat") == {
        "attackers-lead-unit": 2,
        "defenders-lead-unit": 1,
        "tactics": 0,
        "die": 9,
        "total": 12,
    }
    assert where(game, "rooting_party") == "eliminated"  # 1-1 and 11: 1*


# ---------------------------------------------------------------- E3.3b, it stays until it is attacked


@rule("E3.3b")
def test_a_party_never_attacked_stays() -> None:
    game = campaign({**FORAGERS, **AWAY}, turn=3, phasing=BRITISH)
    assert choices(game) == ["move stuart", "end-movement"]
    assert refusal(game, "move rooting_party") == ("E3.3b",)


@rule("E3.3b")
def test_only_the_party_forages_and_it_may_be_in_other_states() -> None:
    with pytest.raises(GrognardError, match="kirkwood"):
        campaign({**FORAGERS, **AWAY, "kirkwood": in_state("1330", "foraging")}, turn=3, phasing=BRITISH)
    game = campaign({**FORAGERS, **AWAY, "kirkwood": in_state("1330", "disrupted")}, turn=3, phasing=BRITISH)
    assert game.piece("kirkwood").order == DISRUPTED


@rule("E3.3b")
def test_a_party_attacked_on_turn_2_moves_on_turn_3() -> None:
    """Its attacker retreats; then it has the 4 MP of an ordinary unit."""
    game = attack("kirkwood", 0)
    assert happened(game, Roused) == [Roused("rooting_party")]
    settle(game)
    act(game, "move rooting_party")
    assert "1327" in labels(game)  # four hexes of forest
    assert refusal(game, "go 1427") == ("S9.1a",)
    act(game, "go 1327")
    assert where(game, "rooting_party") == "1327"


@rule("E3.3b")
def test_a_declared_attack_is_enough() -> None:
    """The party and the 63rd are attacked; Maryland's combat goes first, and before the party's own it may move already."""
    pieces = {"kirkwood": "0926", "maryland": "1314", "63rd": "1313", **FORAGERS, **AWAY}
    game = campaign(pieces, phase="close combat")
    announce(game, ("kirkwood", "0925"), ("maryland", "1313"))
    assert asked(game) == "next-combat"
    assert marks_of(game, "rooting_party") == set()


@rule("E3.3b")
def test_it_is_roused_once() -> None:
    game = campaign({"kirkwood": "0926", "rooting_party": "0925", **AWAY}, phase="close combat", dice=[0])
    combat(game)
    assert happened(game, Roused) == []


@rule("E3.3b")
def test_a_diversion_is_no_attack() -> None:
    """Kirkwood diverts the party and attacks the 63rd."""
    pieces = {"kirkwood": "0926", "63rd": "0927", **FORAGERS, **AWAY}
    game = campaign(pieces, phase="close combat")
    act(game, "divert 0925")
    assert asked(game) == "choose-tactics"
    assert marks_of(game, "rooting_party") == {"foraging"}


@rule("E3.3b")
@pytest.mark.parametrize("die", [0, 9])
def test_rifle_fire_is_an_attack_whatever_it_does(die: int) -> None:
    pieces = {"sc_rifles": "0926", **FORAGERS, **AWAY}
    game = campaign(pieces, phase="rifle fire", dice=[die, 0])
    act(game, "target rooting_party", "end-announcement", "move stuart", "go 1103", "stop")
    assert (game.state.turn, game.state.phasing) == (3, BRITISH)
    assert "move rooting_party" in choices(game)


@rule("E3.3b")
def test_rifles_that_hold_their_fire_leave_it_in_place() -> None:
    game = campaign({"sc_rifles": "0926", **FORAGERS, **AWAY}, phase="rifle fire")
    act(game, "hold-fire", "end-announcement")
    assert (game.state.turn, game.state.phasing) == (3, BRITISH)
    assert refusal(game, "move rooting_party") == ("E3.3b",)


@rule("E3.3b")
def test_artillery_fire_is_an_attack_too() -> None:
    """American guns fire in the British player turn; a miss at two hexes lets the party move on the next turn."""
    pieces = {"gaines": "0927", **FORAGERS, **AWAY}
    game = campaign(pieces, turn=3, phasing=BRITISH, phase="artillery fire", dice=[0, 9, 0])
    act(game, "target rooting_party")
    assert fire_result(game) == "miss"
    act(game, "end-movement")
    assert (game.state.turn, game.state.phasing) == (4, BRITISH)
    assert "move rooting_party" in choices(game)


# ---------------------------------------------------------------- E3.3c, its zone of control


@rule("E3.3c")
def test_the_partys_zone_stops_a_move_in_the_field_and_not_in_the_forest() -> None:
    game = campaign({"lee_inf": "1125", **FORAGERS, **AWAY})
    act(game, "move lee_inf", "go 1025")
    assert asked(game) == "march"  # forest 1025 is in no zone
    act(game, "go 1024")
    assert asked(game) == "move"  # cultivated 1024 is
    assert where(game, "lee_inf") == "1024"


@rule("E3.3c")
def test_a_disrupted_party_has_no_zone() -> None:
    game = campaign({"lee_inf": "1125", "rooting_party": in_state("0925", "disrupted"), **AWAY})
    act(game, "move lee_inf", "go 1024")
    assert asked(game) == "march"


@rule("E3.3c")
def test_the_party_is_an_enemy_unit_for_strategic_movement() -> None:
    """By road from 1330 eight hexes are 1222; with the party in 1124 the road next to it, from 1224 on, is closed."""
    game = campaign({"pickens_sumter": "1330", **FORAGERS, **AWAY})
    act(game, "move pickens_sumter")
    assert "1222" in labels(game)
    game = campaign({"pickens_sumter": "1330", "rooting_party": "1124", **AWAY})
    act(game, "move pickens_sumter")
    assert "1225" in labels(game)
    assert "1224" not in labels(game)


# ---------------------------------------------------------------- E3.3d, it counts for nothing


@rule("E3.3d")
def test_an_eleven_removes_the_party_and_changes_nothing_else() -> None:
    game = attack("maryland", 8, momentum=(1, 1))
    act(game, "accept", "accept")
    assert (last_roll(game, "close-combat")["total"], result(game)) == (11, "-/2")
    assert where(game, "rooting_party") == "eliminated"
    assert army_morale(game) == (13, 14)
    assert momentum_of(game) == (1, 1)
    assert points(game) == {BRITISH: 3.0, AMERICAN: 0.0}  # the camp


@rule("E3.3d")
@pytest.mark.parametrize(("die", "comes_to"), [(2, "-/D"), (4, "-/1"), (6, "-/DC"), (7, "-/AC")])
def test_no_result_against_the_party_moves_army_morale_or_scores(die: int, comes_to: str) -> None:
    game = attack("maryland", die)
    assert result(game) == comes_to
    settle(game)
    assert army_morale(game) == (13, 14)
    assert momentum_of(game) == (0, 0)
    assert points(game) == {BRITISH: 3.0, AMERICAN: 0.0}


@rule("E3.3d")
def test_a_disrupted_party_left_next_to_the_enemy_counts_for_nothing_either() -> None:
    """S13.3g at the end of the British combat phase: it suffers D, and as a shattered unit it is captured."""
    pieces = {"rooting_party": in_state("0925", "shattered"), "kirkwood": "0926", **AWAY}
    game = campaign(pieces, turn=3, phasing=BRITISH, phase="close combat", morale=(13, 14))
    assert where(game, "rooting_party") == "captured"
    assert army_morale(game) == (13, 14)
    pieces |= {"rooting_party": in_state("0925", "disrupted")}
    game = campaign(pieces, turn=3, phasing=BRITISH, phase="close combat", morale=(13, 14))
    settle(game)
    assert order_of(game, "rooting_party") == "shattered"
    assert army_morale(game) == (13, 14)


@rule("E3.3d")
def test_results_against_its_attackers_are_scored_as_usual() -> None:
    """2-1 and -1: 1*/- costs the militia a step, and the British gain a counter."""
    game = attack("nc_militia", 0)
    assert (last_roll(game, "close-combat")["total"], result(game)) == (-1, "1*/-")
    assert army_morale(game) == (14, 13)
    assert momentum_of(game) == (1, 0)


@rule("E3.3d")
def test_beside_other_defenders_it_does_not_keep_momentum_from_the_american() -> None:
    """Maryland and Greene attack the party and the 63rd, 4 to 3: what befalls the 63rd is scored as usual."""
    pieces = {"maryland": "0926", "rooting_party": "0925", "63rd": "0925", **AWAY, "greene": "0926"}
    game = campaign(pieces, phase="close combat", dice=[7, 9], morale=(13, 14))
    combat(game, leads=("63rd",))
    # lead 2 + 2 command, leader 1, less lead 1: 7 + 4 is 11, 1-1: 1*; the party then checks with 9 - 1
    assert (last_roll(game, "close-combat")["total"], result(game)) == (11, "-/1*")
    assert momentum_of(game) == (0, 1)
    assert army_morale(game) == (12, 15)


@rule("E3.3d")
def test_a_step_lost_by_another_unit_beside_the_party_scores_but_moves_no_army_morale() -> None:
    """12 to 3 is 4-1; 2 + 1 and an 8 are 11: the party is lost, the 63rd loses the second step and stands its check."""
    here, there = dict.fromkeys(("maryland", "kirkwood", "lee_inf"), "0926"), dict.fromkeys(("virginia", "nc_bde"), "1025")
    pieces = {**here, **there, "rooting_party": "0925", "63rd": "0925", **AWAY}
    game = campaign(pieces, phase="close combat", dice=[8, 9], morale=(13, 14))
    combat(game, *((id, "0925") for id in (*here, *there)), leads=("maryland", "rooting_party"))
    assert result(game) == "-/2"
    assert (where(game, "rooting_party"), game.piece("63rd").step) == ("eliminated", 1)
    assert army_morale(game) == (13, 14)
    assert points(game) == {BRITISH: 3.0, AMERICAN: 0.5}


@rule("E3.3d")
def test_a_rally_of_the_party_raises_no_army_morale() -> None:
    pieces = {"rooting_party": in_state("0925", "disrupted"), **AWAY}
    game = campaign(pieces, turn=3, phasing=BRITISH, phase="rally", dice=[9], morale=(13, 14))
    act(game, "rally rooting_party")
    assert order_of(game, "rooting_party") == "parade"
    assert army_morale(game) == (13, 14)


@rule("E3.3d", "S9.3b")
def test_the_party_breaks_contact_at_no_cost_and_its_enemy_at_the_usual_one() -> None:
    pinned = {"rooting_party": in_state("0925", "pinned:1"), "kirkwood": in_state("0926", "pinned:1"), **AWAY}
    game = campaign(pinned, turn=3, phasing=BRITISH, morale=(13, 14))
    act(game, "break-contact 1", "go 0922", "end-movement")
    assert where(game, "rooting_party") == "0922"
    assert army_morale(game) == (13, 14)
    game = campaign(pinned, turn=3, phasing=AMERICAN, morale=(13, 14))
    act(game, "break-contact 1", "go 0928", "end-movement")
    assert army_morale(game) == (13, 13)
    both = {**pinned, "63rd": in_state("1313", "pinned:2"), "virginia": in_state("1314", "pinned:2")}
    game = campaign(both, turn=3, phasing=BRITISH, morale=(13, 14))
    act(game, "break-contact 1", "go 0922", "break-contact 2", "go 1311", "end-movement")
    assert army_morale(game) == (12, 14)  # for the 63rd


@rule("E3.3d", "E2.1b")
def test_its_strength_does_not_count_for_the_decisive_victory() -> None:
    """13 SP of regulars and provincials are lost, 9 of them regulars; the party would be the fourteenth."""
    lost = dict.fromkeys(("buffs", "63rd", "64th", "ny_vols", "de_lancey"), "eliminated")
    held = {"virginia": "1108", "hampton": "1332", "stuart": "1304", **lost}
    game = campaign({**held, "rooting_party": "eliminated"}, turn=5, phase="end of turn", dice=[3, 4])
    assert (game.state.turn, game.over) == (6, None)
    game = campaign({**held, "sheridan": "captured"}, turn=5, phase="end of turn")
    assert outcome(game).level == "decisive"


@rule("E3.3d")
def test_a_party_disordered_at_the_end_scores_nothing() -> None:
    pieces = {"rooting_party": in_state("0925", "disrupted"), **AWAY}
    assert end_of_game(pieces, scenario="revolution/eutaw/campaign").scores == {BRITISH: 3.0, AMERICAN: 0.0}


# ---------------------------------------------------------------- E3.5 from the opening


@rule("E3.5a")
def test_the_attack_on_the_party_uses_up_the_surprise() -> None:
    """Kirkwood's 1 to 1 is 3-2 by surprise; the next combat phase has the plain odds."""
    pieces = {"kirkwood": "0926", **FORAGERS, **AWAY}
    game = campaign(pieces, phase="close combat", state={"surprise": ""}, dice=[1])
    combat(game)
    assert result(game) == "PIN"  # 4 in column 3-2
    act(game, "end-movement")  # the American plays first on turn 3, and the pinned must attack again
    assert columns(game) == ["3-2", "1-1"]
