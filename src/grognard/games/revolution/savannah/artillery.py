"""Savannah's guns: its own fire tables, naval guns, and the mortars of 4.12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, cast

from msgspec import Meta
from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.events import Event, Rolled
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.orders import StandingOrder, standing_order
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.savannah.covered_way import CoveredWay
from grognard.games.revolution.savannah.state import ALLIED, savannah
from grognard.games.revolution.savannah.weather import MORTAR, NAVAL
from grognard.games.revolution.series.actions import HoldFire
from grognard.games.revolution.series.artillery import ArtilleryFire
from grognard.games.revolution.series.fire import HOLD_FIRE
from grognard.games.revolution.series.names import GunId, HexOrNone, Label, PieceId
from grognard.games.revolution.series.pieces import SHATTERED, Counter, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.savannah.data_schema import ToHitRow
    from grognard.games.revolution.series.battle import Battle

BOMBS = standing_order("bombs", ("Bomb.choose_victim",), ("V4.12e",), ("least",))
AT_GUNS, AT_OTHERS = "artillery", "other"
"""V-T-damage: the columns of the damage table."""
Face = Annotated[int, Meta(ge=0, le=9)]
COMPASS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six neighbours, clockwise."""


class AimMortars(Action, frozen=True):
    """Aim the mortars at this hex (V4.12c)."""

    hex: Label


class Expose(Action, frozen=True):
    """Let this unit be the one that the bomb threatens (V4.12e)."""

    piece: PieceId


class BombFell(Event, frozen=True):
    """Where a mortar bomb fell."""

    piece: PieceId
    aim: Label
    hex: Label


class BombWasted(Event, frozen=True):
    """A mortar bomb fell off the map."""

    piece: PieceId
    aim: Label


class MortarDamaged(Event, frozen=True):
    """What firing did to a mortar: `burst`, `broken` or `whole`."""

    piece: PieceId
    result: str


class Guns(CoveredWay):
    """Numbers to hit, modifiers and damage."""

    # ------------------------------------------------------------------ the tables (V-T-fire, V-T-damage)

    def is_mortar(self, id: str) -> bool:
        return MORTAR in self.counters[id].flags

    def gun_range(self, piece: Piece) -> int:
        """V-T-fire: field guns reach 3, naval guns 4; a single point does not carry that far."""
        ranges, counter = self.tables.fire.ranges, self.counters[piece.id]
        far = NAVAL in counter.flags and self.far_number(counter.strengths[piece.step]) is not None
        return ranges.naval if far else ranges.field

    def far_number(self, strength: int) -> int | None:
        return self.fire_row(strength).range_4

    def fire_row(self, strength: int) -> ToHitRow:
        return next(row for row in self.tables.fire.to_hit if row.min <= strength and (row.max is None or strength <= row.max))

    def number_to_hit(self, strength: int, distance: int) -> int:
        """V-T-fire: by firing strength and range."""
        row = self.fire_row(strength)
        if distance == 1:
            return row.adjacent
        return row.range_2_3 if distance < 4 or row.range_4 is None else row.range_4

    def mortar_number(self, strength: int, distance: int) -> int:
        """V-T-fire: the columns of mortars."""
        row = self.fire_row(strength)
        number = row.mortar_2_3 if distance < 4 else row.mortar_4 if distance == 4 else row.mortar_5
        if number is None:
            raise ValueError(f"no mortar fires with {strength} SP over {distance} hexes")
        return number

    def artillery_column(self, target: Counter) -> str:
        """V-T-damage: guns suffer otherwise than others."""
        return AT_GUNS if target.is_artillery else AT_OTHERS

    def damage(self, column: str, face: int) -> str:
        return str(getattr(self.tables.fire.damage[face], column))

    def guns(self, game: Battle, side: str, fired: frozenset[str]) -> list[Piece]:
        """V4.12a, V3.7: mortars neither combine nor fire in the enemy's part."""
        return [gun for gun in super().guns(game, side, fired) if not self.is_mortar(gun.id)]

    def fire_modifiers(self, game: Battle, firers: tuple[str, ...], target: Piece, rifles: bool) -> Iterator[Modifier]:
        """V-T-firedrm: fire that comes only through works or dikes; the first fire of mortars."""
        for modifier in super().fire_modifiers(game, firers, target, rifles):
            yield replace(modifier, cites="V-T-firedrm") if modifier.cites == "S-T-fire" else modifier
        if self.is_mortar(firers[0]):  # V4.12a: it fires alone
            if firers[0] not in savannah(game).fired_mortars:
                yield Modifier(+1, "first-mortar-fire", "V-T-firedrm")
        elif target.order != SHATTERED and self.behind_cover(tuple(game.piece(id) for id in firers), target):
            yield Modifier(-1, "target-behind-works", "V-T-firedrm")

    # ------------------------------------------------------------------ mortars (V4.12)

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        """V4.12e: whom a bomb threatens is asked in the enemy's part."""
        return (*super().standing_orders(seat), BOMBS) if self.side_of_seat[seat] != ALLIED else super().standing_orders(seat)

    def carry_out(self, game: Battle, seat: str, order: str, answer: str) -> Action | None:
        if order != BOMBS.kind:
            return super().carry_out(game, seat, order, answer)
        ask = game.question(seat)
        return self.default_answer(game, ask)[1] if ask is not None else None

    def default_answer(self, game: Battle, ask: Ask) -> tuple[str, Action]:
        """V4.12e: the weakest is exposed."""
        exposed = [action.piece for action in ask.actions if isinstance(action, Expose)]
        if not exposed:
            return super().default_answer(game, ask)
        return "least-loss", Expose(self.usual_loss(game, self.side_of_seat[ask.seat], exposed))

    def other_fire(self, game: Battle, side: str) -> Procedure | None:
        """V3.7: the French mortars fire in the Allied part, after the British guns."""
        return MortarPhase() if side == ALLIED and self.mortars(game, frozenset()) else None

    def mortars(self, game: Battle, fired: frozenset[str]) -> list[Piece]:
        """V4.12d: mortars in parade order; on the tactical track only those that have not moved."""
        if self.sky(game).fire is None:
            return []
        held = game.state.moved if self.is_tactical(game) else frozenset()
        return [
            piece
            for piece in game.units_of(ALLIED)
            if self.is_mortar(piece.id) and piece.id not in fired | held and self.may_fire(game, piece)
        ]

    def is_tactical(self, game: Battle) -> bool:
        """V1.6b: whether this is a turn of the tactical track."""
        return self.tables.turn_track.turns[game.state.turn].kind == "tactical"

    def mortar_hexes(self, piece: Piece) -> HexSet:
        """V4.12b, V4.12c: any hex two to five hexes away; no line of sight is needed."""
        ranges, found = self.tables.fire.ranges, 0
        for distance in range(ranges.mortar_min, ranges.mortar_max + 1):
            found |= self.board.grid.ring(piece.hex, distance)
        return found

    def scattered(self, aim: Hex, face: int, hexes: int) -> Hex | None:
        """V-T-scatter: where a bomb falls that was aimed at a hex; None: off the map."""
        table = self.tables.scatter
        if table.on_target[0] <= face <= table.on_target[1]:
            return aim
        direction = COMPASS.index(table.directions[face])
        here: Hex | None = aim
        for _ in range(hexes):
            here = self.board.grid.neighbours[here][direction] if here is not None else None
        return here

    def may_scatter_far(self, distance: int) -> bool:
        """V-T-scatter: a second die tells how far, at long range."""
        return distance >= self.tables.scatter.far_range


class MortarPhase(Procedure["Battle"]):
    """V3.7: each mortar may fire once."""

    fired: frozenset[GunId] = frozenset()
    steps: ClassVar[tuple[str, ...]] = ("choose_aim",)

    def ready(self, game: Battle) -> Piece | None:
        return next(iter(rules_of(game).mortars(game, self.fired)), None)

    def choose_aim(self, game: Battle) -> Next:
        """V4.12c: any hex within range, or none."""
        mortar, rules = self.ready(game), rules_of(game)
        if mortar is None:
            return DONE
        actions = [*(AimMortars(game.label(h)) for h in members(rules.mortar_hexes(mortar))), HOLD_FIRE]
        known, cites = {"piece": mortar.id}, ("V4.12c", "V4.12b")
        seat = game.seat_of(mortar.id)
        return Ask(seat, actions, self.aimed, "aim-mortar", cites, self.why_not, known, closing=(HOLD_FIRE,))

    def why_not(self, game: Battle, action: Action) -> Reason | None:
        """V4.12b: only the range counts."""
        mortar, rules = self.ready(game), rules_of(game)
        match action:
            case HoldFire():
                return None
            case AimMortars(label) if mortar is not None:
                h = rules.board.grid.by_label.get(label)
                if h is None:
                    return Reason("no-such-hex", (), {"hex": label})
                if not rules.mortar_hexes(mortar) >> h & 1:
                    return Reason("out-of-range", ("V4.12b",), {"range": rules.board.grid.distance(mortar.hex, h)})
                return None
        return NOT_OFFERED

    def aimed(self, game: Battle, answer: Action) -> Next:
        """V4.12c: who holds fire is not asked again."""
        mortar = self.ready(game)
        assert mortar is not None
        self.fired |= {mortar.id}
        if not isinstance(answer, AimMortars):
            return Goto("choose_aim")
        return Call(Bomb(mortar.id, game.rules.board.hex(answer.hex)), then="choose_aim")


class Bomb(Procedure["Battle"]):
    """V4.12e: scatter, the victim, and what becomes of it."""

    piece: GunId
    aim: HexOrNone
    face: Face = 0
    struck: HexOrNone = 0
    steps: ClassVar[tuple[str, ...]] = ("scatter", "how_far", "choose_victim")

    def distance(self, game: Battle) -> int:
        return game.rules.board.grid.distance(game.piece(self.piece).hex, self.aim)

    def scatter(self, game: Battle) -> Next:
        return Roll("scatter", self.scattered, (), "V-T-scatter", game.seat_of(self.piece))

    def scattered(self, game: Battle, rolled: Rolled) -> Next:
        self.face = rolled.faces[0]
        return None

    def how_far(self, game: Battle) -> Next:
        """V-T-scatter: two hexes on some faces, if the range is long."""
        rules = rules_of(game)
        low, high = rules.tables.scatter.on_target
        if low <= self.face <= high or not rules.may_scatter_far(self.distance(game)):
            self.fall(game, 1)
            return None
        return Roll("scatter-distance", self.carried, (), "V-T-scatter", game.seat_of(self.piece))

    def carried(self, game: Battle, rolled: Rolled) -> Next:
        low, high = rules_of(game).tables.scatter.two_hexes
        self.fall(game, 2 if low <= rolled.faces[0] <= high else 1)
        return None

    def fall(self, game: Battle, hexes: int) -> None:
        struck = rules_of(game).scattered(self.aim, self.face, hexes)
        self.struck = struck or OFF_MAP
        aim = game.label(self.aim)
        game.emit(BombWasted(self.piece, aim) if struck is None else BombFell(self.piece, aim, game.label(struck)))

    def choose_victim(self, game: Battle) -> Next:
        """V4.12e: the owner of the units in the hex struck picks the victim."""
        units = game.units_at(self.struck) if self.struck else []
        if not units:
            savannah(game).fired_mortars |= {self.piece}
            return DONE
        seat = game.rules.seat_for(game, game.side_of(units[0].id), [unit.id for unit in units])
        return Ask(seat, [Expose(unit.id) for unit in units], self.exposed, "choose-victim", "V4.12e")

    def exposed(self, game: Battle, answer: Expose) -> Next:
        return Call(BombFire(ALLIED, answer.piece, (self.piece,), (self.piece,), aim=self.aim), then=self.fired)

    def fired(self, game: Battle, _: object) -> Next:
        return DONE


class BombFire(ArtilleryFire):
    """V4.12e: to hit, damage, and what the shot did to the mortar."""

    aim: HexOrNone = 0
    steps: ClassVar[tuple[str, ...]] = (
        "declare",
        "to_hit",
        "lose_steps",
        "lose_leader",
        "retreat",
        "adjust_army_morale",
        "test_mortar",
    )

    def number(self, game: Battle) -> int:
        """V4.12e: the range to the hex aimed at."""
        mortar = game.piece(self.guns[0])
        distance = game.rules.board.grid.distance(mortar.hex, self.aim)
        return rules_of(game).mortar_number(game.strength(mortar), distance)

    def hit_rolled(self, game: Battle, rolled: Rolled) -> Next:
        savannah(game).fired_mortars |= set(self.guns)
        return super().hit_rolled(game, rolled)

    def adjust_army_morale(self, game: Battle) -> Next:
        game.rules.post_army_morale(game)
        game.rules.thaw_bands(game)
        return None

    def test_mortar(self, game: Battle) -> Next:
        """V4.12f: after a D or a step loss the mortar may burst or break its platform."""
        table = rules_of(game).tables.mortar_destruction
        if self.result not in table.after or game.piece(self.guns[0]).hex == OFF_MAP:
            return Done(self.guns)
        return Roll("mortar", self.tested, (), table.rule, self.gunner(game))

    def tested(self, game: Battle, rolled: Rolled) -> Next:
        """V4.12f: a step lost, disrupted in place, or nothing."""
        table, mortar, face = rules_of(game).tables.mortar_destruction, self.guns[0], rolled.faces[0]
        if table.step_loss[0] <= face <= table.step_loss[1]:
            game.emit(MortarDamaged(mortar, "burst"))
            game.rules.note_event(game, "result_1", game.army_of(mortar), mortar)
            game.rules.lose_step(game, mortar)
        elif table.disrupted[0] <= face <= table.disrupted[1]:
            game.emit(MortarDamaged(mortar, "broken"))
            game.rules.suffer_disruption(game, mortar)
        else:
            game.emit(MortarDamaged(mortar, "whole"))
        game.rules.post_army_morale(game)
        return Done(self.guns)


def rules_of(game: Battle) -> Guns:
    return cast("Guns", game.rules)
