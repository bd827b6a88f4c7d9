"""Sending e-mail by SMTP and webhooks by HTTP. Nothing here knows about games, and no error names the recipient."""

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

from grognard.server.networks import is_public, literal_address

T = TypeVar("T")

STEP_TIMEOUT = 20.0
"""Seconds that each step of an exchange may take."""
TOTAL_TIMEOUT = 60.0
"""Seconds that a whole exchange may take."""
LONGEST_LINE = 4096
"""The most bytes in a line of a server's answer."""
MOST_LINES = 100


class Unsent(Exception):
    """It could not be sent: the reason, without the recipient."""


class Mail(msgspec.Struct, frozen=True):
    """The outgoing mail server, and our account there."""

    host: str
    port: int
    encrypted: bool
    """TLS from the start; otherwise by STARTTLS, except to this machine."""
    sender: str
    user: str = ""
    password: str = ""


# ---------------------------------------------------------------- e-mail


async def send_mail(mail: Mail, letter: EmailMessage) -> None:
    """Send an e-mail, without blocking the event loop."""
    try:
        async with asyncio.timeout(TOTAL_TIMEOUT):
            await in_a_thread(lambda: send_by_smtp(mail, letter))
    except TimeoutError:
        raise Unsent("the mail server does not answer") from None


def send_by_smtp(mail: Mail, letter: EmailMessage) -> None:
    """Hand an e-mail to the mail server; a password is only sent encrypted, or stays on this machine."""
    context = ssl.create_default_context()
    try:
        if mail.encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=STEP_TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(mail.host, mail.port, timeout=STEP_TIMEOUT)
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
    """Whether a host name always means this machine."""
    address = literal_address(host)
    return host == "localhost" if address is None else address.is_loopback


# ---------------------------------------------------------------- webhooks


async def post(url: str, body: bytes, anywhere: bool) -> None:
    """Post JSON to a URL. Redirects are not followed, and only the status of the answer is read."""
    try:
        async with asyncio.timeout(TOTAL_TIMEOUT):
            status = await exchange(urlsplit(url), body, anywhere)
    except TimeoutError:
        raise Unsent("the webhook does not answer") from None
    except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as fault:
        raise Unsent(f"the webhook could not be reached ({type(fault).__name__})") from None
    if not 200 <= status < 300:
        raise Unsent(f"the webhook answered {status}")


async def exchange(url: SplitResult, body: bytes, anywhere: bool) -> int:
    """The response status of a post; we connect to the very address that was checked, and do not resolve the name again."""
    host, port = url.hostname or "", url.port or (443 if url.scheme == "https" else 80)
    found = await in_a_thread(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    addresses = [str(entry[4][0]) for entry in found]
    if not anywhere and not all(is_public(address) for address in addresses):
        raise Unsent("the webhook is in a network that is not public")
    secure = {"ssl": ssl.create_default_context(), "server_hostname": host} if url.scheme == "https" else {}
    reader, writer = await asyncio.open_connection(addresses[0], port, limit=LONGEST_LINE, **secure)  # type: ignore[arg-type]
    try:
        writer.write(request_of(url, body))
        await writer.drain()
        return await status_in(reader)
    finally:
        writer.close()
        writer.transport.abort()  # the rest of the answer is ignored


def request_of(url: SplitResult, body: bytes) -> bytes:
    """The HTTP request as bytes."""
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
    """The status of an answer; interim responses (1xx) are skipped."""
    for _ in range(MOST_LINES):
        line = await reader.readuntil(b"\n")
        if line.startswith(b"HTTP/1."):
            status = int(line.split()[1])
            if status >= 200:
                return status
    raise ValueError("not an HTTP response")


# ---------------------------------------------------------------- threads


async def in_a_thread(work: Callable[[], T]) -> T:
    """Run blocking work in a daemon thread of its own, which does not delay a shutdown."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(settled: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended in the meantime
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
