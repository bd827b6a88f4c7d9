"""Red Dice: two squads face to face in the open, and one near its rear with a wounded man among them."""

from __future__ import annotations

from functools import partial
from typing import Any

import grognard
from grognard.core.positions import describe

SCENARIO = "chancellorsville/red-dice/turnpike"


def face_to_face(initiative: str, hurt: bool = False) -> dict[str, Any]:
    """The regulars twenty centimetres before a line of the Richmond Grays."""
    position = describe(grognard.new(SCENARIO, seed=1))
    men = dict(position["men"])
    for number in range(6):
        men[f"U1-{number + 1}"] = [10000, 3400 + 160 * number]
    if hurt:
        men |= {f"V2-{number}": [men[f"V2-{number}"][0] + 600, men[f"V2-{number}"][1]] for number in range(1, 8)}
        men["V2-3"] = {"at": men["V2-3"], "wounds": "severe"}
    squads = position["squads"] | {"U1": position["squads"]["U1"] | {"facing": [1000, 0]}}
    begins = {"initiative": initiative, "red": {"ANV": 0 if hurt else 2, "AoP": 1}}
    rest = {key: value for key, value in position.items() if key != "pending"}
    return rest | {"men": men, "squads": squads, **begins}


POSITIONS = {
    "volley": partial(face_to_face, "ANV"),
    "charge": partial(face_to_face, "AoP"),
    "wounded": partial(face_to_face, "ANV", hurt=True),
}
