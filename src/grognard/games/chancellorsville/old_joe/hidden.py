"""What may be known: everything but which of the Union's command counters lie face down where (J-A1, J-B1.4).

The player's event markers, if they are used, are hidden from onlookers.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from grognard.core.positions import describe as describe_position
from grognard.games.chancellorsville.victories.pieces import CSA, UNION

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.rules import OldJoeRules
    from grognard.games.chancellorsville.old_joe.state import Solitaire


def view(game: Solitaire, seat: str | None) -> dict[str, Any]:
    position = hide(game.rules, describe_position(game, seat, redact=True), seat)
    return {"seat": seat, "position": position, "actors": list(game.actors)}


def is_face_down(rules: OldJoeRules, id: str) -> bool:
    """The counters of Corps; Hooker and Independent are known by their backs."""
    return rules.commands[id].side == UNION and bool(rules.commands[id].formation)


def hide(rules: OldJoeRules, position: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """A position with the numbers of the counters that lie face down in place of their names."""
    known = dict(position)
    track, cup = position.get("track", ()), position.get("cup", ())
    boxes = dict(position.get("boxes", {}))
    held = boxes.pop("us_hooker", ())
    numbers: dict[str, Any] = {"track": len(track), "cup": sum(is_face_down(rules, id) for id in cup), "held": len(held)}
    known["cup"] = [id for id in cup if not is_face_down(rules, id)]
    known["boxes"] = boxes
    known.pop("track", None)
    if seat != CSA and "event_cups" in known:
        hand, left = known.pop("hands", {}).get(CSA, ()), known.pop("event_cups").get(CSA, ())
        numbers |= {"hand": len(hand), "events": sorted((*hand, *left))}
    return {key: value for key, value in known.items() if value or key not in ("cup", "boxes")} | {"face_down": numbers}


def imagine(rules: OldJoeRules, seen: dict[str, Any], seed: int) -> dict[str, Any]:
    """A full position: the counters that lie face down dealt out at random."""
    position, chance = dict(seen["position"]), Random(seed)
    numbers = position.pop("face_down")
    acting = {frame.get("formation") for frame in position.get("pending", ()) if frame.get("procedure") == "CorpsActivation"}
    acting |= {
        rules.commands[id].formation
        for frame in position.get("pending", ())
        for id in frame.get("waiting", ())
        if id in rules.commands
    }
    out = {*position.get("wheel", {}), *position.get("due", {}), *position.get("gone", ()), *acting}
    pool = [
        id
        for formation, id in sorted(rules.components.command_of.items())
        if rules.commands[id].side == UNION and formation not in out
    ]
    chance.shuffle(pool)
    held, pool = pool[: numbers["held"]], pool[numbers["held"] :]
    cup, pool = pool[: numbers["cup"]], pool[numbers["cup"] :]
    position["track"] = pool[: numbers["track"]]
    position["cup"] = [*position.get("cup", ()), *cup]
    if "events" in numbers:
        events = list(numbers["events"])
        chance.shuffle(events)
        position["hands"] = {CSA: sorted(events[: numbers["hand"]])}
        position["event_cups"] = {CSA: sorted(events[numbers["hand"] :])}
    if held:
        position["boxes"] = {**position.get("boxes", {}), "us_hooker": held}
    return position
