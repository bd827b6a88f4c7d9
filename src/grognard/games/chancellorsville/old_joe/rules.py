"""Hurrah for Old Joe: its rules as core asks for them. It is the campaign of Give Us Victories with named rules changed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, cast

from grognard.core.actions import Action, Proposal
from grognard.core.charts import Chart
from grognard.core.conditions import Condition
from grognard.core.dice import Dice
from grognard.core.features import Motives, Story
from grognard.core.fights import Consequences, Fight, Prospect
from grognard.core.games import Game, Options, State
from grognard.core.hexes import Hex, HexSet
from grognard.core.orders import StandingOrder
from grognard.core.pictures import Picture
from grognard.core.positions import FIELDS as CORE_FIELDS
from grognard.core.procedures import Ask, Procedure
from grognard.core.scenarios import Scenario
from grognard.core.texts import Reason
from grognard.core.tracks import Band, Scale
from grognard.games.chancellorsville.old_joe import display, forecasts, hidden, standing_orders
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.actions import OLD_JOE_ACTIONS
from grognard.games.chancellorsville.old_joe.assault import Assault
from grognard.games.chancellorsville.old_joe.charts import of_booklet
from grognard.games.chancellorsville.old_joe.chronicle import Chronicle
from grognard.games.chancellorsville.old_joe.combat_dice import SoloFighting
from grognard.games.chancellorsville.old_joe.components import SoloComponents
from grognard.games.chancellorsville.old_joe.contact import AutomatonContact, SoloContacts
from grognard.games.chancellorsville.old_joe.corps import CorpsActivation
from grognard.games.chancellorsville.old_joe.engagement import Engagement
from grognard.games.chancellorsville.old_joe.nights import EndOfTurn, NightMoves, SoloNight, SoloNights
from grognard.games.chancellorsville.old_joe.objectives import Arrival, Crossing, Objectives, Reading
from grognard.games.chancellorsville.old_joe.retreats import DivisionRetreat
from grognard.games.chancellorsville.old_joe.scoring import Scoring, Trophies
from grognard.games.chancellorsville.old_joe.state import OldJoeState, Solitaire
from grognard.games.chancellorsville.old_joe.track import HOOKER, INDEPENDENT, Tracks
from grognard.games.chancellorsville.old_joe.turn import HookerActivation, IndependentUse, SoloTurn
from grognard.games.chancellorsville.old_joe.wheel import Wheeling, Wheels
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories import positions
from grognard.games.chancellorsville.victories.activation import Activation
from grognard.games.chancellorsville.victories.bombardment import DIS, GUNS, KINDS, TROOPS, Bombardment
from grognard.games.chancellorsville.victories.combat import Combat
from grognard.games.chancellorsville.victories.components import Components
from grognard.games.chancellorsville.victories.picture import picture_of
from grognard.games.chancellorsville.victories.pieces import AVAILABLE, CSA, ENEMY, UNION, Command, Piece
from grognard.games.chancellorsville.victories.rules import VictoriesRules
from grognard.games.chancellorsville.victories.state import VictoriesState
from grognard.hexgames.stacks import OFF_MAP

PHASES = {
    "set-up": "shuffle",
    "weather": "weather",
    "formations": "choose_first",
    "activations": "draw",
    "night": "night_moves",
}
NOT_USED = frozenset(
    ("Turn", "Combat", "Night", "DepotCheck", "Interlude", "GoodGeneral", "Arrivals", "Bridge", "TakeUp")
    + ("DeployStoneman", "LongstreetComes", "HypotheticalStart")
)
"""J-A1: procedures of the campaign that others replace, or that belong to variants, supply and the Union player."""
VICTORY_TRACK, UNITS_LOST = "vp", "units-lost"
"""The tracks beside the map, by their names."""
USELESS = {"supply-depot", "csa-bridge"}
"""J-M3, J-D8: events that could have no effect: supply is not used, and the player does not cross the river."""
OWN_FIELDS = tuple(name for name in OldJoeState.__struct_fields__ if name not in VictoriesState.__struct_fields__)


class OldJoeRules(
    Chronicle,
    Scoring,
    Tracks,
    Wheels,
    Objectives,
    SoloContacts,
    SoloNights,
    SoloFighting,
    Motives[Solitaire],
    Story[Solitaire],
    VictoriesRules[Solitaire],
):
    """The player commands the Confederates; the Union has a seat that its own rules answer for."""

    version: ClassVar[str] = "4"
    seats = (CSA,)
    secretive = False  # J-A1
    automata: ClassVar[tuple[str, ...]] = (UNION,)
    components: SoloComponents
    actions: ClassVar[tuple[type[Action], ...]] = OLD_JOE_ACTIONS
    procedures: ClassVar[tuple[type[Procedure], ...]] = (
        *(kind for kind in VictoriesRules.procedures if kind.__name__ not in NOT_USED),
        SoloTurn,
        CorpsActivation,
        HookerActivation,
        IndependentUse,
        Reading,
        Arrival,
        Crossing,
        Wheeling,
        AutomatonContact,
        Assault,
        Engagement,
        DivisionRetreat,
        Trophies,
        NightMoves,
        SoloNight,
        EndOfTurn,
    )
    phases: ClassVar[dict[str, str]] = PHASES
    printed: ClassVar[tuple[str, ...]] = (*positions.PRINTED, *OWN_FIELDS)
    game_class: ClassVar[type[Game]] = Solitaire
    state_class: ClassVar[type[VictoriesState]] = OldJoeState

    def __init__(self, scenario: Scenario, options: Options) -> None:
        super().__init__(scenario, options)
        self.turns = self.components.book.setup.last_turn
        self.ways: dict[object, by.Costs] = {}
        """What the ways from or to a hex cost (`procedures.ways`)."""

    def made_components(self, scenario: Scenario) -> Components:
        return SoloComponents()

    # ------------------------------------------------------------------ the beginning

    def opening(self) -> OldJoeState:
        """J-B1: the campaign's Confederates without Stuart, the Union's divisions, and the display."""
        state = cast("OldJoeState", super().opening())
        box, number = self.components, self.board.grid.by_label
        for id, data in box.divisions.items():
            state.pieces[id] = Piece(id, number[data.start_hex])
        state.phase = "set-up"
        state.areas = {place.formation: place.area for place in box.steps[3].placement}
        state.combat = frozenset(place.formation for place in box.steps[3].placement if place.combat)
        state.hooker, state.attitude = box.steps[5].hooker_box, box.steps[8].attitude
        track = box.steps[7]
        state.due = {"I": track.first, "VI": track.sixth, "Independent": track.independent, "X": track.objective_X}
        state.vp = int(self.options["start"])
        if self.options["events"]:  # J-A1: for the player only, and those that can do something here
            state.event_cups = {CSA: tuple(sorted(set(self.components.events[CSA]) - USELESS))}
        return state

    def skirmishers(self, army: str) -> int:
        """J-N2: the number of the automaton's skirmishers is not limited: one for each formation is always there."""
        return 10 if army == UNION else super().skirmishers(army)

    def first_procedure(self, state: State) -> Procedure:
        return SoloTurn(step=self.phases[cast("OldJoeState", state).phase])

    # ------------------------------------------------------------------ who acts, and where they may be

    def procedure_for(self, game: Solitaire, command: Command) -> Procedure:
        """What a counter does that is drawn."""
        if command.side == CSA:
            return Activation(CSA, command.id)  # J-O2
        if command.id == HOOKER:
            return HookerActivation()  # J-F2b
        if command.id == INDEPENDENT:
            return IndependentUse()  # J-N1
        return CorpsActivation(command.formation)  # J-C0e

    def opening_activation(self, game: Solitaire) -> str:
        return ""

    def closed_to(self, game: Solitaire, piece: Piece) -> HexSet:
        """J-D8: the player stays in the south region."""
        closed = self.board.grid.all & ~self.area
        return closed | self.board.grid.all & ~self.regions["south"] if self.counters[piece.id].side == CSA else closed

    def fits(self, game: Solitaire, pieces: Iterable[Piece]) -> bool:
        """J-B0d: one division to a hex, with a skirmisher on it or not."""
        stack = tuple(pieces)
        if stack and self.counters[stack[0].id].side == UNION:
            return sum(self.counters[piece.id].is_real for piece in stack) <= 1
        return super().fits(game, stack)

    def retreat_hexes(self, game: Solitaire, army: str, piece: Piece, barred: HexSet) -> HexSet:
        """J-K3a: the automaton's divisions retreat by RETREAT."""
        if army == CSA:
            return super().retreat_hexes(game, army, piece, barred)
        found = by.retreat(game, piece, barred)
        return 0 if found is None else 1 << found

    def retreat_of(self, army: str, units: tuple[str, ...], cites: str, works: frozenset[Hex] = frozenset()) -> Procedure:
        """J-N2: the automaton's divisions take their skirmishers with them."""
        if army == UNION:
            return DivisionRetreat(army, units, works, cites)
        return super().retreat_of(army, units, cites, works)

    def kinds_at(self, game: Solitaire, army: str, h: Hex) -> tuple[str, ...]:
        """U12.8, J-A1: everybody sees what is there, so that guns or troops are named only where a stack holds both."""
        stack = [self.counters[piece.id] for piece in game.units_at(ENEMY[army], h) if not self.counters[piece.id].is_dummy]
        kinds = {GUNS if counter.is_artillery else TROOPS for counter in stack}
        return tuple(kind for kind in KINDS if kind in kinds)

    def settle_works(self, game: Solitaire) -> None:
        """A skirmisher of the automaton that its division has left comes off."""
        super().settle_works(game)
        for h, stack in list(game.army(UNION).stacks.items()):
            if not game.real(stack):
                for piece in game.units_at(UNION, h):
                    game.take_off(piece.id, AVAILABLE)

    # ------------------------------------------------------------------ skirmishers of the automaton

    def has_skirmisher(self, game: Solitaire, formation: str) -> bool:
        """J-N2: a formation has at most one."""
        return any(len(game.units_at(UNION, piece.hex)) > 1 for piece in game.divisions(formation))

    def add_skirmisher(self, game: Solitaire, id: str) -> None:
        """J-N2: on a division."""
        idle = next(s for s in self.sheets[UNION] if self.counters[s].is_skirmisher and game.piece(s).hex == OFF_MAP)
        game.move((idle,), game.piece(id).hex)
        args = {"unit": self.counters[id].name}
        self.explain(game, self.counters[id].formation, Reason("why.skirmisher", ("J-N2",), args))

    # ------------------------------------------------------------------ the automaton answers

    def answer_for(self, game: Solitaire, ask: Ask) -> Action:
        """J-A2: what the booklet's procedures say where the automaton only chooses from the list of the main game."""
        actions, frame = ask.actions, game.stack[-1]
        match ask.prompt:
            case "retreat-to":
                self.explain(game, "", Reason("why.retreat-hex", ("J-K3a",), {"hex": actions[0].hex}))  # type: ignore[attr-defined]
                return actions[0]
            case "dig-in" if isinstance(frame, Bombardment):
                return self.dig_under_fire(game, frame, actions)  # J-I4
            case "suffer-bombardment" if isinstance(frame, Bombardment):
                return self.suffer_fire(game, frame, actions)  # J-I4
            case "whose-terrain":
                return min(actions, key=lambda action: self.components.terrain.hexes[action.ground].dice_cap)  # type: ignore[attr-defined]
            case "which-cover" if isinstance(frame, Combat):
                return min(actions, key=lambda action: self.cover_rank(game, frame, action))
        return actions[0]

    def dig_under_fire(self, game: Solitaire, frame: Bombardment, actions: Sequence[Action]) -> Action:
        """J-I4: breastworks if cautious, or if the target is in the open."""
        digs = isinstance(actions[0], words.DigIn)
        wanted = game.state.attitude == "C" or self.board.terrain[frame.hex] == "open"
        args = {"attitude": game.state.attitude, "terrain": self.board.terrain[frame.hex]}
        key = Reason("why.digs-under-fire", ("J-I4",), args) if wanted else Reason("why.does-not-dig", ("J-I4",), args)
        self.explain(game, game.formation_at(frame.hex), key)
        return actions[0] if digs and wanted else actions[-1]

    def suffer_fire(self, game: Solitaire, frame: Bombardment, actions: Sequence[Action]) -> Action:
        """J-I4: a loss takes the skirmisher first; disorganisation falls on the division."""
        ids = [action.unit for action in actions]  # type: ignore[attr-defined]
        divisions = [id for id in ids if id in self.components.divisions]
        chosen = divisions[0] if frame.result == DIS and divisions else by.damage(game, ids, ())
        return words.Suffer(str(chosen))

    def cover_rank(self, game: Solitaire, fight: Combat[Solitaire], action: Action) -> tuple[int, int]:
        """The cover that costs the attacker most: points on all dice before a point on one."""
        effect = self.terrain_effects(game, fight)[action.ground]  # type: ignore[attr-defined]
        return (0 if effect.dice == "all" else 1), effect.value

    # ------------------------------------------------------------------ what core asks

    @cached_property
    def existing(self) -> dict[str, Container[object]]:
        known = dict(super().existing)
        formations = {command.formation for command in self.commands.values()} | set(self.components.formations)
        known["formation"] = formations | {"Independent"}
        known["area"] = self.components.areas
        known["ford"] = self.components.south_fords
        known["seat"] = (CSA, UNION)
        return known

    def view(self, game: Solitaire, seat: str | None) -> dict[str, Any]:
        return hidden.view(game, seat)

    def redact(self, position: dict[str, Any], seat: str) -> dict[str, Any]:
        clone = Solitaire(self.scenario, self.options, Dice.script(()))
        clone.state = cast("OldJoeState", self.restore(position))
        rest = {key: value for key, value in position.items() if key in CORE_FIELDS}
        return hidden.hide(self, rest | positions.describe(clone), seat)

    def imagine(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        return hidden.imagine(self, view, seed)

    def sees(self, game: Solitaire, seat: str, h: int) -> bool:
        """J-A1: the player sees everything of the automaton."""
        return True

    def conceals(self, game: Solitaire, seat: str | None, piece: str) -> bool:
        """J-A1: all units lie open; which command counter lies where is no matter of theirs."""
        return False

    def standing_orders(self, seat: str) -> tuple[StandingOrder, ...]:
        return standing_orders.of_game(self.question_kinds())

    def carry_out(self, game: Solitaire, seat: str, order: str, answer: str) -> Action | None:
        return standing_orders.carry_out(game, seat, order, answer)

    def default_answer(self, game: Solitaire, ask: Ask) -> tuple[str, Action]:
        """J-J2c: in an engagement the player's points go to their own dice."""
        if game.stack and isinstance(game.stack[-1], Engagement) and isinstance(ask.actions[0], words.AddBonus):
            return "best-share", standing_orders.most_points(ask)
        return forecasts.default_answer(game, ask)

    def proposals(self, game: Solitaire, seat: str) -> tuple[Proposal, ...]:
        if not game.stack or not isinstance(game.stack[-1], Engagement):
            return super().proposals(game, seat)
        ask = game.question(seat) if seat in game.actors else None
        if ask is None or not isinstance(ask.actions[0], words.AddBonus):
            return ()
        return (Proposal("best-share", (standing_orders.most_points(ask),), ("J-J2c",)),)

    def fight_of(self, game: Solitaire, seat: str, action: Action) -> Fight | None:
        return forecasts.fight_of(game, seat, action)

    def prospect(self, game: Solitaire, seat: str | None, fight: Fight) -> Prospect:
        return forecasts.prospect(game, seat, fight)

    def stage(self, game: Solitaire, fight: Fight) -> Procedure | None:
        return forecasts.stage(game, fight)

    def consequences(self, before: Solitaire, after: Solitaire) -> Consequences:
        return forecasts.consequences(before, after)

    def charts(self) -> tuple[Chart, ...]:
        return (*super().charts(), *of_booklet(self.components))

    def tracks(self, game: Solitaire) -> dict[str, dict[str, float]]:
        """J-E1: the victory marker, which is the player's alone."""
        return {VICTORY_TRACK: {CSA: float(game.state.vp)}}

    def standings(self, game: Solitaire, seat: str | None) -> dict[str, dict[str, float]]:
        """J-E1, J-E8: the marker, and how many units are lost; both lie open."""
        return self.tracks(game) | {UNITS_LOST: {CSA: float(self.lost_units(game, CSA))}}

    def scales(self) -> dict[str, Scale]:
        """J-E9: the track with what a marker on it means at the end, and the losses that end the game."""
        chart = self.components.display.victory
        first, last = chart.track
        bands = (
            Band("union-strategic", None, first),  # J-E7
            Band("union-minor", first + 1, chart.minor_union),
            Band("draw", chart.minor_union + 1, chart.draw),
            Band("csa-minor", chart.draw + 1, last - 1),
            Band("csa-strategic", last, None),  # J-E7
        )
        lost = Scale(0, chart.units_lost)  # J-E8
        return {VICTORY_TRACK: Scale(first, last, bands), UNITS_LOST: lost}

    def fortunes(self, game: Solitaire) -> dict[str, dict[str, float]]:
        """J-E9: what the marker shows is what the game is about."""
        return self.tracks(game)

    def conditions(self, game: Solitaire) -> tuple[Condition, ...]:
        return self.victory_conditions(game)

    def names(self) -> dict[str, str]:
        return super().names() | display.names(self.components)

    def picture(self, game: Solitaire, seat: str | None = None) -> Picture:
        return display.picture(game, picture_of(game, seat))

    def action_table(self) -> list[Action]:
        units = [*self.components.divisions]
        own: list[Action] = []
        for kind in OLD_JOE_ACTIONS[-3:]:
            fields = units if kind.__struct_fields__ == ("unit",) else list(self.board.grid.by_label)
            own.extend(kind(value) for value in fields)
        known = {*OLD_JOE_ACTIONS[-3:]}
        return [*(action for action in super().action_table() if type(action) not in known), *own]
