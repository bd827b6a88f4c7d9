"""Every error as a refusal: a code, a clear sentence, the rules it is based on, and an HTTP status."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap

from grognard.core.errors import GrognardError
from grognard.core.events import NO_NAMES, Names, tell
from grognard.core.texts import Reason, text
from grognard.server.http.rate_limits import LIMITED, Limits
from grognard.server.refusals import Refused, malformed
from grognard.server.shapes import Refusal
from grognard.server.views.catalogue import sentence
from grognard.telling.words import capital

LOG = logging.getLogger("grognard.server")
NAMES = "names"
"""The key in a request's state of the names of the pieces, once the game is known."""

STATUS = {
    "malformed": 400,
    "not-a-player": 400,
    "whom": 400,
    "not-yours": 403,
    "not-asked": 403,
    "only-invited": 403,
    "no-invitation": 403,
    "not-inviting": 403,
    "cross-site": 403,
    "unknown": 404,
    "no-seat": 404,
    "no-piece": 404,
    "no-place": 404,
    "no-inspection": 404,
    "no-such-offer": 404,
    "no-notices": 404,
    "no-method": 405,
    "stale": 409,
    "over": 409,
    "not-over": 409,
    "earlier-rules": 409,
    "taken-over": 409,
    "spent": 409,
    "withdrawn": 409,
    "seat-taken": 409,
    "too-many-invitations": 409,
    "no-offer": 409,
    "already-offered": 409,
    "nobody-to-ask": 409,
    "no-ally": 409,
    "nothing-to-take-back": 409,
    "too-large": 413,
    "wrong-host": 421,
    "too-many": 429,
    "illegal": 422,
    "no-fight": 422,
    "unavailable": 503,
    "damaged": 503,
}
"""The status of each refusal; others are a 400."""
WORDS = {401: "not-yours", 403: "not-yours", 404: "unknown", 405: "no-method", 413: "too-large"}
"""Our codes for the framework's own errors."""
DIGITS = re.compile(r"-?[0-9]+")
"""A whole number in plain ASCII digits."""
GONE = "client disconnected prematurely"
"""The framework reports a client that disconnects during its request as a server error."""


def refusal_of(refused: Refused, names: Names = NO_NAMES) -> Refusal:
    """A refusal as it is sent, with pieces called by their names."""
    reason = refused.reason
    words = tell(reason.key, reason.args, names) if isinstance(reason, Reason) else text(reason)
    return Refusal(refused.error, sentence(capital(words)), refused.cites, refused.seq)


def status_of(refused: Refused) -> int:
    return STATUS.get(refused.error, 400)


def headers_of(refused: Refused) -> Iterator[tuple[str, str]]:
    """The headers of a refusal: when to try again."""
    if isinstance(refused.reason, Reason) and "wait" in refused.reason.args:
        yield "Retry-After", str(refused.reason.args["wait"])


def answer(request: Request[Any, Any, Any], refused: Refused) -> Response[bytes]:
    """A refusal as a response."""
    refusal = refusal_of(refused, request.state.get(NAMES, {}))
    headers = dict(headers_of(refused))
    return Response(msgspec.json.encode(refusal), media_type=MediaType.JSON, status_code=status_of(refused), headers=headers)


def on_refused(request: Request[Any, Any, Any], fault: Refused) -> Response[bytes]:
    return answer(request, fault)


def on_fault(request: Request[Any, Any, Any], fault: GrognardError) -> Response[bytes]:
    """An error of the rules or of a rulebook, which has its own sentence."""
    return answer(request, Refused("illegal", str(fault)))


def on_http(request: Request[Any, Any, Any], fault: HTTPException) -> Response[bytes]:
    """The framework's own errors: no such route, no such method, an unreadable request."""
    if fault.detail == GONE:
        return answer(request, Refused("malformed", Reason("server.cut-off")))
    error = WORDS.get(fault.status_code, "malformed" if fault.status_code < 500 else "broken")
    if fault.status_code >= 500:
        return on_anything(request, fault)
    key = {"unknown": "no-route", "malformed": "unreadable"}.get(error, error)
    response = answer(request, Refused(error, Reason(f"server.{key}", (), {"fault": fault_in_words(fault)})))
    for name, value in (fault.headers or {}).items():
        response.headers[name] = value
    return response


def fault_in_words(fault: HTTPException) -> str:
    """What could not be read in a request, without details of the implementation."""
    extra = fault.extra if isinstance(fault.extra, list) else []
    told = [f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra if isinstance(item, Mapping)]
    words = "; ".join(told) or str(fault.detail)
    return " ".join(words.split())[:300].rstrip(".")


def on_depth(request: Request[Any, Any, Any], fault: RecursionError) -> Response[bytes]:
    """JSON that is nested too deeply."""
    return answer(request, Refused("malformed", Reason("server.unreadable", (), {"fault": text("server.too-deep")})))


def on_anything(request: Request[Any, Any, Any], fault: Exception) -> Response[bytes]:
    """An internal error: it is logged, and the client learns only that it was our fault."""
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=fault)
    refusal = refusal_of(Refused("broken", Reason("server.broken")))
    return Response(msgspec.json.encode(refusal), media_type=MediaType.JSON, status_code=500)


def on_bytes(request: Request[Any, Any, Any], fault: UnicodeDecodeError) -> Response[bytes]:
    """Bytes that are not text: the JSON decoder notices only when it reaches them."""
    return answer(request, Refused("malformed", Reason("server.not-text")))


HANDLERS: ExceptionHandlersMap = {
    Refused: on_refused,
    GrognardError: on_fault,
    HTTPException: on_http,
    RecursionError: on_depth,
    UnicodeDecodeError: on_bytes,
    Exception: on_anything,
}


def check_limits(request: Request[Any, Any, Any]) -> None:
    """Apply the rate limit of the route's kind, if it names one."""
    kind = request.route_handler.opt.get(LIMITED)
    if kind is not None:
        limits: Limits = request.app.state.limits
        limits.check(kind, request.scope)


async def check_request(request: Request[Any, Any, Any]) -> None:
    """The checks before a route is called."""
    check_limits(request)
    check_numbers(request)
    await read_strictly(request)


def check_numbers(request: Request[Any, Any, Any]) -> None:
    """Accept numbers in a path or query only in plain digits: the framework would also take other scripts, `3_0` or `3.0`."""
    parameters = request.route_handler.parsed_fn_signature.parameters
    numbers = {name for name, parameter in parameters.items() if parameter.annotation is int}
    places = zip(request.scope["path_template"].split("/"), request.scope["path"].split("/"), strict=False)
    written = [(place.strip("{}"), part) for place, part in places if place.startswith("{")]
    written += [(name, value) for name in numbers for value in request.query_params.getall(name, [])]
    for name, value in written:
        if name in numbers and not DIGITS.fullmatch(value):
            raise malformed("number", name=name)


async def read_strictly(request: Request[Any, Any, Any]) -> None:
    """Refuse a body that does not match the route's type exactly: the framework would accept the text "5" as a number."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is None:
        return
    try:
        msgspec.json.decode(await request.body(), type=data.annotation)
    except msgspec.MsgspecError as fault:
        raise Refused("malformed", Reason("server.unreadable", (), {"fault": str(fault)})) from None


# ---------------------------------------------------------------- for OpenAPI


MEANINGS = {
    400: "The request cannot be read.",
    403: "The link does not open a seat of this game, or the seat may not do that.",
    404: "There is no such thing here.",
    409: "The game has moved on, is over, or is not over yet.",
    413: "The request is too large.",
    421: "The server does not answer to the name in the Host header.",
    429: "Too many requests; the Retry-After header says how long to wait.",
    422: "The rules do not allow it.",
    503: "The games cannot be reached at the moment.",
}


def may_refuse(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, for its description."""
    found = sorted({400, 421, 429, 503, *statuses})
    return {status: ResponseSpec(Refusal, generate_examples=False, description=MEANINGS[status]) for status in found}


OF_A_GAME = (403, 404)
"""The refusals of every route of a game."""
COMMAND = (403, 404, 409, 413, 422)
"""The refusals of a command."""
