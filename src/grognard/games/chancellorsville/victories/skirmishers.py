"""Chapter 13: skirmishers. They come from the available box, one from a brigade in an activation."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grognard.core.hexes import HexSet, members
from grognard.core.procedures import DONE, Ask, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import SkirmishersTo
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import SkirmishersSent
from grognard.games.chancellorsville.victories.names import ArmyName, HexId
from grognard.games.chancellorsville.victories.pieces import ARMIES, AVAILABLE, ENEMY, LOST, OUT, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign


class Skirmishing(Chapter[C]):
    """Who makes skirmishers, and where they go."""

    def skirmishers_left(self, game: C, army: str) -> list[str]:
        """U13.2: the skirmishers in the available box."""
        pieces = game.state.pieces
        return [id for id in self.skirmisher_ids[army] if pieces[id].box == AVAILABLE]

    @cached_property
    def skirmisher_ids(self) -> dict[str, list[str]]:
        """The skirmishers of each army, in the order of the counter sheet."""
        return {army: [id for id in self.sheets[army] if self.counters[id].is_skirmisher] for army in ARMIES}

    def why_not_skirmish(self, game: C, piece: Piece) -> Reason | None:
        """U13.2, U13.3, U13.7, U14.55: why a brigade cannot make a skirmisher now."""
        counter = self.counters[piece.id]
        name = {"unit": counter.name}
        if not counter.is_infantry:
            return Reason("only-brigades-skirmish", ("U13.3",), name)
        if game.night:
            return Reason("no-skirmishers-at-night", ("U14.55",))
        if piece.id in game.state.skirmished:
            return Reason("one-skirmisher-each", ("U13.7",), name)
        if not self.skirmishers_left(game, counter.side):
            return Reason("no-skirmishers-left", ("U13.2",))
        if not self.room_for_skirmishers(game, piece):
            return Reason("no-room-for-skirmishers", ("U13.4", "U13.6"), name)
        return None

    def room_for_skirmishers(self, game: C, piece: Piece) -> bool:
        """U13.6: whether there is some hex for one; usually the brigade's own will do."""
        army = self.counters[piece.id].side
        here = game.rules.has_room(game, army, piece.hex, (game.piece(self.skirmishers_left(game, army)[0]),))
        return here or bool(self.skirmisher_hexes(game, piece))

    def skirmisher_hexes(self, game: C, piece: Piece) -> HexSet:
        """U13.4: the brigade's own hex, or an adjacent one that is not next to the enemy."""
        rules, army = game.rules, self.counters[piece.id].side
        skirmisher = game.piece(self.skirmishers_left(game, army)[0])
        beside = rules.tables(game, army).move.open[piece.hex] & ~game.held(ENEMY[army]) & ~game.near(ENEMY[army])
        found = 0
        for h in members(beside & self.area | 1 << piece.hex):
            if rules.has_room(game, army, h, (skirmisher,)):  # U13.6
                found |= 1 << h
        return found

    def send_skirmisher(self, game: C, army: str, brigade: str, h: int) -> str:
        """Put a skirmisher on the map; returns which."""
        id = self.skirmishers_left(game, army)[0]
        game.state.skirmished |= {brigade}
        game.move((id,), h)
        game.emit(SkirmishersSent(army, brigade, game.label(h)))
        return id

    def skirmish(self, game: C, army: str, brigade: str) -> Procedure:
        """Let a brigade place its skirmisher."""
        game.state.subject = brigade
        return Skirmish(army, game.piece(brigade).hex)

    def distinct(self, game: C, pieces: Iterable[Piece]) -> list[Piece]:
        """Of skirmishers, or dummies, that stand together only the first: they are alike."""
        found: dict[tuple[str, int], Piece] = {}
        for piece in pieces:
            counter = self.counters[piece.id]
            found.setdefault((piece.id if counter.is_real else counter.kind, piece.hex), piece)
        return list(found.values())

    def return_skirmishers(self, game: C, army: str) -> None:
        """U6.6: at night all go to the available box, but for one of those eliminated, which leaves the game."""
        pieces = game.army(army).pieces
        # U13.13
        lost = [id for id, piece in pieces.items() if piece.box == LOST and self.counters[id].is_skirmisher]
        for id, piece in pieces.items():
            if self.counters[id].is_skirmisher and (piece.hex or piece.box == LOST):  # who left the map is gone (U9.19)
                game.take_off(id, OUT if lost and id == lost[-1] else AVAILABLE)
        game.rules.settle_dummies(game, army)  # U9.27


class Skirmish(Procedure["Campaign"]):
    """U13.4: a brigade on the march, or about to, makes a skirmisher."""

    army: ArmyName
    hex: HexId
    steps: ClassVar[tuple[str, ...]] = ("place",)

    def place(self, game: Campaign) -> Next:
        hexes = game.rules.skirmisher_hexes(game, game.piece(game.state.subject))
        actions = [SkirmishersTo(game.label(h)) for h in members(hexes)]
        args = {"hex": game.label(self.hex)}
        return Ask(self.army, actions, self.placed, "place-skirmishers", "U13.4", None, args, game.rules.secretive)

    def placed(self, game: Campaign, answer: SkirmishersTo) -> Next:
        rules, state = game.rules, game.state
        h = rules.board.hex(answer.hex)
        id = rules.send_skirmisher(game, self.army, game.state.subject, h)
        if h == self.hex and state.subject in state.marching:
            state.marching = (*state.marching, id)
        state.subject = ""
        return DONE
