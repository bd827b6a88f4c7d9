"""Positions of Give Us Victories in the activations of a turn."""

from __future__ import annotations

from typing import Any

FLANK = {"us_devin": "1515", "cs_flee": "1528"}
"""A unit of each army out of the way."""


def activations(scenario: str, turn: int, cup: str, pieces: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A position in which one counter is still to be drawn."""
    at = {"scenario": f"chancellorsville/victories/{scenario}", "options": {}, "turn": turn, "phase": "activations"}
    return {**at, "cup": [cup], "pieces": pieces, "pontoons": {}, "forts": {}, **more}


CONTACT = activations(
    "jackson-attack",
    13,
    "cs_cmd_hill",
    {"cs_pender": "1620", "cs_heth": "1620", "us_vongilsa": "1920", "us_mclean": "1920", **FLANK},
)
COMBAT = activations(
    "jackson-attack",
    13,
    "cs_cmd_colston",
    {"cs_paxton": "1720", "cs_warren": "1720", "cs_jones": "1819", "cs_nicholls": "1819", "us_vongilsa": "1820", **FLANK},
)
NIGHT = activations(
    "campaign",
    5,
    "cs_cmd_rodes",
    {
        "cs_doles": {"hex": "4230", "states": ["disorganised"]},
        "cs_colquitt": {"hex": "4230", "step": 2},
        "cs_ramseur": {"hex": "4231", "step": 2},
        "us_phelps": "4420",
    },
    rain=True,
)
