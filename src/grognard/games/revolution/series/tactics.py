"""Chapter 12.5: tactics chits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, members
from grognard.core.texts import Reason
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.pieces import Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

NO_COMBAT = "NC"
WITHDRAW = "withdraw"


class Tactics(Chapter):
    """Which chits a side may choose, and what two chits give."""

    def legal_chits(self, game: Battle, combat: CloseCombat, side: str) -> tuple[str, ...]:
        """S12.52: the chits whose requirements are met; in the basic game all eight."""
        chits = self.components.tactics.chits  # S12.51
        if not self.advanced:
            return chits  # S1b
        required, wanted = self.components.tactics.requirements, self.requirements_of_chits
        met = {requirement for requirement in wanted if self.why_not_meet(game, combat, side, requirement, "") is None}
        fulfilled = (chit for chit in chits if met.issuperset(required[chit]))
        return tuple(chit for chit in fulfilled if self.closed_chit(game, combat, side, chit) is None)

    @cached_property
    def requirements_of_chits(self) -> frozenset[str]:
        """S12.52: what some chit or other requires."""
        tactics = self.components.tactics
        return frozenset(requirement for chit in tactics.chits for requirement in tactics.requirements[chit])

    def why_not_chit(self, game: Battle, combat: CloseCombat, side: str, chit: str) -> Reason | None:
        """S12.52a to S12.52d: the requirement of this chit that is not met."""
        reasons = (self.why_not_meet(game, combat, side, each, chit) for each in self.components.tactics.requirements[chit])
        unmet = next((reason for reason in reasons if reason is not None), None)
        return unmet or self.closed_chit(game, combat, side, chit)

    def closed_chit(self, game: Battle, combat: CloseCombat, side: str, chit: str) -> Reason | None:
        """Why a battle closes a chit to a side whose requirements are met."""
        return None

    def why_not_meet(self, game: Battle, combat: CloseCombat, side: str, requirement: str, chit: str) -> Reason | None:
        """Why a requirement of chits is not met."""
        if requirement == "leader" and not self.leader_near(game, combat, side):
            return Reason("chit-needs-leader", ("S12.52b",), {"chit": chit})
        if requirement == "open_flank" and not self.flank_is_open(game, combat, side):
            return Reason("chit-needs-open-flank", ("S12.52c", "S12.52-alg"), {"chit": chit})
        if requirement == "not_foot_in_open_against_cavalry" and self.foot_in_open(game, combat, side):
            return Reason("foot-may-not-withdraw", ("S12.52d",), {"chit": chit})
        return None

    def leader_near(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """S12.52b, S12.53: a leader stacked with or adjacent to an involved unit that he may command."""
        adjacent, held = self.board.grid.adjacent, game.force(side).leaders
        for id in combat.involved(game, side):
            unit = game.piece(id)
            for h in members(held & (adjacent[unit.hex] | 1 << unit.hex)):
                if any(game.rules.may_command(game, leader, unit) for leader in game.leaders_at(h, side)):
                    return True
        return False

    def flank_is_open(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """S12.52c: judged at step 4 on the position then."""
        units = [game.piece(id) for id in combat.involved(game, side)]
        attackers = sorted({game.piece(id).hex for id in combat.attackers})
        return self.open_flank(game, attackers, combat.targets, units)

    def open_flank(self, game: Battle, attacking: Sequence[Hex], defending: Sequence[Hex], units: Sequence[Piece]) -> bool:
        """S12.52-alg: a hex adjacent to both, on the map, without combat units, that some unit of the tester may enter."""
        grid = self.board.grid
        occupied = game.force(self.sides[0]).units | game.force(self.sides[1]).units
        able = [unit for unit in units if not self.counters[unit.id].is_artillery] or list(units)
        for a in attacking:
            for d in defending:
                for flank in grid.neighbours[a]:
                    if flank is None or not grid.adjacent[d] >> flank & 1 or occupied >> flank & 1:
                        continue
                    if any(game.rules.can_be_in(unit, flank) for unit in able):
                        return True
        return False

    def foot_in_open(self, game: Battle, combat: CloseCombat, side: str) -> bool:
        """S12.52d: a defending force all of foot, on open ground, against a force with mounted units."""
        if side == combat.attacker or not any(self.counters[id].is_cavalry for id in combat.attackers):
            return False
        units = combat.involved(game, side)
        if any(self.counters[id].is_cavalry for id in units):
            return False
        return any(self.open_ground >> game.piece(id).hex & 1 for id in units)

    def tactics_result(self, attacker: str, defender: str) -> int | str:
        """S12.23-4a, S-T-tactics: rows defender, columns attacker."""
        return self.components.tactics.cell(defender, attacker)
