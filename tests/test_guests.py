"""Games of other packages beside ours: each speaks its own words, whatever keys the others use."""

from __future__ import annotations

import io
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from rich.console import Console

import grognard
from grognard.cli import main
from grognard.cli.table.host import HUMAN, Host
from grognard.cli.table.plain import PlainTable
from grognard.cli.table.words import player_in_words
from grognard.core import scenarios, texts
from grognard.core.errors import UnknownName
from grognard.core.scenarios import find, installed
from grognard.core.texts import Reason, every_package, has_text, speaking, text, texts_of, words_in
from grognard.players import ComputerPlayer, computer_players, play_out, player, players_for
from grognard.rulebooks import ledger, summaries, summary
from grognard.rulebooks.coverage import entries_below
from grognard.rulebooks.library import library
from grognard.server.shapes import PlayerCard
from grognard.server.views.catalogue import player_card
from grognard.server.views.rulebook import book_title, contents_in, page_of
from grognard.telling.words import refusal_in_words, rules_in_words
from tests.serving import ALONE, Guest, Server, good

ROOT = Path(__file__).parent.parent
GUESTS = ("anvil", "zither")
"""Packages whose names come before and after all others."""
GAME = """
    from grognard.core.scenarios import Option, Scenario

    def scenarios():
        return [Scenario("{name}/duel", "{name}: a duel", rules, (Option("game", "advanced", ("advanced", "basic")),))]

    def rules(scenario, options):
        from {name}.rules import GuestRules

        return GuestRules(scenario, options)
"""
RULES = """
    from tests.core.toy import ToyRules

    class GuestRules(ToyRules):
        pass
"""
WORDS = {
    "action.bid": "{name} bids {{number}}",
    "side.red": "the {name}s",
    "army.red": "the army of {name}",
    "prompt.bid": "What does {name} bid",
    "about.anvil/duel": "All about {name}",
    "about.zither/duel": "All about {name}",
    "title.anvil/duel": "The {name}: duel",
    "title.zither/duel": "The {name}: duel",
    "family.anvil": "The box of {name}",
    "family.zither": "The box of {name}",
    "option.game": "The way that {name} plays",
}


LEDGER = """
- {{id: S12.14, title: Bids of {name}, source: s, kind: rule, text: The {name} bids., example: e}}
- {{id: S12.14z, title: Ties of {name}, source: s, kind: rule, text: The {name} waits., example: e}}
"""
SUMMARIES = """
["S12.14"]
title = "Bidding by {name}"
text = "Who bids, as {name} says."
"""


def write_guest(folder: Path, name: str, words: dict[str, str]) -> None:
    """A package with a game, as it is installed."""
    home = folder / name
    (home / "data" / "texts").mkdir(parents=True)
    (home / "__init__.py").write_text(textwrap.dedent(GAME.format(name=name)))
    (home / "rules.py").write_text(textwrap.dedent(RULES))
    lines = (f'"{key}" = "{said.format(name=name)}"\n' for key, said in words.items())
    (home / "data" / "texts" / "en.toml").write_text("".join(lines))
    (home / "data" / "summaries").mkdir()
    (home / "data" / "rules.yaml").write_text(LEDGER.format(name=name))
    (home / "data" / "summaries" / "en.toml").write_text(SUMMARIES.format(name=name))
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[grognard.games]\n{name} = {name}:scenarios\n")


def forget() -> None:
    installed.cache_clear()
    texts.texts.cache_clear()
    texts.forget()
    for cached in (ledger.every_book, ledger.shelf, ledger.ledger, summaries.summaries, summaries.languages):
        cached.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where two guests are installed that use the same keys, and as many of ours as there are."""
    ours = {key: "Not {name}'s to say" for key in words_in(every_package(), "en") if "{" not in key}
    for name in GUESTS:
        write_guest(tmp_path, name, ours | WORDS)
    return tmp_path


@pytest.fixture
def guests(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The guests installed in this process; gone afterwards."""
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(texts, "GAMES", [*texts.GAMES])
    forget()
    for name in GUESTS:
        find(f"{name}/duel").rules({"game": "basic"})
    yield
    monkeypatch.undo()
    for name in GUESTS:
        sys.modules.pop(name, None)
        sys.modules.pop(f"{name}.rules", None)
    forget()


def every_text() -> dict[str, dict[str, str]]:
    """Every text of every game of ours, and of no game in particular."""
    found = {"": {key: words_in((), "en")[key] for key in words_in(every_package(), "en")}}
    for scenario in installed():
        if scenario.id.partition("/")[0] not in GUESTS:
            rules = scenario.rules(scenario.complete(None))
            found[scenario.id] = dict(words_in(rules.text_packages, "en"))
    return found


def test_a_guest_changes_no_text_of_another_game(request: pytest.FixtureRequest):
    before = every_text()
    request.getfixturevalue("guests")
    after = every_text()
    assert set(GUESTS) <= set(every_package())
    assert {key: after[""][key] for key in before[""]} == before.pop("")
    del after[""]
    assert after == before
    assert len(before) > 10


@pytest.mark.usefixtures("guests")
def test_each_guest_reads_its_own_texts():
    for name in GUESTS:
        rules = find(f"{name}/duel").rules({"game": "basic"})
        with texts_of(rules):
            assert text("prompt.bid") == f"What does {name} bid"
            assert text("the-game-is-over") == f"Not {name}'s to say"
            assert text("event.rolled", {"seat": "", "purpose": "", "dice": ""}) == f"Not {name}'s to say"
            assert str(Reason("option.game", ("X1",))) == f"The way that {name} plays (X1)"
    eutaw = find("revolution/eutaw/historical")
    with texts_of(eutaw.rules(eutaw.complete(None))):
        assert not has_text("prompt.bid")
        assert "plays" not in text("option.game")
    assert text("prompt.bid") == "What does anvil bid"  # of no game: the first by name


@pytest.mark.usefixtures("guests")
def test_a_scenario_has_its_own_texts_before_its_rules_are_built(capsys: pytest.CaptureFixture[str]):
    for name in GUESTS:
        scenario = scenarios.Scenario("x", "X", find(f"{name}/duel")._make)
        with texts_of(scenario):
            assert text("option.game") == f"The way that {name} plays"
            assert has_text("event.marched") == has_text("event.marched", "en")
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert all(f"The way that {name} plays" in printed for name in GUESTS)


@pytest.mark.usefixtures("guests")
def test_one_terminal_plays_both():
    def told(name: str) -> str:
        paper = Console(file=io.StringIO(), width=100)
        host = Host(grognard.new(f"{name}/duel", seed=1), {"red": HUMAN, "blue": "random"})
        lines = iter(["1", "quit"])
        PlainTable(host, paper, lambda: next(lines, None)).run()
        assert isinstance(paper.file, io.StringIO)
        return paper.file.getvalue()

    for name, other in (GUESTS, GUESTS[::-1], GUESTS):
        printed = told(name)
        assert f"What does {name} bid" in printed
        assert f"{name} bids 2" in printed.replace(f"{name[0].upper()}{name[1:]}", name)
        assert other not in printed.casefold()


def test_one_server_serves_both(folder: Path, tmp_path: Path):
    command = (sys.executable, *ALONE[1:])
    with Server(tmp_path, command=command, PYTHONPATH=f"{folder}:{ROOT}") as server:
        cards = {card["id"]: card for card in httpx.get(f"{server.url}/api/scenarios", timeout=60).json()}
        for name in GUESTS:
            card = cards[f"{name}/duel"]
            assert (card["about"], card["box"]) == (f"All about {name}.", f"The box of {name}")
            assert [seat["title"] for seat in card["seats"]] == [f"the {name}s", "blue"]
            assert card["options"][0]["about"] == f"The way that {name} plays."
            page = httpx.get(f"{server.url}/api/rules/S12.14", params={"scenario": f"{name}/duel"}, timeout=60).json()
            assert (page["title"], page["book"]) == (f"Bidding by {name}", name)
        tables = {name: Guest(server).create(f"{name}/duel", {"red": "human", "blue": "random"})["red"] for name in GUESTS}
        for _ in range(2):
            for name, red in tables.items():
                seen = red.table()
                assert seen["decision"]["prompt"] == f"What does {name} bid"
                assert seen["title"] == f"The {name}: duel"


# ---------------------------------------------------------------- rulebooks


@pytest.mark.usefixtures("guests")
def test_a_guest_is_read_at_its_own_tables_by_its_own_rulebook(caplog: pytest.LogCaptureFixture):
    ours = library().show("S12.14")
    assert {page.summary.book for page in ours if page.summary is not None} == {"series"}
    for name in GUESTS:
        warned = f"The rulebook '{name}' uses ids of 'series'; it is read at its own tables and with --book {name}."
        assert warned in caplog.messages
        rules = find(f"{name}/duel").rules({"game": "basic"})
        assert library().of_rules(rules).books == (name,)
        with texts_of(rules):
            found = summary("S12.14z")
            assert found is not None
            assert found.text == f"Who bids, as {name} says."
            assert f"S12.14z Ties of {name}: The {name} waits." in list(rules_in_words("S12.14z"))
            said = list(refusal_in_words(Reason("option.game", ("S12.14",)), {}))
            assert said[1] == f"S12.14 Bidding by {name}: Who bids, as {name} says."
            assert "eutaw" in library().books  # what it does not hide can be read, too
        page = page_of("S12.14", f"{name}/duel")
        assert (page.title, page.rules[0].title) == (f"Bidding by {name}", f"Bids of {name}")
        assert [line.id for line in contents_in(f"{name}/duel", "en")] == ["S12.14"]
    assert page_of("S12.14").title == page_of("S12.14", "revolution/eutaw/historical").title != "Bidding by anvil"
    assert library().show("S12.14") == ours
    with pytest.raises(UnknownName):
        library().show("S12.14z")


@pytest.mark.usefixtures("guests")
def test_the_rules_of_a_guest_are_printed(capsys: pytest.CaptureFixture[str]):
    assert main(["rules", "show", "S12.14", "--book", "zither"]) == 0
    assert "Bidding by zither" in capsys.readouterr().out
    assert main(["rules", "show", "S12.14"]) == 0
    assert "Bidding by" not in capsys.readouterr().out


@pytest.mark.usefixtures("guests")
def test_only_the_rules_of_a_project_must_have_tests_there(folder: Path):
    assert {"anvil", "zither"} & {entry.book for entry in entries_below(ROOT)} == set()
    assert {entry.book for entry in entries_below(folder)} == set(GUESTS)


def test_two_rulebooks_of_one_name_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, letter in (("one", "K"), ("two", "L")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        write_guest(tmp_path / name, "duel", {"book.duel": f"The duel of {name}"})
        file = tmp_path / name / "duel" / "data" / "rules.yaml"
        file.write_text(file.read_text().replace("S12", f"{letter}12"))
        (file.parent / "summaries" / "en.toml").unlink()
        about = tmp_path / name / "duel-1.0.dist-info"
        (about / "entry_points.txt").write_text(f"[grognard.games]\n{name} = {name}.duel:scenarios\n")
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        game = tmp_path / name / "duel" / "__init__.py"
        game.write_text(game.read_text().replace("duel/duel", f"{name}/duel"))
        about.rename(tmp_path / f"{name}-1.0.dist-info")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(texts, "GAMES", [*texts.GAMES])
    forget()
    try:
        assert {"duel", "two.duel"} <= set(library().books)
        assert [page.entries[0].book for page in library().show("L12.14z")] == ["two.duel"]
        assert (book_title("duel"), book_title("two.duel")) == ("The duel of one", "The duel of two")
    finally:
        monkeypatch.undo()
        forget()


def test_a_rulebook_that_cannot_be_read_stops_nobody(tmp_path: Path):
    write_guest(tmp_path, "broken", {})
    (tmp_path / "broken" / "data" / "rules.yaml").write_text("a: b: c")
    program = "import sys; from grognard.cli import main; sys.exit(main(['rules', 'show', 'S12.14']))"
    environment = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "PATH": ""}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert "S12.14" in ran.stdout
    assert "The ledger of broken is not YAML" in ran.stderr


# ---------------------------------------------------------------- computer players


PLAYER = """
from grognard.players import ComputerPlayer

SMITH = ComputerPlayer("anvil.smith:Smith", ("anvil/*", "zither.rules:GuestRules"), 2, "player.smith", "Strikes first")
"""
SMITH = """
from grognard.core.events import NO_NAMES
from grognard.players.remarks import Remark

class Smith:
    def __init__(self, seed):
        self.remarks = []

    def choose(self, seat):
        self.remarks = [Remark("iron")]
        return seat.actions[0]
"""
POINTS = """
[grognard.players]
smith = anvil.players:SMITH
random = anvil.players:SMITH
lost = anvil.nowhere:LOST
number = anvil.players:__name__
"""


@pytest.fixture
def smith(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer player of a guest, and some that cannot be used."""
    write_smith(folder)
    computer_players.cache_clear()
    yield
    for module in ("anvil.players", "anvil.smith"):
        sys.modules.pop(module, None)
    monkeypatch.undo()
    computer_players.cache_clear()


def write_smith(folder: Path) -> None:
    (folder / "anvil" / "players.py").write_text(PLAYER)
    (folder / "anvil" / "smith.py").write_text(SMITH)
    with (folder / "anvil" / "data" / "texts" / "en.toml").open("a") as file:
        file.write('"player.smith" = "the smith"\n"remark.iron" = "The iron is hot"\n')
    with (folder / "anvil-1.0.dist-info" / "entry_points.txt").open("a") as file:
        file.write(POINTS)


@pytest.mark.usefixtures("smith", "guests")
def test_a_player_of_a_guest_plays_what_it_says_it_plays(caplog: pytest.LogCaptureFixture):
    duels = [grognard.new(f"{name}/duel", seed=1) for name in GUESTS]
    assert [players_for(duel) for duel in duels] == [["random", "brawler", "smith"]] * 2
    assert "smith" not in players_for(grognard.new("revolution/eutaw/historical", seed=1))
    outcome = play_out(duels[0], {"red": player("smith", 1), "blue": player("random", 1)})
    assert outcome.level in ("touch", "draw")
    assert not type(player("random", 1)).__module__.startswith("anvil")
    assert player_card("smith") == PlayerCard("smith", "The smith", "Strikes first.")
    assert "smith" in player_in_words("smith")
    left_out = [message for message in caplog.messages if "is left out" in message]
    assert len(left_out) == 3
    assert left_out[0].startswith("The computer player 'lost' of the package anvil.nowhere is left out: ModuleNotFoundError")
    who = "The computer player '{}' of the package anvil.players is left out"
    assert left_out[1] == who.format("number") + ": it is no ComputerPlayer but a str."
    assert left_out[2] == who.format("random") + ", because its name is taken; give it another name."


@pytest.mark.usefixtures("smith", "guests")
def test_a_player_speaks_its_own_words(capsys: pytest.CaptureFixture[str]):
    assert main(["watch", "zither/duel", "--seed", "1", "--side", "red=smith", "--explain"]) == 0
    assert "The iron is hot" in capsys.readouterr().out


def test_a_player_whose_module_is_missing_is_refused_in_one_sentence():
    lost = ComputerPlayer("anvil.nowhere:Lost", name="lost")
    with pytest.raises(UnknownName, match=r"The player 'lost' cannot be loaded: No module named 'anvil(\.nowhere)?'\."):
        lost.make(1)


def test_a_server_lets_it_play(folder: Path, tmp_path: Path):
    write_smith(folder)
    command = (sys.executable, *ALONE[1:])
    with Server(tmp_path, command=command, PYTHONPATH=f"{folder}:{ROOT}") as server:
        cards = {card["id"]: card for card in httpx.get(f"{server.url}/api/scenarios", timeout=60).json()}
        offered = {id: [player["name"] for player in card["players"]] for id, card in cards.items()}
        assert offered["anvil/duel"] == ["random", "brawler", "smith"]
        assert offered["revolution/eutaw/historical"] == ["random", "brawler", "sergeant"]
        red = Guest(server).create("anvil/duel", {"red": "human", "blue": "smith"})["red"]
        seen = red.table()
        assert good(red.move(seen["seq"], seen["decision"]["choices"][-1]["action"]))["seq"] > 0
        for _ in range(100):
            if red.table()["seq"] > seen["seq"] + 1:
                break
            time.sleep(0.1)
        assert red.table()["seq"] > seen["seq"] + 1, "the smith has answered in its own process"


# ---------------------------------------------------------------- the scope


def test_texts_that_cannot_be_read_stop_nobody(tmp_path: Path):
    write_guest(tmp_path, "broken", {})
    (tmp_path / "broken" / "data" / "texts" / "en.toml").write_text("hill = \n")
    program = "import sys; from grognard.cli import main; sys.exit(main(['games']))"
    environment = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "PATH": ""}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert "broken/duel" in ran.stdout
    assert "The texts of 'broken' in data/texts/en.toml cannot be read" in ran.stderr


def test_a_language_stays_while_the_game_changes():
    eutaw = find("revolution/eutaw/historical")
    with speaking("en"), texts_of(eutaw):
        assert texts.language_in_force() == "en"
        assert texts.scope_in_force() == ("en", eutaw.text_packages)
        with speaking("it"):
            assert texts.scope_in_force()[1] == eutaw.text_packages
    assert texts.scope_in_force() == ("en", ())


def test_a_game_found_on_the_way_is_left_with_the_block_around():
    eutaw, plan = find("revolution/eutaw/historical"), find("chancellorsville/perfect-plan")
    with texts_of(plan):
        texts.use_texts_of(eutaw)
        assert texts.scope_in_force()[1] == eutaw.text_packages
    assert texts.scope_in_force() == ("en", ())
