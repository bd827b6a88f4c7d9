"""Chapter 10: rifle fire, simultaneous on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.events import Rolled
from grognard.core.hexes import members
from grognard.core.procedures import NOT_OFFERED, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import HoldFire, Target
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import FireOrdered, FireResolved
from grognard.games.revolution.series.fire import HOLD_FIRE, FireRetreats, fire_losses
from grognard.games.revolution.series.leaders import LoseLeader
from grognard.games.revolution.series.names import Count, FireResult, HexId, Side, UnitId, UnitOrNone
from grognard.games.revolution.series.pieces import Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle


class Rifles(Chapter):
    """Who may fire at whom with rifles."""

    def rifle_targets(self, game: Battle, piece: Piece) -> list[str]:
        """S10.2b: enemy combat units in adjacent hexes; in a stack the firer picks."""
        enemy = self.enemy[self.counters[piece.id].side]
        hexes = self.board.grid.adjacent[piece.hex] & game.force(enemy).units
        return [unit.id for h in members(hexes) for unit in game.units_at(h, enemy)]

    def riflemen(self, game: Battle, side: str) -> list[str]:
        """S3.2m, S10.1a: the rifle units of a side that could fire now, those of one ally before those of the next."""
        found = [
            piece.id
            for piece in game.units_of(side)
            if self.counters[piece.id].is_rifle and game.rules.may_fire(game, piece) and self.rifle_targets(game, piece)
        ]
        return sorted(found, key=lambda id: self.seats_of[side].index(self.seat_of[id]))

    def rolls_twice(self, game: Battle, firers: tuple[str, ...], target: Piece) -> bool:
        """S10.6a, S10.6c: Jaegers off open and cultivated ground with an open flank roll twice, if nobody else joins."""
        if not self.advanced:
            return False
        for id in firers:
            piece = game.piece(id)
            if not self.counters[id].is_jaeger or self.open_ground >> piece.hex & 1:
                return False
            if not game.rules.open_flank(game, (piece.hex,), (target.hex,), (piece,)):
                return False
        return True


class RifleFirePhase(Procedure["Battle"]):
    """S10: both sides' orders, all rolls, then all results together (S10.4a, S10.4b)."""

    side: Side
    """The phasing side."""
    orders: tuple[tuple[UnitId, UnitOrNone], ...] = ()
    """(firer, target), or (firer, "") for a unit that holds its fire."""
    places: tuple[tuple[UnitId, HexId], ...] = ()
    """The hex of each target when the fire began."""
    results: tuple[tuple[UnitId, FireResult], ...] = ()
    rolling: Count = 0
    second: bool = False
    hit: bool = False
    """Whether a roll of the fire in question has hit."""
    steps: ClassVar[tuple[str, ...]] = (
        "phasing_orders",
        "other_orders",
        "open_fire",
        "to_hit",
        "lose_steps",
        "lose_leaders",
        "other_retreats",
        "phasing_retreats",
        "adjust_army_morale",
    )

    # ------------------------------------------------------------------ orders

    def phasing_orders(self, game: Battle) -> Next:
        """S10.2a: the phasing player names all firing units and targets first."""
        return self.ask_orders(game, self.side)

    def other_orders(self, game: Battle) -> Next:
        return self.ask_orders(game, game.enemy(self.side))

    def next_firer(self, game: Battle, side: str) -> str | None:
        given = {firer for firer, _ in self.orders}
        return next((id for id in game.rules.riflemen(game, side) if id not in given), None)

    def ask_orders(self, game: Battle, side: str) -> Next:
        firer = self.next_firer(game, side)
        if firer is None:
            return None
        targets = game.rules.rifle_targets(game, game.piece(firer))
        actions = [*(Target(id) for id in targets), HOLD_FIRE]
        cites, known = ("S10.1a", "S10.2b"), {"piece": firer}
        return Ask(
            game.seat_of(firer), actions, self.ordered, "rifle-target", cites, self.why_not_fire, known, closing=(HOLD_FIRE,)
        )

    def ordering(self, game: Battle) -> str:
        """The side that gives orders in the present step."""
        return self.side if self.step == "phasing_orders" else game.enemy(self.side)

    def why_not_fire(self, game: Battle, action: Action) -> Reason | None:
        side = self.ordering(game)
        match action:
            case HoldFire():
                return None
            case Target(id):
                if id not in game.state.pieces:
                    return Reason("no-such-piece", (), {"piece": id})
                if not game.counter(id).is_unit or game.side_of(id) == side:
                    return Reason("no-enemy-unit", ("S10.2b",))
                firer = game.piece(self.next_firer(game, side) or "")
                if game.rules.board.grid.distance(firer.hex, game.piece(id).hex or firer.hex) != 1:
                    return Reason("rifles-fire-at-adjacent-units", ("S10.2b",))
                return None
        return NOT_OFFERED

    def ordered(self, game: Battle, answer: Action) -> Next:
        side = self.ordering(game)
        firer = self.next_firer(game, side) or ""
        target = answer.piece if isinstance(answer, Target) else ""
        self.orders += ((firer, target),)
        return Goto(self.step)

    # ------------------------------------------------------------------ rolls

    def fires(self, game: Battle) -> list[tuple[str, tuple[str, ...]]]:
        """S10.2c: one combined fire for each target, the phasing side's first."""
        combined: dict[str, tuple[str, ...]] = {}
        for firer, target in self.orders:
            if target:
                combined[target] = (*combined.get(target, ()), firer)
        return sorted(combined.items(), key=lambda fire: game.side_of(fire[1][0]) != self.side)

    def open_fire(self, game: Battle) -> Next:
        fires = self.fires(game)
        if fires:
            game.rules.freeze_bands(game)  # S16.24a: all rifle fire of a phase is one combat
        self.places = tuple((target, game.piece(target).hex) for target, _ in fires)
        for target, firers in fires:
            game.emit(FireOrdered(firers, target, self.number(game, firers)))
            game.rules.note_attacked(game, target, firers)
        return None

    def number(self, game: Battle, firers: tuple[str, ...]) -> int:
        """S10.2c, S10.3a: the strengths of those who fire together, in the adjacent column."""
        return game.rules.number_to_hit(sum(game.strength(game.piece(id)) for id in firers), 1)

    def to_hit(self, game: Battle) -> Next:
        """S10.3a: cross strength with the adjacent column, roll, add the modifiers."""
        fires = self.fires(game)
        if self.rolling >= len(fires):
            for id, target in self.orders:
                if target:
                    game.change(id, fired=True)  # S10.5b
            return None
        target, firers = fires[self.rolling]
        number = self.number(game, firers)
        modifiers = tuple(game.rules.fire_modifiers(game, firers, game.piece(target), rifles=True))
        bonus = sum(modifier.value for modifier in modifiers)
        hit, seat = self.hit, game.seat_of(firers[0])
        return Roll(
            "rifle-to-hit", self.hit_rolled, modifiers, "S10.3a", seat, reading=lambda face: hit or face + bonus >= number
        )

    def hit_rolled(self, game: Battle, rolled: Rolled) -> Next:
        """S10.6a, S10.6c: Jaegers may roll twice; at most one hit counts, with one damage roll."""
        target, firers = self.fires(game)[self.rolling]
        self.hit = self.hit or rolled.total >= self.number(game, firers)
        if not self.second and game.rules.rolls_twice(game, firers, game.piece(target)):
            self.second = True
            return Goto("to_hit")
        if not self.hit:
            game.emit(FireResolved(target, "miss"))
            return self.next_fire()
        column, seat = self.damage_column(game, target), game.seat_of(firers[0])
        return Roll(
            "rifle-damage", self.damage_rolled, (), "S10.3c", seat, reading=lambda face: game.rules.damage(column, face)
        )

    def damage_column(self, game: Battle, target: str) -> str:
        """S10.3c: guns have a column of their own."""
        return "rifle_vs_artillery" if game.counter(target).is_artillery else "rifle_vs_non_artillery"

    def damage_rolled(self, game: Battle, rolled: Rolled) -> Next:
        target, _ = self.fires(game)[self.rolling]
        result = game.rules.damage(self.damage_column(game, target), rolled.faces[0])
        game.emit(FireResolved(target, result))
        self.results += ((target, result),)
        return self.next_fire()

    def next_fire(self) -> Next:
        self.rolling += 1
        self.second = self.hit = False
        return Goto("to_hit")

    # ------------------------------------------------------------------ results (S10.4b)

    def lose_steps(self, game: Battle) -> Next:
        """S10.3d: only the target suffers."""
        for target, result in self.results:
            fire_losses(game, target, result)
        return None

    def lose_leaders(self, game: Battle) -> Next:
        starred = [target for target, result in self.results if result.endswith("*")]
        if not starred:
            return None
        target = starred[0]
        self.results = tuple((t, r.rstrip("*") if t == target else r) for t, r in self.results)
        return Call(LoseLeader(game.side_of(target), (dict(self.places)[target],)), then="lose_leaders")

    def other_retreats(self, game: Battle) -> Next:
        return self.retreats(game, game.enemy(self.side))

    def phasing_retreats(self, game: Battle) -> Next:
        return self.retreats(game, self.side)

    def retreats(self, game: Battle, side: str) -> Next:
        targets = tuple(t for t, r in self.results if r in ("R", "D") and game.side_of(t) == side)
        seat = game.rules.seat_for(game, side, targets)
        return Call(FireRetreats(seat, game.alive(targets), results=self.results)) if targets else None

    def adjust_army_morale(self, game: Battle) -> Next:
        """S10.4b, S10.4c: all changes summed and applied at once, then one test."""
        game.rules.post_together(game)
        game.rules.thaw_bands(game)
        return None
