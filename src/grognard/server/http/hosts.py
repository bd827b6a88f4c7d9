"""The host names that this server answers to.

The owner of another site can point its name at this machine; for the browser, its page then has the same origin as ours
(DNS rebinding). So requests for a name that was not allowed are refused. IP addresses are always allowed: they need no DNS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import Any

from grognard.core.errors import GrognardError
from grognard.server.refusals import malformed, refused

HOST = re.compile(
    r"(?:\[(?P<v6>[0-9a-f:.]{2,45})\]|(?P<name>[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,126}))\.?(?::[0-9]{0,5})?"
)
"""A host as in the `Host` header, in lower case; the port is ignored."""
ALWAYS = frozenset({"localhost"})
QUOTED = 60
"""How many characters of a name a refusal repeats."""


class Hosts:
    """The names that a server answers to, besides `localhost` and all IP addresses."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = ALWAYS.union(names)

    def check(self, scope: Mapping[str, Any]) -> None:
        """Refuse a request for another name."""
        written = [value for name, value in scope["headers"] if name == b"host"]
        host = host_in(written[0].decode("latin-1")) if len(written) == 1 else None
        if host is None:
            raise malformed("host")
        if host not in self.names and not is_address(host):
            raise refused("wrong-host", host=host[:QUOTED])


def host_in(written: str) -> str | None:
    """The name or address in a text, without its port; None if it is neither."""
    found = HOST.fullmatch(written.lower())
    return None if found is None else found["v6"] or found["name"]


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def host_named(said: str) -> str:
    """The name given with --allow-host, as browsers write it."""
    try:
        found = host_in(said.strip().encode("idna").decode("ascii"))
    except UnicodeError:
        found = None
    if found is None:
        raise GrognardError(f"'{said}' is not a host name; give only the name with --allow-host, such as games.example.org.")
    return found
