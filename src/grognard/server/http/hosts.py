"""Under which names this server answers.

The owner of another site can let its name lead to this machine, and its page is then of the same origin as ours for the browser
(DNS rebinding). So a request under a name that nobody has allowed is refused. Addresses need no leave: no DNS leads them here.
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
"""A host as the header `Host` has it, in small letters; its port is not looked at."""
ALWAYS = frozenset({"localhost"})
QUOTED = 60
"""How much of a name a refusal repeats."""


class Hosts:
    """The names under which a server answers, besides `localhost` and all addresses."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = ALWAYS.union(names)

    def check(self, scope: Mapping[str, Any]) -> None:
        """Refuse a request under a name that is not ours."""
        written = [value for name, value in scope["headers"] if name == b"host"]
        host = host_in(written[0].decode("latin-1")) if len(written) == 1 else None
        if host is None:
            raise malformed("host")
        if host not in self.names and not is_address(host):
            raise refused("wrong-host", host=host[:QUOTED])


def host_in(written: str) -> str | None:
    """The name or address that is written there, without its port; None if there is none."""
    found = HOST.fullmatch(written.lower())
    return None if found is None else found["v6"] or found["name"]


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def host_named(said: str) -> str:
    """The name that whoever runs the server gives, as browsers write it."""
    try:
        found = host_in(said.strip().encode("idna").decode("ascii"))
    except UnicodeError:
        found = None
    if found is None:
        raise GrognardError(f"'{said}' is no name of a host; give the name alone with --allow-host, such as games.example.org.")
    return found
