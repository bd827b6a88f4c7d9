"""Chapter 14: the numbers of a combat: dice, points, penalties and bonuses, and who loses, retreats or advances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.core.hexes import Hex
from grognard.core.texts import Modifier
from grognard.games.chancellorsville.victories.bonuses import LOW, Pool
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.combat import SIX, Combat, PlannedCombat
from grognard.games.chancellorsville.victories.data_schema import CombatRow, DieModifier
from grognard.games.chancellorsville.victories.names import WorksEffect
from grognard.games.chancellorsville.victories.pieces import ENEMY, Piece


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """U14.9: the two numbers of the ratio, rounded against the attacker."""
    if attack >= defence:
        return attack // defence, 1
    return 1, -(-defence // attack)


def dice_by_ratio(attack: int, defence: int, chart: CombatRow) -> tuple[int, int]:
    """U14.9: the dice of both sides by the ratio of their points."""
    one, other = ratio(attack, defence)
    return one + chart.extra_die_each_side, other + chart.extra_die_each_side


class Fighting(Chapter[C]):
    """The numbers of a combat."""

    def rule_of_six(self) -> bool:
        """U14.36: whether natural sixes count."""
        return bool(self.options["rule_of_six"])

    def combat(self, army: str, attackers: tuple[str, ...], targets: tuple[Hex, ...]) -> Combat[C]:
        """The combat of these attackers against these hexes."""
        return Combat(army, attackers, targets)

    def planned(self, army: str, attackers: Iterable[tuple[Piece, Hex]], targets: tuple[Hex, ...]) -> Combat[C]:
        """The combat as it would be if these attackers stood in these hexes."""
        pieces, hexes = zip(*attackers, strict=True)
        return PlannedCombat(army, tuple(piece.id for piece in pieces), targets, hexes=tuple(dict.fromkeys(hexes)))

    def dice_of(self, game: C, fight: Combat[C]) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        """U14.9: the dice of the attacker and of the defender, before the limits."""
        rules, chart = game.rules, self.components.terrain
        attack, defence = rules.combat_points(game, fight.attackers), rules.defence_points(game, fight)
        one, other = dice_by_ratio(attack, defence, chart.combat)
        ours = [Modifier(one, "dice-by-ratio", "U14.10", {"attack": attack, "defence": defence})]
        theirs = [Modifier(other, "dice-by-ratio", "U14.10", {"attack": attack, "defence": defence})]
        if rules.encircled(game, fight):
            ours.append(Modifier(chart.combat.encirclement_dice, "encircled", "U14.18"))
        if fight.works == "die":
            ours.append(Modifier(-1, "works-cost-a-die", "U14.19"))
        extra_dice = rules.extra_attack_dice(game) if fight.army == "CSA" else 0
        if extra_dice:
            ours.append(Modifier(extra_dice, "event-die", "U17.12"))
        ours.extend(self.event_dice(fight, fight.army))  # U14.31
        theirs.extend(self.event_dice(fight, ENEMY[fight.army]))  # U14.31
        if fight.works == "fortification":
            theirs.append(Modifier(chart.hexsides.fortification_facing.defender_dice, "in-fortification", "U14.25"))
        return tuple(ours), tuple(theirs)

    def dice_pools(self, game: C, fight: Combat[C], ours: Iterable[Modifier], theirs: Iterable[Modifier]) -> tuple[Pool, Pool]:
        """U14.10: the dice of both sides before points are shared out: at least one, and never more than the limit."""
        rules, least = game.rules, self.components.terrain.combat.minimum_dice
        cap = rules.dice_cap(game, fight)
        one = max(least, min(cap, sum(m.value for m in ours)))  # U14.15, U14.17
        other = max(least, min(cap, rules.defence_cap(game, fight), sum(m.value for m in theirs)))  # U14.15, U14.17
        effect = rules.terrain_effects(game, fight).get(fight.cover)
        base = self.base_modifier(game, fight.attackers)
        # U14.16
        if effect is not None and effect.dice == "all":
            base += effect.value
        return (max(base, LOW),) * one, (max(self.base_modifier(game, fight.defenders(game)), LOW),) * other  # U15.8

    def may_add_skirmisher(self, game: C, fight: Combat[C]) -> list[str]:
        """U14.14: the defenders that may add a skirmisher in their hex."""
        rules = game.rules
        left = () if game.night else rules.skirmishers_left(game, fight.enemy)
        if not left:
            return []
        fresh = (game.piece(id) for id in fight.defenders(game) if id not in game.state.skirmished)  # U13.3
        able = (piece for piece in fresh if self.counters[piece.id].is_infantry)
        return [piece.id for piece in able if rules.has_room(game, fight.enemy, piece.hex, (game.piece(left[0]),))]

    def event_dice(self, fight: Combat[C], army: str) -> Iterator[Modifier]:
        """U14.31: the dice of each event that an army has played in this combat (U17.9, U17.20, U17.21)."""
        known = self.components.events[army]
        for event in (known[id] for id in fight.called if id in known):
            yield Modifier(event.dice, "event-die", event.rule)

    def combat_points(self, game: C, units: Iterable[str]) -> int:
        """U14.7: the combat points of these units together."""
        return sum(game.points(game.piece(id)) for id in units)

    def defence_points(self, game: C, fight: Combat[C]) -> int:
        """U14.9: the combat points of the defenders."""
        return self.combat_points(game, fight.defenders(game))

    def dice_cap(self, game: C, fight: Combat[C]) -> int:
        """U14.17, U14.6: the limit of the defender's hex, of the one they choose if there are several."""
        return self.components.terrain.hexes[fight.ground].dice_cap

    def defence_cap(self, game: C, fight: Combat[C]) -> int:
        """U13.11: a skirmisher that defends a hex alone rolls at most one die."""
        defenders = [game.piece(id) for id in fight.defenders(game)]
        alone = len({piece.hex for piece in defenders}) == len(defenders)
        lone = alone and all(self.counters[piece.id].is_skirmisher for piece in defenders)
        return self.components.terrain.combat.lone_skirmisher_max_dice if lone else SIX

    def encircled(self, game: C, fight: Combat[C]) -> bool:
        """U14.18: attacked from two opposite hexes, or from every second one with nobody between."""
        hexes = fight.stands(game)
        return any(self.is_encircled(game, target, hexes) for target in fight.targets)

    def is_encircled(self, game: C, target: Hex, attackers: set[Hex]) -> bool:
        around = self.board.grid.neighbours[target]
        for direction in range(3):
            if around[direction] in attackers and around[direction + 3] in attackers:
                return True
        held = game.held("Union") | game.held("CSA")
        for first in (0, 1):
            between = [h for h in around[1 - first :: 2] if h is not None]
            if all(h in attackers for h in around[first::2]) and not any(held >> h & 1 for h in between):
                return True
        return False

    def works_effect(self, game: C, fight: Combat[C]) -> WorksEffect | None:
        """U14.19: what the works do; None where the defender chooses between a level and a die."""
        rules, enemy = game.rules, ENEMY[fight.army]
        hexes = fight.stands(game)
        weak = False
        for target in fight.targets:
            if rules.has_fortification(game, enemy, target):
                if rules.faced(game, enemy, target, hexes):
                    return "fortification"  # U14.25
                weak = True  # U14.26
            weak |= rules.has_breastworks(game, enemy, target)
        return None if weak else ""

    def terrain_effects(self, game: C, fight: Combat[C]) -> dict[str, DieModifier]:
        """U14.16: the modifiers of terrain among which the defender chooses one: of the hex, or of a hexside that all cross."""
        chart = self.components.terrain
        found: dict[str, DieModifier] = {}
        drm = chart.hexes[fight.ground].attacker_drm if fight.ground else None
        if drm is not None:
            found[fight.ground] = drm
        hexes = fight.stands(game)
        sides = [self.board.side(h, target) for h in hexes for target in fight.targets]
        for kind, row in (("stream", chart.hexsides.stream), ("minor_river", chart.hexsides.minor_river)):
            if all(kind in side for side in sides):
                found[kind] = row.attacker_drm
        return found

    def base_modifier(self, game: C, units: Iterable[str]) -> int:
        """U15.8: units out of supply cost every die of their side a point."""
        if any(game.piece(id).unsupplied for id in units):
            return self.components.terrain.combat.out_of_supply_drm_each_die
        return 0

    def attack_penalties(self, game: C, fight: Combat[C]) -> tuple[Modifier, ...]:
        """What is taken from the attacker's dice before points are shared out, and why."""
        effect = self.terrain_effects(game, fight).get(fight.cover)
        found = list(self.supply_penalties(game, fight.attackers))
        if effect is not None:
            label = "terrain-each-die" if effect.dice == "all" else "terrain-one-die"
            found.append(Modifier(effect.value, label, "U14.16"))
        return tuple(found)

    def defence_penalties(self, game: C, fight: Combat[C]) -> tuple[Modifier, ...]:
        """What is taken from the defender's dice, and why."""
        found = list(self.supply_penalties(game, fight.defenders(game)))
        if self.is_tired(game, fight):
            found.append(Modifier(-1, "tired-one-die", "U9.23"))
        return tuple(found)

    def supply_penalties(self, game: C, units: Iterable[str]) -> tuple[Modifier, ...]:
        value = self.base_modifier(game, units)
        return (Modifier(value, "unsupplied-each-die", "U15.8"),) if value else ()

    def points_of(self, game: C, fight: Combat[C], army: str) -> int:
        """U14.28: the bonuses of the units, and what events add."""
        units = fight.attackers if army == fight.army else fight.defenders(game)
        return self.bonus_of(game.piece(id) for id in units) + sum(die.value for die in self.event_dice(fight, army))

    def bonus_of(self, pieces: Iterable[Piece]) -> int:
        """U14.28, U14.30: from each hex one bonus of artillery and one of infantry or cavalry, the best of each."""
        best: dict[tuple[Hex, bool], int] = {}
        for piece in pieces:
            counter = self.counters[piece.id]
            key = piece.hex, counter.is_artillery
            best[key] = max(best.get(key, 0), counter.bonuses[piece.step])
        return sum(best.values())

    def is_tired(self, game: C, fight: Combat[C]) -> bool:
        """U9.23: whether a defender has made a forced march this turn."""
        return any(game.piece(id).tired for id in fight.defenders(game))

    def next_to_lose(self, game: C, units: Sequence[str], first: bool) -> list[Piece]:
        """U14.33: who may take a loss; the first that no skirmisher absorbs falls on infantry if there is any."""
        pieces = [game.piece(id) for id in units if not self.counters[id].is_dummy]
        if first and any(self.counters[piece.id].is_infantry for piece in pieces):  # U14.34
            pieces = [p for p in pieces if self.counters[p.id].is_infantry or self.counters[p.id].is_skirmisher]
        return game.rules.distinct(game, pieces)

    def may_retreat_instead(self, game: C, fight: Combat[C]) -> bool:
        """U14.35: after the first level lost, once, unless a retreat is forced or impossible."""
        if not fight.lost or fight.retreat:
            return False
        if fight.pressed:
            return False  # U14.38
        return game.rules.can_retreat(game, ENEMY[fight.army], fight.defenders(game))  # U14.44

    def retreating(self, game: C, fight: Combat[C]) -> tuple[str, ...]:
        """U14.41: all the defenders of the combat."""
        return fight.all_defenders(game)

    def advancing(self, game: C, fight: Combat[C], h: Hex) -> list[Piece]:
        """U14.54: those of the attackers that can enter a hex that was left, each by itself."""
        rules = game.rules
        table = rules.tables(game, fight.army).move
        found = []
        for id in game.alive(fight.attackers):
            piece = game.piece(id)
            if piece.hex != h and table.open[piece.hex] >> h & 1 and id not in fight.advanced:
                if not rules.closed_to(game, piece) >> h & 1 and rules.has_room(game, fight.army, h, (piece,)):
                    found.append(piece)
        return found

    def overtaken(self, game: C, fight: Combat[C]) -> tuple[str, ...]:
        """U14.51, U14.53: demoralised units next to which the attacker has advanced: they may not stay there."""
        return game.rules.driven_off(game, fight.army, sorted({game.piece(id).hex for id in game.alive(fight.advanced)}))

    def hits(self, pool: Pool, faces: Sequence[int]) -> int:
        """U14.32: every die that shows 5 or more after modification."""
        needed = self.components.terrain.combat.hit_on
        return sum(face + modifier >= needed for face, modifier in zip(faces, pool, strict=True))

    def sixes(self, pool: Pool, faces: Sequence[int]) -> int:
        """U14.36: dice whose face is six and that are hits."""
        needed = self.components.terrain.combat.hit_on
        return sum(face == SIX and face + modifier >= needed for face, modifier in zip(faces, pool, strict=True))
