"""How the sergeant sees Savannah: the Allies gather out of range and storm the town, the British hold the line."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from random import Random
from typing import cast

from grognard.analysis.forecasts import Forecast
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.games.revolution.savannah.rules import CampaignRules, SavannahRules
from grognard.games.revolution.savannah.state import ALLIED, BRITISH, CREEKS, savannah
from grognard.games.revolution.series.battle import Battle
from grognard.games.revolution.series.forecasts import CLOSE_COMBAT
from grognard.games.revolution.series.movement import MP
from grognard.games.revolution.series.pieces import PARADE, Piece
from grognard.players.sergeant.battles.savannah.ground import FAR, ways, within
from grognard.players.sergeant.line import CONTACT
from grognard.players.sergeant.situation import Situation

IN_WORKS = 0.25
"""The share of what the enemy could bring that counts against works."""
OUT_OF_RANGE, CAMP, STAND_OFF = 3, 7, 5
"""How far the camp is from the line, and from Spring Hill at most; and how far from the enemy one waits in the assault."""
BOLD = -0.2
"""What an attack must promise in the assault."""
TOWN = 50.0
"""What a unit in the town is worth: the game."""
HEADQUARTERS = 3.0
"""What it costs to stand where reinforcements come in."""
RESERVE = 3.0
"""What it is worth to be the reserve of a quarter of the town."""
THROW_BACK = 0.3
"""What an attack must promise from within the works."""
IDLE = 0.25
"""What those already there count against a hex behind the line: the reserve is small."""
COVERS_GUNS, POST, DISTANT_POST, NEEDED, STRONG_POST = 4.0, 3.0, 2.0, 0.7, 14.0
"""What it is worth to stand with guns that are otherwise alone, to close a gap in the line, and to
strengthen a post up to what it needs at most."""


OUTNUMBERED, WORST = 0.5, 2.5
"""What it costs a sortie on average that the enemy can bring its own power once more against it, and what at most."""
CREEKS_LOST = 0.2
"""V4.8d: the loss of the Creeks moves nobody's morale."""
FIRST_WORKS, LATER_WORKS, WORTH_A_SORTIE = 1.5, 0.7, 0.3
"""What it is worth to undo siege works under construction, and what must be left of it for a sortie."""


class Siege(Situation):
    """What both sides look at."""

    def __init__(self, game: Battle, seat: str, chance: Random) -> None:
        super().__init__(game, seat, chance)
        self.siege = cast("SavannahRules", game.rules)

    @cached_property
    def storming(self) -> bool:
        """Whether play is on the tactical track."""
        return self.siege.is_tactical(self.game)

    def is_foot(self, piece: Piece) -> bool:
        counter = self.rules.counters[piece.id]
        return counter.is_unit and not counter.is_artillery

    def inside(self, h: Hex) -> bool:
        return bool(self.siege.perimeter >> h & 1)

    def leader_for(self, unit: Piece, h: Hex) -> Piece | None:
        """The best leader who can go along with a unit to where it attacks."""
        able = [
            leader
            for leader in self.leaders
            if leader.id not in self.assigned
            and leader.id not in self.game.state.moved
            and self.rules.may_command(self.game, leader, unit)
            and self.leader_reach(leader) >> h & 1
        ]
        return max(able, key=lambda leader: self.rules.counters[leader.id].close_combat, default=None)

    def leader_reach(self, leader: Piece) -> HexSet:
        if leader.id not in self.led:
            self.led[leader.id] = self.reach(leader)
        return self.led[leader.id]

    @cached_property
    def led(self) -> dict[str, HexSet]:
        return {}


class Garrison(Siege):
    """The British: they win unless they are beaten, so they stay in their works, cover their guns and close every gap."""

    @cached_property
    def winning(self) -> bool:
        """V2.6: a lead of less than three points is not enough for the Allies."""
        return self.lead >= 1.5 - self.rules.margin

    @property
    def least_gain(self) -> float:
        """Whoever comes near is thrown back."""
        return THROW_BACK

    @cached_property
    def line(self) -> HexSet:
        """The hexes of the perimeter that touch the outside."""
        return self.siege.perimeter & self.grid.around_set(self.siege.components.board.zones["before_the_perimeter"])

    def reach(self, piece: Piece) -> HexSet:
        """Who is inside stays inside, except on a sortie."""
        found = super().reach(piece)
        return found & self.siege.perimeter if self.inside(piece.hex) else found

    # ------------------------------------------------------------------ sorties (V4.10)

    def attack_reach(self, unit: Piece) -> HexSet:
        """As long as nobody may storm the works, whoever can go out may: the rules see to it that a leader comes along."""
        return self.reach(unit) if self.storming else super().reach(unit)

    def risk(self, units: tuple[str, ...], places: set[Hex]) -> float:
        """What the enemy can bring against those outside, beside their own power."""
        outside = [h for h in places if not self.inside(h)]
        if self.storming or not outside:
            return 0.0
        if units == (CREEKS,):
            return CREEKS_LOST
        power = sum(self.power(self.game.piece(id)) for id in units)
        against = max(self.threat(h) for h in outside) / max(power, 1.0)
        return min(OUTNUMBERED * max(0.0, against - 1.0), WORST)

    def errands(self, busy: Collection[str]) -> dict[str, Hex]:
        """V4.5b: a sortie against sappers whom nobody guards; on turns 1 to 10 a leader goes along (V4.10a)."""
        if self.storming:
            return {}
        found: list[tuple[float, str, Hex]] = []
        for unit in self.units:
            if unit.id not in busy and unit.id not in self.game.state.moved and unit.order == PARADE:
                places = super().reach(unit) & self.sappers & ~self.game.near(self.enemy)
                found += [(round(self.spoils - self.risk((unit.id,), {h}), 6), unit.id, h) for h in members(places)]
        worth, id, h = max(found, default=(0.0, "", 0))
        return {id: h, **self.going_along(id, h)} if worth >= WORTH_A_SORTIE else {}

    @cached_property
    def sappers(self) -> HexSet:
        """The siege works under construction, where no Allied unit stands."""
        dug = hex_set(self.rules.board.hex(label) for label in savannah(self.game).construction)
        return dug & ~self.enemy_hexes

    @cached_property
    def spoils(self) -> float:
        """The first works are the way to all others: without them the French cannot even begin to bombard (V4.4c, V4.6a)."""
        return LATER_WORKS if savannah(self.game).works else FIRST_WORKS

    def leader_for(self, unit: Piece, h: Hex) -> Piece | None:
        along = self.going_along(unit.id, h)
        return self.game.piece(next(iter(along))) if along else super().leader_for(unit, h)

    def going_along(self, id: str, h: Hex) -> dict[str, Hex]:
        """V4.10a: the leader who must leave with a unit."""
        if self.storming:
            return {}
        rules, unit = cast("CampaignRules", self.rules), self.game.piece(id)
        limited = self.inside(unit.hex) and rules.sortie_limits(self.game) and rules.needs_leader(self.game, id)
        leader = rules.leader_for_sortie(self.game, unit) if limited else ""
        return {leader: h} if leader and super().reach(self.game.piece(leader)) >> h & 1 else {}

    def threat(self, h: Hex) -> float:
        """What could come next to a hex by the ground as it is; works keep off most of it."""
        if h not in self.threats:
            around, works = self.grid.adjacent[h], IN_WORKS if self.line >> h & 1 else 1.0
            self.threats[h] = works * sum(power for reach, power in self.columns if reach & around)
        return self.threats[h]

    @cached_property
    def columns(self) -> list[tuple[HexSet, float]]:
        """Where each enemy unit that could attack can be next turn, and its power."""
        found, closed = [], self.game.force(self.side).units
        for where, reach, power in self.enemy_reach:
            found.append((within(self.siege, f"infantry/{self.enemy}", where, MP * (reach - 1)) & ~closed, power))
        return found

    @cached_property
    def exposed(self) -> HexSet:
        found = 0
        for reach, _ in self.columns:
            found |= reach
        return found

    def march(self, unit: Piece, h: Hex) -> float:
        """Home, from outside."""
        return 0.0 if self.inside(h) else 1.0 + self.home[h]

    @cached_property
    def home(self) -> dict[Hex, float]:
        found = ways(self.siege, f"infantry/{BRITISH}", self.siege.perimeter)
        return {h: found.get(h, FAR) for h in members(self.grid.all)}

    def pull(self, piece: Piece, h: Hex) -> float:
        """A post on the line that nobody else holds, the more with guns in it and the enemy near."""
        if not self.inside(h):
            return -4.0
        counter = self.rules.counters[piece.id]
        if counter.is_leader:
            return 0.0
        crowds = HEADQUARTERS if not self.storming and self.headquarters >> h & 1 else 0.0
        if counter.is_artillery:
            return -crowds - 0.8 * self.gun_post(piece, h)
        return self.pull_of_post(piece, h) - crowds

    @cached_property
    def headquarters(self) -> HexSet:
        """V4.7d: where reinforcements come in, and need room."""
        return self.siege.components.entries["HQ"]

    def gun_post(self, gun: Piece, h: Hex) -> float:
        """How far it is from a hex to where the line has no gun yet."""
        others = hex_set(other.hex for other in self.guns if other.id != gun.id)
        free = self.line & ~others
        return ways(self.siege, f"artillery/{BRITISH}", free).get(h, FAR) if free else 0.0

    def pull_of_post(self, piece: Piece, h: Hex) -> float:
        """For foot: what it is worth to stand here."""
        others = [unit for unit in self.game.units_at(h, self.side) if unit.id != piece.id]
        worth = CONTACT if self.near_enemy(h) else 0.0
        foot = [unit for unit in others if self.is_foot(unit)]
        held, need = sum(self.power(unit) for unit in foot), self.need(h)
        worth += NEEDED * (min(held + self.power(piece), need) - min(held, need))
        worth += self.reserve(piece, h) if self.line >> h & 1 else self.reserve(piece, h) - IDLE * min(held, STRONG_POST)
        if foot:
            return worth
        return worth + self.gap(h) + (COVERS_GUNS if others else 0.0)

    @cached_property
    def ring(self) -> HexSet:
        """The hexes about the town: who breaks through the line is stopped there."""
        return self.grid.around_set(self.siege.town) & self.siege.perimeter & ~self.siege.town

    def reserve(self, piece: Piece, h: Hex) -> float:
        """A few stay about the town, apart from each other."""
        if not self.ring >> h & 1:
            return 0.0
        near = self.ring & self.grid.disc(h, 2)
        units = (unit for unit in self.game.units_of(self.side) if unit.id != piece.id and self.is_foot(unit))
        guards = sum(near >> unit.hex & 1 for unit in units)
        return (RESERVE if self.storming else 0.5 * RESERVE) / (1 + 3 * guards)

    def need(self, h: Hex) -> float:
        """The power that a hex of the line should have against what the enemy could bring."""
        return min(self.threat(h), STRONG_POST) if self.line >> h & 1 else 0.0

    def gap(self, h: Hex) -> float:
        """How much a hex of the line needs somebody: most where the enemy can be next turn, little between two posts.

        Few strong posts hold better than many weak ones: who comes in between them is attacked from both sides.
        """
        if not self.line >> h & 1:
            return 0.0
        beside = (self.grid.adjacent[h] & self.line & self.game.force(self.side).units).bit_count()
        return (POST if self.grid.adjacent[h] & self.exposed else DISTANT_POST) / (1 + 3 * beside)


class Besiegers(Siege):
    """The Allies: they gather out of range of the guns, and storm the town when their time has come."""

    @cached_property
    def objectives(self) -> dict[Hex, float]:
        """The town, and Spring Hill on the way there."""
        found = super().objectives
        if self.storming:
            found = found | dict.fromkeys(members(self.siege.town), 4.0)
        return found

    @cached_property
    def to_town(self) -> dict[Hex, float]:
        """The way into the town, round the enemy where that is shorter than through him."""
        near, held = self.game.near(self.enemy), self.enemy_hexes
        return ways(self.siege, f"infantry/{ALLIED}", self.siege.town, near, held)

    @property
    def least_gain(self) -> float:
        """Who only waits has lost: in the assault even an attack that costs a little is better than none."""
        return BOLD if self.storming and not self.winning else super().least_gain

    @cached_property
    def camp(self) -> HexSet:
        """Where we gather for the assault on Spring Hill: as near as the guns of the town do not reach."""
        siege, hill = self.siege, self.rules.board.hex(self.siege.tables.spring_hill.hex)
        near, nearer = self.grid.around_set, siege.perimeter
        for _ in range(OUT_OF_RANGE):
            nearer |= near(nearer)
        return (nearer | near(nearer)) & ~nearer & self.grid.disc(hill, CAMP)

    @cached_property
    def to_camp(self) -> dict[Hex, float]:
        return ways(self.siege, f"infantry/{ALLIED}", self.camp)

    def march(self, unit: Piece, h: Hex) -> float:
        """To the camp, until the assault is announced; then those who do not attack wait out of range of the guns."""
        if not self.storming:
            return 0.6 * self.to_camp.get(h, FAR)
        to_goal = self.distance_to_objective(h)
        return 0.6 * to_goal if self.winning else 0.35 * to_goal + 0.45 * abs(self.distance_to_enemy(h) - STAND_OFF)

    def distance_to_objective(self, h: Hex) -> float:
        return self.to_town.get(h, FAR)

    def pull(self, piece: Piece, h: Hex) -> float:
        """Into the town: that is what all of it is for."""
        if not self.storming:
            return 0.0 if self.is_foot(piece) else self.pull_to_trenches(piece, h)
        entering = self.siege.town >> h & 1 and self.is_foot(piece) and self.rules.in_good_order(piece)
        return TOWN if entering else 0.0

    def pull_to_trenches(self, piece: Piece, h: Hex) -> float:
        """Guns go where siege works are, leaders with the rest to the camp."""
        works = hex_set(self.rules.board.hex(inner) for _, inner in savannah(self.game).works)
        if not self.rules.counters[piece.id].is_artillery or not works:
            return -0.5 * self.to_camp.get(h, FAR)
        return -ways(self.siege, f"artillery/{ALLIED}", works).get(h, FAR)

    def gain(self, found: Forecast) -> float:
        """A way into the town is worth something beyond what the fight itself brings."""
        gain = super().gain(found)
        if found.fight.kind == CLOSE_COMBAT and found.attacker == self.side:
            target = self.rules.board.hex(found.fight.targets[0])
            gain += found.good * max(0.0, 1.0 - 0.2 * self.to_town.get(target, FAR))
        return gain


def situation(game: Battle, seat: str, chance: Random) -> Situation:
    """The siege as one of the two sides sees it."""
    kind = Garrison if game.rules.side_of(seat) == BRITISH else Besiegers
    return kind(game, seat, chance)
