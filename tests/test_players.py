"""The computer players: what they know, and that a seed plays the same game again."""

import re
import tomllib
from pathlib import Path

import pytest

import grognard
from grognard.core.actions import Action
from grognard.core.errors import GrognardError, UnknownName
from grognard.core.games import Outcome
from grognard.core.rules import Rules
from grognard.core.scenarios import installed
from grognard.core.seats import Seat
from grognard.players import (
    PLAYERS,
    Brawler,
    Player,
    RandomPlayer,
    able,
    computer_players,
    find_player,
    play_out,
    player,
    players_for,
)
from tests.test_handlers import tables

ROOT = Path(__file__).parent.parent
SCENARIO = "revolution/eutaw/historical"
KNOWN = {
    "strategist": "chancellorsville/perfect-plan",
    "skirmisher": "chancellorsville/red-dice/turnpike",
    "campaigner": "chancellorsville/old-joe",
}
"""What a player plays who does not know that scenario."""


AGAIN = 100
"""So many decisions are taken a second time."""


def seated(name: str, seed: int) -> tuple[grognard.Game, dict[str, Player]]:
    game = grognard.new(KNOWN.get(name, SCENARIO), seed=seed)
    return game, {seat: player(name, seed + place) for place, seat in enumerate(game.seats)}


def played(name: str, seed: int) -> grognard.Game:
    """A whole game, in which the player has a handler for whatever it is asked, or says that it needs none."""
    game, players = seated(name, seed)
    listed = tables(name, game)
    for table in listed:
        table.fallbacks.clear()
    assert isinstance(play_out(game, players), Outcome)
    assert not any(table.fallbacks for table in listed)
    return game


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_a_player_plays_to_the_end_and_the_same_game_again(name: str):
    game = played(name, 3)
    again, players = seated(name, 3)
    for _ in range(AGAIN):
        if again.over is None:
            seat = again.actors[0]
            again.play(seat, players[seat].choose(again.seat(seat)))
    entries = again.record()["entries"]
    assert entries == game.record()["entries"][: len(entries)]


@pytest.mark.parametrize("name", ["brawler", "random", "sergeant", "strategist"])
def test_another_seed_chooses_otherwise(name: str):
    games = [grognard.new(KNOWN.get(name, SCENARIO), seed=3) for _ in range(2)]
    for seed, game in enumerate(games):
        players = {seat: player(name, seed + place) for place, seat in enumerate(game.seats)}
        for _ in range(60):
            if game.over is None:
                seat = game.actors[0]
                game.play(seat, players[seat].choose(game.seat(seat)))
    assert games[0].record() != games[1].record()


def test_an_unknown_player_is_told_the_names():
    words = r"There is no player 'napoleon'; the players are random, brawler, campaigner, sergeant, skirmisher, strategist\."
    with pytest.raises(UnknownName, match=words):
        player("napoleon", 1)


def test_every_seat_needs_a_player():
    game = grognard.new(SCENARIO, seed=1)
    with pytest.raises(GrognardError, match="Nobody plays the seat 'american'"):
        play_out(game, {"british": RandomPlayer(1)})
    assert game.record()["entries"] == []


@pytest.mark.filterwarnings("ignore:.* will go:DeprecationWarning")
def test_players_get_a_seat_and_never_the_game():
    """Under no name, former ones included."""

    class Watcher:
        def choose(self, seat: Seat) -> Action:
            assert isinstance(seat, Seat)
            assert seat.decides
            assert not any(isinstance(getattr(seat, name), grognard.Game) for name in dir(seat) if not name.startswith("_"))
            return seat.actions[-1]

    game = grognard.new(SCENARIO, seed=1)
    assert play_out(game, dict.fromkeys(game.seats, Watcher())) == game.over


@pytest.mark.parametrize("kind", [RandomPlayer, Brawler])
def test_a_choice_depends_on_the_seed_and_its_number_only(kind: type[RandomPlayer] | type[Brawler]):
    """Two players of one seed agree on choice n whatever they were asked before."""
    opening = grognard.new(SCENARIO, seed=1)
    later = opening.copy()
    for _ in range(4):
        later.play(later.actors[0], later.actions(later.actors[0])[0])
    one: Player = kind(5)
    other: Player = kind(5)
    for _ in range(10):
        one.choose(opening.seat(opening.actors[0]))
        other.choose(later.seat(later.actors[0]))
    here = opening.seat(opening.actors[0])
    assert one.choose(here) == other.choose(here)


def test_a_random_player_finds_every_action():
    game = grognard.new(SCENARIO, seed=1)
    seat = game.seat(game.actors[0])
    chooser = RandomPlayer(2)
    assert {chooser.choose(seat) for _ in range(200)} == set(seat.actions)


def test_a_brawler_prefers_a_fight():
    """Between two random armies there are fewer combats than between two brawlers."""

    def fights(name: str) -> int:
        games = (played(name, seed) for seed in range(2))
        return sum(event.key == "event.combat-began" for game in games for event in game.events(None))

    assert fights("brawler") > 2 * fights("random")


def test_a_seat_says_how_pugnacious_an_action_is():
    game = grognard.new(SCENARIO, seed=1)
    seat = game.seat(game.actors[0])
    assert {seat.ask(Rules.aggression, action) for action in seat.actions} == {1.0}


class Careful(RandomPlayer):
    """A player of somebody's own."""


def test_a_player_of_your_own_is_found_by_its_module():
    assert type(find_player("tests.test_players:Careful", 1)) is Careful
    assert type(find_player("brawler", 1)) is Brawler


@pytest.mark.parametrize("name", ["tests.test_players:Nobody", "tests.nowhere:Careful", ":Careful", "tests.test_players:"])
def test_a_player_that_cannot_be_loaded_is_refused(name: str):
    with pytest.raises(UnknownName, match=f"The player '{name}' cannot be loaded: .*; write MODULE:NAME"):
        find_player(name, 1)


def test_code_is_loaded_only_where_it_is_asked_for():
    with pytest.raises(UnknownName, match=r"There is no player 'tests\.test_players:Careful'"):
        player("tests.test_players:Careful", 1)


def test_somebody_may_look_on():
    game = grognard.new(SCENARIO, seed=1)
    seen: list[int] = []
    play_out(game, {seat: RandomPlayer(1) for seat in game.seats}, lambda game: seen.append(game.entries.length))
    assert seen == sorted(set(seen))
    assert seen[-1] == game.entries.length


@pytest.mark.parametrize("scenario", [scenario.id for scenario in installed()])
def test_turn_and_tracks_are_those_of_the_position(scenario: str):
    game = grognard.new(scenario, seed=1)
    play_out(game, {seat: RandomPlayer(1) for seat in game.seats})
    position = game.position()
    assert game.rules.when(game)[0] == position.get("turn")
    if "turn" in position:  # elsewhere the tracks follow from the rest
        marker = {"vp": {"CSA": position["vp"]}} if "vp" in position else {}
        assert game.rules.tracks(game) == position.get("tracks", {}) | marker


def test_the_players_who_can_play_a_game():
    assert players_for(grognard.new(SCENARIO, seed=1)) == ["random", "brawler", "sergeant"]
    assert players_for(grognard.new("chancellorsville/perfect-plan", seed=1)) == ["random", "brawler", "strategist"]
    assert players_for(grognard.new("chancellorsville/red-dice/turnpike", seed=1)) == ["random", "brawler", "skirmisher"]


def test_the_old_name_still_answers_and_warns():
    with pytest.warns(DeprecationWarning, match="players_for"):
        assert able(grognard.new(SCENARIO, seed=1)) == ["random", "brawler", "sergeant"]


def test_our_players_are_those_that_the_project_declares_and_the_readme_lists():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Computer players")[2].partition("\n## ")[0]
    ours = {name for name, known in computer_players().items() if known.is_ours}
    assert ours == set(project["entry-points"]["grognard.players"]) == set(re.findall(r"^\| `(\w+)` \|", readme, re.MULTILINE))


@pytest.mark.parametrize("scenario", [scenario.id for scenario in installed()])
def test_a_player_is_offered_where_it_says_itself_that_it_plays(scenario: str):
    game = grognard.new(scenario, seed=1)
    assert players_for(game) == [name for name in PLAYERS if getattr(player(name, 0), "plays", bool)(game)]
