"""Attack the weakest: gather, against one enemy stack after another, enough units to make the attack worthwhile."""

from __future__ import annotations

from typing import NamedTuple

from grognard.analysis.forecasts import Forecast
from grognard.core.hexes import Hex, HexSet, members
from grognard.games.revolution.series.pieces import Piece
from grognard.players.sergeant.situation import Situation

BRIGADE = 4
"""The most units that attack one stack."""
ENTANGLED = 0.7
"""The cost of being adjacent to another enemy stack, which must then be attacked, too."""
BETTER = 0.12
"""What an additional unit must gain."""


class Assault(NamedTuple):
    """A worthwhile attack: where each unit goes for it."""

    target: Hex
    places: dict[str, Hex]
    gain: float


def assaults(situation: Situation) -> tuple[list[Assault], Assault | None]:
    """The attacks of this phase, the best first, and the best of those declined; the units are placed there on trial."""
    reaches = {unit.id: situation.attack_reach(unit) for unit in situation.units if situation.may_assault(unit)}
    chosen: list[Assault] = []
    attacked: HexSet = 0
    options: dict[Hex, Assault] = {}
    again = situation.enemy_hexes
    while True:
        for target in members(again):
            assault = gather(situation, target, attacked, reaches)
            if assault is not None:
                options[target] = assault
        best = max(options.values(), key=lambda option: option.gain, default=None)
        if best is None or best.gain < situation.least_gain:
            return chosen, best
        chosen.append(best)
        attacked |= 1 << best.target
        put(situation, best.places)
        situation.assigned |= best.places.keys()
        for id in best.places:
            reaches.pop(id, None)
        again = overtaken(situation, options, best) & ~attacked


def overtaken(situation: Situation, options: dict[Hex, Assault], best: Assault) -> HexSet:
    """Forget what the best attack has changed; the targets to think of again.

    These are the targets close to it, and those that lose a unit to it and were worth an attack: one that was not
    worthwhile with more units is not with fewer.
    """
    near = situation.grid.disc(best.target, 2)
    again = near & situation.enemy_hexes
    for target, option in list(options.items()):
        if near >> target & 1 or option.places.keys() & best.places.keys():
            del options[target]
            again |= (option.gain >= situation.least_gain) << target
    return again


def gather(situation: Situation, target: Hex, attacked: HexSet, reaches: dict[str, HexSet]) -> Assault | None:
    """The best group of units against one stack: unit by unit, each in its best hex, while the odds improve."""
    game, around = situation.game, situation.grid.adjacent[target]
    able = [game.piece(id) for id, reach in reaches.items() if reach & around]
    able.sort(key=lambda unit: -prowess(situation, unit))
    homes = {unit.id: unit.hex for unit in able}
    places: dict[str, Hex] = {}
    units: tuple[str, ...] = ()
    gain = float("-inf")
    for unit in able[: BRIGADE + 2]:
        place = best_place(situation, unit, reaches[unit.id] & around, target, attacked, set(places.values()))
        if place is None:
            continue
        company = {unit.id: place}
        leader = situation.leader_for(unit, place) if not units else None
        if leader is not None:
            company[leader.id], homes[leader.id] = place, leader.hex
        put(situation, company)
        found = situation.forecast((*units, unit.id), (target,))
        if found is None:
            put(situation, {id: homes[id] for id in company})
            continue
        taken = {*places.values(), place}
        cost = entanglement(situation, taken, target, attacked) + situation.risk((*units, unit.id), taken)
        now = situation.gain(found) - cost
        if now < gain + (BETTER if units else float("-inf")):
            put(situation, {id: homes[id] for id in company})
            continue
        places |= company
        units, gain = (*units, unit.id), now
        if len(units) == BRIGADE or enough(found, units):
            break
    put(situation, {id: homes[id] for id in places})
    return Assault(target, places, gain) if places else None


def enough(found: Forecast, units: tuple[str, ...]) -> bool:
    """Guns alone fall to anybody; two units in the last column of the table are seldom better as three."""
    return not found.column or (len(units) > 1 and found.column == found.columns[-1])


def put(situation: Situation, places: dict[str, Hex]) -> None:
    for id, h in places.items():
        situation.game.change(id, hex=h)


def prowess(situation: Situation, unit: Piece) -> float:
    counter = situation.rules.counters[unit.id]
    return counter.strengths[unit.step] + 0.8 * counter.morales[unit.step]


def best_place(situation: Situation, unit: Piece, places: HexSet, target: Hex, attacked: HexSet, taken: set[Hex]) -> Hex | None:
    """Adjacent to as few other enemies as possible, with friends in the same attack, on ground that does not hinder."""
    crowded = situation.rules.crowded(situation.game, unit) & ~(1 << unit.hex)
    fits = [h for h in members(places) if not crowded >> h & 1]

    def badness(h: Hex) -> tuple[float, int]:
        others = situation.grid.adjacent[h] & situation.enemy_hexes & ~attacked & ~(1 << target)
        across = len(situation.rules.side_lines(h, target))
        return others.bit_count() + 0.5 * across - (0.4 if h in taken else 0.0), h

    return min(fits, key=badness, default=None)


def entanglement(situation: Situation, places: set[Hex], target: Hex, attacked: HexSet) -> float:
    """S12.13: every enemy next to the attackers must be attacked by somebody."""
    near = situation.grid.around_set(sum(1 << h for h in places))
    return ENTANGLED * (near & situation.enemy_hexes & ~attacked & ~(1 << target)).bit_count()
