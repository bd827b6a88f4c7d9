"""Positions as plain data: turn, phase, impulse, every unit with its area or box, trenches, contested areas, what was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from grognard.core.documents import in_short, shortened
from grognard.core.errors import PositionError
from grognard.core.reading import Reader
from grognard.games.chancellorsville.perfect_plan.components import ARMIES, ENEMY
from grognard.games.chancellorsville.perfect_plan.hidden import IN_HAND_BIT, SHIFT, mask_of, places_of
from grognard.games.chancellorsville.perfect_plan.sequence import PHASES
from grognard.games.chancellorsville.perfect_plan.state import BOXES, IN_HAND, OUT, WAITING, Plan, PlanState

if TYPE_CHECKING:
    from grognard.games.chancellorsville.perfect_plan.rules import PerfectPlanRules

FIELDS = (
    "turn",
    "phase",
    "initiative",
    "impulse",
    "moving",
    "moves",
    "pieces",
    "trenches",
    "attackers",
    "moved",
    "revealed",
    "sightings",
)
UNCONTESTED = ("set up", "initiative", "reinforcements", "end of turn")
"""P-D1b: the phases in which no area holds both armies."""


def describe(game: Plan) -> dict[str, Any]:
    """The state as a position writes it; what is empty is left out."""
    state, rules = game.state, game.rules
    areas = tuple(rules.board.areas)
    body: dict[str, Any] = {
        "turn": state.turn,
        "phase": state.phase,
        "initiative": state.initiative,
        "impulse": state.impulse,
        "moving": state.moving,
        "moves": state.moves,
        "pieces": {unit: {"box": place} if place in BOXES else place for unit, place in state.units.items() if place != OUT},
        "trenches": {
            army: {"areas": sorted(state.trenches[army], key=rules.places.__getitem__), "left": state.unbuilt[army]}
            for army in ARMIES
        },
        "attackers": {area: state.attackers[area] for area in game.contested()},
        "moved": sorted(state.moved),
        "revealed": state.revealed,
        "sightings": {
            unit: list(places_of(state.sightings[unit], areas)) for unit in rules.counters if unit in state.sightings
        },
    }
    return {field: value for field, value in body.items() if value not in ("", {}, [], 0)}


class PlanReader(Reader["PerfectPlanRules"]):
    def read(self) -> PlanState:
        if "backs" in self.body:
            raise PositionError(["This is a view with counters face down; grognard.imagine makes full games of a view."])
        self.refuse_others(FIELDS)
        state = PlanState(self.pieces())
        self.moment(state)
        self.read_trenches(state)
        self.read_contests(state)
        self.read_moved(state)
        self.read_sightings(state)
        self.refuse_faults()
        return state

    # ------------------------------------------------------------------ the units

    def pieces(self) -> dict[str, str]:
        """Every unit with its place; one that is not named is not in the game."""
        units = dict.fromkeys(self.rules.counters, OUT)
        written = self.body.get("pieces")
        if not isinstance(written, dict):
            self.faults.append("A position needs 'pieces': an object from unit to area.")
            return units
        for unit, place in written.items():
            if unit not in units:
                self.faults.append(f"There is no unit '{shortened(unit)}' in this game; see its units file.")
            else:
                units[unit] = self.place(unit, place)
        self.check_stacks(units)
        return units

    def place(self, unit: str, written: object) -> str:
        """An area, or a box that this unit can be in."""
        if isinstance(written, str):
            if written in self.rules.board.areas:
                return written
            self.faults.append(f"Unit '{unit}' stands in '{shortened(written)}', which is not an area of the map.")
        elif isinstance(written, dict) and list(written) == ["box"] and written["box"] in BOXES:
            box = str(written["box"])
            group = self.rules.components.reinforcements[self.rules.counters[unit].side].units
            if (box == WAITING and unit not in group) or (box == IN_HAND and unit in group):
                self.faults.append(f"Unit '{unit}' cannot be in the box '{box}'.")
            return box
        else:
            self.faults.append(f"Unit '{unit}' must be an area or an object with a 'box': {', '.join(BOXES)}.")
        return OUT

    def check_stacks(self, units: dict[str, str]) -> None:
        for army in ARMIES:
            here: dict[str, int] = {}
            for unit in self.rules.sheets[army]:
                here[units[unit]] = here.get(units[unit], 0) + 1
            self.faults.extend(
                f"{count} units of {army} stand in '{area}'; the limit is {self.rules.stack_limit} (P-D1a)."
                for area, count in here.items()
                if area not in BOXES and count > self.rules.stack_limit
            )

    # ------------------------------------------------------------------ the moment

    def moment(self, state: PlanState) -> None:
        rules = self.rules
        state.turn = self.number("turn", 1, rules.last_turn, 1)
        state.phase = self.body.get("phase", "movement")
        if state.phase not in PHASES:
            self.faults.append(f"There is no phase {in_short(state.phase)}; the phases are {', '.join(PHASES)}.")
            state.phase = "movement"
        if state.phase in ("set up", "initiative") and "initiative" not in self.body:
            state.initiative = ""
        else:
            state.initiative = self.one_of(ARMIES, "initiative", rules.first_initiative)
        state.impulse = self.number("impulse", 1, len(rules.impulses.moves), 1)
        if state.phase == "movement":
            state.moving = self.one_of(ARMIES, "moving", state.initiative)
            allowed = rules.impulses.moves[state.impulse - 1]
            moves = 0 if "pending" in self.body else allowed  # what is nought is not written
            state.moves = self.number("moves", 0, allowed, moves)
        elif "moving" in self.body or "moves" in self.body:
            self.faults.append(f"'moving' and 'moves' belong to the phase 'movement', not to '{state.phase}'.")

    # ------------------------------------------------------------------ trenches and contests

    def occupied(self, state: PlanState, army: str) -> set[str]:
        return {state.units[unit] for unit in self.rules.sheets[army]} - set(BOXES)

    def read_trenches(self, state: PlanState) -> None:
        """P-D10e: as many as an army has; P-D10d: only where it has units."""
        limit = self.rules.trench_limit
        state.unbuilt, state.trenches = dict(limit), dict.fromkeys(ARMIES, frozenset())
        written = self.body.get("trenches", {})
        if not isinstance(written, dict) or not all(army in ARMIES for army in written):
            self.faults.append(f"'trenches' must be an object from army ({', '.join(ARMIES)}) to its trenches.")
            return
        for army, found in written.items():
            areas = found.get("areas", []) if isinstance(found, dict) else None
            if not isinstance(areas, list) or set(found) - {"areas", "left"}:
                self.faults.append(f"The trenches of {army} must be an object with 'areas', a list, and 'left', a number.")
                continue
            held = self.occupied(state, army)
            for area in areas:
                if area not in held:
                    self.faults.append(f"A trench of {army} in {in_short(area)} has no unit of that army with it (P-D10d).")
            if len(set(areas)) != len(areas):
                self.faults.append(f"{army} has two trenches in one area; one is the limit (P-D10b).")
            left = found.get("left", limit[army] - len(areas))
            if type(left) is not int or not 0 <= left <= limit[army] - len(areas):
                self.faults.append(f"{army} has {limit[army]} trenches in all; {in_short(left)} cannot be left (P-D10e).")
                continue
            state.unbuilt[army] = left
            state.trenches[army] = frozenset(areas)

    def read_contests(self, state: PlanState) -> None:
        """P4f: each contested area has an attacker; if none is named, the army whose flag the area does not bear."""
        contested = self.occupied(state, ARMIES[0]) & self.occupied(state, ARMIES[1])
        order = sorted(contested, key=self.rules.places.__getitem__)
        if state.phase in UNCONTESTED:
            self.faults.extend(f"Both armies stand in '{area}' in the phase '{state.phase}' (P-D1b)." for area in order)
        if state.phase == "set up":
            for army in ARMIES:
                for area in sorted(self.occupied(state, ENEMY[army]) & set(self.rules.limits[army]) - contested):
                    self.faults.append(f"{ENEMY[army]} cannot stand in '{area}', where {army} is still to be set up (P-D1b).")
        written = self.body.get("attackers", {})
        if not isinstance(written, dict):
            self.faults.append("'attackers' must be an object from area to army.")
            return
        for area, army in written.items():
            if area not in contested or army not in ARMIES:
                self.faults.append(
                    f"{in_short(army)} cannot be the attacker in '{shortened(area)}': no combat of its is due there (P4f)."
                )
        flags = self.rules.flags
        other = {ARMIES[0]: ARMIES[1], ARMIES[1]: ARMIES[0]}
        state.attackers = {area: str(written.get(area, other[flags[area]])) for area in order}
        state.revealed = str(self.body.get("revealed", ""))
        if state.revealed and state.revealed not in self.rules.board.areas:
            self.faults.append(
                f"The counters cannot lie face up in '{shortened(state.revealed)}', which is not an area of the map."
            )
        elif state.revealed and "pending" not in self.body:
            self.faults.append("Counters lie face up only while a combat is under way ('pending'); leave 'revealed' out.")

    def read_moved(self, state: PlanState) -> None:
        """P4b: units of the army that is moving."""
        written = self.body.get("moved", [])
        if not isinstance(written, list):
            self.faults.append("'moved' must be a list of units.")
            return
        for unit in written:
            if unit not in self.rules.counters or self.rules.counters[unit].side != state.moving:
                self.faults.append(
                    f"Unit {in_short(unit)} cannot have moved in this impulse: it is not of the army that is moving."
                )
        state.moved = frozenset(map(str, written))

    # ------------------------------------------------------------------ what was seen

    def read_sightings(self, state: PlanState) -> None:
        """P-D11b: where each unit may be for all that was seen; if nothing is said, wherever its army has counters."""
        written = self.body.get("sightings", {})
        if not isinstance(written, dict):
            self.faults.append("'sightings' must be an object from unit to a list of places.")
            return
        for army in ARMIES:
            anywhere = self.anywhere(state, army)
            for unit in self.rules.sheets[army]:
                place = state.units[unit]
                if place in BOXES and place != IN_HAND:
                    if unit in written:
                        self.faults.append(f"Unit '{unit}' is not on the map, so it has no 'sightings'.")
                    continue
                state.sightings[unit] = self.sighting(state, unit, written[unit]) if unit in written else anywhere

    def anywhere(self, state: PlanState, army: str) -> int:
        places = [state.units[unit] for unit in self.rules.sheets[army]]
        mask = mask_of((place for place in places if place not in BOXES), self.rules.bits)
        if any(unit in state.moved for unit in self.rules.sheets[army]):
            mask |= mask << SHIFT
        return mask | (IN_HAND_BIT if IN_HAND in places else 0)

    def sighting(self, state: PlanState, unit: str, written: object) -> int:
        place, bits = state.units[unit], self.rules.bits
        try:
            mask = mask_of(cast("list[str]", written), self.rules.seen_bits)
        except (KeyError, TypeError):
            self.faults.append(f"The sightings of '{unit}' must be a list of areas, with 'moved:' before them, or '{IN_HAND}'.")
            return 0
        true = IN_HAND_BIT if place == IN_HAND else bits[place] << (SHIFT if unit in state.moved else 0)
        if not mask & true:
            self.faults.append(f"The sightings of '{unit}' do not hold the place in which it is.")
        return mask


def restore(rules: PerfectPlanRules, body: dict[str, Any]) -> PlanState:
    """The state of a position; raises PositionError with every fault named."""
    return PlanReader(rules, body).read()
