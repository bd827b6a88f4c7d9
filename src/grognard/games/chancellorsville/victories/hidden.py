"""U3.9, U9.26: what a seat may know: its own units, enemies next to them, heights of stacks, numbers of counters; and games
that agree with it.

A view is made by allow-list. What is hidden of the enemy on the map is dealt out at random among the enemy's units that are
not seen: as many to each hex as lie there, within the limits of a stack.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.core.positions import describe as describe_position
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.pieces import ARMIES, AVAILABLE, ENEMY

if TYPE_CHECKING:
    from grognard.core.hexes import Hex
    from grognard.games.chancellorsville.victories.rules import VictoriesRules
    from grognard.games.chancellorsville.victories.state import Campaign

PUBLIC = (
    "grognard",
    "scenario",
    "options",
    "components",
    "turn",
    "phase",
    "phasing",
    "rain",
    "pontoons",
    "in_hand",
    "taken_up",
    "works",
    "forts",
    "drawn",
    "command",
    "post",
    "forced",
    "detached",
    "attacked",
    "exits",
    "released",
    "stirred",
    "played",
    "pending",
    "sealed",
    "over",
)
"""The fields of a position that hold nothing hidden; frames name hexes, and units only where the enemy sees them."""
OF_UNITS = ("acted", "active", "named", "moved", "finished", "marching", "skirmished", "builders", "left_works", "restored")
"""Fields with units of both armies: each seat gets its own."""
FACE_DOWN = (
    words.PutInCup,
    words.Entrust,
    words.TakeAlong,
    words.LeaveOut,
    words.MarchUnit,
    words.LeaveBehind,
    words.SendSkirmishers,
    words.Surplus,
    words.Suffer,
    words.Restore,
    words.Bridge,
)
"""The actions that name what the enemy may not see."""
TRIES = 200
"""How often a deal is begun again before the limits of a stack are let go."""


def view(game: Campaign, seat: str | None) -> dict[str, Any]:
    """All that a seat may know."""
    return {"seat": seat, "position": hide(game, describe_position(game, seat, redact=True), seat), "actors": list(game.actors)}


def seen_hexes(game: Campaign, seat: str | None) -> set[Hex]:
    """U9.26: the hexes of the enemy that a seat may look into."""
    if seat not in ARMIES:
        return set()
    rules, enemy = game.rules, ENEMY[seat]
    return {h for h in game.army(enemy).stacks if rules.sees(game, seat, h)}


def hide(game: Campaign, position: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """A position without what a seat may not know."""
    rules, counters = game.rules, game.rules.counters
    open_hexes = seen_hexes(game, seat)
    pieces: dict[str, Any] = {}
    stacks: dict[str, dict[str, int]] = {army: {} for army in ARMIES if army != seat}
    for id, written in position["pieces"].items():
        piece, army = game.piece(id), counters[id].side
        if army == seat or not piece.hex or piece.hex in open_hexes:
            if army == seat or piece.box != AVAILABLE:
                pieces[id] = written
            else:
                stacks[army][AVAILABLE] = stacks[army].get(AVAILABLE, 0) + 1
        else:
            label = game.label(piece.hex)
            stacks[army][label] = stacks[army].get(label, 0) + 1
    known = {field: position[field] for field in PUBLIC if field in position}
    known["pieces"] = pieces
    known["stacks"] = {army: dict(sorted(found.items())) for army, found in stacks.items()}
    for field in OF_UNITS:
        own = of_army(rules, position.get(field), seat)
        if own:
            known[field] = own
    if seat == game.state.phasing and position.get("subject"):
        known["subject"] = position["subject"]
    return known | counters_known(game, seat)


def of_army(rules: VictoriesRules, found: Any, seat: str | None) -> Any:
    """The units of a seat in a list or an object."""
    if isinstance(found, Mapping):
        return {id: value for id, value in found.items() if rules.counters[id].side == seat}
    return [id for id in found or () if rules.counters[id].side == seat]


def counters_known(game: Campaign, seat: str | None) -> dict[str, Any]:
    """U3.9, U8.16: one's own counters in the cup and in boxes; of the enemy the numbers, and who was used before."""
    state, commands = game.state, game.rules.commands
    own = [id for id in state.cup if commands[id].side == seat]
    boxes = {id: list(under) for id, under in state.boxes.items() if commands[id].side == seat or id in state.drawn}
    numbers = {army: sum(commands[id].side == army for id in state.cup) for army in ARMIES}
    boxed = {army: [len(u) for id, u in state.boxes.items() if commands[id].side == army] for army in ARMIES}
    used = {
        id: turn for id, turn in state.last_used.items() if commands[id].side == seat or turn < state.turn or id in state.drawn
    }
    found: dict[str, Any] = {"cup": own, "boxes": boxes, "last_used": used, "numbers": {"cup": numbers, "boxes": boxed}}
    hands = {army: list(hand) for army, hand in state.hands.items() if army == seat}
    cups = {army: list(cup) for army, cup in state.event_cups.items() if army == seat}
    if state.hands:
        found["numbers"]["hands"] = {army: len(hand) for army, hand in state.hands.items()}
    return {key: value for key, value in {**found, "hands": hands, "event_cups": cups}.items() if value}


# ---------------------------------------------------------------- imagining


def imagine(rules: VictoriesRules, seen: dict[str, Any], seed: int) -> dict[str, Any]:
    """A full position in which every hidden counter has a face."""
    position, seat, chance = seen["position"], seen["seat"], Random(seed)
    full = {key: value for key, value in position.items() if key not in ("stacks", "numbers")}
    pieces = dict(position["pieces"])
    opening = rules.opening().pieces
    for army, stacks in position["stacks"].items():
        absent = [id for id in rules.sheets[army] if id not in pieces and (opening[id].box != "out" or opening[id].hex)]
        pieces |= deal(rules, chance, absent, dict(stacks))
    full["pieces"] = {id: pieces[id] for id in rules.counters if id in pieces}
    full["cup"] = [*position.get("cup", ()), *imagined_cup(rules, position, seat, chance)]
    return full


def deal(rules: VictoriesRules, chance: Random, units: list[str], stacks: dict[str, int]) -> dict[str, Any]:
    """Give the hidden units of an army places: real units first, skirmishers where counters are still missing."""
    idle = stacks.pop(AVAILABLE, 0)
    real = [id for id in units if rules.counters[id].is_real]
    spare = [id for id in units if not rules.counters[id].is_real]
    limits = rules.components.terrain.stacking
    places = [label for label, number in stacks.items() for _ in range(number)]
    for attempt in range(TRIES):
        chance.shuffle(places)
        points: dict[str, int] = {}
        found: dict[str, Any] = {}
        waiting = [*sorted(real, key=lambda id: -rules.counters[id].strengths[0]), *spare]
        for label in places:
            id = next(
                (i for i in waiting if points.get(label, 0) + rules.counters[i].strengths[0] <= limits.combat_points), None
            )
            if id is None and attempt < TRIES - 1:
                break
            id = id or waiting[0]
            waiting.remove(id)
            found[id] = label
            points[label] = points.get(label, 0) + rules.counters[id].strengths[0]
        if len(found) == len(places):
            left = [id for id in spare if id not in found][:idle]
            return shuffled(rules, chance, found) | {id: {"box": AVAILABLE} for id in left}
    return found


def shuffled(rules: VictoriesRules, chance: Random, found: dict[str, Any]) -> dict[str, Any]:
    """Let units of equal strength change places."""
    by_strength: dict[int, list[str]] = {}
    for id in found:
        by_strength.setdefault(rules.counters[id].strengths[0], []).append(id)
    mixed: dict[str, Any] = {}
    for ids in by_strength.values():
        labels = [found[id] for id in ids]
        chance.shuffle(labels)
        mixed |= dict(zip(ids, labels, strict=True))
    return mixed


def imagined_cup(rules: VictoriesRules, position: dict[str, Any], seat: str | None, chance: Random) -> list[str]:
    """As many counters of the others as lie in the cup, none that was drawn; Independent is always among them."""
    found: list[str] = []
    gone = {*position.get("drawn", ()), *position.get("cup", ())}
    for army in ARMIES:
        number = position.get("numbers", {}).get("cup", {}).get(army, 0)
        if army == seat or not number:
            continue
        able = [command for command in rules.army_commands[army] if command.id not in gone and not command.is_superior]
        sure = [command.id for command in able if command.is_independent][:number]
        rest = [command.id for command in able if not command.is_independent]
        chance.shuffle(rest)
        found += [*sure, *rest][:number]
    return found
