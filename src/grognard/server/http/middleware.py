"""What is the same for every request: the language, who may call from where, guarding headers, and compression."""

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
"""Only what this server serves; no other page may frame these."""
GUARDS = (
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
SAFE = {"GET", "HEAD", "OPTIONS"}
WORTH_IT = 1400
"""From how many bytes on a body is compressed: less fits in one packet anyway."""
LEVEL = 4
TRY_AGAIN, DENIED = 1013, 1008
"""The codes with which a socket is closed that may be tried again later, or not."""
DENIAL = "websocket.http.response"
"""The extension of ASGI by which a socket is refused with a response of HTTP."""
END = "end"
"""Under which name the server finds in its state what to call as soon as it is told to end."""
TEXTUAL = (b"application/json", b"image/svg+xml", b"text/")


class Middleware:
    """The application with all of that around it."""

    def __init__(self, app: Application, limits: Limits, hosts: Hosts, end: Callable[[], None] = lambda: None) -> None:
        self.app = app
        self.limits = limits
        self.hosts = hosts
        self.end = end
        """Gives up what would keep the server from ending."""

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
        """Answer a request, if it may be asked."""
        try:
            self.limits.check("any", scope)
            self.check_site(scope, changes_nothing=scope["method"] in SAFE)
        except Refused as fault:
            await refuse(send, fault)
            return
        await self.app({**scope, "method": "GET"} if send.bare else scope, receive, send)

    async def follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client listen, if it may; who asks too much is told so on the socket, where the page can read it."""
        try:
            self.limits.check("any", scope)
            self.check_site(scope, changes_nothing=False)
            line = self.limits.hold(scope)
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
            self.limits.give_back(line)

    def check_site(self, scope: Scope, changes_nothing: bool) -> None:
        """Refuse a request under a name that is not ours; one that changes something, or a socket, also to pages of others."""
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


# ---------------------------------------------------------------- what a request says of itself


def language_of(query: bytes, accepted: bytes) -> str:
    """The language asked for: by `?language=`, otherwise the first that the browser prefers."""
    asked = parse_qs(query.decode("latin-1")).get("language", [""])[0] if b"language=" in query else ""
    return (asked or accepted.decode("latin-1").partition(",")[0].partition(";")[0]).strip()[:20]


def is_cross_site(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a browser says that the page which calls came from elsewhere: an origin is a scheme, `://` and a host."""
    own = {value.lower() for name, value in headers if name == b"host"}
    return any(value.partition(b"://")[2].lower() not in own for name, value in headers if name == b"origin")


def accepts_gzip(headers: dict[bytes, bytes]) -> bool:
    return b"gzip" in headers.get(b"accept-encoding", b"")


# ---------------------------------------------------------------- the response on its way


class ResponseWrapper:
    """Passes a response on with guarding headers, compressed where it is worth it."""

    def __init__(self, send: Send, compress: bool, bare: bool) -> None:
        self.send = send
        self.compress = compress
        self.bare = bare
        """Whether only the headers are asked for."""
        self.start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            return
        if self.start is not None and message["type"] == "http.response.body":
            start, self.start = self.start, None
            headers: Headers = [*start.get("headers", ()), *GUARDS]
            if not any(name.lower() == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))  # what a seat sees is for its own eyes
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
