"""Chapters 4 and 5: how a game is won, and the sequence of play."""

import pytest

from grognard.core.games import Outcome
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import (
    AttackAnnounced,
    CombatBegan,
    FireOrdered,
    PhaseBegan,
    PinsRemoved,
    TurnBegan,
)
from grognard.games.revolution.series.rules import SeriesRules
from tests.marks import rule
from tests.proving_ground import (
    AMERICAN,
    BRITISH,
    Unit,
    act,
    announce,
    army_morale,
    asked,
    choices,
    combat,
    field,
    order_of,
    piece,
    refusal,
    tactics,
    where,
)

PHASES = ["movement", "rally", "artillery fire", "rifle fire", "close combat"]


class Prize(SeriesRules):
    """A battle in which taking the unit `prize` is a decisive victory of the British, as soon as it happens."""

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        if game.piece("prize").box not in ("captured", "eliminated"):
            return None
        return Outcome(BRITISH, "decisive", "prize-taken")


class PoisonedPrize(Prize):
    """A battle in which losing the unit `prize` is a decisive victory of its owner."""

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        won = super().decisive_at_once(game)
        return None if won is None else Outcome(AMERICAN, "decisive", "prize-given")


class PrizeAtEndOfTurn(Prize):
    """The same prize, judged at the end of a turn."""

    def decisive_at_once(self, game: Battle) -> Outcome | None:
        return None

    def decisive_at_end_of_turn(self, game: Battle) -> Outcome | None:
        return super().decisive_at_once(game)


class Hill(SeriesRules):
    """A battle in which the British win decisively by standing in 1005 at the end of a turn."""

    def decisive_at_end_of_turn(self, game: Battle) -> Outcome | None:
        if not game.units_at(self.board.hex("1005"), BRITISH):
            return None
        return Outcome(BRITISH, "decisive", "the-hill-is-held")


def ended(game: Battle) -> tuple[str | None, str] | None:
    """Winner and level of victory, or None while the game goes on."""
    return (game.over.winner, game.over.level) if game.over is not None else None


def course(game: Battle) -> list[str]:
    """The turns and phases that have begun."""
    found = []
    for event in game.events(None):
        if isinstance(event, TurnBegan):
            found.append(f"turn {event.turn}")
        elif isinstance(event, PhaseBegan):
            found.append(f"{event.side} {event.phase}")
    return found


def gun_falls(rules: type[SeriesRules], morale: tuple[int, int] = (14, 14)) -> Battle:
    """The British, who play first, take a gun that stands alone."""
    british = [Unit("3-0-4", "1010"), Unit("1-0-4", "0303")]
    american = [Unit("1-0-4", "1011", id="prize", kind="artillery"), Unit("1-0-4", "0318")]
    game = field(british, american, morale=morale, rules=rules, dice=[9, 0])
    act(game, "end-movement")
    act(game, "hold-fire")  # then the attack on the gun, its capture and the advance are forced
    return game


# ---------------------------------------------------------------- victory


def last_turn(british: list[Unit], american: list[Unit]) -> Outcome:
    homes, aways = [Unit("1-0-4", "0303", id="home")], [Unit("1-0-4", "0318", id="away")]
    game = field([*british, *homes], [*american, *aways], turn=5, phasing=AMERICAN, first=BRITISH)
    act(game, "end-movement")
    assert game.over is not None
    return game.over


@rule("S4a", "S5d")
def test_the_last_turn_is_judged_on_victory_points() -> None:
    two = Unit("4-1-4", id="two", reduced="2-0-4", box="eliminated")
    one = Unit("2-0-4", id="one", box="eliminated")
    half = Unit("4-1-4", "0505", id="half", reduced="2-0-4", step=2)
    outcome = last_turn([two, one], [])  # 0 to 3
    assert (outcome.winner, outcome.level, outcome.scores) == (AMERICAN, "marginal", {BRITISH: 0, AMERICAN: 3})
    outcome = last_turn([], [two, one])
    assert (outcome.winner, outcome.level) == (BRITISH, "marginal")
    outcome = last_turn([two, half], [])  # 0 to 2 1/2
    assert (outcome.winner, outcome.level, outcome.scores) == (None, "draw", {BRITISH: 0, AMERICAN: 2.5})
    outcome = last_turn([two, one], [half])  # 1/2 to 3
    assert (outcome.winner, outcome.level) == (None, "draw")


@rule("S4a")
def test_the_way_to_a_marginal_victory_is_the_lead_in_points() -> None:
    one = Unit("2-0-4", id="one", box="eliminated")
    game = field([one, Unit("1-0-4", "0101", id="home")], [Unit("1-0-4", "0120", id="away")])
    ways = {way.side: way.counts[0].now for way in game.rules.conditions(game) if way.level == "marginal"}
    assert ways == {BRITISH: 0, AMERICAN: 1}


@rule("S4a")
def test_a_decisive_victory_ends_the_game_at_once() -> None:
    game = gun_falls(Prize)
    assert ended(game) == (BRITISH, "decisive")
    assert course(game)[-1] == "british close combat"


@rule("S4a")
def test_a_substantial_victory_comes_from_a_demoralised_army() -> None:
    game = gun_falls(SeriesRules, morale=(14, 1))
    assert ended(game) == (BRITISH, "substantial")
    assert course(game)[-1] == "british close combat"


@rule("S4b")
def test_a_decisive_victory_goes_before_the_same_sides_substantial_one() -> None:
    game = gun_falls(Prize, morale=(14, 1))
    assert army_morale(game)[1] == 0
    assert ended(game) == (BRITISH, "decisive")


@rule("S4b")
def test_a_demoralised_side_loses_whatever_it_has_won() -> None:
    assert ended(gun_falls(PoisonedPrize)) == (AMERICAN, "decisive")
    game = gun_falls(PoisonedPrize, morale=(14, 1))
    assert ended(game) == (BRITISH, "substantial")


@rule("S4b", "S5d")
def test_a_condition_for_the_end_of_a_turn_waits_for_it() -> None:
    game = gun_falls(PrizeAtEndOfTurn)
    assert ended(game) is None
    assert where(game, "prize") == "captured"
    assert game.actors == (AMERICAN,)
    act(game, "end-movement")
    assert ended(game) == (BRITISH, "decisive")
    assert "turn 3" not in course(game)


@rule("S4b")
def test_what_held_during_the_turn_but_not_at_its_end_wins_nothing() -> None:
    game = field([Unit("3-0-4", "1005")], [Unit("3-0-4", "1018")], rules=Hill, dice=[9, 0])
    act(game, "move b1", "go 1004", "stop", "end-movement")
    assert ended(game) is None
    assert game.state.turn == 3
    game = field([Unit("3-0-4", "1005")], [Unit("3-0-4", "1018")], rules=Hill)
    act(game, "end-movement", "end-movement")
    assert ended(game) == (BRITISH, "decisive")


@rule("S4b")
def test_a_loss_by_overstacking_can_complete_a_decisive_condition() -> None:
    american = [
        Unit("4-0-4", id="guard", entry="A", turn=2),
        Unit("4-0-4", id="prize", entry="A", turn=2),
    ]
    game = field([Unit("3-0-4", "1005")], american, phasing=AMERICAN, first=AMERICAN, entries={"A": ("1020",)}, rules=Prize)
    act(game, "end-movement")
    assert asked(game) == "cure-overstacking"
    act(game, "lose-step prize")
    assert ended(game) == (BRITISH, "decisive")


@rule("S4b")
def test_a_rifle_fire_can_complete_a_decisive_condition() -> None:
    american = [Unit("1-0-4", "1011", id="prize"), Unit("3-0-4", "1018", id="away")]
    game = field([Unit("1-0-4", "1010", flags=("rifle",))], american, phase="rifle fire", rules=Prize, dice=[9, 9])
    act(game, "target prize")
    assert where(game, "prize") == "eliminated"
    assert ended(game) == (BRITISH, "decisive")
    assert course(game)[-1] == "british rifle fire"


# ---------------------------------------------------------------- the turn


@rule("S5a")
@pytest.mark.parametrize(
    ("phase", "phasing", "question", "turn", "then"),
    [
        ("initiative", BRITISH, "commit-momentum", 2, ""),
        ("movement", BRITISH, "move", 2, "american movement"),
        ("movement", AMERICAN, "move", 2, "turn 3"),
        ("end of turn", AMERICAN, "commit-momentum", 3, ""),
    ],
)
def test_a_position_may_begin_anywhere_in_a_turn(phase: str, phasing: str, question: str, turn: int, then: str) -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, phase=phase, phasing=phasing, first=BRITISH, momentum=(1, 0))
    assert (asked(game), game.state.turn) == (question, turn)
    if then:
        act(game, "end-movement")
        assert course(game)[len(PHASES) :] == [then]


@rule("S5a", "S5b", "S5c")
def test_a_turn_is_initiative_two_player_turns_and_the_end() -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, turn=3, phasing=AMERICAN, first=BRITISH, dice=[2, 7, 7, 2])
    act(game, "end-movement")
    assert game.position()["order"] == [AMERICAN, BRITISH]
    assert game.position()["phasing"] == AMERICAN
    act(game, "end-movement")
    assert game.position()["phasing"] == BRITISH
    act(game, "end-movement")
    assert course(game) == [
        *(f"american {phase}" for phase in PHASES),
        "turn 4",
        *(f"american {phase}" for phase in PHASES),
        *(f"british {phase}" for phase in PHASES),
        "turn 5",
        "british movement",
    ]


@rule("S5b")
def test_no_phase_is_taken_out_of_order() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "0303", states=("disrupted",)), Unit("1-0-4", "1009", kind="artillery")]
    game = field(british, [Unit("3-0-4", "1012")], dice=[0])
    assert asked(game) == "move"
    assert "S9.1a" in refusal(game, "rally b2")
    assert "S9.1a" in refusal(game, "attack b1 8")
    act(game, "end-movement")
    assert asked(game) == "rally"
    assert "S15.1a" in refusal(game, "move b1")
    assert "S15.1a" in refusal(game, "target a1")
    act(game, "rally b2")
    assert asked(game) == "move"  # no contact, so nothing else was left to decide in the British player turn
    assert game.actors == (AMERICAN,)


@rule("S5b")
def test_a_unit_disrupted_by_fire_in_its_own_turn_rallies_only_in_its_next_one() -> None:
    british = [Unit("4-0-4", "1010"), Unit("1-0-4", "0303")]
    american = [Unit("2-0-4", "1012", kind="artillery"), Unit("1-0-4", "0318")]
    # hit on 8 at range 2, damage 4 is D; then initiative, and the rally
    game = field(british, american, dice=[8, 4, 9, 0, 5])
    act(game, "end-movement", "target b1")
    assert asked(game) == "retreat"
    act(game, choices(game)[0])
    assert order_of(game, "b1") == "disrupted"
    assert game.actors == (AMERICAN,)  # the British rally phase is past
    assert asked(game) == "move"
    act(game, "end-movement")
    assert game.state.turn == 3
    assert asked(game) == "move"
    assert game.actors == (BRITISH,)
    act(game, "end-movement")
    assert asked(game) == "rally"
    act(game, "rally b1")
    assert order_of(game, "b1") == "parade"


@rule("S5c", "S5e")
def test_only_the_guns_of_the_player_who_is_not_phasing_fire() -> None:
    british = [Unit("1-0-4", "1010", kind="artillery")]
    american = [Unit("1-0-4", "1012", kind="artillery")]
    game = field(british, american, dice=[7, 7, 9, 0])  # both miss: with +1 for a gun as target
    act(game, "end-movement")
    assert game.actors == (AMERICAN,)
    assert choices(game) == ["target b1", "hold-fire"]
    act(game, "target b1")
    assert asked(game) == "move"  # the British gun has not been asked
    act(game, "end-movement")
    assert game.actors == (BRITISH,)
    assert choices(game) == ["target a1", "hold-fire"]
    act(game, "target a1")
    fires = [event.firers for event in game.events(None) if isinstance(event, FireOrdered)]
    assert fires == [("a1",), ("b1",)]


@rule("S5d")
def test_after_the_last_turn_there_is_no_other() -> None:
    units = [Unit("3-0-4", "0303")], [Unit("3-0-4", "0318")]
    game = field(*units, turn=13, last_turn=13, phasing=AMERICAN, first=BRITISH)
    act(game, "end-movement")
    assert ended(game) == (None, "draw")
    assert "turn 14" not in course(game)
    game = field(*units, turn=12, last_turn=13, phasing=AMERICAN, first=BRITISH, dice=[9, 0])
    act(game, "end-movement")
    assert ended(game) is None
    assert course(game)[-2:] == ["turn 13", "british movement"]


@rule("S5d")
def test_automatic_victory_is_checked_before_the_points_of_the_last_turn() -> None:
    british = [Unit("3-0-4", "1005"), *(Unit("4-0-4", box="captured") for _ in range(4))]
    game = field(british, [Unit("3-0-4", "1018")], turn=5, phasing=AMERICAN, first=BRITISH, rules=Hill)
    act(game, "end-movement")
    assert ended(game) == (BRITISH, "decisive")


# ---------------------------------------------------------------- the phases


@rule("S5e")
def test_in_the_rally_phase_only_the_phasing_players_units_rally() -> None:
    british = [Unit("3-0-4", "0505", states=("disrupted",)), Unit("3-0-4", "0303", states=("shattered",))]
    american = [Unit("3-0-4", "0515", states=("disrupted",))]
    game = field(british, american, phase="rally", dice=[5])
    assert choices(game) == ["rally b1", "rally b2", "end-rally"]
    assert "S15.1a" in refusal(game, "rally a1")
    act(game, "rally b1", "end-rally")
    assert (order_of(game, "b1"), order_of(game, "a1")) == ("parade", "disrupted")


@rule("S5e")
def test_in_the_rally_phase_the_phasing_players_withdrawal_markers_come_off() -> None:
    british = [Unit("3-0-6", "0505", kind="dragoons", states=("withdrawn",)), Unit("3-0-4", "0303")]
    american = [Unit("3-0-6", "0515", kind="dragoons", states=("withdrawn",)), Unit("3-0-4", "0318")]
    game = field(british, american)
    assert "S12.4c" in refusal(game, "move b1")
    act(game, "end-movement")
    assert not piece(game, "b1").withdrawn
    assert piece(game, "a1").withdrawn


@rule("S5e")
def test_in_the_rifle_phase_both_sides_fire() -> None:
    british = [Unit("3-0-4", "1010", flags=("rifle",)), Unit("1-0-4", "0303")]
    american = [Unit("3-0-4", "1011", flags=("rifle",)), Unit("1-0-4", "0318")]
    game = field(british, american, phase="rifle fire", dice=[0, 0])
    assert game.actors == (BRITISH,)
    act(game, "target a1")
    assert game.actors == (AMERICAN,)
    act(game, "target b1")
    fires = [event.firers for event in game.events(None) if isinstance(event, FireOrdered)]
    assert fires == [("b1",), ("a1",)]


@rule("S5e")
def test_in_the_movement_phase_pins_are_cleared_where_contact_is_broken() -> None:
    british = [Unit("3-0-4", "1010", states=("pinned:1",)), Unit("3-0-4", "0505", states=("pinned:2",))]
    american = [Unit("3-0-4", "1011", states=("pinned:1",)), Unit("3-0-4", "0506", states=("pinned:2",))]
    game = field(british, american)
    act(game, "break-contact 1", "go 1008", "end-movement")
    removed = [event for event in game.events(None) if isinstance(event, PinsRemoved)]
    assert removed[0].pieces == ("b1", "a1")
    assert army_morale(game) == (13, 14)


@rule("S5e")
def test_in_the_close_combat_phase_pins_come_off_after_the_announcement() -> None:
    british = [Unit("3-0-4", "1010", states=("pinned:1",)), Unit("1-0-4", "0303")]
    american = [Unit("3-0-4", "1011", states=("pinned:1",)), Unit("1-0-4", "0318")]
    game = field(british, american, phase="close combat", dice=[])
    assert asked(game) == "choose-tactics"
    assert (piece(game, "b1").pin, piece(game, "a1").pin) == (0, 0)
    assert army_morale(game) == (14, 14)


@rule("S5e")
@pytest.mark.parametrize(("state", "fate"), [("disrupted", "shattered"), ("shattered", "captured")])
def test_the_close_combat_phase_ends_with_the_check_of_disordered_units(state: str, fate: str) -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "1210", states=(state,)), Unit("1-0-4", "0303")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "1211"), Unit("1-0-4", "0318")]
    game = field(british, american, phase="close combat", dice=[7])  # 1-1: -/R
    combat(game)
    assert order_of(game, "b2") == state  # the combats come first
    while asked(game) in ("retreat", "advance"):
        act(game, choices(game)[0])
    assert (order_of(game, "b2") if fate == "shattered" else where(game, "b2")) == fate
    assert asked(game) == "move"


@rule("S5e")
def test_a_combat_is_resolved_after_all_attacks_are_announced() -> None:
    british = [Unit("3-0-4", "1010"), Unit("3-0-4", "0505")]
    american = [Unit("3-0-4", "1011"), Unit("3-0-4", "0506")]
    game = field(british, american, phase="close combat", dice=[7])
    assert "S12.21" in refusal(game, "take 1")
    announce(game, ("b1", "1011"), ("b2", "0506"))
    assert asked(game) == "next-combat"
    act(game, "take 2")
    tactics(game)
    announced = [event for event in game.events(None) if isinstance(event, AttackAnnounced | CombatBegan)]
    assert [type(event) for event in announced[:3]] == [AttackAnnounced, AttackAnnounced, CombatBegan]
    assert [event.hexes for event in announced] == [("1011",), ("0506",), ("0506",), ("1011",)]
