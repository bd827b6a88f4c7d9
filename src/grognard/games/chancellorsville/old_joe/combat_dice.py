"""Sections I.2, J and K: the numbers of assaults and engagements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex
from grognard.core.texts import Modifier
from grognard.games.chancellorsville.old_joe.assault import Assault
from grognard.games.chancellorsville.old_joe.data_schema import EngagementData
from grognard.games.chancellorsville.old_joe.engagement import Engagement
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.combat_dice import Fighting
from grognard.games.chancellorsville.victories.data_schema import DieModifier
from grognard.games.chancellorsville.victories.pieces import CSA, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.state import Solitaire


def guns_behind_works(die: int, full: bool) -> int:
    """J-J1b: half the breastwork die, rounded up if a division is at full strength."""
    return (die + full) // 2


def dice_by_fives(points: int, chart: EngagementData) -> int:
    """J-J2b: a die for every five points, at least one."""
    return max(chart.least, points // chart.divisor)


class SoloFighting(Fighting["Solitaire"]):
    """What the solitaire game changes in the numbers of a combat."""

    components: SoloComponents

    def rule_of_six(self) -> bool:
        """J-A1, J-K2a: it is in force for both sides."""
        return True

    def combat(self, army: str, attackers: tuple[str, ...], targets: tuple[Hex, ...]) -> Combat[Solitaire]:
        return Assault(army, attackers, targets)

    def bonus_points(self, game: Solitaire, units: Sequence[str]) -> int:
        """J-J1c: the fixed points of the automaton, the higher if several Corps fight; fewer when all are reduced."""
        pieces = [game.piece(id) for id in game.alive(units) if id in self.components.divisions]
        place = 1 if pieces and all(game.rules.is_reduced(piece) for piece in pieces) else 0
        return max((self.components.bonuses[self.counters[piece.id].formation][place] for piece in pieces), default=0)

    def guns_in_defence(self, game: Solitaire, fight: Assault) -> int:
        """J-I2, J-J1b: half the breastwork die, rounded up if a division is at full strength."""
        pieces = [game.piece(id) for id in fight.defenders(game) if id in self.components.divisions]
        full = any(not game.rules.is_reduced(piece) for piece in pieces)
        return guns_behind_works(fight.die, full)

    def defence_points(self, game: Solitaire, fight: Combat[Solitaire]) -> int:
        points = Fighting.defence_points(self, game, fight)
        return points + self.guns_in_defence(game, fight) if isinstance(fight, Assault) else points

    def marked(self, game: Solitaire, units: Sequence[str]) -> frozenset[str]:
        """J-N3: the formations of these units that have a Combat marker."""
        return game.state.combat & {self.counters[id].formation for id in units}

    def dice_of(self, game: Solitaire, fight: Combat[Solitaire]) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        """As in the main game, or by fives in an engagement; a Combat marker adds a die to the automaton."""
        marker = (Modifier(1, "combat-marker", "J-N3"),)
        if isinstance(fight, Engagement):
            ours, theirs = self.engagement_dice(game, fight)
            return (*ours, *(marker if self.marked(game, fight.attackers) else ())), theirs  # J-N3
        ours, theirs = Fighting.dice_of(self, game, fight)  # J-J1e
        return ours, (*theirs, *(marker if self.marked(game, fight.defenders(game)) else ()))  # J-N3

    def engagement_dice(self, game: Solitaire, fight: Engagement) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        """J-J2b: a die for every five points, at least one."""
        chart = self.components.display.engagement
        attack = self.combat_points(game, fight.attackers) + fight.arty
        defence = self.combat_points(game, fight.defenders(game))
        ours = [Modifier(dice_by_fives(attack, chart), "dice-by-fives", "J-J2b", {"points": attack})]
        theirs = [Modifier(dice_by_fives(defence, chart), "dice-by-fives", "J-J2b", {"points": defence})]
        if fight.works == "die":
            ours.append(Modifier(-1, "works-cost-a-die", "J-J3a"))
        if fight.works == "fortification":
            theirs.append(
                Modifier(self.components.terrain.hexsides.fortification_facing.defender_dice, "in-fortification", "J-J2b")
            )
        return tuple(ours), tuple(theirs)

    def dice_cap(self, game: Solitaire, fight: Combat[Solitaire]) -> int:
        """J-J3c: never more than six dice."""
        most = self.components.display.engagement.most
        if isinstance(fight, Engagement) and not fight.ground:
            return most  # J-J3b: terrain limits an engagement only if all defenders are on the same kind
        return min(most, Fighting.dice_cap(self, game, fight))

    def terrain_effects(self, game: Solitaire, fight: Combat[Solitaire]) -> dict[str, DieModifier]:
        if isinstance(fight, Engagement) and not fight.ground:
            return {}
        return Fighting.terrain_effects(self, game, fight)

    def retreating(self, game: Solitaire, fight: Combat[Solitaire]) -> tuple[str, ...]:
        """One division, or the stacks that were forced or absorb a loss."""
        # J-K2b, J-K3c
        if isinstance(fight, Engagement):
            hexes = (*fight.forced_hexes, *fight.leaving)
            return tuple(piece.id for h in hexes for piece in game.units_at(CSA, h))
        # J-K3a
        if isinstance(fight, Assault) and not fight.forced:
            return tuple(id for id in fight.going if game.piece(id).hex)
        return tuple(id for id in Fighting.retreating(self, game, fight) if self.counters[id].is_real)

    def struck_first(self, game: Solitaire, units: Sequence[Piece]) -> list[Piece]:
        """J-K2a: the unit with the highest combat value, infantry before artillery; all that are equal."""

        def rank(piece: Piece) -> tuple[bool, int]:
            return self.counters[piece.id].is_artillery, -game.points(piece)

        best = min((rank(piece) for piece in units), default=None)
        return [piece for piece in units if rank(piece) == best]
