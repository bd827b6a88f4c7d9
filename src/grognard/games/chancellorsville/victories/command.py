"""Chapter 8: who acts. Formations are chosen in secret and drawn from a cup; a counter on the map commands what is near."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.flood import flood, flood_from
from grognard.core.hexes import Hex, HexSet
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import (
    CloseCup,
    Entrust,
    PlaceDummy,
    PlayEvent,
    PlayEventFor,
    PutInCup,
    RemoveDummy,
)
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.components import LONGSTREET
from grognard.games.chancellorsville.victories.events import CupClosed, FormationChosen
from grognard.games.chancellorsville.victories.ground import STUART
from grognard.games.chancellorsville.victories.names import ArmyName, LabelOrNone
from grognard.games.chancellorsville.victories.pieces import CSA, ENEMY, UNION, Command, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

CLOSE_CUP = CloseCup()
CAVALRY_T11 = "reinforcement_T11"


class Commanding(Chapter[C]):
    """Who may be chosen, where a counter may be placed, and whom it commands."""

    army_commands: dict[str, tuple[Command, ...]]
    """The commands of each army in this scenario, superiors and Independent included."""

    # ------------------------------------------------------------------ choosing

    def points_of_turn(self, game: C, army: str) -> int:
        """U8.2: the activation points of this turn."""
        union, csa = self.components.scenario.points[game.state.turn]
        return union if army == UNION else csa

    def cost_of(self, game: C, command: Command) -> int:
        """U8.3: one point."""
        # U8.4: two for I, III and VI Corps with a unit south of the Rappahannock
        if command.formation in self.components.scenario.special.double_cost_south:
            south = self.board.grid.all & ~self.regions["north"]
            if any(south >> piece.hex & 1 for piece in self.units_of(game, command)):
                return 2
        return 1

    def units_of(self, game: C, command: Command) -> list[Piece]:
        """U3.6: the units of a formation on the map."""
        return game.units_of(command.side, command.formation)

    @cached_property
    def formation_units(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """U3.6: the units of each army and formation, in the order of the counter sheet."""
        found: dict[tuple[str, str], list[str]] = {}
        for id, counter in self.counters.items():
            found.setdefault((counter.side, counter.formation), []).append(id)
        return {key: tuple(ids) for key, ids in found.items()}

    def chosen(self, game: C, army: str) -> list[Command]:
        """U8.5: the formations that an army has paid for this turn, in the cup or in a box; those drawn count as well."""
        state = game.state
        boxed = {id for under in state.boxes.values() for id in under}
        named = {*state.cup, *state.drawn, *boxed}
        return [c for c in self.army_commands[army] if c.formation and c.id in named]

    def points_left(self, game: C, army: str) -> int:
        spent = sum(self.cost_of(game, command) for command in self.chosen(game, army))
        return self.points_of_turn(game, army) - spent

    def is_locked(self, game: C, piece: Piece) -> bool:
        """Whether a unit is held back and cannot act by any means."""
        special, state, counter = self.components.scenario.special, game.state, self.counters[piece.id]
        for name in (counter.formation, counter.division):
            if not name or name in state.released:
                continue  # U18.4
            if state.turn < special.locked.get(name, 0):
                return True  # U18.3
            if name in special.locked_until_attacked:
                return True  # U19.5
        return False

    def rules_of_locks(self) -> tuple[str, ...]:
        """The rule that holds units back in this scenario."""
        if self.components.scenario.special.locked_until_attacked:
            return ("U19.5",)
        return ("U18.3",)

    def cup_of(self, game: C, army: str) -> list[Command]:
        """The formations that may still be chosen."""
        commands = (command for command in self.army_commands[army] if command.formation)
        return [command for command in commands if self.why_not_choose(game, command) is None]

    def why_not_choose(self, game: C, command: Command) -> Reason | None:
        name = {"command": command.name}
        if not command.formation:
            return Reason("no-formation-of-its-own", ("U8.16",), name)
        if command in self.chosen(game, command.side):
            return Reason("chosen-already", ("U8.6",), name)
        units = self.units_of(game, command)
        if not units:
            return Reason("no-units-to-command", ("U8.1",), name)
        if all(self.is_locked(game, piece) for piece in units):
            return Reason("still-held-back", self.rules_of_locks(), name)
        cost, left = self.cost_of(game, command), self.points_left(game, command.side)
        if cost > left:
            return Reason("too-few-points", ("U8.2", "U8.4"), {"command": command.name, "cost": cost, "left": left})
        return None

    def why_not_use(self, game: C, superior: Command) -> Reason | None:
        """A superior is used on alternate turns, for as many formations as their factor allows."""
        name = {"command": superior.name}
        if not superior.is_superior or superior not in self.army_commands[superior.side]:
            return Reason("no-such-superior", ("U3.8",), name)
        state = game.state
        if superior.name == LONGSTREET and not game.rules.longstreet_is_here(game):
            return Reason("has-not-come-yet", ("U20.7",), name)
        if superior.id in state.wounded:
            return Reason("was-wounded", ("U17.12",), name)
        if len(state.boxes.get(superior.id, ())) >= superior.factor:
            return Reason("no-more-formations", ("U8.16", "U3.8"), {"command": superior.name, "factor": superior.factor})
        if self.acted_before(game, superior) and state.turn not in self.turns_running(game, superior):
            return Reason("every-other-turn", ("U8.18",), name)
        return None

    def begins(self, game: C, army: str) -> Command | None:
        """U19.10: the superior commander who begins the scenario with an activation of theirs, outside the draw."""
        special, scenario = self.components.scenario.special, self.components.scenario
        if not special.first_activation or game.state.turn != scenario.first_turn:
            return None
        return next((c for c in self.army_commands[army] if c.name == special.first_activation), None)

    def owing(self, game: C, army: str) -> Command | None:
        """U19.10: who must still be given a formation to begin with, while one can be given."""
        superior = self.begins(game, army)
        if superior is None or superior.id in game.state.boxes or not self.cup_of(game, army):
            return None
        return superior if self.why_not_use(game, superior) is None else None

    def why_not_give(self, game: C, command: Command, superior: str = "") -> Reason | None:
        """U19.10: why a formation has to be kept for the superior commander who begins: no other could be paid for."""
        owing = self.owing(game, command.side)
        if owing is None or owing.id == superior:
            return None
        left = self.points_left(game, command.side) - self.cost_of(game, command)
        others = (other for other in self.cup_of(game, command.side) if other != command)
        if any(self.cost_of(game, other) <= left for other in others):
            return None
        return Reason("begins-the-scenario", ("U19.10",), {"command": owing.name})

    def acted_before(self, game: C, superior: Command) -> bool:
        """U8.18: whether a superior commander was used on the turn before."""
        return bool(game.state.last_used.get(superior.id)) and game.state.last_used[superior.id] == game.state.turn - 1

    def turns_running(self, game: C, superior: Command) -> tuple[int, ...]:
        """U19.10: turns on which a superior may act although they acted on the turn before."""
        if superior.name == "Hooker" and game.state.effects.get("great-offensive"):
            return (game.state.turn,)  # U17.23
        return self.components.scenario.special.jackson_turns

    # ------------------------------------------------------------------ the radius

    def in_radius(self, game: C, army: str, h: Hex, radius: int) -> HexSet:
        """U8.9: the hexes within so many of another, by no enemy unit and over no forbidden hexside."""
        key = ("radius", army, h, radius)
        found: HexSet | None = game.memo.get(key)
        if found is None:
            table = game.rules.tables(game, army).radius
            free = self.board.grid.all & ~game.held(ENEMY[army])
            found = game.memo[key] = flood(table, h, radius, free).all | 1 << h
        return found

    def may_act(self, game: C, piece: Piece) -> bool:
        """Not activated yet in this turn, and not held back."""
        if piece.id in game.state.acted:
            return False  # U8.15, U8.21
        return not self.is_locked(game, piece)  # U18.3

    def commanded(self, game: C, command: Command) -> set[str]:
        """U8.7: the formations that a counter commands."""
        if command.is_superior:  # U8.17
            return {self.commands[id].formation for id in game.state.boxes.get(command.id, ())}
        return {command.formation} if command.formation else set()

    def candidates(self, game: C, command: Command) -> Iterator[Piece]:
        """The units next to which a counter may be placed: of its formations, or for Independent any unit that may act."""
        formations = self.commanded(game, command)
        for piece in game.on_map(command.side):
            counter = self.counters[piece.id]
            if command.is_independent:  # U8.20
                if counter.is_real and self.may_act(game, piece):
                    yield piece
            elif counter.formation in formations:
                yield piece

    def placements(self, game: C, command: Command) -> HexSet:
        """U8.8: on or next to a unit of the formation, by U8.9, and not among the enemy."""
        starts = 0
        for piece in self.candidates(game, command):
            starts |= 1 << piece.hex
        if command.is_independent:
            starts |= game.rules.entries(game, command.side)  # U18.8
        free = self.area & ~game.held(ENEMY[command.side])
        return flood_from(game.rules.tables(game, command.side).radius, starts, 1, free).all | starts

    def active_units(self, game: C, command: Command, h: Hex) -> list[str]:
        """U8.7, U8.10, U8.17: the units that act with a counter placed here; those named one by one are left out."""
        if command.is_independent:
            return []  # U8.20
        return self.covered(game, command, h)

    def covered(self, game: C, command: Command, h: Hex) -> list[str]:
        """U8.9: the units in the radius of a counter placed here that it commands or, if it is Independent, may name."""
        reach = self.in_radius(game, command.side, h, command.radius)
        return [piece.id for piece in self.commandable(game, command) if reach >> piece.hex & 1]

    def commandable(self, game: C, command: Command) -> list[Piece]:
        """U8.7: the units on the map that a counter can command, wherever it is placed."""
        formations = self.commanded(game, command) if not command.is_independent else None
        found = []
        for piece in game.on_map(command.side):
            counter = self.counters[piece.id]
            mine = formations is None or counter.formation in formations  # U8.20
            mine = mine or (command.is_superior and self.acts_with_superior(piece))  # U8.17
            if mine and counter.is_real and self.may_act(game, piece):
                found.append(piece)
        return found

    def acts_with_superior(self, piece: Piece) -> bool:
        """U8.17, U18.10: all independent units do, but for the cavalry of turn 11."""
        counter = self.counters[piece.id]
        return not counter.formation and CAVALRY_T11 not in counter.flags

    def why_not_take_along(self, game: C, piece: Piece) -> Reason | None:
        """The units that a counter may name besides those it commands."""
        state, counter = game.state, self.counters[piece.id]
        command, name = self.commands[state.command], {"unit": counter.name}
        if counter.side != command.side or not counter.is_real:
            return Reason("not-a-unit-of-yours", ("U8.7",), name)
        post = self.board.hex(state.post)
        # U18.8
        coming = (
            not piece.hex and piece in game.rules.due(game, command.side) and game.rules.entries(game, command.side) >> post & 1
        )
        if not coming and not self.in_radius(game, command.side, post, command.radius) >> piece.hex & 1:
            return Reason("out-of-radius", ("U8.20", "U8.9") if command.is_independent else ("U8.9",), name)
        if piece.id in state.acted:
            return Reason("has-acted", ("U8.11", "U8.21"), name)
        if self.is_locked(game, piece):
            return Reason("still-held-back", self.rules_of_locks(), {"command": counter.name})
        if command.is_independent:
            full = len(state.named) >= command.most
            return Reason("three-units-at-most", ("U8.20",), {"most": command.most}) if full else None
        if state.named:
            return Reason("one-unit-at-most", ("U8.11", "U8.12"), name)
        if command.is_superior:
            riding = command.side == CSA and counter.is_cavalry and counter.formation == STUART
            return None if riding else Reason("not-under-this-command", ("U8.12", "U8.17"), name)
        if counter.formation or CAVALRY_T11 in counter.flags:
            return Reason("not-under-this-command", ("U8.7", "U18.10"), name)
        return None

    def why_not_detach(self, game: C, h: Hex) -> Reason | None:
        """Once a turn, on a hex in the radius with units that have not acted."""
        state = game.state
        command, where = self.commands[state.command], {"hex": game.label(h)}
        if command.side in state.detached:
            return Reason("detach-used", ("U8.14",))
        if command.is_independent:
            return Reason("no-detach-with-independent", ("U8.13",))
        if not self.in_radius(game, command.side, self.board.hex(state.post), command.radius) >> h & 1:
            return Reason("hex-out-of-radius", ("U8.13", "U8.9"), where)
        if not self.detachable(game, command.side, h):
            return Reason("nobody-to-detach", ("U8.13", "U8.15"), where)
        return None

    def detachable(self, game: C, army: str, h: Hex) -> list[str]:
        """U8.15: the units in a hex, or about to enter there, that have not acted yet and are not held back."""
        coming = game.rules.due(game, army) if game.rules.entries(game, army) >> h & 1 else []  # U18.8
        return [piece.id for piece in (*game.real(game.units_at(army, h)), *coming) if self.may_act(game, piece)]


class ChooseFormations(Procedure["Campaign"]):
    """U8.2 to U8.5, U8.16: one army fills the cup in secret."""

    army: ArmyName
    dummy_at: LabelOrNone = ""
    """Where the dummy that is being drawn will lie."""
    steps: ClassVar[tuple[str, ...]] = ("choose", "close")

    def choose(self, game: Campaign) -> Next:
        rules = game.rules
        actions: list[Action] = []
        superiors = [c for c in rules.army_commands[self.army] if c.is_superior and rules.why_not_use(game, c) is None]
        for command in rules.cup_of(game, self.army):
            if rules.why_not_give(game, command) is None:
                actions.append(PutInCup(command.id))
            trusted = (superior for superior in superiors if rules.why_not_give(game, command, superior.id) is None)
            actions.extend(Entrust(command.id, superior.id) for superior in trusted)
        if rules.dummies_left(game, self.army):
            held = sorted(game.army(self.army).stacks)
            able = (h for h in held if rules.why_not_place_dummy(game, self.army, h) is None)
            actions.extend(PlaceDummy(game.label(h)) for h in able)
        actions.extend(RemoveDummy(game.label(h)) for h in rules.dummy_hexes(game, self.army))
        actions.extend(self.events(game))
        if rules.owing(game, self.army) is None:
            actions.append(CLOSE_CUP)
        args = {"left": rules.points_left(game, self.army)}
        cites = ("U8.2", "U8.5")
        return Ask(self.army, actions, self.chosen, "choose-formations", cites, self.why_not, args, always=True)

    def events(self, game: Campaign) -> list[Action]:
        """Events that are played while formations are chosen."""
        rules = game.rules
        held = rules.playable(game, self.army, dict.fromkeys(game.state.hands.get(self.army, ())))
        found: list[Action] = [PlayEvent(id) for id in held if id == "good-general"]
        # U17.23
        if "great-offensive" in held and any(rules.acted_before(game, c) for c in rules.army_commands[self.army]):
            found.append(PlayEvent("great-offensive"))
        return found + (rules.releases(game) if "corps-released" in held else [])  # U17.24

    def why_not(self, game: Campaign, action: Action) -> Reason | None:
        commands = game.rules.commands
        match action:
            case CloseCup():
                owing = game.rules.owing(game, self.army)
                return Reason("begins-the-scenario", ("U19.10",), {"command": owing.name}) if owing else None
            case PlaceDummy(label):
                h = game.rules.board.grid.by_label.get(label)
                if h is None:
                    return Reason("hex-not-on-the-map", (), {"hex": label})
                return game.rules.why_not_place_dummy(game, self.army, h)
            case RemoveDummy(label):
                return game.rules.why_not_remove_dummy(game, self.army, label)
            case PlayEvent(id) | PlayEventFor(id, _):
                refused = game.rules.why_not_event(game, self.army, id)
                if refused is not None or action in self.events(game):
                    return refused
                event = game.rules.event(self.army, id)
                return Reason("not-the-moment", (event.rule,), {"event": event.name})
            case PutInCup(id) | Entrust(id, _):
                command = commands.get(id)
                if command is None or command not in game.rules.army_commands[self.army]:
                    return Reason("no-such-command", ("U3.7",), {"command": id})
                refused = game.rules.why_not_choose(game, command)
                if refused is not None or isinstance(action, PutInCup):
                    return refused or game.rules.why_not_give(game, command)
                superior = commands.get(action.superior)
                if superior is None or superior.side != self.army:
                    return Reason("no-such-command", ("U3.8",), {"command": action.superior})
                return game.rules.why_not_use(game, superior) or game.rules.why_not_give(game, command, superior.id)
        return NOT_OFFERED

    def dummy_drawn(self, game: Campaign, id: str) -> Next:
        game.move((id,), game.rules.board.hex(self.dummy_at))
        self.dummy_at = ""
        return Goto("choose")

    def chosen(self, game: Campaign, answer: Action) -> Next:
        state = game.state
        match answer:
            case PutInCup(id):
                state.cup += (id,)
                game.emit(FormationChosen(self.army, id, ""))
            case Entrust(id, superior):
                state.boxes[superior] = (*state.boxes.get(superior, ()), id)
                if superior not in state.cup:
                    state.cup += (superior,)
                game.emit(FormationChosen(self.army, id, superior))
            case CloseCup():
                return None
            case PlaceDummy(label):
                self.dummy_at = label
                return game.rules.draw_dummy(game, self.army, self.dummy_drawn)
            case RemoveDummy(label):
                game.rules.remove_dummy(game, self.army, game.rules.board.hex(label))
            case _:
                game.rules.play(game, self.army, answer)
        return Goto("choose")

    def close(self, game: Campaign) -> Next:
        """U8.5: how many counters lie where is open to all."""
        state = game.state
        own = game.rules.army_commands[self.army]
        state.cup += tuple(command.id for command in own if command.is_independent)  # U8.20
        number = sum(game.rules.commands[id].side == self.army for id in state.cup)
        boxed = tuple((id, len(under)) for id, under in state.boxes.items() if game.rules.commands[id].side == self.army)
        game.emit(CupClosed(self.army, number, sum(count for _, count in boxed)))
        return DONE
