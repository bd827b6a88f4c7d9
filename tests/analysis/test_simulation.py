"""Simulations: the same games whoever plays them, what is measured, and what happens when one fails."""

import csv
import io
import json
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import grognard
from grognard.analysis import executors
from grognard.analysis.executors import play_all
from grognard.analysis.jobs import EndOfTurn, Failure, Job, JobFailed, Played, Result, attempt_all, job_seed, play
from grognard.analysis.plots import svg
from grognard.analysis.simulation import Interrupted, Simulation, simulate
from grognard.cli import main
from grognard.core.errors import GrognardError, UnknownName
from tests.analysis.bots import GAME_SEEDS_FAIL, Weary
from tests.analysis.rounds import Rounds
from tests.core.toy import TOY

EUTAW = "revolution/eutaw/historical"
RANDOM = {"british": "random", "american": "random"}
DUEL = {"red": "random", "blue": "random"}
FAULTY = "tests.analysis.bots:Faulty"


def timeless(results: tuple[Result, ...]) -> list[Result]:
    """Results without the one figure that is never the same."""
    return [msgspec.structs.replace(result, seconds=0.0) for result in results]


@pytest.fixture(scope="module")
def eutaw() -> Simulation:
    return simulate(EUTAW, {"british": "random", "american": "brawler"}, games=3, seed=7, processes=2)


# ---------------------------------------------------------------- jobs


def test_the_seed_of_a_game_is_a_stated_function_of_the_master_seed_and_its_number():
    """`printf 7/1 | sha256sum` begins d3d2f5798ea0."""
    assert job_seed(7, 1) == 0xD3D2F5798EA0
    assert job_seed(7, 2) == 0x1B8B6B56BF9B
    assert len({job_seed(master, game) for master in range(30) for game in range(30)}) == 900
    assert max(job_seed(1, game) for game in range(1000)) < 2**48


def test_one_job_alone_gives_its_game_of_the_run(eutaw: Simulation):
    job = Job(2, job_seed(7, 2), EUTAW, {}, {"british": "random", "american": "brawler"})
    assert timeless((play(job)[0],)) == timeless(eutaw.results[1:2])


def test_the_command_of_a_job_plays_its_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    options: grognard.Options = {"game": "basic"}
    job = Job(5, job_seed(7, 5), EUTAW, options, {"british": "brawler", "american": "tests.analysis.bots:Faulty"})
    assert job.command.startswith("grognard watch revolution/eutaw/historical --seed=")
    file = tmp_path / "game.json"
    assert main([*job.command.split()[1:], "-o", str(file)]) == 0
    capsys.readouterr()
    assert json.loads(file.read_text(encoding="utf-8")) == play(job)[1].record()


# ---------------------------------------------------------------- the same whoever plays


def test_one_and_two_processes_give_the_same_results(eutaw: Simulation):
    alone = simulate(EUTAW, {"american": "brawler", "british": "random"}, games=3, seed=7, processes=1)
    assert [result.game for result in eutaw.results] == [1, 2, 3]
    assert timeless(alone.results) == timeless(eutaw.results)
    assert msgspec.structs.replace(alone, results=()) == msgspec.structs.replace(eutaw, results=())
    assert list(alone.players) == ["british", "american"]


class Backwards:
    """An executor that always finishes the latest chunk first."""

    size = 3

    def __init__(self) -> None:
        self.chunks: list[int] = []

    def send(self, chunk: Sequence[Job], keep: bool) -> list[Played | Failure]:
        self.chunks.append(len(chunk))
        return attempt_all(chunk, keep, grognard.__version__)

    def finished(self, handles: Sequence[Any]) -> list[Any]:
        return list(handles[-1:])

    def result(self, handle: Any) -> list[Played | Failure]:
        return list(handle)

    def close(self) -> None: ...

    stop = close


def test_the_order_in_which_chunks_are_done_does_not_matter(monkeypatch: pytest.MonkeyPatch):
    executor = Backwards()
    monkeypatch.setattr(executors, "Pool", lambda workers: executor)
    one, other = (simulate(TOY.id, DUEL, games=300, seed=1, processes=count) for count in (1, 2))
    assert timeless(one.results) == timeless(other.results)
    assert [result.game for result in other.results] == list(range(1, 301))
    assert sum(executor.chunks) == 300
    assert executor.chunks[:6] == [1] * 6  # until the first game is done nobody knows how long one takes
    assert 1 < max(executor.chunks) <= 64


def test_another_seed_plays_other_games():
    one, other, none, nor = (simulate(TOY.id, DUEL, games=20, seed=seed, processes=1) for seed in (1, 2, None, None))
    assert timeless(one.results) != timeless(other.results)
    assert none.seed != nor.seed
    assert timeless(simulate(TOY.id, DUEL, games=20, seed=none.seed, processes=1).results) == timeless(none.results)


def test_progress_is_told():
    told: list[int] = []
    simulate(TOY.id, DUEL, games=4, seed=1, processes=1, progress=told.append)
    assert sum(told) == 4


# ---------------------------------------------------------------- what is measured


def test_a_result_says_how_the_game_went(eutaw: Simulation):
    job = Job(1, job_seed(7, 1), EUTAW, {}, eutaw.players)
    result, game = play(job)
    assert game.over is not None
    assert (result.winner, result.level, result.reason) == (game.over.winner, game.over.level, game.over.reason)
    assert result.victory_points == game.over.scores
    turns = [event.turn for event in game.events(None) if event.key == "event.turn-began"]  # type: ignore[attr-defined]
    assert result.turns == len(turns)
    assert [end.turn for end in result.tracks] == turns
    entries = game.record()["entries"]
    assert result.decisions == sum(not entry.startswith("roll ") for entry in entries)
    assert result.seconds > 0


def test_tracks_are_those_at_the_end_of_each_turn():
    """Told by the events of the game."""
    result, game = play(Job(1, job_seed(7, 1), EUTAW, {}, {"british": "brawler", "american": "brawler"}))
    levels = dict(grognard.new(EUTAW, seed=1).position()["tracks"]["army_morale"])
    ends: list[dict[str, float]] = []
    for event in game.events(None):
        if event.key == "event.turn-began":
            ends.append(dict(levels))
        elif event.key == "event.army-morale-changed":
            levels[event.side] = event.level  # type: ignore[attr-defined]
    assert [end.tracks["army_morale"] for end in result.tracks] == [*ends[1:], levels]
    assert len({tuple(end.items()) for end in ends}) > 3


def test_turns_and_tracks_come_from_the_rules(rounds: str):
    simulation = simulate(rounds, DUEL, games=30, seed=3, processes=1)
    for result in simulation.results:
        assert [end.turn for end in result.tracks] == list(range(1, result.tracks[-1].turn + 1))
        assert result.turns == len(result.tracks)
        score = result.tracks[-1].tracks["score"]
        assert result.winner == next((side for side, hits in score.items() if hits == 3), None)
        for before, after in zip(result.tracks, result.tracks[1:], strict=False):
            assert sum(after.tracks["score"].values()) - sum(before.tracks["score"].values()) in (0, 1)
    tired = [result for result in simulation.results if result.reason == "tired"]
    assert {result.tracks[-1].turn for result in tired} == {8}  # the duel ends as its eighth round would begin


def test_turns_are_counted_where_there_are_no_tracks(rounds: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Rounds, "tracks", lambda self, game: {})
    result = simulate(rounds, DUEL, games=1, seed=3, processes=1).results[0]
    assert result.turns is not None
    assert result.turns >= 3
    assert result.tracks == ()


def test_a_game_without_turns_has_none():
    result = simulate(TOY.id, DUEL, games=1, seed=1, processes=1).results[0]
    assert (result.turns, result.tracks, result.victory_points) == (None, (), {})


# ---------------------------------------------------------------- the summary


def made(*results: Result) -> Simulation:
    return Simulation(
        scenario=TOY.id,
        options={},
        seats=("red", "blue"),
        seed=1,
        games=len(results),
        versions={},
        results=results,
        players=DUEL,
    )


def a_result(winner: str | None, level: str, turns: int, *score: int, seconds: float = 1.0) -> Result:
    """A game of so many turns, in which red's score after each is given."""
    tracks = tuple(EndOfTurn(turn, {"score": {"red": hits}}) for turn, hits in enumerate(score, 1))
    return Result(1, 1, DUEL, winner, level, "why", turns, 10 * turns, {"red": turns, "blue": 0.5}, tracks, seconds)


def test_the_summary_counts_wins_levels_and_draws():
    summary = made(
        a_result("red", "touch", 1), a_result("red", "touch", 2), a_result("red", "mortal", 3), a_result(None, "draw", 4)
    ).summary()
    assert summary.games == 4
    red, blue = summary.wins["red"], summary.wins["blue"]
    assert (red.games.count, red.games.games, red.games.share) == (3, 4, 0.75)
    assert (red.games.low, red.games.high) == pytest.approx((0.3006, 0.9544), abs=5e-5)
    assert {level: share.count for level, share in red.levels.items()} == {"touch": 2, "mortal": 1}
    assert red.levels["touch"].games == 4
    assert (blue.games.count, blue.levels) == (0, {})
    assert {level: share.count for level, share in summary.draws.levels.items()} == {"draw": 1}


def test_the_summary_tells_lengths_and_points():
    summary = made(*(a_result("red", "touch", turns, seconds=turns / 10) for turns in (1, 2, 3, 6))).summary()
    assert summary.turns is not None
    assert msgspec.structs.astuple(summary.turns) == (1, 1.75, 2.5, 3.75, 6)
    assert msgspec.structs.astuple(summary.decisions) == (10, 17.5, 25, 37.5, 60)
    assert msgspec.structs.astuple(summary.victory_points["red"]) == (1, 1.75, 2.5, 3.75, 6)
    assert summary.seconds == 0.25


def test_a_game_that_has_ended_keeps_its_last_level():
    summary = made(a_result("red", "touch", 1, 4), a_result("red", "touch", 3, 0, 2, 8)).summary()
    bands = summary.tracks["score"]["red"]
    assert [(band.turn, band.level.least, band.level.median, band.level.most) for band in bands] == [
        (1, 0, 2, 4),
        (2, 2, 3, 4),
        (3, 4, 6, 8),
    ]


def test_a_game_in_which_nobody_is_asked_in_the_first_turn_has_its_first_level_then():
    late = a_result("red", "touch", 2, 0, 6)
    late = msgspec.structs.replace(late, tracks=late.tracks[1:])
    bands = made(late, a_result("red", "touch", 2, 2, 4)).summary().tracks["score"]["red"]
    assert [(band.turn, band.level.least, band.level.most) for band in bands] == [(1, 2, 6), (2, 4, 6)]


def test_nothing_sums_up_to_nothing():
    with pytest.raises(GrognardError, match="No game was finished"):
        made().summary()
    assert made().data()["summary"] is None


# ---------------------------------------------------------------- files


def test_the_csv_has_a_line_for_each_game(eutaw: Simulation):
    lines = list(csv.DictReader(io.StringIO(eutaw.csv())))
    assert list(lines[0]) == [
        "game",
        "seed",
        "player_british",
        "player_american",
        "winner",
        "level",
        "reason",
        "turns",
        "decisions",
        "seconds",
        "victory_points_british",
        "victory_points_american",
        "army_morale_british",
        "army_morale_american",
        "momentum_british",
        "momentum_american",
    ]
    for line, result in zip(lines, eutaw.results, strict=True):
        assert line["game"] == str(result.game)
        assert line["seed"] == str(result.seed)
        assert (line["player_british"], line["player_american"]) == ("random", "brawler")
        assert line["winner"] == (result.winner or "")
        assert (line["level"], line["reason"]) == (result.level, result.reason)
        assert (line["turns"], line["decisions"]) == (str(result.turns), str(result.decisions))
        assert float(line["victory_points_american"]) == result.victory_points["american"]
        assert line["army_morale_british"] == str(result.tracks[-1].tracks["army_morale"]["british"])
        assert line["momentum_american"] == str(result.tracks[-1].tracks["momentum"]["american"])


def test_the_csv_of_a_game_without_tracks_or_points():
    lines = simulate(TOY.id, DUEL, games=2, seed=1, processes=1).csv().splitlines()
    assert lines[0].endswith("turns,decisions,seconds,victory_points_red,victory_points_blue")
    assert re.fullmatch(r"1,\d+,random,random,(red|blue|),(touch|draw),(three-hits|tired),,\d+,[\d.e-]+,,", lines[1])


def test_the_json_is_complete(eutaw: Simulation):
    data = json.loads(json.dumps(eutaw.data()))
    assert list(data) == [
        "grognard-simulation",
        "scenario",
        "options",
        "seats",
        "seed",
        "games",
        "versions",
        "players",
        "summary",
        "results",
    ]
    assert data["grognard-simulation"] == 1
    assert data["scenario"] == EUTAW
    assert data["options"] == grognard.find(EUTAW).complete(None)
    assert data["players"] == {"british": "random", "american": "brawler"}
    assert (data["seed"], data["games"]) == (7, 3)
    assert data["versions"] == {"grognard": grognard.__version__, "rules": grognard.new(EUTAW, seed=1).rules.version}
    assert msgspec.convert(data["results"], tuple[Result, ...]) == eutaw.results
    assert data["summary"]["wins"]["british"]["games"]["games"] == 3
    assert [band["turn"] for band in data["summary"]["tracks"]["army_morale"]["american"]] == list(range(4, 11))


def test_every_record_is_kept_and_replays(tmp_path: Path):
    simulation = simulate(TOY.id, DUEL, games=10, seed=1, processes=1, records=tmp_path / "all" / "duels")
    files = sorted((tmp_path / "all" / "duels").iterdir())
    assert [file.name for file in files] == [f"{number:02}.json" for number in range(1, 11)]
    for file, result in zip(files, simulation.results, strict=True):
        game = grognard.replay(json.loads(file.read_text(encoding="utf-8")))
        assert game.over is not None
        assert game.over.winner == result.winner
        assert game.dice.header()["seed"] == result.seed


def test_records_of_two_runs_are_not_mixed(tmp_path: Path):
    (tmp_path / "old.json").write_text("an old game")
    with pytest.raises(GrognardError, match="is not empty; name a new one"):
        simulate(TOY.id, DUEL, games=1, records=tmp_path)
    with pytest.raises(GrognardError, match=r"No records can be written to '.*old\.json': "):
        simulate(TOY.id, DUEL, games=1, records=tmp_path / "old.json")
    assert [file.name for file in tmp_path.iterdir()] == ["old.json"]


# ---------------------------------------------------------------- failures


@pytest.mark.parametrize("processes", [1, 2])
def test_a_player_who_fails_is_reported_with_the_seed(processes: int):
    """The first game that fails, by its number, whatever the order in which they are done."""
    first = next(game for game in range(1, 100) if job_seed(4, game) % GAME_SEEDS_FAIL == 0)
    with pytest.raises(JobFailed) as caught:
        simulate(EUTAW, {"british": "random", "american": FAULTY}, games=5, seed=4, processes=processes)
    seed = job_seed(4, first)
    assert str(caught.value) == (
        f"Game {first} (seed {seed}) failed with ValueError: the plan is lost; 'grognard watch {EUTAW} --seed={seed}"
        f" --side=british=random --side=american={FAULTY}' plays it again."
    )
    assert caught.value.job.seed == seed
    assert 'raise ValueError("the plan' in caught.value.trace


def test_games_before_a_failure_are_waited_for():
    """With two failures the lower number is told, though it is done later."""

    nobody = {"red": "random", "blue": "tests.analysis.bots:nobody"}
    jobs = [Job(game, game, TOY.id, {}, nobody if game in (2, 4, 9) else DUEL) for game in range(1, 10)]
    with pytest.raises(JobFailed, match=r"Game 2 \(seed 2\) failed with GrognardError: There is nobody here, nor at seed 5; "):
        list(executors.run_chunks(jobs, Backwards(), keep=False))


def test_after_a_failure_nothing_more_is_begun():
    nobody = {"red": "random", "blue": "tests.analysis.bots:nobody"}
    jobs = [Job(game, game, TOY.id, {}, nobody if game == 2 else DUEL) for game in range(1, 1001)]
    done = attempt_all(jobs[:10], False, grognard.__version__)
    assert [type(one) for one in done] == [Played, Failure]
    executor = Backwards()
    executor.finished = lambda handles: list(handles[:1])  # type: ignore[method-assign]
    with pytest.raises(JobFailed, match="Game 2 "):
        list(executors.run_chunks(jobs, executor, keep=False))
    assert sum(executor.chunks) < 100


def test_a_process_that_dies_is_told_in_a_sentence():
    with pytest.raises(GrognardError, match="ended too early; a script must call this under if __name__"):
        simulate(EUTAW, {"british": "tests.analysis.bots:Deserter", "american": "random"}, games=2, seed=1, processes=2)


def test_an_interrupt_leaves_what_is_done(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Weary, "games", 0)
    with pytest.raises(Interrupted) as caught:
        simulate(TOY.id, {"red": "random", "blue": "tests.analysis.bots:Weary"}, games=9, seed=1, processes=1)
    assert [result.game for result in caught.value.done.results] == [1, 2]
    assert caught.value.done.games == 9
    assert str(caught.value) == "2 of 9 games are done"
    assert isinstance(caught.value, KeyboardInterrupt)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scenario": "toy/dual"}, "did you mean 'toy/duel'?"),
        ({"players": {"red": "random"}}, "Nobody plays the seat 'blue'; give a player for each of red, blue."),
        ({"players": {**DUEL, "green": "random"}}, "There is no seat 'green' in this game; the seats are red, blue."),
        ({"players": {**DUEL, "red": "napoleon"}}, "There is no player 'napoleon'"),
        ({"players": {**DUEL, "red": "napoleon:Old"}}, "The player 'napoleon:Old' cannot be loaded: No module"),
        ({"games": 0}, "The number of games is from 1 to 1,000,000, not 0."),
        ({"processes": 0}, "At least 1 process is needed, not 0."),
        ({"processes": 2, "cluster": "local"}, "give either a cluster or a number of processes."),
        ({"options": {"weather": "rain"}}, "has no option 'weather'"),
    ],
    ids=str,
)
def test_bad_input_is_refused(change: dict[str, Any], words: str):
    with pytest.raises(GrognardError) as caught:
        simulate(**{"scenario": TOY.id, "players": DUEL, "games": 1, **change})
    assert words in str(caught.value)


# ---------------------------------------------------------------- clusters


def test_a_cluster_without_ray_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GrognardError, match=r"A cluster needs Ray: install it with pip install 'grognard\[cluster\]'\."):
        simulate(TOY.id, DUEL, games=1, cluster="local")


class StandIn:
    """What we use of Ray, in this process: handles are numbers, and the last task is done first."""

    class exceptions:
        class RayTaskError(Exception):
            cause: Exception

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.tasks: list[Any] = []
        self.before: Callable[[], None] = lambda: None

    def init(self, address: str, **options: object) -> None:
        if address != "head":
            raise ConnectionError(f"nobody answers\nat {address}.")
        self.calls.append("init")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, work: Any) -> Any:
        def begin(*arguments: Any) -> int:
            self.tasks.append((work, arguments))
            return len(self.tasks) - 1

        return SimpleNamespace(remote=begin)

    def wait(self, handles: list[int], num_returns: int) -> tuple[list[int], list[int]]:
        return handles[-num_returns:], handles[:-num_returns]

    def get(self, handle: int) -> Any:
        self.before()
        work, arguments = self.tasks[handle]
        try:
            return work(*arguments)
        except Exception as fault:
            error = self.exceptions.RayTaskError()
            error.cause = fault
            raise error from fault

    def shutdown(self) -> None:
        self.calls.append("shutdown")


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    ray = StandIn()
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray


def test_a_cluster_plays_the_same_games(ray: StandIn):
    there, here = (simulate(TOY.id, DUEL, games=40, seed=5, **where) for where in ({"cluster": "head"}, {"processes": 1}))
    assert timeless(there.results) == timeless(here.results)
    assert ray.calls == ["init", "shutdown"]
    assert len(ray.tasks) > 6


def test_a_cluster_that_does_not_answer_is_refused(ray: StandIn):
    with pytest.raises(GrognardError, match=r"The Ray cluster at 'moon' cannot be used: nobody answers at moon\.$"):
        simulate(TOY.id, DUEL, games=1, cluster="moon")


@pytest.mark.parametrize("prefix", ["", "ray://"])
def test_a_closed_door_is_refused_at_once(ray: StandIn, prefix: str):
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        address = f"{prefix}127.0.0.1:{door.getsockname()[1]}"
        with pytest.raises(GrognardError, match=f"The Ray cluster at '{address}' cannot be used: .*refused"):
            simulate(TOY.id, DUEL, games=1, cluster=address)
    with pytest.raises(GrognardError, match="The Ray cluster at 'head:port' cannot be used: "):
        simulate(TOY.id, DUEL, games=1, cluster="head:port")
    assert ray.calls == []


def test_a_cluster_with_another_version_is_refused(ray: StandIn, monkeypatch: pytest.MonkeyPatch):
    playing = play_all([Job(1, 1, TOY.id, {}, DUEL)], None, "head", keep=False)
    monkeypatch.setattr(grognard, "__version__", "0.0.9")
    ray.before = lambda: monkeypatch.setattr(grognard, "__version__", "0.1.0")
    with pytest.raises(
        GrognardError, match=r"The cluster has version 0\.1\.0 of Grognard and this is 0\.0\.9; install the same"
    ):
        next(playing)
    assert ray.calls == ["init", "shutdown"]


@pytest.mark.soak
def test_a_real_cluster_plays_the_same_games():
    """Ray takes 10 seconds to start and 300 MB of disk: only `make soak` installs it."""
    there = simulate(EUTAW, RANDOM, games=4, seed=7, cluster="local")
    assert timeless(there.results) == timeless(simulate(EUTAW, RANDOM, games=4, seed=7, processes=1).results)


# ---------------------------------------------------------------- pictures


def test_the_picture_shows_wins_lengths_and_moving_tracks(eutaw: Simulation):
    picture = svg(eutaw)
    texts = ["".join(node.itertext()) for node in ElementTree.fromstring(picture).iter() if node.tag.endswith("text")]
    assert "Eutaw Springs: the historical scenario" in texts
    assert "British: random, American: brawler; 3 games, seed 7" in texts
    summary = eutaw.summary()
    for seat in eutaw.seats:
        assert f"{summary.wins[seat].games.share:.0%}" in texts
    assert {"Who wins", "How long it takes", "Army morale", "British", "American", "Nobody", "turns", "turn"} <= set(texts)
    assert picture == svg(eutaw)


def test_the_picture_says_which_options_are_unusual():
    simulation = msgspec.structs.replace(made(a_result("red", "touch", 1)), scenario=EUTAW, options={"game": "basic"})
    assert "1 games, seed 1, game basic" in svg(simulation)


def test_a_track_that_does_not_move_is_not_drawn(rounds: str):
    still = made(a_result("red", "touch", 2, 1, 1), a_result("red", "touch", 2, 1, 1))
    moving = made(a_result("red", "touch", 2, 1, 2), a_result("red", "touch", 2, 1, 2))
    assert "Score" not in svg(still)
    assert "Score" in svg(moving)


def test_a_picture_of_a_game_without_turns_shows_decisions():
    picture = svg(simulate(TOY.id, DUEL, games=30, seed=1, processes=1))
    assert ">decisions" in picture
    assert "median and quartiles" not in picture
    ElementTree.fromstring(picture)


# ---------------------------------------------------------------- the front door


def test_the_public_functions():
    one = grognard.simulate(TOY.id, DUEL, 5, 1, processes=1)
    assert timeless(one.results) == timeless(simulate(TOY.id, DUEL, 5, 1, processes=1).results)
    assert grognard.tournament(TOY.id, ["random", "brawler"], 1, 1, processes=1).games == 2


def test_grognard_is_imported_without_what_only_simulations_need():
    heavy = "('multiprocessing', 'ray', 'rich', 'grognard.analysis')"
    code = f"import sys, grognard; print([name for name in sys.modules if name.startswith({heavy})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_unknown_players_are_found_before_any_process_starts(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(executors, "Pool", lambda workers: pytest.fail("a pool was started"))
    with pytest.raises(UnknownName):
        simulate(TOY.id, {**DUEL, "red": "napoleon"}, games=9, processes=2)
