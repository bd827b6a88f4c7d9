"""Chapter 14: breastworks and fortifications."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from grognard.core.hexes import Hex, HexSet
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import DugIn, WorksGone
from grognard.games.chancellorsville.victories.pieces import CSA


class Works(Chapter[C]):
    """Who has works where, and what they do."""

    @cached_property
    def fortified(self) -> HexSet:
        """U14.25: the permanent works near Fredericksburg."""
        return self.board.with_feature("fortification")

    @cached_property
    def fredericksburg(self) -> Hex:
        return self.components.places["Fredericksburg"]

    def has_breastworks(self, game: C, army: str, h: Hex) -> bool:
        return game.state.works.get(game.label(h)) == army

    def has_fortification(self, game: C, army: str, h: Hex) -> bool:
        """Printed ones serve the Confederates, markers the army that they belong to."""
        printed = army == CSA and bool(self.fortified >> h & 1)  # U14.25
        # U18.2
        return printed or game.state.forts.get(game.label(h)) == army

    def has_works(self, game: C, army: str, h: Hex) -> bool:
        return self.has_breastworks(game, army, h) or self.has_fortification(game, army, h)

    def why_not_dig(self, game: C, army: str, h: Hex) -> Reason | None:
        """U14.20, U13.15, U14.55: why an army cannot place breastworks in a hex."""
        where, label = {"hex": game.label(h)}, game.label(h)
        if game.night:
            return Reason("no-works-at-night", ("U14.55",), where)
        if h == self.fredericksburg:
            return Reason("no-works-in-town", ("U14.20",), where)
        if self.fortified >> h & 1 or label in game.state.forts:
            return Reason("no-works-in-fortifications", ("U14.20",), where)
        if label in game.state.works:
            return Reason("works-are-there", ("U14.20",), where)
        if not game.real(game.units_at(army, h)):
            return Reason("skirmishers-do-not-dig", ("U13.15",), where)
        return None

    def dig(self, game: C, army: str, h: Hex) -> None:
        game.state.works[game.label(h)] = army
        game.emit(DugIn(army, game.label(h)))

    def settle_works(self, game: C) -> None:
        """U14.21, U13.15: breastworks go when no unit of their builders but skirmishers is left in the hex."""
        works, hexes = game.state.works, self.board.grid.by_label
        empty = [label for label, army in works.items() if not game.real(game.units_at(army, hexes[label]))]
        for label in empty:
            del works[label]
            game.emit(WorksGone(label))

    def faced(self, game: C, army: str, h: Hex, attackers: Iterable[Hex]) -> bool:
        """U14.26: whether some attacker comes through a side that the fortification faces; markers face all sides."""
        if game.state.forts.get(game.label(h)) == army:
            return True  # U18.2
        return any("fortification_in" in self.board.side(a, h) for a in attackers)
