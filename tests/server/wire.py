"""Requests as bytes, with headers that no proper client would send."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from typing import NamedTuple

from tests.serving import PATIENCE

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
"""That of the example in RFC 6455."""
Headers = Mapping[str, str | bytes]


class Answered(NamedTuple):
    """What a server says first; a status of 0: it has closed the line without a word."""

    status: int
    head: bytes
    body: bytes


def asked(port: int, method: str, target: str, headers: Headers, body: bytes = b"") -> Answered:
    """The answer to a request whose connection is then closed."""
    length = {"Content-Length": str(len(body))} if body else {}
    return sent(port, method, target, {"Host": f"127.0.0.1:{port}", "Connection": "close", **length, **headers}, body)


def upgrade(port: int, target: str, headers: Headers) -> Answered:
    """The answer to a request for a socket."""
    handshake = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": KEY}
    return sent(port, "GET", target, {"Host": f"127.0.0.1:{port}", **handshake, **headers})


def sent(port: int, method: str, target: str, headers: Headers, body: bytes = b"") -> Answered:
    lines = [f"{method} {target} HTTP/1.1".encode("latin-1")]
    lines += [name.encode() + b": " + (value.encode() if isinstance(value, str) else value) for name, value in headers.items()]
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as wire:
        wire.sendall(b"\r\n".join([*lines, b"", body]))
        return answer_on(wire)


def answer_on(wire: socket.socket) -> Answered:
    """What is said until the answer is complete or the line is closed."""
    received = b""
    while not is_complete(received) and (more := wire.recv(65536)):
        received += more
    head, _, body = received.partition(b"\r\n\r\n")
    return Answered(int(head.split()[1]) if head else 0, head, body)


def is_complete(received: bytes) -> bool:
    head, end, body = received.partition(b"\r\n\r\n")
    if head.startswith(b"HTTP/1.1 101"):
        return end != b""
    length = re.search(rb"(?mi)^content-length: *([0-9]+)", head)
    return end != b"" and length is not None and len(body) >= int(length[1])
