"""Looking back: what decided each step of the automaton, and the story of the game."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import cast

import grognard
from grognard.core.dice import Dice
from grognard.core.features import Story
from grognard.core.texts import has_text
from grognard.games.chancellorsville.old_joe.chronicle import told_by
from grognard.games.chancellorsville.old_joe.events import Explained, Lifted, PointsScored, effects
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.events import CombatOpened, Destroyed, RetreatedTo
from grognard.games.chancellorsville.victories.pieces import CSA
from grognard.rulebooks.ledger import ledger
from tests.marks import rule
from tests.old_joe.table import ID, QUIET, activate, asked, happened, scene, where

RULES = {entry.id for entry in ledger()}


def keys(game: Solitaire, unit: str) -> list[str]:
    return [reason.key.removeprefix("why.") for reason in game.seat(CSA).decisions(unit)]


def played(seed: int, turns: int) -> Solitaire:
    game = cast("Solitaire", grognard.new(ID, dice=Dice.fast(seed)))
    chance = Random(seed)
    while game.over is None and game.state.turn <= turns:
        game.play(CSA, chance.choice(game.actions(CSA)))
    return game


@rule("J-B0h", "J-A2")
def test_why_a_division_marched():
    pieces = {"ai_XII_geary": "1116", "ai_XII_williams": "1015", "ai_V_griffin": "1816"}
    game = activate("XII", pieces, 3, 4, 5, 2, 4, areas={"XII": "[011]", "V": "[012]"})
    told = game.seat(CSA).decisions("ai_XII_geary")
    assert keys(game, "ai_XII_geary") == [
        "objective", "activated", "page", "paragraph", "paragraph-read", "objective", "marches", "lifted",
    ]  # fmt: skip
    page = next(reason for reason in told if reason.key == "why.page")
    assert dict(page.args) == {"page": 7, "row": "5-6", "effect": effects("+C"), "proximity": 5, "arty": "3"}
    assert {"J-C1a", "J-PAGES"} == set(page.cites)
    read = next(reason for reason in told if reason.key == "why.paragraph-read")
    assert dict(read.args) == {"number": "[011]", "red": 2, "white": 4}
    assert told[-1].args["end"] == where(game, "ai_XII_geary")
    assert keys(game, "ai_V_griffin") == [], "it has not acted"
    assert game.seat(CSA).decisions("cs_lane") == (), "the player knows why"


@rule("J-G1", "J-G2", "J-C0c", "J-N5", "J-C2b", "J-C2c", "J-N6a")
def test_what_a_formation_is_after():
    pieces = {"ai_V_griffin": "2321", "ai_I_wadsworth": "4426", "ai_II_hancock": "3420", "ai_XI_devens": "0914"}
    game = scene(
        pieces,
        0,
        cup=["cs_cmd_early"],
        wheel={"V": 3},
        areas={"V": "[019]", "XI": "[011]"},
        due={"I": 9},
        objectives={"II": {"area": "[020]", "value": 1}},
        fords={"II": "Banks' Ford"},
    )
    told = {unit: [(reason.key, dict(reason.args)) for reason in game.seat(CSA).decisions(unit)] for unit in pieces}
    assert told == {
        "ai_V_griffin": [("why.on-the-wheel", {"sector": 3})],
        "ai_I_wadsworth": [("why.not-yet", {"turn": 9})],
        "ai_II_hancock": [
            ("why.objective", {"area": "Salem Church", "value": 1}),
            ("why.makes-for-ford", {"ford": "Banks' Ford"}),
        ],
        "ai_XI_devens": [],
    }


@rule("J-H2t", "J-A2")
def test_steps_of_one_march_are_told_together():
    step = Lifted("ai_V_griffin", "2321", (), "2421", "PATH")
    assert Lifted("ai_V_griffin", "2421", (), "2522", "PATH").joined(step) == Lifted(
        "ai_V_griffin", "2321", ("2421",), "2522", "PATH"
    )
    for other in (
        Lifted("ai_V_sykes", "2421", (), "2522", "PATH"),
        Lifted("ai_V_griffin", "2420", (), "2522", "PATH"),
        Lifted("ai_V_griffin", "2421", (), "2522", "COLUMN"),
    ):
        assert other.joined(step) is None
    assert step.joined(PointsScored(CSA, 1, 13, "boxed-value", "J-E2")) is None


def test_what_others_do_later_is_no_part_of_it():
    pieces = {"ai_V_griffin": "1816", "ai_V_sykes": "1817", "ai_XII_geary": "1116", "ai_XII_williams": "1015"}
    goals = {"V": {"area": "[025]"}, "XII": {"area": "[025]"}}
    cup = ["us_cmd_meade", "us_cmd_slocum", "cs_cmd_early"]
    game = scene(pieces, 1, *QUIET, 1, *QUIET, 0, cup=cup, objectives=goals)
    assert asked(game) == "CSA Activation.place"
    for unit in ("ai_V_griffin", "ai_XII_geary"):
        assert keys(game, unit).count("activated") == 1
        assert keys(game, unit).count("page") == 1


@rule("J-K3a")
def test_a_retreat_is_told_of_who_retreats():
    event = RetreatedTo("Union", ("ai_XI_devens",), "2322", "2221", "J-K3a")
    told = told_by(event, "XI", "ai_XI_devens", False)
    assert told is not None
    assert (told.key, dict(told.args)) == ("why.retreated", {"start": "2322", "end": "2221"})
    assert told_by(event, "XI", "ai_XI_schurz", False) is None


@rule("J-A1")
def test_a_hex_with_a_division_says_why():
    game = activate("XII", {"ai_XII_geary": "1921", "ai_XII_williams": "1820"}, *QUIET, objectives={"XII": {"area": "[025]"}})
    here = [reason.key for reason in game.remarks(CSA, where(game, "ai_XII_geary"))]
    assert "why.marches" in here
    assert "why.marches" not in [reason.key for reason in game.remarks(CSA, "0101")]


@rule("J-A1")
def test_the_player_sees_what_happens_to_divisions():
    pieces = {"ai_II_hancock": "3420", "ai_II_french": "3419", "cs_wilcox": "3321", "cs_perry": "3322"}
    fields = {"objectives": {"II": {"area": "[020]", "value": 1}}, "fords": {"II": "Banks' Ford"}, "in_hand": {"Union": 2}}
    game = activate("II", pieces, 2, **fields)
    seen = [str(event) for event in game.events(CSA)]
    assert "Ai_II_hancock is reduced to strength 8 in 3420" in seen
    dark = scene({"ai_XI_devens": {"hex": "0914", "step": 2}, "cs_wofford": "3030"}, 6, phase="night", turn=5)
    assert "Ai_XI_devens is back at strength 6" in [str(event) for event in dark.events(CSA)]


def test_every_step_in_whole_games_rests_on_rules_and_has_words():
    for seed in range(3):
        game = played(seed, 12)
        for event in happened(game, Explained):
            assert event.reason.cites, event.reason.key
            assert set(event.grounds) <= RULES
            assert has_text(event.reason.key)
        for lifted in happened(game, Lifted):
            assert has_text(f"procedure.{lifted.by}"), lifted.by
        for unit in game.rules.components.divisions:
            for reason in game.seat(CSA).decisions(unit):
                assert has_text(reason.key)
                assert set(reason.cites) <= RULES


@rule("J-B0h")
def test_the_diary_has_a_page_for_each_turn():
    game = played(4, 7)
    pages = game.seat(None).ask(Story.diary)
    last = game.state.turn
    assert [page.turn for page in pages] == list(range(1, last + 1))
    assert [page.turn for page in pages if page.evening] == [turn for turn in (5, 10) if turn <= last]
    assert pages[0].title == "Turn 1, 30 April 1863, 06:00-10:00"
    assert pages[-1].levels == {"vp": float(game.state.vp)}
    shifts = [event.points * (1 if event.army == CSA else -1) for event in happened(game, PointsScored)]
    assert 12 + sum(shifts) == game.state.vp
    assert pages[-1].events == game.happened.length
    assert any(len(page.lines) > 1 for page in pages)
    assert all(page.events < later.events for page, later in pairwise(pages))


def test_the_diary_tells_of_arrivals_and_losses():
    game = played(4, 9)
    told = [line for page in game.seat(CSA).ask(Story.diary) for line in page.lines]
    arrivals = [event for event in happened(game, Explained) if event.reason.key == "why.reached"]
    lost = [event for event in happened(game, Destroyed) if not game.rules.counters[event.unit].is_skirmisher]
    assert arrivals
    assert lost
    assert sum(" comes to " in line for line in told) == len(arrivals)
    assert sum(line.endswith(" is destroyed") for line in told) == len(lost)
    assert sum(" attack " in line for line in told) == len(happened(game, CombatOpened))
