"""Sending: a letter by SMTP, a few words by HTTP. Nothing here knows of games, and no fault tells whom it was meant for."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

import msgspec

from grognard.server.http.networks import is_public, literal_address

T = TypeVar("T")

PATIENCE = 20.0
"""Seconds that each step of an exchange may take."""
IN_ALL = 60.0
"""Seconds that an exchange may take."""
LONGEST_LINE = 4096
"""Bytes of a line that a server answers; longer ones are not read."""
MOST_LINES = 100


class Unsent(Exception):
    """It could not be sent: why, without a word of where to."""


class Mail(msgspec.Struct, frozen=True):
    """The server that takes our letters, and who we are there."""

    host: str
    port: int
    encrypted: bool
    """From the first word on; otherwise from the second on, except to this machine itself."""
    sender: str
    user: str = ""
    password: str = ""


# ---------------------------------------------------------------- letters


async def send_letter(mail: Mail, letter: EmailMessage) -> None:
    """Hand a letter to the mail server, without holding anybody up meanwhile."""
    try:
        async with asyncio.timeout(IN_ALL):
            await in_a_thread(lambda: hand_over(mail, letter))
    except TimeoutError:
        raise Unsent("the mail server does not answer") from None


def hand_over(mail: Mail, letter: EmailMessage) -> None:
    """Hand a letter to the mail server; a password goes over an encrypted line, or stays on this machine."""
    context = ssl.create_default_context()
    try:
        if mail.encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=PATIENCE, context=context)
        else:
            server = smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE)
        with server:
            if not mail.encrypted and not is_this_machine(mail.host):
                server.starttls(context=context)
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(letter)
    except smtplib.SMTPRecipientsRefused as fault:
        codes = sorted({str(code) for code, _ in fault.recipients.values()})
        raise Unsent(f"the mail server refused it with {', '.join(codes)}") from None
    except smtplib.SMTPResponseException as fault:
        raise Unsent(f"the mail server answered {fault.smtp_code}") from None
    except (smtplib.SMTPException, OSError, ValueError) as fault:
        raise Unsent(f"the mail server could not be used ({type(fault).__name__})") from None


def is_this_machine(host: str) -> bool:
    """Whether a host is called by a name that never leads elsewhere."""
    address = literal_address(host)
    return host == "localhost" if address is None else address.is_loopback


# ---------------------------------------------------------------- words by HTTP


async def post(url: str, body: bytes, anywhere: bool) -> None:
    """Post JSON to a URL. Nothing that is answered is followed or read but the status."""
    try:
        async with asyncio.timeout(IN_ALL):
            status = await exchange(urlsplit(url), body, anywhere)
    except TimeoutError:
        raise Unsent("the webhook does not answer") from None
    except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as fault:
        raise Unsent(f"the webhook could not be reached ({type(fault).__name__})") from None
    if not 200 <= status < 300:
        raise Unsent(f"the webhook answered {status}")


async def exchange(url: SplitResult, body: bytes, anywhere: bool) -> int:
    """The status that a post is answered with; we connect to the very address that was looked at, not to its name again."""
    host, port = url.hostname or "", url.port or (443 if url.scheme == "https" else 80)
    found = await in_a_thread(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    addresses = [str(entry[4][0]) for entry in found]
    if not anywhere and not all(is_public(address) for address in addresses):
        raise Unsent("the webhook lies in a network that is not public")
    secure = {"ssl": ssl.create_default_context(), "server_hostname": host} if url.scheme == "https" else {}
    reader, writer = await asyncio.open_connection(addresses[0], port, limit=LONGEST_LINE, **secure)  # type: ignore[arg-type]
    try:
        writer.write(request_of(url, body))
        await writer.drain()
        return await status_in(reader)
    finally:
        writer.close()
        writer.transport.abort()  # whatever else is said there: we do not listen


def request_of(url: SplitResult, body: bytes) -> bytes:
    """The request as it is written."""
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    lines = (
        f"POST {target} HTTP/1.1",
        f"Host: {url.netloc}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "User-Agent: Grognard",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode("ascii") + body


async def status_in(reader: asyncio.StreamReader) -> int:
    """The status of an answer; those that only announce another are passed over."""
    for _ in range(MOST_LINES):
        line = await reader.readuntil(b"\n")
        if line.startswith(b"HTTP/1."):
            status = int(line.split()[1])
            if status >= 200:
                return status
    raise ValueError("no answer of HTTP")


# ---------------------------------------------------------------- threads


async def in_a_thread(work: Callable[[], T]) -> T:
    """What comes of work that may block, in a thread of its own that keeps nobody from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(settled: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(lambda: None if future.done() else settled())

    def run() -> None:
        try:
            result = work()
        except Exception as fault:
            why = fault
            settle(lambda: future.set_exception(why))
        else:
            settle(lambda: future.set_result(result))

    threading.Thread(target=run, name="grognard-post", daemon=True).start()
    return await future
