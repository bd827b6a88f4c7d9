"""Nobody can tell whether the other side holds a card for a window: twin games that differ in one hand look and cost the same.

The five windows are held open by a hand with a card that fits and by one of the same size with none. Whoever may not see
the hand gets the same prompts, events, records, refusals and undo, byte by byte, and getting there takes the same work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from grognard.games.revolution.series.battle import Battle
from grognard.server.views.cards import cards_of
from grognard.server.views.context import context_of
from grognard.server.views.questions import question_of
from grognard.testing.playing import same, told
from tests.battery.work import calls_counted, count_work
from tests.marks import rule
from tests.proving_ground import act, asked
from tests.savannah.card_table import BASE, card, events, tactical

THREE: dict[str, Any] = {"options": {"seats": "three"}}
GUN = {"battery_a": "1505", "foix": "1507", "prevost": "1702"}
ATTACK = {"tawes": "1404", "foix": "1305", "prevost": "1901"}
FEW_CALLS = 200
"""Python calls that nobody can tell over a line: a fraction of a millisecond."""


class Held(NamedTuple):
    """A window: who holds it open, the hands with and without a card for it, and the moves before and after the question."""

    window: str
    holder: str
    begin: Callable[..., Battle]
    fits: tuple[int, ...]
    misfits: tuple[int, ...]
    opened_by: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def in_events(hand: tuple[int, ...], **fields: Any) -> Battle:
    return events(british=hand, allied=[5, 11], **fields)


def in_turn(hand: tuple[int, ...], **fields: Any) -> Battle:
    return tactical("initiative", BASE, british=[8, 19], allied=hand, phasing="", first="british", dice=[9, 0], **fields)


def before_fire(hand: tuple[int, ...], **fields: Any) -> Battle:
    return tactical("artillery fire", GUN, british=[8, 19], allied=hand, dice=[0] * 4, **fields)


def before_attack(hand: tuple[int, ...], **fields: Any) -> Battle:
    return tactical("close combat", ATTACK, british=hand, allied=[8, 5], dice=[5] * 6, **fields)


WINDOWS = (
    Held("window-events", "british", in_events, (8, 24), (10, 12), (), ("{}: pass", "{ally}: pass")),
    Held("window-turn", "allied", in_turn, (47, 44), (4, 5), (), ("{}: pass",)),
    Held("window-fire", "allied", before_fire, (43, 21), (4, 5), (), ("{}: hold-cards", "british: hold-fire")),
    Held("window-attack", "british", before_attack, (12, 29), (3, 9), (), ("{}: pass",)),
    Held("window-response", "british", in_events, (7, 10), (12, 10), ("british: pass", "{ally}: play V-C05"), ("{}: pass",)),
)
each_window = pytest.mark.parametrize("held", WINDOWS, ids=[held.window for held in WINDOWS])
each_table = pytest.mark.parametrize("seating", [{}, THREE], ids=["two", "three"])


def twins(held: Held, seating: dict[str, Any]) -> tuple[Battle, Battle]:
    """The window open in two games, the holder's hand with and without a card for it."""
    fits, misfits = held.begin(held.fits, **seating), held.begin(held.misfits, **seating)
    for game in (fits, misfits):
        act(game, *(spelled(game, move) for move in held.opened_by))
        decision = game.decision(keeper(game, held.holder))
        assert decision is not None
        assert decision.prompt == held.window
    return fits, misfits


def keeper(game: Battle, side: str) -> str:
    return game.rules.keeper(game, side)


def spelled(game: Battle, move: str, holder: str = "") -> str:
    return move.format(keeper(game, holder) if holder else "", ally=keeper(game, "allied"))


def others(game: Battle, side: str) -> list[str | None]:
    """Who may not see a side's hand: the other side, and spectators."""
    return [None, *(seat for seat in game.seats if game.rules.side_of(seat) != side)]


def sent(game: Battle, seat: str | None) -> bytes:
    """Everything that a seat gets, from the engine and over the wire."""
    viewer = context_of(game, seat)
    return told(game, seat) + msgspec.json.encode([question_of(viewer), cards_of(viewer), viewer.seat.can_undo])


@each_table
@each_window
def test_a_window_looks_the_same_whether_or_not_a_card_fits(held: Held, seating: dict[str, Any]):
    fits, misfits = twins(held, seating)
    seat = keeper(fits, held.holder)
    assert len(fits.actions(seat)) > 1, "something fits"
    assert len(misfits.actions(seat)) == 1, "nothing fits, and they are asked all the same"
    assert fits.decision(seat) == misfits.decision(seat), "the same question in the same words"
    for move in (*held.after, ""):
        assert fits.actors == misfits.actors
        for viewer in others(fits, held.holder):
            same(sent(fits, viewer), sent(misfits, viewer))
        assert [fits.can_undo(each) for each in fits.seats] == [misfits.can_undo(each) for each in misfits.seats]
        for game in (fits, misfits) if move else ():
            act(game, spelled(game, move, held.holder))


@each_window
def test_coming_to_a_window_takes_the_same_work_whether_or_not_a_card_fits(held: Held, monkeypatch: pytest.MonkeyPatch):
    held.begin(held.fits)  # tables are worked out once a process
    work = count_work(monkeypatch)
    done = []
    for hand in (held.fits, held.misfits):
        with calls_counted(work):
            game = held.begin(hand)
            act(game, *(spelled(game, move) for move in held.opened_by))
        done.append(work.most.copy())
        work.most.clear()
    calls = [each.pop("calls") for each in done]
    assert done[0] == done[1], "no search depends on what is held"
    assert abs(calls[0] - calls[1]) < FEW_CALLS


# ---------------------------------------------------------------- between allies


@rule("V1.4b")
@each_window
def test_allies_see_the_hand_they_share_and_both_see_it_alike(held: Held):
    """What is shared is open to both; only whose question it is differs."""
    game = twins(held, THREE)[0]
    french, american = (game.view(seat)["position"]["state"]["hands"] for seat in ("french", "american"))
    assert french == american
    allied = {card(number) for number in held.fits} if held.holder == "allied" else {card(5), card(11), card(8)}
    assert {each["card"] for each in french["allied"]} <= allied
    assert {each["card"] for each in french["british"]} == {"?"}


@rule("V1.4b")
def test_a_sealed_answer_is_hidden_from_the_ally_too_until_all_have_answered():
    games = [in_events((8, 24), **THREE) for _ in range(2)]
    act(games[0], "french: pass")
    act(games[1], "french: play V-C05")
    for viewer in ("american", "british", None):
        same(sent(games[0], viewer), sent(games[1], viewer))


@rule("V1.4b")
@pytest.mark.parametrize(("unit", "seat"), [("foix", "french"), ("sc_1", "american")])
def test_tactics_of_one_ally_are_hidden_from_the_other_until_both_sides_have_chosen(unit: str, seat: str):
    pieces = {"tawes": "1404", unit: "1305", "prevost": "1901"}
    games = [tactical("close combat", pieces, dice=[5] * 6, **THREE) for _ in range(2)]
    for game in games:
        while asked(game) != "choose-tactics":
            act(game, str(game.actions(game.actors[0])[0]))
        assert seat in game.actors
    chits = [str(action) for action in games[0].actions(seat)][:2]
    assert len(chits) == 2
    for game, chit in zip(games, chits, strict=True):
        act(game, f"{seat}: {chit}")
    for viewer in (each for each in (*game.seats, None) if each != seat):
        same(sent(games[0], viewer), sent(games[1], viewer))
