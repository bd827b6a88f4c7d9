"""The rules of Harrow Mill, in the order of its rulebook (data/rules.yaml)."""

from __future__ import annotations

from grognard import authoring as ga
from grognard.authoring import Action, Event, HexName, Modifier, Next, PieceName, PieceOrNone, Reason, SeatName

BLUE, RED = "blue", "red"
ENEMY = {BLUE: RED, RED: BLUE}
MILL, COVER, RANGE, HIT, LAST_TURN = "0504", ("woods", "orchard"), 2, 4, 6


class Section(ga.Counter, frozen=True):
    """A section of a company, and how far it marches."""

    pace: int


class March(Action, frozen=True):
    piece: PieceName
    hex: HexName


class Fire(Action, frozen=True):
    piece: PieceName
    target: PieceName


class EndTurn(Action, frozen=True):
    """Leave it at that."""


class Marched(Event, frozen=True):
    piece: PieceName
    start: HexName
    end: HexName


class Shaken(Event, frozen=True):
    piece: PieceName


class Routed(Event, frozen=True):
    piece: PieceName


class Rallied(Event, frozen=True):
    piece: PieceName


class MillState(ga.HexState):
    """Where the sections stand, which of them are shaken, and which have acted in this turn."""

    shaken: frozenset[PieceName] = frozenset()
    acted: frozenset[PieceName] = frozenset()
    turn: ga.TurnNumber = 1
    phasing: SeatName = BLUE


class MillGame(ga.Game):
    rules: MillRules
    state: MillState


class Skirmish(ga.Procedure["MillGame"]):
    """HM1: the sides take turns, and in a turn each section acts once, in any order."""

    steps = ("order", "fire", "end_turn")
    piece: PieceOrNone = ""
    target: PieceOrNone = ""

    def order(self, game: MillGame) -> Next:
        orders = game.rules.orders(game)
        return ga.Ask(game.state.phasing, orders, self.carry_out, "order", "HM1", self.why_not, closing=(EndTurn(),))

    def why_not(self, game: MillGame, action: Action) -> Reason | None:
        return game.rules.why_not(game, action)

    def carry_out(self, game: MillGame, answer: Action) -> Next:
        state = game.state
        match answer:
            case March(piece, hex):
                game.emit(Marched(piece, state.at[piece], hex))
                state.at[piece] = hex
            case Fire(piece, target):
                self.piece, self.target = piece, target
            case _:
                return ga.Goto("end_turn")
        state.acted |= {piece}
        return ga.Goto("fire") if isinstance(answer, Fire) else ga.Goto("order")

    def fire(self, game: MillGame) -> Next:
        """HM3: one die and its modifiers."""
        modifiers = tuple(game.rules.modifiers(game, self.piece, self.target))
        return ga.Roll("fire", self.fired, modifiers, "HM3", game.state.phasing, ga.D6)

    def fired(self, game: MillGame, rolled: ga.Rolled) -> Next:
        """HM4: the first hit shakes a section, the second routs it."""
        state, target, self.piece, self.target = game.state, self.target, "", ""
        if rolled.total >= HIT:
            routed = target in state.shaken
            game.emit(Routed(target) if routed else Shaken(target))
            state.shaken ^= {target}
            if routed:
                del state.at[target]
            if not game.rules.standing(game, ENEMY[state.phasing]):
                game.end(ga.Outcome(state.phasing, "victory", "nobody-left", ("HM6",)))
        return ga.Goto("order")

    def end_turn(self, game: MillGame) -> Next:
        """HM1, HM5, HM6: who did nothing rallies; then the other side acts, and after its last turn the mill decides."""
        state = game.state
        for piece in sorted(state.shaken.intersection(game.rules.standing(game, state.phasing)) - state.acted):
            game.emit(Rallied(piece))
            state.shaken -= {piece}
        state.acted, state.phasing = frozenset(), ENEMY[state.phasing]
        if state.phasing == BLUE and state.turn == LAST_TURN:
            side = next((game.rules.pieces[id].side for id, hex in state.at.items() if hex == MILL), None)
            game.end(ga.Outcome(side, "victory" if side else "draw", "mill-held" if side else "mill-empty", ("HM6",)))
        elif state.phasing == BLUE:
            state.turn += 1
            game.emit(ga.TurnBegan(state.turn))
        return ga.Goto("order")


class MillRules(ga.HexRules[MillGame]):
    seats = (BLUE, RED)
    actions = (March, Fire, EndTurn)
    procedures = (Skirmish,)
    game_class = MillGame
    state_class = MillState
    turns = LAST_TURN
    sheet = ga.read_map(__package__)
    pieces = ga.read_data(__package__, "sections.toml", dict[str, Section])
    costs_of_terrain = {"open": 1, "orchard": 2, "woods": 2, "town": 1}
    palette = {BLUE: "#2f5d8c", RED: "#9c3b32"}
    value_words = "pace"

    def orders(self, game: MillGame) -> list[Action]:
        """HM1: every legal order of the side whose turn it is."""
        found: list[Action] = []
        for piece in self.standing(game, game.state.phasing):
            if piece not in game.state.acted:
                found += [March(piece, hex) for hex in self.marches(game, piece)]
                found += [Fire(piece, target) for target in self.targets(game, piece)]
        return [*found, EndTurn()]

    def why_not(self, game: MillGame, action: Action) -> Reason | None:
        """Why the side whose turn it is may not give an order; None if it may."""
        state, piece = game.state, getattr(action, "piece", "")
        match action:
            case March() | Fire() if piece not in self.standing(game, state.phasing) or piece in state.acted:
                return Reason("has-acted" if piece in state.acted else "not-in-action", ("HM1",), {"piece": piece})
            case March(_, hex) if hex not in self.marches(game, piece):
                return Reason("too-far", ("HM2",), {"piece": piece, "hex": hex})
            case Fire() if piece in state.shaken:
                return Reason("too-shaken", ("HM4",), {"piece": piece})
            case Fire(_, target) if target not in self.targets(game, piece):
                return Reason("no-target", ("HM3",), {"target": target, "range": RANGE})
        return None

    def marches(self, game: MillGame, piece: str) -> dict[str, int]:
        """HM2: as far as its pace lets it, through no section, and no farther than the first hex next to an enemy."""
        at = game.state.at
        near = [hex for enemy in self.enemies(game, piece) for hex in self.near(at[enemy])]
        return self.reach(at[piece], self.pieces[piece].pace, closed=at.values(), stops=near)

    def targets(self, game: MillGame, piece: str) -> list[str]:
        """HM3, HM4: the enemies in range, unless the section is shaken."""
        at, enemies = game.state.at, [] if piece in game.state.shaken else self.enemies(game, piece)
        return [enemy for enemy in enemies if self.distance(at[piece], at[enemy]) <= RANGE]

    def modifiers(self, game: MillGame, piece: str, target: str) -> list[Modifier]:
        """HM3: who is near hits more, and who is in cover is hit less."""
        here, there = game.state.at[piece], game.state.at[target]
        near = [Modifier(+1, "at-close-range", "HM3")] if self.distance(here, there) == 1 else []
        return near + ([Modifier(-1, "in-cover", "HM3")] if self.terrain(there) in COVER else [])

    def chance(self, game: MillGame, seat: str, action: Action) -> float | None:
        """At the table: the chance that a shot hits."""
        if not isinstance(action, Fire) or self.why_not(game, action) is not None:
            return None
        return (7 - HIT + sum(each.value for each in self.modifiers(game, action.piece, action.target))) / 6

    def states_of(self, game: MillGame, piece: str) -> tuple[str, ...]:
        return ("shaken",) if piece in game.state.shaken else ()
