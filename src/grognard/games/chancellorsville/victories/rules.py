"""Give Us Victories: its rules as core asks for them. The chapters are files of their own."""

from __future__ import annotations

from collections.abc import Container, Hashable
from functools import cached_property
from typing import Any, ClassVar, cast

from grognard.core.actions import Action, Proposal
from grognard.core.charts import Chart
from grognard.core.conditions import Condition
from grognard.core.dice import D6, Dice, Die
from grognard.core.events import PlaceWithPieces, Rolled, Troops
from grognard.core.features import DicePools
from grognard.core.fights import Consequences, Fight, Prospect
from grognard.core.games import Game, Options, State
from grognard.core.hexes import ByHex, members
from grognard.core.knowledge import Knowledge
from grognard.core.orders import StandingOrder
from grognard.core.positions import FIELDS as CORE_FIELDS
from grognard.core.procedures import Ask, Procedure, Roll
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import text
from grognard.core.tracks import Scale
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories import (
    aggression,
    charts,
    determinization,
    forecasts,
    hidden,
    positions,
    standing_orders,
)
from grognard.games.chancellorsville.victories.actions import VICTORIES_ACTIONS
from grognard.games.chancellorsville.victories.activation import Activation
from grognard.games.chancellorsville.victories.attacks import Attacking, Declaration
from grognard.games.chancellorsville.victories.bombardment import KINDS, Bombarding, Bombardment, Bombardments
from grognard.games.chancellorsville.victories.bonuses import HIGH, LOW, encode_pool, in_words, is_pool
from grognard.games.chancellorsville.victories.chapter import C
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.combat_dice import Fighting
from grognard.games.chancellorsville.victories.combat_order import Combats
from grognard.games.chancellorsville.victories.command import ChooseFormations, Commanding
from grognard.games.chancellorsville.victories.components import Components
from grognard.games.chancellorsville.victories.contact import Contact, Contacts, Scattering
from grognard.games.chancellorsville.victories.disorder import Disorder, Retreat
from grognard.games.chancellorsville.victories.dummies import Dummies
from grognard.games.chancellorsville.victories.event_markers import DrawEvents, EventPlay
from grognard.games.chancellorsville.victories.event_procedures import (
    EventActs,
    GeneralRetreat,
    GoodGeneral,
    Interlude,
    Regroup,
)
from grognard.games.chancellorsville.victories.ground import Rivers
from grognard.games.chancellorsville.victories.hypothetical import Hypothetical, HypotheticalStart
from grognard.games.chancellorsville.victories.inspection import Looking
from grognard.games.chancellorsville.victories.movement import March, Marching
from grognard.games.chancellorsville.victories.moves import Moves
from grognard.games.chancellorsville.victories.night import INDEPENDENT, DepotCheck, Night, Nights, Recovery
from grognard.games.chancellorsville.victories.pieces import ARMIES, AVAILABLE, CSA, OUT, UNION, WAITING, Piece
from grognard.games.chancellorsville.victories.pontoons import Bridge, Bridging, TakeUp
from grognard.games.chancellorsville.victories.reinforcements import Arriving
from grognard.games.chancellorsville.victories.sequence import Arrivals, Sequence, Turn
from grognard.games.chancellorsville.victories.sightings import Sightings
from grognard.games.chancellorsville.victories.skirmishers import Skirmish, Skirmishing
from grognard.games.chancellorsville.victories.stacking import Stacking, Unstacking
from grognard.games.chancellorsville.victories.state import Campaign, VictoriesState
from grognard.games.chancellorsville.victories.table import AtTheTable
from grognard.games.chancellorsville.victories.variants import DeployStoneman, LongstreetComes, Variants
from grognard.games.chancellorsville.victories.victory import Winning
from grognard.games.chancellorsville.victories.works import Works
from grognard.hexgames.stacks import OFF_MAP

COLOURS = {UNION: "#2c4a7c", CSA: "#8d2b25"}
LOSSES_SHOWN = 24
"""How far the track of losses is drawn where no number of them wins."""


class VictoriesRules(
    Sequence[C],
    Commanding[C],
    Marching[C],
    Moves[C],
    Contacts[C],
    Skirmishing[C],
    Bridging[C],
    Stacking[C],
    Dummies[C],
    Bombarding[C],
    Attacking[C],
    Fighting[C],
    Works[C],
    Disorder[C],
    EventPlay[C],
    EventActs[C],
    Arriving[C],
    Variants[C],
    Hypothetical[C],
    Nights[C],
    Winning[C],
    Looking[C],
    AtTheTable[C],
    Sightings[C],
    Rivers[C],
    DicePools[C],
    Rules[C],
):
    """Two armies by brigade on 1,920 hexes, and six-sided dice."""

    version: ClassVar[str] = "3"
    stakes: ClassVar[str] = "hits"
    seats: tuple[str, ...] = ARMIES
    face_down: ClassVar[tuple[type[Action], ...]] = hidden.FACE_DOWN  # U3.9, U9.26
    concealment: ClassVar[tuple[str, ...]] = ("U9.26",)
    actions: ClassVar[tuple[type[Action], ...]] = VICTORIES_ACTIONS
    procedures: ClassVar[tuple[type[Procedure], ...]] = (
        Turn,
        Arrivals,
        ChooseFormations,
        Activation,
        March,
        Contact,
        Scattering,
        Skirmish,
        Bridge,
        TakeUp,
        Unstacking,
        Bombardments,
        Bombardment,
        Declaration,
        Combats,
        Combat,
        Retreat,
        Night,
        Recovery,
        DrawEvents,
        DepotCheck,
        Regroup,
        GeneralRetreat,
        GoodGeneral,
        Interlude,
        DeployStoneman,
        LongstreetComes,
        HypotheticalStart,
    )
    phases: ClassVar[dict[str, str]] = positions.PHASES
    printed: ClassVar[tuple[str, ...]] = positions.PRINTED
    game_class: ClassVar[type[Game]] = Campaign
    state_class: ClassVar[type[VictoriesState]] = VictoriesState

    def __init__(self, scenario: Scenario, options: Options) -> None:
        super().__init__(scenario, options)
        box = self.components = self.made_components(scenario)
        self.board = box.board
        self.counters = box.counters
        self.commands = box.commands
        self.regions = box.regions
        self.area = box.area
        self.woods = self.board.with_terrain("woods")
        self.clear = self.board.with_terrain("open")
        self.blocking = self.board.with_terrain(*(name for name, row in box.terrain.hexes.items() if row.blocks_bombardment))
        """U12.7: the hexes that stop fire between guns and target."""
        self.sheets = {army: tuple(id for id, counter in self.counters.items() if counter.side == army) for army in ARMIES}
        self.places_on_sheet = {id: place for place, id in enumerate(self.counters)}
        self.army_commands = {
            army: tuple(c for c in self.commands.values() if c.side == army and c.name in box.scenario.commands[army])
            for army in ARMIES
        }
        self.turns = box.scenario.last_turn - box.scenario.first_turn + 1
        labels = self.board.grid.labels
        self.goals = ByHex(lambda h: words.MarchTo(labels[h]))
        self.posts = ByHex(lambda h: words.PlaceCommand(labels[h]))
        self.unit_marches = {id: words.MarchUnit(id) for id in self.counters}

    # ------------------------------------------------------------------ fights, standing orders, charts

    def fights(self, game: C) -> list[Fight]:
        return forecasts.fights(game)

    def fight_under_way(self, game: C) -> Fight | None:
        return forecasts.fight_under_way(game)

    def fight_of(self, game: C, seat: str, action: Action) -> Fight | None:
        return forecasts.fight_of(game, seat, action)

    def prospect(self, game: C, seat: str | None, fight: Fight) -> Prospect:
        return forecasts.prospect(game, seat, fight)

    def stage(self, game: C, fight: Fight) -> Procedure | None:
        return forecasts.stage(game, fight)

    def default_answer(self, game: C, ask: Ask) -> tuple[str, Action]:
        return forecasts.default_answer(game, ask)

    def consequences(self, before: C, after: C) -> Consequences:
        return forecasts.consequences(before, after)

    def scene(self, game: C, fight: Fight) -> Hashable:
        return forecasts.scene(game, fight)

    def worth(self, game: C, roll: Roll, reading: Hashable) -> float | None:
        return forecasts.read_worth(roll, reading)

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return standing_orders.ALL

    def carry_out(self, game: C, seat: str, order: str, answer: str) -> Action | None:
        return standing_orders.carry_out(game, seat, order, answer)

    def proposals(self, game: C, seat: str) -> tuple[Proposal, ...]:
        """U14.28: the best way to share out points, where they are shared out now."""
        if seat not in game.actors:
            return ()
        action = forecasts.suggested(game)
        return (Proposal("best-share", (action,), ("U14.28", "U14.29")),) if action is not None else ()

    def charts(self) -> tuple[Chart, ...]:
        return charts.of_box(self.components)

    def standings(self, game: C, seat: str | None) -> dict[str, dict[str, float]]:
        """U2.1, U3.11: the combat points that each army has lost; the losses box is open to all."""
        return {"losses": {army: float(game.lost_points(army)) for army in ARMIES}}

    def scales(self) -> dict[str, Scale]:
        """U2.1: as far as the difference in losses that wins the campaign."""
        return {"losses": Scale(0, self.components.scenario.special.automatic_difference or LOSSES_SHOWN)}

    def fortunes(self, game: C) -> dict[str, dict[str, float]]:
        """The combat points of all units that are not lost, on the side they show: every level lost or recovered tells."""
        return {"combat-points": {army: float(game.points_left(army)) for army in ARMIES}}

    def aggression(self, game: C, seat: str, action: Action) -> float:
        return aggression.aggression(game, seat, action)

    # ------------------------------------------------------------------ the beginning

    def made_components(self, scenario: Scenario) -> Components:
        """What is in the box for this scenario."""
        return Components(scenario.id.rpartition("/")[2].replace("-", "_"), self.options)

    def opening(self) -> VictoriesState:
        """U4.1: the units as the deployment card places them."""
        scenario, number = self.components.scenario, self.board.grid.by_label
        hexes = {unit: number[h] for stacks in scenario.placement.values() for h, stack in stacks.items() for unit in stack}
        waiting = {unit for group in scenario.reinforcements for unit in group.units}
        variants = self.components.variants
        if self.options.get("stoneman"):
            waiting |= set(variants.stoneman.units)  # U20.4
        if self.options.get("longstreet"):
            waiting |= {*variants.longstreet.hood, *variants.longstreet.pickett}  # U20.5
        pieces: dict[str, Piece] = {}
        if self.options.get("hypothetical"):  # U20.2: formations are placed by their boxes, independent units by the card
            waiting |= {id for id in hexes if self.counters[id].formation}
            hexes = {id: h for id, h in hexes.items() if not self.counters[id].formation}
        used = dict.fromkeys(ARMIES, 0)
        for id, counter in self.counters.items():
            if id in hexes:
                pieces[id] = Piece(id, hexes[id])
            elif counter.is_skirmisher and used[counter.side] < self.skirmishers(counter.side):
                used[counter.side] += 1
                pieces[id] = Piece(id, box=AVAILABLE)
            elif counter.is_dummy and self.options.get("dummies"):
                pieces[id] = Piece(id, box=AVAILABLE)  # U9.27
            else:
                pieces[id] = Piece(id, box=WAITING if id in waiting else OUT)
        state = self.state_class(pieces, turn=scenario.first_turn)
        state.pontoons = {
            self.hexside_key(*(number[label] for label in self.components.sheet.fords[ford].hexes)): army
            for army, pontoons in scenario.pontoons.items()
            for ford in pontoons.on_map
        }
        state.in_hand = {army: scenario.pontoons[army].in_hand if army in scenario.pontoons else 0 for army in ARMIES}
        if self.options.get("events"):
            state.event_cups = {army: tuple(sorted(self.components.events[army])) for army in ARMIES}
        named = {army: set(names) for army, names in scenario.events.items()}
        # U19.6, U19.11, U19.15, U19.19
        held = {
            army: tuple(sorted(id for id, event in self.components.events[army].items() if event.name in named.get(army, ())))
            for army in ARMIES
        }
        state.hands = {army: hand for army, hand in held.items() if hand}
        state.forts = {label: army for army, labels in scenario.fortification_markers.items() for label in labels}
        return state

    @cached_property
    def begins_in_play(self) -> dict[str, bool]:
        """Whether each unit is on the map, or at hand, when the game begins."""
        return {id: piece.box != OUT for id, piece in self.opening().pieces.items()}

    def skirmishers(self, army: str) -> int:
        """U13.2: how many skirmishers an army begins with."""
        extra = self.options.get(f"extra_skirmishers_{army.lower()}", 0)  # U13.17
        return self.components.scenario.skirmishers.get(army, 0) + int(extra)

    def first_procedure(self, state: State) -> Procedure:
        return positions.first_procedure(self, cast("VictoriesState", state))

    # ------------------------------------------------------------------ what core asks

    def names(self) -> dict[str, str]:
        return (
            {id: counter.name for id, counter in self.counters.items()}
            | {id: command.name for id, command in self.commands.items()}
            | {id: event.name for events in self.components.events.values() for id, event in events.items()}
        )

    @cached_property
    def existing_events(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(id for army in ARMIES for id in self.components.events[army]))

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        formations = {command.formation for command in self.commands.values()} | {INDEPENDENT}
        return {
            "seat": ARMIES,
            "army": ARMIES,
            "unit": self.counters,
            "command": self.commands,
            "formation": formations,
            "hex number": self.board.grid.labels,
            "hex": self.board.grid.by_label,
            "river hexside": self.river_hexsides,
            "event": self.existing_events,
        }

    def describe(self, game: C) -> dict[str, Any]:
        return positions.describe(game)

    def restore(self, body: dict[str, Any]) -> VictoriesState:
        return positions.restore(self, body)

    def view(self, game: C, seat: str | None) -> dict[str, Any]:
        return hidden.view(game, seat)

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        """The position a game was set up from, without what the seat may not know: that depends on what is under way, too."""
        clone = Campaign(self.scenario, self.options, Dice.script(()))
        clone.state = self.restore(position)
        if "pending" in position:
            clone.stack = [self.frame(data) for data in position["pending"]]
        elif "over" not in position:
            first = self.first_procedure(clone.state)
            first.step = first.step or first.steps[0]
            clone.stack = [first]
        rest = {key: value for key, value in super().redact(position, seat).items() if key in CORE_FIELDS}
        return hidden.hide(clone, rest | positions.describe(clone), seat)

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        return determinization.imagine(self, view, seed)

    def sees(self, game: C, seat: str, h: int) -> bool:
        """U9.26: a player looks into an enemy stack only from next to it, over rivers too."""
        return bool(game.near(seat) >> h & 1)

    def die_of(self, rolled: Rolled) -> Die:
        return D6

    def colours(self) -> dict[str, str]:
        return COLOURS

    def conditions(self, game: C) -> tuple[Condition, ...]:
        return self.victory_conditions(game)

    def conceals(self, game: C, seat: str | None, piece: str) -> bool:
        """U9.26: the enemy's units on the map that are not seen, and its skirmishers and dummies that lie ready, too."""
        return piece in self.counters and not self.is_known(game, seat, piece)

    def place_of(self, game: C, piece: str) -> str:
        campaign = game
        h = campaign.piece(piece).hex if piece in self.counters else OFF_MAP
        return campaign.label(h) if h != OFF_MAP else ""

    def said(self, known: Knowledge, action: Action) -> dict[str, object]:
        """Dice by their modifiers, attacks by their hexes."""
        match action:
            case words.AddBonus(dice) | words.SubtractBonus(dice) if is_pool(dice):
                return {"dice": in_words(dice)}
            case words.Charge(unit, mask):
                return {"unit": unit, "hexes": self.attacked_from(known.place_of(unit), mask)}
            case words.AssaultFrom(label, mask):
                return {"hex": label, "hexes": self.attacked_from(label, mask)}
            case words.Resolve(number) | words.CallOff(number):
                targets = known.facts.get("combats", {}).get(number, ())
                return {"number": tuple(map(PlaceWithPieces, targets)) or number}
            case words.AssignBox(command, box) if command in self.commands:
                boxes = self.boxes_of(self.commands[command].side)
                return {"command": command, "box": boxes[box].box if box in range(len(boxes)) else box}
            case words.FireGuns(mask):
                guns = Troops(gun for place, gun in enumerate(known.facts.get("guns", ())) if mask >> place & 1)
                return {"guns": guns or text("told.some-guns")}
        return super().said(known, action)

    def attacked_from(self, label: str, mask: int) -> tuple[PlaceWithPieces, ...] | str:
        """The hexes around a place; of a place that is not known nothing can be said."""
        here = self.board.grid.by_label.get(label)
        around = self.board.grid.neighbours[here] if here is not None else ()
        found = tuple(PlaceWithPieces(self.board.label(n)) for d, n in enumerate(around) if n is not None and mask >> d & 1)
        return found or text("told.neighbours")

    def action_table(self) -> list[Action]:
        """Every action that can ever be offered, word by word."""
        units, labels = list(self.counters), list(self.board.grid.by_label)
        pools = [encode_pool(pool) for size in range(1, 7) for pool in pools_of(size)]
        grid = self.board.grid
        near = [(grid.labels[h], grid.labels[n]) for h in grid.hexes for d in (1, 2) for n in members(grid.ring(h, d))]
        sides = [tuple(key.split("-")) for key in self.river_hexsides]
        fields: dict[str, list[tuple[object, ...]]] = {
            "": [()],
            "unit": [(unit,) for unit in units],
            "hex": [(label,) for label in labels],
            "command": [(id,) for id in self.commands],
            "command box": [(id, box) for id in self.commands for box in range(5)],
            "command superior": [(a, b) for a in self.commands for b in self.commands if self.commands[b].is_superior],
            "unit hex": [(u, label) for u in units for label in {x for pair in sides for x in pair}],
            "hex other": [(a, b) for a, b in sides],
            "stack hex": list(near),
            "stack": [(label,) for label in labels],
            "hex kind": [(label, kind) for label in labels for kind in KINDS],
            "guns": [(mask,) for mask in range(1, 256)],
            "unit hexes": [(unit, mask) for unit in units for mask in range(1, 64)],
            "hex hexes": [(label, mask) for label in labels for mask in range(1, 64)],
            "number": [(number,) for number in range(40)],
            "ground": [(kind,) for kind in (*self.components.terrain.hexes, "stream", "minor_river")],
            "dice": [(pool,) for pool in pools],
            "event": [(id,) for id in self.existing_events],
            "event hex": [(id, label) for id in self.existing_events for label in labels],
            "event command": [(id, command) for id in self.existing_events for command in self.commands],
        }
        return [kind(*values) for kind in self.actions for values in fields[" ".join(kind.__struct_fields__)]]


def pools_of(size: int, high: int = HIGH) -> list[tuple[int, ...]]:
    """Every pool of so many dice, the highest modifier first."""
    if not size:
        return [()]
    return [(first, *rest) for first in range(high, LOW - 1, -1) for rest in pools_of(size - 1, first)]
