"""The list of games, and a picture of each."""

from __future__ import annotations

from functools import lru_cache

from litestar import Response, get
from litestar.params import FromPath

import grognard
from grognard.core.errors import UnknownName
from grognard.core.texts import language_in_force, texts_of
from grognard.drawing import thumbnail
from grognard.server.http.errors import may_refuse
from grognard.server.refusals import Refused
from grognard.server.shapes import ScenarioCard
from grognard.server.threads import READING
from grognard.server.views.catalogue import scenario_cards

SVG = "image/svg+xml"


@get("/api/scenarios", responses=may_refuse())
async def scenarios() -> list[ScenarioCard]:
    """Every scenario that can be played here."""
    return await READING.run(scenario_cards)


async def picture_of(id: str) -> Response[str]:
    """The map of a scenario with its counters at the beginning; drawn once, in a thread."""
    drawn = await READING.run(drawn_opening, id, language_in_force())
    return Response(drawn, media_type=SVG, headers={"Cache-Control": "public, max-age=3600"})


# The id of a scenario has one, two or three parts.


@get("/api/scenarios/{one:str}/picture", media_type=SVG, responses=may_refuse(404))
async def picture(one: FromPath[str]) -> Response[str]:
    """The map of a scenario with its counters at the beginning."""
    return await picture_of(one)


@get("/api/scenarios/{one:str}/{two:str}/picture", media_type=SVG, responses=may_refuse(404))
async def picture_in_a_box(one: FromPath[str], two: FromPath[str]) -> Response[str]:
    """The map of a scenario with its counters at the beginning."""
    return await picture_of(f"{one}/{two}")


@get("/api/scenarios/{one:str}/{two:str}/{three:str}/picture", media_type=SVG, responses=may_refuse(404))
async def picture_in_a_family(one: FromPath[str], two: FromPath[str], three: FromPath[str]) -> Response[str]:
    """The map of a scenario with its counters at the beginning."""
    return await picture_of(f"{one}/{two}/{three}")


@lru_cache(maxsize=64)
def drawn_opening(id: str, language: str) -> str:
    """The opening position as a small SVG; the language is already set and is here only a cache key."""
    try:
        game = grognard.new(id, seed=0)
    except UnknownName as fault:
        raise Refused("unknown", str(fault)) from None
    with texts_of(game.rules):
        picture = game.rules.picture(game)
        if picture is None:
            raise Refused("unknown", "server.no-picture")
        return thumbnail(picture)


handlers = [scenarios, picture, picture_in_a_box, picture_in_a_family]
