"""The ASGI application: routes, the socket, the pages, and the tables behind them."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

import grognard
from grognard.server.calculating.calculator import Calculator
from grognard.server.garbage_collection import collecting_when_idle
from grognard.server.history import History
from grognard.server.http import live
from grognard.server.http import static_pages as statics
from grognard.server.http.callers import get_calculator, get_caller, get_history, get_tables
from grognard.server.http.errors import HANDLERS, check_request
from grognard.server.http.hosts import Hosts
from grognard.server.http.middleware import Application, Middleware
from grognard.server.http.rate_limits import Limits
from grognard.server.http.static_pages import Pages, get_pages
from grognard.server.notices.settings import NoticeSettings, notice_settings_from
from grognard.server.registry import Tables
from grognard.server.routes import games, history, invitations, lessons, notices, orders, rules, scenarios
from grognard.server.routes import questions as asking
from grognard.server.routes import talk as talking
from grognard.server.shapes import Sent
from grognard.server.threads import TURN
from grognard.server.warm_up import warming_up

ROUTES = (scenarios, lessons, rules, games, invitations, asking, talking, orders, notices, history, live, statics)
"""Each exports `handlers`."""
ALL_HANDLERS = [handler for route in ROUTES for handler in route.handlers]
DEPENDENCIES = {
    "tables": Provide(get_tables, sync_to_thread=False),
    "history": Provide(get_history, sync_to_thread=False),
    "calculator": Provide(get_calculator, sync_to_thread=False),
    "caller": Provide(get_caller),
    "pages": Provide(get_pages, sync_to_thread=False),
}
LARGEST = 256 * 1024
"""Bytes of a request: enough for the longest note with every character escaped."""
DATABASE, COMPONENTS, THINKERS = "GROGNARD_DATABASE", "GROGNARD_COMPONENTS", "GROGNARD_THINKERS"
LIMIT, PROXIES, WARM, HOSTS = "GROGNARD_LIMIT", "GROGNARD_PROXIES", "GROGNARD_WARM", "GROGNARD_HOSTS"
"""The environment variables that configure each of several server processes."""


def create_app(
    database: str,
    *,
    pages: Path = statics.FOLDER,
    components: str | None = None,
    thinkers: int = 1,
    modules: tuple[str, ...] = (),
    notice_settings: NoticeSettings | None = None,
    warm: bool = False,
    limit: float = 1.0,
    proxies: int = 0,
    hosts: Iterable[str] = (),
) -> Middleware:
    """The application on a database.

    `thinkers` is the number of processes for computer players, `modules` names modules with scenarios that are not installed.
    With `warm`, it prepares in the background what the first visitors would wait for. `limit` multiplies the usual rate limits
    (0: no limits); `proxies` is the number of trusted proxies in front. It answers to `hosts`, `localhost` and IP addresses.
    """
    limits = Limits(limit, proxies)
    lifespan = [lambda app: tables_of(app, database, components, thinkers, modules, notice_settings), collecting_when_idle]
    if warm:
        lifespan.append(lambda app: warming_up(app, components))
    app = Litestar(
        [*ALL_HANDLERS, schema],
        dependencies=DEPENDENCIES,
        before_request=check_request,
        exception_handlers=HANDLERS,
        lifespan=lifespan,
        request_max_body_size=LARGEST,
        openapi_config=None,  # it would serve its own pages, which load scripts from other sites
        logging_config=None,
        debug=False,
    )
    app.state.limits, app.state.pages = limits, Pages(pages)
    return Middleware(cast("Application", app), limits, Hosts(hosts), lambda: app.state.history.end())


@asynccontextmanager
async def tables_of(
    app: Litestar,
    database: str,
    components: str | None,
    thinkers: int,
    modules: tuple[str, ...],
    notice_settings: NoticeSettings | None,
) -> AsyncIterator[None]:
    """Open the tables when the application starts, close them when it stops."""
    sys.setswitchinterval(TURN)
    app.state.history = History()
    app.state.tables = await Tables.start(database, components, thinkers, modules, notice_settings)
    app.state.calculator = Calculator(app.state.tables.components, modules)
    try:
        yield
    finally:
        await app.state.calculator.close()
        await app.state.history.close()
        await app.state.tables.close()


@get("/schema", include_in_schema=False)
async def schema() -> Response[bytes]:
    """The API of this server, as OpenAPI."""
    return Response(described(), media_type=MediaType.JSON)


@cache
def described() -> bytes:
    """The OpenAPI description of the routes; request bodies allow no additional fields."""
    config = OpenAPIConfig(
        title="Grognard",
        version=grognard.__version__,
        description="Board wargames by their real rules. A seat is a secret link: send its token as a bearer token.",
        use_handler_docstrings=True,
    )
    app = Litestar(ALL_HANDLERS, dependencies=DEPENDENCIES, openapi_config=config)
    found: dict[str, Any] = app.openapi_schema.to_schema()
    shapes_sent = {kind.__name__ for kind in Sent.__subclasses__()}
    for name, shape in found["components"]["schemas"].items():
        if name.rpartition("_")[2] in shapes_sent:
            shape["additionalProperties"] = False
    return msgspec.json.encode(found)


def from_environment() -> Middleware:
    """The application of one of several server processes."""
    return create_app(
        os.environ[DATABASE],
        components=os.environ.get(COMPONENTS) or None,
        thinkers=int(os.environ.get(THINKERS, "1")),
        notice_settings=notice_settings_from(os.environ),
        warm=bool(os.environ.get(WARM)),
        limit=float(os.environ.get(LIMIT, "1")),
        proxies=int(os.environ.get(PROXIES, "0")),
        hosts=os.environ.get(HOSTS, "").split(),
    )
