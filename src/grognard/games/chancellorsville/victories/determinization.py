"""Games that agree with a view: every hidden counter gets a face, by chance, within what the seat can know."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.games.chancellorsville.victories.chapter import C
from grognard.games.chancellorsville.victories.components import GOOD_GENERAL_COUNTER
from grognard.games.chancellorsville.victories.pieces import ARMIES, AVAILABLE, ENEMY, ORDERS

if TYPE_CHECKING:
    from grognard.games.chancellorsville.victories.pieces import Command
    from grognard.games.chancellorsville.victories.rules import VictoriesRules

Counters = tuple[list[str], dict[str, list[str]]]
"""The counters in the cup, and those under each superior."""
SWAPS = 4
"""How many exchanges are tried for each hidden unit, so that every deal is possible."""
TRIES = 60
"""How often formations are chosen anew until they can be paid for."""


def imagine(rules: VictoriesRules[C], seen: dict[str, Any], seed: int) -> dict[str, Any]:
    """A full position in which every hidden counter has a face."""
    position, seat, chance = seen["position"], seen["seat"], Random(seed)
    full = {key: value for key, value in position.items() if key not in ("stacks", "numbers")}
    pieces = dict(position["pieces"])
    hidden = position.get("sightings", {})
    for army, stacks in position["stacks"].items():
        wanted = needed_at(rules, position, army)
        dealt = Deal(rules, chance, army, dict(stacks), {id: hexes for id, hexes in hidden.items() if id not in pieces})
        pieces |= dealt.written(set(position.get("reduced", ())), position.get("shaken", {}), wanted, set(pieces))
    full["pieces"] = {id: pieces[id] for id in rules.counters if id in pieces}
    full["sightings"] = {id: hexes for id, hexes in hidden.items() if len(hexes) > 1}
    if not full["sightings"]:
        del full["sightings"]
    for army in (ENEMY[seat],) if seat in ARMIES else ARMIES:
        make_up_counters(rules, full, position, army, chance)
        make_up_boxes(rules, full, position, army, chance)
        make_up_events(full, position, army, chance)
        make_up_acted(rules, full, army)
        make_up_doings(rules, full, army)
    return full


def needed_at(rules: VictoriesRules[C], position: dict[str, Any], army: str) -> str:
    """The hex in which a real unit must be: one that a bombardment disorganises."""
    top = (position.get("pending") or [{}])[-1]
    if top.get("procedure") == "Bombardment" and top.get("army") == ENEMY[army] and top.get("step") == "suffer":
        return rules.board.label(top["hex"])
    return ""


class Deal:
    """Hidden units in the hexes that their army holds unseen: as many in each as lie there, each where it may be."""

    def __init__(
        self, rules: VictoriesRules[C], chance: Random, army: str, stacks: dict[str, int], may_be: Mapping[str, list[int]]
    ) -> None:
        self.rules, self.chance, self.army = rules, chance, army
        self.idle = stacks.pop(AVAILABLE, 0)
        self.room = stacks
        """How many counters lie in each hex."""
        label = rules.board.grid.labels
        own = [id for id in may_be if rules.counters[id].side == army]
        self.may_be = {id: [label[h] for h in may_be[id] if label[h] in stacks] for id in own}
        self.where: dict[str, str] = {}
        self.in_hex: dict[str, list[str]] = {place: [] for place in stacks}
        chance.shuffle(own)
        for id in own:
            self.place(id, set())
        for id in own:
            if id not in self.where:  # only where a position contradicts itself
                self.put(id, max(stacks, key=lambda place: stacks[place] - len(self.in_hex[place])) if stacks else "")
        self.mix(own)

    def put(self, id: str, place: str) -> None:
        if place:
            self.where[id] = place
            self.in_hex[place].append(id)

    def place(self, id: str, tried: set[str]) -> bool:
        """Find a hex for a unit; one that is full is made free by a unit that may also be elsewhere."""
        places = [place for place in self.may_be[id] if place not in tried]
        self.chance.shuffle(places)
        for place in places:
            if len(self.in_hex[place]) < self.room[place]:
                self.put(id, place)
                return True
        for place in places:
            tried.add(place)
            for other in self.in_hex[place][:]:
                self.in_hex[place].remove(other)
                if self.place(other, tried):
                    self.put(id, place)
                    return True
                self.in_hex[place].append(other)
        return False

    def excess(self, place: str) -> int:
        """The combat points beyond the limit of a stack, all units taken at full strength."""
        points = sum(self.rules.counters[id].strengths[0] for id in self.in_hex[place])
        return max(0, points - self.rules.components.terrain.stacking.combat_points)

    def mix(self, own: list[str]) -> None:
        """Let units change places where both may be, never so that a stack has more points too many than before."""
        if len(own) < 2:
            return
        for _ in range(SWAPS * len(own)):
            one, other = self.chance.sample(own, 2)
            here, there = self.where.get(one, ""), self.where.get(other, "")
            if here == there or there not in self.may_be[one] or here not in self.may_be[other]:
                continue
            before = self.excess(here) + self.excess(there)
            self.swap(one, other)
            if self.excess(here) + self.excess(there) > before:
                self.swap(one, other)

    def swap(self, one: str, other: str) -> None:
        here, there = self.where[one], self.where[other]
        self.in_hex[here].remove(one)
        self.in_hex[there].remove(other)
        self.put(one, there)
        self.put(other, here)

    def written(self, reduced: set[str], shaken: Mapping[str, int], wanted: str, known: set[str]) -> dict[str, Any]:
        """The units as a position writes them, with skirmishers and dummies for the counters that are left.

        Each is on the side, and in the order, that was last seen of it.
        """
        if wanted in self.room and not self.in_hex[wanted]:
            movers = [id for id in self.where if wanted in self.may_be[id]]
            if movers:
                id = self.chance.choice(movers)
                self.in_hex[self.where[id]].remove(id)
                self.put(id, wanted)
        found: dict[str, Any] = {}
        for id, place in self.where.items():
            step = {"step": 2} if id in reduced and self.rules.counters[id].levels > 1 else {}
            states = {"states": [ORDERS[shaken[id]]]} if id in shaken else {}
            found[id] = {"hex": place} | step | states if step or states else place
        return found | self.fillers(known)

    def fillers(self, known: set[str]) -> dict[str, Any]:
        """U9.26: skirmishers that are out, and dummies, in the places that are left."""
        counters, opening = self.rules.counters, self.rules.opening().pieces
        spare = [id for id in self.rules.sheets[self.army] if id not in known and opening[id].box == AVAILABLE]
        skirmishers = [id for id in spare if counters[id].is_skirmisher]
        out = max(len(skirmishers) - self.idle, 0)
        waiting = [*skirmishers[:out], *(id for id in spare if counters[id].is_dummy)]
        places = [place for place, number in self.room.items() for _ in range(number - len(self.in_hex[place]))]
        self.chance.shuffle(places)
        places.sort(key=lambda place: bool(self.in_hex[place]))  # a dummy is never alone
        placed: dict[str, Any] = dict(zip(waiting, places, strict=False))
        return placed | {id: {"box": AVAILABLE} for id in skirmishers[out:]}


# ---------------------------------------------------------------- counters, boxes and events


def make_up_boxes(rules: VictoriesRules[C], full: dict[str, Any], position: dict[str, Any], army: str, chance: Random) -> None:
    """U20.1: as many of the enemy's counters in each box as lie there, while they are face down."""
    known = position.get("deployment", {})
    numbers = position.get("numbers", {}).get("deployment", {}).get(army, ())
    if not numbers or any(rules.commands[id].side == army for id in known):
        return
    formations = [command.id for command in rules.on_strategic_map(army)]
    chance.shuffle(formations)
    made_up = [box for box, number in enumerate(numbers) for _ in range(number)]
    full["deployment"] = {**full.get("deployment", {}), **dict(zip(formations, made_up, strict=False))}


def make_up_events(full: dict[str, Any], position: dict[str, Any], army: str, chance: Random) -> None:
    """U17.1: a hand of the right size, of what is not publicly gone; the rest is in the cup."""
    numbers = position.get("numbers", {})
    if "events" not in numbers:
        return
    left = list(numbers["events"][army])
    chance.shuffle(left)
    size = numbers["hands"][army]
    hands, cups = {army: sorted(left[:size])}, {army: sorted(left[size:])}
    full["hands"] = {**full.get("hands", {}), **hands}
    full["event_cups"] = {**full.get("event_cups", {}), **cups}


def make_up_counters(
    rules: VictoriesRules[C], full: dict[str, Any], position: dict[str, Any], army: str, chance: Random
) -> None:
    """As many of the enemy's counters as lie in the cup and under superiors, such that the turn's points pay for them."""
    numbers = position.get("numbers", {})
    number, boxed = numbers.get("cup", {}).get(army, 0), numbers.get("boxes", {}).get(army, [])
    if not number and not boxed:
        return
    gone = {*position.get("drawn", ()), *(id for under in position.get("boxes", {}).values() for id in under)}
    commands = [command for command in rules.army_commands[army] if command.id not in gone]
    best: Counters = [], {}
    for _ in range(TRIES):
        best = choose_counters(position, commands, number, boxed, chance)
        if affordable(rules, position, army, best):
            break
    cup, boxes = best
    if cup:
        full["cup"] = [*full.get("cup", ()), *cup]
    if boxes:
        full["boxes"] = {**full.get("boxes", {}), **boxes}


def choose_counters(
    position: dict[str, Any], commands: list[Command], number: int, boxed: list[int], chance: Random
) -> Counters:
    """A cup and boxes of the right size; Independent, and Good General if it was played, are always in the cup."""
    turn, last = position["turn"], position.get("last_used", {})
    formations = [command.id for command in commands if command.formation]
    superiors = [command for command in commands if command.is_superior and last.get(command.id, 0) != turn - 1]
    superiors = superiors or [command for command in commands if command.is_superior]
    chance.shuffle(formations)
    chance.shuffle(superiors)
    cup, boxes = [], {}
    for size in sorted(boxed, reverse=True):
        superior = next((each for each in superiors if each.factor >= size), superiors[0] if superiors else None)
        if superior is None:
            break
        superiors.remove(superior)
        boxes[superior.id], formations = formations[:size], formations[size:]
        cup.append(superior.id)
    always = [command.id for command in commands if command.is_independent or command.id == GOOD_GENERAL_COUNTER]
    return [*cup, *always, *formations][:number], dict(sorted(boxes.items()))


def affordable(rules: VictoriesRules[C], position: dict[str, Any], army: str, chosen: Counters) -> bool:
    """Whether the points of the turn pay for these formations, each taken at one point."""
    cup, boxes = chosen
    union, csa = rules.components.scenario.points[position["turn"]]
    paid = [id for id in (*cup, *(id for under in boxes.values() for id in under)) if rules.commands[id].formation]
    spent = sum(rules.commands[id].side == army and bool(rules.commands[id].formation) for id in position.get("drawn", ()))
    return len(paid) + spent <= (union if army == "Union" else csa)


# ---------------------------------------------------------------- what the enemy is doing


def hex_of(written: Any) -> str:
    return written if isinstance(written, str) else str(written.get("hex", ""))


def make_up_acted(rules: VictoriesRules[C], full: dict[str, Any], army: str) -> None:
    """U8.11: whose counter was drawn this turn has acted, as far as anybody can tell; the one still to be placed has not."""
    placing = any(frame["procedure"] == "Activation" and frame["step"] == "place" for frame in full.get("pending", ()))
    drawn = [id for id in full.get("drawn", ()) if not (placing and id == full.get("command"))]
    boxed = [under for id in drawn for under in full.get("boxes", {}).get(id, ())]
    formations = {rules.commands[id].formation for id in (*drawn, *boxed)} - {""}
    units = (id for id in rules.sheets[army] if rules.counters[id].formation in formations)
    acted = [id for id in units if id in full["pieces"] and hex_of(full["pieces"][id])]
    if acted:
        full["acted"] = [*full.get("acted", ()), *acted]


def make_up_doings(rules: VictoriesRules[C], full: dict[str, Any], army: str) -> None:
    """Who of the enemy acts and marches: units that stand where the frames say, or of the formation that acts."""
    pieces, pending = full["pieces"], full.get("pending", ())
    frames = [frame for frame in pending if frame.get("army") == army]
    if not frames:
        return
    on_map = [id for id in rules.sheets[army] if id in pieces and hex_of(pieces[id]) and rules.counters[id].is_real]
    active = [id for id in on_map if acts(rules, full, army, id)]
    top = frames[-1]
    if top["procedure"] == "March":
        label = rules.board.label(top["hex"])
        here = [id for id in rules.sheets[army] if id in pieces and hex_of(pieces[id]) == label]
        full["marching"] = [*full.get("marching", ()), *here]
        active = [id for id in on_map if id in active or id in here]
    elif top["procedure"] in ("Declaration", "Combats"):
        active = on_map
    elif top["procedure"] == "Recovery":
        reduce_one(rules, full, army, on_map)
    if any(frame["procedure"] == "Activation" and frame["step"] != "place" for frame in frames):
        full["active"] = [*full.get("active", ()), *active]


def acts(rules: VictoriesRules[C], full: dict[str, Any], army: str, id: str) -> bool:
    """Whether a unit may be one of those that act now."""
    command = rules.commands.get(full.get("command", ""))
    if command is None or command.side != army:
        return False
    formation = rules.counters[id].formation
    under = (rules.commands[each].formation for each in full.get("boxes", {}).get(command.id, ()))
    return formation in under if command.is_superior else formation == command.formation != ""


def reduce_one(rules: VictoriesRules[C], full: dict[str, Any], army: str, on_map: list[str]) -> None:
    """Who is asked for a unit to recover has one: of the hidden units some are reduced."""
    pieces, grid = full["pieces"], rules.board.grid
    enemies = {hex_of(pieces[id]) for id in rules.sheets[ENEMY[army]] if id in pieces} - {""}
    near = 0
    for label in enemies:
        near |= grid.adjacent[grid.by_label[label]]
    able = [id for id in on_map if not near >> grid.by_label[hex_of(pieces[id])] & 1 and rules.counters[id].levels > 1]
    fit = [id for id in able if not isinstance(pieces[id], str) and not pieces[id].get("states")]
    if able and not fit:
        pieces[able[0]] = {"hex": hex_of(pieces[able[0]]), "step": 2}
