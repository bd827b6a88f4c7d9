"""The middleware around the application: language, rate limits, allowed hosts and sites, security headers, compression."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

import msgspec

from grognard.core.texts import speaking
from grognard.server.http.errors import headers_of, refusal_of, status_of
from grognard.server.http.hosts import Hosts
from grognard.server.http.rate_limits import Limits
from grognard.server.refusals import Refused, refused
from grognard.server.shapes import RefusedHello

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Only content from this server; no other page may frame ours."""
SECURITY_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"vary", b"Accept-Encoding, Accept-Language"),
)
Headers = list[tuple[bytes, bytes]]
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
WORTH_IT = 1400
"""Bodies from this many bytes on are compressed: smaller ones fit into one packet anyway."""
LEVEL = 4
TRY_AGAIN, DENIED = 1013, 1008
"""The close codes of a refused socket: try again later, or don't."""
DENIAL = "websocket.http.response"
"""The ASGI extension for refusing a socket with an HTTP response."""
END = "end"
"""The key in the server's state of the callback to call when a shutdown begins."""
TEXTUAL = (b"application/json", b"image/svg+xml", b"text/")


class Middleware:
    """Wraps the application."""

    def __init__(self, app: Application, limits: Limits, hosts: Hosts, end: Callable[[], None] = lambda: None) -> None:
        self.app = app
        self.limits = limits
        self.hosts = hosts
        self.end = end
        """Aborts work that would delay a shutdown."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            scope.get("state", {})[END] = self.end
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        with speaking(language_of(scope["query_string"], headers.get(b"accept-language", b""))):
            if scope["type"] == "websocket":
                await self.follow(scope, receive, send)
            else:
                await self.answer(scope, receive, ResponseWrapper(send, accepts_gzip(headers), scope["method"] == "HEAD"))

    async def answer(self, scope: Scope, receive: Receive, send: ResponseWrapper) -> None:
        """Answer a request, unless it is refused here."""
        try:
            self.limits.check("any", scope)
            self.check_site(scope, changes_nothing=scope["method"] in SAFE_METHODS)
        except Refused as fault:
            await refuse(send, fault)
            return
        await self.app({**scope, "method": "GET"} if send.bare else scope, receive, send)

    async def follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a socket, unless it is refused here; "too many" is said on the socket itself, where the page can read it."""
        try:
            self.limits.check("any", scope)
            self.check_site(scope, changes_nothing=False)
            client = self.limits.acquire(scope)
        except Refused as fault:
            await receive()
            if fault.error == "too-many":
                await send({"type": "websocket.accept"})
                await send({"type": "websocket.send", "text": msgspec.json.encode(RefusedHello(refusal_of(fault))).decode()})
                await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": fault.error})
            elif DENIAL in (scope.get("extensions") or {}):
                await refuse(send, fault, f"{DENIAL}.")
            else:
                await send({"type": "websocket.close", "code": DENIED, "reason": fault.error})
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.limits.release(client)

    def check_site(self, scope: Scope, changes_nothing: bool) -> None:
        """Refuse a request for another host; refuse sockets and requests that change something to pages of other sites."""
        self.hosts.check(scope)
        if not changes_nothing and is_cross_site(scope["headers"]):
            raise refused("cross-site")


async def refuse(send: Send, refused: Refused, kind: str = "http.response.") -> None:
    """Answer with a refusal."""
    body = msgspec.json.encode(refusal_of(refused))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += [(name.encode(), value.encode()) for name, value in headers_of(refused)]
    await send({"type": f"{kind}start", "status": status_of(refused), "headers": headers})
    await send({"type": f"{kind}body", "body": body, "more_body": False})


# ---------------------------------------------------------------- request headers


def language_of(query: bytes, accepted: bytes) -> str:
    """The requested language: from `?language=`, otherwise the browser's first preference."""
    asked = parse_qs(query.decode("latin-1")).get("language", [""])[0] if b"language=" in query else ""
    return (asked or accepted.decode("latin-1").partition(",")[0].partition(";")[0]).strip()[:20]


def is_cross_site(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether the `Origin` header names another site: an origin is a scheme, `://` and a host."""
    own = {value.lower() for name, value in headers if name == b"host"}
    return any(value.partition(b"://")[2].lower() not in own for name, value in headers if name == b"origin")


def accepts_gzip(headers: dict[bytes, bytes]) -> bool:
    return b"gzip" in headers.get(b"accept-encoding", b"")


# ---------------------------------------------------------------- the response


class ResponseWrapper:
    """Adds security headers to a response, and compresses it if that is worthwhile."""

    def __init__(self, send: Send, compress: bool, bare: bool) -> None:
        self.send = send
        self.compress = compress
        self.bare = bare
        """Whether only the headers are wanted (HEAD)."""
        self.start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            return
        if self.start is not None and message["type"] == "http.response.body":
            start, self.start = self.start, None
            headers: Headers = [*start.get("headers", ()), *SECURITY_HEADERS]
            if not any(name.lower() == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))  # what a seat sees is private
            body = message.get("body", b"")
            if not message.get("more_body") and self.compress and worth_compressing(headers, body):
                body = gzip.compress(body, LEVEL, mtime=0)
                headers = [header for header in headers if header[0].lower() != b"content-length"]
                headers += [(b"content-encoding", b"gzip"), (b"content-length", b"%d" % len(body))]
            await self.send({**start, "headers": headers})
            await self.send({**message, "body": b"" if self.bare else body})
            return
        await self.send(message)


def worth_compressing(headers: Iterable[tuple[bytes, bytes]], body: bytes) -> bool:
    named = {name.lower(): value for name, value in headers}
    return len(body) >= WORTH_IT and b"content-encoding" not in named and named.get(b"content-type", b"").startswith(TEXTUAL)
