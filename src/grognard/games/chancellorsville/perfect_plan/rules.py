"""A Perfect Plan: its rules as core asks for them. The chapters are files of their own."""

from __future__ import annotations

from collections.abc import Container, Hashable
from functools import cached_property
from typing import Any, ClassVar, cast

from grognard.core.actions import Action, Proposal, Take
from grognard.core.charts import Chart
from grognard.core.conditions import Condition
from grognard.core.dice import D6, Dice, Die
from grognard.core.errors import UnknownName
from grognard.core.events import PlaceWithPieces, Rolled
from grognard.core.fights import Consequences, Prospect
from grognard.core.fights import Fight as Attack
from grognard.core.games import Game, Options, State
from grognard.core.knowledge import Knowledge
from grognard.core.orders import StandingOrder
from grognard.core.pictures import Picture
from grognard.core.positions import FIELDS as CORE_FIELDS
from grognard.core.positions import describe as describe_position
from grognard.core.procedures import Ask, Procedure, Roll
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import Reason
from grognard.games.chancellorsville.perfect_plan import actions as words
from grognard.games.chancellorsville.perfect_plan import charts, forecasts, hidden, positions, standing_orders
from grognard.games.chancellorsville.perfect_plan.actions import PLAN_ACTIONS
from grognard.games.chancellorsville.perfect_plan.combat import Combat, CombatPhase
from grognard.games.chancellorsville.perfect_plan.components import ANV, AOP, ARMIES, ENEMY, Components
from grognard.games.chancellorsville.perfect_plan.hidden import IN_HAND_BIT
from grognard.games.chancellorsville.perfect_plan.inspection import remarks
from grognard.games.chancellorsville.perfect_plan.movement import MovementPhase, why_not_march
from grognard.games.chancellorsville.perfect_plan.picture import FLAGS, in_words, picture_of
from grognard.games.chancellorsville.perfect_plan.reinforcements import Recovery
from grognard.games.chancellorsville.perfect_plan.retreat import CommandersLeave, Retreat
from grognard.games.chancellorsville.perfect_plan.sequence import SequenceOfPlay, conditions
from grognard.games.chancellorsville.perfect_plan.setting_up import SetUp, as_in_history
from grognard.games.chancellorsville.perfect_plan.state import BOXES, ELIMINATED, IN_HAND, OUT, WAITING, Plan, PlanState

FACE_DOWN = (words.Deploy, words.March, words.Exchange)
"""P-D11b: the actions in which a unit acts face down."""


class PerfectPlanRules(Rules[Plan]):
    """P0.1: two armies, the Army of the Potomac and the Army of Northern Virginia, and six-sided dice."""

    seats = ARMIES
    actions: ClassVar[tuple[type[Action], ...]] = PLAN_ACTIONS
    procedures: ClassVar[tuple[type[Procedure], ...]] = (
        SequenceOfPlay,
        SetUp,
        Recovery,
        MovementPhase,
        CombatPhase,
        Combat,
        CommandersLeave,
        Retreat,
    )
    game_class: ClassVar[type[Game]] = Plan
    concealment: ClassVar[tuple[str, ...]] = ("P-D11b",)
    face_down: ClassVar[tuple[type[Action], ...]] = FACE_DOWN  # P-D11b
    inspections: ClassVar[tuple[str, ...]] = ("reach",)
    inspects_own: ClassVar[bool] = True
    stakes: ClassVar[str] = "hits"

    def __init__(self, scenario: Scenario, options: Options) -> None:
        super().__init__(scenario, options)
        box = self.components = Components()
        self.board = box.board
        self.connected = box.connected
        self.counters = box.counters
        self.sheets = box.sheets
        self.flags = box.flags
        self.limits = box.limits
        self.places = {area: place for place, area in enumerate(self.board.areas)}
        self.onward = {
            area: tuple(other for other in around if self.places[area] < self.places[other])
            for area, around in self.connected.items()
        }
        self.order = {unit: place for place, unit in enumerate(self.counters)}
        self.bits = {area: 1 << place for area, place in self.places.items()}
        self.seen_bits = hidden.seen_bits(self.bits)
        self.impulses = box.tables.impulses
        self.stack_limit = box.tables.stacking.units_per_army_and_area
        self.last_turn = self.turns = box.tables.turns.count
        self.trench_limit = {AOP: box.tables.trenches.AoP, ANV: box.tables.trenches.ANV}
        self.objectives = box.map.objectives
        self.initiative_area = box.map.initiative_area
        self.first_initiative = str(box.tables.initiative.turn_1)
        self.recovery_areas = {AOP: box.map.recovery.AoP, ANV: box.map.recovery.ANV}
        self.extra_recovery_areas = box.map.recovery.controller
        self.end_impulse = words.EndImpulse()
        self.marches = {unit: {area: words.March(unit, area) for area in self.board.areas} for unit in self.counters}
        self.exchanges = self.all_exchanges()
        self.entrenchments = {area: words.Entrench(area) for area in self.board.areas}
        self.combats = {area: words.Fight(area) for area in self.board.areas}

    def all_exchanges(self) -> dict[tuple[str, str], words.Exchange]:
        """Every pair of units of an army, whichever is named first."""
        found = {}
        for sheet in self.sheets.values():
            for place, unit in enumerate(sheet):
                for other in sheet[place + 1 :]:
                    found[unit, other] = found[other, unit] = words.Exchange(unit, other)
        return found

    def moves_for(self, action: Action) -> int:
        """P4b, P4h, P4i: how many of the moves of an impulse an action takes."""
        match action:
            case words.March():
                return 1
            case words.Exchange():
                return self.impulses.exchange_two_counters
            case words.Entrench():
                return self.impulses.place_trench
            case words.Fight():
                return self.impulses.resolve_one_combat
        return 0

    # ------------------------------------------------------------------ the beginning

    def opening(self) -> PlanState:
        """P-S1, P-S5: all starting units in hand, the reinforcements aside, turn 1, impulse 1."""
        armies = self.components.setup.armies
        waiting = {unit for army in armies.values() for unit in army.reinforcements.units}
        units = {unit: WAITING if unit in waiting else IN_HAND for unit in self.counters}
        return PlanState(
            units,
            {unit: IN_HAND_BIT for unit, place in units.items() if place == IN_HAND},
            dict(self.trench_limit),
            dict.fromkeys(ARMIES, frozenset()),
        )

    def first_procedure(self, state: State) -> Procedure:
        phase = cast("PlanState", state).phase
        return SequenceOfPlay(phase == "movement", step=phase.replace(" ", "_"))

    # ------------------------------------------------------------------ what core asks

    def names(self) -> dict[str, str]:
        return {id: counter.name for id, counter in self.counters.items()} | {
            id: area.name for id, area in self.board.areas.items()
        }

    def proposals(self, game: Plan, seat: str) -> tuple[Proposal, ...]:
        """In the set-up: the historical one."""
        if not game.stack or not isinstance(game.stack[-1], SetUp):
            return ()
        found = as_in_history(game, seat)
        return () if found is None else (found,)

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        return {"seat": ARMIES, "army": ARMIES, "area": self.board.areas, "unit": self.counters}

    def describe(self, game: Plan) -> dict[str, Any]:
        return positions.describe(game)

    def fortunes(self, game: Plan) -> dict[str, dict[str, float]]:
        """The areas that each army holds, and the units that it has not lost."""
        holders = [game.controller(area) for area in self.board.areas]
        return {
            "areas": {army: float(holders.count(army)) for army in ARMIES},
            "units": {
                army: float(sum(game.state.units[unit] not in (ELIMINATED, OUT) for unit in self.sheets[army]))
                for army in ARMIES
            },
        }

    def restore(self, body: dict[str, Any]) -> PlanState:
        return positions.restore(self, body)

    def view(self, game: Plan, seat: str | None) -> dict[str, Any]:
        """P-D11b: own units, what lies face up, open boxes; of the rest backs and numbers. Control is open to all."""
        return {
            "seat": seat,
            "position": hidden.hide(self, describe_position(game, seat, redact=True), seat),
            "actors": list(game.actors),
            "control": {area: game.controller(area) for area in self.board.areas},
        }

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        """The position a game was set up from, written out and with the enemy's units turned over."""
        plan = Plan(self.scenario, self.options, Dice.script(()))
        plan.state = self.restore(position)
        rest = {key: value for key, value in super().redact(position, seat).items() if key in CORE_FIELDS}
        return hidden.hide(self, rest | positions.describe(plan), seat)

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        return hidden.imagine(self, view, seed)

    def inspect(self, game: Plan, seat: str | None, what: str, piece: str) -> Any:
        """The areas that an own unit can march to in this impulse."""
        if seat not in ARMIES or piece not in self.sheets[seat] or game.state.units[piece] not in self.board.areas:
            raise UnknownName(f"There is no unit '{piece}' of yours on the map to inspect.")
        if what != "reach":
            raise UnknownName(f"There is nothing called '{what}' to inspect; ask for reach.")
        return [area for area, action in self.marches[piece].items() if why_not_march(game, seat, action) is None]

    def meaning(self, result: str) -> Reason:
        """P5.5a: `2-1` are the hits of the attacker and of the defender."""
        hits, _, suffered = result.partition("-")
        return Reason("result.hits", ("P5.5a",), {"hits": hits, "suffered": suffered})

    def die_of(self, rolled: Rolled) -> Die:
        """P0.1: six-sided dice only."""
        return D6

    def colours(self) -> dict[str, str]:
        return {army: flag.colour for army, flag in FLAGS.items()}

    def remarks(self, game: Plan, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        if place not in self.board.areas:
            raise UnknownName(f"There is no area '{place}' on the map.")
        return tuple(remarks(game, seat, place, piece))

    def conceals(self, game: Plan, seat: str | None, piece: str) -> bool:
        """P-D11b: the enemy's units, but for those that lie face up and those in the open boxes."""
        state = game.state
        if piece not in self.counters or self.counters[piece].side == seat:
            return False
        return state.units[piece] not in (state.revealed, *BOXES[1:])

    def said(self, known: Knowledge, action: Action) -> dict[str, object]:
        """A combat is told by its area."""
        return {"item": PlaceWithPieces(action.item)} if isinstance(action, Take) else super().said(known, action)

    def picture(self, game: Plan, seat: str | None = None) -> Picture:
        return picture_of(game, seat)

    def listing(self, game: Plan, seat: str | None = None) -> list[str]:
        return list(in_words(game, seat))

    def charts(self) -> tuple[Chart, ...]:
        return charts.of_box(self.components)

    def conditions(self, game: Plan) -> tuple[Condition, ...]:
        return conditions(game)

    def action_table(self) -> list[Action]:
        """Every action that can ever be offered, word by word."""
        table: list[Action] = [Take(area) for area in self.board.areas]
        for kind in self.actions[1:]:
            match kind.__struct_fields__:
                case ():
                    table.append(kind())
                case ("unit",):
                    table.extend(kind(unit) for unit in self.counters)
                case ("area",):
                    table.extend(kind(area) for area in self.board.areas)
                case ("unit", "area"):
                    table.extend(kind(unit, area) for unit in self.counters for area in self.board.areas)
                case _:
                    table.extend(dict.fromkeys(self.exchanges.values()))
        return table

    # ------------------------------------------------------------------ combats, for forecasts and odds

    def fights(self, game: Plan) -> list[Attack]:
        return list(forecasts.combats(game))

    def fight_under_way(self, game: Plan) -> Attack | None:
        return forecasts.under_way(game)

    def fight_of(self, game: Plan, seat: str, action: Action) -> Attack | None:
        return forecasts.combat_of(game, seat, action)

    def prospect(self, game: Plan, seat: str | None, fight: Attack) -> Prospect:
        return forecasts.prospect(game, seat, fight)

    def worth(self, game: Plan, roll: Roll, reading: Hashable) -> float | None:
        """P5.5a: a hit costs the enemy a unit or a trench."""
        return forecasts.hits_read(reading)

    def stage(self, game: Plan, fight: Attack) -> Procedure | None:
        return forecasts.stage(game, fight)

    def scene(self, game: Plan, fight: Attack) -> Hashable:
        return forecasts.scene(game, fight)

    def default_answer(self, game: Plan, ask: Ask) -> tuple[str, Action]:
        return forecasts.default_answer(game, ask)

    def equivalence_key(self, game: Plan) -> Hashable:
        return forecasts.equivalence_key(game)

    def consequences(self, before: Plan, after: Plan) -> Consequences:
        return forecasts.consequences(before, after)

    # ------------------------------------------------------------------ standing orders

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return standing_orders.of_army(seat)

    def reacts(self, game: Plan, seat: str) -> bool:
        return standing_orders.reacts(game, seat)

    def carry_out(self, game: Plan, seat: str, order: str, answer: str) -> Action | None:
        return standing_orders.carry_out(game, seat, order, answer)

    # ------------------------------------------------------------------ for a player who only wants to fight

    def aggression(self, game: Plan, seat: str, action: Action) -> float:
        """How much a brawler likes an action: to fight, to come to grips, and to hold what wins the game."""
        match action:
            case words.Fight():
                return 40.0
            case words.March(unit, area):
                if area in game.stacks(ENEMY[seat]):
                    return 12.0
                return 6.0 if area in self.objectives else self.approach(game, unit, area)
            case words.Recover():
                return 10.0
            case words.Exchange():
                return 0.1
            case words.EndImpulse() | words.Entrench():
                return 0.5
        return 1.0

    def approach(self, plan: Plan, unit: str, area: str) -> float:
        """Nearer to the objectives is better."""
        far, start = self.components.distances, plan.state.units[unit]
        nearer = sum(far[start][goal] - far[area][goal] for goal in self.objectives)
        return 3.0 if nearer > 0 else 0.4
