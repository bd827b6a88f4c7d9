"""The series rules: all chapters together. A battle subclasses this and overrides only what its own rulebook changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from grognard.core.actions import Action, Take
from grognard.core.events import PieceInPlace, Troops
from grognard.core.features import Alliances, EndingWarnings, FightParties, PhaseHeadings, Rerolls
from grognard.core.games import Game, Options, State
from grognard.core.hexes import ByHex, Hex, HexSet
from grognard.core.inheritance import check_mro, flatten_mro
from grognard.core.knowledge import Knowledge
from grognard.core.pictures import AdditionPicture, CounterPicture, MarkerPicture, Picture
from grognard.core.pictures.hexes import HexSheet
from grognard.core.positions import describe
from grognard.core.procedures import Procedure
from grognard.core.rules import Rules
from grognard.core.scenarios import Scenario
from grognard.core.texts import text
from grognard.core.tracks import Band, Scale
from grognard.games.revolution.series import actions as words
from grognard.games.revolution.series.actions import SERIES_ACTIONS
from grognard.games.revolution.series.advance import AdvanceAfterCombat, Advances
from grognard.games.revolution.series.announcement import Announcement, Duties
from grognard.games.revolution.series.army_morale import ArmyMorale
from grognard.games.revolution.series.arrivals import Arrivals
from grognard.games.revolution.series.artillery import Artillery, ArtilleryFire, ArtilleryPhase
from grognard.games.revolution.series.battle import Battle, BattleState
from grognard.games.revolution.series.changing_ground import ChangingGround
from grognard.games.revolution.series.charts import Charts
from grognard.games.revolution.series.close_combat import CloseCombat, CloseCombatPhase, CloseCombats, Combats
from grognard.games.revolution.series.combat_odds import CombatOdds
from grognard.games.revolution.series.fire import Fire, FireRetreats
from grognard.games.revolution.series.forecasts import Fights
from grognard.games.revolution.series.initiative import Initiative
from grognard.games.revolution.series.inspection import Looking
from grognard.games.revolution.series.leaders import AppointCommanders, Leaders, LoseLeader
from grognard.games.revolution.series.line_of_sight import LineOfSight
from grognard.games.revolution.series.listing import in_words
from grognard.games.revolution.series.momentum import MOMENTUM_CHITS, Momentum
from grognard.games.revolution.series.movement import March
from grognard.games.revolution.series.movement_phase import MovementPhase
from grognard.games.revolution.series.picture import FACES, bare_map, counter_names, picture_of
from grognard.games.revolution.series.pieces import OUT, WAITING, Piece
from grognard.games.revolution.series.pins import BreakingContact, Pins
from grognard.games.revolution.series.positions import Positions
from grognard.games.revolution.series.rally import Rallying, RallyPhase
from grognard.games.revolution.series.results import (
    Companions,
    Disrupt,
    EndOfCombatPhase,
    LateDisruption,
    LateDisruptions,
    MoraleCheck,
    Results,
    Suffer,
)
from grognard.games.revolution.series.retreat import LeadersFollow, Retreats, RetreatUnit
from grognard.games.revolution.series.rifles import RifleFirePhase, Rifles
from grognard.games.revolution.series.seating import Seating
from grognard.games.revolution.series.sequence import PHASES, PlayerTurn, SequenceOfPlay
from grognard.games.revolution.series.setting_up import FreeSetUp, SettingUp
from grognard.games.revolution.series.stacking import CureOverstacking, Stacking
from grognard.games.revolution.series.standing_orders import StandingOrders
from grognard.games.revolution.series.tactics import Tactics
from grognard.games.revolution.series.victory import Victory
from grognard.games.revolution.series.withdrawal import CavalryWithdrawal, RideOff, Withdrawal, Withdrawals, WithdrawSide
from grognard.hexgames.stacks import OFF_MAP

if TYPE_CHECKING:
    from grognard.games.revolution.series.components import Components

MORALE_BOXES = 20
"""The track of army morale has as many boxes at least; there is no upper limit (S16.1a)."""

SERIES_PROCEDURES: tuple[type[Procedure], ...] = (
    SequenceOfPlay,
    FreeSetUp,
    Initiative,
    PlayerTurn,
    MovementPhase,
    March,
    BreakingContact,
    CureOverstacking,
    RallyPhase,
    ArtilleryPhase,
    ArtilleryFire,
    RifleFirePhase,
    FireRetreats,
    LoseLeader,
    AppointCommanders,
    CloseCombatPhase,
    Announcement,
    Combats,
    CloseCombat,
    CavalryWithdrawal,
    RideOff,
    Withdrawals,
    WithdrawSide,
    Suffer,
    Companions,
    MoraleCheck,
    Disrupt,
    RetreatUnit,
    LeadersFollow,
    AdvanceAfterCombat,
    EndOfCombatPhase,
    LateDisruptions,
    LateDisruption,
)


@flatten_mro
class SeriesRules(
    Positions,
    ChangingGround,
    Stacking,
    SettingUp,
    Seating,
    Pins,
    Arrivals,
    Fire,
    Rifles,
    Artillery,
    LineOfSight,
    Duties,
    CloseCombats,
    CombatOdds,
    Withdrawal,
    Tactics,
    Momentum,
    Advances,
    Results,
    Retreats,
    Leaders,
    Rallying,
    ArmyMorale,
    Victory,
    Fights,
    StandingOrders,
    Charts,
    Looking,
    Alliances[Battle],
    EndingWarnings[Battle],
    FightParties[Battle],
    PhaseHeadings[Battle],
    Rerolls[Battle],
    Rules[Battle],
):
    """Battles of the American Revolution. S1a: where an exclusive rule contradicts a series rule it wins for its game.

    S2.3: every roll is one ten-sided die that shows 0 to 9: the die that the core rolls unless it is told otherwise.
    """

    actions: ClassVar[tuple[type[Action], ...]] = SERIES_ACTIONS
    procedures: ClassVar[tuple[type[Procedure], ...]] = SERIES_PROCEDURES
    game_class: ClassVar[type[Game]] = Battle
    stakes: ClassVar[str] = "army_morale"
    open_board = True  # S7.4
    state_class: type[BattleState] = BattleState
    marks: tuple[str, ...] = ()
    has_rifles: bool = True
    """Whether the rifle fire phase is played (S5b)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_mro(cls)

    def __init__(self, scenario: Scenario, options: Options, components: Components) -> None:
        super().__init__(scenario, options)
        self.components = components
        self.advanced = options.get("game", "advanced") == "advanced"
        self.any_chit = options.get("chits", "legal") == "any"
        self.board = components.board
        self.counters = components.counters
        self.ground = components.ground
        one, other = self.sides
        self.enemy = {one: other, other: one}
        self.take_seats()
        self.places_on_sheet = {id: place for place, id in enumerate(self.counters)}
        self.sheets = {side: [id for id, counter in self.counters.items() if counter.side == side] for side in self.sides}
        self.last_turn = components.scenario.last_turn
        self.turns = self.last_turn - components.scenario.first_turn + 1
        self.bands = {band.id: band for band in components.army_morale.bands}
        self.edge_bands: dict[tuple[str, float], HexSet] = {}
        self.lay_tables()
        self.home_edges = components.home_edges
        self.ways = {}
        self.swings = {}
        self.pairs = {}
        labels = self.board.grid.labels
        self.goes: ByHex[Action] = ByHex({h: words.Go(label) for h, label in labels.items()}.__getitem__)
        self.retreats = {h: words.Retreat(label) for h, label in labels.items()}
        self.places = {h: words.Place(label) for h, label in labels.items()}
        self.moves = {id: words.Move(id) for id in self.counters}

    # ------------------------------------------------------------------ the beginning

    def opening(self) -> BattleState:
        """The state before the first step: pieces on their hexes, the tracks at their start (S16.1a, S12.61).

        A bid is the army morale that a player gave up for the choice of side.
        """
        sheet = self.components.scenario
        number = self.board.grid.by_label
        pieces = {id: Piece(id, box=OUT) for id in self.counters}
        for label, ids in sheet.placement.items():
            for id in ids:
                pieces[id] = Piece(id, hex=number[label])
        for id in (*self.components.arrivals, *(id for free in sheet.free_placement for id in free.units)):
            pieces[id] = Piece(id, box=WAITING)
        for id in sheet.reduced:
            pieces[id] = Piece(id, hex=pieces[id].hex, box=pieces[id].box, step=1)
        bids = {army: int(self.options.get(f"{army}_bid", 0)) for army in self.armies}
        morale = {army: level - bids[army] for army, level in sheet.army_morale.items()}
        return self.state_class(pieces, turn=sheet.first_turn, morale=morale, momentum=dict(sheet.momentum))

    def first_procedure(self, state: State) -> Procedure:
        """S5a: the sequence of play, from wherever the position stands."""
        battle = cast("BattleState", state)
        if battle.phase == "set up":
            return SequenceOfPlay()
        if battle.phase in PHASES:
            step = "first_player_turn" if battle.phasing == battle.order[0] else "second_player_turn"
            return SequenceOfPlay(battle.phase, step=step)
        if battle.phase in self.common:
            return SequenceOfPlay(step="common_phases")
        return SequenceOfPlay(step="initiative" if battle.phase == "initiative" else "end_of_turn")

    def order_of_play(self, game: Battle) -> tuple[str, ...] | None:
        """S6.1c: the fixed order of this turn, or None where initiative is rolled."""
        return self.components.fixed_order(game.state.turn)

    def begin_player_turn(self, game: Battle, side: str) -> Procedure | None:
        """What a battle does at the start of a player turn."""
        return None

    def end_player_turn(self, game: Battle, side: str) -> Procedure | None:
        """What a battle does at the end of a player turn."""
        return None

    def common_phases(self, game: Battle) -> Procedure | None:
        """What a battle plays once a turn for both sides, after the initiative."""
        return None

    def other_fire(self, game: Battle, side: str) -> Procedure | None:
        """What a battle lets fire in the player turn of a side, besides the guns of the other."""
        return None

    def turn_after(self, game: Battle) -> int:
        """S5d: the turn that follows."""
        return game.state.turn + 1

    # ------------------------------------------------------------------ what core asks

    def names(self) -> dict[str, str]:
        return {id: counter.name for id, counter in self.counters.items()}

    def describe(self, game: Battle) -> dict[str, Any]:
        return self.describe_battle(game)

    def tracks(self, game: Battle) -> dict[str, dict[str, float]]:
        return self.levels(game)

    def standings(self, game: Battle, seat: str | None) -> dict[str, dict[str, float]]:
        """S7.4: the tracks are open, and anybody can count the victory points."""
        return self.levels(game) | {"victory_points": self.victory_points(game)}

    def scales(self) -> dict[str, Scale]:
        """S16.2: army morale with its bands; S12.61: the momentum chits."""
        bands = tuple(Band(band.id, band.min, band.max) for band in self.bands.values())
        highest = max(self.components.scenario.army_morale.values())
        morale = Scale(0, max(highest, MORALE_BOXES), bands)
        return {"army_morale": morale} | ({"momentum": Scale(0, MOMENTUM_CHITS)} if self.advanced else {})

    def colours(self) -> dict[str, str]:
        return {name: FACES[name] for name in dict.fromkeys((*self.seats, *self.sides, *self.armies))}

    def fortunes(self, game: Battle) -> dict[str, dict[str, float]]:
        """Army morale, of an alliance the lowest, for that loses; and the victory points as they would be counted now."""
        morale = {side: float(min(game.state.morale[army] for army in armies)) for side, armies in self.armies_of.items()}
        return {"army_morale": morale, "victory_points": self.side_points(self.victory_points(game))}

    def restore(self, body: dict[str, Any]) -> BattleState:
        return self.restore_battle(body, self.opening())

    def view(self, game: Battle, seat: str | None) -> dict[str, Any]:
        """S7.4: everything on the map is open; only an unrevealed chit is secret, and that is in no position."""
        return {
            "seat": seat,
            "position": describe(game, seat, redact=True),
            "actors": list(game.actors),
            "victory_points": self.victory_points(game),
        }

    def hides(self, game: Battle, seat: str) -> bool:
        """S7.4: nothing."""
        return False

    def objectives(self, game: Battle, side: str) -> dict[Hex, float]:
        """The hexes that a side would hold at the end, with what each is worth to it in victory points; a battle says."""
        return {}

    def conceals(self, game: Battle, seat: str | None, piece: str) -> bool:
        """S7.4: nothing."""
        return False

    def place_of(self, game: Battle, piece: str) -> str:
        known = piece in game.state.pieces and game.piece(piece).hex != OFF_MAP
        return game.label(game.piece(piece).hex) if known else ""

    def pieces_of(self, game: Battle, place: str) -> tuple[str, ...]:
        """A hex is known by its combat units."""
        return tuple(unit.id for unit in game.units_at(self.board.grid.by_label[place]))

    def said(self, known: Knowledge, action: Action) -> dict[str, object]:
        """The hexes of an attack by the units in them, a target with its hex, a combat by who fights where."""
        match action:
            case words.Attack(piece, mask):
                here = known.place_of(piece)
                if not here:
                    return {"piece": piece, "hexes": text("told.neighbours")}
                around = self.board.grid.neighbours[self.board.hex(here)]
                hexes = (h for direction, h in enumerate(around) if h is not None and mask >> direction & 1)
                return {"piece": piece, "hexes": tuple(known.held(self.board.label(h)) for h in hexes)}
            case words.Divert(label) if label in self.board.grid.by_label:
                return {"hex": known.held(label)}
            case words.Target(piece) if place := known.place_of(piece):
                return {"piece": PieceInPlace(piece, place)}
            case Take(item) if item in known.facts:
                attackers, targets = known.facts[item]
                return {"item": Troops(attackers), "against": tuple(map(known.held, targets))}
            case Take(item) if item in self.counters:
                return {"item": Troops((item,))}
        return super().said(known, action)

    def picture(self, game: Battle, seat: str | None = None) -> Picture:
        """S7.4: everything on the map is open to all."""
        return picture_of(game, self.markers(game), self.additions(game))

    def listing(self, game: Battle, seat: str | None = None) -> list[str]:
        return list(in_words(game, self.view(game, seat)["position"].get("pieces", {})))

    @cached_property
    def bare_map(self) -> HexSheet:
        """The map without counters, drawn up once, whatever becomes of the ground."""
        return bare_map(self) if self.printed is self else self.printed.bare_map

    @cached_property
    def drawn_counters(self) -> dict[Hashable, CounterPicture]:
        """The counters in every state that they have been seen in."""
        return {}

    @cached_property
    def counter_names(self) -> dict[str, str]:
        """The names that fit on counters."""
        return counter_names(self.counters)

    def additions(self, game: Battle) -> list[AdditionPicture]:
        """What was built or broken on the map in play; a battle says."""
        return []

    def markers(self, game: Battle) -> list[MarkerPicture]:
        """The flags that only one battle puts on its map."""
        return []

    def action_table(self) -> list[Action]:
        """Every action that can ever be offered, word by word."""
        return self.table_of(self.actions)

    def table_of(self, kinds: Iterable[type[Action]]) -> list[Action]:
        """The actions of these kinds with every value that their fields can have."""
        table: list[Action] = []
        labels = list(self.board.grid.labels.values())
        values: dict[str, list[Any]] = {
            "hex": labels,
            "number": list(range(100)),
            "side": list(self.sides),
            "name": list(self.components.tactics.chits),
        }
        for kind in kinds:
            fields = kind.__struct_fields__
            if kind is Take:
                items = [*self.counters, *(str(n) for n in range(1, 20))]
                table.extend(Take(item) for item in items)
            elif fields == ("piece", "hexes"):
                table.extend(kind(id, mask) for id in self.counters for mask in range(1, 64))
            elif not fields:
                table.append(kind())
            elif fields == ("piece",):
                table.extend(kind(id) for id in self.counters)
            else:
                table.extend(kind(value) for value in values[fields[0]])
        return table

    def aggression(self, game: Battle, seat: str, action: Action) -> float:
        """How much a brawler likes an action: contact and attack above all."""
        match action:
            case words.Go(label):
                enemy = self.enemy[self.side_of(seat)]
                h = self.board.hex(label)
                if game.near(enemy) >> h & 1:
                    return 12.0
                held = game.force(enemy).units
                return 4.0 / self.board.grid.gap(h, held) if held else 1.0
            case words.Attack() | words.Target() | words.Advance() | words.Move() | words.Rally():
                return 6.0
            case words.EndMovement() | words.HoldFire() | words.BreakContact():
                return 0.3
        return 1.0
