"""The set-up of the campaign game, its clock and its order of play: G1, and Lee's vanguard set up freely (G3.12)."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.games import Options
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import InitiativeWon, TurnBegan
from tests.eutaw.positions import happened
from tests.guilford.positions import CAMPAIGN, guilford, outcome
from tests.marks import rule
from tests.proving_ground import act, army_morale, asked, choices, labels, last_roll, momentum_of, refusal, where

AWAY = {"holcombe": "2020", "r7": "0120"}
VANGUARD = {"lee_cavalry": "0808", "lee_infantry": "0910", "campbell": "1010", "nc_volunteers": "1011"}
BY_TURN = {
    1: {"tarleton", "jaegers", "guards_light"},
    2: {"cornwallis", "webster", "r23", "r33"},
    3: {"leslie", "r71", "bose", "macleod"},
    4: {"ohara", "guards_1", "guards_2", "guards_grenadiers"},
    5: {"r7", "royal_nc"},
}


def opened(dice: tuple[int, ...] = (), **options: str) -> Battle:
    chosen: Options = dict(options)
    game = grognard.new(CAMPAIGN, options=chosen, dice=Dice.script(dice))
    assert isinstance(game, Battle)
    return game


def off_map(game: Battle) -> set[str]:
    return {id for id in game.state.pieces if where(game, id) == "waiting"}


def stacks(game: Battle, side: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for piece in game.on_map(side):
        found.setdefault(where(game, piece.id), set()).add(piece.id)
    return found


# ---------------------------------------------------------------- the armies


@rule("G1.2", "G1.13")
def test_all_americans_start_on_the_map_in_their_printed_hexes() -> None:
    game = opened()
    assert stacks(game, "american") == {
        "1623": {"butler_1"},
        "1723": {"butler_2", "singleton"},
        "1823": {"williams", "eaton"},
        "1923": {"linton"},
        "2022": {"lynch", "kirkwood"},
        "2123": {"washington"},
        "1525": {"moffett"},
        "1625": {"perkins", "stevens"},
        "1825": {"holcombe"},
        "1925": {"randolph"},
        "1829": {"maryland_2"},
        "1929": {"maryland_1", "finley"},
        "2028": {"hawes"},
        "2128": {"green"},
        "1930": {"greene"},
        "1314": {"bretigny"},
        **{hex: {id} for id, hex in VANGUARD.items()},
    }


@rule("G1.3")
def test_the_british_wait_and_the_first_group_enters_on_turn_1() -> None:
    game = opened()
    assert stacks(game, "british") == {"0201": BY_TURN[1]}  # forced: there is one entry hex
    assert off_map(game) == BY_TURN[2] | BY_TURN[3] | BY_TURN[4] | BY_TURN[5]


@rule("G1.3")
@pytest.mark.parametrize("turn", [2, 3, 4, 5])
def test_each_later_group_enters_on_its_turn(turn: int) -> None:
    later = {id: "waiting" for number in range(turn, 6) for id in BY_TURN[number]}
    game = guilford({**later, "holcombe": "2020", "tarleton": "0808"}, turn=turn)
    assert stacks(game, "british")["0201"] == BY_TURN[turn]
    assert off_map(game) == set(later) - BY_TURN[turn]


@rule("G1.11a", "G2.1a")
def test_all_three_british_bands_are_british() -> None:
    """A regular, a German and a Provincial unit have left: 1 + 3 + 2 points."""
    game = guilford({"guards_light": "exited", "bose": "exited", "tarleton": "2431", **AWAY})
    act(game, "exit tarleton")
    assert outcome(game).level == "decisive"


@rule("G1.11b", "G3.11d")
def test_the_green_band_is_the_militia_of_north_carolina() -> None:
    """Bretigny and Linton make a pair; Lynch, a Virginian, scores like any unit."""
    lost = {"bretigny": "captured", "linton": "eliminated", "lynch": "captured"}
    game = guilford({**lost, **AWAY}, phase="end of turn", turn=13)
    assert outcome(game).scores["british"] == 0.5 + 1


# ---------------------------------------------------------------- turns, order, tracks


@rule("G1.4a")
def test_the_clock() -> None:
    game = opened()
    clock = game.rules.components.clock
    assert [clock[turn] for turn in (1, 2, 7, 8, 13)] == ["6:00 AM", "7:00 AM", "12:00 PM", "1:00 PM", "6:00 PM"]
    assert [event.turn for event in happened(game, TurnBegan)] == [1]  # type: ignore[attr-defined]


@rule("G1.4a")
def test_the_game_ends_with_turn_13_and_not_before() -> None:
    game = guilford(AWAY, phasing="american", first="british", turn=12, dice=[4, 3])
    act(game, "end-movement")
    assert game.over is None
    assert game.state.turn == 13
    act(game, "end-movement", "end-movement")
    assert outcome(game).reason == "victory-points"


@rule("G1.5")
def test_the_british_play_first_on_turn_1_without_a_roll_or_a_chit() -> None:
    game = opened()  # the script holds no dice, and the British hold a chit that they are not asked for
    assert (game.state.turn, game.actors, asked(game)) == (1, ("british",), "move")
    assert [(event.side, event.how) for event in happened(game, InitiativeWon)] == [("british", "fixed")]  # type: ignore[attr-defined]
    act(game, "end-movement")
    assert game.actors == ("american",)
    assert game.state.turn == 1


@rule("G1.5")
def test_from_turn_2_the_initiative_is_rolled() -> None:
    game = opened(dice=(3, 7))
    act(game, "end-movement", "end-movement")
    assert (game.state.turn, asked(game)) == (2, "commit-momentum")
    act(game, "commit 0")
    assert last_roll(game, "initiative")["initiative-of-band"] == 1
    first = game.state.order[0]
    assert game.actors == (first,)
    assert first == ("american" if game.rules.seats == ("british", "american") else "british")


@rule("G1.6", "G1.7")
def test_army_morale_and_momentum_at_the_start() -> None:
    game = opened()
    assert army_morale(game) == (14, 14)
    assert momentum_of(game) == (1, 0)
    assert game.rules.pool(game) == 4


# ---------------------------------------------------------------- G3.12, Lee's vanguard


@rule("G3.12a")
def test_with_the_option_the_vanguard_is_placed_freely_beyond_the_creek() -> None:
    game = opened(lee="free")
    assert (game.actors, asked(game)) == (("american",), "set-up")
    assert off_map(game) >= set(VANGUARD)
    act(game, "place 1216", "place 1621")
    assert refusal(game, "place 0820") == ("G3.12a",)  # column 08
    assert refusal(game, "place 1212") == ("G3.12a",)  # west of the creek
    act(game, "place 1523", "place 2415")
    placed = {id: where(game, id) for id in VANGUARD}
    assert placed == {"lee_cavalry": "1216", "lee_infantry": "1621", "campbell": "1523", "nc_volunteers": "2415"}
    assert game.actors == ("british",)


@rule("G3.12a")
def test_terrain_and_stacking_bind_the_vanguard() -> None:
    game = opened(lee="free")
    for house in ("0927", "1832"):
        assert house not in labels(game)
        assert refusal(game, f"place {house}") == ("S9.2d",)  # closed to dragoons
    act(game, "place 2028")  # 1 SP beside Hawes's 4
    assert {"0927", "1832", "2028"} <= set(labels(game))  # foot
    act(game, "place 2028")  # 6
    assert "2028" not in labels(game)
    assert "S7.1a" in refusal(game, "place 2028")


@rule("G3.12a", "G1.13")
def test_without_the_option_nobody_is_asked() -> None:
    game = opened(lee="printed")
    assert {id: where(game, id) for id in VANGUARD} == VANGUARD
    assert asked(game) == "move"


@rule("G3.12b")
def test_with_the_option_every_group_comes_a_turn_earlier_but_none_before_turn_1() -> None:
    game = opened(lee="free")
    act(game, "place 1216", "place 1621", "place 1523", "place 2415")
    assert stacks(game, "british") == {"0201": BY_TURN[1] | BY_TURN[2]}
    options: Options = {"lee": "free"}
    for turn, group in ((2, BY_TURN[3]), (3, BY_TURN[4]), (4, BY_TURN[5])):
        later = dict.fromkeys(group, "waiting")
        game = guilford({**later, "holcombe": "2020", "tarleton": "0808"}, turn=turn, options=options)
        assert stacks(game, "british")["0201"] == group
        game = guilford({**later, "holcombe": "2020", "tarleton": "0808"}, turn=turn)
        assert "0201" not in stacks(game, "british")


@rule("G3.12a", "G3.12b")
def test_the_option_is_of_the_campaign_game_only() -> None:
    names = {scenario.id: {option.name for option in scenario.options} for scenario in grognard.catalogue()}
    assert "lee" in names[CAMPAIGN]
    assert "lee" not in names["revolution/guilford/historical"]
    assert choices(opened())[-1] == "end-movement"
