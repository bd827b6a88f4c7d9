"""Chapter 6: the turn and its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic

from grognard.core.dice import D6
from grognard.core.events import Rolled, TurnBegan
from grognard.core.hexes import Hex, HexSet, members
from grognard.core.procedures import DONE, Ask, Call, Draw, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import Detach, PlaceReinforcement
from grognard.games.chancellorsville.victories.activation import Activation
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.command import ChooseFormations
from grognard.games.chancellorsville.victories.components import GOOD_GENERAL_COUNTER
from grognard.games.chancellorsville.victories.event_markers import OF_ACTIVATION, DrawEvents
from grognard.games.chancellorsville.victories.event_procedures import GoodGeneral, Interlude
from grognard.games.chancellorsville.victories.events import (
    ArmyPlaced,
    DetachPlaced,
    NightFell,
    OrderRestored,
    ReinforcementPlaced,
    WeatherTurned,
)
from grognard.games.chancellorsville.victories.hypothetical import HypotheticalStart
from grognard.games.chancellorsville.victories.night import Night
from grognard.games.chancellorsville.victories.pieces import DISORGANISED, GOOD, Command
from grognard.games.chancellorsville.victories.variants import DeployStoneman, LongstreetComes

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign


class Sequence(Chapter[C]):
    """What a turn and an activation consist of, besides the chapters."""

    def procedure_for(self, game: C, command: Command) -> Procedure:
        """What a counter that was drawn does."""
        kind = GoodGeneral if command.id == GOOD_GENERAL_COUNTER else Activation
        return kind(command.side, command.id)

    def opening_activation(self, game: C) -> str:
        """U19.10: the counter that acts before any is drawn, if there is one."""
        first = {command.id for army in self.seats for command in (game.rules.begins(game, army),) if command}
        return next((id for id in game.state.cup if id in first), "")

    def detach(self, game: C, h: Hex) -> None:
        """U8.13: the units under the marker act with the command, and count as activated."""
        state = game.state
        army = self.commands[state.command].side
        units = set(game.rules.detachable(game, army, h))
        game.rules.enter(game, sorted(id for id in units if not game.piece(id).hex), h)  # U18.8
        state.detached[army] = game.label(h)
        state.active |= units
        state.acted |= units  # U8.15
        game.emit(DetachPlaced(army, game.label(h)))

    def detachments(self, game: C) -> list[Detach]:
        """U8.13: where the Detach marker can be put now."""
        state, rules = game.state, game.rules
        command = self.commands[state.command]
        if command.is_independent or command.side in state.detached:
            return []
        reach = rules.in_radius(game, command.side, self.board.hex(state.post), command.radius)
        hexes = reach & (game.held(command.side) | rules.entries(game, command.side))
        return [Detach(game.label(h)) for h in members(hexes) if rules.detachable(game, command.side, h)]

    def why_not_detach_at(self, game: C, label: str) -> Reason | None:
        h = self.board.grid.by_label.get(label)
        if h is None:
            return Reason("hex-not-on-the-map", (), {"hex": label})
        return game.rules.why_not_detach(game, h)

    def demon_hexes(self, game: C, army: str) -> HexSet:
        """U17.8: hexes with active units in them or next to them that have an enemy to attack."""
        able = 0
        for id in game.state.active:
            h = game.piece(id).hex
            if h and game.rules.attackable(game, army, h):
                able |= 1 << h
        return (able | self.board.grid.around_set(able)) & self.area if able else 0

    def rest(self, game: C, army: str) -> None:
        """U14.47: disorganised units that were active and did not move are in good order, unless out of supply."""
        state = game.state
        for id in sorted(state.active):
            piece = game.piece(id)
            if piece.hex and piece.order == DISORGANISED and id not in state.moved and not piece.unsupplied:
                game.change(id, order=GOOD)
                game.rules.order_changed(game, id)  # U9.26
                game.emit(OrderRestored(army, id, "good", "U14.47"))

    def after_activation(self, game: C) -> None:
        """What an activation leaves behind."""
        state = game.state
        state.active = state.named = state.moved = state.finished = frozenset()
        state.skirmished = state.attacked = state.entered = state.trodden = frozenset()
        state.marching, state.subject, state.left_works = (), "", {}
        state.command, state.post, state.phasing = "", "", ""
        state.effects = {id: value for id, value in state.effects.items() if id not in OF_ACTIVATION}

    def end_of_turn(self, game: C) -> None:
        """U6.3: markers and command counters come off; pontoons taken up are ready again."""
        state = game.state
        for piece in list(state.pieces.values()):
            if piece.fired or piece.tired:
                game.change(piece.id, fired=False, tired=False)
        for army, count in state.taken_up.items():
            state.in_hand[army] = state.in_hand.get(army, 0) + count  # U11.8
        for id in state.drawn:
            if self.commands[id].is_superior:
                state.last_used[id] = state.turn  # U8.18
        state.taken_up, state.forced, state.detached, state.boxes, state.played = {}, {}, {}, {}, {}  # U8.14
        state.drawn, state.acted, state.builders, state.moved_this_turn = (), frozenset(), frozenset(), frozenset()
        state.effects = {}
        state.released, state.stirred = state.released | state.stirred, frozenset()  # U18.4, U19.5


class Turn(Procedure[C], Generic[C]):
    """U6.1: rain, formations, activations until the cup is empty, the night, the end of the turn."""

    steps: ClassVar[tuple[str, ...]] = (
        "deploy",
        "stoneman",
        "first_events",
        "second_events",
        "weather",
        "arrivals",
        "longstreet",
        "choose_first",
        "choose_second",
        "activations",
        "first_between",
        "second_between",
        "draw",
        "night",
        "end_of_turn",
    )

    after_activation: ClassVar[str] = "first_between"

    def deploy(self, game: C) -> Next:
        """U20.1: the hypothetical start, if it was agreed on."""
        return Call(HypotheticalStart(), then="stoneman") if game.rules.options.get("hypothetical") else None

    def stoneman(self, game: C) -> Next:
        """U20.4: what the variants place before the first turn."""
        return Call(DeployStoneman(), then="first_events")

    def first_events(self, game: C) -> Next:
        """U4.2: each player draws three events before the first turn."""
        return Call(DrawEvents(game.seats[0], game.rules.components.event_rules.start_hand), then="second_events")

    def second_events(self, game: C) -> Next:
        return Call(DrawEvents(game.seats[1], game.rules.components.event_rules.start_hand), then="weather")

    def weather(self, game: C) -> Next:
        """U7.1: one die on a turn with a rain number."""
        state = game.state
        state.phase, state.rain = "weather", False
        game.forget_ground()
        if state.turn == game.rules.components.scenario.first_turn:  # U4.1
            for army in game.rules.components.scenario.setup_order:
                game.emit(ArmyPlaced(army))
        game.emit(TurnBegan(state.turn))
        if not game.rules.components.rain_numbers[state.turn] or not game.rules.components.scenario.supply:
            return None
        return Roll("rain", self.rain_rolled, (), "U7.1", "", D6, reading=lambda face: self.rains(game, face))

    def rains(self, game: C, face: int) -> bool:
        """U7.1: the rain number of the turn, or less."""
        return face <= game.rules.components.rain_numbers[game.state.turn]

    def rain_rolled(self, game: C, rolled: Rolled) -> Next:
        game.state.rain = self.rains(game, rolled.total)
        game.forget_ground()
        game.emit(WeatherTurned(game.state.rain))
        return None

    def arrivals(self, game: C) -> Next:
        game.state.phase = "arrivals"
        return Call(Arrivals(), then="longstreet")

    def longstreet(self, game: C) -> Next:
        """U20.5, U20.6: Longstreet's brigades, on the turns that begin a day."""
        units = game.rules.rolled_brigades(game)
        return Call(LongstreetComes(units), then="choose_first") if units else None

    def choose_first(self, game: C) -> Next:
        game.state.phase = "formations"
        return Call(ChooseFormations(game.rules.components.scenario.setup_order[0]), then="choose_second")

    def choose_second(self, game: C) -> Next:
        return Call(ChooseFormations(game.rules.components.scenario.setup_order[1]), then="activations")

    def activations(self, game: C) -> Next:
        """U19.10: in one scenario a commander begins, outside the draw."""
        game.state.phase = "activations"
        opening = game.rules.opening_activation(game)
        return self.drawn(game, opening) if opening else None

    def first_between(self, game: C) -> Next:
        """U17.3: after each activation, what each army may do then."""
        return self.between(game, game.seats[0], "second_between")

    def second_between(self, game: C) -> Next:
        return self.between(game, game.seats[1], "draw")

    def between(self, game: C, army: str, then: str) -> Next:
        begun = bool(game.state.drawn)
        return Call(Interlude(army), then=then) if begun and game.rules.may_play_now(game, army) else Goto(then)

    def draw(self, game: C) -> Next:
        """U8.6: the counters are drawn one at a time, blindly."""
        cup = game.state.cup
        if not cup:
            return None
        return Draw("command", tuple(sorted(cup)), self.drawn, blind=True)

    def drawn(self, game: C, id: str) -> Next:
        state = game.state
        state.cup = tuple(other for other in state.cup if other != id)
        state.drawn += (id,)
        command = game.rules.commands[id]
        state.command, state.phasing = id, command.side
        return Call(game.rules.procedure_for(game, command), then=self.after_activation)

    def night(self, game: C) -> Next:
        if not game.night:
            return None
        game.state.phase = "night"
        game.emit(NightFell())
        return Call(Night(), then="end_of_turn")

    def end_of_turn(self, game: C) -> Next:
        """U6.3: markers come off, victory is judged, the next turn begins."""
        rules, state = game.rules, game.state
        rules.end_of_turn(game)
        rules.victory(game)  # U2.3
        if game.over is not None:
            return None  # U6.4
        state.turn += 1
        return Goto("weather")


class Arrivals(Procedure["Campaign"]):
    """U19.21: reinforcements that a die brings, placed before formations are chosen."""

    steps: ClassVar[tuple[str, ...]] = ("begin", "place")

    def begin(self, game: Campaign) -> Next:
        """On the last of its turns they come without a roll."""
        needed = next((group.roll.get(game.state.turn) for group in game.rules.rolled_for(game)), None)
        if needed is None:
            return DONE
        if needed <= 1:
            return None
        side = game.rules.rolled_for(game)[0].side
        return Roll("arrival", self.rolled, (), "U19.21", side, D6, reading=lambda face: self.come(game, face))

    def come(self, game: Campaign, face: int) -> bool:
        return face >= game.rules.rolled_for(game)[0].roll[game.state.turn]

    def rolled(self, game: Campaign, rolled: Rolled) -> Next:
        return None if self.come(game, rolled.total) else DONE

    def place(self, game: Campaign) -> Next:
        waiting = game.rules.to_place(game)
        if not waiting:
            return DONE
        piece = waiting[0]
        actions = [PlaceReinforcement(game.label(h)) for h in game.rules.arrival_hexes(game, piece)]
        army = game.counter(piece.id).side
        return Ask(army, actions, self.placed, "place-arrival", "U19.21", None, {"unit": piece.id}, game.rules.secretive)

    def placed(self, game: Campaign, answer: PlaceReinforcement) -> Next:
        piece = game.rules.to_place(game)[0]
        game.move((piece.id,), game.rules.board.hex(answer.hex))
        game.emit(ReinforcementPlaced(game.counter(piece.id).side, piece.id, answer.hex))
        return Goto("place")
