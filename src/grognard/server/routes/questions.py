"""Questions about the position: forecasts, odds, why not, and what can be inspected."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from grognard.server.http.callers import Caller
from grognard.server.http.errors import OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.shapes import Inspection, Ledger, Odds, Remarks, WhyNot
from grognard.server.threads import FIGHTS
from grognard.server.views.odds import forecast_if_any, odds_at
from grognard.server.views.questions import inspection, remarks_about, why_not
from grognard.server.views.viewer import Viewer

Word = Annotated[str, QueryParameter(max_length=200)]
FIGHT = may_refuse(*OF_A_GAME, 422)


@get("/api/games/{game:str}/forecast", opt={LIMITED: "fights"}, responses=FIGHT)
async def forecast(guest: NamedDependency[Caller], action: Word = "") -> Ledger | None:
    """The ledger of the fight that a choice begins or joins, or, without a choice, of the one under way, if there is one."""
    guest.seated()
    return await FIGHTS.do(forecast_if_any, Viewer(guest.table.game.apart(), guest.seat), action)


@get("/api/games/{game:str}/odds", opt={LIMITED: "fights"}, responses=FIGHT)
async def odds(guest: NamedDependency[Caller], action: Word = "") -> Odds:
    """Everything that may come of that fight; worked out aside, so that nobody waits for it."""
    guest.seated()
    return await FIGHTS.do(odds_at, Viewer(guest.table.game.apart(), guest.seat), action)


@get("/api/games/{game:str}/why", responses=FIGHT)
async def why(guest: NamedDependency[Caller], action: Word = "", place: Word = "", piece: Word = "") -> WhyNot:
    """Why an action, or what could be meant by a place or a piece, is not among the choices."""
    return why_not(guest.sight, action, place, piece)


@get("/api/games/{game:str}/inspect", responses=FIGHT)
async def inspect(guest: NamedDependency[Caller], what: Word, piece: Word) -> Inspection:
    """Reach, zones, sight and the like of a piece, from what who asks may know."""
    return inspection(guest.sight, what, piece)


@get("/api/games/{game:str}/remarks", responses=FIGHT)
async def remarks(guest: NamedDependency[Caller], place: Word, piece: Word = "") -> Remarks:
    """What there is to say about a place now: costs for a piece, zones, room; from what who asks may know."""
    return remarks_about(guest.sight, place, piece)


handlers = [forecast, odds, why, inspect, remarks]
