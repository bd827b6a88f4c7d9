"""Which notices this server sends, as whoever runs it has said, and which addresses it takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from grognard.core.errors import GrognardError
from grognard.server.http.networks import is_public, literal_address
from grognard.server.http.validation import is_text
from grognard.server.notices.sending import Mail
from grognard.server.refusals import malformed, refused
from grognard.server.storage.database import shown

Kind = Literal["mail", "webhook"]
MAIL: Kind = "mail"
WEBHOOK: Kind = "webhook"
LONGEST_MAIL, LONGEST_WEBHOOK = 254, 1000
SMTP_PORT, SMTPS_PORT = 587, 465
GRACE, EVERY, OFTEN = 60.0, 15.0, 1.0
PAUSES = (60.0, 300.0, 1800.0)
LEASE = 300.0
ANYWHERE = "anywhere"
FALSE = ("", "0", "no", "off", "false")

MAIL_URL, MAIL_FROM = "GROGNARD_MAIL", "GROGNARD_MAIL_FROM"
WEBHOOKS, PUBLIC_URL, NOTICE_AFTER = "GROGNARD_WEBHOOKS", "GROGNARD_PUBLIC_URL", "GROGNARD_NOTICE_AFTER"
"""The variables by which a server is told what it sends."""

LETTERS = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
NAME = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{LETTERS}@{NAME}(?:\.{NAME})*")
"""An address of e-mail, as browsers take it: one @, and nothing that a letter's head could be led astray by."""
PRINTED = re.compile(r"[!-~]+")
"""What a URL is written in: no spaces, no line breaks, no accents."""


class NoticeSettings(msgspec.Struct, frozen=True):
    """What this server sends, and how patiently."""

    public_url: str
    """Where people find this server; links in notices lead there."""
    mail: Mail | None = None
    webhooks: bool = False
    anywhere: bool = False
    """Whether webhooks may lead into networks that are not public."""
    grace: float = GRACE
    """Seconds that a question must last: in a game that is played at one sitting nobody is sent anything."""
    every: float = EVERY
    """Seconds between two looks at who is owed a notice."""
    pauses: tuple[float, ...] = PAUSES
    """Seconds after each attempt that failed; after the last of them it is given up."""
    lease: float = LEASE
    """Seconds after which a notice that somebody has set about to send is sent by another."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of notices that are offered."""
        return (*((MAIL,) if self.mail else ()), *((WEBHOOK,) if self.webhooks else ()))


# ---------------------------------------------------------------- what whoever runs the server says


def mailbag_from(said: Mapping[str, str]) -> NoticeSettings | None:
    """What is to be sent, by the variables that say so; None: nothing. What cannot be is refused in one sentence."""
    webhooks = said.get(WEBHOOKS, "").strip().lower()
    offered = webhooks not in FALSE
    url = said.get(MAIL_URL, "")
    if not (url or offered):
        return None
    if not said.get(PUBLIC_URL):
        raise GrognardError("A notice says where the game is to be found; give the address of this server with --public-url.")
    return NoticeSettings(
        public_url=origin(said[PUBLIC_URL]),
        mail=mail_server(url, said.get(MAIL_FROM, "")) if url else None,
        webhooks=offered,
        anywhere=webhooks == ANYWHERE,
        grace=(grace := seconds(said.get(NOTICE_AFTER, ""))),
        every=max(OFTEN, min(EVERY, grace / 2)),
    )


def mail_server(url: str, sender: str) -> Mail:
    """The mail server at a URL, from whom letters come."""
    parts = split(url)
    if parts is None or parts.scheme not in ("smtp", "smtps") or parts.path.strip("/") or parts.query or parts.fragment:
        raise GrognardError(f"'{shown(url)}' is no mail server; give smtp://USER:PASSWORD@HOST:PORT, or smtps://...")
    if not is_mail_address(sender):
        raise GrognardError(f"'{sender}' is no address that letters could come from; give one with --mail-from.")
    encrypted = parts.scheme == "smtps"
    port = parts.port or (SMTPS_PORT if encrypted else SMTP_PORT)
    return Mail(parts.hostname or "", port, encrypted, sender, unquote(parts.username or ""), unquote(parts.password or ""))


def origin(url: str) -> str:
    """The address of a server without what stands behind it; its pages lie at its root."""
    parts = split(url)
    if parts is None or parts.scheme not in ("http", "https") or parts.path.strip("/") or parts.query or parts.username:
        raise GrognardError(f"'{shown(url)}' is no address of a server; give one such as https://games.example.org.")
    return f"{parts.scheme}://{parts.netloc}"


def seconds(said: str) -> float:
    """How long a question must last until its person is told."""
    if not said:
        return GRACE
    if not re.fullmatch(r"\d{1,6}", said):
        raise GrognardError(f"'{said}' is no number of seconds; give one such as 60.")
    return float(said)


def split(url: str) -> SplitResult | None:
    """The parts of a URL that has a host; None: it is none."""
    if not PRINTED.fullmatch(url):
        return None
    try:
        parts = urlsplit(url)
        return parts if parts.hostname and (parts.port is None or parts.port > 0) else None
    except ValueError:
        return None


# ---------------------------------------------------------------- what a seat leaves


def check_address(bag: NoticeSettings | None, kind: str, address: str) -> None:
    """Every reason not to take an address."""
    if bag is None or kind not in bag.kinds:
        raise refused("no-notices")
    longest = LONGEST_MAIL if kind == MAIL else LONGEST_WEBHOOK
    if len(address) > longest:
        raise malformed("notice", most=longest)
    if kind == MAIL and not is_mail_address(address):
        raise malformed("mail")
    if kind == WEBHOOK:
        check_webhook(address, bag.anywhere)


def is_mail_address(address: str) -> bool:
    return len(address) <= LONGEST_MAIL and is_text(address) and ADDRESS.fullmatch(address) is not None


def check_webhook(url: str, anywhere: bool) -> None:
    """Refuse what is no webhook, or shows at first sight that it leads into our own network; names are looked up later."""
    parts = split(url)
    if parts is None or parts.scheme not in ("http", "https") or parts.username is not None or parts.fragment:
        raise malformed("webhook")
    host = (parts.hostname or "").rstrip(".")
    address = literal_address(host)
    if not anywhere and (is_local_name(host) if address is None else not is_public(str(address))):
        raise malformed("private")


def is_local_name(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")
