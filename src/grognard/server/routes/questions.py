"""Questions about the position: forecasts, odds, why not, inspections, the story so far."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from grognard.core.pictures import WayPicture
from grognard.server.calculating.calculator import Calculator
from grognard.server.http.callers import Caller
from grognard.server.http.errors import OF_A_GAME, may_refuse
from grognard.server.http.rate_limits import LIMITED
from grognard.server.routes.history import visitor_of
from grognard.server.shapes import Breakdown, DiaryPage, Inspection, Odds, Remarks, WhyNot
from grognard.server.threads import FIGHTS, READING
from grognard.server.views.history import diary_so_far
from grognard.server.views.odds import forecast_if_any
from grognard.server.views.questions import inspection, remarks_about, way_of, why_not

Word = Annotated[str, QueryParameter(max_length=200)]
Seq = Annotated[int | None, QueryParameter(ge=-(2**53), le=2**53, description="where the game stood for who asks")]
FIGHT = may_refuse(*OF_A_GAME, 422)


@get("/api/games/{game:str}/forecast", opt={LIMITED: "fights"}, responses=FIGHT)
async def forecast(caller: NamedDependency[Caller], action: Word = "", party: Word = "", seq: Seq = None) -> Breakdown | None:
    """The breakdown of the fight that a choice begins or joins; without a choice, of the current fight, if there is one.

    With a sequence number: nothing if the game has moved on, since the choice may have been made meanwhile.
    """
    caller.seated()
    if seq is not None and seq != caller.table.seq:
        return None
    return await FIGHTS.run(forecast_if_any, caller.apart, action, party)


@get("/api/games/{game:str}/odds", opt={LIMITED: "fights"}, responses=FIGHT)
async def odds(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Caller],
    calculator: NamedDependency[Calculator],
    action: Word = "",
    party: Word = "",
) -> Odds:
    """The exact odds of that fight, from a process of their own; a few at a time for each seat."""
    return await calculator.odds(caller.table.game, caller.table.id, caller.seated(), action, visitor_of(request), party)


@get("/api/games/{game:str}/why", responses=FIGHT)
async def why(caller: NamedDependency[Caller], action: Word = "", place: Word = "", piece: Word = "") -> WhyNot:
    """Why an action, or the likely actions on a place or a piece, are not among the choices."""
    return await FIGHTS.run(why_not, caller.apart, action, place, piece)


@get("/api/games/{game:str}/inspect", responses=FIGHT)
async def inspect(caller: NamedDependency[Caller], what: Word, piece: Word) -> Inspection:
    """Reach, zones, line of sight and the like of a piece, from what the caller may know."""
    return await FIGHTS.run(inspection, caller.apart, what, piece)


@get("/api/games/{game:str}/remarks", responses=FIGHT)
async def remarks(caller: NamedDependency[Caller], place: Word, piece: Word = "") -> Remarks:
    """Facts about a place now: costs for a piece, zones, room; from what the caller may know."""
    return await FIGHTS.run(remarks_about, caller.apart, place, piece)


@get("/api/games/{game:str}/way", responses=FIGHT)
async def way(caller: NamedDependency[Caller], action: Word) -> WayPicture | None:
    """The way that a choice declares, to be drawn on the map before it is made; nothing if it declares none."""
    return await FIGHTS.run(way_of, caller.apart, action)


@get("/api/games/{game:str}/diary", opt={LIMITED: "past"}, responses=may_refuse(*OF_A_GAME))
async def diary(caller: NamedDependency[Caller]) -> list[DiaryPage]:
    """The story of the game so far, a page a turn; empty if the game tells none."""
    return await READING.run(diary_so_far, caller.apart)


handlers = [forecast, odds, why, inspect, remarks, way, diary]
