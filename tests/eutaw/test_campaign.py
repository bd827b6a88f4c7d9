"""E1, E3.1 and E3.18: the campaign's set-up, its clock and order of play, the march to the field and variable entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.events import Rolled
from grognard.core.games import Options
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import InitiativeWon, PhaseBegan, TurnBegan
from tests.eutaw.positions import CAMP, CAMPAIGN, OPTIONAL, camp_owners, campaign, columns, happened, in_state, outcome, spent
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    act,
    army_morale,
    asked,
    choices,
    labels,
    momentum_of,
    refusal,
    where,
)

AWAY = {"hampton": "1332", "stuart": "1104"}
"""A leader for each side far away, so that every movement phase asks something."""


def opened(dice: tuple[int, ...] = (), options: Options | None = None) -> Battle:
    game = grognard.new(CAMPAIGN, dice=Dice.script(dice), options=options)
    assert isinstance(game, Battle)
    return game


def stack(game: Battle, hex: str) -> set[str]:
    return {id for id in game.state.pieces if where(game, id) == hex}


VAN = {"hampton", "lee_cav", "lee_inf", "palmetto_inf", "palmetto_cav"}


def clear_a(game: Battle) -> None:
    """Let every American unit march off A, so that nobody is overstacked there on the next turn; Hampton stays."""
    for id in sorted(stack(game, "1332") - {"hampton"}):
        act(game, f"move {id}")
        act(game, next(text for text in choices(game) if text in ("go 1331", "go 1431", "go 1432", "go 1232", "go 1231")))
        if asked(game) == "march":
            act(game, "stop")


def turn_three() -> Battle:
    """The American movement phase of turn 3, with the units with variable entry kept back."""
    game = opened()
    clear_a(game)
    act(game, "end-movement", "keep-back", "keep-back")
    act(game, "end-movement", "end-movement")
    assert (game.state.turn, game.state.phasing) == (3, AMERICAN)
    return game


# ---------------------------------------------------------------- E1, set-up


@rule("E1.2")
@pytest.mark.parametrize("options", [{}, OPTIONAL])
def test_the_british_army_lies_in_its_camp_and_the_rooting_party_before_it(options: Options) -> None:
    game = opened(options=options)
    assert stack(game, "1009") == {"buffs"}
    assert stack(game, "1108") == {"stuart", "sheridan"}
    assert stack(game, "1110") == {"de_lancey", "light_arty"}
    assert stack(game, "1113") == {"coffin", "charleston_cav"}
    assert stack(game, "0910") == {"majoribanks", "light_inf"}
    assert stack(game, "0909") == {"grenadiers"}
    assert stack(game, "1008") == {"ny_vols"}
    assert stack(game, "1109") == {"nj_vols"}
    assert stack(game, "1208") == {"64th"}
    assert stack(game, "1209") == {"63rd"}
    assert stack(game, "1310") == {"ninety_six"}
    assert stack(game, "0925") == {"rooting_party"}
    assert where(game, "19th") == where(game, "30th") == ("waiting" if options else "out")


@rule("E1.2")
def test_every_line_unit_reaches_the_perimeter_on_turn_3() -> None:
    game = turn_three_british()
    for id in ("buffs", "63rd", "64th", "grenadiers", "ny_vols", "de_lancey", "nj_vols"):
        trial = game.copy()
        act(trial, f"move {id}")
        assert set(labels(trial)) & {"1113", "1012", "0912", "0811", "1212", "1312", "1411"}, id


def turn_three_british() -> Battle:
    game = opened()
    clear_a(game)
    act(game, "end-movement", "keep-back", "keep-back", "end-movement")
    assert (game.state.turn, game.state.phasing) == (3, BRITISH)
    return game


@rule("E1.2", "E3.3b")
def test_the_rooting_party_stays_on_turn_3_if_nobody_has_attacked_it() -> None:
    assert refusal(turn_three_british(), "move rooting_party") == ("E3.3b",)


@rule("E1.3")
def test_no_american_starts_on_the_map_and_the_van_enters_at_a_on_turn_1() -> None:
    game = opened()
    assert stack(game, "1332") == VAN
    assert stack(game, "waiting") == {id for id in game.state.pieces if game.side_of(id) == AMERICAN} - VAN


@rule("E1.3")
def test_the_militia_line_enters_at_a_on_turn_2() -> None:
    game = opened()
    clear_a(game)
    act(game, "end-movement", "keep-back", "keep-back")
    assert stack(game, "1332") == {"pickens_sumter", "nc_militia", "gaines", "hampton"}


@rule("E1.3")
def test_greene_and_the_continentals_enter_at_a_on_turn_3_at_no_cost() -> None:
    """Both 3A: Greene has his 6 MP and the N.C. Brigade its 4, doubled on the road."""
    game = turn_three()
    assert asked(game) == "place-reinforcement"  # Swamp Fox again
    act(game, "keep-back", "keep-back")
    assert {"greene", "nc_bde", "maryland", "virginia", "kirkwood", "washington", "browne"} <= stack(game, "1332")
    act(game, "move nc_bde", "go 1224")
    assert spent(game, "nc_bde") == [8.0]
    assert where(game, "nc_bde") == "1224"
    act(game, "move greene")
    assert "1220" in labels(game)


@rule("E1.5", "E1.6", "E2.6c")
def test_tracks_and_camp_at_the_start() -> None:
    game = opened()
    assert army_morale(game) == (13, 14)
    assert momentum_of(game) == (0, 1)
    assert game.rules.pool(game) == 4
    assert camp_owners(game) == dict.fromkeys(CAMP, "british")
    assert game.view(None)["victory_points"] == {BRITISH: 3.0, AMERICAN: 0.0}


@rule("E1.4")
def test_the_campaign_begins_on_turn_1_at_seven_in_the_morning() -> None:
    game = opened()
    assert game.state.turn == 1
    assert game.rules.components.clock[1] == "7:00 AM"
    assert [event.turn for event in happened(game, TurnBegan)] == [1]  # type: ignore[attr-defined]


@rule("E1.4", "E2.4a")
def test_the_campaign_ends_with_turn_10_at_four_in_the_afternoon() -> None:
    game = campaign(AWAY, phasing=AMERICAN, first=BRITISH, turn=9, dice=[4, 3])
    act(game, "end-movement")
    assert (game.over, game.state.turn) == (None, 10)
    assert game.rules.components.clock[10] == "4:00 PM"
    act(game, "end-movement", "end-movement")
    assert (outcome(game).winner, outcome(game).level, outcome(game).reason) == (BRITISH, "marginal", "victory-points")
    assert outcome(game).scores == {BRITISH: 3.0, AMERICAN: 0.0}  # the camp


@rule("E1.4")
def test_an_automatic_victory_ends_the_campaign_sooner() -> None:
    lost = dict.fromkeys(("buffs", "63rd", "64th", "ny_vols", "de_lancey", "sheridan"), "eliminated")
    game = campaign({"virginia": "1108", "stuart": "1304", **lost}, turn=5, phase="end of turn")
    assert (outcome(game).winner, outcome(game).level) == (AMERICAN, "decisive")


# ---------------------------------------------------------------- E1.7, order of play


@rule("E1.7a")
def test_turns_1_and_2_have_an_american_player_turn_only() -> None:
    game = opened()
    assert (game.state.order, game.actors) == ((AMERICAN,), (AMERICAN,))
    clear_a(game)
    act(game, "end-movement")
    assert (game.state.turn, game.state.order, game.actors) == (2, (AMERICAN,), (AMERICAN,))
    act(game, "keep-back", "keep-back", "end-movement")
    assert game.state.turn == 3
    phases = [(event.phase, event.side) for event in happened(game, PhaseBegan)]  # type: ignore[attr-defined]
    own = ["movement", "rally", "artillery fire", "rifle fire", "close combat"]
    assert phases == [(phase, AMERICAN) for phase in (*own, *own)] + [("movement", BRITISH)]
    assert [event.how for event in happened(game, InitiativeWon)] == ["alone", "alone", "fixed"]  # type: ignore[attr-defined]
    assert not happened(game, Rolled)  # E1.7b: nor on turn 3


@rule("E1.7a")
def test_the_american_cannot_spend_momentum_on_the_initiative_of_turns_1_to_3() -> None:
    game = opened()
    prompts = set()
    while game.state.turn < 4:
        prompts.add(asked(game))
        act(game, choices(game)[-1])
    assert "commit-momentum" not in prompts
    assert momentum_of(game) == (0, 1)


@rule("E1.7a")
def test_british_guns_and_rifles_fire_in_the_american_player_turn() -> None:
    """Before turn 3 the British cannot move, but they defend: with guns, with rifles, and when attacked."""
    pieces = {"light_arty": "1011", "sheridan": "1111", "kirkwood": "1112", **AWAY}
    game = campaign(pieces, phase="artillery fire", dice=[0, 0])
    assert (asked(game), game.actors) == ("artillery-target", (BRITISH,))
    act(game, "target kirkwood")
    assert (asked(game), game.actors) == ("rifle-target", (BRITISH,))
    act(game, "target kirkwood")
    assert (asked(game), game.state.turn) == ("announce-attack", 2)


@rule("E1.7a")
def test_the_british_do_not_rally_before_turn_3() -> None:
    pieces = {"63rd": in_state("1107", "disrupted"), **AWAY}
    game = campaign(pieces, dice=[9])
    act(game, "end-movement")
    assert (game.state.turn, game.state.phasing) == (3, AMERICAN)  # no rooting party, no alarm
    act(game, "end-movement", "end-movement")
    assert (asked(game), game.actors) == ("rally", (BRITISH,))


@rule("E1.7c")
def test_from_turn_4_the_initiative_is_rolled() -> None:
    game = campaign(AWAY, turn=4, phase="initiative", phasing="", first=AMERICAN, momentum=(0, 1), dice=[7, 3])
    act(game, "commit 0")
    assert game.state.order == (BRITISH, AMERICAN)


@rule("E1.7a")
def test_a_position_of_turn_2_belongs_to_the_american() -> None:
    position = {"scenario": CAMPAIGN, "turn": 2, "pieces": AWAY}
    assert grognard.setup({**position, "phasing": AMERICAN}, seed=1).position()["order"] == [AMERICAN]
    with pytest.raises(grognard.PositionError, match="Only american plays in turn 2"):
        grognard.setup({**position, "phasing": BRITISH}, seed=1)


# ---------------------------------------------------------------- E3.1, no road bonus on turn 1


@rule("E3.1")
def test_on_turn_1_the_road_does_not_double_the_march() -> None:
    """Roads still cost 1 a hex: 4 MP reach 1328 and 5 MP 1327, and no farther."""
    game = opened()
    for id, farthest, beyond in (("palmetto_inf", "1328", "1327"), ("lee_inf", "1327", "1226"), ("lee_cav", "1224", "1223")):
        trial = game.copy()
        act(trial, f"move {id}")
        assert farthest in labels(trial)
        assert refusal(trial, f"go {beyond}") == ("S9.1a",)
        act(trial, f"go {farthest}")
        assert asked(trial) == "move"  # nothing is left


@rule("E3.1")
def test_on_turn_2_the_road_doubles_it_again() -> None:
    """Palmetto from 1328, where turn 1 left it, eight hexes; Pickens from A, too. Not even a look ahead changes that."""
    game = opened()
    act(game, "move palmetto_inf", "go 1328")
    game.inspect(AMERICAN, "reach", "palmetto_inf")
    act(game, "end-movement", "keep-back", "keep-back", "move palmetto_inf", "go 1220")
    assert where(game, "palmetto_inf") == "1220"
    act(game, "move pickens_sumter", "go 1224")
    assert where(game, "pickens_sumter") == "1224"


@rule("E3.1")
def test_the_reach_of_a_piece_is_worked_out_anew_when_turn_1_is_over() -> None:
    """Nothing stirs between the look on turn 1 and the move on turn 2."""
    game = campaign({"palmetto_inf": "1328", "stuart": "1104"}, turn=1)
    before = game.inspect(AMERICAN, "reach", "palmetto_inf")
    act(game, "end-movement")
    assert game.state.turn == 2
    assert "1220" not in before
    assert "1220" in game.inspect(AMERICAN, "reach", "palmetto_inf")


# ---------------------------------------------------------------- E3.18, variable entry


@rule("E3.18")
def test_swamp_fox_enters_at_v_and_the_rifles_later_at_w() -> None:
    game = campaign({"swamp_fox": "waiting", "sc_rifles": "waiting", **AWAY}, turn=3, dice=[3, 4])
    assert choices(game) == ["place 0632", "place 1332", "place 2132", "keep-back"]
    act(game, "place 0632")
    assert (asked(game), choices(game)) == ("place-reinforcement", ["place 0632", "place 1332", "place 2132", "keep-back"])
    act(game, "keep-back")
    assert (where(game, "swamp_fox"), where(game, "sc_rifles")) == ("0632", "waiting")
    act(game, "move swamp_fox", "go 0629", "stop", "end-movement", "end-movement")  # it may move at once
    assert (game.state.turn, game.state.phasing) == (4, AMERICAN)
    act(game, "place 2132")
    assert where(game, "sc_rifles") == "2132"
    assert asked(game) == "move"


@rule("E3.18")
def test_both_may_enter_together() -> None:
    game = campaign({"swamp_fox": "waiting", "sc_rifles": "waiting", **AWAY})
    act(game, "place 1332", "place 1332")
    assert stack(game, "1332") == {"swamp_fox", "sc_rifles", "hampton"}


@rule("E3.18")
def test_they_may_enter_from_turn_2_on() -> None:
    game = opened()
    assert asked(game) == "move"  # turn 1
    clear_a(game)
    act(game, "end-movement")
    assert (game.state.turn, asked(game)) == (2, "place-reinforcement")
    decision = game.decision(AMERICAN)
    assert decision is not None
    assert (decision.args, decision.cites) == ({"piece": "swamp_fox"}, ("S9.61a", "E3.18"))
    assert refusal(game, "place 0901") == ("S9.61a", "E3.18")
    act(game, "keep-back")
    decision = game.decision(AMERICAN)
    assert decision is not None
    assert decision.args == {"piece": "sc_rifles"}


@rule("E3.18")
def test_an_entry_that_the_enemy_holds_is_closed() -> None:
    game = campaign({"swamp_fox": "waiting", "buffs": "1332", **AWAY, "hampton": "2020"}, turn=4)
    assert choices(game) == ["place 0632", "place 2132", "keep-back"]


@rule("E3.18")
def test_where_all_entries_are_held_the_normal_rule_for_reinforcements_helps() -> None:
    """S9.61a: on its first turn the unit waits, then it may use the edge hexes next to the three."""
    held = {"buffs": "1332", "63rd": "0632", "64th": "2132", "hampton": "2020", "stuart": "1104"}
    game = campaign({"sc_rifles": "waiting", **held})
    assert (asked(game), where(game, "sc_rifles")) == ("move", "waiting")
    game = campaign({"sc_rifles": "waiting", **held}, turn=3)
    assert choices(game) == [f"place {hex}" for hex in ("0732", "1232", "1432", "2032", "2232")] + ["keep-back"]


@rule("E3.18")
def test_a_unit_that_never_enters_is_neither_lost_nor_scored() -> None:
    game = campaign({"swamp_fox": "waiting", "sc_rifles": "waiting", **AWAY}, first=BRITISH, turn=10)
    act(game, "keep-back", "keep-back", "end-movement")
    assert outcome(game).scores == {BRITISH: 3.0, AMERICAN: 0.0}
    assert stack(game, "waiting") == {"swamp_fox", "sc_rifles"}


# ---------------------------------------------------------------- common rules from the campaign's opening


def at_the_camp(americans: Mapping[str, Any], *missing: str, **fields: Any) -> Battle:
    """Turn 3, the American first: the British as they lie at the start but for some, and Americans near them."""
    opening = opened().position()["pieces"]
    british = {id: place for id, place in opening.items() if "box" not in place and id not in (*missing, *VAN)}
    fields = {"turn": 3, "morale": (13, 14), "state": {"surprise": ""}, **fields}
    return campaign({**british, **americans, "hampton": "1332"}, **fields)


@rule("E3.4a")
def test_the_perimeter_of_the_sleeping_camp() -> None:
    """Coffin's picket in 1113 stops Lee's horse in its second hex and Kirkwood in the third; Washington enters the fourth."""
    game = at_the_camp({"lee_cav": "0911", "kirkwood": "1213", "washington": "1412"})
    act(game, "move lee_cav", "go 0912", "go 1012")
    assert asked(game) == "move"  # in the zone of the picket
    act(game, "move kirkwood", "go 1212")
    assert army_morale(game) == (13, 14)
    act(game, "move washington", "go 1312")
    assert army_morale(game) == (12, 14)


@rule("E3.5a")
def test_the_surprise_of_the_sleeping_camp() -> None:
    """Pickens attacks the picket, 3 to 1: 3-1 becomes 4-1."""
    game = at_the_camp({"pickens_sumter": "1114"}, phase="close combat")
    act(game, "stand")  # Coffin's horse could ride off
    assert columns(game) == ["4-1"]


@rule("E2.6b", "E3.10b", "E3.10c", "E3.11a", "E3.11b")
def test_the_camp_changes_hands() -> None:
    """Maryland enters an empty camp hex, stops and loots on a 2; the New Jersey Volunteers march back in."""
    game = at_the_camp({"maryland": "1112"}, "de_lancey", "light_arty", "charleston_cav", dice=[2])
    act(game, "move maryland", "go 1110")
    assert camp_owners(game) == dict.fromkeys(CAMP, "british") | {"1110": "american"}
    assert where(game, "maryland") == "1110"
    assert game.piece("maryland").marks == {"disorder"}
    entered = {"surprise": "spent", "camp": {"1110": "american"}}
    for state, markers in (({}, None), (entered, {"1110": "british"})):
        game = at_the_camp({}, "de_lancey", "light_arty", phasing=BRITISH, state=state)
        act(game, "move nj_vols", "go 1110", "stop")
        assert game.position().get("state", {}).get("camp") == markers  # none where it was theirs all the time
