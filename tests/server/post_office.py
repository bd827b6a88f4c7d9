"""A post office on this machine: a real little SMTP server and a real little webhook, which keep what they are given."""

from __future__ import annotations

import base64
import json
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

CERTIFICATE = Path(__file__).parent / "certificate.pem"


def secured() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


class Clerk(socketserver.StreamRequestHandler):
    """Takes letters over one line, in the words of SMTP."""

    def say(self, words: str) -> None:
        self.wfile.write(words.encode() + b"\r\n")

    def finish(self) -> None:
        super().finish()
        self.request.close()  # it may have been wrapped meanwhile

    def handle(self) -> None:
        office = cast(PostOffice, self.server)
        self.say("220 here")
        to: list[str] = []
        while line := self.rfile.readline():
            words = line.decode().strip()
            office.heard.append(words)
            match words.split()[0].upper():
                case "EHLO":
                    self.say("250-here")
                    if office.starttls:
                        self.say("250-STARTTLS")
                    self.say("250 AUTH PLAIN")
                case "STARTTLS":
                    self.say("220 go on")
                    self.request = secured().wrap_socket(self.request, server_side=True)
                    self.setup()
                case "AUTH":
                    office.logins.append(base64.b64decode(words.split()[2]).decode().split("\0")[1:])
                    self.say("235 welcome")
                case "RCPT" if office.refuses:
                    office.refuses -= 1
                    self.say(f"550 nobody of that name: {words}")
                case "MAIL" | "RCPT":
                    to += [words.partition("<")[2].partition(">")[0]] if words.upper().startswith("RCPT") else []
                    self.say("250 ok")
                case "DATA":
                    self.say("354 tell")
                    body = b""
                    while (line := self.rfile.readline()) != b".\r\n":
                        body += line
                    office.letters.append((to, message_from_bytes(body, policy=default)))
                    self.say("250 taken")
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 ok")


class PostOffice(socketserver.ThreadingTCPServer):
    """An SMTP server."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Clerk)
        self.letters: list[tuple[list[str], EmailMessage]] = []
        self.heard: list[str] = []
        self.logins: list[list[str]] = []
        self.starttls = False
        self.refuses = 0
        """How many letters are yet to be refused."""

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A line that breaks is no fault of ours."""


class Bell(BaseHTTPRequestHandler):
    """Takes posts."""

    def do_POST(self) -> None:
        hook = cast(Webhook, self.server)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        hook.posts.append((self.path, dict(self.headers), json.loads(body)))
        status = hook.answers.pop(0) if hook.answers else 204
        self.send_response(status)
        if status == 302:
            self.send_header("Location", f"http://127.0.0.1:{hook.port}/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None: ...


class Webhook(ThreadingHTTPServer):
    """A server of HTTP that is posted to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Bell)
        self.posts: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.answers: list[int] = []
        """The next answers, if they are to be others than 'done'."""

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/bell?for=me"


@contextmanager
def opened(server: Any) -> Iterator[Any]:
    """A server at work."""
    with server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
