"""The cards about army morale, units and leaders."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

import pytest

import grognard
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.pieces import OUT, WAITING
from grognard.hexgames.stacks import OFF_MAP
from tests.marks import rule
from tests.outcomes import every_outcome
from tests.proving_ground import act, announce, asked, choices, refusal
from tests.savannah.card_table import BASE, card, events, morale, rules_of, state_of, tactical
from tests.savannah.positions import reduced, told


def after(game: Battle, seat: str, number: int) -> Battle:
    act(game, f"{seat}: play {card(number)}")
    return game


# ---------------------------------------------------------------- army morale


@rule("V-C04")
def test_a_naval_victory():
    assert morale(after(events(allied=[4]), "allied", 4)) == (18, 18, 18)


@rule("V-C05")
def test_the_frigate_shells_the_coast():
    assert morale(after(events(allied=[5]), "allied", 5)) == (19, 18, 18)


@rule("V-C08")
def test_the_allies_blame_each_other():
    assert morale(after(events(british=[8]), "british", 8)) == (19, 16, 17)


@rule("V-C11")
def test_women_and_children_stay_in_the_town():
    assert morale(after(events(allied=[11]), "allied", 11)) == (18, 17, 18)


@rule("V-C24")
def test_deserters_report_little_damage():
    assert morale(after(events(british=[24]), "british", 24)) == (19, 16, 18)


@rule("V-C19")
@pytest.mark.parametrize(("die", "level"), [(4, (19, 16, 18)), (7, (19, 17, 17)), (0, (19, 16, 18))])
def test_own_fire_of_an_ally_by_the_die(die: int, level: tuple[int, int, int]):
    assert morale(after(events(british=[19], dice=[die]), "british", 19)) == level


@rule("V-C19")
def test_own_fire_of_the_british_takes_no_die():
    assert morale(after(events(allied=[19]), "allied", 19)) == (18, 17, 18)


@rule("V-C40", "V4.3i")
def test_spoiled_rations_choose_an_army_and_go_back_to_the_deck():
    game = after(events(allied=[40]), "allied", 40)
    assert choices(game) == ["choose-army british", "choose-army french"]
    act(game, "choose-army british")
    assert morale(game) == (18, 17, 18)
    assert card(40) in rules_of(game).deck(state_of(game))
    assert state_of(game).gone == ()


@rule("V-C31")
def test_sergeant_jasper_dies():
    game = tactical("movement", BASE, british=[31], phasing="british")
    act(game, "play V-C31")
    assert morale(game) == (14, 12, 12)


# ---------------------------------------------------------------- reinforcements that never come


LATE = {"maitland": "waiting", "highlanders_1": "waiting", "trumbach": "waiting", "royal_nc": "waiting"}


@rule("V-C01")
def test_dispatches_caught_keep_four_pieces_away():
    game = after(events(allied=[1], pieces=LATE), "allied", 1)
    assert morale(game) == (17, 17, 18)
    assert {game.piece(id).box for id in LATE} == {OUT}


@rule("V-C01")
def test_what_has_arrived_stays():
    game = after(events(allied=[1], pieces={**LATE, "maitland": "1702", "highlanders_1": "1703"}), "allied", 1)
    assert game.piece("maitland").hex != OFF_MAP
    assert game.piece("trumbach").box == OUT
    gone = events(allied=[1, 4])
    assert refusal(gone, "play V-C01", "allied") == ("V-C01",)
    assert "redraw V-C01" in [str(action) for action in gone.actions("allied")]


@rule("V-C02")
def test_walls_cut_closed():
    game = after(events(allied=[2], pieces=LATE), "allied", 2)
    assert morale(game) == (18, 17, 18)
    assert (game.piece("trumbach").box, game.piece("maitland").box) == (OUT, WAITING)


# ---------------------------------------------------------------- removed and replaced


@rule("V-C32")
@pytest.mark.parametrize("place", ["1703", "waiting"])
def test_the_rangers_leave(place: str):
    game = after(events(allied=[32], pieces={"florida_rangers": place}), "allied", 32)
    assert (game.piece("florida_rangers").box, game.piece("florida_rangers").hex) == (OUT, OFF_MAP)
    assert morale(game) == (19, 17, 18)
    assert game.rules.victory_points(game)["french"] == 0


@rule("V-C33")
def test_troubles_in_haiti():
    pieces = {"san_domingue_grenadiers": "2310", "san_domingue_volunteers": "2410", "san_domingue_detachment": "waiting"}
    game = after(events(british=[33], pieces=pieces), "british", 33)
    assert {game.piece(id).box for id in pieces} == {OUT}
    assert morale(game) == (19, 17, 18)
    one = after(events(british=[33], pieces={"san_domingue_volunteers": "2410"}), "british", 33)
    assert one.piece("san_domingue_volunteers").box == OUT, "one of them is enough"
    assert refusal(events(british=[33, 8]), "play V-C33", "british") == ("V-C33",)


@rule("V-C38")
def test_dillon_is_sent_away():
    game = after(events(british=[38], pieces={"dillon": "2214", "irish": "2214"}), "british", 38)
    assert game.piece("dillon").box == OUT
    assert game.piece("irish").hex != OFF_MAP
    assert morale(game) == (19, 16, 18)
    assert game.rules.victory_points(game)["british"] == 0
    assert refusal(events(british=[38, 8]), "play V-C38", "british") == ("V-C38",)


@rule("V-C16")
def test_loyalists_resent_the_black_volunteers():
    pieces = {"black_volunteers": "1803", "sc_royalists": "1703", "ga_volunteers": "2104"}
    game = after(events(allied=[16], pieces=pieces), "allied", 16)
    assert game.piece("sc_royalists").step == 1
    assert game.piece("ga_volunteers").box == OUT
    assert morale(game) == (18, 17, 18)
    assert game.rules.victory_points(game)["french"] == 0, "nobody scores for it"
    alone = events(allied=[16, 4], pieces={"sc_royalists": "1703"})
    assert refusal(alone, "play V-C16", "allied") == ("V-C16",)


@rule("V-C16", "V2.1d")
def test_deserters_do_not_count_among_the_losses():
    pieces = {"black_volunteers": "1803", "sc_royalists": "1703", "ga_volunteers": "2104"}
    game = after(events(allied=[16], pieces=pieces), "allied", 16)
    provincials = ("provincials",)
    full, left = game.counter("sc_royalists").strengths
    assert rules_of(game).strength_lost(game, "british", provincials) == 0
    rules_of(game).eliminate(game, "sc_royalists")
    assert rules_of(game).strength_lost(game, "british", provincials) == left, "what was left of them does"
    fought = events(allied=[4], pieces=pieces)
    rules_of(fought).lose_step(fought, "sc_royalists")
    assert rules_of(fought).strength_lost(fought, "british", provincials) == full - left
    grognard.setup(json.loads(json.dumps(game.position())))


@rule("V-C16")
def test_reduced_royalists_stay_reduced():
    pieces = {"black_volunteers": "1803", "sc_royalists": reduced("1703")}
    game = after(events(allied=[16], pieces=pieces), "allied", 16)
    assert game.piece("sc_royalists").step == 1
    assert game.piece("sc_royalists").hex != OFF_MAP


@rule("V-C16")
def test_either_of_the_two_loyalist_corps_is_enough_for_their_resentment():
    for corps in ("ga_volunteers", "sc_royalists"):
        other = "sc_royalists" if corps == "ga_volunteers" else "ga_volunteers"
        game = events(allied=[16], pieces={"black_volunteers": "1803", corps: "waiting"})
        assert not rules_of(game).lost_object(game, "V-C16")
        before = game.piece(other)
        game = after(game, "allied", 16)
        assert game.piece(other) == before
        assert (morale(game), told(game, "StepLost") != []) == ((18, 17, 18), corps == "sc_royalists")
    neither = events(allied=[16, 4], pieces={"black_volunteers": "1803"})
    assert refusal(neither, "play V-C16", "allied") == ("V-C16",)
    assert rules_of(neither).lost_object(neither, "V-C16")


@rule("V-C23", "V4.8f")
def test_the_black_volunteers_win_a_fight():
    game = after(events(british=[23], pieces={"black_volunteers": "1803"}), "british", 23)
    piece = game.piece("black_volunteers")
    assert game.rules.modified_morale(game, piece) == 1
    game.change("black_volunteers", step=1)
    assert game.rules.modified_morale(game, game.piece("black_volunteers")) == 0
    assert [event.piece for event in told(game, "PieceReplaced")] == ["black_volunteers"]
    other = events(british=[8], pieces={"black_volunteers": "1803", "tawes": "1404"}, state={"replaced": ["tawes"]})
    assert other.rules.modified_morale(other, other.piece("black_volunteers")) == -1
    assert "replacement-piece" not in [m.label for m in other.rules.morale_modifiers(other, other.piece("tawes"))]


@rule("V-C37")
def test_the_militia_goes_home():
    pieces = {"ga_combined": "1612", "reed": "waiting", "sc_combined": "1613", "huger": "1612", "harden": "1412"}
    game = after(events(british=[37], pieces=pieces), "british", 37)
    assert {game.piece(id).box for id in ("ga_combined", "reed", "sc_combined")} == {OUT}
    assert game.piece("harden").hex != OFF_MAP, "its morale is -1"
    assert morale(game) == (20, 17, 18)
    assert asked(game) == "leader-flees"
    assert game.actors == ("allied",)
    act(game, next(choice for choice in choices(game) if choice.startswith("retreat")))
    assert game.rules.board.grid.distance(game.piece("huger").hex, game.rules.board.hex("1612")) in (1, 2, 3)


@rule("V-C37")
def test_without_such_militia_nobody_goes_home():
    nobody = events(british=[37, 8], pieces={"harden": "1412"})
    assert rules_of(nobody).lost_object(nobody, "V-C37"), "Harden's morale is -1"
    assert refusal(nobody, "play V-C37", "british") == ("V-C37",)
    later = events(british=[37, 8], pieces={"reed": "waiting"})
    assert not rules_of(later).lost_object(later, "V-C37")


@rule("V-C37")
def test_a_leader_left_alone_may_stay():
    game = after(events(british=[37], pieces={"ga_combined": "1612", "huger": "1612"}), "british", 37)
    act(game, "stay")
    assert game.label(game.piece("huger").hex) == "1612"


@rule("V-C37")
def test_a_leader_with_other_troops_stays_when_the_militia_goes_home():
    pieces = {"ga_combined": "1612", "harden": "1612", "huger": "1612"}
    game = after(events(british=[37], pieces=pieces), "british", 37)
    assert game.piece("ga_combined").box == OUT
    assert asked(game) != "leader-flees"


@rule("V-C35")
def test_the_levies_are_lost():
    game = tactical("movement", {**BASE, "va_levies": "1412"}, british=[35], phasing="british")
    act(game, "play V-C35")
    assert game.piece("va_levies").box == "eliminated"
    assert morale(game) == (15, 12, 12)
    assert game.rules.victory_points(game)["british"] == 1


# ---------------------------------------------------------------- leaders


def spring_hill(**fields: object) -> Battle:
    """The French in 1305 attack Tawes in 1404."""
    pieces = {"tawes": "1404", "foix": "1305", "prevost": "1901"}
    return tactical("close combat", pieces, **fields)  # type: ignore[arg-type]


def chits_of(game: Battle, seat: str) -> set[str]:
    return {str(action) for action in game.actions(seat)}


@rule("V-C14", "V4.18f", "V4.8f")
def test_tawes_falls():
    game = spring_hill(allied=[14], dice=[5] * 4)
    assert asked(game) == "next-combat", "one combat, but a card may be held"
    act(game, "play V-C14")
    assert "tawes" in state_of(game).replaced
    assert asked(game) == "choose-tactics", "nothing is left to be played, and there is but one combat"
    assert "chit commit_reserve" not in chits_of(game, "british")


@rule("V-C30", "V4.18f")
def test_pulaski_falls():
    game = tactical("movement", {**BASE, "pulaski": "1412"}, british=[30], phasing="british")
    act(game, "play V-C30")
    assert morale(game) == (14, 12, 12)
    assert "pulaski" in state_of(game).replaced
    for beside, replaced, leads in (("horry", [], True), ("horry", ["pulaski"], False), ("sc_2", [], False)):
        pieces = {"pulaski": "1507", beside: "1507", "graham": "1506", "prevost": "1702"}
        fight = tactical("close combat", pieces, state={"replaced": replaced})
        announce(fight, ("pulaski", "1506"), (beside, "1506"))
        act(fight, "lead pulaski")
        assert ("chit frontal_assault" in [str(action) for action in fight.actions("allied")]) is leads
    lost = tactical("movement", {**BASE, "pulaski": "eliminated"}, british=[30], phasing="british")
    act(lost, "play V-C30")
    assert morale(lost) == (14, 12, 12), "the army loses heart all the same"
    assert not state_of(lost).replaced


SNIPED = {"maitland": "1405", "r60": "1404", "foix": "1406", "prevost": "1702"}


def sniper(die: int) -> Battle:
    game = tactical("movement", {**SNIPED, "highlanders_1": "1405"}, allied=[41], dice=[die])
    act(game, "play V-C41")
    return game


@rule("V-C41")
def test_a_sniper_kills():
    game = sniper(9)
    assert game.piece("maitland").box == "eliminated"
    assert morale(game)[:2] == (12, 13)
    assert game.rules.victory_points(game)["french"] == 0.5


@rule("V-C41")
def test_a_sniper_drives_a_leader_away_or_misses():
    missed = sniper(5)
    assert missed.label(missed.piece("maitland").hex) == "1405"
    for die in (6, 8):
        game = sniper(die)
        if asked(game) == "retreat":
            act(game, choices(game)[0])
        grid = game.rules.board
        assert grid.grid.distance(game.piece("maitland").hex, grid.hex("1405")) == 1
        assert morale(game)[:2] == (14, 12)
    far = tactical("movement", {**BASE, "foix": "2214"}, allied=[41])
    assert refusal(far, "play V-C41") == ("V-C41",)


@rule("V-C41")
def test_a_leader_who_has_nowhere_to_go_stays_under_fire():
    around = {"foix": "1406", "auxerrois": "1404", "irish": "1506", "sc_1": "1505", "sc_2": "1306", "sc_3": "1305"}
    game = tactical("movement", {"maitland": "1405", "r60": "1405", "prevost": "1702", **around}, allied=[41], dice=[6])
    act(game, "play V-C41")
    assert asked(game) == "move"
    assert game.label(game.piece("maitland").hex) == "1405"


@rule("V-C44")
@pytest.mark.parametrize(("die", "leader", "home"), [(7, "lincoln", "1411"), (2, "destaing", "2214")])
def test_a_senior_leader_of_an_ally_is_wounded(die: int, leader: str, home: str):
    pieces = {"lincoln": "1412", "sc_1": "1412", "destaing": "2114", "foix": "2114", "noailles": "2114", "mcintosh": "1412"}
    game = after(events(british=[44], pieces=pieces, dice=[die]), "british", 44)
    assert game.label(game.piece(leader).hex) == home
    assert state_of(game).wounded == {leader}
    unit, other = ("sc_1", "mcintosh") if leader == "lincoln" else ("foix", "noailles")
    commander = rules_of(game).commander(game, game.piece(unit))
    assert commander is not None
    assert commander.id == other


@rule("V-C44")
@pytest.mark.parametrize(("gone", "playable"), [(("lincoln",), True), (("destaing",), True), (("lincoln", "destaing"), False)])
def test_one_ally_with_a_leader_is_enough(gone: tuple[str, ...], playable: bool):
    game = events(british=[44, 8], pieces=dict.fromkeys(gone, "eliminated"))
    if playable:
        assert "play V-C44" in [str(action) for action in game.actions("british")]
    else:
        assert refusal(game, "play V-C44", "british") == ("V-C44",)


@rule("V-C44")
def test_where_the_die_names_an_ally_without_leaders_nobody_is_wounded():
    game = after(events(british=[44], pieces={"destaing": "eliminated"}, dice=[2]), "british", 44)
    assert (state_of(game).wounded, told(game, "LeaderWounded")) == (frozenset(), [])
    assert game.label(game.piece("lincoln").hex) == "1411"
    assert state_of(game).gone == ("V-C44",)


@rule("V-C44")
@pytest.mark.parametrize(("enemy", "place"), [("2214", "2114"), ("2215", "2214"), ("2213", "2214")])
def test_where_the_enemy_holds_the_headquarters_the_wounded_leader_stays(enemy: str, place: str):
    pieces = {"lincoln": "1412", "destaing": "2114", "foix": "2114", "r60": enemy}
    game = after(events(british=[44], pieces=pieces, dice=[2]), "british", 44)
    assert game.label(game.piece("destaing").hex) == place
    assert state_of(game).wounded == {"destaing"}


@rule("V-C19", "V-C41", "V-C44")
def test_what_the_dice_of_cards_bring_and_how_often():
    def chances(game: Battle, action: str, seen: Callable[[Battle], object]) -> dict[object, float]:
        found: dict[object, float] = {}
        for chance, after in every_outcome(game, lambda copy: act(cast("Battle", copy), action)):
            what = seen(cast("Battle", after))
            found[what] = round(found.get(what, 0) + chance, 9)
        return found

    assert chances(events(british=[19]), "play V-C19", morale) == {(19, 16, 18): 0.5, (19, 17, 17): 0.5}
    assert chances(events(british=[44]), "play V-C44", lambda game: min(state_of(game).wounded)) == {
        "destaing": 0.5,
        "lincoln": 0.5,
    }
    aimed = tactical("movement", {**SNIPED, "highlanders_1": "1405"}, allied=[41])
    assert chances(aimed, "play V-C41", lambda game: asked(game) if game.piece("maitland").hex else "shot") == {
        "move": 0.6,
        "retreat": 0.3,
        "shot": 0.1,
    }


@rule("V-C44")
def test_a_wounded_leader_does_nothing_this_turn():
    game = tactical("movement", {**BASE, "prevost": "1403"}, british=[1], allied=[44])
    act(game, "play V-C44", "british: pass")
    assert game.label(game.piece("prevost").hex) == "1702"
    assert rules_of(game).why_not_move(game, game.piece("prevost")).cites == ("V-C44",)  # type: ignore[union-attr]
    assert "prevost" in rules_of(game).frozen(game)
