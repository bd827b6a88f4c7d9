"""P-D11b: hidden counters. What has been seen of each army, and games that agree with it.

Nobody can follow a counter from area to area. What can be followed is where a unit may be: it was seen face up in a combat, a
counter left its area afterwards, it came back from the open box. `sightings` holds for each unit on the map a set of bits, made
of nothing but what both sides saw: bit i says that it may stand in area i, bit SHIFT + i that it may stand there and has moved
in this impulse; IN_HAND_BIT that it may not be set up yet. The unit itself is always in one of these places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.games.chancellorsville.perfect_plan.state import BOXES, IN_HAND

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules
    from grognard.games.chancellorsville.perfect_plan.state import Plan

SHIFT = 32
STANDING = (1 << SHIFT) - 1
IN_HAND_BIT = 1 << 2 * SHIFT
MOVED = "moved:"
SHUFFLES = 3
"""How often, for each unit, a deal is mixed by changing two units that could stand in each other's place."""


# ---------------------------------------------------------------- what is seen


def saw_deployment(game: Plan, army: str, area: str) -> None:
    """A counter was set up, nobody knows which."""
    sightings, bit = game.state.sightings, game.rules.bits[area]
    left = any(game.state.units[unit] == IN_HAND for unit in game.rules.sheets[army])
    for unit in game.rules.sheets[army]:
        mask = sightings.get(unit, 0)
        if mask & IN_HAND_BIT:
            sightings[unit] = (mask | bit) if left else (mask | bit) & ~IN_HAND_BIT


def saw_march(game: Plan, army: str, start: str, end: str) -> None:
    """A counter that had not moved went from one area to another, nobody knows which."""
    sightings, bits = game.state.sightings, game.rules.bits
    here, there = bits[start], bits[end] << SHIFT
    gone = 0 if start in game.stacks(army) else here | here << SHIFT
    for unit in game.rules.sheets[army]:
        mask = sightings.get(unit, 0)
        if mask & here:
            mask |= there
        if mask:
            sightings[unit] = mask & ~gone


def saw_exchange(game: Plan, army: str, area: str, beyond: str) -> None:
    """Two counters that had not moved changed places."""
    sightings, bits = game.state.sightings, game.rules.bits
    here, there = bits[area], bits[beyond]
    for unit in game.rules.sheets[army]:
        mask = sightings.get(unit, 0)
        sightings_now = mask | (there << SHIFT if mask & here else 0) | (here << SHIFT if mask & there else 0)
        if sightings_now != mask:
            sightings[unit] = sightings_now


def saw_fronts(game: Plan, area: str) -> None:
    """P5.2: everybody sees who is in an area, and who is not."""
    state, bit = game.state, game.rules.bits[area]
    both = bit | bit << SHIFT
    for unit, mask in state.sightings.items():
        state.sightings[unit] = mask & both if state.units[unit] == area else mask & ~both


def saw_unit(game: Plan, unit: str, area: str) -> None:
    """A unit came to an area from a place where all could see it."""
    game.state.sightings[unit] = game.rules.bits[area]


def saw_unit_go(game: Plan, unit: str, area: str) -> None:
    """A unit lying face up went to an area; nobody saw whether it had moved before."""
    mask, bit = game.state.sightings[unit], game.rules.bits[area]
    game.state.sightings[unit] = (bit if mask & STANDING else 0) | (bit << SHIFT if mask >> SHIFT & STANDING else 0)


def saw_unit_lost(game: Plan, unit: str) -> None:
    """P-D12: the box is open to both."""
    del game.state.sightings[unit]


def forget_moves(game: Plan, army: str) -> None:
    """P4b: in the next impulse every unit may move again."""
    sightings = game.state.sightings
    for unit in game.rules.sheets[army]:
        mask = sightings.get(unit, 0)
        if mask >> SHIFT:
            sightings[unit] = (mask | mask >> SHIFT) & STANDING


# ---------------------------------------------------------------- as plain data


@lru_cache(maxsize=4096)
def places_of(mask: int, areas: tuple[str, ...]) -> tuple[str, ...]:
    """The places of a sighting as a position writes them: `falmouth`, `moved:falmouth`, `in hand`."""
    standing = [area for i, area in enumerate(areas) if mask >> i & 1]
    moved = [MOVED + area for i, area in enumerate(areas) if mask >> SHIFT + i & 1]
    return (*standing, *moved, *([IN_HAND] if mask & IN_HAND_BIT else []))


def seen_bits(bits: Mapping[str, int]) -> dict[str, int]:
    """The bit of each place as a position writes it."""
    moved = {MOVED + area: bit << SHIFT for area, bit in bits.items()}
    return {**bits, **moved, IN_HAND: IN_HAND_BIT}


def mask_of(places: Iterable[str], seen: Mapping[str, int]) -> int:
    """The set of these places; a KeyError names one that there is not."""
    mask = 0
    for place in places:
        mask |= seen[place]
    return mask


def hide(rules: PerfectPlanRules, position: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """What a seat may know of a position: its own units, what lies face up, the open boxes; of the rest the number of backs."""
    revealed = position.get("revealed", "")
    fronts: dict[str, Any] = {}
    backs: dict[str, dict[str, int]] = {}
    for unit, place in position["pieces"].items():
        where = place if isinstance(place, str) else place["box"]
        army = rules.counters[unit].side
        if army == seat or where == revealed or where in BOXES[1:]:
            fronts[unit] = place
        else:
            backs.setdefault(army, {})
            backs[army][where] = backs[army].get(where, 0) + 1
    order = {place: number for number, place in enumerate((*rules.board.areas, IN_HAND))}
    known = {key: position[key] for key in PUBLIC if key in position}
    known["pieces"] = fronts
    known["backs"] = {army: dict(sorted(found.items(), key=lambda item: order[item[0]])) for army, found in backs.items()}
    moved = [unit for unit in position.get("moved", ()) if rules.counters[unit].side == seat]
    return known | ({"moved": moved} if moved else {})


PUBLIC = (
    "grognard",
    "scenario",
    "options",
    "turn",
    "phase",
    "initiative",
    "impulse",
    "moving",
    "moves",
    "trenches",
    "attackers",
    "revealed",
    "sightings",
    "pending",
    "sealed",
    "over",
)
"""The fields of a position that hold nothing hidden; the procedures under way name only units that lie face up."""


# ---------------------------------------------------------------- imagining


def imagine(rules: PerfectPlanRules, view: dict[str, Any], seed: int) -> dict[str, Any]:
    """A full position in which every back has a front: dealt at random, as what has been seen allows."""
    position: dict[str, Any] = view["position"]
    chance = Random(seed)
    pieces, moved = dict(position["pieces"]), list(position.get("moved", ()))
    sightings = {unit: mask_of(places, rules.seen_bits) for unit, places in position["sightings"].items()}
    for army, counts in position["backs"].items():
        hidden = [unit for unit in rules.sheets[army] if unit in sightings and unit not in pieces]
        for unit, place in deal(chance, hidden, sightings, counts, rules.bits).items():
            pieces[unit] = {"box": IN_HAND} if place == IN_HAND else place
    for unit, place in pieces.items():
        if rules.counters[unit].side != view["seat"] and isinstance(place, str):
            standing = sightings[unit] & rules.bits[place]
            may_have_moved = sightings[unit] & rules.bits[place] << SHIFT
            if may_have_moved and (not standing or chance.random() < 0.5):
                moved.append(unit)
    ordered = {unit: pieces[unit] for unit in rules.counters if unit in pieces}
    full = {key: value for key, value in position.items() if key != "backs"} | {"pieces": ordered}
    return full | ({"moved": sorted(moved)} if moved else {})


def deal(
    chance: Random, units: list[str], sightings: Mapping[str, int], counts: Mapping[str, int], bits: Mapping[str, int]
) -> dict[str, str]:
    """Give every unit a place that it may be in, as many to each place as there are backs."""
    places = [place for place, count in counts.items() for _ in range(count)]
    chance.shuffle(places)
    both = {place: IN_HAND_BIT if place == IN_HAND else bits[place] | bits[place] << SHIFT for place in counts}
    could = {unit: {place: sightings[unit] & bit for place, bit in both.items()} for unit in units}
    holder: dict[int, str] = {}

    def seat_unit(unit: str, tried: set[int]) -> bool:
        """Find a place for a unit, moving others on where they can."""
        for slot, place in enumerate(places):
            if could[unit][place] and slot not in tried:
                tried.add(slot)
                if slot not in holder or seat_unit(holder[slot], tried):
                    holder[slot] = unit
                    return True
        return False

    shuffled = units.copy()
    chance.shuffle(shuffled)
    for unit in shuffled:
        seat_unit(unit, set())
    where = {unit: places[slot] for slot, unit in holder.items()}
    for _ in range(SHUFFLES * len(shuffled)):
        one, other = shuffled[int(chance.random() * len(shuffled))], shuffled[int(chance.random() * len(shuffled))]
        if could[one][where[other]] and could[other][where[one]]:
            where[one], where[other] = where[other], where[one]
    return {unit: where[unit] for unit in units}
