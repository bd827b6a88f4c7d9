"""U3.9, U9.26: what a seat may know: its own units, enemies next to them, heights of stacks, numbers of counters; and games
that agree with it.

A view is made by allow-list. Who looks on sees what both players see: the stacks that stand next to the enemy. What is done
under cover is told to others as if its owner were still at the question before it. Hidden units are dealt out at random
(`determinization.py`) within what the seat can add up about them (`sightings.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.positions import describe as describe_position
from grognard.games.chancellorsville.victories import actions as words
from grognard.games.chancellorsville.victories.chapter import C
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
    "csa_bridge",
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
    "trodden",
    "reduced",
    "shaken",
    "disordered",
    "sealed",
    "over",
)
"""The fields of a position that hold nothing hidden."""
COVERED = ("Skirmish", "Unstacking", "GeneralRetreat", "Regroup")
"""What an army does under cover; all that follows of it is told when it is done."""
COVERED_STEPS = {"Activation": {"give_up": "move", "unstack": "move"}, "Bombardments": {"fire": "aim"}}
"""Steps that are told to others as an earlier one."""
OF_UNITS = (
    "acted",
    "active",
    "named",
    "moved",
    "moved_this_turn",
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


def view(game: Campaign, seat: str | None) -> dict[str, Any]:
    """All that a seat may know."""
    return {"seat": seat, "position": hide(game, describe_position(game, seat, redact=True), seat), "actors": list(game.actors)}


def seen_hexes(game: Campaign, seat: str | None) -> set[Hex]:
    """U9.26: the hexes of the enemy that a seat may look into."""
    rules = game.rules
    eyes = (seat,) if seat in ARMIES else ARMIES
    return {h for eye in eyes for h in game.army(ENEMY[eye]).stacks if rules.sees(game, eye, h)}


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
    known["sightings"] = sightings(game, seat, open_hexes)
    if "pending" in position:
        known["pending"] = frames_told(position["pending"], seat)
    for field in OF_UNITS:
        own = of_army(rules, position.get(field), seat)
        if own:
            known[field] = own
    subject = position.get("subject")
    if subject and counters[subject].side == seat:
        known["subject"] = subject
    return known | counters_known(game, seat)


def frames_told(pending: list[dict[str, Any]], seat: str | None) -> list[dict[str, Any]]:
    """The frames as others see them; one's own in full."""
    if any(frame.get("army", frame.get("seat")) == seat for frame in pending[-1:]):
        return pending
    found = [frame for frame in pending if frame["procedure"] not in COVERED or frame.get("army") == seat]
    told = []
    for frame in found:
        earlier = COVERED_STEPS.get(frame["procedure"], {}).get(frame["step"]) if frame.get("army") != seat else None
        if earlier is not None:
            frame = frame | {"step": earlier} | ({"hex": 0, "kind": ""} if frame["procedure"] == "Bombardments" else {})
        told.append(frame)
    return told


def sightings(game: Campaign, seat: str | None, open_hexes: set[Hex]) -> dict[str, list[int]]:
    """Where units may be that the enemy does not see: of one's own as the enemy knows it, of the enemy all that are hidden."""
    known, counters = game.state.sightings, game.rules.counters
    found = {}
    for id, piece in game.state.pieces.items():
        if counters[id].side == seat:
            if id in known:
                found[id] = sorted(known[id])
        elif piece.hex and piece.hex not in open_hexes and counters[id].is_real:
            found[id] = sorted(game.rules.may_be(game, id))
    return found


def of_army(rules: VictoriesRules[C], found: Any, seat: str | None) -> Any:
    """The units of a seat in a list or an object."""
    if isinstance(found, Mapping):
        return {id: value for id, value in found.items() if rules.counters[id].side == seat}
    return [id for id in found or () if rules.counters[id].side == seat]


def counters_known(game: Campaign, seat: str | None) -> dict[str, Any]:
    """U3.9: one's own counters in the cup and in boxes; of the enemy the numbers."""
    state, commands = game.state, game.rules.commands
    own = [id for id in state.cup if commands[id].side == seat]
    boxes = {id: list(under) for id, under in sorted(state.boxes.items()) if commands[id].side == seat or id in state.drawn}
    numbers = {army: sum(commands[id].side == army for id in state.cup) for army in ARMIES}
    boxed = {
        army: sorted(len(under) for id, under in state.boxes.items() if commands[id].side == army and id not in state.drawn)
        for army in ARMIES
    }
    choosing = game.stack[-1] if game.stack else None
    if isinstance(choosing, ChooseFormations):  # how many an army has chosen is seen when it has done
        numbers[choosing.army], boxed[choosing.army] = 0, []
    found: dict[str, Any] = {"cup": own, "boxes": boxes, "numbers": {"cup": numbers, "boxes": boxed}}
    drawn_unseen = bool(state.event_cups)  # in the scenarios it is open to all who holds what
    if state.deployment:  # U20.1
        shown = not (game.stack and isinstance(game.stack[-1], HypotheticalStart) and game.stack[-1].step == "assign")
        found["deployment"] = {id: box for id, box in sorted(state.deployment.items()) if shown or commands[id].side == seat}
        found["numbers"]["deployment"] = {army: game.rules.filled(game, army) for army in ARMIES}
    # U17.1
    hands = {army: list(hand) for army, hand in sorted(state.hands.items()) if army == seat or not drawn_unseen}
    # U17.1
    cups = {army: list(cup) for army, cup in sorted(state.event_cups.items()) if army == seat}
    if drawn_unseen:
        found["numbers"]["hands"] = {army: len(state.hands.get(army, ())) for army in ARMIES}
        found["numbers"]["events"] = {
            army: sorted((*state.hands.get(army, ()), *state.event_cups.get(army, ()))) for army in ARMIES
        }
    return {key: value for key, value in {**found, "hands": hands, "event_cups": cups}.items() if value}
