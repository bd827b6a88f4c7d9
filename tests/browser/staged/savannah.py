"""Savannah: a siege day for three players, and the assault."""

from __future__ import annotations

from typing import Any

import grognard
from grognard.core.positions import describe

HISTORICAL, CAMPAIGN = "revolution/savannah/historical", "revolution/savannah/campaign"
DUG = [("1707", "1807"), ("1806", "1807"), ("1806", "1907"), ("1906", "1907"), ("2006", "1907"), ("2006", "2007")]
GONE = ("V-C01", "V-C03", "V-C32", "V-C45")


def held(*numbers: int) -> list[dict[str, Any]]:
    return [{"card": f"V-C{number:02}"} for number in numbers]


def before_the_assault() -> dict[str, Any]:
    """The armies as they stood on 9 October."""
    position = describe(grognard.new(HISTORICAL, seed=1))
    return {key: value for key, value in position.items() if key != "pending"}


def siege_day() -> dict[str, Any]:
    """Three players in the events phase of a siege day, with cards in hand; works are being dug, the town has suffered."""
    state = {
        "weather": "fair",
        "works": DUG,
        "construction": ["2107", "2008"],
        "counters_used": 6,
        "work_step": 3,
        "french_rolled": True,
        "breaches": [("1906", "1905", "all"), ("1806", "1805", "abatis")],
        "destroyed": ["1701"],
        "hands": {"british": held(7, 8, 24, 41, 4), "allied": held(5, 40, 13, 43, 28, 12)},
        "gone": list(GONE),
    }
    tracks = {"army_morale": {"british": 16, "french": 14, "american": 15}, "momentum": {"british": 1, "allied": 2}}
    begins = {"turn": 13, "phase": "random events", "phasing": "allied", "order": ["british", "allied"]}
    pieces = before_the_assault()["pieces"] | {"savannah_militia": "1802"}
    options = {"seats": "three"}
    return {"scenario": CAMPAIGN, "options": options, **begins, "tracks": tracks, "pieces": pieces, "state": state}


def assault() -> dict[str, Any]:
    """The Allied fire phase of turn 16, in the fog: the French before a breach in the works."""
    position = before_the_assault()
    storming = dict.fromkeys(("grenadier_bn", "avant_garde", "destaing"), "1405")
    moved = {"savannah_militia": "1802", "light_corps": "1506", **storming}
    state = position["state"] | {
        "weather": "fog",
        "breaches": [("1405", "1404", "all"), ("1405", "1505", "all"), ("1906", "1905", "all")],
        "destroyed": ["1701", "1902"],
    }
    begins = {"turn": 16, "phase": "artillery fire", "phasing": "allied", "order": ["allied", "british"]}
    return position | begins | {"pieces": position["pieces"] | moved, "state": state}


POSITIONS = {"siege-day": siege_day, "assault": assault}
