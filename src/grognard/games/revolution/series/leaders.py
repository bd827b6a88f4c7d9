"""Chapter 14: leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.hexes import Hex
from grognard.core.procedures import DONE, Ask, Goto, Next, Procedure
from grognard.games.revolution.series.actions import Appoint, Give
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import LeaderLost
from grognard.games.revolution.series.names import HexOrNone, Side
from grognard.games.revolution.series.pieces import Counter, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class Leaders(Chapter):
    """Who commands, and how leaders are lost. Leaders are never disordered (S14.31a)."""

    def may_command(self, game: Battle, leader: Piece, unit: Piece) -> bool:
        """S3.2a: a leader commands all units of his side, whatever their nationality; exclusive rules may separate them."""
        return True

    def commander(self, game: Battle, unit: Piece) -> Piece | None:
        """S14.1b: the highest-ranking leader in the hex who may command this unit."""
        for leader in game.leaders_at(unit.hex, self.counters[unit.id].side):
            if self.may_command(game, leader, unit):
                return leader
        return None

    def undecided(self, game: Battle, h: Hex, side: str) -> list[Piece]:
        """S3.2d: the leaders of highest rank in a hex, if neither stars nor seniority decide between them."""
        leaders = game.leaders_at(h, side)
        first = [leader for leader in leaders if not self.counters[leaders[0].id].outranks(self.counters[leader.id])]
        return first if len(first) > 1 else []

    def leads_in_combat(self, game: Battle, leader: Piece, units: list[Piece]) -> bool:
        """S14.21b: he must command, in his own hex, an involved unit that is no artillery."""
        return any(self.may_command(game, leader, unit) for unit in units)

    def combat_leader(self, game: Battle, involved: tuple[str, ...]) -> Piece | None:
        """S14.21a, S14.21b: the one leader of a side whose close-combat DRM counts: the highest in rank of those who may."""
        by_hex: dict[Hex, list[Piece]] = {}
        for id in involved:
            if not self.counters[id].is_artillery:
                piece = game.piece(id)
                by_hex.setdefault(piece.hex, []).append(piece)
        best: Piece | None = None
        for h, units in by_hex.items():
            for leader in game.leaders_at(h, self.counters[units[0].id].side):
                if self.leads_in_combat(game, leader, units):
                    if best is None or self.goes_before(self.counters[leader.id], self.counters[best.id]):
                        best = leader
                    break
        return best

    def goes_before(self, one: Counter, other: Counter) -> bool:
        """S14.21b: of leaders in several hexes the higher in rank; of equals the one who helps more."""
        return one.outranks(other) or (not other.outranks(one) and one.close_combat > other.close_combat)

    def may_follow(self, game: Battle, leader: Piece, h: Hex) -> bool:
        """Whether a leader may go with a unit into a hex: only where leaders may stand."""
        return game.rules.can_be_in(leader, h)

    def capture_lone_leaders(self, game: Battle, piece: Piece, h: Hex) -> None:
        """S14.32a: leaders are captured when an enemy unit enters their hex.

        They are alone in it, or the unit could not enter (S9.2d, S12.23-9a); and it is not shattered, or it would not (S9.2a).
        """
        enemy = self.enemy[self.counters[piece.id].side]
        if self.counters[piece.id].is_unit and game.force(enemy).leaders >> h & 1:
            for leader in game.leaders_at(h, enemy):
                self.lose_leader(game, leader.id, "captured")
            if not game.state.bands:
                game.rules.post_army_morale(game)  # in movement at once; in combat with its results

    def lose_leader(self, game: Battle, id: str, fate: str) -> None:
        """S14.32c: eliminated and captured cost the same; some cost momentum besides."""
        counter = self.counters[id]
        game.rules.note_blow(game, id)
        game.change(id, hex=OFF_MAP, box=fate)
        game.emit(LeaderLost(id, fate))
        loss = self.components.leader_losses.get(id)
        if loss is not None:
            game.rules.note_change(game, "leader_lost", counter.army, loss.own, loss.enemy, loss.rule)
            game.rules.lose_momentum_with_leader(game, counter.side, -loss.momentum)  # S12.65b


class AppointCommanders(Procedure["Battle"]):
    """S3.2d: where neither stars nor seniority decide, the owner names the commander each time one is needed."""

    side: Side
    hexes: tuple[HexOrNone, ...]
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        for h in self.hexes:
            tied = game.rules.undecided(game, h, self.side)
            if tied:
                actions = [Appoint(leader.id) for leader in tied]
                seat = game.rules.seat_for(game, self.side, [leader.id for leader in tied])
                return Ask(seat, actions, self.named, "appoint-commander", "S3.2d", None, {"hex": game.label(h)})
        return DONE

    def named(self, game: Battle, answer: Appoint) -> Next:
        h = game.piece(answer.piece).hex
        others = {leader.id for leader in game.leaders_at(h, self.side)}
        game.state.appointed = game.state.appointed - others | {answer.piece}
        self.hexes = tuple(other for other in self.hexes if other != h)
        return Goto("choose")


def appoint_commanders(game: Battle, side: str, ids: tuple[str, ...]) -> Procedure | None:
    """What is asked before the leaders of these units count, or None if there is no doubt."""
    hexes = tuple(sorted({game.piece(id).hex for id in ids}))
    doubt = any(game.rules.undecided(game, h, side) for h in hexes)
    return AppointCommanders(side, hexes) if doubt else None


class LoseLeader(Procedure["Battle"]):
    """S13.1-L, S13.1-L-fire: an asterisk eliminates one leader present, the owner's choice; with none it is ignored."""

    side: Side
    hexes: tuple[HexOrNone, ...]
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        leaders = [leader.id for h in sorted(set(self.hexes)) for leader in game.leaders_at(h, self.side)]
        if not leaders:
            return DONE
        seat = game.rules.seat_for(game, self.side, leaders)
        return Ask(seat, [Give(id) for id in leaders], self.chosen, "lose-leader", ("S13.1-L", "S13.1-L-fire"))

    def chosen(self, game: Battle, answer: Give) -> Next:
        game.rules.lose_leader(game, answer.piece, "eliminated")
        return DONE
