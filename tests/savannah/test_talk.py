"""Computer players who talk with their allies at Savannah (V1.4b): they propose, answer, and keep to what was agreed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grognard.core.agreements import KEEP, PLAY, SILENCE, Heard, heard_by
from grognard.core.features import Alliances
from grognard.games.revolution.series.battle import Battle
from grognard.players import Brawler, RandomPlayer, player
from grognard.players.allies import Ally
from grognard.players.sergeant import Sergeant
from tests.proving_ground import asked
from tests.savannah.card_table import BASE, events, tactical
from tests.savannah.positions import campaign
from tests.savannah.test_sergeant import GATHERED

THREE = {"seats": "three"}
FRENCH, AMERICAN = "french", "american"
LEADERS = {**BASE, "noailles": "2214", "mcintosh": "1411"}
"""V-C22 hurries leaders, and pays with two of them."""
EVEN = {"wissenbach": "1805", "trumbach": "1905", "highlanders_2": "1605"}


def advice(
    game: Battle, seat: str, said: Mapping[str, str] | None = None, own: Mapping[str, str] | None = None
) -> dict[str, str]:
    """What a sergeant in a seat says if its ally says this, and itself has said that."""
    ally = AMERICAN if seat == FRENCH else FRENCH
    heard = heard_by(seat, game.seat(seat).ask(Alliances.agreement), {ally: said or {}, seat: own or {}})
    return Sergeant(1).advise(game.seat(seat), heard)


def answer(game: Battle, settled: Mapping[str, str]) -> str:
    """What a sergeant does in the seat that is asked if this is settled."""
    sergeant = Sergeant(1)
    sergeant.hear_advice(Heard(settled, settled, settled))
    return str(sergeant.choose(game.seat(game.actors[-1])))


def window(*cards: int, british: tuple[int, ...] = ()) -> Battle:
    return events(british=british, allied=cards, options=THREE)


def storm(**moved: str) -> Battle:
    return campaign({**GATHERED, **moved}, turn=12, phasing="allied", phase="close combat", options=THREE)


# ---------------------------------------------------------------- proposals


def test_he_proposes_the_card_that_he_would_play():
    assert advice(window(5), AMERICAN) == {"V-C05": PLAY}
    assert advice(window(5, 4), AMERICAN) == {"V-C04": PLAY}, "the better one first"
    assert advice(window(7), AMERICAN) == {}, "there is nothing to cancel"


def test_he_proposes_nothing_where_no_ally_is_asked():
    game = window(5)
    assert game.actors == (FRENCH,)
    assert advice(game, FRENCH) == {}, "he decides himself"


@pytest.mark.parametrize(("chits", "words"), [(1, {}), (2, {"momentum": PLAY})])
def test_he_proposes_to_buy_a_card_with_a_chit_that_can_be_spared(chits: int, words: dict[str, str]):
    game = events(turn=5, dice=[7, 3], momentum=(0, chits), options=THREE)
    assert (asked(game), game.actors) == ("buy-card", (FRENCH,))
    assert advice(game, AMERICAN) == words


def test_he_proposes_to_storm_when_he_would():
    assert advice(storm(r16="1505"), AMERICAN) == {"storm": PLAY}
    assert advice(storm(**EVEN), AMERICAN) == {}


def test_he_proposes_a_card_while_the_ally_marches():
    game = tactical("movement", LEADERS, allied=[22], options=THREE)
    assert game.actors == (FRENCH,)
    assert advice(game, AMERICAN) == {"V-C22": PLAY}


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize("seat", [FRENCH, AMERICAN])
def test_he_agrees_to_what_is_good_and_refuses_the_rest(seat: str):
    assert advice(window(5), seat, {"V-C05": PLAY}) == {"V-C05": PLAY}
    assert advice(window(5), seat, {"V-C05": KEEP}) == {"V-C05": KEEP}
    assert advice(window(4), seat, {"V-C04": KEEP}) == {"V-C04": PLAY}, "too good to be kept"
    assert advice(window(7), seat, {"V-C07": PLAY}) == {"V-C07": KEEP}, "there is nothing to cancel"
    assert advice(window(8), seat, {"V-C08": PLAY}) == {"V-C08": KEEP}, "it is a card of the British"


def test_he_answers_about_the_assault_by_its_odds():
    assert advice(storm(**EVEN), FRENCH, {"storm": PLAY}) == {"storm": PLAY}
    assert advice(storm(**EVEN), FRENCH, {"storm": KEEP}) == {"storm": KEEP}
    assert advice(storm(r16="1505"), FRENCH, {"storm": KEEP}) == {"storm": PLAY}
    weak = campaign({"destaing": "1509", "foix": "3020", "r60": "1404"}, turn=9, options=THREE)
    assert advice(weak, FRENCH, {"storm": PLAY}) == {"storm": KEEP}


@pytest.mark.parametrize(("chits", "word"), [(1, KEEP), (2, PLAY)])
def test_he_agrees_to_spend_chits_while_there_are_others(chits: int, word: str):
    game = events(allied=[7], momentum=(0, chits), options=THREE)
    assert advice(game, AMERICAN, {"momentum": PLAY}) == {"momentum": word}


def test_an_agreement_stands_as_long_as_the_ally_stands_by_it():
    game = window(4)
    assert advice(game, AMERICAN, {"V-C04": KEEP}, {"V-C04": KEEP}) == {"V-C04": KEEP}
    assert advice(game, AMERICAN, {}, {"V-C04": KEEP}) == {"V-C04": PLAY}


# ---------------------------------------------------------------- keeping to it


def test_he_keeps_to_what_was_agreed():
    assert answer(window(4), {"V-C04": KEEP}) == "pass", "however good it is"
    assert answer(window(4, 5), {"V-C05": PLAY}) == "play V-C05", "before the better one"
    assert answer(storm(r16="1505"), {"storm": KEEP}) == "wait"
    assert answer(storm(**EVEN), {"storm": PLAY}) == "storm"
    bought = events(turn=5, dice=[7, 3], momentum=(0, 2), options=THREE)
    assert [answer(bought, {"momentum": word}) for word in (PLAY, KEEP)] == ["buy-card", "pass"]


def test_he_does_not_use_a_shared_card_in_his_own_part_against_the_word_of_the_one_who_decides():
    game = tactical("movement", LEADERS, allied=[22], options=THREE)
    while game.actors != (AMERICAN,):
        game.play(FRENCH, game.rules.vocabulary.parse("end-movement"))
    seat, sergeant = game.seat(AMERICAN), Sergeant(1)
    assert str(sergeant.choose(seat)) == "play V-C22"
    sergeant.hear_advice(
        heard_by(AMERICAN, seat.ask(Alliances.agreement), {FRENCH: {"V-C22": KEEP}, AMERICAN: {"V-C22": PLAY}})
    )
    assert str(sergeant.choose(seat)) != "play V-C22", "the French decide"


# ---------------------------------------------------------------- players without judgement


@pytest.mark.parametrize("kind", [RandomPlayer, Brawler])
def test_a_player_without_judgement_goes_along_and_keeps_to_it(kind: type[RandomPlayer]):
    game = window(4, 5)
    said = {"V-C05": PLAY, "V-C04": KEEP}
    assert kind(1).advise(game.seat(FRENCH), Heard(allies=said)) == said
    for seed in range(10):
        chosen = kind(seed)
        chosen.hear_advice(Heard(said, said, said))
        assert str(chosen.choose(game.seat(FRENCH))) == "play V-C05"
        chosen.hear_advice(Heard(settled={"V-C04": KEEP, "V-C05": KEEP}))
        assert str(chosen.choose(game.seat(FRENCH))) == "pass"


@pytest.mark.parametrize("kind", [RandomPlayer, Brawler])
def test_a_player_without_judgement_proposes_what_it_would_do(kind: type[RandomPlayer]):
    game = window(4, 5)
    proposed = {about for seed in range(30) for about in kind(seed).advise(game.seat(AMERICAN), SILENCE)}
    assert proposed == {"V-C04", "V-C05"}
    assert {} in [kind(seed).advise(game.seat(AMERICAN), SILENCE) for seed in range(30)], "sometimes it would pass"


# ---------------------------------------------------------------- secrets


@pytest.mark.parametrize("name", ["random", "brawler", "sergeant"])
def test_what_is_said_depends_on_what_the_seat_knows_alone(name: str):
    def words(british: int) -> list[dict[str, str]]:
        speaker = player(name, 3)
        assert isinstance(speaker, Ally)
        game = window(4, 5, british=(british,))
        return [speaker.advise(game.seat(AMERICAN), Heard(allies=said)) for said in ({}, {"V-C04": KEEP})]

    assert words(8) == words(24)


@pytest.mark.parametrize("name", ["random", "brawler", "sergeant"])
def test_speaking_changes_no_choice_and_nothing_in_the_game(name: str):
    game = window(4, 5, british=(8,))
    before = game.position()
    silent, speaker = player(name, 3), player(name, 3)
    assert isinstance(speaker, Ally)
    for _ in range(3):
        speaker.advise(game.seat(FRENCH), Heard(allies={"V-C05": PLAY}))
    choices = [[str(each.choose(game.seat(FRENCH))) for _ in range(5)] for each in (silent, speaker)]
    assert choices[0] == choices[1]
    assert game.position() == before
