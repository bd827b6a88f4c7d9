"""Chapter 16: army morale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.games import Outcome
from grognard.games.revolution.series.artillery import ArtilleryFire
from grognard.games.revolution.series.battle import Posting
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.close_combat import CloseCombat
from grognard.games.revolution.series.data_schema import Band
from grognard.games.revolution.series.events import ArmyMoraleChanged
from grognard.games.revolution.series.movement import March
from grognard.games.revolution.series.results import EndOfCombatPhase
from grognard.games.revolution.series.rifles import RifleFirePhase

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

    def band_of(self, game: Battle, army: str) -> Band:
        """The band in force."""
        frozen = game.state.bands.get(army)
        if frozen:
            return self.bands[frozen]  # S16.24a: inside a combat the one it began with
        return self.band_at(game.state.morale[army])  # S16.24b

    def freeze_bands(self, game: Battle) -> None:
        """S16.24a: a combat begins; its bands hold to its end."""
        game.state.bands = {army: self.band_at(game.state.morale[army]).id for army in self.armies}

    def thaw_bands(self, game: Battle) -> None:
        game.state.bands = {}

    # ------------------------------------------------------------------ events

    def note_event(self, game: Battle, event: str, army: str, piece: str | None = None) -> None:
        """S-T-am, S16.1c, S16.1d, S16.1e, S16.1f: note an event of the chart for an army. R alone is none (S16.1b).

        `piece` is the unit concerned, if it is one unit: a battle may know units that count otherwise.
        """
        line = self.components.morale_events[event]
        self.note_change(game, event, army, *line.changes, line.rule)

    def note_change(self, game: Battle, event: str, army: str, own: int, enemy: int, cites: str) -> None:
        """Note a change of both armies, to be posted when the combat's results are done."""
        other = self.army_credited(game, army) if enemy else ""
        changes = tuple((which, change) for which, change in ((army, own), (other, enemy)) if change)
        if changes:
            game.state.postings += (Posting(event, changes, cites),)

    # ------------------------------------------------------------------ alliances

    def fighting(self, game: Battle, side: str) -> tuple[str, ...]:
        """The units with which a side fights or fires in the combat under way, or takes what it finds."""
        for frame in reversed(game.stack):
            match frame:
                case March() if game.side_of(frame.piece) == side:
                    return (frame.piece,)
                case EndOfCombatPhase():
                    return tuple(id for id in frame.captors if game.side_of(id) == side)
                case CloseCombat():
                    return frame.attackers if frame.attacker == side else frame.defenders
                case ArtilleryFire() if frame.side == side:
                    return frame.guns
                case RifleFirePhase():
                    return tuple(firer for firer, target in frame.orders if target and game.side_of(firer) == side)
        return ()

    def army_credited(self, game: Battle, army: str) -> str:
        """Which enemy army gains by what befalls this one: that of the units that do it, else the leading one."""
        enemy = self.enemy[self.components.side_of_army[army]]
        armies = self.armies_of[enemy]
        return armies[0] if len(armies) == 1 else game.rules.army_for(enemy, self.fighting(game, enemy))

    def note_blow(self, game: Battle, id: str, reduced: bool = False) -> None:
        """Remember which of several enemy armies reduced or disordered a piece, or took it out of play."""
        counter = self.counters[id]
        if len(self.armies_of[self.enemy[counter.side]]) > 1:
            noted = game.state.reduced_by if reduced else game.state.beaten_by
            noted[id] = self.army_credited(game, counter.army)

    # ------------------------------------------------------------------ posting

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
            game.rules.check_at_once(game)  # S4b

    def apply(self, game: Battle, posting: Posting) -> None:
        for army, change in posting.changes:
            game.state.morale[army] += change  # S16.1a: no upper limit
            game.emit(ArmyMoraleChanged(army, change, game.state.morale[army], posting.event, posting.cites))

    def end_if_demoralised(self, game: Battle) -> bool:
        """S16.3: an army at 0 or less loses; of two the lower; a decisive victory of the winner goes first.

        Of an alliance one army is enough.
        """
        morale = game.state.morale
        if min(morale.values()) > 0:
            return False
        lowest = {side: min(morale[army] for army in armies) for side, armies in self.armies_of.items()}
        one, other = self.sides
        if lowest[one] == lowest[other]:
            game.end(game.rules.drawn(game.rules.victory_points(game), "both-demoralised", ("S10.4c",)))
            return True
        winner = one if lowest[one] > lowest[other] else other
        decisive = game.rules.decisive_at_once(game)
        if decisive is not None and decisive.winner == winner:
            game.end(decisive)  # S4b
        else:
            points = game.rules.victory_points(game)
            game.end(Outcome(winner, "substantial", "demoralised", game.rules.substantial_rules(winner), points))
        return True
