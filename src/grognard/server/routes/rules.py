"""The rules to read and to search, and the charts of each scenario.

Rulebooks are loaded in a thread: the first reader waits a moment, and nobody else does.
"""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from grognard.server.http.errors import may_refuse
from grognard.server.shapes import Chart, RuleLine, RulePage
from grognard.server.threads import READING
from grognard.server.views.rulebook import charts_of, contents, found, page_of

Words = Annotated[str, QueryParameter(max_length=100, description="words, beginnings of words, or rule numbers")]
First = Annotated[str, QueryParameter(max_length=200, description="read the rulebooks of this scenario first")]
Named = Annotated[str, QueryParameter(max_length=200, description="only the rulebooks of this scenario")]


@get("/api/rules", responses=may_refuse(404))
async def rules(find: Words = "", scenario: Named = "") -> list[RuleLine]:
    """The contents of the rulebooks; with search words, the sections and rules that match."""
    return await READING.run(found, find, scenario) if find.strip() else await READING.run(contents, scenario)


@get("/api/rules/{id:str}", responses=may_refuse(404))
async def rule(id: FromPath[str], scenario: First = "") -> RulePage:
    """The section of a rule: its summary, then rule by rule."""
    return await READING.run(page_of, id, scenario)


# The id of a scenario has one, two or three parts.


@get("/api/scenarios/{one:str}/charts", responses=may_refuse(404))
async def charts(one: FromPath[str]) -> list[Chart]:
    """The printed tables of a scenario."""
    return await READING.run(charts_of, one)


@get("/api/scenarios/{one:str}/{two:str}/charts", responses=may_refuse(404))
async def charts_in_a_box(one: FromPath[str], two: FromPath[str]) -> list[Chart]:
    """The printed tables of a scenario."""
    return await READING.run(charts_of, f"{one}/{two}")


@get("/api/scenarios/{one:str}/{two:str}/{three:str}/charts", responses=may_refuse(404))
async def charts_in_a_family(one: FromPath[str], two: FromPath[str], three: FromPath[str]) -> list[Chart]:
    """The printed tables of a scenario."""
    return await READING.run(charts_of, f"{one}/{two}/{three}")


handlers = [rules, rule, charts, charts_in_a_box, charts_in_a_family]
