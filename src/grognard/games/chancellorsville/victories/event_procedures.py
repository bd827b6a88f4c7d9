"""Chapter 17: the events that ask or roll: Brigade Regroup, General Retreat (also between activations), Good General."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex, hex_set, members
from grognard.core.procedures import DONE, Ask, Call, Goto, Next, Procedure, Roll
from grognard.games.chancellorsville.victories.actions import (
    EndMarches,
    MarchTo,
    MarchUnit,
    PassActivation,
    PlaceReinforcement,
    PlayEventAt,
    PutInCup,
    Restore,
)
from grognard.games.chancellorsville.victories.chapter import Chapter
from grognard.games.chancellorsville.victories.event_markers import NO_EVENT
from grognard.games.chancellorsville.victories.events import ActivationPassed, ReinforcementPlaced, StackMarched
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.names import ArmyName, CommandId, HexId, UnitOrNone
from grognard.games.chancellorsville.victories.pieces import ENEMY, GOOD, Command, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

REGROUP, GENERAL_RETREAT, GOOD_GENERAL = "brigade-regroup", "general-retreat", "good-general"
END, PASS_ACTIVATION = EndMarches(), PassActivation()


class EventActs(Chapter):
    """What these events allow."""

    def retiring(self, game: Campaign, army: str, h: Hex) -> list[Piece]:
        """U17.14, U17.22: the units within five hexes of the marker that can still go toward their supply centres."""
        area = self.board.grid.disc(h, game.rules.event(army, GENERAL_RETREAT).radius)
        pieces = [p for p in game.on_map(army) if area >> p.hex & 1 and self.counters[p.id].is_real]
        return [p for p in pieces if p.id not in game.state.retired and self.retiring_hexes(game, army, p)]

    def retiring_hexes(self, game: Campaign, army: str, piece: Piece) -> dict[Hex, int]:
        """U17.14: every hex within seven points by steps that each lead nearer to a usable supply centre, with its cost."""
        rules = game.rules
        budget = rules.event(army, GENERAL_RETREAT).movement * MP
        closed = game.held(ENEMY[army]) | rules.closed_to(game, piece)
        queue, best = [(0, piece.hex)], {piece.hex: 0}
        while queue:
            spent, here = heapq.heappop(queue)
            for there in members(self.board.grid.adjacent[here] & ~closed):
                cost = rules.step_cost(game, army, here, there)
                nearer = rules.distance_home(game, army, there) < rules.distance_home(game, army, here)
                if cost is not None and nearer and spent + cost <= min(budget, best.get(there, budget + 1) - 1):
                    best[there] = spent + cost
                    heapq.heappush(queue, (spent + cost, there))
        return {h: cost for h, cost in best.items() if h != piece.hex and rules.has_room(game, army, h, (piece,))}

    def may_retreat_between(self, game: Campaign, army: str) -> bool:
        """U17.3, U17.14: whether an army may still order a general retreat this turn, for all that the enemy knows."""
        known = GENERAL_RETREAT in self.components.events[army]
        return known and game.rules.could_hold(game, army, GENERAL_RETREAT) and game.rules.may_play_more(game, army)

    def general_retreats(self, game: Campaign, army: str) -> list[Action]:
        """U17.14, U17.22: the hexes on which an army that holds the marker may put it."""
        if game.rules.why_not_event(game, army, GENERAL_RETREAT) is not None:
            return []
        return [PlayEventAt(GENERAL_RETREAT, game.label(h)) for h in members(game.rules.retreat_marker_hexes(game, army))]

    def extra_formations(self, game: Campaign, army: str) -> list[Command]:
        """U17.18: formations whose counter is neither in the cup nor in a box nor drawn, and that are not held back."""
        rules = game.rules
        free = [c for c in rules.army_commands[army] if c.formation and c not in rules.chosen(game, army)]
        return [c for c in free if any(rules.may_act(game, piece) for piece in rules.units_of(game, c))]


class Regroup(Procedure):
    """U17.7, U17.17: a destroyed unit comes back on its reduced side."""

    army: ArmyName
    unit: UnitOrNone = ""
    steps: ClassVar[tuple[str, ...]] = ("choose", "place")

    def choose(self, game: Campaign) -> Next:
        actions = [Restore(id) for id in game.rules.can_regroup(game, self.army)]
        return Ask(self.army, actions, self.chosen, "regroup", ("U17.7", "U17.17"))

    def chosen(self, game: Campaign, answer: Restore) -> Next:
        self.unit = answer.unit
        return None

    def place(self, game: Campaign) -> Next:
        hexes = game.rules.regroup_hexes(game, self.army, self.unit)
        actions = [PlaceReinforcement(game.label(h)) for h in members(hexes)]
        return Ask(self.army, actions, self.placed, "place-arrival", ("U17.7", "U17.17"), None, {"unit": self.unit})

    def placed(self, game: Campaign, answer: PlaceReinforcement) -> Next:
        game.change(self.unit, step=game.counter(self.unit).levels - 1)
        game.move((self.unit,), game.rules.board.hex(answer.hex))
        game.emit(ReinforcementPlaced(self.army, self.unit, answer.hex))
        return DONE


class GeneralRetreat(Procedure):
    """U17.14, U17.22: units near the marker march toward their supply centres, and end disorganised."""

    army: ArmyName
    hex: HexId
    steps: ClassVar[tuple[str, ...]] = ("choose", "march", "roll", "end")

    def choose(self, game: Campaign) -> Next:
        units = game.rules.retiring(game, self.army, self.hex)
        if not units:
            return Goto("end")
        actions: list[Action] = [*(MarchUnit(piece.id) for piece in units), END]
        return Ask(self.army, actions, self.chosen, "general-retreat", ("U17.14", "U17.22"))

    def chosen(self, game: Campaign, answer: Action) -> Next:
        if not isinstance(answer, MarchUnit):
            return Goto("end")
        game.state.subject = answer.unit
        return None

    def march(self, game: Campaign) -> Next:
        goals = game.rules.retiring_hexes(game, self.army, game.piece(game.state.subject))
        actions = game.rules.goals.of(hex_set(goals))
        return Ask(self.army, actions, self.marched, "retire-to", "U17.14", None, {"unit": game.state.subject})

    def marched(self, game: Campaign, answer: MarchTo) -> Next:
        rules, state = game.rules, game.state
        piece, goal = game.piece(state.subject), rules.board.hex(answer.hex)
        cost = rules.retiring_hexes(game, self.army, piece)[goal]
        path = (game.label(piece.hex), answer.hex)
        game.move((piece.id,), goal)
        rules.settle_works(game)
        state.retired |= {piece.id}
        game.emit(StackMarched(self.army, (piece.id,), 1, path, cost / MP, game.next_to_enemy(self.army, goal)))
        return None

    def roll(self, game: Campaign) -> Next:
        """Units already disorganised or demoralised suffer nothing more."""
        if game.piece(game.state.subject).order != GOOD:
            return Goto("choose")
        game.rules.worsen(game, game.state.subject, "U17.14")
        return Roll("demoralised", self.rolled, (), "U17.14", self.army, D6, reading=lambda face: self.demoralises(game, face))

    def demoralises(self, game: Campaign, face: int) -> bool:
        return face <= game.rules.event(self.army, GENERAL_RETREAT).demoralised_on

    def rolled(self, game: Campaign, rolled: Rolled) -> Next:
        unit = game.state.subject
        if self.demoralises(game, rolled.total):
            return Call(game.rules.disorder(game, self.army, (unit,), "U17.14"), then="choose")
        return Goto("choose")

    def end(self, game: Campaign) -> Next:
        game.state.subject, game.state.retired = "", frozenset()
        return DONE


class Interlude(Procedure):
    """U17.14, U17.22: between two activations each army may order a general retreat; asked while the marker is not gone."""

    army: ArmyName
    ordered: bool = False
    """Whether the retreat is under way: to the enemy, who does not see which units go, the army is still at it."""
    steps: ClassVar[tuple[str, ...]] = ("offer",)

    def offer(self, game: Campaign) -> Next:
        rules = game.rules
        if not self.ordered and not rules.may_retreat_between(game, self.army):
            return DONE
        actions: list[Action] = [*rules.general_retreats(game, self.army), NO_EVENT]
        cites, always = ("U17.14", "U17.22", "U17.3"), self.ordered or bool(game.state.event_cups)
        return Ask(self.army, actions, self.answered, "between-activations", cites, always=always)

    def answered(self, game: Campaign, answer: Action) -> Next:
        if not isinstance(answer, PlayEventAt):
            return DONE
        self.ordered = True
        game.state.phasing = self.army
        game.rules.play(game, self.army, answer)
        return Call(GeneralRetreat(self.army, game.rules.board.hex(answer.hex)), then="ended")

    def ended(self, game: Campaign, result: object) -> Next:
        game.rules.after_activation(game)
        return DONE


class GoodGeneral(Procedure):
    """U17.18: the marker is drawn from the cup, and one more formation acts."""

    army: ArmyName
    command: CommandId
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Campaign) -> Next:
        actions: list[Action] = [*(PutInCup(c.id) for c in game.rules.extra_formations(game, self.army)), PASS_ACTIVATION]
        return Ask(self.army, actions, self.chosen, "one-more-formation", "U17.18", always=game.rules.secretive)

    def chosen(self, game: Campaign, answer: Action) -> Next:
        state = game.state
        if not isinstance(answer, PutInCup):
            game.emit(ActivationPassed(self.army, self.command))
            game.rules.after_activation(game)
            return DONE
        state.drawn += (answer.command,)
        state.command = answer.command
        return Call(game.rules.procedure_for(game, game.rules.commands[answer.command]), then="ended")

    def ended(self, game: Campaign, result: object) -> Next:
        return DONE
