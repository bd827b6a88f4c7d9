"""Chapter 11: defensive artillery fire, one fire after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.events import Rolled
from grognard.core.hexes import HexSet, hex_set, members
from grognard.core.procedures import NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import AddGun, HoldFire, OpenFire, Target
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import FireOrdered, FireResolved
from grognard.games.revolution.series.fire import HOLD_FIRE, fire_losses, fire_retreat
from grognard.games.revolution.series.leaders import LoseLeader
from grognard.games.revolution.series.names import FireResult, GunId, HexId, Side, UnitId
from grognard.games.revolution.series.pieces import Counter, Piece
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

OPEN_FIRE = OpenFire()


class Artillery(Chapter):
    """Which guns reach which targets."""

    def gun_range(self, piece: Piece) -> int:
        """S11.2a: three hexes unless exclusive rules extend it."""
        return self.components.fire.ranges["artillery"]

    def artillery_column(self, target: Counter) -> str:
        """S11.3c: the column of the damage table; the charts of a battle may tell targets apart."""
        return "artillery_fire"

    def guns(self, game: Battle, side: str, fired: frozenset[str]) -> list[Piece]:
        """S11.1b: guns in parade order that have not fired this phase."""
        return [
            piece
            for piece in game.units_of(side)
            if self.counters[piece.id].is_artillery and piece.id not in fired and game.rules.may_fire(game, piece)
        ]

    def reaches(self, game: Battle, gun: Piece, target: Piece) -> bool:
        """S11.2a, S11.41a: within range and line of sight."""
        distance = self.board.grid.distance(gun.hex, target.hex)
        return 1 <= distance <= self.gun_range(gun) and game.rules.sees(game, gun.hex, target.hex)

    def in_view(self, game: Battle, gun: Piece, hexes: HexSet) -> HexSet:
        """S11.2a, S11.41a: those of some hexes that a gun reaches."""
        within = hexes & self.board.grid.disc(gun.hex, self.gun_range(gun)) & ~(1 << gun.hex)
        if not within:
            return 0
        blocking, sees_past = game.rules.blocking_units(game), game.rules.sees_past
        return hex_set([h for h in members(within) if sees_past(blocking, gun.hex, h)])

    def before_fire(self, game: Battle, side: str) -> Procedure | None:
        """What a battle lets happen before the first fire of a side."""
        return None

    def special_fires(self, game: Battle) -> list[Action]:
        """What only one battle lets a side do instead of naming a target; `special_move` carries it out."""
        return []

    def fire_declared(self, game: Battle, guns: tuple[str, ...]) -> Procedure | None:
        """What a battle lets happen when these guns are about to fire."""
        return None


class ArtilleryPhase(Procedure["Battle"]):
    """S11.1a: the non-phasing player may fire any of their guns; S11.2e: in their order, each result before the next fire."""

    side: Side
    """The side that fires."""
    fired: frozenset[GunId] = frozenset()
    targets: frozenset[UnitId] = frozenset()
    steps: ClassVar[tuple[str, ...]] = ("react", "choose_target")

    def react(self, game: Battle) -> Next:
        procedure = game.rules.before_fire(game, self.side)
        return Call(procedure) if procedure is not None else None

    def guns(self, game: Battle) -> list[Piece]:
        """S11.1b: the guns of whoever acts that can still fire."""
        return [gun for gun in game.rules.guns(game, self.side, self.fired) if game.rules.may_act(game, gun.id)]

    def end(self, game: Battle) -> Next:
        """The fire of whoever acts is over; an ally may act next."""
        return Goto("choose_target") if game.rules.next_to_act(game, self.side) else None

    def choose_target(self, game: Battle) -> Next:
        rules = game.rules
        guns = self.guns(game)
        if not guns:
            return self.end(game)
        enemy = game.enemy(self.side)
        held, view = game.force(enemy).units, 0
        for gun in guns:
            view |= rules.in_view(game, gun, held & ~view)
        found = [unit.id for h in members(view) for unit in game.units_at(h, enemy) if unit.id not in self.targets]
        if not found:
            return self.end(game)
        actions = [*(Target(id) for id in found), *rules.special_fires(game), HOLD_FIRE]
        cites, closing = ("S11.1a", "S11.2a"), (HOLD_FIRE,)
        seat = rules.acting_seat(game, self.side)
        return Ask(seat, actions, self.target_chosen, "artillery-target", cites, self.why_not_fire, closing=closing)

    def why_not_fire(self, game: Battle, action: Action) -> Reason | None:
        match action:
            case HoldFire():
                return None
            case Target(id):
                if id not in game.state.pieces:
                    return Reason("no-such-piece", (), {"piece": id})
                target = game.piece(id)
                if not game.counter(id).is_unit or game.side_of(id) == self.side or target.hex == OFF_MAP:
                    return Reason("no-enemy-unit", ("S11.2a",))
                if id in self.targets:
                    return Reason("already-a-target", ("S11.2d",))
                guns = self.guns(game)
                distances = [game.rules.board.grid.distance(gun.hex, target.hex) for gun in guns]
                if not any(d <= game.rules.gun_range(gun) for d, gun in zip(distances, guns, strict=True)):
                    return Reason("out-of-range", ("S11.2a",), {"range": min(distances, default=0)})
                if not any(game.rules.reaches(game, gun, target) for gun in guns):
                    return Reason("no-line-of-sight", ("S11.4-alg",))
                return None
        return game.rules.why_not_special(game, action)

    def target_chosen(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Target):
            self.targets |= {answer.piece}
            able = tuple(gun.id for gun in self.guns(game) if game.rules.reaches(game, gun, game.piece(answer.piece)))
            return Call(ArtilleryFire(self.side, answer.piece, able), then=self.gun_fired)
        if isinstance(answer, HoldFire):
            return self.end(game)
        procedure = game.rules.special_move(game, answer)
        return Call(procedure, then="choose_target") if procedure is not None else Goto("choose_target")

    def gun_fired(self, game: Battle, guns: tuple[str, ...]) -> Next:
        self.fired |= frozenset(guns)
        return Goto("choose_target")


class ArtilleryFire(Procedure["Battle"]):
    """S11.2c: one fire of one or several guns at one unit."""

    side: Side
    target: UnitId
    able: tuple[GunId, ...]
    guns: tuple[GunId, ...] = ()
    place: HexId = 0
    result: FireResult = ""
    steps: ClassVar[tuple[str, ...]] = (
        "gather_guns",
        "declare",
        "to_hit",
        "lose_steps",
        "lose_leader",
        "retreat",
        "adjust_army_morale",
    )

    def gather_guns(self, game: Battle) -> Next:
        """S11.2c: several guns add their strength; each must by itself be in range and have sight."""
        left = [id for id in self.able if id not in self.guns]
        if self.guns and not left:
            return None
        actions: list[Action] = [AddGun(id) for id in left]
        if self.guns:
            actions.append(OPEN_FIRE)
        known = {"target": self.target}
        seat = game.rules.seat_for(game, self.side, self.able)
        return Ask(seat, actions, self.gun_added, "gather-guns", "S11.2c", self.why_not_add, known, closing=(OPEN_FIRE,))

    def why_not_add(self, game: Battle, action: Action) -> Reason | None:
        match action:
            case OpenFire():
                return None if self.guns else Reason("no-gun-chosen-yet", ("S11.2c",))
            case AddGun(id):
                if id not in self.able:
                    return Reason("gun-does-not-reach", ("S11.2c",))
                return Reason("gun-fires-already", ("S11.2c",)) if id in self.guns else None
        return NOT_OFFERED

    def gun_added(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, AddGun):
            self.guns += (answer.piece,)
            return Goto("gather_guns")
        return None

    def declare(self, game: Battle) -> Next:
        """What is told before the die falls; guns lost meanwhile do not fire."""
        procedure = game.rules.fire_declared(game, self.guns)
        return Call(procedure, then=self.declared) if procedure is not None else None

    def declared(self, game: Battle, _: object) -> Next:
        named, self.guns = self.guns, game.alive(self.guns)
        return None if self.guns else Done(named)

    def number(self, game: Battle) -> int:
        """S11.2c, S11.3a: the range of the farthest gun counts."""
        target = game.piece(self.target).hex or self.place
        distance = max(game.rules.board.grid.distance(game.piece(id).hex, target) for id in self.guns)
        return game.rules.number_to_hit(sum(game.strength(game.piece(id)) for id in self.guns), distance)

    def gunner(self, game: Battle) -> str:
        return game.rules.seat_for(game, self.side, self.guns)

    def to_hit(self, game: Battle) -> Next:
        game.rules.freeze_bands(game)
        game.rules.note_attacked(game, self.target, self.guns)
        self.place = game.piece(self.target).hex
        game.emit(FireOrdered(self.guns, self.target, self.number(game)))
        modifiers = tuple(game.rules.fire_modifiers(game, self.guns, game.piece(self.target), rifles=False))
        number, bonus = self.number(game), sum(modifier.value for modifier in modifiers)
        return Roll(
            "artillery-to-hit",
            self.hit_rolled,
            modifiers,
            "S11.3a",
            self.gunner(game),
            reading=lambda face: face + bonus >= number,
        )

    def hit_rolled(self, game: Battle, rolled: Rolled) -> Next:
        if rolled.total >= self.number(game):
            return Roll(
                "artillery-damage",
                self.damage_rolled,
                (),
                "S11.3c",
                self.gunner(game),
                reading=lambda face: game.rules.damage(self.damage_column(game), face),
            )
        game.emit(FireResolved(self.target, "miss"))
        return Goto("adjust_army_morale")

    def damage_rolled(self, game: Battle, rolled: Rolled) -> Next:
        self.result = game.rules.damage(self.damage_column(game), rolled.faces[0])
        game.emit(FireResolved(self.target, self.result))
        return None

    def damage_column(self, game: Battle) -> str:
        return game.rules.artillery_column(game.counter(self.target))

    def lose_steps(self, game: Battle) -> Next:
        """S11.3d: only the target suffers."""
        fire_losses(game, self.target, self.result)
        return None

    def lose_leader(self, game: Battle) -> Next:
        if self.result.endswith("*"):
            return Call(LoseLeader(game.side_of(self.target), (self.place,)))
        return None

    def retreat(self, game: Battle) -> Next:
        procedure = fire_retreat(game, self.target, self.result)
        return Call(procedure) if procedure is not None else None

    def adjust_army_morale(self, game: Battle) -> Next:
        game.rules.post_army_morale(game)
        game.rules.thaw_bands(game)
        return Done(self.guns)
