"""Savannah 4.6: siege and bombardment, breaches, repairs, and town hexes in ruins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from grognard.core.actions import Action
from grognard.core.events import Event, PlaceWithPieces, Rolled
from grognard.core.hexes import Hex, members
from grognard.core.knowledge import Knowledge
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, in_table
from grognard.games.revolution.savannah.artillery import AimMortars
from grognard.games.revolution.savannah.ground import OWNER, WORKS_IN
from grognard.games.revolution.savannah.reinforcements import Arrivals
from grognard.games.revolution.savannah.siege_works import Front
from grognard.games.revolution.savannah.state import ALLIED, AMERICAN, BRITISH, FRENCH, Hexside, savannah
from grognard.games.revolution.series.actions import LoseStep, Target
from grognard.games.revolution.series.artillery import ArtilleryFire
from grognard.games.revolution.series.fire import HOLD_FIRE
from grognard.games.revolution.series.names import Change, Count, HexOrNone, Label, Side, UnitId
from grognard.games.revolution.series.pieces import PARADE, Piece
from grognard.games.revolution.series.results import PASS_AT, MoraleCheck
from grognard.games.revolution.series.seating import InOwnersOrder
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.data_schema import SiegeResult
    from grognard.games.revolution.series.battle import Battle

HIGHEST = 9
FIRST = "first"
"""The first of the two tables, as events call it."""


class Cannonade(Action, frozen=True):
    """Roll for siege and bombardment (V4.6a)."""


class Breach(Action, frozen=True):
    """Break down works of this hex (V4.6c)."""

    hex: Label


class Repair(Action, frozen=True):
    """Repair works of this hex (V4.5d)."""

    hex: Label


class ShakeFrench(Action, frozen=True):
    """Let the French army lose heart (V-T-siege1)."""


class ShakeAmericans(Action, frozen=True):
    """Let the American army lose heart (V-T-siege1)."""


class WorksBreached(Event, frozen=True):
    """Works between two hexes were broken down."""

    outer: Label
    hex: Label


class WorksRepaired(Event, frozen=True):
    """Works between two hexes were repaired."""

    outer: Label
    hex: Label


class TownHexDestroyed(Event, frozen=True):
    """A town hex lies in ruins."""

    hex: Label


class TownMissed(Event, frozen=True):
    """A bombardment of the town fell where no house stands."""

    aim: Label
    hex: Label


class SiegeRolled(Event, frozen=True):
    """A result of the siege tables."""

    army: str
    table: str
    number: int
    reads: ClassVar[str] = "result"

    @property
    def result(self) -> str:
        """`F I-3`: whose line of which table."""
        return f"{self.army[:1].upper()} {'I' if self.table == FIRST else 'II'}-{self.number}"


class CounterRemoved(Event, frozen=True):
    """An unused counter of siege works leaves the game."""


class SiegeRules(Arrivals):
    """What can be breached and repaired."""

    def hexsides_of(self, game: Battle, side: str) -> list[Hexside]:
        """The hexsides with works of a side that stand, outer hex first."""
        own = frozenset(kind for kind in WORKS_IN if OWNER[kind] == side)
        return sorted((game.label(a), game.label(b)) for (a, b), kinds in game.rules.board.sides.items() if kinds & own)

    def breached(self, game: Battle, side: str) -> list[Hexside]:
        """The hexsides of a side that are broken down."""
        own = savannah(game).works
        return sorted(
            {(outer, inner) for outer, inner, _ in savannah(game).breaches if ((outer, inner) in own) == (side == ALLIED)}
        )

    def breach(self, game: Battle, hexside: Hexside) -> None:
        state = savannah(game)
        kept = frozenset(known for known in state.breaches if known[:2] != hexside)
        state.breaches = kept | {(*hexside, "all")}
        game.emit(WorksBreached(*hexside))
        self.change_ground(game)

    def repair(self, game: Battle, hexside: Hexside) -> None:
        state = savannah(game)
        state.breaches = frozenset(known for known in state.breaches if known[:2] != hexside)
        game.emit(WorksRepaired(*hexside))
        self.change_ground(game)

    def destroy(self, game: Battle, h: Hex) -> None:
        """V4.6d: open ground, and its streets are no road any more."""
        savannah(game).destroyed |= {game.label(h)}
        game.emit(TownHexDestroyed(game.label(h)))
        self.change_ground(game)

    def siege_result(self, second: bool, number: int, side: str) -> SiegeResult:
        """V-T-siege1, V-T-siege2: what a total brings the French or the British."""
        row = (self.tables.siege.second if second else self.tables.siege.first)[number]
        return row.french if side == ALLIED else row.british

    def said(self, known: Knowledge, action: Action) -> dict[str, object]:
        """V4.4f, V4.6c: the direction, and the hex that works face or that a hexside leads to, so that it can be pointed at."""
        if not isinstance(action, Front):
            return super().said(known, action)
        found: dict[str, object] = {"number": in_table("front", str(action.number))}
        around = self.board.grid.neighbours[self.board.hex(known.facts["faced from"])] if "faced from" in known.facts else ()
        towards = around[action.number] if action.number in range(len(around)) else None
        return found if towards is None else found | {"towards": PlaceWithPieces(self.board.label(towards))}

    def may_bombard(self, game: Battle, side: str) -> bool:
        """Whether a side may roll for siege and bombardment."""
        if not self.tables.turn_track.turns[game.state.turn].siege:
            return False
        if self.sky(game).siege is None:
            return False  # V4.2l
        if side == ALLIED:
            return bool(savannah(game).works)  # V4.4i, V4.6a
        return savannah(game).french_rolled  # V4.6b

    def fire_modifiers(self, game: Battle, firers: tuple[str, ...], target: Piece, rifles: bool) -> Iterator[Modifier]:
        """V-T-siege1, V-T-siege2: what this turn's bombardment does to British fire."""
        yield from super().fire_modifiers(game, firers, target, rifles)
        drm = savannah(game).siege_fire_drm
        if drm and self.counters[firers[0]].side == BRITISH:
            yield Modifier(drm, "bombardment-of-this-turn", "V-T-siege1")


class SiegePhase(Procedure["Battle"]):
    """V3.5, V4.6: the French open the exchange, the British answer; each may roll once."""

    sides: tuple[Side, ...] = (ALLIED, BRITISH)
    steps: ClassVar[tuple[str, ...]] = ("next_side",)

    def next_side(self, game: Battle) -> Next:
        if not self.sides:
            return DONE
        side = self.sides[0]
        if not rules_of(game).may_bombard(game, side):
            self.sides = self.sides[1:]
            return Goto("next_side")
        actions: list[Action] = [Cannonade(), HOLD_FIRE]
        return Ask(gunner(game, side), actions, self.chosen, "open-bombardment", ("V4.6a", "V4.6b"), closing=(HOLD_FIRE,))

    def chosen(self, game: Battle, answer: Action) -> Next:
        side, self.sides = self.sides[0], self.sides[1:]
        if not isinstance(answer, Cannonade):
            return Goto("next_side")
        savannah(game).french_rolled = True  # V4.6b: the British never roll before them
        return Call(Bombardment(side), then="next_side")


def gunner(game: Battle, side: str) -> str:
    return game.rules.seat_of_army[FRENCH if side == ALLIED else BRITISH]


class Bombardment(Procedure["Battle"]):
    """V-T-siege1, V-T-siege2: a roll, its result line by line, and perhaps the second table."""

    side: Side
    second: bool = False
    number: Count = 0
    left: Count = 0
    """How many hexsides are still to be breached or repaired."""
    hex: Label = ""
    steps: ClassVar[tuple[str, ...]] = (
        "roll",
        "morale",
        "shake",
        "mend",
        "mend_side",
        "break_down",
        "break_side",
        "strike_gun",
        "aim_at_town",
        "fire_ship",
        "fire_at_once",
        "lasting",
        "again",
    )

    def facts(self, game: Battle) -> Mapping[str, Any]:
        return {"faced from": self.hex} if self.hex else {}

    def result(self, game: Battle) -> SiegeResult:
        return rules_of(game).siege_result(self.second, self.number, self.side)

    def rule(self) -> str:
        return "V-T-siege2" if self.second else "V-T-siege1"

    def roll(self, game: Battle) -> Next:
        """V4.2m: the weather bears on both tables."""
        drm = rules_of(game).sky(game).siege
        modifiers = (Modifier(drm, "bad-weather", "V4.2m"),) if drm else ()
        return Roll("siege", self.rolled, modifiers, self.rule(), gunner(game, self.side))

    def rolled(self, game: Battle, rolled: Rolled) -> Next:
        self.number = min(max(rolled.total, 0), HIGHEST)
        army = FRENCH if self.side == ALLIED else BRITISH
        game.emit(SiegeRolled(army, "second" if self.second else "first", self.number))
        result = self.result(game)
        self.left = result.repair or result.breach
        return None

    # ------------------------------------------------------------------ army morale

    def change_morale(self, game: Battle, changes: dict[str, int]) -> None:
        for army, change in changes.items():
            game.rules.note_change(game, "siege", army, change, 0, self.rule())
        game.rules.post_army_morale(game)

    def morale(self, game: Battle) -> Next:
        self.change_morale(game, self.result(game).army_morale)
        return None

    def shake(self, game: Battle) -> Next:
        """V-T-siege1: the British choose whom their fire shakes."""
        if not self.result(game).army_morale_choice:
            return None
        return Ask(gunner(game, self.side), [ShakeFrench(), ShakeAmericans()], self.shaken, "shake-an-army", self.rule())

    def shaken(self, game: Battle, answer: Action) -> Next:
        army = FRENCH if isinstance(answer, ShakeFrench) else AMERICAN
        self.change_morale(game, next(choice for choice in self.result(game).army_morale_choice if army in choice))
        return None

    # ------------------------------------------------------------------ repairs (V4.5d)

    def mend(self, game: Battle) -> Next:
        """Nothing to repair: no effect."""
        if not self.result(game).repair or not self.left:
            return Goto("break_down")
        hexes = sorted({inner for _, inner in rules_of(game).breached(game, self.side)})
        if not hexes:
            return Goto("break_down")
        return Ask(gunner(game, self.side), [Repair(label) for label in hexes], self.hex_named, "repair-works", "V4.5d")

    def hex_named(self, game: Battle, answer: Action) -> Next:
        self.hex = cast("Repair | Breach", answer).hex
        return None

    def fronts(self, game: Battle, hexsides: list[Hexside]) -> dict[int, Hexside]:
        """The hexsides of the hex named, by their direction from it."""
        board = game.rules.board
        here = board.hex(self.hex)
        found = {board.grid.direction(here, board.hex(pair[0])): pair for pair in hexsides if pair[1] == self.hex}
        return {direction: pair for direction, pair in found.items() if direction is not None}

    def mend_side(self, game: Battle) -> Next:
        fronts = self.fronts(game, rules_of(game).breached(game, self.side))
        actions = [Front(direction) for direction in sorted(fronts)]
        return Ask(gunner(game, self.side), actions, self.mended, "which-hexside", "V4.5d", None, {"hex": self.hex})

    def mended(self, game: Battle, answer: Front) -> Next:
        fronts = self.fronts(game, rules_of(game).breached(game, self.side))
        rules_of(game).repair(game, fronts[answer.number])
        self.left -= 1
        return Goto("mend")

    # ------------------------------------------------------------------ breaches (V4.6c)

    def break_down(self, game: Battle) -> Next:
        result, enemy = self.result(game), game.enemy(self.side)
        if not result.breach or not self.left:
            return Goto("strike_gun")
        hexes = sorted({inner for _, inner in rules_of(game).hexsides_of(game, enemy)})
        if not hexes:
            if self.left == result.breach:  # none at all, not only too few
                self.nothing_to_breach(game, result)
            return Goto("strike_gun")
        return Ask(gunner(game, self.side), [Breach(label) for label in hexes], self.hex_named, "breach-works", "V4.6c")

    def nothing_to_breach(self, game: Battle, result: SiegeResult) -> None:
        """V-T-siege1: without enemy works an unused counter leaves the game, or the enemy loses heart."""
        state = savannah(game)
        if result.no_works_remove_counter and rules_of(game).unused_counters(game):
            state.counters_used += 1
            game.emit(CounterRemoved())
        self.change_morale(game, result.if_none)

    def break_side(self, game: Battle) -> Next:
        fronts = self.fronts(game, rules_of(game).hexsides_of(game, game.enemy(self.side)))
        actions = [Front(direction) for direction in sorted(fronts)]
        return Ask(gunner(game, self.side), actions, self.broken, "which-hexside", "V4.6c", None, {"hex": self.hex})

    def broken(self, game: Battle, answer: Front) -> Next:
        """V4.6c: units in the hex that the work covered check morale."""
        enemy = game.enemy(self.side)
        fronts = self.fronts(game, rules_of(game).hexsides_of(game, enemy))
        rules_of(game).breach(game, fronts[answer.number])
        self.left -= 1
        units = tuple(unit.id for unit in game.units_at(game.rules.board.hex(self.hex), enemy))
        return (
            Call(SiegeChecks(game.rules.seat_for(game, enemy, units), units, 0), then="break_down")
            if units
            else Goto("break_down")
        )

    # ------------------------------------------------------------------ guns, town and the rest

    def strike_gun(self, game: Battle) -> Next:
        """V-T-siege6: one enemy battery, chosen by the roller, loses a step."""
        if not self.result(game).gun_loses_step:
            return None
        army = BRITISH if self.side == ALLIED else FRENCH
        units = game.units_of(game.enemy(self.side))
        guns = [unit.id for unit in units if game.counter(unit.id).is_artillery and game.army_of(unit.id) == army]
        if not guns:
            return None
        return Ask(gunner(game, self.side), [Target(id) for id in guns], self.gun_struck, "strike-a-gun", "V-T-siege6")

    def gun_struck(self, game: Battle, answer: Target) -> Next:
        game.rules.note_event(game, "result_1", game.army_of(answer.piece), answer.piece)
        game.rules.lose_step(game, answer.piece)
        game.rules.post_army_morale(game)
        return None

    def aim_at_town(self, game: Battle) -> Next:
        if not self.result(game).destroy_town_hex:
            return None
        hexes = members(rules_of(game).standing_town(game))
        if not hexes:
            return None
        actions = [AimMortars(game.label(h)) for h in hexes]
        return Ask(gunner(game, self.side), actions, self.aimed, "aim-at-the-town", "V4.6d")

    def aimed(self, game: Battle, answer: AimMortars) -> Next:
        return Call(TownBombarded(game.rules.board.hex(answer.hex)), then="fire_ship")

    def fire_ship(self, game: Battle) -> Next:
        if self.result(game).fire_ship is None:
            return None
        return Roll("fire-ship", self.sailed, (), self.rule(), gunner(game, self.side))

    def sailed(self, game: Battle, rolled: Rolled) -> Next:
        ship = self.result(game).fire_ship
        if ship is not None and rolled.faces[0] >= ship.min:
            self.change_morale(game, ship.army_morale)
        return None

    def fire_at_once(self, game: Battle) -> Next:
        """V-T-siege-beekman: he may fire besides his normal fire, if he can and has a target."""
        id = self.result(game).fires_at_once
        if id is None:
            return None
        gun = game.piece(id)
        if gun.hex == OFF_MAP or gun.order != PARADE:
            return None
        targets = [unit.id for unit in game.units_of(BRITISH) if game.rules.reaches(game, gun, unit)]
        if not targets:
            return None
        seat = game.seat_of(id)
        actions: list[Action] = [*(Target(target) for target in targets), HOLD_FIRE]
        return Ask(seat, actions, self.targeted, "artillery-target", "V-T-siege-beekman", closing=(HOLD_FIRE,))

    def targeted(self, game: Battle, answer: Action) -> Next:
        if not isinstance(answer, Target):
            return Goto("lasting")
        gun = self.result(game).fires_at_once or ""
        return Call(ArtilleryFire(ALLIED, answer.piece, (gun,)), then=self.fired)

    def fired(self, game: Battle, _: object) -> Next:
        return Goto("lasting")

    def lasting(self, game: Battle) -> Next:
        """What holds for the rest of the turn."""
        result, state = self.result(game), savannah(game)
        state.siege_fire_drm += result.british_fire_drm
        if result.double_movement is not None:
            state.doubled |= {result.double_movement}
        return None

    def again(self, game: Battle) -> Next:
        if not self.result(game).roll_again or self.second:
            return DONE
        self.second = True
        return Goto("roll")


class TownBombarded(Procedure["Battle"]):
    """V4.6d: scatter, ruins, a step lost, and morale checks with -1."""

    aim: HexOrNone
    struck: HexOrNone = 0
    steps: ClassVar[tuple[str, ...]] = ("scatter", "ruin", "lose", "check")

    def scatter(self, game: Battle) -> Next:
        return Roll("scatter", self.scattered, (), "V-T-scatter", gunner(game, ALLIED))

    def scattered(self, game: Battle, rolled: Rolled) -> Next:
        self.struck = rules_of(game).scattered(self.aim, rolled.faces[0], 1) or OFF_MAP
        return None

    def ruin(self, game: Battle) -> Next:
        """A strike that lands off a town hex that still stands has no effect."""
        rules = rules_of(game)
        if not self.struck or not rules.standing_town(game) >> self.struck & 1:
            if self.struck:
                game.emit(TownMissed(game.label(self.aim), game.label(self.struck)))
            return DONE
        rules.destroy(game, self.struck)
        return None

    def units(self, game: Battle) -> tuple[str, ...]:
        return tuple(unit.id for unit in game.units_at(self.struck))

    def lose(self, game: Battle) -> Next:
        units = self.units(game)
        if not units:
            return DONE
        seat = game.rules.seat_for(game, game.side_of(units[0]), units)
        return Ask(seat, [LoseStep(id) for id in units], self.lost, "lose-a-step-in-ruins", "V4.6d")

    def lost(self, game: Battle, answer: LoseStep) -> Next:
        game.rules.note_event(game, "result_1", game.army_of(answer.piece), answer.piece)
        game.rules.lose_step(game, answer.piece)
        game.rules.post_army_morale(game)
        return None

    def check(self, game: Battle) -> Next:
        units = self.units(game)
        if not units:
            return DONE
        return Call(SiegeChecks(game.rules.seat_for(game, game.side_of(units[0]), units), units, -1))


class SiegeChecks(InOwnersOrder):
    """V4.19g: the units of a hex check morale, in their owner's order."""

    items: tuple[UnitId, ...]
    drm: Change
    prompt: ClassVar[str] = "next-companion"
    cites: ClassVar[str] = "V4.19g"

    def remaining(self, game: Battle) -> tuple[str, ...]:
        return game.alive(self.items)

    def procedure_for(self, game: Battle, item: str) -> Procedure | None:
        return SiegeCheck(item, "R", drm=self.drm)


class SiegeCheck(MoraleCheck):
    """V4.6c, V4.6d: who fails retreats one hex."""

    drm: Change = 0

    def check(self, game: Battle) -> Next:
        modifiers = [*game.rules.check_modifiers(game, game.piece(self.piece), self.in_works)]
        if self.drm:
            modifiers.append(Modifier(self.drm, "the-town-in-ruins", "V4.19g"))
        morale = sum(modifier.value for modifier in modifiers)
        seat = game.seat_of(self.piece)
        return Roll(
            "morale-check", self.checked, tuple(modifiers), "V4.19g", seat, reading=lambda face: face + morale >= PASS_AT
        )


def rules_of(game: Battle) -> SiegeRules:
    return cast("SiegeRules", game.rules)


SIEGE_ACTIONS: tuple[type[Action], ...] = (Cannonade, Breach, Repair, ShakeFrench, ShakeAmericans)
SIEGE_PROCEDURES: tuple[type[Procedure], ...] = (SiegePhase, Bombardment, TownBombarded, SiegeChecks, SiegeCheck)
