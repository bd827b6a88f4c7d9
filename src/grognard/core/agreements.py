"""What allies at one table share and talk over. Their talk is no part of the game: the seat that the rules ask decides."""

from __future__ import annotations

import msgspec


class Subject(msgspec.Struct, frozen=True):
    """Something that allies may propose to use or to keep, in the current language."""

    id: str
    title: str


class Agreement(msgspec.Struct, frozen=True):
    """Who decides if allies do not agree, by which rules, and what there is to agree on."""

    decides: str
    cites: tuple[str, ...]
    subjects: tuple[Subject, ...]
