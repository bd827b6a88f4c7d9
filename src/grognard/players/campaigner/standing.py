"""What it is worth to stand where the automaton attacks: the chances of an engagement's dice, in victory points (J-J2, J-K)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from grognard.core.hexes import Hex
from grognard.games.chancellorsville.old_joe import procedures as by
from grognard.games.chancellorsville.old_joe.combat_dice import dice_by_fives
from grognard.games.chancellorsville.old_joe.data_schema import EngagementData
from grognard.games.chancellorsville.old_joe.engagement import second_thoughts
from grognard.games.chancellorsville.old_joe.state import Solitaire
from grognard.games.chancellorsville.victories.pieces import CSA, GOOD, UNION, Piece
from grognard.games.chancellorsville.victories.volleys import SIDES
from grognard.players.campaigner.assaults import declared

LEVEL, LAST, CHEAP = 0.25, 1.3, 0.4
"""What a level of one's own is worth: one that may come back at night, the last of a unit, and of one that scores nothing."""
SCORED, PLAIN = 1.0, 0.3
"""What a level of theirs is worth: boxed or the last, and one between."""
GIVEN_UP = 0.3
"""What a hex is worth that is given up."""


class Attack(NamedTuple):
    """A formation that may attack."""

    points: int
    """With its guns."""
    bonus: int
    extra: int
    """The die of a Combat marker."""
    prizes: tuple[float, ...]
    """What the loss of so many of its levels is worth, in the order in which they fall."""
    aggressive: bool


class Stand(NamedTuple):
    """Who would be attacked."""

    points: int
    bonus: int
    works: bool
    """A breastwork costs the attacker a level."""
    extra: int
    """The die of a fortification."""
    cap: int
    struck: tuple[float, ...]
    """What sixes cost, unit after unit, the strongest first."""
    losses: tuple[float, ...]
    """What other losses cost, the cheapest first."""
    stacks: int
    """How many stacks can retreat, each in place of a loss."""
    trapped: float
    """What a forced retreat would cost that cannot be made."""


def attack_of(game: Solitaire, units: Sequence[Piece], guns: int) -> Attack:
    """Divisions in good order with the guns of their formation."""
    able = [piece for piece in units if piece.order == GOOD]
    ids = tuple(piece.id for piece in able)
    stacks = [other for piece in able for other in game.units_at(UNION, piece.hex)]
    screened = sum(game.counter(piece.id).is_skirmisher for piece in stacks)
    return Attack(
        sum(game.points(piece) for piece in stacks) + guns,
        game.rules.bonus_points(game, ids),
        int(bool(game.rules.marked(game, ids))),
        (*(0.0 for _ in range(screened)), *prizes_of(game, able)),
        game.state.attitude == "A",
    )


def prizes_of(game: Solitaire, units: Sequence[Piece]) -> list[float]:
    """DAMAGE: the strongest first, and one each before a second."""
    rules, found, most = game.rules, [], game.rules.components.display.engagement.most
    order = by.by_strength(game, units)
    for loss in range(1, most):
        for piece in order:
            step, last = piece.step + loss, rules.counters[piece.id].levels
            if step <= last:
                found.append(SCORED if step in rules.boxed(piece.id) or step == last else PLAIN)
    return found[: most + 2]


def stand_of(game: Solitaire, stacks: Sequence[tuple[Hex, Sequence[Piece]]]) -> Stand:
    """Stacks in their hexes, or where they would be."""
    rules, most = game.rules, game.rules.components.display.engagement.most
    units = [piece for _, stack in stacks for piece in stack]
    faced = any(rules.has_fortification(game, CSA, h) for h, _ in stacks)
    works = not faced and any(
        rules.has_works(game, CSA, h) or rules.why_not_dig(game, CSA, h) is None for h, stack in stacks if stack
    )
    terrain = {rules.board.terrain[h] for h, _ in stacks}
    cap = rules.components.terrain.hexes[terrain.pop()].dice_cap if len(terrain) == 1 else most
    infantry = sorted(units, key=lambda piece: (rules.counters[piece.id].is_artillery, -game.points(piece)))
    can = [bool(rules.can_retreat(game, CSA, tuple(p.id for p in stack))) if stack[0].hex == h else True for h, stack in stacks]
    trapped = sum(last_of(game, p) for (_, stack), able in zip(stacks, can, strict=True) if not able for p in stack)
    bonus = sum(rules.bonus_of(stack) for _, stack in stacks)
    return Stand(
        sum(game.points(piece) for piece in units),
        bonus,
        works,
        faced * rules.components.terrain.hexsides.fortification_facing.defender_dice,
        min(cap, most),
        tuple(cost_of(game, piece) for piece in infantry),
        tuple(sorted(cost for piece in units for cost in costs_of(game, piece))),
        sum(can),
        trapped,
    )


def last_of(game: Solitaire, piece: Piece) -> float:
    return LAST if game.counter(piece.id).strengths[0] >= 2 else CHEAP


def cost_of(game: Solitaire, piece: Piece) -> float:
    """What the next level of a unit costs."""
    if game.counter(piece.id).is_skirmisher:
        return 0.0
    return LEVEL if game.rules.levels(piece) > 1 else last_of(game, piece)


def costs_of(game: Solitaire, piece: Piece) -> Iterable[float]:
    if game.counter(piece.id).is_skirmisher:
        return [0.0]
    return [*[LEVEL] * (game.rules.levels(piece) - 1), last_of(game, piece)]


@cache
def value(attack: Attack, stand: Stand, numbers: EngagementData) -> float:
    """The victory points that an engagement brings those who stand, less what it costs them."""
    dice = min(stand.cap, numbers.most, dice_by_fives(attack.points, numbers) + attack.extra)
    answer = min(stand.cap, numbers.most, dice_by_fives(stand.points, numbers) + stand.extra)
    fought = 1.0
    if dice < answer:
        added = sum(modifier.value for modifier in second_thoughts(answer - dice, attack.aggressive))
        fought = sum(die + added > numbers.breaks_off_at for die in range(1, SIDES + 1)) / SIDES
    gain = 0.0
    for hits, chance in enumerate(declared(answer, stand.bonus)):
        gain += chance * sum(attack.prizes[: hits + stand.works])
    cost = 0.0
    for outcome in by.dice_outcomes((0,) * dice, attack.bonus):
        hits = by.hits_with((0,) * dice, outcome.faces, attack.bonus)
        sixes = outcome.faces.count(SIDES)
        cost += outcome.chance * loss(hits, sixes, stand, numbers.retreats)
    return fought * (gain - cost)


def loss(hits: int, sixes: int, stand: Stand, most: int) -> float:
    """Sixes strike the strongest; of the others all but the first may be turned into retreats, of so many stacks at most."""
    if not hits:
        return 0.0
    trapped = stand.trapped if sixes else 0.0
    struck = sum(stand.struck[:sixes])
    rest = list(stand.losses)
    for cost in stand.struck[:sixes]:
        if cost in rest:
            rest.remove(cost)
    left, retreats = hits - sixes, 0
    for _ in range(min(most, stand.stacks, hits - 1)):
        if left and (left > len(rest) or rest[left - 1] > GIVEN_UP):
            left, retreats = left - 1, retreats + 1
    return max(trapped, struck + sum(rest[:left]) + GIVEN_UP * retreats)
