"""The field as one army sees it: what is at stake, who threatens whom, and what an attack is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from grognard.core.flood import flood
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.games.chancellorsville.victories.pieces import Piece
from grognard.games.chancellorsville.victories.state import Campaign
from grognard.players.campaigner.field.odds import Blow, blow
from grognard.players.campaigner.field.plans import Plan, is_last_by_day
from grognard.players.campaigner.field.scenarios import plan_of
from grognard.players.campaigner.outlook import FAR, LONGEST, Outlook, Ways

NEARNESS = (1.0, 1.0, 0.7, 0.4)
"""How much an enemy so many hexes away counts as a threat."""
BESIDE = 0.6
"""How much friends in the next hexes count as support."""
WEARING = 0.5
"""What it is worth to destroy all the defenders of a place little by little, as a share of the place."""
LATE, LATEST = 0.5, 0.2
"""What a level is worth in the last turn by day while other counters can strike after this one, and with the last."""
FEW = 3
"""The units that a place should have."""
ASIDE = 0.1
"""What levels and units are worth away from the places, where these must be taken at once."""
RISKED = 0.2
"""What a place counts that those who hold it risk, in the last turn, when it is of no use without the other."""
USUAL = 4.0
"""The points of a usual brigade."""


class Field(Outlook):
    """A game of Give Us Victories as one army sees it."""

    def __init__(self, game: Campaign, army: str, ways: Ways) -> None:
        super().__init__(game, army, ways)
        self.plan: Plan = plan_of(game, army)
        self._around: dict[Hex, dict[Hex, int]] = {}
        self._pressure: dict[Hex, float] = {}
        self._can_go: dict[Hex, bool] = {}
        self._blows: dict[tuple[tuple[tuple[str, Hex], ...], tuple[Hex, ...]], Blow] = {}

    # ------------------------------------------------------------------ what is at stake

    def stake(self, h: Hex) -> float:
        """What holding a hex is worth."""
        return self.plan.places.get(h, 0.0)

    @cached_property
    def unclaimed(self) -> HexSet:
        """The places that nobody holds."""
        return hex_set(self.plan.places) & ~self.game.held(self.enemy) & ~self.game.held(self.army)

    @cached_property
    def forward(self) -> HexSet:
        """Our places that few hold, and the hexes from which those of the enemy can be attacked."""
        ours, theirs = self.game.held(self.army), self.game.held(self.enemy)
        found = 0
        for place in self.plan.places:
            if theirs >> place & 1:
                found |= self.stands(place)
            elif ours >> place & 1 and len(self.own.get(place, ())) < FEW:
                found |= 1 << place
        return found

    @cached_property
    def is_urgent(self) -> bool:
        """Whether another attack may decide the game: one place is held already, or it is the last turn by day."""
        return self.is_last_day_turn or any(self.game.held(self.army) >> h & 1 for h in self.plan.places)

    def can_spare(self, h: Hex) -> bool:
        """Whether a unit can leave a hex for a place: those who hold one leave somebody behind."""
        return not self.stake(h) or len(self.game.real(self.own.get(h, ()))) > 1

    def is_pinned(self, h: Hex) -> bool:
        """Whether units that leave a hex all together fall into disorder."""
        return self.rules.are_bound(self.game, self.army, h)

    def leads_on(self, h: Hex) -> bool:
        """Whether a hex lies next to a place that the enemy holds."""
        held = self.game.held(self.enemy)
        return any(self.stake(n) and held >> n & 1 for n in members(self.grid.adjacent[h]))

    # ------------------------------------------------------------------ who threatens whom

    @cached_property
    def enemy_points(self) -> dict[Hex, int]:
        return {h: self.strength(stack) for h, stack in self.enemies.items()}

    def pressure(self, h: Hex) -> float:
        """The enemy's points around a hex, the nearer the more; what stands across a great river does not count."""
        found = self._pressure.get(h)
        if found is None:
            found = 0.0
            for other, points in self.enemy_points.items():
                far = self.grid.distance(h, other)
                if far < len(NEARNESS) and self.same_bank(h, other):
                    found += NEARNESS[far] * points
            self._pressure[h] = found
        return found

    def same_bank(self, one: Hex, other: Hex) -> bool:
        return self.rules.region_of(one) == self.rules.region_of(other)

    def support(self, h: Hex, pieces: Iterable[Piece]) -> float:
        """The points that would stand in a hex and next to it, with these units there."""
        coming = {piece.id for piece in pieces}
        here = self.strength(piece for piece in self.own.get(h, ()) if piece.id not in coming)
        beside = sum(
            self.strength(piece for piece in self.own.get(n, ()) if piece.id not in coming)
            for n in members(self.grid.adjacent[h])
        )
        return here + self.strength(self.game.piece(id) for id in coming) + BESIDE * beside

    def is_safe(self, h: Hex, pieces: Sequence[Piece]) -> bool:
        """Whether the enemy around a hex is not too strong for units that would stand there."""
        return self.pressure(h) <= self.plan.risk * self.support(h, pieces)

    # ------------------------------------------------------------------ what attacks are worth

    def blow(self, attackers: Sequence[tuple[Piece, Hex]], targets: Sequence[Hex]) -> Blow:
        key = tuple([(piece.id, h) for piece, h in attackers]), tuple(targets)
        found = self._blows.get(key)
        if found is None:
            can_go = all(self.can_go(h) for h in targets)
            found = self._blows[key] = blow(self.game, self.army, attackers, targets, can_go, self.plan.careless)
        return found

    def can_go(self, h: Hex) -> bool:
        """Whether all the enemies in a hex could retreat."""
        found = self._can_go.get(h)
        if found is None:
            ids = [piece.id for piece in self.game.units_at(self.enemy, h) if not self.game.counter(piece.id).is_dummy]
            found = self._can_go[h] = self.rules.can_retreat(self.game, self.enemy, ids)
        return found

    def value(self, attackers: Sequence[tuple[Piece, Hex]], targets: Sequence[Hex]) -> float:
        """What an attack promises: places, levels and units, less what it costs."""
        if not attackers:
            return 0.0
        found, plan = self.blow(attackers, targets), self.plan
        defenders = [piece for h in targets for piece in self.enemies.get(h, ())]
        stake = sum(self.stake(h) for h in targets)
        near = sum(plan.places.get(n, 0.0) for h in targets for n in members(self.grid.adjacent[h])) if not stake else 0.0
        levels = sum(self.rules.levels(piece) for piece in defenders)
        gain = stake * (found.clears + WEARING * found.inflicted / max(levels, 1)) + plan.near * near * found.clears
        blood = ASIDE if plan.at_once and not stake and not near else 1.0
        if defenders:
            gain += blood * self.level * found.inflicted
        gain += blood * plan.kill * found.kills * self.weight(defenders)
        cost = plan.own_level * found.suffered + plan.own_kill * found.deaths * self.weight([p for p, _ in attackers])
        return gain - cost - self.exposed(attackers, found.deaths)

    @cached_property
    def is_last_day_turn(self) -> bool:
        """Whether all turns that follow are nights."""
        return is_last_by_day(self.game)

    @cached_property
    def level(self) -> float:
        """What a level of the enemy's is worth: little in the last turn by day, when few or none can strike again."""
        if not self.is_last_day_turn:
            return self.plan.level
        game = self.game
        more = any(self.rules.commands[id].side == self.army for id in game.state.cup)
        return self.plan.level * (LATE if more else LATEST)

    def exposed(self, attackers: Sequence[tuple[Piece, Hex]], deaths: float) -> float:
        """What an attack out of places costs: those who fall there hold them no longer."""
        holders: dict[Hex, set[str]] = {}
        for piece, h in attackers:
            if self.stake(h) and self.game.counter(piece.id).is_real:
                holders.setdefault(h, set()).add(piece.id)
        if self.plan.at_once:
            return sum(self.risked(h, there, deaths) for h, there in holders.items())
        return sum(self.stake(h) * min(1.0, deaths / len(there)) for h, there in holders.items())

    def risked(self, h: Hex, attackers: set[str], deaths: float) -> float:
        """What it costs to attack out of one place for the next: nothing, if somebody stays."""
        if any(piece.id not in attackers for piece in self.game.real(self.own.get(h, ()))):
            return 0.0
        worth = self.stake(h) * min(1.0, deaths / len(attackers)) ** 2
        return worth * (RISKED if self.is_last_day_turn else 1.0)

    def worth_of_level(self, h: Hex) -> float:
        """What it is worth that the enemy in a hex loses a level."""
        levels = sum(self.rules.levels(piece) for piece in self.enemies.get(h, ()))
        return self.level + WEARING * self.stake(h) / max(levels, 1)

    def weight(self, pieces: Sequence[Piece]) -> float:
        """The mean of the full points of units, in brigades."""
        real = [self.game.counter(piece.id).strengths[0] for piece in pieces if self.game.counter(piece.id).is_real]
        return sum(real) / (USUAL * len(real)) if real and self.plan.by_points else 1.0

    def is_elusive(self, h: Hex) -> bool:
        """Whether the enemies in a hex may break contact when we come; out of our places they are welcome to go."""
        return not self.stake(h) and self.rules.may_break(self.game, self.enemy, h)

    def ways_out(self, h: Hex, ours: HexSet) -> HexSet:
        """Where the enemies in a hex could break contact to, if our units held these hexes: out of contact, or to friends."""
        rules, game = self.rules, self.game
        open_hexes = rules.tables(game, self.enemy).move.open[h] & rules.area & ~ours
        friends = game.held(self.enemy) & open_hexes
        if friends:
            stack = game.units_at(self.enemy, h)
            friends = hex_set(f for f in members(friends) if rules.has_room(game, self.enemy, f, stack))
        return open_hexes & ~game.held(self.enemy) & ~self.grid.around_set(ours) | friends

    # ------------------------------------------------------------------ ways and goals

    def ways_to(self, goal: Hex) -> dict[Hex, int]:
        """Whoever must get out of the map goes around the enemy."""
        if not self.plan.leave:
            return super().ways_to(goal)
        found = self._around.get(goal)
        if found is None:
            free = self.rules.area & ~self.game.held(self.enemy) | 1 << goal
            reach = flood(self.rules.tables(self.game, self.army).toward_road, goal, LONGEST, free)
            found = self._around[goal] = {h: cost for cost, level in enumerate(reach.levels) for h in members(level)}
        return found

    def far_from(self, h: Hex, goal: Hex) -> int:
        """The way to a goal; where there is none the distance, as if every hex were woods."""
        cost = self.cost(h, goal)
        return cost if cost < FAR else 200 + 4 * self.grid.distance(h, goal)

    def goal_of(self, pieces: Sequence[Piece]) -> Hex | None:
        """Where these units should be in the end."""
        return self.plan.goal(self, pieces)

    def stands(self, target: Hex) -> HexSet:
        """The hexes from which an enemy hex can be attacked."""
        around = self.grid.adjacent[target] & self.rules.area & ~self.game.held(self.enemy)
        return hex_set(h for h in members(around) if not self.rules.across_great_river(h, target))
