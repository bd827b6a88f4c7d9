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
from grognard.games.chancellorsville.victories.command import ChooseFormations
from grognard.games.chancellorsville.victories.hypothetical import HypotheticalStart
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
    "last_used",
    "command",
    "post",
    "forced",
    "detached",
    "attacked",
    "exits",
    "released",
    "stirred",
    "played",
    "effects",
    "wounded",
    "pending",
    "sealed",
    "over",
)
"""The fields of a position that hold nothing hidden; frames name hexes, and units only where the enemy sees them."""
OF_UNITS = (
    "acted",
    "active",
    "named",
    "moved",
    "finished",
    "marching",
    "skirmished",
    "builders",
    "left_works",
    "restored",
    "entered",
    "retired",
)
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
    words.AssignBox,
    words.PlaceDummy,
    words.RemoveDummy,
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
            elif counters[id].is_skirmisher:  # U3.11: their box is open to all
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
    """U3.9, U8.16: one's own counters in the cup and in boxes; of the enemy the numbers."""
    state, commands = game.state, game.rules.commands
    own = [id for id in state.cup if commands[id].side == seat]
    boxes = {id: list(under) for id, under in state.boxes.items() if commands[id].side == seat or id in state.drawn}
    numbers = {army: sum(commands[id].side == army for id in state.cup) for army in ARMIES}
    boxed = {
        army: [len(under) for id, under in state.boxes.items() if commands[id].side == army and id not in state.drawn]
        for army in ARMIES
    }
    choosing = game.stack[-1] if game.stack else None
    if isinstance(choosing, ChooseFormations):  # how many an army has chosen is seen when it has done
        numbers[choosing.army], boxed[choosing.army] = 0, []
    found: dict[str, Any] = {"cup": own, "boxes": boxes, "numbers": {"cup": numbers, "boxes": boxed}}
    drawn_unseen = bool(state.event_cups)  # in the scenarios it is open to all who holds what
    if state.deployment:
        shown = not (game.stack and isinstance(game.stack[-1], HypotheticalStart) and game.stack[-1].step == "assign")
        found["deployment"] = {id: box for id, box in state.deployment.items() if shown or commands[id].side == seat}
        found["numbers"]["deployment"] = {army: game.rules.filled(game, army) for army in ARMIES}
    hands = {army: list(hand) for army, hand in state.hands.items() if army == seat or not drawn_unseen}
    cups = {army: list(cup) for army, cup in state.event_cups.items() if army == seat}
    if drawn_unseen:
        found["numbers"]["hands"] = {army: len(state.hands.get(army, ())) for army in ARMIES}
        found["numbers"]["events"] = {
            army: sorted((*state.hands.get(army, ()), *state.event_cups.get(army, ()))) for army in ARMIES
        }
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
    if seat in ARMIES:
        make_up_counters(rules, full, position, ENEMY[seat], chance)
        make_up_boxes(rules, full, position, ENEMY[seat], chance)
        make_up_events(full, position, ENEMY[seat], chance)
        make_up_doings(rules, full, ENEMY[seat], chance)
    return full


def make_up_doings(rules: VictoriesRules, full: dict[str, Any], army: str, chance: Random) -> None:
    """Who of the enemy marches, and whom a question is about: units that stand where the frames say."""
    pieces = full["pieces"]

    def units_in(h: int) -> list[str]:
        label = rules.board.label(h)
        return [id for id in rules.sheets[army] if id in pieces and hex_of(pieces[id]) == label]

    full["pending"] = [dict(frame) for frame in full.get("pending", ())]
    if not full["pending"]:
        del full["pending"]
    for frame in full.get("pending", ()):
        if frame.get("army") != army or not frame.get("hex"):
            continue
        here = units_in(frame["hex"])
        match frame["procedure"]:
            case "March":
                full["marching"] = here
                full["active"] = [id for id in here if rules.counters[id].is_real]
            case "Skirmish":
                full["subject"] = chance.choice([id for id in here if rules.counters[id].is_infantry] or here)
            case "Unstacking":
                full["subject"] = chance.choice(here)
            case "GeneralRetreat":
                frame |= {"step": "choose"}
            case "Bombardments":  # which guns bear on the target is not known before they fire
                frame |= {"hex": 0, "kind": "", "step": "aim"}


def hex_of(written: Any) -> str:
    return written if isinstance(written, str) else str(written.get("hex", ""))


def deal(rules: VictoriesRules, chance: Random, units: list[str], stacks: dict[str, int]) -> dict[str, Any]:
    """Give the hidden units of an army places: all that are real, the skirmishers that are out, and dummies for the rest."""
    idle = stacks.pop(AVAILABLE, 0)
    real = [id for id in units if rules.counters[id].is_real]
    skirmishers = [id for id in units if rules.counters[id].is_skirmisher]
    out = max(len(skirmishers) - idle, 0)
    spare = [*skirmishers[:out], *(id for id in units if rules.counters[id].is_dummy)]
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
            return shuffled(rules, chance, found) | {id: {"box": AVAILABLE} for id in skirmishers[out:]}
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


def make_up_boxes(rules: VictoriesRules, full: dict[str, Any], position: dict[str, Any], army: str, chance: Random) -> None:
    """U20.1: as many of the enemy's counters in each box as lie there, while they are face down."""
    known = position.get("deployment", {})
    numbers = position.get("numbers", {}).get("deployment", {}).get(army, ())
    if not numbers or any(rules.commands[id].side == army for id in known):
        return
    formations = [command.id for command in rules.on_strategic_map(army)]
    chance.shuffle(formations)
    made_up = [box for box, number in enumerate(numbers) for _ in range(number)]
    full["deployment"] = {**known, **dict(zip(formations, made_up, strict=False))}


def make_up_events(full: dict[str, Any], position: dict[str, Any], army: str, chance: Random) -> None:
    """U17.1: a hand of the right size, of what is not publicly gone; the rest is in the cup."""
    numbers = position.get("numbers", {})
    if "events" not in numbers:
        return
    left = list(numbers["events"][army])
    chance.shuffle(left)
    size = numbers["hands"][army]
    hands, cups = {army: sorted(left[:size])}, {army: sorted(left[size:])}
    full["hands"] = {**position.get("hands", {}), **hands}
    full["event_cups"] = {**position.get("event_cups", {}), **cups}


def make_up_counters(rules: VictoriesRules, full: dict[str, Any], position: dict[str, Any], army: str, chance: Random) -> None:
    """As many of the enemy's counters as lie in the cup and under superiors; Independent is always in the cup."""
    numbers = position.get("numbers", {})
    number, boxed = numbers.get("cup", {}).get(army, 0), numbers.get("boxes", {}).get(army, [])
    gone = {*position.get("drawn", ())}
    commands = [command for command in rules.army_commands[army] if command.id not in gone]
    formations = [command.id for command in commands if command.formation]
    superiors = [command.id for command in commands if command.is_superior]
    chance.shuffle(formations)
    chance.shuffle(superiors)
    cup: list[str] = []
    boxes: dict[str, list[str]] = {}
    for size, superior in zip(boxed, superiors, strict=False):
        boxes[superior], formations = formations[:size], formations[size:]
        cup.append(superior)
    independent = [command.id for command in commands if command.is_independent]
    cup = [*cup, *independent, *formations][:number]
    if cup:
        full["cup"] = [*position.get("cup", ()), *cup]
    if boxes:
        full["boxes"] = {**position.get("boxes", {}), **boxes}
