"""The table in plain lines, driven by what is typed."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console

import grognard
from grognard.cli import main
from grognard.cli.table import saves
from grognard.cli.table.host import Host
from grognard.cli.table.plain import PlainTable
from tests.core.test_raid import raid
from tests.core.toy import TOY
from tests.eutaw.positions import eutaw
from tests.savannah.card_table import events
from tests.savannah.positions import savannah
from tests.series.alliance import THREE
from tests.table.seating import EUTAW, GUILFORD, new, seated

MARCH = {"maryland": "1320", "virginia": "1520", "buffs": "0913"}


def told(host: Host, typed: Iterable[str]) -> str:
    """What is printed when these lines are typed."""
    lines = iter(typed)
    paper = Console(file=io.StringIO(), width=100)
    PlainTable(host, paper, lambda: next(lines, None)).run()
    assert isinstance(paper.file, io.StringIO)
    return paper.file.getvalue()


def test_choices_are_numbered_and_played_by_number_or_by_word():
    game = eutaw(MARCH)
    text = told(seated(game, "american"), ["1", "go 1318", "stop", "99", "quit"])
    assert "The Americans: Choose a piece to move, or end the movement phase (rule S9.1a)" in text
    assert "   1  Move Maryland Brigade\n   2  Move Virginia Brigade\n   3  End movement" in text
    assert "There is no choice with this number; type one from 1 to 2" in text
    assert game.piece("maryland").hex == game.rules.board.hex("1318")


def test_long_lists_are_cut_short_and_listed_on_request():
    text = told(seated(eutaw(MARCH), "american"), ["1", "choices 1318", "choices", "quit"])
    assert re.search(r"and \d+ more; type choices to list them all", text)
    assert text.count("Go to 1318") == 3  # cut short, by a word, and all


def test_cards_are_read_and_played_by_what_they_say():
    game = raid(["drum-1", "scout-1"], ["mud-1"])
    text = told(seated(game, "north", "south"), ["cards", "play-card drum-1", "quit"])
    assert "Your cards: 2\nDrum (drum-1): A drum\n    Drum\n    played now: The die +1\n" in text
    assert "play-card drum-1" in text
    assert "not now: " in text
    assert "south: 1 cards\nIn the deck: 5\nOut of the game: Courier" in text
    assert game.sealed  # it was played
    assert "There are no cards in this game" in told(seated(eutaw(MARCH), "american"), ["cards", "quit"])


def test_allies_propose_and_see_what_the_other_proposes():
    game = grognard.new(THREE.id, seed=3)
    game.state.momentum["allied"] = 2  # type: ignore[attr-defined]
    host = seated(game, "british", "french", "american")
    text = told(host, ["allies play nothing", "allies play momentum", "allies", "allies drop momentum", "allies", "quit"])
    assert "Propose with: play THING, keep THING or drop THING; the things are momentum" in text
    assert "What you share with your allies; if you do not agree, the French decide" in text
    assert "Momentum chits (2) (momentum): French: play" in text
    assert "Momentum chits (2) (momentum): nothing proposed" in text
    host.propose("american", "keep momentum")
    assert host.proposed_to("french") == {"french": {}, "american": {"momentum": "keep"}}
    assert host.proposed_to("british") == {}


def test_a_computer_player_beside_a_person_proposes_answers_and_keeps_to_it():
    game = events(allied=[5], options={"seats": "three"})
    host = seated(game, "british", "french", other="sergeant")
    text = told(host, ["allies", "allies keep V-C05", "allies", "quit"])
    name = "Coast bombardment"
    assert f"The Americans say: play {name} (V-C05)" in text
    assert f"{name} (V-C05): American: play" in text
    assert f"{name} (V-C05): French: keep, American: keep" in text
    assert host.advice("british") == {}
    host = seated(events(british=[24], allied=[4, 5], options={"seats": "three"}), "british", "american", other="sergeant")
    assert str(host.choose("french")) == "play V-C04"
    host.propose("american", "keep V-C05")
    assert host.proposed_to("american") == {"american": {"V-C05": "keep"}, "french": {"V-C05": "keep"}}
    host.proposals["french"] = {"V-C04": "keep"}
    host.proposals["american"] = {"V-C04": "keep"}
    assert str(host.choose("french")) == "play V-C05", "they have agreed to keep the other one"


def test_weather_and_both_turn_tracks_are_told():
    game = events(british=[8], state={"weather": "storms"})
    text = told(seated(game, "british", "allied"), ["status", "quit"])
    assert "Days of the siege: 14 (4 of 15)" in text
    assert "Hours of the assault: 10 boxes" in text
    assert "Storms: Movement allowances are halved, rounded up; no strategic movement; Fire -1;" in text


def test_where_a_bomb_may_fall_is_told_before():
    game = savannah({"mortars": "1907", "r60": "1905"}, phase="artillery fire", phasing="allied")
    number = [str(action) for action in game.actions("allied")].index("aim-mortars 1905") + 1
    text = told(seated(game, "british", "allied"), [f"odds {number}", "quit"])
    assert "It may strike 1905: 40%\nIt may strike 1904: 10%\n" in text


def test_looking_about():
    text = told(
        seated(eutaw(MARCH), "american"),
        ["look 1108", "look maryland", "look Virg", "look", "look 9999", "units", "status", "reach maryland", "zoc buffs"],
    )
    assert "1108: open, house (Wantoot House)" in text
    assert "  Maryland Brigade, 4-2-4\n" in text
    assert text.count("Values that the rulebooks do not print are reconstructed") == 2  # once for each of the two places
    assert "Virginia Brigade, 3-1-4" in text
    assert "Name a place on the map, or a piece that stands on it" in text
    assert "No single piece is called '9999'" in text
    assert "0913: 3rd Foot (Irish Buffs), 4-1-4" in text
    assert "Army morale: British 14, American 14" in text
    assert "1319 (1), 1320" in text or "1319 (" in text
    assert "0912" in text


def test_why_rules_and_help():
    text = told(seated(eutaw(MARCH), "american"), ["1", "why go 0913", "why", "why dance", "rules S12.14", "rules", "help"])
    assert re.search(r"\(rule S[\d.]+", text)
    assert "Name what you cannot do, as in: why go" in text
    assert "'dance' is neither a command nor an action; type help for the commands" in text
    assert "S12.14 Diversion (advanced)" in text
    assert "undo: take back your last choice" in text
    assert "reach PIECE: its reach" in text


def test_an_action_that_is_not_offered_is_refused_with_its_rule_and_changes_nothing():
    game = eutaw(MARCH)
    before = game.position()
    text = told(seated(game, "american"), ["go 1318", "jump", "undo"])
    assert "'go 1318' is not among the choices now" in text
    assert "'jump' is neither a command nor an action" in text
    assert "cannot undo" in text
    assert game.position() == before


def test_undo():
    game = eutaw(MARCH)
    told(seated(game, "american"), ["1", "go 1318", "undo", "undo", "quit"])
    assert game.piece("maryland").hex == game.rules.board.hex("1320")


def test_the_odds_of_fights():
    pieces = {"maryland": "1112", "kirkwood": "1112", "buffs": "1111", "63rd": "1012"}
    text = told(seated(eutaw(pieces, phase="close combat"), "american"), ["odds 1", "quit"])
    assert "Close combat:" in text
    assert "attacker's lead unit (S12.23-2c)" in text
    assert "No choice begins a fight now" in told(seated(eutaw(MARCH), "american"), ["odds"])


def test_a_sealed_choice_scrolls_out_of_sight_before_the_other_is_asked():
    game = eutaw({"maryland": "1112", "buffs": "1111"}, phase="close combat", dice=[5] * 9)
    text = told(seated(game, "american", "british"), ["chit stand_fast", "", "quit"])
    after = text.partition("Hand the keyboard to the")[2]
    before = text.partition("Hand the keyboard to the")[0]
    assert before.endswith("\n" * 60)
    assert "Choose a tactics chit" in after
    assert "sealed choice" not in after


def test_a_secret_of_one_is_not_told_to_the_other():
    """The duel deals each a card; red's is told to red alone, and blue hears from the beginning what blue may know."""
    game = new(TOY.id, seed=3)
    cards = game.state.cards  # type: ignore[attr-defined]
    text = told(seated(game, "red", "blue"), ["1", "", "log", "quit"])
    red, _, blue = text.partition("Hand the keyboard to")
    assert (red.count(f"card: {cards['red']}"), red.count("card: kept secret")) == (1, 1)
    assert (blue.count(f"card: {cards['blue']}"), blue.count("card: kept secret")) == (2, 2)


def test_resigning_is_asked_twice():
    game = eutaw(MARCH)
    text = told(seated(game, "american"), ["resign", "no", "resign", "yes"])
    assert "The game goes on" in text
    assert "A victory for the British" in text
    assert game.over is not None


def test_saving_and_resuming(games: Path, tmp_path: Path):
    host = seated(new(), "british", keep=True)
    copy = tmp_path / "copy.json"
    text = told(host, ["1", "save", f"save {copy}", "quit"])
    assert f"The game is kept in {copy}" in text
    assert grognard.replay(json.loads(copy.read_text("utf-8"))).position() == host.game.position()
    (left,) = saves.kept()
    assert left.file.parent == games
    assert left.sides == {"british": "human", "american": "random"}
    game, _ = saves.take_up(str(left.file))
    assert game.position() == host.game.position()


@pytest.mark.parametrize(
    ("scenario", "seat"), [(EUTAW, "american"), (GUILFORD, "british"), ("chancellorsville/perfect-plan", "AoP")]
)
def test_a_whole_game(scenario: str, seat: str):
    game = new(scenario, seed=8)
    text = told(seated(game, seat), ["1"] * 5000)
    assert game.over is not None
    assert re.search(r"(victory|draw|defeat)", text)


def test_a_whole_game_through_a_pipe(games: Path):
    """As it is called from a shell: lines go in, the game comes out, nothing is left half done."""
    command = [str(Path(sys.executable).with_name("grognard")), "play", "--seed", "4", "--side", "american=random"]
    done = subprocess.run(
        command, input="1\n" * 3000, capture_output=True, text=True, check=True, encoding="utf-8", timeout=100
    )
    assert done.stderr == ""
    assert re.search(r"│ .*(victory|draw|defeat).* for ", done.stdout)
    (file,) = games.glob("*.json")
    assert json.loads(file.read_text("utf-8"))["table"] == {
        "players": {"british": "human", "american": "random"},
        "over": True,
    }


# ---------------------------------------------------------------- the command


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch):
    def given(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))

    return given


def test_the_table_is_laid_as_the_arguments_say(typed, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    typed("quit\n")
    file = tmp_path / "mine.json"
    argv = ["play", EUTAW, "--plain", "--side", "american=human", "--option", "game=basic", "--seed", "7", "-o", str(file)]
    assert main(argv) == 0
    record = json.loads(file.read_text("utf-8"))
    assert record["options"]["game"] == "basic"
    assert record["dice"] == {"kind": "fast", "seed": 7}
    assert record["table"]["players"] == {"british": "sergeant", "american": "human"}
    assert "seed 7" in capsys.readouterr().out


def test_the_game_left_last_is_gone_on_with(typed, capsys: pytest.CaptureFixture[str]):
    typed("1\nquit\n")
    assert main(["play", "--plain", "--seed", "7"]) == 0
    (left,) = saves.kept()
    assert left.choices == 1
    typed("1\nquit\n")
    assert main(["play", "--plain", "--resume"]) == 0
    (again,) = saves.kept()
    assert (again.file, again.choices) == (left.file, 2)
    capsys.readouterr()


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["play", "--plain", "--resume"], "There is no unfinished game"),
        (["play", "--plain", "--resume", "nowhere.json"], "There is no file 'nowhere.json'."),
        (["play", "--plain", "--side", "british=random"], "No side is left for you to play"),
        (["play", "--plain", "--side", "american=napoleon"], "There is no player 'napoleon'"),
        (["play", "--plain", "--side", "french=human"], "There is no seat 'french'"),
        (["play", "chess", "--plain"], "There is no scenario 'chess'"),
        (
            ["play", "chancellorsville/perfect-plan", "--plain", "--side", "ANV=sergeant"],
            "The player 'sergeant' does not know this game",
        ),
    ],
)
def test_a_table_that_cannot_be_laid(argv: list[str], words: str, typed, capsys: pytest.CaptureFixture[str]):
    typed("")
    assert main(argv) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1


def test_a_folder_that_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(saves.FOLDER, str(tmp_path / "file" / "games"))
    typed("quit\n")
    assert main(["play", "--plain", "--seed", "1"]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_help_does_not_wait_for_the_screen():
    code = "import sys\nfrom grognard.cli import main\nmain(['--help'])\nmain(['games'])\nassert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_counter_that_is_being_placed_is_told_with_its_values():
    text = told(seated(grognard.new("revolution/eutaw/historical", seed=1), "british"), ["quit"])
    worth = "Light Infantry (flank battalion), 2-2-5; strength-morale-movement"
    assert worth in " ".join(text.split())


def test_the_story_so_far_is_read_at_the_table():
    game = grognard.new("chancellorsville/old-joe", seed=1)
    text = told(seated(game, "CSA"), ["diary", "close-cup", "pass-activation", "diary 1", "quit"])
    assert text.count("Turn 1, 30 April 1863") >= 1
    assert "Turn 2, 30 April 1863" in text
    assert "The victory marker stands on " in text
    none = told(seated(eutaw(MARCH), "american"), ["diary", "quit"])
    assert "There is no story to tell yet, or this game tells none" in none
