"""One line before the numbers of a fight, the matrix of sealed choices, and the chance of what one roll decides."""

from __future__ import annotations

import msgspec
import pytest

import grognard
from grognard.analysis import verdict_on, verdict_on_all
from grognard.core.fights import Fight
from grognard.server.views.context import context_of
from grognard.server.views.odds import forecast_at, odds_at
from grognard.server.views.questions import question_of
from tests.eutaw.positions import eutaw
from tests.marks import rule
from tests.proving_ground import act

FIELD = {"maryland": "1112", "kirkwood": "1112", "greene": "1112", "buffs": "1111", "63rd": "1111"}
FIGHT = Fight("close-combat", ("maryland", "kirkwood"), ("1111",))


def test_the_verdict_is_made_of_the_chances_listed():
    game = eutaw(FIELD, phase="close combat")
    found = grognard.forecast(game, FIGHT)
    swing = {result: game.rules.prospect(game, None, FIGHT).swing(result) for result in found.results}
    retreats = {"-/R": 1, "R/-": -1}
    assert found.good == pytest.approx(sum(p for r, p in found.results.items() if (swing[r] or retreats.get(r, 0)) > 0))
    assert found.bad == pytest.approx(sum(p for r, p in found.results.items() if (swing[r] or retreats.get(r, 0)) < 0))
    american, british = (f"{found.losses[side]:.1f}" for side in ("american", "british"))
    good, bad = f"{found.good:.0%}", f"{found.bad:.0%}"
    told = f"{good} in your favour, {bad} in theirs; on average you lose {american} steps, they lose {british}"
    assert verdict_on(found, "american") == f"Very good odds: {told}"
    told = f"{bad} in your favour, {good} in theirs; on average you lose {british} steps, they lose {american}"
    assert verdict_on(found, "british") == f"Very poor odds: {told}"
    assert verdict_on(found, None).startswith("Very good odds for the Americans: ")


def test_odds_are_called_good_only_where_something_is_likely_to_be_gained():
    """A fifth of a chance with nothing to lose is no gain in four cases of five."""
    found = grognard.forecast(eutaw(FIELD, phase="close combat"), FIGHT)
    for good, bad, words in (
        (0.2, 0.0, "Most likely no gain"),
        (0.3, 0.19, "Most likely no gain"),
        (0.4, 0.1, "Good odds"),
        (0.3, 0.3, "Even odds"),
        (0.1, 0.45, "Poor odds"),
        (0.0, 0.6, "Very poor odds"),
    ):
        changed = msgspec.structs.replace(found, good=good, bad=bad)
        assert verdict_on(changed, "american").startswith(f"{words}: {good:.0%} in your favour, {bad:.0%} in theirs")


def test_the_exact_verdict_counts_all_that_follows():
    pieces = {"maryland": "1112", "kirkwood": "1112", "buffs": "1111", "light_arty": "1012"}
    game = eutaw(pieces, phase="close combat")
    fight = Fight("close-combat", ("maryland",), ("1012",))  # guns alone are taken
    odds, forecast = grognard.odds(game, fight), grognard.forecast(game, fight)
    steps = game.rules.counters["light_arty"].steps
    assert odds.losses() == {"british": steps}
    assert verdict_on_all(odds, forecast, "american") == f"On average you lose 0.0 steps in the end, they lose {steps:.1f}"


def test_the_ledger_begins_with_the_verdict():
    game = eutaw({"maryland": "1112", "light_arty": "1111"}, phase="artillery fire", phasing="american")
    context = context_of(game, "british")
    question = question_of(context)
    assert question is not None
    action = question.choices[0].action
    assert "% in your favour, 0% in theirs; " in forecast_at(context, action).verdict
    assert "you lose 0.0 steps" in odds_at(context, action).verdict


@rule("S12.23-4a")
def test_each_side_reads_the_matrix_of_tactics_from_its_own_chits():
    game = eutaw(FIELD, phase="close combat")
    for action in ("attack maryland 1", "lead maryland"):
        if action in map(str, game.actions("american")):
            act(game, action)
    while not game.actors or game.decision(game.actors[0]).prompt != "choose-tactics":  # type: ignore[union-attr]
        game.play(game.actors[0], game.actions(game.actors[0])[0])
    ours, theirs = (forecast_at(context_of(game, seat), "").matrix for seat in ("american", "british"))
    assert ours is not None
    assert theirs is not None
    assert (ours.seat, theirs.seat) == ("american", "british")
    assert [choice.action for choice in ours.rows] == [str(action) for action in game.actions("american")]
    assert (ours.rows, ours.columns) == (theirs.columns, theirs.rows)
    assert sum(choice.chance for choice in ours.rows) == pytest.approx(1)
    table = game.rules.components.tactics
    for i, row in enumerate(ours.rows):
        for j, column in enumerate(ours.columns):
            effect = table.cell(column.action.split()[1], row.action.split()[1])
            cell, mirror = ours.cells[i][j], theirs.cells[j][i]
            assert cell.words == mirror.words == (effect if isinstance(effect, str) else f"{effect:+d}" if effect else "0")
            assert cell.favours == -mirror.favours == (0 if isinstance(effect, str) else (effect > 0) - (effect < 0))


@rule("S15.1a")
def test_the_chance_stands_beside_each_unit_that_may_rally():
    game = eutaw(
        {
            "maryland": {"hex": "1320", "states": ["disrupted"]},
            "virginia": {"hex": "1520", "states": ["shattered"]},
            "buffs": "0913",
        },
        phase="rally",
        dice=[9, 9],
    )
    question = question_of(context_of(game, "american"))
    assert question is not None
    chances = {choice.action: choice.chance for choice in question.choices}
    assert chances["end-rally"] is None
    for id in ("maryland", "virginia"):
        morale = sum(modifier.value for modifier in game.rules.rally_modifiers(game, game.piece(id)))
        assert chances[f"rally {id}"] == sum(face + morale >= 5 for face in range(10)) / 10
    assert 0 < (chances["rally maryland"] or 0) < 1
