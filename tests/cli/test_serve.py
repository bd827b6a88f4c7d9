"""`grognard serve` and `grognard play` in the browser: they start, say where, open the browser, and end in good order."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from grognard.cli import parser, play
from grognard.cli.serve import database_named, listen, notices_named, own_address
from grognard.core.errors import GrognardError
from grognard.server.notices.sending import Mail
from grognard.server.notices.settings import NoticeSettings, notice_settings_from
from tests.cli.conftest import SCENARIO, Refused
from tests.server.post_office import PostOffice, opened

COMMAND = (sys.executable, "-c", "import sys; from grognard.cli import main; sys.exit(main())")
PATIENCE = 60.0


@contextmanager
def running(folder: Path, *argv: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A command that serves until it is told to end."""
    surroundings = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    surroundings |= {"XDG_DATA_HOME": str(folder / "data"), "GROGNARD_GAMES": "", **environment}
    with subprocess.Popen(
        [*COMMAND, *argv], cwd=folder, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_answers_are_sent_at_once():
    """Nagle's algorithm would hold back the second half of every answer until the first is acknowledged."""

    async def undelayed() -> bool:
        with listen("127.0.0.1", 0) as listening:
            told: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

            async def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                nodelay = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                writer.close()
                await writer.wait_closed()
                told.set_result(bool(nodelay))

            async with await asyncio.start_server(met, sock=listening):
                _, writer = await asyncio.open_connection(*listening.getsockname())
                writer.close()
                await writer.wait_closed()
                return await told

    assert asyncio.run(undelayed())


def line(process: subprocess.Popen[str], beginning: str) -> str:
    """The next line of its output, which must begin so."""
    assert process.stdout is not None
    said = process.stdout.readline()
    if not said.startswith(beginning):
        process.kill()
        assert process.stderr is not None
        raise AssertionError(f"it said {said!r} and {process.stderr.read()!r}")
    return said.strip()


def address_in(words: str) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+/\S*", words)
    assert found is not None
    return found[0]


def ended(process: subprocess.Popen[str], by: signal.Signals) -> None:
    """It is told to end and does so, without a word of complaint."""
    process.send_signal(by)
    assert process.wait(PATIENCE) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_told_to_end(tmp_path: Path, by: signal.Signals):
    with running(tmp_path, "serve", "--port", "0") as process:
        address = address_in(line(process, "The table is at"))
        file = tmp_path / "data" / "grognard" / "tables.sqlite"
        assert line(process, "Games are saved in") == f"Games are saved in {file}."
        assert httpx.get(f"{address}api/scenarios", timeout=PATIENCE).is_success
        assert file.is_file()
        ended(process, by)


def test_a_page_that_listens_does_not_keep_it_from_ending(tmp_path: Path):
    from websockets.sync.client import connect

    with running(tmp_path, "serve", "--port", "0", "--database", "games.db") as process:
        address = address_in(line(process, "The table is at"))
        assert line(process, "Games are saved in") == "Games are saved in games.db."
        seats = {"british": "human", "american": "human"}
        made = httpx.post(f"{address}api/games", json={"scenario": SCENARIO, "seats": seats}, timeout=PATIENCE).json()
        with connect(f"{address.replace('http', 'ws')}api/games/{made['game']}/live", max_size=None) as listening:
            listening.send("{}")
            assert '"update"' in str(listening.recv(PATIENCE))
            ended(process, signal.SIGTERM)
    assert (tmp_path / "games.db").is_file()


def test_what_cannot_be_served_is_refused(refused: Refused, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} is already in use" in refused("serve", "--port", str(port))
    assert "There is no port 70000" in refused("serve", "--port", "70000")
    assert "is not an address to listen on" in refused("serve", "--host", "not an address", "--port", "0")
    assert "Several processes need PostgreSQL" in refused("serve", "--processes", "2", "--port", "0")
    assert "At least one process must serve" in refused("serve", "--processes", "0", "--port", "0")
    assert "is not a database" in refused("serve", "--database", "mysql://x/y", "--port", "0")
    assert "give a positive number with --limit" in refused("serve", "--limit", "-1", "--port", "0")
    assert "There cannot be -1 proxies" in refused("serve", "--proxies", "-1", "--port", "0")
    assert "There is no components folder" in refused("serve", "--components", str(tmp_path / "box"), "--port", "0")
    (tmp_path / "no-folder").write_text("")
    assert refused("serve", "--database", str(tmp_path / "no-folder" / "x.db"), "--port", "0")


def test_a_server_for_others_says_where_they_find_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with running(tmp_path, "serve", "--port", "0", "--host", "0.0.0.0") as process:
        here = address_in(line(process, "The table is at"))
        own = own_address()
        if own is not None:  # a machine without a network has none
            assert f"http://{own}{here.removeprefix('http://127.0.0.1')} " in line(process, "For others in your network")
        line(process, "Games are saved in")
        assert httpx.get(f"{here}api/scenarios", timeout=PATIENCE).is_success
        ended(process, signal.SIGINT)

    def no_network(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    assert own_address() is None


def test_play_opens_the_browser_on_the_list_of_games(tmp_path: Path):
    seen = tmp_path / "seen"
    script = tmp_path / "browser.py"
    script.write_text("import sys, pathlib\npathlib.Path(sys.argv[1]).write_text(sys.argv[2])\nprint('opened', flush=True)\n")
    with running(tmp_path, "play", BROWSER=f"{sys.executable} {script} {seen} %s") as process:
        address = address_in(line(process, "The table is at"))
        line(process, "Games are saved in")
        line(process, "opened")
        assert seen.read_text() == address
        ended(process, signal.SIGINT)


def test_play_begins_the_game_that_is_named_and_tells_its_link_where_there_is_no_browser(tmp_path: Path):
    with running(tmp_path, "play", SCENARIO, "--side", "american=human", "--side", "british=human") as process:
        address = address_in(line(process, "The table is at"))
        line(process, "Games are saved in")
        invited = address_in(line(process, "The invitation to another seat")).removeprefix(f"{address}join/")
        own = address_in(line(process, "No browser could be opened")).removeprefix(f"{address}table/")
        game, _, invitation = invited.partition("#")
        taking = {"invitation": invitation, "key": "a-key-of-at-least-22-letters"}
        taken = httpx.post(f"{address}api/games/{game}/invitation/seat", json=taking, timeout=PATIENCE).json()
        seats = []
        for token in (own.removeprefix(f"{game}#"), taken["token"]):
            headers = {"Authorization": f"Bearer {token}"}
            seats.append(httpx.get(f"{address}api/games/{game}", headers=headers, timeout=PATIENCE).json()["seat"])
        assert seats == ["british", "american"]
        ended(process, signal.SIGINT)


@pytest.mark.parametrize(
    ("argv", "terminal"),
    [
        ([], False),
        ([SCENARIO], False),
        ([SCENARIO, "--side", "british=human", "--option", "game=basic"], False),
        (["--terminal"], True),
        (["--plain"], True),
        (["--resume"], True),
        ([SCENARIO, "--seed", "7"], True),
        (["--live"], True),
        (["-o", "game.json"], True),
    ],
)
def test_what_only_the_terminal_has_is_played_there(argv: list[str], terminal: bool):
    assert play.is_for_the_terminal(parser().parse_args(["play", *argv])) is terminal


def test_what_cannot_be_played_in_the_browser_is_refused(refused: Refused):
    assert "There is no scenario 'chess'" in refused("play", "chess")
    assert "No side is left for you to play" in refused("play", "--side", "british=random")
    assert "There is no player 'napoleon'" in refused("play", "--side", "american=napoleon")
    assert "Option 'game' cannot be" in refused("play", "--option", "game=odd")


# ---------------------------------------------------------------- notices


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--webhooks"], "give the address of this server with --public-url."),
        (["--mail", "smtp://mail.example.org"], "give the address of this server with --public-url."),
        (
            ["--mail", "http://mail.example.org", "--mail-from", "a@b", "--public-url", "http://x"],
            "is not a mail server; give smtp://",
        ),
        (
            ["--mail", "smtp://us:secret@mail.example.org:x", "--mail-from", "a@b", "--public-url", "http://x"],
            "is not a mail server",
        ),
        (
            ["--mail", "smtp://us:secret@mail.example.org", "--public-url", "http://x"],
            "'' is not an e-mail address to send from",
        ),
        (["--webhooks", "--public-url", "games.example.org"], "'games.example.org' is not the address of a server"),
        (["--webhooks", "--public-url", "https://games.example.org/table"], "is not the address of a server"),
        (["--webhooks", "--public-url", "http://x", "--notice-after", "soon"], "'soon' is not a number of seconds"),
    ],
    ids=range(8),
)
def test_notices_that_cannot_be_sent_are_refused(refused: Refused, options: list[str], says: str):
    said = refused("serve", "--port", "0", *options)
    assert says in said
    assert "secret" not in said


def test_what_is_sent_may_be_said_by_options_or_in_the_environment():
    told = parser().parse_args(
        ["serve", "--mail", "smtp://us:p%40ss@mail.example.org", "--mail-from", "a@b.org", "--public-url", "https://x.org/"]
    )
    bag = notice_settings_from(notices_named(told))
    assert bag is not None
    assert bag == NoticeSettings("https://x.org", Mail("mail.example.org", 587, False, "a@b.org", "us", "p@ss"))
    assert bag.kinds == ("mail",)
    said = {
        "GROGNARD_MAIL": "smtps://mail.example.org",
        "GROGNARD_MAIL_FROM": "a@b.org",
        "GROGNARD_PUBLIC_URL": "http://x:81",
        "GROGNARD_WEBHOOKS": "yes",
        "GROGNARD_NOTICE_AFTER": "5",
    }
    bag = notice_settings_from(said)
    assert bag == NoticeSettings(
        "http://x:81", Mail("mail.example.org", 465, True, "a@b.org"), webhooks=True, grace=5.0, every=2.5
    )
    assert bag.kinds == ("mail", "webhook")
    anywhere = notice_settings_from(said | notices_named(parser().parse_args(["serve", "--webhooks-anywhere"])))
    assert anywhere is not None
    assert (anywhere.webhooks, anywhere.anywhere) == (True, True)
    assert notice_settings_from({}) is None
    assert notice_settings_from({"GROGNARD_WEBHOOKS": "no", "GROGNARD_PUBLIC_URL": "http://x"}) is None


def test_the_database_may_be_named_in_the_environment_or_in_a_file(tmp_path: Path):
    """Every user of the machine can read the options of a command, and there may be a password in the URL."""
    file = tmp_path / "url"
    file.write_text("postgresql://us:secret@db/games\n")
    named = {"GROGNARD_DATABASE_FILE": str(file)}
    assert database_named({}) is None
    assert database_named({"GROGNARD_DATABASE": "", "GROGNARD_DATABASE_FILE": ""}) is None
    assert database_named(named) == "postgresql://us:secret@db/games"
    assert database_named({"GROGNARD_DATABASE": "games.db"} | named) == "games.db"
    for wrong in ("", "one\ntwo"):
        file.write_text(wrong)
        with pytest.raises(GrognardError, match="must hold one line"):
            database_named(named)
    with pytest.raises(GrognardError, match="cannot be read: No such file"):
        database_named({"GROGNARD_DATABASE_FILE": str(tmp_path / "none")})


def test_a_server_opens_the_database_that_its_environment_names(tmp_path: Path):
    (tmp_path / "url").write_text("sqlite:///named.sqlite\n")
    with running(tmp_path, "serve", "--port", "0", "--no-warm", GROGNARD_DATABASE_FILE=str(tmp_path / "url")) as process:
        line(process, "The table is at ")
        assert line(process, "Games are saved in ") == "Games are saved in sqlite:///named.sqlite."
    assert (tmp_path / "named.sqlite").exists()


def test_a_server_tells_who_is_away_and_its_log_says_nothing_of_it(tmp_path: Path):
    """From the command line to the letter: the password comes by the environment, and nothing of it is printed."""
    with opened(PostOffice()) as office:
        mail = f"smtp://us:secret-word@127.0.0.1:{office.port}"
        options = ["--port", "0", "--database", "games.db", "--mail-from", "table@example.org"]
        options += ["--public-url", "http://127.0.0.1:1", "--notice-after", "0"]
        with running(tmp_path, "serve", *options, GROGNARD_MAIL=mail) as process:
            address = address_in(line(process, "The table is at"))
            line(process, "Games are saved in")
            with httpx.Client(base_url=address, timeout=PATIENCE) as client:
                made = client.post(
                    "/api/games", json={"scenario": SCENARIO, "seats": {"british": "human", "american": "human"}}
                ).json()
                game = f"/api/games/{made['game']}"
                seats = {seat: {"Authorization": f"Bearer {token}"} for seat, token in made["links"].items()}
                for seat, headers in seats.items():
                    body = {"kind": "mail", "address": f"{seat}@example.org"}
                    assert client.put(f"{game}/notices", json=body, headers=headers).json() == [body]
                first = client.get(game).json()["actors"]
                while (table := client.get(game, headers=seats[first[0]]).json())["actors"] == first:
                    move = {"seq": table["seq"], "key": f"k{table['seq']}", "do": "action"}
                    move["action"] = table["decision"]["choices"][0]["action"]
                    assert client.post(f"{game}/moves", json=move, headers=seats[first[0]]).is_success
            deadline = time.monotonic() + PATIENCE
            while not office.letters and time.monotonic() < deadline:
                time.sleep(0.05)
            assert [to for to, _ in office.letters] == [[f"{table['actors'][0]}@example.org"]]
            assert office.logins == [["us", "secret-word"]]
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.read() + process.stderr.read() == ""
