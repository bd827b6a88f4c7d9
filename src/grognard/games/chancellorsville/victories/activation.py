"""Chapter 6: an activation: a command is placed, its units march, bombard and fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.actions import (
    Detach,
    Dismantle,
    DrawEvent,
    EndMarches,
    ForcedMarch,
    LeaveOut,
    MarchStack,
    MarchUnit,
    PassActivation,
    PlaceCommand,
    PlayEvent,
    PlayEventAt,
    PlayEventFor,
    SendSkirmishers,
    Suffer,
    TakeAlong,
)
from grognard.games.chancellorsville.victories.attacks import Declaration, DeclaredCombat
from grognard.games.chancellorsville.victories.bombardment import Bombardments
from grognard.games.chancellorsville.victories.combat_order import Combats
from grognard.games.chancellorsville.victories.event_markers import DEMONS, JACKSON, NIGHT_ATTACK, NO_EVENT, DrawEvents
from grognard.games.chancellorsville.victories.event_procedures import GENERAL_RETREAT, REGROUP, GeneralRetreat, Regroup
from grognard.games.chancellorsville.victories.events import ActivationPassed, CommanderWounded, CommandPlaced, MarchForced
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.names import ArmyName, CommandId
from grognard.games.chancellorsville.victories.pieces import ENEMY, UNION, Command, Piece
from grognard.games.chancellorsville.victories.pontoons import Bridge, TakeUp
from grognard.games.chancellorsville.victories.stacking import Unstacking

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign

END_MARCHES, PASS_ACTIVATION, DRAW_EVENT = EndMarches(), PassActivation(), DrawEvent()
MARCH_LOSS = 2


def costs_a_level(face: int) -> bool:
    """U9.24: whether a forced march costs a level."""
    return face <= MARCH_LOSS


class Activation(Procedure["Campaign"]):
    """U6.2: a command is placed, its units move, bombard and fight."""

    army: ArmyName
    command: CommandId
    begun: bool = False
    """Whether something was done already; then nobody is named any more."""
    combats: tuple[DeclaredCombat, ...] = ()
    steps: ClassVar[tuple[str, ...]] = (
        "place",
        "give_up",
        "move",
        "unstack",
        "march_losses",
        "take_march_loss",
        "enemy_event",
        "bombard",
        "declare",
        "fight",
        "demons",
        "wounded",
        "rest",
    )

    # ------------------------------------------------------------------ step 1

    def place(self, game: Campaign) -> Next:
        """U8.6, U8.8: place the counter, or pass."""
        rules = game.rules
        hexes = rules.placements(game, rules.commands[self.command])
        actions: list[Action] = [*rules.posts.of(hexes)]
        if self.why_not_pass(game) is None:
            actions.append(PASS_ACTIVATION)
        if self.why_not_draw(game) is None:  # U17.2
            actions.append(DRAW_EVENT)
        if self.why_not_jackson(game, JACKSON) is None:  # U17.12
            actions.append(PlayEvent(JACKSON))
        args = {"command": rules.commands[self.command].name}
        cites = ("U8.6", "U8.8")
        always = rules.secretive
        return Ask(self.army, actions, self.placed, "place-command", cites, self.why_not_place, args, always=always)

    def why_not_pass(self, game: Campaign) -> Reason | None:
        """U8.6: who is drawn may pass; U19.10: who begins the scenario is not drawn, and acts."""
        rules, command = game.rules, game.rules.commands[self.command]
        opens = rules.begins(game, self.army) == command and game.state.drawn == (self.command,)
        if opens and rules.placements(game, command):
            return Reason("begins-the-scenario", ("U19.10",), {"command": command.name})
        return None

    def why_not_draw(self, game: Campaign) -> Reason | None:
        """U17.2: an event instead of an activation, but not of a superior's."""
        if not game.state.event_cups.get(self.army) or game.rules.commands[self.command].is_superior:
            return Reason("no-event-to-draw", ("U17.2",))
        return None

    def why_not_jackson(self, game: Campaign, id: str) -> Reason | None:
        """U17.12: played when Jackson's activation begins."""
        if id != JACKSON or game.rules.commands[self.command].name != "Jackson" or game.rules.in_force(game, JACKSON):
            return Reason("not-the-moment", ("U17.12",), {"event": id})
        return game.rules.why_not_event(game, self.army, id)

    def why_not_place(self, game: Campaign, action: Action) -> Reason | None:
        rules = game.rules
        match action:
            case PassActivation():
                return self.why_not_pass(game)
            case DrawEvent():
                return self.why_not_draw(game)
            case PlayEvent(id):
                return self.why_not_jackson(game, id)
            case PlaceCommand(label):
                h = rules.board.grid.by_label.get(label)
                if h is None or not rules.placements(game, rules.commands[self.command]) >> h & 1:
                    return Reason("not-near-its-units", ("U8.8", "U8.9"), {"hex": label})
                return None
        return NOT_OFFERED

    def placed(self, game: Campaign, answer: Action) -> Next:
        state, rules = game.state, game.rules
        if isinstance(answer, PlayEvent):
            rules.play(game, self.army, answer)
            return Goto("place")
        if not isinstance(answer, PlaceCommand):
            game.emit(ActivationPassed(self.army, self.command))
            rules.after_activation(game)
            return Call(DrawEvents(self.army, 1), then="ended") if isinstance(answer, DrawEvent) else DONE
        state.post = answer.hex
        active = rules.active_units(game, rules.commands[self.command], rules.board.hex(answer.hex))
        state.active = frozenset(active)
        state.acted |= state.active
        game.emit(CommandPlaced(self.army, self.command, answer.hex))
        return Goto("move")

    # ------------------------------------------------------------------ step 2

    def move(self, game: Campaign) -> Next:
        """U9.1: name who comes along, march with all, some or none, build and take up pontoons."""
        namings = tuple(self.namings(game))
        actions = [*namings, *self.marches(game), *self.works(game), *game.rules.detachments(game)]
        actions.extend(game.rules.activation_events(game, self.army, self.begun))
        actions.extend(words.RemoveDummy(game.label(h)) for h in game.rules.dummy_hexes(game, self.army))
        always = game.rules.secretive
        if not actions and not always:
            return None
        actions.append(END_MARCHES)
        cites, closing = ("U9.1", "U8.10"), (END_MARCHES,)
        args = {"command": game.rules.commands[self.command].name}
        prompt = "take-along" if namings and not self.begun else "activation"
        return Ask(self.army, actions, self.moved, prompt, cites, self.why_not_move, args, always, closing)

    def namings(self, game: Campaign) -> list[Action]:
        rules, state = game.rules, game.state
        command = rules.commands[self.command]
        if self.begun:
            active = (game.piece(id) for id in rules.sheets[self.army] if id in state.active)
            return [TakeAlong(piece.id) for piece in active if rules.why_not_hurry(game, piece) is None]
        reach = rules.in_radius(game, self.army, rules.board.hex(state.post), command.radius)
        near = [piece for piece in game.on_map(self.army) if reach >> piece.hex & 1]
        near.extend(rules.due(game, self.army))
        return [TakeAlong(piece.id) for piece in near if rules.why_not_take_along(game, piece) is None]

    def marches(self, game: Campaign) -> list[Action]:
        rules, state = game.rules, game.state
        found: list[Action] = []
        hexes: dict[Hex, int] = {}
        for id in rules.sheets[self.army]:
            if id in state.active:
                piece = game.piece(id)
                if rules.why_not_march(game, piece) is None:
                    found.append(rules.unit_marches[id])
                    hexes[piece.hex] = hexes.get(piece.hex, 0) + 1
                    if rules.why_not_skirmish(game, piece) is None:
                        found.append(SendSkirmishers(id))
        found.extend(MarchStack(game.label(h)) for h in hexes if len(rules.movable(game, self.army, h)) > 1)
        for formation in self.formations(game):
            if rules.why_not_force(game, formation) is None:
                found.append(ForcedMarch(formation.id))
        return found

    def formations(self, game: Campaign) -> list[Command]:
        """The formations that act now."""
        rules = game.rules
        commanded = rules.commanded(game, rules.commands[self.command])
        return [command for command in rules.army_commands[self.army] if command.formation in commanded and command.formation]

    def works(self, game: Campaign) -> list[Action]:
        rules, state = game.rules, game.state
        found: list[Action] = []
        if state.in_hand.get(self.army, 0):
            for id in sorted(state.active):
                piece = game.piece(id)
                for other in rules.bridge_sites(game, piece.hex):
                    if rules.why_not_bridge(game, piece, other) is None:
                        found.append(words.Bridge(id, game.label(other)))
        if self.army == UNION:
            for key, owner in sorted(state.pontoons.items()):
                if owner == self.army and key != state.csa_bridge:
                    found.append(Dismantle(*key.split("-")))
        return found

    def why_not_move(self, game: Campaign, action: Action) -> Reason | None:
        rules, grid = game.rules, game.rules.board.grid
        match action:
            case EndMarches():
                return None
            case TakeAlong(id) | MarchUnit(id) | SendSkirmishers(id) | words.Bridge(id, _):
                if id not in rules.counters or rules.counters[id].side != self.army:
                    return Reason("no-unit-of-yours-here", ("U8.1",), {"unit": id})
                if not game.piece(id).hex and game.piece(id) not in rules.due(game, self.army):
                    return Reason("no-unit-of-yours-here", ("U8.1",), {"unit": id})
                return self.why_not_unit(game, game.piece(id), action)
            case MarchStack(label):
                h = grid.by_label.get(label)
                if h is None or len(rules.movable(game, self.army, h)) < 2:
                    return Reason("no-stack-to-march", ("U9.1",), {"hex": label})
                return None
            case ForcedMarch(id):
                command = rules.commands.get(id)
                if command is None or command.side != self.army:
                    return Reason("no-such-command", ("U9.20",), {"command": id})
                return rules.why_not_force(game, command)
            case Dismantle(one, other):
                a, b = grid.by_label.get(one), grid.by_label.get(other)
                if a is None or b is None or one > other:
                    return Reason("no-pontoon-of-yours", ("U11.8",), {"hex": one, "other": other})
                return rules.why_not_dismantle(game, self.army, a, b)
            case Detach(label):
                return rules.why_not_detach_at(game, label)
            case words.RemoveDummy(label):
                return rules.why_not_remove_dummy(game, self.army, label)
            case PlayEvent() | PlayEventAt() | PlayEventFor():
                return rules.why_not_activation_event(game, self.army, self.begun, action)
        return NOT_OFFERED

    def why_not_unit(self, game: Campaign, piece: Piece, action: Action) -> Reason | None:
        rules = game.rules
        match action:
            case TakeAlong():
                if self.begun:
                    return rules.why_not_hurry(game, piece)
                return rules.why_not_take_along(game, piece)
            case MarchUnit():
                return rules.why_not_march(game, piece)
            case SendSkirmishers():
                return rules.why_not_march(game, piece) or rules.why_not_skirmish(game, piece)
            case words.Bridge(_, label):
                other = rules.board.grid.by_label.get(label)
                if other is None:
                    return Reason("hex-not-on-the-map", (), {"hex": label})
                return rules.why_not_bridge(game, piece, other)
        return NOT_OFFERED

    def moved(self, game: Campaign, answer: Action) -> Next:
        rules, state = game.rules, game.state
        match answer:
            case TakeAlong(id) if self.begun:
                rules.hurry(game, (id,))
                return Goto("move")
            case TakeAlong(id):
                then = "give_up" if rules.commands[self.command].is_superior else "move"
                state.named |= {id}
                state.active |= {id}
                state.acted |= {id}
                if game.piece(id).hex:
                    return Goto(then)
                entry = rules.board.hex(state.post)
                rules.enter(game, (id,), entry)
                return rules.drive_off(game, self.army, (entry,), then=then)
            case Detach(label):
                before = state.active
                rules.detach(game, rules.board.hex(label))
                if state.forced.get(self.army) == self.command:
                    rules.hurry(game, state.active - before)
                return rules.drive_off(game, self.army, (rules.board.hex(label),), then="move")
            case PlayEvent() | PlayEventAt() | PlayEventFor():
                rules.play(game, self.army, answer)
                if answer.event == REGROUP:
                    return Call(Regroup(self.army), then="move")
                if isinstance(answer, PlayEventAt) and answer.event == GENERAL_RETREAT:
                    return Call(GeneralRetreat(self.army, rules.board.hex(answer.hex)), then="move")
                return Goto("move")
            case words.RemoveDummy(label):
                rules.remove_dummy(game, self.army, rules.board.hex(label))
                return Goto("move")
            case EndMarches():
                return Goto("unstack")
        self.begun = True
        match answer:
            case MarchUnit(id):
                state.marching = (id,)
                price = rules.entry_price(game, state.marching)
                return Call(March(self.army, game.piece(id).hex, price), then="move")
            case MarchStack(label):
                h = rules.board.hex(label)
                state.marching = tuple(piece.id for piece in rules.movable(game, self.army, h))
                price = rules.entry_price(game, state.marching)
                return Call(March(self.army, h, price), then="move")
            case SendSkirmishers(id):
                return Call(rules.skirmish(game, self.army, id), then="move")
            case ForcedMarch(id):
                rules.force_march(game, rules.commands[id])
                game.emit(MarchForced(self.army, id))
            case words.Bridge(id, label):
                state.builders |= {id}
                state.finished |= {id}
                return Call(Bridge(self.army, game.piece(id).hex, rules.board.hex(label)), then="move")
            case Dismantle(one, other):
                return Call(TakeUp(self.army, rules.board.hex(one), rules.board.hex(other)), then="move")
        return Goto("move")

    def give_up(self, game: Campaign) -> Next:
        """U8.12: in place of one independent unit."""
        rules, state = game.rules, game.state
        others = [id for id in rules.sheets[self.army] if id in state.active and rules.acts_with_superior(game.piece(id))]
        if not others:
            return Goto("move")
        actions = [LeaveOut(id) for id in others]
        return Ask(self.army, actions, self.left_out, "leave-out", "U8.12", always=rules.secretive)

    def left_out(self, game: Campaign, answer: LeaveOut) -> Next:
        state = game.state
        state.active -= {answer.unit}
        state.acted -= {answer.unit}
        return Goto("move")

    def unstack(self, game: Campaign) -> Next:
        """U5.4: stacking is checked after movement and before combat."""
        if game.rules.overstacked(game, self.army):
            return Call(Unstacking(self.army), then="march_losses")
        return None

    def march_losses(self, game: Campaign) -> Next:
        """U9.24: one die for the formation on a forced march."""
        if game.state.forced.get(self.army) not in [command.id for command in self.formations(game)]:
            return Goto("enemy_event")
        return Roll("march-loss", self.march_loss_rolled, (), "U9.24", self.army, D6, reading=costs_a_level)

    def march_loss_rolled(self, game: Campaign, rolled: Rolled) -> Next:
        return None if costs_a_level(rolled.total) else Goto("enemy_event")

    def take_march_loss(self, game: Campaign) -> Next:
        """U9.24: the owner chooses among all units of the formation on the map."""
        rules = game.rules
        units = rules.units_of(game, rules.commands[game.state.forced[self.army]])
        if not units:
            return None
        actions = [Suffer(piece.id) for piece in units]
        return Ask(self.army, actions, self.march_loss_taken, "march-loss", "U9.24", always=True)

    def march_loss_taken(self, game: Campaign, answer: Suffer) -> Next:
        game.rules.lose_level(game, answer.unit, "U9.24")
        return None

    # ------------------------------------------------------------------ steps 3 and 4

    def enemy_event(self, game: Campaign) -> Next:
        """U17.3: before guns fire and combats are declared, the enemy may play an event."""
        if self.is_quiet_night(game):
            return None
        return game.rules.event_window(game, ENEMY[self.army], then="bombard")

    def bombard(self, game: Campaign) -> Next:
        """U12.3: after movement, before combat."""
        return Call(Bombardments(self.army), then="declare")

    def declare(self, game: Campaign) -> Next:
        """U14.1: in day turns only, unless an event says otherwise."""
        if self.is_quiet_night(game):
            return Goto("demons")
        return Call(Declaration(self.army), then=self.declared)

    def is_quiet_night(self, game: Campaign) -> bool:
        """U6.11: a night without Night Attack!."""
        return game.night and not game.rules.in_force(game, NIGHT_ATTACK)

    def declared(self, game: Campaign, combats: tuple[DeclaredCombat, ...]) -> Next:
        self.combats = combats
        return None if combats else Goto("demons")

    def fight(self, game: Campaign) -> Next:
        combats, self.combats = self.combats, ()
        return Call(Combats(self.army, combats), then="demons")

    def demons(self, game: Campaign) -> Next:
        """U17.8: some of the active units attack again."""
        rules = game.rules
        hidden = rules.secretive
        able = self.why_not_demons(game) is None
        if not (self.could_be_demons(game) if hidden else able):
            return None
        hexes = rules.demon_hexes(game, self.army) if able else 0
        actions: list[Action] = [*(PlayEventAt(DEMONS, game.label(h)) for h in members(hexes)), NO_EVENT]
        return Ask(self.army, actions, self.demons_answered, "attack-again", "U17.8", always=hidden)

    def could_be_demons(self, game: Campaign) -> bool:
        """Whether the event, for all that others know, may be in hand and of use, so that nobody learns who holds it."""
        rules = game.rules
        known = DEMONS in rules.components.events[self.army] and rules.could_hold(game, self.army, DEMONS)
        playable = known and rules.may_play_more(game, self.army) and not rules.in_force(game, DEMONS)
        playable = playable and not self.is_quiet_night(game)
        return playable and bool(rules.seen_acting(game, self.army) & game.near(ENEMY[self.army]))

    def why_not_demons(self, game: Campaign) -> Reason | None:
        if game.rules.in_force(game, DEMONS):
            return Reason("not-the-moment", ("U17.8",), {"event": DEMONS})
        if self.is_quiet_night(game):
            return Reason("no-combat-at-night", ("U6.11",))
        return game.rules.why_not_event(game, self.army, DEMONS)

    def demons_answered(self, game: Campaign, answer: Action) -> Next:
        if not isinstance(answer, PlayEventAt):
            return None
        game.rules.play(game, self.army, answer)
        game.state.attacked = frozenset()
        return Goto("declare")

    def wounded(self, game: Campaign) -> Next:
        """U17.12: on 5 or 6 Jackson is wounded."""
        if not game.rules.in_force(game, JACKSON):
            return None
        return Roll("wounded", self.wound_rolled, (), "U17.12", self.army, D6, reading=lambda face: self.wounds(game, face))

    def wounds(self, game: Campaign, face: int) -> bool:
        return face >= game.rules.event(self.army, JACKSON).wounded_on

    def wound_rolled(self, game: Campaign, rolled: Rolled) -> Next:
        if self.wounds(game, rolled.total):
            game.state.wounded |= {self.command}
            game.emit(CommanderWounded(self.army, self.command))
        return None

    def ended(self, game: Campaign, result: object) -> Next:
        return DONE

    def rest(self, game: Campaign) -> Next:
        """U14.47: what the activation ends with."""
        game.rules.rest(game, self.army)
        game.rules.after_activation(game)
        return DONE
