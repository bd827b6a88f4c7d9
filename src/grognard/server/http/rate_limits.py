"""Rate limits per client, far above what people need.

A client is an address or, for actions at a table, the secret link of a seat. Each has a token bucket for each kind of
request; a request takes a token, and tokens refill over time. Without proxies, requests from this machine are not limited.
"""

from __future__ import annotations

import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Literal, NamedTuple

from grognard.core.texts import Reason
from grognard.server.refusals import Refused, refused
from grognard.server.validation import hashed_token, token_of

Kind = Literal["any", "games", "words", "fights", "past"]


class Rate(NamedTuple):
    """How many requests may come in a burst, and how many a second in the long run."""

    at_once: float
    a_second: float


RATES: Mapping[Kind, Rate] = {
    "any": Rate(600, 30),
    "games": Rate(60, 1 / 20),
    "words": Rate(60, 1),
    "fights": Rate(60, 4),
    "past": Rate(240, 8),
}
"""Per address: any request; new games (a club may share one address); history.
Per seat: chat, notes, offers and orders; forecasts and odds."""
OF_A_SEAT: frozenset[Kind] = frozenset({"words", "fights"})
SOCKETS = 200
"""How many sockets an address may have open."""
REMEMBERED = 20_000
"""How many buckets are kept; the least recently used ones have refilled by then."""
SOCKETS_RETRY = 60
"""Seconds after which a client with too many sockets may try again."""
LIMITED = "limited"
"""The key in a route's options of its kind."""
UNKNOWN = "unknown"
"""The client for all requests whose address cannot be determined: they share one bucket."""
ADDRESS = re.compile(r'"?(?:\[(?P<bracketed>[^]]*)\]|(?P<v4>[0-9.]+)|(?P<bare>[0-9A-Fa-f:.]+(?:%.*)?))(?P<port>:[0-9]+)?"?')
"""An address as proxies write it: optionally quoted, optionally with a port (IPv6 then in brackets)."""


class Limits:
    """The buckets of all clients. A factor of 0 means no limit; with proxies, the first of them knows the client's address."""

    def __init__(self, factor: float = 1.0, proxies: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self.factor = factor
        self.proxies = proxies
        self._clock = clock
        self._buckets: OrderedDict[tuple[Kind, str], tuple[float, float]] = OrderedDict()
        """The number of tokens at a time, and that time."""
        self._sockets: Counter[str] = Counter()

    def check(self, kind: Kind, scope: Mapping[str, Any]) -> None:
        """Take a token for a request of this kind, or refuse it."""
        who = self.client(scope)
        if who is None:
            return
        if kind in OF_A_SEAT:
            who = seat_in(scope) or who
        wait = self._take(kind, who)
        if wait > 0:
            raise refused("too-many", wait=math.ceil(wait))

    def _take(self, kind: Kind, who: str) -> float:
        """How long to wait for a token; 0: it was taken."""
        at_once, a_second = max(1.0, RATES[kind].at_once * self.factor), RATES[kind].a_second * self.factor
        now = self._clock()
        tokens, then = self._buckets.get((kind, who), (at_once, now))
        tokens = min(at_once, tokens + (now - then) * a_second)
        wait = max(0.0, (1 - tokens) / a_second)
        self._buckets[kind, who] = (tokens if wait else tokens - 1), now
        self._buckets.move_to_end((kind, who))
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return wait

    # ------------------------------------------------------------------ sockets

    def acquire(self, scope: Mapping[str, Any]) -> str | None:
        """Count an open socket of a client, or refuse it; to be released."""
        who = self.client(scope)
        if who is None:
            return None
        if self._sockets[who] >= max(1.0, SOCKETS * self.factor):
            raise Refused("too-many", Reason("server.too-many-lines", (), {"wait": SOCKETS_RETRY}))
        self._sockets[who] += 1
        return who

    def release(self, client: str | None) -> None:
        if client is not None:
            self._sockets[client] -= 1
            if self._sockets[client] <= 0:
                del self._sockets[client]

    # ------------------------------------------------------------------ the client

    def client(self, scope: Mapping[str, Any]) -> str | None:
        """The client that a request comes from; None if it is not limited."""
        if self.factor <= 0:
            return None
        peer = scope.get("client")
        if self.proxies < 1:
            return client_at(peer[0] if peer else "")
        told = forwarded_address(scope, self.proxies)
        return network_of(told if told is not None else str(peer[0]) if peer else "")


def seat_in(scope: Mapping[str, Any]) -> str | None:
    """The identity of the calling seat: the hash of its link."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            return hashed_token(token_of(value.decode("latin-1")))
    return None


def forwarded_address(scope: Mapping[str, Any], proxies: int) -> str | None:
    """The address in `X-Forwarded-For` that the first of our proxies saw; the ones before it can be forged."""
    headers = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if not headers:
        return None
    told = ",".join(headers).split(",")
    return told[-min(proxies, len(told))]


# ---------------------------------------------------------------- addresses


def client_at(peer: str) -> str | None:
    """The client at the other end of a connection; None for this machine, whose own sockets have no address."""
    address = address_in(peer)
    return None if not peer or (address is not None and address.is_loopback) else network_of(peer)


def network_of(written: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network of an IPv6 address."""
    address = address_in(written)
    if address is None:
        return UNKNOWN
    return address.exploded[:19] if isinstance(address, IPv6Address) else str(address)


def address_in(written: str) -> IPv4Address | IPv6Address | None:
    """The address in a text, without its port and zone; None if there is none."""
    found = ADDRESS.fullmatch(written.strip())
    if found is None:
        return None
    try:
        address = ip_address((found["bracketed"] or found["v4"] or found["bare"] or "").partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
