"""A position that cannot be is refused, and every fault of it is named."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.actions import Pass
from grognard.core.dice import Dice
from grognard.core.errors import GrognardError, PositionError
from grognard.core.games import Game
from grognard.core.records import digest
from tests.core.toy import TOY, Bid, ToyGame

EUTAW = "revolution/eutaw/historical"


def battle(**changes: Any) -> dict[str, Any]:
    """A small position of a real battle, with changes."""
    position: dict[str, Any] = {
        "scenario": EUTAW,
        "turn": 5,
        "phase": "movement",
        "phasing": "british",
        "order": ["british", "american"],
        "tracks": {"army_morale": {"british": 12, "american": 9}, "momentum": {"british": 1, "american": 2}},
        "pieces": {"63rd": "1313", "64th": {"hex": "1412", "states": ["disrupted"]}, "maryland": "1018", "greene": "1018"},
    }
    return position | changes


def pieces(**changes: Any) -> dict[str, Any]:
    return battle(pieces={**battle()["pieces"], **changes})


def faults(position: object) -> tuple[str, ...]:
    with pytest.raises(PositionError) as refused:
        grognard.setup(position, seed=1)  # type: ignore[arg-type]
    assert refused.value.faults
    assert str(refused.value).startswith(refused.value.faults[0])
    assert all(fault.endswith(".") and "\n" not in fault for fault in refused.value.faults)
    return refused.value.faults


def test_a_hand_written_position_starts_its_phase():
    game = grognard.setup(battle(), seed=1)
    assert game.actors == ("british",)
    decision = game.decision("british")
    assert decision is not None
    assert decision.kind == "MovementPhase.pick_piece"
    again = grognard.setup(json.loads(json.dumps(game.position())), seed=1)
    assert again.position() == game.position()


# ---------------------------------------------------------------- what is no position


@pytest.mark.parametrize("value", [None, 5, "a position", [], {}, {"scenario": 5}, {"scenario": ["a"]}])
def test_what_is_no_position_is_refused(value: object):
    assert faults(value) == ("A position is an object with at least a 'scenario'; see docs/positions.md.",)


def test_a_position_of_another_format_is_refused():
    assert faults(battle(grognard=2)) == ("This position is of format 2; this version reads format 1.",)


def test_an_unknown_scenario_is_refused():
    with pytest.raises(grognard.UnknownName, match="There is no scenario 'revolution/eutaw/histerical'; did you mean"):
        grognard.setup(battle(scenario="revolution/eutaw/histerical"))


def test_an_unknown_option_is_refused():
    with pytest.raises(grognard.UnknownName, match="has no option 'weather'; its options are: game, chits"):
        grognard.setup(battle(options={"weather": "rain"}))
    with pytest.raises(grognard.UnknownName, match="Option 'game' cannot be 'hard'"):
        grognard.setup(battle(options={"game": "hard"}))
    assert faults(battle(options=["game"])) == ("The 'options' of a position are an object from name to value, not ['game'].",)


# ---------------------------------------------------------------- faults of a battle


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (pieces(**{"65th": "1313"}), "There is no unit '65th' in this scenario"),
        (pieces(buffs="9999"), "Piece 'buffs' stands in hex '9999', which is not on the map"),
        (pieces(ninety_six="1018"), "Units of both sides stand in 1018 (S9.2d)"),
        (pieces(nj_vols="1313", buffs="1313"), "Hex 1313 holds 8 SP; the limit is 6 (S7.1a)"),
        (pieces(gaines="1018", browne="1018"), "Hex 1018 holds 2 artillery units; the limit is one (S7.1b)"),
        (pieces(buffs={"hex": "1009", "step": 3}), "Piece 'buffs' has no step 3; it has 2 (S2.2b)"),
        (pieces(buffs={"hex": "1009", "states": ["asleep"]}), "Piece 'buffs' cannot be 'asleep'"),
        (pieces(greene={"hex": "1018", "states": ["disrupted"]}), "Piece 'greene' cannot be 'disrupted'"),
        (pieces(buffs={"hex": "1009", "colour": "red"}), "Piece 'buffs' must be a hex or an object"),
        (pieces(buffs=7), "Piece 'buffs' must be a hex or an object"),
        (battle(pieces=None), "A position needs 'pieces'"),
        (battle(pieces=["63rd"]), "A position needs 'pieces'"),
        (battle(turn=3), "The turn must be from 4 to 10, not 3"),
        (battle(turn=11), "The turn must be from 4 to 10, not 11"),
        (battle(turn="five"), "The turn must be from 4 to 10, not 'five'"),
        (battle(phase="breakfast"), "There is no phase 'breakfast'; the phases are movement, "),
        (battle(phasing="french"), "'phasing' must be one of british, american, not 'french'"),
        (battle(phasing=None), "'phasing' must be one of british, american, not ''"),
        (battle(order=["american"]), "'order' must list the sides"),
        (battle(order=["british", "french"]), "'order' must list the sides"),
        (battle(order="british"), "'order' must list the sides"),
        (battle(tracks={"army_morale": {"british": "high"}}), "The track 'army_morale' has no whole number"),
        (battle(tracks={"army_morale": {"french": 5}}), "The track 'army_morale' has no whole number"),
        (battle(tracks={"army_morale": {"british": 0}}), "An army at morale 0 or less is demoralised"),
        (battle(tracks={"momentum": {"british": 4, "american": 4}}), "There are five momentum chits in all"),
        (battle(tracks={"momentum": {"british": -1}}), "There are five momentum chits in all"),
        (battle(state={"weather": "rain"}), "There is no field 'weather' in the state of this game"),
        (battle(state={"pins": "many"}), "The field 'pins' of the state cannot be read"),
        (battle(state={"turn": 5}), "There is no field 'turn' in the state of this game"),
        (battle(turn=True), "The turn must be from 4 to 10, not True"),
        (battle(phase=["movement"]), "There is no phase '['movement']'; the phases are movement, "),
        (battle(phasing=["british"]), "'phasing' must be one of british, american, not ['british']"),
        (battle(order=["british", "british"]), "'order' must list the sides"),
        (battle(order=[["british"], "american"]), "'order' must list the sides"),
        (
            battle(tracks={"army_morale": {"british": 100}}),
            "The track 'army_morale' of british must be a number from -99 to 99",
        ),
        (battle(tracks={"army_morale": {"british": True}}), "The track 'army_morale' has no whole number"),
        (pieces(buffs={"box": "pocket"}), "Piece 'buffs' cannot be in the box 'pocket'; the boxes are waiting, "),
        (pieces(buffs={"box": ["out"]}), "Piece 'buffs' cannot be in the box '['out']'; the boxes are waiting, "),
        (pieces(buffs={"hex": "1009", "step": True}), "Piece 'buffs' has no step True; it has 2 (S2.2b)"),
        (pieces(buffs={"hex": "1009", "states": ["pinned:1_0"]}), "Piece 'buffs' cannot be 'pinned:1_0'; give a number from 1"),
        (pieces(buffs={"hex": "1009", "states": ["pinned:\u0661"]}), "Piece 'buffs' cannot be 'pinned:\u0661'; give a number"),
        (
            pieces(buffs={"hex": "1009", "states": ["pinned:1000"]}),
            "Piece 'buffs' cannot be 'pinned:1000'; give a number from 1",
        ),
        (pieces(buffs={"hex": "1009", "states": ["pinned:0"]}), "Piece 'buffs' cannot be 'pinned:0'; give a number from 1"),
        (battle(pieces={"\x1b[2J": "1009"}), "This position cannot be read: the text '\\x1b[2J' contains a control character"),
        (battle(turn=2**64), "This position cannot be read: a number is not from "),
    ],
)
def test_a_fault_is_named(position: dict[str, Any], words: str):
    found = faults(position)
    assert len(found) == 1
    assert found[0].startswith(words)


def test_prohibited_terrain_is_named():
    rules = grognard.find(EUTAW).rules(grognard.find(EUTAW).complete(None))
    board = rules.board  # type: ignore[attr-defined]
    swamp = next(board.label(h) for h in board.grid.hexes if board.terrain[h] == "swamp")
    assert faults(pieces(buffs=swamp)) == (f"'buffs' cannot stand in {swamp}: the terrain is prohibited to it (S9.2d).",)


def test_every_fault_is_named_at_once():
    found = faults(
        pieces(**{"65th": "1313", "buffs": "9999", "maryland": {"hex": "1018", "step": 9}})
        | {"turn": 99, "phase": "breakfast", "tracks": {"momentum": {"british": 9}}, "state": {"weather": "rain"}}
    )
    assert len(found) == 7
    for name in ("65th", "9999", "step 9", "99", "breakfast", "momentum", "weather"):
        assert any(name in fault for fault in found)


# ---------------------------------------------------------------- in the middle of a procedure


def halfway() -> Game:
    game = grognard.new(TOY.id, dice=Dice.script([0, 1]))
    game.play("red", Bid(2))
    return game


def test_a_sealed_answer_is_kept():
    game = grognard.setup(halfway().position(), dice=Dice.script([6]))
    assert isinstance(game, ToyGame)
    assert game.actors == ("blue",)
    game.play("blue", Bid(0))
    assert game.stack[0].striker == "red"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("pending", "words"),
    [
        (5, "'pending' is a list of frames"),
        ([], "'pending' is a list of frames"),
        ({}, "'pending' is a list of frames"),
        (["Duel"], "A pending frame cannot be read: "),
        ([{"procedure": "Joust"}], "A pending frame cannot be read: Invalid value 'Joust'"),
        ([{"procedure": "Duel", "striker": 5}], "A pending frame cannot be read: Expected `str`"),
        ([{"procedure": "Duel", "step": "parley"}], "The pending frame Duel has no step 'parley'"),
        ([{"procedure": "Duel", "step": ""}], "The pending frame Duel has no step ''"),
        (
            [{"procedure": "Duel", "step": "strike"}],
            "The 'pending' frames of this position do not fit together",
        ),
        (
            [
                {"procedure": "Duel", "step": "window"},
                {"procedure": "Window", "name": "parry", "seats": ["green"], "cites": "T2", "step": "offer"},
            ],
            "The pending frames are impossible: in the frame Window there is no seat 'green'",
        ),
        (
            [
                {"procedure": "Duel", "step": "window"},
                {"procedure": "Window", "name": "parry", "seats": ["blue"], "cites": "T2", "step": "offer", "then": "rest"},
            ],
            "The pending frames are impossible: the frame Duel has no 'rest' to hand a result to",
        ),
    ],
)
def test_frames_that_cannot_be_are_named(pending: object, words: str):
    position = halfway().position() | {"pending": pending}
    del position["sealed"]
    found = faults(position)
    assert len(found) == 1
    assert found[0].startswith(words)


@pytest.mark.parametrize("sealed", [{"red": "bid 9"}, {"green": "bid 1"}, {"red": "pass"}, {"red": "bid 1", "blue": "bid 1"}])
def test_sealed_answers_that_cannot_be_are_named(sealed: dict[str, str]):
    position = halfway().position() | {"sealed": sealed}
    assert faults(position)[0].endswith("leave 'sealed' out.")


def test_sealed_answers_are_words():
    with pytest.raises(GrognardError, match="There is no action 'fly'"):
        grognard.setup(halfway().position() | {"sealed": {"red": "fly"}})
    assert faults(halfway().position() | {"sealed": ["red"]})[0].startswith("'pending' is a list of frames")


def test_an_outcome_that_cannot_be_read_is_named():
    game = halfway()
    game.resign("red")
    assert grognard.setup(game.position()).over == game.over
    assert faults(game.position() | {"over": {"winner": 5}})[0].startswith("The outcome under 'over' cannot be read: ")
    assert faults(game.position() | {"over": "yes"})[0].startswith("The outcome under 'over' cannot be read: ")
    for over in (
        {"winner": "green", "level": "", "reason": ""},
        {"winner": None, "level": "", "reason": "", "scores": {"green": 1}},
    ):
        words = "The outcome under 'over' names 'green'; the sides are red, blue."
        assert faults(game.position() | {"over": over}) == (words,)


def duel_without_blue() -> Game:
    """At the bids, with a score that knows one duellist only."""
    position = grognard.new(TOY.id, dice=Dice.script([0, 1])).position()
    position["state"]["score"] = {"red": 0}
    return grognard.setup(position, dice=Dice.script([6]))


def test_a_move_that_finds_frames_and_state_at_odds_is_refused_and_nothing_changes():
    game = duel_without_blue()
    game.play("red", Bid(0))
    game.play("blue", Bid(2))
    before = game.position(), game.record(), game.events(None)
    with pytest.raises(PositionError) as refused:
        game.play("red", Pass())
    assert str(refused.value) == (
        "The 'pending' frames of this position do not fit together; remove 'pending' to start the phase (KeyError('blue'))."
    )
    assert (game.position(), game.record(), game.events(None)) == before
    assert game.actors == ("red",)


def test_the_record_of_such_a_game_is_refused_with_the_entry():
    game = duel_without_blue()
    for seat, action in (("red", Bid(0)), ("blue", Bid(2))):
        game.play(seat, action)
    record = game.record()
    record["entries"] = [*record["entries"], "red pass"]
    record["digest"] = digest(record)
    with pytest.raises(GrognardError, match="Entry 3 of this record, 'red pass', cannot be played: The 'pending' frames"):
        grognard.replay(record)


# ---------------------------------------------------------------- whatever is written


WILD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    99,
    1.5,
    "",
    "nobody",
    "1313",
    [],
    ["british"],
    {},
    {"hex": "1313"},
    [[]],
    {"a": {}},
)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a position."""
    inside: list[tuple[Any, ...]] = []
    if isinstance(value, dict):
        inside = [way for key, each in value.items() for way in leaves(each, (*path, key))]
    elif isinstance(value, list):
        inside = [way for place, each in enumerate(value) for way in leaves(each, (*path, place))]
    return [path, *inside] if path else inside


def replaced(position: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = json.loads(json.dumps(position))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


def moments_of_a_game(scenario: str, seed: int) -> list[dict[str, Any]]:
    game, rng, found = grognard.new(scenario, seed=seed), Random(seed), []
    while game.over is None:
        seat = rng.choice(game.actors)
        game.play(seat, rng.choice(game.actions(seat)))
        found.append(game.position())
    return rng.sample(found, 4) + [game.position()]


@pytest.mark.parametrize("scenario", [EUTAW, TOY.id])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_written_is_played_or_refused_in_a_sentence(scenario: str, seed: int):
    rng = Random(seed)
    for position in moments_of_a_game(scenario, seed):
        ways = leaves(position)
        for path in rng.sample(ways, min(25, len(ways))):
            check_played_or_refused(replaced(position, path, rng.choice(WILD)))


def check_played_or_refused(position: dict[str, Any]) -> None:
    try:
        game = grognard.setup(position, seed=1)
    except GrognardError:
        return
    assert game.over is not None or game.actors
