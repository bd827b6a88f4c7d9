"""Chapter 16: army morale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Outcome
from grognard.games.revolution.series.battle import Posting
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.data_schema import Band
from grognard.games.revolution.series.events import ArmyMoraleChanged

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class ArmyMorale(Chapter):
    """The morale track, its bands, and when changes are posted."""

    bands: dict[str, Band]

    def band_at(self, level: int) -> Band:
        """S16.2-bands: High 11 or more, Fatigued 6 to 10, Wavering 1 to 5, demoralised 0 or less."""
        for band in self.bands.values():
            if (band.min is None or level >= band.min) and (band.max is None or level <= band.max):
                return band
        raise ValueError(f"no band for {level}")

    def band_of(self, game: Battle, side: str) -> Band:
        """S16.24a, S16.24b: the band in force; inside a combat the one it began with."""
        frozen = game.state.bands.get(side)
        return self.bands[frozen] if frozen else self.band_at(game.state.morale[side])

    def freeze_bands(self, game: Battle) -> None:
        """S16.24a: a combat begins; its bands hold to its end."""
        game.state.bands = {side: self.band_at(game.state.morale[side]).id for side in self.seats}

    def thaw_bands(self, game: Battle) -> None:
        game.state.bands = {}

    # ------------------------------------------------------------------ events

    def note_event(self, game: Battle, event: str, side: str, piece: str | None = None) -> None:
        """S-T-am, S16.1c, S16.1d, S16.1e, S16.1f: note an event of the chart for the army `side`. R alone is none (S16.1b).

        `piece` is the unit concerned, if it is one unit: a battle may know units that count otherwise.
        """
        line = self.components.morale_events[event]
        self.note_change(game, event, side, line.own or 0, line.enemy or 0, line.rule)

    def note_change(self, game: Battle, event: str, side: str, own: int, enemy: int, cites: str) -> None:
        """Note a change of both armies, to be posted when the combat's results are done."""
        changes = tuple((army, change) for army, change in ((side, own), (self.enemy[side], enemy)) if change)
        if changes:
            game.state.postings += (Posting(event, changes, cites),)

    def post_army_morale(self, game: Battle) -> None:
        """S12.23-7c: post what was noted in order; after each posting a demoralised army ends the game (S16.3)."""
        postings, game.state.postings = game.state.postings, ()
        for posting in postings:
            self.apply(game, posting)
            if self.end_if_demoralised(game):
                return
        game.rules.check_at_once(game)

    def post_together(self, game: Battle) -> None:
        """S10.4b, S10.4c: post everything first, then make one test."""
        postings, game.state.postings = game.state.postings, ()
        for posting in postings:
            self.apply(game, posting)
        if not self.end_if_demoralised(game):
            game.rules.check_at_once(game)

    def apply(self, game: Battle, posting: Posting) -> None:
        for side, change in posting.changes:
            game.state.morale[side] += change  # S16.1a: no upper limit
            game.emit(ArmyMoraleChanged(side, change, game.state.morale[side], posting.event, posting.cites))

    def end_if_demoralised(self, game: Battle) -> bool:
        """S16.3, S10.4c, S4b: an army at 0 or less loses; of two the lower; a decisive victory of the winner goes first."""
        broken = [side for side in self.seats if game.state.morale[side] <= 0]
        if not broken:
            return False
        levels = [game.state.morale[side] for side in broken]
        if len(broken) == 2 and levels[0] == levels[1]:
            game.end(game.rules.drawn(game.rules.victory_points(game), "both-demoralised", ("S10.4c",)))
            return True
        loser = min(broken, key=lambda side: game.state.morale[side])
        winner = self.enemy[loser]
        decisive = game.rules.decisive_at_once(game)
        if decisive is not None and decisive.winner == winner:
            game.end(decisive)
        else:
            points = game.rules.victory_points(game)
            game.end(Outcome(winner, "substantial", "demoralised", ("S16.3",), points))
        return True
