"""Deck and hands, draws and red cards, windows, what cards forbid, and that nobody can tell what the other holds."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.events import Drawn
from grognard.core.features import Alliances, CardHands, SparedWindows, feature_of
from grognard.core.orders import ordered
from grognard.core.positions import imagine
from grognard.games.revolution.savannah.cards.actions import Play
from grognard.games.revolution.savannah.cards.rules import CARD_EFFECTS
from grognard.games.revolution.savannah.cards.state import UNKNOWN
from grognard.games.revolution.series.battle import Battle
from grognard.telling.words import question_in_words
from grognard.testing.playing import same
from grognard.testing.playing import told as everything_told
from tests.marks import rule
from tests.proving_ground import act, announce, asked, choices, parse, refusal
from tests.savannah.card_table import BASE, card, events, hand, morale, rules_of, state_of, tactical
from tests.savannah.positions import told


def place(game: Battle, number: int, *without: int) -> int:
    """Where a card lies in the deck when these others are not in it."""
    deck = [each for each in rules_of(game).deck(state_of(game)) if each not in {card(n) for n in without}]
    return deck.index(card(number))


def draws(*numbers: int, held: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()), more: tuple[int, ...] = ()) -> list[int]:
    """The dice that draw these cards one after another, all from one deck without the cards in hand."""
    deck = [n for n in range(1, 56) if n not in {*held[0], *held[1]}]
    dice = []
    for number in numbers:
        dice.append(deck.index(number))
        deck.remove(number)
    return [*dice, *more]


def drawn(*numbers: int, british: tuple[int, ...] = (), allied: tuple[int, ...] = (), **fields: Any) -> Battle:
    """The events phase of turn 5, in which the British draw first."""
    more = fields.pop("more", ())
    dice = draws(*numbers, held=(british, allied), more=more)
    return events(british=british, allied=allied, turn=5, dice=dice, **fields)


# ---------------------------------------------------------------- the cards themselves


@rule("V4.3c", "V4.3d", "V4.3e", "V4.3f", "V4.3g")
def test_the_deck_is_what_the_rules_count():
    game = events(british=[8])
    cards = rules_of(game).cards.values()
    turns = [each.turns for each in cards]
    assert {kind: turns.count(kind) for kind in turns} == {"strategic": 19, "tactical": 17, "any": 16, "red": 3}
    who = [each.who for each in cards]
    assert {side: who.count(side) for side in who} == {"allied": 19, "british": 19, "both": 17}
    assert [each.id for each in cards] == [card(number) for number in range(1, 56)]
    assert set(CARD_EFFECTS) == set(rules_of(game).cards)
    assert {each.id for each in cards if each.returns} == {card(28), card(40)}


# ---------------------------------------------------------------- draws


@rule("V4.3a", "V3.3")
def test_each_side_draws_one_card_the_british_first():
    game = drawn(8, 4)
    assert hand(game, "british") == [card(8)]
    assert hand(game, "allied") == [card(4)]
    assert [(event.seat, event.item) for event in told(game, "Drawn")] == [("british", None), ("allied", None)]
    own = [event.item for event in game.events("british") if isinstance(event, Drawn)]
    assert own == [card(8), None]


@rule("V3.3")
def test_on_other_turns_nothing_is_drawn():
    game = events(british=[8])
    assert not told(game, "Drawn")
    assert asked(game) == "window-events"


@rule("V1.4c", "V4.3h")
def test_momentum_buys_one_more_card():
    game = drawn(8, 4, 11, momentum=(0, 3))
    assert (asked(game), game.actors) == ("buy-card", ("allied",))
    asked_about = ("buy-card", "play V-C04", "pass")
    assert [feature_of(game.rules, Alliances).subject_of(game, parse(game, text)) for text in asked_about] == [
        "momentum",
        "V-C04",
        "",
    ]
    act(game, "buy-card")
    assert hand(game, "allied") == [card(4), card(11)]
    assert game.state.momentum["allied"] == 2
    assert asked(game) == "window-events", "never two in one phase"


@rule("V1.4c")
def test_nobody_has_to_buy():
    game = drawn(8, 4, momentum=(1, 1))
    assert game.actors == ("british",)
    act(game, "pass", "allied: pass")
    assert (hand(game, "british"), hand(game, "allied")) == ([card(8)], [card(4)])
    basic = drawn(8, 4, momentum=(1, 1), options={"game": "basic"})
    assert asked(basic) == "window-events", "there is no momentum in the basic game"


@rule("V4.3i", "V-C32", "V-C33", "V-C38")
def test_a_card_without_an_object_is_drawn_again():
    assert [hand(drawn(33, 32), side) for side in ("british", "allied")] == [[card(33)], [card(32)]], "not these"
    assert hand(drawn(38, 4, pieces={"dillon": "2214"}), "british") == [card(38)]
    game = drawn(38, 8, 4)
    assert hand(game, "british") == [card(8)]
    assert state_of(game).gone == (card(38),)
    assert [event.card for event in told(game, "CardExchanged")] == [card(38)]
    assert refusal(game, "play V-C38", "british") == ("V4.3i",), "out of the game"


@rule("V4.3i", "V4.3g")
def test_a_card_of_the_other_flag_gives_no_redraw_and_stays_in_hand():
    game = drawn(1, 38)
    assert hand(game, "british") == [card(1)]
    assert hand(game, "allied") == [card(38)]
    assert refusal(game, "play V-C01", "british") == ("V4.3g",)
    assert refusal(game, "play V-C24", "british") == ("V4.3g",), "in nobody's hand"
    assert refusal(game, "redraw V-C24", "british") == ("V4.3g",)
    assert refusal(events(british=[38], pieces={"dillon": "2214"}), "redraw V-C38", "british") == ("V4.3i",), "it is in hand"
    own = events(british=[1, 24])
    act(own, "play V-C24")
    assert hand(own, "british") == [card(1)]


@rule("V4.3i")
def test_a_clause_that_came_true_later_is_used_in_a_later_phase():
    game = events(british=[38], dice=[place(events(british=[38]), 8)])
    act(game, "redraw V-C38")
    assert hand(game, "british") == [card(8)]
    assert state_of(game).gone == (card(38),)
    fighting = tactical("close combat", {**BASE, "irish": "1305", "tawes": "1404"}, british=[38, 29])
    announce(fighting, ("irish", "1404"))
    assert asked(fighting) == "window-attack"
    assert refusal(fighting, "redraw V-C38") == ("V4.3i",), "not in the middle of a combat"


# ---------------------------------------------------------------- red cards


@rule("V-C17", "V4.3f", "V4.3h")
def test_an_intelligence_coup_keeps_one_of_three():
    game = drawn(17, 8, 24, 33, more=(2,))
    assert (asked(game), game.actors) == ("keep-card", ("british",))
    assert choices(game) == [f"keep {card(n)}" for n in (8, 24, 33)]
    assert game.view("allied")["position"]["state"]["looking"] == {"british": [UNKNOWN] * 3}
    act(game, "keep V-C24")
    assert hand(game, "british") == [card(24)]
    assert {card(8), card(33)} <= set(rules_of(game).deck(state_of(game)))
    assert [seen.card for seen in state_of(game).seen["british"]] == [card(8), card(33)]
    assert state_of(game).gone == (card(17),)
    assert "play V-C24" in [str(action) for action in game.actions("british")], "it may be played this turn"


@rule("V-C18")
def test_the_other_coup_is_the_same_for_the_allies():
    game = drawn(8, 18, 4, 5, 11)
    assert game.actors == ("allied",)
    act(game, "keep V-C05")
    assert hand(game, "allied") == [card(5)]
    assert state_of(game).gone == (card(18),)


@rule("V-C17", "V-C18")
@pytest.mark.parametrize("left", [[4], [4, 5]])
def test_with_fewer_than_three_cards_left_they_look_at_those_there_are(left: list[int]):
    gone = [card(number) for number in range(1, 56) if number not in (8, 18, *left)]
    order = sorted([8, 18, *left])
    game = events(turn=5, dice=[order.index(8), len(left)] + [0] * len(left), state={"gone": gone})
    assert (asked(game), choices(game)) == ("keep-card", [f"keep {card(number)}" for number in left])


@rule("V-C17")
def test_what_is_kept_stays_sealed_in_the_record():
    game = drawn(17, 8, 24, 33, more=(2,))
    act(game, "keep V-C24")
    assert "british keep V-C24" in game.record("british")["entries"]
    assert not any("V-C24" in entry for entry in game.record("allied")["entries"])


@rule("V-C17", "V-C45")
def test_a_red_card_that_is_kept_is_carried_out_at_once():
    game = drawn(17, 45, 8, 24, allied=(4,), more=(0, 2))
    act(game, "keep V-C45")
    assert hand(game, "british") == [card(4)]
    assert state_of(game).gone == (card(17), card(45))


@rule("V-C45")
def test_espionage_takes_a_card_that_waits_a_turn():
    game = drawn(45, british=(8,), allied=(4, 19), more=(1, 2))
    assert hand(game, "british") == [card(8), card(19)]
    assert "play V-C08" in choices(game)
    assert game.why_not("british", parse(game, "play V-C08")) is None, "they have had it before"
    assert hand(game, "allied")[0] == card(4)
    assert refusal(game, "play V-C19", "british") == ("V-C45",)
    assert game.view("allied")["position"]["state"]["hands"]["british"][1]["card"] == card(19), "they know what was taken"
    assert [held["card"] for held in game.view(None)["position"]["state"]["hands"]["british"]] == [UNKNOWN, UNKNOWN]


@rule("V-C45")
def test_espionage_against_an_empty_hand_draws_from_the_deck():
    game = drawn(45, 8, 4)
    assert hand(game, "british") == [card(8)]
    assert refusal(game, "play V-C08", "british") == ("V-C45",), "it waits a turn like a card that is taken"
    usual = drawn(8, 4)
    assert "play V-C08" in choices(usual)
    coup = drawn(45, 17, 8, 24, 40, 4)
    act(coup, "keep V-C08")
    assert coup.why_not("british", parse(coup, "play V-C08")) is None, "what is kept of three may be played at once"


@rule("V4.3f", "V-C07")
def test_red_cards_cannot_be_cancelled():
    game = drawn(45, british=(), allied=(7, 19), more=(1, 2))
    assert asked(game) == "window-events"
    assert not told(game, "CardCancelled")
    assert [event.card for event in told(game, "CardPlayed")] == [card(45)]


# ---------------------------------------------------------------- playing


@rule("V4.3b")
def test_several_cards_together_and_an_answer():
    game = events(british=[24, 8], allied=[4])
    assert set(game.actors) == {"british", "allied"}
    act(game, "british: play V-C24")
    assert not told(game, "CardPlayed"), "sealed until both have chosen"
    act(game, "allied: play V-C04")
    assert (asked(game), game.actors) == ("window-response", ("allied",))
    act(game, "allied: pass", "british: pass")
    assert [event.side for event in told(game, "CardPlayed")] == ["british", "allied"], "the British card first"
    assert morale(game) == (18, 17, 18)
    assert asked(game) == "window-events", "and who has cards left is asked again"
    act(game, "british: play V-C08")
    assert morale(game) == (18, 16, 17)


@rule("V-C07", "V4.3b")
def test_local_superiority_cancels_a_card():
    game = events(british=[7], allied=[4, 5])
    act(game, "british: pass", "allied: play V-C04")
    assert (asked(game), game.actors) == ("window-response", ("british",))
    act(game, "play V-C07")
    assert morale(game) == (19, 17, 18)
    assert [event.card for event in told(game, "CardCancelled")] == [card(4)]
    assert set(state_of(game).gone) == {card(4), card(7)}
    act(game, "allied: play V-C05")
    assert morale(game) != (19, 17, 18), "the next card is carried out"


@rule("V-C07")
def test_a_cancelled_card_that_returns_goes_back_to_the_deck():
    game = events(british=[7], allied=[40])
    act(game, "british: pass", "allied: play V-C40", "british: play V-C07")
    assert card(40) in rules_of(game).deck(state_of(game))
    assert morale(game) == (19, 17, 18)


@rule("V-C07")
def test_a_card_is_cancelled_in_a_position_of_an_earlier_version():
    """There the window in which a card is answered named no receiver for its result."""
    game = events(british=[7], allied=[4])
    act(game, "british: pass", "allied: play V-C04")
    position = game.position()
    window = position["pending"][-1]
    assert (window["procedure"], window["name"]) == ("CardWindow", "response")
    window["then"] = ""
    earlier = grognard.setup(position, seed=1)
    assert isinstance(earlier, Battle)
    act(earlier, "british: play V-C07")
    assert [event.card for event in told(earlier, "CardCancelled")] == [card(4)]
    assert morale(earlier) == (19, 17, 18)


@rule("V-C07")
def test_it_is_played_in_answer_only():
    game = events(british=[7, 8])
    assert refusal(game, "play V-C07", "british") == ("V4.3b",)


@rule("V4.3b")
def test_a_card_of_a_later_phase_waits_for_it():
    game = events(british=[22, 8], pieces={"prevost": "1703"})
    assert refusal(game, "play V-C22", "british") == ("V4.3b",)
    act(game, "british: pass")
    assert "play V-C22" in choices(game), "movement"


@rule("V4.3b")
def test_a_card_that_loses_its_object_goes_back_to_the_hand_seen():
    pieces = {"florida_rangers": "1806", "bombardiers": "1909"}
    game = events(british=[51], allied=[32], pieces=pieces, dice=[9])
    act(game, "british: play V-C51", "allied: play V-C32", "allied: pass")
    assert game.piece("florida_rangers").box == "captured"
    assert [event.card for event in told(game, "CardTakenBack")] == [card(32)]
    assert hand(game, "allied") == [card(32)]


@rule("V4.2l", "V4.3b")
@pytest.mark.parametrize("weather", ["hurricane", "gale"])
def test_no_card_is_played_in_a_hurricane_or_a_gale(weather: str):
    game = events(british=[8], allied=[4], state={"weather": weather})
    assert asked(game) != "window-events"
    assert rules_of(game).why_not_card(game, "british", card(8), "events").cites == ("V4.2l",)  # type: ignore[union-attr]


@rule("V4.2l")
def test_a_red_card_is_carried_out_in_a_gale_all_the_same():
    game = drawn(17, 8, 24, 33, state={"weather": "gale"}, more=(2,))
    act(game, "keep V-C08")
    assert hand(game, "british") == [card(8)]
    assert asked(game) != "window-events"


@rule("V4.3c", "V4.3d", "V4.3e")
def test_the_kind_of_turn():
    strategic = events(british=[41, 24, 8])
    assert refusal(strategic, "play V-C41", "british") == ("V4.3d",)
    act(strategic, "play V-C08")
    game = tactical("movement", BASE, british=[24, 8], phasing="british", first="british")
    assert refusal(game, "play V-C24") == ("V4.3c",)
    act(game, "play V-C08")
    assert morale(game) == (14, 11, 12)


def test_why_not_says_the_first_thing_that_forbids_a_card():
    game = events(british=[41, 4], allied=[8], state={"gone": [card(5)], "weather": "storms"})
    wanted = {
        5: "card-is-out",
        8: "card-not-in-hand",
        24: "card-not-in-hand",
        4: "card-of-the-enemy",
        41: "card-for-tactical-turns",
    }
    rules = rules_of(game)
    for number, key in wanted.items():
        refused = rules.why_not_card(game, "british", card(number), "events")
        assert refused is not None
        assert refused.key == key
    assert rules.why_not_card(game, "british", "V-C99", "events").key == "no-such-card"  # type: ignore[union-attr]
    moment = rules.why_not_card(events(british=[7]), "british", card(7), "")
    assert moment is not None
    assert moment.key == "not-the-moment-of-the-card"
    assert "names a card" in str(moment)


def test_a_side_sees_its_own_hand_and_how_many_cards_the_enemy_holds():
    game = events(british=[8, 41, 4, 7], allied=[24, 5])
    own, other = game.seat("british").ask(CardHands.card_table).hands  # type: ignore[union-attr]
    assert {each.id: each.standing for each in own.cards} == {
        card(8): "now",
        card(7): "later",
        card(41): "other",
        card(4): "never",
    }
    assert own.cards[0].actions == (Play(card(8)),)
    refused = {each.id: each.why_not.key for each in own.cards if each.why_not is not None}
    assert refused == {
        card(7): "not-the-moment-of-the-card",
        card(41): "card-for-tactical-turns",
        card(4): "card-of-the-enemy",
    }
    assert (other.side, other.count, other.cards) == ("allied", 2, ())
    open_to_all = feature_of(game.rules, CardHands).card_table(game, None)
    assert open_to_all is not None
    assert [(hand.count, hand.cards) for hand in open_to_all.hands] == [(4, ()), (2, ())]
    assert open_to_all.deck == 55 - 6


def test_a_card_tells_what_it_would_do_now():
    game = events(british=[8, 19], allied=[40])
    blame, own_fire = game.seat("british").ask(CardHands.card_table).hands[0].cards  # type: ignore[union-attr]
    assert blame.outlook == (
        "French army morale -1, now 16: an event card",
        "American army morale -1, now 17: an event card",
    )
    assert own_fire.outlook == ("Then a die: which Ally is struck (even: French, odd: American)",)
    (rations,) = game.seat("allied").ask(CardHands.card_table).hands[0].cards  # type: ignore[union-attr]
    assert rations.outlook == ("Then a question: Which army does the card touch?",)
    assert game.state.morale["french"] == 17  # only looked at


@rule("V-C07")
def test_whoever_may_cancel_a_card_sees_which_one():
    game = events(british=[7], allied=[5])
    game.play("british", game.actions("british")[0])
    act(game, "play V-C05")
    assert question_in_words(game.seat("british"), {}) == "The enemy plays Coast bombardment: cancel it, or pass"
    table = game.seat("british").ask(CardHands.card_table)
    assert table is not None
    assert table.played is not None
    assert table.played.id == card(5)
    (superiority,) = table.hands[0].cards
    assert superiority.outlook == ("Coast bombardment does nothing",)


def test_a_card_tells_which_attacks_it_would_change():
    pieces = {**BASE, "r60": "1605", "destaing": "1606", "foix": "1606", "hainault": "1606"}
    game = tactical("close combat", pieces, british=[12], dice=[5] * 9)
    while game.actors != ("british",):
        game.play(game.actors[0], game.actions(game.actors[0])[0])
    (guides,) = game.seat("british").ask(CardHands.card_table).hands[0].cards  # type: ignore[union-attr]
    assert guides.standing == "now"
    assert any(line.startswith("The attack on 1605: ") for line in guides.outlook)
    assert guides.outlook[-1] == "In force to the end of this turn"


# ---------------------------------------------------------------- windows open on public facts


def test_a_window_asks_whatever_is_held():
    game = events(british=[10], allied=[10 + 2])
    assert list(map(str, game.actions("british"))) == ["pass"]
    assert list(map(str, game.actions("allied"))) == ["pass"]


def test_no_window_for_an_empty_hand_or_for_cards_that_are_all_gone():
    assert asked(events(pieces={})) != "window-events"
    gone = [card(n) for n in range(1, 56) if n not in (10, 12)]
    assert asked(events(british=[10], allied=[12], state={"gone": gone})) != "window-events"
    without = [card(7)]
    game = events(british=[8], allied=[4, 5], state={"gone": without})
    act(game, "british: pass", "allied: play V-C04")
    assert asked(game) == "window-events", "nobody can cancel any more"


HANDS = [((7, 8), (24, 41)), ((7, 43), (10, 12)), ((28, 4), (19, 44))]


@pytest.mark.parametrize(("one", "other"), HANDS)
def test_nobody_can_tell_what_the_other_holds_in_the_events_phase(one: tuple[int, ...], other: tuple[int, ...]):
    state = {"breaches": [["1806", "1805", "all"]]}
    games = [events(british=british, allied=[5, 11], state=state) for british in (one, other)]
    moves = ["british: pass", "allied: play V-C05", "british: pass", "british: pass", "allied: pass"]
    for move in moves:
        for viewer in ("allied", None):
            same(everything_told(games[0], viewer), everything_told(games[1], viewer))
        for game in games:
            act(game, move)
    for viewer in ("allied", None):
        same(everything_told(games[0], viewer), everything_told(games[1], viewer))


@pytest.mark.parametrize(("one", "other"), [((43, 4), (36, 5)), ((43, 21), (48, 13))])
def test_nobody_can_tell_whether_a_card_is_armed(one: tuple[int, ...], other: tuple[int, ...]):
    pieces = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
    games = [tactical("artillery fire", pieces, british=[8, 19], allied=allied, dice=[0] * 4) for allied in (one, other)]
    for answers in (("allied: arm battery_a", "allied: hold-cards"), ("british: hold-fire", "british: hold-fire")):
        for viewer in ("british", None):
            same(everything_told(games[0], viewer), everything_told(games[1], viewer))
        for game, answer in zip(games, answers, strict=True):
            act(game, answer)
    for viewer in ("british", None):
        same(everything_told(games[0], viewer), everything_told(games[1], viewer))


@pytest.mark.parametrize(("one", "other"), [((12, 29), (3, 9)), ((53, 7), (24, 33))])
def test_nobody_can_tell_in_the_window_of_an_attack(one: tuple[int, ...], other: tuple[int, ...]):
    pieces = {"tawes": "1404", "foix": "1305", "prevost": "1901"}
    games = [tactical("close combat", pieces, british=british, allied=[8], dice=[5] * 5) for british in (one, other)]
    for move in ("british: pass", "take 1"):
        for viewer in ("allied", None):
            same(everything_told(games[0], viewer), everything_told(games[1], viewer))
        for game in games:
            act(game, move)
    same(everything_told(games[0], "allied"), everything_told(games[1], "allied"))


def test_who_might_hold_a_card_for_his_own_combat_is_always_asked():
    pieces = {"tawes": "1404", "foix": "1305", "prevost": "1901"}
    for allied in ([13], [36], [4]):
        game = tactical("close combat", pieces, allied=allied, dice=[5] * 5)
        assert asked(game) == "next-combat", "there is one combat, and one answer at least"


def test_a_view_deals_the_unseen_cards():
    game = events(british=[8, 24, 33], allied=[5, 11], state={"gone": [card(4)], "returned": [{"card": card(40), "number": 3}]})
    view = game.view("allied")
    assert [each["card"] for each in view["position"]["state"]["hands"]["british"]] == [UNKNOWN] * 3
    dealt = set()
    for seed in range(12):
        twin = imagine(view, seed)
        assert isinstance(twin, Battle)
        assert hand(twin, "allied") == [card(5), card(11)]
        found = hand(twin, "british")
        assert len(set(found)) == 3
        assert not set(found) & {card(n) for n in (4, 5, 11, 17, 18, 40, 45)}
        dealt |= set(found)
    assert len(dealt) > 9


@rule("V-C17", "V-C43")
@pytest.mark.parametrize(("number", "dealt"), [(3, {card(8)}), (4, {card(8), card(43)})])
def test_a_card_seen_in_the_deck_is_only_in_a_hand_that_drew_later(number: int, dealt: set[str]):
    """When three cards had been drawn the Allies saw V-C43 in the deck: the third is another one, the fourth may be it."""
    state = {
        "hands": {"british": [{"card": card(8), "number": number}], "allied": [{"card": card(5), "number": 1}]},
        "seen": {"allied": [{"card": card(43), "number": 3}]},
        "gone": [card(other) for other in range(1, 56) if other not in (5, 8, 43)],
    }
    view = events(state=state).view("allied")
    assert {name for seed in range(12) for name in hand(imagine(view, seed), "british")} == dealt  # type: ignore[arg-type]


@rule("V-C17", "V-C18")
def test_the_three_cards_that_are_looked_at_are_imagined_by_the_enemy_and_known_to_who_looks():
    game = drawn(17, 8, 24, 33, british=(7,), allied=(5,), more=(2,))
    assert asked(game) == "keep-card"
    enemy, own = ([imagine(game.view(seat), seed) for seed in range(12)] for seat in ("allied", "british"))
    found = [state_of(twin).looking["british"] for twin in enemy]  # type: ignore[arg-type]
    assert all(len(set(cards)) == 3 and not set(cards) & {UNKNOWN, card(5), card(17)} for cards in found)
    assert len({name for cards in found for name in cards}) > 9
    assert {state_of(twin).looking["british"] for twin in own} == {(card(8), card(24), card(33))}  # type: ignore[arg-type]


@rule("V-C43")
def test_a_battery_may_be_imagined_to_explode():
    """Where it may be armed for all that the British know, some of their imagined games have it so; and it goes off there."""
    pieces = {**BASE, "foix": "1506", "battery_a": "1505"}
    game = tactical("artillery fire", pieces, allied=[43], british=[7], state={"gone": GONE})
    assert "armed" not in imagine(game.view("british"), 1).position()["state"], "before the window closes"
    act(game, "allied: hold-cards")
    twins = [imagine(game.view("british"), seed) for seed in range(12)]
    armed = [twin for twin in twins if state_of(twin).armed]  # type: ignore[arg-type]
    assert 2 < len(armed) < 11
    assert all(state_of(twin).armed == {"allied": "battery_a"} for twin in armed)  # type: ignore[arg-type]
    twin = armed[0]
    twin.play("british", next(action for action in twin.actions("british") if str(action).startswith("target")))
    assert any(type(event).__name__ == "CardPlayed" for event in twin.events(None))


GONE = [f"V-C{number:02}" for number in range(1, 56) if number not in (7, 43, 17, 18, 45)]
"""Everything but what is in hand and red cards: the Allied card can only be V-C43."""


def test_a_position_with_cards_is_read_and_written():
    game = events(british=[8, 24], allied=[5])
    twin = grognard.setup(game.position(), dice=grognard.Dice.script([]))
    assert twin.position() == game.position()
    with pytest.raises(grognard.PositionError):
        events(british=[8], state={"gone": ["V-C77"]})


# ---------------------------------------------------------------- standing orders


def test_orders_card_by_card_and_window_by_window():
    game = events(british=[8, 7], allied=[4])
    orders = {"card-V-C08": "play", "window-events": "pass"}
    assert str(ordered(game.seat("british"), orders)) == "play V-C08"
    assert str(ordered(game.seat("allied"), orders)) == "pass"
    assert ordered(game.seat("allied"), {}) is None
    kinds = [
        order.kind
        for order in game.seat("british").rules.standing_orders(game.seat("british").seated_as)
        if order.kind.startswith("card-")
    ]
    other = events(british=[41], allied=[4]).rules.standing_orders("british")
    assert kinds == [order.kind for order in other if order.kind.startswith("card-")], "the list says nothing of the hand"


def test_a_seat_may_be_asked_only_if_a_card_fits_that_it_does_not_keep():
    spare = {"window-events": "spare"}
    assert str(ordered(events(british=[10, 12], allied=[4]).seat("british"), spare)) == "pass", "nothing fits"
    game = events(british=[8, 10], allied=[4])
    seat = game.seat("british")
    assert ordered(seat, spare) is None, "V-C08 fits"
    assert str(ordered(seat, spare | {"card-V-C08": "kept"})) == "pass"
    assert ordered(seat, {"card-V-C08": "kept"}) is None, "whoever wants to be asked always is"
    assert ordered(events(british=[8, 19], allied=[4]).seat("british"), spare | {"card-V-C08": "kept"}) is None, "V-C19 fits"


def test_what_is_kept_may_be_a_card_to_arm():
    pieces = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
    seat = tactical("artillery fire", pieces, allied=[43]).seat("allied")
    assert ordered(seat, {"window-fire": "spare"}) is None
    assert str(ordered(seat, {"window-fire": "spare", "card-V-C43": "kept"})) == "hold-cards"


def test_a_table_may_play_with_orders_instead_of_asking():
    pieces = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
    for reactions, passes in (("asked", None), ("orders", "hold-cards")):
        options = {"reactions": reactions}
        for hand_held in ([43], [4]):
            seat = tactical("artillery fire", pieces, allied=hand_held, options=options).seat("allied")
            assert (str(seat.ask(SparedWindows.unasked)) if seat.ask(SparedWindows.unasked) else None) == passes, (
                "whatever is held"
            )
        assert events(british=[8], allied=[4], options=options).seat("british").ask(SparedWindows.unasked) is None, (
            "the events phase asks"
        )


def test_an_order_may_wait_for_a_strong_battery():
    pieces = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
    game = tactical("artillery fire", pieces, allied=[43])
    assert str(ordered(game.seat("allied"), {"card-V-C43": "from-3"})) == "arm battery_a"
    assert ordered(game.seat("allied"), {"card-V-C43": "from-4"}) is None
    assert str(ordered(game.seat("allied"), {"card-V-C43": "from-4", "window-fire": "pass"})) == "hold-cards"
