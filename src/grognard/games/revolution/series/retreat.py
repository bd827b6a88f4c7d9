"""Chapter 13.2: retreats."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import Hex, HexSet, hex_set, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Done, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.revolution.series.actions import Follow, LoseStep, Retreat, Stand, Stay, Surrender, Withdraw
from grognard.games.revolution.series.chapter import Chapter
from grognard.games.revolution.series.events import Followed, Retreated, Stood
from grognard.games.revolution.series.names import Cause, Distance, HexId, Side, UnitId
from grognard.games.revolution.series.pieces import Piece

if TYPE_CHECKING:
    from grognard.games.revolution.series.battle import Battle

STAY = Stay()
SURRENDER = Surrender()
STAND = Stand()
WITHDRAW = Withdraw()

GONE, HELD, TAKEN = "retreated", "stood", "captured"
"""How a retreat can end."""


class Retreats(Chapter):
    """Where a unit may retreat. A retreat is not movement: it costs nothing and even shattered units retreat (S13.2)."""

    home_edges: dict[str, tuple[tuple[str, bool], ...]]
    """The friendly edges of each side: the digit pair that tells (column or row), and whether home has the smaller numbers."""

    def towards_home(self, side: str, a: Hex, b: Hex) -> bool:
        """S13.21b: whether b lies nearer to a friendly map edge than a."""
        stride = self.board.grid.stride
        for pair, smaller in self.home_edges[side]:
            here, there = (a // stride, b // stride) if pair == "column" else (a % stride, b % stride)
            if there < here if smaller else there > here:
                return True
        return False

    def nears_home(self, piece: Piece, h: Hex) -> bool:
        """S13.21b: whether a retreat into this hex leads homeward; a battle may give its armies other goals."""
        return self.towards_home(self.counters[piece.id].side, piece.hex, h)

    def closed_to_retreat(self, game: Battle, piece: Piece, strength: int | None = None) -> HexSet:
        """Enemy pieces, enemy ZOC and full stacks close a hex."""
        enemy = self.enemy[self.counters[piece.id].side]
        held = game.force(enemy).units | game.force(enemy).leaders  # S13.22a
        closed = held | game.rules.enemy_zoc(game, piece)  # S13.22b
        return closed | game.rules.crowded(game, piece, strength)  # S13.22e

    def retreat_hexes(self, game: Battle, piece: Piece, distance: int, strength: int | None = None) -> HexSet:
        """S13.22c, S13.24a: the hexes at the full distance that can be reached, each step one hex farther away."""
        table = game.rules.move_table(piece)
        open_hexes = self.board.grid.all & ~self.closed_to_retreat(game, piece, strength)
        here = 1 << piece.hex
        for step in range(1, distance + 1):
            ring = self.board.grid.ring(piece.hex, step)
            there = 0
            for h in members(here):
                there |= table.open[h]
            here = there & ring & open_hexes
        return here

    def retreat_ends(
        self, game: Battle, piece: Piece, distance: int, clear: bool = False, strength: int | None = None
    ) -> HexSet:
        """S13.2-alg1, S13.2-alg3: the legal ends: away from the enemy if possible, then towards home if possible.

        With `clear` (cavalry withdrawal) ends next to the enemy are never legal.
        """
        ends = self.retreat_hexes(game, piece, distance, strength)
        side = self.counters[piece.id].side
        safe = ends & ~game.near(self.enemy[side])
        if safe or clear:
            ends = safe  # S13.21a, S13.24b, S12.4b
        homeward = hex_set(h for h in members(ends) if self.nears_home(piece, h))
        return homeward or ends  # S13.21b

    def why_not_retreat(
        self, game: Battle, piece: Piece, h: Hex, distance: int, clear: bool, strength: int | None
    ) -> Reason | None:
        """Why a unit may not retreat to a hex, in the order of the rules."""
        grid, side, where = self.board.grid, self.counters[piece.id].side, {"hex": game.label(h)}
        if grid.distance(piece.hex, h) != distance:
            return Reason("wrong-distance", ("S13.24a",) if distance == 3 else ("S13.2-alg1",), {"distance": distance})
        enemy = self.enemy[side]
        if (game.force(enemy).units | game.force(enemy).leaders) >> h & 1:
            return Reason("enemy-there", ("S13.22a",), where)
        if game.rules.enemy_zoc(game, piece) >> h & 1:
            return Reason("in-enemy-zoc", ("S13.22b",), where)
        if game.rules.crowded(game, piece, strength) >> h & 1:
            return Reason("no-room", ("S13.22e",), where)
        if not self.retreat_hexes(game, piece, distance, strength) >> h & 1:
            return Reason("no-way-there", ("S13.22c",), where)
        ends = self.retreat_hexes(game, piece, distance, strength)
        near = game.near(enemy)
        if near >> h & 1 and clear:
            return Reason("next-to-the-enemy", ("S12.4b",), where)
        if near >> h & 1 and ends & ~near:
            return Reason("next-to-the-enemy", ("S13.21a", "S13.24b"), where)
        pool = ends & ~near or ends
        homeward = [e for e in members(pool) if self.nears_home(piece, e)]
        if homeward and h not in homeward:
            return Reason("not-towards-home", ("S13.21b",), where)
        return None

    def may_stand(self, game: Battle, piece: Piece, cause: str) -> str:
        """The rule by which this retreat is not binding, or nothing; the series knows none."""
        return ""

    def stands_instead(self, game: Battle, retreat: RetreatUnit) -> bool:
        """Whether something else happens in place of this retreat, and has happened; a battle says."""
        return False

    def may_stay_behind(self, game: Battle, side: str, start: Hex, end: Hex) -> bool:
        """S13.26: leaders need not go with units; a battle may send one along."""
        return True

    def make_way(self, game: Battle, piece: Piece, distance: int, clear: bool) -> bool:
        """Whether something gives way to a unit without a legal end, and has done so; a battle says."""
        return False

    def fits_reduced(self, game: Battle, piece: Piece, distance: int, clear: bool) -> bool:
        """S13.23b: a full two-step unit that only stacking keeps from retreating may lose a step instead of being captured."""
        counter = self.counters[piece.id]
        if counter.is_artillery or piece.step + 1 >= counter.steps:
            return False
        reduced = counter.strengths[piece.step + 1]
        return bool(self.retreat_ends(game, piece, distance, clear, reduced))

    def relieve(self, game: Battle, piece: str) -> None:
        """What a retreat, a disruption or a loss does to the markers of a unit: it is released from a PIN."""
        if game.piece(piece).pin:
            game.change(piece, pin=0)


class RetreatUnit(Procedure["Battle"]):
    """S13.2, S13.27: one unit, guns like others, retreats one hex or three; the result says how it ended."""

    piece: UnitId
    distance: Distance
    cause: Cause
    """R, D, check, withdraw or cavalry: what made it go."""
    from_combat: bool = False
    """Whether it retreats out of close combat (S13.25a)."""
    clear: bool = False
    """S12.4b: it may never end adjacent to an enemy."""
    keep: tuple[UnitId, ...] = ()
    """Other units that must still be able to withdraw after this one (S12.4b)."""
    start: HexId = 0
    steps: ClassVar[tuple[str, ...]] = ("stand_or_go", "give_way", "choose_hex", "leaders_follow")

    def stand_or_go(self, game: Battle) -> Next:
        if game.rules.stands_instead(game, self):
            return Done(HELD)
        rule = game.rules.may_stand(game, game.piece(self.piece), self.cause)
        if not rule:
            return None
        actions = [STAND, WITHDRAW]
        return Ask(game.seat_of(self.piece), actions, self.stood_or_gone, "stand-or-go", rule, None, {"piece": self.piece})

    def stood_or_gone(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Stand):
            game.emit(Stood(self.piece))
            return Done(HELD)
        return None

    def ends(self, game: Battle) -> list[Hex]:
        ends = members(game.rules.retreat_ends(game, game.piece(self.piece), self.distance, self.clear))
        if not self.keep:
            return ends
        leaving = game.rules.withdrawing()
        return [h for h in ends if leaving.can_after(game, self.piece, h, self.keep)]

    def give_way(self, game: Battle) -> Next:
        """S13.23a, S13.23b: without a legal end the unit is captured, or loses a step if only stacking is in the way."""
        if self.ends(game) or game.rules.make_way(game, game.piece(self.piece), self.distance, self.clear):
            return None
        if game.rules.fits_reduced(game, game.piece(self.piece), self.distance, self.clear):
            actions = [LoseStep(self.piece), SURRENDER]
            return Ask(
                game.seat_of(self.piece),
                actions,
                self.gave_way,
                "lose-step-or-surrender",
                "S13.23b",
                None,
                {"piece": self.piece},
            )
        game.rules.capture(game, self.piece)
        return Done(TAKEN)

    def gave_way(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Surrender):
            game.rules.capture(game, self.piece)
            return Done(TAKEN)
        game.rules.note_event(game, "result_1", game.army_of(self.piece), self.piece)
        game.rules.lose_step(game, self.piece)
        return None

    def choose_hex(self, game: Battle) -> Next:
        actions = [game.rules.retreats[h] for h in self.ends(game)]
        seat = game.seat_of(self.piece)
        return Ask(seat, actions, self.hex_chosen, "retreat", "S13.2", self.why_not_hex, {"piece": self.piece})

    def why_not_hex(self, game: Battle, action: Action) -> Reason | None:
        if not isinstance(action, Retreat):
            return NOT_OFFERED
        h = game.rules.board.grid.by_label.get(action.hex)
        if h is None:
            return Reason("no-such-hex", (), {"hex": action.hex})
        piece = game.piece(self.piece)
        refused = game.rules.why_not_retreat(game, piece, h, self.distance, self.clear, None)
        if refused is None and self.keep and not game.rules.withdrawing().can_after(game, self.piece, h, self.keep):
            return Reason("others-must-withdraw-too", ("S12.4b",))
        return refused

    def hex_chosen(self, game: Battle, answer: Retreat) -> Next:
        goal = game.rules.board.hex(answer.hex)
        self.start = game.piece(self.piece).hex
        game.rules.relieve(game, self.piece)
        game.change(self.piece, hex=goal)
        if self.from_combat:
            game.state.fled |= {self.piece}
        game.emit(Retreated(self.piece, game.label(self.start), answer.hex))
        game.rules.retreated_into(game, game.piece(self.piece))
        return None

    def leaders_follow(self, game: Battle) -> Next:
        return Call(LeadersFollow(game.side_of(self.piece), self.start, game.piece(self.piece).hex), then=self.followed)

    def followed(self, game: Battle, _: object) -> Next:
        return Done(GONE)


class LeadersFollow(Procedure["Battle"]):
    """S13.26, S12.23-9d: each leader stacked with a unit that goes may go with it or stay."""

    side: Side
    start: HexId
    end: HexId
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def choose(self, game: Battle) -> Next:
        leaders = [leader for leader in game.leaders_at(self.start, self.side) if game.rules.may_follow(game, leader, self.end)]
        if not leaders:
            return DONE
        actions: list[Action] = [Follow(leader.id) for leader in leaders]
        if game.rules.may_stay_behind(game, self.side, self.start, self.end):
            actions.append(STAY)
        seat = game.rules.seat_for(game, self.side, [leader.id for leader in leaders])
        return Ask(seat, actions, self.chosen, "leaders-follow", "S13.26", closing=(STAY,))

    def chosen(self, game: Battle, answer: Action) -> Next:
        if isinstance(answer, Follow):
            game.change(answer.piece, hex=self.end)
            game.emit(Followed(answer.piece, game.label(self.end)))
            return Goto("choose")
        return DONE
