"""Maps and data of a game as its author writes them: small TOML files in the `data` folder of the package."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, TypeVar

import msgspec

from grognard.core.errors import DataError
from grognard.core.hexes import hex_grid
from grognard.hexgames.map_checks import line_faults, place_faults
from grognard.hexgames.map_data import HexMapData

T = TypeVar("T")
LAYOUT = "flat-top; the label of a hex is its column and its row; even columns stand half a hex lower"


def read_data(package: str, name: str, kind: type[T]) -> T:
    """A TOML file from the `data` folder of a package as a value of a type, or one clear sentence."""
    try:
        return msgspec.convert(_table(package, name), kind)
    except msgspec.ValidationError as fault:
        raise DataError(f"The file {name} of {package} cannot be used: {fault}.") from None


def read_map(package: str, name: str = "map.toml") -> HexMapData:
    """A hex map from the `data` folder of a package.

    The file has a `name`, the `rows` of hexes as lines of codes, and the `codes` with the terrains that they stand for. It may
    have `names` and `features` by hex, and `roads`, `hexsides`, `zones` and `entries` by kind. A hex is named by its column
    and its row, from 0101; even columns stand half a hex lower.
    """
    found = dict(_table(package, name))
    lines, codes = found.pop("rows", ()), found.pop("codes", {})
    rows = [line.split() for line in lines]
    width = max((len(row) for row in rows), default=0)
    if not width or any(len(row) != width for row in rows):
        raise DataError(f"The map in {name} needs 'rows' of hexes, all of the same length, with a space between two codes.")
    unknown = sorted({code for row in rows for code in row} - set(codes))
    if unknown:
        raise DataError(f"The map in {name} has the code '{unknown[0]}', and 'codes' does not say which terrain that is.")
    labels = [f"{number + 1:02}" for number in range(max(width, len(rows)))]
    whole: dict[str, Any] = {kind: {} for kind in ("features", "names", "hexsides", "roads", "entries", "zones", "notes")}
    whole["grid"] = {"columns": width, "rows": len(rows), "layout": LAYOUT, "north": found.pop("north", "up")}
    whole["terrain"] = {
        "codes": codes,
        "columns": " ".join(labels[:width]),
        "rows": {label: " ".join(row) for label, row in zip(labels, rows, strict=False)},
    }
    try:
        sheet = msgspec.convert(whole | found, HexMapData)
    except msgspec.ValidationError as fault:
        raise DataError(f"The map in {name} cannot be used: {fault}.") from None
    known = {feature for features in sheet.features.values() for feature in features}
    for words in (*place_faults(sheet, known), *line_faults(sheet)):
        raise DataError(f"The map in {name} cannot be used: {words}")
    return sheet


def _table(package: str, name: str) -> dict[str, Any]:
    file = resources.files(package) / "data" / name
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError:
        raise DataError(f"The package {package} has no file data/{name}.") from None
    except tomllib.TOMLDecodeError as fault:
        raise DataError(f"The file {name} of {package} cannot be read: {fault}.") from None


def distance(one: str, other: str) -> int:
    """How many steps apart two hexes are, by their labels."""
    size = max(int(label[part]) for label in (one, other) for part in (slice(0, 2), slice(2, 4)))
    grid = hex_grid(size, size)
    return grid.distance(grid.by_label[one], grid.by_label[other])
