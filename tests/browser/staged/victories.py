"""Give Us Victories: a contact, a combat and a night, each in the activations of a turn."""

from __future__ import annotations

from functools import partial
from typing import Any

FLANK = {"us_devin": "1515", "cs_flee": "1528"}
"""A unit of each army out of the way."""
PIECES: dict[str, dict[str, Any]] = {
    "contact/jackson-attack": {
        "pieces": {"cs_pender": "1620", "cs_heth": "1620", "us_vongilsa": "1920", "us_mclean": "1920", **FLANK},
        "cup": ["cs_cmd_hill"],
        "turn": 13,
    },
    "combat/jackson-attack": {
        "pieces": {
            "cs_paxton": "1720",
            "cs_warren": "1720",
            "cs_jones": "1819",
            "cs_nicholls": "1819",
            "us_vongilsa": "1820",
            **FLANK,
        },
        "cup": ["cs_cmd_colston"],
        "turn": 13,
    },
    "night/campaign": {
        "pieces": {
            "cs_doles": {"hex": "4230", "states": ["disorganised"]},
            "cs_colquitt": {"hex": "4230", "step": 2},
            "cs_ramseur": {"hex": "4231", "step": 2},
            "us_phelps": "4420",
        },
        "cup": ["cs_cmd_rodes"],
        "turn": 5,
        "rain": True,
    },
}
"""By what is to be seen, and the scenario that each is cut from."""


def position(name: str) -> dict[str, Any]:
    scenario = f"chancellorsville/victories/{name.partition('/')[2]}"
    return {"scenario": scenario, "options": {}, "phase": "activations", "pontoons": {}, "forts": {}, **PIECES[name]}


POSITIONS = {name: partial(position, name) for name in PIECES}
