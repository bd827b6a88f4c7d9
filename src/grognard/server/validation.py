"""Validation of keys, nonces and texts from clients, and the hashing of tokens."""

from __future__ import annotations

import hashlib
import re
from unicodedata import category

from grognard.server.refusals import malformed

WORD = re.compile(r"[A-Za-z0-9_-]+")
LONGEST_KEY = LONGEST_NONCE = 64
UNSEEN = ("Cc", "Cf")
"""The categories of characters for control and for formatting."""


def hashed_token(token: str) -> str:
    """What the database stores of a secret link."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def token_of(header: str) -> str:
    """The token in an `Authorization` header; another scheme opens no seat."""
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else header


def is_text(words: str) -> bool:
    """Whether every database can store a text: no NUL, and no lone surrogate."""
    return "\0" not in words and not any("\ud800" <= letter <= "\udfff" for letter in words)


def plain(words: str) -> str:
    """A text of several lines without what cannot be seen: control characters and escapes, and formatting characters.

    Those turn the direction of what follows, or have no width, so that a text would read differently from what it says.
    """
    lines = words.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return "".join(letter for letter in lines if letter in "\n\t" or category(letter) not in UNSEEN)


def check_key(key: str) -> None:
    if len(key) > LONGEST_KEY or not WORD.fullmatch(key):
        raise malformed("key", most=LONGEST_KEY)


def check_nonce(nonce: str) -> None:
    """Refuse anything that is neither a nonce nor empty."""
    if nonce and not is_nonce(nonce):
        raise malformed("nonce", most=LONGEST_NONCE)


def is_nonce(nonce: str) -> bool:
    return len(nonce) <= LONGEST_NONCE and WORD.fullmatch(nonce) is not None
