"""Lee against the automaton: who guards the heights, who hunts, and whom.

Two divisions keep the places below Fredericksburg. The rest go after the Union division from which most points can be won,
all together, and attack only where the promise is good; until then they keep out of the reach of a Corps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.pieces import CSA, GOOD, Piece
from grognard.players.campaigner.odds import promise
from grognard.players.campaigner.outlook import FAR, Outlook, Ways

GUARDS = {"Early": "Hamilton's Crossing", "McLaws": "Fredericksburg", "Anderson": "Zoan Church"}
"""Formations with a post, by the names of the areas."""
KEEP_OFF = 2
"""Hexes to the nearest enemy at which hunters wait for each other."""
ABSORBED = 0.85
"""Hits that a division does not feel on average: a skirmisher of the breastwork die, a retreat in place of the last loss."""
GUNS = 2
"""What the breastwork die adds to a defence on average."""
LEVEL, LAST, PLAIN = 0.2, 0.8, 0.4
"""What a level of one's own is worth in victory points, where others can take the next (one of each formation comes back at
night), and where not; and one of theirs that is not boxed."""
WORTH_IT = 0.1
"""The least promise of victory points for which hunters attack."""


class Target(NamedTuple):
    """A division to be attacked, from which hexes with how many points, and what that promises."""

    hex: Hex
    value: float
    stands: HexSet


class LeeOutlook(Outlook):
    """The solitaire campaign as the player sees it."""

    game: Solitaire

    def __init__(self, game: Solitaire, ways: Ways) -> None:
        super().__init__(game, CSA, ways)

    @cached_property
    def key_places(self) -> HexSet:
        """Hexes that are objectives of some formation now, or score at night."""
        game = self.game
        found = 0
        for line in game.rules.components.day_points:
            found |= 1 << game.rules.components.places[line.place]
        for formation in game.state.objectives:
            goal = game.rules.goal_of(game, formation)
            if goal is not None:
                found |= 1 << goal
        return found & game.rules.regions["south"]

    @cached_property
    def prey(self) -> dict[Hex, Piece]:
        """The divisions south of the river that are not behind fortifications."""
        game, rules = self.game, self.game.rules
        return {
            h: stack[0]
            for h, stack in self.enemies.items()
            if not rules.is_north(h) and not rules.has_fortification(game, self.enemy, h)
        }

    # ------------------------------------------------------------------ what an attack promises

    def gain(self, piece: Piece, levels: float) -> float:
        """The victory points that so many levels of a division are worth: boxes, and its end."""
        rules = self.game.rules
        boxed, total = rules.boxed(piece.id), 0.0
        for step in range(piece.step + 1, rules.counters[piece.id].levels + 1):
            share = min(1.0, max(0.0, levels - (step - piece.step - 1)))
            if not share:
                break
            total += share * (1.0 if step in boxed or step == rules.counters[piece.id].levels else PLAIN)
        return total

    def value(self, target: Hex, attackers: Sequence[Piece], hexes: Iterable[Hex]) -> float:
        """The points that an attack on one division promises, less what it costs."""
        game, rules = self.game, self.game.rules
        piece = self.enemies[target][0]
        attack = self.strength(attackers)
        if not attack:
            return 0.0
        defence = self.strength(game.units_at(self.enemy, target)) + GUNS
        cap = rules.components.terrain.hexes[rules.board.terrain[target]].dice_cap
        points = min(len(set(hexes)), 3), rules.bonus_points(game, (piece.id,))
        found = promise(attack, defence, points, cap, rules.is_encircled(game, target, set(hexes)))
        inflicted = max(0.0, found.inflicted - ABSORBED)
        prize = 0.5 if self.key_places >> target & 1 else 0.0
        spare = sum(rules.levels(piece) > 1 for piece in attackers)
        last = max(0.0, found.suffered - spare + 1)
        return self.gain(piece, inflicted) + prize - LEVEL * found.suffered - LAST * last

    def best_target(self, stacks: Sequence[Sequence[Piece]]) -> Target | None:
        """The division that these stacks, marching now, can attack with the best promise."""
        able = [(stack, self.reach(stack)) for stack in stacks if any(piece.order == GOOD for piece in stack)]
        found: Target | None = None
        for target in self.prey:
            stands = self.stands(target)
            attackers: list[Piece] = []
            hexes: list[Hex] = []
            room = {h: self.room(h) for h in members(stands)}
            for stack, reach in sorted(able, key=lambda each: -self.strength(each[0])):
                points = self.strength(stack)
                free = [h for h in members(reach & stands) if room[h] >= points or stack[0].hex == h]
                if free:
                    h = max(free, key=lambda h: (stack[0].hex == h, h not in hexes, room[h], -h))
                    room[h] -= points
                    hexes.append(h)
                    attackers.extend(piece for piece in stack if piece.order == GOOD)
            value = self.value(target, attackers, hexes) if attackers else 0.0
            if value > (found.value if found else 0.0):
                found = Target(target, value, stands)
        return found

    def stands(self, target: Hex) -> HexSet:
        """The hexes from which only this division is touched, or where friends already touch it."""
        rules, found = self.game.rules, 0
        for h in members(self.grid.adjacent[target] & rules.regions["south"]):
            if rules.across_great_river(h, target) or self.game.held(self.enemy) >> h & 1:
                continue
            if self.touching(h) == 1 << target or h in self.own:
                found |= 1 << h
        return found

    def room(self, h: Hex) -> int:
        taken = self.own.get(h, ())
        limits = self.rules.components.terrain.stacking
        return limits.combat_points - self.strength(taken) if len(taken) < limits.units else 0

    # ------------------------------------------------------------------ where to be

    def post(self, formation: str) -> Hex | None:
        """The hex that a formation guards, if it has a post."""
        parts = self.game.rules.components
        if formation not in GUARDS:
            return None
        return next(
            self.rules.board.hex(area.hex) for area in parts.areas.values() if area.name == GUARDS[formation] and area.hex
        )

    @cached_property
    def threats(self) -> dict[Hex, float]:
        """The objectives south of the river that formations make for, each with what is at stake there."""
        game, rules = self.game, self.game.rules
        found: dict[Hex, float] = {}
        nightly = {rules.components.places[line.place]: line.vp_union for line in rules.components.day_points}
        for formation, objective in game.state.objectives.items():
            goal = rules.goal_of(game, formation)
            if goal is not None and not rules.is_north(goal):
                found[goal] = found.get(goal, 0.5) + objective.value + nightly.get(goal, 0)
        return found

    def to_hold(self, stack: Sequence[Piece]) -> Hex | None:
        """The threatened place to which a stack should go: what is at stake, the way to it, and who is there already."""
        here = stack[0].hex

        def worth(h: Hex) -> float:
            there = self.strength(piece for piece in self.own.get(h, ()) if piece not in stack)
            around = sum(self.strength(self.own.get(n, ())) for n in members(self.grid.adjacent[h]))
            taken = 1.0 if self.game.held(self.enemy) >> h & 1 else 0.0
            return self.threats[h] - 0.03 * self.cost(here, h) - 0.03 * (there + around) - taken

        best = max(self.threats, key=lambda h: (worth(h), self.game.label(h)), default=None)
        return best if best is not None and self.cost(here, best) < FAR else None

    def goal(self, stack: Sequence[Piece]) -> Hex | None:
        """Where a stack makes for that has nobody to attack."""
        formations = [self.formation(piece) for piece in stack]
        post = next((self.post(formation) for formation in formations if formation in GUARDS), None)
        if post is not None:
            return post
        return self.to_hold(stack)

    def is_safe(self, h: Hex) -> bool:
        """Far enough from every division, or at a place worth holding."""
        near = self.grid.adjacent[h] | 1 << h
        return self.nearest_enemy(h) >= KEEP_OFF or bool(self.key_places & near)
