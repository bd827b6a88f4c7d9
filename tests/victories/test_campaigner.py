"""The campaigner commands either army: it ends its games, weighs attacks and keeps to what it may know."""

from __future__ import annotations

from typing import Any, cast

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.dice import Dice
from grognard.core.games import Options
from grognard.core.seats import Seat
from grognard.games.chancellorsville.victories.pieces import CSA, UNION
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players import play_out, player, players_for
from grognard.players.campaigner import Campaigner
from grognard.players.campaigner.field.assaults import chance_to_catch
from grognard.players.campaigner.field.command import waiting_for_detach, wishes
from grognard.players.campaigner.field.fighting import cost_of_level, finishes
from grognard.players.campaigner.field.odds import Side, cleared, driven_off, losses, piled, strewn
from grognard.players.campaigner.field.situation import Field
from tests.victories.table import FAMILY, FAR, act, asked, scene

HUNTERS = {"cs_lane": "1612", "cs_thomas": "1612", "cs_walker": "1612", "cs_pender": "1411", "cs_heth": "1411"}
AWAY = {"us_devin": "2916", "cs_brown": "1726"}
"""Units in the corners of the scenario Chancellorsville."""
WALL = dict.fromkeys(("us_barlow", "us_mclean", "us_buschbeck"), "1512")


def answer(game: Campaign) -> Action:
    (seat,) = game.actors
    return Campaigner(1).choose(game.seat(seat))


def answers(game: Campaign, number: int) -> list[str]:
    """What it does next, so many times; whoever is asked."""
    found = []
    for _ in range(number):
        (seat,) = game.actors
        action = answer(game)
        found.append(str(action))
        game.play(seat, action)
    return found


def test_it_is_the_strongest_opponent_in_every_scenario():
    assert players_for(grognard.new(f"{FAMILY}/lee-moves", seed=1))[-1] == "campaigner"


def test_a_scenario_ends_the_same_for_every_seed_of_the_player():
    one, other = (cast("Campaign", grognard.new(f"{FAMILY}/salem-church", dice=Dice.fast(7))) for _ in range(2))
    first = play_out(one, {UNION: Campaigner(1), CSA: Campaigner(2)})
    assert play_out(other, {UNION: Campaigner(3), CSA: Campaigner(4)}) == first
    assert one.state == other.state


class Doubter:
    """Answers as the campaigner does, and asks it again in games that its seat cannot tell from the real one."""

    def __init__(self) -> None:
        self.asked = self.doubted = 0

    def choose(self, seat: Seat) -> Action:
        action = Campaigner(1).choose(seat)
        self.asked += 1
        if self.asked % 5 == 0 and len(seat.actions) > 1:
            other = seat.imagine(self.asked)
            assert Campaigner(2).choose(other.seat(seat.name)) == action
            self.doubted += 1
        return action


def test_it_answers_the_same_whatever_it_cannot_see():
    game = grognard.new(f"{FAMILY}/lee-moves", dice=Dice.fast(3))
    players = {UNION: Doubter(), CSA: Doubter()}
    play_out(game, players)
    assert min(doubter.doubted for doubter in players.values()) > 5


def test_the_chances_of_a_combat():
    assert piled((0, 0, 0), 5, False) == (4, 1, 0)
    assert piled((0, 0), 0, True) == (0, -1)
    lone = Side(levels=2, spare=1, units=1)
    assert losses((0, 0), lone, 0) == pytest.approx((2 / 3, 1 / 9)), "both dice must hit to destroy a brigade"
    assert losses((0, 0), lone, 1) == pytest.approx((14 / 9, 5 / 9)), "works cost one level anyhow"
    assert cleared((4, 4), 2, can_go=False) == 1.0
    assert cleared((0, 0), 3, can_go=True) == pytest.approx(0.4 / 9)


def test_an_attack_that_is_only_planned_rolls_the_dice_of_the_attack_itself():
    """U14.10, U14.16, U14.18: from where the units would stand, whether or not they stand there."""
    game = scene({**AWAY, "cs_lane": "1919", "cs_heth": "2018", "us_meagher": "2221"}, scenario="chancellorsville", turn=17)
    rules, ids, target = game.rules, ("cs_lane", "cs_heth"), game.rules.board.hex("2221")
    around = rules.board.grid.neighbours[target]
    places = [h for h in (around[1], around[4]) if h is not None]
    stands = dict(zip(ids, map(game.label, places), strict=True))
    there = scene({**AWAY, **stands, "us_meagher": "2221"}, scenario="chancellorsville", turn=17)
    planned = rules.planned(CSA, zip(map(game.piece, ids), places, strict=True), (target,))
    real = rules.combat(CSA, ids, (target,))
    for fight in (planned, real):
        fight.ground = rules.board.terrain[target]
    assert planned.stands(game) == set(places)
    assert rules.dice_of(game, planned) == rules.dice_of(there, real) != rules.dice_of(game, real)
    assert rules.encircled(game, planned)
    assert rules.terrain_effects(game, planned) == rules.terrain_effects(there, real)
    assert (
        rules.dice_pools(game, planned, *rules.dice_of(game, planned))[0]
        == rules.dice_pools(there, real, *rules.dice_of(there, real))[0]
    )


def test_a_skirmisher_is_reckoned_with_only_where_there_is_room_for_it():
    """U14.14."""
    found = []
    for crowd in (("us_meagher",), ("us_meagher", "us_caldwell", "us_graham", "us_ward")):
        game = scene({**AWAY, "cs_lane": "2122", **dict.fromkeys(crowd, "2221")}, scenario="chancellorsville", turn=17)
        fight = game.rules.combat(CSA, ("cs_lane",), (game.rules.board.hex("2221"),))
        found.append(bool(game.rules.may_add_skirmisher(game, fight)))
    assert found == [True, False]


def test_the_chances_against_who_takes_losses_anyhow():
    assert strewn(2, (2,), 0, False) == 1.0
    assert strewn(2, (2,), 1, False) == pytest.approx(1 / 4), "neither hit may fall on the skirmisher"
    assert strewn(2, (2,), 0, True) == pytest.approx(1 / 2), "the second may be cancelled by a retreat, the first may not"
    assert strewn(2, (2, 2), 0, False) == pytest.approx(1 / 2)
    assert strewn(1, (1, 2), 0, True) == pytest.approx(1 / 2)


def test_a_six_may_drive_off_what_dice_alone_would_not():
    assert driven_off(1, 1) == pytest.approx(5 / 36), "one six, which the defender's die does not cancel"
    stormed = {"cs_lane": "2122", "us_meagher": "2221", "us_best": "2221"}
    chances = []
    for sixes in (False, True):
        game = scene({**AWAY, **stormed}, "cs_cmd_hill", scenario="chancellorsville", options={"rule_of_six": sixes}, turn=17)
        lane, target = game.piece("cs_lane"), game.rules.board.hex("2221")
        chances.append(Field(game, CSA, {}).blow([(lane, lane.hex)], (target,)).clears)
    assert chances[1] > chances[0] + 0.1


def test_the_last_who_hold_a_place_do_not_attack_out_of_it():
    crowd = dict.fromkeys(("us_graham", "us_ward", "us_hayman"), "2220")
    for here, attacks in (("2321", False), ("2320", True)):
        game = scene(
            {**AWAY, **crowd, "cs_semmes": here, "cs_kershaw": here}, "cs_cmd_mclaws", scenario="chancellorsville", turn=17
        )
        act(game, f"place-command {here}", "end-marches")
        assert asked(game) == "CSA Declaration.declare"
        assert (str(answer(game)) != "end-declaring") == attacks


def test_where_two_places_must_fall_at_once_it_attacks_for_them_alone():
    around = {"cs_heth": "1919", "cs_lane": "1919", "us_allabach": "2018", "us_caldwell": "2321", "us_best": "2221"}
    for sixes in (False, True):
        game = scene({**AWAY, **around}, "cs_cmd_hill", scenario="chancellorsville", options={"rule_of_six": sixes}, turn=17)
        act(game, "place-command 1919", "end-marches")
        assert (str(answer(game)) == "end-declaring") == sixes, "a brigade far from both places is left alone"


def test_one_place_is_risked_for_the_next():
    pieces = {**AWAY, "cs_wright": "2221", "cs_posey": "2221", "us_caldwell": "2321"}
    costs = []
    for turn in (17, 18):
        game = scene(pieces, "cs_cmd_anderson", scenario="chancellorsville", options={"rule_of_six": True}, turn=turn)
        both = [(game.piece(id), game.piece(id).hex) for id in ("cs_wright", "cs_posey")]
        field = Field(game, CSA, {})
        assert field.exposed(both[:1], 1.0) == 0.0, "somebody stays"
        costs.append(field.exposed(both, 1.0))
    assert costs[0] > costs[1] > 0.0, "in the last turn one place alone is worth little"


def test_all_points_go_to_its_own_dice_where_its_losses_hardly_count():
    pieces = {**AWAY, "cs_lane": "2122", "cs_pender": "2122", "cs_walker": "2122", "us_bowman": "2221", "us_best": "2221"}
    game = scene(pieces, "cs_cmd_hill", scenario="chancellorsville", turn=17)
    act(game, "place-command 2122", "end-marches", "cease-fire", "assault-from 2122 2", "resolve 0")
    while asked(game) != "CSA Combat.attacker_adds":
        answers(game, 1)
    offers = [str(action).split()[1] for action in game.actions(CSA)]
    assert len(offers) > 1
    given = [sum(map(int, dice)) for dice in offers]
    assert sum(map(int, str(answer(game)).split()[1])) == max(given)


def test_guns_fire_where_an_attack_promises_less():
    game = scene({**FAR, **WALL, "cs_alexander": "1513", "cs_walker": "1513"}, "cs_cmd_hill")
    for text in ("place-command 1513", "take-along cs_alexander", "end-marches"):
        game.play(CSA, game.rules.vocabulary.parse(text))
    done = answers(game, 2)
    assert done[0].startswith("shell 1512")
    assert done[1] == "fire-guns 3", "both battalions together"


def test_it_gathers_against_a_weak_brigade_and_attacks():
    game = scene({**FAR, **HUNTERS, "us_vongilsa": {"hex": "1512", "step": 2}}, "cs_cmd_hill")
    done = answers(game, 6)
    assert done[0].startswith("place-command")
    assert "end-marches" in done, "all stand where they should"
    assert done[-1] == "converge 1512"


def test_it_does_not_attack_where_it_is_hopeless():
    corps = {"us_barlow": "1512", "us_mclean": "1512", "us_schirmer": "1512", "us_vongilsa": "1512"}
    game = scene({**FAR, "cs_lane": "1612", **corps}, "cs_cmd_hill")
    act(game, "place-command 1612", "end-marches")
    assert asked(game) == "CSA Declaration.declare"
    assert str(answer(game)) == "end-declaring"


def test_an_outnumbered_brigade_gets_away_and_a_strong_one_stands():
    column = dict.fromkeys(("cs_lane", "cs_thomas", "cs_heth", "cs_pender"), "1514")
    for pieces, reaction in (({"us_vongilsa": "1512"}, "break-away 1512"), ({"us_vongilsa": "1512", **WALL}, "stand-ground")):
        game = scene({**FAR, **column, **pieces}, "cs_cmd_hill")
        act(game, "place-command 1514", "march-stack 1514", "march-to 1513")
        assert asked(game) == "Union Contact.react"
        assert str(answer(game)).startswith(reaction)


RIGHT_WING = {
    **dict.fromkeys(("us_candy", "us_kane", "us_greene"), "2321"),
    **dict.fromkeys(("us_knipe", "us_ross", "us_ruger"), "2320"),
}


@pytest.mark.parametrize("works", [{}, {"2421": "CSA"}])
def test_confederates_get_out_of_the_way_of_an_army(works: dict[str, str]):
    """Two brigades before Chancellorsville go back out of contact, out of breastworks in disorder if they must; four stay."""
    few, more = ("cs_lane", "cs_thomas"), ("cs_heth", "cs_pender")
    for brigades, goes in ((few, True), ((*few, *more), False)):
        column = dict.fromkeys(brigades, "2421")
        game = scene({**FAR, **column, **RIGHT_WING}, "cs_cmd_hill", works=works)
        while asked(game) != "CSA Declaration.declare" and not game.state.finished:
            answers(game, 1)
        hexes = {game.piece(id).hex for id in brigades}
        assert (game.rules.board.hex("2421") not in hexes) == goes
        assert any(game.next_to_enemy(CSA, h) for h in hexes) != goes
        assert all(game.piece(id).order == bool(works) for id in few) or not goes


def test_confederates_do_not_fight_for_a_place_that_a_stronger_army_holds():
    place = "2321"
    for brigades, wanted in (({"cs_lane": "2421"}, False), (dict.fromkeys(("cs_lane", "cs_heth", "cs_pender"), "2421"), True)):
        field = Field(scene({**FAR, **brigades, "us_candy": place, "us_kane": place, "us_greene": place}), CSA, {})
        assert (field.stake(field.rules.board.hex(place)) > 0) == wanted


def test_the_guns_of_the_reserve_go_to_the_heights():
    field = Field(scene({**FAR, "cs_brown": "4228", "cs_lane": "4228"}), CSA, {})
    goals = [field.goal_of([field.game.piece(id)]) for id in ("cs_brown", "cs_lane")]
    assert goals == [field.rules.board.hex(label) for label in ("4022", "2321")]


def test_it_holds_the_place_that_the_scenario_is_about():
    pieces = {"cs_mahone": "2923", "us_ayres": "2723", "us_burbank": "2723", "us_ororke": "2723", "us_weed": "2723"}
    game = scene(pieces, "us_cmd_meade", scenario="lee-moves")
    act(game, "place-command 2723", "march-stack 2723", "march-to 2822")
    assert asked(game) == "CSA Contact.react"
    assert str(answer(game)) == "stand-ground"


def test_it_lays_a_pontoon_that_shortens_the_way():
    pieces = {**FAR, "us_caldwell": "2718", "us_meagher": "2718"}
    game = scene(pieces, "us_cmd_couch", in_hand={"Union": 1, "CSA": 0})
    assert answers(game, 2) == ["place-command 2718", "bridge us_caldwell 2617"]
    none_left = scene(pieces, "us_cmd_couch", in_hand={"Union": 0, "CSA": 0})
    assert not any(action.startswith("bridge") for action in answers(none_left, 3))


def test_it_marches_out_of_the_map_where_that_wins():
    pieces: dict[str, Any] = {"us_grant": "3126", "us_neill": "3126", "cs_hays": "4022"}
    game = scene(pieces, "us_cmd_sedgwick", scenario="salem-church", turn=17)
    assert "leave-map" in answers(game, 5)


def test_whoever_must_leave_the_map_goes_around_the_enemy():
    pieces = {"us_shaler": "4122", "us_browne": "4122", "cs_barksdale": "4022", "cs_washington": "4022"}
    game = scene(pieces, "us_cmd_sedgwick", scenario="salem-church", turn=16)
    field, exit = Field(game, UNION, {}), game.rules.board.hex("3023")
    heights, around = (game.rules.board.hex(label) for label in ("4022", "4023"))
    assert heights not in field.ways_to(exit)
    assert field.far_from(around, exit) < field.far_from(game.piece("us_shaler").hex, exit)
    assert any(action.startswith("march-stack 4122") for action in answers(game, 3))


def test_a_march_is_forced_where_it_brings_out_the_brigades_that_are_still_needed():
    """The brigades that are left behind on the wrong bank gain nothing by it."""
    column = dict.fromkeys(("us_grant", "us_neill", "us_brown"), "3723")
    rest = {"us_shaler": "4424", "us_wheaton": "4424", "us_bartlett": "4323", "us_russell": "4423"}
    game = scene({**column, **rest, "cs_hays": "4022"}, "us_cmd_sedgwick", scenario="salem-church", turn=18)
    assert "forced-march us_cmd_sedgwick" in answers(game, 3)


def test_the_detach_marker_brings_up_a_stack_that_nobody_else_commands():
    pieces = {**FAR, "cs_lane": "1612", "cs_doles": "1513", "cs_ramseur": "1513", "us_vongilsa": {"hex": "1512", "step": 2}}
    alone = scene(pieces, "cs_cmd_hill")
    assert "detach 1513" in answers(alone, 3)
    both = scene(pieces, "cs_cmd_hill", "cs_cmd_rodes")
    assert not any(action.startswith("detach") for action in answers(both, 3)), "Rodes will lead them"


def test_a_counter_is_placed_where_the_marker_reaches_a_stack_that_waits():
    stack = dict.fromkeys(("cs_doles", "cs_ramseur", "cs_iverson"), "1520")
    for others, found in (({}, False), (stack, True)):
        game = scene({**FAR, "cs_lane": "1512", **others}, "cs_cmd_hill")
        command = game.rules.commands["cs_cmd_hill"]
        waiting = waiting_for_detach(Field(game, CSA, {}), command)
        assert (waiting.get(game.rules.board.hex("1520"), 0) > 0) == found
        assert not waiting[game.rules.board.hex("1512")], "Lane is Hill's own"


def test_an_event_is_kept_for_the_combat_about_a_place():
    pieces = {**AWAY, "cs_lane": "2122", "cs_pender": "2122", "us_bowman": "2221", "us_knipe": "2123"}
    for target, played in ((8, False), (2, True)):
        game = scene(pieces, "cs_cmd_hill", scenario="chancellorsville", turn=17, hands={"CSA": ["rebel-yell"]})
        act(game, "place-command 2122", "end-marches", f"assault-from 2122 {target}", "resolve 0")
        while asked(game) != "CSA Combat.attacker_event":
            answers(game, 1)
        assert str(answer(game)).startswith("play-event") == played


def test_guns_finish_off_what_has_one_level_left():
    pieces = {**FAR, "cs_walker": "1513", "us_vongilsa": {"hex": "1512", "step": 2}, "us_schirmer": "1512"}
    field = Field(scene(pieces, "cs_cmd_hill"), CSA, {})
    target = field.rules.board.hex("1512")
    assert finishes(field, target, "troops")
    assert not finishes(field, target, "guns"), "the battery has two levels"


def test_where_units_are_counted_others_lose_a_level_before_one_is_destroyed():
    pieces = {"us_berdan": {"hex": "2127", "step": 2}, "us_hayman": "2127", "cs_thomas": "2026"}
    game = scene(pieces, "us_cmd_sickles", scenario="jackson-attack", turn=13)
    field = Field(game, UNION, {})
    assert min(("us_berdan", "us_hayman"), key=lambda id: cost_of_level(field, id)) == "us_hayman"
    field.plan = field.plan._replace(by_heads=False)
    assert min(("us_berdan", "us_hayman"), key=lambda id: cost_of_level(field, id)) == "us_berdan", "both lose two points"


def test_enemies_between_two_of_ours_cannot_break_contact():
    game = scene({**FAR, "us_vongilsa": "1512"}, "cs_cmd_hill", turn=7)
    field = Field(game, CSA, {})
    target = game.rules.board.hex("1512")
    north, south = (1 << game.rules.board.hex(label) for label in ("1511", "1513"))
    assert field.is_elusive(target)
    assert field.ways_out(target, north)
    assert not field.ways_out(target, north | south)
    here, marches = game.rules.board.hex("1510"), [game.rules.board.hex(label) for label in ("1511", "1513")]
    assert chance_to_catch(field, target, [(here, marches[0])]) < 1
    assert chance_to_catch(field, target, [(marches[0], marches[0])]) == 1, "who stands there already warns nobody"


def test_an_advance_that_nobody_will_follow_ends():
    """Who holds a place stays there: a hex beside it that others have entered is not chosen again and again for them."""
    game = grognard.new(f"{FAMILY}/chancellorsville", seed=3001, options={"rule_of_six": True})
    players = {UNION: player("random", 3001), CSA: Campaigner(3001)}
    for _ in range(1000):
        if game.over is not None:
            break
        (seat,) = game.actors
        game.play(seat, players[seat].choose(game.seat(seat)))
    assert game.over is not None


def test_hunters_do_not_crowd_a_place_that_is_safe():
    pieces = {"us_graham": "2321", "us_barlow": "2320", "us_mclean": "2320", "cs_iverson": "1518"}
    game = scene(pieces, "us_cmd_howard", scenario="jackson-attack", turn=13)
    done = answers(game, 3)
    assert "march-stack 2320" in done
    assert "march-to 2321" not in done


def test_what_attacks_are_worth_depends_on_the_time_and_the_score():
    here = {"us_graham": "2321", "us_barlow": "2320", "cs_iverson": "1518"}
    early, late = (Field(scene(here, "us_cmd_howard", scenario="jackson-attack", turn=turn), UNION, {}) for turn in (13, 14))
    assert early.level > late.level, "after the last turn by day a unit that is only reduced counts for nothing"
    ahead = Field(scene({**here, "cs_doles": {"box": "lost"}}, "us_cmd_howard", scenario="jackson-attack", turn=13), UNION, {})
    assert ahead.plan.own_kill > early.plan.own_kill, "who is ahead keeps the units"


def test_formations_that_can_strike_act_first():
    game = scene({**FAR, **HUNTERS, "us_vongilsa": {"hex": "1512", "step": 2}, "cs_hoke": "4022"}, "cs_cmd_hill")
    assert wishes(Field(game, CSA, {}))[0].formation == "Hill"


RATES = [
    ("lee-moves", UNION, "random", 0.95),
    ("lee-moves", UNION, "brawler", 0.8),
    ("lee-moves", CSA, "random", 0.95),
    ("lee-moves", CSA, "brawler", 0.8),
    ("jackson-attack", UNION, "random", 0.85),
    ("jackson-attack", UNION, "brawler", 0.8),
    ("jackson-attack", CSA, "random", 0.9),
    ("jackson-attack", CSA, "brawler", 0.8),
    ("chancellorsville", UNION, "random", 0.95),
    ("chancellorsville", UNION, "brawler", 0.8),
    ("chancellorsville", CSA, "random", 0.85),
    ("chancellorsville", CSA, "brawler", 0.7),
    ("salem-church", UNION, "random", 0.9),
    ("salem-church", UNION, "brawler", 0.8),
    ("salem-church", CSA, "random", 0.95),
    ("salem-church", CSA, "brawler", 0.8),
]
"""How often it wins at least."""
OPTIONS: dict[str, Options] = {"chancellorsville": {"rule_of_six": True}}
"""Without the rule of six hardly anybody storms both places of Chancellorsville in three turns."""


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "side", "opponent", "share"), RATES)
def test_it_beats_those_who_have_no_plan(scenario: str, side: str, opponent: str, share: float):
    won = 0
    for seed in range(40):
        game = grognard.new(f"{FAMILY}/{scenario}", seed=seed, options=OPTIONS.get(scenario, {}))
        players = {seat: Campaigner(seed) if seat == side else player(opponent, seed) for seat in game.seats}
        won += play_out(game, players).winner == side
    assert won >= share * 40


@pytest.mark.soak
@pytest.mark.parametrize(
    "options", [{}, {"events": True, "dummies": True, "rule_of_six": True}, {"stoneman": True, "longstreet": True}]
)
def test_it_ends_campaigns(options: dict[str, Any]):
    game = grognard.new(f"{FAMILY}/campaign", seed=5, options=options)
    outcome = play_out(game, {seat: Campaigner(1) for seat in game.seats})
    assert outcome.level in ("automatic", "victory", "draw")
