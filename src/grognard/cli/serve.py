"""`grognard serve`: the game server, for this machine or for others."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from grognard.cli.arguments import Parser, add_command, add_components
from grognard.cli.table.saves import data_folder
from grognard.core.errors import GrognardError
from grognard.core.games import Options
from grognard.core.overlays.folders import overlay
from grognard.core.scenarios import catalogue

if TYPE_CHECKING:
    import uvicorn

    from grognard.server.http.connections import ConnectionLimits
    from grognard.server.notices.settings import NoticeSettings

HOST, PORT = "127.0.0.1", 8765
DATABASE, DATABASE_FILE = "GROGNARD_DATABASE", "GROGNARD_DATABASE_FILE"
"""The environment variables for the URL of the database, and for a file that holds it."""
EVERYWHERE = ("", "0.0.0.0", "::")
"""What to listen on so that other machines can connect."""
HIGHEST_PORT = 65_535
PATIENCE = 5
"""Seconds that pending requests have when the server shuts down."""
ATTEMPTS, BETWEEN_ATTEMPTS = 300, 0.1
"""How often, and at which interval in seconds, a starting server is polled."""


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "serve",
        run,
        "run the game server",
        "Run the server for games in the browser: alone against the computer, with friends by a link, or for a whole club. "
        "Games are stored in a database, so the server can be stopped and started at any time. Ctrl-C stops it.",
        "grognard serve --port 8765 --open",
    )
    parser.add_argument("--host", default=HOST, metavar="ADDRESS", help=f"where to listen (default {HOST}: this machine only)")
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"the port (default {PORT}; 0: any that is free)")
    add_server_options(parser)
    parser.add_argument(
        "--processes", type=int, default=1, metavar="N", help="the number of server processes (more than one needs PostgreSQL)"
    )
    add_notice_options(parser)
    parser.add_argument(
        "--limit",
        type=float,
        default=1.0,
        metavar="FACTOR",
        help="multiplies the rate limits for each client (default 1; 0: no limits)",
    )
    parser.add_argument(
        "--proxies",
        type=int,
        default=0,
        metavar="N",
        help="the number of your own proxies in front that add the client's address to X-Forwarded-For (default 0)",
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a host name to answer to, besides localhost, IP addresses, --host and --public-url; repeatable",
    )
    parser.add_argument(
        "--connections",
        type=int,
        default=0,
        metavar="N",
        help="the most connections per process (default: what the open-file limit allows, up to 10000)",
    )
    parser.add_argument(
        "--warm",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="prepare at start what the first visitors would wait for (default: yes)",
    )
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, default=False, help="open the browser (default: no)")


def add_server_options(parser: Parser) -> None:
    """The options of every server."""
    add_components(parser)
    parser.add_argument(
        "--database",
        metavar="URL",
        help="where the games are stored: a file, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME "
        f"(default: a file in your data folder); put a password into {DATABASE} or into the file that {DATABASE_FILE} names "
        "instead, where other users of this machine cannot read it",
    )
    parser.add_argument(
        "--thinkers", type=int, default=1, metavar="N", help="the number of processes for computer players (default 1)"
    )


def add_notice_options(parser: Parser) -> None:
    """Options for your-turn notices; none are offered unless configured here or in the environment."""
    notices = parser.add_argument_group(
        "notices to players who are away", "Each can also be set by an environment variable; see docs/server.md."
    )
    notices.add_argument(
        "--mail",
        metavar="URL",
        help="the outgoing mail server: smtp://USER:PASSWORD@HOST:PORT, or smtps://... "
        "(put a password into GROGNARD_MAIL instead, where other users of this machine cannot read it)",
    )
    notices.add_argument("--mail-from", metavar="ADDRESS", help="from whom letters come")
    notices.add_argument("--webhooks", action="store_true", help="post to webhooks that players enter, in public networks only")
    notices.add_argument(
        "--webhooks-anywhere",
        action="store_true",
        help="the same, also into your own network: only if you trust your players",
    )
    notices.add_argument(
        "--public-url", metavar="URL", help="the public address of this server, such as https://games.example.org"
    )
    notices.add_argument(
        "--notice-after", metavar="SECONDS", help="how long a question must wait before its player is notified (default 60)"
    )


def notices_named(arguments: argparse.Namespace) -> dict[str, str]:
    """The options for notices, by their environment variables."""
    from grognard.server.notices.settings import ANYWHERE, MAIL_FROM, MAIL_URL, NOTICE_AFTER, PUBLIC_URL, WEBHOOKS

    named = {
        MAIL_URL: arguments.mail,
        MAIL_FROM: arguments.mail_from,
        PUBLIC_URL: arguments.public_url,
        NOTICE_AFTER: arguments.notice_after,
        WEBHOOKS: ANYWHERE if arguments.webhooks_anywhere else "yes" if arguments.webhooks else None,
    }
    return {name: value for name, value in named.items() if value is not None}


class NewGame(NamedTuple):
    """A game to start with."""

    scenario: str
    options: Options
    seats: dict[str, str]


def run(arguments: argparse.Namespace) -> None:
    from grognard.server.notices.settings import PUBLIC_URL, notice_settings_from

    arguments.database = arguments.database or database_named(os.environ)
    check_processes(arguments)
    check_limits(arguments)
    check_connections(arguments)
    said = {**os.environ, **notices_named(arguments)}
    notice_settings, hosts = notice_settings_from(said), allowed_hosts(arguments, said.get(PUBLIC_URL))
    listening = listen(arguments.host, arguments.port)
    serve(
        arguments, listening, arguments.host, arguments.processes, arguments.open, notice_settings=notice_settings, hosts=hosts
    )


def serve(
    arguments: argparse.Namespace,
    listening: socket.socket,
    host: str,
    processes: int,
    open_browser: bool,
    wanted: NewGame | None = None,
    notice_settings: NoticeSettings | None = None,
    hosts: Sequence[str] = (),
) -> None:
    """Serve until stopped; if wanted, open the browser on the list of games or on a new game."""
    from grognard.server.storage.database import shown

    with listening:
        database = arguments.database or default_database()
        check_components(arguments.components)
        check_database(database)
        address = address_of(listening, host)
        print(f"The table is at {address} - Ctrl-C stops it.")
        if host in EVERYWHERE and (own := own_address()) is not None:
            print(f"For others in your network it is at {address_of(listening, own)} - open it there to invite them.")
        print(f"Games are saved in {shown(database)}.", flush=True)
        if open_browser:
            threading.Thread(target=open_when_ready, args=(address, wanted), daemon=True).start()
        allow_many_lines()
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # being stopped is not an error
        if processes == 1:
            serve_here(arguments, database, listening, notice_settings, hosts)
        else:
            serve_together(arguments, database, listening, processes, hosts)


def database_named(environment: Mapping[str, str]) -> str | None:
    """The URL of the database in an environment, or in the file that it names."""
    if environment.get(DATABASE) or not environment.get(DATABASE_FILE):
        return environment.get(DATABASE) or None
    file = Path(environment[DATABASE_FILE])
    try:
        url = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as fault:
        raise GrognardError(f"The file '{file}' that {DATABASE_FILE} names cannot be read: {reason_for(fault)}.") from None
    if not url or "\n" in url:
        raise GrognardError(f"The file '{file}' that {DATABASE_FILE} names must hold one line, the URL of the database.")
    return url


def reason_for(fault: Exception) -> str:
    return fault.strerror or str(fault) if isinstance(fault, OSError) else "it is not text"


def check_processes(arguments: argparse.Namespace) -> None:
    """Refuse a number of processes that the database does not support."""
    from grognard.server.storage.database import parse

    if arguments.processes < 1:
        raise GrognardError(f"At least one process must serve, not {arguments.processes}; leave --processes out.")
    if arguments.processes > 1 and parse(arguments.database or "").get_backend_name() == "sqlite":
        raise GrognardError("Several processes need PostgreSQL; give its URL with --database, or leave --processes out.")


def allow_many_lines() -> None:
    """Every connection is an open file: raise the limit as far as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def check_components(components: str | None) -> None:
    """Read the overlay before serving, so that its faults are reported at once."""
    if components is not None:
        over = overlay(components)
        for scenario in catalogue():
            scenario.with_components(over).rules(scenario.complete(None))


def check_limits(arguments: argparse.Namespace) -> None:
    """Refuse limits that make no sense."""
    if not 0 <= arguments.limit < float("inf"):
        raise GrognardError(
            f"The limits cannot be multiplied by {arguments.limit}; give a positive number with --limit, or 0 for no limits."
        )
    if arguments.proxies < 0:
        raise GrognardError(
            f"There cannot be {arguments.proxies} proxies; give the number in front of this server, or leave --proxies out."
        )


def allowed_hosts(arguments: argparse.Namespace, public_url: str | None) -> list[str]:
    """The host names to answer to: those given, where it listens, and the public address."""
    from grognard.server.http.hosts import host_in, host_named
    from grognard.server.notices.settings import origin

    listening = [host] if (host := host_in(arguments.host)) else []
    public = [host_named(origin(public_url).partition("://")[2])] if public_url else []
    return [*listening, *public, *map(host_named, arguments.allow_host)]


def check_connections(arguments: argparse.Namespace) -> None:
    """Refuse more connections than the system allows."""
    if arguments.connections == 0:
        return
    from grognard.server.http.connections import most_connections

    allow_many_lines()
    most = most_connections()
    if not 1 <= arguments.connections <= most:
        raise GrognardError(
            f"This process can hold from 1 to {most} connections, not {arguments.connections}; "
            "give another number with --connections, or raise the open-file limit (ulimit -n)."
        )


def default_database() -> str:
    """The default database file, beside the saved games of the terminal."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise GrognardError(
            f"The folder '{folder}' cannot be created: {fault.strerror or fault}; name another file with --database."
        ) from None
    return str(folder / "tables.sqlite")


# ---------------------------------------------------------------- where it listens


def listen(host: str, port: int) -> socket.socket:
    """A socket on this address, or one clear sentence."""
    if not 0 <= port <= HIGHEST_PORT:
        raise GrognardError(f"There is no port {port}; give one from 1024 to {HIGHEST_PORT} with --port, or 0 for any.")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
    except OSError as fault:
        raise GrognardError(f"'{host}' port {port} is not an address to listen on: {fault}; try --host 127.0.0.1.") from None
    listening = socket.socket(family, kind, protocol)  # asyncio turns Nagle's algorithm off only if the protocol is named
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as fault:
        listening.close()
        raise GrognardError(why_not_listen(host, port, fault)) from None
    return listening


def listen_somewhere(host: str) -> socket.socket:
    """The usual port, for which the browser remembers its games; any free port if it is taken."""
    try:
        return listen(host, PORT)
    except GrognardError:
        return listen(host, 0)


def why_not_listen(host: str, port: int, fault: Exception) -> str:
    number = getattr(fault, "errno", None)
    if number == errno.EADDRINUSE:
        return f"Port {port} is already in use, perhaps by another server; give another port with --port (0: any)."
    if number == errno.EACCES:
        return f"Port {port} is reserved for the system; give one above 1023 with --port."
    why = getattr(fault, "strerror", None) or fault
    return f"Listening on '{host}' port {port} is not possible: {why}; give others with --host and --port."


def address_of(listening: socket.socket, host: str) -> str:
    """What to type into a browser on this machine."""
    port = listening.getsockname()[1]
    named = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{named}:{port}/"


def own_address() -> str | None:
    """The address of this machine in its network, if it has one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line, suppress(OSError):
        line.connect(("192.0.2.1", 9))  # an address that nobody has: only the way there is looked up
        own = str(line.getsockname()[0])
        return None if own.startswith(("127.", "0.")) else own
    return None


# ---------------------------------------------------------------- serving


def serve_here(
    arguments: argparse.Namespace,
    database: str,
    listening: socket.socket,
    notice_settings: NoticeSettings | None,
    hosts: Sequence[str],
) -> None:
    """Serve in this process."""
    import uvicorn

    from grognard.server.app import create_app

    app = create_app(
        database,
        components=arguments.components,
        thinkers=arguments.thinkers,
        notice_settings=notice_settings,
        warm=arguments.warm,
        limit=arguments.limit,
        proxies=arguments.proxies,
        hosts=hosts,
    )
    server = uvicorn.Server(configured(app, connection_limits(arguments)))
    with suppress(KeyboardInterrupt):  # everything has ended cleanly; uvicorn only raises the signal again
        server.run(sockets=[listening])


def serve_together(
    arguments: argparse.Namespace, database: str, listening: socket.socket, processes: int, hosts: Sequence[str]
) -> None:
    """Serve in several processes on one socket and one database."""
    from uvicorn.supervisors import Multiprocess

    from grognard.server.app import COMPONENTS, HOSTS, LIMIT, PROXIES, THINKERS, WARM

    os.environ |= {DATABASE: database, COMPONENTS: arguments.components or "", THINKERS: str(arguments.thinkers)}
    os.environ |= notices_named(arguments)
    os.environ |= {LIMIT: str(arguments.limit), PROXIES: str(arguments.proxies), WARM: "yes" if arguments.warm else ""}
    os.environ[HOSTS] = " ".join(hosts)
    app, limits = "grognard.server.app:from_environment", connection_limits(arguments)
    config = configured(app, limits, factory=True, workers=processes)
    Multiprocess(config, sockets=[listening]).run()


def connection_limits(arguments: argparse.Namespace) -> ConnectionLimits:
    """The connection limits of each process."""
    from grognard.server.http.connections import limits_for

    return limits_for(arguments.connections, arguments.limit, arguments.proxies)


def configured(app: Any, limits: ConnectionLimits, **more: Any) -> uvicorn.Config:
    """The uvicorn configuration: little logging, limited connections, and a shutdown timeout."""
    from grognard.server.http.connections import Config

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    return Config(
        app,
        limits,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # we decide which proxies to trust: see `grognard.server.http.rate_limits`
        interface="asgi3",
        lifespan="on",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,  # compression would need more memory per connection than the games themselves
        timeout_graceful_shutdown=PATIENCE,
        **more,
    )


def check_database(database: str) -> None:
    """Upgrade the database before serving; if it cannot be opened, say so in one sentence."""
    import asyncio

    from grognard.server.storage.database import open_database

    async def check() -> None:
        await (await open_database(database)).close()

    asyncio.run(check())


# ---------------------------------------------------------------- the browser


def open_when_ready(address: str, wanted: NewGame | None, show: Callable[[str], bool] | None = None) -> None:
    """Open the browser as soon as the server answers; if there is none, print the address."""
    ask = build_opener(ProxyHandler({})).open
    for _ in range(ATTEMPTS):
        try:
            ask(f"{address}api/scenarios", timeout=PATIENCE).close()
            break
        except OSError:
            time.sleep(BETWEEN_ATTEMPTS)
    link, *others = [address] if wanted is None else begun(address, wanted, ask)
    for other in others:
        print(f"The invitation to another seat, for whoever takes it first: {other}", flush=True)
    if not (show or in_browser)(link):
        print(f"No browser could be opened here; open {link} in one.", flush=True)


def begun(address: str, wanted: NewGame, ask: Callable[..., Any]) -> list[str]:
    """The link to the first seat of a new game that is for a person, and invitations to the others."""
    from grognard.server.shapes import HUMAN

    invite = [seat for seat, player in wanted.seats.items() if player == HUMAN][1:]
    body = msgspec.json.encode(
        {"scenario": wanted.scenario, "options": wanted.options, "seats": wanted.seats, "invite": invite}
    )
    request = Request(f"{address}api/games", body, {"Content-Type": "application/json"})
    with ask(request, timeout=PATIENCE) as response:
        made = msgspec.json.decode(response.read())
    links = [f"{address}table/{made['game']}#{token}" for token in made["links"].values()]
    return [*links, *(f"{address}join/{made['game']}#{invitation}" for invitation in made["invitations"].values())]


def in_browser(address: str) -> bool:
    """Open the browser, if there is a graphical one."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        if "BROWSER" not in os.environ:
            return False
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
