"""Sections L, N.1 and O: the turn of the solitaire game, Hooker and the Independent counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import members
from grognard.core.procedures import DONE, Call, Draw, Goto, Next, Procedure, Roll
from grognard.core.texts import Argument, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.components import GIBBON
from grognard.games.chancellorsville.old_joe.corps import CorpsActivation, bombardment
from grognard.games.chancellorsville.old_joe.data_schema import Use
from grognard.games.chancellorsville.old_joe.events import IndependentRead
from grognard.games.chancellorsville.old_joe.names import AreaOrNone, Objective
from grognard.games.chancellorsville.old_joe.nights import EndOfTurn, NightMoves, SoloNight
from grognard.games.chancellorsville.old_joe.scoring import Trophies
from grognard.games.chancellorsville.old_joe.track import HOOKER, INDEPENDENT
from grognard.games.chancellorsville.old_joe.wheel import Wheeling
from grognard.games.chancellorsville.victories.command import ChooseFormations
from grognard.games.chancellorsville.victories.event_markers import DrawEvents
from grognard.games.chancellorsville.victories.events import NightFell, OrderRestored
from grognard.games.chancellorsville.victories.names import CommandId, Count
from grognard.games.chancellorsville.victories.pieces import CSA, GOOD, ORDERS, UNION, Piece
from grognard.games.chancellorsville.victories.sequence import Turn

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.state import Solitaire

FIRST_TURN = 1
X_PLACES = ("Marye's Heights", "Salem Church", "Spotsylvania")
X_AREAS = ("[016]", "[020]", "[025]")


class SoloTurn(Turn["Solitaire"]):
    """J-O1, J-O2, J-O3: the turn track, the player's counters, the automaton's, activations, the night, the paragraphs."""

    wing: Count = 0
    """J-B1.4: how many of the counters that lie face down are shuffled already."""
    x_area: AreaOrNone = ""
    """J-P988: where objective X goes."""
    steps: ClassVar[tuple[str, ...]] = (
        "shuffle",
        "first_events",
        "weather",
        "hooker_back",
        "turn_track",
        "objective_x",
        "choose_first",
        "randomise",
        "fill_cup",
        "draw",
        "night_moves",
        "night",
        "paragraphs",
        "end_of_turn",
    )
    after_activation: ClassVar[str] = "draw"

    # ------------------------------------------------------------------ set-up

    def shuffle(self, game: Solitaire) -> Next:
        """J-B1.4: V, XI and XII at random in the first three spaces, II and III below them."""
        left = self.face_down(game)
        # J-O1: [001] and [002] are shown
        if not left:
            game.rules.tell(game, "[001]")
            game.rules.tell(game, "[002]")
            return None
        return Draw("track", left, self.laid, shown=(UNION,), blind=True)

    def face_down(self, game: Solitaire) -> tuple[str, ...]:
        groups = game.rules.components.steps[4].spaces
        for group in groups.values():
            left = tuple(sorted(game.rules.components.command_of[f] for f in group))
            left = tuple(id for id in left if id not in game.state.track)
            if left:
                return left
        return ()

    def laid(self, game: Solitaire, id: str) -> Next:
        game.state.track += (id,)
        return Goto("shuffle")

    def first_events(self, game: Solitaire) -> Next:
        """J-A1, U4.2: three event markers for the player, if they are used."""
        return Call(DrawEvents(CSA, game.rules.components.event_rules.start_hand), then="weather")

    # ------------------------------------------------------------------ the turn track

    def hooker_back(self, game: Solitaire) -> Next:
        """J-F2c: when the marker reaches Hooker a die is rolled for the box."""
        if game.state.due.get("Hooker") != game.state.turn:
            return None
        return Roll("hooker-box", self.hooker_rolled, (), "J-F2c", UNION, D6)

    def hooker_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        state, rules = game.state, game.rules
        del state.due["Hooker"]
        state.hooker = rolled.total
        rules.take_attitude(game)
        rules.explain(game, "", Reason("why.hooker-back", ("J-F2c", "J-F1"), {"box": state.hooker, "attitude": state.attitude}))
        return None

    def turn_track(self, game: Solitaire) -> Next:
        """J-L0: Corps that are due, and the Independent counter from turn 3 on, but not at night."""
        state = game.state
        for formation in ("I", "VI"):
            if formation in state.due and state.due[formation] <= state.turn:
                game.rules.bring_in(game, formation)  # J-N5
        if "Independent" in state.due and state.due["Independent"] <= state.turn:
            del state.due["Independent"]  # J-C0c
        if "Independent" not in state.due and not game.night:
            state.cup += (INDEPENDENT,)  # J-N1
        return None

    def objective_x(self, game: Solitaire) -> Next:
        """J-L0x: a die for objective X."""
        if game.state.due.get("X") != game.state.turn:
            return None
        return Roll("objective-x", self.x_rolled, (), "J-L0x", UNION, D6)

    def x_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        state, rules = game.state, game.rules
        chart = rules.components.display.objective_x
        del state.due["X"]
        number = chart.low if rolled.total <= chart.heights else chart.high
        rules.tell(game, number)
        state.x = "[988]" if number == "[988]" else "[999]"
        return self.telegram(game) if number == "[988]" else None

    def telegram(self, game: Solitaire) -> Next:
        """J-P988: X goes to the nearest of three places not held, and to the formation south of the river nearest to it.

        Of places equally near the first in that order, of formations equally near one by lot.
        """
        rules = game.rules
        free = [(area, place) for area, place in zip(X_AREAS, X_PLACES, strict=True) if not rules.is_held(game, place)]
        if not free:
            rules.award(game, UNION, 1, "all-three-held", "J-P988")
            return None
        found: list[tuple[int, int, str]] = []
        for order, (_, place) in enumerate(free):
            goal = rules.components.places[place]
            for formation in rules.in_play(game):
                if not rules.wholly_north(game, formation):
                    leader = by.lead(game, game.divisions(formation), goal)
                    if leader is not None:
                        found.append((by.cost_between(game, leader.hex, goal), order, formation))
        if not found:
            return None
        cost, order, _ = min(found)
        self.x_area = free[order][0]
        equal = tuple(sorted(f for other, place, f in found if (other, place) == (cost, order)))
        return Draw("telegram", equal, self.x_given) if len(equal) > 1 else self.x_given(game, equal[0])

    def x_given(self, game: Solitaire, formation: str) -> Next:
        rules, objective = game.rules, Objective(self.x_area, 2, True)
        if formation in game.state.wheel:
            rules.leave_wheel(game, formation, objective)
        else:
            rules.give(game, formation, objective)
        return None

    # ------------------------------------------------------------------ choosing

    def choose_first(self, game: Solitaire) -> Next:
        game.state.phase = "formations"
        return Call(ChooseFormations(CSA), then="randomise")

    def randomise(self, game: Solitaire) -> Next:
        """J-L1a: three dice move the counters of the track and Hooker; not on turn 1, and not at night."""
        if game.state.turn == FIRST_TURN or game.night:
            return None
        return Roll("track-arrows", self.randomised, (), "J-L1a", UNION, D6, 3)

    def randomised(self, game: Solitaire, rolled: Rolled) -> Next:
        rules = game.rules
        one, two, three = rolled.faces
        arrows = rules.components.row(one + two, three).activation
        args: dict[str, Argument] = {"page": one + two, "die": three, "arrows": " ".join(arrows) or "-"}
        rules.explain(game, "", Reason("why.arrows", ("J-L1a",), args))
        rules.follow_arrows(game, arrows)
        return None

    def fill_cup(self, game: Solitaire) -> Next:
        game.state.phase = "activations"
        if not game.night:
            game.rules.fill_cup(game)
        return None

    def draw(self, game: Solitaire) -> Next:
        """J-E3: what fell in the last activation is settled before the next counter is drawn."""
        return Call(Trophies(), then="draw") if game.state.fallen else super().draw(game)

    # ------------------------------------------------------------------ the end

    def night_moves(self, game: Solitaire) -> Next:
        if not game.night:
            return None
        game.state.phase = "night"
        return Call(NightMoves(), then="night")

    def night(self, game: Solitaire) -> Next:
        if not game.night:
            return None
        game.emit(NightFell())
        return Call(SoloNight(), then="paragraphs")

    def paragraphs(self, game: Solitaire) -> Next:
        return Call(EndOfTurn(), then="last_count")

    def last_count(self, game: Solitaire, result: object) -> Next:
        """J-P999: at the end of the last turn objective X on Chancellorsville counts for who is there."""
        rules, state = game.rules, game.state
        if state.x == "[999]" and state.turn >= rules.components.book.setup.last_turn:
            holder = rules.holder(game, rules.crossroads)
            if holder:
                rules.award(game, holder, 2, "objective-x", "J-P999")
        return Goto("end_of_turn")


class HookerActivation(Procedure["Solitaire"]):
    """J-F2b: the two counters of the Holding Box act one after the other; then Hooker is two turns away."""

    waiting: tuple[CommandId, ...] = ()
    steps: ClassVar[tuple[str, ...]] = ("reveal", "each", "away")

    def reveal(self, game: Solitaire) -> Next:
        self.waiting = game.state.boxes.pop(HOOKER, ())
        names = ", ".join(game.rules.commands[id].formation for id in self.waiting)
        game.rules.explain(game, "", Reason("why.hooker-drawn", ("J-F2b",), {"corps": names}))
        return None

    def each(self, game: Solitaire) -> Next:
        if not self.waiting:
            return None
        id, self.waiting = self.waiting[0], self.waiting[1:]
        return Call(CorpsActivation(game.rules.commands[id].formation), then="each")

    def away(self, game: Solitaire) -> Next:
        state, rules = game.state, game.rules
        due = state.turn + rules.components.display.hooker.away
        if due <= rules.components.book.setup.last_turn:
            state.due["Hooker"] = due
        rules.after_activation(game)
        return DONE


class IndependentUse(Procedure["Solitaire"]):
    """J-N1: three dice and the Independent column tell what the counter does."""

    use: Use | Literal[""] = ""
    steps: ClassVar[tuple[str, ...]] = ("roll", "act", "end")

    def roll(self, game: Solitaire) -> Next:
        return Roll("independent", self.rolled, (), "J-N1", UNION, D6, 3)

    def rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        components = game.rules.components
        one, two, three = rolled.faces
        row = components.row(one + two, three)
        self.use = row.independent
        game.emit(IndependentRead(one + two, row.id, self.use, components.page_text(one + two)))
        return None

    def act(self, game: Solitaire) -> Next:
        state, rules = game.state, game.rules
        match self.use:
            case "GIB" if game.divisions(GIBBON):
                return Call(CorpsActivation(GIBBON), then="end")
            case "ACT" if state.track:
                top, state.track = state.track[0], state.track[1:]
                return Call(CorpsActivation(rules.commands[top].formation), then="end")
            case "ART":
                able = by.target(game, self.divisions(game))
                return Draw("target", tuple(game.label(h) for h in able), self.aimed) if able else None
            case "SK":
                able_units = by.nearest(game, self.divisions(game))
                return (
                    Draw("skirmisher", tuple(sorted(piece.id for piece in able_units)), self.skirmisher) if able_units else None
                )
            case "+C":
                found = self.nearest_to_objective(game)
                return Draw("combat-marker", found, self.marked) if found else None
            case "RALLY":
                units = self.strongest(game, [piece for piece in self.divisions(game) if piece.order != GOOD])
                return Draw("rally", units, self.rallied) if units else None
            case "DIG":
                units = self.to_dig(game)
                return Draw("digger", units, self.dug) if units else None
            case "WHEEL":
                return Call(Wheeling("advance"), then="end") if state.wheel else None
            case "Hv" | "H^":
                rules.move_hooker(game, -1 if self.use == "H^" else 1, False, "J-N1")
            case "I<" | "VI<":
                rules.hasten(game, self.use[:-1])
        return None

    def divisions(self, game: Solitaire) -> list[Piece]:
        return game.real(game.on_map(UNION))

    def aimed(self, game: Solitaire, label: str) -> Next:
        h = game.rules.board.hex(label)
        return Call(bombardment(game, "", h, game.rules.components.display.reserve_guns), then="end")

    def skirmisher(self, game: Solitaire, id: str) -> Next:
        if not game.rules.has_skirmisher(game, game.counter(id).formation):
            game.rules.add_skirmisher(game, id)
        return None

    def nearest_to_objective(self, game: Solitaire) -> tuple[str, ...]:
        """The formations without a marker whose leading unit has the smallest path cost to its objective."""
        rules, state, costs = game.rules, game.state, {}
        for formation in rules.in_play(game):
            goal = rules.goal_of(game, formation)
            if goal is not None and formation not in state.combat:
                leader = by.lead(game, game.divisions(formation), goal)
                if leader is not None:
                    costs[formation] = by.cost_between(game, leader.hex, goal)
        least = min(costs.values(), default=0)
        return tuple(sorted(formation for formation, cost in costs.items() if cost == least))

    def marked(self, game: Solitaire, formation: str) -> Next:
        game.state.combat |= {formation}
        return None

    def strongest(self, game: Solitaire, units: list[Piece]) -> tuple[str, ...]:
        best = max((game.points(piece) for piece in units), default=0)
        return tuple(sorted(piece.id for piece in units if game.points(piece) == best))

    def rallied(self, game: Solitaire, id: str) -> Next:
        order = game.piece(id).order - 1
        game.change(id, order=order)
        game.emit(OrderRestored(UNION, id, ORDERS[order], "J-N1"))
        return None

    def to_dig(self, game: Solitaire) -> tuple[str, ...]:
        """Next to most Confederate units, without works where it may have them; then the strongest."""
        rules = game.rules
        able: dict[str, int] = {}
        for piece in self.divisions(game):
            hexes = by.in_contact(game, piece.hex)
            if hexes and rules.why_not_dig(game, UNION, piece.hex) is None:
                able[piece.id] = sum(len(game.units_at(CSA, h)) for h in members(hexes))
        most = max(able.values(), default=0)
        return self.strongest(game, [game.piece(id) for id, number in able.items() if number == most])

    def dug(self, game: Solitaire, id: str) -> Next:
        game.rules.dig(game, UNION, game.piece(id).hex)
        return None

    def end(self, game: Solitaire) -> Next:
        game.rules.after_activation(game)
        return DONE
