"""A battlefield of somebody's own: one JSON document like an entry of data/scenarios.json, checked before it is played."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec

from grognard.core.errors import ScenarioError
from grognard.core.overlays.components import component
from grognard.games.chancellorsville.red_dice.components import PACKAGE
from grognard.games.chancellorsville.red_dice.data_checks import check_battlefield
from grognard.games.chancellorsville.red_dice.data_schema import BattlefieldData, TablesData

PLACE = re.compile(r" - at `\$(?P<path>[^`]*)`$")
STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def checked(document: object) -> BattlefieldData:
    """The battlefield of a document; every fault is named with its place."""
    try:
        field = msgspec.convert(document, BattlefieldData)
    except msgspec.ValidationError as fault:
        raise ScenarioError([in_words(str(fault), document)]) from None
    faults = list(check_battlefield(field, component(PACKAGE, "tables.json", TablesData)))
    if faults:
        raise ScenarioError(faults)
    return field


def in_words(fault: str, document: object) -> str:
    """What is wrong and where: list entries are called by their ids."""
    found = PLACE.search(fault)
    what = (fault[: found.start()] if found else fault).replace("`", "'")
    where = " of ".join(reversed(list(places(found["path"] if found else "", document))))
    return f"The battlefield cannot be read: {what[:1].lower()}{what[1:]} {f'in {where}' if where else 'at the top'}."


def places(path: str, document: Any) -> list[str]:
    """The steps to a value, from the outside in."""
    found: list[str] = []
    for name, number in STEP.findall(path):
        if name:
            found.append(f"'{name}'")
            document = document.get(name) if isinstance(document, dict) else None
            continue
        document = document[int(number)] if isinstance(document, list) and int(number) < len(document) else None
        id = document.get("id") if isinstance(document, dict) else None
        found.append(f"'{id}'" if isinstance(id, str) else f"number {int(number) + 1}")
    return found


def name_of(field: BattlefieldData) -> str:
    """Its id, and a digest of all it says: a record replays only on the very same battlefield."""
    return f"{field.id}-{hashlib.sha256(msgspec.json.encode(field)).hexdigest()[:8]}"
