"""`grognard replay`: a record told as a whole, up to a moment, step by step, and as one seat could see it."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.dice import Dice
from tests.cli.conftest import Refused, Run, written
from tests.core.toy import TOY
from tests.golden import golden_record

Steps = Callable[..., list[str]]


@pytest.fixture(scope="session")
def battle() -> dict[str, Any]:
    """A battle in which choices are taken back, and which is given up on turn 6."""
    cursor = grognard.Cursor(golden_record("eutaw-brawler-undo"))
    cursor.to_turn(6)
    cursor.forward(8)
    game = cursor.game
    game.resign("american")
    return json.loads(json.dumps(game.record()))  # type: ignore[no-any-return]


@pytest.fixture
def steps(run: Run, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Step through a record with these commands; gives what each printed, the first before any command."""

    def stepper(record: dict[str, Any], *commands: str, options: tuple[str, ...] = ()) -> list[str]:
        written("game.json", record)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{command}\n" for command in commands)))
        return re.split(r"^>.*\n", run("replay", "game.json", "--step", *options), flags=re.MULTILINE)

    return stepper


def duel() -> dict[str, Any]:
    """A duel with secret cards; red bids, and blue has not answered yet."""
    game = grognard.new(TOY.id, dice=Dice.script([0, 1, 5, 2, 6]))
    for text in ("red bid 2", "blue bid 1", "blue pass", "red bid 1"):
        seat, _, words = text.partition(" ")
        game.play(seat, game.rules.vocabulary.parse(words))
    return game.record()


def where(text: str) -> int:
    """The entry at which a printed moment stands."""
    found = re.search(r"^\[(\d+)/\d+\]", text, re.MULTILINE)
    assert found is not None, text
    return int(found.group(1))


# ---------------------------------------------------------------- telling


def test_the_whole_game_is_told_with_its_end(run: Run, battle: dict[str, Any]):
    text = run("replay", written("game.json", battle))
    assert f"{len(battle['entries'])} of {len(battle['entries'])} entries\n" in text
    game = grognard.replay(battle)
    assert len(re.findall(r"took back their last choice$", text, re.MULTILINE)) == sum(
        entry.startswith("undo") for entry in battle["entries"]
    )
    assert game.over is not None
    assert text.rstrip().endswith("╯")


def test_the_telling_stops_at_a_turn(run: Run, battle: dict[str, Any]):
    text = run("replay", written("game.json", battle), "--turn", "6")
    assert re.findall(r"^─+ Turn (\d+) ─+$", text, re.MULTILINE) == ["4", "5", "6"]
    found = re.search(r", (\d+) of \d+ entries\n", text)
    assert found is not None
    assert grognard.replay(battle, upto=int(found.group(1))).position()["turn"] == 6
    assert "must decide: " in text


def test_the_telling_does_not_stop_between_a_choice_and_its_rolls(run: Run, battle: dict[str, Any]):
    roll = next(place for place, entry in enumerate(battle["entries"]) if entry.startswith("roll "))
    text = run("replay", written("game.json", battle), "--to", str(roll))
    found = re.search(r", (\d+) of \d+ entries\n", text)
    assert found is not None
    assert int(found.group(1)) > roll


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--to", "100000"], r"give a number from 0 to \d+, not 100000\."),
        (["--to", "-1"], r"not -1\."),
        (["--turn", "3"], r"There is no turn 3 in this record; its turns are 4 to \d+\."),
        (["--turn", "5", "--to", "5"], "not allowed with argument"),
        (["--turn", "noon"], "invalid int value: 'noon'"),
        (["--seat", "french"], "There is no seat 'french' in this game; the seats are british, american."),
        (["--step", "--svg", "x.svg"], "With --step, use the key 'w FILE' to write a moment, or leave --step out."),
        (["--position", "no/folder.json"], "'no/folder.json' cannot be written"),
        (["--svg", "no/folder.svg"], "'no/folder.svg' cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_bad_moment_seat_or_file_is_refused(refused: Refused, battle: dict[str, Any], argv: list[str], words: str):
    assert re.search(words, refused("replay", written("game.json", battle), *argv))


# ---------------------------------------------------------------- writing a moment


def test_the_position_of_a_moment_is_written_and_can_be_played(run: Run, battle: dict[str, Any]):
    said = run("replay", written("game.json", battle), "--turn", "5", "--position", "at.json")
    assert re.fullmatch(r"at\.json: Turn 5, .+, \d+ of \d+ entries\n", said)
    position = json.loads(Path("at.json").read_text(encoding="utf-8"))
    assert position["turn"] == 5
    cursor = grognard.Cursor(battle)
    cursor.to_turn(5)
    assert position == json.loads(json.dumps(cursor.game.position()))
    assert grognard.setup(position, seed=1).actors == cursor.game.actors


def test_the_picture_of_a_moment_is_drawn(run: Run, battle: dict[str, Any]):
    said = run("replay", written("game.json", battle), "--to", "0", "--svg", "a.svg", "--png", "a.png", "--width", "200")
    assert said.splitlines() == [
        f"{file}: Turn 4, set-up, 0 of {len(battle['entries'])} entries" for file in ("a.svg", "a.png")
    ]
    first = Path("a.svg").read_text(encoding="utf-8")
    assert first.startswith("<svg")
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    run("replay", "game.json", "--turn", "6", "--svg", "b.svg")
    assert "Turn 6" in Path("b.svg").read_text(encoding="utf-8")
    assert "Turn 6" not in first


def test_a_game_that_cannot_be_drawn_says_so(refused: Refused):
    assert "'toy/duel' cannot be drawn" in refused("replay", written("game.json", duel()), "--svg", "a.svg")


# ---------------------------------------------------------------- stepping


def test_stepping_forward_and_back_shows_each_moment_exactly(steps: Steps, battle: dict[str, Any]):
    first, *forward = steps(battle, *["f"] * 60, "q")
    assert where(first) == 0
    forward = forward[:60]
    there, *back = steps(battle, *["b"] * 60, "q", options=("--to", str(where(forward[-1]))))
    assert there.splitlines()[-3:] == forward[-1].splitlines()[-3:]
    assert back[:59] == forward[-2::-1]


def test_an_empty_line_steps_forward_and_a_number_takes_several_steps(steps: Steps, battle: dict[str, Any]):
    assert [where(text) for text in steps(battle, "", "", "f 5", "b 2", "b")] == [0, 1, 2, 7, 5, 4]
    several = steps(battle, "f 3")[1]
    assert several.count(" placed in ") == 4


def test_the_end_of_the_input_quits(steps: Steps, battle: dict[str, Any]):
    assert len(steps(battle)) == 1
    assert len(steps(battle, "f")) == 2
    assert len(steps(battle, "q", "f", "f")) == 2


def test_the_keys_are_shown(steps: Steps, battle: dict[str, Any]):
    first, keys = steps(battle, "?")
    assert "Enter forward, b back" in first
    for key in ("f", "b", "N", "t", "p", "d", "r", "m", "s", "e", "w", "?", "q"):
        assert re.search(rf"(^|\s){re.escape(key)}\s", keys, re.MULTILINE), key


def test_jumps_to_turns_phases_decisions_rolls_and_entries(steps: Steps, battle: dict[str, Any]):
    _, turn, again, phase, named, seat, roll, entry, end, start = steps(
        battle, "t", "t 4", "p", "p close", "d british", "r", "100", "e", "s"
    )
    assert "Turn 5" in turn.splitlines()[0]
    assert where(again) == 0
    assert phase.startswith("[")
    assert "American player turn: movement" in phase.splitlines()[0]
    assert "player turn: close combat" in named.splitlines()[0]
    assert "The British must decide: " in seat
    assert re.search(r"^  \w+ [\w -]+: \d", roll, re.MULTILINE)
    assert where(entry) == 100
    assert where(end) == len(battle["entries"])
    assert "╭" in end
    assert start == again


def test_the_map_is_shown_as_text(steps: Steps, run: Run, battle: dict[str, Any]):
    shown = steps(battle, "t 6", "m")[2]
    run("replay", "game.json", "--turn", "6", "--position", "at.json")
    assert shown == run("show", "at.json").partition("\n")[2]
    assert re.search(r"^\d{4}  (American|British) ", shown, re.MULTILINE)


def test_a_moment_is_written_while_stepping(steps: Steps, battle: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("grognard.cli.show.png", lambda picture, width: b"PNG of " + picture[:4].encode())
    _, _, said, *_ = steps(battle, "t 5", "w at.json", "w field.svg", "w field.png")
    assert said == "This moment is in at.json.\n"
    assert json.loads(Path("at.json").read_text(encoding="utf-8"))["turn"] == 5
    assert Path("field.svg").read_text(encoding="utf-8").startswith("<svg")
    assert Path("field.png").read_bytes() == b"PNG of <svg"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("forward", "There is no key 'forward'; type ? for the keys."),
        ("99999", "give a number from 0 to"),
        ("-1", "give a number from 0 to"),
        ("t 99", "There is no turn 99 in this record; its turns are 4 to"),
        ("t x", "'x' is not a whole number."),
        ("f x", "'x' is not a whole number."),
        ("f 0", "Give the number of steps as 1 or more, not 0."),
        ("b", "This is the start of the record."),
        ("p tea", "There is no later phase 'tea' in this record; you are at entry 0 of"),
        ("d french", "There is no seat 'french' in this game"),
        ("w", "Write 'w FILE' with a name that ends in .json, .svg or .png."),
        ("w a.gif", "Write 'w FILE' with a name that ends in .json, .svg or .png."),
        ("w no/where.json", "'no/where.json' cannot be written"),
    ],
)
def test_what_cannot_be_done_is_told_and_the_record_stays_where_it_was(
    steps: Steps, battle: dict[str, Any], command: str, words: str
):
    _, told, after = steps(battle, command, "f")
    assert words in told
    assert told.count("\n") == 1
    assert where(after) == 1


def test_the_end_cannot_be_passed(steps: Steps, battle: dict[str, Any]):
    _, _, told, later = steps(battle, "e", "f", "r")
    assert told == "This is the end of the record.\n"
    assert later.startswith("There is no later roll in this record; ")


def test_at_a_terminal_it_prompts(monkeypatch: pytest.MonkeyPatch, run: Run, battle: dict[str, Any]):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    written("game.json", battle)
    monkeypatch.setattr("sys.stdin", Terminal("f\nq\n"))
    text = run("replay", "game.json", "--step")
    assert text.count("> ") == 2
    assert "> f" not in text


# ---------------------------------------------------------------- what a seat may see


def test_a_seat_sees_its_own_card_and_not_the_others(run: Run):
    written("game.json", duel())
    seen = {seat: run("replay", "game.json", *(["--seat", seat] if seat else [])) for seat in ("", "red", "blue")}
    assert [("parry" in text, "blank" in text) for text in seen.values()] == [(False, False), (True, False), (False, True)]


def test_a_choice_that_is_sealed_is_not_shown_to_the_other_seat(steps: Steps):
    red = steps(duel(), "f", options=("--seat", "red"))[1]
    blue = steps(duel(), "f", options=("--seat", "blue"))[1]
    assert "red bid 2" in red
    assert "red (sealed)" in blue
    assert "bid 2" not in blue
    assert "Blue must decide: " not in red


def test_a_seat_writes_only_what_it_could_see(run: Run):
    written("game.json", duel())
    run("replay", "game.json", "--to", "3", "--seat", "blue", "--position", "blue.json")
    position = json.loads(Path("blue.json").read_text(encoding="utf-8"))
    assert "sealed" not in position
    assert position["state"]["cards"] == {"red": "unknown", "blue": "blank"}
    run("replay", "game.json", "--to", "3", "--position", "all.json")
    assert json.loads(Path("all.json").read_text(encoding="utf-8"))["sealed"] == {"red": "bid 2"}


def test_the_other_seats_prompt_is_not_told(steps: Steps, battle: dict[str, Any]):
    american = steps(battle, options=("--seat", "american"))[0]
    british = steps(battle, options=("--seat", "british"))[0]
    assert "The British must decide\n" in american
    assert "The British must decide: Choose the hex" in british
