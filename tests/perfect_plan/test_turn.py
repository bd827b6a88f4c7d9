"""The turn: initiative, reinforcements, recovery, end of the turn and of the game."""

from grognard.core.events import TurnBegan
from grognard.games.chancellorsville.perfect_plan.events import (
    ImpulseBegan,
    InitiativeGiven,
    Recovered,
    Reinforced,
    ReinforcementsDelayed,
)
from tests.marks import rule
from tests.perfect_plan.table import act, asked, end_turn, happened, may, offered, plan, refused, where

FAR = {"aquia_creek": "I"}
NEAR = {"bowling_green": "Early"}

# ---------------------------------------------------------------- initiative


@rule("P-D7", "P1")
def test_aop_has_the_initiative_on_turn_1_whoever_controls_chancellorsville():
    game = plan(FAR, {"chancellorsville": "Hill"}, turn=1, phase="initiative")
    assert happened(game, InitiativeGiven) == [InitiativeGiven("AoP")]
    assert asked(game) == ("AoP", "MovementPhase.part")


@rule("P-D7", "P1")
def test_from_turn_2_the_controller_of_chancellorsville_has_it():
    for aop, expected in ((FAR, "ANV"), ({"chancellorsville": "small-1"}, "AoP")):
        game = plan(aop, NEAR, turn=2, phase="initiative")
        assert game.state.initiative == expected
        assert asked(game)[0] == expected


@rule("P-D7")
def test_the_initiative_lasts_the_whole_turn():
    game = plan({"chancellorsville": "V"}, {"zoan_church": "Hill"}, turn=2, phase="initiative")
    act(game, "march V elys_ford", "end-impulse")
    assert game.controller("chancellorsville") == "ANV"
    act(game, "march Hill chancellorsville", "end-impulse")
    for impulse in (2, 3, 4):
        assert (game.state.impulse, game.actors) == (impulse, ("AoP",))
        act(game, "end-impulse", "end-impulse")
    assert (game.state.turn, game.state.initiative, game.actors) == (3, "ANV", ("ANV",))


@rule("P1")
def test_initiative_is_given_before_reinforcements_and_recovery():
    game = plan(
        {"chancellorsville": "V", "eliminated": "XI", "reinforcements": "Stonemann"},
        NEAR | {"reinforcements": "Longstreet Hood Pickett"},
        turn=4,
        phase="initiative",
    )
    kinds = [type(event) for event in game.events(None)]
    assert kinds[:4] == [TurnBegan, InitiativeGiven, Reinforced, Reinforced]
    assert game.state.initiative == "AoP"


# ---------------------------------------------------------------- reinforcements

AOP_WAITING = FAR | {"reinforcements": "Stonemann"}
ANV_WAITING = NEAR | {"reinforcements": "Longstreet Hood Pickett"}


@rule("P2a")
def test_reinforcements_enter_on_turn_4():
    game = plan(AOP_WAITING, ANV_WAITING, turn=3, phase="initiative")
    assert where(game, "AoP-Stonemann") == where(game, "ANV-Hood") == "reinforcements"
    end_turn(game)
    assert game.state.turn == 4
    assert where(game, "AoP-Stonemann") == "mine_run"
    assert {where(game, f"ANV-{name}") for name in ("Longstreet", "Hood", "Pickett")} == {"bowling_green"}
    assert happened(game, Reinforced) == [
        Reinforced("AoP", ("AoP-Stonemann",), "mine_run"),
        Reinforced("ANV", ("ANV-Longstreet", "ANV-Hood", "ANV-Pickett"), "bowling_green"),
    ]


@rule("P2a")
def test_who_has_entered_does_not_enter_again():
    """Of ANV Hood is in the box, and Pickett still to come."""
    anv = NEAR | {"eliminated": "Hood", "moss_neck": "Longstreet", "reinforcements": "Pickett"}
    game = plan(FAR | {"elys_ford": "Stonemann"}, anv, turn=5, phase="reinforcements", initiative="AoP")
    assert (where(game, "AoP-Stonemann"), where(game, "ANV-Longstreet")) == ("elys_ford", "moss_neck")
    assert (where(game, "ANV-Hood"), where(game, "ANV-Pickett")) == ("eliminated", "bowling_green")
    assert happened(game, Reinforced) == [Reinforced("ANV", ("ANV-Pickett",), "bowling_green")]


@rule("P2b")
def test_reinforcements_wait_together_while_stacking_forbids_them():
    anv = {"bowling_green": "Early small-1", "reinforcements": "Longstreet Hood Pickett"}
    game = plan(AOP_WAITING, anv, turn=4, phase="reinforcements", initiative="ANV")
    assert len(game.units_in("ANV", "bowling_green")) == 2
    assert happened(game, ReinforcementsDelayed) == [ReinforcementsDelayed("ANV", "bowling_green")]
    assert where(game, "AoP-Stonemann") == "mine_run"  # each army is judged on its own
    act(game, "march small-1 moss_neck")
    end_turn(game)
    assert game.state.turn == 5
    assert len(game.units_in("ANV", "bowling_green")) == 4
    assert happened(game, Reinforced)[-1] == Reinforced("ANV", ("ANV-Longstreet", "ANV-Hood", "ANV-Pickett"), "bowling_green")


@rule("P2c")
def test_reinforcements_enter_among_enemies_as_attackers():
    game = plan(AOP_WAITING, ANV_WAITING | {"mine_run": "Hill small-1"}, turn=4, phase="reinforcements")
    assert where(game, "AoP-Stonemann") == "mine_run"
    assert game.contested() == ["mine_run"]
    assert game.state.attackers == {"mine_run": "AoP"}
    assert game.controller("mine_run") == "ANV"


@rule("P2c")
def test_only_the_own_stack_keeps_reinforcements_out():
    game = plan(AOP_WAITING, NEAR | {"mine_run": "Hill Rodes Stuart small-1"}, turn=4, phase="reinforcements")
    assert where(game, "AoP-Stonemann") == "mine_run"
    full = AOP_WAITING | {"mine_run": "small-1 small-2 small-3 small-4"}
    late = plan(full, NEAR, turn=4, phase="reinforcements")
    assert where(late, "AoP-Stonemann") == "reinforcements"
    assert happened(late, ReinforcementsDelayed) == [ReinforcementsDelayed("AoP", "mine_run")]


# ---------------------------------------------------------------- recovery


@rule("P3a")
def test_the_army_without_the_initiative_recovers_first():
    aop = {"chancellorsville": "V", "eliminated": "XI"}
    game = plan(aop, NEAR | {"eliminated": "Hill"}, phase="initiative")
    assert game.state.initiative == "AoP"
    assert asked(game) == ("ANV", "Recovery.choose")
    act(game, "end-recovery")
    assert asked(game) == ("AoP", "Recovery.choose")


@rule("P3a")
def test_nobody_recovers_on_turn_1():
    game = plan(FAR | {"eliminated": "XI"}, NEAR | {"eliminated": "Hill"}, turn=1, phase="initiative")
    assert asked(game) == ("AoP", "MovementPhase.part")
    assert happened(game, ImpulseBegan)[0] == ImpulseBegan("AoP", 1, 3)


@rule("P3a", "P-D3d", "P-D11b", "P-D12")
def test_formations_and_small_units_come_back_but_commanders_never():
    anv = NEAR | {"eliminated": "Jackson Hill small-2"}
    game = plan(FAR, anv, turn=3, phase="recovery", initiative="AoP")
    units = {order.split()[0] for order in offered(game, "recover")}
    assert units == {"Hill", "small-2"}
    assert refused(game, "recover Jackson bowling_green").key == "commanders-are-lost-for-good"
    assert refused(game, "recover Early bowling_green").key == "not-in-the-box"
    assert refused(game, "recover AoP-I bowling_green").key == "nothing-known-of"
    assert refused(game, "end-impulse").key == "not-offered"
    act(game, "recover Hill bowling_green")
    assert offered(game, "recover") == {"small-2 spotsylvania", "small-2 chancellorsville"}
    assert game.view("AoP")["position"]["sightings"]["ANV-Hill"] == ["bowling_green"]
    act(game, "recover small-2 spotsylvania")
    assert happened(game, Recovered) == [
        Recovered("ANV", "ANV-Hill", "bowling_green"),
        Recovered("ANV", "ANV-small-2", "spotsylvania"),
    ]


@rule("P-D12")
def test_a_unit_lost_on_turn_1_may_come_back_on_turn_2():
    game = plan({"zoan_church": "XI", "elys_ford": "V"}, {"zoan_church": "Hill"}, turn=1, impulse=2, dice=(1, 6))
    act(game, "fight zoan_church")
    assert where(game, "AoP-XI") == "eliminated"
    end_turn(game)
    assert asked(game) == ("AoP", "Recovery.choose")
    act(game, "recover XI elys_ford")
    assert where(game, "AoP-XI") == "elys_ford"


@rule("P3b", "P-D1a")
def test_one_unit_in_each_own_recovery_area():
    aop = {"falmouth": "I II III small-1", "elys_ford": "V", "eliminated": "XI XII"}
    game = plan(aop, NEAR, phase="recovery", initiative="ANV")
    assert asked(game)[0] == "AoP"
    assert offered(game, "recover") == {"XI elys_ford", "XII elys_ford"}
    assert refused(game, "recover XI falmouth").cites == ("P3b", "P-D1a")
    assert refused(game, "recover XI aquia_creek").key == "not-a-recovery-area"
    act(game, "recover XI elys_ford")
    assert asked(game) == ("ANV", "MovementPhase.part")  # nothing is left to recover in
    assert len(game.units_in("AoP", "elys_ford")) == 2


@rule("P3b")
def test_a_recovery_area_must_be_controlled():
    anv = {"spotsylvania": "Early", "eliminated": "Hill Rodes"}
    game = plan({"bowling_green": "V", "chancellorsville": "I"}, anv, phase="recovery")
    assert offered(game, "recover") == {"Hill spotsylvania", "Rodes spotsylvania"}
    assert refused(game, "recover Hill bowling_green").key == "area-not-controlled"
    assert refused(game, "recover Hill falmouth").key == "not-a-recovery-area"


@rule("P3b")
def test_no_second_unit_in_an_area():
    game = plan(FAR | {"eliminated": "XI XII V"}, NEAR, phase="recovery", initiative="ANV")
    act(game, "recover XI falmouth")
    assert refused(game, "recover V falmouth").key == "one-recovery-in-an-area"
    act(game, "recover V elys_ford")
    assert where(game, "AoP-XII") == "eliminated"
    assert asked(game)[1] == "MovementPhase.part"


@rule("P3c")
def test_the_controller_of_chancellorsville_recovers_a_third_unit_there():
    anv = {"chancellorsville": "Early small-1", "eliminated": "Hill Rodes Stuart Colston small-2"}
    game = plan(FAR, anv, phase="recovery", initiative="AoP")
    act(game, "recover Hill chancellorsville", "recover Rodes spotsylvania", "recover small-2 bowling_green")
    assert len(happened(game, Recovered)) == 3
    assert where(game, "ANV-Stuart") == where(game, "ANV-Colston") == "eliminated"
    assert asked(game)[1] == "MovementPhase.part"


@rule("P3b", "P3c")
def test_the_other_army_recovers_nobody_in_chancellorsville():
    aop = FAR | {"eliminated": "XI"}
    game = plan(aop, {"chancellorsville": "Early"}, phase="recovery", initiative="ANV")
    assert refused(game, "recover XI chancellorsville").cites == ("P3c",)
    game = plan(aop, {"chancellorsville": "Early", "falmouth": "Rodes"}, phase="recovery", initiative="ANV")
    assert refused(game, "recover XI falmouth").cites == ("P3b",)  # of the others P3b speaks
    game = plan(aop, {"chancellorsville": "Early Rodes Stuart Lee", "eliminated": "Hill"}, phase="recovery", initiative="AoP")
    assert refused(game, "recover Hill chancellorsville").key == "area-full"


@rule("P3d")
def test_recovery_is_voluntary_and_is_not_movement():
    game = plan(FAR | {"eliminated": "XII XI"}, NEAR, turn=3, phase="recovery", initiative="ANV")
    act(game, "recover XII elys_ford", "end-recovery", "end-impulse")
    assert where(game, "AoP-XI") == "eliminated"
    assert may(game, "march XII chancellorsville")
    act(game, "march XII chancellorsville")
    assert where(game, "AoP-XII") == "chancellorsville"


# ---------------------------------------------------------------- the end of the turn and of the game


@rule("P6")
def test_the_turn_advances_and_the_impulse_marker_returns():
    game = plan({"zoan_church": "V"}, {"zoan_church": "Hill"}, impulse=4, moving="ANV", dice=(6, 1))
    act(game, "end-impulse")
    assert (game.state.turn, game.state.impulse) == (3, 1)
    assert [event.turn for event in happened(game, TurnBegan)] == [3]


@rule("P-V1", "P7")
def test_one_objective_each_is_a_draw():
    game = plan({"chancellorsville": "small-1"}, {"fredericksburg": "Early"}, turn=6, phase="end of turn")
    assert game.over is not None
    assert (game.over.winner, game.over.level, game.over.scores) == (None, "draw", {"AoP": 1.0, "ANV": 1.0})


@rule("P-V1", "P7")
def test_both_objectives_win():
    for aop, anv, winner in (
        (FAR, {"bowling_green": "Early"}, "ANV"),  # both empty: their flags are Confederate
        (FAR, {"fredericksburg": "Early"}, "ANV"),
        ({"chancellorsville": "V", "fredericksburg": "small-1"}, NEAR, "AoP"),
    ):
        game = plan(aop, anv, turn=6, impulse=4, moving="ANV")
        act(game, "end-impulse")
        assert game.over is not None
        assert (game.over.winner, game.over.level) == (winner, "victory")
        assert game.over.cites == ("P-V1", "P7")


@rule("P-V1", "P7")
def test_the_game_is_not_over_before_the_end_of_turn_6():
    game = plan({"chancellorsville": "V", "fredericksburg": "small-1"}, NEAR, turn=5, impulse=4, moving="ANV")
    act(game, "end-impulse")
    assert game.over is None
    assert game.state.turn == 6
    ways = {
        way.side: [(count.args["area"], count.now, count.wanted) for count in way.counts] for way in game.rules.conditions(game)
    }
    assert ways["AoP"] == [("chancellorsville", 1, 1), ("fredericksburg", 1, 1)]
    assert ways["ANV"] == [("chancellorsville", 0, 1), ("fredericksburg", 0, 1)]
