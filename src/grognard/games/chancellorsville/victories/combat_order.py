"""Chapter 14: the declared combats, one after another in the order that the attacker chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from grognard.core.actions import Action
from grognard.core.hexes import Hex, members
from grognard.core.procedures import DONE, NOT_OFFERED, Ask, Call, Goto, Next, Procedure
from grognard.core.texts import Reason
from grognard.games.chancellorsville.victories.actions import CallOff, Resolve
from grognard.games.chancellorsville.victories.attacks import DeclaredCombat
from grognard.games.chancellorsville.victories.names import ArmyName, HexId
from grognard.games.chancellorsville.victories.pieces import ENEMY

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.state import Campaign


class Combats(Procedure["Campaign"]):
    """U14.8: the declared combats, in the order that the attacker chooses."""

    army: ArmyName
    combats: tuple[DeclaredCombat, ...]
    bound: frozenset[HexId] = frozenset()
    """U14.2, U14.8: hexes that must be attacked because somebody has attacked next to them from a hex that is not woods."""
    spared: frozenset[HexId] = frozenset()
    """U14.2, U14.8: hexes that nobody attacks any more because their combat was called off."""
    steps: ClassVar[tuple[str, ...]] = ("choose",)

    def facts(self, game: Campaign) -> Mapping[str, Any]:
        """The hexes that each combat is about."""
        return {"combats": {number: tuple(map(game.label, combat.targets)) for number, combat in enumerate(self.combats)}}

    def valid(self, game: Campaign, combat: DeclaredCombat) -> DeclaredCombat | None:
        """What is left of a combat: attackers that stand, next to hexes that are still held."""
        held, grid = game.held(ENEMY[self.army]), game.rules.board.grid
        targets = tuple(h for h in combat.targets if held >> h & 1)
        attackers = tuple(
            id
            for id in game.alive(combat.attackers)
            if all(grid.adjacent[game.piece(id).hex] >> h & 1 for h in targets) and game.piece(id).order == 0
        )
        real = any(not game.counter(id).is_skirmisher for id in attackers)
        return DeclaredCombat(attackers, targets) if targets and real else None

    def remaining(self, game: Campaign) -> list[tuple[int, DeclaredCombat]]:
        found = ((number, self.valid(game, combat)) for number, combat in enumerate(self.combats))
        return [(number, combat) for number, combat in found if combat is not None]

    def owed_by(self, game: Campaign, combat: DeclaredCombat) -> set[Hex]:
        """U14.2: the hexes that this attack needs to be engaged, by itself or by others."""
        rules, starts = game.rules, {game.piece(id).hex for id in combat.attackers}
        return {h for start in starts for h in members(rules.must_be_engaged(game, self.army, start))}

    def due(self, game: Campaign) -> set[Hex]:
        """U14.8: the hexes that attacks already made need, and those that the combats against them need in their turn."""
        left, found = [combat for _, combat in self.remaining(game)], set(self.bound)
        while True:
            needed = [self.owed_by(game, combat) for combat in left if found & set(combat.targets)]
            more = found.union(*needed)
            if more == found:
                return found
            found = more

    def choose(self, game: Campaign) -> Next:
        left = self.remaining(game)
        if not left:
            return DONE
        actions: list[Action] = [Resolve(number) for number, _ in left]
        actions.extend(CallOff(number) for number, _ in left)
        actions = [action for action in actions if self.why_not(game, action) is None]
        return Ask(self.army, actions, self.chosen, "next-fight", "U14.8", self.why_not)

    def why_not(self, game: Campaign, action: Action) -> Reason | None:
        left = dict(self.remaining(game))
        match action:
            case Resolve(number) | CallOff(number):
                if number not in left:
                    return Reason("no-combat-of-that-number", ("U14.8",), {"number": number})
                if isinstance(action, CallOff) and self.due(game) & set(left[number].targets):
                    return Reason("must-be-fought", ("U14.8", "U14.2"), {"number": number})
                if isinstance(action, Resolve) and self.spared & self.owed_by(game, left[number]):
                    return Reason("needs-what-was-called-off", ("U14.2", "U14.8"), {"number": number})
                return None
        return NOT_OFFERED

    def chosen(self, game: Campaign, answer: Action) -> Next:
        left = dict(self.remaining(game))
        number: int = answer.number  # type: ignore[attr-defined]
        combat = left.pop(number)
        rest = tuple(left.values())
        if isinstance(answer, CallOff):
            self.combats = rest
            self.spared |= set(combat.targets)
            return Goto("choose")
        self.bound |= self.owed_by(game, combat)
        self.combats = rest
        return Call(game.rules.combat(self.army, combat.attackers, combat.targets), then="choose")
