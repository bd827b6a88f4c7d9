"""The data files of games, read once per process and checked against their schemas, with the active overlay's values."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar, cast

import msgspec

from grognard.core.errors import DataError
from grognard.core.overlays.applying import in_force

T = TypeVar("T")


def load(file: Traversable, kind: type[T]) -> T:
    """The contents of a data file; a fault is reported in one sentence."""
    name = "/".join(str(file).replace("\\", "/").split("/")[-3:])
    try:
        decode = msgspec.toml.decode if name.endswith(".toml") else msgspec.json.decode
        return decode(file.read_bytes(), type=kind)
    except OSError:
        raise DataError(f"There is no data file {name}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise DataError(f"The data file {name} cannot be used: {str(fault).rstrip('.')}.") from None


@cache
def _component(package: str, name: str, kind: Hashable) -> object:
    return load(files(package) / "data" / name, cast("type[object]", kind))


def component(package: str, name: str, kind: type[T]) -> T:
    """A data file of a game's package, with the values of the active overlay."""
    base = cast(T, _component(package, name, cast(Hashable, kind)))
    laying = in_force()
    return base if laying is None else laying.component(package, name, kind, base)
