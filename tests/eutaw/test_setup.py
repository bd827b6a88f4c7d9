"""The set-up of the historical scenario, its clock and its order of play."""

from __future__ import annotations

import grognard
from grognard.core.dice import Dice
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import InitiativeWon, PhaseBegan, TurnBegan
from tests.eutaw.positions import CAMP, SCENARIO, camp_owners, columns, eutaw, happened, outcome
from tests.marks import rule
from tests.proving_ground import (
    act,
    army_morale,
    asked,
    choices,
    combat,
    labels,
    last_roll,
    momentum_of,
    refusal,
    where,
)

THICKET = ["0710", "0711", "0712", "0713", "0714", "0809", "0812", "0813", "0814"]


def opened(*places: str, dice: tuple[int, ...] = ()) -> Battle:
    """A new game in which the first free choices of the set-up are made."""
    game = grognard.new(SCENARIO, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    act(game, *(f"place {hex}" for hex in places))
    return game


def set_up(dice: tuple[int, ...] = ()) -> Battle:
    """A new game with the ledger's choices for the free pieces."""
    return opened("0812", "0910", "1108", "1310", "1317", "1119", dice=dice)


def stack(game: Battle, hex: str) -> set[str]:
    return {id for id in game.state.pieces if where(game, id) == hex}


@rule("E-H-B1")
def test_the_british_line_stands_on_its_printed_hexes() -> None:
    game = set_up()
    assert stack(game, "0913") == {"buffs"}
    assert stack(game, "1013") == {"ny_vols"}
    assert stack(game, "1113") == {"de_lancey", "light_arty"}
    assert stack(game, "1213") == {"nj_vols"}
    assert stack(game, "1313") == {"63rd"}
    assert stack(game, "1412") == {"64th"}
    assert stack(game, "1310") == {"coffin", "ninety_six", "charleston_cav", "stuart"}  # Stuart by choice


@rule("E-H-A1")
def test_the_americans_stand_on_their_printed_hexes() -> None:
    game = set_up()
    assert stack(game, "0817") == {"palmetto_inf"}
    assert stack(game, "1016") == {"pickens_sumter"}
    assert stack(game, "1116") == {"nc_militia", "gaines"}
    assert stack(game, "1216") == {"swamp_fox"}
    assert stack(game, "1417") == {"lee_cav", "lee_inf"}
    assert stack(game, "0919") == {"maryland"}
    assert stack(game, "1119") == {"virginia", "browne", "greene"}  # Greene by choice
    assert stack(game, "1319") == {"nc_bde"}
    assert stack(game, "0820") == {"hampton", "palmetto_cav"}
    assert stack(game, "1022") == {"washington"}
    assert stack(game, "1122") == {"kirkwood"}


@rule("E-H-B2")
def test_majoribanks_and_the_light_infantry_set_up_together_in_a_thicket() -> None:
    game = opened()
    assert labels(game) == THICKET
    assert refusal(game, "place 0811") == ("E-H-B2",)  # open ground
    act(game, "place 0812")
    assert where(game, "majoribanks") == where(game, "light_inf") == "0812"


@rule("E-H-B3")
def test_the_grenadiers_set_up_with_or_east_of_another_british_unit() -> None:
    game = opened("0812")
    offered = labels(game)
    assert "0910" in offered
    assert "1013" in offered  # with the New York Volunteers
    assert "0613" in offered  # as far west as 1013 and 1213, in another column
    assert "1113" in offered  # half a hex east of them
    assert refusal(game, "place 1014") == ("E-H-B3",)
    assert refusal(game, "place 1114") == ("E-H-B3",)  # 14 is west of 13.5
    act(game, "place 0910")
    assert where(game, "grenadiers") == "0910"


@rule("E-H-B3")
def test_light_infantry_farther_west_lets_the_grenadiers_stand_farther_west() -> None:
    game = opened("0814")
    assert "1014" in labels(game)  # 14.5, like 0814
    assert refusal(game, "place 1115") == ("E-H-B3",)


@rule("E-H-B3", "S9.2d")
def test_terrain_stacking_and_enemies_bind_the_grenadiers_at_set_up() -> None:
    game = opened("0812")
    assert refusal(game, "place 0612") == ("S9.2d",)  # swamp
    assert refusal(game, "place 1116") == ("S9.2d",)  # the militia of North Carolina
    assert "0913" in labels(game)  # Buffs 4 and Grenadiers 2 are 6
    act(game, "place 0913")
    assert "S7.1a" in refusal(game, "place 0913")  # no room for Sheridan


@rule("E-H-B4")
def test_sheridan_sets_up_with_or_east_of_another_british_unit() -> None:
    game = opened("0812", "0910")
    assert "1108" in labels(game)
    assert "1213" in labels(game)
    assert refusal(game, "place 1214") == ("E-H-B4",)
    act(game, "place 1108")
    assert where(game, "sheridan") == "1108"


@rule("E-H-B5")
def test_stuart_sets_up_with_any_british_unit() -> None:
    game = opened("0812", "0910", "1108")
    assert labels(game) == sorted(["0913", "1013", "1113", "1213", "1313", "1412", "1310", "0812", "0910", "1108"])
    assert refusal(game, "place 1109") == ("E-H-B5",)
    act(game, "place 1310")
    assert where(game, "stuart") == "1310"


@rule("E-H-A2")
def test_the_south_carolina_riflemen_set_up_with_or_west_of_another_american_unit() -> None:
    game = opened("0812", "0910", "1108", "1310")
    offered = labels(game)
    assert "1317" in offered
    assert "1116" in offered  # with the N.C. Militia
    assert "1716" in offered  # as far east as 1116
    assert refusal(game, "place 1115") == ("E-H-A2",)
    assert refusal(game, "place 1615") == ("E-H-A2",)  # 15.5
    act(game, "place 1317")
    assert where(game, "sc_rifles") == "1317"


@rule("E-H-A3")
def test_greene_sets_up_with_any_american_unit_and_the_british_place_first() -> None:
    game = opened()
    seats = []
    for hex in ("0812", "0910", "1108", "1310", "1317"):
        seats.append(game.actors)
        act(game, f"place {hex}")
    assert seats == [("british",)] * 4 + [("american",)]
    assert game.actors == ("american",)
    units = (
        "maryland virginia nc_bde kirkwood lee_cav lee_inf washington palmetto_inf palmetto_cav pickens_sumter "
        "swamp_fox nc_militia sc_rifles gaines browne"
    )
    assert labels(game) == sorted({where(game, unit) for unit in units.split() if where(game, unit).isdigit()})
    assert {"1119", "1317", where(game, "washington")} <= set(labels(game))  # Virginia, the riflemen just placed, dragoons
    assert refusal(game, "place 1118") == ("E-H-A3",)
    act(game, "place 1119")
    assert where(game, "greene") == "1119"


@rule("E-H1")
def test_the_scenario_begins_on_turn_4_at_ten_in_the_morning() -> None:
    game = set_up()
    assert game.state.turn == 4
    assert game.rules.components.clock[game.state.turn] == "10:00 AM"
    assert [event.turn for event in happened(game, TurnBegan)] == [4]  # type: ignore[attr-defined]


@rule("E-H1")
def test_the_scenario_ends_with_turn_10_and_not_before() -> None:
    pieces = {"maryland": "0920", "buffs": "0905"}
    game = eutaw(pieces, phasing="american", first="british", turn=9, dice=[4, 3])
    act(game, "end-movement")
    assert game.over is None
    assert game.state.turn == 10
    act(game, "end-movement", "end-movement")
    outcome(game)


@rule("E-H2")
def test_the_american_plays_first_on_turn_4_without_a_roll() -> None:
    game = set_up()  # the script holds no dice
    assert game.actors == ("american",)
    assert asked(game) == "move"
    assert [(event.side, event.how) for event in happened(game, InitiativeWon)] == [("american", "fixed")]  # type: ignore[attr-defined]


@rule("E-H2", "E1.7c")
def test_from_turn_5_the_initiative_is_rolled() -> None:
    game = set_up(dice=(7, 3))
    act(game, "end-movement")
    assert game.actors == ("british",)  # the second player turn of turn 4
    act(game, "end-movement")
    assert asked(game) == "commit-momentum"  # the American holds a chit
    act(game, "commit 0")
    assert game.state.turn == 5
    assert game.actors == ("british",)


@rule("E1.7c")
def test_the_higher_initiative_roll_with_army_morale_plays_first() -> None:
    pieces = {"maryland": "0920", "buffs": "0905"}
    game = eutaw(pieces, phase="initiative", phasing="", first="american", turn=5, momentum=(0, 1), dice=[7, 3])
    act(game, "commit 0")
    assert last_roll(game, "initiative") == {"initiative-of-band": 1, "die": 3, "total": 4}  # the American, High
    assert game.state.order == ("british", "american")


@rule("E1.7c")
def test_momentum_and_bands_move_the_initiative() -> None:
    pieces = {"maryland": "0920", "buffs": "0905"}
    game = eutaw(pieces, phase="initiative", phasing="", first="american", turn=8, momentum=(0, 1), morale=(3, 8), dice=[7, 5])
    act(game, "commit 1")  # British 7 - 1 = 6, American 5 + 0 + 2 = 7
    assert game.state.order == ("american", "british")
    assert momentum_of(game) == (0, 0)


@rule("E-H3", "E1.5", "E1.6")
def test_army_morale_and_momentum_at_the_start() -> None:
    game = set_up()
    assert army_morale(game) == (13, 14)
    assert momentum_of(game) == (0, 1)
    assert game.rules.pool(game) == 4


@rule("E-H5")
def test_no_reinforcement_arrives_on_turn_7_and_no_morale_is_paid() -> None:
    game = set_up()
    assert where(game, "19th") == where(game, "30th") == "out"
    game = eutaw({"maryland": "0920", "buffs": "0905"}, phasing="american", turn=7, morale=(6, 6))
    act(game, "end-movement")
    assert happened(game, PhaseBegan)[-1] == PhaseBegan("movement", "british")
    assert choices(game) == ["move buffs", "end-movement"]
    assert army_morale(game) == (6, 6)


@rule("E-H6")
def test_there_is_no_rooting_party_and_the_surprise_is_still_unused() -> None:
    game = set_up()
    assert stack(game, "0925") == set()
    assert where(game, "rooting_party") == "out"
    written = game.position()
    assert "surprise" not in written.get("state", {})
    # the first close combat of the scenario is shifted: 3 to 2 is 3-2, then 2-1
    pieces = {"virginia": "1112", "de_lancey": "1111"}
    game = eutaw(pieces, phase="close combat", turn=4, state={"surprise": ""}, momentum=(0, 1), dice=[5])
    combat(game, ("virginia", "1111"))
    assert columns(game) == ["2-1"]


@rule("E2.6c")
def test_the_whole_camp_is_british_at_the_start() -> None:
    game = set_up()
    assert stack(game, "1110") == set()
    assert camp_owners(game) == dict.fromkeys(CAMP, "british")
    assert game.view(None)["victory_points"] == {"british": 3.0, "american": 0.0}
