"""E3.20: the two regiments from Charleston, called up in secret."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.events import Chosen
from grognard.games.revolution.eutaw.reinforcements import CallUpShown
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import ArmyMoraleChanged, PhaseBegan
from tests.eutaw.positions import CAMPAIGN, OPTIONAL, campaign, happened, outcome
from tests.marks import rule
from tests.proving_ground import AMERICAN, BRITISH, act, army_morale, asked, choices, labels, refusal, where

AWAY = {"hampton": "1332", "stuart": "1304"}
REGIMENTS = {"19th": "waiting", "30th": "waiting"}


def opened(answer: str) -> Battle:
    """A new game in which the British have decided."""
    game = grognard.new(CAMPAIGN, seed=7, options=OPTIONAL)
    assert isinstance(game, Battle)
    act(game, answer)
    return game


def turn_seven(called_up: str, pieces: dict[str, Any] | None = None, **fields: Any) -> Battle:
    """The American movement phase of turn 7; the British play second."""
    standing = {**AWAY, **REGIMENTS, **(pieces or {})}
    state = {"called_up": called_up, **fields.pop("state", {})}
    return campaign(standing, turn=7, phasing=AMERICAN, options=OPTIONAL, state=state, **fields)


def called(pieces: dict[str, Any] | None = None, **fields: Any) -> Battle:
    """The British movement phase of turn 7 with the regiments on the march."""
    standing = {**AWAY, **REGIMENTS, **(pieces or {})}
    return campaign(standing, turn=7, phasing=BRITISH, options=OPTIONAL, state={"called_up": "announced"}, **fields)


def secret(game: Battle, seat: str | None) -> Any:
    return game.view(seat)["position"].get("state", {}).get("called_up")


# ---------------------------------------------------------------- E3.20a, both at C or both at D


@rule("E3.20a")
@pytest.mark.parametrize("hex", ["0901", "1901"])
def test_both_regiments_stand_in_c_or_both_in_d(hex: str) -> None:
    game = called()
    assert (asked(game), choices(game)) == ("place-reinforcement", ["place 0901", "place 1901"])
    assert refusal(game, "place 1332") == ("S9.61a",)
    assert refusal(game, "keep-back") == ("S9.61a",)
    act(game, f"place {hex}")
    assert where(game, "19th") == where(game, "30th") == hex
    assert asked(game) == "move"


@rule("E3.20a")
@pytest.mark.parametrize(("held", "free"), [("0901", "1901"), ("1901", "0901")])
def test_where_the_enemy_holds_one_hex_the_other_is_used(held: str, free: str) -> None:
    game = called({"lee_inf": held})
    assert where(game, "19th") == where(game, "30th") == free
    assert asked(game) == "move"


@rule("E3.20a")
def test_where_the_enemy_holds_both_they_wait_for_a_free_one() -> None:
    """On turn 8 C is still held and D is free again; no other hex of the edge will do meanwhile."""
    game = called({"lee_inf": "0901", "lee_cav": "1901"}, first=AMERICAN, dice=[0, 9])
    assert where(game, "19th") == where(game, "30th") == "waiting"
    act(game, "end-movement")
    assert (game.state.turn, game.state.phasing) == (8, AMERICAN)
    act(game, "move lee_cav", "go 1904", "stop", "end-movement")
    assert (game.state.turn, game.state.phasing) == (8, BRITISH)
    assert where(game, "19th") == where(game, "30th") == "1901"
    game = called({"lee_inf": "0901", "lee_cav": "1901"}, first=AMERICAN, dice=[9, 0])
    act(game, "end-movement")
    assert (game.state.turn, game.state.phasing, asked(game)) == (8, BRITISH, "move")
    assert where(game, "19th") == "waiting"


@rule("E3.20a", "S9.62a")
def test_entry_costs_no_movement_points() -> None:
    game = called()
    act(game, "place 1901", "move 30th", "go 1804")
    assert where(game, "30th") == "1804"  # four hexes


@rule("E3.20a", "E2.1b")
def test_they_are_regulars_of_three_points() -> None:
    """E2.1b: 14 SP with both of them lost and not without."""
    held = {"virginia": "1108", "stuart": "1304", "hampton": "1332"}
    lost = {"buffs": "eliminated", "64th": "eliminated", "sheridan": "eliminated"}
    fields: dict[str, Any] = {"turn": 8, "phase": "end of turn", "options": OPTIONAL, "state": {"called_up": "announced"}}
    game = campaign({**held, **lost, "19th": "eliminated", "30th": "captured"}, **fields)
    assert outcome(game).level == "decisive"
    game = campaign({**held, **lost, "19th": "eliminated", "30th": "1905"}, dice=[3, 4], **fields)
    assert game.over is None


@rule("E3.20a")
def test_without_the_option_nobody_is_asked_and_nobody_comes() -> None:
    game = grognard.new(CAMPAIGN, seed=7)
    assert isinstance(game, Battle)
    assert game.actors == (AMERICAN,)
    assert where(game, "19th") == where(game, "30th") == "out"
    game = campaign({**AWAY, **REGIMENTS}, turn=7, phasing=AMERICAN, morale=(6, 6))
    act(game, "end-movement")
    assert (asked(game), army_morale(game)) == ("move", (6, 6))


# ---------------------------------------------------------------- E3.20b, no road bonus on entry


@rule("E3.20b")
def test_on_the_turn_of_entry_the_road_does_not_double_the_march() -> None:
    game = called()
    act(game, "place 1901", "move 19th")
    assert "1804" in labels(game)  # 1902, 1802, 1803, 1804
    assert refusal(game, "go 1705") == ("S9.1a",)


@rule("E3.20b")
def test_on_the_next_turn_it_does_and_others_have_it_at_once() -> None:
    """Nothing stirs between the look on turn 7 and the march on turn 8."""
    game = called({"63rd": "1802"}, first=AMERICAN, dice=[9, 0])
    act(game, "place 1901", "move 63rd", "go 1606", "stop")
    assert "1705" not in game.inspect(BRITISH, "reach", "19th")
    act(game, "end-movement")
    assert (game.state.turn, game.state.phasing) == (8, BRITISH)
    act(game, "move 19th")
    assert "1606" in labels(game)  # the eighth hex


@rule("E3.20b")
def test_a_delayed_entry_has_no_road_bonus_either() -> None:
    waits = {"lee_inf": "0901", **AWAY, **REGIMENTS}
    game = campaign(waits, turn=9, phasing=BRITISH, options=OPTIONAL, state={"called_up": "announced"})
    assert where(game, "19th") == "1901"
    act(game, "move 19th")
    assert "1804" in labels(game)
    assert "1705" not in labels(game)


# ---------------------------------------------------------------- E3.20c, a secret


@rule("E3.20c")
def test_the_british_decide_before_the_first_turn() -> None:
    game = grognard.new(CAMPAIGN, seed=7, options=OPTIONAL)
    assert isinstance(game, Battle)
    assert (asked(game), game.actors) == ("call-up", (BRITISH,))
    assert choices(game) == ["call-up", "forgo"]
    assert game.state.phase == "set up"
    act(game, "call-up")
    assert (game.state.turn, game.actors) == (1, (AMERICAN,))
    assert game.events(None)[0] == Chosen(BRITISH)


@rule("E3.20c")
def test_the_american_cannot_tell_what_was_decided() -> None:
    yes, no = opened("call-up"), opened("forgo")
    assert (secret(yes, BRITISH), secret(no, BRITISH)) == ("yes", "no")
    for seat in (AMERICAN, None):
        assert yes.view(seat) == no.view(seat)
        assert secret(yes, seat) == "secret"
        assert yes.events(seat) == no.events(seat)
    assert yes.record(AMERICAN) == no.record(AMERICAN)
    assert yes.record(AMERICAN)["entries"] == ["british (sealed)"]
    assert yes.record(BRITISH)["entries"] == ["british call-up"]
    assert no.record()["entries"] == ["british forgo"]


@rule("E3.20c")
def test_what_was_taken_back_stays_secret_too() -> None:
    game = opened("call-up")
    assert game.can_undo(BRITISH)
    assert not game.can_undo(AMERICAN)
    game.undo(BRITISH)
    assert game.record(AMERICAN)["entries"] == ["british (sealed)", "undo british"]
    act(game, "forgo")
    assert game.record(AMERICAN)["entries"] == ["british (sealed)", "undo british", "british (sealed)"]
    act(game, "move lee_cav")
    assert not game.can_undo(BRITISH)


@rule("E3.20c")
@pytest.mark.parametrize("answer", ["call-up", "forgo"])
def test_the_american_learns_it_when_the_british_part_of_turn_7_begins(answer: str) -> None:
    """From the opening, by ways on which nobody meets; what was decided and taken back is still nobody's business."""
    game = opened("forgo")
    game.undo(BRITISH)
    act(game, answer)
    while happened(game, PhaseBegan).count(PhaseBegan("movement", BRITISH)) < 5:
        assert secret(game, AMERICAN) == "secret"
        assert not happened(game, CallUpShown)
        act(game, next((text for text in choices(game) if text in ("keep-back", "end-movement", "commit 0")), choices(game)[0]))
    assert (game.state.turn, game.state.phasing) == (7, BRITISH)
    shown = answer == "call-up"
    assert happened(game, CallUpShown) == [CallUpShown(shown)]
    assert secret(game, AMERICAN) == ("announced" if shown else "declined")
    assert game.record(AMERICAN)["entries"][:3] == ["british (sealed)", "undo british", f"british {answer}"]
    assert (asked(game) == "place-reinforcement") == shown
    assert where(game, "19th") == where(game, "30th") == ("waiting" if shown else "out")
    assert not any(game.can_undo(seat) for seat in game.seats)


@rule("E3.20c")
def test_it_stays_secret_in_the_american_part_of_turn_7() -> None:
    """The American wins the initiative of turn 7; once he has learnt the decision he cannot take his last act back."""
    fields: dict[str, Any] = {"turn": 7, "phase": "initiative", "phasing": "", "first": BRITISH, "options": OPTIONAL}
    game = campaign({**AWAY, **REGIMENTS}, dice=[3, 7], state={"called_up": "yes"}, morale=(14, 14), **fields)
    assert (game.actors, secret(game, AMERICAN), army_morale(game)) == ((AMERICAN,), "secret", (14, 14))
    act(game, "move hampton", "go 1331")
    assert game.can_undo(AMERICAN)
    act(game, "stop")  # nobody else can move, so that the British player turn begins
    assert (game.actors, secret(game, AMERICAN), army_morale(game)) == ((BRITISH,), "announced", (13, 14))
    assert not game.can_undo(AMERICAN)


@rule("E3.20c")
def test_a_game_can_be_saved_before_the_decision() -> None:
    game = grognard.new(CAMPAIGN, seed=7, options=OPTIONAL)
    again = grognard.setup(game.position(), seed=7)
    assert [str(action) for action in again.actions(BRITISH)] == ["call-up", "forgo"]


@rule("E3.20c", "E3.20d")
def test_those_who_were_not_called_up_cannot_be_brought_in() -> None:
    game = turn_seven("no", morale=(6, 6))
    act(game, "end-movement")
    assert happened(game, CallUpShown) == [CallUpShown(False)]
    assert choices(game) == ["move stuart", "end-movement"]
    assert refusal(game, "place 0901") == ("S9.1a",)
    assert army_morale(game) == (6, 6)
    assert where(game, "19th") == where(game, "30th") == "out"


@rule("E3.20c", "E3.20d")
def test_what_has_been_shown_is_not_shown_again() -> None:
    game = turn_seven("announced", morale=(6, 6))
    act(game, "end-movement")
    assert not happened(game, CallUpShown)
    assert (asked(game), army_morale(game)) == ("place-reinforcement", (6, 6))


@rule("E3.20c")
def test_an_imagined_game_may_have_either_decision_where_it_is_secret() -> None:
    game = opened("call-up")
    assert {game.seat(AMERICAN).imagine(seed).position()["state"]["called_up"] for seed in range(20)} == {"yes", "no"}
    assert {grognard.imagine(game.view(None), seed).position()["state"]["called_up"] for seed in range(20)} == {"yes", "no"}
    assert {game.seat(BRITISH).imagine(seed).position()["state"]["called_up"] for seed in range(20)} == {"yes"}
    for seed in range(4):
        imagined = game.seat(AMERICAN).imagine(seed)
        assert imagined.view(AMERICAN) == game.view(AMERICAN)
        assert imagined.actions(AMERICAN) == game.actions(AMERICAN)


@rule("E3.20c")
def test_a_game_from_a_position_keeps_the_secret_of_the_position() -> None:
    yes, no = turn_seven("yes"), turn_seven("no")
    assert yes.view(AMERICAN) == no.view(AMERICAN)
    assert yes.record(AMERICAN) == no.record(AMERICAN)
    assert yes.record(AMERICAN)["position"]["state"]["called_up"] == "secret"
    assert yes.record(BRITISH)["position"]["state"]["called_up"] == "yes"
    act(yes, "end-movement")
    yes.resign(BRITISH)
    assert yes.record(AMERICAN)["position"]["state"]["called_up"] == "yes"


@rule("E3.20c")
def test_the_secret_is_shown_when_the_game_is_over() -> None:
    game = opened("forgo")
    game.resign(AMERICAN)
    assert secret(game, AMERICAN) == "no"
    assert game.record(AMERICAN)["entries"] == ["british forgo", "resign american"]
    assert grognard.replay(game.record(AMERICAN)).position() == game.position()


@rule("E3.20c")
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"state": {"called_up": "secret"}}, "'called_up' is yes or no while it is secret, then announced or declined"),
        ({"state": {"called_up": "perhaps"}}, "not 'perhaps'"),
        ({"state": {}}, "The regiments from Charleston wait, so 'called_up' must say whether they come"),
        ({"turn": 8, "state": {"called_up": "declined"}}, "The regiments from Charleston do not come"),
        ({"turn": 8}, "The decision is known by now: 'called_up' must be announced or declined, not 'yes'"),
        ({"phasing": "british", "order": ["british", "american"]}, "The decision is known by now"),
        ({"order": ["british", "american"]}, "The decision is known by now"),
        ({"options": {}}, "'called_up' belongs to the option 'reinforcements' with the value 'optional'"),
    ],
)
def test_a_position_says_whether_they_were_called_up(wrong: dict[str, Any], words: str) -> None:
    right = {
        "scenario": CAMPAIGN,
        "options": OPTIONAL,
        "turn": 7,
        "phasing": "american",
        "order": ["american", "british"],
        "pieces": {**AWAY, "19th": {"box": "waiting"}, "30th": {"box": "waiting"}},
        "state": {"called_up": "yes"},
    }
    assert grognard.setup(right, seed=1).actors == (AMERICAN,)
    with pytest.raises(grognard.PositionError) as refused:
        grognard.setup({**right, **wrong}, seed=1)
    assert len(refused.value.faults) == 1
    assert words in refused.value.faults[0]


# ---------------------------------------------------------------- E3.20d, the cost


@rule("E3.20d")
def test_calling_them_up_costs_a_point_before_any_movement() -> None:
    game = turn_seven("yes", morale=(6, 9))
    act(game, "end-movement")
    assert game.state.phasing == BRITISH
    assert asked(game) == "place-reinforcement"
    assert army_morale(game) == (5, 9)
    assert happened(game, CallUpShown) == [CallUpShown(True)]
    assert happened(game, ArmyMoraleChanged) == [ArmyMoraleChanged(BRITISH, -1, 5, "optional_reinforcements", "E3.20d")]


@rule("E3.20d")
def test_the_point_is_paid_although_both_hexes_are_held_and_only_once() -> None:
    game = turn_seven("yes", {"lee_inf": "0901", "lee_cav": "1901"}, morale=(12, 12), dice=[9, 0])
    act(game, "end-movement")
    assert (asked(game), army_morale(game)) == ("move", (11, 12))
    act(game, "end-movement")
    assert (game.state.turn, game.state.phasing, army_morale(game)) == (8, BRITISH, (11, 12))


@rule("E3.20d", "E2.3")
def test_at_morale_1_the_point_loses_the_game_at_once() -> None:
    game = turn_seven("yes", morale=(1, 9))
    act(game, "end-movement")
    assert (outcome(game).winner, outcome(game).level, outcome(game).reason) == (AMERICAN, "substantial", "demoralised")
    assert where(game, "19th") == "waiting"
    assert happened(game, PhaseBegan)[-1] == PhaseBegan("close combat", AMERICAN)
