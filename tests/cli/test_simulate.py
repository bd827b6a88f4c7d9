"""`grognard simulate` and `grognard tournament`: what they print and write, and how they end."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import grognard
from grognard.analysis.executors import Pool
from grognard.cli import main
from tests.cli.conftest import Refused, Run
from tests.core.toy import TOY

SCENARIO = "revolution/eutaw/historical"
SCRIPT = Path(sys.executable).with_name("grognard")
TOYS = ("simulate", TOY.id, "--processes", "1")


def test_simulate_sums_up(run: Run):
    text = run(*TOYS, "--games", "40", "--seed", "3", "--side", "blue=brawler")
    simulation = grognard.simulate(TOY.id, {"red": "random", "blue": "brawler"}, 40, 3, processes=1)
    summary = simulation.summary()
    assert text.startswith("A duel\nred: random, blue: brawler; 40 games, seed 3\nwinner ")
    endings = {"Red (random)": summary.wins["red"], "Blue (brawler)": summary.wins["blue"], "Nobody": summary.draws}
    for name, ending in endings.items():
        share = ending.games
        row = rf"{re.escape(name)} +{share.count} +{share.share:.1%} +{share.low:.1%} to {share.high:.1%}"
        assert re.search(rf"^{row}\n  \w[\w ]+ +{share.count} ", text, re.MULTILINE)
    decisions = summary.decisions
    assert f"Decisions: median {decisions.median:g}, quartiles {decisions.low:g} and {decisions.high:g}, from " in text
    assert re.search(r"^Seconds per game: median \d\.\d{3}$", text, re.MULTILINE)
    assert "Turns" not in text
    assert "\x1b" not in text


def test_simulate_tells_turns_points_and_levels_in_words(run: Run):
    text = run("simulate", SCENARIO, "--games", "2", "--seed", "1", "--processes", "1", "--option", "game=basic")
    assert re.search(r"^Turns: median [\d.]+, quartiles", text, re.MULTILINE)
    assert re.search(r"^Victory points of the British: median", text, re.MULTILINE)
    assert re.search(r"^The Americans \(random\) ", text, re.MULTILINE)
    assert re.search(r"^  a (draw|marginal victory|substantial victory|decisive victory) ", text, re.MULTILINE)


def test_simulate_shows_a_seed_that_repeats_it(run: Run):
    def timeless(text: str) -> str:
        return re.sub(r"Seconds.*", "", text)

    text = run(*TOYS, "--games", "5")
    found = re.search(r"seed (\d+)\n", text)
    assert found is not None
    assert timeless(run(*TOYS, "--games", "5", "--seed", found.group(1))) == timeless(text)


def test_simulate_writes_its_files(run: Run):
    names = ("--csv", "games.csv", "--json", "games.json", "--plot", "games.png", "--records", "duels")
    text = run(*TOYS, "--games", "3", "--seed", "1", *names)
    assert text.endswith("\nWritten: games.csv, games.json, games.png, duels\n")
    assert len(Path("games.csv").read_text(encoding="utf-8").splitlines()) == 4
    assert json.loads(Path("games.json").read_text(encoding="utf-8"))["grognard-simulation"] == 1
    assert Path("games.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(os.listdir("duels")) == ["1.json", "2.json", "3.json"]
    run(*TOYS, "--games", "3", "--seed", "1", "--plot", "games.svg")
    assert Path("games.svg").read_text(encoding="utf-8").startswith("<svg")


def test_tournament_prints_ratings_and_pairs(run: Run):
    argv = ("tournament", TOY.id, "random", "brawler", "--games", "6", "--seed", "2", "--processes", "1")
    text = run(*argv, "--json", "games.json", "--csv", "games.csv")
    assert text.startswith("A duel\n12 games, seed 2\n\n")
    assert text.splitlines()[3] == "player   rating  95 % interval  games  won  drawn  lost  won as red  won as blue"
    data = json.loads(Path("games.json").read_text(encoding="utf-8"))
    for name, rating in data["ratings"]["players"].items():
        done = data["standings"][name]
        points, low, high = (re.escape(f"{round(rating[key]):+d}") for key in ("points", "low", "high"))
        row = f"{name} +{points} +{low} to {high} +12 +{done['won']} +{done['drawn']} +{done['lost']} "
        assert re.search(f"^{row}", text, re.MULTILINE)
    for pair in data["pairings"]:
        row = f"{pair['first']} +{pair['second']} +{pair['first_won']} +{pair['drawn']} +{pair['second_won']}"
        assert re.search(f"^{row}$", text, re.MULTILINE)
    assert re.search(r"^The seat of red is worth [+-]\d+ \([+-]\d+ to [+-]\d+\)$", text, re.MULTILINE)
    assert text.endswith("\nWritten: games.csv, games.json\n")


def test_a_table_is_whole_in_a_pipe(run: Run):
    own = "grognard.players.random:RandomPlayer"
    text = run("tournament", SCENARIO, "random", own, "--games", "1", "--seed", "2", "--processes", "1")
    assert re.search(r"^player +rating .* won as British +won as American$", text, re.MULTILINE)
    assert re.search(rf"^{own} +[+-]\d+ .*%$", text, re.MULTILINE)


def test_there_is_a_bar_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    argv = [*TOYS, "--games", "3", "--seed", "1"]
    assert main(argv) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(argv) == 0
    assert "3/3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["simulate"], "required: SCENARIO"),
        (["simulate", "chess"], "There is no scenario 'chess'"),
        ([*TOYS, "--games", "0"], "The number of games is from 1 to 1,000,000, not 0."),
        ([*TOYS, "--games", "many"], "invalid int value: 'many'"),
        (["simulate", TOY.id, "--processes", "0"], "At least 1 process is needed, not 0."),
        (["simulate", TOY.id, "--processes", "2", "--cluster", "local"], "not allowed with argument --processes"),
        ([*TOYS, "--side", "red=napoleon"], "There is no player 'napoleon'"),
        ([*TOYS, "--side", "red=tests.nowhere:Napoleon"], "The player 'tests.nowhere:Napoleon' cannot be loaded"),
        ([*TOYS, "--side", "green=random"], "There is no seat 'green'"),
        ([*TOYS, "--option", "weather=rain"], "has no option 'weather'"),
        ([*TOYS, "--plot", "games.gif"], "A plot is drawn as .svg or .png, and the name 'games.gif' ends with neither."),
        ([*TOYS, "--plot", "nowhere/games.svg"], "'nowhere/games.svg' cannot be written"),
        ([*TOYS, "--csv", "nowhere/games.csv"], "'nowhere/games.csv' cannot be written"),
        ([*TOYS, "--json", "."], "'.' cannot be written: it is a folder."),
        (["tournament", TOY.id], "required: PLAYER"),
        (["tournament", TOY.id, "random"], "A tournament needs at least 2 players, each named once, not: random."),
        (["tournament", TOY.id, "random", "napoleon"], "There is no player 'napoleon'"),
        (["tournament", TOY.id, "random", "brawler", "--json", "no/where"], "'no/where' cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_arguments_are_refused(refused: Refused, argv: list[str], words: str):
    assert words in refused(*argv)


def test_a_folder_with_other_records_is_refused(refused: Refused):
    Path("duels").mkdir()
    Path("duels/old.json").write_text("an old game")
    assert "The folder 'duels' for the records is not empty; name a new one." in refused(*TOYS, "--records", "duels")


def test_a_png_without_its_extra_is_refused_before_the_games(refused: Refused, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setattr(grognard, "simulate", lambda *arguments, **options: pytest.fail("games were played"))
    assert "pip install 'grognard[pictures]'" in refused(*TOYS, "--plot", "games.png")


def test_a_cluster_without_ray_is_refused(refused: Refused, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'grognard[cluster]'" in refused("simulate", TOY.id, "--cluster", "head:6379")


def test_a_player_who_fails_is_told_with_his_game(refused: Refused):
    words = refused("simulate", TOY.id, "--processes", "1", "--seed", "4", "--side", "red=tests.analysis.bots:Faulty")
    assert re.fullmatch(
        r"Game \d+ \(seed (\d+)\) failed with ValueError: the plan is lost;"
        r" 'grognard watch toy/duel --seed=\1 --side=red=tests\.analysis\.bots:Faulty --side=blue=random' plays it again\.",
        words,
    )


def test_an_interrupt_before_the_first_game_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("grognard.analysis.executors.attempt", interrupted)
    for argv in ([*TOYS, "--csv", "a.csv"], ["tournament", TOY.id, "random", "brawler", "--processes", "1", "--csv", "a.csv"]):
        assert main(argv) == 130
        out, err = capsys.readouterr()
        assert "interrupted after 0 of " in out
        assert err == ""
    assert os.listdir() == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups to send a Ctrl-C to")
@pytest.mark.parametrize(("processes", "whole_group"), [("1", True), ("2", True), ("2", False)])
def test_ctrl_c_ends_cleanly_with_what_is_done(processes: str, whole_group: bool):
    """The terminal sends it to every process; `kill -INT` to one."""
    argv = [str(SCRIPT), "simulate", SCENARIO, "--games", "100000", "--processes", processes, "--seed", "1"]
    with subprocess.Popen(
        [*argv, "--records", "records", "--csv", "games.csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        while process.poll() is None and not (Path("records").exists() and len(os.listdir("records")) >= 2):
            time.sleep(0.05)
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    found = re.search(r"interrupted after (\d+) of 100000 games, seed 1\n", out)
    assert found is not None
    assert int(found.group(1)) >= 1
    assert len(Path("games.csv").read_text(encoding="utf-8").splitlines()) == 1 + int(found.group(1))
    while left_of(process.pid):  # what only tidies up after the others ends a moment later
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells which signals a process handles")
def test_a_worker_that_is_still_starting_ends_quietly_on_ctrl_c(capfd: pytest.CaptureFixture[str]):
    pool = Pool(1)
    started = pool.send([], keep=False)
    (worker,) = pool.executor._processes.values()
    assert worker.pid is not None
    while not is_python(worker.pid) and not started.done():
        time.sleep(0.001)
    os.kill(worker.pid, signal.SIGINT)
    worker.join()
    assert worker.exitcode == -signal.SIGINT
    assert capfd.readouterr().err == ""
    pool.stop()


def is_python(process: int) -> bool:
    """Whether Python has started in a process: it handles Ctrl-C itself then."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"SigCgt:\s*([0-9a-f]+)", status)
    return found is not None and bool(int(found[1], 16) >> signal.SIGINT - 1 & 1)


def left_of(group: int) -> bool:
    """Whether any process of a group still runs."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
