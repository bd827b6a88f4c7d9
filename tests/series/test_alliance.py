"""Seat, side and army are three things: two sides, three armies, and two or three seats on a small field."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import grognard
from grognard.core.dice import Dice
from grognard.core.errors import PositionError
from grognard.core.games import Outcome
from grognard.core.scenarios import Scenario
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.events import ArmyMoraleChanged, PhaseBegan
from grognard.games.revolution.series.rules import SeriesRules
from grognard.testing.playing import moments, told
from tests.marks import rule
from tests.proving_ground import act, asked, attack_mask, choices, labels, refusal, where
from tests.series.alliance import ALLIED, AMERICAN, BRITISH, FRENCH, MORALE, THREE, TWO, ThreeSeats, alliance, components

FAR = {"foot-1": "1002", "horse": "1202"}
"""The British out of everybody's reach."""
LINE = FAR | {"gatinois": "1011", "foix": "1012", "1st-sc": "1111", "2nd-sc": "1112"}
SEPARATE = {"foot-1": "0910", "foot-3": "1410", "gatinois": "0911", "1st-sc": "1411"}
"""A French and an American unit, each next to a British one."""
TOGETHER = {"foot-1": "1010", "gatinois": "1011", "1st-sc": "1111"}
"""Both next to the same one."""


def rules_of(scenario: Scenario) -> SeriesRules:
    rules = scenario.rules(scenario.complete(None))
    assert isinstance(rules, SeriesRules)
    return rules


def changes(game: Battle) -> list[tuple[str, int]]:
    return [(event.side, event.change) for event in game.events(None) if isinstance(event, ArmyMoraleChanged)]


# ---------------------------------------------------------------- who is who


def test_a_seat_answers_a_side_wins_an_army_has_pieces():
    two, three = rules_of(TWO), rules_of(THREE)
    assert (two.seats, three.seats) == ((BRITISH, ALLIED), (BRITISH, FRENCH, AMERICAN))
    for rules in (two, three):
        assert rules.sides == (BRITISH, ALLIED)
        assert rules.armies == (BRITISH, FRENCH, AMERICAN)
        assert rules.scored == (BRITISH, ALLIED, FRENCH, AMERICAN)
        assert rules.enemy == {BRITISH: ALLIED, ALLIED: BRITISH}
        assert (rules.counters["foix"].army, rules.counters["foix"].side) == (FRENCH, ALLIED)
    assert [three.side_of(seat) for seat in three.seats] == [BRITISH, ALLIED, ALLIED]
    assert three.seats_on(ALLIED) == (FRENCH, AMERICAN)
    assert (two.seat_of["foix"], three.seat_of["foix"], three.seat_of["1st-sc"]) == (ALLIED, FRENCH, AMERICAN)


def test_where_no_alliance_is_named_all_three_are_one():
    rules = rules_of(grognard.find("revolution/eutaw/historical"))
    assert rules.seats == rules.sides == rules.armies == rules.scored
    assert all(rules.seat_of[id] == counter.side == counter.army for id, counter in rules.counters.items())


def test_the_owner_answers_and_the_keeper_where_allies_are_concerned_together():
    game = alliance(LINE)
    rules = game.rules
    assert rules.seat_for(game, ALLIED, ["foix"]) == FRENCH
    assert rules.seat_for(game, ALLIED, ["1st-sc", "2nd-sc"]) == AMERICAN
    assert rules.seat_for(game, ALLIED, ["1st-sc", "foix"]) == FRENCH
    assert rules.seat_for(game, ALLIED) == FRENCH
    assert rules.seat_for(game, BRITISH, ["foix"]) == BRITISH


def test_who_keeps_what_is_shared_is_a_rule_of_the_battle():
    class AmericansKeep(ThreeSeats):
        def leading_army(self, side: str) -> str:
            return AMERICAN if side == ALLIED else side

    rules = AmericansKeep(THREE, THREE.complete(None), components())
    assert rules.keeper(alliance(LINE), ALLIED) == AMERICAN


# ---------------------------------------------------------------- order of play


@rule("S9.1a")
def test_allies_move_one_after_another_each_with_their_own_pieces():
    game = alliance(LINE)
    assert game.actors == (FRENCH,)
    assert choices(game) == ["move gatinois", "move foix", "end-movement"]
    assert refusal(game, "move 1st-sc") == ("S9.1a",)
    assert "an ally's" in str(game.why_not(FRENCH, game.rules.vocabulary.parse("move 1st-sc")))
    act(game, "move gatinois")
    assert game.actors == (FRENCH,)
    act(game, "go 1010", "stop", "end-movement")
    assert game.actors == (AMERICAN,)
    assert choices(game) == ["move 1st-sc", "move 2nd-sc", "end-movement"]
    assert refusal(game, "move foix") == ("S9.1a",)
    assert game.why_not(FRENCH, game.rules.vocabulary.parse("move foix")) is not None
    act(game, "end-movement")
    assert game.state.acting == ""
    assert game.actors == (BRITISH,), "nothing else is to be asked in the Allied player turn"


def test_one_seat_moves_the_pieces_of_both_armies():
    game = alliance(LINE, scenario=TWO)
    assert game.actors == (ALLIED,)
    assert [text for text in choices(game) if text != "end-movement"] == [f"move {id}" for id in LINE if id not in FAR]
    act(game, "end-movement")
    assert game.actors == (BRITISH,)


def test_whether_allies_act_apart_is_a_rule_of_the_battle():
    class OneHand(ThreeSeats):
        def seats_in_turn(self, game: Battle, side: str) -> tuple[str, ...]:
            return (self.keeper(game, side),)

    game = alliance(LINE, rules=OneHand)
    assert game.actors == (FRENCH,)
    assert [text for text in choices(game) if text != "end-movement"] == [f"move {id}" for id in LINE if id not in FAR]
    act(game, "move 1st-sc")
    assert game.actors == (AMERICAN,), "the hex is still its owner's choice"


@rule("S13.3a")
def test_a_disrupted_unit_holds_up_its_owner_only():
    pieces = {"foot-1": "1010", "1st-sc": {"hex": "1011", "states": ["disrupted"]}, "2nd-sc": "0715", "foix": "0712"}
    game = alliance(pieces)
    act(game, "end-movement")
    assert (game.actors, asked(game)) == ((AMERICAN,), "move-on")
    assert refusal(game, "end-movement") == ("S13.3a",)


@rule("S15.1a")
def test_allies_rally_one_after_another():
    pieces = {id: {"hex": hex, "states": ["disrupted"]} for id, hex in LINE.items() if id not in FAR} | FAR
    game = alliance(pieces, 9, 0, phase="rally")
    assert choices(game) == ["rally gatinois", "rally foix", "end-rally"]
    assert refusal(game, "rally 1st-sc") == ("S15.1a",)
    act(game, "rally gatinois", "end-rally")
    assert (game.actors, choices(game)) == ((AMERICAN,), ["rally 1st-sc", "rally 2nd-sc", "end-rally"])
    act(game, "rally 2nd-sc")
    assert changes(game) == [(FRENCH, +1)]


def test_allies_fire_one_after_another_each_with_their_own_guns():
    pieces = {"foot-1": "1010", "mortars": "1013", "guns": "1113", "gatinois": "0714"}
    game = alliance(pieces, 0, phase="artillery fire", phasing=BRITISH)
    assert (game.actors, choices(game)) == ((FRENCH,), ["target foot-1", "hold-fire"])
    act(game, "hold-fire")
    assert (game.actors, choices(game)) == ((AMERICAN,), ["target foot-1", "hold-fire"])
    act(game, "target foot-1")
    fired = [event for event in game.events(None) if getattr(event, "purpose", "") == "artillery-to-hit"]
    assert [event.seat for event in fired] == [AMERICAN]  # type: ignore[attr-defined]


def test_one_seat_may_fire_the_guns_of_both_armies_together():
    pieces = {"foot-1": "1010", "mortars": "1013", "guns": "1113", "gatinois": "0714"}
    game = alliance(pieces, 0, scenario=TWO, phase="artillery fire", phasing=BRITISH)
    act(game, "target foot-1")
    assert choices(game) == ["add-gun mortars", "add-gun guns"]


# ---------------------------------------------------------------- announcements and combats


@rule("S12.12a", "S12.13")
def test_allies_announce_one_after_another():
    game = alliance(SEPARATE | {"foix": "1310"}, phase="close combat")
    assert game.actors == (FRENCH,), "Foix stands next to foot-3, too"
    assert refusal(game, attack_mask(game, "1st-sc", "1410")) == ("S12.21",)
    assert refusal(game, "end-announcement") == ("S12.12a", "S12.13")
    act(game, attack_mask(game, "gatinois", "0910"))
    assert asked(game) == "next-combat", "the others could attack nothing but foot-3, and are announced"
    assert game.actors == (FRENCH,), "the order of combats of both is the keeper's"


@rule("S12.12a", "S12.13")
def test_a_seat_may_leave_to_its_ally_what_its_ally_can_attack():
    """Rifles may decline: the French, who have none here, end; the British unit is attacked by the Americans."""
    pieces = {"foot-3": "1410", "1st-sc": "1411", "rifles": "1311", "foix": "0712"}
    game = alliance(pieces, phase="close combat")
    assert game.actors == (AMERICAN,), "the French have nothing to announce"
    assert "end-announcement" not in choices(game)
    act(game, attack_mask(game, "1st-sc", "1410"))
    assert "end-announcement" in choices(game)


def test_the_owner_of_the_units_chooses_lead_and_tactics():
    game = alliance(SEPARATE, 5, phase="close combat")
    assert (game.actors, choices(game)) == ((FRENCH,), ["take 1", "take 2"])
    act(game, "take 2")
    assert (game.actors, asked(game)) == ((AMERICAN, BRITISH), "choose-tactics")
    assert refusal(game, "chit skirmish", FRENCH) == ()


def test_the_keeper_chooses_where_both_fight_together():
    game = alliance(TOGETHER, 5, phase="close combat")
    assert (game.actors, asked(game)) == ((FRENCH,), "choose-lead")
    act(game, "lead 1st-sc")
    assert game.actors == (FRENCH, BRITISH)


def test_a_sealed_choice_is_secret_to_the_ally_too():
    games = [alliance(SEPARATE, 5, phase="close combat") for _ in range(2)]
    for game, chit in zip(games, ("skirmish", "attack_echelon"), strict=True):
        act(game, "take 2", f"{AMERICAN}: chit {chit}")
        assert game.actors == (BRITISH,)
    one, other = games
    for seat in (None, BRITISH, FRENCH):
        assert told(one, seat) == told(other, seat)
    assert told(one, AMERICAN) != told(other, AMERICAN)
    assert one.view(FRENCH)["position"].get("sealed") is None


def test_the_enemys_choice_of_a_loss_goes_to_who_fights():
    """An AC: the attacker chooses which defender is captured, and the Americans attack."""
    shattered = {id: {"hex": "1410", "states": ["shattered"]} for id in ("foot-3", "horse")}
    game = alliance(
        shattered | {"1st-sc": "1411", "2nd-sc": "1311", "lincoln": "1411", "foix": "0712"}, 9, phase="close combat"
    )
    act(
        game,
        attack_mask(game, "1st-sc", "1410"),
        "lead 1st-sc",
        "lead foot-3",
        f"{AMERICAN}: chit attack_echelon",
        f"{BRITISH}: chit attack_echelon",
    )
    assert (game.actors, choices(game)) == ((AMERICAN,), ["give foot-3", "give horse"])


# ---------------------------------------------------------------- morale, momentum, points


def test_each_army_has_its_own_morale():
    """A French unit suffers: the French lose a point, the British gain one, the Americans do neither (V1.3)."""
    game = alliance(SEPARATE, phase="close combat")
    game.rules.note_event(game, "capture", FRENCH, "foix")
    game.rules.post_army_morale(game)
    assert game.state.morale == {BRITISH: MORALE[BRITISH] + 1, FRENCH: MORALE[FRENCH] - 1, AMERICAN: MORALE[AMERICAN]}


@rule("S-T-am")
@pytest.mark.parametrize(("combat", "gains"), [("take 1", FRENCH), ("take 2", AMERICAN)])
def test_the_army_that_does_it_gains_by_the_enemys_loss(combat: str, gains: str):
    """A British unit is captured after a fight of one of the Allies."""
    pieces = SEPARATE | {"foot-1": {"hex": "0910", "states": ["shattered"]}, "foot-3": {"hex": "1410", "states": ["shattered"]}}
    game = alliance(pieces, 9, phase="close combat")
    act(game, combat)
    game.rules.capture(game, "foot-1" if gains == FRENCH else "foot-3")
    game.rules.post_army_morale(game)
    gained = {army: level - MORALE[army] for army, level in game.state.morale.items() if level != MORALE[army]}
    assert gained == {BRITISH: -1, gains: +1}
    points = game.rules.victory_points(game)
    assert points[gains] > points[FRENCH if gains == AMERICAN else AMERICAN]


@rule("S14.32c")
@pytest.mark.parametrize(("combat", "gains"), [("take 1", FRENCH), ("take 2", AMERICAN)])
def test_the_army_that_takes_a_leader_gains_his_price(combat: str, gains: str):
    game = alliance(SEPARATE | {"maitland": "0910" if gains == FRENCH else "1410"}, phase="close combat")
    act(game, combat)
    game.rules.lose_leader(game, "maitland", "captured")
    game.rules.post_army_morale(game)
    assert {army: level - MORALE[army] for army, level in game.state.morale.items()} == {
        **dict.fromkeys((FRENCH, AMERICAN), 0),
        BRITISH: -1,
        gains: +1,
    }
    assert game.rules.victory_points(game) == {BRITISH: 0.0, FRENCH: 0.0, AMERICAN: 0.0} | {gains: 1.0}


def test_outside_a_fight_the_leading_army_is_credited():
    game = alliance(LINE)
    game.rules.capture(game, "foot-1")
    game.rules.post_army_morale(game)
    assert game.state.morale[FRENCH] == MORALE[FRENCH] + 1
    assert game.rules.victory_points(game) == {BRITISH: 0.0, FRENCH: 1.0, AMERICAN: 0.0}


@rule("S-T-vp")
def test_points_go_to_the_army_that_struck_each_blow():
    """One army reduces a unit and the other eliminates it: half a point and the rest of the two."""
    game = alliance(SEPARATE | {"foot-3": "0810"}, phase="close combat")
    game.state.reduced_by["foot-1"] = AMERICAN
    game.state.beaten_by["foot-1"] = FRENCH
    game.change("foot-1", hex=0, box="eliminated", step=1)
    assert game.rules.victory_points(game) == {BRITISH: 0.0, FRENCH: 1.5, AMERICAN: 0.5}
    assert game.rules.side_points(game.rules.victory_points(game)) == {BRITISH: 0.0, ALLIED: 2.0}


def test_what_was_done_by_whom_is_noted_as_it_happens():
    game = alliance(SEPARATE, 5, phase="close combat")
    act(game, "take 2")
    game.rules.lose_step(game, "foot-1")
    assert (game.state.reduced_by, game.state.beaten_by) == ({"foot-1": AMERICAN}, {})
    game.rules.lose_step(game, "foot-1")
    assert (where(game, "foot-1"), game.state.beaten_by) == ("eliminated", {"foot-1": AMERICAN})
    game.rules.lose_step(game, "gatinois")
    assert "gatinois" not in game.state.reduced_by, "there is but one British army"


@rule("S16.3")
@pytest.mark.parametrize(
    ("morale", "winner"),
    [
        ({BRITISH: 5, FRENCH: 9, AMERICAN: 0}, BRITISH),
        ({BRITISH: 5, FRENCH: 0, AMERICAN: 9}, BRITISH),
        ({BRITISH: 0, FRENCH: 1, AMERICAN: 1}, ALLIED),
        ({BRITISH: -1, FRENCH: 5, AMERICAN: 0}, ALLIED),
        ({BRITISH: 0, FRENCH: -1, AMERICAN: 0}, BRITISH),
        ({BRITISH: -1, FRENCH: -1, AMERICAN: 0}, None),
    ],
)
def test_one_demoralised_army_is_enough_to_lose(morale: dict[str, int], winner: str | None):
    game = alliance(LINE)
    game.state.morale.update(morale)
    assert game.rules.end_if_demoralised(game)
    assert game.over is not None
    assert game.over.winner == winner
    assert game.over.level == ("substantial" if winner else "draw")


@rule("S12.23-6a")
def test_momentum_is_the_sides_and_whoever_fights_may_spend_it():
    game = alliance(SEPARATE, 5, 9, phase="close combat", momentum={BRITISH: 0, ALLIED: 1})
    act(game, "take 2", f"{AMERICAN}: chit attack_echelon", f"{BRITISH}: chit attack_echelon")
    assert (game.actors, asked(game)) == ((AMERICAN,), "spend-momentum")
    act(game, "reroll")
    assert game.state.momentum[ALLIED] in (0, 1)
    assert set(game.state.momentum) == {BRITISH, ALLIED}


def test_the_keeper_speaks_for_the_side_when_the_initiative_is_settled():
    game = alliance(LINE, 9, 0, phase="initiative", phasing="", momentum={BRITISH: 0, ALLIED: 2})
    assert (game.actors, choices(game)) == ((FRENCH,), ["commit 0", "commit 1", "commit 2"])
    act(game, "commit 1")
    assert (game.state.order, game.actors) == ((BRITISH, ALLIED), (BRITISH,))
    rolls = [event for event in game.events(None) if getattr(event, "purpose", "") == "initiative"]
    assert [event.seat for event in rolls] == [BRITISH, FRENCH]  # type: ignore[attr-defined]


@rule("S4a")
def test_the_last_turn_compares_the_sides_not_the_armies():
    """The Allies have three points between them, though neither army has more than the British."""
    game = alliance(FAR | {"foix": "1111"}, phase="end of turn", phasing="", turn=4)
    assert game.over is not None
    assert game.over.scores == {BRITISH: 0.0, FRENCH: 0.0, AMERICAN: 0.0}
    game = alliance(LINE)
    game.state.beaten_by.update({"foot-2": FRENCH, "foot-3": AMERICAN})
    for id in ("foot-2", "foot-3", "armagnac"):
        game.change(id, box="eliminated")
    over = game.rules.final_outcome(game)
    assert over == Outcome(ALLIED, "marginal", "victory-points", ("S4a",), {BRITISH: 1.0, FRENCH: 2.0, AMERICAN: 1.0})


@rule("S13.1-PIN-b", "S13.1-PIN-d")
def test_contact_is_broken_by_the_seat_whose_units_are_pinned():
    held = {"foot-3": {"hex": "1108", "states": ["pinned:1"]}, "1st-sc": {"hex": "1109", "states": ["pinned:1"]}}
    game = alliance({**held, "foix": "0909"})
    assert (game.actors, choices(game)) == ((FRENCH,), ["move foix", "end-movement"])
    assert refusal(game, "break-contact 1") == ("S13.1-PIN-d",)
    act(game, "end-movement")
    assert (game.actors, choices(game)) == ((AMERICAN,), ["break-contact 1", "end-movement"])


@rule("S4a", "S16.3")
def test_every_enemy_army_is_a_way_to_win():
    game = alliance(LINE)
    words = [way.counts[0].word for way in game.rules.conditions(game)]
    assert words == ["morale-of", "morale-of", "lead-in-points", "enemy-morale", "lead-in-points"]
    assert [way.counts[0].wanted for way in game.rules.conditions(game)] == [0, 0, 1, 0, 1]
    ways = [(way.side, way.level, [count.now for count in way.counts]) for way in game.rules.conditions(game)]
    assert ways == [
        (BRITISH, "substantial", [MORALE[FRENCH]]),
        (BRITISH, "substantial", [MORALE[AMERICAN]]),
        (BRITISH, "marginal", [0.0]),
        (ALLIED, "substantial", [MORALE[BRITISH]]),
        (ALLIED, "marginal", [0.0]),
    ]
    assert game.rules.fortunes(game)["army_morale"] == {BRITISH: MORALE[BRITISH], ALLIED: MORALE[AMERICAN]}
    assert set(game.rules.tracks(game)["momentum"]) == {BRITISH, ALLIED}


# ---------------------------------------------------------------- stacking


def test_allies_stack_together_unless_a_rule_keeps_them_apart():
    free, apart = alliance(LINE), alliance(LINE, stacking="apart")
    for game in (free, apart):
        act(game, "move gatinois")
    assert "go 1111" not in choices(free), "there is no room for nine strength points (S7.1a)"
    assert refusal(free, "go 1111") == ("S7.1a", "S7.2")
    assert refusal(apart, "go 1111") == ("A1",)


@pytest.mark.parametrize(("stacking", "together"), [("free", True), ("apart", False)])
def test_one_may_pass_through_an_ally_but_not_stop_there(stacking: str, together: bool):
    """Armagnac (3 SP) and 2nd SC (3 SP) have room together; the road south of 2nd SC is open either way."""
    game = alliance(FAR | {"armagnac": "1010", "2nd-sc": "1011"}, stacking=stacking)
    act(game, "move armagnac")
    assert ("1011" in labels(game)) is together
    assert "1012" in labels(game)
    if not together:
        assert refusal(game, "go 1011") == ("A1",)
    act(game, "go 1012")
    assert where(game, "armagnac") == "1012"


def test_leaders_go_where_they_like():
    game = alliance(FAR | {"d-estaing": "1010", "2nd-sc": "1011"}, stacking="apart")
    act(game, "move d-estaing")
    assert "1011" in labels(game)


def test_a_piece_that_could_stop_nowhere_does_not_begin_to_move():
    """Disrupted in a corner of the map, it could only step onto Americans."""
    pieces = {"armagnac": {"hex": "2020", "states": ["disrupted"]}, "foix": "1515", "2nd-sc": "2019", "militia": "1920"}
    free, apart = alliance(FAR | pieces), alliance(FAR | pieces, stacking="apart")
    assert "move armagnac" in choices(free)
    assert "move armagnac" not in choices(apart)
    assert refusal(apart, "move armagnac") == ("S9.1a", "A1")


# ---------------------------------------------------------------- giving up, saving


def test_a_seat_gives_up_for_its_side():
    for seat, winner in ((AMERICAN, BRITISH), (FRENCH, BRITISH), (BRITISH, ALLIED)):
        game = alliance(LINE)
        game.resign(seat)
        assert game.over == Outcome(winner, "resignation", "resigned")
        assert grognard.replay(game.record()).over == game.over


def test_all_agree_on_a_draw():
    game = alliance(LINE)
    game.agree_draw()
    assert game.over == Outcome(None, "agreed", "agreed-draw")


@pytest.mark.parametrize("scenario", [TWO, THREE], ids=lambda scenario: scenario.id)
@pytest.mark.parametrize("style", ["random", "brawler", "sergeant"])
def test_any_player_can_hold_any_seat_and_records_replay(scenario: Scenario, style: str):
    game = grognard.new(scenario.id, seed=3)
    seats = {moment.seat for moment in moments(game, 3, style)}
    assert seats == set(game.seats)
    assert game.over is not None
    assert game.over.winner in (None, *game.rules.sides)
    record = json.loads(json.dumps(game.record()))
    again = grognard.replay(record)
    assert (again.position(), again.over) == (game.position(), game.over)


def test_allies_act_in_the_order_of_their_seats_all_game_long():
    game = grognard.new(THREE.id, seed=8)
    asked_in_phase: list[tuple[int, str]] = []
    for moment in moments(game, 8, "brawler"):
        if moment.kind == "MovementPhase.pick_piece" and moment.seat != BRITISH:
            began = sum(isinstance(event, PhaseBegan) for event in game.happened.since(0))
            asked_in_phase.append((began, moment.seat))
    turned_back = [
        (one, other) for one, other in pairwise(asked_in_phase) if one == (other[0], AMERICAN) and other[1] == FRENCH
    ]
    assert asked_in_phase
    assert not turned_back


def test_a_position_holds_who_acts_and_names_armies_and_sides():
    game = alliance(LINE)
    act(game, "end-movement")
    position = json.loads(json.dumps(game.position()))
    assert position["state"]["acting"] == AMERICAN
    assert position["tracks"] == {"army_morale": MORALE, "momentum": {BRITISH: 0, ALLIED: 0}}
    again = grognard.setup(position, seed=1)
    assert again.actors == (AMERICAN,)
    assert again.position() == game.position()


@pytest.mark.parametrize(
    ("track", "name", "faulty"),
    [("army_morale", ALLIED, True), ("army_morale", FRENCH, False), ("momentum", FRENCH, True), ("momentum", ALLIED, False)],
)
def test_a_track_names_its_own_kind(track: str, name: str, faulty: bool):
    position = {"scenario": THREE.id, "phase": "movement", "phasing": ALLIED, "tracks": {track: {name: 2}}, "pieces": LINE}
    if faulty:
        with pytest.raises(PositionError, match=f"The track '{track}' has no whole number"):
            grognard.setup(position, dice=Dice.script([]))
    else:
        game = grognard.setup(position, dice=Dice.script([]))
        assert game.rules.tracks(game)[track][name] == 2


@pytest.mark.parametrize("acting", [ALLIED, "spanish"])
def test_nobody_acts_who_has_no_seat(acting: str):
    position = {"scenario": THREE.id, "phase": "movement", "phasing": ALLIED, "pieces": LINE, "state": {"acting": acting}}
    with pytest.raises(PositionError, match="there is no seat"):
        grognard.setup(position, dice=Dice.script([]))
