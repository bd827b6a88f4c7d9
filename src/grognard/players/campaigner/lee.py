"""Lee against the automaton: who guards the heights, who hunts, and whom.

Three divisions have a post. The rest stay together: in large stacks at the place where most is at stake, or after a division
that stands apart, if the exact chances promise points. Weak stacks join others, and at night units leave the enemy to recover.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.corps import FREE, CorpsActivation
from grognard.games.chancellorsville.old_joe.data_schema import EngagementData
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.pieces import CSA, GOOD, Piece
from grognard.players.campaigner.assaults import Defence, Numbers, worth
from grognard.players.campaigner.outlook import FAR, Outlook, Ways
from grognard.players.campaigner.standing import Attack, attack_of, cost_of, stand_of, value

GUARDS = {"Early": "Hamilton's Crossing", "McLaws": "Fredericksburg", "Anderson": "Zoan Church"}
"""Formations with a post, by the names of the areas."""
KEEP_OFF = 2
"""Hexes to the nearest enemy at which hunters wait for each other."""
SCORED, PLAIN = 1.0, 0.3
"""What a level of theirs is worth in victory points: boxed or the last, and one between."""
PLACE, EFFORT = 0.5, 0.002
"""What a place worth holding adds to an attack on it, and what each point that attacks could do elsewhere."""
CHASE, HOPE, CROWD = 16, 0.2, 0.02
"""How far, in half-points, hunters go after a division, for what promise, and what each point near it takes from that."""
ENOUGH = 45
"""The points that hold a place: three full stacks."""
COMES_UP = 4
"""Hexes from which a division comes to the help of another."""
IN_THE_WAY, DISORDER = 0.3, 0.2
"""What it is worth to stand beside a place that counts, and what a disorganised unit costs."""
IN_REACH, CLOSE, GUNS = 5, 3, 3
"""Hexes from which a formation may come, from which it probably does, and the guns that it usually has."""
WORTH_IT = 0.1
"""The least promise of victory points for which hunters attack."""


class Target(NamedTuple):
    """A division to be attacked, what that promises, and from where."""

    hex: Hex
    value: float
    places: dict[Hex, Hex]
    """Where each stack attacks from, by the hex where it is now."""


class LeeOutlook(Outlook):
    """The solitaire campaign as the player sees it."""

    game: Solitaire

    def __init__(self, game: Solitaire, ways: Ways) -> None:
        super().__init__(game, CSA, ways)

    @property
    def numbers(self) -> EngagementData:
        """J-J2b, J-J3: what is printed about engagements."""
        return self.game.rules.components.display.engagement

    @cached_property
    def assaults(self) -> Numbers:
        """What is printed about assaults."""
        parts = self.game.rules.components
        return Numbers(parts.terrain.combat, parts.display.breastwork_die.loss_from, parts.display.defender_retreat.retreats_at)

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

    def prizes(self, piece: Piece) -> tuple[float, ...]:
        """What the loss of so many levels of a division is worth: its boxes, and its end."""
        rules = self.game.rules
        boxed, last = rules.boxed(piece.id), rules.counters[piece.id].levels
        found = [0.0]
        for step in range(piece.step + 1, last + 1):
            found.append(found[-1] + (SCORED if step in boxed or step == last else PLAIN))
        return tuple(found)

    def defence(self, target: Hex) -> Defence:
        """The division in a hex, as an attacker finds it."""
        game, rules = self.game, self.game.rules
        piece, stack = self.enemies[target][0], game.units_at(self.enemy, target)
        formation = self.formation(piece)
        faced = rules.has_fortification(game, self.enemy, target)
        digs = rules.has_breastworks(game, self.enemy, target) or rules.why_not_dig(game, self.enemy, target) is None
        return Defence(
            self.strength(stack),
            not rules.is_reduced(piece),
            rules.bonus_points(game, (piece.id,)),
            rules.components.terrain.hexes[rules.board.terrain[target]].dice_cap,
            (formation in game.state.combat) + faced * rules.components.terrain.hexsides.fortification_facing.defender_dice,
            "fortification" if faced else None if digs else "",
            len(stack) > 1,
            not rules.has_skirmisher(game, formation),
            game.state.attitude == "C",
            self.prizes(piece),
        )

    def value(self, target: Hex, attackers: Sequence[Piece], hexes: Iterable[Hex]) -> float:
        """The points that an attack on one division promises, less what it costs."""
        attack, places = self.strength(attackers), set(hexes)
        if not attack:
            return 0.0
        rules = self.game.rules
        place = PLACE if self.key_places >> target & 1 else 0.0
        found = worth(
            attack,
            rules.bonus_of(attackers),
            rules.is_encircled(self.game, target, places),
            self.spare(attackers),
            self.defence(target),
            self.assaults,
        )
        return found + place - EFFORT * attack

    def targets(self, stacks: Sequence[Sequence[Piece]]) -> list[Target]:
        """Whom these stacks should attack, the best first: each with the fewest that promise the most."""
        able = [(stack, self.reach(stack)) for stack in stacks if any(map(self.may_fight, stack))]
        able.sort(key=lambda each: -self.strength(each[0]))
        found: list[Target] = []
        while able:
            best = max((self.best_attack(target, able) for target in self.prey), key=lambda t: (t.value, t.hex), default=None)
            if best is None or best.value < WORTH_IT:
                break
            found.append(best)
            able = [each for each in able if each[0][0].hex not in best.places]
        return found

    def best_attack(self, target: Hex, able: Sequence[tuple[Sequence[Piece], HexSet]]) -> Target:
        """The best attack on one division: stack after stack is added, the strongest first, while that promises more."""
        rules, stands = self.game.rules, self.stands(target)
        there = {h: self.own.get(h, ()) for h in members(stands)}
        attackers: list[Piece] = []
        places: dict[Hex, Hex] = {}
        best = Target(target, 0.0, {})
        for stack, reach in able:
            here = stack[0].hex
            free = [h for h in members(reach & stands) if h == here or rules.fits(self.game, (*there[h], *stack))]
            if not free:
                continue
            taken = set(places.values())
            opposite = {h for h in free if rules.is_encircled(self.game, target, {*taken, h})}
            h = max(free, key=lambda h: (h == here, h in opposite, h not in taken, -self.strength(there[h]), -h))
            if h != here:
                there[h] = (*there[h], *stack)
            places[here] = h
            attackers.extend(filter(self.may_fight, stack))
            value = self.value(target, attackers, places.values())
            if value > best.value:
                best = Target(target, value, dict(places))
        return best

    def stands(self, target: Hex) -> HexSet:
        """The hexes from which this division alone can be attacked, because nobody else has to be, or because we are there."""
        rules, found = self.game.rules, 0
        for h in members(self.grid.adjacent[target] & rules.regions["south"]):
            if rules.across_great_river(h, target) or self.game.held(self.enemy) >> h & 1:
                continue
            if h in self.own or not self.owed(h, target):
                found |= 1 << h
        return found

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
            near = self.grid.adjacent[h] | 1 << h
            there = sum(self.strength(p for p in self.own.get(n, ()) if p not in stack) for n in members(near))
            taken = 1.0 if self.game.held(self.enemy) >> h & 1 else 0.0
            return self.threats[h] - 0.03 * self.cost(here, h) - 0.05 * max(0, there - ENOUGH) - taken

        best = max(self.threats, key=lambda h: (worth(h), self.game.label(h)), default=None)
        return best if best is not None and self.cost(here, best) < FAR else None

    def goal(self, stack: Sequence[Piece]) -> Hex | None:
        """Where a stack makes for that has nobody to attack."""
        formations = [self.formation(piece) for piece in stack]
        post = next((self.post(formation) for formation in formations if formation in GUARDS), None)
        if post is not None:
            return post
        return self.quarry(stack) or self.to_hold(stack)

    @cached_property
    def hunters(self) -> list[tuple[Piece, ...]]:
        """The stacks without a post."""
        return [stack for stack in self.own.values() if not any(self.formation(piece) in GUARDS for piece in stack)]

    def quarry(self, stack: Sequence[Piece]) -> Hex | None:
        """The division from which most could be won if all hunters in reach of it came up to it."""
        here = stack[0].hex
        able = [h for h in self.prey if self.cost(here, h) <= CHASE]
        best = max(able, key=lambda h: (self.hopes[h], h), default=None)
        return best if best is not None and self.hopes[best] >= HOPE else None

    @cached_property
    def hopes(self) -> dict[Hex, float]:
        """What three stacks of hunters would win from each division, less the danger of its neighbours."""
        return {target: self.hope(target) for target in self.prey}

    def hope(self, target: Hex) -> float:
        near = [stack for stack in self.hunters if self.cost(stack[0].hex, target) <= CHASE]
        near.sort(key=lambda stack: -self.strength(stack))
        units = [piece for stack in near[:3] for piece in stack if piece.order == GOOD]
        attack = self.strength(units)
        if not attack:
            return 0.0
        others = (stack for h, stack in self.enemies.items() if h != target and self.grid.distance(h, target) <= COMES_UP)
        danger = CROWD * sum(self.strength(stack) for stack in others)
        return (
            worth(attack, self.rules.bonus_of(units), len(near) > 1, self.spare(units), self.defence(target), self.assaults)
            - danger
        )

    def company(self, stack: Sequence[Piece]) -> Hex | None:
        """The nearest stack that a weak one can join."""
        here = stack[0].hex
        able = [
            h
            for h, others in self.own.items()
            if h != here and self.strength(others) >= self.strength(stack) and self.fits(h, stack) and self.cost(here, h) < FAR
        ]
        return min(able, key=lambda h: (self.cost(here, h), -self.strength(self.own[h]), h), default=None)

    # ------------------------------------------------------------------ standing or leaving

    def engaged(self, corps: CorpsActivation) -> list[Hex]:
        """The stacks that a formation would attack from where it is."""
        hexes = 0
        for piece in corps.units(self.game):
            hexes |= by.in_contact(self.game, piece.hex)
        return list(members(hexes))

    def standing(self, corps: CorpsActivation, hexes: Sequence[Hex]) -> float:
        """What it brings to stand in these hexes against a formation that acts, with what the places are worth."""
        game = self.game
        if not hexes:
            return 0.0
        units = corps.units(game)
        if corps.contact != FREE:
            near = [piece for piece in units if any(h in by.beside(game, piece.hex) for h in hexes)]
            units = near or units
        attack = attack_of(game, units, corps.arty)
        stand = stand_of(game, [(h, game.units_at(CSA, h)) for h in hexes])
        return value(attack, stand, self.numbers) + sum(self.place(h) for h in hexes)

    def place(self, h: Hex) -> float:
        """What it is worth to keep a hex: what the enemy would score there, and a little for a place in the way."""
        return self.threats.get(h, 0.0) or (IN_THE_WAY if self.key_places & self.grid.adjacent[h] else 0.0)

    def leaving(self, corps: CorpsActivation, h: Hex) -> float:
        """J-H3b: what it costs a stack to break contact; nothing if the formation only marches by."""
        game = self.game
        if corps.contact == FREE:
            return 0.0
        units = [piece for piece in game.units_at(CSA, h) if game.counter(piece.id).is_real]
        if game.state.attitude == "A":
            return min((cost_of(game, piece) for piece in units), default=0.0)
        return DISORDER

    def exposed(self, h: Hex, stack: Sequence[Piece]) -> float:
        """What the worst attack on a stack that stands in a hex would cost, with those next to it."""
        game = self.game
        coming = []
        for attack, hexes in self.threatening:
            far = min(self.grid.distance(h, other) for other in hexes)
            if far <= IN_REACH:
                coming.append((attack, 1.0 if far <= CLOSE else 0.5))
        if not coming:
            return 0.0
        near = [(n, other) for n, other in self.own.items() if self.grid.adjacent[h] >> n & 1 and other[0].hex != stack[0].hex]
        there = [piece for piece in self.own.get(h, ()) if piece not in stack]
        stand = stand_of(game, [(h, (*stack, *there)), *near])
        return max(0.0, *(-share * value(attack, stand, self.numbers) for attack, share in coming))

    @cached_property
    def threatening(self) -> list[tuple[Attack, list[Hex]]]:
        """What each formation that may act attacks with, and where its divisions are."""
        game = self.game
        units = [game.divisions(formation) for formation in self.active]
        return [(attack_of(game, each, GUNS), [piece.hex for piece in each]) for each in units]

    @cached_property
    def active(self) -> list[str]:
        """The formations that may act: not those on the wheel."""
        game = self.game
        return [f for f in game.rules.in_play(game) if f not in game.state.wheel and not game.rules.wholly_north(game, f)]

    def is_safe(self, h: Hex) -> bool:
        """Far enough from every division, or at a place worth holding."""
        near = self.grid.adjacent[h] | 1 << h
        return self.nearest_enemy(h) >= KEEP_OFF or bool(self.key_places & near)

    # ------------------------------------------------------------------ losses and rest

    def spare(self, pieces: Iterable[Piece]) -> int:
        """The levels that can be lost before a unit is."""
        return sum(self.rules.levels(piece) > 1 for piece in pieces)

    def is_worn(self, stack: Sequence[Piece]) -> bool:
        """Infantry without a level to spare, which a fight would cost units."""
        infantry = [piece for piece in stack if self.rules.counters[piece.id].is_infantry]
        return bool(infantry) and 2 * self.spare(infantry) < len(infantry)

    def resting(self, units: Iterable[Piece]) -> list[Piece]:
        """The unit of each formation that should leave the enemy, to recover at night: the strongest, if nobody else can."""
        game, rules = self.game, self.game.rules
        able = {self.formation(piece) for piece in game.on_map(self.army) if rules.can_recover(game, self.army, piece)}
        found: dict[str, Piece] = {}
        for piece in units:
            formation = self.formation(piece)
            if formation in able or not piece.step or not game.next_to_enemy(self.army, piece.hex):
                continue
            if piece.id in game.state.moved or piece.id in game.state.finished:
                continue
            best = found.get(formation)
            if best is None or rules.counters[piece.id].strengths[0] > rules.counters[best.id].strengths[0]:
                found[formation] = piece
        return list(found.values())
