"""The faces of a table that is being played at: each made once for all who see the same, and only as often as it changes."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Raw

from grognard.core.texts import in_table, language_in_force, text
from grognard.server.shapes import ChatLine, LogLine, Offer
from grognard.server.storage.store import ChatLine as Said
from grognard.server.storage.store import OfferRow
from grognard.server.tables.replicas import Replica
from grognard.server.tables.table import Table
from grognard.server.views.lessons import guide_of
from grognard.server.views.log import LogView
from grognard.server.views.table import Setting, parts_of_game, parts_of_setting
from grognard.server.views.viewer import Viewer
from grognard.telling.words import capital

Parts = Mapping[str, Raw]
"""The parts of a table, each as JSON."""


class Face:
    """A table as one seat, or a spectator, sees it in one language."""

    def __init__(self) -> None:
        self._chronicle = LogView()
        self._of: Replica | None = None
        self._sight: Viewer | None = None
        self._parts: dict[str, Raw] = {}

    def _looked(self, table: Table, seat: str | None) -> Viewer:
        """The table as it is now; looked at anew only after a move."""
        if self._sight is None or self._of is not table.replica:
            before = table.replica.befores[-1] if table.replica.befores else None
            self._of, self._sight, self._parts = table.replica, Viewer(table.game, seat, before), {}
        return self._sight

    def parts(self, table: Table, seat: str | None) -> Parts:
        """Every part as it is now."""
        viewer = self._looked(table, seat)
        if not self._parts:
            self._parts = encoded(parts_of_game(viewer))
        return self._parts | encoded(parts_of_setting(viewer, setting_of(table, seat)))

    def log(self, table: Table, seat: str | None, since: int) -> list[LogLine]:
        """The lines of the log from a number on."""
        return self._chronicle.lines_of(self._looked(table, seat))[max(since, 0) :]


_faces: WeakKeyDictionary[Table, dict[tuple[str | None, str], Face]] = WeakKeyDictionary()


def face_of(table: Table, seat: str | None) -> Face:
    """The face of a table for a seat, in the language in force."""
    faces = _faces.setdefault(table, {})
    return faces.setdefault((seat, language_in_force()), Face())


def encoded(parts: Mapping[str, object]) -> dict[str, Raw]:
    return {name: Raw(msgspec.json.encode(part)) for name, part in parts.items()}


def setting_of(table: Table, seat: str | None) -> Setting:
    """Who sits at a table, and what is asked there."""
    return Setting(
        table.id,
        table.seq,
        table.players,
        frozenset(table.joined),
        frozenset(table.online),
        tuple(map(offer_of, table.offers)),
        table.orders.get(seat, {}) if seat is not None else {},
        table.advice_for(seat),
        table.rematch,
        table.called,
        guide_of(table, seat),
    )


def offer_of(offer: OfferRow) -> Offer:
    """An offer in words."""
    args = {"by": in_table("army", offer.by), "about": in_table("army", offer.about)}
    return Offer(offer.kind, offer.by, capital(text(f"server.offer.{offer.kind}", args)), tuple(offer.waits_for))  # type: ignore[arg-type]


def chat_line(line: Said) -> ChatLine:
    """What was said, with the side that said it."""
    return ChatLine(line.number, line.seat or None, in_table("side", line.seat) if line.seat else "", line.text, line.at)
