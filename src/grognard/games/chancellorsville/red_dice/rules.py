"""Red Dice: its rules as core asks for them. The chapters are files of their own."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator, Mapping
from copy import copy
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from grognard.core.actions import Action, Take
from grognard.core.charts import Chart
from grognard.core.conditions import Condition
from grognard.core.dice import D6, Die
from grognard.core.events import Rolled
from grognard.core.features import DeclaredWays, RiskTables, SettledParts
from grognard.core.fights import Consequences, Fight, Prospect
from grognard.core.games import Game, Options, Outcome, State
from grognard.core.knowledge import Knowledge
from grognard.core.orders import StandingOrder
from grognard.core.pictures import Picture, WayPicture
from grognard.core.plane import Point, squared
from grognard.core.positions import describe as describe_position
from grognard.core.procedures import Ask, Procedure
from grognard.core.risk_tables import RiskTable
from grognard.core.rules import InspectionMark, Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import Modifier, Reason, text
from grognard.core.tracks import Scale
from grognard.games.chancellorsville.red_dice import actions as words
from grognard.games.chancellorsville.red_dice import charts, dice_table, forecasts, inspection, positions, standing_orders
from grognard.games.chancellorsville.red_dice.actions import RED_DICE_ACTIONS
from grognard.games.chancellorsville.red_dice.activation import DEEDS, Activation, Initiative
from grognard.games.chancellorsville.red_dice.assault import Charge
from grognard.games.chancellorsville.red_dice.choosing import HALF, encode_point, point_of
from grognard.games.chancellorsville.red_dice.components import ENEMY, HEADINGS, SIDES, Components
from grognard.games.chancellorsville.red_dice.data_schema import BattlefieldData
from grognard.games.chancellorsville.red_dice.declared_ways import way_of
from grognard.games.chancellorsville.red_dice.fear import Calming, DisasterTable, Runaways
from grognard.games.chancellorsville.red_dice.fire import Fire
from grognard.games.chancellorsville.red_dice.formations import FORMATIONS
from grognard.games.chancellorsville.red_dice.heroism import HeroicTable
from grognard.games.chancellorsville.red_dice.melee import Melee
from grognard.games.chancellorsville.red_dice.moving import Walk
from grognard.games.chancellorsville.red_dice.objectives import conditions, outcome
from grognard.games.chancellorsville.red_dice.picture import COLOURS, picture_of
from grognard.games.chancellorsville.red_dice.prisoners import NameEscorts, Rejoining
from grognard.games.chancellorsville.red_dice.ranks import Returning
from grognard.games.chancellorsville.red_dice.state import (
    PAIR,
    SEVERELY,
    Man,
    Skirmish,
    SkirmishState,
    Squad,
)
from grognard.games.chancellorsville.red_dice.wounds import NewLeaders

MOST_DICE = 99
"""D0.1: there is no limit; a program may refuse more."""
MANY_RED = 12
FEW, SEVERAL = 6, 12
"""A number of dice is drawn from three ranges, or nine activations in ten would fail."""


class Worths(NamedTuple):
    """D5.0a: what enemies are worth."""

    soldier: int
    prisoner: int
    leader: int


class RedDiceRules(DeclaredWays[Skirmish], RiskTables[Skirmish], SettledParts[Skirmish], Rules[Skirmish]):
    """Two sides, a handful of squads each, and six-sided dice in two colours."""

    seats = SIDES
    version = "4"
    open_board = True
    actions: ClassVar[tuple[type[Action], ...]] = RED_DICE_ACTIONS
    procedures: ClassVar[tuple[type[Procedure], ...]] = (
        Initiative,
        Activation,
        Walk,
        Rejoining,
        Fire,
        Charge,
        Melee,
        Runaways,
        Calming,
        DisasterTable,
        HeroicTable,
        Returning,
        NameEscorts,
        NewLeaders,
    )
    game_class: ClassVar[type[Game]] = Skirmish
    inspections: ClassVar[tuple[str, ...]] = (inspection.SIGHT,)
    inspection_marks: ClassVar[Mapping[str, InspectionMark]] = {inspection.SIGHT: "sight"}
    pointed_inspection: ClassVar[str] = inspection.SIGHT

    def __init__(self, scenario: Scenario, options: Options, battlefield: str | BattlefieldData) -> None:
        super().__init__(scenario, options)
        box = self.components = Components(battlefield)
        self.numbers = box.numbers
        self.numbers_in_difficult = copy(box.numbers)
        self.numbers_in_difficult.difficult = 0
        """D3.1c: difficult ground is paid for once."""
        self.field = box.field
        self.red_succeed = bool(options["red_dice_count_as_successes"])
        self.single_modifier = bool(options["single_modifier"])
        self.limit = int(options["initiative_limit"]) or self.field.limit
        data = self.field.data
        self.first_squads = {squad.id: squad for squad in data.squads}
        self.first_leaders = frozenset(squad.leader for squad in data.squads)
        self.homes = {soldier.id: squad.id for squad in data.squads for soldier in squad.soldiers}
        self.by_order = tuple(self.homes)
        self.order = {id: place for place, id in enumerate(self.by_order)}
        points = box.tables.victory_points
        self.worths = Worths(points.enemy_soldier_eliminated, points.prisoner, points.leader_eliminated_or_captured)
        low = self.numbers.least_dice
        ranges = ((low, FEW), (FEW + 1, SEVERAL), (SEVERAL + 1, MOST_DICE))
        self.dice_lists = tuple([words.RollDice(number) for number in range(first, last + 1)] for first, last in ranges)

    def at(self, man: Man, p: Point) -> Man:
        """A man as if he stood elsewhere."""
        return replace(man, at=p)

    def why_not_dice(self, number: int) -> Reason | None:
        """D0.1: at least two."""
        low = self.numbers.least_dice
        if low <= number <= MOST_DICE:
            return None
        return Reason("so-many-dice", ("D0.1",), {"number": number, "least": low, "most": MOST_DICE})

    def wound_modifiers(self, game: Skirmish, unit: str) -> Iterator[Modifier]:
        """D3.2f: each severely wounded man in cohesion takes a success from every roll of the unit."""
        squad = game.squad_of_unit(unit)
        if squad.kind == PAIR:  # D-R14
            return
        hurt = sum(man.wounds == SEVERELY for man in game.unit_named(unit))
        if unit == squad.id:
            hurt += len(game.carried_with(unit))
        if hurt:
            yield Modifier(-hurt, "severely-wounded", "D3.2f", {"number": hurt})

    # ------------------------------------------------------------------ the beginning

    def opening(self) -> SkirmishState:
        """As the battlefield says, no red dice, and the Confederate begins."""
        men, squads = {}, {}
        for data in self.first_squads.values():
            squads[data.id] = self.first_squad(data.id)
            for soldier in data.soldiers:
                at = round(soldier.x * 100), round(soldier.y * 100)
                men[soldier.id] = Man(soldier.id, data.side, data.id, at)
        held = {id: found.held_at_start for id, found in self.field.objectives.items() if found.held_at_start}
        no_dice = dict.fromkeys(SIDES, 0)  # D3.0b
        return SkirmishState(men, squads, no_dice, held, self.field.first_initiative)  # D2.0a

    def first_squad(self, id: str) -> Squad:
        data = self.first_squads[id]
        facing = HEADINGS[data.facing_deg // 15]
        return Squad(id, data.side, data.leader, facing, data.level, data.weapon, data.formation)

    def first_procedure(self, state: State) -> Procedure:
        return Initiative()

    # ------------------------------------------------------------------ what core asks

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        men = self.order
        squads = {*self.first_squads, *(f"{man}+" for man in men)}
        return {
            "seat": SIDES,
            "side": SIDES,
            "man": men,
            "squad": squads,
            "unit": {*squads, *men},
            "deed": DEEDS,
            "formation": FORMATIONS,
        }

    @cached_property
    def _names(self) -> dict[str, str]:
        squads = {id: squad.name for id, squad in self.first_squads.items()}
        parties = {f"{man}+": text("picture.party", {"man": man}) for man in self.order}
        objectives = {id: found.name for id, found in self.field.objectives.items()}
        strays = {
            f"{field}:{man}": text("picture.strays", {"man": man, "squad": squads[home]})
            for man, home in self.homes.items()
            for field in ("unit", "squad")
        }  # D1.1c
        return squads | parties | objectives | strays | {man: man for man in self.order}

    def names(self) -> dict[str, str]:
        return self._names

    def conceals(self, game: Skirmish, seat: str | None, piece: str) -> bool:
        """Everything stands on the table."""
        return False

    def said(self, known: Knowledge, action: Action) -> dict[str, object]:
        """D-R7: a facing by the compass, and a point that lies that way."""
        if not isinstance(action, words.Face):
            return super().said(known, action)
        return inspection.facing_said(self, known, action.heading)

    def describe(self, game: Skirmish) -> dict[str, Any]:
        return positions.describe(game)

    def restore(self, body: dict[str, Any]) -> SkirmishState:
        return positions.restore(self, body)

    def view(self, game: Skirmish, seat: str | None) -> dict[str, Any]:
        """Nothing is hidden; only coming dice are unknown."""
        return {"seat": seat, "position": describe_position(game, seat, redact=True), "actors": list(game.actors)}

    def hides(self, game: Skirmish, seat: str) -> bool:
        return False

    def when(self, game: Skirmish) -> tuple[int | None, str, str]:
        return None, "", game.state.initiative

    def tracks(self, game: Skirmish) -> dict[str, dict[str, float]]:
        return {
            "points": {side: float(game.points(side)) for side in SIDES},
            "red-dice": {side: float(game.state.red[side]) for side in SIDES},
            "in-ranks": {side: float(game.in_ranks(side)) for side in SIDES},
        }

    def standings(self, game: Skirmish, seat: str | None) -> dict[str, dict[str, float]]:
        return self.tracks(game)

    def fortunes(self, game: Skirmish) -> dict[str, dict[str, float]]:
        """Points and men in the ranks; of red dice fewer are better."""
        found = self.tracks(game)
        return {"points": found["points"], "in-ranks": found["in-ranks"]}

    def scales(self) -> dict[str, Scale]:
        """Red dice as far as anybody would let them grow, the men each side began with, and points as far as a fight goes:
        every objective, and as many enemies out of action as make them collapse."""
        squads = self.first_squads.values()
        most = max(sum(len(squad.soldiers) for squad in squads if squad.side == side) for side in SIDES)
        # D5.0a
        held = max(sum(found.points[side] for found in self.field.objectives.values()) for side in SIDES)
        # D-R13
        points = held + round((1 - self.numbers.collapse) * most) * self.worths.soldier
        return {
            "points": Scale(0, points),
            "red-dice": Scale(0, MANY_RED),  # D3.0b
            "in-ranks": Scale(0, most),
        }

    def die_of(self, rolled: Rolled) -> Die:
        return D6

    def colours(self) -> dict[str, str]:
        return {side: colours.band for side, colours in COLOURS.items()}

    def picture(self, game: Skirmish, seat: str | None = None) -> Picture:
        return picture_of(game)

    def agreed_end(self, game: Skirmish) -> Outcome:
        """D-R13, D5.0b: points are counted when the players agree to end the game."""
        return outcome(game, "agreed")

    def conditions(self, game: Skirmish) -> tuple[Condition, ...]:
        return conditions(game)

    # ------------------------------------------------------------------ fire and dice, for forecasts

    def chance(self, game: Skirmish, seat: str, action: Action) -> float | None:
        return forecasts.chance(game, action)

    def fight_of(self, game: Skirmish, seat: str, action: Action) -> Fight | None:
        return forecasts.fight_of(game, seat, action)

    def fights(self, game: Skirmish) -> list[Fight]:
        found = self.fight_under_way(game)
        return [] if found is None else [found]

    def fight_under_way(self, game: Skirmish) -> Fight | None:
        return forecasts.under_way(game)

    def prospect(self, game: Skirmish, seat: str | None, fight: Fight) -> Prospect:
        return forecasts.prospect(game, fight)

    def stage(self, game: Skirmish, fight: Fight) -> Procedure:
        return forecasts.stage(game, fight)

    def default_answer(self, game: Skirmish, ask: Ask) -> tuple[str, Action]:
        return forecasts.default_answer(game, ask)

    def consequences(self, before: Skirmish, after: Skirmish) -> Consequences:
        return forecasts.consequences(before, after)

    def still_matters(self, game: Skirmish) -> Hashable | None:
        return forecasts.still_matters(game)

    def meaning(self, result: str) -> Reason:
        """So many men are hit, so far the leader gets, or the roll fails."""
        if result == forecasts.FIASCO:
            return Reason("result.fiasco", ("D0.3",))
        if result == forecasts.DISASTER:
            return Reason("result.disaster", ("D0.4",))
        if result == forecasts.ARRIVES:
            return Reason("result.arrives", ("D3.1a",))
        if result == forecasts.CONTACT:
            return Reason("result.contact", ("D3.3b",))
        if result.endswith("-cm"):
            return Reason("result.falls-short", ("D3.1a", "D3.3b"), {"far": result.removesuffix("-cm")})
        return Reason("result.men-hit", ("D3.2c",), {"hits": result})

    # ------------------------------------------------------------------ at the table

    def inspect(self, game: Skirmish, seat: str | None, what: str, piece: str) -> Any:
        return inspection.inspect(game, what, piece)

    def remarks(self, game: Skirmish, seat: str | None, place: str, piece: str = "") -> tuple[Reason, ...]:
        return tuple(inspection.remarks(game, place, piece))

    def way_of(self, game: Skirmish, seat: str, action: Action) -> WayPicture | None:
        return way_of(game, action)

    def risk_table(self, game: Skirmish, seat: str) -> RiskTable | None:
        return dice_table.risk_table(game)

    def charts(self) -> tuple[Chart, ...]:
        return charts.of_tables(self.components.tables)

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return standing_orders.ORDERS

    def carry_out(self, game: Skirmish, seat: str, order: str, answer: str) -> Action | None:
        return standing_orders.carry_out(game, seat, order, answer)

    def action_table(self) -> list[Action]:
        """Every action that can ever be offered, word by word."""
        men, squads = list(self.order), [*self.first_squads, *(f"{man}+" for man in self.order)]
        points = list(self.field.points())
        halves = [
            encode_point((x, y))
            for y in range(0, self.field.height + 1, HALF)
            for x in range(0, self.field.width + 1, HALF)
            if self.field.on_table((x, y))
        ]
        table: list[Action] = [Take(man) for man in men]
        for kind in self.actions[1:]:
            match kind.__struct_fields__:
                case ():
                    table.append(kind())
                case ("squad",):
                    table.extend(kind(squad) for squad in squads)
                case ("unit",):
                    table.extend(kind(unit) for unit in (*squads, *men))
                case ("man",):
                    table.extend(kind(man) for man in men)
                case ("man", "wounded"):
                    mates = [(one, other) for one in men for other in men if self.homes[one] and one != other]
                    table.extend(kind(one, other) for one, other in mates)
                case ("formation",):
                    table.extend(kind(name) for name in FORMATIONS)
                case ("heading",):
                    table.extend(kind(heading) for heading in range(len(HEADINGS)))
                case ("number",):
                    low = self.numbers.least_dice if kind is words.RollDice else 0
                    table.extend(kind(number) for number in range(low, MOST_DICE + 1))
                case _:
                    table.extend(kind(point) for point in (halves if kind is words.PutAt else points))
        return table

    def aggression(self, game: Skirmish, seat: str, action: Action) -> float:
        """A brawler assaults and fires where it can, goes toward the enemy, and rolls a handful of dice."""
        match action:
            case words.AssaultOn():
                return 40.0
            case words.FireAt():
                return 20.0
            case words.WalkTo(point=point):
                return self.eagerness(game, seat, point)
            case words.ActivateSquad() | words.CallAll():
                return 10.0
            case words.WalkBy() | words.ByHand() | words.Decline() | words.StandFast() | words.CloseRanks():
                return 0.5
            case words.RollDice(number=number):
                return 10.0 if 4 <= number <= 9 else 0.1
        return 1.0

    def eagerness(self, game: Skirmish, seat: str, point: str) -> float:
        """How much nearer to the enemy a point is."""
        p = point_of(point)
        foes = game.on_feet(ENEMY[seat])
        if p is None or not foes:
            return 1.0
        near = min(squared(p, man.at) for man in foes)
        return 10.0 * 4e6 / (near + 4e6)
