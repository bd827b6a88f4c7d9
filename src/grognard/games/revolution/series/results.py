"""Chapter 13: combat results, disruption, shattering and morale checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.events import Rolled
from grognard.core.procedures import DONE, Ask, Call, Next, Procedure, Roll
from grognard.core.texts import Modifier, Reason
from grognard.games.revolution.series.actions import Give, LoseStep, Stand
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import (
    Captured,
    Disordered,
    Eliminated,
    MoraleChecked,
    StepLost,
    Stood,
)
from grognard.games.revolution.series.leaders import LoseLeader, appoint_commanders
from grognard.games.revolution.series.names import Code, HexId, Side, UnitId, UnitOrNone
from grognard.games.revolution.series.pieces import CAPTURED, DISRUPTED, ELIMINATED, ORDERS, PARADE, SHATTERED, Piece
from grognard.games.revolution.series.retreat import STAND, TAKEN, WITHDRAW, RetreatUnit
from grognard.games.revolution.series.seating import InOwnersOrder
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

PASS_AT = 5
"""S13.5a: a morale check passes on this total or more."""


class Results(Chapter):
    """What results do to units."""

    def meaning(self, result: str) -> Reason:
        """S13.1: a result of the combat table names the attacker's fate before the bar, the defender's after it."""
        fates = [fate for fate in result.split("/") if fate != "-"]
        cites = [id for fate in fates for id in rules_of_fate(fate, "" if "/" in result else "-fire")]
        return Reason(f"result.{result}", tuple(dict.fromkeys(cites)))

    # ------------------------------------------------------------------ losses

    def lose_step(self, game: Battle, id: str) -> None:
        """S2.2b, S13.1-1: a full two-step unit is turned over, any other is eliminated."""
        piece = game.piece(id)
        if piece.step + 1 < self.counters[id].steps:
            game.rules.note_blow(game, id, reduced=True)
            self.relieve_by_loss(game, id)
            game.change(id, step=piece.step + 1)
            game.emit(StepLost(id))
        else:
            self.eliminate(game, id)

    def relieve_by_loss(self, game: Battle, id: str) -> None:
        """What a step loss does to a unit's markers; in the series nothing."""

    def eliminate(self, game: Battle, id: str) -> None:
        """S3.2u: out of play, to the box of the eliminated."""
        game.rules.note_blow(game, id)
        game.change(id, hex=OFF_MAP, box=ELIMINATED, pin=0)
        game.emit(Eliminated(id))
        self.unit_lost(game, id)

    def capture(self, game: Battle, id: str) -> None:
        """S3.2u: out of play, to the box of the captured; army morale and momentum follow."""
        was = game.piece(id)
        game.rules.note_blow(game, id)
        game.change(id, hex=OFF_MAP, box=CAPTURED, pin=0)
        game.emit(Captured(id))
        game.rules.note_event(game, "capture", self.counters[id].army, id)  # S16.1e
        game.rules.lose_elite(game, was)  # S12.64
        self.unit_lost(game, id)

    def unit_lost(self, game: Battle, id: str) -> None:
        """What else the end of a unit brings about: a unit that is a leader too is lost as one besides (S3.2u)."""
        loss = self.components.leader_losses.get(id)
        if loss is not None:
            game.rules.note_change(game, "leader_lost", self.counters[id].army, loss.own, loss.enemy, loss.rule)

    def suffer_disruption(self, game: Battle, id: str) -> None:
        """S13.1-D, S13.1-D2: parade order becomes disrupted, disrupted shattered, and shattered is eliminated."""
        piece = game.piece(id)
        game.rules.note_event(game, "suffer_D", self.counters[id].army, id)
        if piece.order == SHATTERED:
            self.eliminate(game, id)  # S13.1-D3
            return
        game.rules.note_blow(game, id)
        game.rules.relieve(game, id)
        changed = game.change(id, order=piece.order + 1)
        game.emit(Disordered(id, ORDERS[changed.order]))

    def retreated_into(self, game: Battle, piece: Piece) -> None:
        """What landing in a hex by retreat brings about; a battle says."""

    def captured_by_pin(self, game: Battle, piece: Piece) -> bool:
        """S13.1-PIN-a: disordered units locked in combat are captured."""
        return piece.order != PARADE

    # ------------------------------------------------------------------ strength and checks

    def defence_strength(self, game: Battle, piece: Piece) -> int:
        """S12.23-1a: guns count nothing."""
        if self.counters[piece.id].is_artillery:
            return 0
        strength = game.strength(piece)
        if piece.order == DISRUPTED:
            return (strength + 1) // 2  # S13.3c: half, rounded up
        return 1 if piece.order == SHATTERED else strength  # S13.4c

    def morale_modifiers(self, game: Battle, piece: Piece) -> Iterator[Modifier]:
        """S15.32: basic morale, the band of the army (frozen in combat) and the command DRM, counted once (S14.23)."""
        counter = self.counters[piece.id]
        yield Modifier(counter.morales[piece.step], "unit-morale", "S15.32")
        band = game.rules.band_of(game, counter.army)
        if band.unit_morale:
            yield Modifier(band.unit_morale, "army-morale", "S16.21", {"band": band.id})
        leader = game.rules.commander(game, piece)
        if leader is not None and self.counters[leader.id].command:
            yield Modifier(self.counters[leader.id].command, "command", "S14.23", {"leader": leader.id})

    def modified_morale(self, game: Battle, piece: Piece) -> int:
        """S15.32: it serves morale checks, rally and the lead unit's DRM."""
        return sum(modifier.value for modifier in self.morale_modifiers(game, piece))

    def check_modifiers(self, game: Battle, piece: Piece, in_works: bool) -> Iterator[Modifier]:
        """S13.5a, S13.5b: the modifiers of a morale check caused by a close combat."""
        yield from self.morale_modifiers(game, piece)
        if in_works:
            yield Modifier(+1, "behind-fieldworks", "S13.5b")

    # ------------------------------------------------------------------ the end of a combat phase

    def alone_with_enemy(self, game: Battle, piece: Piece) -> bool:
        """S13.3g, S13.4g: adjacent to an enemy unit and not stacked with a friendly unit in parade order."""
        if not game.next_to_enemy(piece):
            return False
        side = self.counters[piece.id].side
        return not any(game.rules.in_good_order(unit) for unit in game.units_at(piece.hex, side))


def rules_of_fate(fate: str, by: str) -> tuple[str, ...]:
    """S13.1: the rule of what befalls one side, by close combat or by fire; an asterisk adds the loss of a leader."""
    letters = fate.rstrip("*")
    match letters:
        case "PIN":
            return ("S13.1-PIN-a", "S13.1-PIN-b")
        case "AM":
            return ("S13.1-AM",)
        case "NC":
            return ("S12.23-4c",)
        case "R" | "D" | "1" | "2" | "AC" | "DC":
            return (f"S13.1-{letters}{by}", *((f"S13.1-L{by}",) if fate != letters else ()))
    return ()


class Disrupt(Procedure["Battle"]):
    """S13.1-D: retreat three hexes and become disrupted, or worse."""

    piece: UnitId
    from_combat: bool = False
    steps: ClassVar[tuple[str, ...]] = ("eliminate_shattered", "retreat")

    def eliminate_shattered(self, game: Battle) -> Next:
        if game.piece(self.piece).order == SHATTERED:
            game.rules.suffer_disruption(game, self.piece)
            return DONE
        return None

    def retreat(self, game: Battle) -> Next:
        return Call(RetreatUnit(self.piece, 3, "D", self.from_combat), then=self.retreated)

    def retreated(self, game: Battle, how: str) -> Next:
        if how != TAKEN:  # S13.23a: a failed retreat is a capture instead
            game.rules.suffer_disruption(game, self.piece)
        return DONE


class MoraleCheck(Procedure["Battle"]):
    """S13.5a: a die plus modified morale, 5 or more passes; then what the result asks."""

    piece: UnitId
    failing: Code
    """What a failure means: R or D."""
    passing: Code = ""
    """What a pass means: nothing, or R."""
    in_works: bool = False
    cause: Code = ""
    """The result that asks for the check."""
    steps: ClassVar[tuple[str, ...]] = ("stand_or_check", "appoint", "check")

    def stand_or_check(self, game: Battle) -> Next:
        """Where a retreat is not binding the owner may leave the unit in place without a check."""
        rule = game.rules.may_stand(game, game.piece(self.piece), self.cause)
        if not rule:
            return None
        actions = [STAND, WITHDRAW]
        return Ask(game.seat_of(self.piece), actions, self.stood, "stand-or-check", rule, None, {"piece": self.piece})

    def stood(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Stand):
            game.emit(Stood(self.piece))
            return DONE
        return None

    def appoint(self, game: Battle) -> Next:
        """S3.2d: the commander whose DRM will count, where that is in doubt."""
        procedure = appoint_commanders(game, game.side_of(self.piece), (self.piece,))
        return Call(procedure) if procedure is not None else None

    def check(self, game: Battle) -> Next:
        modifiers = tuple(game.rules.check_modifiers(game, game.piece(self.piece), self.in_works))
        morale = sum(modifier.value for modifier in modifiers)
        seat = game.seat_of(self.piece)
        return Roll("morale-check", self.checked, modifiers, "S13.5a", seat, reading=lambda face: face + morale >= PASS_AT)

    def checked(self, game: Battle, rolled: Rolled) -> Next:
        passed = rolled.total >= PASS_AT
        game.emit(MoraleChecked(self.piece, rolled.total, passed))
        result = self.passing if passed else self.failing
        if result == "D":
            return Call(Disrupt(self.piece, from_combat=True))
        if result == "R":
            return Call(RetreatUnit(self.piece, 1, "check", from_combat=True))
        return None


class Companions(InOwnersOrder):
    """S13.1-order: the other units of a side, each checking and moving before the next, in the owner's order."""

    items: tuple[UnitId, ...]
    failing: Code
    passing: Code
    in_works: bool
    cause: Code = ""
    prompt: ClassVar[str] = "next-companion"
    cites: ClassVar[str] = "S13.1-order"

    def remaining(self, game: Battle) -> tuple[str, ...]:
        return game.alive(self.items)

    def procedure_for(self, game: Battle, item: str) -> Procedure | None:
        return MoraleCheck(item, self.failing, self.passing, self.in_works, self.cause)


class Suffer(Procedure["Battle"]):
    """S13.1-order: one side carries out its close-combat result: lead or captured unit, leader, companions, late arrivals."""

    side: Side
    code: Code
    star: bool
    lead: UnitOrNone
    involved: tuple[UnitId, ...]
    late: tuple[UnitId, ...]
    """S13.25b: units that retreated into the fight."""
    chooser: Side
    in_works: bool
    hexes: tuple[HexId, ...] = ()
    one_step_hex: HexId = 0
    """S13.1-2b: where a lead with one step stood, because a second unit there loses the other step."""
    steps: ClassVar[tuple[str, ...]] = (
        "remember_hexes",
        "strike",
        "second_loss",
        "lose_leader",
        "companions",
        "late_arrivals",
    )

    def remember_hexes(self, game: Battle) -> Next:
        self.hexes = tuple(sorted({game.piece(id).hex for id in self.involved}))
        return None

    def strike(self, game: Battle) -> Next:
        """S12.23-2d: the lead unit suffers first; on DC and AC a unit is chosen."""
        rules = game.rules
        match self.code:
            case "R":
                return Call(RetreatUnit(self.lead, 1, "R", from_combat=True))  # S13.1-R
            case "D":
                return Call(Disrupt(self.lead, from_combat=True))  # S13.1-D
            case "1":
                rules.note_event(game, "result_1", game.army_of(self.lead), self.lead)  # S13.1-1
                rules.lose_step(game, self.lead)
            case "2":
                rules.note_event(game, "result_2", game.army_of(self.lead), self.lead)  # S13.1-2
                self.one_step_hex = game.piece(self.lead).hex if self.has_one_step(game) else 0  # S13.1-2b
                rules.eliminate(game, self.lead)
            case "DC" | "AC":
                seat = rules.seat_for(game, self.chooser, rules.fighting(game, self.chooser))
                return Ask(seat, [Give(id) for id in self.involved], self.given, "give-up-unit", f"S13.1-{self.code}")
        return None

    def has_one_step(self, game: Battle) -> bool:
        return game.piece(self.lead).step + 1 >= game.counter(self.lead).steps

    def given(self, game: Battle, answer: Give) -> Next:
        self.lead = answer.piece
        game.rules.capture(game, answer.piece)
        return None

    def second_loss(self, game: Battle) -> Next:
        if not self.one_step_hex:
            return None
        second = [id for id in game.alive(self.involved) if game.piece(id).hex == self.one_step_hex]
        if not second:
            return None
        seat = game.rules.seat_for(game, self.side, second)
        return Ask(seat, [LoseStep(id) for id in second], self.second_lost, "second-loss", "S13.1-2b")

    def second_lost(self, game: Battle, answer: LoseStep) -> Next:
        game.rules.lose_step(game, answer.piece)
        return None

    def lose_leader(self, game: Battle) -> Next:
        """S13.1-L: a leader stacked with involved units, before the retreats of the companions."""
        return Call(LoseLeader(self.side, self.hexes)) if self.star else None

    def companions(self, game: Battle) -> Next:
        """S13.1-R, S13.1-D, S13.1-1, S13.1-2: fail, retreat one; after a capture: pass, retreat one; fail, suffer D."""
        others = tuple(id for id in game.alive(self.involved) if id != self.lead)
        if not others:
            return None
        if self.code in ("DC", "AC"):
            failing, passing = "D", "R"  # S13.1-cap-others
        else:
            failing, passing = "R", ""
        return Call(
            Companions(game.rules.seat_for(game, self.side, others), others, failing, passing, self.in_works, self.code)
        )

    def late_arrivals(self, game: Battle) -> Next:
        late = check_late_arrivals(game, self.side, self.late, self.in_works)
        return Call(late) if late is not None else DONE


def check_late_arrivals(game: Battle, side: str, units: tuple[str, ...], in_works: bool) -> Procedure | None:
    """S13.25b: units that retreated into the fight check: pass, retreat one hex; fail, suffer D."""
    late = game.alive(units)
    return Companions(game.rules.seat_for(game, side, late), late, "D", "R", in_works) if late else None


class EndOfCombatPhase(Procedure["Battle"]):
    """S13.3g, S13.4g: disordered units left next to the enemy, judged on one final position, phasing side first."""

    side: Side
    disrupted: tuple[UnitId, ...] = ()
    own_shattered: tuple[UnitId, ...] = ()
    other_shattered: tuple[UnitId, ...] = ()
    captors: tuple[UnitId, ...] = ()
    """The enemies next to the unit that is captured."""
    steps: ClassVar[tuple[str, ...]] = ("judge", "own_captures", "disruptions", "other_captures")

    def judge(self, game: Battle) -> Next:
        def left(side: str, order: int) -> tuple[str, ...]:
            units = (unit for unit in game.units_of(side) if unit.order == order)
            return tuple(unit.id for unit in units if game.rules.alone_with_enemy(game, unit))

        self.disrupted = left(self.side, DISRUPTED)
        self.own_shattered = left(self.side, SHATTERED)
        self.other_shattered = left(game.enemy(self.side), SHATTERED)
        return None

    def own_captures(self, game: Battle) -> Next:
        return self.capture_all(game, self.own_shattered)

    def capture_all(self, game: Battle, ids: tuple[str, ...]) -> Next:
        for id in game.alive(ids):
            near = game.rules.board.grid.adjacent[game.piece(id).hex]
            enemies = game.units_of(game.enemy(game.side_of(id)))
            self.captors = tuple(unit.id for unit in enemies if near >> unit.hex & 1)
            game.rules.capture(game, id)
            game.rules.post_army_morale(game)
            if game.over is not None:
                break  # S16.3: a demoralised army ends the game at once
        self.captors = ()
        return None

    def disruptions(self, game: Battle) -> Next:
        return Call(LateDisruptions(game.rules.seat_for(game, self.side, self.disrupted), self.disrupted))

    def other_captures(self, game: Battle) -> Next:
        return self.capture_all(game, self.other_shattered)


class LateDisruptions(InOwnersOrder):
    """S13.3g: each suffers D, in the owner's order."""

    items: tuple[UnitId, ...]
    prompt: ClassVar[str] = "next-disruption"
    cites: ClassVar[str] = "S13.3g"

    def remaining(self, game: Battle) -> tuple[str, ...]:
        return game.alive(self.items)

    def procedure_for(self, game: Battle, item: str) -> Procedure | None:
        return LateDisruption(item)


class LateDisruption(Procedure["Battle"]):
    """S13.3g: one unit suffers D outside combat; army morale moves at once."""

    piece: UnitId
    steps: ClassVar[tuple[str, ...]] = ("disrupt", "adjust_army_morale")

    def disrupt(self, game: Battle) -> Next:
        return Call(Disrupt(self.piece))

    def adjust_army_morale(self, game: Battle) -> Next:
        game.rules.post_army_morale(game)
        return None
