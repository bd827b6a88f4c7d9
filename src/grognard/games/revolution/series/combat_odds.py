"""Chapter 12.23: odds, modifiers and the close combat table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex
from grognard.core.texts import Modifier
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.pieces import SHATTERED, Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

BELOW_TABLE = 0
"""S12.23-1e: column 0 lies left of 1-3 and is 1-3 with a DRM of -1."""


class CombatOdds(Chapter):
    """What a close combat is rolled with: the column, its shifts, and the modifiers of the die."""

    def odds_column(self, attack: int, defence: int) -> int:
        """S12.23-1b: the best column whose odds are reached; fractions favour the defender."""
        column = BELOW_TABLE  # S12.23-1c
        for place, name in enumerate(self.components.close_combat.columns, 1):
            ours, theirs = (int(part) for part in name.split("-"))
            if attack * theirs >= defence * ours:
                column = place
        return column

    def attack_strength(self, game: Battle, piece: Piece) -> int:
        """S12.23-1a: the strength a unit attacks with: that of the side showing."""
        return game.strength(piece)

    def column_shifts(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """S12.23-1d: shifts to the left are negative; all are added and applied once."""
        if combat.hindered:
            yield Modifier(self.components.close_combat.shifts.diversion.shift, "diversion", "S12.14c")

    def column_name(self, column: int) -> str:
        columns = self.components.close_combat.columns
        return columns[max(column, 1) - 1] if column else "below 1-3"

    def read_table(self, column: int, total: int) -> str:
        """S12.23-5a, S12.23-5b, S-T-crt: the row of the modified die, held between the first and the last."""
        table = self.components.close_combat
        row = min(max(total, table.row_min), table.row_max)
        return table.rows[row][max(column, 1) - 1]

    # ------------------------------------------------------------------ modifiers

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """S12.23-3a: the series' list, each line once; a battle yields from super() and adds its own."""
        rules, drm = game.rules, self.components.close_combat_drm
        attackers = [game.piece(id) for id in combat.attackers]
        defenders = [game.piece(id) for id in combat.defenders]
        yield Modifier(rules.modified_morale(game, game.piece(combat.attacking_lead)), "attackers-lead-unit", "S12.23-2c")
        yield Modifier(-rules.modified_morale(game, game.piece(combat.defending_lead)), "defenders-lead-unit", "S12.23-2c")
        leader = rules.combat_leader(game, combat.attackers)
        if leader is not None:
            yield Modifier(self.counters[leader.id].close_combat, "attackers-leader", "S14.21a", {"leader": leader.id})
        leader = rules.combat_leader(game, combat.defenders)
        if leader is not None:
            yield Modifier(-self.counters[leader.id].close_combat, "defenders-leader", "S14.21a", {"leader": leader.id})
        if any(game.is_disordered(unit) for unit in defenders):
            yield Modifier(drm["defender_disordered"], "a-defender-is-disordered", "S12.23-3c")
        if rules.rides_down(game, combat):
            yield Modifier(drm["cavalry_on_disordered"], "cavalry-rides-down", "S12.23-3d")
        if rules.all_militia(combat.defenders):
            yield Modifier(drm["defender_militia"], "all-defenders-militia", "S12.23-3e")
        if rules.all_militia(combat.attackers):
            yield Modifier(drm["attacker_militia"], "all-attackers-militia", "S12.23-3e")
        if any(self.counters[unit.id].is_rifle for unit in defenders):
            yield Modifier(drm["defender_rifle"], "defenders-rifles", "S12.23-3f")
        if any(self.counters[unit.id].is_rifle for unit in attackers):
            yield Modifier(drm["attacker_rifle"], "attackers-rifles", "S12.23-3f")
        if rules.surrounded(game, defenders):
            yield Modifier(drm["defender_surrounded"], "defender-surrounded", "S12.7a")
        if rules.surrounded(game, attackers):
            yield Modifier(drm["attacker_surrounded"], "attacker-surrounded", "S12.7b")
        yield from rules.terrain_modifiers(game, combat)
        if combat.column == BELOW_TABLE:
            yield Modifier(self.components.close_combat.odds.below_table.drm, "odds-below-table", "S12.23-1c")

    def rides_down(self, game: Battle, combat: CloseCombat) -> bool:
        """S12.23-3d: an attacker is cavalry and all defenders are disrupted or shattered."""
        cavalry = any(self.counters[id].is_cavalry for id in combat.attackers)
        return cavalry and all(game.is_disordered(game.piece(id)) for id in combat.defenders)

    def all_militia(self, units: tuple[str, ...]) -> bool:
        """S12.23-3e: whether all units are militia."""
        foot = [id for id in units if not self.counters[id].is_artillery]  # S3.2i
        return bool(foot) and all(self.counters[id].is_militia for id in foot)

    def terrain_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """S13.4c: a shattered lead has no favourable terrain."""
        shattered = game.piece(combat.defending_lead).order == SHATTERED
        for modifier in self.terrain_lines(game, combat):
            if not (shattered and modifier.value < 0):
                yield modifier

    def terrain_lines(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """S12.23-3g: a hex line applies if any involved defender stands there."""
        seen = set()
        for id in combat.defenders:
            row = self.ground[game.piece(id).hex]
            if row.close_combat_drm and row.rule not in seen:
                seen.add(row.rule)
                yield Modifier(row.close_combat_drm, "defenders-terrain", row.rule or "S12.23-3g")
        # S12.23-3b: hexside lines need all attackers
        attacking = {game.piece(id).hex for id in combat.attackers}
        crossings = [self.side_lines(a, d) for a in attacking for d in combat.targets]
        for line in sorted(set.intersection(*crossings)) if crossings else ():
            yield Modifier(line, "attack-across-hexside", "S12.23-3b")

    def side_lines(self, a: Hex, b: Hex) -> set[int]:
        """The lines of the chart that attacking across this hexside falls under; S9.4b: slope and stream are one."""
        rows = self.components.terrain.hexsides
        return {rows[kind].close_combat_drm for kind in self.board.side(a, b) if kind in rows and rows[kind].close_combat_drm}

    def surrounded(self, game: Battle, units: list[Piece]) -> bool:
        """S12.7-alg: a side is surrounded if any of its involved hexes is."""
        return any(self.hex_surrounded(game, h, units) for h in {unit.hex for unit in units})

    def hex_surrounded(self, game: Battle, h: Hex, units: list[Piece]) -> bool:
        """S12.7-alg: each neighbour off the map, enemy-held, prohibited, or in enemy ZOC and without friends."""
        side = self.counters[units[0].id].side
        here = [unit for unit in units if unit.hex == h]
        movers = [unit for unit in here if not self.counters[unit.id].is_artillery] or here
        enemies = game.force(self.enemy[side]).units
        controlled = game.rules.enemy_zoc(game, here[0]) & ~game.force(side).units  # S8.2a
        reachable = 0
        for unit in movers:
            reachable |= game.rules.move_table(unit).open[h]
        return not reachable & ~enemies & ~controlled
