"""The settings for notices: which ones this server sends, and which addresses it accepts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from grognard.core.errors import GrognardError
from grognard.server.networks import is_public, literal_address
from grognard.server.notices.sending import Mail
from grognard.server.refusals import malformed, refused
from grognard.server.storage.database import shown
from grognard.server.validation import is_text

Kind = Literal["mail", "webhook"]
MAIL: Kind = "mail"
WEBHOOK: Kind = "webhook"
LONGEST_MAIL, LONGEST_WEBHOOK = 254, 1000
SMTP_PORT, SMTPS_PORT = 587, 465
DEFAULT_GRACE, POLL_SECONDS, SHORTEST_POLL = 60.0, 15.0, 1.0
PAUSES = (60.0, 300.0, 1800.0)
LEASE = 300.0
ANYWHERE = "anywhere"
FALSE = ("", "0", "no", "off", "false")

MAIL_URL, MAIL_FROM = "GROGNARD_MAIL", "GROGNARD_MAIL_FROM"
WEBHOOKS, PUBLIC_URL, NOTICE_AFTER = "GROGNARD_WEBHOOKS", "GROGNARD_PUBLIC_URL", "GROGNARD_NOTICE_AFTER"
"""The environment variables that configure notices."""

LETTERS = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
NAME = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{LETTERS}@{NAME}(?:\.{NAME})*")
"""An e-mail address, as browsers accept it: one @, and nothing that could corrupt the headers of an e-mail."""
PRINTED = re.compile(r"[!-~]+")
"""The characters of a URL: no spaces, no line breaks, no accents."""


class NoticeSettings(msgspec.Struct, frozen=True):
    """What this server sends, and when."""

    public_url: str
    """The public URL of this server, for the links in notices."""
    mail: Mail | None = None
    webhooks: bool = False
    anywhere: bool = False
    """Whether webhooks may be in networks that are not public."""
    grace: float = DEFAULT_GRACE
    """Seconds that a question must wait: in a game played in one sitting nobody is notified."""
    every: float = POLL_SECONDS
    """Seconds between two checks for due notices."""
    pauses: tuple[float, ...] = PAUSES
    """Seconds to wait after each failed attempt; after the last one the notice is dropped."""
    lease: float = LEASE
    """Seconds after which another process may send a notice that one has claimed."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of notices that are offered."""
        return (*((MAIL,) if self.mail else ()), *((WEBHOOK,) if self.webhooks else ()))


# ---------------------------------------------------------------- configuration


def notice_settings_from(said: Mapping[str, str]) -> NoticeSettings | None:
    """The settings in the environment variables; None: no notices. Invalid ones are refused in one sentence."""
    webhooks = said.get(WEBHOOKS, "").strip().lower()
    offered = webhooks not in FALSE
    url = said.get(MAIL_URL, "")
    if not (url or offered):
        return None
    if not said.get(PUBLIC_URL):
        raise GrognardError("Notices contain a link to the game; give the address of this server with --public-url.")
    return NoticeSettings(
        public_url=origin(said[PUBLIC_URL]),
        mail=mail_server(url, said.get(MAIL_FROM, "")) if url else None,
        webhooks=offered,
        anywhere=webhooks == ANYWHERE,
        grace=(grace := seconds(said.get(NOTICE_AFTER, ""))),
        every=max(SHORTEST_POLL, min(POLL_SECONDS, grace / 2)),
    )


def mail_server(url: str, sender: str) -> Mail:
    """The mail server at a URL, with the sender's address."""
    parts = split(url)
    if parts is None or parts.scheme not in ("smtp", "smtps") or parts.path.strip("/") or parts.query or parts.fragment:
        raise GrognardError(f"'{shown(url)}' is not a mail server; give smtp://USER:PASSWORD@HOST:PORT, or smtps://...")
    if not is_mail_address(sender):
        raise GrognardError(f"'{sender}' is not an e-mail address to send from; give one with --mail-from.")
    encrypted = parts.scheme == "smtps"
    port = parts.port or (SMTPS_PORT if encrypted else SMTP_PORT)
    return Mail(parts.hostname or "", port, encrypted, sender, unquote(parts.username or ""), unquote(parts.password or ""))


def origin(url: str) -> str:
    """The origin (scheme and host) of a server; its pages must be at the root."""
    parts = split(url)
    if parts is None or parts.scheme not in ("http", "https") or parts.path.strip("/") or parts.query or parts.username:
        raise GrognardError(f"'{shown(url)}' is not the address of a server; give one such as https://games.example.org.")
    return f"{parts.scheme}://{parts.netloc}"


def seconds(said: str) -> float:
    """How long a question must wait before its player is notified."""
    if not said:
        return DEFAULT_GRACE
    if not re.fullmatch(r"\d{1,6}", said):
        raise GrognardError(f"'{said}' is not a number of seconds; give one such as 60.")
    return float(said)


def split(url: str) -> SplitResult | None:
    """The parts of a URL with a host; None if it is not one."""
    if not PRINTED.fullmatch(url):
        return None
    try:
        parts = urlsplit(url)
        return parts if parts.hostname and (parts.port is None or parts.port > 0) else None
    except ValueError:
        return None


# ---------------------------------------------------------------- addresses


def check_address(bag: NoticeSettings | None, kind: str, address: str) -> None:
    """Refuse an address that cannot be used."""
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
    """Refuse what is not a webhook, or is obviously in our own network; names are resolved later."""
    parts = split(url)
    if parts is None or parts.scheme not in ("http", "https") or parts.username is not None or parts.fragment:
        raise malformed("webhook")
    host = (parts.hostname or "").rstrip(".")
    address = literal_address(host)
    if not anywhere and (is_local_name(host) if address is None else not is_public(str(address))):
        raise malformed("private")


def is_local_name(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")
