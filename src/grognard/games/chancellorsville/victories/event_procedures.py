"""Chapter 17: the events that ask or roll: Brigade Regroup, General Retreat (also between activations), Good General."""

from __future__ import annotations

import heapq
from functools import cached_property
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
    PlayEvent,
    PlayEventAt,
    PutInCup,
    Restore,
)
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.event_markers import NO_EVENT
from grognard.games.chancellorsville.victories.events import ActivationPassed, ReinforcementPlaced, StackMarched
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.names import ArmyName, CommandId, HexId, UnitOrNone
from grognard.games.chancellorsville.victories.pieces import GOOD, LOST, Command, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

REGROUP, GENERAL_RETREAT, GOOD_GENERAL = "brigade-regroup", "general-retreat", "good-general"
AT_ANY_TIME = (GENERAL_RETREAT, "last-effort", REGROUP)
"""U17.3: events that may be of use at any moment of a turn, in the enemy's activations too."""
END, PASS_ACTIVATION = EndMarches(), PassActivation()


class EventActs(Chapter[C]):
    """What these events allow."""

    def retiring(self, game: C, army: str, h: Hex) -> list[Piece]:
        """U17.14, U17.22: the units within five hexes of the marker that can still go toward their supply centres."""
        area = self.board.grid.disc(h, game.rules.event(army, GENERAL_RETREAT).radius)
        pieces = [p for p in game.on_map(army) if area >> p.hex & 1 and self.counters[p.id].is_real]
        return [p for p in pieces if p.id not in game.state.retired and self.retiring_hexes(game, army, p)]

    def retiring_hexes(self, game: C, army: str, piece: Piece) -> dict[Hex, int]:
        """U17.14: every hex within seven points by steps that each lead nearer to a usable supply centre, with its cost."""
        rules = game.rules
        budget = rules.event(army, GENERAL_RETREAT).movement * MP
        allowed = rules.open_to(game, army, (piece,))  # U6.12, U14.51
        queue, best = [(0, piece.hex)], {piece.hex: 0}
        while queue:
            spent, here = heapq.heappop(queue)
            for there in members(self.board.grid.adjacent[here] & allowed):
                cost = rules.step_cost(game, army, here, there)
                nearer = rules.distance_home(game, army, there) < rules.distance_home(game, army, here)
                if cost is not None and nearer and spent + cost <= min(budget, best.get(there, budget + 1) - 1):
                    best[there] = spent + cost
                    heapq.heappush(queue, (spent + cost, there))
        return {h: cost for h, cost in best.items() if h != piece.hex and rules.has_room(game, army, h, (piece,))}

    def may_play_now(self, game: C, army: str) -> bool:
        """U17.3: whether an army may, for all that the enemy knows, play one of the events that fit at any time."""
        rules, known = game.rules, self.components.events[army]
        fitting = (id for id in AT_ANY_TIME if id in known and rules.could_hold(game, army, id))
        return rules.may_play_more(game, army) and any(self.could_be_of_use(game, army, id) for id in fitting)

    def could_be_of_use(self, game: C, army: str, id: str) -> bool:
        """Whether an event might do something now, as the enemy must see it: who is lost is open, who is in disorder is not."""
        pieces = game.army(army).pieces.values()
        match id:
            case "brigade-regroup":
                return any(piece.box == LOST and self.counters[piece.id].is_real for piece in pieces)
            case "last-effort":  # a position that was set up may begin with units in disorder
                return army in game.state.disordered or any(piece.order != GOOD for piece in pieces)
        return bool(game.army(army).stacks)

    def events_now(self, game: C, army: str) -> list[Action]:
        """U17.3: what an army can play at any time: General Retreat, Last effort, Brigade Regroup."""
        found: list[Action] = []
        for id in game.rules.playable(game, army, AT_ANY_TIME):
            match id:
                case "general-retreat":
                    found.extend(self.general_retreats(game, army))
                case "last-effort":
                    # U17.19
                    found.extend(PlayEventAt(id, game.label(h)) for h in members(game.rules.effort_hexes(game, army)))
                case "brigade-regroup" if game.rules.can_regroup(game, army):
                    found.append(PlayEvent(id))
        return found

    def event_window(self, game: C, army: str, then: str) -> Next:
        """U17.3: an army may play an event while the enemy's activation goes on."""
        return Call(Interlude(army, inside=True), then=then) if self.may_play_now(game, army) else Goto(then)

    def general_retreats(self, game: C, army: str) -> list[Action]:
        """U17.14, U17.22: the hexes on which an army that holds the marker may put it: any."""
        return list(self.retreat_markers) if game.rules.why_not_event(game, army, GENERAL_RETREAT) is None else []

    @cached_property
    def retreat_markers(self) -> tuple[PlayEventAt, ...]:
        """U17.14: the marker in each hex of the map."""
        return tuple(PlayEventAt(GENERAL_RETREAT, self.board.label(h)) for h in members(self.area))

    def extra_formations(self, game: C, army: str) -> list[Command]:
        """U17.18: formations whose counter is neither in the cup nor in a box nor drawn, and that are not held back."""
        rules = game.rules
        free = [c for c in rules.army_commands[army] if c.formation and c not in rules.chosen(game, army)]
        return [c for c in free if any(rules.may_act(game, piece) for piece in rules.units_of(game, c))]


class Regroup(Procedure["Campaign"]):
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


class GeneralRetreat(Procedure["Campaign"]):
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
        start, path = piece.hex, (game.label(piece.hex), answer.hex)
        rules.relocate(game, (piece.id,), goal)  # U14.47
        rules.drop_dummies(game, self.army, start)
        rules.settle_works(game)
        state.retired |= {piece.id}
        game.emit(StackMarched(self.army, (piece.id,), 1, path, cost / MP, game.next_to_enemy(self.army, goal)))
        return rules.drive_off(game, self.army, (goal,), then="roll")  # U14.53

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


class Interlude(Procedure["Campaign"]):
    """U17.3: between two activations, and where the enemy's may call for it, an army may play events that fit at any time.

    It is asked while one of them is not publicly gone, whether or not it holds one.
    """

    army: ArmyName
    ordered: bool = False
    """Whether an event is being carried out: to the enemy, who does not see with which units, the army is still at it."""
    inside: bool = False
    """Whether the enemy's activation goes on around it."""
    steps: ClassVar[tuple[str, ...]] = ("offer", "close")

    def offer(self, game: Campaign) -> Next:
        rules = game.rules
        if not self.ordered and not rules.may_play_now(game, self.army):
            return None
        actions: list[Action] = [*rules.events_now(game, self.army), NO_EVENT]
        prompt = "in-the-enemys-activation" if self.inside else "between-activations"
        cites, always = ("U17.3", "U17.14", "U17.22"), self.ordered or rules.secretive
        return Ask(self.army, actions, self.answered, prompt, cites, always=always)

    def answered(self, game: Campaign, answer: Action) -> Next:
        if not isinstance(answer, PlayEvent | PlayEventAt):
            return None
        self.ordered = True
        if not self.inside:
            game.state.phasing = self.army
        game.rules.play(game, self.army, answer)
        if answer.event == REGROUP:
            return Call(Regroup(self.army), then="played")
        if isinstance(answer, PlayEventAt) and answer.event == GENERAL_RETREAT:
            return Call(GeneralRetreat(self.army, game.rules.board.hex(answer.hex)), then="played")
        return self.played(game, None)

    def played(self, game: Campaign, result: object) -> Next:
        """U17.3: another may follow."""
        self.ordered = False
        return Goto("offer")

    def close(self, game: Campaign) -> Next:
        if not self.inside and game.state.phasing == self.army:
            game.rules.after_activation(game)
        return DONE


class GoodGeneral(Procedure["Campaign"]):
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
