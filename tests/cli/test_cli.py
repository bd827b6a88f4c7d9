"""The command line: what it prints, and that bad input is refused in one sentence and changes nothing."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import main
from grognard.core.actions import Action
from grognard.core.games import Choice
from grognard.core.records import digest
from grognard.core.seats import Seat
from grognard.players.random import RandomPlayer
from tests.cli.conftest import SCENARIO, Refused, Run, written

COMMANDS = (
    "play",
    "serve",
    "watch",
    "games",
    "lessons",
    "new",
    "show",
    "odds",
    "replay",
    "verify",
    "simulate",
    "tournament",
    "fuzz",
    "rules",
)


# ---------------------------------------------------------------- help


def test_without_a_command_it_lists_the_commands(run: Run):
    text = run()
    assert all(re.search(rf"^ +{command} ", text, re.MULTILINE) for command in COMMANDS)
    assert text == run("--help")


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "rules"])
def test_every_command_explains_itself_with_an_example(run: Run, command: str):
    text = run(command, "--help")
    assert f"usage: grognard {command}" in text
    assert f"example: grognard {command}" in text


def test_the_lessons_are_listed(run: Run):
    text = run("lessons")
    for lesson in grognard.lessons():
        assert re.search(rf"^{lesson.id}$", text, re.MULTILINE)
        assert f"{lesson.scenario}, {lesson.minutes} minutes" in text


def test_the_version(run: Run):
    assert run("--version") == f"grognard {grognard.__version__}\n"


# ---------------------------------------------------------------- games, new, rules


def test_games_lists_scenarios_and_options(run: Run):
    text = run("games")
    for scenario in grognard.catalogue():
        if scenario.id.startswith("revolution/"):
            assert f"{scenario.id}\n  {scenario.title}\n" in text
    assert "--option game=advanced|basic (default advanced, S1b)" in text


def test_new_writes_a_record_that_replays(run: Run):
    said = run("new", SCENARIO, "--seed", "7", "--option", "game=basic", "-o", "game.json")
    assert said == "game.json: Eutaw Springs: the historical scenario, seed 7\n"
    text = Path("game.json").read_text(encoding="utf-8")
    assert text.startswith('{\n "grognard-record": 1,\n')
    assert json.loads(text) == grognard.new(SCENARIO, seed=7, options={"game": "basic"}).record()
    assert os.listdir() == ["game.json"]


def test_new_prints_the_record_where_no_file_is_named(run: Run):
    game = grognard.replay(json.loads(run("new", SCENARIO)))
    assert game.actors == ("british",)
    one, other = (json.loads(run("new", SCENARIO))["dice"]["seed"] for _ in range(2))
    assert one != other


def test_new_with_live_dice_tells_the_commitment(run: Run):
    said = run("new", SCENARIO, "--live", "-o", "game.json")
    dice = json.loads(Path("game.json").read_text(encoding="utf-8"))["dice"]
    assert dice["kind"] == "live"
    assert dice["commitment"] in said
    assert dice["secret"] not in said
    assert run("verify", "game.json") == "The secret matches the commitment; there are no rolls yet.\n"


def test_new_replaces_a_file_whole(run: Run):
    Path("game.json").write_text("an old game")
    run("new", SCENARIO, "--seed", "1", "-o", "game.json")
    assert json.loads(Path("game.json").read_text(encoding="utf-8"))["dice"]["seed"] == 1
    assert os.listdir() == ["game.json"]


def test_rules_are_shown(run: Run):
    assert "S12.14a" in run("rules", "show", "S12.14a")


# ---------------------------------------------------------------- play, replay, verify, show


def test_play_tells_a_whole_game(run: Run):
    text = run("watch", "--seed", "7", "--side", "american=brawler", "-o", "game.json")
    assert "british: random, american: brawler; seed 7" in text
    assert re.findall(r"^─+ Turn (\d+) ─+$", text, re.MULTILINE)[:2] == ["4", "5"]
    assert "American player turn: movement   army morale: British 13, American 14\n" in text
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    over = grognard.replay(record).over
    assert over is not None
    assert over.cites
    box = text[text.index("╭") : text.index("╰")]
    assert all(rule in box for rule in over.cites)
    assert re.search(r"[Vv]ictory points: British [\d.]+, American [\d.]+", box)


def test_play_is_words_and_no_keys_ids_or_colours(run: Run):
    text = run("watch", "--seed", "11", "--side", "british=brawler", "--side", "american=brawler")
    assert "\x1b" not in text
    assert not re.search(r"event\.|prompt\.|roll\.|cause\.|outcome\.|[{}\[\]]", text)
    assert not re.search(r"\b(nc_bde|light_inf|swamp_fox|de_lancey|ny_vols|suffer_D|result_1|stand_fast)\b", text)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_play_again_with_the_same_seed_is_the_same_game(run: Run):
    assert run("watch", "--seed", "5") == run("watch", "--seed", "5") != run("watch", "--seed", "6")


def test_play_shows_a_seed_that_repeats_the_game(run: Run):
    text = run("watch")
    found = re.search(r"; seed (\d+)\n", text)
    assert found is not None
    assert run("watch", "--seed", found.group(1)) == text


def test_play_waits_after_each_line(run: Run, monkeypatch: pytest.MonkeyPatch):
    waits: list[float] = []
    monkeypatch.setattr("grognard.cli.telling.time.sleep", waits.append)
    run("watch", "--seed", "1", "--delay", "0.5")
    assert len(waits) > 50
    assert set(waits) == {0.5}


def test_a_live_game_is_played_saved_and_verified(run: Run):
    run("watch", "--live", "-o", "game.json")
    rolls = sum(entry.startswith("roll ") for entry in json.loads(Path("game.json").read_text())["entries"])
    assert run("verify", "game.json") == f"{rolls} rolls are correct: they match the committed dice.\n"


def test_replay_tells_the_same_log_as_play(run: Run):
    played = run("watch", "--seed", "7", "-o", "game.json")
    told = run("replay", "game.json")
    body = told.split("entries\n", 1)[1]
    assert body.strip()
    assert body in played


def test_replay_can_stop_early(run: Run, finished: dict[str, Any]):
    written("game.json", finished)
    text = run("replay", "game.json", "--to", "3")
    assert f"3 of {len(finished['entries'])} entries" in text
    assert text.count(" placed in ") == 4  # the first choice places two pieces
    assert "must decide: Choose the hex in which" in text
    assert run("replay", "game.json", "--to", "0").endswith("Choose the hex in which to set up Light Infantry\n")


def test_show_draws_the_end_of_a_record(run: Run, finished: dict[str, Any]):
    text = run("show", written("game.json", finished))
    view = grognard.replay(finished).view(None)["position"]
    assert text.startswith("Eutaw Springs: the historical scenario\nTurn ")
    assert f"Army morale: British {view['tracks']['army_morale']['british']}" in text
    on_map = [body if isinstance(body, str) else body.get("hex", "") for body in view["pieces"].values()]
    assert {hex for hex in on_map if hex} == set(re.findall(r"^(\d{4})  ", text, re.MULTILINE))


def test_show_draws_a_position_as_it_is_written(run: Run):
    position = {
        "scenario": SCENARIO,
        "turn": 5,
        "phase": "rally",
        "phasing": "american",
        "tracks": {"army_morale": {"british": 9, "american": 12}},
        "pieces": {
            "maryland": {"hex": "1112", "step": 2, "states": ["disrupted", "pinned:2"]},
            "greene": "1112",
            "buffs": "0913",
            "64th": {"box": "captured"},
        },
    }
    text = run("show", written("position.json", position))
    assert text.splitlines()[1:4] == [
        "Turn 5, American player turn: rally",
        "Army morale: British 9, American 12",
        "Momentum: British 0, American 1",
    ]
    assert re.search(r"^1112  American  Greene .* \+1 / \+2 / 6$", text, re.MULTILINE)
    assert re.search(
        r"^      American  Maryland Brigade +2 / \+1 / 4\*  reduced, disrupted, pinned \(PIN 2\)$", text, re.MULTILINE
    )
    assert "British, captured: 64th Foot\n" in text


def test_show_reads_a_position_in_the_middle_of_things(run: Run):
    game = grognard.new(SCENARIO, seed=1)
    text = run("show", written("position.json", game.position()))
    assert "The British must decide: Choose the hex in which to set up Light Infantry\n" in text


# ---------------------------------------------------------------- components


EXAMPLE = str(Path(__file__).parent.parent.parent / "docs" / "examples" / "components")


def test_a_game_with_an_overlay_is_played_shown_replayed_and_verified(run: Run, refused: Refused):
    played = run("watch", "--live", "--components", EXAMPLE, "-o", "game.json")
    digest = json.loads(Path("game.json").read_text(encoding="utf-8"))["components"]["digest"]
    assert played.splitlines()[1] == f"components: Example ({digest})"
    for command in ("show", "replay", "verify"):
        assert run(command, "game.json", "--components", EXAMPLE)
        assert refused(command, "game.json") == (
            f"game.json: This record was made with the components 'Example' ({digest}); give their folder with --components"
            " (in Python: components=...)."
        )
    assert f"components: Example ({digest})\n" in run("show", "game.json", "--components", EXAMPLE)
    assert f"components: Example ({digest})\n" in run("replay", "game.json", "--components", EXAMPLE)


def test_new_with_an_overlay_writes_its_name_and_digest(run: Run):
    record = json.loads(run("new", SCENARIO, "--seed", "7", "--components", EXAMPLE))
    assert record["components"]["name"] == "Example"
    assert grognard.replay(record, components=EXAMPLE).record() == record


def test_show_marks_reconstructed_values_and_not_those_of_an_overlay(run: Run):
    position = {"scenario": SCENARIO, "phasing": "american", "pieces": {"buffs": "0913", "maryland": "1112", "greene": "1112"}}
    text = run("show", written("position.json", position))
    assert re.search(r"3rd Foot \(Irish Buffs\) +4 / \+1 / 4\*$", text, re.MULTILINE)
    assert re.search(r"Maryland Brigade +4 / \+2 / 4\*$", text, re.MULTILINE)
    assert re.search(r"Greene .* \+1 / \+2 / 6$", text, re.MULTILINE)
    assert "Values marked * are reconstructed" in text
    text = run("show", "position.json", "--components", EXAMPLE)
    assert re.search(r"3rd Foot \(Irish Buffs\) +5 /  0 / 4$", text, re.MULTILINE)
    assert re.search(r"Maryland Brigade +4 / \+2 / 4\*$", text, re.MULTILINE)
    only_printed = {**position, "pieces": {"buffs": "0913", "greene": "1112"}}
    text = run("show", written("position.json", only_printed), "--components", EXAMPLE)
    assert "reconstructed" not in text


@pytest.mark.parametrize("command", ["watch", "new", "show", "replay", "verify"])
def test_a_bad_overlay_is_refused(refused: Refused, finished: dict[str, Any], command: str):
    argv = [command, *([SCENARIO] if command in ("watch", "new") else [written("game.json", finished)])]
    assert refused(*argv, "--components", "nowhere") == (
        "There is no components folder 'nowhere'; docs/components.md says how one is made."
    )
    Path("box", "eutaw").mkdir(parents=True)
    written("box/eutaw/units.json", {"buffs": {"movement": "four"}})
    assert refused(*argv, "--components", "box") == ("box/eutaw/units.json, buffs.movement: expected a whole number, got text.")
    if command in ("show", "replay", "verify"):
        assert "leave --components (components=...) out." in refused(*argv, "--components", EXAMPLE)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["retreat"], "invalid choice: 'retreat'"),
        (["new"], "required: SCENARIO"),
        (["new", "revolution/eutaw/historic"], "did you mean 'revolution/eutaw/historical'?"),
        (["watch", "chess"], "There is no scenario 'chess'"),
        (["new", SCENARIO, "--seed", "seven"], "invalid int value: 'seven'"),
        (["new", SCENARIO, "--seed", "7", "--live"], "not allowed with argument --seed"),
        (["new", SCENARIO, "--option", "game"], "An option is written NAME=VALUE, not 'game'."),
        (["new", SCENARIO, "--option", "weather=rain"], "has no option 'weather'; its options are: game, chits, draws,"),
        (["new", SCENARIO, "--option", "game=grand"], "cannot be 'grand'; it is one of 'advanced', 'basic'."),
        (
            ["watch", "--side", "british=napoleon"],
            "There is no player 'napoleon'; the players are random, brawler, campaigner, sergeant, skirmisher, strategist.",
        ),
        (["watch", "--side", "french=random"], "There is no seat 'french' in this game; the seats are british, american."),
        (["watch", "--side", "british"], "A side is written SEAT=PLAYER, not 'british'."),
        (["watch", "--delay", "-1"], "a delay is from 0 to 60 seconds"),
        (["replay", "nowhere.json"], "There is no file 'nowhere.json'."),
        (["show", "."], "'.' cannot be read"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_arguments_are_refused(refused: Refused, argv: list[str], words: str):
    assert words in refused(*argv)


@pytest.mark.parametrize("command", ["show", "replay", "verify"])
def test_edited_shortened_and_newer_records_are_refused(refused: Refused, finished: dict[str, Any], command: str):
    edited = {**finished, "entries": [finished["entries"][0].replace("place", "go"), *finished["entries"][1:]]}
    assert "edited or cut short" in refused(command, written("game.json", edited))
    shortened = {**finished, "entries": finished["entries"][:-5]}
    assert "edited or cut short" in refused(command, written("game.json", shortened))
    assert "install a newer Grognard" in refused(command, written("game.json", {**finished, "grognard-record": 2}))


@pytest.mark.parametrize(
    "change",
    [
        {"grognard": 2},
        {"scenario": "revolution/waterloo"},
        {"scenario": {}},
        {"options": []},
        {"options": {"weather": "rain"}},
        {"turn": 99},
        {"phase": "tea"},
        {"phasing": "french"},
        {"order": 5},
        {"tracks": 5},
        {"tracks": {"army_morale": {"british": "high"}}},
        {"tracks": {"momentum": {"british": 9}}},
        {"pieces": {}, "phasing": "nobody"},
        {"pieces": {"old_guard": "1010"}},
        {"pieces": {"buffs": "9999"}},
        {"pieces": {"buffs": {"hex": "1010", "states": ["asleep"]}}},
        {"pieces": {"buffs": {"hex": "1010", "states": 5}}},
        {"pieces": {"buffs": {"hex": "1010", "step": 5}}},
        {"pieces": {"buffs": "1112", "maryland": "1112"}},
        {"state": 5},
        {"pending": [{"procedure": "Picnic"}]},
        {"pending": 5},
        {"over": 5},
    ],
    ids=str,
)
def test_impossible_positions_are_refused(refused: Refused, change: dict[str, Any]):
    position = {
        "scenario": SCENARIO,
        "turn": 5,
        "phase": "movement",
        "phasing": "american",
        "pieces": {"buffs": "0913", "maryland": "1112"},
    }
    refused("show", written("position.json", {**position, **change}))


def test_a_record_of_other_rules_is_not_replayed(refused: Refused, finished: dict[str, Any]):
    record = {**finished, "rules": "99"}
    record["digest"] = digest(record)
    assert "replay it with that version" in refused("replay", written("game.json", record))


def test_a_game_without_live_dice_is_not_verified(run: Run, refused: Refused):
    run("new", SCENARIO, "--seed", "1", "-o", "game.json")
    assert "nothing to verify" in refused("verify", "game.json")


def test_false_dice_are_found(refused: Refused, finished: dict[str, Any]):
    dice = {**finished["dice"], "secret": "11" * 32}
    record = {**finished, "dice": dice}
    record["digest"] = digest(record)
    assert "does not match the commitment" in refused("verify", written("game.json", record))


def test_replay_stops_only_where_there_are_entries(refused: Refused, finished: dict[str, Any]):
    written("game.json", finished)
    last = len(finished["entries"])
    assert f"from 0 to {last}, not {last + 1}." in refused("replay", "game.json", "--to", str(last + 1))
    refused("replay", "game.json", "--to", "-1")


@pytest.mark.parametrize("argv", [["new", SCENARIO], ["watch"]], ids=lambda argv: argv[0])
def test_output_that_cannot_be_written_is_refused(refused: Refused, argv: list[str]):
    Path("folder").mkdir()
    assert "'nowhere/game.json' cannot be written" in refused(*argv, "-o", "nowhere/game.json")
    assert "'folder' cannot be written" in refused(*argv, "-o", "folder")


def test_a_full_disk_leaves_the_old_file(refused: Refused, monkeypatch: pytest.MonkeyPatch):
    def full(self: Path, *arguments: object, **options: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    Path("game.json").write_text("an old game")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert refused("new", SCENARIO, "-o", "game.json") == "'game.json' cannot be written: No space left on device."
    monkeypatch.undo()


def test_an_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("grognard.cli.watch.show_game", interrupt)
    assert main(["watch"]) == 130
    assert capsys.readouterr().err == ""


INTERRUPTED_IMPORTS = """
import sys
from grognard.cli import main

class Interrupting:
    name = ""

    def find_spec(self, name, path=None, target=None):
        if name == self.name:
            raise KeyboardInterrupt

finder = Interrupting()
sys.meta_path.insert(0, finder)
for finder.name in ("grognard.cli.arguments", "msgspec", "grognard.cli.games", "rich", "grognard.games.revolution.eutaw"):
    assert finder.name not in sys.modules, finder.name
    assert main(["games"]) == 130, finder.name
finder.name = ""
assert main(["games"]) == 0
"""


def test_an_interrupt_while_python_imports_is_quiet():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED_IMPORTS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "revolution/eutaw/historical" in done.stdout


def test_a_list_of_scenarios_builds_no_rules():
    code = (
        "import sys\nfrom grognard.cli import main\nmain(['games'])\n"
        "assert not [name for name in sys.modules if name.startswith('grognard.games.') and name.endswith('.rules')]\n"
        "assert not {'grognard.analysis', 'grognard.drawing', 'grognard.players'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_an_interrupted_game_is_written_as_far_as_it_was_played(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    chosen: list[Action] = []

    def choose(self: RandomPlayer, seat: Seat) -> Action:
        if len(chosen) == 40:
            raise KeyboardInterrupt
        chosen.append(seat.actions[0])
        return chosen[-1]

    monkeypatch.setattr("grognard.players.random.RandomPlayer.choose", choose)
    assert main(["watch", SCENARIO, "--seed", "7", "-o", "game.json"]) == 130
    assert capsys.readouterr().out.endswith("The record of this game so far is in game.json.\n")
    replayed = grognard.replay(json.loads(Path("game.json").read_text()))
    assert [entry.action for entry in replayed.entries.since(0) if isinstance(entry, Choice)][-1] == chosen[-1]
    assert run("replay", "game.json")


def test_a_cropped_picture_needs_a_sensible_number_of_hexes(run: Run, refused: Refused):
    run("new", SCENARIO, "--seed", "1", "-o", "game.json")
    for number in ("-1", "two", "101", "²"):
        assert f"a number from 0 to 100, not '{number}'" in refused("show", "game.json", "--svg", "a.svg", "--around", number)
    run("show", "game.json", "--svg", "a.svg", "--around", "0")


@pytest.mark.parametrize("games", ["0", "-3", "1000001", str(10**20)])
def test_too_many_games_are_refused_at_once(refused: Refused, games: str):
    sentence = f"The number of games is from 1 to 1,000,000, not {games}."
    assert refused("simulate", SCENARIO, "--games", games) == sentence
    assert refused("tournament", SCENARIO, "random", "brawler", "--games", games) == sentence


def test_a_part_of_a_scenarios_name_is_enough_for_a_hint(refused: Refused):
    said = refused("watch", "eutaw")
    assert said.endswith("did you mean 'revolution/eutaw/campaign' or 'revolution/eutaw/historical'?")
    assert "the scenarios are" in refused("watch", "waterloo")


@pytest.mark.parametrize("argv", [["find"], ["findd", "retreat"], [], ["show"]], ids=" ".join)
def test_rules_refuses_what_it_does_not_know_in_one_sentence(refused: Refused, argv: list[str]):
    assert "see 'grognard rules" in refused("rules", *argv)


# ---------------------------------------------------------------- the installed script


SCRIPT = Path(sys.executable).with_name("grognard")


def test_the_installed_script_runs():
    done = subprocess.run([SCRIPT, "watch", "--seed", "7"], capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "victory" in done.stdout.splitlines()[-4] or "draw" in done.stdout.splitlines()[-4]


def test_a_broken_pipe_is_quiet():
    with subprocess.Popen([SCRIPT, "watch", "--seed", "7"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_show_draws_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, picture, bitmap = (tmp_path / name for name in ("new.json", "field.svg", "field.png"))
    assert main(["new", "revolution/eutaw/historical", "--seed", "7", "-o", str(record)]) == 0
    assert main(["show", str(record), "--svg", str(picture), "--png", str(bitmap), "--around", "1", "--width", "200"]) == 0
    assert picture.read_text().startswith("<svg")
    assert "Maryland" in picture.read_text()
    assert bitmap.read_bytes().startswith(b"\x89PNG")
    assert main(["show", str(record), "--svg", str(tmp_path / "no" / "folder.svg")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# ---------------------------------------------------------------- odds

FIELD = {
    "scenario": SCENARIO,
    "turn": 6,
    "phase": "close combat",
    "phasing": "american",
    "pieces": {
        "maryland": "1112",
        "kirkwood": "1112",
        "greene": "1112",
        "lee_inf": "1212",
        "buffs": "1111",
        "63rd": "1111",
        "coffin": "1111",
        "light_arty": "1111",
    },
}


TITLE = "Close combat: Maryland Brigade, Kirkwood's Delawares against 3rd Foot, 63rd Foot, Light Artillery (1111)"


def field(**more: Any) -> None:
    Path("field.json").write_text(json.dumps(FIELD | more), encoding="utf-8")


def test_odds_of_an_attack_that_is_thought_of(run: Run):
    field()
    lines = run("odds", "field.json", "--attack", "close-combat maryland,kirkwood 1111").splitlines()
    assert lines[0] == TITLE
    assert "      +1 attacker's leader Greene (S14.21a)" in lines
    assert any(re.fullmatch(r"  -/1\* +35\.0%  #+ *", line) for line in lines)
    assert not any(line.startswith("  Exactly") for line in lines)


def test_odds_of_a_fire(run: Run):
    field()
    lines = run("odds", "field.json", "--attack", "artillery-fire light_arty kirkwood", "--exact").splitlines()
    assert "  Strength: British 2" in lines
    assert any(re.fullmatch(r"  \d or more hits", line) for line in lines)
    assert "  Exact odds of all consequences:" in lines
    assert any(line.startswith("  Kirkwood's Delawares: retreats ") for line in lines)


def test_odds_of_what_is_announced_or_could_be_begun(run: Run):
    field()
    offered = run("odds", "field.json")
    assert offered.startswith("These could begin now; name one with --attack to see all its numbers.\n")
    assert "  close-combat maryland 1111: column " in offered
    game = grognard.setup(FIELD, seed=1)
    attack = next(action for action in game.actions("american") if str(action).startswith("attack maryland"))
    game.play("american", attack)  # and nothing is left to Kirkwood but to join
    Path("announced.json").write_text(json.dumps(game.position()), encoding="utf-8")
    assert run("odds", "announced.json").startswith(TITLE + "\n")


def test_odds_where_both_sides_throw_dice(run: Run):
    position = {
        "scenario": "chancellorsville/perfect-plan",
        "pieces": {"AoP-V": "fredericksburg", "AoP-I": "falmouth", "ANV-Lee": "fredericksburg", "ANV-Early": "fredericksburg"},
    }
    Path("plan.json").write_text(json.dumps(position), encoding="utf-8")
    lines = run("odds", "plan.json", "--exact").splitlines()
    assert lines[0] == "Combat: the Army of the Potomac against Fredericksburg"
    assert "  Dice 1d6 to 1d6" in lines
    assert "      +1 commander present, to every die (P-D3b)" in lines
    assert not any(line.startswith("  Modifiers") for line in lines)
    assert any(re.fullmatch(r"  0-1 +33\.3%  #+ *", line) for line in lines)
    assert "  Exact odds of all consequences:" in lines
    position["pieces"] = {"AoP-I": "falmouth", "ANV-Early": "fredericksburg"}
    Path("plan.json").write_text(json.dumps(position), encoding="utf-8")
    assert "  combat AoP-I fredericksburg: dice 1d6 to 1d6, likeliest " in run("odds", "plan.json")


def test_odds_of_several_attacks(run: Run):
    field()
    out = run("odds", "field.json", "--attack", "close-combat maryland 1111", "--attack", "close-combat kirkwood 1111")
    assert out.count("Close combat: ") == 2


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        ("close-combat", "A fight is written KIND UNIT,UNIT TARGET,TARGET, not 'close-combat'."),
        ("close-combat hannibal 1111", "There is no piece 'hannibal'."),
        ("close-combat maryland 9999", "There is no hex '9999' on the map."),
        ("close-combat maryland 1110", "That names a hex without an enemy this unit can attack (S12.12a)"),
        ("artillery-fire maryland buffs", "Maryland Brigade cannot take part in that fire now (S10.1a, S11.1b)"),
    ],
)
def test_odds_of_what_cannot_be(refused: Refused, attack: str, words: str):
    field()
    assert refused("odds", "field.json", "--attack", attack) == words


def test_odds_where_nobody_can_fight(refused: Refused):
    field(phase="movement", pieces={"maryland": "1112", "buffs": "0913"})
    assert refused("odds", "field.json") == "No fight is in progress or could begin now; name one with --attack."
    assert refused("odds", "nowhere.json") == "There is no file 'nowhere.json'."


# ---------------------------------------------------------------- a game with hidden pieces

PLAN = {
    "scenario": "chancellorsville/perfect-plan",
    "turn": 2,
    "initiative": "AoP",
    "pieces": {"AoP-V": "elys_ford", "AoP-Hooker": "elys_ford", "ANV-Lee": "zoan_church", "AoP-XI": {"box": "eliminated"}},
}


def test_show_hides_what_the_reader_may_not_see(run: Run):
    file = written("plan.json", PLAN)
    public = run("show", file)
    assert "Ely's Ford: Union 2\n" in public
    assert "Zoan Church: Confederate 1\n" in public
    assert "Union, eliminated: Howard (XI Corps)\n" in public
    assert "Turn 2, impulse 1: the Army of the Potomac, moves left: 3\n" in public
    own = run("show", file, "--seat", "AoP")
    assert "Ely's Ford: Union Hooker, Meade (V Corps)\n" in own
    assert "Zoan Church: Confederate 1\n" in own
    run("show", file, "--seat", "ANV", "--svg", "map.svg")
    picture = Path("map.svg").read_text(encoding="utf-8")
    assert "counter-ANV-Lee" in picture
    assert "counter-AoP-V" not in picture


def test_a_seat_that_is_not_in_the_game_and_a_window_on_areas_are_refused(refused: Refused):
    file = written("plan.json", PLAN)
    assert refused("show", file, "--seat", "french") == "There is no seat 'french' in this game; the seats are AoP, ANV."
    assert "leave --around out" in refused("show", file, "--svg", "map.svg", "--around", "1")


def test_a_game_with_hidden_pieces_is_told_as_a_spectator_sees_it(run: Run):
    text = run("watch", "chancellorsville/perfect-plan", "--seed", "5", "--side", "AoP=brawler", "-o", "game.json")
    assert "Impulse 2: the Army of Northern Virginia, 4 moves\n" in text
    assert re.search(r"^  Union: a counter goes from \D+ to \D+$", text, re.MULTILINE)
    assert not re.search(r"^  (Union|Confederate): \w+ Corps goes", text, re.MULTILINE)
    assert re.search(r"^  Combat in .*, the Army .* attacks: ", text, re.MULTILINE)
    assert run("replay", "game.json").splitlines()[-4:] == text.splitlines()[-5:-1]
