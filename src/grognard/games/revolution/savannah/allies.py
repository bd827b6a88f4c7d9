"""Savannah 4.1 and 4.13: who stands and fights beside whom; 4.16 and 4.17, the Irish and the men of Charlestown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.state import (
    ALLIED,
    AMERICAN,
    BLACK_VOLUNTEERS,
    FRENCH,
    HUGER,
    IRISH,
    PULASKI,
    savannah,
)
from grognard.games.revolution.savannah.weather import Weather
from grognard.games.revolution.series.announcement import AsOne
from grognard.games.revolution.series.leaving import Leaving
from grognard.games.revolution.series.pieces import Counter, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle
    from grognard.games.revolution.series.close_combat import CloseCombat

SOUTHERN, CHARLESTOWN = "southern", "charlestown"
MILITIA_LINES = ("all-defenders-militia", "all-attackers-militia")
GETTING_AWAY = "getting-away-whole"
"""A mark in the memo of a game while it is worked out where the units of a mixed stack can go (V4.1d)."""
REGULARS, METROPOLITAN, COLONIAL_MILITIA = "regulars", "metropolitan", "colonial_militia"


class Allies(Weather):
    """French and Americans, regulars and colonials, and those whom others will not stand beside."""

    # ------------------------------------------------------------------ stacking (V4.1)

    def kept_apart(self, one: Counter, other: Counter) -> str:
        """Who may pass through, but not stay with, whom: the rule that says so."""
        if one.is_leader or other.is_leader:
            return self.apart_from_huger(one, other)  # V4.18c
        armies = {one.army, other.army}
        if armies == {FRENCH, AMERICAN} and PULASKI not in (one.id, other.id):
            return "V4.1a"
        if {one.group, other.group} == {METROPOLITAN, COLONIAL_MILITIA}:
            return "V4.1g"
        return ""

    def apart_from_huger(self, one: Counter, other: Counter) -> str:
        """V4.18c: he stays with American militia and artillery only."""
        unit = other if one.id == HUGER else one
        if HUGER not in (one.id, other.id) or unit.is_leader:
            return ""
        return "" if unit.group in self.counters[HUGER].commands else "V4.18c"

    def held_hexes(self, game: Battle) -> HexSet:
        """V4.18c: Huger's hex is closed to some."""
        return super().held_hexes(game) | 1 << game.piece(HUGER).hex

    def crowded(self, game: Battle, piece: Piece, strength: int | None = None) -> HexSet:
        """V4.1e: the Black Volunteers and the southern provincials and militia may not even pass through each other."""
        full = super().crowded(game, piece, strength)
        return full | self.unwelcome(game, piece) if piece.id in self.apart_on_the_march else full

    @cached_property
    def apart_on_the_march(self) -> frozenset[str]:
        """V4.1e: the Black Volunteers and the southern provincials and militia."""
        southern = (id for id, counter in self.counters.items() if SOUTHERN in counter.flags)
        return frozenset({BLACK_VOLUNTEERS, *southern})

    def unwelcome(self, game: Battle, piece: Piece) -> HexSet:
        """V4.1e: the hexes closed to a unit because of who stands there."""
        if piece.id == BLACK_VOLUNTEERS:
            found = 0
            for unit in game.units_of(self.counters[piece.id].side):
                if SOUTHERN in self.counters[unit.id].flags:
                    found |= 1 << unit.hex
            return found
        volunteers = game.piece(BLACK_VOLUNTEERS).hex
        return 1 << volunteers if volunteers != OFF_MAP and SOUTHERN in self.counters[piece.id].flags else 0

    def why_not_stack(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        if self.unwelcome(game, piece) >> h & 1:
            return Reason("not-beside-the-black-volunteers", ("V4.1e",), {"hex": game.label(h)})
        return super().why_not_stack(game, piece, h)

    def why_not_retreat(
        self, game: Battle, piece: Piece, h: Hex, distance: int, clear: bool, strength: int | None
    ) -> Reason | None:
        refused = super().why_not_retreat(game, piece, h, distance, clear, strength)
        if refused is not None and refused.key == "no-room" and self.unwelcome(game, piece) >> h & 1:
            return Reason("not-beside-the-black-volunteers", ("V4.1e",), {"hex": game.label(h)})
        return refused

    def make_way(self, game: Battle, piece: Piece, distance: int, clear: bool) -> bool:
        """V4.1f: where only the Black Volunteers keep a southern unit from retreating they are captured, and it goes."""
        if SOUTHERN not in self.counters[piece.id].flags or not self.unwelcome(game, piece):
            return super().make_way(game, piece, distance, clear)
        without = game.copy()
        without.change(BLACK_VOLUNTEERS, hex=OFF_MAP)
        if not self.retreat_ends(without, piece, distance, clear):
            return False
        self.capture(game, BLACK_VOLUNTEERS)
        return True

    # ------------------------------------------------------------------ mixed by retreat (V4.1b to V4.1d, V4.1h, V4.1i)

    def mixed_armies(self, game: Battle, h: Hex) -> bool:
        """V4.1c: French and American units in one hex, Pulaski's Legion apart."""
        armies = {self.counters[unit.id].army for unit in game.units_at(h, ALLIED) if unit.id != PULASKI}
        return len(armies) > 1

    def mixed_classes(self, game: Battle, h: Hex) -> bool:
        """V4.1h: French regulars and colonial militia in one hex."""
        groups = {self.counters[unit.id].group for unit in game.units_at(h, ALLIED)}
        return {METROPOLITAN, COLONIAL_MILITIA} <= groups

    def must_separate(self, game: Battle) -> list[str]:
        """V4.1b, V4.1h: the units of mixed stacks that can still leave; regulars and colonials only where no enemy waits."""
        if game.state.phasing != ALLIED:
            return []
        owing: list[str] = []
        for h in members(game.force(ALLIED).mixed):
            armies, classes = self.mixed_armies(game, h), self.mixed_classes(game, h)
            if armies or classes:
                owing += [unit.id for unit in game.units_at(h, ALLIED) if self.can_leave(game, unit, freely=not armies)]
        return owing

    def can_leave(self, game: Battle, unit: Piece, freely: bool) -> bool:
        """Whether a unit has somewhere to go; `freely`: away from the enemy."""
        rules = game.rules
        if not rules.may_begin_move(game, unit):
            return False
        return not freely or bool(rules.destinations(game, unit, 0, 0, True).all & ~game.near(self.enemy[ALLIED]))

    def why_not_end_movement(self, game: Battle) -> Reason | None:
        """V4.1b: they must separate in the next friendly movement phase."""
        refused = super().why_not_end_movement(game)
        if refused is not None or not (game.force(ALLIED).mixed or savannah(game).mixed_starts):
            return refused
        owing = tuple(self.must_get_away(game))
        if owing:
            return Reason("mixed-stacks-get-away", ("V4.1d",), {"piece": self.counters[owing[0]].name}, owing)
        owing = tuple(self.must_separate(game))
        if owing:
            return self.why_not_together(game, owing)
        owing = tuple(self.must_leave_huger(game))
        if owing:
            where = {"hex": game.label(game.piece(HUGER).hex), "piece": self.counters[HUGER].name}
            return Reason("may-not-stop-with", ("V4.18c",), where, owing)
        return None

    def why_not_together(self, game: Battle, owing: tuple[str, ...]) -> Reason:
        """V4.1a, V4.1g: who may not stand together when movement ends, however they met; V4.1b, V4.1h: after a retreat, too."""
        h = game.piece(owing[0]).hex
        armies = self.mixed_armies(game, h)
        key = "armies-do-not-stay-together" if armies else "classes-do-not-stay-together"
        cites = ("V4.1a", "V4.1b") if armies else ("V4.1g", "V4.1h")
        return Reason(key, cites, {"piece": self.counters[owing[0]].name, "hex": game.label(h)}, owing)

    def must_leave_huger(self, game: Battle) -> list[str]:
        """V4.18c: who can still part Huger from troops that he may not stack with; they came in, or retreated, together."""
        h = game.piece(HUGER).hex
        if game.state.phasing != ALLIED or not game.force(ALLIED).mixed >> h & 1:
            return []
        others = [unit.id for unit in game.units_at(h, ALLIED) if unit.id in self.strangers[HUGER]]
        if not others:
            return []
        return [id for id in (HUGER, *others) if self.can_leave(game, game.piece(id), freely=False)]

    # ------------------------------------------------------------------ getting away whole (V4.1d)

    def begin_movement(self, game: Battle) -> None:
        """V4.1d: note the mixed stacks that begin next to the enemy, where somebody of them would have to attack."""
        super().begin_movement(game)
        found: dict[str, str] = {}
        if game.state.phasing == ALLIED:
            for h in members(game.force(ALLIED).mixed & game.near(self.enemy[ALLIED])):
                units = game.units_at(h, ALLIED)
                if self.mixed_armies(game, h) and any(self.why_not_attack(game, unit) is None for unit in units):
                    found |= dict.fromkeys([unit.id for unit in units], game.label(h))
        savannah(game).mixed_starts = found

    def still_mixed(self, game: Battle, id: str) -> tuple[str, ...]:
        """V4.1d: those who began in one mixed stack with a unit, and have not left it; nobody once the unit itself has."""
        starts, moved = savannah(game).mixed_starts, game.state.moved
        if id not in starts or game.state.phasing != ALLIED or game.state.phase != "movement":
            return ()
        h = self.board.hex(starts[id])
        ids = tuple(other for other, start in starts.items() if start == starts[id] and other not in moved)
        ids = tuple(other for other in ids if game.piece(other).hex == h)
        return ids if id in ids else ()

    def clear_ends(self, game: Battle, piece: Piece) -> HexSet:
        """V4.1d: where a unit can go by itself and be next to no enemy."""
        rules = game.rules
        if piece.hex == OFF_MAP or rules.is_held(piece) or piece.id in rules.frozen(game):
            return 0
        game.memo[GETTING_AWAY] = True
        found = rules.work_out_destinations(game, piece, 0, 0, True)
        del game.memo[GETTING_AWAY]
        return found.all & ~game.near(self.enemy[ALLIED])

    def all_get_away(self, game: Battle, ids: tuple[str, ...]) -> bool:
        """V4.1d: whether these can all get away from the enemy, one after another."""
        key = (GETTING_AWAY, ids, game.state.moved)
        if key not in game.memo:
            game.memo[key] = bool(ids) and Leaving(self.clear_ends, self.clear_ends).all_can(game, ids)
        return bool(game.memo[key])

    def must_get_away(self, game: Battle) -> list[str]:
        """V4.1d: the units of the acting seat that must still get away from the enemy with their whole stack."""
        found = []
        for id in savannah(game).mixed_starts:
            ids = self.still_mixed(game, id)
            if ids and self.may_act(game, id) and self.all_get_away(game, ids):
                found.append(id)
        return found

    def not_away(self, game: Battle, piece: Piece) -> HexSet:
        """V4.1d: where a unit of a stack that can get away whole may not end its move."""
        starts = savannah(game).mixed_starts
        if piece.id not in starts or GETTING_AWAY in game.memo or game.state.phasing != ALLIED:
            return 0
        if piece.id in game.state.moved or game.state.phase != "movement":
            return 0
        near = game.near(self.enemy[ALLIED])
        if piece.hex != self.board.hex(starts[piece.id]):
            return near if not near >> piece.hex & 1 else 0  # it has got away, and goes on
        ids = self.still_mixed(game, piece.id)
        if not self.all_get_away(game, ids):
            return 0
        key = (GETTING_AWAY, piece.id, game.state.moved)
        if key not in game.memo:
            rest = tuple(id for id in ids if id != piece.id)
            ends = Leaving(self.clear_ends, self.clear_ends).ends_for(game, piece.id, rest)
            game.memo[key] = self.board.grid.all & ~hex_set(ends)
        found: HexSet = game.memo[key]
        return found

    def closed_to_stops(self, game: Battle, piece: Piece) -> HexSet:
        closed = super().closed_to_stops(game, piece)
        return closed | self.not_away(game, piece) if savannah(game).mixed_starts else closed

    def why_not_stop(self, game: Battle, piece: Piece, h: Hex) -> Reason | None:
        if self.not_away(game, piece) >> h & 1 and not super().closed_to_stops(game, piece) >> h & 1:
            return Reason("mixed-stacks-get-away", ("V4.1d",), {"piece": self.counters[piece.id].name})
        return super().why_not_stop(game, piece, h)

    def confined_now(self, game: Battle) -> dict[str, HexSet]:
        """V4.1d: those who must get away are asked one by one where they may go."""
        confined, starts = super().confined_now(game), savannah(game).mixed_starts
        return confined | dict.fromkeys(starts, self.board.grid.all) if starts else confined

    # ------------------------------------------------------------------ attacks (V4.13)

    def fight_apart(self, one: Counter, other: Counter) -> str:
        """V4.13c: French and Americans do not attack one hex together; V4.13a: Pulaski's Legion may."""
        if {one.army, other.army} == {FRENCH, AMERICAN} and PULASKI not in (one.id, other.id):
            return "V4.13c"
        return ""

    def attacking_as_one(self, game: Battle, ids: Iterable[str]) -> dict[str, AsOne]:
        """V4.1d: a mixed stack that must attack does so with both armies; V4.13 excepts what 4.1 says of stacks."""
        if game.state.phasing != ALLIED or not game.force(ALLIED).mixed:
            return {}
        stacks: dict[Hex, list[str]] = {}
        for id in ids:
            stacks.setdefault(game.piece(id).hex, []).append(id)
        mixed = [group for h, group in stacks.items() if len(group) > 1 and self.mixed_armies(game, h)]
        return {id: AsOne(tuple(group), "V4.1d") for group in mixed for id in group}

    def note_event(self, game: Battle, event: str, army: str, piece: str | None = None) -> None:
        """V4.13b: what Pulaski suffers beside the French is theirs; what he does there is so by `army_for`."""
        super().note_event(game, event, FRENCH if piece == PULASKI and self.pulaski_cooperates(game) else army, piece)

    def spends_momentum(self, game: Battle, side: str, ids: tuple[str, ...]) -> str:
        """V1.4b: momentum belongs to the Allies together; where they have two players the French one decides."""
        return self.keeper(game, side)

    def pulaski_cooperates(self, game: Battle) -> bool:
        """V4.13b: whether he fights beside French units in the combat under way."""
        units = self.fighting(game, ALLIED)
        return PULASKI in units and any(self.counters[id].army == FRENCH for id in units)

    def close_combat_modifiers(self, game: Battle, combat: CloseCombat) -> Iterator[Modifier]:
        """V4.17: militia against militia, none is penalised; mixed stacks; Irish ferocity."""
        both = super().all_militia(combat.attackers) and super().all_militia(combat.defenders)
        freed = both and not (self.all_militia(combat.attackers) and self.all_militia(combat.defenders))
        for modifier in super().close_combat_modifiers(game, combat):
            if not (freed and modifier.label in MILITIA_LINES):
                yield modifier
        homes = {game.piece(id).hex for id in combat.attackers}
        if combat.defender == ALLIED and any(self.mixed_armies(game, h) for h in combat.targets):
            yield Modifier(+1, "defenders-of-two-armies", "V4.1c")
        if combat.attacker == ALLIED and any(self.mixed_armies(game, h) for h in homes):
            yield Modifier(-2, "attackers-of-two-armies", "V4.1d")
        if combat.attacker == ALLIED and any(self.mixed_classes(game, h) for h in homes):
            yield Modifier(-1, "regulars-beside-colonials", "V4.1i")
        if combat.attacking_lead == IRISH and any(self.counters[id].group == REGULARS for id in combat.defenders):
            yield Modifier(+1, "irish-ferocity", "V4.16")

    def why_not_attack(self, game: Battle, piece: Piece) -> Reason | None:
        """V4.1d: a mixed stack does not attack of its own will."""
        refused = super().why_not_attack(game, piece)
        if refused is None and self.may_decline(game, piece) and self.mixed_armies(game, piece.hex):
            return Reason("mixed-stacks-do-not-attack", ("V4.1d",), {"piece": self.counters[piece.id].name})
        return refused

    def all_militia(self, units: tuple[str, ...]) -> bool:
        """V4.17: the men of Charlestown free a whole force from what is said of militia."""
        return super().all_militia(units) and not any(CHARLESTOWN in self.counters[id].flags for id in units)
