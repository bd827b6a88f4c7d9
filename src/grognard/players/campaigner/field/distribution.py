"""Who attacks whom, when all stand where they are: dice are limited, so what one attack does not need makes another."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.hexes import Hex, members
from grognard.games.chancellorsville.victories.attacks import AttackPlan
from grognard.players.campaigner.field.situation import Field

BETTER = 1e-6
Shares = dict[str, Hex]
"""The hex that each unit attacks."""


class Distribution:
    """The units that can attack, and what each way to share them out is worth."""

    def __init__(self, field: Field, plan: AttackPlan) -> None:
        self.field, self.plan = field, plan
        self.fixed: Shares = {id: hex for targets, ids in plan.combats.items() for hex in members(targets) for id in ids}
        closed = sum(targets for targets in plan.combats if targets & (targets - 1))
        self.free = {id: plan.contact[id] & ~closed for id in sorted(plan.alone - plan.assigned)}
        self._values: dict[tuple[Hex, tuple[str, ...]], float] = {}

    def attackers(self, shares: Shares) -> dict[Hex, list[str]]:
        found: dict[Hex, list[str]] = {}
        for id, target in (self.fixed | shares).items():
            found.setdefault(target, []).append(id)
        return found

    def value(self, shares: Shares) -> float:
        """What the attacks promise together, less what must be attacked besides; those that promise too little only cost."""
        field, game = self.field, self.field.game
        found, owed, taken = 0.0, 0, 0
        for target, ids in self.attackers(shares).items():
            key = target, tuple(sorted(ids))
            if key not in self._values:
                self._values[key] = field.value([(piece, piece.hex) for piece in map(game.piece, key[1])], (target,))
            promised = self._values[key]
            found += promised if promised >= field.plan.threshold else min(promised, 0.0) - field.plan.threshold
            taken |= 1 << target
            for id in ids:
                owed |= field.rules.must_be_engaged(game, field.army, game.piece(id).hex)
        return found - field.plan.owed * (owed & ~taken).bit_count()

    def steps(self, shares: Shares) -> Iterator[Shares]:
        """Other ways to share the units out: one of them, all of a hex, or all attack another enemy, or none."""
        stacks: dict[Hex, list[str]] = {}
        for id, targets in self.free.items():
            stacks.setdefault(self.field.game.piece(id).hex, []).append(id)
            for target in members(targets):
                if shares.get(id) != target:
                    yield shares | {id: target}
            if id in shares:
                yield {other: target for other, target in shares.items() if other != id}
        for ids in stacks.values():
            for target in members(self.free[ids[0]]):
                yield shares | dict.fromkeys(ids, target)
        for target in self.field.enemies:
            yield shares | {id: target for id, targets in self.free.items() if targets >> target & 1}

    def best(self) -> Shares:
        """From nobody on, the best step as long as there is one."""
        shares: Shares = {}
        value = self.value(shares)
        while True:
            step = max(self.steps(shares), key=self.value, default=shares)
            found = self.value(step)
            if found < value + BETTER:
                return shares
            shares, value = step, found


def share_out(field: Field, plan: AttackPlan) -> Shares:
    """The hexes that units not yet sent should attack, skirmishers with the others of their hex."""
    distribution = Distribution(field, plan)
    shares = distribution.best()
    sent = {field.game.piece(id).hex: target for id, target in (distribution.fixed | shares).items()}
    for id in sorted(set(plan.contact) - plan.alone - plan.assigned):
        target = sent.get(field.game.piece(id).hex)
        if target is not None:
            shares[id] = target
    return shares
