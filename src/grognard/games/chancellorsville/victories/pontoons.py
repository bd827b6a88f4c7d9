"""Chapter 11: pontoons are built, taken up, destroyed and captured."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.core.dice import D6
from grognard.core.events import Rolled
from grognard.core.hexes import Hex
from grognard.core.procedures import DONE, Next, Procedure, Roll
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import SeizeBridge, WreckBridge
from grognard.games.chancellorsville.victories.chapter import C, Chapter
from grognard.games.chancellorsville.victories.events import (
    BridgeFailed,
    BridgeLaid,
    BridgeSeized,
    BridgeTakenUp,
    BridgeWrecked,
)
from grognard.games.chancellorsville.victories.ground import MP
from grognard.games.chancellorsville.victories.names import ArmyName, HexId
from grognard.games.chancellorsville.victories.pieces import CSA, ENEMY, UNION, Piece

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.movement import March
    from grognard.games.chancellorsville.victories.state import Campaign

HARM = 2 * MP
"""U11.12, U11.13: what it costs to destroy or to capture a pontoon."""
SUCCESS = 4
"""U11.6, U11.9, U11.10: the die that is enough next to the enemy."""


def succeeds(face: int) -> bool:
    return face >= SUCCESS


class Bridging(Chapter[C]):
    """Where pontoons lie, and what may be done to them."""

    def bridges_at(self, game: C, h: Hex) -> list[Hex]:
        """The hexes to which a pontoon lies from a hex."""
        if not game.state.pontoons:
            return []
        pairs = (game.rules.steps_over(key)[0] for key in game.state.pontoons)
        return sorted(other if one == h else one for one, other in pairs if h in (one, other))

    def bridge_sites(self, game: C, h: Hex) -> list[Hex]:
        """U11.3: the hexes across the rivers around a hex to which a pontoon may be laid."""
        pontoons = game.state.pontoons
        return [other for other, key in game.rules.banks.get(h, ()) if key not in pontoons]

    def why_not_bridge(self, game: C, piece: Piece, other: Hex) -> Reason | None:
        """U11.1, U11.3, U11.4, U11.7: why a unit cannot lay a pontoon to a hex."""
        state, counter = game.state, self.counters[piece.id]
        name = {"unit": counter.name}
        if piece.id not in state.active:
            return Reason("not-active", ("U11.4",), name)
        if not counter.is_infantry:
            return Reason("only-infantry-bridges", ("U11.4",), name)
        if piece.id in state.builders:
            return Reason("one-attempt-a-turn", ("U11.7",), name)
        if piece.id in state.moved | state.moved_this_turn | state.finished:
            return Reason("builders-have-not-moved", ("U11.4",), name)
        if not state.in_hand.get(counter.side, 0):
            return Reason("no-pontoon-in-hand", ("U11.1",))
        if other not in self.bridge_sites(game, piece.hex):
            return Reason("no-place-for-a-pontoon", ("U11.3",), {"hex": game.label(other)})
        return None

    def why_not_dismantle(self, game: C, army: str, a: Hex, b: Hex) -> Reason | None:
        """U11.8, U11.11: the Union alone takes up pontoons, those under its own control."""
        if army != UNION:
            return Reason("confederates-take-up-none", ("U11.11",))
        if game.state.pontoons.get(game.rules.hexside_key(a, b)) != army:
            return Reason("no-pontoon-of-yours", ("U11.8",), {"hex": game.label(a), "other": game.label(b)})
        if game.rules.hexside_key(a, b) == game.state.csa_bridge:
            return Reason("only-captured", ("U11.8",), {"hex": game.label(a), "other": game.label(b)})
        return None

    def why_not_harm_bridge(self, game: C, march: March, action: WreckBridge | SeizeBridge) -> Reason | None:
        """U11.12, U11.13: infantry next to a pontoon, with no enemy beside it, for two points."""
        other = self.board.grid.by_label.get(action.hex)
        units, where = march.units(game), {"hex": action.hex}
        if other is not None and "bridge" in self.board.side(march.hex, other):
            return Reason("bridge-stands", ("U11.14",), where)
        if other is None or other not in self.bridges_at(game, march.hex):
            return Reason("no-pontoon-here", ("U11.12",), where)
        if not any(self.counters[unit.id].is_infantry for unit in units):
            return Reason("only-infantry-bridges", ("U11.12",), {"unit": ", ".join(self.counters[u.id].name for u in units)})
        if game.held(ENEMY[march.army]) >> other & 1:
            return Reason("enemy-at-the-pontoon", ("U11.12",), where)
        owner = game.state.pontoons[game.rules.hexside_key(march.hex, other)]
        if isinstance(action, SeizeBridge) and owner == march.army:
            return Reason("pontoon-is-yours", ("U11.13",), where)
        if march.spent + HARM > game.rules.allowance(game, units):
            return Reason("too-few-points-for-it", ("U11.12", "U11.13"), where)
        return None

    def harm_bridge(self, game: C, army: str, h: Hex, action: WreckBridge | SeizeBridge) -> int:
        """Destroy or capture a pontoon; returns what that costs."""
        key = game.rules.hexside_key(h, self.board.hex(action.hex))
        if isinstance(action, SeizeBridge):
            game.state.pontoons[key] = army
            game.emit(BridgeSeized(army, game.label(h), action.hex))
        else:
            del game.state.pontoons[key]
            if game.state.csa_bridge == key:
                game.state.csa_bridge = ""
            game.emit(BridgeWrecked(army, game.label(h), action.hex))
        game.forget_ground()
        return HARM


class BridgeWork(Procedure["Campaign"]):
    """Work on a pontoon between two hexes that may need a die."""

    army: ArmyName
    hex: HexId
    other: HexId

    def rolled(self, game: Campaign, rolled: Rolled) -> Next:
        if succeeds(rolled.total):
            return None
        game.emit(BridgeFailed(self.army, game.label(self.hex), game.label(self.other)))
        return DONE


class Bridge(BridgeWork):
    """An infantry unit lays a pontoon."""

    steps: ClassVar[tuple[str, ...]] = ("build", "laid")

    def build(self, game: Campaign) -> Next:
        """U11.6: with the enemy on the far side a die decides."""
        if game.held(ENEMY[self.army]) >> self.other & 1:
            return Roll("bridge", self.rolled, (), "U11.6", self.army, D6, reading=succeeds)
        return None

    def laid(self, game: Campaign) -> Next:
        """U11.4: it is placed at once."""
        state = game.state
        state.pontoons[game.rules.hexside_key(self.hex, self.other)] = self.army
        state.in_hand[self.army] -= 1  # U11.1
        if self.army == CSA:  # U11.8
            state.csa_bridge = game.rules.hexside_key(self.hex, self.other)
        game.forget_ground()
        game.emit(BridgeLaid(self.army, game.label(self.hex), game.label(self.other)))
        return DONE


class TakeUp(BridgeWork):
    """The Union takes up a pontoon; next to the enemy, or in retreat, a die decides."""

    in_retreat: bool = False
    steps: ClassVar[tuple[str, ...]] = ("try_it", "taken_up")

    def try_it(self, game: Campaign) -> Next:
        if self.in_retreat:
            return self.attempt("U11.10")
        enemy = game.held(ENEMY[self.army])
        if (enemy >> self.hex | enemy >> self.other) & 1:
            return self.attempt("U11.9")
        return None

    def attempt(self, cites: str) -> Roll:
        return Roll("dismantle", self.rolled, (), cites, self.army, D6, reading=succeeds)

    def taken_up(self, game: Campaign) -> Next:
        """U11.8: the pontoon is off the map at once, and ready on the next turn."""
        state = game.state
        del state.pontoons[game.rules.hexside_key(self.hex, self.other)]
        state.taken_up[self.army] = state.taken_up.get(self.army, 0) + 1
        game.forget_ground()
        game.emit(BridgeTakenUp(self.army, game.label(self.hex), game.label(self.other)))
        return DONE
