"""Attacks that could be made after marches: who can be where, and which attack promises most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from grognard.core.hexes import Hex, HexSet, members
from grognard.games.chancellorsville.victories.movement import March
from grognard.games.chancellorsville.victories.pieces import GOOD, Piece
from grognard.players.campaigner.field.situation import Field

STAYS = 2.0
"""How much enemies who may break contact like to stay when somebody marches up to them, beside each way out."""
SLIGHT = 0.01
"""What those who join an attack must add to it."""


class Mover(NamedTuple):
    """Units that march together, or that have marched already and only attack."""

    units: tuple[Piece, ...]
    here: Hex
    reach: HexSet
    """Where they can be when the marches are over, their own hex included."""
    free: bool
    pinned: bool = False
    """Whether they fall into disorder by leaving: they attack only from where they are."""

    def fighters(self, field: Field) -> list[Piece]:
        return [piece for piece in self.units if field.may_fight(piece)]


class Assault(NamedTuple):
    """An attack that could be made after some marches."""

    target: Hex
    value: float
    stands: dict[int, Hex]
    """By the place of each mover in the list: where it attacks from."""


# ---------------------------------------------------------------- who can march


def stays(field: Field, h: Hex, units: Sequence[Piece]) -> bool:
    """Whether units hold a place, rest from disorder, or would fall into disorder by leaving works next to the enemy; the wary
    leave all the same where the enemy is too strong, unless disorder would become demoralisation."""
    if field.plan.leave:
        return False
    if field.stake(h):
        return True
    rest, pinned = any(piece.order != GOOD for piece in units), field.is_pinned(h)
    if field.plan.wary and not (rest and pinned) and not field.is_safe(h, units):
        return False
    return rest or pinned


def worth_leaving_for(field: Field, h: Hex, units: Sequence[Piece]) -> HexSet:
    """Where units go that would otherwise stay: to places that nobody holds, if others stay to hold theirs; out of works,
    where others stay too, also to those who are few in a place, and next to the enemy's places."""
    if not field.can_spare(h):
        return 0
    rest = any(piece.order != GOOD for piece in units)
    if rest or field.stake(h) or len(field.game.real(field.own.get(h, ()))) < 2:
        return field.unclaimed
    return field.unclaimed | field.forward


def parts_of(field: Field, h: Hex, free: Sequence[Piece], reach: HexSet) -> Iterator[Mover]:
    """Units that may march, all together; out of works one by one, so that one stays and none fall into disorder (U14.23)."""
    if not stays(field, h, free):
        if field.is_pinned(h) and not field.plan.leave:
            yield Mover(tuple(free), h, reach | 1 << h, True, True)
        elif len(free) > 1 and any(not field.fits(other, free) for other in members(reach & field.forward)):
            yield from (Mover((piece,), h, reach | 1 << h, True) for piece in field.game.real(free))
        else:
            yield Mover(tuple(free), h, reach | 1 << h, True)
        return
    reach &= worth_leaving_for(field, h, free)
    going: list[Piece] = []
    if reach and not field.stake(h) and field.is_pinned(h):
        real = sorted(field.game.real(free), key=lambda piece: (field.game.points(piece), piece.id))
        others = len(field.game.real(field.own.get(h, ()))) > len(real)
        going = real if others else real[1:]
    yield from (Mover((piece,), h, reach | 1 << h, True) for piece in going)
    rest = tuple(piece for piece in free if piece not in going)
    if rest:
        yield Mover(rest, h, (1 << h) if going else reach | 1 << h, True)


def would_move(field: Field, units: Sequence[Piece]) -> list[Mover]:
    """Units that do not act yet, as if they did."""
    found: dict[Hex, list[Piece]] = {}
    for piece in units:
        found.setdefault(piece.hex, []).append(piece)
    game, army = field.game, field.army
    movers: list[Mover] = []
    for h, stack in sorted(found.items()):
        reach = field.rules.destinations(game, army, stack, 0, True).all
        movers.extend(parts_of(field, h, stack, reach))
    return movers


def movers_of(field: Field, march: March | None = None, goals: HexSet = 0) -> list[Mover]:
    """The active units by their hexes, those that may still march apart from the others; one march may be under way."""
    game, rules, army = field.game, field.rules, field.army
    state = game.state
    found: list[Mover] = []
    hexes = sorted({game.piece(id).hex for id in state.active if game.piece(id).hex})
    for h in hexes:
        stack = game.units_at(army, h)
        marching = march is not None and march.hex == h
        going = state.marching if marching else ()
        free = [p for p in (stack if marching else rules.movable(game, army, h)) if not marching or p.id in going]
        rest = [p for p in stack if p not in free and (p.id in state.active or rules.counters[p.id].is_skirmisher)]
        if free:
            reach = goals if marching else rules.destinations(game, army, free, 0, True).all
            found.extend(parts_of(field, h, free, reach))
        if rest:
            found.append(Mover(tuple(rest), h, 1 << h, False))
    return found


# ---------------------------------------------------------------- attacks after marches


def best_assault(field: Field, movers: Sequence[Mover], used: set[int], barred: HexSet) -> Assault | None:
    """The attack that promises most of those that these movers can make."""
    best: Assault | None = None
    unused = [(place, mover, mover.fighters(field)) for place, mover in enumerate(movers) if place not in used]
    able = [each for each in unused if each[2]]
    around = 0
    for _, mover, _ in able:
        around |= mover.reach
    around = field.grid.around_set(around) if around else 0
    for target in field.enemies:
        if not around >> target & 1 or barred >> target & 1:
            continue
        found = assault_on(field, able, target)
        if found is not None and found.value > (best.value if best else 0.0):
            best = found
    return best


def assaults_of(field: Field, movers: Sequence[Mover], used: set[int]) -> list[Assault]:
    """The attacks worth making, the best first; who takes part in one is used up for the others."""
    found: list[Assault] = []
    used, barred = set(used), 0
    while True:
        assault = best_assault(field, movers, used, barred)
        if assault is None or assault.value < field.plan.threshold:
            return found
        found.append(assault)
        used |= set(assault.stands)
        barred |= 1 << assault.target


def promise(field: Field, movers: Sequence[Mover]) -> float:
    """What the attacks of some movers promise together."""
    return sum(assault.value for assault in assaults_of(field, movers, set()))


def assault_on(field: Field, able: Sequence[tuple[int, Mover, list[Piece]]], target: Hex) -> Assault | None:
    """The best attack on a hex: from several sides, from opposite ones if possible, with no more units than it takes."""
    stands = field.stands(target)
    there = {h: field.own.get(h, ()) for h in members(stands)}
    chosen: dict[int, Hex] = {}
    attackers: list[tuple[Piece, Hex]] = []
    best: Assault | None = None
    elusive = field.is_elusive(target)
    for place, mover, fighters in sorted(able, key=partial(first_to_join, field)):
        reach = 1 << mover.here if mover.pinned or field.stake(mover.here) else mover.reach
        options = [
            h for h in members(reach & stands) if h == mover.here or field.rules.fits(field.game, (*there[h], *mover.units))
        ]
        if not options:
            continue
        h = max(options, key=partial(stand_rank, field, target, mover, {h for _, h in attackers}, elusive))
        chosen[place] = h
        if h != mover.here:
            there[h] += mover.units
        attackers.extend((piece, h) for piece in fighters)
        if not any(field.game.counter(piece.id).is_real for piece, _ in attackers):
            continue
        value = assault_value(field, attackers, target)
        if elusive and value > 0:
            marches = [(mover.here, chosen[number]) for number, mover, _ in able if number in chosen]
            value *= chance_to_catch(field, target, marches)
        if best is None or value > best.value + SLIGHT:
            best = Assault(target, value, dict(chosen))
    return best


def chance_to_catch(field: Field, target: Hex, marches: Sequence[tuple[Hex, Hex]]) -> float:
    """How likely enemies who may break contact are still there after these marches: the fewer ways out, the likelier."""
    ours, found = field.game.held(field.army), 1.0
    for here, goal in marches:
        if here != goal:
            ours |= 1 << goal
            found *= STAYS / (STAYS + field.ways_out(target, ours).bit_count())
    return found


def first_to_join(field: Field, each: tuple[int, Mover, list[Piece]]) -> tuple[bool, int, Hex]:
    """Those who can only attack from where they are come first, then the strong."""
    _, mover, fighters = each
    return mover.reach & (mover.reach - 1) != 0, -field.strength(fighters), mover.here


def stand_rank(
    field: Field, target: Hex, mover: Mover, taken: set[Hex], elusive: bool, h: Hex
) -> tuple[bool, bool, bool, bool, bool, float, Hex]:
    """How good a hex is to attack from: opposite to others, or another one; but who stirs warns those who may leave.

    Where only the places count, woods are better: whoever attacks out of them may leave the others alone (U14.3).
    """
    around = field.grid.neighbours[target]
    opposite = around[(around.index(h) + 3) % 6] in taken
    here = h == mover.here
    free = field.plan.at_once and bool(field.rules.woods >> h & 1)
    return elusive and here, opposite, free, h not in taken, here, -field.pressure(h), h


def assault_value(field: Field, attackers: Sequence[tuple[Piece, Hex]], target: Hex) -> float:
    """What an attack promises, less what else must be attacked from open hexes."""
    others = 0
    for h in {h for _, h in attackers}:
        others |= field.owed(h, target)
    return field.value(attackers, (target,)) - field.plan.owed * others.bit_count()
