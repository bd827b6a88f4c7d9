"""Sections M and O.3: the automaton's night, and the paragraphs at the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.procedures import DONE, Call, Draw, Goto, Next, Procedure, Roll
from grognard.core.texts import Argument, Modifier, Reason
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.components import CHANCELLORSVILLE
from grognard.games.chancellorsville.old_joe.names import Formation, FormationOrNone, Objective, Waiting
from grognard.games.chancellorsville.old_joe.objectives import Crossing
from grognard.games.chancellorsville.old_joe.scoring import Trophies
from grognard.games.chancellorsville.old_joe.wheel import Wheeling
from grognard.games.chancellorsville.victories.chapter import Chapter
from grognard.games.chancellorsville.victories.event_markers import DrawEvents
from grognard.games.chancellorsville.victories.events import UnitRestored
from grognard.games.chancellorsville.victories.names import Count, UnitId
from grognard.games.chancellorsville.victories.night import Night, Recovery
from grognard.games.chancellorsville.victories.pieces import CSA, GOOD, UNION, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.state import Solitaire

THREE = ("Chancellorsville", "Salem Church", "Marye's Heights")


class SoloNights(Chapter["Solitaire"]):
    """What a night and the end of a turn do."""

    components: SoloComponents

    def recovered_step(self, game: Solitaire, piece: Piece) -> int:
        """J-M4: back to the first boxed value above, or to the starting value."""
        return max((step for step in game.rules.boxed(piece.id) if step < piece.step), default=0)

    def recover(self, game: Solitaire, formation: str) -> None:
        """J-M4: the unit with the lowest present value, not in disorder and not next to the enemy."""
        able = [
            piece
            for piece in game.divisions(formation)
            if piece.step and piece.order == GOOD and not game.next_to_enemy(UNION, piece.hex)
        ]
        if not able:
            return
        piece = min(able, key=lambda p: (game.points(p), by.number_of(game, p.id)))
        game.change(piece.id, step=self.recovered_step(game, piece))
        game.emit(UnitRestored(UNION, piece.id))
        args: dict[str, Argument] = {"unit": self.counters[piece.id].name, "value": game.points(game.piece(piece.id))}
        game.rules.explain(game, formation, Reason("why.recovers", ("J-M4",), args))

    def score_day(self, game: Solitaire) -> None:
        """J-P001: what the Union holds at the end of a day."""
        game.rules.tell(game, "[001]")
        for line in self.components.day_points:
            first = int(self.options["chancellorsville_from"]) if line.place == "Chancellorsville" else line.from_turn
            if game.state.turn >= first and self.is_held(game, line.place):
                game.rules.award(game, UNION, line.vp_union, line.place, "J-P001")

    def is_held(self, game: Solitaire, place: str) -> bool:
        return bool(game.held(UNION) >> self.components.places[place] & 1)


class NightMoves(Procedure["Solitaire"]):
    """J-M1: after the player's turn some formations of one wing are lifted three hexes toward their objectives."""

    number: Count = 0
    formations: tuple[Formation, ...] = ()
    moving: FormationOrNone = ""
    crossing: tuple[UnitId, ...] = ()
    """J-N6b: the divisions that go over a ford."""
    steps: ClassVar[tuple[str, ...]] = ("roll", "choose", "move", "trophies")

    def roll(self, game: Solitaire) -> Next:
        return Roll("night-moves", self.rolled, (), "J-M1", UNION, D6)

    def rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        chart = game.rules.components.display.night_moves
        self.number = (rolled.total + 1) // 2
        self.formations = chart.odd if rolled.total % 2 else chart.even
        args: dict[str, Argument] = {"die": rolled.total, "number": self.number, "corps": ", ".join(self.formations)}
        game.rules.explain(game, "", Reason("why.night-moves", ("J-M1",), args))
        return None

    def choose(self, game: Solitaire) -> Next:
        """NIGHT: the farthest first, then next to fewer enemies, then by lot."""
        ranked = by.night(game, self.formations) if self.number else []
        if not ranked:
            return Goto("trophies")
        equal = tuple(sorted(formation for rank, formation in ranked if rank == ranked[0][0]))
        return Draw("night-formation", equal, self.chosen)

    def chosen(self, game: Solitaire, formation: str) -> Next:
        self.number -= 1
        self.formations = tuple(other for other in self.formations if other != formation)
        self.moving = formation
        return None

    def move(self, game: Solitaire) -> Next:
        rules, state, formation = game.rules, game.state, self.moving
        name = rules.ford_of(game, formation)
        if name is not None:
            state.fords[formation] = name
        goal = rules.marching_goal(game, formation)
        isolated = {piece.id for piece in rules.isolated(game, formation)}
        units = [piece for piece in game.divisions(formation) if piece.id not in isolated]
        leader = by.lead(game, units, goal) if goal else None
        if leader is None or goal is None:
            return Goto("choose")
        danger = game.near(CSA) | game.held(CSA)
        route = [leader.hex]
        way = by.path(game, leader.hex, goal, danger)
        for h in way[: rules.components.display.night_moves.hexes]:
            if danger >> h & 1:
                break
            route.append(h)
        while len(route) > 1 and by.taken(game) >> route[-1] & 1:
            route.pop()
        rules.lift_all(game, {leader.id: route[-1]}, "NIGHT")
        others = [piece for piece in units if piece.id != leader.id]
        places = by.column(game, game.piece(leader.id), others, route, goal)
        safe = {id: h for id, h in places.items() if not game.near(CSA) >> h & 1 and h != game.piece(id).hex}
        rules.lift_all(game, safe, "COLUMN")
        here = game.piece(leader.id).hex
        if name is not None and rules.at_bank(game, formation, here, name):
            north = tuple(piece.id for piece in game.divisions(formation) if rules.is_north(piece.hex))
            self.crossing = north
            return Call(Crossing(formation, name, north), then="crossed")
        arrival = rules.arrival(game, formation, (leader.id, *safe)) if name is None else None  # J-D4
        return Call(arrival, then="choose") if arrival else Goto("choose")

    def crossed(self, game: Solitaire, result: object) -> Next:
        """J-D4, J-N6b: over the ford somebody may have come onto the objective."""
        rules = game.rules
        over = [id for id in game.alive(self.crossing) if not rules.is_north(game.piece(id).hex)]
        arrival = rules.arrival(game, self.moving, over)
        return Call(arrival, then="choose") if arrival else Goto("choose")

    def trophies(self, game: Solitaire) -> Next:
        """J-E3, J-N6c: a division may have fallen at a blocked ford."""
        return Call(Trophies(), then="ended")

    def ended(self, game: Solitaire, result: object) -> Next:
        return DONE


class SoloNight(Night["Solitaire"]):
    """J-O3: the automaton recovers, markers are cleared, the player recovers; J-M3: supply is not used."""

    steps: ClassVar[tuple[str, ...]] = ("recover_first", "clear", "rally", "recover_second", "second_event")

    def clear(self, game: Solitaire) -> Next:
        """J-M2, J-N3: unused Combat markers go with the rest."""
        game.rules.clear_markers(game)
        game.state.combat = frozenset()
        return None

    def recover_first(self, game: Solitaire) -> Next:
        """J-M4: every formation."""
        for formation in game.rules.components.formations:
            game.rules.recover(game, formation)
        return None

    def recover_second(self, game: Solitaire) -> Next:
        return Call(Recovery(CSA), then="second_event")

    def second_event(self, game: Solitaire) -> Next:
        """J-A1, U6.10: only the player draws, if events are used."""
        return Call(DrawEvents(CSA, game.rules.components.event_rules.draw_each_night), then="ended")


class EndOfTurn(Procedure["Solitaire"]):
    """J-O3, J-P002: the checks at the end of a turn, in their order."""

    moved: bool = False
    """Whether the wheel has advanced in this check."""
    steps: ClassVar[tuple[str, ...]] = ("day", "empty", "wheel", "stir", "lost", "keep", "hooker", "three")

    def day(self, game: Solitaire) -> Next:
        if game.night:
            game.rules.score_day(game)
        return None

    def empty(self, game: Solitaire) -> Next:
        """J-P002 a: formations without units leave play."""
        rules, state = game.rules, game.state
        rules.tell(game, "[002]")
        for formation in rules.components.formations:
            if formation not in state.gone and not game.divisions(formation):
                state.gone |= {formation}
                id = rules.components.command_of.get(formation)
                state.track = tuple(other for other in state.track if other != id)
                state.objectives.pop(formation, None)
                state.fords.pop(formation, None)
                state.areas.pop(formation, None)
                state.wheel.pop(formation, None)
                state.due.pop(cast("Waiting", formation), None)
                state.combat -= {formation}
                state.stung -= {formation}
                rules.explain(game, formation, Reason("why.out-of-play", ("J-P002",)))
        return None

    def wheel(self, game: Solitaire) -> Next:
        """J-G5: as long as a counter stands in the far half because of an attack."""
        state = game.state
        if not any(state.wheel.get(formation, 0) >= 5 for formation in state.stung):
            return None
        modifiers = (
            Modifier(len(state.wheel), "counters-on-the-wheel", "J-G5"),
            Modifier(state.turn, "turn-number", "J-G5"),
        )
        return Roll("wheel-advance", self.wheel_rolled, modifiers, "J-G5", UNION, D6, 2)

    def wheel_rolled(self, game: Solitaire, rolled: Rolled) -> Next:
        if rolled.total < game.rules.components.display.wheel.advance_on:
            return None
        self.moved = True
        return Call(Wheeling("advance"), then="stir")

    def stir(self, game: Solitaire) -> Next:
        """J-P002 n: at night the army stirs in its camps."""
        if not game.night or self.moved or not game.state.wheel:
            return None
        game.rules.explain(game, "", Reason("why.army-stirs", ("J-P002",)))
        return Call(Wheeling("advance"), then="lost")

    def lost(self, game: Solitaire) -> Next:
        """J-P002 c: Confederates on Chancellorsville dissolve the wheel."""
        rules = game.rules
        if game.state.wheel and game.held(CSA) >> rules.crossroads & 1:
            for formation in rules.highest_first(game):
                rules.leave_wheel(game, formation, Objective(CHANCELLORSVILLE, 1))
        return None

    def keep(self, game: Solitaire) -> Next:
        """J-P002 k: somebody keeps the crossroads."""
        rules, wheel = game.rules, game.state.wheel
        grid, here = rules.board.grid, rules.crossroads
        if not wheel or (game.held(UNION) | game.held(CSA)) >> here & 1:
            return None
        for formation in sorted(wheel, key=lambda f: wheel[f]):
            near = [
                piece
                for piece in game.divisions(formation)
                if grid.distance(piece.hex, here) <= 2 and not game.next_to_enemy(UNION, piece.hex)
            ]
            if near:
                rules.lift_all(game, {by.by_strength(game, near)[0].id: here}, "[002]")
                return None
        return None

    def hooker(self, game: Solitaire) -> Next:
        """J-P002 d, e: a division lost sends Hooker down; otherwise an objective reached sends Hooker up."""
        if game.state.fell:
            game.rules.move_hooker(game, 1, False, "J-P002")
        elif game.state.reached:
            game.rules.move_hooker(game, -1, False, "J-P002")
        return None

    def three(self, game: Solitaire) -> Next:
        """J-P002 f: the three places at once, for the first time."""
        rules, state = game.rules, game.state
        if not state.joined and all(rules.is_held(game, place) for place in THREE):
            state.joined = True
            rules.award(game, UNION, 1, "three-places", "J-P002")
        state.fell = state.reached = False
        state.jumped = frozenset()
        return DONE
